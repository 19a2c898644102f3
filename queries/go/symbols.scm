; What stands in a file, a struct or an interface. Each pattern names one node and nothing below it; parts are read by
; field name.

; type Basket struct { ... }   or, in brackets, several of them
(type_declaration) @group

; Basket struct { ... }   Kind = int
[(type_spec) (type_alias)] @type

; func run() { ... }
(function_declaration) @function

; func (b *Basket) Total() int { ... }   in an interface: Total() int
[(method_declaration) (method_elem)] @method

(comment) @comment

; import "os"   import ( ... )
(import_declaration) @import
