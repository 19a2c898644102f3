//! Recognizes comments directly above the first definition of a file that are about the file: its license, its name,
//! and directives to tools.

use crate::lang::Manifest;

/// The starts of license lines.
const LICENCE: [&str; 10] = [
    "Copyright",
    "COPYRIGHT",
    "(c) ",
    "(C) ",
    "SPDX-",
    "Licensed ",
    "License:",
    "@license",
    "This file is part of",
    "Use of this source code is governed",
];

/// Returns how many of the adjacent comments at the top of a file are about the file.
pub(in crate::resolve::symbol) fn header_end(comments: &[&str], manifest: &Manifest) -> usize {
    let block = manifest.lexical.block_comments.as_ref();
    let is_block = |text: &str| block.is_some_and(|block| text.starts_with(block.open.as_str()));
    let is_of_file =
        |text: &str| manifest.symbols.file_comments.iter().any(|mark| text.starts_with(mark.as_str()));
    let (mut end, mut at) = (0, 0);
    while at < comments.len() {
        let first = comments[at];
        let is_like = |text: &&&str| !is_block(first) && !is_block(text) && signs(text) == signs(first);
        let run = &comments[at..at + 1 + comments[at + 1..].iter().take_while(is_like).count()];
        if run.iter().any(|text| is_licence(text)) {
            end = at + run.len();
        } else if end == at && run.len() == 1 && names_file(first, manifest) {
            end += 1;
        } else if end == at {
            end += run.iter().take_while(|text| is_of_file(text)).count();
        }
        at += run.len();
    }
    end
}

/// Returns whether a comment begins with the name of a file in the language, as in `// tank.go: levels` or `# file: a.py`:
/// no definition has such a name.
fn names_file(comment: &str, manifest: &Manifest) -> bool {
    let text = comment[signs(comment).len()..].trim_start();
    let text = FILE_WORDS.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim_start();
    let end =
        text.find(|sign: char| !sign.is_alphanumeric() && !"._-/+".contains(sign)).unwrap_or(text.len());
    let name = text[..end].trim_end_matches(['.', '-']);
    // `Node.js` in a sentence is no file.
    let rest = text[end..].trim_start_matches([' ', '\t']);
    let is_ended = rest.is_empty() || rest.starts_with([':', '-', '\u{2013}', '\u{2014}', '*', '\n', '\r']);
    let extension =
        name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension);
    is_ended && extension.is_some_and(|own| manifest.extensions.iter().any(|extension| extension == own))
}

/// Words before the name of a file in its first comment.
const FILE_WORDS: [&str; 6] = ["file:", "File:", "@file", "\\file", "filename:", "Filename:"];

/// Returns whether a comment gives the license of its file.
#[must_use]
pub fn is_licence(comment: &str) -> bool {
    comment.lines().any(is_of_licence)
}

/// Returns whether a comment line begins like one of a license.
fn is_of_licence(line: &str) -> bool {
    let line = line.trim_start();
    let text = line[signs(line).len()..].trim_start();
    LICENCE.iter().any(|start| text.starts_with(start))
}

/// Returns the start marker of a comment.
fn signs(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(['/', '*', '!', '#', ';', '-']).len()]
}
