//! Tests that an outline which is kept across edits equals that of a fresh parse.

use crate::resolve::symbol::outline::items::FILE;
use proptest::prelude::*;

use super::kept_sources::{CPP, MASKED, OTHER_PIECES, OTHERS, PIECES, PYTHON, RUST};
use super::*;
use crate::text::Edit;

/// A random edit: its start, its length, the index of its new text, whether it replaces whole lines, and whether it
/// replaces a definition.
#[derive(Debug, Clone)]
struct Wild {
    at: usize,
    length: usize,
    piece: usize,
    lines: bool,
    symbol: bool,
}

fn wild() -> impl Strategy<Value = Wild> {
    (
        any::<u16>(),
        prop_oneof![Just(0_usize), 0..6_usize, 0..60_usize],
        any::<u16>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(at, length, piece, lines, symbol)| Wild {
            at: at.into(),
            length,
            piece: piece.into(),
            lines,
            symbol,
        })
}

/// Returns the edit of a text that `wild` describes.
fn edit_of(wild: &Wild, text: &Buffer, symbols: &[SymbolInfo], pieces: &[&str]) -> EditSet {
    let piece = pieces[wild.piece % pieces.len()].to_owned();
    if wild.symbol && !symbols.is_empty() {
        let symbol = &symbols[wild.at % symbols.len()];
        let other = &symbols[wild.piece % symbols.len()];
        let new = if wild.lines { text.slice(other.range.clone()).into_owned() } else { piece };
        return EditSet::one(symbol.range.clone(), new);
    }
    let mut start = wild.at % (text.len() + 1);
    let mut end = (start + wild.length).min(text.len());
    if wild.lines {
        start = text.line_start(text.line_of(start));
        end = text.line_start(text.line_of(end)).max(start);
    }
    EditSet::one(start..end, piece)
}

/// Applies the edits one by one and compares the two outlines after each; returns how often the outline was kept.
fn check_kept(language: &str, text: &str, pieces: &[&str], edits: &[Wild]) -> Result<usize, TestCaseError> {
    let language = Language::by_name(language).expect("registered");
    let mut text = buffer(text);
    let mut kept = Symbols::new(language);
    let mut count = 0;
    kept.all(&text);
    let errors = kept.outline().errors.len();
    for wild in edits {
        let listed = kept.all(&text).to_vec();
        let edits = edit_of(wild, &text, &listed, pieces);
        let before = text.clone();
        kept.branches(&text);
        kept.will_change(&text, &edits);
        text.apply(&edits);
        let was_kept = kept.known.is_some();
        count += usize::from(was_kept);
        let mut fresh = Symbols::new(language);
        prop_assert_eq!(kept.all(&text), fresh.all(&text), "after {:?} the text is\n{}", edits, text);
        prop_assert_eq!(
            kept.branches(&text),
            fresh.branches(&text),
            "after {:?} the text is\n{}",
            edits,
            text
        );
        if was_kept {
            let known = |symbols: &Symbols| symbols.known.clone().expect("just listed");
            let (was, is) = (known(&kept), known(&fresh));
            prop_assert_eq!(was.is_unmodified, is.is_unmodified, "after {:?} the text is\n{}", edits, text);
            prop_assert_eq!(was.unparsed, is.unparsed, "after {:?} the text is\n{}", edits, text);
            let (kept, fresh) = (kept.outline(), fresh.outline());
            prop_assert_eq!(&kept.macros, &fresh.macros, "after {:?} the text is\n{}", edits, text);
            prop_assert_eq!(
                &kept.standalone_macros,
                &fresh.standalone_macros,
                "after {:?} the text is\n{}",
                edits,
                text
            );
            prop_assert_eq!(&kept.macro_lines, &fresh.macro_lines);
            prop_assert_eq!(&kept.errors, &fresh.errors, "after {:?} the text is\n{}", edits, text);
            prop_assert_eq!(kept.item(FILE).range.clone(), fresh.item(FILE).range.clone());
        }
        // An edit that broke the file is undone, since no outline would be kept afterwards.
        if fresh.outline().errors.len() > errors {
            text = before;
            kept = Symbols::new(language);
        }
    }
    Ok(count)
}

/// For longer manual runs: `PROPTEST_RNG_SEED=$RANDOM CHUNK_CASES=20000`.
fn cases() -> ProptestConfig {
    let cases = std::env::var("CHUNK_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(80);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn python(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("python", PYTHON, PIECES[0], &edits)?;
    }

    #[test]
    fn cpp(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("c++", CPP, PIECES[1], &edits)?;
    }

    #[test]
    fn cpp_with_macros_and_branches(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("c++", MASKED, PIECES[3], &edits)?;
    }

    #[test]
    fn cpp_over_which_the_grammar_stumbles(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("c++", &stumbling(), PIECES[3], &edits)?;
    }

    #[test]
    fn cpp_with_headings_in_branches(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("c++", &parted(), PIECES[3], &edits)?;
    }

    #[test]
    fn rust(edits in proptest::collection::vec(wild(), 1..6)) {
        check_kept("rust", RUST, PIECES[2], &edits)?;
    }

    #[test]
    fn others(edits in proptest::collection::vec(wild(), 1..6), which in 0..OTHERS.len()) {
        let (language, text) = OTHERS[which];
        check_kept(language, text, OTHER_PIECES, &edits)?;
    }
}

/// Returns a text with a definition in the middle that the grammar cannot parse.
fn stumbling() -> String {
    let before = "APP_API\nint fourth(void)";
    assert!(MASKED.contains(before));
    MASKED.replace(
        before,
        &format!("int broken(int a : ? b) {{ return 1; }}\n\nint sound() {{ return 1; }}\n\n{before}"),
    )
}

/// Returns a text with definitions that have a heading in each branch: beside others, alone and in a class.
fn parted() -> String {
    let headings = |name: &str| {
        format!(
            "#if APP_WIDE\nAPP_API int {name}(int a)\n#else\nint {name}(long a)\n#endif\n{{\n    return a;\n}}\n"
        )
    };
    let class = "\nclass APP_API Third : public Base {";
    let inner = "    Q_SLOT(int)\n";
    assert!(MASKED.contains(class) && MASKED.contains(inner));
    let text = MASKED.replace(inner, &format!("{inner}{}", headings("inner")));
    let classes = "#ifdef APP_DEBUG\nclass Both : public A {\n#else\nclass Both {\n#endif\n    int a;\n    void b();\n};\n";
    let text = text.replace(class, &format!("\n{}{class}", headings("ninth")));
    format!(
        "{}\nint before() {{ return 0; }}\n{text}\n{classes}\nint after() {{ return 1; }}\n",
        headings("tenth")
    )
}

/// Checks that the outline is kept when an edit replaces `old`.
#[track_caller]
fn check_is_kept(language: &str, text: &str, old: &str, new: &str) {
    let mut text = buffer(text);
    let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
    let before = symbols.all(&text).len();
    assert!(before > 0);
    let start = text.to_string().find(old).expect("stands in the text");
    let edits = EditSet::one(start..start + old.len(), new.to_owned());
    symbols.will_change(&text, &edits);
    text.apply(&edits);
    assert!(symbols.known.is_some(), "the outline was dropped");
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&text), fresh.all(&text));
}

#[test]
fn edits_of_lines_definitions_and_gaps_are_kept() {
    check_is_kept("python", PYTHON, "return 1\n", "return 1 + 1\n");
    check_is_kept("python", PYTHON, "    1,\n", "    1, 3,\n");
    check_is_kept(
        "python",
        PYTHON,
        "def deep(self):\n            pass",
        "def deeper(self):\n            return 0",
    );
    check_is_kept("python", PYTHON, "\n\nif os", "\n\ndef more(): pass\n\nif os");
    check_is_kept("python", PYTHON, "return 2", "return 3");
    check_is_kept("c++", CPP, "b++;", "b--;\n        b++;");
    check_is_kept("c++", CPP, "int a_ = 1;", "int a_ = 2;\n    void more();");
    check_is_kept("c++", CPP, "void helper(int a, int b)", "int helper2(int a)");
    check_is_kept("c++", MASKED, "return a; }", "return b; }");
    check_is_kept("c++", MASKED, "return a + 2;", "return b + 2;");
    check_is_kept(
        "c++",
        MASKED,
        "APP_INLINE int second(int a) { return a + 1; }",
        "APP_INLINE int second(short a);",
    );
    check_is_kept(
        "c++",
        MASKED,
        "APP_NODISCARD int value(int n = 3) const;",
        "void plain();\n    APP_API void more();",
    );
    check_is_kept("c++", MASKED, "int fifth() {", "int fifth();\n\nint sixth() {");
    let mut symbols = Symbols::new(Language::by_name("c++").expect("registered"));
    symbols.all(&buffer(&stumbling()));
    assert!(symbols.outline().has_error, "the grammar reads it");
    check_is_kept("c++", &stumbling(), "return a_; }", "return a_ + 1; }");
    check_is_kept("c++", &stumbling(), "int fifth() {", "int fifth();\n\nint sixth() {");
    // A definition with a heading in each branch has two extents: only items beside it can be parsed separately.
    let headings =
        "\n#ifdef WIDE\nint ninth(int a) {\n#else\nint ninth(long a) {\n#endif\n    return 9;\n}\n";
    let twice = format!(
        "{headings}\nint between() {{ return 0; }}\n\n{MASKED}{}",
        headings.replace("ninth", "tenth")
    );
    check_is_kept("c++", &twice, "return a + 2;", "return b + 2;");
    check_is_kept("c++", &twice, "APP_INLINE int second(int a) { return a + 1; }", "");
    check_is_kept("c++", &twice, "return 0; }", "return 1; }");
    check_is_kept("c++", &twice, "int between() { return 0; }\n", "");
    check_is_kept("c++", &parted(), "    Q_SLOT(int)\n", "    void more();\n");
    check_is_kept("c++", &parted(), "int after() { return 1; }\n", "int after() { return 2; }\n");
    check_is_kept("rust", RUST, "Self { a }", "let b = a; Self { a: b }");
    check_is_kept("rust", RUST, "fn get(&self) -> u8 { 1 }", "fn get(&self) -> u8 { 2 }\n    fn more() {}");
    check_is_kept("rust", RUST, "use a::b;", "use a::c;\n\nfn more() {}");
    check_is_kept("rust", RUST, "let x = 1;", "let x = 2;");
    check_is_kept("rust", RUST, "pub struct Inside;", "pub struct Inside;\n\n    pub fn more() {}");
}

#[test]
fn pieces_of_a_file_without_an_end_are_read_anew() {
    // With an unclosed comment, the parser finds fragments, and other ones after the next edit.
    let opened = stumbling().replace("#ifndef APP_HPP\n#define APP_HPP\n\n#include <x>\n\n", "/*");
    let mut text = buffer(&opened.replacen("NAMESPACE\n", "NAMESPACE\n~", 1));
    let mut symbols = Symbols::new(Language::by_name("c++").expect("registered"));
    symbols.all(&text);
    let start = text.to_string().find("}\n#endif\n    Q_SLOT").expect("stands in the text");
    let edits = EditSet::one(start..start, "\n".to_owned());
    symbols.will_change(&text, &edits);
    text.apply(&edits);
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&text), fresh.all(&text));
}

/// Checks that the outline is kept when lines are inserted before `next`.
#[track_caller]
fn check_insertion_is_kept(language: &str, text: &str, next: &str, new: &str) {
    let mut text = buffer(text);
    let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
    symbols.all(&text);
    let start = text.to_string().find(next).expect("stands in the text");
    let edits = EditSet::one(start..start, new.to_owned());
    symbols.will_change(&text, &edits);
    text.apply(&edits);
    assert!(symbols.known.is_some(), "the outline was dropped");
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&text), fresh.all(&text));
}

#[test]
fn lines_between_others_are_kept() {
    check_insertion_is_kept("c++", MASKED, "#else\nAPP_INLINE", "APP_INLINE int more();\n");
    check_insertion_is_kept("c++", MASKED, "class APP_API", "\nAPP_INLINE int more();\n");
    check_insertion_is_kept("c++", MASKED, "#endif\n    Q_SLOT", "    APP_API long more() const;\n");
    check_insertion_is_kept("python", PYTHON, "\n\ndef free", "    def more(self):\n        pass\n");
    check_insertion_is_kept("python", PYTHON, "\n\ndef free", "def more(self):\n    pass\n");
    check_insertion_is_kept("rust", RUST, "pub trait Tr", "fn more() {}\n\n");
    check_insertion_is_kept("rust", RUST, "    pub struct Inside", "    fn more() {}\n\n");
    check_insertion_is_kept("rust", RUST, "pub trait Tr", "cfg_more! {\n    fn more() {}\n}\n\n");
}

#[test]
fn text_that_two_definitions_share_is_read_anew() {
    let text = "#ifdef WIDE\nint one(int a) {\n#else\nint one(long a) {\n#endif\n    return 9;\n}\n\nint two() { return 0; }\n";
    let text = buffer(text);
    let mut symbols = Symbols::new(Language::by_name("c++").expect("registered"));
    symbols.all(&text);
    let start = text.to_string().find("return 9").expect("stands in the text");
    symbols.will_change(&text, &EditSet::one(start..start + 8, "return 8".to_owned()));
    assert!(symbols.known.is_none(), "the outline was kept");
}

#[test]
fn a_comment_does_not_hide_the_depth_of_the_line_below_it() {
    // The `def` line becomes a comment, so the code in its body belongs to the class above.
    let text = buffer(
        "class A:\n    x = 1\n\ndef free():\n    def local(): pass\n\n\ny = 1\nz = 2\nzz = 3\nzzz = 4\nzzzz = 5\n",
    );
    let mut symbols = Symbols::new(Language::by_name("python").expect("registered"));
    symbols.all(&text);
    let edits = EditSet::one(20..20, "# ".to_owned());
    symbols.will_change(&text, &edits);
    let mut after = text.clone();
    after.apply(&edits);
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&after), fresh.all(&after));
    assert_eq!(fresh.all(&after)[1].address, "A.local");
}

#[test]
fn several_edits_at_once_are_kept() {
    let text = buffer(PYTHON);
    let mut symbols = Symbols::new(Language::by_name("python").expect("registered"));
    symbols.all(&text);
    let place =
        |old: &str| PYTHON.find(old).map(|start| start..start + old.len()).expect("stands in the text");
    let edits = ["return 1\n", "import os", "self.y = value", "return local", "return (1 +"];
    let edits = edits.map(|old| Edit {
        range: place(old),
        text: format!("{}{old}", if old.starts_with("return") { "x = 1; " } else { "" }),
    });
    let edits = EditSet::new(edits.to_vec()).expect("disjoint");
    symbols.will_change(&text, &edits);
    let mut after = text.clone();
    after.apply(&edits);
    assert!(symbols.known.is_some());
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&after), fresh.all(&after));
}

#[test]
fn a_statement_that_ends_in_a_branch_is_read_anew() {
    let wild = |at, piece| Wild { at, length: 0, piece, lines: false, symbol: false };
    let edits = [wild(48_060, 42_063), wild(59_873, 53_107)];
    assert!(check_kept("c++", &stumbling(), PIECES[3], &edits).is_ok());
}

#[test]
fn a_block_without_a_heading_in_a_branch_is_read_anew() {
    let text = MASKED.replace("APP_API int first(int a) { return a; }\n", "APP_ALONE\n");
    let mut text = buffer(&text);
    let mut symbols = Symbols::new(Language::by_name("c++").expect("registered"));
    symbols.all(&text);
    let start = text.to_string().find("APP_INLINE int second(long a)").expect("stands in the text");
    let edits = EditSet::one(start..start, "// ".to_owned());
    symbols.will_change(&text, &edits);
    text.apply(&edits);
    let mut fresh = Symbols::new(symbols.language);
    assert_eq!(symbols.all(&text), fresh.all(&text));
}

#[test]
fn a_body_that_goes_back_to_no_open_level_is_read_as_a_whole() {
    let wild = |at, length, piece, lines| Wild { at, length, piece, lines, symbol: false };
    let edits =
        [wild(63_062, 2, 50_518, false), wild(58_544, 5, 51_391, true), wild(40_332, 0, 11_477, false)];
    assert!(check_kept("python", PYTHON, PIECES[0], &edits).is_ok());
}
