//! What renaming a definition leaves alone.

use chunk::engine::{Options, apply};
use proptest::prelude::*;
use proptest::sample::Index;

use super::make::{Language, file};
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

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
}
