; What stands in a file, a namespace, a class, an interface or an object. Each pattern names one node and nothing below
; it; parts are read by field name.

; class Basket { ... }   abstract class Shape { ... }
[(class_declaration) (abstract_class_declaration) (class)] @class

; interface Shop { ... }
(interface_declaration) @interface

; enum Colour { Red, Green }
(enum_declaration) @enum

; type Name = string;
(type_alias_declaration) @type

; function run() { ... }   function run(a: string): void;   total() { ... }   abstract total(): number
[
  (function_declaration) (generator_function_declaration) (function_signature)
  (method_definition) (method_signature) (abstract_method_signature)
  (function_expression) (generator_function) (arrow_function)
] @function

; run = () => { ... } behind const   exports.run = function () { ... }   run: () => { ... }   run = () => { ... }
[(variable_declarator) (assignment_expression) (pair) (public_field_definition)] @valued

; export default { ... }
(object) @object

; namespace shapes { ... }   declare module "shapes" { ... }
[(internal_module) (module)] @module

; export function run() { ... }   declare function run(): void;   const run = () => { ... };   declare global { ... }
[
  (export_statement) (ambient_declaration) (lexical_declaration) (variable_declaration) (expression_statement)
] @wrapper

; @checked   above a method
(decorator) @attribute

; if (ready) { ... } else { ... }   try { ... } catch { ... }   for (...) { ... }   { ... }
[
  (if_statement) (else_clause) (try_statement) (catch_clause) (finally_clause) (switch_statement) (switch_body)
  (switch_case) (switch_default) (for_statement) (for_in_statement) (while_statement) (do_statement) (labeled_statement)
  (statement_block)
] @block

(comment) @comment

; import a from "b";   import a = b.c;
[(import_statement) (import_alias)] @import

; (function () { ... })();   describe("basket", () => { ... });
[
  (call_expression) (new_expression) (arguments) (parenthesized_expression) (unary_expression) (await_expression)
  (member_expression)
] @call
