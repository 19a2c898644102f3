//! Tests of accepted patches and their meaning.

use super::*;
use crate::ir::{Existing, Folders};

const TWO: &str = "\
operations:
  - path: a
    op: delete_file
  - path: b
    op: delete_file
";

/// Checks another spelling of [`TWO`].
#[track_caller]
fn check_two(patch: &str) {
    let found = operations(patch);
    let paths: Vec<_> = found.iter().map(|operation| operation.path.as_str()).collect();
    assert_eq!(paths, ["a", "b"], "{patch}");
    assert!(found.iter().all(|operation| operation.origin.name == "delete_file"));
}

#[test]
fn the_structure_may_be_spelled_in_many_ways() {
    check_two(TWO);
    check_two(&TWO.replace('\n', "\r\n"));
    check_two(&TWO.replace('\n', "\r"));
    check_two(&TWO.replace('\n', "\n\n"));
    check_two(&TWO.replace('\n', "\n   \t\n"));
    check_two(TWO.trim_end());
    check_two(&format!("\n---\n{TWO}...\n\n"));
    check_two("operations:\n- path: a\n  op: delete_file\n- path: b\n  op: delete_file\n");
    check_two("operations:\n-   path: a\n    op: delete_file\n-\n  path: b\n  op: delete_file\n");
    check_two(
        "  operations:\n     -  op:   delete_file\n        path:\n          a\n     -  \"path\" : b\n        'op': delete-file\n",
    );
    check_two("operations: [{path: a, op: delete_file}, {op: delete_file, path: b}]");
    check_two(
        "operations:\n  [\n{path: a,\n op: delete_file},\n\n {\"path\":\"b\",'op':'delete_file', } , ]\n",
    );
    check_two("operations:\n  - {path: a, op: delete_file}\n  - path: b\n    op: delete_file\n");
    check_two(
        "{\"description\": \"x\", \"operations\": [{\"path\": \"a\", \"op\": \"delete_file\"},\n{\"path\": \"b\", \"op\": \"delete_file\"}]}\n",
    );
}

#[test]
fn no_operations_are_a_valid_patch() {
    assert!(operations("operations: []\n").is_empty());
    assert!(operations("description: nothing to do\noperations: [ ]").is_empty());
}

#[test]
fn notes_may_say_anything() {
    let patch = "\
description: fix #42: \"all\" of it
  and more: of it

  - still the description
language:
operations:
  - comment: >
      folded
      # note
    path: src/a.py # x
    op: delete_file
";
    assert_eq!(operation(patch).path.as_str(), "src/a.py # x");
    let patch =
        "description:\noperations:\n- path: a\n  comment:\n    first: line\n    second\n  op: delete_file\n";
    assert_eq!(operation(patch).path.as_str(), "a");
}

#[test]
fn a_field_without_a_value_is_not_given() {
    let patch = "\
operations:
  - path: a
    op: delete_text
    marker: x
    before:
    after: null
    payload: ~
    symbol:
    options:
";
    let marker = marker(patch);
    assert_eq!((marker.before.lines, marker.after.lines, marker.scope), (vec![], vec![], None));
}

#[test]
fn files_are_created_and_deleted() {
    let create = operation("operations:\n- path: ./x//y\n  op: create_file\n  payload:\n");
    assert_eq!(create.path.as_str(), "x/y");
    let Action::Create { payload, existing, mode } = create.action else { panic!("no creation") };
    assert_eq!((payload.lines, existing, mode), (vec![], Existing::Overwrite, None));
    let delete = operation("operations:\n- path: x\n  op: delete-file\n");
    assert_eq!(delete.action, Action::Delete { folders: Folders::Refuse, hunks: vec![] });
}

/// Checks the result of an operation with a marker `m` and a payload `p`.
#[track_caller]
fn check_change(name: &str, canonical: &str, expected: impl Fn(crate::ir::Payload) -> Change) {
    let patch = format!("operations:\n- path: a\n  op: {name}\n  marker: m\n  payload: p\n");
    let operation = operation(&patch);
    assert_eq!(operation.origin.name, canonical);
    let Action::Edit { at, change, indent } = operation.action else { panic!("no edit") };
    let Locator::Lines(marker) = at else { panic!("no marker") };
    assert_eq!((marker.lines.lines, indent), (vec!["m".to_owned()], Indent::FromPlace));
    assert_eq!(change, expected(payload(&patch)));
}

#[test]
fn text_operations_and_their_other_names() {
    check_change("replace_text", "replace_text", Change::Replace);
    check_change("replace-text", "replace_text", Change::Replace);
    check_change("insert_text_after", "insert_text_after", Change::InsertAfter);
    check_change("insert_after_text", "insert_text_after", Change::InsertAfter);
    check_change("insert-after-text", "insert_text_after", Change::InsertAfter);
    check_change("insert_text_before", "insert_text_before", Change::InsertBefore);
    check_change("insert_before_text", "insert_text_before", Change::InsertBefore);
    check_change("insert-text-before", "insert_text_before", Change::InsertBefore);
}

#[test]
fn an_empty_payload_replaces_by_nothing() {
    let patch = "operations:\n- path: a\n  op: replace_text\n  marker: m\n  payload: \"\"\n";
    assert_eq!(payload(patch).lines, Vec::<String>::new());
}

#[test]
fn text_goes_to_the_edges_of_a_file() {
    let prepend =
        operation("operations:\n- path: a\n  op: prepend_text\n  marker: ignored\n  payload: p\n").action;
    let Action::Edit { at: Locator::FileStart, change: Change::InsertBefore(_), .. } = prepend else {
        panic!("{prepend:?}")
    };
    let append = "operations:\n- path: a\n  op: append_text\n  payload: p\n  options: {indent: auto}\n";
    let Action::Edit { at: Locator::FileEnd, change: Change::InsertAfter(_), indent } =
        operation(append).action
    else {
        panic!("no insertion at the end")
    };
    assert_eq!(indent, Indent::FromPlace);
}

#[test]
fn indentation_modes() {
    let indent = |mode: &str| {
        let patch = format!(
            "operations:\n- path: a\n  op: replace_text\n  marker: m\n  payload: p\n  options:\n    indent: {mode}\n"
        );
        let Action::Edit { indent, .. } = operation(&patch).action else { panic!("no edit") };
        indent
    };
    for mode in ["from-marker", "marker", "auto", "", "'auto'"] {
        assert_eq!(indent(mode), Indent::FromPlace);
    }
    for mode in ["none", "as-is", "\"none\""] {
        assert_eq!(indent(mode), Indent::AsIs);
    }
}

#[test]
fn a_marker_may_be_searched_in_a_definition() {
    let scope = |fields: &str| {
        let patch = format!("operations:\n- path: a\n  op: delete_text\n  marker: m\n{fields}");
        marker(&patch).scope.expect("there is a scope")
    };
    let found = scope("  symbol: Foo::run\n");
    assert_eq!((found.symbol.as_deref(), found.kind, found.language), (Some("Foo::run"), None, None));
    assert_eq!(found.place, PatchPlace::new(5, 11));
    let found = scope("  class: Foo\n  method: run\n");
    assert_eq!((found.class.as_deref(), found.method.as_deref()), (Some("Foo"), Some("run")));
    assert_eq!(scope("  class: Foo\n").class.as_deref(), Some("Foo"));
}

/// Checks what a symbol operation with these fields names: language, kind, class, method, symbol.
#[track_caller]
fn check_symbol(op: &str, fields: &str, expected: [Option<&str>; 5]) {
    let patch = format!("operations:\n- path: a\n  op: {op}\n  payload: p\n{fields}");
    let found = target(&patch);
    let parts = [&found.language, &found.kind, &found.class, &found.method, &found.symbol];
    assert_eq!(parts.map(Option::as_deref), expected, "{patch}");
    assert_eq!((found.expect, found.decorators), (None, Decorators::KeepIfAbsent));
}

#[test]
fn symbols_are_named_by_class_and_method_or_by_symbol() {
    let run = [Some("python"), Some("method"), Some("Foo"), Some("run"), None];
    check_symbol("replace_py_method", "  class: Foo\n  method: run\n", run);
    check_symbol("replace-py-method", "  method: run\n  class: Foo\n", run);
    check_symbol(
        "replace_cpp_method",
        "  symbol: a::b\n",
        [Some("c++"), Some("method"), None, None, Some("a::b")],
    );
    check_symbol(
        "replace_cpp_class",
        "  class: Foo<int>\n",
        [Some("c++"), Some("class"), Some("Foo<int>"), None, None],
    );
    check_symbol(
        "replace_py_class",
        "  symbol: A.B\n",
        [Some("python"), Some("class"), None, None, Some("A.B")],
    );
    check_symbol("replace_rs_type", "  class: A\n", [Some("rust"), Some("type"), Some("A"), None, None]);
    check_symbol(
        "replace_rs_impl",
        "  symbol: T for A\n",
        [Some("rust"), Some("impl"), None, None, Some("T for A")],
    );
    check_symbol(
        "replace_rs_function",
        "  symbol: m::f\n",
        [Some("rust"), Some("function"), None, None, Some("m::f")],
    );
    check_symbol(
        "replace_py_function",
        "  method: f\n",
        [Some("python"), Some("function"), None, Some("f"), None],
    );
    let all = [Some("rust"), Some("method"), Some("A"), Some("b"), Some("A::b")];
    check_symbol("replace_rs_method", "  class: A\n  symbol: A::b\n  method: b\n", all);
}

#[test]
fn symbol_operations_take_what_the_definition_was() {
    let patch = "\
operations:
  - path: a.py
    op: replace_py_method
    symbol: Foo.run
    expect: |-
      def run(self):
          pass
    payload: |-
      def run(self):
          return 1
    options:
      indent: none
      decorators: replace
";
    let found = target(patch);
    assert_eq!(found.decorators, Decorators::Replace);
    let expect = found.expect.expect("it was given");
    assert_eq!(expect.lines, ["def run(self):", "    pass"]);
    assert_eq!(expect.place, PatchPlace::new(6, 7));
    let Action::Edit { indent, .. } = operation(patch).action else { panic!("no edit") };
    assert_eq!(indent, Indent::AsIs);
}

/// Checks the effect of a `language` on comments, and the number of warnings.
#[track_caller]
fn check_language(written: &str, expected: CommentLanguage, warnings: usize) {
    let patch = parse(&format!("language: {written}\noperations: []\n"), 1).expect("a patch");
    assert_eq!((patch.comments, patch.warnings.len()), (expected, warnings), "{written}");
    assert!(patch.warnings.iter().all(|warning| warning.severity == Severity::Warning));
}

#[test]
fn languages() {
    let named = |name: &str| CommentLanguage::OfFileOr(name.to_owned());
    for (written, name) in
        [("python", "python"), ("PY", "python"), ("c++", "c++"), ("Cpp", "c++"), ("cxx", "c++")]
    {
        check_language(written, named(name), 0);
    }
    check_language("rust", named("rust"), 0);
    check_language("'RS'", named("rust"), 0);
    check_language("None", CommentLanguage::Off, 0);
    check_language("", CommentLanguage::OfFile, 0);
    check_language("cobol", CommentLanguage::OfFile, 1);
}

#[test]
fn operations_are_numbered_and_placed() {
    let found = operations(TWO);
    let origin = &found[1].origin;
    assert_eq!((origin.index, origin.place), (2, PatchPlace::new(4, 5)));
}
