//! The parts of a definition that an operation can replace separately, and what of the definition is kept.

pub(super) mod body_heads;
mod branches;
mod called_body;
mod docstring;
pub(super) mod grow;
pub(super) mod grow_docs;
mod last_statement;
pub(super) mod new_body;
mod new_heading;
pub(super) mod parts;
pub(super) mod replacement;
mod shared_line;
mod signature;
mod statements;
mod typedef_names;
pub(super) mod view;
