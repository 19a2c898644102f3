use crate::parse::tests::describe::check;

const EDIT: &str = "exchange {[] -b|+c} [[b|c Exactly(1)]]";

#[test]
fn each_tool_has_its_names() {
    for (old, new) in [
        ("old_string", "new_string"),
        ("oldText", "newText"),
        ("old_str", "new_str"),
        ("oldString", "newString"),
    ] {
        for path in ["path", "file_path", "filePath", "file", "filename", "target_file"] {
            let text = format!("{{\"{path}\": \"a.py\", \"{old}\": \"b\", \"{new}\": \"c\"}}\n");
            check(&text, &[&format!("1 edit@1 a.py {EDIT}")]);
        }
    }
}

#[test]
fn edits_stand_in_lists_or_one_behind_the_other() {
    let two = [format!("1 edit@1 a {EDIT}"), format!("2 edit@1 a {EDIT}")];
    let edit = "{\"oldText\": \"b\", \"newText\": \"c\"}";
    check(&format!("{{\"path\": \"a\", \"edits\": [{edit}, {edit}]}}"), &[&two[0], &two[1]]);
    let edit = "{\"path\": \"a\", \"oldText\": \"b\", \"newText\": \"c\"}";
    check(&format!("[{edit}, {edit}]"), &[&two[0], &two[1]]);
    let apart = [format!("1 edit@3 a {EDIT}"), format!("2 edit@4 a {EDIT}")];
    check(&format!("Do:\n```json\n{edit}\n{edit}\n```\n"), &[&apart[0], &apart[1]]);
    let fences = [format!("1 edit@2 a {EDIT}"), format!("2 edit@6 a {EDIT}")];
    check(&format!("```json\n{edit}\n```\nand\n```json\n{edit}\n```\n"), &[&fences[0], &fences[1]]);
}

#[test]
fn how_many_places_change_is_a_number_or_all() {
    let edit =
        |more: &str| format!("{{\"path\": \"a\", \"old_string\": \"b\", \"new_string\": \"c\", {more}}}");
    check(&edit("\"replace_all\": true"), &["1 edit@1 a exchange {[] -b|+c} [[b|c All]]"]);
    check(&edit("\"replace_all\": false"), &[&format!("1 edit@1 a {EDIT}")]);
    check(&edit("\"expected_replacements\": 2"), &["1 edit@1 a exchange {[] -b|+c} [[b|c Exactly(2)]]"]);
    check(&edit("\"replace_all\": 7"), &["malformed@1 `replace_all` is neither `true` nor `false`"]);
    check(
        &edit("\"expected_replacements\": 0"),
        &["malformed@1 `expected_replacements` is not a number of places"],
    );
    check(
        &edit("\"replace_al\": true"),
        &["malformed@1 unknown field `replace_al` in an edit; did you mean `replace_all`?"],
    );
    check(&edit("\"colour\": true"), &["malformed@1 unknown field `colour` in an edit"]);
    check(&edit("\"oldText\": \"x\""), &["malformed@1 an edit has both `old_string` and `oldText`"]);
    check(&edit("\"dryRun\": true"), &["malformed@1 the edits request a dry run"]);
}

#[test]
fn an_empty_old_text_makes_a_file() {
    check(
        "{\"path\": \"a\", \"old_string\": \"\", \"new_string\": \"x\\ny\\n\"}",
        &["1 edit@1 a if empty [x|y]"],
    );
}

#[test]
fn what_cannot_be_read_is_malformed() {
    check("{\"path\": \"a\",\n \"old_string\": \"b\"}", &["malformed@1 an edit has no `new_string`"]);
    check("{\"old_string\": \"b\", \"new_string\": \"c\"}", &["malformed@1 an edit has no `path`"]);
    check(
        "{\"path\": \"a\",\n\"old_string\": \"b\",\n\"new_string\": \"c",
        &["malformed@1 a bracket or a string of the edits is not closed"],
    );
    check(
        "{\"path\": \"a\", \"old_string\": \"b\", \"new_string\": \"c\",,}",
        &["malformed@1 the edits are not valid JSON: key must be a string"],
    );
    check(
        "{\"path\": 7, \"old_string\": \"b\", \"new_string\": \"c\"}",
        &["malformed@1 `path` is a number, not a string"],
    );
    check(
        "{\"path\": \"a\", \"old_string\": \"b\", \"new_string\": \"b\"}",
        &["malformed@1 no edit changes anything"],
    );
    check(
        "{\"path\": \"a\", \"edits\": [7], \"old_string\": null}",
        &["malformed@1 an edit is a number, not an object"],
    );
}

#[test]
fn a_patch_in_json_is_no_edit() {
    check(
        "{\"operations\": [{\"path\": \"a\", \"op\": \"delete_text\", \"marker\": \"{\\\"old_string\\\": 1}\"}]}",
        &["1 delete_text@1 a edit"],
    );
}
