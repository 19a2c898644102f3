//! Statements that begin in a preprocessor branch and end below it.

use std::ops::Range;

use super::view::DefinitionView;
use crate::lang::PreprocessorRules;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::text::normal::{contains, is_blank, trim};

/// The role of a line in preprocessor conditionals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConditionLine {
    Opens,
    Alternative,
    Closes,
}

impl DefinitionView<'_> {
    /// Returns the first line of the conditionals that are closed within some lines but opened above them; `None` if
    /// there are none.
    ///
    /// # Errors
    /// There is code between that line and the first of the lines: then no line above is executed before all of the
    /// lines and after everything that precedes them.
    pub(super) fn opening_above(&self, lines: Range<usize>) -> Result<Option<usize>, PayloadProblem> {
        let Some(masks) = self.file.manifest().view.preprocessor.as_ref() else { return Ok(None) };
        let buffer = self.file.buffer;
        let says = |line: usize| condition_line(&buffer.line(line), masks);
        let (mut open, mut closed) = (0_usize, 0_usize);
        for said in lines.clone().filter_map(says) {
            match said {
                ConditionLine::Opens => open += 1,
                ConditionLine::Alternative => {}
                ConditionLine::Closes if open == 0 => closed += 1,
                ConditionLine::Closes => open -= 1,
            }
        }
        let first = buffer.line_of(self.place.declaration);
        let mut opening = None;
        let mut has_more = false;
        let mut inner = 0_usize;
        for line in (first..lines.start).rev() {
            if closed == 0 {
                break;
            }
            match says(line) {
                Some(ConditionLine::Opens) if inner == 0 => {
                    if has_more {
                        let text = trim(&buffer.line(lines.start)).to_owned();
                        return Err(PayloadProblem::InBranch { text, line: lines.start, condition: line });
                    }
                    closed -= 1;
                    opening = Some(line);
                }
                Some(ConditionLine::Opens) => inner -= 1,
                Some(ConditionLine::Closes) => inner += 1,
                Some(ConditionLine::Alternative) => {}
                None => has_more |= !self.is_comment_line(line),
            }
        }
        Ok(opening)
    }

    /// Returns whether a line is blank or only a comment.
    pub(super) fn is_comment_line(&self, line: usize) -> bool {
        let rules = self.file.manifest().row_rules();
        let text = self.file.buffer.line(line);
        let text = trim(&text);
        is_blank(text)
            || rules.lexical.begins_with_line_comment(text)
            || text.starts_with("/*") && text.ends_with("*/")
    }
}

fn condition_line(text: &str, masks: &PreprocessorRules) -> Option<ConditionLine> {
    let rest = trim(text).strip_prefix(masks.directive.as_str())?.trim_start();
    let word = rest.split(|char: char| !char.is_ascii_alphanumeric()).next()?;
    match () {
        () if contains(&masks.opens, word) => Some(ConditionLine::Opens),
        () if contains(&masks.alternatives, word) => Some(ConditionLine::Alternative),
        () if word == masks.close => Some(ConditionLine::Closes),
        () => None,
    }
}
