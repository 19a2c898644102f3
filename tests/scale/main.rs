//! Cost grows as the input does, and large patches are taken.

mod growth;
mod large;
