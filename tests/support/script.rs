//! Other programs that are asked for their opinion.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The statuses that say that a script cannot do its work here: no such Python, or, by the script itself, one that is too
/// old or lacks a module.
const CANNOT: [Option<i32>; 3] = [Some(3), Some(126), Some(127)];

/// What a script of `tests/oracle/scripts` writes for an input; `None` if there is no `python3` that can run it.
///
/// # Panics
/// The script fails: then nothing was judged, and nobody would notice.
pub fn python(script: &str, given: String) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/scripts").join(script);
    let mut child =
        Command::new("python3").arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(given.as_bytes()));
    let out = child.wait_with_output().ok()?;
    // A script that cannot do its work reads nothing.
    let _ = writer.join();
    if CANNOT.contains(&out.status.code()) {
        return None;
    }
    assert!(out.status.success(), "`{}` failed: {}", script.display(), out.status);
    String::from_utf8(out.stdout).ok()
}
