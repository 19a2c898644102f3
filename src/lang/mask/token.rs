//! What a declaration is made of.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenSort {
    Word,
    Literal,
    Sign(u8),
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// A bracket with all that stands in it, by its opening one.
    Group(u8),
}

/// A token, or a bracket's opening with the number of its closing one.
#[derive(Debug, Clone)]
pub(super) struct MaskToken {
    pub(super) kind: TokenSort,
    pub(super) range: Range<usize>,
    /// For a bracket, the number of the token that closes it.
    pub(super) mate: usize,
}

/// A token outside of all brackets, or a whole bracket.
#[derive(Debug, Clone)]
pub(super) struct TokenGroup {
    pub(super) kind: TokenSort,
    pub(super) range: Range<usize>,
    /// The tokens in the bracket.
    pub(super) inner: Range<usize>,
}
