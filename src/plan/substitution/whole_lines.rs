//! The whole lines around a place within lines, and their replacement: whether the new lines have the intended depth.

use std::ops::Range;

use crate::plan::tree::document::Document;
use crate::text::normal::{indentation, is_blank, open_brackets, trim, trim_end, trim_start};
use crate::text::{
    Buffer, CommentScanner, Edit, LexRules, LexState, LineEdits, NewLine, beginning_of_block, begins_block,
    ends_block,
};

/// The maximum number of lines that are searched for the lines around a place.
const MAX_SEARCH_LINES: usize = 2000;

/// Characters that close a bracket.
const CLOSERS: [char; 3] = ['}', ')', ']'];

/// Lines that are replaced as a whole.
pub(in crate::plan) struct WholeLines {
    pub(in crate::plan) old: Range<usize>,
    pub(in crate::plan) new: Vec<String>,
}

impl WholeLines {
    /// Returns the lines of `place` with the lines that replace them; `None` if the result is not a whole number of
    /// lines, or only one line.
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

    /// Returns the edits; equal lines at both ends are kept.
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

    /// Keeps a directive at the start of the new text at the margin, if the new text has another directive there;
    /// returns whether it did.
    pub(in crate::plan) fn leave_directive(&mut self, directives: &[&str], written: &[String]) -> bool {
        let is_at_margin = |line: &String| directives.iter().any(|sign| line.starts_with(sign));
        let mut rest = written.iter().skip(1);
        let leaves = written.first().is_some_and(is_at_margin) && rest.any(is_at_margin);
        if let Some(first) = self.new.first_mut().filter(|_| leaves) {
            *first = trim_start(first).to_owned();
        }
        leaves
    }

    /// Returns whether the first line has the file's indentation twice and the others have it once: the old text began
    /// after the indentation.
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

    /// Returns whether the lines after the first one lost the indentation that the first one lost: as written, they
    /// would leave the enclosing block, which nothing ends, or the next line of the file could not follow them.
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
        let below = (self.old.end..buffer.line_count())
            .take(MAX_SEARCH_LINES)
            .find(solid)
            .map(|line| buffer.line(line));
        let last = texts.iter().rev().find(|line| !is_blank(line)).unwrap_or(&"");
        let opens = trim_end(last).ends_with([':', '{', '(', '[', ',', '\\']) || begins_block(trim(last));
        let is_deeper = below.is_some_and(|below| indentation(&below).len() > indentation(last).len());
        let is_one =
            !texts.iter().any(|line| is_blank(line)) && !(0..texts.len()).any(|at| ends_outer(&texts, at));
        is_deeper && !opens || is_one
    }

    /// Returns whether the first line opens a block and the next line, as written, would not be deeper in the file.
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

    /// Returns whether a line is less indented than the first one although no enclosing bracket was closed before.
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

/// Finds the last line above a place that is less indented; for places in order, lines are not searched twice.
#[derive(Default)]
pub(in crate::plan) struct OuterLine {
    /// The wanted depth, the line above which was searched, and the result.
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
        let near = (from..start).rev().take(MAX_SEARCH_LINES).find(is_outer);
        let found = near.or_else(|| known.filter(|_| start - from <= MAX_SEARCH_LINES)?.2);
        self.last = Some((deep, start, found));
        found
    }
}

/// Returns the edit of a place; if the indentation of lines after the first one was cut, it is restored.
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
    // What follows the place goes on a line of its own.
    let is_parted = lines.new.last().is_some_and(|last| !is_blank(last));
    if text.ends_with('\n') && place.end < buffer.line_range(lines.old.end - 1).end && is_parted {
        text.push_str(&margin);
    }
    let stands_first = place.start <= start + indentation(&own).len();
    let from = if stands_first && lines.leave_directive(directives, &new) { start } else { place.start };
    Edit { range: from..place.end, text }
}

/// Returns the indentation for the lines after the first one of a text that begins `before` bytes after the start of a
/// line.
pub(super) fn margin(line: &str, before: usize) -> String {
    let own = indentation(line);
    own[..before.min(own.len())].to_owned()
}

/// Indents all lines of a text but the first by `margin`; directives at the margin stay there.
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

/// Returns whether a string or a comment spans several of the lines.
pub(super) fn holds_text(lines: &[&str], rules: &LexRules) -> bool {
    let scanner = CommentScanner::new(rules);
    let mut state = LexState::default();
    lines.iter().any(|line| {
        let is_within = !state.is_code();
        scanner.scan(line, &mut state);
        is_within
    })
}

/// Returns whether a line ends a block that none of the lines above it begins.
fn ends_outer(lines: &[&str], at: usize) -> bool {
    ends_block(lines[at]) && beginning_of_block(lines, at).is_none()
}

/// Returns whether a text ends with a line ending.
pub(in crate::plan) fn ends_line(text: &[String]) -> bool {
    text.len() > 1 && text.last().is_some_and(String::is_empty)
}
