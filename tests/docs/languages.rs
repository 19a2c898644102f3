//! Languages are data: folders, manifests and registration agree, and no engine file knows a language.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chunk::lang::{COMMON_CAPTURES, Language, Patterns};
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator as _, Tree};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names in a folder, an ending taken off.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let names =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned());
    names.map(|name| name.strip_suffix(ending).unwrap_or(&name).to_owned()).collect()
}

/// Whether every language is compiled in.
const ALL: bool = cfg!(all(
    feature = "lang-c",
    feature = "lang-go",
    feature = "lang-java",
    feature = "lang-javascript",
    feature = "lang-typescript"
));

#[test]
fn folders_manifests_and_registration_agree() {
    let registered = |name: fn(&Language) -> &str| -> BTreeSet<String> {
        Language::all().iter().map(|language| name(language).to_owned()).collect()
    };
    let manifests = registered(Language::folder);
    let queries = registered(Language::queries);
    assert!(manifests.is_subset(&names("grammars", ".yaml")) && queries.is_subset(&names("queries", "")));
    if ALL {
        assert_eq!(names("grammars", ".yaml"), manifests);
        assert_eq!(names("queries", ""), queries);
    }
}

#[test]
#[cfg(feature = "lang-c")]
fn a_language_stands_in_only_where_another_is_not_there() {
    let name = |found: Option<&'static Language>| found.map(|language| language.manifest().name.as_str());
    assert_eq!(name(Language::by_extension("c")), Some("c"));
    assert_eq!(name(Language::by_name("c")), Some("c"));
    assert_eq!(name(Language::by_extension("h")), Some("c++"));
}

#[test]
#[cfg(not(feature = "lang-c"))]
fn a_language_stands_in_where_another_is_not_there() {
    assert!(["c", "cpp"].iter().all(|name| {
        let found = [Language::by_extension(name), Language::by_name(name)];
        found.iter().flatten().filter(|language| language.manifest().name == "c++").count() == 2
    }));
}

#[test]
fn names_tags_and_extensions_belong_to_one_language() {
    let mut seen = BTreeSet::new();
    for language in Language::all() {
        let manifest = language.manifest();
        let names =
            std::iter::once(&manifest.name).chain(&manifest.aliases).map(|name| format!("name {name}"));
        let extensions = manifest.extensions.iter().map(|extension| format!("extension {extension}"));
        // A dialect has the operations of its language.
        let tag = manifest.like.is_none().then(|| format!("tag {}", manifest.op_tag));
        for one in names.chain(extensions).chain(tag) {
            assert!(seen.insert(one.clone()), "{one} is given twice");
        }
    }
}

#[test]
fn queries_use_listed_captures_only_and_every_kind_has_one() {
    for language in Language::all() {
        let manifest = language.manifest();
        let used: BTreeSet<&str> = language.symbol_query().capture_names().collect();
        for name in &used {
            let is_common = COMMON_CAPTURES.iter().any(|(common, _)| common == name);
            assert!(
                is_common || manifest.capture(name).is_some(),
                "{}: @{name} is not listed",
                manifest.name
            );
        }
        for rule in manifest.kinds.values() {
            assert!(
                used.contains(rule.capture.as_str()),
                "{}: @{} is never captured",
                manifest.name,
                rule.capture
            );
        }
    }
}

/// The sources in a folder, with their languages.
fn sources(folder: &str) -> Vec<(&'static Language, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if let Some(language) = extension.and_then(Language::by_extension) {
            found.push((language, fs::read_to_string(&path).expect("it can be read")));
        }
    }
    found
}

/// A query of a language as tree-sitter compiles it.
fn compiled_symbols(language: &Language) -> Query {
    let path = root().join("queries").join(language.queries()).join("symbols.scm");
    let text = fs::read_to_string(path).expect("it is there");
    Query::new(&language.grammar(), &text).expect("it compiles")
}

/// What a match captures: names of captures with the nodes.
type Captures = Vec<(String, usize)>;

/// What tree-sitter finds in a text, in no order.
fn found_by_tree_sitter(query: &Query, tree: &Tree, text: &str) -> Vec<Captures> {
    let names = query.capture_names();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut found = Vec::new();
    while let Some(one) = matches.next() {
        let captures = one.captures().iter();
        let mut own: Captures =
            captures.map(|one| (names[one.index as usize].to_owned(), one.node.id())).collect();
        own.sort();
        found.push(own);
    }
    found.sort();
    found
}

/// What is found in a text without compiling the query, in no order.
fn found_by_reading(patterns: &Patterns, tree: &Tree, text: &str) -> Vec<Captures> {
    let names: Vec<&str> = patterns.capture_names().collect();
    let own = |one: Vec<(usize, Node<'_>)>| {
        let mut own: Captures = one.iter().map(|(at, node)| (names[*at].to_owned(), node.id())).collect();
        own.sort();
        own
    };
    let mut found: Vec<Captures> = patterns.matches(tree, text).into_iter().map(own).collect();
    found.sort();
    found
}

/// Checks that the queries of a language say of a text what they say when tree-sitter compiles them.
fn check_queries(language: &'static Language, symbols: &Query, locals: &Query, text: &str) {
    let tree = chunk::lang::Syntax::new(language).parse(text).expect("cheap");
    let found = found_by_reading(language.local_patterns(), &tree, text);
    let expected = found_by_tree_sitter(locals, &tree, text);
    let more: Vec<_> = found.iter().filter(|one| !expected.contains(one)).collect();
    let less: Vec<_> = expected.iter().filter(|one| !found.contains(one)).collect();
    assert!(found == expected, "{}: more {more:?}, less {less:?}\n{text}", language.folder());
    let mut roles: Vec<Captures> = Vec::new();
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        let capture = language.symbol_query().capture_of_node(node);
        roles.extend(capture.map(|name| vec![(name.to_owned(), node.id())]));
        pending.extend(node.children(&mut node.walk()));
    }
    roles.sort();
    assert_eq!(roles, found_by_tree_sitter(symbols, &tree, text), "{}", language.folder());
}

#[test]
fn queries_that_are_not_compiled_say_what_they_say_compiled() {
    let folders = ["fixtures/shop", "fixtures/languages", "tests/robust/fixtures/new", "src/resolve/symbol"];
    let more = std::env::var("QUERY_CORPUS").unwrap_or_default();
    let folders = folders.into_iter().chain(more.split(':').filter(|folder| !folder.is_empty()));
    let texts: Vec<_> = folders.flat_map(sources).collect();
    for language in Language::all() {
        let texts = texts.iter().filter(|(own, _)| std::ptr::eq(*own, language));
        let symbols = compiled_symbols(language);
        let locals = Query::new(&language.grammar(), language.locals_text()).expect("it compiles");
        let mut count = 0;
        for (_, text) in texts {
            check_queries(language, &symbols, &locals, text);
            // The middle of a file is seldom without errors.
            let lines: Vec<&str> = text.lines().collect();
            check_queries(
                language,
                &symbols,
                &locals,
                &lines[lines.len() / 3..lines.len() * 2 / 3].join("\n"),
            );
            count += 1;
        }
        assert!(count > 0, "no source of {}", language.folder());
    }
}

#[test]
fn every_container_can_be_parsed_alone() {
    for language in Language::all() {
        let manifest = language.manifest();
        assert!(manifest.contexts.contains_key("file"), "{}", manifest.name);
        for (name, context) in &manifest.contexts {
            let text =
                format!("{}{}{}", context.open, indented(&context.open, &context.guard), context.close);
            let tree = chunk::lang::Syntax::new(language).parse(&text).expect("cheap");
            assert!(
                !tree.root_node().has_error(),
                "{}: the context `{name}` is no text of the language",
                manifest.name
            );
        }
    }
}

fn indented(open: &str, guard: &str) -> String {
    if open.is_empty() { guard.to_owned() } else { format!("    {guard}") }
}

/// Engine code: all of `src` but the registry, tests and doc comments.
fn engine_lines() -> Vec<(PathBuf, usize, String)> {
    let mut lines = Vec::new();
    let mut pending = vec![root().join("src")];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("it can be read");
            pending.extend(entries.map(|entry| entry.expect("it can be read").path()));
        } else if is_engine(&path) {
            let text = fs::read_to_string(&path).expect("it can be read");
            let code = text.split("\nmod tests {").next().unwrap_or_default();
            let code = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
            lines.extend(code.map(|(number, line)| (path.clone(), number + 1, line.to_owned())));
        }
    }
    lines
}

fn is_engine(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_test = parts.iter().any(|part| ["tests", "tests.rs"].contains(&part.as_str()));
    !is_test
        && !path.ends_with("lang/registry.rs")
        && path.extension().is_some_and(|extension| extension == "rs")
}

#[test]
fn the_engine_names_no_language() {
    let words: BTreeSet<String> = Language::all()
        .iter()
        .flat_map(|language| {
            let manifest = language.manifest();
            [manifest.name.clone(), language.folder().to_owned(), manifest.op_tag.clone()]
        })
        .collect();
    let quoted = |line: &str, word: &str| line.contains(&format!("\"{word}\""));
    let mut found = Vec::new();
    for (path, number, line) in engine_lines() {
        if words.iter().any(|word| quoted(&line, word)) || line.contains("tree_sitter_") {
            found.push(format!("{}:{number}: {}", path.display(), line.trim()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
