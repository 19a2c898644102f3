//! Chooses among the definitions that an address can name; never between equal matches.

use std::collections::HashMap;

use crate::lang::{KindPlace, KindRule, Role, SymbolRules};
use crate::resolve::symbol::outline::definition::is_same_path;

use super::parse::Address;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::name::{NamePart, squeeze};
use crate::resolve::symbol::outline::sets::{is_one_set, main_member};
use crate::resolve::symbol::outline::signature::Signature;

/// The criteria of a choice.
#[derive(Clone)]
pub(in crate::resolve::symbol) struct Selector<'a> {
    /// The kind that the operation requires; any kind if `None`.
    pub(in crate::resolve::symbol) kind: Option<&'a KindRule>,
    /// The address.
    pub(in crate::resolve::symbol) address: &'a Address,
    /// The parameter list in the address.
    pub(in crate::resolve::symbol) signature: Option<Signature>,
    /// The parameter list of the payload.
    pub(in crate::resolve::symbol) payload_signature: Option<Signature>,
    /// The name in the payload.
    pub(in crate::resolve::symbol) payload_parts: &'a [NamePart],
    /// The accessor kind of the payload.
    pub(in crate::resolve::symbol) payload_accessor: Option<String>,
    /// Whether the payload is in a class without being a member, such as a `friend`.
    pub(in crate::resolve::symbol) payload_is_friend: bool,
    /// Whether the payload is only a declaration.
    pub(in crate::resolve::symbol) payload_declares: bool,
    /// Whether the payload is a set of overloads.
    pub(in crate::resolve::symbol) payload_is_set: bool,
    /// Whether the address names an `impl` block explicitly.
    pub(in crate::resolve::symbol) names_block: bool,
    /// Whether a block is only meant if the address names its trait, too: what is removed must not fall to another
    /// block once the one that the address names is gone.
    pub(in crate::resolve::symbol) needs_trait: bool,
    /// The class of which the definition must be a member.
    pub(in crate::resolve::symbol) within: Option<ItemId>,
    /// Whether only containers of members are meant.
    pub(in crate::resolve::symbol) only_containers: bool,
    /// Whether only minor names, such as fields, are meant.
    pub(in crate::resolve::symbol) only_minor: bool,
}

/// The result of a choice.
pub(in crate::resolve::symbol) enum Choice {
    /// One definition.
    One(ItemId),
    /// No definition. `other_variants` have the name, but other parameters or another accessor kind.
    None { other_variants: Vec<ItemId> },
    /// Several definitions.
    Several {
        /// All that match the address.
        listed: Vec<ItemId>,
        /// Those of them that neither addresses nor parameters distinguish.
        namesakes: Vec<ItemId>,
    },
}

impl<'a> Selector<'a> {
    /// Creates a selector from an address alone.
    pub(in crate::resolve::symbol) const fn of(address: &'a Address) -> Self {
        Self {
            kind: None,
            address,
            signature: None,
            payload_signature: None,
            payload_parts: &[],
            payload_accessor: None,
            payload_is_friend: false,
            payload_declares: false,
            payload_is_set: false,
            names_block: false,
            needs_trait: false,
            within: None,
            only_containers: false,
            only_minor: false,
        }
    }
}

/// Chooses the definition that is meant.
pub(in crate::resolve::symbol) fn choose(outline: &Outline, wish: &Selector<'_>) -> Choice {
    let Some(owner) = wish.address.numbered_owner() else { return choose_named(outline, wish) };
    match choose_named(outline, &Selector::of(&owner)) {
        Choice::One(class) => choose_named(outline, &Selector { within: Some(class), ..wish.clone() }),
        _ => Choice::None { other_variants: Vec::new() },
    }
}

fn choose_named(outline: &Outline, wish: &Selector<'_>) -> Choice {
    let rules = outline.rules();
    let parts = with_arguments(wish, rules);
    let ranked = of_parameters(outline, wish, &parts).unwrap_or_else(|| ranked(outline, wish, &parts));
    let ranked = of_stated_kind(outline, ranked, wish);
    let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else {
        // "`Foo<int>` is the specialisation, `Foo` the primary": a payload for one of them does not replace the other.
        let plain = self::ranked(outline, wish, &wish.address.parts);
        return Choice::None { other_variants: plain.into_iter().map(|(_, id)| id).collect() };
    };
    let named: Vec<ItemId> = ranked.iter().filter(|(rank, _)| *rank == best).map(|(_, id)| *id).collect();
    let is_primary = wish.payload_parts.iter().any(|part| part.own_args.is_some());
    let are_args_told = rules.distinct_specialisations && !is_primary;
    let named = prefer_exact_spelling(outline, named, &parts, are_args_told);
    let named = if best == SUFFIX { without_gaps(outline, named, &parts) } else { named };
    let of_accessor = by_accessor(outline, &named, wish);
    let of_signature = by_signature(outline, &of_accessor, wish);
    if of_signature.is_empty() {
        return Choice::None { other_variants: named };
    }
    let of_signature = without_blocks(outline, of_signature, wish);
    let of_signature = match wish.address.ordinal {
        None => outside_of_calls(outline, of_signature),
        Some(_) => of_signature,
    };
    if let Some(number) = wish.address.ordinal {
        let is_uniform = parts.last().is_some_and(|last| outline.uniform(&last.name).is_some());
        return match of_signature[..] {
            [one] if is_uniform => Choice::One(one),
            _ => numbered(outline, of_signature, number),
        };
    }
    let choice = narrow_to_one(outline, of_signature, wish);
    match choice {
        Choice::One(id) if is_less_specific(outline, id, &ranked, wish) => {
            Choice::Several { listed: ranked.into_iter().map(|(_, id)| id).collect(), namesakes: Vec::new() }
        }
        choice => choice,
    }
}

/// Returns the definitions with exactly the parameters of the address, if the definitions of the name differ only in
/// their parameters: the same that [`by_signature`] would find among all. `None` if there is none.
fn of_parameters(outline: &Outline, wish: &Selector<'_>, parts: &[NamePart]) -> Option<Vec<(usize, ItemId)>> {
    wish.signature.as_ref()?;
    let spelled = squeeze(wish.address.signature.as_deref()?);
    let all = outline.overloads_of(&parts.last()?.name, &spelled);
    let found: Vec<(usize, ItemId)> = ranked_among(outline, wish, parts, all).collect();
    (!found.is_empty()).then_some(found)
}

/// Prefers definitions whose trait, and arguments if `are_args_told`, are exactly those of the address: `PartialEq`
/// names `PartialEq<str>` only if nothing is just `PartialEq`, and `Foo<T>` the primary `Foo` only if nothing is
/// specialized for a `T`.
fn prefer_exact_spelling(
    outline: &Outline,
    named: Vec<ItemId>,
    parts: &[NamePart],
    are_args_told: bool,
) -> Vec<ItemId> {
    let is_spelled = |wanted: &NamePart, own: &NamePart| {
        (wanted.of_trait.is_none() || wanted.of_trait == own.of_trait)
            && (!are_args_told || wanted.args.is_none() || wanted.args == own.args)
    };
    let is_very = |id: &ItemId| {
        let path = outline.path(*id);
        parts.iter().rev().zip(path.iter().rev()).all(|(wanted, own)| is_spelled(wanted, own))
    };
    let very: Vec<ItemId> = named.iter().copied().filter(is_very).collect();
    if very.is_empty() { named } else { very }
}

/// Prefers definitions whose full name ends with the parts of the address, without further parts between them.
fn without_gaps(outline: &Outline, named: Vec<ItemId>, parts: &[NamePart]) -> Vec<ItemId> {
    let rules = outline.rules();
    let ends_so = |id: &ItemId| {
        // The last name is already known to match, possibly as an alias.
        let mut path = outline.path_upwards(*id).skip(1);
        let mut owners = parts.iter().rev().skip(1);
        owners.all(|wanted| path.next().is_some_and(|own| own.is_named_by(wanted, rules)))
    };
    let ending: Vec<ItemId> = named.iter().copied().filter(ends_so).collect();
    if ending.is_empty() { named } else { ending }
}

/// Returns the parts of the address, with the arguments of the payload's name where the address has none.
fn with_arguments(wish: &Selector<'_>, rules: &SymbolRules) -> Vec<NamePart> {
    let mut parts = wish.address.parts.clone();
    if rules.distinct_specialisations {
        for (part, payload) in parts.iter_mut().rev().zip(wish.payload_parts.iter().rev()) {
            if part.name != payload.name {
                break;
            }
            part.args = part.args.take().or_else(|| payload.args.clone());
        }
    }
    parts
}

/// Returns all definitions that the address of a class matches equally well.
pub(in crate::resolve::symbol) fn containers(outline: &Outline, wish: &Selector<'_>) -> Vec<ItemId> {
    let ranked = ranked(outline, wish, &wish.address.parts);
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    let is_best = |(rank, _): &&(usize, ItemId)| Some(*rank) == best;
    let named = ranked.iter().filter(is_best).map(|(_, id)| *id).collect();
    let named = if wish.names_block { without_blocks(outline, named, wish) } else { named };
    match wish.address.ordinal {
        Some(number) => named.get(number.wrapping_sub(1)).copied().into_iter().collect(),
        None => named,
    }
}

/// Returns all definitions that an address can name, of any kind.
pub(in crate::resolve::symbol) fn fitting(outline: &Outline, wish: &Selector<'_>) -> Vec<ItemId> {
    let any = Selector { kind: None, ..wish.clone() };
    let ranked = ranked(outline, &any, &wish.address.parts);
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// Returns whether a definition has the required kind.
pub(super) fn is_of_wanted_kind(outline: &Outline, id: ItemId, wish: &Selector<'_>) -> bool {
    wish.kind.is_none_or(|kind| is_of_kind(outline, id, kind))
}

/// Returns the definitions with the name and kind, each with the rank of the match: the lower the better.
fn ranked(outline: &Outline, wish: &Selector<'_>, parts: &[NamePart]) -> Vec<(usize, ItemId)> {
    ranked_among(outline, wish, parts, candidates(outline, wish, parts)).collect()
}

/// Returns the definitions that can match the last name and the ordinal of an address.
fn candidates<'o>(outline: &'o Outline, wish: &Selector<'_>, parts: &[NamePart]) -> &'o [ItemId] {
    let Some(last) = parts.last() else { return &[] };
    match wish.address.ordinal.and_then(|number| Some((outline.uniform(&last.name)?, number))) {
        // Either all of them match, or none.
        Some((all, number)) => all.get(number.wrapping_sub(1)).map(std::slice::from_ref).unwrap_or_default(),
        None => within_owner(outline, parts, last),
    }
}

/// Returns the definitions with the last name of an address, limited to those that can be in the owner that the address
/// names.
fn within_owner<'o>(outline: &'o Outline, parts: &[NamePart], last: &NamePart) -> &'o [ItemId] {
    let owner = parts.len().checked_sub(2).and_then(|at| parts.get(at));
    match owner.map(|owner| outline.named(&owner.name)) {
        // A macro may open a scope of which no definition has the name.
        Some([one]) if outline.macro_lines.is_empty() => outline.named_within(&last.name, *one),
        _ => outline.named(&last.name),
    }
}

/// Returns those of some definitions that have the kind, each with the rank of the match.
fn ranked_among<'o>(
    outline: &'o Outline,
    wish: &'o Selector<'_>,
    parts: &'o [NamePart],
    all: &'o [ItemId],
) -> impl Iterator<Item = (usize, ItemId)> {
    let rules = outline.rules();
    let is_container = |id: &ItemId| {
        let all = || rules.containers.iter().chain(&rules.minor_containers);
        outline.definition(*id).is_some_and(|found| all().any(|one| one == found.capture))
    };
    all.iter()
        .copied()
        .filter(move |id| !is_friend_declaration(outline, *id, wish))
        .filter(move |id| wish.kind.is_none_or(|kind| is_of_kind(outline, *id, kind)))
        .filter(move |id| !wish.only_containers || is_container(id))
        .filter(move |id| !wish.only_minor || outline.definition(*id).is_some_and(|found| found.is_minor))
        .filter(move |id| wish.within.is_none() || outline.enclosing_definition(*id) == wish.within)
        .filter_map(move |id| Some((match_rank(outline, id, parts)?, id)))
        .filter(move |(rank, _)| !wish.needs_trait || *rank < OF_A_TRAIT)
        .filter(move |(_, id)| !wish.address.is_rooted || begins_outermost(outline, *id, parts))
}

/// Returns whether a definition has a kind.
///
/// A function qualified by a name that the file does not define may be a member or not: it counts as both.
pub(in crate::resolve::symbol) fn is_of_kind(outline: &Outline, id: ItemId, kind: &KindRule) -> bool {
    let Some(definition) = outline.definition(id) else { return false };
    if definition.capture != kind.capture {
        return false;
    }
    // A definition in a function is no member of it.
    let around = outline.enclosing_definition(id).filter(|around| outline.is_container(*around));
    let enclosing = around.is_some();
    let owner = definition.parts.len().checked_sub(2).and_then(|index| definition.parts.get(index));
    let of_module = owner.is_some_and(|part| is_module(outline, &part.name));
    let of_class = owner.is_some_and(|part| is_class(outline, part));
    match kind.place {
        KindPlace::Any => true,
        KindPlace::Member => enclosing || (owner.is_some() && (of_class || !of_module)),
        // A function that is assigned to a property, such as `exports.run`, still is a function.
        KindPlace::Free => {
            (!enclosing || is_friend(outline, id)) && (!of_class || definition.is_assigned_function)
        }
    }
}

/// Returns whether a definition is in a class without being a member of it.
fn is_friend(outline: &Outline, id: ItemId) -> bool {
    outline.enclosing_definition(id).is_some() && outline.item(outline.item(id).parent).role == Role::Wrapper
}

/// Returns whether it is only a friend declaration, which a payload that defines the function never replaces.
fn is_friend_declaration(outline: &Outline, id: ItemId, wish: &Selector<'_>) -> bool {
    !wish.payload_parts.is_empty()
        && !wish.payload_is_friend
        && !wish.payload_declares
        && outline.definition(id).is_some_and(|found| found.is_declaration)
        && is_friend(outline, id)
}

fn is_class(outline: &Outline, part: &NamePart) -> bool {
    outline.named(&part.name).iter().any(|id| outline.item(*id).inside.is_some())
}

/// Returns whether a name is that of a scope that addresses may leave out, in languages where definitions may be
/// qualified by it.
fn is_module(outline: &Outline, name: &str) -> bool {
    outline.rules().separate_declarations && outline.has_module(name)
}

const WHOLE: usize = 0;
const WITHOUT_MODULES: usize = 1;
const SUFFIX: usize = 2;
/// Added if the definition belongs to a trait that the address does not name.
const OF_A_TRAIT: usize = 3;

/// Returns whether an address is the full name of some definition, except for modules.
pub(super) fn is_named_in_full(outline: &Outline, wish: &Selector<'_>) -> bool {
    let parts = &wish.address.parts;
    let mut ranked = ranked_among(outline, wish, parts, candidates(outline, wish, parts));
    ranked.any(|(rank, _)| rank % OF_A_TRAIT < SUFFIX)
}

/// Returns whether an address is the full name of nothing but `impl` blocks, by the name of their type.
pub(super) fn names_only_blocks(outline: &Outline, wish: &Selector<'_>) -> bool {
    let parts = &wish.address.parts;
    let mut in_full = ranked_among(outline, wish, parts, candidates(outline, wish, parts))
        .filter(|(rank, _)| rank % OF_A_TRAIT < SUFFIX);
    in_full.all(|(_, id)| outline.definition(id).is_some_and(|found| found.is_block))
}

/// Returns whether the full name of a definition would name another one too.
pub(super) fn is_named_by_path(outline: &Outline, other: ItemId, path: &[NamePart]) -> bool {
    match_rank(outline, other, path).is_some_and(|rank| rank % OF_A_TRAIT < SUFFIX)
}

/// Returns the rank of the match between an address and a definition; `None` if it does not match.
fn match_rank(outline: &Outline, id: ItemId, wanted: &[NamePart]) -> Option<usize> {
    let rules = outline.rules();
    let mut path = outline.path_upwards(id).peekable();
    let is_optional = |part: &NamePart| part.optional || is_module(outline, &part.name);
    let mut skipped = false;
    let mut of_a_trait = false;
    for (index, part) in wanted.iter().enumerate().rev() {
        let is_last = index + 1 == wanted.len();
        let is_left_to_macros = || wanted[..=index].iter().all(|part| outline.is_opened_by_macro(&part.name));
        if !is_last && path.peek().is_none() && is_left_to_macros() {
            skipped = true;
            break;
        }
        loop {
            let own = path.next()?;
            let alias =
                is_last && outline.definition(id).is_some_and(|found| found.aliases.contains(&part.name));
            if own.is_named_by(part, rules) || alias {
                of_a_trait |= part.of_trait.is_none() && own.of_trait.is_some();
                break;
            }
            // A type with that name of its own is the better match.
            if !is_last && has_owner_alias(outline, id, own, part) {
                skipped = true;
                break;
            }
            if is_last || !is_optional(own) {
                return None;
            }
            skipped = true;
        }
    }
    let rank = if path.peek().is_none() && !skipped {
        WHOLE
    } else if path.all(is_optional) {
        WITHOUT_MODULES
    } else {
        SUFFIX
    };
    Some(rank + if of_a_trait { OF_A_TRAIT } else { 0 })
}

/// Returns whether a part of the path of a definition is a type around it that a `typedef` gives another name.
fn has_owner_alias(outline: &Outline, id: ItemId, own: &NamePart, wanted: &NamePart) -> bool {
    let around = |id: &ItemId| outline.enclosing_definition(*id);
    std::iter::successors(around(&id), around).filter_map(|owner| outline.definition(owner)).any(|owner| {
        owner.aliases.contains(&wanted.name) && owner.parts.last().is_some_and(|last| last.name == own.name)
    })
}

/// Returns whether an address is only the last name of a nested definition.
pub(in crate::resolve::symbol) fn is_last_name_only(
    outline: &Outline,
    id: ItemId,
    address: &Address,
) -> bool {
    let rank = match_rank(outline, id, &address.parts);
    address.parts.len() == 1 && rank.is_some_and(|rank| rank % OF_A_TRAIT == SUFFIX)
}

/// Returns whether an address that matches a definition begins with the outermost part of its name; namespaces in
/// between may be left out.
fn begins_outermost(outline: &Outline, id: ItemId, parts: &[NamePart]) -> bool {
    let path = outline.path(id);
    path.first().zip(parts.first()).is_some_and(|(own, first)| own.is_named_by(first, outline.rules()))
}

/// Returns whether an address is the complete name of a definition.
pub(in crate::resolve::symbol) fn is_whole(outline: &Outline, id: ItemId, address: &Address) -> bool {
    match_rank(outline, id, &address.parts).is_some_and(|rank| rank % OF_A_TRAIT == WHOLE)
}

/// Prefers definitions of the kind given after the name (in the listed form or as the outline calls it): if there are
/// any, no other definition is meant, however well its name matches.
fn of_stated_kind(
    outline: &Outline,
    ranked: Vec<(usize, ItemId)>,
    wish: &Selector<'_>,
) -> Vec<(usize, ItemId)> {
    let Some(told) = &wish.address.accessor else { return ranked };
    let of_kind: Vec<_> =
        ranked.iter().copied().filter(|(_, id)| is_of_stated_kind(outline, *id, told)).collect();
    if of_kind.is_empty() { ranked } else { of_kind }
}

fn is_of_stated_kind(outline: &Outline, id: ItemId, told: &str) -> bool {
    let kind = outline.manifest().kinds.get(told);
    outline.definition(id).is_some_and(|found| found.capture == told)
        || kind.is_some_and(|kind| is_of_kind(outline, id, kind))
}

/// Selects by accessor kind: "A payload under `@property` selects the getter, under `@x.setter` the setter." A kind
/// after the name is no accessor kind.
fn by_accessor(outline: &Outline, named: &[ItemId], wish: &Selector<'_>) -> Vec<ItemId> {
    let accessor = |id: &ItemId| outline.definition(*id).and_then(|found| found.accessor.clone());
    let wanted = wish.address.accessor.as_ref().or(wish.payload_accessor.as_ref());
    let Some(wanted) = wanted else { return named.to_vec() };
    if wish.address.accessor.is_some() && named.iter().all(|id| is_of_stated_kind(outline, *id, wanted)) {
        return named.to_vec();
    }
    let is_property = named.iter().any(|id| accessor(id).is_some());
    if wish.address.accessor.is_none() && !is_property {
        // A method becomes a property.
        return named.to_vec();
    }
    let found: Vec<ItemId> =
        named.iter().copied().filter(|id| accessor(id).as_ref() == Some(wanted)).collect();
    match base_accessor(outline, named) {
        Some((base, name)) if found.is_empty() && name == wanted.as_str() => vec![base],
        _ => found,
    }
}

/// Returns the only definition among accessors that has no known accessor decorator, and the accessor kind that it
/// counts as: the first one of the language.
pub(super) fn base_accessor<'r>(outline: &Outline, named: &[ItemId]) -> Option<(ItemId, &'r str)> {
    let rules = outline.rules();
    let first = rules.accessors.first().filter(|rule| !rule.decorators.is_empty())?.name.as_str();
    let accessor = |id: &ItemId| outline.definition(*id).and_then(|found| found.accessor.as_deref());
    let is_free =
        named.iter().any(|id| accessor(id).is_some()) && !named.iter().any(|id| accessor(id) == Some(first));
    let mut plain = named.iter().copied().filter(|id| is_free && accessor(id).is_none());
    let base = plain.next()?;
    plain.next().is_none().then_some((base, first))
}

/// Returns the definitions with the parameters of the address. Qualifiers that the address leaves out are ignored,
/// unless one of the definitions has none.
fn by_signature(outline: &Outline, named: &[ItemId], wish: &Selector<'_>) -> Vec<ItemId> {
    let signature = |id: &ItemId| outline.definition(*id).and_then(|found| found.signature.as_ref());
    // A printed address must match, whatever the grammar makes of its parameters alone.
    if let Some(text) = wish.address.signature.as_deref().map(squeeze) {
        let is_spelled = |id: &ItemId| signature(id).is_some_and(|own| squeeze(&own.to_string()) == text);
        let has_types = |id: &ItemId| signature(id).is_some_and(|own| own.has_types(&text));
        // A function that a macro defines is named by the first arguments.
        let begins_so = |id: &ItemId| signature(id).is_some_and(|own| own.is_call_that_begins(&text));
        for fits in [&is_spelled as &dyn Fn(&ItemId) -> bool, &has_types, &begins_so] {
            let found: Vec<_> = named.iter().copied().filter(fits).collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    let Some(wanted) = &wish.signature else {
        return if wish.address.signature.is_some() { Vec::new() } else { named.to_vec() };
    };
    let has = |id: &ItemId, exactly: bool| {
        signature(id).is_some_and(|own| {
            own.parameters == wanted.parameters
                && own.is_named_like(wanted)
                && (!exactly || own.qualifiers == wanted.qualifiers)
        })
    };
    let exact: Vec<_> = named.iter().copied().filter(|id| has(id, true)).collect();
    if exact.is_empty() && wanted.qualifiers.is_empty() {
        return named.iter().copied().filter(|id| has(id, false)).collect();
    }
    exact
}

/// Returns the definition with an ordinal in file order, from 1.
///
/// Without a kind, a class and two functions may share the name: listed addresses number the functions separately, and
/// those without accessor or parameters separately; a reader may number all. An ordinal that is ambiguous for this
/// reason is refused.
fn numbered(outline: &Outline, named: Vec<ItemId>, number: usize) -> Choice {
    let mut of_sort: HashMap<(&str, bool), Vec<ItemId>> = HashMap::new();
    for id in &named {
        let Some(definition) = outline.definition(*id) else { continue };
        of_sort.entry((definition.capture, false)).or_default().push(*id);
        if definition.accessor.is_none() && definition.signature.is_none() {
            of_sort.entry((definition.capture, true)).or_default().push(*id);
        }
    }
    let nth = |ids: &[ItemId]| number.checked_sub(1).and_then(|index| ids.get(index).copied());
    let repeated = of_sort.values().filter(|ids| ids.len() > 1);
    let mut found: Vec<ItemId> = repeated.filter_map(|ids| nth(ids)).chain(nth(&named)).collect();
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [] => Choice::None { other_variants: named },
        [one] => Choice::One(one),
        _ => Choice::Several { listed: found, namesakes: Vec::new() },
    }
}

/// Narrows the matches down to one: one scope, one overload, a definition rather than its declaration.
fn narrow_to_one(outline: &Outline, named: Vec<ItemId>, wish: &Selector<'_>) -> Choice {
    let rules = outline.rules();
    let Some(first) = named.first() else { return Choice::None { other_variants: Vec::new() } };
    let is_same = |id: &ItemId| is_same_path(outline.path_upwards(*id), outline.path_upwards(*first));
    if !named.iter().all(is_same) {
        return Choice::Several { listed: named, namesakes: Vec::new() };
    }
    if let Some(one) = of_one_set(outline, &named, wish) {
        return Choice::One(one);
    }
    let signature = |id: &ItemId| outline.definition(*id).and_then(|found| found.signature.as_ref());
    let declares = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_declaration);
    let is_single = || named.iter().filter(|id| !declares(id)).count() == 1;
    let is_one = rules.single_definition && !wish.payload_declares && is_single();
    let overload = if is_one || named.iter().all(|id| signature(id) == signature(first)) {
        named.clone()
    } else {
        let wanted = wish.payload_signature.as_ref();
        named.iter().copied().filter(|id| wanted.is_some() && signature(id) == wanted).collect()
    };
    let (declared, defined): (Vec<_>, Vec<_>) = overload.into_iter().partition(declares);
    let (wanted, others) = if wish.payload_declares { (declared, defined) } else { (defined, declared) };
    match (wanted.as_slice(), others.as_slice()) {
        ([one], _) | ([], [one]) => Choice::One(*one),
        ([], _) => Choice::Several { listed: named, namesakes: others },
        _ => Choice::Several { listed: named, namesakes: wanted },
    }
}

/// Returns the main member of a set of overloads, if all are members of one set; or the member that the payload
/// declares again.
fn of_one_set(outline: &Outline, named: &[ItemId], wish: &Selector<'_>) -> Option<ItemId> {
    if named.len() < 2 || wish.address.is_exact() || !is_one_set(outline, named) {
        return None;
    }
    if !wish.payload_declares || wish.payload_is_set {
        // A payload that is a single function with a body replaces a single definition, not one declaration among
        // others.
        let is_one = !wish.payload_parts.is_empty() && !wish.payload_is_set;
        let declares = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_declaration);
        return main_member(outline, named).filter(|id| !(is_one && declares(id)));
    }
    let signature = |id: &ItemId| outline.definition(*id).and_then(|found| found.signature.as_ref());
    let wanted = wish.payload_signature.as_ref()?;
    let mut declared = named.iter().copied().filter(|id| signature(id) == Some(wanted));
    declared.next().filter(|_| declared.next().is_none())
}

/// Without a kind, a type is preferred to its `impl` blocks, unless the address names a block.
fn without_blocks(outline: &Outline, named: Vec<ItemId>, wish: &Selector<'_>) -> Vec<ItemId> {
    let is_block = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_block);
    if wish.kind.is_some() {
        return named;
    }
    let (blocks, rest): (Vec<_>, Vec<_>) = named.into_iter().partition(is_block);
    if rest.is_empty() || wish.names_block { blocks } else { rest }
}

/// Drops definitions in functions that are called in place or are arguments of calls, and in blocks with their own
/// scope, if there are others.
pub(super) fn outside_of_calls(outline: &Outline, named: Vec<ItemId>) -> Vec<ItemId> {
    let (rest, inner): (Vec<_>, Vec<_>) = named.iter().partition(|id| !outline.is_in_call(**id));
    let declares = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_declaration);
    // What an interface declares is defined in the object of that name.
    let is_defined_inside =
        || rest.iter().all(declares) && inner.iter().any(|id| outline.is_in_named_call(*id));
    if rest.is_empty() || is_defined_inside() { named } else { rest }
}

/// Returns whether the payload has exactly the parameters of an overload in another scope that matches the address less
/// well: then the choice is ambiguous.
fn is_less_specific(
    outline: &Outline,
    chosen: ItemId,
    ranked: &[(usize, ItemId)],
    wish: &Selector<'_>,
) -> bool {
    let signature = |id: ItemId| outline.definition(id).and_then(|found| found.signature.as_ref());
    let Some(wanted) = &wish.payload_signature else { return false };
    wish.signature.is_none()
        && !wish.payload_is_set
        && signature(chosen) != Some(wanted)
        && ranked.iter().any(|(_, id)| signature(*id) == Some(wanted))
}
