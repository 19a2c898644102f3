//! What operations beside a definition leave alone.

use chunk::engine::{Options, apply};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::make::{Language, file, languages};
use super::{text_at, tree};

/// What an operation takes out of a text, and what it puts there.
fn change<'a>(before: &'a str, after: &'a str) -> (&'a str, &'a str) {
    let head = before.bytes().zip(after.bytes()).take_while(|(left, right)| left == right).count();
    let most = before.len().min(after.len()) - head;
    let tail = before.bytes().rev().zip(after.bytes().rev()).take(most);
    let tail = tail.take_while(|(left, right)| left == right).count();
    (&before[head..before.len() - tail], &after[head..after.len() - tail])
}

fn run(
    language: Language,
    text: &str,
    op: &str,
    name: &str,
    payload: Option<&str>,
) -> Result<String, TestCaseError> {
    let path = language.path();
    let mut patch = format!("operations:\n  - path: {path}\n    op: {op}\n    symbol: {name}\n");
    if let Some(payload) = payload {
        patch.push_str("    payload: |2\n");
        payload.lines().for_each(|line| patch.push_str(&format!("      {line}\n")));
    }
    let mut changed = tree(&[(path.to_owned(), text.to_owned())]);
    let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
    prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
    Ok(text_at(&changed, path))
}

/// A file of which no byte is more than one byte long, so that ranges of bytes are texts.
fn work() -> impl Strategy<Value = (Language, String, Index)> {
    languages().prop_flat_map(|language| {
        (Just(language), file(language).prop_map(|text| text.replace('–', "-")), any::<Index>())
    })
}

/// The lines of a text that are neither blank nor comments.
fn code(text: &str) -> Vec<&str> {
    let is_comment = |line: &&str| ["#", "//", "/*"].iter().any(|mark| line.starts_with(mark));
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && (line.starts_with("#include") || !is_comment(line)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_insertion_takes_nothing_out(
        (language, text, at) in work(), op in select(vec!["insert_before_symbol", "insert_after_symbol"])
    ) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let payload = language.definition("fresh", "new");
        let after = run(language, &text, op, at.get::<String>(&names), Some(&payload))?;
        let (gone, _) = change(&text, &after);
        prop_assert_eq!(gone, "");
        let mut left = code(&after);
        let own = code(&payload);
        let place = left.windows(own.len()).position(|lines| lines == own.as_slice());
        let place = place.expect("the payload stands in the file");
        left.drain(place..place + own.len());
        prop_assert_eq!(left, code(&text));
    }

    #[test]
    fn a_deletion_takes_out_nothing_else((language, text, at) in work()) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let name = at.get::<String>(&names);
        let after = run(language, &text, "delete_symbol", name, None)?;
        let (_, come) = change(&text, &after);
        prop_assert_eq!(come, "");
        let mut left = code(&text);
        let own = language.definition(name, "old");
        let own = code(&own);
        let place = left.windows(own.len()).position(|lines| lines == own.as_slice());
        let place = place.expect("the definition stands in the file");
        left.drain(place..place + own.len());
        prop_assert_eq!(code(&after), left);
    }
}
