//! Parses texts of which much is blank, such as those without the bodies of functions, at the cost of what is not.
//!
//! A grammar looks at each blank as closely as at a letter. So blank lines that follow one another are taken out of the text
//! that is parsed, and put back into the tree, as if they had been typed there.

use std::ops::Range;

use tree_sitter::{InputEdit, Tree};

use super::changed::BytePlace;

/// What is shorter, in bytes, costs no more than to be put back.
const SHORTEST: usize = 24;

/// The blank lines of a text that mean nothing to its grammar, without the first line end, one more byte, and the last line
/// end: a token may end behind the first one, and the depth of the line below may count.
pub(super) fn gaps(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(feed) = memchr::memchr(b'\n', &bytes[at..]).map(|feed| at + feed) {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let end = bytes[feed..].iter().position(|byte| !is_blank(byte)).map_or(text.len(), |end| feed + end);
        let last = memchr::memrchr(b'\n', &bytes[feed..end]).map_or(feed, |last| feed + last);
        let is_crlf = last > feed && bytes[last - 1] == b'\r';
        let gap = feed + 2..last - usize::from(is_crlf);
        // Behind such a sign, the next line belongs to this one.
        let goes_on = text[..feed].trim_end_matches('\r').ends_with('\\');
        if gap.start + SHORTEST <= gap.end && !goes_on {
            found.push(gap);
        }
        at = end.max(feed + 1);
    }
    found
}

/// A text without its gaps.
pub(super) fn dense(text: &str, gaps: &[Range<usize>]) -> String {
    let mut dense = String::with_capacity(text.len() - gaps.iter().map(Range::len).sum::<usize>());
    let mut done = 0;
    for gap in gaps {
        dense.push_str(&text[done..gap.start]);
        done = gap.end;
    }
    dense.push_str(&text[done..]);
    dense
}

/// Puts the gaps of a text into the tree of the same without them.
pub(super) fn put_back(tree: &mut Tree, text: &str, gaps: &[Range<usize>]) {
    let mut place = BytePlace::default();
    for gap in gaps {
        place.go_to(text, gap.start);
        let start_position = place.point();
        place.go_to(text, gap.end);
        tree.edit(&InputEdit {
            start_byte: gap.start,
            old_end_byte: gap.start,
            new_end_byte: gap.end,
            start_position,
            old_end_position: start_position,
            new_end_position: place.point(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Language, Syntax, certain_bodies, without_bodies};

    /// The kinds and places of all nodes.
    fn nodes(tree: &Tree) -> Vec<String> {
        let mut cursor = tree.walk();
        let mut found = Vec::new();
        loop {
            let node = cursor.node();
            found.push(format!("{} {:?} {:?}", node.kind(), node.byte_range(), node.range()));
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }

    #[track_caller]
    fn check(language: &str, text: &str) {
        // Not every build knows every language.
        let Some(language) = Language::by_name(language) else { return };
        let manifest = language.manifest();
        let blank = without_bodies(manifest, text, &certain_bodies(manifest, text));
        for text in [text, &blank, &blank.replace('\n', "\r\n")] {
            let mut syntax = Syntax::new(language);
            let plain = syntax.parse(text).expect("cheap");
            let sparse = syntax.parse_sparse(text).expect("cheap");
            assert_eq!(nodes(&plain), nodes(&sparse), "{text}");
        }
    }

    const GAP: &str = "\n                    \n          \n\n";

    #[test]
    fn gaps_are_blank_lines() {
        let text = format!("a{GAP}  b\n\nc\\{GAP}d");
        assert_eq!(gaps(&text)[..], [Range { start: 3, end: 34 }]);
        assert_eq!(dense(&text, &gaps(&text)), format!("a\n \n  b\n\nc\\{GAP}d"));
        assert_eq!(gaps(&"\n".repeat(40))[..], [Range { start: 2, end: 39 }]);
        assert!(gaps("\n").is_empty());
    }

    #[test]
    fn a_tree_has_its_gaps_back() {
        check(
            "python",
            &format!(
                "import a{GAP}def f(a,{GAP}   b):{GAP}    return '''{GAP} x'''{GAP}{GAP}class A:{GAP}    def g(self):\n        return 1\n        # more\n\n    x = 1{GAP}"
            ),
        );
        check(
            "c++",
            &format!(
                "#include <a>{GAP}#define B(x) \\{GAP}  x{GAP}int f(int a) // why{GAP}{{\n    return a;\n    // more\n    // and more{GAP}}}{GAP}struct A {{{GAP}    int g() {{\n        return 1 + 1 + 1;\n    }}{GAP}}};{GAP}"
            ),
        );
        check(
            "rust",
            &format!(
                "use a;{GAP}fn f() -> u8 {{\n    let a = r#\"{GAP}\"#;\n    a\n}}{GAP}/* a{GAP} */ struct A;{GAP}"
            ),
        );
        check(
            "go",
            &format!(
                "package a{GAP}import \"b\"{GAP}func f() int {{\n\treturn 1 + 1 + 1 + 1 + 1\n}}{GAP}var x = `{GAP}`{GAP}"
            ),
        );
        check(
            "javascript",
            &format!(
                "import a from 'a'{GAP}function f() {{\n    return 1 + 1 + 1\n}}{GAP}const x = <a>{GAP}b{GAP}</a>{GAP}const y = `{GAP}${{x}}{GAP}`{GAP}"
            ),
        );
        check(
            "java",
            &format!(
                "import a.b;{GAP}class A {{{GAP}    int f() {{\n        return 1 + 1 + 1 + 1;\n    }}{GAP}}}{GAP}"
            ),
        );
    }
}
