//! Removes what was pasted along with lines: the line numbers of a listing, or the code fence around a payload.
//!
//! Only where nothing else can be meant. For line numbers: the lines that an operation quotes have consecutive numbers,
//! none of them is in the file with its number, and most of them are without.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::elided;
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Action, Change, Exchange, Hunk, HunkLine, Locator, Marker, Matching, Operation, Patch, PatchPath,
    SymbolPart, Tag,
};
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};
use crate::vfs::ReadTree;

/// What may separate the number of a line from its text; longer separators precede their prefixes.
const SEPARATORS: [&str; 12] = ["\t", "→", " | ", "| ", "|", " │ ", "│ ", "│", ": ", ":", "  ", " "];

/// Returns the operations of a patch without line numbers and code fences, and notes about what was removed.
pub(in crate::plan) fn without_numbers<'p>(
    patch: &Patch,
    mut operations: Cow<'p, [Operation]>,
    tree: &dyn ReadTree,
) -> (Cow<'p, [Operation]>, Vec<Diagnostic>) {
    let mut notes = Vec::new();
    if patch.matching == Matching::Exact {
        return (operations, notes);
    }
    let mut files = HashMap::new();
    for at in 0..operations.len() {
        if let Some(action) = unfenced(&operations[at]) {
            let note =
                Diagnostic::note(Code::PayloadMismatch, "the code fence around the payload is left out");
            notes.push(note.of(operations[at].reference()).at(operations[at].origin.place));
            operations.to_mut()[at].action = action;
        }
        let operation = &operations[at];
        if !may_have_numbers(&operation.action) {
            continue;
        }
        let file =
            files.entry(operation.path.clone()).or_insert_with_key(|path| KnownLines::read(tree, path));
        let Some(action) = file.as_ref().and_then(|file| bare_action(&operation.action, file)) else {
            continue;
        };
        let message = "the line numbers in front of the lines are left out";
        let note = Diagnostic::note(Code::ContextMismatch, message);
        notes.push(note.of(operation.reference()).at(operation.origin.place));
        operations.to_mut()[at].action = action;
    }
    (operations, notes)
}

/// Returns the action of an operation without the code fence around its whole payload; `None` if there is no fence, or
/// if the file is prose, which may show code.
fn unfenced(operation: &Operation) -> Option<Action> {
    let payload = match &operation.action {
        Action::Edit { change, .. } => change.payload()?,
        Action::Create { payload, .. } => payload,
        _ => return None,
    };
    let lines = &payload.lines;
    let first = lines.iter().position(|line| !is_blank(line)).filter(|at| lines[*at].starts_with(FENCE))?;
    let last = lines.iter().rposition(|line| !is_blank(line)).filter(|at| first < *at)?;
    let is_word = |word: &str| word.chars().all(|sign| sign.is_alphanumeric() || "+-_#".contains(sign));
    let is_fence = lines[last] == FENCE
        && is_word(trim(&lines[first][FENCE.len()..]))
        && !lines[first + 1..last].iter().any(|line| line.starts_with(FENCE));
    // Documentation may show code, too.
    let is_comment =
        |line: &&String| ["\"", "'", "r\"", "/", "#", "*"].iter().any(|sign| trim(line).starts_with(sign));
    let is_documentation =
        matches!(operation.action, Action::Edit { at: Locator::Part { part: SymbolPart::Doc, .. }, .. })
            && !lines[first + 1..last]
                .iter()
                .find(|line| !is_blank(line))
                .is_some_and(|line| is_comment(&line));
    if !is_fence || is_documentation || elided::is_prose(operation.path.as_str()) {
        return None;
    }
    let mut action = operation.action.clone();
    let payload = match &mut action {
        Action::Create { payload, .. } => payload,
        Action::Edit {
            change: Change::Replace(payload) | Change::InsertBefore(payload) | Change::InsertAfter(payload),
            ..
        } => payload,
        _ => return None,
    };
    payload.lines = payload.lines[first + 1..last].to_vec();
    payload.crlf = payload.crlf.get(first + 1..last).unwrap_or_default().to_vec();
    Some(action)
}

/// The marker of a code fence.
const FENCE: &str = "```";

/// The lines of a file, trimmed.
struct KnownLines {
    in_order: Vec<String>,
    all: HashSet<String>,
}

impl KnownLines {
    fn read(tree: &dyn ReadTree, path: &PatchPath) -> Option<Self> {
        let file = tree.read(path).ok()?;
        let buffer = Buffer::share(&file.bytes).ok()?;
        let lines = (0..buffer.line_count()).map(|line| trim(&buffer.line(line)).to_owned());
        let in_order: Vec<String> = lines.collect();
        Some(Self { all: in_order.iter().cloned().collect(), in_order })
    }

    fn has(&self, line: &str) -> bool {
        self.all.contains(trim(line))
    }
}

/// The numbering of the lines of a listing.
#[derive(Clone, Copy)]
struct Numbering {
    separator: &'static str,
}

impl Numbering {
    /// Detects the numbering of some lines, if they are numbered consecutively and the file has most of them without
    /// the numbers. At most `others` numbered lines may be missing from the sequence.
    fn of<'l>(lines: impl Iterator<Item = &'l str>, file: &KnownLines, others: usize) -> Option<Self> {
        let all: Vec<&str> = lines.collect();
        let lines: Vec<&str> = all.iter().copied().filter(|line| !is_blank(line)).collect();
        let parted: Vec<(usize, &str)> =
            lines.iter().map(|line| split_number(line)).collect::<Option<_>>()?;
        let ((first, _), (last, _)) = (parted.first()?, parted.last()?);
        // A blank line may have lost its number.
        let counts_up =
            parted.windows(2).all(|pair| pair[0].0 < pair[1].0) && last - first < all.len() + others;
        let fits = |separator: &&str| {
            parted.iter().all(|(_, rest)| rest.starts_with(*separator) || *rest == separator.trim_end())
        };
        let own = Self { separator: SEPARATORS.into_iter().find(fits)? };
        let bare: Vec<&str> = lines.iter().filter_map(|line| own.bare(line)).collect();
        let solid: Vec<&&str> = bare.iter().filter(|line| !is_blank(line)).collect();
        let there = solid.iter().filter(|line| file.has(line)).count();
        let is_there = match &lines[..] {
            // A single line may begin with a number by itself, so the line of that number must match.
            [_] => {
                file.in_order.get(first.checked_sub(1)?).map(String::as_str)
                    == bare.first().map(|line| trim(line))
            }
            _ => there * 2 >= solid.len(),
        };
        (counts_up && there > 0 && is_there && !lines.iter().any(|line| file.has(line))).then_some(own)
    }

    /// Returns a line without its number; `None` if it has none.
    fn bare(self, line: &str) -> Option<&str> {
        let (_, rest) = split_number(line)?;
        rest.strip_prefix(self.separator).or_else(|| (rest == self.separator.trim_end()).then_some(""))
    }

    fn bare_lines(self, lines: &mut [String]) {
        for line in lines {
            if let Some(bare) = self.bare(line) {
                *line = bare.to_owned();
            }
        }
    }

    /// Removes the numbers from added lines; new lines may have none. Returns `None` if a line has the separator but no
    /// number, because its depth is then unknown.
    fn bare_payload(self, lines: &mut [String]) -> Option<()> {
        let sign = self.separator.trim_matches(' ');
        let leaves_room = |line: &String| {
            self.bare(line).is_none() && !is_blank(line) && line.trim_start_matches(' ').starts_with(sign)
        };
        if lines.iter().any(leaves_room) {
            return None;
        }
        self.bare_lines(lines);
        Some(())
    }
}

/// Returns the number at the start of a line, and the rest of the line.
fn split_number(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(line.len());
    Some((line[..end].parse().ok()?, &line[end..]))
}

/// Returns whether the first line that an operation quotes or adds begins with a number.
fn may_have_numbers(action: &Action) -> bool {
    let begins = |line: Option<&str>| line.is_some_and(|line| split_number(line).is_some());
    let solid = |lines: &[String]| begins(lines.iter().map(String::as_str).find(|line| !is_blank(line)));
    let of_hunk =
        |hunk: &Hunk| begins(hunk.old().map(|line| line.text.as_str()).find(|line| !is_blank(line)));
    match action {
        Action::Edit {
            at: Locator::Lines(marker) | Locator::Block { heading: marker, .. }, change, ..
        } => {
            begins(marker.pattern().find(|line| !is_blank(line)))
                || change.payload().is_some_and(|payload| solid(&payload.lines))
        }
        Action::Update { hunks, .. } => hunks.iter().any(of_hunk),
        Action::Exchange(wanted) => wanted.lines.iter().any(of_hunk),
        _ => false,
    }
}

fn bare_action(action: &Action, file: &KnownLines) -> Option<Action> {
    let mut bare = action.clone();
    match &mut bare {
        Action::Edit {
            at: Locator::Lines(marker) | Locator::Block { heading: marker, .. }, change, ..
        } => {
            bare_edit(marker, change, file)?;
        }
        Action::Update { hunks, .. } => bare_hunks(hunks, file)?,
        Action::Exchange(wanted) => bare_exchange(wanted, file)?,
        _ => return None,
    }
    Some(bare)
}

fn bare_edit(marker: &mut Marker, change: &mut Change, file: &KnownLines) -> Option<()> {
    let quoted = Numbering::of(marker.pattern(), file, 0);
    let brought = change.payload().filter(|payload| payload.lines.len() > 1);
    let numbering = quoted.or_else(|| Numbering::of(brought?.lines.iter().map(String::as_str), file, 0))?;
    for part in [&mut marker.before, &mut marker.lines, &mut marker.after] {
        if quoted.is_some() {
            numbering.bare_lines(&mut part.lines);
        }
    }
    match change {
        Change::Replace(payload) | Change::InsertBefore(payload) | Change::InsertAfter(payload) => {
            numbering.bare_payload(&mut payload.lines)
        }
        Change::Delete => Some(()),
    }
}

fn bare_hunks(hunks: &mut [Hunk], file: &KnownLines) -> Option<()> {
    let mut is_any = false;
    for hunk in hunks {
        let old = hunk.old().map(|line| line.text.as_str());
        // A listing whose added lines are numbered counts these lines, too.
        let brought = hunk.lines.iter().filter(|line| line.tag == Tag::Added);
        let others = brought.filter(|line| split_number(&line.text).is_some()).count();
        let Some(numbering) = Numbering::of(old, file, others) else { continue };
        is_any = true;
        for line in &mut hunk.lines {
            let mut text = [line.text.as_str().to_owned()];
            match line.tag {
                Tag::Added => numbering.bare_payload(&mut text)?,
                Tag::Context | Tag::Removed => numbering.bare_lines(&mut text),
            }
            let [text] = text;
            let has_prefix = line.unstripped().is_some();
            let written = if has_prefix { format!(" {text}") } else { text };
            let new = match has_prefix {
                true => HunkLine::prefixed_context(written, line.patch_line),
                false => HunkLine::new(line.tag, written, line.patch_line),
            };
            *line = HunkLine { crlf: line.crlf, no_newline: line.no_newline, ..new };
        }
    }
    is_any.then_some(())
}

fn bare_exchange(wanted: &mut Exchange, file: &KnownLines) -> Option<()> {
    bare_hunks(&mut wanted.lines, file)?;
    // With numbers, the texts cannot be meant as parts of lines.
    wanted.parts = None;
    Some(())
}
