//! Finds what belongs to the lines of a marker and is above or below them: decorators, comments, documentation, or the
//! opening bracket of a definition. An insertion beside the marker is not placed in between.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use std::collections::HashSet;
use std::ops::Range;

use crate::diag::{Code, FilePlace};
use crate::ir::Change;
use crate::plan::blanks::prose;
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::text::edge_comments::place_beside;
use crate::plan::text::inside_statement::{behind_comment, code_of};
use crate::plan::text::lead_in::{
    LeadInLines, LeadInRule, MAX_SEARCH_LINES, is_alike, is_attribute, is_comment, is_definition,
};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::Side;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::{indentation, is_blank, is_closing_line, is_word_char, open_brackets, trim};
use crate::text::{Buffer, LexRules, LineEdits};

/// Words that begin a statement whose body may be a single statement without brackets.
const HEADINGS: [&str; 4] = ["if", "for", "while", "else"];

/// Words that begin a heading whose body is opened by a word, and the words that open it.
const WORDED: [&str; 6] = ["for", "while", "until", "select", "if", "elif"];
const OPENING: [&str; 2] = ["do", "then"];

/// Words that continue a heading.
const CONTINUING: [&str; 10] =
    ["throws", "extends", "implements", "permits", "where", "with", "requires", "noexcept", "override", "is"];

/// Returns where a change puts lines beside those of a marker: an empty range of lines, or the lines of the marker if
/// they are replaced.
///
/// # Errors
/// The lines would become the body of a heading that already has a body.
pub(in crate::plan) fn gap_beside(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    range: &Range<usize>,
) -> Result<Range<usize>, Refusal> {
    let indented = document.layout().indented;
    let beside = match editing.change {
        Change::InsertBefore(payload) => place_beside(document, &payload.lines, Side::Before, range.start),
        Change::InsertAfter(payload) => place_beside(document, &payload.lines, Side::After, range.end),
        Change::Replace(_) | Change::Delete => return Ok(range.clone()),
    };
    if beside < range.start || beside > range.end {
        return Ok(beside..beside);
    }
    let at = match (editing.change, document.lines().1.rules()) {
        (Change::Replace(_) | Change::Delete, _) => return Ok(range.clone()),
        (Change::InsertBefore(payload), _) => line_above_lead_in(document, range.start, &payload.lines),
        (Change::InsertAfter(payload), None)
            if document.lexical().is_none() || prose::is_markdown(&editing.operation.path) =>
        {
            let written = (&editing.operation.path, &payload.lines[..]);
            prose::below_rule(document.buffer(), range.end, written)
        }
        (Change::InsertAfter(payload), Some(_)) if indented => {
            match below_docstring(document, range.end, &payload.lines) {
                at if at == range.end => behind_comment(document, at, &payload.lines),
                at => at,
            }
        }
        (Change::InsertAfter(payload), known) => {
            let at = behind_comment(document, range.end, &payload.lines);
            let rules = document.lexical().filter(|_| at == range.end && !indented);
            let behind = rules
                .and_then(|rules| below_opening_bracket(document.buffer(), rules, &payload.lines, range));
            if let (None, Some(rules)) = (behind, known.filter(|_| at == range.end)) {
                refuse_bare_body(document, rules, editing, at)?;
            }
            behind.unwrap_or(at)
        }
    };
    if let Some(rules) = document.lines().1.rules().filter(|_| !indented) {
        refuse_before_else(document, rules, editing, at)?;
    }
    Ok(at..at)
}

/// Moves lines that edits add directly above the first line of `named` (the lines that a patch names), to above what
/// belongs to that line, as an insertion before it would be placed. This applies whether the line stays or is added
/// again with changes.
pub(in crate::plan) fn put_above_lead_in(
    document: &mut Document<'_>,
    named: &Range<usize>,
    edits: &mut LineEdits<'_>,
) {
    let buffer = document.buffer();
    if named.is_empty() || named.start == 0 || is_blank(&buffer.line(named.start)) {
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
    let brought: Vec<String> = added[..count].iter().map(|(_, text)| (*text).to_owned()).collect();
    if brought.iter().all(|line| is_blank(line)) {
        return;
    }
    let numbers: Vec<usize> = added[..count].iter().map(|(number, _)| *number).collect();
    let beside = place_beside(document, &brought, Side::Before, named.start);
    if beside < named.start {
        return edits.move_added(&numbers, beside);
    }
    // Most lines have nothing directly above that could belong to them.
    if is_blank(&document.buffer().line(named.start - 1)) {
        return;
    }
    let above = line_above_lead_in(document, named.start, &brought);
    // A payload that begins with everything that belongs to the line decides itself what goes in between.
    let buffer = document.buffer();
    let solid = |text: &str| Some(trim(text).to_owned()).filter(|text| !text.is_empty());
    let own: Vec<String> = (above..named.start).filter_map(|line| solid(&buffer.line(line))).collect();
    let begins_so =
        brought.iter().filter_map(|line| solid(line)).zip(&own).filter(|(one, other)| one == *other);
    if above < named.start && begins_so.count() < own.len() {
        edits.move_added(&numbers, above);
    }
}

/// Returns the line before which lines are inserted that are to precede line `at`: above everything that is directly
/// above that line and belongs to it.
fn line_above_lead_in(document: &mut Document<'_>, at: usize, payload: &[String]) -> usize {
    let Some(rules) = document.lexical() else { return at };
    let is_known = document.lines().1.rules().is_some();
    let lead_in = LeadInLines::new(document.buffer(), rules, document.comments());
    let heading = lead_in.heading(at);
    lead_in.start(at, &heading, LeadInRule::of((rules, is_known), payload, &heading))
}

/// Returns the lines directly above a deleted whole definition that belong to it; otherwise they would seem to belong
/// to the next definition. They are kept if the patch names one of them, for instance as the place of an insertion
/// instead of the definition.
pub(in crate::plan) fn attached_lines_above(
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

/// Returns the lines directly above some lines that belong to them, if these are a whole definition. For a definition
/// of one line, such as a field, only documentation and attributes count, because another comment may be about several
/// lines.
pub(in crate::plan) fn lead_in_of(document: &mut Document<'_>, range: &Range<usize>) -> Range<usize> {
    let nothing = range.start..range.start;
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let (indented, language) = (document.layout().indented, document.comments());
    let buffer = document.buffer();
    let is_head = |line: &usize| {
        let own = buffer.line(*line);
        !is_attribute(rules, trim(&own)) && !is_comment(rules, trim(&own))
    };
    let Some(head) = range.clone().take(MAX_SEARCH_LINES).find(is_head) else { return nothing };
    let heading = buffer.line(head);
    let lines: Vec<_> = (head..range.end).map(|line| buffer.line(line)).collect();
    let is_balanced = || lines.iter().map(|line| open_brackets(line)).sum::<isize>() == 0;
    let is_member = || !indented && is_balanced() && trim(&heading).ends_with([',', ';', '}']);
    let rule = match range.end - head {
        1 if is_member() => LeadInRule { attributes: true, ..LeadInRule::DOCS },
        1 => return nothing,
        _ => LeadInRule { attributes: true, comments: true, ..LeadInRule::DOCS },
    };
    let is_whole = if indented {
        ["def ", "class ", "async def "].iter().any(|word| trim(&heading).starts_with(word))
            && (range.end..buffer.line_count())
                .take(MAX_SEARCH_LINES)
                .find(|line| !is_blank(&buffer.line(*line)))
                .is_none_or(|below| indentation(&buffer.line(below)).len() <= indentation(&heading).len())
    } else {
        is_balanced() && lines.last().is_some_and(|last| is_closing_line(last))
    };
    if lines.len() > 1 && !(is_whole && is_definition(trim(&heading))) {
        return nothing;
    }
    LeadInLines::new(buffer, rules, language).start(range.start, &heading, rule)..range.start
}

/// Returns the lines of documentation above some lines that a payload replaces: the payload begins with documentation,
/// followed by the definition's own heading.
pub(in crate::plan) fn replaced_docs(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    start: usize,
) -> Range<usize> {
    let nothing = start..start;
    let Change::Replace(payload) = editing.change else { return nothing };
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let (buffer, language) = (document.buffer(), document.comments());
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
    // A comment above several values may be about all of them.
    let rule = LeadInRule { comments: is_definition, alone: true, ..LeadInRule::DOCS };
    let found = LeadInLines::new(buffer, rules, language).start(start, &own, rule);
    let sort = |line: &str| ["/**", "/*", "///", "//", "#"].into_iter().find(|sign| line.starts_with(sign));
    let is_same = found < start && sort(trim(&buffer.line(found))) == sort(first);
    if is_same { found..start } else { nothing }
}

/// Returns the line below a docstring that begins at or below line `at`, if the payload does not begin with a string.
fn below_docstring(document: &mut Document<'_>, at: usize, payload: &[String]) -> usize {
    let buffer = document.buffer();
    let heading = at.checked_sub(1).map(|above| buffer.line(above).into_owned()).unwrap_or_default();
    let text = trim(&heading);
    let is_heading = ["def ", "class ", "async def ", ")"].iter().any(|word| text.starts_with(word));
    let below = (at..buffer.line_count()).take(MAX_SEARCH_LINES).find(|line| !is_blank(&buffer.line(*line)));
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
    for line in first..(first + MAX_SEARCH_LINES).min(buffer.line_count()) {
        let text = buffer.line(line);
        let mut is_code = false;
        lexer.line(&text, &mut state, |token| {
            is_code |= match token.kind {
                TokenKind::Comment | TokenKind::String | TokenKind::StringPart => false,
                TokenKind::Code => !matches!(&text[token.range], "r" | "R" | "u" | "U" | ";"),
                _ => true,
            };
        });
        // A statement that only begins with a string is not a docstring.
        if is_code {
            return at;
        }
        if !state.is_in_string() {
            return line + 1;
        }
    }
    at
}

/// Returns the line below the bracket or word on a line of its own that opens the body of the heading that some lines
/// end with.
fn below_opening_bracket(
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
        "{" if continues_bounds(&code_of(buffer, rules, last), payload, !is_of_first) => false,
        "{" => !rules.heading_braces && !is_whole_statement(text) && is_open_heading(text, by_depth.is_lt()),
        // A language with such words has one that ends the block, too; in others `do` begins a statement.
        word => {
            OPENING.contains(&word)
                && !rules.end_words.is_empty()
                && first_word(text).is_some_and(|word| WORDED.contains(&word))
        }
    };
    opens.then_some(lines.end + 1)
}

/// Returns whether a line above a bracket on a line of its own may be the last line of the heading that the bracket
/// belongs to.
fn is_open_heading(text: &str, is_deeper: bool) -> bool {
    if text.ends_with([')', '=']) || is_deeper && text.ends_with(',') {
        return true;
    }
    let begins = text.starts_with(|sign| is_word_char(sign) || "}.&@*:[".contains(sign));
    let is_ended = text.ends_with([';', '{', '}', ':', ',']) || text.ends_with("*/");
    begins && !is_ended && !text.contains(" = ") && !text.contains(":=")
}

/// Returns whether a payload continues the list of bounds that a heading ends with: `T: A,` is followed by `U: B,`. If
/// the marker is the whole heading, the names must begin alike, since fields also have this form.
fn continues_bounds(last: &str, payload: &[String], is_within: bool) -> bool {
    let name = |text: &str| text.split_once(": ").map(|(name, _)| name.to_owned());
    let solid = || payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let (Some(above), Some(own)) = (name(last), solid().next().and_then(name)) else { return false };
    let is_lower = |name: &str| name.starts_with(char::is_lowercase) && !name.starts_with("for<");
    last.ends_with(',')
        && open_brackets(&own) == 0
        && !own.contains('=')
        && solid().next_back().is_some_and(|end| !end.ends_with([';', '}', '{']))
        && (is_within || is_lower(&above) == is_lower(&own))
}

/// Returns whether a line without a mark at its end is a statement that is no heading: it gives a value to a variable, or
/// gives one back.
fn is_whole_statement(text: &str) -> bool {
    let mut words = text.split_whitespace().skip_while(|word| *word == "export");
    let is_value = match words.next() {
        Some("return" | "throw" | "let" | "var") => true,
        Some("const") => words.nth(1) == Some("="),
        _ => false,
    };
    is_value && !text.ends_with('=') && !["=>", "function", "class"].iter().any(|sign| text.contains(sign))
}

/// Returns the first word of a line, after any closing brackets.
fn first_word(text: &str) -> Option<&str> {
    text.trim_start_matches(['}', ' ']).split(|sign| !is_word_char(sign)).next()
}

/// Refuses lines between the body of a heading, which is a statement without brackets, and what continues that heading:
/// `else`, or the `while (…);` of a `do`.
fn refuse_before_else(
    document: &Document<'_>,
    rules: &LexRules,
    editing: Editing<'_>,
    at: usize,
) -> Result<(), Refusal> {
    let buffer = document.buffer();
    let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    let mut brought =
        payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty() && !is_comment(rules, line));
    let solid = |line: &usize| !is_blank(&buffer.line(*line));
    let Some(below) = (at..buffer.line_count()).take(MAX_SEARCH_LINES).find(solid) else { return Ok(()) };
    let next = buffer.line(below);
    let goes_on = match first_word(trim(&next)).filter(|_| !trim(&next).starts_with('}')) {
        Some("else") => "else",
        Some("while") if trim(&next).ends_with(");") => "while",
        _ => return Ok(()),
    };
    // The end of a block is a word in other languages.
    let has_words =
        !rules.end_words.is_empty() || rules.block_comments.as_ref().is_none_or(|block| block.open != "/*");
    let outer =
        |line: &usize| solid(line) && indentation(&buffer.line(*line)).len() <= indentation(&next).len();
    let head = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().find(outer).filter(|_| !has_words);
    let Some(head) = head else { return Ok(()) };
    let heading = buffer.line(head);
    let text = trim(&heading);
    let is_bare = match goes_on {
        "else" => first_word(text).is_some_and(|word| ["if", "else"].contains(&word)) && text.ends_with(')'),
        _ => text == "do",
    };
    let is_whole = match text {
        "}" => goes_on == "else",
        _ => is_bare && head + 1 < below,
    };
    let is_at_depth = indentation(&heading) == indentation(&next);
    let continues = |line: &str| first_word(line) == Some(goes_on) || line.starts_with(['{', '}']);
    if !is_whole || !is_at_depth || brought.next().is_none_or(continues) {
        return Ok(());
    }
    let message = match text {
        "}" => {
            format!("`{}` continues what the `}}` above it ends: the payload would part them", trim(&next))
        }
        _ => format!(
            "the body of `{text}` is one statement without brackets, and the payload would come between it and `{}`",
            trim(&next)
        ),
    };
    let place = FilePlace::related(editing.operation.path.as_str(), below, next.into_owned());
    Err(Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![place])
        .with_help("replace the lines from the heading on by `replace_text`, with brackets"))
}

/// Refuses lines that would become the body of a heading whose body is a statement without brackets.
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
        "the body of `{text}` is the statement below it, without braces: the payload would become \
         the body instead"
    );
    let path = editing.operation.path.as_str();
    let place = FilePlace::related(path, at, below.into_owned());
    Err(Refusal::new(Code::PayloadMismatch, message).with_places(vec![place]).with_help(
        "replace both lines with `replace_text` and add braces, or use the statement as the marker",
    ))
}
