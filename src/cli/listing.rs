//! `chunk symbols`: lists the addresses that symbol operations can name, in a file or in a folder.

use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{FileSymbols, Selection, check_kinds, source_files_in};
use serde::Serialize;

use super::args::SymbolsArgs;
use super::output;
use super::symbols::{line, open, print_result};

/// Runs `chunk symbols`: lists addresses with their lines and kinds.
pub(crate) fn list(args: &SymbolsArgs) -> u8 {
    let path = args.root.join(&args.path);
    let list = if path.is_dir() { list_folder } else { list_file };
    let found = check_kinds(&args.kind).and_then(|()| list(&path, args));
    print_result(found, args.json)
}

fn list_file(path: &Path, args: &SymbolsArgs) -> Result<String, Diagnostic> {
    let found = look(path, args)?;
    if args.json {
        return Ok(line(&Listed { version: 1, ok: true, exit: 0, found: &found }));
    }
    remarks(&found, args).iter().for_each(|remark| output::err(remark));
    Ok(found.rows(""))
}

fn list_folder(path: &Path, args: &SymbolsArgs) -> Result<String, Diagnostic> {
    let mut all = Vec::new();
    let mut problems = Vec::new();
    let mut missing = None;
    for path in source_files_in(path)? {
        match look(&path, args) {
            Ok(found) => all.push(found),
            Err(error) if args.under.is_some() && error.code == Code::SymbolNotFound => missing = Some(error),
            Err(error) => problems.push(error.message),
        }
    }
    if let (true, Some(error)) = (all.is_empty(), missing) {
        return Err(error);
    }
    all.retain(|found| !found.symbols.is_empty() || !found.unread.is_empty());
    if args.json {
        let folder = args.path.display().to_string();
        return Ok(line(&ListedFolder {
            version: 1,
            ok: true,
            exit: 0,
            folder: &folder,
            files: all,
            problems,
        }));
    }
    for problem in problems {
        output::err(&format!("warning: {problem}\n"));
    }
    let mut left_out = 0;
    let mut text = String::new();
    for found in &all {
        unread_remarks(found).iter().for_each(|remark| output::err(remark));
        left_out += found.left_out;
        text.push_str(&format!("{}\n{}", found.file, found.rows("  ")));
    }
    left_out_remark(left_out).iter().for_each(|remark| output::err(remark));
    Ok(text)
}

/// Returns the requested definitions of a file.
fn look(path: &Path, args: &SymbolsArgs) -> Result<FileSymbols, Diagnostic> {
    let selection = Selection { all: args.all, kinds: &args.kind, under: args.under.as_deref() };
    open(&args.root, path, &args.macros)?.list(&selection)
}

/// Returns remarks on what the list does not show.
fn remarks(found: &FileSymbols, args: &SymbolsArgs) -> Vec<String> {
    if found.symbols.is_empty() && found.left_out == 0 {
        let of_kind = if args.kind.is_empty() { "" } else { " of that kind" };
        return vec![match &args.under {
            Some(address) => format!("note: `{address}` contains no definitions{of_kind}\n"),
            None => format!("note: `{}` has no definitions{of_kind}\n", found.file),
        }];
    }
    unread_remarks(found).into_iter().chain(left_out_remark(found.left_out)).collect()
}

fn left_out_remark(count: usize) -> Option<String> {
    (count > 0).then(|| {
        format!(
            "note: fields, enumerators and names in functions are left out ({count}); `--all` lists them\n"
        )
    })
}

fn unread_remarks(found: &FileSymbols) -> Vec<String> {
    found.warnings().iter().map(|warning| format!("warning: {warning}\n")).collect()
}

#[derive(Serialize)]
struct Listed<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    #[serde(flatten)]
    found: &'a FileSymbols,
}

#[derive(Serialize)]
struct ListedFolder<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    folder: &'a str,
    files: Vec<FileSymbols>,
    /// The reasons why files could not be read.
    problems: Vec<String>,
}
