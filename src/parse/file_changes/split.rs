//! Splits an envelope into its directives.
//!
//! The text between the tags of a directive is content, whatever it looks like. A file that itself contains an envelope
//! is handled by counting: each `<FILE_NEW …>` at the beginning of a line requires its own `</FILE_NEW>`.

use super::kind::{DirectiveKind, find_kind};
use super::tag::{begins_tag, read_closing, read_tag};
use crate::diag::Diagnostic;
use crate::parse::fence::is_one_fence;
use crate::parse::lines::{Line, Lines};
use crate::parse::problem::{malformed, quote};

/// The name of the root tag.
const ROOT: &str = "FILE_CHANGES";

/// One item of an envelope.
#[derive(Debug, Clone)]
pub(super) struct EnvelopeItem<'a> {
    /// The line number at which it begins.
    pub(super) line: usize,
    /// Its name as written.
    pub(super) name: &'a str,
    /// Its attributes.
    pub(super) attributes: Vec<(&'a str, &'a str)>,
    /// The kind of directive, or the reason why it cannot be parsed.
    pub(super) kind: Result<&'static DirectiveKind, String>,
    /// Its content, without a fence or the marks of character data around it.
    pub(super) body: Option<Lines<'a>>,
}

/// A whole envelope.
#[derive(Debug)]
pub(super) struct Envelope<'a> {
    /// Its directives, in order.
    pub(super) directives: Vec<EnvelopeItem<'a>>,
    /// The text after its closing tag.
    pub(super) rest: Lines<'a>,
}

/// Returns whether a line at column 0 begins an envelope.
pub(in crate::parse) fn is_root_open(text: &str) -> bool {
    text.strip_prefix('<')
        .and_then(|rest| rest.strip_prefix(ROOT))
        .is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('>'))
}

/// Splits the envelope whose opening tag is on the next line.
///
/// # Errors
/// Fails if a closing tag is missing: the text may be truncated.
pub(super) fn split<'a>(mut lines: Lines<'a>) -> Result<Envelope<'a>, Diagnostic> {
    let root = lines.number();
    let open = lines.text().find('>').map_or(lines.text().len(), |at| at + 1);
    lines = lines.behind_bytes(open);
    let mut directives = Vec::new();
    // The text is examined directly, not line by line, since a line may contain any number of directives.
    loop {
        lines = lines.behind_bytes(lines.text().len() - lines.text().trim_start().len());
        let text = lines.text();
        if text.is_empty() {
            return Err(unclosed_root(root));
        }
        if !begins_tag(text) {
            // A remark between directives.
            lines.skip_line();
            continue;
        }
        match read_closing(text) {
            Some((ROOT, length)) => return Ok(Envelope { directives, rest: lines.behind_bytes(length) }),
            Some((name, _)) => directives.push(stray_closing(name, &mut lines)),
            None => directives.push(take_directive(&mut lines)?),
        }
    }
}

fn unclosed_root(line: usize) -> Diagnostic {
    malformed(line, "`<FILE_CHANGES>` has no `</FILE_CHANGES>`: the patch may be cut off")
        .with_help("send the whole patch, with `</FILE_CHANGES>` as its last line")
}

/// Returns the number of spaces and tabs at the beginning of a text.
fn indentation(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

fn stray_closing<'a>(name: &'a str, lines: &mut Lines<'a>) -> EnvelopeItem<'a> {
    let problem = format!("`</{name}>` closes nothing");
    let directive =
        EnvelopeItem { line: lines.number(), name, attributes: Vec::new(), kind: Err(problem), body: None };
    lines.skip_line();
    directive
}

/// Consumes the directive that begins at `lines`, with its content and closing tag.
fn take_directive<'a>(lines: &mut Lines<'a>) -> Result<EnvelopeItem<'a>, Diagnostic> {
    let line = lines.number();
    let tag = match read_tag(lines.text()) {
        Ok(tag) => tag,
        Err(problem) => return Ok(unreadable(lines, problem.to_string())),
    };
    let (name, attributes) = (tag.name, tag.attributes);
    let kind = find_kind(name);
    *lines = lines.behind_bytes(tag.length);
    let directive = EnvelopeItem { line, name, attributes, kind, body: None };
    match (&directive.kind, tag.is_self_closing) {
        (Ok(kind), false) => {
            let kind = *kind;
            let body = take_body(lines, name, kind).ok_or_else(|| unclosed(line, name))?;
            Ok(EnvelopeItem { body: Some(strip_section(strip_fence(strip_section(body)))), ..directive })
        }
        _ => Ok(directive),
    }
}

fn unreadable<'a>(lines: &mut Lines<'a>, problem: String) -> EnvelopeItem<'a> {
    let text = lines.text();
    let is_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let name = text[1..].split(|char| !is_name(char)).next().unwrap_or_default();
    let kind = Err(format!("`<{name}>` cannot be read: {problem}"));
    let directive = EnvelopeItem { line: lines.number(), name, attributes: Vec::new(), kind, body: None };
    lines.skip_line();
    directive
}

fn unclosed(line: usize, name: &str) -> Diagnostic {
    malformed(line, format!("`<{name}>` has no `</{name}>` of its own: the patch may be cut off"))
        .with_help(format!("send the whole patch, with `</{name}>` on a line of its own below the content"))
}

/// Returns the content up to the closing tag; `lines` continues after it.
fn take_body<'a>(lines: &mut Lines<'a>, name: &str, kind: &DirectiveKind) -> Option<Lines<'a>> {
    let mut start = *lines;
    if let Some((at, length)) = find_closing_on_line(start.text(), name) {
        *lines = start.behind_bytes(at + length);
        return Some(start.until(&start.behind_bytes(at)));
    }
    // "The line break after an opening tag belongs to the tag."
    lines.skip_line();
    if start.peek()?.is_blank() {
        start = *lines;
    }
    let end = find_body_end(*lines, name, kind)?;
    let raw = first_line(end.text());
    let (at, length) = find_last_closing(raw, name)?;
    *lines = end.behind_bytes(at + length);
    let closing = if raw[..at].trim_ascii().is_empty() { end } else { end.behind_bytes(at) };
    Some(start.until(&closing))
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text)
}

/// Returns the line with the closing tag of a directive whose content begins at `lines`.
fn find_body_end<'a>(mut lines: Lines<'a>, name: &str, kind: &DirectiveKind) -> Option<Lines<'a>> {
    let mut depth = 1_usize;
    loop {
        let line = lines.peek()?;
        if closes(line, name, kind) {
            depth -= usize::from(!opens_too(line, name));
        } else if kind.nests && opens(line, name) {
            depth += 1;
        }
        if depth == 0 {
            return Some(lines);
        }
        lines.skip_line();
    }
}

/// Returns whether a closing tag begins a line, or ends it; in content with prefixed lines only the former counts.
fn closes(line: Line<'_>, name: &str, kind: &DirectiveKind) -> bool {
    let text = line.text.trim_end();
    if !text.ends_with('>') && !text.contains("</") {
        return false;
    }
    if kind.is_prefixed {
        // A context line that contains such a tag begins with a space.
        return begins_with_closing(text.strip_prefix(SECTION_MARKS.1).unwrap_or(text), name);
    }
    begins_with_closing(text.trim_start(), name)
        || find_last_closing(text, name).is_some_and(|(at, length)| at + length == text.len())
}

fn begins_with_closing(text: &str, name: &str) -> bool {
    read_closing(text).is_some_and(|(found, _)| found == name)
}

/// Returns whether a line opens a directive of the same name inside a content.
fn opens(line: Line<'_>, name: &str) -> bool {
    let begins = line.text.strip_prefix('<').is_some_and(|rest| rest.starts_with(name));
    begins
        && read_tag(line.text)
            .is_ok_and(|tag| tag.name == name && !tag.is_self_closing && !tag.attributes.is_empty())
}

/// Returns whether a line that closes a directive has also opened one: `<FILE_NEW file_path="a">x</FILE_NEW>`.
fn opens_too(line: Line<'_>, name: &str) -> bool {
    opens(line, name)
}

/// Returns the first closing tag of a name before the next line break: its byte offset and length.
fn find_closing_on_line(text: &str, name: &str) -> Option<(usize, usize)> {
    memchr::memchr2_iter(b'<', b'\n', text.as_bytes())
        .map_while(|at| text[at..].starts_with('<').then_some(at))
        .find_map(|at| closing_at(text, at, name))
}

/// Returns the last closing tag of a name in a line, or the first if the line begins with it.
fn find_last_closing(text: &str, name: &str) -> Option<(usize, usize)> {
    let start = indentation(text);
    closing_at(text, start, name)
        .or_else(|| text.rmatch_indices("</").find_map(|(at, _)| closing_at(text, at, name)))
}

fn closing_at(text: &str, at: usize, name: &str) -> Option<(usize, usize)> {
    read_closing(&text[at..]).filter(|(found, _)| *found == name).map(|(_, length)| (at, length))
}

/// What stands around character data in XML.
const SECTION_MARKS: (&str, &str) = ("<![CDATA[", "]]>");

/// Removes the CDATA marks around the whole content: the envelope only looks like XML.
fn strip_section(body: Lines<'_>) -> Lines<'_> {
    let (open, close) = SECTION_MARKS;
    let text = body.text();
    let Some(inner) = text.trim_ascii_start().strip_prefix(open) else { return body };
    let Some(length) = inner.trim_ascii_end().strip_suffix(close).map(str::len) else { return body };
    if inner[..length].contains(close) {
        return body;
    }
    let mut start = body.behind_bytes(text.len() - inner.len());
    let end = start.behind_bytes(length);
    if start.peek().is_some_and(|line| line.is_blank()) {
        start.skip_line();
    }
    start.until(&end)
}

/// "One code fence inside a tag is stripped."
fn strip_fence(body: Lines<'_>) -> Lines<'_> {
    let mut first = body;
    first.skip_blank();
    if !first.peek().is_some_and(|line| line.text.starts_with(['`', '~'])) {
        return body;
    }
    let last = last_line(first);
    let mut behind = last;
    behind.skip_line();
    if !is_one_fence(first.until(&behind).map(|line| line.text)) {
        return body;
    }
    first.skip_line();
    first.until(&last)
}

/// Returns the last line that is not blank.
fn last_line(mut lines: Lines<'_>) -> Lines<'_> {
    let mut last = lines;
    while let Some(line) = lines.peek() {
        if !line.is_blank() {
            last = lines;
        }
        lines.skip_line();
    }
    last
}

/// Returns the name of a directive for messages.
pub(super) fn describe(directive: &EnvelopeItem<'_>) -> String {
    quote(&format!("<{}>", directive.name))
}
