//! Determines by indentation to which mapping or list a line belongs, and builds the tree.

use super::super::document::{YamlEntry, YamlNode, YamlValue};
use super::lines::RestOfLine;
use crate::diag::PatchPlace;

/// The mappings and lists that are open at a line, outermost first.
#[derive(Debug, Default)]
pub(super) struct OpenLevels<'a> {
    levels: Vec<DialectLevel<'a>>,
    /// The whole document, once the outermost level is closed.
    root: Option<YamlNode>,
}

#[derive(Debug)]
struct DialectLevel<'a> {
    content: LineContent,
    /// The column of its keys or dashes in the patch, from 0.
    column: usize,
    place: PatchPlace,
    /// The key whose value may follow on the next lines (`""` after a dash).
    waiting: Option<&'a str>,
}

#[derive(Debug)]
enum LineContent {
    Mapping(Vec<YamlEntry>),
    List(Vec<YamlNode>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LevelKind {
    Mapping,
    List,
}

impl DialectLevel<'_> {
    const fn kind(&self) -> LevelKind {
        match self.content {
            LineContent::Mapping(_) => LevelKind::Mapping,
            LineContent::List(_) => LevelKind::List,
        }
    }

    /// Sets the value of the last field or item.
    fn put(&mut self, node: YamlNode) {
        match &mut self.content {
            LineContent::Mapping(entries) => {
                if let Some(entry) = entries.last_mut() {
                    entry.value = node;
                }
            }
            LineContent::List(items) => {
                if let Some(item) = items.last_mut() {
                    *item = node;
                }
            }
        }
    }

    fn into_node(self) -> YamlNode {
        let value = match self.content {
            LineContent::Mapping(entries) => YamlValue::Mapping(entries),
            LineContent::List(items) => YamlValue::List(items),
        };
        YamlNode { ends_line: false, place: self.place, value }
    }
}

/// A line whose indentation matches no level. It was parsed as if it had the expected indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MisplacedLine {
    /// The expected column, from 0; `None` if no column is possible.
    pub(super) expected: Option<usize>,
}

impl<'a> OpenLevels<'a> {
    /// Returns the number of open levels.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Closes all levels; returns the whole document, if there is one.
    pub(super) fn finish(mut self) -> Option<YamlNode> {
        self.close_to(0);
        self.root
    }

    /// Records that the value of `key` in the innermost level is expected to follow.
    pub(super) fn wait(&mut self, key: &'a str) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = Some(key);
        }
    }

    /// Returns the key of the innermost level whose value is expected to follow, with its column.
    pub(super) fn waiting(&self) -> Option<(&'a str, usize)> {
        self.levels.last().and_then(|level| level.waiting.map(|key| (key, level.column)))
    }

    /// Records that the expected value does not follow.
    pub(super) fn wait_no_more(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = None;
        }
    }

    /// Sets the value of the last field or item of the innermost level; without a level it is the whole document.
    pub(super) fn set(&mut self, node: YamlNode) {
        match self.levels.last_mut() {
            Some(level) => {
                level.waiting = None;
                level.put(node);
            }
            None => self.root = Some(node),
        }
    }

    /// Adds a field, without a value yet, to the innermost level.
    pub(super) fn add_field(&mut self, key: String, place: PatchPlace) {
        if let Some(DialectLevel { content: LineContent::Mapping(entries), .. }) = self.levels.last_mut() {
            entries.push(YamlEntry {
                key,
                place,
                value: YamlNode { ends_line: false, place, value: YamlValue::Null },
            });
        }
    }

    /// Adds an item, without a value yet, to the innermost level.
    pub(super) fn add_item(&mut self, place: PatchPlace) {
        if let Some(DialectLevel { content: LineContent::List(items), .. }) = self.levels.last_mut() {
            items.push(YamlNode { ends_line: false, place, value: YamlValue::Null });
        }
    }

    /// Enters the mapping of a field at the beginning of a line.
    pub(super) fn enter_field(&mut self, spot: RestOfLine<'_>) -> Result<(), MisplacedLine> {
        self.enter(LevelKind::Mapping, spot)
    }

    /// Enters the list of an item at the beginning of a line.
    pub(super) fn enter_item(&mut self, spot: RestOfLine<'_>) -> Result<(), MisplacedLine> {
        self.enter(LevelKind::List, spot)
    }

    /// Begins the mapping of a field after a dash.
    pub(super) fn nest_field(&mut self, spot: RestOfLine<'_>) {
        self.push(LevelKind::Mapping, spot);
    }

    /// Begins the list of an item after a dash.
    pub(super) fn nest_item(&mut self, spot: RestOfLine<'_>) {
        self.push(LevelKind::List, spot);
    }

    fn push(&mut self, kind: LevelKind, spot: RestOfLine<'_>) {
        self.wait_no_more();
        let content = match kind {
            LevelKind::Mapping => LineContent::Mapping(Vec::new()),
            LevelKind::List => LineContent::List(Vec::new()),
        };
        self.levels.push(DialectLevel { content, column: spot.column, place: spot.place(), waiting: None });
    }

    /// Closes levels until `depth` are left: each becomes the value of the last field or item of its parent.
    fn close_to(&mut self, depth: usize) {
        while self.levels.len() > depth
            && let Some(level) = self.levels.pop()
        {
            self.set(level.into_node());
        }
        self.wait_no_more();
    }

    fn enter(&mut self, kind: LevelKind, spot: RestOfLine<'_>) -> Result<(), MisplacedLine> {
        let column = spot.column;
        if self.levels.is_empty() {
            self.push(kind, spot);
            return Ok(());
        }
        // A list may be in the column of its key: then two levels have the same column, and the kind of the line
        // decides.
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

    /// Returns whether the innermost level expects a value, and a level of this kind may begin in `column`.
    fn may_begin(&self, kind: LevelKind, column: usize) -> bool {
        self.levels.last().is_some_and(|level| {
            let deep_enough = level.column < column
                || level.column == column && kind == LevelKind::List && level.kind() == LevelKind::Mapping;
            level.waiting.is_some() && deep_enough
        })
    }

    /// Assigns the line to the nearest level of its kind; of two equally near levels to the inner one.
    fn recover(&mut self, kind: LevelKind, column: usize) -> Result<(), MisplacedLine> {
        let of_kind = self.levels.iter().enumerate().filter(|(_, level)| level.kind() == kind);
        let nearest = of_kind.rev().min_by_key(|(_, level)| level.column.abs_diff(column));
        let Some((at, expected)) = nearest.map(|(at, level)| (at, level.column)) else {
            return Err(MisplacedLine { expected: None });
        };
        self.close_to(at + 1);
        Err(MisplacedLine { expected: Some(expected) })
    }
}
