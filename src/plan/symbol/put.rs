//! Puts lines beside a definition, or among the members of a class.

use super::beside;
use super::leading;
use super::members;
use super::planting::{Planter, PlantingPlace};
use crate::ir::Indent;
use crate::resolve::symbol::{PayloadLabels, Side, Site, SymbolMatch};
use crate::text::normal::is_blank;
use crate::text::{Buffer, EditSet, Lifted, Margin};

/// Lines that come to a place.
pub(in crate::plan) struct InsertedLines<'a> {
    lines: &'a [String],
    /// What is known of them where they come from another place in source code.
    lifted: Option<&'a Lifted>,
}

impl<'a> InsertedLines<'a> {
    /// Those of a payload, without the blank ones at its edges: how far it stands apart is not for it to say.
    pub(in crate::plan) fn new(payload: &'a [String]) -> Self {
        let first = payload.iter().position(|line| !is_blank(line)).unwrap_or(payload.len());
        let last = payload.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
        Self { lines: &payload[first..last], lifted: None }
    }

    /// Those of a definition that moves.
    pub(in crate::plan) fn moved(lifted: &'a Lifted) -> Self {
        Self { lines: &lifted.lines, lifted: Some(lifted) }
    }

    /// The lines with their margin at `base`, but for those that keep the white space that they have.
    fn planted(
        &self,
        planter: &Planter<'_>,
        (base, labels): (&str, Option<&PayloadLabels>),
        near: usize,
        indent: Indent,
    ) -> Vec<String> {
        let place = PlantingPlace { base, old: &[], near };
        match (indent, self.lifted) {
            (Indent::AsIs, _) => self.lines.to_vec(),
            (Indent::FromPlace, Some(lifted)) => {
                lifted.put_down(base, |lines| planter.planted(lines, Margin::First, place))
            }
            (Indent::FromPlace, None) => match labels {
                Some(labels) => {
                    labels.put_down(self.lines, |lines| planter.planted(lines, Margin::First, place))
                }
                None => planter.planted(self.lines, Margin::First, place),
            },
        }
    }
}

/// The edit that takes a definition out, with the blank lines that only kept it apart and what parted it from others.
pub(in crate::plan) fn take_out(buffer: &Buffer, site: &Site, declaration: usize) -> EditSet {
    match &site.leading {
        Some(leading) => leading::take_out(buffer, (site, leading), declaration),
        None => beside::delete(buffer, site, declaration),
    }
}

/// The edit that puts lines on one side of the definition that was found, or where its class has room.
pub(in crate::plan) fn put(
    planter: &Planter<'_>,
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
    match (found.site.as_ref().filter(|_| opened.is_none()), opened.or(found.room.as_ref())) {
        (Some(site), _) => {
            let base = match indent {
                Indent::FromPlace => beside::base_indent(planter, site),
                Indent::AsIs => String::new(),
            };
            let lines = brought.planted(planter, (&base, None), buffer.line_of(site.head), indent);
            let lines = match (&site.separator, &site.sign) {
                (Some(separator), Some(sign)) if side == Side::After => {
                    planter.ended(lines, separator, &sign.text)
                }
                // The last one of the list has no separator, and so has none when it is another one.
                (Some(separator), _) if side == Side::After && site.unseparated.is_some() => {
                    planter.unseparated(lines, separator)
                }
                _ => planter.separated(lines, site.separator.as_deref()),
            };
            beside::insert(buffer, (site, side), &lines, &base)
        }
        (None, Some(room)) => {
            let base = members::base_indent(planter, room);
            let lines =
                brought.planted(planter, (&base, found.labels.as_ref()), buffer.line_of(room.class), indent);
            let lines = planter.separated(lines, room.payload_separator.as_deref());
            members::insert(buffer, room, lines, &base)
        }
        (None, None) => EditSet::default(),
    }
}
