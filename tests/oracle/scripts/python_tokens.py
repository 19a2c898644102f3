"""Writes the comments and strings of Python sources as `tokenize` sees them.

The paths stand on standard input, one a line; for each file that can be read a line of JSON comes out. Offsets are bytes.
Strings begin at their quotes, and hold the code within them.
"""

import io
import json
import sys
import token
import tokenize

OPENING = {getattr(token, name) for name in ("FSTRING_START", "TSTRING_START") if hasattr(token, name)}
CLOSING = {getattr(token, name) for name in ("FSTRING_END", "TSTRING_END") if hasattr(token, name)}


def quote(text):
    return len(text) - len(text.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def tokens(text):
    starts, lines, at = [], text.split("\n"), 0
    for line in lines:
        starts.append(at)
        at += len(line.encode()) + 1

    def offset(place):
        row, column = place
        if row > len(lines):
            return starts[-1]
        return starts[row - 1] + len(lines[row - 1][:column].encode())

    def string(one):
        """Where a string ends: by its text, since some versions tell another column."""
        start = offset(one.start)
        return ["string", start + quote(one.string), start + len(one.string.encode())]

    open_strings = []
    for one in tokenize.generate_tokens(io.StringIO(text, newline="\n").readline):
        if one.type == token.COMMENT:
            yield ["comment", offset(one.start), offset(one.end)]
        elif one.type in OPENING:
            open_strings.append(offset(one.start) + quote(one.string))
        elif one.type in CLOSING:
            start = open_strings.pop()
            if not open_strings:
                yield ["string", start, offset(one.start) + len(one.string)]
        elif one.type == token.STRING and not open_strings:
            yield string(one)


def main():
    for path in sys.stdin.read().split("\n"):
        try:
            with open(path, "rb") as file:
                text = file.read().decode("utf-8")
            if text.startswith("\ufeff") or text.count("\r") != text.count("\r\n") or "\0" in text:
                continue
            compile(text, path, "exec", dont_inherit=True)
            found = sorted(tokens(text), key=lambda one: one[1])
        except (OSError, UnicodeDecodeError, SyntaxError, ValueError, tokenize.TokenError, RecursionError, MemoryError):
            continue
        print(json.dumps({"file": path, "found": found}))


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    main()
