//! Which files are checked for new syntax errors, and what becomes of the patch if there are some.

use std::collections::HashSet;

use crate::diag::{Code, Diagnostic, FilePlace, OperationRef};
use crate::ir::{Action, Locator, Patch, PatchPath};
use crate::lang::{Language, Macros};
use crate::plan::{Applied, Content, FileChange, Node, Plan};
use crate::text::Buffer;
use crate::verify::{new_broken_levels, new_errors, not_from};

/// What is done about syntax errors that a patch brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyntaxCheck {
    /// A warning, for the files that a symbol operation changed; of others, in a language of indented blocks, only the
    /// depth of lines is checked.
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
    let reading = |change: &FileChange| match &parsed {
        Some(parsed) if !parsed.contains(&change.path) => SyntaxReading::Levels,
        _ => SyntaxReading::Tree,
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
}

/// The syntax errors that one file has after the patch and did not have before.
fn problem(
    change: &FileChange,
    plan: &Plan,
    macros: &Macros,
    (reading, level): (SyntaxReading, SyntaxCheck),
) -> Option<Diagnostic> {
    let language = Language::by_extension(change.path.extension()?)?;
    if reading == SyntaxReading::Levels
        && (!language.manifest().symbols.indented_bodies || change.before.is_none())
    {
        return None;
    }
    let after = change.after.as_ref()?;
    let is_known_clean = after.is_known_clean;
    let after = match &after.content {
        Content::Text(text) => text.to_buffer(),
        Content::Bytes(bytes) => Buffer::share(bytes).ok()?,
        Content::Link(_) => return None,
    };
    let before = match &change.before {
        Some(Node::File(file)) => Buffer::share(&file.bytes).ok()?,
        Some(Node::Link | Node::Folder) | None => Buffer::decode(b"").ok()?,
    };
    let by_tree = || {
        let lines = new_errors(language, macros, &before, &after)?;
        let lines = not_from(language, macros, &befores(plan, language), &after, lines);
        (!lines.is_empty()).then_some(lines)
    };
    let is_parsed = reading == SyntaxReading::Tree && !is_known_clean;
    // Grammars of indented blocks put up with lines that no block explains.
    let lines = is_parsed.then(by_tree).flatten().or_else(|| new_broken_levels(language, &before, &after))?;
    let line = *lines.first()?;
    let message =
        format!("`{}` has a syntax error that it did not have before, at line {}", change.path, line + 1);
    let problem = match level {
        SyntaxCheck::Refuse => Diagnostic::error(Code::NewSyntaxError, message),
        SyntaxCheck::Symbols | SyntaxCheck::Off | SyntaxCheck::Warn => {
            Diagnostic::warning(Code::NewSyntaxError, message)
        }
    };
    let place = FilePlace::related(change.path.as_str(), line, after.line(line).into_owned());
    let problem = problem.with_place(FilePlace { label: "after the patch".to_owned(), ..place });
    Some(match culprit(&plan.operations, &change.path, line + 1) {
        Some(operation) => problem.of(operation),
        None => problem,
    })
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
