//! Files that were made to hurt.

use crate::support::{Desk, size};

const PATCHES: [&str; 4] = [
    "operations:\n- path: a.py\n  op: replace_text\n  marker: y = 20\n  payload: y = 3\n",
    "operations:\n- path: a.py\n  op: replace_text\n  marker: y  =  2\n  after: z = 3\n  payload: y = 3\n",
    "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n x = 10\n-y = 20\n+y = 3\n",
    "*** Begin Patch\n*** Update File: a.py\n@@ def f():\n-y = 20\n+y = 3\n*** End Patch\n",
];

/// Looks in a file for lines that are not there.
#[track_caller]
fn check_missing(file: &[u8]) {
    for patch in PATCHES {
        let desk = Desk::with(&[("a.py", file)]);
        assert_eq!(desk.patch(&["apply", "--json"], patch).status, 1);
    }
}

#[test]
fn one_line_of_many_bytes() {
    let long = size(10 << 20, 1 << 20);
    check_missing(&b"x".repeat(long));
    check_missing(&b"y = 2 ".repeat(long / 6));
    check_missing(&b" ".repeat(long));
    check_missing(&b"\"".repeat(long));
    check_missing(&b"#\xff".repeat(long / 2));
    let file = [&b"x".repeat(long)[..], b"\ny = 20\n"].concat();
    let desk = Desk::with(&[("a.py", &file)]);
    assert_eq!(desk.patch(&["apply", "--diff"], PATCHES[0]).status, 0);
}

#[test]
fn many_lines_of_few_bytes() {
    let many = size(5 << 20, 64 << 10);
    for line in ["\n", "\r", "\r\n", "y\n", "#\n", "y = 2\n", "y = 2 #\n", "'''\n"] {
        check_missing(line.repeat(many / line.len()).as_bytes());
    }
}

#[test]
fn files_that_are_no_text() {
    for file in [&b"y = 20\0\n"[..], b"\xff\xfey\0 \0=\0", b"\0"] {
        for patch in PATCHES {
            assert_eq!(Desk::with(&[("a.py", file)]).patch(&["apply"], patch).status, 1);
        }
        let desk = Desk::with(&[("a.py", file)]);
        assert!(matches!(desk.run(&["symbols", "a.py"]).status, 0 | 1));
        let delete = "operations:\n- {path: a.py, op: delete_file}\n";
        assert_eq!(desk.patch(&["apply"], delete).status, 0);
    }
}

#[test]
fn hunks_that_hold_each_other_s_lines() {
    let many = size(50_000, 5_000);
    let file: String = (0..many).map(|line| format!("line {line}\n")).collect();
    let hunks: String = (0..many - 1)
        .map(|line| format!("@@ -{} +{} @@\n-line {line}\n-line {}\n+x\n", line + 1, line + 1, line + 1))
        .collect();
    let desk = Desk::with(&[("a.py", file.as_bytes())]);
    assert_eq!(desk.patch(&["apply"], format!("--- a/a.py\n+++ b/a.py\n{hunks}")).status, 1);
}
