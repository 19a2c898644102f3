use crate::parse::tests::describe::{check, check_warnings};

const BLOCK: &str = "<<<<<<< SEARCH\na\nb\n=======\na\nc\n>>>>>>> REPLACE\n";
const EDIT: &str = "exchange {[] =a|-b|+c} [[a\\nb|a\\nc Exactly(1)]]";

#[test]
fn the_path_stands_above_in_or_before_the_fence() {
    check(&format!("src/a.py\n{BLOCK}"), &[&format!("1 SEARCH/REPLACE@2 src/a.py {EDIT}")]);
    check(&format!("src/a.py\n```python\n{BLOCK}```\n"), &[&format!("1 SEARCH/REPLACE@3 src/a.py {EDIT}")]);
    check(&format!("```python\nsrc/a.py\n{BLOCK}```\n"), &[&format!("1 SEARCH/REPLACE@3 src/a.py {EDIT}")]);
    check(
        &format!("I do it.\n\n**src/a.py**\n\n```python\n{BLOCK}```\nDone.\n"),
        &[&format!("1 SEARCH/REPLACE@6 src/a.py {EDIT}")],
    );
}

#[test]
fn later_blocks_keep_the_file_unless_another_is_named() {
    let two = [format!("1 SEARCH/REPLACE@2 a.py {EDIT}"), format!("2 SEARCH/REPLACE@9 a.py {EDIT}")];
    check(&format!("a.py\n{BLOCK}{BLOCK}"), &[&two[0], &two[1]]);
    let fenced = [format!("1 SEARCH/REPLACE@3 a.py {EDIT}"), format!("2 SEARCH/REPLACE@14 a.py {EDIT}")];
    check(&format!("a.py\n```\n{BLOCK}```\n\nAnd:\n```\n{BLOCK}```\n"), &[&fenced[0], &fenced[1]]);
    let other = [format!("1 SEARCH/REPLACE@2 a.py {EDIT}"), format!("2 SEARCH/REPLACE@11 b.py {EDIT}")];
    check(&format!("a.py\n{BLOCK}\nb.py\n{BLOCK}"), &[&other[0], &other[1]]);
    check(
        &format!("a.py\n{BLOCK}\nNow b.py gets the same:\n{BLOCK}"),
        &["malformed@11 it is not clear whether `b.py` is the file of the block"],
    );
}

#[test]
fn what_stands_in_a_closed_fence_names_no_file() {
    check(
        &format!("a.py\n```\n{BLOCK}```\n```sh\npytest tests/b.py\n```\n```\n{BLOCK}```\n"),
        &[&format!("1 SEARCH/REPLACE@3 a.py {EDIT}"), &format!("2 SEARCH/REPLACE@15 a.py {EDIT}")],
    );
}

#[test]
fn an_empty_old_text_makes_a_file() {
    check(
        "new.txt\n<<<<<<< SEARCH\n=======\nx\ny\n>>>>>>> REPLACE\n",
        &["1 SEARCH/REPLACE@2 new.txt if empty [x|y]"],
    );
}

#[test]
fn several_dividers_give_several_readings() {
    check(
        "a\n<<<<<<< SEARCH\nx\n=======\ny\n=======\nz\n>>>>>>> REPLACE\n",
        &["1 SEARCH/REPLACE@2 a exchange {[] -x|+y|+=======|+z} {[] -x|-=======|-y|+z}"],
    );
}

#[test]
fn what_cannot_be_read_is_malformed() {
    check(BLOCK, &["malformed@1 nothing above the block says which file it changes"]);
    check(
        "a\n<<<<<<< SEARCH\nx\n=======\ny\n",
        &["malformed@2 the block has no `>>>>>>> REPLACE`: the patch may be cut off"],
    );
    check("a\n<<<<<<< SEARCH\nx\n=======\nx\n>>>>>>> REPLACE\n", &["malformed@2 no block changes anything"]);
    check(
        "../a\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
        &["path-refused@2 SEARCH/REPLACE may not touch `../a`: the path has a `..`"],
    );
}

#[test]
fn a_block_that_changes_nothing_is_left_out() {
    check_warnings(
        &format!("a\n<<<<<<< SEARCH\nx\n=======\nx\n>>>>>>> REPLACE\n{BLOCK}"),
        &["malformed@2 the two halves of a block are equal: it changes nothing"],
    );
}
