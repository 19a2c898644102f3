//! The request of one operation to the definitions of a file.

use crate::ir::{MemberPlace, PartEdge, SymbolPart, SymbolTarget};
use crate::lang::{KindRule, SymbolRules};

use super::choose::Selector;
use super::parse::Address;
use crate::resolve::symbol::payload::parse::{Facts, PayloadProperties};
use crate::resolve::symbol::payload::problem::{PayloadProblem, with_article};
use crate::resolve::symbol::problem::SymbolProblem;
use crate::text::Buffer;

/// The side of a definition on which lines are inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Above it.
    Before,
    /// Below it.
    After,
}

/// What an operation does with a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// It is read or searched.
    Read,
    /// It is renamed.
    Rename,
    /// A payload replaces it.
    Replace(&'a [String]),
    /// A payload is inserted beside it.
    Insert(Side, &'a [String]),
    /// A payload replaces a part of it, or is inserted at the start or end of the part.
    ChangePart(SymbolPart, PartEdge, &'a [String]),
    /// A payload is inserted among its members.
    AddMember(&'a MemberPlace, &'a [String]),
    /// It is removed.
    Delete,
}

impl<'a> Purpose<'a> {
    /// Returns the purpose, if it has no payload.
    pub(in crate::resolve::symbol) const fn without_payload(self) -> Option<Purpose<'static>> {
        match self {
            Self::Read => Some(Purpose::Read),
            Self::Rename => Some(Purpose::Rename),
            Self::Delete => Some(Purpose::Delete),
            Self::Replace(_) | Self::Insert(..) | Self::ChangePart(..) | Self::AddMember(..) => None,
        }
    }

    /// Returns the payload that replaces the definition.
    pub(in crate::resolve::symbol) const fn replacement(self) -> Option<&'a [String]> {
        if let Self::Replace(payload) = self { Some(payload) } else { None }
    }

    /// Returns the payload that is inserted beside the definition, and on which side.
    pub(in crate::resolve::symbol) const fn insertion(self) -> Option<(Side, &'a [String])> {
        if let Self::Insert(side, payload) = self { Some((side, payload)) } else { None }
    }

    /// Returns the changed part, the position in it, and the payload.
    pub(in crate::resolve::symbol) const fn part(self) -> Option<(SymbolPart, PartEdge, &'a [String])> {
        if let Self::ChangePart(part, at, payload) = self { Some((part, at, payload)) } else { None }
    }

    /// Returns the place of a new member, and the payload.
    pub(in crate::resolve::symbol) const fn member(self) -> Option<(&'a MemberPlace, &'a [String])> {
        if let Self::AddMember(at, payload) = self { Some((at, payload)) } else { None }
    }

    /// Returns whether the purpose also names a member beside which it inserts.
    #[must_use]
    pub const fn names_member(self) -> bool {
        matches!(self, Self::AddMember(MemberPlace::Before(_) | MemberPlace::After(_), _))
    }

    /// Returns whether an address that names no specific member of an overload set means the whole set.
    pub(in crate::resolve::symbol) const fn takes_sets(self) -> bool {
        matches!(self, Self::Read | Self::Delete | Self::Insert(..) | Self::AddMember(..))
    }

    /// Returns whether the surroundings of the definition are needed.
    pub(in crate::resolve::symbol) const fn needs_site(self) -> bool {
        matches!(self, Self::Insert(..) | Self::Delete)
    }
}

/// Adds the hidden place that only the unmodified text shows to the refusal of a reading.
pub(in crate::resolve::symbol) fn hidden_too(problem: SymbolProblem, plain: SymbolProblem) -> SymbolProblem {
    match (problem, plain) {
        (
            SymbolProblem::NotFound { wanted, article, nearest, members, of_class, other, operation, .. },
            SymbolProblem::NotFound { hidden, .. },
        ) => SymbolProblem::NotFound {
            wanted,
            article,
            nearest,
            members,
            of_class,
            other,
            is_elsewhere: false,
            operation,
            hidden,
        },
        (SymbolProblem::NotFound { .. }, plain) => plain,
        (problem, _) => problem,
    }
}

/// What an operation asks of the symbols of a document.
#[derive(Clone, Copy)]
pub(in crate::resolve::symbol) struct Inquiry<'a> {
    pub(in crate::resolve::symbol) buffer: &'a Buffer,
    pub(in crate::resolve::symbol) target: &'a SymbolTarget,
    pub(in crate::resolve::symbol) purpose: Purpose<'a>,
    /// Whether a refusal lists similar names, which requires a search of all definitions.
    pub(in crate::resolve::symbol) suggests: bool,
}

impl Inquiry<'_> {
    /// Returns the same question, answered without similar names.
    pub(in crate::resolve::symbol) const fn without_suggestions(self) -> Self {
        Self { suggests: false, ..self }
    }
}

/// The request of one operation, with its address and payload parsed.
pub(in crate::resolve::symbol) struct Request<'a> {
    pub(in crate::resolve::symbol) target: &'a SymbolTarget,
    pub(in crate::resolve::symbol) kind: Option<&'a KindRule>,
    pub(in crate::resolve::symbol) selector: Selector<'a>,
    pub(in crate::resolve::symbol) purpose: Purpose<'a>,
    /// The payload that replaces the definition, as it was parsed.
    pub(in crate::resolve::symbol) facts: Option<&'a Facts>,
    /// Whether a refusal lists similar names, which requires a search of all definitions.
    pub(in crate::resolve::symbol) with_suggestions: bool,
}

impl Request<'_> {
    /// Returns the properties of the payload that replaces the definition, if it could be parsed.
    pub(in crate::resolve::symbol) fn payload(&self) -> Option<&PayloadProperties> {
        self.facts.and_then(|facts| facts.as_ref().ok())
    }

    /// Returns the address as written in the patch.
    pub(in crate::resolve::symbol) fn wanted(&self) -> String {
        let target = self.target;
        let fields = [target.class.as_deref(), target.method.as_deref()];
        target.symbol.clone().unwrap_or_else(|| fields.into_iter().flatten().collect::<Vec<_>>().join("."))
    }

    /// Returns the refusal of a payload.
    pub(in crate::resolve::symbol) fn mismatch(&self, problem: PayloadProblem) -> SymbolProblem {
        let article = self.kind.map_or_else(|| "a definition".to_owned(), |kind| kind.article.clone());
        SymbolProblem::PayloadMismatch { wanted: self.wanted(), article, problem }
    }

    /// Returns the refusal of a payload that is not of the definition's kind.
    pub(in crate::resolve::symbol) fn mismatch_of_kind(
        &self,
        kind: &str,
        problem: PayloadProblem,
    ) -> SymbolProblem {
        SymbolProblem::PayloadMismatch { wanted: self.wanted(), article: with_article(kind), problem }
    }
}

impl<'a> Selector<'a> {
    /// Makes the criteria of a choice from the address of a target, as it was parsed.
    pub(in crate::resolve::symbol) fn of_target(
        target: &SymbolTarget,
        address: &'a Address,
        rules: &SymbolRules,
    ) -> Self {
        Self {
            // If a class is missing, its constructor must not be taken for it.
            only_containers: target.kind.is_none()
                && target.class.is_some()
                && target.method.is_none()
                && target.symbol.is_none(),
            names_block: names_block(target, rules),
            ..Self::of(address)
        }
    }

    /// Adds what a payload tells of the definition that it replaces.
    pub(in crate::resolve::symbol) fn with_payload(self, payload: &'a PayloadProperties) -> Self {
        Self {
            payload_signature: payload.definition.signature.clone(),
            payload_parts: &payload.definition.parts,
            payload_is_friend: payload.is_friend,
            payload_accessor: payload.definition.accessor.clone(),
            payload_declares: payload.definition.is_declaration,
            payload_is_set: payload.is_set,
            ..self
        }
    }
}

/// Returns whether the address names an `impl` block explicitly.
pub(in crate::resolve::symbol) fn names_block(target: &SymbolTarget, rules: &SymbolRules) -> bool {
    let first_field = target.symbol.as_deref().or(target.class.as_deref()).unwrap_or_default();
    rules.trait_impl.as_ref().is_some_and(|words| {
        let rest = first_field.trim_start().strip_prefix(words.block.as_str());
        rest.is_some_and(|rest| rest.starts_with([' ', '<']))
    })
}
