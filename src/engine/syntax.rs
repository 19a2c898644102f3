//! Checks changed files for new syntax errors, and determines whether they lead to warnings or to a refusal.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::diag::{Code, Diagnostic, FilePlace, OperationRef};
use crate::ir::{Action, Locator, Patch, PatchPath};
use crate::lang::{Language, Macros, Syntax};
use crate::plan::{Applied, Content, FileChange, Node, Plan};
use crate::text::{Buffer, EditSet, bracket_surplus, with_surplus};
use crate::verify::{has_errors, missing_above, new_broken_levels, new_errors, new_lone_bracket, not_from};

/// The file size in bytes above which brackets are not counted if it is unknown what a patch changes in the file.
const MAX_WHOLE: usize = 1 << 20;

/// What to do about syntax errors that a patch introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyntaxCheck {
    /// Warn about files that a symbol operation changed. In other files, only the brackets are checked and, in
    /// languages with indented blocks, the indent levels of lines.
    #[default]
    Symbols,
    /// Do nothing.
    Off,
    /// Warn about every changed file in a known language.
    Warn,
    /// Refuse the patch.
    Refuse,
}

/// Checks the files of a plan; returns warnings, or the reasons to refuse the patch.
pub(super) fn check(
    patch: &Patch,
    plan: &Plan,
    level: SyntaxCheck,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let macros = Macros::new(&patch.macros);
    let parsed: Option<HashSet<&PatchPath>> = match level {
        SyntaxCheck::Off => return Ok(Vec::new()),
        SyntaxCheck::Warn | SyntaxCheck::Refuse => None,
        SyntaxCheck::Symbols => Some(changed_by_symbol(patch)),
    };
    let unbalanced = if parsed.is_some() { unbalanced(plan) } else { HashSet::new() };
    let reading = |change: &FileChange| match &parsed {
        None => SyntaxReading::Tree,
        Some(parsed) if parsed.contains(&change.path) => SyntaxReading::Tree,
        Some(_) if unbalanced.contains(&change.path) => SyntaxReading::Brackets,
        Some(_) => SyntaxReading::Levels,
    };
    let found: Vec<Diagnostic> = plan
        .files
        .iter()
        .filter_map(|change| problem(change, plan, &macros, (reading(change), level)))
        .collect();
    if level == SyntaxCheck::Refuse && !found.is_empty() { Err(found) } else { Ok(found) }
}

fn changed_by_symbol(patch: &Patch) -> HashSet<&PatchPath> {
    let symbols = patch.operations.iter().flat_map(|operation| match &operation.action {
        Action::Edit {
            at: Locator::Symbol(_) | Locator::Members { .. } | Locator::Part { .. } | Locator::Imports(_),
            ..
        } => [Some(&operation.path), None],
        Action::RenameSymbol(_) => [Some(&operation.path), None],
        Action::MoveSymbol { to, .. } => [Some(&operation.path), to.as_ref()],
        Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::Create { .. }
        | Action::Delete { .. }
        | Action::Update { .. } => [None, None],
    });
    symbols.flatten().collect()
}

/// How a file is analyzed for syntax errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SyntaxReading {
    /// As a syntax tree.
    Tree,
    /// Line by line, only for the indent levels of blocks.
    Levels,
    /// Line by line, for brackets and the indent levels of blocks.
    Brackets,
}

/// Returns a diagnostic for the first syntax error that a file has only after the patch; `None` if it has no new ones.
fn problem(
    change: &FileChange,
    plan: &Plan,
    macros: &Macros,
    (reading, level): (SyntaxReading, SyntaxCheck),
) -> Option<Diagnostic> {
    let extension = change.path.extension()?;
    let language = Language::by_extension(extension)?;
    let is_indented = language.layout().indented;
    if reading == SyntaxReading::Levels && !is_indented
        || change.before.is_none() && reading != SyntaxReading::Tree
    {
        return None;
    }
    let is_known_clean = change.after.as_ref()?.is_known_clean;
    let text = ChangedText::of(change)?;
    let by_tree = || {
        let after = text.after();
        let read_as = Language::of_buffer(extension, after).unwrap_or(language);
        // A file that is parsed in a language other than its own and already has errors may have new ones for the same
        // reason.
        if !std::ptr::eq(read_as, language) && has_errors(read_as, macros, &text.before) {
            return None;
        }
        let language = read_as;
        let lines = new_errors(language, macros, &text.before, after)?;
        let lines = not_from(
            &mut Syntax::with_macros(language, macros.clone()),
            &befores(plan, language),
            after,
            lines,
        );
        (!lines.is_empty()).then_some(lines)
    };
    let is_parsed = reading == SyntaxReading::Tree && !is_known_clean;
    let by_brackets = || {
        let may_be = reading == SyntaxReading::Brackets && changes_balance(&text.before, text.after());
        let line = may_be.then(|| new_lone_bracket(language, macros, &text.before, text.after()))?;
        line.map(|line| vec![line])
    };
    // Grammars of languages with indented blocks accept lines whose indentation belongs to no block.
    let by_levels = || new_broken_levels(language, &text.before, &text.edits);
    let lines = is_parsed.then(by_tree).flatten().or_else(by_brackets).or_else(by_levels)?;
    let line = *lines.first()?;
    let message =
        format!("`{}` has a syntax error that it did not have before, at line {}", change.path, line + 1);
    let problem = match level {
        SyntaxCheck::Refuse => Diagnostic::error(Code::NewSyntaxError, message),
        SyntaxCheck::Symbols | SyntaxCheck::Off | SyntaxCheck::Warn => {
            Diagnostic::warning(Code::NewSyntaxError, message)
        }
    };
    let place = FilePlace::related(change.path.as_str(), line, text.after().line(line).into_owned());
    let problem = problem.with_place(FilePlace { label: "after the patch".to_owned(), ..place });
    let missing = is_indented.then(|| missing_above(language, text.after(), line)).flatten();
    let problem = missing.into_iter().fold(problem, Diagnostic::with_help);
    Some(match culprit(&plan.operations, &change.path, line + 1) {
        Some(operation) => problem.of(operation),
        None => problem,
    })
}

/// The text of a file before the patch, with its edits.
struct ChangedText<'c> {
    before: Buffer,
    edits: Cow<'c, EditSet>,
    /// The text after the patch, which is created only if needed: most texts are edited once, and the whole may not be
    /// required.
    after: OnceCell<Buffer>,
}

impl<'c> ChangedText<'c> {
    /// Returns the change of a text by a plan; `None` if the file is not text before or after it.
    fn of(change: &'c FileChange) -> Option<Self> {
        let bytes = match &change.before {
            Some(Node::File(file)) => Some(&file.bytes),
            Some(Node::Link | Node::Folder) | None => None,
        };
        let content = &change.after.as_ref()?.content;
        if let (Content::Text(text), Some(bytes)) = (content, bytes)
            && let Some((before, edits)) = text.edits_of(bytes)
        {
            return Some(Self {
                before: before.clone(),
                edits: Cow::Borrowed(edits),
                after: OnceCell::new(),
            });
        }
        let before = match bytes {
            Some(bytes) => Buffer::share(bytes).ok()?,
            None => Buffer::of_text(""),
        };
        let after = match content {
            Content::Text(text) => text.to_buffer(),
            Content::Bytes(bytes) => Buffer::share(bytes).ok()?,
            Content::Link(_) => return None,
        };
        let edits = EditSet::one(0..before.len(), after.to_string());
        Some(Self { before, edits: Cow::Owned(edits), after: after.into() })
    }

    fn after(&self) -> &Buffer {
        self.after.get_or_init(|| {
            let mut after = self.before.clone();
            after.apply(&self.edits);
            after
        })
    }
}

/// Returns the files in a known language in which a patch changes the balance of brackets, comments or strings.
fn unbalanced(plan: &Plan) -> HashSet<&PatchPath> {
    let paths = plan.files.iter().map(|change| &change.path);
    let known = paths.filter(|path| path.extension().and_then(Language::by_extension).is_some());
    let mut changed: HashMap<&PatchPath, Option<[isize; 6]>> =
        known.map(|path| (path, Some([0; 6]))).collect();
    for lines in plan.operations.iter().flat_map(|applied| &applied.changes) {
        let Some(sum) = changed.get_mut(&lines.path) else { continue };
        *sum = sum.zip(lines.text.as_ref()).map(|(sum, (old, new))| {
            let [less, more] = [old, new].map(|text| bracket_surplus(text.as_bytes()));
            with_surplus(with_surplus(sum, more, 1), less, -1)
        });
    }
    // The texts of long changes are not kept, so their balance is unknown.
    let is_unbalanced = |sum: &Option<[isize; 6]>| sum.is_none_or(|sum| sum != [0; 6]);
    changed.into_iter().filter(|(_, sum)| is_unbalanced(sum)).map(|(path, _)| path).collect()
}

/// Returns whether a file, unless it is too large, changes in the balance of its brackets, comments or strings.
fn changes_balance(before: &Buffer, after: &Buffer) -> bool {
    let surplus = |buffer: &Buffer| bracket_surplus(buffer.slice(0..buffer.len()).as_bytes());
    before.len() <= MAX_WHOLE && surplus(before) != surplus(after)
}

/// Returns the old texts, in a language, of the files that the plan changes or removes.
fn befores(plan: &Plan, language: &'static Language) -> Vec<Buffer> {
    let is_in_language = |change: &&FileChange| {
        let own = change.path.extension().and_then(Language::by_extension);
        own.is_some_and(|own| std::ptr::eq(own, language))
    };
    let files = plan.files.iter().filter(is_in_language).filter_map(|change| match &change.before {
        Some(Node::File(file)) => Buffer::share(&file.bytes).ok(),
        Some(Node::Link | Node::Folder) | None => None,
    });
    files.collect()
}

/// Returns the operation that most likely caused an error: of those on the file, the last one that begins at or above
/// its line.
fn culprit(operations: &[Applied], path: &PatchPath, line: usize) -> Option<OperationRef> {
    let on_file: Vec<&Applied> = operations.iter().filter(|applied| applied.path == *path).collect();
    let start = |applied: &Applied| applied.lines.map_or(0, |(first, _)| first);
    let above = on_file.iter().filter(|applied| start(applied) <= line).max_by_key(|applied| start(applied));
    let found = above.or(on_file.first())?;
    Some(OperationRef { index: found.index, name: found.name.clone(), path: found.path.to_string() })
}
