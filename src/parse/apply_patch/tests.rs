use crate::parse::tests::describe::{check, check_warnings};

/// Checks the body of an envelope, whose first line is line 2.
#[track_caller]
fn check_body(body: &str, expected: &[&str]) {
    check(&format!("*** Begin Patch\n{body}*** End Patch\n"), expected);
}

#[test]
fn the_directives_are_read() {
    check_body(
        "*** Add File: x/b.py\n+x\n+\n+  y\n*** Delete File: c.py\n*** Update File: d.py\n-x\n+y\n",
        &[
            "1 Add File@2 x/b.py overwrite+warn [x||  y]",
            "2 Delete File@6 c.py delete",
            "3 Update File@7 d.py update {[] -x|+y}",
        ],
    );
    check_body("*** Add File: empty\n", &["1 Add File@2 empty overwrite+warn []"]);
}

#[test]
fn a_move_comes_with_and_without_hunks() {
    check_body("*** Update File: a\n*** Move to: b\n@@\n-x\n", &["1 Update File@2 a update -> b {[] -x}"]);
    check_body("*** Update File: a\n*** Move to: b\n", &["1 Update File@2 a update -> b"]);
    check_body("*** Update File: a\n\n*** Move to: ./b \n\n", &["1 Update File@2 a update -> b"]);
    check_body("*** Update File: a\n*** Move to: a\n@@\n-x\n", &["1 Update File@2 a update {[] -x}"]);
    check_body("*** Move to: b\n", &["malformed@2 `*** Move to` has no `*** Update File` directly above it"]);
    check_body(
        "*** Update File: a\n-x\n*** Move to: b\n",
        &["malformed@4 `*** Move to` has no `*** Update File` directly above it"],
    );
}

#[test]
fn hunk_headers_are_anchors_and_numbers() {
    check_body(
        "*** Update File: a\n@@ class A:\n@@ def f(self):\n x\n-y\n+z\n@@ -9,2 +9,2 @@ def g\n-v\n",
        &["1 Update File@2 a update {[class A:/def f(self):]  x|-y|+z} {9[def g] -v}"],
    );
    check_body(
        "*** Update File: a\n@@ class A:\n\n@@ def f(self):\n-y\n",
        &["1 Update File@2 a update {[class A:/def f(self):] -y}"],
    );
    check_body(
        "*** Update File: a\n@@ second - near line 25\n-y\n",
        &["1 Update File@2 a update {25[second - near line 25] -y}"],
    );
}

#[test]
fn counts_do_not_end_a_hunk_here() {
    check_body("*** Update File: a\n@@ -1 +1 @@\n-x\n+y\n z\n", &["1 Update File@2 a update {1[] -x|+y| z}"]);
}

#[test]
fn the_end_of_the_file_closes_a_hunk() {
    check_body(
        "*** Update File: a\n@@\n-x\n+y\n*** End of File\n",
        &["1 Update File@2 a update {[] -x|+y$}"],
    );
    check_body(
        "*** Update File: a\n-x\n*** End of File\n@@\n-y\n",
        &["1 Update File@2 a update {[] -x$} {[] -y}"],
    );
    check_body(
        "*** Update File: a\n*** End of File\n",
        &["malformed@3 `*** End of File` has no hunk above it"],
    );
}

#[test]
fn headers_of_a_diff_are_removed_and_added_lines() {
    check_body("*** Update File: a\n--- a/x\n+++ b/x\n", &["1 Update File@2 a update {[] --- a/x|+++ b/x}"]);
}

#[test]
fn an_empty_line_is_blank_context() {
    check_body("*** Update File: a\n@@\n x\n\n-y\n\n", &["1 Update File@2 a update {[]  x|=|-y|=}"]);
}

#[test]
fn directives_in_a_hunk_stand_at_column_0() {
    check_body(
        "*** Update File: a\n@@\n *** End Patch\n-y\n+*** Add File: b\n",
        &["1 Update File@2 a update {[]  *** End Patch|-y|+*** Add File: b}"],
    );
    check_body(
        "  *** Delete File: a  \n\t*** Add File: b ***\n+x\n",
        &["1 Delete File@2 a delete", "2 Add File@3 b overwrite+warn [x]"],
    );
}

#[test]
fn lines_without_a_prefix_are_malformed() {
    check_body("*** Update File: a\n@@\n-x\ny\n", &["malformed@5 a line of a hunk has no prefix: `y`"]);
    check_body(
        "*** Update File: a\n@@\n-x\n*** Rename File: b\n",
        &["malformed@5 a line of a hunk has no prefix: `*** Rename File: b`"],
    );
    check_body("*** Add File: a\n+x\ny\n", &["malformed@4 a line of a new file has no `+`: `y`"]);
    check_body("*** Add File: a\n+x\n\n+y\n", &["malformed@4 an empty line of a new file has no `+`"]);
    check_body(
        "*** Add File: a\n+x\n\n\n*** Delete File: b\n\n",
        &["1 Add File@2 a overwrite+warn [x]", "2 Delete File@6 b delete"],
    );
    check_body(
        "*** Delete File: a\n-x\n*** Delete File: b\n",
        &["malformed@3 `-x` belongs to no file: put a file directive above it"],
    );
}

#[test]
fn an_update_must_change_something() {
    let nothing = "malformed@2 the update of `a` has no hunk that changes something";
    check_body("*** Update File: a\n", &[nothing]);
    check_body("*** Update File: a\n@@\n x\n", &[nothing]);
    check_body("*** Update File: a\n*** Move to: b\n@@\n x\n", &[nothing]);
    check_warnings(
        "*** Begin Patch\n*** Update File: a\n@@\n x\n@@\n-y\n*** End Patch\n",
        &["malformed@3 a hunk has neither a `-` nor a `+` line: it changes nothing"],
    );
}

#[test]
fn an_envelope_is_whole() {
    let cut_off = "malformed@1 the envelope has no `*** End Patch`: the patch may be cut off";
    check("*** Begin Patch\n*** Delete File: a\n", &[cut_off]);
    check("*** Begin Patch\n*** Add File: a\n+*** End Patch\n", &[cut_off]);
    check_body("", &["malformed@1 the envelope has no operation"]);
    check_body("*** Begin Patch\n", &["malformed@2 the envelope contains a second `*** Begin Patch`"]);
    check("*** Begin Patch ***\n*** Delete File: a\n*** End Patch ***", &["1 Delete File@2 a delete"]);
}

#[test]
fn carriage_returns_belong_to_the_lines_of_a_mixed_patch() {
    check_body("*** Add File: a\n+x\r\n+y\n", &["1 Add File@2 a overwrite+warn [x\\r|y]"]);
    check(
        "*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n",
        &["1 Add File@2 a overwrite+warn [x]"],
    );
}

#[test]
fn every_problem_is_told() {
    check_body(
        "*** Delete File: /etc/passwd\n*** Add File: a\nx\n*** Update File: \n@@\n-x\n",
        &[
            "path-refused@2 Delete File may not touch `/etc/passwd`: the path is absolute",
            "malformed@4 a line of a new file has no `+`: `x`",
            "path-refused@5 Update File names no file: the path is empty",
        ],
    );
}
