"""Makes a module of its own out of packages of Go's standard library: std_go.py ROOT DEST

ROOT is an installed Go. What only the standard library may import is copied where it needs nothing more, and packages
that do not pass `go vet` as part of the module are left out.
"""

import pathlib
import re
import shutil
import subprocess
import sys

PACKAGES = """text/template text/template/parse go/ast go/parser go/scanner go/token go/printer go/format go/doc/comment
go/build/constraint encoding/json encoding/csv encoding/xml encoding/hex encoding/base64 encoding/pem container/list
container/ring container/heap bufio text/tabwriter text/scanner net/mail net/textproto html regexp regexp/syntax image
image/color image/color/palette image/gif image/png image/jpeg mime mime/quotedprintable index/suffixarray
compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib hash/adler32 go/constant path archive/tar
archive/zip math/big flag expvar database/sql/driver internal/fmtsort internal/byteorder internal/saferio
image/internal/imageutil""".split()
MODULE = "example.com/std"


def copy(root, dest):
    spelled = "|".join(sorted(PACKAGES, key=len, reverse=True))
    own = re.compile(rf'^((?:import\s+|\s+)(?:[\w.]+ )?")({spelled})"', re.M)
    for package in PACKAGES:
        (dest / package).mkdir(parents=True)
        for path in (root / "src" / package).glob("*.go"):
            text = path.read_text()
            if path.name.endswith("_test.go") and re.search(r'"(internal|golang\.org|testdata)|go:linkname', text):
                continue
            (dest / package / path.name).write_text(own.sub(rf'\1{MODULE}/\2"', text))
        if (root / "src" / package / "testdata").is_dir():
            shutil.copytree(root / "src" / package / "testdata", dest / package / "testdata")


def passes(dest, package):
    done = subprocess.run(["go", "vet", f"./{package}"], cwd=dest, capture_output=True, text=True, check=False)
    return done.returncode == 0


def leave_out(dest):
    """Takes out what does not pass: first the tests of a package, then the package."""
    again = True
    while again:
        again = False
        for package in PACKAGES:
            files = list((dest / package).glob("*.go"))
            if not files or passes(dest, package):
                continue
            tests = [path for path in files if path.name.endswith("_test.go")]
            for path in tests or files:
                path.unlink()
            again = True
            if not tests:
                print(f"left out: {package}")


def main():
    root, dest = map(pathlib.Path, sys.argv[1:])
    dest.mkdir()
    (dest / "go.mod").write_text(f"module {MODULE}\n\ngo 1.24\n")
    copy(root, dest)
    leave_out(dest)


main()
