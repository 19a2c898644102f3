"""Applies a patch to many repositories, each a task of its own, on Dask, on Ray, or in this process.

    python many_repositories.py PATCH OUTCOMES ROOT... [--on dask|ray|here] [--address ADDRESS] [--dry-run] [--again]

OUTCOMES is a file with one line of JSON for each repository that is done. A run that was interrupted goes on where it
stopped: what is in the file already with the same patch is not done again, unless it failed and ``--again`` is given.
Each repository is changed as a whole or not at all, so one that was being worked on is safe to do once more. The status is 0
if the patch was applied everywhere.
"""

import argparse
import hashlib
import json
import os
import sys

import chunk_edit


def apply_to(root, patch, dry_run):
    """One task: a patch and a repository go in, a line for the list of outcomes comes out."""
    try:
        report = chunk_edit.preview(patch, root) if dry_run else chunk_edit.apply(patch, root)
    except Exception as error:  # One repository must not end the run.
        return {"root": root, "ok": False, "codes": [type(error).__name__], "text": str(error)}
    codes = [error["code"] for error in report.errors]
    return {
        "root": root,
        "ok": report.ok or codes == ["already-applied"],
        "codes": codes,
        "files": [file["path"] for file in report.files],
        "undo": report.get("undo"),
        "text": "" if report.ok else report.text,
    }


def on_dask(roots, patch, dry_run, address):
    """Outcomes as they come, from a cluster or from processes on this machine."""
    from dask.distributed import Client, as_completed

    with Client(address) if address else Client(processes=True, dashboard_address=None) as client:
        tasks = client.map(apply_to, roots, patch=patch, dry_run=dry_run, pure=False)
        for task in as_completed(tasks):
            yield task.result()
            task.release()


def on_ray(roots, patch, dry_run, address):
    """The same on Ray."""
    import ray

    ray.init(address=address)
    waiting = [ray.remote(apply_to).remote(root, patch, dry_run) for root in roots]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


def here(roots, patch, dry_run, address):
    """The same in this process, one after the other."""
    for root in roots:
        yield apply_to(root, patch, dry_run)


WAYS = {"dask": on_dask, "ray": on_ray, "here": here}


def key_of(patch, dry_run):
    """By what outcomes are known to be those of this patch."""
    return hashlib.sha256(patch).hexdigest()[:16] + ("-dry" if dry_run else "")


def done_before(path, key, again):
    """The repositories that need not be done; a line that was cut off by an interrupt counts for nothing."""
    done = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                try:
                    outcome = json.loads(line)
                except ValueError:
                    continue
                if outcome.get("key") == key:
                    done[outcome["root"]] = outcome["ok"]
    return {root for root, ok in done.items() if ok or not again}, [root for root, ok in done.items() if not ok]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patch")
    parser.add_argument("outcomes")
    parser.add_argument("roots", nargs="+", metavar="ROOT")
    parser.add_argument("--on", choices=sorted(WAYS), default="here")
    parser.add_argument("--address")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--again", action="store_true")
    args = parser.parse_args()
    with open(args.patch, "rb") as file:
        patch = file.read()
    key = key_of(patch, args.dry_run)
    done, failed = done_before(args.outcomes, key, args.again)
    roots = [root for root in dict.fromkeys(map(os.path.abspath, args.roots)) if root not in done]
    failures = 0 if args.again else len(failed)
    # A line that an interrupt cut off is ended first.
    with open(args.outcomes, "a+b") as file:
        if file.tell() > 0:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
    with open(args.outcomes, "a", encoding="utf-8") as file:
        for outcome in WAYS[args.on](roots, patch, args.dry_run, args.address):
            file.write(json.dumps(dict(outcome, key=key)) + "\n")
            file.flush()
            failures += not outcome["ok"]
            print("%-7s %s %s" % ("applied" if outcome["ok"] else "refused", outcome["root"], " ".join(outcome["codes"])))
    print("%d done, %d before, %d refused" % (len(roots), len(done), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
