//! Puts lines beside a definition, or among the members of a class.

use super::beside::{self, Side};
use super::document::Document;
use super::members;
use crate::ir::Indent;
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::is_blank;
use crate::text::{Buffer, EditSet, IndentStyle, LexRules, LexState, Lifted, indent_payload};

/// Lines that come to a place.
pub(super) struct Brought<'a> {
    lines: &'a [String],
    /// What is known of them where they come from another place in source code.
    lifted: Option<&'a Lifted>,
}

impl<'a> Brought<'a> {
    /// Those of a payload, without the blank ones at its edges: how far it stands apart is not for it to say.
    pub(super) fn new(payload: &'a [String]) -> Self {
        let first = payload.iter().position(|line| !is_blank(line)).unwrap_or(payload.len());
        let last = payload.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
        Self { lines: &payload[first..last], lifted: None }
    }

    /// Those of a definition that moves.
    pub(super) fn moved(lifted: &'a Lifted) -> Self {
        Self { lines: &lifted.lines, lifted: Some(lifted) }
    }

    /// The lines with `base` before each that does not keep the white space it has.
    fn indented(
        &self,
        base: &str,
        buffer: &Buffer,
        style: IndentStyle,
        rules: Option<&LexRules>,
    ) -> Vec<String> {
        match self.lifted {
            Some(lifted) => lifted.put_down(base, |lines| {
                indent_payload(lines, base, buffer, style, rules, LexState::default())
            }),
            None => indent_payload(self.lines, base, buffer, style, rules, LexState::default()),
        }
    }
}

/// The edit that puts lines on one side of the definition that was found, or where its class has room.
pub(super) fn put(
    document: &mut Document<'_>,
    found: &SymbolMatch,
    side: Side,
    brought: &Brought<'_>,
    indent: Indent,
) -> EditSet {
    let (buffer, index) = document.lines();
    let style = index.indent_style(buffer);
    let has_tabs = style.tabs > style.blanks;
    let lines = |base: &str| match indent {
        Indent::FromPlace => brought.indented(base, buffer, style, index.rules()),
        Indent::AsIs => brought.lines.to_vec(),
    };
    match (&found.site, &found.room) {
        (Some(site), _) => {
            let base = match indent {
                Indent::FromPlace => beside::base_indent(buffer, site, has_tabs),
                Indent::AsIs => String::new(),
            };
            beside::insert(buffer, site, side, lines(&base), &base)
        }
        (None, Some(room)) => {
            let base = members::base_indent(buffer, room, has_tabs);
            members::insert(buffer, room, lines(&base), &base)
        }
        (None, None) => EditSet::default(),
    }
}
