; What stands in a file, a namespace or a class. Each pattern names one node and nothing below it: compiling this
; grammar's queries is dear, and a pattern with children doubles the cost. Parts are read by field name.

; class Foo { ... }   struct Foo { ... }   union Foo { ... }
[(class_specifier) (struct_specifier) (union_specifier)] @class

; enum class Colour { ... }: no class, but a name that messages know
(enum_specifier) @enum

; int Foo::value() const { ... }   Foo() = default;
(function_definition) @function

; int value() const;   struct Inner { ... } inner;   Foo(int);
[(declaration) (field_declaration)] @declaration

; typedef struct { ... } Foo;
(type_definition) @typedef

; template <class T> ...
(template_declaration) @head

; friend bool operator==(...) { ... }   extern "C" void f() { ... }
[(friend_declaration) (linkage_specification)] @wrapper

; namespace a::b { ... }
(namespace_definition) @module

; extern "C" { ... }   #if ... #else ... #endif
[(declaration_list) (preproc_if) (preproc_ifdef) (preproc_else) (preproc_elif) (preproc_elifdef)] @transparent

; #define MAKE_FOO(x) class x { ... };   The text of a macro is no code.
[(preproc_def) (preproc_function_def)] @hidden

(comment) @comment

; #include <a>
(preproc_include) @import
