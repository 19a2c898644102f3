//! Where a hunk of a diff ends.
//!
//! Its counts end it while they fit its lines; where they do not, the next header does.

use super::header::{Counts, is_hunk_header};
use crate::parse::lines::Lines;

/// The lines behind the body of a hunk that begins at `lines`.
pub(super) fn find_end<'a>(lines: Lines<'a>, counts: Option<Counts>) -> Lines<'a> {
    counts.and_then(|counts| find_counted_end(lines, counts)).unwrap_or_else(|| find_next_header(lines))
}

/// The end that the counts give, if they fit.
fn find_counted_end<'a>(mut lines: Lines<'a>, counts: Counts) -> Option<Lines<'a>> {
    let (mut old, mut new) = (counts.old, counts.new);
    while old > 0 || new > 0 {
        if ends_here(lines) {
            return None;
        }
        let line = lines.next()?;
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
    (!goes_on(lines)).then_some(lines)
}

/// Whether what stands behind a counted hunk looks like more of it.
///
/// `-- ` alone ends a mail, and two header lines begin a file, with or without an `@@` below.
fn goes_on(mut lines: Lines<'_>) -> bool {
    lines.skip_blank();
    let behind = lines;
    let (Some(first), second) = (lines.next(), lines.next()) else { return false };
    first.text.starts_with([' ', '+', '-'])
        && !is_signature_mark(first.text)
        && !second.is_some_and(|second| is_header_pair(first.text, second.text))
        && !ends_here(behind)
}

fn is_signature_mark(text: &str) -> bool {
    matches!(text, "-- " | "--")
}

/// The next place at which something else begins.
fn find_next_header<'a>(mut lines: Lines<'a>) -> Lines<'a> {
    while !ends_here(lines) && !is_half_a_header(lines) {
        lines.skip_line();
    }
    lines
}

/// Whether a `---` or `+++` line stands alone above an `@@` line: were it taken for a removed or an added line, a
/// header that lost its other half would end up in a file.
pub(in crate::parse) fn is_half_a_header(mut lines: Lines<'_>) -> bool {
    let begins_like_one =
        lines.next().is_some_and(|line| line.text.starts_with("--- ") || line.text.starts_with("+++ "));
    begins_like_one && lines.peek().is_some_and(|line| is_hunk_header(line.text))
}

/// Whether the next line cannot belong to a hunk.
fn ends_here(lines: Lines<'_>) -> bool {
    lines.peek().is_none_or(|line| is_hunk_header(line.text))
        || begins_section(lines)
        || is_mail_signature(lines)
}

/// Whether the header of a file section begins at the next line, as it is told amid the lines of a hunk.
///
/// `--- x` and `+++ y` may just as well be a removed `-- x` and an added `++ y`: it takes an `@@` below to tell.
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

/// Whether two lines are `---` and `+++`, or `***` and `---`.
pub(in crate::parse) fn is_header_pair(first: &str, second: &str) -> bool {
    (first.starts_with("--- ") && second.starts_with("+++ "))
        || (first.starts_with("*** ") && second.starts_with("--- "))
}

/// Whether a line is one that git writes between `diff --git` and the first hunk.
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

/// `index 0123abc..4567def 100644`
fn is_index_line(text: &str) -> bool {
    let Some((old, new)) = text.strip_prefix("index ").and_then(|rest| rest.split_once("..")) else {
        return false;
    };
    let is_hash = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash(old) && is_hash(new.split(' ').next().unwrap_or_default())
}

/// `From 0123…4567 Mon Sep 17 00:00:00 2001`, between the mails of a series.
pub(in crate::parse) fn is_mbox_start(text: &str) -> bool {
    text.strip_prefix("From ")
        .and_then(|rest| rest.split_once(' '))
        .is_some_and(|(hash, _)| hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether `-- ` and a version number end the mail at the next line.
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

/// Whether a line is `\ No newline at end of file`, in whatever words.
pub(super) fn is_no_newline_note(text: &str) -> bool {
    text.starts_with("\\ ")
}
