"""Prints where clang sees definitions: one JSON line a header, for the lines "flags<TAB>file" on standard input."""
import json
import sys

try:
    from clang import cindex
    index = cindex.Index.create()
except Exception:  # pylint: disable=broad-except
    sys.exit(3)

K = cindex.CursorKind
CLASSES = (K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION)
FUNCTIONS = (K.CXX_METHOD, K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION)


def path_of(cursor):
    parts = []
    here = cursor
    while here is not None and here.kind != K.TRANSLATION_UNIT:
        if here.kind != K.LINKAGE_SPEC and here.spelling:
            parts.append(name_of(here))
        here = here.semantic_parent
    return parts[::-1]


def is_specialised(cursor):
    """Whether the cursor, or what it stands in, is a specialisation: its path does not say so."""
    here = cursor
    while here is not None and here.kind != K.TRANSLATION_UNIT:
        if here.kind == K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION:
            return True
        if here.kind in (K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL) and "<" in here.displayname:
            return True
        here = here.semantic_parent
    return False


def name_of(cursor):
    """The name as it is written: that of a constructor without the parameters of its class."""
    if cursor.kind in (K.CONSTRUCTOR, K.DESTRUCTOR) or (
            cursor.kind == K.FUNCTION_TEMPLATE and not cursor.spelling.startswith("operator")):
        return cursor.spelling.split("<")[0]
    return cursor.spelling


def kind_of(cursor):
    if cursor.kind in CLASSES:
        return "class"
    parent = cursor.semantic_parent
    return "method" if parent is not None and parent.kind in CLASSES else "function"


def walk(top, name, out):
    pending = [top]
    while pending:
        cursor = pending.pop()
        for child in cursor.get_children():
            if child.kind == K.TRANSLATION_UNIT:
                continue
            place = child.extent.start.file
            if place is None or place.name != name:
                continue
            if child.kind in CLASSES or child.kind in (K.NAMESPACE, K.LINKAGE_SPEC, K.UNEXPOSED_DECL):
                pending.append(child)
            if child.kind in CLASSES or child.kind in FUNCTIONS:
                # What a macro expands to has its extent at the macro.
                start, end = child.extent.start, child.extent.end
                out.append([kind_of(child), path_of(child), child.is_definition() and not is_specialised(child),
                            start.offset, end.offset, child.location.offset])


for line in sys.stdin.read().split("\n"):
    if "\t" not in line:
        continue
    flags, name = line.split("\t", 1)
    try:
        unit = index.parse(name, args=flags.split() + ["-x", "c++", "-std=c++17", "-ferror-limit=0"],
                           options=0)
        found = []
        walk(unit.cursor, name, found)
        errors = sum(1 for one in unit.diagnostics if one.severity >= 3)
        print(json.dumps({"file": name, "errors": errors, "found": found}), flush=True)
    except (OSError, ValueError, cindex.TranslationUnitLoadError):
        pass
