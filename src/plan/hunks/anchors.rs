//! Resolves `@@` lines of hunks that are not lines of the file but name definitions, by address or by heading.

use std::collections::HashMap;
use std::ops::Range;

use crate::ir::{Hunk, SymbolTarget};
use crate::plan::tree::document::Document;
use crate::resolve::lines::{HunkProblem, HunkScopes, LinesProblem};
use crate::resolve::symbol::{Purpose, SymbolInfo, Symbols};
use crate::text::Buffer;
use crate::text::normal::{find_word, is_word_char, trim};

/// Returns, for each hunk that matches several places, the lines of the definition that its anchors name, if they name
/// one.
///
/// The text is only parsed here if the hunks would be refused otherwise.
pub(super) fn scopes(document: &mut Document<'_>, hunks: &[Hunk], problems: &[HunkProblem]) -> HunkScopes {
    let is_open = |(at, problem): &&HunkProblem| {
        matches!(problem, LinesProblem::Ambiguous { .. })
            && hunks.get(*at).is_some_and(|hunk| !hunk.anchors.is_empty())
    };
    let open: Vec<usize> = problems.iter().filter(is_open).map(|(at, _)| *at).collect();
    if open.is_empty() {
        return HunkScopes::new();
    }
    with_definitions(document, |named| {
        open.into_iter().filter_map(|at| Some((at, named.scope(&hunks[at].anchors)?))).collect()
    })
    .unwrap_or_default()
}

/// Returns the lines of the definition that anchors name, outermost first.
pub(in crate::plan) fn scope(document: &mut Document<'_>, anchors: &[String]) -> Option<Range<usize>> {
    with_definitions(document, |named| named.scope(anchors)).flatten()
}

/// Returns hunks of additions whose anchors name a definition, but no line, with the line of its heading as their anchor.
pub(super) fn with_headings(
    document: &mut Document<'_>,
    hunks: &[Hunk],
    problems: &[HunkProblem],
) -> Option<Vec<Hunk>> {
    let mut named = hunks.to_vec();
    let mut is_any = false;
    let is_open = |(_, problem): &&HunkProblem| matches!(problem, LinesProblem::NoPlace);
    for (at, _) in problems.iter().filter(is_open).take(MAX_HUNKS) {
        let hunk = named.get_mut(*at).filter(|hunk| !hunk.anchors.is_empty())?;
        if let Some(heading) = heading(document, &hunk.anchors) {
            hunk.anchors = vec![heading];
            is_any = true;
        }
    }
    is_any.then_some(named)
}

/// The maximum number of hunks whose anchors are looked up as names of definitions.
const MAX_HUNKS: usize = 100;

/// Returns the heading of the definition that anchors name, if it is one line that opens the body.
fn heading(document: &mut Document<'_>, anchors: &[String]) -> Option<String> {
    let lines = scope(document, anchors)?;
    let anchor = anchors.last()?;
    let name = anchor.rsplit(|char| !is_word_char(char)).find(|word| !word.is_empty())?;
    let buffer = document.buffer();
    let mut lines = lines.map(|line| trim(&buffer.line(line)).to_owned());
    lines.find(|line| find_word(line, name).is_some()).filter(|line| line.ends_with([':', '{']))
}

/// Calls `look` with the definitions of a text, if its language has any.
fn with_definitions<T>(
    document: &mut Document<'_>,
    look: impl FnOnce(&mut NamedDefinitions<'_>) -> T,
) -> Option<T> {
    let language = document.comments()?;
    let (buffer, symbols) = document.symbols(language);
    let listed = symbols.all(buffer).to_vec();
    Some(look(&mut NamedDefinitions::of(buffer, symbols, &listed)))
}

/// The definitions of a text, to be found by anchors.
struct NamedDefinitions<'a> {
    buffer: &'a Buffer,
    symbols: &'a mut Symbols,
    by_name: HashMap<&'a str, Vec<&'a SymbolInfo>>,
    seen: HashMap<String, Vec<Range<usize>>>,
}

impl<'a> NamedDefinitions<'a> {
    fn of(buffer: &'a Buffer, symbols: &'a mut Symbols, listed: &'a [SymbolInfo]) -> Self {
        let mut by_name: HashMap<&str, Vec<&SymbolInfo>> = HashMap::new();
        for symbol in listed {
            by_name.entry(&symbol.name).or_default().push(symbol);
        }
        Self { buffer, symbols, by_name, seen: HashMap::new() }
    }

    /// Returns the lines of the definition that anchors name; each anchor is resolved within the previous one. An
    /// anchor that names several definitions keeps the previous scope. An anchor that names none is ignored if it is
    /// the first; otherwise the scope is in doubt, and `None` is returned.
    fn scope(&mut self, anchors: &[String]) -> Option<Range<usize>> {
        let mut scope: Option<Range<usize>> = None;
        for anchor in anchors {
            let is_inside = |own: &&Range<usize>| {
                scope.as_ref().is_none_or(|outer| outer.start <= own.start && own.end <= outer.end)
            };
            match self.definitions(anchor).iter().filter(is_inside).collect::<Vec<_>>()[..] {
                [only] => scope = Some(only.clone()),
                [] if scope.is_some() => return None,
                _ => {}
            }
        }
        scope
    }

    fn definitions(&mut self, anchor: &str) -> &[Range<usize>] {
        let anchor = trim(anchor).trim_end_matches([':', '{', ' ']);
        if !self.seen.contains_key(anchor) {
            let found = match self.by_address(anchor) {
                Some(lines) => vec![lines],
                None => self.by_heading(anchor),
            };
            self.seen.insert(anchor.to_owned(), found);
        }
        &self.seen[anchor]
    }

    /// Returns the definition whose address is the anchor, such as `Foo.run`.
    fn by_address(&mut self, anchor: &str) -> Option<Range<usize>> {
        let target = SymbolTarget { symbol: Some(anchor.to_owned()), ..SymbolTarget::default() };
        let found = self.symbols.look_up(self.buffer, &target, Purpose::Read)?;
        Some(self.buffer.lines_of(&found.definition))
    }

    /// Returns the definitions whose headings contain the anchor, such as `def run`.
    fn by_heading(&self, anchor: &str) -> Vec<Range<usize>> {
        let mut words: Vec<&str> =
            anchor.split(|char| !is_word_char(char)).filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        let symbols = words.iter().filter_map(|word| self.by_name.get(word)).flatten();
        let is_headed = |symbol: &&&SymbolInfo| {
            let line = self.buffer.line(self.buffer.line_of(symbol.declaration));
            line.match_indices(anchor).any(|(at, _)| !line[..at].ends_with(is_word_char))
        };
        symbols.filter(is_headed).map(|symbol| self.buffer.lines_of(&symbol.range)).collect()
    }
}
