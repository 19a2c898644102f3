//! Lines whose code is only brackets, and which only their comments distinguish.

use super::haystack::{Alignment, Haystack, extent};
use crate::text::Buffer;
use crate::text::normal::fold;

/// Returns whether the comments after bare brackets allow the lines of a pattern at the places of `alignment`; `code`
/// is the pattern without its comments.
///
/// If the file has another comment on such a line, or none, other lines of the pattern must identify the place, and no
/// line nearby may have the comment.
pub(super) fn comments_agree<T: AsRef<str>>(
    haystack: &Haystack<'_, '_>,
    pattern: &[&str],
    code: &[T],
    alignment: &Alignment,
) -> bool {
    let is_told = |at: usize| !has_words(code[at].as_ref()) && has_words(pattern[at]);
    let mut strangers = (0..pattern.len()).filter_map(|at| {
        let place = alignment[at].filter(|_| is_told(at))?;
        let words = words(pattern[at]);
        (words != self::words(&haystack.buffer.line(place))).then_some(words)
    });
    let Some(first) = strangers.next() else { return true };
    if !code.iter().any(|line| has_words(line.as_ref())) {
        return false;
    }
    let here = extent(alignment);
    let slack = here.len();
    let from = here.start.saturating_sub(slack).max(haystack.within.start);
    let near = from..(here.end + slack).min(haystack.within.end);
    let strangers: Vec<String> = std::iter::once(first).chain(strangers).collect();
    !near.into_iter().any(|line| strangers.contains(&words(&haystack.buffer.line(line))))
}

/// Of several places that are equal without comments, keeps those whose comments differ from the pattern's only in
/// whitespace, if there are any.
pub(super) fn retain_same_comments<T: AsRef<str>>(
    buffer: &Buffer,
    pattern: &[&str],
    code: &[T],
    found: &mut Vec<Alignment>,
) {
    let signs = |line: &str| -> String { fold(line).chars().filter(|char| !char.is_whitespace()).collect() };
    let has_comment = |at: &usize| signs(pattern[*at]) != signs(code[*at].as_ref());
    let told: Vec<(usize, String)> =
        (0..pattern.len()).filter(has_comment).map(|at| (at, signs(pattern[at]))).collect();
    let has_own = |alignment: &Alignment| {
        let mut placed = told.iter().filter_map(|(at, text)| Some((alignment[*at]?, text))).peekable();
        placed.peek().is_some() && placed.all(|(line, text)| signs(&buffer.line(line)) == *text)
    };
    if found.iter().any(has_own) {
        found.retain(has_own);
    }
}

fn has_words(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

/// Returns the letters and digits of a line in lower case.
fn words(line: &str) -> String {
    fold(line).chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
