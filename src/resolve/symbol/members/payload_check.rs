//! Checks whether a payload is valid among the members of a container: it is parsed between the container's own heading
//! and end.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{Detail, Macros, ParseContext, Preprocessor, Reading, Role, Syntax, view};
use crate::text::normal::is_word_char;
use crate::text::{Buffer, at_margin_readings};

use crate::resolve::symbol::address::namesake::{NewDefinition, new_definitions};
use crate::resolve::symbol::extent::span::declaration_item;
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline, OutlineScope};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::repaired::repaired_outline;
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// A container without its members.
struct EmptyContainer {
    /// The text before the members, including the opening bracket.
    open: String,
    /// The text after the members, from the closing bracket on.
    close: String,
    /// The indentation of the members' lines.
    indent: &'static str,
    /// The length of the opening bracket with the line ending after it, if a node begins at the bracket.
    bracket: Option<usize>,
    /// Whether a text with a syntax error is always refused, even if its brackets match.
    is_strict: bool,
}

impl EmptyContainer {
    const fn new(open: String, close: String) -> Self {
        Self { open, close, indent: "", bracket: None, is_strict: false }
    }

    /// Returns the container with the last two bytes of `open` as the bracket.
    fn with_bracket(self) -> Self {
        Self { bracket: Some(2), ..self }
    }
}

/// Returns the definitions that a payload adds to `container`.
///
/// # Errors
/// The payload is not valid in `container`, or in the nearest enclosing one that has a heading.
pub(in crate::resolve::symbol) fn check(
    file: Outlined<'_>,
    container: ItemId,
    syntax: &Syntax,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    if payload.iter().all(|line| line.trim().is_empty()) {
        return Err(PayloadProblem::Empty);
    }
    let mut syntax = syntax.fresh();
    let shell = empty_container(Outlined { outline: file.outline, buffer: file.buffer }, container);
    let verdict = check_in(&mut syntax, &shell, payload);
    if verdict.is_ok() && file.outline.class_of_members(container).is_some() {
        refuse_what_is_no_member(&mut syntax, payload)?;
    }
    if !matches!(verdict, Err(PayloadProblem::SyntaxError { .. })) {
        return verdict;
    }
    let Some(macros) = known_first_words(file, &syntax, payload) else { return verdict };
    check_in(&mut Syntax::with_macros(syntax.language(), macros), &shell, payload).or(verdict)
}

/// Refuses definitions that are not allowed in a class although the grammar accepts them there.
fn refuse_what_is_no_member(syntax: &mut Syntax, payload: &[String]) -> Result<(), PayloadProblem> {
    let manifest = syntax.language().manifest();
    if manifest.symbols.file_captures.is_empty() {
        return Ok(());
    }
    let alone =
        check_in(syntax, &EmptyContainer::new(String::new(), String::new()), payload).unwrap_or_default();
    match alone.iter().find_map(|one| one.capture_of_file(manifest)) {
        Some(found) => Err(PayloadProblem::NoMember { found: found.to_owned() }),
        None => Ok(()),
    }
}

/// Like [`check`], for text of another file that is known to consist of definitions: their first words may be macros
/// that this file does not have.
pub(in crate::resolve::symbol) fn check_as_read(
    file: Outlined<'_>,
    container: ItemId,
    syntax: &Syntax,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let verdict = check(file, container, syntax, payload);
    let Some(masks) = syntax.language().manifest().view.preprocessor.as_ref().filter(|_| verdict.is_err())
    else {
        return verdict;
    };
    let lines = || payload.iter().map(String::as_str);
    match syntax.macros().with_first_words(masks, lines(), lines().map(str::to_owned)) {
        Some(macros) => {
            check(file, container, &Syntax::with_macros(syntax.language(), macros), payload).or(verdict)
        }
        None => verdict,
    }
}

/// Returns the macros extended by the words that begin lines of the payload and also definitions of the file, or that
/// are alone on lines of both.
fn known_first_words(file: Outlined<'_>, syntax: &Syntax, payload: &[String]) -> Option<Macros> {
    let masks = syntax.language().manifest().view.preprocessor.as_ref()?;
    let starts = file.outline.definitions().into_iter().map(|(id, _)| {
        let start = file.outline.item(file.outline.outermost(id)).range.start;
        file.buffer.line(file.buffer.line_of(start)).into_owned()
    });
    let all = (0..file.buffer.line_count()).map(|line| file.buffer.line(line).into_owned());
    let lone = all.filter(|line| !line.trim().contains(|char: char| !is_word_char(char)));
    syntax.macros().with_first_words(masks, payload.iter().map(String::as_str), starts.chain(lone))
}

/// Returns the capture of a payload that is not valid in the list of a minor kind (such as enumerators), but is
/// elsewhere.
pub(in crate::resolve::symbol) fn foreign_kind_in_list(
    syntax: &Syntax,
    list: &ParseContext,
    payload: &[String],
) -> Option<&'static str> {
    let mut syntax = syntax.fresh();
    let manifest = syntax.language().manifest();
    // Read unmodified: with macros removed, hardly anything would be left of text that is not valid there.
    let lines = payload.join("\n");
    let mut brought = |context: &ParseContext| {
        let shell = EmptyContainer {
            is_strict: true,
            ..EmptyContainer::new(context.open.clone(), context.close.clone())
        };
        let text = format!("{}{lines}\n{}", shell.open, shell.close);
        judge_reading(&mut syntax, &shell, &text, (&text, &[])).ok()
    };
    if brought(list).is_some() {
        return None;
    }
    let found = manifest.contexts.values().find_map(|context| brought(context)?.into_iter().next());
    found.map(|newcomer| newcomer.capture())
}

/// Returns whether a payload consists of comments and attributes, without a blank line after them.
pub(in crate::resolve::symbol) fn is_lead_in(syntax: &Syntax, payload: &[String]) -> bool {
    let (mut syntax, text) = (syntax.fresh(), payload.join("\n"));
    let Ok(tree) = syntax.parse(&text) else { return false };
    let outline = Outline::new(syntax.language(), &tree, &text, OutlineScope::Definitions);
    let mut roles = outline.children(FILE).iter().map(|id| outline.item(*id).role);
    roles.all(|role| matches!(role, Role::Comment | Role::Attribute))
        && payload.last().is_some_and(|last| !last.trim().is_empty())
}

/// Like [`check`], for a payload that a terminator separates from the members before it.
pub(super) fn check_behind(
    file: Outlined<'_>,
    container: ItemId,
    terminator: &str,
    syntax: &Syntax,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let mut syntax = syntax.fresh();
    let item = file.outline.item(container);
    let Some(inside) = &item.inside else { return Err(PayloadProblem::Empty) };
    let head = file.buffer.slice(item.range.start..inside.start).trim_end().to_owned();
    let open = format!("{head} {{\n{terminator}\n");
    let close = file.buffer.slice(inside.end - 1..inside.end).into_owned();
    let shell = EmptyContainer::new(open, close);
    if parse_in_container(&mut syntax, &shell, &[]).is_err() {
        return Err(PayloadProblem::SyntaxError { line: 0 });
    }
    check_in(&mut syntax, &shell, payload)
}

/// Like [`check`], for a payload of members before such a terminator: constants of an enum that also has functions.
pub(in crate::resolve::symbol) fn check_before(
    file: Outlined<'_>,
    container: ItemId,
    syntax: &Syntax,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let mut syntax = syntax.fresh();
    let item = file.outline.item(container);
    let Some(inside) = &item.inside else { return Err(PayloadProblem::Empty) };
    let head = file.buffer.slice(item.range.start..inside.start).trim_end().to_owned();
    let shell = EmptyContainer::new(format!("{head} {{\n"), "}\n;".to_owned()).with_bracket();
    parse_in_container(&mut syntax, &shell, payload)
}

fn check_in(
    syntax: &mut Syntax,
    shell: &EmptyContainer,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let language = syntax.language();
    let mut readings = at_margin_readings(payload, language.manifest().row_rules()).into_iter();
    let verdict = parse_in_container(syntax, shell, &readings.next().unwrap_or_default());
    // The first line may have lost its indentation.
    if verdict.is_err()
        && let Some(found) = readings.find_map(|lines| parse_in_container(syntax, shell, &lines).ok())
    {
        return Ok(found);
    }
    // If the heading cannot be parsed without members, nothing is known of the payload.
    if verdict.is_err() && parse_in_container(syntax, shell, &[]).is_err() {
        return Ok(Vec::new());
    }
    verdict
}

/// Returns the innermost enclosing class or module, without its members.
fn empty_container(file: Outlined<'_>, container: ItemId) -> EmptyContainer {
    let mut at = container;
    while at != FILE {
        let item = file.outline.item(at);
        if let (Role::Definition(_) | Role::Module, Some(inside)) = (item.role, &item.inside) {
            let head = head_of(file, at, inside.start);
            if file.buffer.is_enclosed(inside, "{", "}") {
                let end = file.outline.item(file.outline.outermost(at)).range.end.max(inside.end);
                // A class is a statement, wherever its terminator is.
                let terminator = file.manifest().symbols.terminator.as_deref().unwrap_or_default();
                let close = format!("{}\n{terminator}", file.buffer.slice(inside.end - 1..end));
                if let Some(open) = members_behind_terminator(file, at) {
                    return EmptyContainer::new(open, close);
                }
                let open = format!("{head} {{\n");
                return EmptyContainer::new(open, close).with_bracket();
            }
            return EmptyContainer {
                indent: "    ",
                ..EmptyContainer::new(format!("{head}\n"), String::new())
            };
        }
        if item.role == Role::Group {
            let shell = EmptyContainer::new(format!("{} (\n", word_of(file, at)), ")\n".to_owned());
            return EmptyContainer { is_strict: true, ..shell };
        }
        at = item.parent;
    }
    EmptyContainer::new(String::new(), String::new())
}

/// Returns the text before the members of a container. An anonymous type has it in the enclosing statement, and one in
/// a grouped statement needs the statement's keyword.
fn head_of(file: Outlined<'_>, container: ItemId, end: usize) -> String {
    let first = declaration_item(file.outline, container);
    let head = file.buffer.slice(file.outline.item(first).range.start..end).trim_end().to_owned();
    let around = file.outline.item(first).parent;
    match file.outline.item(around).role {
        Role::Group if around != FILE => format!("{} {head}", word_of(file, around)),
        _ => head,
    }
}

/// Returns the text of a container up to its members, if a terminator separates these from the members before.
fn members_behind_terminator(file: Outlined<'_>, container: ItemId) -> Option<String> {
    let item = file.outline.item(container);
    let last = file.outline.item(*item.children.last()?);
    let sign = file.outline.item(*last.children.first().filter(|_| last.role == Role::Transparent)?);
    let terminator = file.manifest().symbols.terminator.as_deref();
    let is_sign = Some(&*file.buffer.slice(sign.range.clone())) == terminator;
    is_sign.then(|| format!("{}\n", file.buffer.slice(item.range.start..sign.range.end)))
}

/// Parses the payload in its container.
fn parse_in_container(
    syntax: &mut Syntax,
    shell: &EmptyContainer,
    payload: &[String],
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let language = syntax.language();
    let manifest = language.manifest();
    let lines = payload.iter().map(|line| match line.trim() {
        "" => "\n".to_owned(),
        _ => format!("{}{line}\n", shell.indent),
    });
    let stand_in = manifest.symbols.empty_body_statement.as_deref().filter(|_| payload.is_empty());
    let stand_in = stand_in.map(|text| format!("{}{text}\n", shell.indent)).unwrap_or_default();
    let text = format!("{}{}{stand_in}{}", shell.open, lines.collect::<String>(), shell.close);
    let survey = Preprocessor::new(manifest, syntax.macros(), &text);
    let masked = survey.iter().filter(|survey| !survey.is_unmodified());
    let masked = masked.flat_map(|survey| survey.readings(Detail::Full));
    // If the grammar fails in a body, matching brackets show that it is complete.
    let outlined = survey.iter().flat_map(|survey| survey.readings(Detail::Outline));
    let outlined = outlined.filter(|reading| reading.is_balanced);
    let of = |reading: Reading| (reading.text, reading.calls);
    let mut first = None;
    for (reading, calls) in masked.map(of).chain([(text.clone(), Vec::new())]).chain(outlined.map(of)) {
        match judge_reading(syntax, shell, &text, (&reading, &calls)) {
            Ok(found) => return Ok(found),
            Err(problem) => first = first.or(Some(problem)),
        }
    }
    first.map_or(Ok(Vec::new()), Err)
}

fn judge_reading(
    syntax: &mut Syntax,
    shell: &EmptyContainer,
    text: &str,
    (reading, calls): (&str, &[Range<usize>]),
) -> Result<Vec<NewDefinition>, PayloadProblem> {
    let language = syntax.language();
    let open = shell.open.len();
    let seen = view(&language.manifest().view, reading);
    let Ok(mut tree) = syntax.parse(&seen) else { return Ok(Vec::new()) };
    if tree.root_node().has_error() {
        let at = Syntax::errors(&tree).first().map_or(0, |range| range.start);
        let line = text[open.min(at)..at].matches('\n').count();
        // Brackets, or indentation, may still show that it is complete.
        let found = (!shell.is_strict)
            .then(|| repaired_outline(syntax, &seen, &tree, OutlineScope::AllNames))
            .flatten();
        let whole = found.filter(|found| found.is_clean && found.outline.unparsed.is_empty());
        tree = whole.and_then(|found| found.tree).ok_or(PayloadProblem::SyntaxError { line })?;
    }
    let found = || {
        let mut outline = Outline::new(language, &tree, &seen, OutlineScope::AllNames);
        outline.set_macro_signatures(text, calls);
        new_definitions(Outlined { outline: &outline, buffer: &Buffer::of_text(text) }, open)
    };
    let Some(bracket) = shell.bracket else { return Ok(found()) };
    // The closing bracket must match the bracket that the heading opens.
    let (first, last) = (open - bracket, text.len() - shell.close.len());
    let body = tree.root_node().descendant_for_byte_range(first, last + 1);
    if body.is_some_and(|body| is_between(body, first, last)) {
        Ok(found())
    } else {
        Err(PayloadProblem::Unbalanced)
    }
}

/// Returns whether the brackets at two byte offsets belong to one node, which ends with the second one.
fn is_between(body: Node<'_>, first: usize, last: usize) -> bool {
    let mut cursor = body.walk();
    let is_opened = body.children(&mut cursor).any(|child| child.start_byte() == first);
    is_opened && body.end_byte() == last + 1
}

/// Returns the keyword of a grouped statement.
pub(in crate::resolve::symbol) fn word_of(file: Outlined<'_>, group: ItemId) -> String {
    let start = file.outline.item(file.outline.outermost(group)).range.start;
    let inside = file.outline.item(group).inside.as_ref().map_or(start, |inside| inside.start);
    file.buffer.slice(start..inside).trim_end().trim_end_matches('(').trim_end().to_owned()
}
