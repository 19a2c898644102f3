//! C++, read by its brackets alone: whatever resolves there begins and ends as a definition does by its brackets, and
//! replacing it by itself changes nothing.

use std::path::Path;

use chunk::text::Buffer;
use chunk::verify::new_errors;

use crate::Outcome;
use crate::document::Document;
use crate::options::Options;
use crate::sources::{has_extension, sources};
use crate::support::cpp_text::{blank, end_of_directive, skip_text};
use crate::tally::Tally;

/// Which branch of each `#if` within a definition is looked at; where the definition itself stands in one, that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    First,
    Last,
}

/// A text with blanks in the place of directives and of all branches but one of each `#if`. `at` is a byte that stays.
fn one_branch(text: &str, at: usize, wanted: Branch) -> String {
    let mut bytes = text.as_bytes().to_vec();
    // For each open `#if` the first byte of every branch, the directive that begins it left out.
    let mut open: Vec<Vec<std::ops::Range<usize>>> = Vec::new();
    let mut dead: Vec<Vec<bool>> = Vec::new();
    let mut place = 0;
    let mut line_is_blank = true;
    while place < text.len() {
        if text.as_bytes()[place] == b'#' && line_is_blank {
            let end = end_of_directive(text.as_bytes(), place);
            let line = text[place + 1..end].trim_start();
            let close = |open: &mut Vec<Vec<std::ops::Range<usize>>>| {
                if let Some(branch) = open.last_mut().and_then(|group| group.last_mut()) {
                    branch.end = place;
                }
            };
            let is_dead = line.starts_with("if 0") || line.starts_with("if false");
            if line.starts_with("if") {
                open.push(std::iter::once(end..end).collect());
                dead.push(vec![is_dead]);
            } else if line.starts_with("el") {
                close(&mut open);
                if let (Some(group), Some(dead)) = (open.last_mut(), dead.last_mut()) {
                    group.push(end..end);
                    dead.push(false);
                }
            } else if line.starts_with("endif") {
                close(&mut open);
                let group = open.pop().unwrap_or_default();
                let dead = dead.pop().unwrap_or_default();
                let own = group.iter().position(|branch| branch.contains(&at));
                let mut alive = (0..group.len()).filter(|index| !dead[*index]);
                let kept =
                    own.or_else(|| if wanted == Branch::First { alive.next() } else { alive.next_back() });
                for (_, branch) in group.iter().enumerate().filter(|(index, _)| Some(*index) != kept) {
                    blank(&mut bytes, branch.clone());
                }
            }
            blank(&mut bytes, place..end);
            place = end;
            continue;
        }
        let step = skip_text(text.as_bytes(), place).unwrap_or(place + 1);
        let passed = &text.as_bytes()[place..step];
        line_is_blank = passed == b"\n" || (line_is_blank && passed.iter().all(u8::is_ascii_whitespace));
        place = step;
    }
    String::from_utf8(bytes).expect("only whole characters were blanked")
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

pub(crate) fn run(options: &Options) -> Outcome {
    let paths = sources(options, 1, &|path| {
        has_extension(path, &["h", "hpp", "tcc", "cc", "cpp"]) || is_library_header(path)
    });
    Tally::over(&paths, |tally, path| {
        let Some(mut document) = Document::read(path, "c++") else { return };
        tally.files += 1;
        let misled = document.misleading_addresses().into_iter();
        tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
        count(tally, &mut document, path);
    })
    .report("c++", 0.5)
}

/// Whether a file is a header such as `<vector>`, which has no extension and names its language in its first line.
fn is_library_header(path: &Path) -> bool {
    path.extension().is_none()
        && std::fs::read(path).is_ok_and(|bytes| bytes.split(|byte| *byte == b'\n').take(1).any(is_marked))
}

fn is_marked(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"-*- C++ -*-").is_some()
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
        let is_class = one.kind == "class" || found.range.is_empty();
        let has_branches = text[found.range.clone()].contains("\n#");
        // Whichever branches within it are taken, it must end there.
        let readings = [Branch::First, Branch::Last].map(|branch| {
            if has_branches { one_branch(text, found.declaration, branch) } else { text.clone() }
        });
        let ends = readings.each_ref().map(|reading| end_of_definition(reading, found.declaration, is_class));
        let end = ends[0].max(ends[1]);
        let behind = text.get(end.min(found.range.end)..found.range.end).unwrap_or_default().trim();
        let is_end = ends.iter().all(|end| *end <= found.range.end)
            && text.get(ends[0].min(ends[1])..end).is_some_and(|between| between.trim().is_empty())
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
            if new == document.text
                && new_errors(language, &chunk::lang::Macros::default(), &document.buffer, &after).is_none()
            {
                tally.same += 1;
            } else {
                tally.not_same.push(label);
            }
        }
    }
}
