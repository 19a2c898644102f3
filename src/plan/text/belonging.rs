//! What belongs to the lines that a marker names, and stands above or below them: decorators, comments, the documentation or
//! the bracket of a definition. An insertion beside the marker does not come between.
//!
//! Invariant: nothing is parsed, and only lines next to the place are looked at.

use std::collections::HashSet;
use std::ops::Range;

use crate::diag::{Code, FilePlace};
use crate::ir::Change;
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::text::amid::behind_comment;
use crate::plan::tree::document::Document;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::{indentation, is_blank, is_word_char, only_closes, open_brackets, trim};
use crate::text::{Buffer, LexRules, LineEdits};

/// Of longer comments and lists of arguments nobody looks for the beginning.
const LONGEST: usize = 200;

/// Words that begin a statement with a block, and no definition.
const STATEMENTS: [&str; 20] = [
    "if", "for", "foreach", "while", "switch", "else", "elif", "try", "do", "with", "match", "case",
    "return", "catch", "except", "finally", "loop", "default", "when", "unless",
];

/// Words that begin a definition with a body, whatever its line ends in.
const DEFINING: [&str; 15] = [
    "func",
    "fn",
    "def",
    "class",
    "type",
    "struct",
    "enum",
    "union",
    "interface",
    "trait",
    "impl",
    "mod",
    "module",
    "namespace",
    "function",
];

/// Words that begin one of a value.
const VALUES: [&str; 7] = ["const", "constexpr", "var", "let", "static", "typedef", "using"];

/// Words that may stand before those.
const MODIFIERS: [&str; 11] = [
    "pub",
    "export",
    "default",
    "public",
    "private",
    "protected",
    "abstract",
    "final",
    "async",
    "static",
    "declare",
];

/// Words that begin a statement whose body may be one statement without brackets.
const HEADINGS: [&str; 4] = ["if", "for", "while", "else"];

/// Words that begin a heading whose body a word opens, and the words that open it.
const WORDED: [&str; 6] = ["for", "while", "until", "select", "if", "elif"];
const OPENING: [&str; 2] = ["do", "then"];

/// Words by which a heading goes on.
const CONTINUING: [&str; 10] =
    ["throws", "extends", "implements", "permits", "where", "with", "requires", "noexcept", "override", "is"];

/// Where a change puts lines beside those that a marker names: an empty range of lines; the lines themselves where it takes
/// their place.
///
/// # Errors
/// The lines would become the body of a heading that has one.
pub(in crate::plan) fn gap_beside(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    range: &Range<usize>,
) -> Result<Range<usize>, Refusal> {
    let indented = document.layout().indented;
    let at = match (editing.change, document.lines().1.rules()) {
        (Change::Replace(_) | Change::Delete, _) => return Ok(range.clone()),
        (Change::InsertBefore(payload), known) => match document.lexical() {
            None => range.start,
            Some(rules) => {
                let lines: Vec<&str> = payload.lines.iter().map(String::as_str).collect();
                above_heading(document.buffer(), (rules, known.is_none()), range.start, &lines)
            }
        },
        (Change::InsertAfter(payload), Some(_)) if indented => {
            behind_docstring(document, range.end, &payload.lines)
        }
        (Change::InsertAfter(payload), known) => {
            let at = behind_comment(document, range.end, &payload.lines);
            let rules = document.lexical().filter(|_| at == range.end && !indented);
            let behind =
                rules.and_then(|rules| behind_opener(document.buffer(), rules, &payload.lines, range));
            if let (None, Some(rules)) = (behind, known.filter(|_| at == range.end)) {
                refuse_bare_body(document, rules, editing, at)?;
            }
            behind.unwrap_or(at)
        }
    };
    Ok(at..at)
}

/// The line before which some lines come that are to stand above a heading: not between it and what belongs to it. Of a
/// language that nobody knows only the rules are there.
fn above_heading(
    buffer: &Buffer,
    (rules, is_unknown): (&LexRules, bool),
    at: usize,
    payload: &[&str],
) -> usize {
    let rule = LeadInRule::of(rules, payload);
    let bodies = is_unknown && rule.brings_code() && has_body(rules, payload);
    let heading = buffer.line(at);
    lead_in_above(buffer, rules, at, (&heading, LeadInRule { bodies, ..rule }))
}

/// Puts what some edits bring directly above the first of the lines that a patch names, `named`, above what belongs to
/// that line, as an insertion before it would come: be it that the line stays, or that it comes again with changes.
pub(in crate::plan) fn put_above_lead_in(
    document: &mut Document<'_>,
    named: &Range<usize>,
    edits: &mut LineEdits<'_>,
) {
    let known = document.lines().1.rules();
    let Some(rules) = document.lexical() else { return };
    let buffer = document.buffer();
    // Most lines have nothing directly above that could be theirs.
    let above = named.start.checked_sub(1).map(|above| buffer.line(above));
    if named.is_empty() || above.is_none_or(|above| is_blank(&above)) || is_blank(&buffer.line(named.start)) {
        return;
    }
    let heading = buffer.line(named.start);
    let removed: HashSet<usize> = edits.removed().iter().copied().collect();
    let place = (named.start..).find(|line| !removed.contains(line)).unwrap_or(named.start);
    let added: Vec<(usize, &str)> = edits
        .added_lines()
        .enumerate()
        .map(|(number, (at, text))| (number, at, text))
        .filter(|(_, at, _)| *at == place)
        .map(|(number, _, text)| (number, text))
        .collect();
    let is_heading = |text: &str| indentation(text) == indentation(&heading) && is_alike(text, &heading);
    let count = match place == named.start {
        true => added.len(),
        false => added.iter().position(|(_, text)| is_heading(text)).unwrap_or(0),
    };
    let brought: Vec<&str> = added[..count].iter().map(|(_, text)| *text).collect();
    if brought.iter().all(|line| is_blank(line)) {
        return;
    }
    let above = above_heading(buffer, (rules, known.is_none()), named.start, &brought);
    if above < named.start {
        let numbers: Vec<usize> = added[..count].iter().map(|(number, _)| *number).collect();
        edits.move_added(&numbers, above);
    }
}

/// What stands directly above a whole definition that goes, and belongs to it: else it would be that of the next one. It
/// stays where the patch names a line of it, as the place of what comes in the stead of the definition, say.
pub(in crate::plan) fn orphans_above(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    range: &Range<usize>,
) -> Range<usize> {
    let goes = editing.change.payload().is_none_or(|payload| payload.lines.iter().all(|line| is_blank(line)));
    let nothing = range.start..range.start;
    let lead_in = if goes { lead_in_of(document, range) } else { nothing.clone() };
    let (buffer, index) = document.lines();
    let is_named = lead_in.clone().any(|line| index.is_named(trim(&buffer.line(line))));
    if is_named { nothing } else { lead_in }
}

/// What stands directly above some lines and belongs to them, if they are a whole definition; of one line, such as a field,
/// that is documentation and attributes, as another comment may be about several.
pub(in crate::plan) fn lead_in_of(document: &mut Document<'_>, range: &Range<usize>) -> Range<usize> {
    let nothing = range.start..range.start;
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let indented = document.layout().indented;
    let buffer = document.buffer();
    let is_head = |line: &usize| {
        let own = buffer.line(*line);
        !is_decorator(rules, trim(&own)) && !is_comment(rules, trim(&own))
    };
    let Some(head) = range.clone().take(LONGEST).find(is_head) else { return nothing };
    let heading = buffer.line(head);
    let lines: Vec<_> = (head..range.end).map(|line| buffer.line(line)).collect();
    let is_balanced = || lines.iter().map(|line| open_brackets(line)).sum::<isize>() == 0;
    let is_member = || !indented && is_balanced() && trim(&heading).ends_with([',', ';', '}']);
    let rule = match range.end - head {
        1 if is_member() => LeadInRule { decorators: true, ..LeadInRule::DOCS },
        1 => return nothing,
        _ => LeadInRule { decorators: true, comments: true, ..LeadInRule::DOCS },
    };
    let is_whole = if indented {
        ["def ", "class ", "async def "].iter().any(|word| trim(&heading).starts_with(word))
            && (range.end..buffer.line_count())
                .take(LONGEST)
                .find(|line| !is_blank(&buffer.line(*line)))
                .is_none_or(|below| indentation(&buffer.line(below)).len() <= indentation(&heading).len())
    } else {
        is_balanced() && lines.last().is_some_and(|last| only_closes(last))
    };
    if lines.len() > 1 && !(is_whole && is_definition(trim(&heading))) {
        return nothing;
    }
    lead_in_above(buffer, rules, range.start, (&heading, rule))..range.start
}

/// The documentation directly above some lines that a payload brings anew: it begins with some, and then with the
/// definition's own heading.
pub(in crate::plan) fn replaced_docs(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    start: usize,
) -> Range<usize> {
    let nothing = start..start;
    let Change::Replace(payload) = editing.change else { return nothing };
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let buffer = document.buffer();
    let mut solid = payload.lines.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let Some(first) = solid.clone().next() else { return nothing };
    let is_inner = |line: &&str| is_comment(rules, line) || line.starts_with('*');
    let heading = solid.find(|line| !is_inner(line));
    let own = buffer.line(start);
    if !is_comment(rules, first)
        || is_comment(rules, trim(&own))
        || heading.is_none_or(|heading| !is_alike(heading, &own))
    {
        return nothing;
    }
    let is_definition = is_definition(trim(&own));
    let rule = LeadInRule { comments: is_definition, ..LeadInRule::DOCS };
    let found = lead_in_above(buffer, rules, start, (&own, rule));
    let sort = |line: &str| ["/**", "/*", "///", "//", "#"].into_iter().find(|sign| line.starts_with(sign));
    let is_same = found < start && sort(trim(&buffer.line(found))) == sort(first);
    if is_same { found..start } else { nothing }
}

/// Whether two lines are headings of one definition, as far as their first words tell.
fn is_alike(one: &str, other: &str) -> bool {
    let name = |line: &str| {
        let head = line.split(['(', '{', '=', ':', ';']).next().unwrap_or_default();
        head.rsplit(|sign| !is_word_char(sign)).find(|word| !word.is_empty()).map(str::to_owned)
    };
    name(one).is_some() && name(one) == name(other)
}

/// What above a line belongs to it.
#[derive(Clone, Copy)]
struct LeadInRule {
    decorators: bool,
    docs: bool,
    /// Comments of any kind.
    comments: bool,
    /// Those of another branch of a `switch`.
    branches: bool,
    /// Those of any line with deeper ones below it: where nobody knows the words of the language, that is a definition.
    bodies: bool,
}

impl LeadInRule {
    /// Documentation, and nothing else.
    const DOCS: Self =
        Self { decorators: false, docs: true, comments: false, branches: false, bodies: false };

    /// Whether a payload brings more than comments and decorators.
    const fn brings_code(self) -> bool {
        self.docs
    }

    /// What belongs to a line before which some lines come. A decorator or a comment joins those that are there.
    fn of(rules: &LexRules, payload: &[&str]) -> Self {
        let mut solid = payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
        let last = solid.clone().next_back().unwrap_or_default();
        let brings_code = !last.is_empty()
            && !is_decorator(rules, last)
            && !is_comment(rules, last)
            && !last.ends_with("*/");
        let head = solid
            .find(|line| !is_decorator(rules, line) && !is_comment(rules, line) && !line.starts_with('*'));
        let is_definition =
            |head: &str| payload.len() > 1 && is_definition(head) || defines(head) || gives_value(head);
        let is_whole = head.is_some_and(is_definition) || last.ends_with([';', '}']);
        Self {
            decorators: brings_code,
            docs: brings_code,
            comments: brings_code && is_whole,
            branches: brings_code && head.is_some_and(is_branch),
            bodies: false,
        }
    }
}

/// Whether the first line of a payload that is no comment above has deeper ones below it, and none is less deep.
fn has_body(rules: &LexRules, payload: &[&str]) -> bool {
    let mut solid =
        payload.iter().filter(|line| !is_blank(line)).skip_while(|line| is_comment(rules, trim(line)));
    let Some(head) = solid.next().map(|line| indentation(line)) else { return false };
    let mut below = solid.map(|line| indentation(line).len());
    below.clone().next().is_some_and(|own| own > head.len()) && below.all(|own| own >= head.len())
}

/// The first of the lines directly above a line that belong to a heading, which is that line or one below it.
fn lead_in_above(
    buffer: &Buffer,
    rules: &LexRules,
    first: usize,
    (heading, rule): (&str, LeadInRule),
) -> usize {
    let line = |at: usize| buffer.line(at);
    let (deep, text) = (indentation(heading).to_owned(), trim(heading).to_owned());
    if is_decorator(rules, &text) || is_comment(rules, &text) {
        return first;
    }
    let is_deeper = |below: usize| {
        let below = line(below);
        !is_blank(&below) && indentation(&below).len() > deep.len()
    };
    let comments = rule.comments && (is_definition(&text) || defines(&text))
        || rule.branches && is_branch(&text)
        || rule.bodies && first + 1 < buffer.line_count() && is_deeper(first + 1);
    let begins_above = |at: usize, is_first: &dyn Fn(&str) -> bool| {
        let mut above = (at.saturating_sub(LONGEST)..=at).rev();
        let is_it = |at: &usize| indentation(&line(*at)) == deep && is_first(trim(&line(*at)));
        above.find(is_it)
    };
    let (mut at, mut is_sure) = (first, false);
    while let Some(above) = at.checked_sub(1).filter(|_| first - at < LONGEST) {
        let own = line(above);
        let text = trim(&own);
        let is_whole = |start: &usize| !(*start..above).any(|at| line(at).contains([';', '{', '}']));
        let template = Some(above).filter(|_| rule.decorators && ends_template(rules, text));
        let template = template.and_then(|_| begins_above(above, &|text| is_template(rules, text)));
        let template = template.filter(is_whole);
        let found = match () {
            () if text.is_empty() => None,
            () if text.ends_with("*/") => begins_above(above, &|text| text.starts_with("/*"))
                .filter(|start| comments || rule.docs && trim(&line(*start)).starts_with("/**")),
            () if template.is_some() => template,
            () if indentation(&own) != deep => None,
            () if is_decorator(rules, text) => Some(above).filter(|_| rule.decorators),
            () if text.starts_with([')', ']']) => {
                begins_above(above, &|text| is_decorator(rules, text)).filter(|_| rule.decorators)
            }
            () if text.starts_with("///") => Some(above).filter(|_| rule.docs || comments),
            () if is_comment(rules, text) => Some(above).filter(|_| comments),
            () => None,
        };
        let Some(start) = found else { break };
        is_sure |= !is_comment(rules, trim(&line(start))) || trim(&line(start)).starts_with("/**");
        at = start;
    }
    // The first comment of a file is about the file.
    if at == 0 && !is_sure { first } else { at }
}

/// The line below a definition's documentation, where that begins at a line and statements come.
fn behind_docstring(document: &mut Document<'_>, at: usize, payload: &[String]) -> usize {
    let buffer = document.buffer();
    let heading = at.checked_sub(1).map(|above| buffer.line(above).into_owned()).unwrap_or_default();
    let text = trim(&heading);
    let is_heading = ["def ", "class ", "async def ", ")"].iter().any(|word| text.starts_with(word));
    let below = (at..buffer.line_count()).take(LONGEST).find(|line| !is_blank(&buffer.line(*line)));
    let quotes = ["\"", "'", "r\"", "r'"];
    let is_string = |line: &str| quotes.iter().any(|sign| trim(line).starts_with(sign));
    let brought = payload.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line));
    let Some(first) = below.filter(|line| is_string(&buffer.line(*line))) else { return at };
    let is_deeper = indentation(&buffer.line(first)).len() > indentation(&heading).len();
    if !text.ends_with(':') || !is_heading || !is_deeper || is_string(brought) {
        return at;
    }
    let (buffer, index) = document.lines();
    let Some(lexer) = index.rules().map(Lexer::new) else { return at };
    let mut state = index.state_before(buffer, first);
    for line in first..(first + LONGEST).min(buffer.line_count()) {
        let text = buffer.line(line);
        let mut is_code = false;
        lexer.line(&text, &mut state, |token| {
            is_code |= match token.kind {
                TokenKind::Comment | TokenKind::String | TokenKind::StringPart => false,
                TokenKind::Code => !matches!(&text[token.range], "r" | "R" | "u" | "U" | ";"),
                _ => true,
            };
        });
        // A statement that only begins with a string is no documentation.
        if is_code {
            return at;
        }
        if !state.is_in_string() {
            return line + 1;
        }
    }
    at
}

/// The line below the bracket, or the word, on a line of its own that opens the body of the heading that some lines end.
fn behind_opener(
    buffer: &Buffer,
    rules: &LexRules,
    payload: &[String],
    lines: &Range<usize>,
) -> Option<usize> {
    let last = lines.end.checked_sub(1).filter(|_| lines.end < buffer.line_count())?;
    let (heading, below) = (buffer.line(last), buffer.line(lines.end));
    let (text, opener) = (trim(&heading), trim(&below));
    let brought = payload.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line));
    let by_depth = indentation(&below).len().cmp(&indentation(&heading).len());
    let is_of_first = indentation(&below) == indentation(&buffer.line(lines.start));
    let goes_on = brought.starts_with(['{', ':', '-', '=', ',', '(', ')', '&', '|', '.', '?'])
        || first_word(brought).is_some_and(|word| CONTINUING.contains(&word) || OPENING.contains(&word));
    if goes_on || is_comment(rules, brought) || by_depth.is_gt() || by_depth.is_eq() && !is_of_first {
        return None;
    }
    let opens = match opener {
        "{" => is_open_heading(text, by_depth.is_lt()),
        word => OPENING.contains(&word) && first_word(text).is_some_and(|word| WORDED.contains(&word)),
    };
    opens.then_some(lines.end + 1)
}

/// Whether a line, above a bracket on a line of its own, may be the last one of the heading of what the bracket opens.
fn is_open_heading(text: &str, is_deeper: bool) -> bool {
    if text.ends_with([')', '=']) || is_deeper && text.ends_with(',') {
        return true;
    }
    let begins = text.starts_with(|sign| is_word_char(sign) || "}.&@*:[".contains(sign));
    let is_ended = text.ends_with([';', '{', '}', ':', ',']) || text.ends_with("*/");
    begins && !is_ended && !text.contains(" = ") && !text.contains(":=")
}

/// The first word of a line, closing brackets before it left out.
fn first_word(text: &str) -> Option<&str> {
    text.trim_start_matches(['}', ' ']).split(|sign| !is_word_char(sign)).next()
}

/// Refuses what would become the body of a heading that has one: a statement without brackets.
fn refuse_bare_body(
    document: &Document<'_>,
    rules: &LexRules,
    editing: Editing<'_>,
    at: usize,
) -> Result<(), Refusal> {
    let buffer = document.buffer();
    let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    let Some(above) = at.checked_sub(1) else { return Ok(()) };
    let heading = buffer.line(above);
    let text = trim(&heading);
    let brought = payload.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line));
    if at >= buffer.line_count() || brought.starts_with(['{', ':']) || is_comment(rules, brought) {
        return Ok(());
    }
    let below = buffer.line(at);
    let is_bare = first_word(text).is_some_and(|word| HEADINGS.contains(&word))
        && (text.ends_with(')') || text.ends_with("else"));
    let is_deeper = indentation(&below).len() > indentation(&heading).len() && !trim(&below).starts_with('{');
    if !is_bare || !is_deeper || is_comment(rules, trim(&below)) {
        return Ok(());
    }
    let message = format!(
        "the body of `{text}` is the statement below it, without brackets: the payload would become the body in its place"
    );
    let path = editing.operation.path.as_str();
    let place = FilePlace::related(path, at, below.into_owned());
    Err(Refusal::new(Code::PayloadMismatch, message).with_places(vec![place]).with_help(
        "replace both lines by `replace_text`, with brackets; or take the statement as the marker",
    ))
}

/// Whether a line begins a definition with a block, as far as its words tell.
fn is_definition(text: &str) -> bool {
    text.starts_with(is_word_char)
        && !is_statement(text)
        && (text.ends_with(['{', ':', '(', ',']) || text.ends_with(')'))
        && (text.contains('(') || text.ends_with(['{', ':']))
        && !text.ends_with(");")
}

/// Whether a line defines something with a body by its first word.
fn defines(text: &str) -> bool {
    let mut words = text.split(|sign: char| !is_word_char(sign));
    let first = words.find(|word| !MODIFIERS.contains(word));
    first.is_some_and(|word| DEFINING.contains(&word)) && words.next().is_some()
}

/// Whether a line gives a value to a name.
fn gives_value(text: &str) -> bool {
    let name = text.split([' ', ':']).next().unwrap_or_default();
    let is_word = !name.is_empty() && name.chars().all(is_word_char) && !is_statement(text);
    is_word && (VALUES.contains(&name) || MODIFIERS.contains(&name) || text.contains(" = "))
        || text.starts_with("#define")
}

/// Whether a line begins as a statement does that is no definition.
fn is_statement(text: &str) -> bool {
    STATEMENTS.contains(&text.split(|sign| !is_word_char(sign)).next().unwrap_or_default())
}

/// Whether a line begins a branch of a `switch` or a `match`.
fn is_branch(text: &str) -> bool {
    text.starts_with("case ") || text.starts_with("default:") || text.contains(" => ")
}

/// Whether a line is a decorator, an annotation or an attribute.
fn is_decorator(rules: &LexRules, text: &str) -> bool {
    let is_name = |rest: &str| rest.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    let is_bare = |rest: &str| !rest.starts_with("interface ") && !rest.ends_with(['{', ';']);
    let is_attribute = || text.strip_prefix("[[").is_some_and(is_name) && text.ends_with("]]");
    text.strip_prefix('@').is_some_and(|rest| is_name(rest) && is_bare(rest))
        || text.starts_with("#[")
        || has_templates(rules) && (is_attribute() || is_template(rules, text) && text.ends_with('>'))
}

/// Whether a language may have template heads, and attributes in two brackets.
fn has_templates(rules: &LexRules) -> bool {
    rules.begins_with_line_comment("//") && rules.block_comments.is_some()
}

/// Whether a line begins a template head.
fn is_template(rules: &LexRules, text: &str) -> bool {
    let is_head = |rest: &str| rest.trim_start().starts_with('<');
    has_templates(rules) && text.strip_prefix("template").is_some_and(is_head)
}

/// Whether a line may end a template head, or a condition on its arguments, that begins above.
fn ends_template(rules: &LexRules, text: &str) -> bool {
    has_templates(rules)
        && !is_template(rules, text)
        && !is_comment(rules, text)
        && (text.ends_with('>') || text.starts_with("requires "))
}

/// Whether a line is nothing but a comment, or begins one.
fn is_comment(rules: &LexRules, text: &str) -> bool {
    rules.begins_with_line_comment(text) || text.starts_with("/*") && rules.block_comments.is_some()
}
