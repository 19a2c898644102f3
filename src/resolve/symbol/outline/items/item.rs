//! One item of an outline, and its current position.

use std::ops::{Deref, Range};

use crate::lang::Role;

use super::super::definition::{Definition, OptionalScope};

/// The index of an item in its outline.
pub(in crate::resolve::symbol) type ItemId = usize;

/// The item that represents the whole file.
pub(in crate::resolve::symbol) const FILE: ItemId = 0;

/// A child of a container: a definition, a scope, a comment or any other statement.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Item {
    /// Its byte range without trailing comments, before later edits; see [`CurrentItem`].
    pub(super) range: Range<usize>,
    /// The container that it is in.
    pub(in crate::resolve::symbol) parent: ItemId,
    /// The items in it, in file order.
    pub(in crate::resolve::symbol) children: Vec<ItemId>,
    /// The bytes between the brackets, or of the block, around its children.
    pub(super) inside: Option<Range<usize>>,
    /// Its syntactic role.
    pub(in crate::resolve::symbol) role: Role,
    /// The definition, if it defines something.
    pub(in crate::resolve::symbol) definition: Option<Box<Definition>>,
    /// The scope that it opens, if that is no definition of its own.
    pub(in crate::resolve::symbol) scope: Option<Box<OptionalScope>>,
    /// Whether it contains, or is, an error node.
    pub(in crate::resolve::symbol) has_error: bool,
    /// Whether its extent is uncertain in the reading that it comes from.
    pub(in crate::resolve::symbol) has_uncertain_extent: bool,
    /// Whether it begins and ends in different conditional branches, so that it is doubtful in any context.
    pub(in crate::resolve::symbol) spans_branches: bool,
    /// Whether it is doubtful for that reason only.
    pub(in crate::resolve::symbol) is_doubtful_by_branches: bool,
}

/// The items that an outline contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::resolve::symbol) enum OutlineScope {
    /// Only definitions.
    #[default]
    Definitions,
    /// Everything that has a name.
    AllNames,
}

/// An item with its current position.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct CurrentItem<'o> {
    pub(super) item: &'o Item,
    /// Its byte range without trailing comments.
    pub(in crate::resolve::symbol) range: Range<usize>,
    /// The bytes between the brackets, or of the block, around its children.
    pub(in crate::resolve::symbol) inside: Option<Range<usize>>,
}

impl Deref for CurrentItem<'_> {
    type Target = Item;

    fn deref(&self) -> &Item {
        self.item
    }
}

impl Item {
    /// Sets its start; only valid before the first edit.
    pub(in crate::resolve::symbol::outline) const fn begin_at(&mut self, start: usize) {
        self.range.start = start;
    }

    /// Extends the item to the keyword before its block, which makes the block a module.
    pub(in crate::resolve::symbol::outline) fn begin_with_word(&mut self, text: &str) {
        let name = self.scope.iter().flat_map(|scope| &scope.parts).next_back();
        let Some(start) = name.and_then(|part| text[..self.range.start].rfind(&part.name)) else { return };
        let by = self.range.start - start;
        self.range.start = start;
        if let Some(definition) = &mut self.definition {
            definition.heading += by;
            definition.frame.shift(by);
        }
    }

    /// Excludes trailing blanks from its range.
    pub(in crate::resolve::symbol) fn trim_end(&mut self, text: &str) {
        self.range.end = self.range.start + text[self.range.clone()].trim_end().len();
    }

    /// Sets the range that contains its children.
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
            has_uncertain_extent: false,
            spans_branches: false,
            is_doubtful_by_branches: false,
        }
    }
}
