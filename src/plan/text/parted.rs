//! Refuses lines that would come between parts of one statement: a heading and its body without brackets, or a body and
//! the clause that continues the statement.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use std::ops::Range;

use super::lead_in::MAX_SEARCH_LINES;
use super::statements::{StatementLine, StatementsByLine};
use crate::diag::{Code, FilePlace};
use crate::ir::Change;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::text::LineEdits;
use crate::text::normal::{first_word, is_blank};

/// Words that continue a statement with brackets below the line of the closing one.
const CLAUSES: [&str; 3] = ["else", "catch", "finally"];

/// Returns the places at which edits insert lines beside `named`, the lines that a patch names: the place of an insertion,
/// or those above and below lines that stay.
pub(in crate::plan) fn places_beside(
    change: Option<&Change>,
    named: &Range<usize>,
    edits: &LineEdits<'_>,
) -> Vec<usize> {
    if let Some(Change::InsertBefore(_) | Change::InsertAfter(_)) = change {
        return edits.places_of_added().take(1).collect();
    }
    let stays = |line: usize| !edits.removed().contains(&line);
    let first = Some(named.start).filter(|first| !named.is_empty() && stays(*first));
    let last = named.end.checked_sub(1).filter(|last| !named.is_empty() && stays(*last));
    first.into_iter().chain(last.map(|last| last + 1)).collect()
}

/// Refuses edits that insert lines at `places` which would part a statement.
pub(in crate::plan) fn refuse_parted(
    document: &mut Document<'_>,
    path: &str,
    (places, edits): (&[usize], &LineEdits<'_>),
) -> Result<(), Refusal> {
    for at in places {
        let added = edits.added_lines().filter(|(place, _)| place == at);
        let added: Vec<String> = added.map(|(_, line)| line.to_owned()).collect();
        if added.iter().all(|line| is_blank(line)) {
            continue;
        }
        if let Some(parted) = PartedStatement::of(document, *at, &added) {
            let text = document.buffer().line(parted.line).into_owned();
            let place = FilePlace::related(path, parted.line, text);
            return Err(Refusal::new(Code::PayloadMismatch, parted.message)
                .with_places(vec![place])
                .with_help(parted.help));
        }
    }
    Ok(())
}

/// A statement that inserted lines would part.
struct PartedStatement {
    message: String,
    /// The line that would be parted from what is above it.
    line: usize,
    help: &'static str,
}

impl PartedStatement {
    /// Returns the statement that the lines `added` would part before line `at`.
    fn of(document: &mut Document<'_>, at: usize, added: &[String]) -> Option<Self> {
        let layout = document.layout();
        let clauses = document.comments().map(|language| &language.manifest().symbols.clauses);
        let is_known = document.lines().1.rules().is_some();
        let mut lines = StatementsByLine::of(document)?;
        if !is_known && !lines.lexer.rules().block_scalars || !lines.is_code_at(at) {
            return None;
        }
        let own = StatementLine::all(&lines.lexer, added);
        let is_directive =
            |own: &StatementLine| layout.directives.iter().any(|sign| own.code.starts_with(sign));
        let (first, last) = (own.first()?, own.last()?);
        let below = lines.below(at)?;
        if !is_known {
            return Self::in_mapping(&mut lines, (at, &below), (first, last));
        }
        if layout.indented {
            let is_clause = |word: &str| clauses.is_some_and(|clauses| clauses.contains_key(word));
            return Self::before_indented_clause(&below, &own, is_clause);
        }
        if own.iter().all(is_directive) {
            return None;
        }
        let is_heading = last.opens() > 0 || last.is_bare_heading(&lines.lexer);
        let is_body = first.code.starts_with(['{', ':']) || is_heading;
        match Self::before_bare_body(&mut lines, at, &below).filter(|_| !is_body) {
            None => Self::before_clause(&mut lines, (at, &below), first),
            parted => parted,
        }
    }

    /// Returns the statement without brackets on line `below` that is the body of the heading above `at`.
    fn before_bare_body(
        lines: &mut StatementsByLine<'_, '_>,
        at: usize,
        below: &StatementLine,
    ) -> Option<Self> {
        let above = lines.above(at)?;
        let heading = lines.bare_heading(&above)?;
        let is_deeper = below.indentation.len() > heading.indentation.len();
        if !is_deeper || below.code.starts_with('{') {
            return None;
        }
        let message = format!(
            "the body of `{}` is the statement below it, without braces: the payload would become the body \
             instead",
            heading.code
        );
        let help = "replace both lines with `replace_text` and add braces, or use the statement as the marker \
                    of `insert_text_after`";
        Some(Self { message, line: below.line, help })
    }

    /// Returns the clause on line `next` that continues the statement above `at`: `else`, or the `while (…);` of a `do`.
    fn before_clause(
        lines: &mut StatementsByLine<'_, '_>,
        (at, next): (usize, &StatementLine),
        first: &StatementLine,
    ) -> Option<Self> {
        let rules = lines.lexer.rules();
        // The end of a block is a word in other languages.
        if !rules.end_words.is_empty() || rules.block_comments.as_ref().is_none_or(|block| block.open != "/*")
        {
            return None;
        }
        let goes_on = first_word(&next.code);
        // `catch(x);` may be a call.
        let is_clause = match goes_on {
            "else" => true,
            "while" => next.code.ends_with(");"),
            _ => CLAUSES.contains(&goes_on) && !next.code.ends_with(';'),
        };
        let continues = first.word() == goes_on || CLAUSES.contains(&first.word());
        if !is_clause || continues || first.code.starts_with(['{', '}']) {
            return None;
        }
        let is_outer = |own: &StatementLine| own.indentation.len() <= next.indentation.len();
        let mut above = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev();
        let head = above.find_map(|line| lines.read(line).filter(is_outer))?;
        if head.indentation != next.indentation {
            return None;
        }
        let message = match (head.code.as_str(), goes_on) {
            ("}", "while") => return None,
            ("}", _) => {
                format!("`{}` continues what the `}}` above it ends: the payload would part them", next.code)
            }
            _ if has_bare_body(lines, &head, at, goes_on) => format!(
                "the body of `{}` is one statement without brackets, and the payload would come between it \
                 and `{}`",
                head.code, next.code
            ),
            _ => return None,
        };
        let help = "replace the lines from the heading on by `replace_text`, with brackets";
        Some(Self { message, line: next.line, help })
    }

    /// Returns the value below a key, or the item of a list, from whose key or list a new key would part it, in YAML.
    fn in_mapping(
        lines: &mut StatementsByLine<'_, '_>,
        (at, below): (usize, &StatementLine),
        (first, last): (&StatementLine, &StatementLine),
    ) -> Option<Self> {
        let depth = |line: &StatementLine| line.indentation.len();
        let is_item = |line: &StatementLine| line.code == "-" || line.code.starts_with("- ");
        let is_key = |line: &StatementLine| line.code.ends_with(':') || line.code.contains(": ");
        let above = lines.above(at)?;
        if is_item(first) || !is_key(first) {
            return None;
        }
        // The key of an item is deeper than its sign.
        let of_key = depth(&above) + if is_item(&above) { 2 } else { 0 };
        let has_value_below = above.code.ends_with(':')
            && (depth(below) > of_key || is_item(below) && depth(below) == of_key)
            && depth(first) <= of_key;
        let message = match has_value_below {
            true => format!("the value of `{}` is below it: the payload would part them", above.code),
            false => {
                let is_outer = |own: &StatementLine| depth(own) <= depth(below);
                let mut outer = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev();
                let outer = outer.find_map(|line| lines.read(line).filter(is_outer))?;
                // The rest of the list becomes the value of the new key.
                let takes_rest = depth(last) == depth(below) && (is_item(last) || last.code.ends_with(':'));
                let is_between = is_item(below) && depth(first) == depth(below) && !takes_rest;
                let is_list = is_item(&outer) && depth(&outer) == depth(below);
                if !is_between || !is_list {
                    return None;
                }
                format!(
                    "the payload is a key, but would come between items of a list, before `{}`",
                    below.code
                )
            }
        };
        let help = "insert it beside another key, or give it the indentation of the keys that it belongs to";
        Some(Self { message, line: below.line, help })
    }

    /// Returns the clause on line `next` from whose statement lines of its depth would part it.
    fn before_indented_clause(
        next: &StatementLine,
        own: &[StatementLine],
        is_clause: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let is_outer = |own: &&StatementLine| own.indentation.len() <= next.indentation.len();
        let parting = own.iter().find(is_outer).filter(|own| !is_clause(first_word(&own.code)))?;
        if !is_clause(first_word(&next.code)) || !next.code.contains(':') {
            return None;
        }
        let message = format!(
            "`{}` continues the statement above it, and `{}` would come between them",
            next.code, parting.code
        );
        let help =
            "indent the payload like the block above, or insert it below the last clause of the statement";
        Some(Self { message, line: next.line, help })
    }
}

/// Returns whether a statement without brackets is the body of a heading that begins on the line `head`, and is above line
/// `at`.
fn has_bare_body(
    lines: &mut StatementsByLine<'_, '_>,
    head: &StatementLine,
    at: usize,
    goes_on: &str,
) -> bool {
    let is_head = match goes_on {
        "else" => ["if", "else"].contains(&head.word()),
        "while" => head.code == "do",
        _ => false,
    };
    let mut open = 0;
    let end = lines.from(head.line).find(|line| {
        open += line.opens();
        open <= 0
    });
    let end = end.filter(|end| is_head && end.line < at);
    let Some(end) = end.filter(|end| lines.bare_heading(end).is_some()) else { return false };
    lines.above(at).is_some_and(|body| body.line > end.line && body.code != "}")
}
