//! Suggests definitions that may be meant by an address that names none, or several.

use super::info::SymbolInfo;
use crate::resolve::symbol::problem::{SymbolProblem, field_of};

/// A definition that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The field that names it: `symbol` or `class`.
    pub field: &'static str,
    /// Its address.
    pub address: String,
    /// Whether it has another kind than the operation requires.
    pub is_of_other_kind: bool,
}

/// The minimum similarity for a name to be considered a misspelling.
const ALIKE: f64 = 0.7;

/// The maximum number of suggested definitions.
const OFFERED: usize = 20;

impl SymbolProblem {
    /// Returns the definitions that may be meant: one that stands out, or several that are about equally likely.
    #[must_use]
    pub fn likely(&self) -> Vec<Suggestion> {
        let plain = |one: &SymbolInfo| Suggestion {
            field: "symbol",
            address: one.address.clone(),
            is_of_other_kind: false,
        };
        match self {
            // A definition of that name in another scope is not meant.
            Self::NotFound { other, is_elsewhere: true, .. } if !other.is_empty() => Vec::new(),
            Self::NotFound { other, operation, .. } if !other.is_empty() => other
                .iter()
                .map(|one| Suggestion { is_of_other_kind: operation.is_some(), ..plain(one) })
                .collect(),
            Self::NotFound { nearest, hidden: None, .. } => {
                let alike: Vec<_> = nearest.iter().filter(|(_, likeness)| *likeness >= ALIKE).collect();
                let stands_out = match &alike[..] {
                    [(_, best), (_, next), ..] => (1.0 - next) >= (1.0 - best).mul_add(1.6, 0.04),
                    _ => true,
                };
                let shown = if stands_out { 1 } else { alike.len() };
                alike.into_iter().take(shown).map(|(one, _)| plain(one)).collect()
            }
            Self::Ambiguous { candidates, .. } | Self::OtherHeading { candidates, .. } => candidates
                .iter()
                .take(OFFERED)
                .map(|one| Suggestion { field: field_of(one, candidates), ..plain(one) })
                .collect(),
            Self::LastNameOnly { symbol, .. } => vec![plain(symbol)],
            Self::NotFound { .. }
            | Self::Unread { .. }
            | Self::Unreadable { .. }
            | Self::PayloadMismatch { .. }
            | Self::ChangedDefinition { .. }
            | Self::Disagree { .. }
            | Self::Uncertain { .. }
            | Self::Parted { .. }
            | Self::Shared { .. }
            | Self::MayHaveAnother { .. }
            | Self::NoBody { .. }
            | Self::GivesValue { .. }
            | Self::TakesValue { .. }
            | Self::SeveralModules { .. }
            | Self::NoEnd { .. }
            | Self::OpenMacro { .. }
            | Self::NoDocs
            | Self::NoImports
            | Self::MacroAbove { .. }
            | Self::SelectiveMacro { .. }
            | Self::OnlyItem { .. }
            | Self::TooCostly => Vec::new(),
        }
    }
}
