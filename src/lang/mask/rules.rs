//! What a manifest says of macros and conditional text.

use serde::Deserialize;

use crate::text::normal::{has, is_word_char};

/// How macros and conditional text are told, and the words that a declaration is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MaskRules {
    /// The mark that begins a directive.
    pub directive: String,
    /// The directives that open conditional text.
    pub opens: Vec<String>,
    /// The directives that begin its next branch.
    pub alternatives: Vec<String>,
    /// The directive that ends it.
    pub close: String,
    /// Conditions whose text is never read.
    pub dead: Vec<String>,
    /// Names of macros that are not written in capitals.
    pub macros: Vec<String>,
    /// Words that begin a class.
    pub class_words: Vec<String>,
    /// The word that begins an enumeration.
    pub enum_word: String,
    /// The word that begins a module.
    pub module_word: String,
    /// The word that, with a string behind it, begins a block of foreign declarations.
    pub linkage_word: String,
    /// The word that stands before a list of parameters in angle brackets.
    pub template_word: String,
    /// The word that names an operator.
    pub operator_word: String,
    /// The words of a constraint, whose braces hold no declarations.
    pub constraint_words: Vec<String>,
    /// Words that begin a statement without macros.
    pub skipped_heads: Vec<String>,
    /// Whether a function may declare its parameters between their list and its body: `int f(a) char *a; { … }`.
    pub declared_parameters: bool,
    /// Whether what only gives a name to a type defines something.
    pub aliases_define: bool,
    /// Words that stand in a declaration without being its type.
    pub specifiers: Vec<String>,
    /// Types with a name of their own in the language.
    pub types: Vec<String>,
    /// Words that may follow the name of a class, or a list of parameters.
    pub suffixes: Vec<String>,
    /// Words behind the parameters that say what a function may throw.
    pub exceptions: Vec<String>,
    /// Words before brackets that hold no parameters.
    pub bracket_words: Vec<String>,
    /// What stands for a macro that hides the type of a function; absent where a function may go without.
    pub hidden_type: Option<String>,
    /// The same where a constructor goes without one: for a macro that is given the type, as `PUBLIC(int) size(void);` does.
    pub hidden_type_of_call: Option<String>,
    /// What stands for a macro among the parameters of a template.
    pub template_parameter: String,
}

impl MaskRules {
    /// Whether a word may be a macro: listed, or in capitals and longer than a letter or two.
    #[must_use]
    pub fn is_macro(&self, word: &str) -> bool {
        is_in_capitals(word) || self.macros.iter().any(|name| name == word)
    }

    /// Whether a text in brackets has the name of a type, or ends in the sign of a pointer.
    pub(super) fn names_type(&self, call: &str) -> bool {
        let inner = call.split_once('(').map_or("", |(_, inner)| inner).trim_end_matches(')').trim_end();
        let mut words = inner.split(|char: char| !is_word_char(char));
        inner.ends_with(['*', '&']) || words.any(|word| has(&self.types, word))
    }

    /// Whether a directive begins a text.
    pub(super) fn begins_directive(&self, text: &str) -> bool {
        !self.directive.is_empty() && text.starts_with(self.directive.as_str())
    }

    /// Whether a word of the language itself goes on with a declaration behind its name, or has brackets of its own.
    pub(super) fn continues(&self, word: &str) -> bool {
        [&self.suffixes, &self.exceptions, &self.bracket_words, &self.constraint_words]
            .into_iter()
            .any(|list| has(list, word))
    }

    /// Whether a word is one of the language itself that begins or continues a declaration.
    #[must_use]
    pub fn is_keyword(&self, word: &str) -> bool {
        let single = [&self.enum_word, &self.module_word, &self.template_word, &self.operator_word];
        single.into_iter().any(|one| one == word)
            || [&self.class_words, &self.skipped_heads, &self.specifiers, &self.types]
                .into_iter()
                .any(|list| has(list, word))
    }
}

/// Whether programs may not use a name for themselves: compilers and libraries name their attributes so.
pub(super) fn is_reserved(word: &str) -> bool {
    word.strip_prefix("__").is_some_and(|rest| rest.contains(|char: char| char.is_ascii_lowercase()))
}

fn is_in_capitals(word: &str) -> bool {
    word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.bytes().filter(u8::is_ascii_uppercase).count() > 1
}
