//! A walk over the declarations of a text: where bodies are, and what each declaration begins with.

use std::ops::Range;

use super::rules::{MaskRules, has};
use super::surface::{is_word_byte, token_end};
use super::words::{End, Head, Marks, mask};
use crate::lang::ViewRules;
use crate::text::LexRules;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Literal,
    Sign(u8),
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// A bracket with all that stands in it, by its opening one.
    Group(u8),
}

/// A token, or a bracket's opening with the number of its closing one.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    /// For a bracket, the number of the token that closes it.
    pub(super) mate: usize,
}

/// A token outside of all brackets, or a whole bracket.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    /// The tokens in the bracket.
    pub(super) inner: Range<usize>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) marks: Marks,
    /// The insides of the bodies of functions.
    pub(super) bodies: Vec<Range<usize>>,
    /// Functions and other statements, from their first word to the end of the body or the semicolon.
    pub(super) statements: Vec<Range<usize>>,
    /// The braces of classes and modules, with all between them.
    pub(super) scopes: Vec<Range<usize>>,
    /// Whether each bracket has its counterpart.
    pub(super) is_balanced: bool,
    /// Whether a directive stands within a declaration.
    pub(super) is_cut: bool,
}

/// What is known of a declaration so far.
#[derive(Debug, Default)]
struct Facts {
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
}

/// What a brace opens.
enum Brace {
    Scope,
    Class,
    Enum,
    Function,
    Value,
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    lexical: &'a LexRules,
    view: &'a ViewRules,
    rules: &'a MaskRules,
    /// The starts of directives about conditional text.
    directives: &'a [usize],
    at: usize,
    last_end: usize,
    pieces: Vec<Piece>,
    inner: Vec<Token>,
    /// Open brackets: the byte, and the number of the token.
    open: Vec<(u8, usize)>,
    facts: Facts,
    is_behind_class: bool,
    /// The names of the classes around; none for another scope.
    scopes: Vec<(Option<&'a str>, usize)>,
    found: Found,
}

/// Walks over `bytes`, which is `text` without comments, directives and the branches that are not read.
pub(super) fn scan(
    text: &str,
    bytes: &[u8],
    directives: &[usize],
    lexical: &LexRules,
    view: &ViewRules,
    rules: &MaskRules,
) -> Found {
    let scan = Scan {
        text,
        bytes,
        lexical,
        view,
        rules,
        directives,
        at: 0,
        last_end: 0,
        pieces: Vec::new(),
        inner: Vec::new(),
        open: Vec::new(),
        facts: Facts::default(),
        is_behind_class: false,
        scopes: Vec::new(),
        found: Found::default(),
    };
    scan.run()
}

impl<'a> Scan<'a> {
    fn run(mut self) -> Found {
        let is_whole = self.walk().is_some();
        self.finish(End::Close);
        self.found.scopes.sort_by_key(|scope| scope.start);
        self.found.is_balanced = is_whole && self.open.is_empty() && self.scopes.is_empty();
        self.found
    }

    /// Walks to the end; `None` where brackets do not pair.
    fn walk(&mut self) -> Option<()> {
        while self.at < self.bytes.len() {
            let start = self.at;
            let byte = self.bytes[start];
            if byte.is_ascii_whitespace() {
                self.at += 1;
                continue;
            }
            self.note_cut(start);
            self.at = token_end(self.bytes, start, self.lexical);
            self.take(byte, start)?;
            self.last_end = self.at;
        }
        Some(())
    }

    fn take(&mut self, byte: u8, start: usize) -> Option<()> {
        let next = self.bytes.get(start + 1).copied();
        let is_flat = self.open.is_empty();
        match byte {
            b';' if self.open.iter().all(|(open, _)| *open == b'<') => {
                self.open.clear();
                self.note_statement();
                self.finish(End::Semicolon(start));
            }
            b'{' if is_flat => return self.open_brace(start),
            b'}' if is_flat => {
                self.finish(End::Close);
                let (class, open) = self.scopes.pop()?;
                self.is_behind_class = class.is_some();
                self.found.scopes.push(open..start + 1);
            }
            b':' if next == Some(b':') => {
                self.at = start + 2;
                self.push(Kind::Scope, start);
            }
            b':' if is_flat && self.is_label() => self.end_label(start),
            b'-' if next == Some(b'>') => {
                self.at = start + 2;
                self.push(Kind::Arrow, start);
            }
            b'(' | b'[' | b'{' => self.open_bracket(byte, start),
            b')' | b']' | b'}' => return self.close_bracket(byte, start),
            b'<' if self.opens_list() => self.open_bracket(byte, start),
            b'>' if self.open.last().is_some_and(|(open, _)| *open == b'<') => {
                return self.close_bracket(byte, start);
            }
            b'"' | b'\'' => self.push(Kind::Literal, start),
            _ if byte.is_ascii_digit() || self.bytes[self.at - 1] == b'"' => self.push(Kind::Literal, start),
            _ if is_word_byte(byte) => self.push(Kind::Word, start),
            _ => self.push(Kind::Sign(byte), start),
        }
        Some(())
    }

    fn note_statement(&mut self) {
        let first = self.pieces.first().filter(|_| !self.is_behind_class);
        self.found.statements.extend(first.map(|piece| piece.range.start..self.at));
    }

    /// Notes a directive between two tokens of one declaration.
    fn note_cut(&mut self, start: usize) {
        let is_inside = !self.pieces.is_empty() || !self.open.is_empty() || self.is_behind_class;
        if is_inside && !self.found.is_cut {
            let from = self.directives.partition_point(|directive| *directive < self.last_end);
            self.found.is_cut = self.directives.get(from).is_some_and(|directive| *directive < start);
        }
    }

    /// Whether an angle bracket opens, or stands in, the list of a template's parameters.
    fn opens_list(&self) -> bool {
        match self.open.last() {
            Some((open, _)) => *open == b'<',
            None => self.pieces.last().is_some_and(|last| self.word(last) == Some(&self.rules.template_word)),
        }
    }

    fn word(&self, piece: &Piece) -> Option<&'a str> {
        (piece.kind == Kind::Word).then(|| self.text.get(piece.range.clone())).flatten()
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let range = start..self.at;
        if self.open.is_empty() {
            let inner = self.inner.len()..self.inner.len();
            self.push_piece(Piece { kind, range, inner });
        } else {
            self.inner.push(Token { kind, range, mate: self.inner.len() });
        }
    }

    fn open_bracket(&mut self, byte: u8, start: usize) {
        self.open.push((byte, self.inner.len()));
        self.inner.push(Token { kind: Kind::Group(byte), range: start..self.at, mate: self.inner.len() });
    }

    fn close_bracket(&mut self, byte: u8, start: usize) -> Option<()> {
        let wanted = match byte {
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => b'<',
        };
        // What looked like the bracket of a list was a sign.
        while wanted != b'<' && self.open.last().is_some_and(|(open, _)| *open == b'<') && self.open.len() > 1
        {
            self.open.pop();
        }
        let (open, index) = self.open.pop()?;
        if open != wanted {
            return None;
        }
        let mate = self.inner.len();
        self.inner.push(Token { kind: Kind::Sign(byte), range: start..self.at, mate });
        let token = self.inner.get_mut(index)?;
        token.mate = mate;
        if self.open.is_empty() {
            let range = token.range.start..self.at;
            self.push_piece(Piece { kind: Kind::Group(open), range, inner: index + 1..mate });
        }
        Some(())
    }

    /// Takes a piece into the declaration.
    fn push_piece(&mut self, piece: Piece) {
        let rules = self.rules;
        // The word of a label ends what stands before it; among the bases of a class it is none.
        let is_stem = self.word(&piece).is_some_and(|word| has(&self.view.label_stems, word));
        if is_stem && !self.facts.has_bases && !self.pieces.is_empty() {
            self.finish(End::Close);
        }
        match piece.kind {
            Kind::Word => {
                let word = self.text.get(piece.range.clone()).unwrap_or_default();
                if self.facts.class_at.is_none() && has(&rules.class_words, word) {
                    self.facts.class_at = Some(self.pieces.len());
                }
                self.facts.is_enum |= word == rules.enum_word;
                self.facts.is_module |= word == rules.module_word;
                self.facts.is_linkage |= word == rules.linkage_word;
                self.facts.is_operator |= word == rules.operator_word;
            }
            Kind::Group(b'(') => self.note_parameters(),
            Kind::Sign(b'=') => self.facts.is_assigned |= !self.facts.is_operator,
            Kind::Sign(b':') => {
                self.facts.has_initializers |= self.facts.has_parameters;
                self.facts.has_bases = true;
            }
            _ => {}
        }
        self.pieces.push(piece);
    }

    /// Takes in that a round bracket follows.
    fn note_parameters(&mut self) {
        let Some(last) = self.pieces.last() else { return };
        let word = self.word(last);
        if word.is_some_and(|word| has(&self.rules.bracket_words, word)) {
            return;
        }
        if word.is_some() || last.kind == Kind::Sign(b'>') || self.facts.is_operator {
            self.facts.has_parameters = true;
            let is_macro = word.is_some_and(|word| self.rules.is_macro(word));
            self.facts.has_parameters_of_class |=
                self.facts.class_at.is_some() && !is_macro && !self.facts.has_bases;
        }
    }

    fn open_brace(&mut self, start: usize) -> Option<()> {
        match self.brace() {
            Brace::Scope => {
                self.finish(End::Open);
                self.scopes.push((None, start));
            }
            Brace::Class => {
                let name = self.class_name();
                self.finish(End::Open);
                self.scopes.push((Some(name), start));
            }
            Brace::Function => {
                self.at = self.body_end(start)?;
                self.found.bodies.push(start + 1..self.at - 1);
                self.note_statement();
                self.finish(End::Open);
            }
            Brace::Enum => {
                self.at = self.body_end(start)?;
                self.finish(End::Open);
                self.is_behind_class = true;
            }
            Brace::Value => {
                self.at = self.body_end(start)?;
                self.push(Kind::Group(b'{'), start);
            }
        }
        Some(())
    }

    /// What a brace behind the pieces opens.
    fn brace(&self) -> Brace {
        let facts = &self.facts;
        let mut backwards = self.pieces.iter().rev();
        let last = backwards.next();
        let is_word = |piece: Option<&Piece>, list: &[String]| {
            piece.and_then(|piece| self.word(piece)).is_some_and(|word| has(list, word))
        };
        let constraint = &self.rules.constraint_words;
        let is_constraint = is_word(last, constraint)
            || (last.is_some_and(|last| last.kind == Kind::Group(b'('))
                && is_word(backwards.next(), constraint));
        let is_member = facts.has_initializers
            && !is_word(last, &self.rules.suffixes)
            && last.is_some_and(|last| matches!(last.kind, Kind::Word | Kind::Sign(b'>')));
        if facts.is_assigned || is_constraint {
            Brace::Value
        } else if facts.is_module || (facts.is_linkage && last.is_some_and(|last| last.kind == Kind::Literal))
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

    /// The name of the class that the pieces begin.
    fn class_name(&self) -> &'a str {
        let from = self.facts.class_at.map_or(0, |at| at + 1);
        let head = self.pieces.get(from..).unwrap_or_default();
        let end = head.iter().position(|piece| matches!(piece.kind, Kind::Sign(_))).unwrap_or(head.len());
        let words = head[..end].iter().filter_map(|piece| self.word(piece));
        words.rev().find(|word| !has(&self.rules.suffixes, word)).unwrap_or_default()
    }

    /// The byte behind the brace that closes the one at `start`.
    fn body_end(&self, start: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            at = token_end(self.bytes, at, self.lexical);
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Whether the pieces are the words of an access label.
    fn is_label(&self) -> bool {
        let words: Option<Vec<&str>> = self.pieces.iter().take(3).map(|piece| self.word(piece)).collect();
        match words.as_deref() {
            Some([one]) => {
                has(&self.view.label_stems, one)
                    || has(&self.view.label_words, one)
                    || self.rules.is_macro(one)
            }
            Some([first, _]) => has(&self.view.label_stems, first),
            _ => false,
        }
    }

    fn end_label(&mut self, colon: usize) {
        if let [only] = self.pieces.as_slice()
            && let Some(word) = self.word(only)
            && !has(&self.view.label_stems, word)
            && !has(&self.view.label_words, word)
        {
            self.found.marks.statements.push(only.range.start..colon + 1);
        }
        self.clear();
    }

    /// Ends a declaration.
    fn finish(&mut self, end: End) {
        let is_tail = self.is_behind_class && matches!(end, End::Semicolon(_) | End::Close);
        if !self.pieces.is_empty() && !is_tail {
            let is_class = matches!(end, End::Open) && matches!(self.brace(), Brace::Class);
            let head = Head {
                text: self.text,
                pieces: &self.pieces,
                inner: &self.inner,
                rules: self.rules,
                class: self.scopes.last().and_then(|(class, _)| *class),
                key: self.facts.class_at.filter(|_| is_class),
                end,
            };
            mask(&head, &mut self.found.marks);
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.pieces.clear();
        self.inner.clear();
        self.facts = Facts::default();
        self.is_behind_class = false;
    }
}
