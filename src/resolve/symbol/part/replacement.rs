//! What of a definition gives way to a payload, and what of it stays.

use crate::ir::{Decorators, SymbolTarget};
use crate::lang::{DocRule, Role};
use crate::resolve::symbol::outline::name::macro_name;
use crate::text::{Buffer, Ground, IndentUnit, Margin, replant};

use super::view::View;
use crate::resolve::symbol::SymbolMatch;
use crate::resolve::symbol::address::choose::Selector;
use crate::resolve::symbol::address::info::{dedented, hash, is_hash, lines_of, opening};
use crate::resolve::symbol::extent::comment::{LeadIn, LeadInKind};
use crate::resolve::symbol::extent::span::Span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::brought::{Asked, PayloadFacts, reads};
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// Lines of the file that a payload does not bring, but that stay in the middle of it.
///
/// The payload has a comment above and no decorator; the file has a comment, and a decorator below it: then the
/// payload's comment takes the place of the file's, and the file's decorator stays between it and the declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptLines {
    /// The line of the payload, from 0, before which they go.
    pub before: usize,
    /// The lines, as they stand.
    pub lines: Vec<String>,
}

/// The word of a statement that may stand once for several definitions in brackets: what stands in them goes without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The line of the payload, from 0, that begins with it or is to.
    pub line: usize,
    /// The word that the payload has, and should not.
    pub drop: String,
    /// The word that it lacks.
    pub add: String,
}

impl Opening {
    /// What to change for a payload in the place of `id`; `None` if both have the word, or neither.
    pub(in crate::resolve::symbol) fn of(
        outline: &Outline,
        id: ItemId,
        buffer: &Buffer,
        facts: &PayloadFacts,
    ) -> Option<Self> {
        let is_in_group = |role: Role| role == Role::Group;
        let line = facts.declaration_line;
        match (is_in_group(outline.item(outline.item(id).parent).role), is_in_group(facts.stands_in)) {
            (true, false) => Some(Self { line, drop: facts.opening.clone()?, add: String::new() }),
            (false, true) => {
                Some(Self { line, drop: String::new(), add: opening(outline, id, buffer)? + " " })
            }
            _ => None,
        }
    }

    /// Makes the change.
    pub fn change(&self, lines: &mut [String]) {
        if let Some(line) = lines.get_mut(self.line) {
            let (indent, text) = line.split_at(line.len() - line.trim_start().len());
            let text = text.strip_prefix(self.drop.as_str()).unwrap_or(text).trim_start();
            let text = if self.add.is_empty() { text.to_owned() } else { unaligned(text) };
            *line = format!("{indent}{}{text}", self.add);
        }
    }
}

/// A member of a statement without the blanks that put its parts below those of its neighbours.
fn unaligned(text: &str) -> String {
    let end = text.find(['=', '"', '`', '/', '{', '(']).unwrap_or(text.len());
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    let gap = if text[..end].ends_with([' ', '\t']) { " " } else { "" };
    format!("{}{gap}{}", words.join(" "), &text[end..])
}

impl View<'_> {
    /// Refuses a function that is written as what stands in a class for one that stands in none, and the other way round.
    pub(in crate::resolve::symbol) fn check_standing(
        &self,
        facts: &PayloadFacts,
        payload: &[String],
        owner: Option<&str>,
    ) -> Result<(), PayloadProblem> {
        let Self { file, id, .. } = *self;
        let around = file.outline.item(file.outline.outermost(id)).parent;
        let in_class = file.outline.class_of_members(around).is_some();
        let functions = &file.manifest().symbols.function_captures;
        let is_function =
            |own: &&Definition| own.is_callable || functions.iter().any(|one| one == own.capture);
        let own = file.outline.definition(id).filter(is_function).filter(|own| !own.is_small);
        let is_certain = !self.is_block() && facts.error.is_none() && !payload.is_empty();
        let Some(own) = own.filter(|_| is_certain && facts.is_read_alone == in_class) else { return Ok(()) };
        let asked = Asked { capture: Some(own.capture), owner, ..Asked::default() };
        let mut syntax = self.symbols.syntax.fresh();
        let mut stands = |lines: &[String], inside: bool| reads(&mut syntax, lines, asked, inside);
        let readings = self.upright(payload);
        let fits = readings.iter().any(|lines| stands(lines, in_class));
        // Where what stands there cannot be read so, nothing is known of the payload.
        let standing = lines_of(file.buffer, file.outline.item(id).range.clone());
        let is_other =
            !fits && readings.iter().any(|lines| stands(lines, !in_class)) && stands(&standing, in_class);
        if is_other { Err(PayloadProblem::OtherStanding { in_class }) } else { Ok(()) }
    }
}

/// Whether a payload gives the same name another value, of which one is a function or the like and the other one is not.
fn is_given_anew(file: Outlined<'_>, id: ItemId, facts: &PayloadFacts) -> bool {
    let Some(own) = file.outline.definition(id) else { return false };
    let new = &facts.definition;
    let is_value = |one: &Definition| one.is_small && !one.is_given && one.frame.body.is_none();
    let around = file.outline.item(file.outline.outermost(id)).parent;
    let in_class = file.outline.class_of_members(around).is_some();
    let name = |one: &Definition| one.parts.last().map(|part| part.name.clone());
    (own.is_given && is_value(new) || is_value(own) && new.is_given)
        && name(own) == name(new)
        && facts.is_read_alone != in_class
}

/// Refuses a payload that would not be the same definition at its place.
pub(in crate::resolve::symbol) fn check(
    file: Outlined<'_>,
    id: ItemId,
    facts: &PayloadFacts,
    wish: &Selector<'_>,
) -> Result<(), PayloadProblem> {
    let Some(definition) = file.outline.definition(id) else { return Ok(()) };
    let macro_kind = file.manifest().symbols.macro_kind.as_deref();
    let is_macro = |capture: &str| Some(capture) == macro_kind;
    let is_other = facts.definition.capture != definition.capture;
    // A constant or a function may take the place of a macro, and a macro that of one.
    let may_be_other =
        is_macro(definition.capture) || is_macro(facts.definition.capture) || is_given_anew(file, id, facts);
    if wish.kind.is_none() && is_other && !may_be_other {
        return Err(PayloadProblem::OtherKind { found: facts.definition.capture.to_owned() });
    }
    if let (Some(wanted), Some(payload)) = (&wish.address.accessor, &facts.definition.accessor)
        && wanted != payload
    {
        return Err(PayloadProblem::OtherAccessor { payload: payload.clone(), wanted: wanted.clone() });
    }
    if !file.manifest().symbols.separate_declarations {
        return Ok(());
    }
    // Qualified by modules alone is no difference that could make another definition of it.
    let qualifiers = |parts: &[crate::resolve::symbol::outline::name::NamePart]| parts.len() - 1;
    let (own, payload) = (&definition.parts, &facts.definition.parts);
    let is_member = file.outline.enclosing_definition(id).is_some();
    let differs = if is_member {
        qualifiers(own) == 0 && qualifiers(payload) > 0
    } else {
        // A class that is left out of the name is no namespace that may be.
        let left_out = own.len().checked_sub(payload.len()).map_or(&[][..], |count| &own[..count]);
        let is_end = || own[left_out.len()..].iter().zip(payload).all(|(own, other)| own.name == other.name);
        let leaves_class = || left_out.iter().any(|part| !file.outline.has_module(&part.name));
        qualifiers(own) > 0
            && (qualifiers(payload) == 0 || (!left_out.is_empty() && is_end() && leaves_class()))
    };
    if !differs {
        return Ok(());
    }
    let spelled = |parts: &[crate::resolve::symbol::outline::name::NamePart]| {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| {
                format!(
                    "{}{}",
                    part.name,
                    part.own_args.as_ref().or(part.args.as_ref()).map_or("", String::as_str)
                )
            })
            .collect();
        parts.join(&file.manifest().separator)
    };
    Err(PayloadProblem::Qualified { payload: spelled(payload), wanted: spelled(own) })
}

/// Works out the range that the payload takes the place of.
///
/// From the top: what stands above the first piece of a sort that the payload brings stays as it is; from there on
/// everything goes, but for whole lines of a sort that the payload does not bring, which are put back into it.
pub(in crate::resolve::symbol) fn fit(
    found: &mut SymbolMatch,
    place: &Span,
    facts: &PayloadFacts,
    target: &SymbolTarget,
    file: Outlined<'_>,
) {
    let buffer = file.buffer;
    let is_decorator = |sort: LeadInKind| matches!(sort, LeadInKind::Decorator | LeadInKind::Attribute);
    let is_told = |sort: LeadInKind| is_decorator(sort) || sort == LeadInKind::Directive;
    let heading = heading_that_stays(place, facts);
    let parting = parting_comment(place, facts, file);
    let goes = |unit: &LeadIn| {
        if parting == Some(unit) {
            return false;
        }
        if unit.sort == LeadInKind::Macro {
            return facts.macros.contains(&macro_name(&buffer.slice(unit.range.clone())));
        }
        (facts.sorts.contains(&unit.sort) && unit.range.start >= heading)
            || (is_decorator(unit.sort) && target.decorators == Decorators::Replace)
    };
    let first = place.lead_in.iter().position(goes).unwrap_or_else(|| above_attributes(place, facts, buffer));
    let start = place.lead_in.get(first).map_or(place.declaration, |unit| unit.range.start);
    let (end, closing) = end_of_replaced(place, facts, target, buffer);
    found.range = start..end;
    found.closing = closing;
    let (above, within) = place.lead_in.split_at(first);
    let (stay, lost): (Vec<_>, Vec<_>) =
        within.iter().filter(|unit| !goes(unit)).partition(|unit| has_its_lines(unit, buffer));
    if !stay.is_empty() {
        let lines = stay.iter().flat_map(|unit| lines_of(buffer, unit.range.clone())).collect();
        found.kept = vec![KeptLines { before: facts.declaration_line, lines }];
    }
    let kept = above.iter().chain(stay).filter(|unit| is_told(unit.sort));
    found
        .notes
        .extend(kept.map(|unit| format!("kept {}, which the payload leaves out", shown(unit, buffer))));
    found.doubts.extend(
        lost.iter().map(|unit| format!("dropped {}, which the payload leaves out", shown(unit, buffer))),
    );
}

/// The first of the attributes directly above a declaration, if a payload brings documentation, which comes above them.
fn above_attributes(place: &Span, facts: &PayloadFacts, buffer: &Buffer) -> usize {
    let units = &place.lead_in;
    let is_comment = |sort: &LeadInKind| matches!(sort, LeadInKind::Doc | LeadInKind::Comment);
    if !facts.sorts.first().is_some_and(is_comment) {
        return units.len();
    }
    let is_attribute = |unit: &&LeadIn| {
        let is_one =
            matches!(unit.sort, LeadInKind::Decorator | LeadInKind::Attribute | LeadInKind::Directive);
        is_one && has_its_lines(unit, buffer)
    };
    units.len() - units.iter().rev().take_while(is_attribute).count()
}

/// The byte up to which a payload takes the place of a definition, and what its code must then end in.
///
/// The comment behind an item of a list gives way only to another one, or where `expect` tells it.
fn end_of_replaced(
    place: &Span,
    facts: &PayloadFacts,
    target: &SymbolTarget,
    buffer: &Buffer,
) -> (usize, Option<String>) {
    if let Some(end) = place.before_terminator.filter(|_| facts.lacks_terminator) {
        return (end, None);
    }
    let is_on_line = |end: usize| buffer.line_of(end) == buffer.line_of(place.code_end);
    let separator = place.separator.as_ref();
    if let Some((own, end)) = separator.and_then(|own| Some((own, own.end.filter(|end| is_on_line(*end))?)))
        && buffer.slice(place.code_end..end).trim() == own.text
    {
        return match (facts.ends_in_comment, facts.is_separated) {
            (true, _) => (place.comment_behind.unwrap_or(end), Some(own.text.clone())),
            (false, true) => (end, Some(own.text.clone())),
            (false, false) => (place.end, None),
        };
    }
    let whole = place.before_document.filter(|_| facts.lacks_document).unwrap_or(place.end);
    let has_document = whole == place.end && place.before_document.is_some();
    let comment = buffer.slice(place.code_end..whole.max(place.code_end));
    let mut told = target.expect.iter().flat_map(|expect| &expect.lines);
    let is_told = !comment.trim().is_empty() && told.any(|line| line.trim_end().ends_with(comment.trim()));
    let keeps_comment = separator.is_some() && !facts.ends_in_comment && !has_document && !is_told;
    (if keeps_comment { place.code_end } else { whole }, None)
}

/// The empty line of a comment that parts documentation from a directive below it which stays.
fn parting_comment<'p>(place: &'p Span, facts: &PayloadFacts, file: Outlined<'_>) -> Option<&'p LeadIn> {
    let rules = &file.manifest().symbols;
    let Some(DocRule::Comments(mark)) = &rules.documents else { return None };
    if facts.sorts.contains(&LeadInKind::Directive) {
        return None;
    }
    let at = place.lead_in.windows(2).position(|pair| {
        let is_parted = pair[0].sort == LeadInKind::Doc && pair[1].sort == LeadInKind::Directive;
        is_parted && file.buffer.slice(pair[0].range.clone()).trim() == mark.trim()
    });
    place.lead_in.get(at?)
}

/// The byte at which the comments end that stand above all decorators and stay there.
///
/// "Doc comments above are replaced only if the payload begins with one": a payload whose first line is a decorator, with
/// a comment below it, means the file's comment below its decorators, if there is one.
fn heading_that_stays(place: &Span, facts: &PayloadFacts) -> usize {
    let is_comment =
        |sort: &LeadInKind| matches!(sort, LeadInKind::Doc | LeadInKind::Comment | LeadInKind::Directive);
    if facts.sorts.first().is_none_or(is_comment) {
        return 0;
    }
    let Some(first) = place.lead_in.iter().position(|unit| !is_comment(&unit.sort)) else { return 0 };
    let has_more = place.lead_in[first..].iter().any(|unit| is_comment(&unit.sort));
    if has_more { place.lead_in[first].range.start } else { 0 }
}

/// Whether nothing else stands on the lines of a unit.
fn has_its_lines(unit: &LeadIn, buffer: &Buffer) -> bool {
    let first = buffer.line_start(buffer.line_of(unit.range.start));
    let last = buffer.line_range(buffer.line_of(unit.range.end)).end;
    buffer.slice(first..unit.range.start).trim().is_empty()
        && buffer.slice(unit.range.end..last.max(unit.range.end)).trim().is_empty()
}

/// The first line of a unit, in backticks.
fn shown(unit: &LeadIn, buffer: &Buffer) -> String {
    let text = buffer.slice(unit.range.clone());
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_end();
    let more = if lines.next().is_some() { " …" } else { "" };
    format!("`{first}{more}`")
}

/// What to tell of a payload that has another name than the definition that it replaces.
pub(in crate::resolve::symbol) fn name_note(
    outline: &Outline,
    id: ItemId,
    facts: &PayloadFacts,
) -> Option<String> {
    let manifest = outline.manifest();
    let parts = &outline.definition(id)?.parts;
    let own = parts.last()?;
    let new = facts.definition.parts.last()?;
    let words = manifest.symbols.trait_impl.as_ref();
    if own.inner.as_ref() == Some(&new.name) {
        let path: Vec<String> = parts.iter().map(|part| part.spelled(words)).collect();
        let path = path.join(&manifest.separator);
        return Some(format!("the payload leaves out `{path} =` of the heading, and it is gone"));
    }
    (own.name != new.name || own.of_trait != new.of_trait)
        .then(|| format!("the payload renames `{}` to `{}`", own.spelled(words), new.spelled(words)))
}

/// What to tell of a payload that is whole by its brackets, and in which the grammar finds an error, on a line from 0: the
/// grammar may be the one that is wrong.
pub(in crate::resolve::symbol) fn error_note(line: usize) -> String {
    format!("the payload may have a syntax error on its line {}", line + 1)
}

/// Whether the definition is what `expect` says: its hash, or its text with or without decorators and comments above.
pub(in crate::resolve::symbol) fn is_expected(
    expected: &[String],
    place: &Span,
    file: Outlined<'_>,
    is_replaced: bool,
) -> bool {
    let buffer = file.buffer;
    let ranges =
        [place.decorated(), place.declaration..place.end, place.whole(), place.declaration..place.code_end];
    // A replacement would take away a comment at the end that its writer did not see.
    let ranges = if is_replaced && expected.len() > 1 { &ranges[..3] } else { &ranges[..] };
    if let [single] = expected
        && is_hash(expected)
    {
        return ranges.first().is_some_and(|range| hash(&lines_of(buffer, range.clone())) == single.trim());
    }
    let wanted = comparable(expected);
    ranges.iter().any(|range| {
        let own = lines_of(buffer, range.clone());
        comparable(&own) == wanted || is_same_in_steps(&own, expected, file)
    })
}

/// Whether lines are those of the file but for the white space that each step of their indentation has.
fn is_same_in_steps(own: &[String], expected: &[String], file: Outlined<'_>) -> bool {
    let begin = |lines: &[String], with: char| lines.iter().any(|line| line.starts_with(with));
    let own: Vec<String> = comparable(own).into_iter().map(str::to_owned).collect();
    let expected: Vec<String> = comparable(expected).into_iter().map(str::to_owned).collect();
    let differ =
        [(' ', '\t'), ('\t', ' ')].iter().any(|(one, other)| begin(&own, *one) && begin(&expected, *other));
    if !differ || own.len() != expected.len() {
        return false;
    }
    let rules = file.manifest().row_rules();
    let ground = Ground { base: "", old: &[], unit: IndentUnit::shown(&own, rules) };
    replant(&expected, Margin::First, ground, rules) == own
}

/// The lines without common indentation, blanks at the ends of lines, and blank lines at either edge.
fn comparable(lines: &[String]) -> Vec<&str> {
    let lines: Vec<&str> = dedented(lines).into_iter().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].to_vec()
}
