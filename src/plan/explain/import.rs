//! Why an import cannot be taken out.

use crate::diag::{Code, FilePlace};
use crate::ir::Operation;
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::text::Buffer;
use crate::text::normal::trim;

/// The refusal to take out imports of which the file has none.
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
        let message = format!("`{text}` stands under {condition} in `{path}`");
        return Refusal::new(Code::UncertainExtent, message).with_places(vec![place()]).with_help(format!(
            "`op: delete_text` with `marker: '{}'` takes that line out; where the condition is to go as well, list its lines \
             in the marker, too",
            trim(&own)
        ));
    }
    let message = format!("`{text}` is no statement of its own in `{path}`");
    Refusal::new(Code::UncertainExtent, message)
        .with_places(vec![place()])
        .with_help("write it as the file has it, or use a text operation on that line")
}

/// The condition under which a line is compiled, and its line.
fn condition_of(buffer: &Buffer, line: usize, language: &'static Language) -> Option<String> {
    let condition = condition_above(buffer, line, language.layout().directive?)?;
    Some(format!("`{}` (line {})", trim(&buffer.line(condition)), condition + 1))
}

/// What to say of an import that stays, since it stands within something else.
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

/// The line of the condition under which a line is compiled; `sign` begins directives.
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
