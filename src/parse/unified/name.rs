//! File names in the headers of diffs, which may be quoted and followed by time stamps.

use std::borrow::Cow;

use crate::text::decode_stray;

/// The contents of a `---`, `+++` or `***` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileName {
    /// The path as written; `None` for `/dev/null`.
    pub(super) path: Option<String>,
    /// Whether the time stamp after the path says that the file does not exist, as `diff -N` and Subversion write it.
    pub(super) is_absent: bool,
}

/// Parses the text after `--- `.
pub(super) fn read_name(text: &str) -> FileName {
    let (path, stamp) = split_stamp(text.trim_start());
    let path = (path.trim_end() != "/dev/null").then(|| path.into_owned());
    FileName { path, is_absent: is_absence(stamp.trim()) }
}

/// Parses a path that takes up the rest of its line.
pub(super) fn read_path(text: &str) -> String {
    match read_quoted(text.trim()) {
        Some((path, _)) => path,
        None => text.trim().to_owned(),
    }
}

fn split_stamp(text: &str) -> (Cow<'_, str>, &str) {
    if let Some((path, rest)) = read_quoted(text) {
        return (Cow::Owned(path), rest);
    }
    // Git writes a tab after a name with spaces, so that trailing spaces count.
    if let Some((path, stamp)) = text.split_once('\t') {
        return (Cow::Borrowed(path), stamp);
    }
    let text = text.trim_end();
    let stamp = text.match_indices(' ').map(|(at, _)| at + 1).find(|at| begins_stamp(&text[*at..]));
    let (path, stamp) = text.split_at(stamp.unwrap_or(text.len()));
    (Cow::Borrowed(path.trim_end()), stamp)
}

/// Returns whether a text begins like `2020-01-31 12:00`, `Fri Jan 31 12:00` or a Subversion revision.
fn begins_stamp(text: &str) -> bool {
    const REVISIONS: [&str; 3] = ["(revision ", "(working copy)", "(nonexistent)"];
    fits(text, "dddd-dd-dd dd:dd")
        || fits(text, "dddd-dd-ddTdd:dd")
        || fits(text, "Aaa Aaa dd dd:dd")
        || fits(text, "Aaa Aaa  d dd:dd")
        || fits(text, "Aaa Aaa d dd:dd")
        || REVISIONS.iter().any(|revision| text.starts_with(revision))
}

/// Returns whether a text begins with a pattern, in which `d` is a digit, `A` an upper-case letter and `a` a lower-case
/// letter.
fn fits(text: &str, pattern: &str) -> bool {
    text.len() >= pattern.len()
        && text.bytes().zip(pattern.bytes()).all(|(byte, wanted)| match wanted {
            b'd' => byte.is_ascii_digit(),
            b'A' => byte.is_ascii_uppercase(),
            b'a' => byte.is_ascii_lowercase(),
            _ => byte == wanted,
        })
}

fn is_absence(stamp: &str) -> bool {
    matches!(stamp, "(nonexistent)" | "(revision 0)") || is_epoch(stamp)
}

/// Returns whether a stamp is the beginning of 1970, in any time zone.
fn is_epoch(stamp: &str) -> bool {
    let mut words = stamp.split_ascii_whitespace();
    let day_offset = match words.next() {
        Some("1970-01-01") => 0,
        Some("1969-12-31") => -24 * 60,
        _ => return false,
    };
    let Some(time) = words.next().and_then(read_minutes) else { return false };
    let zone = words.next().map_or(Some(0), read_zone);
    zone == Some(day_offset + time)
}

/// Returns the minutes of a time like `19:00:00.000000000`, if it is a whole number of minutes.
fn read_minutes(time: &str) -> Option<i32> {
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let is_whole = fits(clock, "dd:dd:00") && clock.len() == 8 && fraction.bytes().all(|byte| byte == b'0');
    let number =
        |range: std::ops::Range<usize>| clock.get(range).and_then(|digits| digits.parse::<i32>().ok());
    is_whole.then(|| Some(number(0..2)? * 60 + number(3..5)?)).flatten()
}

/// Returns the minutes of a time zone like `-0500`.
fn read_zone(zone: &str) -> Option<i32> {
    let sign = match zone.as_bytes() {
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let is_zone = fits(&zone[1..], "dddd") && zone.len() == 5;
    let number =
        |range: std::ops::Range<usize>| zone.get(range).and_then(|digits| digits.parse::<i32>().ok());
    is_zone.then(|| Some(sign * (number(1..3)? * 60 + number(3..5)?))).flatten()
}

/// Parses a path in double quotes with C escapes; returns it with the text after it.
pub(super) fn read_quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let bytes = inner.as_bytes();
    let mut path = Vec::new();
    let mut at = 0;
    loop {
        match *bytes.get(at)? {
            b'"' => return Some((decode_stray(&path).into_owned(), &inner[at + 1..])),
            b'\\' => {
                let (byte, length) = read_escape(&bytes[at + 1..])?;
                path.push(byte);
                at += 1 + length;
            }
            byte => {
                path.push(byte);
                at += 1;
            }
        }
    }
}

/// Returns the byte for an escape after a backslash, and the number of bytes of the escape.
fn read_escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let byte = match *bytes.first()? {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'0'..=b'7' => return Some(read_octal(bytes)),
        byte => byte,
    };
    Some((byte, 1))
}

fn read_octal(bytes: &[u8]) -> (u8, usize) {
    let digits = bytes.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
    digits.fold((0, 0), |(value, length), digit| ((value << 3) | (digit - b'0'), length + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, path: &str, is_absent: bool) {
        let path = (path != "/dev/null").then(|| path.to_owned());
        assert_eq!(read_name(text), FileName { path, is_absent });
    }

    #[test]
    fn what_stands_behind_a_path_is_no_part_of_it() {
        check("a/x.c", "a/x.c", false);
        check("a/x y.c\t", "a/x y.c", false);
        check("a/x \t", "a/x ", false);
        check("a/x ", "a/x", false);
        check("x.c\t2020-01-31 12:00:00.000000000 +0100", "x.c", false);
        check("x y.c 2020-01-31 12:00:00.000000000 +0100", "x y.c", false);
        check("x.c Fri Jan 31 12:00:00 2020", "x.c", false);
        check("x.c Fri Jan  3 12:00:00 2020", "x.c", false);
        check("x.c\t(working copy)", "x.c", false);
        check("x.c (revision 12)", "x.c", false);
        check("notes 2020-01-31.txt", "notes 2020-01-31.txt", false);
    }

    #[test]
    fn dev_null_is_no_file() {
        check("/dev/null", "/dev/null", false);
        check("/dev/null \t", "/dev/null", false);
        check("/dev/null\tThu Jan  1 00:00:00 1970", "/dev/null", false);
    }

    #[test]
    fn the_epoch_means_that_there_is_no_file() {
        check("x.c\t1970-01-01 00:00:00.000000000 +0000", "x.c", true);
        check("x.c\t1970-01-01 01:00:00 +0100", "x.c", true);
        check("x.c\t1969-12-31 19:00:00.000000000 -0500", "x.c", true);
        check("x.c\t1970-01-01 01:00:00 +0000", "x.c", false);
        check("x.c\t1970-01-01 00:00:01 +0000", "x.c", false);
        check("x.c\t(nonexistent)", "x.c", true);
        check("x.c\t1970-01-01", "x.c", false);
    }

    #[test]
    fn quoted_paths_are_read() {
        check(r#""a/caf\303\251 \"x\".c""#, "a/café \"x\".c", false);
        check(r#""a/tab\tx""#, "a/tab\tx", false);
        check(r#""a/\\x" 2020-01-31 12:00:00"#, "a/\\x", false);
        check(r#""a/x"#, r#""a/x"#, false);
        check(r#""a/\777""#, "a/\u{10FFFF}", false);
        assert_eq!(read_path(r#" "b c\056txt" "#), "b c.txt");
    }
}
