//! Definitions that belong together: by inheritance, by interfaces, or possibly by structure.

pub(super) mod asked;
mod called;
pub(super) mod composed;
pub(super) mod dispatch;
pub(super) mod keyed;
pub(super) mod likely;
pub(super) mod mangled;
pub(super) mod overrides;
pub(super) mod possible;
