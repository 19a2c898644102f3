"""Prints where `ast` sees definitions: one JSON line a file, for the files named on standard input."""
import ast
import json
import sys

if sys.version_info < (3, 8):
    sys.exit(3)

OPAQUE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def is_overload(node):
    names = (getattr(own, "attr", None) or getattr(own, "id", None) for own in node.decorator_list)
    return "overload" in names


def walk(body, path, in_class, out):
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            is_class = isinstance(node, ast.ClassDef)
            kind = "class" if is_class else "method" if in_class else "function"
            top = node.decorator_list[0] if node.decorator_list else None
            out.append([kind, ".".join(path + [node.name]), node.lineno, node.col_offset,
                        top.lineno if top else 0, node.end_lineno, node.end_col_offset, is_overload(node)])
            if is_class:
                walk(node.body, path + [node.name], True, out)
            continue
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                walk(inner, path, in_class, out)


for name in sys.stdin.read().split("\n"):
    try:
        with open(name, "rb") as file:
            source = file.read()
        source.decode("utf-8")
        found = []
        walk(ast.parse(source).body, [], False, found)
        print(json.dumps({"file": name, "found": found}))
    except (OSError, SyntaxError, ValueError, RecursionError):
        pass
