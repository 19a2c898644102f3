//! Finds the comments that document a definition (above it, on its line, in its body, or as attributes), and computes
//! their replacement.

use std::ops::Range;

use super::comment::{LeadIn, LeadInKind, is_one_comment, line_text_end};
use super::doc_format;
use super::docstring::is_comment_or_text;
use super::lead_in::{last_comment_line, lead_in_units};
use super::sibling_context::is_definition;
use super::span::comment_end;
use crate::resolve::symbol::imports::list_layout::may_be_so_long;
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::part::body_heads::is_body_head;
use crate::resolve::symbol::part::grow_docs::GrownDocs;
use crate::resolve::symbol::part::parts::{Part, PartPlace};
use crate::resolve::symbol::part::view::DefinitionView;
use crate::text::MarginRule;
use crate::text::normal::{indentation, is_blank};

/// The maximum number of neighbors on each side that are examined for the style of documentation.
const MAX_NEIGHBORS: usize = 20;

impl DefinitionView<'_> {
    /// Returns the part that replaces the doc comments of a definition; `None` for a payload that is more than a
    /// comment.
    pub(in crate::resolve::symbol) fn new_comments(&self, payload: &[String], mark: &str) -> Option<Part> {
        let manifest = self.file.manifest();
        let lexical = &manifest.lexical;
        if !is_comment_or_text(payload, lexical) {
            return None;
        }
        let joins = self.backslash();
        let lines_of = |range: &Range<usize>| {
            self.file.buffer.line_of(range.start)..self.file.buffer.line_of(range.end.saturating_sub(1)) + 1
        };
        let docs: Vec<&LeadIn> = self.doc_units().collect();
        if let Some(inner) = self.inner_docs().filter(|_| docs.is_empty()) {
            let old = self.file.buffer.slice(inner.range.clone());
            let lines = doc_format::commented(payload, Some(&old), mark, lexical, joins)?;
            let place = PartPlace::Lines { lines: lines_of(&inner.range), statement: inner.range.start };
            return Some(Part { place, lines, margin: MarginRule::Prose });
        }
        if let Some(behind) = self.docs_behind().filter(|_| docs.is_empty()) {
            return self.new_behind(behind, payload);
        }
        let beside = if docs.is_empty() { self.doc_beside() } else { None };
        let old = docs.iter().find(|unit| unit.kind == LeadInKind::Doc);
        let old = old.map(|unit| &unit.range).or(beside.as_ref());
        let old = old.map(|range| self.file.buffer.slice(range.clone()));
        let usual = if old.is_none() { self.usual_mark(mark) } else { None };
        let new =
            doc_format::commented(payload, old.as_deref(), usual.as_deref().unwrap_or(mark), lexical, joins)?;
        let mut new = self.without_directives(new);
        if let Some(beside) = beside {
            return Some(self.on_the_line(beside, new));
        }
        // An empty comment line separates the documentation from directives below, as gofmt requires.
        let is_bare = |unit: &LeadIn| self.file.buffer.slice(unit.range.clone()).trim() == mark.trim();
        let has_directives = self.place.lead_in.iter().any(|unit| unit.kind == LeadInKind::Directive);
        let last_doc = docs.last().filter(|unit| has_directives && is_bare(unit));
        let glues = docs.is_empty() && self.has_close_directive(mark);
        if (last_doc.is_some() || glues) && new.last().is_some_and(|line| line.trim() != mark.trim()) {
            new.push(mark.trim().to_owned());
        }
        let lines = docs.iter().flat_map(|unit| lines_of(&unit.range)).collect();
        let is_head = |sort: LeadInKind| !matches!(sort, LeadInKind::Doc | LeadInKind::Comment);
        let head = self.place.lead_in.iter().find(|unit| is_head(unit.kind)).map(|unit| unit.range.start);
        let first = docs.first().map(|unit| unit.range.start);
        let before = first
            .or(head)
            .unwrap_or_else(|| self.line_comment().map_or(self.place.declaration, |own| own.start));
        Some(Part { place: PartPlace::Above { lines, before }, lines: new, margin: MarginRule::Prose })
    }
}

impl DefinitionView<'_> {
    /// Returns whether the first unit above a definition is a directive that new documentation would merge with, since
    /// both begin with the same marker and the directive has no blank after it.
    fn has_close_directive(&self, mark: &str) -> bool {
        let first = self.place.lead_in.first().filter(|unit| unit.kind == LeadInKind::Directive);
        let is_plain = self.file.manifest().lexical.line_comments.iter().any(|sign| sign == mark.trim());
        first.filter(|_| is_plain).is_some_and(|unit| {
            let text = self.file.buffer.slice(unit.range.clone());
            text.strip_prefix(mark.trim()).is_some_and(|rest| !rest.starts_with([' ', '\t']))
        })
    }

    /// Returns the comments and attributes above a definition that document it.
    pub(in crate::resolve::symbol) fn doc_units(&self) -> impl Iterator<Item = &LeadIn> {
        let is_doc = |unit: &&LeadIn| unit.kind == LeadInKind::Doc || self.is_doc_attribute(unit);
        self.place.lead_in.iter().filter(is_doc)
    }

    /// Returns the lines at the start of the body that document the definition from within.
    pub(in crate::resolve::symbol) fn inner_docs(&self) -> Option<LeadIn> {
        let (buffer, manifest) = (self.file.buffer, self.file.manifest());
        let marks = &manifest.symbols.inner_documents;
        if marks.is_empty() {
            return None;
        }
        let body = self.file.outline.item(self.id).inside.or_else(|| self.body())?;
        let first = buffer.line_of(body.start) + 1;
        let is_doc = |line: &usize| {
            let text = buffer.line(*line);
            marks.iter().any(|mark| text.trim_start().starts_with(mark.as_str()))
        };
        let is_above = |line: &usize| {
            let text = buffer.line(*line);
            is_blank(&text) || (is_body_head(text.trim_start(), &manifest.symbols) && !is_doc(line))
        };
        let first = (first..buffer.line_of(body.end)).find(|line| !is_above(line)).filter(is_doc)?;
        let last = match manifest.lexical.begins_with_line_comment(buffer.line(first).trim_start()) {
            true => (first..buffer.line_count()).take_while(is_doc).last()?,
            false => {
                let close = manifest.lexical.block_comments.as_ref()?.close.as_str();
                (first..buffer.line_count()).find(|line| buffer.line(*line).trim_end().ends_with(close))?
            }
        };
        let start = buffer.line_start(first) + indentation(&buffer.line(first)).len();
        Some(LeadIn { kind: LeadInKind::Doc, range: start..line_text_end(buffer, last) })
    }

    /// Returns whether a unit is a documentation attribute: `#[doc = "The size."]`.
    fn is_doc_attribute(&self, unit: &LeadIn) -> bool {
        let text = self.file.buffer.slice(unit.range.clone());
        let starts = &self.file.manifest().symbols.doc_attributes;
        matches!(unit.kind, LeadInKind::Decorator | LeadInKind::Attribute)
            && starts.iter().any(|start| text.starts_with(start.as_str()))
    }

    /// Returns the doc comment at the start of a declaration's line: `/** The size. */ int size;`.
    pub(in crate::resolve::symbol) fn doc_beside(&self) -> Option<Range<usize>> {
        let (buffer, lexical) = (self.file.buffer, &self.file.manifest().lexical);
        let comment = self.line_comment()?;
        let text = buffer.slice(comment.clone());
        let inner = text.strip_prefix(lexical.block_comments.as_ref()?.open.as_str())?;
        // `/*static*/` is disabled code.
        let is_doc = inner.starts_with(|char: char| char.is_whitespace() || matches!(char, '*' | '!'));
        (is_doc && !text.contains('\n')).then_some(comment)
    }

    /// Returns the comment after a declaration that is marked as its documentation, with its continuation lines: `int
    /// size; ///< The size.`.
    pub(in crate::resolve::symbol) fn docs_behind(&self) -> Option<DocsBehind> {
        let Self { file, place, .. } = *self;
        let buffer = file.buffer;
        let line = buffer.line_of(place.code_end);
        let rest = buffer.slice(place.code_end..buffer.line_range(line).end.max(place.code_end));
        let own = rest.trim_start_matches([' ', '\t', ';', ',']);
        let signs = signs_of(own);
        if signs.len() < MIN_MARK_LEN || !own[signs.len()..].starts_with(BEHIND) {
            return None;
        }
        let start = place.code_end + rest.len() - own.len();
        let end = comment_end(file, start)?;
        let signs = own[..=signs.len()].to_owned();
        let block = file.manifest().lexical.block_comments.as_ref();
        let close =
            block.filter(|block| signs.starts_with(block.open.as_str())).map(|block| block.close.clone());
        let text = buffer.slice(start..end).into_owned();
        let bare = |line: &str| {
            let line = line.trim();
            let line = close.as_ref().and_then(|close| line.strip_suffix(close.as_str())).unwrap_or(line);
            let bare =
                line.strip_prefix(signs.as_str()).unwrap_or_else(|| line.trim_start_matches(['/', '*', '!']));
            bare.trim().to_owned()
        };
        let lines = text.lines().map(bare).collect();
        Some(DocsBehind { range: start..end, signs, close, lines })
    }

    /// Returns the text of a payload that may be written as line comments, or as a comment on one line; `None` for
    /// other comments.
    fn undressed(&self, payload: &[String]) -> Option<Vec<String>> {
        let lexical = &self.file.manifest().lexical;
        let is_signed = |line: &String| !signs_of(line.trim_start()).is_empty();
        if !payload.iter().any(is_signed) {
            return Some(payload.to_vec());
        }
        let is_whole =
            payload.len() == 1 || payload.iter().all(|line| lexical.begins_with_line_comment(line));
        let close = lexical.block_comments.as_ref().map_or("", |block| block.close.as_str());
        let bare = |line: &String| {
            let line = line.trim();
            let text = &line[signs_of(line).len()..];
            let text = text.strip_suffix(close).unwrap_or(text);
            text.strip_prefix(BEHIND).unwrap_or(text).trim().to_owned()
        };
        is_whole.then(|| payload.iter().map(bare).collect())
    }

    /// Returns the part that replaces such a comment by new documentation.
    fn new_behind(&self, old: DocsBehind, payload: &[String]) -> Option<Part> {
        let buffer = self.file.buffer;
        let start = buffer.line_start(buffer.line_of(old.range.start));
        let before = buffer.slice(start..old.range.start).into_owned();
        let place = PartPlace::Text(old.range.clone());
        if payload.is_empty() {
            let place = PartPlace::Text(start + before.trim_end().len()..old.range.end);
            return Some(Part { place, lines: vec![String::new()], margin: MarginRule::Prose });
        }
        let payload = &self.undressed(payload)?;
        let is_closed = |line: &String| old.close.as_ref().is_some_and(|close| line.contains(close.as_str()));
        if payload.iter().any(is_closed) {
            return None;
        }
        let own = indentation(&before);
        let deep = format!("{own}{}", " ".repeat(before.chars().count() - own.chars().count()));
        let end = buffer.end_before(buffer.line_start(buffer.line_of(old.range.start) + 1)).as_str();
        let signs = if old.close.is_some() { "   " } else { old.signs.as_str() };
        let lines: Vec<&str> = payload.iter().map(|line| line.trim_end()).collect();
        // Continuation lines begin in the column of the first one, however deep the declaration is.
        let text = lines.join(&format!("{end}{deep}{signs} "));
        let close = old.close.as_ref().map(|close| format!(" {close}")).unwrap_or_default();
        let lines = vec![format!("{} {text}{close}", old.signs)];
        Some(Part { place, lines, margin: MarginRule::Prose })
    }

    /// Returns the change that adds one line of text to the comment after a one-line declaration, in languages where
    /// documentation may begin with any comment marker.
    pub(in crate::resolve::symbol) fn grown_behind(&self, text: &[String], mark: &str) -> Option<GrownDocs> {
        let (buffer, lexical) = (self.file.buffer, &self.file.manifest().lexical);
        let [text] = text else { return None };
        let code_end = self.place.code_end;
        let line = buffer.line_range(buffer.line_of(code_end));
        if !self.documents_by_any(mark) || line.start > self.place.declaration {
            return None;
        }
        // The comment may continue on the following lines.
        let last = buffer.line_range(last_comment_line(self.file, code_end));
        let (line, code_end) = (last.clone(), code_end.max(last.start));
        let rest = buffer.slice(code_end..line.end.max(code_end));
        let own = rest.trim_start_matches([' ', '\t', ';', ',']).trim_end();
        let signs = signs_of(own);
        let block = lexical.block_comments.as_ref().filter(|block| signs.starts_with(block.open.as_str()));
        let inner = match block {
            Some(block) => own.strip_suffix(block.close.as_str())?.trim_end(),
            None => own,
        };
        // A note to a tool begins with a word in upper case.
        let word = inner[signs.len()..].trim_start().split(|char: char| !char.is_alphanumeric()).next()?;
        let is_said_to_readers = word.len() < 2 || word.contains(char::is_lowercase);
        let is_whole = is_one_comment(own, self.file.manifest()) && is_said_to_readers;
        let is_plain = signs_of(text).is_empty() && !text.ends_with('\\');
        let ends = block.is_some_and(|block| text.contains(block.close.as_str()));
        if !is_whole || !is_plain || ends {
            return None;
        }
        let is_sentence =
            text.starts_with(char::is_uppercase) && !inner.ends_with(['.', '!', '?', ':', ';', ',']);
        let joint = if is_sentence { ". " } else { " " };
        let whole = format!("{inner}{joint}{text}{}", &own[inner.len()..]);
        let length = buffer.slice(line.clone()).chars().count() + whole.len() - own.len();
        let start = code_end + rest.find(own)?;
        let range = start..start + own.len();
        let present = self.present(&range, inner.ends_with(text.as_str()));
        let part = Part { place: PartPlace::Text(range), lines: vec![whole], margin: MarginRule::Prose };
        may_be_so_long(buffer, length).then_some(GrownDocs { part, present })
    }

    /// Returns whether documentation may begin with any comment marker.
    fn documents_by_any(&self, mark: &str) -> bool {
        let (rules, lexical) = (&self.file.manifest().symbols, &self.file.manifest().lexical);
        let is_longer = |plain: &String| mark.starts_with(plain.as_str()) && *plain != mark;
        rules.doc_comments.is_empty() && lexical.line_comments.iter().any(is_longer)
    }

    /// Returns the comment at the start of the declaration's line.
    fn line_comment(&self) -> Option<Range<usize>> {
        let buffer = self.file.buffer;
        let unit = self.place.lead_in.last().filter(|unit| unit.kind == LeadInKind::Comment)?;
        let is_on_line = buffer.line_of(unit.range.end) == buffer.line_of(self.place.declaration);
        is_on_line.then(|| unit.range.clone())
    }

    /// Returns the part that replaces a comment at the start of a declaration's line by new documentation: on that line
    /// if it is a short block comment, else above it.
    fn on_the_line(&self, beside: Range<usize>, new: Vec<String>) -> Part {
        let buffer = self.file.buffer;
        let block = self.file.manifest().lexical.block_comments.as_ref();
        let is_short =
            block.is_some_and(|block| new[..].iter().all(|line| line.starts_with(block.open.as_str())));
        if is_short && new.len() == 1 {
            return Part { place: PartPlace::Text(beside), lines: new, margin: MarginRule::Prose };
        }
        let end = buffer.line_range(buffer.line_of(beside.start)).end;
        let rest = buffer.slice(beside.end..end).trim().to_owned();
        let lines = new.into_iter().chain([rest]).collect();
        Part { place: PartPlace::Text(beside.start..end), lines, margin: MarginRule::Prose }
    }

    /// Returns a nearby doc comment in the most frequent style, in languages where documentation may begin with any
    /// marker: from the siblings of the definition, else from the items inside or around them.
    fn usual_mark(&self, mark: &str) -> Option<String> {
        let Self { file, id, .. } = *self;
        if !self.documents_by_any(mark) {
            return None;
        }
        let outline = file.outline;
        let mut own = outline.outermost(id);
        loop {
            let (siblings, at) = outline.siblings(own);
            let near = &siblings[at.saturating_sub(MAX_NEIGHBORS)..(at + MAX_NEIGHBORS).min(siblings.len())];
            let inside = near
                .iter()
                .flat_map(|one| outline.children(*one).iter().take(MAX_NEIGHBORS))
                .take(4 * MAX_NEIGHBORS)
                .copied();
            let inside: Vec<ItemId> = inside.collect();
            if let Some(usual) = self.usual_among(near).or_else(|| self.usual_among(&inside)) {
                return Some(usual).filter(|usual| signs_of(usual) != mark.trim());
            }
            let around = outline.item(own).parent;
            if around == FILE {
                return None;
            }
            own = outline.outermost(around);
        }
    }

    /// Returns one of the doc comments of some items that begins like most of them.
    fn usual_among(&self, items: &[ItemId]) -> Option<String> {
        let file = self.file;
        let own = self.file.outline.outermost(self.id);
        let others = items.iter().filter(|one| **one != own && is_definition(file.outline, **one));
        let docs =
            others.flat_map(|one| lead_in_units(file, *one)).filter(|unit| unit.kind == LeadInKind::Doc);
        let docs: Vec<String> = docs.map(|unit| file.buffer.slice(unit.range).into_owned()).collect();
        let count = |text: &String| docs.iter().filter(|one| signs_of(one) == signs_of(text)).count();
        docs.iter().rev().max_by_key(|text| count(text)).cloned()
    }

    /// Removes from documentation lines the directives that are kept above the definition.
    fn without_directives(&self, lines: Vec<String>) -> Vec<String> {
        let directives = self.place.lead_in.iter().filter(|unit| unit.kind == LeadInKind::Directive);
        let there: Vec<String> =
            directives.map(|unit| self.file.buffer.slice(unit.range.clone()).into_owned()).collect();
        lines.into_iter().filter(|line| !there.iter().any(|own| own.trim() == line.trim())).collect()
    }
}

/// A comment after a declaration that documents it.
pub(in crate::resolve::symbol) struct DocsBehind {
    range: Range<usize>,
    /// Its start marker, and its terminator.
    signs: String,
    close: Option<String>,
    /// Its text, by line.
    pub(in crate::resolve::symbol) lines: Vec<String>,
}

/// The character after the start marker of a comment about the code before it, and the minimum length of that marker.
const BEHIND: char = '<';
const MIN_MARK_LEN: usize = 3;

/// Returns the start marker of a comment.
fn signs_of(text: &str) -> &str {
    let rest = text.trim_start_matches(['/', '*', '!']);
    &text[..text.len() - rest.len()]
}
