//! Determines how text that is added to documentation joins it: as a new paragraph, or continuing the last one.

use crate::text::normal::{indentation, is_blank, trim};

/// The separation between existing documentation and the text after it, and the indentation of that text.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Joint {
    /// The number of empty lines between the two.
    pub(in crate::resolve::symbol) gap: usize,
    /// The indentation of each line of the text, after the comment marker.
    pub(in crate::resolve::symbol) indent: String,
}

/// The common form of the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListMark {
    /// `* `, `- `, `| ` and the like.
    Mark(char),
    /// `1. ` or `1) `.
    Number,
    /// `@param`, `\param`, or `:param x:`.
    Tag(char),
    /// `name: text`, below a heading that ends with a colon.
    Name { is_capital: bool },
}

/// Returns how a text joins documentation; both are given without comment markers, with their indentation relative to
/// their other lines.
///
/// The text continues the last paragraph if that has a list item like the text's first line, or ends within a sentence
/// that the text continues; else it is a paragraph of its own.
pub(in crate::resolve::symbol) fn joint(above: &[String], text: &[String]) -> Joint {
    let filled = above.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
    let first = above[..filled].iter().rposition(|line| is_blank(line)).map_or(0, |blank| blank + 1);
    let parted = Joint { gap: usize::from(filled > 0), indent: String::new() };
    let (last, Some(new)) = (&above[first..filled], text.first()) else { return parted };
    if let Some(kind) = item(new) {
        let items = last.iter().enumerate().filter(|(at, line)| {
            item(line) == Some(kind)
                && (!matches!(kind, ListMark::Name { .. }) || is_below_heading(&last[..*at], line))
        });
        let least = items.map(|(_, line)| indentation(line)).min_by_key(|indent| indent.len());
        if let Some(indent) = least {
            return Joint { gap: 0, indent: indent.to_owned() };
        }
    }
    let goes_on = trim(new).starts_with(|char: char| char.is_lowercase());
    let is_open = last.last().is_some_and(|line| !trim(line).ends_with(['.', '!', '?', ':', '`', '>']));
    if goes_on && is_open { Joint { gap: 0, ..parted } } else { parted }
}

/// Tags at the start of prose, which do not describe a separate part of the definition.
const OF_PROSE: [&str; 8] =
    ["brief", "classdesc", "desc", "description", "details", "remarks", "short", "summary"];

/// Returns whether a line begins a documentation tag such as `@param`, which all text up to the next tag belongs to.
pub(in crate::resolve::symbol) fn is_tag(line: &str) -> bool {
    let is_tag = |sign: &char| matches!(sign, '@' | '\\');
    let name = trim(line).split(|char: char| !char.is_ascii_alphanumeric()).nth(1).unwrap_or_default();
    matches!(item(line), Some(ListMark::Tag(sign)) if is_tag(&sign)) && !OF_PROSE.contains(&name)
}

/// Returns the form of the list item that a line begins.
fn item(line: &str) -> Option<ListMark> {
    let text = trim(line);
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    match first {
        '*' | '-' | '+' | '•' | '|' if rest.starts_with([' ', '\t']) => Some(ListMark::Mark(first)),
        '>' if rest.starts_with(">> ") => Some(ListMark::Mark(first)),
        '@' | '\\' if rest.starts_with(|char: char| char.is_ascii_alphabetic()) => Some(ListMark::Tag(first)),
        ':' if rest.starts_with(|char: char| char.is_ascii_alphabetic()) && rest.contains(':') => {
            Some(ListMark::Tag(first))
        }
        '0'..='9' => {
            let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
            [". ", ") "].iter().any(|mark| rest.starts_with(mark)).then_some(ListMark::Number)
        }
        _ => named_item(text),
    }
}

/// Recognizes `name: text` and `name (type): text`; a capitalized word without further capitals, as in `Note: text`, is
/// prose and no name.
fn named_item(text: &str) -> Option<ListMark> {
    let bare = text.trim_start_matches('*');
    let name = bare.split(|char: char| !(char.is_alphanumeric() || matches!(char, '_' | '.'))).next()?;
    let rest = bare[name.len()..].trim_start();
    let rest = if rest.starts_with('(') { rest.split_once("):")?.1 } else { rest.strip_prefix(':')? };
    let is_capital = name.starts_with(char::is_uppercase);
    let is_name = !is_capital || name.chars().skip(1).any(char::is_uppercase);
    (!name.is_empty() && is_name && rest.starts_with(' ')).then_some(ListMark::Name { is_capital })
}

/// Returns whether a line is below a less indented one that ends with a colon, such as `Args:`.
fn is_below_heading(above: &[String], line: &str) -> bool {
    let depth = indentation(line).len();
    above.iter().any(|own| indentation(own).len() < depth && trim(own).ends_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(above: &str, text: &str, gap: usize, indent: &str) {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(joint(&lines(above), &lines(text)), Joint { gap, indent: indent.to_owned() }, "{text}");
    }

    #[test]
    fn a_new_sentence_is_a_paragraph() {
        check("Runs.", "Never fails.", 1, "");
        check("Runs.\nTwice.", "`run` never fails.", 1, "");
        check("Runs.\n", "Never fails.", 1, "");
        check("", "Never fails.", 0, "");
        check("Runs the", "whole thing.", 0, "");
        check("Runs.", "@param x the x", 1, "");
        check("Runs.\n\n@param x the x\n    of all", "@return the y", 0, "");
        check("@param x the x\n\nMore.", "@return the y", 1, "");
    }

    #[test]
    fn an_item_goes_on_with_its_list() {
        check("Modes:\n\n* a\n  or so\n* b", "* c", 0, "");
        check("Modes:\n  - a\n    - b", "- c", 0, "  ");
        check("1. a\n2. b", "3. c", 0, "");
        check(":param x: the x", ":returns: the y", 0, "");
        check("Args:\n    x: the x.", "y (int): the y.", 0, "    ");
        check("Args:\n    x: the x.", "Returns: the y.", 1, "");
        check("Raises:\n    KeyError: if so.", "ValueError: if not.", 0, "    ");
        check("Raises:\n    KeyError: if so.", "Note: it does.", 1, "");
        check("- a", "* b", 1, "");
        check(">>> f(1)\n2", ">>> f(2)\n3", 0, "");
        check("é", "É: x", 1, "");
    }
}
