//! Earlier contents of files, from the git repository that contains the root.
//!
//! They are read by git itself, since objects may be loose, in packs, in alternates or in future formats. Git is
//! started for the first request, and answers all of them.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock};

use crate::ir::BlobName;
use crate::vfs::MAX_FILE_BYTES;

/// The git objects that are known in a folder.
#[derive(Debug)]
pub(super) struct GitHistory {
    root: PathBuf,
    /// The inner value is `None` if git is not available or failed.
    reader: OnceLock<Mutex<Option<BlobReader>>>,
}

impl GitHistory {
    pub(super) const fn of(root: PathBuf) -> Self {
        Self { root, reader: OnceLock::new() }
    }

    /// Returns the content with that name; `None` if git does not know it, or is not available.
    pub(super) fn blob(&self, name: &BlobName) -> Option<Vec<u8>> {
        let reader = self.reader.get_or_init(|| Mutex::new(BlobReader::start(&self.root)));
        let mut reader = reader.lock().ok()?;
        match reader.as_mut()?.read(name) {
            Ok(found) => found,
            Err(_) => {
                *reader = None;
                None
            }
        }
    }
}

/// A `git cat-file --batch` process, which reads names, one per line, and writes contents.
#[derive(Debug)]
struct BlobReader {
    git: Child,
    /// `None` once there are no more requests.
    names: Option<ChildStdin>,
    contents: BufReader<ChildStdout>,
}

impl BlobReader {
    fn start(root: &PathBuf) -> Option<Self> {
        let mut git = Command::new("git")
            .args(["-c", "protocol.allow=never", "cat-file", "--batch"])
            .current_dir(root)
            // Objects that a partial clone lacks are not fetched.
            .env("GIT_NO_LAZY_FETCH", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (names, contents) = (git.stdin.take()?, BufReader::new(git.stdout.take()?));
        Some(Self { git, names: Some(names), contents })
    }

    /// Reads the content with a name; `None` if git does not know it.
    ///
    /// # Errors
    /// Fails if git has ended, or if its answer cannot be understood.
    fn read(&mut self, name: &BlobName) -> std::io::Result<Option<Vec<u8>>> {
        let broken = || std::io::Error::from(std::io::ErrorKind::InvalidData);
        let names = self.names.as_mut().ok_or_else(broken)?;
        // If several objects begin with these digits, the blob is selected.
        names.write_all(format!("{}^{{blob}}\n", name.as_str()).as_bytes())?;
        names.flush()?;
        let mut head = String::new();
        self.contents.read_line(&mut head)?;
        let mut words = head.split_whitespace();
        let (_, kind, size) = (words.next().ok_or_else(broken)?, words.next(), words.next());
        let Some(size) = size.filter(|_| kind == Some("blob")) else { return Ok(None) };
        let size: u64 = size.parse().map_err(|_| broken())?;
        if size > MAX_FILE_BYTES {
            return Err(broken());
        }
        let mut content = Vec::new();
        // A newline follows the content.
        (&mut self.contents).take(size + 1).read_to_end(&mut content)?;
        if content.pop() != Some(b'\n') || content.len() as u64 != size {
            return Err(broken());
        }
        Ok(Some(content))
    }
}

impl Drop for BlobReader {
    fn drop(&mut self) {
        self.names = None;
        // It ends when its input is closed; whether it failed no longer matters.
        let _ = self.git.wait();
    }
}
