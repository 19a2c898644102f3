//! Distinguishes strings that document from those that are values.

use std::ops::Range;

use crate::lang::{DocRule, TooCostly, view};
use crate::text::Buffer;
use crate::text::normal::indentation;

use super::docstring::is_docstring;
use crate::resolve::symbol::Symbols;

impl Symbols {
    /// Returns a function that tells whether a line of a definition begins with a string that is a statement of its
    /// own.
    ///
    /// # Errors
    /// The text cannot be parsed in reasonable time.
    pub fn string_statements(
        &mut self,
        buffer: &Buffer,
        definition: Range<usize>,
    ) -> Result<impl Fn(usize) -> bool, TooCostly> {
        let manifest = self.language.manifest();
        let statement = match (&manifest.symbols.documents, &manifest.symbols.string_statement) {
            (Some(DocRule::Strings(..)), Some(kind)) => Some(kind.as_str()),
            _ => None,
        };
        let first = buffer.line_of(definition.start);
        // Indented code is in a block.
        let class = manifest.contexts.get("class").map_or("", |context| &context.open);
        let open = if indentation(&buffer.line(first)).is_empty() { "" } else { class };
        let from = buffer.line_start(first);
        let mut shift = (from, open.len());
        let mut tree = None;
        if statement.is_some() {
            let piece = format!("{open}{}\n", buffer.slice(from..definition.end));
            let alone = self.syntax.parse(&view(&manifest.view, &piece))?;
            tree = Some(if alone.root_node().has_error() {
                shift = (0, 0);
                self.syntax.parse(&view(&manifest.view, &buffer.slice(0..buffer.len())))?
            } else {
                alone
            });
        }
        Ok(move |line: usize| {
            let (Some(tree), Some(kind)) = (&tree, statement) else { return false };
            let text = buffer.line(line);
            let start = buffer.line_start(line) + (text.len() - text.trim_start().len());
            let Some(start) = start.checked_sub(shift.0).map(|start| start + shift.1) else { return false };
            let mut node = tree.root_node().descendant_for_byte_range(start, start + 1);
            while let Some(here) = node.filter(|here| here.start_byte() == start) {
                if here.kind() == kind {
                    let range = here.start_byte() - shift.1 + shift.0..here.end_byte() - shift.1 + shift.0;
                    return is_docstring(&buffer.slice(range), &manifest.lexical);
                }
                node = here.parent();
            }
            false
        })
    }
}
