//! Normalization of line text: white space at the ends, typographic look-alikes; and helpers for words and brackets.

use std::borrow::Cow;

/// Returns whether a byte is white space within a line. Each of these characters is a single byte in UTF-8.
const fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c | 0x0b | b'\r')
}

/// Returns the line without white space at both ends.
#[must_use]
pub fn trim(line: &str) -> &str {
    trim_start(trim_end(line))
}

/// Returns the line without white space at its start.
#[must_use]
pub fn trim_start(line: &str) -> &str {
    let start = line.bytes().position(|byte| !is_blank_byte(byte)).unwrap_or(line.len());
    &line[start..]
}

/// Returns the line without white space at its end.
#[must_use]
pub fn trim_end(line: &str) -> &str {
    let end = line.bytes().rposition(|byte| !is_blank_byte(byte)).map_or(0, |last| last + 1);
    &line[..end]
}

/// Returns the white space at the end of the line.
#[must_use]
pub fn trailing_blanks(line: &str) -> &str {
    &line[trim_end(line).len()..]
}

/// Returns whether the line contains only white space.
#[must_use]
pub fn is_blank(line: &str) -> bool {
    trim_end(line).is_empty()
}

/// Returns the length in bytes of the separator between two statements on a line: the white space and semicolons at the
/// start of a text.
#[must_use]
pub fn separator_length(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', ';']).len()
}

/// Returns whether the line contains only closing brackets, separators and white space.
#[must_use]
pub fn is_closing_line(line: &str) -> bool {
    line.chars().all(|char| matches!(char, ')' | ']' | '}' | ';' | ',') || char.is_whitespace())
}

/// Returns how many more opening than closing brackets some code contains.
#[must_use]
pub fn open_brackets(code: &str) -> isize {
    code.bytes().map(bracket).sum()
}

/// Returns by how much a byte changes the number of open brackets.
const fn bracket(byte: u8) -> isize {
    match byte {
        b'(' | b'[' | b'{' => 1,
        b')' | b']' | b'}' => -1,
        _ => 0,
    }
}

/// Returns whether a name may contain the character.
#[must_use]
pub fn is_word_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Returns the word at the end of a text; empty if the text does not end in a word.
#[must_use]
pub fn word_at_end(text: &str) -> &str {
    text.rsplit(|char| !is_word_char(char)).next().unwrap_or_default()
}

/// Returns whether a list contains a word.
#[must_use]
pub fn contains(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// Returns the byte offset of the first occurrence of a whole word; `None` for the empty word.
#[must_use]
pub fn find_word(text: &str, word: &str) -> Option<usize> {
    find_words(text, word).next()
}

/// Returns the byte offsets of all occurrences of a whole word, in order; none for the empty word.
pub fn find_words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let places = memchr::memmem::find_iter(text.as_bytes(), word);
    places.filter(move |at| !word.is_empty() && is_word(text, *at..at + word.len()))
}

/// Returns whether a byte range is not part of a longer word.
#[must_use]
pub fn is_word(text: &str, bytes: std::ops::Range<usize>) -> bool {
    !text[..bytes.start].ends_with(is_word_char) && !text[bytes.end..].starts_with(is_word_char)
}

/// Returns the word at the start of a text; empty if the text does not begin with a word.
#[must_use]
pub fn first_word(text: &str) -> &str {
    text.split(|char: char| !is_word_char(char)).next().unwrap_or_default()
}

/// Returns the tabs and spaces at the start of a line.
#[must_use]
pub fn indentation(line: &str) -> &str {
    let end = line.bytes().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    &line[..end]
}

/// The character that replaces a space in text copied from a page.
pub const NO_BREAK_SPACE: char = '\u{a0}';

/// Returns the line with typographic look-alikes replaced by their keyboard equivalents: curly quotes, dashes, the
/// minus sign, the ellipsis, the no-break space.
#[must_use]
pub fn fold(line: &str) -> Cow<'_, str> {
    if line.is_ascii() || !line.chars().any(|char| folded(char).is_some()) {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    for char in line.chars() {
        match folded(char) {
            Some(text) => out.push_str(text),
            None => out.push(char),
        }
    }
    Cow::Owned(out)
}

/// A set of kinds of typographic look-alikes: quotes, dashes, the ellipsis, the no-break space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LookAlikes(u8);

impl LookAlikes {
    /// Returns the kinds that a line contains.
    #[must_use]
    pub fn of(line: &str) -> Self {
        if line.is_ascii() {
            return Self::default();
        }
        line.chars().map(Self::of_char).fold(Self::default(), Self::with)
    }

    const fn of_char(char: char) -> Self {
        let Some(plain) = folded(char) else { return Self(0) };
        Self(match plain.as_bytes() {
            b"'" | b"\"" => 1,
            b"-" => 2,
            b"..." => 4,
            _ => 8,
        })
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union with `other`.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the difference with `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the line with look-alikes of these kinds replaced by their keyboard equivalents; `None` if it contains
    /// none.
    #[must_use]
    pub fn replaced_in(self, line: &str) -> Option<String> {
        let is_one = |char: char| self.0 & Self::of_char(char).0 != 0;
        if line.is_ascii() || !line.chars().any(is_one) {
            return None;
        }
        let mut out = String::with_capacity(line.len());
        for char in line.chars() {
            match folded(char).filter(|_| is_one(char)) {
                Some(text) => out.push_str(text),
                None => out.push(char),
            }
        }
        Some(out)
    }
}

const fn folded(char: char) -> Option<&'static str> {
    Some(match char {
        '\u{2018}'..='\u{201b}' => "'",
        '\u{201c}'..='\u{201f}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        '\u{2026}' => "...",
        NO_BREAK_SPACE => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_fold_to_what_a_keyboard_types() {
        assert_eq!(
            fold("\u{201c}a\u{201d} \u{2018}b\u{2019} c\u{2013}d\u{2212}e\u{2026}\u{a0}f"),
            "\"a\" 'b' c-d-e... f"
        );
        assert!(matches!(fold("é"), Cow::Borrowed("é")));
    }

    #[test]
    fn blanks_are_tabs_spaces_and_form_feeds() {
        assert_eq!(trim(" \t\u{c}a b\r "), "a b");
        assert!(is_blank(" \t") && !is_blank(" \u{a0}"));
        assert_eq!(indentation("\t  a "), "\t  ");
    }
}
