//! Replaces an old text by a new one: as whole lines where the file shows that these are meant, otherwise as parts of
//! lines.

use std::ops::Range;

use super::update::{HunksFit, additions_of, apply_at, apply_hunks, fit, places_of};
use crate::diag::Code;
use crate::ir::{
    Count, Exchange, Existing, Fragment, Hunk, HunkLine, Indent, Marker, Matching, Operation, Payload,
    Region, RepeatedLines, Substitution, Tag, Unit,
};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::explain::{self, HunkOwner};
use crate::plan::files;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::substitution::joined::refuse_joined_directive;
use crate::plan::substitution::whole_lines::{OuterLine, WholeLines, ends_line};
use crate::plan::text::already_inserted::{DepthRule, insertions, repeated};
use crate::plan::text::belonging::{NO_CONTEXT, put_above_lead_in};
use crate::plan::text::look_alikes::{made_plain, plain_in_file};
use crate::plan::tree::document::Document;
use crate::resolve::lines::{
    AdditionRule, LinesProblem, PayloadPlace, PayloadSide, ReindentedPair, TRIMMED, WrittenDepthFit,
    find_around, is_as_written, resolve_marker, written_depth_fit,
};
use crate::text::normal::{indentation, is_blank, trim, trim_start};
use crate::text::{Buffer, FinalNewline};

impl<'p> Run<'p, '_> {
    /// Replaces one text by another.
    pub(in crate::plan) fn exchange(
        &mut self,
        at: usize,
        wanted: &'p Exchange,
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let index = operations[at].origin.index;
        let name = format!("{} {index}", if wanted.unit == Unit::Lines { "block" } else { "edit" });
        let done = match (&wanted.parts, &wanted.lines[..]) {
            (None, lines) => self.apply_ambiguous_divider(at, lines, wanted.new_file.as_ref()),
            (Some(parts), []) => self.replace_parts(at, parts),
            (Some(parts), lines) if wanted.unit == Unit::Lines => self.lines_first(at, lines, parts),
            (Some(parts), lines) => self.parts_first(at, lines, parts),
        };
        done.map_err(|refusal| refusal.renamed("hunk 1", &name))
    }

    fn hunks(&mut self, at: usize, hunks: &[Hunk]) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        let additions = additions_of(self.patch.format);
        let is_exact = self.patch.matching == Matching::Exact;
        let document = self.lines_at(at, &operation.path)?;
        let owner = HunkOwner::of(operation);
        let settled = match hunks {
            [hunk] if !is_exact => with_file_indentation(document, hunk, additions, None),
            _ => Ok(None),
        };
        match settled {
            Ok(Some((hunk, warning))) => {
                let is_moved = hunks.iter().any(|written| is_moved(written, &hunk));
                let mut done = apply_hunks(document, owner, &[hunk], additions)?;
                done.matched = done.matched.map(|rung| rung_as_written(rung, is_moved));
                done.warnings.extend(warning);
                Ok(done)
            }
            Ok(None) => apply_hunks(document, owner, hunks, additions),
            Err(problem) => Err(explain::hunks(document, owner, hunks, vec![(0, problem)])),
        }
    }

    /// Replaces parts of lines. Refuses an old text that is only the first half of a line if the new text also contains
    /// a second half.
    fn replace_parts(&mut self, at: usize, parts: &'p Substitution) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let Some(sign) = given_sign(&parts.find.lines, &parts.replace.lines) else {
            return self.substitute(at, parts);
        };
        let (places, _) = self.places(at, parts)?;
        let document = self.document_at(at, &operations[at].path)?;
        let buffer = document.buffer();
        for place in places {
            let line = buffer.line_of(place.start);
            let (text, column) = (buffer.line(line), place.start - buffer.line_start(line));
            let behind = text.get(column + place.len()..).unwrap_or_default();
            if gives(behind, sign) {
                let (path, number) = (&operations[at].path, line + 1);
                let message = format!(
                    "the old text is only the first part of line {number} of `{path}`, but the \
                     new text has an ending of its own, which would be inserted before `{}`",
                    behind.trim()
                );
                return Err(Refusal::new(Code::PayloadMismatch, message).at(parts.find.place).with_help(
                    "write the whole line as the old text, or only the changed part as the new \
                     text",
                ));
            }
        }
        self.substitute(at, parts)
    }

    /// Replaces whole lines. If they are nowhere, replaces the only place within lines, except in comments, which may
    /// contain disabled code.
    fn lines_first(
        &mut self,
        at: usize,
        hunks: &[Hunk],
        parts: &'p Substitution,
    ) -> Result<EditOutcome, Refusal> {
        let refusal = match self.hunks(at, hunks) {
            Err(refusal) if refusal.problems.iter().all(|problem| problem.code == Code::HunkNotFound) => {
                refusal
            }
            done => return done,
        };
        // A new text with another number of lines is not meant as a part of a line.
        if parts.find.lines.len() != parts.replace.lines.len() {
            return Err(refusal);
        }
        let in_comments = Substitution { region: Region::Comments, ..parts.clone() };
        let is_one = self.places(at, parts).is_ok_and(|(places, _)| places.len() == 1);
        let is_in_comment = self.places(at, &in_comments).is_ok_and(|(places, _)| !places.is_empty());
        if is_one && !is_in_comment { self.replace_parts(at, parts) } else { Err(refusal) }
    }

    /// Replaces the text where it occurs as written; if it does not occur, replaces lines.
    fn parts_first(
        &mut self,
        at: usize,
        hunks: &[Hunk],
        parts: &'p Substitution,
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let (places, there) = self.places(at, parts)?;
        let is_growth = || parts.replace.lines.join("\n").contains(&parts.find.lines.join("\n"));
        let may_repeat = operations[at].if_already_made.lines == RepeatedLines::Insert;
        if places.is_empty() && there > 0 && !may_repeat && is_growth() {
            // This reports that the change is there already.
            return self.replace_parts(at, parts);
        }
        if let [place] = &places[..]
            && (there > 0 && parts.count == Count::Exactly(1) && is_growth() && !may_repeat)
            && self.is_part_beside_lines(at, parts, place)?
        {
            return Err(made_beside_part(&operations[at], parts));
        }
        if places.is_empty()
            && let [hunk] = hunks
            && let Some(done) = self.lines_everywhere(at, hunk, parts.count)?
        {
            return Ok(done);
        }
        if let Count::Exactly(2..) = parts.count {
            return self.replace_parts(at, parts);
        }
        if places.is_empty() {
            return match self.hunks(at, hunks) {
                Err(refusal)
                    if there > 0
                        && refusal.problems.iter().all(|problem| problem.code == Code::HunkNotFound) =>
                {
                    self.replace_parts(at, parts)
                }
                done => done,
            };
        }
        let is_blank = parts.replace.lines.iter().all(|line| line.trim().is_empty());
        match &places[..] {
            [place] if parts.count != Count::All => {
                let document = self.document_at(at, &operations[at].path)?;
                let buffer = document.buffer();
                match shape(buffer, place) {
                    // The new text contains the line ending that the file lacks.
                    PlaceCoverage::Lines if place.end == buffer.len() && ends_line(&parts.replace.lines) => {
                        self.replace_parts(at, parts)
                    }
                    PlaceCoverage::Lines => self.hunks(at, hunks),
                    PlaceCoverage::Trimmed if is_blank => self.hunks(at, hunks),
                    PlaceCoverage::Trimmed => self.trimmed_lines(at, hunks, (parts, place)),
                    PlaceCoverage::Part => self.part_of_lines(at, hunks, (parts, place)),
                }
            }
            _ => {
                let refusal = match self.replace_parts(at, parts) {
                    Err(refusal) => refusal,
                    done => return done,
                };
                // As whole lines, the places can be distinguished by the lines above them, which gives corrections. The
                // hunks must not be applied for that.
                let additions = additions_of(self.patch.format);
                let document = self.lines_at(at, &operations[at].path)?;
                if fit(document, hunks, additions) == HunksFit::Fits {
                    return Err(refusal);
                }
                match self.hunks(at, hunks) {
                    Err(as_lines) if as_lines.is_of(Code::HunkAmbiguous) => {
                        Err(Refusal { corrections: as_lines.corrections, ..refusal })
                    }
                    _ => Err(refusal),
                }
            }
        }
    }

    /// Replaces lines at all of their places, if `count` asks for that number; returns `None` if the number differs.
    fn lines_everywhere(
        &mut self,
        at: usize,
        hunk: &Hunk,
        count: Count,
    ) -> Result<Option<EditOutcome>, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let additions = additions_of(self.patch.format);
        let document = self.lines_at(at, &operations[at].path)?;
        let places = match count {
            Count::Exactly(1) => Vec::new(),
            Count::Exactly(_) | Count::All => places_of(document, hunk, additions),
        };
        if places.is_empty() || matches!(count, Count::Exactly(count) if count != places.len()) {
            return Ok(None);
        }
        let owner = HunkOwner::of(&operations[at]);
        let mut hunks = Vec::with_capacity(places.len());
        let (mut told, mut is_any_moved) = (None, false);
        for place in &places {
            match with_file_indentation(document, hunk, additions, Some(place)) {
                Ok(Some((own, warning))) => {
                    is_any_moved |= is_moved(hunk, &own);
                    hunks.push(own);
                    told = told.or(warning);
                }
                Ok(None) => hunks.push(hunk.clone()),
                Err(problem) => {
                    return Err(explain::hunks(
                        document,
                        owner,
                        std::slice::from_ref(hunk),
                        vec![(0, problem)],
                    ));
                }
            }
        }
        let mut done = apply_at(document, owner, &hunks, places)?;
        done.matched = done.matched.map(|rung| rung_as_written(rung, is_any_moved));
        done.warnings.extend(told);
        Ok(Some(done))
    }

    /// Returns whether a place is only part of a line, or cuts into its indentation, while all copies of the new text,
    /// which has more lines than the old one, are whole lines.
    fn is_part_beside_lines(
        &mut self,
        at: usize,
        parts: &'p Substitution,
        place: &Range<usize>,
    ) -> Result<bool, Refusal> {
        if parts.replace.lines.len() <= parts.find.lines.len() {
            return Ok(false);
        }
        let copied =
            Substitution { find: parts.replace.clone(), replace: parts.find.clone(), ..parts.clone() };
        let operations: &'p [Operation] = self.operations;
        let (copies, _) = self.places(at, &copied)?;
        let buffer = self.document_at(at, &operations[at].path)?.buffer();
        let is_whole = |range: &Range<usize>| {
            !matches!(shape(buffer, range), PlaceCoverage::Part) && !cuts_indentation(buffer, range)
        };
        Ok(!copies.is_empty() && copies.iter().all(is_whole) && !is_whole(place))
    }

    /// Replaces whole lines except for the indentation of the first one. As parts of lines, the other lines would stay
    /// as written: if their indentation was cut like that of the first one, whole lines are meant.
    fn trimmed_lines(
        &mut self,
        at: usize,
        hunks: &[Hunk],
        (parts, place): (&'p Substitution, &Range<usize>),
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        let document = self.document_at(at, &operation.path)?;
        let Some(mut lines) = WholeLines::of(document.buffer(), &parts.replace.lines, place) else {
            let is_deep = begins_as_deep(document.buffer(), parts, place) && !hunks.is_empty();
            return if is_deep { self.hunks(at, hunks) } else { self.replace_parts(at, parts) };
        };
        let is_cut = lines.are_cut(document, &mut OuterLine::default());
        if (is_cut || begins_within_indentation(document.buffer(), parts, place)) && !hunks.is_empty() {
            return self.hunks(at, hunks);
        }
        let leaves_margin = lines.leave_directive(document.layout().directives, &parts.replace.lines);
        let mut edits = lines.edits(document.buffer());
        let as_written = edits.clone();
        put_above_lead_in(document, (&lines.old, &NO_CONTEXT), &mut edits);
        if edits == as_written && !leaves_margin {
            return self.replace_parts(at, parts);
        }
        let there = insertions(document.buffer(), &edits);
        let there = there.filter(|_| operation.if_already_made.lines == RepeatedLines::Refuse);
        if let Some(there) = there.and_then(|there| repeated(document, &there, DepthRule::Same)) {
            return Err(there.refusal(document, operation));
        }
        document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
        Ok(EditOutcome { lines: Some(lines.old), ..EditOutcome::default() })
    }

    /// Replaces less than whole lines. If the indentation of new lines after the first one was cut, the whole lines
    /// around the place are meant.
    fn part_of_lines(
        &mut self,
        at: usize,
        hunks: &[Hunk],
        (parts, place): (&'p Substitution, &Range<usize>),
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let document = self.document_at(at, &operations[at].path)?;
        refuse_joined_directive(
            document,
            (&operations[at], parts),
            (place, &parts.replace.lines.join("\n")),
        )?;
        let lines = WholeLines::of(document.buffer(), &parts.replace.lines, place)
            .filter(|lines| lines.are_cut(document, &mut OuterLine::default()));
        let (buffer, index) = document.lines();
        let is_code = |lines: &WholeLines| index.state_before(buffer, lines.old.start).is_code();
        match (hunks, lines.filter(is_code)) {
            ([hunk], Some(lines)) => {
                let whole = as_hunk(&lines, buffer, hunk);
                self.hunks(at, &[whole])
            }
            _ => self.replace_parts(at, parts),
        }
    }

    /// Applies a block with several lines that could be its divider: exactly one of the readings must fit.
    fn apply_ambiguous_divider(
        &mut self,
        at: usize,
        hunks: &[Hunk],
        new_file: Option<&Payload>,
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let path = &operations[at].path;
        let additions = additions_of(self.patch.format);
        let is_empty =
            !self.overlay.exists(path)? || self.overlay.text_of(path).is_some_and(|text| text.is_empty());
        if let Some(payload) = new_file.filter(|_| is_empty) {
            return files::create(&mut self.overlay, path, payload, Existing::OverwriteEmpty, None);
        }
        let document = self.lines_at(at, path)?;
        let fits: Vec<HunksFit> =
            hunks.iter().map(|hunk| fit(document, std::slice::from_ref(hunk), additions)).collect();
        let of = |wanted: HunksFit| (0..hunks.len()).filter(|at| fits[*at] == wanted).collect::<Vec<_>>();
        // If one reading fits and another is applied already, the patch was most likely applied before.
        if let ([only], []) | ([], [only]) = (&of(HunksFit::Fits)[..], &of(HunksFit::Done)[..]) {
            return self.hunks(at, std::slice::from_ref(&hunks[*only]));
        }
        if let Some(payload) = new_file
            && let Err(refusal) = files::refuse_content(&mut self.overlay, path, payload)
            && refusal.problems.iter().any(|problem| problem.code == Code::AlreadyApplied)
        {
            return Err(refusal);
        }
        let place = hunks.first().map_or_else(Default::default, |hunk| hunk.place);
        let count = hunks.len() + usize::from(new_file.is_some());
        let fitting = of(HunksFit::Fits).len() + of(HunksFit::Done).len();
        let message = match fitting {
            0 => format!(
                "{count} lines of the block could be its divider, and with none of them does it \
                 match `{path}`"
            ),
            _ => format!(
                "{count} lines of the block could be its divider, and with {fitting} of them it \
                 matches `{path}`"
            ),
        };
        Err(Refusal::new(Code::Malformed, message).at(place).with_help(
            "write the three marker lines of the block with another number of characters, from \
             five to nine",
        ))
    }
}

/// Returns the hunk with both texts indented for the file: each may have been cut by itself, like the marker and the
/// payload of an operation. Returns `None` if they are indented correctly, or if nothing shows the indentation.
///
/// # Errors
/// The depth of the new text cannot be determined.
fn with_file_indentation(
    document: &mut Document<'_>,
    hunk: &Hunk,
    additions: AdditionRule,
    within: Option<&Range<usize>>,
) -> Result<Option<(Hunk, Option<Warning>)>, LinesProblem> {
    let within = within.cloned().unwrap_or(0..document.buffer().line_count());
    let (old, new) = hunk.sides();
    // Other characters for blanks are handled by the rules for hunks.
    if old.iter().chain(&new).any(|line| line.trim_start() != trim_start(line)) {
        return Ok(None);
    }
    let [old, new] = [old, new].map(|lines| lines.into_iter().map(str::to_owned).collect::<Vec<_>>());
    let lines = Fragment { lines: old, place: hunk.place, margin: None };
    let marker = Marker { lines, ..Marker::default() };
    let Ok(found) = resolve_marker(&mut document.haystack(within), &marker) else { return Ok(None) };
    let payload = Payload { lines: new, place: hunk.place, ..Payload::default() };
    let (side, gap) = (PayloadSide::Replace, found.range.clone());
    let place = PayloadPlace { marker: &marker, found: &found, side, gap };
    let moved =
        crate::plan::text::marker::with_file_indentation(document, &place, &payload, Indent::FromPlace);
    // Only a depth other than the written one raises the question which of the two is meant.
    let written_fit = match &moved {
        Ok(lines) if *lines == payload.lines => WrittenDepthFit::No,
        _ => as_written(document, (&found.range, &marker.lines.lines), &payload.lines),
    };
    if written_fit == WrittenDepthFit::Meant {
        return Ok(None);
    }
    let new = match moved {
        Ok(lines) => lines,
        Err(
            problem @ (LinesProblem::AmbiguousDepth { .. }
            | LinesProblem::BodyNotDeeper { .. }
            | LinesProblem::HeadingLost { .. }),
        ) => return Err(problem),
        Err(_) => return Ok(None),
    };
    if written_fit == WrittenDepthFit::Ambiguous {
        let spelled = |payload: &[String]| ReindentedPair {
            marker: marker.lines.lines.clone(),
            payload: payload.to_vec(),
        };
        let readings = [&payload.lines, &new].map(|lines| spelled(lines));
        return Err(LinesProblem::AmbiguousDepth { at: found.range, readings: readings.into() });
    }
    let plain = plain_in_file(document, &found.range, marker.lines.lines.iter().map(String::as_str));
    let written = new.clone();
    let new: Vec<String> = new.into_iter().map(|line| plain.replaced_in(&line).unwrap_or(line)).collect();
    // If the new text is around the old one already, the patch was applied before; without changes to its spelling, it
    // is found.
    if new == payload.lines && find_around(&mut document.whole(), &marker, &found, (&new, &new)).is_some() {
        return Ok(None);
    }
    let old = found.as_deep_as_found(document.buffer(), &marker);
    // Lines of both texts keep the characters of the file.
    let comes = |line: &&String| !old.iter().flatten().any(|own| own == *line);
    let mut coming = written.iter().filter(comes);
    let told = coming.any(|line| plain.replaced_in(line).is_some()).then(made_plain);
    let is_as_deep = |(own, line): (&Option<String>, &String)| own.as_ref().is_none_or(|own| own == line);
    if old.iter().zip(&marker.lines.lines).all(is_as_deep) && new == payload.lines {
        return Ok(None);
    }
    // A hunk that is applied already as written must not be applied again at another depth.
    if fit(document, std::slice::from_ref(hunk), additions) == HunksFit::Done {
        return Ok(None);
    }
    let cut = old.iter().zip(&marker.lines.lines).find(|(_, line)| !is_blank(line));
    let cut = cut.and_then(|(own, line)| Some((indentation(own.as_ref()?).to_owned(), indentation(line))));
    let (mut old, mut new) = (old.into_iter(), written.into_iter().zip(new));
    let mut lines = Vec::with_capacity(hunk.lines.len());
    for line in &hunk.lines {
        let own = if line.tag == Tag::Added { None } else { old.next() };
        let brought = if line.tag == Tag::Removed { None } else { new.next() };
        let mut push = |tag: Tag, text: String| {
            lines.push(HunkLine { crlf: line.crlf, ..HunkLine::new(tag, text, line.patch_line) });
        };
        match (own, brought) {
            // A line that the file does not have keeps its position relative to the others.
            (Some(None), _) => push(line.tag, moved_along(&line.text, cut.as_ref())),
            (Some(Some(own)), Some((written, brought)))
                if is_blank(&own) || own == brought || own == written =>
            {
                push(Tag::Context, own);
            }
            (own, brought) => {
                let brought = brought.map(|(_, plain)| plain);
                own.flatten().into_iter().for_each(|text| push(Tag::Removed, text));
                brought.into_iter().for_each(|text| push(Tag::Added, text));
            }
        }
    }
    Ok(Some((Hunk { lines, ..hunk.clone() }, told)))
}

/// Returns whether the old lines of a hunk are at another depth than they were `written`.
fn is_moved(written: &Hunk, hunk: &Hunk) -> bool {
    written.old().zip(hunk.old()).any(|(own, moved)| own.text.as_str() != moved.text.as_str())
}

/// Returns the name of the rung on which old lines match as they were written, if those at the depth of the file match
/// on the rung `found`.
fn rung_as_written(found: String, is_moved: bool) -> String {
    if is_moved && is_as_written(&found) { TRIMMED.to_owned() } else { found }
}

/// Whether a new text may be meant as deep as it is written, where the old one is in the file to the letter.
fn as_written(
    document: &mut Document<'_>,
    (at, old): (&Range<usize>, &[String]),
    new: &[String],
) -> WrittenDepthFit {
    let layout = document.layout();
    let (buffer, index) = document.lines();
    let is_exact = at.len() == old.len() && at.clone().zip(old).all(|(line, own)| buffer.line(line) == *own);
    if is_exact { written_depth_fit(buffer, index, layout, (at, new)) } else { WrittenDepthFit::No }
}

/// Moves a line of the old text by the difference between the first line's indentation in the file and as written
/// (`first`).
fn moved_along(line: &str, first: Option<&(String, &str)>) -> String {
    let Some((own, written)) = first.filter(|_| !is_blank(line)) else { return line.to_owned() };
    match (own.strip_suffix(written), written.strip_suffix(own.as_str())) {
        (Some(lost), _) => format!("{lost}{line}"),
        (None, Some(extra)) => line.strip_prefix(extra).unwrap_or(line).to_owned(),
        (None, None) => line.to_owned(),
    }
}

/// Returns the refusal of an old text that only occurs as part of a line, where the new text is present already.
fn made_beside_part(operation: &Operation, parts: &Substitution) -> Refusal {
    let [find, replace] = [&parts.find, &parts.replace].map(|text| explain::quoted(&text.lines.join("\n")));
    let path = &operation.path;
    let message =
        format!("{replace} is already in `{path}`, and otherwise {find} is only part of a line there");
    Refusal::new(Code::AlreadyApplied, message).with_help("leave the operation out").at(parts.find.place)
}

/// Returns whether a place begins within the blanks before a line.
fn cuts_indentation(buffer: &Buffer, place: &Range<usize>) -> bool {
    let start = buffer.line_start(buffer.line_of(place.start));
    let is_blank = |range: Range<usize>| buffer.slice(range).starts_with([' ', '\t']);
    start < place.start && is_blank(place.start - 1..place.start) && is_blank(place.start..place.end)
}

/// Returns the hunk with whole lines; the first old and the first new one lose their indentation, as the other lines
/// may lack it.
fn as_hunk(whole: &WholeLines, buffer: &Buffer, hunk: &Hunk) -> Hunk {
    let old: Vec<String> = whole.old.clone().map(|line| buffer.line(line).into_owned()).collect();
    let patch_line = hunk.lines.first().map_or(0, |line| line.patch_line);
    let of = |tag: Tag, lines: &[String]| -> Vec<HunkLine> {
        let cut = |(at, line): (usize, &String)| {
            let text = if at == 0 { trim_start(line).to_owned() } else { line.clone() };
            HunkLine::new(tag, text, patch_line)
        };
        lines.iter().enumerate().map(cut).collect()
    };
    let lines = [of(Tag::Removed, &old), of(Tag::Added, &whole.new)].concat();
    Hunk { lines, ..hunk.clone() }
}

/// How much of its lines a place covers.
enum PlaceCoverage {
    /// Whole lines.
    Lines,
    /// Everything but the indentation of the first line and trailing blanks of the last one.
    Trimmed,
    /// Less than whole lines.
    Part,
}

/// Returns the sign by which the new text gives a value or a type to the name that is the old text.
fn given_sign(find: &[String], replace: &[String]) -> Option<&'static str> {
    let ([find], [replace]) = (find, replace) else { return None };
    let new = replace.strip_prefix(find.as_str())?;
    ["=", ": "].into_iter().find(|sign| gives(new, sign))
}

/// Returns whether the text after a name assigns something to it by `sign`.
fn gives(text: &str, sign: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(sign) && !text.starts_with("==") && !text.starts_with("=>")
}

fn shape(buffer: &Buffer, place: &Range<usize>) -> PlaceCoverage {
    let lines = buffer.lines_of(place);
    let start = buffer.line_start(lines.start);
    let end = buffer.line_range(lines.end - 1).end;
    if place.start == start && place.end >= end {
        return PlaceCoverage::Lines;
    }
    let is_blank = |range: Range<usize>| buffer.slice(range).trim().is_empty();
    let is_rest_blank = place.end >= end || is_blank(place.end..end);
    if is_blank(start..place.start) && is_rest_blank { PlaceCoverage::Trimmed } else { PlaceCoverage::Part }
}

/// Returns whether the old text of a substitution begins with part of the file's indentation and the new text with all
/// of it, and no other line shows that it is to be deeper.
fn begins_within_indentation(buffer: &Buffer, parts: &Substitution, place: &Range<usize>) -> bool {
    let least = |lines: &[String]| {
        lines.iter().skip(1).filter(|line| !is_blank(line)).map(|line| indentation(line).len()).min()
    };
    let [others, brought] = [&parts.find, &parts.replace].map(|text| least(&text.lines));
    let [old, new] = [&parts.find, &parts.replace].map(|text| text.lines.first().map_or("", String::as_str));
    let own = buffer.line(buffer.line_of(place.start));
    let deep = indentation(&own);
    !indentation(old).is_empty()
        && indentation(old).len() < deep.len()
        && indentation(new) == deep
        && others.is_some()
        && others == brought
}

/// Returns whether the new text of a substitution begins with the indentation of the line that it changes, which the
/// old text omits.
fn begins_as_deep(buffer: &Buffer, parts: &Substitution, place: &Range<usize>) -> bool {
    let [old, new] = [&parts.find, &parts.replace].map(|text| text.lines.first().map_or("", String::as_str));
    let own = buffer.line(buffer.line_of(place.start));
    let deep = indentation(&own);
    !deep.is_empty() && indentation(old).is_empty() && indentation(new) == deep && trim(old) != trim(new)
}
