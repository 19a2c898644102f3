//! The ways in which a case is run: the same patch, the same tree, and always the same outcome. The program itself is
//! started once; what it does by other options is done in this process, as `tests/cli` shows for each option.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use chunk::diag::Code;
use chunk::engine::{self, DiffDetail, Options};
use chunk::report::human::PatchText;
use chunk::report::{Report, json};
use tempfile::TempDir;

use super::case::{Case, Outcome};
use super::memory;
use super::snapshot::{Reading, Snapshot};

/// A folder of its own for a case, and the patch in a file.
pub struct Bench {
    folder: TempDir,
    patch: PathBuf,
}

/// What a run of the program left behind.
pub struct Run {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub tree: Snapshot,
}

impl Bench {
    pub fn new(case: &Case) -> Self {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let patch = folder.path().join("patch");
        fs::write(&patch, &case.patch).expect("the folder is ours");
        Self { folder, patch }
    }

    /// A fresh copy of a tree, under a name of its own.
    fn copy(&self, tree: &Snapshot, name: &str) -> PathBuf {
        let root = self.folder.path().join(name);
        if !root.exists() {
            fs::create_dir(&root).expect("the folder is ours");
            tree.write(&root);
        }
        root
    }

    /// Runs the program in a copy of the input; copies of one name are one copy.
    pub fn run_program(&self, case: &Case, copy: &str) -> Run {
        let root = self.copy(&case.input, copy);
        let output = Command::new(env!("CARGO_BIN_EXE_chunk"))
            .arg("apply")
            .args(&case.args)
            .current_dir(&root)
            .env("XDG_STATE_HOME", self.folder.path().join("state"))
            .stdin(File::open(&self.patch).expect("it was just written"))
            .output()
            .expect("the program starts");
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            tree: Snapshot::read(&root, Reading::Disk),
        }
    }

    /// What a dry run of the program does, in this process: its standard output is the diff.
    pub fn preview(&self, case: &Case, copy: &str) -> Run {
        let root = self.copy(&case.input, copy);
        let options = Options { detail: DiffDetail::Diff, ..memory::options(&case.args) };
        let report = engine::preview_in(&root, case.patch.clone(), &options);
        let diff = report.diff.as_deref().unwrap_or_default().to_vec();
        Run::of(&report, diff, &root)
    }

    /// What a run of the program with `--json` does, in this process.
    pub fn apply(&self, case: &Case, copy: &str) -> Run {
        let root = self.copy(&case.input, copy);
        let options = Options { detail: DiffDetail::Counts, ..memory::options(&case.args) };
        let report = engine::apply_in(&root, case.patch.clone(), &options);
        let object = json::object(&report, PatchText { name: "patch", bytes: &case.patch });
        Run::of(&report, object.into_bytes(), &root)
    }

    /// Applies a diff with git to a copy of the input; `None` if there is no git.
    pub fn git_apply(&self, case: &Case, diff: &[u8]) -> Option<Result<Snapshot, String>> {
        if !has_git() {
            return None;
        }
        let root = self.copy(&case.input, "git");
        let path = self.folder.path().join("diff");
        fs::write(&path, diff).expect("the folder is ours");
        let output = Command::new("git")
            .args(["apply", "--whitespace=nowarn"])
            .arg(&path)
            .current_dir(&root)
            .env("GIT_CEILING_DIRECTORIES", self.folder.path())
            .stdin(Stdio::null())
            .output()
            .ok()?;
        Some(if output.status.success() {
            Ok(Snapshot::read(&root, Reading::Disk))
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        })
    }
}

/// Whether git can be asked. Where it cannot, a note says so once.
fn has_git() -> bool {
    static HAS_GIT: OnceLock<bool> = OnceLock::new();
    *HAS_GIT.get_or_init(|| {
        let version = Command::new("git").arg("--version").stdin(Stdio::null()).output();
        let has_git = version.is_ok_and(|version| version.status.success());
        if !has_git {
            println!("not tested: there is no git that could apply the diffs of dry runs");
        }
        has_git
    })
}

impl Run {
    fn of(report: &Report, stdout: Vec<u8>, root: &Path) -> Self {
        let status = i32::from(report.exit_status());
        Self { status, stdout, stderr: String::new(), tree: Snapshot::read(root, Reading::Disk) }
    }
}

/// The exit status of an outcome: that of its gravest code.
pub fn status_of(outcome: &Outcome) -> i32 {
    match outcome {
        Outcome::Tree(_) => 0,
        Outcome::Refused(codes) => codes.iter().map(|code| status_of_code(code)).max().unwrap_or(1),
    }
}

fn status_of_code(name: &str) -> i32 {
    let code = Code::ALL.iter().find(|code| code.as_str() == name);
    i32::from(code.unwrap_or_else(|| panic!("`{name}` is no code")).exit_status())
}
