//! Judges the names of one text, over all of its readings.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::judge::{Findings, Judge, Nesting, OtherMembers};
use super::macro_bodies::{is_apart_in_macro, is_in_macro_with, is_parameter};
use super::not_included::NotIncluded;
use super::path::last_of_path;
use super::read_text::{ParsedFile, ScannedText};
use super::readings::ParsedReading;
use super::scope::{EVERY_SPACE, Mention, ScopeKind, TextNames};
use super::shared::IncludeProject;
use super::tokens::{RequestedName, TokenVerdict, verdicts};
use super::unparsed::{is_import, is_plain_directive, unparsed_words};
use crate::lang::{Language, NameRules, NameUse, is_of};
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::normal::{contains, find_words, is_word_char};

/// A question about a text.
pub(super) struct TextQuestion<'a> {
    pub(super) old: &'a str,
    /// The new name; empty if there is none.
    pub(super) new: &'a str,
    pub(super) declaration: DeclarationPlace,
    /// Whether the text contains everything that it includes from the project.
    pub(super) has_all_includes: bool,
    /// Whether all overloads of the name are meant.
    pub(super) all_overloads: bool,
    /// The names of the definition, outermost first.
    pub(super) path: &'a [String],
    /// The scopes that are known to be around the definition.
    pub(super) around_it: Option<Nesting>,
    pub(super) project: &'a IncludeProject<'a>,
    /// Whether the definition is a member of a class.
    pub(super) is_member: bool,
    /// Whether the members of all classes that the text includes are known.
    pub(super) is_known: bool,
}

/// The place where a text declares the definition.
#[derive(Clone, Copy)]
pub(super) enum DeclarationPlace {
    /// The declaration is at the byte offset `at`; its statement begins at `from`.
    At { from: usize, at: usize },
    /// The text does not declare the definition.
    Nowhere(NotIncluded),
}

/// The decisions about the names of a text.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) findings: Findings,
    /// The places where the name is code.
    pub(super) code: Vec<usize>,
    /// The places where comments and strings contain the name.
    pub(super) prose: Vec<usize>,
    /// The body of the class that contains the definition, if the text shows it.
    own_class: Option<Range<usize>>,
    /// The bodies of classes that have a member of the name.
    declaring: Vec<Range<usize>>,
}

impl Judged {
    /// Judges all readings of a text, and records the names that are renamed in it.
    ///
    /// # Errors
    /// There is no name to change, or scopes are nested too deeply.
    pub(super) fn of(scanned: &ScannedText<'_>, asked: &TextQuestion<'_>) -> Result<Self, RenameProblem> {
        let TextQuestion { old, new, .. } = *asked;
        let ParsedFile { language, text, readings, .. } = scanned.read;
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        let mut judged = Self::default();
        let mut read: Vec<Range<usize>> = Vec::new();
        let mut read_news: Vec<Range<usize>> = Vec::new();
        for (at, reading) in readings.iter().enumerate() {
            if readings[..at].iter().any(|before| before.is_same(reading)) {
                continue;
            }
            let names = asked.names(scanned, at, rules)?;
            read.extend(names.uses_of(old).map(|one| one.range.clone()));
            read_news.extend(names.uses_of(new).map(|one| one.range.clone()));
            judged.code.extend(names.uses_of(old).map(|one| one.range.start));
            judged.take_mentions(scanned.read, old, &names.mentions_of(old));
            for prose in names.prose.get(old).into_iter().flatten() {
                read.push(prose.clone());
                let said = text.get(prose.clone()).unwrap_or_default();
                let words = find_words(said, old).map(|at| prose.start + at);
                judged.prose.extend(words.filter(|at| !is_import(language, text, *at)));
            }
            judged.own_class = judged.own_class.or_else(|| asked.own_class(reading, rules));
            let members = names.uses_of(old).filter(|one| {
                matches!(one.name_use, NameUse::Binding | NameUse::Definition)
                    && names.scopes[one.scope].kind == ScopeKind::Class
            });
            judged.declaring.extend(members.filter_map(|one| class_around(reading, one.range.start, rules)));
            let reading = JudgedReading { language, rules, reading, names: &names };
            judged.findings.take(asked.decide(reading)?);
        }
        judged.take_mentions(scanned.read, old, &unparsed_words(scanned.read, old, &read));
        let news = unparsed_words(scanned.read, new, &read_news);
        // In a language without overloads (`single`), a member is only used on an object, so an unqualified name in the
        // body of a macro is not a member.
        let are_apart = asked.is_member && rules.one_function_per_name;
        let is_apart = |at: usize| is_apart_in_macro(text, at, [old, new], are_apart);
        // A class's own member of the name hides others.
        let has_own = |class: Range<usize>| find_words(&text[class], new).nth(1).is_some();
        let home = judged.own_class.clone();
        let is_of_another = |at: usize| {
            let mut classes = readings.iter().filter_map(|reading| class_around(reading, at, rules));
            asked.is_member
                && home.as_ref().is_none_or(|home| !home.contains(&at))
                && is_annotation(text, at, new.len())
                && classes.any(has_own)
        };
        judged.findings.conflicts.extend(news.into_iter().filter_map(|mention| match mention {
            Mention::Unparsed(at) if !is_apart(at) && !is_of_another(at) => Some(at),
            Mention::Unparsed(_) | Mention::Prose(_) | Mention::Quoted(_) => None,
        }));
        judged.take_tokens(scanned.read, asked);
        judged.take_annotations(scanned.read, asked, rules);
        judged.weigh_unread(scanned.read, asked, rules);
        let own = &mut judged.findings.own;
        own.sort_unstable_by_key(|range| range.start);
        own.dedup();
        if !new.is_empty() {
            scanned.read.rename(own, new);
        }
        Ok(judged)
    }

    /// Returns whether some occurrence is not parsed.
    pub(super) fn has_unread(&self) -> bool {
        self.findings.doubts.iter().any(|(_, doubt)| *doubt == Doubt::Unread)
    }

    /// Returns the number of undecided places.
    pub(super) fn count_doubts(&self) -> usize {
        self.findings.doubts.iter().map(|(at, _)| *at).collect::<HashSet<_>>().len()
    }

    /// Returns the decisions for a text in which no name can mean the definition.
    pub(super) fn unrelated(read: &ParsedFile, old: &str) -> Self {
        let mut judged = Self::default();
        for at in read.places(old) {
            if !read.is_prose(at) {
                judged.code.push(at);
            } else if !is_import(read.language, &read.text, at) {
                judged.prose.push(at);
            }
        }
        judged
    }

    /// Decides by tokens what syntax trees leave undecided.
    fn take_tokens(&mut self, read: &ParsedFile, asked: &TextQuestion<'_>) {
        let at = match asked.declaration {
            DeclarationPlace::At { at, .. } => Some(at),
            DeclarationPlace::Nowhere(_) if asked.is_member => None,
            DeclarationPlace::Nowhere(_) => return,
        };
        let is_open = |doubt: Doubt| {
            use Doubt::{BoundAgain, Macro, OtherObject, Unclear, Unread, Unresolved};
            matches!(doubt, BoundAgain | Macro | OtherObject | Unresolved | Unclear | Unread)
        };
        if !self.findings.doubts.iter().any(|(_, doubt)| is_open(*doubt)) {
            return;
        }
        let Some(macros) = asked.project.macros(read.language) else { return };
        let in_code = |word: &str| -> Vec<usize> {
            read.places(word).filter(|at| !read.is_prose(*at) && !read.is_dead(*at)).collect()
        };
        let (language, text, old) = (read.language, read.text.as_str(), asked.old);
        let (olds, news) = (in_code(old), in_code(asked.new));
        let told = verdicts(&RequestedName { language, text, old, olds: &olds, news: &news, at, macros });
        let doubted: HashSet<usize> = self.findings.doubts.iter().map(|(at, _)| *at).collect();
        self.findings.doubts.retain(|(at, doubt)| !(is_open(*doubt) && told.contains_key(at)));
        let open: HashSet<usize> = self.findings.doubts.iter().map(|(at, _)| *at).collect();
        let known = language.manifest().names.as_ref().map_or(&[][..], |rules| &rules.known_members);
        let is_sure = at.is_some() && asked.is_known && !contains(known, old);
        for place in olds.into_iter().filter(|place| !open.contains(place)) {
            match told.get(&place) {
                // Syntax trees give no information about members.
                _ if !asked.is_member && !doubted.contains(&place) => {}
                Some(TokenVerdict::Other) => {
                    self.findings.own.retain(|own| own.start != place);
                    self.code.push(place);
                }
                Some(TokenVerdict::It) if asked.is_member && !is_sure => {
                    self.findings.doubts.push((place, Doubt::OtherObject));
                }
                Some(told @ (TokenVerdict::It | TokenVerdict::OfObject | TokenVerdict::Declares)) => {
                    self.findings.own.push(place..place + old.len());
                    self.findings.declared.extend((*told == TokenVerdict::Declares).then_some(place));
                    self.findings.defines |= *told == TokenVerdict::Declares;
                }
                None => self.findings.doubts.push((place, Doubt::OtherObject)),
            }
        }
    }

    /// Decides arguments of macros within the class itself, which are its members: `int count GUARDED_BY(mutex);`.
    fn take_annotations(&mut self, read: &ParsedFile, asked: &TextQuestion<'_>, rules: &NameRules) {
        if !asked.is_member {
            return;
        }
        let text = read.text.as_str();
        // The innermost class around that has the name.
        let class_of = |at: usize| {
            let around = self.declaring.iter().filter(|class| class.contains(&at));
            around.min_by_key(|class| class.len())
        };
        let mut open = Vec::new();
        for (at, doubt) in std::mem::take(&mut self.findings.doubts) {
            let is_told = doubt == Doubt::Unread
                && is_annotation(text, at, asked.old.len())
                && !asked.is_local(read, at, rules);
            match class_of(at).filter(|_| is_told) {
                Some(class) if self.own_class.as_ref() == Some(class) => {
                    self.findings.own.push(at..at + asked.old.len());
                }
                Some(_) => self.code.push(at),
                None => open.push((at, doubt)),
            }
        }
        self.findings.doubts = open;
    }

    /// Adds evidence against names that are local variables and, in text that is not parsed, against names after
    /// another path, or without a path in a place unrelated to the class.
    fn weigh_unread(&mut self, read: &ParsedFile, asked: &TextQuestion<'_>, rules: &NameRules) {
        let text = read.text.as_str();
        let Some((class, own)) = asked.path.iter().rev().nth(1).zip(self.own_class.as_ref()) else { return };
        let class = last_of_path(class);
        let is_in_class = |at: usize| own.contains(&at) || is_in_macro_with(text, at, class);
        let is_apart = |at: usize| {
            let before = text[..at].trim_end();
            match before.strip_suffix("::") {
                Some(path) => {
                    let path = path.rsplit(|char: char| !is_word_char(char) && !"<>:,".contains(char)).next();
                    last_of_path(path.unwrap_or_default()) != class
                }
                None => !is_in_class(at) && !before.ends_with(['.', '>']),
            }
        };
        let is_unlikely = |(at, doubt): &&(usize, Doubt)| {
            let is_unread =
                *doubt == Doubt::Unread && !self.findings.ambiguous_with_others.contains(at) && is_apart(*at);
            is_unread || asked.is_local(read, *at, rules)
        };
        let unlikely: Vec<usize> =
            self.findings.doubts.iter().filter(is_unlikely).map(|(at, _)| *at).collect();
        self.findings.ambiguous_with_others.retain(|at| !unlikely.contains(at));
        self.findings.unlikely.extend(unlikely);
    }

    fn take_mentions(&mut self, read: &ParsedFile, old: &str, mentions: &[Mention]) {
        for mention in mentions {
            match *mention {
                Mention::Prose(at) => self.prose.push(at),
                Mention::Quoted(at) => self.findings.doubts.push((at, Doubt::Quoted)),
                Mention::Unparsed(at) if is_parameter(&read.text, at, old) => self.code.push(at),
                Mention::Unparsed(at) if is_plain_directive(read.language, &read.text, at) => {}
                Mention::Unparsed(at) => self.findings.doubts.push((at, Doubt::Unread)),
            }
        }
    }
}

/// A reading with its names.
#[derive(Clone, Copy)]
struct JudgedReading<'t, 'r> {
    language: &'static Language,
    rules: &'r NameRules,
    reading: &'t ParsedReading,
    names: &'r TextNames<'t>,
}

impl TextQuestion<'_> {
    /// Returns the names of a reading, of the name space to which the definition belongs.
    fn names<'t>(
        &self,
        scanned: &ScannedText<'t>,
        reading: usize,
        rules: &'static NameRules,
    ) -> Result<Rc<TextNames<'t>>, RenameProblem> {
        let of = |space: Option<&'static str>| scanned.names(reading, rules, space);
        let names = of(None);
        if names.is_too_deep {
            return Err(RenameProblem::TooCostly);
        }
        if names.uses_of(self.old).any(|one| one.is_type_alias_of_tag) {
            return Ok(of(Some(EVERY_SPACE)));
        }
        let DeclarationPlace::At { at, .. } = self.declaration else { return Ok(names) };
        let is_apart = |names: &TextNames<'_>| {
            names.uses_of(self.old).any(|one| one.range.start == at && one.name_use == NameUse::Label)
        };
        if is_apart(&names) {
            let spaces = rules.places.iter().filter_map(|place| place.space.as_deref());
            if let Some(found) = spaces.map(|space| of(Some(space))).find(|names| !is_apart(names)) {
                return Ok(found);
            }
        }
        Ok(names)
    }

    /// Returns whether the name is unqualified in a function that declares a variable of this name.
    fn is_local(&self, read: &ParsedFile, at: usize, rules: &NameRules) -> bool {
        let own = match self.declaration {
            DeclarationPlace::At { at, .. } => Some(at),
            DeclarationPlace::Nowhere(_) => None,
        };
        let before = read.text[..at].trim_end();
        let is_bare = !before.ends_with(['.', ':']) && !before.ends_with("->");
        is_bare && read.readings.iter().any(|reading| reading.is_local(at, self.old, own, rules))
    }

    /// Returns the class that contains the definition, as a reading shows it.
    fn own_class(&self, reading: &ParsedReading, rules: &NameRules) -> Option<Range<usize>> {
        let DeclarationPlace::At { at, .. } = self.declaration else { return None };
        class_around(reading, at, rules).filter(|_| self.is_member)
    }

    fn decide(
        &self,
        JudgedReading { language, rules, reading, names }: JudgedReading<'_, '_>,
    ) -> Result<Findings, RenameProblem> {
        let (from, at) = match self.declaration {
            DeclarationPlace::At { from, at } => (from, at),
            DeclarationPlace::Nowhere(_) => (usize::MAX, usize::MAX),
        };
        let judge = Judge {
            names,
            rules,
            text: &reading.text,
            words: &reading.words,
            old: self.old,
            new: self.new,
            at,
            from,
            may_hide_modules: reading.may_hide_modules,
            has_all_includes: self.has_all_includes,
            all_overloads: self.all_overloads,
            path: self.path,
            language,
            family: &[],
            other_members: OtherMembers::Unknown,
            around_it: self.around_it,
        };
        let new = if self.new.is_empty() { self.old } else { self.new };
        let broken = reading.broken([self.old, new], rules);
        let is_broken = |at: usize| broken.parts.iter().any(|part| part.contains(&at));
        if let Some(at) = broken.declares {
            let mut findings = Findings::default();
            let open = judge.old().filter(|one| is_broken(one.range.start) || !judge.is_of_function(one));
            findings.doubts.extend(open.map(|one| (one.range.start, Doubt::Unread)));
            // The tokens show the other places of the name.
            if findings.doubts.is_empty() && rules.tokens.is_none() {
                findings.doubts.push((at, Doubt::Unread));
            }
            if let (DeclarationPlace::At { .. }, Ok(seen)) = (self.declaration, judge.decide()) {
                findings.take_unlikely(seen);
            }
            return Ok(findings);
        }
        let mut findings = match self.declaration {
            DeclarationPlace::At { .. } => judge.decide()?,
            DeclarationPlace::Nowhere(stranger) => {
                let mut findings = Findings::default();
                judge.judge_not_included(stranger, &mut findings);
                findings
            }
        };
        let near = judge.old().map(|one| one.range.start).filter(|at| is_broken(*at));
        findings.doubts.extend(near.map(|at| (at, Doubt::Unread)));
        Ok(findings)
    }
}

/// Returns whether a word of this length is an argument of what looks like a macro: `GUARDED_BY(mutex)`.
fn is_annotation(text: &str, at: usize, length: usize) -> bool {
    let (before, behind) = (text[..at].trim_end(), text[at + length..].trim_start());
    let list = before.rsplit(['(', ';', '{', '}']).next().unwrap_or_default();
    let head = before[..before.len() - list.len()].strip_suffix('(').unwrap_or_default().trim_end();
    let name = &head[head.trim_end_matches(is_word_char).len()..];
    let is_macro =
        name.len() > 1 && !name.contains(char::is_lowercase) && !name.starts_with(char::is_numeric);
    is_macro && before.ends_with(['(', ',']) && behind.starts_with([')', ','])
}

/// Returns the class around a byte offset.
fn class_around(reading: &ParsedReading, at: usize, rules: &NameRules) -> Option<Range<usize>> {
    let node = reading.tree.root_node().descendant_for_byte_range(at, at)?;
    let mut above = std::iter::successors(Some(node), Node::parent);
    let class = above.find(|node| is_of(node, &rules.classes));
    class.map(|node| node.byte_range())
}
