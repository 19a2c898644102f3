//! Where Python's own `ast` sees definitions.

#![allow(dead_code, reason = "each check uses its share")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What `ast` says of the files, one object a file; `None` if it cannot be asked.
pub(crate) fn ask(paths: &[PathBuf]) -> Option<Vec<Value>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/witness.py");
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(names.join("\n").as_bytes()));
    let out = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}
