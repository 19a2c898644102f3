//! What the depth of a line follows from.

/// How the depth of a line follows from that of its anchor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    /// A statement or an item, below another one.
    Sibling,
    /// The first line of a block.
    Block,
    /// The first line below a brace on a line of its own.
    OwnBlock,
    /// The first line in the braces of a value: of an object, a list, a function in an expression.
    Value,
    /// The first line of a block whose heading has several lines.
    HeadBlock,
    /// The first line of a namespace.
    Namespace,
    /// The first line below an opening parenthesis or square bracket, or below a brace directly in a bracket of its line;
    /// and the bracket around that.
    Hanging(u8, u8),
    /// The first line in a bracket that follows a sign at the start of its line.
    Behind(String),
    /// The line that closes such a bracket.
    CloserBehind(String),
    /// The first line in a bracket that is followed by code on its own line.
    Aligned(u8),
    /// A line that closes a bracket, which was the last sign of its line or not.
    Closer(u8, bool),
    /// A line that closes brackets of several lines.
    Closers,
    /// `else`, `catch` and `finally` on a line of their own.
    Clause,
    /// A brace on a line of its own, below its heading.
    OwnBrace,
    /// A statement without braces, below its heading.
    Braceless,
    /// The first `case` of a block.
    Case,
    /// A further `case`.
    NextCase,
    /// The first statement below a `case`.
    CaseBody,
    /// `public:` and the like.
    Access,
    /// A further label of this kind.
    NextAccess,
    /// The first member, below such a label.
    Member,
    /// The target of a jump.
    Target,
    /// What an attribute or an annotation, on lines above it, belongs to.
    Attributed,
    /// A line that continues a statement: the end of the line above, its own beginning, and the same of the line above if
    /// that continues the statement, too.
    Continued { within: u8, end: String, start: String, above: Option<String> },
    /// A comment above a line.
    CommentAbove(Box<Self>),
}

/// What the depth of a line follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It is as deep as the whole text.
    Margin,
    Line(usize),
    Unknown,
}

/// The position of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinePlace {
    pub(super) anchor: Anchor,
    pub(super) relation: Relation,
    /// The bracket that the line may be aligned with: its line, and its offset in that.
    pub(super) bracket: Option<(usize, usize)>,
    /// The line that opens the innermost bracket around.
    pub(super) opener: Option<usize>,
}

impl LinePlace {
    pub(super) const fn unknown(opener: Option<usize>) -> Self {
        Self { anchor: Anchor::Unknown, relation: Relation::Sibling, bracket: None, opener }
    }
}
