//! Finds the bodies of functions without a grammar, so that a first parse can leave them out.
//!
//! A body is reported only if two independent sources agree on its end: the brackets that the lexer reads (or the
//! statements, in a language with indented blocks), and the indentation of every line in between. A body with any other
//! layout is not reported.
//!
//! Invariant: bodies do not overlap, and are in file order.

mod blocks;
mod braces;

use std::ops::Range;

use super::Manifest;
use super::error_recovery::blank;

/// The least length in bytes of a body that is reported.
const MIN_BODY_LEN: usize = 16;

/// Returns the byte ranges of function bodies, braces excluded, as far as their ends are certain; none if brackets do
/// not pair. What looks like the body of a function may be something else: only a parse shows which.
#[must_use]
pub fn verified_bodies(manifest: &Manifest, text: &str) -> Vec<Range<usize>> {
    let Some(rules) = &manifest.view.recovery else { return Vec::new() };
    let found = if manifest.symbols.indented_bodies {
        blocks::bodies(&manifest.lexical, rules, text)
    } else {
        braces::bodies(&manifest.lexical, rules, text)
    };
    let mut found = found.unwrap_or_default();
    found.retain(|body| body.len() >= MIN_BODY_LEN);
    found
}

/// Returns whether the bodies are so much of the text that a parse without them costs clearly less.
#[must_use]
pub fn worth_skipping(bodies: &[Range<usize>], text: &str) -> bool {
    !bodies.is_empty() && bodies.iter().map(Range::len).sum::<usize>() >= text.len() / 4
}

/// Returns the text with blank bodies, at equal length and with the same line endings.
#[must_use]
pub fn without_bodies(manifest: &Manifest, text: &str, bodies: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let put = |at: usize, sign: u8, bytes: &mut [u8]| {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = sign;
        }
    };
    for body in bodies {
        blank(&mut bytes, body.clone());
        if manifest.symbols.indented_bodies {
            // A block must contain a statement, and ends where its last statement does.
            put(body.start, b'(', &mut bytes);
            put(body.end.saturating_sub(1), b')', &mut bytes);
        } else if manifest.view.preprocessor.is_some() {
            // Empty braces would be parsed as a value.
            let gap = bytes.get(body.clone()).and_then(|inside| inside.iter().position(|byte| *byte == b' '));
            put(body.start + gap.unwrap_or(0), b';', &mut bytes);
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the bodies in braces whose layout confirms that they are bodies: the opening brace is the last code on its
/// line, the closing brace is the first on its line, and every line in between is indented deeper than the closing
/// brace.
#[must_use]
pub(super) fn confirmed_by_layout(text: &str, bodies: &[Range<usize>], directive: &str) -> Vec<Range<usize>> {
    let is_certain = |body: &&Range<usize>| {
        body.len() >= MIN_BODY_LEN && layout_confirms(text, (*body).clone(), directive).unwrap_or(false)
    };
    bodies.iter().filter(is_certain).cloned().collect()
}

fn layout_confirms(text: &str, body: Range<usize>, directive: &str) -> Option<bool> {
    let (first, rest) = text.get(body)?.split_once('\n')?;
    let (lines, last) = rest.rsplit_once('\n').unwrap_or_default();
    let depth = width(last);
    let is_deeper = |line: &str| {
        let code = line.trim_start();
        code.is_empty() || code.starts_with(directive) || width(line) > depth
    };
    Some(first.trim().is_empty() && last.trim().is_empty() && lines.split('\n').all(is_deeper))
}

/// Returns the width of the indentation of a line; a tab extends to the next multiple of eight.
fn width(line: &str) -> usize {
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.fold(0, |width, byte| if byte == b'\t' { width / 8 * 8 + 8 } else { width + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    /// Checks which bodies are found: `expected` is the text with a dot for each byte of a body, line endings excepted.
    #[track_caller]
    fn check(language: &str, text: &str, expected: &str) {
        let manifest = Language::by_name(language).expect("registered").manifest();
        let mut shown = text.as_bytes().to_vec();
        for body in verified_bodies(manifest, text) {
            shown[body].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b'.');
        }
        assert_eq!(String::from_utf8_lossy(&shown), expected);
    }

    #[test]
    fn bodies_end_where_brackets_and_lines_say() {
        let text =
            "use a::{b};\n\nimpl Fn for X {\n    fn f(&self) -> u8 {\n        let x = \"}\";\n    }\n}\n";
        check("rust", text, &text.replace("        let x = \"}\";\n    }", "....................\n....}"));
        check(
            "rust",
            "const X: Y = Y {\n    a: 1, b: 2, c: 3\n};\n",
            "const X: Y = Y {\n    a: 1, b: 2, c: 3\n};\n",
        );
    }

    #[test]
    fn what_is_laid_out_otherwise_is_not_told() {
        let shallow = "fn f() {\n    let text = \"\nno deeper\";\n}\n";
        check("rust", shallow, shallow);
        let other_end = "fn f() {\n    let text = 1;\n    }\n";
        check("rust", other_end, other_end);
        let unpaired = "fn f() {\n    let text = (1;\n}\n";
        check("rust", unpaired, unpaired);
    }

    #[test]
    fn blocks_end_with_their_last_statement() {
        check(
            "python",
            "class A:\n    @b\n    def f(\n        self):\n        # c\n        return [\n            1]\n    # d\n    x = 1\n",
            "class A:\n    @b\n    def f(\n        self):\n        # c\n        ........\n..............\n    # d\n    x = 1\n",
        );
        let shallow = "def f():\n    x = '''\nno deeper'''\n    return x\n";
        check("python", shallow, shallow);
    }

    #[test]
    fn a_text_without_bodies_is_as_long() {
        let manifest = Language::by_name("python").expect("registered").manifest();
        let text = "def f():\n    a = 1\n    return \"ä\"\n";
        let body = verified_bodies(manifest, text);
        assert_eq!(without_bodies(manifest, text, &body), "def f():\n    (    \n              )\n");
    }
}
