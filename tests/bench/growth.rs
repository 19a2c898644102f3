//! How the time of a patch grows with the number of its operations: `cargo bench --bench speed -- growth`.
//!
//! For each kind of operation n of them change a file of n small definitions, about 100 bytes each, and n is doubled until
//! a run takes some seconds. The exponent is that of the CPU time over the last two doublings: 1 is linear, 2 quadratic.
//! The last column compares all n operations with one operation of the same kind on the same file.

use std::fmt::Write as _;

use super::large::Change;
use super::measure::{Bench, Outcome, Program};

/// A run that takes so long, in milliseconds, is the last one.
const ENOUGH: f64 = 2_000.0;

/// A kind of operation.
struct Kind {
    name: &'static str,
    outcome: Outcome,
    /// The files and the patch of n operations on files for `size` of them.
    work: fn(n: usize, size: usize) -> Work,
}

struct Work {
    files: Vec<(&'static str, String)>,
    patch: String,
}

/// Measures the kinds whose names hold one of the words; all of them where there are none.
pub(crate) fn growth(words: &[String]) {
    println!("\ngrowth  n operations of one kind on one file of n small definitions");
    println!("  {:<44} {:>7} {:>10} {:>9} {:>9}", "kind", "n", "ms", "exponent", "/ one");
    for kind in KINDS {
        if !words.is_empty() && !words.iter().any(|word| kind.name.contains(word.as_str())) {
            continue;
        }
        let mut times = Vec::new();
        let mut count = 250;
        loop {
            times.push(run(kind, count, count));
            let last = times[times.len() - 1];
            if (last >= ENOUGH && times.len() > 2) || last >= 4.0 * ENOUGH {
                break;
            }
            count *= 2;
        }
        let steps = times.len().saturating_sub(1).min(2);
        let last = times[times.len() - 1];
        let before = times[times.len() - 1 - steps];
        let exponent = (last / before).log2() / steps as f64;
        let one = run(kind, 1, count);
        println!("  {:<44} {count:>7} {last:>10.0} {exponent:>9.2} {:>9.1}", kind.name, last / one);
    }
}

fn run(kind: &Kind, count: usize, size: usize) -> f64 {
    let work = (kind.work)(count, size);
    let files: Vec<Change> = work
        .files
        .into_iter()
        .map(|(path, text)| Change { path: path.to_owned(), before: text.clone(), after: text })
        .collect();
    // What short runs take is within the grain of the clock.
    let rounds = if count <= 1_000 { 3 } else { 1 };
    Bench::new(&files, kind.outcome).measure(&Program::chunk("chunk", &work.patch), rounds)
}

const fn kind(name: &'static str, work: fn(usize, usize) -> Work) -> Kind {
    Kind { name, outcome: Outcome::Applied, work }
}

const fn refused(name: &'static str, work: fn(usize, usize) -> Work) -> Kind {
    Kind { name, outcome: Outcome::Refused, work }
}

const KINDS: &[Kind] = &[
    kind("replace_symbol, Python", |n, size| on_functions(&PYTHON, n, size, replaced)),
    kind("replace_symbol, C++", |n, size| on_functions(&CPP, n, size, replaced)),
    kind("replace_symbol, C++ with #if and macros", |n, size| on_functions(&CONDITIONAL, n, size, replaced)),
    kind("replace_symbol, C", |n, size| on_functions(&C, n, size, replaced)),
    kind("replace_symbol, Rust", |n, size| on_functions(&RUST, n, size, replaced)),
    kind("replace_symbol, Go", |n, size| on_functions(&GO, n, size, replaced)),
    kind("replace_symbol, Java", |n, size| on_functions(&JAVA, n, size, replaced)),
    kind("replace_symbol, JavaScript", |n, size| on_functions(&JAVASCRIPT, n, size, replaced)),
    kind("replace_symbol, TypeScript", |n, size| on_functions(&TYPESCRIPT, n, size, replaced)),
    kind("replace_symbol, backwards", |n, size| {
        let style = &PYTHON;
        work(style, size, (0..n).rev().map(|at| replaced(style, at)))
    }),
    kind("delete_symbol, Python", |n, size| on_functions(&PYTHON, n, size, deleted)),
    kind("delete_symbol, C++", |n, size| on_functions(&CPP, n, size, deleted)),
    kind("insert_after_symbol, Python", |n, size| on_functions(&PYTHON, n, size, inserted)),
    kind("insert_after_symbol, C++", |n, size| on_functions(&CPP, n, size, inserted)),
    kind("insert_after_symbol, C++ with #if and macros", |n, size| {
        on_functions(&CONDITIONAL, n, size, inserted)
    }),
    kind("insert_into_class, n into one", |n, size| {
        let class = (PYTHON.class)(size);
        let file = format!("class Whole:\n{}", indented(&class));
        let operation = |at| {
            operation(
                &PYTHON,
                "insert_into_class",
                "Whole",
                &format!("def added{at}(self):\n    return {at}"),
            )
        };
        Work { files: vec![(PYTHON.path, file)], patch: patch((0..n).map(operation)) }
    }),
    kind("insert_into_class, one into each of n", |n, size| {
        let file = (0..size)
            .map(|at| format!("class Class{at}:\n    def run(self, value):\n        total = value * {at}\n        return total\n\n\n"))
            .collect();
        let operation = |at| {
            operation(
                &PYTHON,
                "insert_into_class",
                &format!("Class{at}"),
                &format!("def added(self):\n    return {at}"),
            )
        };
        Work { files: vec![(PYTHON.path, file)], patch: patch((0..n).map(operation)) }
    }),
    kind("add_import, one with n lines", |n, size| {
        let lines: String = (0..n).map(|at| format!("import module{at}\n")).collect();
        let only = format!("path: {}\nop: add_import\npayload: |\n{}", PYTHON.path, indented(&lines));
        work(&PYTHON, size, std::iter::once(only))
    }),
    kind("add_import, n operations", |n, size| {
        let one = |at| format!("path: {}\nop: add_import\npayload: import module{at}\n", PYTHON.path);
        work(&PYTHON, size, (0..n).map(one))
    }),
    kind("remove_import, n operations", |n, size| {
        let imports: String = (0..size).map(|at| format!("import module{at}\n")).collect();
        let one = |at| format!("path: {}\nop: remove_import\npayload: import module{at}\n", PYTHON.path);
        let file = format!("{imports}\n\ndef there():\n    pass\n");
        Work { files: vec![(PYTHON.path, file)], patch: patch((0..n).map(one)) }
    }),
    kind("remove_import, n names of one list", |n, size| {
        let names: String = (0..size).map(|at| format!("    name{at},\n")).collect();
        let one = |at| format!("path: {}\nop: remove_import\npayload: from m import name{at}\n", PYTHON.path);
        let file = format!("from m import (\n{names}    other,\n)\n\n\ndef there():\n    pass\n");
        Work { files: vec![(PYTHON.path, file)], patch: patch((0..n).map(one)) }
    }),
    kind("replace_body, Python", |n, size| on_functions(&PYTHON, n, size, body)),
    kind("replace_body, C++", |n, size| on_functions(&CPP, n, size, body)),
    kind("replace_body, C++ with #if and macros", |n, size| on_functions(&CONDITIONAL, n, size, body)),
    kind("replace_signature, Python", |n, size| on_functions(&PYTHON, n, size, signature)),
    kind("replace_signature, C++", |n, size| on_functions(&CPP, n, size, signature)),
    kind("replace_docstring, Python", |n, size| on_functions(&PYTHON, n, size, docs)),
    kind("replace_docstring, C++", |n, size| on_functions(&CPP, n, size, docs)),
    kind("replace_symbol f#i, Python", |n, size| of_one_name(&PYTHON, n, size)),
    kind("replace_symbol f#i, C++", |n, size| of_one_name(&CPP, n, size)),
    kind("replace_symbol by overload, C++", |n, size| {
        let file = (0..size).map(|at| (CPP.function)(&format!("f(Type{at} value, int other)"), at, "total"));
        let one = |at| {
            let new = (CPP.function)(&format!("f(Type{at} value, int other)"), at, "total + 1");
            operation(&CPP, "replace_symbol", &format!("f(Type{at}, int)"), &new)
        };
        Work { files: vec![(CPP.path, file.collect())], patch: patch((0..n).map(one)) }
    }),
    kind("replace_text within a symbol", |n, size| on_functions(&PYTHON, n, size, text_within)),
    kind("replace_text", |n, size| on_functions(&PYTHON, n, size, text)),
    kind("substitute", |n, size| on_functions(&PYTHON, n, size, substituted)),
    kind("substitute within a symbol", |n, size| on_functions(&PYTHON, n, size, substituted_within)),
    kind("replace_symbol and replace_text in turns", |n, size| {
        on_functions(
            &PYTHON,
            n,
            size,
            |style, at| if at % 2 == 0 { replaced(style, at) } else { text(style, at) },
        )
    }),
    kind("four kinds of operations in turns", |n, size| {
        on_functions(&PYTHON, n, size, |style, at| match at % 4 {
            0 => replaced(style, at),
            1 => inserted(style, at),
            2 => substituted_within(style, at),
            _ => deleted(style, at),
        })
    }),
    kind("one marker of n equal lines, without comments", |n, size| {
        let file = "same(line)  # why\n".repeat(size);
        let marker = "same(line)\n".repeat(n);
        let only = format!(
            "path: {}\nop: replace_text\nmarker: |\n{}payload: done\n",
            PYTHON.path,
            indented(&marker)
        );
        let file = if n < size { format!("other\n{}", "same(line)  # why\n") } else { file };
        Work { files: vec![(PYTHON.path, file)], patch: patch(std::iter::once(only)) }
    }),
    kind("move_symbol within the file", |n, size| {
        on_functions(&PYTHON, n, size, |style, at| {
            let field = format!("before_symbol: {}", (style.address)(1));
            if at < 2 { replaced(style, at) } else { moved(style, at, &field) }
        })
    }),
    kind("move_symbol to another file", |n, size| {
        let file = (PYTHON.class)(size);
        let files = vec![(PYTHON.path, file), ("other.py", "def there():\n    pass\n".to_owned())];
        let patch = patch((0..n).map(|at| moved(&PYTHON, at, "to: other.py")));
        Work { files, patch }
    }),
    kind("move_symbol to another file, C++", |n, size| {
        let files = vec![(CPP.path, (CPP.class)(size)), ("other.cpp", "int there();\n".to_owned())];
        let patch = patch((0..n).map(|at| moved(&CPP, at, "to: other.cpp")));
        Work { files, patch }
    }),
    kind("move_symbol to another file, one with n symbols", |n, size| {
        let files =
            vec![(PYTHON.path, (PYTHON.class)(size)), ("other.py", "def there():\n    pass\n".to_owned())];
        let names: Vec<String> = (0..n).map(PYTHON.address).collect();
        let only = format!(
            "path: {}\nop: move_symbol\nsymbols: [{}]\nto: other.py\n",
            PYTHON.path,
            names.join(", ")
        );
        Work { files, patch: patch(std::iter::once(only)) }
    }),
    kind("move_symbol into a class", |n, size| {
        let file = format!("class Whole:\n    pass\n\n\n{}", (PYTHON.class)(size));
        let patch = patch((0..n).map(|at| moved(&PYTHON, at, "into_class: Whole")));
        Work { files: vec![(PYTHON.path, file)], patch }
    }),
    kind("rename_symbol", |n, size| on_functions(&PYTHON, n, size, renamed)),
    kind("rename_symbol, Rust types with blocks", |n, size| {
        let item = |at| {
            format!(
                "pub struct Item{at} {{\n    value: i64,\n}}\n\nimpl Item{at} {{\n    pub fn get(&self) -> i64 {{\n        self.value\n    }}\n}}\n\n"
            )
        };
        let one =
            |at| format!("path: {}\nop: rename_symbol\nsymbol: Item{at}\nnew_name: Other{at}\n", RUST.path);
        Work { files: vec![(RUST.path, (0..size).map(item).collect())], patch: patch((0..n).map(one)) }
    }),
    refused("markers that are not there", |n, size| {
        on_functions(&PYTHON, n, size, |style, at| {
            format!(
                "path: {}\nop: replace_text\nmarker: nowhere{at} = call(here{at})\npayload: x\n",
                style.path
            )
        })
    }),
    refused("symbols that are not there", |n, size| {
        on_functions(&PYTHON, n, size, |style, at| {
            format!("path: {}\nop: delete_symbol\nsymbol: nowhere{at}\n", style.path)
        })
    }),
    refused("sections of absent files", |n, _| {
        let sections: String =
            (0..n).map(|at| format!("*** Update File: folder/absent{at}.py\n@@\n-a\n+b\n")).collect();
        let files = vec![(PYTHON.path, "a\n".to_owned())];
        Work { files, patch: format!("*** Begin Patch\n{sections}*** End Patch\n") }
    }),
];

/// A language's way to write small functions.
struct Style {
    path: &'static str,
    address: fn(usize) -> String,
    /// A function with this heading, from its name on.
    function: fn(heading: &str, number: usize, result: &str) -> String,
    /// A file of so many functions.
    class: fn(usize) -> String,
}

fn parameters(number: usize, list: &str) -> String {
    format!("function{number}({list})")
}

fn functions(style: &Style, count: usize, list: &str) -> String {
    (0..count).map(|at| (style.function)(&parameters(at, list), at, "total") + style.gap()).collect()
}

impl Style {
    fn gap(&self) -> &'static str {
        if self.path == PYTHON.path { "\n\n" } else { "\n" }
    }

    fn list(&self) -> &'static str {
        match self.path {
            "input.py" | "input.js" => "value, other",
            "input.rs" => "value: i64, other: i64",
            "input.ts" => "value: number, other: number",
            "input.go" => "value int, other int",
            _ => "int value, int other",
        }
    }
}

const PYTHON: Style = Style {
    path: "input.py",
    address: |at| format!("function{at}"),
    function: |heading, at, result| {
        format!(
            "def {heading}:\n    \"\"\"Does it.\"\"\"\n    total = value * {at}\n    return {result} + other\n"
        )
    },
    class: |count| functions(&PYTHON, count, PYTHON.list()),
};

fn braced(lead: &str, heading: &str, at: usize, result: &str) -> String {
    format!("{lead}{heading}\n{{\n    int total = value * {at};\n    return {result} + other;\n}}\n")
}

const CPP: Style = Style {
    path: "input.cpp",
    address: |at| format!("function{at}"),
    function: |heading, at, result| braced("/// Does it.\nint ", heading, at, result),
    class: |count| functions(&CPP, count, CPP.list()),
};

const CONDITIONAL: Style = Style {
    path: "input.hpp",
    address: |at| format!("function{at}"),
    function: |heading, at, result| braced("LIBRARY_API int ", heading, at, result),
    class: |count| {
        let mut text = String::from("#ifndef INPUT_HPP\n#define INPUT_HPP\n\nLIBRARY_BEGIN\n\n");
        for at in 0..count {
            let own = (CONDITIONAL.function)(&parameters(at, CONDITIONAL.list()), at, "total");
            match at % 10 {
                5 => write!(text, "#if LIBRARY_FAST\n{own}#endif\n\n").expect("a string"),
                6 => write!(
                    text,
                    "#if LIBRARY_WIDE\nint wide{at}(int);\n#else\nint wide{at}(long);\n#endif\n\n{own}\n"
                )
                .expect("a string"),
                7 => write!(
                    text,
                    "#if LIBRARY_WIDE\nint both{at}(int a) {{\n#else\nint both{at}(long a) {{\n#endif\n    return 1;\n}}\n\n{own}\n"
                )
                .expect("a string"),
                _ => writeln!(text, "{own}").expect("a string"),
            }
        }
        text + "LIBRARY_END\n\n#endif\n"
    },
};

const C: Style = Style { path: "input.c", class: |count| functions(&C, count, C.list()), ..CPP };

const RUST: Style = Style {
    path: "input.rs",
    address: |at| format!("function{at}"),
    function: |heading, at, result| {
        format!("pub fn {heading} -> i64 {{\n    let total = value * {at};\n    {result} + other\n}}\n")
    },
    class: |count| functions(&RUST, count, RUST.list()),
};

const GO: Style = Style {
    path: "input.go",
    address: |at| format!("function{at}"),
    function: |heading, at, result| {
        format!("func {heading} int {{\n\ttotal := value * {at}\n\treturn {result} + other\n}}\n")
    },
    class: |count| format!("package input\n\n{}", functions(&GO, count, GO.list())),
};

const JAVA: Style = Style {
    path: "Input.java",
    address: |at| format!("Input.function{at}"),
    function: |heading, at, result| braced("static int ", heading, at, result),
    class: |count| format!("class Input {{\n{}}}\n", indented(&functions(&JAVA, count, JAVA.list()))),
};

const JAVASCRIPT: Style = Style {
    path: "input.js",
    address: |at| format!("function{at}"),
    function: |heading, at, result| {
        format!("function {heading} {{\n    const total = value * {at}\n    return {result} + other\n}}\n")
    },
    class: |count| functions(&JAVASCRIPT, count, JAVASCRIPT.list()),
};

const TYPESCRIPT: Style = Style {
    path: "input.ts",
    function: |heading, at, result| {
        format!(
            "export function {heading}: number {{\n    const total = value * {at}\n    return {result} + other\n}}\n"
        )
    },
    class: |count| functions(&TYPESCRIPT, count, TYPESCRIPT.list()),
    ..JAVASCRIPT
};

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}

/// A patch of operations that are given as their fields, a line each.
fn patch(operations: impl Iterator<Item = String>) -> String {
    let mut patch = String::from("operations:\n");
    for operation in operations {
        for (at, field) in operation.lines().enumerate() {
            let lead = if at == 0 { "  - " } else { "    " };
            writeln!(patch, "{lead}{field}").expect("a string");
        }
    }
    patch
}

fn operation(style: &Style, op: &str, symbol: &str, payload: &str) -> String {
    format!("path: {}\nop: {op}\nsymbol: \"{symbol}\"\npayload: |\n{}", style.path, indented(payload))
}

fn work(style: &Style, size: usize, operations: impl Iterator<Item = String>) -> Work {
    Work { files: vec![(style.path, (style.class)(size))], patch: patch(operations) }
}

fn on_functions(style: &Style, n: usize, size: usize, one: fn(&Style, usize) -> String) -> Work {
    work(style, size, (0..n).map(|at| one(style, at)))
}

fn on(style: &Style, at: usize, op: &str, payload: &str) -> String {
    operation(style, op, &(style.address)(at), payload)
}

fn replaced(style: &Style, at: usize) -> String {
    on(style, at, "replace_symbol", &(style.function)(&parameters(at, style.list()), at, "total + 1"))
}

fn inserted(style: &Style, at: usize) -> String {
    let new = (style.function)(&format!("added{at}({})", style.list()), at, "total");
    on(style, at, "insert_after_symbol", &new)
}

fn deleted(style: &Style, at: usize) -> String {
    format!("path: {}\nop: delete_symbol\nsymbol: {}\n", style.path, (style.address)(at))
}

fn renamed(style: &Style, at: usize) -> String {
    format!("path: {}\nop: rename_symbol\nsymbol: {}\nnew_name: other{at}\n", style.path, (style.address)(at))
}

fn moved(style: &Style, at: usize, place: &str) -> String {
    format!("path: {}\nop: move_symbol\nsymbol: {}\n{place}\n", style.path, (style.address)(at))
}

fn body(style: &Style, at: usize) -> String {
    on(style, at, "replace_body", if style.path == PYTHON.path { "return value" } else { "return value;" })
}

fn signature(style: &Style, at: usize) -> String {
    let heading = parameters(at, style.list()).replace(')', ", third)");
    let heading = if style.path == PYTHON.path { format!("def {heading}") } else { format!("int {heading}") };
    on(
        style,
        at,
        "replace_signature",
        &heading.replace(", third", if style.path == PYTHON.path { ", third" } else { ", int third" }),
    )
}

fn docs(style: &Style, at: usize) -> String {
    on(style, at, "replace_docstring", &format!("Does number {at}."))
}

fn text_within(style: &Style, at: usize) -> String {
    let address = (style.address)(at);
    format!(
        "path: {}\nop: replace_text\nsymbol: {address}\nmarker: return total + other\npayload: return total\n",
        style.path
    )
}

fn text(style: &Style, at: usize) -> String {
    format!(
        "path: {}\nop: replace_text\nmarker: total = value * {at}\npayload: total = value - {at}\n",
        style.path
    )
}

fn substituted(style: &Style, at: usize) -> String {
    format!("path: {}\nop: substitute\nfind: value * {at}\nword: true\nreplace: value - {at}\n", style.path)
}

fn substituted_within(style: &Style, at: usize) -> String {
    let address = (style.address)(at);
    format!(
        "path: {}\nop: substitute\nsymbol: {address}\nfind: return total\nreplace: return 1 + total\n",
        style.path
    )
}

fn of_one_name(style: &Style, n: usize, size: usize) -> Work {
    let heading = format!("f({})", style.list());
    let file = (0..size).map(|at| (style.function)(&heading, at, "total") + style.gap()).collect();
    let one = |at| {
        operation(
            style,
            "replace_symbol",
            &format!("f#{}", at + 1),
            &(style.function)(&heading, at, "total + 1"),
        )
    };
    Work { files: vec![(style.path, file)], patch: patch((0..n).map(one)) }
}
