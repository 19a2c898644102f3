; What binds names in this language only; `shared_locals.scm` of JavaScript has the rest.

; Variables. One of `var` is seen in the whole function.
(variable_declaration (variable_declarator name: (identifier) @local.definition.variable @local.beyond))
(variable_declarator name: (identifier) @local.definition.variable value: (object) @local.scope.class)
(variable_declarator
  name: (identifier) @local.definition.variable
  value: (satisfies_expression . (object) @local.scope.class))
(for_in_statement kind: ["const" "let"] left: (identifier) @local.definition.variable operator: "of" right: (_) @local.held)
(for_in_statement kind: _ left: (identifier) @local.definition.variable)
(object_pattern (shorthand_property_identifier_pattern) @local.definition.variable)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.definition.variable)
(pair_pattern value: (identifier) @local.definition.variable)
(pair_pattern value: (assignment_pattern left: (identifier) @local.definition.variable))
(array_pattern (identifier) @local.definition.variable)
(array_pattern (assignment_pattern left: (identifier) @local.definition.variable))
(rest_pattern (identifier) @local.definition.variable)

; Functions that are given to those of a list.
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function parameter: (identifier) @local.definition.parameter))
  (#any-of? @_list "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))

; Functions with types.
(function_declaration
  name: (identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(generator_function_declaration
  name: (identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(function_signature
  name: (identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(method_definition
  name: (property_identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(method_definition
  name: (private_property_identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(method_definition) @local.scope.function
(method_signature
  name: (property_identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(method_signature) @local.scope.function
(abstract_method_signature
  name: (property_identifier) @local.definition.function
  return_type: (type_annotation)? @local.type) @local.scope.function
(abstract_method_signature) @local.scope.function
(function_type) @local.scope.function
(constructor_type) @local.scope.function
(call_signature) @local.scope.function
(construct_signature) @local.scope.function
(variable_declarator
  name: (identifier) @local.definition.function
  value: (arrow_function return_type: (type_annotation)? @local.type))
(variable_declarator
  name: (identifier) @local.definition.function
  value: (function_expression return_type: (type_annotation)? @local.type))
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @local.definition.function
  value: (arrow_function return_type: (type_annotation)? @local.type))

; Classes, and what has members like one.
(class_declaration name: (type_identifier) @local.definition.class) @local.scope.class
(abstract_class_declaration name: (type_identifier) @local.definition.class) @local.scope.class
(class_declaration
  (class_heritage
    (extends_clause value: (_) @local.base type_arguments: (type_arguments)? @local.arguments))) @local.scope.class
(class_declaration (class_heritage (implements_clause (_) @local.base))) @local.scope.class
(abstract_class_declaration
  (class_heritage
    (extends_clause value: (_) @local.base type_arguments: (type_arguments)? @local.arguments))) @local.scope.class
(abstract_class_declaration (class_heritage (implements_clause (_) @local.base))) @local.scope.class
(variable_declarator name: (identifier) @local.definition.class value: (class) @local.scope.class)
(class
  (class_heritage
    (extends_clause value: (_) @local.base type_arguments: (type_arguments)? @local.arguments))) @local.scope.class
(class (class_heritage (implements_clause (_) @local.base))) @local.scope.class
(class) @local.scope.class
(class name: (type_identifier) @local.definition.generic)
(interface_declaration name: (type_identifier) @local.definition.class) @local.scope.class
(interface_declaration (extends_type_clause type: (_) @local.base)) @local.scope.class
(enum_declaration name: (identifier) @local.definition.class) @local.scope.class
(enum_body name: (property_identifier) @local.definition.field)
(enum_assignment name: (property_identifier) @local.definition.field)
(object_type) @local.scope.class
(type_alias_declaration) @local.scope.block
(type_alias_declaration name: (type_identifier) @local.outside)
(type_alias_declaration
  name: (type_identifier) @local.definition.class
  value: (object_type) @local.scope.class)
(type_alias_declaration
  name: (type_identifier) @local.definition.class
  value: (intersection_type) @local.scope.class)
(type_alias_declaration
  value: (intersection_type
    [(type_identifier) (nested_type_identifier) (generic_type) (parenthesized_type) (intersection_type) (predefined_type)] @local.base) @local.scope.class)
(intersection_type (object_type) @local.scope.class @local.anonymous)
(type_alias_declaration name: (type_identifier) @local.definition.type value: (_) @local.value)
(internal_module name: (identifier) @local.definition.module body: (statement_block) @local.scope.module)
(module name: (identifier) @local.definition.module body: (statement_block) @local.scope.module)

; namespace shapes.round { ... }   is one in the other; of four and more in a row only the first is known.
(internal_module name: (nested_identifier object: (identifier) @local.definition.module)) @local.scope.module
(module name: (nested_identifier object: (identifier) @local.definition.module)) @local.scope.module
(internal_module
  name: (nested_identifier
    object: (member_expression
      object: (identifier) property: (property_identifier) @local.definition.module))) @local.scope.module
(internal_module
  name: (nested_identifier property: (property_identifier) @local.definition.module)
  body: (statement_block) @local.scope.module)
(module
  name: (nested_identifier property: (property_identifier) @local.definition.module)
  body: (statement_block) @local.scope.module)
(expression_statement
  (internal_module name: (nested_identifier
    object: (member_expression object: (identifier) @local.definition.module)))) @local.scope.module
(export_statement
  (internal_module name: (nested_identifier
    object: (member_expression object: (identifier) @local.definition.module)))) @local.scope.module
(ambient_declaration
  (internal_module name: (nested_identifier
    object: (member_expression object: (identifier) @local.definition.module)))) @local.scope.module
(internal_module name: (nested_identifier
  object: (member_expression
    object: (member_expression object: (identifier) @local.definition.module))))
(internal_module name: (nested_identifier
  object: (member_expression
    object: (member_expression object: (member_expression object: (identifier) @local.definition.module)))))
(conditional_type) @local.scope.block

; Members.
(public_field_definition name: (property_identifier) @local.definition.field value: (object) @local.scope.class)
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @local.definition.field
  type: (type_annotation) @local.type)
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @local.definition.field
  value: (_)? @local.value)
(property_signature
  name: (property_identifier) @local.definition.field
  type: (type_annotation (object_type) @local.scope.class))
(property_signature name: (property_identifier) @local.definition.field type: (type_annotation)? @local.type)
(required_parameter
  (accessibility_modifier)
  pattern: (identifier) @local.definition.parameter @local.lent)
(required_parameter "readonly" pattern: (identifier) @local.definition.parameter @local.lent)
(required_parameter
  (override_modifier)
  pattern: (identifier) @local.definition.parameter @local.lent)
(optional_parameter
  (accessibility_modifier)
  pattern: (identifier) @local.definition.parameter @local.lent)
(optional_parameter "readonly" pattern: (identifier) @local.definition.parameter @local.lent)

; An object that is written where a type is known is one of that type.
(variable_declarator type: (type_annotation (_) @local.base) value: (object) @local.scope.class)
(public_field_definition type: (type_annotation (_) @local.base) value: (object) @local.scope.class)
(required_parameter type: (type_annotation (_) @local.base) value: (object) @local.scope.class)
(as_expression . (object) @local.scope.class (_) @local.base)
(satisfies_expression . (object) @local.scope.class (_) @local.base)
(function_declaration
  return_type: (type_annotation (_) @local.base)
  body: (statement_block (return_statement (object) @local.scope.class)))
(method_definition
  return_type: (type_annotation (_) @local.base)
  body: (statement_block (return_statement (object) @local.scope.class)))
(arrow_function
  return_type: (type_annotation (_) @local.base)
  body: (statement_block (return_statement (object) @local.scope.class)))
(arrow_function
  return_type: (type_annotation (_) @local.base)
  body: (parenthesized_expression (object) @local.scope.class))

; Variables with types.
(variable_declarator name: (identifier) @local.definition.variable type: (type_annotation) @local.type)
(variable_declarator name: (identifier) @local.definition.variable value: (_)? @local.value)
(required_parameter
  pattern: (identifier) @local.definition.parameter
  type: (type_annotation (object_type) @local.scope.class))
(required_parameter pattern: (identifier) @local.definition.parameter type: (type_annotation) @local.type)
(required_parameter pattern: (identifier) @local.definition.parameter value: (_)? @local.value)
(required_parameter
  pattern: (rest_pattern (identifier) @local.definition.parameter)
  type: (type_annotation) @local.type)
(optional_parameter pattern: (identifier) @local.definition.parameter type: (type_annotation) @local.type)
(optional_parameter pattern: (identifier) @local.definition.parameter)
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (function_expression
    parameters: (formal_parameters . (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))

; What is given two of a list, or what came of those before and the next one.
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "sort" "toSorted"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (function_expression
    parameters: (formal_parameters (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "sort" "toSorted"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters
      . (_) . (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "reduce" "reduceRight"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_list)
  arguments: (arguments . (function_expression
    parameters: (formal_parameters
      . (_) . (required_parameter pattern: (identifier) @local.definition.parameter !type))))
  (#any-of? @_list "reduce" "reduceRight"))
(required_parameter
  pattern: (object_pattern (pair_pattern key: (property_identifier) @local.label))
  type: (type_annotation) @local.of_type)
(required_parameter
  pattern: (object_pattern
    (pair_pattern key: (property_identifier) @local.label value: (identifier) @local.definition.variable))
  type: (type_annotation) @local.of_type)
(required_parameter
  pattern: (object_pattern (shorthand_property_identifier_pattern) @local.shorthand @local.definition.variable)
  type: (type_annotation) @local.of_type)
(required_parameter
  pattern: (object_pattern
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.shorthand))
  type: (type_annotation) @local.of_type)
(type_parameter name: (type_identifier) @local.definition.generic constraint: (constraint (_) @local.type))
(type_parameter name: (type_identifier) @local.definition.generic)
(mapped_type_clause name: (type_identifier) @local.definition.generic)
(infer_type (type_identifier) @local.definition.generic)
(index_signature name: (identifier) @local.label)

(import_statement (import_require_clause (identifier) @local.namespace source: (string) @local.source))

; What is declared for other modules, with its members, has its name there.
(module name: (string)) @local.elsewhere
(ambient_declaration "global") @local.elsewhere

(import_alias . (identifier) @local.definition.module . (_) @local.value)
(required_parameter name: (identifier) @local.label)
(optional_parameter name: (identifier) @local.label)
(required_parameter pattern: (this) @local.definition.parameter type: (type_annotation) @local.type)

; What a pattern takes out of what is waited for, or out of each thing in a list.
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (pair_pattern key: (property_identifier) @local.label)) !type))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @local.shorthand) !type))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
(call_expression
  function: (member_expression object: (_) @local.held property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.shorthand)) !type))))
  (#any-of? @_then "forEach" "map" "filter" "find" "some" "every" "findIndex" "findLast" "flatMap" "then"))
