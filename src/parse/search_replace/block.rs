//! Parses one block: the text that it looks for, and its replacement.

use crate::diag::Diagnostic;
use crate::parse::lines::{Line, Lines};
use crate::parse::problem::malformed;

/// The maximum number of possible divider lines in a block; if there are more, they are not tried.
const MAX_DIVIDERS: usize = 16;

/// A block without its first and last line.
#[derive(Debug)]
pub(super) struct Block<'a> {
    /// Its first line.
    pub(super) opening: Line<'a>,
    /// The lines between its first and last line.
    pub(super) body: Vec<Line<'a>>,
    /// The indices of the body lines that may be the divider; at least one.
    pub(super) dividers: Vec<usize>,
}

/// Returns whether a line begins a block.
pub(in crate::parse) fn is_opening(text: &str) -> bool {
    opening_signs(text).is_some()
}

/// Parses the block that begins at the next line, and advances past it.
///
/// # Errors
/// Fails if the block is truncated, or has no divider.
pub(super) fn read_block<'a>(lines: &mut Lines<'a>) -> Result<Block<'a>, Diagnostic> {
    let opening = lines.next();
    let Some((opening, signs)) = opening.and_then(|line| Some((line, opening_signs(line.text)?))) else {
        return Err(malformed(lines.number(), "a block begins with `<<<<<<< SEARCH`"));
    };
    let mut body = Vec::new();
    let mut other = None;
    loop {
        let next = lines.peek();
        let Some(line) = next.filter(|line| opening_signs(line.text) != Some(signs)) else {
            return Err(unclosed(opening, signs, next, other));
        };
        lines.skip_line();
        match closing_signs(line.text) {
            Some(own) if own == signs => break,
            Some(_) => other = Some(line),
            None => {}
        }
        body.push(line);
    }
    let is_divider = |line: &Line<'_>| divider_signs(line.text) == Some(signs);
    let dividers: Vec<usize> = (0..body.len()).filter(|at| is_divider(&body[*at])).collect();
    match dividers.len() {
        0 => Err(undivided(opening, signs, &body)),
        1..=MAX_DIVIDERS => Ok(Block { opening, body, dividers }),
        count => Err(malformed(opening.number, format!("{count} lines of the block could be its divider"))
            .with_help(other_signs(signs))),
    }
}

/// Returns the lines after the block that begins at the next line.
///
/// # Errors
/// Fails if the block is truncated. Other errors are reported by the parser of the block.
pub(in crate::parse) fn find_end(mut lines: Lines<'_>) -> Result<Lines<'_>, Diagnostic> {
    match read_block(&mut lines) {
        Err(problem) if problem.message.ends_with(CUT_OFF) => Err(problem),
        _ => Ok(lines),
    }
}

const CUT_OFF: &str = "the patch may be cut off";

fn unclosed(opening: Line<'_>, signs: usize, next: Option<Line<'_>>, other: Option<Line<'_>>) -> Diagnostic {
    let closing = format!("`{} REPLACE`", ">".repeat(signs));
    if let Some(other) = other {
        let message = format!(
            "the block has no {closing}: line {} has another number of characters, or {CUT_OFF}",
            other.number
        );
        return malformed(opening.number, message)
            .with_help("write the three marker lines of a block with the same number of characters");
    }
    let message = match next {
        Some(next) => {
            format!("the block has no {closing} before the next one, in line {}: {CUT_OFF}", next.number)
        }
        None => format!("the block has no {closing}: {CUT_OFF}"),
    };
    malformed(opening.number, message)
        .with_help(format!("send the whole patch, with {closing} below each block"))
}

fn undivided(opening: Line<'_>, signs: usize, body: &[Line<'_>]) -> Diagnostic {
    let divider = "=".repeat(signs);
    match body.iter().find(|line| divider_signs(line.text).is_some()) {
        Some(line) => malformed(
            line.number,
            format!(
                "the divider of the block has another number of characters than its first line, \
                 which has {signs}"
            ),
        )
        .with_help(format!("write `{divider}`")),
        None => malformed(opening.number, format!("the block has no divider: a line `{divider}`"))
            .with_help(format!("put `{divider}` between the old and the new lines")),
    }
}

/// Returns advice for lines of a file that look like marker lines of a block.
pub(super) fn other_signs(signs: usize) -> String {
    let other = if signs == 9 { 7 } else { 9 };
    format!(
        "write the three marker lines of the block with another number of characters: `{} \
         SEARCH`, `{}`, `{} REPLACE`",
        "<".repeat(other),
        "=".repeat(other),
        ">".repeat(other)
    )
}

/// Returns the number of signs of a line that begins a block. Some tools write `ORIGINAL` and `UPDATED` for the two
/// words, others dashes and plus signs for the signs.
pub(super) fn opening_signs(text: &str) -> Option<usize> {
    let (count, rest) = signs(text, b'<').or_else(|| signs(text, b'-'))?;
    let is_word =
        matches!(rest.trim(), "SEARCH" | "SEARCH>") || rest.trim() == "ORIGINAL" && text.starts_with('<');
    is_word.then_some(count)
}

fn divider_signs(text: &str) -> Option<usize> {
    let (count, rest) = signs(text, b'=')?;
    rest.trim().is_empty().then_some(count)
}

fn closing_signs(text: &str) -> Option<usize> {
    let (count, rest) = signs(text, b'>').or_else(|| signs(text, b'+'))?;
    let is_word = rest.trim() == "REPLACE" || rest.trim() == "UPDATED" && text.starts_with('>');
    is_word.then_some(count)
}

/// Returns the number of signs at the beginning of a line and the rest of the line, if that number is one that marker
/// lines may have.
fn signs(text: &str, sign: u8) -> Option<(usize, &str)> {
    let count = text.bytes().take_while(|byte| *byte == sign).count();
    (5..=9).contains(&count).then(|| (count, &text[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match read_block(&mut Lines::new(text, 1)) {
            Ok(block) => {
                let body: Vec<&str> = block.body.iter().map(|line| line.text).collect();
                format!("{} {:?}", body.join("|"), block.dividers)
            }
            Err(problem) => format!("{}: {}", problem.patch.map_or(0, |place| place.line), problem.message),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_block_is_bounded_by_lines_of_as_many_signs() {
        check("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", "a|=======|b [1]");
        check("<<<<< SEARCH\na\n=====\nb\n>>>>> REPLACE\nc", "a|=====|b [1]");
        check("------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n", "a|=======|b [1]");
        check("<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n", "a|=======|b [1]");
        check(
            "<<<<<<<<< SEARCH>\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n=========  \n>>>>>>>>> REPLACE",
            "<<<<<<< SEARCH|=======|>>>>>>> REPLACE|=========   [3]",
        );
        check("<<<<<<< SEARCH\n=======\n=======\nb\n>>>>>>> REPLACE\n", "=======|=======|b [0, 1]");
    }

    #[test]
    fn what_is_cut_off_or_undivided_is_malformed() {
        check(
            "<<<<<<< SEARCH\na\n=======\nb\n",
            "1: the block has no `>>>>>>> REPLACE`: the patch may be cut off",
        );
        check(
            "<<<<<<< SEARCH\na\n=======\n<<<<<<< SEARCH\n",
            "1: the block has no `>>>>>>> REPLACE` before the next one, in line 4: the patch may be cut off",
        );
        check(
            "<<<<<<< SEARCH\na\n======\n>>>>>>> REPLACE\n",
            "3: the divider of the block has another number of characters than its first line, \
             which has 7",
        );
        check("<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", "1: the block has no divider: a line `=======`");
    }

    #[test]
    fn four_or_ten_signs_are_text() {
        assert!(!is_opening("<<<< SEARCH"));
        assert!(!is_opening("<<<<<<<<<< SEARCH"));
        assert!(!is_opening("<<<<<<< HEAD"));
        assert!(!is_opening(" <<<<<<< SEARCH"));
    }
}
