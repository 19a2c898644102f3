//! Finds near matches for a `substitute` text that occurs nowhere: in other letter case, as a part of words, or
//! elsewhere.

use crate::ir::{Bounds, Fragment, PatternSyntax, Region, Substitution};
use crate::plan::explain;
use crate::text::regex::compile;
use crate::text::{Buffer, LineEnd};

/// The maximum number of shortened expressions that are tried.
const MAX_TRIED_EXPRESSIONS: usize = 80;

/// The maximum size, in bytes, of a text that is searched for the beginning of an expression.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// The minimum number of letters and digits in a match.
const MIN_LETTERS: usize = 3;

/// The word boundary in an expression.
const WORD_END: &str = "\\b";

/// Describes how much of the beginning of a regular expression matches somewhere in a text.
pub(super) fn fitting_part(buffer: &Buffer, find: &str) -> Option<String> {
    let text = (buffer.len() <= MAX_TEXT_BYTES).then(|| buffer.slice(0..buffer.len()))?;
    let ends: Vec<usize> = find.char_indices().map(|(end, _)| end).skip(1).collect();
    let parts = ends.iter().rev().take(MAX_TRIED_EXPRESSIONS).map(|end| (&find[..*end], &find[*end..]));
    let fits = |(part, rest): (&str, &str)| {
        let found = compile(part).ok()?.find(&text)?;
        let letters = found.as_str().chars().filter(|char| char.is_alphanumeric()).count();
        let line = buffer.line_of(found.start()) + 1;
        let (part, rest) = (explain::quoted(part), explain::quoted(rest));
        (letters >= MIN_LETTERS).then(|| {
            format!(
                "its beginning, {part}, first matches in line {line}; {rest} does not match what \
                 follows"
            )
        })
    };
    parts.filter(|(part, _)| !part.ends_with('\\')).find_map(fits)
}

/// A function that returns the message for a number of places.
pub(super) type Telling = Box<dyn Fn(usize) -> String>;

/// Returns variants of the operation that each drop one of its conditions, with the message for the case that the
/// variant finds something.
pub(super) fn relaxed(wanted: &Substitution) -> Vec<(Substitution, Telling)> {
    // For these variants, copies of the new text count as places.
    let replace = Fragment { lines: vec![String::new()], ..wanted.replace.clone() };
    let plain = Substitution { replace, ..wanted.clone() };
    let find = wanted.find.lines.join("\n");
    let with_find = |find: &str, syntax: PatternSyntax| {
        let lines = find.split('\n').map(str::to_owned).collect();
        Substitution { find: Fragment { lines, ..plain.find.clone() }, syntax, ..plain.clone() }
    };
    let mut all: Vec<(Substitution, Telling)> = Vec::new();
    let mut add = |relaxed: Substitution, told: Telling| all.push((relaxed, told));
    let is_regex = wanted.syntax == PatternSyntax::Regex;
    if let Some(part) = part_of(wanted.region) {
        let told = move |count| {
            let mean = if count == 1 { "you mean that place" } else { "you mean those places" };
            let there = times(count);
            format!("it occurs {there} outside the {part}; leave `in: {part}` out if {mean}")
        };
        add(Substitution { region: Region::Anywhere, ..plain.clone() }, Box::new(told));
    }
    if let Some(scope) = &wanted.scope {
        let named = explain::named(scope).to_owned();
        let told = move |count| {
            format!("it occurs {} outside `{named}`; name the definition you mean", times(count))
        };
        add(Substitution { scope: None, ..plain.clone() }, Box::new(told));
    }
    if wanted.bounds == Bounds::Words {
        let told = |count| {
            format!(
                "it occurs {} as part of longer words; leave `word: true` out if you mean those",
                times(count)
            )
        };
        add(Substitution { bounds: Bounds::Any, ..plain.clone() }, Box::new(told));
    }
    if is_regex {
        let told = |count| {
            format!(
                "as plain text it occurs {}; leave `regex: true` out, or write `\\` before each \
                 literal special character",
                times(count)
            )
        };
        add(with_find(&find, PatternSyntax::Literal), Box::new(told));
        if find.contains(WORD_END) {
            let told = |count| {
                format!("without `\\b` it matches {}: the word boundaries are elsewhere", times(count))
            };
            add(with_find(&find.replace(WORD_END, ""), PatternSyntax::Regex), Box::new(told));
        }
    }
    let any_case = if is_regex { format!("(?i){find}") } else { format!("(?i){}", regex::escape(&find)) };
    let told = move |count| {
        let next = if is_regex { "`(?i)` before it" } else { "it as in the file" };
        format!("with different letter case it occurs {}; write {next} if you mean that", times(count))
    };
    add(with_find(&any_case, PatternSyntax::Regex), Box::new(told));
    all
}

/// Returns the parts of a text that are searched, as `in` names them.
pub(super) const fn part_of(region: Region) -> Option<&'static str> {
    match region {
        Region::Anywhere => None,
        Region::Code => Some("code"),
        Region::Comments => Some("comments"),
        Region::Strings => Some("strings"),
    }
}

pub(super) fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// Returns the help for a text that occurs nowhere.
pub(super) fn nowhere(wanted: &Substitution) -> &'static str {
    let is_gone = wanted.replace.lines.iter().all(String::is_empty);
    match (wanted.syntax, is_gone) {
        (PatternSyntax::Literal, false) => {
            "`find` is compared exactly, including white space and letter case; copy it from the \
             file"
        }
        (PatternSyntax::Literal, true) => {
            "if the patch was applied before, it is already gone: leave the operation out; \
             otherwise copy `find` from the file, including white space and letter case"
        }
        (PatternSyntax::Regex, false) => {
            "`find` is a regular expression: `.`, `(`, `[`, `{`, `*`, `+`, `?`, `|`, `$` and `\\` \
             match themselves only after `\\`; `(?i)` ignores letter case, and `.` does not match \
             a line end"
        }
        (PatternSyntax::Regex, true) => {
            "if the patch was applied before, it is already gone: leave the operation out; \
             otherwise check the regular expression: `.`, `(`, `[`, `$` and other special \
             characters match themselves only after `\\`"
        }
    }
}

/// Returns the help for an expression with line endings that the file does not have.
pub(super) fn line_ends(buffer: &Buffer, find: &str) -> Option<String> {
    let is_crlf = buffer.line_end(0) == LineEnd::CrLf;
    let asks = find.contains("\\n") && !find.contains("\\r");
    (is_crlf && asks).then(|| "lines of the file end in CRLF: write `\\r\\n` for a line end".to_owned())
}
