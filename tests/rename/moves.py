"""Moves definitions of a real project to other modules one by one, and asks other programs what came of it.

    moves.py --chunk PROGRAM (--python PROGRAM | --check COMMAND) --sources FOLDER [--count N] [--seed N] [--reexport]
             [--new SHARE] [--far SHARE] [--test COMMAND] PROJECT

Each move is made in a copy of PROJECT. FOLDER, below PROJECT, holds the sources. In Python `compileall` must pass after a
move, pyflakes must name no undefined name that it did not name before, and every module that could be imported must
still be, in a process of its own. Elsewhere `--check` must print no line that it did not print before, numbers apart.
What `--test` names, should it be there, must exit with 0.
"""

import argparse
import ast
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

IMPORTS = """
import importlib, pathlib, sys
root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root))
names = sys.argv[2:]
for name in names:
    for other in [key for key in sys.modules if key.split(".")[0] == name.split(".")[0]]:
        del sys.modules[other]
    try:
        importlib.import_module(name)
    except BaseException as error:
        print("import", name, type(error).__name__, str(error)[:200])
"""


def run(command, folder, limit=300):
    try:
        done = subprocess.run(command, shell=isinstance(command, str), cwd=folder, capture_output=True, text=True,
                              timeout=limit, errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "timeout"
    return done.returncode, done.stdout + done.stderr


def modules(folder):
    found = []
    for path in sorted(folder.rglob("*.py")):
        parts = list(path.relative_to(folder).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if parts and parts[-1] != "__main__" and all(re.fullmatch(r"\w+", part) for part in parts):
            found.append(".".join(parts))
    return found


class Compiler:
    """Compares what a command prints."""

    ending = ".ts"

    def __init__(self, arguments, tree):
        self.arguments, self.tree = arguments, tree

    def complaints(self):
        _, out = run(self.arguments.check, self.tree)
        return collections.Counter(re.sub(r"\d+", "0", line) for line in out.splitlines())

    def can_be_named(self, path, symbol):
        """Ambient declarations are those of no module."""
        return not path.name.endswith(".d.ts")

    def homes(self, folder):
        return [path for path in folder.glob("*.ts") if not re.search(r"(^|/)index\.ts$|\.d\.ts$|\.test\.ts$", str(path))]


class RustCompiler(Compiler):
    """The same for files that are a tree of modules; warnings count as well."""

    ending = ".rs"

    def complaints(self):
        _, out = run(self.arguments.check, self.tree)
        lines = (re.sub(r"^\S+?\.rs:\d+:\d+: ", "", line) for line in out.splitlines())
        told = (line for line in lines if line.startswith(("error", "warning: unused", "warning: unreachable")))
        return collections.Counter(re.sub(r"\d+", "0", line) for line in told)

    def can_be_named(self, path, symbol):
        return not symbol["kind"].startswith(("module", "macro"))

    def homes(self, folder):
        return [path for path in folder.glob("*.rs") if path.name not in ("lib.rs", "main.rs", "mod.rs")]


class Judge:
    ending = ".py"

    def __init__(self, arguments, tree):
        self.arguments, self.tree = arguments, tree
        self.folder = tree / arguments.sources

    def can_be_named(self, path, symbol):
        return symbol["address"] in top_level(path) and not symbol["address"].startswith("__")

    def homes(self, folder):
        return [path for path in folder.glob("*.py") if path.name not in ("__init__.py", "__main__.py")]

    def imports(self, line):
        path, number = line.split(":")[:2]
        text = (self.tree / path).read_text(errors="replace").splitlines()[int(number) - 1]
        return text.startswith(("import ", "from "))

    def complaints(self):
        python = self.arguments.python
        found = collections.Counter()
        status, out = run([python, "-m", "compileall", "-q", str(self.folder)], self.tree)
        if status:
            found[out[-300:]] += 1
        _, out = run([python, "-m", "pyflakes", "."], self.tree)
        for line in out.splitlines():
            what = line.partition(" ")[2]
            if re.search(r"undefined name|redefinition of unused|syntax|local variable .* referenced before", what):
                # What hides an import that is unused now breaks nothing; a second import at the top does.
                if "redefinition" in what and not self.imports(line):
                    continue
                found[re.sub(r"\d+", "0", what)] += 1
        root = self.folder if not (self.folder / "__init__.py").exists() else self.folder.parent
        names = [name for name in modules(root) if root != self.folder.parent or name.startswith(self.folder.name)]
        _, out = run([python, "-c", IMPORTS, str(root), *names], self.tree)
        for line in out.splitlines():
            found[re.sub(r"\(.*?\)|'/.*?'", "", line)] += 1
        return found


def top_level(path):
    """The names that a module binds when it is imported, but for those in the block that runs it as a program."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if not (isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)):
            inner = [node] if hasattr(node, "name") else ast.walk(node)
            names.update(getattr(one, "name", None) or getattr(one, "id", None) for one in inner)
    return names


def definitions(arguments, project, judge):
    found = []
    for path in sorted((project / arguments.sources).rglob("*" + judge.ending)):
        if re.search(r"(^|/)(tests?|benchmarks)/|\.test\.", str(path.relative_to(project))) and arguments.check:
            continue
        _, out = run([arguments.chunk, "symbols", str(path), "--json"], project)
        try:
            listed = json.loads(out)["symbols"]
        except (ValueError, KeyError):
            continue
        for symbol in listed:
            if re.fullmatch(r"[\w$]+", symbol["address"]) and judge.can_be_named(path, symbol):
                found.append((str(path.relative_to(project)), symbol["address"], symbol["kind"]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project")
    for name in ("chunk", "sources"):
        parser.add_argument(f"--{name}", required=True)
    judges = parser.add_mutually_exclusive_group(required=True)
    judges.add_argument("--python")
    judges.add_argument("--check")
    parser.add_argument("--language", choices=["python", "typescript", "rust"], default="python")
    parser.add_argument("--test")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--new", type=float, default=0.5, help="the share of moves to a module that is not there")
    parser.add_argument("--far", type=float, default=0, help="the share of moves to any folder")
    parser.add_argument("--reexport", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    project = pathlib.Path(arguments.project).resolve()
    arguments.chunk = str(pathlib.Path(arguments.chunk).resolve())
    chance = random.Random(arguments.seed)
    work = pathlib.Path(tempfile.mkdtemp(prefix="moves-"))
    tree = work / project.name
    shutil.copytree(project, tree, symlinks=True)
    kind = {"python": Judge, "typescript": Compiler, "rust": RustCompiler}[arguments.language]
    judge = kind(arguments, tree)
    all_definitions = definitions(arguments, project, judge)
    chance.shuffle(all_definitions)
    before = judge.complaints()
    if arguments.test and run(arguments.test, tree, 600)[0] != 0:
        sys.exit(f"the tests of {project.name} fail before anything is moved")
    run("rm -rf .git && printf '__pycache__\\n' > .git_ignore && git init -q && git add -A -f && "
        "git -c user.name=a -c user.email=a@b commit -q -m a", tree)
    tally, reasons = collections.Counter(), collections.Counter()
    # What cannot be imported here cannot be judged.
    failing = [re.match(r"import (\S+)", line).group(1).replace(".", "/") + ".py" for line in before if line.startswith("import ")]
    chosen = [one for one in all_definitions
              if re.search(arguments.only, one[1]) and not any(one[0].endswith(end) for end in failing)][:arguments.count]
    for path, address, kind in chosen:
        folder = pathlib.Path(path).parent
        if chance.random() < arguments.far:
            folder = chance.choice(sorted({pathlib.Path(other).parent for other, _, _ in all_definitions}))
        others = [other for other in judge.homes(project / folder) if other != project / path]
        is_new = chance.random() < arguments.new or not others
        to = folder / f"zq_moved{judge.ending}" if is_new else chance.choice(sorted(others)).relative_to(project)
        operation = {"path": path, "op": "move_symbol", "symbol": address, "to": str(to)}
        if arguments.reexport:
            operation["reexport"] = "true"
        patch = work / "patch.json"
        patch.write_text(json.dumps({"operations": [operation]}))
        status, out = run([arguments.chunk, "apply", "--json", "--no-undo", str(patch)], tree)
        where = "new" if is_new else "old"
        if status != 0:
            try:
                problem = json.loads(out)["errors"][0]
            except (ValueError, KeyError, IndexError):
                problem = {"code": "crash", "message": out[-300:]}
            tally[where, "refused"] += 1
            reasons[problem["code"]] += 1
            labels = collections.Counter(place.get("label") for place in problem.get("related", []))
            print(f"refused  {kind:9} {path} {address} -> {to}: {problem['code']}: {problem['message'][:140]} {dict(labels)}")
            for place in problem.get("related", [])[:2]:
                print(f"             {place['path']}:{place['line']} {place['text'].strip()[:100]}")
        else:
            more = judge.complaints() - before
            failed = ""
            if not more and arguments.test:
                code, out = run(arguments.test, tree, 600)
                failed = "" if code == 0 else out[-900:]
            again, _ = run([arguments.chunk, "apply", "--json", "--no-undo", str(patch)], tree)
            changed = again == 0 and run("git status --porcelain", tree)[1]
            if more or failed:
                tally[where, "broken"] += 1
                print(f"BROKEN   {kind:9} {path} {address} -> {to}")
                for line in list(more)[:4] or failed.splitlines()[-14:]:
                    print(f"             {line[:220]}")
            else:
                tally[where, "moved"] += 1
            if again not in (1,):
                print(f"AGAIN    {kind:9} {path} {address} -> {to}: a second run came to {again} {changed[:80] if changed else ''}")
        run("git checkout -q -- . && git clean -fdqx -e .git", tree)
        sys.stdout.flush()
    shutil.rmtree(work)
    told = ", ".join(f"{where} {what} {count}" for (where, what), count in sorted(tally.items()))
    print(f"== {project.name}: {told}; {dict(reasons)}")


main()
