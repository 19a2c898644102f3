//! `chunk symbols`: the addresses that symbol operations can name, in a file or in a folder.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use chunk::diag::{Code, Diagnostic, PatchPlace};
use chunk::lang::Language;
use chunk::resolve::symbol::SymbolInfo;
use ignore::WalkBuilder;
use serde::Serialize;

use super::args::SymbolsArgs;
use super::output;
use super::symbols::{Source, language_of, line, tell};

/// `chunk symbols`: lists addresses with their lines and kinds.
pub(crate) fn list(args: &SymbolsArgs) -> u8 {
    let found = check_kinds(&args.kind)
        .and_then(|()| if args.path.is_dir() { list_folder(args) } else { list_file(args) });
    tell(found, args.json)
}

/// What a file has, as far as it was asked for.
struct Found {
    file: String,
    language: &'static str,
    symbols: Vec<SymbolInfo>,
    /// The lines, from 0, that cannot be read.
    unread: Vec<Range<usize>>,
    /// How many were left out since nobody asked for all.
    left_out: usize,
}

fn list_file(args: &SymbolsArgs) -> Result<String, Diagnostic> {
    let found = look(Source::open(&args.path, &args.macros)?, args)?;
    if args.json {
        return Ok(line(&Listed { version: 1, ok: true, exit: 0, found: &found.as_json() }));
    }
    remarks(&found, args).iter().for_each(|remark| output::err(remark));
    Ok(rows(&found.symbols, ""))
}

fn list_folder(args: &SymbolsArgs) -> Result<String, Diagnostic> {
    let mut all = Vec::new();
    let mut problems = Vec::new();
    let mut missing = None;
    for path in files_in(&args.path)? {
        match Source::open(&path, &args.macros).and_then(|source| look(source, args)) {
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
        let files = all.iter().map(Found::as_json).collect();
        return Ok(line(&Folder { version: 1, ok: true, exit: 0, folder: &folder, files, problems }));
    }
    for problem in problems {
        output::err(&format!("warning: {problem}\n"));
    }
    let mut left_out = 0;
    let mut text = String::new();
    for found in &all {
        unread_remarks(found).iter().for_each(|remark| output::err(remark));
        left_out += found.left_out;
        text.push_str(&format!("{}\n{}", found.file, rows(&found.symbols, "  ")));
    }
    left_out_remark(left_out).iter().for_each(|remark| output::err(remark));
    Ok(text)
}

/// The files below a folder that have symbols and that no `.gitignore` file rules out, sorted.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(false).ignore(false).git_global(false).git_exclude(false).require_git(false);
    walk.filter_entry(|entry| entry.file_name() != ".git");
    let mut files = Vec::new();
    for entry in walk.build() {
        let entry = entry.map_err(|error| Diagnostic::error(Code::Io, format!("cannot list: {error}")))?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) && language_of(entry.path()).is_some() {
            files.push(entry.into_path());
        }
    }
    files.sort();
    Ok(files)
}

/// Finds what was asked for in a file.
fn look(mut source: Source, args: &SymbolsArgs) -> Result<Found, Diagnostic> {
    let around = match &args.under {
        Some(address) => {
            let found = source.find(address)?;
            Some((found.definition, found.declaration))
        }
        None => None,
    };
    let Source { name, buffer, symbols } = &mut source;
    let language = symbols.language().manifest().name.as_str();
    let listing =
        symbols.listing(buffer).map_err(|problem| problem.diagnostic(name, buffer, PatchPlace::default()))?;
    let unread = listing.unread.clone();
    let mut all = listing.symbols.to_vec();
    all.extend(symbols.small(buffer));
    all.sort_by_key(|symbol| (symbol.range.start, std::cmp::Reverse(symbol.range.end)));
    let is_inside = |symbol: &SymbolInfo| {
        around.as_ref().is_none_or(|(around, declaration)| {
            around.start <= symbol.range.start
                && symbol.range.end <= around.end
                && symbol.declaration != *declaration
        })
    };
    all.retain(|symbol| is_inside(symbol) && (args.kind.is_empty() || args.kind.contains(&symbol.kind)));
    let takes_all = args.all || args.under.is_some() || !args.kind.is_empty();
    let before = all.len();
    all.retain(|symbol| takes_all || !symbol.is_minor);
    let left_out = before - all.len();
    Ok(Found { file: name.clone(), language, symbols: all, unread, left_out })
}

/// Refuses a kind that no language has.
fn check_kinds(kinds: &[String]) -> Result<(), Diagnostic> {
    let mut known = BTreeSet::new();
    for language in Language::all() {
        let manifest = language.manifest();
        known.extend(manifest.kinds.keys().chain(manifest.symbols.small.keys()).cloned());
        known.extend(manifest.symbols.other_captures.iter().cloned());
    }
    let Some(unknown) = kinds.iter().find(|kind| !known.contains(*kind)) else { return Ok(()) };
    let known: Vec<String> = known.into_iter().collect();
    Err(Diagnostic::error(Code::Usage, format!("no language has symbols of the kind `{unknown}`"))
        .with_help(format!("kinds are {}", known.join(", "))))
}

/// What a list alone does not say.
fn remarks(found: &Found, args: &SymbolsArgs) -> Vec<String> {
    if found.symbols.is_empty() && found.left_out == 0 {
        let of_kind = if args.kind.is_empty() { "" } else { " of that kind" };
        return vec![match &args.under {
            Some(address) => format!("note: nothing{of_kind} stands in `{address}`\n"),
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

fn unread_remarks(found: &Found) -> Vec<String> {
    let lines = |range: &Range<usize>| match range.len() {
        0 | 1 => format!("line {}", range.start + 1),
        _ => format!("lines {}-{}", range.start + 1, range.end),
    };
    let remark = |range| {
        format!(
            "warning: {} of `{}` cannot be read because of a syntax error; definitions there are not listed\n",
            lines(range),
            found.file
        )
    };
    found.unread.iter().map(remark).collect()
}

/// Columns: lines, kind, address.
fn rows(symbols: &[SymbolInfo], indent: &str) -> String {
    let lines = |symbol: &SymbolInfo| format!("{}-{}", symbol.lines.0 + 1, symbol.lines.1 + 1);
    let width = symbols.iter().map(|symbol| lines(symbol).len()).max().unwrap_or(0);
    let kinds = symbols.iter().map(|symbol| symbol.kind.len()).max().unwrap_or(0);
    let row = |symbol: &SymbolInfo| {
        let note = match (symbol.is_certain, symbol.is_declaration) {
            (false, _) => "  (extent uncertain)",
            (true, true) => "  (declared)",
            (true, false) => "",
        };
        format!("{indent}{:>width$}  {:<kinds$}  {}{note}\n", lines(symbol), symbol.kind, symbol.address)
    };
    symbols.iter().map(row).collect()
}

impl Found {
    fn as_json(&self) -> File<'_> {
        let symbols = self.symbols.iter().map(|symbol| Symbol {
            address: &symbol.address,
            kind: &symbol.kind,
            lines: (symbol.lines.0 + 1, symbol.lines.1 + 1),
            hash: &symbol.hash,
            declaration: symbol.is_declaration,
            certain: symbol.is_certain,
        });
        let unread = self.unread.iter().map(|lines| (lines.start + 1, lines.end)).collect();
        File {
            file: &self.file,
            language: self.language,
            symbols: symbols.collect(),
            unread,
            left_out: self.left_out,
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    #[serde(flatten)]
    found: &'a File<'a>,
}

#[derive(Serialize)]
struct Folder<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    folder: &'a str,
    files: Vec<File<'a>>,
    /// What kept files from being read.
    problems: Vec<String>,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    language: &'a str,
    symbols: Vec<Symbol<'a>>,
    /// Lines that cannot be read and may hold more.
    unread: Vec<(usize, usize)>,
    /// How many fields, enumerators and names in functions are not listed.
    left_out: usize,
}

#[derive(Serialize)]
struct Symbol<'a> {
    address: &'a str,
    kind: &'a str,
    lines: (usize, usize),
    /// What `expect` may hold instead of the old text.
    hash: &'a str,
    /// Whether it only declares what is defined elsewhere.
    declaration: bool,
    /// Whether it is known where it begins and ends.
    certain: bool,
}
