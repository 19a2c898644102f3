//! Lists the definitions of a file, and the lines that may hide more.

use std::ops::Range;

use super::address::format::address_of;
use super::address::info::{SymbolInfo, describe, with_sets};
use super::outline::items::{FILE, ItemId, Outline};
use super::{SymbolProblem, Symbols, outline};
use crate::lang::{Role, TooCostly};
use crate::text::Buffer;

/// The definitions of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<'s> {
    /// The definitions, in file order.
    pub symbols: &'s [SymbolInfo],
    /// The lines (from 0) that cannot be parsed and may contain definitions, in file order.
    pub unread: Vec<Range<usize>>,
}

impl Symbols {
    /// Whether a file has nothing but imports and comments, and what it has in common with those beside it.
    pub fn has_imports_only(&mut self, buffer: &Buffer) -> bool {
        let headers =
            self.language().manifest().imports.as_ref().map_or(&[][..], |rules| &rules.common_header);
        let is_idle = |outline: &Outline, id: &ItemId| {
            let item = outline.item(*id);
            let begins = || buffer.slice(item.range.clone());
            let is_header = || headers.iter().any(|start| begins().starts_with(start.as_str()));
            item.definition.is_none() && (matches!(item.role, Role::Import | Role::Comment) || is_header())
        };
        self.ensure_outline(buffer).is_ok() && {
            let outline = self.outline();
            outline.children(FILE).iter().all(|id| is_idle(outline, id))
        }
    }

    /// Returns every definition that an address can name, in file order; none if the file cannot be parsed.
    pub fn all(&mut self, buffer: &Buffer) -> &[SymbolInfo] {
        if self.listed.is_none() {
            let listed = match self.ensure_outline(buffer) {
                Ok(()) => {
                    let ids: Vec<ItemId> =
                        self.outline().definitions().into_iter().map(|(id, _)| id).collect();
                    let listed = describe(self.outlined(self.outline(), buffer), &ids);
                    with_sets(self.outlined(self.outline(), buffer), &ids, listed)
                }
                Err(TooCostly) => Vec::new(),
            };
            self.listed = Some(listed);
        }
        self.listed.as_deref().unwrap_or_default()
    }

    /// Returns every definition that an address can name, and the lines (from 0) that cannot be parsed and may contain
    /// more.
    ///
    /// # Errors
    /// The file is too costly to parse, or none of its definitions can be read although it seems to have some or most
    /// of it cannot be parsed.
    pub fn listing(&mut self, buffer: &Buffer) -> Result<Listing<'_>, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let unread = self.unread_lines(buffer);
        let mostly =
            self.known.as_ref().and_then(|known| outline::hidden::mostly_unread(known, buffer.len()));
        let mostly = mostly.map(|range| buffer.lines_of(&range));
        let symbols = self.all(buffer);
        let broken = match (unread.first(), unread.last()) {
            (Some(first), Some(last)) => Some(first.start..last.end),
            _ => mostly,
        };
        match broken.filter(|_| symbols.is_empty()) {
            Some(lines) => {
                Err(SymbolProblem::Unreadable { lines: (lines.start, lines.end.saturating_sub(1)) })
            }
            None => Ok(Listing { symbols, unread }),
        }
    }

    /// Returns the lines that could not be parsed and may contain definitions.
    fn unread_lines(&self, buffer: &Buffer) -> Vec<Range<usize>> {
        let Some(known) = &self.known else { return Vec::new() };
        outline::hidden::unread(known)
            .into_iter()
            .filter(|range| {
                outline::hidden::may_define(&buffer.slice(range.clone()), self.language.manifest())
            })
            .map(|range| buffer.lines_of(&range))
            .fold(Vec::new(), |mut lines: Vec<Range<usize>>, next| {
                match lines.last_mut().filter(|last| last.end >= next.start) {
                    Some(last) => last.end = last.end.max(next.end),
                    None => lines.push(next),
                }
                lines
            })
    }

    /// Returns the address of the innermost definition that contains a line (from 0).
    pub fn enclosing(&mut self, buffer: &Buffer, line: usize) -> Option<String> {
        self.ensure_outline(buffer).ok()?;
        let outline = self.outline();
        let lines = buffer.line_range(line);
        let mut at = FILE;
        let mut found = None;
        loop {
            let children = outline.children(at);
            let behind = children.partition_point(|child| outline.item(*child).range.start <= lines.end);
            let inner =
                children[..behind].last().filter(|child| outline.item(**child).range.end > lines.start);
            let Some(inner) = inner else { break };
            at = *inner;
            found = if outline.definition(at).is_some() { Some(at) } else { found };
        }
        found.map(|id| address_of(outline, id))
    }
}
