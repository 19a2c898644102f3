//! The lexer: what it takes for comments and strings is what Python's `tokenize` does, and what the grammars do.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use chunk::lang::Language;
use chunk::text::{Lexer, TokenKind};
use serde_json::Value;
use tree_sitter::{Node, Parser};

use crate::Outcome;
use crate::options::Options;
use crate::sources::{has_extension, sources};
use crate::support::script::python;

/// What was compared in one language.
#[derive(Debug, Default)]
struct Counts {
    files: usize,
    comments: usize,
    /// The bytes of these comments.
    bytes: usize,
    strings: usize,
    different: Vec<String>,
}

impl Counts {
    fn print(&self, what: &str, options: &Options) {
        let Self { files, comments, bytes, strings, .. } = self;
        let wrong = self.different.len();
        println!(
            "{what}: {files} files, {comments} comments ({bytes} bytes), {strings} strings; {wrong} files differ"
        );
        let most = if options.is_long { usize::MAX } else { 20 };
        self.different.iter().take(most).for_each(|line| println!("DIFFERENT: {line}"));
    }
}

fn outcome<'c>(all: impl Iterator<Item = &'c Counts> + Clone) -> Outcome {
    if all.clone().any(|counts| !counts.different.is_empty()) {
        Outcome::Failed("not all comments and strings are the same".to_owned())
    } else if all.map(|counts| counts.files).sum::<usize>() == 0 {
        Outcome::Skipped("no source was found".to_owned())
    } else {
        Outcome::Passed
    }
}

/// The line of a byte, with its number.
fn line_at(text: &str, at: usize) -> String {
    let bytes = text.as_bytes();
    let number = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    let line = String::from_utf8_lossy(&bytes[at.saturating_sub(80)..bytes.len().min(at + 60)]).into_owned();
    format!("{number}: {line:?}")
}

/// The comments of a Python source, and its outermost strings with the code in them.
fn python_tokens(text: &str) -> Vec<(&'static str, Range<usize>)> {
    let language = Language::by_name("python").expect("registered");
    let mut found = Vec::new();
    let mut holes = 0_usize;
    let mut start = None;
    for token in Lexer::new(&language.manifest().lexical).tokens(text) {
        match token.kind {
            TokenKind::Comment => found.push(("comment", token.range)),
            TokenKind::InterpolationOpen => {
                start = start.or(Some(token.range.start));
                holes += 1;
            }
            TokenKind::InterpolationClose => holes = holes.saturating_sub(1),
            TokenKind::StringPart => start = start.or(Some(token.range.start)),
            TokenKind::String if holes == 0 => {
                found.push(("string", start.take().unwrap_or(token.range.start)..token.range.end));
            }
            _ => {}
        }
    }
    found.sort_by_key(|(_, range)| range.start);
    found
}

/// Python's comments and strings, by its own tokenizer.
pub(crate) fn tokenize(options: &Options) -> Outcome {
    let paths = sources(options, 1, &|path| has_extension(path, &["py", "pyi"]));
    let names: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
    let mut counts = Counts::default();
    for names in names.chunks(2_000) {
        let Some(told) = python("python_tokens.py", names.join("\n")) else {
            return Outcome::Skipped("there is no `python3` of 3.8 or later".to_owned());
        };
        told.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .for_each(|file| check_python(&file, &mut counts));
    }
    counts.print("tokenize", options);
    outcome([counts].iter())
}

fn check_python(file: &Value, counts: &mut Counts) {
    let (Some(path), Some(told)) = (file["file"].as_str(), file["found"].as_array()) else { return };
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let told = told.iter().map(|one| (one[0].as_str().unwrap_or_default(), number(&one[1])..number(&one[2])));
    let told: Vec<(&str, Range<usize>)> = told.collect();
    let found = python_tokens(&text);
    counts.files += 1;
    let comments = told.iter().filter(|(kind, _)| *kind == "comment");
    let comments: Vec<usize> = comments.map(|(_, range)| range.len()).collect();
    counts.comments += comments.len();
    counts.bytes += comments.iter().sum::<usize>();
    counts.strings += told.len() - comments.len();
    if found != told {
        let at = found.iter().zip(&told).position(|(own, other)| own != other);
        let at = at.unwrap_or(found.len().min(told.len()));
        let place = [told.get(at), found.get(at)].into_iter().flatten().map(|(_, range)| range.start).min();
        let place = line_at(&text, place.unwrap_or_default().min(text.len()));
        counts.different.push(format!("{path}:{place}: {:?}, and not {:?}", found.get(at), told.get(at)));
    }
}

/// The nodes that are strings, characters, regular expressions and names of headers.
const STRINGS: &[&str] = &[
    "string",
    "string_literal",
    "raw_string_literal",
    "char_literal",
    "character_literal",
    "system_lib_string",
    "interpreted_string_literal",
    "rune_literal",
    "template_string",
    "regex",
];

/// Nodes whose inside the grammar does not look at.
const OPAQUE: &[&str] = &["preproc_arg", "hash_bang_line", "html_comment", "template_literal_type"];

/// Whether what the grammar takes for a comment begins within a string: it reads the value of a macro without minding
/// quotes, so that `#define TAGS "refs/tags/*"` opens a comment to it.
fn is_within_string_of_macro(comment: Node<'_>, text: &str) -> bool {
    let mut value = comment.prev_sibling();
    while let Some(last) = value
        .filter(|node| node.kind() != "preproc_arg")
        .and_then(|node| node.child(node.child_count().checked_sub(1)?))
    {
        value = Some(last);
    }
    let value =
        value.filter(|value| value.kind() == "preproc_arg" && value.end_byte() == comment.start_byte());
    let quotes = |value: Node<'_>| text[value.byte_range()].replace("\\\"", "").matches('"').count();
    value.is_some_and(|value| quotes(value) % 2 == 1)
}

/// Every byte of a text as the grammar sees it: `c` in comments, `s` in strings, `t` in the text of elements, `?` where it
/// does not say, else a blank.
fn by_grammar(root: Node<'_>, language: &'static Language, text: &str, counts: &mut Counts) -> Vec<u8> {
    let manifest = language.manifest();
    let of_names = manifest.names.iter().flat_map(|names| &names.comments);
    let comments: Vec<&String> =
        language.local_rules().into_iter().flat_map(|locals| &locals.comments).chain(of_names).collect();
    let mut marks = vec![b' '; text.len()];
    let mut cursor = root.walk();
    let mut is_string = Vec::new();
    loop {
        let node = cursor.node();
        let kind = node.kind();
        let range = node.byte_range();
        let is_type = node.parent().is_some_and(|parent| parent.kind() == "predefined_type");
        let own = node.is_named() && !is_type;
        if OPAQUE.contains(&kind) {
            marks[range].fill(b'?');
        } else if own && comments.iter().any(|own| *own == kind) {
            if is_within_string_of_macro(node, text) {
                marks[range].fill(b'?');
            } else {
                counts.comments += 1;
                counts.bytes += range.len();
                marks[range].fill(b'c');
            }
        } else if own && STRINGS.contains(&kind) {
            counts.strings += 1;
            if !is_string.contains(&true) {
                let quote = text[range.clone()].find(['"', '\'', '`', '<', '/']).unwrap_or(0);
                marks[range.start + quote..range.end].fill(b's');
            }
        } else if matches!(kind, "jsx_text" | "html_character_reference") && !is_string.contains(&true) {
            marks[range].fill(b't');
        }
        if cursor.goto_first_child() {
            is_string.push(own && STRINGS.contains(&kind));
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return marks;
            }
            is_string.pop();
        }
    }
}

/// The same as the lexer sees it.
fn by_lexer(language: &Language, text: &str) -> Vec<u8> {
    let mut marks = vec![b' '; text.len()];
    let mut holes = 0_usize;
    for token in Lexer::new(&language.manifest().lexical).tokens(text) {
        holes += usize::from(token.kind == TokenKind::InterpolationOpen);
        let mark = match token.kind {
            TokenKind::Comment => b'c',
            _ if holes > 0 => b's',
            TokenKind::String | TokenKind::StringPart | TokenKind::Regex => b's',
            TokenKind::Text => b't',
            _ => b' ',
        };
        holes -= usize::from(token.kind == TokenKind::InterpolationClose).min(holes);
        marks[token.range].fill(mark);
    }
    marks
}

/// Comments and strings of every language, by its grammar, in files that it reads without an error.
pub(crate) fn grammars(options: &Options) -> Outcome {
    let language_of = |path: &Path| Language::by_extension(path.extension()?.to_str()?);
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for path in sources(options, 1, &|path| language_of(path).is_some()) {
        let Some(language) = language_of(&path) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.len() > 1_000_000 || text.starts_with('\u{feff}') {
            continue;
        }
        let mut parser = Parser::new();
        parser.set_language(&language.grammar()).expect("a grammar of this version");
        let Some(tree) = parser.parse(&text, None).filter(|tree| !tree.root_node().has_error()) else {
            continue;
        };
        let counts = counts.entry(&language.manifest().name).or_default();
        counts.files += 1;
        let theirs = by_grammar(tree.root_node(), language, &text, counts);
        let ours = by_lexer(language, &text);
        let is_blank = |at: usize| text.as_bytes()[at].is_ascii_whitespace();
        let differs = |at: &usize| theirs[*at] != ours[*at] && theirs[*at] != b'?' && !is_blank(*at);
        if let Some(at) = (0..text.len()).find(differs) {
            let (our, their) = (char::from(ours[at]), char::from(theirs[at]));
            let place = line_at(&text, at);
            counts.different.push(format!("{}:{place}: `{our}`, and not `{their}`", path.display()));
        }
    }
    for (language, counts) in &counts {
        counts.print(language, options);
    }
    outcome(counts.values())
}
