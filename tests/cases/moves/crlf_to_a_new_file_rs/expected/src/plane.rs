use std::cmp::min;

pub(crate) fn area(side: u32) -> u32 {
    min(side, 3)
}
