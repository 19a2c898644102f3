//! What a file declares, of which nothing else is of interest.

use crate::lang::{Language, MaskRules};
use crate::text::lexer::{Lexer, Token, TokenKind};

/// A text of equal length without comments and without the bodies of its functions.
pub(super) fn heads(language: &Language, masks: &MaskRules, text: &str) -> String {
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut left = text.as_bytes().to_vec();
    // Where the innermost body of a function begins, the brackets that are open in it, and whether it may be left out.
    let mut body: Option<(usize, usize, bool)> = None;
    let mut is_head = false;
    for Token { kind, range } in lexer.tokens(text) {
        match (kind, &mut body) {
            (TokenKind::Comment, _) => blank(&mut left[range]),
            (TokenKind::Open(b'{'), Some((_, depth, _))) => *depth += 1,
            (TokenKind::Close(b'}'), Some((_, depth @ 1.., _))) => *depth -= 1,
            (TokenKind::Close(b'}'), Some((start, _, is_plain))) => {
                if *is_plain {
                    blank(&mut left[*start..range.start]);
                }
                body = None;
                is_head = false;
            }
            (TokenKind::Code, Some((_, _, is_plain))) => {
                *is_plain &= !text[range].starts_with(masks.directive.as_str());
            }
            (_, Some(_)) => {}
            (TokenKind::Open(b'{'), None) if is_head => body = Some((range.end, 0, true)),
            (TokenKind::Close(b')'), None) => is_head = true,
            (TokenKind::Code, None) => {
                is_head &= masks.suffixes.iter().any(|word| *word == text[range.clone()])
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
        let masks = language.manifest().view.masks.as_ref().expect("it has some");
        let text = "struct A : B { // one\n  int f() const override { return {1}; }\n  int x{2};\n};\n";
        let left = "struct A : B {       \n  int f() const override {             }\n  int x{2};\n};\n";
        assert_eq!(heads(language, masks, text), left);
        let text = "void f() {\n#if A\n}\n#else\n}\n#endif\n";
        assert_eq!(heads(language, masks, text), text);
    }
}
