; What else has a name in a module or a class: it is asked before `symbols.scm`, by the kind of the node alone.

; TIMEOUT = 30   size: int = 0   first, second = pair
(expression_statement) @variable

; type Names = list[str]
(type_alias_statement) @alias
