//! Determines from the text of an import what it imports.

use crate::lang::ImportRules;
use crate::text::{CommentScanner, LexRules, LexState};

/// Returns a statement on one line, without comments.
pub(in crate::resolve::symbol) fn squeezed(text: &str, lexical: &LexRules) -> String {
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    // A backslash at the end of a line only continues the statement.
    let unbroken = |code: &str| code.trim_end().trim_end_matches('\\').to_owned();
    let lines = text.lines().map(|line| unbroken(&scanner.scan(line, &mut state).code));
    let code = lines.collect::<Vec<_>>().join(" ");
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first word of a statement.
pub(in crate::resolve::symbol) fn first_word(text: &str) -> &str {
    text.split(|char: char| char.is_whitespace()).next().unwrap_or_default()
}

/// Whether modifiers before the statement, such as its visibility, distinguish it from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modifiers {
    /// Modifiers are significant.
    Keep,
    /// Modifiers are ignored.
    Drop,
}

/// Returns whether a statement begins with a modifier.
pub(super) fn has_modifier(text: &str, rules: &ImportRules) -> bool {
    tokens(text).first().is_some_and(|first| rules.modifiers.contains(first))
}

/// Returns the imported items, each as the statement that imports only that item.
pub(in crate::resolve::symbol) fn items(
    text: &str,
    rules: &ImportRules,
    modifiers: Modifiers,
) -> Vec<String> {
    let mut tokens = tokens(text);
    let drops =
        modifiers == Modifiers::Drop && tokens.first().is_some_and(|first| rules.modifiers.contains(first));
    if let Some(word) = tokens.iter().position(|token| rules.item_words.contains(token)).filter(|_| drops) {
        tokens.drain(..word);
    }
    let mut found: Vec<String> = Vec::new();
    let mut prefixes: Vec<Vec<String>> = vec![Vec::new()];
    let mut own: Vec<String> = Vec::new();
    // Tokens after all groups belong to every item: `import { a } from "b"`.
    let mut tail: Vec<String> = Vec::new();
    let mut is_behind = false;
    for token in tokens {
        match token.as_str() {
            "(" | "{" => {
                // A name inside such a list differs from the same name outside of it.
                if rules.lists.as_ref().is_some_and(|lists| lists.names_only && lists.open == token) {
                    own.push(token);
                }
                prefixes.push(own.clone());
            }
            ")" | "}" | "," => {
                finish(&mut found, &mut own, &prefixes, rules);
                if token != "," && prefixes.len() > 2 {
                    prefixes.pop();
                }
                own = prefixes.last().cloned().unwrap_or_default();
                is_behind = token == "}" || token == ")";
            }
            ";" => {}
            word if !is_behind && prefixes.len() == 2 && rules.tail.as_deref() == Some(word) => {
                finish(&mut found, &mut own, &prefixes, rules);
                own = prefixes.last().cloned().unwrap_or_default();
                is_behind = true;
                tail.push(token);
            }
            _ if is_behind => tail.push(unified(token, rules)),
            _ => {
                let is_word = rules.item_words.contains(&token);
                own.push(unified(token, rules));
                if is_word && prefixes.len() == 1 {
                    prefixes.push(own.clone());
                }
            }
        }
    }
    finish(&mut found, &mut own, &prefixes, rules);
    if !tail.is_empty() {
        found.iter_mut().for_each(|item| *item = format!("{item} {}", tail.join(" ")));
    }
    found
}

/// Returns an imported item, without the modifiers before the statement if these are ignored.
pub(super) fn plain_item(item: &str, rules: &ImportRules, modifiers: Modifiers) -> String {
    let mut words = item.split(' ');
    let is_modified = words.next().is_some_and(|first| rules.modifiers.iter().any(|word| word == first));
    let skipped = words.take_while(|word| !rules.item_words.iter().any(|own| own == word)).count() + 1;
    let rest = item.splitn(skipped + 1, ' ').nth(skipped);
    match rest.filter(|_| is_modified && modifiers == Modifiers::Drop) {
        Some(rest) => rest.to_owned(),
        None => item.to_owned(),
    }
}

/// Returns a token in the form in which it is compared: all quote characters are equal.
pub(super) fn unified(token: String, rules: &ImportRules) -> String {
    match rules.quotes.first().filter(|_| rules.quotes.contains(&token)) {
        Some(quote) => quote.clone(),
        None => token,
    }
}

/// Adds an item, unless it consists of nothing but the prefix of its group.
fn finish(found: &mut Vec<String>, own: &mut Vec<String>, prefixes: &[Vec<String>], rules: &ImportRules) {
    if prefixes.last().is_some_and(|prefix| prefix == own) {
        return;
    }
    if own.last().is_some_and(|last| rules.self_word.as_ref() == Some(last)) && own.len() > 2 {
        own.truncate(own.len() - 2);
    }
    found.push(own.join(" "));
}

/// Returns the tokens of a statement.
pub(in crate::resolve::symbol) fn tokens(text: &str) -> Vec<String> {
    let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
    let mut found: Vec<String> = Vec::new();
    let mut joins = false;
    for char in text.chars() {
        let goes_on = joins && is_word(char);
        match found.last_mut().filter(|last| goes_on || (char == ':' && *last == ":" && !joins)) {
            Some(last) => last.push(char),
            None if char.is_whitespace() => {}
            None => found.push(char.to_string()),
        }
        joins = is_word(char);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check(language: &str, statement: &str, expected: &[&str]) {
        let manifest = Language::by_name(language).expect("registered").manifest();
        let rules = manifest.imports.as_ref().expect("it has imports");
        let found = items(&squeezed(statement, &manifest.lexical), rules, Modifiers::Keep);
        assert_eq!(found, expected, "{statement}");
    }

    #[test]
    fn a_statement_brings_in_so_many_things() {
        check("python", "import os", &["import os"]);
        check("python", "import os, sys as s", &["import os", "import sys as s"]);
        check("python", "from a.b import c", &["from a . b import c"]);
        check(
            "python",
            "from a import (  # noqa\n    b,\n    c as d,\n)",
            &["from a import b", "from a import c as d"],
        );
        check("c++", "#include <a/b.h> // c", &["# include < a / b . h >"]);
        check("rust", "use a;", &["use a"]);
        check(
            "rust",
            "pub use a::{self, b, c::{d, e as f}};",
            &["pub use a", "pub use a :: b", "pub use a :: c :: d", "pub use a :: c :: e as f"],
        );
        check("rust", "use a::*;", &["use a :: *"]);
    }
}
