//! Finds the end of a hunk in a diff.
//!
//! The counts in its header determine it if they match its lines; otherwise the next header does.

use super::header::{Counts, is_hunk_header};
use crate::parse::lines::Lines;

/// Returns the lines after the body of a hunk that begins at `lines`.
pub(super) fn find_end<'a>(lines: Lines<'a>, counts: Option<Counts>) -> Lines<'a> {
    counts.and_then(|counts| find_counted_end(lines, counts)).unwrap_or_else(|| find_next_header(lines))
}

/// Returns the end according to the counts, if they match.
fn find_counted_end<'a>(mut lines: Lines<'a>, counts: Counts) -> Option<Lines<'a>> {
    let (mut old, mut new) = (counts.old, counts.new);
    while old > 0 || new > 0 {
        let here = lines;
        let line = lines.next()?;
        if may_be_foreign(line.text) && cannot_continue(here) {
            return None;
        }
        let (takes_old, takes_new) = match line.text.as_bytes() {
            [b'+', ..] => (0, 1),
            [b'-', ..] => (1, 0),
            [b'\\', b' ', ..] => (0, 0),
            _ => (1, 1),
        };
        old = old.checked_sub(takes_old)?;
        new = new.checked_sub(takes_new)?;
    }
    while lines.peek().is_some_and(|line| is_no_newline_note(line.text)) {
        lines.skip_line();
    }
    (!looks_continued(lines)).then_some(lines)
}

/// Returns whether the lines after a counted hunk look like more of it.
///
/// A lone `-- ` ends a mail, and two header lines begin a file, whether or not an `@@` follows.
fn looks_continued(mut lines: Lines<'_>) -> bool {
    lines.skip_blank();
    let behind = lines;
    let (Some(first), second) = (lines.next(), lines.next()) else { return false };
    first.text.starts_with([' ', '+', '-'])
        && !is_signature_mark(first.text)
        && !second.is_some_and(|second| is_header_pair(first.text, second.text))
        && !cannot_continue(behind)
}

fn is_signature_mark(text: &str) -> bool {
    matches!(text, "-- " | "--")
}

/// Returns the next place at which something other than the hunk begins.
fn find_next_header<'a>(mut lines: Lines<'a>) -> Lines<'a> {
    loop {
        let mut behind = lines;
        let Some(line) = behind.next() else { return lines };
        let may_end = may_be_foreign(line.text) || line.text.starts_with("++");
        if may_end && (cannot_continue(lines) || is_half_a_header(lines)) {
            return lines;
        }
        lines = behind;
    }
}

/// Returns whether a single `---` or `+++` line is above an `@@` line. If it were taken for a removed or added line,
/// half of a header would be written into a file.
pub(in crate::parse) fn is_half_a_header(mut lines: Lines<'_>) -> bool {
    let begins_like_one =
        lines.next().is_some_and(|line| line.text.starts_with("--- ") || line.text.starts_with("+++ "));
    begins_like_one && lines.peek().is_some_and(|line| is_hunk_header(line.text))
}

/// Returns whether a line may be one that cannot belong to a hunk; this excludes lines whose first bytes show that they
/// belong to it.
fn may_be_foreign(text: &str) -> bool {
    match text.as_bytes() {
        [] | [b' ' | b'+' | b'\\', ..] => false,
        [b'-', second, ..] => *second == b'-',
        _ => true,
    }
}

/// Returns whether the next line cannot belong to a hunk.
fn cannot_continue(lines: Lines<'_>) -> bool {
    lines.peek().is_none_or(|line| is_hunk_header(line.text))
        || begins_section(lines)
        || is_mail_signature(lines)
}

/// Returns whether the header of a file section begins at the next line, judged as within a hunk.
///
/// `--- x` and `+++ y` may also be a removed `-- x` and an added `++ y`: only an `@@` below them decides.
pub(in crate::parse) fn begins_section(mut lines: Lines<'_>) -> bool {
    let Some(line) = lines.next() else { return false };
    match line.text.as_bytes().first() {
        Some(b'-' | b'*') => begins_header_pair(line.text, lines),
        Some(b'I') => {
            line.text.starts_with("Index: ") && lines.peek().is_some_and(|next| next.text.starts_with("===="))
        }
        Some(b'F') => is_mbox_start(line.text),
        Some(b'd' | b'n' | b'o' | b's' | b'r' | b'c' | b'i' | b'B' | b'G') => is_git_header_line(line.text),
        _ => false,
    }
}

fn begins_header_pair(first: &str, mut rest: Lines<'_>) -> bool {
    let (Some(second), Some(third)) = (rest.next(), rest.next()) else { return false };
    is_header_pair(first, second.text) && is_hunk_header(third.text)
}

/// Returns whether two lines are `---` and `+++`, or `***` and `---`.
pub(in crate::parse) fn is_header_pair(first: &str, second: &str) -> bool {
    (first.starts_with("--- ") && second.starts_with("+++ "))
        || (first.starts_with("*** ") && second.starts_with("--- "))
}

/// Returns whether a line is one that git writes between `diff --git` and the first hunk.
fn is_git_header_line(text: &str) -> bool {
    const WITH_A_PATH: [&str; 4] = ["rename from ", "rename to ", "copy from ", "copy to "];
    const WITH_A_NUMBER: [&str; 5] =
        ["new file mode ", "deleted file mode ", "old mode ", "new mode ", "similarity index "];
    text.starts_with("diff -")
        || WITH_A_PATH.iter().any(|start| text.starts_with(start))
        || WITH_A_NUMBER.iter().any(|start| {
            text.strip_prefix(start).is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
        })
        || is_index_line(text)
        || text == "GIT binary patch"
        || (text.starts_with("Binary files ") && text.ends_with(" differ"))
}

/// Returns whether a line is like `index 0123abc..4567def 100644`.
fn is_index_line(text: &str) -> bool {
    let Some((old, new)) = text.strip_prefix("index ").and_then(|rest| rest.split_once("..")) else {
        return false;
    };
    let is_hash = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash(old) && is_hash(new.split(' ').next().unwrap_or_default())
}

/// Returns whether a line is like `From 0123…4567 Mon Sep 17 00:00:00 2001`, which separates the mails of a series.
pub(in crate::parse) fn is_mbox_start(text: &str) -> bool {
    text.strip_prefix("From ")
        .and_then(|rest| rest.split_once(' '))
        .is_some_and(|(hash, _)| hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns whether the next lines end a mail: `-- ` and a version number.
fn is_mail_signature(mut lines: Lines<'_>) -> bool {
    let is_dashes = lines.next().is_some_and(|line| is_signature_mark(line.text));
    let is_version = is_dashes
        && lines.next().is_some_and(|line| {
            line.text.starts_with(|char: char| char.is_ascii_digit()) && line.text.contains('.')
        });
    if !is_version {
        return false;
    }
    lines.skip_blank();
    lines.peek().is_none_or(|line| line.text.starts_with("From "))
}

/// Returns whether a line is `\ No newline at end of file`, in any wording.
pub(super) fn is_no_newline_note(text: &str) -> bool {
    text.starts_with("\\ ")
}
