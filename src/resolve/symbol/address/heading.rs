//! What stands before a definition's body: by this, functions of one name and one parameter list are told apart.

use std::ops::Range;

use crate::lang::Manifest;
use crate::text::normal::word_at;
use crate::text::{Buffer, CommentScanner, LexState};

use crate::resolve::symbol::extent::span::declaration_item;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::name::{split_list, squeeze};
use crate::resolve::symbol::outline::outlined::Outlined;

/// All that stands before a body, comments, spacing and macros apart; what stands for a template's parameter counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Heading {
    /// The heads before the declaration, such as `template <class T>`.
    head: String,
    /// The declaration itself.
    declaration: String,
}

impl Heading {
    /// The heading of a definition.
    pub(in crate::resolve::symbol) fn of(file: Outlined<'_>, id: ItemId) -> Self {
        let start = file.outline.item(file.outline.outermost(id)).range.start;
        let declaration = file.outline.item(declaration_item(file.outline, id)).range.start;
        let item = file.outline.item(id);
        let end = item.range.start + file.outline.definition(id).map_or(0, |found| found.heading);
        let squeezed = |from: usize, to: usize| {
            squeeze(&code(&without_macros(file.outline, file.buffer, from..to.max(from)), file.manifest()))
        };
        let ends: &[char] = &[';'];
        Self {
            head: squeezed(start, declaration),
            declaration: squeezed(declaration, end).trim_end_matches(ends).to_owned(),
        }
    }

    /// Whether what declares both is the same, and what stands above them, where both have something there.
    pub(super) fn is_declared_as(&self, other: &Self) -> bool {
        self.declaration == other.declaration
            && (self.head.is_empty() || other.head.is_empty() || self.head == other.head)
    }

    /// The declaration from the name on.
    pub(super) fn core(&self, name: &str) -> &str {
        self.declaration.get(word_at(&self.declaration, name).unwrap_or_default()..).unwrap_or_default()
    }

    /// Whether functions with this head, and with the same name and parameters, are the same by the head alone.
    fn has_telling_head(&self) -> bool {
        !self.head.is_empty() && !self.head.ends_with("<>")
    }
}

/// The one of several functions with the name and the parameters of a payload that has its heading too; else the one
/// that has its head, or, where the payload leaves the head out, its declaration.
pub(in crate::resolve::symbol) fn only_like(
    ids: &[ItemId],
    payload: &Heading,
    heading: &dyn Fn(ItemId) -> Heading,
) -> Option<ItemId> {
    let all: Vec<(ItemId, Heading)> = ids.iter().map(|id| (*id, heading(*id))).collect();
    let same = |is_same: &dyn Fn(&Heading) -> bool| -> Vec<ItemId> {
        all.iter().filter(|(_, own)| is_same(own)).map(|(id, _)| *id).collect()
    };
    let mut found = same(&|own| own == payload);
    if found.is_empty() && payload.head.is_empty() {
        found = same(&|own| own.declaration == payload.declaration);
    } else if found.is_empty() && payload.has_telling_head() {
        found = same(&|own| own.head == payload.head);
    }
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// A text without the macros in it: a payload may leave them out, or another branch have them.
fn without_macros(outline: &Outline, buffer: &Buffer, range: Range<usize>) -> String {
    let macros = outline.macros.as_deref().unwrap_or_default();
    let first = macros.partition_point(|one| one.start < range.start);
    let mut text = String::new();
    let mut done = range.start;
    for one in macros[first..].iter().take_while(|one| one.end <= range.end) {
        if one.start < done {
            continue;
        }
        text.push_str(&buffer.slice(done..one.start));
        text.push(' ');
        done = one.end;
    }
    text.push_str(&buffer.slice(done..range.end));
    text
}

/// A text without its comments.
fn code(text: &str, manifest: &Manifest) -> String {
    let scanner = CommentScanner::new(&manifest.lexical);
    let mut state = LexState::default();
    let lines: Vec<_> = text.lines().map(|line| scanner.scan(line, &mut state).code).collect();
    lines.join("\n")
}

/// The parameters of a function as its heading writes them, without blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct ParameterList(pub(super) Vec<String>);

impl ParameterList {
    /// The list in the first round brackets behind a name.
    pub(in crate::resolve::symbol) fn of(heading: &str, name: &str) -> Option<Self> {
        let at = word_at(heading, name)? + name.len();
        let open = at + heading[at..].find('(')?;
        let mut depth = 0_usize;
        for (place, char) in heading[open..].char_indices() {
            match char {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                let list = squeeze(&heading[open + 1..open + place]);
                return Some(Self(split_list(&list).into_iter().map(str::to_owned).collect()));
            }
        }
        None
    }

    /// Whether a call that gives as many arguments as the other list asks for gives enough here: what comes behind
    /// those may be left out, and so may what could be left out there. Types are not looked at.
    pub(in crate::resolve::symbol) fn takes_as_many(&self, other: &Self) -> bool {
        let (Some(shared), Some(more)) = (self.0.get(..other.0.len()), self.0.get(other.0.len()..)) else {
            return false;
        };
        let is_kept = |(old, new): (&String, &String)| !can_be_left_out(old) || can_be_left_out(new);
        other.0.iter().zip(shared).all(is_kept) && more.iter().all(|one| can_be_left_out(one))
    }

    /// Whether each call for the other list is one for this list, where arguments may be given by name and types are
    /// never checked: each of the other's parameters stands at its place, and the rest may be left out.
    pub(in crate::resolve::symbol) fn takes_all_named(&self, other: &Self) -> bool {
        let mut old = other.0.iter().peekable();
        // Behind a star, arguments are given by name alone: none moves another.
        let (mut by_name, mut moved) = (false, false);
        for item in &self.0 {
            let (name, default) = named(item);
            let known = old.next_if(|old| {
                let (known, old_default) = named(old);
                known == name && (!old_default || default)
            });
            let is_rest = name.starts_with("**");
            match known {
                Some(_) if moved && !by_name && !is_rest && name != "*" => return false,
                Some(_) => by_name |= name.starts_with('*'),
                None if default || name.starts_with('*') => moved |= !by_name,
                None => return false,
            }
        }
        old.next().is_none()
    }
}

/// Whether a call need not give a parameter: it has a default, says so, or takes any number of arguments.
fn can_be_left_out(item: &str) -> bool {
    let sorts_out = |(at, _): &(usize, &str)| {
        let before = item[..*at].chars().next_back();
        !item[at + 1..].starts_with(['>', '=']) && !before.is_some_and(|char| "<>=!".contains(char))
    };
    let is_optional = item.split(':').next().is_some_and(|name| name.ends_with('?'));
    is_optional || item.contains("...") || item.match_indices('=').any(|found| sorts_out(&found))
}

/// The name of a parameter, with its stars, and whether a default follows.
pub(super) fn named(item: &str) -> (&str, bool) {
    let end = item.find([':', '=']).unwrap_or(item.len());
    (&item[..end], can_be_left_out(item))
}
