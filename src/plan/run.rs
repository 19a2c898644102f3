//! Applies the operations of a patch to the tree in order, so that each operation sees the result of the earlier ones.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::correction::{Advice, Refused};
use super::done::{EditOutcome, Warning};
use super::duplicates::{self, DuplicateOperations};
use super::editing::Editing;
use super::explain::{self, HunkOwner};
use super::hunks::stale::StaleSection;
use super::hunks::update::{additions_of, apply_hunks};
use super::missing_targets::MissingTargets;
use super::moving::group::{IndependentMoves, PlannedMoves};
use super::refusal::Refusal;
use super::renaming::group::PlannedRenamings;
use super::symbol::moving::Moving;
use super::symbol::{already_applied, changed_meaning, stale};
use super::text::{already_inserted, elided};
use super::tree::document::Document;
use super::tree::overlay::Overlay;
use super::users::changed::Changed;
use super::{Applied, Plan, PlannedFolders, ReadFiles, edit, files};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Action, CommentLanguage, Destination, Existing, Format, Hunk, Locator, Operation, Patch, PatchPath,
    Payload, RepeatedLines, SymbolTarget,
};
use crate::lang::{CommentSyntax, Language, Macros};
use crate::vfs::ReadTree;

/// Plans `operations`, whose paths are resolved already; `notes` are diagnostics about them that the plan is to report.
pub(super) fn plan_operations(
    patch: &Patch,
    (operations, notes): (&[Operation], Vec<Diagnostic>),
    tree: &dyn ReadTree,
    known: &ReadFiles,
) -> Result<Plan, Refused> {
    let mut run = Run { known: known.clone(), warnings: notes, ..Run::new(patch, operations, tree) };
    let mut runs = patch.tree_changes.iter().peekable();
    for at in 0..operations.len() {
        if let Some(together) = runs.next_if(|run| run.start == at) {
            run.set_files_aside(together.clone());
        }
        run.step(at);
    }
    run.resolve_missing_targets();
    if !run.problems.is_empty() {
        let mut problems = run.problems;
        problems.sort_by_key(|problem| problem.operation.as_ref().map_or(0, |operation| operation.index));
        let mut advice = run.advice;
        advice.sort_by_key(|advice| advice.at);
        let read = run.overlay.into_read();
        return Err(Refused { problems, advice, operations: operations.to_vec(), read });
    }
    run.warn_about_second_run();
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

/// The maximum number of problems for which the tree is searched for what the patch may mean.
const MAX_ADVISED: usize = 100;

/// The state while the operations of a patch are applied one after the other.
pub(super) struct Run<'p, 't> {
    pub(super) patch: &'p Patch,
    /// Words that are macros in the files of the patch.
    pub(super) macros: Macros,
    pub(super) operations: &'p [Operation],
    /// For each path, the indices of the operations that name it, in order.
    pub(super) by_path: HashMap<&'p PatchPath, Vec<usize>>,
    /// For each path, the index of the last operation that works on it.
    pub(super) last_on: HashMap<&'p PatchPath, usize>,
    pub(super) overlay: Overlay<'p, 't>,
    /// For each operation that moves a file, by its index, the temporary path of that file if it had to make way for an
    /// earlier move.
    pub(super) temporary_paths: HashMap<usize, PatchPath>,
    /// Paths of refused operations. Later operations on these paths are skipped, because they would only repeat the
    /// problem.
    pub(super) refused_paths: HashSet<PatchPath>,
    /// Paths with an operation that was refused because an earlier run of the patch has already applied it.
    pub(super) already_applied_paths: HashSet<PatchPath>,
    pub(super) missing_targets: MissingTargets,
    pub(super) duplicate_operations: DuplicateOperations,
    pub(super) problems: Vec<Diagnostic>,
    /// Corrections that would solve the problems.
    pub(super) advice: Vec<Advice>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) applied: Vec<Applied>,
    /// Files that the current operation changed without naming them.
    pub(super) unnamed: Vec<PatchPath>,
    /// Changed definitions whose users may need changes, too.
    pub(super) changed: Vec<Changed<'p>>,
    /// For each file, the last operation that removed imports from it.
    pub(super) without_imports: BTreeMap<&'p PatchPath, &'p Operation>,
    /// For each file, the last operation that changed the signature of a function.
    pub(super) other_headings: BTreeMap<&'p PatchPath, &'p Operation>,
    /// The index of the first operation that searched the whole project.
    pub(super) over_project: Option<usize>,
    pub(super) renames: PlannedRenamings,
    pub(super) moves: PlannedMoves,
    pub(super) independent_moves: IndependentMoves,
    /// What is known about files in their state in the tree, before the patch.
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
            temporary_paths: HashMap::new(),
            refused_paths: refused_paths(patch),
            already_applied_paths: HashSet::new(),
            missing_targets: MissingTargets::default(),
            duplicate_operations: DuplicateOperations::of(operations),
            problems: refused_on_reading(patch, tree),
            advice: Vec::new(),
            warnings: Vec::new(),
            applied: Vec::new(),
            unnamed: Vec::new(),
            changed: Vec::new(),
            without_imports: BTreeMap::new(),
            other_headings: BTreeMap::new(),
            over_project: None,
            renames: PlannedRenamings::default(),
            moves: PlannedMoves::default(),
            independent_moves: IndependentMoves::default(),
            known: ReadFiles::default(),
        }
    }

    /// Moves files of `together`, the moves of one change, to temporary paths if an earlier move of the range takes
    /// their paths: `a` to `b` and `b` to `c`, or an exchange of `a` and `b`.
    pub(super) fn set_files_aside(&mut self, together: Range<usize>) {
        let mut taken: HashSet<&PatchPath> = HashSet::new();
        for at in together {
            let operation = &self.operations[at];
            let Action::Update { to: Destination::Move(to), .. } = &operation.action else { continue };
            if taken.contains(&operation.path) {
                let aside = PatchPath::parking_path(at);
                // If the file does not exist, the operation itself reports it.
                if self.overlay.set_aside(&operation.path, &aside).is_ok() {
                    self.temporary_paths.insert(at, aside);
                }
            }
            taken.insert(to);
        }
    }

    /// Applies one operation, or records why it cannot be applied.
    pub(super) fn step(&mut self, at: usize) {
        let operation = &self.operations[at];
        let paths = operation.paths();
        if paths.iter().any(|path| self.refused_paths.contains(*path)) {
            self.refused_paths.extend(paths.into_iter().cloned());
            return;
        }
        self.missing_targets.note_later(operation.origin.index, &paths);
        self.overlay.begin(operation.origin.index);
        paths.iter().for_each(|path| self.overlay.mention(path));
        if let Some(refusal) = self.refusal_of_duplicate(at) {
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
            // The count only differs because files of refused operations were skipped, so this is not reported as a
            // problem of its own.
            Err(refusal) if self.counts_without_refused(at, &refusal) => {
                self.refused_paths.extend(paths.into_iter().cloned());
            }
            Err(refusal) => {
                let mut refusal = refusal.of(operation);
                if paths.iter().any(|path| self.already_applied_paths.contains(*path)) {
                    refusal.problems = already_applied::already_removed(operation, refusal.problems);
                    refusal.corrections = vec![Vec::new(); refusal.problems.len()];
                }
                // Searching for what may be meant takes a pass over the tree, and nobody reads the help of more
                // problems than this.
                if self.problems.len() < MAX_ADVISED {
                    self.advise(at, &mut refusal);
                    self.advise_file(at, &mut refusal);
                    self.advise_moved_lines(at, &mut refusal);
                    let tree = self.overlay.tree();
                    if let Some(document) = self.overlay.document(&operation.path) {
                        stale::tell_expected(document, tree, operation, &mut refusal);
                    }
                }
                // An operation that is already applied is no reason to skip the later operations on the file.
                let is_there = refusal.problems.iter().all(|problem| problem.code == Code::AlreadyApplied);
                if is_there && self.problems.len() < MAX_ADVISED {
                    self.tell_disturbers(at, &refusal);
                }
                let is_gone = already_applied::may_be_removed(operation, &refusal.problems);
                self.problems.extend(refusal.problems);
                self.advice.push(Advice { at, corrections: refusal.corrections });
                if is_gone && self.problems.len() < MAX_ADVISED {
                    self.missing_targets.note(at, &paths);
                } else if is_there && self.problems.len() < MAX_ADVISED {
                    self.already_applied_paths.extend(paths.into_iter().cloned());
                } else {
                    self.refused_paths.extend(paths.into_iter().cloned());
                }
            }
        }
    }

    /// Returns the refusal of an operation that would only insert again what an earlier operation of the patch has
    /// inserted.
    fn refusal_of_duplicate(&self, at: usize) -> Option<Refusal> {
        let first = &self.operations[self.duplicate_operations.first_of(at)?];
        let index = first.origin.index;
        let is_done = self.applied.binary_search_by_key(&index, |applied| applied.index).is_ok();
        is_done.then(|| duplicates::refusal(&self.operations[at], first))
    }

    /// Checks all operations on a file together after the last one. Refuses operations that would match something else
    /// in a second run. Refuses the last operation if all of them together only insert lines that are at their places
    /// already; they are checked together because a later operation may have changed what an earlier one inserted.
    pub(super) fn check_all(&mut self, at: usize) -> Result<(), Refusal> {
        let operation = &self.operations[at];
        let Some(own) = self.by_path.get(&operation.path).filter(|own| own.last() == Some(&at)) else {
            return Ok(());
        };
        let may_repeat = |at: &usize| self.operations[*at].if_already_made.lines == RepeatedLines::Insert;
        let Some(document) = self.overlay.document(&operation.path) else { return Ok(()) };
        changed_meaning::check(document)?;
        if own.len() < 2 || own.iter().any(may_repeat) {
            return Ok(());
        }
        match already_inserted::repeated_by_all(document) {
            Some(there) => Err(there.refusal(document, operation)),
            None => Ok(()),
        }
    }

    /// Returns whether an operation after `at` works on `path`.
    pub(super) fn is_named_behind(&self, at: usize, path: &PatchPath) -> bool {
        self.last_on.get(path).is_some_and(|last| *last > at)
    }

    pub(super) fn note(&mut self, operation: &Operation, paths: &[&PatchPath], done: EditOutcome) {
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
            changes: paths.iter().flat_map(|path| self.overlay.take_change_log(path)).collect(),
        });
    }

    /// What is said of a file that the operation at hand left with two encodings.
    fn mixed(&mut self, path: &PatchPath) -> Option<Warning> {
        let (char, line) = self.overlay.document(path)?.take_mixed()?;
        let line = line + 1;
        let message = format!(
            "`{path}` is not UTF-8, but line {line} now has `{char}` in UTF-8: the file mixes two \
             encodings"
        );
        Some(Warning::Encoding(message))
    }

    pub(super) fn act(&mut self, at: usize) -> Result<EditOutcome, Refusal> {
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
                // The original of a copy stays unchanged: the hunks apply to the copy.
                let aside = self.temporary_paths.remove(&at);
                let path = match to {
                    Destination::Copy(to) => {
                        self.overlay.copy(&operation.path, to)?;
                        to
                    }
                    Destination::Stay | Destination::Move(_) => aside.as_ref().unwrap_or(&operation.path),
                };
                let mut done = EditOutcome::default();
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

    /// Returns the text of the file that an operation names.
    pub(super) fn document(&mut self, at: usize) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        self.document_at(at, &operations[at].path)
    }

    /// Opens the file at `path` as text; the operation `at` and later ones on the file will search its lines.
    pub(super) fn document_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let document = self.lines_at(at, path)?;
        match document.not_text() {
            None => Ok(document),
            Some(problem) => Err(Refusal::new(Code::NotText, format!("`{path}` is not text: {problem}"))),
        }
    }

    /// Like [`Self::document_at`], for a file that need not be text: hunks of exact bytes apply to any file.
    pub(super) fn lines_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let document = self.text_at(at, path)?;
        document.begin(&operations[at]);
        Ok(document)
    }

    /// Like [`Self::lines_at`], but does not tell the document that the operation begins.
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

    /// Returns the language whose comments text operations on a file may ignore.
    pub(super) fn comments_of(&self, path: &PatchPath) -> CommentSyntax {
        let of_file = || CommentSyntax::of(path.file_name());
        match &self.patch.comments {
            CommentLanguage::Off => CommentSyntax::default(),
            CommentLanguage::OfFile => of_file(),
            CommentLanguage::OfFileOr(name) => of_file().or(Language::by_name(name)),
        }
    }
}

/// Returns the problems that were found while the patch was parsed. Where a problem is an absolute path, it gets the
/// relative path that may be meant.
fn refused_on_reading(patch: &Patch, tree: &dyn ReadTree) -> Vec<Diagnostic> {
    patch.refused.iter().map(|problem| explain::with_relative_path(tree, problem.clone())).collect()
}

/// Returns the paths of the operations that were refused while the patch was parsed, if these are valid paths.
fn refused_paths(patch: &Patch) -> HashSet<PatchPath> {
    let written = patch.refused.iter().filter_map(|problem| Some(&problem.operation.as_ref()?.path));
    written.filter_map(|path| PatchPath::parse(path).ok()).collect()
}

/// Returns whether the hunks say that the file was empty or missing before: a diff creates a file by `@@ -0,0 +1,3 @@`,
/// whatever its headers are.
fn is_whole_file(hunks: &[Hunk]) -> bool {
    match hunks {
        [only] => only.line_hint == Some(0) && only.inserts_after_hint && only.old().next().is_none(),
        _ => false,
    }
}

/// Returns the operations after `at` on the file that `at` leaves behind (on the file `of`, if it leaves two), and
/// follows that file when it is moved, until it is created anew.
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
            // A file that is created anew, or again after its deletion, is also opened anew.
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

/// Returns whether the target of an operation is a definition.
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
