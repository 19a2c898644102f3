//! Decides the depth (indentation in columns) at which the lines of a payload are written, from the marker, the file
//! and the payload itself.
//!
//! The marker's lines are compared with the lines of the file that they matched. That shows how the marker was
//! indented; whether the payload was indented the same way is a separate question with three possible answers
//! ([`reading::Readings`]). Lines that marker and payload share decide first, then the lines next to the place. If two
//! answers remain, the payload is refused.
//!
//! Invariant: a line that marker and payload share at the same depth keeps its depth in the file.
//! Invariant: nothing is parsed, and only lines near the place are read.

mod already_there;
mod around;
mod as_written;
mod behind_text;
mod closer;
mod columns;
mod decide;
mod enclosing;
mod facts;
mod file_blanks;
mod first_or_all;
mod flow;
mod flush;
mod in_place;
mod labels;
mod layout;
mod line;
mod lost_first;
mod lost_heading;
mod lost_indentation;
mod margins;
mod marker_shift;
mod moved_text;
mod neighbours;
mod nested;
mod odd;
mod one_blank;
mod only_old_cut;
mod payload_steps;
mod piecewise_shift;
mod reading;
mod restore;
mod shared_line;
mod shown_by_payload;
mod statement;
mod text_flow;
mod text_lines;
mod write;
mod wrong_context_indent;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use self::as_written::{WrittenDepthFit, written_depth_fit};
pub(super) use self::behind_text::opening_line;
use self::behind_text::{BehindText, at_marker};
use self::columns::{IndentSamples, Scale, StepPair, window};
use self::decide::{Decision, by_neighbours, decide};
use self::facts::DepthFacts;
pub use self::facts::{PayloadPlace, PayloadSide};
pub use self::file_blanks::put_blanks_for_tabs;
use self::flow::{OpeningDepth, is_label};
pub use self::flush::raise_flush_lines;
use self::in_place::{is_as_in_file, is_in_steps_of_file};
pub use self::layout::Layout;
use self::line::{DepthLine, LineKind, PatchLineReader, code_of};
pub(super) use self::lost_heading::hunk_loses_heading;
pub use self::margins::{OpenBlock, USUAL_BASE, open_block};
use self::margins::{context_least, margins, may_be_verbatim};
use self::marker_shift::{MarkerShift, PlacedLine, is_last_lost};
pub use self::moved_text::{MovedText, moved_text};
use self::neighbours::{FileLines, NextLines};
pub use self::nested::nested_payload;
use self::nested::{bracket_depth, with_bracket_depth};
pub use self::odd::{ExpectedColumn, OddLine, odd_lines};
pub use self::one_blank::level_lines;
pub use self::only_old_cut::are_as_written;
use self::reading::DepthReading;
pub use self::restore::{FlatPayload, Restored, restore};
use self::shared_line::Witnesses;
use self::text_flow::{TextLineKind, heads_block};
pub(super) use self::text_lines::emptied_block;
use self::write::Writer;
use super::index::LineIndex;
use super::problem::{LinesProblem, ReindentedPair};
use super::rung::Form;
use crate::ir::{Marker, Payload};
use crate::text::normal::{NO_BREAK_SPACE, fold, indentation, is_blank, trim, trim_end};
use crate::text::{
    Buffer, IndentStyle, LexState, Lexer, restore_closing_line, restore_last_return, restore_last_statement,
    step_within,
};

/// The maximum number of lines above a line that are searched for the block around it.
const FAR: usize = 2000;

/// Returns the payload's lines as they are to be written to the file.
///
/// # Errors
/// The intended depth of the payload is ambiguous.
pub fn payload_at_depth(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    at: &PayloadPlace<'_>,
    payload: &Payload,
) -> Result<Vec<String>, LinesProblem> {
    let PayloadPlace { marker, found: place, side, ref gap } = *at;
    if let Some(own) = BehindText::of(buffer, index, at, payload) {
        let (marker, found, gap) = (&own.marker, &own.found, own.line..own.line);
        let beside = PayloadPlace { marker, found, side: PayloadSide::After, gap };
        let lines = payload_at_depth(buffer, index, layout, &beside, &own.code);
        return lines.map(|code| [own.repeated, code].concat()).map_err(|own| at_marker(own, place));
    }
    let mended = with_plain_blanks(buffer, at, payload)
        .or_else(|| wrong_context_indent::without_slip(buffer, index, at, payload))
        .or_else(|| lost_first::in_file_columns(buffer, index.scanner().map(|own| own.rules()), at, payload))
        .or_else(|| {
            Some((marker.clone(), lost_first::as_deep_as_second(buffer, index, at, (layout, payload))?))
        })
        .or_else(|| lost_indentation::both_stripped(buffer, index, at, (layout, payload)));
    if let Some((plain, brought)) = mended {
        let at = PayloadPlace { marker: &plain, found: place, side, gap: gap.clone() };
        return payload_at_depth(buffer, index, layout, &at, &brought);
    }
    if let Some(payload) = with_bracket_depth(buffer, index, at, payload) {
        return payload_at_depth(buffer, index, layout, at, &payload);
    }
    let restored = with_last_line(buffer, index, layout, at, &payload.lines);
    let restored = restored.map(|lines| Payload { lines, ..payload.clone() });
    let payload = restored.as_ref().unwrap_or(payload);
    let margins = margins(buffer, at, payload);
    let pairs = pairs(buffer, index, at, margins.0);
    if let Some(line) = line_for_line(at, payload, margins, &pairs) {
        return Ok(vec![line]);
    }
    let is_empty = payload.lines.iter().all(|line| is_blank(line));
    let style = || index.indent_style(buffer);
    let may_be_lost = layout.indented && may_be_lost(&payload.lines);
    if is_empty
        || margins == (0, 0) && !may_be_lost && is_verbatim(&pairs, at, (layout, &payload.lines), style)
    {
        return Ok(payload.lines.clone());
    }
    let style = index.indent_style(buffer);
    let told: Vec<(&str, &str)> = pairs.iter().map(|pair| (&*pair.patch, &*pair.file)).collect();
    let brought = in_columns(&payload.lines, margins.1);
    let samples = IndentSamples { pairs: &told, payload: &brought };
    let mut scale = Scale::of(buffer, style, &place.range, samples);
    let state = index.state_before(buffer, place.range.start);
    let columns: Vec<(isize, isize)> =
        told.iter().map(|(patch, file)| (scale.patch(patch), scale.file(file))).collect();
    let is_first_lost =
        matches!(&columns[..], [(0, _), rest @ ..] if rest.iter().all(|(patch, file)| patch == file));
    let is_lost = is_first_lost || is_last_lost(&columns);
    let marked = pairs.iter().map(|pair| trim(&marker.lines.lines[pair.at])).zip(columns.iter().copied());
    let as_written = scale;
    let own_lines = brought.iter().map(|line| (trim(line), as_written.patch(indentation(line))));
    let is_even = columns.windows(2).all(|pair| pair[0].1 - pair[0].0 == pair[1].1 - pair[1].0);
    if !is_lost && !is_even {
        // Steps larger than the file's are not assumed if the payload has a marker line in its column of the file.
        let steps = StepPair::explaining(&columns, scale.step);
        scale.steps = steps.filter(|own| {
            own.patch < scale.step as isize || !is_as_in_file(marked.clone(), own_lines.clone())
        });
    }
    if let Some(steps) = scale.steps
        && margins == (0, 0)
        && steps.patch < scale.step as isize
        && is_in_steps_of_file(marked, own_lines, scale.step)
    {
        return Ok(payload.lines.clone());
    }
    if scale.steps.is_none() && scale.is_of_blanks() {
        let own = payload.lines.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
        let own: Vec<isize> = own.map(|own| scale.patch(own) + margins.1 as isize).collect();
        scale.steps = StepPair::whole(&columns, &own, scale.step);
    }
    let all_lexer = index.scanner().map(|scanner| Lexer::new(scanner.rules()));
    let is_code = index.rules().is_some();
    let lexer = all_lexer.as_ref().filter(|_| is_code);
    let mut loose = LineKind::Code;
    let reader = |scale, loose| PatchLineReader { scale, lexer: all_lexer.as_ref(), is_code, loose, layout };
    let read_marker = |loose| reader(scale, loose).read(&marker.lines.lines, margins.0, state.clone());
    let mut marked = read_marker(loose);
    // The text of a here-document is indented with the code around it, unless the marker shows otherwise.
    if all_lexer.as_ref().is_some_and(|lexer| !lexer.rules().heredocs.is_empty())
        && MarkerShift::by(&placed_lines(&marked, &pairs, scale).0).shift().is_none()
    {
        loose = LineKind::Text;
        marked = read_marker(loose);
    }
    let (placed, spelled) = placed_lines(&marked, &pairs, scale);
    let state = if side == PayloadSide::After { index.state_before(buffer, gap.start) } else { state };
    let mut lines = reader(scale, loose).read(&payload.lines, margins.1, state.clone());
    let steps_near = || step_within(buffer, window(buffer, &place.range));
    if let Some(steps) = scale.payload_steps(layout, &placed, &lines, steps_near) {
        scale.steps = steps;
        lines = reader(scale, loose).read(&payload.lines, margins.1, state);
    }
    let is_text = lines.first().is_some_and(|line| line.kind == LineKind::Text);
    let depth = match first_pair(&pairs, &placed, is_text) {
        Some(pair) => scale.file(&pair.file),
        None => scale.file(indentation(&buffer.line(place.range.start))),
    };
    let witnesses = match side {
        PayloadSide::Replace => Witnesses::of(&placed, &lines),
        PayloadSide::Before | PayloadSide::After => Witnesses::default(),
    };
    let told = MarkerShift::by(&placed).corrected_by_payload(&placed, &lines);
    let told = if side == PayloadSide::Replace { told } else { told.corrected_for_insertion(&placed) };
    let same_text = side == PayloadSide::Replace
        && super::marker::trimmed(&marker.lines.lines) == super::marker::trimmed(&payload.lines);
    let facts = DepthFacts {
        layout,
        is_code,
        rules: all_lexer.as_ref().map(Lexer::rules),
        side,
        context_least: context_least(marker, scale),
        payload_count: payload.lines.len(),
        step: scale.step,
        has_common_columns: margins.0 != margins.1,
        base: if margins.0 == margins.1 { 0 } else { margins::usual_columns(marker, payload) },
        may_be_verbatim: margins.0 != margins.1 && may_be_verbatim(buffer, at),
        marker: placed,
        marker_indents: spelled,
        payload: &lines,
        marker_shift: told,
        depth,
        witnesses,
        same_text,
    };
    let write = |moves: &[isize]| Writer::of(&facts, scale).write(&payload.lines, moves);
    if let Some(lines) = already_there::already_there(&facts, buffer, gap) {
        return Ok(already_there::shifted_as_present(&facts, buffer, &lines, &payload.lines));
    }
    if facts.is_moved_already() {
        return Err(LinesProblem::AlreadyApplied { at: place.range.clone() });
    }
    if facts.loses_heading() {
        return Err(LinesProblem::HeadingLost { at: place.range.clone() });
    }
    if let Some(moves) = facts.unwrapped() {
        return Ok(write(&moves));
    }
    let is_flat = facts.marker_shift == MarkerShift::Flat && side == PayloadSide::Replace;
    let wrapped_by = match facts.marker_shift {
        MarkerShift::Flat | MarkerShift::FirstLost => facts.wrapped_by(),
        MarkerShift::Shift(_) | MarkerShift::Mixed => None,
    };
    let flat_by = || facts.kept_by_payload().filter(|_| is_flat);
    if let Some(by) = wrapped_by.or_else(flat_by) {
        return Ok(write(&vec![by; lines.len()]));
    }
    let spelled = |payload: Vec<String>| ReindentedPair {
        marker: place.range.clone().map(|line| buffer.line(line).into_owned()).collect(),
        payload,
    };
    if let Some(first) = facts.first_or_all_lost() {
        let flat = FlatPayload { lines: &payload.lines, partners: None };
        match restore(buffer, index, layout, &place.range, flat).filter(|_| !facts.goes_on_at_margin()) {
            Some(restored) => return Ok(restored.lines),
            None if facts.has_brackets() || facts.heads_recipes() => {}
            None => {
                let readings = facts.moves_of_first_or_all(first).map(|moves| spelled(write(&moves)));
                return Err(LinesProblem::AmbiguousDepth {
                    at: place.range.clone(),
                    readings: readings.into(),
                });
            }
        }
    }
    let mut restored_lines = None;
    if is_flat
        && let Some(restored) = restore(
            buffer,
            index,
            layout,
            &place.range,
            FlatPayload { lines: &payload.lines, partners: None },
        )
    {
        if restored.is_told || restored.follows {
            return Ok(restored.lines);
        }
        restored_lines = Some(restored.lines);
    }
    if let Some(payload_line) =
        facts.lost_depth().or_else(|| facts.lost_members()).or_else(|| facts.lost_blocks())
    {
        return match bracket_depth(buffer, index, at, payload) {
            Some(nested) => payload_at_depth(buffer, index, layout, at, &nested),
            None => Err(LinesProblem::BodyNotDeeper { at: place.range.clone(), payload_line }),
        };
    }
    let mut file = FileLines { buffer, index, lexer, scale };
    let is_directive = lines.iter().all(|line| line.kind == LineKind::Directive);
    // The depth of a directive is evidence only for other directives.
    let passed = Layout { directives: if is_directive { &[] } else { layout.directives }, ..layout };
    let around = NextLines::of(&mut file, passed, gap);
    if let Some(by) = facts.shown_by_payload() {
        if facts.is_possible(&around, DepthReading::all(by)) {
            return Ok(write(&vec![by; lines.len()]));
        }
        if facts.witnesses.all.windows(2).any(|pair| pair[0].needs != pair[1].needs) {
            return Err(LinesProblem::NoUniformShift { at: place.range.clone() });
        }
    }
    let beside_labels = facts.labels_apart().or_else(|| facts.like_labels(&mut file, gap.start));
    if let Some(moves) = beside_labels.or_else(|| facts.closes_above(&mut file, gap.start)) {
        return Ok(write(&moves));
    }
    let is_uneven = matches!(facts.marker_shift, MarkerShift::Mixed | MarkerShift::FirstLost);
    if let Some(moves) = facts.in_places().filter(|_| is_uneven && side == PayloadSide::Replace) {
        return Ok(write(&moves));
    }
    if facts.is_code
        && matches!(facts.marker_shift, MarkerShift::Mixed | MarkerShift::Flat | MarkerShift::FirstLost)
        && facts.lost_by_first().is_none()
        && let Some(moves) = facts.piecewise(&around).filter(|moves| !facts.moves_shared(moves))
    {
        return Ok(write(&moves));
    }
    if facts.marker_shift == MarkerShift::Mixed {
        let moves = facts.mixed().ok_or(LinesProblem::NoUniformShift { at: place.range.clone() })?;
        return Ok(write(&moves));
    }

    let by_columns = || decide(&facts, &around).or_else(|left| by_neighbours(&facts, &around, left));
    let beside_sign = facts.beside_sign(&around).map(Decision::Sure);
    let decision = beside_sign.or_else(|| facts.behind_flat(&around)).unwrap_or_else(by_columns);
    let decision = match decision {
        Decision::Sure(reading) => {
            let reading = facts.beside_like(reading, |shape| {
                neighbours::depth_of_like(&mut file, gap.start, |line| TextLineKind::of(line) == Some(shape))
            });
            let reading = facts.in_list_around(reading, || neighbours::chain(&mut file, gap.start));
            facts.among_blocks(&around, reading, || neighbours::chain(&mut file, gap.start))
        }
        open @ Decision::Ambiguous(_) => open,
    };
    let decision = facts.in_block_above(&around, facts.within_block(&around, decision));
    let moves = |reading: DepthReading| -> Vec<isize> {
        (0..lines.len()).map(|at| if at == 0 { reading.first } else { reading.rest }).collect()
    };
    match decision {
        // If all lines lost their indentation, a line that the payload repeats keeps its depth of the file; a reading
        // that moves it is refused.
        Decision::Sure(reading)
            if facts.marker_shift == MarkerShift::Flat
                && (facts.moves_repeated(reading)
                    || facts.moves_shared(&moves(reading))
                    || restored_lines.is_some_and(|restored| restored != write(&moves(reading)))) =>
        {
            Err(LinesProblem::NoUniformShift { at: place.range.clone() })
        }
        Decision::Sure(reading) => Ok(write(&moves(reading))),
        Decision::Ambiguous(readings) => {
            let readings = readings.into_iter().map(|own| spelled(write(&moves(own)))).collect();
            Err(LinesProblem::AmbiguousDepth { at: place.range.clone(), readings })
        }
    }
}

/// Returns the payload with its last line at the intended depth, if only that line lost its indentation. A line that
/// the marker also has keeps its depth.
fn with_last_line(
    buffer: &Buffer,
    index: &LineIndex<'_>,
    layout: Layout,
    at: &PayloadPlace<'_>,
    payload: &[String],
) -> Option<Vec<String>> {
    let (old, rules) = (&at.marker.lines.lines, index.rules());
    let is_kept = payload.last().is_some_and(|last| old.iter().any(|own| trim_end(own) == trim_end(last)));
    let of_definitions = || {
        let lines = restore_last_statement(payload, rules?)?;
        is_outside(buffer, at.found.range.start).then_some(lines)
    };
    let is_within = layout.indented && at.side == PayloadSide::Replace;
    let leaving = || restore_last_return(old, payload, rules.filter(|_| is_within)?);
    restore_closing_line(payload, rules).or_else(of_definitions).or_else(leaving).filter(|_| !is_kept)
}

/// Returns whether a line is at the margin or directly in a class, so that no function is around it.
fn is_outside(buffer: &Buffer, line: usize) -> bool {
    let depth = indentation(&buffer.line(line)).len();
    let is_outer = |text: &str| !is_blank(text) && indentation(text).len() < depth;
    let mut above = (line.saturating_sub(FAR)..line).rev().map(|line| buffer.line(line));
    depth == 0 || above.find(|text| is_outer(text)).is_some_and(|text| trim(&text).starts_with("class "))
}

/// Returns marker and payload with spaces for the no-break spaces of their indentation, which come from copying a web
/// page, where the file has none. Returns `None` if they contain none.
fn with_plain_blanks(buffer: &Buffer, at: &PayloadPlace<'_>, payload: &Payload) -> Option<(Marker, Payload)> {
    let (mut marker, mut payload) = (Cow::Borrowed(at.marker), Cow::Borrowed(payload));
    if !marker.lines.lines.iter().chain(&payload.lines).any(|line| is_indented_by_no_break(line))
        || at.found.range.clone().any(|line| is_indented_by_no_break(&buffer.line(line)))
    {
        return None;
    }
    for line in marker.to_mut().lines.lines.iter_mut().chain(&mut payload.to_mut().lines) {
        let (blanks, text) = line.split_at(line.len() - line.trim_start().len());
        *line = blanks.replace(NO_BREAK_SPACE, " ") + text;
    }
    Some((marker.into_owned(), payload.into_owned()))
}

fn is_indented_by_no_break(line: &str) -> bool {
    line[..line.len() - line.trim_start().len()].contains(NO_BREAK_SPACE)
}

impl DepthFacts<'_> {
    /// Returns whether a reading moves a line of code that marker and payload share away from its depth in the file.
    fn moves_repeated(&self, reading: DepthReading) -> bool {
        let by = |line: usize| if line == 0 { reading.first } else { reading.rest };
        self.witnesses.all.iter().any(|own| own.is_strong && own.needs != by(own.line))
    }

    /// Returns whether the moves displace any shared line from its depth in the file, for a marker and a payload that
    /// both lost all indentation.
    fn moves_shared(&self, moves: &[isize]) -> bool {
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        let is_lost = is_flat && self.marker_shift == MarkerShift::Flat && self.side == PayloadSide::Replace;
        is_lost && self.witnesses.all.iter().any(|own| moves.get(own.line) != Some(&own.needs))
    }

    /// Returns the shift of a payload that kept the indentation which its marker lost: the payload has shared lines in
    /// several columns, and all need the same shift.
    fn kept_by_payload(&self) -> Option<isize> {
        let all = &self.witnesses.all;
        let by = all.iter().find(|own| own.is_strong)?.needs;
        let mut columns = all
            .iter()
            .filter(|own| own.is_strong)
            .filter_map(|own| self.payload.get(own.line))
            .map(|own| own.column);
        let first = columns.next()?;
        // The first line of the payload must stay in the block around the place.
        let begins = all.first().is_some_and(|own| own.line == 0) || self.is_aligned(by);
        let is_one = all.iter().all(|own| own.needs == by) && columns.any(|column| column != first);
        (begins && is_one).then_some(by)
    }

    /// Returns the shift of a payload that puts a block around the marker's lines, which keep their relative depth: the
    /// heading of the block gets the depth of the marker's first line.
    fn wrapped_by(&self) -> Option<isize> {
        // Brackets may be matched with the wrong one of several, so only strong witnesses count.
        let shared: Vec<_> = self.witnesses.all.iter().filter(|own| own.is_strong).collect();
        let (first, own) = (self.payload.first()?, shared.first()?);
        let inner = self.payload.get(own.line)?.column;
        let opens = match (self.is_code, self.rules) {
            (true, _) => self.layout.opening(&first.code) == OpeningDepth::Block,
            (false, Some(rules)) => heads_block(rules, first.text),
            (false, None) => false,
        };
        let is_whole = self.side == PayloadSide::Replace
            && (own.marked == 0 && own.line > 0)
            && shared.len() == self.marker.iter().filter(|(line, _)| line.has_words()).count()
            && shared.iter().all(|other| other.needs == own.needs);
        // If the body is several steps deeper than the heading, the heading alone lost its indentation.
        let is_inner = (1..=self.step as isize).contains(&(inner - first.column));
        let is_around = is_inner && self.payload.iter().all(|line| line.column >= first.column);
        self.aligned().filter(|_| opens && is_whole && is_around)
    }

    /// Returns the moves of a payload whose marker has no uniform shift, from the lines that the payload repeats.
    fn mixed(&self) -> Option<Vec<isize>> {
        let first = self.witnesses.all.iter().find(|own| own.is_strong).map(|own| own.needs);
        let aligned = self.depth - self.payload.first().map_or(0, |line| line.column);
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        // A weak witness, such as a bracket, must not contradict either.
        let is_one = first.is_some_and(|first| self.witnesses.all.iter().all(|own| own.needs == first));
        match first {
            Some(by) if is_one => Some(vec![by; self.payload.len()]),
            None if is_flat => Some(vec![aligned; self.payload.len()]),
            _ => self.by_column(),
        }
    }

    /// Returns the moves of a payload whose marker shows that labels, such as `public:`, are shifted by one amount and
    /// all other lines by another.
    fn labels_apart(&self) -> Option<Vec<isize>> {
        if !self.is_code
            || self.layout.indented
            || !matches!(self.marker_shift, MarkerShift::Mixed | MarkerShift::FirstLost)
        {
            return None;
        }
        let shift_of = |labels: bool| {
            let lines = self.marker.iter().filter(|(line, _)| is_label(&line.code) == labels);
            let mut shifts = lines.map(|(line, depth)| depth - line.column);
            let first = shifts.next()?;
            shifts.all(|own| own == first).then_some(first)
        };
        let (label, other) = (shift_of(true)?, shift_of(false)?);
        let moves: Vec<isize> =
            self.payload.iter().map(|line| if is_label(&line.code) { label } else { other }).collect();
        let is_kept = self.witnesses.all.iter().all(|own| moves.get(own.line) == Some(&own.needs));
        let stays_in_file = self.payload.iter().zip(&moves).all(|(line, by)| line.column + by >= 0);
        (is_kept && stays_in_file).then_some(moves)
    }

    /// Returns the moves of a payload all of whose columns also occur in the marker, if each of these columns
    /// corresponds to one depth in the file. An example is a list whose items the file has as deep as its heading.
    fn by_column(&self) -> Option<Vec<isize>> {
        let mut depths: BTreeMap<isize, isize> = BTreeMap::new();
        for (line, depth) in &self.marker {
            if *depths.entry(line.column).or_insert(*depth) != *depth {
                return None;
            }
        }
        let rises = depths.values().zip(depths.values().skip(1)).all(|(one, next)| one <= next);
        let is_kept = self.witnesses.all.iter().all(|own| {
            let column = self.payload.get(own.line).map(|line| line.column);
            column.and_then(|column| Some(depths.get(&column)? - column)) == Some(own.needs)
        });
        let moves = self.payload.iter().map(|line| Some(depths.get(&line.column)? - line.column));
        moves.collect::<Option<_>>().filter(|_| rises && is_kept)
    }
}

/// Returns the lines with `margin` more spaces before each, to compensate for the different bases of two block scalars.
fn in_columns(lines: &[String], margin: usize) -> Cow<'_, [String]> {
    if margin == 0 {
        return Cow::Borrowed(lines);
    }
    lines.iter().map(|line| " ".repeat(margin) + line).collect()
}

/// A line of the marker, with its indentation in the patch and in the file.
struct Pair {
    /// The index of the line in the marker, from 0.
    at: usize,
    patch: String,
    file: String,
}

/// Returns the lines of the marker that the file contains, each with its depth in the file, and the file's indentation
/// of each.
fn placed_lines<'l, 't, 'p>(
    marked: &'l [DepthLine<'t>],
    pairs: &'p [Pair],
    scale: Scale,
) -> (Vec<PlacedLine<'l, 't>>, Vec<&'p str>) {
    marked
        .iter()
        .filter_map(|line| Some((line, pairs.iter().find(|pair| pair.at == line.at)?)))
        .map(|(line, pair)| ((line, scale.file(&pair.file)), pair.file.as_str()))
        .unzip()
}

/// Returns the line that shows the depth at the start of the place: the first one, skipping directives, inner lines of
/// a comment (`*`), comments whose depth differs from the code beside them, and strings (unless the payload begins with
/// text, too).
fn first_pair<'p>(pairs: &'p [Pair], placed: &[PlacedLine<'_, '_>], is_text: bool) -> Option<&'p Pair> {
    let told = MarkerShift::by(placed);
    let is_inner = |pair: &&Pair| {
        let line = placed.iter().find(|(line, _)| line.at == pair.at);
        line.is_some_and(|own| match own.0.kind {
            LineKind::Comment => own.0.text.starts_with('*') || told.is_shifted_comment(own),
            LineKind::Text => !is_text,
            LineKind::Directive => true,
            LineKind::Code => false,
        })
    };
    pairs.iter().find(|pair| !is_inner(pair)).or_else(|| pairs.first())
}

/// Returns the lines of the marker that the file contains, ignoring trailing comments.
fn pairs(buffer: &Buffer, index: &LineIndex<'_>, at: &PayloadPlace<'_>, margin: usize) -> Vec<Pair> {
    let PayloadPlace { marker, found: place, .. } = at;
    let lexer = index.rules().map(Lexer::new);
    // The trailing comment of the file may differ from that of the marker.
    let has_code_of = |own: &str, line: &str| {
        let code = |line: &str| code_of(lexer.as_ref(), line, &mut LexState::default());
        let line = code(line);
        !line.is_empty() && code(own) == line
    };
    let placed = marker.lines.lines.iter().zip(&place.alignment).enumerate();
    let solid = placed.filter(|(_, (line, _))| !is_blank(line));
    let pairs = solid.filter_map(|(at, (line, own))| {
        let (folded, own) = (fold(line), buffer.line((*own)?));
        let own = fold(&own);
        let is_own = place.rung.form != Form::Code
            || trim(&own).starts_with(trim(&folded))
            || has_code_of(&own, &folded);
        let patch = " ".repeat(margin) + indentation(&folded);
        is_own.then(|| Pair { at, patch, file: indentation(&own).to_owned() })
    });
    pairs.collect()
}

/// Returns the payload line at the depth of the file, if a single line replaces a single line of the same depth, which
/// is the most frequent replacement.
fn line_for_line(
    at: &PayloadPlace<'_>,
    payload: &Payload,
    margins: (usize, usize),
    pairs: &[Pair],
) -> Option<String> {
    let ([marker], [line], [pair]) = (&at.marker.lines.lines[..], &payload.lines[..], pairs) else {
        return None;
    };
    let own = indentation(line);
    let is_as_deep = margins.0 == margins.1 && own == indentation(marker) && !is_blank(line);
    (at.side == PayloadSide::Replace && is_as_deep).then(|| format!("{}{}", pair.file, &line[own.len()..]))
}

/// Returns whether all lines of a payload have the same indentation, although one of them ends like the heading of a
/// block.
fn may_be_lost(payload: &[String]) -> bool {
    let lines: Vec<&String> = payload.iter().filter(|line| !is_blank(line)).collect();
    lines.windows(2).all(|pair| indentation(pair[0]) == indentation(pair[1]))
        && lines.iter().any(|line| trim(line).ends_with(':'))
}

/// Returns whether marker and payload clearly have the depth and the indentation characters of the file.
fn is_verbatim(
    pairs: &[Pair],
    at: &PayloadPlace<'_>,
    (layout, payload): (Layout, &[String]),
    style: impl FnOnce() -> IndentStyle,
) -> bool {
    let (marker, side) = (&at.marker.lines.lines[..], at.side);
    let Some(first) = pairs.first() else { return false };
    let mut lines = payload.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
    // A payload at the margin before or after the marker may have lost its indentation and belong into the marker's
    // block, unless it begins like the marker.
    let begins =
        |lines: &[String]| lines.iter().find(|line| !is_blank(line)).map(|line| trim(line).to_owned());
    let may_be_cut = side != PayloadSide::Replace
        && lines.clone().next().is_some_and(str::is_empty)
        && begins(payload) != begins(marker);
    // The same applies if both begin with the same line at different depths.
    let moves_first = || {
        side == PayloadSide::Replace
            && lines.clone().next().is_some_and(|own| own != first.patch)
            && begins(payload) == begins(marker)
    };
    let same = |own: &str| own.is_empty() || own.as_bytes().first() == first.file.as_bytes().first();
    // A block around the marker may already be in the file, at another depth.
    let is_held = || {
        let [own, brought] = [marker, payload].map(super::marker::trimmed);
        let at = own.first().and_then(|first| brought.iter().position(|line| line == first));
        side == PayloadSide::Replace
            && own.len() < brought.len()
            && at.is_some_and(|at| brought[at..].starts_with(&own))
    };
    // A payload that begins at another depth than the marker may break the block.
    let begins_as_deep = lines.clone().next().is_none_or(|own| own == first.file);
    let keeps_block = !layout.indented || begins_as_deep;
    keeps_block
        && !is_held()
        && !moves_first()
        && pairs.iter().all(|pair| pair.patch == pair.file)
        && (first.file.is_empty() && !may_be_cut && !style().may_convert(payload)
            || !first.file.is_empty() && lines.all(|own| !own.is_empty() && same(own)))
}
