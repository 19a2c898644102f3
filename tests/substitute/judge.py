"""Compares `substitute` with `grep -o` and `sed` on random pieces of real files.

    judge.py --chunk PROGRAM [--count N] [--seed N] FOLDER

Of a random file below FOLDER a random piece of a line is taken, as a literal, as a whole identifier or as a regular
expression. With the count that `grep -o` finds, the file must become what `sed` makes of it; with another count the patch
must be refused with `count-mismatch`, and the file must stay as it was.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile

ENDINGS = {".py", ".rs", ".c", ".h", ".cc", ".cpp", ".ts", ".js", ".go", ".java", ".md", ".txt", ".yaml", ".json"}
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
NEW = "~zq~"


def run(command, text=None):
    done = subprocess.run(command, capture_output=True, input=text, check=False, env=ENVIRONMENT)
    return done.returncode, done.stdout


def escaped(literal):
    """A literal as an extended regular expression of sed."""
    return re.sub(r"([][\\.^$*+?(){}|])", r"\\\1", literal)


def pick(chance, text):
    """A kind, what is looked for, and the same for sed."""
    line = chance.choice(text.splitlines())
    words = re.findall(r"[A-Za-z_]\w*", line, re.ASCII)
    kind = chance.choice(["literal", "literal", "word", "regex"])
    if kind == "literal" and len(line) > 2:
        start = chance.randrange(len(line) - 1)
        find = line[start:start + chance.choice([1, 2, 3, 5, 8, 20])]
        return kind, find, escaped(find)
    if not words:
        return None
    word = chance.choice(words)
    if kind == "word":
        return kind, word, rf"\b{word}\b"
    find = chance.choice([word[:2] + "[a-z_]+", word[:1] + "[a-z]?" + word[2:4], word + "( *)[(]", "[0-9]+"])
    return "regex", find, find


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--chunk", required=True)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    chunk = str(pathlib.Path(arguments.chunk).resolve())
    files = [path for path in sorted(pathlib.Path(arguments.folder).rglob("*"))
             if path.suffix in ENDINGS and path.is_file() and 0 < path.stat().st_size < 200_000]
    work = pathlib.Path(tempfile.mkdtemp(prefix="substitute-"))
    tally = collections.Counter()
    while sum(tally.values()) < arguments.count:
        source = chance.choice(files)
        data = source.read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        chosen = pick(chance, text) if text.strip() and "\r" not in text and "\0" not in text and NEW not in text else None
        if chosen is None or not chosen[1].strip():
            continue
        kind, find, pattern = chosen
        file = work / ("file" + source.suffix)
        file.write_bytes(data)
        flags = {"literal": ["-F"], "word": ["-F", "-w"], "regex": ["-E"]}[kind]
        found = run(["grep", "-o", *flags, "-e", find, str(file)])[1].count(b"\n")
        # A patch cannot ask for no place at all.
        given = found if found and chance.random() < 0.7 else max(1, found + chance.choice([-1, 1, 2]))
        operation = {"op": "substitute", "path": file.name, "find": find, "replace": NEW, "count": given}
        if kind != "literal":
            operation["word" if kind == "word" else "regex"] = True
        patch = json.dumps({"operations": [operation]})
        (work / "patch.json").write_text(patch)
        status, out = run([chunk, "apply", "--root", str(work), "--json", "--no-undo", str(work / "patch.json")])
        result = file.read_bytes()
        if given == found:
            wanted = run(["sed", "-E", f"s\x01{pattern}\x01{NEW}\x01g"], data)[1]
            what = "as sed" if status == 0 and result == wanted else "OTHER THAN SED"
        else:
            code = json.loads(out)["errors"][0]["code"] if status else "applied"
            what = "refused" if code == "count-mismatch" and result == data else f"NOT REFUSED: {code}"
        tally[kind, what] += 1
        if what.split()[0].isupper():
            print(what, source, kind, repr(find), "found", found, "given", given, status, out[:200])
    print("== " + ", ".join(f"{kind} {what} {count}" for (kind, what), count in sorted(tally.items())))


main()
