//! A cache of open folder handles: a commit uses each of them several times.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::Arc;

/// The maximum number of handles, far below the number of files that a program may have open.
const MAX_HANDLES: usize = 64;

/// Handles of folders, by their paths.
#[derive(Debug, Default)]
pub(super) struct Handles(HashMap<String, Arc<OwnedFd>>);

impl Handles {
    /// Returns the handle of a folder, if it is in the cache.
    pub(super) fn get(&self, folder: &str) -> Option<Arc<OwnedFd>> {
        self.0.get(folder).map(Arc::clone)
    }

    /// Adds a handle; if the cache is full, all others are dropped first.
    pub(super) fn hold(&mut self, folder: String, handle: &Arc<OwnedFd>) {
        if self.0.len() >= MAX_HANDLES {
            self.0.clear();
        }
        self.0.insert(folder, Arc::clone(handle));
    }

    /// Drops the handles of a folder and of the folders in it.
    pub(super) fn forget(&mut self, gone: &str) {
        self.0.retain(|held, _| {
            held.strip_prefix(gone).is_none_or(|rest| !rest.is_empty() && !rest.starts_with('/'))
        });
    }
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, Mode, OFlags, openat};

    use super::*;

    #[test]
    fn a_folder_is_forgotten_with_those_in_it() {
        let handle = Arc::new(openat(CWD, ".", OFlags::PATH, Mode::empty()).expect("it is there"));
        let mut handles = Handles::default();
        for folder in ["a", "a/b", "ab"] {
            handles.hold(folder.to_owned(), &handle);
        }
        handles.forget("a");
        assert!(handles.get("a").is_none() && handles.get("a/b").is_none() && handles.get("ab").is_some());
        (0..200).for_each(|folder| handles.hold(folder.to_string(), &handle));
        assert!(Arc::strong_count(&handle) <= MAX_HANDLES + 1);
    }
}
