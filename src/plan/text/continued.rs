//! Detects statements that continue across the place where lines are inserted.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use crate::plan::tree::document::Document;
use crate::text::normal::is_word_char;
use crate::text::{LexState, Lexer, TokenKind};

/// The maximum number of lines on either side of a place that are searched for code.
const FAR: usize = 200;

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

/// A line of code, as far as it shows whether its statement continues.
struct StatementLine {
    /// The code, without a comment and without a backslash that joins the next line.
    code: String,
    /// Whether the first and the last token are code, rather than strings or other text.
    is_code: [bool; 2],
    is_spliced: bool,
    /// How many more brackets the line opens than it closes.
    opens: isize,
}

impl StatementLine {
    /// Reads a line; `None` if it has no code.
    fn read(lexer: &Lexer<'_>, line: &str, state: &mut LexState) -> Option<Self> {
        let (mut first, mut last, mut opens) = (None, None, 0);
        lexer.line(line, state, |token| {
            match token.kind {
                TokenKind::Comment => return,
                TokenKind::Open(_) => opens += 1,
                TokenKind::Close(_) => opens -= 1,
                _ => {}
            }
            first = first.or(Some((token.range.start, token.kind)));
            last = Some((token.range.end, token.kind));
        });
        let ((start, begins), (end, ends)) = first.zip(last)?;
        let rules = lexer.rules();
        let code = &line[start..end];
        let spliced = code.strip_suffix('\\').filter(|_| rules.splices || rules.continues);
        Some(Self {
            code: spliced.map_or(code, str::trim_end).to_owned(),
            is_code: [begins, ends].map(|kind| kind == TokenKind::Code),
            is_spliced: spliced.is_some(),
            opens,
        })
    }

    /// Returns whether it begins with a sign that continues the statement above.
    fn joins(&self) -> bool {
        let is_name = |name: &str| name.starts_with(char::is_alphabetic);
        // A comment may follow the sign.
        let is_sign = |sign: &&str| self.code.starts_with(*sign) || self.code == sign.trim_end();
        self.is_code[0] && (self.code.strip_prefix('.').is_some_and(is_name) || JOINING.iter().any(is_sign))
    }

    /// Returns whether it ends with a sign after which its statement continues.
    fn is_open(&self) -> bool {
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
    fn is_before_statement(&self, below: &Self) -> bool {
        self.code.ends_with([';', ',', ':', '{', '(', '['])
            || self.code.ends_with('}') && !below.code.starts_with(['.', '?'])
    }
}

/// A statement that begins above a place and continues below it.
pub(super) struct ContinuedStatement {
    /// The line that continues it.
    pub(super) line: usize,
    /// The line below its last one, if that is near.
    pub(super) end: Option<usize>,
}

/// Returns the statement that lines inserted before line `at` would split: neither do they continue what is above, nor
/// does what is below continue them.
pub(super) fn split_statement(
    document: &mut Document<'_>,
    at: usize,
    payload: &[String],
) -> Option<ContinuedStatement> {
    let layout = document.layout();
    let directives = layout.directives;
    let (buffer, index) = document.lines();
    let lexer = Lexer::new(index.rules()?);
    if !index.state_before(buffer, at).is_code() {
        return None;
    }
    let mut read = |line: usize| {
        let mut state = index.state_before(buffer, line);
        StatementLine::read(&lexer, &buffer.line(line), &mut state).map(|code| (line, code))
    };
    let (_, above) = (at.saturating_sub(FAR)..at).rev().find_map(&mut read)?;
    let end = buffer.line_count().min(at + FAR);
    let (line, below) = (at..end).find_map(&mut read)?;
    let is_directive = |code: &str| directives.iter().any(|sign| code.starts_with(sign));
    // Where a line ends a statement, only a backslash joins the next one, whatever that begins with.
    let may_join = !layout.indented || above.is_spliced;
    let joins_above = may_join && below.joins() && !above.is_before_statement(&below);
    if is_directive(&above.code) || is_directive(&below.code) || !(above.is_open() || joins_above) {
        return None;
    }
    let mut state = LexState::default();
    let own: Vec<StatementLine> =
        payload.iter().filter_map(|line| StatementLine::read(&lexer, line, &mut state)).collect();
    let (first, last) = (own.first()?, own.last()?);
    let closes_other = own.iter().map(|line| line.opens).sum::<isize>() != 0;
    let begins = above.is_open() || first.joins();
    let goes_on = last.is_open() || below.joins();
    if closes_other || is_directive(&first.code) || begins && goes_on && !last.code.ends_with(';') {
        return None;
    }
    let (mut open, mut last) = (0, None);
    for (number, code) in (line..end).filter_map(&mut read) {
        let is_over = last.as_ref().is_some_and(|(_, own): &(usize, StatementLine)| {
            open <= 0 && !own.is_open() && (own.is_before_statement(&code) || !code.joins())
        });
        if is_over {
            break;
        }
        open += code.opens;
        last = Some((number, code));
    }
    Some(ContinuedStatement { line, end: last.map(|(line, _)| line + 1) })
}
