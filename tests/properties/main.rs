//! The properties of every patch, over random files and random operations.
//!
//! Files are put together from a small pool of lines, so that equal lines, comments, strings, blank lines and mixed
//! indentation meet often; operations name lines and definitions that are there, nearly there, or nowhere.

mod beside;
mod formats;
mod imports;
mod make;
mod mixes;
mod move_rows;
mod moves;
mod renames;

use chunk::engine::{DiffDetail, Options, apply, preview};
use chunk::vfs::MemoryTree;
use proptest::prelude::*;

use make::{Language, Op, file, languages, operations, patch_of, replacement};

fn tree(files: &[(String, String)]) -> MemoryTree {
    files.iter().fold(MemoryTree::new(), |tree, (path, text)| tree.with_file(path, text.as_bytes()))
}

fn text_at(tree: &MemoryTree, path: &str) -> String {
    String::from_utf8_lossy(&tree.files()[path]).into_owned()
}

fn with_diff() -> Options<'static> {
    Options { detail: DiffDetail::Diff, ..Options::default() }
}

fn repeating() -> Options<'static> {
    Options { repeated: chunk::ir::RepeatedLines::Insert, ..Options::default() }
}

/// A file in one language, and operations on it.
fn work() -> impl Strategy<Value = (Language, String, Vec<Op>)> {
    languages().prop_flat_map(|language| {
        file(language).prop_flat_map(move |text| {
            let operations = operations(language, &text);
            (Just(language), Just(text), operations)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_refusal_changes_nothing_and_repeats_itself((language, text, ops) in work()) {
        let files = vec![(language.path().to_owned(), text)];
        let patch = patch_of(&ops, language.path());
        let mut changed = tree(&files);
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        if !report.is_ok() {
            prop_assert_eq!(changed.files(), tree(&files).files());
            let again = apply(patch.as_bytes(), &Options::default(), &mut changed);
            prop_assert_eq!(report.errors, again.errors);
        }
    }

    #[test]
    fn a_preview_tells_what_a_run_does((language, text, ops) in work()) {
        let files = vec![(language.path().to_owned(), text)];
        let patch = patch_of(&ops, language.path());
        let start = tree(&files);
        let told = preview(patch.as_bytes(), &with_diff(), &start);
        let mut changed = tree(&files);
        let done = apply(patch.as_bytes(), &with_diff(), &mut changed);
        prop_assert_eq!(&told.errors, &done.errors);
        prop_assert_eq!(&told.diff, &done.diff);
        prop_assert_eq!(start.files(), tree(&files).files());
        // The diff, read back as a patch, does the same.
        if let Some(diff) = told.diff.filter(|diff| done.is_ok() && !diff.is_empty()) {
            let mut again = tree(&files);
            let report = apply(&diff, &Options::default(), &mut again);
            prop_assert!(report.is_ok(), "{:?}", report.errors);
            prop_assert_eq!(again.files(), changed.files());
        }
    }

    #[test]
    fn many_operations_at_once_do_what_they_do_one_by_one((language, text, ops) in work()) {
        // Lines that an earlier operation of the patch brought do not count as there; in a patch of their own they do.
        let files = vec![(language.path().to_owned(), text)];
        let mut at_once = tree(&files);
        let report = apply(patch_of(&ops, language.path()).as_bytes(), &repeating(), &mut at_once);
        let mut one_by_one = tree(&files);
        let all_applied = ops.iter().all(|op| {
            let patch = patch_of(std::slice::from_ref(op), language.path());
            apply(patch.as_bytes(), &repeating(), &mut one_by_one).is_ok()
        });
        prop_assert_eq!(report.is_ok(), all_applied, "{:?}", report.errors);
        if all_applied {
            prop_assert_eq!(at_once.files(), one_by_one.files());
        }
    }

    #[test]
    fn operations_on_different_files_may_come_in_any_order(
        (language, text, ops) in work(), (other, other_text, other_ops) in work()
    ) {
        let (first, second) = (format!("a/{}", language.path()), format!("b/{}", other.path()));
        let files = vec![(first.clone(), text), (second.clone(), other_text)];
        let one = format!("{}{}", patch_of(&ops, &first), make::items_of(&other_ops, &second));
        let two = format!("{}{}", patch_of(&other_ops, &second), make::items_of(&ops, &first));
        let (mut left, mut right) = (tree(&files), tree(&files));
        let (one, two) = (
            apply(one.as_bytes(), &Options::default(), &mut left),
            apply(two.as_bytes(), &Options::default(), &mut right),
        );
        prop_assert_eq!(one.is_ok(), two.is_ok());
        prop_assert_eq!(left.files(), right.files());
    }

    #[test]
    fn one_edit_in_all_formats_gives_one_tree(
        (language, before, after) in languages().prop_flat_map(|language| {
            file(language).prop_flat_map(move |text| {
                let replaced = replacement(language, &text);
                (Just(language), Just(text), replaced)
            })
        })
    ) {
        let files = vec![(language.path().to_owned(), before.clone())];
        for (name, patch) in formats::all(language.path(), &before, &after) {
            let mut changed = tree(&files);
            let mut report = apply(patch.as_bytes(), &Options::default(), &mut changed);
            // Lines that are beside the place already come once more only if that is asked for.
            if report.errors.iter().any(|error| error.code == chunk::diag::Code::AlreadyApplied) {
                report = apply(patch.as_bytes(), &repeating(), &mut changed);
            }
            // The halves of a block may each be cut, and are put into the file's own steps and tabs; random lines do not tell how
            // deep they are meant.
            let is_exchange = matches!(name, "search-replace" | "json");
            let is_unclear = report.errors.iter().any(|error| error.code == chunk::diag::Code::ContextMismatch);
            if is_exchange && is_unclear {
                continue;
            }
            prop_assert!(report.is_ok(), "{}: {:?}\n{}", name, report.errors, patch);
            let shown = |text: String| match is_exchange {
                true => text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"),
                false => text,
            };
            prop_assert_eq!(
                shown(text_at(&changed, language.path())),
                shown(after.clone()),
                "{}\n{}", name, patch
            );
        }
    }

    #[test]
    fn bytes_outside_a_definition_stay((language, text, at) in languages().prop_flat_map(|language| {
        (Just(language), file(language), any::<prop::sample::Index>())
    })) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        // Where most of a file is indented by tabs, a payload becomes so, too.
        let begin = |char: char| text.lines().filter(|line| line.starts_with(char)).count();
        prop_assume!(begin('\t') <= begin(' '));
        let name = at.get(&names);
        let op = Op::Symbol { name: name.clone(), payload: language.definition(name, "changed") };
        let mut changed = tree(&[(language.path().to_owned(), text.clone())]);
        let patch = patch_of(&[op], language.path());
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let (old, new) = (language.definition(name, "old"), language.definition(name, "changed"));
        let expected = text.replace(old.trim_end(), new.trim_end());
        prop_assert_eq!(text_at(&changed, language.path()), expected);
    }
}
