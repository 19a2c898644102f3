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

; export function run() { ... }   declare function run(): void;   const run = () => { ... };
[
  (export_statement) (ambient_declaration) (lexical_declaration) (variable_declaration) (expression_statement)
] @wrapper

; declare global { ... }
(statement_block) @transparent

; @checked   above a method
(decorator) @attribute

(comment) @comment

; import a from "b";   import a = b.c;
[(import_statement) (import_alias)] @import

; (function () { ... })();   describe("basket", () => { ... });
[
  (call_expression) (new_expression) (arguments) (parenthesized_expression) (unary_expression) (await_expression)
  (member_expression)
] @call
