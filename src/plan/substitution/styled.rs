//! Converts the indentation of replacements with several lines to the file's tabs or blanks.

use super::whole_lines::holds_text;
use crate::plan::tree::document::Document;
use crate::text::normal::{indentation, is_blank};
use crate::text::{IndentStyle, usual_step};

/// The ratio of lines indented in one way to lines indented in the other that must be exceeded for the file to have a
/// style.
const CLEAR: usize = 4;

/// The widths of an indentation step that are tried, in this order.
const STEPS: [usize; 3] = [4, 2, 3];

/// Returns a replacement with its indentation converted from blanks to tabs, or the reverse, as the file has it; `None`
/// if nothing is to be converted, if the file shows no style, or if the columns may be those of a text.
pub(super) fn in_style_of(document: &mut Document<'_>, find: &str, replace: &str) -> Option<String> {
    // A replacement that begins within a line has no indentation on its first line.
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
