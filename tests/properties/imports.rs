//! Imports that come and go, one after the other and between other changes.

use chunk::engine::apply;
use proptest::prelude::*;
use proptest::sample::select;

use super::{repeating, text_at, tree};

/// Statements of a language, some of which belong together, and what stands below them.
#[derive(Debug, Clone)]
struct ImportStyle {
    path: &'static str,
    statements: &'static [&'static str],
    code: &'static str,
}

const IMPORT_STYLES: &[ImportStyle] = &[
    ImportStyle {
        path: "a.py",
        statements: &[
            "import os",
            "import abc",
            "import Zope",
            "import sys, re",
            "from a import b",
            "from a import c",
            "from a import (\n    d,\n    e,\n)",
            "from b import *",
            "from __future__ import annotations",
            "from . import near",
            "import a.b as c",
            "import queue\nfrom b import d",
        ],
        code: "def f():\n    return 1\n",
    },
    ImportStyle {
        path: "a.rs",
        statements: &[
            "use std::io;",
            "use std::fmt::Write as _;",
            "use std::io::{self, Read};",
            "use crate::near;",
            "use super::other::Thing;",
            "use serde::de;",
            "pub use serde::ser;",
            "use serde::*;",
            "use serde::de::Error;",
            "#[cfg(test)]\nuse crate::tests;",
        ],
        code: "fn f() -> i32 {\n    1\n}\n",
    },
    ImportStyle {
        path: "a.c",
        statements: &[
            "#include <stdio.h>",
            "#include <stdlib.h>",
            "#include <assert.h>",
            "#include \"near.h\"",
            "#include \"a.h\"",
            "#include \"Other.h\"",
        ],
        code: "int f(void) {\n    return 1;\n}\n",
    },
    ImportStyle {
        path: "a.java",
        statements: &[
            "import java.util.List;",
            "import java.util.Map;",
            "import static java.lang.Math.max;",
            "import org.other.Thing;",
            "import java.io.*;",
        ],
        code: "class A {\n    int f() {\n        return 1;\n    }\n}\n",
    },
    ImportStyle {
        path: "a.go",
        statements: &[
            "import \"fmt\"",
            "import \"os\"",
            "import z \"example.org/z\"",
            "import (\n\t\"io\"\n\t\"net\"\n)",
        ],
        code: "func f() int {\n\treturn 1\n}\n",
    },
    ImportStyle {
        path: "a.ts",
        statements: &[
            "import { a } from \"./a\";",
            "import { b } from './a';",
            "import c from \"c\"",
            "import type { D } from \"./d\";",
        ],
        code: "function f() {\n    return 1;\n}\n",
    },
];

/// What is done with a statement.
#[derive(Debug, Clone, Copy)]
enum Way {
    Add,
    Remove,
    /// A comment comes below all code.
    Below,
    /// A comment comes above all imports.
    Above,
}

/// A file, and statements that come in or go out.
fn work() -> impl Strategy<Value = (&'static str, String, Vec<(&'static str, Way)>)> {
    select(IMPORT_STYLES).prop_flat_map(|style| {
        let one = select(style.statements);
        let gap = select(&["", "", "", "\n", "# about\n"][..]);
        let way = prop_oneof![
            6 => Just(Way::Add),
            3 => Just(Way::Remove),
            1 => Just(Way::Below),
            1 => Just(Way::Above),
        ];
        let there = prop::collection::vec((one.clone(), gap), 0..8);
        (there, prop::collection::vec((one, way), 1..9), any::<bool>()).prop_map(
            move |(there, row, is_sorted)| {
                let mut there = there;
                if is_sorted {
                    there.sort_unstable();
                }
                let comment = |gap: &str| gap.replace('#', sign(style.path));
                let lines: String =
                    there.iter().map(|(own, gap)| format!("{}{own}\n", comment(gap))).collect();
                let package = if style.path == "a.go" { "package a\n\n" } else { "" };
                (style.path, format!("{package}{lines}\n\n{}", style.code), row)
            },
        )
    })
}

fn sign(path: &str) -> &'static str {
    if path == "a.py" { "#" } else { "//" }
}

fn operation(path: &str, (statement, way): (&str, Way)) -> String {
    let payload: String = statement.lines().map(|line| format!("      {line}\n")).collect();
    let (op, payload) = match way {
        Way::Add => ("add_import", payload),
        Way::Remove => ("remove_import", payload),
        Way::Below => ("append_text", format!("      {} {}\n", sign(path), statement.len())),
        Way::Above => ("prepend_text", format!("      {} {}\n", sign(path), statement.len())),
    };
    format!("  - path: {path}\n    op: {op}\n    payload: |\n{payload}")
}

/// How a language writes a long list: what is above, each name, what is below, and the statement that brings one in.
type LongList = (&'static str, &'static str, &'static str, &'static str, &'static str);

const LONG_LISTS: &[LongList] = &[
    ("a.py", "from m import (\n", "    NAME,\n", ")\n", "from m import NAME"),
    (
        "a.py",
        "import os\n\nfrom m import (  # all\n",
        "    NAME,  # why\n",
        ")\nfrom z import y\n",
        "from m import NAME",
    ),
    ("a.py", "from m import (\n", "    NAME,", "\n)\n", "from m import NAME"),
    ("a.rs", "use m::{\n", "    NAME,\n", "};\nuse z::y;\n", "use m::NAME;"),
    ("a.rs", "pub use m::k::{\n", "    NAME,\n", "};\n", "pub use m::k::NAME;"),
    (
        "a.ts",
        "import {\n",
        "    NAME,\n",
        "} from './m'\nimport z from './z'\n",
        "import { NAME } from \"./m\"",
    ),
    ("a.js", "import z, {\n", "  NAME,\n", "} from 'm';\n", "import { NAME } from 'm';"),
    ("a.go", "package a\n\nimport (\n", "\t\"p/NAME\"\n", ")\n", "import \"p/NAME\""),
    (
        "a.go",
        "package a\n\nimport (\n\t\"fmt\"\n\n",
        "\t// why\n\t\"p/NAME\"\n",
        "\n\t\"q.r/s\"\n)\n",
        "import \"p/NAME\"",
    ),
];

/// A name of a list, by its number: some in small letters, some not, some with another name behind them.
fn listed(path: &str, number: usize) -> String {
    match number % 7 {
        3 => format!("Name{number}"),
        5 if path != "a.go" => format!("name{number} as other{number}"),
        6 => format!("NAME_{number}"),
        _ => format!("name{number}"),
    }
}

/// A file with a long list of up to so many names, and names that come in or go out.
fn long_work(most: usize) -> impl Strategy<Value = (&'static str, String, Vec<String>)> {
    let numbers = prop::collection::vec(0..most, most / 4..most + most / 3);
    let row = prop::collection::vec((prop::collection::vec(0..most + 5, 1..3), 0..12_usize), 1..12);
    (select(LONG_LISTS), numbers, row, 0..3_usize).prop_map(|(list, numbers, row, order)| {
        let (path, above, one, below, statement) = list;
        let mut names: Vec<String> = numbers.into_iter().map(|number| listed(path, number)).collect();
        match order {
            0 => names.sort(),
            1 => names.sort_by_key(|name| name.to_lowercase()),
            _ => {}
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        let names: String = names.iter().map(|name| one.replace("NAME", name)).collect();
        let operation = |(numbers, way): (Vec<usize>, usize)| {
            let lines = numbers.into_iter().map(|number| statement.replace("NAME", &listed(path, number)));
            let payload: String = lines.map(|line| format!("      {line}\n")).collect();
            match way {
                0 | 3..7 => format!("  - path: {path}\n    op: remove_import\n    payload: |\n{payload}"),
                1 => operation(path, (statement, Way::Below)),
                2 => operation(path, (statement, Way::Above)),
                _ => format!("  - path: {path}\n    op: add_import\n    payload: |\n{payload}"),
            }
        };
        (path, format!("{above}{names}{below}"), row.into_iter().map(operation).collect())
    })
}

fn check(path: &str, text: &str, row: impl IntoIterator<Item = String>) -> Result<(), TestCaseError> {
    let files = [(path.to_owned(), text.to_owned())];
    let (mut one_by_one, mut told, mut patch) = (tree(&files), Vec::new(), String::new());
    for own in row {
        let report = apply(format!("operations:\n{own}").as_bytes(), &repeating(), &mut one_by_one);
        if report.is_ok() {
            patch += &own;
            told.extend(report.warnings.into_iter().map(|warning| warning.message));
        }
    }
    let mut together = tree(&files);
    let report = apply(format!("operations:\n{patch}").as_bytes(), &repeating(), &mut together);
    prop_assume!(!patch.is_empty());
    prop_assert!(report.is_ok(), "{:?}\n{}", report.errors, text);
    prop_assert_eq!(text_at(&together, path), text_at(&one_by_one, path), "{}\n{}", text, patch);
    let own: Vec<String> = report.warnings.into_iter().map(|warning| warning.message).collect();
    prop_assert_eq!(own, told);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_of_long_lists_in_one_patch_give_what_they_give_one_by_one((path, text, row) in long_work(90)) {
        check(path, &text, row)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Of such lists only the names near the removed ones are read.
    #[test]
    fn names_of_very_long_lists_in_one_patch_give_what_they_give_one_by_one((path, text, row) in long_work(400)) {
        check(path, &text, row)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 240, max_global_rejects: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn imports_in_one_patch_give_what_they_give_one_by_one((path, text, row) in work()) {
        check(path, &text, row.iter().map(|own| operation(path, *own)))?;
    }
}
