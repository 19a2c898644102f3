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

(class_declaration name: (identifier) @local.definition.class body: (class_body) @local.scope.class)
(class_declaration (class_heritage (_) @local.base) body: (class_body) @local.scope.class)
(class (class_heritage (_) @local.base) body: (class_body) @local.scope.class)
(class body: (class_body) @local.scope.class)
(field_definition property: (property_identifier) @local.definition.field value: (_) @local.value)
(field_definition property: (property_identifier) @local.definition.field)
(formal_parameters (identifier) @local.definition.parameter)
