//! Sections of a class below labels such as `private:`.

use super::info::describe;
use super::outline::ItemId;
use super::outlined::Outlined;
use super::site::{is_definition, is_label};

/// A section: its label, and the last member below it.
struct MemberSection {
    /// The line of the label, from 0.
    line: usize,
    label: String,
    last: Option<ItemId>,
}

/// What to say of functions that come at a line of a class where the label above hides them, and that could as well stand
/// in another section.
pub(super) fn note(file: Outlined<'_>, class: ItemId, at: usize, payload: &[String]) -> Option<String> {
    let stems = &file.manifest().view.label_stems;
    let has_own = payload.iter().map(|line| line.trim()).find(|line| !line.is_empty()).is_some_and(|first| {
        first.ends_with(':') && stems.iter().any(|stem| first.starts_with(stem.as_str()))
    });
    if has_own || stems.is_empty() {
        return None;
    }
    let sections = sections(file, class);
    let Some(own) = sections.iter().rfind(|section| section.line < at) else {
        return note_above(file, class, sections.first()?);
    };
    // The first stem is the one that hides nothing.
    if stems.first().is_some_and(|open| own.label.starts_with(open.as_str())) {
        return None;
    }
    let other = sections.iter().rfind(|section| {
        section.last.is_some() && stems.first().is_some_and(|open| section.label.starts_with(open.as_str()))
    });
    let mut text = format!("it stands below `{}` (line {})", own.label, own.line + 1);
    if let Some((other, member)) =
        other.and_then(|other| Some((other, describe(file, &[other.last?]).pop()?)))
    {
        text.push_str(&format!("; `after_member: {}` puts it below `{}`", member.name, other.label));
    }
    Some(text)
}

/// The same for functions that come above the first label, in the part of a `class` that nobody else sees.
fn note_above(file: Outlined<'_>, class: ItemId, first: &MemberSection) -> Option<String> {
    let item = file.outline.item(class);
    let inside = item.inside.as_ref().map_or(item.range.end, |inside| inside.start);
    let heading = file.buffer.slice(item.range.start..inside).into_owned();
    // Words of a template head come before.
    let is_hidden = heading.rfind("class ") > heading.rfind("struct ");
    is_hidden.then(|| {
        format!("it stands above `{}` (line {}), where members are private", first.label, first.line + 1)
    })
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
