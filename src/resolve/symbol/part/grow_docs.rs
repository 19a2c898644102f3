//! Adds lines at the end of a definition's documentation.

use std::ops::Range;

use crate::lang::DocRule;
use crate::text::MarginRule;
use crate::text::normal::{indentation, is_blank, separator_length, trim};

use super::grow::lines_of;
use super::parts::{Part, PartPlace, without_blank_edges};
use super::view::DefinitionView;
use crate::resolve::symbol::extent::comment::{LeadIn, LeadInKind};
use crate::resolve::symbol::extent::doc_format::{Backslash, commented, leading_stars};
use crate::resolve::symbol::extent::paragraph::{is_tag, joint};

/// The change that extends documentation.
pub(in crate::resolve::symbol) struct GrownDocs {
    /// The replaced part.
    pub(in crate::resolve::symbol) part: Part,
    /// The lines of the file that already contain the added text.
    pub(in crate::resolve::symbol) present: Option<Range<usize>>,
}

impl DefinitionView<'_> {
    /// Returns the change that adds lines to the end of a definition's documentation; new documentation if it has none.
    pub(super) fn grown_docs(&self, rule: &DocRule, payload: &[String]) -> Option<GrownDocs> {
        let text = without_blank_edges(payload);
        if text.is_empty() {
            return None;
        }
        // Blank lines above the text separate it from the existing documentation.
        let lead = payload.iter().take_while(|line| is_blank(line)).count();
        match rule {
            DocRule::Strings(quotes, others) => {
                let body = self.body()?;
                let Some(old) = self.docstring_range(&body) else {
                    let part = self.new_docstring(&body, text, quotes, others)?;
                    return Some(GrownDocs { part, present: None });
                };
                let grown = self.grown_string(&old, text, lead, quotes)?;
                Some(self.unfolded(&body, &old, grown))
            }
            DocRule::Comments(mark) => {
                // An empty comment separates the text from what is below.
                let has_text = |unit: &&LeadIn| !bare(&self.file.buffer.slice(unit.range.clone())).is_empty();
                let all: Vec<&LeadIn> = self.doc_units().collect();
                if let Some(inner) = self.inner_docs() {
                    return self.grown_comment(&inner, text, lead, &[&inner]);
                }
                if let Some(last) = all.last().filter(|unit| unit.kind != LeadInKind::Doc) {
                    return self.grown_attribute(last, text, mark);
                }
                let mut docs = all.iter().rev().copied();
                let Some(last) = docs.clone().find(has_text).or_else(|| docs.next()) else {
                    if let Some(grown) = self.grown_behind(text, mark) {
                        return Some(grown);
                    }
                    if let Some(behind) = self.docs_behind() {
                        let all: Vec<String> = behind.lines.into_iter().chain(text.iter().cloned()).collect();
                        return Some(GrownDocs { part: self.new_comments(&all, mark)?, present: None });
                    }
                    // The documentation may be on the line of the declaration.
                    let beside = self.doc_beside();
                    let own = beside.as_ref().map(|beside| {
                        trim(bare(&self.file.buffer.slice(beside.clone())).trim_end_matches(['*', '/']))
                            .to_owned()
                    });
                    let is_there = own.as_ref().is_some_and(|own| own.ends_with(&text.join(" ")));
                    let all: Vec<String> = own.into_iter().chain(text.iter().cloned()).collect();
                    let part = self.new_comments(&all, mark)?;
                    let present = beside.and_then(|beside| self.present(&beside, is_there));
                    return Some(GrownDocs { part, present });
                };
                self.grown_comment(last, text, lead, &all)
            }
        }
    }

    /// Moves the block below its heading if longer documentation was on the heading's line.
    fn unfolded(&self, body: &Range<usize>, old: &Range<usize>, grown: GrownDocs) -> GrownDocs {
        let buffer = self.file.buffer;
        let (head_end, head_line) = (self.head_end(), buffer.line_of(self.head_end()));
        if buffer.line_of(body.start) != head_line || grown.part.lines.len() < 2 {
            return grown;
        }
        let end = buffer.line_range(buffer.line_of(self.place.end)).end.max(head_end);
        let rest = buffer.slice(old.end..end);
        let rest = rest[separator_length(&rest)..].trim_end();
        // A comment after the quotes stays on their line.
        let is_comment = self.file.manifest().lexical.begins_with_line_comment(rest);
        let mut lines = grown.part.lines;
        if let Some(last) = lines.last_mut().filter(|_| is_comment) {
            last.push_str(&format!("  {rest}"));
        } else {
            lines.extend(lines_of(rest));
        }
        let part = Part { place: PartPlace::Inline(head_end..end), lines, margin: MarginRule::Prose };
        GrownDocs { part, ..grown }
    }

    /// Returns the lines of a range, those after the first one without the indentation of the first line.
    fn cut_lines(&self, range: &Range<usize>) -> Vec<String> {
        let line = self.file.buffer.line(self.file.buffer.line_of(range.start)).into_owned();
        let base = indentation(&line);
        let cut = |line: String| line.strip_prefix(base).map_or(trim_start(&line), str::to_owned);
        let lines = lines_of(&self.file.buffer.slice(range.clone()));
        lines.into_iter().enumerate().map(|(at, line)| if at == 0 { line } else { cut(line) }).collect()
    }

    pub(in crate::resolve::symbol) fn present(
        &self,
        range: &Range<usize>,
        is_there: bool,
    ) -> Option<Range<usize>> {
        is_there.then(|| {
            self.file.buffer.line_of(range.start)..self.file.buffer.line_of(range.end.saturating_sub(1)) + 1
        })
    }

    fn grown_string(
        &self,
        old: &Range<usize>,
        text: &[String],
        lead: usize,
        quotes: &str,
    ) -> Option<GrownDocs> {
        let mut lines = self.cut_lines(old);
        let first = lines.first()?.clone();
        let prefix: String = first.chars().take_while(char::is_ascii_alphabetic).collect();
        let rest = &first[prefix.len()..];
        let long = ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes));
        let short = ["\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes))?;
        let (own, new) = (long.unwrap_or(short), long.unwrap_or(quotes));
        if let Some(first) = lines.first_mut() {
            *first = format!("{prefix}{new}{}", &rest[own.len()..]);
        }
        let last = lines.last_mut()?;
        last.truncate(last.trim_end().len().checked_sub(own.len())?);
        let was_one_line = lines.len() == 1;
        let mut blanks = 0;
        while lines.len() > 1 && lines.last().is_some_and(|line| is_blank(line)) {
            lines.pop();
            blanks += 1;
        }
        if let Some(last) = lines.last_mut() {
            last.truncate(last.trim_end().len());
        }
        let is_raw = prefix.to_ascii_lowercase().contains('r');
        if text.iter().any(|line| line.contains(new)) || (prefix + &lines.join("\n")).contains("f\"") {
            return None;
        }
        let written: Vec<String> =
            text.iter().map(|line| if is_raw { line.clone() } else { line.replace('\\', "\\\\") }).collect();
        let opening = format!("{}{new}", &first[..first.len() - rest.len()]);
        let mut above = lines.clone();
        if let Some(first) = above.first_mut() {
            first.drain(..opening.len());
        }
        let present = self.present(old, ends_with(&above, &written, |line| trim(line)));
        let joint = joint(&above, &written);
        let is_bare = above.iter().all(|line| is_blank(line));
        // A blank line separates the first line of the documentation from the following lines.
        let gap = if is_bare { 0 } else { lead.max(joint.gap).max(usize::from(was_one_line)) };
        lines.extend(std::iter::repeat_n(String::new(), gap));
        lines.extend(written.iter().map(|line| format!("{}{line}", joint.indent).trim_end().to_owned()));
        // The closing quotes are on the last of the lines without text; blank lines above them are kept.
        if !is_bare && blanks > 1 {
            lines.push(String::new());
        }
        lines.push(new.to_owned());
        let part = Part { place: PartPlace::Text(old.clone()), lines, margin: MarginRule::Prose };
        let is_folded = self.file.buffer.line_of(old.start) == self.file.buffer.line_of(self.head_end());
        if was_one_line || is_folded || own != new {
            return Some(GrownDocs { part, present });
        }
        let indent = self.indent_of(old.start);
        let deep = format!("{indent}{}", joint.indent);
        let new = written.iter().map(|line| format!("{deep}{line}").trim_end().to_owned());
        let new = std::iter::repeat_n(String::new(), gap).chain(new).collect();
        let part = self.below_text(old, own, new, format!("{indent}{own}"));
        Some(GrownDocs { part, present })
    }

    /// Returns the indentation of the line that contains a byte offset.
    pub(super) fn indent_of(&self, byte: usize) -> String {
        indentation(&self.file.buffer.line(self.file.buffer.line_of(byte))).to_owned()
    }

    /// Returns the part that inserts new lines below the last line with text of a documentation comment or string,
    /// without changing other lines. `close` is its terminator, and `closing` the line with only the terminator.
    fn below_text(&self, old: &Range<usize>, close: &str, new: Vec<String>, closing: String) -> Part {
        let buffer = self.file.buffer;
        let text = buffer.slice(old.clone());
        let inner = text.trim_end().strip_suffix(close).unwrap_or(&text).trim_end_matches([' ', '\t']);
        let own = &inner[inner.rfind('\n').map_or(0, |at| at + 1)..];
        let block = self.file.manifest().lexical.block_comments.as_ref();
        let is_comment = block.is_some_and(|block| block.close == close);
        let is_empty = |line: &str| is_blank(if is_comment { bare_line(line) } else { line });
        if is_empty(own) {
            let last = buffer.line_of(old.end.saturating_sub(1));
            let first = buffer.line_of(old.start);
            let has_text = |line: &usize| !is_empty(&buffer.line(*line));
            let line = (first + 1..last).rev().find(has_text).map_or(first + 1, |line| line + 1);
            let place = PartPlace::Lines { lines: line..line, statement: old.start };
            return Part { place, lines: new, margin: MarginRule::Kept };
        }
        let lines = std::iter::once(String::new()).chain(new).chain([closing]).collect();
        let place = PartPlace::Text(old.start + inner.len()..old.end);
        Part { place, lines, margin: MarginRule::Kept }
    }

    /// Returns the change that adds a comment below the last documentation attribute.
    fn grown_attribute(&self, last: &LeadIn, text: &[String], mark: &str) -> Option<GrownDocs> {
        let buffer = self.file.buffer;
        let (line, end) =
            (buffer.line_of(last.range.start), buffer.line_of(last.range.end.saturating_sub(1)));
        let around = format!(
            "{}{}",
            buffer.slice(buffer.line_start(line)..last.range.start),
            buffer.slice(last.range.end..buffer.line_range(end).end.max(last.range.end))
        );
        if !is_blank(&around) {
            return None;
        }
        let mut lines = commented(text, None, mark, &self.file.manifest().lexical, self.backslash())?;
        lines.insert(0, trim(mark).to_owned());
        let place = PartPlace::Lines { lines: end + 1..end + 1, statement: last.range.start };
        Some(GrownDocs { part: Part { place, lines, margin: MarginRule::Prose }, present: None })
    }

    fn grown_comment(
        &self,
        last: &LeadIn,
        text: &[String],
        lead: usize,
        docs: &[&LeadIn],
    ) -> Option<GrownDocs> {
        let lexical = &self.file.manifest().lexical;
        let old = self.cut_lines(&last.range);
        let block = lexical.block_comments.as_ref();
        let closes = block.filter(|block| {
            old.first().is_some_and(|line| line.starts_with(block.open.as_str()))
                && old.last().is_some_and(|line| line.trim_end().ends_with(block.close.as_str()))
        });
        let Some(block) = closes else {
            let joins = self.backslash();
            let new = commented(text, old.last().map(String::as_str), "//", lexical, joins)?;
            let end = self.file.buffer.line_of(last.range.end.saturating_sub(1)) + 1;
            let below = self.above_tags(docs, end, text).unwrap_or(end);
            let tail = self.doc_lines(docs, below);
            let there = ends_with(&tail, &new, |line| trim(line));
            let (signs, _) = signs_of(new.first()?);
            let bare = |lines: &[String]| lines.iter().map(|line| signs_of(line).1).collect::<Vec<_>>();
            let joint = joint(&bare(&tail), &bare(&new));
            let is_block =
                block.is_some_and(|block| new.iter().any(|line| line.contains(block.open.as_str())));
            let gap = if is_block { 0 } else { lead.max(joint.gap) };
            let new = gap_lines(signs, gap)
                .chain(new.iter().map(|line| match line.strip_prefix(signs) {
                    Some(rest) if !is_blank(rest) => format!("{signs}{}{rest}", joint.indent),
                    _ => line.clone(),
                }))
                .collect();
            let statement = self.file.buffer.line_start(below - 1);
            let place = PartPlace::Lines { lines: below..below, statement };
            let part = Part { place, lines: new, margin: MarginRule::Prose };
            return Some(GrownDocs { part, present: self.present(&last.range, there) });
        };
        if text.iter().any(|line| line.contains(block.close.as_str())) {
            return None;
        }
        let signs: String =
            old.first()?[block.open.len()..].chars().take_while(|char| matches!(char, '*' | '!')).collect();
        let open = format!("{}{signs}", block.open);
        let (mut lines, star) = if let [only] = old.as_slice() {
            let inner = only[open.len()..].trim_end().strip_suffix(block.close.as_str())?;
            (vec![open.clone(), format!(" * {}", trim(inner))], " *".to_owned())
        } else {
            let mut lines = old.clone();
            let close = lines.pop()?;
            let inner = close.trim_end().strip_suffix(block.close.as_str())?;
            let star = old
                .get(1)
                .filter(|_| old.len() > 2)
                .map_or(" *".to_owned(), |line| format!("{}{}", indentation(line), leading_stars(line)));
            if !bare(inner).is_empty() {
                lines.push(inner.trim_end().to_owned());
            }
            (lines, star)
        };
        let tags = first_tag(&lines, text);
        let described = &lines[..tags.unwrap_or(lines.len())];
        let present = ends_with(described, text, |line| trim(line.trim_start().trim_start_matches('*')));
        let gap = if star.ends_with('*') { " " } else { "" };
        let margin = format!("{star}{gap}");
        let above: Vec<String> = described
            .iter()
            .enumerate()
            .map(|(at, line)| {
                let inner = if at == 0 { &line[open.len().min(line.len())..] } else { line };
                let inner = inner.strip_prefix(margin.as_str()).unwrap_or_else(|| inner.trim_start());
                if leading_stars(inner) == inner.trim() { String::new() } else { inner.to_owned() }
            })
            .collect();
        let joint = joint(&above, text);
        let padded = || gap_lines("", lead.max(joint.gap)).chain(text.iter().cloned());
        let line_of = |line: String| format!("{margin}{}{line}", joint.indent).trim_end().to_owned();
        if old.len() > 1 {
            let buffer = self.file.buffer;
            let (first, end) = (buffer.line_of(last.range.start) + 1, buffer.line_of(last.range.end - 1));
            // The first line with text shows the indentation of the others.
            let shown = (first..end).find(|line| !is_blank(bare_line(&buffer.line(*line)))).unwrap_or(end);
            let shown = buffer.line(shown).into_owned();
            let deep = indentation(&shown);
            let sign = match leading_stars(&shown) {
                "" => String::new(),
                _ => star.trim_start().to_owned(),
            };
            let gap = if sign.is_empty() { "" } else { " " };
            let written = |line: String| {
                let is_filled = !line.is_empty() || !sign.is_empty();
                let line = format!("{deep}{sign}{gap}{}{line}", joint.indent);
                if is_filled { line.trim_end().to_owned() } else { String::new() }
            };
            let mut new: Vec<String> = padded().map(written).collect();
            let present = self.present(&last.range, present);
            if tags.is_some() {
                let described = above.iter().rposition(|line| !is_blank(line));
                if described.is_none() {
                    new.push(written(String::new()));
                }
                let line = first + described.unwrap_or(0);
                let place = PartPlace::Lines { lines: line..line, statement: last.range.start };
                return Some(GrownDocs {
                    part: Part { place, lines: new, margin: MarginRule::Kept },
                    present,
                });
            }
            let part = self.below_text(&last.range, &block.close, new, format!("{deep}{}", block.close));
            return Some(GrownDocs { part, present });
        }
        lines.extend(padded().map(line_of));
        lines.push(format!("{}{}", star.trim_end_matches('*'), block.close));
        let part = Part { place: PartPlace::Text(last.range.clone()), lines, margin: MarginRule::Prose };
        Some(GrownDocs { part, present: self.present(&last.range, present) })
    }

    /// Returns the line of the first tag in documentation made of line comments that ends before a line, if the text is
    /// to be inserted above it.
    fn above_tags(&self, docs: &[&LeadIn], end: usize, text: &[String]) -> Option<usize> {
        let buffer = self.file.buffer;
        let first = docs.iter().map(|unit| buffer.line_of(unit.range.start)).min()?;
        let lines: Vec<String> = (first..end).map(|line| buffer.line(line).into_owned()).collect();
        let described = first_tag(&lines, text).map(|tag| &lines[..tag])?;
        let last = described.iter().rposition(|line| !bare(line).is_empty())?;
        Some(first + last + 1)
    }

    /// Returns the documentation lines of the definition above a line.
    fn doc_lines(&self, docs: &[&LeadIn], below: usize) -> Vec<String> {
        let end = self.file.buffer.line_start(below);
        docs.iter()
            .filter(|unit| unit.range.start < end)
            .flat_map(|unit| lines_of(&self.file.buffer.slice(unit.range.clone())))
            .collect()
    }

    /// Returns the effect of a backslash at the end of a comment in this language.
    pub(in crate::resolve::symbol) fn backslash(&self) -> Backslash {
        // A preprocessor joins lines at a backslash, comments included.
        let has_preprocessor = self.file.manifest().view.preprocessor.is_some();
        if has_preprocessor { Backslash::Joins } else { Backslash::Text }
    }
}

/// Returns the text of a block comment line, without blanks and leading stars.
fn bare_line(line: &str) -> &str {
    line.trim_matches(|char: char| char.is_whitespace() || char == '*')
}

/// Splits a line comment into its start marker and its text, without the first blank.
fn signs_of(line: &str) -> (&str, String) {
    let line = line.trim_start();
    let text = line.trim_start_matches(['/', '!', '#']);
    (&line[..line.len() - text.len()], text.strip_prefix(' ').unwrap_or(text).to_owned())
}

/// Returns the index of the first comment line that begins a tag, if the new text is no tag and thus belongs above all
/// tags.
fn first_tag(lines: &[String], text: &[String]) -> Option<usize> {
    let is_prose = text.first().is_some_and(|first| !is_tag(first));
    lines.iter().position(|line| is_tag(bare(line))).filter(|_| is_prose)
}

/// Returns `count` empty documentation lines.
fn gap_lines(signs: &str, count: usize) -> impl Iterator<Item = String> {
    std::iter::repeat_n(signs.to_owned(), count)
}

/// Returns the text of a comment line.
fn bare(line: &str) -> &str {
    trim(trim(line).trim_start_matches(['/', '*', '!', '#']))
}

fn trim_start(line: &str) -> String {
    line.trim_start_matches([' ', '\t']).to_owned()
}

/// Returns whether the lines end with others, ignoring blank lines.
fn ends_with(lines: &[String], tail: &[String], bare: impl Fn(&str) -> &str) -> bool {
    let filled = |lines: &[String]| -> Vec<String> {
        let bare = lines.iter().map(|line| bare(line).to_owned());
        bare.filter(|line| !line.is_empty()).collect()
    };
    let (lines, tail) = (filled(lines), filled(tail));
    !tail.is_empty() && lines.ends_with(&tail)
}
