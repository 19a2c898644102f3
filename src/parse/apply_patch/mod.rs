//! The `*** Begin Patch` envelope.
//!
//! Spaces before a directive are tolerated. Inside a hunk, where a space begins a context line, they are tolerated only
//! if the other directives of the envelope are indented by the same number of spaces, and before a final `*** End
//! Patch`.

mod directive;

use self::directive::{PatchDirective, read_directive};
use super::hunk::{add_header, begin_hunk, is_blank, is_hunk_header, keep_changing, no_change, push_line};
use super::lines::{Line, Lines};
use super::problem::{malformed, quote, read_path, with_problems};
use crate::diag::{Diagnostic, PatchPlace};
use crate::ir::{
    Action, Destination, Existing, Folders, Format, Hunk, IfAlreadyMade, Operation, Origin, Patch, PatchPath,
    PathStyle, Payload,
};

/// Returns whether a line at column 0 begins an envelope.
pub(super) fn is_begin(text: &str) -> bool {
    text.starts_with("***") && read_directive(text) == Some(PatchDirective::Begin)
}

/// The line, from 1, at which an envelope begins without `*** Begin Patch`: `*** End Patch` is below it, and no hunk above it
/// shows that its beginning was cut off.
pub(super) fn find_headless(lines: Lines<'_>) -> Option<usize> {
    let begins = |line: &Line<'_>| line.text.starts_with("***") && begins_file(line.text);
    let first = lines.into_iter().find(|line| begins(line) || line.text.starts_with(['+', '@']))?;
    let mut below = lines.into_iter().skip_while(|line| line.number <= first.number);
    (begins(&first) && below.any(|line| read_directive(line.text) == Some(PatchDirective::End)))
        .then_some(first.number)
}

/// Whether a line says what becomes of a file.
pub(super) fn begins_file(text: &str) -> bool {
    matches!(
        read_directive(text),
        Some(PatchDirective::Add(_) | PatchDirective::Delete(_) | PatchDirective::Update(_))
    )
}

/// Returns the lines after `*** End Patch`, for an envelope that begins at the next line; `None` if it is missing.
pub(super) fn find_end<'a>(mut lines: Lines<'a>) -> Option<Lines<'a>> {
    let mut indented = None;
    while let Some(line) = lines.next() {
        if read_directive(line.text) == Some(PatchDirective::End) {
            if line.text.starts_with("***") {
                return Some(lines);
            }
            indented = Some(lines);
        }
    }
    indented
}

/// Parses an envelope.
///
/// # Errors
/// Returns all problems of all operations.
pub(super) fn parse(lines: Lines<'_>) -> Result<Patch, Vec<Diagnostic>> {
    let mut reader = EnvelopeReader::new(lines);
    reader.read();
    if reader.operations.is_empty() && reader.problems.is_empty() {
        reader.problems.push(malformed(lines.number(), "the envelope has no operation").with_help(
            "put `*** Add File: path`, `*** Update File: path` or `*** Delete File: path` into it",
        ));
    }
    let patch = Patch { warnings: reader.warnings, ..Patch::of(Format::ApplyPatch, reader.operations) };
    with_problems(patch, reader.problems)
}

/// Returns advice on what to write instead of an unknown directive.
fn likely_directive(text: &str) -> Option<&'static str> {
    let word = text.trim_start_matches([' ', '\t', '*']).split([' ', ':']).next()?;
    match word.to_ascii_lowercase().as_str() {
        "create" | "new" | "write" => Some("write `*** Add File: path`"),
        "remove" => Some("write `*** Delete File: path`"),
        "modify" | "edit" | "change" | "patch" => Some("write `*** Update File: path`"),
        "rename" | "move" => Some("write `*** Update File: old path`, and below it `*** Move to: new path`"),
        _ => None,
    }
}

/// Collects operations, and continues after problems so that one run reports all of them.
struct EnvelopeReader<'a> {
    lines: Lines<'a>,
    /// The number of operations begun so far.
    count: usize,
    /// The number of spaces before the first directive for a file.
    margin: usize,
    operations: Vec<Operation>,
    problems: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl<'a> EnvelopeReader<'a> {
    const fn new(lines: Lines<'a>) -> Self {
        Self {
            lines,
            count: 0,
            margin: 0,
            operations: Vec::new(),
            problems: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn read(&mut self) {
        self.lines.skip_blank();
        let begin = self.lines.peek();
        let is_begin = |line: Line<'_>| read_directive(line.text) == Some(PatchDirective::Begin);
        if begin.is_some_and(is_begin) {
            self.lines.skip_line();
        } else if !begin.is_some_and(|line| begins_file(line.text)) {
            let line = begin.map_or(1, |line| line.number);
            self.problems.push(
                malformed(line, "the envelope does not begin with `*** Begin Patch`")
                    .with_help("put `*** Begin Patch` above it and `*** End Patch` below it"),
            );
            return;
        }
        while let Some(line) = self.lines.next() {
            if line.is_blank() {
                continue;
            }
            match read_directive(line.text) {
                Some(PatchDirective::End) => return self.refuse_what_follows(),
                Some(directive) => self.read_section(directive, line),
                None => self.refuse_stray_line(line),
            }
        }
        self.problems.push(
            malformed(self.lines.number(), "the envelope has no `*** End Patch`: the patch may be cut off")
                .with_help("send the whole patch, with `*** End Patch` as its last line"),
        );
    }

    fn refuse_what_follows(&mut self) {
        self.lines.skip_blank();
        if let Some(line) = self.lines.next() {
            self.problems
                .push(malformed(line.number, format!("{} follows `*** End Patch`", quote(line.text))));
        }
    }

    fn read_section(&mut self, directive: PatchDirective<'a>, line: Line<'a>) {
        if self.count == 0 {
            self.margin = margin(line.text);
        }
        let result = match directive {
            PatchDirective::Add(path) => self.read_add(path, self.origin("Add File", line)),
            PatchDirective::Delete(path) => delete(path, self.origin("Delete File", line)),
            PatchDirective::Update(path) => self.read_update(path, self.origin("Update File", line)),
            PatchDirective::MoveTo(_) => {
                Err(malformed(line.number, "`*** Move to` has no `*** Update File` directly above it")
                    .with_help("put `*** Update File: old/path` above it, and the hunks below it"))
            }
            PatchDirective::EndOfFile => {
                Err(malformed(line.number, "`*** End of File` has no hunk above it"))
            }
            PatchDirective::Begin => {
                Err(malformed(line.number, "the envelope contains a second `*** Begin Patch`")
                    .with_help("put all operations into one envelope"))
            }
            // Handled by `read`.
            PatchDirective::End => return,
        };
        self.count += 1;
        match result {
            Ok(operation) => self.operations.push(operation),
            Err(problem) => {
                self.problems.push(problem);
                self.skip_section();
            }
        }
    }

    fn origin(&self, name: &str, line: Line<'_>) -> Origin {
        Origin {
            index: self.count + 1,
            name: name.to_owned(),
            place: PatchPlace::new(line.number, 1),
            fields: Vec::new(),
        }
    }

    /// Continues at the next directive after a section that has a problem.
    fn skip_section(&mut self) {
        while let Some(line) = self.lines.peek() {
            if line.text.starts_with("***") && read_directive(line.text).is_some_and(begins_section) {
                return;
            }
            self.lines.skip_line();
        }
    }

    fn refuse_stray_line(&mut self, line: Line<'_>) {
        let message = if line.text.trim_start().starts_with("***") {
            format!("{} is not a directive of the envelope", quote(line.text))
        } else {
            format!("{} belongs to no file: put a file directive above it", quote(line.text))
        };
        let help = "the directives are `*** Add File: path`, `*** Update File: path`, `*** Move to: path`, \
                    `*** Delete File: path`, `*** End of File` and `*** End Patch`";
        let mut problem = malformed(line.number, message);
        problem.help.extend(likely_directive(line.text).map(str::to_owned));
        self.problems.push(problem.with_help(help));
        self.skip_section();
    }

    fn read_add(&mut self, path: &str, origin: Origin) -> Result<Operation, Diagnostic> {
        let path = read_path(path, &origin)?;
        let mut payload = Payload { place: PatchPlace::new(self.lines.number(), 2), ..Payload::default() };
        while let Some(line) = self.lines.peek() {
            if let Some(text) = line.text.strip_prefix('+') {
                payload.lines.push(text.to_owned());
                payload.crlf.push(line.crlf);
                self.lines.skip_line();
                continue;
            }
            // Blank lines are only allowed before the next directive.
            self.lines.skip_blank();
            match self.lines.peek().map(|next| read_directive(next.text)) {
                Some(Some(PatchDirective::EndOfFile)) => self.lines.skip_line(),
                Some(Some(_)) | None => break,
                Some(None) => return Err(line_without_plus(line)),
            }
        }
        if !payload.crlf.contains(&true) {
            payload.crlf = Vec::new();
        }
        let action = Action::Create { payload, existing: Existing::OverwriteWithWarning, mode: None };
        Ok(Operation {
            origin,
            path,
            path_style: PathStyle::Exact,
            if_already_made: IfAlreadyMade::default(),
            action,
        })
    }

    fn read_update(&mut self, written: &str, origin: Origin) -> Result<Operation, Diagnostic> {
        let path = read_path(written, &origin)?;
        let target = self.read_move()?;
        let is_move = target.is_some();
        // A move to the same path does nothing.
        let to = target.filter(|to| *to != path).map_or(Destination::Stay, Destination::Move);
        let mut hunks = self.read_hunks()?;
        let has_hunks = !hunks.is_empty();
        keep_changing(&mut hunks, &mut self.warnings);
        if hunks.is_empty() && (has_hunks || !is_move) {
            return Err(no_change(origin.place.line, &format!("the update of {}", quote(written))));
        }
        let action = Action::Update { hunks, to, mode: None, base: None };
        Ok(Operation {
            origin,
            path,
            path_style: PathStyle::Exact,
            if_already_made: IfAlreadyMade::default(),
            action,
        })
    }

    /// Parses `*** Move to:`, directly below `*** Update File:`.
    fn read_move(&mut self) -> Result<Option<PatchPath>, Diagnostic> {
        let mut ahead = self.lines;
        ahead.skip_blank();
        let Some(line) = ahead.next() else { return Ok(None) };
        let Some(PatchDirective::MoveTo(to)) = read_directive(line.text) else { return Ok(None) };
        self.lines = ahead;
        read_path(to, &self.origin("Move to", line)).map(Some)
    }

    fn read_hunks(&mut self) -> Result<Vec<Hunk>, Diagnostic> {
        let mut hunks = Vec::new();
        let mut open: Option<Hunk> = None;
        while let Some(line) = self.lines.peek() {
            if is_hunk_header(line.text) {
                // A header directly below another one narrows the place; one below lines begins a new hunk.
                if open.as_ref().is_some_and(|hunk| !is_blank(hunk)) {
                    hunks.extend(open.take());
                }
                let hunk = open.get_or_insert_with(|| begin_hunk(line.number));
                hunk.lines.clear();
                add_header(hunk, line.text);
            } else if let Some(directive) = self.directive_in_hunks(line, open.as_ref()) {
                if directive != PatchDirective::EndOfFile {
                    break;
                }
                let mut hunk = open.take().ok_or_else(|| end_of_nothing(line))?;
                hunk.at_end = true;
                hunks.push(hunk);
            } else if open.is_some() || !line.is_blank() {
                let hunk = open.get_or_insert_with(|| begin_hunk(line.number));
                push_line(hunk, line, &self.lines).map_err(|_| line_without_prefix(line))?;
            }
            self.lines.skip_line();
        }
        hunks.extend(open);
        Ok(hunks)
    }

    /// Parses a directive among hunks. With a space before it, it is a context line, unless no hunk is open.
    fn directive_in_hunks(&self, line: Line<'a>, open: Option<&Hunk>) -> Option<PatchDirective<'a>> {
        let directive = read_directive(line.text)?;
        let is_context = line.text.starts_with(' ') && open.is_some();
        let is_indented_alike = || self.margin > 0 && margin(line.text) == self.margin;
        let is_last = || {
            let mut behind = self.lines;
            behind.skip_line();
            behind.skip_blank();
            directive == PatchDirective::End && behind.peek().is_none()
        };
        (!is_context || is_indented_alike() || is_last()).then_some(directive)
    }
}

/// Returns the number of spaces at the beginning of a line.
fn margin(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// Returns whether a directive ends the section above it.
fn begins_section(directive: PatchDirective<'_>) -> bool {
    !matches!(directive, PatchDirective::MoveTo(_) | PatchDirective::EndOfFile)
}

fn delete(path: &str, origin: Origin) -> Result<Operation, Diagnostic> {
    let action = Action::Delete { folders: Folders::Refuse, hunks: Vec::new() };
    Ok(Operation {
        path: read_path(path, &origin)?,
        origin,
        path_style: PathStyle::Exact,
        if_already_made: IfAlreadyMade::default(),
        action,
    })
}

fn line_without_plus(line: Line<'_>) -> Diagnostic {
    let message = if line.is_blank() {
        "an empty line of a new file has no `+`".to_owned()
    } else {
        format!("a line of a new file has no `+`: {}", quote(line.text))
    };
    malformed(line.number, message)
        .with_help("begin every line below `*** Add File` with `+`, including empty ones")
}

fn line_without_prefix(line: Line<'_>) -> Diagnostic {
    malformed(line.number, format!("a line of a hunk has no prefix: {}", quote(line.text)))
        .with_help("begin it with a space to keep it, with `-` to remove it, or with `+` to add it")
}

fn end_of_nothing(line: Line<'_>) -> Diagnostic {
    malformed(line.number, "`*** End of File` has no hunk above it")
}

#[cfg(test)]
mod tests;
