//! Tests of readings.

use super::*;
use crate::lang::Language;

/// Checks the readings of a text; runs of white space are reduced to one space.
#[track_caller]
fn check_readings(text: &str, expected: &[&str]) {
    check_readings_of("c++", text, expected);
}

#[track_caller]
fn check_readings_of(language: &str, text: &str, expected: &[&str]) {
    let manifest = Language::by_name(language).expect("registered").manifest();
    let survey = Preprocessor::new(manifest, &Macros::default(), text).expect("it can be read");
    let mut shown = Vec::new();
    for reading in survey.readings(Detail::Outline) {
        assert_eq!(reading.text.len(), text.len());
        assert!(reading.is_balanced, "{}", reading.text);
        shown.push(reading.text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    assert_eq!(shown, expected);
}

#[test]
fn macros_before_the_name_of_a_class_are_blank() {
    check_readings("class FMT_API Foo {};", &["class Foo {};"]);
    check_readings("class API_EXPORT(1, 2) Foo : Base {};", &["class Foo {};"]);
    check_readings("struct visible Foo final {};", &["struct Foo final {};"]);
    check_readings("struct FOO {}; class BAR final {};", &["struct FOO {}; class BAR final {};"]);
    check_readings("DEPRECATED class alignas(8) API Foo<int> {};", &["class alignas(8) Foo<int> {};"]);
    check_readings("struct Foo f(int a) { return a; }", &["struct Foo f(int a) {; }"]);
}

#[test]
fn macros_around_functions_are_blank_but_types_stay() {
    check_readings("FMT_API void f() { x; }", &["void f() {; }"]);
    check_readings("FMT_FUNC(a) FMT_INLINE static auto f() -> int { x; }", &["static auto f() {; }"]);
    check_readings("DWORD f(int a);", &["DWORD f(int a);"]);
    check_readings("DWORD WINAPI f(int a);", &["WINAPI f(int a);"]);
    check_readings("void f() const LOCKS(mu_) NOEXCEPT { x; }", &["void f() const {; }"]);
    check_readings("static T names[] NAMES;", &["static T names[] ;"]);
    check_readings("int MAX(int a) const;", &["int MAX(int a) const;"]);
    check_readings("class FOO { FOO(int); ~FOO(); };", &["class FOO { FOO(int); ~FOO(); };"]);
    check_readings("class Foo { API Foo(int) : a(1), b{2} { x; } };", &["class Foo { Foo(int) {; } };"]);
    check_readings("FILE* f();", &["FILE* f();"]);
    check_readings(
        "API operator bool() const; BOOL operator==(A);",
        &["operator bool() const; BOOL operator==(A);"],
    );
    check_readings("API A<int(b)==1?c:d, 2> f(int e) { x; }", &["A< > f(int e) {; }"]);
    check_readings("Foo<int(b)>::Foo(int e) : a<1>(e) { x; }", &["Foo<int(b)>::Foo(int e) {; }"]);
    check_readings("TEST(Foo, bar) { x; }", &["TEST(Foo, bar) {; }"]);
    check_readings("TEST_CASE(\"a b\", (c<d>)) { x; }", &["TEST_CASE(_a_b_, _c_d__) {; }"]);
    check_readings("class A { MAKE(\"a\") { x; } };", &["class A { MAKE(\"a\") {; } };"]);
    check_readings("while (\"a\") { x; }", &["while (\"a\") {; }"]);
}

#[test]
fn declarations_of_parameters_are_blank() {
    let check = |text: &str, expected: &str| check_readings_of("c", text, &[expected]);
    check("char *f(a, b) char *a; LONG b[2]; { x; } int y;", "char *f(a, b) {; } int y;");
    check("static T **f(a)\nstruct s a;\nvoid (*b)();\n{ x; }", "static T **f(a) {; }");
    check("int f(a) T a; int y = 1; int g(int a) { x; }", "int f(a) T a; int y ; int g(int a) {; }");
    check("int f(a) NOTHROW; int g(b) { x; }", "int f(a) ; int g(b) {; }");
    check("int f(int a) T b; { x; }", "int f(int a) T b; { x; }");
}

#[test]
fn macros_that_stand_alone_are_blank() {
    check_readings("class Foo { Q_OBJECT public: Q_PROPERTY(int x READ x); };", &["class Foo { public: };"]);
    check_readings("FMT_BEGIN\nnamespace a { int x; }\nFMT_END\n", &["namespace a { int x; }"]);
    check_readings(
        "template <class T, ENABLE_IF(a<b>())> void f();",
        &["template <class T, class _ > void f();"],
    );
}

#[test]
fn macros_on_lines_of_their_own_in_bodies_are_blank() {
    let check = |text: &str, expected: &str| {
        let manifest = Language::by_name("c++").expect("registered").manifest();
        let macros = Macros::default();
        let survey = Preprocessor::new(manifest, &macros, text).expect("it has preprocessor");
        let full: Vec<String> = survey.readings(Detail::Full).map(|reading| reading.text).collect();
        assert_eq!(full, [expected]);
    };
    check("int f() {\n  PUSH\n  return x;\n  POP\n}\n", "int f() {\n      \n  return x;\n     \n}\n");
    for same in [
        "int f() {\n  TYPE\n  x = 1;\n}\n",
        "int f() {\n  y =\n  POP\n  + 1;\n}\n",
        "int f() {\n  CALL\n  (1);\n}\n",
    ] {
        check(same, same);
    }
}

#[test]
fn each_branch_is_in_a_reading() {
    check_readings(
        "#if A\nint a();\n#elif B\nint b();\n#else\nint c();\n#endif\nint d();\n",
        &["int a(); int d();", "int b(); int d();", "int c(); int d();"],
    );
    check_readings("#if 0\nit's prose\n#endif\nint d();\n", &["int d();"]);
    check_readings(
        "#if A\n#if B\nint a();\n#else\nint b();\n#endif\n#else\nint c();\n#endif\n",
        &["int a();", "int b();", "int c();"],
    );
}

#[test]
fn a_text_without_macros_is_plain() {
    let manifest = Language::by_name("c++").expect("registered").manifest();
    let is_plain = |text: &str| {
        Preprocessor::new(manifest, &Macros::default(), text).is_some_and(|survey| survey.is_unmodified())
    };
    assert!(is_plain("#ifndef A_H\n#define A_H\nclass Foo { int f() { return FOO(1); } };\n#endif\n"));
    assert!(!is_plain("class A\n#if B\n: C\n#endif\n{};"));
    assert!(!is_plain("API int f();"));
    assert!(!is_plain("int f() {"));
}

const PIECES: &[&str] = &[
    "class ",
    "API ",
    "Foo",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    ";",
    ":",
    "::",
    "\n",
    "#if A\n",
    "#else\n",
    "#endif\n",
    "#if 0\n",
    "\"",
    "'",
    "\\",
    "R\"x(",
    ")x\"",
    "/*",
    "*/",
    "//",
    "é",
    "template ",
    "operator",
    "=",
    ",",
    "FOO(1)",
    "namespace a ",
    "public:",
    "enum ",
    "[[",
    "]]",
    "->",
    "\r\n",
    "requires ",
    "~",
    "1'0",
    "\nTest(\"a\", 2) {",
];

proptest::proptest! {
    #[test]
    fn every_reading_keeps_each_byte_at_its_place(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40)
    ) {
        let text = pieces.concat();
        let manifest = Language::by_name("c++").expect("registered").manifest();
        if let Some(survey) = Preprocessor::new(manifest, &Macros::default(), &text) {
            for detail in [Detail::Full, Detail::Outline] {
                for reading in survey.readings(detail) {
                    assert_eq!(reading.text.len(), text.len());
                    let lines = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
                    assert_eq!(lines(&reading.text), lines(&text));
                }
            }
        }
    }
}
