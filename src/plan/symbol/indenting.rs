//! Indents the payloads of symbol operations for their place.

use crate::ir::Indent;
use crate::lang::Language;
use crate::text::normal::{indentation, is_blank, is_word_char};
use crate::text::{
    Buffer, IndentUnit, InsertionSite, LastCode, MarginRule, RowRules, least_indent, reindent,
    restore_closing_line, restore_last_statement,
};

/// The numbers of lines before and after a place that are read to detect the indentation: the second is tried if the
/// first shows none.
const SAMPLED_LINES: [usize; 2] = [60, 400];

/// The number of lines at the start of the file that are read if the lines near the place show no indentation.
const FIRST: usize = 1000;

/// Characters that separate members.
const SEPARATORS: [char; 2] = [',', ';'];

/// Where a payload is inserted.
#[derive(Clone, Copy)]
pub(in crate::plan) struct IndentPlace<'p> {
    /// The indentation that the margin of the payload gets.
    pub(in crate::plan) base: &'p str,
    /// The lines that the payload replaces.
    pub(in crate::plan) old: &'p [String],
    /// The line near which the file shows its indentation style.
    pub(in crate::plan) near_lines: usize,
}

/// Indents payloads for one text.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Indenter<'b> {
    pub(in crate::plan) buffer: &'b Buffer,
    rules: RowRules<'static>,
    /// The indentation step if the file shows none.
    step: IndentUnit,
}

impl<'b> Indenter<'b> {
    pub(in crate::plan) fn new(buffer: &'b Buffer, language: &'static Language) -> Self {
        let manifest = language.manifest();
        let group = manifest.imports.as_ref().and_then(|imports| imports.group.as_ref());
        let is_tab = group.is_some_and(|group| group.indent == "\t");
        let step = if is_tab { IndentUnit::Tab } else { IndentUnit::Blanks(4) };
        Self { buffer, rules: manifest.row_rules(), step }
    }

    /// Returns the lines of a payload, indented for their place.
    pub(super) fn indented(
        &self,
        payload: &[String],
        margin: MarginRule,
        place: IndentPlace<'_>,
    ) -> Vec<String> {
        let IndentPlace { base, old, near_lines: near } = place;
        let has_inner = payload.iter().any(|line| line.starts_with([' ', '\t']) && !is_blank(line));
        let shown = IndentUnit::shown(old, self.rules).filter(|_| has_inner);
        let unit = shown.or_else(|| has_inner.then(|| self.unit_near(near)).flatten());
        // Some languages have one step, whatever the file shows.
        let unit = unit.or_else(|| (has_inner && self.step == IndentUnit::Tab).then_some(self.step));
        let is_code = matches!(margin, MarginRule::First | MarginRule::Least);
        let rules = self.rules.lexical;
        let closed = is_code.then(|| restore_closing_line(payload, Some(rules))).flatten();
        let payload = closed.as_deref().unwrap_or(payload);
        // A last `return` or `yield` at the margin has lost its indentation, because it cannot be outside a function.
        let whole = (margin == MarginRule::First).then(|| restore_last_statement(payload, rules)).flatten();
        let payload = whole.as_deref().unwrap_or(payload);
        reindent(payload, margin, InsertionSite { base, old, unit }, self.rules)
    }

    /// Returns lines at their depth, with tabs or blanks as the file uses near a line.
    pub(in crate::plan) fn with_file_indentation(&self, lines: Vec<String>, near: usize) -> Vec<String> {
        let begins = |with: char| lines.iter().any(|line| line.starts_with(with) && !is_blank(line));
        let is_foreign = match (begins(' '), begins('\t')) {
            (true, false) => self.unit_near(near) == Some(IndentUnit::Tab),
            (false, true) => matches!(self.unit_near(near), Some(IndentUnit::Blanks(_))),
            _ => false,
        };
        let first = lines.iter().find(|line| !is_blank(line)).filter(|_| is_foreign);
        let base = match (first.map(|line| indentation(line)), self.unit_near(near)) {
            (Some(""), _) => String::new(),
            // A tab is a step, however wide that is.
            (Some(own), Some(IndentUnit::Blanks(step))) if own.bytes().all(|byte| byte == b'\t') => {
                " ".repeat(own.len() * step)
            }
            _ => return lines,
        };
        self.indented(&lines, MarginRule::First, IndentPlace { base: &base, old: &[], near_lines: near })
    }

    /// Like [`Self::indented`], for an operation that may ask for no added indentation.
    pub(in crate::plan) fn indented_or_as_written(
        &self,
        payload: &[String],
        place: IndentPlace<'_>,
        indent: Indent,
    ) -> Vec<String> {
        match indent {
            Indent::FromPlace => self.indented(payload, MarginRule::First, place),
            Indent::AsIs => payload.to_vec(),
        }
    }

    /// Returns lines that end in the separator before the next member. It is inserted before a trailing comment and
    /// replaces another separator.
    pub(in crate::plan) fn separated(&self, mut lines: Vec<String>, separator: Option<&str>) -> Vec<String> {
        let last = LastCode::of(lines.iter().map(String::as_str), self.rules);
        if let (Some(last), Some(separator)) = (last, separator)
            && let Some(line) = lines.get_mut(last.line)
            && !line[..last.end].ends_with(separator)
        {
            let is_sign = separator.len() == 1 && separator.starts_with(SEPARATORS);
            let code =
                if is_sign { line[..last.end].trim_end_matches(SEPARATORS) } else { &line[..last.end] };
            let end = code.len();
            line.replace_range(end..last.end, separator);
        }
        lines
    }

    /// Returns the lines of a last member, with the terminator of the members in place of a separator.
    pub(super) fn ended(&self, lines: Vec<String>, separator: &str, sign: &str) -> Vec<String> {
        self.separated(self.unseparated(lines, separator), Some(sign))
    }

    /// Returns lines without a separator at the end of their code.
    pub(super) fn unseparated(&self, mut lines: Vec<String>, separator: &str) -> Vec<String> {
        let last = LastCode::of(lines.iter().map(String::as_str), self.rules);
        if let Some(last) = last
            && let Some(line) = lines.get_mut(last.line)
            && line[..last.end].ends_with(separator)
        {
            line.replace_range(last.end - separator.len()..last.end, "");
        }
        lines
    }

    /// Returns the indentation step that the lines around `line` show, else the one that the start of the file shows.
    fn unit_near(&self, line: usize) -> Option<IndentUnit> {
        let count = self.buffer.line_count();
        let shown = |from: usize, to: usize| {
            let lines: Vec<String> = (from..to.min(count)).map(|at| self.line(at)).collect();
            IndentUnit::shown(&lines, self.rules)
        };
        let around = |reach: &usize| {
            shown(self.certain_start(line.saturating_sub(*reach)), line.saturating_add(*reach))
        };
        let near = SAMPLED_LINES.iter().find_map(around);
        near.or_else(|| shown(0, FIRST))
    }

    /// Returns the nearest line, at or above `line`, that begins with a word at the margin: other lines may be within a
    /// string.
    fn certain_start(&self, line: usize) -> usize {
        let is_certain =
            |line: &usize| self.buffer.line(*line).starts_with(|char| is_word_char(char) || char == '@');
        (line.saturating_sub(SAMPLED_LINES[1])..=line.min(self.buffer.line_count().saturating_sub(1)))
            .rev()
            .find(is_certain)
            .unwrap_or(line)
    }

    /// Returns an indentation with one more step, as the lines near `near` show it.
    pub(in crate::plan) fn deeper(&self, indent: &str, near: usize) -> String {
        let step = self.unit_near(near).unwrap_or(if indent.starts_with('\t') {
            IndentUnit::Tab
        } else {
            self.step
        });
        format!("{indent}{}", step.text())
    }

    /// Returns the indentation of the least indented code among some lines.
    pub(super) fn least_indent(&self, lines: &[String]) -> Option<String> {
        least_indent(lines, self.rules)
    }

    /// Returns a line of the text.
    pub(in crate::plan) fn line(&self, line: usize) -> String {
        self.buffer.line(line).into_owned()
    }

    /// Returns the lines of a range.
    pub(in crate::plan) fn lines(&self, range: std::ops::Range<usize>) -> Vec<String> {
        range.map(|line| self.line(line)).collect()
    }

    /// Returns the indentation of the line that contains a byte.
    pub(in crate::plan) fn indent_at(&self, byte: usize) -> String {
        indentation(&self.buffer.line(self.buffer.line_of(byte))).to_owned()
    }
}
