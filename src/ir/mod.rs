//! The intermediate representation (IR) of edit operations, into which all patch formats are lowered.
//!
//! Its types are plain values (`Debug + Clone + PartialEq`) without references to the disk or to syntax trees, and
//! without closures. A new operation is a new variant, and the compiler then lists every place that must handle it.
//!
//! Texts are stored as lines without line endings: a payload is a list of lines (one final newline ends the last line,
//! each further one is an empty line). The edited file determines the line endings.

mod blob;
mod exchange;
mod hunk;
mod operation;
mod patch;
mod path;
mod payload;
mod place;
mod renaming;
mod substitution;

pub use blob::{BlobName, blob_name};
pub use exchange::{Exchange, Unit};
pub use hunk::{Hunk, HunkLine, LineText, Tag};
pub use operation::{
    Action, Destination, Existing, ExistingDefinition, FileMode, Folders, IfAlreadyMade, Operation, Origin,
    PathStyle, RepeatedLines, Stale,
};
pub use patch::{CommentLanguage, Format, Matching, Patch, TextId};
pub use path::{PatchPath, PathProblem, TRANSACTION_FOLDER};
pub use payload::{BlockMargin, Change, Fragment, Indent, Payload};
pub use place::{
    BlockStyle, Decorators, ImportChange, Locator, Marker, MemberPlace, PartEdge, SymbolPart, SymbolPlace,
    SymbolTarget,
};
pub use renaming::{Mentions, OldName, SymbolRenaming, Unproven};
pub use substitution::{Bounds, Count, FileSet, PatternSyntax, Region, Substitution};
