fn f() {
    a(
}

fn g() {}
