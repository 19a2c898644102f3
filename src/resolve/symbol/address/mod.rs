//! Addresses: parsing, finding the definitions that they name, choosing among several, and describing the result.

pub(super) mod calls;
pub(super) mod choose;
pub(super) mod format;
pub(super) mod heading;
pub(super) mod heading_verdict;
pub(super) mod identity;
pub(super) mod info;
mod names;
pub(super) mod namesake;
pub(super) mod parse;
pub(super) mod request;
pub(super) mod search;
pub(super) mod suggestions;
