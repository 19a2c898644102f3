//! The extent of a definition: its documentation, the lines above that belong to it, and where it ends.

pub(in crate::resolve::symbol) mod banner;
pub(super) mod comment;
mod doc_comments;
pub(super) mod doc_format;
pub(super) mod docstring;
pub(super) mod file_header;
pub(super) mod item_macros;
pub(super) mod lead_in;
pub(super) mod leading;
pub(super) mod lines_together;
pub(super) mod paragraph;
mod prose;
mod separated_docs;
pub(super) mod sibling_context;
pub(super) mod span;
