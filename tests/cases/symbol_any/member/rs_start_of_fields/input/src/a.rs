struct A {
    x: u8,
}

enum E { B }
