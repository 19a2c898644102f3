//! Lines of source code that are moved from one indentation to another.

use super::lexer::{LexRules, LexState, Lexer};
use super::normal::{indentation, is_blank};

/// Lines that are taken from a place in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifted {
    /// The lines without their common indentation; lines that keep their white space are unchanged.
    pub lines: Vec<String>,
    /// The lines in their original form.
    original: Vec<String>,
    /// Whether each line keeps its white space, because it is inside a string.
    keep: Vec<bool>,
    /// The original indentation of the lines; `None` if they are moved to another file, which may be indented
    /// differently.
    base: Option<String>,
}

impl Lifted {
    /// Takes the lines `original`, which have the indentation `base`, to be inserted into the same text.
    ///
    /// `is_prose` returns for the line on which a string begins whether the text of the string is indented with the
    /// code around it.
    #[must_use]
    pub fn new(
        original: Vec<String>,
        base: &str,
        rules: &LexRules,
        mark: Option<&str>,
        is_prose: impl FnMut(usize) -> bool,
    ) -> Self {
        let mut keep = in_strings(&original, base, rules, is_prose);
        for (line, keep) in original.iter().zip(&mut keep).skip(1) {
            let is_at_margin = mark.is_some_and(|mark| line.starts_with(mark));
            *keep |= !is_blank(line) && (is_at_margin || !line.starts_with(base));
        }
        let bare = |(line, keep): (&String, &bool)| match line.strip_prefix(base) {
            Some(rest) if !keep => rest.to_owned(),
            _ => line.clone(),
        };
        let lines = original.iter().zip(&keep).map(bare).collect();
        Self { lines, original, keep, base: Some(base.to_owned()) }
    }

    /// Returns the lines, to be inserted into another text.
    #[must_use]
    pub fn for_another_text(self) -> Self {
        Self { base: None, ..self }
    }

    /// Returns the lines indented by `indent`, between the lines `before` and `after`, to be inserted into another
    /// text.
    #[must_use]
    pub fn between(&self, before: Vec<String>, indent: &str, after: Vec<String>) -> Self {
        let plain = |count: usize| std::iter::repeat_n(false, count);
        let keep = plain(before.len()).chain(self.keep.iter().copied()).chain(plain(after.len())).collect();
        let deeper = |(line, keep): (&String, &bool)| {
            if *keep || is_blank(line) { line.clone() } else { format!("{indent}{line}") }
        };
        let own = self.lines.iter().zip(&self.keep).map(deeper);
        let lines: Vec<String> = before.into_iter().chain(own).chain(after).collect();
        Self { original: lines.clone(), lines, keep, base: None }
    }

    /// Applies a change to the lines, in their current and in their original form.
    pub fn change(&mut self, change: impl Fn(&mut [String])) {
        change(&mut self.lines);
        change(&mut self.original);
    }

    /// Returns the lines with the indentation `base`; unchanged if they already have it in the same text. `indent`
    /// indents the lines, except those that keep their white space.
    pub fn put_down(&self, base: &str, indent: impl FnOnce(&[String]) -> Vec<String>) -> Vec<String> {
        if self.base.as_deref() == Some(base) {
            return self.original.clone();
        }
        let mut lines = indent(&self.lines);
        for (at, line) in lines.iter_mut().enumerate().filter(|(at, _)| self.keep[*at]) {
            line.clone_from(&self.lines[at]);
        }
        lines
    }
}

/// Returns for each line whether it begins in a string that keeps its text.
fn in_strings(
    lines: &[String],
    base: &str,
    rules: &LexRules,
    mut is_prose: impl FnMut(usize) -> bool,
) -> Vec<bool> {
    let lexer = Lexer::new(rules);
    let mut state = LexState::default();
    let mut keep = vec![false; lines.len()];
    let mut opened = 0;
    for (at, line) in lines.iter().enumerate() {
        let was_inside = state.is_string();
        keep[at] = was_inside;
        lexer.comments(line, &mut state, |_| {});
        if was_inside && !state.is_string() {
            // Prose that is indented less deep than the code stays where it is.
            let text = &lines[opened + 1..=at];
            let is_deep = text.iter().all(|line| is_blank(line) || indentation(line).starts_with(base));
            if is_deep && is_prose(opened) {
                keep[opened + 1..=at].fill(false);
            }
        }
        if state.is_string() && !was_inside {
            opened = at;
        }
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Spans, StringRule};

    #[track_caller]
    fn check(base: &str, new: &str, is_prose: bool, text: &str, expected: &str) {
        let quotes = StringRule::between("'''", Spans::Lines);
        let rules = LexRules { strings: vec![quotes], ..LexRules::default() };
        let lines = text.lines().map(str::to_owned).collect();
        let lifted = Lifted::new(lines, base, &rules, Some("#"), |_| is_prose);
        let indent = |lines: &[String]| {
            let indented =
                |line: &String| if line.is_empty() { line.clone() } else { format!("{new}{line}") };
            lines.iter().map(indented).collect()
        };
        assert_eq!(lifted.put_down(new, indent).join("\n"), expected);
    }

    #[test]
    fn code_goes_to_the_new_depth() {
        check("  ", "", false, "  a\n\n    b", "a\n\n  b");
        check("", "\t", false, "a\n b", "\ta\n\t b");
    }

    #[test]
    fn the_text_of_a_string_stays() {
        check("  ", "", false, "  a = '''\n    b\n  '''\n  c", "a = '''\n    b\n  '''\nc");
    }

    #[test]
    fn prose_goes_along_if_it_is_deep_enough() {
        check("  ", "", true, "  a\n    '''b\n    c\n    '''", "a\n  '''b\n  c\n  '''");
        check("  ", "", true, "  a\n    '''b\nc\n    '''", "a\n  '''b\nc\n    '''");
    }

    #[test]
    fn what_stands_at_the_margin_stays_there() {
        check("", "  ", false, "a\n#if b\n  c", "  a\n#if b\n    c");
        check("  ", "    ", false, "  a\nb\n    c", "    a\nb\n      c");
    }

    #[test]
    fn what_is_put_around_keeps_the_text_of_strings() {
        let quotes = StringRule::between("'''", Spans::Lines);
        let rules = LexRules { strings: vec![quotes], ..LexRules::default() };
        let lines = ["a = '''", "b'''", "", "c"].map(str::to_owned).to_vec();
        let lifted = Lifted::new(lines, "", &rules, None, |_| false);
        let around = lifted.between(vec!["{".to_owned()], "  ", vec!["}".to_owned()]);
        assert_eq!(around.lines.join("\n"), "{\n  a = '''\nb'''\n\n  c\n}");
    }

    #[test]
    fn at_the_same_depth_nothing_changes() {
        check("  ", "  ", false, "  a\nb", "  a\nb");
    }
}
