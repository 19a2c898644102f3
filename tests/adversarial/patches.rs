//! Patches that were made to hurt.

use crate::support::{Desk, size};

const FILE: &[u8] = b"one\ntwo\nthree\n";

/// Gives the program a patch; checks its status.
#[track_caller]
fn check(patch: impl AsRef<[u8]>, status: i32) {
    let ended = Desk::with(&[("a.txt", FILE)]).patch(&["apply"], patch);
    assert_eq!(ended.status, status, "{}", ended.stderr.chars().take(2000).collect::<String>());
}

/// The same for a patch that is no good in one way or the other.
#[track_caller]
fn check_refused(patch: impl AsRef<[u8]>) {
    let ended = Desk::with(&[("a.txt", FILE)]).patch(&["apply", "--json"], patch);
    assert!(matches!(ended.status, 1 | 2), "status {}", ended.status);
    let object: serde_json::Value = serde_json::from_str(&ended.stdout).expect("one object");
    assert_eq!(object["ok"], false);
}

#[test]
fn aliases_that_multiply() {
    let mut patch = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (name, before) in ('b'..='z').zip('a'..) {
        patch += &format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 9].join(","));
    }
    check(format!("{patch}operations: *z\n"), 2);
    check(format!("operations:\n  - path: a.txt\n    op: create_file\n    payload: [*z]\n{patch}"), 2);
    let nested =
        format!("operations: [{{path: a, op: create_file, payload: {}}}]\n", "{<<: &x *x, ".repeat(1000));
    check(nested, 2);
}

#[test]
fn nesting_without_end() {
    let deep = size(1_000_000, 100_000);
    for open in ["[", "{", "- ", "? ", "a: ", "!!x ", "&a ", "'", "\"", "|", "{a: ", "[{", "*a "] {
        let all = open.repeat(deep);
        check_refused(&all);
        check_refused(format!("operations: {all}\n"));
        check_refused(format!("operations:\n  - {all}\n"));
        check_refused(format!("operations:\n  - path: a.txt\n    op: {all}\n"));
    }
    let closed = format!("operations: {}{}\n", "[".repeat(deep), "]".repeat(deep));
    check_refused(closed);
    let steps: String = (0..size(5_000, 1_500)).map(|step| format!("{}a:\n", " ".repeat(step))).collect();
    check_refused(format!("operations:\n{steps}"));
}

#[test]
fn keys_without_number() {
    let many = size(500_000, 50_000);
    check_refused(format!("operations:\n  - path: a.txt\n{}", "    op: delete_file\n".repeat(many)));
    check_refused(format!("{}operations: []\n", "description: x\n".repeat(many)));
    let keys: String = (0..many).map(|key| format!("    key{key}: x\n")).collect();
    check_refused(format!("operations:\n  - path: a.txt\n    op: delete_file\n{keys}"));
    check_refused("operations:\n".repeat(many));
}

#[test]
fn a_large_scalar() {
    let lines = size(50 << 20, 3 << 20) / 16;
    let body = "    fifteen chars\n".repeat(lines);
    check(format!("operations:\n- path: b.txt\n  op: create_file\n  payload: |\n{body}"), 0);
    check(format!("operations:\n- path: a.txt\n  op: replace_text\n  payload: x\n  marker: |\n{body}"), 1);
    let quoted = "x".repeat(lines * 16);
    check(format!("operations:\n- path: b.txt\n  op: create_file\n  payload: \"{quoted}\"\n"), 0);
    check(format!("operations:\n- path: a.txt\n  op: replace_text\n  payload: x\n  marker: {quoted}\n"), 1);
    check(format!("operations:\n- path: {quoted}\n  op: delete_file\n"), 1);
    check(format!("operations:\n- path: a.txt\n  op: {quoted}\n"), 2);
}

#[test]
fn operations_without_number() {
    let many = size(1_000_000, 20_000);
    let operation = "  - {path: a.txt, op: append_text, payload: x}\n";
    check(format!("operations:\n{}", operation.repeat(many)), 0);
    // The report of so many refusals is large, too.
    let refused = "  - {path: ../a.txt, op: delete_file}\n";
    check(format!("operations:\n{}", refused.repeat(many / 4)), 1);
    let missing: String = (0..many / 4).map(|file| format!("*** Delete File: f{file}\n")).collect();
    check(format!("*** Begin Patch\n{missing}*** End Patch\n"), 1);
    let unread = "  - {path: a.txt, opp: delete_file}\n";
    check(format!("operations:\n{}", unread.repeat(many / 4)), 2);
}

#[test]
fn hunks_without_number() {
    let many = size(200_000, 20_000);
    let header = "--- a/a.txt\n+++ b/a.txt\n";
    check_refused(format!("{header}{}", "@@ -1 +1 @@\n-two\n+2\n".repeat(many)));
    check_refused(format!("{header}{}", "@@ -1 +1 @@\n-four\n+4\n".repeat(many)));
    check_refused(format!(
        "*** Begin Patch\n*** Update File: a.txt\n{}-x\n+y\n*** End Patch\n",
        "@@ one\n".repeat(many)
    ));
    let text = "x\n".repeat(many);
    let desk = Desk::with(&[("a.txt", text.as_bytes())]);
    let ended = desk.patch(&["apply"], format!("{header}{}", "@@\n-x\n+y\n".repeat(many)));
    assert!(matches!(ended.status, 0 | 1));
}

#[test]
fn numbers_beyond_all_counting() {
    for number in
        ["9223372036854775808", "18446744073709551615", "18446744073709551616", "-1", &"9".repeat(10_000)]
    {
        for header in [
            format!("@@ -{number} +{number} @@"),
            format!("@@ -1,{number} +1,{number} @@"),
            format!("@@ -{number},{number} +{number},{number} @@ one"),
            format!("@@ near line {number}"),
        ] {
            let diff = format!("--- a/a.txt\n+++ b/a.txt\n{header}\n-two\n+2\n");
            let status = Desk::with(&[("a.txt", FILE)]).patch(&["apply"], diff).status;
            assert!(matches!(status, 0..=2), "{header}");
        }
        for scalar in ["|", ">", "|-"] {
            let status =
                format!("operations:\n- path: b\n  op: create_file\n  payload: {scalar}{number}\n    x\n");
            Desk::with(&[]).patch(&["apply"], status);
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    for bytes in [&b"\xff\xfe"[..], b"\0", b"\xed\xa0\x80", b"\xc0\xaf", b"\x1b[2J"] {
        for (head, tail) in [
            ("operations:\n- path: b\n  op: create_file\n  payload: ", "\n"),
            ("operations:\n- op: delete_file\n  path: ", "\n"),
            ("*** Begin Patch\n*** Add File: b\n+", "\n*** End Patch\n"),
            ("*** Begin Patch\n*** Delete File: ", "\n*** End Patch\n"),
            ("<FILE_CHANGES>\n<FILE_NEW file_path=\"b\">", "</FILE_NEW>\n</FILE_CHANGES>\n"),
            ("<FILE_CHANGES>\n<FILE_DELETE file_path=\"", "\" />\n</FILE_CHANGES>\n"),
            ("--- a/a.txt\n+++ b/a.txt\n@@\n-two\n+", "\n"),
            ("--- a/", "\n+++ b/a.txt\n@@\n-two\n+2\n"),
            ("", ""),
        ] {
            let patch = [head.as_bytes(), bytes, tail.as_bytes()].concat();
            let ended = Desk::with(&[("a.txt", FILE)]).patch(&["apply"], &patch);
            // In lines of files such bytes are bytes like others; in YAML and in paths they are not.
            let is_content = head.ends_with('+') || head.ends_with("file_path=\"b\">");
            let is_applied = ended.status == 0 && bytes.contains(&0);
            assert!(!is_applied || is_content, "a patch with a NUL byte was applied");
            assert!(!ended.stderr.contains('\u{1b}') && !ended.stdout.contains('\u{1b}'));
        }
    }
}

#[test]
fn what_is_never_closed() {
    let many = size(1_000_000, 100_000);
    for open in [
        "<FILE_CHANGES>\n",
        "<FILE_CHANGES>\n<FILE_NEW file_path=\"b\">\n",
        "<FILE_CHANGES>\n<FILE_NEW file_path=\"b\n",
        "<FILE_CHANGES>\n<FILE_PATCH file_path=\"a.txt\">\n@@\n-two\n+2\n",
        "*** Begin Patch\n*** Add File: b\n+x\n",
        "cat <<'EOF'\n*** Begin Patch\n*** Add File: b\n+x\n",
        "apply_patch <<EOF\n*** Begin Patch\n*** Add File: b\n+x\n",
        "operations:\n- path: b\n  op: create_file\n  payload: \"x\n",
        "operations:\n- {path: b, op: create_file, payload: x\n",
    ] {
        check(open, 2);
        check_refused(open.repeat(many / 10));
    }
    let tags = "<FILE_NEW file_path=\"b\">\n".repeat(many);
    check_refused(format!("<FILE_CHANGES>\n{tags}</FILE_CHANGES>\n"));
    check_refused(format!("<FILE_CHANGES>\n{tags}{}</FILE_CHANGES>\n", "</FILE_NEW>\n".repeat(many - 1)));
    check_refused(format!("{}operations: [\n", "```yaml\n".repeat(many)));
    check_refused(format!("{}x\n", "````".repeat(many)));
    check_refused("<".repeat(many));
    check_refused("EOF\n".repeat(many));
}

#[test]
fn paths_without_end() {
    let many = size(1_000_000, 100_000);
    let delete = |path: &str| format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n");
    for part in ["a/", "./", "//", "../", "a", "\u{301}", "\\", ".git/", "\" "] {
        check_refused(delete(&format!("{}b", part.repeat(many))));
    }
    let folders = "a/".repeat(2_000);
    let many = (0..size(10_000, 500)).map(|file| format!("*** Add File: d{file}/{folders}f\n+x\n"));
    let many = format!("*** Begin Patch\n{}*** End Patch\n", many.collect::<String>());
    assert_eq!(Desk::with(&[]).patch(&["apply", "--dry-run"], many).status, 0);
    let mut deep = "d/".repeat(900);
    deep.push('f');
    let create = format!("*** Begin Patch\n*** Add File: {deep}\n+x\n*** End Patch\n");
    let desk = Desk::with(&[("d/x", b"x\n")]);
    assert_eq!(desk.patch(&["apply"], create).status, 0);
    let gone = "<FILE_CHANGES>\n<FILE_DELETE file_path=\"d\" />\n</FILE_CHANGES>\n";
    assert_eq!(desk.patch(&["apply"], gone).status, 0);
    assert!(!desk.root().join("d").exists());
    assert_eq!(desk.run(&["undo"]).status, 0);
    assert!(desk.root().join(deep).exists());
}
