//! Imports within a block of their own, for instance below a heading line.

use std::ops::Range;

use crate::lang::Language;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::ImportBlock;
use crate::resolve::symbol::{ImportEdits, Symbols};
use crate::text::normal::{indentation, is_word_char};
use crate::text::{Buffer, FinalNewline, IndentUnit, LineEdits, NewLine};

/// Adds an import that needs its own statement around it, after the other imports.
pub(in crate::plan) fn put_block(
    document: &mut Document<'_>,
    language: &'static Language,
    block: &ImportBlock,
) {
    document.catch_up();
    let (buffer, symbols) = document.symbols(language);
    let Ok((end, has_imports)) = symbols.end_of_imports(buffer) else { return };
    let count = buffer.line_count();
    let lines: Vec<String> = (0..count).map(|line| buffer.line(line).into_owned()).collect();
    let unit = IndentUnit::shown(&lines, language.manifest().row_rules());
    let step = unit.map_or_else(|| "    ".to_owned(), IndentUnit::text);
    let mut edits = LineEdits::default();
    let fresh = |own: Vec<String>| {
        let above = has_imports.then(String::new);
        let below = (!has_imports).then(String::new);
        above.into_iter().chain(own).chain(below).map(NewLine::plain)
    };
    match block {
        ImportBlock::Below { heading, line } => {
            let inner = format!("{step}{line}");
            let marks = &language.manifest().lexical.line_comments;
            let is_heading = |own: &String| {
                let rest = own.strip_prefix(heading.as_str()).map(str::trim);
                let is_comment = |rest: &str| marks.iter().any(|mark| rest.starts_with(mark.as_str()));
                rest.is_some_and(|rest| rest.is_empty() || is_comment(rest))
            };
            match lines.iter().position(is_heading) {
                Some(head) => {
                    let is_inside = |own: &&String| own.starts_with([' ', '\t']) || own.trim().is_empty();
                    let body = lines[head + 1..].iter().take_while(is_inside);
                    let body: Vec<&String> = body.collect();
                    let last = body.iter().rposition(|own| !own.trim().is_empty());
                    let own: Vec<&str> =
                        body[..last.map_or(0, |last| last + 1)].iter().map(|own| own.as_str()).collect();
                    let add = |symbols: &mut Symbols, block: &Buffer| {
                        symbols.add_imports(block, std::slice::from_ref(line)).ok()
                    };
                    match changed_block(language, &own, add) {
                        Some(lines) => {
                            let lines = lines.into_iter().map(NewLine::plain);
                            (head + 1..head + 1 + own.len()).for_each(|own| edits.remove(own));
                            edits.add(head + 1, lines);
                        }
                        None => edits.add(head + 1 + own.len(), [NewLine::plain(inner)]),
                    }
                }
                None => edits.add(end, fresh(vec![heading.clone(), inner])),
            }
        }
        ImportBlock::Whole(text) => {
            let whole = buffer.slice(0..buffer.len());
            if !whole.contains(text.as_str()) {
                edits.add(end, fresh(text.lines().map(str::to_owned).collect()));
            }
        }
    }
    let edits = edits.into_edits(document.buffer(), FinalNewline::Keep);
    document.apply(edits);
}

/// Removes imports that only the block for type checkers has, which `if TYPE_CHECKING:` opens; with its heading, if
/// nothing else is in it. Returns the line of the heading, from 0; `None` if no block has the imports, or several do.
pub(in crate::plan) fn remove_from_block(
    document: &mut Document<'_>,
    language: &'static Language,
    imports: &[String],
) -> Option<usize> {
    let heading = language.local_rules()?.moves.as_ref()?.type_only.as_deref()?;
    let buffer = document.buffer();
    let lines: Vec<String> = (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect();
    let remove = |symbols: &mut Symbols, block: &Buffer| {
        symbols.remove_imports(block, imports).ok().filter(|found| found.line.is_some())
    };
    let mut found =
        (0..lines.len()).filter(|head| is_like_heading(&lines[*head], heading)).filter_map(|head| {
            let body = body_below(&lines, head);
            let own: Vec<&str> = lines[body.clone()].iter().map(String::as_str).collect();
            Some((head, body, changed_block(language, &own, remove)?))
        });
    let (head, body, left) = found.next().filter(|_| found.next().is_none())?;
    let mut edits = LineEdits::default();
    body.clone().for_each(|line| edits.remove(line));
    if left.iter().any(|line| !line.trim().is_empty()) {
        edits.add(body.start, left.into_iter().map(NewLine::plain));
    } else {
        // Another branch needs the heading.
        let depth = indentation(&lines[head]);
        let below = lines[body.end..].iter().find(|line| !line.trim().is_empty());
        let is_branch = below.is_some_and(|below| {
            let clauses = &language.manifest().symbols.clauses;
            let word = below.trim_start().split([' ', ':']).next().unwrap_or_default();
            indentation(below) == depth && clauses.contains_key(word)
        });
        if is_branch {
            return None;
        }
        edits.remove(head);
        let is_blank = |line: &usize| lines.get(*line).is_none_or(|line| line.trim().is_empty());
        if is_blank(&body.end) {
            (0..head).rev().take_while(is_blank).for_each(|line| edits.remove(line));
        }
    }
    let edits = edits.into_edits(document.buffer(), FinalNewline::Keep);
    document.apply(edits);
    Some(head)
}

/// Returns whether a line is a heading like `heading`, with its last word or a qualified one for it.
fn is_like_heading(line: &str, heading: &str) -> bool {
    let Some((word, name)) = heading.trim_end_matches(':').split_once(' ') else { return false };
    let condition = line.trim_start().strip_prefix(word).and_then(|rest| rest.split(':').next());
    condition.is_some_and(|condition| {
        let condition = condition.trim_start();
        condition.rsplit('.').next().map(str::trim_end) == Some(name)
            && condition.chars().all(|char| is_word_char(char) || char == '.' || char == ' ')
            && !condition.trim().contains(' ')
    })
}

/// Returns the lines below a heading that are deeper than it, without blank lines at the end.
fn body_below(lines: &[String], head: usize) -> Range<usize> {
    let depth = indentation(&lines[head]).len();
    let is_inside = |own: &&String| own.trim().is_empty() || indentation(own).len() > depth;
    let count = lines[head + 1..].iter().take_while(is_inside).count();
    let filled = lines[head + 1..head + 1 + count].iter().rposition(|own| !own.trim().is_empty());
    head + 1..head + 1 + filled.map_or(0, |last| last + 1)
}

/// Returns the lines of a block after its imports were changed; `None` if the block cannot be parsed by itself.
fn changed_block(
    language: &'static Language,
    block: &[&str],
    change: impl Fn(&mut Symbols, &Buffer) -> Option<ImportEdits>,
) -> Option<Vec<String>> {
    let indent = indentation(block.iter().find(|line| !line.trim().is_empty())?);
    let inner: Option<Vec<&str>> = block
        .iter()
        .map(|line| line.strip_prefix(indent).or_else(|| line.trim().is_empty().then_some("")))
        .collect();
    let text = inner?.join("\n") + "\n";
    let mut buffer = Buffer::of_text(&text);
    let found = change(&mut Symbols::new(language), &buffer)?;
    buffer.apply(&found.edits);
    let count = buffer.line_count();
    let own = (0..count).map(|line| buffer.line(line).into_owned());
    let deep = |line: String| if line.trim().is_empty() { line } else { format!("{indent}{line}") };
    Some(own.map(deep).collect())
}
