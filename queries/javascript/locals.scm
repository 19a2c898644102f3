; What binds names in this language only; `shared_locals.scm` of JavaScript has the rest.

; Variables. One of `var` is seen in the whole function.
(variable_declaration (variable_declarator name: (identifier) @local.definition.variable @local.beyond))
(variable_declarator name: (identifier) @local.definition.variable value: (object) @local.scope.class)
(for_in_statement kind: ["const" "let"] left: (identifier) @local.definition.variable operator: "of" right: (_) @local.held)
(for_in_statement kind: _ left: (identifier) @local.definition.variable)
(object_pattern (shorthand_property_identifier_pattern) @local.definition.variable)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.definition.variable)
(pair_pattern value: (identifier) @local.definition.variable)
(pair_pattern value: (assignment_pattern left: (identifier) @local.definition.variable))
(array_pattern (identifier) @local.definition.variable)
(array_pattern (assignment_pattern left: (identifier) @local.definition.variable))
(rest_pattern (identifier) @local.definition.variable)

; What the objects of a function have that makes them: Basket.prototype.total = function () { ... }
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @local.subject property: (property_identifier) @_prototype)
    property: (property_identifier) @local.definition.function)
  right: (function_expression) @local.scope.function
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @local.subject property: (property_identifier) @_prototype)
    property: (property_identifier) @local.definition.field)
  right: (_) @local.value
  (#eq? @_prototype "prototype"))

; Functions that are given to those of a list.
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function parameter: (identifier) @local.definition.parameter))
  (#any-of? @_list "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (identifier) @local.definition.parameter)))
  (#any-of? @_list "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))

; What only this dialect has.
(variable_declarator
  name: (identifier) @local.definition.function
  value: [(arrow_function) (function_expression)])
(field_definition
  property: [(property_identifier) (private_property_identifier)] @local.definition.function
  value: (arrow_function))
(function_declaration name: (identifier) @local.definition.function) @local.scope.function
(generator_function_declaration name: (identifier) @local.definition.function) @local.scope.function
(method_definition name: (property_identifier) @local.definition.function) @local.scope.function
(method_definition name: (private_property_identifier) @local.definition.function) @local.scope.function
(method_definition) @local.scope.function
(formal_parameters (identifier) @local.definition.parameter)
(formal_parameters (assignment_pattern left: (identifier) @local.definition.parameter))
(class_declaration name: (identifier) @local.definition.class) @local.scope.class
(class_declaration (class_heritage (_) @local.base)) @local.scope.class
(variable_declarator name: (identifier) @local.definition.class value: (class) @local.scope.class)
(class (class_heritage (_) @local.base)) @local.scope.class
(class) @local.scope.class
(class name: (identifier) @local.definition.generic)
(field_definition property: (property_identifier) @local.definition.field value: (object) @local.scope.class)
(field_definition property: (property_identifier) @local.definition.field value: (_)? @local.value)
(field_definition property: (private_property_identifier) @local.definition.field value: (_)? @local.value)
(lexical_declaration "const" (variable_declarator name: (identifier) @local.definition.variable value: (_) @local.value))
(variable_declarator name: (identifier) @local.definition.variable value: (new_expression) @local.value)
(variable_declarator name: (identifier) @local.definition.variable)
(assignment_expression
  left: (member_expression object: (this) @local.receiver property: (property_identifier) @local.definition.field)
  right: (_) @local.value)
(assignment_expression
  left: (member_expression object: (this) @local.receiver property: (private_property_identifier) @local.definition.field))
(with_statement) @local.scope.block

; What a pattern takes out of what is waited for, or out of each thing in a list.
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (pair_pattern key: (property_identifier) @local.label)))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (shorthand_property_identifier_pattern) @local.shorthand))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.shorthand)))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
