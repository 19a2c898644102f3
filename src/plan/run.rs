//! Folds the operations of a patch over the tree, so that each one sees what those before it left.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::correction::{Advice, Refused};
use super::done::{Done, Warning};
use super::editing::Editing;
use super::explain::{self, HunkOwner};
use super::gone::GoneTargets;
use super::hunks::stale::StaleSection;
use super::hunks::update::{additions_of, apply_hunks};
use super::moving::row::{FreeMoves, MoveRow};
use super::refusal::Refusal;
use super::renaming::row::RenameRow;
use super::stutter::{self, Stutter};
use super::symbol::moving::Moving;
use super::symbol::{made, retake, stale};
use super::text::{elided, twice};
use super::tree::document::Document;
use super::tree::overlay::Overlay;
use super::users::changed::Changed;
use super::{Applied, Plan, PlannedFolders, ReadFiles, edit, files};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Action, CommentLanguage, Destination, Existing, Format, Hunk, Locator, Operation, Patch, PatchPath,
    Payload, RepeatedLines, SymbolTarget,
};
use crate::lang::{FileComments, Language, Macros};
use crate::vfs::ReadTree;

/// The same for operations that are settled, with what is to be said of them.
pub(super) fn plan_operations(
    patch: &Patch,
    (operations, notes): (&[Operation], Vec<Diagnostic>),
    tree: &dyn ReadTree,
    known: &ReadFiles,
) -> Result<Plan, Refused> {
    let mut run = Run { known: known.clone(), warnings: notes, ..Run::new(patch, operations, tree) };
    let mut runs = patch.at_once.iter().peekable();
    for at in 0..operations.len() {
        if let Some(together) = runs.next_if(|run| run.start == at) {
            run.make_way(together.clone());
        }
        run.step(at);
    }
    run.settle_gone();
    if !run.problems.is_empty() {
        let mut problems = run.problems;
        problems.sort_by_key(|problem| problem.operation.as_ref().map_or(0, |operation| operation.index));
        let mut advice = run.advice;
        advice.sort_by_key(|advice| advice.at);
        let read = run.overlay.into_read();
        return Err(Refused { problems, advice, operations: operations.to_vec(), read });
    }
    run.note_again();
    run.note_callers();
    run.note_missing_imports();
    run.note_lost_parameters();
    if patch.format == Format::Chunk {
        run.note_importers();
    }
    run.note_outside();
    let (files, summary) = run.overlay.finish();
    Ok(Plan {
        format: patch.format,
        files,
        summary,
        operations: run.applied.into(),
        warnings: run.warnings,
        folders: PlannedFolders::Follow,
    })
}

/// For so many problems it is worked out what may be meant.
const MAX_ADVISED: usize = 100;

/// The fold over the operations of a patch.
pub(super) struct Run<'p, 't> {
    pub(super) patch: &'p Patch,
    /// Words that are macros in its files.
    pub(super) macros: Macros,
    pub(super) operations: &'p [Operation],
    /// The operations that name each path, in order.
    pub(super) by_path: HashMap<&'p PatchPath, Vec<usize>>,
    /// The last operation that works on each path.
    pub(super) last_on: HashMap<&'p PatchPath, usize>,
    pub(super) overlay: Overlay<'p, 't>,
    /// Where the file of a move is that had to go out of the way of an earlier one, by the operation.
    pub(super) aside: HashMap<usize, PatchPath>,
    /// Paths of refused operations: what comes later there would only repeat the trouble.
    pub(super) poisoned: HashSet<PatchPath>,
    /// Paths on which an operation was made before the run.
    pub(super) made: HashSet<PatchPath>,
    pub(super) gone: GoneTargets,
    pub(super) stutter: Stutter,
    pub(super) problems: Vec<Diagnostic>,
    /// What would solve the problems.
    pub(super) advice: Vec<Advice>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) applied: Vec<Applied>,
    /// The files that the operation at hand changed without naming them.
    pub(super) unnamed: Vec<PatchPath>,
    /// Definitions whose users may have to follow.
    pub(super) changed: Vec<Changed<'p>>,
    /// By file, the last operation that took imports out of it.
    pub(super) without_imports: BTreeMap<&'p PatchPath, &'p Operation>,
    /// By file, the last operation that gave a function another heading.
    pub(super) other_headings: BTreeMap<&'p PatchPath, &'p Operation>,
    /// The first operation that looked over the project.
    pub(super) over_project: Option<usize>,
    pub(super) renames: RenameRow,
    pub(super) moves: MoveRow,
    pub(super) free_moves: FreeMoves,
    /// What is known of files as they stand in the tree.
    pub(super) known: ReadFiles,
}

impl<'p, 't> Run<'p, 't> {
    pub(super) fn new(patch: &'p Patch, operations: &'p [Operation], tree: &'t dyn ReadTree) -> Self {
        let mut by_path: HashMap<&PatchPath, Vec<usize>> = HashMap::new();
        let mut last_on = HashMap::new();
        for (at, operation) in operations.iter().enumerate() {
            by_path.entry(&operation.path).or_default().push(at);
            last_on.extend(operation.paths().into_iter().map(|path| (path, at)));
        }
        Self {
            patch,
            macros: Macros::new(&patch.macros),
            operations,
            by_path,
            last_on,
            overlay: Overlay::new(tree).without(patch.own_text),
            aside: HashMap::new(),
            poisoned: refused_paths(patch),
            made: HashSet::new(),
            gone: GoneTargets::default(),
            stutter: Stutter::of(operations),
            problems: refused_on_reading(patch, tree),
            advice: Vec::new(),
            warnings: Vec::new(),
            applied: Vec::new(),
            unnamed: Vec::new(),
            changed: Vec::new(),
            without_imports: BTreeMap::new(),
            other_headings: BTreeMap::new(),
            over_project: None,
            renames: RenameRow::default(),
            moves: MoveRow::default(),
            free_moves: FreeMoves::default(),
            known: ReadFiles::default(),
        }
    }

    /// Sets files aside that operations of one change move, and to whose paths earlier ones of them move others: `a` to
    /// `b` and `b` to `c`, or `a` and `b` in exchange.
    pub(super) fn make_way(&mut self, together: Range<usize>) {
        let mut taken: HashSet<&PatchPath> = HashSet::new();
        for at in together {
            let operation = &self.operations[at];
            let Action::Update { to: Destination::Move(to), .. } = &operation.action else { continue };
            if taken.contains(&operation.path) {
                let aside = PatchPath::aside(at);
                // If there is no such file, the operation itself will say so.
                if self.overlay.set_aside(&operation.path, &aside).is_ok() {
                    self.aside.insert(at, aside);
                }
            }
            taken.insert(to);
        }
    }

    /// Does one operation, or notes why it cannot be done.
    pub(super) fn step(&mut self, at: usize) {
        let operation = &self.operations[at];
        let paths = operation.paths();
        if paths.iter().any(|path| self.poisoned.contains(*path)) {
            self.poisoned.extend(paths.into_iter().cloned());
            return;
        }
        self.gone.note_later(operation.origin.index, &paths);
        self.overlay.begin(operation.origin.index);
        paths.iter().for_each(|path| self.overlay.mention(path));
        if let Some(refusal) = self.said_before(at) {
            let refusal = refusal.of(operation);
            self.problems.extend(refusal.problems);
            self.advice.push(Advice { at, corrections: refusal.corrections });
            return;
        }
        let done = match self.act(at) {
            Ok(done) => self.check_all(at).map(|()| done),
            Err(mut refusal) => {
                self.tell_disk_lines(operation, &mut refusal);
                Err(refusal)
            }
        };
        match done {
            Ok(mut done) => {
                let emptied = self.emptied_note(at, &done);
                done.warnings.extend(emptied);
                let unnamed = std::mem::take(&mut self.unnamed);
                self.remember_changed(at, &done);
                let paths: Vec<_> = paths.into_iter().chain(&unnamed).collect();
                self.note(operation, &paths, done);
                for path in paths {
                    if !self.is_named_behind(at, path) {
                        self.overlay.close(path);
                    }
                }
            }
            // The files of the others are all that was counted.
            Err(refusal) if self.counts_without_refused(at, &refusal) => {
                self.poisoned.extend(paths.into_iter().cloned());
            }
            Err(refusal) => {
                let mut refusal = refusal.of(operation);
                if paths.iter().any(|path| self.made.contains(*path)) {
                    refusal.problems = made::gone_before(operation, refusal.problems);
                    refusal.corrections = vec![Vec::new(); refusal.problems.len()];
                }
                // To look for what may be meant costs a pass over the tree; of more problems nobody reads the help.
                if self.problems.len() < MAX_ADVISED {
                    self.advise(at, &mut refusal);
                    self.advise_file(at, &mut refusal);
                    let tree = self.overlay.tree();
                    if let Some(document) = self.overlay.document(&operation.path) {
                        stale::tell_expected(document, tree, operation, &mut refusal);
                    }
                }
                // What is there already is no reason to leave the rest of the file unread.
                let is_there = refusal.problems.iter().all(|problem| problem.code == Code::AlreadyApplied);
                if is_there && self.problems.len() < MAX_ADVISED {
                    self.tell_disturbers(at, &refusal);
                }
                let is_gone = made::may_be_gone(operation, &refusal.problems);
                self.problems.extend(refusal.problems);
                self.advice.push(Advice { at, corrections: refusal.corrections });
                if is_gone && self.problems.len() < MAX_ADVISED {
                    self.gone.note(at, &paths);
                } else if is_there && self.problems.len() < MAX_ADVISED {
                    self.made.extend(paths.into_iter().cloned());
                } else {
                    self.poisoned.extend(paths.into_iter().cloned());
                }
            }
        }
    }

    /// The refusal of an operation that would only insert once more what one before it has inserted.
    fn said_before(&self, at: usize) -> Option<Refusal> {
        let first = &self.operations[self.stutter.first_of(at)?];
        let index = first.origin.index;
        let is_done = self.applied.binary_search_by_key(&index, |applied| applied.index).is_ok();
        is_done.then(|| stutter::refusal(&self.operations[at], first))
    }

    /// Looks back at all operations on a file when the last one is done: refuses those that would take something else in a
    /// second run, and the last one if all that they do together is to insert lines that are at their places already, of
    /// which a later one may have changed what an earlier one inserted.
    pub(super) fn check_all(&mut self, at: usize) -> Result<(), Refusal> {
        let operation = &self.operations[at];
        let Some(own) = self.by_path.get(&operation.path).filter(|own| own.last() == Some(&at)) else {
            return Ok(());
        };
        let may_repeat = |at: &usize| self.operations[*at].again.lines == RepeatedLines::Insert;
        let Some(document) = self.overlay.document(&operation.path) else { return Ok(()) };
        retake::check(document)?;
        if own.len() < 2 || own.iter().any(may_repeat) {
            return Ok(());
        }
        match twice::repeated_by_all(document) {
            Some(there) => Err(there.refusal(document, operation)),
            None => Ok(()),
        }
    }

    /// Whether an operation behind `at` works on a path.
    pub(super) fn is_named_behind(&self, at: usize, path: &PatchPath) -> bool {
        self.last_on.get(path).is_some_and(|last| *last > at)
    }

    pub(super) fn note(&mut self, operation: &Operation, paths: &[&PatchPath], done: Done) {
        let mixed: Vec<Warning> = paths.iter().filter_map(|path| self.mixed(path)).collect();
        for warning in done.warnings.into_iter().chain(mixed) {
            let diagnostic = warning.into_diagnostic();
            let place = diagnostic.patch.unwrap_or(operation.origin.place);
            self.warnings.push(diagnostic.of(operation.reference()).at(place));
        }
        self.applied.push(Applied {
            index: operation.origin.index,
            name: operation.origin.name.clone(),
            path: operation.path.clone(),
            lines: done.lines.map(|lines| (lines.start + 1, lines.end.max(lines.start + 1))),
            symbol: names_symbol(&operation.action).then(|| done.matched.clone()).flatten(),
            matched: done.matched,
            count: done.count,
            changes: paths.iter().flat_map(|path| self.overlay.take_landed(path)).collect(),
        });
    }

    /// What is said of a file that the operation at hand left with two encodings.
    fn mixed(&mut self, path: &PatchPath) -> Option<Warning> {
        let (char, line) = self.overlay.document(path)?.take_mixed()?;
        let line = line + 1;
        let message = format!(
            "`{path}` is not UTF-8, and line {line} now has `{char}` in UTF-8: the file has two encodings"
        );
        Some(Warning::Encoding(message))
    }

    pub(super) fn act(&mut self, at: usize) -> Result<Done, Refusal> {
        let operation = &self.operations[at];
        match &operation.action {
            Action::Create { payload, existing, mode } => {
                let language = self.comments_of(&operation.path).language;
                let old = || self.overlay.text_of(&operation.path).filter(|_| *existing != Existing::Refuse);
                let warning = elided::check_file(operation, payload, language, old)?;
                let mut done = files::create(&mut self.overlay, &operation.path, payload, *existing, *mode)?;
                done.warnings.extend(warning);
                Ok(done)
            }
            Action::Delete { folders, hunks } if hunks.is_empty() => {
                files::delete(&mut self.overlay, &operation.path, *folders)
            }
            Action::Delete { hunks, .. } => {
                let additions = additions_of(self.patch.format);
                let document = self.lines_at(at, &operation.path)?;
                apply_hunks(document, HunkOwner::of(operation), hunks, additions)?;
                document.catch_up();
                if !document.buffer().is_empty() {
                    let message = format!("`{}` has lines that the patch does not delete", operation.path);
                    return Err(Refusal::new(Code::ContextMismatch, message)
                        .with_help("list every line of the file as removed, or none"));
                }
                files::delete(&mut self.overlay, &operation.path, crate::ir::Folders::Refuse)
            }
            Action::Edit { at: place, change, indent } => {
                let tree = self.overlay.tree();
                edit::edit(self.document(at)?, Editing { operation, change, indent: *indent, tree }, place)
            }
            Action::Substitute(wanted) => self.substitute(at, wanted),
            Action::Exchange(wanted) => self.exchange(at, wanted),
            Action::RenameSymbol(wanted) => self.rename_symbol(at, wanted),
            Action::MoveSymbol { symbol, more, to, place, old_place, unproven } => {
                let to = to.as_ref().unwrap_or(&operation.path);
                let symbols: Vec<&SymbolTarget> = std::iter::once(symbol).chain(more).collect();
                let (symbols, old_place, unproven) = (&symbols[..], *old_place, *unproven);
                let operations = self.operations;
                self.move_symbols(&Moving {
                    at,
                    operation,
                    operations,
                    symbols,
                    to,
                    place,
                    old_place,
                    unproven,
                    is_unnested: false,
                })
            }
            Action::Update { hunks, to: Destination::Stay, mode, .. }
                if is_whole_file(hunks) && !self.overlay.exists(&operation.path)? =>
            {
                let payload = Payload {
                    lines: hunks[0].lines.iter().map(|line| line.text.to_string()).collect(),
                    no_final_newline: hunks[0].lines.last().is_some_and(|line| line.no_newline),
                    crlf: hunks[0].lines.iter().map(|line| line.crlf).collect(),
                    place: hunks[0].place,
                    margin: None,
                };
                files::create(&mut self.overlay, &operation.path, &payload, Existing::Refuse, *mode)
            }
            Action::Update { hunks, to, mode, base } => {
                // The original of a copy stays as it is: the hunks are for the copy.
                let aside = self.aside.remove(&at);
                let path = match to {
                    Destination::Copy(to) => {
                        self.overlay.copy(&operation.path, to)?;
                        to
                    }
                    Destination::Stay | Destination::Move(_) => aside.as_ref().unwrap_or(&operation.path),
                };
                let mut done = Done::default();
                if !hunks.is_empty() {
                    let additions = additions_of(self.patch.format);
                    let owner = HunkOwner::of(operation);
                    let tree = self.overlay.tree();
                    let document = self.lines_at(at, path)?;
                    done = match base {
                        Some(base) => StaleSection { owner, hunks, additions, base, tree }.apply(document)?,
                        None => apply_hunks(document, owner, hunks, additions)?,
                    };
                }
                files::finish_update(&mut self.overlay, path, to, *mode)?;
                Ok(done)
            }
        }
    }

    /// The text of the file that an operation names.
    pub(super) fn document(&mut self, at: usize) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        self.document_at(at, &operations[at].path)
    }

    /// The text of the file at `path`, of which the operation `at` and later ones will ask for lines.
    pub(super) fn document_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let document = self.lines_at(at, path)?;
        match document.not_text() {
            None => Ok(document),
            Some(problem) => Err(Refusal::new(Code::NotText, format!("`{path}` is not text: {problem}"))),
        }
    }

    /// The same of a file that need not be text: exact lines of bytes stand in any.
    pub(super) fn lines_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let document = self.text_at(at, path)?;
        document.begin(&operations[at]);
        Ok(document)
    }

    /// The same, before the operation begins to work on it.
    pub(super) fn text_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let comments = self.comments_of(path);
        let (by_path, macros, matching) = (&self.by_path, &self.macros, self.patch.matching);
        let known = &self.known;
        let later = std::iter::once(&operations[at]).chain(later_on(operations, by_path, at, path));
        Ok(self.overlay.open(path)?.document(|bytes| {
            Document::open(bytes, comments, later)
                .with_macros(macros.clone())
                .with_matching(matching)
                .with_known(path, known)
        }))
    }

    /// The language whose comments text operations on a file look through.
    pub(super) fn comments_of(&self, path: &PatchPath) -> FileComments {
        let of_file = || FileComments::of(path.file_name());
        match &self.patch.comments {
            CommentLanguage::Off => FileComments::default(),
            CommentLanguage::OfFile => of_file(),
            CommentLanguage::OfFileOr(name) => of_file().or(Language::by_name(name)),
        }
    }
}

/// What was refused while the patch was read, with the paths below the root that absolute ones may mean.
fn refused_on_reading(patch: &Patch, tree: &dyn ReadTree) -> Vec<Diagnostic> {
    patch.refused.iter().map(|problem| explain::with_relative_path(tree, problem.clone())).collect()
}

/// The paths of operations that were refused while the patch was read, as far as they are paths.
fn refused_paths(patch: &Patch) -> HashSet<PatchPath> {
    let written = patch.refused.iter().filter_map(|problem| Some(&problem.operation.as_ref()?.path));
    written.filter_map(|path| PatchPath::parse(path).ok()).collect()
}

/// Whether hunks say that nothing was there before: `@@ -0,0 +1,3 @@` is how a diff makes a file, whatever its headers.
fn is_whole_file(hunks: &[Hunk]) -> bool {
    match hunks {
        [only] => only.line_hint == Some(0) && only.hint_is_behind && only.old().next().is_none(),
        _ => false,
    }
}

/// The operations behind `at` on the file that `at` leaves (of two the one at `of`), wherever it is moved to, until it is written anew.
fn later_on<'p, 'r>(
    operations: &'p [Operation],
    by_path: &'r HashMap<&'p PatchPath, Vec<usize>>,
    mut at: usize,
    of: &PatchPath,
) -> impl Iterator<Item = &'p Operation> + use<'p, 'r> {
    let mut path = match &operations[at].action {
        Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } => to,
        Action::MoveSymbol { to: Some(to), .. } if to == of => to,
        Action::Update { to: Destination::Stay, .. }
        | Action::Create { .. }
        | Action::Delete { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => &operations[at].path,
    };
    let mut is_gone = false;
    std::iter::from_fn(move || {
        let own = by_path.get(path).filter(|_| !is_gone)?;
        at = *own.get(own.partition_point(|own| *own <= at))?;
        match &operations[at].action {
            // What is written anew, or comes again after it went, is opened anew.
            Action::Create { .. } => return None,
            Action::Delete { .. } => is_gone = true,
            Action::Update { to: Destination::Move(to), .. } => path = to,
            Action::Update { to: Destination::Stay | Destination::Copy(_), .. }
            | Action::Edit { .. }
            | Action::Substitute(_)
            | Action::Exchange(_)
            | Action::RenameSymbol(_)
            | Action::MoveSymbol { .. } => {}
        }
        Some(&operations[at])
    })
}

/// Whether the place of an operation is a definition.
const fn names_symbol(action: &Action) -> bool {
    match action {
        Action::MoveSymbol { .. } | Action::RenameSymbol(_) => true,
        Action::Edit { at, .. } => match at {
            Locator::Symbol(_) | Locator::Members { .. } | Locator::Part { .. } => true,
            Locator::FileStart
            | Locator::FileEnd
            | Locator::Lines(_)
            | Locator::Imports(_)
            | Locator::Block { .. } => false,
        },
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::Update { .. } => false,
    }
}
