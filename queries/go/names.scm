; What else has a name in a file or a type: it is asked before `symbols.scm`, by the kind of the node alone.

; const Limit = 5   var count int   or, in brackets, several of them
[(const_declaration) (var_declaration) (var_spec_list)] @group

; Limit = 5
(const_spec) @constant

; count int
(var_spec) @variable

; Size int
(field_declaration) @field

; io.Reader   in an interface
(type_elem) @embedded
