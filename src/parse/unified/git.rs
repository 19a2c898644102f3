//! The header lines that git writes above the hunks of a file.

use super::name::{read_path, read_quoted};
use crate::ir::{BlobName, FileMode};
use crate::parse::lines::Lines;

/// The contents of a git header, as far as its lines exist.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct GitHeader {
    /// The two paths of `diff --git`, if they can be separated.
    pub(super) names: Option<(String, String)>,
    /// `rename from` or `copy from`.
    pub(super) from: Option<String>,
    /// `rename to` or `copy to`.
    pub(super) to: Option<String>,
    /// Whether `from` and `to` describe a copy.
    pub(super) is_copy: bool,
    /// `new file mode`.
    pub(super) new_file: Option<Mode>,
    /// `deleted file mode`.
    pub(super) deleted_file: Option<Mode>,
    /// `new mode`.
    pub(super) new_mode: Option<Mode>,
    /// A mode that is only mentioned: `old mode`, or the one on the `index` line.
    pub(super) mentioned_mode: Option<Mode>,
    /// Whether the file's content is omitted or encoded.
    pub(super) is_binary: bool,
    /// The blob before the change, from the `index` line.
    pub(super) old_blob: Option<BlobName>,
    /// The blob after the change.
    pub(super) new_blob: Option<BlobName>,
}

/// A file mode of git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A regular file.
    File(FileMode),
    /// A symbolic link, a submodule, or an unknown mode.
    Other,
}

impl GitHeader {
    /// Returns the header that begins with a `diff --git` line.
    pub(super) fn begin(line: &str) -> Self {
        let names = line.strip_prefix("diff --git ").and_then(|rest| split_names(rest.trim()));
        Self { names, ..Self::default() }
    }

    /// Returns all modes that the header names.
    pub(super) fn modes(&self) -> impl Iterator<Item = Mode> {
        [self.new_file, self.deleted_file, self.new_mode, self.mentioned_mode].into_iter().flatten()
    }

    /// Parses a header line; returns `false` if it is not one.
    pub(super) fn read_line(&mut self, text: &str) -> bool {
        let Some((keyword, value)) = split_keyword(text) else { return self.read_binary(text) };
        match keyword {
            "rename from " | "copy from " => self.from = Some(read_path(value)),
            "rename to " | "copy to " => self.to = Some(read_path(value)),
            "new file mode " => self.new_file = Some(read_mode(value)),
            "deleted file mode " => self.deleted_file = Some(read_mode(value)),
            "new mode " => self.new_mode = Some(read_mode(value)),
            "old mode " => self.mentioned_mode = unusual_mode(self.mentioned_mode, read_mode(value)),
            "index " => self.read_index(value.trim()),
            _ => {}
        }
        self.is_copy |= keyword.starts_with("copy");
        true
    }

    /// Parses the value of `index`: the names of both blobs, and a mode that is the same before and after.
    fn read_index(&mut self, value: &str) {
        let (names, mode) = value.split_once(' ').map_or((value, None), |(names, mode)| (names, Some(mode)));
        let Some((old, new)) = names.split_once("..") else { return };
        (self.old_blob, self.new_blob) = (BlobName::parse(old), BlobName::parse(new));
        if let Some(mode) = mode {
            self.mentioned_mode = unusual_mode(self.mentioned_mode, read_mode(mode));
        }
    }

    fn read_binary(&mut self, text: &str) -> bool {
        let is_binary = is_binary_note(text);
        self.is_binary |= is_binary;
        is_binary
    }
}

/// Returns whether a line says that a file's content is not given as lines.
pub(super) fn is_binary_note(text: &str) -> bool {
    text == "GIT binary patch" || (text.starts_with("Binary files ") && text.ends_with(" differ"))
}

/// Returns whether a git header without its `diff --git` line begins at the next line.
pub(super) fn begins_headless(mut lines: Lines<'_>) -> bool {
    let Some(first) = lines.next() else { return false };
    let Some((keyword, value)) = split_keyword(first.text) else { return is_binary_note(first.text) };
    match keyword {
        "new file mode " | "deleted file mode " => {
            value.len() == 6 && value.bytes().all(|byte| byte.is_ascii_digit())
        }
        // Prose may begin with such words, but hardly on two lines in a row.
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

/// Returns the unusual one of two mentioned modes, since it must not be lost.
fn unusual_mode(told: Option<Mode>, mode: Mode) -> Option<Mode> {
    if told == Some(Mode::Other) { told } else { Some(mode) }
}

fn read_mode(text: &str) -> Mode {
    match u32::from_str_radix(text.trim(), 8) {
        Ok(mode) if mode & 0o170_000 == 0o100_000 && mode & 0o100 != 0 => Mode::File(FileMode::Executable),
        Ok(mode) if mode & 0o170_000 == 0o100_000 => Mode::File(FileMode::Regular),
        _ => Mode::Other,
    }
}

/// Splits the two paths of `diff --git`. If they contain spaces and are not quoted, only equal ones can be separated.
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

/// Splits `a/x y b/x y` into halves that are equal except for the first component.
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
        assert_eq!(header.mentioned_mode, Some(Mode::Other));
    }
}
