; What else has a name in a file, a namespace, a type or an object: it is asked before `symbols.scm`, by the kind of the
; node alone. What is given a function is a function.

; LIMIT = 5   behind const
(variable_declarator) @variable

; size = 0;   size: number;
[(public_field_definition) (property_signature)] @field

; size: 0,   size,
[(pair) (shorthand_property_identifier)] @property

; exports.size = measure();
(assignment_expression) @variable

; Red = 1,   Red,
[(enum_assignment) (property_identifier)] @enumerator
