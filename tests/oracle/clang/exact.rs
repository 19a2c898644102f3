//! When a resolved definition is what clang saw.

use super::library::Place;

/// Whether a resolved definition is what clang saw: the same end, a semicolon and a comment apart, and the same start,
/// macros, attributes and comments apart that clang does not count.
pub(crate) fn is_exact(text: &str, place: &Place, declaration: usize, found: std::ops::Range<usize>) -> bool {
    let range = &place.range;
    let (low, high) = (range.end.min(found.end), range.end.max(found.end));
    let tail = text.get(low..high).unwrap_or("?").trim();
    let is_tail = tail.is_empty()
        || (found.end >= range.end
            && {
                let rest =
                    tail.strip_prefix('=').map_or(tail, |rest| rest.trim_start().trim_start_matches(is_word));
                let rest = rest.trim_start().trim_start_matches(';').trim();
                rest.is_empty() || rest.starts_with("//") || rest.starts_with("/*") || is_lead(rest.trim_end_matches(';'))
                // What clang leaves out of a declaration: `decltype(...)` at its end.
                || (!place.is_definition && is_rest_of_declaration(tail))
            });
    let lead = |from: usize, to: usize| is_lead(text.get(from..to).unwrap_or("?"));
    let is_head = if range.start >= found.start {
        lead(found.start, range.start)
    } else {
        lead(range.start, declaration.min(found.start))
    };
    is_tail && is_head
}

/// Whether a text ends with its first semicolon, and opens no braces.
fn is_rest_of_declaration(text: &str) -> bool {
    let code = text.split("//").next().unwrap_or_default().trim_end();
    code.find(';') == Some(code.len().saturating_sub(1)) && !code.contains(['{', '}'])
}

/// Whether a text holds nothing but comments, macros with their arguments, attributes and blanks.
fn is_lead(text: &str) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with("//") || rest.starts_with('#') {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("[[") {
            rest.find("]]").map_or(rest.len(), |end| end + 2)
        } else if let Some(list) = rest.strip_prefix("template") {
            // A head of its own for the class, of which clang counts only the inner one.
            list.find('>').map_or(rest.len(), |end| "template".len() + end + 1)
        } else if let Some(inner) = rest.strip_prefix('"') {
            inner.find('"').map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with('(') {
            let mut depth = 0_usize;
            let close = rest.find(|char| {
                depth = match char {
                    '(' => depth + 1,
                    ')' => depth - 1,
                    _ => depth,
                };
                depth == 0
            });
            close.map_or(rest.len(), |end| end + 1)
        } else {
            let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
            let word = &rest[..end];
            let is_macro = end > 2
                && word.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_');
            let is_attribute =
                matches!(word, "__attribute__" | "__declspec" | "alignas" | "extern" | "inline" | "static");
            if !is_macro && !is_attribute {
                return false;
            }
            end
        };
        rest = rest[end..].trim_start();
    }
    true
}

pub(crate) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}
