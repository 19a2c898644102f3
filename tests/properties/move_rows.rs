//! Moves within a file, in one patch, do what they do one by one, where the order of the definitions decides what code
//! finds while its file is loaded.

use chunk::engine::apply;
use proptest::prelude::*;
use proptest::sample::select;

use super::{repeating, text_at, tree};

/// How a language writes a definition that may need another one while its file is loaded.
struct Style {
    path: &'static str,
    /// What is around the definitions.
    around: [&'static str; 2],
    /// What precedes the name in an address.
    owner: &'static str,
    /// The definitions, with `NAME` for their name and `OTHER` for that of another one.
    definitions: &'static [&'static str],
}

const STYLES: &[Style] = &[
    Style {
        path: "f.py",
        around: ["\"\"\"Doc.\"\"\"\n\n\n", ""],
        owner: "",
        definitions: &[
            "def NAME(a=None):\n    return 1\n\n\n",
            "def NAME(a=None):\n    return OTHER(a)\n\n\n",
            "def NAME(a=OTHER):\n    return a\n\n\n",
            "@OTHER\ndef NAME(a=None):\n    return a\n\n\n",
            "class NAME:\n    limit = 1\n    more = limit\n\n    def __init__(self, a=None):\n        self.a = OTHER\n\n\n",
            "class NAME(OTHER):\n    def run(self):\n        return 1\n\n\n",
            "NAME = OTHER(1)\n\n\n",
            "NAME = lambda a: OTHER(a)\n\n\n",
        ],
    },
    #[cfg(feature = "lang-typescript")]
    Style {
        path: "f.ts",
        around: ["type Early = number\n\n", ""],
        owner: "",
        definitions: &[
            "function NAME(a: number) {\n    return 1;\n}\n\n",
            "export function NAME(a: number) {\n    return OTHER(a);\n}\n\n",
            "const NAME = OTHER(1);\n\n",
            "const NAME = () => OTHER(1);\n\n",
            "class NAME {\n    static a = OTHER;\n    one = 1;\n    two = this.one;\n}\n\n",
            "class NAME extends OTHER {\n    run() {\n        return 1;\n    }\n}\n\n",
        ],
    },
    #[cfg(feature = "lang-java")]
    Style {
        path: "F.java",
        around: ["class F {\n", "}\n"],
        owner: "F.",
        definitions: &[
            "    static int NAME(int a) {\n        return 1;\n    }\n\n",
            "    static int NAME = 1;\n\n",
            "    static int NAME = OTHER;\n\n",
            "    int NAME = this.OTHER;\n\n",
            "    static class NAME {\n        int one = 1;\n        int two = one;\n    }\n\n",
        ],
    },
    Style {
        path: "f.cpp",
        around: ["#include <b>\n\n", ""],
        owner: "",
        definitions: &[
            "int NAME(int a)\n{\n    return 1;\n}\n\n",
            "int NAME(int a)\n{\n    return OTHER(a);\n}\n\n",
            "struct NAME {\n    int a;\n};\n\n",
            "struct NAME {\n    OTHER *a;\n};\n\n",
        ],
    },
    Style {
        path: "f.rs",
        around: ["use b::x;\n\n", ""],
        owner: "",
        definitions: &[
            "fn NAME(a: u8) -> u8 {\n    1\n}\n\n",
            "fn NAME(a: u8) -> u8 {\n    OTHER(a)\n}\n\n",
            "macro_rules! NAME {\n    () => { 1 };\n}\n\n",
            "fn NAME() -> u8 {\n    OTHER!()\n}\n\n",
            "struct NAME {\n    a: u8,\n}\n\n",
        ],
    },
];

const NAMES: [&str; 7] = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"];

/// A move: what moves, what stands at the new place, and the kind of place.
type Move = (usize, usize, u8);

fn operation(style: &Style, (what, beside, kind): Move) -> String {
    let Style { path, owner, .. } = style;
    let beside = NAMES[beside];
    let place = match kind {
        0..=3 => format!("before_symbol: {owner}{beside}"),
        4..=7 => format!("after_symbol: {owner}{beside}"),
        8 => format!("into_class: {owner}{beside}"),
        _ => format!("to: {path}"),
    };
    format!("  - path: {path}\n    op: move_symbol\n    symbol: {owner}{}\n    {place}\n", NAMES[what])
}

fn patch(operations: &[String]) -> String {
    format!("operations:\n{}", operations.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_within_a_file_at_once_do_what_they_do_one_by_one(
        style in select((0..STYLES.len()).collect::<Vec<_>>()),
        definitions in prop::collection::vec((any::<u8>(), 0..NAMES.len()), NAMES.len()),
        moves in prop::collection::vec((0..NAMES.len(), 0..NAMES.len(), 0..10_u8), 2..12),
    ) {
        let style = &STYLES[style];
        let define = |(name, (form, other)): (&&str, &(u8, usize))| {
            let form = style.definitions[usize::from(*form) % style.definitions.len()];
            form.replace("NAME", name).replace("OTHER", NAMES[*other])
        };
        let text: String = NAMES.iter().zip(&definitions).map(define).collect();
        let files = [(style.path.to_owned(), format!("{}{text}{}", style.around[0], style.around[1]))];
        let mut one_by_one = tree(&files);
        let mut taken = Vec::new();
        for one in moves {
            let own = operation(style, one);
            if apply(patch(std::slice::from_ref(&own)).as_bytes(), &repeating(), &mut one_by_one).is_ok() {
                taken.push(own);
            }
        }
        prop_assume!(!taken.is_empty());
        let mut at_once = tree(&files);
        let report = apply(patch(&taken).as_bytes(), &repeating(), &mut at_once);
        // An address means what it did when the patch began.
        let is_meant = report.errors.iter().all(|error| error.code == chunk::diag::Code::SymbolNotFound);
        prop_assert!(report.is_ok() || is_meant, "{:?}\n{}", report.errors, patch(&taken));
        if report.is_ok() {
            prop_assert_eq!(text_at(&at_once, style.path), text_at(&one_by_one, style.path), "{}", patch(&taken));
        }
    }
}
