//! Encodes records as bytes: one line of JSON, the contents to which it refers one after the other, and a checksum.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::record::{After, Before, Entry, Record};
use super::{Id, NoRecord};
use crate::commit::Digest;
use crate::ir::PatchPath;
use crate::plan::Kept;
use crate::vfs::Owner;

/// The version of the layout. A record of another version cannot be decoded.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct RecordHead {
    version: u32,
    root: String,
    undoes: Option<String>,
    entries: Vec<EntryHead>,
    emptied: Vec<(String, u32)>,
    made: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct EntryHead {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    before: BeforeHead,
    after: AfterHead,
}

/// The earlier state of a path; contents are represented by their length.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BeforeHead {
    Nothing,
    File { length: usize, mode: u32, kept: Option<KeptHead> },
    Link { length: usize },
}

#[derive(Serialize, Deserialize)]
struct KeptHead {
    user: u32,
    group: u32,
    extended: Vec<(String, usize)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AfterHead {
    Nothing,
    File { mode: u32, digest: u64 },
    Link { length: usize },
}

/// An encoded record. The contents are borrowed from the record, since they may be large.
pub(super) struct Encoded<'r> {
    head: Vec<u8>,
    contents: Vec<&'r [u8]>,
}

impl Encoded<'_> {
    /// Returns the number of bytes.
    pub(super) fn size(&self) -> u64 {
        let contents: usize = self.contents.iter().map(|content| content.len()).sum();
        (self.head.len() + contents + size_of::<u64>()) as u64
    }

    /// Writes the bytes.
    pub(super) fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut digest = Digest::default();
        for piece in std::iter::once(self.head.as_slice()).chain(self.contents.iter().copied()) {
            digest.feed(piece);
            out.write_all(piece)?;
        }
        out.write_all(&digest.finish().to_le_bytes())
    }
}

/// Encodes a record.
pub(super) fn encode(record: &Record) -> Result<Encoded<'_>, NoRecord> {
    let mut contents: Vec<&[u8]> = Vec::new();
    let head = RecordHead {
        version: VERSION,
        root: record.root.clone(),
        undoes: record.undoes.map(|id| id.to_string()),
        entries: record.entries.iter().map(|entry| entry_head(entry, &mut contents)).collect(),
        emptied: record.emptied.iter().map(|(path, mode)| (path.to_string(), *mode)).collect(),
        made: record.made.iter().map(PatchPath::to_string).collect(),
    };
    let mut head = serde_json::to_vec(&head).map_err(|error| NoRecord::Because(error.to_string()))?;
    head.push(b'\n');
    Ok(Encoded { head, contents })
}

fn entry_head<'r>(entry: &'r Entry, contents: &mut Vec<&'r [u8]>) -> EntryHead {
    let mut put = |content: &'r [u8]| {
        contents.push(content);
        content.len()
    };
    let before = match &entry.before {
        Before::Nothing => BeforeHead::Nothing,
        Before::Link(target) => BeforeHead::Link { length: put(target) },
        Before::File { bytes, mode, kept } => {
            let length = put(bytes);
            let kept = kept.as_ref().map(|kept| KeptHead {
                user: kept.owner.user,
                group: kept.owner.group,
                extended: kept.extended.iter().map(|(name, value)| (name.clone(), put(value))).collect(),
            });
            BeforeHead::File { length, mode: *mode, kept }
        }
    };
    let after = match &entry.after {
        After::Nothing => AfterHead::Nothing,
        After::File { mode, digest } => AfterHead::File { mode: *mode, digest: *digest },
        After::Link(target) => AfterHead::Link { length: put(target) },
    };
    EntryHead {
        path: entry.path.to_string(),
        source: entry.source.as_ref().map(PatchPath::to_string),
        before,
        after,
    }
}

/// Decodes a record; returns `None` if the bytes are damaged, of another version, or not a record.
pub(super) fn decode(bytes: &[u8]) -> Option<Record> {
    let (body, digest) = bytes.split_last_chunk::<8>()?;
    (Digest::of(body) == u64::from_le_bytes(*digest)).then_some(())?;
    let end = memchr::memchr(b'\n', body)?;
    let head: RecordHead = serde_json::from_slice(body.get(..end)?).ok()?;
    (head.version == VERSION).then_some(())?;
    let mut contents = Contents(body.get(end + 1..)?);
    let record = Record {
        root: head.root,
        undoes: head.undoes.map_or(Some(None), |id| Id::parse(&id).map(Some))?,
        entries: head.entries.into_iter().map(|entry| contents.entry(entry)).collect::<Option<_>>()?,
        emptied: head
            .emptied
            .iter()
            .map(|(path, mode)| Some((self::path(path)?, *mode)))
            .collect::<Option<_>>()?,
        made: head.made.iter().map(|path| self::path(path)).collect::<Option<_>>()?,
    };
    contents.0.is_empty().then_some(record)
}

/// Parses a path, which must be normalized, and be one that a patch may name.
fn path(text: &str) -> Option<PatchPath> {
    PatchPath::parse(text).ok().filter(|path| path.as_str() == text)
}

/// The contents that have not been consumed yet.
struct Contents<'b>(&'b [u8]);

impl Contents<'_> {
    fn take(&mut self, length: usize) -> Option<Vec<u8>> {
        let (content, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(content.to_vec())
    }

    fn entry(&mut self, head: EntryHead) -> Option<Entry> {
        let before = match head.before {
            BeforeHead::Nothing => Before::Nothing,
            BeforeHead::Link { length } => Before::Link(self.take(length)?),
            BeforeHead::File { length, mode, kept } => {
                let bytes = self.take(length)?.into();
                Before::File { bytes, mode, kept: kept.map_or(Some(None), |kept| self.kept(kept).map(Some))? }
            }
        };
        let after = match head.after {
            AfterHead::Nothing => After::Nothing,
            AfterHead::File { mode, digest } => After::File { mode, digest },
            AfterHead::Link { length } => After::Link(self.take(length)?),
        };
        let source = head.source.map_or(Some(None), |source| path(&source).map(Some))?;
        Some(Entry { path: path(&head.path)?, source, before, after })
    }

    fn kept(&mut self, head: KeptHead) -> Option<Kept> {
        let owner = Owner { user: head.user, group: head.group };
        let extended = head.extended.into_iter().map(|(name, length)| Some((name, self.take(length)?)));
        Some(Kept { owner, extended: extended.collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Record {
        let path = |text: &str| PatchPath::parse(text).expect("a path");
        let kept = Kept {
            owner: Owner { user: 1, group: 2 },
            extended: vec![("user.note".to_owned(), b"\xff\n".to_vec())],
        };
        let file = |text: &[u8], kept| Before::File { bytes: text.to_vec().into(), mode: 0o644, kept };
        let entry = |at, before, after| Entry { path: path(at), source: None, before, after };
        Record {
            root: "/a \"b\"\n".to_owned(),
            undoes: Id::parse("mibq3x9k"),
            entries: vec![
                entry("a", file(b"", None), After::File { mode: 0o755, digest: u64::MAX }),
                entry("b c", file(b"\0\n\xff", Some(kept)), After::Nothing),
                entry("d/e", Before::Link(b"../x".to_vec()), After::Nothing),
                Entry {
                    source: Some(path("b c")),
                    ..entry("f", Before::Nothing, After::Link(b"y".to_vec()))
                },
            ],
            emptied: vec![(path("d"), 0o2775)],
            made: vec![path("g")],
        }
    }

    fn bytes_of(record: &Record) -> Vec<u8> {
        let encoded = encode(record).expect("it has a JSON form");
        let mut bytes = Vec::new();
        encoded.write_to(&mut bytes).expect("memory takes all");
        assert_eq!(bytes.len() as u64, encoded.size());
        bytes
    }

    #[test]
    fn what_is_written_is_read_back() {
        for record in [example(), Record::default()] {
            assert_eq!(decode(&bytes_of(&record)), Some(record));
        }
    }

    #[test]
    fn a_record_that_was_cut_or_changed_is_none() {
        let bytes = bytes_of(&example());
        for end in 0..bytes.len() {
            assert_eq!(decode(&bytes[..end]), None, "cut at {end}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(decode(&changed), None, "changed at {at}");
        }
    }

    #[test]
    fn a_forged_record_names_no_path_that_a_patch_may_not() {
        for evil in ["../a", "/etc/passwd", ".git/config", ".chunk-txn/0", "a//b", ""] {
            let head = format!(
                r#"{{"version":1,"root":"","undoes":null,"entries":[{{"path":"{evil}","before":"nothing","after":"nothing"}}],"emptied":[],"made":[]}}"#
            );
            let mut bytes = head.into_bytes();
            bytes.push(b'\n');
            let digest = Digest::of(&bytes);
            bytes.extend_from_slice(&digest.to_le_bytes());
            assert_eq!(decode(&bytes), None, "{evil}");
        }
        let huge = r#"{"version":1,"root":"","undoes":null,"entries":[{"path":"a","before":{"link":{"length":18446744073709551615}},"after":"nothing"}],"emptied":[],"made":[]}"#;
        let mut bytes = format!("{huge}\n").into_bytes();
        let digest = Digest::of(&bytes);
        bytes.extend_from_slice(&digest.to_le_bytes());
        assert_eq!(decode(&bytes), None);
    }
}
