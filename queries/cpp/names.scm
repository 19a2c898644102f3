; What else has a name in a file, a namespace or a type: it is asked before `symbols.scm`, by the kind of the node alone.
; What declares a function there is no variable.

; static int count = 0;
(declaration) @variable

; int size;
(field_declaration) @field

; Red = 1,
(enumerator) @enumerator

; using Names = std::vector<Name>;   typedef int Size;   namespace fs = std::filesystem;
[(alias_declaration) (type_definition) (namespace_alias_definition)] @alias

; concept Small = sizeof(T) < 9;
(concept_definition) @concept

; #define LIMIT 5   #define MAX(a, b) ...
[(preproc_def) (preproc_function_def)] @macro
