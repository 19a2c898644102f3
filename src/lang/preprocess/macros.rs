//! Names of macros that a patch, or the caller, supplies.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::PreprocessorRules;
use crate::text::normal::is_word_char;

/// Words that are macros, in addition to those in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Macros(Option<Arc<[String]>>);

impl Macros {
    /// Creates the set from `names`.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        Self((!names.is_empty()).then(|| names.into()))
    }

    /// Returns these words and the first words that `lines` and `others` share, without keywords of the language:
    /// `local` before a declaration that the grammar accepts without it is a macro. Returns `None` if no words are
    /// shared.
    #[must_use]
    pub fn with_first_words<'l>(
        &self,
        rules: &PreprocessorRules,
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

    /// Returns the rules with these words among the macros.
    pub(super) fn added_to<'r>(&self, rules: &'r PreprocessorRules) -> Cow<'r, PreprocessorRules> {
        let Some(names) = &self.0 else { return Cow::Borrowed(rules) };
        let mut rules = rules.clone();
        rules.macros.extend(names.iter().cloned());
        Cow::Owned(rules)
    }
}

/// Returns the first word of a line, if another word follows it, or if it is alone on the line and contains a capital
/// letter.
fn first_word(line: &str) -> &str {
    let line = line.trim();
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_word_char);
    let Some((word, rest)) = line.split_once([' ', '\t']) else {
        return if is_word(line) && line.contains(char::is_uppercase) { line } else { "" };
    };
    if rest.trim_start().starts_with(is_word_char) && is_word(word) { word } else { "" }
}
