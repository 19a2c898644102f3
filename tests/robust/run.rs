//! Runs the programs: `chunk` in this process, others by a command line.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chunk::ir::PatchPath;
use chunk::parse;
use chunk::plan::plan;
use chunk::vfs::MemoryTree;

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It says that it applied the patch; this is the file now.
    Applied(Vec<u8>),
    /// It refused, and left the file alone.
    Refused(String),
    /// It refused, but the folder is not what it was.
    Dirty,
    /// It broke down or did not end.
    Broke(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Applied(_) => f.write_str("applied"),
            Self::Refused(message) => write!(f, "refused: {message}"),
            Self::Dirty => f.write_str("refused, but changed the folder"),
            Self::Broke(message) => write!(f, "broke: {message}"),
        }
    }
}

/// A program that applies patches.
pub trait Tool: Sync {
    fn name(&self) -> &str;
    fn run(&self, path: &str, file: &[u8], patch: &[u8]) -> Outcome;
}

/// The library.
pub struct Chunk;

impl Tool for Chunk {
    fn name(&self) -> &str {
        "chunk"
    }

    fn run(&self, path: &str, file: &[u8], patch: &[u8]) -> Outcome {
        let tree = MemoryTree::new().with_file(path, file);
        catch_unwind(AssertUnwindSafe(|| applied(path, &tree, patch)))
            .unwrap_or_else(|_| Outcome::Broke("it panicked".to_owned()))
    }
}

fn applied(path: &str, tree: &MemoryTree, patch: &[u8]) -> Outcome {
    let planned = parse::parse(patch, None).and_then(|patch| plan(&patch, tree));
    let plan = match planned {
        Ok(plan) => plan,
        Err(problems) => {
            let told: Vec<String> =
                problems.iter().map(|problem| format!("{}: {}", problem.code, problem.message)).collect();
            return Outcome::Refused(told.join("; "));
        }
    };
    let mut files = tree.files();
    for change in plan.files {
        let path: &PatchPath = &change.path;
        match change.after {
            Some(after) => files.insert(path.to_string(), after.content.to_bytes().to_vec()),
            None => files.remove(&path.to_string()),
        };
    }
    match files.remove(path) {
        Some(bytes) if files.is_empty() => Outcome::Applied(bytes),
        _ => Outcome::Broke("it made other files".to_owned()),
    }
}

/// Another program, by a command line in which `{patch}` and `{file}` stand for the two files.
pub struct External {
    name: String,
    command: String,
}

/// A program that takes longer has broken down.
const TIME_LIMIT: Duration = Duration::from_secs(20);

impl External {
    /// Reads `name=command`.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, command) = text.split_once('=')?;
        Some(Self { name: name.to_owned(), command: command.to_owned() })
    }
}

impl Tool for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, path: &str, file: &[u8], patch: &[u8]) -> Outcome {
        in_folder(&self.command, path, file, &[("patch", patch)])
            .unwrap_or_else(|error| Outcome::Broke(error.to_string()))
    }
}

/// Runs a command line in a folder with one file. What it is given stands beside that folder; each name in braces, as
/// `{file}`, stands for the path.
#[expect(
    clippy::disallowed_methods,
    reason = "other programs need files, in a folder of the benchmark's own"
)]
pub fn in_folder(
    command: &str,
    path: &str,
    file: &[u8],
    inputs: &[(&str, &[u8])],
) -> std::io::Result<Outcome> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("tree");
    let target = root.join(path);
    std::fs::create_dir_all(target.parent().unwrap_or(&root))?;
    std::fs::write(&target, file)?;
    let mut command = command.replace("{file}", &target.to_string_lossy());
    for (name, bytes) in inputs {
        let input = folder.path().join(name);
        std::fs::write(&input, bytes)?;
        command = command.replace(&format!("{{{name}}}"), &input.to_string_lossy());
    }
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .current_dir(&root)
        .env("GIT_CEILING_DIRECTORIES", folder.path())
        .stdin(match inputs.first() {
            Some((first, _)) => std::fs::File::open(folder.path().join(first))?.into(),
            None => Stdio::null(),
        })
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if began.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::Broke("it did not end".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let files = files_below(&root)?;
    let is_alone = files.len() == 1;
    Ok(match files.get(path) {
        Some(bytes) if status.success() => Outcome::Applied(bytes.clone()),
        Some(bytes) if bytes == file && is_alone => Outcome::Refused(status.to_string()),
        _ => Outcome::Dirty,
    })
}

fn files_below(root: &Path) -> std::io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut work = vec![root.to_owned()];
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                work.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                files.insert(name, std::fs::read(&path)?);
            }
        }
    }
    Ok(files)
}
