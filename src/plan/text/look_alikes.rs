//! Replaces typographic look-alikes in the new lines of a patch, if its old lines have look-alikes where the file has
//! plain characters.
//!
//! Invariant: look-alikes that the file itself contains near the place stay as the patch has them.

use std::collections::HashSet;
use std::ops::Range;

use crate::plan::done::Warning;
use crate::plan::tree::document::Document;
use crate::text::normal::{LookAlikes, fold, trim};
use crate::text::{CommentScanner, LexState, LineEdits};

/// Returns the look-alikes of old lines that the lines of the file in `range`, where they were found, do not contain.
pub(in crate::plan) fn plain_in_file<'l>(
    document: &Document<'_>,
    range: &Range<usize>,
    old: impl Iterator<Item = &'l str>,
) -> LookAlikes {
    let mut written = old.filter(|line| !LookAlikes::of(line).is_empty()).peekable();
    if written.peek().is_none() {
        return LookAlikes::default();
    }
    let mut own = LookAlikes::default();
    let mut lines = HashSet::new();
    let scanner = document.lexical().map(CommentScanner::new);
    for line in range.clone() {
        let line = document.buffer().line(line);
        own = own.with(LookAlikes::of(&line));
        lines.insert(trim(&fold(&line)).to_owned());
        let code = scanner.as_ref().map(|scanner| scanner.scan(&line, &mut LexState::default()).code);
        lines.extend(code.map(|code| trim(&fold(&code)).to_owned()));
    }
    let shown = written.filter(|line| lines.contains(trim(&fold(line)))).map(LookAlikes::of);
    shown.fold(LookAlikes::default(), LookAlikes::with).without(own)
}

/// Replaces the look-alikes in added lines by the file's plain characters, and returns a warning about it.
pub(in crate::plan) fn make_plain(edits: &mut LineEdits<'_>, plain: LookAlikes) -> Option<Warning> {
    (!plain.is_empty() && edits.change_added(|_, line| plain.replaced_in(line))).then(made_plain)
}

/// Returns the warning about replaced look-alikes.
pub(in crate::plan) fn made_plain() -> Warning {
    let message = "typographic characters in the new lines were replaced with the plain ones that \
                   the file has";
    Warning::ChosenPlace(message.to_owned())
}
