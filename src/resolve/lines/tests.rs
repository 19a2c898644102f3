//! Tests of the whole engine: markers, replacements and hunks over small texts.

use super::*;
use crate::ir::{Fragment, Hunk, HunkLine, Marker, Tag};
use crate::lang::Language;
use crate::text::{Buffer, LexRules};

fn rules(language: &str) -> Option<&'static LexRules> {
    Language::by_name(language).map(|language| language.lexical())
}

fn fragment(text: &str) -> Fragment {
    Fragment { lines: text.lines().map(str::to_owned).collect(), ..Fragment::default() }
}

/// Returns a marker from `before ~ marker ~ after`.
fn marker(text: &str) -> Marker {
    let parts: Vec<&str> = text.split("~\n").collect();
    match parts[..] {
        [before, lines, after] => {
            Marker { before: fragment(before), lines: fragment(lines), after: fragment(after), scope: None }
        }
        _ => Marker { lines: fragment(text), ..Marker::default() },
    }
}

fn describe(problem: &LinesProblem) -> String {
    let places = |candidates: &[std::ops::Range<usize>]| {
        candidates.iter().map(|lines| (lines.start + 1).to_string()).collect::<Vec<_>>().join(", ")
    };
    match problem {
        LinesProblem::NotFound { .. } => "not found".to_owned(),
        LinesProblem::Ambiguous { candidates } => format!("ambiguous: {}", places(candidates)),
        LinesProblem::ContextMismatch { candidates } => format!("context mismatch: {}", places(candidates)),
        LinesProblem::Repeated { at } => format!("repeated: {}", at.start + 1),
        LinesProblem::AlreadyApplied { at } | LinesProblem::AppliedElsewhere { at, .. } => {
            format!("already applied: {}", at.start + 1)
        }
        LinesProblem::NoPlace => "no place".to_owned(),
        LinesProblem::NoSuchLine { line } => format!("no line {line}"),
        LinesProblem::NumberInDoubt { line } => format!("line {line} is in doubt"),
        LinesProblem::CommentMissing { .. } => "comment missing".to_owned(),
        LinesProblem::NoUniformShift { .. } => "no uniform shift".to_owned(),
        LinesProblem::BodyNotDeeper { .. } => "body not deeper".to_owned(),
        LinesProblem::HeadingLost { .. } => "heading lost".to_owned(),
        LinesProblem::AmbiguousDepth { readings, .. } => format!("{} depths", readings.len()),
        LinesProblem::UnclearLeftOut { line } => format!("line {} left open", line + 1),
        LinesProblem::OmittedCode { hunk_line } => format!("line {hunk_line} stands for others"),
        LinesProblem::RemovesAppliedLines { other, .. } => format!("disturbs hunk {}", other + 1),
        LinesProblem::Overlap { other, .. } => format!("overlaps hunk {}", other + 1),
    }
}

#[track_caller]
fn check_marker(language: &str, file: &str, wanted: &str, expected: &str) {
    let buffer = Buffer::decode(file.as_bytes()).expect("text");
    let mut index = LineIndex::new(&buffer, rules(language), Vec::new());
    let found = resolve_marker(
        &mut Haystack { buffer: &buffer, index: &mut index, within: 0..buffer.line_count() },
        &marker(wanted),
    );
    let told = match &found {
        Ok(found) => format!("{}-{} {}", found.range.start + 1, found.range.end, found.rung.name),
        Err(problem) => describe(problem),
    };
    assert_eq!(told, expected);
}

#[track_caller]
fn check_replace(language: &str, file: &str, wanted: &str, payload: &str, expected: &str) {
    let mut buffer = Buffer::decode(file.as_bytes()).expect("text");
    let mut index = LineIndex::new(&buffer, rules(language), Vec::new());
    let wanted = marker(wanted);
    let within = 0..buffer.line_count();
    let mut haystack = Haystack { buffer: &buffer, index: &mut index, within };
    let place = resolve_marker(&mut haystack, &wanted).expect("the marker is there");
    let payload: Vec<String> = payload.lines().map(str::to_owned).collect();
    match replace_marked(&mut haystack, &wanted, &place, (&payload, &payload)) {
        Ok(edits) => {
            buffer.apply(&edits.into_edits(&buffer, crate::text::FinalNewline::Keep));
            assert_eq!(buffer.to_string(), expected);
        }
        Err(problem) => assert_eq!(describe(&problem), expected),
    }
}

/// Returns a hunk from diff lines; `@@ text` gives an anchor, `@@ 12` a line number, `$` the end of the file.
fn hunk(text: &str) -> Hunk {
    let mut hunk = Hunk::default();
    for (at, line) in text.lines().enumerate() {
        let (prefix, rest) = line.split_at(line.len().min(1));
        let tag = match prefix {
            "+" => Tag::Added,
            "-" => Tag::Removed,
            "@" => {
                let text = rest.trim_start_matches('@').trim();
                match text.parse() {
                    Ok(line) => hunk.line_hint = Some(line),
                    Err(_) => hunk.anchors.extend((!text.is_empty()).then(|| text.to_owned())),
                }
                continue;
            }
            "$" => {
                hunk.at_end = true;
                continue;
            }
            _ => Tag::Context,
        };
        hunk.lines.push(match tag {
            Tag::Context => HunkLine::prefixed_context(line, at + 1),
            Tag::Removed | Tag::Added => HunkLine::new(tag, rest, at + 1),
        });
    }
    hunk
}

#[track_caller]
fn check_hunks(language: &str, file: &str, hunks: &[&str], expected: &str) {
    let mut buffer = Buffer::decode(file.as_bytes()).expect("text");
    let mut index = LineIndex::new(&buffer, rules(language), Vec::new());
    let hunks: Vec<Hunk> = hunks.iter().map(|text| hunk(text)).collect();
    let within = 0..buffer.line_count();
    let mut haystack = Haystack { buffer: &buffer, index: &mut index, within };
    match resolve_hunks(&mut haystack, &hunks, &HunkScopes::new(), AdditionRule::UnderAnchor) {
        Ok(section) => {
            let final_newline = section.final_newline;
            buffer.apply(&section.into_edits().into_edits(&buffer, final_newline));
            assert_eq!(buffer.to_string(), expected);
        }
        Err(problems) => {
            let told: Vec<String> =
                problems.iter().map(|(at, problem)| format!("{}: {}", at + 1, describe(problem))).collect();
            assert_eq!(told.join("; "), expected);
        }
    }
}

#[test]
fn markers_ignore_indentation_trailing_blanks_and_blank_lines() {
    check_marker("python", "x\n\n  A  \n\n\n\tB\ny\n", "A\n   B\n", "3-6 trimmed");
    check_marker("python", "a  b\n", "a b\n", "not found");
    check_marker("python", "return x\n", "return\n", "not found");
}

#[test]
fn markers_look_through_comments_last() {
    check_marker("python", "a = 1  # one\n# two\nb = 2\n", "a = 1\nb = 2\n", "1-3 comments-stripped");
    check_marker("python", "a = 1\na = 1  # one\n", "a = 1\n", "1-1 trimmed");
    check_marker("python", "a = 1  # x\nb\na = 1  # y\n", "a = 1\n", "ambiguous: 1, 3");
    check_marker(
        "c++",
        "#include \"debug.h\"\nint x; // #include\n",
        "#include \"debug.h\"\n",
        "1-1 trimmed",
    );
    check_marker("", "a # one\n", "a\n", "not found");
}

#[test]
fn a_comment_marker_matches_comments() {
    check_marker("python", "# one\na\n# two\n", "# two\n", "3-3 trimmed");
    check_marker("python", "# one\na\n", "# three\n", "not found");
}

#[test]
fn text_inside_a_string_or_comment_is_no_code() {
    check_marker("python", "x = '''\nrun()  # go\n'''\n", "run()\n", "not found");
    check_marker("c++", "/*\nrun(); // go\n*/\n", "run();\n", "not found");
}

#[test]
fn look_alikes_are_folded_before_comments_go() {
    check_marker("python", "s = \"a - b\"\n", "s = \u{201c}a \u{2013} b\u{201d}\n", "1-1 look-alikes-folded");
}

#[test]
fn context_stands_directly_around_the_marker() {
    let file = "f:\n  x\n  end\ng:\n  x\n  stop\n";
    check_marker("", file, "x\n", "ambiguous: 2, 5");
    check_marker("", file, "g:\n~\nx\n~\n", "5-5 trimmed");
    check_marker("", file, "~\nx\n~\nend\n", "2-2 trimmed");
    check_marker("", file, "h:\n~\nx\n~\n", "context mismatch: 2, 5");
    check_marker("", file, "g:\n~\nend\n~\n", "context mismatch: 3");
}

#[test]
fn comments_at_the_edge_of_a_marker_are_aligned() {
    check_marker("python", "# the total\nx = 1\n", "# the sum\nx = 1\n", "1-2 comments-stripped");
    check_marker("python", "y\n\nx = 1\n", "# gone\nx = 1\n", "3-3 comments-stripped");
}

#[test]
fn replacing_keeps_what_marker_and_payload_share() {
    check_replace(
        "python",
        "a = 1  # one\nb = 2  # two\n",
        "a = 1\nb = 2\n",
        "a = 1\nb = 3\n",
        "a = 1  # one\nb = 3\n",
    );
    check_replace("python", "a\n# why\nb\nc\n", "a\nb\nc\n", "a\nb\nd\n", "a\n# why\nb\nd\n");
    check_replace("python", "a\n# why\nb\n", "a\nb\n", "c\nd\n", "c\nd\n");
    check_replace(
        "python",
        "# the total\nx = 1\n",
        "# the sum\nx = 1\n",
        "# the sum\nx = 2\n",
        "# the total\nx = 2\n",
    );
    check_replace("", "a\n\nb\n", "a\nb\n", "a\n\nb\nc\n", "a\n\nb\nc\n");
    check_replace("", "  a\n  b\n", "a\nb\n", "  a\n    b\n", "  a\n    b\n");
}

#[test]
fn replacing_what_was_replaced_is_refused() {
    check_replace("python", "a = 2  # a = 1\n", "a = 2\n", "a = 2  # a = 1\n", "already applied: 1");
}

#[test]
fn hunks_keep_the_files_bytes_in_context() {
    check_hunks("python", "a  # x\nb\nc  \n", &[" a\n-b\n+B\n c\n"], "a  # x\nB\nc  \n");
    check_hunks("python", "a\n# left out\nb\nc\n", &[" a\n-b\n+B\n c\n"], "a\n# left out\nB\nc\n");
    check_hunks("python", "a\n# left out\nb\nc\n", &["-a\n-b\n+A\n c\n"], "A\nc\n");
}

#[test]
fn hunks_shift_what_they_add() {
    check_hunks("", "  f\n    a\n  g\n", &[" f\n-  a\n+  b\n+    c\n g\n"], "  f\n    b\n      c\n  g\n");
    check_hunks(
        "",
        "f\n\ta\n\t\tb\n",
        &[" f\n     a\n-        b\n+        c\n+            d\n"],
        "f\n\ta\n\t\tc\n\t\t\td\n",
    );
    check_hunks("", "  f\n      a\n g\n", &["-f\n-  a\n-g\n+h\n"], "1: no uniform shift");
}

#[test]
fn equal_places_are_told_apart_by_number_anchor_and_order_only() {
    let file = "def f():\n    x\n    end\ndef g():\n    x\n    end\n";
    check_hunks("", file, &["-    x\n+    y\n"], "1: ambiguous: 2, 5");
    check_hunks(
        "",
        file,
        &["@@ 5\n-    x\n+    y\n"],
        &file.replacen("x", "z", 1).replace('x', "y").replace('z', "x"),
    );
    check_hunks(
        "",
        file,
        &["@@ def g():\n-    x\n+    y\n"],
        "def f():\n    x\n    end\ndef g():\n    y\n    end\n",
    );
    check_hunks("", file, &["@@ 5\n-x\n+y\n"], "1: ambiguous: 2, 5");
    check_hunks(
        "",
        file,
        &["-    x\n+    y\n", "-    x\n+    z\n"],
        "def f():\n    y\n    end\ndef g():\n    z\n    end\n",
    );
    check_hunks("", file, &["@@ def h():\n-    x\n+    y\n"], "1: ambiguous: 2, 5");
}

#[test]
fn hunks_may_stand_in_any_order_when_each_is_unique() {
    check_hunks("", "a\nb\nc\n", &["-c\n+C\n", "-a\n+A\n"], "A\nb\nC\n");
    check_hunks("", "a\nb\nc\n", &["-a\n+A\n b\n", "-b\n+B\n"], "1: overlaps hunk 2");
}

#[test]
fn a_missing_prefix_is_read_before_anything_is_trimmed() {
    check_hunks("", "    a\n   a\nb\n", &["    a\n-b\n+c\n"], "    a\n   a\nc\n");
}

#[test]
fn additions_need_a_line_to_stand_under() {
    check_hunks("", "a\nb\n", &["+c\n"], "1: no place");
    check_hunks("", "a\nb\n", &["@@ a\n+c\n"], "a\nc\nb\n");
    check_hunks("", "a\nb\n", &["$\n+c\n"], "a\nb\nc\n");
    check_hunks("", "", &["+c\n"], "c\n");
    check_hunks("", "a\na\n", &["@@ a\n+c\n"], "1: ambiguous: 1, 2");
}

#[test]
fn what_stands_already_is_not_applied_again() {
    check_hunks("", "a\nB\nc\n", &[" a\n-b\n+B\n c\n"], "1: already applied: 1");
    check_hunks("", "    a\n", &["-  a\n+    a\n"], "1: already applied: 1");
    check_hunks("", "a\nX\nc\n", &[" a\n-b\n+B\n c\n"], "1: not found");
}

#[test]
fn a_removed_comment_must_be_there() {
    check_hunks("python", "# one\na  # x\n", &["-# one\n-a\n+b\n"], "b\n");
    check_hunks("python", "y\na  # x\n", &["-# one\n-a\n+b\n"], "1: comment missing");
}
