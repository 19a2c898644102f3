//! Cost grows as the input does: four times the work may take four times the time, and not sixteen.
//!
//! Each workload is run on a tree in memory at two sizes, and the CPU times of the thread are compared. A quadratic
//! step shows as a factor of sixteen; up to eight is let pass, since caches and allocators are not linear either.

use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

use chunk::engine::{self, Options};
use chunk::vfs::MemoryTree;

/// A file and a patch, and whether the patch applies.
struct Work {
    file: String,
    patch: String,
    is_applied: bool,
}

/// The greatest factor by which four times the input may cost more.
const MOST: f64 = 8.0;

/// What the system's clock of a thread may not see, in seconds.
const TICK: f64 = 0.001;

/// Runs that are measured before a factor is believed: another program may have got in the way of one.
const ATTEMPTS: usize = 4;

/// The files of the tree, each with the text of the workload.
const FILES: [&str; 8] = ["a.py", "a.cpp", "a.c", "a.js", "a.ts", "a.go", "a.java", "a.rs"];

#[track_caller]
fn check(size: usize, work: impl Fn(usize) -> Work) {
    let (small, large) = (work(size), work(4 * size));
    let mut factors = Vec::new();
    for _ in 0..ATTEMPTS {
        let factor = seconds(&large) / seconds(&small).max(TICK);
        if factor <= MOST {
            return;
        }
        factors.push(factor);
    }
    panic!("four times the input cost {factors:.1?} times as much");
}

/// The CPU time of one run.
fn seconds(work: &Work) -> f64 {
    let file = work.file.as_str();
    let mut tree = FILES.iter().fold(MemoryTree::new(), |tree, name| tree.with_file(name, file));
    let (start, begun) = (Instant::now(), cpu());
    let report = engine::apply(work.patch.as_bytes(), &Options::default(), &mut tree);
    let spent = cpu().zip(begun).map_or(start.elapsed().as_secs_f64(), |(now, begun)| now - begun);
    let told: Vec<&str> = report.errors.iter().take(3).map(|error| error.message.as_str()).collect();
    assert_eq!(report.is_ok(), work.is_applied, "{told:?}");
    spent
}

/// The CPU time of this thread so far, where the system tells it.
fn cpu() -> Option<f64> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(stat.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn repeated(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |text, n| text + &line(n) + "\n")
}

/// A CHUNK patch; an operation is its fields, a line each.
fn chunk(count: usize, operation: impl Fn(usize) -> String) -> String {
    let mut patch = String::from("operations:\n");
    for n in 0..count {
        for (at, field) in operation(n).lines().enumerate() {
            let lead = if at == 0 { "  - " } else { "    " };
            writeln!(patch, "{lead}{field}").expect("a string");
        }
    }
    patch
}

fn replace(marker: &str, payload: &str) -> String {
    format!("path: a.py\nop: replace_text\nmarker: {marker}\npayload: {payload}")
}

/// An envelope with one section; a hunk is its lines.
fn envelope(count: usize, hunk: impl Fn(usize) -> String) -> String {
    let hunks = (0..count).fold(String::new(), |text, n| text + &hunk(n));
    format!("*** Begin Patch\n*** Update File: a.py\n{hunks}*** End Patch\n")
}

#[test]
fn markers_that_match_without_comments() {
    check(200, |n| Work {
        file: repeated(n, |n| format!("a{n} = {n}  # what a{n} is")),
        patch: chunk(n, |n| replace(&format!("a{n} = {n}"), &format!("b{n} = {n}"))),
        is_applied: true,
    });
}

#[test]
fn markers_with_context_of_frequent_lines() {
    check(100, |n| {
        let block = |n: usize| format!("    end\n\n    x = {n}\n    start\n    step");
        Work {
            file: repeated(n, block),
            patch: chunk(n, |n| {
                format!(
                    "path: a.py\nop: insert_text_after\nbefore: end\nmarker: x = {n}\nafter: |\n  start\n  step\npayload: done"
                )
            }),
            is_applied: true,
        }
    });
}

#[test]
fn hunks_that_end_the_file_and_match_nowhere() {
    check(200, |n| Work {
        file: repeated(n, |n| format!("a{n}")),
        patch: envelope(n, |n| format!("@@\n-b{n}\n+c{n}\n*** End of File\n")),
        is_applied: false,
    });
}

#[test]
fn one_marker_of_equal_lines_without_their_comments() {
    check(250, |n| Work {
        file: repeated(n, |_| "same(line)  # why".to_owned()),
        patch: chunk(1, |_| {
            format!("path: a.py\nop: replace_text\nmarker: |\n{}payload: done", "  same(line)\n".repeat(n))
        }),
        is_applied: true,
    });
}

#[test]
fn symbols_of_conditional_text_with_macros() {
    let function = |n: usize, result: &str| format!("API int f{n}(int a) {{ return {result}; }}");
    check(40, |n| Work {
        file: repeated(n, |n| match n % 4 {
            0 => format!("#if FAST\n{}\n#endif\n", function(n, "a")),
            _ => function(n, "a") + "\n",
        }),
        patch: chunk(n, |n| {
            format!("path: a.cpp\nop: replace_symbol\nsymbol: f{n}\npayload: \"{}\"", function(n, "a + 1"))
        }),
        is_applied: true,
    });
}

#[test]
fn symbols_beside_headings_in_branches() {
    check(40, |n| Work {
        file: repeated(n, |n| {
            let parted = format!(
                "#if WIDE\nint g{n}(int a) {{\n#else\nint g{n}(long a) {{\n#endif\n    return a;\n}}\n"
            );
            format!("{parted}\nAPI int f{n}(int a) {{ return a; }}\n")
        }),
        patch: chunk(n, |n| {
            format!(
                "path: a.cpp\nop: replace_symbol\nsymbol: f{n}\npayload: \"API int f{n}(int a) {{ return 1; }}\""
            )
        }),
        is_applied: true,
    });
}

#[test]
fn overloads_by_their_parameters() {
    check(60, |n| Work {
        file: repeated(n, |n| format!("int f(T{n} a) {{ return a; }}\n")),
        patch: chunk(n, |n| {
            format!(
                "path: a.cpp\nop: replace_symbol\nsymbol: f(T{n})\npayload: \"int f(T{n} a) {{ return 1; }}\""
            )
        }),
        is_applied: true,
    });
}

#[test]
fn renamings_in_a_row() {
    check(150, |n| Work {
        file: repeated(n, |n| format!("def f{n}(a):\n    return a\n\n")),
        patch: chunk(n, |n| format!("path: a.py\nop: rename_symbol\nsymbol: f{n}\nnew_name: g{n}")),
        is_applied: true,
    });
}

#[test]
fn members_of_one_indented_class() {
    check(40, |n| Work {
        file: format!("class A:\n{}", repeated(n, |n| format!("    def f{n}(self):\n        return {n}\n"))),
        patch: chunk(n, |n| {
            format!(
                "path: a.py\nop: insert_into_class\nclass: A\npayload: |\n  def g{n}(self):\n      return {n}"
            )
        }),
        is_applied: true,
    });
}

#[test]
fn definitions_that_only_a_number_tells_apart() {
    check(40, |n| Work {
        file: repeated(n, |n| format!("def f(a):\n    return {n}\n")),
        patch: chunk(n, |n| {
            format!("path: a.py\nop: replace_body\nsymbol: \"f#{}\"\npayload: return a", n + 1)
        }),
        is_applied: true,
    });
}

#[test]
fn a_file_that_moves_between_edits() {
    check(150, |n| Work {
        file: repeated(n, |n| format!("a{n}")),
        patch: {
            let sections = (0..n).fold(String::new(), |text, n| {
                let (from, to) = if n % 2 == 0 { ("a.py", "b.py") } else { ("b.py", "a.py") };
                text + &format!("*** Update File: {from}\n*** Move to: {to}\n@@\n-a{n}\n+b{n}\n")
            });
            format!("*** Begin Patch\n{sections}*** End Patch\n")
        },
        is_applied: true,
    });
}

#[test]
fn equal_hunks() {
    check(300, |n| Work {
        file: repeated(n, |_| "a\nb".to_owned()),
        patch: envelope(n, |_| "@@\n-a\n+c\n b\n".to_owned()),
        is_applied: true,
    });
}

#[test]
fn equal_hunks_that_match_nowhere() {
    check(300, |n| Work {
        file: repeated(n, |_| "a\nb".to_owned()),
        patch: envelope(n, |_| "@@\n-c\n+a\n b\n".to_owned()),
        is_applied: false,
    });
}

#[test]
fn equal_hunks_with_a_place_too_many() {
    check(300, |n| Work {
        file: repeated(n + 1, |_| "a\nb".to_owned()),
        patch: envelope(n, |_| "@@\n-a\n+c\n b\n".to_owned()),
        is_applied: false,
    });
}

#[test]
fn different_hunks() {
    check(250, |n| Work {
        file: repeated(n, |n| format!("a{n}\nb\n}}")),
        patch: envelope(n, |n| format!("@@\n-a{n}\n+c{n}\n b\n }}\n")),
        is_applied: true,
    });
}

#[test]
fn different_hunks_that_match_without_comments() {
    check(150, |n| Work {
        file: repeated(n, |n| format!("a = {n}  # {n}\nb")),
        patch: envelope(n, |n| format!("@@\n-a = {n}\n+c = {n}\n b\n")),
        is_applied: true,
    });
}

#[test]
fn one_long_line() {
    check(50_000, |n| Work {
        file: format!("{}end\n", "word ".repeat(n)),
        patch: chunk(1, |_| replace(&format!("{}end", "word ".repeat(n)), "short")),
        is_applied: true,
    });
}

#[test]
fn one_long_line_that_differs() {
    check(15_000, |n| Work {
        file: format!("{}end\n", "word ".repeat(n)),
        patch: chunk(1, |_| replace(&format!("{}and", "word ".repeat(n)), "short")),
        is_applied: false,
    });
}

#[test]
fn lines_appended_one_by_one() {
    check(300, |n| Work {
        file: repeated(n, |n| format!("a{n}")),
        patch: chunk(n, |n| format!("path: a.py\nop: append_text\npayload: b{n}")),
        is_applied: true,
    });
}

#[test]
fn operations_of_all_sorts() {
    check(250, |n| Work {
        file: repeated(n, |n| format!("a{n} = {n}")),
        patch: chunk(n, |n| {
            let place = format!("path: a.py\nmarker: a{n} = {n}");
            match n % 5 {
                0 => format!("{place}\nop: replace_text\npayload: b{n}"),
                1 => format!("{place}\nop: insert_text_before\npayload: b{n}"),
                2 => format!("{place}\nop: insert_text_after\npayload: b{n}"),
                3 => format!("{place}\nop: delete_text"),
                _ => format!("path: a.py\nop: append_text\npayload: b{n}"),
            }
        }),
        is_applied: true,
    });
}

#[test]
fn a_line_that_goes_and_comes() {
    check(250, |n| Work {
        file: repeated(n, |n| format!("a{n}")),
        patch: chunk(n, |n| if n % 2 == 0 { replace("a0", "b0") } else { replace("b0", "a0") }),
        is_applied: true,
    });
}

#[test]
fn near_misses_among_equal_lines() {
    check(2_000, |n| Work {
        file: repeated(n, |_| "    return value".to_owned()),
        patch: chunk(1, |_| {
            "path: a.py\nop: delete_text\nmarker: |\n  return valve\n  return value\n  return".to_owned()
        }),
        is_applied: false,
    });
}

#[test]
fn definitions_that_move() {
    check(50, |n| Work {
        file: repeated(n, |n| format!("def f{n}():\n    return {n}\n\n")),
        patch: chunk(4, |at| {
            format!("path: a.py\nop: move_symbol\nsymbol: f{at}\nafter_symbol: f{}", n - 1 - at)
        }),
        is_applied: true,
    });
}

#[test]
fn definitions_that_pass_what_they_use() {
    check(50, |n| Work {
        file: "int s(int a) { return a; }\n".to_owned()
            + &repeated(n, |n| format!("int f{n}(int a);"))
            + &repeated(n, |n| format!("int f{n}(int a)\n{{\n    return s(a);\n}}\n"))
            + &repeated(n, |n| format!("int g{n}(int a)\n{{\n    return f{n}(s(a));\n}}\n")),
        patch: chunk(n, |at| match at % 2 {
            0 => format!("path: a.c\nop: move_symbol\nsymbol: f{at}\nafter_symbol: g{}", n - 1),
            _ => format!("path: a.c\nop: move_symbol\nsymbol: g{at}\nbefore_symbol: f0"),
        }),
        is_applied: true,
    });
}

#[test]
fn imports_that_come_between_other_changes() {
    check(50, |n| Work {
        file: "import os\n\n".to_owned() + &repeated(n, |n| format!("def f{n}():\n    return os\n\n")),
        patch: chunk(n, |at| {
            let body = format!("path: a.py\nop: replace_body\nsymbol: f{at}\npayload: return m{at}");
            if at % 2 == 0 { format!("path: a.py\nop: add_import\npayload: import m{at}") } else { body }
        }),
        is_applied: true,
    });
}

#[test]
fn imports_that_go() {
    check(50, |n| Work {
        file: repeated(n + 1, |n| format!("import m{n}\n")) + "\n\ndef f():\n    pass\n",
        patch: chunk(n, |at| format!("path: a.py\nop: remove_import\npayload: import m{at}")),
        is_applied: true,
    });
}

#[test]
fn names_of_one_import_that_go() {
    check(100, |n| Work {
        file: format!("from m import (\n{}    other,\n)\n", repeated(n, |n| format!("    n{n},"))),
        patch: chunk(n, |at| format!("path: a.py\nop: remove_import\npayload: from m import n{at}")),
        is_applied: true,
    });
}

#[test]
fn definitions_that_move_to_another_file() {
    check(25, |n| Work {
        file: "import os\n\n".to_owned() + &repeated(n + 1, |n| format!("def f{n}():\n    return os\n\n")),
        patch: chunk(n, |at| format!("path: a.py\nop: move_symbol\nsymbol: f{at}\nto: other.py")),
        is_applied: true,
    });
}

#[test]
fn definitions_that_move_to_another_file_without_imports() {
    check(40, |n| Work {
        file: repeated(n + 1, |n| format!("int f{n}(int a) {{ return a; }}\n")),
        patch: chunk(n, |at| format!("path: a.cpp\nop: move_symbol\nsymbol: f{at}\nto: other.cpp")),
        is_applied: true,
    });
}

#[test]
fn types_that_move_to_another_file_without_imports() {
    check(40, |n| Work {
        file: repeated(n + 1, |n| {
            format!("struct f{n} {{\n    int half;\n    int get() {{ return this->half; }}\n}};\n")
        }),
        patch: chunk(n, |at| format!("path: a.cpp\nop: move_symbol\nsymbol: f{at}\nto: other.cpp")),
        is_applied: true,
    });
}

#[test]
fn definitions_that_go_beside_others_that_stay() {
    check(60, |n| Work {
        file: repeated(2 * n, |n| format!("def f{n}():\n    return {n}\n\n")),
        patch: chunk(n, |at| format!("path: a.py\nop: delete_symbol\nsymbol: f{}", 2 * at)),
        is_applied: true,
    });
}

#[test]
fn renamings_of_types_with_blocks_of_functions() {
    check(40, |n| Work {
        file: repeated(n, |n| {
            format!(
                "pub struct C{n} {{\n    v: u8,\n}}\n\nimpl C{n} {{\n    pub fn f(&self) -> u8 {{\n        self.v\n    }}\n}}\n"
            )
        }),
        patch: chunk(n, |n| format!("path: a.rs\nop: rename_symbol\nsymbol: C{n}\nnew_name: D{n}")),
        is_applied: true,
    });
}

#[test]
fn names_that_are_used_often() {
    check(100, |n| Work {
        file: repeated(n, |n| format!("class C{n}:\n    def m(self, f):\n        return self.m(f) + f\n\n"))
            + "def f():\n    return 1\n"
            + &repeated(n, |_| "def g(x):\n    return lambda y: f() + x + y\n".to_owned()),
        patch: chunk(1, |_| "path: a.py\nop: rename_symbol\nsymbol: f\nnew_name: h".to_owned()),
        is_applied: true,
    });
}

#[test]
fn names_that_are_used_often_in_classes() {
    check(400, |n| Work {
        file: "int f(int x = 1) { return x; }\n#define F 1 // f\n#include <f>\n".to_owned()
            + &repeated(n, |n| {
                format!(
                    "struct C{n} {{\n    int m();\n    int f;\n}};\nint C{n}::m() {{ return f + ::f(2); }}\n"
                )
            })
            + &repeated(n, |n| {
                format!("int g{n}(int y) {{ auto z = [y] {{ return f(y); }}; return f() + z(); }}\n")
            })
            + &repeated(n, |n| format!("int h{n}(int y) {{ return 1 +; }}\n")),
        patch: chunk(1, |_| {
            "path: a.cpp\nop: rename_symbol\nsymbol: f\nnew_name: h\npaths: [a.cpp]".to_owned()
        }),
        is_applied: true,
    });
}

/// A text of each language in which `f` is used in many places, among many other names.
const USERS: [(&str, &str, &str, &str); 6] = [
    ("a.c", "int f(int x) { return x; }\n", "int g#(int a) { int b = f(a); return b; }\nenum { e# };\n", ""),
    ("a.js", "function f(x) { return x; }\n", "class C# { m(a) { const { b } = f(a); return f(b); } }\n", ""),
    (
        "a.ts",
        "function f(x: any) { return x; }\n",
        "type T# = { a: number };\nconst g# = (a: T#) => f(a);\n",
        "",
    ),
    (
        "a.go",
        "package a\n\nfunc f(x int) int { return x }\n",
        "func g#(a int) int { b := f(a); return b }\n",
        "",
    ),
    (
        "a.java",
        "class A {\n    int f(int x) { return x; }\n",
        "    int g#(int a) { int b = f(a); return this.f(b); }\n",
        "}\n",
    ),
    ("a.rs", "fn f(x: i32) -> i32 { x }\n", "fn g#(a: i32) -> i32 { let b = f(a); b }\n", ""),
];

#[test]
fn names_that_are_used_often_in_every_language() {
    for (path, head, line, end) in USERS {
        let symbol = if path == "a.java" { "A.f" } else { "f" };
        check(400, |n| Work {
            file: format!("{head}{}{end}", repeated(n, |n| line.replace('#', &n.to_string()))),
            patch: chunk(1, |_| format!("path: {path}\nop: rename_symbol\nsymbol: {symbol}\nnew_name: h")),
            is_applied: true,
        });
    }
}

#[test]
fn names_in_deep_scopes() {
    check(50, |n| Work {
        file: format!("def f():\n    return 1\nx = {}f()\n", "lambda f=f: ".repeat(n)),
        patch: chunk(1, |_| "path: a.py\nop: rename_symbol\nsymbol: f\nnew_name: h".to_owned()),
        is_applied: true,
    });
}

#[test]
fn a_payload_that_is_nested() {
    check(1_500, |n| Work {
        file: "int g()\n{\n    return 1;\n}\n".to_owned(),
        patch: chunk(1, |_| {
            let payload = "MACRO(".repeat(n) + &")".repeat(n);
            format!("path: a.cpp\nop: replace_symbol\nsymbol: g\npayload: {payload}")
        }),
        is_applied: false,
    });
}
