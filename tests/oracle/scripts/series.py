"""Applies the patch series of unpacked source packages twice, with GNU `patch` and with `chunk`, and compares.

    apt-get source --download-only PACKAGE… && for d in *.dsc; do dpkg-source --skip-patches -x $d; done
    python3 tests/oracle/scripts/series.py FOLDER [--chunk target/release/chunk] [--jobs 2] [--verbose]

FOLDER holds folders that have a `debian/patches/series` each; what their patches name is copied. What `patch -F0` takes
at the lines it names (exact) must become the same bytes; what it takes elsewhere (offset), or only with fuzz, must become
the same or be refused; what it does not take at all is listed if `chunk` takes it. The exit status is 1 if bytes differ,
or if an exact patch is refused for another reason than a link or a binary file.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

NAME = re.compile(rb"^(?:---|\+\+\+|\*\*\*) ([^\t\r\n]+)|^(?:rename|copy) (?:from|to) (.+)$|^diff --git (\S+) (\S+)$",
                  re.M)
# An exact patch may be refused for these reasons: links and binary files are never patched.
RIGHTLY_REFUSED = {"path-refused", "not-text"}

Result = collections.namedtuple("Result", "package patch witness outcome detail")


def read_series(folder):
    """The patches of a series, with the number of components to strip."""
    with open(os.path.join(folder, "debian/patches/series"), encoding="utf-8", errors="replace") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words:
                strip = [word[2:] for word in words[1:] if word.startswith("-p")]
                level = int(strip[0]) if strip and strip[0].isdigit() else 1
                path = os.path.join(folder, "debian/patches", words[0])
                if os.path.isfile(path):
                    yield path, level


def names_in(text, level):
    """Every path that a patch may touch, as far as its headers tell."""
    found = set()
    for match in NAME.finditer(text):
        for name in filter(None, match.groups()):
            name = re.split(rb" \d{4}-\d\d-\d\d ", name)[0].strip().strip(b'"')
            bare = re.match(rb"(?:rename|copy)", match.group(0))
            for path in (name, b"/".join(name.split(b"/")[level:])) if bare else (b"/".join(name.split(b"/")[level:]),):
                if path and b".." not in path.split(b"/"):
                    found.add(os.fsdecode(path))
    return found


def copy_named(folder, copies, series):
    """Copies what the patches of a series may touch: neither program looks at anything else."""
    named = set()
    for path, level in series:
        with open(path, "rb") as file:
            text = file.read()
        named |= names_in(text, level) | names_in(text, 0)
    for name in sorted(named):
        source = os.path.join(folder, name)
        if os.path.isfile(source) and not source.endswith("/"):
            for copy in copies:
                os.makedirs(os.path.dirname(os.path.join(copy, name)), exist_ok=True)
                shutil.copy2(source, os.path.join(copy, name), follow_symlinks=False)


def look(root, names):
    """What stands at each path: its bytes and whether it can be run; `None` where nothing is."""
    seen = {}
    for name in names:
        path = os.path.join(root, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                seen[name] = (file.read(), bool(os.stat(path).st_mode & stat.S_IXUSR))
        else:
            seen[name] = None
    return seen


def put(root, seen):
    """Brings paths back to what they were."""
    for name, state in seen.items():
        path = os.path.join(root, name)
        if look(root, [name])[name] == state:
            continue
        if state is None:
            os.remove(path)
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(state[0])
        os.chmod(path, 0o755 if state[1] else 0o644)


def run_patch(root, path, level, fuzz):
    """Whether GNU patch takes a patch, and what it says."""
    command = ["patch", f"-p{level}", "-f", "--no-backup-if-mismatch", "-r", "-", "-i", path]
    ran = subprocess.run(command + fuzz, cwd=root, capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=False)
    return ran.returncode == 0, ran.stdout.decode("utf-8", "replace")


def witness(root, path, level, names):
    """Applies a patch as GNU patch does, and says how well it fitted."""
    before = look(root, names)
    taken, said = run_patch(root, path, level, ["-F0"])
    if taken:
        return "offset" if "(offset" in said else "exact"
    put(root, before)
    taken, said = run_patch(root, path, level, [])
    if taken:
        return "fuzz"
    put(root, before)
    return "fails"


def run_chunk(program, root, path, state):
    """The code of the refusal, or `None`, and the whole report."""
    ran = subprocess.run([program, "apply", "--json", "--root", root, path], capture_output=True, check=False,
                         env={**os.environ, "XDG_STATE_HOME": state, "HOME": state})
    if ran.returncode == 0:
        return None, ""
    try:
        report = json.loads(ran.stdout)
        errors = report.get("errors") or report.get("diagnostics") or []
        first = errors[0] if errors else {}
        return first.get("code", f"status-{ran.returncode}"), "; ".join(error.get("message", "") for error in errors[:3])
    except (ValueError, AttributeError):
        return f"status-{ran.returncode}", ran.stderr.decode("utf-8", "replace")[:300]


def difference(wanted, got):
    """How two states of the same paths differ; empty if they do not."""
    for name in sorted(wanted):
        one, other = wanted[name], got[name]
        if one == other:
            continue
        if one is None or other is None:
            if (one or other)[0] == b"":
                return "empty", f"{name}: an empty file is left by one of the two"
            return "wrong", f"{name}: there in one of the two only"
        if one[0] != other[0]:
            return "wrong", f"{name}: the bytes differ"
        return "mode", f"{name}: the modes differ"
    return "same", ""


def run_package(program, folder, keep):
    """Every patch of one package, in order."""
    results = []
    package = os.path.basename(folder)
    with tempfile.TemporaryDirectory(prefix="series-") as temp:
        mine, theirs, state = (os.path.join(temp, name) for name in ("chunk", "patch", "state"))
        for copy in (mine, theirs, state):
            os.mkdir(copy)
        series = list(read_series(folder))
        copy_named(folder, (mine, theirs), series)
        for path, level in series:
            with open(path, "rb") as file:
                names = names_in(file.read(), level)
            before = look(mine, names)
            fit = witness(theirs, path, level, names)
            code, said = run_chunk(program, mine, path, state)
            wanted, got = look(theirs, names), look(mine, names)
            if code:
                outcome, detail = f"refused {code}", said
                if got != before:
                    outcome, detail = "wrong", f"refused ({code}), and something changed"
            elif fit == "fails":
                outcome, detail = "taken", ""
            else:
                outcome, detail = difference(wanted, got)
            results.append(Result(package, os.path.relpath(path, os.path.join(folder, "debian/patches")),
                                  fit, outcome, detail))
            if keep and outcome not in ("same", "mode", "empty"):
                save(keep, results[-1], path, before, wanted, got)
            put(mine, wanted)
        same = subprocess.run(["diff", "-rq", "--no-dereference", "-x", "*.rej", "-x", "*.orig", theirs, mine],
                              capture_output=True, text=True, errors="replace", check=False)
        if same.returncode:
            results.append(Result(package, "(whole tree)", "exact", "wrong", same.stdout[:500]))
    return results


def save(keep, result, path, *states):
    """Keeps what is needed to look at a case again."""
    case = os.path.join(keep, f"{result.package}--{result.patch.replace('/', '_')}")
    for name, seen in zip(("before", "patch", "chunk"), states):
        root = os.path.join(case, name)
        os.makedirs(root, exist_ok=True)
        put(root, {name: state for name, state in seen.items() if state})
    shutil.copy(path, os.path.join(case, "the.patch"))


def is_defect(result):
    """Whether a result breaks what must hold."""
    if result.outcome == "wrong":
        return True
    code = result.outcome.removeprefix("refused ")
    return result.witness == "exact" and code != result.outcome and code not in RIGHTLY_REFUSED


def main():
    """Runs all packages and prints what differs, then the table."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("folder")
    options.add_argument("--chunk", default="target/release/chunk")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--keep", help="a folder for the files of every patch that is not taken alike")
    options.add_argument("--verbose", action="store_true", help="list refusals of patches that need fuzz too")
    given = options.parse_args()
    folders = sorted(entry.path for entry in os.scandir(os.path.abspath(given.folder))
                     if os.path.isfile(os.path.join(entry.path, "debian/patches/series")))
    program = os.path.abspath(given.chunk)
    table = collections.Counter()
    defects = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        runs = [pool.submit(run_package, program, folder, given.keep) for folder in folders]
        for run in concurrent.futures.as_completed(runs):
            for result in run.result():
                table[result.witness, result.outcome] += 1
                defects += is_defect(result)
                if is_defect(result) or result.outcome in ("taken", "empty", "mode") or (
                        given.verbose and result.outcome != "same"):
                    print(*result, sep=" | ", flush=True)
    print(f"{len(folders)} packages, {sum(table.values())} patches")
    for (fit, outcome), count in sorted(table.items()):
        print(f"{count:6}  {fit:7} {outcome}")
    print(f"{defects} defects")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
