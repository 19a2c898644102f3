//! Payloads that lost their indentation line by line, beside a marker that kept its indentation.
//!
//! Shared lines show this: each would need a different move to be where the file has it. An intended change of depth
//! moves lines by one amount, out of a removed block.

use std::collections::HashMap;

use super::facts::{PayloadPlace, PayloadSide};
use super::layout::Layout;
use super::shared_line::SharedLines;
use crate::ir::{Marker, Payload};
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, begins_block};

/// Signs at the end of a line that open what contains the next line.
const OPENING: [char; 4] = [':', '{', '(', '['];

/// Signs with which list items begin: their depth is meaningful, and may be all that changes.
const ITEMS: [&str; 4] = ["- ", "* ", "+ ", "> "];

/// A line of the marker that the file contains, with its indentation in the file.
struct OwnLine<'m> {
    text: &'m str,
    indent: String,
    /// Whether the line begins within a comment.
    is_comment: bool,
    /// Whether the line begins within a string or a here-document, which has its own columns.
    is_text: bool,
}

/// Returns marker and payload as if both had lost their indentation, if the payload alone did; otherwise `None`.
pub(super) fn both_stripped(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    at: &PayloadPlace<'_>,
    (layout, payload): (Layout, &Payload),
) -> Option<(Marker, Payload)> {
    let brought: Vec<&String> = payload.lines.iter().filter(|line| !is_blank(line)).collect();
    let flat = indentation(brought.first()?);
    let is_flat = brought.len() > 1 && brought.iter().all(|line| indentation(line) == flat);
    let marked = &at.marker.lines.lines;
    let mut depths = marked.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
    let first = depths.next()?;
    if at.side != PayloadSide::Replace || !is_flat || depths.all(|own| own == first) {
        return None;
    }
    let own: Vec<OwnLine<'_>> = marked
        .iter()
        .zip(&at.found.alignment)
        .filter(|(text, _)| !is_blank(text))
        .map(|(text, line)| {
            let (at, text) = ((*line)?, trim(text));
            let state = index.state_before(buffer, at);
            Some(OwnLine {
                text,
                indent: indentation(&buffer.line(at)).to_owned(),
                is_comment: state.is_comment(),
                is_text: state.is_in_string() || state.is_in_heredoc(),
            })
        })
        .collect::<Option<_>>()?;
    let (old, new): (Vec<&str>, Vec<&str>) =
        (own.iter().map(|own| own.text).collect(), brought.iter().map(|line| trim(line)).collect());
    // A change that only affects depth is intended.
    let mut counts: HashMap<&str, isize> = HashMap::new();
    old.iter().for_each(|text| *counts.entry(text).or_default() += 1);
    new.iter().for_each(|text| *counts.entry(text).or_default() -= 1);
    let is_as_often = |text: &str| counts.get(text) == Some(&0);
    let pairs = SharedLines::of(&old, &new).pairs;
    let is_code = index.rules().is_some();
    let has_ends = || {
        let rules = index.scanner().map(|scanner| scanner.rules());
        rules.is_some_and(|rules| !rules.end_words.is_empty() || rules.recipes)
    };
    let blocks = Blocks { is_code, have_ends: is_code && !layout.indented || has_ends() };
    if old == new || !loses_depth(&own, &pairs, blocks, is_as_often) {
        return None;
    }
    let bare = |lines: &[String]| lines.iter().map(|line| trim(line).to_owned()).collect();
    let (mut marker, mut payload) = (at.marker.clone(), payload.clone());
    (marker.lines.lines, marker.lines.margin) = (bare(marked), None);
    (payload.lines, payload.margin) = (bare(&payload.lines), None);
    Some((marker, payload))
}

/// The properties of the blocks of a language.
#[derive(Clone, Copy)]
struct Blocks {
    /// Whether more is known of the language than its comments and words.
    is_code: bool,
    /// Whether brackets or words end blocks, so that no line leaves a block by its depth alone.
    have_ends: bool,
}

/// Returns whether kept lines, in a block that is kept as well, are at several depths in the file. Lines that contain
/// only brackets count if both texts contain them equally often.
fn loses_depth(
    own: &[OwnLine<'_>],
    pairs: &[(usize, usize)],
    blocks: Blocks,
    is_as_often: impl Fn(&str) -> bool,
) -> bool {
    let stays = |at: usize| pairs.binary_search_by_key(&at, |(own, _)| *own).is_ok();
    let is_item = |at: usize| !blocks.is_code && ITEMS.iter().any(|sign| own[at].text.starts_with(sign));
    let mut open: Vec<usize> = Vec::new();
    let mut depth: Option<&str> = None;
    for (at, line) in own.iter().enumerate() {
        while !line.is_text && open.last().is_some_and(|above| own[*above].indent.len() >= line.indent.len())
        {
            open.pop();
        }
        // A continuation line below an item is not an item itself.
        let holds = |above: &usize| stays(*above) && (opens(own[*above].text) || is_item(*above));
        let is_held = line.is_text || open.last().map_or(blocks.have_ends, holds);
        if !line.is_text {
            open.push(at);
        }
        let is_told = line.is_comment || line.text.contains(char::is_alphanumeric) || is_as_often(line.text);
        if !is_held || !is_told || is_item(at) || !stays(at) {
            continue;
        }
        match depth {
            Some(other) if other != line.indent => return true,
            _ => depth = Some(&line.indent),
        }
    }
    false
}

/// Returns whether a line opens a block, a bracket or a comment for the deeper lines below it.
fn opens(text: &str) -> bool {
    text.ends_with(OPENING) || text.starts_with("/*") || begins_block(text)
}
