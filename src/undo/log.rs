//! The records of one root in one file, one behind the other: to add one takes no more than to write it.
//!
//! ```text
//! record ID LENGTH UNDOES        written before the commit, with the record behind it
//! … LENGTH bytes …
//! done ID COUNT                  written after it, always as long as this: from here on the record counts
//! ```
//!
//! A run that dies leaves a tail without its last line. It is not read, and the next run cuts it off.

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

/// The line below a record that is valid; `count` is the number of records in the file.
pub(super) fn done(id: Id, count: usize) -> String {
    format!("{:<width$}\n", format!("{DONE}{id} {count}"), width = DONE_LENGTH - 1)
}

/// What the last line says, if it is one that ends a record: its name, and the number of records.
pub(super) fn last(line: &[u8]) -> Option<(Id, usize)> {
    let line = std::str::from_utf8(line).ok().filter(|line| line.len() == DONE_LENGTH)?;
    let (id, count) = line.strip_suffix('\n')?.trim_end().strip_prefix(DONE)?.split_once(' ')?;
    Some((Id::parse(id)?, count.parse().ok()?))
}

/// A record in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Framed<'b> {
    pub(super) name: Name,
    /// The record itself.
    pub(super) body: &'b [u8],
    /// All of it, with the lines above and below.
    pub(super) frame: &'b [u8],
}

/// The records of a file in order, as far as they are valid.
pub(super) fn records(file: &[u8]) -> Vec<Framed<'_>> {
    let mut found = Vec::new();
    let mut rest = file;
    while let Some((framed, behind)) = first(rest) {
        found.push(framed);
        rest = behind;
    }
    found
}

fn first(file: &[u8]) -> Option<(Framed<'_>, &[u8])> {
    // No line above a record is longer than this, so a file without lines costs nothing.
    let end = memchr::memchr(b'\n', file.get(..file.len().min(120))?)? + 1;
    let line = std::str::from_utf8(file.get(..end)?).ok()?;
    let mut words = line.strip_suffix('\n')?.strip_prefix(HEAD)?.split(' ');
    let id = Id::parse(words.next()?)?;
    let size = words.next()?.parse().ok()?;
    let undoes = match words.next()? {
        "-" => None,
        id => Some(Id::parse(id)?),
    };
    let behind = end.checked_add(usize::try_from(size).ok()?)?;
    let whole = behind.checked_add(DONE_LENGTH)?;
    let (frame, rest) = file.split_at_checked(whole)?;
    last(frame.get(behind..)?).filter(|(done, _)| *done == id)?;
    Some((Framed { name: Name { id, size, undoes }, body: frame.get(end..behind)?, frame }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bodies: &[&str]) -> String {
        let mut file = String::new();
        for (at, body) in bodies.iter().enumerate() {
            let undoes = (at > 1).then(|| Id::next(at as u64, None));
            let name = Name { id: Id::next(at as u64 + 1, None), size: body.len() as u64, undoes };
            file += &format!("{}{body}{}", head(&name), done(name.id, at + 1));
        }
        file
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let bodies = ["", "one\ntwo", "record a 3 -\nabc", "x"];
        let text = file(&bodies);
        let found = records(text.as_bytes());
        assert_eq!(found.iter().map(|one| one.body).collect::<Vec<_>>(), bodies.map(str::as_bytes));
        assert_eq!(found.iter().map(|one| one.frame.len()).sum::<usize>(), text.len());
        let end = last(&text.as_bytes()[text.len() - DONE_LENGTH..]);
        assert_eq!(end, Some((found[3].name.id, 4)));
    }

    #[test]
    fn a_tail_that_was_cut_is_not_read() {
        let text = file(&["one", "two", "three"]);
        let ends: Vec<usize> = (0..=3).map(|count| file(&["one", "two", "three"][..count]).len()).collect();
        for end in 0..=text.len() {
            let whole = ends.iter().filter(|whole| **whole <= end).count() - 1;
            assert_eq!(records(&text.as_bytes()[..end]).len(), whole, "cut at {end}");
        }
    }

    #[test]
    fn what_is_no_list_has_no_records() {
        let huge = format!("record a {} -\n", u64::MAX);
        for text in ["", "x", "record", "record a b c\n", "record a 99 -\n", huge.as_str()] {
            assert_eq!(records(text.as_bytes()), [], "{text}");
        }
    }
}
