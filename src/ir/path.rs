//! Paths that a patch may name: relative, below the root, and normalized.

use std::borrow::Borrow;
use std::fmt;

/// A normalized path below the root, with `/` between its components.
///
/// Values are only made by [`PatchPath::parse`] or from other valid paths, so later stages need not check again whether
/// a path leaves the root. What the path is on disk (a symbolic link, a device) is for the tree to determine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchPath(String);

/// The reason why a path is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathProblem {
    /// The path is empty, or has no components.
    #[error("the path is empty")]
    Empty,
    /// The path begins with `/`.
    #[error("the path is absolute")]
    Absolute,
    /// The path contains `..`.
    #[error("the path has a `..`")]
    Parent,
    /// The path contains a backslash; the value is the path with slashes.
    #[error("the path has a backslash; write `{0}`")]
    Backslash(String),
    /// The path begins with a drive letter.
    #[error("the path begins with a drive letter")]
    Drive,
    /// The path contains a control character.
    #[error("the path has a control character")]
    Control,
    /// The path ends in a slash, so it names a folder.
    #[error("the path ends in `/`: it names a folder")]
    Folder,
    /// The path is longer than any system allows. Without a limit, a path of a million folders would cause a million
    /// lookups.
    #[error("the path is longer than {MAX_PATH_LEN} bytes")]
    TooLong,
    /// The path is inside the data of a git repository, or inside this program's transaction folder.
    #[error("the path goes into `{0}`, which patches may not touch")]
    Protected(String),
}

/// The maximum length of a path, in bytes.
const MAX_PATH_LEN: usize = 4095;

impl PathProblem {
    /// Returns advice on what to write instead of the path, if the message does not say it.
    #[must_use]
    pub fn advice(&self, written: &str) -> Option<String> {
        let relative = "write the path relative to the root, with `/`, as in `src/main.py`";
        match self {
            Self::Absolute | Self::Drive => Some(relative.to_owned()),
            Self::Empty => Some("name a file below the root, as in `src/main.py`".to_owned()),
            Self::Parent => Some(match without_parents(written) {
                Some(path) => format!("write `{path}`"),
                None => "name a file below the root, or pass a folder further up as `--root`".to_owned(),
            }),
            Self::Folder => match written.trim_end_matches('/') {
                "" => None,
                name => Some(format!("write `{name}`")),
            },
            // These messages already say what to write, or there is no correction.
            Self::Backslash(_) | Self::Control | Self::TooLong | Self::Protected(_) => None,
        }
    }
}

/// Resolves the `..` components of a path; returns `None` if it leaves the root.
fn without_parents(written: &str) -> Option<String> {
    let mut kept: Vec<&str> = Vec::new();
    for part in written.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part == ".." {
            kept.pop()?;
        } else {
            kept.push(part);
        }
    }
    let path = PatchPath::parse(&kept.join("/")).ok()?;
    Some(path.0)
}

/// The folder, directly below the root, in which a running commit keeps its files.
pub const TRANSACTION_FOLDER: &str = ".chunk-txn";

/// A path is compared, ordered and hashed like its text, as `Borrow` requires.
impl Borrow<str> for PatchPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PatchPath {
    /// Validates and normalizes a path: `.` components and empty components are removed.
    ///
    /// # Errors
    /// Returns the rule that the path violates.
    pub fn parse(written: &str) -> Result<Self, PathProblem> {
        if written.is_empty() {
            return Err(PathProblem::Empty);
        }
        if written.chars().any(char::is_control) {
            return Err(PathProblem::Control);
        }
        if written.contains('\\') {
            return Err(PathProblem::Backslash(
                written.replace('\\', "/").trim_start_matches('/').to_owned(),
            ));
        }
        if written.starts_with('/') {
            return Err(PathProblem::Absolute);
        }
        let components: Vec<&str> = written.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        // `./C:/a` is refused like `C:/a`.
        let first = components.first().map_or(&[][..], |first| first.as_bytes());
        if matches!(first, [letter, b':', ..] if letter.is_ascii_alphabetic()) {
            return Err(PathProblem::Drive);
        }
        for part in &components {
            if *part == ".." {
                return Err(PathProblem::Parent);
            }
            if is_protected(part) {
                return Err(PathProblem::Protected((*part).to_owned()));
            }
        }
        if components.is_empty() {
            return Err(PathProblem::Empty);
        }
        if written.ends_with('/') {
            return Err(PathProblem::Folder);
        }
        let path = components.join("/");
        if path.len() > MAX_PATH_LEN { Err(PathProblem::TooLong) } else { Ok(Self(path)) }
    }

    /// Returns the path, with `/` between components.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the components, outermost first; there is at least one.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// Returns the folder that contains the path; `None` if that is the root.
    #[must_use]
    pub fn parent(&self) -> Option<PatchPath> {
        self.0.rsplit_once('/').map(|(folder, _)| Self(folder.to_owned()))
    }

    /// Returns the last component.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the part after the last dot of the file name, if it has one.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        self.file_name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Returns the path of an entry in this folder; `name` is one component, as a folder listing returns it.
    ///
    /// # Errors
    /// Returns the rule that the name violates.
    pub fn join(&self, name: &str) -> Result<Self, PathProblem> {
        Self::parse(&format!("{}/{name}", self.0))
    }

    /// Returns a path that no patch can name, for the file that operation `at` (from 0) moves while other operations
    /// use its name.
    #[must_use]
    pub fn parking_path(at: usize) -> Self {
        Self(format!("{TRANSACTION_FOLDER}/aside-{at}"))
    }

    /// Returns whether both paths contain a folder, and their outermost folders differ.
    #[must_use]
    pub fn differs_in_first_folder(&self, other: &Self) -> bool {
        matches!((self.first_folder(), other.first_folder()), (Some(own), Some(others)) if own != others)
    }

    /// Returns the outermost folder, if the path contains one.
    #[must_use]
    pub fn first_folder(&self) -> Option<PatchPath> {
        self.0.split_once('/').map(|(first, _)| Self(first.to_owned()))
    }

    /// Returns the path without its first component; `None` if it has only one.
    #[must_use]
    pub fn strip_first(&self) -> Option<PatchPath> {
        self.0.split_once('/').map(|(_, rest)| Self(rest.to_owned()))
    }
}

/// Returns whether a component is `.git`, in any case, or this program's transaction folder.
fn is_protected(component: &str) -> bool {
    component.eq_ignore_ascii_case(".git") || component.eq_ignore_ascii_case(TRANSACTION_FOLDER)
}

impl fmt::Display for PatchPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Result<&str, PathProblem>) {
        assert_eq!(PatchPath::parse(written), expected.map(|path| PatchPath(path.to_owned())));
    }

    #[test]
    fn other_spellings_of_a_path_are_the_same_path() {
        check("./src//a.py", Ok("src/a.py"));
        check("src/./a.py", Ok("src/a.py"));
        check("src/..a", Ok("src/..a"));
    }

    #[test]
    fn paths_that_leave_the_root_are_refused() {
        check("", Err(PathProblem::Empty));
        check(".", Err(PathProblem::Empty));
        check("/etc/passwd", Err(PathProblem::Absolute));
        check("a/../../b", Err(PathProblem::Parent));
        check("a/..", Err(PathProblem::Parent));
        check("a\\b", Err(PathProblem::Backslash("a/b".into())));
        check("C:/a", Err(PathProblem::Drive));
        check(".//C:/a", Err(PathProblem::Drive));
        check("a\nb", Err(PathProblem::Control));
        check("a/", Err(PathProblem::Folder));
        check(&format!("{}b", "a/".repeat(2_048)), Err(PathProblem::TooLong));
        check("x/.GIT/config", Err(PathProblem::Protected(".GIT".into())));
        check(".chunk-txn/commit", Err(PathProblem::Protected(".chunk-txn".into())));
    }
}
