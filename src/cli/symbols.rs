//! `chunk show`: prints the source of definitions.

use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{self, ShownSymbol, SourceFile};
use chunk::ir::PatchPath;
use chunk::plan;
use chunk::vfs::{Kind, ReadTree, TreeError};
use serde::Serialize;

use super::args::ShowArgs;
use super::{output, usage};

/// Runs `chunk show`: prints the source of one definition, or of several, one after the other.
pub(crate) fn show(args: &ShowArgs) -> u8 {
    print_result(shown(args), args.json)
}

/// Prints a result or an error, and returns the exit status.
pub(super) fn print_result(found: Result<String, Diagnostic>, json: bool) -> u8 {
    match found {
        Ok(text) => {
            output::out(text);
            0
        }
        Err(error) => usage::failed(vec![error], json),
    }
}

/// Reads a path in the arguments. As in patches, it is relative to the root, and stays below it.
pub(super) fn below_root(written: &str) -> Result<PatchPath, Diagnostic> {
    // A shell completes the name of a folder with a slash.
    let path = if written.len() > 1 { written.trim_end_matches('/') } else { written };
    PatchPath::parse(path).map_err(|problem| {
        let message = format!("`{written}` is refused: {problem}");
        Diagnostic::error(Code::PathRefused, message)
            .with_help("paths are relative to the root: `--root DIR`, else the current folder")
    })
}

/// Reads a source file.
pub(super) fn open(
    tree: &dyn ReadTree,
    path: &PatchPath,
    macros: &[String],
) -> Result<SourceFile, Diagnostic> {
    let unreadable = |error: TreeError| {
        let code = if matches!(error, TreeError::Io(_)) { Code::Io } else { Code::PathRefused };
        Diagnostic::error(code, format!("`{path}` cannot be read: {error}"))
    };
    match tree.kind(path).map_err(unreadable)? {
        None => return Err(plan::missing(tree, path.as_str())),
        Some(Kind::Link) => {
            return Err(Diagnostic::error(Code::PathRefused, format!("`{path}` is a symbolic link")));
        }
        // Opening a pipe would wait for a writer.
        Some(Kind::Other) => {
            return Err(Diagnostic::error(Code::PathRefused, format!("`{path}` is not a regular file")));
        }
        Some(Kind::File | Kind::Folder) => {}
    }
    // For a file in an unknown language, that message is more useful than one on whether the file can be read.
    if engine::language_of(Path::new(path.as_str())).is_none() {
        return SourceFile::new(path.as_str(), b"", macros);
    }
    let file = tree.read(path).map_err(unreadable)?;
    SourceFile::new(path.as_str(), &file.bytes, macros)
}

fn shown(args: &ShowArgs) -> Result<String, Diagnostic> {
    let tree = engine::open_tree(&args.root)?;
    let mut source = open(&tree, &below_root(&args.file)?, &args.macros)?;
    let all = args.symbols.iter().map(|address| source.show(address)).collect::<Result<Vec<_>, _>>()?;
    let file = args.file.as_str();
    match &all[..] {
        _ if !args.json => {
            let sources: Vec<&str> = all.iter().map(|one| one.source.as_str()).collect();
            Ok(sources.join("\n"))
        }
        [only] => Ok(line(&One { version: 1, ok: true, exit: 0, file, shown: only })),
        several => Ok(line(&Several { version: 1, ok: true, exit: 0, file, symbols: several })),
    }
}

#[derive(Serialize)]
struct One<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    #[serde(flatten)]
    shown: &'a ShownSymbol,
}

#[derive(Serialize)]
struct Several<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    symbols: &'a [ShownSymbol],
}

/// Returns an object as one line of JSON.
pub(super) fn line(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("strings, numbers and lists have a JSON form");
    text + "\n"
}
