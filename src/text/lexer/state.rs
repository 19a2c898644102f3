//! The state of the lexer between two lines.

use std::sync::Arc;

use super::interpolation::InterpolationSet;

/// The state of the lexer at the start of a line. It is small and cheap to clone; equal states read all further lines
/// alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LexState {
    /// The open tokens, the innermost last; empty in plain code.
    pub(super) frames: Vec<LexFrame>,
    /// Whether the code so far ends in a value, so that a slash is a division; only tracked if the language requires
    /// it.
    pub(super) is_behind_value: bool,
}

/// A token that is open at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum LexFrame {
    /// A block comment, with its nesting depth (more than 1 only where comments nest).
    Comment(u32),
    /// A comment that ends with its line, unless a backslash continues it.
    LineComment,
    /// A comment that consists of whole lines.
    LineBlockComment,
    /// A string, with the index of its rule and its interpolation rules.
    Text { rule: u8, interpolations: InterpolationSet },
    /// A raw string, with its end.
    Raw(Arc<str>),
    /// An interpolation, or other code inside the token below it, with the number of open brackets, its own included.
    Interpolation { close: u8, depth: u32 },
    /// The format of an interpolated value, after a colon.
    Format,
    /// The text of elements, with the number of open elements.
    Children(u32),
    /// Text without tags inside an element, up to `close`.
    RawText { close: Arc<str>, is_raw: bool },
    /// A tag; `raw` is the index of the element whose text contains no tags.
    Tag { kind: TagKind, angles: u32, raw: Option<u8> },
    /// The value of an attribute, up to this quote.
    Attribute(u8),
    /// Whole lines of text that a line above announced.
    Announced(AnnouncedText),
}

/// Text that begins on the line after its announcement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum AnnouncedText {
    /// A here-document, up to a line that consists of `word`; `rule` is the index of its rule, `holes` are its
    /// interpolation rules. `is_fixed` is whether the ending word must be at the margin.
    Heredoc { word: Arc<str>, rule: u8, interpolations: InterpolationSet, is_fixed: bool },
    /// A block scalar: lines that are indented deeper than this column.
    BlockScalar(u32),
}

/// The kind of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TagKind {
    Opening,
    Closing,
}

/// The maximum number of open tokens; further tokens are read as text.
pub(super) const MAX_FRAMES: usize = 48;

impl LexState {
    /// Returns the state at the start of a document: text with tags that is not code.
    #[must_use]
    pub fn document() -> Self {
        Self { frames: vec![LexFrame::Children(u32::MAX / 2)], is_behind_value: false }
    }

    /// Returns whether the line begins in code outside strings and elements.
    #[must_use]
    pub fn is_code(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns whether the line begins in a comment.
    #[must_use]
    pub fn is_comment(&self) -> bool {
        let last = self.frames.last();
        matches!(last, Some(LexFrame::Comment(_) | LexFrame::LineComment | LexFrame::LineBlockComment))
    }

    /// Returns whether the line begins in the text of an element.
    #[must_use]
    pub fn is_in_element(&self) -> bool {
        matches!(self.frames.last(), Some(LexFrame::Children(_)))
    }

    /// Returns whether the line begins between the attributes of an opening tag.
    #[must_use]
    pub fn is_in_tag(&self) -> bool {
        matches!(self.frames.last(), Some(LexFrame::Tag { kind: TagKind::Opening, .. }))
    }

    /// Returns whether the line begins in the text of a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self.frames.last(), Some(LexFrame::Text { .. } | LexFrame::Raw(_) | LexFrame::Format))
    }

    /// Returns whether the line begins in announced text: a here-document or a block scalar. The indentation of such
    /// lines depends on the lines around them, like that of code.
    #[must_use]
    pub fn is_announced_text(&self) -> bool {
        matches!(self.frames.last(), Some(LexFrame::Announced(_)))
    }

    /// Returns whether the line begins in a here-document.
    #[must_use]
    pub fn is_in_heredoc(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame, LexFrame::Announced(AnnouncedText::Heredoc { .. })))
    }

    /// Returns whether the line begins in a here-document whose ending word must be at the margin, so that its lines
    /// keep their columns.
    #[must_use]
    pub fn is_in_fixed_text(&self) -> bool {
        let is_fixed = |frame: &LexFrame| {
            matches!(frame, LexFrame::Announced(AnnouncedText::Heredoc { is_fixed: true, .. }))
        };
        self.frames.iter().any(is_fixed)
    }

    /// Returns whether further lines are read alike, apart from the column of an open block scalar: the lines of a
    /// pattern may be indented less deep than the lines of the file.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let is_deeper =
            |frame: &LexFrame| matches!(frame, LexFrame::Announced(AnnouncedText::BlockScalar(_)));
        let pairs = || self.frames.iter().zip(&other.frames);
        self.is_behind_value == other.is_behind_value
            && self.frames.len() == other.frames.len()
            && pairs().all(|(own, other)| own == other || is_deeper(own) && is_deeper(other))
    }

    /// Returns whether a string is open, including one with an interpolation in which the line begins.
    #[must_use]
    pub fn is_in_string(&self) -> bool {
        let is_string = |frame: &LexFrame| matches!(frame, LexFrame::Text { .. } | LexFrame::Raw(_));
        self.frames.iter().any(is_string)
    }
}
