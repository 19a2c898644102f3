; What binds names, and where they are seen.

(function_declaration name: (identifier) @local.definition.function) @local.scope.function
(generator_function_declaration name: (identifier) @local.definition.function) @local.scope.function
(function_expression) @local.scope.function
(generator_function) @local.scope.function
(arrow_function) @local.scope.function
(method_definition name: (property_identifier) @local.definition.function) @local.scope.function
(method_definition name: (private_property_identifier) @local.definition.function) @local.scope.function
(method_definition) @local.scope.function
(statement_block) @local.scope.block
(for_statement) @local.scope.block
(for_in_statement) @local.scope.block
(catch_clause) @local.scope.block
(switch_body) @local.scope.block

(variable_declarator name: (identifier) @local.definition.variable value: (_) @local.value)
(variable_declarator name: (identifier) @local.definition.variable)
(object_pattern (shorthand_property_identifier_pattern) @local.definition.variable)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.definition.variable)
(pair_pattern value: (identifier) @local.definition.variable)
(pair_pattern key: (property_identifier) @local.label)
(array_pattern (identifier) @local.definition.variable)
(assignment_pattern left: (identifier) @local.definition.variable)
(rest_pattern (identifier) @local.definition.variable)
(catch_clause parameter: (identifier) @local.definition.parameter)
(for_in_statement left: (identifier) @local.definition.variable)
(arrow_function parameter: (identifier) @local.definition.parameter)

; Keys of objects.
(pair key: (property_identifier) @local.definition.field)
(shorthand_property_identifier) @local.shorthand
(assignment_expression
  left: (member_expression object: (this) @local.receiver property: (property_identifier) @local.definition.field)
  right: (_) @local.value)

(import_statement source: (string) @local.prefix)
(import_clause (identifier) @local.default)
(import_specifier name: (identifier) @local.import alias: (identifier) @local.alias)
(import_specifier name: (identifier) @local.import)
(namespace_import (identifier) @local.namespace)
(export_statement source: (string) @local.prefix)
(export_statement (export_clause (export_specifier name: (identifier) @local.import alias: (identifier)? @local.alias)) source: (string) @local.reexport)
(export_statement (namespace_export (identifier) @local.namespace))
(export_statement "*" . "from" source: (string)) @local.all
(export_statement (export_clause (export_specifier name: (identifier) @local.exported alias: (identifier) @local.export)) . ";"?)
(export_statement "default" @local.export declaration: (_ name: (_) @local.exported))
(export_statement "default" @local.export value: (identifier) @local.exported)
(variable_declarator
  name: (identifier) @local.namespace
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @local.source .))
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @local.import)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @local.source .))
  (#eq? @_require "require"))

(function_declaration name: (identifier) @local.definition.function return_type: (type_annotation) @local.type) @local.scope.function
(function_signature name: (identifier) @local.definition.function) @local.scope.function
(method_definition
  name: (property_identifier) @local.definition.function
  return_type: (type_annotation) @local.type) @local.scope.function
(method_signature name: (property_identifier) @local.definition.function) @local.scope.function
(abstract_method_signature name: (property_identifier) @local.definition.function) @local.scope.function
(function_type) @local.scope.function
(class_declaration name: (type_identifier) @local.definition.class body: (class_body) @local.scope.class)
(abstract_class_declaration name: (type_identifier) @local.definition.class body: (class_body) @local.scope.class)
(class_declaration (class_heritage (extends_clause value: (_) @local.base)) body: (class_body) @local.scope.class)
(class_declaration (class_heritage (implements_clause (_) @local.base)) body: (class_body) @local.scope.class)
(abstract_class_declaration (class_heritage (extends_clause value: (_) @local.base)) body: (class_body) @local.scope.class)
(abstract_class_declaration (class_heritage (implements_clause (_) @local.base)) body: (class_body) @local.scope.class)
(class body: (class_body) @local.scope.class)
(interface_declaration name: (type_identifier) @local.definition.class body: (interface_body) @local.scope.class)
(interface_declaration (extends_type_clause (_) @local.base) body: (interface_body) @local.scope.class)
(enum_declaration name: (identifier) @local.definition.class body: (enum_body) @local.scope.class)
(enum_body (property_identifier) @local.definition.field)
(enum_assignment name: (property_identifier) @local.definition.field)
(type_alias_declaration name: (type_identifier) @local.definition.type value: (_) @local.value)
(internal_module name: (identifier) @local.definition.module body: (statement_block) @local.scope.module)
(public_field_definition name: (property_identifier) @local.definition.field type: (type_annotation) @local.type)
(public_field_definition name: (property_identifier) @local.definition.field value: (_) @local.value)
(public_field_definition name: (property_identifier) @local.definition.field)
(property_signature name: (property_identifier) @local.definition.field type: (type_annotation) @local.type)
(property_signature name: (property_identifier) @local.definition.field)
(variable_declarator name: (identifier) @local.definition.variable type: (type_annotation) @local.type)
(required_parameter pattern: (identifier) @local.definition.parameter type: (type_annotation) @local.type)
(required_parameter pattern: (identifier) @local.definition.parameter)
(optional_parameter pattern: (identifier) @local.definition.parameter type: (type_annotation) @local.type)
(optional_parameter pattern: (identifier) @local.definition.parameter)
(type_parameter name: (type_identifier) @local.definition.type)
(mapped_type_clause name: (type_identifier) @local.definition.type)
(infer_type (type_identifier) @local.definition.type)
