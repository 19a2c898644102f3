; What binds names in JavaScript and in TypeScript, and where they are seen.

; Functions.
(function_expression) @local.scope.function
(function_expression name: (identifier) @local.definition.variable)
(generator_function) @local.scope.function
(generator_function name: (identifier) @local.definition.variable)
(arrow_function) @local.scope.function
(arrow_function parameter: (identifier) @local.definition.parameter)
(class_static_block) @local.scope.function
(statement_block) @local.scope.block
(for_statement) @local.scope.block
(for_in_statement) @local.scope.block
(catch_clause) @local.scope.block
(switch_body) @local.scope.block
(catch_clause parameter: (identifier) @local.definition.parameter)
(labeled_statement label: (statement_identifier) @local.label)
(break_statement label: (statement_identifier) @local.label)
(continue_statement label: (statement_identifier) @local.label)

; What is assigned to binds nothing.
(assignment_expression left: [(array_pattern) (object_pattern)] @local.assigned)
(for_in_statement !kind left: (_) @local.assigned)

; What a pattern takes out of an object: by the name of a member, or by one name for a member and a variable.
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @local.label))
  value: (_) @local.callee)
(variable_declarator
  name: (object_pattern
    (pair_pattern key: (property_identifier) @local.label value: (identifier) @local.definition.variable))
  value: (_) @local.callee)
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @local.shorthand @local.definition.variable)
  value: (_) @local.callee)
(variable_declarator
  name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.shorthand))
  value: (_) @local.callee)
(object_pattern (pair_pattern key: (property_identifier) @local.label)) @local.callee
(object_pattern (shorthand_property_identifier_pattern) @local.shorthand) @local.callee
(object_pattern
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.shorthand)) @local.callee

; Where a variable is of a class, since a condition says so.
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (identifier) @local.condition
    operator: "instanceof"
    right: (_) @local.type))
  consequence: (_) @local.narrowed)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (binary_expression
      left: (identifier) @local.condition
      operator: "instanceof"
      right: (_) @local.type)
    operator: "&&"))
  consequence: (_) @local.narrowed)
(if_statement
  condition: (parenthesized_expression (binary_expression
    operator: "&&"
    right: (binary_expression
      left: (identifier) @local.condition
      operator: "instanceof"
      right: (_) @local.type)))
  consequence: (_) @local.narrowed)
(binary_expression
  left: (binary_expression
    left: (identifier) @local.condition
    operator: "instanceof"
    right: (_) @local.type)
  operator: "&&"
  right: (_) @local.narrowed)
(binary_expression
  left: (binary_expression
    operator: "&&"
    right: (binary_expression
      left: (identifier) @local.condition
      operator: "instanceof"
      right: (_) @local.type))
  operator: "&&"
  right: (_) @local.narrowed)
(ternary_expression
  condition: (binary_expression
    left: (identifier) @local.condition
    operator: "instanceof"
    right: (_) @local.type)
  consequence: (_) @local.narrowed)
(ternary_expression
  condition: (parenthesized_expression (binary_expression
    left: (identifier) @local.condition
    operator: "instanceof"
    right: (_) @local.type))
  consequence: (_) @local.narrowed)
(ternary_expression
  condition: (binary_expression
    left: (binary_expression
      left: (identifier) @local.condition
      operator: "instanceof"
      right: (_) @local.type)
    operator: "&&")
  consequence: (_) @local.narrowed)
(ternary_expression
  condition: (binary_expression
    operator: "&&"
    right: (binary_expression
      left: (identifier) @local.condition
      operator: "instanceof"
      right: (_) @local.type))
  consequence: (_) @local.narrowed)
(statement_block
  (if_statement
    condition: (parenthesized_expression
      (unary_expression operator: "!" argument: (parenthesized_expression (binary_expression
        left: (identifier) @local.condition
        operator: "instanceof"
        right: (_) @local.type))))
    consequence: [
      (return_statement)
      (throw_statement)
      (continue_statement)
      (break_statement)
      (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)
    ]
    !alternative) @local.from) @local.narrowed

; Objects.
(object) @local.scope.class
(object (pair key: (property_identifier) @local.definition.field value: (object) @local.scope.class))
(object (pair key: (property_identifier) @local.definition.field value: (_) @local.value))
(object (shorthand_property_identifier) @local.given_field)

; Imports.
(import_statement source: (string) @local.prefix)
(import_clause (identifier) @local.default)
(import_specifier name: (identifier) @local.import alias: (identifier) @local.alias)
(import_specifier name: (identifier) @local.import !alias)
(namespace_import (identifier) @local.namespace)
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
(variable_declarator
  name: (identifier) @local.alias
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @local.source .))
    property: (property_identifier) @local.import)
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern
    (pair_pattern key: (property_identifier) @local.import value: (identifier) @local.alias))
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @local.source .))
  (#eq? @_require "require"))

; What other files see, by the names that they see.
(export_statement source: (string) @local.prefix)
(export_statement
  (export_clause (export_specifier name: (identifier) @local.import alias: (_) @local.alias))
  source: (string) @local.reexport)
(export_statement
  (export_clause (export_specifier name: (identifier) @local.import !alias))
  source: (string) @local.reexport)
(export_statement (namespace_export (identifier) @local.namespace) source: (string) @local.reexport)
(export_statement "*" @local.all source: (string))
(export_statement
  !source
  (export_clause (export_specifier name: (identifier) @local.exported alias: (_) @local.export)))
(export_statement
  !source
  (export_clause (export_specifier name: (identifier) @local.exported @local.export !alias)))
(export_statement "default" @local.export declaration: (_ name: (_) @local.exported))
(export_statement "default" @local.export value: (identifier) @local.exported)
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @local.export)
  right: (identifier) @local.exported
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @local.export)
  right: (identifier) @local.exported
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @local.definition.variable @local.export)
  right: (_) @local.value
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @local.definition.variable @local.export)
  right: (_) @local.value
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [(object) (identifier) (call_expression)] @local.exports
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @local.exported @local.export)
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
