; What binds names, and where they are seen.
; Captures: @local.scope.*, @local.definition.*, and parts of the same match: @local.type, @local.value, @local.base,
; @local.from (the binding is seen from its end on), @local.import, @local.prefix, @local.alias, @local.all,
; @local.module, @local.receiver, @local.outward, @local.outer, @local.label, @local.callee, @local.quoted,
; @local.outside (read in the scope around), @local.heading (the same, but for type parameters), @local.pattern with
; @local.from (what the pattern binds in a class is seen from there on), and
; @local.condition with @local.narrowed (where the variable is of the type beside it).

(function_definition
  name: (identifier) @local.definition.function
  return_type: (_)? @local.type) @local.scope.function
(decorated_definition
  (decorator (_) @local.taker)
  definition: (function_definition name: (identifier) @local.definition.function) @local.scope.function)
(lambda) @local.scope.function
; The scope around a class is that of its type parameters.
(class_definition type_parameters: (_)) @local.scope.block
(class_definition
  name: (identifier) @local.definition.class @local.beyond
  body: (block) @local.scope.class)
(class_definition
  superclasses: (argument_list (identifier) @local.base)
  body: (block) @local.scope.class)
(class_definition
  superclasses: (argument_list (attribute) @local.base)
  body: (block) @local.scope.class)
(class_definition
  superclasses: (argument_list (subscript) @local.base)
  body: (block) @local.scope.class)
(class_definition
  superclasses: (argument_list (call) @local.base)
  body: (block) @local.scope.class)

(list_comprehension) @local.scope.block
(set_comprehension) @local.scope.block
(dictionary_comprehension) @local.scope.block
(generator_expression) @local.scope.block

(parameters (identifier) @local.definition.parameter)
(lambda_parameters (identifier) @local.definition.parameter)
(default_parameter name: (identifier) @local.definition.parameter value: (_) @local.value)
; What a function is called with for each part of a list.
(call
  function: (identifier) @_called
  arguments: (argument_list
    . (_) @local.held
    (keyword_argument
      name: (identifier) @_name
      value: (lambda parameters: (lambda_parameters . (identifier) @local.definition.parameter .))))
  (#any-of? @_called "sorted" "max" "min")
  (#eq? @_name "key"))
(call
  function: (identifier) @_called
  arguments: (argument_list
    . (lambda parameters: (lambda_parameters . (identifier) @local.definition.parameter .))
    . (_) @local.held .)
  (#any-of? @_called "map" "filter"))
(call
  function: (attribute object: (_) @local.held attribute: (identifier) @_called)
  arguments: (argument_list
    (keyword_argument
      name: (identifier) @_name
      value: (lambda parameters: (lambda_parameters . (identifier) @local.definition.parameter .))))
  (#eq? @_called "sort")
  (#eq? @_name "key"))
(typed_default_parameter name: (identifier) @local.definition.parameter type: (_) @local.type)
(typed_parameter . (identifier) @local.definition.parameter type: (_) @local.type)
(typed_parameter (list_splat_pattern (identifier) @local.definition.parameter)) @local.type
(typed_parameter (dictionary_splat_pattern (identifier) @local.definition.parameter)) @local.type
(parameters (list_splat_pattern (identifier) @local.definition.parameter) @local.type)
(parameters (dictionary_splat_pattern (identifier) @local.definition.parameter) @local.type)
(lambda_parameters (list_splat_pattern (identifier) @local.definition.parameter) @local.type)
(lambda_parameters (dictionary_splat_pattern (identifier) @local.definition.parameter) @local.type)

; What is on the right is read before.
(assignment left: (_) @local.pattern) @local.from
(named_expression name: (_) @local.pattern) @local.from
(for_statement left: (_) @local.pattern right: (_) @local.from)

(assignment left: (identifier) @local.definition.variable type: (_) @local.type)
(assignment left: (identifier) @local.definition.variable right: (_) @local.value)
(assignment left: (identifier) @local.definition.variable)
(assignment left: (pattern_list (identifier) @local.definition.variable) right: (_) @local.parts)
(assignment left: (tuple_pattern (identifier) @local.definition.variable) right: (_) @local.parts)
(assignment left: (list_pattern (identifier) @local.definition.variable))
(augmented_assignment left: (identifier) @local.definition.variable)
(named_expression
  name: (identifier) @local.definition.variable @local.beyond
  value: (_) @local.value)
(for_statement left: (identifier) @local.definition.variable right: (_) @local.held)
(for_statement
  left: (pattern_list (identifier) @local.definition.variable)
  right: (_) @local.held @local.parts)
(for_statement
  left: (tuple_pattern (identifier) @local.definition.variable)
  right: (_) @local.held @local.parts)
(for_in_clause left: (identifier) @local.definition.variable right: (_) @local.held)
(for_in_clause
  left: (pattern_list (identifier) @local.definition.variable)
  right: (_) @local.held @local.parts)
(for_in_clause
  left: (tuple_pattern (identifier) @local.definition.variable)
  right: (_) @local.held @local.parts)
; Patterns in patterns.
(tuple_pattern (identifier) @local.definition.variable)
(list_pattern (identifier) @local.definition.variable)
(pattern_list (list_splat_pattern (identifier) @local.definition.variable))
(tuple_pattern (list_splat_pattern (identifier) @local.definition.variable))
(list_pattern (list_splat_pattern (identifier) @local.definition.variable))
(with_item value: (as_pattern (call) @local.value alias: (as_pattern_target (identifier) @local.definition.variable)))
(as_pattern_target (identifier) @local.definition.variable)
; The target of `with` is parsed as an expression.
(as_pattern_target [(tuple (identifier) @local.definition.variable) (list (identifier) @local.definition.variable)])
(as_pattern_target [
  (tuple (list_splat (identifier) @local.definition.variable))
  (list (list_splat (identifier) @local.definition.variable))])
(as_pattern_target (_ [(tuple (identifier) @local.definition.variable) (list (identifier) @local.definition.variable)]))
(as_pattern_target (_ [
  (tuple (list_splat (identifier) @local.definition.variable))
  (list (list_splat (identifier) @local.definition.variable))]))
(case_pattern (dotted_name . (identifier) @local.definition.variable .))
(keyword_pattern (identifier) (dotted_name . (identifier) @local.definition.variable .))
(union_pattern (dotted_name . (identifier) @local.definition.variable .))
(splat_pattern (identifier) @local.definition.variable)
(case_pattern (as_pattern (case_pattern) (identifier) @local.definition.variable))
(function_definition type_parameters: (type_parameter (type (identifier) @local.definition.generic)))
(function_definition type_parameters: (type_parameter (type (_ . (identifier) @local.definition.generic))))
(function_definition type_parameters: (type_parameter (type (_ . (type (identifier) @local.definition.generic)))))
(class_definition type_parameters: (type_parameter (type (identifier) @local.definition.generic)))
(class_definition type_parameters: (type_parameter (type (_ . (identifier) @local.definition.generic))))
(class_definition type_parameters: (type_parameter (type (_ . (type (identifier) @local.definition.generic)))))
(type_alias_statement left: (type (identifier) @local.definition.type) right: (_) @local.value)
(type_alias_statement left: (type (generic_type))) @local.scope.block
(type_alias_statement
  left: (type (generic_type (identifier) @local.definition.type @local.beyond))
  right: (_) @local.value)
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @local.definition.generic)))))
(type_alias_statement
  left: (type (generic_type (type_parameter (type (_ . (identifier) @local.definition.generic))))))
(type_alias_statement
  left: (type (generic_type (type_parameter (type (_ . (type (identifier) @local.definition.generic)))))))

; Where a variable or a field is of a class, since a condition says so.
(_
  condition: (call
    function: (identifier) @_test
    arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
  consequence: (block) @local.narrowed
  (#eq? @_test "isinstance"))
(_
  condition: (boolean_operator
    left: (call
      function: (identifier) @_test
      arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
    operator: "and")
  consequence: (block) @local.narrowed
  (#eq? @_test "isinstance"))
(_
  condition: (boolean_operator
    operator: "and"
    right: (call
      function: (identifier) @_test
      arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .)))
  consequence: (block) @local.narrowed
  (#eq? @_test "isinstance"))
(_
  condition: (boolean_operator
    left: (boolean_operator
      left: (call
        function: (identifier) @_test
        arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
      operator: "and")
    operator: "and")
  consequence: (block) @local.narrowed
  (#eq? @_test "isinstance"))
(boolean_operator
  left: (boolean_operator
    left: (call
      function: (identifier) @_test
      arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
    operator: "and")
  operator: "and"
  right: (_) @local.narrowed
  (#eq? @_test "isinstance"))
(boolean_operator
  left: (call
    function: (identifier) @_test
    arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
  operator: "and"
  right: (_) @local.narrowed
  (#eq? @_test "isinstance"))
(conditional_expression
  . (_) @local.narrowed
  . (call
    function: (identifier) @_test
    arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))
  (#eq? @_test "isinstance"))
(_
  body: (_) @local.narrowed
  (if_clause . (call
    function: (identifier) @_test
    arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .)))
  (#eq? @_test "isinstance"))
(block
  (assert_statement . (call
    function: (identifier) @_test
    arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .))) @local.from
  (#eq? @_test "isinstance")) @local.narrowed
(block
  (if_statement
    condition: (not_operator argument: (call
      function: (identifier) @_test
      arguments: (argument_list . [(identifier) (attribute)] @local.condition . (_) @local.type .)))
    consequence: (block [(return_statement) (raise_statement) (continue_statement) (break_statement)] .)
    .) @local.from
  (#eq? @_test "isinstance")) @local.narrowed

; What an `except` names is of the class that it catches.
(except_clause
  (as_pattern . (_) @local.type alias: (as_pattern_target (identifier) @local.condition))
  (block) @local.narrowed)

; Fields of the object at hand.
(assignment
  left: (attribute object: (identifier) @local.receiver attribute: (identifier) @local.definition.field)
  type: (_) @local.type)
(assignment
  left: (attribute object: (identifier) @local.receiver attribute: (identifier) @local.definition.field)
  right: (_) @local.value)
(assignment
  left: (attribute object: (identifier) @local.receiver attribute: (identifier) @local.definition.field))
(assignment
  left: (pattern_list (attribute object: (identifier) @local.receiver attribute: (identifier) @local.definition.field)))

(global_statement (identifier) @local.outward)
(nonlocal_statement (identifier) @local.outer)

(import_statement name: (dotted_name) @local.module)
(import_statement name: (aliased_import name: (dotted_name) @local.module alias: (identifier) @local.alias))
(import_from_statement module_name: (_) @local.prefix)
(import_from_statement name: (dotted_name (identifier) @local.import))
(import_from_statement
  name: (aliased_import name: (dotted_name (identifier) @local.import) alias: (identifier) @local.alias))
(import_from_statement module_name: (_) (wildcard_import) @local.all)

(call function: (_) @local.callee arguments: (argument_list (keyword_argument name: (identifier) @local.label)))
(class_definition superclasses: (argument_list (keyword_argument name: (identifier) @local.label)))
(class_pattern (dotted_name . (identifier) @local.callee .) (case_pattern (keyword_pattern . (identifier) @local.label)))
(class_pattern (dotted_name (_) (_)) @local.callee (case_pattern (keyword_pattern . (identifier) @local.label)))

; Types that strings spell.
(type (string) @local.quoted)
(type (_ (string) @local.quoted))
(type (_ (_ (string) @local.quoted)))
(type (_ (_ (_ (string) @local.quoted))))
(type (generic_type (type_parameter (type (string) @local.quoted))))
; Only what is called as types are: the key of a mapping is no name.
(subscript value: (identifier) @_type subscript: (string) @local.quoted
  (#match? @_type "^([A-Z][a-z]|(list|dict|tuple|set|frozenset|type)$)"))
(subscript value: (attribute attribute: (identifier) @_type) subscript: (string) @local.quoted
  (#match? @_type "^([A-Z][a-z]|(deque|defaultdict)$)"))
(assignment
  type: (type (identifier) @_alias)
  right: (string) @local.quoted
  (#eq? @_alias "TypeAlias"))
(assignment
  type: (type (attribute attribute: (identifier) @_alias))
  right: (string) @local.quoted
  (#eq? @_alias "TypeAlias"))
(call
  function: (identifier) @_cast
  arguments: (argument_list . (string) @local.quoted)
  (#any-of? @_cast "cast"))
(call
  function: (attribute attribute: (identifier) @_cast)
  arguments: (argument_list . (string) @local.quoted)
  (#any-of? @_cast "cast"))
(call
  function: (identifier) @_variable
  arguments: (argument_list . (_) (string) @local.quoted)
  (#any-of? @_variable "TypeVar" "NewType" "assert_type"))
(call
  function: (attribute attribute: (identifier) @_variable)
  arguments: (argument_list . (_) (string) @local.quoted)
  (#any-of? @_variable "TypeVar" "NewType" "assert_type"))
(call
  arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (string) @local.quoted))
  (#eq? @_bound "bound"))
(subscript value: (identifier) @_type subscript: (tuple (string) @local.quoted)
  (#match? @_type "^([A-Z][a-z]|(list|dict|tuple|set|frozenset|type)$)"))
(subscript value: (attribute attribute: (identifier) @_type) subscript: (tuple (string) @local.quoted)
  (#match? @_type "^([A-Z][a-z]|(deque|defaultdict)$)"))

; What is read before the scope begins that it stands in.
(list_comprehension body: (_) . (for_in_clause right: (_) @local.outside))
(set_comprehension body: (_) . (for_in_clause right: (_) @local.outside))
(dictionary_comprehension body: (_) . (for_in_clause right: (_) @local.outside))
(generator_expression body: (_) . (for_in_clause right: (_) @local.outside))
(default_parameter value: (_) @local.outside)
(typed_default_parameter value: (_) @local.outside)
(typed_default_parameter type: (_) @local.heading)
(typed_parameter type: (_) @local.heading)
(function_definition return_type: (_) @local.heading)
(function_definition type_parameters: (type_parameter (type (constrained_type (_) (_) @local.heading))))

; The names of modules.
(import_statement name: (dotted_name (identifier) @local.label))
(import_statement name: (aliased_import name: (dotted_name (identifier) @local.label)))
(import_from_statement module_name: (dotted_name (identifier) @local.label))
(import_from_statement module_name: (relative_import (dotted_name (identifier) @local.label)))
