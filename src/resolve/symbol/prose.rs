//! Strings that document, told from those that are values.

use crate::lang::{DocRule, TooCostly, view};
use crate::text::Buffer;

use super::Symbols;
use super::docstring::is_docstring;

impl Symbols {
    /// Tells of a line of the text whether it begins with a string that is a statement of its own.
    ///
    /// # Errors
    /// The text cannot be parsed in reasonable time.
    pub fn string_statements(&mut self, buffer: &Buffer) -> Result<impl Fn(usize) -> bool, TooCostly> {
        let manifest = self.language.manifest();
        let statement = match (&manifest.symbols.documents, &manifest.symbols.string_statement) {
            (Some(DocRule::Strings(..)), Some(kind)) => Some(kind.as_str()),
            _ => None,
        };
        let text = buffer.slice(0..buffer.len());
        let tree = statement.map(|_| self.syntax.parse(&view(&manifest.view, &text))).transpose()?;
        Ok(move |line: usize| {
            let (Some(tree), Some(kind)) = (&tree, statement) else { return false };
            let text = buffer.line(line);
            let start = buffer.line_start(line) + (text.len() - text.trim_start().len());
            let mut node = tree.root_node().descendant_for_byte_range(start, start + 1);
            while let Some(here) = node.filter(|here| here.start_byte() == start) {
                if here.kind() == kind {
                    return is_docstring(&buffer.slice(here.byte_range()), &manifest.lexical);
                }
                node = here.parent();
            }
            false
        })
    }
}
