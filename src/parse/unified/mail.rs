//! Mails written by `git format-patch`: everything above `---` and the list of changed files is the message, whatever
//! it quotes.

use crate::parse::hunk::{begins_section, is_mbox_start};
use crate::parse::lines::Lines;

/// Returns the lines after the list of changed files, if a mail with such a list begins at the next line.
///
/// Without the list it is not certain that a `---` line ends the message: it may be a removed `--` line.
pub(super) fn behind_message(mut lines: Lines<'_>) -> Option<Lines<'_>> {
    begins_mail(lines).then_some(())?;
    lines.skip_line();
    let mut is_behind_rule = false;
    while let Some(line) = lines.peek() {
        if is_mbox_start(line.text) {
            return None;
        }
        if line.text == "---" {
            is_behind_rule = true;
        } else if begins_section(lines) {
            is_behind_rule = false;
        } else if is_behind_rule && is_summary(line.text) {
            return Some(lines);
        }
        lines.skip_line();
    }
    None
}

/// Returns whether the next line is `From 0123…4567 Mon Sep 17 00:00:00 2001`, or the headers of a mail.
fn begins_mail(mut lines: Lines<'_>) -> bool {
    let (Some(first), second) = (lines.next(), lines.next()) else { return false };
    is_mbox_start(first.text) || is_header(first.text) && second.is_some_and(|second| is_header(second.text))
}

fn is_header(text: &str) -> bool {
    ["From: ", "Date: ", "Subject: ", "Message-Id: ", "Message-ID: "]
        .iter()
        .any(|name| text.starts_with(name))
}

/// Returns whether a line is like ` 3 files changed, 5 insertions(+)`.
fn is_summary(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(' ') else { return false };
    let Some((count, rest)) = rest.split_once(' ') else { return false };
    !count.is_empty()
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && (rest.starts_with("file changed") || rest.starts_with("files changed"))
}
