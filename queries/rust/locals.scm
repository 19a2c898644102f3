; What binds names, and where they are seen.

(function_item
  name: (identifier) @local.definition.function
  return_type: (_)? @local.type) @local.scope.function
(function_signature_item
  name: (identifier) @local.definition.function
  return_type: (_)? @local.type) @local.scope.function
(closure_expression) @local.scope.function
(struct_item name: (type_identifier) @local.definition.class) @local.scope.class
(union_item name: (type_identifier) @local.definition.class) @local.scope.class
(enum_item name: (type_identifier) @local.definition.class) @local.scope.class
(trait_item name: (type_identifier) @local.definition.class) @local.scope.class
(trait_item bounds: (trait_bounds (_) @local.base)) @local.scope.class
(type_item name: (type_identifier) @local.definition.type type: (_) @local.value)
(associated_type name: (type_identifier) @local.definition.type)
(impl_item trait: (_)? @local.trait type: (_) @local.subject) @local.scope.class
(mod_item name: (identifier) @local.definition.module body: (declaration_list) @local.scope.module)
(mod_item name: (identifier) @local.definition.module)
(macro_definition name: (identifier) @local.definition.macro)
(block) @local.scope.block
(match_arm) @local.scope.block
(if_expression) @local.scope.block
(while_expression) @local.scope.block
(for_expression) @local.scope.block

(field_declaration name: (field_identifier) @local.definition.field type: (_) @local.type)
(enum_variant name: (identifier) @local.definition.class)
(const_item name: (identifier) @local.definition.variable type: (_) @local.type)
(static_item name: (identifier) @local.definition.variable type: (_) @local.type)

(type_parameter name: (type_identifier) @local.definition.type)
(const_parameter name: (identifier) @local.definition.variable)
(parameter pattern: (identifier) @local.definition.parameter type: (_) @local.type)
(parameter pattern: (mut_pattern (identifier) @local.definition.parameter) type: (_) @local.type)
(closure_parameters (identifier) @local.definition.parameter)
(closure_parameters (parameter pattern: (identifier) @local.definition.parameter))
(let_declaration pattern: (identifier) @local.definition.variable type: (_) @local.type) @local.from
(let_declaration pattern: (identifier) @local.definition.variable value: (_) @local.value) @local.from
(let_declaration pattern: (identifier) @local.definition.variable) @local.from
(let_declaration pattern: (mut_pattern (identifier) @local.definition.variable) value: (_) @local.value) @local.from
((tuple_struct_pattern type: (_) (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((tuple_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((slice_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((mut_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((ref_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((reference_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((or_pattern (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((captured_pattern . (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
((match_pattern . (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
(field_pattern name: (shorthand_field_identifier) @local.definition.variable)
(field_pattern pattern: (identifier) @local.definition.variable)
(for_expression pattern: (identifier) @local.definition.variable)

; Imports: each part of a path counts for what stands behind it.
(use_declaration argument: (identifier) @local.import)
(use_declaration argument: (scoped_identifier name: (identifier) @local.import))
(use_declaration argument: (scoped_identifier path: (_) @local.prefix))
(use_list (identifier) @local.import)
(use_list (self) @local.import)
(use_list (scoped_identifier path: (_) @local.prefix name: (identifier) @local.import))
(scoped_use_list path: (_) @local.prefix)
(use_as_clause path: (identifier) @local.import alias: (identifier) @local.alias)
(use_as_clause path: (scoped_identifier path: (_) @local.prefix name: (identifier) @local.import) alias: (identifier) @local.alias)
(use_wildcard (_) @local.prefix) @local.all
(extern_crate_declaration name: (identifier) @local.import alias: (identifier) @local.alias)

(field_initializer field: (field_identifier) @local.label)
(shorthand_field_initializer (identifier) @local.shorthand)
