//! Reads the lines around a place as statements: the nearest code above and below it, and how a statement or a heading
//! begins, continues and ends there. Comments and blank lines are looked through.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use super::lead_in::MAX_SEARCH_LINES;
use crate::plan::tree::document::Document;
use crate::resolve::lines::LineIndex;
use crate::text::normal::{first_word, indentation, is_blank, is_word_char};
use crate::text::{Buffer, LexState, Lexer, TokenKind};

/// Signs that continue the statement above if a line begins with them.
const JOINING: [&str; 24] = [
    "&&", "||", "??", "?.", "<<", "? ", ": ", "= ", "=> ", "-> ", "+ ", "- ", "* ", "/ ", "% ", "| ", "^ ",
    "& ", "== ", "!= ", "=== ", "!== ", "<= ", ">= ",
];

/// Signs after which a statement continues on the next line.
const OPEN: [&str; 6] = ["&&", "||", "??", "<<", "=>", "->"];

/// Such signs, if a blank precedes them; otherwise they may be part of a type or a name.
const OPEN_APART: [&str; 8] = [" +", " -", " *", " %", " |", " ^", " &", " ?"];

/// Such words, if a backslash joins the next line.
const OPEN_WORDS: [&str; 4] = ["and", "or", "not", "in"];

/// Signs that may precede the last sign of an assignment or comparison.
const BEFORE_EQUALS: [char; 13] = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!', '=', ':'];

/// Words that begin a heading whose body may be a single statement without brackets.
const BARE_HEADS: [&str; 4] = ["if", "for", "while", "else"];

/// A line of code, as far as it shows how its statement begins, continues and ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatementLine {
    /// The number of the line, from 0, in the file or the payload.
    pub(super) line: usize,
    /// The white space before the code.
    pub(super) indentation: String,
    /// The code, without a comment and without a backslash that joins the next line.
    pub(super) code: String,
    /// Whether the first and the last token are code, rather than strings or other text.
    is_code: [bool; 2],
    pub(super) is_spliced: bool,
    /// How many brackets of lines above it closes, and how many it opens for lines below.
    brackets: [usize; 2],
}

impl StatementLine {
    /// Reads a line that begins in `state`, which is updated to the state at its end; `None` if the line has no code.
    fn read(lexer: &Lexer<'_>, (line, text): (usize, &str), state: &mut LexState) -> Option<Self> {
        let (mut first, mut last, mut brackets) = (None, None, [0_usize; 2]);
        lexer.line(text, state, |token| {
            match token.kind {
                TokenKind::Comment => return,
                TokenKind::Open(_) => brackets[1] += 1,
                TokenKind::Close(_) if brackets[1] > 0 => brackets[1] -= 1,
                TokenKind::Close(_) => brackets[0] += 1,
                _ => {}
            }
            first = first.or(Some((token.range.start, token.kind)));
            last = Some((token.range.end, token.kind));
        });
        let ((start, begins), (end, ends)) = first.zip(last)?;
        let rules = lexer.rules();
        let code = &text[start..end];
        let spliced = code.strip_suffix('\\').filter(|_| rules.splices || rules.continues);
        Some(Self {
            line,
            indentation: indentation(text).to_owned(),
            code: spliced.map_or(code, str::trim_end).to_owned(),
            is_code: [begins, ends].map(|kind| kind == TokenKind::Code),
            is_spliced: spliced.is_some(),
            brackets,
        })
    }

    /// Reads the lines of a payload that have code.
    pub(super) fn all(lexer: &Lexer<'_>, payload: &[String]) -> Vec<Self> {
        let mut state = LexState::default();
        let lines = payload.iter().enumerate();
        lines.filter_map(|(at, line)| Self::read(lexer, (at, line), &mut state)).collect()
    }

    /// Returns how many more brackets the line opens than it closes.
    pub(super) fn opens(&self) -> isize {
        self.brackets[1] as isize - self.brackets[0] as isize
    }

    /// Returns the first word, after a bracket that ends what is above.
    pub(super) fn word(&self) -> &str {
        first_word(self.code.trim_start_matches(['}', ' ']))
    }

    /// Returns whether it begins with a sign that continues the statement above.
    pub(super) fn joins(&self) -> bool {
        let is_name = |name: &str| name.starts_with(char::is_alphabetic);
        // A comment may follow the sign.
        let is_sign = |sign: &&str| self.code.starts_with(*sign) || self.code == sign.trim_end();
        self.is_code[0] && (self.code.strip_prefix('.').is_some_and(is_name) || JOINING.iter().any(is_sign))
    }

    /// Returns whether it ends with a sign after which its statement continues.
    pub(super) fn is_open(&self) -> bool {
        let text = self.code.as_str();
        let before = |sign: &str| text.strip_suffix(sign).map(str::trim_end);
        let last_word = |text: &str| {
            text.rsplit(|sign| !is_word_char(sign)).next().map(str::to_owned).unwrap_or_default()
        };
        let is_operand = |text: &str| {
            text.ends_with(|sign| is_word_char(sign) || matches!(sign, ')' | ']' | '"' | '\'' | '`' | '>'))
                && !["import", "export", "from", "operator"].contains(&&*last_word(text))
        };
        let is_assigned = |text: &str| is_operand(text.trim_end_matches(BEFORE_EQUALS).trim_end());
        let is_object = |text: &str| is_operand(text) && !text.ends_with(char::is_numeric);
        self.is_code[1]
            && (OPEN.iter().chain(&OPEN_APART).any(|sign| before(sign).is_some_and(is_operand))
                || before("=").is_some_and(is_assigned)
                || before(".").is_some_and(is_object)
                || self.is_spliced && OPEN_WORDS.contains(&&*last_word(text)))
    }

    /// Returns whether a new statement follows it, whatever the line below begins with.
    pub(super) fn is_before_statement(&self, below: &Self) -> bool {
        self.code.ends_with([';', ',', ':', '{', '(', '['])
            || self.code.ends_with('}') && !below.code.starts_with(['.', '?'])
    }

    /// Returns whether it is the whole heading of a body that may be one statement without brackets.
    pub(super) fn is_bare_heading(&self, lexer: &Lexer<'_>) -> bool {
        let (text, word) = (self.code.as_str(), self.word());
        // `} while (…)` ends a loop.
        if !BARE_HEADS.contains(&word) || text.starts_with('}') && word == "while" {
            return text == "do";
        }
        text.ends_with(')') && ends_with_condition(lexer, text) || text.ends_with("else")
    }
}

/// Returns whether the first bracket pair of a heading, or of the `if` of an `else if`, ends the heading.
fn ends_with_condition(lexer: &Lexer<'_>, heading: &str) -> bool {
    let (mut depth, mut end) = (0_usize, None);
    let heading = heading.trim_start_matches(['}', ' ']);
    lexer.marks(heading, &mut LexState::default(), |kind, range| match kind {
        TokenKind::Open(_) => depth += 1,
        TokenKind::Close(_) => {
            depth = depth.saturating_sub(1);
            end = end.or(Some(range.end).filter(|_| depth == 0));
        }
        _ => {}
    });
    end == Some(heading.len())
}

/// The statements of a file, read by lines.
pub(super) struct StatementsByLine<'d, 'p> {
    pub(super) buffer: &'d Buffer,
    index: &'d mut LineIndex<'p>,
    pub(super) lexer: Lexer<'static>,
}

impl<'d, 'p> StatementsByLine<'d, 'p> {
    /// Returns the statements of a document; `None` if nothing is known of its language.
    pub(super) fn of(document: &'d mut Document<'p>) -> Option<Self> {
        let lexer = Lexer::new(document.lexical()?);
        let (buffer, index) = document.lines();
        Some(Self { buffer, index, lexer })
    }

    /// Returns whether a line begins in code, rather than in a comment or a string.
    pub(super) fn is_code_at(&mut self, line: usize) -> bool {
        self.state_before(line).is_code()
    }

    /// Reads a line; `None` if it has no code.
    pub(super) fn read(&mut self, line: usize) -> Option<StatementLine> {
        let mut state = self.index.state_before(self.buffer, line);
        StatementLine::read(&self.lexer, (line, &self.buffer.line(line)), &mut state)
    }

    /// Returns the nearest line of code above line `at`.
    pub(super) fn above(&mut self, at: usize) -> Option<StatementLine> {
        (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().find_map(|line| self.read(line))
    }

    /// Returns the nearest line of code at or below line `at`.
    pub(super) fn below(&mut self, at: usize) -> Option<StatementLine> {
        self.from(at).next()
    }

    /// Returns the nearest lines of code at and below line `at`.
    pub(super) fn from(&mut self, at: usize) -> impl Iterator<Item = StatementLine> {
        let end = self.buffer.line_count().min(at + MAX_SEARCH_LINES);
        (at..end).filter_map(|line| self.read(line))
    }

    /// Returns the lexical state before a line.
    pub(super) fn state_before(&mut self, line: usize) -> LexState {
        self.index.state_before(self.buffer, line)
    }

    /// Returns the lines from the one that opens the brackets which the line `last` closes through that line, joined to
    /// one line with the number and indentation of the first.
    pub(super) fn whole(&mut self, last: &StatementLine) -> Option<StatementLine> {
        let mut whole = last.clone();
        while whole.brackets[0] > 0 && whole.line + MAX_SEARCH_LINES > last.line {
            let above = self.above(whole.line)?;
            let [closes, opens] = above.brackets;
            let rest = whole.brackets[0].saturating_sub(opens);
            // `} else if (a &&` closes the bracket of the block above, which is no part of the heading.
            let closes = if rest == 0 { 0 } else { closes };
            let code = format!("{} {}", above.code, whole.code);
            whole = StatementLine { code, brackets: [rest + closes, whole.brackets[1]], ..above };
            if rest == 0 {
                break;
            }
        }
        Some(whole)
    }

    /// Returns the heading whose last line is `last`, as one line, if its body may be one statement without brackets.
    pub(super) fn bare_heading(&mut self, last: &StatementLine) -> Option<StatementLine> {
        // `} else if (a)` closes only the bracket of the block above.
        let whole = match last.code.ends_with(')') && !last.is_bare_heading(&self.lexer) {
            true => self.whole(last)?,
            false => last.clone(),
        };
        whole.is_bare_heading(&self.lexer).then_some(whole)
    }

    /// Returns whether a blank line is between two lines.
    pub(super) fn is_apart(&self, (above, below): (&StatementLine, &StatementLine)) -> bool {
        (above.line + 1..below.line).any(|line| is_blank(&self.buffer.line(line)))
    }
}
