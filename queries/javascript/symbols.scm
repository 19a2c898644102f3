; What stands in a file, a class or an object. Each pattern names one node and nothing below it; parts are read by field
; name.

; class Basket { ... }   export default class { ... }
[(class_declaration) (class)] @class

; function run() { ... }   total() { ... }   get total() { ... }   export default function () { ... }
[
  (function_declaration) (generator_function_declaration) (method_definition)
  (function_expression) (generator_function) (arrow_function)
] @function

; run = () => { ... } behind const   exports.run = function () { ... }   run: () => { ... }   run = () => { ... }
[(variable_declarator) (assignment_expression) (pair) (field_definition)] @valued

; export default { ... }
(object) @object

; export function run() { ... }   const run = () => { ... };   exports.run = run;
[(export_statement) (lexical_declaration) (variable_declaration) (expression_statement)] @wrapper

; if (ready) { ... } else { ... }   try { ... } catch { ... }   for (...) { ... }   { ... }
[
  (if_statement) (else_clause) (try_statement) (catch_clause) (finally_clause) (switch_statement) (switch_body)
  (switch_case) (switch_default) (for_statement) (for_in_statement) (while_statement) (do_statement) (labeled_statement)
  (statement_block)
] @block

(comment) @comment

; import a from "b";
(import_statement) @import

; (function () { ... })();   describe("basket", () => { ... });
[
  (call_expression) (new_expression) (arguments) (parenthesized_expression) (unary_expression) (await_expression)
  (member_expression)
] @call
