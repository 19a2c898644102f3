//! What renaming a definition leaves alone.

use chunk::engine::{Options, apply};
use proptest::prelude::*;
use proptest::sample::Index;

use super::make::{Language, file, languages};
use super::{text_at, tree};

/// Renames a definition of a text; `None` if that is refused.
fn renamed(path: &str, text: &str, name: &str, new_name: &str) -> Option<String> {
    let patch = format!(
        "operations:\n  - path: {path}\n    op: rename_symbol\n    symbol: {name}\n    new_name: {new_name}\n"
    );
    let mut changed = tree(&[(path.to_owned(), text.to_owned())]);
    let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
    report.is_ok().then(|| text_at(&changed, path))
}

/// A patch that gives definitions new names.
fn renames(path: &str, names: &[(String, String)]) -> String {
    let operation = |(name, new_name): &(String, String)| {
        format!("  - path: {path}\n    op: rename_symbol\n    symbol: {name}\n    new_name: {new_name}\n")
    };
    let operations: String = names.iter().map(operation).collect();
    format!("operations:\n{operations}")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_name_that_comes_back_leaves_the_text_as_it_was(
        (language, text) in prop::sample::select(vec![Language::Python, Language::Rust, Language::Cpp])
            .prop_flat_map(|language| (Just(language), file(language))),
        at in any::<Index>(),
    ) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let name = at.get::<String>(&names);
        let there = renamed(language.path(), &text, name, "fresh").expect("nothing else has the name");
        prop_assert_eq!(there.matches("fresh").count(), 1);
        prop_assert_eq!(renamed(language.path(), &there, "fresh", name), Some(text));
    }

    #[test]
    fn renames_in_one_patch_give_what_they_give_one_by_one(
        (language, text) in languages().prop_flat_map(|language| (Just(language), file(language))),
        chain in any::<bool>(),
    ) {
        let mut names: Vec<(String, String)> = language
            .definitions(&text)
            .into_iter()
            .enumerate()
            .map(|(at, name)| (name, format!("fresh_{at}")))
            .collect();
        prop_assume!(!names.is_empty());
        // A name that the one before gives up.
        if chain && names.len() > 1 {
            names[1].1 = names[0].0.clone();
        }
        let path = language.path();
        let mut one_by_one = tree(&[(path.to_owned(), text.clone())]);
        for name in &names {
            let patch = renames(path, std::slice::from_ref(name));
            let report = apply(patch.as_bytes(), &Options::default(), &mut one_by_one);
            prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        }
        let mut together = tree(&[(path.to_owned(), text.clone())]);
        let report = apply(renames(path, &names).as_bytes(), &Options::default(), &mut together);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        prop_assert_eq!(text_at(&together, path), text_at(&one_by_one, path));
    }
}
