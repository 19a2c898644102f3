"""Prints where clang sees declarations: one JSON line a header, for one JSON line {"flags", "files"} on standard input.

All headers are read as one text that includes each of them, since to read each alone takes a hundred times as long.
"""
import bisect
import json
import sys

try:
    from clang import cindex
    index = cindex.Index.create()
except Exception:  # pylint: disable=broad-except
    sys.exit(3)

K = cindex.CursorKind
PARTIAL = K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION
CLASSES = (K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL, K.CLASS_TEMPLATE, PARTIAL)
FUNCTIONS = (K.CXX_METHOD, K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION)
SCOPES = (*CLASSES, K.NAMESPACE, K.LINKAGE_SPEC, K.UNEXPOSED_DECL, K.FRIEND_DECL)
# CXTranslationUnit_KeepGoing: a header that is not there does not end the whole.
KEEP_GOING = 0x200


def path_of(cursor):
    """The full name, each part as it is written; a specialisation's arguments are not in it."""
    parts = []
    here = cursor
    while here is not None and here.kind != K.TRANSLATION_UNIT:
        if here.kind != K.LINKAGE_SPEC and here.spelling:
            parts.append(name_of(here))
        here = here.semantic_parent
    return parts[::-1]


def modules_of(cursor):
    """The number of named namespaces around a cursor, itself included."""
    count = 0
    here = cursor
    while here is not None and here.kind != K.TRANSLATION_UNIT:
        count += here.kind == K.NAMESPACE and bool(here.spelling)
        here = here.semantic_parent
    return count


def name_of(cursor):
    """The name as it is written: that of a constructor without the parameters of its class."""
    if cursor.kind in (K.CONSTRUCTOR, K.DESTRUCTOR) or (
            cursor.kind == K.FUNCTION_TEMPLATE and not cursor.spelling.startswith("operator")):
        return cursor.spelling.split("<")[0]
    return cursor.spelling


def is_specialised(cursor):
    """Whether the cursor, or what it stands in, is a specialisation."""
    here = cursor
    while here is not None and here.kind != K.TRANSLATION_UNIT:
        if here.kind == PARTIAL or (here.kind in CLASSES and here.kind != K.CLASS_TEMPLATE and "<" in here.displayname):
            return True
        if here.kind in FUNCTIONS and here.get_num_template_arguments() > 0:
            return True
        here = here.semantic_parent
    return False


def kind_of(cursor):
    if cursor.kind in CLASSES:
        return "class"
    parent = cursor.semantic_parent
    return "method" if parent is not None and parent.kind in CLASSES else "function"


def has_error(errors, start, end):
    at = bisect.bisect_left(errors, start)
    return at < len(errors) and errors[at] < end


def walk(top, wanted, errors):
    """The declarations of each wanted file. What clang finds an error in, or right before, is left out."""
    found = {name: [] for name in wanted}
    pending = [top]
    while pending:
        last = {}
        parent = pending.pop()
        for child in parent.get_children():
            place = child.extent.start.file
            if place is None or place.name not in found:
                continue
            name, start, end = place.name, child.extent.start.offset, child.extent.end.offset
            before, last[name] = last.get(name, start), end
            if child.kind in SCOPES:
                pending.append(child)
            is_class = child.kind in CLASSES
            if not is_class and child.kind not in FUNCTIONS:
                continue
            at = child.location.offset
            if not has_error(errors.get(name, []), min(before, start), at if is_class else end):
                # A friend is listed where it stands.
                is_friend = parent.kind == K.FRIEND_DECL
                path = path_of(parent.lexical_parent or parent.semantic_parent) + [name_of(child)] if is_friend else path_of(child)
                # How many parts of the path are namespaces, which an address may leave out.
                modules = modules_of(parent.lexical_parent or parent.semantic_parent) if is_friend else modules_of(child)
                found[name].append(["method" if is_friend and not is_class else kind_of(child), path, child.is_definition(),
                                    is_specialised(parent.lexical_parent or child if is_friend else child),
                                    start, end, at, child.get_usr(), modules])
    return found


def main():
    asked = json.loads(sys.stdin.readline())
    text = "".join(f'#include "{name}"\n' for name in asked["files"])
    arguments = asked["flags"].split() + ["-x", "c++", "-std=c++17", "-ferror-limit=0", "-w"]
    unit = index.parse("all.cpp", args=arguments, unsaved_files=[("all.cpp", text)], options=KEEP_GOING)
    errors = {}
    for one in unit.diagnostics:
        if one.severity >= 3 and one.location.file is not None:
            errors.setdefault(one.location.file.name, []).append(one.location.offset)
    for offsets in errors.values():
        offsets.sort()
    for name, found in walk(unit.cursor, asked["files"], errors).items():
        print(json.dumps({"file": name, "errors": len(errors.get(name, [])), "found": found}), flush=True)


main()
