//! Finds incomplete code: a heading without a body, or a statement without a required clause.

use super::levels::{BlockSigns, LevelWalk};
use super::lexer::LexRules;
use super::normal::trim_start;

/// The missing part of incomplete code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingPart {
    /// The indented lines below a heading.
    Body,
    /// A clause that begins with one of these words.
    Clause(&'static [&'static str]),
}

/// Returns the first line, from 0, that begins an incomplete statement, and the missing part.
#[must_use]
pub fn cut_off<'l>(
    lines: impl IntoIterator<Item = &'l str>,
    rules: &LexRules,
    signs: BlockSigns,
) -> Option<(usize, MissingPart)> {
    let mut walk = CutWalk::new(rules, signs);
    lines.into_iter().find_map(|line| walk.read(line)).or_else(|| walk.at_end())
}

/// Finds incomplete code like [`cut_off`], in lines that other code follows: a statement that is open at their end may
/// continue there.
#[must_use]
pub fn cut_off_above<'l>(
    lines: impl IntoIterator<Item = &'l str>,
    rules: &LexRules,
    signs: BlockSigns,
) -> Option<(usize, MissingPart)> {
    let mut walk = CutWalk::new(rules, signs);
    lines.into_iter().find_map(|line| walk.read(line))
}

/// The state of a search for incomplete code.
struct CutWalk<'r> {
    walk: LevelWalk<'r>,
    number: usize,
    /// The heading directly above, and the width of its indentation.
    heading: Option<(usize, usize)>,
    /// Statements without a required clause, each with its line, the width of its indentation and the missing part.
    waiting: Vec<(usize, usize, MissingPart)>,
}

impl<'r> CutWalk<'r> {
    fn new(rules: &'r LexRules, signs: BlockSigns) -> Self {
        Self { walk: LevelWalk::new(rules, signs), number: 0, heading: None, waiting: Vec::new() }
    }

    /// Reads a line; returns the incomplete statement that ends before it.
    fn read(&mut self, line: &str) -> Option<(usize, MissingPart)> {
        let number = self.number;
        self.number += 1;
        let begins = self.walk.begins();
        self.walk.read(line)?;
        let (depth, text) = (self.walk.depth(), trim_start(line));
        if let Some((above, _)) = self.heading.filter(|(_, own)| depth <= *own) {
            return Some((above, MissingPart::Body));
        }
        self.heading = self.walk.is_open.then_some((number, depth));
        if !begins {
            return None;
        }
        let goes_on = self.walk.parts(text).own != 0;
        if let Some((above, own, missing)) = self.waiting.pop_if(|(_, own, _)| depth <= *own)
            && !(depth == own && goes_on)
        {
            return Some((above, missing));
        }
        let lacks = self.walk.lacking(text).map(|words| (number, depth, MissingPart::Clause(words)));
        self.waiting.extend(lacks);
        None
    }

    /// Returns the first statement that is incomplete at the end of the lines.
    fn at_end(&self) -> Option<(usize, MissingPart)> {
        let heading = self.heading.map(|(number, _)| (number, MissingPart::Body));
        heading.or_else(|| self.waiting.first().map(|(number, _, missing)| (*number, *missing)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Spans, StringRule};

    const SIGNS: BlockSigns = BlockSigns {
        head_close: ":",
        clauses: &[("except", &["try", "except"])],
        unfinished: &[("try", &["except"])],
    };

    #[test]
    fn a_heading_with_nothing_below_it_is_found() {
        let rules = LexRules {
            line_comments: vec!["#".into()],
            strings: vec![StringRule::between("'''", Spans::Lines)],
            ..LexRules::default()
        };
        let heading = |text: &str| {
            let found = cut_off(text.lines(), &rules, SIGNS);
            found.filter(|(_, missing)| *missing == MissingPart::Body).map(|(line, _)| line)
        };
        assert_eq!(heading("def f():\n"), Some(0));
        assert_eq!(heading("def f():\n    # why\n"), Some(0));
        assert_eq!(heading("def f():\n    if a:\n    b\n"), Some(1));
        assert_eq!(heading("def f():\nreturn 1\n"), Some(0));
        assert_eq!(heading("def f(\n    a,\n):\n    b\n"), None);
        assert_eq!(heading("def f():\n# why\n    a = {1:\n    2}\n"), None);
        assert_eq!(heading("def f(): return 1\nx = '''\na:\n'''\n"), None);
        assert_eq!(heading("class A:\n    '''a:'''\n"), None);
        assert_eq!(heading("if a and \\\n        b:\n    c\n"), None);
        let statement = |text: &str| cut_off(text.lines(), &rules, SIGNS);
        let lacks = |line| Some((line, MissingPart::Clause(&["except"][..])));
        assert_eq!(statement("try:\n    a\n"), lacks(0));
        assert_eq!(statement("def f():\n    try:\n        a\n    b\n"), lacks(1));
        assert_eq!(statement("def f():\n    try:\n        a\nb\n"), lacks(1));
        assert_eq!(statement("try:\n    a\n# why\nexcept E:\n    b\ntry_it = 1\n"), None);
        assert_eq!(statement("try:\n    try: a\n    except E: b\nexcept E:\n    c\n"), None);
        assert_eq!(statement("a = (\n    try_it,\n)\n"), None);
    }
}
