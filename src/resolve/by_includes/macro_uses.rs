//! Finds all uses of a macro. It is replaced in any text that is read after its definition: each word of its name is a
//! use, in every file that is compiled together with a file that defines it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::found_uses::FoundUses;
use super::includes::{Includes, SourceId};
use super::path::last_of_path;
use super::shared::IncludeProject;
use crate::lang::Language;
use crate::resolve::bindings::{Doubt, LabeledPlace, NamedUse, RenameProblem, Source, Verdict, bare_address};
use crate::resolve::symbol::SymbolMatch;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::{find_word, find_words, is_word_char};

/// The minimum length of a distinctive part of a name.
const SHORTEST_PART: usize = 2;

/// Returns the name of the macro, if a definition is one.
pub(super) fn macro_name(text: &str, found: &SymbolMatch) -> Option<Range<usize>> {
    // A macro is in no namespace, whatever is around it.
    let name = last_of_path(bare_address(&found.address));
    let start = found.declaration + find_word(text.get(found.declaration..found.definition.end)?, name)?;
    is_defined_at(text, start).then(|| start..start + name.len())
}

/// Finds all uses of the macro whose name is at a place; `new` is empty if it is not renamed.
pub(super) fn find_macro(
    project: &IncludeProject<'_>,
    (file, name): (SourceId, Range<usize>),
    new: &str,
) -> Result<FoundUses, RenameProblem> {
    let IncludeProject { files, includes, .. } = project;
    let sources = &files.sources;
    let old = sources[file].text.get(name.clone()).ok_or(RenameProblem::NoName)?.to_owned();
    let together = CompiledTogether::of(sources, includes, file, &old);
    let mut uses = Vec::new();
    let mut found = FoundUses { old: old.clone(), ..FoundUses::default() };
    for (id, source) in sources.iter().enumerate() {
        let spot = |at: usize| LabeledPlace { path: source.path.clone(), at, label: "has the new name" };
        for (at, is_code) in words(files.language, source, &old) {
            let verdict = match is_code {
                true if id == file && at == name.start && is_default(&source.text, at) => {
                    Verdict::Undecidable(Doubt::Fixed)
                }
                true => together.verdict(source, id, at),
                false => Verdict::Mention,
            };
            let is_definition = is_code && is_defined_at(&source.text, at);
            let range = at..at + old.len();
            uses.push(NamedUse {
                path: source.path.clone(),
                range,
                verdict,
                is_definition,
                is_import: false,
            });
        }
        if !together.files.contains(&id) {
            continue;
        }
        for at in glued(&source.text, &old) {
            let verdict = Verdict::Undecidable(Doubt::MacroBuilt);
            let path = source.path.clone();
            uses.push(NamedUse { path, range: at..at, verdict, is_definition: false, is_import: false });
        }
        for (at, _) in words(files.language, source, new).into_iter().filter(|(_, is_code)| *is_code) {
            found.conflicts.push(spot(at));
            found.conflicting_uses.extend((!is_defined_at(&source.text, at)).then(|| spot(at)));
        }
    }
    Ok(FoundUses { uses, ..found })
}

/// The files that are compiled together with a definition of a macro.
struct CompiledTogether {
    files: BTreeSet<SourceId>,
    /// The files that define it.
    defining: BTreeSet<SourceId>,
    /// The files that are also compiled without a definition.
    apart: BTreeSet<SourceId>,
    /// The files that may include a definition.
    open: BTreeSet<SourceId>,
}

impl CompiledTogether {
    fn of(sources: &[Source], includes: &Includes, file: SourceId, old: &str) -> Self {
        let roots = (0..sources.len()).filter(|root| includes.by[*root].is_empty());
        let mut units: Vec<BTreeSet<SourceId>> = roots.map(|root| reach(includes, root)).collect();
        // Files that include one another have no root.
        if !units.iter().any(|unit| unit.contains(&file)) {
            units.push(reach(includes, file));
        }
        let defines = |file: &SourceId| {
            let text = &sources[*file].text;
            find_words(text, old).any(|at| is_defined_at(text, at))
        };
        let mut defining = BTreeSet::from([file]);
        let mut files = BTreeSet::new();
        loop {
            let known = files.len();
            for unit in units.iter().filter(|unit| !unit.is_disjoint(&defining)) {
                files.extend(unit);
            }
            if files.len() == known {
                break;
            }
            defining.extend(files.iter().copied().filter(defines));
        }
        let others: Vec<&BTreeSet<SourceId>> =
            units.iter().filter(|unit| unit.is_disjoint(&defining)).collect();
        let apart = others.iter().flat_map(|unit| unit.iter().copied()).collect();
        let is_open = |unit: &BTreeSet<SourceId>| {
            let mut unclear = unit.iter().flat_map(|file| &includes.open[*file]);
            unclear.any(|file| defining.contains(file)) || unit.iter().any(|file| includes.is_open[*file])
        };
        let open = others.iter().filter(|unit| is_open(unit)).flat_map(|unit| unit.iter().copied()).collect();
        Self { files, defining, apart, open }
    }

    /// Returns the verdict for a word of the name in the code of a file.
    fn verdict(&self, source: &Source, file: SourceId, at: usize) -> Verdict {
        let is_asked = || {
            let (before, _) = directive(&source.text, at);
            before.is_some_and(|before| !before.is_empty())
        };
        let is_both = self.apart.contains(&file) && !self.defining.contains(&file);
        match self.files.contains(&file) {
            // A test for a definition may be anywhere, also where there is none.
            true if is_both && !is_asked() => Verdict::Undecidable(Doubt::Unresolved),
            true => Verdict::Certain,
            false if self.open.contains(&file) => Verdict::Undecidable(Doubt::Unresolved),
            false => Verdict::Unrelated,
        }
    }
}

/// Returns a file with all files that it includes, directly or not.
pub(super) fn reach(includes: &Includes, root: SourceId) -> BTreeSet<SourceId> {
    let mut found = BTreeSet::from([root]);
    let mut open = vec![root];
    while let Some(file) = open.pop() {
        let brought = includes.of[file].iter().filter_map(|include| include.file);
        open.extend(brought.filter(|file| found.insert(*file)));
    }
    found
}

/// Returns the places of a word in a text, each with whether it is code.
fn words(language: &'static Language, source: &Source, word: &str) -> Vec<(usize, bool)> {
    if word.is_empty() || find_word(&source.text, word).is_none() {
        return Vec::new();
    }
    let prose = prose_of(language, &source.text);
    let is_code = |at: usize| {
        let next = prose.partition_point(|range| range.end <= at);
        prose.get(next).is_none_or(|range| at < range.start)
    };
    find_words(&source.text, word).map(|at| (at, is_code(at))).collect()
}

/// Returns the ranges of the comments and strings of a text, in order.
pub(super) fn prose_of(language: &'static Language, text: &str) -> Vec<Range<usize>> {
    let is_prose =
        |kind: &TokenKind| matches!(kind, TokenKind::Comment | TokenKind::String | TokenKind::StringPart);
    let tokens = Lexer::new(&language.manifest().lexical).tokens(text).filter(|token| is_prose(&token.kind));
    tokens.map(|token| token.range).collect()
}

/// Returns the word of the directive whose line contains a byte offset, and the text between that word and the offset.
fn directive(text: &str, at: usize) -> (Option<&str>, &str) {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let Some(rest) = text[line..at].trim_start().strip_prefix('#') else { return (None, "") };
    let rest = rest.trim_start();
    let end = rest.find(|char| !is_word_char(char)).unwrap_or(rest.len());
    (Some(&rest[..end]), rest[end..].trim())
}

/// Returns whether the word at a byte offset is defined there.
fn is_defined_at(text: &str, at: usize) -> bool {
    directive(text, at) == (Some("define"), "")
}

/// Returns whether the definition at a byte offset only gives a default value for the build to override: it follows a
/// test for an existing definition.
fn is_default(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let name = text[at..].split(|char| !is_word_char(char)).next().unwrap_or_default();
    let value = text[at + name.len()..].lines().next().unwrap_or_default();
    let above = text[..line].lines().next_back().unwrap_or_default();
    let is_asked = above.trim_start().starts_with('#') && above.contains("if");
    !value.trim().is_empty() && is_asked && find_word(above, name).is_some()
}

/// Returns the places where text is pasted to a part of a name.
fn glued(text: &str, name: &str) -> Vec<usize> {
    let is_glue = |at: &usize| {
        let before = text[..*at].trim_end();
        let start = before.trim_end_matches(is_word_char).len();
        let behind = text[*at + 2..].trim_start();
        let end = behind.find(|char| !is_word_char(char)).unwrap_or(behind.len());
        let (first, last) = (&before[start..], &behind[..end]);
        let begins = first.len() >= SHORTEST_PART && name != first && name.starts_with(first);
        begins || last.len() >= SHORTEST_PART && name != last && name.ends_with(last)
    };
    text.match_indices("##").map(|(at, _)| at).filter(is_glue).collect()
}
