//! Which files are checked for new syntax errors, and what becomes of the patch if there are some.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::diag::{Code, Diagnostic, FilePlace, OperationRef};
use crate::ir::{Action, Locator, Patch, PatchPath};
use crate::lang::{Language, Macros, Syntax};
use crate::plan::{Applied, Content, FileChange, Node, Plan};
use crate::text::{Buffer, EditSet, bracket_surplus, with_surplus};
use crate::verify::{has_errors, missing_above, new_broken_levels, new_errors, new_lone_bracket, not_from};

/// In longer files, in bytes, brackets are not counted where it is not known what a patch changes in them.
const MAX_WHOLE: usize = 1 << 20;

/// What is done about syntax errors that a patch brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyntaxCheck {
    /// A warning, for the files that a symbol operation changed; of others, only the brackets are checked, and in a language
    /// of indented blocks the depth of lines.
    #[default]
    Symbols,
    /// Nothing.
    Off,
    /// A warning, for every changed file in a known language.
    Warn,
    /// The patch is refused.
    Refuse,
}

/// Checks the files of a plan: gives warnings, or the reasons to refuse the patch.
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

/// How a file is read to see what is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SyntaxReading {
    /// As a syntax tree.
    Tree,
    /// Line by line, for the levels of blocks alone.
    Levels,
    /// Line by line, for brackets and the levels of blocks.
    Brackets,
}

/// The syntax errors that one file has after the patch and did not have before.
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
        // What is read in another language than its own may hold more of the same.
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
    // Grammars of indented blocks put up with lines that no block explains.
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

/// The text of a file as it was, and what became of it.
struct ChangedText<'c> {
    before: Buffer,
    edits: Cow<'c, EditSet>,
    /// Most texts are edited once; then nobody may ask for the whole.
    after: OnceCell<Buffer>,
}

impl<'c> ChangedText<'c> {
    /// What a plan does to a text; `None` where one of the two is no text.
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

/// The files in a known language in which a patch opens more brackets than before, or closes more, or comments and strings.
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
    // What is long is not kept.
    let is_unbalanced = |sum: &Option<[isize; 6]>| sum.is_none_or(|sum| sum != [0; 6]);
    changed.into_iter().filter(|(_, sum)| is_unbalanced(sum)).map(|(path, _)| path).collect()
}

/// Whether a file of some size has more brackets open, or closed, than before, or comments and strings.
fn changes_balance(before: &Buffer, after: &Buffer) -> bool {
    let surplus = |buffer: &Buffer| bracket_surplus(buffer.slice(0..buffer.len()).as_bytes());
    before.len() <= MAX_WHOLE && surplus(before) != surplus(after)
}

/// The texts in a language that the plan changes or removes, as they were.
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

/// The operation that most likely brought an error: of those on the file, the last one that begins above it.
fn culprit(operations: &[Applied], path: &PatchPath, line: usize) -> Option<OperationRef> {
    let on_file: Vec<&Applied> = operations.iter().filter(|applied| applied.path == *path).collect();
    let start = |applied: &Applied| applied.lines.map_or(0, |(first, _)| first);
    let above = on_file.iter().filter(|applied| start(applied) <= line).max_by_key(|applied| start(applied));
    let found = above.or(on_file.first())?;
    Some(OperationRef { index: found.index, name: found.name.clone(), path: found.path.to_string() })
}
