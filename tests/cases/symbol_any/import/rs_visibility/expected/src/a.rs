use std::fmt;
pub use std::fmt;
