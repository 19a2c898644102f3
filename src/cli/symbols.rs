//! `chunk show`: the source of what symbol operations can name; and the file that it stands in.

use std::path::Path;

use chunk::diag::{Code, Diagnostic, PatchPlace};
use chunk::ir::SymbolTarget;
use chunk::lang::{Language, Macros};
use chunk::resolve::symbol::{Purpose, SymbolMatch, Symbols};
use chunk::text::Buffer;
use serde::Serialize;

use super::args::ShowArgs;
use super::{input, output, usage};

/// `chunk show`: the source of one definition, or of several, one after the other.
pub(crate) fn show(args: &ShowArgs) -> u8 {
    let found = Source::open(&args.file, &args.macros).and_then(|source| source.show(args));
    tell(found, args.json)
}

/// Prints an answer, or why there is none.
pub(super) fn tell(found: Result<String, Diagnostic>, json: bool) -> u8 {
    match found {
        Ok(text) => {
            output::out(text);
            0
        }
        Err(error) => usage::failed(vec![error], json),
    }
}

/// A source file in a known language.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) buffer: Buffer,
    pub(super) symbols: Symbols,
}

impl Source {
    pub(super) fn open(path: &Path, macros: &[String]) -> Result<Self, Diagnostic> {
        let language = language_of(path).ok_or_else(|| unknown_language(path))?;
        let bytes = input::read_file(path)?;
        let name = path.display().to_string();
        let buffer = Buffer::decode(&bytes)
            .map_err(|error| Diagnostic::error(Code::NotText, format!("`{name}` is no text: {error}")))?;
        Ok(Self { name, buffer, symbols: Symbols::with_macros(language, Macros::new(macros)) })
    }

    /// What an address names.
    pub(super) fn find(&mut self, address: &str) -> Result<SymbolMatch, Diagnostic> {
        let target = SymbolTarget { symbol: Some(address.to_owned()), ..SymbolTarget::default() };
        self.symbols
            .resolve(&self.buffer, &target, Purpose::Read)
            .map_err(|problem| problem.diagnostic(&self.name, &self.buffer, PatchPlace::default()))
    }

    fn show(mut self, args: &ShowArgs) -> Result<String, Diagnostic> {
        let all = args.symbols.iter().map(|address| self.shown(address)).collect::<Result<Vec<_>, _>>()?;
        let file = &self.name;
        match &all[..] {
            _ if !args.json => {
                let sources: Vec<&str> = all.iter().map(|one| one.source.as_str()).collect();
                Ok(sources.join("\n"))
            }
            [only] => Ok(line(&One { version: 1, ok: true, exit: 0, file, shown: only })),
            several => Ok(line(&Several { version: 1, ok: true, exit: 0, file, symbols: several })),
        }
    }

    fn shown(&mut self, address: &str) -> Result<Shown, Diagnostic> {
        let found = self.find(address)?;
        let first = self.buffer.line_of(found.definition.start);
        let last = self.buffer.line_of(found.definition.end.saturating_sub(1).max(found.definition.start));
        let range = self.buffer.line_start(first)..self.buffer.line_start(last + 1);
        let text = self.buffer.slice(range);
        let mut source = String::from_utf8_lossy(&chunk::text::encode_stray(&text)).into_owned();
        if !source.ends_with('\n') {
            source.push('\n');
        }
        Ok(Shown { address: found.address, lines: (first + 1, last + 1), source })
    }
}

/// The language of a file, by its extension.
pub(super) fn language_of(path: &Path) -> Option<&'static Language> {
    path.extension().and_then(|extension| Language::by_extension(extension.to_str()?))
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

#[derive(Serialize)]
struct Shown {
    address: String,
    lines: (usize, usize),
    source: String,
}

#[derive(Serialize)]
struct One<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    #[serde(flatten)]
    shown: &'a Shown,
}

#[derive(Serialize)]
struct Several<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    file: &'a str,
    symbols: &'a [Shown],
}

/// An object on a line of its own.
pub(super) fn line(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("strings, numbers and lists have a JSON form");
    text + "\n"
}
