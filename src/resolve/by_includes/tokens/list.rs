//! The tokens of a text with the brackets around each, one branch of conditional text after the other.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::lang::{Language, PreprocessorRules};
use crate::text::normal::{contains, is_word_char};
use crate::text::{Lexer, TokenKind};

/// The index of a token.
pub(super) type TokenId = usize;

/// The maximum number of words between the keyword of a type and its brace.
const LONGEST_HEAD: usize = 6;
/// The maximum number of statements that declare the parameters of a function after its parameter list.
const MOST_PARAMETERS: usize = 40;
/// Signs of more than one character.
const SIGNS: &[&str] = &[
    "...", "<<=", ">>=", "->", "##", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=",
    "|=", "&=", "^=", "%=", "<<", ">>",
];

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameTokenKind {
    Word,
    Sign,
    /// A number or a string.
    Value,
    Open,
    Close,
}

/// The contents of a pair of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    Round,
    Square,
    /// Statements or values.
    Block,
    /// The members of a class.
    Class,
    /// The values of an enumeration.
    Enum,
}

/// A token.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameToken<'t> {
    pub(super) at: usize,
    pub(super) text: &'t str,
    pub(super) kind: NameTokenKind,
    /// The preceding token, in the same branch of conditional text or before that.
    pub(super) before: Option<TokenId>,
    /// The bracket that contains it.
    pub(super) around: Option<TokenId>,
    /// Whether a branch of conditional text begins or ends after it.
    is_last: bool,
    /// The index of the statement of the file, or of the function, that contains it.
    pub(super) statement: usize,
}

/// The tokens of a text.
#[derive(Debug, Default)]
pub(super) struct TokenList<'t> {
    pub(super) all: Vec<NameToken<'t>>,
    /// The contents of each opening bracket.
    inside: HashMap<TokenId, Inside>,
    /// The matching bracket of each bracket.
    partner: HashMap<TokenId, TokenId>,
    /// The ranges of directives, with their continuation lines.
    pub(super) directives: Vec<Range<usize>>,
    /// Whether the brackets are unreliable: they do not match, or not in all branches.
    pub(super) is_unclear: bool,
    /// The places of each word, computed on demand.
    words: OnceCell<HashMap<&'t str, Vec<TokenId>>>,
}

/// The state of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Position {
    last: Option<TokenId>,
    open: Vec<TokenId>,
    /// The number of open linkage blocks (`extern "C" {`).
    linkages: usize,
    statement: usize,
}

/// An open conditional text.
struct OpenCondition {
    before: Position,
    /// The state at the end of its first branch.
    first: Option<Position>,
    is_dead: bool,
}

struct TokenReader<'t, 'r> {
    masks: &'r PreprocessorRules,
    text: &'t str,
    list: TokenList<'t>,
    here: Position,
    statements: usize,
    conditions: Vec<OpenCondition>,
}

impl<'t> TokenList<'t> {
    /// Reads a text; `None` in a language without such rules.
    pub(super) fn of(language: &Language, text: &'t str) -> Option<Self> {
        let manifest = language.manifest();
        manifest.names.as_ref()?.tokens.as_ref()?;
        let masks = manifest.view.preprocessor.as_ref()?;
        let here = Position { last: None, open: Vec::new(), linkages: 0, statement: 0 };
        let list = TokenList::default();
        let mut reader = TokenReader { masks, text, list, here, statements: 0, conditions: Vec::new() };
        let mut directive = 0;
        for token in Lexer::new(&manifest.lexical).tokens(text) {
            if token.range.start < directive || token.kind == TokenKind::Comment {
                continue;
            }
            let word = &text[token.range.clone()];
            if word.starts_with(masks.directive.as_str()) && is_first_on_line(text, token.range.start) {
                directive = end_of_directive(text, token.range.start);
                reader.take_directive(token.range.start..directive);
            } else if !reader.is_dead() {
                reader.take(token.kind, token.range);
            }
        }
        let mut list = reader.list;
        list.is_unclear |= !reader.here.open.is_empty() || !reader.conditions.is_empty();
        Some(list)
    }

    pub(super) fn get(&self, token: TokenId) -> Option<&NameToken<'t>> {
        self.all.get(token)
    }

    /// Returns the token at a byte offset.
    pub(super) fn at(&self, byte: usize) -> Option<TokenId> {
        self.all.binary_search_by_key(&byte, |token| token.at).ok()
    }

    /// Returns the text of a token; empty if there is none.
    pub(super) fn text(&self, token: Option<TokenId>) -> &'t str {
        token.and_then(|token| self.get(token)).map_or("", |token| token.text)
    }

    pub(super) fn is_word(&self, token: Option<TokenId>) -> bool {
        token.and_then(|token| self.get(token)).is_some_and(|token| token.kind == NameTokenKind::Word)
    }

    /// Returns the places of a word.
    pub(super) fn words(&self, word: &str) -> &[TokenId] {
        let words = self.words.get_or_init(|| {
            let mut words: HashMap<&'t str, Vec<TokenId>> = HashMap::new();
            for (id, token) in
                self.all.iter().enumerate().filter(|(_, token)| token.kind == NameTokenKind::Word)
            {
                words.entry(token.text).or_default().push(id);
            }
            words
        });
        words.get(word).map_or(&[], Vec::as_slice)
    }

    pub(super) fn before(&self, token: TokenId) -> Option<TokenId> {
        self.get(token)?.before
    }

    /// Returns the next token, or an error if branches of conditional text differ in it.
    pub(super) fn behind(&self, token: TokenId) -> Result<Option<TokenId>, ()> {
        match self.get(token) {
            Some(NameToken { is_last: true, .. }) => Err(()),
            _ => Ok(self.get(token + 1).map(|_| token + 1)),
        }
    }

    pub(super) fn partner(&self, bracket: TokenId) -> Option<TokenId> {
        self.partner.get(&bracket).copied()
    }

    /// Returns the contents of the bracket that contains a token.
    pub(super) fn inside(&self, token: TokenId) -> Option<Inside> {
        self.inside.get(&self.get(token)?.around?).copied()
    }

    pub(super) fn held_by(&self, bracket: TokenId) -> Option<Inside> {
        self.inside.get(&bracket).copied()
    }

    /// Returns the brackets around a token, the innermost first.
    pub(super) fn around(&self, token: TokenId) -> impl Iterator<Item = TokenId> {
        let first = self.get(token).and_then(|token| token.around);
        std::iter::successors(first, |bracket| self.get(*bracket).and_then(|token| token.around))
    }

    /// Returns the tokens before one in the same brackets, back to the start of its statement; the contents of nested
    /// brackets are skipped.
    pub(super) fn back(&self, token: TokenId) -> impl Iterator<Item = TokenId> {
        let step = move |token: TokenId| {
            let before = self.before(token)?;
            let is_end = match self.all[before] {
                NameToken { kind: NameTokenKind::Open, .. } => true,
                NameToken { kind: NameTokenKind::Close, text: "}", .. } => {
                    let open = self.partner(before);
                    open.and_then(|open| self.held_by(open)) == Some(Inside::Block)
                }
                NameToken { kind: NameTokenKind::Sign, text, .. } => matches!(text, ";" | "{" | "}"),
                _ => false,
            };
            if is_end {
                return None;
            }
            self.partner(before).filter(|open| *open < before).or(Some(before))
        };
        std::iter::successors(step(token), move |token| step(*token))
    }
}

impl<'t> TokenReader<'t, '_> {
    fn is_dead(&self) -> bool {
        self.conditions.iter().any(|condition| condition.is_dead)
    }

    fn take_directive(&mut self, range: Range<usize>) {
        let line = &self.text[range.clone()];
        let line = line.strip_prefix(self.masks.directive.as_str()).unwrap_or(line).trim_start();
        let end = line.find(|char| !is_word_char(char)).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        if contains(&self.masks.opens, word) {
            let is_dead = contains(&self.masks.dead, rest.trim());
            self.end_run();
            self.conditions.push(OpenCondition { before: self.here.clone(), first: None, is_dead });
        } else if contains(&self.masks.alternatives, word) {
            self.end_branch();
            if let Some(condition) = self.conditions.last_mut() {
                condition.is_dead = false;
                self.here = condition.before.clone();
            }
        } else if word == self.masks.close {
            self.end_branch();
            if let Some(OpenCondition { first, before, .. }) = self.conditions.pop() {
                self.here = first.unwrap_or(before);
            } else {
                self.list.is_unclear = true;
            }
        }
        self.list.directives.push(range);
    }

    /// Ends a branch; all branches of a conditional text must leave the same number of brackets open.
    fn end_branch(&mut self) {
        let Some(condition) = self.conditions.last_mut() else { return };
        if condition.is_dead {
            return;
        }
        match &condition.first {
            None => condition.first = Some(self.here.clone()),
            Some(first) => self.list.is_unclear |= first.open.len() != self.here.open.len(),
        }
        self.end_run();
    }

    /// Marks that the token after the last one depends on a condition.
    fn end_run(&mut self) {
        if let Some(last) = self.here.last.and_then(|last| self.list.all.get_mut(last)) {
            last.is_last = true;
        }
    }

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        let text = &self.text[range.clone()];
        match kind {
            TokenKind::Open(_) => self.open(range),
            TokenKind::Close(_) => self.close(range),
            TokenKind::Code => {
                let mut done = 0;
                while let Some(rest) = text.get(done..).filter(|rest| !rest.is_empty()) {
                    let (length, sort) = first_token(rest);
                    // A continuation line.
                    if &rest[..length] != "\\" {
                        self.push(range.start + done..range.start + done + length, sort);
                    }
                    done += length;
                }
            }
            _ => self.push(range, NameTokenKind::Value),
        }
    }

    fn push(&mut self, range: Range<usize>, sort: NameTokenKind) {
        let text = &self.text[range.clone()];
        self.list.all.push(NameToken {
            at: range.start,
            text,
            kind: sort,
            before: self.here.last,
            around: self.here.open.last().copied(),
            is_last: false,
            statement: self.here.statement,
        });
        self.here.last = Some(self.list.all.len() - 1);
        if text == ";" && self.here.open.is_empty() {
            self.begin_statement();
        }
    }

    fn begin_statement(&mut self) {
        self.statements += 1;
        self.here.statement = self.statements;
    }

    fn open(&mut self, range: Range<usize>) {
        let before = self.here.last;
        let inside = match &self.text[range.clone()] {
            "(" => Inside::Round,
            "[" => Inside::Square,
            // Declarations in a linkage block belong to the file.
            _ if self.is_linkage(before) => {
                self.here.linkages += 1;
                self.push(range, NameTokenKind::Sign);
                return self.begin_statement();
            }
            _ => self.braces(before),
        };
        if inside == Inside::Block && self.here.open.is_empty() && self.list.text(before) == ";" {
            self.join_parameters();
        }
        self.push(range, NameTokenKind::Open);
        let own = self.list.all.len() - 1;
        self.list.inside.insert(own, inside);
        self.here.open.push(own);
    }

    fn is_linkage(&self, before: Option<TokenId>) -> bool {
        let word = before.filter(|before| self.list.all[*before].kind == NameTokenKind::Value);
        word.is_some_and(|value| self.list.text(self.list.before(value)) == self.masks.linkage_word)
    }

    /// Returns the contents of braces by the words before them.
    fn braces(&self, before: Option<TokenId>) -> Inside {
        let mut at = before;
        for _ in 0..LONGEST_HEAD {
            let Some(token) = at.and_then(|at| self.list.get(at)) else { break };
            at = match token.kind {
                NameTokenKind::Word if contains(&self.masks.class_words, token.text) => return Inside::Class,
                NameTokenKind::Word if token.text == self.masks.enum_word => return Inside::Enum,
                NameTokenKind::Word => token.before,
                NameTokenKind::Close if token.text == ")" => {
                    let open = at.and_then(|at| self.list.partner(at));
                    let word = open.and_then(|open| self.list.before(open));
                    word.filter(|_| contains(&self.masks.bracket_words, self.list.text(word)))
                }
                _ => break,
            };
        }
        Inside::Block
    }

    /// Joins a function and the declarations of its parameters, which are between its parameter list and the body, into
    /// one statement.
    fn join_parameters(&mut self) {
        let own = self.here.statement;
        let mut first = own;
        let mut statements = 0;
        for token in self.list.all.iter().rev() {
            if token.statement != first {
                first = token.statement;
                statements += 1;
                if statements > MOST_PARAMETERS {
                    return;
                }
            }
            if token.around.is_none() && token.text == ")" {
                break;
            }
        }
        for token in self.list.all.iter_mut().rev().take_while(|token| token.statement >= first) {
            token.statement = own;
        }
    }

    fn close(&mut self, range: Range<usize>) {
        let Some(open) = self.here.open.last().copied() else {
            self.list.is_unclear |= self.here.linkages == 0 || &self.text[range.clone()] != "}";
            self.here.linkages = self.here.linkages.saturating_sub(1);
            self.push(range, NameTokenKind::Sign);
            return self.begin_statement();
        };
        let is_pair = matches!(
            (self.list.all[open].text, &self.text[range.clone()]),
            ("(", ")") | ("[", "]") | ("{", "}")
        );
        self.list.is_unclear |= !is_pair;
        self.here.open.pop();
        self.push(range, NameTokenKind::Close);
        let own = self.list.all.len() - 1;
        self.list.partner.insert(own, open);
        self.list.partner.insert(open, own);
        if self.here.open.is_empty() && self.list.held_by(open) == Some(Inside::Block) {
            self.begin_statement();
        }
    }
}

/// Returns the length of the token at the start of a piece of code, and its kind.
pub(super) fn first_token(code: &str) -> (usize, NameTokenKind) {
    let first = code.chars().next().unwrap_or(' ');
    if is_word_char(first) {
        let length = code.find(|char| !is_word_char(char)).unwrap_or(code.len());
        return (length, if first.is_numeric() { NameTokenKind::Value } else { NameTokenKind::Word });
    }
    let sign = SIGNS.iter().find(|sign| code.starts_with(**sign));
    (sign.map_or(first.len_utf8(), |sign| sign.len()), NameTokenKind::Sign)
}

/// Returns whether only whitespace and comments precede a byte offset on its line.
fn is_first_on_line(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = text[start..at].trim();
    before.is_empty() || before.ends_with("*/")
}

/// Returns the end of a directive, including its continuation lines.
pub(in crate::resolve::by_includes) fn end_of_directive(text: &str, start: usize) -> usize {
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}
