//! Addresses: parsing, finding the definitions that they name, choosing among several, and describing the result.

pub(super) mod calls;
pub(super) mod choose;
pub(super) mod evidence;
pub(super) mod heading;
pub(super) mod identity;
pub(super) mod info;
pub(super) mod likely;
mod names;
pub(super) mod namesake;
pub(super) mod request;
pub(super) mod search;
pub(super) mod spelled;
pub(super) mod written;
