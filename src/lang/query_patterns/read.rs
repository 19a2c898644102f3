//! Parses the text of a query.

use regex::Regex;
use tree_sitter::Language;

use super::{Alternatives, ChildPattern, KindPattern, NodePattern, Pattern, Patterns, Test, TextPredicate};

impl Patterns {
    /// Parses a query.
    ///
    /// # Errors
    /// The text is not a query for the grammar, or uses a feature that is not supported.
    pub fn read(grammar: &Language, text: &str) -> Result<Self, String> {
        let mut reader =
            QueryReader { grammar, tokens: tokens(text)?, at: 0, captures: Vec::new(), tests: Vec::new() };
        let mut patterns = Vec::new();
        while reader.peek().is_some() {
            let nodes = reader.pattern()?;
            patterns.push(Pattern { nodes, tests: std::mem::take(&mut reader.tests) });
        }
        let mut by_kind: Vec<Vec<usize>> = vec![Vec::new(); grammar.node_kind_count()];
        for (at, pattern) in patterns.iter().enumerate() {
            for kind in pattern.nodes.iter().flat_map(|node| node.kind.kinds(grammar)) {
                let list = &mut by_kind[usize::from(kind)];
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
        }
        Ok(Self { captures: reader.captures, patterns, by_kind })
    }
}

impl KindPattern {
    /// Returns the node kinds that the pattern matches.
    fn kinds(self, grammar: &Language) -> Vec<u16> {
        let all = 0..grammar.node_kind_count() as u16;
        match self {
            Self::Any => all.collect(),
            Self::Named => all.filter(|kind| grammar.node_kind_is_named(*kind)).collect(),
            Self::One(own) => vec![own],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum QueryToken {
    /// A bracket, an anchor or a question mark.
    Mark(char),
    /// A node kind.
    Name(String),
    /// A name followed by a colon.
    Field(String),
    /// A name preceded by `!`.
    NoField(String),
    /// A name preceded by `@`.
    Capture(String),
    /// A name preceded by `#`.
    Predicate(String),
    /// The contents of a quoted string.
    Text(String),
}

fn tokens(text: &str) -> Result<Vec<QueryToken>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            ';' => {
                rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
                continue;
            }
            '(' | ')' | '[' | ']' | '.' | '?' => (QueryToken::Mark(first), 1),
            '"' => quoted(rest)?,
            '@' => named(rest, QueryToken::Capture),
            '#' => named(rest, QueryToken::Predicate),
            '!' => named(rest, QueryToken::NoField),
            _ => {
                let length = word_length(rest);
                let word = rest[..length].to_owned();
                match rest[length..].starts_with(':') {
                    _ if length == 0 => return Err(format!("`{first}` is not understood")),
                    true => (QueryToken::Field(word), length + 1),
                    false => (QueryToken::Name(word), length),
                }
            }
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Reads a mark and the word after it; returns the token and its length in bytes.
fn named(text: &str, token: fn(String) -> QueryToken) -> (QueryToken, usize) {
    let mut length = 1 + word_length(&text[1..]);
    while text[length..].starts_with('.') {
        length += 1 + word_length(&text[length + 1..]);
    }
    length += usize::from(text[length..].starts_with('?'));
    (token(text[1..length].to_owned()), length)
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(text.len())
}

fn quoted(text: &str) -> Result<(QueryToken, usize), String> {
    let mut word = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((QueryToken::Text(word), at + 1)),
            '\\' => word.extend(chars.next().map(|(_, c)| c)),
            c => word.push(c),
        }
    }
    Err("a string has no end".to_owned())
}

struct QueryReader<'q> {
    grammar: &'q Language,
    tokens: Vec<QueryToken>,
    at: usize,
    captures: Vec<String>,
    /// The predicates of the current pattern.
    tests: Vec<Test>,
}

impl QueryReader<'_> {
    fn peek(&self) -> Option<&QueryToken> {
        self.tokens.get(self.at)
    }

    fn take(&mut self) -> Option<QueryToken> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn take_mark(&mut self, mark: char) -> bool {
        let is_there = self.peek() == Some(&QueryToken::Mark(mark));
        self.at += usize::from(is_there);
        is_there
    }

    /// Parses a top-level pattern, or a parenthesized one with its predicates.
    fn pattern(&mut self) -> Result<Alternatives, String> {
        let is_group = self.peek() == Some(&QueryToken::Mark('('))
            && matches!(
                self.tokens.get(self.at + 1),
                Some(QueryToken::Mark('(' | '[') | QueryToken::Text(_))
            );
        if !is_group {
            return Ok(self.choice()?.0);
        }
        self.at += 1;
        let (nodes, _) = self.choice()?;
        while self.take_test()? {}
        if self.take_mark(')') { Ok(nodes) } else { Err("a group holds more than one node".to_owned()) }
    }

    /// Parses a node or a list of alternatives with its captures; the second value is whether it is optional.
    fn choice(&mut self) -> Result<(Alternatives, bool), String> {
        let mut nodes = match self.take() {
            Some(QueryToken::Mark('(')) => vec![self.node()?],
            Some(QueryToken::Mark('[')) => {
                let mut nodes = Vec::new();
                while !self.take_mark(']') {
                    nodes.append(&mut self.choice()?.0);
                }
                nodes
            }
            Some(QueryToken::Text(text)) => vec![plain(self.kind(&text, false)?)],
            Some(QueryToken::Name(name)) if name == "_" => vec![plain(KindPattern::Any)],
            other => return Err(format!("{other:?} begins no pattern")),
        };
        let may_be_missing = self.take_mark('?');
        while let Some(QueryToken::Capture(name)) = self.peek().cloned() {
            self.at += 1;
            let capture = self.capture(name);
            nodes.iter_mut().for_each(|node| node.captures.push(capture));
        }
        Ok((nodes, may_be_missing))
    }

    /// Parses a node after its opening parenthesis.
    fn node(&mut self) -> Result<NodePattern, String> {
        let mut node = match self.take() {
            Some(QueryToken::Name(name)) if name == "_" => plain(KindPattern::Named),
            Some(QueryToken::Name(name)) => plain(self.kind(&name, true)?),
            other => return Err(format!("{other:?} is no kind of a node")),
        };
        let mut follows = false;
        loop {
            let field = match self.peek().cloned() {
                Some(QueryToken::Mark(')')) => {
                    self.at += 1;
                    node.ends = follows;
                    return Ok(node);
                }
                Some(QueryToken::Mark('.')) => {
                    self.at += 1;
                    follows = true;
                    continue;
                }
                Some(QueryToken::NoField(name)) => {
                    self.at += 1;
                    node.without.push(self.field(&name)?);
                    continue;
                }
                Some(QueryToken::Field(name)) => {
                    self.at += 1;
                    Some(self.field(&name)?)
                }
                _ if self.take_test()? => continue,
                _ => None,
            };
            let (nodes, may_be_missing) = self.choice()?;
            node.steps.push(ChildPattern { field, nodes, follows, may_be_missing });
            follows = false;
        }
    }

    /// Parses a predicate in parentheses, if one follows; returns whether it does.
    fn take_test(&mut self) -> Result<bool, String> {
        let (Some(QueryToken::Mark('(')), Some(QueryToken::Predicate(name))) =
            (self.peek(), self.tokens.get(self.at + 1).cloned())
        else {
            return Ok(false);
        };
        self.at += 2;
        let Some(QueryToken::Capture(capture)) = self.take() else {
            return Err(format!("#{name} is of no capture"));
        };
        let capture = self.capture(capture);
        let mut words = Vec::new();
        while let Some(QueryToken::Text(word)) = self.peek().cloned() {
            self.at += 1;
            words.push(word);
        }
        let condition = match (&*name, &*words) {
            ("eq?", [_]) | ("any-of?", [_, ..]) => TextPredicate::OneOf(words),
            ("not-eq?", [_]) => TextPredicate::NoneOf(words),
            ("match?", [word]) => {
                TextPredicate::Matches(Regex::new(word).map_err(|error| error.to_string())?)
            }
            _ => return Err(format!("#{name} is not understood")),
        };
        self.tests.push(Test { capture, condition });
        if self.take_mark(')') { Ok(true) } else { Err(format!("#{name} has no end")) }
    }

    /// Returns the node kind with this name; fails for the name of a supertype.
    fn kind(&self, name: &str, named: bool) -> Result<KindPattern, String> {
        let kind = self.grammar.id_for_node_kind(name, named);
        if kind == 0 || self.grammar.node_kind_is_supertype(kind) {
            return Err(format!("`{name}` is no kind of a node"));
        }
        Ok(KindPattern::One(kind))
    }

    fn field(&self, name: &str) -> Result<u16, String> {
        let field = self.grammar.field_id_for_name(name);
        field.map(u16::from).ok_or_else(|| format!("`{name}` is no field"))
    }

    /// Returns the index of the capture with this name, and adds it if it is new.
    fn capture(&mut self, name: String) -> usize {
        self.captures.iter().position(|own| *own == name).unwrap_or_else(|| {
            self.captures.push(name);
            self.captures.len() - 1
        })
    }
}

const fn plain(kind: KindPattern) -> NodePattern {
    NodePattern { kind, without: Vec::new(), steps: Vec::new(), ends: false, captures: Vec::new() }
}
