fn a() {}

fn c() {}

/// D.
fn d() {}

/// B.
#[inline]
// note
fn b() {}
