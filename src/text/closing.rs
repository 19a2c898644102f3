//! The last line of a payload that closes what a line above opens, and alone lost its depth.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::lexer::{LexRules, Lexer, TokenKind};
use super::normal::{indentation, is_blank};
use super::{beginning_of_block, ends_block};

/// The lines with the last one as deep as the line that begins what it closes, if it alone stands at the margin.
///
/// Nothing else can be meant: what it closes begins within the lines, all of which are deeper.
#[must_use]
pub fn with_last_closer<'l>(lines: &'l [String], rules: Option<&LexRules>) -> Cow<'l, [String]> {
    match lost_closer(lines, rules) {
        Some((last, indent)) => {
            let mut lines = lines.to_vec();
            lines[last].insert_str(0, &indent);
            Cow::Owned(lines)
        }
        None => Cow::Borrowed(lines),
    }
}

/// The last line, and the indentation that it lost.
fn lost_closer(lines: &[String], rules: Option<&LexRules>) -> Option<(usize, String)> {
    let last = lines.iter().rposition(|line| !is_blank(line))?;
    let is_deeper = |line: &String| is_blank(line) || !indentation(line).is_empty();
    if last == 0 || is_deeper(&lines[last]) || !lines[..last].iter().all(is_deeper) {
        return None;
    }
    let begin = if lines[last].starts_with(['}', ')', ']']) {
        beginning_of_bracket(&lines[..=last], rules?)?
    } else {
        beginning_of_words(&lines[..=last])?
    };
    Some((last, indentation(&lines[begin]).to_owned()))
}

/// The line on which the block begins that the last line ends with a word: such words are as deep as what they end, so that
/// one depth alone may fit.
fn beginning_of_words(lines: &[String]) -> Option<usize> {
    let (last, above) = lines.split_last().filter(|(last, _)| ends_block(last))?;
    let depths: BTreeSet<&str> =
        above.iter().filter(|line| !is_blank(line)).map(|line| indentation(line)).collect();
    let mut found = depths.into_iter().filter_map(|depth| {
        let deep = format!("{depth}{last}");
        let texts: Vec<&str> = above.iter().map(String::as_str).chain([deep.as_str()]).collect();
        beginning_of_block(&texts, above.len())
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// The line on which the statement begins that opens the bracket with which the last line begins.
fn beginning_of_bracket(lines: &[String], rules: &LexRules) -> Option<usize> {
    let text = lines.join("\n");
    let mut starts: Vec<usize> = (0..lines.len()).collect();
    let mut open: Vec<usize> = Vec::new();
    let (mut line, mut seen) = (0, 0);
    for token in Lexer::new(rules).tokens(&text) {
        line += text[seen..token.range.start].matches('\n').count();
        seen = token.range.start;
        match token.kind {
            TokenKind::Open(_) => open.push(line),
            TokenKind::Close(_) => {
                let opened = open.pop()?;
                if line + 1 == lines.len() {
                    return Some(starts[opened]);
                }
                starts[line] = starts[line].min(starts[opened]);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Spans;
    use crate::text::StringRule;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let rules =
            LexRules { strings: vec![StringRule::between("\"", Spans::Backslash)], ..LexRules::default() };
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        assert_eq!(with_last_closer(&lines, Some(&rules)).join("\n"), expected, "{text}");
    }

    #[test]
    fn the_last_bracket_is_as_deep_as_what_opens_it() {
        check("    if (a) {\n        b();\n}", "    if (a) {\n        b();\n    }");
        check(
            "    if (a &&\n        b) {\n        c();\n}\n",
            "    if (a &&\n        b) {\n        c();\n    }\n",
        );
        check("    if b\n      c\nend", "    if b\n      c\n    end");
        check("  if a\n    if b\n    end\nend", "  if a\n    if b\n    end\n  end");
        check("    f(\"{\", [\n        1,\n]);", "    f(\"{\", [\n        1,\n    ]);");
    }

    #[test]
    fn what_closes_nothing_of_the_lines_stays() {
        check("    b();\n}", "    b();\n}");
        check("if (a) {\n    b();\n}", "if (a) {\n    b();\n}");
        check("    if (a) {\n        b();\n    }\n}", "    if (a) {\n        b();\n    }\n}");
        check("    b();\nc();", "    b();\nc();");
        check("  if a\n    if b\n      c\nend", "  if a\n    if b\n      c\nend");
        check("  a\n    if b\n      c\nend", "  a\n    if b\n      c\nend");
    }
}
