//! The names that moved code takes from elsewhere.

use tree_sitter::Node;

use super::IncludedMove;
use crate::lang::NameUse;
use crate::resolve::bindings::RenameProblem;
use crate::resolve::by_includes::asked_words::AskedWords;
use crate::resolve::by_includes::read_text::{ParsedFile, ScannedText};
use crate::resolve::by_includes::scope::{NameAtPlace, ScopeKind, TextNames};
use crate::text::normal::{contains, is_word_char, word_at_end};

/// A name that code takes from elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NeededName<'t> {
    pub(super) name: &'t str,
    pub(super) at: usize,
    pub(super) qualifier: Qualifier<'t>,
}

/// What comes before a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Qualifier<'t> {
    /// Nothing: it is looked up in the scopes around.
    None,
    /// The path of a scope.
    Path(&'t str),
    /// An object, whose member it is.
    Object,
    /// The directive of a condition, which may name what nothing defines.
    Condition,
}

/// What a reading shows of a word.
enum Shown {
    /// A name from elsewhere.
    Needed,
    /// A member of an object.
    Member,
    /// A keyword, or a name that the code declares itself.
    Own,
}

impl<'q> IncludedMove<'q> {
    /// Returns the names that the moved code takes from elsewhere, in file order.
    pub(super) fn needed_names(&self) -> Result<Vec<NeededName<'q>>, RenameProblem> {
        let text = self.text();
        let read = ParsedFile::of(self.project.reader(), self.language, text)?;
        let mut places: Vec<usize> = self.ranges.iter().flat_map(|range| words_in(text, range)).collect();
        places.retain(|at| !read.is_prose(*at) && !read.is_dead(*at));
        places.sort_unstable();
        places.dedup();
        let words = AskedWords::of(places.iter().map(|at| word_of(text, *at).to_owned()));
        let scanned = ScannedText::of(&read, &words);
        let readings: Vec<_> =
            (0..read.readings.len()).map(|reading| scanned.names(reading, self.rules, None)).collect();
        let mut found = Vec::new();
        for at in places {
            let name = word_of(text, at);
            if self.is_directive_word(at) {
                continue;
            }
            // Another reading shows what one of them leaves out.
            let showing = read.readings.iter().zip(&readings);
            let showing = showing.filter(|(reading, _)| reading.text.get(at..at + name.len()) == Some(name));
            let mut shown =
                showing.map(|(reading, names)| self.shown(names, reading.tree.root_node(), (at, name)));
            let is_member = is_behind_object(text, at);
            let first = shown.next().unwrap_or(if is_member { Shown::Member } else { Shown::Needed });
            let qualifier = match first {
                Shown::Own => continue,
                Shown::Member => Qualifier::Object,
                Shown::Needed if self.is_in_condition(at) => Qualifier::Condition,
                Shown::Needed => qualifier(text, at),
            };
            found.push(NeededName { name, at, qualifier });
        }
        Ok(found)
    }

    /// Returns what a reading shows of the word at a place.
    fn shown(&self, names: &TextNames<'_>, root: Node<'_>, (at, word): (usize, &str)) -> Shown {
        let end = at + word.len();
        if contains(&self.rules.casts, word) {
            return Shown::Own;
        }
        let Some(leaf) = root.descendant_for_byte_range(at, end) else { return Shown::Needed };
        if !contains(&self.rules.words, leaf.kind()) {
            let is_keyword = leaf.kind() == word || self.is_keyword(word);
            return if is_keyword && !self.is_of_system(word) { Shown::Own } else { Shown::Needed };
        }
        let Some(one) = names.uses_of(word).find(|one| one.range.start == at) else { return Shown::Needed };
        let is_tag = || {
            let before = word_at_end(self.text()[..at].trim_end());
            let tags = self.rules.tokens.as_ref().map_or(&[][..], |tokens| &tokens.tags);
            contains(tags, before)
        };
        match one.name_use {
            NameUse::Definition | NameUse::Binding | NameUse::Local | NameUse::Parameter => Shown::Own,
            NameUse::Label if is_tag() => Shown::Needed,
            NameUse::Member | NameUse::Label => Shown::Member,
            NameUse::Declaration | NameUse::Qualified | NameUse::Undetermined => Shown::Needed,
            NameUse::Reference if self.is_bound_inside(names, one) => Shown::Own,
            NameUse::Reference => Shown::Needed,
        }
    }

    /// Returns whether the moved code itself declares a name that it uses.
    fn is_bound_inside(&self, names: &TextNames<'_>, one: &NameAtPlace<'_>) -> bool {
        let inner = |at: &usize| {
            matches!(
                names.scopes[*at].kind,
                ScopeKind::Function | ScopeKind::TemplateClause | ScopeKind::Class
            )
        };
        names.around(one.scope).take_while(inner).any(|scope| names.scopes[scope].has(one.name))
    }

    fn is_keyword(&self, word: &str) -> bool {
        let masks = self.language.manifest().view.preprocessor.as_ref();
        masks.is_some_and(|masks| masks.is_keyword(word))
            || [&self.rules.receivers, &self.rules.casts, &self.rules.value_words]
                .iter()
                .any(|list| contains(list, word))
    }

    /// Returns whether a word is part of the directive of a condition.
    fn is_in_condition(&self, at: usize) -> bool {
        let text = self.text();
        let line = text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at].trim_start();
        let masks = self.language.manifest().view.preprocessor.as_ref();
        masks.is_some_and(|masks| {
            let directive = line.strip_prefix(masks.directive.as_str()).map(str::trim_start);
            let word =
                directive.and_then(|directive| directive.split_whitespace().next()).unwrap_or_default();
            contains(&masks.opens, word) || contains(&masks.alternatives, word)
        })
    }

    /// Returns whether a word is the name of a directive, or follows it as the name of a parameter.
    fn is_directive_word(&self, at: usize) -> bool {
        let text = self.text();
        let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        let masks = self.language.manifest().view.preprocessor.as_ref();
        let Some(masks) = masks.filter(|masks| line.trim_start().starts_with(&masks.directive)) else {
            return false;
        };
        line.trim_start()[masks.directive.len()..].trim().is_empty() || word_of(text, at) == "defined"
    }
}

/// Returns the starts of the words in a range; numbers are no words.
fn words_in(text: &str, range: &std::ops::Range<usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = range.start;
    for piece in text.get(range.clone()).unwrap_or_default().split_inclusive(|char| !is_word_char(char)) {
        if piece.starts_with(|char: char| is_word_char(char) && !char.is_numeric()) {
            found.push(at);
        }
        at += piece.len();
    }
    found
}

/// Returns the word that begins at a place.
fn word_of(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..rest.find(|char| !is_word_char(char)).unwrap_or(rest.len())]
}

pub(super) fn is_behind_object(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    before.ends_with("->") || before.ends_with('.') && !before.ends_with("..")
}

/// Returns the path before a name.
fn qualifier(text: &str, at: usize) -> Qualifier<'_> {
    let Some(before) = text[..at].trim_end().strip_suffix("::") else { return Qualifier::None };
    let is_part = |char: char| is_word_char(char) || char == ':';
    Qualifier::Path(&before[before.trim_end_matches(is_part).len()..])
}
