//! Puts blanks for the tabs of added lines, in a file that is indented only with blanks, or must be.
//!
//! Invariant: only lines that begin in code change (all, if only blanks may indent), and none if any line of the file near
//! the place begins with a tab.

use std::ops::Range;

use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, LexState, Lexer, LineEdits, step_within};

/// The number of lines on either side of a place that show the indentation of the file.
const NEAR: usize = 400;

/// The minimum number of indented lines that show it.
const LEAST: usize = 3;

/// The step of a file without indented lines whose language forbids tabs.
const USUAL: usize = 2;

/// Replaces the tabs of added lines by the steps of the file.
pub fn put_blanks_for_tabs(buffer: &Buffer, index: &mut LineIndex<'_>, edits: &mut LineEdits<'_>) {
    let strict = index.scanner().map(|scanner| scanner.rules()).filter(|rules| rules.blanks_only);
    let Some(lexer) = index.rules().or(strict).map(Lexer::new) else { return };
    let least = if strict.is_some() { 0 } else { LEAST };
    if !edits.texts_of_added().any(|line| line.starts_with('\t') && !is_blank(line)) {
        return;
    }
    let added = edits.added_by_place();
    let mut changed: Vec<(usize, String)> = Vec::new();
    let mut place: Option<(usize, Option<usize>)> = None;
    let mut state = LexState::default();
    for (at, number, text) in added {
        if place.is_none_or(|(own, _)| own != at) {
            state = index.state_before(buffer, at);
            let near = at.saturating_sub(NEAR)..buffer.line_count().min(at + NEAR);
            place = Some((at, step_in_blanks(buffer, near, least)));
        }
        // In such a language the text of a block is indented like code.
        let is_code = state.is_code() || strict.is_some();
        lexer.marks(&text, &mut state, |_, _| {});
        let Some((_, Some(step))) = place.filter(|_| is_code && !is_blank(&text)) else { continue };
        let own = indentation(&text);
        let tabs = own.bytes().take_while(|byte| *byte == b'\t').count();
        if tabs > 0 && !own[tabs..].contains('\t') {
            changed.push((number, format!("{}{}", " ".repeat(tabs * step), &text[tabs..])));
        }
    }
    changed.iter().for_each(|(number, text)| edits.rewrite(*number, text.clone()));
}

/// Returns the step of some lines, if they are indented only with blanks, and at least `least` of them are.
fn step_in_blanks(buffer: &Buffer, lines: Range<usize>, least: usize) -> Option<usize> {
    let mut count = 0;
    for line in lines.clone() {
        let text = buffer.line(line);
        let own = indentation(&text);
        if own.contains('\t') {
            return None;
        }
        count += usize::from(!own.is_empty() && !is_blank(&text));
    }
    match count {
        0 if least == 0 => Some(USUAL),
        _ => (count >= least).then(|| step_within(buffer, lines).0),
    }
}
