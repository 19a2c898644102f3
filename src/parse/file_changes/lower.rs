//! Determines what each directive does.

use super::kind::{DirectiveKind, DirectiveVerb, KINDS, nearest_kind, value_of};
use super::split::{EnvelopeItem, describe};
use crate::diag::{Diagnostic, PatchPlace};
use crate::ir::{
    Action, Change, Destination, Existing, Folders, Hunk, IfAlreadyMade, Indent, Locator, Operation, Origin,
    PatchPath, PathStyle, Payload,
};
use crate::parse::hunk::{is_header_pair, is_hunk_header, keep_changing, no_change, read_hunks};
use crate::parse::lines::Lines;
use crate::parse::problem::{malformed, quote, read_path, reference};

/// Lowers one directive; `index` is its number in the envelope, from 1.
pub(super) fn lower(
    directive: &EnvelopeItem<'_>,
    index: usize,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Operation, Diagnostic> {
    let place = PatchPlace::new(directive.line, 1);
    let origin = Origin { index, name: directive.name.to_owned(), place, fields: Vec::new() };
    let checked =
        check(directive).map_err(|problem| problem.of(reference(&origin, first_path(directive))))?;
    let path = read_path(checked.path, &origin)?;
    let to = checked.to.map(|to| read_path(to, &origin)).transpose()?;
    let action = make_action(directive, checked.verb, to.as_ref(), &path, warnings)
        .map_err(|problem| problem.of(reference(&origin, checked.path)))?;
    Ok(Operation {
        origin,
        path,
        path_style: PathStyle::Exact,
        if_already_made: IfAlreadyMade::default(),
        action,
    })
}

/// A directive that has all required attributes and content.
pub(super) struct Checked<'a> {
    pub(super) verb: DirectiveVerb,
    pub(super) path: &'a str,
    pub(super) to: Option<&'a str>,
}

pub(super) fn check<'a>(directive: &EnvelopeItem<'a>) -> Result<Checked<'a>, Diagnostic> {
    let kind = match &directive.kind {
        Ok(kind) => *kind,
        Err(problem) => return Err(unknown_directive(directive, problem)),
    };
    let value = |name: &str| value_of(&directive.attributes, name);
    if let Some(missing) = kind.attributes.iter().find(|name| value(name).is_none()) {
        return Err(missing_attribute(directive, kind, missing));
    }
    let mut paths = kind.attributes.iter().filter_map(|name| value(name));
    let path = paths.next().unwrap_or_default();
    let is_blank = |body: &Lines<'a>| body.text().trim_ascii().is_empty();
    match &directive.body {
        None if kind.takes_content && kind.verb != DirectiveVerb::New => Err(content_missing(directive)),
        Some(body) if !kind.takes_content && !is_blank(body) => {
            Err(malformed(body.number(), format!("{} takes no content", describe(directive))))
        }
        _ => Ok(Checked { verb: kind.verb, path, to: paths.next() }),
    }
}

/// Returns the path that a directive names first, for reports on directives that cannot be parsed.
pub(super) fn first_path<'a>(directive: &EnvelopeItem<'a>) -> &'a str {
    let is_path = |name: &str| name.ends_with("path");
    let path = directive.attributes.iter().find(|(name, _)| is_path(name)).map(|(_, value)| *value);
    path.or_else(|| value_of(&directive.attributes, "from_path")).unwrap_or_default()
}

fn make_action(
    directive: &EnvelopeItem<'_>,
    verb: DirectiveVerb,
    to: Option<&PatchPath>,
    path: &PatchPath,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Action, Diagnostic> {
    // A move to the same path does nothing; only a move onto another file is refused.
    let goes = |make: fn(PatchPath) -> Destination| {
        let to = to.filter(|to| *to != path).cloned().map_or(Destination::Stay, make);
        Ok(Action::Update { hunks: Vec::new(), to, mode: None, base: None })
    };
    match verb {
        DirectiveVerb::New => {
            Ok(Action::Create { payload: read_content(directive), existing: Existing::Overwrite, mode: None })
        }
        DirectiveVerb::Append => {
            let change = Change::InsertAfter(Payload { crlf: Vec::new(), ..read_content(directive) });
            Ok(Action::Edit { at: Locator::FileEnd, change, indent: Indent::FromPlace })
        }
        DirectiveVerb::Patch => {
            let hunks = read_patch(directive, path, warnings)?;
            Ok(Action::Update { hunks, to: Destination::Stay, mode: None, base: None })
        }
        DirectiveVerb::Delete => Ok(Action::Delete { folders: Folders::Recurse, hunks: Vec::new() }),
        DirectiveVerb::Rename => goes(Destination::Move),
        DirectiveVerb::Copy => goes(Destination::Copy),
    }
}

fn read_content(directive: &EnvelopeItem<'_>) -> Payload {
    let Some(body) = directive.body else { return Payload::default() };
    let mut payload = Payload { place: PatchPlace::new(body.number(), 1), ..Payload::default() };
    for line in body {
        payload.lines.push(line.text.to_owned());
        payload.crlf.push(line.crlf);
    }
    if !payload.crlf.contains(&true) {
        payload.crlf = Vec::new();
    }
    payload
}

/// Returns the hunks of a `FILE_PATCH`. Diff headers may precede them, but only the directive determines the file.
fn read_patch(
    directive: &EnvelopeItem<'_>,
    path: &PatchPath,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<Hunk>, Diagnostic> {
    let mut hunks = match directive.body {
        // The diff is a text of its own: whether its carriage returns count does not depend on the envelope.
        Some(body) => read_patch_body(body.on_their_own(), path)?,
        None => Vec::new(),
    };
    keep_changing(&mut hunks, warnings);
    if hunks.is_empty() {
        return Err(no_change(directive.line, &format!("the patch of {}", quote(path.as_str()))));
    }
    Ok(hunks)
}

fn read_patch_body(mut lines: Lines<'_>, path: &PatchPath) -> Result<Vec<Hunk>, Diagnostic> {
    let mut hunks = Vec::new();
    let mut has_header = false;
    while let Some(line) = lines.peek() {
        if is_hunk_header(line.text) {
            hunks.extend(read_hunks(&mut lines));
            continue;
        }
        lines.skip_line();
        if lines.peek().is_some_and(|next| is_header_pair(line.text, next.text)) {
            if has_header || !hunks.is_empty() {
                return Err(second_file(line.number, path));
            }
            has_header = true;
            lines.skip_line();
        } else if line.text.starts_with(['+', '-']) {
            let message = format!("{} is outside of any hunk", quote(line.text));
            return Err(
                malformed(line.number, message).with_help("put `@@` on a line of its own above each hunk")
            );
        }
    }
    Ok(hunks)
}

fn second_file(line: usize, path: &PatchPath) -> Diagnostic {
    malformed(line, format!("the patch of {} contains the diff of a second file", quote(path.as_str())))
        .with_help("give each file its own `<FILE_PATCH file_path=\"…\">`")
}

fn content_missing(directive: &EnvelopeItem<'_>) -> Diagnostic {
    let name = directive.name;
    malformed(directive.line, format!("{} has no content", describe(directive)))
        .with_help(format!("put the content between `<{name} …>` and `</{name}>`"))
}

fn unknown_directive(directive: &EnvelopeItem<'_>, problem: &str) -> Diagnostic {
    let found = malformed(directive.line, problem);
    match nearest_kind(directive.name) {
        Some(kind) if kind.name != directive.name => {
            found.with_help(format!("did you mean {}?", usage(kind)))
        }
        Some(kind) => found.with_help(format!("write {}", usage(kind))),
        None => {
            let names: Vec<String> = KINDS.iter().map(|kind| format!("`{}`", kind.name)).collect();
            found.with_help(format!("the directives are {}", names.join(", ")))
        }
    }
}

fn missing_attribute(directive: &EnvelopeItem<'_>, kind: &DirectiveKind, missing: &str) -> Diagnostic {
    malformed(directive.line, format!("{} has no `{missing}`", describe(directive)))
        .with_help(format!("write {}", usage(kind)))
}

/// Returns the form of a directive: `<FILE_NEW file_path="…">`.
fn usage(kind: &DirectiveKind) -> String {
    let attributes: Vec<String> = kind.attributes.iter().map(|name| format!(" {name}=\"…\"")).collect();
    let end = if kind.takes_content { "" } else { " /" };
    format!("`<{}{}{end}>`", kind.name, attributes.concat())
}
