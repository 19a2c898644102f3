//! Indentation of payloads: the base prefix, and the conversion to the file's style.

use std::ops::Range;

use super::buffer::Buffer;
use super::lexer::{LexRules, LexState, Lexer};
use super::normal::{indentation, is_blank};

/// With what a text indents, as counts of its indented lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndentStyle {
    /// Lines that begin with a tab.
    pub tabs: usize,
    /// Lines that begin with a blank.
    pub blanks: usize,
    /// How wide a tab of the other side is, if that is known.
    pub tab_width: Option<usize>,
}

impl IndentStyle {
    /// Counts a line.
    pub fn count(&mut self, line: &str) {
        match line.as_bytes().first() {
            Some(b'\t') if !is_blank(line) => self.tabs += 1,
            Some(b' ') if !is_blank(line) => self.blanks += 1,
            _ => {}
        }
    }

    /// Whether some of the lines begin with the other character.
    #[must_use]
    pub fn may_convert(self, lines: &[String]) -> bool {
        let other = if self.tabs > self.blanks { ' ' } else { '\t' };
        lines.iter().any(|line| line.starts_with(other))
    }

    /// Takes a counted line back.
    pub fn uncount(&mut self, line: &str) {
        match line.as_bytes().first() {
            Some(b'\t') if !is_blank(line) => self.tabs -= 1,
            Some(b' ') if !is_blank(line) => self.blanks -= 1,
            _ => {}
        }
    }
}

/// How the inner indentation of a payload is turned into that of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conversion {
    None,
    /// So many blanks become one tab.
    ToTabs(usize),
    /// One tab becomes so many blanks; blanks behind the tabs stay.
    ToBlanks(usize),
}

impl Conversion {
    fn apply(self, indentation: &str) -> String {
        match self {
            Self::None => indentation.to_owned(),
            Self::ToTabs(step) => {
                "\t".repeat(indentation.len() / step) + &" ".repeat(indentation.len() % step)
            }
            Self::ToBlanks(step) => {
                let tabs = tabs_before_blanks(indentation).unwrap_or(0);
                " ".repeat(tabs * step) + &indentation[tabs..]
            }
        }
    }
}

/// The payload's lines with `base` before each that is not blank, their inner indentation converted to the style of
/// the file where the two differ.
///
/// `rules` are those of the payload's language, and `begins` is what its first line stands in: within a multi-line
/// string only the base is added.
#[must_use]
pub fn indent_payload(
    payload: &[String],
    base: &str,
    buffer: &Buffer,
    style: IndentStyle,
    rules: Option<&LexRules>,
    begins: LexState,
) -> Vec<String> {
    let starts = line_starts(payload, rules, begins);
    let inner: Vec<&str> = payload
        .iter()
        .zip(&starts)
        .filter(|(line, start)| **start == Start::Code && !is_blank(line))
        .map(|(line, _)| indentation(line))
        .filter(|indentation| !indentation.is_empty())
        .collect();
    let conversion = conversion(&inner, buffer, style);
    let indented = payload.iter().zip(starts).map(|(line, start)| {
        // "Indentation is added only to non-empty lines of the payload."
        if is_blank(line) {
            return line.clone();
        }
        let own = indentation(line);
        let converted = if start == Start::Text { own.to_owned() } else { conversion.apply(own) };
        format!("{base}{converted}{}", &line[own.len()..])
    });
    indented.collect()
}

/// What a line begins in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Code,
    /// A comment: ` * text` is a blank deeper than its opening, which is no step of the code.
    Comment,
    /// A string.
    Text,
}

/// What each line begins in.
fn line_starts(lines: &[String], rules: Option<&LexRules>, begins: LexState) -> Vec<Start> {
    let Some(rules) = rules else { return vec![Start::Code; lines.len()] };
    let lexer = Lexer::new(rules);
    let mut state = begins;
    let starts = lines.iter().map(|line| {
        let start = if state.is_comment() {
            Start::Comment
        } else if state.is_in_string() {
            Start::Text
        } else {
            Start::Code
        };
        lexer.comments(line, &mut state, |_| {});
        start
    });
    starts.collect()
}

/// The number of tabs that an indentation begins with, if nothing but blanks follows them.
fn tabs_before_blanks(indentation: &str) -> Option<usize> {
    let blanks = indentation.trim_start_matches('\t');
    blanks.bytes().all(|byte| byte == b' ').then(|| indentation.len() - blanks.len())
}

fn conversion(inner: &[&str], buffer: &Buffer, style: IndentStyle) -> Conversion {
    let all = |char: char| inner.iter().all(|indentation| indentation.chars().all(|own| own == char));
    let are_tabs = || inner.iter().all(|own| tabs_before_blanks(own).is_some_and(|tabs| tabs > 0));
    match inner.iter().map(|indentation| indentation.len()).min() {
        Some(step) if style.tabs > style.blanks && all(' ') => {
            Conversion::ToTabs(style.tab_width.unwrap_or(step))
        }
        Some(_) if style.blanks > style.tabs && are_tabs() => {
            Conversion::ToBlanks(style.tab_width.unwrap_or_else(|| usual_step(buffer)))
        }
        _ => Conversion::None,
    }
}

/// By how many blanks the lines of a text are usually indented more than the line before: the most frequent increase,
/// of equals the smaller; 4 where there is none.
#[must_use]
pub fn usual_step(buffer: &Buffer) -> usize {
    step_within(buffer, 0..buffer.line_count()).0
}

/// The same of some lines, with how many of all increases are this one and how many there are.
#[must_use]
pub fn step_within(buffer: &Buffer, lines: Range<usize>) -> (usize, usize, usize) {
    let mut increases = [0_usize; 17];
    let mut previous = 0;
    for line in lines {
        let line = buffer.line(line);
        if is_blank(&line) {
            continue;
        }
        let width = line.bytes().take_while(|byte| *byte == b' ').count();
        if let Some(count) = width.checked_sub(previous).and_then(|increase| increases.get_mut(increase)) {
            *count += 1;
        }
        previous = width;
    }
    // One blank is what the lines of a block comment are deeper than its opening; few texts have it as their step.
    let least = if increases.iter().skip(2).any(|count| *count > 0) { 2 } else { 1 };
    let most = increases.iter().skip(least).copied().max().unwrap_or(0);
    let all = increases.iter().skip(least).sum();
    let step = if most == 0 { None } else { increases.iter().skip(least).position(|count| *count == most) };
    (step.map_or(4, |at| at + least), most, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, base: &str, payload: &str, expected: &str) {
        let buffer = Buffer::decode(file.as_bytes()).expect("text");
        let mut style = IndentStyle::default();
        (0..buffer.line_count()).for_each(|line| style.count(&buffer.line(line)));
        let rules = LexRules {
            strings: vec![crate::text::StringRule::between("'''", crate::text::Spans::Lines)],
            ..LexRules::default()
        };
        let payload: Vec<String> = payload.lines().map(str::to_owned).collect();
        let indented = indent_payload(&payload, base, &buffer, style, Some(&rules), LexState::default());
        assert_eq!(indented.join("\n"), expected);
    }

    #[test]
    fn the_base_stands_before_every_line_that_is_not_blank() {
        check("a\n", "    ", "x\n\n    y", "    x\n\n        y");
    }

    #[test]
    fn blanks_become_tabs_in_a_file_of_tabs() {
        check("a\n\tb\n", "\t", "x\n  y\n    z", "\tx\n\t\ty\n\t\t\tz");
    }

    #[test]
    fn tabs_become_the_usual_step_in_a_file_of_blanks() {
        check("a\n  b\n    c\nd\n  e\n", "", "x\n\ty\n\t\tz", "x\n  y\n    z");
    }

    #[test]
    fn blanks_behind_tabs_stay() {
        check("a\n    b\n", "", "x(\n\t\t y)", "x(\n         y)");
    }

    #[test]
    fn mixed_prefixes_and_strings_are_left_alone() {
        check("a\n\tb\n", "", "x\n \ty\n  z", "x\n \ty\n  z");
        check("a\n\tb\n", "\t", "x = '''\n  y'''\nif x:\n  z", "\tx = '''\n\t  y'''\n\tif x:\n\t\tz");
    }
}
