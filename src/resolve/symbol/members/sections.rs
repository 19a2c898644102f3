//! The sections of a class below labels such as `private:`.

use super::member_slot::{MemberSlot, SlotPlace};
use crate::lang::{Manifest, Role};
use crate::resolve::symbol::address::info::describe;
use crate::resolve::symbol::address::request::Side;
use crate::resolve::symbol::extent::sibling_context::{is_definition, is_label, is_label_text};
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{SymbolMatch, Symbols};
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, Lexer, TokenKind};

/// The labels in a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayloadLabels {
    /// The indexes of the label lines, from the first non-blank line of the payload.
    lines: Vec<usize>,
    /// The indentation of the labels in the class.
    indent: String,
    /// Whether the place is already in a section with the first label, which is then omitted.
    is_repeated: bool,
}

impl PayloadLabels {
    /// Finds the labels of a payload, if it begins with one.
    pub(in crate::resolve::symbol) fn of(payload: &[String], manifest: &Manifest) -> Option<Self> {
        let payload = &payload[payload.iter().position(|line| !is_blank(line))?..];
        let is_one = |line: &&String| is_label_text(line, manifest);
        let lines = payload.iter().enumerate().filter(|(_, line)| is_one(line)).map(|(at, _)| at);
        let found = Self { lines: lines.collect(), indent: String::new(), is_repeated: false };
        let has_more = payload.iter().any(|line| !is_blank(line) && !is_one(&line));
        (has_more && found.lines.first() == Some(&0)).then_some(found)
    }

    /// Returns the lines of a payload at their place: `plant` indents the lines between the labels like members.
    pub(crate) fn put_down(
        &self,
        payload: &[String],
        plant: impl Fn(&[String]) -> Vec<String>,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let mut from = 0;
        for (number, at) in self.lines.iter().copied().chain([payload.len()]).enumerate() {
            lines.extend(plant(payload.get(from..at).unwrap_or_default()));
            let is_kept = number > 0 || !self.is_repeated;
            lines.extend(
                payload.get(at).filter(|_| is_kept).map(|line| format!("{}{}", self.indent, line.trim())),
            );
            from = at + 1;
        }
        let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(0);
        lines.split_off(first)
    }
}

/// Adjusts the place of a payload that begins with a label: a label that already applies is omitted, another one is
/// indented and separated like those of the class.
pub(super) fn with_labels(
    (file, class): (Outlined<'_>, ItemId),
    place: &mut SlotPlace,
    (labels, payload): (PayloadLabels, &[String]),
    is_start: bool,
) -> PayloadLabels {
    let sections = sections(file, class);
    let text = |line: usize| file.buffer.line(line).into_owned();
    let label = payload.iter().find(|line| !is_blank(line)).map_or("", |line| line.trim());
    let shown = sections.last().map(|section| indentation(&text(section.line)).to_owned());
    let indent = shown.unwrap_or_else(|| {
        let line = file.buffer.line_of(file.outline.item(class).range.start);
        indentation(&text(line)).to_owned()
    });
    let SlotPlace::Lines { at, above, below } = place else { return PayloadLabels { indent, ..labels } };
    let own = sections.iter().rfind(|section| section.line < *at);
    let is_repeated = own.is_some_and(|own| own.label == label);
    if !is_repeated {
        // A section may have fields only, which are no definitions.
        let is_empty = |section: &MemberSection| (section.line + 1..*at).all(|line| is_blank(&text(line)));
        let is_first = |section: &MemberSection| is_empty(section) && sections[0].line == section.line;
        let gap = |section: &MemberSection| {
            (0..section.line).rev().take_while(|line| is_blank(&text(*line))).count()
        };
        let usual = sections.iter().rev().find(|section| section.line != sections[0].line).map_or(1, gap);
        match own {
            // At the start of a class, it is inserted above the label there.
            Some(own) if is_first(own) || is_start => (*at, *above, *below) = (own.line, 0, usual),
            None if is_start => *below = usual,
            None if is_empty_above(file, class, *at) => {}
            _ => *above = usual,
        }
    }
    PayloadLabels { indent, is_repeated, ..labels }
}

/// Returns whether a class has no members above a line.
fn is_empty_above(file: Outlined<'_>, class: ItemId, line: usize) -> bool {
    let first = file.outline.children(class).first().map(|id| file.outline.item(*id).range.start);
    first.is_none_or(|first| file.buffer.line_of(first) >= line)
}

/// Refuses a payload that would put the member below the place into another section.
pub(super) fn check(
    file: Outlined<'_>,
    class: ItemId,
    at: usize,
    payload: &[String],
) -> Result<(), PayloadProblem> {
    let Some(label) = last_label(payload, file.manifest()) else { return Ok(()) };
    let sections = sections(file, class);
    let stems = &file.manifest().view.label_stems;
    let own = match sections.iter().rfind(|section| section.line < at) {
        Some(own) => Some(own.label.clone()),
        // The stems are ordered by visibility.
        None => {
            if is_hidden(file, class) { stems.last() } else { stems.first() }.map(|stem| format!("{stem}:"))
        }
    };
    if own.as_deref() == Some(label) {
        return Ok(());
    }
    let Some(inside) = file.outline.item(class).inside.clone() else { return Ok(()) };
    let mut below = file.outline.children(class).iter().map(|id| file.outline.item(*id));
    let line = |byte: usize| file.buffer.line_of(byte);
    let next = below.find(|item| {
        let is_code = !matches!(item.role, Role::Comment | Role::Attribute);
        is_code && item.range.start < inside.end && line(item.range.start) >= at
    });
    let Some(next) = next.map(|item| line(item.range.start)) else { return Ok(()) };
    let is_parted = (at..=next).any(|line| is_label(file, line));
    let text = file.buffer.line(next).trim().to_owned();
    if is_parted || text.starts_with('}') {
        return Ok(());
    }
    Err(PayloadProblem::ChangesSection { label: label.to_owned(), text, line: next })
}

/// Returns the last label of a payload outside of brackets.
fn last_label<'p>(payload: &'p [String], manifest: &Manifest) -> Option<&'p str> {
    if manifest.view.label_stems.is_empty() {
        return None;
    }
    let text = payload.join("\n");
    let mut tokens = Lexer::new(&manifest.lexical).tokens(&text).peekable();
    let (mut start, mut depth) = (0, 0_usize);
    let mut found = None;
    for line in payload {
        while let Some(token) = tokens.next_if(|token| token.range.start < start) {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if depth == 0 && is_label_text(line, manifest) {
            found = Some(line.trim());
        }
        start += line.len() + 1;
    }
    found
}

impl Symbols {
    /// Inserts lines beside a member that begin with a label into the section that the label opens.
    pub(in crate::resolve::symbol) fn put_in_section(
        &self,
        file: Outlined<'_>,
        id: ItemId,
        (side, payload): (Side, &[String]),
        found: &mut SymbolMatch,
    ) -> Result<(), PayloadProblem> {
        let class = file.outline.item(file.outline.outermost(id)).parent;
        let Some(site) = found.site.as_ref().filter(|_| class != FILE) else { return Ok(()) };
        let at = match side {
            Side::Before => file.buffer.line_of(site.range.start),
            Side::After => file.buffer.line_of(site.range.end.saturating_sub(1)) + 1,
        };
        check(file, class, at, payload)?;
        let Some(labels) = PayloadLabels::of(payload, file.manifest()) else { return Ok(()) };
        let (above, below) = if side == Side::Before { (0, site.gap) } else { (site.gap, 0) };
        let line = file.buffer.line(file.buffer.line_of(site.head)).into_owned();
        let mut room = MemberSlot {
            place: SlotPlace::Lines { at, above, below },
            indent: Some(indentation(&line).to_owned()),
            class: file.outline.item(class).range.start,
            separator: None,
            payload_separator: None,
            parted_bracket: None,
        };
        found.section_labels = Some(with_labels((file, class), &mut room.place, (labels, payload), false));
        (found.site, found.member_slot) = (None, Some(room));
        Ok(())
    }
}

impl Symbols {
    /// Returns the visibility of a member of a class (the index of the label above it among the labels, 0 for the one
    /// that hides nothing) and that label, without its colon; `None` if labels have no effect.
    pub fn section(&self, buffer: &Buffer, found: &SymbolMatch) -> Option<(usize, &'static str)> {
        let (outline, id) = self.item_of(buffer, found)?;
        let file = self.outlined(outline, buffer);
        let stems = &self.language().manifest().view.label_stems;
        let class = outline.item(outline.outermost(id)).parent;
        if stems.is_empty() || class == FILE || outline.definition(class).is_none() {
            return None;
        }
        let line = buffer.line_of(outline.item(id).range.start);
        let hidden = match sections(file, class).iter().rfind(|section| section.line < line) {
            Some(own) => stems.iter().position(|stem| own.label.starts_with(stem.as_str())).unwrap_or(0),
            None if is_hidden(file, class) => stems.len() - 1,
            None => 0,
        };
        Some((hidden, stems[hidden].as_str()))
    }
}

/// A section: its label, and the last member below it.
struct MemberSection {
    /// The line of the label, from 0.
    line: usize,
    label: String,
    last: Option<ItemId>,
}

/// Returns the note about functions that are inserted below a label which hides them, if they might belong to another
/// section.
pub(in crate::resolve::symbol) fn note(
    file: Outlined<'_>,
    class: ItemId,
    at: usize,
    payload: &[String],
) -> Option<String> {
    let stems = &file.manifest().view.label_stems;
    if PayloadLabels::of(payload, file.manifest()).is_some() || stems.is_empty() {
        return None;
    }
    let sections = sections(file, class);
    let Some(own) = sections.iter().rfind(|section| section.line < at) else {
        return note_above(file, class, sections.first()?);
    };
    // The first stem hides nothing.
    if stems.first().is_some_and(|open| own.label.starts_with(open.as_str())) {
        return None;
    }
    let other = sections.iter().rfind(|section| {
        section.last.is_some() && stems.first().is_some_and(|open| section.label.starts_with(open.as_str()))
    });
    let mut text = format!("it is below `{}` (line {})", own.label, own.line + 1);
    if let Some((other, member)) =
        other.and_then(|other| Some((other, describe(file, &[other.last?]).pop()?)))
        && !member.name.is_empty()
    {
        text.push_str(&format!(
            "; to put it below `{}`, run `chunk undo` and add `after_member: {}`",
            other.label, member.name
        ));
    }
    Some(text)
}

/// Returns the note about functions that are inserted above the first label, where the members of a `class` are
/// private.
fn note_above(file: Outlined<'_>, class: ItemId, first: &MemberSection) -> Option<String> {
    is_hidden(file, class).then(|| {
        format!("it is above `{}` (line {}), where members are private", first.label, first.line + 1)
    })
}

/// Returns whether the members of a class above its first label are private.
fn is_hidden(file: Outlined<'_>, class: ItemId) -> bool {
    let item = file.outline.item(class);
    let inside = item.inside.as_ref().map_or(item.range.end, |inside| inside.start);
    let heading = file.buffer.slice(item.range.start..inside).into_owned();
    // A template heading before it may contain these keywords.
    heading.rfind("class ") > heading.rfind("struct ")
}

fn sections(file: Outlined<'_>, class: ItemId) -> Vec<MemberSection> {
    let Some(inside) = file.outline.item(class).inside.clone() else { return Vec::new() };
    let children: Vec<ItemId> = file.outline.children(class).to_vec();
    let is_within = |line: usize| {
        let start = file.buffer.line_range(line).end;
        let range = |id: &ItemId| file.outline.item(*id).range.clone();
        let holds = |id: &ItemId| {
            is_definition(file.outline, *id) && range(id).start < start && start < range(id).end
        };
        children.iter().any(holds)
    };
    let lines = file.buffer.line_of(inside.start) + 1..file.buffer.line_of(inside.end.saturating_sub(1));
    let labels = lines.filter(|line| is_label(file, *line) && !is_within(*line));
    let mut found: Vec<MemberSection> = labels
        .map(|line| MemberSection { line, label: file.buffer.line(line).trim().to_owned(), last: None })
        .collect();
    for id in children.into_iter().filter(|id| is_definition(file.outline, *id)) {
        let line = file.buffer.line_of(file.outline.item(id).range.start);
        if let Some(own) = found.iter_mut().rfind(|section| section.line < line) {
            own.last = Some(id);
        }
    }
    found
}
