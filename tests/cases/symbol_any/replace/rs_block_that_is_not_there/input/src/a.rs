struct A {
    x: u8,
}
