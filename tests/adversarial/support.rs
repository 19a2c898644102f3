//! Runs the program within limits, and checks what must hold whatever it is given.

use std::ffi::OsString;
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
const PATIENCE: Duration = Duration::from_secs(300);
/// How much memory a run may take, in KiB.
const MEMORY: u64 = 2 << 20;

/// The size of an input: `full` if `CHUNK_HOSTILE=all`, else `usual`.
pub(crate) fn size(full: usize, usual: usize) -> usize {
    if std::env::var_os("CHUNK_HOSTILE").is_some_and(|value| value == "all") { full } else { usual }
}

/// The program: `CHUNK_PROGRAM`, or else the one that was built with the tests.
fn program() -> OsString {
    std::env::var_os("CHUNK_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_chunk").into())
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
        let (status, usage) = wait(&mut child);
        let ended = self.ended(status);
        assert!(!ended.stderr.contains("panicked"), "{}", shortened(&ended.stderr));
        if ended.status != 0 {
            let same = tree(&self.root()) == before;
            assert!(same, "status {}, but the tree has changed: {}", ended.status, shortened(&ended.stderr));
        }
        report(args, &ended, usage);
        ended
    }

    fn start(&self, line: &str, args: &[&str]) -> Child {
        let file = |name: &str| fs::File::create(self.beside(name)).expect("ours");
        Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {MEMORY}; ulimit -t {SECONDS}; {line}"))
            .arg(program())
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

/// What a run takes.
#[derive(Clone, Copy, Default)]
struct Usage {
    /// Seconds of the processor.
    seconds: f64,
    /// The most memory in use, in KiB.
    memory: u64,
}

/// Waits for a child to end, and gives what it was last seen to have taken.
#[track_caller]
fn wait(child: &mut Child) -> (ExitStatus, Usage) {
    let start = Instant::now();
    let mut usage = Usage::default();
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return (status, usage);
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("it is ours");
            child.wait().expect("it is ours");
            panic!("it waits for something");
        }
        usage = Usage::of(child.id()).unwrap_or(usage);
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Usage {
    /// What a process has taken so far, where the system says that.
    fn of(process: u32) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program, in parentheses, may hold blanks.
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
        Some(Self {
            seconds: (ticks(11)? + ticks(12)?) / 100.0,
            memory: peak.trim().trim_end_matches(" kB").parse().ok()?,
        })
    }
}

#[expect(clippy::print_stdout, reason = "the figures are what a reader of the log looks for")]
fn report(args: &[&str], ended: &Ended, usage: Usage) {
    let what = std::thread::current().name().unwrap_or_default().to_owned();
    let (args, status) = (args.first().copied().unwrap_or_default(), ended.status);
    println!("{what}: chunk {args}: status {status}, {:.2} s, {} MiB", usage.seconds, usage.memory >> 10);
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
