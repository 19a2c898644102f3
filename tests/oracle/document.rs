//! A source and its symbols, as the oracles ask for them.

#![allow(clippy::result_large_err, reason = "a refusal is read in full")]

use std::path::Path;

use chunk::diag::PatchPlace;
use chunk::ir::{Decorators, SymbolTarget};
use chunk::lang::Language;
use chunk::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, Symbols};
use chunk::text::Buffer;

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

    /// What has a name and is no definition for itself.
    pub(crate) fn small(&self) -> Vec<SymbolInfo> {
        self.symbols.minor_names(&self.buffer)
    }

    /// The definitions whose printed address selects another one, or none; those that are refused as uncertain apart.
    pub(crate) fn misleading_addresses(&mut self) -> Vec<String> {
        let all = self.all();
        self.misleading(&all)
    }

    /// Those of some symbols whose printed address selects another one, or none.
    pub(crate) fn misleading(&mut self, all: &[SymbolInfo]) -> Vec<String> {
        let kinds = self.symbols.language().manifest().kinds.clone();
        let mut found = Vec::new();
        for one in all {
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
                Err(
                    SymbolProblem::Uncertain { .. }
                    | SymbolProblem::Shared { .. }
                    | SymbolProblem::Parted { .. },
                ) => continue,
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
        let mut wanted = target(&one.kind, &one.address);
        let kinds = &self.symbols.language().manifest().kinds;
        wanted.kind = wanted.kind.filter(|kind| kinds.contains_key(kind));
        let found = match self.symbols.resolve(&self.buffer, &wanted, purpose) {
            Ok(found) => found,
            Err(problem) => return Some(Err(problem)),
        };
        let indented = found
            .with_keyword_changes(&lines)
            .into_iter()
            .map(|line| if line.trim().is_empty() { line } else { format!("{indent}{line}") });
        let new = found.with_kept(indented.collect()).join("\n");
        let start = self.buffer.line_start(self.buffer.line_of(found.range.start));
        Some(Ok(format!("{}{new}{}", &self.text[..start], &self.text[found.range.end..])))
    }
}
