//! Puts quotes or comment signs around documentation that comes without.

use crate::text::LexRules;

use super::docstring::opens_string;

/// A text as a string in `quotes`, or in `others` where it holds those; `None` if it holds both.
pub(super) fn as_string(
    text: &[String],
    quotes: &str,
    others: &str,
    lexical: &LexRules,
) -> Option<Vec<String>> {
    let whole = text.join("\n");
    if opens_string(&whole, lexical) {
        return Some(text.to_vec());
    }
    let quotes = [quotes, others].into_iter().find(|quotes| !whole.contains(quotes))?;
    // What stands in the string is what was given, backslashes too.
    let prefix = if whole.contains('\\') { "r" } else { "" };
    let mut lines = text.to_vec();
    if let Some(first) = lines.first_mut() {
        *first = format!("{prefix}{quotes}{first}");
    }
    let glues = whole.ends_with('\\') || quotes.chars().next().is_some_and(|quote| whole.ends_with(quote));
    match lines.as_mut_slice() {
        [only] if !glues => only.push_str(quotes),
        _ => lines.push(quotes.to_owned()),
    }
    Some(lines)
}

/// A text as a comment like `existing`, else behind `mark`; `None` if it would end the comment.
pub(super) fn as_comment(
    text: &[String],
    existing: Option<&str>,
    mark: &str,
    lexical: &LexRules,
) -> Option<Vec<String>> {
    let opens = |line: &str| {
        let block =
            lexical.block_comments.as_ref().is_some_and(|block| line.starts_with(block.open.as_str()));
        block || lexical.line_comments.iter().any(|mark| line.starts_with(mark.as_str()))
    };
    if text.first().is_some_and(|line| opens(line.trim_start())) {
        return Some(text.to_vec());
    }
    let existing = existing.map(str::trim_start).unwrap_or(mark);
    if let Some(block) =
        lexical.block_comments.as_ref().filter(|block| existing.starts_with(block.open.as_str()))
    {
        if text.iter().any(|line| line.contains(block.close.as_str())) {
            return None;
        }
        let signs = existing[block.open.len()..].chars().take_while(|char| matches!(char, '*' | '!'));
        let open = format!("{}{}", block.open, signs.take(1).collect::<String>());
        if let [only] = text {
            return Some(vec![format!("{open} {only} {}", block.close)]);
        }
        let inner = text.iter().map(|line| format!(" * {line}").trim_end().to_owned());
        return Some([open].into_iter().chain(inner).chain([format!(" {}", block.close)]).collect());
    }
    let signs =
        existing.chars().take_while(|char| char.is_ascii_punctuation() && matches!(char, '/' | '!' | '#'));
    let signs: String = signs.collect();
    Some(text.iter().map(|line| format!("{signs} {line}").trim_end().to_owned()).collect())
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
        let dressed = as_string(&lines(text), "\"\"\"", "'''", lexical);
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
    }

    #[track_caller]
    fn check_comment(text: &str, existing: Option<&str>, expected: Option<&str>) {
        let lexical = &Language::by_name("c++").expect("registered").manifest().lexical;
        let dressed = as_comment(&lines(text), existing, "///", lexical);
        assert_eq!(dressed.map(|lines| lines.join("\n")).as_deref(), expected);
    }

    #[test]
    fn a_text_gets_the_signs_that_are_there() {
        check_comment("A.\n\nB.", None, Some("/// A.\n///\n/// B."));
        check_comment("A.", Some("  //! old"), Some("//! A."));
        check_comment("A.", Some("/** old */"), Some("/** A. */"));
        check_comment("A.\nB.", Some("/***** old"), Some("/**\n * A.\n * B.\n */"));
        check_comment("A */ B", Some("/* old */"), None);
        check_comment("// A.", Some("/* old */"), Some("// A."));
    }
}
