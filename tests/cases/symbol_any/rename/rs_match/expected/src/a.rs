fn g() {}
fn h(x: u8) { match x { f => {} } }
