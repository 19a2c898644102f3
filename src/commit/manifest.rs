//! The list of steps as text, by which a later run can finish or reverse an interrupted run.
//!
//! It has one line for each step, with the path at its end, and a checksum as last line. Paths of patches contain no
//! line breaks. Nothing in the list is trusted when it is parsed: paths are parsed like those of a patch, and a list
//! that was made elsewhere (in a tree that was copied or cloned with it) does not name the inode of the folder that
//! contains it.

use std::fmt::Write as _;

use super::digest::Digest;
use super::step::{CommitStep, Slot};
use crate::ir::PatchPath;
use crate::vfs::{Kind, Stamp};

/// Everything that a later run needs to know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CommitManifest {
    /// The inode of the transaction folder that contains the list.
    pub(super) folder: u64,
    /// The folders on other mounts that have a transaction folder of their own.
    pub(super) places: Vec<PatchPath>,
    /// The steps, in order.
    pub(super) steps: Vec<CommitStep>,
    /// Folders to be removed if they are empty afterwards, innermost first.
    pub(super) emptied_folders: Vec<PatchPath>,
}

/// The first line of the list.
const HEAD: &str = "chunk transaction 1";

impl CommitManifest {
    /// Returns the list as text.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\nfolder {}\n", self.folder);
        for place in &self.places {
            text.extend(["at ", place.as_str(), "\n"]);
        }
        for step in &self.steps {
            self.write_step(step, &mut text);
        }
        for folder in &self.emptied_folders {
            text.extend(["sweep ", folder.as_str(), "\n"]);
        }
        let digest = Digest::of(text.as_bytes());
        text.push_str(&format!("end {digest:016x}\n"));
        text
    }

    fn write_step(&self, step: &CommitStep, text: &mut String) {
        let path = step.path();
        // Writing to a string cannot fail.
        let _ = match step {
            CommitStep::Make { mode: None, .. } => writeln!(text, "make {path}"),
            CommitStep::Make { mode: Some(mode), .. } => writeln!(text, "remake {mode:o} {path}"),
            CommitStep::Remove { slot, kind, old, .. } => {
                writeln!(text, "retire {} {} {} {path}", self.slot(slot), kind_name(*kind), stamp(old))
            }
            CommitStep::Place { slot, new, digest, .. } => {
                let digest = digest.map_or("moved".to_owned(), |digest| format!("{digest:016x}"));
                writeln!(text, "place {} {} {digest} {path}", self.slot(slot), stamp(new))
            }
            CommitStep::Swap { slot, old, new, digest, .. } => {
                writeln!(text, "swap {} {} {} {digest:016x} {path}", self.slot(slot), stamp(old), stamp(new))
            }
        };
    }

    /// Formats a slot: its number, and the index of its folder in `places`, from 1; 0 is the root.
    fn slot(&self, slot: &Slot) -> String {
        let place = slot.at.as_ref().and_then(|at| self.places.iter().position(|place| place == at));
        format!("{}@{}", slot.number, place.map_or(0, |index| index + 1))
    }

    /// Parses a list; returns `None` if it is damaged or is not such a list.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (body, end) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let body = text.get(..=body.len())?;
        if end.strip_prefix("end ")? != format!("{:016x}", Digest::of(body.as_bytes())) {
            return None;
        }
        let mut lines = body.lines();
        (lines.next()? == HEAD).then_some(())?;
        let folder = lines.next()?.strip_prefix("folder ")?.parse().ok()?;
        let mut manifest = Self { folder, ..Self::default() };
        lines.try_for_each(|line| manifest.take(line)).map(|()| manifest)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "at" => self.places.push(path(rest)?),
            "sweep" => self.emptied_folders.push(path(rest)?),
            "make" => self.steps.push(CommitStep::Make { path: path(rest)?, mode: None }),
            "remake" => {
                let (mode, rest) = rest.split_once(' ')?;
                let mode = u32::from_str_radix(mode, 8).ok().filter(|mode| *mode <= 0o7777)?;
                self.steps.push(CommitStep::Make { path: path(rest)?, mode: Some(mode) });
            }
            _ => {
                let step = self.step(word, rest)?;
                self.steps.push(step);
            }
        }
        Some(())
    }

    fn step(&self, word: &str, rest: &str) -> Option<CommitStep> {
        let (slot, rest) = rest.split_once(' ')?;
        let slot = self.parse_slot(slot)?;
        match word {
            "retire" => {
                let (kind, rest) = rest.split_once(' ')?;
                let (old, rest) = parse_stamp(rest)?;
                Some(CommitStep::Remove { path: path(rest)?, slot, kind: parse_kind(kind)?, old })
            }
            "place" => {
                let (new, rest) = parse_stamp(rest)?;
                let (digest, rest) = rest.split_once(' ')?;
                let digest = if digest == "moved" { None } else { Some(parse_digest(digest)?) };
                Some(CommitStep::Place { path: path(rest)?, slot, new, digest })
            }
            "swap" => {
                let (old, rest) = parse_stamp(rest)?;
                let (new, rest) = parse_stamp(rest)?;
                let (digest, rest) = rest.split_once(' ')?;
                Some(CommitStep::Swap { path: path(rest)?, slot, old, new, digest: parse_digest(digest)? })
            }
            _ => None,
        }
    }

    fn parse_slot(&self, text: &str) -> Option<Slot> {
        let (number, place) = text.split_once('@')?;
        let at = match place.parse::<usize>().ok()? {
            0 => None,
            index => Some(self.places.get(index - 1)?.clone()),
        };
        Some(Slot { at, number: number.parse().ok()? })
    }
}

/// Parses a path, which must be normalized, and be one that a patch may name.
fn path(text: &str) -> Option<PatchPath> {
    PatchPath::parse(text).ok().filter(|path| path.as_str() == text)
}

fn stamp(stamp: &Stamp) -> String {
    format!("{} {} {}", stamp.inode, stamp.size, stamp.modified)
}

fn parse_stamp(text: &str) -> Option<(Stamp, &str)> {
    let mut parts = text.splitn(4, ' ');
    let inode = parts.next()?.parse().ok()?;
    let size = parts.next()?.parse().ok()?;
    let modified = parts.next()?.parse().ok()?;
    Some((Stamp { inode, size, modified, ..Stamp::default() }, parts.next()?))
}

fn parse_digest(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::File => "file",
        Kind::Folder => "folder",
        Kind::Link => "link",
        Kind::Other => "other",
    }
}

fn parse_kind(text: &str) -> Option<Kind> {
    [Kind::File, Kind::Folder, Kind::Link, Kind::Other].into_iter().find(|kind| kind_name(*kind) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> CommitManifest {
        let path = |text: &str| PatchPath::parse(text).expect("a path");
        let stamp = |inode| Stamp { inode, size: 5, modified: -7, ..Stamp::default() };
        let slot = |at: Option<&str>, number| Slot { at: at.map(path), number };
        CommitManifest {
            folder: 42,
            places: vec![path("mnt"), path("other mount/x")],
            steps: vec![
                CommitStep::Remove {
                    path: path("a b"),
                    slot: slot(None, 0),
                    kind: Kind::Link,
                    old: stamp(1),
                },
                CommitStep::Make { path: path("new folder"), mode: None },
                CommitStep::Make { path: path("back again"), mode: Some(0o2750) },
                CommitStep::Place {
                    path: path("new folder/a"),
                    slot: slot(None, 1),
                    new: stamp(2),
                    digest: Some(3),
                },
                CommitStep::Place {
                    path: path("moved"),
                    slot: slot(Some("mnt"), 0),
                    new: stamp(2),
                    digest: None,
                },
                CommitStep::Swap {
                    path: path("other mount/x/y"),
                    slot: slot(Some("other mount/x"), 2),
                    old: stamp(4),
                    new: stamp(5),
                    digest: u64::MAX,
                },
            ],
            emptied_folders: vec![path("a"), path("b c")],
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(CommitManifest::parse(&example().to_text()), Some(example()));
        assert_eq!(
            CommitManifest::parse(&CommitManifest::default().to_text()),
            Some(CommitManifest::default())
        );
    }

    #[test]
    fn a_list_that_was_cut_or_changed_is_none() {
        let text = example().to_text();
        for end in 0..text.len() {
            assert_eq!(CommitManifest::parse(&text[..end]), None, "cut at {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("one bit of ASCII");
            assert_eq!(CommitManifest::parse(&changed), None, "changed at {at}");
        }
    }

    #[test]
    fn paths_are_those_that_a_patch_may_name() {
        for evil in ["../a", "/etc/passwd", "a/../../b", ".git/config", ".chunk-txn/0", "a//b", "./a", ""] {
            let body = format!("{HEAD}\nfolder 1\nmake {evil}\n");
            let text = format!("{body}end {:016x}\n", Digest::of(body.as_bytes()));
            assert_eq!(CommitManifest::parse(&text), None, "{evil}");
        }
    }
}
