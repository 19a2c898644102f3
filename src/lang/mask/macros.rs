//! Names of macros that a patch, or its caller, knows.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::MaskRules;
use crate::text::normal::is_word_char;

/// Words that are macros beside those that a manifest tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Macros(Option<Arc<[String]>>);

impl Macros {
    /// These words; none where there are none.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        Self((!names.is_empty()).then(|| names.into()))
    }

    /// These words and those with which some lines and some of `others` begin, but for those of the language itself: `local`
    /// before what the grammar reads well without it is a macro. `None` where there are none.
    #[must_use]
    pub fn with_first_words<'l>(
        &self,
        rules: &MaskRules,
        lines: impl Iterator<Item = &'l str>,
        others: impl Iterator<Item = String>,
    ) -> Option<Self> {
        let mut words: HashSet<&str> = lines.map(first_word).collect();
        words.retain(|word| !word.is_empty() && !rules.is_keyword(word));
        let mut shared: Vec<String> = Vec::new();
        for line in others {
            if words.is_empty() {
                break;
            }
            shared.extend(words.take(first_word(&line)).map(str::to_owned));
        }
        (!shared.is_empty()).then(|| {
            let own = self.0.iter().flat_map(|names| names.iter().cloned());
            Self::new(&own.chain(shared).collect::<Vec<_>>())
        })
    }

    /// The rules with these words among the macros.
    pub(super) fn added_to<'r>(&self, rules: &'r MaskRules) -> Cow<'r, MaskRules> {
        let Some(names) = &self.0 else { return Cow::Borrowed(rules) };
        let mut rules = rules.clone();
        rules.macros.extend(names.iter().cloned());
        Cow::Owned(rules)
    }
}

/// The word that a line begins with, if another one follows it, or that has the line for itself, with a capital letter in it.
fn first_word(line: &str) -> &str {
    let line = line.trim();
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_word_char);
    let Some((word, rest)) = line.split_once([' ', '\t']) else {
        return if is_word(line) && line.contains(char::is_uppercase) { line } else { "" };
    };
    if rest.trim_start().starts_with(is_word_char) && is_word(word) { word } else { "" }
}
