//! Definitions that a program may contain only once, and that each file would contain which includes a header.

use super::IncludedMove;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::by_includes::includes::SourceId;
use crate::resolve::by_includes::macro_uses::reach;
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::find_word;

/// The label of such a definition.
const REPEATED: &str = "would be defined in each file that includes the header";
/// The label of such a definition in a header that no file includes.
const UNREAD: &str = "would be in a header that no source file includes";

impl IncludedMove<'_> {
    /// Returns the definitions that would be compiled several times, or never, in a header.
    pub(super) fn defined_repeatedly(&self) -> Vec<LabeledPlace> {
        if self.is_header(self.question.from) || !self.is_header(self.question.to) {
            return Vec::new();
        }
        let sources = &self.question.files.sources;
        let includes_it =
            |file: &SourceId| self.to.is_some_and(|to| reach(&self.project.includes, *file).contains(&to));
        let is_source = |file: &SourceId| !self.is_header(&sources[*file].path);
        let count = (0..sources.len()).filter(is_source).filter(includes_it).count();
        let label = match count {
            0 => UNREAD,
            1 => return Vec::new(),
            _ => REPEATED,
        };
        let moved = self.found.iter().map(|(found, _)| found);
        moved
            .filter(|found| self.is_defined_once(found))
            .map(|found| self.place(found.identity.byte(), label))
            .collect()
    }

    /// Returns whether a program may contain a definition only once.
    fn is_defined_once(&self, found: &SymbolMatch) -> bool {
        let text = self.text().get(found.declaration..found.definition.end).unwrap_or_default();
        let above = self.text().get(found.decorated.start..found.declaration).unwrap_or_default();
        let name = found.identity.names.last().map_or("", String::as_str);
        let head = text.split(['{', '=']).next().unwrap_or_default();
        let may_repeat = |word: &String| find_word(above, word).is_some() || find_word(head, word).is_some();
        if self.rules.repeatable_words.iter().any(may_repeat) {
            return false;
        }
        if self.is_function(found.kind) {
            return text.contains('{');
        }
        let variable = self.rules.variable_kind.as_deref();
        let is_constant = || {
            let [before, behind] = match find_word(head, name) {
                Some(at) => [&head[..at], &head[at..]],
                None => [head, ""],
            };
            let pointer = before.rfind('*').map_or(before, |at| &before[at..]);
            let is_const = |word: &String| find_word(pointer, word).is_some() && !behind.is_empty();
            self.rules.internal_constants.iter().any(is_const)
        };
        variable == Some(found.kind) && !is_constant()
    }
}
