//! Merges two changes of one line, word by word.

use std::ops::Range;

use similar::DiffOp;

use crate::text::{Method, align};

/// The maximum number of wrong letters in a word that is still the same word.
pub(super) const MAX_LETTERS: usize = 2;

/// The maximum number of words in lines that are merged.
const MAX_WORDS: usize = 400;

/// Splits a line into words, runs of white space, and single other characters.
pub(super) fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let kind = |char: char| match () {
            () if char.is_alphanumeric() || char == '_' => 0,
            () if char.is_whitespace() => 1,
            () => 2,
        };
        let end = match kind(first) {
            2 => first.len_utf8(),
            own => rest.find(|char| kind(char) != own).unwrap_or(rest.len()),
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// A replacement of adjacent words.
#[derive(Debug, PartialEq, Eq)]
struct WordChange<'t> {
    at: Range<usize>,
    new: Vec<&'t str>,
}

impl WordChange<'_> {
    /// Returns whether the change removes and inserts nothing but white space.
    fn only_white_space(&self, base: &[&str]) -> bool {
        base[self.at.clone()].iter().chain(&self.new).all(|word| word.trim().is_empty())
    }

    /// Returns whether the change replaces words by words, without white space at either end.
    fn is_of_words(&self, base: &[&str]) -> bool {
        let is_word = |word: Option<&&str>| word.is_some_and(|word| !word.trim().is_empty());
        let old = &base[self.at.clone()];
        [old, &self.new].into_iter().all(|words| is_word(words.first()) && is_word(words.last()))
    }
}

/// Returns the line with both changes, if they are at different places or equal.
pub(super) fn merge_words(quoted: &str, wanted: &str, stands: &str) -> Option<String> {
    let base = words(quoted);
    let (ours, theirs) = (words(wanted), words(stands));
    if base.len().max(ours.len()).max(theirs.len()) > MAX_WORDS {
        return None;
    }
    let (ours, mut theirs) = (steps(&base, &ours), steps(&base, &theirs));
    if changes_other_call(&base, &ours, &theirs) {
        return None;
    }
    // Next to a change of the patch, the white space of the patch is used. Exceptions are the width of a gap before a
    // word that the patch replaces, and a gap beside such a word that only the file has.
    let touches = |one: &Range<usize>, other: &Range<usize>| one.start <= other.end && other.start <= one.end;
    theirs.retain(|step| {
        let is_width = !step.at.is_empty() && !step.new.is_empty();
        let holds = |own: &WordChange<'_>| {
            let is_exchanged = !own.at.is_empty() && own.at.start == step.at.end;
            let is_gap = step.at.is_empty() && own.is_of_words(&base);
            touches(&own.at, &step.at) && !(is_width && is_exchanged) && !is_gap
        };
        !step.only_white_space(&base) || !ours.iter().any(holds)
    });
    // If the file has white space after each comma, it is also inserted after the commas of the patch.
    let is_behind_comma = |step: &WordChange<'_>| step.at.start > 0 && base[step.at.start - 1] == ",";
    let parts_commas =
        theirs.iter().any(|step| step.at.is_empty() && step.only_white_space(&base) && is_behind_comma(step));
    let mut all: Vec<(&WordChange<'_>, bool)> =
        ours.iter().map(|step| (step, true)).chain(theirs.iter().map(|step| (step, false))).collect();
    all.sort_by_key(|(step, _)| (step.at.start, step.at.end));
    let mut out = String::new();
    let mut next = 0;
    let mut last: Option<(&WordChange<'_>, bool)> = None;
    for (step, is_ours) in all {
        if let Some((above, was_ours)) = last {
            if above == step && was_ours != is_ours {
                continue;
            }
            let touches = step.at.start < above.at.end
                || step.at.start == above.at.start
                    && (step.at.is_empty() || above.at.is_empty())
                    && was_ours != is_ours
                    && step.at.is_empty() == above.at.is_empty();
            if touches {
                return None;
            }
        }
        out.extend(base[next..step.at.start].iter().copied());
        for (at, word) in step.new.iter().enumerate() {
            out.push_str(word);
            let is_glued = *word == "," && step.new.get(at + 1).is_some_and(|next| !next.trim().is_empty());
            if is_ours && parts_commas && is_glued {
                out.push(' ');
            }
        }
        next = step.at.end;
        last = Some((step, is_ours));
    }
    out.extend(base[next..].iter().copied());
    Some(out)
}

/// Returns whether a patch changes the arguments of a function where the file calls a different function: then the
/// change does not apply to that call.
fn changes_other_call(base: &[&str], ours: &[WordChange<'_>], theirs: &[WordChange<'_>]) -> bool {
    let is_other = |called: usize| {
        let step = theirs.iter().find(|step| step.at.contains(&called));
        step.is_some_and(|step| step.at.len() == 1 && !step.new.is_empty() && !is_slip_of(base[called], step))
    };
    ours.iter().any(|step| {
        let mut open = 0;
        let bracket = (0..step.at.start).rev().find(|at| {
            open += match base[*at] {
                "(" => 1,
                ")" => -1,
                _ => 0,
            };
            open > 0
        });
        bracket.and_then(|bracket| bracket.checked_sub(1)).is_some_and(is_other)
    })
}

/// Returns whether the replacement of a word differs from it only in a few letters.
fn is_slip_of(word: &str, step: &WordChange<'_>) -> bool {
    matches!(step.new[..], [new] if strsim::damerau_levenshtein(word, new) <= MAX_LETTERS)
}

fn steps<'t>(base: &[&'t str], other: &[&'t str]) -> Vec<WordChange<'t>> {
    let steps = align(Method::Shortest, base, other).into_iter().filter_map(|step| match step {
        DiffOp::Equal { .. } => None,
        _ => Some(WordChange { at: step.old_range(), new: other[step.new_range()].to_vec() }),
    });
    // Removals and insertions at the same place are one change.
    let mut joined: Vec<WordChange<'t>> = Vec::new();
    for step in steps {
        match joined.last_mut() {
            Some(last) if last.at.end == step.at.start => {
                last.at.end = step.at.end;
                last.new.extend(step.new);
            }
            _ => joined.push(step),
        }
    }
    joined
}
