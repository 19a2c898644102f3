"""Renames definitions of a real project one by one, and asks a program of the language what came of it.

    judge.py --chunk PROGRAM --language NAME --sources GLOB [--count N] [--seed N] [--vouch] [--mentions]
             [--kinds LIST]
             --check COMMAND [--silent] [--same-length] [--test COMMAND] PROJECT

Each renaming is made in a copy of PROJECT. COMMAND runs in the copy through the shell. What --check prints must be
what it prints without the renaming, with the names exchanged and without the numbers of lines; --test must exit with 0.
`RENAMED` tells COMMAND the two names.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = {"function": "function", "class": "class", "method": "method", "type": "class", "interface": "class",
         "enum": "class", "struct": "class", "trait": "class", "record": "class"}
NEW = "zq_renamed"


def run(command, folder, limit, names=()):
    told = {**os.environ, "RENAMED": " ".join(names)}
    try:
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=limit,
                              errors="replace", env=told)
    except subprocess.TimeoutExpired:
        return 124, "timeout"
    return done.returncode, done.stdout + done.stderr


def normal(output, old, new):
    """The lines of an output without numbers, names exchanged."""
    lines = collections.Counter()
    for line in output.splitlines():
        line = line.replace(new, old)
        line = re.sub(r"\d+", "0", line)
        line = re.sub(r" +\^.*$", "", line)
        if line.strip():
            lines[line.rstrip()] += 1
    return lines


def symbols(arguments, project):
    found = []
    for path in sorted(project.glob(arguments.sources)):
        if arguments.without and re.search(arguments.without, str(path.relative_to(project))):
            continue
        _, out = run(f"{arguments.chunk} symbols {path} --json", project, 60)
        try:
            listed = json.loads(out)["symbols"]
        except (ValueError, KeyError):
            continue
        for symbol in listed:
            address, kind = symbol["address"], symbol["kind"]
            if arguments.language == "cpp":
                # All functions of a name together.
                address = address.split("(")[0]
            parts = re.split(r"[.:]+", re.sub(r"[(#@].*", "", address))
            last = parts[-1]
            # A constructor is renamed with its class.
            special = arguments.language in ("c", "cpp", "java") and parts[-2:-1] == [last]
            special = special or last.startswith("__") or last in ("main", "__init__", "constructor") or re.fullmatch(r"test_.*", last)
            if kind not in KINDS or special or not re.fullmatch(r"\w+", last) or "<" in address:
                continue
            found.append((str(path.relative_to(project)), address, KINDS.get(kind, kind), last))
    return list(dict.fromkeys(found))


def renamed(last, is_as_long):
    """A name in the style of the old one."""
    if is_as_long:
        return ("zqx" + "w" * len(last))[:len(last)]
    if last.isupper():
        return "ZQ_RENAMED"
    if last[:1].isupper():
        return "ZqRenamed"
    return "_" + NEW if last.startswith("_") else NEW


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project")
    for name in ("chunk", "language", "sources", "check"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--test")
    parser.add_argument("--without", default=r"(^|/)(tests?|docs|examples|benches)/")
    parser.add_argument("--keep", default="", help="a folder that is not copied but linked")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("--vouch", action="store_true")
    parser.add_argument("--silent", action="store_true", help="--check must print nothing before the first renaming")
    parser.add_argument("--same-length", action="store_true", help="the new name is as long as the old one")
    parser.add_argument("--mentions", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--kinds", default="function,class,method")
    arguments = parser.parse_args()
    project = pathlib.Path(arguments.project).resolve()
    arguments.chunk = str(pathlib.Path(arguments.chunk).resolve())
    chosen = symbols(arguments, project)
    random.Random(arguments.seed).shuffle(chosen)
    chosen = [one for one in chosen if re.search(arguments.only, one[1]) and one[2] in arguments.kinds.split(",")]
    chosen = chosen[:arguments.count]
    work = pathlib.Path(tempfile.mkdtemp(prefix="rename-"))
    tree = work / project.name
    shutil.copytree(project, tree, symlinks=True)
    _, before = run(arguments.check, tree, arguments.limit)
    if arguments.silent and before.strip():
        sys.exit(f"the check of {project.name} prints before anything is renamed:\n{before[:2000]}")
    if arguments.test and run(arguments.test, tree, arguments.limit)[0] != 0:
        sys.exit(f"the tests of {project.name} fail before anything is renamed")
    run("rm -rf .git && git init -q && git add -A -f && git -c user.name=a -c user.email=a@b commit -q -m a", tree, 120)
    tally = collections.Counter()
    for path, address, kind, last in chosen:
        new = renamed(last, arguments.same_length)
        patch = {"operations": [{"path": path, "op": "rename_symbol", "symbol": address, "new_name": new}]}
        if arguments.vouch:
            patch["operations"][0]["unproven"] = "rename"
        if arguments.mentions:
            patch["operations"][0]["mentions"] = "rename"
        (work / "patch.json").write_text(json.dumps(patch))
        status, out = run(f"{arguments.chunk} apply --json --no-undo {work}/patch.json", tree, 120)
        if status != 0:
            problem = json.loads(out)["errors"][0]
            places = problem.get("related", [])
            labels = collections.Counter(place.get("label") for place in places)
            print(f"refused  {kind:8} {path} {address}: {problem['code']}: {problem['message'][:90]} {dict(labels)}")
            for place in places[:3]:
                print(f"             {place['path']}:{place['line']} {place['text'].strip()[:100]}")
            tally[kind, "refused"] += 1
        else:
            _, after = run(arguments.check, tree, arguments.limit, (last, new))
            more = normal(after, last, new) - normal(before, last, new)
            failed = ""
            if not more and arguments.test:
                code, out = run(arguments.test, tree, arguments.limit)
                failed = "" if code == 0 else "\n".join(line for line in out.splitlines() if "Error" in line or line.startswith("FAILED"))[:600] or out[-600:]
            if more or failed:
                tally[kind, "broken"] += 1
                print(f"BROKEN   {kind:8} {path} {address}")
                for line in list(more)[:4] or failed.splitlines()[:6]:
                    print(f"             {line[:160]}")
            else:
                tally[kind, "renamed"] += 1
        run("git checkout -q -- . && git clean -fdq", tree, 120)
        sys.stdout.flush()
    shutil.rmtree(work)
    print(f"== {project.name}: " + ", ".join(f"{kind} {what} {count}" for (kind, what), count in sorted(tally.items())))


main()
