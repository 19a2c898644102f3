//! Adds imports to a file, or removes them.

use super::import_blocks::remove_from_block;
use super::lookup::language_of;
use crate::diag::PatchPlace;
use crate::ir::{ImportChange, Operation, PatchPath};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{ImportsAround, SymbolProblem, Symbols, wrapped};
use crate::text::Buffer;
use crate::text::normal::{find_words, is_word_char};

/// Adds the imports of a payload that the file does not have, or removes those that it has.
pub(in crate::plan) fn change(
    document: &mut Document<'_>,
    operation: &Operation,
    change: ImportChange,
    payload: &[String],
) -> Result<EditOutcome, Refusal> {
    let language = language_of(document, &operation.path, None)?;
    let place = operation.origin.place;
    let path = operation.path.as_str();
    let (buffer, symbols) = document.symbols(language);
    let is_removal = change == ImportChange::Remove;
    let mut read = |payload: &[String]| match change {
        ImportChange::Add => symbols.add_imports_of(buffer, payload, around(&operation.path, &[])),
        ImportChange::Remove => symbols.remove_imports(buffer, payload),
    };
    let mut found = read(payload);
    if let Err(SymbolProblem::PayloadMismatch { .. }) = found
        && let Some(lines) = whole(language, payload).filter(|lines| is_only_reading(language, lines))
    {
        found = read(&lines);
    }
    let found = match found {
        Ok(found) => found,
        Err(problem) => {
            let mut refusal = Refusal::from(problem.diagnostic(path, buffer, place));
            if let SymbolProblem::PayloadMismatch { .. } = problem
                && let Some(lines) = whole(language, payload)
            {
                let begins = language.manifest().imports.as_ref().map_or(&[][..], |rules| &rules.begins);
                let help = match is_only_reading(language, &lines) {
                    true => format!("write `{}`", lines.join("`, `")),
                    false => format!("write the whole statement, starting with `{}`", begins.join("` or `")),
                };
                refusal.problems.iter_mut().for_each(|problem| problem.help = vec![help.clone()]);
            }
            return Err(refusal);
        }
    };
    if is_removal
        && found.line.is_none()
        && let Some(line) = remove_from_block(document, language, payload)
    {
        return Ok(EditOutcome { lines: Some(line..line), ..EditOutcome::default() });
    }
    if is_removal && found.line.is_none() {
        let mut missing = found.idle;
        // If none is missing, the import is one of several in a statement and cannot be removed from it.
        if missing.is_empty() {
            missing.extend(payload.iter().map(|line| (line.trim().to_owned(), None)));
        }
        for (text, line) in &mut missing {
            *line = line.or_else(|| line_like(document.buffer(), text, language));
        }
        return Err(explain::no_import(document.buffer(), operation, language, &missing));
    }
    let mut done = EditOutcome { lines: found.line.map(|line| line..line), ..EditOutcome::default() };
    for (text, line) in found.idle {
        let note = match line {
            Some(line) if is_removal => explain::staying_import(document.buffer(), language, &text, line),
            Some(line) => format!("`{text}` is already there, on line {}", line + 1),
            None if is_removal => format!("`{text}` is not there"),
            None => format!("`{text}` is already there"),
        };
        done.warnings.push(Warning::AlreadyPresent(note));
    }
    for (attribute, import) in found.freed {
        done.warnings.push(Warning::Symbol(format!(
            "`{attribute}` above `{import}` was removed: all builds now have the import"
        )));
    }
    document.apply(found.edits);
    Ok(done)
}

/// Returns a line that begins like the import and contains its name, but with other items or under another name.
fn line_like(buffer: &Buffer, import: &str, language: &'static Language) -> Option<usize> {
    let bare = import.trim_end_matches(';');
    let (first, rest) = bare.split_once(' ').unwrap_or(("", bare));
    // The name of a module or header; a quoted name must be the end of the line.
    let is_quoted = bare.ends_with(['"', '\'', '>']);
    let last = if is_quoted { bare.rsplit(' ').next()? } else { rest.rsplit([' ', '.', ':', '{']).next()? };
    let name = last.trim_end_matches('}').trim();
    let names = names_before_module(bare, language);
    let has = |line: &str| {
        let begins = first.is_empty() || line.split(' ').next() == Some(first);
        let is_it = |at: usize| {
            let behind = line[at + name.len()..].trim_start();
            let ends = [",", ";", "}", "as ", "#", "//", "from "];
            behind.is_empty() || ends.iter().any(|sign| behind.starts_with(sign))
        };
        let has_name =
            || names.is_empty() || names.iter().any(|name| find_words(line, name).next().is_some());
        let brings_in = || match is_quoted {
            true => line.trim_end_matches(';').ends_with(name) && has_name(),
            false => find_words(line, name).any(is_it),
        };
        (begins || is_quoted) && line != import && brings_in()
    };
    (0..buffer.line_count()).find(|line| !name.is_empty() && has(buffer.line(*line).trim()))
}

/// Returns the imported names of a statement that names the module after them.
fn names_before_module<'t>(statement: &'t str, language: &'static Language) -> Vec<&'t str> {
    let Some(rules) = language.manifest().imports.as_ref() else { return Vec::new() };
    let Some(tail) = rules.tail.as_deref() else { return Vec::new() };
    let Some(end) = find_words(statement, tail).last() else { return Vec::new() };
    let is_name = |word: &&str| {
        let is_word = !word.is_empty() && *word != "as";
        is_word && rules.item_words.iter().chain(&rules.modifiers).all(|own| own != word)
    };
    statement[..end].split(|char| !is_word_char(char)).filter(is_name).collect()
}

/// Returns what is known about the project around a file.
fn around<'a>(path: &'a PatchPath, roots: &'a [String]) -> ImportsAround<'a> {
    let name = path.file_name();
    ImportsAround { roots, stem: name.rsplit_once('.').map_or(name, |(stem, _)| stem) }
}

/// Returns whether a payload without import keywords can mean nothing but these statements.
fn is_only_reading(language: &'static Language, statements: &[String]) -> bool {
    let Some(rules) = language.manifest().imports.as_ref() else { return false };
    let has = |sign: char| statements.iter().any(|line| line.contains(sign));
    // A path may need another kind of import statement, and a quoted text alone imports no names.
    let may_be_part = rules.begins.len() > 1 && has('.');
    let lacks_names = rules.lists.is_some() && has('"');
    !may_be_part && !lacks_names
}

/// Completes a payload that omits the keyword and the punctuation of its import statements, such as `math` for `import
/// math`.
fn whole(language: &'static Language, payload: &[String]) -> Option<Vec<String>> {
    let rules = language.manifest().imports.as_ref()?;
    let word = rules.begins.first()?;
    let is_plain = |line: &str| line.starts_with(|first: char| first.is_alphanumeric() || first == '_');
    // If the keyword is not a word, only quotes or brackets can join a name to it.
    let needs_sign = !is_plain(word);
    let without_word = |line: &'_ str| {
        let rest = line.strip_prefix(word.as_str()).filter(|rest| rest.starts_with([' ', '\t']));
        rest.map_or(line, str::trim_start).to_owned()
    };
    let ways = ["", ";"].iter().flat_map(|end| {
        ["", "\""].iter().map(move |quote| {
            let of = |line: &String| {
                let text = without_word(line.trim());
                // Names of modules contain no blanks.
                let is_quotable = quote.is_empty() || !text.contains(char::is_whitespace);
                is_quotable.then(|| format!("{word} {quote}{text}{quote}{end}"))
            };
            let lines = payload.iter().filter(|line| !line.trim().is_empty()).map(of);
            lines.collect::<Option<Vec<String>>>()
        })
    });
    let is_open = |line: &String| needs_sign && is_plain(line.trim());
    let mut ways = ways.flatten().filter(|lines| !lines.is_empty());
    if payload.iter().any(is_open) {
        return None;
    }
    let (empty, mut symbols) = (Buffer::of_text(""), Symbols::new(language));
    ways.find(|lines| symbols.add_imports(&empty, lines).is_ok())
}

/// Removes imports from a file that are unused after another operation.
pub(in crate::plan) fn drop(
    document: &mut Document<'_>,
    path: &PatchPath,
    language: &'static Language,
    statements: &[String],
) -> Result<(), Refusal> {
    document.catch_up();
    let (buffer, symbols) = document.symbols(language);
    let found = symbols
        .remove_imports(buffer, statements)
        .map_err(|problem| problem.diagnostic(path.as_str(), buffer, PatchPlace::default()))?;
    document.apply(found.edits);
    Ok(())
}

/// Adds imports to a file that another operation needs there.
pub(in crate::plan) fn bring(
    document: &mut Document<'_>,
    path: &PatchPath,
    language: &'static Language,
    (statements, roots): (&[String], &[String]),
) -> Result<(), Refusal> {
    document.catch_up();
    let (buffer, symbols) = document.symbols(language);
    let statements = statements.iter().map(|text| wrapped(language, buffer, text));
    let lines: Vec<String> =
        statements.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let found = symbols
        .add_imports_of(buffer, &lines, around(path, roots))
        .map_err(|problem| problem.diagnostic(path.as_str(), buffer, PatchPlace::default()))?;
    document.apply(found.edits);
    Ok(())
}
