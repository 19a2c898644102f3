//! Finds near misses: the place in a text that most resembles lines that were not found. Runs only after a failure.
//!
//! One pass over the text lets equal lines vote for the place where the pattern would begin, and notes the lines that
//! share most pieces of four bytes with the pattern's longest line; the best places are then compared line by line.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::{ControlFlow, Range};

use memchr::memmem::Finder;

use crate::text::normal::{is_blank, is_word_char, trim};
use crate::text::{Buffer, CommentScanner, LexState};

/// The place that most resembles a pattern.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Near {
    /// The lines of the place, from 0.
    pub range: Range<usize>,
    /// The likeness of place and pattern, from 0 to 1.
    pub likeness: f64,
    /// The number of nonblank lines of the pattern that the place contains unchanged and in order.
    pub equal: usize,
    /// The number of nonblank lines of the pattern.
    pub pattern_lines: usize,
    /// The range from the first to the last of the lines that are equal.
    pub equal_range: Range<usize>,
    /// The first line of the pattern that differs, and the line of the file (both from 0) at its position. A line that
    /// differs only in its comment counts only if no other line differs.
    pub difference: Option<(usize, Option<usize>)>,
    /// The likeness of the next best place that does not overlap this one; 0 if there is none.
    pub next_likeness: f64,
    /// Whether the place contains exactly the lines of the pattern in another order.
    pub is_reordered: bool,
    /// Whether its lines have other blanks than those of the pattern, and differ in nothing else.
    pub is_blanks: bool,
}

impl Near {
    /// The same with the first line of which the blanks differ, where no line differs in anything else.
    #[must_use]
    pub fn with_blanks(mut self, buffer: &Buffer, pattern: &[&str]) -> Self {
        let solid = |line: &usize| !is_blank(&buffer.line(*line));
        let own: Vec<usize> = self.range.clone().filter(solid).collect();
        let wanted: Vec<(usize, &&str)> =
            pattern.iter().enumerate().filter(|(_, line)| !is_blank(line)).collect();
        if self.difference.is_some() || own.len() != wanted.len() {
            return self;
        }
        let mut pairs = wanted.iter().zip(&own);
        let other = pairs.find(|((_, line), own)| **line != buffer.line(**own));
        self.difference = other.map(|((at, _), own)| (*at, Some(*own)));
        self.is_blanks = self.difference.is_some();
        self
    }
}

/// The maximum number of lines of the pattern that are compared.
const MAX_PATTERN: usize = 200;

/// The maximum number of bytes of the text that are searched.
const MAX_BYTES: usize = 16 << 20;

/// The maximum number of places that are compared line by line, for each of the two ways of proposing places.
const MAX_PLACES: usize = 8;

/// The maximum number of equal lines of the pattern for which a line votes.
const MOST_VOTES: usize = 4;

/// The minimum likeness of a near miss.
const LEAST: f64 = 0.35;

/// The maximum number of lines of the file that the pattern may leave out between two of its lines, and the minimum
/// length in bytes of the second of these lines.
const LEFT_OUT: isize = 3;
const LEAST_DISTINCTIVE: usize = 8;

/// The minimum length of a text that is searched with other line breaks: shorter texts may match by chance.
const LEAST_REWRAPPED: usize = 24;

/// The maximum number of parts of the pattern that are searched for before its lines are joined in other ways.
const MOST_PARTS: usize = 16;

/// The minimum likeness of a line to a line that contains it, to a line that begins with it, and to a line with the
/// same code.
const LIKENESS_OF_PART: f64 = 0.5;
const LIKENESS_OF_PREFIX: f64 = 0.8;
const LIKENESS_OF_SAME_CODE: f64 = 0.95;

/// The maximum length of lines that are compared with a pattern that is too short to have a piece of four bytes.
const MAX_SHORT: usize = 64;

/// The length of a piece of a line in bytes, and the number of pieces that are compared before it is checked whether the line
/// can still be similar enough.
const PIECE: usize = 4;
const PIECES_AT_ONCE: usize = 8;

/// The maximum length in bytes of a text that is searched for fastest.
const MAX_FAST: usize = 32;

/// Returns a finder of a line's last bytes: they are found much faster than the whole of a long line.
pub(super) fn finder_of(line: &str) -> Finder<'_> {
    let start = line.len().saturating_sub(MAX_FAST);
    Finder::new(&line.as_bytes()[start..])
}

/// A nonblank line of the pattern.
struct PatternLine<'p> {
    at: usize,
    text: &'p str,
}

/// Returns the place within `within` that most resembles `pattern`, if any is similar enough; `scanner` finds comments
/// in the text.
#[must_use]
pub fn nearest(
    buffer: &Buffer,
    scanner: Option<&CommentScanner<'_>>,
    within: Range<usize>,
    pattern: &[&str],
) -> Option<Near> {
    let wanted: Vec<PatternLine<'_>> = pattern
        .iter()
        .enumerate()
        .filter(|(_, line)| !is_blank(line))
        .take(MAX_PATTERN)
        .map(|(at, line)| PatternLine { at, text: trim(line) })
        .collect();
    if let Some(near) = find_rewrapped(buffer, within.clone(), &wanted) {
        return Some(near);
    }
    let all = in_order((buffer, scanner), within.clone(), &wanted);
    let reordered = find_reordered(buffer, within, &wanted);
    // Among similar blocks, the lines between the headings of two blocks may be those of one block in another order.
    reordered.filter(|own| !all.iter().any(|near| is_of_other_places(near, own))).or_else(|| nearest_of(&all))
}

/// Returns whether most lines of the pattern are in order in `ordered`, and some of them are outside the place that
/// contains all of them in another order.
fn is_of_other_places(ordered: &Near, reordered: &Near) -> bool {
    let (held, all) = (&ordered.equal_range, &reordered.range);
    2 * ordered.equal > ordered.pattern_lines && (held.start < all.start || held.end > all.end)
}

/// Returns the places that may resemble the lines in their order.
fn in_order(
    (buffer, scanner): (&Buffer, Option<&CommentScanner<'_>>),
    within: Range<usize>,
    wanted: &[PatternLine<'_>],
) -> Vec<Near> {
    let Some((solid, places)) = propose((buffer, scanner), within, wanted) else { return Vec::new() };
    let places = with_first(buffer, &solid, wanted, places);
    places.into_iter().map(|place| compare((buffer, scanner), &solid, wanted, place)).collect()
}

/// Returns the nearest of some places, if any is near enough.
fn nearest_of(all: &[Near]) -> Option<Near> {
    // A place that contains all lines, with others between them, is always nearer than the rest.
    let is_whole = |near: &Near| near.equal == near.pattern_lines;
    let best = all.iter().filter(|near| near.likeness >= LEAST).min_by(|left, right| {
        is_whole(right)
            .cmp(&is_whole(left))
            .then(right.likeness.total_cmp(&left.likeness))
            .then(left.range.start.cmp(&right.range.start))
    })?;
    let is_apart = |near: &&Near| near.range.start >= best.range.end || near.range.end <= best.range.start;
    let others = all.iter().filter(|near| is_apart(near) && is_whole(near) == is_whole(best));
    let next = others.map(|near| near.likeness).fold(0.0, f64::max);
    Some(Near { next_likeness: next, ..best.clone() })
}

/// Returns the nonblank lines, and the indexes among them at which the pattern might begin (negative if before the
/// first line).
fn propose(
    (buffer, scanner): (&Buffer, Option<&CommentScanner<'_>>),
    within: Range<usize>,
    wanted: &[PatternLine<'_>],
) -> Option<(Vec<usize>, Vec<isize>)> {
    let (longest, line) =
        wanted.iter().enumerate().max_by_key(|(at, line)| (line.text.len(), Reverse(*at)))?;
    let longest_text = line.text;
    let grams = Grams::of(longest_text);
    let mut of_length: Vec<Vec<usize>> = vec![Vec::new(); line.text.len() + 1];
    wanted.iter().enumerate().for_each(|(at, line)| of_length[line.text.len()].push(at));
    of_length.iter_mut().for_each(|of_length| of_length.sort_by_key(|at| wanted[*at].text));
    let mut votes: BTreeMap<isize, usize> = BTreeMap::new();
    let mut alike: Vec<(Reverse<usize>, isize)> = Vec::new();
    let mut solid = Vec::new();
    let mut bytes = 0;
    buffer.each_line(within.start, |number, line| {
        bytes += line.len();
        if number >= within.end || bytes > MAX_BYTES {
            return ControlFlow::Break(());
        }
        let text = trim(line);
        if text.is_empty() {
            return ControlFlow::Continue(());
        }
        let place = solid.len() as isize;
        solid.push(number);
        let mut vote = |text: &str| {
            let of_length = of_length.get(text.len()).map_or(&[][..], Vec::as_slice);
            let first = of_length.partition_point(|at| wanted[*at].text < text);
            let equal = of_length[first..].iter().take_while(|at| wanted[**at].text == text);
            for at in equal.take(MOST_VOTES) {
                *votes.entry(place - *at as isize).or_default() += text.len();
            }
        };
        vote(text);
        if let Some(code) = code_of(scanner, text) {
            vote(trim(&code));
        }
        let least = if alike.len() < MAX_PLACES { 0 } else { alike.last().map_or(0, |(least, _)| least.0) };
        if let Some(score) = grams.score_above(least, longest_text, text) {
            let rank = (Reverse(score), place - longest as isize);
            alike.insert(alike.partition_point(|own| *own < rank), rank);
            alike.truncate(MAX_PLACES);
        }
        ControlFlow::Continue(())
    });
    let mut voted: Vec<(Reverse<usize>, isize)> =
        votes.into_iter().map(|(place, votes)| (Reverse(votes), place)).collect();
    voted.sort_unstable();
    voted.truncate(MAX_PLACES);
    Some((solid, voted.into_iter().chain(alike).map(|(_, place)| place).collect()))
}

/// Returns the places, each preceded by the place a few lines above that contains the pattern's first line, if there is
/// one: the pattern may leave out the lines between.
fn with_first(
    buffer: &Buffer,
    solid: &[usize],
    wanted: &[PatternLine<'_>],
    places: Vec<isize>,
) -> Vec<isize> {
    let Some(first) = wanted.first().filter(|first| first.text.len() >= LEAST_DISTINCTIVE) else {
        return places;
    };
    let is_first = |place: &isize| {
        let line = usize::try_from(*place).ok().and_then(|at| solid.get(at));
        line.is_some_and(|line| trim(&buffer.line(*line)) == first.text)
    };
    let above = |place: isize| (1..=LEFT_OUT).map(move |by| place - by).find(is_first);
    places.into_iter().flat_map(|place| above(place).into_iter().chain([place])).collect()
}

/// Compares the pattern with the nonblank lines from `place`. Where the pattern leaves out a few lines, the comparison
/// continues after them.
fn compare(
    (buffer, scanner): (&Buffer, Option<&CommentScanner<'_>>),
    solid: &[usize],
    wanted: &[PatternLine<'_>],
    place: isize,
) -> Near {
    let line_at = |at: isize| usize::try_from(at).ok().and_then(|at| solid.get(at)).copied();
    let is_at = |at: isize, text: &str| line_at(at).is_some_and(|own| trim(&buffer.line(own)) == text);
    let mut near = Near { pattern_lines: wanted.len(), ..Near::default() };
    let (mut alike, mut weight) = (0.0, 0.0);
    let mut in_comment = None;
    let mut at = place;
    let (mut lines, mut held): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    let reach = |lines: &Option<Range<usize>>, own: usize| {
        Some(lines.as_ref().map_or(own, |lines| lines.start)..own + 1)
    };
    for (number, line) in wanted.iter().enumerate() {
        if number > 0 && !is_at(at, line.text) && line.text.len() >= LEAST_DISTINCTIVE {
            let behind = (1..=LEFT_OUT).find(|behind| is_at(at + behind, line.text));
            if let Some(behind) = behind {
                near.difference = near.difference.or(Some((line.at, line_at(at))));
                weight += 8.0 * behind as f64;
                at += behind;
            }
        }
        let own = line_at(at);
        at += 1;
        if let Some(own) = own {
            lines = reach(&lines, own);
        }
        let text = own.map(|own| buffer.line(own));
        let is_code = text.as_ref().is_some_and(|text| is_equal_code(scanner, line.text, text));
        let likeness = match text.as_ref().map(|text| trim(text)) {
            None => 0.0,
            Some(text) if is_code => likeness(line.text, text).max(LIKENESS_OF_SAME_CODE),
            Some(text) if is_prefix_of(line.text, text) => likeness(line.text, text).max(LIKENESS_OF_PREFIX),
            Some(text) => likeness(line.text, text),
        };
        let length = line.text.len() as f64 + 4.0;
        alike += likeness * length;
        weight += length;
        if likeness >= 1.0 {
            near.equal += 1;
            held = own.and_then(|own| reach(&held, own)).or(held);
        } else if is_code {
            in_comment = in_comment.or(Some((line.at, own)));
        } else if near.difference.is_none() {
            near.difference = Some((line.at, own));
        }
    }
    near.difference = near.difference.or(in_comment);
    near.likeness = alike / f64::max(weight, 1.0);
    near.range = lines.unwrap_or(0..1);
    near.equal_range = held.unwrap_or_default();
    near
}

/// Finds the only place that contains all lines of the pattern with other line breaks. A comma before a closing bracket
/// is ignored, since it depends on the line breaks.
fn find_rewrapped(buffer: &Buffer, within: Range<usize>, wanted: &[PatternLine<'_>]) -> Option<Near> {
    let mut pattern = Squeezed::default();
    wanted.iter().for_each(|line| pattern.push(line.text));
    // No line break is within a word.
    let words = wanted.iter().flat_map(|line| line.text.split(|char| !is_word_char(char)));
    if pattern.text.len() < LEAST_REWRAPPED || !may_have_all(buffer, &within, words) {
        return None;
    }
    let mut file = Squeezed::default();
    let mut starts = Vec::new();
    buffer.each_line(within.start, |number, line| {
        if number >= within.end || file.text.len() > MAX_BYTES {
            return ControlFlow::Break(());
        }
        if !is_blank(line) {
            starts.push((file.text.len(), number));
            file.push(line);
        }
        ControlFlow::Continue(())
    });
    let mut found = memchr::memmem::find_iter(&file.text, &pattern.text);
    let start = found.next().filter(|_| found.next().is_none())?;
    let first = starts.binary_search_by_key(&start, |(at, _)| *at).ok()?;
    let end = start + pattern.text.len();
    let behind = match starts.binary_search_by_key(&end, |(at, _)| *at) {
        Ok(behind) => behind,
        Err(behind) if end == file.text.len() => behind,
        Err(_) => return None,
    };
    let range = starts[first].1..starts[behind - 1].1 + 1;
    let place_of = |line: &PatternLine<'_>| range.clone().find(|own| trim(&buffer.line(*own)) == line.text);
    let equal = wanted.iter().filter(|line| place_of(line).is_some()).count();
    let at = wanted.iter().position(|line| place_of(line).is_none());
    // The line of the file that follows the line that equals the preceding line of the pattern.
    let difference = at.map(|at| {
        let above = at.checked_sub(1).and_then(|above| place_of(&wanted[above]));
        let behind = above.and_then(|above| (above + 1..range.end).find(|own| !is_blank(&buffer.line(*own))));
        (wanted[at].at, Some(behind.unwrap_or(range.start)))
    });
    Some(Near { range, likeness: 0.99, equal, pattern_lines: wanted.len(), difference, ..Near::default() })
}

/// Returns whether some lines of a text may contain all of these parts. Only the ends of the longest parts are searched
/// for; this avoids a more expensive search if one is missing.
fn may_have_all<'p>(buffer: &Buffer, within: &Range<usize>, parts: impl Iterator<Item = &'p str>) -> bool {
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.sort_unstable_by_key(|part| (Reverse(part.len()), *part));
    parts.dedup();
    let text = buffer.slice(buffer.line_start(within.start)..buffer.line_start(within.end));
    parts.iter().take(MOST_PARTS).all(|part| finder_of(part).find(text.as_bytes()).is_some())
}

/// Finds the only place that contains all lines of the pattern in another order, with nothing but blank lines between
/// them.
fn find_reordered(buffer: &Buffer, within: Range<usize>, wanted: &[PatternLine<'_>]) -> Option<Near> {
    let length: usize = wanted.iter().map(|line| line.text.len()).sum();
    let lines = wanted.iter().map(|line| line.text);
    if wanted.len() < 2 || length < LEAST_REWRAPPED || !may_have_all(buffer, &within, lines) {
        return None;
    }
    let hash = |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        hasher.finish()
    };
    let sum = wanted.iter().fold(0_u64, |sum, line| sum.wrapping_add(hash(line.text)));
    // The lines in the sliding window; `own` is the sum of their hashes.
    let mut shown: VecDeque<(usize, u64)> = VecDeque::new();
    let (mut own, mut bytes) = (0_u64, 0);
    let mut found: Vec<Range<usize>> = Vec::new();
    buffer.each_line(within.start, |number, line| {
        bytes += line.len();
        if number >= within.end || bytes > MAX_BYTES || found.len() > 1 {
            return ControlFlow::Break(());
        }
        if is_blank(line) {
            return ControlFlow::Continue(());
        }
        let of_line = hash(trim(line));
        own = own.wrapping_add(of_line);
        shown.push_back((number, of_line));
        if shown.len() > wanted.len() {
            own = own.wrapping_sub(shown.pop_front().map_or(0, |(_, hash)| hash));
        }
        if own == sum && shown.len() == wanted.len() {
            found.extend(shown.front().map(|(first, _)| *first..number + 1));
        }
        ControlFlow::Continue(())
    });
    let [range] = &found[..] else { return None };
    let solid: Vec<usize> = range.clone().filter(|line| !is_blank(&buffer.line(*line))).collect();
    let mut theirs: Vec<String> = solid.iter().map(|line| trim(&buffer.line(*line)).to_owned()).collect();
    let differs = |(line, own): &(&PatternLine<'_>, &String)| line.text != own.as_str();
    let at = wanted.iter().zip(&theirs).position(|pair| differs(&pair))?;
    let equal = wanted.iter().zip(&theirs).filter(|pair| !differs(pair)).count();
    let mut ours: Vec<&str> = wanted.iter().map(|line| line.text).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    let difference = Some((wanted[at].at, Some(solid[at])));
    (ours == theirs).then(|| Near {
        range: range.clone(),
        likeness: 0.99,
        equal,
        pattern_lines: wanted.len(),
        difference,
        is_reordered: true,
        ..Near::default()
    })
}

/// A text without whitespace, and without commas before closing brackets.
#[derive(Default)]
struct Squeezed {
    text: Vec<u8>,
}

impl Squeezed {
    fn push(&mut self, line: &str) {
        for byte in line.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
            if matches!(byte, b')' | b']' | b'}') && self.text.last() == Some(&b',') {
                self.text.pop();
            }
            self.text.push(byte);
        }
    }
}

/// Returns the code of a line that also has a comment; `None` for other lines.
fn code_of(scanner: Option<&CommentScanner<'_>>, line: &str) -> Option<String> {
    let scanner = scanner.filter(|scanner| scanner.rules().may_begin_comment(line))?;
    let scanned = scanner.scan(line, &mut LexState::default());
    (scanned.has_comment && !is_blank(&scanned.code)).then(|| scanned.code.into_owned())
}

/// Returns whether `whole` begins with a line of the pattern that is long enough.
fn is_prefix_of(line: &str, whole: &str) -> bool {
    line.len() >= LEAST_DISTINCTIVE && whole.starts_with(line) && is_part(line, whole)
}

/// Returns whether two lines have the same code, and differ only in their comments.
fn is_equal_code(scanner: Option<&CommentScanner<'_>>, one: &str, other: &str) -> bool {
    let Some(scanner) = scanner else { return false };
    let [one, other] = [one, other].map(|line| scanner.scan(line, &mut LexState::default()).code);
    !is_blank(&one) && trim(&one) == trim(&other)
}

/// Returns the likeness of two lines, from 0 to 1; 1 only if they are equal.
#[must_use]
pub fn likeness(left: &str, right: &str) -> f64 {
    if left == right {
        return 1.0;
    }
    let least = if is_part(left, right) { LIKENESS_OF_PART } else { 0.0 };
    strsim::sorensen_dice(left, right).clamp(least, 0.99)
}

/// Returns whether `line` contains `part` as whole words.
fn is_part(part: &str, line: &str) -> bool {
    if part.is_empty() {
        return false;
    }
    let is_word = |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
    let cuts = |inner: Option<char>, outer: Option<char>| is_word(inner) && is_word(outer);
    memchr::memmem::find_iter(line.as_bytes(), part).any(|at| {
        let (before, behind) = (line[..at].chars().next_back(), line[at + part.len()..].chars().next());
        !cuts(part.chars().next(), before) && !cuts(part.chars().next_back(), behind)
    })
}

/// The pieces of four bytes of a line, as a set of hashes.
struct Grams {
    set: Box<[u64; 64]>,
    count: usize,
}

impl Grams {
    fn of(line: &str) -> Self {
        let mut set = Box::new([0; 64]);
        let mut count = 0;
        each_gram(line.as_bytes(), |gram| {
            set[gram / 64] |= 1 << (gram % 64);
            count += 1;
        });
        Self { set, count }
    }

    /// Returns a score for how much a line shares with the pattern's longest line, if it is above `least`.
    fn score_above(&self, least: usize, longest: &str, line: &str) -> Option<usize> {
        let score = match self.count {
            0 if line.len() <= MAX_SHORT => (likeness(longest, line) * 100.0) as usize,
            0 => 0,
            _ => return self.shared_above(least, line),
        };
        (score > least).then_some(score)
    }

    /// Returns the likeness of a line to the pattern's longest line by shared pieces, in percent, if it is above `least`;
    /// pieces that only one of them has lower it.
    fn shared_above(&self, least: usize, line: &str) -> Option<usize> {
        let bytes = line.as_bytes();
        let all = bytes.len().saturating_sub(PIECE - 1);
        // A line with too many other pieces is not read to its end.
        let allowed = all.checked_sub(((least + 1) * (self.count + all)).div_ceil(200))?;
        let (mut others, mut from) = (0, 0);
        while from < all {
            let end = all.min(from + PIECES_AT_ONCE);
            each_gram(&bytes[from..end + PIECE - 1], |gram| {
                others += usize::from(self.set[gram / 64] >> (gram % 64) & 1 == 0);
            });
            if others > allowed {
                return None;
            }
            from = end;
        }
        Some(200 * (all - others) / (self.count + all))
    }
}

fn each_gram(line: &[u8], mut visit: impl FnMut(usize)) {
    for gram in line.windows(PIECE) {
        let word = u32::from_le_bytes([gram[0], gram[1], gram[2], gram[3]]);
        visit((word.wrapping_mul(0x9E37_79B1) >> 20) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the place, and its first difference.
    type Told = (Range<usize>, Option<(usize, Option<usize>)>);

    #[track_caller]
    fn check(file: &str, pattern: &str, expected: Option<Told>) {
        let buffer = Buffer::decode(file.as_bytes()).expect("text");
        let pattern: Vec<&str> = pattern.lines().collect();
        let near = nearest(&buffer, None, 0..buffer.line_count(), &pattern);
        assert_eq!(near.map(|near| (near.range, near.difference)), expected);
    }

    #[test]
    fn a_misspelt_line_is_near_the_right_one() {
        let file = "import math\n\ndef total(x):\n    return math.floor(x)\n\nprint(total(2))\n";
        check(file, "return math.flor(x)", Some((3..4, Some((0, Some(3))))));
        check(file, "def total(x):\n  retrun math.floor(x)", Some((2..4, Some((1, Some(3))))));
        check(file, "completely different zzz", None);
        check("a = 1\n\nb = 2\n", "b=2", Some((2..3, Some((0, Some(2))))));
        check("stop()\nx = start(d) or y\n", "start(d)", Some((1..2, Some((0, Some(1))))));
        check("stop()\nx = start(d) or y\n", "d", Some((1..2, Some((0, Some(1))))));
        check("stop()\n", "s", None);
    }

    #[test]
    fn a_pattern_that_runs_over_the_end_is_near_its_beginning() {
        check("alpha beta\ngamma delta\n", "gamma delta\nepsilon zeta", Some((1..2, Some((1, None)))));
    }
}
