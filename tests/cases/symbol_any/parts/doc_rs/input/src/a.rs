// note
#[inline]
fn a() {}

/// Old.
#[inline]
/// More.
fn b() {}

/// Old.
fn c() {}
