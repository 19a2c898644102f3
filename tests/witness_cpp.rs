//! The headers of the C++ library: whatever resolves there begins and ends as a definition does by its brackets, and
//! replacing it by itself changes nothing.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::path::Path;

use chunk::text::Buffer;
use chunk::verify::new_errors;
use support::witness::{Document, Tally, files, step};

/// The byte behind a string, a character or a comment that begins at `at`; `None` if none begins there.
fn skip_text(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(memchr::memchr(b'\n', rest).map_or(bytes.len(), |end| at + end));
    }
    if rest.starts_with(b"/*") {
        return Some(memchr::memmem::find(&rest[2..], b"*/").map_or(bytes.len(), |end| at + end + 4));
    }
    if rest.starts_with(b"R\"") {
        let open = memchr::memchr(b'(', rest)?;
        let close = [b")", &rest[2..open], b"\""].concat();
        return Some(memchr::memmem::find(rest, &close).map_or(bytes.len(), |end| at + end + close.len()));
    }
    let quote = *rest.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    if quote == b'\'' && at > 0 && bytes[at - 1].is_ascii_hexdigit() {
        return Some(at + 1);
    }
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    Some((end + 1).min(bytes.len()))
}

/// The byte behind a definition that begins at `start`, told by brackets alone: behind the first semicolon outside of
/// all brackets, or behind the closing brace of a function's body.
fn end_of_definition(text: &str, start: usize, is_class: bool) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut in_initializers = false;
    let mut seen_parameters = false;
    let mut last = b' ';
    let mut at = start;
    while at < bytes.len() {
        if let Some(end) = skip_text(bytes, at) {
            at = end;
            continue;
        }
        match bytes[at] {
            b'#' if text[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) => {
                at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
                continue;
            }
            b':' if depth == 0 && last != b':' && seen_parameters && !bytes[at + 1..].starts_with(b":") => {
                in_initializers = true;
            }
            b')' if depth == 1 => {
                depth = 0;
                seen_parameters = true;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'}' => {
                depth = depth.saturating_sub(1);
                let next = text[at + 1..].trim_start().bytes().next();
                // A brace in an initialiser list is followed by a comma, that or a constraint by the body.
                let ends = !is_class && next != Some(b'{') && !(in_initializers && next == Some(b','));
                if depth == 0 && ends {
                    return at + 1;
                }
            }
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
        if !bytes[at].is_ascii_whitespace() {
            last = bytes[at];
        }
        at += 1;
    }
    bytes.len()
}

/// Whether a definition may begin behind this text: behind a statement, a block or a label, all comments and
/// directives taken out.
fn may_begin_after(before: &str) -> bool {
    let bytes = before.as_bytes();
    let mut last = b';';
    let mut at = 0;
    let mut line_is_blank = true;
    while at < bytes.len() {
        let is_comment = bytes[at..].starts_with(b"//") || bytes[at..].starts_with(b"/*");
        if bytes[at] == b'#' && line_is_blank {
            // Nobody defines or undefines a macro in the middle of a declaration.
            if bytes[at..].starts_with(b"#undef") || bytes[at..].starts_with(b"#define") {
                last = b';';
            }
            // To the end of the directive: the first line feed without a backslash before it.
            while at < bytes.len() && (bytes[at] != b'\n' || bytes[at - 1] == b'\\') {
                at +=
                    skip_text(bytes, at).filter(|_| bytes[at..].starts_with(b"/*")).map_or(1, |end| end - at);
            }
            continue;
        }
        if let Some(end) = skip_text(bytes, at) {
            last = if is_comment { last } else { b'"' };
            at = end;
            continue;
        }
        line_is_blank = bytes[at] == b'\n' || (line_is_blank && bytes[at].is_ascii_whitespace());
        last = if bytes[at].is_ascii_whitespace() { last } else { bytes[at] };
        at += 1;
    }
    matches!(last, b';' | b'}' | b'{' | b':') || ends_in_macro(before)
}

/// Whether the last line of code holds a macro alone, which may stand between two definitions.
fn ends_in_macro(before: &str) -> bool {
    let mut in_comment = false;
    for line in before.lines().rev().map(str::trim) {
        in_comment |= line.ends_with("*/");
        let is_text = in_comment || line.is_empty() || line.starts_with('#') || line.starts_with("//");
        in_comment &= !line.contains("/*");
        if !is_text {
            let is_capital = |char: char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_';
            let rest = line.trim_start_matches(is_capital);
            return rest.len() + 2 < line.len() && (rest.is_empty() || rest.starts_with('('));
        }
    }
    false
}

#[test]
fn what_resolves_in_the_library_is_a_definition() {
    let wanted = |path: &Path| {
        let name = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        name.is_none_or(|name| matches!(name.as_str(), "h" | "hpp" | "tcc" | "cc"))
    };
    let paths: Vec<_> = files(Path::new("/usr/include/c++"), &wanted).into_iter().step_by(step(3)).collect();
    if paths.is_empty() {
        println!("skipped: there are no C++ headers");
        return;
    }
    let mut tally = Tally::default();
    for path in paths {
        let Some(mut document) = Document::read(&path, "c++") else { continue };
        tally.files += 1;
        count(&mut tally, &mut document, &path);
    }
    tally.report("c++", 0.5);
}

fn count(tally: &mut Tally, document: &mut Document, path: &Path) {
    for (number, one) in document.all().into_iter().enumerate() {
        if !matches!(one.kind.as_str(), "method" | "function" | "class") {
            continue;
        }
        let label = format!("{} {} {}", path.display(), one.kind, one.address);
        let found = match document.resolve(&one.kind, &one.address, "") {
            Ok(found) => found,
            Err(problem) => {
                tally.refused.push(format!("{label}: {}", problem.message("", &document.buffer)));
                continue;
            }
        };
        let text = &document.text;
        let end = end_of_definition(text, found.declaration, one.kind == "class" || found.range.is_empty());
        // Brackets alone cannot tell which branches of conditional text belong together.
        let has_branches = found.range.len() > 2 && text[found.range.clone()].contains("\n#");
        let end = if has_branches { found.range.end } else { end };
        let behind = text.get(end.min(found.range.end)..found.range.end).unwrap_or_default().trim();
        let is_end = end <= found.range.end
            && (behind.is_empty() || behind.starts_with("//") || behind.starts_with("/*"));
        if !is_end || !may_begin_after(&text[..found.range.start]) {
            tally.wrong.push(format!(
                "{label}: {:?}, by brackets to {end}, behind {:?}",
                found.range,
                &text[..found.range.start]
                    .chars()
                    .rev()
                    .take(90)
                    .collect::<String>()
                    .chars()
                    .rev()
                    .collect::<String>()
            ));
            continue;
        }
        tally.right += 1;
        // Parsing the whole once more is slow: a sample.
        if number % 97 == 0
            && let Some(Ok(new)) = document.replaced_by_itself(&one)
        {
            let after = Buffer::decode(new.as_bytes()).expect("text");
            let language = document.symbols.language();
            if new == document.text && new_errors(language, &document.buffer, &after).is_none() {
                tally.same += 1;
            } else {
                tally.not_same.push(label);
            }
        }
    }
}
