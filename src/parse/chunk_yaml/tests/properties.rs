//! Properties of all texts: parsing does not panic, and a patch printed in any spelling is parsed as the same patch.

use proptest::prelude::*;

use super::parse;
use super::printed::Printer;
use crate::ir::{
    Action, BlockStyle, Bounds, Change, Count, Decorators, Existing, FileSet, Folders, Fragment,
    ImportChange, Indent, Locator, Marker, MemberPlace, Mentions, OldName, Operation, PatchPath,
    PatternSyntax, Payload, Region, Substitution, SymbolPart, SymbolPlace, SymbolRenaming, SymbolTarget,
    Unproven,
};

/// The pieces of which hostile patches consist.
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

/// Checks that every refusal has a message, and a place in the text.
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

/// Returns lines of source code; if there are any, the last one is not blank.
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
        old_name: if is_vouched { OldName::KeptAsAlias } else { OldName::Removed },
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
                old_place: if stays { OldName::KeptAsAlias } else { OldName::Removed },
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
        Action::Edit { at, change, indent: Indent::FromPlace }
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
