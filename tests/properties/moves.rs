//! What moving a definition leaves alone.

use chunk::engine::{Options, apply};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::make::{Language, file, languages};
use super::{text_at, tree};

/// The lines of a text that are not blank, in order of the alphabet.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines
}

/// The lines of a text that are neither blank nor comments.
fn code(text: &str) -> Vec<&str> {
    let is_comment = |line: &&str| ["#", "//", "/*"].iter().any(|mark| line.starts_with(mark));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.filter(|line| line.starts_with("#include") || !is_comment(line)).collect()
}

fn position(lines: &[&str], own: &[&str]) -> usize {
    lines.windows(own.len()).position(|lines| lines == own).expect("the definition stands in the file")
}

/// A file with two definitions that it holds once.
fn work() -> impl Strategy<Value = (Language, String, Index, Index)> {
    languages().prop_flat_map(|language| (Just(language), file(language), any::<Index>(), any::<Index>()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_leaves_all_else_in_its_order(
        (language, text, at, to) in work(), is_before in any::<bool>()
    ) {
        let names = language.definitions(&text);
        prop_assume!(names.len() > 1);
        let moved = at.get::<String>(&names).clone();
        let others: Vec<&String> = names.iter().filter(|name| **name != moved).collect();
        let beside = *to.get::<&String>(&others);
        let path = language.path();
        let field = if is_before { "before_symbol" } else { "after_symbol" };
        let patch = format!(
            "operations:\n  - path: {path}\n    op: move_symbol\n    symbol: {moved}\n    {field}: {beside}\n"
        );
        let mut changed = tree(&[(path.to_owned(), text.clone())]);
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let after = text_at(&changed, path);
        prop_assert_eq!(sorted(&after), sorted(&text));
        prop_assert_eq!(after.ends_with('\n'), text.ends_with('\n'));
        let (own, other) = (language.definition(&moved, "old"), language.definition(beside, "old"));
        let (own, other) = (code(&own), code(&other));
        let mut expected = code(&text);
        let old = position(&expected, &own);
        expected.drain(old..old + own.len());
        let new = position(&expected, &other) + if is_before { 0 } else { other.len() };
        expected.splice(new..new, own);
        prop_assert_eq!(code(&after), expected);
    }

    #[test]
    fn a_move_to_another_file_is_a_deletion_and_an_insertion(
        (language, text, at, _) in work(), place in select(vec!["into_class: Klass", "before_symbol: Klass", "comment: none"])
    ) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let moved = at.get::<String>(&names);
        let path = language.path();
        let other = format!("other/{path}");
        let operation = |op: &str| format!("operations:\n  - path: {path}\n    op: {op}\n    symbol: {moved}\n");
        let files = [(path.to_owned(), text.clone()), (other.clone(), language.class().to_owned())];
        let (mut changed, mut deleted) = (tree(&files), tree(&files));
        let patch = operation("move_symbol") + &format!("    to: {other}\n    {place}\n");
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let report = apply(operation("delete_symbol").as_bytes(), &Options::default(), &mut deleted);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        prop_assert_eq!(text_at(&changed, path), text_at(&deleted, path));
        let after = text_at(&changed, &other);
        let mut left = code(&after);
        let own = language.definition(moved, "old");
        let own = code(&own);
        let place = position(&left, &own);
        left.drain(place..place + own.len());
        prop_assert_eq!(left, code(language.class()));
    }
}
