//! What is decided of the names of one text.

use std::ops::Range;

use super::judge::{Findings, Judge, Nesting, Rivals};
use super::proof;
use super::readings::{ParsedReading, is_import, readings, unread};
use super::scope::{EVERY_SPACE, Mention, TextNames};
use super::stranger::Stranger;
use crate::lang::{Language, Macros, NameRules, NameUse, Syntax};
use crate::resolve::bindings::{Doubt, Graphs, RenameProblem};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::normal::words_at;

/// What is asked about a text.
pub(super) struct TextQuestion<'a> {
    pub(super) language: &'static Language,
    pub(super) macros: &'a Macros,
    /// What was parsed before.
    pub(super) graphs: &'a Graphs,
    pub(super) old: &'a str,
    /// The new name; empty where there is none.
    pub(super) new: &'a str,
    pub(super) anchor: Anchor,
    /// Whether the text has all that it brings in of the project.
    pub(super) is_whole: bool,
    /// Whether all functions of the name are meant.
    pub(super) is_set: bool,
    /// What the definition is known to stand in.
    pub(super) around_it: Option<Nesting>,
}

/// Where a text declares the definition.
pub(super) enum Anchor {
    /// At this byte; what stands before it begins at `from`.
    At { from: usize, at: usize },
    /// Nowhere.
    Nowhere(Stranger),
}

/// What is decided of the names of a text.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) findings: Findings,
    /// Where the name stands as code.
    pub(super) code: Vec<usize>,
    /// Where comments and strings have it.
    pub(super) prose: Vec<usize>,
}

impl Judged {
    /// Looks at all readings of a text.
    ///
    /// # Errors
    /// There is no name to change, the text cannot be parsed, or the new name changes what is parsed.
    pub(super) fn of(text: &str, asked: &TextQuestion<'_>) -> Result<Self, RenameProblem> {
        let TextQuestion { language, old, new, .. } = *asked;
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        let mut syntax = Syntax::with_macros(language, asked.macros.clone());
        let readings = readings(&mut syntax, asked.graphs, text)?;
        let mut judged = Self::default();
        let mut read: Vec<Range<usize>> = Vec::new();
        let mut read_news: Vec<Range<usize>> = Vec::new();
        for reading in &readings {
            let names = asked.names(reading, rules)?;
            for one in &names.uses {
                let is_old = one.name == old;
                if is_old { &mut read } else { &mut read_news }.push(one.range.clone());
                judged.code.extend(is_old.then_some(one.range.start));
            }
            read.extend_from_slice(&names.prose);
            judged.take_mentions(&names.mentions);
            for prose in &names.prose {
                let said = text.get(prose.clone()).unwrap_or_default();
                let words = words_at(said, old).map(|at| prose.start + at);
                judged.prose.extend(words.filter(|at| !is_import(language, text, *at)));
            }
            judged.findings.take(asked.decide(reading, rules, &names)?);
        }
        let mut rest = unread(language, text, old, &read);
        in_strings(language, text, &mut rest);
        judged.take_mentions(&rest);
        let mut news = unread(language, text, new, &read_news);
        in_strings(language, text, &mut news);
        judged.findings.taken.extend(news.into_iter().filter_map(|mention| match mention {
            Mention::Unread(at) => Some(at),
            Mention::Prose(_) | Mention::Quoted(_) => None,
        }));
        let own = &mut judged.findings.own;
        own.sort_unstable_by_key(|range| range.start);
        own.dedup();
        if !new.is_empty() && !own.is_empty() {
            proof::check(&mut syntax, &readings, text, own, new)?;
        }
        Ok(judged)
    }

    /// Whether something is not parsed.
    pub(super) fn has_unread(&self) -> bool {
        self.findings.doubts.iter().any(|(_, doubt)| *doubt == Doubt::Unread)
    }

    /// What is said of a text in which no name can mean the definition.
    pub(super) fn unrelated(text: &str, asked: &TextQuestion<'_>) -> Self {
        let lexer = Lexer::new(&asked.language.manifest().lexical);
        let mut prose = lexer.tokens(text).filter(is_prose).map(|token| token.range).peekable();
        let mut judged = Self::default();
        for at in words_at(text, asked.old) {
            while prose.next_if(|range| range.end <= at).is_some() {}
            if prose.peek().is_none_or(|range| at < range.start) {
                judged.code.push(at);
            } else if !is_import(asked.language, text, at) {
                judged.prose.push(at);
            }
        }
        judged
    }

    fn take_mentions(&mut self, mentions: &[Mention]) {
        for mention in mentions {
            match *mention {
                Mention::Prose(at) => self.prose.push(at),
                Mention::Quoted(at) => self.findings.doubts.push((at, Doubt::Quoted)),
                Mention::Unread(at) => self.findings.doubts.push((at, Doubt::Unread)),
            }
        }
    }
}

fn is_prose(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Comment | TokenKind::String | TokenKind::StringPart)
}

/// Takes words in strings and comments for prose, though nothing around them is parsed.
fn in_strings(language: &'static Language, text: &str, mentions: &mut [Mention]) {
    if !mentions.iter().any(|one| matches!(one, Mention::Unread(_))) {
        return;
    }
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut prose = lexer.tokens(text).filter(is_prose).map(|token| token.range).peekable();
    for mention in mentions {
        let Mention::Unread(at) = *mention else { continue };
        while prose.next_if(|range| range.end <= at).is_some() {}
        if prose.peek().is_some_and(|range| range.start <= at) {
            *mention = Mention::Prose(at);
        }
    }
}

impl TextQuestion<'_> {
    /// The names of a reading, of the space that the definition belongs to.
    fn names<'t>(
        &self,
        reading: &'t ParsedReading,
        rules: &NameRules,
    ) -> Result<TextNames<'t>, RenameProblem> {
        let wanted = |name: &str| name == self.old || name == self.new && !name.is_empty();
        let of = |space: Option<&str>| {
            TextNames::of(self.language, &reading.tree, &reading.text, rules, (self.old, space), &wanted)
        };
        let names = of(None);
        if names.is_too_deep {
            return Err(RenameProblem::TooCostly);
        }
        if names.uses.iter().any(|one| one.is_repeated && one.name == self.old) {
            return Ok(of(Some(EVERY_SPACE)));
        }
        let Anchor::At { at, .. } = self.anchor else { return Ok(names) };
        let is_apart = |names: &TextNames<'_>| {
            names.uses.iter().any(|one| one.range.start == at && one.is == NameUse::Label)
        };
        if is_apart(&names) {
            let spaces = rules.places.iter().filter_map(|place| place.space.as_deref());
            if let Some(found) = spaces.map(|space| of(Some(space))).find(|names| !is_apart(names)) {
                return Ok(found);
            }
        }
        Ok(names)
    }

    fn decide(
        &self,
        reading: &ParsedReading,
        rules: &NameRules,
        names: &TextNames<'_>,
    ) -> Result<Findings, RenameProblem> {
        let (from, at) = match self.anchor {
            Anchor::At { from, at } => (from, at),
            Anchor::Nowhere(_) => (usize::MAX, usize::MAX),
        };
        let judge = Judge {
            names,
            rules,
            text: &reading.text,
            old: self.old,
            new: self.new,
            at,
            from,
            may_hide_modules: reading.may_hide_modules,
            is_whole: self.is_whole,
            is_set: self.is_set,
            language: self.language,
            family: &[],
            rivals: Rivals::Unknown,
            around_it: self.around_it,
        };
        let new = if self.new.is_empty() { self.old } else { self.new };
        let broken = match reading.broken([self.old, new], &rules.gaps) {
            Ok(broken) => broken,
            Err(at) => {
                let mut findings = Findings::default();
                findings.doubts.push((at, Doubt::Unread));
                findings.doubts.extend(judge.old().map(|one| (one.range.start, Doubt::Unread)));
                return Ok(findings);
            }
        };
        let mut findings = match self.anchor {
            Anchor::At { .. } => judge.decide()?,
            Anchor::Nowhere(stranger) => {
                let mut findings = Findings::default();
                judge.judge_stranger(stranger, &mut findings);
                findings
            }
        };
        let is_broken = |at: usize| broken.iter().any(|part| part.contains(&at));
        let near = judge.old().map(|one| one.range.start).filter(|at| is_broken(*at));
        findings.doubts.extend(near.map(|at| (at, Doubt::Unread)));
        Ok(findings)
    }
}
