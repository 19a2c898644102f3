//! Parts of lines, replaced at every place or at none.

mod substitute;
mod substituted;
