//! Properties of all texts: the parsers neither panic, nor refuse a patch without a reason and a place.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::parse;
use crate::diag::Code;
use crate::ir::Format;

/// Lines that have a meaning in one of the formats, and similar ones.
const LINES: &[&str] = &[
    "",
    " ",
    "x",
    " a",
    "-a",
    "+b",
    "\\ No newline at end of file",
    "-- ",
    "2.40.1",
    "```",
    "```diff",
    "~~~",
    "  ```py",
    "cat <<'EOF'",
    "EOF",
    "@@",
    "@@ -1 +1 @@",
    "@@ -1,3 +1,4 @@ fn f()",
    "@@ -9999999999999999999,1 +1 @@",
    "@@@ -1 -1 +1 @@@",
    "--- a/x",
    "+++ b/x",
    "--- /dev/null",
    "+++ /dev/null",
    "*** /dev/null",
    "--- x\t1970-01-01 00:00:00",
    "+++ \"b/\\303\\251\"",
    "diff --git a/x b/x",
    "diff --git a/x b/y z",
    "index 12..34 100644",
    "new file mode 100755",
    "deleted file mode 100644",
    "old mode 100644",
    "new mode 100755",
    "rename from x",
    "rename to y",
    "copy from x",
    "copy to y",
    "GIT binary patch",
    "*** Begin Patch",
    "*** End Patch",
    "*** Add File: x",
    "*** Delete File: y",
    "*** Update File: z",
    "*** Move to: w",
    "*** End of File",
    "*** Foo",
    "<FILE_CHANGES>",
    "</FILE_CHANGES>",
    "<FILE_NEW file_path=\"x\">",
    "</FILE_NEW>",
    "<FILE_PATCH file_path=\"x\">",
    "</FILE_PATCH>",
    "<FILE_DELETE file_path=\"x\" />",
    "<FILE_RENAME from_path='a' to_path='b'/>",
    "<FILE_NEW file_path=\"x\">a</FILE_NEW>",
    "<FILE_COPY",
    "<é>",
    "operations:",
    "<<<<<<< SEARCH",
    "=======",
    ">>>>>>> REPLACE",
    "src/a.py",
    "{\"path\": \"x\", \"old_string\": \"a\", \"new_string\": \"b\"}",
    "[{\"file_path\": \"x\",",
    "\"oldText\": \"a\\n\", \"newText\": \"\"}]",
    "  - path: x",
    "    op: delete_file",
    "é…",
];

/// Returns no format, and each of the formats.
fn formats() -> impl Iterator<Item = Option<Format>> {
    std::iter::once(None).chain(Format::ALL.map(Some))
}

/// Checks that a patch is parsed, or refused with reasons whose places are in the text.
fn check(patch: &[u8]) {
    let last = patch.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    for format in formats() {
        match parse(patch, format) {
            Ok(patch) => assert!(patch.format == Format::Chunk || !patch.operations.is_empty()),
            Err(problems) => {
                assert!(!problems.is_empty());
                for problem in problems {
                    assert!(matches!(
                        problem.code,
                        Code::Malformed | Code::UnknownFormat | Code::PathRefused | Code::NotText
                    ));
                    let line = problem.patch.expect("every problem has a place").line;
                    assert!((1..=last + 1).contains(&line), "line {line} of {last}: {}", problem.message);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_bytes_are_read_or_refused(patch in vec(any::<u8>(), 0..300)) {
        check(&patch);
    }

    #[test]
    fn any_text_is_read_or_refused(patch in "\\PC{0,200}") {
        check(patch.as_bytes());
    }

    #[test]
    fn any_order_of_meaningful_lines_is_read_or_refused(
        lines in vec(select(LINES), 0..40),
        end in select(&["\n", "\r\n", "\r"][..]),
    ) {
        check(lines.join(end).as_bytes());
    }

    #[test]
    fn valid_patches_with_damage_are_read_or_refused(
        patch in select(VALID),
        damage in vec((any::<prop::sample::Index>(), select(LINES), 0..3_u8), 1..4),
    ) {
        let mut lines: Vec<&str> = patch.lines().collect();
        for (at, line, kind) in damage {
            let at = at.index(lines.len());
            match kind {
                0 => lines.insert(at, line),
                1 => lines[at] = line,
                _ if lines.len() > 1 => { lines.remove(at); }
                _ => {}
            }
        }
        check(lines.join("\n").as_bytes());
    }

    #[test]
    fn valid_patches_cut_anywhere_are_read_or_refused(patch in select(VALID), at in any::<prop::sample::Index>()) {
        check(&patch.as_bytes()[..at.index(patch.len())]);
    }
}

const VALID: &[&str] = &[
    "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\nindex 12..34 100644\n--- a/x\n+++ b/y\n\
     @@ -1,3 +1,3 @@ fn f()\n a\n-b\n+c\n d\n@@ -9 +9 @@\n-e\n\\ No newline at end of file\n+f\n-- \n2.40.1\n",
    "*** Begin Patch\n*** Add File: x\n+a\n*** Update File: y\n*** Move to: z\n@@ class A\n@@ def f\n a\n-b\n+c\n\
     *** End of File\n*** Delete File: w\n*** End Patch\n",
    "Sure:\n\n```xml\n<FILE_CHANGES>\n<FILE_NEW file_path=\"a\">\n```py\nx\n```\n</FILE_NEW>\n<FILE_PATCH file_path=\"b\">\n\
     @@ -1 +1 @@\n-a\n+b\n</FILE_PATCH>\n<FILE_RENAME from_path=\"c\" to_path=\"d\" />\n</FILE_CHANGES>\n```\n",
];

/// Checks that a hostile text of 80 kB takes no significant time.
#[track_caller]
fn check_is_fast(unit: &str, head: &str, tail: &str) {
    let count = 80_000 / unit.len();
    let text = format!("{head}{}{tail}", unit.repeat(count));
    let start = Instant::now();
    for format in formats() {
        let _ = parse(text.as_bytes(), format);
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?} for {unit:?}", start.elapsed());
}

#[test]
fn hostile_texts_take_linear_time() {
    let diff = "--- a/x\n+++ b/x\n";
    let hunk = "@@ -1,99999 +1,99999 @@\n a\n-b\n+c\n";
    check_is_fast(hunk, diff, "");
    check_is_fast("@@\n\n", diff, "");
    check_is_fast("-- \n", &format!("{diff}@@ -1,9999999 +1,9999999 @@\n"), "");
    check_is_fast("--- a\n", &format!("{diff}@@\n"), "");
    check_is_fast("--- a\n+++ b\n", "", "");
    check_is_fast("diff --git a/x b/x\n", "", "");
    check_is_fast("\n", &format!("{diff}@@ -1 +1 @@\n-a\n+b\n"), "x");
    check_is_fast("\n", "*** Begin Patch\n*** Add File: x\n+a\n", "x\n*** End Patch\n");
    check_is_fast("@@ a\n", "*** Begin Patch\n*** Update File: x\n", "-a\n*** End Patch\n");
    check_is_fast("*** Begin Patch\n", "", "");
    check_is_fast("*** Add File: x\n", "*** Begin Patch\n", "*** End Patch\n");
    check_is_fast("*** Begin Patch\n*** Delete File: x\n*** End Patch\n", "", "");
    check_is_fast("<FILE_NEW file_path=\"x\">\n", "<FILE_CHANGES>\n", "");
    check_is_fast("<FILE_NEW file_path=\"x\">\n</FILE_NEW>\n", "<FILE_CHANGES>\n", "</FILE_CHANGES>\n");
    check_is_fast("<FILE_NEW file_path=\"x\">", "<FILE_CHANGES>\n", "");
    check_is_fast(
        "</FILE_NEW",
        "<FILE_CHANGES>\n<FILE_NEW file_path=\"x\">\n",
        "\n</FILE_NEW>\n</FILE_CHANGES>\n",
    );
    check_is_fast("<FILE_NEW file_path=\"x\"></FILE_NEW>", "<FILE_CHANGES>\n", "\n</FILE_CHANGES>\n");
    check_is_fast("<A a=\n", "<FILE_CHANGES>\n", "</FILE_CHANGES>\n");
    check_is_fast("<A a=\"1\"\n", "<FILE_CHANGES>\n", "</FILE_CHANGES>\n");
    check_is_fast(" a0=\"1\"", "<FILE_CHANGES>\n<FILE_NEW", "/></FILE_CHANGES>\n");
    check_is_fast("<FILE_CHANGES>\n", "", "");
    check_is_fast("<FILE_CHANGES></FILE_CHANGES>\n", "", "");
    check_is_fast("```a\n", "", "");
    check_is_fast("```\n--- a/x\n+++ b/x\n@@\n-a\n```\n", "", "");
    check_is_fast("cat <<EOF\n", "", "");
    check_is_fast("operations:\n", "", "");
    check_is_fast("{\n", "", "");
    check_is_fast(" ", "--- a/x\n+++ b", "\n@@\n-a\n");
    check_is_fast("\\", "--- \"a/x\n+++ \"b", "\n@@\n-a\n");
    check_is_fast("é", "--- a/x\n+++ b/x\n@@ ", "\n-a\n");
    check_is_fast("line ", "--- a/x\n+++ b/x\n@@ ", "\n-a\n");
}
