//! Judges what a line is by its first words and signs: a definition, a statement, an attribute, a comment.
//!
//! Invariant: nothing is parsed, and only one line is examined.

use crate::text::normal::{is_word_char, trim};
use crate::text::{LexRules, LexState, Lexer, TokenKind};

/// Words that begin a statement with a block that is not a definition.
const STATEMENTS: [&str; 20] = [
    "if", "for", "foreach", "while", "switch", "else", "elif", "try", "do", "with", "match", "case",
    "return", "catch", "except", "finally", "loop", "default", "when", "unless",
];

/// Words that begin a definition with a body, whatever its line ends with.
const DEFINING: [&str; 15] = [
    "func",
    "fn",
    "def",
    "class",
    "type",
    "struct",
    "enum",
    "union",
    "interface",
    "trait",
    "impl",
    "mod",
    "module",
    "namespace",
    "function",
];

/// Words that begin the definition of a value or alias.
const VALUES: [&str; 7] = ["const", "constexpr", "var", "let", "static", "typedef", "using"];

/// Words that may precede the words that begin a definition.
const MODIFIERS: [&str; 11] = [
    "pub",
    "export",
    "default",
    "public",
    "private",
    "protected",
    "abstract",
    "final",
    "async",
    "static",
    "declare",
];

/// The maximum number of words before a name that are examined for what a definition is.
const MAX_WORDS: usize = 6;

/// Returns whether a line seems to begin a definition with a block, judged by its words.
pub(super) fn is_definition(text: &str) -> bool {
    text.starts_with(is_word_char)
        && !is_statement(text)
        && (text.ends_with(['{', ':', '(', ',']) || text.ends_with(')'))
        && (text.contains('(') || text.ends_with(['{', ':']))
        && !text.ends_with(");")
}

/// Returns whether a line is a definition with its body in braces on the line.
pub(super) fn has_own_block(text: &str) -> bool {
    let Some((heading, _)) = text.split_once('{').filter(|_| text.ends_with('}')) else { return false };
    let heading = heading.trim_end();
    !heading.is_empty() && !heading.contains('=') && !heading.ends_with([':', ',']) && !is_statement(text)
}

/// Returns whether the first word of a line shows a definition with a body.
pub(super) fn defines(rules: &LexRules, text: &str) -> bool {
    let mut words = text.split(|sign: char| !is_word_char(sign));
    let first = words.find(|word| !MODIFIERS.contains(word));
    let heads = &rules.lead_in.heads;
    first.is_some_and(|word| DEFINING.contains(&word)) && words.next().is_some()
        || !heads.is_empty() && begins_with_head(heads, text)
}

/// Returns whether a line begins with a sign of a definition, or one of its first words is one.
fn begins_with_head(heads: &[String], text: &str) -> bool {
    let before = text.split(['(', '=', '{', ':', '"']).next().unwrap_or_default();
    let mut words = before.split_whitespace().take(MAX_WORDS);
    let is_sign = |head: &&String| !head.starts_with(is_word_char) && text.starts_with(head.as_str());
    words.any(|word| heads.iter().any(|head| head == word)) || heads.iter().any(|head| is_sign(&head))
}

/// Returns whether a line gives a value to a name.
pub(super) fn gives_value(text: &str) -> bool {
    let name = text.split([' ', ':']).next().unwrap_or_default();
    let is_word = !name.is_empty() && name.chars().all(is_word_char) && !is_statement(text);
    is_word && (VALUES.contains(&name) || MODIFIERS.contains(&name) || text.contains(" = "))
        || text.starts_with("#define")
}

/// Returns whether a line begins with a word of a statement that is not a definition.
fn is_statement(text: &str) -> bool {
    STATEMENTS.contains(&text.split(|sign| !is_word_char(sign)).next().unwrap_or_default())
}

/// Returns whether a line begins a branch of a `switch` or a `match`.
pub(super) fn is_branch(text: &str) -> bool {
    text.starts_with("case ") || text.starts_with("default:") || text.contains(" => ")
}

/// Returns whether two lines seem to be headings of the same definition, judged by the name before the first bracket or
/// sign.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    name_in(one).is_some() && name_in(one) == name_in(other)
}

/// Returns the name before the first bracket or sign of a heading.
pub(super) fn name_in(heading: &str) -> Option<String> {
    if let Some(rest) = trim(heading).strip_prefix("#define ") {
        return rest.trim_start().split(|sign| !is_word_char(sign)).next().map(str::to_owned);
    }
    let head = heading.split(['(', '{', '=', ':', ';']).next().unwrap_or_default();
    head.rsplit(|sign| !is_word_char(sign)).find(|word| !word.is_empty()).map(str::to_owned)
}

/// Returns whether a line is a decorator, an annotation or an attribute, or begins one.
pub(super) fn is_attribute(rules: &LexRules, text: &str) -> bool {
    let is_name = |rest: &str| rest.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    let is_bare = |rest: &str| {
        !rest.starts_with("interface ") && !rest.ends_with(['{', '}', ';']) || begins_call(rules, rest)
    };
    text.strip_prefix('@').is_some_and(|rest| is_name(rest) && is_bare(rest))
        || text.starts_with("#[")
        || rules.splices && (text == "extern \"C\"" || is_marking_macro(text))
        || rules.lead_in.attributes.iter().any(|mark| is_own_attribute(rules, mark, text))
}

/// Returns whether a text is a name and arguments that continue on the next line.
fn begins_call(rules: &LexRules, text: &str) -> bool {
    let name = text.trim_start_matches(|sign| is_word_char(sign) || sign == '.');
    let (mut depth, mut is_closed) = (0_isize, false);
    Lexer::new(rules).marks(name, &mut LexState::default(), |kind, _| match kind {
        TokenKind::Open(_) => depth += 1,
        TokenKind::Close(_) => {
            depth -= 1;
            is_closed |= depth == 0;
        }
        _ => {}
    });
    name.starts_with('(') && depth > 0 && !is_closed
}

/// Returns whether a directive for tools acts on one line, and not on all lines up to another directive.
pub(super) fn acts_on_one_line(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let has = |words: &[String], all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    let words: Vec<String> = words.by_ref().collect();
    !has(&words, &["on", "off", "begin", "end", "start", "stop", "enable", "skip_file"])
        && (!has(&words, &["disable"]) || has(&words, &["next", "line"]))
}

/// Returns whether a line has nothing but the first words of the heading of a definition, whose name is below: modifiers,
/// or the type of a result.
pub(super) fn begins_heading(rules: &LexRules, text: &str, heading: &str) -> bool {
    let Some(block) = rules.block_comments.as_ref().filter(|block| block.open == "/*") else { return false };
    if text.split_whitespace().all(|word| MODIFIERS.contains(&word)) {
        return true;
    }
    if text.ends_with(" =") {
        return defines(rules, heading) && !is_comment(rules, text);
    }
    let behind_comment =
        text.strip_prefix(block.open.as_str()).and_then(|rest| rest.split_once(block.close.as_str()));
    let text = behind_comment.map_or(text, |(_, rest)| trim(rest));
    let is_of_types = |text: &str| {
        let text = text.replace("::", "").replace("\"C\"", "");
        let is_sign = |sign: char| {
            is_word_char(sign) || [' ', '*', '&', '<', '>', ',', '~', '?', '[', ']'].contains(&sign)
        };
        text.starts_with(|sign: char| is_word_char(sign) || sign == '*' || sign == '~')
            && text.chars().all(is_sign)
    };
    // A macro in capitals may be a statement.
    let is_type = text.contains(char::is_lowercase) && !is_statement(text) && !text.ends_with(',');
    let is_named = heading.split_once('(').is_some_and(|(name, _)| is_of_types(name.trim_end()));
    rules.lead_in.split_heads
        && is_type
        && is_of_types(text)
        && !is_statement(heading)
        && (is_named || defines(rules, heading))
}

/// Returns whether a line declares a function that the heading declares once more, with other parameters.
pub(super) fn is_overload(rules: &LexRules, text: &str, heading: &str) -> bool {
    let name = |line: &str| {
        let (name, rest) = line.split_once(['(', '<'])?;
        let has_name = name.ends_with(is_word_char) && !is_statement(name);
        (has_name && !rest.is_empty()).then(|| name.to_owned())
    };
    let has_type = text.rsplit_once(')').is_some_and(|(_, behind)| behind.starts_with(':'));
    let is_declared = has_type || defines(rules, text) && text.ends_with(");");
    rules.lead_in.overloads
        && is_declared
        && heading.ends_with('{')
        && name(text).is_some_and(|own| name(heading) == Some(own))
}

/// Words in the names of macros that precede a definition and qualify it.
const MARKING: [&str; 9] =
    ["API", "ATTRIBUTE", "CONSTEXPR", "DEPRECATED", "EXPORT", "INLINE", "NODISCARD", "NORETURN", "VISIBLE"];

/// Returns whether a line consists of the name of such a macro.
fn is_marking_macro(text: &str) -> bool {
    text.chars().all(|sign| sign == '_' || sign.is_ascii_uppercase() || sign.is_ascii_digit())
        && text.split('_').any(|word| MARKING.contains(&word))
}

/// Returns whether a line is, or begins, an attribute with a mark of the language. An attribute in brackets must have
/// nothing after it, or it would belong to what follows on the line.
fn is_own_attribute(rules: &LexRules, mark: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(mark) else { return false };
    if text.ends_with(['{', ';']) && !begins_call(rules, rest) {
        return false;
    }
    if mark.ends_with('<') && !mark.starts_with('[') {
        return !text.contains('>') || text.ends_with('>');
    }
    let (mut depth, mut end) = (0_isize, None);
    if mark.starts_with('[') {
        Lexer::new(rules).marks(text, &mut LexState::default(), |kind, range| match kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => {
                depth -= 1;
                end = end.or(Some(range.end).filter(|_| depth == 0));
            }
            _ => {}
        });
    }
    let rest = end.and_then(|end| text.get(end..)).unwrap_or_default().trim();
    rest.is_empty() || rules.begins_with_line_comment(rest)
}

/// Returns whether a line is a comment, or begins with one.
pub(super) fn is_comment(rules: &LexRules, text: &str) -> bool {
    rules.begins_with_line_comment(text)
        || rules.block_comments.as_ref().is_some_and(|block| text.starts_with(&block.open))
}

/// Returns whether a line is a comment, or an inner line of a block comment by its star.
pub(super) fn is_comment_text(rules: &LexRules, text: &str) -> bool {
    let has_blocks = rules.block_comments.as_ref().is_some_and(|block| block.open == "/*");
    is_comment(rules, text) || has_blocks && (text == "*" || text.starts_with("* ") || text.starts_with("*/"))
}

/// Returns whether a comment documents what is below it, judged by its first characters.
pub(super) fn is_doc_comment(rules: &LexRules, text: &str) -> bool {
    let is_banner = |mark: &str| text[mark.len()..].starts_with(|sign| mark.ends_with(sign));
    ["/**", "///"].iter().any(|mark| text.starts_with(mark))
        || rules.lead_in.docs.iter().any(|mark| text.starts_with(mark.as_str()) && !is_banner(mark))
}

/// Returns whether a line is a string that documents what is below it.
pub(super) fn is_doc_string(rules: &LexRules, text: &str) -> bool {
    rules.lead_in.doc_strings.iter().any(|quotes| {
        let inner = text.strip_prefix(quotes.as_str()).and_then(|rest| rest.strip_suffix(quotes.as_str()));
        inner.is_some_and(|inner| !inner.starts_with(quotes.as_str()))
    })
}

/// Returns whether a line begins a string that documents what is below it.
pub(super) fn begins_doc_string(rules: &LexRules, text: &str) -> bool {
    rules.lead_in.doc_strings.iter().any(|quotes| text.starts_with(quotes.as_str()))
}

/// Returns whether a line begins with one of the words by which values and definitions begin.
pub(super) fn begins_with_defining_word(text: &str) -> bool {
    let word = text.split(|sign| !is_word_char(sign)).next().unwrap_or_default();
    VALUES.contains(&word) || MODIFIERS.contains(&word)
}
