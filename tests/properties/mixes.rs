//! Operations on symbols of all kinds in one patch do what they do one by one, in every language.
//!
//! While a patch is planned, what is known of a file is carried over from one operation to the next; one by one, each
//! operation reads the file anew.

use chunk::engine::{Options, SyntaxCheck, apply};
use proptest::prelude::*;
use proptest::sample::select;

use super::{repeating, text_at, tree};

/// How a language writes what the files hold.
struct Style {
    path: &'static str,
    /// What stands at the top.
    head: &'static str,
    /// What stands behind all else.
    tail: &'static str,
    /// A function, by its name, its parameters and what it returns.
    function: fn(&str, &str, &str) -> String,
    /// The beginning and the end of a class.
    class: (&'static str, &'static str),
    method: fn(&str, &str) -> String,
    /// How an address names a method of the class.
    of_class: &'static str,
    parameters: [&'static str; 2],
    imports: [&'static str; 3],
    statement: fn(&str) -> String,
}

fn braced(heading: &str, result: &str) -> String {
    format!("{heading} {{\n    return {result};\n}}\n")
}

const STYLES: &[Style] = &[
    Style {
        path: "f.py",
        head: "\"\"\"Doc.\"\"\"\n\nimport b\nimport d\n\n\n",
        tail: "if __name__ == \"__main__\":\n    alpha(1)\n",
        function: |name, list, result| {
            format!("def {name}({list}):\n    \"\"\"Does it.\"\"\"\n    return {result}\n\n\n")
        },
        class: ("class Klass:\n    \"\"\"Doc.\"\"\"\n\n", "\n\n"),
        method: |name, result| format!("    def {name}(self):\n        return {result}\n\n"),
        of_class: "Klass.",
        parameters: ["a", "a, b=1"],
        imports: ["import c", "from a import e", "import b"],
        statement: |word| format!("return {word}"),
    },
    Style {
        path: "f.cpp",
        head: "#include <b>\n#include <d>\n\nnamespace app {\n\n",
        tail: "}  // namespace app\n",
        function: |name, list, result| braced(&format!("/// Does it.\nint {name}({list})"), result) + "\n",
        class: ("class Klass {\npublic:\n", "};\n\n"),
        method: |name, result| format!("    int {name}() {{ return {result}; }}\n\n"),
        of_class: "Klass::",
        parameters: ["int a", "int a, int b"],
        imports: ["#include <c>", "#include \"own.h\"", "#include <b>"],
        statement: |word| format!("return {word};"),
    },
    Style {
        path: "f.hpp",
        head: "#ifndef F_HPP\n#define F_HPP\n\n#include <b>\n#include <d>\n\nAPP_BEGIN\n\nnamespace app {\n\n#if APP_WIDE\nAPP_API long wide(long a);\n#else\nAPP_API int wide(int a);\n#endif\n\n",
        tail: "}  // namespace app\n\nAPP_END\n\n#endif\n",
        function: |name, list, result| {
            braced(&format!("/// Does it.\nAPP_API int {name}({list})"), result) + "\n"
        },
        class: ("class APP_API Klass {\npublic:\n", "};\n\n"),
        method: |name, result| format!("    APP_NODISCARD int {name}() {{ return {result}; }}\n\n"),
        of_class: "Klass::",
        parameters: ["int a", "int a, int b"],
        imports: ["#include <c>", "#include \"own.h\"", "#include <b>"],
        statement: |word| format!("return {word};"),
    },
    Style {
        path: "f.rs",
        head: "use b::x;\nuse d::x;\n\nstruct Klass;\n\n",
        tail: "mod inner {}\n",
        function: |name, list, result| {
            format!("/// Does it.\nfn {name}({list}) -> u8 {{\n    {result}\n}}\n\n")
        },
        class: ("impl Klass {\n", "}\n\n"),
        method: |name, result| format!("    fn {name}(&self) -> u8 {{\n        {result}\n    }}\n\n"),
        of_class: "Klass::",
        parameters: ["a: u8", "a: u8, b: u8"],
        imports: ["use c::x;", "use a::{e, f};", "use b::x;"],
        statement: |word| word.to_owned(),
    },
    #[cfg(feature = "lang-c")]
    Style {
        path: "f.c",
        head: "#include <b.h>\n#include <d.h>\n\n",
        tail: "int main(void) { return alpha(1); }\n",
        function: |name, list, result| braced(&format!("/* Does it. */\nint {name}({list})"), result) + "\n",
        class: ("", ""),
        method: |_, _| String::new(),
        of_class: "",
        parameters: ["int a", "int a, int b"],
        imports: ["#include <c.h>", "#include \"own.h\"", "#include <b.h>"],
        statement: |word| format!("return {word};"),
    },
    #[cfg(feature = "lang-go")]
    Style {
        path: "f.go",
        head: "package f\n\nimport \"b\"\nimport \"d\"\n\ntype Klass struct{}\n\n",
        tail: "var last = 1\n",
        function: |name, list, result| {
            format!("// Does it.\nfunc {name}({list}) int {{\n\treturn {result}\n}}\n\n")
        },
        class: ("", ""),
        method: |name, result| format!("func (k Klass) {name}() int {{\n\treturn {result}\n}}\n\n"),
        of_class: "Klass.",
        parameters: ["a int", "a int, b int"],
        imports: ["import \"c\"", "import \"a/e\"", "import \"b\""],
        statement: |word| format!("return {word}"),
    },
    #[cfg(feature = "lang-java")]
    Style {
        path: "F.java",
        head: "package f;\n\nimport b.X;\nimport d.X;\n\nclass F {\n",
        tail: "}\n",
        function: |name, list, result| {
            braced(&format!("/** Does it. */\nstatic int {name}({list})"), result) + "\n"
        },
        class: ("static class Klass {\n", "}\n\n"),
        method: |name, result| format!("    int {name}() {{\n        return {result};\n    }}\n\n"),
        of_class: "Klass.",
        parameters: ["int a", "int a, int b"],
        imports: ["import c.X;", "import a.e.*;", "import b.X;"],
        statement: |word| format!("return {word};"),
    },
    #[cfg(feature = "lang-javascript")]
    Style {
        path: "f.js",
        head: "import b from \"b\"\nimport d from \"d\"\n\nconst early = 1\n\n",
        tail: "export default alpha\n",
        function: |name, list, result| {
            format!("/** Does it. */\nexport function {name}({list}) {{\n    return {result}\n}}\n\n")
        },
        class: ("class Klass {\n", "}\n\n"),
        method: |name, result| format!("    {name}() {{\n        return {result}\n    }}\n\n"),
        of_class: "Klass.",
        parameters: ["a", "a, b = 1"],
        imports: ["import c from \"c\"", "import { e } from \"a\"", "import b from \"b\""],
        statement: |word| format!("return {word}"),
    },
    #[cfg(feature = "lang-typescript")]
    Style {
        path: "f.ts",
        head: "import b from \"b\";\nimport d from \"d\";\n\ntype Early = number\n\n",
        tail: "export default alpha;\n",
        function: |name, list, result| {
            braced(&format!("/** Does it. */\nfunction {name}({list}): number"), result) + "\n"
        },
        class: ("class Klass {\n", "}\n\n"),
        method: |name, result| format!("    {name}(): number {{\n        return {result}\n    }}\n\n"),
        of_class: "Klass.",
        parameters: ["a: number", "a: number, b = 1"],
        imports: ["import c from \"c\";", "import { e } from \"a\";", "import b from \"b\";"],
        statement: |word| format!("return {word};"),
    },
];

const FUNCTIONS: [&str; 5] = ["alpha", "beta", "gamma", "delta", "same"];
const METHODS: [&str; 3] = ["one", "two", "three"];

impl Style {
    /// A file with the functions in some order, one of them twice, and a class among them.
    fn file(&self, order: &[usize]) -> String {
        let mut text = self.head.to_owned();
        for at in order {
            match FUNCTIONS.get(*at) {
                Some(name) => text.push_str(&(self.function)(name, self.parameters[0], "a")),
                None => {
                    text.push_str(self.class.0);
                    METHODS.iter().for_each(|name| text.push_str(&(self.method)(name, "1")));
                    text.push_str(self.class.1);
                }
            }
        }
        text + self.tail
    }

    fn has_class(&self) -> bool {
        !self.of_class.is_empty()
    }
}

/// One operation: what it does, on which definition, and with which words.
#[derive(Debug, Clone)]
struct Wild {
    kind: usize,
    on: usize,
    other: usize,
    word: usize,
}

/// The fields of an operation, behind its path.
fn fields(style: &Style, wild: &Wild, number: usize) -> String {
    let Wild { kind, on, other, word } = *wild;
    let is_method = style.has_class() && on % 3 == 0;
    let name = if is_method { METHODS[on % METHODS.len()] } else { FUNCTIONS[on % FUNCTIONS.len()] };
    let address = if is_method { format!("{}{name}", style.of_class) } else { name.to_owned() };
    let beside = FUNCTIONS[other % FUNCTIONS.len()];
    let result = ["a", "2", "a + 1"][word % 3];
    let list = style.parameters[word % 2];
    let definition = |name: &str| match is_method {
        true => unindented(&(style.method)(name, result)),
        false => (style.function)(name, list, result),
    };
    let fresh = format!("fresh{number}");
    let symbol = format!("symbol: \"{address}\"");
    match kind {
        0..=2 => format!("op: replace_symbol\n{symbol}\n{}", payload(&definition(name))),
        3 => format!("op: insert_after_symbol\n{symbol}\n{}", payload(&definition(&fresh))),
        4 => format!("op: insert_before_symbol\n{symbol}\n{}", payload(&definition(&fresh))),
        5 => format!("op: delete_symbol\n{symbol}\n"),
        6 => format!("op: replace_body\n{symbol}\n{}", payload(&(style.statement)(result))),
        7 => {
            let whole = definition(name);
            let heading = whole.lines().find(|line| line.contains(&format!("{name}("))).unwrap_or_default();
            format!("op: replace_signature\n{symbol}\n{}", payload(heading))
        }
        8 => format!("op: replace_docstring\n{symbol}\n{}", payload(&format!("Does number {word}."))),
        9 if style.has_class() => {
            let member = unindented(&(style.method)(&fresh, result));
            format!("op: insert_into_class\nclass: Klass\n{}", payload(&member))
        }
        10 | 9 => format!("op: add_import\n{}", payload(style.imports[word % 3])),
        11 => format!("op: move_symbol\nsymbol: {name}\nafter_symbol: {beside}\n"),
        12 => format!(
            "op: replace_text\n{symbol}\nmarker: {}\n{}",
            (style.statement)("a"),
            payload(&(style.statement)("7"))
        ),
        13 => format!("op: substitute\n{symbol}\nfind: \"{name}(\"\nreplace: \"{name}x(\"\n"),
        14 => format!(
            "op: replace_symbol\nsymbol: \"same#{}\"\n{}",
            1 + word % 2,
            payload(&(style.function)("same", list, result))
        ),
        _ => format!(
            "op: append_text\n{}",
            payload(&format!("{}\n", style.tail.lines().last().unwrap_or_default()))
        ),
    }
}

fn unindented(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect()
}

fn payload(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| format!("  {line}\n"));
    format!("payload: |2\n{}", lines.collect::<String>())
}

fn patch(path: &str, operations: &[String]) -> String {
    let items = operations.iter().map(|fields| {
        let fields: String = fields.lines().map(|line| format!("    {line}\n")).collect();
        format!("  - path: {path}\n{fields}")
    });
    format!("operations:\n{}", items.collect::<String>())
}

fn wild() -> impl Strategy<Value = Wild> {
    (0..15_usize, any::<u8>(), any::<u8>(), any::<u8>()).prop_map(|(kind, on, other, word)| Wild {
        kind,
        on: on.into(),
        other: other.into(),
        word: word.into(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_on_symbols_at_once_do_what_they_do_one_by_one(
        style in select((0..STYLES.len()).collect::<Vec<_>>()),
        order in Just(vec![0, 1, 2, 3, 4, 4, 5]).prop_shuffle(),
        wild in prop::collection::vec(wild(), 3..10),
    ) {
        let style = &STYLES[style];
        let path = style.path;
        let files = [(path.to_owned(), style.file(&order))];
        let operations: Vec<String> =
            wild.iter().enumerate().map(|(number, wild)| fields(style, wild, number)).collect();
        // Those that are refused alone are left out, and those that break the file: alone, the next one would have to find
        // its address in what is left, at once it means what it did when the patch began.
        let unbroken = Options { syntax: SyntaxCheck::Refuse, ..repeating() };
        let mut one_by_one = tree(&files);
        let mut taken = Vec::new();
        for operation in operations {
            let one = patch(path, std::slice::from_ref(&operation));
            if apply(one.as_bytes(), &unbroken, &mut one_by_one).is_ok() {
                taken.push(operation);
            }
        }
        prop_assume!(!taken.is_empty());
        let mut at_once = tree(&files);
        let report = apply(patch(path, &taken).as_bytes(), &repeating(), &mut at_once);
        // An address means what it did when the patch began.
        let is_meant = report.errors.iter().all(|error| error.code == chunk::diag::Code::SymbolNotFound);
        prop_assert!(report.is_ok() || is_meant, "{:?}\n{}", report.errors, patch(path, &taken));
        if report.is_ok() {
            prop_assert_eq!(text_at(&at_once, path), text_at(&one_by_one, path), "{}", patch(path, &taken));
        }
    }
}
