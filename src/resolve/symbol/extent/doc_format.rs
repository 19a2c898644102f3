//! Adds quotes or comment markers to documentation that is given as plain text.

use crate::text::{CommentScanner, LexRules, LexState};

use super::docstring::{is_docstring, opens_long_string};

/// The effect of a backslash at the end of a line comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::symbol) enum Backslash {
    /// It continues the comment on the next line.
    Joins,
    /// It has no effect.
    Text,
}

/// Returns a text as a string with a prefix and `quotes`, or `others` if it contains `quotes`; `None` if it contains
/// both, or begins with a multi-line string that is followed by other text.
pub(in crate::resolve::symbol) fn quoted(
    text: &[String],
    (prefix, quotes): (&str, &str),
    others: &str,
    lexical: &LexRules,
) -> Option<Vec<String>> {
    let whole = text.join("\n");
    let bare = whole.trim_start_matches([' ', '\t']);
    if is_docstring(bare, lexical) {
        return Some(text.to_vec());
    }
    // A text may begin with a quoted word, but not with the quotes of a docstring.
    if opens_long_string(bare, lexical) {
        return None;
    }
    let quotes = [quotes, others].into_iter().find(|quotes| !whole.contains(quotes))?;
    // The value of the string must equal the given text, including backslashes.
    let is_raw = prefix.contains(['r', 'R']);
    let prefix = if whole.contains('\\') && !is_raw { "r" } else { prefix };
    let mut lines = text.to_vec();
    if let Some(first) = lines.first_mut() {
        let at = first.len() - first.trim_start_matches([' ', '\t']).len();
        first.insert_str(at, &format!("{prefix}{quotes}"));
    }
    let glues = whole.ends_with('\\') || quotes.chars().next().is_some_and(|quote| whole.ends_with(quote));
    match lines.as_mut_slice() {
        [only] if !glues => only.push_str(quotes),
        _ => lines.push(quotes.to_owned()),
    }
    Some(lines)
}

/// Returns a text as a comment in the style of `existing`, else with `mark`; `None` if it would end the comment, or
/// make the code below part of it.
pub(in crate::resolve::symbol) fn commented(
    text: &[String],
    existing: Option<&str>,
    mark: &str,
    lexical: &LexRules,
    backslash: Backslash,
) -> Option<Vec<String>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let opens = |line: &str| {
        let block =
            lexical.block_comments.as_ref().is_some_and(|block| line.starts_with(block.open.as_str()));
        block || lexical.line_comments.iter().any(|mark| line.starts_with(mark.as_str()))
    };
    if text.first().is_some_and(|line| opens(line.trim_start())) {
        return Some(text.to_vec()).filter(|lines| ends_with_its_lines(lines, lexical, backslash));
    }
    let bare: Vec<&str> = text.iter().map(String::as_str).collect();
    let form = existing.map_or(mark, str::trim_start);
    let dressed = in_style_of(&bare, form, lexical);
    if ends_with_its_lines(&dressed, lexical, backslash) {
        return Some(dressed);
    }
    // Only a block comment can end with a backslash.
    let block = lexical.block_comments.as_ref().filter(|block| !form.starts_with(block.open.as_str()))?;
    let dressed = in_style_of(&bare, &format!("{}*", block.open), lexical);
    Some(dressed).filter(|lines| ends_with_its_lines(lines, lexical, backslash))
}

/// Returns a text as a comment in the style of another one.
fn in_style_of(text: &[&str], form: &str, lexical: &LexRules) -> Vec<String> {
    if let Some(block) = lexical.block_comments.as_ref().filter(|block| form.starts_with(block.open.as_str()))
    {
        let signs = form[block.open.len()..].chars().take_while(|char| matches!(char, '*' | '!'));
        let open = format!("{}{}", block.open, signs.take(1).collect::<String>());
        if let [only] = text {
            return vec![format!("{open} {only} {}", block.close)];
        }
        // Lines that begin with two stars start below the slash, those with one star below the star.
        let stars = form.lines().nth(1).map_or("", leading_stars);
        let (lead, close) = if stars.len() > 1 { (stars, "") } else { (" *", " ") };
        let inner = text.iter().map(|line| format!("{lead} {line}").trim_end().to_owned());
        return [open].into_iter().chain(inner).chain([format!("{close}{}", block.close)]).collect();
    }
    let signs =
        form.chars().take_while(|char| char.is_ascii_punctuation() && matches!(char, '/' | '!' | '#'));
    let signs: String = signs.collect();
    text.iter().map(|line| format!("{signs} {line}").trim_end().to_owned()).collect()
}

/// Returns the stars at the start of a block comment line, without the one that belongs to the terminator.
pub(in crate::resolve::symbol) fn leading_stars(line: &str) -> &str {
    let line = line.trim_start();
    let count = line.bytes().take_while(|byte| *byte == b'*').count();
    let ends = line[count..].starts_with('/');
    &line[..count.saturating_sub(usize::from(ends))]
}

/// Returns whether all lines are comments, and the line below them is not.
fn ends_with_its_lines(lines: &[String], lexical: &LexRules, backslash: Backslash) -> bool {
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    let mut is_comment = true;
    for (at, line) in lines.iter().enumerate() {
        let is_last = at + 1 == lines.len();
        let scanned = scanner.scan(line, &mut state);
        is_comment &= scanned.code.trim().is_empty();
        let joins = backslash == Backslash::Joins && is_last && line.trim_end().ends_with('\\');
        is_comment &= !joins;
    }
    is_comment && state.is_code()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn check_string(text: &str, expected: Option<&str>) {
        let lexical = &Language::by_name("python").expect("registered").manifest().lexical;
        let dressed = quoted(&lines(text), ("", "\"\"\""), "'''", lexical);
        assert_eq!(dressed.map(|lines| lines.join("\n")).as_deref(), expected);
    }

    #[test]
    fn a_text_gets_quotes() {
        check_string("Doc.", Some("\"\"\"Doc.\"\"\""));
        check_string("Doc.\n\nMore.", Some("\"\"\"Doc.\n\nMore.\n\"\"\""));
        check_string("Say \"a\"", Some("\"\"\"Say \"a\"\n\"\"\""));
        check_string("a\\d", Some("r\"\"\"a\\d\"\"\""));
        check_string("a \"\"\" b", Some("'''a \"\"\" b'''"));
        check_string("a \"\"\" b '''", None);
        check_string("'Doc.'", Some("'Doc.'"));
        check_string("'A' is 'B'", Some("\"\"\"'A' is 'B'\"\"\""));
        check_string("'tis\nan 'a'", Some("\"\"\"'tis\nan 'a'\n\"\"\""));
        check_string("\"\"\"Doc.\"\"\" + x", None);
        check_string("C:\\", Some("r\"\"\"C:\\\n\"\"\""));
    }

    #[track_caller]
    fn check_comment(text: &str, existing: Option<&str>, expected: Option<&str>) {
        let lexical = &Language::by_name("c++").expect("registered").manifest().lexical;
        let dressed = commented(&lines(text), existing, "///", lexical, Backslash::Joins);
        assert_eq!(dressed.map(|lines| lines.join("\n")).as_deref(), expected);
    }

    #[test]
    fn a_text_gets_the_signs_that_are_there() {
        check_comment("A.\n\nB.", None, Some("/// A.\n///\n/// B."));
        check_comment("A.", Some("  //! old"), Some("//! A."));
        check_comment("A.", Some("/** old */"), Some("/** A. */"));
        check_comment("A.\nB.", Some("/***** old"), Some("/**\n * A.\n * B.\n */"));
        check_comment("A.\nB.", Some("/*\n** old\n*/"), Some("/*\n** A.\n** B.\n*/"));
        check_comment("A */ B", Some("/* old */"), None);
        check_comment("A \\", None, Some("/** A \\ */"));
        check_comment("A */ \\", None, None);
        check_comment("/// A \\", None, None);
        check_comment("// A.", Some("/* old */"), Some("// A."));
    }
}
