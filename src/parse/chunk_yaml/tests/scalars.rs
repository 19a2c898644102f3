//! Tests of the values of fields.

use super::*;

/// Checks the text of a `payload` whose source, after the colon, is `source` (the key is in column 5).
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let patch = format!("operations:\n  - path: a\n    op: create_file\n    payload:{source}");
    assert_eq!(payload(&patch).lines, expected, "{patch}");
    let crlf = patch.replace('\n', "\r\n");
    assert_eq!(payload(&crlf).lines, expected, "with CR LF: {patch}");
    let followed = format!("{}\n  - path: b\n    op: delete_file\n", patch.trim_end_matches('\n'));
    if !source.contains('+') {
        let Action::Create { payload, .. } = &operations(&followed)[0].action else { panic!("no creation") };
        assert_eq!(payload.lines, expected, "with an operation behind it: {followed}");
    }
}

#[test]
fn literal_blocks_keep_their_lines() {
    check(" |-\n      a\n        b\n      c\n", &["a", "  b", "c"]);
    check(" |\n      a\n", &["a"]);
    check(" |-\n      a", &["a"]);
    check(" |\n      a\n\n\n", &["a"]);
    check(" |-  \n      a\n\n      b\n\n", &["a", "", "b"]);
    check(" |+\n      a\n\n\n", &["a", "", ""]);
    check(" |-\n\n      a\n", &["", "a"]);
}

#[test]
fn a_block_may_be_empty() {
    check(" |-\n", &[]);
    check(" |\n\n\n", &[]);
    check(" |+\n\n\n", &["", ""]);
    check(" |-", &[]);
}

#[test]
fn the_least_indented_line_is_the_base() {
    check(" |-\n          deep\n      base\n        middle\n", &["    deep", "base", "  middle"]);
    check(" |-\n     one blank more than the key\n", &["one blank more than the key"]);
}

#[test]
fn an_indicator_sets_the_base() {
    check(" |2-\n        a\n      b\n", &["  a", "b"]);
    check(" |-2\n        a\n", &["  a"]);
    check(" |1\n        a\n", &["   a"]);
    check(" >1+\n     a\n     b\n\n", &["a b", ""]);
}

#[test]
fn tabs_and_trailing_blanks_in_a_block_are_text() {
    check(" |-\n      \ta\t\n      b  \n", &["\ta\t", "b  "]);
    check(" |-\n      a\n\t\n      b\n", &["a", "", "b"]);
    check(" |-\n      a\n          \n      b\n", &["a", "    ", "b"]);
}

#[test]
fn what_a_block_says_is_not_read() {
    let lines =
        ["# not a comment", "--- a", "- b: |-", "&anchor *alias !tag", "\"quote", "{[", "%d: @x `y`", "..."];
    let source = lines.iter().map(|line| format!("      {line}\n")).collect::<String>();
    check(&format!(" |-\n{source}"), &lines);
}

#[test]
fn folded_blocks_join_lines() {
    check(" >\n      a\n      b\n", &["a b"]);
    check(" >-\n      a\n\n      b\n", &["a", "b"]);
    check(" >-\n      a\n\n\n      b\n", &["a", "", "b"]);
    check(" >-\n      a\n        b\n      c\n", &["a", "  b", "c"]);
    check(" >-\n\n      a\n      b\n", &["", "a b"]);
    check(" >-\n      a\n\n        b\n\n      c\n", &["a", "", "  b", "", "c"]);
    check(" >+\n      a\n\n\n", &["a", "", ""]);
}

#[test]
fn plain_scalars_are_text() {
    for text in
        ["007", "yes", "1.10", "0x1F", "1e3", ".inf", "2026-01-01", "true", "a: b", "a #b", "#include <a>"]
    {
        check(&format!(" {text}\n"), &[text]);
    }
    for text in [
        "@x",
        "`x`",
        "%s",
        "- a",
        "?",
        ": b",
        "a, b]",
        "say \"hi\"",
        "it's",
        "a|b",
        "C:\\x",
        "naïve \u{2028}x",
    ] {
        check(&format!(" {text}  \n"), &[text]);
    }
}

#[test]
fn null_is_no_text() {
    for blank in ["", "   "] {
        check(&format!("{blank}\n"), &[]);
    }
    check(" nullptr\n", &["nullptr"]);
    check(" \"null\"\n", &["null"]);
}

#[test]
fn quoted_scalars_are_read_as_yaml_does() {
    check(" \"a\\tb\\\\ \\\"q\\\" \\u00e9 # no comment: x\"\n", &["a\tb\\ \"q\" é # no comment: x"]);
    check(" 'it''s \\n: # x'  \n", &["it's \\n: # x"]);
    check(" \"\"\n", &[]);
    check(" ''\n", &[]);
    check(" \"a\\nb\\n\"\n", &["a", "b"]);
    check(" \"a\\n\\n\"\n", &["a", ""]);
    check(" \"\\n\"\n", &[""]);
    check(" \"a\\r\\nb\"\n", &["a", "b"]);
    check(" \"a\n      b\n\n      # c\\\n      d\"\n", &["a b", "# cd"]);
    check(" 'a\n     b'\n", &["a b"]);
}

#[test]
fn a_private_stand_in_is_spelled_out_as_the_character_it_was_asked_for() {
    // The result of `decode_stray` for a text that actually contains such a character.
    let honest = crate::text::decode_stray("\u{10FF80}x\u{10FFFF}".as_bytes()).into_owned();
    check(" \"\\U0010FF80x\\U0010ffff\"\n", &[&honest]);
    check(&format!(" \"\\\\U0010FF80{honest}\"\n"), &[&format!("\\U0010FF80{honest}")]);
    check(&format!(" {honest}\n"), &[&honest]);
    check(&format!(" |-\n      {honest}\n"), &[&honest]);
    check(" \"\\U0001F600\"\n", &["😀"]);
}

#[test]
fn a_text_that_looks_like_a_placeholder_is_itself() {
    let patch = "operations: [{path: a, op: create_file, payload: \"1;x\"}]";
    assert_eq!(payload(patch).lines, ["1;x"]);
    let patch = "operations: [{path: 2;, \"op\": delete_file, comment: '3;'}]";
    assert_eq!(operation(patch).path.as_str(), "2;");
}

#[test]
fn places_are_those_of_the_first_line_of_the_text() {
    let patch = "\
operations:
  - path: a
    op: replace_text
    marker: |-
        x
      y
    before: \"é\"
    after:   plain
    payload: |-

      z
";
    let marker = marker(patch);
    assert_eq!(marker.lines.place, PatchPlace::new(5, 7));
    assert_eq!(marker.before.place, PatchPlace::new(7, 13));
    assert_eq!(marker.after.place, PatchPlace::new(8, 14));
    assert_eq!(payload(patch).place, PatchPlace::new(10, 7));
}

#[test]
fn places_in_braces_count_characters() {
    let patch = "operations: [{path: \"é\\U0010FF80\", op: replace_text, marker: né, \"payload\": y}]\n";
    assert_eq!(marker(patch).lines.place, PatchPlace::new(1, 62).spanning(2));
    assert_eq!(payload(patch).place, PatchPlace::new(1, 77).spanning(1));
}

#[test]
fn lines_are_counted_from_where_the_patch_begins() {
    let patch =
        parse("operations:\n- path: a\n  op: create_file\n  payload: |-\n    x\n", 11).expect("a patch");
    assert_eq!(patch.operations[0].origin.place, PatchPlace::new(12, 3));
    let Action::Create { payload, .. } = &patch.operations[0].action else { panic!("no creation") };
    assert_eq!(payload.place, PatchPlace::new(15, 5));
    let problems = parse("operations:\n- path: a\n", 11).expect_err("no op");
    assert_eq!(problems[0].patch, Some(PatchPlace::new(12, 3)));
}
