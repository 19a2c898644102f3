//! Parts of lines: regular expressions in patches, and whole words.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::normal::is_word_char;

/// Compiles the regular expression in a patch: `^` and `$` match at the ends of lines.
///
/// # Errors
/// The pattern is not a regular expression; the error is the reason.
pub fn compile(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern).multi_line(true).crlf(true).build();
    built.map_err(|error| {
        let text = error.to_string();
        let reason = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        reason.trim().trim_start_matches("error: ").to_owned()
    })
}

/// Returns whether a range of a text neither begins nor ends inside an identifier.
#[must_use]
pub fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let splits = |inside: Option<char>, outside: Option<char>| {
        inside.is_some_and(is_word_char) && outside.is_some_and(is_word_char)
    };
    let inside = &text[range.clone()];
    let (before, after) = (text[..range.start].chars().next_back(), text[range.end..].chars().next());
    !splits(inside.chars().next(), before) && !splits(inside.chars().next_back(), after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, word: &str, expected: bool) {
        let start = text.find(word).expect("it is there");
        assert_eq!(is_whole_word(text, &(start..start + word.len())), expected);
    }

    #[test]
    fn words_end_where_no_letter_goes_on() {
        check("a.run()", "run", true);
        check("a.rune()", "run", false);
        check("_run", "run", false);
        check("run\u{e9}", "run", false);
        check("x->run", "->", true);
        check("x(a", "(a", true);
    }

    #[test]
    fn a_pattern_says_what_is_wrong_with_it() {
        assert!(compile("a(b").is_err_and(|error| error.contains("unclosed group")));
        assert!(compile("^a$").is_ok_and(|regex| regex.is_match("b\r\na\r\nc")));
    }
}
