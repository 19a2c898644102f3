//! Inserts lines beside a definition, or among the members of a class.

use super::beside;
use super::indenting::{IndentPlace, Indenter};
use super::leading;
use super::members;
use crate::ir::Indent;
use crate::resolve::symbol::{PayloadLabels, SiblingContext, Side, SymbolMatch};
use crate::text::normal::is_blank;
use crate::text::{Buffer, EditSet, Lifted, MarginRule};

/// Lines to be inserted.
pub(in crate::plan) struct InsertedLines<'a> {
    lines: &'a [String],
    /// What is known about lines that were taken from another place in source code.
    lifted: Option<&'a Lifted>,
}

impl<'a> InsertedLines<'a> {
    /// Returns the lines of a payload without blank lines at both ends: these do not decide how far definitions are
    /// apart.
    pub(in crate::plan) fn new(payload: &'a [String]) -> Self {
        let first = payload.iter().position(|line| !is_blank(line)).unwrap_or(payload.len());
        let last = payload.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
        Self { lines: &payload[first..last], lifted: None }
    }

    /// Returns the lines of a definition that moves.
    pub(in crate::plan) fn moved(lifted: &'a Lifted) -> Self {
        Self { lines: &lifted.lines, lifted: Some(lifted) }
    }

    /// Indents the lines with their margin at `base`, except for lines that keep their white space.
    fn planted(
        &self,
        planter: &Indenter<'_>,
        (base, labels): (&str, Option<&PayloadLabels>),
        near: usize,
        indent: Indent,
    ) -> Vec<String> {
        let place = IndentPlace { base, old: &[], near_lines: near };
        match (indent, self.lifted) {
            (Indent::AsIs, _) => self.lines.to_vec(),
            (Indent::FromPlace, Some(lifted)) => {
                lifted.put_down(base, |lines| planter.indented(lines, MarginRule::First, place))
            }
            (Indent::FromPlace, None) => match labels {
                Some(labels) => {
                    labels.put_down(self.lines, |lines| planter.indented(lines, MarginRule::First, place))
                }
                None => planter.indented(self.lines, MarginRule::First, place),
            },
        }
    }
}

/// Returns the edit that removes a definition, with the blank lines and the separator between it and its neighbors.
pub(in crate::plan) fn take_out(buffer: &Buffer, site: &SiblingContext, declaration: usize) -> EditSet {
    match &site.leading {
        Some(leading) => leading::take_out(buffer, (site, leading), declaration),
        None => beside::delete(buffer, site, declaration),
    }
}

/// Returns the edit that inserts lines beside the definition that was found, or among the members of its class.
pub(in crate::plan) fn put(
    planter: &Indenter<'_>,
    found: &SymbolMatch,
    side: Side,
    brought: &InsertedLines<'_>,
    indent: Indent,
) -> EditSet {
    let buffer = planter.buffer;
    let on_line = found.site.as_ref().and_then(|site| site.on_line.as_ref());
    let on_line = on_line.map(|[before, behind]| if side == Side::Before { before } else { behind });
    if let Some(room) = on_line.filter(|room| room.stays_on_line() && indent == Indent::FromPlace) {
        return members::insert(buffer, room, brought.lines.to_vec(), "");
    }
    let opened = on_line.filter(|room| !room.stays_on_line());
    if let (Some(site), None) = (found.site.as_ref(), opened)
        && let Some(leading) = site.leading.as_ref().filter(|_| indent == Indent::FromPlace)
    {
        let base = leading::base_indent(planter, (site, leading), side);
        let lines = brought.planted(planter, (&base, None), buffer.line_of(site.head), indent);
        let lines = planter.unseparated(lines, site.separator.as_deref().unwrap_or_default());
        return leading::insert(buffer, (site, leading), (side, &base), &lines);
    }
    match (found.site.as_ref().filter(|_| opened.is_none()), opened.or(found.member_slot.as_ref())) {
        (Some(site), _) => {
            let base = match indent {
                Indent::FromPlace => beside::base_indent(planter, site),
                Indent::AsIs => String::new(),
            };
            let lines = brought.planted(planter, (&base, None), buffer.line_of(site.head), indent);
            let lines = match (&site.separator, &site.terminator) {
                (Some(separator), Some(sign)) if side == Side::After => {
                    planter.ended(lines, separator, &sign.text)
                }
                // If the last member of the list has no separator, the new last member gets none either.
                (Some(separator), _) if side == Side::After && site.unseparated.is_some() => {
                    planter.unseparated(lines, separator)
                }
                _ => planter.separated(lines, site.separator.as_deref()),
            };
            beside::insert(buffer, (site, side), &lines, &base)
        }
        (None, Some(room)) => {
            let base = members::base_indent(planter, room);
            let lines = brought.planted(
                planter,
                (&base, found.section_labels.as_ref()),
                buffer.line_of(room.class),
                indent,
            );
            let lines = planter.separated(lines, room.payload_separator.as_deref());
            members::insert(buffer, room, lines, &base)
        }
        (None, None) => EditSet::default(),
    }
}
