; What binds names, and where they are seen. queries/python/locals.scm has the list of captures; here also @local.names
; (what stands for a field of the name of its type), @local.narrowed (where a variable is of the type beside it).

(package_clause (package_identifier) @local.package @local.label)

; Imports: by another name, by the last part of the path, or all names at once.
(import_spec name: (package_identifier) @local.namespace path: (_) @local.source)
(import_spec !name path: (_) @local.package_path)
(import_spec name: (dot) @local.all path: (_) @local.source)

; Functions. What has no body is written in another language, under its name.
(function_declaration name: (identifier) @local.definition.function) @local.scope.function
(function_declaration name: (identifier) @local.fixed !body)
(function_declaration
  name: (identifier) @local.definition.function
  result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type) (struct_type) (interface_type) (function_type) (parenthesized_type)] @local.type) @local.scope.function
(function_declaration
  name: (identifier) @local.definition.function
  result: (parameter_list . (parameter_declaration . name: (identifier)? . type: (_) @local.type) .)) @local.scope.function
(function_declaration
  name: (identifier) @local.definition.function
  result: (parameter_list (_) . (_)) @local.type) @local.scope.function
(function_declaration
  name: (identifier) @local.definition.function
  result: (parameter_list (parameter_declaration name: (_) . name: (_))) @local.type) @local.scope.function
(func_literal) @local.scope.function

; Methods belong to the type of their receiver.
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @local.subject
    (generic_type type: (type_identifier) @local.subject)
    (pointer_type (type_identifier) @local.subject)
    (pointer_type (generic_type type: (type_identifier) @local.subject))
    (parenthesized_type (pointer_type (type_identifier) @local.subject))]))
  name: (field_identifier) @local.definition.function) @local.scope.function
(method_declaration name: (field_identifier) @local.fixed !body)
(method_declaration
  name: (field_identifier) @local.definition.function
  result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type) (struct_type) (interface_type) (function_type) (parenthesized_type)] @local.type) @local.scope.function
(method_declaration
  name: (field_identifier) @local.definition.function
  result: (parameter_list . (parameter_declaration . name: (identifier)? . type: (_) @local.type) .)) @local.scope.function
(method_declaration
  name: (field_identifier) @local.definition.function
  result: (parameter_list (_) . (_)) @local.type) @local.scope.function
(method_declaration
  name: (field_identifier) @local.definition.function
  result: (parameter_list (parameter_declaration name: (_) . name: (_))) @local.type) @local.scope.function
; The parameters of a generic type get names of their own in each method.
(method_declaration
  receiver: (parameter_list (parameter_declaration type:
    (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.definition.generic))))))
(method_declaration
  receiver: (parameter_list (parameter_declaration type:
    (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.definition.generic)))))))

; Types. Any of them may have methods; what it is made of is its value.
(type_spec
  name: (type_identifier) @local.definition.class @local.from
  type: (_) @local.value) @local.scope.class
(type_spec type: (type_identifier) @local.base) @local.scope.class
(type_spec type: (qualified_type) @local.base) @local.scope.class
(type_spec type: (generic_type) @local.base) @local.scope.class
(type_spec type: (struct_type)) @local.scope.class
(type_spec type: (interface_type)) @local.scope.class @local.given
(type_alias name: (type_identifier) @local.definition.type @local.from type: (_) @local.value)
(type_parameter_declaration
  name: (identifier) @local.definition.generic
  type: (type_constraint . [(type_identifier) (qualified_type) (generic_type) (interface_type)] @local.type .))
(type_parameter_declaration name: (identifier) @local.definition.generic)

; Types without a name.
((struct_type) @local.anonymous @local.scope.class)
((interface_type) @local.anonymous @local.scope.class @local.given)

; Fields, and what a type takes over from others, by the name of their types.
(field_declaration name: (field_identifier) @local.definition.field type: (_) @local.type)
(struct_type (field_declaration_list (field_declaration !name type: (_) @local.base @local.names))) @local.scope.class
(interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @local.base .)) @local.scope.class

(method_elem
  name: (field_identifier) @local.definition.function
  result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (channel_type) (struct_type) (interface_type) (function_type) (parenthesized_type)] @local.type) @local.scope.function
(method_elem
  name: (field_identifier) @local.definition.function
  result: (parameter_list . (parameter_declaration . name: (identifier)? . type: (_) @local.type) .)) @local.scope.function
(method_elem
  name: (field_identifier) @local.definition.function
  result: (parameter_list (_) . (_)) @local.type) @local.scope.function
(method_elem name: (field_identifier) @local.definition.function) @local.scope.function
(function_type) @local.scope.function

; Blocks.
(block) @local.scope.block
(if_statement) @local.scope.block
(for_statement) @local.scope.block
(expression_switch_statement) @local.scope.block
(type_switch_statement) @local.scope.block
(expression_case) @local.scope.block
(type_case) @local.scope.block
(default_case) @local.scope.block
(communication_case) @local.scope.block

; Parameters: they are seen behind the signature.
(_ parameters: (parameter_list (_ name: (identifier) @local.definition.parameter)) @local.from)
(_ parameters: (parameter_list (_ name: (identifier) @local.definition.parameter)) result: (_) @local.from)
(_ result: (parameter_list (_ name: (identifier) @local.definition.parameter)) @local.from)
(_ receiver: (parameter_list (_ name: (identifier) @local.definition.parameter)) parameters: (_) @local.from)
(_ receiver: (parameter_list (_ name: (identifier) @local.definition.parameter)) result: (_) @local.from)
(parameter_declaration name: (identifier) @local.definition.parameter type: (_) @local.type)
(variadic_parameter_declaration name: (identifier) @local.definition.parameter) @local.type

; Variables and constants; in a function they are seen behind their statement.
(var_spec name: (identifier) @local.definition.variable type: (_) @local.type) @local.from
(var_spec . name: (identifier) @local.definition.variable . value: (expression_list . (_) @local.value .)) @local.from
(var_spec name: (identifier) @local.definition.variable value: (expression_list (_) . (_)) @local.parts) @local.from
(var_spec name: (identifier) @local.definition.variable value: (expression_list . (_) @local.parts .)) @local.from
(var_spec name: (identifier) @local.definition.variable) @local.from
(const_spec name: (identifier) @local.definition.variable type: (_) @local.type) @local.from
(const_spec . name: (identifier) @local.definition.variable . value: (expression_list . (_) @local.value .)) @local.from
(const_spec name: (identifier) @local.definition.variable) @local.from
(short_var_declaration
  left: (expression_list . (identifier) @local.definition.variable .)
  right: (expression_list . (_) @local.value .)) @local.from
(short_var_declaration
  left: (expression_list (identifier) @local.definition.variable)
  right: (expression_list (_) . (_)) @local.parts) @local.from
(short_var_declaration
  left: (expression_list (identifier) @local.definition.variable)
  right: (expression_list . (_) @local.parts .)) @local.from
(range_clause
  left: (expression_list . (identifier) @local.definition.variable)
  ":="
  right: (_) @local.key) @local.from
(range_clause
  left: (expression_list (_) . (identifier) @local.definition.variable)
  ":="
  right: (_) @local.held) @local.from
(receive_statement
  left: (expression_list . (identifier) @local.definition.variable)
  ":="
  right: (_) @local.value) @local.from
(receive_statement
  left: (expression_list (_) . (identifier) @local.definition.variable)
  ":=") @local.from
(type_switch_statement
  alias: (expression_list (identifier) @local.definition.variable)
  value: (_) @local.value @local.from)
(type_switch_statement
  alias: (expression_list (identifier) @local.definition.variable)
  (type_case "case" . type: (_) @local.type . ":") @local.narrowed)

; Keys of composite literals: names of fields, or values.
(literal_value (keyed_element key: (literal_element (identifier) @local.label))) @local.callee

; Labels.
(label_name) @local.label
