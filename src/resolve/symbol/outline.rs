//! The outline of a file: what stands in it, in its classes and in its modules, with byte ranges.
//!
//! Built from one parse (see `build`); the tree is then dropped.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::lang::Role;

use super::definition::{Definition, Scope};
use super::name::Part;

/// The index of an item in its outline.
pub(super) type ItemId = usize;

/// The item that stands for the whole file.
pub(super) const FILE: ItemId = 0;

/// A child of a container: a definition, a scope, a comment or any other statement.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Its bytes, comments at its end left out.
    pub(super) range: Range<usize>,
    /// The container that it stands in.
    pub(super) parent: ItemId,
    /// What stands in it, in file order.
    pub(super) children: Vec<ItemId>,
    /// The bytes between the brackets, or the block, that its children stand in.
    pub(super) inside: Option<Range<usize>>,
    /// What it is.
    pub(super) role: Role,
    /// What it defines.
    pub(super) definition: Option<Box<Definition>>,
    /// The scope that it opens without defining anything that operations replace.
    pub(super) scope: Option<Box<Scope>>,
    /// Whether it holds, or is, a node that a syntax error left.
    pub(super) has_error: bool,
    /// Whether the reading that it comes from leaves its extent uncertain.
    pub(super) is_doubtful: bool,
}

/// What an outline knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Reach {
    /// Definitions alone.
    #[default]
    Definitions,
    /// Whatever has a name.
    Names,
}

/// What stands in a file.
#[derive(Debug, Clone)]
pub(super) struct Outline {
    items: Vec<Option<Item>>,
    /// Indexes of `items` that are free again.
    free: Vec<ItemId>,
    names: HashMap<String, Vec<ItemId>>,
    /// Whether the tree holds any error.
    pub(super) has_error: bool,
    /// Whether the tree has no root but an error.
    pub(super) is_broken: bool,
    /// Whether containers lie so deep in each other that the innermost were not walked.
    pub(super) is_cut_off: bool,
    /// Where they begin. An outline with errors is never carried over an edit, so these need not move.
    errors: Vec<usize>,
    /// The macros that were taken out of the text, in file order; absent where the parser saw the text itself.
    pub(super) macros: Option<Vec<Range<usize>>>,
    /// Whether it was settled when it was read which definitions are doubtful.
    pub(super) is_settled: bool,
    /// Statements with a syntax error that were left out.
    pub(super) skipped: Vec<Range<usize>>,
    /// Those of the macros that stand alone.
    pub(super) alone: Vec<Range<usize>>,
    /// The words, in lower case, that the names of those are made of.
    pub(super) words_of_macros: HashSet<String>,
    /// What it knows.
    pub(super) reach: Reach,
}

impl Outline {
    /// An outline of nothing. `errors` are the places of the syntax errors in the tree that it is for.
    pub(super) fn empty(length: usize, errors: Vec<usize>, reach: Reach) -> Self {
        Self {
            reach,
            items: vec![Some(Item::container(0..length, FILE))],
            free: Vec::new(),
            names: HashMap::new(),
            has_error: !errors.is_empty(),
            is_broken: false,
            is_cut_off: false,
            errors,
            macros: None,
            is_settled: false,
            skipped: Vec::new(),
            alone: Vec::new(),
            words_of_macros: HashSet::new(),
        }
    }

    /// Adds an item behind its siblings.
    pub(super) fn add(&mut self, item: Item) -> ItemId {
        let parent = item.parent;
        let id = self.store(item);
        if let Some(Some(parent)) = self.items.get_mut(parent) {
            parent.children.push(id);
        }
        id
    }

    /// Adds an item among its siblings, in file order.
    pub(super) fn insert(&mut self, item: Item) {
        let (parent, start) = (item.parent, item.range.start);
        let at = self.item(parent).children.partition_point(|child| self.item(*child).range.start < start);
        let id = self.store(item);
        if let Some(Some(parent)) = self.items.get_mut(parent) {
            parent.children.insert(at, id);
        }
    }

    /// The child of a container in whose inside a range lies.
    pub(super) fn child_over(&self, container: ItemId, range: &Range<usize>) -> Option<ItemId> {
        let children = &self.item(container).children;
        let behind = children.partition_point(|child| self.item(*child).range.start <= range.start);
        let child = *children[..behind].last()?;
        let inside = self.item(child).inside.as_ref()?;
        (inside.start <= range.start && range.end <= inside.end).then_some(child)
    }

    /// Adds an item that no other one points at yet.
    fn store(&mut self, item: Item) -> ItemId {
        let id = self.free.pop().unwrap_or(self.items.len());
        for name in item.definition.iter().flat_map(|definition| definition.names()) {
            self.names.entry(name.to_owned()).or_default().push(id);
        }
        match self.items.get_mut(id) {
            Some(place) => *place = Some(item),
            None => self.items.push(Some(item)),
        }
        id
    }

    /// Takes items out, with all that stands in them.
    fn remove(&mut self, ids: Vec<ItemId>) {
        let mut pending = ids;
        while let Some(id) = pending.pop() {
            let Some(item) = self.items.get_mut(id).and_then(Option::take) else { continue };
            for name in item.definition.iter().flat_map(|definition| definition.names()) {
                if let Some(ids) = self.names.get_mut(name) {
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
        let old: Vec<ItemId> = self.item(container).children[places.clone()].to_vec();
        self.remove(old);
        self.shift(bytes.end, length as isize - bytes.len() as isize);
        let offset = bytes.start as isize - from as isize;
        let mut copied = Vec::with_capacity(new.len());
        for id in new {
            copied.push(self.copy(other, *id, container, offset));
        }
        if let Some(Some(item)) = self.items.get_mut(container) {
            item.children.splice(places, copied);
        }
    }

    /// Moves every offset from `from` on.
    fn shift(&mut self, from: usize, by: isize) {
        let moved = |offset: &mut usize| {
            if *offset >= from {
                *offset = offset.saturating_add_signed(by);
            }
        };
        for item in self.items.iter_mut().flatten() {
            moved(&mut item.range.start);
            moved(&mut item.range.end);
            if let Some(inside) = &mut item.inside {
                moved(&mut inside.start);
                moved(&mut inside.end);
            }
        }
        // The file begins where it began, whatever is put before its first line.
        if let Some(Some(file)) = self.items.get_mut(FILE) {
            file.range.start = 0;
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
            let mut item = other.item(id).clone();
            let children = std::mem::take(&mut item.children);
            item.parent = parent;
            item.range = moved(&item.range);
            item.inside = item.inside.as_ref().map(moved);
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
    pub(super) fn copy_alone(&mut self, item: &Item, parent: ItemId) -> ItemId {
        self.store(Item { parent, children: Vec::new(), ..item.clone() })
    }

    /// Gives a container whose end is that of its last child, and all around it, the ends that they have now.
    pub(super) fn settle_ends(&mut self, container: ItemId) {
        let mut at = container;
        while at != FILE {
            let last = self
                .item(at)
                .children
                .iter()
                .rev()
                .map(|id| self.item(*id))
                .find(|child| child.role != Role::Comment);
            let Some(end) = last.map(|child| child.range.end) else { return };
            let Some(Some(item)) = self.items.get_mut(at) else { return };
            item.range.end = end;
            if let Some(inside) = &mut item.inside {
                inside.end = end;
            }
            at = item.parent;
        }
    }

    /// Notes the errors of the text itself, where it was read in another way.
    pub(super) fn note_errors(&mut self, errors: &[Range<usize>]) {
        self.has_error = !errors.is_empty();
        self.errors = errors.iter().map(|error| error.start).collect();
    }

    /// The first syntax error in a range; its start, should there be none.
    pub(super) fn first_error(&self, range: &Range<usize>) -> usize {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).copied().filter(|error| *error <= range.end).unwrap_or(range.start)
    }

    /// Whether a syntax error begins in a range.
    pub(super) fn has_error_in(&self, range: Range<usize>) -> bool {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).is_some_and(|error| *error < range.end)
    }

    /// The item of this index.
    ///
    /// # Panics
    /// Never for an index that the outline itself holds: items are taken out together with all that points at them.
    pub(super) fn item(&self, id: ItemId) -> &Item {
        self.items.get(id).and_then(Option::as_ref).expect("items go together with what points at them")
    }

    /// The item of this index, to be changed.
    pub(super) fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items.get_mut(id).and_then(Option::as_mut)
    }

    /// The indexes of all items.
    pub(super) fn ids(&self) -> Vec<ItemId> {
        let all = self.items.iter().enumerate();
        all.filter(|(_, item)| item.is_some()).map(|(id, _)| id).collect()
    }

    /// The definitions whose name ends in `name`, in file order.
    pub(super) fn named(&self, name: &str) -> Vec<ItemId> {
        let mut found = self.names.get(name).cloned().unwrap_or_default();
        found.sort_by_key(|id| self.item(*id).range.start);
        found
    }

    /// Every definition, in file order.
    pub(super) fn definitions(&self) -> Vec<(ItemId, &Definition)> {
        let all = self.items.iter().enumerate();
        let mut found: Vec<_> =
            all.filter_map(|(id, item)| Some((id, item.as_ref()?.definition.as_deref()?))).collect();
        found.sort_by_key(|(id, _)| self.item(*id).range.start);
        found
    }

    /// Whether a macro that stands alone may open a module of this name: `FMT_BEGIN_NAMESPACE` opens `fmt`.
    pub(super) fn is_opened_by_macro(&self, module: &str) -> bool {
        self.words_of_macros.contains(&module.to_lowercase())
    }

    /// Every item of a role, in file order.
    pub(super) fn of_role(&self, role: Role) -> impl Iterator<Item = &Item> {
        self.items.iter().flatten().filter(move |item| item.role == role)
    }

    /// The items that a syntax error left without definitions in them, and that are no whole functions.
    pub(super) fn unclear(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().flatten().filter(|item| {
            let is_function = item.definition.is_some() && !item.is_doubtful;
            item.role == Role::Broken || (item.has_error && item.children.is_empty() && !is_function)
        })
    }

    /// The definition that an item holds.
    pub(super) fn definition(&self, id: ItemId) -> Option<&Definition> {
        self.item(id).definition.as_deref()
    }

    /// The full name of a definition: the scopes that it stands in, and its own parts.
    pub(super) fn path(&self, id: ItemId) -> Vec<&Part> {
        let mut pieces = Vec::new();
        let mut at = id;
        while at != FILE {
            let item = self.item(at);
            if let Some(definition) = &item.definition {
                pieces.push(&definition.parts);
            } else if let Some(scope) = &item.scope {
                pieces.push(&scope.parts);
            }
            at = item.parent;
        }
        pieces.into_iter().rev().flatten().collect()
    }

    /// The definition around an item, scopes without one passed over.
    pub(super) fn enclosing_definition(&self, id: ItemId) -> Option<ItemId> {
        let mut at = id;
        while at != FILE {
            at = self.item(at).parent;
            if self.item(at).definition.is_some() && self.item(at).role != Role::Module {
                return Some(at);
            }
        }
        None
    }

    /// Whether an item holds members, and not the body of a function.
    pub(super) fn is_container(&self, id: ItemId) -> bool {
        self.definition(id).is_some_and(|found| !found.is_function_around)
    }

    /// The outermost node that stands for a definition alone: with its decorators, its head and its statement.
    pub(super) fn outermost(&self, id: ItemId) -> ItemId {
        let mut at = id;
        loop {
            let parent = self.item(at).parent;
            match self.item(parent).role {
                Role::Head | Role::Wrapper | Role::Typedef if parent != FILE => at = parent,
                _ => return at,
            }
        }
    }

    /// The siblings of an item, and its place among them.
    pub(super) fn siblings(&self, id: ItemId) -> (&[ItemId], usize) {
        let siblings = &self.item(self.item(id).parent).children;
        let start = self.item(id).range.start;
        let at = siblings.partition_point(|sibling| self.item(*sibling).range.start < start);
        // Of several that begin at one byte (a missing token has no width) the item itself is meant.
        let at = siblings[at..].iter().position(|sibling| *sibling == id).map_or(at, |offset| at + offset);
        (siblings, at)
    }
}

impl Item {
    pub(super) const fn container(range: Range<usize>, parent: ItemId) -> Self {
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
        }
    }
}
