//! Where a definition is named that a patch deletes, or gives other parameters.
//!
//! Invariant: the project is read once, when all operations are done, and only if one of them asks for it.

use std::collections::BTreeMap;

use memchr::memmem;

use super::Run;
use super::done::Warning;
use super::edit::language_of;
use super::project::find_files;
use super::rename::last_word;
use crate::ir::{Action, Change, Locator, Operation, PatchPath, SymbolPart};
use crate::lang::Language;
use crate::text::normal::words_at;
use crate::text::{Buffer, Lexer, TokenKind};

/// How many places a note lists.
const SHOWN: usize = 20;

/// A definition whose users may have to follow.
pub(super) struct Changed<'p> {
    operation: &'p Operation,
    name: String,
    language: &'static Language,
    is_gone: bool,
}

/// A file with the lines (from 1) that have a name.
type Places = BTreeMap<PatchPath, Vec<usize>>;

impl<'p> Run<'p, '_> {
    /// Remembers what an operation did to a definition that others may name.
    pub(super) fn remember_changed(&mut self, at: usize, address: Option<&str>) {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        let is_gone = match &operation.action {
            Action::Edit { at: Locator::Symbol(_), change: Change::Delete, .. } => true,
            Action::Edit {
                at: Locator::Part { part: SymbolPart::Signature, .. },
                change: Change::Replace(_),
                ..
            } => false,
            _ => return,
        };
        let name = address.map_or("", last_word).to_owned();
        let Some(document) = self.overlay.document(&operation.path) else { return };
        let Ok(language) = language_of(document, &operation.path, None) else { return };
        if !name.is_empty() {
            self.changed.push(Changed { operation, name, language, is_gone });
        }
    }

    /// Notes, for each definition that was changed, where it is named.
    pub(super) fn note_callers(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return;
        }
        let Ok(paths) = find_files(&self.overlay, &["*".to_owned()]) else { return };
        let mut found: Vec<Places> = changed.iter().map(|_| Places::new()).collect();
        let finders: Vec<_> = changed.iter().map(|one| memmem::Finder::new(one.name.as_bytes())).collect();
        for path in paths {
            let Some(language) = Language::by_extension(path.extension().unwrap_or_default()) else {
                continue;
            };
            let Some(bytes) = self.overlay.peek(&path) else { continue };
            let wanted: Vec<usize> = (0..changed.len())
                .filter(|at| changed[*at].language.shares_operations(language))
                .filter(|at| finders[*at].find(&bytes).is_some())
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let Ok(buffer) = Buffer::share(&bytes) else { continue };
            let text = buffer.slice(0..buffer.len());
            let prose = prose(language, &text);
            for at in wanted {
                let own = self.names_in(&buffer, language, &changed[at].name);
                let is_use = |byte: &usize| !is_in(&prose, *byte) && !own.contains(byte);
                let lines = words_at(&text, &changed[at].name).filter(is_use);
                let lines: Vec<usize> = lines.map(|byte| buffer.line_of(byte) + 1).collect();
                if !lines.is_empty() {
                    found[at].insert(path.clone(), lines);
                }
            }
        }
        for (one, places) in changed.iter().zip(found) {
            if let Some(told) = told(one, &places) {
                let diagnostic = Warning::Mentioned(told).into_diagnostic();
                let operation = one.operation;
                self.warnings.push(diagnostic.of(operation.reference()).at(operation.origin.place));
            }
        }
    }

    /// Where a file defines a name itself.
    fn names_in(&self, buffer: &Buffer, language: &'static Language, name: &str) -> Vec<usize> {
        let mut symbols = crate::resolve::symbol::Symbols::with_macros(language, self.macros.clone());
        symbols.all_named(buffer, name).iter().map(crate::resolve::symbol::Identity::byte).collect()
    }
}

/// The comments and strings of a text, in order.
fn prose(language: &'static Language, text: &str) -> Vec<std::ops::Range<usize>> {
    let tokens = Lexer::new(&language.manifest().lexical).tokens(text);
    let is_prose = |kind: &TokenKind| {
        use TokenKind::{Comment, Regex, String, StringPart};
        matches!(kind, Comment | String | StringPart | Regex)
    };
    tokens.filter(|token| is_prose(&token.kind)).map(|token| token.range).collect()
}

fn is_in(ranges: &[std::ops::Range<usize>], byte: usize) -> bool {
    let behind = ranges.partition_point(|range| range.start <= byte);
    behind.checked_sub(1).is_some_and(|at| ranges[at].contains(&byte))
}

fn told(one: &Changed<'_>, places: &Places) -> Option<String> {
    let total: usize = places.values().map(Vec::len).sum();
    if total == 0 {
        return None;
    }
    let mut left = SHOWN;
    let mut shown = Vec::new();
    for (path, lines) in places {
        let own: Vec<String> = lines.iter().take(left).map(usize::to_string).collect();
        left -= own.len();
        if !own.is_empty() {
            let word = if own.len() == 1 { "line" } else { "lines" };
            shown.push(format!("{path} {word} {}", own.join(", ")));
        }
    }
    let more = if total > SHOWN { format!("; {} more", total - SHOWN) } else { String::new() };
    let count = if total == 1 { "1 place".to_owned() } else { format!("{total} places") };
    let what = if one.is_gone { "is gone, and still named" } else { "has another heading, and is named" };
    Some(format!("`{}` {what} in {count}: {}{more}", one.name, shown.join("; ")))
}
