//! The records of one root in one file, one behind the other: to add one takes no more than to write it.
//!
//! ```text
//! record ID LENGTH UNDOES        written before the commit, with the record behind it
//! … LENGTH bytes …
//! done ID COUNT LENGTH PATCH     written after it, always as long as this: from here on the record counts
//! ```
//!
//! A run that dies leaves a tail without its last line. It is not read, and the next run cuts it off. The last record is
//! found from its end, however many stand before it.

use std::ops::Range;

use super::{Id, Name};

/// The beginning of the line above a record.
const HEAD: &str = "record ";
/// The beginning of the line below a record.
const DONE: &str = "done ";
/// The length of the line below a record, filled up with blanks.
pub(super) const DONE_LENGTH: usize = 48;

/// The line above a record.
pub(super) fn head(name: &Name) -> String {
    let undoes = name.undoes.map_or("-".to_owned(), |id| id.to_string());
    format!("{HEAD}{} {} {undoes}\n", name.id, name.size)
}

/// What the line below a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogEnd {
    /// The name of the record.
    pub(super) id: Id,
    /// The number of records in the file.
    pub(super) count: usize,
    /// How many bytes the record has; `None` in a line of an earlier version.
    pub(super) length: Option<u64>,
    /// The checksum of the patch that the run applied, if it applied one.
    pub(super) patch: Option<u64>,
}

/// The line below a record that is valid.
pub(super) fn done(done: &LogEnd) -> String {
    let patch = done.patch.map_or("-".to_owned(), |patch| format!("{patch:016x}"));
    let length = done.length.map(|length| format!(" {length} {patch}")).unwrap_or_default();
    format!("{:<width$}\n", format!("{DONE}{} {}{length}", done.id, done.count), width = DONE_LENGTH - 1)
}

/// What the last line says, if it is one that ends a record.
pub(super) fn last(line: &[u8]) -> Option<LogEnd> {
    let line = std::str::from_utf8(line).ok().filter(|line| line.len() == DONE_LENGTH)?;
    let words: Vec<&str> = line.strip_suffix('\n')?.trim_end().strip_prefix(DONE)?.split(' ').collect();
    let (id, count, length, patch) = match words[..] {
        [id, count] => (id, count, None, None),
        // As earlier versions wrote it.
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

/// Where a record is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Framed {
    pub(super) name: Name,
    /// The record itself.
    pub(super) body: Range<u64>,
    /// All of it, with the lines above and below.
    pub(super) frame: Range<u64>,
}

/// No line above a record is longer than this, so a file without lines costs nothing.
const LONGEST_HEAD: u64 = 120;

/// The records of a file of some size in order, as far as they are valid. Nothing but the lines around them is read.
///
/// # Errors
/// Those of reading.
pub(super) fn records<E>(
    size: u64,
    read: impl Fn(Range<u64>) -> Result<Vec<u8>, E>,
) -> Result<Vec<Framed>, E> {
    let mut found: Vec<Framed> = Vec::new();
    loop {
        let start = found.last().map_or(0, |last| last.frame.end);
        let head = read(start..size.min(start.saturating_add(LONGEST_HEAD)))?;
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

/// The record that the line at `start` is above.
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
