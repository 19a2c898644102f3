//! Grouped imports, one per line in brackets: each counts as a statement of its own.

use std::ops::Range;

use crate::lang::ImportRules;
use crate::text::{CommentScanner, LexRules, LexState};

/// Returns the single statements of a grouped one, each with its lines counted from the first line of the whole; `None`
/// if it has no brackets, or these are not on lines of their own.
pub(in crate::resolve::symbol) fn members(
    text: &str,
    rules: &ImportRules,
    lexical: &LexRules,
) -> Option<Vec<(Range<usize>, String)>> {
    let group = rules.group.as_ref()?;
    let lines = code_lines(text, lexical);
    let (first, rest) = lines.split_first()?;
    let (last, inner) = rest.split_last()?;
    let word = first.strip_suffix(group.open.as_str()).filter(|_| *last == group.close)?.trim_end();
    let mut found = Vec::new();
    let mut start = 1;
    for (number, line) in (1..).zip(inner) {
        if line.is_empty() {
            // A comment belongs to the import below it, a blank line to nothing.
            let is_blank = text.lines().nth(number).is_some_and(|line| line.trim().is_empty());
            start = if is_blank { number + 1 } else { start };
            continue;
        }
        found.push((start..number + 1, format!("{word} {line}")));
        start = number + 1;
    }
    Some(found)
}

/// Returns a statement as a member of a group: without its first word.
pub(super) fn member_of(statement: &str, rules: &ImportRules) -> Option<String> {
    let statement = statement.trim_start();
    let word = rules.begins.iter().find(|word| statement.starts_with(word.as_str()))?;
    Some(statement[word.len()..].trim_start().to_owned())
}

/// Returns statements for lines that are written like members of a group; `None` if one of them is not.
pub(super) fn as_statements(lines: &[String], rules: &ImportRules) -> Option<Vec<String>> {
    rules.group.as_ref()?;
    let word = rules.begins.first()?;
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    // A line is recognized as a member by its quotes only.
    let is_one =
        |line: &str| line.trim_end().ends_with(['"', '`']) && !line.trim_start().starts_with(word.as_str());
    lines.map(|line| is_one(line).then(|| format!("{word} {}", line.trim()))).collect()
}

/// Returns the lines without comments and surrounding blanks.
fn code_lines(text: &str, lexical: &LexRules) -> Vec<String> {
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    text.lines().map(|line| scanner.scan(line, &mut state).code.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[test]
    fn each_line_in_brackets_is_a_statement() {
        // Not every build includes a language with grouped imports.
        let Some(language) = Language::by_name("go") else { return };
        let manifest = language.manifest();
        let rules = manifest.imports.as_ref().expect("it has imports");
        let of = |text: &str| members(text, rules, &manifest.lexical);
        let text = "import (\n\t\"fmt\" // a\n\n\t// b\n\tos2 \"os\"\n)";
        let expected = vec![(1..2, "import \"fmt\"".to_owned()), (3..5, "import os2 \"os\"".to_owned())];
        assert_eq!(of(text), Some(expected));
        assert_eq!(of("import \"fmt\""), None);
        assert_eq!(of("import (\"fmt\")"), None);
        assert_eq!(member_of("import os2 \"os\"", rules).as_deref(), Some("os2 \"os\""));
    }
}
