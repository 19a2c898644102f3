//! The parts of a text in which a replacement searches for its places: code, comments, or strings.

use std::ops::Range;

use crate::ir::Region;
use crate::plan::tree::document::Document;
use crate::text::lexer::{Lexer, TokenKind};

/// The searched parts of a text as sorted byte ranges; `None` for the whole text.
pub(super) struct Regions(Option<Vec<Range<usize>>>);

impl Regions {
    pub(super) fn of(document: &Document<'_>, region: Region, within: &Range<usize>) -> Self {
        if region == Region::Anywhere {
            return Self(None);
        }
        let rules = document.lexical();
        let Some(rules) = rules else {
            // Without a language, everything is code.
            return Self((region != Region::Code).then(Vec::new));
        };
        let text = document.buffer().slice(0..within.end);
        let is_document = rules.markup.as_ref().is_some_and(|rule| !rule.code_in_text);
        let mut tokens = Vec::new();
        for token in Lexer::new(rules).tokens(&text) {
            let own = match token.kind {
                TokenKind::Comment => Region::Comments,
                TokenKind::String | TokenKind::StringPart | TokenKind::Regex => Region::Strings,
                // The text of a here-document, a block scalar, or an element in code.
                TokenKind::Text if !is_document => Region::Strings,
                _ => Region::Code,
            };
            let is_wanted = own == region;
            if is_wanted != (region == Region::Code) {
                tokens.push(token.range);
            }
        }
        let ranges = if region == Region::Code { gaps(&tokens, within.end) } else { tokens };
        let inside = ranges.into_iter().filter(|range| range.end > within.start);
        Self(Some(inside.map(|range| shift_back(&range, within.start)).collect()))
    }

    /// Returns whether a place is within one of the parts.
    pub(super) fn hold(&self, range: &Range<usize>) -> bool {
        let Some(ranges) = &self.0 else { return true };
        let at = ranges.partition_point(|own| own.end < range.end);
        ranges.get(at).is_some_and(|own| own.start <= range.start)
    }
}

/// Returns the gaps between sorted ranges, up to `end`.
fn gaps(ranges: &[Range<usize>], end: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(ranges.iter().map(|range| range.end));
    let ends = ranges.iter().map(|range| range.start).chain([end]);
    starts.zip(ends).map(|(start, end)| start..end).filter(|gap| !gap.is_empty()).collect()
}

pub(super) fn shift_back(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start.saturating_sub(by)..range.end - by
}
