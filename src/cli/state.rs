//! Where records of runs are kept.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The user's state folder: `XDG_STATE_HOME`, else `.local/state` in the home folder. As the specification wants it, a
/// variable that is not an absolute path counts as not set.
pub(crate) fn folder() -> Option<PathBuf> {
    let named = |variable: &OsStr| {
        std::env::var_os(variable).map(PathBuf::from).filter(|path| Path::is_absolute(path))
    };
    named(OsStr::new("XDG_STATE_HOME"))
        .or_else(|| named(OsStr::new("HOME")).map(|home| home.join(".local/state")))
}
