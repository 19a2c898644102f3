//! How deep the lines of a file are below those that their depth follows from.

use std::collections::HashMap;

use super::relation::{Anchor, LinePlace, Relation};
use super::tokens::{LineSort, TokenLine};
use crate::text::lexer::NestingSyntax;

/// A difference of two indentations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Offset {
    Deeper(String),
    Less(String),
}

impl Offset {
    fn between(above: &str, below: &str) -> Option<Self> {
        match (below.strip_prefix(above), above.strip_prefix(below)) {
            (Some(more), _) => Some(Self::Deeper(more.to_owned())),
            (None, Some(less)) => Some(Self::Less(less.to_owned())),
            (None, None) => None,
        }
    }

    fn below(&self, indent: &str) -> Option<String> {
        match self {
            Self::Deeper(more) => Some(format!("{indent}{more}")),
            Self::Less(less) => indent.strip_suffix(less.as_str()).map(str::to_owned),
        }
    }
}

/// The offsets that a file shows for one relation.
#[derive(Debug, Clone, Default)]
struct Samples {
    count: usize,
    offsets: HashMap<Offset, usize>,
    /// The number of lines that are aligned with the bracket around them.
    aligned: usize,
}

/// The style of a file.
#[derive(Debug, Clone)]
pub(super) struct NestingStyle {
    samples: HashMap<Relation, Samples>,
    step: String,
    /// The usual style of the language, for what the file does not show.
    usual: NestingSyntax,
    /// Whether directives in brackets are at the margin.
    pub(super) has_flat_directives: bool,
}

/// The share of lines that must have one offset where brackets alone tell the relation.
const MOST: f64 = 0.85;

impl NestingStyle {
    /// Reads the style of lines whose places are known.
    pub(super) fn of(
        lines: &[TokenLine<'_>],
        places: &[Option<LinePlace>],
        (usual, step): (NestingSyntax, &str),
    ) -> Self {
        let directives = || {
            let own = lines
                .iter()
                .zip(places)
                .filter(|(line, _)| line.sort == LineSort::Directive { continued: false });
            own.filter(|(_, place)| place.as_ref().is_some_and(|place| place.opener.is_some()))
        };
        let mut style = Self {
            samples: HashMap::new(),
            step: step.to_owned(),
            usual,
            has_flat_directives: directives().next().is_some()
                && directives().all(|(line, _)| line.indent().is_empty()),
        };
        for (line, place) in lines.iter().zip(places) {
            let Some(LinePlace { anchor: Anchor::Line(anchor), relation, bracket, .. }) = place else {
                continue;
            };
            let samples = style.samples.entry(relation.clone()).or_default();
            samples.count += 1;
            if let Some(offset) = Offset::between(lines[*anchor].indent(), line.indent()) {
                *samples.offsets.entry(offset).or_default() += 1;
            }
            if let Some((opener, column)) = bracket {
                let wanted = aligned(lines[*opener].indent(), *column);
                samples.aligned += usize::from(wanted == line.indent());
            }
        }
        let most = [&[Relation::Block, Relation::Value][..], &[Relation::OwnBlock], &[Relation::Member]];
        let most = most.into_iter().find_map(|relations| style.most(relations));
        if let Some(Offset::Deeper(own)) = most
            && (own == "\t" || (1..=8).contains(&own.len()) && own.bytes().all(|byte| byte == b' '))
        {
            style.step = own;
        }
        style
    }

    /// Returns the most frequent offset of some relations.
    fn most(&self, relations: &[Relation]) -> Option<Offset> {
        let mut counts: HashMap<&Offset, usize> = HashMap::new();
        for samples in relations.iter().filter_map(|relation| self.samples.get(relation)) {
            samples.offsets.iter().for_each(|(offset, count)| *counts.entry(offset).or_default() += count);
        }
        let most = counts.values().copied().max()?;
        let mut best = counts.into_iter().filter(|(_, count)| *count == most).map(|(offset, _)| offset);
        best.next().filter(|_| best.next().is_none()).cloned()
    }

    /// Returns the indentation of a line with this relation to one with the indentation `above`; `bracket` is the
    /// indentation and the offset of the bracket around it.
    pub(super) fn below(
        &self,
        above: &str,
        relation: &Relation,
        bracket: Option<(&str, usize)>,
    ) -> Option<String> {
        let aligned = bracket.map(|(indent, column)| aligned(indent, column));
        let default = self.default(relation);
        let Some(samples) = self.samples.get(relation) else {
            return default.or_else(|| self.usual(relation))?.below(above);
        };
        let least = match default {
            Some(_) => (samples.count as f64 * MOST).ceil() as usize,
            None => samples.count,
        };
        let offsets = samples.offsets.iter().filter(|(_, count)| **count >= least);
        let offsets =
            offsets.map(|(offset, _)| offset.below(above).filter(|_| self.is_whole(offset, relation)));
        let aligned = (samples.aligned >= least).then_some(aligned).flatten().map(Some);
        let mut found = None;
        for own in offsets.chain(aligned) {
            let own = own?;
            if found.as_ref().is_some_and(|found| *found != own) {
                return None;
            }
            found = Some(own);
        }
        let opens = matches!(
            relation,
            Relation::Block | Relation::OwnBlock | Relation::Value | Relation::Hanging(..)
        );
        if opens && samples.count < 3 && found.as_deref() == Some(above) {
            return None;
        }
        let is_clear = default.is_some() || samples.count >= least_samples(relation);
        found.filter(|_| is_clear)
    }

    /// Returns whether an offset is no alignment with something in the line above.
    fn is_whole(&self, offset: &Offset, relation: &Relation) -> bool {
        let (Offset::Deeper(own) | Offset::Less(own)) = offset;
        let is_label = matches!(relation, Relation::Access | Relation::Case | Relation::Target);
        is_label || own.replace(&self.step, "").is_empty()
    }

    /// Returns the offset that most sources in the language have.
    fn usual(&self, relation: &Relation) -> Option<Offset> {
        let steps = match relation {
            Relation::Case => self.usual.case,
            Relation::Hanging(..) => self.usual.hanging,
            // Further operators are below the first one.
            Relation::Continued { above: Some(above), start, end, .. } => {
                let is_like = above != "|" && above == start || above == end && start == "w";
                self.usual.continued.filter(|_| is_like && end != ",").map(|_| 0)
            }
            Relation::Continued { above: None, start, end, .. } => {
                let is_sign = |text: &str| {
                    !["w", "v", "s", "(", "[", "{", "}", "|", ",", "<"].contains(&text)
                        && !text.starts_with(char::is_alphabetic)
                };
                let is_usual =
                    is_sign(start) || is_sign(end) && ["w", "s", "(", "["].contains(&start.as_str());
                self.usual.continued.filter(|_| is_usual && end != "}")
            }
            _ => None,
        };
        steps.map(|steps| Offset::Deeper(self.step.repeat(steps)))
    }

    /// Returns the offset of a relation that all styles have in common.
    fn default(&self, relation: &Relation) -> Option<Offset> {
        match relation {
            Relation::Sibling
            | Relation::NextCase
            | Relation::NextAccess
            | Relation::Clause
            | Relation::OwnBrace
            | Relation::Attributed
            | Relation::Closer(_, true) => Some(Offset::Deeper(String::new())),
            Relation::Value if self.usual.hanging.is_none() => None,
            Relation::Block
            | Relation::OwnBlock
            | Relation::Value
            | Relation::HeadBlock
            | Relation::Braceless
            | Relation::CaseBody => Some(Offset::Deeper(self.step.clone())),
            Relation::Namespace
            | Relation::Hanging(..)
            | Relation::Behind(_)
            | Relation::CloserBehind(_)
            | Relation::Aligned(_)
            | Relation::Closer(_, false)
            | Relation::Closers
            | Relation::Case
            | Relation::Access
            | Relation::Member
            | Relation::Target
            | Relation::Continued { .. }
            | Relation::CommentAbove(_) => None,
        }
    }
}

/// Returns how many lines must show the offset of a relation.
fn least_samples(relation: &Relation) -> usize {
    match relation {
        Relation::Aligned(_) | Relation::Continued { within: b'(' | b'[', .. } => 2,
        Relation::CommentAbove(_) => 4,
        _ => 1,
    }
}

/// Returns the indentation of a line that is aligned with what follows a bracket.
fn aligned(indent: &str, column: usize) -> String {
    format!("{indent}{}", " ".repeat(column + 1))
}
