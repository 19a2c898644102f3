//! The tool `read_file`: returns lines with a hash, definitions, or an outline.

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{self, Fingerprint, Selection, SourceFile};
use chunk::ir::PatchPath;
use chunk::vfs::{ReadTree as _, TreeError};
use serde_json::json;

use super::answer::Answer;
use super::arguments::{Addresses, ReadArguments, path};
use super::context::Context;

/// The maximum number of lines, and the approximate maximum number of bytes, that are returned at once.
const MAX_LINES: usize = 2000;
const MAX_BYTES: usize = 200_000;

/// Answers `read_file`.
pub(super) fn read(context: &Context, args: ReadArguments) -> Result<Answer, Diagnostic> {
    let path = path(&args.path)?;
    let Some(bytes) = bytes_of(context, &path)? else {
        let absent = Fingerprint::Absent;
        let facts = json!({"path": path.as_str(), "exists": false, "hash": absent.to_string()});
        return Ok(Answer::of(format!("{path} does not exist (hash {absent})\n"), facts));
    };
    if bytes.contains(&0) {
        return Err(Diagnostic::error(Code::NotText, format!("`{path}` is binary: it contains NUL bytes")));
    }
    match (args.symbols.as_ref().map(Addresses::as_slice), args.outline) {
        (Some(symbols @ [_, ..]), _) => definitions(context, &path, &bytes, symbols),
        (_, Some(true)) => outline(&path, &bytes),
        _ => lines(context, &path, &bytes, (args.start_line, args.end_line)),
    }
}

/// Returns the content of a file; `None` if it does not exist.
fn bytes_of(context: &Context, path: &PatchPath) -> Result<Option<Vec<u8>>, Diagnostic> {
    match engine::open_tree(&context.root)?.read(path) {
        Ok(file) => Ok(Some(file.bytes.to_vec())),
        Err(TreeError::Missing) => Ok(None),
        Err(error @ TreeError::Refused(_)) => {
            let refused = Diagnostic::error(Code::PathRefused, format!("`{path}` cannot be read: {error}"));
            Err(refused.with_help("`list_files` lists a folder"))
        }
        Err(error @ TreeError::Io(_)) => {
            Err(Diagnostic::error(Code::Io, format!("`{path}` cannot be read: {error}")))
        }
    }
}

/// Returns the lines from `start` to `end`, counted from 1, or the whole file.
fn lines(
    context: &Context,
    path: &PatchPath,
    bytes: &[u8],
    (start, end): (Option<usize>, Option<usize>),
) -> Result<Answer, Diagnostic> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(memchr::memchr_iter(b'\n', bytes).map(|at| at + 1))
        .filter(|start| *start < bytes.len())
        .collect();
    let total = starts.len();
    let first = start.unwrap_or(1).max(1);
    if first > total.max(1) {
        let message = format!("`{path}` has {total} lines, but line {first} was requested");
        return Err(Diagnostic::error(Code::Usage, message));
    }
    if let Some(end) = end.filter(|end| *end < first) {
        let message = format!("`end_line` is {end}, before `start_line`, which is {first}");
        return Err(Diagnostic::error(Code::Usage, message));
    }
    let start_of = |line: usize| starts.get(line - 1).copied().unwrap_or(bytes.len());
    let asked = end.unwrap_or(total).clamp(first.saturating_sub(1), total);
    let mut last = asked.min(first + MAX_LINES - 1);
    if start_of(last + 1) - start_of(first) > MAX_BYTES {
        let fits = starts.partition_point(|start| *start <= start_of(first) + MAX_BYTES);
        last = last.min((fits - 1).max(first));
    }
    let part = &bytes[start_of(first)..start_of(last + 1).max(start_of(first))];
    let is_whole = first == 1 && last == total;
    let fingerprint =
        if is_whole { Fingerprint::of_file(bytes) } else { Fingerprint::of_lines(bytes, first, last) };
    context.seen.add(path, fingerprint, part);
    let mut text = format!("{path}, lines {first}-{last} of {total} (hash {fingerprint})\n");
    let shown = part.get(..MAX_BYTES * 2).unwrap_or(part);
    text.push_str(&String::from_utf8_lossy(shown));
    if !text.ends_with('\n') {
        text.push_str(if shown.len() < part.len() { "…\n" } else { "\n(no newline at the end)\n" });
    }
    if last < asked {
        text.push_str(&format!("…{} more lines: start_line {}\n", asked - last, last + 1));
    }
    let facts = json!({
        "path": path.as_str(), "exists": true, "lines": [first, last], "total_lines": total,
        "hash": fingerprint.to_string(),
    });
    Ok(Answer::of(text, facts))
}

/// Returns the source of definitions, each with its address, its lines, and the hash that operations accept as
/// `expect`.
fn definitions(
    context: &Context,
    path: &PatchPath,
    bytes: &[u8],
    addresses: &[String],
) -> Result<Answer, Diagnostic> {
    let mut file = SourceFile::new(path.as_str(), bytes, &[])?;
    let all = file.list(&Selection { all: true, ..Selection::default() })?;
    let mut text = String::new();
    let mut shown = Vec::new();
    for address in addresses {
        let found = file.show(address)?;
        let hash =
            all.symbols.iter().find(|symbol| symbol.address == found.address).map(|symbol| &symbol.hash);
        let (first, last) = found.lines;
        let told = hash.map_or(String::new(), |hash| format!(" (expect: {hash})"));
        text.push_str(&format!("{path}, {}, lines {first}-{last}{told}\n{}", found.address, found.source));
        shown.push(json!({"address": found.address, "lines": [first, last], "hash": hash}));
    }
    let fingerprint = Fingerprint::of_file(bytes);
    context.seen.add(path, fingerprint, bytes);
    text.push_str(&format!("(hash of the file {fingerprint})\n"));
    let facts = json!({
        "path": path.as_str(), "exists": true, "symbols": shown, "hash": fingerprint.to_string(),
    });
    Ok(Answer::of(text, facts))
}

/// Returns the addresses that operations can name.
fn outline(path: &PatchPath, bytes: &[u8]) -> Result<Answer, Diagnostic> {
    let found = SourceFile::new(path.as_str(), bytes, &[])?.list(&Selection::default())?;
    let fingerprint = Fingerprint::of_file(bytes);
    let warnings: String = found.warnings().iter().map(|warning| format!("warning: {warning}\n")).collect();
    let text = format!("{path} (hash {fingerprint})\n{warnings}{}", found.rows("  "));
    let symbols: Vec<_> = found
        .symbols
        .iter()
        .map(|symbol| {
            json!({"address": symbol.address, "kind": symbol.kind, "lines": [symbol.lines.0 + 1, symbol.lines.1 + 1]})
        })
        .collect();
    let facts = json!({
        "path": path.as_str(), "exists": true, "symbols": symbols, "hash": fingerprint.to_string(),
    });
    Ok(Answer::of(text, facts))
}
