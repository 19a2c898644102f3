//! The paths of a diff section.

use super::FileSection;
use super::name::FileName;
use crate::diag::Diagnostic;
use crate::ir::PathStyle;
use crate::parse::problem::{malformed, quote};

/// The paths of a section; `None` stands for `/dev/null`.
pub(super) struct Paths {
    pub(super) old: Option<String>,
    pub(super) new: Option<String>,
    pub(super) style: PathStyle,
}

pub(super) fn find_paths(section: &FileSection, strip: Option<usize>) -> Result<Option<Paths>, Diagnostic> {
    let git = &section.git;
    if let (Some(from), Some(to)) = (&git.from, &git.to) {
        let (old, new) = (Some(from.clone()), Some(to.clone()));
        // As in git: these lines have no `a/` and `b/` prefixes.
        let count = strip.unwrap_or(0).saturating_sub(1);
        return strip_counted(Paths { old, new, style: PathStyle::Exact }, count, section.line).map(Some);
    }
    let (old, new) = match (&section.names, &git.names) {
        (Some((old, new)), Some((own_old, own_new))) if is_misnamed(old, new, (own_old, own_new)) => {
            (Some(own_old.as_str()), Some(own_new.as_str()))
        }
        (Some((old, new)), _) => (old.path.as_deref(), new.path.as_deref()),
        (None, Some((old, new))) => (Some(old.as_str()), Some(new.as_str())),
        (None, None) => return Ok(None),
    };
    let Some(count) = strip else {
        let prefixed = git.names.as_ref().and_then(|names| without_prefixes((old, new), names));
        return Ok(Some(prefixed.unwrap_or_else(|| strip_sides(old, new))));
    };
    let [old, new] = [old, new].map(|path| path.map(str::to_owned));
    strip_counted(Paths { old, new, style: PathStyle::Exact }, count, section.line).map(Some)
}

/// Returns the path of a created or removed file, without its prefix, if the `diff --git` line has two different
/// prefixes: git gives the same path on both sides there.
fn without_prefixes((old, new): (Option<&str>, Option<&str>), git: &(String, String)) -> Option<Paths> {
    let is_prefixed = match (old, new) {
        (None, Some(new)) => new == git.1,
        (Some(old), None) => old == git.0,
        _ => false,
    };
    let bare = |path: &str| path.split_once('/').map(|(_, rest)| rest.trim_start_matches('/').to_owned());
    (is_prefixed && are_compared(&git.0, &git.1)).then(|| Paths {
        old: old.and_then(bare),
        new: new.and_then(bare),
        style: PathStyle::Exact,
    })
}

/// Returns whether exactly one of the names after `---` and `+++` differs from the one in `diff --git`, which names
/// only one file: git would have reported a move.
fn is_misnamed(old: &FileName, new: &FileName, git: (&String, &String)) -> bool {
    let one_file = strip_sides(Some(git.0), Some(git.1));
    let is_one_file = one_file.old == one_file.new && one_file.style == PathStyle::Exact;
    let is = |name: &FileName, own: &String| name.path.as_ref() == Some(own);
    let is_other =
        |name: &FileName, own: &String| !name.is_absent && name.path.as_ref().is_some_and(|path| path != own);
    is_one_file && (is(new, git.1) && is_other(old, git.0) || is(old, git.0) && is_other(new, git.1))
}

/// Strips `count` components from each path.
fn strip_counted(paths: Paths, count: usize, line: usize) -> Result<Paths, Diagnostic> {
    let strip = |path: Option<String>| {
        let Some(path) = path else { return Ok(None) };
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.get(count..) {
            Some(rest @ [_, ..]) if count > 0 => Ok(Some(rest.join("/"))),
            _ if count == 0 => Ok(Some(path)),
            _ => {
                let message = format!("cannot strip {count} components from {}", quote(&path));
                Err(malformed(line, message).with_help("use a smaller number for `--strip`"))
            }
        }
    };
    Ok(Paths { old: strip(paths.old)?, new: strip(paths.new)?, style: paths.style })
}

/// Returns whether two paths are the same file in two folders, as in `diff -N foo.orig foo`.
pub(super) fn are_compared(old: &str, new: &str) -> bool {
    matches!((old.split_once('/'), new.split_once('/')), (Some(old), Some(new)) if old.0 != new.0 && old.1 == new.1)
}

/// Strips `a/` and `b/` if both sides have them; `/dev/null` counts as having its prefix.
fn strip_sides(old: Option<&str>, new: Option<&str>) -> Paths {
    let strip = |path: Option<&str>, prefix: &str| match path {
        Some(path) => path.strip_prefix(prefix).map(|rest| Some(rest.trim_start_matches('/').to_owned())),
        None => Some(None),
    };
    match (strip(old, "a/"), strip(new, "b/")) {
        (Some(old), Some(new)) => Paths { old, new, style: PathStyle::Exact },
        _ => {
            Paths { old: old.map(str::to_owned), new: new.map(str::to_owned), style: PathStyle::MayNeedStrip }
        }
    }
}
