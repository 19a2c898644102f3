use super::*;
use crate::lang::{CommentSyntax, Language};

/// Returns the tokens of a text that are not plain code, each with a letter before it: `c` for comments, `s` for
/// strings, `p` for parts of strings, `r` for regular expressions, `t` for the text of elements.
fn tokens_of(rules: &LexRules, text: &str) -> Vec<String> {
    let marked = |token: Token| {
        let mark = match token.kind {
            TokenKind::Comment => 'c',
            TokenKind::String => 's',
            TokenKind::StringPart => 'p',
            TokenKind::Regex => 'r',
            TokenKind::Text => 't',
            _ => return None,
        };
        Some(format!("{mark}{}", &text[token.range]))
    };
    Lexer::new(rules).tokens(text).filter_map(marked).collect()
}

#[track_caller]
fn check(language: &str, text: &str, expected: &[&str]) {
    // Some builds do not contain all languages.
    let Some(language) = Language::by_name(language) else { return };
    assert_eq!(tokens_of(language.lexical(), text), expected, "{text}");
}

#[test]
fn python_strings_and_comments() {
    check("python", "x = 'a # b' # c", &["s'a # b'", "c# c"]);
    check("python", "x = \"\"\"a # b\n# c\n\"\"\"  # d", &["p\"\"\"a # b", "p# c", "s\"\"\"", "c# d"]);
    check("python", "x = 'a\\' # b'\ny = \"a  # no end\nz # c", &["s'a\\' # b'", "p\"a  # no end", "c# c"]);
    check("python", "x = 'a\\\n# b' # c", &["p'a\\", "s# b'", "c# c"]);
    check("python", "x = 'a\\\\\n# b", &["p'a\\\\", "c# b"]);
    check("python", "x = r'\\' # '\nRB'\\\\' # c", &["s'\\' # '", "s'\\\\'", "c# c"]);
    check("python", "a = ''  # c\nb = ''''''  # d", &["s''", "c# c", "s''''''", "c# d"]);
}

#[test]
fn python_code_in_strings() {
    check("python", "f\"{d[\"k\"]}\" # c", &["p\"", "s\"k\"", "s\"", "c# c"]);
    check("python", "f'{x:#x}' # c", &["p'", "p:#x", "s'", "c# c"]);
    check("python", "f'{{x # }}' # c", &["s'{{x # }}'", "c# c"]);
    check("python", "f'{x:{w}.{p}}' # c", &["p'", "p:", "p.", "s'", "c# c"]);
    check("python", "F'\\N{DASH}#' # c", &["s'\\N{DASH}#'", "c# c"]);
    check("python", "rf'\\{x}#' # c", &["p'\\", "s#'", "c# c"]);
    check("python", "f'''{\nx # a\n}''' # c", &["p'''", "c# a", "s'''", "c# c"]);
    check("python", "f'{x!r:>{10}}' f'{f'{y}'}' # c", &["p'", "p:>", "s'", "p'", "p'", "s'", "s'", "c# c"]);
    check("python", "f'{x[1:2]}{(lambda: 1)()}' # c", &["p'", "s'", "c# c"]);
    check("python", "b'{x # }' # c", &["s'{x # }'", "c# c"]);
    check("python", "f'{x:' # c", &["p'", "s:'", "c# c"]);
}

#[test]
fn rust() {
    check("rust", "a /* x\n /* y */ z\n */ b", &["c/* x", "c /* y */ z", "c */"]);
    check("rust", "r#\"a // \"b\" \"# // c", &["s\"a // \"b\" \"#", "c// c"]);
    check("rust", "let s = \"a\n// b\n\"; // c", &["p\"a", "p// b", "s\"", "c// c"]);
    check("rust", "fn f<'a>(x: &'a str) {} // c", &["c// c"]);
    check("rust", "let q = '\"'; // d", &["s'\"'", "c// d"]);
    check(
        "rust",
        "b'\\'' b\"// \\\" \" c\"//\" br\"\\\" // c",
        &["s'\\''", "s\"// \\\" \"", "s\"//\"", "s\"\\\"", "c// c"],
    );
    check("rust", "'\\u{1F600}' 'é' r#type // c", &["s'\\u{1F600}'", "s'é'", "c// c"]);
}

#[test]
fn cpp() {
    check("c++", "f(); // x\n/* a */ g(/* b */);\n\"//\"", &["c// x", "c/* a */", "c/* b */", "s\"//\""]);
    check("c++", "a /* x\n /* y */ z\n*/ b", &["c/* x", "c /* y */"]);
    check(
        "c++",
        "R\"x(// a )\" )x\" // b\n\"a\\\n// b\" c // d",
        &["s\"x(// a )\" )x\"", "c// b", "p\"a\\", "s// b\"", "c// d"],
    );
    check("c++", "#include \"debug.h\"\n# include <a//b.h> // c", &["s\"debug.h\"", "s<a//b.h>", "c// c"]);
    check("c++", "int n = 1'000'000; // c\nchar q = '\"'; // d", &["c// c", "s'\"'", "c// d"]);
    check("c++", "auto q = L'\"'; // wide\nauto e = '\\''; // e", &["s'\"'", "c// wide", "s'\\''", "c// e"]);
    check("c++", "0xab'cd'ef; case'x': // c", &["s'x'", "c// c"]);
    check("c++", "// a \\\nb\nc", &["c// a \\", "cb"]);
    check("c++", "a <b// c\n> d", &["c// c"]);
}

#[test]
fn go_and_java() {
    check(
        "go",
        "`a // \\` + \"//\" + '\\'' + '\"' // c",
        &["s`a // \\`", "s\"//\"", "s'\\''", "s'\"'", "c// c"],
    );
    check("go", "`a\n// b` // c", &["p`a", "s// b`", "c// c"]);
    check("go", "\"no end \\\nx // c", &["p\"no end \\", "c// c"]);
    check(
        "java",
        "\"\"\"\n // \"a\" \\\"\"\"\n\"\"\" // c",
        &["p\"\"\"", "p // \"a\" \\\"\"\"", "s\"\"\"", "c// c"],
    );
    check("java", "'\"' \"\" '\\u0027' // c", &["s'\"'", "s\"\"", "s'\\u0027'", "c// c"]);
}

#[test]
fn regular_expressions_stand_where_a_value_may() {
    check("javascript", "a = /\"/.test(b) // c", &["r/\"/", "c// c"]);
    check("javascript", "f(/[/\"]\\/\\]'/g) // c", &["r/[/\"]\\/\\]'/g", "c// c"]);
    check("javascript", "return /'/ // c", &["r/'/", "c// c"]);
    check("javascript", "x => /`/", &["r/`/"]);
    check("javascript", "f(\n  /a'/,\n  b)", &["r/a'/"]);
    check("javascript", "if (a(b)) /'/.test(c)", &["r/'/"]);
    check("javascript", "}\n/'/.test(c)", &["r/'/"]);
    check("javascript", "a = b /* x */ / 2 / 'c' // d", &["c/* x */", "s'c'", "c// d"]);
}

#[test]
fn elsewhere_a_slash_divides() {
    for text in [
        "a / b / c",
        "(a) / b / c",
        "my.return / 2 / 3",
        "x++ / 2 / y",
        "a\n/ 2 / 3",
        "a[0] / b / c",
        "a! / b / c",
    ] {
        check("javascript", text, &[]);
    }
    check("javascript", "a = /unclosed", &[]);
    check("javascript", "'a' / 2 / 'b'", &["s'a'", "s'b'"]);
}

#[test]
fn template_strings() {
    check(
        "javascript",
        "`a // ${b /* c */} ' ${`${d}`}` // e",
        &["p`a // ", "c/* c */", "p ' ", "p`", "s`", "s`", "c// e"],
    );
    check("javascript", "`\\${ // \\` $ {` // c", &["s`\\${ // \\` $ {`", "c// c"]);
    check("javascript", "`${{a: '}'}}` // c", &["p`", "s'}'", "s`", "c// c"]);
}

#[test]
fn elements() {
    check("tsx", "<p>don't // not a comment</p> // c", &["tdon't // not a comment", "c// c"]);
    check(
        "tsx",
        "return <a href=\"//x\" b='/*'>{/* c */}{x / 2}</a> // d",
        &["s\"//x\"", "s'/*'", "c/* c */", "c// d"],
    );
    check(
        "tsx",
        "x = (\n  <>\n    it's {a ? <b/> : 'c'}'\n  </>\n) // d",
        &["t    it's ", "s'c'", "t'", "t  ", "c// d"],
    );
    check("tsx", "<A f={() => <b>'</b>} {...c} /> // d", &["t'", "c// d"]);
    check("tsx", "<A<B> c // d\n  e=\"'\" /* f */>'</A>", &["c// d", "s\"'\"", "c/* f */", "t'"]);
    check("tsx", "const f = <T,>(a: T) => '//' // c", &["s'//'", "c// c"]);
    check("tsx", "const f = <T extends A>(a: T) => '//' // c", &["s'//'", "c// c"]);
    check("tsx", "type F = <T>(a: T) => void // it's", &["c// it's"]);
    check("tsx", "if (a < b && c > d) {} // it's\nf<A>('b') // c", &["c// it's", "s'b'", "c// c"]);
    check("javascript", "a = 1<<b>>>0 // it's", &["c// it's"]);
    check("typescript", "a = <any>b // it's", &["c// it's"]);
    check("javascript", "a = b <c // it's", &["c// it's"]);
}

#[test]
fn a_state_is_all_that_must_be_known_of_the_lines_above() {
    let text = "`a ${b\n + `c\n d`} e\n`; x /\n 2 / '//'\n<p>\n it's {\n f(/'/) }\n</p>";
    let Some(language) = Language::by_name("tsx") else { return };
    let rules = language.lexical();
    let lexer = Lexer::new(rules);
    let mut states = vec![LexState::default()];
    for line in text.lines() {
        let mut state = states[states.len() - 1].clone();
        lexer.line(line, &mut state, |_| {});
        states.push(state);
    }
    assert!(states[1].is_in_string() && !states[1].is_string() && states[2].is_string());
    // From each line on, the tokens equal those of the whole text.
    for (number, state) in states.iter().enumerate() {
        let start = text.split_inclusive('\n').take(number).map(str::len).sum::<usize>();
        let rest: Vec<Token> = lexer.tokens_from(&text[start..], state.clone()).collect();
        let below = lexer.tokens(text).filter(|token| token.range.start >= start);
        let below: Vec<Token> = below
            .map(|token| Token { range: token.range.start - start..token.range.end - start, ..token })
            .collect();
        assert_eq!(rest, below, "line {number}");
    }
}

/// Checks the tokens of a file whose language has no grammar.
#[track_caller]
fn check_file(name: &str, text: &str, expected: &[&str]) {
    let rules = CommentSyntax::of(name).lexical.expect("its comments are known");
    assert_eq!(tokens_of(rules, text), expected, "{text}");
}

#[test]
fn strings_in_code_in_strings() {
    for name in ["a.kt", "a.groovy", "a.dart"] {
        check_file(name, r#"s = "${f("//a")}" // c"#, &["p\"", "s\"//a\"", "s\"", "c// c"]);
    }
    check_file("a.swift", r#"s = "\(f("//a"))" // c"#, &["p\"", "s\"//a\"", "s\"", "c// c"]);
    check_file("a.scala", r#"s"${f("//a")}" // c"#, &["p\"", "s\"//a\"", "s\"", "c// c"]);
    check_file("a.scala", r#""${" // c"#, &["s\"${\"", "c// c"]);
    check_file("a.cs", r#"$"{f("//a"):x}{{" // c"#, &["p$\"", "s\"//a\"", "p:x", "s{{\"", "c// c"]);
    check_file("a.cs", "@\"a\n\"\"// b\\\" // c", &["p@\"a", "s\"\"// b\\\"", "c// c"]);
    check_file("a.rb", r##""#{f(" # a")}" # c"##, &["p\"", "s\" # a\"", "s\"", "c# c"]);
    check_file("a.tf", r#""${f(" # a")}$${" // c"#, &["p\"", "s\" # a\"", "s$${\"", "c// c"]);
    check_file("a.sh", r#""$(f "a # b" 'c"')" # d"#, &["p\"", "s\"a # b\"", "s'c\"'", "s\"", "c# d"]);
}

#[test]
fn strings_of_several_lines() {
    check_file("a.sh", "x='\n# a\n' # c", &["p'", "p# a", "s'", "c# c"]);
    check_file("a.sh", "echo it\\'s # c\n# d", &["c# c", "c# d"]);
    check_file("a.sh", "$'it\\'s' # c", &["s$'it\\'s'", "c# c"]);
    check_file("a.nix", "''\n # a ''${b} ''' '' # c", &["p''", "s # a ''${b} ''' ''", "c# c"]);
    check_file("a.sql", "'a''\n-- b' -- c", &["s'a'", "p'", "s-- b'", "c-- c"]);
    check_file("a.cmake", "set(x \"\n# a\n\" \\\" b) # c", &["p\"", "p# a", "s\"", "c# c"]);
    check_file("a.zig", "\\\\ // a\nb // c", &["p\\\\ // a", "c// c"]);
    check_file("a.php", "#[A('# b')] # c\n#d", &["s'# b'", "c# c", "c#d"]);
    check_file(
        "a.scss",
        "url(//a) // b\nurl(\"//c)\") /* d */",
        &["surl(//a)", "c// b", "surl(\"//c)\")", "c/* d */"],
    );
}

#[test]
fn here_documents() {
    check_file(
        "a.sh",
        "cat <<A 2>&1 <<-'B' # c\n # a 'b\n  A\n# b\n\tB\n# d",
        &["c# c", "t # a 'b", "t# b", "c# d"],
    );
    check_file("a.sh", "\"$(cat <<E\n# a \"\nE\n)\" # c", &["p\"", "t# a \"", "s\"", "c# c"]);
    check_file("a.sh", "a=$((1 << b)) # c\ncat <<<d # e\n# f", &["c# c", "c# e", "c# f"]);
    check_file(
        "a.rb",
        "f(<<~E.a) # c\n # a\n  E\na << b # d\nclass << self\n# e",
        &["c# c", "t # a", "c# d", "c# e"],
    );
    check_file("a.php", "f(<<<'E'\n # a\n  E, 1) # c", &["t # a", "c# c"]);
    check_file("a.tf", "a = <<-E\n # a\n  E\n# c", &["t # a", "c# c"]);
}

#[test]
fn block_scalars() {
    check_file("a.yml", "a: | # c\n  # a\n\n   b\n# d", &["c# c", "t  # a", "t   b", "c# d"]);
    check_file("a.yml", "- a: >-\n    # a\n  # c", &["t    # a", "c# c"]);
    check_file("a.yml", "- - !b |2+\n   # a\n  # c", &["t   # a", "c# c"]);
    check_file("a.yml", "a: b |\n  # c\nd: x || y\n  # e", &["c# c", "c# e"]);
}
