//! Text that is parsed in changed form: macros whose arguments are expressions, and syntax that the grammar lacks.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use regex::Regex;
use tree_sitter::{Node, Tree};

use super::graph::{BindingGraph, BindingKind};
use crate::lang::{LocalRules, Syntax, is_of, item_blocks, view};
use crate::text::normal::is_word_char;

/// The number of ancestors of the arguments in which an error prevents a macro from being parsed as a call.
const MOST_ABOVE: usize = 3;

/// The maximum number of characters of the arguments of a macro that tests a value.
const LONGEST_TEST: usize = 600;

/// A tree, and the ranges of the arguments of unknown macros in it that parse as lists of expressions.
pub(super) type Parsed = (Tree, Vec<Range<usize>>);

impl BindingGraph {
    /// Returns whether a byte offset is in the definition of a macro.
    pub(in crate::resolve::bindings) fn is_in_macro(&self, byte: usize) -> bool {
        let root = self.tree.root_node();
        self.bindings.iter().filter(|binding| binding.kind == BindingKind::Macro).any(|binding| {
            let name = root.descendant_for_byte_range(binding.name.start, binding.name.end);
            let whole = name.and_then(|name| name.parent());
            whole.is_some_and(|whole| whole.byte_range().contains(&byte))
        })
    }
}

impl BindingGraph {
    /// Returns whether a node is a macro, or a branch of one, whose braces contain items.
    pub(in crate::resolve::bindings) fn is_item_macro(&self, node: Node<'_>) -> bool {
        let Some(rules) = &self.language.manifest().view.item_blocks else { return false };
        let braces = node.child_by_field_name("body").filter(|_| node.kind() == rules.block);
        braces.is_some_and(|braces| rules.is_macro(self.slice(&(node.start_byte()..braces.start_byte()))))
    }

    /// Returns whether an item is directly in the braces of a macro, or of a branch of one.
    pub(in crate::resolve::bindings) fn is_in_item_macro(&self, item: Node<'_>) -> bool {
        item.parent().and_then(|braces| braces.parent()).is_some_and(|block| self.is_item_macro(block))
    }

    /// Returns the macros around an item, and their branches, innermost first, each with the attribute at the beginning of
    /// its braces.
    pub(in crate::resolve::bindings) fn item_macros_around(&self, item: Node<'_>) -> Vec<String> {
        let Some(rules) = &self.language.manifest().view.item_blocks else { return Vec::new() };
        let inner_attribute = format!("{}{}", rules.attribute, rules.mark);
        let with_attribute = |(heading, braces): (&str, Node<'_>)| {
            let first = braces.named_child(0).map_or("", |first| self.slice(&first.byte_range()));
            let attribute = if first.starts_with(&inner_attribute) { first } else { "" };
            format!("{heading}{attribute}")
        };
        self.item_macro_headings(item).map(with_attribute).collect()
    }

    /// Returns whether an item is in the braces of a macro that may not accept all items.
    pub(in crate::resolve::bindings) fn is_in_selective_macro(&self, item: Node<'_>) -> bool {
        let Some(rules) = &self.language.manifest().view.item_blocks else { return false };
        let headings = self.item_macro_headings(item).map(|(heading, _)| heading);
        let mut paths = headings.filter_map(|heading| heading.strip_suffix(rules.mark.as_str()));
        paths.any(|path| rules.may_refuse(path))
    }

    /// Returns the headings of the macros around an item, and of their branches, innermost first, with the braces.
    fn item_macro_headings<'n>(&self, item: Node<'n>) -> impl Iterator<Item = (&str, Node<'n>)> {
        let around = std::iter::successors(item.parent(), Node::parent);
        around.filter(|node| self.is_item_macro(*node)).filter_map(|node| {
            let braces = node.child_by_field_name("body")?;
            Some((self.slice(&(node.start_byte()..braces.start_byte())).trim_end(), braces))
        })
    }
}

/// Returns the tree of a text, with macros whose arguments are expressions parsed as calls and lists.
pub(in crate::resolve::bindings) fn parse(
    rules: &LocalRules,
    syntax: &mut Syntax,
    text: &Arc<str>,
) -> Option<Parsed> {
    let language = syntax.language();
    let text = &match item_blocks(language, text) {
        Cow::Borrowed(_) => Arc::clone(text),
        Cow::Owned(text) => Arc::from(text),
    };
    if rules.call_macros.is_empty() {
        let shown = view(&language.manifest().view, text);
        let tree = syntax.parse(&shown).ok()?;
        return Some((mended(rules, syntax, &shown, &tree).unwrap_or(tree), Vec::new()));
    }
    let tested = with_tests_as_functions(rules, text);
    if let Some(tested) = &tested
        && let Some(parsed) =
            parse_calls(rules, syntax, tested).filter(|(tree, _)| !tree.root_node().has_error())
    {
        return Some(parsed);
    }
    parse_calls(rules, syntax, text)
}

/// Returns the tree of a text, with macros whose arguments are expressions parsed as calls.
fn parse_calls(rules: &LocalRules, syntax: &mut Syntax, text: &Arc<str>) -> Option<Parsed> {
    let mut marks = marks_of_others(rules, text);
    // Arguments that are no list of expressions in the first tree stay unchanged in the second.
    while !marks.is_empty() {
        let tree = syntax.parse(&as_calls(rules, text, &marks)).ok()?;
        let arguments: Vec<_> = marks.iter().map(|mark| arguments_at(rules, &tree, mark + 1)).collect();
        if !tree.root_node().has_error() {
            return Some((tree, arguments.into_iter().flatten().collect()));
        }
        let before = marks.len();
        let mut is_read = arguments.iter().map(Option::is_some);
        marks.retain(|_| is_read.next().unwrap_or(false));
        if marks.len() == before {
            break;
        }
    }
    let tree = syntax.parse(&as_calls(rules, text, &[])).ok()?;
    if !tree.root_node().has_error() {
        return Some((tree, Vec::new()));
    }
    // A known macro had arguments that are no list of expressions.
    let plain = syntax.parse(text).ok()?;
    Some((if plain.root_node().has_error() { tree } else { plain }, Vec::new()))
}

/// Returns the range of the arguments that begin at a byte offset, if they are to be parsed as those of a call.
fn arguments_at(rules: &LocalRules, tree: &Tree, byte: usize) -> Option<Range<usize>> {
    let bracket = tree.root_node().descendant_for_byte_range(byte, byte + 1)?;
    let arguments = bracket.parent().filter(|node| node.start_byte() == byte && !node.has_error())?;
    let is_plain = is_of(arguments, &rules.tokens);
    let mut above = std::iter::successors(arguments.parent(), Node::parent).take(MOST_ABOVE);
    (!is_plain && !above.any(|node| node.is_error())).then(|| arguments.byte_range())
}

/// Returns the tree of a text from which syntax that the grammar lacks is removed, if that has fewer errors.
fn mended(rules: &LocalRules, syntax: &mut Syntax, text: &str, tree: &Tree) -> Option<Tree> {
    if rules.parse_fixes.is_empty() || !tree.root_node().has_error() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for mend in &rules.parse_fixes {
        let find = Regex::new(&mend.find).ok()?;
        let mut found = find.captures_iter(text).filter_map(|all| all.get(1)).collect::<Vec<_>>();
        found.retain(|group| mend.replacement.len_utf8() <= group.len());
        for group in found {
            bytes[group.range()].fill(b' ');
            mend.replacement.encode_utf8(&mut bytes[group.range()]);
        }
    }
    let shown: Arc<str> = String::from_utf8(bytes).ok()?.into();
    let other = syntax.parse(&shown).ok()?;
    (errors(&other) < errors(tree)).then_some(other)
}

/// Returns the number of errors in a tree.
fn errors(tree: &Tree) -> usize {
    let mut count = 0;
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        count += usize::from(node.is_error() || node.is_missing());
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor).filter(Node::has_error));
    }
    count
}

/// Returns the byte offsets of the `!` of macros whose arguments may be expressions or something else.
fn marks_of_others(rules: &LocalRules, text: &str) -> Vec<usize> {
    let is_other = |at: &usize| {
        let name = name_before(text, *at);
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        text.as_bytes().get(at + 1) == Some(&b'(')
            && !name.is_empty()
            && !is_one(&rules.call_macros)
            && !is_one(&rules.token_macros)
    };
    memchr::memchr_iter(b'!', text.as_bytes()).filter(is_other).collect()
}

/// Returns the text with the pattern of each macro that tests a value, and has a condition, as the parameter of an
/// anonymous function with that condition: `matches!(one, Some(a) if a > 1)` as `matches!(one,|Some(a)|  a > 1)`; `None`
/// if there is no such macro. The length is unchanged.
fn with_tests_as_functions(rules: &LocalRules, text: &str) -> Option<Arc<str>> {
    let patterns = rules.patterns.as_ref().filter(|patterns| !patterns.tests.is_empty())?;
    let mut bytes = text.as_bytes().to_vec();
    let mut has_one = false;
    for test in &patterns.tests {
        let call = format!("{test}!(");
        for at in memchr::memmem::find_iter(text.as_bytes(), call.as_bytes()) {
            let start = at + call.len();
            let Some((comma, word)) = parts_of_test(&text[start..], &patterns.test_word) else { continue };
            let pattern = &text[start + comma + 1..start + word];
            let blank = pattern.len() - pattern.trim_start().len();
            // Several patterns cannot be those of a parameter.
            if blank == 0 || pattern.contains('|') {
                continue;
            }
            bytes[start + comma + blank] = b'|';
            bytes[start + word..start + word + patterns.test_word.len()].fill(b' ');
            bytes[start + word] = b'|';
            has_one = true;
        }
    }
    has_one.then(|| String::from_utf8(bytes).map_or_else(|_| text.into(), Into::into))
}

/// Returns the byte offsets of the comma behind the tested value, and of the word before the condition, in the arguments
/// of a macro that tests a value; `None` without a condition, or if the text is too long.
fn parts_of_test(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let mut comma = None;
    let mut before = ' ';
    for (at, char) in text.char_indices().take(LONGEST_TEST) {
        match char {
            '"' | '\'' => return None,
            ')' | ']' | '}' if depth == 0 => return None,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 && comma.is_none() => comma = Some(at),
            _ if depth == 0 && before.is_whitespace() && is_word(&text[at..], word) => {
                return comma.map(|comma| (comma, at));
            }
            _ => {}
        }
        before = char;
    }
    None
}

/// Returns whether a text begins with a whole word.
fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word_char))
}

/// Returns the word that ends at a byte offset.
fn name_before(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let start = before.char_indices().rev().find(|(_, char)| !is_word_char(*char));
    &before[start.map_or(0, |(at, char)| at + char.len_utf8())..]
}

/// Returns the text with the `!` of macros that are parsed as calls blanked, for known macros and those at the given
/// offsets; the length is unchanged.
fn as_calls(rules: &LocalRules, text: &str, others: &[usize]) -> Arc<str> {
    let mut bytes = text.as_bytes().to_vec();
    for at in memchr::memchr_iter(b'!', text.as_bytes()) {
        let name = name_before(text, at);
        let behind = text.as_bytes().get(at + 1);
        let has = |words: &[String]| words.iter().any(|word| word == name);
        if behind == Some(&b'(') && has(&rules.call_macros) || others.binary_search(&at).is_ok() {
            bytes[at] = b' ';
        } else if behind == Some(&b'[') && has(&rules.array_macros) {
            bytes[at - name.len()..=at].fill(b' ');
            bytes[at - name.len()] = b'&';
        }
    }
    String::from_utf8(bytes).map_or_else(|_| text.into(), Into::into)
}
