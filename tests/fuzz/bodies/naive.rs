//! The search for a marker as its rules say it: every line against every line, without an index.

use std::ops::Range;

use chunk::ir::Marker;
use chunk::resolve::lines::Form;
use chunk::text::normal::{fold, trim};
use chunk::text::{Buffer, CommentScanner, LexRules, LexState};

/// For each line of a pattern, the line of the file that it stands on.
type Alignment = Vec<Option<usize>>;

/// What comes of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// One place, on a rung of this name.
    Found(Range<usize>, &'static str),
    Ambiguous(Vec<Range<usize>>),
    ContextMismatch(Vec<Range<usize>>),
    NotFound,
}

/// A file, line by line.
pub(super) struct Naive<'r> {
    lines: Vec<String>,
    scanner: Option<CommentScanner<'r>>,
    /// Each line without its comments.
    code: Vec<String>,
    /// What each line begins in, and what the last one ends in.
    states: Vec<LexState>,
}

/// A form of lines, on the ladder of markers.
#[derive(Clone, Copy)]
enum Step {
    Trimmed,
    Folded,
    Code,
}

const LADDER: [(Step, &str); 3] =
    [(Step::Trimmed, "trimmed"), (Step::Folded, "look-alikes-folded"), (Step::Code, "comments-stripped")];

impl<'r> Naive<'r> {
    pub(super) fn new(buffer: &Buffer, rules: Option<&'r LexRules>) -> Self {
        let lines: Vec<String> =
            (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect();
        let scanner = rules.map(CommentScanner::new);
        let (code, states) = scanner.as_ref().map_or_else(Default::default, |scanner| {
            let refs: Vec<&str> = lines.iter().map(String::as_str).collect();
            scan(scanner, &refs, LexState::default())
        });
        Self { lines, scanner, code, states }
    }

    /// Whether nothing but comment or blanks stands on a line.
    pub(super) fn is_empty_line(&self, line: usize) -> bool {
        trim(&self.lines[line]).is_empty() || self.code.get(line).is_some_and(String::is_empty)
    }

    /// Whether a comment of the marker stands in the file: it may speak against a place that has the code alone.
    pub(super) fn shows_comment_of(&self, marker: &Marker) -> bool {
        let Some(scanner) = &self.scanner else { return false };
        let pattern: Vec<&str> = marker.pattern().collect();
        let (code, _) = scan(scanner, &pattern, LexState::default());
        let comments =
            pattern.iter().zip(code).filter(|(_, code)| code.is_empty()).map(|(line, _)| trim(line));
        let says_something = |line: &&str| line.chars().any(char::is_alphanumeric);
        let mut comments = comments.filter(says_something);
        comments.any(|comment| self.lines.iter().any(|line| trim(line) == comment))
    }

    /// Where exactly these lines stand.
    pub(super) fn exact(&self, wanted: &[&str]) -> Vec<Range<usize>> {
        let count = self.lines.len();
        let starts = (0..count).filter(|at| at + wanted.len() <= count);
        let starts = starts.filter(|at| (0..wanted.len()).all(|line| self.lines[at + line] == wanted[line]));
        starts.map(|at| at..at + wanted.len()).collect()
    }

    /// What the rules make of a marker.
    pub(super) fn search(&self, marker: &Marker) -> Outcome {
        let whole: Vec<&str> = marker.pattern().collect();
        let before = marker.before.lines.len();
        let own = before..before + marker.lines.lines.len();
        for (step, name) in LADDER {
            let found: Vec<Range<usize>> =
                self.find(step, &whole).iter().filter_map(|at| extent(&at[own.clone()])).collect();
            match &found[..] {
                [] => {}
                [only] => return Outcome::Found(only.clone(), name),
                _ => return Outcome::Ambiguous(found),
            }
        }
        if before + marker.after.lines.len() > 0 {
            for (step, _) in LADDER {
                let found: Vec<Range<usize>> =
                    self.find(step, &whole[own.clone()]).iter().filter_map(|at| extent(at)).collect();
                if !found.is_empty() {
                    return Outcome::ContextMismatch(found);
                }
            }
        }
        Outcome::NotFound
    }

    fn find(&self, step: Step, pattern: &[&str]) -> Vec<Alignment> {
        match (step, &self.scanner) {
            (Step::Code, Some(scanner)) => self.find_code(scanner, pattern),
            (Step::Trimmed, _) => self.find_formed(Form::Trimmed, pattern),
            (Step::Folded | Step::Code, _) => self.find_formed(Form::Folded, pattern),
        }
    }

    fn find_formed(&self, form: Form, pattern: &[&str]) -> Vec<Alignment> {
        let formed = |line: &str| form.of(line).into_owned();
        let file: Vec<String> = self.lines.iter().map(|line| formed(line)).collect();
        let pattern: Vec<String> = pattern.iter().map(|line| formed(line)).collect();
        stand(&file, &pattern)
    }

    /// From every state in which a line of the file begins; from inside a comment only if nothing else is found.
    fn find_code(&self, scanner: &CommentScanner<'r>, pattern: &[&str]) -> Vec<Alignment> {
        let mut distinct: Vec<&LexState> = Vec::new();
        for state in &self.states {
            if !distinct.contains(&state) {
                distinct.push(state);
            }
        }
        let is_comment = |state: &LexState| state.is_comment();
        let from = |state: &&LexState| self.find_code_from(scanner, pattern, state);
        let mut found: Vec<Alignment> =
            distinct.iter().filter(|state| !is_comment(state)).flat_map(from).collect();
        if found.is_empty() {
            found = distinct.iter().filter(|state| is_comment(state)).flat_map(from).collect();
        }
        found.sort_by_key(|alignment| (extent(alignment).map(|lines| lines.start), alignment.clone()));
        found.dedup();
        found
    }

    fn find_code_from(
        &self,
        scanner: &CommentScanner<'r>,
        pattern: &[&str],
        state: &LexState,
    ) -> Vec<Alignment> {
        let (code, states) = scan(scanner, pattern, state.clone());
        let fits = |alignment: &Alignment| {
            let Some(first) = alignment.iter().position(Option::is_some) else { return false };
            let Some(last) = alignment.iter().rposition(Option::is_some) else { return false };
            let (Some(top), Some(bottom)) = (alignment[first], alignment[last]) else { return false };
            states[first] == self.states[top]
                && states[last + 1] == self.states[bottom + 1]
                && (!state.is_comment() || self.shares_comment(pattern, &states, first, top))
        };
        stand(&self.code, &code).into_iter().filter(fits).collect()
    }

    /// "The pattern's lines up to its `*/` equal the file's."
    fn shares_comment(&self, pattern: &[&str], states: &[LexState], first: usize, top: usize) -> bool {
        let equal = |at: usize, line: usize| trim(&fold(pattern[at])) == trim(&fold(&self.lines[line]));
        (!states[first].is_comment() || equal(first, top))
            && (1..=first).all(|above| top >= above && equal(first - above, top - above))
    }
}

/// Lines without comments, and what each one begins in; one more state tells what the last one ends in.
fn scan(scanner: &CommentScanner<'_>, lines: &[&str], from: LexState) -> (Vec<String>, Vec<LexState>) {
    let mut states = vec![from];
    let mut code = Vec::new();
    for line in lines {
        let mut state = states[states.len() - 1].clone();
        code.push(Form::Code.of(&scanner.scan(line, &mut state).code).into_owned());
        states.push(state);
    }
    (code, states)
}

/// Every place where the lines of the pattern that are not empty stand behind one another.
fn stand(file: &[String], pattern: &[String]) -> Vec<Alignment> {
    let solid = |lines: &[String]| -> Vec<usize> {
        (0..lines.len()).filter(|line| !lines[*line].is_empty()).collect()
    };
    let (places, wanted) = (solid(file), solid(pattern));
    if wanted.is_empty() {
        return Vec::new();
    }
    let equal = |window: &&[usize]| window.iter().zip(&wanted).all(|(line, at)| file[*line] == pattern[*at]);
    let aligned = |window: &[usize]| {
        let mut alignment = vec![None; pattern.len()];
        window.iter().zip(&wanted).for_each(|(line, at)| alignment[*at] = Some(*line));
        alignment
    };
    places.windows(wanted.len()).filter(equal).map(aligned).collect()
}

/// The lines from the first to behind the last, if there are any.
fn extent(alignment: &[Option<usize>]) -> Option<Range<usize>> {
    let first = alignment.iter().flatten().min()?;
    Some(*first..alignment.iter().flatten().max()? + 1)
}
