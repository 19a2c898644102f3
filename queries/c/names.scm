; What else has a name in a file or a type: it is asked before `symbols.scm`, by the kind of the node alone. What declares
; a function there is no variable.

; static int count = 0;
(declaration) @variable

; int size;
(field_declaration) @field

; RED = 1,
(enumerator) @enumerator

; #define LIMIT 5   #define MAX(a, b) ...
[(preproc_def) (preproc_function_def)] @macro
