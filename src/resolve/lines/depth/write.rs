//! Writes the payload's lines as deep as they were found to be meant.

use super::Facts;
use super::columns::Scale;
use super::line::{Kind, Line};
use crate::text::normal::{indentation, is_blank};

/// The payload's lines, each moved by its number of columns; blank lines stay as they are.
pub(super) fn write(facts: &Facts<'_>, scale: Scale, payload: &[String], moves: &[isize]) -> Vec<String> {
    let mut written: Vec<String> = payload.to_vec();
    for (line, by) in facts.payload.iter().zip(moves) {
        if let Some(text) = written.get_mut(line.at).filter(|text| !is_blank(text)) {
            let rest = &text[indentation(text).len()..];
            *text = indent(facts, scale, line, *by) + rest;
        }
    }
    written
}

fn indent(facts: &Facts<'_>, scale: Scale, line: &Line<'_>, by: isize) -> String {
    let at_margin = || !facts.marker.iter().any(|(own, depth)| own.kind == Kind::Directive && *depth > 0);
    match line.kind {
        Kind::Directive if line.column == 0 && by > 0 && at_margin() => String::new(),
        // "Inside a multi-line string only the shift of the whole is applied."
        Kind::Text => scale.moved(&line.indent, by),
        _ if scale.steps.is_some() || scale.converts && scale.is_foreign(&line.indent) => {
            scale.spelled(line.column + by)
        }
        _ => scale.moved(&line.indent, by),
    }
}
