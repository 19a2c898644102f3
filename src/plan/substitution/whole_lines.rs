//! The lines that a place within lines is part of, and what they become: whether the new lines are as deep as they are to be.

use std::ops::Range;

use crate::plan::tree::document::Document;
use crate::text::normal::{indentation, is_blank, open_brackets, trim, trim_end, trim_start};
use crate::text::{
    Buffer, CommentScanner, Edit, LexRules, LexState, LineEdits, NewLine, beginning_of_block, begins_block,
    ends_block,
};

/// So far from a place nobody looks for the lines around it.
const FAR: usize = 2000;

/// Signs that close a bracket.
const CLOSERS: [char; 3] = ['}', ')', ']'];

/// Lines that are exchanged as a whole.
pub(in crate::plan) struct WholeLines {
    pub(in crate::plan) old: Range<usize>,
    pub(in crate::plan) new: Vec<String>,
}

impl WholeLines {
    /// The lines of `place`, and what they become as parts of lines; `None` if that is no whole number of lines, or one alone.
    pub(in crate::plan) fn of(buffer: &Buffer, new: &[String], place: &Range<usize>) -> Option<Self> {
        let old = buffer.lines_of(place);
        let (start, end) = (buffer.line_start(old.start), buffer.line_range(old.end - 1).end);
        let mut new = new.to_vec();
        let takes_end = place.end > end;
        if takes_end && !ends_line(&new) {
            return None;
        }
        if takes_end {
            new.pop();
        }
        new.first_mut()?.insert_str(0, &buffer.slice(start..place.start));
        if place.end < end {
            new.last_mut()?.push_str(&buffer.slice(place.end..end));
        }
        (new.len() > 1).then_some(Self { old, new })
    }

    /// What goes and comes; lines at the beginning and the end that are the same stay.
    pub(in crate::plan) fn edits(&self, buffer: &Buffer) -> LineEdits<'static> {
        let same = |(line, new): &(usize, &String)| buffer.line(*line) == new.as_str();
        let tail = self.old.clone().rev().zip(self.new.iter().rev()).take_while(same).count();
        let most = self.old.len().min(self.new.len()) - tail;
        let head = self.old.clone().zip(&self.new).take(most).take_while(same).count();
        let (first, end) = (self.old.start + head, self.old.end - tail);
        let mut edits = LineEdits::removing(first..end);
        let new = self.new[head..self.new.len() - tail].iter();
        edits.add(end, new.map(|line| NewLine::plain(line.clone())));
        edits
    }

    /// Leaves a directive at the margin with which a new text begins that has another one there; whether it has.
    pub(in crate::plan) fn leave_directive(&mut self, directives: &[&str], written: &[String]) -> bool {
        let is_at_margin = |line: &String| directives.iter().any(|sign| line.starts_with(sign));
        let mut rest = written.iter().skip(1);
        let leaves = written.first().is_some_and(is_at_margin) && rest.any(is_at_margin);
        if let Some(first) = self.new.first_mut().filter(|_| leaves) {
            *first = trim_start(first).to_owned();
        }
        leaves
    }

    /// Whether the first line has the indentation of the file twice, and the others have it once: the old text began behind it.
    fn are_indented(&self, buffer: &Buffer) -> bool {
        let own = buffer.line(self.old.start);
        let own = indentation(&own);
        let mut rest =
            self.new[1..].iter().filter(|line| !is_blank(line)).map(|line| indentation(line)).peekable();
        !own.is_empty()
            && indentation(&self.new[0]) == own.repeat(2)
            && rest.peek().is_some()
            && rest.clone().all(|line| line.starts_with(own))
            && rest.any(|line| line == own)
    }

    /// Whether the lines behind the first one lost the indentation that it lost: as deep as they are written they leave the
    /// block around, which nothing ends, or the next line of the file cannot stand behind them.
    pub(in crate::plan) fn are_cut(&self, document: &Document<'_>, outer: &mut OuterLine) -> bool {
        let buffer = document.buffer();
        if self.are_indented(buffer) || self.fill_no_block(document) {
            return true;
        }
        let deep = indentation(&self.new[0]);
        let is_out = |line: &String| !is_blank(line) && !indentation(line).starts_with(deep);
        let texts: Vec<&str> = self.new.iter().map(String::as_str).collect();
        let holds_text = || document.lexical().is_some_and(|rules| holds_text(&texts, rules));
        if deep.is_empty() || !self.new[1..].iter().any(is_out) || holds_text() {
            return false;
        }
        let around = outer.above(buffer, self.old.start, deep.len()).map(|line| buffer.line(line));
        if around.is_some_and(|around| trim_end(&around).ends_with(['{', '(', '['])) {
            return self.leave_brackets(deep, document.layout().directives);
        }
        let solid = |line: &usize| !is_blank(&buffer.line(*line));
        let below = (self.old.end..buffer.line_count()).take(FAR).find(solid).map(|line| buffer.line(line));
        let last = texts.iter().rev().find(|line| !is_blank(line)).unwrap_or(&"");
        let opens = trim_end(last).ends_with([':', '{', '(', '[', ',', '\\']) || begins_block(trim(last));
        let is_deeper = below.is_some_and(|below| indentation(&below).len() > indentation(last).len());
        let is_one =
            !texts.iter().any(|line| is_blank(line)) && !(0..texts.len()).any(|at| ends_outer(&texts, at));
        is_deeper && !opens || is_one
    }

    /// Whether the first line opens a block, and the next one would be no deeper in the file, as it is in the patch.
    fn fill_no_block(&self, document: &Document<'_>) -> bool {
        let deep = indentation(&self.new[0]);
        let Some(rules) = document.lexical() else { return false };
        let first = CommentScanner::new(rules).scan(&self.new[0], &mut LexState::default()).code;
        let sign = if document.layout().indented { ':' } else { '{' };
        let next = self.new[1..].iter().find(|line| !is_blank(line));
        !deep.is_empty()
            && trim_end(&first).ends_with(sign)
            && next.is_some_and(|next| indentation(next) == deep && !trim(next).starts_with(CLOSERS))
    }

    /// Whether a line is less deep than the first one although no bracket around it was closed before.
    fn leave_brackets(&self, deep: &str, directives: &[&str]) -> bool {
        let closers = |text: &str| text.chars().take_while(|sign| CLOSERS.contains(sign)).count() as isize;
        let first = trim(&self.new[0]);
        let texts: Vec<&str> = self.new.iter().map(String::as_str).collect();
        let mut open = open_brackets(first) + closers(first);
        for (at, line) in self.new.iter().enumerate().skip(1).filter(|(_, line)| !is_blank(line)) {
            let text = trim(line);
            if open - closers(text) < 0 || ends_outer(&texts, at) {
                return false;
            }
            let is_at_margin = directives.iter().any(|sign| text.starts_with(sign)) || text.ends_with(':');
            if (!is_at_margin || text == first) && !indentation(line).starts_with(deep) {
                return true;
            }
            open += open_brackets(text);
        }
        false
    }
}

/// The last line above a place that is less deep; where places follow one another, what was looked through is not looked
/// through once more.
#[derive(Default)]
pub(in crate::plan) struct OuterLine {
    /// The depth that was asked for, the line above which was looked, and what was found.
    last: Option<(usize, usize, Option<usize>)>,
}

impl OuterLine {
    fn above(&mut self, buffer: &Buffer, start: usize, deep: usize) -> Option<usize> {
        let is_outer = |line: &usize| {
            let own = buffer.line(*line);
            !is_blank(&own) && indentation(&own).len() < deep
        };
        let known = self.last.filter(|(own, from, _)| *own == deep && *from <= start);
        let from = known.map_or(0, |(_, from, _)| from);
        let near = (from..start).rev().take(FAR).find(is_outer);
        let found = near.or_else(|| known.filter(|_| start - from <= FAR)?.2);
        self.last = Some((deep, start, found));
        found
    }
}

/// The text that takes a place of a file, with the lines behind its first one as much deeper as the place is, if they were
/// cut.
pub(super) fn placed(
    document: &Document<'_>,
    outer: &mut OuterLine,
    (place, text): (Range<usize>, String),
) -> Edit {
    let (buffer, directives) = (document.buffer(), document.layout().directives);
    let new: Vec<String> = text.split('\n').map(|line| line.trim_end_matches('\r').to_owned()).collect();
    let lines = WholeLines::of(buffer, &new, &place).filter(|_| new.len() > 1);
    let Some(mut lines) = lines.filter(|lines| lines.are_cut(document, outer)) else {
        return Edit { range: place, text };
    };
    if lines.are_indented(buffer) {
        return Edit { range: place, text: trim_start(&text).to_owned() };
    }
    let line = buffer.line_of(place.start);
    let (start, own) = (buffer.line_start(line), buffer.line(line));
    let margin = margin(&own, place.start - start);
    let mut text = deepened(&text, &margin, directives);
    // What stands behind the place comes on a line of its own.
    let is_parted = lines.new.last().is_some_and(|last| !is_blank(last));
    if text.ends_with('\n') && place.end < buffer.line_range(lines.old.end - 1).end && is_parted {
        text.push_str(&margin);
    }
    let stands_first = place.start <= start + indentation(&own).len();
    let from = if stands_first && lines.leave_directive(directives, &new) { start } else { place.start };
    Edit { range: from..place.end, text }
}

/// What the lines behind the first one of a text begin with that comes so far behind the start of a line.
pub(super) fn margin(line: &str, before: usize) -> String {
    let own = indentation(line);
    own[..before.min(own.len())].to_owned()
}

/// A text with all lines but its first so much deeper; directives at the margin stay there.
pub(super) fn deepened(text: &str, margin: &str, directives: &[&str]) -> String {
    let mut lines = text.split('\n');
    let mut deep = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let stays = is_blank(line) || directives.iter().any(|sign| line.starts_with(sign));
        deep.push('\n');
        deep.push_str(if stays { "" } else { margin });
        deep.push_str(line);
    }
    deep
}

/// Whether a string or a comment goes over several of the lines.
pub(super) fn holds_text(lines: &[&str], rules: &LexRules) -> bool {
    let scanner = CommentScanner::new(rules);
    let mut state = LexState::default();
    lines.iter().any(|line| {
        let is_within = !state.is_code();
        scanner.scan(line, &mut state);
        is_within
    })
}

/// Whether a line ends a block that none of the lines above it begins.
fn ends_outer(lines: &[&str], at: usize) -> bool {
    ends_block(lines[at]) && beginning_of_block(lines, at).is_none()
}

/// Whether a text ends in a line end.
pub(in crate::plan) fn ends_line(text: &[String]) -> bool {
    text.len() > 1 && text.last().is_some_and(String::is_empty)
}
