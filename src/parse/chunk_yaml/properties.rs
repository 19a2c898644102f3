//! What holds for every text: no panic, and a patch that is printed in any spelling reads as the same patch.

use proptest::prelude::*;

use super::parse;
use crate::ir::{
    Action, BlockStyle, Bounds, Change, Count, Decorators, Existing, FileSet, Folders, Fragment,
    ImportChange, Indent, Locator, Marker, MemberPlace, Mentions, OldName, Operation, PatchPath,
    PatternSyntax, Payload, Region, Substitution, SymbolPart, SymbolPlace, SymbolRenaming, SymbolTarget,
    Unproven,
};

/// Pieces that a hostile patch is made of.
const PIECES: &[&str] = &[
    "operations:",
    "- ",
    "path",
    "op",
    "marker",
    "payload",
    ": ",
    ":",
    "\n",
    "\n  ",
    "\n    ",
    "\r\n",
    "\t",
    "|-",
    "|",
    "> ",
    "|2",
    "#",
    "# x",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    "&a",
    "*a",
    "!t",
    "---",
    "...",
    "replace_text",
    "create_file",
    "a.py",
    "\\",
    "\\U0010FF80",
    "\\x",
    "é",
    "\u{E000}0",
    "\u{10FF80}",
    "\u{2028}",
    "~",
    "null",
    "?",
    "%",
    "options",
    "indent",
    "none",
    "symbol",
    "class",
    "\0",
    " ",
    "@",
];

const VALID: &str = "\
description: \"a patch\"
language: python
operations:
  - path: src/a.py
    op: replace_text
    before: |-
      def f():
    marker: |-
      return 1  # one
    payload: |
      return 2

    options: {indent: none}
  - {path: 'b', \"op\": create_file, payload: \"x\\ny\"}
  - path: c.rs
    op: replace_rs_method
    symbol: C::d
    expect: >-
      fn d() {}
    payload: fn d() {}
";

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _ = parse(&text, 1);
    }

    #[test]
    fn any_text_of_patch_pieces_is_read_or_refused(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60),
    ) {
        check_problems(&pieces.concat());
    }

    #[test]
    fn a_damaged_patch_is_read_or_refused(
        cuts in prop::collection::vec((0..VALID.len(), 0..8usize, prop::sample::select(PIECES)), 1..5),
    ) {
        let mut text = VALID.to_owned();
        for (at, length, piece) in cuts {
            let start = at.min(text.len());
            let end = (start + length).min(text.len());
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                text.replace_range(start..end, piece);
            }
        }
        check_problems(&text);
    }

    #[test]
    fn a_printed_patch_reads_as_the_same_patch(
        operations in prop::collection::vec((an_action(), a_path(), 0..u64::MAX), 0..6),
        spelling in 0..u64::MAX,
    ) {
        let mut print = Printer::new(spelling);
        let text = print.patch(&operations);
        let read = match parse(&text, 1) {
            Ok(patch) => patch,
            Err(problems) => return Err(TestCaseError::fail(format!("{problems:#?}\n{text}"))),
        };
        let expected: Vec<_> = operations.iter().map(|(action, path, _)| (path.clone(), action.clone())).collect();
        let found: Vec<_> = read.operations.into_iter().map(without_places).collect();
        prop_assert_eq!(found, expected, "{}", text);
    }
}

/// Every refusal says something, at a place that is in the text.
fn check_problems(text: &str) {
    let Err(problems) = parse(text, 1) else { return };
    assert!(!problems.is_empty(), "{text:?}");
    let lines = text.replace('\r', "\n").lines().count().max(1);
    for problem in problems {
        let place = problem.patch.expect("every problem has a place");
        assert!((1..=lines + 1).contains(&place.line) && place.column > 0, "{place:?} {problem:?}\n{text:?}");
    }
}

fn without_places(operation: Operation) -> (String, Action) {
    let mut action = operation.action;
    match &mut action {
        Action::Create { payload, .. } => (payload.place, payload.margin) = Default::default(),
        Action::Delete { .. } | Action::Update { .. } | Action::Exchange(_) => {}
        Action::Substitute(wanted) => {
            (wanted.find.place, wanted.find.margin) = Default::default();
            (wanted.replace.place, wanted.replace.margin) = Default::default();
        }
        Action::RenameSymbol(wanted) => {
            let expect = &mut wanted.symbol.expect;
            expect.iter_mut().for_each(|expect| (expect.place, expect.margin) = Default::default());
            wanted.symbol.place = Default::default();
        }
        Action::MoveSymbol { symbol, more, place, .. } => {
            more.iter_mut().for_each(|one| one.place = Default::default());
            symbol.place = Default::default();
            symbol.expect.iter_mut().for_each(|expect| (expect.place, expect.margin) = Default::default());
            match place {
                SymbolPlace::Before(target) | SymbolPlace::After(target) | SymbolPlace::Into(target, _) => {
                    target.place = Default::default();
                }
                SymbolPlace::End => {}
            }
        }
        Action::Edit { at, change, .. } => {
            match at {
                Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => {}
                Locator::Lines(marker) => {
                    for text in [&mut marker.before, &mut marker.lines, &mut marker.after] {
                        (text.place, text.margin) = Default::default();
                    }
                    marker.scope.iter_mut().for_each(|scope| scope.place = Default::default());
                }
                Locator::Block { heading, expect, .. } => {
                    for text in [&mut heading.before, &mut heading.lines, &mut heading.after] {
                        (text.place, text.margin) = Default::default();
                    }
                    heading.scope.iter_mut().for_each(|scope| scope.place = Default::default());
                    expect.iter_mut().for_each(|expect| (expect.place, expect.margin) = Default::default());
                }
                Locator::Symbol(target)
                | Locator::Members { of: target, .. }
                | Locator::Part { of: target, .. } => {
                    target.place = Default::default();
                    target
                        .expect
                        .iter_mut()
                        .for_each(|expect| (expect.place, expect.margin) = Default::default());
                }
            }
            match change {
                Change::Replace(payload) | Change::InsertBefore(payload) | Change::InsertAfter(payload) => {
                    (payload.place, payload.margin) = Default::default();
                }
                Change::Delete => {}
            }
        }
    }
    (operation.path.to_string(), action)
}

fn a_path() -> impl Strategy<Value = String> {
    "[a-z]{1,6}(/[a-z#: ]{0,4}[a-z]){0,2}\\.(py|cpp|rs)"
}

fn a_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ \\t]{0,6}[!-~é\u{2028}\u{10FFFF}]{0,3}[ -~]{0,20}",
        Just(String::new()),
        Just("# a comment: x".to_owned()),
        Just("- \"quoted\": {".to_owned()),
        Just("\tindented".to_owned()),
        Just("---".to_owned()),
    ]
}

/// Lines of source code, the last of which is not blank (or there is none).
fn lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(a_line(), 0..6).prop_map(|mut lines| {
        while lines.last().is_some_and(|line| line.trim_matches([' ', '\t']).is_empty()) {
            lines.pop();
        }
        lines
    })
}

fn a_text() -> impl Strategy<Value = Fragment> {
    lines().prop_map(|lines| Fragment { lines, ..Fragment::default() })
}

fn a_payload() -> impl Strategy<Value = Payload> {
    lines().prop_map(|lines| Payload { lines, ..Payload::default() })
}

fn a_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z][a-z]{0,5}(::[a-z]{1,3}){0,2}",
        Just("operator()".to_owned()),
        Just("A<b, 2>::c#2".to_owned())
    ]
}

fn a_scope() -> impl Strategy<Value = Option<SymbolTarget>> {
    let empty = SymbolTarget {
        language: None,
        kind: None,
        class: None,
        method: None,
        symbol: None,
        place: Default::default(),
        expect: None,
        decorators: Decorators::default(),
    };
    (a_name(), a_name(), 0..4u8).prop_map(move |(name, method, way)| {
        let empty = empty.clone();
        match way {
            0 => None,
            1 => Some(SymbolTarget { symbol: Some(name), ..empty }),
            2 => Some(SymbolTarget { class: Some(name), method: Some(method), ..empty }),
            _ => Some(SymbolTarget { class: Some(name), ..empty }),
        }
    })
}

fn a_symbol() -> impl Strategy<Value = Action> {
    let kinds = prop::sample::select(&[
        ("python", "method"),
        ("c++", "class"),
        ("rust", "impl"),
        ("rust", "function"),
    ]);
    let expect = prop::option::of(a_text());
    (kinds, a_name(), a_payload(), expect, prop::bool::ANY, prop::bool::ANY).prop_map(
        |((language, kind), name, payload, expect, as_is, replaces)| {
            let target = SymbolTarget {
                language: Some(language.to_owned()),
                kind: Some(kind.to_owned()),
                class: None,
                method: None,
                symbol: Some(name),
                place: Default::default(),
                expect,
                decorators: if replaces { Decorators::Replace } else { Decorators::KeepIfAbsent },
            };
            let indent = if as_is { Indent::AsIs } else { Indent::FromPlace };
            Action::Edit { at: Locator::Symbol(target), change: Change::Replace(payload), indent }
        },
    )
}

fn a_symbol_of_any_kind() -> impl Strategy<Value = Action> {
    (a_name(), a_payload(), prop::option::of(a_text()), 0..5u8, prop::bool::ANY).prop_map(
        |(name, payload, expect, way, as_is)| {
            let target = SymbolTarget {
                language: None,
                kind: None,
                class: None,
                method: None,
                symbol: Some(name),
                place: Default::default(),
                expect,
                decorators: Decorators::KeepIfAbsent,
            };
            let (change, as_is) = match way {
                0 => (Change::Replace(payload), as_is),
                1 => (Change::InsertBefore(payload), as_is),
                2 => (Change::InsertAfter(payload), as_is),
                3 => return renamed(target),
                _ => (Change::Delete, false),
            };
            let indent = if as_is { Indent::AsIs } else { Indent::FromPlace };
            Action::Edit { at: Locator::Symbol(target), change, indent }
        },
    )
}

fn renamed(symbol: SymbolTarget) -> Action {
    let is_vouched = symbol.expect.is_some();
    Action::RenameSymbol(SymbolRenaming {
        new_name: "other".to_owned(),
        files: FileSet::Named,
        unproven: if is_vouched { Unproven::Rename } else { Unproven::Refuse },
        count: is_vouched.then_some(3),
        mentions: if is_vouched { Mentions::Rename } else { Mentions::Leave },
        old_name: if is_vouched { OldName::Stays } else { OldName::Goes },
        symbol,
    })
}

fn a_member() -> impl Strategy<Value = Action> {
    (a_name(), a_name(), a_payload(), 0..4u8, prop::bool::ANY).prop_map(
        |(name, member, payload, way, as_is)| {
            let of = SymbolTarget {
                language: None,
                kind: None,
                class: Some(name),
                method: None,
                symbol: None,
                place: Default::default(),
                expect: None,
                decorators: Decorators::KeepIfAbsent,
            };
            let at = match way {
                0 => MemberPlace::Start,
                1 => MemberPlace::End,
                2 => MemberPlace::Before(member),
                _ => MemberPlace::After(member),
            };
            let indent = if as_is { Indent::AsIs } else { Indent::FromPlace };
            Action::Edit { at: Locator::Members { of, at }, change: Change::InsertAfter(payload), indent }
        },
    )
}

fn a_move() -> impl Strategy<Value = Action> {
    let several = prop::collection::vec(a_name(), 0..3);
    let told = (any::<bool>(), any::<bool>());
    (a_name(), several, a_name(), prop::option::of(a_path()), prop::option::of(a_text()), 0..5u8, told)
        .prop_map(|(name, several, other, to, expect, way, (stays, leaves))| {
            let to = to.map(|path| PatchPath::parse(&path).expect("it is one"));
            let named = |symbol| SymbolTarget { symbol: Some(symbol), ..SymbolTarget::default() };
            let class = |class| SymbolTarget { class: Some(class), ..SymbolTarget::default() };
            let place = match way {
                0 => SymbolPlace::Before(named(other)),
                1 => SymbolPlace::Into(class(other), MemberPlace::Start),
                2 => SymbolPlace::Into(class(other), MemberPlace::End),
                3 if to.is_some() => SymbolPlace::End,
                _ => SymbolPlace::After(named(other)),
            };
            let expect = expect.filter(|_| several.is_empty());
            Action::MoveSymbol {
                symbol: SymbolTarget { expect, ..named(name) },
                more: several.into_iter().map(named).collect(),
                to,
                place,
                old_place: if stays { OldName::Stays } else { OldName::Goes },
                unproven: if leaves { Unproven::Leave } else { Unproven::Refuse },
            }
        })
}

fn a_part() -> impl Strategy<Value = Action> {
    let replaced = |part| (part, Change::Replace as fn(Payload) -> Change);
    let changes = prop::sample::select(vec![
        replaced(SymbolPart::Body),
        replaced(SymbolPart::Signature),
        replaced(SymbolPart::Doc),
        (SymbolPart::Body, Change::InsertBefore),
        (SymbolPart::Body, Change::InsertAfter),
        (SymbolPart::Doc, Change::InsertAfter),
    ]);
    (a_symbol_of_any_kind(), changes, a_payload()).prop_map(
        |(action, (part, change), payload)| match action {
            Action::Edit { at: Locator::Symbol(target), .. } => Action::Edit {
                at: Locator::Part { of: SymbolTarget { expect: None, ..target }, part },
                change: change(payload),
                indent: Indent::FromPlace,
            },
            other => other,
        },
    )
}

fn a_block() -> impl Strategy<Value = Action> {
    let styles = prop::sample::select(&[BlockStyle::Indented, BlockStyle::Braces, BlockStyle::Tags]);
    (a_text(), a_payload(), styles, prop::option::of(a_text())).prop_map(|(lines, payload, style, expect)| {
        let heading = Marker { lines, ..Marker::default() };
        Action::Edit {
            at: Locator::Block { heading, style, expect },
            change: Change::Replace(payload),
            indent: Indent::FromPlace,
        }
    })
}

fn a_substitution() -> impl Strategy<Value = Action> {
    (a_text(), a_text(), 0..8u8).prop_filter_map("it looks for something", |(find, replace, bits)| {
        let wanted = Substitution {
            find,
            replace,
            files: FileSet::Named,
            count: if bits & 1 == 0 { Count::Exactly(1) } else { Count::All },
            syntax: PatternSyntax::Literal,
            bounds: if bits & 2 == 0 { Bounds::Any } else { Bounds::Words },
            region: if bits & 4 == 0 { Region::Anywhere } else { Region::Code },
            scope: None,
        };
        let is_empty = wanted.find.lines.iter().all(String::is_empty);
        (!is_empty).then_some(Action::Substitute(wanted))
    })
}

fn an_action() -> impl Strategy<Value = Action> {
    let marker = (a_text(), a_text(), a_text(), a_scope()).prop_map(|(before, lines, after, scope)| Marker {
        before,
        lines,
        after,
        scope,
    });
    let edit = (marker, a_payload(), 0..4u8, prop::bool::ANY).prop_map(|(marker, payload, way, as_is)| {
        let change = match way {
            0 => Change::Replace(payload),
            1 => Change::InsertBefore(payload),
            2 => Change::InsertAfter(payload),
            _ => Change::Delete,
        };
        let indent = if as_is { Indent::AsIs } else { Indent::FromPlace };
        Action::Edit { at: Locator::Lines(marker), change, indent }
    });
    let edge = (a_payload(), 0..4u8).prop_map(|(payload, way)| {
        let (at, change) = match way {
            0 => (Locator::FileStart, Change::InsertBefore(payload)),
            1 => (Locator::FileEnd, Change::InsertAfter(payload)),
            2 => (Locator::Imports(ImportChange::Add), Change::InsertAfter(payload)),
            _ => (Locator::Imports(ImportChange::Remove), Change::InsertAfter(payload)),
        };
        Action::Edit { at, change, indent: Indent::AsIs }
    });
    prop_oneof![
        4 => edit,
        1 => edge,
        2 => a_symbol(),
        2 => a_symbol_of_any_kind(),
        1 => a_member(),
        1 => a_part(),
        1 => a_move(),
        1 => a_block(),
        1 => a_substitution(),
        1 => a_payload().prop_map(|payload| Action::Create { payload, existing: Existing::Overwrite, mode: None }),
        1 => Just(Action::Delete { folders: Folders::Refuse, hunks: Vec::new() }),
    ]
}

/// Prints patches, each time in another spelling.
struct Printer {
    seed: u64,
}

impl Printer {
    fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// A number below `end`.
    fn pick(&mut self, end: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % end
    }

    fn patch(&mut self, operations: &[(Action, String, u64)]) -> String {
        let mut out = String::new();
        if self.pick(3) == 0 {
            out.push_str("---\n");
        }
        if self.pick(2) == 0 {
            out.push_str("description: a # b: c\n");
        }
        if operations.is_empty() {
            return out + "operations: []\n";
        }
        out.push_str("operations:\n");
        let indent = " ".repeat(self.pick(4));
        for (action, path, seed) in operations {
            self.seed ^= seed;
            self.operation(action, path, &indent, &mut out);
        }
        if self.pick(4) == 0 { out.replace('\n', "\r\n") } else { out }
    }

    fn operation(&mut self, action: &Action, path: &str, indent: &str, out: &mut String) {
        let gap = " ".repeat(1 + self.pick(3));
        let column = indent.len() + 1 + gap.len();
        let mut fields: Vec<(&str, Written)> = vec![("path", Written::Line(path.to_owned()))];
        fields.extend(fields_of(action).into_iter().map(|(name, value)| {
            let written = match value {
                Written::Line(line) if name == "op" && self.pick(2) == 0 => {
                    Written::Line(line.replace('_', "-"))
                }
                other => other,
            };
            (name, written)
        }));
        if self.pick(3) == 0 {
            fields.push(("comment", Written::Line("fix #1: x".to_owned())));
        }
        let turn = self.pick(fields.len());
        fields.rotate_left(turn);
        for (number, (name, value)) in fields.iter().enumerate() {
            if number == 0 {
                out.push_str(&format!("{indent}-{gap}"));
            } else {
                out.push_str(&" ".repeat(column));
            }
            let key = match self.pick(6) {
                0 => format!("\"{name}\""),
                1 => format!("{name} "),
                _ => (*name).to_owned(),
            };
            out.push_str(&key);
            out.push(':');
            self.value(value, column, out);
            if self.pick(5) == 0 && !out.ends_with("+\n") {
                out.push('\n');
            }
        }
    }

    fn value(&mut self, value: &Written, column: usize, out: &mut String) {
        match value {
            Written::Line(line) if self.pick(2) == 0 => out.push_str(&format!(" {line}\n")),
            Written::Line(line) => {
                out.push_str(&format!(" {}\n", double_quoted(std::slice::from_ref(line), false)))
            }
            Written::Raw(text) => out.push_str(&format!(" {text}\n")),
            Written::List(items) => {
                let quoted: Vec<String> =
                    items.iter().map(|item| double_quoted(std::slice::from_ref(item), false)).collect();
                out.push_str(&format!(" [{}]\n", quoted.join(", ")));
            }
            Written::Lines(lines) => {
                let needs_number =
                    !lines.iter().any(|line| !line.starts_with([' ', '\t']) && !line.is_empty());
                match self.pick(4) {
                    0 => out.push_str(&format!(" {}\n", double_quoted(lines, self.pick(2) == 0))),
                    _ => self.block(lines, column, needs_number, out),
                }
            }
        }
    }

    fn block(&mut self, lines: &[String], column: usize, needs_number: bool, out: &mut String) {
        let step = 1 + self.pick(5);
        let number = if needs_number || self.pick(4) == 0 { step.to_string() } else { String::new() };
        let chomp = if self.pick(2) == 0 { "-" } else { "" };
        let header = if self.pick(2) == 0 { format!("{number}{chomp}") } else { format!("{chomp}{number}") };
        out.push_str(&format!(" |{header}\n"));
        for line in lines {
            if !line.is_empty() {
                out.push_str(&" ".repeat(column + step));
            }
            out.push_str(line);
            out.push('\n');
        }
        let blank = self.pick(3);
        out.push_str(&"\n".repeat(blank));
    }
}

/// A value to be printed.
enum Written {
    Line(String),
    Lines(Vec<String>),
    List(Vec<String>),
    Raw(&'static str),
}

/// Lines in double quotes, with a line break at the end or without.
fn double_quoted(lines: &[String], ends: bool) -> String {
    let mut text = lines.join("\n");
    // A text that ends in an empty line needs its last line break.
    if (ends || lines.last().is_some_and(String::is_empty)) && !lines.is_empty() {
        text.push('\n');
    }
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{}\"", text.replace('\u{2028}', "\\L"))
}

fn fields_of(action: &Action) -> Vec<(&'static str, Written)> {
    let op = |name: &str| ("op", Written::Line(name.to_owned()));
    let payload = |payload: &Payload| ("payload", Written::Lines(payload.lines.clone()));
    match action {
        Action::Create { payload: lines, .. } => vec![op("create_file"), payload(lines)],
        Action::Delete { .. } => vec![op("delete_file")],
        Action::Edit { at: Locator::FileStart, change, .. } => {
            vec![op("prepend_text"), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::FileEnd, change, .. } => {
            vec![op("append_text"), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::Lines(marker), change, indent } => {
            let mut fields = vec![op(match change {
                Change::Replace(_) => "replace_text",
                Change::InsertBefore(_) => "insert_text_before",
                Change::InsertAfter(_) => "insert_after_text",
                Change::Delete => "delete_text",
            })];
            fields.extend(change.payload().map(payload));
            fields.push(("marker", Written::Lines(marker.lines.lines.clone())));
            for (name, text) in [("before", &marker.before), ("after", &marker.after)] {
                if !text.lines.is_empty() {
                    fields.push((name, Written::Lines(text.lines.clone())));
                }
            }
            fields.extend(marker.scope.iter().flat_map(address));
            fields.extend((*indent == Indent::AsIs).then_some(("options", Written::Raw("{indent: as-is}"))));
            fields
        }
        Action::Edit { at: Locator::Symbol(target), change, indent } if target.kind.is_none() => {
            let mut fields = vec![op(match change {
                Change::Replace(_) => "replace_symbol",
                Change::InsertBefore(_) => "insert_before_symbol",
                Change::InsertAfter(_) => "insert-after-symbol",
                Change::Delete => "delete_symbol",
            })];
            fields.extend(change.payload().map(payload));
            fields.extend(address(target));
            fields
                .extend(target.expect.iter().map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            fields.extend((*indent == Indent::AsIs).then_some(("options", Written::Raw("{indent: as-is}"))));
            fields
        }
        Action::Edit { at: Locator::Symbol(target), change, indent } => {
            let tag = match target.language.as_deref() {
                Some("python") => "py",
                Some("rust") => "rs",
                _ => "cpp",
            };
            let kind = target.kind.as_deref().unwrap_or_default();
            let mut fields =
                vec![op(&format!("replace_{tag}_{kind}")), payload(change.payload().expect("it replaces"))];
            fields.extend(address(target));
            fields
                .extend(target.expect.iter().map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            let options = match (indent, target.decorators) {
                (Indent::FromPlace, Decorators::KeepIfAbsent) => "",
                (Indent::FromPlace, Decorators::Replace) => "{ decorators: replace }",
                (Indent::AsIs, Decorators::KeepIfAbsent) => "{indent: \"none\"}",
                (Indent::AsIs, Decorators::Replace) => "{'decorators': replace, indent: none}",
            };
            fields.push(("options", Written::Raw(options)));
            fields
        }
        Action::Edit { at: Locator::Members { of, at }, change, indent } => {
            let mut fields = vec![op("insert_into_class"), payload(change.payload().expect("it inserts"))];
            fields.extend(address(of));
            fields.extend(match at {
                MemberPlace::Start => Some(("position", Written::Raw("start"))),
                MemberPlace::End => None,
                MemberPlace::Before(member) => Some(("before_member", Written::Line(member.clone()))),
                MemberPlace::After(member) => Some(("after_member", Written::Line(member.clone()))),
            });
            fields.extend((*indent == Indent::AsIs).then_some(("options", Written::Raw("{indent: as-is}"))));
            fields
        }
        Action::Edit { at: Locator::Block { heading, style, expect }, change, .. } => {
            let mut fields = vec![
                op(match style {
                    BlockStyle::Indented => "replace_py_block",
                    BlockStyle::Braces => "replace-c-style-block",
                    BlockStyle::Tags => "replace_xml_block",
                }),
                payload(change.payload().expect("it replaces")),
                ("marker", Written::Lines(heading.lines.lines.clone())),
            ];
            fields.extend(expect.iter().map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            fields
        }
        Action::Edit { at: Locator::Imports(imports), change, .. } => {
            let name = if *imports == ImportChange::Add { "add_import" } else { "remove-import" };
            vec![op(name), payload(change.payload().expect("it inserts"))]
        }
        Action::Edit { at: Locator::Part { of, part }, change, .. } => {
            let mut fields = vec![
                op(match (part, change) {
                    (SymbolPart::Body, Change::Replace(_)) => "replace_body",
                    (SymbolPart::Body, _) => "insert_into_body",
                    (SymbolPart::Signature, _) => "replace_signature",
                    (SymbolPart::Doc, Change::Replace(_)) => "replace-docstring",
                    (SymbolPart::Doc, _) => "append_docstring",
                }),
                payload(change.payload().expect("it brings lines")),
            ];
            let is_first = matches!(change, Change::InsertBefore(_));
            fields.extend(is_first.then_some(("position", Written::Raw("start"))));
            fields.extend(address(of));
            fields
        }
        Action::Substitute(wanted) => {
            let mut fields = vec![op("substitute"), ("find", Written::Lines(wanted.find.lines.clone()))];
            fields.push(("replace", Written::Lines(wanted.replace.lines.clone())));
            fields.extend((wanted.count == Count::All).then_some(("count", Written::Raw("all"))));
            fields.extend((wanted.bounds == Bounds::Words).then_some(("word", Written::Raw("true"))));
            fields.extend((wanted.region == Region::Code).then_some(("in", Written::Raw("code"))));
            fields
        }
        Action::RenameSymbol(wanted) => {
            let mut fields = vec![op("rename_symbol"), ("new_name", Written::Line(wanted.new_name.clone()))];
            fields.extend(address(&wanted.symbol));
            let expect = wanted.symbol.expect.iter();
            fields.extend(expect.map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            fields.extend(
                (wanted.unproven == Unproven::Rename).then_some(("unproven", Written::Raw("rename"))),
            );
            fields.extend(
                (wanted.mentions == Mentions::Rename).then_some(("mentions", Written::Raw("rename"))),
            );
            fields
                .extend((wanted.old_name == OldName::Stays).then_some(("keep_alias", Written::Raw("true"))));
            fields.extend(wanted.count.map(|_| ("count", Written::Raw("3"))));
            fields
        }
        Action::MoveSymbol { symbol, more, to, place, old_place, unproven } => {
            let mut fields = vec![op("move_symbol")];
            match &more[..] {
                [] => fields.extend(address(symbol)),
                more => {
                    let all = std::iter::once(symbol).chain(more).filter_map(|one| one.symbol.clone());
                    fields.push(("symbols", Written::List(all.collect())));
                }
            }
            fields.extend((*old_place == OldName::Stays).then_some(("reexport", Written::Raw("true"))));
            fields.extend((*unproven == Unproven::Leave).then_some(("unproven", Written::Raw("leave"))));
            fields.extend(to.iter().map(|path| ("to", Written::Line(path.to_string()))));
            let written = |text: &Option<String>| Written::Line(text.clone().expect("it has a name"));
            fields.extend(match place {
                SymbolPlace::Before(target) => Some(("before_symbol", written(&target.symbol))),
                SymbolPlace::After(target) => Some(("after_symbol", written(&target.symbol))),
                SymbolPlace::Into(target, _) => Some(("into_class", written(&target.class))),
                SymbolPlace::End => None,
            });
            if let SymbolPlace::Into(_, MemberPlace::Start) = place {
                fields.push(("position", Written::Raw("start")));
            }
            fields
                .extend(symbol.expect.iter().map(|expect| ("expect", Written::Lines(expect.lines.clone()))));
            fields
        }
        Action::Update { .. } | Action::Exchange(_) => unreachable!("CHUNK YAML makes no such action"),
    }
}

fn address(target: &SymbolTarget) -> Vec<(&'static str, Written)> {
    let fields = [("class", &target.class), ("method", &target.method), ("symbol", &target.symbol)];
    fields
        .into_iter()
        .filter_map(|(name, text)| text.clone().map(|text| (name, Written::Line(text))))
        .collect()
}
