//! Running programs in turns and measuring the CPU time of each.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::large::Change;

/// One side of a comparison.
pub(crate) struct Program {
    name: String,
    /// The command; `PATCH` stands for the patch's path, `<PATCH` says that it is read from the standard input.
    command: Vec<String>,
    patch: String,
}

impl Program {
    pub(crate) fn chunk(name: &str, patch: &str) -> Self {
        Self::peer(name, &[installed(), "apply", "PATCH"], patch)
    }

    pub(crate) fn peer(name: &str, command: &[&str], patch: &str) -> Self {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        Self { name: name.to_owned(), command, patch: patch.to_owned() }
    }

    /// Codex's own, from npm's `@openai/codex`, linked under this name.
    pub(crate) fn apply_patch(patch: &str) -> Self {
        Self::peer("apply_patch", &["apply_patch", "<PATCH"], patch)
    }

    fn is_installed(&self) -> bool {
        Command::new(&self.command[0])
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    }
}

/// The program as `cargo install` leaves it, a copy: a linker writes a file piece by piece, and the system then maps it so for
/// as long as it keeps it in memory, which takes a third of the time of a small run.
fn installed() -> &'static str {
    static COPY: OnceLock<String> = OnceLock::new();
    COPY.get_or_init(|| {
        let built = Path::new(env!("CARGO_BIN_EXE_chunk"));
        let copy = built.with_file_name("chunk.installed");
        fs::copy(built, &copy).expect("the program can be copied");
        copy.to_str().expect("the path of the build is text").to_owned()
    })
}

/// What the programs are to do to a patch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Applied,
    Refused,
}

/// A folder with the files of a workload.
pub(crate) struct Bench<'a> {
    files: &'a [Change],
    outcome: Outcome,
    folder: tempfile::TempDir,
    /// Where runs leave their records.
    state: tempfile::TempDir,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(files: &'a [Change], outcome: Outcome) -> Self {
        let folder = || tempfile::tempdir().expect("there is room for temporary files");
        Self { files, outcome, folder: folder(), state: folder() }
    }

    /// Runs the programs in turns: `rounds` rounds of a batch of `batch` runs for each.
    pub(crate) fn compare(&self, programs: &[Program], batch: u32, rounds: usize) -> Times {
        let programs: Vec<&Program> = programs.iter().filter(|program| program.is_installed()).collect();
        let mut times: Vec<(String, Vec<f64>)> =
            programs.iter().map(|program| (program.name.clone(), Vec::new())).collect();
        for round in 0..rounds as u32 {
            for (program, (_, found)) in programs.iter().zip(&mut times) {
                found.push(self.batch(program, round * batch..(round + 1) * batch));
            }
        }
        times.iter_mut().for_each(|(_, found)| found.sort_by(f64::total_cmp));
        Times { times }
    }

    /// The CPU time of one run, in milliseconds: the mean of a batch, since the system counts in hundredths of a second.
    fn batch(&self, program: &Program, runs: Range<u32>) -> f64 {
        let mut spent = 0.0;
        for run in runs.clone() {
            let patch = self.write_patch(program, run);
            self.write_inputs();
            let start = children_ms();
            self.run(program, &patch);
            spent += children_ms() - start;
            self.check_results(program);
        }
        spent / runs.len() as f64
    }

    /// The least CPU time of some runs whose results are not compared, in milliseconds.
    pub(crate) fn measure(&self, program: &Program, rounds: usize) -> f64 {
        let times = (0..rounds as u32).map(|round| {
            let patch = self.write_patch(program, round);
            self.write_inputs();
            let start = children_ms();
            self.run(program, &patch);
            children_ms() - start
        });
        times.fold(f64::INFINITY, f64::min).max(1.0)
    }

    /// Writes the patch for a run. Each begins with another blank line than the one before: a patch that is sent a second
    /// time is looked up in the records, which is no part of a workload.
    fn write_patch(&self, program: &Program, run: u32) -> PathBuf {
        let patch = self.folder.path().join("change.patch");
        let blank = if run.is_multiple_of(2) { "" } else { "\n" };
        fs::write(&patch, format!("{blank}{}", program.patch)).expect("the patch can be written");
        patch
    }

    fn write_inputs(&self) {
        for file in self.files {
            let path = self.folder.path().join(&file.path);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
            fs::write(path, &file.before).expect("the input can be written");
        }
    }

    fn check_results(&self, program: &Program) {
        for file in self.files {
            let found = fs::read(self.folder.path().join(&file.path)).expect("the result can be read");
            assert!(
                found == file.after.as_bytes(),
                "{}: {} is another than expected",
                program.name,
                file.path
            );
        }
    }

    /// Runs a program once, and gives what it writes to standard error.
    pub(crate) fn run_once(&self, program: &Program) -> String {
        let patch = self.write_patch(program, 0);
        self.write_inputs();
        let said = self.run(program, &patch);
        if self.outcome == Outcome::Applied {
            self.check_results(program);
        }
        said
    }

    fn run(&self, program: &Program, patch: &Path) -> String {
        let words = program.command.iter().skip(1).filter(|word| *word != "<PATCH");
        let is_read = program.command.iter().any(|word| word == "<PATCH");
        let input =
            if is_read { fs::File::open(patch).expect("it was written").into() } else { Stdio::null() };
        let output = Command::new(&program.command[0])
            .args(words.map(|word| if word == "PATCH" { patch.as_os_str() } else { word.as_ref() }))
            .current_dir(self.folder.path())
            .env(
                "GIT_CEILING_DIRECTORIES",
                self.folder.path().parent().expect("a temporary folder has a parent"),
            )
            .env("XDG_STATE_HOME", self.state.path())
            .stdin(input)
            .output()
            .expect("it is installed");
        let is_applied = output.status.success();
        assert!(
            is_applied == (self.outcome == Outcome::Applied),
            "{}: {}",
            program.name,
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

/// The CPU time of all children so far that have ended, in milliseconds.
fn children_ms() -> f64 {
    ticks_ms(13, 14)
}

/// The CPU time of this process so far, in milliseconds.
pub(crate) fn own_ms() -> f64 {
    ticks_ms(11, 12)
}

/// The sum of two fields of the system's account of this process, in milliseconds.
fn ticks_ms(user: usize, system: usize) -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("the bench runs on Linux");
    // The name of the program, in parentheses, may hold blanks.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |field: usize| fields[field].parse::<f64>().expect("a number of ticks");
    (ticks(user) + ticks(system)) * 10.0
}

/// What each program took, sorted.
pub(crate) struct Times {
    times: Vec<(String, Vec<f64>)>,
}

impl Times {
    pub(crate) fn median(&self, name: &str) -> f64 {
        let found = self.times.iter().find(|(program, _)| program == name);
        found.map_or(f64::NAN, |(_, times)| times[times.len() / 2])
    }

    /// Prints every median, and its ratio to that of `base`.
    pub(crate) fn print(&self, base: &str) {
        for (name, times) in &self.times {
            let median = times[times.len() / 2];
            let (least, most) = (times[0], times[times.len() - 1]);
            let ratio = median / self.median(base);
            println!("  {name:<22} {median:>9.2} ms  {ratio:>6.2} x {base}  ({least:.2} to {most:.2})");
        }
    }
}
