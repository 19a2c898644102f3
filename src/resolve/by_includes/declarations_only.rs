//! Reduces a file to its declarations, if nothing else in it is of interest.

use super::tokens::end_of_directive;
use crate::lang::{Language, PreprocessorRules};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::normal::{contains, is_word_char};

/// The body of a function that is being read.
struct OpenBody {
    start: usize,
    /// The number of open brackets in the body.
    depth: usize,
    /// The number of open brackets at the start of each open conditional text.
    conditions: Vec<usize>,
    /// Whether the body ends at the same place in every branch of conditional text.
    is_plain: bool,
}

impl OpenBody {
    /// Processes a directive: each branch must leave the number of open brackets unchanged.
    fn take_directive(&mut self, line: &str, masks: &PreprocessorRules) {
        let word = line.strip_prefix(masks.directive.as_str()).unwrap_or(line).trim_start();
        let word = &word[..word.find(|char| !is_word_char(char)).unwrap_or(word.len())];
        let is_close = word == masks.close;
        if contains(&masks.opens, word) {
            self.conditions.push(self.depth);
        } else if is_close || contains(&masks.alternatives, word) {
            self.is_plain &= self.conditions.last() == Some(&self.depth);
            if is_close {
                self.conditions.pop();
            }
        } else {
            self.is_plain = false;
        }
    }
}

/// Returns a text of equal length without comments and without the bodies of its functions.
pub(super) fn heads(language: &Language, masks: &PreprocessorRules, text: &str) -> String {
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut left = text.as_bytes().to_vec();
    let mut body: Option<OpenBody> = None;
    let mut is_head = false;
    let mut passed = 0;
    for Token { kind, range } in lexer.tokens(text) {
        if range.start < passed {
            continue;
        }
        let is_directive = kind == TokenKind::Code && text[range.clone()].starts_with(&masks.directive);
        if is_directive {
            passed = end_of_directive(text, range.start);
        }
        match (kind, &mut body) {
            (TokenKind::Comment, _) => blank(&mut left[range]),
            (TokenKind::Open(b'{'), Some(body)) => body.depth += 1,
            (TokenKind::Close(b'}'), Some(OpenBody { depth: depth @ 1.., .. })) => *depth -= 1,
            (TokenKind::Close(b'}'), Some(found)) => {
                if found.is_plain && found.conditions.is_empty() {
                    blank(&mut left[found.start..range.start]);
                }
                body = None;
                is_head = false;
            }
            (TokenKind::Code, Some(body)) if is_directive => {
                body.take_directive(text[range.start..].lines().next().unwrap_or_default(), masks);
            }
            (_, Some(_)) => {}
            (TokenKind::Open(b'{'), None) if is_head => {
                body = Some(OpenBody { start: range.end, depth: 0, conditions: Vec::new(), is_plain: true });
            }
            (TokenKind::Close(b')'), None) => is_head = true,
            (TokenKind::Code, None) => {
                let word = &text[range];
                is_head &= contains(&masks.suffixes, word) || masks.is_macro(word);
            }
            (_, None) => is_head = false,
        }
    }
    String::from_utf8(left).unwrap_or_else(|_| text.to_owned())
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

#[cfg(test)]
mod tests {
    use super::heads;
    use crate::lang::Language;

    #[test]
    fn bodies_and_comments_are_left_out() {
        let language = Language::by_name("c++").expect("it is known");
        let masks = language.manifest().view.preprocessor.as_ref().expect("it has some");
        let text = "struct A : B { // one\n  int f() const override { return {1}; }\n  int x{2};\n};\n";
        let left = "struct A : B {       \n  int f() const override {             }\n  int x{2};\n};\n";
        assert_eq!(heads(language, masks, text), left);
        let text = "void f() {\n#if A\n}\n#else\n}\n#endif\n";
        assert_eq!(heads(language, masks, text), text);
        let text = "void f() NO_THROW {\n#if A\n{ a; }\n#else\nb;\n#endif\n}\n";
        let left = "void f() NO_THROW {\n     \n      \n     \n  \n      \n}\n";
        assert_eq!(heads(language, masks, text), left);
        let text = "#define F(x) \\\n  f(x) { \\\n    g(); \\\n  }\nint f() { h(); }\n";
        let left = "#define F(x) \\\n  f(x) { \\\n    g(); \\\n  }\nint f() {      }\n";
        assert_eq!(heads(language, masks, text), left);
    }
}
