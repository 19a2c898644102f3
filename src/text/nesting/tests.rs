use super::*;
use crate::text::lexer::{BlockComment, CharLiteral, Spans, StatementBoundary, StringRule};

const SYNTAX: NestingSyntax = NestingSyntax {
    statements: StatementBoundary::Semicolon,
    angles: false,
    tabs: false,
    case: None,
    hanging: None,
    continued: None,
};

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn nest(syntax: NestingSyntax, payload: &str, file: &str) -> Nested {
    let lexical = LexRules {
        line_comments: vec!["//".into()],
        block_comments: Some(BlockComment { open: "/*".into(), close: "*/".into(), nest: false }),
        strings: vec![StringRule::between("`", Spans::Lines), StringRule::between("\"", Spans::Never)],
        char_literal: CharLiteral::One,
        ..LexRules::default()
    };
    let rules = NestingRules {
        lexical: &lexical,
        syntax,
        directive: Some("#"),
        flat_words: &["namespace"],
        is_file: false,
    };
    nested(&lines(payload), || lines(file), rules)
}

/// Checks that a text is restored from its lines without indentation, beside a file.
#[track_caller]
fn check(text: &str, file: &str) {
    let flat: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert_eq!(nest(SYNTAX, &flat.join("\n"), file), Nested::Lines(lines(text)));
}

#[track_caller]
fn check_unclear(flat: &str, file: &str) {
    assert_eq!(nest(SYNTAX, flat, file), Nested::Unclear(0));
}

const FILE: &str = "void f() {\n  if (a) {\n    b();\n  }\n}\n";

#[test]
fn blocks_are_a_step_of_the_file_deep() {
    check("void g() {\n  while (a) {\n    b();\n  }\n  c();\n}", FILE);
    check("void g() {\n\twhile (a) {\n\t\tb();\n\t}\n}", "void f() {\n\tif (a) {\n\t\tb();\n\t}\n}\n");
    check("void g()\n{\n    if (a)\n        b();\n    else\n        c();\n}", "void f()\n{\n    b();\n}\n");
    check("void g() {\n  if (a) {\n    b();\n  } else {\n    c();\n  }\n}", FILE);
    check("void g() {\n  f([] {\n    b();\n  });\n}", FILE);
}

#[test]
fn comments_are_as_deep_as_the_code_below_them() {
    check("void g() {\n  // nothing\n}", FILE);
    check("void g() {\n  // why\n  b();\n  /**\n   * what\n   */\n  c();\n  // end\n}", FILE);
}

#[test]
fn strings_keep_their_bytes() {
    check("void g() {\n  b(`x\ny {\n`);\n  c();\n}", FILE);
}

#[test]
fn labels_have_the_depth_of_those_in_the_file() {
    let flat = "void g() {\nswitch (a) {\ncase 1:\nb();\n}\n}";
    check_unclear(flat, FILE);
    let level = "void f() {\n  switch (a) {\n  case 2:\n    b();\n  }\n}\n";
    check("void g() {\n  switch (a) {\n  case 1:\n    b();\n    break;\n  default:\n    c();\n  }\n}", level);
    let deep = "void f() {\n  switch (a) {\n    case 2:\n      b();\n  }\n}\n";
    check("void g() {\n  switch (a) {\n    case 1:\n      b();\n  }\n}", deep);
    let class = "class A {\n public:\n  int a;\n};\n";
    check("class B {\n public:\n  void g() {\n    b();\n  }\n private:\n  int c;\n};", class);
}

#[test]
fn lines_go_on_as_in_the_file() {
    let flat = "void g() {\nint a = b\n+ c;\n}";
    check_unclear(flat, FILE);
    check("void g() {\n  int a = b\n      + c;\n}", "void f() {\n  int d = e\n      + f;\n}\n");
    check_unclear("void g() {\nb(a,\nc);\n}", FILE);
    check("void g() {\n  bb(a,\n     c);\n}", "void f() {\n  a(b,\n    c);\n  ddd(e,\n      f);\n}\n");
    check_unclear("void g() {\nb(\na);\n}", FILE);
}

#[test]
fn blocks_of_namespaces_are_as_deep_as_in_the_file() {
    check("namespace b {\nvoid g() {\n  c();\n}\n}", "namespace a {\nvoid f() {\n  b();\n}\n}\n");
    check("namespace b {\n  void g() {\n    c();\n  }\n}", "namespace a {\n  void f() {\n    b();\n  }\n}\n");
    assert_eq!(nest(SYNTAX, "namespace b {\nvoid g() {\nc();\n}\n}", FILE), Nested::Unclear(1));
}

#[test]
fn statements_end_with_lines_where_nothing_goes_on() {
    let syntax = NestingSyntax {
        statements: StatementBoundary::Line,
        tabs: true,
        case: Some(0),
        continued: Some(1),
        hanging: Some(1),
        ..SYNTAX
    };
    let text = "func g() {\n\ta := b\n\tswitch a {\n\tcase 1:\n\t\tc(\n\t\t\td,\n\t\t)\n\t}\n\treturn a ||\n\t\tb\n}";
    let flat: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert_eq!(nest(syntax, &flat.join("\n"), ""), Nested::Lines(lines(text)));
}

#[test]
fn a_payload_with_a_deeper_line_is_not_flat() {
    assert_eq!(nest(SYNTAX, "void g() {\nif (a) {\n  b();\n}\n}", FILE), Nested::NotFlat);
    assert_eq!(nest(SYNTAX, "void g() {\n}\nint a;", FILE), Nested::NotFlat);
    assert_eq!(nest(SYNTAX, "namespace a {\nint b;\n}", FILE), Nested::NotFlat);
    // As in the file.
    assert_eq!(nest(SYNTAX, "void g() {\nb();\n}", "void g() {\nb();\n}\n"), Nested::NotFlat);
}

#[test]
fn directives_stay_at_the_margin_where_those_of_the_file_do() {
    let file = "void f() {\n#if A\n  b();\n#endif\n}\n";
    check("void g() {\n#if B\n  c();\n#endif\n}", file);
    check("void f() {\n#if A\n  c();\n#endif\n}", file);
    check_unclear("void g() {\n#if B\nc();\n#endif\n}", FILE);
    check("void g() {\n#if B\n  if (a) {\n#else\n  if (b) {\n#endif\n    c();\n  }\n}", file);
    check_unclear("void g() {\nb();\n#if B\nif (a) {\n#endif\nc();\n}\n}", file);
}
