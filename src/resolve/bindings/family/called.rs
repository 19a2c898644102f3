//! Functions that a tool calls because of a prefix of their names: `TestRun`.

use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::Verdict;

impl RenamedDefinition {
    /// Makes a function undecidable that a tool calls by its name, if the tool would not call it by the new name.
    pub(in crate::resolve::bindings) fn doubt_called(&mut self, new: &str) {
        let rules = self.project.rules;
        let path = self.project.path(self.target.file);
        let is_asked = rules.is_entry_file(path) && !self.target.is_member;
        let Some(start) = rules.entry_prefix_of(&self.old).filter(|_| is_asked) else { return };
        let is_alone = |name: &str| rules.entry_names.iter().any(|one| one == name);
        if rules.entry_prefix_of(new) == Some(start) && !is_alone(new) && !is_alone(&self.old) {
            return;
        }
        let (file, byte) = (self.target.file, self.target.byte);
        for one in self.uses.iter_mut().filter(|one| one.file == file && one.range.start == byte) {
            one.verdict = Verdict::Undecidable(Doubt::Fixed);
        }
    }
}
