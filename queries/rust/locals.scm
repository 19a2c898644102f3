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
(struct_item body: (ordered_field_declaration_list) @local.row) @local.scope.class
(enum_item name: (type_identifier) @local.definition.class) @local.scope.class
(trait_item name: (type_identifier) @local.definition.class) @local.scope.class @local.given
(trait_item bounds: (trait_bounds (_) @local.base)) @local.scope.class
; The parameters of an alias are seen in it only, and its name is not one of them.
(type_item) @local.scope.block
(type_item name: (type_identifier) @local.outside)
(type_item name: (type_identifier) @local.definition.type type: (_) @local.value)
(associated_type) @local.scope.block
(associated_type name: (type_identifier) @local.outside)
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

; The other branch does not see what the condition binds, nor does what a loop runs over.
(if_expression alternative: (_) @local.outside)
(for_expression value: (_) @local.outside)

(field_declaration name: (field_identifier) @local.definition.field type: (_) @local.type)
(enum_variant
  name: (identifier) @local.definition.class
  body: (field_declaration_list)) @local.scope.class
(enum_variant name: (identifier) @local.definition.class)
(enum_variant
  name: (identifier) @local.definition.class
  body: (ordered_field_declaration_list) @local.type)
(const_item name: (identifier) @local.definition.variable type: (_) @local.type)
(static_item name: (identifier) @local.definition.variable type: (_) @local.type)

(type_parameter name: (type_identifier) @local.definition.generic bounds: (trait_bounds (_) @local.type))
(where_predicate left: (type_identifier) @local.bounded bounds: (trait_bounds (_) @local.type))
(type_parameter name: (type_identifier) @local.definition.generic)
(const_parameter name: (identifier) @local.definition.generic)
(parameter pattern: (identifier) @local.definition.parameter type: (_) @local.type)
(parameter pattern: (mut_pattern (identifier) @local.definition.parameter) type: (_) @local.type)
(closure_parameters (identifier) @local.definition.parameter)
(closure_parameters (parameter pattern: (identifier) @local.definition.parameter type: (_) @local.type))

; What is bound by a pattern is seen behind the statement or the condition.
(let_declaration pattern: (_) @local.pattern) @local.from
(let_condition pattern: (_) @local.pattern) @local.from
((let_declaration pattern: (identifier) @local.definition.variable type: (_) @local.type) (#match? @local.definition.variable "^[a-z_]"))
((let_declaration pattern: (identifier) @local.definition.variable value: (_) @local.value) (#match? @local.definition.variable "^[a-z_]"))
((let_declaration pattern: (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))
(let_declaration pattern: (mut_pattern (identifier) @local.definition.variable) type: (_) @local.type)
(let_declaration pattern: (mut_pattern (identifier) @local.definition.variable) value: (_) @local.value)
((let_condition pattern: (identifier) @local.definition.variable value: (_) @local.value) (#match? @local.definition.variable "^[a-z_]"))

(for_expression pattern: (identifier) @local.definition.variable)

; What it takes out of a struct.
(struct_pattern
  type: (_) @local.callee
  (field_pattern name: (shorthand_field_identifier) @local.definition.variable @local.shorthand))
((struct_pattern
    type: (_) @local.callee
    (field_pattern
      name: (field_identifier) @local.label
      pattern: [
        (identifier) @local.definition.variable
        (mut_pattern (identifier) @local.definition.variable)
        (ref_pattern (identifier) @local.definition.variable)
        (ref_pattern (mut_pattern (identifier) @local.definition.variable))
      ]))
  (#match? @local.definition.variable "^[a-z_]"))

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
((field_pattern pattern: (identifier) @local.definition.variable) (#match? @local.definition.variable "^[a-z_]"))

; Imports: each part of a path counts for what stands behind it.
(use_declaration argument: (identifier) @local.import)
(use_declaration argument: (scoped_identifier name: (identifier) @local.import))
(use_declaration argument: (scoped_identifier path: (_) @local.prefix))
(use_list (identifier) @local.import)
(use_list (self) @local.import)
(use_list (scoped_identifier path: (_) @local.prefix name: (identifier) @local.import))
(scoped_use_list path: (_) @local.prefix)
(use_as_clause path: (identifier) @local.import alias: (identifier) @local.alias)
(use_as_clause path: [(self) (crate) (super)] @local.import alias: (identifier) @local.alias)
(use_as_clause path: (scoped_identifier path: (_) @local.prefix name: (identifier) @local.import) alias: (identifier) @local.alias)
(use_wildcard (_) @local.prefix) @local.all
(extern_crate_declaration name: (identifier) @local.import alias: (identifier) @local.alias)

; Names of fields, where they are given and taken.
(struct_expression
  name: (_) @local.callee
  body: (field_initializer_list (field_initializer field: (field_identifier) @local.label)))
(struct_expression
  name: (_) @local.callee
  body: (field_initializer_list (shorthand_field_initializer (identifier) @local.shorthand)))
(struct_pattern type: (_) @local.callee (field_pattern name: (field_identifier) @local.label))
(struct_pattern type: (_) @local.callee (field_pattern name: (shorthand_field_identifier) @local.shorthand))
(generic_type type: (_) @local.callee type_arguments: (type_arguments (type_binding name: (type_identifier) @local.label)))
(type_binding name: (type_identifier) @local.label)

; Words that are no names of definitions.
(lifetime (identifier) @local.label)
(label (identifier) @local.label)
(fragment_specifier) @local.label

; What is linked to has its name elsewhere.
(foreign_mod_item body: (declaration_list (function_signature_item name: (identifier) @local.fixed)))
(foreign_mod_item body: (declaration_list (static_item name: (identifier) @local.fixed)))
