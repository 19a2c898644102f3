//! A patch before it is written down: hunks of a real change, and the file that they are for.
//!
//! Every line of a hunk remembers the line of the file that it came from, so that it is known where the hunk belongs
//! whatever is done to it.

use std::ops::Range;
use std::rc::Rc;

use similar::{Algorithm, DiffOp};

use crate::corpus::Pair;
use crate::lexer::{Language, State, scan_all};
use crate::rng::Rng;

/// The forms in which a patch is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CHUNK YAML: the whole hunk as marker and payload.
    ChunkWhole,
    /// CHUNK YAML: the changed lines as marker, the context as `before` and `after`.
    ChunkParts,
    Unified,
    ApplyPatch,
    FileChanges,
    SearchReplace,
    JsonEdits,
}

impl Format {
    pub const ALL: [Self; 7] = [
        Self::ChunkWhole,
        Self::ChunkParts,
        Self::Unified,
        Self::ApplyPatch,
        Self::FileChanges,
        Self::SearchReplace,
        Self::JsonEdits,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::ChunkWhole => "chunk",
            Self::ChunkParts => "chunk-parts",
            Self::Unified => "unified",
            Self::ApplyPatch => "apply-patch",
            Self::FileChanges => "file-changes",
            Self::SearchReplace => "search-replace",
            Self::JsonEdits => "json-edits",
        }
    }

    /// Whether it is CHUNK YAML, which finds places by markers.
    pub const fn has_markers(self) -> bool {
        matches!(self, Self::ChunkWhole | Self::ChunkParts)
    }

    /// Whether it gives an old text and a new one, each pair an operation, and does not say what becomes of each line.
    pub const fn gives_texts(self) -> bool {
        self.has_markers() || matches!(self, Self::SearchReplace | Self::JsonEdits)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    Context,
    Removed,
    Added,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub tag: Tag,
    pub text: String,
    /// The line of the file that it came from.
    pub origin: Option<usize>,
}

impl Line {
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Some lines of the file that give way to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub at: Range<usize>,
    pub lines: Vec<String>,
}

/// What stands behind `@@`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    pub old: usize,
    pub new: usize,
    /// How much the counts are wrong by.
    pub miscount: isize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    pub lines: Vec<Line>,
    pub edits: Vec<Edit>,
    pub numbers: Option<Numbers>,
    /// Lines behind `@@`, one `@@` each.
    pub anchors: Vec<String>,
}

impl Hunk {
    /// The lines that the file must hold, as indices into `lines`.
    pub fn old(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| self.lines[*at].tag != Tag::Added).collect()
    }

    /// Whether an added line stands directly above or below.
    pub fn touches_added(&self, at: usize) -> bool {
        let is_added = |at: Option<usize>| {
            at.and_then(|at| self.lines.get(at)).is_some_and(|line| line.tag == Tag::Added)
        };
        is_added(at.checked_sub(1)) || is_added(Some(at + 1))
    }

    /// Whether an added line repeats an old one: then a payload does not say which of its lines is the old one.
    pub fn moves_lines(&self) -> bool {
        let of = |is_added: bool| {
            self.lines.iter().filter(move |line| (line.tag == Tag::Added) == is_added && !line.is_blank())
        };
        of(true).any(|added| of(false).any(|old| old.text.trim() == added.text.trim()))
    }

    /// Whether the nearest line above or below of those that `stays` is true for is context.
    pub fn has_context_beside(&self, at: usize, stays: impl Fn(usize) -> bool) -> bool {
        self.beside(at, stays).into_iter().flatten().any(|tag| tag == Tag::Context)
    }

    fn beside(&self, at: usize, stays: impl Fn(usize) -> bool) -> [Option<Tag>; 2] {
        let above = (0..at).rev().find(|at| stays(*at));
        let below = (at + 1..self.lines.len()).find(|at| stays(*at));
        [above, below].map(|at| at.map(|at| self.lines[at].tag))
    }
}

/// What is around the patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wrap {
    #[default]
    Nothing,
    Fence,
    Heredoc,
}

/// How the patch is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    pub crlf: bool,
    pub no_final_newline: bool,
    pub wrap: Wrap,
    /// The names in a diff lack `a/` and `b/`.
    pub no_prefixes: bool,
    /// Context lines lack their leading blank.
    pub no_lead: bool,
    /// Blank context lines are empty lines.
    pub bare_blanks: bool,
    /// How many thousandths of the text are there.
    pub cut_at: Option<usize>,
}

/// A patch before it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub path: String,
    pub language: Language,
    pub format: Format,
    pub before: Vec<String>,
    /// What each line of the undamaged file begins in.
    pub states: Rc<Vec<State>>,
    pub file_crlf: bool,
    pub file_lacks_newline: bool,
    pub hunks: Vec<Hunk>,
    pub spelling: Spelling,
}

/// How many lines of context a hunk has.
const CONTEXT: usize = 3;

/// Hunks with more lines are left out: nobody's mistakes are to be measured by them.
const MAX_LINES: usize = 60;

impl Draft {
    /// One to three hunks of the change of a pair.
    pub fn of(pair: &Pair, rng: &mut Rng) -> Option<Self> {
        let groups: Vec<_> = groups(&pair.old, &pair.new)
            .into_iter()
            .filter(|edits| {
                edits.iter().map(|edit| edit.at.len() + edit.lines.len()).sum::<usize>() <= MAX_LINES
            })
            .collect();
        if groups.is_empty() {
            return None;
        }
        let count = 1 + rng.below(3);
        let mut drift = 0_isize;
        let mut hunks = Vec::new();
        for edits in rng.some(groups, count) {
            let hunk = hunk(&pair.old, edits, drift);
            drift += hunk
                .edits
                .iter()
                .map(|edit| edit.lines.len() as isize - edit.at.len() as isize)
                .sum::<isize>();
            hunks.push(hunk);
        }
        Some(Self::with_hunks(pair, hunks))
    }

    /// A patch of one hunk that makes these edits.
    pub fn of_edits(pair: &Pair, edits: Vec<Edit>) -> Self {
        Self::with_hunks(pair, vec![hunk(&pair.old, edits, 0)])
    }

    fn with_hunks(pair: &Pair, hunks: Vec<Hunk>) -> Self {
        let language = Language::of(&pair.path, &pair.old);
        Self {
            path: pair.path.clone(),
            language,
            states: Rc::new(scan_all(language, &pair.old).iter().map(|line| line.begins).collect()),
            format: Format::Unified,
            before: pair.old.clone(),
            file_crlf: false,
            file_lacks_newline: false,
            hunks,
            spelling: Spelling::default(),
        }
    }

    /// The same for another format: an envelope has no line numbers.
    pub fn in_format(&self, format: Format) -> Self {
        let mut draft = Self { format, ..self.clone() };
        if format == Format::ApplyPatch {
            draft.hunks.iter_mut().for_each(|hunk| hunk.numbers = None);
        }
        draft
    }

    /// Whether the patch says of every line whether it is an old or a new one: a payload may leave that open.
    pub fn tells_lines_apart(&self) -> bool {
        !self.format.gives_texts() || !self.hunks.iter().any(Hunk::moves_lines)
    }

    /// All edits, in the order of the file.
    pub fn edits(&self) -> Vec<&Edit> {
        let mut edits: Vec<&Edit> = self.hunks.iter().flat_map(|hunk| &hunk.edits).collect();
        edits.sort_by_key(|edit| edit.at.start);
        edits
    }

    /// The lines of the file afterwards.
    pub fn after(&self) -> Vec<String> {
        let mut after = Vec::new();
        let mut next = 0;
        for edit in self.edits() {
            after.extend_from_slice(&self.before[next..edit.at.start]);
            after.extend_from_slice(&edit.lines);
            next = edit.at.end;
        }
        after.extend_from_slice(&self.before[next..]);
        after
    }

    pub fn file_bytes(&self) -> Vec<u8> {
        self.spell(&self.before)
    }

    pub fn expected_bytes(&self) -> Vec<u8> {
        self.spell(&self.after())
    }

    fn spell(&self, lines: &[String]) -> Vec<u8> {
        let end = if self.file_crlf { "\r\n" } else { "\n" };
        let mut text = lines.join(end);
        if !self.file_lacks_newline && !lines.is_empty() {
            text.push_str(end);
        }
        text.into_bytes()
    }
}

/// The edits that lead from one text to another, those near each other together.
#[allow(clippy::disallowed_methods, reason = "the library keeps its own to itself")]
pub fn groups(old: &[String], new: &[String]) -> Vec<Vec<Edit>> {
    let mut groups: Vec<Vec<Edit>> = Vec::new();
    for op in similar::capture_diff_slices(Algorithm::Myers, old, new) {
        if let DiffOp::Equal { .. } = op {
            continue;
        }
        let edit = Edit { at: op.old_range(), lines: new[op.new_range()].to_vec() };
        let is_near = |last: &Edit| edit.at.start <= last.at.end + 2 * CONTEXT;
        match groups.last_mut().filter(|group| group.last().is_some_and(is_near)) {
            Some(group) => group.push(edit),
            None => groups.push(vec![edit]),
        }
    }
    groups
}

/// A hunk of some edits with their context; `drift` is how many lines the hunks above it add.
fn hunk(old: &[String], edits: Vec<Edit>, drift: isize) -> Hunk {
    let first = edits.first().map_or(0, |edit| edit.at.start.saturating_sub(CONTEXT));
    let last = edits.last().map_or(0, |edit| (edit.at.end + CONTEXT).min(old.len()));
    let line = |tag, at: usize| Line { tag, text: old[at].clone(), origin: Some(at) };
    let mut lines = Vec::new();
    let mut next = first;
    for edit in &edits {
        lines.extend((next..edit.at.start).map(|at| line(Tag::Context, at)));
        lines.extend(edit.at.clone().map(|at| line(Tag::Removed, at)));
        lines.extend(edit.lines.iter().map(|text| Line {
            tag: Tag::Added,
            text: text.clone(),
            origin: None,
        }));
        next = edit.at.end;
    }
    lines.extend((next..last).map(|at| line(Tag::Context, at)));
    let new = (first as isize + 1 + drift).max(1) as usize;
    let numbers = Some(Numbers { old: first + 1, new, miscount: 0 });
    Hunk { lines, edits, numbers, anchors: Vec::new() }
}
