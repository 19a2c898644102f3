//! The old and the new text of an edit that identifies its place only by the old text.

use crate::ir::{Count, Exchange, Hunk};

/// The text that an edit looks for, and its replacement.
pub(super) struct ExchangedTexts {
    /// The lines of the old text.
    pub(super) old: Vec<String>,
    /// The lines of the new text.
    pub(super) new: Vec<String>,
    /// The number of places.
    pub(super) count: Count,
}

/// Returns the texts of an edit; `None` if it can be read in several ways.
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

/// Returns the old and the new lines of a hunk.
pub(super) fn texts_of(hunk: &Hunk) -> (Vec<String>, Vec<String>) {
    let old = hunk.old().map(|line| line.text.to_string()).collect();
    let new = hunk.new_side().map(|line| line.text.to_string()).collect();
    (old, new)
}
