//! Tests the languages of optional features with their fixtures: the listing, and that every address selects its
//! definition.

use super::*;

/// Checks that the definitions of a fixture are the expected ones, without line numbers.
macro_rules! listing {
    ($test:ident, $feature:literal, $language:literal, $file:literal, $expected:expr) => {
        #[test]
        #[cfg(feature = $feature)]
        fn $test() {
            let text = include_str!(concat!("../../../../fixtures/languages/", $file));
            check_listing($language, text, &$expected);
        }
    };
}

listing!(
    c,
    "lang-c",
    "c",
    "list.c",
    [
        "type list",
        "type node",
        "type anon",
        "type cb",
        "type ulong_t",
        "type kind",
        "type u",
        "function add#1",
        "function head#1",
        "function add",
        "function old",
        "function pick#1",
        "function pick#2",
        "function main",
        "function head",
    ]
);

listing!(
    go,
    "lang-go",
    "go",
    "basket.go",
    [
        "type Basket",
        "type Kind",
        "type Stack",
        "type Reader",
        "method Reader.Read",
        "method Reader.Close",
        "method Basket.Total",
        "method Stack.Push",
        "function main",
        "function init#1",
        "function init#2",
    ]
);

listing!(
    java,
    "lang-java",
    "java",
    "basket.java",
    [
        "class Basket",
        "method Basket.Basket(int)",
        "method Basket.Basket()",
        "method Basket.total()",
        "method Basket.total(int, String...)",
        "method Basket.total(List<String>, int[])",
        "enum Basket.Op",
        "method Basket.Op.PLUS.of",
        "method Basket.Op.MINUS.of",
        "method Basket.Op.of",
        "class Basket.Inner",
        "method Basket.Inner.go",
        "interface Basket.Cb",
        "method Basket.Cb.call",
        "method Basket.Cb.two",
        "record Basket.Point",
        "method Basket.Point.Point",
        "method Basket.Point.sum",
        "annotation Basket.Checked",
        "method Basket.Checked.value",
        "enum Colour",
    ]
);

listing!(
    javascript,
    "lang-javascript",
    "javascript",
    "basket.js",
    [
        "function run",
        "class Basket",
        "method Basket.handle",
        "method Basket.total@getter",
        "method Basket.total@setter",
        "method Basket.of",
        "method Basket.[Symbol.iterator]",
        "method Basket.#hidden",
        "method Basket.'quoted name'",
        "class D",
        "method D.method",
        "method D.other",
        "function add",
        "function sub",
        "class Foo",
        "method Foo.bar",
        "object api",
        "method api.get",
        "method api.post",
        "method api.put",
        "object api.nested",
        "method api.nested.deep",
        "object module.exports",
        "method module.exports.one",
        "method module.exports.two",
        "method exports.three",
        "method Basket.prototype.more",
        "function inner",
        "function gen",
    ]
);

listing!(
    typescript,
    "lang-typescript",
    "typescript",
    "basket.ts",
    [
        "interface Shop",
        "method Shop.open",
        "method Shop.open(at: number)",
        "method Shop.open(at: string)",
        "method Shop.close",
        "type Name",
        "type Obj",
        "method Obj.run",
        "enum Colour",
        "class shapes.flat.Square",
        "method shapes.flat.Square.area",
        "function shapes.flat.help",
        "function \"foo\".bar",
        "function amb",
        "function over",
        "function over(a: string)",
        "function over(a: number, b?: string)",
        "function over(a: any)",
        "class Cmp",
        "method Cmp.constructor",
        "method Cmp.onX",
        "method Cmp.onY",
        "method Cmp.handler",
        "method Cmp.v@getter",
        "method Cmp.v@setter",
        "class Shape",
        "method Shape.area",
        "function id",
        "function default",
    ]
);

listing!(tsx, "lang-typescript", "tsx", "basket.tsx", ["function App", "function Other",]);

#[test]
fn hostile_texts_are_only_refused() {
    let texts = [
        ("c", "struct a {".repeat(20_000)),
        ("c", "A(b) ".repeat(10_000) + "f(void) {}"),
        ("c", "typedef int (*".repeat(5_000)),
        ("go", "type (\n".repeat(10_000)),
        ("go", "func (".repeat(5_000)),
        ("go", "import (\n".to_owned() + &"\"a\"\n".repeat(10_000)),
        ("java", "class A {".repeat(20_000)),
        ("java", "@A ".repeat(10_000) + "class f {}"),
        ("javascript", "`${".repeat(20_000)),
        ("javascript", "a = { f: ".repeat(5_000)),
        ("javascript", "const f = () => ".repeat(2_000)),
        ("javascript", "/".repeat(20_000)),
        ("typescript", "namespace a {".repeat(20_000)),
        ("typescript", "class A { @a ".to_owned() + &"@a ".repeat(10_000) + "f() {} }"),
        ("tsx", "<a>".repeat(10_000)),
    ];
    for (name, text) in texts {
        // Not every build includes all of them.
        let Some(language) = Language::by_name(name).filter(|found| found.manifest().name == name) else {
            continue;
        };
        let buffer = buffer(&text);
        let mut symbols = Symbols::new(language);
        let _ = symbols.resolve(&buffer, &target("function", "f"), Purpose::Read);
        let _ = symbols.enclosing(&buffer, 0);
        let _ = symbols.all(&buffer).len();
        let scanner = crate::text::CommentScanner::new(&language.manifest().lexical);
        let mut state = crate::text::LexState::default();
        text.lines().for_each(|line| drop(scanner.scan(line, &mut state)));
    }
}
