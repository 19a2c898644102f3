//! Imports within a block of their own, for instance below a heading line.

use crate::lang::Language;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::ImportBlock;
use crate::resolve::symbol::Symbols;
use crate::text::normal::indentation;
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
            match lines.iter().position(|own| own.trim_end() == heading) {
                Some(head) => {
                    let is_inside = |own: &&String| own.starts_with([' ', '\t']) || own.trim().is_empty();
                    let body = lines[head + 1..].iter().take_while(is_inside);
                    let body: Vec<&String> = body.collect();
                    let last = body.iter().rposition(|own| !own.trim().is_empty());
                    let own: Vec<&str> =
                        body[..last.map_or(0, |last| last + 1)].iter().map(|own| own.as_str()).collect();
                    match merged_block(language, &own, line) {
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

/// Returns the lines of a block after the import was added to them; `None` if the block cannot be parsed by itself.
fn merged_block(language: &'static Language, block: &[&str], import: &str) -> Option<Vec<String>> {
    let indent = indentation(block.iter().find(|line| !line.trim().is_empty())?);
    let inner: Option<Vec<&str>> = block
        .iter()
        .map(|line| line.strip_prefix(indent).or_else(|| line.trim().is_empty().then_some("")))
        .collect();
    let text = inner?.join("\n") + "\n";
    let mut buffer = Buffer::of_text(&text);
    let found = Symbols::new(language).add_imports(&buffer, &[import.to_owned()]).ok()?;
    buffer.apply(&found.edits);
    let count = buffer.line_count();
    let own = (0..count).map(|line| buffer.line(line).into_owned());
    let deep = |line: String| if line.trim().is_empty() { line } else { format!("{indent}{line}") };
    Some(own.map(deep).collect())
}
