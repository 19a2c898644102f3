//! The Python module `chunk_edit._native`: options come as JSON, reports go as JSON; what Python sees of it is in
//! `chunk_edit/__init__.py`.
//!
//! Invariant: the interpreter is not held while the engine works.

use std::collections::BTreeMap;
use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{self, DiffDetail, FileSymbols, Options, Selection, SourceFile, SyntaxCheck};
use chunk::ir::{Format, Matching, PatchPath, RepeatedLines};
use chunk::parse::{Direction, ReadOptions};
use chunk::report::human::{self, Colour, PatchText, Verbosity};
use chunk::report::{Report, RunMode, json, refusal};
use chunk::vfs::MemoryTree;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;

/// About so many characters has the text of a report.
const LIMIT: usize = 2000;

/// How a run is made.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RunOptions {
    format: Option<String>,
    strip: Option<usize>,
    reverse: bool,
    fuzz: Option<String>,
    verify_syntax: Option<String>,
    repeat: bool,
    macros: Vec<String>,
    diff: bool,
    undo: bool,
    dry_run: bool,
}

impl RunOptions {
    fn read(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn mode(&self) -> RunMode {
        if self.dry_run { RunMode::DryRun } else { RunMode::Real }
    }

    fn engine(&self) -> PyResult<Options<'_>> {
        let wrong =
            |name: &str, value: &str| Err(PyValueError::new_err(format!("{name}={value:?} is not known")));
        let format = match self.format.as_deref() {
            None | Some("auto") => None,
            Some(name) => match Format::ALL.into_iter().find(|format| format.as_str() == name) {
                Some(format) => Some(format),
                None => return wrong("format", name),
            },
        };
        let matching = match self.fuzz.as_deref() {
            None | Some("default") => Matching::Lenient,
            Some("exact") => Matching::Exact,
            Some(other) => return wrong("fuzz", other),
        };
        let syntax = match self.verify_syntax.as_deref() {
            None => SyntaxCheck::default(),
            Some("off") => SyntaxCheck::Off,
            Some("warn") => SyntaxCheck::Warn,
            Some("refuse") => SyntaxCheck::Refuse,
            Some(other) => return wrong("verify_syntax", other),
        };
        let direction = if self.reverse { Direction::Reverse } else { Direction::Forward };
        Ok(Options {
            reading: ReadOptions { format, strip: self.strip, direction },
            detail: if self.diff { DiffDetail::Diff } else { DiffDetail::Counts },
            syntax,
            matching,
            repeated: if self.repeat { RepeatedLines::Insert } else { RepeatedLines::Refuse },
            macros: &self.macros,
            ..Options::default()
        })
    }
}

/// The object that `--json` prints, and the text for people.
fn told(report: &Report, patch: &[u8]) -> (String, String) {
    let patch = PatchText { name: "<patch>", bytes: patch };
    let mut text = refusal::problems(report, patch, Colour::Off, LIMIT);
    if report.is_ok() {
        text.push_str(&match report.mode {
            RunMode::Real => human::success(report, Verbosity::Changes(LIMIT)),
            RunMode::DryRun => human::would_succeed(report, Verbosity::Changes(LIMIT)),
        });
    }
    (json::object(report, patch), text)
}

/// Runs a patch on a folder.
#[pyfunction]
fn run_in_folder(py: Python<'_>, root: &str, patch: Vec<u8>, options: &str) -> PyResult<(String, String)> {
    let own = RunOptions::read(options)?;
    let options = own.engine()?;
    Ok(py.detach(|| {
        let state = if own.undo { engine::state_folder() } else { None };
        let options = Options { undo: state.as_deref(), ..options };
        let report = match own.mode() {
            RunMode::DryRun => engine::preview_in(Path::new(root), &patch[..], &options),
            RunMode::Real => engine::apply_in(Path::new(root), &patch[..], &options),
        };
        told(&report, &patch)
    }))
}

/// The JSON of a report, its text, and every file afterwards.
type Outcome<'py> = (String, String, Vec<(String, Bound<'py, PyBytes>)>);

/// Runs a patch on texts.
#[pyfunction]
fn run_on_texts<'py>(
    py: Python<'py>,
    texts: BTreeMap<String, Vec<u8>>,
    patch: Vec<u8>,
    options: &str,
) -> PyResult<Outcome<'py>> {
    let own = RunOptions::read(options)?;
    let options = own.engine()?;
    let mut tree = tree_of(texts)?;
    let (object, text, files) = py.detach(|| {
        let report = match own.mode() {
            RunMode::DryRun => engine::preview(&patch, &options, &tree),
            RunMode::Real => engine::apply(&patch, &options, &mut tree),
        };
        let (object, text) = told(&report, &patch);
        (object, text, tree.files())
    });
    let files = files.into_iter().map(|(path, bytes)| (path, PyBytes::new(py, &bytes)));
    Ok((object, text, files.collect()))
}

/// A tree of the texts, if their paths are those of files below one folder.
fn tree_of(texts: BTreeMap<String, Vec<u8>>) -> PyResult<MemoryTree> {
    let wrong =
        |path: &str, why: String| Err(PyValueError::new_err(format!("{path:?} is no path of a tree: {why}")));
    for path in texts.keys() {
        let parsed = match PatchPath::parse(path) {
            Ok(parsed) if parsed.as_str() == path => parsed,
            Ok(parsed) => return wrong(path, format!("write {:?}", parsed.as_str())),
            Err(problem) => return wrong(path, problem.to_string()),
        };
        let mut above = parsed.parent();
        while let Some(folder) = above {
            if texts.contains_key(folder.as_str()) {
                return wrong(path, format!("{:?} is a file", folder.as_str()));
            }
            above = folder.parent();
        }
    }
    Ok(texts.into_iter().fold(MemoryTree::new(), |tree, (path, bytes)| tree.with_file(&path, bytes)))
}

/// Takes a run on a folder back.
#[pyfunction]
#[pyo3(signature = (root, id, dry_run))]
fn undo(py: Python<'_>, root: &str, id: Option<&str>, dry_run: bool) -> (String, String) {
    py.detach(|| {
        let state = engine::state_folder();
        let (mode, detail) =
            if dry_run { (RunMode::DryRun, DiffDetail::Diff) } else { (RunMode::Real, DiffDetail::Counts) };
        let options = Options { undo: state.as_deref(), detail, ..Options::default() };
        told(&engine::undo_in(Path::new(root), id, mode, &options), b"")
    })
}

/// Which definitions are listed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SymbolOptions {
    all: bool,
    kinds: Vec<String>,
    under: Option<String>,
    macros: Vec<String>,
}

/// Reads the source of one file.
type Read<'r> = &'r dyn Fn(&str) -> Result<Vec<u8>, Diagnostic>;

/// Lists what files define: the JSON of a list of files, and the problems of others.
fn list(names: Vec<String>, read: Read<'_>, options: &SymbolOptions) -> (String, Vec<String>) {
    let selection = Selection { all: options.all, kinds: &options.kinds, under: options.under.as_deref() };
    let (mut files, mut problems): (Vec<FileSymbols>, Vec<String>) = (Vec::new(), Vec::new());
    for name in names {
        let found = read(&name)
            .and_then(|bytes| SourceFile::new(&name, &bytes, &options.macros))
            .and_then(|mut source| source.list(&selection));
        match found {
            Ok(found) => files.push(found),
            Err(error) if options.under.is_some() && error.code == Code::SymbolNotFound => {}
            Err(error) => problems.push(error.message),
        }
    }
    (serde_json::to_string(&files).unwrap_or_default(), problems)
}

fn symbol_options(text: &str) -> PyResult<SymbolOptions> {
    let options: SymbolOptions =
        serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
    engine::check_kinds(&options.kinds).map_err(|error| PyValueError::new_err(error.message))?;
    Ok(options)
}

/// Lists what the files below a folder define, or one file.
#[pyfunction]
fn symbols_in_folder(py: Python<'_>, path: &str, options: &str) -> PyResult<(String, Vec<String>)> {
    let options = symbol_options(options)?;
    let path = Path::new(path);
    let listed = py.detach(|| {
        let (base, files) = match path.is_dir() {
            true => (path, engine::source_files_in(path)?),
            false => (path.parent().unwrap_or(path), vec![path.to_owned()]),
        };
        let name = |file: std::path::PathBuf| {
            file.strip_prefix(base).unwrap_or(&file).to_string_lossy().into_owned()
        };
        let read = |name: &str| {
            std::fs::read(base.join(name))
                .map_err(|error| Diagnostic::error(Code::Io, format!("cannot read `{name}`: {error}")))
        };
        Ok(list(files.into_iter().map(name).collect(), &read, &options))
    });
    listed.map_err(|error: Diagnostic| PyValueError::new_err(error.message))
}

/// Lists what texts define.
#[pyfunction]
fn symbols_of_texts(
    py: Python<'_>,
    texts: BTreeMap<String, Vec<u8>>,
    options: &str,
) -> PyResult<(String, Vec<String>)> {
    let options = symbol_options(options)?;
    Ok(py.detach(|| {
        let names = texts.keys().filter(|name| engine::language_of(Path::new(name)).is_some());
        let read = |name: &str| Ok(texts.get(name).cloned().unwrap_or_default());
        list(names.cloned().collect(), &read, &options)
    }))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_in_folder, module)?)?;
    module.add_function(wrap_pyfunction!(run_on_texts, module)?)?;
    module.add_function(wrap_pyfunction!(undo, module)?)?;
    module.add_function(wrap_pyfunction!(symbols_in_folder, module)?)?;
    module.add_function(wrap_pyfunction!(symbols_of_texts, module)?)
}
