//! Names of macros that a patch, or its caller, knows.

use std::borrow::Cow;
use std::sync::Arc;

use super::MaskRules;

/// Words that are macros beside those that a manifest tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Macros(Option<Arc<[String]>>);

impl Macros {
    /// These words; none where there are none.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        Self((!names.is_empty()).then(|| names.into()))
    }

    /// The rules with these words among the macros.
    pub(super) fn added_to<'r>(&self, rules: &'r MaskRules) -> Cow<'r, MaskRules> {
        let Some(names) = &self.0 else { return Cow::Borrowed(rules) };
        let mut rules = rules.clone();
        rules.macros.extend(names.iter().cloned());
        Cow::Owned(rules)
    }
}
