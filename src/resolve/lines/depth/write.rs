//! Writes the payload's lines at the depth that was decided.

use std::collections::HashMap;

use super::columns::{self, IndentSpelling, Scale};
use super::facts::DepthFacts;
use super::flow::may_have_body;
use super::line::{DepthLine, LineKind};
use super::marker_shift::PlacedLine;
use super::shared_line::SharedLine;
use crate::text::normal::{indentation, is_blank};

/// Writes lines in the style of the file.
pub(super) struct Writer<'f> {
    facts: &'f DepthFacts<'f>,
    scale: Scale,
    restyles_text: bool,
    /// Whether some lines of the place are indented with tabs, and others with spaces.
    is_mixed: bool,
    /// Whether some line of the place in the file has spaces after tabs.
    is_aligned: bool,
    /// The file's indentations of the marker's lines, if the patch has exactly the same indentations and they mix tabs
    /// and spaces.
    copied: Vec<&'f str>,
    /// The file's indentation of each marker line, by column, depth and text, if some lines are equally deep but
    /// indented differently, for example with spaces after tabs.
    indents_by_line: Option<HashMap<(isize, isize, &'f str), &'f str>>,
}

/// The minimum likeness of a line to the marker line that it replaces.
const CHANGED: f64 = 0.6;

/// The number of marker lines above and below the same index that are searched for a similar line.
const NEAR: usize = 100;

impl<'f> Writer<'f> {
    pub(super) fn of(facts: &'f DepthFacts<'f>, scale: Scale) -> Self {
        let is_mixed = columns::is_mixed(facts.marker_indents.iter().map(|own| columns::spelling_of(own)));
        let mut as_deep: HashMap<isize, &str> = HashMap::new();
        let is_varied = facts
            .marker
            .iter()
            .zip(&facts.marker_indents)
            .any(|((_, depth), own)| as_deep.insert(*depth, own).is_some_and(|other| other != *own));
        let lines = || facts.marker.iter().zip(&facts.marker_indents);
        let varied = is_varied.then(|| {
            lines().map(|((own, depth), spelled)| ((own.column, *depth, own.text), *spelled)).collect()
        });
        let is_copied = is_mixed && lines().all(|((own, _), spelled)| own.indent.as_str() == *spelled);
        let copied = facts.marker_indents.iter().copied().filter(|_| is_copied).collect();
        let is_aligned = facts.marker_indents.iter().any(|own| is_aligned(own));
        let restyles_text = restyles_text(facts, scale);
        Self { facts, scale, restyles_text, is_mixed, is_aligned, copied, indents_by_line: varied }
    }

    /// Returns the payload's lines, each moved by its number of columns; blank lines stay unchanged.
    pub(super) fn write(&self, payload: &[String], moves: &[isize]) -> Vec<String> {
        let mut written: Vec<String> = payload.to_vec();
        let mut moves = moves.to_vec();
        self.move_strings(&mut moves);
        // The line above with a varied indentation: its column and move, and the indentation.
        let mut above: Option<((isize, isize), &str)> = None;
        let mut statement = Statement::default();
        for (at, (line, by)) in self.facts.payload.iter().zip(moves).enumerate() {
            if let Some(text) = written.get_mut(line.at).filter(|text| !is_blank(text)) {
                let rest = &text[indentation(text).len()..];
                let changed = self.indent_of_similar_line(at, line, by);
                let column = (line.column, by);
                // The text of a string is not indented like code.
                let beside = above.filter(|own| own.0 == column && line.kind != LineKind::Text);
                let varied = changed.or(beside.map(|own| own.1));
                above = varied.map(|own| (column, own));
                let own = self
                    .indent_of_kept_comment(at, line, by)
                    .or_else(|| self.indent_of_same_line(at, line, by));
                let own = own.or_else(|| self.indent_of_patch(line, by)).or(changed);
                let begins = statement.is_begun_by(line);
                let own = own
                    .or_else(|| self.indent_at_same_depth(line, by, begins))
                    .or(varied.filter(|_| !begins));
                let indent = match own {
                    Some(own) => own.to_owned(),
                    None if begins => self.indent_of_block(line, by, &statement),
                    None => self.aligned(line, &statement).unwrap_or_else(|| self.indent(line, by)),
                };
                *text = format!("{indent}{rest}");
                statement.add((line, line.column + by), begins, indent);
            }
        }
        written
    }

    /// Returns whether the file may have a special indentation for such a line: the lines of the place are indented in
    /// two ways.
    fn may_be_mixed(&self, line: &DepthLine<'_>) -> bool {
        (self.is_mixed || self.is_aligned) && !matches!(line.kind, LineKind::Text | LineKind::Directive)
    }

    /// Returns the file's indentation of a comment that is in the same column as in the marker, if the payload moves as
    /// the marker does or all have it at the margin: a comment need not be as deep as the code.
    fn indent_of_kept_comment(&self, at: usize, line: &DepthLine<'_>, by: isize) -> Option<&'f str> {
        let facts = self.facts;
        let all = &facts.witnesses.all;
        let own = all.get(all.partition_point(|own| own.line < at)).filter(|own| own.line == at)?;
        let (marked, depth) = facts.marker.get(own.marked)?;
        let is_same = line.kind == LineKind::Comment && marked.column == line.column && own.needs != by;
        let is_kept = facts.marker_shift.shift() == Some(by) || (line.column, *depth) == (0, 0);
        facts.marker_indents.get(own.marked).copied().filter(|_| is_same && is_kept)
    }

    /// Returns the file's indentation of the line itself, if the marker has it, too.
    fn indent_of_same_line(&self, at: usize, line: &DepthLine<'_>, by: isize) -> Option<&'f str> {
        let mut all = self.facts.witnesses.all.iter().filter(|_| self.may_be_mixed(line));
        let shared = all.find(|own| own.line == at && own.needs == by)?;
        self.facts.marker_indents.get(shared.marked).copied()
    }

    /// Returns the file's indentation of the line itself, if the patch has the same.
    fn indent_of_patch(&self, line: &DepthLine<'_>, by: isize) -> Option<&'f str> {
        self.copied.iter().copied().find(|own| by == 0 && *own == line.indent)
    }

    /// Returns the file's indentation of a line of the same depth. A line that begins a statement in a block does not
    /// get an indentation that aligns the continuation of another statement.
    fn indent_at_same_depth(&self, line: &DepthLine<'_>, by: isize, begins: bool) -> Option<&'f str> {
        let lines =
            self.facts.marker.iter().zip(&self.facts.marker_indents).filter(|_| self.may_be_mixed(line));
        let lines = lines.filter(|(_, own)| !(begins && is_aligned(own)));
        let as_deep = lines.filter(|((_, depth), _)| *depth == line.column + by).map(|(_, own)| *own);
        let usual = as_deep.clone().find(|own| columns::spelling_of(own) == self.scale.spelling);
        // Alignment does not depend on the file's steps.
        usual.or_else(|| {
            as_deep.clone().next().filter(|own| self.is_aligned && as_deep.clone().all(|other| other == *own))
        })
    }

    /// Returns the indentation of the most similar line of the marker, if the file has it at the same depth but spells
    /// it differently from other lines.
    fn indent_of_similar_line(&self, at: usize, line: &DepthLine<'_>, by: isize) -> Option<&'f str> {
        let facts = self.facts;
        let varied = self.indents_by_line.as_ref().filter(|_| line.kind == LineKind::Code)?;
        let depth = line.column + by;
        if let Some(own) = varied.get(&(line.column, depth, line.text)) {
            return Some(own);
        }
        let near = at.saturating_sub(NEAR)..at + NEAR;
        let near = facts.marker.iter().zip(&facts.marker_indents).skip(near.start).take(near.len());
        let as_deep = near.filter(|((own, own_depth), _)| own.column == line.column && *own_depth == depth);
        let alike = as_deep.map(|((own, _), spelled)| (strsim::sorensen_dice(own.text, line.text), *spelled));
        alike
            .filter(|(likeness, _)| *likeness > CHANGED)
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .map(|own| own.1)
    }

    /// Adjusts the moves of the text of strings, which may be at the margin while the code around it is deeper: it
    /// moves like those of its lines that the marker has, too, or else like all text of the marker.
    fn move_strings(&self, moves: &mut [isize]) {
        let facts = self.facts;
        let has_code = facts.marker.iter().any(|(own, _)| own.kind == LineKind::Code);
        let mut text = facts.marker.iter().filter(|(own, _)| own.kind == LineKind::Text);
        let needs = |(own, depth): &PlacedLine<'_, '_>| depth - own.column;
        let first = text.next().map(needs);
        let told = first
            .filter(|first| facts.marker_shift.shift().is_some() && text.all(|own| needs(own) == *first));
        let mut at = 0;
        for lines in facts.payload.chunk_by(|one, below| one.kind == below.kind) {
            let mut run = at..at + lines.len();
            at = run.end;
            // If the marker contains only text, its lines determined the depth.
            if lines[0].kind != LineKind::Text || run.start == 0 && !has_code {
                continue;
            }
            // The first line of the payload may have a different move.
            if run.start == 0 && moves.get(1).is_some_and(|below| *below != moves[0]) {
                run.start = 1;
            }
            if run.is_empty() {
                continue;
            }
            let own = facts.witnesses.all.iter().filter(|own| run.contains(&own.line));
            let by_all = moves[run.start];
            let is_with_all = |own: &SharedLine| facts.marker.get(own.marked).map(needs) == Some(by_all);
            if facts.marker_shift.shift() == Some(by_all)
                && own.clone().next().is_some()
                && own.clone().all(is_with_all)
            {
                // The marker has the text in the columns of all lines: a different column in the payload is a change.
                continue;
            }
            // If one line moves like all of the marker's text, the change moved the others.
            let as_told = told.filter(|told| own.clone().any(|own| own.needs == *told));
            let mut own = own;
            let first = own.next().map(|own| own.needs);
            let by = match first {
                Some(first) => own.all(|own| own.needs == first).then_some(first).or(as_told),
                None => told.filter(|_| facts.marker_shift.shift() == Some(moves[run.start])),
            };
            if let Some(by) = by {
                moves[run].fill(by);
                continue;
            }
            // Lines in the column of the marker are as deep as in the file, each separately.
            let in_column = |own: &&SharedLine| {
                facts
                    .marker
                    .get(own.marked)
                    .is_some_and(|(marked, _)| marked.column == facts.payload[own.line].column)
            };
            let own = facts.witnesses.all.iter().filter(|own| run.contains(&own.line) && own.is_strong);
            own.filter(in_column).for_each(|own| moves[own.line] = own.needs);
        }
    }

    /// Returns the indentation of the first line of a statement in a block of the payload. If the file aligns lines
    /// with spaces after tabs, the spaces of the patch still count as steps.
    fn indent_of_block(&self, line: &DepthLine<'_>, by: isize, statement: &Statement<'_, '_>) -> String {
        let is_foreign = self.is_aligned && self.scale.is_foreign(&line.indent);
        let step = is_foreign.then(|| statement.level(line.column + by)).flatten();
        step.unwrap_or_else(|| self.indent(line, by))
    }

    /// Returns the indentation of a line that continues a statement of the payload, in a file that has spaces after
    /// tabs: that of the statement, plus the additional part. If both lines are the marker's, the file's additional
    /// part is used.
    fn aligned(&self, line: &DepthLine<'_>, statement: &Statement<'_, '_>) -> Option<String> {
        let (head, written) =
            statement.head.as_ref().filter(|_| self.is_aligned && line.kind == LineKind::Code)?;
        let extra = line.indent.strip_prefix(head.indent.as_str()).filter(|extra| !extra.is_empty())?;
        let lines = || self.facts.marker.iter().zip(&self.facts.marker_indents);
        let same = lines().position(|((own, _), _)| own.text == head.text).and_then(|from| {
            let (_, above) = lines().nth(from)?;
            let mut below = lines().skip(from + 1).take(NEAR);
            let (_, own) = below.find(|((own, _), _)| {
                own.text == line.text
                    && own.column - line.column == self.facts.marker[from].0.column - head.column
            })?;
            own.strip_prefix(*above)
        });
        Some(format!("{written}{}", same.unwrap_or(extra)))
    }

    /// Returns the indentation of a line that is moved by some columns.
    fn indent(&self, line: &DepthLine<'_>, by: isize) -> String {
        let scale = self.scale;
        let at_margin =
            || !self.facts.marker.iter().any(|(own, depth)| own.kind == LineKind::Directive && *depth > 0);
        match line.kind {
            LineKind::Directive if line.column == 0 && by > 0 && at_margin() => String::new(),
            // "Inside a multi-line string only the shift of the whole is applied."
            LineKind::Text if !self.restyles_text => scale.moved(&line.indent, by),
            _ if is_restyled(scale, line) => scale.spelled(line.column + by),
            _ => scale.moved(&line.indent, by),
        }
    }
}

/// Returns whether an indentation has spaces after tabs.
fn is_aligned(indent: &str) -> bool {
    indent.starts_with('\t') && indent.ends_with(' ')
}

/// The statement of a payload that is being written.
#[derive(Default)]
struct Statement<'l, 't> {
    /// The first line of the statement, and its indentation in the file.
    head: Option<(&'l DepthLine<'t>, String)>,
    /// Whether the next line begins another statement: the last one ended with a bracket of a block, or as statements
    /// do.
    is_over: bool,
    /// The depths of the statements around, and their indentations in the file.
    levels: Vec<(isize, String)>,
}

impl<'l, 't> Statement<'l, 't> {
    /// Returns whether a line begins a statement after a line of the payload that ends one.
    fn is_begun_by(&self, line: &DepthLine<'_>) -> bool {
        self.is_over && line.kind == LineKind::Code
    }

    /// Returns the indentation of a statement at a depth: that of another statement there, or one tab more than that of
    /// the statement around.
    fn level(&self, depth: isize) -> Option<String> {
        let (own, indent) = self.levels.iter().rfind(|(own, _)| *own <= depth)?;
        Some(if *own == depth { indent.clone() } else { format!("{indent}\t") })
    }

    fn add(&mut self, (line, depth): (&'l DepthLine<'t>, isize), begins: bool, indent: String) {
        if line.kind != LineKind::Code {
            return;
        }
        let is_first = begins || self.head.is_none();
        if is_first {
            self.levels.retain(|(own, _)| *own < depth);
            self.levels.push((depth, indent.clone()));
            self.head = Some((line, indent));
        }
        let code = line.code.trim_end();
        self.is_over =
            code.ends_with(['{', '}', ';', ':']) || is_first && code.ends_with(')') && may_have_body(code);
    }
}

/// Returns whether the indentation of a line is rewritten with the file's steps and characters.
fn is_restyled(scale: Scale, line: &DepthLine<'_>) -> bool {
    scale.steps.is_some() || scale.converts && scale.is_foreign(&line.indent)
}

/// Returns whether the text of strings is also in the style of the patch. The marker's text decides, if there is any;
/// otherwise each string of the payload must begin its lines as deep as its first line, or show a step that is not the
/// file's.
fn restyles_text(facts: &DepthFacts<'_>, scale: Scale) -> bool {
    let raw = |line: &DepthLine<'_>| columns::columns(&line.indent, scale.tab);
    let shift = facts.marker_shift.shift().unwrap_or(0);
    let lines = facts.marker.iter().zip(&facts.marker_indents);
    let told: Vec<_> = lines.filter(|((own, _), _)| own.kind == LineKind::Text).collect();
    if told.iter().any(|((own, depth), spelled)| {
        let is_as_written = own.indent.as_str() == **spelled;
        !own.indent.is_empty() && !is_as_written && own.column + shift == *depth && is_restyled(scale, own)
    }) {
        return true;
    }
    if !told.is_empty() {
        return false;
    }
    let mut strings = facts.payload.chunk_by(|_, below| below.kind == LineKind::Text);
    strings.all(|lines| {
        let [head, text @ ..] = lines else { return true };
        let Some(least) = text.iter().map(raw).min() else { return true };
        let Some(steps) = scale.steps else {
            // Spaces in the text of a string may be part of its value.
            let is_blanks = scale.spelling == IndentSpelling::Blanks;
            return is_blanks && text.iter().all(|own| own.indent.starts_with(&head.indent));
        };
        let is_whole = |own: &DepthLine<'_>| (raw(own) - steps.origin) % steps.patch == 0;
        let is_other = |own: &DepthLine<'_>| (raw(own) - steps.origin) % steps.file != 0;
        text.iter().all(is_whole) && (least == raw(head) || text.iter().any(is_other))
    })
}
