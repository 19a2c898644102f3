//! Source files that are nested deeper than any stack.

use crate::support::{Desk, size};

/// A language, as far as these tests speak it.
struct Language {
    file: &'static str,
    /// A function `g`, and how its last line is found.
    function: &'static str,
    operation: &'static str,
    payload: &'static str,
    /// Pairs that nest, to stand in a file of their own.
    pairs: &'static [(&'static str, &'static str)],
}

const LANGUAGES: [Language; 3] = [
    Language {
        file: "a.py",
        function: "def g():\n    return 1\n",
        operation: "replace_py_function",
        payload: "def g():\n    return 2",
        pairs: &[
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("-", "1"),
            ("not ", "x"),
            ("lambda: ", "1"),
            ("a.", "b"),
            ("f(", ")"),
            ("x if y else ", "z"),
            ("f'{", "}'"),
        ],
    },
    Language {
        file: "a.cpp",
        function: "int g()\n{\n    return 1;\n}\n",
        operation: "replace_cpp_function",
        payload: "int g()\n{\n    return 2;\n}",
        pairs: &[
            ("(", ")"),
            ("{", "}"),
            ("[", "]"),
            ("if (x) ", ";"),
            ("A<", ">"),
            ("namespace a {", "}"),
            ("struct a {", "};"),
            ("[] {", "};"),
            ("#if 1\n", "#endif\n"),
            ("#if 1\n", ""),
            ("template<class T> ", ""),
            ("*", "p;"),
            ("MACRO(", ")"),
        ],
    },
    Language {
        file: "a.rs",
        function: "fn g() -> i32 {\n    1\n}\n",
        operation: "replace_rs_function",
        payload: "fn g() -> i32 {\n    2\n}",
        pairs: &[
            ("(", ")"),
            ("{", "}"),
            ("[", "]"),
            ("mod a {", "}"),
            ("Vec<", ">"),
            ("|| {", "}"),
            ("if x {", "}"),
            ("m!(", ")"),
            ("/* ", " */"),
            ("#[a]\n", ""),
            ("&", "x"),
            ("!", "x"),
        ],
    },
];

/// How deep a pair is nested.
fn deep() -> usize {
    size(100_000, 2_000)
}

/// The file of a language with a pair around it `deep` times, and then the function.
fn file(language: &Language, (open, close): (&str, &str), deep: usize) -> String {
    format!("{}{}\n\n{}", open.repeat(deep), close.repeat(deep), language.function)
}

fn patch(language: &Language) -> String {
    let payload = language.payload.replace('\n', "\n      ");
    let Language { file, operation, .. } = language;
    format!(
        "operations:\n  - path: {file}\n    op: {operation}\n    symbol: g\n    payload: |-\n      {payload}\n"
    )
}

/// Replaces the function, lists and shows it, looks for a line that is not there, checks the syntax.
#[track_caller]
fn check(language: &Language, text: &str) {
    let desk = Desk::with(&[(language.file, text.as_bytes())]);
    desk.run(&["symbols", language.file, "--json"]);
    desk.run(&["show", language.file, "g"]);
    let near = format!(
        "operations:\n  - path: {}\n    op: replace_text\n    marker: return 17\n    payload: x\n",
        language.file
    );
    assert_eq!(desk.patch(&["apply"], near).status, 1);
    let append = format!("operations:\n  - {{path: {}, op: append_text, payload: x}}\n", language.file);
    desk.patch(&["apply", "--dry-run", "--verify-syntax", "refuse"], append);
    desk.patch(&["apply", "--verify-syntax", "warn"], patch(language));
}

#[test]
fn python_within_python() {
    check_all(&LANGUAGES[0]);
    let deep = size(2_000, 300);
    let blocks: String = (0..deep).map(|level| format!("{}if x:\n", " ".repeat(level))).collect();
    check(&LANGUAGES[0], &format!("{blocks}{}pass\n{}", " ".repeat(deep), LANGUAGES[0].function));
    let classes: String = (0..deep).map(|level| format!("{}class A:\n", " ".repeat(level))).collect();
    check(&LANGUAGES[0], &format!("{classes}{}pass\n{}", " ".repeat(deep), LANGUAGES[0].function));
}

#[test]
fn cpp_within_cpp() {
    check_all(&LANGUAGES[1]);
}

#[test]
fn rust_within_rust() {
    check_all(&LANGUAGES[2]);
}

#[track_caller]
fn check_all(language: &Language) {
    for pair in language.pairs {
        check(language, &file(language, *pair, deep()));
    }
}

#[test]
fn payloads_within_payloads() {
    for language in &LANGUAGES {
        for (open, close) in language.pairs {
            let deep = deep();
            let nested = format!("{}{}", open.repeat(deep), close.repeat(deep)).replace('\n', "\n      ");
            let Language { file, operation, function, .. } = language;
            let patch = format!(
                "operations:\n  - path: {file}\n    op: {operation}\n    symbol: g\n    payload: |-\n      {nested}\n"
            );
            Desk::with(&[(file, function.as_bytes())]).patch(&["apply"], patch);
        }
    }
}
