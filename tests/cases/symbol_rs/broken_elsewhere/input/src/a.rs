fn f() {
    1
}

const A: u8 = 1;

fn g() {
    a(;
}
