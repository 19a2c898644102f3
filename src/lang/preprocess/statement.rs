//! A declaration while it is read: its pieces, and the facts that follow from them.

use std::ops::RangeInclusive;

use super::rules::PreprocessorRules;
use super::token::{DeclarationToken, DeclarationTokenKind, TokenGroup};
use crate::lang::ViewRules;
use crate::text::normal::contains;

/// The facts about a declaration so far.
#[derive(Debug, Default)]
struct DeclarationFacts {
    class_at: Option<usize>,
    is_enum: bool,
    is_module: bool,
    is_linkage: bool,
    is_operator: bool,
    is_assigned: bool,
    has_parameters: bool,
    has_parameters_of_class: bool,
    has_initializers: bool,
    has_bases: bool,
    /// The number of open angle brackets, as far as single characters show it.
    angles: usize,
}

/// What a brace opens.
pub(super) enum Brace {
    Scope,
    Class,
    Enum,
    Function,
    Value,
}

/// A declaration while it is read.
pub(super) struct DeclarationPieces<'a> {
    text: &'a str,
    view: &'a ViewRules,
    rules: &'a PreprocessorRules,
    pub(super) pieces: Vec<TokenGroup>,
    /// The tokens inside its brackets.
    pub(super) inner: Vec<DeclarationToken>,
    facts: DeclarationFacts,
}

impl<'a> DeclarationPieces<'a> {
    pub(super) fn new(text: &'a str, view: &'a ViewRules, rules: &'a PreprocessorRules) -> Self {
        Self { text, view, rules, pieces: Vec::new(), inner: Vec::new(), facts: DeclarationFacts::default() }
    }

    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.inner.clear();
        self.facts = DeclarationFacts::default();
    }

    pub(super) fn word(&self, piece: &TokenGroup) -> Option<&'a str> {
        (piece.kind == DeclarationTokenKind::Word).then(|| self.text.get(piece.range.clone())).flatten()
    }

    /// Returns the index of the piece that begins a class.
    pub(super) const fn class_at(&self) -> Option<usize> {
        self.facts.class_at
    }

    /// Returns whether a piece is the keyword of a label that ends the current declaration; among the bases of a class
    /// such a keyword is not a label.
    pub(super) fn is_ended_by(&self, piece: &TokenGroup) -> bool {
        let is_stem = self.word(piece).is_some_and(|word| contains(&self.view.label_stems, word));
        is_stem && !self.facts.has_bases && !self.pieces.is_empty()
    }

    pub(super) fn push(&mut self, piece: TokenGroup) {
        let rules = self.rules;
        // `Block<int(Mode)==1?A:B, 2>` is a type, whatever tokens it contains.
        let is_in_list = self.facts.angles > 0 && !self.facts.is_operator;
        match piece.kind {
            DeclarationTokenKind::Word => {
                let word = self.text.get(piece.range.clone()).unwrap_or_default();
                if self.facts.class_at.is_none() && contains(&rules.class_words, word) {
                    self.facts.class_at = Some(self.pieces.len());
                }
                self.facts.is_enum |= word == rules.enum_word;
                self.facts.is_module |= word == rules.module_word;
                self.facts.is_linkage |= word == rules.linkage_word;
                self.facts.is_operator |= word == rules.operator_word;
            }
            DeclarationTokenKind::Group(b'(') | DeclarationTokenKind::Sign(b'=' | b':') if is_in_list => {}
            DeclarationTokenKind::Group(b'(') => self.note_parameters(),
            DeclarationTokenKind::Sign(b'=') => self.facts.is_assigned |= !self.facts.is_operator,
            DeclarationTokenKind::Sign(b'<') => self.facts.angles += 1,
            DeclarationTokenKind::Sign(b'>') => self.facts.angles = self.facts.angles.saturating_sub(1),
            DeclarationTokenKind::Sign(b':') => {
                self.facts.has_initializers |= self.facts.has_parameters;
                self.facts.has_bases = true;
            }
            _ => {}
        }
        self.pieces.push(piece);
    }

    /// Updates the facts for a parenthesis that follows the pieces.
    fn note_parameters(&mut self) {
        let Some(last) = self.pieces.last().filter(|_| !self.facts.is_assigned) else { return };
        let word = self.word(last);
        if word.is_some_and(|word| contains(&self.rules.bracket_words, word)) {
            return;
        }
        if word.is_some() || last.kind == DeclarationTokenKind::Sign(b'>') || self.facts.is_operator {
            self.facts.has_parameters = true;
            let is_macro = word.is_some_and(|word| self.rules.is_macro(word));
            // `class Foo<int (*)(int)>` has no parameters.
            let is_of_name = !is_macro && !self.facts.has_bases && self.facts.angles == 0;
            self.facts.has_parameters_of_class |= self.facts.class_at.is_some() && is_of_name;
        }
    }

    /// Returns what a brace after the pieces opens.
    pub(super) fn brace(&self) -> Brace {
        let facts = &self.facts;
        let mut backwards = self.pieces.iter().rev();
        let last = backwards.next();
        let is_word = |piece: Option<&TokenGroup>, list: &[String]| {
            piece.and_then(|piece| self.word(piece)).is_some_and(|word| contains(list, word))
        };
        let constraint = &self.rules.constraint_words;
        let is_constraint = is_word(last, constraint)
            || (last.is_some_and(|last| last.kind == DeclarationTokenKind::Group(b'('))
                && is_word(backwards.next(), constraint));
        let is_member = facts.has_initializers
            && !is_word(last, &self.rules.suffixes)
            && last.is_some_and(|last| {
                matches!(last.kind, DeclarationTokenKind::Word | DeclarationTokenKind::Sign(b'>'))
            });
        if facts.is_assigned || is_constraint {
            Brace::Value
        } else if facts.is_module
            || (facts.is_linkage && last.is_some_and(|last| last.kind == DeclarationTokenKind::Literal))
        {
            Brace::Scope
        } else if facts.is_enum && !facts.has_parameters {
            Brace::Enum
        } else if facts.class_at.is_some() && !facts.has_parameters_of_class {
            Brace::Class
        } else if facts.has_parameters && !is_member {
            Brace::Function
        } else {
            Brace::Value
        }
    }

    /// Returns whether the declaration is a variable, whose value does not affect what is declared, and not a function.
    pub(super) fn is_value(&self) -> bool {
        let is_head = |piece: &TokenGroup| {
            self.word(piece).is_some_and(|word| contains(&self.rules.skipped_heads, word))
        };
        let facts = &self.facts;
        facts.is_assigned && !facts.has_parameters && !facts.is_module && !self.pieces.iter().any(is_head)
    }

    /// Returns whether the declaration only gives a name to a type, and defines no type.
    pub(super) fn is_alias(&self) -> bool {
        let behind_head = self.pieces.iter().find(|piece| {
            piece.kind != DeclarationTokenKind::Group(b'<')
                && self.word(piece) != Some(self.rules.template_word.as_str())
        });
        let is_head = behind_head.and_then(|piece| self.word(piece));
        is_head.is_some_and(|word| contains(&self.rules.skipped_heads, word))
            && self.facts.class_at.is_none()
            && !self.rules.aliases_define
    }

    /// Returns the outermost lists of template arguments, brackets included, as ranges of piece indexes.
    pub(super) fn lists(&self) -> Vec<RangeInclusive<usize>> {
        let mut lists = Vec::new();
        let mut open = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate().filter(|_| !self.facts.is_operator) {
            match piece.kind {
                DeclarationTokenKind::Sign(b'<') => open.push(at),
                DeclarationTokenKind::Sign(b'>') => {
                    let start = open.pop().filter(|_| open.is_empty());
                    lists.extend(start.map(|start| start..=at));
                }
                _ => {}
            }
        }
        lists
    }

    /// Returns whether the declaration has the parameters of a function.
    pub(super) const fn is_function(&self) -> bool {
        self.facts.has_parameters && (self.facts.class_at.is_none() || self.facts.has_parameters_of_class)
    }

    /// Removes the pieces after the piece at `last`.
    pub(super) fn cut_behind(&mut self, last: usize) {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.truncate(last + 1);
        self.facts = DeclarationFacts::default();
        pieces.into_iter().for_each(|piece| self.push(piece));
    }

    /// Returns the index of the piece that is a list of names after the name of a function, if a declaration follows
    /// it.
    pub(super) fn list_of_names(&self) -> Option<usize> {
        if !self.facts.has_parameters || self.facts.is_assigned {
            return None;
        }
        (1..self.pieces.len()).rev().find(|at| {
            let behind = &self.pieces[at + 1..];
            // A declaration has at least a type and a name, and begins with a word.
            let is_declared = behind.len() > 1 && self.word(&behind[0]).is_some();
            is_declared
                && self.word(&self.pieces[at - 1]).is_some()
                && self.is_list_of_names(&self.pieces[*at])
        })
    }

    fn is_list_of_names(&self, piece: &TokenGroup) -> bool {
        let names = &self.inner[piece.inner.clone()];
        let is_name = |token: &DeclarationToken| {
            matches!(token.kind, DeclarationTokenKind::Word | DeclarationTokenKind::Sign(b','))
        };
        let words = names.iter().filter(|token| token.kind == DeclarationTokenKind::Word).count();
        let is_parted = words > 0 && words == names.len() - words + 1;
        piece.kind == DeclarationTokenKind::Group(b'(') && is_parted && names.iter().all(is_name)
    }

    /// Returns the name of the class that the pieces begin.
    pub(super) fn class_name(&self) -> &'a str {
        let from = self.facts.class_at.map_or(0, |at| at + 1);
        let head = self.pieces.get(from..).unwrap_or_default();
        let end = head
            .iter()
            .position(|piece| matches!(piece.kind, DeclarationTokenKind::Sign(_)))
            .unwrap_or(head.len());
        let words = || head[..end].iter().rev().filter_map(|piece| self.word(piece));
        let is_name = |word: &&str| !contains(&self.rules.suffixes, word);
        // A macro after the name is skipped, unless all words look like macros.
        let real = words().filter(is_name).find(|word| !self.rules.is_macro(word));
        real.or_else(|| words().find(is_name)).unwrap_or_default()
    }

    /// Returns whether the pieces are the words of an access label.
    pub(super) fn is_label(&self) -> bool {
        let words: Option<Vec<&str>> = self.pieces.iter().take(3).map(|piece| self.word(piece)).collect();
        match words.as_deref() {
            Some([one]) => self.is_label_word(one) || self.rules.is_macro(one),
            Some([first, _]) => contains(&self.view.label_stems, first),
            _ => false,
        }
    }

    /// Returns whether the manifest lists a word as a label.
    pub(super) fn is_label_word(&self, word: &str) -> bool {
        contains(&self.view.label_stems, word) || contains(&self.view.label_words, word)
    }
}
