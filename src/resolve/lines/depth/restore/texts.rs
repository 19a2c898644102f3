//! Restores the depth of comments and of the text of strings: a comment is as deep as the code below it, text as the
//! text around it.

use super::{FlatLines, begins_anew};
use crate::resolve::lines::depth::flow::OpeningDepth;
use crate::resolve::lines::depth::line::{DepthLine, LineKind};
use crate::resolve::lines::depth::neighbours::Neighbour;

impl FlatLines<'_> {
    /// Fills in the depths of comments and of the text of strings.
    pub(super) fn fill_texts(&mut self) {
        let count = self.lines.len();
        for at in (0..count).rev() {
            if self.depths[at].is_none()
                && self.lines[at].kind == LineKind::Comment
                && !is_star(&self.lines[at])
            {
                self.depths[at] = self.beside(at);
            }
        }
        for at in 0..count {
            if self.depths[at].is_some() {
                continue;
            }
            let above =
                at.checked_sub(1).and_then(|above| Some((self.lines[above].text, self.depths[above]?)));
            self.depths[at] = match self.lines[at].kind {
                LineKind::Directive => Some(0),
                LineKind::Comment => above.and_then(|(above, depth)| match () {
                    () if above.starts_with("/*") => Some(depth + 1),
                    () if above.starts_with('*') => Some(depth),
                    () => None,
                }),
                LineKind::Text | LineKind::Code => self.between(at),
            };
        }
    }

    /// Returns the depth of a line of text between two lines that are equally deep.
    fn between(&self, at: usize) -> Option<isize> {
        let edge =
            |neighbour: &Option<Neighbour>| neighbour.as_ref().map(|own| (own.text.clone(), own.depth));
        let is_like = |other: usize| {
            self.lines[other].kind == self.lines[at].kind
                && (!self.is_code || self.lines[at].kind == LineKind::Text)
        };
        let above = match at.checked_sub(1) {
            Some(above) => {
                Some((self.lines[above].text.to_owned(), self.depths[above]?)).filter(|_| is_like(above))
            }
            None => edge(&self.around.next_above).filter(|_| !self.is_code),
        };
        let next = (at + 1..self.lines.len()).find(|below| self.depths[*below].is_some());
        let below = match next {
            Some(below) => {
                Some((String::new(), self.depths[below]?)).filter(|_| (at + 1..=below).all(is_like))
            }
            None => edge(&self.around.next_below).filter(|_| !self.is_code),
        };
        let (text, depth) = above?;
        let own = self.lines[at].text;
        let begins = |text: &str| text.chars().next().filter(|sign| !sign.is_alphanumeric());
        let is_item = begins(&text).is_some() && begins(&text) == begins(own);
        if !self.is_code && begins(&text).is_some_and(|sign| ['-', '*', '+'].contains(&sign)) && !is_item {
            // The further lines of an item are aligned with its text.
            return None;
        }
        let is_last = below.is_none() && next.is_none() && depth == 0 && !self.is_code;
        let is_flanked = (is_last || below.is_some_and(|(_, below)| below == depth))
            && !text.ends_with([':', '{', '[', '(']);
        (is_item && !self.is_code || is_flanked).then_some(depth)
    }

    /// Returns the depth of a comment: that of the code below it.
    fn beside(&self, at: usize) -> Option<isize> {
        let above = (0..at).rev().find(|above| self.lines[*above].kind == LineKind::Code);
        let above = above.and_then(|above| Some((self.lines[above].code.as_str(), self.depths[above]?)));
        let opens =
            |code: &str| matches!(self.layout.opening(code), OpeningDepth::Block | OpeningDepth::Bracket);
        let next = (at + 1..self.lines.len()).find(|below| !is_star(&self.lines[*below]));
        let below = match next {
            Some(below) if begins_anew(&self.lines[below].code) => self.depths[below],
            Some(_) => None,
            None => {
                let below = self.around.below.as_ref();
                below
                    .filter(|(_, code)| begins_anew(code) && !self.around.is_apart[1])
                    .map(|(depth, _)| *depth)
            }
        };
        match (above, below) {
            // The comment may also be the end of the block above.
            (Some((code, depth)), Some(below)) if below < depth && !opens(code) => None,
            (_, Some(below)) => Some(below),
            (Some((code, depth)), None) if !opens(code) => Some(depth),
            _ => None,
        }
    }
}

/// Returns whether a line is an inner line of a `/** */` comment.
fn is_star(line: &DepthLine<'_>) -> bool {
    line.kind == LineKind::Comment && line.text.starts_with('*')
}
