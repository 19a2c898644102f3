//! Judges how deep a line may be below another one, from the end of the first and the beginning of the second.

use super::layout::Layout;
use crate::text::normal::{first_word, is_word_char, open_brackets};

/// What the end of a line implies for the depth of the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpeningDepth {
    /// Nothing is opened: the next line is not deeper.
    No,
    /// A block: the next line is one step deeper.
    Block,
    /// A bracket that the line does not close: the next line is deeper.
    Bracket,
    /// An item of a list, which another item may follow.
    Item,
    /// An unfinished statement, or a heading that may have a body without a bracket: the next line may be deeper.
    Continued,
}

/// How well the depth of a line fits the line above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The depth breaks the blocks of a language of indented blocks.
    Broken,
    /// The line is deeper or less deep than the ends of the lines imply.
    Odd,
    /// The depth is possible.
    Possible,
    /// The depth is exactly what the ends of the lines imply.
    Expected,
}

impl Fit {
    /// Returns the weight of this fit against a reading.
    pub(super) const fn penalty(self) -> usize {
        match self {
            Self::Broken => 24,
            Self::Odd => 8,
            Self::Possible => 1,
            Self::Expected => 0,
        }
    }
}

/// The minimum difference of weight at which a lighter reading is preferred.
pub(super) const CLEAR_MARGIN: usize = 5;

/// Signs that close a bracket of a line above.
pub(super) const CLOSING: [char; 3] = ['}', ')', ']'];

/// The ends of a tag, or of a list in angle brackets, on a line of their own.
const TAG_ENDS: [&str; 2] = ["/>", ">"];

/// Signs at the end of a line that continues on the next line.
const GOES_ON: [&str; 14] = ["=>", "->", "=", ",", "\\", "+", "-", "*", "/", "&", "|", ".", "<", " ?"];

/// Signs at the beginning of a line that continues the line above.
const CONTINUES: [&str; 13] = [".", "?", ":", "&&", "||", "+", "|", "<<", "->", "=", ",", "*", "throws "];

impl Layout {
    /// Returns what the end of a line of code opens.
    pub(super) fn opening(self, code: &str) -> OpeningDepth {
        let depth = open_brackets(code);
        match code.as_bytes().last() {
            Some(b'{') => OpeningDepth::Block,
            Some(b':') if self.indented && depth <= 0 => OpeningDepth::Block,
            Some(b'(' | b'[') => OpeningDepth::Bracket,
            _ if depth > 0 => OpeningDepth::Bracket,
            Some(b',') => OpeningDepth::Item,
            Some(b':') => OpeningDepth::Continued,
            _ if ["...", "++", "--"].iter().any(|sign| code.ends_with(sign)) => OpeningDepth::No,
            _ if GOES_ON.iter().any(|sign| code.ends_with(sign)) => OpeningDepth::Continued,
            Some(b')') if !self.indented && may_have_body(code) => OpeningDepth::Continued,
            _ if !self.indented && code.ends_with("else") => OpeningDepth::Continued,
            _ => OpeningDepth::No,
        }
    }

    /// Returns how a line fits below another: `above` and `below` are their depths and their code.
    pub(super) fn fit(self, above: (isize, &str), below: (isize, &str), step: usize) -> Fit {
        let step = step as isize;
        let deeper = below.0 - above.0;
        let opening = self.opening(above.1);
        if below.1.starts_with(CLOSING) {
            let opens = matches!(opening, OpeningDepth::Block | OpeningDepth::Bracket);
            return if deeper == if opens { 0 } else { -step } { Fit::Expected } else { Fit::Odd };
        }
        // The end of a tag is a step less deep than its attributes.
        if TAG_ENDS.contains(&below.1) && !above.1.starts_with('<') {
            return if deeper == -step { Fit::Expected } else { Fit::Odd };
        }
        // `public:` and `case 1:` may be as deep as the heading of their block, and are seldom as deep as a statement
        // in it.
        if !self.indented && (is_label(below.1) || opens_case(below.1)) {
            match opening {
                // Some styles indent labels half a step less.
                OpeningDepth::No if (-step..0).contains(&deeper) => return Fit::Expected,
                OpeningDepth::Block | OpeningDepth::No if deeper == 0 => return Fit::Possible,
                _ if deeper == -step => return Fit::Possible,
                _ => {}
            }
        }
        // A clause that continues a statement is as deep as the statement: deeper lines end before it.
        if self.indented && is_clause(below.1) && matches!(opening, OpeningDepth::No | OpeningDepth::Block) {
            return match deeper {
                _ if deeper == -step => Fit::Expected,
                _ if deeper < -step => Fit::Possible,
                _ => Fit::Broken,
            };
        }
        // The next branch is as deep as the one above it; the first one is deeper than its heading.
        if self.indented && is_branch(below.1) && opening == OpeningDepth::No {
            return match deeper {
                _ if deeper == -step => Fit::Expected,
                _ if deeper < 0 => Fit::Possible,
                _ => Fit::Broken,
            };
        }
        match opening {
            // Several labels may share one body.
            OpeningDepth::Continued if !self.indented && is_label(above.1) && is_label(below.1) => {
                return if deeper == 0 { Fit::Expected } else { Fit::Odd };
            }
            // The line that a decorator or an annotation applies to.
            OpeningDepth::No if above.1.starts_with('@') => {
                return if deeper == 0 { Fit::Expected } else { Fit::Odd };
            }
            _ => {}
        }
        let is_spread = below.1.starts_with("...");
        let goes_on = !self.indented && !is_spread && CONTINUES.iter().any(|sign| below.1.starts_with(sign));
        match opening {
            OpeningDepth::Block | OpeningDepth::Bracket if deeper == step => Fit::Expected,
            OpeningDepth::Block if self.indented && above.1.ends_with(':') && deeper <= 0 => Fit::Broken,
            OpeningDepth::Bracket if deeper > 0 => Fit::Possible,
            OpeningDepth::Block | OpeningDepth::Bracket => Fit::Odd,
            OpeningDepth::Item if deeper == 0 => Fit::Expected,
            OpeningDepth::Item if deeper > 0 && above.1.starts_with(CLOSING) => Fit::Odd,
            // The items in brackets are below one another.
            OpeningDepth::Item if deeper < 0 && self.indented => Fit::Odd,
            OpeningDepth::Item => Fit::Possible,
            OpeningDepth::Continued if goes_on && deeper == 0 && is_like(above.1, below.1) => Fit::Expected,
            OpeningDepth::Continued if deeper == step => Fit::Expected,
            OpeningDepth::Continued if deeper >= 0 => Fit::Possible,
            OpeningDepth::Continued => Fit::Odd,
            OpeningDepth::No if goes_on && is_like(above.1, below.1) => {
                if deeper == 0 {
                    Fit::Expected
                } else {
                    Fit::Odd
                }
            }
            OpeningDepth::No if goes_on && deeper == step => Fit::Expected,
            OpeningDepth::No if goes_on && deeper >= 0 => Fit::Possible,
            OpeningDepth::No if deeper == 0 => Fit::Expected,
            OpeningDepth::No if deeper > 0 && self.indented => Fit::Broken,
            // A string as a statement documents the definition above it.
            OpeningDepth::No if deeper < 0 && self.indented && below.1 == "s" => Fit::Odd,
            OpeningDepth::No if deeper < 0 && self.indented => Fit::Possible,
            OpeningDepth::No => Fit::Odd,
        }
    }
}

/// Returns whether a line begins like a continuation of the line above.
pub(super) fn continues(code: &str) -> bool {
    const SIGNS: [&str; 6] = [".", "?", "&&", "||", ": ", "+ "];
    SIGNS.iter().any(|sign| code.starts_with(sign)) && !code.starts_with("...")
}

/// Returns whether a line is a label, or the first line of a label with several values.
pub(super) fn is_label(code: &str) -> bool {
    code.ends_with(':') && !code.ends_with("::") || code.starts_with("case ") && code.ends_with(',')
}

/// Returns whether a line is a label of a `switch` and the bracket of its block.
fn opens_case(code: &str) -> bool {
    let label = code.strip_suffix('{').map(str::trim_end).unwrap_or_default();
    ["case", "default"].contains(&first_word(code)) && (label.ends_with(':') || label.ends_with("->"))
}

/// Returns whether a line is a further clause of a compound statement.
fn is_clause(code: &str) -> bool {
    const WORDS: [&str; 4] = ["else", "elif", "except", "finally"];
    let word = code.split(|sign: char| !is_word_char(sign)).next().unwrap_or_default();
    WORDS.contains(&word) && code.ends_with(':')
}

/// Returns whether a line begins a branch of a `match`.
pub(super) fn is_branch(code: &str) -> bool {
    code.starts_with("case ") && code.ends_with(':')
}

/// Words of headings whose body may be a single statement.
const HEADINGS: [&str; 8] = ["if", "for", "while", "switch", "catch", "with", "synchronized", "when"];

/// Returns whether a line that ends in a parenthesis may be a heading with a body rather than a call; macros that
/// iterate over a list have `each` in their names.
pub(super) fn may_have_body(code: &str) -> bool {
    let heading = code.split_once('(').map_or(code, |(heading, _)| heading);
    heading.to_ascii_lowercase().contains("each")
        || heading.split(|sign: char| !is_word_char(sign)).any(|word| HEADINGS.contains(&word))
}

/// Words of headings whose block may be as deep as the heading.
const FLAT_HEADINGS: [&str; 6] = ["namespace", "extern", "mod", "module", "declare", "switch"];

/// Returns whether the block of a heading may be as deep as the heading.
pub(super) fn may_be_flat(code: &str) -> bool {
    code.split(|sign: char| !is_word_char(sign)).any(|word| FLAT_HEADINGS.contains(&word))
}

/// Returns whether two lines begin with the same sign.
fn is_like(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDENTED: Layout = Layout { indented: true, directives: &[], flat_headings: &[] };
    const BRACED: Layout = Layout { indented: false, directives: &[], flat_headings: &[] };

    #[test]
    fn a_body_is_a_step_deeper_than_its_heading() {
        assert_eq!(INDENTED.fit((4, "if a:"), (8, "b"), 4), Fit::Expected);
        assert_eq!(INDENTED.fit((4, "if a:"), (4, "b"), 4), Fit::Broken);
        assert_eq!(BRACED.fit((4, "if a {"), (8, "b"), 4), Fit::Expected);
        assert_eq!(BRACED.fit((4, "if a {"), (4, "}"), 4), Fit::Expected);
    }

    #[test]
    fn a_label_is_as_deep_as_the_heading_of_its_block() {
        assert_eq!(BRACED.fit((0, "class A {"), (0, "public:"), 4), Fit::Possible);
        assert_eq!(BRACED.fit((4, "a;"), (0, "public:"), 4), Fit::Expected);
        assert_eq!(BRACED.fit((4, "a;"), (4, "public:"), 4), Fit::Possible);
        assert_eq!(BRACED.fit((4, "a;"), (8, "public:"), 4), Fit::Odd);
    }

    #[test]
    fn labels_of_one_body_and_what_is_decorated_are_equally_deep() {
        assert_eq!(BRACED.fit((4, "case 1:"), (4, "case 2:"), 4), Fit::Expected);
        assert_eq!(BRACED.fit((0, "case 1:"), (4, "case 2:"), 4), Fit::Odd);
        assert_eq!(INDENTED.fit((8, "@cached"), (4, "def f():"), 4), Fit::Odd);
    }

    #[test]
    fn a_call_has_no_body() {
        assert_eq!(BRACED.fit((4, "if (a)"), (8, "b"), 4), Fit::Expected);
        assert_eq!(BRACED.fit((4, "TAILQ_FOREACH(a, b, c)"), (8, "d"), 4), Fit::Expected);
        assert_eq!(BRACED.fit((4, "a(b)"), (8, "c"), 4), Fit::Odd);
        assert_eq!(BRACED.fit((4, "a(b)"), (4, "c"), 4), Fit::Expected);
    }

    #[test]
    fn a_statement_is_as_deep_as_the_one_above() {
        assert_eq!(INDENTED.fit((4, "a"), (4, "b"), 4), Fit::Expected);
        assert_eq!(INDENTED.fit((4, "a"), (8, "b"), 4), Fit::Broken);
        assert_eq!(BRACED.fit((4, "a;"), (8, "b;"), 4), Fit::Odd);
        assert_eq!(BRACED.fit((4, "a;"), (0, "}"), 4), Fit::Expected);
    }
}
