//! The definitions of a source file: the addresses that symbol operations can name, and the source of each.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
#[cfg(feature = "disk")]
use std::path::PathBuf;

#[cfg(feature = "disk")]
use ignore::WalkBuilder;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::SymbolTarget;
use crate::lang::{Language, Macros};
#[cfg(feature = "disk")]
use crate::plan::INSTALLED_FOLDERS;
use crate::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, Symbols};
use crate::text::{Buffer, encode_stray};

/// A source file in a known language.
///
/// ```
/// use chunk::engine::{Selection, SourceFile};
///
/// let mut file = SourceFile::new("a.py", b"class A:\n    def run(self):\n        pass\n", &[]).unwrap();
/// let listed = file.list(&Selection::default()).unwrap();
/// let addresses: Vec<&str> = listed.symbols.iter().map(|symbol| symbol.address.as_str()).collect();
/// assert_eq!(addresses, ["A", "A.run"]);
/// assert_eq!(file.show("A.run").unwrap().source, "    def run(self):\n        pass\n");
/// ```
pub struct SourceFile {
    name: String,
    buffer: Buffer,
    symbols: Symbols,
}

/// Which definitions are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection<'a> {
    /// Whether to include fields, enumerators and definitions inside functions. They are also included if `kinds` or
    /// `under` is given.
    pub all: bool,
    /// The kinds to list; empty for all kinds.
    pub kinds: &'a [String],
    /// The address of the definition whose inner definitions are listed.
    pub under: Option<&'a str>,
}

/// The definitions of a file that were requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSymbols {
    /// The file, as named by the caller.
    pub file: String,
    /// The canonical name of its language.
    pub language: &'static str,
    /// The definitions, in file order, with line numbers from 0.
    pub symbols: Vec<SymbolInfo>,
    /// The ranges of lines, from 0, that cannot be parsed and may contain more definitions.
    pub unread: Vec<Range<usize>>,
    /// The number of fields, enumerators and names in functions that were left out because they were not requested.
    pub left_out: usize,
}

/// The source of one definition.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ShownSymbol {
    /// An address that selects only this definition in the file.
    pub address: String,
    /// The first and the last line, counted from 1, both inclusive.
    pub lines: (usize, usize),
    /// The whole lines of the definition, ending in a line feed.
    pub source: String,
}

impl SourceFile {
    /// Decodes the text of a file, whose name determines the language. `macros` are words that are macros in it, in
    /// addition to those in capitals.
    ///
    /// # Errors
    /// Fails if the language is unknown, or if the file is not text.
    pub fn new(name: &str, bytes: &[u8], macros: &[String]) -> Result<Self, Diagnostic> {
        let extension = Path::new(name).extension().and_then(std::ffi::OsStr::to_str);
        let language = extension.and_then(|extension| Language::of_file(extension, bytes));
        let language = language.ok_or_else(|| unknown_language(name))?;
        let buffer = Buffer::decode(bytes)
            .map_err(|error| Diagnostic::error(Code::NotText, format!("`{name}` is not text: {error}")))?;
        Ok(Self {
            name: name.to_owned(),
            buffer,
            symbols: Symbols::with_macros(language, Macros::new(macros)),
        })
    }

    /// Lists definitions.
    ///
    /// # Errors
    /// Fails if no definition has the requested address, or if no part of the file can be parsed.
    pub fn list(&mut self, selection: &Selection<'_>) -> Result<FileSymbols, Diagnostic> {
        let around = match selection.under {
            Some(address) => {
                let found = self.find(address)?;
                Some((found.definition, found.declaration))
            }
            None => None,
        };
        let Self { name, buffer, symbols } = self;
        let language = symbols.language().manifest().name.as_str();
        let listing = symbols
            .listing(buffer)
            .map_err(|problem| problem.diagnostic(name, buffer, PatchPlace::default()))?;
        let unread = listing.unread.clone();
        let mut all = listing.symbols.to_vec();
        all.extend(symbols.minor_names(buffer));
        all.sort_by_key(|symbol| (symbol.range.start, Reverse(symbol.range.end)));
        let is_inside = |symbol: &SymbolInfo| {
            around.as_ref().is_none_or(|(around, declaration)| {
                around.start <= symbol.range.start
                    && symbol.range.end <= around.end
                    && symbol.declaration != *declaration
            })
        };
        let kinds = selection.kinds;
        all.retain(|symbol| is_inside(symbol) && (kinds.is_empty() || kinds.contains(&symbol.kind)));
        let takes_all = selection.all || selection.under.is_some() || !kinds.is_empty();
        let before = all.len();
        all.retain(|symbol| takes_all || !symbol.is_minor);
        let left_out = before - all.len();
        Ok(FileSymbols { file: name.clone(), language, symbols: all, unread, left_out })
    }

    /// Returns the source of one definition.
    ///
    /// # Errors
    /// Fails if the address matches no definition, or several.
    pub fn show(&mut self, address: &str) -> Result<ShownSymbol, Diagnostic> {
        let found = self.find(address)?;
        let first = self.buffer.line_of(found.definition.start);
        let last = self.buffer.line_of(found.definition.end.saturating_sub(1).max(found.definition.start));
        let range = self.buffer.line_start(first)..self.buffer.line_start(last + 1);
        let text = self.buffer.slice(range);
        let mut source = String::from_utf8_lossy(&encode_stray(&text)).into_owned();
        if !source.ends_with('\n') {
            source.push('\n');
        }
        Ok(ShownSymbol { address: found.address, lines: (first + 1, last + 1), source })
    }

    /// Resolves an address.
    fn find(&mut self, address: &str) -> Result<SymbolMatch, Diagnostic> {
        let target = SymbolTarget { symbol: Some(address.to_owned()), ..SymbolTarget::default() };
        self.symbols
            .resolve(&self.buffer, &target, Purpose::Read)
            .map_err(|problem| problem.diagnostic(&self.name, &self.buffer, PatchPlace::default()))
    }
}

/// Returns the language of a file, by its extension.
#[must_use]
pub fn language_of(path: &Path) -> Option<&'static Language> {
    path.extension().and_then(|extension| Language::by_extension(extension.to_str()?))
}

/// Returns the source files below a folder that git does not ignore, sorted, without those in `node_modules` and
/// `site-packages`.
///
/// # Errors
/// Fails if the folder, or one below it, cannot be listed.
#[cfg(feature = "disk")]
pub fn source_files_in(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(false).ignore(false).require_git(false);
    walk.filter_entry(|entry| {
        let is_installed = || INSTALLED_FOLDERS.iter().any(|name| entry.file_name() == *name);
        entry.file_name() != ".git" && (entry.depth() == 0 || !is_installed())
    });
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

fn unknown_language(name: &str) -> Diagnostic {
    let known: Vec<String> = Language::all()
        .iter()
        .flat_map(|language| language.manifest().extensions.iter().map(|extension| format!(".{extension}")))
        .collect();
    let message = format!("`chunk symbols` and `chunk show` do not support the language of `{name}`");
    Diagnostic::error(Code::UnsupportedLanguage, message)
        .with_help(format!("files with symbols end in {}", known.join(", ")))
}

/// Checks that each kind exists in some language.
///
/// # Errors
/// Fails if no language has symbols of a kind.
pub fn check_kinds(kinds: &[String]) -> Result<(), Diagnostic> {
    if kinds.is_empty() {
        return Ok(());
    }
    let mut known = BTreeSet::new();
    for language in Language::all() {
        let manifest = language.manifest();
        known.extend(manifest.kinds.keys().chain(manifest.symbols.minor_kinds.keys()).cloned());
        known.extend(manifest.symbols.other_captures.iter().cloned());
    }
    let Some(unknown) = kinds.iter().find(|kind| !known.contains(*kind)) else { return Ok(()) };
    let known: Vec<String> = known.into_iter().collect();
    Err(Diagnostic::error(Code::Usage, format!("no language has symbols of the kind `{unknown}`"))
        .with_help(format!("kinds are {}", known.join(", "))))
}

impl FileSymbols {
    /// Formats the definitions as text, one per line in columns: lines (from 1), kind, address. Each line begins with
    /// `indent`.
    #[must_use]
    pub fn rows(&self, indent: &str) -> String {
        let lines = |symbol: &SymbolInfo| format!("{}-{}", symbol.lines.0 + 1, symbol.lines.1 + 1);
        let width = self.symbols.iter().map(|symbol| lines(symbol).len()).max().unwrap_or(0);
        let kinds = self.symbols.iter().map(|symbol| symbol.kind.len()).max().unwrap_or(0);
        let row = |symbol: &SymbolInfo| {
            let note = match (symbol.is_certain, symbol.is_declaration) {
                (false, _) => "  (extent uncertain)",
                (true, true) => "  (declared)",
                (true, false) => "",
            };
            format!("{indent}{:>width$}  {:<kinds$}  {}{note}\n", lines(symbol), symbol.kind, symbol.address)
        };
        self.symbols.iter().map(row).collect()
    }

    /// Returns a warning for each run of lines that cannot be parsed.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let lines = |range: &Range<usize>| match range.len() {
            0 | 1 => format!("line {}", range.start + 1),
            _ => format!("lines {}-{}", range.start + 1, range.end),
        };
        let warning = |range| {
            format!(
                "{} of `{}` cannot be parsed because of a syntax error; definitions there are not \
                 listed",
                lines(range),
                self.file
            )
        };
        self.unread.iter().map(warning).collect()
    }
}

impl Serialize for FileSymbols {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let symbols: Vec<SymbolObject<'_>> = self.symbols.iter().map(SymbolObject::of).collect();
        let unread: Vec<(usize, usize)> =
            self.unread.iter().map(|lines| (lines.start + 1, lines.end)).collect();
        let mut object = serializer.serialize_struct("FileSymbols", 5)?;
        object.serialize_field("file", &self.file)?;
        object.serialize_field("language", self.language)?;
        object.serialize_field("symbols", &symbols)?;
        object.serialize_field("unread", &unread)?;
        object.serialize_field("left_out", &self.left_out)?;
        object.end()
    }
}

#[derive(serde::Serialize)]
struct SymbolObject<'a> {
    address: &'a str,
    kind: &'a str,
    lines: (usize, usize),
    /// The hash that an `expect` field accepts instead of the old text.
    hash: &'a str,
    /// Whether it is only a declaration of something that is defined elsewhere.
    declaration: bool,
    /// Whether its beginning and end could be determined.
    certain: bool,
}

impl<'a> SymbolObject<'a> {
    fn of(symbol: &'a SymbolInfo) -> Self {
        Self {
            address: &symbol.address,
            kind: &symbol.kind,
            lines: (symbol.lines.0 + 1, symbol.lines.1 + 1),
            hash: &symbol.hash,
            declaration: symbol.is_declaration,
            certain: symbol.is_certain,
        }
    }
}
