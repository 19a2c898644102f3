//! The part of a manifest that describes different spellings of the same parameter type.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::text::normal::{contains, is_word_char};

/// Differences between parameters that do not distinguish functions with the same name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SameParameters {
    /// The spelling that the brackets of an array parameter are equivalent to: `*`.
    pub list: Option<String>,
    /// Keywords of number types, whose order does not matter.
    pub number_words: Vec<String>,
    /// Keywords of number types that are redundant beside others; the first one is the type where they are alone.
    pub idle_words: Vec<String>,
    /// Equivalent spellings of the end of a type.
    pub endings: BTreeMap<String, String>,
    /// Whether the contents of angle brackets are irrelevant.
    pub erased: bool,
}

impl SameParameters {
    /// Returns the canonical spelling of a parameter type, which is the same for all equivalent types.
    #[must_use]
    pub fn plain(&self, parameter: &str) -> String {
        let mut plain = self.with_numbers(parameter);
        if self.erased {
            plain = outside_angles(&plain);
        }
        for (ending, same) in &self.endings {
            if let Some(start) = plain.strip_suffix(ending.as_str()) {
                plain = format!("{start}{same}");
            }
        }
        // Of nested arrays only the outer one is passed as a pointer.
        if let Some(list) = &self.list
            && let Some((start, _)) = plain.strip_suffix(']').and_then(|rest| rest.split_once('['))
            && plain.matches('[').count() == 1
            && !plain.contains(['(', '<'])
        {
            plain = format!("{start}{list}");
        }
        plain
    }

    /// Returns the type with the keywords of number types in a fixed order, without redundant ones.
    fn with_numbers(&self, kind: &str) -> String {
        let mut plain = String::with_capacity(kind.len());
        let mut number: Vec<&str> = Vec::new();
        for word in kind.split_inclusive(|char: char| !is_word_char(char)) {
            let bare = word.trim_end_matches(|char| !is_word_char(char));
            let sign = &word[bare.len()..];
            let is_number = contains(&self.number_words, bare);
            if is_number {
                number.push(bare);
            }
            if !number.is_empty() && (!is_number || sign != " ") {
                self.put_number(&mut plain, &mut number);
                plain.push_str(if is_number { sign } else { " " });
            }
            if !is_number {
                plain.push_str(word);
            }
        }
        if !number.is_empty() {
            self.put_number(&mut plain, &mut number);
        }
        plain
    }

    fn put_number(&self, plain: &mut String, number: &mut Vec<&str>) {
        number.retain(|word| !contains(&self.idle_words, word));
        number.sort_unstable();
        if number.is_empty() {
            plain.push_str(self.idle_words.first().map_or("", String::as_str));
        }
        plain.push_str(&number.join(" "));
        number.clear();
    }
}

/// Returns a text without the contents of angle brackets.
fn outside_angles(text: &str) -> String {
    let mut depth = 0_usize;
    let mut outside = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(char),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use crate::lang::Language;

    #[test]
    fn one_type_in_other_words_is_one() {
        let check = |language: &str, one: &str, other: &str, is_same: bool| {
            let rules = &Language::by_extension(language).unwrap().manifest().symbols;
            let same = rules.same_parameters.as_ref().unwrap();
            assert_eq!(same.plain(one) == same.plain(other), is_same, "{language}: {one} and {other}");
        };
        for (one, other) in [
            ("int[]", "int*"),
            ("int[3]", "int*"),
            ("int*[]", "int**"),
            ("const int[]", "const int*"),
            ("unsigned", "unsigned int"),
            ("int unsigned*", "unsigned*"),
            ("signed", "int"),
            ("long int", "long"),
            ("unsigned long int&", "long unsigned&"),
        ] {
            check("cpp", one, other, true);
        }
        for (one, other) in [
            ("const int*", "int*"),
            ("const int&", "int&"),
            ("int&", "int"),
            ("signed char", "char"),
            ("unsigned char", "unsigned"),
            ("int[2][3]", "int*"),
            ("int(&)[3]", "int*"),
            ("std::vector<const int>", "std::vector<int>"),
            ("std::vector<int>", "std::vector<long>"),
            ("long long", "long"),
            ("long double", "double"),
        ] {
            check("cpp", one, other, false);
        }
        check("java", "int...", "int[]", true);
        check("java", "List<String>", "List<Integer>", true);
        check("java", "Map<String,List<A>>[]", "Map[]", true);
        check("java", "int[]", "int", false);
        check("java", "List<String>", "Set<String>", false);
    }
}
