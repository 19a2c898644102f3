//! Determines whether a change made a file's syntax worse.
//!
//! A file need not be free of syntax errors: many correct files contain code that a grammar cannot parse. What matters
//! is whether there are more errors after the change than before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::lang::{
    Detail, Language, Macros, Preprocessor, RecoveryLevel, RecoverySource, Syntax, TooCostly, item_blocks,
    verified_bodies, view, without_bodies, worth_skipping,
};
use crate::text::normal::is_word_char;
use crate::text::{Buffer, EditSet, LevelErrors, MissingPart, cut_off, cut_off_above, lone_bracket};

/// Returns the lines, from 0, of the syntax errors that a change introduced; `None` if it introduced none.
///
/// A file that cannot be parsed in reasonable time, before or after the change, counts as unchanged.
#[must_use]
pub fn new_errors(
    language: &'static Language,
    macros: &Macros,
    before: &Buffer,
    after: &Buffer,
) -> Option<Vec<usize>> {
    let mut syntax = Syntax::with_macros(language, macros.clone());
    if is_clean_where_new(&mut syntax, before, after) {
        return None;
    }
    let found = more_errors(&mut syntax, before, after, Showing::Text)?;
    // More errors in the text itself may only be due to a new use of a macro.
    let Some(masks) = &language.manifest().view.preprocessor else { return Some(found) };
    more_errors(&mut syntax, before, after, Showing::Reading)?;
    // They may also be due to a word that is the first word of errors that existed before.
    let old = error_lines(&mut syntax, before, Showing::Text).unwrap_or_default();
    let new: Vec<String> = found.iter().map(|line| text_of(after, *line)).collect();
    // A macro may have been alone on a line before.
    let lone = (0..before.line_count()).map(|line| text_of(before, line));
    let lone = lone.filter(|line| !line.trim().contains(|char: char| !is_word_char(char)));
    let old = old.into_iter().map(|line| text_of(before, line)).chain(lone);
    if let Some(macros) = macros.with_first_words(masks, new.iter().map(String::as_str), old) {
        more_errors(&mut Syntax::with_macros(language, macros), before, after, Showing::Reading)?;
    }
    Some(found)
}

/// Returns whether the grammar cannot parse part of a text. A text that cannot be parsed in reasonable time counts as
/// parsed.
#[must_use]
pub fn has_errors(language: &'static Language, macros: &Macros, text: &Buffer) -> bool {
    let mut syntax = Syntax::with_macros(language, macros.clone());
    errors_in(&mut syntax, &text.slice(0..text.len())).is_ok_and(|errors| !errors.is_empty())
}

/// The maximum distance, in lines, above a line at which the code that it ends is looked for.
const MAX_SEARCH_LINES: usize = 2000;

/// The maximum length of a syntax error, in lines, up to which all its lines count as misread; of a longer one, only
/// the first line does.
const MAX_MISREAD: usize = 50;

/// Returns the lines with new errors whose text is not part of a syntax error in any of `others`, which are texts from
/// before the change: code moved unchanged from there is not worse than it was.
#[must_use]
pub fn not_from(syntax: &mut Syntax, others: &[Buffer], after: &Buffer, lines: Vec<usize>) -> Vec<usize> {
    let mut misread: HashSet<String> = HashSet::new();
    for other in others {
        let text = other.slice(0..other.len());
        let Ok(errors) = errors_in(syntax, &text) else { continue };
        for range in errors {
            let mut lines = other.lines_of(&range);
            if lines.len() > MAX_MISREAD {
                lines.end = lines.start + 1;
            }
            misread.extend(lines.map(|line| text_of(other, line).trim().to_owned()));
        }
    }
    lines.into_iter().filter(|line| !misread.contains(text_of(after, *line).trim())).collect()
}

/// Returns the lines, from 0, whose indentation belongs to no block after edits of a text, in a language with indented
/// blocks; `None` if there are no more of them than before. Nothing is parsed.
#[must_use]
pub fn new_broken_levels(
    language: &'static Language,
    before: &Buffer,
    edits: &EditSet,
) -> Option<Vec<usize>> {
    let layout = language.layout();
    if !layout.indented {
        return None;
    }
    let LevelErrors { old, new } = LevelErrors::of(before, edits, language.lexical(), layout.blocks);
    (new.len() > old.len()).then(|| {
        let old = old.into_iter().map(|line| line.text);
        not_among(new.into_iter().map(|line| (line.number, line.text)).collect(), old)
    })
}

/// Describes what the head of a block, or of a statement of several parts, lacks because a line, or the end of the text
/// after that line, ends it too early; with the line number of the head.
#[must_use]
pub fn missing_above(language: &'static Language, text: &Buffer, line: usize) -> Option<String> {
    let blocks = language.layout().blocks;
    let begins = |line: &usize| text.line(*line).starts_with(|char: char| !char.is_whitespace());
    let top = (line.saturating_sub(MAX_SEARCH_LINES)..line).rev().find(begins).unwrap_or(line);
    let lines: Vec<_> = (top..(line + 1).min(text.line_count())).map(|line| text.line(line)).collect();
    let lines = lines.iter().map(|line| &**line);
    let is_last = (line + 1..text.line_count()).all(|line| text.line(line).trim().is_empty());
    let (at, missing) = match is_last {
        true => cut_off(lines, language.lexical(), blocks),
        false => cut_off_above(lines, language.lexical(), blocks),
    }?;
    let what = match missing {
        MissingPart::Body => "no body".to_owned(),
        MissingPart::Clause(words) => format!("no `{}`", words.join("` or `")),
    };
    Some(format!("`{}` on line {} has {what}", text.line(top + at).trim(), top + at + 1))
}

/// Returns the line, from 0, of an unpaired bracket, in a text whose brackets were all paired before. Nothing is
/// parsed. In conditional code, only the first branch counts.
#[must_use]
pub fn new_lone_bracket(
    language: &'static Language,
    macros: &Macros,
    before: &Buffer,
    after: &Buffer,
) -> Option<usize> {
    let manifest = language.manifest();
    let lone = |buffer: &Buffer| {
        let text = buffer.slice(0..buffer.len());
        let reading = Preprocessor::new(manifest, macros, &text)
            .and_then(|survey| survey.readings(Detail::Full).next());
        let shown = reading.as_ref().map_or(&*text, |reading| &reading.text);
        lone_bracket(shown, &manifest.lexical)
    };
    let at = lone(after)?;
    lone(before).is_none().then(|| after.line_of(at))
}

/// Returns whether a text has no errors outside the bodies of functions that are unchanged: any error in those is not
/// new.
fn is_clean_where_new(syntax: &mut Syntax, before: &Buffer, after: &Buffer) -> bool {
    let manifest = syntax.language().manifest();
    let (before, after) = (before.slice(0..before.len()), after.slice(0..after.len()));
    let language = syntax.language();
    let (before, after) = (item_blocks(language, &before), item_blocks(language, &after));
    let bodies = |text: &str| match Preprocessor::new(manifest, syntax.macros(), text) {
        Some(survey) if survey.is_unmodified() => survey.verified_bodies(),
        Some(_) => Vec::new(),
        None => verified_bodies(manifest, text),
    };
    let mut old = bodies(&after);
    if !worth_skipping(&old, &after) {
        return false;
    }
    let known: HashSet<&str> = bodies(&before).into_iter().filter_map(|body| before.get(body)).collect();
    old.retain(|body| after.get(body.clone()).is_some_and(|text| known.contains(text)));
    if !worth_skipping(&old, &after) {
        return false;
    }
    let shown = without_bodies(manifest, &after, &old);
    let seen = view(&manifest.view, &shown);
    syntax.parse(&seen).is_ok_and(|tree| !tree.root_node().has_error())
}

/// What the parser is given.
#[derive(Clone, Copy)]
enum Showing {
    /// The text itself.
    Text,
    /// The text without macros and directives, in the first of its possible readings.
    Reading,
}

/// Returns the lines of the new errors, if there are more errors than before.
fn more_errors(syntax: &mut Syntax, before: &Buffer, after: &Buffer, showing: Showing) -> Option<Vec<usize>> {
    let new = error_lines(syntax, after, showing).ok()?;
    if new.is_empty() {
        return None;
    }
    let old = error_lines(syntax, before, showing).ok()?;
    let with_text = |line: usize| (line, text_of(after, line));
    (new.len() > old.len()).then(|| {
        let old = old.into_iter().map(|line| text_of(before, line));
        not_among(new.into_iter().map(with_text).collect(), old)
    })
}

fn error_lines(syntax: &mut Syntax, buffer: &Buffer, showing: Showing) -> Result<Vec<usize>, TooCostly> {
    let language = syntax.language();
    let manifest = language.manifest();
    let text = buffer.slice(0..buffer.len());
    let reading = match showing {
        Showing::Text => None,
        Showing::Reading => Preprocessor::new(manifest, syntax.macros(), &text)
            .and_then(|survey| survey.readings(Detail::Full).next()),
    };
    let shown = reading.as_ref().map_or(&*text, |reading| &reading.text);
    let errors = errors_in(syntax, shown)?;
    Ok(errors.into_iter().map(|range| buffer.line_of(range.start)).collect())
}

/// Returns the syntax errors of a text. Words that are reserved only in some editions of the language are read as names
/// if that gives fewer errors.
fn errors_in(syntax: &mut Syntax, text: &str) -> Result<Vec<Range<usize>>, TooCostly> {
    let language = syntax.language();
    let manifest = language.manifest();
    let text = &*item_blocks(language, text);
    let seen = view(&manifest.view, text);
    let errors = Syntax::errors(&syntax.parse(&seen)?);
    if errors.is_empty() {
        return Ok(errors);
    }
    let mended =
        RecoverySource::new(manifest, &seen).map(|ground| ground.recovered(&errors, RecoveryLevel::Words));
    let Some(mended) = mended.filter(|mended| mended.text != *seen) else { return Ok(errors) };
    let fewer = Syntax::errors(&syntax.parse(&mended.text)?);
    Ok(if fewer.len() < errors.len() { fewer } else { errors })
}

/// Returns the lines with a new error: those whose text had no error before. If every text had one, all lines are
/// returned. `new` contains line numbers and texts, `old` the texts of lines.
fn not_among(new: Vec<(usize, String)>, old: impl Iterator<Item = String>) -> Vec<usize> {
    let mut known: HashMap<String, usize> = HashMap::new();
    for text in old {
        *known.entry(text).or_default() += 1;
    }
    let mut all: Vec<usize> = new.iter().map(|(line, _)| *line).collect();
    let mut is_new = |text: &String| match known.get_mut(text) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut found: Vec<usize> =
        new.into_iter().filter(|(_, text)| is_new(text)).map(|(line, _)| line).collect();
    found.dedup();
    all.dedup();
    if found.is_empty() { all } else { found }
}

fn text_of(buffer: &Buffer, line: usize) -> String {
    if line < buffer.line_count() { buffer.line(line).into_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_new(language: &str, before: &str, after: &str, expected: Option<&[usize]>) {
        let language = Language::by_name(language).expect("registered");
        let buffer = |text: &str| Buffer::decode(text.as_bytes()).expect("text");
        assert_eq!(
            new_errors(language, &Macros::default(), &buffer(before), &buffer(after)).as_deref(),
            expected
        );
    }

    #[test]
    fn only_more_errors_than_before_count() {
        check_new("python", "x = 1\n", "x = 2\n", None);
        check_new("python", "x = 1\n", "x = (\n", Some(&[0]));
        check_new("python", "x = (\ny = 1\n", "x = (\ny = 2\n", None);
        check_new("rust", "fn f() {}\n", "fn f() {}\n\nfn g( {}\n", Some(&[2]));
        check_new("c++", "int f() { return 1; }\n", "int f() { return 1;\n", Some(&[0]));
        check_new(
            "c++",
            "class A {\npublic slots:\n  void f();\n};\n",
            "class A {\nsignals:\n  void f();\n};\n",
            None,
        );
    }

    #[test]
    fn the_error_that_was_there_is_not_told() {
        check_new("python", "a = = 1\n\n\nb = 1\n", "a = = 1\n\n\nb = = 1\n", Some(&[3]));
    }

    #[track_caller]
    fn check_brackets(language: &str, text: &str, expected: Option<usize>) {
        let language = Language::by_name(language).expect("registered");
        assert_eq!(lone_bracket(text, &language.manifest().lexical), expected, "{text}");
    }

    #[test]
    fn brackets_in_code_have_partners() {
        check_brackets("rust", "fn f() { g('(', \"{\") } // }\n", None);
        check_brackets("rust", "fn f() {\n    if x {\n}\n", Some(7));
        check_brackets("go", "func f() {\n}\n}\n", Some(13));
        check_brackets("python", "def f(a, b:\n    return ']'\n", Some(5));
        check_brackets("java", "int[] a = {1, 2);\n", Some(15));
    }
}
