//! Parses a payload like a file, within a context that it may need around it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::lang::{Detail, Language, Manifest, ParseContext, Preprocessor, Role, Syntax, TooCostly, view};
use crate::resolve::symbol::address::info::opening;
use crate::resolve::symbol::outline::name::macro_name;
use crate::text::{Buffer, LastCode, at_margin_readings};

use super::problem::PayloadProblem;
use crate::resolve::symbol::address::heading::Heading;
use crate::resolve::symbol::extent::comment::{LeadInKind, comment_sort};
use crate::resolve::symbol::extent::span::{Span, span};
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, Outline, OutlineScope};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::readings::determine_doubts;
use crate::resolve::symbol::outline::repaired::repaired_outline;
use crate::resolve::symbol::outline::sets::set_of;

/// The properties of a payload.
#[derive(Debug)]
pub(in crate::resolve::symbol) struct PayloadProperties {
    /// The first definition in the payload.
    pub(in crate::resolve::symbol) definition: Definition,
    /// The kinds of the lead-in units before its declaration.
    pub(in crate::resolve::symbol) sorts: Vec<LeadInKind>,
    /// The payload line (from 0) on which the declaration begins.
    pub(in crate::resolve::symbol) declaration_line: usize,
    /// Whether the terminator that the definition has in the file is missing.
    pub(in crate::resolve::symbol) lacks_terminator: bool,
    /// Whether it has no docstring below it.
    pub(in crate::resolve::symbol) lacks_document: bool,
    /// Whether it ends with the separator between members, or with a terminator.
    pub(in crate::resolve::symbol) is_separated: bool,
    /// Whether a comment follows its last code.
    pub(in crate::resolve::symbol) ends_in_comment: bool,
    /// The text before it in its statement, and the role of its parent.
    pub(in crate::resolve::symbol) opening: Option<String>,
    pub(in crate::resolve::symbol) stands_in: Role,
    /// The names of the macros that it begins with.
    pub(in crate::resolve::symbol) macros: Vec<String>,
    /// The text before its body.
    pub(in crate::resolve::symbol) heading: Heading,
    /// The payload line (from 0) on which its body begins.
    pub(in crate::resolve::symbol) body_line: Option<usize>,
    /// Whether it was parsed without a context, that is, outside of a class.
    pub(in crate::resolve::symbol) is_read_alone: bool,
    /// Whether it is in a class without being a member, such as a `friend`.
    pub(in crate::resolve::symbol) is_friend: bool,
    /// The line (from 0) of a syntax error that leaves its extent certain.
    pub(in crate::resolve::symbol) error: Option<usize>,
    /// Whether the first definition is a set of overloads.
    pub(in crate::resolve::symbol) is_set: bool,
    /// Whether another definition follows the first one.
    pub(in crate::resolve::symbol) has_more: bool,
    /// Whether nothing at all follows it.
    pub(in crate::resolve::symbol) is_last: bool,
}

/// The properties of a payload, or the problem with it.
pub(in crate::resolve::symbol) type Facts = Result<PayloadProperties, PayloadProblem>;

impl PayloadProperties {
    /// Returns the name in the payload, if it differs from that of the definition it replaces.
    pub(in crate::resolve::symbol) fn other_name(&self, own: Option<&Definition>) -> Option<String> {
        let name = |definition: &Definition| definition.parts.last().map(|part| part.name.clone());
        let new = name(&self.definition)?;
        (name(own?)? != new).then_some(new)
    }

    /// Returns whether attributes or decorators precede its declaration.
    pub(in crate::resolve::symbol) fn has_attributes(&self) -> bool {
        self.sorts.iter().any(|sort| matches!(sort, LeadInKind::Decorator | LeadInKind::Attribute))
    }

    /// Returns whether it may define something other than the definition that it replaces.
    pub(in crate::resolve::symbol) fn may_bring_another(&self, own: Option<&Definition>) -> bool {
        let brought = &self.definition;
        let is_same =
            |own: &Definition| own.parts.last() == brought.parts.last() && own.signature == brought.signature;
        self.has_more || !own.is_some_and(is_same)
    }
}

/// What a payload is expected to be.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve::symbol) struct ExpectedDefinition<'a> {
    /// The capture of the expected definition; any if `None`.
    pub(in crate::resolve::symbol) capture: Option<&'a str>,
    /// The expected name; any if `None`.
    pub(in crate::resolve::symbol) name: Option<&'a str>,
    /// The class that it belongs to, as far as the address shows.
    pub(in crate::resolve::symbol) owner: Option<&'a str>,
    /// Which items count as definitions.
    pub(in crate::resolve::symbol) reach: OutlineScope,
}

/// The name of the empty context, and of the one with a module around the payload.
const ALONE: &str = "file";
const IN_MODULE: &str = "module";

impl ExpectedDefinition<'_> {
    /// Returns the contexts to try: the empty one, the specific one of its kind, then the others.
    fn contexts(self, manifest: &Manifest) -> impl Iterator<Item = &ParseContext> {
        let kind = self.capture.filter(|_| self.reach == OutlineScope::AllNames);
        let own = kind.and_then(|kind| manifest.symbols.minor_kinds.get(kind)?.context.as_ref());
        let others = manifest.contexts.iter().filter(|(name, _)| *name != ALONE).map(|(_, context)| context);
        manifest.contexts.get(ALONE).into_iter().chain(own).chain(others)
    }
}

/// Returns whether lines can be parsed as a definition in a class or similar, or else outside of one.
pub(in crate::resolve::symbol) fn reads(
    syntax: &mut Syntax,
    lines: &[String],
    asked: ExpectedDefinition<'_>,
    in_class: bool,
) -> bool {
    let manifest = syntax.language().manifest();
    let text = lines.join("\n") + "\n";
    let is_class = |name: &str| name != ALONE && name != IN_MODULE;
    let mut contexts = manifest.contexts.iter().filter(|(name, _)| is_class(name) == in_class);
    contexts.any(|(_, context)| {
        let open = asked.owner.map_or_else(|| context.open.clone(), |owner| named(&context.open, owner));
        read_between(syntax, &text, asked, (&open, &context.close)).is_ok()
    })
}

/// The last payload that was parsed: consecutive queries about an operation have the same payload.
#[derive(Debug, Default)]
pub(in crate::resolve::symbol) struct PayloadCache(RefCell<Option<(ExpectedLines, Rc<Facts>)>>);

/// The lines of a payload, and what they were expected to be.
#[derive(Debug, PartialEq, Eq)]
struct ExpectedLines {
    lines: Vec<String>,
    capture: Option<String>,
    owner: Option<String>,
    reach: OutlineScope,
}

impl PayloadCache {
    /// Parses a payload, unless it is the last one that was parsed.
    pub(in crate::resolve::symbol) fn read(
        &self,
        syntax: &mut Syntax,
        lines: &[String],
        asked: ExpectedDefinition<'_>,
    ) -> Rc<Facts> {
        let ExpectedDefinition { capture, owner, reach, .. } = asked;
        let mut last = self.0.borrow_mut();
        let is_it = |own: &ExpectedLines| {
            own.lines == lines
                && own.capture.as_deref() == capture
                && own.owner.as_deref() == owner
                && own.reach == reach
        };
        if let Some((_, facts)) = last.as_ref().filter(|(own, _)| is_it(own)) {
            return Rc::clone(facts);
        }
        let facts = Rc::new(read_payload(syntax, lines, asked));
        let [capture, owner] = [capture, owner].map(|own| own.map(str::to_owned));
        *last = Some((ExpectedLines { lines: lines.to_vec(), capture, owner, reach }, Rc::clone(&facts)));
        facts
    }
}

/// Parses the payload of an operation that replaces a definition.
///
/// The contexts are tried in turn; the first one in which the payload has no error and begins with a definition of the
/// expected kind is used.
pub(in crate::resolve::symbol) fn read_payload(
    syntax: &mut Syntax,
    lines: &[String],
    asked: ExpectedDefinition<'_>,
) -> Result<PayloadProperties, PayloadProblem> {
    let language = syntax.language();
    let mut readings = at_margin_readings(lines, language.manifest().row_rules()).into_iter();
    let text = readings.next().unwrap_or_default();
    match read_text(syntax, text, asked) {
        Err(PayloadProblem::SyntaxError { line }) => {
            // The first line may have lost its indentation.
            let other = readings.next().and_then(|text| read_text(syntax, text, asked).ok());
            other.ok_or(PayloadProblem::SyntaxError { line })
        }
        facts => facts,
    }
}

fn read_text(
    syntax: &mut Syntax,
    lines: Vec<String>,
    asked: ExpectedDefinition<'_>,
) -> Result<PayloadProperties, PayloadProblem> {
    let language = syntax.language();
    let mut text = lines.join("\n");
    text.push('\n');
    let first = read_in_contexts(syntax, &text, asked);
    if let Err(PayloadProblem::SyntaxError { line }) = first
        && let Some(facts) = read_by_layout(syntax, &text, asked, line)
    {
        return Ok(facts);
    }
    let Some(terminator) = &language.manifest().symbols.terminator else { return first };
    let Err(PayloadProblem::SyntaxError { line }) = first else { return first };
    let whole = text.len();
    text.push_str(terminator);
    text.push('\n');
    match read_in_contexts(syntax, &text, asked) {
        Ok(facts) if !facts.definition.is_callable => {
            Ok(PayloadProperties { lacks_terminator: true, ..facts })
        }
        _ => {
            let by_brackets = read_by_brackets(syntax, &text[..whole], asked);
            by_brackets.map_or(first, |facts| Ok(PayloadProperties { error: Some(line), ..facts }))
        }
    }
}

fn read_in_contexts(
    syntax: &mut Syntax,
    text: &str,
    asked: ExpectedDefinition<'_>,
) -> Result<PayloadProperties, PayloadProblem> {
    let language = syntax.language();
    let mut best: Option<PayloadProblem> = None;
    for context in asked.contexts(language.manifest()) {
        // A constructor is recognized by the name of its class.
        let open = asked.owner.map_or_else(|| context.open.clone(), |owner| named(&context.open, owner));
        match read_between(syntax, text, asked, (&open, &context.close)) {
            Ok(facts) => return Ok(facts),
            // Other contexts would not be cheaper.
            Err(PayloadProblem::TooCostly) => return Err(PayloadProblem::TooCostly),
            // The error in the empty context is reported, but a problem with a payload that can be parsed is more
            // informative.
            Err(problem) => {
                let is_error =
                    |problem: &PayloadProblem| matches!(problem, PayloadProblem::SyntaxError { .. });
                if best.as_ref().is_none_or(|best| is_error(best) && !is_error(&problem)) {
                    best = Some(problem);
                }
            }
        }
    }
    Err(best.unwrap_or(PayloadProblem::NoDefinition))
}

/// Parses a payload in which the grammar finds a syntax error, if brackets and semicolons alone show that it is
/// complete.
fn read_by_brackets(
    syntax: &mut Syntax,
    text: &str,
    asked: ExpectedDefinition<'_>,
) -> Option<PayloadProperties> {
    let language = syntax.language();
    let contexts = &language.manifest().contexts;
    // A function may be in a class; if the language has none, or a macro defines the function, in the file.
    let contexts = ["class", "file"].into_iter().filter_map(|name| contexts.get(name));
    contexts.into_iter().find_map(|context| read_by_brackets_in(syntax, text, asked, context))
}

fn read_by_brackets_in(
    syntax: &mut Syntax,
    text: &str,
    asked: ExpectedDefinition<'_>,
    context: &ParseContext,
) -> Option<PayloadProperties> {
    let language = syntax.language();
    let open = asked.owner.map_or_else(|| context.open.clone(), |owner| named(&context.open, owner));
    let text = format!("{open}{text}{}", context.close);
    let survey = Preprocessor::new(language.manifest(), syntax.macros(), &text)?;
    let piece = WrappedPayload { text: &text, open: &open, close: &context.close, asked };
    let reading = survey.readings(Detail::Outline).next().filter(|reading| reading.is_balanced)?;
    let finish = |outline: &mut Outline| {
        determine_doubts(outline, language.manifest(), &survey, &reading);
        let (id, _) = first_definition(outline, open.len())?;
        (!outline.item(id).has_uncertain_extent).then_some(())
    };
    read_piece(syntax, &piece, &reading.text, ErrorHandling::Allowed, finish).ok()
}

/// Parses a payload in which the grammar finds a syntax error, if brackets or indentation show that it is complete.
fn read_by_layout(
    syntax: &mut Syntax,
    payload: &str,
    asked: ExpectedDefinition<'_>,
    line: usize,
) -> Option<PayloadProperties> {
    let language = syntax.language();
    asked.contexts(language.manifest()).find_map(|context| {
        let open = asked.owner.map_or_else(|| context.open.clone(), |owner| named(&context.open, owner));
        let text = format!("{open}{payload}{}", context.close);
        let tree = syntax.parse(&text).ok()?;
        let found = repaired_outline(syntax, &text, &tree, asked.reach)?;
        let is_whole = found.is_clean && found.outline.unparsed.is_empty();
        let (id, _) = first_definition(&found.outline, open.len()).filter(|_| is_whole)?;
        let piece = WrappedPayload { text: &text, open: &open, close: &context.close, asked };
        let error = found.is_blanked.then_some(line);
        let is_certain = !found.outline.item(id).has_uncertain_extent;
        is_certain.then(|| facts_of(language, &piece, &found.outline, error).ok()).flatten()
    })
}

/// How a syntax error in a payload is handled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorHandling {
    Refuse,
    Allowed,
}

/// Returns the opening text of a context with the placeholder `_` replaced by a name.
pub(in crate::resolve::symbol) fn named(open: &str, owner: &str) -> String {
    open.split(' ').map(|word| if word == "_" { owner } else { word }).collect::<Vec<_>>().join(" ")
}

fn read_between(
    syntax: &mut Syntax,
    payload: &str,
    asked: ExpectedDefinition<'_>,
    (open, close): (&str, &str),
) -> Result<PayloadProperties, PayloadProblem> {
    let language = syntax.language();
    let text = format!("{open}{payload}{close}");
    let survey = Preprocessor::new(language.manifest(), syntax.macros(), &text);
    let piece = WrappedPayload { text: &text, open, close, asked };
    let plainly =
        |syntax: &mut Syntax| read_piece(syntax, &piece, &text, ErrorHandling::Refuse, |_| Some(()));
    let Some(survey) = survey else { return plainly(syntax) };
    // Conditional text in a body does not require other readings, unless the grammar finds errors in it.
    let mut first = None;
    if survey.is_unmodified() {
        match plainly(syntax) {
            Ok(facts) => return Ok(facts),
            problem => first = Some(problem),
        }
    }
    for reading in survey.readings(Detail::Full).filter(|reading| reading.text != text) {
        let found = read_piece(syntax, &piece, &reading.text, ErrorHandling::Refuse, |outline| {
            determine_doubts(outline, language.manifest(), &survey, &reading);
            Some(())
        });
        if found.is_ok() {
            return found;
        }
    }
    first.unwrap_or_else(|| plainly(syntax))
}

/// A payload within a context.
struct WrappedPayload<'a> {
    text: &'a str,
    open: &'a str,
    close: &'a str,
    asked: ExpectedDefinition<'a>,
}

/// Parses one reading of a payload.
fn read_piece(
    syntax: &mut Syntax,
    piece: &WrappedPayload<'_>,
    reading: &str,
    errors: ErrorHandling,
    finish: impl Fn(&mut Outline) -> Option<()>,
) -> Result<PayloadProperties, PayloadProblem> {
    let language = syntax.language();
    let manifest = language.manifest();
    let lines_above = piece.open.matches('\n').count();
    let seen = view(&manifest.view, reading);
    let failed = |line: usize| PayloadProblem::SyntaxError { line };
    let tree = syntax.parse(&seen).map_err(|TooCostly| PayloadProblem::TooCostly)?;
    let buffer = Buffer::of_text(piece.text);
    let error = Syntax::errors(&tree).first().map(|range| range.start);
    let error = error.map(|at| buffer.line_of(at).saturating_sub(lines_above));
    if let Some(line) = error.filter(|_| errors == ErrorHandling::Refuse) {
        return Err(failed(line));
    }
    let mut outline = Outline::new(language, &tree, &seen, piece.asked.reach);
    if finish(&mut outline).is_none() && errors == ErrorHandling::Allowed {
        return Err(failed(error.unwrap_or_default()));
    }
    facts_of(language, piece, &outline, error)
}

/// Returns the properties of a payload from its outline, which includes the context.
fn facts_of(
    language: &'static Language,
    piece: &WrappedPayload<'_>,
    outline: &Outline,
    error: Option<usize>,
) -> Result<PayloadProperties, PayloadProblem> {
    let manifest = language.manifest();
    let open = piece.open.len();
    let lines_above = piece.open.matches('\n').count();
    let buffer = Buffer::of_text(piece.text);
    let (id, definition) = first_definition(outline, open).ok_or(PayloadProblem::NoDefinition)?;
    // A value after a label is not exported by the file: `run: () => 1` is a member.
    let is_labelled = outline.item(outline.item(outline.outermost(id)).parent).role == Role::Block;
    if is_labelled && definition.parts.last().map(|part| &part.name) == manifest.symbols.nameless.as_ref() {
        return Err(PayloadProblem::NoDefinition);
    }
    if piece.asked.capture.is_some_and(|wanted| definition.capture != wanted) {
        return Err(PayloadProblem::OtherKind { found: definition.capture.to_owned() });
    }
    // A list member must be given without the list.
    let is_listed =
        manifest.symbols.minor_kinds.get(definition.capture).is_some_and(|rule| rule.separator.is_some());
    let around = outline.item(outline.item(outline.outermost(id)).parent);
    if let Role::Definition(found) = around.role
        && is_listed
        && around.range.start >= open
    {
        return Err(PayloadProblem::OtherKind { found: found.to_owned() });
    }
    if piece.asked.name.is_some_and(|name| definition.parts.last().is_none_or(|part| part.name != name)) {
        return Err(PayloadProblem::NoDefinition);
    }
    let span = span(Outlined { outline, buffer: &buffer }, id);
    let payload = piece.text.get(open..piece.text.len() - piece.close.len()).unwrap_or_default();
    let last = LastCode::of(payload.lines(), manifest.row_rules());
    let ends_in_terminator = |last: &LastCode| {
        let code = payload.lines().nth(last.line).and_then(|line| line.get(..last.end));
        let terminator = manifest.symbols.terminator.as_deref();
        code.zip(terminator).is_some_and(|(code, terminator)| code.trim_end().ends_with(terminator))
    };
    Ok(PayloadProperties {
        definition: definition.clone(),
        sorts: span
            .lead_in
            .iter()
            .map(|unit| unit.kind)
            .chain(leading_comment(outline, &buffer, open))
            .collect(),
        declaration_line: buffer.line_of(span.declaration).saturating_sub(lines_above),
        // A function with a body has no terminator; a statement that assigns a function to a name has one.
        lacks_terminator: span.before_terminator.is_none()
            && (definition.takes_terminator || definition.is_assigned_function),
        lacks_document: span.before_document.is_none(),
        is_separated: span.separator.as_ref().is_some_and(|separator| separator.end.is_some())
            || last.as_ref().is_some_and(ends_in_terminator),
        ends_in_comment: last.as_ref().is_some_and(|last| last.has_comment),
        opening: opening(outline, id, &buffer),
        stands_in: outline.item(outline.item(id).parent).role,
        macros: leading_macros(outline, &span, &buffer),
        heading: Heading::of(Outlined { outline, buffer: &buffer }, id),
        body_line: definition.frame.body.as_ref().map(|body| {
            buffer.line_of(outline.item(id).range.start + body.start).saturating_sub(lines_above)
        }),
        is_read_alone: piece.open.is_empty(),
        is_friend: outline.item(outline.item(id).parent).role == Role::Wrapper,
        error,
        is_last: {
            let end = outline.item(outline.outermost(id)).range.end.max(span.end);
            let last = piece.text.len() - piece.close.len();
            piece.text.get(end..last).is_none_or(|rest| rest.trim_matches([';', ' ', '\t', '\n']).is_empty())
        },
        is_set: set_of(outline, id).len() > 1,
        has_more: {
            let end = outline.item(outline.outermost(id)).range.end;
            outline.definitions().into_iter().any(|(other, _)| outline.item(other).range.start >= end)
        },
    })
}

/// Returns the names of the macros before the declaration, and on its first line.
fn leading_macros(outline: &Outline, span: &Span, buffer: &Buffer) -> Vec<String> {
    let line = buffer.line_range(buffer.line_of(span.declaration));
    let macros = outline.macros.iter().flatten().filter(|found| found.start < line.end);
    macros.map(|found| macro_name(&buffer.slice(found.clone()))).collect()
}

/// Returns the first definition of the payload itself.
fn first_definition(outline: &Outline, from: usize) -> Option<(ItemId, &Definition)> {
    outline.definitions().into_iter().find(|(id, _)| outline.item(*id).range.start >= from)
}

/// Returns `Doc` if the payload begins with a doc comment, even if a blank line follows it. The rule: "Doc comments
/// above are replaced only if the payload begins with one".
fn leading_comment(outline: &Outline, buffer: &Buffer, from: usize) -> Option<LeadInKind> {
    let rules = outline.rules();
    let comment = outline.of_role(Role::Comment).min_by_key(|item| item.range.start)?;
    let first = comment.range.start;
    let is_first = outline.definitions().iter().all(|(id, _)| {
        let start = outline.item(outline.outermost(*id)).range.start;
        start < from || start > first
    });
    // A comment on the line of the declaration is part of that line.
    let line = buffer.line_range(buffer.line_of(comment.range.end.saturating_sub(1)));
    if !buffer.slice(comment.range.end..line.end.max(comment.range.end)).trim().is_empty() {
        return None;
    }
    let documents = || comment_sort(&buffer.slice(comment.range.clone()), rules) == LeadInKind::Doc;
    (is_first && first >= from && rules.doc_comments.is_empty() && documents()).then_some(LeadInKind::Doc)
}
