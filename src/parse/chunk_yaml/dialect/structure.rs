//! Which mapping or list a line belongs to, by its indentation.

/// The mappings and lists that are open at a line, outermost first.
#[derive(Debug, Default)]
pub(super) struct Levels<'a> {
    levels: Vec<Level<'a>>,
}

#[derive(Debug)]
struct Level<'a> {
    kind: Kind,
    /// The column of its keys or dashes in the patch, from 0.
    column: usize,
    /// The key whose value may still come on the next lines (`""` behind a dash).
    waiting: Option<&'a str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Mapping,
    List,
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

    /// The indentation of the innermost level in the skeleton, which is not that of the patch.
    pub(super) fn indent(&self) -> usize {
        2 * self.levels.len().saturating_sub(1)
    }

    /// Notes that the value of `key` in the innermost level is still to come.
    pub(super) fn open(&mut self, key: &'a str) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = Some(key);
        }
    }

    /// The key of the innermost level whose value is still to come, and its column.
    pub(super) fn waiting(&self) -> Option<(&'a str, usize)> {
        self.levels.last().and_then(|level| level.waiting.map(|key| (key, level.column)))
    }

    /// Notes that the value that was still to come has come.
    pub(super) fn close(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.waiting = None;
        }
    }

    /// Enters the mapping of a field that begins its line in `column`.
    pub(super) fn enter_field(&mut self, column: usize) -> Result<(), Misfit> {
        self.enter(Kind::Mapping, column)
    }

    /// Enters the list of an item that begins its line in `column`.
    pub(super) fn enter_item(&mut self, column: usize) -> Result<(), Misfit> {
        self.enter(Kind::List, column)
    }

    /// Begins the mapping of a field that stands behind a dash.
    pub(super) fn nest_field(&mut self, column: usize) {
        self.push(Kind::Mapping, column);
    }

    /// Begins the list of an item that stands behind a dash.
    pub(super) fn nest_item(&mut self, column: usize) {
        self.push(Kind::List, column);
    }

    fn push(&mut self, kind: Kind, column: usize) {
        if let Some(parent) = self.levels.last_mut() {
            parent.waiting = None;
        }
        self.levels.push(Level { kind, column, waiting: None });
    }

    fn enter(&mut self, kind: Kind, column: usize) -> Result<(), Misfit> {
        if self.levels.is_empty() {
            self.push(kind, column);
            return Ok(());
        }
        // A list may stand at its key's column: then two levels have one column, and the line tells which it means.
        let same = self.levels.iter().rposition(|level| level.column == column && level.kind == kind);
        let deepest = self.levels.iter().rposition(|level| level.column <= column);
        if let (Some(same), Some(deepest)) = (same, deepest)
            && self.levels[deepest].column == column
        {
            self.levels.truncate(same + 1);
            self.levels[same].waiting = None;
            return Ok(());
        }
        let may_begin = deepest.is_some_and(|at| at + 1 == self.levels.len()) && self.may_begin(kind, column);
        if may_begin {
            self.push(kind, column);
            return Ok(());
        }
        self.recover(kind, column)
    }

    /// Whether the innermost level waits for a value, and one of this kind may begin in `column`.
    fn may_begin(&self, kind: Kind, column: usize) -> bool {
        self.levels.last().is_some_and(|level| {
            let deep_enough = level.column < column
                || level.column == column && kind == Kind::List && level.kind == Kind::Mapping;
            level.waiting.is_some() && deep_enough
        })
    }

    /// Takes the line for one of the nearest level of its kind, the inner one of two.
    fn recover(&mut self, kind: Kind, column: usize) -> Result<(), Misfit> {
        let of_kind = self.levels.iter().enumerate().filter(|(_, level)| level.kind == kind);
        let nearest = of_kind.rev().min_by_key(|(_, level)| level.column.abs_diff(column));
        let Some((at, expected)) = nearest.map(|(at, level)| (at, level.column)) else {
            return Err(Misfit { expected: None });
        };
        self.levels.truncate(at + 1);
        self.levels[at].waiting = None;
        Err(Misfit { expected: Some(expected) })
    }
}
