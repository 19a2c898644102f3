; What stands in a module, a class body or a block. Each pattern names one node and nothing below it: the query is run
; on the children of a container only, and compiling it stays cheap. The parts of a definition are read by field name.

; class Basket: ...
(class_definition) @class

; def total(self): ...   async def total(self): ...
(function_definition) @function

; @decorator above either of them
(decorated_definition) @head

; Statements that open no scope: what they hold belongs to the scope around them.
[
  (if_statement) (elif_clause) (else_clause)
  (try_statement) (except_clause) (finally_clause)
  (with_statement) (for_statement) (while_statement)
  (match_statement) (case_clause)
  (block)
] @transparent

(comment) @comment

; import a   from a import b
[(import_statement) (import_from_statement) (future_import_statement)] @import
