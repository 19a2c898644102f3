/// A.
#[inline]
fn a() -> u8 {
    let x = 2;
    x
}

fn b() -> u8 {
    3
}
