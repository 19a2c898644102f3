; What stands in a file or a struct. Each pattern names one node and nothing below it; parts are read by field name.

; struct list { ... }   union word { ... }   enum kind { ... }
[(struct_specifier) (union_specifier) (enum_specifier)] @type

; int add(int a, int b) { ... }
(function_definition) @function

; int add(int a, int b);   struct pair { ... } pair;
[(declaration) (field_declaration)] @declaration

; typedef struct { ... } node_t;   typedef unsigned long ulong_t;
(type_definition) @typedef

; extern "C" void f() { ... }   in a file that C++ reads as well
(linkage_specification) @wrapper

; #if ... #else ... #endif
[(declaration_list) (preproc_if) (preproc_ifdef) (preproc_else) (preproc_elif) (preproc_elifdef)] @transparent

; #define MAKE(x) struct x { ... };   The text of a macro is no code.
[(preproc_def) (preproc_function_def)] @hidden

(comment) @comment

; #include <a.h>
(preproc_include) @import
