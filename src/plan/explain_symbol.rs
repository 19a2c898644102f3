//! Why a symbol operation has no place.

use super::refusal::Refusal;
use crate::diag::Code;
use crate::ir::{Operation, SymbolTarget};
use crate::resolve::symbol::SymbolProblem;
use crate::text::Buffer;

/// The refusal that tells a symbol problem.
pub(super) fn explain(_: &Buffer, operation: &Operation, _: &SymbolTarget, _: SymbolProblem) -> Refusal {
    Refusal::new(Code::SymbolNotFound, operation.path.to_string())
}
