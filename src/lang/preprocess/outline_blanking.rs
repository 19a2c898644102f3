//! Finds the parts of declarations that concern neither names, nor parameters, nor extents, and that grammars often
//! fail to parse: aliases, bases, initializers, values, trailing return types, defaults of parameters.

use std::ops::Range;

use super::rules::PreprocessorRules;
use super::statement::DeclarationPieces;
use super::token::{DeclarationToken, DeclarationTokenKind, TokenGroup};
use crate::text::normal::contains;

/// Returns the parts of a declaration that an outline does not need. `end` is the byte offset of the brace or semicolon
/// after it.
pub(super) fn not_in_outline(
    statement: &DeclarationPieces<'_>,
    rules: &PreprocessorRules,
    end: usize,
) -> Vec<Range<usize>> {
    let pieces = &statement.pieces;
    let mut found = Vec::new();
    if statement.is_alias() {
        found.extend(pieces.first().map(|first| first.range.start..end + 1));
        return found;
    }
    let is_list = |piece: &&TokenGroup| match piece.kind {
        DeclarationTokenKind::Group(b'<') => true,
        DeclarationTokenKind::Group(b'(') => statement.is_function(),
        _ => false,
    };
    for piece in pieces.iter().filter(is_list) {
        found.extend(defaults(statement.inner.get(piece.inner.clone()).unwrap_or_default(), piece));
    }
    if let Some(class) = statement.class_at().filter(|_| !statement.is_function()) {
        let behind = pieces.get(class..).unwrap_or_default();
        let colon = behind.iter().find(|piece| piece.kind == DeclarationTokenKind::Sign(b':'));
        found.extend(colon.map(|colon| colon.range.start..end));
    } else if statement.is_value() {
        let sign = pieces.iter().find(|piece| piece.kind == DeclarationTokenKind::Sign(b'='));
        found.extend(sign.map(|sign| sign.range.start..end));
    } else if statement.is_function() {
        found.extend(odd_arguments(statement));
        found.extend(behind_parameters(statement, rules, end));
    }
    found
}

/// Returns the computed template arguments in the return type of a function: `Block<int(Mode)==1?A:B, 2>`. The
/// arguments of the function's own name, or of the class that it is a member of, are excluded because they distinguish
/// the function from others.
fn odd_arguments(statement: &DeclarationPieces<'_>) -> Vec<Range<usize>> {
    let pieces = &statement.pieces;
    let is_odd = |piece: &TokenGroup| {
        matches!(
            piece.kind,
            DeclarationTokenKind::Group(b'(') | DeclarationTokenKind::Sign(b'=' | b'?' | b':')
        )
    };
    let is_of_name = |behind: &TokenGroup| {
        matches!(behind.kind, DeclarationTokenKind::Group(b'(') | DeclarationTokenKind::Scope)
    };
    let lists = statement.lists().into_iter().filter(|list| {
        pieces[list.clone()].iter().any(is_odd) && !pieces.get(list.end() + 1).is_none_or(is_of_name)
    });
    lists.map(|list| pieces[*list.start()].range.end..pieces[*list.end()].range.start).collect()
}

/// Returns the initializers of a constructor, the trailing return type of a function, and its exception specification.
fn behind_parameters(
    statement: &DeclarationPieces<'_>,
    rules: &PreprocessorRules,
    end: usize,
) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut has_parameters = false;
    let lists = statement.lists();
    let is_in_list = |at: &usize| lists.iter().any(|list| list.contains(at));
    let pieces = statement.pieces.iter().enumerate().filter(|(at, _)| !is_in_list(at));
    let mut pieces = pieces.map(|(_, piece)| piece).peekable();
    while let Some(piece) = pieces.next() {
        match piece.kind {
            DeclarationTokenKind::Group(b'(') => has_parameters = true,
            DeclarationTokenKind::Sign(b':') if has_parameters => {
                found.push(piece.range.start..end);
                return found;
            }
            DeclarationTokenKind::Arrow if has_parameters => {
                // `= delete` and `= default` are kept.
                let stop = pieces.find(|piece| piece.kind == DeclarationTokenKind::Sign(b'='));
                found.push(piece.range.start..stop.map_or(end, |stop| stop.range.start));
                return found;
            }
            DeclarationTokenKind::Word
                if has_parameters
                    && statement.word(piece).is_some_and(|word| contains(&rules.exceptions, word)) =>
            {
                let arguments = pieces.next_if(|next| next.kind == DeclarationTokenKind::Group(b'('));
                found.push(piece.range.start..arguments.map_or(piece.range.end, |next| next.range.end));
            }
            _ => {}
        }
    }
    found
}

/// Returns the defaults of the parameters of a template or a function.
fn defaults(tokens: &[DeclarationToken], list: &TokenGroup) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.kind {
            DeclarationTokenKind::Sign(b'=') => open = open.or(Some(token.range.start)),
            DeclarationTokenKind::Sign(b',') => {
                found.extend(open.take().map(|start| start..token.range.start))
            }
            _ => {}
        }
        // Skips the contents of brackets.
        at = if matches!(token.kind, DeclarationTokenKind::Group(_)) {
            token.mate - list.inner.start + 1
        } else {
            at + 1
        };
    }
    found.extend(open.map(|start| start..list.range.end - 1));
    found
}
