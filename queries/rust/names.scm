; What else has a name in a file, a module, an impl or a type: it is asked before `symbols.scm`, by the kind of the node
; alone.

; const LIMIT: u8 = 1;
(const_item) @constant

; static NAME: &str = "";
(static_item) @static

; type Result<T> = std::result::Result<T, Error>;   type Item;
[(type_item) (associated_type)] @alias

; macro_rules! join { ... }
(macro_definition) @macro

; size: usize,
(field_declaration) @field

; Red,   Point { x: i32 },
(enum_variant) @variant
