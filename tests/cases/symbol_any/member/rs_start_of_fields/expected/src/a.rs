struct A {
    w: u8,
    x: u8,
}

enum E {
    B,
    C(u8)
}
