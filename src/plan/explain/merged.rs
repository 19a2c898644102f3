//! Messages about two changes of the same text that were merged, or that conflict.

use std::ops::Range;

use crate::text::normal::{is_blank, trim};

/// The maximum number of lines of either side that a message quotes.
const MAX_QUOTED_LINES: usize = 6;

/// Describes which lines of a merged text come from the file only.
pub(in crate::plan) fn own_lines(lines: &[String], kept: &[Range<usize>]) -> String {
    let own = kept.iter().flat_map(|run| &lines[run.clone()]);
    let own: Vec<&String> = own.filter(|line| !is_blank(line)).collect();
    match own.len() {
        0 => "keeping the removal of lines in the file".to_owned(),
        1 => format!("keeping 1 changed line of the file: {}", quoted_lines(own)),
        count => format!("keeping {count} changed lines of the file: {}", quoted_lines(own)),
    }
}

/// Quotes the first of some lines.
pub(in crate::plan) fn quoted_lines<'l>(lines: impl IntoIterator<Item = &'l String>) -> String {
    let lines: Vec<&String> = lines.into_iter().collect();
    let shown: Vec<String> =
        lines.iter().take(MAX_QUOTED_LINES).map(|line| format!("`{}`", trim(line))).collect();
    match lines.len() {
        0 => "nothing".to_owned(),
        count if count > MAX_QUOTED_LINES => format!("{}, …", shown.join(", ")),
        _ => shown.join(", "),
    }
}
