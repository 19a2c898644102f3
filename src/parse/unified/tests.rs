use crate::ir::Format;
use crate::parse::tests::describe::{check, check_as, check_warnings};

const BODY: &str = "@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn a_and_b_are_stripped_when_both_sides_have_them() {
    check(&format!("--- a/x.c\n+++ b/x.c\n{BODY}"), &["1 diff@1 x.c update {1[] -a|+b}"]);
    check(&format!("--- a/x.c\n+++ a/x.c\n{BODY}"), &["1 diff@1 a/x.c? update {1[] -a|+b}"]);
    check(&format!("--- x.c\n+++ x.c\n{BODY}"), &["1 diff@1 x.c? update {1[] -a|+b}"]);
    check(
        &format!("--- p.orig/x.c\n+++ p/x.c\n{BODY}"),
        &["1 diff@1 p.orig/x.c? update -> p/x.c {1[] -a|+b}"],
    );
}

#[test]
fn different_paths_are_a_move() {
    check(&format!("--- a/x.c\n+++ b/y.c\n{BODY}"), &["1 diff@1 x.c update -> y.c {1[] -a|+b}"]);
}

#[test]
fn git_headers_are_read() {
    let rename = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n";
    check(rename, &["1 diff@1 x update -> y"]);
    let copy = "diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
    check(copy, &["1 diff@1 x update => y {1[] -a|+b}"]);
    check("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", &["1 diff@1 x update +x"]);
    check(
        "diff --git a/x b/x\nold mode 100755\nnew mode 100644\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        &["1 diff@1 x update -x {1[] -a|+b}"],
    );
    check("diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n", &["1 diff@1 e new -x []"]);
    check("diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n", &["1 diff@1 e delete"]);
}

#[test]
fn new_files_are_made_of_the_added_lines() {
    check("--- /dev/null\n+++ b/n.c\n@@ -0,0 +1,2 @@\n+a\n+b\n", &["1 diff@1 n.c new [a|b]"]);
    check(
        "--- /dev/null\n+++ n.c\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n",
        &["1 diff@1 n.c? new [a\\!]"],
    );
    check("*** /dev/null\n--- src/n.ts\n@@ -0,0 +1,2 @@\n+a\n+\n", &["1 diff@1 src/n.ts? new [a|]"]);
    check("--- /dev/null\n+++ b/n.c\n@@\n+a\n\n+b\n\n", &["1 diff@1 n.c new [a||b]"]);
    check("--- /dev/null\n+++ b/n.c\n@@ -0,0 +1,2 @@\n+a\r\n+b\n", &["1 diff@1 n.c new [a\\r|b]"]);
    let executable = "diff --git a/r b/r\nnew file mode 100755\n--- /dev/null\n+++ b/r\n@@ -0,0 +1 @@\n+a\n";
    check(executable, &["1 diff@1 r new +x [a]"]);
    check("new file mode 100755\n--- /dev/null\n+++ b/r\n@@ -0,0 +1 @@\n+a\n", &["1 diff@1 r new +x [a]"]);
}

#[test]
fn a_time_stamp_of_the_epoch_makes_and_deletes_files() {
    let epoch = "1970-01-01 00:00:00.000000000 +0000";
    let now = "2020-02-02 10:00:00.000000000 +0100";
    check(&format!("--- o/n.c\t{epoch}\n+++ p/n.c\t{now}\n@@ -0,0 +1 @@\n+a\n"), &["1 diff@1 p/n.c new [a]"]);
    check(
        &format!("--- o/n.c\t{now}\n+++ p/n.c\t{epoch}\n@@ -1 +0,0 @@\n-a\n"),
        &["1 diff@1 o/n.c? delete {1[] -a}"],
    );
    check(&format!("--- a/n.c\t{now}\n+++ b/n.c\t{epoch}\n{BODY}"), &["1 diff@1 n.c update {1[] -a|+b}"]);
}

#[test]
fn old_lines_in_a_new_file_are_malformed() {
    check(
        "--- /dev/null\n+++ b/n.c\n@@ -1 +1 @@\n-a\n+b\n",
        &["malformed@4 the new file `n.c` has a line that is not added: `a`"],
    );
    check(
        "--- /dev/null\n+++ b/n.c\n@@\n+a\nb\n",
        &["malformed@5 the new file `n.c` has a line that is not added: `b`"],
    );
    check("--- /dev/null\n+++ /dev/null\n@@\n+a\n", &["malformed@1 both sides of a section are `/dev/null`"]);
}

#[test]
fn deletions_keep_the_removed_lines() {
    check("--- a/x.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", &["1 diff@1 x.c delete {1[] -a|-b}"]);
    check("--- a/x.c\n+++ /dev/null\n", &["1 diff@1 x.c delete"]);
    check(
        "--- a/x.c\n+++ /dev/null\n@@\n-a\n+b\n",
        &["malformed@5 the deleted file `x.c` has an added line: `b`"],
    );
}

#[test]
fn quoted_paths_and_time_stamps_are_no_part_of_a_path() {
    check(
        &format!("--- \"a/caf\\303\\251.c\"\n+++ \"b/caf\\303\\251.c\"\n{BODY}"),
        &["1 diff@1 café.c update {1[] -a|+b}"],
    );
    check(
        &format!("--- a/x y.c\t2020-02-02 10:00:00\n+++ b/x y.c\t\n{BODY}"),
        &["1 diff@1 x y.c update {1[] -a|+b}"],
    );
}

#[test]
fn links_submodules_and_binaries_are_refused() {
    let link = "`l` is a symbolic link, a submodule or something else that is not a regular file";
    let check_link = |patch: &str, line: usize| check(patch, &[&format!("path-refused@{line} {link}")]);
    check_link("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+t\n", 1);
    check_link(
        "diff --git a/l b/l\nindex 123..456 160000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
        1,
    );
    check_link("\ndiff --git a/l b/l\nold mode 100644\nnew mode 120000\n", 2);
    check_link("diff --git a/l b/l\ndeleted file mode 120000\n", 1);
    check(
        "diff --git a/l b/l\nindex 1..2\nGIT binary patch\nliteral 1\nabc\n",
        &["not-text@1 the diff of `l` is binary"],
    );
    check("diff --git a/l b/l\nBinary files a/l and b/l differ\n", &["not-text@1 the diff of `l` is binary"]);
    check(
        &format!("--- a/x\n+++ b/x\n{BODY}Binary files a/l and b/l differ\n"),
        &["not-text@6 the diff of `a file` is binary"],
    );
}

#[test]
fn prose_and_mail_may_stand_around_sections() {
    let mail = "From 0123 Mon Sep 17\nSubject: x\n\n---\n x.c | 2 +-\n\n";
    let diff = format!("diff --git a/x.c b/x.c\nindex 12..34 100644\n--- a/x.c\n+++ b/x.c\n{BODY}");
    check(
        &format!("{mail}{diff}-- \n2.40.1\n\n{mail}{diff}-- \n2.40.1\n"),
        &["1 diff@7 x.c update {1[] -a|+b}", "2 diff@23 x.c update {1[] -a|+b}"],
    );
    check(
        &format!("{diff}\nAnd the other one:\n\n--- a/y\n+++ b/y\n{BODY}"),
        &["1 diff@1 x.c update {1[] -a|+b}", "2 diff@11 y update {1[] -a|+b}"],
    );
    let svn = format!(
        "Index: x.c\n=====\n--- x.c\t(revision 1)\n+++ x.c\t(working copy)\n{BODY}\nProperty changes\n"
    );
    check(&svn, &["1 diff@3 x.c? update {1[] -a|+b}"]);
}

#[test]
fn hunks_without_a_file_are_malformed() {
    let headless = format!("{BODY}--- a/x\n+++ b/x\n{BODY}");
    check_as(&headless, Some(Format::Unified), &["malformed@1 the hunk `@@ -1 +1 @@` belongs to no file"]);
    check(
        &format!("--- a/x\n+++ b/x\n{BODY}+++ b/y\n{BODY}"),
        &["malformed@6 the `+++` line has no `---` line next to it"],
    );
    check(
        &format!("--- a/x\n+++ b/x\n{BODY}--- a/y\n{BODY}"),
        &["malformed@6 the `---` line has no `+++` line next to it"],
    );
}

#[test]
fn sections_without_hunks_are_malformed() {
    check("--- a/x\n+++ b/x\n", &["malformed@1 the diff of `x` has no hunk that changes something"]);
    check(
        "diff --git a/x b/x\nindex 1..2\n",
        &["malformed@1 the diff of `x` has no hunk that changes something"],
    );
    check("--- a/x\n+++ b/y\n", &["malformed@1 the diff of `x` has no hunk that changes something"]);
    check("--- /dev/null\n+++ b/y\n", &["malformed@1 the new file `y` has no hunk that changes something"]);
    check(
        "--- a/x\n+++ b/x\n-a\n+b\n",
        &[
            "malformed@3 `-a` is above the first `@@` of its file",
            "malformed@1 the diff of `x` has no hunk that changes something",
        ],
    );
}

#[test]
fn a_hunk_that_changes_nothing_is_left_out() {
    check_warnings(
        &format!("--- a/x\n+++ b/x\n{BODY}@@\n c\n"),
        &["malformed@6 a hunk has neither a `-` nor a `+` line: it changes nothing"],
    );
}

#[test]
fn other_kinds_of_diffs_are_malformed() {
    let combined = "malformed@1 this is the combined diff of a merge, which has several old sides";
    check(
        "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n--a\n++b\n",
        &[combined, &combined.replace("@1", "@5")],
    );
    check(
        "*** a/x\n--- b/x\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n",
        &["malformed@1 this is a context diff"],
    );
}

#[test]
fn every_problem_is_told() {
    check(
        &format!("--- a/../x\n+++ b/../x\n{BODY}--- a/.git/y\n+++ b/.git/y\n{BODY}"),
        &[
            "path-refused@1 diff may not touch `../x`: the path has a `..`",
            "path-refused@6 diff may not touch `.git/y`: the path goes into `.git`, which patches may not touch",
        ],
    );
}

const CHANGE: &str = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const COPY: &str = "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n";

#[test]
fn a_copy_goes_before_what_the_same_diff_does_to_its_source() {
    let change = "1 diff@1 x update {1[] -a|+b}";
    check(&format!("{CHANGE}{COPY}"), &["2 diff@7 x update => y", change]);
    check(&format!("{CHANGE}\n{COPY}"), &["2 diff@8 x update => y", change]);
}

#[test]
fn a_copy_of_a_later_diff_stays_where_it_is() {
    let change = "1 diff@1 x update {1[] -a|+b}";
    check(&format!("{CHANGE}-- \n2.40.0\n\n{COPY}"), &[change, "2 diff@10 x update => y"]);
    check(
        &format!("{CHANGE}{CHANGE}{COPY}"),
        &[change, "3 diff@13 x update => y", "2 diff@7 x update {1[] -a|+b}"],
    );
}
