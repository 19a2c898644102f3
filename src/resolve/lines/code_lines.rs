//! Reads the lines of a text without their comments.

use std::ops::{ControlFlow, Range};

use crate::text::{Buffer, CommentScanner, LexState};

/// Lines that are read together.
#[derive(Debug)]
pub(super) enum CodeLines<'l> {
    /// Lines without a comment, which leave the lexical state as it is.
    Plain(Range<usize>),
    /// A line, and its text without comments.
    Scanned(usize, &'l str),
}

/// Calls `visit` with all lines of a text, in order, and with the lexical state after them. In a text in one piece, runs
/// of lines without any sign of a comment or string are found by a search for these signs.
pub(super) fn each_code_line(
    buffer: &Buffer,
    scanner: &CommentScanner<'_>,
    mut visit: impl FnMut(CodeLines<'_>, &LexState),
) {
    let mut state = LexState::default();
    let Some(text) = buffer.in_one_piece() else {
        buffer.each_line(0, |line, text| {
            let scanned = scanner.scan(text, &mut state);
            visit(CodeLines::Scanned(line, &scanned.code), &state);
            ControlFlow::Continue(())
        });
        return;
    };
    let (mut line, count) = (0, buffer.line_count());
    while line < count {
        let start = buffer.line_start(line);
        let sign = start + scanner.plain_code(&text[start..], &state);
        if sign == text.len() || sign >= buffer.line_start(line + 1) {
            let end = if sign == text.len() { count } else { buffer.line_of(sign) };
            visit(CodeLines::Plain(line..end), &state);
            line = end;
            continue;
        }
        let whole = buffer.line(line);
        let scanned = scanner.scan(&whole, &mut state);
        visit(CodeLines::Scanned(line, &scanned.code), &state);
        line += 1;
    }
}
