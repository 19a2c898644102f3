//! The layout rules of a language: how its lines are indented.

/// The layout rules of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// Whether blocks end where the indentation does.
    pub indented: bool,
    /// The prefixes of lines that are at the margin at any depth of the code around them.
    pub directives: &'static [&'static str],
    /// Words of headings whose blocks are usually as deep as the heading.
    pub flat_headings: &'static [&'static str],
}

impl Layout {
    /// Returns whether a line is a directive.
    pub(super) fn is_directive(&self, code: &str) -> bool {
        self.directives.iter().any(|sign| code.starts_with(sign))
    }
}
