//! `chunk show`: prints the source of definitions.

use std::io::ErrorKind;
use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{self, ShownSymbol, SourceFile};
use chunk::plan;
use serde::Serialize;

use super::args::ShowArgs;
use super::{input, output, usage};

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

/// Reads a source file; its name in messages is its path relative to `root`, as in patches.
pub(super) fn open(root: &Path, path: &Path, macros: &[String]) -> Result<SourceFile, Diagnostic> {
    let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(
                engine::open_tree(root).map_or_else(|error| error, |tree| plan::missing(&tree, &name))
            );
        }
        // Opening a pipe would wait for a writer.
        Ok(found) if !found.is_file() && !found.is_dir() => {
            return Err(Diagnostic::error(Code::PathRefused, format!("`{name}` is not a regular file")));
        }
        _ => {}
    }
    // For a file in an unknown language, that message is more useful than one on whether the file can be read.
    if engine::language_of(path).is_none() {
        return SourceFile::new(&name, b"", macros);
    }
    SourceFile::new(&name, &input::read_file(path)?, macros)
}

fn shown(args: &ShowArgs) -> Result<String, Diagnostic> {
    let mut source = open(&args.root, &args.root.join(&args.file), &args.macros)?;
    let all = args.symbols.iter().map(|address| source.show(address)).collect::<Result<Vec<_>, _>>()?;
    let file = args.file.display().to_string();
    match &all[..] {
        _ if !args.json => {
            let sources: Vec<&str> = all.iter().map(|one| one.source.as_str()).collect();
            Ok(sources.join("\n"))
        }
        [only] => Ok(line(&One { version: 1, ok: true, exit: 0, file: &file, shown: only })),
        several => Ok(line(&Several { version: 1, ok: true, exit: 0, file: &file, symbols: several })),
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
