//! Describes lines that look equal but differ: which characters differ.

use crate::text::normal::trim;

/// Combining marks, zero-width blanks, and characters that only control direction or joining.
const UNSEEN: [std::ops::RangeInclusive<char>; 9] = [
    '\u{ad}'..='\u{ad}',
    '\u{300}'..='\u{36f}',
    '\u{180e}'..='\u{180e}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{2064}',
    '\u{2066}'..='\u{2069}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
];

/// The maximum number of characters that are named on each side.
const MAX_NAMED_CHARS: usize = 2;

/// Describes the first characters that differ between two lines, if the difference is invisible.
pub(super) fn difference(patch: &str, file: &str) -> Option<String> {
    let (patch, file) = (trim(patch), trim(file));
    let same = patch.chars().zip(file.chars()).take_while(|(one, other)| one == other).count();
    let shown = |line: &str| -> Vec<char> { line.chars().skip(same).take(MAX_NAMED_CHARS).collect() };
    let (own, other) = (shown(patch), shown(file));
    let is_unseen = |char: &char| UNSEEN.iter().any(|range| range.contains(char));
    if !own.iter().chain(&other).any(is_unseen) {
        return None;
    }
    let names = |chars: &[char]| match chars {
        [] => "nothing".to_owned(),
        chars => chars.iter().map(|char| format!("U+{:04X}", u32::from(*char))).collect::<Vec<_>>().join(" "),
    };
    Some(format!(
        "the difference is hard to see: at character {} of the line the patch has {}, the file \
         has {}",
        same + 1,
        names(&own),
        names(&other)
    ))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_what_nobody_sees_is_named() {
        let told = difference("the caf\u{e9} opens", "  the cafe\u{301} opens").expect("told");
        assert!(
            told.ends_with(
                "at character 8 of the line the patch has U+00E9 U+0020, the file has U+0065 U+0301"
            ),
            "{told}"
        );
        let told = difference("f(x)", "f(x)\u{200b}").expect("told");
        assert!(
            told.ends_with("at character 5 of the line the patch has nothing, the file has U+200B"),
            "{told}"
        );
        assert_eq!(difference("caf\u{e9}", "cafe"), None);
        assert_eq!(difference("one", "two"), None);
    }
}
