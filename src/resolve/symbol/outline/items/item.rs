//! One item of an outline, and the places that it has now.

use std::ops::{Deref, Range};

use crate::lang::Role;

use super::super::definition::{Definition, OptionalScope};

/// The index of an item in its outline.
pub(in crate::resolve::symbol) type ItemId = usize;

/// The item that stands for the whole file.
pub(in crate::resolve::symbol) const FILE: ItemId = 0;

/// A child of a container: a definition, a scope, a comment or any other statement.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Item {
    /// Its bytes, comments at its end left out; see [`Placed`].
    pub(super) range: Range<usize>,
    /// The container that it stands in.
    pub(in crate::resolve::symbol) parent: ItemId,
    /// What stands in it, in file order.
    pub(in crate::resolve::symbol) children: Vec<ItemId>,
    /// The bytes between the brackets, or the block, that its children stand in.
    pub(super) inside: Option<Range<usize>>,
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
    /// Whether that alone makes it doubtful.
    pub(in crate::resolve::symbol) is_only_parted: bool,
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
    pub(super) item: &'o Item,
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

impl Item {
    /// Moves its start before the first edit.
    pub(in crate::resolve::symbol::outline) const fn begin_at(&mut self, start: usize) {
        self.range.start = start;
    }

    /// Takes the word before a block in, by which the block is a module.
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
            is_only_parted: false,
        }
    }
}
