//! Gives lines that all lost their indentation the depth that the brackets around them demand.
//!
//! For each line the walk finds the line that its depth follows from ([`walk`]): that which opens the bracket, begins the
//! statement, or precedes it. How deep one is below the other is read from the file ([`style`]), whose own lines are walked
//! in the same way; only what all styles have in common needs no such example.
//!
//! Invariant: either the depth of every line follows, or nothing changes. The text of strings keeps its bytes.

mod relation;
mod scope;
mod style;
#[cfg(test)]
mod tests;
mod tokens;
mod walk;
mod words;

use relation::{Anchor, LinePlace, Relation};
use style::NestingStyle;
use tokens::{LineSort, TokenLine, read};
use walk::places;

use super::lexer::{LexRules, Lexer, NestingSyntax};
use super::normal::{indentation, is_blank, is_word_char, trim};

/// The rules of a language that nesting needs.
#[derive(Debug, Clone, Copy)]
pub struct NestingRules<'a> {
    /// The syntax of strings and comments.
    pub lexical: &'a LexRules,
    /// The layout of statements.
    pub syntax: NestingSyntax,
    /// The mark that begins a preprocessor directive.
    pub directive: Option<&'a str>,
    /// Words of headings whose blocks may be as deep as the heading.
    pub flat_words: &'a [&'a str],
    /// Whether the lines are those of a file, which goes on if brackets are missing.
    pub is_file: bool,
}

/// What brackets say of the lines of a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nested {
    /// Some line is deeper than the bracket around it, or no bracket demands depth.
    NotFlat,
    /// The line opens a block whose lines are not deeper, and how deep they must be is unclear.
    Unclear(usize),
    /// The lines, with the indentation that brackets demand.
    Lines(Vec<String>),
}

/// The indentation of a block in a file that shows none.
const USUAL_STEP: [&str; 2] = ["    ", "\t"];

/// Returns lines with the depth that brackets demand, if all of them are flat; `near` reads lines of the file, which
/// begin in code.
#[must_use]
pub fn nested(payload: &[String], near: impl FnOnce() -> Vec<String>, rules: NestingRules<'_>) -> Nested {
    if is_clearly_nested(payload) {
        return Nested::NotFlat;
    }
    let lexer = Lexer::new(rules.lexical);
    let lines = read(payload, &lexer, rules);
    let own = places(&lines, rules);
    let Some((opener, first)) = flat_block(&lines, &own) else { return Nested::NotFlat };
    let near = near();
    let file = read(&near, &lexer, rules);
    let above = match own[first].as_ref().map(|place| place.anchor) {
        Some(Anchor::Line(above)) => above,
        _ => opener,
    };
    if is_flat_in_file([&lines[above], &lines[first]], &file) {
        return Nested::NotFlat;
    }
    let shown = places(&file, NestingRules { is_file: true, ..rules });
    let step = USUAL_STEP[usize::from(rules.syntax.tabs)];
    let style = NestingStyle::of(&file, &shown, (rules.syntax, step));
    match indented(&lines, &own, &style) {
        Some(lines) if lines == payload => Nested::NotFlat,
        Some(lines) => Nested::Lines(lines),
        None => Nested::Unclear(opener),
    }
}

/// Returns whether a first look shows that lines are not flat: the line below the first one that ends in an opening
/// bracket is deeper, or there is no such line.
fn is_clearly_nested(lines: &[String]) -> bool {
    let mut solid = lines.iter().filter(|line| !is_blank(line)).peekable();
    while let Some(line) = solid.next() {
        let text = trim(line);
        if !text.ends_with(['{', '(', '[', '<']) && !text.contains("{ /") && !text.contains("( /") {
            continue;
        }
        return solid.peek().is_some_and(|below| width(indentation(below)) > width(indentation(line)));
    }
    true
}

/// Returns whether the file has a heading and the first line of its block one below the other, and equally deep.
fn is_flat_in_file([first, second]: [&TokenLine<'_>; 2], file: &[TokenLine<'_>]) -> bool {
    // Some styles have a brace on a line of its own as deep as the block.
    if !first.text().contains(is_word_char) {
        return false;
    }
    let code = || file.iter().filter(|line| line.sort == LineSort::Code);
    code().zip(code().skip(1)).any(|(above, below)| {
        above.indent() == below.indent() && above.text() == first.text() && below.text() == second.text()
    })
}

/// Returns the first line that opens a block whose lines are not deeper, and the first of these, if there is such a block,
/// and no line at all is deeper than the line that opens the bracket around it.
fn flat_block(lines: &[TokenLine<'_>], places: &[Option<LinePlace>]) -> Option<(usize, usize)> {
    let mut found = None;
    let mut margin: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(place) = places[at].as_ref().filter(|_| !matches!(line.sort, LineSort::Directive { .. }))
        else {
            continue;
        };
        if let Some(opener) = place.opener {
            if width(line.indent()) > width(lines[opener].indent()) {
                return None;
            }
            let demands = matches!(
                place.relation,
                Relation::Block
                    | Relation::OwnBlock
                    | Relation::Value
                    | Relation::HeadBlock
                    | Relation::CaseBody
                    | Relation::Hanging(..)
            );
            found = found.or(demands.then_some((opener, at)));
        }
        // Only the first line may have an indentation of its own.
        if at > 0 && line.sort == LineSort::Code {
            if margin.is_some_and(|margin| margin != line.indent()) {
                return None;
            }
            margin = Some(line.indent());
        }
    }
    found
}

fn width(indent: &str) -> usize {
    indent.bytes().map(|byte| if byte == b'\t' { 4 } else { 1 }).sum()
}

/// Returns the lines at the depth of their places; `None` if that of one is unclear.
fn indented(
    lines: &[TokenLine<'_>],
    places: &[Option<LinePlace>],
    style: &NestingStyle,
) -> Option<Vec<String>> {
    let margin = lines.iter().find(|line| line.sort == LineSort::Code)?.indent();
    let mut indents: Vec<Option<String>> = vec![None; lines.len()];
    // Comments follow from the line below them.
    for is_comment in [false, true] {
        for (at, line) in lines.iter().enumerate() {
            let Some(place) = places[at]
                .as_ref()
                .filter(|_| line.sort == if is_comment { LineSort::Comment } else { LineSort::Code })
            else {
                continue;
            };
            let bracket = match place.bracket {
                Some((opener, column)) => Some((indents[opener].clone()?, column)),
                None => None,
            };
            let bracket = bracket.as_ref().map(|(indent, column)| (indent.as_str(), *column));
            indents[at] = Some(match place.anchor {
                Anchor::Margin if place.relation == Relation::Sibling => margin.to_owned(),
                Anchor::Margin => style.below(margin, &place.relation, bracket)?,
                Anchor::Line(anchor) => style.below(indents[anchor].as_deref()?, &place.relation, bracket)?,
                Anchor::Unknown => return None,
            });
        }
    }
    let mut nested = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        nested.push(match (line.sort, &indents[at]) {
            (LineSort::Code | LineSort::Comment, Some(indent)) => {
                format!("{indent}{}", &line.line[line.indent().len()..])
            }
            (LineSort::InComment { head }, _) => {
                let is_inner = |line: &&TokenLine<'_>| line.sort == LineSort::InComment { head };
                let has_stars = lines[head..]
                    .iter()
                    .skip(1)
                    .take_while(is_inner)
                    .all(|line| line.text().starts_with('*'));
                in_comment((line, &lines[head]), has_stars, indents[head].as_deref()?)
            }
            (LineSort::Directive { continued: true }, _) if line.indent().is_empty() => return None,
            (LineSort::Directive { .. }, _)
                if !style.has_flat_directives
                    && places[at].as_ref().is_some_and(|own| own.opener.is_some()) =>
            {
                return None;
            }
            _ => line.line.to_owned(),
        });
    }
    Some(nested)
}

/// Returns a line of a comment, which moves with the first one; stars are below one another.
fn in_comment((line, head): (&TokenLine<'_>, &TokenLine<'_>), has_stars: bool, indent: &str) -> String {
    let own = line.indent();
    let text = &line.line[own.len()..];
    match own.strip_prefix(head.indent()) {
        _ if text.is_empty() => line.line.to_owned(),
        Some("") if has_stars && head.text().starts_with("/*") => format!("{indent} {text}"),
        Some(more) => format!("{indent}{more}{text}"),
        None => format!("{indent}{text}"),
    }
}

/// Returns whether a line begins with a word at the margin, so that it begins in code: [`nested`] reads a file from one on.
#[must_use]
pub fn begins_at_margin(line: &str) -> bool {
    indentation(line).is_empty() && line.starts_with(|sign: char| sign.is_alphabetic())
}
