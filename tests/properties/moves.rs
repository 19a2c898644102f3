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

/// A function that moves, by what it has and who has it.
#[derive(Debug, Clone)]
struct MovingFunction {
    /// The import that it uses.
    import: Option<usize>,
    /// Another function that it calls.
    calls: Option<Index>,
    is_used_elsewhere: bool,
    /// Whether it goes to its place among those that move.
    goes: bool,
}

fn moving() -> impl Strategy<Value = MovingFunction> {
    let rarely = || proptest::option::weighted(0.1, any::<Index>());
    (proptest::option::of(0..IMPORTS.len()), rarely(), prop::bool::weighted(0.1), prop::bool::weighted(0.8))
        .prop_map(|(import, calls, is_used_elsewhere, goes)| MovingFunction {
            import,
            calls,
            is_used_elsewhere,
            goes,
        })
}

/// Imports, with an expression that has each.
const IMPORTS: &[(&str, &str)] = &[
    ("import os", "os.name"),
    ("import json as j", "j.dumps(1)"),
    ("from sys import maxsize", "maxsize"),
    ("from helpers import helper", "helper()"),
];

/// A file of these functions, and one that uses some of them.
fn files_of(all: &[MovingFunction], has_target: bool) -> Vec<(String, String)> {
    let imports: String = IMPORTS.iter().map(|(import, _)| format!("{import}\n")).collect();
    let function = |(at, own): (usize, &MovingFunction)| {
        let value = own.import.map_or("1", |import| IMPORTS[import].1);
        let call = own.calls.map_or(String::new(), |calls| format!(" + own{}()", calls.index(all.len())));
        format!("\n\ndef own{at}():\n    return {value}{call}\n")
    };
    let functions: String = all.iter().enumerate().map(function).collect();
    let used: Vec<usize> = (0..all.len()).filter(|at| all[*at].is_used_elsewhere).collect();
    let user: String = used.iter().map(|at| format!("from a import own{at}\n")).collect();
    let uses: String = used.iter().map(|at| format!("own{at}()\n")).collect();
    let mut files = vec![
        ("a.py".to_owned(), imports + &functions),
        ("helpers.py".to_owned(), "def helper():\n    return 2\n".to_owned()),
        ("user.py".to_owned(), format!("{user}\n{uses}")),
    ];
    if has_target {
        files.push(("b.py".to_owned(), "import os\n\n\ndef there():\n    return os\n".to_owned()));
    }
    files
}

/// A definition of C++ that moves, by what it is, what it needs and what other files have of its name.
#[derive(Debug, Clone)]
struct MovingPart {
    text: &'static str,
    need: &'static str,
    /// The definition that `OTHER` is.
    other: Index,
    elsewhere: &'static str,
    /// Whether that is in the header, which other files may include.
    is_in_header: bool,
    /// Whether it goes to its place among those that move.
    goes: bool,
}

/// Definitions, with `NEED` where they need something.
const PARTS: &[&str] = &[
    "int NAME(int a)\n{\n    return aNEED;\n}\n",
    "static int NAME(int a)\n{\n    return aNEED;\n}\n",
    "struct NAME\n{\n    int half;\n    int get(int a) { return this->halfNEED; }\n};\n",
    "enum NAME { FIRST_NAME, LAST_NAME = FIRST_NAME };\n",
    "enum NAME { SHARED, NAME_END = SHARED };\n",
    "namespace NAME\n{\nint inner(int a) { return a; }\nint outer(int a) { return inner(a)NEED; }\n}\n",
    "namespace NAME\n{\nstruct inner { int half; };\ninner outer(int a) { return { aNEED }; }\n}\n",
    "template <typename T>\nint NAME(T *p, int a)\n{\n    return p->halfNEED;\n}\n",
    "using NAME = int;\n",
];

fn part() -> impl Strategy<Value = MovingPart> {
    let rarely = |more: &'static str| prop_oneof![9 => Just(""), 1 => Just(more)];
    let need = prop_oneof![
        4 => Just(""),
        1 => select(vec![" + helper(a)", " + LIMIT", " + NAME(a)", " + SHARED"]),
        1 => rarely(" + OTHER(a)"),
        1 => rarely(" + seed"),
    ];
    let elsewhere = prop_oneof![
        3 => Just(""),
        2 => select(vec![
            "int NAME(int a);\n",
            "int NAME(int a) { return a; }\n",
            "int use_NAME(int a) { return NAME(a); }\n",
            "struct NAME { int half; };\n",
            "int get_NAME(struct NAME *p) { return p->half; }\n",
        ]),
    ];
    let text = select(PARTS.to_vec());
    (text, need, any::<Index>(), elsewhere, prop::bool::weighted(0.2), prop::bool::weighted(0.8)).prop_map(
        |(text, need, other, elsewhere, is_in_header, goes)| MovingPart {
            text,
            need,
            other,
            elsewhere,
            is_in_header,
            goes,
        },
    )
}

/// A file of these definitions, one that they move to, and others that have some of their names.
fn files_of_parts(all: &[MovingPart], from: &str, includes: &str) -> Vec<(String, String)> {
    let named = |text: &str, at: usize, other: usize| {
        text.replace("NAME", &format!("own{at}")).replace("OTHER", &format!("own{other}"))
    };
    let definition = |(at, own): (usize, &MovingPart)| {
        format!("\n{}", named(&own.text.replace("NEED", own.need), at, own.other.index(all.len())))
    };
    let definitions: String = all.iter().enumerate().map(definition).collect();
    let elsewhere = |is_in_header: bool| -> String {
        let own = all.iter().enumerate().filter(|(_, own)| own.is_in_header == is_in_header);
        own.map(|(at, own)| named(own.elsewhere, at, at)).collect()
    };
    let common = "#include \"common.h\"\n";
    vec![
        (from.to_owned(), format!("{common}\nstatic int seed = 3;\n{definitions}")),
        ("b.cpp".to_owned(), format!("{common}\nint there(int a) {{ return a; }}\n")),
        ("common.h".to_owned(), format!("#define LIMIT 3\nint helper(int a);\n{}", elsewhere(true))),
        ("user.c".to_owned(), format!("{includes}\n{}", elsewhere(false))),
    ]
}

/// Checks that moves in one patch change and tell the same as a patch for each.
fn gives_what_it_gives_one_by_one(files: &[(String, String)], goes: &[String]) -> Result<(), TestCaseError> {
    let (mut one_by_one, mut told) = (tree(files), Vec::new());
    let is_done = goes.iter().all(|own| {
        let report = apply(format!("operations:\n{own}").as_bytes(), &Options::default(), &mut one_by_one);
        told.extend(report.warnings.iter().map(|warning| warning.message.clone()));
        report.is_ok()
    });
    let mut together = tree(files);
    let patch = format!("operations:\n{}", goes.concat());
    let report = apply(patch.as_bytes(), &Options::default(), &mut together);
    prop_assert_eq!(report.is_ok(), is_done, "{:?}", report.errors);
    if is_done {
        prop_assert_eq!(together.files(), one_by_one.files());
        let own: Vec<String> = report.warnings.into_iter().map(|warning| warning.message).collect();
        prop_assert_eq!(own, told);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

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
        // Includes of the old file that the code may need come along.
        left.retain(|line| !line.starts_with("#include") || language.class().contains(&line[..]));
        prop_assert_eq!(left, code(language.class()));
    }

    #[test]
    fn moves_in_one_patch_give_what_they_give_one_by_one(
        all in prop::collection::vec(moving(), 2..9), has_target in prop::bool::weighted(0.8)
    ) {
        let files = files_of(&all, has_target);
        let operation =
            |at: usize| format!("  - path: a.py\n    op: move_symbol\n    symbol: own{at}\n    to: b.py\n");
        let goes: Vec<String> = (0..all.len()).filter(|at| all[*at].goes).map(operation).collect();
        prop_assume!(!goes.is_empty());
        gives_what_it_gives_one_by_one(&files, &goes)?;
    }

    #[test]
    fn moves_of_included_text_in_one_patch_give_what_they_give_one_by_one(
        all in prop::collection::vec(part(), 2..6),
        from in select(vec!["a.cpp", "a.h"]),
        includes in select(vec!["", "#include \"common.h\"\n", "#include \"a.h\"\n", "#include \"b.cpp\"\n"]),
        is_backwards in any::<bool>(),
    ) {
        let files = files_of_parts(&all, from, includes);
        let operation =
            |at: usize| format!("  - path: {from}\n    op: move_symbol\n    symbol: own{at}\n    to: b.cpp\n");
        let mut goes: Vec<String> = (0..all.len()).filter(|at| all[*at].goes).map(operation).collect();
        prop_assume!(!goes.is_empty());
        if is_backwards {
            goes.reverse();
        }
        gives_what_it_gives_one_by_one(&files, &goes)?;
    }
}
