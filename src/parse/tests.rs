use super::*;

pub(super) mod describe;
mod properties;

use describe::describe_problems;

#[track_caller]
fn check_refused(patch: &[u8], format: Option<Format>, expected: &[&str]) {
    let problems = parse(patch, format).expect_err("the patch is refused");
    assert_eq!(describe_problems(&problems), expected);
}

#[track_caller]
fn check_accepted(patch: &[u8], operations: usize) {
    let found = parse(patch, None).map(|patch| patch.operations.len());
    assert_eq!(found.map_err(|problems| describe_problems(&problems)), Ok(operations));
}

const DIFF: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn a_byte_order_mark_and_lone_returns_are_no_part_of_a_patch() {
    check_accepted(format!("\u{feff}{DIFF}").as_bytes(), 1);
    check_accepted(DIFF.replace('\n', "\r").as_bytes(), 1);
    check_accepted(DIFF.replace('\n', "\r\n").as_bytes(), 1);
}

#[test]
fn bytes_that_are_no_text_are_malformed() {
    let yaml = b"operations:\n- {path: a, op: delete_text, marker: \0}\n";
    check_refused(yaml, None, &["malformed@2 the patch contains a NUL byte"]);
    check_refused(b"\xff\xfe-\0", None, &["malformed@1 the patch is UTF-16"]);
}

#[test]
fn diffs_and_envelopes_may_hold_bytes_that_are_not_utf8() {
    check_accepted(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-caf\xe9\n+tea\n", 1);
    check_accepted(b"*** Begin Patch\n*** Add File: x\n+caf\xe9\n*** End Patch\n", 1);
    check_refused(
        b"operations:\n- {path: a, op: delete_text, marker: caf\xe9}\n",
        None,
        &["malformed@2 the patch contains a byte that is not UTF-8"],
    );
    check_refused(
        b"--- a/caf\xe9\n+++ b/caf\xe9\n@@ -1 +1 @@\n-a\n+b\n",
        None,
        &["path-refused@1 a path of the patch is not UTF-8"],
    );
}

#[test]
fn a_format_that_is_not_there_is_said_to_be_missing() {
    check_refused(
        b"x\n",
        Some(Format::ApplyPatch),
        &["malformed@1 the envelope does not begin with `*** Begin Patch`"],
    );
    check_refused(
        b"\nx\n",
        Some(Format::FileChanges),
        &["malformed@2 the envelope does not begin with `<FILE_CHANGES>`"],
    );
    check_refused(b"x\n", Some(Format::Unified), &["malformed@1 the text has no diff of a file"]);
}

#[test]
fn another_format_behind_a_diff_is_refused() {
    let text = format!("{DIFF}\nor\n\n*** Begin Patch\n*** Delete File: x\n*** End Patch\n");
    check_refused(
        text.as_bytes(),
        None,
        &["unknown-format@9 the text contains a diff and, on line 9, a patch in the format \
           apply-patch"],
    );
    assert!(parse(text.as_bytes(), Some(Format::Unified)).is_ok());
}
