//! Other programs that are asked for their opinion.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a script of `tests/oracle/scripts` writes for an input; `None` if `python3` does not run it.
pub fn python(script: &str, given: String) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/scripts").join(script);
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(given.as_bytes()));
    let out = child.wait_with_output().ok()?;
    // A script that cannot do its work reads nothing.
    let _ = writer.join();
    out.status.success().then(|| String::from_utf8(out.stdout).ok())?
}
