//! Spells addresses of definitions: with as much after the name as is needed to select exactly one.

use std::collections::{HashMap, HashSet};

use crate::lang::KindPlace;

use super::choose::{base_accessor, is_named_by_path, is_of_kind, outside_of_calls};
use super::parse::Address;
use crate::resolve::symbol::outline::definition::is_same_path;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::name::{NamePart, is_word_char, squeeze};
use crate::resolve::symbol::outline::sets::is_one_set;

/// A definition with one of its names: its own, or another one from the same statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SpelledDefinition<'o> {
    pub(super) id: ItemId,
    pub(super) name: &'o str,
}

impl<'o> SpelledDefinition<'o> {
    /// Creates a definition with its own name.
    pub(super) fn own(outline: &'o Outline, id: ItemId) -> Self {
        Self { id, name: last_name(outline, id).unwrap_or_default() }
    }

    /// Creates a definition with the wanted name, if that is one of its aliases, else with its own name.
    pub(super) fn called(outline: &'o Outline, id: ItemId, wanted: &str) -> Self {
        let own = Self::own(outline, id);
        let aliases = outline.definition(id).map_or(&[][..], |found| &found.aliases);
        let alias = aliases.iter().find(|name| own.name != wanted && *name == wanted);
        Self { name: alias.map_or(own.name, String::as_str), ..own }
    }

    /// Returns whether the name is not its own.
    fn is_alias(self, outline: &Outline) -> bool {
        last_name(outline, self.id).is_some_and(|own| own != self.name)
    }

    /// Returns its full name, innermost part first.
    fn names_upwards(self, outline: &'o Outline) -> impl Iterator<Item = &'o str> {
        let around = outline.path_upwards(self.id).skip(1).map(|part| part.name.as_str());
        std::iter::once(self.name).chain(around)
    }
}

/// Returns definitions with each of their names.
pub(super) fn by_all_names<'o>(outline: &'o Outline, ids: &[ItemId]) -> Vec<SpelledDefinition<'o>> {
    let mut found = Vec::with_capacity(ids.len());
    let mut seen = HashSet::new();
    for id in ids {
        let own = SpelledDefinition::own(outline, *id);
        let aliases = outline.definition(*id).map_or(&[][..], |found| &found.aliases);
        let others = aliases.iter().map(|name| SpelledDefinition { name, ..own });
        found.extend(std::iter::once(own).chain(others).filter(|one| seen.insert(*one)));
    }
    found
}

/// Returns the kind of a definition as in operation names; another word if no operation replaces it.
pub(super) fn kind_of(outline: &Outline, id: ItemId) -> &str {
    // A definition that may be a member or not, such as a function qualified by an unknown name, is called a member.
    let kinds = outline.manifest().kinds.iter().filter(|(_, rule)| is_of_kind(outline, id, rule));
    let kind = kinds.min_by_key(|(_, rule)| rule.place != KindPlace::Member);
    kind.map_or_else(|| outline.definition(id).map_or("", |found| found.capture), |(name, _)| name)
}

/// Returns the address of a set of overloads: its plain name, unless that is ambiguous.
pub(in crate::resolve::symbol) fn address_of_set(outline: &Outline, set: &[ItemId]) -> Option<String> {
    let id = *set.first().filter(|_| set.len() > 1)?;
    let others = outline.named(last_name(outline, id)?).iter().copied();
    let same =
        others.filter(|other| is_same_path(outline.path_upwards(*other), outline.path_upwards(id))).count();
    (same == set.len()).then(|| spelled_path(outline, id, &HashSet::new()))
}

/// Returns the address of one definition.
pub(in crate::resolve::symbol) fn address_of(outline: &Outline, id: ItemId) -> String {
    addresses(outline, &[id]).pop().unwrap_or_default()
}

/// Returns the address of a statement with several names by the name that was asked for.
pub(in crate::resolve::symbol) fn address_by_alias(
    outline: &Outline,
    id: ItemId,
    wanted: &Address,
) -> Option<String> {
    let called = SpelledDefinition::called(outline, id, &wanted.parts.last()?.name);
    if called.is_alias(outline) { addresses_by(outline, &[called]).pop() } else { None }
}

/// Returns an address for each definition, with as much after the name as is needed to select it.
pub(in crate::resolve::symbol) fn addresses(outline: &Outline, ids: &[ItemId]) -> Vec<String> {
    let all: Vec<SpelledDefinition<'_>> = ids.iter().map(|id| SpelledDefinition::own(outline, *id)).collect();
    addresses_by(outline, &all)
}

/// Returns an address for each definition by the given name.
pub(super) fn addresses_by(outline: &Outline, all: &[SpelledDefinition<'_>]) -> Vec<String> {
    if let [one] = all
        && !one.is_alias(outline)
        && let Some(address) =
            address_of_uniform(outline, one.id).or_else(|| address_of_overload(outline, one.id))
    {
        return vec![address];
    }
    let mut named: Vec<SpelledDefinition<'_>> = match all {
        // A single definition only has to be distinguished from those with its full name.
        [one] => of_its_path(outline, *one).collect(),
        _ => {
            let mut names: Vec<&str> = all.iter().map(|one| one.name).collect();
            names.sort_unstable();
            names.dedup();
            let of_name =
                |name| outline.named(name).iter().map(move |id| SpelledDefinition { id: *id, name });
            names.into_iter().flat_map(of_name).collect()
        }
    };
    let mut seen = HashSet::new();
    named.retain(|one| seen.insert(*one));
    // A definition with an alias occurs with both names.
    let mut ids: Vec<ItemId> = named.iter().map(|one| one.id).collect();
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(*id));
    let specialised = specialised(outline, &ids);
    let spelled = |one: &SpelledDefinition<'_>| spelled_by(outline, *one, &specialised);
    let capture = |one: &SpelledDefinition<'_>| outline.definition(one.id).map_or("", |found| found.capture);
    let mut peers: HashMap<String, Vec<SpelledDefinition<'_>>> = HashMap::new();
    for one in &named {
        peers.entry(format!("{} {}", capture(one), spelled(one))).or_default().push(*one);
    }
    let mut variants: HashMap<SpelledDefinition<'_>, String> = HashMap::new();
    for group in peers.values().filter(|group| group.len() > 1) {
        let ids: Vec<ItemId> = group.iter().map(|one| one.id).collect();
        variants.extend(group.iter().copied().zip(tell_apart(outline, &ids)));
    }
    let numbered = numbers_of_plain(outline, &ids, &specialised).into_iter();
    variants.extend(numbered.map(|(id, number)| (SpelledDefinition::own(outline, id), number)));
    for one in &named {
        // A definition that a macro makes is identified by the macro's arguments, even without namesakes.
        let call = outline.definition(one.id).and_then(|found| found.signature.as_ref());
        if let Some(call) = call.filter(|call| call.is_call()) {
            variants.entry(*one).or_insert_with(|| call.to_string());
        }
    }
    let mut kinds: HashMap<&str, NamesakeKinds<'_>> = HashMap::new();
    let is_small = |one: &&SpelledDefinition<'_>| outline.definition(one.id).is_some_and(|own| own.is_minor);
    for one in named.iter().filter(is_small) {
        kinds.entry(one.name).or_insert_with(|| NamesakeKinds::of(outline, one.name));
    }
    let small_kind = |one: &SpelledDefinition<'_>| kinds.get(one.name)?.behind(outline, *one);
    // A type and a function, or an object, may share a name.
    let mut captures: HashMap<String, HashSet<&str>> = HashMap::new();
    for one in named.iter().filter(|one| small_kind(one).is_none()) {
        captures.entry(spelled(one)).or_default().insert(capture(one));
    }
    let told = |one: &SpelledDefinition<'_>| {
        let name = spelled(one);
        let variant = variants.get(one).map_or("", String::as_str);
        let is_shared = captures.get(&name).is_some_and(|of_it| of_it.len() > 1);
        let is_told = !variant.is_empty() && !variant.starts_with('#');
        let signature = outline.definition(one.id).and_then(|own| own.signature.as_ref());
        let kind = match small_kind(one) {
            Some(kind) => kind,
            None if is_shared
                && variant.is_empty()
                && let Some(signature) = signature =>
            {
                signature.to_string()
            }
            None if is_shared && !is_told => format!("@{}", kind_of(outline, one.id)),
            None => String::new(),
        };
        format!("{name}{kind}{variant}")
    };
    all.iter().map(told).collect()
}

/// Returns the definitions with the full name of a definition, in file order.
fn of_its_path<'o>(
    outline: &'o Outline,
    one: SpelledDefinition<'o>,
) -> impl Iterator<Item = SpelledDefinition<'o>> {
    let around = outline.enclosing_definition(one.id);
    let all = around.map_or_else(|| outline.named(one.name), |around| outline.named_within(one.name, around));
    let all = all.iter().map(move |id| SpelledDefinition { id: *id, ..one });
    all.filter(move |other| other.names_upwards(outline).eq(one.names_upwards(outline)))
}

/// The definitions of one name, by whether they are minor and by their capture.
struct NamesakeKinds<'o>(HashMap<(bool, &'o str), Vec<ItemId>>);

impl<'o> NamesakeKinds<'o> {
    fn of(outline: &'o Outline, name: &str) -> Self {
        let mut kinds: HashMap<_, Vec<ItemId>> = HashMap::new();
        for id in outline.named(name) {
            let Some(found) = outline.definition(*id) else { continue };
            kinds.entry((found.is_minor, found.capture)).or_default().push(*id);
        }
        Self(kinds)
    }

    /// Returns the kind suffix of a minor definition, if the name alone would mean something else.
    fn behind(&self, outline: &Outline, one: SpelledDefinition<'_>) -> Option<String> {
        let own = outline.definition(one.id).filter(|own| own.is_minor)?;
        let mut path: Vec<NamePart> = outline.path(one.id).into_iter().cloned().collect();
        if let Some(last) = path.last_mut().filter(|last| last.name != one.name) {
            *last = NamePart { name: one.name.to_owned(), ..NamePart::default() };
        }
        let others = self.0.iter().filter(|(kind, _)| **kind != (true, own.capture));
        let mut others = others.flat_map(|(_, ids)| ids);
        let is_meant = others.any(|other| is_named_by_path(outline, *other, &path));
        is_meant.then(|| format!("@{}", own.capture))
    }
}

/// Returns the address of a definition among several that only an ordinal distinguishes.
fn address_of_uniform(outline: &Outline, id: ItemId) -> Option<String> {
    let manifest = outline.manifest();
    let all = outline.uniform(last_name(outline, id)?)?;
    let is_plain = outline.path(id).iter().all(|part| part.args.is_none() && part.own_args.is_none());
    // Declarations may form an overload set.
    let is_set = manifest.symbols.single_definition && outline.definition(id)?.is_declaration;
    let number = outline.place_among(all, id).filter(|_| is_plain && !is_set)? + 1;
    Some(format!("{}#{number}", spelled_path(outline, id, &HashSet::new())))
}

/// Returns the address of a definition among several that only parameters distinguish, if its parameters are unique.
fn address_of_overload(outline: &Outline, id: ItemId) -> Option<String> {
    let own = outline.definition(id).filter(|own| !own.is_minor)?;
    let signature = own.signature.as_ref()?.to_string();
    let is_plain = outline.path(id).iter().all(|part| part.args.is_none() && part.own_args.is_none());
    let name = last_name(outline, id)?;
    let is_alone = || outline.overloads_of(name, &squeeze(&signature)).len() == 1;
    (is_plain && is_alone()).then(|| format!("{}{signature}", spelled_path(outline, id, &HashSet::new())))
}

/// Returns the names (without arguments) that have definitions with arguments: for these, a plain name is not
/// sufficient.
fn specialised(outline: &Outline, ids: &[ItemId]) -> HashSet<String> {
    let manifest = outline.manifest();
    // If a plain name means the primary template, it is sufficient.
    let ids = if manifest.symbols.distinct_specialisations { &[] } else { ids };
    let has_args = |id: &&ItemId| outline.path(**id).iter().any(|part| part.args.is_some());
    ids.iter().filter(has_args).map(|id| plain_names(&outline.path(*id))).collect()
}

/// Returns ordinals for the definitions without arguments whose namesakes have some: a plain name would mean all of
/// them.
fn numbers_of_plain(
    outline: &Outline,
    ids: &[ItemId],
    specialised: &HashSet<String>,
) -> Vec<(ItemId, String)> {
    let mut alike: HashMap<String, Vec<ItemId>> = HashMap::new();
    for id in ids {
        let path = outline.path(*id);
        let names = plain_names(&path);
        if specialised.contains(&names) {
            let capture = outline.definition(*id).map_or("", |found| found.capture);
            let traits: Vec<Option<&str>> = path.iter().map(|part| part.of_trait.as_deref()).collect();
            alike.entry(format!("{capture} {names} {traits:?}")).or_default().push(*id);
        }
    }
    let has_none = |id: &ItemId| outline.path(*id).iter().all(|part| part.with_own_args().args.is_none());
    let several = alike.into_values().filter(|group| group.len() > 1);
    let numbered = several.flat_map(|group| group.into_iter().zip(1..));
    numbered.filter(|(id, _)| has_none(id)).map(|(id, number)| (id, format!("#{number}"))).collect()
}

fn plain_names(path: &[&NamePart]) -> String {
    path.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn last_name(outline: &Outline, id: ItemId) -> Option<&str> {
    outline.definition(id).and_then(|found| found.parts.last()).map(|part| part.name.as_str())
}

/// Returns the full name of a definition by one of its names.
fn spelled_by(outline: &Outline, one: SpelledDefinition<'_>, specialised: &HashSet<String>) -> String {
    let path = spelled_path(outline, one.id, specialised);
    let own = last_name(outline, one.id).filter(|own| *own != one.name);
    match own.and_then(|own| path.strip_suffix(own)) {
        Some(around) => format!("{around}{}", one.name),
        None => path,
    }
}

/// Returns the full name of a definition.
fn spelled_path(outline: &Outline, id: ItemId, specialised: &HashSet<String>) -> String {
    let manifest = outline.manifest();
    let words = manifest.symbols.trait_impl.as_ref();
    let path = outline.path(id);
    let with_args = specialised.contains(&plain_names(&path));
    let path: Vec<NamePart> =
        path.into_iter().map(|part| if with_args { part.with_own_args() } else { part.clone() }).collect();
    let block = words.filter(|_| outline.definition(id).is_some_and(|found| found.is_block));
    // A module can only precede a plain name, not `&Foo`.
    let is_plain = |last: &NamePart| last.plain().starts_with(is_word_char);
    if let (Some(words), Some((last, around))) = (block, path.split_last())
        && (around.is_empty() || is_plain(last))
    {
        let of_trait = last.of_trait.as_ref().map(|name| format!("{name} {} ", words.target));
        let parts = around.iter().map(|part| part.spelled(Some(words))).chain([last.plain()]);
        let name = parts.collect::<Vec<_>>().join(&manifest.separator);
        return format!("{} {}{name}", words.block, of_trait.unwrap_or_default());
    }
    let parts: Vec<String> = path.iter().map(|part| part.spelled(words)).collect();
    parts.join(&manifest.separator)
}

/// Returns the suffixes that distinguish the definitions of one name.
fn tell_apart(outline: &Outline, group: &[ItemId]) -> Vec<String> {
    let base = base_accessor(outline, group);
    let spelled = |id: &ItemId| {
        let definition = outline.definition(*id);
        let accessor = definition.and_then(|found| found.accessor.as_deref());
        let accessor = accessor.or_else(|| base.filter(|(base, _)| base == id).map(|(_, name)| name));
        let accessor = accessor.map(|name| format!("@{name}"));
        let signature = definition.and_then(|found| found.signature.as_ref()).map(ToString::to_string);
        accessor.or(signature).unwrap_or_default()
    };
    let labels: Vec<String> = group.iter().map(spelled).collect();
    let is_one_signature = labels.iter().all(|label| Some(label) == labels.first());
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    let declares = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_declaration);
    for (id, label) in group.iter().zip(&labels) {
        let count = counts.entry(label).or_default();
        count.0 += usize::from(!declares(id));
        count.1 += 1;
    }
    // The plain name means the whole set.
    let is_set = is_one_set(outline, group);
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut variants = Vec::with_capacity(group.len());
    let has_others = labels.iter().any(|label| !label.is_empty());
    let outside: HashSet<ItemId> = outside_of_calls(outline, group.to_vec()).into_iter().collect();
    for (place, (id, label)) in group.iter().zip(&labels).enumerate() {
        if has_others && label.is_empty() {
            // The plain name would also mean the accessors, or the definitions with parameters.
            variants.push(format!("#{}", place + 1));
            continue;
        }
        let number = seen.entry(label).or_default();
        *number += 1;
        let (defined, all) = counts.get(label.as_str()).copied().unwrap_or_default();
        let shown = if is_one_signature && !label.starts_with('@') { "" } else { label.as_str() };
        let is_plain = all == 1 || (defined == 1 && !declares(id) && !is_set && outside.contains(id));
        variants.push(if is_plain { shown.to_owned() } else { format!("{shown}#{number}") });
    }
    variants
}
