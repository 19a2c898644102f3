//! Blank lines that are missing before a definition that is inserted after the last line of a file.
//!
//! Nothing is parsed: a block begins at the margin, and has deeper lines below, or opens a bracket.

use crate::text::Buffer;
use crate::text::normal::{is_blank, trim_end};

/// The maximum number of lines above the end that are searched for blocks.
const MAX_SEARCH_LINES: usize = 400;

/// Returns how many blank lines are to be added between the end of a file and a payload that begins with a block, so
/// that it is as far from the last block as that is from what precedes it. `usual` is the number of blank lines between
/// blocks if the file has only one.
pub(in crate::plan) fn blanks_missing(buffer: &Buffer, payload: &[String], usual: usize) -> usize {
    let count = buffer.line_count();
    let line = |at: usize| buffer.line(at);
    let heads = |at: usize| {
        let below = payload[at + 1..].iter().find(|line| !is_blank(line));
        heads_block(&payload[at], below.map(String::as_str))
    };
    let begins = payload.first().is_some_and(|first| !is_blank(first) && is_at_margin(first));
    if !begins || !(0..payload.len()).any(heads) {
        return 0;
    }
    let far = count.saturating_sub(MAX_SEARCH_LINES);
    let there = (far..count).rev().take_while(|at| is_blank(&line(*at))).count();
    let end = count - there;
    let mut below: Option<String> = None;
    let head = (far..end).rev().find(|at| {
        let own = line(*at).into_owned();
        let is_head = heads_block(&own, below.as_deref());
        if !is_blank(&own) {
            below = Some(own);
        }
        is_head
    });
    let Some(head) = head else { return 0 };
    // Attributes and comments above the block belong to it.
    let first = (far..head).rev().take_while(|at| !is_blank(&line(*at)) && is_at_margin(&line(*at))).last();
    let first = first.unwrap_or(head);
    let apart = (far..first).rev().take_while(|at| is_blank(&line(*at))).count();
    // A single block with nothing above it does not show how far blocks are apart.
    let wanted = if first == 0 { usual } else { apart };
    wanted.saturating_sub(there)
}

fn is_at_margin(line: &str) -> bool {
    !line.starts_with([' ', '\t'])
}

/// Returns whether a line at the margin begins a block; `below` is the next non-blank line.
fn heads_block(line: &str, below: Option<&str>) -> bool {
    let begins =
        line.chars().next().is_some_and(|sign| sign.is_alphanumeric() || ['_', '@', '#'].contains(&sign));
    let is_deeper = || below.is_some_and(|below| !is_at_margin(below));
    begins && (trim_end(line).ends_with(['{', ':']) || is_deeper())
}
