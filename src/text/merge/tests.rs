use super::*;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn code_length(line: &str) -> usize {
    line.find("#").map_or(line.len(), |at| line[..at].trim_end().len())
}

/// Checks the merged lines of the window.
#[track_caller]
fn check(quoted: &str, wanted: &str, window: &str, expected: Option<&str>) {
    let window = lines(window);
    let found = merge(
        Quoted { lines: &lines(quoted), replacement: &lines(wanted), partners: None },
        &window,
        &code_length,
    )
    .map(|merged| {
        let Range { start, end } = merged.range;
        [&window[..start], &merged.lines, &window[end..]].concat()
    });
    assert_eq!(found, expected.map(lines));
}

use std::ops::Range;

#[test]
fn a_slip_of_the_pen_is_seen_through() {
    check(
        "return math.flor(x)",
        "return math.ceil(x)",
        "a\n    return math.floor(x)\nb",
        Some("a\n    return math.ceil(x)\nb"),
    );
    check(
        "def f():\n  retrun g(x)",
        "def f():\n  return g(y)",
        "def f():\n  return g(x)",
        Some("def f():\n  return g(y)"),
    );
    check("total = cuont(x)", "", "a\ntotal = count(x)\nb", Some("a\nb"));
}

#[test]
fn what_the_file_has_beyond_the_patch_stays() {
    check(
        "a = one(x)\nb = two(x)",
        "a = one(x)\nb = two(y)",
        "a = one(x)\nnew = 3\nb = two(x)",
        Some("a = one(x)\nnew = 3\nb = two(y)"),
    );
    check(
        "x = call(one)",
        "x = call2(one)",
        "x = call(one, three)  # note",
        Some("x = call2(one, three)  # note"),
    );
    check("f = (a, )", "f = (a, None)", "f = (a,)", Some("f = (a, None)"));
    check("f = g( a, b)", "f = g( a, c)", "f = g(a, b)", Some("f = g(a, c)"));
    check("int x = 1;", "int x = 2;", "int x  =  1;", Some("int x  =  2;"));
    check("z=3", "z=4", "z = 3", Some("z = 4"));
    check("f(a,b)", "f(a,b,c)", "f(a, b)", Some("f(a, b, c)"));
    check("f(a,b)", "f(a,b ,c)", "f( a,b)", Some("f( a,b ,c)"));
    check("int x = 1;", "int x= 2;", "int x  =  1;", Some("int x=  2;"));
    check(
        "one()\ntwo()\nthree()",
        "one()\n2()\nthree()",
        "one()\ntwo()\nfour_more()",
        Some("one()\n2()\nfour_more()"),
    );
}

#[test]
fn comments_at_the_ends_of_lines_stay() {
    check(
        "x = one(a)\ny = 2",
        "x = one(b)\ny = 2",
        "x = one(a)  # why\ny = 2",
        Some("x = one(b)  # why\ny = 2"),
    );
    check("x += y.price", "x += y.price * 2", "x += y.price  # gross", Some("x += y.price * 2  # gross"));
}

#[test]
fn lines_come_to_the_depth_of_the_file() {
    check(
        "if a:\n    bb()",
        "if a:\n    bb()\n    cc()",
        "  if a:\n      b2()\n      bb()",
        Some("  if a:\n      b2()\n      bb()\n      cc()"),
    );
    check("if a:\nbbbb()", "if a:\nbbbb()\ncc()", "if a:\n    bbbb()\n", None);
    check("if a:\nbbbb(1)", "if a:\nbbbb(2)", "if a:\n    bbbb(1)\n", Some("if a:\n    bbbb(2)"));
}

#[test]
fn two_changes_of_the_same_words_are_none() {
    check("limit = 10", "limit = 20", "limit = 30", None);
    check("x = load(path)", "x = parse(path)", "x = open_it(path)", None);
    check(
        "keep(a)\nsum = add(one, two)\nkeep(b)",
        "keep(a)\nkeep(b)",
        "keep(a)\nsum = add(one, 3, four)\nkeep(b)",
        None,
    );
}

#[test]
fn what_is_given_to_a_function_is_not_for_another() {
    check("w.put_text(\"a=b\")", "w.put_text(\"a=b\", code=1)", "w.put_bytes(b\"a=b\")", None);
    check("w.put_txt(a)", "w.put_txt(a, b)", "w.put_text(a)", Some("w.put_text(a, b)"));
    check("w.put(a)", "w.put(a, b)", "v.put(a)", Some("v.put(a, b)"));
}

#[test]
fn half_a_line_stands_for_the_whole() {
    check(
        "return self.total(",
        "return self.sum(items)",
        "return self.total(items)",
        Some("return self.sum(items)"),
    );
    check(
        "return self.total(",
        "return self.sum(",
        "return self.total(items)",
        Some("return self.sum(items)"),
    );
}
