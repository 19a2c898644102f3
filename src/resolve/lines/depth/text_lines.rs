//! Classifies single lines of an unknown language by their signs.

use super::flow::{CLOSING, continues, may_be_flat};
use crate::text::normal::{first_word, is_word_char, open_brackets};
use crate::text::{LexRules, begins_block};

/// Signs with which comment lines and list items begin.
pub(super) const SIGNS: [char; 7] = ['/', '#', '*', ';', '%', '-', '+'];

/// Words of make that begin a condition. Such lines may be at the margin among deeper lines.
pub(super) const CONDITIONS: [&str; 4] = ["ifdef", "ifndef", "ifeq", "ifneq"];

/// Returns whether two lines of an unknown language are complete statements or items of one form: both end with the
/// same end sign, or both are calls, or keys with their values.
pub(super) fn are_siblings(first: &str, second: &str) -> bool {
    let is_whole = |text: &str| open_brackets(text) == 0 && !text.starts_with(SIGNS) && !continues(text);
    let is_call = |text: &str| {
        let name = text.split('(').next().unwrap_or_default();
        let is_name = |sign: char| is_word_char(sign) || matches!(sign, '.' | ':' | '$' | '!');
        text.ends_with(')') && !name.is_empty() && name.chars().all(is_name)
    };
    let both = |is: &dyn Fn(&str) -> bool| is(first) && is(second);
    both(&is_whole)
        && !begins_block(first)
        && ([';', ','].iter().any(|sign| both(&|text: &str| text.ends_with(*sign)))
            || both(&is_call)
            || both(&|text: &str| is_key(text) && has_value(text)))
}

/// Returns whether a line begins with a key of a mapping, as in YAML.
pub(super) fn is_key(text: &str) -> bool {
    let is_word = |key: &str| !key.is_empty() && key.chars().all(|sign| is_word_char(sign) || sign == '-');
    let key = text.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '));
    key.is_some_and(|(key, _)| !key.starts_with('-') && is_word(key))
}

/// Returns whether a value follows the key of a line.
pub(super) fn has_value(text: &str) -> bool {
    text.split_once(':').is_some_and(|(_, value)| !value.trim().is_empty())
}

/// Returns whether a line begins a block, or a further part of one, that a word below ends.
pub(super) fn begins_words(rules: &LexRules, text: &str) -> bool {
    let last = text.trim_end_matches(';').rsplit(|sign| !is_word_char(sign)).next().unwrap_or_default();
    !rules.ends_statement(last) && (rules.begins_clause(text) || begins_block(text))
}

/// Returns the index of the line that begins a block whose lines are not deeper, among lines that are all equally deep
/// in a language of which only the brackets and the words of its blocks are known: the lines lost their indentation.
/// All blocks must end within the lines.
pub(in crate::resolve::lines) fn emptied_block(rules: &LexRules, lines: &[&str]) -> Option<usize> {
    let has_words = !rules.end_words.is_empty();
    let begins = |text: &str| {
        let is_word = || begins_words(rules, text) || CONDITIONS.contains(&first_word(text));
        has_words && !text.ends_with('{') && is_word()
    };
    let heads = lines.iter().filter(|text| begins(text) && !rules.begins_clause(text)).count();
    let ends = lines.iter().filter(|text| has_words && rules.ends_statement(text)).count();
    let are_whole = lines.iter().map(|text| open_brackets(text)).sum::<isize>() == 0 && heads == ends;
    if !are_whole {
        return None;
    }
    let is_emptied = |pair: &[&str]| {
        let (head, below) = (pair[0], pair[1]);
        let is_part = has_words && (rules.begins_part(below) || rules.begins_branch(below));
        (head.ends_with('{') || heads > 0 && begins(head))
            && !below.starts_with(CLOSING)
            && !is_part
            && !may_be_flat(head)
    };
    lines.windows(2).position(is_emptied)
}
