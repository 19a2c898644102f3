//! Paths as a patch may name them: relative, below the root, in one spelling.

use std::borrow::Borrow;
use std::fmt;

/// A path below the root, in its shortest spelling, with `/` between its components.
///
/// Only [`PatchPath::parse`] makes one, so no later stage asks again whether a path leaves the root. What the path
/// *is* on disk (a symlink, a device) is for the tree to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchPath(String);

/// Why a path is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathProblem {
    /// Nothing is named.
    #[error("the path is empty")]
    Empty,
    /// It begins at the file system's root.
    #[error("the path is absolute")]
    Absolute,
    /// It climbs.
    #[error("the path has a `..`")]
    Parent,
    /// It is spelled as on Windows; the slash form is given.
    #[error("the path has a backslash; write `{0}`")]
    Backslash(String),
    /// It begins with a drive letter.
    #[error("the path begins with a drive letter")]
    Drive,
    /// It holds a control character.
    #[error("the path has a control character")]
    Control,
    /// It ends in a slash, as a folder does.
    #[error("the path ends in `/`: it names a folder")]
    Folder,
    /// No system can hold it, and a path of a million folders would be looked up a million times.
    #[error("the path is longer than {LONGEST} bytes")]
    TooLong,
    /// It goes into a repository's own data, or the transaction folder of this program.
    #[error("the path goes into `{0}`, which patches may not touch")]
    Protected(String),
}

/// The length of the longest path, in bytes.
const LONGEST: usize = 4095;

impl PathProblem {
    /// What to write instead of the path.
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
            // These say themselves what to write, or there is nothing to write.
            Self::Backslash(_) | Self::Control | Self::TooLong | Self::Protected(_) => None,
        }
    }
}

/// The path that is meant by one with `..` in it, if it stays below the root.
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

/// The folder, directly below the root, that a running commit keeps its files in.
pub const TRANSACTION_FOLDER: &str = ".chunk-txn";

/// Equal, ordered and hashed as its text is.
impl Borrow<str> for PatchPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PatchPath {
    /// Checks a path and brings it into its one spelling: `./` and `//` are dropped.
    ///
    /// # Errors
    /// Says which rule the path breaks.
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
        // `./C:/a` is `C:/a`.
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
        if path.len() > LONGEST { Err(PathProblem::TooLong) } else { Ok(Self(path)) }
    }

    /// The path, with `/` between components.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The components, outermost first; at least one.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// The folder that holds the path, if it is not the root.
    #[must_use]
    pub fn parent(&self) -> Option<PatchPath> {
        self.0.rsplit_once('/').map(|(folder, _)| Self(folder.to_owned()))
    }

    /// The last component.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The part behind the last dot of the file name, if there is one.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        self.file_name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// A path inside this folder; `name` is one component as a listing gives it.
    ///
    /// # Errors
    /// Says which rule the name breaks.
    pub fn join(&self, name: &str) -> Result<Self, PathProblem> {
        Self::parse(&format!("{}/{name}", self.0))
    }

    /// A path that no patch can say, for the file that operation `at` (from 0) moves, while others take its name.
    #[must_use]
    pub fn aside(at: usize) -> Self {
        Self(format!("{TRANSACTION_FOLDER}/aside-{at}"))
    }

    /// Whether both paths go through folders, of which the outermost differ.
    #[must_use]
    pub fn begins_apart_from(&self, other: &Self) -> bool {
        matches!((self.first_folder(), other.first_folder()), (Some(own), Some(others)) if own != others)
    }

    /// The outermost folder, if there is one.
    #[must_use]
    pub fn first_folder(&self) -> Option<PatchPath> {
        self.0.split_once('/').map(|(first, _)| Self(first.to_owned()))
    }

    /// The path without its first component, if something is left.
    #[must_use]
    pub fn strip_first(&self) -> Option<PatchPath> {
        self.0.split_once('/').map(|(_, rest)| Self(rest.to_owned()))
    }
}

/// Any `.git`, in any case, and this program's own transaction folder.
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
