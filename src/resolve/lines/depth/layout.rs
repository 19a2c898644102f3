//! How depth shows in the files of a language.

/// What a language says of the layout of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// Whether blocks end where the indentation does.
    pub indented: bool,
    /// What begins lines that stand at the margin whatever surrounds them.
    pub directives: &'static [&'static str],
    /// Words of headings whose blocks are mostly no deeper than themselves.
    pub flat: &'static [&'static str],
}

impl Layout {
    /// Whether a line is a directive.
    pub(super) fn is_directive(&self, code: &str) -> bool {
        self.directives.iter().any(|sign| code.starts_with(sign))
    }
}
