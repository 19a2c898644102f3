fn f() {
    2
}

const A: u8 = 1;

fn g() {
    a(;
}
