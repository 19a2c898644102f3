//! The old and the new text of an edit that names its place by nothing else.

use crate::ir::{Count, Exchange, Hunk};

/// What an edit looks for, and what takes its place.
pub(super) struct ExchangedTexts {
    /// The lines of the old text.
    pub(super) old: Vec<String>,
    /// The lines of the new text.
    pub(super) new: Vec<String>,
    /// In how many places.
    pub(super) count: Count,
}

/// The texts of an edit; `None` where several readings of it are open.
pub(super) fn texts(exchange: &Exchange) -> Option<ExchangedTexts> {
    match (&exchange.parts, &exchange.lines[..], &exchange.new_file) {
        (Some(parts), _, None) => Some(ExchangedTexts {
            old: parts.find.lines.clone(),
            new: parts.replace.lines.clone(),
            count: parts.count,
        }),
        (None, [hunk], None) => {
            let (old, new) = texts_of(hunk);
            Some(ExchangedTexts { old, new, count: Count::Exactly(1) })
        }
        _ => None,
    }
}

/// The old and the new lines of a hunk.
pub(super) fn texts_of(hunk: &Hunk) -> (Vec<String>, Vec<String>) {
    let old = hunk.old().map(|line| line.text.to_string()).collect();
    let new = hunk.new_side().map(|line| line.text.to_string()).collect();
    (old, new)
}
