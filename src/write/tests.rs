use super::*;
use crate::parse::parse;

/// Checks that a patch is written exactly as it was before parsing.
#[track_caller]
fn check(text: &str) {
    let read = parse(text.as_bytes(), None).expect("a patch");
    let written = patch(&read, Notation::of(read.format, text.as_bytes())).expect("it can be said");
    assert_eq!(String::from_utf8_lossy(&written), text);
}

#[test]
fn texts_keep_their_lines() {
    let head = "operations:\n  - path: a.txt\n    op: create_file\n";
    check(&format!("{head}    payload: |-\n      one\n\n        two\n"));
    check(&format!("{head}    payload: |2-\n        deep\n          deeper\n"));
    check(&format!("{head}    payload: |+\n      one\n\n\n"));
    check(&format!("{head}    payload: \"\"\n"));
    check(&format!("{head}    payload: \"one\\n  \\ntwo\"\n"));
}

#[test]
fn fields_are_written_as_they_are_listed() {
    check(
        "language: python\noperations:\n  - path: a.py\n    op: replace_text\n    symbol: A.f\n    before: |-\n      x\n    \
         marker: |-\n      y\n    payload: |-\n      z\n    options: {indent: none, repeat: true}\n",
    );
    check(
        "operations:\n  - paths: [\"*.py\", \"!b.py\"]\n    op: substitute\n    find: |-\n      x\n    replace: |-\n      \
         y\n    count: all\n    word: true\n    in: code\n",
    );
    check(
        "operations:\n  - path: a.py\n    op: move_symbol\n    symbol: f\n    to: b.py\n    into_class: A\n    position: start\n",
    );
}

#[test]
fn diffs_keep_what_git_says() {
    check(
        "diff --git a/a b/a\nnew file mode 100755\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n",
    );
    check(
        "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@ f\n x\n-y\n+z\n",
    );
    check("diff --git a/a b/a\nold mode 100644\nnew mode 100755\n");
}

#[test]
fn envelopes_keep_their_sections() {
    check(
        "*** Begin Patch\n*** Add File: n\n+x\n*** Update File: a\n*** Move to: b\n@@ A\n@@ f\n-x\n+y\n*** End of File\n*** Delete File: c\n*** End Patch\n",
    );
    check(
        "<FILE_CHANGES>\n<FILE_NEW file_path=\"n\">\nx\n</FILE_NEW>\n<FILE_COPY from_path=\"a\" to_path=\"b\" />\n</FILE_CHANGES>\n",
    );
}
