//! About count.

/// See `count`.
fn tally(x: &str, count_all: bool) -> usize {
    if x.is_empty() { 0 } else { 1 + tally(&x[1..], count_all) }
}

struct Row {
    count: usize,
}

impl Row {
    fn total(&self) -> usize {
        tally("a", true) + self.count + self.count()
    }

    fn count(&self) -> usize {
        [1].iter().map(|x| tally(x, false)).count()
    }
}

mod inner {
    use super::*;

    fn f() -> usize {
        tally("count", true)
    }
}

mod apart {
    fn g(count: fn() -> u8) -> u8 {
        'count: loop { break 'count count() }
    }
}
