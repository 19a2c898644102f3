//! The data of an outline: items by index, definitions and modules by name.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::lang::{Language, Manifest, Role, SymbolRules};

use super::super::definition::Definition;
use super::super::name::squeeze;
use super::super::starts::Starts;
use super::item::{CurrentItem, FILE, Item, ItemId, OutlineScope};

/// The definitions with one name.
#[derive(Debug, Clone, Default)]
pub(super) struct Namesakes {
    pub(super) ids: Vec<ItemId>,
    /// Whether all are children of one container that only parameters or an ordinal distinguish.
    pub(super) is_parallel: bool,
    /// Whether only an ordinal distinguishes them.
    pub(super) is_uniform: bool,
    /// The definitions with parameters, by signature (see [`signature_key`]); computed on first use.
    pub(super) by_signature: OnceCell<HashMap<String, Vec<ItemId>>>,
}

/// The items of a file.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Outline {
    pub(super) language: &'static Language,
    pub(super) items: Vec<Option<Item>>,
    /// The current starts of the items, once an edit has moved some; until then the starts in the items are valid.
    pub(super) starts: Option<Starts>,
    /// Indexes of `items` that are free for reuse.
    free: Vec<ItemId>,
    pub(super) names: HashMap<String, Namesakes>,
    /// Whether all lists of namesakes are in file order.
    pub(super) is_sorted: bool,
    /// The modules by each part of their names; anonymous ones by the empty string.
    pub(super) modules: HashMap<String, Vec<ItemId>>,
    /// Whether any definition names the scope that it belongs to, as `Foo::bar` does outside of `Foo`, or is in a call
    /// whose result is assigned to a name.
    pub(super) has_qualified: bool,
    /// Whether the tree contains any error.
    pub(in crate::resolve::symbol) has_error: bool,
    /// Whether the root of the tree is an error node.
    pub(in crate::resolve::symbol) is_broken: bool,
    /// Whether containers are nested so deeply that the innermost were not walked.
    pub(in crate::resolve::symbol::outline) is_truncated: bool,
    /// The byte offsets of the errors, in file order.
    pub(in crate::resolve::symbol) errors: Vec<usize>,
    /// The macros that were removed from the text, in file order; `None` if the text was parsed unmodified.
    pub(in crate::resolve::symbol) macros: Option<Vec<Range<usize>>>,
    /// Whether the doubtful definitions were already determined when the text was read.
    pub(in crate::resolve::symbol) has_known_doubts: bool,
    /// Statements that were left out because of a syntax error.
    pub(in crate::resolve::symbol) unparsed: Vec<Range<usize>>,
    /// The removed macros that are alone on their lines.
    pub(in crate::resolve::symbol) standalone_macros: Vec<Range<usize>>,
    /// Lines that consist of a macro, in lower case, with their byte offsets: a macro may open a module.
    pub(in crate::resolve::symbol) macro_lines: Vec<(usize, String)>,
    /// Ranges in which items of one container overlap, in file order; computed on first use. No new overlaps are
    /// carried over.
    pub(super) overlaps: OnceCell<Vec<Range<usize>>>,
    /// Which items it contains.
    pub(in crate::resolve::symbol) scope: OutlineScope,
    /// The imports that were added or removed since the last query; one may have been both.
    changed_imports: Vec<ItemId>,
}

impl Outline {
    /// Creates an empty outline. `errors` are the byte offsets of the syntax errors in the tree.
    pub(in crate::resolve::symbol) fn empty(
        language: &'static Language,
        length: usize,
        errors: Vec<usize>,
        reach: OutlineScope,
    ) -> Self {
        Self {
            language,
            scope: reach,
            items: vec![Some(Item::container(0..length, FILE))],
            starts: None,
            free: Vec::new(),
            names: HashMap::new(),
            is_sorted: false,
            modules: HashMap::new(),
            has_qualified: false,
            has_error: !errors.is_empty(),
            is_broken: false,
            is_truncated: false,
            errors,
            macros: None,
            has_known_doubts: false,
            unparsed: Vec::new(),
            standalone_macros: Vec::new(),
            macro_lines: Vec::new(),
            overlaps: OnceCell::new(),
            changed_imports: Vec::new(),
        }
    }

    /// Returns the manifest of the language.
    pub(in crate::resolve::symbol) fn manifest(&self) -> &'static Manifest {
        self.language.manifest()
    }

    /// Returns the rules for the language's definitions.
    pub(in crate::resolve::symbol) fn rules(&self) -> &'static SymbolRules {
        &self.manifest().symbols
    }

    /// Adds an item after its siblings.
    pub(in crate::resolve::symbol) fn add(&mut self, item: Item) -> ItemId {
        let parent = item.parent;
        let id = self.store(item);
        if let Some(Some(parent)) = self.items.get_mut(parent) {
            parent.children.push(id);
        }
        id
    }

    /// Adds an item among its siblings, in file order.
    pub(in crate::resolve::symbol) fn insert(&mut self, item: Item) {
        let (parent, start) = (item.parent, item.range.start);
        let at = self.children(parent).partition_point(|child| self.item(*child).range.start < start);
        let id = self.store(item);
        if let Some(Some(parent)) = self.items.get_mut(parent) {
            parent.children.insert(at, id);
        }
    }

    /// Stores an item; its parent does not list it yet.
    pub(super) fn store(&mut self, item: Item) -> ItemId {
        let id = self.free.pop().unwrap_or(self.items.len());
        self.add_names(&item, id);
        for name in module_names(&item) {
            self.modules.entry(name.to_owned()).or_default().push(id);
        }
        if let Some(starts) = &mut self.starts {
            starts.add(id, item.range.start);
        }
        if self.is_sorted && item.role == Role::Import {
            self.changed_imports.push(id);
        }
        match self.items.get_mut(id) {
            Some(place) => *place = Some(item),
            None => self.items.push(Some(item)),
        }
        id
    }

    /// Sorts the namesakes after the items were added.
    pub(in crate::resolve::symbol) fn finish(&mut self) {
        let mut names = std::mem::take(&mut self.names);
        for all in names.values_mut() {
            all.ids.sort_by_key(|id| self.item(*id).range.start);
            let every = |test: fn(&Item, &Item) -> bool| {
                all.ids.windows(2).all(|two| test(self.stored(two[0]), self.stored(two[1])))
            };
            all.is_parallel = every(is_parallel);
            all.is_uniform = all.is_parallel && every(is_alike);
        }
        self.names = names;
        self.is_sorted = true;
    }

    fn add_names(&mut self, item: &Item, id: ItemId) {
        self.has_qualified |= item.definition.as_ref().is_some_and(|own| own.parts.len() > 1);
        self.has_qualified |= item.role == Role::Call && item.scope.is_some();
        let key = signature_key(item);
        for name in item.definition.iter().flat_map(|definition| definition.names()) {
            let known = self.names.get(name).filter(|_| self.is_sorted);
            let is_before = |one: &ItemId| self.item(*one).range.start < item.range.start;
            let at = known.map(|all| {
                let at = all.ids.partition_point(is_before);
                let other = all.ids.first().map(|other| self.stored(*other));
                let is_parallel = other.is_none_or(|other| all.is_parallel && self::is_parallel(other, item));
                (
                    at,
                    is_parallel,
                    is_parallel && other.is_none_or(|other| all.is_uniform && is_alike(other, item)),
                )
            });
            let of_signature = known.and_then(|all| all.by_signature.get()).zip(key.as_deref());
            let among =
                of_signature.map(|(all, key)| all.get(key).map_or(0, |ids| ids.partition_point(is_before)));
            let all = self.names.entry(name.to_owned()).or_default();
            let (at, is_parallel, is_uniform) =
                at.unwrap_or((all.ids.len(), all.ids.is_empty(), all.ids.is_empty()));
            all.ids.insert(at, id);
            all.is_parallel = is_parallel;
            all.is_uniform = is_uniform;
            if let (Some(among), Some(key), Some(by_signature)) = (among, &key, all.by_signature.get_mut()) {
                by_signature.entry(key.clone()).or_default().insert(among, id);
            }
        }
    }

    fn remove_names(&mut self, id: ItemId) {
        let Some(Some(item)) = self.items.get(id) else { return };
        let names: Vec<String> =
            item.definition.iter().flat_map(|definition| definition.names()).map(str::to_owned).collect();
        let key = signature_key(item);
        for name in names {
            let at = self.names.get(&name).and_then(|all| self.place_among(&all.ids, id));
            if let (Some(at), Some(all)) = (at, self.names.get_mut(&name)) {
                all.ids.remove(at);
                let alike =
                    all.by_signature.get_mut().zip(key.as_ref()).and_then(|(all, key)| all.get_mut(key));
                if let Some(alike) = alike {
                    alike.retain(|one| *one != id);
                }
            }
        }
    }

    /// Removes items with everything in them.
    pub(super) fn remove(&mut self, ids: Vec<ItemId>) {
        let mut pending = ids;
        while let Some(id) = pending.pop() {
            self.remove_names(id);
            let Some(item) = self.items.get_mut(id).and_then(Option::take) else { continue };
            if let Some(starts) = &mut self.starts {
                starts.remove(id);
            }
            if item.role == Role::Import {
                self.changed_imports.push(id);
            }
            for name in module_names(&item) {
                if let Some(ids) = self.modules.get_mut(name) {
                    ids.retain(|one| *one != id);
                }
            }
            pending.extend(item.children);
            self.free.push(id);
        }
    }

    /// Returns the item with this index.
    ///
    /// # Panics
    /// Never for an index that the outline itself contains: items are removed together with all references to them.
    pub(in crate::resolve::symbol) fn item(&self, id: ItemId) -> CurrentItem<'_> {
        let item = self.stored(id);
        // The start of the file is fixed, even if text is inserted before its first line.
        let start = self.starts.as_ref().filter(|_| id != FILE).map_or(item.range.start, |all| all.of(id));
        let by = start.wrapping_sub(item.range.start);
        let moved = |range: &Range<usize>| range.start.wrapping_add(by)..range.end.wrapping_add(by);
        CurrentItem { item, range: moved(&item.range), inside: item.inside.as_ref().map(moved) }
    }

    /// Returns the children of an item, in file order.
    pub(in crate::resolve::symbol) fn children(&self, id: ItemId) -> &[ItemId] {
        &self.stored(id).children
    }

    /// Returns whether an item, which may no longer exist, has this role and is a child of the container.
    pub(in crate::resolve::symbol) fn is_child(&self, id: ItemId, container: ItemId, role: Role) -> bool {
        let item = self.items.get(id).and_then(Option::as_ref);
        item.is_some_and(|item| item.role == role && item.parent == container)
    }

    /// Returns and clears the imports that were added or removed since the last call.
    pub(in crate::resolve::symbol) fn take_touched_imports(&mut self) -> Vec<ItemId> {
        std::mem::take(&mut self.changed_imports)
    }

    pub(super) fn stored(&self, id: ItemId) -> &Item {
        self.items.get(id).and_then(Option::as_ref).expect("items go together with what points at them")
    }

    /// Returns the item with this index for changes; only valid before the first edit.
    pub(in crate::resolve::symbol::outline) fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items.get_mut(id).and_then(Option::as_mut)
    }

    /// Returns the indexes of all items.
    pub(in crate::resolve::symbol) fn ids(&self) -> Vec<ItemId> {
        let all = self.items.iter().enumerate();
        all.filter(|(_, item)| item.is_some()).map(|(id, _)| id).collect()
    }

    /// Returns every definition, in file order.
    pub(in crate::resolve::symbol) fn definitions(&self) -> Vec<(ItemId, &Definition)> {
        let all = self.items.iter().enumerate();
        let mut found: Vec<_> =
            all.filter_map(|(id, item)| Some((id, item.as_ref()?.definition.as_deref()?))).collect();
        found.sort_by_key(|(id, _)| self.item(*id).range.start);
        found
    }

    /// Returns every item with a role, in index order.
    pub(in crate::resolve::symbol) fn of_role(&self, role: Role) -> impl Iterator<Item = CurrentItem<'_>> {
        self.all(move |item| item.role == role)
    }

    /// Returns the items that satisfy a test.
    pub(super) fn all(&self, test: impl Fn(&Item) -> bool) -> impl Iterator<Item = CurrentItem<'_>> {
        let all = self.items.iter().enumerate();
        let found = all.filter(move |(_, item)| item.as_ref().is_some_and(&test));
        found.map(|(id, _)| self.item(id))
    }

    /// Returns the definition of an item.
    pub(in crate::resolve::symbol) fn definition(&self, id: ItemId) -> Option<&Definition> {
        self.stored(id).definition.as_deref()
    }
}

/// Returns whether two parallel definitions have the same parameters too, so that only their places distinguish them.
fn is_alike(first: &Item, second: &Item) -> bool {
    let (Some(own), Some(other)) = (&first.definition, &second.definition) else { return false };
    own.signature == other.signature && own.is_declaration == other.is_declaration
}

/// Returns whether two definitions are in one container and differ only in place, parameters, or the presence of a
/// body.
fn is_parallel(first: &Item, second: &Item) -> bool {
    let (Some(own), Some(other)) = (&first.definition, &second.definition) else { return false };
    first.parent == second.parent
        && own.parts == other.parts
        && own.parts.iter().all(|part| part.args.is_none() && part.own_args.is_none())
        && own.capture == other.capture
        && own.is_minor == other.is_minor
        && own.is_block == other.is_block
        && [own, other].iter().all(|one| one.accessor.is_none() && one.aliases.is_empty())
}

/// Returns the parameters of a definition as addresses spell them, without blanks.
pub(super) fn signature_key(item: &Item) -> Option<String> {
    Some(squeeze(&item.definition.as_ref()?.signature.as_ref()?.to_string()))
}

/// Returns the parts of a module's name, an empty string for an anonymous module, and nothing for other items.
fn module_names(item: &Item) -> Vec<&str> {
    if item.role != Role::Module {
        return Vec::new();
    }
    let parts = item.scope.as_deref().map_or(&[][..], |scope| &scope.parts);
    if parts.is_empty() { vec![""] } else { parts.iter().map(|part| part.name.as_str()).collect() }
}
