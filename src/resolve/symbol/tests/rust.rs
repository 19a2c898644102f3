use super::*;

#[track_caller]
fn check_rust(text: &str, kind: &str, symbol: &str, payload: &str, expected: &str) {
    check("rust", text, kind, symbol, payload, expected);
}

const SHAPES: &str = "\
//! Shapes.

/// A square.
#[derive(Debug)]
// kept
#[must_use]
pub struct Square<T> { side: T }

struct Unit;

pub trait Area<X>: Sized {
    /// How much.
    fn area(&self) -> X;
    fn twice(&self) -> X { self.area() }
}

impl<T> Square<T> where T: Copy {
    pub const fn new(side: T) -> Self { Self { side } }
    /// Own.
    #[inline]
    pub fn area(&self) -> T { self.side }
}

impl<T> Area<u8> for Square<T> {
    fn area(&self) -> u8 { 1 }
    fn twice(&self) -> u8 { 2 }
}

impl<T> Area<u16> for Square<T> {
    fn area(&self) -> u16 { 1 }
}

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result { Ok(()) } // plain
}

mod inner {
    pub fn helper() {}
    pub enum Kind { A, B }
}

lazy! { in fn in_macro() {} }
";

#[test]
fn everything_has_an_address() {
    check_listing(
        "rust",
        SHAPES,
        &[
            "type Square",
            "type Unit",
            "type Area",
            "method Area::area",
            "method Area::twice",
            "impl impl Square",
            "method Square::new",
            "method Square::area",
            "impl impl Area<u8> for Square",
            "method <Square as Area<u8>>::area",
            "method <Square as Area<u8>>::twice",
            "impl impl Area<u16> for Square",
            "method <Square as Area<u16>>::area",
            "impl impl std::fmt::Display for Unit",
            "method <Unit as std::fmt::Display>::fmt",
            "function inner::helper",
            "type inner::Kind",
        ],
    );
}

#[test]
fn blocks_in_modules_have_addresses_that_can_be_read() {
    let text = "mod m {\n    impl S for Foo {}\n    impl S for &Foo {}\n    impl S for [u8] {}\n}\n";
    let blocks = ["impl S for m::Foo", "m::<&Foo as S>", "m::<[u8] as S>"];
    for (address, block) in blocks.into_iter().zip(text.lines().skip(1)) {
        check_rust(text, "impl", address, "", block.trim());
    }
    check_listing(
        "rust",
        text,
        &blocks.map(|address| format!("impl {address}")).each_ref().map(String::as_str),
    );
}

#[test]
fn a_block_without_arguments_has_a_number_where_others_have_some() {
    let text = "struct A<T>(T);\nimpl A {}\nimpl D for A {}\nimpl A<u8> {}\n";
    check_listing("rust", text, &["type A", "impl impl A#1", "impl impl D for A", "impl impl A<u8>"]);
    check_rust(text, "impl", "impl A#1", "", "impl A {}");
    check_rust(text, "impl", "impl A<u8>", "", "impl A<u8> {}");
}

#[test]
fn own_functions_come_before_those_of_traits() {
    check_rust(
        SHAPES,
        "method",
        "Square::area",
        "pub fn area(&self) {}",
        "pub fn area(&self) -> T { self.side }",
    );
    check_rust(SHAPES, "method", "Square::twice", "", "fn twice(&self) -> u8 { 2 }");
    check_rust(SHAPES, "method", "<Square as Area<u16>>::area", "", "fn area(&self) -> u16 { 1 }");
    check_rust(
        SHAPES,
        "method",
        "<Square as Area>::area",
        "",
        "!ambiguous: <Square as Area<u8>>::area | <Square as Area<u16>>::area",
    );
    check_rust(
        SHAPES,
        "method",
        "<Unit as Display>::fmt",
        "",
        "fn fmt(&self, f: &mut Formatter<'_>) -> Result { Ok(()) } // plain",
    );
    check_rust(
        SHAPES,
        "method",
        "Unit.fmt",
        "fn fmt() {}",
        "fn fmt(&self, f: &mut Formatter<'_>) -> Result { Ok(()) } // plain",
    );
}

#[test]
fn blocks_have_names() {
    let block = "impl<T> Area<u16> for Square<T> {\n    fn area(&self) -> u16 { 1 }\n}";
    check_rust(SHAPES, "impl", "impl Area<u16> for Square", "", block);
    check_rust(SHAPES, "impl", "impl<T> Area<u16> for Square<T>", "", block);
    check_rust(
        SHAPES,
        "impl",
        "impl Display for Unit",
        "impl Display for Unit {}",
        "impl std::fmt::Display for Unit {\n    fn fmt(&self, f: &mut Formatter<'_>) -> Result { Ok(()) } // plain\n}",
    );
    check_rust(SHAPES, "type", "Square", "struct Square;", "pub struct Square<T> { side: T }");
    check_rust(
        SHAPES,
        "",
        "Square",
        "",
        "/// A square.\n#[derive(Debug)]\n// kept\n#[must_use]\npub struct Square<T> { side: T }",
    );
    check_rust(
        SHAPES,
        "",
        "Square.area",
        "",
        "/// Own.\n    #[inline]\n    pub fn area(&self) -> T { self.side }",
    );
}

#[test]
fn attributes_and_docs_stay_unless_the_payload_brings_them() {
    let plain = "pub fn area(&self) -> T { self.side }";
    check_rust(
        SHAPES,
        "method",
        "Square::area",
        "/// New.\npub fn area() {}",
        &format!("/// Own.\n    #[inline]\n    {plain}"),
    );
    check_rust(
        SHAPES,
        "method",
        "Square::area",
        "#[cold]\npub fn area() {}",
        &format!("#[inline]\n    {plain}"),
    );
    let payload = "/// New.\npub fn area() {}";
    let (_, found) =
        outcome("rust", SHAPES, &target("method", "Square::area"), Some(payload)).expect("found");
    assert_eq!(found.with_kept(lines(payload)), ["/// New.", "    #[inline]", "pub fn area() {}"]);
    let payload = "#[new]\nstruct Square;";
    let (_, found) = outcome("rust", SHAPES, &target("type", "Square"), Some(payload)).expect("found");
    assert_eq!(found.with_kept(lines(payload)), ["#[new]", "// kept", "struct Square;"]);
}

#[test]
fn the_inside_of_a_macro_is_not_seen() {
    check_rust(
        SHAPES,
        "function",
        "in_macro",
        "fn in_macro() {}",
        "!FILE has no function `in_macro`; line 42 has the name inside the macro `lazy`, which is not parsed",
    );
    check_rust(SHAPES, "function", "helper", "pub fn helper() { x() }", "pub fn helper() {}");
    check_rust(SHAPES, "method", "helper", "fn helper() {}", "!`helper` in FILE is a function, not a method");
}

#[test]
fn duplicates_are_refused() {
    check_rust(
        "#[cfg(a)]\nfn f() {}\n#[cfg(b)]\nfn f() {}\n",
        "function",
        "f",
        "fn f() {}",
        "!ambiguous: f#1 | f#2",
    );
    check_rust(
        "impl Foo<u8> { fn a() {} }\nimpl Foo<u16> { fn a() {} fn b() {} }\n",
        "method",
        "Foo::a",
        "",
        "!ambiguous: Foo<u8>::a | Foo<u16>::a",
    );
    check_rust(
        "impl Foo<u8> { fn a() {} }\nimpl Foo<u16> { fn a() {} fn b() {} }\n",
        "method",
        "Foo::b",
        "",
        "fn b() {}",
    );
}
