use super::*;
use crate::parse::tests::describe::{check, check_warnings};

/// Checks the content of an envelope, whose first line is line 2.
#[track_caller]
fn check_body(body: &str, expected: &[&str]) {
    check(&format!("<FILE_CHANGES>\n{body}</FILE_CHANGES>\n"), expected);
}

#[test]
fn the_directives_are_read() {
    check_body(
        "<FILE_NEW file_path=\"x/b.py\">\nx\n\n  y\n</FILE_NEW>\n<FILE_DELETE file_path='c' />\n",
        &["1 FILE_NEW@2 x/b.py overwrite [x||  y]", "2 FILE_DELETE@7 c delete folders"],
    );
    check_body(
        "<FILE_RENAME to_path=\"b\" from_path='a'/>\n<FILE_COPY from_path=\"a\" to_path=\"c\"></FILE_COPY>\n",
        &["1 FILE_RENAME@2 a update -> b", "2 FILE_COPY@3 a update => c"],
    );
    check_body("<FILE_APPEND file_path=\"a\">\nx\n</FILE_APPEND>\n", &["1 FILE_APPEND@2 a append [x]"]);
}

#[test]
fn a_patch_comes_with_and_without_headers() {
    let hunk = "@@ -1 +1 @@\n-a\n+b\n";
    let expected = ["1 FILE_PATCH@2 x update {1[] -a|+b}"];
    check_body(&format!("<FILE_PATCH file_path=\"x\">\n{hunk}</FILE_PATCH>\n"), &expected);
    check_body(&format!("<FILE_PATCH file_path=\"x\">\n--- a/x\n+++ b/x\n{hunk}</FILE_PATCH>\n"), &expected);
    check_body(&format!("<FILE_PATCH file_path=\"x\">\n```diff\n{hunk}```\n</FILE_PATCH>\n"), &expected);
    check_body(
        "<FILE_PATCH file_path=\"x\">\n-a\n+b\n</FILE_PATCH>\n",
        &["malformed@3 `-a` is outside of any hunk"],
    );
    check_body(
        "<FILE_PATCH file_path=\"x\">\n</FILE_PATCH>\n",
        &["malformed@2 the patch of `x` has no hunk that changes something"],
    );
    let second = format!("<FILE_PATCH file_path=\"x\">\n{hunk}--- a/y\n+++ b/y\n{hunk}</FILE_PATCH>\n");
    check_body(&second, &["malformed@6 the patch of `x` contains the diff of a second file"]);
}

#[test]
fn a_closing_tag_in_a_patch_stands_at_column_0() {
    check_body(
        "<FILE_PATCH file_path=\"x\">\n@@\n </FILE_PATCH>\n-a\n+</FILE_PATCH>\n</FILE_PATCH>\n",
        &["1 FILE_PATCH@2 x update {[]  </FILE_PATCH>|-a|+</FILE_PATCH>}"],
    );
}

#[test]
fn the_line_break_behind_an_opening_tag_belongs_to_the_tag() {
    check_body("<FILE_NEW file_path=\"a\">\n\nx\n\n</FILE_NEW>\n", &["1 FILE_NEW@2 a overwrite [|x|]"]);
    check_body("<FILE_NEW file_path=\"a\">x\ny</FILE_NEW>\n", &["1 FILE_NEW@2 a overwrite [x|y]"]);
    check_body(
        "<FILE_NEW file_path=\"a\">x</FILE_NEW><FILE_DELETE file_path=\"b\"/>\n",
        &["1 FILE_NEW@2 a overwrite [x]", "2 FILE_DELETE@2 b delete folders"],
    );
    check(
        "<FILE_CHANGES><FILE_NEW file_path=\"a\"></FILE_NEW></FILE_CHANGES>",
        &["1 FILE_NEW@1 a overwrite []"],
    );
    check_body(
        "<FILE_NEW file_path=\"a\">\n</FILE_NEW>\n<FILE_NEW file_path=\"b\" />\n",
        &["1 FILE_NEW@2 a overwrite []", "2 FILE_NEW@4 b overwrite []"],
    );
}

#[test]
fn one_fence_around_a_content_is_taken_off() {
    check_body("<FILE_NEW file_path=\"a\">\n```py\nx\n```\n</FILE_NEW>\n", &["1 FILE_NEW@2 a overwrite [x]"]);
    check_body(
        "<FILE_NEW file_path=\"a\">\n\n```\nx\n```\n\n</FILE_NEW>\n",
        &["1 FILE_NEW@2 a overwrite [x]"],
    );
    check_body(
        "<FILE_NEW file_path=\"a.md\">\n```\nx\n```\ny\n```\nz\n```\n</FILE_NEW>\n",
        &["1 FILE_NEW@2 a.md overwrite [```|x|```|y|```|z|```]"],
    );
}

#[test]
fn a_content_may_hold_an_envelope() {
    let inner = "<FILE_CHANGES>\n<FILE_NEW file_path=\"x\">\ny\n</FILE_NEW>\n</FILE_CHANGES>\n";
    check_body(
        &format!("<FILE_NEW file_path=\"a.md\">\n{inner}Done.\n</FILE_NEW>\n"),
        &[
            "1 FILE_NEW@2 a.md overwrite [<FILE_CHANGES>|<FILE_NEW file_path=\"x\">|y|</FILE_NEW>|</FILE_CHANGES>|Done.]",
        ],
    );
    check_body(
        "<FILE_NEW file_path=\"a\">\n<FILE_NEW file_path=\"x\">y</FILE_NEW>\n</FILE_NEW>\n",
        &["1 FILE_NEW@2 a overwrite [<FILE_NEW file_path=\"x\">y</FILE_NEW>]"],
    );
    check_body(
        "<FILE_NEW file_path=\"a\">\n*** Begin Patch\noperations:\n- a\n</FILE_NEW>\n",
        &["1 FILE_NEW@2 a overwrite [*** Begin Patch|operations:|- a]"],
    );
}

#[test]
fn unreadable_directives_refuse_the_whole() {
    check_body(
        "<FILE_MOVE file_path=\"a\" />\n<FILE_DELETE file_path=\"b\" />\n",
        &["malformed@2 unknown directive `<FILE_MOVE>`"],
    );
    check_body("<FILE_DELETE path=\"b\" />\n", &["malformed@2 `<FILE_DELETE>` has no `file_path`"]);
    check_body("<FILE_RENAME from_path=\"b\" />\n", &["malformed@2 `<FILE_RENAME>` has no `to_path`"]);
    check_body(
        "<FILE_DELETE file_path=b />\n",
        &["malformed@2 `<FILE_DELETE>` cannot be read: the attribute `file_path` has no value in quotes"],
    );
    check_body("</FILE_NEW>\n", &["malformed@2 `</FILE_NEW>` closes nothing"]);
    check_body(
        "<FILE_DELETE file_path=\"b\">x</FILE_DELETE>\n",
        &["malformed@2 `<FILE_DELETE>` takes no content"],
    );
    check_body("<FILE_PATCH file_path=\"b\" />\n", &["malformed@2 `<FILE_PATCH>` has no content"]);
    check_body(
        "<FILE_DELETE file_path=\".\" />\n",
        &["path-refused@2 FILE_DELETE names no file: the path is empty"],
    );
    check_body("", &["malformed@1 the envelope has no directive"]);
}

#[test]
fn unclosed_tags_are_cut_off() {
    check(
        "<FILE_CHANGES>\n<FILE_DELETE file_path=\"b\" />\n",
        &["malformed@1 `<FILE_CHANGES>` has no `</FILE_CHANGES>`: the patch may be cut off"],
    );
    let unclosed = "malformed@2 `<FILE_NEW>` has no `</FILE_NEW>` of its own: the patch may be cut off";
    check_body("<FILE_NEW file_path=\"a\">\nx\n", &[unclosed]);
    check_body("<FILE_NEW file_path=\"a\">\nx\n<FILE_NEW file_path=\"b\">\ny\n</FILE_NEW>\n", &[unclosed]);
}

#[test]
fn a_file_that_goes_where_it_is_stays() {
    check_body("<FILE_RENAME from_path=\"b\" to_path=\"./b\" />\n", &["1 FILE_RENAME@2 b update"]);
}

#[test]
fn remarks_between_directives_are_ignored() {
    check_body(
        "First the old one:\n<!-- gone -->\n<FILE_DELETE file_path=\"b\" /> bye\n",
        &["1 FILE_DELETE@4 b delete folders"],
    );
}

#[test]
fn the_first_of_several_blocks_counts() {
    let block = "<FILE_CHANGES>\n<FILE_DELETE file_path=\"b\" />\n</FILE_CHANGES>\n";
    check(&format!("{block}or\n{block}"), &["1 FILE_DELETE@2 b delete folders"]);
    check_warnings(
        &format!("{block}or\n{block}"),
        &["malformed@5 only the `<FILE_CHANGES>` block on line 1 was applied: the one on line 5 \
           was ignored"],
    );
}

#[test]
fn attributes_may_stand_on_lines_of_their_own() {
    check_body(
        "  <FILE_RENAME\n    from_path=\"a\"\n    to_path=\"b\"\n  />\n<FILE_DELETE file_path=\"c\"/>\n",
        &["1 FILE_RENAME@2 a update -> b", "2 FILE_DELETE@6 c delete folders"],
    );
}

#[test]
fn the_directives_of_a_reply_can_be_looked_at() {
    let reply = "Hello\n<FILE_CHANGES>\n<FILE_NEW file_path=\"a\">\nx\n</FILE_NEW>\n<FILE_FOO file_path=\"b\" />\n</FILE_CHANGES>\nBye\n";
    let (changes, rest) = extract_file_changes(reply, Remainder::Keep).expect("the block is closed");
    assert_eq!(
        changes.directives,
        [
            FileDirective::New { file_path: "a".into(), content: "x\n".into() },
            FileDirective::Fail {
                kind: "FILE_FOO".into(),
                file_path: Some("b".into()),
                error_msg: "unknown directive `<FILE_FOO>`".into()
            },
        ]
    );
    assert_eq!(rest.as_deref(), Some("Hello\n\nBye\n"));
    let (none, rest) = extract_file_changes("Hello\n", Remainder::Drop).expect("nothing is nothing");
    assert_eq!((none.directives.len(), rest), (0, None));
    assert!(extract_file_changes("<FILE_CHANGES>\n", Remainder::Drop).is_err());
}
