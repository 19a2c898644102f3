//! The part of a manifest that describes macros and conditional text.

use serde::Deserialize;

use crate::text::normal::{contains, is_word_char};

/// How macros and conditional text are recognized, and the keywords of declarations.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PreprocessorRules {
    /// The character that begins a directive.
    pub directive: String,
    /// Directives that open conditional text.
    pub opens: Vec<String>,
    /// Directives that begin its next branch.
    pub alternatives: Vec<String>,
    /// The directive that closes conditional text.
    pub close: String,
    /// Conditions whose branch is never read.
    pub dead: Vec<String>,
    /// Names of macros that do not consist of capitals.
    pub macros: Vec<String>,
    /// Keywords that begin a class.
    pub class_words: Vec<String>,
    /// The keyword that begins an enumeration.
    pub enum_word: String,
    /// The keyword that begins a module.
    pub module_word: String,
    /// The keyword that, followed by a string, begins a block of foreign declarations.
    pub linkage_word: String,
    /// The keyword before a list of parameters in angle brackets.
    pub template_word: String,
    /// The keyword in the name of an operator.
    pub operator_word: String,
    /// Keywords of a constraint, whose braces contain no declarations.
    pub constraint_words: Vec<String>,
    /// Keywords of statements that contain no macros.
    pub skipped_heads: Vec<String>,
    /// Whether a function may declare its parameters between their list and its body: `int f(a) char *a; { … }`.
    pub declared_parameters: bool,
    /// Whether a statement that only gives a name to a type is a definition.
    pub aliases_define: bool,
    /// Keywords in a declaration that are not its type.
    pub specifiers: Vec<String>,
    /// Types with a keyword of the language.
    pub types: Vec<String>,
    /// Keywords that may follow the name of a class, or a list of parameters.
    pub suffixes: Vec<String>,
    /// Keywords after the parameters that declare the exceptions of a function.
    pub exceptions: Vec<String>,
    /// Words before brackets that contain no parameters.
    pub bracket_words: Vec<String>,
    /// The replacement of a macro that hides the type of a function; `None` where a function may have no type.
    pub hidden_type: Option<String>,
    /// Such a replacement for languages whose constructors have no type; only for a macro whose arguments contain the
    /// type: `PUBLIC(int) size(void);`.
    pub hidden_type_of_call: Option<String>,
    /// The replacement of a macro among the parameters of a template.
    pub template_parameter: String,
}

impl PreprocessorRules {
    /// Returns whether a word may be a macro: it is listed, or it has at least three characters, all of them capitals,
    /// digits and underscores, at least two of them capitals.
    #[must_use]
    pub fn is_macro(&self, word: &str) -> bool {
        is_in_capitals(word) || self.macros.iter().any(|name| name == word)
    }

    /// Returns whether the arguments of a call contain the name of a type, or end in a pointer or reference mark.
    pub(super) fn names_type(&self, call: &str) -> bool {
        let inner = call.split_once('(').map_or("", |(_, inner)| inner).trim_end_matches(')').trim_end();
        let mut words = inner.split(|char: char| !is_word_char(char));
        inner.ends_with(['*', '&']) || words.any(|word| contains(&self.types, word))
    }

    /// Returns whether a text begins with a directive.
    pub(super) fn begins_directive(&self, text: &str) -> bool {
        !self.directive.is_empty() && text.starts_with(self.directive.as_str())
    }

    /// Returns whether a keyword continues a declaration after its name, or precedes brackets of its own.
    pub(super) fn continues(&self, word: &str) -> bool {
        [&self.suffixes, &self.exceptions, &self.bracket_words, &self.constraint_words]
            .into_iter()
            .any(|list| contains(list, word))
    }

    /// Returns whether a word is a keyword that begins or continues a declaration.
    #[must_use]
    pub fn is_keyword(&self, word: &str) -> bool {
        let single = [&self.enum_word, &self.module_word, &self.template_word, &self.operator_word];
        single.into_iter().any(|one| one == word)
            || [&self.class_words, &self.skipped_heads, &self.specifiers, &self.types]
                .into_iter()
                .any(|list| contains(list, word))
    }
}

/// Returns whether a name is reserved for compilers and libraries, which use such names for attributes: it begins with
/// `__` and contains a lower case letter.
pub(super) fn is_reserved(word: &str) -> bool {
    word.strip_prefix("__").is_some_and(|rest| rest.contains(|char: char| char.is_ascii_lowercase()))
}

fn is_in_capitals(word: &str) -> bool {
    word.len() > 2
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.bytes().filter(u8::is_ascii_uppercase).count() > 1
}
