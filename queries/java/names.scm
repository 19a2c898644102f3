; What else has a name in a type: it is asked before `symbols.scm`, by the kind of the node alone.

; private int size = 0;   int LIMIT = 5;
[(field_declaration) (constant_declaration)] @wrapper

; size = 0
(variable_declarator) @field

; RED(1),
(enum_constant) @enumerator
