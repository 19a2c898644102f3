use super::*;
use crate::lang::Language;

#[track_caller]
fn check_mended(language: &str, text: &str, at: &str, level: RecoveryLevel, expected: &str) {
    let manifest = Language::by_name(language).expect("registered").manifest();
    let ground = RecoverySource::new(manifest, text).expect("the brackets pair");
    let start = text.find(at).expect("it is there");
    let mended = ground.recovered(&vec![start..start + at.len(); 1], level);
    assert_eq!(mended.text, expected);
    assert_eq!(mended.text.len(), text.len());
}

#[test]
fn a_body_with_an_error_is_blank() {
    let text = "impl A {\n    fn a() { x y }\n    fn b() { z }\n}\n";
    let expected = "impl A {\n    fn a() {     }\n    fn b() { z }\n}\n";
    check_mended("rust", text, "x y", RecoveryLevel::Bodies, expected);
    let expected = "impl A {\n    fn a() {     }\n    fn b() {   }\n}\n";
    check_mended("rust", text, "x y", RecoveryLevel::AllBodies, expected);
    let text = "class A:\n    def a(self):\n        x y\n        z\n    b = 1\n";
    let expected = "class A:\n    def a(self):\n        (           )\n    b = 1\n";
    check_mended("python", text, "x y", RecoveryLevel::Bodies, expected);
}

#[test]
fn a_statement_with_an_error_is_blank_last() {
    let text = "const A u8;\nfn b() { z }\n";
    let expected = "           \nfn b() {   }\n";
    check_mended("rust", text, "u8", RecoveryLevel::Statements, expected);
}

#[test]
fn reserved_words_may_be_names() {
    let text = "fn a() { try!(async.b()); async move {} }\n";
    let expected = "fn a() { tr_!(asyn_.b()); async move {} }\n";
    check_mended("rust", text, "try", RecoveryLevel::Words, expected);
}

#[test]
fn line_ends_within_brackets_are_blanks() {
    let text = "def f():\n    (a. # b\nc)\n";
    check_mended("python", text, "a.", RecoveryLevel::Words, "def f():\n    (a.     c)\n");
}

#[track_caller]
fn check_end(language: &str, text: &str, from: &str, to: &str, expected: bool) {
    let manifest = Language::by_name(language).expect("registered").manifest();
    let ground = RecoverySource::new(manifest, text);
    let start = text.find(from).expect("it is there");
    let end = text.find(to).map_or(text.len(), |at| at + to.len());
    assert_eq!(ground.is_some_and(|ground| ground.confirms_end(start, end)), expected, "{text}");
}

#[test]
fn brackets_and_lines_tell_the_end_together() {
    check_end("rust", "fn a() {\n    x(\n    );\n}\n", "fn a", ");\n}", true);
    check_end("rust", "fn a()\n{\n    x();\n}\n", "fn a", ");\n}", true);
    check_end("rust", "fn a() { x }\nfn b() {}\n", "fn a", "x }", true);
    // One bracket is missing, and another one is superfluous.
    check_end("rust", "fn a() {\n    if x {\n}\nfn b() {\n}\n}\n", "fn a", "\n}\n}", false);
    check_end("rust", "fn a() {\n", "fn a", "{", false);
    check_end("python", "def a():\n    x y\n\n    # c\ndef b(): pass\n", "def a", "x y", true);
    check_end("python", "def a():\n    f(1\ndef b():\n    g)\n", "def a", "g)", false);
}
