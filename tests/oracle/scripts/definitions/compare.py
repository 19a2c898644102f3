"""Compares the definitions that a language's own parser lists with those of `chunk symbols --all`.

    npm install --no-save typescript@5.6.3
    node tests/oracle/scripts/definitions/list.cjs FOLDER... | python3 tests/oracle/scripts/definitions/compare.py
    go run tests/oracle/scripts/definitions/list.go FOLDER... | python3 tests/oracle/scripts/definitions/compare.py
    pip install libclang==16.0.6
    python3 tests/oracle/scripts/definitions/list_c.py FOLDER... | python3 tests/oracle/scripts/definitions/compare.py

Standard input has a definition a line: file, kind, name (with that of its type in Go), first and last line from 1, parted
by tabs. For each kind it prints how many there are, how many `chunk` does not list, and of how many it gives another last
line, and whether it calls those certain; `--verbose` prints each. The exit status is 1 if a last line differs that is
called certain: an operation on that definition would leave a part behind, or take too much.

A parser without the headers of a C file takes macros for functions and variables, and lists what only macros make. A
last line that counts macros or `//line` is another one, too.
"""
import argparse
import collections
import json
import re
import subprocess
import sys


def last_name(address):
    """The name at the end of an address: `run` of `Shop.run(int)#2`."""
    address = re.sub(r"[#@]\w+$", "", address).split("(")[0]
    return re.split(r"\.|::", address)[-1].strip("\"'")


def symbols_of(chunk, path):
    """What `chunk` lists of a file, by the last names."""
    run = subprocess.run([chunk, "symbols", path, "--all", "--json"], stdout=subprocess.PIPE, check=False)
    found = collections.defaultdict(list)
    for symbol in json.loads(run.stdout or "{}").get("symbols") or []:
        found[last_name(symbol["address"])].append(symbol)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunk", default="target/release/chunk")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    files = collections.defaultdict(list)
    for line in sys.stdin:
        path, kind, name, first, last = line.rstrip("\n").split("\t")
        files[path].append((kind, name, int(first), int(last)))
    tally = collections.defaultdict(collections.Counter)
    for path, definitions in files.items():
        known = symbols_of(options.chunk, path)
        for kind, name, first, last in definitions:
            tally[kind]["all"] += 1
            here = [own for own in known[last_name(name)] if own["lines"][0] <= first <= own["lines"][1]]
            if not here:
                outcome = "missing"
            elif any(own["lines"][1] == last for own in here):
                continue
            else:
                outcome = "other end" if any(own["certain"] for own in here) else "uncertain"
            tally[kind][outcome] += 1
            if options.verbose:
                print(f"{outcome}: {kind} {name} {path}:{first}-{last}", [own["lines"] for own in here])
    print(f"{len(files)} files")
    for kind, counts in sorted(tally.items()):
        print(f"{counts['all']:8} {kind}:", ", ".join(f"{counts[key]} {key}" for key in ("missing", "other end", "uncertain")))
    return int(any(counts["other end"] for counts in tally.values()))


if __name__ == "__main__":
    sys.exit(main())
