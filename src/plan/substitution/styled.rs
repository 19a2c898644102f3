//! Replacements of several lines in the characters that the file indents with.

use super::whole_lines::holds_text;
use crate::plan::tree::document::Document;
use crate::text::normal::{indentation, is_blank};
use crate::text::{IndentStyle, usual_step};

/// So many lines must be indented in one way for each that is in the other, or the file shows no style.
const CLEAR: usize = 4;

/// The widths of a step that are told by how deep lines are.
const STEPS: [usize; 3] = [4, 2, 3];

/// A replacement whose lines are indented with blanks where the file has tabs, or the reverse, as the file would have it; `None`
/// where it is so already, where the file shows no style, or where the columns may be those of a text.
pub(super) fn in_style_of(document: &mut Document<'_>, find: &str, replace: &str) -> Option<String> {
    // What comes where a line goes on has no indentation.
    let is_first_whole = find.starts_with([' ', '\t']);
    let skipped = usize::from(!is_first_whole);
    let indents = || replace.split('\n').skip(skipped).filter(|line| !is_blank(line)).map(indentation);
    let sign = indents().find_map(|own| own.chars().next())?;
    if !indents().all(|own| own.chars().all(|char| char == sign)) {
        return None;
    }
    let texts: Vec<&str> = replace.split('\n').collect();
    if document.lexical().is_some_and(|rules| holds_text(&texts, rules)) {
        return None;
    }
    let (buffer, index) = document.lines();
    let IndentStyle { tabs, blanks } = index.indent_style(buffer);
    let step = match sign {
        ' ' if tabs > CLEAR * blanks => {
            let fits = |step: &usize| indents().all(|own| own.len().is_multiple_of(*step));
            STEPS.into_iter().find(fits)?
        }
        '\t' if blanks > CLEAR * tabs => usual_step(buffer),
        _ => return None,
    };
    let spelled = |line: &str| {
        let own = indentation(line);
        let with = if sign == ' ' { "\t".repeat(own.len() / step) } else { " ".repeat(own.len() * step) };
        with + &line[own.len()..]
    };
    let lines = texts.iter().enumerate().map(|(at, line)| match at < skipped {
        true => (*line).to_owned(),
        false => spelled(line),
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}
