//! Decides which words of comments, strings and texts are written as code, and therefore mean the definition with that
//! name.
//!
//! A name that does not look like a word of prose is code wherever it occurs; `has` is code only if something beside it
//! shows that. If other definitions have the name as well, the qualifier before it decides which one is meant.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::ir::PatchPath;
use crate::lang::{CommentSyntax, Language, Macros};
use crate::plan::symbol::address::last_word;
use crate::plan::users::uses::{ProjectTexts, is_in, prose};
use crate::resolve::bindings::{LabeledPlace, bare_address};
use crate::resolve::symbol::{Identity, Symbols};
use crate::text::normal::{find_word, find_words, first_word, is_word_char, word_at_end};
use crate::text::{Buffer, Edit, EditSet, Lexer, TokenKind};

/// Markers of a block of code in a text.
const FENCES: [&str; 2] = ["```", "~~~"];
/// Characters that may begin a line of a comment before a fence.
const LINE_STARTS: &[char] = &[' ', '\t', '/', '*', '#', '!', '-', ';', '>'];
/// Markup after which the next word is code.
const CODE_MARKS: [&str; 7] = ["<code>", "{@code ", "@c ", "\\c ", "@p ", "\\p ", "\\ref "];
/// Plural endings in parentheses after a word, which make it no call: `item(s)`.
const PLURALS: [&str; 2] = ["(s)", "(es)"];
const QUOTES: [char; 2] = ['"', '\''];
/// The maximum number of bytes before a word that are searched for code markup.
const MAX_LINE_LEN: usize = 2_000;

/// Decides which words of prose mean a definition.
pub(super) struct Prose<'t> {
    texts: &'t ProjectTexts,
    name: &'t str,
    /// Whether the name could be a word of prose.
    is_ordinary: bool,
    marks: RefCell<HashMap<PatchPath, CodeMarks>>,
    /// The name of the owner of the definition, if it has one.
    owner: Option<&'t str>,
    macros: &'t Macros,
    /// The edits of the renaming in code.
    edits: &'t [(PatchPath, EditSet)],
    others: OnceCell<OtherDefinitions>,
}

/// Other definitions of the name, which a renaming does not change.
#[derive(Default)]
struct OtherDefinitions {
    /// The names of their owners; for those without an owner, the names of their files.
    owners: HashSet<String>,
    /// Their files, except those in which a definition is renamed.
    files: HashSet<PatchPath>,
    /// Whether there are any.
    are_there: bool,
}

impl<'t> Prose<'t> {
    pub(super) fn new(
        texts: &'t ProjectTexts,
        address: &'t str,
        (macros, edits): (&'t Macros, &'t [(PatchPath, EditSet)]),
    ) -> Self {
        let name = last_word(address);
        let path = bare_address(address).strip_suffix(name).unwrap_or_default();
        // The `#` of a private member distinguishes it from all others.
        let is_private = path.ends_with('#');
        let owner = Some(word_at_end(path.trim_end_matches([':', '.', '#', '>', '-'])));
        Self {
            texts,
            name,
            is_ordinary: is_ordinary(name) && !is_private,
            marks: RefCell::default(),
            owner: owner.filter(|owner| !owner.is_empty() && !is_private),
            macros,
            edits,
            others: OnceCell::new(),
        }
    }

    /// Partitions places into those that mean the definition, as far as their text shows, and the others.
    pub(super) fn part_meant(&self, spots: Vec<LabeledPlace>) -> (Vec<LabeledPlace>, Vec<LabeledPlace>) {
        spots.into_iter().partition(|spot| {
            self.is_code(&spot.path, spot.at) && (self.owner.is_none() || self.may_mean(&spot.path, spot.at))
        })
    }

    /// Returns whether a name at a byte of a file may mean the definition, which has an owner, and not another
    /// definition.
    fn may_mean(&self, path: &PatchPath, at: usize) -> bool {
        let others = self.others.get_or_init(|| self.other_definitions());
        if !others.are_there {
            return true;
        }
        let before = &self.texts.text_of(path)[..at];
        let signs = ["::", "->", ".", "#"];
        let Some(object) = signs.iter().find_map(|sign| before.strip_suffix(sign)) else { return false };
        let object = word_at_end(object);
        // A name that begins with a capital is usually a type.
        let is_other = object.starts_with(char::is_uppercase) || others.owners.contains(object);
        Some(object) == self.owner || !is_other && !others.files.contains(path)
    }

    fn other_definitions(&self) -> OtherDefinitions {
        let mut found = OtherDefinitions::default();
        let wanted = Identity { names: vec![self.name.to_owned()], is_minor: true, ..Identity::default() };
        for path in self.texts.paths() {
            let text = self.texts.text_of(path);
            let language = path.extension().and_then(|end| Language::of_file(end, text.as_bytes()));
            let Some(language) = language.filter(|_| find_word(text, self.name).is_some()) else { continue };
            let own = self.edits.iter().find(|(other, _)| other == path);
            let renamed: HashSet<usize> =
                own.into_iter().flat_map(|(_, edits)| edits.iter()).map(|edit| edit.range.start).collect();
            let is_renamed = |byte: usize| renamed.contains(&byte);
            // A member of an object may be bound nowhere else.
            let texts = prose(language, text);
            let is_member = |at: &usize| text[..*at].ends_with(['.', ':', '>']) && !is_in(&texts, *at);
            found.are_there |= find_words(text, self.name).any(|at| !is_renamed(at) && is_member(&at));
            let mut symbols = Symbols::with_macros(language, self.macros.clone());
            let all = symbols.namesakes(&Buffer::of_text(text), &wanted);
            let (renamed, others): (Vec<Identity>, Vec<Identity>) =
                all.into_iter().filter(|one| !one.is_use).partition(|one| is_renamed(one.byte()));
            if !others.is_empty() && renamed.is_empty() {
                found.files.insert(path.clone());
            }
            for other in others {
                found.are_there = true;
                let owner = other.names.iter().rev().nth(1).map(String::as_str);
                let stem = || path.file_name().split('.').next().unwrap_or_default();
                found.owners.insert(owner.unwrap_or_else(stem).to_owned());
            }
        }
        found
    }

    /// Returns whether the name at a byte of a file is written as code.
    pub(super) fn is_code(&self, path: &PatchPath, at: usize) -> bool {
        if !self.is_ordinary {
            return true;
        }
        let text = self.texts.text_of(path);
        let range = at..at + self.name.len();
        if is_marked(text, &range) || is_quoted(text, &range) {
            return true;
        }
        let mut known = self.marks.borrow_mut();
        let marks = known.entry(path.clone()).or_insert_with(|| CodeMarks::of(path, text));
        marks.hold(text, &range)
    }
}

/// Returns the byte offsets of the found names that are written as code, in order, each with the value that `found` has
/// for the name.
pub(in crate::plan) fn coded<T>(
    path: &PatchPath,
    text: &str,
    found: impl Iterator<Item = (T, Range<usize>)>,
) -> Vec<(T, usize)> {
    let marks = OnceCell::new();
    let is_code = |range: &Range<usize>| {
        !is_ordinary(&text[range.clone()])
            || is_marked(text, range)
            || is_quoted(text, range)
            || marks.get_or_init(|| CodeMarks::of(path, text)).hold(text, range)
    };
    found.filter(|(_, range)| is_code(range)).map(|(of, range)| (of, range.start)).collect()
}

/// Returns the edits of mentions in files of other languages and in plain text.
pub(super) fn in_prose(spots: &[LabeledPlace], old: &str, new: &str) -> Vec<(PatchPath, EditSet)> {
    let mut by_file: BTreeMap<&PatchPath, Vec<Edit>> = BTreeMap::new();
    for spot in spots {
        let edit = Edit { range: spot.at..spot.at + old.len(), text: new.to_owned() };
        by_file.entry(&spot.path).or_default().push(edit);
    }
    let sets = by_file
        .into_iter()
        .map(|(path, edits)| (path.clone(), EditSet::new(edits).expect("words follow one another")));
    sets.collect()
}

/// Returns whether a name could be a word of prose: only letters, with no capitals after the first letter, or only
/// capitals.
fn is_ordinary(name: &str) -> bool {
    let is_capital = |char: char| char.is_uppercase();
    name.chars().all(char::is_alphabetic)
        && (!name.chars().skip(1).any(is_capital) || name.chars().all(is_capital))
}

/// Returns whether characters beside a word make it code: a call, a path, a named argument.
fn is_marked(text: &str, range: &Range<usize>) -> bool {
    let (before, behind) = (&text[..range.start], &text[range.end..]);
    let is_call = behind.starts_with('(') && !PLURALS.iter().any(|plural| behind.starts_with(plural));
    let is_member = |before: &str| before.ends_with(|char: char| is_word_char(char) || ")]".contains(char));
    let is_path = ["::", "->"].iter().any(|sign| before.ends_with(sign) || behind.starts_with(sign))
        || ['.', '#'].iter().any(|sign| before.strip_suffix(*sign).is_some_and(is_member))
        || behind
            .strip_prefix('.')
            .is_some_and(|member| member.starts_with(is_word_char) && !is_file_end(member));
    let is_macro = behind.strip_prefix('!').is_some_and(|behind| behind.starts_with(['(', '[', '{']));
    let has_types = behind
        .strip_prefix('<')
        .is_some_and(|types| types.starts_with(|char: char| char.is_uppercase() || "&'_".contains(char)));
    let is_argument = before.ends_with('=') || behind.starts_with('=');
    let is_announced = CODE_MARKS.iter().any(|mark| before.ends_with(mark));
    is_call || is_path || is_macro || has_types || is_argument || is_announced
}

/// Returns whether a text begins with a file extension, such as `json`.
fn is_file_end(text: &str) -> bool {
    let end = first_word(text);
    let of_file = CommentSyntax::of(&format!("x.{end}"));
    !text[end.len()..].starts_with('(') && (of_file.language.is_some() || of_file.lexical.is_some())
}

/// Returns whether a word is between two quotes without blanks.
fn is_quoted(text: &str, range: &Range<usize>) -> bool {
    let is_end = |char: char| char.is_whitespace() || QUOTES.contains(&char);
    let quote = text[..range.start].chars().rev().take(MAX_LINE_LEN).find(|char| is_end(*char));
    let closing = text[range.end..].chars().take(MAX_LINE_LEN).find(|char| is_end(*char));
    quote == closing && quote.is_some_and(|quote| QUOTES.contains(&quote))
}

/// Where the text of a file is marked as code.
struct CodeMarks {
    blocks: Vec<Range<usize>>,
    /// The comments of a file whose language has strings in backticks: only within comments do backticks mark code.
    comments: Option<Vec<Range<usize>>>,
}

impl CodeMarks {
    fn of(path: &PatchPath, text: &str) -> Self {
        let rules = CommentSyntax::of(path.file_name()).lexical;
        let rules = rules.filter(|rules| rules.strings.iter().any(|string| string.open == "`"));
        let comments = rules.map(|rules| {
            let tokens = Lexer::new(rules).tokens(text);
            tokens.filter(|token| token.kind == TokenKind::Comment).map(|token| token.range).collect()
        });
        Self { blocks: code_blocks(text), comments }
    }

    fn hold(&self, text: &str, range: &Range<usize>) -> bool {
        let is_in = |ranges: &[Range<usize>]| {
            let at = ranges.partition_point(|own| own.end < range.end);
            ranges.get(at).is_some_and(|own| own.start <= range.start)
        };
        is_in(&self.blocks)
            || self.comments.as_ref().is_none_or(|comments| is_in(comments))
                && is_between_backticks(text, range)
    }
}

/// Returns whether a word is between backticks on its line.
fn is_between_backticks(text: &str, range: &Range<usize>) -> bool {
    let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let line = &text.as_bytes()[start..range.start];
    let end = text[range.end..].find('\n').unwrap_or(text.len() - range.end);
    // Several backticks in a row are one mark.
    let is_first =
        |at: &usize| line[*at] == b'`' && at.checked_sub(1).is_none_or(|before| line[before] != b'`');
    line.len() <= MAX_LINE_LEN
        && (0..line.len()).filter(is_first).count() % 2 == 1
        && text[range.end..range.end + end].contains('`')
}

/// Returns the blocks of a text between fences, each with its opening line.
fn code_blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str, &str)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start_matches(LINE_STARTS);
        let before = line[..line.len() - inner.len()].trim();
        let fence = FENCES.into_iter().find(|fence| inner.starts_with(fence));
        match (open, fence) {
            (None, Some(fence)) => open = Some((start, before, fence)),
            (Some((from, _, own)), Some(fence)) if own == fence => {
                blocks.push(from..start);
                open = None;
            }
            // The comment has ended before its block.
            (Some((_, around, _)), _) if !line.trim_start().starts_with(around) => open = None,
            _ => {}
        }
        start += line.len();
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_code(text: &str, name: &str) -> bool {
        let path = PatchPath::parse("a.md").unwrap();
        let at = text.find(name).unwrap();
        let range = at..at + name.len();
        is_marked(text, &range) || is_quoted(text, &range) || CodeMarks::of(&path, text).hold(text, &range)
    }

    #[test]
    fn names_that_are_no_words() {
        for name in ["to_string", "firstItem", "utf8", "HTTPServer", "#sum", "_x"] {
            assert!(!is_ordinary(name), "{name}");
        }
        for name in ["has", "Block", "URL", "größe"] {
            assert!(is_ordinary(name), "{name}");
        }
    }

    #[test]
    fn words_that_are_written_as_code() {
        let code = [
            "call has(x)",
            "Set.has is",
            "Set::has",
            "x->has",
            "has::<T>",
            "has=True",
            "is `has` and",
            "``has``",
            "`a` and `x has y`",
            "say 'has' or",
            "[\"/has\"]",
            "has!(x)",
            "has<T>",
            "<code>has</code>",
            "Set#has",
            "has.other",
            "```rust\nlet has = 1;\n```",
            "/// ```\n/// has\n/// ```\n",
        ];
        for text in code {
            assert!(is_code(text, "has"), "{text}");
        }
        let prose = [
            "it has a name",
            "Has: has",
            "one(s) has(s)",
            "it has. The next",
            "`a` has `b`",
            "\"it has one\"",
            "has.json",
            "has/have",
            "#has",
            "(has)",
            "it's has, isn't",
            "/// ```\n/// x\n/// ```\n/// has",
            "/// ```\nit has\n",
            "has<br>",
            "has!",
            "e.g. has",
        ];
        for text in prose {
            assert!(!is_code(text, "has"), "{text}");
        }
    }
}
