//! Random files and random operations on them.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;

/// The languages of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    Cpp,
    Rust,
}

pub(crate) fn languages() -> impl Strategy<Value = Language> {
    select(vec![Language::Python, Language::Cpp, Language::Rust])
}

impl Language {
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Python => "f.py",
            Self::Cpp => "f.cpp",
            Self::Rust => "f.rs",
        }
    }

    fn tag(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::Cpp => "cpp",
            Self::Rust => "rs",
        }
    }

    /// A function of this name whose body holds `word`.
    pub(crate) fn definition(self, name: &str, word: &str) -> String {
        match self {
            Self::Python => format!("def {name}(x):\n    # {word}\n    return \"{word}\"\n"),
            Self::Cpp => format!("int {name}(int x) {{\n  // {word}\n  return f(\"{word}\");\n}}\n"),
            Self::Rust => format!("fn {name}(x: u8) -> u8 {{\n    // {word}\n    f(\"{word}\")\n}}\n"),
        }
    }

    /// An import that no line of a file is.
    pub(crate) fn import(self) -> &'static str {
        match self {
            Self::Python => "import fresh",
            Self::Cpp => "#include <fresh>",
            Self::Rust => "use fresh::one;",
        }
    }

    /// A class or its like with members, or none.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Python => "class Klass:\n    \"\"\"Doc.\"\"\"\n\n    def one(self):\n        return 1\n",
            Self::Cpp => "class Klass {\npublic:\n    int one();\n};\n",
            Self::Rust => "impl Klass {\n    fn one() {}\n}\n",
        }
    }

    /// A member on one line that no class has.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::Python => "fresh = 1",
            Self::Cpp => "int fresh();",
            Self::Rust => "fn fresh() {}",
        }
    }

    /// The operation that replaces a block.
    pub(crate) fn block_op(self) -> &'static str {
        match self {
            Self::Python => "replace_py_block",
            Self::Cpp | Self::Rust => "replace_c_style_block",
        }
    }

    /// Lines that may stand between definitions.
    fn lines(self) -> Vec<&'static str> {
        match self {
            Self::Python => vec![
                "",
                "a = 1",
                "a = 1  # one",
                "# note",
                "# another note",
                "b = '# no comment'",
                "import os",
                "t = '''",
                "x = 2",
                "c = [",
                "    1,  # first",
                "]",
                "s = \"–\"",
            ],
            Self::Cpp => vec![
                "",
                "int a = 1;",
                "int a = 1; // one",
                "// note",
                "/* block",
                "*/",
                "#include \"debug.h\"",
                "auto b = \"// no comment\";",
                "struct S;",
                "\tint deep;",
                "const char* r = R\"(// raw)\";",
            ],
            Self::Rust => vec![
                "",
                "const A: u8 = 1;",
                "const A: u8 = 1; // one",
                "// note",
                "/* a /* nested */ block */",
                "static B: &str = \"// no comment\";",
                "use std::fmt;",
                "    // deep note",
                "static R: &str = r#\"// raw\"#;",
                "const C: char = '\"';",
            ],
        }
    }

    /// The names of definitions that a text holds just once.
    pub(crate) fn definitions(self, text: &str) -> Vec<String> {
        let breaks = ["t = '''", "/* block", "*/\n", "c = [", "    1,", "]"];
        let ends_nothing = text.lines().any(|line| line == "*/");
        let is_clean = !ends_nothing
            && !breaks.iter().any(|piece| text.replace("nested */ block */", "").contains(piece));
        let is_once = |name: &String| {
            text.matches(&format!(" {name}(")).count() == 1
                && text.contains(self.definition(name, "old").trim_end())
        };
        NAMES.iter().map(|name| (*name).to_owned()).filter(|name| is_clean && is_once(name)).collect()
    }
}

const NAMES: [&str; 5] = ["run", "stop", "value", "reset", "total"];

/// A file: definitions and loose lines in any order.
pub(crate) fn file(language: Language) -> impl Strategy<Value = String> {
    let loose = select(language.lines()).prop_map(|line| format!("{line}\n"));
    let definition = select(NAMES.to_vec()).prop_map(move |name| language.definition(name, "old"));
    let pieces = prop::collection::vec(prop_oneof![3 => loose, 2 => definition], 1..14);
    (pieces, 0..8_u8).prop_map(move |(pieces, spelling)| {
        let text = pieces.concat();
        match spelling {
            0 => text.replace('\n', "\r\n"),
            1 => text.trim_end_matches('\n').to_owned(),
            _ => text,
        }
    })
}

/// An operation of a CHUNK patch.
#[derive(Debug, Clone)]
pub(crate) enum Op {
    Text { op: &'static str, marker: String, payload: String },
    Symbol { name: String, payload: String },
    Edge { op: &'static str, payload: String },
}

/// Operations that name lines and definitions of `text`.
pub(crate) fn operations(language: Language, text: &str) -> impl Strategy<Value = Vec<Op>> + use<> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let payload = prop::collection::vec(select(language.lines()), 1..3).prop_map(|lines| lines.join("\n"));
    let count = lines.len().max(1);
    let range = (0..count, 1..4_usize).prop_map(move |(start, length)| {
        lines[start.min(lines.len())..(start + length).min(lines.len())].join("\n")
    });
    let names = ["replace_text", "insert_text_after", "insert_text_before", "delete_text"];
    let on_text = (select(names.to_vec()), range, payload.clone())
        .prop_map(|(op, marker, payload)| Op::Text { op, marker, payload });
    let on_symbol = select(NAMES.to_vec()).prop_flat_map(move |name| {
        let word = select(vec!["new", "newer", "old"]);
        word.prop_map(move |word| Op::Symbol {
            name: name.to_owned(),
            payload: language.definition(name, word),
        })
    });
    let on_edge = (select(vec!["append_text", "prepend_text"]), payload)
        .prop_map(|(op, payload)| Op::Edge { op, payload });
    prop::collection::vec(prop_oneof![4 => on_text, 4 => on_symbol, 1 => on_edge], 1..7)
}

/// A text with some of its lines replaced, as one change with a unique place.
pub(crate) fn replacement(language: Language, text: &str) -> impl Strategy<Value = String> + use<> {
    let text = text.to_owned();
    let payload = prop::collection::vec(select(language.lines()), 1..4);
    (any::<prop::sample::Index>(), 0..3_usize, payload).prop_map(move |(at, removed, payload)| {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let ends = text.ends_with('\n') || text.is_empty();
        let mut lines: Vec<&str> = text.lines().collect();
        let start = at.index(lines.len() + 1);
        let end = (start + removed).min(lines.len());
        lines.splice(start..end, payload);
        if !ends && lines.last().is_none_or(|line| line.is_empty()) {
            // Without a line end an empty last line cannot be seen.
            lines.push("end");
        }
        lines.join(newline) + if ends { newline } else { "" }
    })
}

/// The text of a whole patch.
pub(crate) fn patch_of(ops: &[Op], path: &str) -> String {
    format!("operations:\n{}", items_of(ops, path))
}

/// The items of a patch that do `ops` to the file at `path`.
pub(crate) fn items_of(ops: &[Op], path: &str) -> String {
    ops.iter().fold(String::new(), |mut patch, op| {
        let (name, fields) = match op {
            Op::Text { op: "delete_text", marker, .. } => ("delete_text", vec![("marker", marker)]),
            Op::Text { op, marker, payload } => (*op, vec![("marker", marker), ("payload", payload)]),
            Op::Edge { op, payload } => (*op, vec![("payload", payload)]),
            Op::Symbol { name, payload } => ("function", vec![("symbol", name), ("payload", payload)]),
        };
        let language = [Language::Python, Language::Cpp, Language::Rust];
        let tag = language.into_iter().find(|own| path.ends_with(own.path())).map_or("py", Language::tag);
        let name = if name == "function" { format!("replace_{tag}_function") } else { name.to_owned() };
        let _ = writeln!(patch, "  - path: {path}\n    op: {name}");
        for (field, text) in fields {
            if field == "symbol" {
                let _ = writeln!(patch, "    symbol: {text}");
                continue;
            }
            // The indicator pins the base, whatever the first line begins with.
            let _ = writeln!(patch, "    {field}: |2");
            text.lines().for_each(|line| writeln!(patch, "      {line}").unwrap_or_default());
        }
        patch
    })
}
