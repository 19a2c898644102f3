//! Parses texts that are mostly blank, such as texts without function bodies, at the cost of the rest of the text.
//!
//! A grammar spends as much time on a space as on a letter. So consecutive blank lines are removed from the text that
//! is parsed, and inserted into the tree afterwards, like an edit of the text.

use std::ops::Range;

use tree_sitter::{InputEdit, Tree};

use super::changed::BytePlace;

/// The least length in bytes of a gap; inserting a shorter one into the tree costs as much as parsing it.
const MIN_GAP_LEN: usize = 24;

/// Returns the blank lines of a text that are meaningless to its grammar. A gap excludes the first line ending, one
/// more byte, and the last line ending: a token may end after the first line ending, and the indentation of the line
/// below may matter.
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
        // A backslash joins the next line to this one.
        let goes_on = text[..feed].trim_end_matches('\r').ends_with('\\');
        if gap.start + MIN_GAP_LEN <= gap.end && !goes_on {
            found.push(gap);
        }
        at = end.max(feed + 1);
    }
    found
}

/// Returns a text without its gaps.
pub(super) fn without_gaps(text: &str, gaps: &[Range<usize>]) -> String {
    let mut dense = String::with_capacity(text.len() - gaps.iter().map(Range::len).sum::<usize>());
    let mut done = 0;
    for gap in gaps {
        dense.push_str(&text[done..gap.start]);
        done = gap.end;
    }
    dense.push_str(&text[done..]);
    dense
}

/// Inserts the gaps of a text into the tree of the text without them.
pub(super) fn insert_gaps(tree: &mut Tree, text: &str, gaps: &[Range<usize>]) {
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
    use crate::lang::{Language, Syntax, verified_bodies, without_bodies};

    /// Returns the kinds and positions of all nodes.
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
        // Some builds do not contain all languages.
        let Some(language) = Language::by_name(language) else { return };
        let manifest = language.manifest();
        let blank = without_bodies(manifest, text, &verified_bodies(manifest, text));
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
        assert_eq!(without_gaps(&text, &gaps(&text)), format!("a\n \n  b\n\nc\\{GAP}d"));
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
