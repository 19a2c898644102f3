//! Writes down what a benchmark is asked to keep.

#![allow(dead_code, reason = "each check uses its share")]

use std::path::Path;

/// A name for a folder.
pub(crate) fn plain_name(text: &str) -> String {
    text.chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).take(200).collect()
}

/// Writes files below a folder.
#[expect(clippy::disallowed_methods, reason = "the folder was named for just this")]
pub(crate) fn write(folder: &Path, parts: &[(&str, &[u8])]) -> std::io::Result<()> {
    for (name, bytes) in parts {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, bytes)?;
    }
    Ok(())
}
