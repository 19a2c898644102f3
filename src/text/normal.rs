//! Line text with its accidents taken off: blanks at the ends, typographic look-alikes.

use std::borrow::Cow;

/// What counts as a blank within a line: bytes of their own in UTF-8.
const fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c | 0x0b | b'\r')
}

/// The line without blanks at both ends.
#[must_use]
pub fn trim(line: &str) -> &str {
    trim_start(trim_end(line))
}

/// The line without blanks at its beginning.
#[must_use]
pub fn trim_start(line: &str) -> &str {
    let start = line.bytes().position(|byte| !is_blank_byte(byte)).unwrap_or(line.len());
    &line[start..]
}

/// The line without blanks at its end.
#[must_use]
pub fn trim_end(line: &str) -> &str {
    let end = line.bytes().rposition(|byte| !is_blank_byte(byte)).map_or(0, |last| last + 1);
    &line[..end]
}

/// The blanks at the end of the line.
#[must_use]
pub fn trailing_blanks(line: &str) -> &str {
    &line[trim_end(line).len()..]
}

/// Whether the line holds nothing but blanks.
#[must_use]
pub fn is_blank(line: &str) -> bool {
    trim_end(line).is_empty()
}

/// The bytes that part two statements of a line: the blanks and semicolons that a text begins with.
#[must_use]
pub fn separator_length(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', ';']).len()
}

/// Whether the line holds nothing but closing brackets, with what separates or ends behind them.
#[must_use]
pub fn only_closes(line: &str) -> bool {
    line.chars().all(|char| matches!(char, ')' | ']' | '}' | ';' | ',') || char.is_whitespace())
}

/// How many more brackets some code opens than it closes.
#[must_use]
pub fn open_brackets(code: &str) -> isize {
    code.bytes().map(bracket).sum()
}

/// By how much a byte changes the number of open brackets.
const fn bracket(byte: u8) -> isize {
    match byte {
        b'(' | b'[' | b'{' => 1,
        b')' | b']' | b'}' => -1,
        _ => 0,
    }
}

/// Whether a name may hold the character.
#[must_use]
pub fn is_word_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The word that a text ends with; empty where it ends with something else.
#[must_use]
pub fn word_at_end(text: &str) -> &str {
    text.rsplit(|char| !is_word_char(char)).next().unwrap_or_default()
}

/// Whether a list holds a word.
#[must_use]
pub fn has(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// The first place of a whole word; the empty one is nowhere.
#[must_use]
pub fn word_at(text: &str, word: &str) -> Option<usize> {
    words_at(text, word).next()
}

/// The places of a whole word, in order; the empty one is nowhere.
pub fn words_at<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let places = memchr::memmem::find_iter(text.as_bytes(), word);
    places.filter(move |at| !word.is_empty() && is_word(text, *at..at + word.len()))
}

/// Whether bytes of a text are no part of a longer word.
#[must_use]
pub fn is_word(text: &str, bytes: std::ops::Range<usize>) -> bool {
    !text[..bytes.start].ends_with(is_word_char) && !text[bytes.end..].starts_with(is_word_char)
}

/// The word that a text begins with; nothing where it begins with a sign or a blank.
#[must_use]
pub fn first_word(text: &str) -> &str {
    text.split(|char: char| !is_word_char(char)).next().unwrap_or_default()
}

/// The tabs and spaces that a line begins with.
#[must_use]
pub fn indentation(line: &str) -> &str {
    let end = line.bytes().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    &line[..end]
}

/// What stands for a blank in texts copied from a page.
pub const NO_BREAK_SPACE: char = '\u{a0}';

/// The line with typographic look-alikes replaced by what a keyboard types: curly quotes, dashes, the minus sign, the
/// ellipsis, the no-break space.
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

/// Kinds of typographic look-alikes: quotes, dashes, the ellipsis, the no-break space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LookAlikes(u8);

impl LookAlikes {
    /// Those that stand in a line.
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

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and others.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without others.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The line with what a keyboard types in the place of these; `None` if it has none of them.
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
