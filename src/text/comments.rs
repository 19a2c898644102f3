//! The comment scanner: tells code from comments, line by line, for any language that [`LexRules`] describe.
//!
//! It knows strings (several kinds, raw ones too), character literals and comments, and nothing else of a language. A
//! docstring is a string; an include of `"debug.h"` holds no comment.

use std::borrow::Cow;
use std::sync::Arc;

use super::lexical::{BlockComment, CharLiteral, Hole, LexRules, RawStyle, Spans, StringRule};
use super::regex::regex_end;

/// What a line begins or ends in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum LexState {
    /// Code.
    #[default]
    Code,
    /// A block comment, `depth` deep (more than one only where comments nest).
    Comment {
        /// How many comments are open.
        depth: usize,
    },
    /// A string by the rule of this number.
    Text {
        /// The number of the rule among the language's strings.
        rule: usize,
    },
    /// A raw string.
    Raw {
        /// What ends it.
        close: Arc<str>,
    },
    /// Code within a string.
    Hole {
        /// What the code is in.
        inner: Box<Self>,
        /// The number of the string's rule.
        rule: usize,
        /// How many brackets are open, that of the hole included.
        depth: usize,
    },
}

/// How deep strings may lie in the holes of others; what lies deeper is text.
pub(super) const MAX_HOLES: usize = 16;

/// A hole that is being scanned: the number of the string's rule, and the open brackets.
type OpenHole = (usize, usize);

/// Scans lines of one language.
#[derive(Debug, Clone)]
pub struct CommentScanner<'r> {
    rules: &'r LexRules,
    stops: [bool; 256],
}

/// The longest delimiter of a raw string, in bytes ([lex.string] of the C++ standard).
const MAX_DELIMITER: usize = 16;

/// The longest inside of a character literal that is looked at, in bytes; `\U0010FFFF` has ten, and a bound keeps
/// the scan of a line of nothing but quotes linear.
const MAX_CHAR: usize = 64;

/// A line as the scanner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedLine<'l> {
    /// The line without its comments; a comment that ends within the line leaves a blank.
    pub code: Cow<'l, str>,
    /// Whether some of the line is comment.
    pub has_comment: bool,
}

/// A line while it is being scanned.
struct Cursor<'l> {
    line: &'l str,
    at: usize,
    kept_to: usize,
    code: String,
    has_comment: bool,
    /// Whether the rest of the line is comment.
    is_in_line_comment: bool,
    /// The holes around, the innermost last.
    holes: Vec<OpenHole>,
}

impl<'l> Cursor<'l> {
    fn rest(&self) -> &'l str {
        &self.line[self.at..]
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.line.len()
    }

    /// Keeps what was passed since the last comment, and begins a comment here.
    fn begin_comment(&mut self) {
        self.code.push_str(&self.line[self.kept_to..self.at]);
        self.has_comment = true;
    }

    /// Goes on behind a comment.
    fn end_comment(&mut self) {
        self.code.push(' ');
        self.kept_to = self.at;
    }

    fn finish(mut self, in_comment: bool) -> (ScannedLine<'l>, Vec<OpenHole>) {
        if !self.has_comment {
            return (ScannedLine { code: Cow::Borrowed(self.line), has_comment: false }, self.holes);
        }
        if !in_comment {
            self.code.push_str(&self.line[self.kept_to..]);
        }
        (ScannedLine { code: Cow::Owned(self.code), has_comment: true }, self.holes)
    }
}

impl<'r> CommentScanner<'r> {
    /// A scanner for the language that `rules` describe.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        let mut stops = [false; 256];
        let openers =
            rules.line_comments.iter().chain(rules.block_comments.iter().map(|comment| &comment.open));
        for opener in openers.chain(rules.strings.iter().map(|string| &string.open)) {
            if let Some(first) = opener.bytes().next() {
                stops[usize::from(first)] = true;
            }
        }
        stops[usize::from(b'\'')] |= rules.char_literal != CharLiteral::None;
        stops[usize::from(b'"')] |= rules.raw_strings.is_some();
        stops[usize::from(b'/')] |= rules.regex.is_some();
        for byte in rules.strings.iter().filter_map(|rule| rule.hole.as_ref()).flat_map(brackets) {
            stops[usize::from(byte)] = true;
        }
        Self { rules, stops }
    }

    /// The rules that it follows.
    #[must_use]
    pub fn rules(&self) -> &'r LexRules {
        self.rules
    }

    /// Scans a line (without its end) that begins in `state`, and leaves in `state` what the next one begins in.
    pub fn scan<'l>(&self, line: &'l str, state: &mut LexState) -> ScannedLine<'l> {
        let holes = enter_holes(state);
        let cursor = Cursor {
            line,
            at: 0,
            kept_to: 0,
            code: String::new(),
            has_comment: false,
            is_in_line_comment: false,
            holes,
        };
        let (scanned, holes) = self.scan_inside(cursor, state);
        for (rule, depth) in holes.into_iter().rev() {
            *state = LexState::Hole { inner: Box::new(std::mem::take(state)), rule, depth };
        }
        scanned
    }

    /// Scans a line, and leaves in `state` what stands in the innermost hole; the holes come with the line.
    fn scan_inside<'l>(
        &self,
        mut cursor: Cursor<'l>,
        state: &mut LexState,
    ) -> (ScannedLine<'l>, Vec<OpenHole>) {
        let line = cursor.line;
        if matches!(state, LexState::Comment { .. }) {
            cursor.begin_comment();
        }
        loop {
            match state {
                LexState::Code => {
                    if !self.pass_code(&mut cursor, state) {
                        return cursor.finish(false);
                    }
                    if cursor.is_in_line_comment {
                        return cursor.finish(true);
                    }
                }
                LexState::Comment { depth } => {
                    let Some(rule) = &self.rules.block_comments else { return cursor.finish(true) };
                    if !pass_comment(&mut cursor, rule, depth) {
                        return cursor.finish(true);
                    }
                    cursor.end_comment();
                    *state = LexState::Code;
                }
                LexState::Text { rule } => {
                    if !self.pass_string(&mut cursor, *rule) {
                        if !self.string_goes_on(line, *rule) {
                            *state = LexState::Code;
                        }
                        return cursor.finish(false);
                    }
                    // Behind its end, or in a hole of it.
                    *state = LexState::Code;
                }
                LexState::Raw { close } => {
                    let Some(found) = cursor.rest().find(&**close) else { return cursor.finish(false) };
                    cursor.at += found + close.len();
                    *state = LexState::Code;
                }
                LexState::Hole { .. } => *state = LexState::Code,
            }
        }
    }

    /// Passes over code up to something that changes the state; `false` at the end of the line.
    fn pass_code(&self, cursor: &mut Cursor<'_>, state: &mut LexState) -> bool {
        while let Some(skipped) = cursor.rest().bytes().position(|byte| self.stops[usize::from(byte)]) {
            cursor.at += skipped;
            let rest = cursor.rest();
            if self.rules.line_comments.iter().any(|open| rest.starts_with(open.as_str())) {
                cursor.begin_comment();
                cursor.is_in_line_comment = true;
                return true;
            }
            if let Some(comment) =
                self.rules.block_comments.as_ref().filter(|rule| rest.starts_with(&rule.open))
            {
                cursor.begin_comment();
                cursor.at += comment.open.len();
                *state = LexState::Comment { depth: 1 };
                return true;
            }
            if let Some((close, length)) = self.raw_string_at(cursor) {
                cursor.at += length;
                *state = LexState::Raw { close };
                return true;
            }
            if let Some(rule) = self.rules.strings.iter().position(|rule| rest.starts_with(&rule.open)) {
                cursor.at += self.rules.strings[rule].open.len();
                *state = LexState::Text { rule };
                return true;
            }
            if let Some(end) =
                self.rules.regex.as_ref().and_then(|rule| regex_end(rule, cursor.line, cursor.at))
            {
                cursor.at = end;
                continue;
            }
            if let Some(rule) = self.leaves_hole(cursor) {
                cursor.at += 1;
                *state = LexState::Text { rule };
                return true;
            }
            cursor.at += self.char_literal_length(cursor).unwrap_or(1);
        }
        cursor.at = cursor.line.len();
        false
    }

    /// Counts the bracket that may stand here; should it end the innermost hole, the rule of the string around.
    fn leaves_hole(&self, cursor: &mut Cursor<'_>) -> Option<usize> {
        let (rule, depth) = cursor.holes.last_mut()?;
        let [open, close] = brackets(self.rules.strings.get(*rule)?.hole.as_ref()?);
        match cursor.line.as_bytes()[cursor.at] {
            byte if byte == open => *depth += 1,
            byte if byte == close => *depth -= 1,
            _ => {}
        }
        if *depth > 0 {
            return None;
        }
        cursor.holes.pop().map(|(rule, _)| rule)
    }

    /// Passes over the inside of a string and its end, or the opening of a hole; `false` if the line ends before.
    fn pass_string(&self, cursor: &mut Cursor<'_>, rule: usize) -> bool {
        let StringRule { close, escapes, hole, .. } = &self.rules.strings[rule];
        let close = close.as_bytes();
        let bytes = cursor.line.as_bytes();
        while !cursor.is_at_end() {
            if *escapes && bytes[cursor.at] == b'\\' {
                cursor.at += 2;
            } else if bytes[cursor.at..].starts_with(close) {
                cursor.at += close.len();
                return true;
            } else if let Some(hole) = hole
                && cursor.holes.len() < MAX_HOLES
                && bytes[cursor.at..].starts_with(hole.open.as_bytes())
            {
                cursor.at += hole.open.len();
                cursor.holes.push((rule, 1));
                return true;
            } else {
                cursor.at += 1;
            }
        }
        cursor.at = cursor.line.len();
        false
    }

    fn string_goes_on(&self, line: &str, rule: usize) -> bool {
        match self.rules.strings[rule].spans {
            Spans::Lines => true,
            Spans::Backslash => line.ends_with('\\'),
        }
    }

    /// If a raw string's quote stands here, what ends the string and how long its beginning is from the quote on.
    fn raw_string_at(&self, cursor: &Cursor<'_>) -> Option<(Arc<str>, usize)> {
        let raw = self.rules.raw_strings.as_ref()?;
        let rest = cursor.rest().strip_prefix('"')?;
        let before = &cursor.line[..cursor.at];
        let unhashed = match raw.style {
            RawStyle::Hashes => before.trim_end_matches('#'),
            RawStyle::Delimiter => before,
        };
        if !raw.prefixes.iter().any(|prefix| is_last_word(unhashed, prefix)) {
            return None;
        }
        match raw.style {
            RawStyle::Hashes => {
                let hashes = &before[unhashed.len()..];
                Some((format!("\"{hashes}").into(), 1))
            }
            RawStyle::Delimiter => {
                let delimiter =
                    &rest[..rest.bytes().take(MAX_DELIMITER + 1).position(|byte| byte == b'(')?];
                let fits = !delimiter.contains([' ', '\t', ')', '\\', '"']);
                fits.then(|| (format!("){delimiter}\"").into(), delimiter.len() + 2))
            }
        }
    }

    /// The length of the character literal here, if one stands here.
    fn char_literal_length(&self, cursor: &Cursor<'_>) -> Option<usize> {
        let inside = cursor.rest().strip_prefix('\'')?;
        let end = match self.rules.char_literal {
            CharLiteral::None => return None,
            CharLiteral::One => end_of_one(inside)?,
            CharLiteral::Many => {
                let before = &cursor.line[..cursor.at];
                let behind_word = before.ends_with(is_word);
                if behind_word && !self.rules.char_prefixes.iter().any(|prefix| is_last_word(before, prefix))
                {
                    return None;
                }
                end_of_many(inside)?
            }
        };
        Some(end + 2)
    }
}

/// The brackets that are counted in a hole, to tell where it ends.
pub(super) fn brackets(hole: &Hole) -> [u8; 2] {
    [hole.open.bytes().last().unwrap_or_default(), hole.close as u8]
}

/// Takes the holes off a state, the innermost last.
fn enter_holes(state: &mut LexState) -> Vec<OpenHole> {
    let mut holes = Vec::new();
    while let LexState::Hole { inner, rule, depth } = state {
        holes.push((*rule, *depth));
        *state = std::mem::take(inner);
    }
    holes
}

/// Passes over the inside of a block comment and its end; `false` if the line ends before.
fn pass_comment(cursor: &mut Cursor<'_>, rule: &BlockComment, depth: &mut usize) -> bool {
    let bytes = cursor.line.as_bytes();
    while let Some(rest) = bytes.get(cursor.at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(rule.close.as_bytes()) {
            cursor.at += rule.close.len();
            *depth -= 1;
            if *depth == 0 {
                return true;
            }
        } else if rule.nest && rest.starts_with(rule.open.as_bytes()) {
            cursor.at += rule.open.len();
            *depth += 1;
        } else {
            cursor.at += 1;
        }
    }
    false
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Whether `text` ends in the whole word `word`.
fn is_last_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(is_word))
}

/// The length of the one character or escape before the closing quote.
fn end_of_one(inside: &str) -> Option<usize> {
    let mut chars = inside.chars();
    match chars.next()? {
        '\'' => None,
        '\\' => {
            let escaped = chars.next()?.len_utf8() + 1;
            inside
                .bytes()
                .take(MAX_CHAR)
                .skip(escaped)
                .position(|byte| byte == b'\'')
                .map(|end| escaped + end)
        }
        char => inside[char.len_utf8()..].starts_with('\'').then_some(char.len_utf8()),
    }
}

/// The length of everything before the closing quote, backslashes minded.
fn end_of_many(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.bytes().take(MAX_CHAR).position(|byte| {
        let closes = byte == b'\'' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::RawStrings;

    fn string(open: &str, spans: Spans) -> StringRule {
        StringRule { open: open.into(), close: open.into(), spans, escapes: true, hole: None }
    }

    fn rust() -> LexRules {
        LexRules {
            line_comments: vec!["//".into()],
            block_comments: Some(BlockComment { open: "/*".into(), close: "*/".into(), nest: true }),
            strings: vec![string("\"", Spans::Lines)],
            raw_strings: Some(RawStrings {
                prefixes: vec!["br".into(), "r".into()],
                style: RawStyle::Hashes,
            }),
            char_literal: CharLiteral::One,
            ..LexRules::default()
        }
    }

    fn cpp() -> LexRules {
        LexRules {
            line_comments: vec!["//".into()],
            block_comments: Some(BlockComment { open: "/*".into(), close: "*/".into(), nest: false }),
            strings: vec![string("\"", Spans::Backslash)],
            raw_strings: Some(RawStrings {
                prefixes: vec!["LR".into(), "R".into()],
                style: RawStyle::Delimiter,
            }),
            char_literal: CharLiteral::Many,
            char_prefixes: vec!["L".into(), "u8".into()],
            ..LexRules::default()
        }
    }

    fn python() -> LexRules {
        let strings = vec![
            string("\"\"\"", Spans::Lines),
            string("'''", Spans::Lines),
            string("\"", Spans::Backslash),
            string("'", Spans::Backslash),
        ];
        LexRules { line_comments: vec!["#".into()], strings, ..LexRules::default() }
    }

    #[track_caller]
    fn check(rules: &LexRules, source: &str, expected: &str) {
        let scanner = CommentScanner::new(rules);
        let mut state = LexState::Code;
        let code: Vec<_> =
            source.lines().map(|line| scanner.scan(line, &mut state).code.trim_end().to_owned()).collect();
        assert_eq!(code.join("\n"), expected);
    }

    #[test]
    fn trailing_and_whole_line_comments_go() {
        check(&python(), "a = 1  # one\n# two\nb = '#'", "a = 1\n\nb = '#'");
        check(&cpp(), "f(); // x\n/* a */ g(/* b */);\n\"//\"", "f();\n  g( );\n\"//\"");
    }

    #[test]
    fn block_comments_run_over_lines_and_nest_where_they_may() {
        check(&rust(), "a /* x\n /* y */ z\n */ b", "a\n\n  b");
        check(&cpp(), "a /* x\n /* y */ z\n*/ b", "a\n  z\n*/ b");
    }

    #[test]
    fn strings_hold_no_comments() {
        check(&python(), "x = \"\"\"a # b\n# c\n\"\"\"  # d", "x = \"\"\"a # b\n# c\n\"\"\"");
        check(&python(), "x = 'a\\' # b'\ny = \"a  # no end\nz # c", "x = 'a\\' # b'\ny = \"a  # no end\nz");
        check(
            &rust(),
            "r#\"a // \"b\" \"# // c\nlet s = \"a\n// b\n\";",
            "r#\"a // \"b\" \"#\nlet s = \"a\n// b\n\";",
        );
        check(&cpp(), "R\"x(// a )\" )x\" // b\n\"a\\\n// b\" c // d", "R\"x(// a )\" )x\"\n\"a\\\n// b\" c");
        check(&cpp(), "#include \"debug.h\"\n#include <a//b>", "#include \"debug.h\"\n#include <a");
    }

    #[test]
    fn quotes_that_begin_no_string_are_passed() {
        check(
            &rust(),
            "fn f<'a>(x: &'a str) {} // c\nlet q = '\"'; // d",
            "fn f<'a>(x: &'a str) {}\nlet q = '\"';",
        );
        check(&cpp(), "int n = 1'000'000; // c\nchar q = '\"'; // d", "int n = 1'000'000;\nchar q = '\"';");
        check(
            &cpp(),
            "auto q = L'\"'; // wide\nauto e = '\\''; // escaped",
            "auto q = L'\"';\nauto e = '\\'';",
        );
    }

    #[test]
    fn the_state_says_what_the_next_line_is() {
        let rules = cpp();
        let scanner = CommentScanner::new(&rules);
        let mut state = LexState::Code;
        assert!(scanner.scan("x /* y", &mut state).has_comment);
        assert_eq!(state, LexState::Comment { depth: 1 });
        assert_eq!(scanner.scan("*/ \"é\\", &mut state).code, "  \"é\\");
        assert_eq!(state, LexState::Text { rule: 0 });
    }
}
