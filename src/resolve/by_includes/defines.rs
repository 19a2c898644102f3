//! Macros whose replacement does not affect the meaning of names.

use std::collections::HashMap;

use crate::lang::{ImportRules, PreprocessorRules};
use crate::text::normal::is_word_char;

/// The macros of some files: whether each expands only to specifiers and attributes, or to nothing.
pub(super) type Defines = HashMap<String, bool>;

/// Adds the macros that a text defines.
pub(super) fn add_defines(
    text: &str,
    imports: &ImportRules,
    masks: &PreprocessorRules,
    defines: &mut Defines,
) {
    let Some((mark, word)) = imports.guard_defines.as_deref().and_then(|word| word.split_at_checked(1))
    else {
        return;
    };
    for at in memchr::memmem::find_iter(text.as_bytes(), mark) {
        let Some(rest) = text[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(word) else { continue };
        let rest = rest.trim_start_matches([' ', '\t']);
        let name = &rest[..rest.find(|char| !is_word_char(char)).unwrap_or(rest.len())];
        if name.is_empty() {
            continue;
        }
        let is_empty = is_empty(body(&rest[name.len()..]).as_str(), masks) && !masks.is_keyword(name);
        let known = defines.entry(name.to_owned()).or_insert(true);
        *known &= is_empty;
    }
}

/// Returns the body of a macro, including continuation lines, without comments.
fn body(rest: &str) -> String {
    let mut body = String::new();
    for line in rest.lines() {
        let line = line.split("//").next().unwrap_or_default().trim_end();
        match line.strip_suffix('\\') {
            Some(line) => body.push_str(line),
            None => {
                body.push_str(line);
                break;
            }
        }
    }
    while let Some((start, length)) =
        body.find("/*").and_then(|start| Some((start, body[start..].find("*/")?)))
    {
        body.replace_range(start..start + length + 2, " ");
    }
    body
}

/// Returns whether a body contains only specifiers and attributes.
fn is_empty(body: &str, masks: &PreprocessorRules) -> bool {
    // A parenthesis directly after the name begins the parameters.
    if body.starts_with('(') {
        return false;
    }
    let mut rest = body.trim();
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix("[[") {
            let Some(end) = behind.find("]]") else { return false };
            rest = behind[end + 2..].trim_start();
            continue;
        }
        let end = rest.find(|char| !is_word_char(char)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let behind = behind.trim_start();
        rest = if masks.specifiers.iter().any(|one| one == word) {
            behind
        } else if masks.bracket_words.iter().any(|one| one == word) && word.starts_with("__") {
            let Some(end) = closing(behind) else { return false };
            behind[end..].trim_start()
        } else {
            return false;
        };
    }
    true
}

/// Returns the byte offset after the bracket that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, char) in text.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + 1);
        }
    }
    None
}
