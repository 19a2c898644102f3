//! Determines what of a definition a payload replaces, and what is kept.

use crate::ir::{Decorators, SymbolTarget};
use crate::lang::{DocRule, Role};
use crate::resolve::symbol::outline::name::{NamePart, macro_name};
use crate::text::{Buffer, IndentUnit, InsertionSite, MarginRule, reindent};

use super::view::DefinitionView;
use crate::resolve::symbol::SymbolMatch;
use crate::resolve::symbol::address::choose::Selector;
use crate::resolve::symbol::address::info::{dedented, hash, is_hash, lines_of, opening};
use crate::resolve::symbol::extent::comment::{LeadIn, LeadInKind};
use crate::resolve::symbol::extent::span::Span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::parse::{ExpectedDefinition, PayloadProperties, reads};
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// Lines of the file that the payload does not contain, but that are kept within it.
///
/// Example: the payload has a comment and no decorator; the file has a comment, and a decorator below it. Then the
/// payload's comment replaces that of the file, and the file's decorator stays between the comment and the declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptLines {
    /// The line of the payload, from 0, before which they are inserted.
    pub before: usize,
    /// The lines, unchanged.
    pub lines: Vec<String>,
}

/// A change of the keyword of a statement that may group several definitions in brackets: members in the brackets have
/// no keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordChange {
    /// The line of the payload, from 0, that begins with the keyword or needs it.
    pub line: usize,
    /// The keyword to remove.
    pub remove: String,
    /// The keyword to add.
    pub add: String,
}

impl KeywordChange {
    /// Returns the change for a payload that replaces `id`; `None` if both have the keyword, or neither.
    pub(in crate::resolve::symbol) fn of(
        outline: &Outline,
        id: ItemId,
        buffer: &Buffer,
        facts: &PayloadProperties,
    ) -> Option<Self> {
        let is_in_group = |role: Role| role == Role::Group;
        let line = facts.declaration_line;
        match (is_in_group(outline.item(outline.item(id).parent).role), is_in_group(facts.stands_in)) {
            (true, false) => Some(Self { line, remove: facts.opening.clone()?, add: String::new() }),
            (false, true) => {
                Some(Self { line, remove: String::new(), add: opening(outline, id, buffer)? + " " })
            }
            _ => None,
        }
    }

    /// Applies the change.
    pub fn change(&self, lines: &mut [String]) {
        if let Some(line) = lines.get_mut(self.line) {
            let (indent, text) = line.split_at(line.len() - line.trim_start().len());
            let text = text.strip_prefix(self.remove.as_str()).unwrap_or(text).trim_start();
            let text = if self.add.is_empty() { text.to_owned() } else { unaligned(text) };
            *line = format!("{indent}{}{text}", self.add);
        }
    }
}

/// Removes the blanks that align the parts of a group member with those of its neighbors.
fn unaligned(text: &str) -> String {
    let end = text.find(['=', '"', '`', '/', '{', '(']).unwrap_or(text.len());
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    let gap = if text[..end].ends_with([' ', '\t']) { " " } else { "" };
    format!("{}{gap}{}", words.join(" "), &text[end..])
}

impl DefinitionView<'_> {
    /// Refuses a function that is written like a class member if the replaced one is none, and the other way round.
    pub(in crate::resolve::symbol) fn check_membership(
        &self,
        facts: &PayloadProperties,
        payload: &[String],
        owner: Option<&str>,
    ) -> Result<(), PayloadProblem> {
        let Self { file, id, .. } = *self;
        let around = file.outline.item(file.outline.outermost(id)).parent;
        let in_class = file.outline.class_of_members(around).is_some();
        let functions = &file.manifest().symbols.function_captures;
        let is_function =
            |own: &&Definition| own.is_callable || functions.iter().any(|one| one == own.capture);
        let own = file.outline.definition(id).filter(is_function).filter(|own| !own.is_minor);
        let is_certain = !self.is_block() && facts.error.is_none() && !payload.is_empty();
        let Some(own) = own.filter(|_| is_certain && facts.is_read_alone == in_class) else { return Ok(()) };
        let asked = ExpectedDefinition { capture: Some(own.capture), owner, ..ExpectedDefinition::default() };
        let mut syntax = self.symbols.syntax.fresh();
        let mut stands = |lines: &[String], inside: bool| reads(&mut syntax, lines, asked, inside);
        let readings = self.upright(payload);
        let fits = readings.iter().any(|lines| stands(lines, in_class));
        // If the existing code cannot be parsed in its place, nothing is known of the payload.
        let standing = lines_of(file.buffer, file.outline.item(id).range.clone());
        let is_other =
            !fits && readings.iter().any(|lines| stands(lines, !in_class)) && stands(&standing, in_class);
        if is_other { Err(PayloadProblem::OtherStanding { in_class }) } else { Ok(()) }
    }
}

/// Returns whether a payload assigns another value to the same name, where one of the values is a function (or similar)
/// and the other is not.
fn is_given_anew(file: Outlined<'_>, id: ItemId, facts: &PayloadProperties) -> bool {
    let Some(own) = file.outline.definition(id) else { return false };
    let new = &facts.definition;
    let is_value = |one: &Definition| one.is_minor && !one.is_assigned_function && one.frame.body.is_none();
    let around = file.outline.item(file.outline.outermost(id)).parent;
    let in_class = file.outline.class_of_members(around).is_some();
    let name = |one: &Definition| one.parts.last().map(|part| part.name.clone());
    (own.is_assigned_function && is_value(new) || is_value(own) && new.is_assigned_function)
        && name(own) == name(new)
        && facts.is_read_alone != in_class
}

/// Refuses a payload that would not be the same definition at its place.
pub(in crate::resolve::symbol) fn check(
    file: Outlined<'_>,
    id: ItemId,
    facts: &PayloadProperties,
    wish: &Selector<'_>,
) -> Result<(), PayloadProblem> {
    let Some(definition) = file.outline.definition(id) else { return Ok(()) };
    let rules = &file.manifest().symbols;
    let macro_kind = rules.macro_kind.as_deref();
    let is_macro = |capture: &str| Some(capture) == macro_kind;
    let is_other = facts.definition.capture != definition.capture;
    // A constant or function can replace a macro, and a macro can replace these.
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
    if !rules.separate_declarations {
        return Ok(());
    }
    // A difference only in module qualifiers does not make it another definition.
    let qualifiers = |parts: &[NamePart]| parts.len() - 1;
    let (own, payload) = (&definition.parts, &facts.definition.parts);
    let is_member = file.outline.enclosing_definition(id).is_some();
    let differs = if is_member {
        qualifiers(own) == 0 && qualifiers(payload) > 0
    } else {
        // A class that the name leaves out is not an optional namespace.
        let left_out = own.len().checked_sub(payload.len()).map_or(&[][..], |count| &own[..count]);
        let is_end = || own[left_out.len()..].iter().zip(payload).all(|(own, other)| own.name == other.name);
        let leaves_class = || left_out.iter().any(|part| !file.outline.has_module(&part.name));
        qualifiers(own) > 0
            && (qualifiers(payload) == 0 || (!left_out.is_empty() && is_end() && leaves_class()))
    };
    if !differs {
        return Ok(());
    }
    let spelled = |parts: &[NamePart]| {
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

/// Determines the range that the payload replaces.
///
/// From the top: everything above the first lead-in unit of a kind that the payload contains is kept; everything from
/// there on is replaced, except whole lines of a kind that the payload does not contain, which are inserted into it.
pub(in crate::resolve::symbol) fn determine_range(
    found: &mut SymbolMatch,
    place: &Span,
    facts: &PayloadProperties,
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
        if unit.kind == LeadInKind::Macro {
            return facts.macros.contains(&macro_name(&buffer.slice(unit.range.clone())));
        }
        (facts.sorts.contains(&unit.kind) && unit.range.start >= heading)
            || (is_decorator(unit.kind) && target.decorators == Decorators::Replace)
    };
    let first = place.lead_in.iter().position(goes).unwrap_or_else(|| above_attributes(place, facts, buffer));
    let start = place.lead_in.get(first).map_or(place.declaration, |unit| unit.range.start);
    let (end, closing) = end_of_replaced(place, facts, target, buffer);
    found.range = start..end;
    found.required_end = closing;
    let (above, within) = place.lead_in.split_at(first);
    let (stay, lost): (Vec<_>, Vec<_>) =
        within.iter().filter(|unit| !goes(unit)).partition(|unit| has_its_lines(unit, buffer));
    if !stay.is_empty() {
        let lines = stay.iter().flat_map(|unit| lines_of(buffer, unit.range.clone())).collect();
        found.kept = vec![KeptLines { before: facts.declaration_line, lines }];
    }
    let kept = above.iter().chain(stay).filter(|unit| is_told(unit.kind));
    found
        .notes
        .extend(kept.map(|unit| format!("kept {}, which the payload leaves out", shown(unit, buffer))));
    found.warnings.extend(
        lost.iter().map(|unit| format!("dropped {}, which the payload leaves out", shown(unit, buffer))),
    );
}

/// Returns the index of the first attribute directly above a declaration, if a payload has documentation, which belongs
/// above the attributes.
fn above_attributes(place: &Span, facts: &PayloadProperties, buffer: &Buffer) -> usize {
    let units = &place.lead_in;
    let is_comment = |sort: &LeadInKind| matches!(sort, LeadInKind::Doc | LeadInKind::Comment);
    if !facts.sorts.first().is_some_and(is_comment) {
        return units.len();
    }
    let is_attribute = |unit: &&LeadIn| {
        let is_one =
            matches!(unit.kind, LeadInKind::Decorator | LeadInKind::Attribute | LeadInKind::Directive);
        is_one && has_its_lines(unit, buffer)
    };
    units.len() - units.iter().rev().take_while(is_attribute).count()
}

/// Returns the byte offset up to which a payload replaces a definition, and what its code must then end with.
///
/// The comment after an item of a list is only replaced by another one, or if `expect` contains it.
fn end_of_replaced(
    place: &Span,
    facts: &PayloadProperties,
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

/// Returns the empty comment line that separates documentation from a kept directive below it.
fn parting_comment<'p>(place: &'p Span, facts: &PayloadProperties, file: Outlined<'_>) -> Option<&'p LeadIn> {
    let rules = &file.manifest().symbols;
    let Some(DocRule::Comments(mark)) = &rules.documents else { return None };
    if facts.sorts.contains(&LeadInKind::Directive) {
        return None;
    }
    let at = place.lead_in.windows(2).position(|pair| {
        let is_parted = pair[0].kind == LeadInKind::Doc && pair[1].kind == LeadInKind::Directive;
        is_parted && file.buffer.slice(pair[0].range.clone()).trim() == mark.trim()
    });
    place.lead_in.get(at?)
}

/// Returns the byte offset at which the kept comments above all decorators end.
///
/// The rule: "Doc comments above are replaced only if the payload begins with one". A payload whose first line is a
/// decorator, with a comment below it, refers to the comment below the decorators in the file, if there is one.
fn heading_that_stays(place: &Span, facts: &PayloadProperties) -> usize {
    let is_comment =
        |sort: &LeadInKind| matches!(sort, LeadInKind::Doc | LeadInKind::Comment | LeadInKind::Directive);
    if facts.sorts.first().is_none_or(is_comment) {
        return 0;
    }
    let Some(first) = place.lead_in.iter().position(|unit| !is_comment(&unit.kind)) else { return 0 };
    let has_more = place.lead_in[first..].iter().any(|unit| is_comment(&unit.kind));
    if has_more { place.lead_in[first].range.start } else { 0 }
}

/// Returns whether the lines of a unit contain nothing else.
fn has_its_lines(unit: &LeadIn, buffer: &Buffer) -> bool {
    let first = buffer.line_start(buffer.line_of(unit.range.start));
    let last = buffer.line_range(buffer.line_of(unit.range.end)).end;
    buffer.slice(first..unit.range.start).trim().is_empty()
        && buffer.slice(unit.range.end..last.max(unit.range.end)).trim().is_empty()
}

/// Returns the first line of a unit, in backticks.
fn shown(unit: &LeadIn, buffer: &Buffer) -> String {
    let text = buffer.slice(unit.range.clone());
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_end();
    let more = if lines.next().is_some() { " …" } else { "" };
    format!("`{first}{more}`")
}

/// Returns the warning about a payload with another name than that of the replaced definition.
pub(in crate::resolve::symbol) fn name_note(
    outline: &Outline,
    id: ItemId,
    facts: &PayloadProperties,
) -> Option<String> {
    let manifest = outline.manifest();
    let parts = &outline.definition(id)?.parts;
    let own = parts.last()?;
    let new = facts.definition.parts.last()?;
    let words = manifest.symbols.trait_impl.as_ref();
    if own.inner.as_ref() == Some(&new.name) {
        let path: Vec<String> = parts.iter().map(|part| part.spelled(words)).collect();
        let path = path.join(&manifest.separator);
        return Some(format!("the payload omits `{path} =` of the heading, which is now removed"));
    }
    // A method that names its type itself; in C++, what it names may also be a namespace.
    let owner = |parts: &[NamePart]| parts.iter().rev().nth(1).map(|part| part.name.clone());
    if let (Some(old), Some(brought)) = (owner(parts), owner(&facts.definition.parts))
        && old != brought
        && !outline.has_module(&old)
    {
        return Some(format!("the payload is a method of `{brought}`, so `{old}` loses `{}`", own.name));
    }
    (own.name != new.name || own.of_trait != new.of_trait)
        .then(|| format!("the payload renames `{}` to `{}`", own.spelled(words), new.spelled(words)))
}

/// Returns the warning about a payload whose brackets match, but in which the grammar finds an error on a line (from
/// 0): the grammar may be wrong.
pub(in crate::resolve::symbol) fn error_note(line: usize) -> String {
    format!("the payload may have a syntax error on its line {}", line + 1)
}

/// Returns whether the definition is what `expect` gives: its hash, or its text with or without decorators and comments
/// above.
pub(in crate::resolve::symbol) fn is_expected(
    expected: &[String],
    place: &Span,
    file: Outlined<'_>,
    is_replaced: bool,
) -> bool {
    let buffer = file.buffer;
    let ranges =
        [place.decorated(), place.declaration..place.end, place.whole(), place.declaration..place.code_end];
    // A replacement would remove a comment at the end that the author of the patch did not see.
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

/// Returns whether lines equal those of the file except for the indentation unit.
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
    let ground = InsertionSite { base: "", old: &[], unit: IndentUnit::shown(&own, rules) };
    reindent(&expected, MarginRule::First, ground, rules) == own
}

/// Returns the lines without common indentation, trailing blanks, and blank lines at the start and end.
fn comparable(lines: &[String]) -> Vec<&str> {
    let lines: Vec<&str> = dedented(lines).into_iter().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].to_vec()
}
