//! Lines whose code is brackets alone: what tells one from the next is its comment.

use super::find::{Alignment, Haystack, extent};
use crate::text::normal::fold;

/// Whether comments behind bare brackets let lines of a pattern stand where `alignment` puts them; `code` is the pattern
/// without its comments.
///
/// Where the file has another comment behind such a line, or none, other lines of the pattern must name the place, and no
/// line near by may have the comment.
pub(super) fn comments_agree<T: AsRef<str>>(
    haystack: &Haystack<'_, '_>,
    pattern: &[&str],
    code: &[T],
    alignment: &Alignment,
) -> bool {
    let is_told = |at: usize| !says_something(code[at].as_ref()) && says_something(pattern[at]);
    let mut strangers = (0..pattern.len()).filter_map(|at| {
        let place = alignment[at].filter(|_| is_told(at))?;
        let words = words(pattern[at]);
        (words != self::words(&haystack.buffer.line(place))).then_some(words)
    });
    let Some(first) = strangers.next() else { return true };
    if !code.iter().any(|line| says_something(line.as_ref())) {
        return false;
    }
    let here = extent(alignment);
    let slack = here.len();
    let from = here.start.saturating_sub(slack).max(haystack.within.start);
    let near = from..(here.end + slack).min(haystack.within.end);
    let strangers: Vec<String> = std::iter::once(first).chain(strangers).collect();
    !near.into_iter().any(|line| strangers.contains(&words(&haystack.buffer.line(line))))
}

fn says_something(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

/// The letters and digits of a line, without regard to case.
fn words(line: &str) -> String {
    fold(line).chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
