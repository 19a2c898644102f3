//! Open brackets, and the statement in them that is read.

use super::relation::{Anchor, LinePlace, Relation};
use super::tokens::PieceEnd;
use super::words::{CLASSES, first_words};
use crate::text::normal::first_word;

/// An open bracket, or the text as a whole.
#[derive(Debug, Clone)]
pub(super) struct NestingFrame {
    pub(super) id: usize,
    /// The bracket; 0 for the text as a whole.
    pub(super) sign: u8,
    /// The line and the offset of the bracket.
    pub(super) opener: Option<(usize, usize)>,
    /// What the first line in it, and the line that closes it, follow from.
    pub(super) anchor: Anchor,
    /// Whether the bracket is the last sign of its line.
    pub(super) hangs: bool,
    pub(super) inner: Relation,
    /// Whether items rather than statements are in it.
    pub(super) is_list: bool,
    /// The first line of the last statement or item.
    pub(super) sibling: Option<usize>,
    /// The last label of a `switch`.
    pub(super) case: Option<usize>,
    /// The last label of a class.
    pub(super) access: Option<usize>,
    /// The first line of the last statement, or of the part of it that is below a heading.
    pub(super) statement: Option<usize>,
    /// The last line of that statement that begins outside of further brackets.
    pub(super) last: Option<usize>,
    /// How that line continues the statement, if it does.
    pub(super) continued_by: Option<String>,
    /// The length of the statement before that line.
    pub(super) line_start: usize,
    /// The line that the heading of a block begins on.
    pub(super) head: Option<usize>,
    pub(super) end: PieceEnd,
    /// The statement so far, without what is in brackets.
    pub(super) text: String,
    /// Whether the line begins with the brace of a block.
    pub(super) has_own_brace: bool,
    /// Whether the last line begins with closing a bracket.
    pub(super) is_behind_closer: bool,
    /// Whether a directive follows the last line of code.
    pub(super) is_crossed: bool,
    /// The lines of `if` without their `else`.
    pub(super) ifs: Vec<usize>,
    /// Whether a bracket that was opened with this one is closed on a line of its own.
    pub(super) has_inner_end: bool,
    pub(super) is_opaque: bool,
    /// Whether statements, rather than the parts of an expression, are in the bracket.
    pub(super) has_statements: bool,
    /// The statement before the bracket.
    pub(super) heading: String,
}

impl NestingFrame {
    pub(super) fn new(id: usize, sign: u8) -> Self {
        Self {
            id,
            sign,
            opener: None,
            anchor: Anchor::Margin,
            hangs: true,
            inner: Relation::Sibling,
            is_list: false,
            sibling: None,
            case: None,
            access: None,
            statement: None,
            last: None,
            continued_by: None,
            line_start: 0,
            head: None,
            end: PieceEnd::Start,
            text: String::new(),
            has_own_brace: false,
            is_behind_closer: false,
            is_crossed: false,
            ifs: Vec::new(),
            has_inner_end: false,
            is_opaque: false,
            has_statements: matches!(sign, 0 | b'{'),
            heading: String::new(),
        }
    }

    pub(super) fn begin(&mut self, line: usize) {
        self.statement = Some(line);
        self.last = Some(line);
        self.continued_by = None;
        self.head = Some(line);
        self.text.clear();
    }

    /// Returns whether members of a class are in the bracket.
    pub(super) fn is_class(&self) -> bool {
        first_words(&self.heading).any(|word| CLASSES.contains(&word))
    }

    /// Returns whether code is a label of a `switch`.
    pub(super) fn is_case(&self, code: &str) -> bool {
        let word = first_word(code);
        let rest = code[word.len()..].trim_start();
        match word {
            "case" => !rest.starts_with([':', '=', '?', ',']),
            "default" => {
                let is_choice = |word: &str| ["switch", "select"].contains(&word);
                (rest.starts_with(':') || rest.starts_with("->"))
                    && (self.case.is_some() || first_words(&self.heading).any(is_choice))
            }
            _ => false,
        }
    }

    pub(super) fn opener_line(&self) -> Option<usize> {
        self.opener.map(|(line, _)| line)
    }
}

/// What separates the contents of a bracket.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Separators {
    pub(super) semicolons: bool,
    pub(super) commas: bool,
}

/// Returns the place of the first line in a bracket that is followed by code on its line.
pub(super) fn aligned(frame: &NestingFrame) -> LinePlace {
    LinePlace {
        anchor: frame.anchor,
        relation: Relation::Aligned(frame.sign),
        bracket: frame.opener,
        opener: frame.opener_line(),
    }
}
