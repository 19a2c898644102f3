//! How depth shows in the files of a language.

/// What a language says of the layout of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// Whether blocks end where the indentation does.
    pub indented: bool,
    /// What begins a line that stands at the margin whatever surrounds it.
    pub directive: Option<&'static str>,
    /// Words of headings whose blocks are mostly no deeper than themselves.
    pub flat: &'static [&'static str],
}
