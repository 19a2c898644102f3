fn f() {}
fn h(x: u8) { match x { f => {} } }
