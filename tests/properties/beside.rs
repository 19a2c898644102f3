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

fn lines(text: &str) -> Vec<String> {
    text.trim_end().lines().map(str::to_owned).collect()
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
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

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
    fn an_import_takes_nothing_out_and_comes_once((language, text, _) in work()) {
        let import = language.import();
        let path = language.path();
        let patch = format!("operations:\n  - path: {path}\n    op: add_import\n    payload: |2\n      {import}\n");
        let mut changed = tree(&[(path.to_owned(), text.clone())]);
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let after = text_at(&changed, path);
        prop_assert_eq!(change(&text, &after).0, "");
        prop_assert_eq!(after.matches(import).count(), text.matches(import).count().max(1));
        let again = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(again.is_ok());
        prop_assert_eq!(text_at(&changed, path), after);
    }

    #[test]
    fn a_part_gives_way_alone((language, text, at) in work()) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let name = at.get::<String>(&names);
        let old = language.definition(name, "old");
        let bodies = old.lines().filter(|line| line.starts_with([' ', '\t']));
        let (head, body): (Vec<_>, Vec<_>) = (old.lines().take(1).collect(), bodies.collect());
        // A part that is replaced by itself leaves the file as it was.
        let body = body.join("\n");
        prop_assert_eq!(&run(language, &text, "replace_body", name, Some(&body))?, &text);
        prop_assert_eq!(&run(language, &text, "replace_signature", name, Some(head[0]))?, &text);
    }

    #[test]
    fn a_member_takes_nothing_out((language, text, _) in work(), at_start in any::<bool>()) {
        // A class of its own behind whatever else stands there.
        let class = language.class();
        let text = format!("{}\n\n{class}", text.replace("\r\n", "\n").trim_end());
        prop_assume!(!language.definitions(&text).is_empty());
        let path = language.path();
        let (position, payload) = (if at_start { "start" } else { "end" }, language.member());
        let patch = format!(
            "operations:\n  - path: {path}\n    op: insert_into_class\n    class: Klass\n    position: {position}\n    payload: |2\n      {payload}\n"
        );
        let mut changed = tree(&[(path.to_owned(), text.clone())]);
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let after = text_at(&changed, path);
        prop_assert_eq!(change(&text, &after).0, "");
        let mut left = code(&after);
        let place = left.iter().position(|line| *line == payload).expect("the payload stands in the file");
        left.remove(place);
        prop_assert_eq!(left, code(&text));
        // It stands in the class, which is the last thing in the file.
        prop_assert!(after.find("Klass") < after.find(payload));
    }

    #[test]
    fn a_block_gives_way_alone((language, text, at) in work()) {
        let names = language.definitions(&text);
        prop_assume!(!names.is_empty());
        let name = at.get::<String>(&names);
        let (old, new) = (language.definition(name, "old"), language.definition(name, "new"));
        let heading = old.lines().next().unwrap_or_default();
        let path = language.path();
        let op = language.block_op();
        let payload = new.lines().map(|line| format!("      {line}\n")).collect::<String>();
        let patch = format!(
            "operations:\n  - path: {path}\n    op: {op}\n    marker: |2\n      {heading}\n    payload: |2\n{payload}"
        );
        let mut changed = tree(&[(path.to_owned(), text.clone())]);
        let report = apply(patch.as_bytes(), &Options::default(), &mut changed);
        prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
        let own = lines(&old);
        let place = lines(&text).windows(own.len()).position(|lines| lines == own.as_slice());
        let place = place.expect("the definition stands in the file");
        let mut expected = lines(&text);
        expected.splice(place..place + own.len(), lines(&new));
        prop_assert_eq!(lines(&text_at(&changed, path)), expected);
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
