//! The tokens of a declaration.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclarationTokenKind {
    Word,
    Literal,
    Sign(u8),
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// A pair of brackets with its contents, identified by the opening bracket.
    Group(u8),
}

/// A token inside brackets. An opening bracket also refers to its closing one.
#[derive(Debug, Clone)]
pub(super) struct DeclarationToken {
    pub(super) kind: DeclarationTokenKind,
    pub(super) range: Range<usize>,
    /// For an opening bracket, the index of the token that closes it.
    pub(super) mate: usize,
}

/// A token outside all brackets, or a pair of brackets with its contents.
#[derive(Debug, Clone)]
pub(super) struct TokenGroup {
    pub(super) kind: DeclarationTokenKind,
    pub(super) range: Range<usize>,
    /// The index range of the tokens inside the brackets.
    pub(super) inner: Range<usize>,
}
