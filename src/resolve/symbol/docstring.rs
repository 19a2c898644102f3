//! Strings that document what they stand in.

use crate::text::LexRules;

/// The letters that may stand before the quotes.
const PREFIX: usize = 2;

/// Whether a statement is one string and nothing else.
pub(super) fn is_docstring(statement: &str, lexical: &LexRules) -> bool {
    string_end(statement, lexical).is_some_and(|end| end == statement.trim_end().len())
}

/// The end of the string that a text begins with; `None` if it begins with none.
pub(super) fn string_end(text: &str, lexical: &LexRules) -> Option<usize> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..).filter(|_| letters <= PREFIX)?;
    let rule = lexical.strings.iter().find(|rule| rest.starts_with(rule.open.as_str()))?;
    let mut at = letters + rule.open.len();
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            at += 2;
        } else if bytes[at..].starts_with(rule.close.as_bytes()) {
            return Some(at + rule.close.len());
        } else {
            at += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check(statement: &str, expected: bool) {
        let lexical = &Language::by_name("python").expect("registered").manifest().lexical;
        assert_eq!(is_docstring(statement, lexical), expected, "{statement}");
    }

    #[test]
    fn a_docstring_is_a_string_alone() {
        check("\"\"\"Doc.\"\"\"", true);
        check("r'''Doc \\'''", false);
        check("'a\\'b'", true);
        check("\"a\" + \"b\"", false);
        check("f(\"a\")", false);
        check("x = 1", false);
        check("", false);
    }
}
