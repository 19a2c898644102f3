"""Judges renamings by `ast` and `symtable`: for each line of JSON on standard input a line that is empty or says what is
wrong. An object has the text before and after, the old and the new name, and the class of a member (else null)."""
import ast
import json
import symtable
import sys

if sys.version_info < (3, 8):
    sys.exit(3)


def paired(ones, others):
    ones, others = list(ones), list(others)
    assert len(ones) == len(others), "another number"
    return zip(ones, others)


def tables(text):
    pending = [symtable.symtable(text, "text", "exec")]
    while pending:
        table = pending.pop()
        yield table
        pending.extend(table.get_children())


def check_shape(before, after, old, new):
    tree = ast.parse(after)
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if value == new and not isinstance(node, ast.Constant):
                setattr(node, field, old)
    assert ast.dump(tree) == ast.dump(ast.parse(before)), "another tree"


def check_free(before, after, old, new):
    """Each scope that sees the name of the file has the new one, each that binds its own has the old one."""
    for one, other in paired(tables(before), tables(after)):
        own = {symbol.get_name(): symbol for symbol in one.get_symbols()}
        names = {symbol.get_name() for symbol in other.get_symbols()}
        if old not in own:
            assert new not in names, f"new in line {one.get_lineno()}"
        elif one.get_type() == "module" or own[old].is_global():
            assert new in names and old not in names, f"kept in line {one.get_lineno()}"
        else:
            assert old in names and new not in names, f"changed in line {one.get_lineno()}"


def check_member(before, after, owner, old, new):
    def compare(one, other, within, objects):
        if isinstance(one, ast.Attribute) and one.attr == old:
            base = one.value.id if isinstance(one.value, ast.Name) else None
            is_own = base == owner or (within == owner and base in objects)
            assert (other.attr == new) == is_own, f"line {one.lineno}"
        if isinstance(one, ast.Name) and other.id != one.id:
            assert within == owner and not objects, f"line {one.lineno}"
        if isinstance(one, ast.ClassDef):
            within, objects = one.name, set()
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert other.name == one.name or within == owner, f"line {one.lineno}"
            objects = objects | {arg.arg for arg in (one.args.posonlyargs + one.args.args)[:1]}
        for mine, others in paired(ast.iter_child_nodes(one), ast.iter_child_nodes(other)):
            compare(mine, others, within, objects)

    compare(ast.parse(before), ast.parse(after), None, set())


sys.setrecursionlimit(20000)
for line in sys.stdin:
    case = json.loads(line)
    names = case["old"], case["new"]
    try:
        check_shape(case["before"], case["after"], *names)
        if case["class"] is None:
            check_free(case["before"], case["after"], *names)
        else:
            check_member(case["before"], case["after"], case["class"], *names)
        print()
    except AssertionError as error:
        print(error)
    except (SyntaxError, ValueError, RecursionError) as error:
        print("" if isinstance(error, RecursionError) else f"cannot be read: {error}")
