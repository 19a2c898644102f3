//! The line that begins a hunk: `@@ -1,2 +1,3 @@ text`, `@@ text`, `@@`.

/// The contents of a hunk header.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Header {
    /// The line of the file at which the old lines begin, from 1.
    pub(super) line: Option<usize>,
    /// The line at which the new lines begin, from 1.
    pub(super) new_line: Option<usize>,
    /// The numbers of old and new lines in the hunk.
    pub(super) counts: Option<Counts>,
    /// The rest of the header: a line of the file, or a hint for people.
    pub(super) anchor: Option<String>,
}

/// The numbers of lines that a hunk has on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    /// The number of context and removed lines.
    pub(super) old: usize,
    /// The number of context and added lines.
    pub(super) new: usize,
}

/// Returns whether a line begins a hunk.
pub(in crate::parse) fn is_hunk_header(text: &str) -> bool {
    text.starts_with("@@")
}

/// Parses a line that begins with `@@`.
pub(super) fn read_header(text: &str) -> Header {
    let text = text.strip_prefix("@@").unwrap_or(text).trim();
    match read_ranges(text) {
        Some((header, rest)) => Header { anchor: read_anchor(rest), ..header },
        None => {
            let anchor = read_anchor(without_placeholder(text));
            Header { line: anchor.as_deref().and_then(line_in_words), anchor, ..Header::default() }
        }
    }
}

/// Parses `-1,2 +1,3 @@`; returns it with the text after it. Numbers that are too large count as missing.
fn read_ranges(text: &str) -> Option<(Header, &str)> {
    let (line, old, rest) = read_range(text.strip_prefix('-')?)?;
    let (new_line, new, rest) = read_range(rest.trim_start().strip_prefix('+')?)?;
    let counts = old.zip(new).map(|(old, new)| Counts { old, new });
    if !rest.is_empty() && !rest.starts_with([' ', '\t', '@']) {
        return None;
    }
    let rest = rest.trim_start();
    let header = Header { line, new_line, counts, anchor: None };
    Some((header, rest.strip_prefix("@@").unwrap_or(rest)))
}

/// Parses `1,2`, or `1` for one line.
fn read_range(text: &str) -> Option<(Option<usize>, Option<usize>, &str)> {
    let (start, rest) = read_number(text)?;
    match rest.strip_prefix(',') {
        Some(rest) => read_number(rest).map(|(count, rest)| (start, count, rest)),
        None => Some((start, Some(1), rest)),
    }
}

/// Parses leading digits; the inner value is `None` if the number is too large.
fn read_number(text: &str) -> Option<(Option<usize>, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| (text[..end].parse().ok(), &text[end..]))
}

/// Strips a placeholder that some authors write instead of line numbers: `@@ ... @@`, `@@ -,+ @@`, `@@ -X,Y +X,Y @@
/// text`.
fn without_placeholder(text: &str) -> &str {
    for placeholder in ["...", "…", "-,+", "-"] {
        if text == placeholder {
            return "";
        }
    }
    if !text.starts_with(['-', '.', '…']) {
        return text;
    }
    match text.split_once("@@") {
        Some((placeholder, rest)) if placeholder.split_whitespace().count() <= 2 => rest,
        _ => text,
    }
}

/// Returns the text after `@@`, without a closing `@@`; `None` if there is none.
fn read_anchor(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_suffix("@@").unwrap_or(text).trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the number in a phrase like `near line 25`.
fn line_in_words(text: &str) -> Option<usize> {
    const WORD: &str = "line ";
    text.match_indices(WORD).find_map(|(at, _)| {
        let word_begins = !text[..at].ends_with(|char: char| char.is_alphanumeric() || char == '_');
        let (number, rest) = read_number(&text[at + WORD.len()..])?;
        let word_ends = !rest.starts_with(|char: char| char.is_alphanumeric() || char == '_');
        number.filter(|_| word_begins && word_ends)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, line: Option<usize>, counts: Option<(usize, usize)>, anchor: &str) {
        let counts = counts.map(|(old, new)| Counts { old, new });
        let anchor = (!anchor.is_empty()).then(|| anchor.to_owned());
        let read = read_header(text);
        assert_eq!((read.line, read.counts, read.anchor), (line, counts, anchor));
    }

    #[test]
    fn numbers_are_read() {
        check("@@ -10,7 +11,8 @@", Some(10), Some((7, 8)), "");
        check("@@ -10 +11 @@", Some(10), Some((1, 1)), "");
        check("@@ -0,0 +1,3 @@", Some(0), Some((0, 3)), "");
        check("@@ -1,2 +1,3 @@ fn main() {", Some(1), Some((2, 3)), "fn main() {");
        check("@@ -1,2 +1,3 @@fn main() {", Some(1), Some((2, 3)), "fn main() {");
        check("@@ -1,2 +1,3", Some(1), Some((2, 3)), "");
        check("@@ -1,2 +1,3 @@ @decorator", Some(1), Some((2, 3)), "@decorator");
    }

    #[test]
    fn absurd_numbers_count_as_not_given() {
        check("@@ -99999999999999999999,1 +1,1 @@", None, Some((1, 1)), "");
        check("@@ -1,99999999999999999999 +1,1 @@", Some(1), None, "");
    }

    #[test]
    fn a_header_without_numbers_is_an_anchor() {
        check("@@", None, None, "");
        check("@@ @@", None, None, "");
        check("@@ ... @@", None, None, "");
        check("@@ -,+ @@", None, None, "");
        check("@@ -X,Y +X,Y @@ class A:", None, None, "class A:");
        check("@@ class A:", None, None, "class A:");
        check("@@ class A: @@", None, None, "class A:");
        check("@@ - item of a list", None, None, "- item of a list");
        check("@@ @property", None, None, "@property");
    }

    #[test]
    fn a_line_in_words_is_a_number() {
        check("@@ second section - near line 25", Some(25), None, "second section - near line 25");
        check("@@ the outline 25", None, None, "the outline 25");
        check("@@ line 12px", None, None, "line 12px");
    }
}
