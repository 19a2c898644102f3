; What binds names, and where they are seen. queries/python/locals.scm has the list of captures; here also
; @local.definition.component (a field that is asked for as a function, too) and @local.around (the class around it is
; what a class inherits from, or what a field is).

(package_declaration [(scoped_identifier) (identifier)] @local.package)
(package_declaration (identifier) @local.label)

; Imports.
(import_declaration (scoped_identifier scope: (_) @local.prefix name: (identifier) @local.import) .)
(import_declaration (scoped_identifier) @local.prefix (asterisk) @local.all)
(import_declaration (identifier) @local.prefix (asterisk) @local.all)

; Types.
(class_declaration name: (identifier) @local.definition.class) @local.scope.class
(interface_declaration name: (identifier) @local.definition.class) @local.scope.class
(enum_declaration name: (identifier) @local.definition.class) @local.scope.class
(record_declaration name: (identifier) @local.definition.class) @local.scope.class
(annotation_type_declaration name: (identifier) @local.definition.class) @local.scope.class
(class_declaration superclass: (superclass (_) @local.base)) @local.scope.class
(class_declaration interfaces: (super_interfaces (type_list (_) @local.base))) @local.scope.class
(enum_declaration interfaces: (super_interfaces (type_list (_) @local.base))) @local.scope.class
(record_declaration interfaces: (super_interfaces (type_list (_) @local.base))) @local.scope.class
(interface_declaration (extends_interfaces (type_list (_) @local.base))) @local.scope.class
(type_parameter . (type_identifier) @local.definition.generic (type_bound . (_) @local.type))
(type_parameter . (type_identifier) @local.definition.generic)

; Classes without a name.
(object_creation_expression type: (_) @local.base (class_body) @local.scope.class @local.anonymous)
(enum_constant body: (class_body) @local.scope.class @local.anonymous @local.around)

; Members.
(method_declaration
  type: (_) @local.type
  name: (identifier) @local.definition.function) @local.scope.function
(annotation_type_element_declaration
  type: (_) @local.type
  name: (identifier) @local.definition.function) @local.scope.function
(constructor_declaration) @local.scope.function
(compact_constructor_declaration) @local.scope.function
(lambda_expression) @local.scope.function
(field_declaration type: (_) @local.type declarator: (variable_declarator name: (identifier) @local.definition.field))
(constant_declaration type: (_) @local.type declarator: (variable_declarator name: (identifier) @local.definition.field))
(enum_constant name: (identifier) @local.definition.field @local.around)
(record_declaration parameters: (formal_parameters (formal_parameter
  type: (_) @local.type
  name: (identifier) @local.definition.component)))
(record_declaration parameters: (formal_parameters (spread_parameter
  (variable_declarator name: (identifier) @local.definition.component))))

; Blocks.
(block) @local.scope.block
(constructor_body) @local.scope.block
; What a pattern binds in the value of a field is no member.
(field_declaration declarator: (variable_declarator
  value: [
    (binary_expression)
    (ternary_expression)
    (unary_expression)
    (parenthesized_expression)
    (instanceof_expression)
  ] @local.scope.block))
; The groups of a `switch` share their variables; what a pattern binds is seen in its group.
(switch_block) @local.scope.block
(switch_block_statement_group (switch_label (pattern))) @local.scope.block
(switch_rule) @local.scope.block
(if_statement) @local.scope.block
(while_statement) @local.scope.block
(for_statement) @local.scope.block
(enhanced_for_statement) @local.scope.block
(enhanced_for_statement value: (_) @local.outside)
(catch_clause) @local.scope.block
(try_with_resources_statement) @local.scope.block

; Parameters.
(formal_parameter type: (_) @local.type name: (identifier) @local.definition.parameter)
(spread_parameter
  [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)]
  (variable_declarator name: (identifier) @local.definition.parameter)) @local.type
(spread_parameter (variable_declarator name: (identifier) @local.definition.parameter))
(lambda_expression parameters: (identifier) @local.definition.parameter)
(inferred_parameters (identifier) @local.definition.parameter)
; What holds others gives each of them to a lambda.
(method_invocation
  object: (_) @local.held
  name: (identifier) @_given
  arguments: (argument_list . (lambda_expression
    parameters: [
      (identifier) @local.definition.parameter
      (inferred_parameters . (identifier) @local.definition.parameter .)
    ]))
  (#any-of? @_given
    "allMatch" "anyMatch" "dropWhile" "filter" "flatMap" "forEach" "forEachOrdered" "ifPresent" "ifPresentOrElse" "map"
    "mapToDouble" "mapToInt" "mapToLong" "mapToObj" "noneMatch" "peek" "removeIf" "takeWhile" "thenAccept" "thenApply"
    "thenCompose"))
(method_invocation
  object: (_) @local.held
  name: (identifier) @_given
  arguments: (argument_list . (lambda_expression
    parameters: (inferred_parameters . (identifier) . (identifier) @local.definition.parameter .)))
  (#any-of? @_given "forEach" "max" "min" "reduce" "replaceAll" "sort" "sorted"))
(method_invocation
  object: (_) @local.held
  name: (identifier) @_given
  arguments: (argument_list . (lambda_expression
    parameters: (inferred_parameters . (identifier) @local.definition.parameter . (identifier) .)))
  (#any-of? @_given "max" "min" "reduce" "sort" "sorted"))
(method_invocation
  object: (_) @local.key
  name: (identifier) @_given
  arguments: (argument_list . (lambda_expression
    parameters: (inferred_parameters . (identifier) @local.definition.parameter . (identifier) .)))
  (#any-of? @_given "forEach" "replaceAll"))
(catch_formal_parameter (catch_type . (_) @local.type .) name: (identifier) @local.definition.parameter)
(catch_formal_parameter name: (identifier) @local.definition.parameter)

; Variables: `var` is what they are given.
(local_variable_declaration
  type: (_) @local.type
  declarator: (variable_declarator name: (identifier) @local.definition.variable @local.from)
  (#not-eq? @local.type "var"))
(local_variable_declaration
  type: (_) @_var
  declarator: (variable_declarator
    name: (identifier) @local.definition.variable
    value: (_) @local.value) @local.from
  (#eq? @_var "var"))
(enhanced_for_statement
  type: (_) @local.type
  name: (identifier) @local.definition.variable @local.from
  (#not-eq? @local.type "var"))
(enhanced_for_statement
  type: (_) @_var
  name: (identifier) @local.definition.variable @local.from
  value: (_) @local.held
  (#eq? @_var "var"))
(resource
  type: (_) @local.type
  name: (identifier) @local.definition.variable @local.from
  (#not-eq? @local.type "var"))
(resource
  type: (_) @_var
  name: (identifier) @local.definition.variable
  value: (_) @local.value @local.from
  (#eq? @_var "var"))

; What a pattern binds is seen where it fits: the manifest tells (`flow`).
(instanceof_expression
  right: (_) @local.type
  name: (identifier) @local.definition.variable @local.from)
(type_pattern (_) @local.type . (identifier) @local.definition.variable @local.from)
(record_pattern_component (_) @local.type . (identifier) @local.definition.variable @local.from (#not-eq? @local.type "var"))
(record_pattern_component (_) . (identifier) @local.definition.variable @local.from)

; Names of constants where their class is that of what is looked at, and of parts of annotations.
(switch_expression
  condition: (parenthesized_expression (_) @local.callee)
  body: (switch_block (switch_block_statement_group (switch_label (identifier) @local.label))))
(switch_expression
  condition: (parenthesized_expression (_) @local.callee)
  body: (switch_block (switch_rule (switch_label (identifier) @local.label))))
(annotation
  name: (_) @local.callee
  arguments: (annotation_argument_list (element_value_pair key: (identifier) @local.label)))

; Labels.
(labeled_statement . (identifier) @local.label)
(break_statement (identifier) @local.label)
(continue_statement (identifier) @local.label)
(module_declaration name: (identifier) @local.label)
