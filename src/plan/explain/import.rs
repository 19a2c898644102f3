//! Explains why an import cannot be removed.

use crate::diag::{Code, FilePlace};
use crate::ir::Operation;
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim};

/// Returns the refusal to remove imports that the file does not have.
pub(in crate::plan) fn no_import(
    buffer: &Buffer,
    operation: &Operation,
    language: &'static Language,
    missing: &[(String, Option<usize>)],
) -> Refusal {
    let path = &operation.path;
    let within = missing.iter().find_map(|(text, line)| Some((text, (*line)?)));
    let Some((text, line)) = within else {
        let missing: Vec<String> = missing.iter().map(|(text, _)| format!("`{text}`")).collect();
        let message = format!("`{path}` does not have {}", missing.join(", "));
        return Refusal::new(Code::AlreadyApplied, message)
            .with_help("leave the operation out; there is nothing to remove");
    };
    let own = buffer.line(line).into_owned();
    let place = || FilePlace::related(path.as_str(), line, own.clone());
    if let Some(condition) = condition_of(buffer, line, language) {
        let message = format!("`{text}` is under {condition} in `{path}`");
        return Refusal::new(Code::UncertainExtent, message).with_places(vec![place()]).with_help(format!(
            "`op: delete_text` with `marker: '{}'` deletes that line; to delete the condition as \
             well, add its lines to the marker",
            trim(&own)
        ));
    }
    if let Some(heading) = heading_of_only(buffer, line, language) {
        let head = trim(&buffer.line(heading)).to_owned();
        let message =
            format!("`{text}` is the only statement below `{head}` (line {}) in `{path}`", heading + 1);
        return Refusal::new(Code::UncertainExtent, message).with_places(vec![place()]).with_help(
            "`delete_text` with both lines as the `marker` deletes both; `replace_text` can leave \
             another statement",
        );
    }
    let message = format!("`{text}` is not a separate statement in `{path}`");
    Refusal::new(Code::UncertainExtent, message)
        .with_places(vec![place()])
        .with_help("write it as the file has it, or use a text operation on that line")
}

/// Returns the line of the heading whose body consists only of a line, in a language with indented blocks.
fn heading_of_only(buffer: &Buffer, line: usize, language: &'static Language) -> Option<usize> {
    let symbols = &language.manifest().symbols;
    let own = buffer.line(line);
    let depth = |line: usize| indentation(&buffer.line(line)).len();
    let is_filled = |line: &usize| !is_blank(&buffer.line(*line));
    let above = (0..line).rev().find(is_filled).filter(|_| symbols.indented_bodies)?;
    let below = (line + 1..buffer.line_count()).find(is_filled);
    let is_alone = below.is_none_or(|below| depth(below) < depth(line));
    let is_heading =
        depth(above) < depth(line) && trim(&buffer.line(above)).ends_with(symbols.head_close.as_str());
    (is_alone && is_heading && !is_blank(&own)).then_some(above)
}

/// Returns the condition under which a line is compiled, with its line number.
fn condition_of(buffer: &Buffer, line: usize, language: &'static Language) -> Option<String> {
    let condition = condition_above(buffer, line, language.layout().directive?)?;
    Some(format!("`{}` (line {})", trim(&buffer.line(condition)), condition + 1))
}

/// Returns the message about an import that stays because it is within something else.
pub(in crate::plan) fn staying_import(
    buffer: &Buffer,
    language: &'static Language,
    text: &str,
    line: usize,
) -> String {
    let within = condition_of(buffer, line, language);
    let within =
        within.map_or("within another statement".to_owned(), |condition| format!("under {condition}"));
    format!("`{text}` stays on line {}, {within}", line + 1)
}

/// Returns the line of the conditional directive around a line; `sign` begins directives.
fn condition_above(buffer: &Buffer, line: usize, sign: &str) -> Option<usize> {
    let mut closed = 0_usize;
    for above in (0..line).rev() {
        let text = buffer.line(above);
        let Some(word) = text.trim_start().strip_prefix(sign).map(str::trim_start) else { continue };
        if word.starts_with("endif") {
            closed += 1;
        } else if word.starts_with("if") {
            match closed.checked_sub(1) {
                Some(left) => closed = left,
                None => return Some(above),
            }
        }
    }
    None
}
