//! What a line begins or ends in.

use std::sync::Arc;

use super::hole::HoleSet;

/// What the lexer must know of the lines above. Small, cheap to clone, equal where the lines below are read alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LexState {
    /// What is open, the innermost last; nothing in plain code.
    pub(super) frames: Vec<OpenToken>,
    /// Whether the code so far ends in a value, so that a slash divides; told only where the language asks.
    pub(super) is_behind_value: bool,
}

/// Something that is open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum OpenToken {
    /// A block comment, so many deep (more than one only where comments nest).
    Comment(u32),
    /// A comment that ends with its line, but for a backslash there.
    LineComment,
    /// A comment of whole lines.
    CommentLines,
    /// A string by the rule of this number, with code in it by these holes.
    Text { rule: u8, holes: HoleSet },
    /// A raw string, with what ends it.
    Raw(Arc<str>),
    /// Code within what is below it, with so many brackets open, its own included.
    Hole { close: u8, depth: u32 },
    /// The text behind the colon of a hole, which says how the value is shown.
    Format,
    /// The text of elements, so many of them open.
    Children(u32),
    /// Text among elements that holds no tags, up to this.
    Passage { close: Arc<str>, is_raw: bool },
    /// A tag; `raw` is the number of the element whose text holds no tags.
    Tag { kind: TagKind, angles: u32, raw: Option<u8> },
    /// The value of an attribute, up to this quote.
    Attribute(u8),
    /// Whole lines of text.
    Below(TextBelow),
}

/// Text on the lines below the one that announces it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum TextBelow {
    /// Up to the line that is this word; `rule` is the number of the rule, and code stands in it by these holes.
    /// `is_fixed` says that the word stands at the margin.
    Word { word: Arc<str>, rule: u8, holes: HoleSet, is_fixed: bool },
    /// As long as the lines are deeper than this column.
    Deeper(u32),
}

/// Which tag it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TagKind {
    Opening,
    Closing,
}

/// How many things may be open at once; what lies deeper is text.
pub(super) const MAX_FRAMES: usize = 48;

impl LexState {
    /// The state in which a text with tags begins that is no code.
    #[must_use]
    pub fn document() -> Self {
        Self { frames: vec![OpenToken::Children(u32::MAX / 2)], is_behind_value: false }
    }

    /// Whether the line begins in code that stands in no string and no element.
    #[must_use]
    pub fn is_code(&self) -> bool {
        self.frames.is_empty()
    }

    /// Whether it begins in a comment.
    #[must_use]
    pub fn is_comment(&self) -> bool {
        let last = self.frames.last();
        matches!(last, Some(OpenToken::Comment(_) | OpenToken::LineComment | OpenToken::CommentLines))
    }

    /// Whether it begins between the attributes of a tag that opens an element.
    #[must_use]
    pub fn is_in_tag(&self) -> bool {
        matches!(self.frames.last(), Some(OpenToken::Tag { kind: TagKind::Opening, .. }))
    }

    /// Whether it begins in the text of a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self.frames.last(), Some(OpenToken::Text { .. } | OpenToken::Raw(_) | OpenToken::Format))
    }

    /// Whether it begins in the text that a line above announces: a here-document, a block scalar. How deep such lines are
    /// is told by the lines around them, as it is of code.
    #[must_use]
    pub fn is_text_below(&self) -> bool {
        matches!(self.frames.last(), Some(OpenToken::Below(_)))
    }

    /// Whether it begins in a here-document.
    #[must_use]
    pub fn is_in_heredoc(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame, OpenToken::Below(TextBelow::Word { .. })))
    }

    /// Whether it begins in a here-document whose end stands at the margin: all of its lines keep their columns.
    #[must_use]
    pub fn is_in_fixed_text(&self) -> bool {
        let is_fixed =
            |frame: &OpenToken| matches!(frame, OpenToken::Below(TextBelow::Word { is_fixed: true, .. }));
        self.frames.iter().any(is_fixed)
    }

    /// Whether lines below are read alike, however deep the text is in which they may begin: lines of a pattern may be less
    /// deep than those of the file.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let is_deeper = |frame: &OpenToken| matches!(frame, OpenToken::Below(TextBelow::Deeper(_)));
        let pairs = || self.frames.iter().zip(&other.frames);
        self.is_behind_value == other.is_behind_value
            && self.frames.len() == other.frames.len()
            && pairs().all(|(own, other)| own == other || is_deeper(own) && is_deeper(other))
    }

    /// Whether a string is open, be it around code.
    #[must_use]
    pub fn is_in_string(&self) -> bool {
        let is_string = |frame: &OpenToken| matches!(frame, OpenToken::Text { .. } | OpenToken::Raw(_));
        self.frames.iter().any(is_string)
    }
}
