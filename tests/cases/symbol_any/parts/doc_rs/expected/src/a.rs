// note
/// New.
///
/// More.
#[inline]
fn a() {}

/// New.
#[inline]
fn b() {}

fn c() {}
