//! Finds macros that hide the type of a function, as in `GIT_INLINE(bool) run(void)`: some grammars recognize no
//! function without a type.

use std::ops::Range;

use super::surface::is_word_byte;
use crate::text::normal::contains;

/// The number of bytes before and after a macro that are examined.
const EXAMINED_BYTES: usize = 1_000;

/// Returns whether a macro, which is already blank, is in the place of a function's type: after nothing but specifiers,
/// and before a name with parameters.
pub(super) fn hides_type(bytes: &[u8], range: &Range<usize>, specifiers: &[String]) -> bool {
    let behind = &bytes[range.end..bytes.len().min(range.end + EXAMINED_BYTES)];
    let name = blanks(behind);
    let parameters = name + words(&behind[name..]);
    let is_function =
        parameters > name && behind[parameters + blanks(&behind[parameters..])..].starts_with(b"(");
    let from = range.start.saturating_sub(EXAMINED_BYTES);
    is_function && (begins_declaration(&bytes[from..range.start], specifiers).unwrap_or(from == 0))
}

/// Returns whether only specifiers are between the end of the previous declaration and the end of `before`; `None` if
/// `before` contains nothing else.
fn begins_declaration(before: &[u8], specifiers: &[String]) -> Option<bool> {
    let mut before = before.trim_ascii_end();
    loop {
        let start = before.iter().rposition(|byte| !is_word_byte(*byte)).map_or(0, |at| at + 1);
        let word = std::str::from_utf8(&before[start..]).unwrap_or_default();
        if word.is_empty() {
            return before.last().map(|last| matches!(last, b';' | b'}' | b'{'));
        }
        if !contains(specifiers, word) {
            return Some(false);
        }
        before = before[..start].trim_ascii_end();
    }
}

fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn words(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_word_byte(**byte)).count()
}
