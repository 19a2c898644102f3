/// A.
#[inline]
fn a() -> u8 { 1 }

fn b() -> u8 {
    2
}
