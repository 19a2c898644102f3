//! Determines the meaning of a name by the tokens around it, where no tree shows it, or the tree is not sufficient.
//!
//! In a language whose functions, variables and types of a file share one scope, a name with a single definition there
//! has that meaning wherever it is code, unless it is a member, a tag or a label, or the function has a parameter or a
//! variable of the name. The tokens before and after show that, whether or not a tree could be built around them: in
//! prototypes after macros, in text between branches, and in the bodies of macros.
//!
//! Invariant: a possible declaration of another thing counts as one; then no verdict is given for the name in that
//! function.

mod list;
mod macros;
mod meaning;
mod objects;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub(super) use list::end_of_directive;
use list::{Inside, TokenId, TokenList};
pub(super) use macros::ProjectMacros;
use meaning::TokenMeaning;

use crate::lang::{Language, TokenRules};
use crate::text::normal::{contains, find_word};

/// The verdict of the tokens about a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenVerdict {
    /// The name means the definition.
    It,
    /// The name means the definition, as the declaration of the object before it shows.
    OfObject,
    /// The name means the definition and declares it.
    Declares,
    Other,
}

/// The kind of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DefinedKind {
    Function,
    Variable,
    Type,
    /// A value of an enumeration.
    Value,
    Tag,
    Member,
}

/// A name whose places are examined.
pub(super) struct RequestedName<'a, 't> {
    pub(super) language: &'static Language,
    pub(super) text: &'t str,
    pub(super) old: &'a str,
    /// The places of the old name in code; `news` are those of the new name.
    pub(super) olds: &'a [usize],
    pub(super) news: &'a [usize],
    /// The declaration of the definition; `None` for a member of a class that the text does not declare.
    pub(super) at: Option<usize>,
    pub(super) macros: &'a ProjectMacros,
}

/// Returns the verdicts for the places of a name in code. Places that are missing in the result are undecided.
pub(super) fn verdicts(asked: &RequestedName<'_, '_>) -> HashMap<usize, TokenVerdict> {
    let names = asked.language.manifest().names.as_ref();
    let rules = names.and_then(|names| Some((names.tokens.as_ref()?, &names.value_words)));
    let list = rules.and_then(|_| TokenList::of(asked.language, asked.text));
    match (rules, list) {
        (Some((rules, values)), Some(list)) if !list.is_unclear => {
            TokenJudge { asked, rules, values, list: &list }.verdict().unwrap_or_default()
        }
        _ => HashMap::new(),
    }
}

struct TokenJudge<'a, 't> {
    asked: &'a RequestedName<'a, 't>,
    rules: &'a TokenRules,
    /// Words that precede a value.
    values: &'a [String],
    list: &'a TokenList<'t>,
}

impl TokenJudge<'_, '_> {
    /// Returns the verdict for each place; `None` if the text has another thing of the name.
    fn verdict(&self) -> Option<HashMap<usize, TokenVerdict>> {
        let target = match self.asked.at {
            Some(at) => self.target(self.list.at(at)?)?,
            None => DefinedKind::Member,
        };
        // A function named like a macro may make names of the text after it.
        if target == DefinedKind::Function && macros::is_in_capitals(self.asked.old)
            || self.asked.news.iter().any(|at| self.is_in_the_way(*at, target))
        {
            return None;
        }
        let mut found = HashMap::new();
        let mut in_code = Vec::new();
        let mut in_bodies = Vec::new();
        for at in self.asked.olds.iter().copied() {
            match (self.list.at(at), self.directive(at)) {
                (Some(token), None) => in_code.push((token, self.meaning(token, target))),
                (_, Some(line)) => in_bodies.push((at, self.meaning_in_directive(line, at, target)?)),
                // Dead text.
                (None, None) => {}
            }
        }
        if in_code.iter().any(|(_, place)| *place == TokenMeaning::Clash) {
            return None;
        }
        let is_rival = |(token, place): &(TokenId, TokenMeaning)| {
            *place == TokenMeaning::Declares && Some(self.list.all[*token].at) != self.asked.at
        };
        // Another class has a member of the name.
        if target == DefinedKind::Member
            && (in_code.iter().any(is_rival)
                || in_bodies.iter().any(|(_, place)| *place == TokenMeaning::Declares))
        {
            return Some(self.apart_from_members(&in_code, &in_bodies));
        }
        let bodies = in_code.iter().filter(|(_, place)| *place == TokenMeaning::Defines).count();
        if bodies > 1 {
            return None;
        }
        let statements = |wanted: TokenMeaning| -> HashSet<usize> {
            let of = in_code.iter().filter(|(_, place)| *place == wanted);
            of.map(|(token, _)| self.list.all[*token].statement).collect()
        };
        // In a statement of `doubtful` the name may mean a variable, in one of `apart` it means a parameter.
        let (doubtful, apart) = (statements(TokenMeaning::Local), statements(TokenMeaning::Parameter));
        for (token, place) in in_code {
            let statement = self.list.all[token].statement;
            let told = match place {
                TokenMeaning::OtherKind | TokenMeaning::Parameter => TokenVerdict::Other,
                TokenMeaning::Member => self.of_object(token).unwrap_or(TokenVerdict::It),
                TokenMeaning::Tag => TokenVerdict::It,
                TokenMeaning::Defines | TokenMeaning::Declares => TokenVerdict::Declares,
                TokenMeaning::Value | TokenMeaning::Local if apart.contains(&statement) => {
                    TokenVerdict::Other
                }
                TokenMeaning::Value if doubtful.contains(&statement) => continue,
                TokenMeaning::Value => TokenVerdict::It,
                TokenMeaning::Local | TokenMeaning::Unclear | TokenMeaning::Clash => continue,
            };
            found.insert(self.list.all[token].at, told);
        }
        for (at, place) in in_bodies {
            let verdict = match place {
                TokenMeaning::OtherKind | TokenMeaning::Parameter => TokenVerdict::Other,
                TokenMeaning::Member | TokenMeaning::Tag => TokenVerdict::It,
                // Where the macro is used, a variable may have the name.
                TokenMeaning::Value if doubtful.is_empty() && apart.is_empty() => TokenVerdict::It,
                _ => continue,
            };
            found.insert(at, verdict);
        }
        Some(found)
    }

    /// Returns the verdicts if several classes have a member of the name: only for members of the definition's class,
    /// and for names that are not members.
    fn apart_from_members(
        &self,
        in_code: &[(TokenId, TokenMeaning)],
        in_bodies: &[(usize, TokenMeaning)],
    ) -> HashMap<usize, TokenVerdict> {
        let told = |at: usize, place: &TokenMeaning| match place {
            TokenMeaning::Declares if Some(at) == self.asked.at => Some((at, TokenVerdict::Declares)),
            TokenMeaning::Declares | TokenMeaning::OtherKind => Some((at, TokenVerdict::Other)),
            _ => None,
        };
        let in_code = in_code.iter().filter_map(|(token, place)| {
            let at = self.list.all[*token].at;
            match place {
                TokenMeaning::Member => self.of_object(*token).map(|told| (at, told)),
                place => told(at, place),
            }
        });
        in_code.chain(in_bodies.iter().filter_map(|(at, place)| told(*at, place))).collect()
    }

    /// Returns the verdict by the object before a member.
    fn of_object(&self, member: TokenId) -> Option<TokenVerdict> {
        let before = self.list.text(self.list.before(member));
        let is_own =
            contains(&self.rules.members, before).then(|| self.is_of_definition(member)).flatten()?;
        Some(if is_own { TokenVerdict::OfObject } else { TokenVerdict::Other })
    }

    /// Returns the directive that contains a byte offset.
    fn directive(&self, at: usize) -> Option<&Range<usize>> {
        let behind = self.list.directives.partition_point(|line| line.end <= at);
        self.list.directives.get(behind).filter(|line| line.contains(&at))
    }

    /// Returns whether the new name may have a meaning where the definition is visible.
    fn is_in_the_way(&self, at: usize, target: DefinedKind) -> bool {
        let Some(token) = self.list.at(at) else {
            return self
                .directive(at)
                .is_some_and(|line| target != DefinedKind::Member || self.spoils(line, at));
        };
        let before = self.list.text(self.list.before(token));
        let is_member = contains(&self.rules.members, before);
        let is_tag = contains(&self.rules.tags, before);
        match target {
            // Members of other classes do not conflict.
            DefinedKind::Member => !is_member && !is_tag && self.is_in_home(token),
            DefinedKind::Tag => is_tag,
            _ => !is_member && !is_tag,
        }
    }

    /// Returns whether a macro has the new name, or contains it together with the old one.
    fn spoils(&self, line: &Range<usize>, at: usize) -> bool {
        let text = &self.asked.text[line.clone()];
        let rest = text[1..].trim_start().strip_prefix(self.rules.defines.as_str());
        let is_defined = rest.is_some_and(|rest| text.len() - rest.trim_start().len() == at - line.start);
        is_defined || find_word(text, self.asked.old).is_some()
    }

    /// Returns the kind of the definition, by the place of its declaration.
    fn target(&self, anchor: TokenId) -> Option<DefinedKind> {
        let before = self.list.before(anchor);
        if contains(&self.rules.tags, self.list.text(before)) {
            return Some(DefinedKind::Tag);
        }
        match self.list.around(anchor).last() {
            None => self.target_of_file(anchor),
            Some(outermost) => match self.list.inside(anchor)? {
                Inside::Enum => Some(DefinedKind::Value),
                Inside::Class => Some(DefinedKind::Member),
                // `int (*name)(void)`
                Inside::Round if self.is_pointer_to_function(anchor) => {
                    match self.list.held_by(outermost)? {
                        Inside::Round => Some(match self.is_alias(outermost) {
                            true => DefinedKind::Type,
                            false => DefinedKind::Variable,
                        }),
                        Inside::Class => Some(DefinedKind::Member),
                        _ => None,
                    }
                }
                _ => None,
            },
        }
    }

    fn target_of_file(&self, anchor: TokenId) -> Option<DefinedKind> {
        let behind = self.list.behind(anchor).ok()?;
        Some(match self.list.text(behind) {
            _ if self.is_alias(anchor) => DefinedKind::Type,
            ";" | "=" | "[" | "," | ":" => DefinedKind::Variable,
            "(" => DefinedKind::Function,
            // A macro around the parameters, or after the name.
            _ if self.is_call(behind?) => DefinedKind::Function,
            _ => return None,
        })
    }

    /// Returns whether a parenthesis follows a word.
    fn is_call(&self, word: TokenId) -> bool {
        let behind = self.list.behind(word).ok().flatten();
        self.list.is_word(Some(word)) && self.list.text(behind) == "("
    }

    /// Returns whether the statement up to a token is a type alias.
    fn is_alias(&self, token: TokenId) -> bool {
        self.list.back(token).any(|before| self.list.all[before].text == self.rules.alias)
    }

    /// Returns whether a word is the name of a macro, judged by its letters, or is a known macro.
    fn is_macro(&self, word: TokenId) -> bool {
        let text = self.list.text(Some(word));
        let masks = self.asked.language.manifest().view.preprocessor.as_ref();
        let is_known = || masks.is_some_and(|masks| contains(&masks.macros, text));
        self.list.is_word(Some(word)) && (macros::is_in_capitals(text) || is_known())
    }

    /// Returns whether a name is in a declarator such as `(*name)(void)`, after a type.
    fn is_pointer_to_function(&self, name: TokenId) -> bool {
        let star = self.list.before(name);
        let open = star.and_then(|star| self.list.before(star));
        // `int (CALLED *name)(void)` contains a calling convention.
        let open =
            open.and_then(|word| if self.is_macro(word) { self.list.before(word) } else { Some(word) });
        let behind = self.list.behind(name).ok().flatten();
        let call = behind.and_then(|close| self.list.behind(close).ok().flatten());
        let of = open.and_then(|open| self.list.before(open));
        self.list.text(star) == "*"
            && self.list.text(open) == "("
            && self.list.text(behind) == ")"
            && self.list.text(call) == "("
            && (self.list.is_word(of) && !contains(self.values, self.list.text(of))
                || self.list.text(of) == "*")
    }
}
