//! Symbols: definitions found by their address.
#![allow(missing_docs)]

use std::ops::Range;

use crate::ir::SymbolTarget;
use crate::lang::Language;
use crate::text::{Buffer, EditSet};

#[derive(Debug)]
pub struct Symbols;

#[derive(Debug, Clone)]
pub struct SymbolMatch {
    pub address: String,
    pub kind: String,
    pub range: Range<usize>,
    pub definition: Range<usize>,
    pub declaration: usize,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone)]
pub enum SymbolProblem {
    Nothing,
}

impl Symbols {
    pub fn new(_: &'static Language) -> Self {
        Self
    }
    pub fn resolve(
        &mut self,
        _: &Buffer,
        _: &SymbolTarget,
        _: Option<&[String]>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        Err(SymbolProblem::Nothing)
    }
    pub fn will_change(&mut self, _: &Buffer, _: &EditSet) {}
    pub fn enclosing(&mut self, _: &Buffer, _: usize) -> Option<String> {
        None
    }
}
