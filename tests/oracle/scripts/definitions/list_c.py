"""Lists the functions and types that C files define for compare.py, as libclang reads them without their headers."""
import os
import sys

from clang.cindex import CursorKind, Index

KINDS = {
    CursorKind.FUNCTION_DECL: "function",
    CursorKind.STRUCT_DECL: "struct",
    CursorKind.UNION_DECL: "union",
    CursorKind.ENUM_DECL: "enum",
}


def c_files(root):
    for folder, _, names in os.walk(root):
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".c"))


def main():
    index = Index.create()
    for root in sys.argv[1:]:
        for path in c_files(root):
            unit = index.parse(path, args=["-x", "c", "-std=gnu11", "-w", "-ferror-limit=0", f"-I{root}"])
            for cursor in unit.cursor.get_children():
                kind = KINDS.get(cursor.kind)
                start, end = cursor.extent.start, cursor.extent.end
                is_here = start.file and start.file.name == path and end.file and end.file.name == path
                if kind and is_here and cursor.is_definition() and cursor.spelling.isidentifier():
                    print(path, kind, cursor.spelling, start.line, end.line, sep="\t")


if __name__ == "__main__":
    main()
