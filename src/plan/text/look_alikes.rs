//! Typographic look-alikes in the new lines of a patch whose old lines have them where the file has plain characters.
//!
//! Invariant: what the file itself writes so, near the place, stays as the patch has it.

use std::collections::HashSet;
use std::ops::Range;

use crate::plan::done::Warning;
use crate::plan::tree::document::Document;
use crate::text::normal::{LookAlikes, fold, trim};
use crate::text::{CommentScanner, LexState, LineEdits};

/// The look-alikes of old lines that the lines of the file do not have, in which they were found.
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

/// Writes the new lines in the file's plain characters, and says so.
pub(in crate::plan) fn make_plain(edits: &mut LineEdits<'_>, plain: LookAlikes) -> Option<Warning> {
    (!plain.is_empty() && edits.change_added(|_, line| plain.replaced_in(line))).then(made_plain)
}

/// What to say of it.
pub(in crate::plan) fn made_plain() -> Warning {
    let message = "the new lines have plain characters where the old ones show that the file has them";
    Warning::Placed(message.to_owned())
}
