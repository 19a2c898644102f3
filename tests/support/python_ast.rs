//! Where Python's own `ast` sees definitions.

#![allow(dead_code, reason = "each check uses its share")]

use std::path::PathBuf;

use serde_json::Value;

use super::script;

/// What `ast` says of the files, one object a file; `None` if it cannot be asked.
pub(crate) fn ask(paths: &[PathBuf]) -> Option<Vec<Value>> {
    let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    let text = script::python("python_definitions.py", names.join("\n"))?;
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}
