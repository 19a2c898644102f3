//! Include guards: the lines that keep a header from being read twice, made for a new file after those of an old one.

use crate::ir::PatchPath;
use crate::text::Buffer;
use crate::text::normal::is_word_char;

/// The include guard of a new file: its first and its last lines.
pub(super) struct Guard {
    /// The condition and the macro definition.
    pub(in crate::plan) open: [String; 2],
    /// The end of the condition.
    pub(in crate::plan) close: String,
}

/// Returns the guard of `from` with its macro named after `to`, in the way in which it is named after `from`; `sign`
/// begins directives. Returns `None` if `from` has no guard.
pub(super) fn guard_like(buffer: &Buffer, from: &PatchPath, to: &PatchPath, sign: char) -> Option<Guard> {
    let lines: Vec<String> = (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect();
    let directive = |line: &str| {
        let text = line.trim().strip_prefix(sign)?.trim_start().to_owned();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        Some((word.to_owned(), rest.trim().to_owned()))
    };
    let at = lines.iter().position(|line| line.trim_start().starts_with(sign))?;
    let (_, name) = directive(&lines[at]).filter(|(word, _)| word == "ifndef")?;
    let second = lines.get(at + 1)?;
    let is_defined = directive(second).is_some_and(|(word, rest)| word == "define" && rest == name);
    let close = lines.iter().rev().find(|line| !line.trim().is_empty())?;
    let is_closed = directive(close).is_some_and(|(word, _)| word == "endif");
    if name.is_empty() || !name.chars().all(is_word_char) || !is_defined || !is_closed {
        return None;
    }
    let new = name_like(&name, from, to);
    let renamed = |line: &str| line.trim_end().replace(&name, &new);
    Some(Guard { open: [renamed(&lines[at]), renamed(second)], close: renamed(close) })
}

/// Returns the macro name for the path `to`, formed as `name` is formed from the path `from`.
fn name_like(name: &str, from: &PatchPath, to: &PatchPath) -> String {
    let (old, new) = (stems(from), stems(to));
    for dropped in 0..old.len() {
        // If the new path begins differently, the same number of its last components is used.
        let kept = old.len() - dropped;
        let new_dropped = match new.starts_with(&old[..dropped]) && dropped < new.len() {
            true => dropped,
            false => new.len().saturating_sub(kept),
        };
        for spell in [upper, upper_by_words, plain] {
            let old = spelled(&old[dropped..], spell);
            if let Some(at) = name.find(&old).filter(|at| is_part(name, *at..at + old.len())) {
                let new = spelled(&new[new_dropped..], spell);
                return format!("{}{new}{}", &name[..at], &name[at + old.len()..]);
            }
        }
    }
    let end = if name.ends_with('_') { "_" } else { "" };
    let extension = to.extension().map(|extension| format!("_{}", upper(extension))).unwrap_or_default();
    format!("{}{extension}{end}", spelled(&new[new.len().saturating_sub(1)..], upper))
}

/// Returns the components of a path, without the extension.
fn stems(path: &PatchPath) -> Vec<String> {
    let mut parts: Vec<String> = path.components().map(str::to_owned).collect();
    if let (Some(last), Some(extension)) = (parts.last_mut(), path.extension()) {
        last.truncate(last.len() - extension.len() - 1);
    }
    parts
}

fn spelled(parts: &[String], spell: fn(&str) -> String) -> String {
    parts.iter().map(|part| spell(part)).collect::<Vec<_>>().join("_")
}

/// Converts a path component to upper case.
fn upper(part: &str) -> String {
    plain(part).to_uppercase()
}

/// Converts a path component to upper case, with an underscore between the words of `LookupTable`.
fn upper_by_words(part: &str) -> String {
    let mut words = String::new();
    let mut was_small = false;
    for char in plain(part).chars() {
        if was_small && char.is_uppercase() {
            words.push('_');
        }
        was_small = char.is_lowercase() || char.is_ascii_digit();
        words.extend(char.to_uppercase());
    }
    words
}

/// Replaces characters of a path component that names cannot contain by underscores.
fn plain(part: &str) -> String {
    part.chars().map(|char| if is_word_char(char) { char } else { '_' }).collect()
}

/// Returns whether a byte range of a name is bounded by underscores or the ends of the name.
fn is_part(name: &str, range: std::ops::Range<usize>) -> bool {
    (range.start == 0 || name[..range.start].ends_with('_'))
        && (range.end == name.len() || name[range.end..].starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, from: &str, to: &str, expected: &str) {
        let path = |text: &str| PatchPath::parse(text).expect("it is a path");
        assert_eq!(name_like(name, &path(from), &path(to)), expected);
    }

    #[test]
    fn macros_are_named_after_paths() {
        check("TREE_H_", "tree.h", "leaf.h", "LEAF_H_");
        check("TREE_H", "src/tree.h", "src/leaf.h", "LEAF_H");
        check("OAK_SRC_TREE_H_INCLUDED", "src/tree.h", "src/small/leaf.h", "OAK_SRC_SMALL_LEAF_H_INCLUDED");
        check("OAK_TREE_H", "src/oak/tree.h", "src/oak/leaf.h", "OAK_LEAF_H");
        check("OAK_TREE_H", "src/oak/tree.h", "lib/elm/leaf.h", "ELM_LEAF_H");
        check("ROUND_TREE_H", "RoundTree.h", "SmallLeaf.h", "SMALL_LEAF_H");
        check("_tree_hpp", "tree.hpp", "leaf.hpp", "_leaf_hpp");
        check("GUARD_17", "tree.h", "leaf.h", "LEAF_H");
    }
}
