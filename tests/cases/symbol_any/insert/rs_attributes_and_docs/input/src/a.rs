fn a() {}

/// B.
#[inline]
// note
fn b() {}
