"""Judges renamings in C++ by what clang's library says that names mean.

For each line of JSON on standard input (the file, the flags, and for each renaming the old name, the byte of it in the
definition, and the bytes of all that were renamed) a line of JSON: for each renaming a text that is empty, or says what
is wrong, or null where clang says nothing of the definition.
"""
import json
import re
import sys

try:
    from clang import cindex
    index = cindex.Index.create()
except Exception:  # pylint: disable=broad-except
    sys.exit(3)

K = cindex.CursorKind
MAKERS = (K.CONSTRUCTOR, K.DESTRUCTOR)


def template_of(cursor):
    """What a cursor is an instance of; `None` if it is none."""
    found = cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return found if found is not None and not found.kind.is_invalid() else None


def is_maker(cursor):
    own = cursor.spelling.split("<")[0]
    parent = cursor.semantic_parent
    is_template = cursor.kind == K.FUNCTION_TEMPLATE and parent is not None
    return cursor.kind in MAKERS or (is_template and own == parent.spelling.split("<")[0])


def entities(cursor):
    """Whatever has the name because the cursor has it: the template of an instance, the class of a constructor."""
    found = set()
    while cursor is not None and not cursor.kind.is_invalid():
        own = cursor.canonical
        if is_maker(own):
            found |= entities(own.semantic_parent)
        found.add(own.get_usr())
        cursor = template_of(cursor)
    return found - {""}


def uses(path, flags):
    """The entities that stand at each byte of a file, and the bytes at which it is open which one is meant."""
    unit = index.parse(path, args=["-x", "c++", "-std=c++17", *flags])
    found, is_open = {}, set()
    pending = [one for one in unit.cursor.get_children() if one.location.file and one.location.file.name == path]
    while pending:
        cursor = pending.pop()
        pending.extend(cursor.get_children())
        if not cursor.location.file or cursor.location.file.name != path:
            continue
        at = cursor.location.offset + (cursor.kind == K.DESTRUCTOR)
        if cursor.kind == K.OVERLOADED_DECL_REF:
            is_open.add(at)
        meant = cursor if cursor.kind.is_declaration() else cursor.referenced
        if meant is not None:
            found.setdefault(at, set()).update(entities(meant))
    return found, is_open


def judge(text, known, is_open, renamed):
    own = known.get(renamed["at"])
    if not own:
        return None
    line = lambda at: text.count(b"\n", 0, at) + 1
    for at in renamed["renamed"]:
        if at in known and at not in is_open and not known[at] & own:
            return f"renamed on line {line(at)}, which means {sorted(known[at])}"
    word = re.compile(rb"(?<!\w)" + re.escape(renamed["old"].encode()) + rb"(?!\w)")
    for place in word.finditer(text):
        # A constructor by itself is meant where an object is made of an argument.
        if place.start() not in renamed["renamed"] and known.get(place.start(), set()) & own:
            return f"not renamed on line {line(place.start())}"
    return ""


for asked in map(json.loads, sys.stdin):
    with open(asked["file"], "rb") as source:
        text = source.read()
    known, is_open = uses(asked["file"], asked["flags"])
    print(json.dumps([judge(text, known, is_open, one) for one in asked["renamings"]]), flush=True)
