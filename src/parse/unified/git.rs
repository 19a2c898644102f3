//! The lines that git writes above the hunks of a file.

use super::name::{read_path, read_quoted};
use crate::ir::{BlobName, FileMode};
use crate::parse::lines::Lines;

/// What they say, as far as they are there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct GitHeader {
    /// The two paths of `diff --git`, where they can be told apart.
    pub(super) names: Option<(String, String)>,
    /// `rename from` or `copy from`.
    pub(super) from: Option<String>,
    /// `rename to` or `copy to`.
    pub(super) to: Option<String>,
    /// Whether the two above speak of a copy.
    pub(super) is_copy: bool,
    /// `new file mode`.
    pub(super) new_file: Option<Mode>,
    /// `deleted file mode`.
    pub(super) deleted_file: Option<Mode>,
    /// `new mode`.
    pub(super) new_mode: Option<Mode>,
    /// A mode that is only told: `old mode`, or the one behind `index`.
    pub(super) told: Option<Mode>,
    /// Whether the file's content is left out or encoded.
    pub(super) is_binary: bool,
    /// The content before, which `index` names.
    pub(super) old_blob: Option<BlobName>,
    /// The content behind.
    pub(super) new_blob: Option<BlobName>,
}

/// A file mode of git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A regular file.
    File(FileMode),
    /// A symbolic link, a submodule, or nothing that is known.
    Other,
}

impl GitHeader {
    /// The header that a `diff --git` line begins.
    pub(super) fn begin(line: &str) -> Self {
        let names = line.strip_prefix("diff --git ").and_then(|rest| split_names(rest.trim()));
        Self { names, ..Self::default() }
    }

    /// All modes that are named.
    pub(super) fn modes(&self) -> impl Iterator<Item = Mode> {
        [self.new_file, self.deleted_file, self.new_mode, self.told].into_iter().flatten()
    }

    /// Takes over what a line says; `false` if it says nothing of a file.
    pub(super) fn read_line(&mut self, text: &str) -> bool {
        let Some((keyword, value)) = split_keyword(text) else { return self.read_binary(text) };
        match keyword {
            "rename from " | "copy from " => self.from = Some(read_path(value)),
            "rename to " | "copy to " => self.to = Some(read_path(value)),
            "new file mode " => self.new_file = Some(read_mode(value)),
            "deleted file mode " => self.deleted_file = Some(read_mode(value)),
            "new mode " => self.new_mode = Some(read_mode(value)),
            "old mode " => self.told = stranger(self.told, read_mode(value)),
            "index " => self.read_index(value.trim()),
            _ => {}
        }
        self.is_copy |= keyword.starts_with("copy");
        true
    }

    /// What stands behind `index`: the names of both contents, and a mode that is the same before and behind.
    fn read_index(&mut self, value: &str) {
        let (names, mode) = value.split_once(' ').map_or((value, None), |(names, mode)| (names, Some(mode)));
        let Some((old, new)) = names.split_once("..") else { return };
        (self.old_blob, self.new_blob) = (BlobName::parse(old), BlobName::parse(new));
        if let Some(mode) = mode {
            self.told = stranger(self.told, read_mode(mode));
        }
    }

    fn read_binary(&mut self, text: &str) -> bool {
        let is_binary = is_binary_note(text);
        self.is_binary |= is_binary;
        is_binary
    }
}

/// Whether a line says that a file's content is not told as lines.
pub(super) fn is_binary_note(text: &str) -> bool {
    text == "GIT binary patch" || (text.starts_with("Binary files ") && text.ends_with(" differ"))
}

/// Whether a header of git begins at the next line though its `diff --git` line is missing.
pub(super) fn begins_headless(mut lines: Lines<'_>) -> bool {
    let Some(first) = lines.next() else { return false };
    let Some((keyword, value)) = split_keyword(first.text) else { return is_binary_note(first.text) };
    match keyword {
        "new file mode " | "deleted file mode " => {
            value.len() == 6 && value.bytes().all(|byte| byte.is_ascii_digit())
        }
        // Prose may begin with such words, but hardly two lines of it.
        "rename from " => lines.peek().is_some_and(|next| next.text.starts_with("rename to ")),
        "copy from " => lines.peek().is_some_and(|next| next.text.starts_with("copy to ")),
        _ => false,
    }
}

fn split_keyword(text: &str) -> Option<(&'static str, &str)> {
    const KEYWORDS: [&str; 11] = [
        "index ",
        "new file mode ",
        "deleted file mode ",
        "old mode ",
        "new mode ",
        "rename from ",
        "rename to ",
        "copy from ",
        "copy to ",
        "similarity index ",
        "dissimilarity index ",
    ];
    KEYWORDS.iter().find_map(|keyword| text.strip_prefix(keyword).map(|value| (*keyword, value)))
}

/// Of two modes that are told, the one that is stranger: it must not be forgotten.
fn stranger(told: Option<Mode>, mode: Mode) -> Option<Mode> {
    if told == Some(Mode::Other) { told } else { Some(mode) }
}

fn read_mode(text: &str) -> Mode {
    match u32::from_str_radix(text.trim(), 8) {
        Ok(mode) if mode & 0o170_000 == 0o100_000 && mode & 0o100 != 0 => Mode::File(FileMode::Executable),
        Ok(mode) if mode & 0o170_000 == 0o100_000 => Mode::File(FileMode::Regular),
        _ => Mode::Other,
    }
}

/// The two paths of `diff --git`. Without quotes and with blanks in them, only equal ones can be told apart.
fn split_names(text: &str) -> Option<(String, String)> {
    if let Some((old, rest)) = read_quoted(text) {
        return Some((old, read_path(rest)));
    }
    if text.ends_with('"') {
        let at = text.find(" \"")?;
        return Some((text[..at].to_owned(), read_path(&text[at..])));
    }
    let (old, new) = match split_in_the_middle(text) {
        Some(halves) => halves,
        None => text.split_once(' ').filter(|(_, new)| !new.contains(' '))?,
    };
    Some((old.to_owned(), new.to_owned()))
}

/// `a/x y b/x y`: halves that are equal but for the first component.
fn split_in_the_middle(text: &str) -> Option<(&str, &str)> {
    let middle = text.len() / 2;
    let (old, new) = (text.get(..middle)?, text.get(middle..)?.strip_prefix(' ')?);
    let without_first =
        |path: &'_ str| path.split_once('/').map_or(path.len(), |(_, rest)| path.len() - rest.len());
    (old == new || old[without_first(old)..] == new[without_first(new)..]).then_some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_names(line: &str, expected: Option<(&str, &str)>) {
        let names = GitHeader::begin(line).names;
        assert_eq!(names.as_ref().map(|(old, new)| (old.as_str(), new.as_str())), expected);
    }

    #[test]
    fn the_paths_of_diff_git_are_told_apart() {
        check_names("diff --git a/x.c b/x.c", Some(("a/x.c", "b/x.c")));
        check_names("diff --git a/x y b/x y", Some(("a/x y", "b/x y")));
        check_names("diff --git x.c x.c", Some(("x.c", "x.c")));
        check_names("diff --git a/x.c b/other.c", Some(("a/x.c", "b/other.c")));
        check_names(r#"diff --git "a/\303\251" "b/\303\251""#, Some(("a/é", "b/é")));
        check_names(r#"diff --git a/x "b/\303\251""#, Some(("a/x", "b/é")));
        check_names("diff --git a/x y b/z w", None);
        check_names("diff --git ", None);
        check_names("diff --git é", None);
    }

    #[track_caller]
    fn check_mode(text: &str, expected: Mode) {
        assert_eq!(read_mode(text), expected);
    }

    #[test]
    fn modes_are_read() {
        check_mode("100644", Mode::File(FileMode::Regular));
        check_mode("100755", Mode::File(FileMode::Executable));
        check_mode("120000", Mode::Other);
        check_mode("160000", Mode::Other);
        check_mode("rw", Mode::Other);
    }

    #[test]
    fn a_strange_mode_is_not_forgotten() {
        let mut header = GitHeader::default();
        assert!(header.read_line("old mode 120000"));
        assert!(header.read_line("index 0123abc..4567def 100644"));
        assert!(!header.read_line("anything else"));
        assert_eq!(header.told, Some(Mode::Other));
    }
}
