//! Finds definitions and modules by their names.

use std::collections::HashMap;

use super::item::ItemId;
use super::store::{Outline, signature_key};

impl Outline {
    /// Returns the definitions whose last name is `name`, in file order.
    pub(in crate::resolve::symbol) fn named(&self, name: &str) -> &[ItemId] {
        debug_assert!(self.is_sorted, "it was finished");
        self.names.get(name).map_or(&[], |all| &all.ids)
    }

    /// Returns those of [`Self::named`] that can have the full name of a child of the container: if no other definition
    /// has the container's name, and no definition can be outside of the scope that it belongs to, these are the ones
    /// inside the container.
    pub(in crate::resolve::symbol) fn named_within(&self, name: &str, container: ItemId) -> &[ItemId] {
        let all = self.named(name);
        let own = self.definition(container).and_then(|found| found.parts.last());
        let is_only_one =
            own.is_some_and(|own| self.named(&own.name) == [container] && !self.has_module(&own.name));
        // Members of an object with an anonymous type are not within its name.
        if !is_only_one || self.has_qualified || self.item(container).inside.is_none() {
            return all;
        }
        let range = &self.item(container).range;
        let from = all.partition_point(|id| self.item(*id).range.start < range.start);
        let to = all.partition_point(|id| self.item(*id).range.start < range.end);
        &all[from..to]
    }

    /// Returns the definitions of a name, if they are several children of one container that only an ordinal
    /// distinguishes.
    pub(in crate::resolve::symbol) fn uniform(&self, name: &str) -> Option<&[ItemId]> {
        self.names.get(name).filter(|all| all.is_uniform && all.ids.len() > 1).map(|all| all.ids.as_slice())
    }

    /// Returns whether the definitions of a name are children of one container that only parameters or an ordinal
    /// distinguish, so that none of them contains another.
    pub(in crate::resolve::symbol) fn is_parallel(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|all| all.is_parallel)
    }

    /// Returns the definitions of a name with these parameters (without blanks), if all definitions of the name are
    /// several children of one container that only parameters or an ordinal distinguish.
    pub(in crate::resolve::symbol) fn overloads_of(&self, name: &str, parameters: &str) -> &[ItemId] {
        let Some(all) = self.names.get(name).filter(|all| all.is_parallel && all.ids.len() > 1) else {
            return &[];
        };
        let by_signature = all.by_signature.get_or_init(|| {
            let mut found: HashMap<String, Vec<ItemId>> = HashMap::new();
            for id in &all.ids {
                if let Some(key) = signature_key(self.stored(*id)) {
                    found.entry(key).or_default().push(*id);
                }
            }
            found
        });
        by_signature.get(parameters).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a module has this name, or has it as one part of its name.
    pub(in crate::resolve::symbol) fn has_module(&self, name: &str) -> bool {
        !self.modules_of(name).is_empty()
    }

    /// Returns the modules that have a name, or have it as one part of theirs; anonymous modules for an empty name.
    pub(in crate::resolve::symbol) fn modules_of(&self, name: &str) -> &[ItemId] {
        self.modules.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a macro on a line of its own may open a module of this name: `FMT_BEGIN_NAMESPACE` opens `fmt`.
    pub(in crate::resolve::symbol) fn is_opened_by_macro(&self, module: &str) -> bool {
        let module = module.to_lowercase();
        self.macro_lines.iter().any(|(_, line)| line.split('_').any(|word| word == module))
    }
}
