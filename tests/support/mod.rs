//! What the tests of the whole program share.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "every test binary uses a part of this")]
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests make their own trees, and tell what they count"
)]

pub mod bless;
pub mod case;
pub mod cpp_text;
pub mod document;
pub mod files;
pub mod legs;
pub mod memory;
pub mod python_ast;
pub mod repaired;
pub mod rust_syn;
pub mod script;
pub mod snapshot;
pub mod threads;
pub mod verdict;
pub mod written;
pub mod yaml;
