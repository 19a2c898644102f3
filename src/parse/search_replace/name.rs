//! Determines the file of a block: the line above it, inside or before the fence, or the file of the previous block.

use crate::lang::Language;
use crate::parse::fence::Fence;
use crate::parse::lines::Line;

/// File name extensions that belong to none of the supported languages.
const ENDINGS: [&str; 28] = [
    "bash", "cfg", "conf", "css", "csv", "env", "html", "ini", "json", "kt", "lock", "md", "php", "proto",
    "rb", "rst", "scss", "sh", "sql", "svelte", "swift", "toml", "txt", "vue", "xml", "yaml", "yml", "zig",
];

/// The lines above a block.
#[derive(Debug, Default)]
pub(super) struct LinesAboveBlock<'a> {
    fence: Option<Fence>,
    /// The last line outside of fences.
    outside: Option<Line<'a>>,
    /// The last line in the open fence.
    inside: Option<Line<'a>>,
    /// The number of the last recorded line.
    last: Option<usize>,
}

/// The file that the lines above a block name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BlockFile {
    /// This path.
    File(String),
    /// Either this line as a path, or its last word.
    Line(String),
    /// No file.
    Nothing,
    /// Possibly this path, among other words.
    Uncertain(String),
}

impl<'a> LinesAboveBlock<'a> {
    /// Records a line that belongs to no block.
    pub(super) fn note(&mut self, line: Line<'a>) {
        let last = self.last.replace(line.number);
        match self.fence {
            Some(fence) if fence.is_closed_by(line.text) => (self.fence, self.inside) = (None, None),
            Some(_) if !line.is_blank() => self.inside = Some(line),
            None if Fence::opened_by(line.text).is_some() => {
                let named = path_beside_language(line.text).map(|text| Line { text, ..line });
                (self.fence, self.inside) = (Fence::opened_by(line.text), named);
                // A name directly above the fence counts as directly above the block.
                if named.is_none() && self.outside.is_some_and(|outside| Some(outside.number) == last) {
                    self.last = last;
                }
            }
            None if !line.is_blank() => self.outside = Some(line),
            _ => {}
        }
    }

    /// Returns which file the lines above a block name, and forgets these lines.
    pub(super) fn take(&mut self, has_file: bool) -> BlockFile {
        let line = self.inside.take().or(self.outside);
        self.outside = None;
        let Some(line) = line else { return BlockFile::Nothing };
        let stands =
            if self.last == Some(line.number) { BlockDistance::Directly } else { BlockDistance::Apart };
        read(line.text, stands, has_file)
    }
}

/// The path that a line says which opens a fence, beside its language or in place of it: ` ```python src/a.py `,
/// ` ```py:src/a.py `, ` ```py title="src/a.py" `.
fn path_beside_language(text: &str) -> Option<&str> {
    let words = text.trim().trim_start_matches(['`', '~']).split_whitespace();
    let values = words.map(|word| {
        let value = word.rsplit_once(['=', ':']).map_or(word, |(_, value)| value);
        value.trim_matches(['"', '\'', '{', '}'])
    });
    let mut paths = values.filter(|word| is_like_path(word));
    paths.next().filter(|_| paths.next().is_none())
}

/// The position of a line above a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockDistance {
    Directly,
    Apart,
}

fn read(text: &str, stands: BlockDistance, has_file: bool) -> BlockFile {
    let bare = undecorated(text);
    let is_marked = bare.len() < text.trim().trim_end_matches(':').len();
    if !bare.contains(char::is_whitespace) {
        let is_word = !bare.contains(['.', '/']);
        let may_be_prose = is_word
            && has_file
            && !is_marked
            && (text.trim().ends_with(':') || stands == BlockDistance::Apart);
        return if bare.is_empty() || may_be_prose {
            BlockFile::Nothing
        } else {
            BlockFile::File(bare.to_owned())
        };
    }
    // The text after a colon.
    if let Some((_, path)) = bare.rsplit_once(": ")
        && is_like_path(path.trim())
    {
        return BlockFile::File(path.trim().to_owned());
    }
    let quoted = text.trim().trim_end_matches(':').trim_matches('*').trim_start_matches(['#', ' ']);
    if let Some(whole) = quoted.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'))
        && !whole.contains('`')
    {
        return BlockFile::File(whole.to_owned());
    }
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|part| is_like_path(part)).collect();
    if let [only] = quoted[..] {
        return BlockFile::File(only.to_owned());
    }
    let words = || {
        text.split([' ', '\t', '`', '"', '\'', '(', ')', '*', ','])
            .map(|word| word.trim_matches(['.', ':', ';']))
    };
    let ends = |signs: &[char]| text.trim().ends_with(signs);
    let is_sentence = ends(&['.', '!', '?']) || ends(&[':']) && has_file;
    let is_one = words().filter(|word| is_like_path(word)).count() < 2;
    if stands == BlockDistance::Directly && !is_sentence && is_one && ends_like_path(bare) {
        return BlockFile::Line(bare.to_owned());
    }
    let mut paths = words().filter(|word| is_like_path(word));
    let Some(first) = paths.next() else { return BlockFile::Nothing };
    let is_only = paths.all(|other| other == first);
    if is_only && !has_file {
        BlockFile::File(first.to_owned())
    } else {
        BlockFile::Uncertain(first.to_owned())
    }
}

/// Returns a line without the characters that Markdown and comments put around a name.
fn undecorated(text: &str) -> &str {
    let mut text = text.trim();
    for prefix in ["//", "--", "- ", "* ", "<!--"] {
        text = text.strip_prefix(prefix).unwrap_or(text).trim_start();
    }
    text = without_number(text);
    text = text.strip_suffix("-->").unwrap_or(text).trim_start_matches('#').trim();
    let marks = ['*', '`', '"', ':', ' '];
    text = text.trim_end_matches(marks).trim_start_matches(marks);
    for label in ["File:", "file:", "Path:", "path:", "Filename:", "filename:"] {
        text = text.strip_prefix(label).unwrap_or(text);
    }
    text.trim_start_matches(marks)
}

/// Returns an item of a numbered list without its number.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        Some(item) if rest.len() < text.len() && item.starts_with(' ') => item.trim_start(),
        _ => text,
    }
}

/// Returns whether a line with spaces may be a path as a whole.
fn ends_like_path(line: &str) -> bool {
    let ending = line.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(is_known_ending) || line.split_whitespace().next_back().is_some_and(is_like_path)
}

fn is_known_ending(ending: &str) -> bool {
    Language::by_extension(ending).is_some() || ENDINGS.contains(&ending)
}

/// Returns whether a word is most likely the path of a file.
fn is_like_path(word: &str) -> bool {
    let is_plain =
        word.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/' | '+' | '@'));
    let name = word.rsplit('/').next().unwrap_or(word);
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    is_plain && !stem.is_empty() && (is_known_ending(ending) || word.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, has_file: bool, expected: &str) {
        let found = match read(text, BlockDistance::Directly, has_file) {
            BlockFile::File(path) => path,
            BlockFile::Line(line) => format!("{line}|"),
            BlockFile::Nothing => "-".to_owned(),
            BlockFile::Uncertain(path) => format!("{path}?"),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_name_is_read_in_every_usual_dress() {
        for text in ["src/a.py", "`src/a.py`", "**src/a.py**", "### src/a.py", "src/a.py:", "**`src/a.py`:**"]
        {
            check(text, false, "src/a.py");
        }
        for text in
            ["File: src/a.py", "## File: `src/a.py`", "// src/a.py", "# src/a.py", "Change `src/a.py`:"]
        {
            check(text, true, "src/a.py");
        }
        for text in ["1. src/a.py", "2) `src/a.py`:", "- src/a.py"] {
            check(text, false, "src/a.py");
        }
        check("3.txt", false, "3.txt");
        check("Makefile", false, "Makefile");
        check("Makefile", true, "Makefile");
        check("my docs/read me.md", false, "my docs/read me.md|");
        check("src/conf (C++11).md", true, "src/conf (C++11).md|");
        check("Edit src/a.py:", false, "Edit src/a.py|");
        check("New file: src/a.py", false, "src/a.py");
        check("`my docs/read me.md`", false, "my docs/read me.md");
        check("__init__.py", false, "__init__.py");
    }

    #[test]
    fn a_fence_may_name_the_file_beside_its_language() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(path_beside_language(text), expected);
        for text in ["```python src/a.py", "```py:src/a.py", "~~~ src/a.py", "```py title=\"src/a.py\""] {
            check(text, Some("src/a.py"));
        }
        for text in ["```python", "```c++", "```", "```js {1,3-5}", "```py a.py b.py"] {
            check(text, None);
        }
    }

    #[test]
    fn prose_names_no_file() {
        check("And then:", true, "-");
        check("Then:", true, "-");
        check("Use `self.items` and/or a list:", true, "-");
        check("Now src/b.rs gets the same:", true, "src/b.rs?");
        check("Move it from `a.py` to `b.py`:", false, "a.py?");
    }
}
