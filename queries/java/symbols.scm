; What stands in a file or a type. Each pattern names one node and nothing below it; parts are read by field name.

; class Basket { ... }
(class_declaration) @class

; interface Shop { ... }
(interface_declaration) @interface

; enum Colour { RED, GREEN }
(enum_declaration) @enum

; record Point(int x, int y) { ... }
(record_declaration) @record

; @interface Checked { ... }
(annotation_type_declaration) @annotation

; int total() { ... }   Basket(int size) { ... }   Point { ... } in a record   int value(); in an annotation type
[
  (method_declaration) (constructor_declaration) (compact_constructor_declaration)
  (annotation_type_element_declaration)
] @method

; RED { ... } among the constants: its methods may be named without it
(enum_constant) @module

; ; int of() { ... }   behind the constants of an enum
(enum_body_declarations) @transparent

[(line_comment) (block_comment)] @comment

; import java.util.List;
(import_declaration) @import
