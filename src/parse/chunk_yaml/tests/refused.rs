//! Tests of refused patches, with all their problems at once.

use super::*;

/// Checks the problems of one operation whose fields begin in line 3 and column 3.
#[track_caller]
fn check_op(op: &str, fields: &str, expected: &[(&str, &str)]) {
    check_refused(&format!("operations:\n- path: a\n  op: {op}\n{fields}"), expected);
}

#[test]
fn comments_there_are_none() {
    check_refused("# a\noperations: []\n", &[("1:1", "`comment:`")]);
    check_refused("operations:\n  # a\n  - path: a\n    op: delete_file\n", &[("2:3", "`comment:`")]);
    check_refused("operations: [\n # a\n]\n", &[("2:2", "`#` does not begin a comment")]);
    check_refused("operations: []\n# a\n", &[("2:1", "`comment:`")]);
}

#[test]
fn a_hash_line_that_left_its_block_is_not_dropped() {
    let block = "  payload: |-\n    int a;\n#ifdef X\n    int b;\n  #endif\n    int c;\n";
    check_op(
        "create_file",
        block,
        &[("6:1", "if it belongs to `payload`"), ("8:3", "if it belongs to `payload`")],
    );
    let block = "  payload: |-\n    int a;\n\n# the next one\n- path: b\n  op: delete_file\n";
    check_op("create_file", block, &[("7:1", "`comment:`")]);
}

#[test]
fn a_line_that_left_its_block() {
    let block = "  payload: |-\n    def f():\nreturn 1\n    pass\n  comment: x\n";
    check_op("create_file", block, &[("6:1", "if it belongs to `payload`, indent it")]);
    check_op("create_file", "  payload: |-\ndef f():\n", &[("5:1", "if it belongs to `payload`, indent it")]);
    check_op("create_file", "  payload: |3-\n     x\n    y\n", &[("6:5", "leave the number out")]);
}

#[test]
fn prose_around_a_patch() {
    let patch = "Here is the patch:\nas you asked\n\noperations: []\nI hope this helps!\n";
    check_refused(
        patch,
        &[("1:1", "`Here is the patch:` is neither"), ("5:1", "`I hope this helps!` is neither")],
    );
    check_refused("Note: x\noperations: []\n", &[("1:1", "unknown field `Note`")]);
}

#[test]
fn several_documents() {
    check_refused("operations: []\n---\noperations: []\n", &[("2:1", "several YAML documents")]);
    check_refused("---\n---\noperations: []\n", &[("2:1", "several YAML documents")]);
    check_refused("operations: []\n...\noperations: []\n", &[("3:1", "after the end")]);
    check_refused(
        "%YAML 1.2\n---\noperations: []\n",
        &[("1:1", "neither"), ("2:1", "several YAML documents")],
    );
}

#[test]
fn anchors_aliases_and_tags() {
    check_op("delete_file", "  comment: &a x\n", &[("4:12", "anchor")]);
    check_op("delete_file", "  comment: *a\n", &[("4:12", "alias")]);
    check_op("delete_file", "  comment: !!str x\n", &[("4:12", "tag")]);
    check_op("delete_text", "  marker: *p = 0;\n", &[("4:11", "`marker: |-`")]);
    check_refused("operations: [&a {path: b}]\n", &[("1:14", "double quotes")]);
    check_refused(
        "a: &a [x]\noperations: *a\n",
        &[("1:1", "unknown field"), ("1:4", "anchor"), ("2:13", "alias")],
    );
}

#[test]
fn tabs_as_structure() {
    check_refused("operations:\n\t- path: a\n", &[("2:1", "tab")]);
    check_refused("operations:\n  - path: a\n  \top: delete_file\n", &[("3:3", "tab")]);
    check_refused("operations:\n  -\tpath: a\n", &[("2:4", "tab")]);
    check_op("create_file", "  payload: |-\n\tx\n", &[("5:1", "tab")]);
}

#[test]
fn keys_that_come_twice() {
    check_op(
        "delete_file",
        "  path: b\n",
        &[("4:3", "`path` appears twice in operation 1, first on line 2")],
    );
    check_refused("operations: []\noperations: []\n", &[("2:1", "`operations` appears twice")]);
    let options = "  marker: m\n  options: {indent: none, indent: auto}\n";
    check_op("delete_text", options, &[("5:27", "`indent` appears twice")]);
}

#[test]
fn fields_that_are_not_known() {
    check_op(
        "delete_file",
        "  playload: x\n",
        &[("4:3", "unknown field `playload` in operation 1; did you mean `payload`?")],
    );
    check_op("delete_file", "  frobnicate: x\n", &[("4:3", "unknown field `frobnicate` in operation 1 []")]);
    check_op("delete_file", "  language: py\n", &[("4:3", "next to `operations:`")]);
    check_op("delete_file", "  indent: none\n", &[("4:3", "one of its `options`")]);
    check_op("delete_file", "  <<: x\n", &[("4:3", "neither a field")]);
    check_refused("operatons: []\n", &[("1:1", "did you mean `operations`?")]);
    check_refused("comment: x\noperations: []\n", &[("1:1", "`description`")]);
    check_refused("path: x\noperations: []\n", &[("1:1", "field of an operation")]);
    let both = [("2:3", "has no `op`"), ("3:1", "field of an operation")];
    check_refused("operations:\n- path: x\npayload: x\n", &both);
}

#[test]
fn fields_that_the_operation_does_not_take() {
    check_op("delete_file", "  payload: x\n", &[("4:3", "`delete_file` takes no `payload`")]);
    check_op("delete_text", "  marker: x\n  payload: x\n", &[("5:3", "`delete_text` takes no `payload`")]);
    check_op(
        "create_file",
        "  payload: x\n  marker: x\n",
        &[("5:3", "it takes `path`, `op`, `comment`, `payload`")],
    );
    check_op("append_text", "  payload: x\n  before: x\n", &[("5:3", "`append_text` takes no `before`")]);
    check_op("replace_text", "  payload: x\n  marker: x\n  expect: x\n", &[("6:3", "takes no `expect`")]);
    check_op("replace_py_class", "  payload: x\n  class: x\n  method: x\n", &[("6:3", "takes no `method`")]);
    check_op(
        "replace_py_function",
        "  payload: x\n  symbol: x\n  class: x\n",
        &[("6:3", "takes no `class`")],
    );
    check_op(
        "replace_py_method",
        "  payload: x\n  symbol: x\n  marker: x\n",
        &[("6:3", "takes no `marker`")],
    );
}

#[test]
fn operations_that_are_not_known() {
    check_op("replace_txt", "", &[("3:7", "unknown `op: replace_txt`; did you mean `replace_text`?")]);
    check_op("replace", "", &[("3:7", "did you mean `replace_text`?")]);
    check_op("replace_py_methd", "", &[("3:7", "did you mean `replace_py_method`?")]);
    check_op("frobnicate", "", &[("3:7", "`replace_rs_impl`")]);
    check_op("move_it_somewhere_else", "", &[("3:7", "no operation moves or copies a file")]);
    check_op("", "", &[("3:3", "operation 1 has no value for `op`")]);
    check_refused("operations:\n  - path: a\n", &[("2:5", "operation 1 has no `op`")]);
}

#[test]
fn required_fields_that_are_missing() {
    check_op("replace_text", "", &[("2:3", "has no `marker`"), ("2:3", "has no `payload`")]);
    check_op(
        "replace_text",
        "  marker: m\n  payload:\n",
        &[("5:3", "operation 1 (`replace_text`) has no value for `payload`")],
    );
    check_op("replace_text", "  marker: ~\n  payload: x\n", &[("4:3", "has no value for `marker`")]);
    check_op("create_file", "", &[("2:3", "has no `payload`")]);
    check_op("append_text", "  payload: null\n", &[("4:3", "has no value for `payload`")]);
    check_op("rename_symbol", "  symbol: f\n  new_name: Null\n", &[("5:3", "put such a name in quotes")]);
    check_op("rename_symbol", "  symbol: f\n  new_name:\n", &[("5:3", "followed by its value")]);
    check_refused(
        "operations:\n- op: delete_file\n",
        &[("2:3", "operation 1 (`delete_file`) has no `path`")],
    );
    check_refused("description: x\n", &[("1:1", "the patch has no `operations`")]);
    check_refused("operations:\n", &[("1:1", "`operations` is empty, not a list")]);
}

#[test]
fn symbols_that_are_not_named() {
    check_op("replace_py_method", "  payload: x\n", &[("2:3", "which method")]);
    check_op(
        "replace_py_method",
        "  payload: x\n  class: A\n",
        &[("5:10", "add `class:` and `method:`, or `symbol:`")],
    );
    check_op("replace_py_method", "  payload: x\n  method: a\n", &[("5:11", "which method")]);
    check_op("replace_cpp_class", "  payload: x\n", &[("2:3", "add `class:` or `symbol:`")]);
    check_op("replace_rs_function", "  payload: x\n", &[("2:3", "add `symbol:`")]);
    check_op("replace_py_class", "  class: A\n", &[("2:3", "has no `payload`")]);
    check_op("delete_text", "  marker: m\n  method: a\n", &[("5:11", "without its `class`")]);
    check_op(
        "replace_py_class",
        "  payload: x\n  class: |-\n    A\n    B\n",
        &[("5:10", "must be one line")],
    );
}

#[test]
fn wrong_types() {
    check_op("delete_text", "  marker:\n  - x\n", &[("5:3", "is a list, not a string")]);
    check_op("delete_text", "  marker: [x]\n", &[("4:11", "list or a mapping")]);
    check_op("delete_text", "  marker: {\n", &[("4:11", "`marker: |-`")]);
    check_op("delete_file", "  options: none\n", &[("4:3", "takes no `options`")]);
    check_op("delete_text", "  marker: x\n  options: none\n", &[("5:12", "are a string, not a mapping")]);
    check_refused("operations: x\n", &[("1:13", "`operations` is a string, not a list")]);
    check_refused(
        "operations:\n  path: a\n  op: delete_file\n",
        &[("2:3", "`operations` is a mapping, not a list")],
    );
    check_refused("operations:\n  - a\n", &[("2:5", "operation 1 is a string, not a mapping")]);
    check_refused("language: [a]\noperations: []\n", &[("1:11", "as a list or a mapping")]);
    check_refused("[]", &[("1:1", "the patch is a list")]);
}

#[test]
fn option_values() {
    let options = |text: &str| format!("  symbol: x\n  payload: x\n  options: {{{text}}}\n");
    check_op("replace_py_class", &options("indent: maybe"), &[("6:21", "`from-marker`")]);
    check_op("replace_py_class", &options("decorators: drop"), &[("6:25", "`keep`, `replace`")]);
    check_op(
        "replace_py_class",
        &options("ident: none"),
        &[("6:13", "no option `ident`; did you mean `indent`?")],
    );
    let text = "  marker: x\n  options: {decorators: replace}\n";
    check_op("delete_text", text, &[("5:13", "`delete_text` takes no option `decorators`")]);
}

#[test]
fn texts_that_want_a_block() {
    let help = "write `payload: |-`";
    check_op("create_file", "  payload:\n    def f():\n        pass\n", &[("5:5", help)]);
    check_op("create_file", "  payload: def f():\n    pass\n  comment: x\n", &[("5:5", help)]);
    check_op("create_file", "  payload: | x\n    pass\n", &[("4:12", help), ("5:5", "neither")]);
    check_op("create_file", "  payload: \"use strict\";\n", &[("4:24", help)]);
    check_op("create_file", "  payload: \"use strict\n  comment: x\n", &[("4:12", help)]);
}

#[test]
fn indentation_that_fits_nothing() {
    let patch = "operations:\n  - path: a\n  op: delete_file\n  - path: b\n      op: delete_file\n   - path: c\n     op: delete_file\n";
    check_refused(
        patch,
        &[
            ("3:3", "it is in column 3, not in column 5"),
            ("5:7", "not in column 5"),
            ("6:4", "column 4, not in column 3"),
        ],
    );
    check_refused(
        " operations:\n - path: a\n   op: delete_file\ndescription: x\n",
        &[("4:1", "not in column 2")],
    );
    check_refused("description: x\n  - y\noperations: x\n- path: a\n", &[("4:1", "unexpected `-`")]);
}

#[test]
fn a_blank_is_missing_behind_a_colon() {
    check_refused(
        "operations:\n  - path: a\n    op:delete_file\n",
        &[("3:5", "a space is missing after `op:`")],
    );
}

#[test]
fn braces_that_do_not_close() {
    check_refused("operations: [{path: a, op: delete_file}\n", &[("1:13", "never closed")]);
    check_refused("operations: [{path: a, op: delete_file]\n", &[("1:39", "`]` closes nothing")]);
    check_refused("operations: [] x\n", &[("1:16", "after the end of the value")]);
    check_refused("operations: [{path: a b\n c}]\n", &[("2:2", "not expected")]);
    check_refused("operations: [{path: 'a}]\n", &[("1:21", "never closed")]);
    check_refused("{operations: []} x\n", &[("1:18", "after")]);
    check_refused("{operations: []}\nx: y\n", &[("2:1", "after the end")]);
}

#[test]
fn bad_escapes_are_told_where_they_stand() {
    check_refused(
        "operations:\n\n\n  - path: \"a\\qb\"\n    op: delete_file\n",
        &[("4:13", "`\\q` is not a valid escape")],
    );
}

#[test]
fn a_text_with_a_nul() {
    check_op("create_file", "  payload: \"a\\0b\"\n", &[("4:12", "NUL")]);
}

#[test]
fn paths_that_are_refused_come_last() {
    let patch = "operations:\n  - path: ../x\n    op: delete_file\n  - path: a\\b\n    op: delete_fil\n";
    let problems = parse(patch, 1).expect_err("two bad paths and an unknown operation");
    let codes: Vec<_> =
        problems.iter().map(|problem| (problem.code, problem.patch.map(|at| at.line))).collect();
    let expected = [(Code::Malformed, Some(5)), (Code::PathRefused, Some(2)), (Code::PathRefused, Some(4))];
    assert_eq!(codes, expected);
    assert!(problems[2].message.contains("write `a/b`"));
    let operation = problems[1].operation.as_ref().expect("it is known");
    assert_eq!(
        (operation.index, operation.name.as_str(), operation.path.as_str()),
        (1, "delete_file", "../x")
    );
}

#[test]
fn every_operation_reports_its_own_problems() {
    let patch = "\
operations:
  - path: a
    op: replace_text
    payload: x
  - path: b
    # a note
    op: replace_text
  - path: c
    op: append_text
";
    check_refused(
        patch,
        &[
            ("2:5", "operation 1 (`replace_text`) has no `marker`"),
            ("6:5", "`#`"),
            ("8:5", "operation 3 (`append_text`)"),
        ],
    );
}

#[test]
fn hundreds_of_problems_are_cut_short() {
    let patch = format!("operations:\n{}", "- x: y\n".repeat(200));
    let problems = parse(&patch, 1).expect_err("nothing is right");
    assert_eq!(problems.len(), 50);
    assert!(problems[49].help.iter().any(|help| help.contains("stopped after 50")));
}

#[test]
fn an_empty_patch() {
    check_refused("", &[("1:1", "empty")]);
    check_refused("\n  \n", &[("1:1", "empty")]);
    check_refused("---\n", &[("1:1", "empty")]);
}

#[test]
fn hostile_nesting_is_refused_at_once() {
    let started = std::time::Instant::now();
    let deep = "[".repeat(100_000);
    check_refused(&format!("operations: {deep}"), &[("1:76", "64 levels")]);
    check_refused(&deep, &[("1:65", "64 levels")]);
    check_refused(&format!("operations:\n{}x", "- ".repeat(100_000)), &[("2:127", "64 levels")]);
    let stairs: String = (0..1_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    check_refused(&stairs, &[("65:65", "64 levels")]);
    let openers = "a: {\n".repeat(100_000);
    assert!(parse(&openers, 1).is_err());
    assert!(parse(&"a: \"\n".repeat(100_000), 1).is_err());
    assert!(parse(&"a: 'x''\n".repeat(100_000), 1).is_err());
    assert!(parse(&"x\n".repeat(100_000), 1).is_err());
    assert!(parse(&"- - {a: [\n".repeat(100_000), 1).is_err());
    let unknown: String = (0..50_000).map(|number| format!("  key_{number}: x\n")).collect();
    assert!(parse(&format!("operations:\n- path: a\n{unknown}"), 1).is_err());
    assert!(parse(&format!("operations:\n- options:\n{}", unknown.replace("  key", "    key")), 1).is_err());
    let bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\noperations: *c\n";
    assert!(parse(bomb, 1).is_err());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
