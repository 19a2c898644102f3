//! Detects statements that continue across the place where lines are inserted.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use super::statements::{StatementLine, StatementsByLine};
use crate::plan::tree::document::Document;

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
    document.lines().1.rules()?;
    let mut lines = StatementsByLine::of(document)?;
    if !lines.is_code_at(at) {
        return None;
    }
    let (above, below) = (lines.above(at)?, lines.below(at)?);
    let is_directive = |code: &str| directives.iter().any(|sign| code.starts_with(sign));
    // Where a line ends a statement, only a backslash joins the next one, whatever that begins with.
    let may_join = !layout.indented || above.is_spliced;
    let joins_above = may_join && below.joins() && !above.is_before_statement(&below);
    if is_directive(&above.code) || is_directive(&below.code) || !(above.is_open() || joins_above) {
        return None;
    }
    let own = StatementLine::all(&lines.lexer, payload);
    let (first, last) = (own.first()?, own.last()?);
    let closes_other = own.iter().map(StatementLine::opens).sum::<isize>() != 0;
    let begins = above.is_open() || first.joins();
    let goes_on = last.is_open() || below.joins();
    if closes_other || is_directive(&first.code) || begins && goes_on && !last.code.ends_with(';') {
        return None;
    }
    let first = below.line;
    let (mut open, mut last) = (0, None);
    for code in lines.from(first) {
        let is_over = last.as_ref().is_some_and(|own: &StatementLine| {
            open <= 0 && !own.is_open() && (own.is_before_statement(&code) || !code.joins())
        });
        if is_over {
            break;
        }
        open += code.opens();
        last = Some(code);
    }
    Some(ContinuedStatement { line: first, end: last.map(|own| own.line + 1) })
}
