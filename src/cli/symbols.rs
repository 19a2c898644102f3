//! `chunk symbols` and `chunk show`: what symbol operations can name in a file.

use std::path::Path;

use chunk::diag::{Code, Diagnostic, PatchPlace};
use chunk::ir::SymbolTarget;
use chunk::lang::{Language, Macros};
use chunk::resolve::symbol::{Listing, Purpose, SymbolInfo, Symbols};
use chunk::text::Buffer;
use serde::Serialize;

use super::args::{ShowArgs, SymbolsArgs};
use super::{input, output, usage};

/// `chunk symbols`: lists every address with its lines and its kind.
pub(crate) fn list(args: &SymbolsArgs) -> u8 {
    let found = Source::open(&args.file, &args.macros).and_then(|mut source| {
        let name = args.file.display().to_string();
        let language = source.symbols.language().manifest().name.clone();
        match source.symbols.listing(&source.buffer) {
            Ok(listing) if args.json => Ok(listed_json(&name, &language, &listing)),
            Ok(listing) => {
                remarks(&name, &listing).iter().for_each(|remark| output::err(remark));
                Ok(listed(listing.symbols))
            }
            Err(problem) => Err(problem.diagnostic(&name, &source.buffer, PatchPlace::default())),
        }
    });
    tell(found, args.json)
}

/// `chunk show`: the source of one definition.
pub(crate) fn show(args: &ShowArgs) -> u8 {
    let found = Source::open(&args.file, &args.macros).and_then(|source| source.show(args));
    tell(found, args.json)
}

fn tell(found: Result<String, Diagnostic>, json: bool) -> u8 {
    match found {
        Ok(text) => {
            output::out(text);
            0
        }
        Err(error) => usage::failed(vec![error], json),
    }
}

/// A source file in a known language.
struct Source {
    buffer: Buffer,
    symbols: Symbols,
}

impl Source {
    fn open(path: &Path, macros: &[String]) -> Result<Self, Diagnostic> {
        let language = path
            .extension()
            .and_then(|extension| Language::by_extension(extension.to_str()?))
            .ok_or_else(|| unknown_language(path))?;
        let bytes = input::read_file(path)?;
        let buffer = Buffer::decode(&bytes).map_err(|error| {
            Diagnostic::error(Code::NotText, format!("`{}` is no text: {error}", path.display()))
        })?;
        Ok(Self { buffer, symbols: Symbols::with_macros(language, Macros::new(macros)) })
    }

    fn show(mut self, args: &ShowArgs) -> Result<String, Diagnostic> {
        let path = args.file.display().to_string();
        let target = SymbolTarget {
            language: None,
            kind: None,
            class: None,
            method: None,
            symbol: Some(args.symbol.clone()),
            place: PatchPlace::default(),
            expect: None,
            decorators: chunk::ir::Decorators::default(),
        };
        let found = self
            .symbols
            .resolve(&self.buffer, &target, Purpose::Read)
            .map_err(|problem| problem.diagnostic(&path, &self.buffer, PatchPlace::default()))?;
        let first = self.buffer.line_of(found.definition.start);
        let last = self.buffer.line_of(found.definition.end.saturating_sub(1).max(found.definition.start));
        let range = self.buffer.line_start(first)..self.buffer.line_start(last + 1);
        let text = self.buffer.slice(range);
        let source = String::from_utf8_lossy(&chunk::text::encode_stray(&text)).into_owned();
        if !args.json {
            return Ok(if source.ends_with('\n') { source } else { source + "\n" });
        }
        let shown = Shown {
            version: 1,
            ok: true,
            exit: 0,
            file: &path,
            address: &found.address,
            lines: (first + 1, last + 1),
            source: &source,
        };
        Ok(line(&shown))
    }
}

fn unknown_language(path: &Path) -> Diagnostic {
    let known: Vec<String> = Language::all()
        .iter()
        .flat_map(|language| language.manifest().extensions.iter().map(|extension| format!(".{extension}")))
        .collect();
    let message =
        format!("`chunk symbols` and `chunk show` do not support the language of `{}`", path.display());
    Diagnostic::error(Code::UnsupportedLanguage, message)
        .with_help(format!("files with symbols end in {}", known.join(", ")))
}

/// What a list alone does not say: that there is nothing to list, or which lines may hold more.
fn remarks(name: &str, listing: &Listing<'_>) -> Vec<String> {
    if listing.symbols.is_empty() {
        return vec![format!("note: `{name}` has no definitions\n")];
    }
    let lines = |range: &std::ops::Range<usize>| match range.len() {
        0 | 1 => format!("line {}", range.start + 1),
        _ => format!("lines {}-{}", range.start + 1, range.end),
    };
    let remark = |range| {
        format!(
            "warning: {} of `{name}` cannot be read because of a syntax error; definitions there are not listed\n",
            lines(range)
        )
    };
    listing.unread.iter().map(remark).collect()
}

/// Columns: lines, kind, address.
fn listed(symbols: &[SymbolInfo]) -> String {
    let lines = |symbol: &SymbolInfo| format!("{}-{}", symbol.lines.0 + 1, symbol.lines.1 + 1);
    let width = symbols.iter().map(|symbol| lines(symbol).len()).max().unwrap_or(0);
    let kinds = symbols.iter().map(|symbol| symbol.kind.len()).max().unwrap_or(0);
    let row = |symbol: &SymbolInfo| {
        let note = match (symbol.is_certain, symbol.is_declaration) {
            (false, _) => "  (extent uncertain)",
            (true, true) => "  (declared)",
            (true, false) => "",
        };
        format!("{:>width$}  {:<kinds$}  {}{note}\n", lines(symbol), symbol.kind, symbol.address)
    };
    symbols.iter().map(row).collect()
}

#[derive(Serialize)]
struct Listed<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    language: &'a str,
    symbols: Vec<Symbol<'a>>,
    /// Lines that cannot be read and may hold more.
    unread: Vec<(usize, usize)>,
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

#[derive(Serialize)]
struct Shown<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    address: &'a str,
    lines: (usize, usize),
    source: &'a str,
}

fn listed_json(file: &str, language: &str, listing: &Listing<'_>) -> String {
    let symbols = listing.symbols.iter().map(|symbol| Symbol {
        address: &symbol.address,
        kind: &symbol.kind,
        lines: (symbol.lines.0 + 1, symbol.lines.1 + 1),
        hash: &symbol.hash,
        declaration: symbol.is_declaration,
        certain: symbol.is_certain,
    });
    let symbols = symbols.collect();
    let unread = listing.unread.iter().map(|lines| (lines.start + 1, lines.end)).collect();
    line(&Listed { version: 1, ok: true, exit: 0, file, language, symbols, unread })
}

fn line(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("strings, numbers and lists have a JSON form");
    text + "\n"
}
