//! What the witness checks share: which files they look at, and what they count.

#![allow(dead_code, reason = "each check uses its share")]
#![allow(clippy::print_stdout, reason = "the figures are the point")]
#![allow(clippy::result_large_err, reason = "a refusal is read in full")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chunk::diag::PatchPlace;
use chunk::ir::{Decorators, SymbolTarget};
use chunk::lang::Language;
use chunk::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, Symbols};
use chunk::text::Buffer;

/// Every n-th file is looked at, all of them where `CHUNK_WITNESS=all`.
pub(crate) fn step(usual: usize) -> usize {
    if std::env::var("CHUNK_WITNESS").is_ok_and(|value| value == "all") { 1 } else { usual }
}

/// What a script of this folder writes when it is given an input; `None` if it does not run.
pub(crate) fn told_by(script: &str, given: String) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(script);
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
    String::from_utf8(out.stdout).ok()
}

/// The files below a folder whose names `wanted` takes, sorted.
pub(crate) fn files(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                pending.push(path);
            } else if wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What a `symbol:` field of an operation asks for.
pub(crate) fn target(kind: &str, symbol: &str) -> SymbolTarget {
    SymbolTarget {
        language: None,
        kind: Some(kind.to_owned()),
        class: None,
        method: None,
        symbol: Some(symbol.to_owned()),
        place: PatchPlace::default(),
        expect: None,
        decorators: Decorators::KeepIfAbsent,
    }
}

/// One file and its symbols.
pub(crate) struct Document {
    pub(crate) buffer: Buffer,
    pub(crate) text: String,
    pub(crate) symbols: Symbols,
}

impl Document {
    /// The document in a file; `None` if that is no UTF-8 text.
    pub(crate) fn read(path: &Path, language: &str) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        std::str::from_utf8(&bytes).ok()?;
        let buffer = Buffer::decode(&bytes).ok()?;
        let symbols = Symbols::new(Language::by_name(language)?);
        Some(Self { text: buffer.to_string(), buffer, symbols })
    }

    pub(crate) fn resolve(
        &mut self,
        kind: &str,
        symbol: &str,
        payload: &str,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let lines: Vec<String> = payload.lines().map(str::to_owned).collect();
        let purpose = if payload.is_empty() { Purpose::Read } else { Purpose::Replace(&lines) };
        self.symbols.resolve(&self.buffer, &target(kind, symbol), purpose)
    }

    pub(crate) fn all(&mut self) -> Vec<SymbolInfo> {
        self.symbols.all(&self.buffer).to_vec()
    }

    /// The definitions whose printed address selects another one, or none; those that are refused as uncertain apart.
    pub(crate) fn misleading_addresses(&mut self) -> Vec<String> {
        let kinds = self.symbols.language().manifest().kinds.clone();
        let mut found = Vec::new();
        for one in self.all() {
            let mut target = target(&one.kind, &one.address);
            target.kind = target.kind.filter(|kind| kinds.contains_key(kind));
            let outcome = match self.symbols.resolve(&self.buffer, &target, Purpose::Read) {
                Ok(match_)
                    if match_.definition.end == one.range.end
                        && match_.definition.start <= one.range.start =>
                {
                    continue;
                }
                Ok(match_) => format!("selects {:?} instead of {:?}", match_.definition, one.range),
                Err(SymbolProblem::Uncertain { .. } | SymbolProblem::Shared { .. }) => continue,
                Err(problem) => problem.message("", &self.buffer),
            };
            found.push(format!("{} {}: {outcome}", one.kind, one.address));
        }
        found
    }

    /// The text of the file after the definition was replaced by itself; `None` if it cannot be written as a payload.
    pub(crate) fn replaced_by_itself(&mut self, one: &SymbolInfo) -> Option<Result<String, SymbolProblem>> {
        let line = self.buffer.line(self.buffer.line_of(one.range.start)).into_owned();
        let indent = &line[..line.len() - line.trim_start().len()];
        let first = one.range.start - self.buffer.line_start(self.buffer.line_of(one.range.start));
        if first != indent.len() || self.text.contains('\r') {
            return None;
        }
        let own = format!("{indent}{}", &self.text[one.range.clone()]);
        let lines: Option<Vec<String>> = own
            .split('\n')
            .map(|line| {
                if line.trim().is_empty() {
                    Some(line.to_owned())
                } else {
                    line.strip_prefix(indent).map(str::to_owned)
                }
            })
            .collect();
        let lines = lines?;
        let purpose = Purpose::Replace(&lines);
        let found = match self.symbols.resolve(&self.buffer, &target(&one.kind, &one.address), purpose) {
            Ok(found) => found,
            Err(problem) => return Some(Err(problem)),
        };
        let indented = found
            .payload(&lines)
            .into_iter()
            .map(|line| if line.trim().is_empty() { line } else { format!("{indent}{line}") });
        let new = indented.collect::<Vec<_>>().join("\n");
        let start = self.buffer.line_start(self.buffer.line_of(found.range.start));
        Some(Ok(format!("{}{new}{}", &self.text[..start], &self.text[found.range.end..])))
    }
}

/// What a check counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) files: usize,
    pub(crate) right: usize,
    pub(crate) refused: Vec<String>,
    pub(crate) wrong: Vec<String>,
    pub(crate) several_refused: usize,
    pub(crate) several_taken: Vec<String>,
    pub(crate) same: usize,
    pub(crate) not_same: Vec<String>,
}

impl Tally {
    /// Says what was counted, and fails if anything was wrong or too much was refused.
    pub(crate) fn report(&self, what: &str, least: f64) {
        let all = self.right + self.refused.len() + self.wrong.len();
        let share = self.right as f64 / all.max(1) as f64;
        println!(
            "{what}: {} files; of {all} definitions with a name of their own {} right ({:.3} %), {} refused, {} wrong; \
             {} shared names refused, {} taken; {} replaced by themselves, {} of them not the same",
            self.files,
            self.right,
            share * 100.0,
            self.refused.len(),
            self.wrong.len(),
            self.several_refused,
            self.several_taken.len(),
            self.same,
            self.not_same.len(),
        );
        for line in self.refused.iter().take(15) {
            println!("refused: {line}");
        }
        for line in self.wrong.iter().chain(&self.several_taken).chain(&self.not_same).take(30) {
            println!("WRONG: {line}");
        }
        assert!(self.wrong.is_empty() && self.several_taken.is_empty() && self.not_same.is_empty());
        assert!(all > 0 && share >= least, "only {share} of all are right");
    }
}
