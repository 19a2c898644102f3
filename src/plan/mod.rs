//! Plans a patch: works out every change of every file before anything is written.
//!
//! Operations are folded in order over an overlay of the tree, so that each one sees what those before it left. What
//! comes out is a [`Plan`], or every independent problem at once.
//!
//! Invariant: nothing here writes; the tree is a `&dyn ReadTree`.

mod above;
mod accessors;
mod along;
mod anchors;
mod belonging;
mod beside;
mod blocks;
mod callers;
mod carried;
mod correction;
mod declared;
mod document;
mod done;
mod edit;
mod editing;
mod elided;
mod emptied;
mod exchange;
mod explain;
mod files;
mod gap;
mod gone;
mod guard;
mod import_blocks;
mod imports;
mod landed;
mod local_names;
mod lookup;
mod made;
mod marker;
mod meaning;
mod members;
mod move_row;
mod moves;
mod moving;
mod namesakes;
mod numbered;
mod orphan;
mod overlay;
mod parts;
mod patch_chunks;
mod planting;
mod project;
mod prose;
mod put;
mod read_files;
mod refusal;
mod relocate;
mod relocated;
mod rename;
mod rename_row;
mod renamed;
mod retake;
mod scope;
mod spelled;
mod stale;
mod still_named;
mod strangers;
mod strip;
mod substitute;
mod substituted;
mod twice;
mod unlisted;
mod update;
mod uses;

use self::correction::SpacedOperations;
pub use self::correction::{Advice, Correction, Refused};
pub use self::patch_chunks::patch_chunks;
#[cfg(feature = "disk")]
pub(crate) use self::project::INSTALLED_FOLDERS;
pub use self::read_files::ReadFiles;
pub use self::uses::{NamedDefinition, UseLine, find, uses};

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use self::document::Document;
use self::done::Done;
use self::editing::Editing;
use self::explain::HunkOwner;
use self::gone::GoneTargets;
use self::move_row::MoveRow;
use self::moving::Moving;
use self::overlay::Overlay;
use self::refusal::Refusal;
use self::rename_row::RenameRow;
use self::update::{additions_of, apply_hunks};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Action, Change, CommentLanguage, Destination, Existing, FileSet, Format, Hunk, Locator, Matching,
    Operation, Patch, PatchPath, Payload, RepeatedLines, Substitution, SymbolTarget,
};
use crate::lang::{FileComments, Language, Macros};
use crate::text::{EditedText, TextPart};
use crate::vfs::{Bytes, ExtendedAttribute, File, Owner, ReadTree};

/// All that a patch changes, not yet written.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The format of the patch.
    pub format: Format,
    /// The net change of every file, one entry a path, in the order of first mention.
    pub files: Vec<FileChange>,
    /// The lines of the report, in the order of first mention.
    pub summary: Vec<Summary>,
    /// Every operation, with the place where it applied.
    pub operations: Arc<[Applied]>,
    /// What the reader should know all the same.
    pub warnings: Vec<Diagnostic>,
    /// What becomes of folders.
    pub folders: PlannedFolders,
}

/// What a plan says about folders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlannedFolders {
    /// Those that the plan empties go; those that its files need are made.
    #[default]
    Follow,
    /// It is known which ones are to be there, as when an earlier change is reversed.
    Known {
        /// Folders that are made with these permission bits, should they not be there.
        made: Vec<(PatchPath, u32)>,
        /// Folders that go if they are empty. No other one does.
        removed: Vec<PatchPath>,
    },
}

/// The net change at one path.
#[derive(Debug, Clone)]
pub struct FileChange {
    /// The path.
    pub path: PatchPath,
    /// What stands there now.
    pub before: Option<Node>,
    /// What is to stand there.
    pub after: Option<NewFile>,
    /// The file that a new one was moved or copied from; it gives mode, owner and extended attributes.
    pub source: Option<PatchPath>,
}

/// Something that a plan changes or removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A regular file.
    File(File),
    /// A symbolic link, removed with the folder that holds it.
    Link,
    /// A folder that a deletion names, or one inside it; removed once it is empty.
    Folder,
}

/// A file as it is to be written.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Its content.
    pub content: Content,
    /// Whether the content is known to hold no syntax error that its file did not have before, so that nobody need parse it
    /// again to see.
    pub is_known_clean: bool,
    /// Its permission bits; `None` for those of the file it replaces, or a new file's `0666 & ~umask`. Of a file that
    /// replaces and follows none, only whether it is executable counts: the umask decides the rest.
    pub mode: Option<u32>,
    /// Whose it is and which extended attributes it has, where that is known: a file that comes back. Its permission
    /// bits are then exactly those above.
    pub kept: Option<Kept>,
}

/// What a file had besides its content and its permission bits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Whose it was.
    pub owner: Owner,
    /// Its extended attributes.
    pub extended: Vec<ExtendedAttribute>,
}

impl NewFile {
    /// A file with nothing special about it.
    #[must_use]
    pub const fn of(content: Content) -> Self {
        Self { content, is_known_clean: false, mode: None, kept: None }
    }
}

/// The content of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes as they were read or as a patch brings them.
    Bytes(Bytes),
    /// An edited text.
    Text(Arc<EditedText>),
    /// Not a file but a symbolic link, and where it leads. No patch makes one; what a patch removed may come back.
    Link(Bytes),
}

impl Content {
    /// The content as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        match self {
            Self::Bytes(bytes) | Self::Link(bytes) => bytes.clone(),
            Self::Text(text) => text.encode().into(),
        }
    }
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summary {
    /// `A path`
    Added(PatchPath),
    /// `M path`
    Modified(PatchPath),
    /// `D path`
    Deleted(PatchPath),
    /// `R old -> new`
    Renamed(PatchPath, PatchPath),
}

/// An operation that applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// Its number, from 1.
    pub index: usize,
    /// Its name as the user knows it.
    pub name: String,
    /// The path it names.
    pub path: PatchPath,
    /// The lines that it matched in the text it saw, from 1, first and last; `None` for whole files.
    pub lines: Option<(usize, usize)>,
    /// How the place was found: the rung (`exact`, `trimmed`, `comments-stripped`, …) or the symbol's address.
    pub matched: Option<String>,
    /// The address of the definition, for operations that name one.
    pub symbol: Option<String>,
    /// What it changed, file by file in file order; empty for whole files.
    pub changes: Vec<ChangedLines>,
}

/// A stretch of lines that an operation changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLines {
    /// The file.
    pub path: PatchPath,
    /// The lines that went, in the text that the operation saw.
    pub old: LineSpan,
    /// The lines that came, in the text that it left.
    pub new: LineSpan,
    /// The lines that went and those that came, unless they are long.
    pub text: Option<(TextPart, TextPart)>,
}

/// Some lines behind one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpan {
    /// The first one, from 1; of no lines, the one that they would come before.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

impl LineSpan {
    fn of(lines: &Range<usize>) -> Self {
        Self { first: lines.start + 1, count: lines.len() }
    }
}

/// Works out all that `patch` changes in `tree`.
///
/// # Errors
/// Every independent problem: for each file those of its first refused operation.
pub fn plan(patch: &Patch, tree: &dyn ReadTree) -> Result<Plan, Vec<Diagnostic>> {
    plan_advised(patch, tree, &ReadFiles::default()).map_err(|refused| refused.problems)
}

/// The same, where some files may be known; a refusal tells what would make the operations apply.
///
/// # Errors
/// Every independent problem: for each file those of its first refused operation.
pub fn plan_advised(patch: &Patch, tree: &dyn ReadTree, known: &ReadFiles) -> Result<Plan, Refused> {
    let operations = strip::resolve_paths(patch, tree);
    let (operations, notes) = numbered::without_numbers(patch, operations, tree);
    let refused = match plan_operations(patch, (&operations, notes.clone()), tree, known) {
        Err(refused) if patch.matching != Matching::Exact => refused,
        planned => return planned,
    };
    let mut spaced = SpacedOperations { operations: operations.into_owned(), notes };
    let mut next = refused.clone();
    for _ in 0..MAX_SPACED {
        if !spaced.take(&next) {
            break;
        }
        let SpacedOperations { operations, notes } = &spaced;
        match plan_operations(patch, (operations, notes.clone()), tree, &next.read) {
            Ok(plan) => return Ok(plan),
            Err(refused) => next = refused,
        }
    }
    Err(refused)
}

/// So many times operations are taken with the blanks of the file, of which one may hide another.
const MAX_SPACED: usize = 20;

/// The same for operations that are settled, with what is to be said of them.
fn plan_operations(
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
    run.note_callers();
    run.note_missing_imports();
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
struct Run<'p, 't> {
    patch: &'p Patch,
    /// Words that are macros in its files.
    macros: Macros,
    operations: &'p [Operation],
    /// The operations that name each path, in order.
    by_path: HashMap<&'p PatchPath, Vec<usize>>,
    /// The last operation that works on each path.
    last_on: HashMap<&'p PatchPath, usize>,
    overlay: Overlay<'p, 't>,
    /// Where the file of a move is that had to go out of the way of an earlier one, by the operation.
    aside: HashMap<usize, PatchPath>,
    /// Paths of refused operations: what comes later there would only repeat the trouble.
    poisoned: HashSet<PatchPath>,
    /// Paths on which an operation was made before the run.
    made: HashSet<PatchPath>,
    gone: GoneTargets,
    problems: Vec<Diagnostic>,
    /// What would solve the problems.
    advice: Vec<Advice>,
    warnings: Vec<Diagnostic>,
    applied: Vec<Applied>,
    /// The files that the operation at hand changed without naming them.
    unnamed: Vec<PatchPath>,
    /// Definitions whose users may have to follow.
    changed: Vec<callers::Changed<'p>>,
    /// By file, the last operation that took imports out of it.
    without_imports: BTreeMap<&'p PatchPath, &'p Operation>,
    renames: RenameRow,
    moves: MoveRow,
    /// What is known of files as they stand in the tree.
    known: ReadFiles,
}

impl<'p, 't> Run<'p, 't> {
    fn new(patch: &'p Patch, operations: &'p [Operation], tree: &'t dyn ReadTree) -> Self {
        let mut by_path: HashMap<&PatchPath, Vec<usize>> = HashMap::new();
        let mut last_on = HashMap::new();
        for (at, operation) in operations.iter().enumerate() {
            by_path.entry(&operation.path).or_default().push(at);
            last_on.extend(paths_of(operation).into_iter().map(|path| (path, at)));
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
            problems: refused_on_reading(patch, tree),
            advice: Vec::new(),
            warnings: Vec::new(),
            applied: Vec::new(),
            unnamed: Vec::new(),
            changed: Vec::new(),
            without_imports: BTreeMap::new(),
            renames: RenameRow::default(),
            moves: MoveRow::default(),
            known: ReadFiles::default(),
        }
    }

    /// Sets files aside that operations of one change move, and to whose paths earlier ones of them move others: `a` to
    /// `b` and `b` to `c`, or `a` and `b` in exchange.
    fn make_way(&mut self, together: Range<usize>) {
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
    fn step(&mut self, at: usize) {
        let operation = &self.operations[at];
        let paths = paths_of(operation);
        if paths.iter().any(|path| self.poisoned.contains(*path)) {
            self.poisoned.extend(paths.into_iter().cloned());
            return;
        }
        self.gone.note_later(operation.origin.index, &paths);
        self.overlay.begin(operation.origin.index);
        paths.iter().for_each(|path| self.overlay.mention(path));
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

    /// Says which line of the file on disk is meant where operations before have moved the lines.
    fn tell_disk_lines(&mut self, operation: &Operation, refusal: &mut Refusal) {
        let Some(document) = self.overlay.document(&operation.path).filter(|document| document.is_changed())
        else {
            return;
        };
        let (buffer, history) = document.history();
        // What a refused operation has done so far is no reason to count otherwise than the file on disk.
        let is_undone = history.is_changed_now_only();
        // Lines that are there already are told as they were before the patch.
        let is_counted = |problem: &&mut Diagnostic| problem.code != Code::AlreadyApplied;
        for problem in refusal.problems.iter_mut().filter(is_counted) {
            let own = problem.places.iter_mut().filter(|place| place.path == operation.path.as_str());
            for place in own.filter(|_| is_undone) {
                if let Some(line) = history.origin_of_line(buffer, place.line - 1) {
                    let height = place.last_line.saturating_sub(place.line);
                    (place.line, place.last_line) = (line + 1, line + 1 + height);
                }
            }
            let Some(place) = problem.places.first().filter(|place| place.path == operation.path.as_str())
            else {
                continue;
            };
            let origin = history.origin_of_line(buffer, place.line - 1).map(|line| line + 1);
            if let Some(line) = origin.filter(|line| *line != place.line && !is_undone) {
                problem.help.push(format!(
                    "lines are counted as the operations before this one left `{}`: line {} is line {line} on disk",
                    operation.path, place.line
                ));
            }
        }
    }

    /// Refuses the operations before `at` that changed lines which it would bring, and which are there already: where the
    /// rest of a patch is left out, they would damage what it brought.
    fn tell_disturbers(&mut self, at: usize, refusal: &Refusal) {
        let operation = &self.operations[at];
        let Some(document) = self.overlay.document(&operation.path) else { return };
        for own in twice::disturbers(document, &operation.path, refusal) {
            let of_it = |one: &Operation| one.origin.index == own.number;
            let Some(earlier) = self.operations[..at].iter().position(of_it) else { continue };
            if self.advice.iter().any(|advice| advice.at == earlier) {
                continue;
            }
            let disturber = &self.operations[earlier];
            // What still had its old name shows that the patch was not applied before.
            if let Action::RenameSymbol(_) = &disturber.action {
                continue;
            }
            let elsewhere = |one: &ChangedLines| one.path != operation.path;
            let applied = self.applied.iter().find(|applied| applied.index == own.number);
            let is_all = own.is_all && applied.is_some_and(|applied| !applied.changes.iter().any(elsewhere));
            let refusal = explain::disturbs(disturber, operation, &own.lines, is_all).of(disturber);
            self.problems.extend(refusal.problems);
            self.advice.push(Advice { at: earlier, corrections: refusal.corrections });
        }
    }

    /// Looks back at all operations on a file when the last one is done: refuses those that would take something else in a
    /// second run, and the last one if all that they do together is to insert lines that are at their places already, of
    /// which a later one may have changed what an earlier one inserted.
    fn check_all(&mut self, at: usize) -> Result<(), Refusal> {
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

    /// Adds to the news of an absent file what the patch did to it before, or which file may be meant.
    fn advise(&self, at: usize, refusal: &mut Refusal) {
        let operation = &self.operations[at];
        let named = |problem: &Diagnostic, path: &PatchPath| problem.message.contains(&format!("`{path}`"));
        let missing = |(problem, _): &(&mut Diagnostic, _)| problem.code == Code::FileMissing;
        let all = refusal.problems.iter_mut().zip(&mut refusal.corrections);
        for (problem, corrections) in all.filter(missing) {
            let path = match &operation.action {
                Action::MoveSymbol { to: Some(to), .. } if named(problem, to) => to,
                _ => &operation.path,
            };
            if path.as_str().contains('*') {
                problem.help.push(match &operation.action {
                    Action::Substitute(_) | Action::RenameSymbol(_) => {
                        format!("`path` names one file; write `paths: [\"{path}\"]` for all that match")
                    }
                    _ => "`path` names one file; write an operation for each".to_owned(),
                });
                continue;
            }
            if let Some((help, to)) = explain::earlier(&self.operations[..at], path) {
                problem.help.push(help);
                corrections.extend(to.filter(|_| path == &operation.path).map(Correction::Path));
                continue;
            }
            if let Action::Update { hunks, to: Destination::Move(to), .. } = &operation.action
                && let Ok(moved) = self.overlay.tree().read(to)
            {
                match made::is_moved_with(hunks, &moved) {
                    true => {
                        problem.code = Code::AlreadyApplied;
                        problem.message = format!("`{path}` is `{to}` already, with the new lines");
                        corrections.push(Correction::LeaveOut);
                    }
                    false => problem.help.push(format!(
                        "`{to}` is there: if that is the file, moved by an earlier run, leave the operation out"
                    )),
                }
                continue;
            }
            let similar = explain::similar(self.overlay.tree(), path);
            problem.help.push(explain::did_you_mean(&similar).unwrap_or_else(|| {
                "paths are relative to the root (`--root`, else the current folder)".to_owned()
            }));
            if path == &operation.path && quotes_its_file(&operation.action) {
                corrections.extend(similar.into_iter().map(Correction::Path));
            }
        }
    }

    /// Says in which other file an address names a definition, where its own file has none: no other address is then meant.
    fn advise_file(&self, at: usize, refusal: &mut Refusal) {
        let operation = &self.operations[at];
        let Some(address) = asked_address(&operation.action).filter(|address| is_path(address)) else {
            return;
        };
        let all = refusal.problems.iter_mut().zip(&mut refusal.corrections);
        for (problem, corrections) in all.filter(|(problem, _)| problem.code == Code::SymbolNotFound) {
            let found = find(self.overlay.tree(), address, &self.macros).unwrap_or_default();
            let is_it = |one: &&NamedDefinition| one.address == address && one.path != operation.path;
            let mut elsewhere = found.iter().filter(is_it);
            let (Some(one), None) = (elsewhere.next(), elsewhere.next()) else { continue };
            // Where the file has what the address lies in, a member of that may be meant.
            let owner = address.trim_end_matches(|char| !matches!(char, '.' | ':' | '/'));
            let owner = owner.trim_end_matches(['.', ':', '/']);
            let owners = find(self.overlay.tree(), owner, &self.macros).unwrap_or_default();
            if owners.iter().any(|owner| owner.path == operation.path) {
                continue;
            }
            problem.help = vec![format!("`{address}` is in `{}`, line {}", one.path, one.lines.0)];
            *corrections = vec![Correction::Path(one.path.clone())];
        }
    }

    /// Whether an operation behind `at` works on a path.
    fn is_named_behind(&self, at: usize, path: &PatchPath) -> bool {
        self.last_on.get(path).is_some_and(|last| *last > at)
    }

    fn note(&mut self, operation: &Operation, paths: &[&PatchPath], done: Done) {
        for warning in done.warnings {
            let diagnostic = warning.into_diagnostic();
            self.warnings.push(diagnostic.of(operation.reference()).at(operation.origin.place));
        }
        self.applied.push(Applied {
            index: operation.origin.index,
            name: operation.origin.name.clone(),
            path: operation.path.clone(),
            lines: done.lines.map(|lines| (lines.start + 1, lines.end.max(lines.start + 1))),
            symbol: names_symbol(&operation.action).then(|| done.matched.clone()).flatten(),
            matched: done.matched,
            changes: paths.iter().flat_map(|path| self.overlay.take_landed(path)).collect(),
        });
    }

    fn act(&mut self, at: usize) -> Result<Done, Refusal> {
        let operation = &self.operations[at];
        match &operation.action {
            Action::Create { payload, existing, mode } => {
                if *existing != Existing::Refuse {
                    let language = self.comments_of(&operation.path).language;
                    let old = || self.overlay.text_of(&operation.path);
                    elided::check_file(operation, payload, language, old)?;
                }
                files::create(&mut self.overlay, &operation.path, payload, *existing, *mode)
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
                edit::edit(self.document(at)?, Editing { operation, change, indent: *indent }, place)
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
                })
            }
            Action::Update { hunks, to: Destination::Stay, mode }
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
            Action::Update { hunks, to, mode } => {
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
                    let document = self.lines_at(at, path)?;
                    done = apply_hunks(document, HunkOwner::of(operation), hunks, additions)?;
                }
                files::finish_update(&mut self.overlay, path, to, *mode)?;
                Ok(done)
            }
        }
    }

    /// The text of the file that an operation names.
    fn document(&mut self, at: usize) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        self.document_at(at, &operations[at].path)
    }

    /// The text of the file at `path`, of which the operation `at` and later ones will ask for lines.
    fn document_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let document = self.lines_at(at, path)?;
        match document.not_text() {
            None => Ok(document),
            Some(problem) => Err(Refusal::new(Code::NotText, format!("`{path}` is not text: {problem}"))),
        }
    }

    /// The same of a file that need not be text: exact lines of bytes stand in any.
    fn lines_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let document = self.text_at(at, path)?;
        document.begin(&operations[at]);
        Ok(document)
    }

    /// The same, before the operation begins to work on it.
    fn text_at(&mut self, at: usize, path: &PatchPath) -> Result<&mut Document<'p>, Refusal> {
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
    fn comments_of(&self, path: &PatchPath) -> FileComments {
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

/// Whether an operation says something of the file that it names, so that another one cannot be taken for it.
fn quotes_its_file(action: &Action) -> bool {
    match action {
        Action::Edit { at, .. } => match at {
            Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => false,
            Locator::Lines(_)
            | Locator::Symbol(_)
            | Locator::Members { .. }
            | Locator::Part { .. }
            | Locator::Block { .. } => true,
        },
        Action::Update { hunks, .. } => hunks.iter().any(|hunk| hunk.old().next().is_some()),
        Action::Substitute(_) | Action::Exchange(_) | Action::RenameSymbol(_) | Action::MoveSymbol { .. } => {
            true
        }
        Action::Create { .. } | Action::Delete { .. } => false,
    }
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

/// The address of a definition that an operation changes and does not take out, which may be gone since a first run.
fn asked_address(action: &Action) -> Option<&str> {
    let target = match action {
        Action::RenameSymbol(wanted) => &wanted.symbol,
        Action::Edit { at: Locator::Symbol(target), change: Change::Replace(_), .. } => target,
        _ => return None,
    };
    target.symbol.as_deref()
}

/// Whether an address has more names than one.
fn is_path(address: &str) -> bool {
    address.contains(['.', ':', '/'])
}

/// The paths that an operation names.
fn paths_of(operation: &Operation) -> Vec<&PatchPath> {
    let to = match &operation.action {
        Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } => Some(to),
        Action::MoveSymbol { to, .. } => to.as_ref(),
        // The path of an operation on many files is only a name for it.
        Action::Substitute(Substitution { files: FileSet::Globs(_), .. }) => return Vec::new(),
        Action::Substitute(_) | Action::Exchange(_) | Action::RenameSymbol(_) => None,
        Action::Update { to: Destination::Stay, .. }
        | Action::Create { .. }
        | Action::Delete { .. }
        | Action::Edit { .. } => None,
    };
    std::iter::once(&operation.path).chain(to).collect()
}
