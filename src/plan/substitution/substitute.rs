//! Replaces parts of lines: finds every place in one file or many, counts the places, and replaces all or none.

use std::ops::Range;

use memchr::memmem;
use regex::Regex;

use super::joined::{refuse_joined_directive, with_comment_behind};
use super::nearly::{fitting_part, line_ends, nowhere, part_of, relaxed, times};
use super::regions::{Regions, shift_back};
use super::styled::in_style_of;
use super::substituted::{group_problem, pattern_of_replaced, with_bounded_numbers};
use super::whole_lines::{OuterLine, deepened, margin, placed};
use crate::diag::{Code, FilePlace, PlaceRole};
use crate::ir::{Action, Bounds, Count, FileSet, Format, Operation, PatchPath, PatternSyntax, Substitution};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::lookup::scope_range;
use crate::plan::text::stale_quotes;
use crate::plan::tree::document::Document;
use crate::plan::tree::project::find_files;
use crate::text::normal::{is_blank, is_word_char};
use crate::text::regex::{compile, is_whole_word};
use crate::text::{Buffer, EditSet, LineEnd};

/// The maximum number of places that a refusal lists; beyond that, only their number is reported.
const MAX_LISTED_PLACES: usize = 100;

/// A place in a text, and the text that replaces it.
struct Replacement {
    range: Range<usize>,
    text: String,
}

/// The places that were found in one file.
struct FileMatches {
    path: PatchPath,
    spots: Vec<Replacement>,
    /// The number of places where the replacement is present already.
    done: usize,
}

impl<'p> Run<'p, '_> {
    /// Replaces parts of lines in one file or several.
    pub(in crate::plan) fn substitute(
        &mut self,
        at: usize,
        wanted: &'p Substitution,
    ) -> Result<EditOutcome, Refusal> {
        let found = self.find_all(at, wanted)?;
        let total: usize = found.iter().map(|file| file.spots.len()).sum();
        let is_right = match wanted.count {
            Count::Exactly(count) => total == count,
            Count::All => total > 0,
        };
        if total == 0 && wanted.files == FileSet::Named {
            let names = self.document(at)?.new_names();
            if let Some(told) = stale_quotes::is_done(names, wanted) {
                return Ok(EditOutcome {
                    warnings: vec![Warning::AlreadyPresent(told)],
                    ..EditOutcome::default()
                });
            }
        }
        if !is_right {
            return Err(self.miscounted(at, wanted, &found, total));
        }
        let finder = Finder::new(wanted)?;
        let operations: &'p [Operation] = self.operations;
        for file in &found {
            let document = self.document_at(at, &file.path)?;
            for spot in &file.spots {
                refuse_joined_directive(document, (&operations[at], wanted), (&spot.range, &spot.text))?;
            }
        }
        self.looked_over_project(at);
        let matches_again = found.iter().flat_map(|file| &file.spots).any(|spot| finder.is_in(&spot.text));
        for file in found.into_iter().filter(|file| !file.spots.is_empty()) {
            self.overlay.mention(&file.path);
            let document = self.document_at(at, &file.path)?;
            let mut outer = OuterLine::default();
            let mut spots = file.spots;
            for number in 0..spots.len() {
                let whole = with_comment_behind(document, &spots[number].range, &spots[number].text);
                // If another place is within the comment, the comment is not included.
                if spots.get(number + 1).is_none_or(|next| whole.end <= next.range.start) {
                    spots[number].range = whole;
                }
            }
            let edit = |spot: Replacement| placed(document, &mut outer, (spot.range, spot.text));
            let edits = spots.into_iter().map(edit).collect();
            let edits = EditSet::new(edits).expect("places follow one another");
            document.apply(edits);
            self.unnamed.push(file.path);
        }
        let note = "the new text matches `find` again: if applied again, the operation changes it \
                    again";
        let warnings = matches_again.then(|| Warning::ChosenPlace(note.to_owned()));
        Ok(EditOutcome {
            count: Some(total),
            warnings: warnings.into_iter().collect(),
            ..EditOutcome::default()
        })
    }

    /// Returns the files that an operation applies to, each with its places.
    fn find_all(&mut self, at: usize, wanted: &Substitution) -> Result<Vec<FileMatches>, Refusal> {
        let paths = match &wanted.files {
            FileSet::Named => vec![self.operations[at].path.clone()],
            FileSet::Globs(globs) => find_files(&self.overlay, globs)?,
        };
        let finder = Finder::new(wanted)?;
        let mut found = Vec::new();
        for path in paths {
            if wanted.files != FileSet::Named && !self.may_hold(&path, &finder) {
                continue;
            }
            found.extend(self.find_in(at, path, wanted, &finder)?);
        }
        Ok(found)
    }

    /// Returns the places in the file of an operation, and how often the replacement is present already.
    pub(in crate::plan) fn places(
        &mut self,
        at: usize,
        wanted: &Substitution,
    ) -> Result<(Vec<Range<usize>>, usize), Refusal> {
        let operations: &'p [Operation] = self.operations;
        let finder = Finder::new(wanted)?;
        let document = self.document_at(at, &operations[at].path)?;
        let all = 0..document.buffer().len();
        let (spots, done) = finder.find(document, &all, [None, None]);
        Ok((spots.into_iter().map(|spot| spot.range).collect(), done))
    }

    /// Returns whether one of many files needs to be opened.
    fn may_hold(&mut self, path: &PatchPath, finder: &Finder<'_>) -> bool {
        !self.refused_paths.contains(path)
            && self.overlay.holds(path, |bytes| {
                let is_patch = self.patch.own_text.is_some_and(|patch| patch.is_of(bytes));
                !is_patch && finder.may_be_in(bytes)
            })
    }

    /// Returns whether an operation was refused for the number of its places, and one of its files was skipped because
    /// an earlier operation was refused there.
    pub(in crate::plan) fn counts_without_refused(&self, at: usize, refusal: &Refusal) -> bool {
        let operations: &'p [Operation] = self.operations;
        let Action::Substitute(Substitution { files: FileSet::Globs(globs), .. }) = &operations[at].action
        else {
            return false;
        };
        let is_count = [Code::CountMismatch, Code::AlreadyApplied].iter().any(|code| refusal.is_of(*code));
        is_count
            && !self.refused_paths.is_empty()
            && find_files(&self.overlay, globs)
                .is_ok_and(|files| files.iter().any(|path| self.refused_paths.contains(path)))
    }

    fn find_in(
        &mut self,
        at: usize,
        path: PatchPath,
        wanted: &Substitution,
        finder: &Finder<'_>,
    ) -> Result<Option<FileMatches>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let document = match self.document_at(at, &path) {
            // If many files are meant, those that are not text are skipped.
            Err(_) if wanted.files != FileSet::Named => return Ok(None),
            document => document?,
        };
        let within = match &wanted.scope {
            None => 0..document.buffer().len(),
            Some(scope) => scope_range(document, &operations[at], scope)?,
        };
        let windows = finder.windows(document, &within);
        let (mut spots, mut done) = finder.find(document, &within, windows);
        if let Some(styled) = finder.styled(document, &spots) {
            let windows = styled.windows(document, &within);
            (spots, done) = styled.find(document, &within, windows);
        }
        Ok(Some(FileMatches { path, spots, done }))
    }

    /// Drops the conditions of an operation one by one; returns what is found by the first variant that finds
    /// something, and the message about it.
    fn nearly(&mut self, at: usize, wanted: &Substitution) -> Option<(Vec<FileMatches>, String)> {
        relaxed(wanted).into_iter().find_map(|(relaxed, told)| {
            let files = self.find_all(at, &relaxed).ok()?;
            let count: usize = files.iter().map(|file| file.spots.len()).sum();
            (count > 0).then(|| (files, told(count)))
        })
    }

    /// Builds the refusal for a number of places that differs from the operation's count.
    fn miscounted(
        &mut self,
        at: usize,
        wanted: &Substitution,
        found: &[FileMatches],
        total: usize,
    ) -> Refusal {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        if let FileSet::Globs(globs) = &wanted.files
            && found.is_empty()
            && find_files(&self.overlay, globs).is_ok_and(|files| files.is_empty())
        {
            return explain::no_file(self.overlay.tree(), globs).at(operation.origin.place);
        }
        let find = explain::quoted(&wanted.find.lines.join("\n"));
        let within =
            wanted.scope.as_ref().map_or(String::new(), |scope| format!("`{}` of ", explain::named(scope)));
        let is_edit = self.patch.format == Format::JsonEdits;
        let near = if total == 0 && !is_edit { self.nearly(at, wanted) } else { None };
        let part = part_of(wanted.region).filter(|_| total == 0);
        let part = part.map_or(String::new(), |part| format!("the {part} of "));
        let place = match &wanted.files {
            FileSet::Named => format!("in {part}{within}`{}`", operation.path),
            FileSet::Globs(globs) => {
                format!("in {part}{within}the files that match `{}`", globs.join("`, `"))
            }
        };
        let done: usize = found.iter().map(|file| file.done).sum();
        if total == 0 && done > 0 && matches!(wanted.count, Count::All | Count::Exactly(1..)) {
            let there = explain::quoted(&wanted.replace.lines.join("\n"));
            // Both texts may begin alike.
            let there = if there == find { "the new text".to_owned() } else { there };
            let message = format!("{find} no longer occurs {place}, and {there} occurs {}", times(done));
            return Refusal::new(Code::AlreadyApplied, message)
                .with_help("leave the operation out")
                .at(wanted.find.place);
        }
        let expected = match wanted.count {
            Count::Exactly(1) if is_edit => "1 place was expected".to_owned(),
            Count::Exactly(count) if is_edit => format!("{count} places were expected"),
            Count::Exactly(count) => format!("`count` is {count}"),
            Count::All => "it must occur".to_owned(),
        };
        let message = match total {
            0 => format!("{find} does not occur {place}"),
            total => format!("{find} occurs {} {place}, but {expected}", times(total)),
        };
        let mut places = Vec::new();
        for file in found.iter().chain(near.iter().flat_map(|(files, _)| files)) {
            let Ok(document) = self.document_at(at, &file.path) else { continue };
            let left = MAX_LISTED_PLACES.saturating_sub(places.len());
            places.extend(listed(document, &file.path, &file.spots).into_iter().take(left));
        }
        if near.is_some() {
            places.iter_mut().for_each(|place| place.role = PlaceRole::Related);
        }
        let refusal = Refusal::new(Code::CountMismatch, message).at(wanted.find.place).with_places(places);
        let was_applied = matches!(wanted.count, Count::Exactly(count) if total < count && count <= done);
        match total {
            // The remaining places may be those of an earlier run of the patch.
            1.. if was_applied => refusal.with_help(format!(
                "{} already occurs {}: if the patch was applied before, leave the operation out",
                explain::quoted(&wanted.replace.lines.join("\n")),
                times(done),
            )),
            0 if is_edit => refusal.with_help("the old text is compared exactly; copy it from the file"),
            _ if is_edit => refusal.with_help(format!(
                "write `\"replace_all\": true` or `\"expected_replacements\": {total}` if you \
                 mean all of them; otherwise write a longer old text"
            )),
            0 if let Some((_, help)) = near => refusal.with_help(help),
            0 => {
                let is_of_one = wanted.syntax == PatternSyntax::Regex && wanted.files == FileSet::Named;
                let document = if is_of_one { self.document(at).ok() } else { None };
                let find = wanted.find.lines.join("\n");
                let part = document.and_then(|document| fitting_part(document.buffer(), &find));
                let ends = (wanted.syntax == PatternSyntax::Regex && wanted.files == FileSet::Named)
                    .then(|| self.document(at).ok().and_then(|document| line_ends(document.buffer(), &find)));
                let told = part.into_iter().chain(ends.flatten());
                told.fold(refusal, Refusal::with_help).with_help(nowhere(wanted))
            }
            _ => {
                let narrower = if wanted.syntax == PatternSyntax::Regex {
                    "stricter expression"
                } else {
                    "longer `find`"
                };
                let others = match (wanted.bounds, &wanted.scope) {
                    (Bounds::Any, None) => ", `word: true`, or `symbol:`",
                    (Bounds::Any, Some(_)) => " or `word: true`",
                    (Bounds::Words, None) => " or `symbol:`",
                    (Bounds::Words, Some(_)) => "",
                };
                refusal.with_help(format!(
                    "write `count: {total}` (or `all`) if you mean all of them; otherwise a \
                     {narrower}{others}"
                ))
            }
        }
    }
}

/// Returns the places in one file, with each line once.
fn listed(document: &mut Document<'_>, path: &PatchPath, spots: &[Replacement]) -> Vec<FilePlace> {
    let lines: Vec<usize> = spots.iter().map(|spot| document.buffer().line_of(spot.range.start)).collect();
    let lines = lines.chunk_by(|one, other| one == other).take(MAX_LISTED_PLACES);
    lines
        .map(|same| {
            let mut place = explain::candidate(document, path.as_str(), &(same[0]..same[0] + 1));
            if same.len() > 1 {
                place.label = times(same.len());
            }
            place
        })
        .collect()
}

/// Finds the places of an operation.
#[derive(Clone)]
struct Finder<'p> {
    wanted: &'p Substitution,
    find: String,
    replace: String,
    regex: Option<Regex>,
    /// The pattern of replaced places, if the operation has a regular expression.
    made: Option<Regex>,
}

impl<'p> Finder<'p> {
    fn new(wanted: &'p Substitution) -> Result<Self, Refusal> {
        let find = wanted.find.lines.join("\n");
        let regex = match wanted.syntax {
            PatternSyntax::Literal => None,
            PatternSyntax::Regex => Some(compile(&find).map_err(|error| {
                Refusal::new(Code::Malformed, format!("`find` is not a valid regular expression: {error}"))
                    .at(wanted.find.place)
            })?),
        };
        let mut replace = wanted.replace.lines.join("\n");
        if let Some(regex) = &regex {
            replace = with_bounded_numbers(&replace);
            if let Some((message, help)) = group_problem(regex, &replace) {
                return Err(Refusal::new(Code::Malformed, message).with_help(help).at(wanted.replace.place));
            }
        }
        let made = regex.as_ref().and_then(|regex| pattern_of_replaced(&find, regex, &replace));
        Ok(Self { wanted, find, replace, regex, made })
    }

    /// Returns the finder with the replacement converted to the file's indentation characters, if these differ and all
    /// places are in code.
    fn styled(&self, document: &mut Document<'_>, spots: &[Replacement]) -> Option<Self> {
        if !self.replace.contains("\n ") && !self.replace.contains("\n\t") {
            return None;
        }
        let replace = in_style_of(document, &self.find, &self.replace)?;
        let (buffer, index) = document.lines();
        let mut is_code = |spot: &Replacement| {
            let line = buffer.line_of(spot.range.start);
            index.state_before(buffer, line).is_code()
        };
        spots.iter().all(&mut is_code).then(|| Self { replace, ..self.clone() })
    }

    /// Returns whether a file may contain a place, judged by its bytes.
    fn may_be_in(&self, bytes: &[u8]) -> bool {
        let has =
            |text: Option<&String>| text.is_none_or(|text| memmem::find(bytes, text.as_bytes()).is_some());
        // The file may have other line endings, so only the first lines are compared.
        self.regex.is_some()
            || has(self.wanted.find.lines.first())
            || !self.replace.is_empty() && has(self.wanted.replace.lines.first())
    }

    /// Returns the places of a regular expression in a text, with their replacements.
    fn expanded(&self, regex: &Regex, text: &str, end: LineEnd) -> impl Iterator<Item = Replacement> {
        let replace = spelled(&self.replace, end);
        let all = regex.captures_iter(text).map(move |found| {
            let mut new = String::new();
            found.expand(&replace, &mut new);
            Replacement { range: found.get_match().range(), text: new }
        });
        all.filter(|spot| !spot.range.is_empty() && self.is_bounded(text, &spot.range))
    }

    /// Returns whether replaced text contains a place again, which is possible for regular expressions only.
    fn is_in(&self, made: &str) -> bool {
        self.regex.as_ref().is_some_and(|regex| {
            self.expanded(regex, made, LineEnd::Lf)
                .any(|spot| spot.text != made[spot.range.clone()] && !is_in_copy(made, &spot, &[]))
        })
    }

    /// Returns the lines on which the text, and its replacement, may begin, if the line index knows them.
    fn windows(&self, document: &mut Document<'_>, within: &Range<usize>) -> [Option<Vec<usize>>; 2] {
        // A single definition is searched directly.
        if self.regex.is_some() || self.wanted.scope.is_some() {
            return [None, None];
        }
        let (buffer, index) = document.lines();
        let lines = buffer.lines_of(within);
        [&self.find, &self.replace].map(|text| {
            let mut found = index.lines_with(buffer, text)?;
            found.retain(|line| lines.contains(line));
            Some(found)
        })
    }

    /// Returns the places within a byte range of a text, and how often the replacement is present already.
    fn find(
        &self,
        document: &Document<'_>,
        within: &Range<usize>,
        [find_lines, copy_lines]: [Option<Vec<usize>>; 2],
    ) -> (Vec<Replacement>, usize) {
        let buffer = document.buffer();
        let regions = Regions::of(document, self.wanted.region, within);
        let end = buffer.line_end(buffer.line_of(within.start));
        let shifted = |range: &Range<usize>| range.start + within.start..range.end + within.start;
        let text = || buffer.slice(within.clone());
        let occurrences = |wanted: &str, lines: Option<Vec<usize>>| {
            let wanted = spelled(wanted, end);
            let mut found = match lines {
                Some(lines) => self.in_lines(buffer, within, &lines, &wanted),
                None => self.in_text(&text(), &wanted),
            };
            found.retain(|range| regions.hold(range) && self.is_name(document, &shifted(range)));
            found
        };
        let directives = document.layout().directives;
        if let Some(regex) = &self.regex {
            let text = text();
            let (spots, copies): (Vec<_>, Vec<_>) = self
                .expanded(regex, &text, end)
                .filter(|spot| regions.hold(&spot.range) && self.is_name(document, &shifted(&spot.range)))
                .partition(|spot| !is_in_copy(&text, spot, directives));
            let is_place = |range: &Range<usize>| self.is_bounded(&text, range) && regions.hold(range);
            let made = self.made.as_ref();
            let done =
                made.map_or(0, |made| made.find_iter(&text).filter(|found| is_place(&found.range())).count());
            let spots = spots.into_iter().map(|spot| Replacement { range: shifted(&spot.range), ..spot });
            return (spots.collect(), done.max(copies.len()));
        }
        let copies: Vec<Range<usize>> = match self.first_of_copy() {
            None => Vec::new(),
            Some(first) => {
                let copy = |first| self.copy_at(buffer, shifted(&first), (end, directives));
                let copies = occurrences(first, copy_lines).into_iter().filter_map(copy);
                copies.map(|copy| shift_back(&copy, within.start)).collect()
            }
        };
        // By rule, an occurrence within a copy of `replace` is not a place.
        let holds_find = self.replace.contains(&self.find);
        let is_done = |range: &Range<usize>| {
            let at = copies.partition_point(|copy| copy.end < range.end);
            copies.get(at).is_some_and(|copy| copy.start <= range.start)
        };
        let new = spelled(&self.replace, end);
        let places = occurrences(&self.find, find_lines)
            .into_iter()
            .filter(|range| !(holds_find && is_done(range)))
            .map(|range| shifted(&range))
            .map(|range| Replacement { range: self.with_indentation(buffer, range), text: new.clone() });
        (places.collect(), copies.len())
    }

    /// Returns what every copy of the replacement begins with: its first line, because the others may be indented more
    /// than written.
    fn first_of_copy(&self) -> Option<&str> {
        let first = self.replace.split('\n').next().filter(|first| !is_blank(first));
        first.or(Some(&self.replace)).filter(|first| !first.is_empty())
    }

    /// Returns the copy of the replacement that begins at `first`, an occurrence of its first line.
    fn copy_at(
        &self,
        buffer: &Buffer,
        first: Range<usize>,
        (end, directives): (LineEnd, &[&str]),
    ) -> Option<Range<usize>> {
        let line = buffer.line_of(first.start);
        let margin = margin(&buffer.line(line), first.start - buffer.line_start(line));
        let mut readings = [self.replace.clone(), deepened(&self.replace, &margin, directives)].into_iter();
        let copy = readings.find_map(|text| {
            let text = spelled(&text, end);
            buffer.has_at(first.start, &text).then_some(text)
        })?;
        Some(first.start..first.start + copy.len())
    }

    /// Extends a place by the indentation before it, if a whole line is removed with its line ending: the next line has
    /// its own indentation.
    fn with_indentation(&self, buffer: &Buffer, range: Range<usize>) -> Range<usize> {
        if !self.replace.is_empty() || !self.find.ends_with('\n') {
            return range;
        }
        let start = buffer.line_start(buffer.line_of(range.start));
        let is_first = buffer.slice(start..range.start).chars().all(|char| matches!(char, ' ' | '\t'));
        if is_first { start..range.end } else { range }
    }

    /// Returns the occurrences of one text in another, without overlaps.
    fn in_text(&self, text: &str, wanted: &str) -> Vec<Range<usize>> {
        let found = memmem::find_iter(text.as_bytes(), wanted.as_bytes());
        let found = found.map(|start| start..start + wanted.len());
        found.filter(|range| self.is_bounded(text, range)).collect()
    }

    /// Like [`Self::in_text`], for a byte range of a buffer in which the lines are known on which the text may begin.
    fn in_lines(
        &self,
        buffer: &Buffer,
        within: &Range<usize>,
        lines: &[usize],
        wanted: &str,
    ) -> Vec<Range<usize>> {
        let height = wanted.matches('\n').count();
        let mut found = Vec::new();
        let mut done = within.start;
        for line in lines {
            let from = buffer.line_start(*line);
            let to = buffer.line_start(line + height + 1).min(within.end);
            let text = buffer.slice(from..to);
            let last = buffer.line_start(line + 1);
            while let Some(at) = text.get(done.max(from) - from..).and_then(|rest| rest.find(wanted)) {
                let start = done.max(from) + at;
                if start >= last {
                    break;
                }
                done = start + wanted.len();
                if self.is_bounded(&text, &(start - from..done - from)) {
                    found.push(start - within.start..done - within.start);
                }
            }
        }
        found
    }

    /// Returns whether a range neither begins nor ends within a name of the file's language, where `$` may be part of a
    /// name.
    fn is_name(&self, document: &Document<'_>, range: &Range<usize>) -> bool {
        let buffer = document.buffer();
        let is_beside = |sign: &str| {
            buffer.has_at(range.end, sign) || range.start > 0 && buffer.has_at(range.start - 1, sign)
        };
        if self.wanted.bounds == Bounds::Any || !NAME_SIGNS.iter().any(|sign| is_beside(sign)) {
            return true;
        }
        let rules = document.comments().and_then(Language::local_rules);
        let signs = rules.map_or(&[][..], |rules| &rules.name_signs);
        let text = buffer.slice(range.clone());
        let is_word =
            |char: Option<char>| char.is_some_and(|char| is_word_char(char) || signs.contains(&char));
        let has = |byte: Option<usize>| {
            byte.is_some_and(|byte| {
                signs.iter().any(|sign| buffer.has_at(byte, sign.encode_utf8(&mut [0; 4])))
            })
        };
        let goes_on = is_word(text.chars().next()) && has(range.start.checked_sub(1))
            || is_word(text.chars().next_back()) && has(Some(range.end));
        !goes_on
    }

    /// Returns whether the word boundaries of the operation permit a range of a text as a place.
    fn is_bounded(&self, text: &str, range: &Range<usize>) -> bool {
        self.wanted.bounds == Bounds::Any || is_whole_word(text, range)
    }
}

/// Characters that are part of names in some languages; the language only matters if one of them is beside a place.
const NAME_SIGNS: [&str; 1] = ["$"];

/// Returns whether a place is within a copy of its own replacement: an occurrence within a copy of `replace` is not a
/// place.
fn is_in_copy(text: &str, spot: &Replacement, directives: &[&str]) -> bool {
    let (range, new) = (&spot.range, &spot.text);
    // A text that is replaced by itself is a place like others.
    if *new == text[range.clone()] {
        return false;
    }
    let mut within = new.match_indices(&text[range.clone()]);
    within.any(|(at, _)| {
        let is_as_written = range.start.checked_sub(at).and_then(|start| text.get(start..));
        is_as_written.is_some_and(|around| around.starts_with(new))
            || new.contains('\n') && is_in_deep_copy(text, spot, at, directives)
    })
}

/// Like [`is_in_copy`], for a copy whose lines are indented more than written; the place is `at` bytes behind its
/// start.
fn is_in_deep_copy(text: &str, spot: &Replacement, at: usize, directives: &[&str]) -> bool {
    let (range, new) = (&spot.range, &spot.text);
    let first = new.split('\n').next().unwrap_or_default();
    let mut starts = text[..range.start].rmatch_indices('\n').map(|(at, _)| at + 1).chain([0]);
    let height = new[..at].matches('\n').count();
    let Some(line) = starts.nth(height) else { return false };
    let own = text[line..].split('\n').next().unwrap_or_default();
    let before = match height {
        0 => (range.start - line).checked_sub(at),
        _ => own.len().checked_sub(first.len()),
    };
    let Some(before) = before else { return false };
    let copy = deepened(new, &margin(own, before), directives);
    let start = line + before;
    range.end <= start + copy.len() && text.get(start..).is_some_and(|around| around.starts_with(&copy))
}

/// Returns a text of the patch with the line endings of the file.
fn spelled(text: &str, end: LineEnd) -> String {
    match end {
        LineEnd::CrLf => text.replace('\n', "\r\n"),
        _ => text.to_owned(),
    }
}
