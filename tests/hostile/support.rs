//! Runs the program within limits, and checks what must hold whatever it is given.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How many seconds of the processor a run may take: what else the machine does counts for nothing.
const SECONDS: u64 = 10;
/// How long a run may take in all, which only one that waits for something does.
const PATIENCE: Duration = Duration::from_secs(100);
/// How much memory a run may take, in KiB.
const MEMORY: u64 = 2 << 20;

/// The size of an input: `full` if `CHUNK_HOSTILE=all`, else `usual`.
pub(crate) fn size(full: usize, usual: usize) -> usize {
    if std::env::var_os("CHUNK_HOSTILE").is_some_and(|value| value == "all") { full } else { usual }
}

/// A root, and beside it the patch and the state folder.
pub(crate) struct Desk {
    folder: TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Everything below a folder: path, mode, time, content.
type Tree = Vec<(PathBuf, u32, i64, Vec<u8>)>;

impl Desk {
    /// A desk whose root holds some files.
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let desk = Self { folder };
        fs::create_dir(desk.root()).expect("ours");
        for (path, bytes) in files {
            let path = desk.root().join(path);
            fs::create_dir_all(path.parent().expect("it is in the root")).expect("ours");
            fs::write(path, bytes).expect("ours");
        }
        desk
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    /// A place beside the root.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `chunk ARGS PATCH`; see [`Desk::run`].
    #[track_caller]
    pub(crate) fn patch(&self, args: &[&str], patch: impl AsRef<[u8]>) -> Ended {
        let path = self.beside("patch");
        fs::write(&path, patch).expect("there is room");
        let path = path.to_string_lossy().into_owned();
        self.run(&[args, &[&path]].concat())
    }

    /// Runs the program in the root, and checks what must always hold.
    #[track_caller]
    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        self.run_in_shell(r#"exec "$0" "$@""#, args)
    }

    /// The same through a line of shell, which finds the program in `$0` and its arguments in `$@`.
    #[track_caller]
    pub(crate) fn run_in_shell(&self, line: &str, args: &[&str]) -> Ended {
        let before = tree(&self.root());
        let mut child = self.start(line, args);
        let start = Instant::now();
        let (status, usage) = wait(&mut child, start);
        let ended = self.ended(status);
        assert!(!ended.stderr.contains("panicked"), "{}", shortened(&ended.stderr));
        if ended.status != 0 {
            let same = tree(&self.root()) == before;
            assert!(same, "status {}, but the tree has changed: {}", ended.status, shortened(&ended.stderr));
        }
        report(args, &ended, start.elapsed(), usage);
        ended
    }

    fn start(&self, line: &str, args: &[&str]) -> Child {
        let file = |name: &str| fs::File::create(self.beside(name)).expect("ours");
        Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {MEMORY} -t {SECONDS}; {line}"))
            .arg(env!("CARGO_BIN_EXE_chunk"))
            .args(args)
            .current_dir(self.root())
            .env("XDG_STATE_HOME", self.beside("state"))
            .stdin(Stdio::null())
            .stdout(file("stdout"))
            .stderr(file("stderr"))
            .spawn()
            .expect("there is a shell")
    }

    #[track_caller]
    fn ended(&self, status: ExitStatus) -> Ended {
        let text =
            |name: &str| String::from_utf8_lossy(&fs::read(self.beside(name)).expect("ours")).into_owned();
        let ended =
            Ended { status: status.code().unwrap_or(-1), stdout: text("stdout"), stderr: text("stderr") };
        let signal = status.signal();
        assert_eq!(signal, None, "a signal ended it: {}", shortened(&ended.stderr));
        assert!((0..=3).contains(&ended.status), "status {}: {}", ended.status, shortened(&ended.stderr));
        ended
    }
}

/// Waits for a child to end, and gives the most memory that was seen in use, in KiB.
#[track_caller]
fn wait(child: &mut Child, start: Instant) -> (ExitStatus, u64) {
    let mut most = 0;
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return (status, most);
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("it is ours");
            child.wait().expect("it is ours");
            panic!("it takes longer than {PATIENCE:?}");
        }
        most = most.max(memory(child.id()));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The most memory that a process has had in use so far, in KiB; 0 where the system does not say.
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn report(args: &[&str], ended: &Ended, time: Duration, memory: u64) {
    let what = std::thread::current().name().unwrap_or_default().to_owned();
    let (args, status) = (args.first().copied().unwrap_or_default(), ended.status);
    println!("{what}: chunk {args}: status {status}, {:.2} s, {} MiB", time.as_secs_f64(), memory >> 10);
}

fn shortened(text: &str) -> String {
    text.chars().take(2000).collect()
}

fn tree(root: &Path) -> Tree {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        // A folder that is closed to us stays what it is.
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let about = path.symlink_metadata().expect("it is there");
            let bytes = if about.is_file() { fs::read(&path).unwrap_or_default() } else { Vec::new() };
            if about.is_dir() {
                folders.push(path.clone());
            }
            let time = if about.is_dir() { 0 } else { about.mtime_nsec() };
            found.push((path, about.permissions().mode(), time, bytes));
        }
    }
    found.sort();
    found
}
