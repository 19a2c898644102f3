"""Compiles the source files of a C or C++ project to assembly, and prints what differs from the first time.

    units.py --kept FOLDER [--without PATTERN] COMMAND...

Run in the project. COMMAND is the compiler with its flags. The first run keeps the assembly of every source file in
FOLDER; a later run compiles the files that changed, with those that bring them in, and compares. `RENAMED=OLD NEW` says
which name is another one since; both are of one length, so that mangled names differ in nothing else.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--kept", required=True)
parser.add_argument("--without", default="^$")
parser.add_argument("command", nargs=argparse.REMAINDER)
arguments = parser.parse_args()
command = [part for part in arguments.command if part != "--"]
kept = pathlib.Path(arguments.kept)
old, new = (os.environ.get("RENAMED") or "a a").split()


def normal(text):
    return text.replace(new, old)


def key(path):
    return str(path).replace("/", "+")


def compiled(path):
    """The assembly of a source file, the files it is made of, and what the compiler says."""
    made = kept / (key(path) + ".new.d")
    own = [part.replace("g++", "gcc") for part in command if not part.startswith("-std=c++")]
    done = subprocess.run([*(own if path.suffix == ".c" else command), "-S", "-O0", "-MMD", "-MF", str(made), "-o", "-", str(path)],
                          capture_output=True, text=True, errors="replace")
    parts = made.read_text().replace("\\\n", " ").split()[1:] if made.exists() else []
    made.unlink(missing_ok=True)
    errors = [line for line in done.stderr.splitlines() if re.search(r"error", line)]
    return normal(done.stdout), [os.path.normpath(part) for part in parts], errors


def look(path, changed):
    text, deps = kept / (key(path) + ".s"), kept / (key(path) + ".deps")
    if not text.exists():
        made, parts, errors = compiled(path)
        text.write_text(made)
        deps.write_text("\n".join(parts))
        return errors[:3]
    if changed.isdisjoint(deps.read_text().splitlines()):
        return []
    made, _, errors = compiled(path)
    if errors:
        return errors[:3]
    if made != text.read_text():
        lines = zip(text.read_text().splitlines(), made.splitlines())
        first = next(((a, b) for a, b in lines if a != b), ("", ""))
        return [f"{path}: other code: {first[0].strip()} | {first[1].strip()}"]
    return []


kept.mkdir(parents=True, exist_ok=True)
listed = subprocess.run(["git", "status", "--porcelain", "-uall"], capture_output=True, text=True).stdout
changed = {line[3:].split(" -> ")[-1].strip('"') for line in listed.splitlines()}
sources = sorted(path for ending in ("c", "cc", "cpp", "cxx") for path in pathlib.Path().rglob(f"*.{ending}")
                 if not re.search(arguments.without, str(path)))
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for said in pool.map(lambda path: look(path, changed), sources):
        for line in said:
            print(line)
sys.exit(0)
