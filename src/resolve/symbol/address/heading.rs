//! The headings of definitions, which distinguish functions with the same name and parameters.

use std::ops::Range;

use crate::lang::Manifest;
use crate::text::normal::find_word;
use crate::text::{Buffer, CommentScanner, LexState};

use crate::resolve::symbol::extent::span::declaration_item;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::name::{split_list, squeeze};
use crate::resolve::symbol::outline::outlined::Outlined;

/// The text before a body without comments, spacing and macros; names of template parameters count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Heading {
    /// The heads before the declaration, such as `template <class T>`.
    head: String,
    /// The declaration itself.
    declaration: String,
}

impl Heading {
    /// Reads the heading of a definition.
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

    /// Returns whether the declarations are equal, and the heads too if both have one.
    pub(super) fn is_declared_as(&self, other: &Self) -> bool {
        self.declaration == other.declaration
            && (self.head.is_empty() || other.head.is_empty() || self.head == other.head)
    }

    /// Returns the declaration from the name on.
    pub(super) fn core(&self, name: &str) -> &str {
        self.declaration.get(find_word(&self.declaration, name).unwrap_or_default()..).unwrap_or_default()
    }

    /// Returns whether the head alone identifies a function among those with the same name and parameters.
    fn has_telling_head(&self) -> bool {
        !self.head.is_empty() && !self.head.ends_with("<>")
    }
}

/// Returns the only one of several functions with the name and parameters of a payload that has its heading; else the
/// only one that has its head or, if the payload has no head, its declaration.
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

/// Returns a text without its macros: a payload may leave them out, or they may be in another branch.
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

/// Returns a text without its comments.
fn code(text: &str, manifest: &Manifest) -> String {
    let scanner = CommentScanner::new(&manifest.lexical);
    let mut state = LexState::default();
    let lines: Vec<_> = text.lines().map(|line| scanner.scan(line, &mut state).code).collect();
    lines.join("\n")
}

/// The parameters of a function as written in its heading, without blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct ParameterList(pub(super) Vec<String>);

impl ParameterList {
    /// Returns the list in the first parentheses after a name.
    pub(in crate::resolve::symbol) fn of(heading: &str, name: &str) -> Option<Self> {
        let at = find_word(heading, name)? + name.len();
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

    /// Returns whether a call with the arguments that the other list requires has enough here: further parameters are
    /// optional, and so are those that are optional there. Types are ignored.
    pub(in crate::resolve::symbol) fn takes_as_many(&self, other: &Self) -> bool {
        let (Some(shared), Some(more)) = (self.0.get(..other.0.len()), self.0.get(other.0.len()..)) else {
            return false;
        };
        let is_kept = |(old, new): (&String, &String)| !can_be_left_out(old) || can_be_left_out(new);
        other.0.iter().zip(shared).all(is_kept) && more.iter().all(|one| can_be_left_out(one))
    }

    /// Returns whether each call that is valid for the other list is valid for this one, in languages with named
    /// arguments and without type checks: each of the other's parameters is at its place, and the rest is optional.
    pub(in crate::resolve::symbol) fn takes_all_named(&self, other: &Self) -> bool {
        let mut old = other.0.iter().peekable();
        // After a star, arguments are passed by name only, so the position is irrelevant.
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

/// Returns whether a parameter is optional: it has a default value, is marked as optional, or accepts any number of
/// arguments.
fn can_be_left_out(item: &str) -> bool {
    let sorts_out = |(at, _): &(usize, &str)| {
        let before = item[..*at].chars().next_back();
        !item[at + 1..].starts_with(['>', '=']) && !before.is_some_and(|char| "<>=!".contains(char))
    };
    let is_optional = item.split(':').next().is_some_and(|name| name.ends_with('?'));
    is_optional || item.contains("...") || item.match_indices('=').any(|found| sorts_out(&found))
}

/// Returns the name of a parameter, with its stars, and whether it is optional.
pub(super) fn named(item: &str) -> (&str, bool) {
    let end = item.find([':', '=']).unwrap_or(item.len());
    (&item[..end], can_be_left_out(item))
}
