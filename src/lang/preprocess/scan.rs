//! Scans the declarations of a text for bodies, and for the words that each declaration begins with.

use std::collections::HashMap;
use std::ops::Range;

use super::outline_blanking::not_in_outline;
use super::rules::{PreprocessorRules, is_reserved};
use super::statement::{Brace, DeclarationPieces};
use super::surface::{is_word_byte, token_end};
use super::token::{DeclarationToken, DeclarationTokenKind, TokenGroup};
use super::words::{DeclarationHead, End, LeftOutRanges, mark_macros};
use crate::lang::ViewRules;
use crate::text::normal::{contains, find_words, is_word_char};

/// The maximum length in bytes of the parameter declarations between the parameter list of a function and its body.
const MAX_PARAMETER_DECLARATIONS: usize = 4_000;

/// The result of a scan.
#[derive(Debug, Default)]
pub(super) struct ScanResult {
    pub(super) marks: LeftOutRanges,
    /// The contents of function bodies, braces excluded.
    pub(super) bodies: Vec<Range<usize>>,
    /// Functions and other statements, from the first word to the end of the body or the semicolon.
    pub(super) statements: Vec<Range<usize>>,
    /// The classes and modules, with their braces.
    pub(super) scopes: Vec<BracketScope>,
    /// Ranges without names or extents.
    pub(super) not_in_outline: Vec<Range<usize>>,
    /// Whether all brackets pair.
    pub(super) is_balanced: bool,
    /// Whether a directive is inside a declaration.
    pub(super) has_inner_directive: bool,
}

/// A class or a module, found by its braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketScope {
    /// The byte offset of its start, macros included.
    pub start: usize,
    /// The byte range of its braces and everything between them.
    pub braces: Range<usize>,
    /// The name of a class; empty for a module.
    pub name: String,
}

/// A scope whose closing brace has not been read.
struct OpenScope<'a> {
    start: usize,
    brace: usize,
    /// The name of a class; `None` for another scope.
    class: Option<&'a str>,
}

struct DeclarationScan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    literals: &'a [Range<usize>],
    rules: &'a PreprocessorRules,
    /// The byte offsets of directives of conditional text.
    directives: &'a [usize],
    at: usize,
    last_end: usize,
    statement: DeclarationPieces<'a>,
    /// The open brackets: the byte, and the index of the token.
    open: Vec<(u8, usize)>,
    is_behind_class: bool,
    /// The text before the brace of the last class or enumeration that was read.
    class_head: Range<usize>,
    /// The results of [`Self::is_trailing`] by word.
    trailing: HashMap<&'a str, bool>,
    scopes: Vec<OpenScope<'a>>,
    found: ScanResult,
}

/// A word after a class, or an attribute.
struct TailWord {
    at: usize,
    /// The index of the piece after it and its arguments.
    after: usize,
    is_reserved: bool,
    /// Whether it is an attribute of the language.
    is_attribute: bool,
    /// Whether it is listed as a macro.
    is_listed: bool,
}

/// Returns the words after a class, up to the first piece that is not a word.
fn tail_words(statement: &DeclarationPieces<'_>, rules: &PreprocessorRules) -> Vec<TailWord> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = statement.pieces.get(at).and_then(|piece| statement.word(piece)) {
        let next = statement.pieces.get(at + 1);
        let after =
            at + 1 + usize::from(next.is_some_and(|next| next.kind == DeclarationTokenKind::Group(b'(')));
        let is_attribute = contains(&rules.bracket_words, word);
        let is_listed = contains(&rules.macros, word);
        let is_reserved = is_attribute
            || is_listed
            || (is_reserved(word) || rules.is_macro(word)) && !rules.is_keyword(word);
        found.push(TailWord { at, after, is_reserved, is_attribute, is_listed });
        at = after;
    }
    found
}

/// Scans `bytes`, which is `text` with blanks for comments, directives and the branches that are left out.
pub(super) fn scan(
    text: &str,
    bytes: &[u8],
    directives: &[usize],
    literals: &[Range<usize>],
    view: &ViewRules,
    rules: &PreprocessorRules,
) -> ScanResult {
    let scan = DeclarationScan {
        text,
        bytes,
        literals,
        rules,
        directives,
        at: 0,
        last_end: 0,
        statement: DeclarationPieces::new(text, view, rules),
        open: Vec::new(),
        is_behind_class: false,
        class_head: 0..0,
        trailing: HashMap::new(),
        scopes: Vec::new(),
        found: ScanResult::default(),
    };
    scan.run()
}

impl<'a> DeclarationScan<'a> {
    fn run(mut self) -> ScanResult {
        let is_whole = self.walk().is_some();
        self.finish(End::Close);
        self.found.scopes.sort_by_key(|scope| scope.braces.start);
        self.found.is_balanced = is_whole && self.open.is_empty() && self.scopes.is_empty();
        self.found
    }

    /// Scans to the end of the text; returns `None` if brackets do not pair.
    fn walk(&mut self) -> Option<()> {
        while self.at < self.bytes.len() {
            let start = self.at;
            let byte = self.bytes[start];
            if byte.is_ascii_whitespace() {
                self.at += 1;
                continue;
            }
            self.note_cut(start);
            self.at = token_end(self.bytes, start, self.literals);
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
                if let Some(brace) = self.brace_behind_declarations() {
                    self.at = brace;
                    return Some(());
                }
                self.note_statement();
                self.finish(End::Semicolon(start));
            }
            b'{' if is_flat => return self.open_brace(start),
            b'}' if is_flat => {
                self.finish(End::Close);
                let scope = self.scopes.pop()?;
                self.is_behind_class = scope.class.is_some();
                self.class_head = scope.start..scope.brace;
                let name = scope.class.unwrap_or_default().to_owned();
                self.found.scopes.push(BracketScope {
                    start: scope.start,
                    braces: scope.brace..start + 1,
                    name,
                });
            }
            b':' if next == Some(b':') => {
                self.at = start + 2;
                self.push(DeclarationTokenKind::Scope, start);
            }
            b':' if is_flat && self.statement.is_label() => self.end_label(start),
            b'-' if next == Some(b'>') => {
                self.at = start + 2;
                self.push(DeclarationTokenKind::Arrow, start);
            }
            b'(' | b'[' | b'{' => self.open_bracket(byte, start),
            b')' | b']' | b'}' => return self.close_bracket(byte, start),
            b'<' if self.opens_list() => self.open_bracket(byte, start),
            b'>' if self.open.last().is_some_and(|(open, _)| *open == b'<') => {
                return self.close_bracket(byte, start);
            }
            b'"' | b'\'' => self.push(DeclarationTokenKind::Literal, start),
            _ if byte.is_ascii_digit() => self.push(DeclarationTokenKind::Literal, start),
            _ if is_word_byte(byte) => self.push(DeclarationTokenKind::Word, start),
            _ => self.push(DeclarationTokenKind::Sign(byte), start),
        }
        Some(())
    }

    /// Skips the declarations of parameters between the parameter list and the body of a function, after the first
    /// declaration has been read. Returns the byte offset of the body's brace.
    fn brace_behind_declarations(&mut self) -> Option<usize> {
        if !self.rules.declared_parameters {
            return None;
        }
        let list = self.statement.list_of_names()?;
        let first = self.statement.pieces.get(list + 1)?.range.start;
        let brace = self.brace_behind_semicolons()?;
        self.found.marks.declarations.push(first..brace);
        self.statement.cut_behind(list);
        Some(brace)
    }

    /// Returns the byte offset of the next brace, if only short declarations precede it.
    fn brace_behind_semicolons(&self) -> Option<usize> {
        let mut at = self.at;
        let mut is_ended = true;
        while at < self.bytes.len().min(self.at + MAX_PARAMETER_DECLARATIONS) {
            match self.bytes[at] {
                b'{' => return is_ended.then_some(at),
                b';' => is_ended = true,
                b'}' | b'=' | b'#' | b'"' | b'\'' => return None,
                byte if byte.is_ascii_whitespace() => {}
                _ => is_ended = false,
            }
            at += 1;
        }
        None
    }

    fn note_statement(&mut self) {
        let first = self.statement.pieces.first().filter(|_| !self.is_behind_class);
        self.found.statements.extend(first.map(|piece| piece.range.start..self.at));
    }

    /// Notes whether a directive is between two tokens of one declaration.
    fn note_cut(&mut self, start: usize) {
        let is_inside = !self.statement.pieces.is_empty() || !self.open.is_empty() || self.is_behind_class;
        if is_inside && !self.found.has_inner_directive {
            let from = self.directives.partition_point(|directive| *directive < self.last_end);
            self.found.has_inner_directive =
                self.directives.get(from).is_some_and(|directive| *directive < start);
        }
    }

    /// Returns whether an angle bracket opens the parameter list of a template, or is inside such a list.
    fn opens_list(&self) -> bool {
        match self.open.last() {
            Some((open, _)) => *open == b'<',
            None => {
                let last = self.statement.pieces.last();
                last.is_some_and(|last| self.statement.word(last) == Some(&self.rules.template_word))
            }
        }
    }

    fn push(&mut self, kind: DeclarationTokenKind, start: usize) {
        let range = start..self.at;
        if self.open.is_empty() {
            let inner = self.statement.inner.len()..self.statement.inner.len();
            self.push_piece(TokenGroup { kind, range, inner });
        } else {
            self.statement.inner.push(DeclarationToken { kind, range, mate: self.statement.inner.len() });
        }
    }

    fn open_bracket(&mut self, byte: u8, start: usize) {
        self.open.push((byte, self.statement.inner.len()));
        self.statement.inner.push(DeclarationToken {
            kind: DeclarationTokenKind::Group(byte),
            range: start..self.at,
            mate: self.statement.inner.len(),
        });
    }

    fn close_bracket(&mut self, byte: u8, start: usize) -> Option<()> {
        let wanted = match byte {
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => b'<',
        };
        // A `<` that was taken for the bracket of a list is an operator.
        while wanted != b'<' && self.open.last().is_some_and(|(open, _)| *open == b'<') && self.open.len() > 1
        {
            self.open.pop();
        }
        let (open, index) = self.open.pop()?;
        if open != wanted {
            return None;
        }
        let mate = self.statement.inner.len();
        self.statement.inner.push(DeclarationToken {
            kind: DeclarationTokenKind::Sign(byte),
            range: start..self.at,
            mate,
        });
        let token = self.statement.inner.get_mut(index)?;
        token.mate = mate;
        if self.open.is_empty() {
            let range = token.range.start..self.at;
            self.push_piece(TokenGroup {
                kind: DeclarationTokenKind::Group(open),
                range,
                inner: index + 1..mate,
            });
        }
        Some(())
    }

    /// Appends a piece to the declaration.
    fn push_piece(&mut self, piece: TokenGroup) {
        if self.statement.is_ended_by(&piece) {
            self.finish(End::Close);
        }
        self.statement.push(piece);
    }

    fn open_brace(&mut self, start: usize) -> Option<()> {
        let first = self.statement.pieces.first().map_or(start, |piece| piece.range.start);
        match self.statement.brace() {
            Brace::Scope => {
                self.finish(End::Open(start));
                self.scopes.push(OpenScope { start: first, brace: start, class: None });
            }
            Brace::Class => {
                let name = self.statement.class_name();
                self.finish(End::Open(start));
                self.scopes.push(OpenScope { start: first, brace: start, class: Some(name) });
            }
            Brace::Function => {
                self.at = self.body_end(start)?;
                let body = start + 1..self.at - 1;
                self.mark_heads_of_blocks(&body);
                self.found.bodies.push(body);
                self.note_statement();
                self.finish(End::Open(start));
            }
            Brace::Enum => {
                self.at = self.body_end(start)?;
                self.found.not_in_outline.push(start + 1..self.at - 1);
                self.finish(End::Open(start));
                self.is_behind_class = true;
                self.class_head = first..start;
            }
            Brace::Value => {
                self.at = self.body_end(start)?;
                self.push(DeclarationTokenKind::Group(b'{'), start);
            }
        }
        Some(())
    }

    /// Returns the byte offset after the brace that closes the one at `start`.
    fn body_end(&self, start: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            at = token_end(self.bytes, at, self.literals);
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Marks macros before a block in a body, as in `TRY { … }`.
    fn mark_heads_of_blocks(&mut self, body: &Range<usize>) {
        let (mut at, mut begins) = (body.start, true);
        while at < body.end {
            let byte = self.bytes[at];
            if byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let end = token_end(self.bytes, at, self.literals);
            if begins && byte.is_ascii_uppercase() {
                let next = self.bytes[end..body.end].iter().find(|byte| !byte.is_ascii_whitespace());
                let is_macro = || self.text.get(at..end).is_some_and(|word| self.rules.is_macro(word));
                if next == Some(&b'{') && is_macro() {
                    self.found.marks.macros.push(at..end);
                }
            }
            begins = matches!(byte, b'{' | b'}' | b';');
            at = end;
        }
    }

    fn end_label(&mut self, colon: usize) {
        if let [only] = self.statement.pieces.as_slice()
            && self.statement.word(only).is_some_and(|word| !self.statement.is_label_word(word))
        {
            self.found.marks.statements.push(only.range.start..colon + 1);
        }
        self.clear();
    }

    /// Ends a declaration.
    fn finish(&mut self, end: End) {
        let statement = &self.statement;
        let is_tail = self.is_behind_class && matches!(end, End::Semicolon(_) | End::Close);
        if is_tail {
            self.mark_tail();
        } else if !statement.pieces.is_empty() {
            let is_class = matches!(end, End::Open(_)) && matches!(statement.brace(), Brace::Class);
            let head = DeclarationHead {
                text: self.text,
                pieces: &statement.pieces,
                inner: &statement.inner,
                rules: self.rules,
                class: self.scopes.last().and_then(|scope| scope.class),
                key: statement.class_at().filter(|_| is_class),
                end,
            };
            mark_macros(&head, &mut self.found.marks);
            let is_alias = statement.is_alias();
            if let End::Semicolon(at) | End::Open(at) = end
                && (!is_alias || matches!(end, End::Semicolon(_)))
            {
                self.found.not_in_outline.extend(not_in_outline(statement, self.rules, at));
            }
        }
        self.clear();
    }

    /// Marks the macros between a class and the next semicolon: macros beside the name of a variable, and all macros
    /// where no variable is declared.
    fn mark_tail(&mut self) {
        let pieces = &self.statement.pieces;
        let tail = tail_words(&self.statement, self.rules);
        let in_capitals = |word: &&TailWord| {
            let own = self.statement.word(&pieces[word.at]);
            word.after == word.at + 1 && own.is_some_and(|own| !word.is_listed && self.rules.is_macro(own))
        };
        // Of several words in capitals the last one may be a variable.
        let is_all = tail.iter().all(|word| word.is_reserved)
            && tail.last().is_some_and(|last| last.after == pieces.len())
            && tail.iter().filter(in_capitals).nth(1).is_none();
        let is_beside = |(at, after): (usize, usize)| {
            let next = pieces.get(after);
            let before = at.checked_sub(1).and_then(|before| self.statement.word(&pieces[before]));
            next.is_some_and(|next| {
                matches!(next.kind, DeclarationTokenKind::Word | DeclarationTokenKind::Sign(b'*'))
            }) || before.is_some_and(|word| !is_reserved(word) && !self.rules.is_macro(word))
                && next.is_none_or(|next| next.kind == DeclarationTokenKind::Sign(b'='))
        };
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut names: Vec<&'a str> = Vec::new();
        for word in tail.iter().filter(|word| word.is_reserved && !word.is_attribute) {
            let range = pieces[word.at].range.start..pieces[word.after - 1].range.end;
            // The name of a variable has no parentheses after it.
            if is_all && word.after == word.at + 1 && !word.is_listed {
                names.extend(self.statement.word(&pieces[word.at]));
                found.push(range);
            } else if is_all || is_beside((word.at, word.after)) {
                found.push(range);
            }
        }
        if names.is_empty() || self.declares_type_alone() && names.iter().all(|name| self.is_trailing(name)) {
            self.found.marks.macros.extend(found);
        }
    }

    /// Returns whether the last class that was read probably declares no variable: it has a name, is outside other
    /// classes, and has no specifier such as `static`.
    fn declares_type_alone(&self) -> bool {
        let head = self.text.get(self.class_head.clone()).unwrap_or_default();
        let mut words = head.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty());
        let begins_tag = |word: &str| contains(&self.rules.class_words, word) || word == self.rules.enum_word;
        self.scopes.iter().all(|scope| scope.class.is_none())
            && !words.clone().any(|word| {
                contains(&self.rules.specifiers, word) || contains(&self.rules.skipped_heads, word)
            })
            && words.next_back().is_some_and(|last| !begins_tag(last))
    }

    /// Returns whether every occurrence of a word is after a class, a name or brackets, as for an attribute; a variable
    /// would be used elsewhere.
    fn is_trailing(&mut self, word: &'a str) -> bool {
        let Self { text, trailing, .. } = self;
        *trailing.entry(word).or_insert_with(|| {
            find_words(text, word).all(|at| {
                let before = text[..at].trim_end();
                let next = text[at + word.len()..].trim_start().chars().next();
                let is_behind =
                    before.ends_with(|char| matches!(char, '}' | ')' | ']') || is_word_char(char));
                let defines = before.ends_with("define");
                let goes_on =
                    next.is_none_or(|next| is_word_char(next) || matches!(next, ';' | '{' | '=' | '('));
                defines || is_behind && goes_on && !before.ends_with("return")
            })
        })
    }

    fn clear(&mut self) {
        self.statement.clear();
        self.is_behind_class = false;
    }
}
