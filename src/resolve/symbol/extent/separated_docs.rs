//! Determines whether comments that a blank line separates from a definition document it.

use crate::lang::DetachedDocs;
use crate::lang::Role;
use crate::text::normal::{is_blank, is_word_char};

use super::banner::banner_end;
use super::comment::{LeadIn, LeadInKind, comment_ending_at, name_of};
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;

/// The number of neighbors on each side that show the file's style of comments.
const MAX_NEIGHBORS: usize = 10;

/// The number of lines of a definition that are searched for the names of its parameters.
const MAX_HEADING_LINES: usize = 8;

/// A comment above a definition, with a blank line between.
pub(super) struct SeparatedDoc {
    pub(in crate::resolve::symbol) unit: LeadIn,
    /// Whether it is certain that the comment documents the definition, and not the file or the following code as a
    /// whole.
    pub(in crate::resolve::symbol) is_own: bool,
}

/// Returns the comment above `line`, which is the first line of an item including its lead-in, without reaching above
/// the line `top`.
pub(super) fn separated_doc(
    file: Outlined<'_>,
    item: ItemId,
    line: usize,
    top: usize,
) -> Option<SeparatedDoc> {
    let rules = file.manifest().symbols.detached_docs.as_ref()?;
    let is_empty = |line: usize| is_blank(&file.buffer.line(line));
    let last = (top..line).rev().find(|line| !is_empty(*line)).filter(|last| last + 1 < line)?;
    let unit = comment_ending_at(file.buffer, last, top, file.manifest())?;
    let text = file.buffer.slice(unit.range.clone()).into_owned();
    let name = name_of(file.outline, item).unwrap_or_default();
    // A drawn and separate comment heads a section, even if it contains the name.
    if unit.kind == LeadInKind::Directive || banner_end(&[&text], "", file.manifest()) > 0 {
        return None;
    }
    let first = file.buffer.line_of(unit.range.start);
    let comment = Comment { file, item, rules, name, text: &text, place: place_of(file, item, first, top)? };
    let is_marked = text.strip_prefix(rules.mark.as_str()).is_some_and(|rest| !rest.starts_with('*'));
    let is_own = if is_marked {
        comment.documents_by_its_mark()
    } else {
        let is_plain = rules.possible_mark.as_ref().is_some_and(|mark| text.starts_with(mark.as_str()));
        let is_apart = first == 0 || is_empty(first - 1);
        if !is_plain || !is_apart || last + 2 != line || unit.kind != LeadInKind::Doc || comment.is_code() {
            return None;
        }
        comment.documents_by_its_text()
    };
    Some(SeparatedDoc { unit, is_own })
}

/// What a comment may be about, other than the definition below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentPlace {
    /// Nothing else.
    AboveOne,
    /// Several adjacent declarations.
    AboveMore,
    /// The file, at whose top it is.
    TopOfFile,
}

/// Returns the place of a comment that begins on a line; `None` if the item below defines nothing.
fn place_of(file: Outlined<'_>, item: ItemId, first: usize, top: usize) -> Option<CommentPlace> {
    let is_short = is_short(file, item);
    if top == 0 && file.outline.item(item).parent == FILE && is_below_comments(file, first) {
        return Some(CommentPlace::TopOfFile);
    }
    let is_above_more = is_short? && has_short_behind(file, item);
    Some(if is_above_more { CommentPlace::AboveMore } else { CommentPlace::AboveOne })
}

/// Returns whether the next non-blank line above is a comment, or there is none.
fn is_below_comments(file: Outlined<'_>, line: usize) -> bool {
    let above = (0..line).rev().find(|line| !is_blank(&file.buffer.line(*line)));
    above.is_none_or(|above| comment_ending_at(file.buffer, above, 0, file.manifest()).is_some() || above < 2)
}

/// A comment that is followed by a blank line and a definition.
struct Comment<'a> {
    file: Outlined<'a>,
    item: ItemId,
    rules: &'a DetachedDocs,
    /// The name of the definition.
    name: &'a str,
    text: &'a str,
    place: CommentPlace,
}

impl Comment<'_> {
    /// Returns whether a comment with a documentation marker documents the definition.
    fn documents_by_its_mark(&self) -> bool {
        let is_one = self.place == CommentPlace::AboveOne;
        let may_be = || is_one && (self.text.lines().count() > 1 || self.names_it() || self.is_habit());
        !self.has(&self.rules.other_words) && (self.has(&self.rules.code_words) || may_be())
    }

    /// Returns whether a plain comment documents the definition: it contains the name of the definition or its
    /// parameters, or the file generally places comments like this.
    fn documents_by_its_text(&self) -> bool {
        if self.has(&self.rules.other_words) {
            return false;
        }
        if self.has(&self.rules.code_words) {
            return true;
        }
        match self.place {
            CommentPlace::AboveOne => self.names_it() || self.is_habit(),
            CommentPlace::AboveMore => false,
            CommentPlace::TopOfFile => !self.names_file() && self.is_habit(),
        }
    }

    fn has(&self, words: &[String]) -> bool {
        words.iter().any(|word| has_word(self.text, word))
    }

    /// Returns whether it contains a file name, like the comment at the top of a file.
    fn names_file(&self) -> bool {
        self.file.manifest().extensions.iter().any(|end| has_word(self.text, &format!(".{end}")))
    }

    /// Returns whether it is disabled code.
    fn is_code(&self) -> bool {
        let text = self.text.trim_end_matches(['*', '/', ' ', '\t', '\n']);
        text.ends_with([';', '{', '}'])
    }

    /// Returns whether it contains the name, all words of the name, or a parameter in upper case, as in the GNU style.
    fn names_it(&self) -> bool {
        let is_it = |word: &str| word.eq_ignore_ascii_case(self.name);
        // A short name such as `a` may also be an ordinary word.
        if self.words().any(is_it) && (self.name.len() > 2 || self.words().count() == 1) {
            return true;
        }
        let parts: Vec<&str> = self.name.split('_').filter(|part| !part.is_empty()).collect();
        let has_part = |part: &&str| self.words().any(|word| word.eq_ignore_ascii_case(part));
        (parts.len() > 1 && parts.iter().all(has_part)) || self.names_parameter()
    }

    fn names_parameter(&self) -> bool {
        let is_loud =
            |word: &&str| word.len() > 2 && word.chars().all(|char| char.is_uppercase() || char == '_');
        let mut loud = self.words().filter(is_loud).peekable();
        if loud.peek().is_none() {
            return false;
        }
        let first = self.file.buffer.line_of(self.file.outline.item(self.item).range.start);
        let lines = (first..self.file.buffer.line_count()).take(MAX_HEADING_LINES);
        let heading: Vec<String> = lines.map(|line| self.file.buffer.line(line).into_owned()).collect();
        let heading = heading.join("\n");
        let heading = heading.split(['{', ';']).next().unwrap_or_default();
        loud.any(|word| words_of(heading).any(|own| own == word.to_lowercase()))
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        words_of(self.text)
    }

    /// Returns whether most of the functions and types nearby have their comments above a blank line. The title of a
    /// section has several definitions below it, of which the next one has no comment.
    fn is_habit(&self) -> bool {
        // A comment above a macro or a declaration may head a list of these.
        if is_short(self.file, self.item) != Some(false) {
            return false;
        }
        let (siblings, at) = self.file.outline.siblings(self.item);
        let is_long = |id: &&ItemId| is_short(self.file, **id) == Some(false);
        let before = siblings[..at].iter().rev().filter(is_long).take(MAX_NEIGHBORS);
        let behind = siblings[at + 1..].iter().filter(is_long).take(MAX_NEIGHBORS);
        let own = behind.clone().next().map(|next| self.comment_of(*next));
        let count = |how: CommentAbove| {
            before.clone().chain(behind.clone()).filter(|id| self.comment_of(**id) == how).count()
        };
        let parted = count(CommentAbove::Separated);
        own != Some(CommentAbove::Missing)
            && parted > count(CommentAbove::Directly)
            && parted >= count(CommentAbove::Missing)
    }

    /// Returns the position of the comment above another definition.
    fn comment_of(&self, id: ItemId) -> CommentAbove {
        let buffer = self.file.buffer;
        let line = buffer.line_of(self.file.outline.item(id).range.start);
        let comment = |below: usize| {
            below.checked_sub(1).and_then(|line| comment_ending_at(buffer, line, 0, self.file.manifest()))
        };
        let is_of_others = |unit: &LeadIn| {
            let name = name_of(self.file.outline, id).unwrap_or_default();
            let text = buffer.slice(unit.range.clone());
            self.rules.other_words.iter().any(|word| has_word(&text, word))
                || banner_end(&[&text], name, self.file.manifest()) > 0
        };
        match comment(line) {
            Some(_) => CommentAbove::Directly,
            None if line < 2 || !is_blank(&buffer.line(line - 1)) => CommentAbove::Missing,
            None => match comment(line - 1) {
                Some(unit) if !is_of_others(&unit) => CommentAbove::Separated,
                _ => CommentAbove::Missing,
            },
        }
    }
}

/// The position of a comment above a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentAbove {
    Directly,
    /// With a blank line between.
    Separated,
    Missing,
}

/// Returns the words of a text, including identifiers.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty())
}

/// Returns whether a text contains a word that no alphanumeric character follows.
fn has_word(text: &str, word: &str) -> bool {
    let ends = |at: usize| !text[at + word.len()..].starts_with(|next: char| next.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| ends(at))
}

/// Returns whether an item defines a variable, field or similar, or only declares a function; `None` if it defines
/// nothing.
fn is_short(file: Outlined<'_>, item: ItemId) -> Option<bool> {
    let is_small = |capture: &str| file.manifest().symbols.minor_kinds.contains_key(capture);
    match file.outline.definition(item) {
        Some(found) => Some(found.is_declaration || is_small(found.capture)),
        None => file.outline.children(item).iter().find_map(|child| is_short(file, *child)),
    }
}

/// Returns whether the next item is a variable, field or similar without a comment of its own.
fn has_short_behind(file: Outlined<'_>, item: ItemId) -> bool {
    let (siblings, at) = file.outline.siblings(item);
    let last = file.buffer.line_of(file.outline.item(item).range.end);
    let mut behind = siblings[at + 1..].iter().filter(|id| {
        let own = file.outline.item(**id);
        own.role != Role::Comment || file.buffer.line_of(own.range.start) > last
    });
    behind.next().is_some_and(|id| is_short(file, *id) == Some(true))
}
