//! Determines how far after its declaration a variable of a function is visible.

use super::judge::Judge;
use crate::text::lexer::{Lexer, TokenKind};

/// The visibility of a variable at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VariableReach {
    /// The variable is visible there.
    There,
    /// The variable is not visible there: its block or its statement has ended, or the body of its head has not begun.
    NotThere,
    /// The variable is declared in the head of what looks like a statement, which may have ended.
    Unsure,
}

impl Judge<'_, '_> {
    /// Returns whether a variable declared at a byte offset is visible at another one.
    pub(super) fn reach(&self, from: usize, at: usize) -> VariableReach {
        if let Some(known) = self.names.heads.get(&from) {
            return if known.contains(&at) { VariableReach::There } else { VariableReach::NotThere };
        }
        let between = self.text.get(from..at).unwrap_or_default();
        let mut depth = 0_usize;
        // The body of the head is one block, or everything up to the end of a statement.
        let mut is_behind_head = false;
        for token in Lexer::new(&self.language.manifest().lexical).tokens(between) {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(b'}') if depth == 0 => return VariableReach::NotThere,
                // No block follows `auto [one, two]`.
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
