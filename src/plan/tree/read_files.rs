//! What a refused patch has parsed of the files in the tree, to be reused when corrections are tried.
//!
//! Invariant: what is known about a text is used for that text only, which is compared byte by byte.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ir::PatchPath;
use crate::lang::{Language, Macros};
use crate::resolve::symbol::Symbols;
use crate::text::Buffer;

/// Files of the tree with the definitions that were found in them.
#[derive(Debug, Clone, Default)]
pub struct ReadFiles(Rc<HashMap<PatchPath, ReadFile>>);

/// A text, with its definitions for each language as which it was parsed.
#[derive(Debug)]
pub(in crate::plan) struct ReadFile {
    pub(in crate::plan) buffer: Buffer,
    pub(in crate::plan) macros: Macros,
    pub(in crate::plan) symbols: Vec<(&'static Language, Symbols)>,
}

impl ReadFiles {
    pub(in crate::plan) fn of(read: impl Iterator<Item = (PatchPath, ReadFile)>) -> Self {
        Self(Rc::new(read.collect()))
    }

    /// Returns the known symbols of the file at a path, if it still has this text.
    pub(in crate::plan) fn symbols(
        &self,
        path: &PatchPath,
        buffer: &Buffer,
        macros: &Macros,
    ) -> Vec<(&'static Language, Symbols)> {
        let whole = |buffer: &Buffer| 0..buffer.len();
        let is_same = |known: &&ReadFile| {
            known.macros == *macros && known.buffer.slice(whole(&known.buffer)) == buffer.slice(whole(buffer))
        };
        let known = self.0.get(path).filter(is_same);
        let symbols = known.map_or(&[][..], |known| &known.symbols);
        symbols.iter().map(|(language, symbols)| (*language, symbols.snapshot())).collect()
    }
}
