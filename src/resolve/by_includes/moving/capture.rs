//! Macros that only the target file sees, and that would replace a name of the moved code.

use std::collections::BTreeSet;
use std::ops::Range;

use super::IncludedMove;
use super::declared::FreeDeclaration;
use crate::resolve::bindings::{LabeledPlace, MoveProblem};
use crate::resolve::by_includes::includes::SourceId;
use crate::resolve::by_includes::macro_uses::prose_of;
use crate::text::normal::{find_word, find_words};

impl IncludedMove<'_> {
    /// Refuses a move to a file in which a macro would replace a name of the moved code.
    pub(super) fn check_captured(&self) -> Result<(), MoveProblem> {
        let only_there: BTreeSet<SourceId> = self.seen_to.difference(&self.seen_from).copied().collect();
        let prose = if only_there.is_empty() { Vec::new() } else { prose_of(self.language, self.text()) };
        for file in only_there {
            let declared = self.declarations(file);
            let macros = declared.all().iter().filter(|one| self.is_macro(&one.kind));
            for one in macros.filter(|one| !self.is_undefined(file, one) && !self.has_macro(&one.name)) {
                if self.replaces(file, one, &prose) {
                    let label = "means something else here";
                    let path = self.question.files.sources[file].path.clone();
                    let place = LabeledPlace { path, at: one.at, label };
                    return Err(MoveProblem::Taken { name: one.name.clone(), place });
                }
            }
        }
        Ok(())
    }

    /// Returns whether a kind of definitions is that of macros.
    pub(super) fn is_macro(&self, kind: &str) -> bool {
        self.language.manifest().symbols.macro_kind.as_deref() == Some(kind)
    }

    /// Returns whether the old file sees a macro of the name: then it is compared like other names.
    fn has_macro(&self, name: &str) -> bool {
        let has = |file: &SourceId| {
            find_word(self.project.text(*file), name).is_some()
                && self.declarations(*file).named(name).any(|one| self.is_macro(&one.kind))
        };
        self.seen_from.iter().any(has)
    }

    /// Returns whether a later directive of the file ends the definition of a macro.
    fn is_undefined(&self, file: SourceId, one: &FreeDeclaration) -> bool {
        let behind = &self.project.text(file)[one.range.end..];
        find_words(behind, &one.name).any(|at| {
            let line = &behind[behind[..at].rfind('\n').map_or(0, |end| end + 1)..at];
            let directive = line.trim_start().trim_start_matches('#').trim();
            directive == "undef"
        })
    }

    /// Returns whether the moved code has a word that a macro replaces: one with parameters only replaces calls.
    fn replaces(&self, file: SourceId, one: &FreeDeclaration, prose: &[Range<usize>]) -> bool {
        let text = self.project.text(file);
        let behind = find_word(&text[one.range.clone()], &one.name)
            .map_or("", |at| &text[one.range.start + at + one.name.len()..]);
        let has_parameters = behind.starts_with('(');
        let own = self.text();
        let is_code = |at: usize| prose.iter().all(|range| !range.contains(&at));
        let is_replaced =
            |at: usize| !has_parameters || own[at + one.name.len()..].trim_start().starts_with('(');
        self.ranges.iter().any(|range| {
            let places = find_words(&own[range.clone()], &one.name).map(|at| range.start + at);
            places.into_iter().any(|at| is_code(at) && is_replaced(at))
        })
    }
}
