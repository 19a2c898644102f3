"""Merges two changes of a definition by a stale replacement, and compares with `git merge-file`.

    judge.py --chunk PROGRAM [--count N] [--seed N] [--hashes | --diffs] OLD NEW

OLD and NEW are the sources of two releases of a Python project. Of every definition that differs, the text of OLD is
what a patch expects, that of NEW is what the file has, and a random change of the old text is the payload (every fourth
time the file has a random change, too). What git merges must come out as the same bytes, and what it does not must be
refused, with the file as it was.

With `--hashes`, the patch gives the hash of the old text, which the record of the run holds that brought the file to NEW.
With `--diffs`, the patch is a git diff of the whole file, whose `index` line names the text of OLD in a repository.
"""

import argparse
import ast
import collections
import difflib
import json
import os
import pathlib
import random
import subprocess
import tempfile


def definitions(path):
    text = path.read_text(errors="replace")
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    lines, found = text.splitlines(keepends=True), {}

    def walk(node, above):
        for child in getattr(node, "body", []):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                address = f"{above}.{child.name}" if above else child.name
                own = (child.lineno - 1, child.end_lineno)
                found[address] = None if address in found else own
                walk(child, address)

    walk(tree, "")
    return {address: lines[own[0]:own[1]] for address, own in found.items() if own}, lines, found


def mutated(chance, lines):
    lines = list(lines)
    for _ in range(chance.choice([1, 1, 2, 3])):
        at = chance.randrange(1, len(lines))
        indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())] or "    "
        kind = chance.random()
        if kind < 0.4:
            lines[at] = f"{indent}zq_{chance.randrange(99)}()\n"
        elif kind < 0.7:
            lines.insert(at, f"{indent}zq_{chance.randrange(99)}()\n")
        elif kind < 0.8 and len(lines) > 3:
            del lines[at]
        else:
            lines.insert(at, "\n" if at + 1 < len(lines) else f"{indent}zq()\n")
    return lines


def parses(lines):
    try:
        ast.parse("if 1:\n" * (1 if lines[0][:1] in " \t" else 0) + "".join(lines))
    except (SyntaxError, ValueError):
        return False
    return True


def judge_diffs(chance, chunk, old, new, count):
    """Diffs of the files of `old`, with a few random changes each, applied to the files of `new`."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="stale-"))

    def git(*words):
        return subprocess.run(["git", *words], cwd=work, capture_output=True, text=True)

    git("init", "-q")
    pairs = [(path, new / path.relative_to(old)) for path in sorted(old.rglob("*.py"))]
    pairs = [(path.read_text(), other.read_text()) for path, other in pairs if other.exists()]
    pairs = [(base, ours) for base, ours in pairs if base != ours and base.count("\n") > 2]
    tally = collections.Counter()
    for _ in range(count):
        base, ours = chance.choice(pairs)
        theirs = "".join(mutated(chance, base.splitlines(keepends=True)))
        for name, text in (("base", base), ("ours", ours), ("theirs", theirs), ("file.py", base)):
            (work / name).write_text(text)
        git("add", "file.py")
        (work / "file.py").write_text(theirs)
        (work / "patch.diff").write_text(git("diff", "file.py").stdout)
        (work / "file.py").write_text(ours)
        merged = git("merge-file", "-p", "ours", "base", "theirs")
        done = subprocess.run([chunk, "apply", "--json", "--no-undo", "patch.diff"], cwd=work, capture_output=True,
                              text=True)
        result = (work / "file.py").read_text()
        report = json.loads(done.stdout)
        code = "applied" if done.returncode == 0 else report["errors"][0]["code"]
        how = "three ways" if "were merged" in done.stdout else "by its hunks"
        if merged.returncode != 0:
            what = f"clash refused: {code}" if code != "applied" else f"clash applied {how}"
        elif code == "applied":
            what = f"alike, {how}" if result == merged.stdout else f"OTHERWISE, {how}"
        else:
            what = "already there" if merged.stdout == ours else f"git merges, refused: {code}"
        tally[what] += 1
        if code != "applied" and result != ours:
            tally["REFUSED, AND CHANGED"] += 1
        if "OTHERWISE" in what or what.startswith(("git", "clash applied")):
            kept = work / f"kept-{sum(tally.values())}"
            kept.mkdir()
            for name in ("base", "ours", "theirs", "file.py", "patch.diff"):
                (kept / name).write_text((work / name).read_text())
            print(f"{what}: kept in {kept}")
    print(f"== {new.name}, diffs: {dict(tally)}")


def hash_in_record(chunk, work, old, address, size, new):
    """Lets a run bring the file from the lines of `old` to those of `new`, and gives the hash that a definition of so many
    lines had: with decorators or comments it is of more than the text that the payload was made of."""
    (work / "file.py").write_text("".join(old))
    listed = subprocess.run([chunk, "symbols", "--json", "file.py"], cwd=work, capture_output=True, text=True)
    symbols = json.loads(listed.stdout)["symbols"]
    symbols = [own for own in symbols if own["address"] == address and own["lines"][1] - own["lines"][0] + 1 == size]
    (work / "whole.diff").write_text("".join(difflib.unified_diff(old, new, "file.py", "file.py")))
    environment = {**os.environ, "XDG_STATE_HOME": str(work.parent / f"{work.name}-state")}
    done = subprocess.run([chunk, "apply", "whole.diff"], cwd=work, capture_output=True, env=environment)
    is_brought = (work / "file.py").read_text() == "".join(new)
    return (symbols[0]["hash"] if symbols and done.returncode == 0 and is_brought else None), environment


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--chunk", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hashes", action="store_true")
    parser.add_argument("--diffs", action="store_true")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    chunk = str(pathlib.Path(arguments.chunk).resolve())
    old, new = pathlib.Path(arguments.old), pathlib.Path(arguments.new)
    if arguments.diffs:
        judge_diffs(chance, chunk, old, new, arguments.count)
        return
    cases = []
    for path in sorted(old.rglob("*.py")):
        other = new / path.relative_to(old)
        if not other.exists():
            continue
        before, after = definitions(path), definitions(other)
        if not before or not after:
            continue
        for address, base in before[0].items():
            ours = after[0].get(address)
            if ours and ours != base and len(base) > 2:
                cases.extend((address, base, ours, before[1], after, number) for number in range(4))
    chance.shuffle(cases)
    work = pathlib.Path(tempfile.mkdtemp(prefix="stale-"))
    tally = collections.Counter()
    for address, base, ours, old_lines, (_, lines, places), number in cases[:arguments.count]:
        if number == 3:
            ours = mutated(chance, base)
        theirs = mutated(chance, base)
        # Blank lines at the end are between definitions, and none of either.
        has_end = ours[-1].strip() and theirs[-1].strip()
        if not has_end or not all(map(parses, (base, ours, theirs))) or theirs == base:
            tally["left out"] += 1
            continue
        for name, text in (("base", base), ("ours", ours), ("theirs", theirs)):
            (work / name).write_text("".join(text))
        git = subprocess.run(["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=work, capture_output=True,
                             text=True)
        start, end = places[address]
        file = lines[:start] + ours + lines[end:]
        (work / "file.py").write_text("".join(file))
        expect, environment, undo = "".join(base), None, ["--no-undo"]
        if arguments.hashes:
            undo = []
            expect, environment = hash_in_record(chunk, work, old_lines, address, len(base), file)
            if not expect:
                tally["left out"] += 1
                continue
        operation = {"path": "file.py", "op": "replace_symbol", "symbol": address, "expect": expect,
                     "payload": "".join(theirs)}
        (work / "patch.json").write_text(json.dumps({"operations": [operation]}))
        done = subprocess.run([chunk, "apply", "--json", *undo, "patch.json"], cwd=work, capture_output=True, text=True,
                              env=environment)
        result = (work / "file.py").read_text()
        code = "applied" if done.returncode == 0 else json.loads(done.stdout)["errors"][0]["code"]
        if git.returncode == 0:
            wanted = "".join(lines[:start]) + git.stdout + "".join(lines[end:])
            if code == "applied":
                what = "merged alike" if result == wanted else "MERGED OTHERWISE"
            else:
                is_same = code == "already-applied" and wanted == "".join(file)
                what = "already there" if is_same else f"git merges, refused: {code}"
        else:
            what = "clash refused" if code == "changed-definition" else f"CLASH: {code}"
        tally[what] += 1
        if what.isupper() or "MERGED" in what or "CLASH" in what or what.startswith("git"):
            print(what, address, done.stdout[:0])
            if tally[what] <= 2:
                for name in ("base", "ours", "theirs", "file.py", "patch.json"):
                    (work / f"{name}.{tally[what]}.{what.split()[0]}").write_text((work / name).read_text())
                print("   kept in", work)
    print(f"== {new.name}: {dict(tally)}")


main()
