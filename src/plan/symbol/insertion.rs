//! Inserts a payload beside a definition, without comments that the file already has there.

use super::indenting::Indenter;
use super::put::{InsertedLines, put};
use crate::ir::Change;
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::editing::Editing;
use crate::plan::text::edge_comments::{take_comment, without_there};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{Side, SymbolMatch};
use crate::text::EditSet;

/// Returns the edits that insert a payload beside the definition that was found, and warnings about lines of the
/// payload that are there already.
pub(in crate::plan) fn insert_beside(
    document: &Document<'_>,
    editing: Editing<'_>,
    found: &mut SymbolMatch,
    (payload, language): (&[String], &'static Language),
) -> (EditSet, Vec<Warning>) {
    let side = if let Change::InsertBefore(_) = editing.change { Side::Before } else { Side::After };
    if let Some(site) = &mut found.site {
        take_comment(document, editing, side, site);
    }
    let planter = Indenter::new(document.buffer(), language);
    let lines = found.with_keyword_changes(payload);
    let edits = put(&planter, found, side, &InsertedLines::new(&lines), editing.indent);
    match without_there(document, editing, (&lines, &edits)) {
        Some((rest, told)) => {
            (put(&planter, found, side, &InsertedLines::new(&lines[rest]), editing.indent), told)
        }
        None => (edits, Vec::new()),
    }
}
