//! The records of one root, one after the other in a file: a record is added by appending it.
//!
//! ```text
//! record ID LENGTH UNDOES        written before the commit, with the record behind it
//! … LENGTH bytes …
//! done ID COUNT LENGTH PATCH     written after it, always as long as this: from here on the record counts
//! ```
//!
//! An interrupted run leaves a tail without its last line, which is ignored, and cut off by the next run. The last
//! record is found from its end, without reading the records before it.

use std::ops::Range;

use super::{Id, Name};

/// The beginning of the line that precedes a record.
const HEAD: &str = "record ";
/// The beginning of the line that follows a record.
const DONE: &str = "done ";
/// The length in bytes of the line that follows a record, padded with spaces.
pub(super) const DONE_LENGTH: usize = 48;

/// Returns the line that precedes a record.
pub(super) fn head(name: &Name) -> String {
    let undoes = name.undoes.map_or("-".to_owned(), |id| id.to_string());
    format!("{HEAD}{} {} {undoes}\n", name.id, name.size)
}

/// The content of the line that follows a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogEnd {
    /// The name of the record.
    pub(super) id: Id,
    /// The number of records in the file.
    pub(super) count: usize,
    /// The length of the record in bytes; `None` in a line of an earlier version.
    pub(super) length: Option<u64>,
    /// The checksum of the patch that the run applied, if it applied one.
    pub(super) patch: Option<u64>,
}

/// Returns the line that makes the record before it valid.
pub(super) fn done(done: &LogEnd) -> String {
    let patch = done.patch.map_or("-".to_owned(), |patch| format!("{patch:016x}"));
    let length = done.length.map(|length| format!(" {length} {patch}")).unwrap_or_default();
    format!("{:<width$}\n", format!("{DONE}{} {}{length}", done.id, done.count), width = DONE_LENGTH - 1)
}

/// Parses the line at the end of a record; returns `None` for other text.
pub(super) fn last(line: &[u8]) -> Option<LogEnd> {
    let line = std::str::from_utf8(line).ok().filter(|line| line.len() == DONE_LENGTH)?;
    let words: Vec<&str> = line.strip_suffix('\n')?.trim_end().strip_prefix(DONE)?.split(' ').collect();
    let (id, count, length, patch) = match words[..] {
        [id, count] => (id, count, None, None),
        // The form that earlier versions wrote.
        [id, count, patch] => (id, count, None, Some(patch)),
        [id, count, length, patch] => (id, count, Some(length.parse().ok()?), Some(patch)),
        _ => return None,
    };
    let patch = match patch.filter(|patch| *patch != "-") {
        Some(patch) => Some(u64::from_str_radix(patch, 16).ok()?),
        None => None,
    };
    Some(LogEnd { id: Id::parse(id)?, count: count.parse().ok()?, length, patch })
}

/// The position of a record in the file, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Framed {
    pub(super) name: Name,
    /// The range of the record itself.
    pub(super) body: Range<u64>,
    /// The range of the record with the lines before and after it.
    pub(super) frame: Range<u64>,
}

/// The maximum length of the line before a record, in bytes, so that a file without lines is not read in full.
const MAX_HEAD_LEN: u64 = 120;

/// Returns the valid records at the beginning of a file of `size` bytes, in order. Only the lines around them are read.
///
/// # Errors
/// Returns the errors of `read`.
pub(super) fn records<E>(
    size: u64,
    read: impl Fn(Range<u64>) -> Result<Vec<u8>, E>,
) -> Result<Vec<Framed>, E> {
    let mut found: Vec<Framed> = Vec::new();
    loop {
        let start = found.last().map_or(0, |last| last.frame.end);
        let head = read(start..size.min(start.saturating_add(MAX_HEAD_LEN)))?;
        let Some(framed) = opened(&head, start).filter(|framed| framed.frame.end <= size) else {
            return Ok(found);
        };
        let line = read(framed.body.end..framed.frame.end)?;
        if last(&line).is_none_or(|done| done.id != framed.name.id) {
            return Ok(found);
        }
        found.push(framed);
    }
}

/// Parses the line at `start`, and returns the position of the record that follows it.
fn opened(bytes: &[u8], start: u64) -> Option<Framed> {
    let end = memchr::memchr(b'\n', bytes)? + 1;
    let line = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let mut words = line.strip_suffix('\n')?.strip_prefix(HEAD)?.split(' ');
    let id = Id::parse(words.next()?)?;
    let size = words.next()?.parse().ok()?;
    let undoes = match words.next()? {
        "-" => None,
        id => Some(Id::parse(id)?),
    };
    let body = start + end as u64;
    let behind = body.checked_add(size)?;
    let whole = behind.checked_add(DONE_LENGTH as u64)?;
    Some(Framed { name: Name { id, size, undoes }, body: body..behind, frame: start..whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(id: Id, count: usize) -> LogEnd {
        let patch = (count > 2).then_some(u64::MAX - count as u64);
        LogEnd { id, count, length: Some(u64::from(u32::MAX)), patch }
    }

    fn file(bodies: &[&str]) -> String {
        let mut file = String::new();
        for (at, body) in bodies.iter().enumerate() {
            let undoes = (at > 1).then(|| Id::next(at as u64, None));
            let name = Name { id: Id::next(at as u64 + 1, None), size: body.len() as u64, undoes };
            file += &format!("{}{body}{}", head(&name), done(&ended(name.id, at + 1)));
        }
        file
    }

    fn records_of(text: &[u8]) -> Vec<Framed> {
        let read = |range: Range<u64>| {
            let bytes = text.get(range.start as usize..range.end as usize);
            bytes.map(<[u8]>::to_vec).ok_or("out of bounds")
        };
        records(text.len() as u64, read).expect("within the text")
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let bodies = ["", "one\ntwo", "record a 3 -\nabc", "x"];
        let text = file(&bodies);
        let found = records_of(text.as_bytes());
        let body = |one: &Framed| text[one.body.start as usize..one.body.end as usize].to_owned();
        assert_eq!(found.iter().map(body).collect::<Vec<_>>(), bodies);
        assert_eq!(found.last().map(|one| one.frame.end), Some(text.len() as u64));
        let end = last(&text.as_bytes()[text.len() - DONE_LENGTH..]);
        assert_eq!(end, Some(ended(found[3].name.id, 4)));
    }

    #[test]
    fn lines_of_earlier_versions_are_read() {
        let line = |text: &str| format!("{text:<width$}\n", width = DONE_LENGTH - 1).into_bytes();
        let id = Id::next(1, None);
        let done = |patch| Some(LogEnd { id, count: 7, length: None, patch });
        assert_eq!(last(&line(&format!("done {id} 7"))), done(None));
        assert_eq!(last(&line(&format!("done {id} 7 00000000000000ff"))), done(Some(255)));
    }

    #[test]
    fn a_tail_that_was_cut_is_not_read() {
        let text = file(&["one", "two", "three"]);
        let ends: Vec<usize> = (0..=3).map(|count| file(&["one", "two", "three"][..count]).len()).collect();
        for end in 0..=text.len() {
            let whole = ends.iter().filter(|whole| **whole <= end).count() - 1;
            assert_eq!(records_of(&text.as_bytes()[..end]).len(), whole, "cut at {end}");
        }
    }

    #[test]
    fn what_is_no_list_has_no_records() {
        let huge = format!("record a {} -\n", u64::MAX);
        for text in ["", "x", "record", "record a b c\n", "record a 99 -\n", huge.as_str()] {
            assert_eq!(records_of(text.as_bytes()), [], "{text}");
        }
    }
}
