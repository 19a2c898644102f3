use a::b;

/// F.
#[inline]
/// More.
fn f() {} // end

#[test]
fn g() {}
