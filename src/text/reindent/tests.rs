use super::*;
use crate::text::lexer::BlockComment;
use crate::text::{Spans, StringRule};

fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

fn lexical() -> LexRules {
    LexRules {
        line_comments: vec!["//".into(), "# ".into()],
        block_comments: Some(BlockComment { open: "/*".into(), close: "*/".into(), nest: false }),
        strings: vec![StringRule::between("'''", Spans::Lines), StringRule::between("\"", Spans::Backslash)],
        ..LexRules::default()
    }
}

struct Check<'a> {
    payload: &'a str,
    base: &'a str,
    old: &'a str,
    unit: Option<IndentUnit>,
    indented: bool,
    margin: MarginRule,
}

impl Default for Check<'_> {
    fn default() -> Self {
        Self {
            payload: "",
            base: "    ",
            old: "",
            unit: Some(IndentUnit::Blanks(4)),
            indented: false,
            margin: MarginRule::First,
        }
    }
}

impl Check<'_> {
    #[track_caller]
    fn gives(self, expected: &str) {
        let lexical = lexical();
        let rules = RowRules {
            lexical: &lexical,
            directive: Some("#").filter(|_| !self.indented),
            indented: self.indented,
        };
        let old = if self.old.is_empty() { Vec::new() } else { lines(self.old) };
        let site = InsertionSite { base: self.base, old: &old, unit: self.unit };
        let moved = reindent(&lines(self.payload), self.margin, site, rules);
        assert_eq!(moved.join("\n"), expected, "\n{}", self.payload);
    }
}

/// Checks a payload in every form in which its indentation may be written.
#[track_caller]
fn lands(expected: &str, base: &str, indented: bool, margin: MarginRule) {
    let map = |change: &dyn Fn(&str) -> String| {
        let each = |line: &str| if line.is_empty() { String::new() } else { change(line) };
        expected.split('\n').map(each).collect::<Vec<_>>().join("\n")
    };
    let own = &base;
    let ways = [
        expected.to_owned(),
        map(&|line| line.strip_prefix(own).unwrap_or(line).to_owned()),
        map(&|line| if line.starts_with(own) { format!("    {line}") } else { line.to_owned() }),
        expected.strip_prefix(own).unwrap_or(expected).to_owned(),
    ];
    for payload in &ways {
        Check { payload, base, indented, margin, ..Check::default() }.gives(expected);
        Check { payload, base, old: expected, indented, margin, ..Check::default() }.gives(expected);
    }
}

#[test]
fn any_depth_of_a_definition_lands_at_the_place_s_own() {
    lands("    void f() {\n        g();\n\n        h();\n    }", "    ", false, MarginRule::First);
    lands("        void f()\n        {\n            g();\n        }", "        ", false, MarginRule::First);
    lands("    def f(self):\n        return 1", "    ", true, MarginRule::First);
    lands("    @a\n    def f(self):\n        return 1", "    ", true, MarginRule::First);
    lands(
        "    def f(self):\n        return 1\n\n    def g(self):\n        return 2",
        "    ",
        true,
        MarginRule::First,
    );
    lands("    // Why.\n    void f() {\n        g();\n    }", "    ", false, MarginRule::First);
    lands(
        "    def f(self,\n          a):\n        return (a +\n                1)",
        "    ",
        true,
        MarginRule::First,
    );
}

#[test]
fn any_depth_of_a_body_lands_at_the_place_s_own() {
    lands(
        "        g();\n        if (a) {\n            h();\n        }",
        "        ",
        false,
        MarginRule::Least,
    );
    lands(
        "        if (a) {\n            h();\n        }\n        g();",
        "        ",
        false,
        MarginRule::Least,
    );
    lands("        if a:\n            h()\n        return 1", "        ", true, MarginRule::Least);
    lands("    a();\n#if X\n    b();\n#endif\n    c();", "    ", false, MarginRule::Least);
    lands("    a();\n    c();", "    ", false, MarginRule::Least);
}

#[test]
fn directives_and_labels_stay_at_the_margin() {
    let old = "    a();\nout:\n    b();";
    Check { payload: "a();\nout:\nc();", old, margin: MarginRule::Least, ..Check::default() }
        .gives("    a();\nout:\n    c();");
    Check { payload: "        a();\nout:\n        c();", margin: MarginRule::Least, ..Check::default() }
        .gives("    a();\nout:\n    c();");
    Check { payload: "a();\n#define B \\\n  1\nc();", margin: MarginRule::Least, ..Check::default() }
        .gives("    a();\n#define B \\\n  1\n    c();");
}

#[test]
fn directives_are_as_deep_as_those_that_give_way() {
    let old = "    a();\n  #ifdef B\n    b();\n  #endif";
    let check = |payload, old| Check { payload, old, margin: MarginRule::Least, ..Check::default() };
    check("#ifdef B\nc();\n#else\nd();\n#endif", old)
        .gives("  #ifdef B\n    c();\n  #else\n    d();\n  #endif");
    check("#define C \\\n  1\na();", old).gives("  #define C \\\n    1\n    a();");
    check("    a();\n#ifdef B\n    c();\n#endif", old).gives("    a();\n#ifdef B\n    c();\n#endif");
    let old = "#if A\n    a();\n#endif\n    #ifdef B\n    b();\n    #endif";
    // If some directives are at the margin, those that the payload repeats keep their indentation in the file.
    check("#ifdef B\nc();\n#endif", old).gives("    #ifdef B\n    c();\n    #endif");
    check("#ifdef C\nc();\n#endif", "#if A\n    a();\n#endif\n    #ifdef B\n    b();")
        .gives("#ifdef C\n    c();\n#endif");
}

#[test]
fn the_text_of_a_string_moves_as_a_whole_or_not_at_all() {
    Check { payload: "x = '''\n<a>\n  b\n'''\ny = 1", indented: true, ..Check::default() }
        .gives("    x = '''\n<a>\n  b\n'''\n    y = 1");
    Check { payload: "x = '''\n    <a>\n      b\n    '''\ny = 1", indented: true, ..Check::default() }
        .gives("    x = '''\n        <a>\n          b\n        '''\n    y = 1");
    Check {
        payload: "'''Doc.\n\nMore.\n'''\nreturn 1",
        margin: MarginRule::Least,
        indented: true,
        ..Check::default()
    }
    .gives("    '''Doc.\n\n    More.\n    '''\n    return 1");
}

#[test]
fn another_step_becomes_that_of_the_file() {
    Check { payload: "if (a) {\n  b();\n  c(d,\n    e);\n}", ..Check::default() }
        .gives("    if (a) {\n        b();\n        c(d,\n            e);\n    }");
    Check { payload: "f() {\n    g();\n}", unit: Some(IndentUnit::Tab), base: "\t", ..Check::default() }
        .gives("\tf() {\n\t\tg();\n\t}");
    Check { payload: "f() {\n\tg(\n\t\t1);\n}", ..Check::default() }
        .gives("    f() {\n        g(\n            1);\n    }");
    Check { payload: "f() {\n\tg();\n}", unit: Some(IndentUnit::Blanks(1)), base: "", ..Check::default() }
        .gives("f() {\n\tg();\n}");
    Check { payload: "f() {\n\tg();\n}", unit: None, base: "", ..Check::default() }.gives("f() {\n\tg();\n}");
    Check { payload: "/*\n * a\n */\nf();", unit: Some(IndentUnit::Tab), base: "\t", ..Check::default() }
        .gives("\t/*\n\t * a\n\t */\n\tf();");
}

#[test]
fn a_definition_in_another_style_than_its_file_keeps_it() {
    let old = "    f() {\n      g();\n      h();\n    }";
    Check { payload: "f() {\n  g();\n  i();\n}", old, ..Check::default() }
        .gives("    f() {\n      g();\n      i();\n    }");
}

#[test]
fn lines_of_the_file_keep_their_bytes() {
    Check {
        payload: "f() {\n    g();\n\n    h();\n}",
        old: "    f() {\n\tg();  \n  \n    }",
        ..Check::default()
    }
    .gives("    f() {\n        g();\n  \n        h();\n    }");
    Check { payload: "f() {\n    g();\n\n}", old: "    f() {\n    \tg();  \n  \n    }", ..Check::default() }
        .gives("    f() {\n    \tg();  \n  \n    }");
}

#[test]
fn a_payload_is_parsed_at_the_margin() {
    let lexical = lexical();
    let rules = RowRules { lexical: &lexical, directive: None, indented: true };
    let read = |payload: &str| -> Vec<String> {
        at_margin_readings(&lines(payload), rules).iter().map(|lines| lines.join("\n")).collect()
    };
    assert_eq!(read("    f:\n        x = '''\na\n'''"), ["f:\n    x = '''\na\n'''"]);
    assert_eq!(read("@a\n    f:\n        g"), ["@a\n    f:\n        g", "@a\nf:\n    g"]);
}
