use super::*;

/// Checks the message and the help of a refusal.
#[track_caller]
fn check_message(language: &str, text: &str, kind: &str, symbol: &str, expected: &[&str]) {
    let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
    let buffer = buffer(text);
    let problem = symbols.resolve(&buffer, &target(kind, symbol), Purpose::Read).expect_err("refused");
    let diagnostic = problem.diagnostic("a.x", &buffer, PatchPlace::new(1, 1));
    let told: Vec<_> = std::iter::once(&diagnostic.message).chain(&diagnostic.help).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_near_miss_is_named_with_the_members_of_the_class() {
    check_message(
        "python",
        "class Basket:\n    def add(self): ...\n    def total(self): ...\n",
        "method",
        "Basket.totl",
        &[
            "`a.x` has no method `Basket.totl`",
            "did you mean `Basket.total` (line 3)?",
            "`Basket` has: add, total",
        ],
    );
}

#[test]
fn another_kind_is_named() {
    check_message(
        "python",
        "def run(): ...\n",
        "method",
        "run",
        &[
            "`run` in `a.x` is a function, not a method",
            "`replace_symbol` or `replace_py_function` with `symbol: run` selects the one on line \
             1",
        ],
    );
}

#[test]
fn candidates_come_with_addresses() {
    check_message(
        "c++",
        "int f(int) { }\nint f(char) { }\n",
        "function",
        "f",
        &["`f` has 2 definitions in `a.x`: line 1 `f(int)`, line 2 `f(char)`"],
    );
}

#[test]
fn the_innermost_symbol_of_a_line_is_told() {
    let text = buffer("class A:\n    def f(self):\n        pass\n\n    x = 1\n\ny = 2\n");
    let mut symbols = Symbols::new(Language::by_name("python").expect("registered"));
    let told: Vec<_> = (0..7).map(|line| symbols.enclosing(&text, line).unwrap_or_default()).collect();
    assert_eq!(told, ["A", "A.f", "A.f", "A", "A", "", ""]);
}

#[test]
fn hostile_texts_are_only_refused() {
    for (language, text) in [
        ("c++", "class A {".repeat(20_000)),
        ("c++", "namespace a {".repeat(20_000) + "void f() {}" + &"}".repeat(20_000)),
        ("c++", "template <class T> ".repeat(5_000)),
        ("c++", "int f();\n".repeat(20_000)),
        ("c++", "/*".repeat(50_000)),
        ("c++", "#define X \\\n".repeat(20_000)),
        ("rust", "mod a {".repeat(20_000) + "fn f() {}" + &"}".repeat(20_000)),
        ("rust", "#[a]\n/// b\n".repeat(20_000) + "fn f() {}"),
        ("python", "@a\n".repeat(20_000) + "def f(): pass"),
        ("python", "class A:\n".to_owned() + &"    # c\n".repeat(2_000) + "    pass\n"),
        ("python", "(".repeat(10_000)),
        ("python", "x = [\n".repeat(5_000)),
    ] {
        let buffer = buffer(&text);
        let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
        let _ = symbols.resolve(&buffer, &target("function", "f"), Purpose::Read);
        let _ = symbols.enclosing(&buffer, 0);
        let _ = symbols.all(&buffer).len();
    }
}
