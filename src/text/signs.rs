//! The bytes of code, line by line: what stands outside of comments and strings.

use super::comments::{MAX_HOLES, brackets};
use super::lexical::{CharLiteral, LexRules, RawStyle, Spans};
use super::regex::regex_end;

/// What a line begins in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum State {
    #[default]
    Code,
    /// A block comment, so many deep.
    Comment(usize),
    /// A string by the rule of this number.
    Text(usize),
    /// A raw string, with what ends it.
    Raw(String),
}

/// Reads lines one after the other.
#[derive(Debug, Clone)]
pub struct Signs<'r> {
    rules: &'r LexRules,
    state: State,
    /// The holes of strings around, the innermost last: the number of the string's rule, and the open brackets.
    holes: Vec<(usize, usize)>,
}

impl<'r> Signs<'r> {
    /// A reader for text that begins as code.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        Self { rules, state: State::Code, holes: Vec::new() }
    }

    /// Whether the next line begins within a string or a comment.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.state != State::Code || !self.holes.is_empty()
    }

    /// Calls `visit` with the place and the value of every byte of code on a line that is no blank.
    pub fn line(&mut self, line: &str, mut visit: impl FnMut(usize, u8)) {
        let mut at = 0;
        while at < line.len() {
            at = match std::mem::take(&mut self.state) {
                State::Code => self.code(line, at, &mut visit),
                State::Comment(depth) => self.comment(line, at, depth),
                State::Text(rule) => self.text(line, at, rule),
                State::Raw(close) => match find(line, at, &close) {
                    Some(found) => found + close.len(),
                    None => {
                        self.state = State::Raw(close);
                        line.len()
                    }
                },
            };
        }
        if let State::Text(rule) = self.state
            && self.rules.strings.get(rule).is_none_or(|rule| rule.spans == Spans::Backslash)
            && !line.ends_with('\\')
        {
            self.state = State::Code;
        }
    }

    /// Reads code up to the next comment or string, and that one's opening.
    fn code(&mut self, line: &str, from: usize, visit: &mut impl FnMut(usize, u8)) -> usize {
        let bytes = line.as_bytes();
        let mut at = from;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let begins = |mark: &String| rest.starts_with(mark.as_bytes());
            if self.rules.line_comments.iter().any(begins) {
                return bytes.len();
            }
            if let Some(block) = self.rules.block_comments.as_ref().filter(|block| begins(&block.open)) {
                self.state = State::Comment(1);
                return at + block.open.len();
            }
            if let Some((close, length)) = self.raw_string(line, at) {
                self.state = State::Raw(close);
                return at + length;
            }
            if let Some(rule) = self.rules.strings.iter().position(|rule| begins(&rule.open)) {
                self.state = State::Text(rule);
                return at + self.rules.strings[rule].open.len();
            }
            if let Some(end) = self.rules.regex.as_ref().and_then(|rule| regex_end(rule, line, at)) {
                at = end;
                continue;
            }
            if let Some(rule) = self.leaves_hole(bytes[at]) {
                self.state = State::Text(rule);
                return at + 1;
            }
            if let Some(length) = self.char_literal(line, at) {
                at += length;
                continue;
            }
            if !bytes[at].is_ascii_whitespace() {
                visit(at, bytes[at]);
            }
            at += 1;
        }
        at
    }

    /// Counts a bracket; should it end the innermost hole, the rule of the string around.
    fn leaves_hole(&mut self, byte: u8) -> Option<usize> {
        let (rule, depth) = self.holes.last_mut()?;
        let [open, close] = brackets(self.rules.strings.get(*rule)?.hole.as_ref()?);
        *depth = (*depth + usize::from(byte == open)).saturating_sub(usize::from(byte == close));
        if *depth > 0 { None } else { self.holes.pop().map(|(rule, _)| rule) }
    }

    fn comment(&mut self, line: &str, from: usize, depth: usize) -> usize {
        let Some(block) = &self.rules.block_comments else { return line.len() };
        let Some(close) = find(line, from, &block.close) else {
            self.state = State::Comment(depth + nested(line, from, line.len(), block));
            return line.len();
        };
        let depth = depth + nested(line, from, close, block) - 1;
        if depth > 0 {
            self.state = State::Comment(depth);
        }
        close + block.close.len()
    }

    fn text(&mut self, line: &str, from: usize, number: usize) -> usize {
        let Some(rule) = self.rules.strings.get(number) else { return line.len() };
        let bytes = line.as_bytes();
        let mut at = from;
        while at < bytes.len() {
            if rule.escapes && bytes[at] == b'\\' {
                at += 2;
            } else if bytes[at..].starts_with(rule.close.as_bytes()) {
                return at + rule.close.len();
            } else if let Some(hole) = &rule.hole
                && self.holes.len() < MAX_HOLES
                && bytes[at..].starts_with(hole.open.as_bytes())
            {
                self.holes.push((number, 1));
                return at + hole.open.len();
            } else {
                at += 1;
            }
        }
        self.state = State::Text(number);
        bytes.len()
    }

    /// What ends the raw string whose quote stands here, and how long its opening is from the quote on.
    fn raw_string(&self, line: &str, at: usize) -> Option<(String, usize)> {
        let raw = self.rules.raw_strings.as_ref()?;
        let rest = line.get(at..)?.strip_prefix('"')?;
        let before = &line[..at];
        let bare = if raw.style == RawStyle::Hashes { before.trim_end_matches('#') } else { before };
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let has_prefix = raw
            .prefixes
            .iter()
            .any(|prefix| bare.strip_suffix(prefix.as_str()).is_some_and(|rest| !rest.ends_with(is_word)));
        match raw.style {
            _ if !has_prefix => None,
            RawStyle::Hashes => Some((format!("\"{}", &before[bare.len()..]), 1)),
            RawStyle::Delimiter => {
                let delimiter = rest.get(..rest.bytes().take(17).position(|byte| byte == b'(')?)?;
                Some((format!("){delimiter}\""), delimiter.len() + 2))
            }
        }
    }

    /// The length of the character literal that stands here.
    fn char_literal(&self, line: &str, at: usize) -> Option<usize> {
        if self.rules.char_literal == CharLiteral::None {
            return None;
        }
        let inside = line.get(at..)?.strip_prefix('\'')?;
        if self.rules.char_literal == CharLiteral::Many
            && line[..at].ends_with(|char: char| char.is_ascii_digit())
        {
            return None;
        }
        let mut chars = inside.char_indices();
        let (_, first) = chars.next()?;
        if first == '\\' {
            chars.next()?;
        }
        // Nothing that matters here is longer; `'static` and its like have no end.
        let most = if self.rules.char_literal == CharLiteral::One && first != '\\' { 1 } else { 12 };
        chars.take(most).find(|(_, char)| *char == '\'').map(|(end, _)| end + 2)
    }
}

fn find(line: &str, from: usize, text: &str) -> Option<usize> {
    line.get(from..)?.find(text).map(|found| from + found)
}

/// How many comments open within another one.
fn nested(line: &str, from: usize, to: usize, block: &super::lexical::BlockComment) -> usize {
    if !block.nest {
        return 0;
    }
    line.get(from..to).map_or(0, |text| text.matches(block.open.as_str()).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{BlockComment, RawStrings, StringRule};

    fn rules(nest: bool, char_literal: CharLiteral, style: RawStyle) -> LexRules {
        LexRules {
            line_comments: vec!["//".into()],
            block_comments: Some(BlockComment { open: "/*".into(), close: "*/".into(), nest }),
            strings: vec![StringRule {
                open: "\"".into(),
                close: "\"".into(),
                spans: Spans::Backslash,
                escapes: true,
                hole: None,
            }],
            raw_strings: Some(RawStrings { prefixes: vec!["R".into(), "r".into()], style }),
            char_literal,
            ..LexRules::default()
        }
    }

    #[track_caller]
    fn check(rules: &LexRules, text: &str, expected: &str) {
        let mut signs = Signs::new(rules);
        let mut found = String::new();
        text.lines().for_each(|line| signs.line(line, |_, byte| found.push(char::from(byte))));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn comments_strings_and_characters_are_no_code() {
        let rules = rules(false, CharLiteral::Many, RawStyle::Delimiter);
        check(&rules, "a { // }\n} /* }\n} */ b", "a{}b");
        check(&rules, "f(\"}\\\"}\", '}', '\\'', 1'000'000)", "f(,,,1'000'000)");
        check(&rules, "R\"x( } )\" }\n)x\" c", "Rc");
        check(&rules, "\"no end }\nd", "d");
        check(&rules, "\"goes on \\\n} \" e", "e");
    }

    #[test]
    fn comments_nest_and_lifetimes_have_no_end() {
        let rules = rules(true, CharLiteral::One, RawStyle::Hashes);
        check(&rules, "/* /* } */ } */ a", "a");
        check(&rules, "fn f<'a>(x: &'a str) -> char { '}' }", "fnf<'a>(x:&'astr)->char{}");
        check(&rules, "r#\"}\"}\"# b", "r#b");
    }
}
