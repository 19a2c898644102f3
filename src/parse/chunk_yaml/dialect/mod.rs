//! The dialect: how CHUNK YAML parses a text before a YAML library does.
//!
//! "The `#` character never has any special meaning and is always treated as part of the line", and the contents of
//! block scalars are source code: a YAML library would drop the former and is slow on the latter. Therefore the dialect
//! parser handles lines, indentation, block scalars and plain scalars, and leaves quoted strings and the contents of
//! braces and brackets to the library, by means of a [`Skeleton`].
//!
//! Invariant: one mistake does not hide the next: a line whose indentation matches no level is reported, and parsed as
//! if it had the expected indentation.
//! Invariant: time and memory are linear in the size of the text, and stack use is constant.

mod block;
mod flow;
mod lines;
mod quoted;
mod structure;
mod values;

use lines::{RestOfLine, YamlLines, indent_of, is_blank};
use structure::{MisplacedLine, OpenLevels};

use super::document::{self, YamlNode};
use super::fields::{self, Field, FieldShape};
use super::hints;
use super::problems::{Problems, malformed};
use super::skeleton::Skeleton;

/// The maximum nesting depth of mappings and lists.
const MAX_LEVELS: usize = 64;

/// The error that the structure cannot be parsed any further; the problem has been added.
#[derive(Debug)]
pub(super) struct Unreadable;

/// Parses the lines of a patch; `first_line` is the number of the first one.
pub(super) fn read(
    text: &str,
    first_line: usize,
    problems: &mut Problems,
) -> Result<(YamlNode, Skeleton), Unreadable> {
    let walk = DialectParser {
        lines: YamlLines::new(text, first_line),
        skeleton: Skeleton::default(),
        levels: OpenLevels::default(),
        problems,
        phase: Phase::Start,
        above: LineAbove::Nothing,
    };
    walk.run()
}

/// The progress in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has been parsed yet.
    Start,
    /// The document has begun.
    Within,
    /// The document is complete: only blank lines may follow.
    Complete,
}

/// What is directly above a line, as far as it explains a misplaced line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineAbove<'a> {
    Nothing,
    /// The block of this field.
    Block(&'a str),
    /// A line that was reported; a run of such lines is reported only once.
    Stray,
}

struct DialectParser<'a, 'p> {
    lines: YamlLines<'a>,
    skeleton: Skeleton,
    levels: OpenLevels<'a>,
    problems: &'p mut Problems,
    phase: Phase,
    above: LineAbove<'a>,
}

impl<'a> DialectParser<'a, '_> {
    fn run(mut self) -> Result<(YamlNode, Skeleton), Unreadable> {
        let start = RestOfLine { line: self.lines.number(), column: 0, rest: "" };
        while let Some(spot) = self.lines.take() {
            if !spot.is_blank() {
                self.line(spot)?;
            }
            if self.problems.is_full() {
                return Err(Unreadable);
            }
        }
        if let Some(root) = std::mem::take(&mut self.levels).finish() {
            return Ok((root, self.skeleton));
        }
        if self.problems.is_empty() {
            return self.stop(start, "the patch is empty");
        }
        Err(Unreadable)
    }

    /// Parses one line of structure, with the block that begins on it.
    fn line(&mut self, line: RestOfLine<'a>) -> Result<(), Unreadable> {
        let spot = line.past_indent();
        if self.is_document_mark(line)? {
            return Ok(());
        }
        if spot.rest.starts_with('#') {
            self.hash_line(spot);
            return Ok(());
        }
        if self.phase == Phase::Complete {
            return self.stop(line, "there is text after the end of the patch");
        }
        if spot.rest.starts_with('\t') {
            return self.stop_with(
                spot,
                "the indentation contains a tab",
                "indent the fields of a patch with spaces; tabs are fine inside the text of a \
                 block",
            );
        }
        self.phase = Phase::Within;
        if self.levels.depth() == 0 && spot.rest.starts_with(['{', '[']) {
            self.phase = Phase::Complete;
            return self.flow(spot);
        }
        if self.text_below_field(spot) {
            return Ok(());
        }
        self.entry(spot)
    }

    /// Returns whether the line is `---` or `...`; only `---` at the start has no effect.
    fn is_document_mark(&mut self, line: RestOfLine<'a>) -> Result<bool, Unreadable> {
        let mark = line.rest.trim_end_matches([' ', '\t']);
        let is_start = mark == "---" || line.rest.starts_with("--- ");
        if mark == "---" && self.phase == Phase::Start {
            self.phase = Phase::Within;
            return Ok(true);
        }
        if mark == "..." {
            self.phase = Phase::Complete;
            return Ok(true);
        }
        if is_start {
            let help = "put all operations into one `operations:` list";
            return self.stop_with(line, "the patch holds several YAML documents", help).map(|()| true);
        }
        Ok(false)
    }

    /// Reports a `#` line outside of all blocks: it is neither a comment, since there are none, nor the text of a
    /// field.
    fn hash_line(&mut self, spot: RestOfLine<'a>) {
        let message = "a line that begins with `#` is outside every text block, but `#` does not \
                       begin a comment here";
        let mut problem = malformed(spot.place(), message);
        if let LineAbove::Block(field) = self.above {
            problem = problem
                .with_help(format!("if it belongs to `{field}`, indent it like the lines of that block"));
        }
        self.problems.add(
            problem.with_help("if it is a note, write it as `comment:` of an operation, or leave it out"),
        );
    }

    /// Parses a field or an item.
    fn entry(&mut self, spot: RestOfLine<'a>) -> Result<(), Unreadable> {
        let mut spot = spot;
        let mut is_first = true;
        while let Some(behind) = dash(spot) {
            if !is_first {
                self.levels.nest_item(spot);
            } else if let Err(misfit) = self.levels.enter_item(spot) {
                self.report_misplaced(spot, misfit, "-");
                if misfit.expected.is_none() {
                    self.skip_deeper(spot.column);
                    return Ok(());
                }
            }
            self.check_depth(spot)?;
            self.levels.add_item(spot.place());
            let dash_column = spot.column;
            spot = behind.past_blanks();
            if behind.rest.starts_with('\t') {
                return self.stop_with(behind, "a tab follows a dash", "put one space there");
            }
            is_first = false;
            if spot.rest.is_empty() {
                self.levels.wait("");
                return Ok(());
            }
            if let Some(what) = lone_property(spot) {
                // Its fields are below it, as after a lone dash.
                let help = "leave it out, and begin the operation with `- path:` or `- op:`";
                self.problems.add(malformed(spot.place(), what).with_help(help));
                self.levels.wait("");
                return Ok(());
            }
            if dash(spot).is_none() && key_end(spot).is_none() {
                return self.value(spot, "", dash_column);
            }
        }
        match key_end(spot) {
            Some(end) => self.field(spot, end, is_first),
            None => self.parse_loose_line(spot),
        }
    }

    /// Parses `key: value`; `end` is the byte offset after the colon.
    fn field(&mut self, spot: RestOfLine<'a>, end: usize, is_first: bool) -> Result<(), Unreadable> {
        let key = spot.rest[..end - 1].trim_end_matches([' ', '\t']);
        if !is_first {
            self.levels.nest_field(spot);
        } else if let Err(misfit) = self.levels.enter_field(spot) {
            self.report_misplaced(spot, misfit, key);
            if misfit.expected.is_none() {
                self.skip_deeper(spot.column);
                return Ok(());
            }
        }
        self.check_depth(spot)?;
        self.levels.add_field(key_text(key), spot.place());
        self.above = LineAbove::Nothing;
        self.value(spot.past(end).past_blanks(), key, spot.column)
    }

    /// Returns whether the line is text below a field without a value on its own line: prose continues there, while
    /// source code requires a block, so `payload:` without `|-` is reported.
    fn text_below_field(&mut self, spot: RestOfLine<'a>) -> bool {
        let Some((key, column)) = self.levels.waiting().filter(|(_, column)| spot.column > *column) else {
            return false;
        };
        match fields::shape(key) {
            FieldShape::Source => {
                self.needs_block(spot, key);
                self.skip_deeper(column);
            }
            FieldShape::Prose if !is_structure(spot.rest) => {
                self.plain(spot, key, column);
            }
            _ => return false,
        }
        self.levels.wait_no_more();
        true
    }

    /// Parses a line that is neither a field nor an item: a value on its own line, or a mistake.
    fn parse_loose_line(&mut self, spot: RestOfLine<'a>) -> Result<(), Unreadable> {
        if let Some((key, column)) = self.levels.waiting()
            && spot.column > column
        {
            self.levels.wait_no_more();
            return self.value(spot, key, column);
        }
        if self.above != LineAbove::Stray {
            let problem = self.stray(spot);
            self.problems.add(problem);
            self.above = LineAbove::Stray;
        }
        Ok(())
    }

    fn stray(&self, spot: RestOfLine<'a>) -> crate::diag::Diagnostic {
        let name = spot.rest.split(':').next().unwrap_or_default().trim_end();
        if fields::shape(name) != FieldShape::Unknown && spot.rest.contains(':') {
            return malformed(spot.place(), format!("a space is missing after `{name}:`"));
        }
        let message = format!("`{}` is neither a field nor text of a block", hints::excerpt(spot.rest));
        let problem = malformed(spot.place(), message);
        match self.above {
            LineAbove::Block(key) => {
                problem.with_help(format!("if it belongs to `{key}`, indent it like the lines of that block"))
            }
            LineAbove::Nothing | LineAbove::Stray => problem,
        }
    }

    fn report_misplaced(&mut self, spot: RestOfLine<'a>, misfit: MisplacedLine, what: &str) {
        let message = match misfit.expected {
            Some(expected) => format!(
                "the indentation of `{what}` matches nothing above it: it is in column {}, not in column {}",
                spot.column + 1,
                expected + 1
            ),
            None => format!("unexpected `{what}`"),
        };
        let mut problem = malformed(spot.place(), message);
        if let LineAbove::Block(key) = self.above
            && Field::find(what).is_none()
        {
            problem = problem
                .with_help(format!("if it belongs to `{key}`, indent it like the lines of that block"));
        }
        self.problems.add(problem);
    }

    fn skip_deeper(&mut self, column: usize) {
        while self.lines.peek().is_some_and(|line| is_blank(line) || indent_of(line) > column) {
            self.lines.take();
        }
    }

    fn check_depth(&mut self, spot: RestOfLine<'a>) -> Result<(), Unreadable> {
        if self.levels.depth() > MAX_LEVELS { self.too_deep(spot) } else { Ok(()) }
    }

    fn too_deep(&mut self, spot: RestOfLine<'a>) -> Result<(), Unreadable> {
        self.stop(spot, format!("the patch is nested deeper than {MAX_LEVELS} levels"))
    }

    fn stop<T>(&mut self, spot: RestOfLine<'a>, message: impl Into<String>) -> Result<T, Unreadable> {
        self.problems.add(malformed(spot.place(), message));
        Err(Unreadable)
    }

    fn stop_with<T>(&mut self, spot: RestOfLine<'a>, message: &str, help: &str) -> Result<T, Unreadable> {
        self.problems.add(malformed(spot.place(), message).with_help(help));
        Err(Unreadable)
    }
}

/// Returns whether an indented line cannot be the continuation of a text, because it begins with a known field or with
/// `#`.
fn is_structure(line: &str) -> bool {
    let line = line.trim_start();
    let is_field =
        line.split_once(':').is_some_and(|(name, _)| fields::shape(name.trim_end()) != FieldShape::Unknown);
    is_field || line.starts_with('#')
}

/// Returns the spot after `-`, if the text there begins a list item.
fn dash(spot: RestOfLine<'_>) -> Option<RestOfLine<'_>> {
    let behind = spot.rest.strip_prefix('-')?;
    (behind.is_empty() || behind.starts_with([' ', '\t'])).then(|| spot.past(1))
}

/// Returns the reason why the rest of a line is not allowed, if it is only an anchor or a tag.
fn lone_property(spot: RestOfLine<'_>) -> Option<&'static str> {
    let word = spot.rest.trim_end_matches([' ', '\t']);
    if word.contains([' ', '\t']) {
        return None;
    }
    match word.as_bytes().first() {
        Some(b'&') => Some("`&` begins an anchor, which is not allowed in a patch"),
        Some(b'!') => Some("`!` begins a tag, which is not allowed in a patch"),
        _ => None,
    }
}

/// Returns the text of a key, without quotes.
fn key_text(key: &str) -> String {
    let quoted = if key.starts_with(['"', '\'']) { document::read_quoted(key) } else { None };
    quoted.unwrap_or_else(|| key.to_owned())
}

/// Returns the byte offset after the colon, if the text begins with a key.
fn key_end(spot: RestOfLine<'_>) -> Option<usize> {
    let bytes = spot.rest.as_bytes();
    let end = match bytes.first()? {
        b'"' | b'\'' => {
            let (_, behind) = quoted::on_one_line(spot)?;
            spot.rest.len() - behind.rest.len()
        }
        _ => bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count(),
    };
    let blanks = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let colon = end + blanks;
    let is_key = end > 0
        && bytes.get(colon) == Some(&b':')
        && matches!(bytes.get(colon + 1), None | Some(b' ' | b'\t'));
    is_key.then_some(colon + 1)
}
