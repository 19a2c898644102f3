//! Finds the problems of operations that follow a refused operation without a correction.
//!
//! These operations are planned without the refused one. A problem found so is only reported if it would also occur
//! with it: the text or definition that the operation looks for is neither in the file nor in anything that another
//! operation adds, or it occurs several times and no other operation changes it. Other problems count as unchecked.
//!
//! Invariant: nothing is reported that may be a mere consequence of an earlier refusal.

use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, Change, Destination, FileSet, Hunk, Locator, Operation, PatchPath, SymbolTarget};
use crate::text::normal::{is_word_char, trim};
use crate::vfs::ReadTree;

/// The strings with which a comment at the end of a line may begin.
const COMMENTS: [&str; 2] = ["#", "//"];

/// Returns whether a problem of an operation is independent of the other operations of the patch.
pub(super) fn is_its_own(
    problem: &Diagnostic,
    operation: &Operation,
    all: &[Operation],
    tree: &dyn ReadTree,
) -> bool {
    let wanted = match problem.code {
        Code::MarkerNotFound | Code::HunkNotFound | Code::MarkerAmbiguous => lines_of(operation),
        Code::SymbolNotFound | Code::SymbolAmbiguous => words_of(operation),
        _ => return false,
    };
    if let Code::MarkerAmbiguous | Code::SymbolAmbiguous = problem.code {
        // An operation that removes or replaces a definition may be ambiguous only because of that.
        let takes = |action: &Action| {
            let Action::Edit { at: Locator::Symbol(_), change, .. } = action else { return false };
            matches!(change, Change::Delete | Change::Replace(_))
        };
        if takes(&operation.action) {
            return false;
        }
        let is_other = |other: &&Operation| {
            other.origin.index != operation.origin.index && reaches(other, &operation.path)
        };
        return all.iter().filter(is_other).all(|other| leaves_untouched(other, &wanted));
    }
    let Ok(file) = tree.read(&operation.path) else { return false };
    let text = String::from_utf8_lossy(&file.bytes);
    let index = operation.origin.index;
    let may_matter = |other: &&Operation| other.origin.index != index && reaches(other, &operation.path);
    let others: Vec<AddedText> = all.iter().filter(may_matter).flat_map(added_texts).collect();
    let is_absent = |line: &String| {
        let is_in = |part: &str| text.contains(part) || others.iter().any(|other| other.may_hold(part));
        let code = |sign: &&str| line.split_once(*sign).map_or("", |(code, _)| trim(code));
        !is_in(line) && COMMENTS.iter().all(|sign| code(sign).is_empty() || !is_in(code(sign)))
    };
    wanted.iter().any(is_absent)
}

/// Returns whether an operation changes no occurrence of the texts, and adds none.
fn leaves_untouched(operation: &Operation, texts: &[String]) -> bool {
    let Action::Edit { at, change, .. } = &operation.action else { return false };
    let is_insertion = matches!(change, Change::InsertBefore(_) | Change::InsertAfter(_));
    let touched = match at {
        Locator::Lines(_) => lines_of(operation),
        Locator::FileStart | Locator::FileEnd | Locator::Members { .. } => Vec::new(),
        Locator::Symbol(_) | Locator::Part { .. } if is_insertion => Vec::new(),
        Locator::Symbol(_) | Locator::Part { .. } | Locator::Block { .. } | Locator::Imports(_) => {
            return false;
        }
    };
    let brought = added_texts(operation).into_iter().chain(touched.into_iter().map(AddedText::Line));
    let brought: Vec<AddedText> = brought.collect();
    !texts.iter().any(|text| brought.iter().any(|own| own.may_hold(text)))
}

/// Returns the lines that an operation looks for.
fn lines_of(operation: &Operation) -> Vec<String> {
    let lines: Vec<&str> = match &operation.action {
        Action::Edit { at: Locator::Lines(marker) | Locator::Block { heading: marker, .. }, .. } => {
            marker.pattern().collect()
        }
        Action::Update { hunks, .. } => {
            hunks.iter().flat_map(Hunk::old).map(|line| line.text.as_str()).collect()
        }
        _ => Vec::new(),
    };
    solid(lines.into_iter())
}

/// Returns the words of the address that an operation names.
fn words_of(operation: &Operation) -> Vec<String> {
    let targets: Vec<&SymbolTarget> = match &operation.action {
        Action::Edit { at, .. } => match at {
            Locator::Symbol(of) | Locator::Members { of, .. } | Locator::Part { of, .. } => vec![of],
            Locator::Lines(marker) | Locator::Block { heading: marker, .. } => marker.scope.iter().collect(),
            Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => Vec::new(),
        },
        Action::Substitute(wanted) => wanted.scope.iter().collect(),
        Action::RenameSymbol(wanted) => vec![&wanted.symbol],
        _ => Vec::new(),
    };
    let names = targets.into_iter().flat_map(|own| [&own.symbol, &own.class, &own.method]).flatten();
    let words = names.flat_map(|name| name.split(|char: char| !is_word_char(char)));
    words.filter(|word| word.chars().any(char::is_alphabetic)).map(str::to_owned).collect()
}

/// Text that an operation may add to a file.
enum AddedText {
    /// A whole line, or a part of it.
    Line(String),
    /// A text that may be part of any line.
    Word(String),
    /// Text that cannot be determined.
    Anything,
}

impl AddedText {
    fn may_hold(&self, part: &str) -> bool {
        match self {
            Self::Line(line) => line.contains(part),
            Self::Word(word) => part.contains(word.as_str()),
            Self::Anything => true,
        }
    }
}

/// Returns whether an operation may change a file.
fn reaches(operation: &Operation, path: &PatchPath) -> bool {
    let is_wide = match &operation.action {
        Action::Substitute(wanted) => wanted.files != FileSet::Named,
        Action::Update { to, .. } => *to != Destination::Stay,
        Action::RenameSymbol(_) | Action::MoveSymbol { .. } => true,
        Action::Create { .. } | Action::Delete { .. } | Action::Edit { .. } | Action::Exchange(_) => false,
    };
    is_wide || operation.path == *path
}

fn added_texts(operation: &Operation) -> Vec<AddedText> {
    let lines: Vec<&str> = match &operation.action {
        Action::Edit { change: Change::Delete, .. } | Action::Delete { .. } => Vec::new(),
        Action::Edit { change, .. } => {
            change.payload().map_or(Vec::new(), |own| own.lines.iter().map(String::as_str).collect())
        }
        Action::Create { payload, .. } => payload.lines.iter().map(String::as_str).collect(),
        Action::Update { hunks, .. } => {
            hunks.iter().flat_map(Hunk::new_side).map(|line| line.text.as_str()).collect()
        }
        Action::RenameSymbol(wanted) => return vec![AddedText::Word(wanted.new_name.clone())],
        Action::Substitute(_) | Action::Exchange(_) | Action::MoveSymbol { .. } => {
            return vec![AddedText::Anything];
        }
    };
    solid(lines.into_iter()).into_iter().map(AddedText::Line).collect()
}

fn solid<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    lines.map(trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
