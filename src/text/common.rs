//! Finds the common prefix and suffix of two texts.

/// The number of bytes that are compared at once.
const BLOCK: usize = 32;

/// Returns the length in bytes of the common prefix of two texts.
#[must_use]
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks::<BLOCK>().0);
    let done = blocks.take_while(|(one, other)| one == other).count() * BLOCK;
    done + one[done..].iter().zip(&other[done..]).take_while(|(one, other)| one == other).count()
}

/// Returns the length in bytes of the common suffix of two texts.
#[must_use]
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.as_rchunks::<BLOCK>().1.iter().rev().zip(other.as_rchunks::<BLOCK>().1.iter().rev());
    let done = blocks.take_while(|(one, other)| one == other).count() * BLOCK;
    let (one, other) = (&one[..one.len() - done], &other[..other.len() - done]);
    done + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

/// Returns the length in bytes of the whole lines that two texts have in common at their start.
#[must_use]
pub fn common_first_lines(one: &str, other: &str) -> usize {
    let same = common_prefix(one.as_bytes(), other.as_bytes());
    if same == one.len() && same == other.len() {
        return same;
    }
    memchr::memrchr(b'\n', &one.as_bytes()[..same]).map_or(0, |feed| feed + 1)
}

/// Returns the length in bytes of the whole lines that two texts have in common at their end; both texts must begin at
/// the start of a line.
#[must_use]
pub fn common_last_lines(one: &str, other: &str) -> usize {
    let same = common_suffix(one.as_bytes(), other.as_bytes());
    let begins_line = |text: &str| text.len() == same || text.as_bytes()[text.len() - same - 1] == b'\n';
    if begins_line(one) && begins_line(other) {
        return same;
    }
    let tail = &one.as_bytes()[one.len() - same..];
    memchr::memchr(b'\n', tail).map_or(0, |feed| same - feed - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whole_lines_in_common_are_found(
            (one, other) in ("(a|b|\n){0,70}", "(a|b|\n){0,70}"),
            (head, tail) in ("(a|\n){0,70}", "(a|\n){0,70}"),
        ) {
            let (one, other) = (format!("{head}{one}{tail}"), format!("{head}{other}{tail}"));
            let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
            let (olds, news) = (lines(&one), lines(&other));
            let length = |lines: &[String]| lines.iter().map(String::len).sum::<usize>();
            let first = olds.iter().zip(&news).take_while(|(old, new)| old == new).count();
            prop_assert_eq!(common_first_lines(&one, &other), length(&olds[..first]));
            let last = olds.iter().rev().zip(news.iter().rev()).take_while(|(old, new)| old == new).count();
            prop_assert_eq!(common_last_lines(&one, &other), length(&olds[olds.len() - last..]));
        }
    }
}
