//! Restores the indentation of the last line of a payload, if only this line lost it: the line closes a block of the
//! lines above, or leaves a function.

use std::collections::BTreeSet;

use super::lexer::{LexRules, LexState, Lexer, TokenKind};
use super::normal::{first_word, indentation, is_blank, trim, trim_end};
use super::{beginning_of_block, ends_block};

/// Returns the lines with the last one indented like the line that opens the block which it closes, if only the last
/// line is at the margin; `None` if no indentation was lost.
///
/// This is unambiguous: the block begins within the lines, all of which are indented.
#[must_use]
pub fn restore_closing_line(lines: &[String], rules: Option<&LexRules>) -> Option<Vec<String>> {
    lost_indentation(lines, rules).map(|lost| restore_last_deeper(lines, lost))
}

/// Returns the lines with the lost indentation inserted into the last line of code.
fn restore_last_deeper(lines: &[String], (last, indent): (usize, &str)) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines[last].insert_str(0, indent);
    lines
}

/// Keywords of statements that are valid in functions only.
const LEAVING: [&str; 2] = ["return", "yield"];

/// Returns whether a line begins with the keyword of a statement that is valid in functions only.
pub(super) fn leaves_function(line: &str) -> bool {
    LEAVING.contains(&first_word(line))
}

/// Words that begin the heading of a function; `CLASSES` are those of a class.
const FUNCTIONS: [&str; 2] = ["def ", "async def "];
const CLASSES: [&str; 1] = ["class "];

/// Returns the lines of definitions with the last one indented like the body above it, if only the last line is at the
/// margin and is valid in a function only. The lines must not be inside a function. `None` if no indentation was lost.
#[must_use]
pub fn restore_last_statement(lines: &[String], rules: &LexRules) -> Option<Vec<String>> {
    let last = last_solid(lines)?;
    if !leaves_function(&lines[last]) && !lines[last].starts_with("self.") {
        return None;
    }
    let depth = StatementLines::of(&lines[..last], rules)?.body_depth()?;
    Some(restore_last_deeper(lines, (last, depth)))
}

/// Restores the indentation of the last one of `lines`, which replace the lines `old` of a function; no other line may
/// be at the margin. The last line is indented like the last old line, if that leaves the function too and the lines
/// above permit it, otherwise like the line with the smallest indentation.
#[must_use]
pub fn restore_last_return(old: &[String], lines: &[String], rules: &LexRules) -> Option<Vec<String>> {
    let (last, last_old) = (last_solid(lines)?, &old[last_solid(old)?]);
    let above = &lines[last_solid(&lines[..last])?];
    let is_deeper = |line: &String| is_blank(line) || !indentation(line).is_empty();
    if !leaves_function(&lines[last])
        || is_cut_as_a_whole(old, &lines[..last])
        || !old.iter().chain(&lines[..last]).all(is_deeper)
        || StatementLines::of(&lines[..last], rules)?.0.is_empty()
    {
        return None;
    }
    let others = || lines[..last].iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
    let own = leaves_function(last_old.trim_start()).then(|| indentation(last_old));
    let depth = match trim_end(above).ends_with(':') {
        true => own.filter(|own| own.len() > indentation(above).len())?,
        false => match own.filter(|own| {
            others().any(|other| other == *own) || others().all(|other| other.len() > own.len())
        }) {
            Some(own) => own,
            None => others().min_by_key(|depth| depth.len())?,
        },
    };
    Some(restore_last_deeper(lines, (last, depth)))
}

/// Returns whether the first line has an indentation that no old line has, or a line has the text but not the
/// indentation of an old line: then more than the last line may have lost its indentation.
fn is_cut_as_a_whole(old: &[String], lines: &[String]) -> bool {
    let moves = |line: &String| {
        let mut same = old.iter().filter(|own| trim(own) == trim(line)).peekable();
        same.peek().is_some() && same.all(|own| indentation(own) != indentation(line))
    };
    let mut solid = lines.iter().filter(|line| !is_blank(line)).peekable();
    let begins_as_deep = solid
        .peek()
        .is_none_or(|first| old.iter().any(|own| !is_blank(own) && indentation(own) == indentation(first)));
    !begins_as_deep || solid.any(moves)
}

fn last_solid(lines: &[String]) -> Option<usize> {
    lines.iter().rposition(|line| !is_blank(line))
}

/// Lines of code that begin outside strings and brackets.
struct StatementLines<'l>(Vec<&'l str>);

impl<'l> StatementLines<'l> {
    /// Returns the lines of code; `None` if a string or a bracket is open after the last line.
    fn of(lines: &'l [String], rules: &LexRules) -> Option<Self> {
        let lexer = Lexer::new(rules);
        let (mut state, mut open) = (LexState::default(), 0_isize);
        let mut found = Vec::new();
        for line in lines {
            let is_inner = open > 0 || !state.is_code();
            let mut has_code = false;
            lexer.line(line, &mut state, |token| {
                has_code |= token.kind != TokenKind::Comment;
                match token.kind {
                    TokenKind::Open(_) => open += 1,
                    TokenKind::Close(_) => open -= 1,
                    _ => {}
                }
            });
            if has_code && !is_inner && !is_blank(line) {
                found.push(line.as_str());
            }
        }
        (open == 0 && state.is_code()).then_some(Self(found))
    }

    /// Returns the indentation of the body of the last function, if the lines consist of definitions.
    fn body_depth(&self) -> Option<&'l str> {
        let depth = self.0.iter().map(|line| indentation(line)).min_by_key(|depth| depth.len())?;
        let is_head =
            |at: &usize| indentation(self.0[*at]) == depth && !self.0[*at][depth.len()..].starts_with('@');
        let heads: Vec<usize> = (0..self.0.len()).filter(is_head).collect();
        let begins =
            |at: usize, words: &[&str]| words.iter().any(|word| self.0[at][depth.len()..].starts_with(word));
        let is_definition = |at: &usize| begins(*at, &FUNCTIONS) || begins(*at, &CLASSES);
        let last = *heads.last().filter(|_| heads.iter().all(is_definition))?;
        let body = Self(self.0[last + 1..].to_vec());
        match begins(last, &CLASSES) {
            true => body.functions().body_depth(),
            false => body.0.iter().map(|line| indentation(line)).min_by_key(|depth| depth.len()),
        }
    }

    /// Returns the lines from the first function on.
    fn functions(&self) -> Self {
        let is_function = |line: &&&str| FUNCTIONS.iter().any(|word| line.trim_start().starts_with(word));
        Self(self.0.iter().skip_while(|line| !is_function(line)).copied().collect())
    }
}

/// Returns the index of the last line, and the indentation that it lost.
fn lost_indentation<'l>(lines: &'l [String], rules: Option<&LexRules>) -> Option<(usize, &'l str)> {
    let last = last_solid(lines)?;
    let is_deeper = |line: &String| is_blank(line) || !indentation(line).is_empty();
    if last == 0 || is_deeper(&lines[last]) || !lines[..last].iter().all(is_deeper) {
        return None;
    }
    let begin = if lines[last].starts_with(['}', ')', ']']) {
        beginning_of_bracket(&lines[..=last], rules?)?
    } else {
        beginning_of_words(&lines[..=last])?
    };
    Some((last, indentation(&lines[begin])))
}

/// Returns the line on which the block begins that the last line ends with a word. Such a word has the indentation of
/// the block, so the indentations of the other lines are tried; all that fit must give the same line.
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

/// Returns the line of the statement that opens the bracket which the last line begins with.
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
        let found = restore_closing_line(&lines, Some(&rules)).unwrap_or(lines);
        assert_eq!(found.join("\n"), expected, "{text}");
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

    #[track_caller]
    fn check_statement(text: &str, expected: &str) {
        let rules =
            LexRules { strings: vec![StringRule::between("\"", Spans::Backslash)], ..LexRules::default() };
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let found = restore_last_statement(&lines, &rules).unwrap_or(lines);
        assert_eq!(found.join("\n"), expected, "{text}");
    }

    #[test]
    fn what_leaves_the_function_is_as_deep_as_what_left_it() {
        let lines = |text: &str| -> Vec<String> { text.split('\n').map(str::to_owned).collect() };
        let check = |old: &str, new: &str, expected: Option<&str>| {
            let found = restore_last_return(&lines(old), &lines(new), &LexRules::default());
            assert_eq!(found.map(|lines| lines.join("\n")).as_deref(), expected, "{new}");
        };
        check("    a\n    return b", "    c\nreturn d", Some("    c\n    return d"));
        check("    if a:\n        return b", "    c\nreturn d", Some("    c\n    return d"));
        check("    if a:\n        return b", "    if c:\nreturn d", Some("    if c:\n        return d"));
        check("    return b", "    if c:\nreturn d", None);
        check("    a", "    if c:\n        d\nreturn e", Some("    if c:\n        d\n    return e"));
        check("a\nreturn b", "    c\nreturn d", None);
        check("    a\n    return b", "c\nreturn d", None);
        check("    a\n    f(b)", "    c\nf(d)", None);
        check("    a\n    return b", "return d", None);
    }

    #[test]
    fn the_last_statement_is_as_deep_as_the_body() {
        check_statement("    def f():\n        a\nreturn b", "    def f():\n        a\n        return b");
        check_statement("def f(\n    a,\n):\n  b\nreturn b", "def f(\n    a,\n):\n  b\n  return b");
        check_statement("@a\ndef f():\n  b\nreturn b", "@a\ndef f():\n  b\n  return b");
        check_statement(
            "class A:\n  b\n  def f():\n    b\nreturn b",
            "class A:\n  b\n  def f():\n    b\n    return b",
        );
        check_statement("    a\n    if b:\n        c\nreturn b", "    a\n    if b:\n        c\nreturn b");
        check_statement(
            "    a\n    def f():\n        b\nreturn f",
            "    a\n    def f():\n        b\nreturn f",
        );
        check_statement("    f(\n        b,\nreturn b", "    f(\n        b,\nreturn b");
        check_statement("def f():\n    a\nmain()", "def f():\n    a\nmain()");
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
