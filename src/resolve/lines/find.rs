//! Finds every place of a pattern on one rung.

use std::borrow::Cow;

use super::bracket_comments::{comments_agree, retain_same_comments};
use super::haystack::{Alignment, Haystack, extent};
use super::rung::{BlankLines, Form, Rung};
use crate::text::LexState;
use crate::text::normal::{fold, trim};

/// The lines of a pattern in the form of a rung, and the indexes of those that count on it.
#[derive(Clone, Copy)]
struct SoughtLines<'l> {
    lines: &'l [Cow<'l, str>],
    wanted: &'l [usize],
}

impl Haystack<'_, '_> {
    /// Returns every place of `pattern`, from the top.
    pub(super) fn find(&mut self, rung: Rung, pattern: &[&str]) -> Vec<Alignment> {
        if rung.form == Form::Code && self.index.scanner().is_some() {
            return self.find_code(rung, pattern);
        }
        let lines: Vec<Cow<'_, str>> = pattern.iter().map(|line| rung.form.of(line)).collect();
        self.find_formed(rung, &lines)
    }

    /// Returns the lines that equal `text`, trimmed.
    pub(super) fn lines_equal_to(&mut self, text: &str) -> Vec<usize> {
        let proposed = match self.index.find(self.buffer, Form::Trimmed, text) {
            Some(lines) => lines,
            None => self.index.scan_for(self.buffer, Form::Trimmed, text),
        };
        let is_it = |line: &usize| self.within.contains(line) && trim(&self.buffer.line(*line)) == text;
        proposed.into_iter().filter(is_it).collect()
    }

    /// Returns the alignment of `pattern` if its first line is at the line `place`.
    pub(super) fn find_at(&mut self, rung: Rung, pattern: &[&str], place: usize) -> Option<Alignment> {
        if !self.within.contains(&place) {
            return None;
        }
        let counts = |line: &str| rung.blank_lines == BlankLines::Count || !line.is_empty();
        let is_code = rung.form == Form::Code && self.index.scanner().is_some();
        let read = if is_code {
            let state = self.index.state_before(self.buffer, place);
            self.read_from(&state, pattern)
        } else {
            ReadPattern::default()
        };
        let formed: Vec<Cow<'_, str>> = pattern.iter().map(|line| rung.form.of(line)).collect();
        let lines = if is_code { &read.code } else { &formed };
        let wanted: Vec<usize> = (0..lines.len()).filter(|at| counts(&lines[*at])).collect();
        let found = self.align(rung, SoughtLines { lines, wanted: &wanted }, 0, place + wanted.first()?)?;
        let fits =
            !is_code || self.fits_states(&read, &found) && comments_agree(self, pattern, &read.code, &found);
        fits.then_some(found)
    }

    /// Returns every place of lines that are already in the rung's form.
    fn find_formed(&mut self, rung: Rung, lines: &[Cow<'_, str>]) -> Vec<Alignment> {
        let counts = |line: &Cow<'_, str>| rung.blank_lines == BlankLines::Count || !line.is_empty();
        let wanted: Vec<usize> = (0..lines.len()).filter(|at| counts(&lines[*at])).collect();
        let Some((anchor, places)) = self.places_of_rarest(rung.form, lines, &wanted) else {
            return Vec::new();
        };
        let sought = SoughtLines { lines, wanted: &wanted };
        places.into_iter().filter_map(|place| self.align(rung, sought, anchor, place)).collect()
    }

    /// Returns the line of the pattern that is rarest in the text, as an index into `wanted`, and its places.
    fn places_of_rarest(
        &mut self,
        form: Form,
        lines: &[Cow<'_, str>],
        wanted: &[usize],
    ) -> Option<(usize, Vec<usize>)> {
        let form = self.index.key(self.buffer, form);
        let keys: Vec<Cow<'_, str>> = wanted.iter().map(|line| form.of(&lines[*line])).collect();
        if keys.iter().any(|key| self.index.likely_frequency(self.buffer, form, key) == Some(0)) {
            return None;
        }
        let (lines, within) = (wanted.len(), self.within.clone());
        // The lines at which the line of an index may be, so that all others fit around it.
        let room = |at: usize| within.start + at..(within.end + at + 1).saturating_sub(lines);
        let mut rarest: Option<(usize, usize)> = None;
        for (at, key) in keys.iter().enumerate().filter(|(_, key)| !key.is_empty()) {
            if let Some(frequency) = self.index.frequency(self.buffer, form, key)
                && rarest.is_none_or(|(least, _)| frequency < least)
            {
                rarest = Some((frequency, at));
            }
        }
        let (at, mut places) = match rarest {
            None => (0, self.index.scan_for(self.buffer, form, keys.first()?)),
            // There are fewer possible lines than places.
            Some((frequency, at)) if frequency > room(at).len() => return Some((at, room(at).collect())),
            Some((_, at)) => (at, self.index.find(self.buffer, form, &keys[at]).unwrap_or_default()),
        };
        places.retain(|place| room(at).contains(place));
        Some((at, places))
    }

    /// Returns the alignment in which line `anchor` of `wanted` is at `place`, if the others match around it.
    fn align(
        &mut self,
        rung: Rung,
        sought: SoughtLines<'_>,
        anchor: usize,
        place: usize,
    ) -> Option<Alignment> {
        let SoughtLines { lines, wanted } = sought;
        if rung.blank_lines == BlankLines::Count {
            let top = place.checked_sub(anchor)?;
            let holds = |(at, line): (usize, &usize)| self.holds(rung.form, top + at, &lines[*line]);
            wanted.iter().enumerate().all(holds).then_some(())?;
            let mut alignment = vec![None; lines.len()];
            wanted.iter().zip(top..).for_each(|(line, at)| alignment[*line] = Some(at));
            return Some(alignment);
        }
        self.holds(rung.form, place, &lines[wanted[anchor]]).then_some(())?;
        let mut alignment = vec![None; lines.len()];
        let mut at = place;
        for (step, line) in wanted[..=anchor].iter().rev().enumerate() {
            if step > 0 {
                at = self.next_line(rung, at, SearchDirection::Up)?;
            }
            self.holds(rung.form, at, &lines[*line]).then_some(())?;
            alignment[*line] = Some(at);
        }
        at = place;
        for line in &wanted[anchor + 1..] {
            at = self.next_line(rung, at, SearchDirection::Down)?;
            self.holds(rung.form, at, &lines[*line]).then_some(())?;
            alignment[*line] = Some(at);
        }
        Some(alignment)
    }

    fn holds(&mut self, form: Form, at: usize, line: &str) -> bool {
        self.within.contains(&at) && self.index.line_in(self.buffer, form, at) == line
    }

    /// Returns the next line that counts on this rung.
    fn next_line(&mut self, rung: Rung, mut at: usize, direction: SearchDirection) -> Option<usize> {
        loop {
            at = match direction {
                SearchDirection::Up => at.checked_sub(1)?,
                SearchDirection::Down => at + 1,
            };
            if !self.within.contains(&at) {
                return None;
            }
            if rung.blank_lines == BlankLines::Count
                || !self.index.line_in(self.buffer, rung.form, at).is_empty()
            {
                return Some(at);
            }
        }
    }

    /// Returns every place of `pattern` without comments.
    ///
    /// What is a comment depends on the place: the pattern is read from the lexical state of the file at the place, and
    /// must end in the state that the file has there. Places that begin inside a block comment are tried last, only if
    /// nothing else matched.
    fn find_code(&mut self, rung: Rung, pattern: &[&str]) -> Vec<Alignment> {
        let mut states = self.index.distinct_states(self.buffer);
        states.sort_by_key(LexState::is_comment);
        let mut found: Vec<Alignment> = Vec::new();
        for state in states {
            let in_comment = state.is_comment();
            if in_comment && !found.is_empty() {
                break;
            }
            let read = self.read_from(&state, pattern);
            for alignment in self.find_formed(rung, &read.code) {
                let fits = self.fits_states(&read, &alignment)
                    && comments_agree(self, pattern, &read.code, &alignment)
                    && (!in_comment || self.shares_comment(pattern, &read, &alignment));
                if fits {
                    found.push(alignment);
                }
            }
        }
        found.sort_by_cached_key(|alignment| (extent(alignment).start, alignment.clone()));
        found.dedup();
        if found.len() > 1 {
            let state = self.index.state_before(self.buffer, extent(&found[0]).start);
            let code = self.read_from(&state, pattern).code;
            retain_same_comments(self.buffer, pattern, &code, &mut found);
        }
        found
    }

    /// Returns the pattern's lines, read with the first one beginning in `state`.
    fn read_from<'l>(&self, state: &LexState, pattern: &[&'l str]) -> ReadPattern<'l> {
        let mut read = ReadPattern::default();
        let Some(scanner) = self.index.scanner() else { return read };
        let mut state = state.clone();
        for line in pattern {
            read.before.push(state.clone());
            read.code.push(match scanner.scan(line, &mut state).code {
                Cow::Borrowed(code) => Form::Code.of(code),
                Cow::Owned(code) => Cow::Owned(Form::Code.of(&code).into_owned()),
            });
            read.after.push(state.clone());
        }
        read
    }

    /// Returns the lines without their comments, read with the lexical state of a line of the file.
    pub(super) fn code_at(&mut self, place: usize, lines: &[&str]) -> Vec<String> {
        let state = self.index.state_before(self.buffer, place);
        if self.index.scanner().is_none() {
            return lines.iter().map(|line| (*line).to_owned()).collect();
        }
        self.read_from(&state, lines).code.into_iter().map(Cow::into_owned).collect()
    }

    /// Returns whether the pattern begins and ends in the lexical states of the file.
    fn fits_states(&mut self, read: &ReadPattern<'_>, alignment: &Alignment) -> bool {
        let Some(first) = alignment.iter().position(Option::is_some) else { return false };
        let Some(last) = alignment.iter().rposition(Option::is_some) else { return false };
        let (Some(top), Some(bottom)) = (alignment[first], alignment[last]) else { return false };
        read.before[first].is_like(&self.index.state_before(self.buffer, top))
            && read.after[last].is_like(&self.index.state_before(self.buffer, bottom + 1))
    }

    /// Returns whether the pattern's lines up to the end of the comment in which it begins equal those of the file.
    fn shares_comment(&mut self, pattern: &[&str], read: &ReadPattern<'_>, alignment: &Alignment) -> bool {
        let Some(first) = alignment.iter().position(Option::is_some) else { return false };
        let Some(top) = alignment[first] else { return false };
        let equal = |pattern_line: &str, line: Option<usize>| {
            line.is_some_and(|line| trim(&fold(pattern_line)) == trim(&fold(&self.buffer.line(line))))
        };
        let starts_in_code = !read.before[first].is_comment();
        (starts_in_code || equal(pattern[first], Some(top)))
            && (0..first).rev().enumerate().all(|(above, at)| equal(pattern[at], top.checked_sub(above + 1)))
    }
}

/// A pattern, read from a lexical state.
#[derive(Default)]
struct ReadPattern<'l> {
    code: Vec<Cow<'l, str>>,
    before: Vec<LexState>,
    after: Vec<LexState>,
}

#[derive(Clone, Copy)]
enum SearchDirection {
    Up,
    Down,
}
