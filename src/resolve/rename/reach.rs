//! How far a variable of a function is known behind its declaration.

use super::judge::Judge;
use crate::text::lexer::{Lexer, TokenKind};

/// What is said of a variable at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VariableReach {
    /// It is known there.
    There,
    /// It is not: its block or its statement has ended, or what its head belongs to has not begun.
    NotThere,
    /// It is declared in the head of what looks like a statement, and that may have ended.
    Unsure,
}

impl Judge<'_, '_> {
    /// How a variable that is declared at a byte is known at another one.
    pub(super) fn reach(&self, from: usize, at: usize) -> VariableReach {
        if let Some(known) = self.names.heads.get(&from) {
            return if known.contains(&at) { VariableReach::There } else { VariableReach::NotThere };
        }
        let between = self.text.get(from..at).unwrap_or_default();
        let mut depth = 0_usize;
        // What a head belongs to: one block, or all up to the end of a statement.
        let mut is_behind_head = false;
        for token in Lexer::new(&self.language.manifest().lexical).tokens(between) {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(b'}') if depth == 0 => return VariableReach::NotThere,
                // Behind `auto [one, two]` stands no block.
                TokenKind::Close(b']') if depth == 0 => {}
                TokenKind::Close(_) if depth == 0 => is_behind_head = true,
                TokenKind::Close(sign) => {
                    depth -= 1;
                    if depth == 0 && is_behind_head && sign == b'}' {
                        return VariableReach::Unsure;
                    }
                }
                TokenKind::Code if depth == 0 && is_behind_head && between[token.range].contains(';') => {
                    return VariableReach::Unsure;
                }
                _ => {}
            }
        }
        VariableReach::There
    }
}
