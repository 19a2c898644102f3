//! What the words of a statement say of the lines below it.

use crate::text::normal::{first_word, is_word_char};

/// Words of which a statement with a comma at the end of its line goes on on the next line.
pub(super) const LISTS: &[&str] = &[
    "case",
    "class",
    "const",
    "enum",
    "extends",
    "for",
    "func",
    "implements",
    "import",
    "interface",
    "let",
    "struct",
    "template",
    "throws",
    "using",
    "var",
    "where",
];

/// Words of headings that a block follows.
pub(super) const HEADINGS: &[&str] = &["if", "while", "for", "match", "switch"];

/// Words of groups of declarations in parentheses.
pub(super) const GROUPS: &[&str] = &["const", "import", "type", "var"];

/// Words of labels among the members of a class.
pub(super) const ACCESS: &[&str] = &["private", "protected", "public", "signals", "slots"];

/// Words of headings of classes.
pub(super) const CLASSES: &[&str] = &["class", "struct", "union"];

/// Words of further parts of a statement.
pub(super) const CLAUSES: &[&str] = &["catch", "else", "finally"];

/// Words that continue the line above although statements end with lines.
pub(super) const LINE_WORDS: &[&str] = &["as", "extends", "implements", "instanceof", "satisfies"];

/// Beginnings that continue a statement below a brace.
pub(super) const CONTINUES_BRACE: &[&str] = &[
    "?.", ".", "?", ":", "&&", "||", "??", "==", "!=", "+", "/", "%", "=", "|", "<<", ">>", "as", ",", ">",
    "->",
];

pub(super) fn first_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !is_word_char(sign)).filter(|word| !word.is_empty())
}

/// Returns whether a statement so far is only the name of a macro, with or without arguments.
pub(super) fn is_macro(text: &str) -> bool {
    let name = text.trim().trim_end_matches([')', '(', ' ']);
    name.len() > 2
        && name.starts_with(|sign: char| sign.is_ascii_uppercase())
        && name.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '_')
}

/// Returns whether a statement so far is a heading with a body that may do without braces.
pub(super) fn is_heading(text: &str) -> bool {
    let own = text.trim();
    let own = own.strip_prefix("else ").unwrap_or(own).trim();
    if matches!(own, "else" | "do") {
        return true;
    }
    let Some(heading) = own.strip_suffix("()").or_else(|| own.strip_suffix("( )")) else { return false };
    let word = first_word(heading);
    let rest = heading[word.len()..].trim();
    ["if", "for", "while", "foreach"].contains(&word) && ["", "constexpr", "await", "each"].contains(&rest)
}

/// Returns whether a statement so far goes on with the braces of a value: of a literal of a type, not of a function.
pub(super) fn is_value(text: &str) -> bool {
    let text = text.trim_end();
    let is_assigned = text.contains(" = ") || text.contains(" := ") || first_word(text) == "return";
    text.ends_with("return")
        || is_assigned && !text.ends_with([')', ']']) && !text.contains("->") && !line_text_has_block(text)
}

/// Returns whether an item so far ends with the name of a type, and begins nothing else that has a block.
pub(super) fn names_type(text: &str) -> bool {
    text.trim_end().ends_with(|sign: char| is_word_char(sign) || sign == '>')
        && !text.contains("->")
        && !line_text_has_block(text)
}

/// Returns whether a block at the end of a line belongs to a word of that line.
pub(super) fn line_text_has_block(line: &str) -> bool {
    first_words(line)
        .any(|word| HEADINGS.contains(&word) || ["function", "loop", "unsafe", "new"].contains(&word))
}

/// Returns whether a statement so far may have a body in braces.
pub(super) fn may_have_body(text: &str) -> bool {
    is_heading(text)
        || text.trim_end().ends_with([')', '>'])
        || text.contains("class ")
        || text.contains("interface ")
}

/// Returns whether a statement so far is only an attribute, an annotation or a heading of a template.
pub(super) fn is_lead(text: &str) -> bool {
    let own = text.trim();
    if let Some(name) = own.strip_prefix('@') {
        let name = name.trim_end_matches(['(', ')', ' ']);
        return name.chars().all(|sign| is_word_char(sign) || sign == '.');
    }
    own == "# []"
        || own == "#[]"
        || own == "[[]]"
        || own == "[]"
        || own.starts_with("template") && own.ends_with('>')
}

/// Returns whether code is a label: one or two words, and a colon.
pub(super) fn is_word_label(code: &str) -> bool {
    let Some(label) = code.trim().strip_suffix(':') else { return false };
    let words: Vec<&str> = label.split_whitespace().collect();
    (1..=2).contains(&words.len())
        && words.iter().all(|word| {
            word.chars().all(is_word_char) && !word.starts_with(|sign: char| sign.is_ascii_digit())
        })
}
