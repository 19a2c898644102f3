//! Names that operations of a patch have changed.

use crate::text::normal::find_words;

/// A renaming by an operation.
pub(in crate::plan) struct NewName {
    pub(in crate::plan) old: String,
    pub(in crate::plan) new: String,
    /// The number of the operation.
    pub(in crate::plan) by: usize,
}

impl NewName {
    /// Returns a line with the new name; `None` if it does not contain the old one.
    pub(in crate::plan) fn in_line(&self, line: &str) -> Option<String> {
        let mut out = String::new();
        let mut from = 0;
        for at in find_words(line, &self.old) {
            out.push_str(&line[from..at]);
            out.push_str(&self.new);
            from = at + self.old.len();
        }
        (from > 0).then(|| out + &line[from..])
    }

    /// Replaces the old name in lines; returns `false` if none of them contains it.
    pub(in crate::plan) fn put_into(&self, lines: &mut [String]) -> bool {
        let mut is_any = false;
        for line in lines {
            if let Some(renamed) = self.in_line(line) {
                *line = renamed;
                is_any = true;
            }
        }
        is_any
    }
}
