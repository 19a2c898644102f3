//! What a name is at its place, by the tokens before and behind it.

use std::ops::Range;

use super::list::{Inside, Sort, TokenId, TokenList};
use super::macros::{Given, is_in_capitals};
use super::{Target, Teller};
use crate::text::normal::{has, is_word_char};

/// What a name is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Of another sort than the definition: a member, a tag, a label.
    Apart,
    /// A member, where that is what is looked for.
    Member,
    /// A tag, where that is what is looked for.
    Tag,
    /// What the file knows by the name, unless something nearer has it.
    Value,
    /// The definition with its body.
    Defines,
    /// A declaration of the definition.
    Declares,
    /// A parameter of the function whose head it stands in.
    Parameter,
    /// It may be a variable of a function.
    Local,
    /// Another definition for the file.
    Clash,
    Unclear,
}

impl Teller<'_, '_> {
    /// What the name at a token is.
    pub(super) fn place(&self, name: TokenId, target: Target) -> Place {
        let before = self.list.before(name);
        let Ok(behind) = self.list.behind(name) else { return Place::Unclear };
        let (first, last) = (self.list.text(before), self.list.text(behind));
        if has(&self.rules.members, first) {
            return if target == Target::Member { Place::Member } else { Place::Apart };
        }
        if has(&self.rules.tags, first) {
            return match (target, last) {
                (Target::Tag, "{") if self.list.all[name].around.is_some() => Place::Clash,
                (Target::Tag, "{") => Place::Defines,
                (Target::Tag, ";") if self.list.all[name].around.is_none() => Place::Declares,
                (Target::Tag, ";") => Place::Clash,
                (Target::Tag, _) => Place::Tag,
                // A type and its tag are one.
                (Target::Type, _) => Place::Clash,
                _ => Place::Apart,
            };
        }
        if has(&self.rules.jumps, first) || self.is_label(name, first, last) {
            // `{ name: 1 }` gives a value to a member.
            return if target == Target::Member && first == "{" { Place::Unclear } else { Place::Apart };
        }
        if first.starts_with('#') || last.starts_with('#') || first == "..." || self.is_in_attribute(name) {
            return Place::Unclear;
        }
        let place = match self.list.inside(name) {
            Some(Inside::Class) => self.place_in_class(before, last, target),
            Some(Inside::Enum) => self.place_in_enum(name, first, target),
            None => self.place_in_file(name, before, behind, target),
            Some(Inside::Round | Inside::Square | Inside::Block) => {
                self.place_in_brackets(name, before, behind, target)
            }
        };
        match (target, place) {
            (Target::Tag, Place::Declares | Place::Clash) if self.is_alias(name) => Place::Clash,
            (
                Target::Tag | Target::Member,
                Place::Value | Place::Local | Place::Parameter | Place::Defines,
            ) => self.apart_or_given(name, target),
            (Target::Tag, Place::Declares | Place::Clash) => Place::Apart,
            (Target::Member, Place::Declares | Place::Clash)
                if self.list.inside(name) != Some(Inside::Class) && !self.is_pointer_to_function(name) =>
            {
                Place::Apart
            }
            (_, Place::Value) => self.apart_or_given(name, target),
            (_, place) => place,
        }
    }

    /// Whether a name stands in what is said to the compiler only.
    fn is_in_attribute(&self, name: TokenId) -> bool {
        let masks = self.asked.language.manifest().view.masks.as_ref();
        masks.is_some_and(|masks| {
            let words = self.list.around(name).map(|bracket| self.list.text(self.list.before(bracket)));
            words.into_iter().any(|word| word.starts_with("__") && has(&masks.bracket_words, word))
        })
    }

    fn is_label(&self, name: TokenId, first: &str, last: &str) -> bool {
        let is_in_block = self.list.inside(name) == Some(Inside::Block);
        last == ":" && is_in_block && matches!(first, ";" | "{" | "}")
    }

    /// What a word is that stands among the members of a class, in no other brackets.
    fn place_in_class(&self, before: Option<TokenId>, last: &str, target: Target) -> Place {
        let first = self.list.text(before);
        let is_type = has(&self.rules.qualifiers, first) || matches!(first, ";" | "{" | "}");
        if is_type && !matches!(last, ";" | "," | "[" | ":" | "=") {
            return if target == Target::Type { Place::Value } else { Place::Unclear };
        }
        if first == ":" {
            return Place::Value;
        }
        if self.list.is_word(before) || matches!(first, "*" | "," | "}" | ")") {
            return if target == Target::Member { Place::Declares } else { Place::Apart };
        }
        Place::Unclear
    }

    fn place_in_enum(&self, name: TokenId, first: &str, target: Target) -> Place {
        match first {
            "{" | "," if target == Target::Value && Some(self.list.all[name].at) == self.asked.at => {
                Place::Declares
            }
            "{" | "," => Place::Clash,
            _ => Place::Value,
        }
    }

    /// What a word is that stands in no brackets.
    fn place_in_file(
        &self,
        name: TokenId,
        before: Option<TokenId>,
        behind: Option<TokenId>,
        target: Target,
    ) -> Place {
        let (first, last) = (self.list.text(before), self.list.text(behind));
        let is_declared = self.list.is_word(before) || matches!(first, "*" | ")" | ",");
        let is_after_class = first == "}" && self.list.back(name).next().is_some();
        let is_given = first != "," && self.list.back(name).any(|token| self.list.all[token].text == "=");
        if is_given || !is_declared && !is_after_class && !matches!(first, "" | ";" | "}" | "{") {
            return Place::Value;
        }
        let is_type_before = self.is_type_before(name, before, behind);
        match target {
            Target::Type if is_type_before => Place::Value,
            Target::Type if Some(self.list.all[name].at) == self.asked.at => Place::Declares,
            _ if self.is_declared_parameter(name) => Place::Parameter,
            Target::Type => Place::Clash,
            _ if self.is_alias(name) && !is_type_before => Place::Clash,
            Target::Function if last == "(" && is_declared => self.function_at(behind),
            Target::Function if is_declared && behind.is_some_and(|behind| self.is_call(behind)) => {
                Place::Declares
            }
            Target::Variable if (is_declared || is_after_class) && matches!(last, ";" | "=" | "[" | ",") => {
                Place::Declares
            }
            _ if matches!(last, ";" | "=" | "[" | "," | "(") => Place::Clash,
            _ => Place::Unclear,
        }
    }

    /// Whether a name stands where a type stands: another name comes behind it.
    fn is_type_before(&self, name: TokenId, before: Option<TokenId>, behind: Option<TokenId>) -> bool {
        let last = self.list.text(behind);
        let is_start = before.is_none()
            || has(&self.rules.qualifiers, self.list.text(before))
            || is_in_capitals(self.list.text(before))
            || self.list.back(name).next().is_none();
        is_start && (self.list.is_word(behind) || last == "*")
    }

    /// Whether the brackets behind the name of a function have its body behind them.
    fn function_at(&self, open: Option<TokenId>) -> Place {
        let close = open.and_then(|open| self.list.partner(open));
        let next = close.and_then(|close| self.list.get(close + 1));
        match next {
            Some(next) if next.text == "{" => Place::Defines,
            Some(next) if next.sort == Sort::Word => {
                let second = close.and_then(|close| self.list.get(close + 2));
                match second {
                    // A parameter is declared, or a macro stands before the body.
                    Some(second) if second.sort == Sort::Word || matches!(second.text, "*" | "{") => {
                        Place::Defines
                    }
                    _ => Place::Declares,
                }
            }
            _ => Place::Declares,
        }
    }

    /// Whether a declaration in no brackets is that of a parameter, between the list of a function and its body.
    fn is_declared_parameter(&self, name: TokenId) -> bool {
        let statement = self.list.all[name].statement;
        let before = self.list.all[..name].iter().rev().take_while(|token| token.statement == statement);
        let is_end = |token: &&super::list::Token<'_>| token.around.is_none() && token.text == ";";
        let mut before = before.skip_while(|token| !is_end(token));
        // The first declaration stands behind the list itself.
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

    /// What a word is that stands in brackets, or in a function.
    fn place_in_brackets(
        &self,
        name: TokenId,
        before: Option<TokenId>,
        behind: Option<TokenId>,
        target: Target,
    ) -> Place {
        let (first, last) = (self.list.text(before), self.list.text(behind));
        let is_type = self.list.is_word(behind) || last == "*";
        let may_be_type = target == Target::Type && (is_type || matches!(last, ")" | ","));
        if self.is_pointer_to_function(name) {
            let open = self.list.all[name].around;
            return match open.and_then(|open| self.list.inside(open)) {
                Some(Inside::Class) if target == Target::Member => Place::Declares,
                Some(Inside::Class) => Place::Apart,
                None if target == Target::Variable || target == Target::Type => Place::Declares,
                None => Place::Clash,
                Some(_) => self.declared(name),
            };
        }
        // What is declared in a function as one of the file is that one.
        if target == Target::Function && last == "(" && self.list.inside(name) == Some(Inside::Block) {
            let is_inner = self.function_at(behind) == Place::Defines && self.list.is_word(before);
            return if is_inner { Place::Unclear } else { Place::Value };
        }
        match before.map(|before| self.list.all[before].sort) {
            None => Place::Unclear,
            Some(Sort::Word) if has(self.values, first) => Place::Value,
            Some(Sort::Word) if target == Target::Type && has(&self.rules.qualifiers, first) => Place::Value,
            Some(Sort::Word) => self.declared(name),
            Some(Sort::Value) => Place::Unclear,
            Some(Sort::Close) => self.place_behind_brackets(name, before, target),
            Some(Sort::Open) if first == "(" && last == ")" && !may_be_type => {
                let called = before.and_then(|open| self.list.before(open));
                let inner = behind.and_then(|close| self.list.behind(close).ok().flatten());
                let is_declarator = matches!(self.list.text(inner), "(" | "[");
                match self.list.is_word(called) && is_declarator {
                    true => self.declared(name),
                    false => Place::Value,
                }
            }
            Some(Sort::Open) => Place::Value,
            Some(Sort::Sign) => match first {
                "*" if self.is_declared_by_stars(before) => self.declared(name),
                "," if self.is_in_declaration(name) => self.declared(name),
                ":" if last == ":" || last == "," || self.list.inside(name) != Some(Inside::Block) => {
                    let is_choice = self.list.back(name).any(|token| self.list.all[token].text == "?");
                    if is_choice && last != ":" { Place::Value } else { Place::Unclear }
                }
                "\\" | "@" => Place::Unclear,
                _ => Place::Value,
            },
        }
    }

    /// What is declared in brackets, or in a function.
    fn declared(&self, name: TokenId) -> Place {
        let Some(outermost) = self.list.around(name).last() else { return Place::Unclear };
        match self.list.held_by(outermost) {
            // The parameters of what a member points to are nobody's.
            Some(Inside::Class) => Place::Apart,
            Some(Inside::Round) if self.is_head(outermost) => {
                let is_own = self.list.all[name].around == Some(outermost);
                // A parameter of a parameter is known to nobody.
                if is_own || !self.has_body(name) { Place::Parameter } else { Place::Local }
            }
            _ => Place::Local,
        }
    }

    /// Whether brackets stand behind the name of a function that is declared.
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

    /// What a word is behind brackets that close: of a condition, of a type to which a value is made, of a block.
    fn place_behind_brackets(&self, name: TokenId, before: Option<TokenId>, target: Target) -> Place {
        let open = before.and_then(|close| self.list.partner(close));
        let Some(open) = open else { return Place::Unclear };
        match self.list.held_by(open) {
            Some(Inside::Block) => Place::Value,
            Some(Inside::Round) => {
                let word = self.list.before(open);
                let said = self.list.text(word);
                let is_plain = !self.list.is_word(word) && said != ")" && said != "]";
                let behind = self.list.behind(name).ok().flatten();
                let is_type = target == Target::Type && self.list.is_word(behind);
                // A macro stands for the head of a loop; what it makes a type of is given to a variable.
                let is_called =
                    self.list.text(behind) == "(" && self.list.inside(name) == Some(Inside::Block);
                let is_head = has(&self.rules.heads, said) || has(self.values, said);
                if is_head || is_plain || is_type || is_called { Place::Value } else { Place::Local }
            }
            _ => Place::Local,
        }
    }

    /// Whether stars before a name may make it a pointer that is declared.
    fn is_declared_by_stars(&self, star: Option<TokenId>) -> bool {
        let mut at = star;
        while let Some(here) = at.filter(|at| {
            let text = self.list.all[*at].text;
            text == "*" || has(&self.rules.qualifiers, text)
        }) {
            at = self.list.before(here);
        }
        let Some(of) = at else { return false };
        let before = self.list.before(of);
        let (text, first) = (self.list.all[of].text, self.list.text(before));
        match self.list.all[of].sort {
            Sort::Word if has(self.values, text) => false,
            Sort::Word => {
                let is_start = matches!(first, ";" | "{" | "}" | "(" | "," | ")" | ":" | "");
                is_start || self.list.is_word(before) && !has(self.values, first)
            }
            // What a macro makes of a type.
            Sort::Close if text == ")" => {
                let open = self.list.partner(of);
                let called = open.and_then(|open| self.list.before(open));
                self.list.is_word(called)
                    && called.is_some_and(|called| self.list.back(called).next().is_none())
            }
            Sort::Close => text == "}",
            _ => false,
        }
    }

    /// Whether what stands before a comma may be a declaration that goes on behind it.
    pub(super) fn is_in_declaration(&self, name: TokenId) -> bool {
        let around = self.list.all[name].around;
        let is_loop = || {
            let head = around.and_then(|open| self.list.before(open));
            has(&self.rules.heads, self.list.text(head))
        };
        if self.list.inside(name) != Some(Inside::Block) && !is_loop() {
            return false;
        }
        let all: Vec<TokenId> = self.list.back(name).collect();
        let (Some(first), Some(second)) = (all.last(), all.iter().rev().nth(1)) else { return true };
        let (first, second) = (&self.list.all[*first], &self.list.all[*second]);
        match first.sort {
            Sort::Word if has(self.values, first.text) => false,
            Sort::Word => second.sort == Sort::Word || matches!(second.text, "*" | "(" | "{"),
            _ => first.text == ",",
        }
    }

    /// What a name is that stands by itself: an argument of a macro is what the macro makes of it.
    fn apart_or_given(&self, name: TokenId, target: Target) -> Place {
        let own = match target {
            Target::Tag | Target::Member => Place::Apart,
            _ => Place::Value,
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
        if has(&self.rules.member_calls, called) && place > 0 {
            return if target == Target::Member { Place::Member } else { Place::Apart };
        }
        match self.asked.macros.given(self.rules, called, place) {
            Some(Given::Plain) => own,
            Some(Given::Member) if target == Target::Member => Place::Member,
            Some(Given::Tag) if target == Target::Tag => Place::Tag,
            Some(Given::Member | Given::Tag) => Place::Apart,
            Some(Given::Unclear) => Place::Unclear,
            None if is_in_capitals(called) && !self.is_checking(called) => Place::Unclear,
            None => own,
        }
    }

    fn is_checking(&self, called: &str) -> bool {
        let rules = self.asked.language.manifest().names.as_ref();
        rules
            .is_some_and(|rules| rules.checking_macros.iter().any(|start| called.starts_with(start.as_str())))
    }

    /// What a name in a directive is; `None` where that defines a macro of the name.
    pub(super) fn place_in_directive(&self, line: &Range<usize>, at: usize, target: Target) -> Option<Place> {
        let text = &self.asked.text[line.clone()];
        let rest = text[1..].trim_start();
        let is_name = |rest: &str| text.len() - rest.len() == at - line.start;
        let Some(rest) = rest.strip_prefix(self.rules.defines.as_str()) else { return Some(Place::Unclear) };
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
            return Some(Place::Apart);
        }
        let start = line.end - body.len();
        let Some(list) = TokenList::of(self.asked.language, body) else { return Some(Place::Unclear) };
        let Some(token) = at.checked_sub(start).and_then(|at| list.at(at)) else {
            return Some(Place::Unclear);
        };
        // The brackets of a body need not match.
        let inner = Teller { list: &list, ..*self };
        Some(match inner.place(token, target) {
            _ if inner.is_glued(token) => Place::Unclear,
            place @ (Place::Apart | Place::Member | Place::Tag) => place,
            // Nothing stands around the body.
            _ if list.all[token].around.is_none() => inner.place_by_itself(token, target),
            place => place,
        })
    }

    fn is_glued(&self, token: TokenId) -> bool {
        let behind = self.list.behind(token).ok().flatten();
        self.list.text(self.list.before(token)).starts_with('#') || self.list.text(behind).starts_with('#')
    }

    /// What a word of the body of a macro is that stands in no brackets there.
    fn place_by_itself(&self, token: TokenId, target: Target) -> Place {
        let before = self.list.before(token);
        let first = self.list.text(before);
        match target {
            // A class may have the body among its members.
            Target::Member if self.list.is_word(before) && !has(self.values, first) => {
                return Place::Declares;
            }
            Target::Member if matches!(first, "*" | ",") => return Place::Declares,
            Target::Member | Target::Tag => return Place::Apart,
            _ => {}
        }
        let is_value = !self.list.is_word(before) || has(self.values, first);
        let is_type = target == Target::Type && has(&self.rules.qualifiers, first);
        let is_pointer = first == "*" && self.is_declared_by_stars(before);
        if (is_value || is_type) && !is_pointer && !(first == ")" || first == ",") {
            Place::Value
        } else if first == ")" || first == "," {
            self.place_in_brackets(token, before, self.list.behind(token).ok().flatten(), target)
        } else {
            Place::Local
        }
    }
}

/// How many commas stand before a token in its brackets.
fn commas(list: &TokenList<'_>, open: TokenId, token: TokenId) -> usize {
    list.all[open..token].iter().filter(|one| one.text == "," && one.around == Some(open)).count()
}
