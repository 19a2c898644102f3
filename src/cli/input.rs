//! Reads what the arguments name: the patch, or a source file.

use std::fs::File;
use std::io::{IsTerminal as _, Read};
use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::text::Bytes;

/// A patch, and its name in messages.
#[derive(Debug)]
pub(crate) struct PatchInput {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

impl PatchInput {
    /// Returns a placeholder for a patch that could not be read.
    pub(crate) fn none() -> Self {
        Self { name: "<no patch>".to_owned(), bytes: Bytes::default() }
    }
}

/// Reads the patch that the argument names, or standard input.
pub(crate) fn read_patch(argument: Option<&Path>) -> Result<PatchInput, Diagnostic> {
    match argument.filter(|path| path.as_os_str() != "-") {
        Some(path) => Ok(PatchInput { name: path.display().to_string(), bytes: read_file(path)?.into() }),
        None => Ok(PatchInput { name: "<stdin>".to_owned(), bytes: read_stdin(argument)?.into() }),
    }
}

/// The maximum number of bytes that are read: an endless input, such as a device, would fill the memory.
const MAX_INPUT_BYTES: u64 = 512 << 20;

/// Reads a file that the user named.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let shown = format!("`{}`", path.display());
    let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
    let bytes = opened.and_then(|(size, file)| read_all(file, size));
    checked(&shown, bytes)
}

/// Reads to the end, or to one byte beyond [`MAX_INPUT_BYTES`]; `size` is the expected size in bytes.
fn read_all(stream: impl Read, size: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than the size, so that the end is detected without growing the buffer.
    bytes.try_reserve(size.min(MAX_INPUT_BYTES) as usize + 1)?;
    stream.take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn checked(shown: &str, bytes: std::io::Result<Vec<u8>>) -> Result<Vec<u8>, Diagnostic> {
    let bytes = bytes.map_err(|error| io(&format!("cannot read {shown}"), &error))?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        let message = format!("{shown} is larger than {} MiB", MAX_INPUT_BYTES >> 20);
        return Err(Diagnostic::error(Code::Malformed, message));
    }
    Ok(bytes)
}

/// Reads standard input. If it is a terminal and the argument is not `-`, an argument was probably forgotten.
fn read_stdin(argument: Option<&Path>) -> Result<Vec<u8>, Diagnostic> {
    let stdin = std::io::stdin().lock();
    if argument.is_none() && stdin.is_terminal() {
        return Err(Diagnostic::error(Code::Usage, "no patch was given, and standard input is a terminal")
            .with_help(
                "name a file, as in `chunk apply patch.yaml`, pipe the patch in, or type it after \
                 `chunk apply -`",
            ));
    }
    checked("standard input", read_all(stdin, 0))
}

/// Returns an I/O error as a diagnostic: what failed, and why, in one sentence.
pub(crate) fn io(failed: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::Io, format!("{failed}: {}", plain(&error.to_string())))
}

/// Returns the system's message so that it can end a sentence: in lower case, and without the error number.
fn plain(text: &str) -> String {
    let text = text.split(" (os error").next().unwrap_or(text);
    match text.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_lowercase() + rest,
        None => text.to_owned(),
    }
}
