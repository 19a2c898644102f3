//! Which mapping or list a line belongs to, by its indentation, and the tree that comes of it.

use super::super::document::{Entry, Node, Value};
use super::lines::Spot;
use crate::diag::PatchPlace;

/// The mappings and lists that are open at a line, outermost first.
#[derive(Debug, Default)]
pub(super) struct Levels<'a> {
    levels: Vec<Level<'a>>,
    /// The whole, once the outermost level is closed.
    root: Option<Node>,
}

#[derive(Debug)]
struct Level<'a> {
    content: Content,
    /// The column of its keys or dashes in the patch, from 0.
    column: usize,
    place: PatchPlace,
    /// The key whose value may still come on the next lines (`""` behind a dash).
    waiting: Option<&'a str>,
}

#[derive(Debug)]
enum Content {
    Mapping(Vec<Entry>),
    List(Vec<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Mapping,
    List,
}

impl Level<'_> {
    const fn kind(&self) -> Kind {
        match self.content {
            Content::Mapping(_) => Kind::Mapping,
            Content::List(_) => Kind::List,
        }
    }

    /// Sets the value of the last field or item.
    fn put(&mut self, node: Node) {
        match &mut self.content {
            Content::Mapping(entries) => {
                if let Some(entry) = entries.last_mut() {
                    entry.value = node;
                }
            }
            Content::List(items) => {
                if let Some(item) = items.last_mut() {
                    *item = node;
                }
            }
        }
    }

    fn into_node(self) -> Node {
        let value = match self.content {
            Content::Mapping(entries) => Value::Mapping(entries),
            Content::List(items) => Value::List(items),
        };
        Node { place: self.place, value }
    }
}

/// A line whose indentation fits nothing. It was taken to stand where it should have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misfit {
    /// The column, from 0, in which it should have stood; `None` if it can stand nowhere.
    pub(super) expected: Option<usize>,
}

impl<'a> Levels<'a> {
    /// The number of open levels.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Closes all levels; gives the whole, if there is something.
    pub(super) fn finish(mut self) -> Option<Node> {
        self.close_to(0);
        self.root
    }

    /// Notes that the value of `key` in the innermost level is still to come.
    pub(super) fn wait(&mut self, key: &'a str) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = Some(key);
        }
    }

    /// The key of the innermost level whose value is still to come, and its column.
    pub(super) fn waiting(&self) -> Option<(&'a str, usize)> {
        self.levels.last().and_then(|level| level.waiting.map(|key| (key, level.column)))
    }

    /// Notes that the value that was still to come will not come.
    pub(super) fn wait_no_more(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = None;
        }
    }

    /// Sets the value of the last field or item of the innermost level; without a level it is the whole.
    pub(super) fn set(&mut self, node: Node) {
        match self.levels.last_mut() {
            Some(level) => {
                level.waiting = None;
                level.put(node);
            }
            None => self.root = Some(node),
        }
    }

    /// Adds a field, without a value so far, to the innermost level.
    pub(super) fn add_field(&mut self, key: String, place: PatchPlace) {
        if let Some(Level { content: Content::Mapping(entries), .. }) = self.levels.last_mut() {
            entries.push(Entry { key, place, value: Node { place, value: Value::Null } });
        }
    }

    /// Adds an item, without a value so far, to the innermost level.
    pub(super) fn add_item(&mut self, place: PatchPlace) {
        if let Some(Level { content: Content::List(items), .. }) = self.levels.last_mut() {
            items.push(Node { place, value: Value::Null });
        }
    }

    /// Enters the mapping of a field that begins its line.
    pub(super) fn enter_field(&mut self, spot: Spot<'_>) -> Result<(), Misfit> {
        self.enter(Kind::Mapping, spot)
    }

    /// Enters the list of an item that begins its line.
    pub(super) fn enter_item(&mut self, spot: Spot<'_>) -> Result<(), Misfit> {
        self.enter(Kind::List, spot)
    }

    /// Begins the mapping of a field that stands behind a dash.
    pub(super) fn nest_field(&mut self, spot: Spot<'_>) {
        self.push(Kind::Mapping, spot);
    }

    /// Begins the list of an item that stands behind a dash.
    pub(super) fn nest_item(&mut self, spot: Spot<'_>) {
        self.push(Kind::List, spot);
    }

    fn push(&mut self, kind: Kind, spot: Spot<'_>) {
        self.wait_no_more();
        let content = match kind {
            Kind::Mapping => Content::Mapping(Vec::new()),
            Kind::List => Content::List(Vec::new()),
        };
        self.levels.push(Level { content, column: spot.column, place: spot.place(), waiting: None });
    }

    /// Closes levels until `depth` are left: each becomes the value that its parent was at.
    fn close_to(&mut self, depth: usize) {
        while self.levels.len() > depth
            && let Some(level) = self.levels.pop()
        {
            self.set(level.into_node());
        }
        self.wait_no_more();
    }

    fn enter(&mut self, kind: Kind, spot: Spot<'_>) -> Result<(), Misfit> {
        let column = spot.column;
        if self.levels.is_empty() {
            self.push(kind, spot);
            return Ok(());
        }
        // A list may stand at its key's column: then two levels have one column, and the line tells which it means.
        let same = self.levels.iter().rposition(|level| level.column == column && level.kind() == kind);
        let deepest = self.levels.iter().rposition(|level| level.column <= column);
        if let (Some(same), Some(deepest)) = (same, deepest)
            && self.levels[deepest].column == column
        {
            self.close_to(same + 1);
            return Ok(());
        }
        let may_begin = deepest.is_some_and(|at| at + 1 == self.levels.len()) && self.may_begin(kind, column);
        if may_begin {
            self.push(kind, spot);
            return Ok(());
        }
        self.recover(kind, column)
    }

    /// Whether the innermost level waits for a value, and one of this kind may begin in `column`.
    fn may_begin(&self, kind: Kind, column: usize) -> bool {
        self.levels.last().is_some_and(|level| {
            let deep_enough = level.column < column
                || level.column == column && kind == Kind::List && level.kind() == Kind::Mapping;
            level.waiting.is_some() && deep_enough
        })
    }

    /// Takes the line for one of the nearest level of its kind, the inner one of two.
    fn recover(&mut self, kind: Kind, column: usize) -> Result<(), Misfit> {
        let of_kind = self.levels.iter().enumerate().filter(|(_, level)| level.kind() == kind);
        let nearest = of_kind.rev().min_by_key(|(_, level)| level.column.abs_diff(column));
        let Some((at, expected)) = nearest.map(|(at, level)| (at, level.column)) else {
            return Err(Misfit { expected: None });
        };
        self.close_to(at + 1);
        Err(Misfit { expected: Some(expected) })
    }
}
