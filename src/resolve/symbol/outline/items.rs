//! The outline of a file: what stands in it, in its classes and in its modules, with byte ranges.
//!
//! Built from one parse (see `build`); the tree is then dropped. Edits patch it (see `keep`): what stands behind one moves
//! without being touched (see `starts`).

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::{Deref, Range};

use crate::lang::{Language, Manifest, Role, SymbolRules};
use crate::text::EditSet;
use crate::text::normal::has;

use super::definition::{Definition, OptionalScope};
use super::name::{NamePart, squeeze};
use super::starts::Starts;

/// The index of an item in its outline.
pub(in crate::resolve::symbol) type ItemId = usize;

/// The item that stands for the whole file.
pub(in crate::resolve::symbol) const FILE: ItemId = 0;

/// A child of a container: a definition, a scope, a comment or any other statement.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Item {
    /// Its bytes, comments at its end left out; see [`Placed`].
    range: Range<usize>,
    /// The container that it stands in.
    pub(in crate::resolve::symbol) parent: ItemId,
    /// What stands in it, in file order.
    pub(in crate::resolve::symbol) children: Vec<ItemId>,
    /// The bytes between the brackets, or the block, that its children stand in.
    inside: Option<Range<usize>>,
    /// What it is.
    pub(in crate::resolve::symbol) role: Role,
    /// What it defines.
    pub(in crate::resolve::symbol) definition: Option<Box<Definition>>,
    /// The scope that it opens without defining anything that operations replace.
    pub(in crate::resolve::symbol) scope: Option<Box<OptionalScope>>,
    /// Whether it holds, or is, a node that a syntax error left.
    pub(in crate::resolve::symbol) has_error: bool,
    /// Whether the reading that it comes from leaves its extent uncertain.
    pub(in crate::resolve::symbol) is_doubtful: bool,
    /// Whether it begins and ends in different branches of conditional text, and is doubtful whatever stands around it.
    pub(in crate::resolve::symbol) is_parted: bool,
}

/// What an outline knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::resolve::symbol) enum Reach {
    /// Definitions alone.
    #[default]
    Definitions,
    /// Whatever has a name.
    Names,
}

/// An item with the places that it has now.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Placed<'o> {
    item: &'o Item,
    /// Its bytes, comments at its end left out.
    pub(in crate::resolve::symbol) range: Range<usize>,
    /// The bytes between the brackets, or the block, that its children stand in.
    pub(in crate::resolve::symbol) inside: Option<Range<usize>>,
}

impl Deref for Placed<'_> {
    type Target = Item;

    fn deref(&self) -> &Item {
        self.item
    }
}

/// The definitions of one name.
#[derive(Debug, Clone, Default)]
struct Namesakes {
    ids: Vec<ItemId>,
    /// Whether all are children of one container that nothing but parameters or a number tell apart.
    is_parallel: bool,
    /// Whether nothing but a number tells them apart.
    is_uniform: bool,
    /// Those that have parameters, by these (see [`signature_key`]), once somebody asked.
    by_signature: OnceCell<HashMap<String, Vec<ItemId>>>,
}

/// What stands in a file.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Outline {
    language: &'static Language,
    items: Vec<Option<Item>>,
    /// Where the items begin, once an edit moved some; until then as they say themselves.
    starts: Option<Starts>,
    /// Indexes of `items` that are free again.
    free: Vec<ItemId>,
    names: HashMap<String, Namesakes>,
    /// Whether all namesakes are in file order.
    is_sorted: bool,
    /// The modules by each part of their names; those without a name by none.
    modules: HashMap<String, Vec<ItemId>>,
    /// Whether some definition names what it belongs to itself, as `Foo::bar` does outside of `Foo`.
    has_qualified: bool,
    /// Whether the tree holds any error.
    pub(in crate::resolve::symbol) has_error: bool,
    /// Whether the tree has no root but an error.
    pub(in crate::resolve::symbol) is_broken: bool,
    /// Whether containers lie so deep in each other that the innermost were not walked.
    pub(super) is_cut_off: bool,
    /// Where they begin, in file order.
    pub(in crate::resolve::symbol) errors: Vec<usize>,
    /// The macros that were taken out of the text, in file order; absent where the parser saw the text itself.
    pub(in crate::resolve::symbol) macros: Option<Vec<Range<usize>>>,
    /// Whether it was settled when it was read which definitions are doubtful.
    pub(in crate::resolve::symbol) is_settled: bool,
    /// Statements with a syntax error that were left out.
    pub(in crate::resolve::symbol) skipped: Vec<Range<usize>>,
    /// Those of the macros that stand alone.
    pub(in crate::resolve::symbol) alone: Vec<Range<usize>>,
    /// Lines, in lower case, that are nothing but a macro, by where that begins: one may open a module.
    pub(in crate::resolve::symbol) macro_lines: Vec<(usize, String)>,
    /// Where items of one container share text, in file order, once somebody asked: nothing new is carried over that does.
    overlaps: OnceCell<Vec<Range<usize>>>,
    /// What it knows.
    pub(in crate::resolve::symbol) reach: Reach,
    /// The imports that came or went since somebody asked; some may have done both.
    touched_imports: Vec<ItemId>,
}

impl Outline {
    /// An outline of nothing. `errors` are the places of the syntax errors in the tree that it is for.
    pub(in crate::resolve::symbol) fn empty(
        language: &'static Language,
        length: usize,
        errors: Vec<usize>,
        reach: Reach,
    ) -> Self {
        Self {
            language,
            reach,
            items: vec![Some(Item::container(0..length, FILE))],
            starts: None,
            free: Vec::new(),
            names: HashMap::new(),
            is_sorted: false,
            modules: HashMap::new(),
            has_qualified: false,
            has_error: !errors.is_empty(),
            is_broken: false,
            is_cut_off: false,
            errors,
            macros: None,
            is_settled: false,
            skipped: Vec::new(),
            alone: Vec::new(),
            macro_lines: Vec::new(),
            overlaps: OnceCell::new(),
            touched_imports: Vec::new(),
        }
    }

    /// What is said of the language.
    pub(in crate::resolve::symbol) fn manifest(&self) -> &'static Manifest {
        self.language.manifest()
    }

    /// What is said of the language's definitions.
    pub(in crate::resolve::symbol) fn rules(&self) -> &'static SymbolRules {
        &self.manifest().symbols
    }

    /// Adds an item behind its siblings.
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

    /// The child of a container in whose inside a range lies.
    pub(super) fn child_over(&self, container: ItemId, range: &Range<usize>) -> Option<ItemId> {
        let children = self.children(container);
        let behind = children.partition_point(|child| self.item(*child).range.start <= range.start);
        let child = *children[..behind].last()?;
        let inside = self.item(child).inside?;
        (inside.start <= range.start && range.end <= inside.end).then_some(child)
    }

    /// Adds an item that no other one points at yet.
    fn store(&mut self, item: Item) -> ItemId {
        let id = self.free.pop().unwrap_or(self.items.len());
        self.add_names(&item, id);
        for name in module_names(&item) {
            self.modules.entry(name.to_owned()).or_default().push(id);
        }
        if let Some(starts) = &mut self.starts {
            starts.add(id, item.range.start);
        }
        if self.is_sorted && item.role == Role::Import {
            self.touched_imports.push(id);
        }
        match self.items.get_mut(id) {
            Some(place) => *place = Some(item),
            None => self.items.push(Some(item)),
        }
        id
    }

    /// Brings what was added into order.
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

    /// Takes items out, with all that stands in them.
    fn remove(&mut self, ids: Vec<ItemId>) {
        let mut pending = ids;
        while let Some(id) = pending.pop() {
            self.remove_names(id);
            let Some(item) = self.items.get_mut(id).and_then(Option::take) else { continue };
            if let Some(starts) = &mut self.starts {
                starts.remove(id);
            }
            if item.role == Role::Import {
                self.touched_imports.push(id);
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

    /// Puts `new`, children of a container of another outline, in the place of some children of a container here.
    ///
    /// `bytes` are the text that gave way to one of `length` bytes, which begins at `from` in the other outline's text.
    /// All that stands behind moves.
    #[expect(clippy::too_many_arguments, reason = "two outlines, a place in each")]
    pub(super) fn replace_children(
        &mut self,
        container: ItemId,
        places: Range<usize>,
        bytes: &Range<usize>,
        length: usize,
        other: &Self,
        new: &[ItemId],
        from: usize,
    ) {
        let old: Vec<ItemId> = self.children(container)[places.clone()].to_vec();
        self.remove(old);
        self.shift(container, bytes.end, length as isize - bytes.len() as isize);
        let offset = bytes.start as isize - from as isize;
        let mut copied = Vec::with_capacity(new.len());
        for id in new {
            copied.push(self.copy(other, *id, container, offset));
        }
        if let Some(Some(item)) = self.items.get_mut(container) {
            item.children.splice(places, copied);
        }
    }

    /// Lets an item grow by what edits bring into it, of which it shows nothing.
    pub(in crate::resolve::symbol) fn grow(&mut self, id: ItemId, edits: &EditSet) {
        // Backwards, so that the places of those still to come stay true.
        for edit in edits.iter().rev() {
            self.shift(id, edit.range.end, edit.text.len() as isize - edit.range.len() as isize);
        }
    }

    /// Makes room in a container: all that begins at `from` or behind it moves, and what stands around it grows.
    fn shift(&mut self, container: ItemId, from: usize, by: isize) {
        let items = &self.items;
        let begun = || {
            let all = items.iter().enumerate().skip(1);
            Starts::new(all.filter_map(|(id, item)| Some((item.as_ref()?.range.start, id))).collect())
        };
        let starts = self.starts.get_or_insert_with(begun);
        starts.shift(from, by);
        let mut at = Some(container);
        while let Some(id) = at {
            if let Some(Some(item)) = self.items.get_mut(id) {
                let inside = item.inside.as_mut().map(|inside| &mut inside.end);
                for end in std::iter::once(&mut item.range.end).chain(inside) {
                    *end = end.saturating_add_signed(by);
                }
                at = (id != FILE).then_some(item.parent);
            }
        }
    }

    /// Whether any macro was taken out.
    pub(super) fn has_macros(&self) -> bool {
        !self.alone.is_empty() || self.macros.as_ref().is_some_and(|macros| !macros.is_empty())
    }

    /// Whether a macro that was taken out touches a range, or has its end in it.
    pub(super) fn has_macro_at(&self, range: Range<usize>) -> bool {
        [self.macros.as_deref().unwrap_or_default(), &self.alone].into_iter().any(|all| {
            let behind = all.partition_point(|one| one.start < range.end);
            // They do not lie in each other.
            all[..behind].last().is_some_and(|last| last.end > range.start)
        })
    }

    /// Puts the macros of another outline, as far as they begin in its text from `from` on, in the place of those in a
    /// text that gave way to one of `length` bytes.
    pub(super) fn replace_macros(&mut self, bytes: &Range<usize>, length: usize, other: &Self, from: usize) {
        let now = |byte: usize| byte - bytes.len() + length;
        let here = |byte: usize| byte - from + bytes.start;
        let replace = |all: &mut Vec<Range<usize>>, new: &[Range<usize>]| {
            let first = all.partition_point(|one| one.start < bytes.start);
            let behind = all.partition_point(|one| one.start < bytes.end).max(first);
            all[behind..].iter_mut().for_each(|one| *one = now(one.start)..now(one.end));
            let new = new.iter().filter(|one| one.start >= from).map(|one| here(one.start)..here(one.end));
            all.splice(first..behind, new);
        };
        if let (Some(macros), Some(new)) = (&mut self.macros, &other.macros) {
            replace(macros, new);
            replace(&mut self.alone, &other.alone);
            let lines = &mut self.macro_lines;
            let first = lines.partition_point(|(start, _)| *start < bytes.start);
            let behind = lines.partition_point(|(start, _)| *start < bytes.end).max(first);
            lines[behind..].iter_mut().for_each(|(start, _)| *start = now(*start));
            let new = other.macro_lines.iter().filter(|(start, _)| *start >= from);
            lines.splice(first..behind, new.map(|(start, line)| (here(*start), line.clone())));
        }
    }

    /// Copies an item of another outline with all that stands in it.
    pub(super) fn copy(&mut self, other: &Self, top: ItemId, parent: ItemId, offset: isize) -> ItemId {
        let moved = |range: &Range<usize>| {
            range.start.saturating_add_signed(offset)..range.end.saturating_add_signed(offset)
        };
        let mut root = None;
        let mut pending = vec![(top, parent)];
        while let Some((id, parent)) = pending.pop() {
            let found = other.item(id);
            let (range, inside) = (moved(&found.range), found.inside.as_ref().map(moved));
            let mut item = Item { parent, range, inside, ..found.item.clone() };
            let children = std::mem::take(&mut item.children);
            let new = self.store(item);
            // The children come off the stack in file order.
            pending.extend(children.into_iter().rev().map(|child| (child, new)));
            if root.is_none() {
                root = Some(new);
            } else if let Some(Some(parent)) = self.items.get_mut(parent) {
                parent.children.push(new);
            }
        }
        root.unwrap_or(parent)
    }

    /// Copies an item of another outline without what stands in it; no other item points at it yet.
    pub(super) fn copy_alone(&mut self, item: &Placed<'_>, parent: ItemId) -> ItemId {
        let (range, inside) = (item.range.clone(), item.inside.clone());
        self.store(Item { parent, range, inside, children: Vec::new(), ..item.item.clone() })
    }

    /// Gives a container whose end is that of its last child, and all around it, the ends that they have now.
    pub(super) fn settle_ends(&mut self, container: ItemId) {
        let mut at = container;
        while at != FILE {
            let own = self.item(at);
            let last =
                own.children.iter().rev().map(|id| self.item(*id)).find(|child| child.role != Role::Comment);
            let Some(end) = last.map(|child| child.range.end) else { return };
            let by = end as isize - own.range.end as isize;
            let Some(Some(item)) = self.items.get_mut(at) else { return };
            item.range.end = item.range.end.saturating_add_signed(by);
            if let Some(inside) = &mut item.inside {
                inside.end = item.range.end;
            }
            at = item.parent;
        }
    }

    /// Notes the errors of the text itself, where it was read in another way.
    pub(super) fn note_errors(&mut self, errors: &[Range<usize>]) {
        self.has_error = !errors.is_empty();
        self.errors = errors.iter().map(|error| error.start).collect();
    }

    /// Moves the errors and overlaps that begin at `from` or behind it.
    pub(super) fn move_marks(&mut self, from: usize, by: isize) {
        let behind = self.errors.partition_point(|error| *error < from);
        for error in &mut self.errors[behind..] {
            *error = error.saturating_add_signed(by);
        }
        for overlap in self.overlaps.get_mut().into_iter().flatten().filter(|overlap| overlap.start >= from) {
            *overlap = overlap.start.saturating_add_signed(by)..overlap.end.saturating_add_signed(by);
        }
    }

    /// The first syntax error in a range; its start, should there be none.
    pub(in crate::resolve::symbol) fn first_error(&self, range: &Range<usize>) -> usize {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).copied().filter(|error| *error <= range.end).unwrap_or(range.start)
    }

    /// Whether a syntax error begins in a range.
    pub(super) fn has_error_in(&self, range: Range<usize>) -> bool {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).is_some_and(|error| *error < range.end)
    }

    /// Whether a range lies where it does not look: in the body of a function, or in what it shows without any part.
    pub(super) fn leaves_out(&self, range: &Range<usize>) -> bool {
        let mut at = FILE;
        loop {
            let children = self.children(at);
            let behind = children.partition_point(|child| self.item(*child).range.start <= range.start);
            let Some(child) = children[..behind].last() else { return false };
            let item = self.item(*child);
            let holds = |outer: &Range<usize>| outer.start <= range.start && range.end <= outer.end;
            if !holds(&item.range) {
                return false;
            }
            if item.inside.is_some() {
                at = *child;
                continue;
            }
            return match &item.definition {
                Some(definition) => {
                    let from = item.range.start;
                    let body = definition.frame.body.as_ref();
                    body.is_some_and(|body| holds(&(from + body.start..from + body.end)))
                }
                None => item.role != Role::Import && item.role != Role::Comment,
            };
        }
    }

    /// The item of this index.
    ///
    /// # Panics
    /// Never for an index that the outline itself holds: items are taken out together with all that points at them.
    pub(in crate::resolve::symbol) fn item(&self, id: ItemId) -> Placed<'_> {
        let item = self.stored(id);
        // The file begins where it began, whatever is put before its first line.
        let start = self.starts.as_ref().filter(|_| id != FILE).map_or(item.range.start, |all| all.of(id));
        let by = start.wrapping_sub(item.range.start);
        let moved = |range: &Range<usize>| range.start.wrapping_add(by)..range.end.wrapping_add(by);
        Placed { item, range: moved(&item.range), inside: item.inside.as_ref().map(moved) }
    }

    /// The place of an item among some in file order.
    pub(in crate::resolve::symbol) fn place_among(&self, ids: &[ItemId], id: ItemId) -> Option<usize> {
        let start = self.item(id).range.start;
        let at = ids.partition_point(|one| self.item(*one).range.start < start);
        ids[at..].iter().position(|one| *one == id).map(|offset| at + offset)
    }

    /// What stands in an item, in file order.
    pub(in crate::resolve::symbol) fn children(&self, id: ItemId) -> &[ItemId] {
        &self.stored(id).children
    }

    /// Whether an item that may be no more is one of this role in a container.
    pub(in crate::resolve::symbol) fn is_child(&self, id: ItemId, container: ItemId, role: Role) -> bool {
        let item = self.items.get(id).and_then(Option::as_ref);
        item.is_some_and(|item| item.role == role && item.parent == container)
    }

    /// The imports that came or went since this was last asked.
    pub(in crate::resolve::symbol) fn take_touched_imports(&mut self) -> Vec<ItemId> {
        std::mem::take(&mut self.touched_imports)
    }

    fn stored(&self, id: ItemId) -> &Item {
        self.items.get(id).and_then(Option::as_ref).expect("items go together with what points at them")
    }

    /// The item of this index, to be changed before the first edit.
    pub(super) fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items.get_mut(id).and_then(Option::as_mut)
    }

    /// The indexes of all items.
    pub(in crate::resolve::symbol) fn ids(&self) -> Vec<ItemId> {
        let all = self.items.iter().enumerate();
        all.filter(|(_, item)| item.is_some()).map(|(id, _)| id).collect()
    }

    /// The first text in a range that items of one container share, from the first byte of these items to the last.
    pub(in crate::resolve::symbol) fn overlap_in(&self, range: &Range<usize>) -> Option<&Range<usize>> {
        let overlaps = self.overlaps.get_or_init(|| self.find_overlaps());
        let behind = overlaps.partition_point(|overlap| overlap.end <= range.start);
        overlaps.get(behind).filter(|overlap| overlap.start < range.end.max(range.start + 1))
    }

    /// The text that items share with others of their container, from the first byte of these items to the last, in file
    /// order.
    fn find_overlaps(&self) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for id in self.ids() {
            let mut last: Option<Range<usize>> = None;
            for child in self.children(id) {
                let range = self.item(*child).range.clone();
                match &mut last {
                    Some(last) if range.start < last.end => {
                        last.end = last.end.max(range.end);
                        found.push(last.clone());
                    }
                    _ => last = Some(range),
                }
            }
        }
        found.sort_by_key(|range| range.start);
        found.dedup_by(|next, last| {
            let shares = next.start < last.end;
            if shares {
                last.end = last.end.max(next.end);
            }
            shares
        });
        found
    }

    /// The definitions whose name ends in `name`, in file order.
    pub(in crate::resolve::symbol) fn named(&self, name: &str) -> &[ItemId] {
        debug_assert!(self.is_sorted, "it was finished");
        self.names.get(name).map_or(&[], |all| &all.ids)
    }

    /// The same, as far as they can have the full name that a child of a container has: where nothing else has the name of
    /// the container, and no definition can stand outside of what it belongs to, that is what lies in it.
    pub(in crate::resolve::symbol) fn named_within(&self, name: &str, container: ItemId) -> &[ItemId] {
        let all = self.named(name);
        let own = self.definition(container).and_then(|found| found.parts.last());
        let is_only_one =
            own.is_some_and(|own| self.named(&own.name) == [container] && !self.has_module(&own.name));
        // What an object has whose type has no name does not stand in its name.
        if !is_only_one || self.has_qualified || self.item(container).inside.is_none() {
            return all;
        }
        let range = &self.item(container).range;
        let from = all.partition_point(|id| self.item(*id).range.start < range.start);
        let to = all.partition_point(|id| self.item(*id).range.start < range.end);
        &all[from..to]
    }

    /// The same, if they are several children of one container that nothing but a number tells apart.
    pub(in crate::resolve::symbol) fn uniform(&self, name: &str) -> Option<&[ItemId]> {
        self.names.get(name).filter(|all| all.is_uniform && all.ids.len() > 1).map(|all| all.ids.as_slice())
    }

    /// Whether the definitions of a name are children of one container that only parameters or a number tell apart: none
    /// of them lies in another one.
    pub(in crate::resolve::symbol) fn is_parallel(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|all| all.is_parallel)
    }

    /// Of several definitions of a name that are children of one container and that only parameters or a number tell apart,
    /// those with these parameters, blanks left out.
    pub(in crate::resolve::symbol) fn overloads_of(&self, name: &str, parameters: &str) -> &[ItemId] {
        let Some(all) = self.names.get(name).filter(|all| all.is_parallel && all.ids.len() > 1) else {
            return &[];
        };
        let by_signature = all.by_signature.get_or_init(|| {
            let mut found: HashMap<String, Vec<ItemId>> = HashMap::new();
            for id in &all.ids {
                if let Some(key) = signature_key(self.stored(*id)) {
                    found.entry(key).or_default().push(*id);
                }
            }
            found
        });
        by_signature.get(parameters).map_or(&[], Vec::as_slice)
    }

    /// Every definition, in file order.
    pub(in crate::resolve::symbol) fn definitions(&self) -> Vec<(ItemId, &Definition)> {
        let all = self.items.iter().enumerate();
        let mut found: Vec<_> =
            all.filter_map(|(id, item)| Some((id, item.as_ref()?.definition.as_deref()?))).collect();
        found.sort_by_key(|(id, _)| self.item(*id).range.start);
        found
    }

    /// Whether a module has this name, or one part of its name.
    pub(in crate::resolve::symbol) fn has_module(&self, name: &str) -> bool {
        !self.modules_of(name).is_empty()
    }

    /// The modules that have a name, or have it as one part of theirs; those without a name where it is empty.
    pub(in crate::resolve::symbol) fn modules_of(&self, name: &str) -> &[ItemId] {
        self.modules.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a macro that stands alone may open a module of this name: `FMT_BEGIN_NAMESPACE` opens `fmt`.
    pub(in crate::resolve::symbol) fn is_opened_by_macro(&self, module: &str) -> bool {
        let module = module.to_lowercase();
        self.macro_lines.iter().any(|(_, line)| line.split('_').any(|word| word == module))
    }

    /// Every item of a role, in file order.
    pub(in crate::resolve::symbol) fn of_role(&self, role: Role) -> impl Iterator<Item = Placed<'_>> {
        self.all(move |item| item.role == role)
    }

    /// The items that pass a test.
    fn all(&self, test: impl Fn(&Item) -> bool) -> impl Iterator<Item = Placed<'_>> {
        let all = self.items.iter().enumerate();
        let found = all.filter(move |(_, item)| item.as_ref().is_some_and(&test));
        found.map(|(id, _)| self.item(id))
    }

    /// The items that a syntax error left without definitions in them, and that are no whole functions.
    pub(in crate::resolve::symbol) fn unclear(&self) -> impl Iterator<Item = Placed<'_>> {
        self.all(|item| {
            let is_function = item.definition.is_some() && !item.is_doubtful;
            item.role == Role::Broken || (item.has_error && item.children.is_empty() && !is_function)
        })
    }

    /// The definition that an item holds.
    pub(in crate::resolve::symbol) fn definition(&self, id: ItemId) -> Option<&Definition> {
        self.stored(id).definition.as_deref()
    }

    /// The names that a scope gives to what stands in it.
    pub(in crate::resolve::symbol) fn scope_parts(&self, id: ItemId) -> &[NamePart] {
        self.stored(id).scope.as_deref().map_or(&[], |scope| &scope.parts)
    }

    /// The full name of a definition: the scopes that it stands in, and its own parts.
    pub(in crate::resolve::symbol) fn path(&self, id: ItemId) -> Vec<&NamePart> {
        let mut parts: Vec<&NamePart> = self.path_upwards(id).collect();
        parts.reverse();
        parts
    }

    /// The same, innermost first, for whoever may stop early: a name can have thousands of definitions.
    pub(in crate::resolve::symbol) fn path_upwards(&self, id: ItemId) -> impl Iterator<Item = &NamePart> {
        let item = |id: ItemId| (id != FILE).then(|| self.stored(id));
        std::iter::successors(item(id), move |below| item(below.parent)).flat_map(|item| {
            let own = item.definition.as_ref().map(|definition| &definition.parts);
            let parts = own.or_else(|| item.scope.as_ref().map(|scope| &scope.parts));
            parts.into_iter().flatten().rev()
        })
    }

    /// The definition around an item, scopes without one passed over.
    pub(in crate::resolve::symbol) fn enclosing_definition(&self, id: ItemId) -> Option<ItemId> {
        let mut at = id;
        while at != FILE {
            at = self.stored(at).parent;
            let item = self.stored(at);
            if item.definition.is_some() && item.role != Role::Module {
                return Some(at);
            }
        }
        None
    }

    /// Whether an item stands in a call, or in a block with a scope of its own.
    pub(in crate::resolve::symbol) fn is_in_call(&self, id: ItemId) -> bool {
        let parent = |at: &ItemId| (*at != FILE).then(|| self.stored(*at).parent);
        std::iter::successors(parent(&id), parent).any(|at| self.is_call(at))
    }

    /// Whether an item is such a call or block.
    pub(in crate::resolve::symbol) fn is_call(&self, id: ItemId) -> bool {
        matches!(self.stored(id).role, Role::Call | Role::Block)
    }

    /// Whether an item stands in the body of a function that shows what it holds.
    pub(super) fn is_in_function(&self, id: ItemId) -> bool {
        let parent = |at: &ItemId| (*at != FILE).then(|| self.stored(*at).parent);
        let mut around = std::iter::successors(parent(&id), parent);
        around.any(|at| self.definition(at).is_some_and(|own| own.is_function_around))
    }

    /// Whether an item holds members, and not the body of a function.
    pub(in crate::resolve::symbol) fn is_container(&self, id: ItemId) -> bool {
        self.definition(id).is_some_and(|found| !found.is_function_around)
    }

    /// The class or its like whose members a container holds.
    pub(in crate::resolve::symbol) fn class_of_members(&self, container: ItemId) -> Option<ItemId> {
        let own = self.definition(container).map(|_| container);
        let class = own.or_else(|| self.enclosing_definition(container))?;
        let capture = self.definition(class)?.capture;
        has(&self.rules().containers, capture).then_some(class)
    }

    /// The outermost node that stands for a definition alone: with its decorators, its head and its statement.
    pub(in crate::resolve::symbol) fn outermost(&self, id: ItemId) -> ItemId {
        let mut at = id;
        loop {
            let parent = self.stored(at).parent;
            match self.stored(parent).role {
                Role::Head | Role::Wrapper | Role::Typedef if parent != FILE => at = parent,
                _ => return at,
            }
        }
    }

    /// The siblings of an item, and its place among them.
    pub(in crate::resolve::symbol) fn siblings(&self, id: ItemId) -> (&[ItemId], usize) {
        let siblings = &self.stored(self.stored(id).parent).children;
        let start = self.item(id).range.start;
        let at = siblings.partition_point(|sibling| self.item(*sibling).range.start < start);
        // Of several that begin at one byte (a missing token has no width) the item itself is meant.
        let at = siblings[at..].iter().position(|sibling| *sibling == id).map_or(at, |offset| at + offset);
        (siblings, at)
    }
}

/// Whether nothing but their places tells two of one container apart that may differ in parameters.
fn is_alike(first: &Item, second: &Item) -> bool {
    let (Some(own), Some(other)) = (&first.definition, &second.definition) else { return false };
    own.signature == other.signature && own.is_declaration == other.is_declaration
}

/// Whether two definitions stand in one container, and nothing but places and parameters, or the want of a body, tells
/// them apart.
fn is_parallel(first: &Item, second: &Item) -> bool {
    let (Some(own), Some(other)) = (&first.definition, &second.definition) else { return false };
    first.parent == second.parent
        && own.parts == other.parts
        && own.parts.iter().all(|part| part.args.is_none() && part.own_args.is_none())
        && own.capture == other.capture
        && own.is_small == other.is_small
        && own.is_block == other.is_block
        && [own, other].iter().all(|one| one.accessor.is_none() && one.aliases.is_empty())
}

/// The parameters of a definition as addresses spell them, blanks left out.
fn signature_key(item: &Item) -> Option<String> {
    Some(squeeze(&item.definition.as_ref()?.signature.as_ref()?.to_string()))
}

/// The parts of the name of a module, an empty one where it has none; nothing for what is no module.
fn module_names(item: &Item) -> Vec<&str> {
    if item.role != Role::Module {
        return Vec::new();
    }
    let parts = item.scope.as_deref().map_or(&[][..], |scope| &scope.parts);
    if parts.is_empty() { vec![""] } else { parts.iter().map(|part| part.name.as_str()).collect() }
}

impl Item {
    /// Moves its start before the first edit.
    pub(super) const fn begin_at(&mut self, start: usize) {
        self.range.start = start;
    }

    /// Takes the word before a block in, by which the block is a module.
    pub(super) fn begin_with_word(&mut self, text: &str) {
        let name = self.scope.iter().flat_map(|scope| &scope.parts).next_back();
        let Some(start) = name.and_then(|part| text[..self.range.start].rfind(&part.name)) else { return };
        let by = self.range.start - start;
        self.range.start = start;
        if let Some(definition) = &mut self.definition {
            definition.heading += by;
            definition.frame.shift(by);
        }
    }

    /// Moves its end before the blanks at it.
    pub(in crate::resolve::symbol) fn trim_end(&mut self, text: &str) {
        self.range.end = self.range.start + text[self.range.clone()].trim_end().len();
    }

    /// Says what its children stand in.
    pub(in crate::resolve::symbol) fn holds(&mut self, inside: Option<Range<usize>>) {
        self.inside = inside;
    }

    pub(in crate::resolve::symbol) const fn container(range: Range<usize>, parent: ItemId) -> Self {
        Self {
            range,
            parent,
            children: Vec::new(),
            inside: None,
            role: Role::Other,
            definition: None,
            scope: None,
            has_error: false,
            is_doubtful: false,
            is_parted: false,
        }
    }
}
