; What stands in a file, a module, an impl or a trait. Each pattern names one node and nothing below it; parts are read
; by field name.

; struct Foo { ... }   enum Foo { ... }   union Foo { ... }   trait Foo { ... }
[(struct_item) (enum_item) (union_item) (trait_item)] @type

; impl Foo { ... }   impl Trait for Foo { ... }
(impl_item) @impl

; fn run(&self) { ... }   fn run(&self);
[(function_item) (function_signature_item)] @function

; mod shapes { ... }
(mod_item) @module

; extern "C" { ... }
[(foreign_mod_item) (declaration_list)] @transparent

; #[inline]   above what it belongs to
(attribute_item) @attribute

[(line_comment) (block_comment)] @comment

; lazy_static! { ... }   The text inside is tokens, not code.
[(macro_invocation) (macro_definition) (expression_statement)] @hidden

; use a::b;   extern crate a;
[(use_declaration) (extern_crate_declaration)] @import
