//! Places that are given by lines of the file: where they are, what belongs to them, and how they are changed.

pub(super) mod already_inserted;
pub(super) mod belonging;
mod below_heading;
pub(super) mod blocks;
pub(super) mod clauses;
mod commas;
mod continued;
pub(super) mod edge_comments;
pub(super) mod elided;
pub(super) mod fitting;
pub(super) mod inside_statement;
mod lead_in;
mod line_words;
pub(super) mod look_alikes;
pub(super) mod marked;
pub(super) mod marker;
pub(super) mod neighbours;
pub(super) mod numbered;
pub(super) mod odd_depth;
pub(super) mod parted;
pub(super) mod stale_quotes;
mod statements;
mod tags;
