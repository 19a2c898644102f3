//! Determines the class of a member by the declaration of the object before it: `c->max` after `struct conn *c`.
//!
//! Invariant: an object with two different declarations, or with none in the text, has no known class.

use super::TokenJudge;
use super::list::{Inside, NameTokenKind, TokenId};
use super::meaning::TokenMeaning;
use crate::text::normal::contains;

use super::DefinedKind;

/// The maximum nesting depth of expressions and type aliases.
const DEEPEST: usize = 8;

/// The type of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ObjectType<'t> {
    of: TypeOfObject<'t>,
    /// The number of pointers and arrays around it.
    pointers: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypeOfObject<'t> {
    /// The class whose members follow this brace.
    Class(TokenId),
    /// The class with this tag.
    Tag(&'t str),
    /// The target of this alias.
    Alias(&'t str),
}

impl<'t> TokenJudge<'_, 't> {
    /// Returns whether the member at a token is that of the definition rather than of another class that has a member
    /// of the name; `None` if that is unknown.
    pub(super) fn is_of_definition(&self, member: TokenId) -> Option<bool> {
        let own = self.home(self.list.at(self.asked.at?)?)?;
        let class = self.class_before(member, 0)?;
        match class == own {
            true => Some(true),
            false => self.declared_in(class, self.asked.old).next().map(|_| false),
        }
    }

    /// Returns whether a token is among the members of the class that contains the definition.
    pub(super) fn is_in_home(&self, token: TokenId) -> bool {
        let own = self.asked.at.and_then(|at| self.home(self.list.at(at)?));
        own.is_some() && self.home(token) == own
    }

    /// Returns the brace of the class in which a member is declared; a nameless class is a part of the one around it.
    fn home(&self, member: TokenId) -> Option<TokenId> {
        let mut open = self.list.get(member)?.around?;
        // `int (*size)(void);`
        while self.list.held_by(open) == Some(Inside::Round) {
            open = self.list.get(open)?.around?;
        }
        while self.list.held_by(open) == Some(Inside::Class) && self.is_part(open) {
            open = self.list.get(open)?.around?;
        }
        (self.list.held_by(open) == Some(Inside::Class)).then_some(open)
    }

    /// Returns whether a class is nameless, and nothing is declared with it.
    fn is_part(&self, open: TokenId) -> bool {
        let close = self.list.partner(open);
        let behind = close.and_then(|close| self.list.behind(close).ok().flatten());
        let is_inner = self.list.inside(open) == Some(Inside::Class);
        is_inner
            && self.list.text(behind) == ";"
            && contains(&self.rules.tags, self.list.text(self.list.before(open)))
    }

    /// Returns the class of the object before a member.
    fn class_before(&self, member: TokenId, depth: usize) -> Option<TokenId> {
        let sign = self.list.before(member)?;
        let owner = self.list.before(sign)?;
        if matches!(self.list.text(Some(owner)), "{" | ",") {
            return self.class_of_values(self.list.get(sign)?.around?, depth);
        }
        let found = self.expression(owner, depth + 1)?;
        let found = self.plain(found, depth)?;
        let pointers = usize::from(self.list.text(Some(sign)) != ".");
        match found {
            ObjectType { of: TypeOfObject::Class(class), pointers: own } if own == pointers => Some(class),
            _ => None,
        }
    }

    /// Returns the class whose members are initialized by values in braces: `struct conn c = { .max = 1 }`, `(struct
    /// conn) { .max = 1 }`.
    fn class_of_values(&self, open: TokenId, depth: usize) -> Option<TokenId> {
        let before = self.list.before(open)?;
        let found = match self.list.text(Some(before)) {
            "=" => self.declared_type(self.list.before(before)?)?,
            ")" => {
                let first = self.list.behind(self.list.partner(before)?).ok().flatten()?;
                self.spelled(first, before)?
            }
            _ => return None,
        };
        match self.plain(found, depth)? {
            ObjectType { of: TypeOfObject::Class(class), pointers: 0 } => Some(class),
            _ => None,
        }
    }

    /// Returns the type of the expression that ends in a token.
    fn expression(&self, last: TokenId, depth: usize) -> Option<ObjectType<'t>> {
        if depth > DEEPEST {
            return None;
        }
        let token = self.list.get(last)?;
        match (token.kind, token.text) {
            (NameTokenKind::Word, _) => self.named(last, depth),
            (NameTokenKind::Close, "]") => {
                let open = self.list.partner(last)?;
                let found = self.plain(self.expression(self.list.before(open)?, depth + 1)?, depth)?;
                Some(ObjectType { pointers: found.pointers.checked_sub(1)?, ..found })
            }
            (NameTokenKind::Close, ")") => {
                let open = self.list.partner(last)?;
                let called = self.list.before(open);
                match called.filter(|called| self.list.is_word(Some(*called))) {
                    Some(called) if !self.is_keyword(called) => self.called(called),
                    _ => self.in_brackets(open, last, depth),
                }
            }
            _ => None,
        }
    }

    /// Returns the type of a word that ends an expression: a member, or a variable.
    fn named(&self, word: TokenId, depth: usize) -> Option<ObjectType<'t>> {
        let before = self.list.text(self.list.before(word));
        if contains(&self.rules.members, before) {
            let class = self.class_before(word, depth + 1)?;
            return self.member(class, self.list.get(word)?.text);
        }
        self.variable(word)
    }

    /// Returns the type of an expression in brackets: `(*p)`, `(&c)`, `((struct conn *) p)`.
    fn in_brackets(&self, open: TokenId, close: TokenId, depth: usize) -> Option<ObjectType<'t>> {
        let first = self.list.behind(open).ok().flatten()?;
        let last = self.list.before(close).filter(|last| *last > open)?;
        let is_inner = |token: TokenId| self.list.get(token).is_some_and(|one| one.around == Some(open));
        let token = self.list.get(first)?;
        match token.text {
            "*" | "&" if self.is_operand(first + 1, last, open) => {
                let found = self.plain(self.expression(last, depth + 1)?, depth)?;
                let pointers = match token.text {
                    "*" => found.pointers.checked_sub(1)?,
                    _ => found.pointers + 1,
                };
                Some(ObjectType { pointers, ..found })
            }
            "(" => {
                let end = self.list.partner(first)?;
                let of = self.list.behind(first).ok().flatten()?;
                (self.list.behind(end).ok().flatten().is_some_and(|next| next <= last && is_inner(next)))
                    .then(|| self.spelled(of, end))
                    .flatten()
            }
            _ if self.is_operand(first, last, open) => self.expression(last, depth + 1),
            _ => None,
        }
    }

    /// Returns whether only a single object with its members is between two tokens in brackets.
    fn is_operand(&self, first: TokenId, last: TokenId, open: TokenId) -> bool {
        self.list.all[first..=last].iter().filter(|one| one.around == Some(open)).all(|one| {
            one.kind == NameTokenKind::Word
                || contains(&self.rules.members, one.text)
                || matches!(one.text, "(" | ")" | "[" | "]")
        })
    }

    /// Returns the type that the tokens before `end` spell.
    fn spelled(&self, first: TokenId, end: TokenId) -> Option<ObjectType<'t>> {
        let all: Vec<TokenId> = (first..end).collect();
        self.typed(&all)
    }

    /// Returns the type of the variable that a word names.
    fn variable(&self, word: TokenId) -> Option<ObjectType<'t>> {
        let own = self.list.get(word)?;
        let all = self.list.words(own.text);
        let around: Vec<TokenId> = self.list.around(word).collect();
        let before = &all[..all.partition_point(|id| *id < word)];
        let local = before.iter().rev().copied();
        let local = local.take_while(|id| self.list.all[*id].statement == own.statement).filter(|id| {
            let before = self.list.text(self.list.before(*id));
            !contains(&self.rules.members, before)
        });
        for id in local {
            match self.meaning(id, DefinedKind::Variable) {
                TokenMeaning::Parameter => return self.declared_type(id),
                place if place == TokenMeaning::Local || self.is_listed(id) => {
                    let block = self.list.all[id].around;
                    let is_seen =
                        block.is_some_and(|block| around.contains(&block)) || self.is_in_head(id, word);
                    if is_seen {
                        return self.declared_type(id);
                    }
                }
                TokenMeaning::Unclear if !self.is_argument(id) => return None,
                _ => {}
            }
        }
        let of_file = all.iter().copied().filter(|id| {
            self.list.all[*id].around.is_none()
                && matches!(
                    self.meaning(*id, DefinedKind::Variable),
                    TokenMeaning::Declares | TokenMeaning::Clash
                )
        });
        let mut found = of_file.map(|id| self.declared_type(id));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns whether a word with stars before it follows a comma of a declaration: `struct conn *a, *b;`.
    fn is_listed(&self, word: TokenId) -> bool {
        let mut before = self.list.before(word);
        while let Some(star) = before.filter(|star| self.is_pointer(*star)) {
            before = self.list.before(star);
        }
        before.is_some_and(|comma| self.list.text(Some(comma)) == ",") && self.is_in_declaration(word)
    }

    /// Returns whether a word alone is an argument of what may be a macro.
    fn is_argument(&self, word: TokenId) -> bool {
        let before = self.list.text(self.list.before(word));
        let behind = self.list.text(self.list.behind(word).ok().flatten());
        self.list.inside(word) == Some(Inside::Round)
            && matches!(before, "(" | ",")
            && matches!(behind, ")" | ",")
    }

    /// Returns whether a declaration is in the head of the loop that contains a place: `for (struct conn *c = …; …)`.
    fn is_in_head(&self, declared: TokenId, place: TokenId) -> bool {
        let Some(open) = self.list.all[declared].around else { return false };
        let head = self.list.before(open);
        let Some(close) =
            self.list.partner(open).filter(|_| contains(&self.rules.heads, self.list.text(head)))
        else {
            return false;
        };
        let behind = self.list.behind(close).ok().flatten();
        behind.is_some_and(|block| {
            let end = match self.list.text(Some(block)) {
                "{" => self.list.partner(block).unwrap_or(block),
                // The body is a single statement.
                _ => {
                    let around = self.list.all[block].around;
                    let rest = &self.list.all[block..];
                    let end = rest.iter().position(|one| one.text == ";" && one.around == around);
                    end.map_or(block, |end| block + end)
                }
            };
            block <= place && place <= end
        })
    }

    /// Returns the return type of a function.
    fn called(&self, name: TokenId) -> Option<ObjectType<'t>> {
        let all = self.list.words(self.list.get(name)?.text);
        let is_declared = |id: &TokenId| {
            self.list.all[*id].around.is_none()
                && matches!(
                    self.meaning(*id, DefinedKind::Function),
                    TokenMeaning::Declares | TokenMeaning::Defines
                )
        };
        let mut found = all.iter().copied().filter(is_declared).map(|id| self.type_before(id));
        let first = found.next()??;
        found.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns the type of a member of a class.
    fn member(&self, class: TokenId, name: &str) -> Option<ObjectType<'t>> {
        let mut found = self.declared_in(class, name);
        let first = found.next()?;
        found.next().is_none().then(|| self.declared_type(first))?
    }

    /// Returns the declarations of a member in a class.
    fn declared_in(&self, class: TokenId, name: &str) -> impl Iterator<Item = TokenId> {
        let close = self.list.partner(class).unwrap_or(class);
        let all = self.list.words(name);
        let inner = &all[all.partition_point(|id| *id < class)..all.partition_point(|id| *id < close)];
        let is_declared = move |id: &TokenId| {
            self.home(*id) == Some(class) && self.meaning(*id, DefinedKind::Member) == TokenMeaning::Declares
        };
        inner.iter().copied().filter(is_declared)
    }

    /// Returns the declared type of a name.
    fn declared_type(&self, name: TokenId) -> Option<ObjectType<'t>> {
        let found = self.type_before(name)?;
        let mut behind = self.list.behind(name).ok().flatten();
        let mut pointers = found.pointers;
        while let Some(open) = behind.filter(|open| self.list.text(Some(*open)) == "[") {
            pointers += 1;
            behind = self.list.partner(open).and_then(|close| self.list.behind(close).ok().flatten());
        }
        // `struct conn *make(void)` declares a function.
        (self.list.text(behind) != "(").then_some(ObjectType { pointers, ..found })
    }

    /// Returns the type before a declared name, with the pointers between.
    fn type_before(&self, name: TokenId) -> Option<ObjectType<'t>> {
        let mut all: Vec<TokenId> = self.list.back(name).collect();
        // A parameter begins after the preceding comma.
        if self.list.inside(name) == Some(Inside::Round)
            && let Some(comma) = all.iter().position(|id| self.list.text(Some(*id)) == ",")
        {
            all.truncate(comma);
        }
        all.reverse();
        let stars = all.iter().rev().take_while(|id| self.is_pointer(**id)).count();
        let base = self.typed(&all[..all.len() - stars])?;
        let own = all[all.len() - stars..].iter().filter(|id| self.list.text(Some(**id)) == "*").count();
        // The stars of another name of the statement do not belong to it.
        let is_first = !all.iter().any(|id| self.list.text(Some(*id)) == ",");
        Some(ObjectType { pointers: if is_first { base.pointers + own } else { own }, ..base })
    }

    fn is_pointer(&self, token: TokenId) -> bool {
        let text = self.list.text(Some(token));
        text == "*" || contains(&self.rules.qualifiers, text)
    }

    /// Returns the type at the start of a statement: a class with its keyword, or a single name.
    fn typed(&self, all: &[TokenId]) -> Option<ObjectType<'t>> {
        let text = |id: &TokenId| self.list.text(Some(*id));
        let mut rest = all.iter().copied().skip_while(|id| contains(&self.rules.qualifiers, text(id)));
        let first = rest.next()?;
        let mut of = if contains(&self.rules.tags, text(&first)) {
            let named = rest.next()?;
            match self.list.all[named].kind {
                NameTokenKind::Open => TypeOfObject::Class(named),
                NameTokenKind::Word => {
                    let open = self.list.behind(named).ok().flatten();
                    match open.filter(|open| self.list.held_by(*open) == Some(Inside::Class)) {
                        Some(open) => {
                            rest.next();
                            TypeOfObject::Class(open)
                        }
                        None => TypeOfObject::Tag(text(&named)),
                    }
                }
                _ => return None,
            }
        } else {
            (self.list.all[first].kind == NameTokenKind::Word).then(|| TypeOfObject::Alias(text(&first)))?
        };
        if let TypeOfObject::Class(open) = of
            && self.list.held_by(open) != Some(Inside::Class)
        {
            return None;
        }
        let mut rest = rest.skip_while(|id| contains(&self.rules.qualifiers, text(id))).peekable();
        let pointers = std::iter::from_fn(|| rest.next_if(|id| self.is_pointer(*id)));
        let pointers = pointers.filter(|id| text(id) == "*").count();
        // `unsigned int x` begins with a word that is not a type of the project.
        if let (TypeOfObject::Alias(_), Some(next)) = (of, rest.peek())
            && self.list.is_word(Some(*next))
            && pointers == 0
            && all.len() > 1
            && self.list.text(self.list.behind(*next).ok().flatten()) != ","
        {
            of = TypeOfObject::Alias("");
        }
        Some(ObjectType { of, pointers })
    }

    /// Resolves the aliases of a type; the result is a class if it is one.
    fn plain(&self, found: ObjectType<'t>, depth: usize) -> Option<ObjectType<'t>> {
        if depth > DEEPEST {
            return None;
        }
        match found.of {
            TypeOfObject::Class(_) => Some(found),
            TypeOfObject::Tag(tag) => {
                Some(ObjectType { of: TypeOfObject::Class(self.class_of_tag(tag)?), ..found })
            }
            TypeOfObject::Alias(name) => {
                let is_named = |id: &TokenId| {
                    self.list.all[*id].around.is_none()
                        && matches!(self.list.text(self.list.behind(*id).ok().flatten()), ";" | ",")
                        && self.is_alias(*id)
                };
                let mut all = self.list.words(name).iter().copied().filter(is_named);
                let only = all.next().filter(|_| all.next().is_none())?;
                let inner = self.plain(self.type_before(only)?, depth + 1)?;
                Some(ObjectType { pointers: inner.pointers + found.pointers, ..inner })
            }
        }
    }

    /// Returns the brace of the only class with a tag.
    fn class_of_tag(&self, tag: &str) -> Option<TokenId> {
        let is_tag = |id: &TokenId| contains(&self.rules.tags, self.list.text(self.list.before(*id)));
        let open = |id: TokenId| self.list.behind(id).ok().flatten();
        let is_class = |open: &TokenId| self.list.held_by(*open) == Some(Inside::Class);
        let mut all = self.list.words(tag).iter().copied().filter(is_tag).filter_map(open).filter(is_class);
        all.next().filter(|_| all.next().is_none())
    }

    fn is_keyword(&self, word: TokenId) -> bool {
        let text = self.list.text(Some(word));
        contains(&self.rules.heads, text) || contains(self.values, text)
    }
}
