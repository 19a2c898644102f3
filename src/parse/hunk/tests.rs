use super::*;
use crate::parse::tests::describe::describe_hunk;

fn describe(hunks: &[Hunk]) -> Vec<String> {
    hunks.iter().map(describe_hunk).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str], rest: &str) {
    let mut lines = Lines::new(text, 1);
    let hunks = read_hunks(&mut lines);
    assert_eq!(describe(&hunks), expected);
    assert_eq!(lines.text(), rest);
}

#[test]
fn counts_end_a_hunk_while_they_fit() {
    check("@@ -1 +1 @@\n-a\n+b\n-- \n2.40\n", &["1[] -a|+b"], "-- \n2.40\n");
    check("@@ -1 +1 @@\n-a\n+b\nSome prose.\n", &["1[] -a|+b"], "Some prose.\n");
    check("@@ -1 +1 @@\n-a\n+b\n\n\nSome prose.\n", &["1[] -a|+b"], "Some prose.\n");
    check("@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n", &["1[] --- x|+++ y| z"], "");
    check(
        "@@ -1,2 +1,0 @@\n--- x\n--- y\ndiff --git a/b b/b\n",
        &["1[] --- x|--- y"],
        "diff --git a/b b/b\n",
    );
}

#[test]
fn counts_that_do_not_fit_are_ignored() {
    check("@@ -1,9 +1,9 @@\n-a\n+b\n@@ -5 +5 @@\n-c\n+d\n", &["1[] -a|+b", "5[] -c|+d"], "");
    check("@@ -1 +1 @@\n-a\n+b\n c\n+d\n", &["1[] -a|+b| c|+d"], "");
    check("@@ -1,3 +1,3 @@\n a\n-b\n+c\n", &["1[]  a|-b|+c"], "");
    check("@@ -1,0 +1,1 @@\n a\n-b\n+c\n", &["1+[]  a|-b|+c"], "");
}

#[test]
fn a_header_of_the_next_file_is_no_change_even_where_the_counts_would_take_it() {
    let next = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n";
    check(&format!("@@ -1,2 +1,2 @@\n-a\n+b\n{next}"), &["1[] -a|+b"], next);
    check(&format!("@@\n-a\n+b\n{next}"), &["[] -a|+b"], next);
}

#[test]
fn removed_and_added_comment_lines_are_no_header() {
    check("@@\n--- old\n+++ new\n select 1\n", &["[] --- old|+++ new| select 1"], "");
}

#[test]
fn half_a_header_is_no_line_of_a_hunk_unless_the_counts_say_so() {
    let half = "+++ b/y\n@@ -1 +1 @@\n-c\n+d\n";
    check(&format!("@@\n-a\n+b\n{half}"), &["[] -a|+b"], half);
    check(&format!("@@ -1 +1 @@\n-a\n+b\n{half}"), &["1[] -a|+b"], half);
    check(&format!("@@ -1 +1,2 @@\n-a\n+b\n{half}"), &["1[] -a|+b|+++ b/y", "1[] -c|+d"], "");
}

#[test]
fn a_mail_signature_ends_a_hunk_without_counts() {
    check("@@\n-a\n+b\n-- \n2.40.1\n\n", &["[] -a|+b"], "-- \n2.40.1\n\n");
    check("@@\n-a\n-- \n-2.40.1\n", &["[] -a|-- |-2.40.1"], "");
}

#[test]
fn a_context_line_is_kept_as_written_too() {
    check("@@\n  a\nb\n\n \n+c\n", &["[]   a|=b|=| |+c"], "");
    let mut lines = Lines::new("@@\n  a\n", 1);
    let hunks = read_hunks(&mut lines);
    assert_eq!(hunks[0].lines[0].unstripped(), Some("  a"));
    assert_eq!(hunks[0].lines[0].patch_line, 2);
}

#[test]
fn a_missing_final_newline_belongs_to_the_line_above_the_note() {
    check(
        "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        &["1[] -a\\!|+b\\!"],
        "",
    );
    check("@@\n \\begin{a}\n\\end{a}\n-x\n", &["[]  \\begin{a}|=\\end{a}|-x"], "");
}

#[test]
fn carriage_returns_count_in_a_mixed_patch() {
    check("@@\n-a\r\n+b\n", &["[] -a\\r|+b"], "");
    check("@@\r\n-a\r\n+b\r\n", &["[] -a|+b"], "");
}

#[test]
fn hunks_without_a_change_are_left_out_with_a_warning() {
    let mut hunks = read_hunks(&mut Lines::new("@@\n a\n@@\n\n@@\n-b\n", 1));
    let mut warnings = Vec::new();
    keep_changing(&mut hunks, &mut warnings);
    assert_eq!(describe(&hunks), ["[a] -b"]);
    let lines: Vec<_> = warnings.iter().filter_map(|warning| warning.patch).map(|place| place.line).collect();
    assert_eq!(lines, [1, 3]);
}
