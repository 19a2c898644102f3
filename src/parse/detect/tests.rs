use super::*;
use crate::parse::tests::describe::describe_problems;

/// Checks the format, and the first and last line of each part that is found.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_as(text, None, expected);
}

#[track_caller]
fn check_as(text: &str, format: Option<Format>, expected: &str) {
    let found = match find_patch(Lines::new(text, 1), format) {
        Ok(found) => {
            let part = |lines: &Lines<'_>| format!(" {}+{}", lines.number(), lines.count());
            format!("{}{}", found.format.as_str(), found.parts.iter().map(part).collect::<String>())
        }
        Err(problem) => describe_problems(&[problem]).concat(),
    };
    assert_eq!(found, expected, "for the text\n{text}");
}

const DIFF: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const ENVELOPE: &str = "*** Begin Patch\n*** Delete File: x\n*** End Patch\n";
const CHANGES: &str = "<FILE_CHANGES>\n<FILE_DELETE file_path=\"x\" />\n</FILE_CHANGES>\n";
const CHUNK: &str = "operations:\n  - path: x\n    op: delete_file\n";

#[test]
fn each_format_is_told_by_its_mark() {
    check(DIFF, "unified 1+5");
    check(ENVELOPE, "apply-patch 1+3");
    check(CHANGES, "file-changes 1+3");
    check(CHUNK, "chunk 1+3");
    check(&format!("---\ndescription: x\n{CHUNK}"), "chunk 1+5");
    check("operations: []\n", "chunk 1+1");
    check("{\"operations\": []}\n", "chunk 1+1");
    check("description: x\nop: y\n", "chunk 1+2");
    check("- path: x\n  op: y\n", "chunk 1+2");
    check("*** /dev/null\n--- x\n@@ -0,0 +1 @@\n+a\n", "unified 1+4");
    check("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "unified 1+3");
}

#[test]
fn a_text_without_a_mark_is_in_no_format() {
    check("", "unknown-format@1 the patch is empty");
    check("\n\n", "unknown-format@1 the patch is empty");
    check("\nplease rename x\n", "unknown-format@2 the text is not a patch in any of the formats");
    check(
        "@@ -1 +1 @@\n-a\n+b\n",
        "unknown-format@1 the text has hunks, but nothing says which file they change",
    );
    check("Our operations: none\noperations: many\n", "chunk 1+2");
}

#[test]
fn prose_around_is_taken_off() {
    check(&format!("Here:\n\n{ENVELOPE}Done.\n"), "apply-patch 3+3");
    check(&format!("Here:\n\n{CHANGES}Done.\n"), "file-changes 3+3");
    check(&format!("Here:\n\n{DIFF}Done.\n"), "unified 1+8");
    check(&format!("Here:\n{CHUNK}"), "chunk 1+4");
}

#[test]
fn fences_are_taken_off() {
    check(&format!("Here:\n```diff\n{DIFF}```\nDone.\n"), "unified 3+5");
    check(&format!("```\n{ENVELOPE}```\n"), "apply-patch 2+3");
    check(&format!("Here:\n~~~~yaml\n{CHUNK}~~~~\nDone.\n"), "chunk 3+3");
    check(&format!("```xml\n{CHANGES}```\n"), "file-changes 2+3");
    check(&format!("Run\n```sh\nmake\n```\nand\n```yaml\n# x\n{CHUNK}```\n"), "chunk 7+4");
    check(&format!("```diff\n{DIFF}```\nand\n```diff\n{DIFF}```\n"), "unified 2+5 10+5");
    let indented = DIFF.replace('\n', "\n   ");
    check(&format!("1. this:\n   ```diff\n   {indented}```\n"), "unified 3+5");
}

#[test]
fn heredocs_are_taken_off() {
    check(&format!("cat <<'EOF'\n{ENVELOPE}EOF\n"), "apply-patch 2+3");
    check(&format!("apply_patch <<EOF\n{ENVELOPE}EOF\n"), "apply-patch 2+3");
    check(&format!("git apply <<'X_1'\n{DIFF}X_1\n"), "unified 2+5");
    check(&format!("<<EOF\n{CHUNK}EOF\n"), "chunk 2+3");
    check(&format!("```sh\ncat <<'EOF' | git apply\n{DIFF}EOF\n```\n"), "unified 3+5");
    let cut_off = "malformed@1 the heredoc has no closing `EOF`: the patch may be cut off";
    check(&format!("cat <<'EOF'\n{ENVELOPE}"), cut_off);
    check(&format!("cat <<'EOF'\n{DIFF}"), cut_off);
    check(
        &format!("```sh\ncat <<'EOF'\n{CHUNK}```\n"),
        "malformed@2 the heredoc has no closing `EOF`: the patch may be cut off",
    );
}

#[test]
fn what_lies_within_a_patch_is_content() {
    check(
        "*** Begin Patch\n*** Add File: x.md\n+```diff\n+--- a/x\n++++ b/x\n*** End Patch\n",
        "apply-patch 1+6",
    );
    check(
        "operations:\n  - path: x\n    payload: |\n      ```\n      *** Begin Patch\n      ```\n",
        "chunk 1+6",
    );
    check(
        "<FILE_CHANGES>\n<FILE_NEW file_path=\"x\">\n*** Begin Patch\n```\n</FILE_NEW>\n</FILE_CHANGES>\n",
        "file-changes 1+6",
    );
    check("description: |\n  ```\n  cat <<EOF\noperations:\n  - path: x\n", "chunk 1+5");
    check("--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+*** Begin Patch\n", "unified 1+5");
}

#[test]
fn two_formats_are_refused() {
    check(
        &format!("{ENVELOPE}\n{DIFF}"),
        "unknown-format@5 the text contains a patch in the format apply-patch on line 1 and one \
         in the format unified on line 5",
    );
    check(
        &format!("```\n{CHUNK}```\n```\n{CHANGES}```\n"),
        "unknown-format@7 the text contains a patch in the format chunk on line 2 and one in the \
         format file-changes on line 7",
    );
    check_as(&format!("{ENVELOPE}\n{DIFF}"), Some(Format::ApplyPatch), "apply-patch 1+3");
    check_as(&format!("{ENVELOPE}\n{DIFF}"), Some(Format::Unified), "unified 1+9");
}

#[test]
fn two_patches_of_one_format_are_refused() {
    check(
        &format!("{ENVELOPE}{ENVELOPE}"),
        "unknown-format@4 the text contains two `*** Begin Patch` envelopes, on lines 1 and 4",
    );
    check(
        &format!("```\n{CHUNK}```\n```\n{CHUNK}```\n"),
        "malformed@7 the text contains two CHUNK patches, on lines 2 and 7",
    );
    check(
        &format!("```\n{DIFF}```\n{DIFF}"),
        "malformed@8 the text contains a diff in a fence, on line 2, and one outside it, on line 8",
    );
    check(&format!("{CHANGES}{CHANGES}"), "file-changes 1+3");
}

#[test]
fn a_given_format_takes_the_whole_text_if_it_has_no_mark() {
    check_as("nothing\n", Some(Format::Chunk), "chunk 1+1");
    check_as(&format!("```\n{DIFF}```\n"), Some(Format::Unified), "unified 2+5");
}

#[test]
fn an_indented_envelope_is_read_without_its_margin() {
    let indented = format!("  {}", ENVELOPE.replace('\n', "\n  "));
    check(&indented, "apply-patch 1+3");
}

#[test]
fn an_unclosed_fence_is_told() {
    let found = find_patch(Lines::new("```diff\n--- a/x\n+++ b/x\n@@\n-a\n", 1), None).expect("a diff");
    assert_eq!(
        describe_problems(&found.warnings),
        ["malformed@1 the Markdown fence around the patch is not closed: the patch may be cut off",]
    );
}
