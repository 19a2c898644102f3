//! Determines the meaning of a name at its place, by the tokens before and after it.

use std::ops::Range;

use super::list::{Inside, NameTokenKind, TokenId, TokenList};
use super::macros::{ArgumentUse, is_in_capitals};
use super::{DefinedKind, TokenJudge};
use crate::text::normal::{contains, is_word_char};

/// The meaning of a name at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenMeaning {
    /// A name of another kind than the definition: a member, a tag, a label.
    OtherKind,
    /// A member, if the definition is one.
    Member,
    /// A tag, if the definition is one.
    Tag,
    /// The file's meaning of the name, unless a nearer declaration exists.
    Value,
    /// The definition with its body.
    Defines,
    /// A declaration of the definition.
    Declares,
    /// A parameter of the function whose head contains it.
    Parameter,
    /// Possibly a variable of a function.
    Local,
    /// Another definition of the file.
    Clash,
    Unclear,
}

impl TokenJudge<'_, '_> {
    /// Returns the meaning of the name at a token.
    pub(super) fn meaning(&self, name: TokenId, target: DefinedKind) -> TokenMeaning {
        let before = self.list.before(name);
        let Ok(behind) = self.list.behind(name) else { return TokenMeaning::Unclear };
        let (first, last) = (self.list.text(before), self.list.text(behind));
        if contains(&self.rules.members, first) {
            return if target == DefinedKind::Member {
                TokenMeaning::Member
            } else {
                TokenMeaning::OtherKind
            };
        }
        if contains(&self.rules.tags, first) {
            return match (target, last) {
                (DefinedKind::Tag, "{") if self.list.all[name].around.is_some() => TokenMeaning::Clash,
                (DefinedKind::Tag, "{") => TokenMeaning::Defines,
                (DefinedKind::Tag, ";") if self.list.all[name].around.is_none() => TokenMeaning::Declares,
                (DefinedKind::Tag, ";") => TokenMeaning::Clash,
                (DefinedKind::Tag, _) => TokenMeaning::Tag,
                // A type and its tag are one.
                (DefinedKind::Type, _) => TokenMeaning::Clash,
                _ => TokenMeaning::OtherKind,
            };
        }
        if contains(&self.rules.jumps, first) || self.is_label(name, first, last) {
            // `{ name: 1 }` initializes a member.
            return if target == DefinedKind::Member && first == "{" {
                TokenMeaning::Unclear
            } else {
                TokenMeaning::OtherKind
            };
        }
        if first.starts_with('#') || last.starts_with('#') || first == "..." || self.is_in_attribute(name) {
            return TokenMeaning::Unclear;
        }
        let place = match self.list.inside(name) {
            Some(Inside::Class) => self.meaning_in_class(before, last, target),
            Some(Inside::Enum) => self.meaning_in_enum(name, first, target),
            None => self.meaning_in_file(name, before, behind, target),
            Some(Inside::Round | Inside::Square | Inside::Block) => {
                self.meaning_in_brackets(name, before, behind, target)
            }
        };
        match (target, place) {
            (DefinedKind::Tag, TokenMeaning::Declares | TokenMeaning::Clash) if self.is_alias(name) => {
                TokenMeaning::Clash
            }
            (
                DefinedKind::Tag | DefinedKind::Member,
                TokenMeaning::Value | TokenMeaning::Local | TokenMeaning::Parameter | TokenMeaning::Defines,
            ) => self.other_kind_or_argument(name, target),
            (DefinedKind::Tag, TokenMeaning::Declares | TokenMeaning::Clash) => TokenMeaning::OtherKind,
            (DefinedKind::Member, TokenMeaning::Declares | TokenMeaning::Clash)
                if self.list.inside(name) != Some(Inside::Class) && !self.is_pointer_to_function(name) =>
            {
                TokenMeaning::OtherKind
            }
            (_, TokenMeaning::Value) => self.other_kind_or_argument(name, target),
            (_, place) => place,
        }
    }

    /// Returns whether a name is in an attribute for the compiler.
    fn is_in_attribute(&self, name: TokenId) -> bool {
        let masks = self.asked.language.manifest().view.preprocessor.as_ref();
        masks.is_some_and(|masks| {
            let words = self.list.around(name).map(|bracket| self.list.text(self.list.before(bracket)));
            words.into_iter().any(|word| word.starts_with("__") && contains(&masks.bracket_words, word))
        })
    }

    fn is_label(&self, name: TokenId, first: &str, last: &str) -> bool {
        let is_in_block = self.list.inside(name) == Some(Inside::Block);
        last == ":" && is_in_block && matches!(first, ";" | "{" | "}")
    }

    /// Returns the meaning of a word directly among the members of a class.
    fn meaning_in_class(&self, before: Option<TokenId>, last: &str, target: DefinedKind) -> TokenMeaning {
        let first = self.list.text(before);
        let is_type = contains(&self.rules.qualifiers, first) || matches!(first, ";" | "{" | "}");
        if is_type && !matches!(last, ";" | "," | "[" | ":" | "=") {
            return if target == DefinedKind::Type { TokenMeaning::Value } else { TokenMeaning::Unclear };
        }
        if first == ":" {
            return TokenMeaning::Value;
        }
        if self.list.is_word(before) || matches!(first, "*" | "," | "}" | ")") {
            return if target == DefinedKind::Member {
                TokenMeaning::Declares
            } else {
                TokenMeaning::OtherKind
            };
        }
        TokenMeaning::Unclear
    }

    fn meaning_in_enum(&self, name: TokenId, first: &str, target: DefinedKind) -> TokenMeaning {
        match first {
            "{" | "," if target == DefinedKind::Value && Some(self.list.all[name].at) == self.asked.at => {
                TokenMeaning::Declares
            }
            "{" | "," => TokenMeaning::Clash,
            _ => TokenMeaning::Value,
        }
    }

    /// Returns the meaning of a word outside brackets.
    fn meaning_in_file(
        &self,
        name: TokenId,
        before: Option<TokenId>,
        behind: Option<TokenId>,
        target: DefinedKind,
    ) -> TokenMeaning {
        let (first, last) = (self.list.text(before), self.list.text(behind));
        let is_declared = self.list.is_word(before) || matches!(first, "*" | ")" | ",");
        let is_after_class = first == "}" && self.list.back(name).next().is_some();
        let is_given = first != "," && self.list.back(name).any(|token| self.list.all[token].text == "=");
        if is_given || !is_declared && !is_after_class && !matches!(first, "" | ";" | "}" | "{") {
            return TokenMeaning::Value;
        }
        let is_type_before = self.is_type_before(name, before, behind);
        match target {
            DefinedKind::Type if is_type_before => TokenMeaning::Value,
            DefinedKind::Type if Some(self.list.all[name].at) == self.asked.at => TokenMeaning::Declares,
            _ if self.is_declared_parameter(name) => TokenMeaning::Parameter,
            DefinedKind::Type => TokenMeaning::Clash,
            _ if self.is_alias(name) && !is_type_before => TokenMeaning::Clash,
            DefinedKind::Function if last == "(" && is_declared => self.function_at(behind),
            DefinedKind::Function if is_declared && behind.is_some_and(|behind| self.is_call(behind)) => {
                TokenMeaning::Declares
            }
            DefinedKind::Variable
                if (is_declared || is_after_class) && matches!(last, ";" | "=" | "[" | ",") =>
            {
                TokenMeaning::Declares
            }
            _ if matches!(last, ";" | "=" | "[" | "," | "(") => TokenMeaning::Clash,
            _ => TokenMeaning::Unclear,
        }
    }

    /// Returns whether a name is in the position of a type: another name follows it.
    fn is_type_before(&self, name: TokenId, before: Option<TokenId>, behind: Option<TokenId>) -> bool {
        let last = self.list.text(behind);
        let is_start = before.is_none()
            || contains(&self.rules.qualifiers, self.list.text(before))
            || is_in_capitals(self.list.text(before))
            || self.list.back(name).next().is_none();
        is_start && (self.list.is_word(behind) || last == "*")
    }

    /// Returns whether a body follows the parameter list of a function.
    fn function_at(&self, open: Option<TokenId>) -> TokenMeaning {
        let close = open.and_then(|open| self.list.partner(open));
        let next = close.and_then(|close| self.list.get(close + 1));
        match next {
            Some(next) if next.text == "{" => TokenMeaning::Defines,
            Some(next) if next.kind == NameTokenKind::Word => {
                let second = close.and_then(|close| self.list.get(close + 2));
                match second {
                    // A parameter is declared, or a macro precedes the body.
                    Some(second)
                        if second.kind == NameTokenKind::Word || matches!(second.text, "*" | "{") =>
                    {
                        TokenMeaning::Defines
                    }
                    _ => TokenMeaning::Declares,
                }
            }
            _ => TokenMeaning::Declares,
        }
    }

    /// Returns whether a declaration outside brackets is that of a parameter, between the parameter list of a function
    /// and its body.
    fn is_declared_parameter(&self, name: TokenId) -> bool {
        let statement = self.list.all[name].statement;
        let before = self.list.all[..name].iter().rev().take_while(|token| token.statement == statement);
        let is_end = |token: &&super::list::NameToken<'_>| token.around.is_none() && token.text == ";";
        let mut before = before.skip_while(|token| !is_end(token));
        // The first declaration directly follows the parameter list.
        before.next().is_some() || self.is_behind_list(name)
    }

    fn is_behind_list(&self, name: TokenId) -> bool {
        let mut before = self.list.back(name);
        let list = before.find(|token| self.list.all[*token].text == "(");
        let Some(close) = list.and_then(|open| self.list.partner(open)) else { return false };
        let statement = self.list.all[name].statement;
        let behind = self.list.all[name..].iter().take_while(|token| token.statement == statement);
        let is_declared = behind.into_iter().any(|token| token.text == ";" && token.around.is_none());
        self.list.is_word(Some(close + 1)) && is_declared && self.has_body(name)
    }

    /// Returns the meaning of a word in brackets, or in a function.
    fn meaning_in_brackets(
        &self,
        name: TokenId,
        before: Option<TokenId>,
        behind: Option<TokenId>,
        target: DefinedKind,
    ) -> TokenMeaning {
        let (first, last) = (self.list.text(before), self.list.text(behind));
        let is_type = self.list.is_word(behind) || last == "*";
        let may_be_type = target == DefinedKind::Type && (is_type || matches!(last, ")" | ","));
        if self.is_pointer_to_function(name) {
            let open = self.list.all[name].around;
            return match open.and_then(|open| self.list.inside(open)) {
                Some(Inside::Class) if target == DefinedKind::Member => TokenMeaning::Declares,
                Some(Inside::Class) => TokenMeaning::OtherKind,
                None if target == DefinedKind::Variable || target == DefinedKind::Type => {
                    TokenMeaning::Declares
                }
                None => TokenMeaning::Clash,
                Some(_) => self.declared(name),
            };
        }
        // A function that is declared in a function is that of the file.
        if target == DefinedKind::Function && last == "(" && self.list.inside(name) == Some(Inside::Block) {
            let is_inner = self.function_at(behind) == TokenMeaning::Defines && self.list.is_word(before);
            return if is_inner { TokenMeaning::Unclear } else { TokenMeaning::Value };
        }
        match before.map(|before| self.list.all[before].kind) {
            None => TokenMeaning::Unclear,
            Some(NameTokenKind::Word) if contains(self.values, first) => TokenMeaning::Value,
            Some(NameTokenKind::Word)
                if target == DefinedKind::Type && contains(&self.rules.qualifiers, first) =>
            {
                TokenMeaning::Value
            }
            Some(NameTokenKind::Word) => self.declared(name),
            Some(NameTokenKind::Value) => TokenMeaning::Unclear,
            Some(NameTokenKind::Close) => self.meaning_behind_brackets(name, before, target),
            Some(NameTokenKind::Open) if first == "(" && last == ")" && !may_be_type => {
                let called = before.and_then(|open| self.list.before(open));
                let inner = behind.and_then(|close| self.list.behind(close).ok().flatten());
                let is_declarator = matches!(self.list.text(inner), "(" | "[");
                match self.list.is_word(called) && is_declarator {
                    true => self.declared(name),
                    false => TokenMeaning::Value,
                }
            }
            Some(NameTokenKind::Open) => TokenMeaning::Value,
            Some(NameTokenKind::Sign) => match first {
                "*" if self.is_declared_by_stars(before) => self.declared(name),
                "," if self.is_in_declaration(name) => self.declared(name),
                ":" if last == ":" || last == "," || self.list.inside(name) != Some(Inside::Block) => {
                    let is_choice = self.list.back(name).any(|token| self.list.all[token].text == "?");
                    if is_choice && last != ":" { TokenMeaning::Value } else { TokenMeaning::Unclear }
                }
                "\\" | "@" => TokenMeaning::Unclear,
                _ => TokenMeaning::Value,
            },
        }
    }

    /// Returns the meaning of a name that is declared in brackets, or in a function.
    fn declared(&self, name: TokenId) -> TokenMeaning {
        let Some(outermost) = self.list.around(name).last() else { return TokenMeaning::Unclear };
        match self.list.held_by(outermost) {
            // The parameters of a function pointer member are not visible anywhere.
            Some(Inside::Class) => TokenMeaning::OtherKind,
            Some(Inside::Round) if self.is_head(outermost) => {
                let is_own = self.list.all[name].around == Some(outermost);
                // A parameter of a parameter is not visible anywhere.
                if is_own || !self.has_body(name) { TokenMeaning::Parameter } else { TokenMeaning::Local }
            }
            _ => TokenMeaning::Local,
        }
    }

    /// Returns whether brackets follow the name of a declared function.
    fn is_head(&self, open: TokenId) -> bool {
        let name = self.list.before(open).filter(|name| self.list.is_word(Some(*name)));
        let before = name.and_then(|name| self.list.before(name));
        self.list.is_word(before) || matches!(self.list.text(before), "*" | ")")
    }

    fn has_body(&self, name: TokenId) -> bool {
        let statement = self.list.all[name].statement;
        let behind = self.list.all[name..].iter().take_while(|token| token.statement == statement);
        behind.into_iter().any(|token| token.text == "{" && token.around.is_none())
    }

    /// Returns the meaning of a word after closing brackets: of a condition, of a cast, or of a block.
    fn meaning_behind_brackets(
        &self,
        name: TokenId,
        before: Option<TokenId>,
        target: DefinedKind,
    ) -> TokenMeaning {
        let open = before.and_then(|close| self.list.partner(close));
        let Some(open) = open else { return TokenMeaning::Unclear };
        match self.list.held_by(open) {
            Some(Inside::Block) => TokenMeaning::Value,
            Some(Inside::Round) => {
                let word = self.list.before(open);
                let said = self.list.text(word);
                let is_plain = !self.list.is_word(word) && said != ")" && said != "]";
                let behind = self.list.behind(name).ok().flatten();
                let is_type = target == DefinedKind::Type && self.list.is_word(behind);
                // A call after a macro may be its body, such as that of a loop; any other name is a variable whose type
                // the macro makes.
                let is_called =
                    self.list.text(behind) == "(" && self.list.inside(name) == Some(Inside::Block);
                let is_head = contains(&self.rules.heads, said) || contains(self.values, said);
                if is_head || is_plain || is_type || is_called {
                    TokenMeaning::Value
                } else {
                    TokenMeaning::Local
                }
            }
            _ => TokenMeaning::Local,
        }
    }

    /// Returns whether stars before a name may make it a declared pointer.
    fn is_declared_by_stars(&self, star: Option<TokenId>) -> bool {
        let mut at = star;
        while let Some(here) = at.filter(|at| {
            let text = self.list.all[*at].text;
            text == "*" || contains(&self.rules.qualifiers, text)
        }) {
            at = self.list.before(here);
        }
        let Some(of) = at else { return false };
        let before = self.list.before(of);
        let (text, first) = (self.list.all[of].text, self.list.text(before));
        match self.list.all[of].kind {
            NameTokenKind::Word if contains(self.values, text) => false,
            NameTokenKind::Word => {
                let is_start = matches!(first, ";" | "{" | "}" | "(" | "," | ")" | ":" | "");
                is_start || self.list.is_word(before) && !contains(self.values, first)
            }
            // A macro that makes a type.
            NameTokenKind::Close if text == ")" => {
                let open = self.list.partner(of);
                let called = open.and_then(|open| self.list.before(open));
                self.list.is_word(called)
                    && called.is_some_and(|called| self.list.back(called).next().is_none())
            }
            NameTokenKind::Close => text == "}",
            _ => false,
        }
    }

    /// Returns whether the text before a comma may be a declaration that continues after it.
    pub(super) fn is_in_declaration(&self, name: TokenId) -> bool {
        let around = self.list.all[name].around;
        let is_loop = || {
            let head = around.and_then(|open| self.list.before(open));
            contains(&self.rules.heads, self.list.text(head))
        };
        if self.list.inside(name) != Some(Inside::Block) && !is_loop() {
            return false;
        }
        let all: Vec<TokenId> = self.list.back(name).collect();
        let (Some(first), Some(second)) = (all.last(), all.iter().rev().nth(1)) else { return true };
        let (first, second) = (&self.list.all[*first], &self.list.all[*second]);
        match first.kind {
            NameTokenKind::Word if contains(self.values, first.text) => false,
            NameTokenKind::Word => {
                second.kind == NameTokenKind::Word || matches!(second.text, "*" | "(" | "{")
            }
            _ => first.text == ",",
        }
    }

    /// Returns the meaning of an unqualified name: an argument of a macro has the meaning that the macro gives it.
    fn other_kind_or_argument(&self, name: TokenId, target: DefinedKind) -> TokenMeaning {
        let own = match target {
            DefinedKind::Tag | DefinedKind::Member => TokenMeaning::OtherKind,
            _ => TokenMeaning::Value,
        };
        let before = self.list.text(self.list.before(name));
        let behind = self.list.text(self.list.behind(name).ok().flatten());
        if !matches!(before, "(" | ",") || !matches!(behind, ")" | ",") {
            return own;
        }
        let Some(open) = self.list.all[name].around else { return own };
        let called = self.list.before(open).filter(|called| self.list.is_word(Some(*called)));
        let Some(called) = called.filter(|_| self.list.held_by(open) == Some(Inside::Round)) else {
            return own;
        };
        let called = self.list.all[called].text;
        let place = commas(self.list, open, name);
        if contains(&self.rules.member_calls, called) && place > 0 {
            return if target == DefinedKind::Member {
                TokenMeaning::Member
            } else {
                TokenMeaning::OtherKind
            };
        }
        match self.asked.macros.argument_use(self.rules, called, place) {
            Some(ArgumentUse::Plain) => own,
            Some(ArgumentUse::Member) if target == DefinedKind::Member => TokenMeaning::Member,
            Some(ArgumentUse::Tag) if target == DefinedKind::Tag => TokenMeaning::Tag,
            Some(ArgumentUse::Member | ArgumentUse::Tag) => TokenMeaning::OtherKind,
            Some(ArgumentUse::Unclear) => TokenMeaning::Unclear,
            None if is_in_capitals(called) && !self.is_checking(called) => TokenMeaning::Unclear,
            None => own,
        }
    }

    fn is_checking(&self, called: &str) -> bool {
        let rules = self.asked.language.manifest().names.as_ref();
        rules
            .is_some_and(|rules| rules.checking_macros.iter().any(|start| called.starts_with(start.as_str())))
    }

    /// Returns the meaning of a name in a directive; `None` if the directive defines a macro of the name.
    pub(super) fn meaning_in_directive(
        &self,
        line: &Range<usize>,
        at: usize,
        target: DefinedKind,
    ) -> Option<TokenMeaning> {
        let text = &self.asked.text[line.clone()];
        let rest = text[1..].trim_start();
        let is_name = |rest: &str| text.len() - rest.len() == at - line.start;
        let Some(rest) = rest.strip_prefix(self.rules.defines.as_str()) else {
            return Some(TokenMeaning::Unclear);
        };
        let own = rest.trim_start();
        if is_name(own) {
            return None;
        }
        let behind = own.trim_start_matches(is_word_char);
        let (parameters, body) = match behind.strip_prefix('(') {
            Some(behind) => behind.split_once(')').unwrap_or((behind, "")),
            None => ("", behind),
        };
        if parameters.split(|char| !is_word_char(char)).any(|one| one == self.asked.old) {
            return Some(TokenMeaning::OtherKind);
        }
        let start = line.end - body.len();
        let Some(list) = TokenList::of(self.asked.language, body) else { return Some(TokenMeaning::Unclear) };
        let Some(token) = at.checked_sub(start).and_then(|at| list.at(at)) else {
            return Some(TokenMeaning::Unclear);
        };
        // The brackets of a body need not match.
        let inner = TokenJudge { list: &list, ..*self };
        Some(match inner.meaning(token, target) {
            _ if inner.is_glued(token) => TokenMeaning::Unclear,
            place @ (TokenMeaning::OtherKind | TokenMeaning::Member | TokenMeaning::Tag) => place,
            // Nothing is around the body.
            _ if list.all[token].around.is_none() => inner.meaning_by_itself(token, target),
            place => place,
        })
    }

    fn is_glued(&self, token: TokenId) -> bool {
        let behind = self.list.behind(token).ok().flatten();
        self.list.text(self.list.before(token)).starts_with('#') || self.list.text(behind).starts_with('#')
    }

    /// Returns the meaning of a word outside brackets in the body of a macro.
    fn meaning_by_itself(&self, token: TokenId, target: DefinedKind) -> TokenMeaning {
        let before = self.list.before(token);
        let first = self.list.text(before);
        match target {
            // A class may contain the body among its members.
            DefinedKind::Member if self.list.is_word(before) && !contains(self.values, first) => {
                return TokenMeaning::Declares;
            }
            DefinedKind::Member if matches!(first, "*" | ",") => return TokenMeaning::Declares,
            DefinedKind::Member | DefinedKind::Tag => return TokenMeaning::OtherKind,
            _ => {}
        }
        let is_value = !self.list.is_word(before) || contains(self.values, first);
        let is_type = target == DefinedKind::Type && contains(&self.rules.qualifiers, first);
        let is_pointer = first == "*" && self.is_declared_by_stars(before);
        if (is_value || is_type) && !is_pointer && !(first == ")" || first == ",") {
            TokenMeaning::Value
        } else if first == ")" || first == "," {
            self.meaning_in_brackets(token, before, self.list.behind(token).ok().flatten(), target)
        } else {
            TokenMeaning::Local
        }
    }
}

/// Returns the number of commas before a token in its brackets.
fn commas(list: &TokenList<'_>, open: TokenId, token: TokenId) -> usize {
    list.all[open..token].iter().filter(|one| one.text == "," && one.around == Some(open)).count()
}
