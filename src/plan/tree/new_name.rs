//! Names that operations of a patch have changed.

use crate::text::normal::words_at;

/// A name that an operation changed.
pub(in crate::plan) struct NewName {
    pub(in crate::plan) old: String,
    pub(in crate::plan) new: String,
    /// The number of the operation.
    pub(in crate::plan) by: usize,
}

impl NewName {
    /// A line with the new name; `None` if it does not have the old one.
    pub(in crate::plan) fn in_line(&self, line: &str) -> Option<String> {
        let mut out = String::new();
        let mut from = 0;
        for at in words_at(line, &self.old) {
            out.push_str(&line[from..at]);
            out.push_str(&self.new);
            from = at + self.old.len();
        }
        (from > 0).then(|| out + &line[from..])
    }

    /// Puts the new name into lines; `false` if none of them has the old one.
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
