//! Languages as data: a manifest in `grammars/`, a folder of queries in `queries/`, one line in the registry.
//!
//! Engine code never names a language.

mod manifest;
mod registry;

pub use manifest::Manifest;
pub use registry::Language;
