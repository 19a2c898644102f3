//! Rewrites a text for the parser: the view is the text itself, or a copy of equal length that the grammar parses
//! better.
//!
//! Invariant: every byte offset in the view is valid in the text, so that a range in the view is a range in the text.

use std::borrow::Cow;

use super::manifest::InPlaceImport;
use super::{TokenRewrite, ViewRules};
use crate::text::normal::is_word_char;

/// Returns the view of a text.
///
/// Invariant: the view has the length of the text, and its lines end at the same bytes.
#[must_use]
pub fn view<'text>(rules: &ViewRules, text: &'text str) -> Cow<'text, str> {
    // Grammars expect a joining backslash directly before the line feed, even in a file with carriage returns.
    if rules.joins_lines && text.contains("\\\r\n") {
        let joined = text.replace("\\\r\n", " \\\n");
        return Cow::Owned(view(rules, &joined).into_owned());
    }
    let mut labels = label_rewrites(rules, text);
    labels.extend(sign_rewrites(rules, text));
    labels.extend(import_rewrites(rules, text));
    if labels.is_empty() {
        return Cow::Borrowed(text);
    }
    labels.sort_unstable();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for Rewrite { at, length, instead, fill } in labels {
        out.push_str(&text[done..at]);
        out.push_str(instead);
        out.extend(std::iter::repeat_n(fill, length - instead.len()));
        done = at + length;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The maximum number of characters between a token and its closing token.
const MAX_TOKEN_LEN: usize = 300;

/// A byte offset, the number of bytes that are replaced, their replacement, and the character that fills the rest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rewrite<'a> {
    at: usize,
    length: usize,
    instead: &'a str,
    fill: char,
}

impl<'a> Rewrite<'a> {
    const fn with_blanks(at: usize, length: usize, instead: &'a str) -> Self {
        Self { at, length, instead, fill: ' ' }
    }
}

/// Returns the rewrites of in-place imports before types with type arguments, which the grammar does not accept.
fn import_rewrites<'a>(rules: &'a ViewRules, text: &str) -> Vec<Rewrite<'a>> {
    let Some(rules) = &rules.named_imports else { return Vec::new() };
    let rewrite = |at: usize| {
        Some(Rewrite::with_blanks(at, named_import(rules, &text[at..])?.0, rules.replacement.as_str()))
    };
    memchr::memmem::find_iter(text.as_bytes(), &rules.open).filter_map(rewrite).collect()
}

/// Returns the length of the in-place import at the start of a text, and its module, if a type with type arguments
/// follows.
fn named_import<'t>(rules: &InPlaceImport, text: &'t str) -> Option<(usize, &'t str)> {
    let inner = text.strip_prefix(rules.open.as_str())?;
    let quote = inner.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let end = inner[1..].find([quote, '\n'])?;
    let mut rest = inner[end + 1..].strip_prefix(quote)?.strip_prefix(')')?;
    let length = text.len() - rest.len();
    while let Some(behind) = rest.strip_prefix('.') {
        rest = behind.trim_start_matches(is_word_char);
        let name = &behind[..behind.len() - rest.len()];
        if name.is_empty() || rules.members.iter().any(|member| member == name) {
            return None;
        }
    }
    rest.starts_with('<').then_some((length, &inner[1..=end]))
}

/// Returns the module of such an import directly before the name at byte offset `name`.
#[must_use]
pub fn module_before<'t>(rules: &ViewRules, text: &'t str, name: usize) -> Option<&'t str> {
    let rules = rules.named_imports.as_ref()?;
    let line = text[..name].rfind('\n').map_or(0, |end| end + 1);
    let at = text[line..name].strip_suffix('.')?.rfind(rules.open.as_str())?;
    let (length, module) = named_import(rules, &text[line + at..])?;
    (line + at + length + 1 == name).then_some(module)
}

/// Returns the rewrites of tokens that the grammar does not accept where they are.
fn sign_rewrites<'a>(rules: &'a ViewRules, text: &str) -> Vec<Rewrite<'a>> {
    let mut found = Vec::new();
    for TokenRewrite { token: sign, close, before, replacement: instead, fill } in &rules.token_rewrites {
        let length = |at: usize| match close {
            Some(close) => closed_sign(&text[at..], close).filter(|_| is_behind_member(&text[..at])),
            None => Some(sign.len()),
        };
        let places = memchr::memmem::find_iter(text.as_bytes(), sign.as_str());
        let places = places.filter_map(|at| Some((at, length(at)?)));
        let is_followed = |(at, length): &(usize, usize)| {
            text[at + length..].trim_start().starts_with(|next| before.contains(next))
        };
        found.extend(places.filter(is_followed).map(|(at, length)| Rewrite {
            at,
            length,
            instead,
            fill: fill.unwrap_or(' '),
        }));
    }
    found
}

/// Returns the length of the start of a text up to and including `close`.
fn closed_sign(text: &str, close: &str) -> Option<usize> {
    let end = text.char_indices().map(|(at, _)| at).nth(MAX_TOKEN_LEN).unwrap_or(text.len());
    Some(text[..end].find(close)? + close.len())
}

/// Returns whether a text ends in a name that is at the start of its line, or after a comma or a brace.
fn is_behind_member(text: &str) -> bool {
    let text = text.trim_end();
    let before = text.trim_end_matches(is_word_char);
    let line = before.trim_end_matches([' ', '\t']);
    before.len() < text.len() && (line.is_empty() || line.ends_with(['\n', '{', ',']))
}

/// Returns the rewrites of words in labels that the grammar does not accept, such as `signals:` and `public slots:`.
fn label_rewrites<'a>(rules: &'a ViewRules, text: &str) -> Vec<Rewrite<'a>> {
    let mut found = Vec::new();
    for word in &rules.label_words {
        for at in memchr::memmem::find_iter(text.as_bytes(), word) {
            if let Some(instead) = label_at(rules, text, at, word) {
                found.push(Rewrite::with_blanks(at, word.len(), instead));
            }
        }
    }
    // `Q_SLOTS` does not contain `slots`, but a word may contain an earlier one of the list: `label_at` only accepts
    // the whole word.
    found.sort_unstable();
    found
}

/// Returns the replacement of `word` at `at`, if it is a label that begins its line.
fn label_at<'a>(rules: &'a ViewRules, text: &str, at: usize, word: &str) -> Option<&'a str> {
    let line_start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |found| found + 1);
    let before = text[line_start..at].trim();
    let after = text[at + word.len()..].trim_start_matches([' ', '\t']);
    if !after.starts_with(':') || after.starts_with("::") {
        return None;
    }
    if before.is_empty() {
        return rules.label_stems.first().map(String::as_str).filter(|stem| stem.len() <= word.len());
    }
    rules.label_stems.iter().any(|stem| stem == before).then_some("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check_view(text: &str, expected: &str) {
        let language = Language::by_name("c++").expect("registered");
        let seen = view(&language.manifest().view, text);
        assert_eq!(seen, expected);
        assert_eq!(seen.len(), text.len());
    }

    #[test]
    fn labels_of_signals_and_slots_become_access_labels() {
        check_view("signals:\n", "public :\n");
        check_view("  public slots :\n", "  public       :\n");
        check_view("private Q_SLOTS:\n", "private        :\n");
        check_view("#define A \\\r\n 1\r\n", "#define A  \\\n 1\r\n");
        check_view("int signals;\nslots::x();\nmy slots:\n", "int signals;\nslots::x();\nmy slots:\n");
    }
}
