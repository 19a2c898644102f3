//! Handles new text that shares a line with remaining text: a directive that would share its line, or a comment that
//! would appear twice.

use std::ops::Range;

use crate::diag::{Code, FilePlace};
use crate::ir::{Operation, Substitution};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::text::CommentScanner;
use crate::text::normal::{is_blank, trim, trim_end};

/// Extends a place to be replaced by the comment behind it on its line, if the new text contains that comment, too: it
/// is the file's own comment and is to appear once.
pub(in crate::plan) fn with_comment_behind(
    document: &mut Document<'_>,
    place: &Range<usize>,
    text: &str,
) -> Range<usize> {
    let rules = document.lexical();
    let (buffer, index) = document.lines();
    let line = buffer.line_of(place.end);
    let end = buffer.line_range(line).end;
    // No line of the text is long enough to end with the rest of the line.
    let may_repeat = end.checked_sub(place.end).is_some_and(|rest| (1..text.len()).contains(&rest));
    let Some(rules) = rules.filter(|_| may_repeat) else { return place.clone() };
    let rest = buffer.slice(place.end..end);
    let comment = trim(&rest);
    let repeats = |line: &str| {
        let before = trim_end(line).strip_suffix(comment);
        before.is_some_and(|before| before.ends_with([' ', '\t']) && !is_blank(before))
    };
    if comment.is_empty() || !text.lines().any(repeats) {
        return place.clone();
    }
    let whole = buffer.line(line);
    let column = place.end - buffer.line_start(line);
    let code = CommentScanner::new(rules).scan(&whole, &mut index.state_before(buffer, line)).code;
    let is_comment = trim_end(&code).len() <= column && whole.starts_with(trim_end(&code));
    if is_comment { place.start..end } else { place.clone() }
}

/// Refuses text of several lines that begins or ends with a directive, if the place begins or ends within a line: a
/// directive needs a line of its own, and the rest of the line would become part of it or disable it.
///
/// # Errors
/// The directive would share its line with what precedes or follows the place.
pub(in crate::plan) fn refuse_joined_directive(
    document: &mut Document<'_>,
    (operation, wanted): (&Operation, &Substitution),
    (place, text): (&Range<usize>, &str),
) -> Result<(), Refusal> {
    let directives = document.layout().directives;
    if directives.is_empty() || !text.contains('\n') {
        return Ok(());
    }
    let is_directive = |line: &str| directives.iter().any(|sign| trim(line).starts_with(sign));
    let (buffer, index) = document.lines();
    let lines = buffer.lines_of(place);
    let line = buffer.line_of(place.end);
    let before = buffer.slice(buffer.line_start(lines.start)..place.start);
    let behind = buffer.slice(place.end..buffer.line_range(line).end.max(place.end));
    let (first, last) =
        (text.lines().next().unwrap_or_default(), text.rsplit('\n').next().unwrap_or_default());
    let joined = match () {
        () if is_directive(last) && !is_blank(&behind) && !is_directive(&buffer.line(line)) => {
            Some((line, last, behind))
        }
        () if is_directive(first) && !is_blank(&before) => Some((lines.start, first, before)),
        () => None,
    };
    // In a comment or a string, the directive is text.
    let Some((line, directive, beside)) =
        joined.filter(|(line, ..)| index.state_before(buffer, *line).is_code())
    else {
        return Ok(());
    };
    let path = &operation.path;
    let message = format!(
        "`{}` of the new text would share line {} of `{path}` with `{}`, which is not part of the \
         old text",
        trim(directive),
        line + 1,
        trim(&beside)
    );
    let shown = FilePlace::related(path.as_str(), line, buffer.line(line).into_owned());
    Err(Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![shown])
        .with_help("write whole lines as the old and the new text: a directive needs its own line")
        .at(wanted.find.place))
}
