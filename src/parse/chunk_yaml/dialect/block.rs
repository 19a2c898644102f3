//! Block scalars: the texts that begin with `|` and `>`.

use super::lines::{RestOfLine, YamlLines, indent_of, is_blank};
use crate::diag::PatchPlace;
use crate::ir::{BlockMargin, Fragment};

/// The header of a block scalar, after the colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScalarHeader {
    style: Style,
    /// Whether blank lines at the end belong to the text. Whether the last line break does (`|` or `|-`) makes no
    /// difference to a list of lines.
    keeps_end: bool,
    /// The indentation of the text relative to its key, as in `|2`.
    indent: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Literal,
    Folded,
}

impl ScalarHeader {
    /// Parses `|`, `|-`, `>+`, `|2-`, `|-2`, optionally followed by a note that begins with `#`; returns `None` for
    /// other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut header = Self { style: Style::Literal, keeps_end: false, indent: None };
        let (sign, note) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let note = note.trim_start_matches([' ', '\t']);
        if !note.is_empty() && !note.starts_with('#') {
            return None;
        }
        let mut chars = sign.chars();
        header.style = match chars.next()? {
            '|' => Style::Literal,
            '>' => Style::Folded,
            _ => return None,
        };
        let mut chomped = false;
        for char in chars {
            match char {
                '+' | '-' if !chomped => {
                    chomped = true;
                    header.keeps_end = char == '+';
                }
                '1'..='9' if header.indent.is_none() => {
                    header.indent = char.to_digit(10).map(|digit| digit as usize);
                }
                _ => return None,
            }
        }
        Some(header)
    }

    /// Returns whether it specifies the indentation of the text.
    pub(super) const fn has_indent(self) -> bool {
        self.indent.is_some()
    }
}

/// The raw lines of a body, and the misplaced lines among them.
#[derive(Debug)]
pub(super) struct BlockBody<'a> {
    first_line: usize,
    lines: Vec<&'a str>,
    /// Lines within the body that begin with `#` and are indented less than it.
    pub(super) strayed: Vec<RestOfLine<'a>>,
}

impl<'a> BlockBody<'a> {
    /// Consumes the lines that are blank or indented more than `column`.
    ///
    /// A `#` line with less indentation does not end the body: it is either text that lost its indentation, or a
    /// comment, and in both cases the following lines are best parsed as if it did not exist.
    pub(super) fn take(lines: &mut YamlLines<'a>, column: usize) -> Self {
        let mut body = Self { first_line: lines.number(), lines: Vec::new(), strayed: Vec::new() };
        while let Some(line) = lines.peek() {
            let indent = indent_of(line);
            let belongs = indent > column || is_blank(line);
            if !belongs && !line[indent..].starts_with('#') {
                break;
            }
            if let Some(spot) = lines.take().filter(|_| !belongs) {
                body.strayed.push(spot.past_indent());
            } else {
                body.lines.push(line);
            }
        }
        body
    }

    /// Consumes `count` lines.
    pub(super) fn take_lines(lines: &mut YamlLines<'a>, count: usize) -> Self {
        let first_line = lines.number();
        let own = (0..count).filter_map(|_| lines.take()).map(|spot| spot.rest).collect();
        Self { first_line, lines: own, strayed: Vec::new() }
    }

    /// Returns the text, and the lines that are indented less than `|N` specifies.
    pub(super) fn text(&self, header: ScalarHeader, column: usize) -> (Fragment, Vec<PatchPlace>) {
        let real = || self.lines.iter().enumerate().filter(|(_, line)| !is_blank(line));
        let deepest_left = real().map(|(_, line)| indent_of(line)).min();
        let base = match header.indent {
            Some(indent) => column + indent,
            None => deepest_left.unwrap_or(column + 1),
        };
        let left = real().filter(|(_, line)| indent_of(line) < base);
        let left =
            left.map(|(at, line)| PatchPlace::new(self.first_line + at, indent_of(line) + 1)).collect();
        let end = real().next_back().map_or(0, |(at, _)| at + 1);
        let mut lines: Vec<&str> = self.lines[..end].iter().map(|line| from_column(line, base)).collect();
        if header.keeps_end {
            lines.resize(self.lines.len(), "");
        }
        let (lines, margin) = match header.style {
            Style::Literal => {
                (lines.into_iter().map(str::to_owned).collect(), Some(BlockMargin { cut: base, key: column }))
            }
            Style::Folded => (fold(&lines), None),
        };
        (Fragment { lines, place: PatchPlace::new(self.first_line, base + 1), margin }, left)
    }
}

/// Returns a line from the base column on; a blank line may be shorter.
fn from_column(line: &str, base: usize) -> &str {
    if indent_of(line) >= base { &line[base..] } else { "" }
}

/// Folds lines as YAML does: a single line break becomes a space, except next to an indented line.
fn fold(lines: &[&str]) -> Vec<String> {
    let mut folded: Vec<String> = Vec::new();
    let mut empty = 0;
    let mut last_was_indented = None;
    for line in lines {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        match (last_was_indented, folded.last_mut()) {
            (Some(false), Some(last)) if !indented && empty == 0 => {
                last.push(' ');
                last.push_str(line);
            }
            (Some(false), Some(_)) if !indented => {
                folded.extend(std::iter::repeat_n(String::new(), empty - 1));
                folded.push((*line).to_owned());
            }
            _ => {
                folded.extend(std::iter::repeat_n(String::new(), empty));
                folded.push((*line).to_owned());
            }
        }
        empty = 0;
        last_was_indented = Some(indented);
    }
    folded.extend(std::iter::repeat_n(String::new(), empty));
    folded
}
