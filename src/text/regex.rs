//! Regular expressions that are written between slashes: what stands in one is neither comment nor string.

use super::lexical::RegexRule;

/// The signs behind which a slash can only begin an expression.
const OPERATORS: &[char] =
    &['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '+', '-', '*', '%', '~', '^'];

/// The longest inside of one that is looked at, in bytes: a bound keeps the scan of a line of slashes linear.
const LONGEST: usize = 1_000;

/// The byte behind the regular expression that begins with the slash at `at`; `None` if the slash divides, or begins
/// none that ends on its line.
pub(super) fn regex_end(rule: &RegexRule, line: &str, at: usize) -> Option<usize> {
    let inside = line.get(at..)?.strip_prefix('/')?;
    begins_value(rule, line[..at].trim_end(), inside).then_some(())?;
    let mut in_class = false;
    let mut escaped = false;
    let end = inside.bytes().take(LONGEST).position(|byte| {
        let closes = byte == b'/' && !in_class && !escaped;
        in_class = !escaped && (byte == b'[' || (in_class && byte != b']')) || (escaped && in_class);
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    Some(at + 1 + end + 1)
}

/// Whether a value, and not an operator, may stand behind `before`.
fn begins_value(rule: &RegexRule, before: &str, inside: &str) -> bool {
    if before.is_empty() {
        // An operation may go on at the start of a line.
        return !inside.starts_with([' ', '=']);
    }
    if before.ends_with(OPERATORS) || before.ends_with("=>") {
        return true;
    }
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '.');
    let start = before
        .rfind(|char| !is_word(char))
        .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
    rule.after_words.iter().any(|word| *word == before[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let rule = RegexRule { after_words: vec!["return".to_owned()] };
        let found = line.find('/').and_then(|at| Some(&line[at..regex_end(&rule, line, at)?]));
        assert_eq!(found.unwrap_or_default(), expected, "{line}");
    }

    #[test]
    fn a_slash_begins_an_expression_where_a_value_may_stand() {
        check("a = /\"/.test(b)", "/\"/");
        check("f(/[/\"]\\/\\]'/g)", "/[/\"]\\/\\]'/");
        check("return /'/", "/'/");
        check("/^a/.exec(b)", "/^a/");
        check("x => /`/", "/`/");
    }

    #[test]
    fn elsewhere_it_divides() {
        check("a / b / c", "");
        check("(a) / b / c", "");
        check("my.return / 2 / 3", "");
        check("</a><b></b>", "");
        check("/ 2 / 3", "");
        check("a = /unclosed", "");
    }
}
