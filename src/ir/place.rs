//! Where in a file an operation takes effect.

use super::{Change, Fragment};
use crate::diag::PatchPlace;

/// The place to which a definition is moved.
#[derive(Debug, Clone, PartialEq)]
pub enum SymbolPlace {
    /// Directly before another definition.
    Before(SymbolTarget),
    /// Directly after another definition.
    After(SymbolTarget),
    /// Among the members of a class or similar definition.
    Into(SymbolTarget, MemberPlace),
    /// After the last definition of the file.
    End,
}

impl SymbolPlace {
    /// Returns the definition that the place is relative to.
    #[must_use]
    pub const fn target(&self) -> Option<&SymbolTarget> {
        match self {
            Self::Before(target) | Self::After(target) | Self::Into(target, _) => Some(target),
            Self::End => None,
        }
    }
}

/// The place that an [`Action::Edit`](super::Action::Edit) changes.
#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// Before the first line.
    FileStart,
    /// After the last line.
    FileEnd,
    /// Whole lines, found by their text.
    Lines(Marker),
    /// A definition, found by its address.
    Symbol(SymbolTarget),
    /// A place among the members of a class or similar definition.
    Members {
        /// The class or similar definition.
        of: SymbolTarget,
        /// The place among its members.
        at: MemberPlace,
    },
    /// A part of a definition.
    Part {
        /// The definition.
        of: SymbolTarget,
        /// The part.
        part: SymbolPart,
    },
    /// The imports of the file.
    Imports(ImportChange),
    /// A block, found by the lines of its heading.
    Block {
        /// The heading lines.
        heading: Marker,
        /// How the end of the block is determined.
        style: BlockStyle,
        /// The expected old text of the block.
        expect: Option<Fragment>,
    },
}

/// How the imports of a file change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportChange {
    /// Missing imports are added.
    Add,
    /// Existing imports are removed.
    Remove,
}

/// How the end of a block is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockStyle {
    /// By indentation.
    Indented,
    /// By braces.
    Braces,
    /// By tags.
    Tags,
}

/// A part of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolPart {
    /// The lines between its heading and its end.
    Body,
    /// The declaration, up to the body.
    Signature,
    /// Its documentation.
    Doc,
}

/// Where in a part of a definition a payload is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartEdge {
    /// It replaces the whole part.
    Whole,
    /// Before the first line of the part.
    Start,
    /// After the last line of the part.
    End,
}

impl PartEdge {
    /// Returns the edge at which a change takes effect.
    #[must_use]
    pub const fn of(change: &Change) -> Self {
        match change {
            Change::InsertBefore(_) => Self::Start,
            Change::InsertAfter(_) => Self::End,
            Change::Replace(_) | Change::Delete => Self::Whole,
        }
    }
}

/// A place among the members of a class or similar definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberPlace {
    /// Before the first member.
    Start,
    /// After the last member.
    End,
    /// Directly before the member with this address.
    Before(String),
    /// Directly after the member with this address.
    After(String),
}

/// Lines to find in a file, with the lines required directly above and below them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marker {
    /// The lines required directly above.
    pub before: Fragment,
    /// The lines to find.
    pub lines: Fragment,
    /// The lines required directly below.
    pub after: Fragment,
    /// The definition to search; `None` for the whole file.
    pub scope: Option<SymbolTarget>,
}

/// The definition that a symbol operation names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolTarget {
    /// The canonical name of the language, such as `python`; `None` for the language of the file's extension.
    pub language: Option<String>,
    /// The kind of the definition, from the end of the operation's name: `class`, `method`, `function`, `type`, `impl`;
    /// `None` for any kind.
    pub kind: Option<String>,
    /// The `class` field, as written.
    pub class: Option<String>,
    /// The `method` field, as written.
    pub method: Option<String>,
    /// The `symbol` field, as written.
    pub symbol: Option<String>,
    /// The place of the address in the patch.
    pub place: PatchPlace,
    /// The expected state of the definition: its old text, or its hash.
    pub expect: Option<Fragment>,
    /// Whether decorators that the payload does not repeat are kept.
    pub decorators: Decorators,
}

/// What to do with decorators (attributes, template heads) if a payload has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decorators {
    /// They are kept, with a note.
    #[default]
    KeepIfAbsent,
    /// They are removed.
    Replace,
}

impl Marker {
    /// Returns all lines that must be consecutive in the file: before, marker, after.
    pub fn pattern(&self) -> impl Iterator<Item = &str> {
        [&self.before, &self.lines, &self.after]
            .into_iter()
            .flat_map(|part| part.lines.iter().map(String::as_str))
    }
}
