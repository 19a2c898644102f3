; What else has a name in a file, a class or an object: it is asked before `symbols.scm`, by the kind of the node alone.
; What is given a function is a function.

; LIMIT = 5   behind const
(variable_declarator) @variable

; size = 0;
(field_definition) @field

; size: 0,   size,
[(pair) (shorthand_property_identifier)] @property

; exports.size = measure();
(assignment_expression) @variable
