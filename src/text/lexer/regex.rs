//! Determines whether a value or an operator precedes a position, and reads regular expressions.

use super::Sink;
use super::line::Cursor;
use super::rules::{LexRules, RegexRule};
use super::token::TokenKind;

/// The maximum distance in bytes at which an opening parenthesis is searched.
const CONDITION: usize = 400;

/// The maximum length in bytes of the end of a line that is examined for a word.
const WORD: usize = 100;

impl LexRules {
    /// Returns whether the lexing of the language depends on whether a value precedes a token.
    pub(super) const fn tracks_values(&self) -> bool {
        self.regex.is_some() || self.markup.is_some()
    }
}

impl<S: Sink> Cursor<'_, '_, S> {
    /// Notes whether the code up to the current byte ends in a value; the next code begins here.
    pub(super) fn note_operand(&mut self) {
        if self.rules.tracks_values() {
            self.state.is_behind_value = self.is_behind_value();
        }
        self.code_from = self.at;
    }

    /// Returns whether a value precedes the current byte, so that an operator follows.
    pub(super) fn is_behind_value(&self) -> bool {
        let before = self.line.get(self.code_from..self.at).unwrap_or_default();
        ends_in_value(before, self.rules.regex.as_ref()).unwrap_or(self.state.is_behind_value)
    }

    /// Reads the regular expression that begins with the slash at the current byte, if there is one.
    pub(super) fn opens_regex(&mut self) -> bool {
        if self.rules.regex.is_none() || self.is_behind_value() {
            return false;
        }
        let inside = self.bytes_at(self.at + 1);
        let Some(end) = regex_end(inside.get(..self.regex_search_budget).unwrap_or(inside)) else {
            // If no end was found here, there probably is none further on either, so the number of attempts must be
            // limited.
            self.regex_search_budget -= inside.len().min(self.regex_search_budget);
            return false;
        };
        let flags = self.bytes_at(self.at + 1 + end).iter().take_while(|byte| byte.is_ascii_alphabetic());
        let end = self.at + 1 + end + flags.count();
        self.emit_value(TokenKind::Regex, self.at..end);
        true
    }
}

/// Returns the length of the rest of a regular expression, including its closing slash.
fn regex_end(inside: &[u8]) -> Option<usize> {
    let mut in_class = false;
    let mut is_escaped = false;
    let end = inside.iter().position(|byte| {
        let byte = if is_escaped { b' ' } else { *byte };
        is_escaped = byte == b'\\';
        in_class = byte == b'[' || (in_class && byte != b']');
        byte == b'/' && !in_class
    })?;
    Some(end + 1)
}

/// Returns whether code ends in a value; `None` if there is no code.
fn ends_in_value(code: &str, rule: Option<&RegexRule>) -> Option<bool> {
    let mut code = code.trim_end();
    loop {
        let last = code.chars().next_back()?;
        match last {
            ')' => return Some(!rule.is_some_and(|rule| ends_in_condition(code, rule))),
            ']' => return Some(true),
            // `x++ / 2`, `++x`.
            '+' | '-' if code.len() > 1 && code.as_bytes().get(code.len() - 2) == Some(&(last as u8)) => {
                code = code.get(..code.len() - 2)?.trim_end();
            }
            // `x! / 2`, `!x`.
            '!' => {
                code = code.get(..code.len() - 1)?;
                if code.ends_with(char::is_whitespace) {
                    return Some(false);
                }
            }
            _ if is_word(last) => {
                return Some(!rule.is_some_and(|rule| ends_in_keyword(code, &rule.after_words)));
            }
            _ => return Some(false),
        }
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '$')
}

/// Returns whether the last word is one of `words`, and not the name of a member.
fn ends_in_keyword(code: &str, words: &[String]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii() && !is_word(char::from(*byte));
    let length = code.bytes().rev().take(WORD).take_while(|byte| !is_sign(byte)).count();
    let (before, word) = code.split_at_checked(code.len() - length).unwrap_or_default();
    words.iter().any(|own| own == word) && (!before.ends_with('.') || before.ends_with("..."))
}

/// Returns whether the parenthesis at the end closes a condition, such as `if (a)`.
fn ends_in_condition(code: &str, rule: &RegexRule) -> bool {
    let mut depth = 0_usize;
    let opening = code.bytes().enumerate().rev().take(CONDITION).find(|(_, byte)| {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let before = opening.and_then(|(at, _)| code.get(..at)).unwrap_or_default();
    ends_in_keyword(before.trim_end(), &rule.after_conditions)
}
