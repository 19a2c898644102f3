//! What the file of a definition shows of it: its name, and the facts on which the verdicts depend.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::includes::SourceId;
use super::macro_uses::macro_name;
use super::path::last_of_path;
use super::read_text::{NameCache, ParsedFile, ScannedText, TextCache, TextKey};
use super::scope::{ScopeKind, TextNames};
use super::shared::IncludeProject;
use crate::ir::PatchPath;
use crate::lang::{NameRules, NameUse, field};
use crate::resolve::bindings::{RenameProblem, bare_address};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::{contains, find_word, is_word_char};

/// A definition whose uses are searched for.
#[derive(Clone, Copy)]
pub(super) struct RequestedDefinition<'q> {
    /// The file of the definition.
    pub(super) path: &'q PatchPath,
    pub(super) found: &'q SymbolMatch,
    /// The new name; empty if it is not renamed.
    pub(super) new: &'q str,
    /// Whether all overloads of the name are meant.
    pub(super) all_overloads: bool,
}

/// The name of a definition, as its own file shows it.
pub(super) struct OwnName {
    pub(super) file: SourceId,
    pub(super) range: Range<usize>,
    pub(super) old: String,
    pub(super) is_macro: bool,
    /// The index of the reading of the file that shows it.
    pub(super) reading: usize,
}

/// The facts about a definition from its own file.
pub(super) struct TargetDefinition {
    pub(super) file: SourceId,
    pub(super) name: Range<usize>,
    pub(super) range: Range<usize>,
    pub(super) is_internal: bool,
    /// Whether the file defines it, as far as a body shows that.
    pub(super) has_body: bool,
    /// The class of which it is a member.
    pub(super) class: Option<String>,
}

impl OwnName {
    pub(super) fn of(
        project: &IncludeProject<'_>,
        texts: &TextCache,
        asked: &RequestedDefinition<'_>,
    ) -> Result<Self, RenameProblem> {
        let file = project.file(asked.path).ok_or(RenameProblem::NotKnown)?;
        let text = project.text(file);
        let name = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned();
        if let Some(range) = macro_name(text, asked.found) {
            return Ok(Self { file, old: name(range.clone()), range, is_macro: true, reading: 0 });
        }
        let language = project.files.language;
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        let find = |read: &ParsedFile| {
            let mut readings = read.readings.iter().enumerate();
            let (reading, range) = readings
                .find_map(|(at, reading)| {
                    let found = TextNames::definition_in(&reading.tree, &reading.text, rules, asked.found);
                    Some((at, found?))
                })
                .or_else(|| Some((0, name_in_head(text, asked.found, rules)?)))
                .ok_or(RenameProblem::NoName)?;
            Ok(Self { file, old: name(range.clone()), range, is_macro: false, reading })
        };
        let read = || ParsedFile::of(project.reader(), language, text);
        match texts.get(TextKey::File(file), text, read)? {
            Some(number) => find(texts.at(number).ok_or(RenameProblem::NotKnown)?),
            None => find(&read()?),
        }
    }
}

impl TargetDefinition {
    pub(super) fn of(
        project: &IncludeProject<'_>,
        names: &NameCache<'_>,
        own: &OwnName,
        found: &SymbolMatch,
    ) -> Result<Self, RenameProblem> {
        let (file, language) = (own.file, project.files.language);
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        let text = project.text(file);
        let read = |scanned: &ScannedText<'_>| {
            let is_hidden = is_in_nameless_module(&scanned.read.readings[own.reading].tree, own, rules);
            let names = scanned.names(own.reading, rules, None);
            let one = names.uses_of(&own.old).find(|one| one.range == own.range);
            let class = one.and_then(|one| match one.owner {
                Some(owner) => Some(last_of_path(owner).to_owned()),
                // The member of a class that opens no scope; a nameless class has an empty name.
                None if one.name_use == NameUse::Label
                    && rules.tokens.is_some()
                    && !is_tag(&text[..one.range.start], rules) =>
                {
                    Some(found.identity.names.iter().rev().nth(1).cloned().unwrap_or_default())
                }
                None => {
                    let scope = &names.scopes[one.scope];
                    let own = || found.identity.names.iter().rev().nth(1).cloned();
                    let name = || scope.name.map(str::to_owned).or_else(own).unwrap_or_default();
                    (scope.kind == ScopeKind::Class).then(name)
                }
            });
            Ok((class, is_hidden))
        };
        let (class, is_hidden) =
            names.with(Some(TextKey::File(file)), (language, text), project.reader(), read)?;
        let before = text.get(..own.range.start).unwrap_or_default();
        let statement = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let mut words = before[statement..].split(|char| !is_word_char(char));
        let is_internal = is_hidden || class.is_none() && words.any(|word| contains(&rules.internal, word));
        let range = found.definition.clone();
        let has_body = text.get(range.clone()).is_some_and(|text| text.contains('{'));
        Ok(Self { file, name: own.range.clone(), range, is_internal, has_body, class })
    }
}

/// Returns whether a name is in a module without a name, which other files do not see.
fn is_in_nameless_module(tree: &Tree, own: &OwnName, rules: &NameRules) -> bool {
    let node = tree.root_node().descendant_for_byte_range(own.range.start, own.range.end);
    let mut around = std::iter::successors(node, Node::parent);
    around.any(|node| contains(&rules.modules, node.kind()) && field(node, "name").is_none())
}

/// Returns the name of a function before its parameters, if no tree shows it and the language decides names by tokens.
fn name_in_head(text: &str, found: &SymbolMatch, rules: &NameRules) -> Option<Range<usize>> {
    rules.tokens.as_ref()?;
    let name = bare_address(&found.address);
    let declaration = text.get(found.declaration..found.definition.end)?;
    let at = find_word(declaration, name)?;
    let (before, behind) = (&declaration[..at], &declaration[at + name.len()..]);
    let is_in_head = !before.contains(['{', ';', '=', '"', '#'])
        && before.matches('(').count() == before.matches(')').count()
        && behind.trim_start().starts_with('(');
    let start = found.declaration + at;
    is_in_head.then(|| start..start + name.len())
}

/// Returns whether the last word of a text makes the name after it a tag.
fn is_tag(before: &str, rules: &NameRules) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
    rules.tokens.as_ref().is_some_and(|tokens| contains(&tokens.tags, word))
}
