//! What a report says of the places that a renaming leaves as they are.

use std::collections::{BTreeMap, HashSet};

use crate::ir::PatchPath;
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::symbol::address::last_word;
use crate::plan::tree::document::Document;
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::{LabeledPlace, Renaming, bare_address};
use crate::resolve::symbol::{SymbolInfo, SymbolMatch};
use crate::text::normal::find_words;

/// Names of at most this many characters are not searched for in prose.
const SHORT_NAME: usize = 2;

/// The maximum length, in bytes, of a list of mentions.
const MAX_LIST_BYTES: usize = 240;

/// The maximum number of lines of a file that a note lists.
const LINES_SHOWN: usize = 12;

/// The maximum number of files that a note lists.
const FILES_SHOWN: usize = 12;

/// Shortens a long list of places at the end of a place.
pub(super) fn shortened(list: String) -> String {
    let Some(cut) = list.get(..MAX_LIST_BYTES) else { return list };
    cut.rfind("; ").map_or(list.clone(), |end| format!("{}; …", &list[..end]))
}

/// Returns the note about comments, strings and other files with the old name.
pub(super) fn mentioned(
    texts: TextsAfter<'_>,
    old: &str,
    spots: &[LabeledPlace],
    words: &[LabeledPlace],
) -> Option<Warning> {
    if spots.is_empty() {
        return left_words(texts, old, words);
    }
    // Such a short name is usually a letter or a word of its own.
    if old.chars().count() <= SHORT_NAME {
        return None;
    }
    let places = shortened(texts.listed(spots, "place", "places"));
    let words = match words.len() {
        0 => String::new(),
        1 => "; 1 more place, where it may mean something else, is left".to_owned(),
        count => format!("; {count} more places, where it may mean something else, are left"),
    };
    Some(Warning::Prose(format!(
        "comments, strings or other files still have `{old}` in {places}; to rename them too, add \
         `mentions: rename` to the operation (if it is already applied, run `chunk undo` first, \
         or use `substitute`){words}"
    )))
}

/// Returns the note about words of prose that equal the old name by chance, or mean it without being written as code.
pub(super) fn left_words(texts: TextsAfter<'_>, old: &str, words: &[LabeledPlace]) -> Option<Warning> {
    if words.is_empty() || old.chars().count() <= SHORT_NAME {
        return None;
    }
    let places = shortened(texts.listed(words, "place", "places"));
    Some(Warning::Prose(format!(
        "left `{old}` where it may mean something else in comments, strings or other files, in \
         {places}; `substitute` renames it there"
    )))
}

/// Returns whether a file only declares what another file defines, judged by the end of its name: `.d.ts` beside `.ts`.
pub(super) fn is_declared_only(language: &'static Language, path: &PatchPath) -> bool {
    let ends = language.local_rules().map_or(&[][..], |rules| &rules.file_ends);
    let is_longer = |end: &String| ends.iter().any(|other| other != end && end.ends_with(other.as_str()));
    ends.iter().any(|end| path.as_str().ends_with(end.as_str()) && is_longer(end))
}

/// Returns the note about code with the name of something that a file only declares.
pub(super) fn declared_only(
    texts: &ProjectTexts,
    path: &PatchPath,
    old: &str,
    spots: &[LabeledPlace],
) -> Option<Warning> {
    let places = || shortened(listed(texts, spots, "place", "places"));
    (!spots.is_empty()).then(|| {
        Warning::Mentioned(format!(
            "`{path}` only declares `{old}`; left code with that name in {}",
            places()
        ))
    })
}

/// Returns the note about code in other languages with the old name.
pub(super) fn in_code(texts: &ProjectTexts, old: &str, spots: &[LabeledPlace]) -> Option<Warning> {
    let places = || listed(texts, spots, "place", "places");
    (!spots.is_empty())
        .then(|| Warning::Failing(format!("left `{old}` in code of other languages, in {}", places())))
}

/// Returns the note about declarations of a script that contain the old name: those beside it (`cache.d.ts` beside
/// `cache.js`), and those of a package, which are beside no script.
pub(super) fn declared_beside(
    texts: &ProjectTexts,
    path: &PatchPath,
    renaming: &Renaming,
    is_confined: bool,
) -> Option<Warning> {
    let ends = &texts.language.local_rules()?.declared_beside;
    let declarations = |path: &str| {
        let (base, end) = path.rsplit_once('.')?;
        Some(format!("{base}{}", ends.get(end)?))
    };
    let own = declarations(path.as_str())?;
    let all: HashSet<String> = texts.paths().filter_map(|path| declarations(path.as_str())).collect();
    let is_of_package =
        |path: &PatchPath| is_declared_only(texts.language, path) && !all.contains(path.as_str());
    let is_changed = |path: &PatchPath| renaming.edits.iter().any(|(own, _)| own == path);
    let beside = texts
        .paths()
        .filter(|path| (path.as_str() == own || !is_confined && is_of_package(path)) && !is_changed(path));
    let places = |path: &PatchPath| {
        let places = find_words(texts.text_of(path), &renaming.old);
        places.map(|at| LabeledPlace { path: path.clone(), at, label: "" }).collect::<Vec<_>>()
    };
    let is_code = |spot: &LabeledPlace| {
        renaming.mentions.iter().all(|other| (&other.path, other.at) != (&spot.path, spot.at))
    };
    let spots: Vec<LabeledPlace> = beside.flat_map(places).filter(is_code).collect();
    let places = || listed(texts, &spots, "place", "places");
    (!spots.is_empty())
        .then(|| Warning::Mentioned(format!("left `{}` in the declarations, in {}", renaming.old, places())))
}

/// Returns the note about uses that were not renamed although the patch vouches for them.
pub(super) fn left(texts: &ProjectTexts, left: &[LabeledPlace], undecided: usize) -> Option<Warning> {
    let (one, many) = ("use that probably means something else", "uses that probably mean something else");
    let message = || format!("left {}", listed(texts, left, one, many));
    match left.len() {
        0 => None,
        count if count == undecided => Some(Warning::NoneRenamed(message(), count)),
        _ => Some(Warning::Mentioned(message())),
    }
}

/// Returns the note about a field or similar item that has the same name and keeps it, with the byte offset of that
/// name.
pub(super) fn namesake_note(
    document: &mut Document<'_>,
    language: &'static Language,
    found: &SymbolMatch,
) -> Option<(usize, Warning)> {
    let (buffer, symbols) = document.symbols(language);
    let name = |address: &str| bare_address(address).to_owned();
    let own = name(&found.address);
    let is_other =
        |one: &SymbolInfo| name(&one.address) == own && !found.definition.contains(&one.declaration);
    let last = found.identity.names.last().filter(|last| own.ends_with(last.as_str()));
    let small = last.map_or_else(|| symbols.minor_names(buffer), |last| symbols.minor_named(buffer, last));
    let other = small.into_iter().find(is_other)?;
    let line = other.lines.0 + 1;
    let at = other.declaration + buffer.slice(other.declaration..other.range.end).find(last_word(&own))?;
    let note = format!("the {} `{}` (line {line}) keeps its name", other.kind, other.address);
    Some((at, Warning::Mentioned(note)))
}

/// Formats the number of places, with files and lines.
pub(in crate::plan) fn listed(texts: &ProjectTexts, spots: &[LabeledPlace], one: &str, many: &str) -> String {
    TextsAfter { texts, moved: None }.listed(spots, one, many)
}

/// Files by their names after a renaming, which may rename one of them.
#[derive(Clone, Copy)]
pub(super) struct TextsAfter<'t> {
    pub(super) texts: &'t ProjectTexts,
    pub(super) moved: Option<(&'t PatchPath, &'t PatchPath)>,
}

impl TextsAfter<'_> {
    fn path_of<'s>(&'s self, spot: &'s LabeledPlace) -> &'s PatchPath {
        self.moved.filter(|(from, _)| **from == spot.path).map_or(&spot.path, |(_, to)| to)
    }

    fn listed(&self, spots: &[LabeledPlace], one: &str, many: &str) -> String {
        let mut by_file: BTreeMap<&PatchPath, Vec<usize>> = BTreeMap::new();
        for spot in spots {
            by_file.entry(self.path_of(spot)).or_default().push(self.texts.line_of(spot) + 1);
        }
        let file = |(path, lines): (&PatchPath, &Vec<usize>)| {
            let mut lines = lines.clone();
            lines.sort_unstable();
            lines.dedup();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let more = if lines.len() > LINES_SHOWN { ", …" } else { "" };
            let shown: Vec<String> = lines.iter().take(LINES_SHOWN).map(usize::to_string).collect();
            format!("{path} {word} {}{more}", shown.join(", "))
        };
        let shown: Vec<String> =
            by_file.iter().take(FILES_SHOWN).map(|(path, lines)| file((path, lines))).collect();
        let more = match by_file.len().saturating_sub(FILES_SHOWN) {
            0 => String::new(),
            1 => "; 1 more file".to_owned(),
            more => format!("; {more} more files"),
        };
        let word = if spots.len() == 1 { one } else { many };
        format!("{} {word}: {}{more}", spots.len(), shown.join("; "))
    }
}

/// Formats the number of places in each file, most first.
pub(super) fn counted(spots: &[LabeledPlace]) -> String {
    let mut by_file: BTreeMap<&PatchPath, usize> = BTreeMap::new();
    spots.iter().for_each(|spot| *by_file.entry(&spot.path).or_default() += 1);
    let mut files: Vec<(&PatchPath, usize)> = by_file.into_iter().collect();
    files.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown: Vec<String> =
        files.iter().take(FILES_SHOWN).map(|(path, count)| format!("{count} in {path}")).collect();
    let rest: usize = files.iter().skip(FILES_SHOWN).map(|(_, count)| count).sum();
    let rest = if rest == 0 { String::new() } else { format!(", {rest} in other files") };
    format!("{}{rest}", shown.join(", "))
}
