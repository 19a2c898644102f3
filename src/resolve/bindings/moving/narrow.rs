//! Rewrites import statements with fewer names, or with another module.

use std::ops::Range;

use tree_sitter::Node;

use super::style::is_single;
use crate::lang::{MoveRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId};
use crate::text::{Edit, Lexer, TokenKind};

/// The line length in characters up to which all formatters keep a statement on one line.
const SHORT_LINE: usize = 80;

/// The place of a statement that has some of the names of another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NarrowedPlace {
    /// It replaces that statement.
    Same,
    /// It is inserted beside the statement, which keeps the other names: comments about all names, or several of them,
    /// stay there.
    Beside,
}

/// Returns a statement without the names `others`.
pub(super) fn narrowed(
    graph: &BindingGraph,
    outer: Node<'_>,
    ids: &[BindingId],
    others: &[BindingId],
) -> Option<String> {
    narrowed_at(graph, outer, (ids, others), NarrowedPlace::Same)
}

/// Returns a copy of a statement without the names `others`, to be inserted beside the original, which keeps these.
pub(super) fn narrowed_copy(
    graph: &BindingGraph,
    outer: Node<'_>,
    ids: &[BindingId],
    others: &[BindingId],
) -> Option<String> {
    narrowed_at(graph, outer, (ids, others), NarrowedPlace::Beside)
}

fn narrowed_at(
    graph: &BindingGraph,
    outer: Node<'_>,
    (ids, others): (&[BindingId], &[BindingId]),
    place: NarrowedPlace,
) -> Option<String> {
    let text = graph.slice(&outer.byte_range());
    let range = outer.byte_range();
    if others.is_empty() {
        return Some(text.to_owned());
    }
    let rules = graph.language.manifest().imports.as_ref()?;
    let lists = rules.lists.as_ref()?;
    if lists.bare && !text.contains(lists.open.as_str()) {
        let from = rules
            .item_words
            .iter()
            .find_map(|word| Some(text.find(&format!(" {word} "))? + word.len() + 2))?;
        let gone = others.iter().map(|id| {
            let at = graph.bindings[*id].name.start - range.start;
            let begin = text[from..at.max(from)].rfind(',').map_or(from, |comma| from + comma + 1);
            let end = text[at..].find(',').map_or(text.len(), |comma| at + comma);
            text[begin..end].split_whitespace().collect::<Vec<_>>().join(" ")
        });
        return without_listed(graph, text, &gone.collect::<Vec<_>>(), place);
    }
    let (open, close) = (text.find(lists.open.as_str())?, text.find(lists.close.as_str())?);
    let is_listed = |id: &BindingId| {
        let at = graph.bindings[*id].name.start - range.start;
        (open..close).contains(&at)
    };
    let word = text.split_whitespace().next()?;
    let behind = &text[close + lists.close.len()..];
    // Removes the part before the list, or the whole list, or some of its names.
    if !ids.iter().any(is_listed) {
        let before = text[..open].trim_end().trim_end_matches(',').trim_end();
        return Some(format!("{before}{behind}"));
    }
    // Comments between the names must not be taken for names.
    let mut bare = text.as_bytes().to_vec();
    let tokens = Lexer::new(graph.language.lexical()).tokens(text);
    tokens.filter(|token| token.kind == TokenKind::Comment).for_each(|token| bare[token.range].fill(b' '));
    let bare = String::from_utf8(bare).ok()?;
    let gone: Vec<String> = others
        .iter()
        .filter(|id| is_listed(id))
        .map(|id| {
            let at = graph.bindings[*id].name.start - range.start - open;
            listed_name(&bare[open + lists.open.len()..close], at - lists.open.len())
        })
        .collect();
    let list = text[open..].to_owned();
    let text = if ids.iter().all(is_listed) && others.iter().any(|id| !is_listed(id)) {
        format!("{word} {list}")
    } else {
        text.to_owned()
    };
    if gone.is_empty() {
        return Some(text);
    }
    without_listed(graph, &text, &gone, place)
}

/// Returns the trailing comment of a statement, with the blanks before it.
pub(super) fn comment_behind<'g>(graph: &'g BindingGraph, statement: &Range<usize>) -> &'g str {
    let rest = graph.text[statement.end..].lines().next().unwrap_or_default().trim_end();
    let is_comment = graph.language.lexical().begins_with_line_comment(rest.trim_start());
    if is_comment { rest } else { "" }
}

/// Returns a statement with one name on a single line, if it is short enough and the formatters of the language write
/// it like that.
pub(super) fn joined(graph: &BindingGraph, statement: String) -> String {
    let lists = graph.language.manifest().imports.as_ref().and_then(|imports| imports.lists.as_ref());
    let Some(lists) = lists.filter(|lists| lists.names_only && statement.contains('\n')) else {
        return statement;
    };
    let mut tokens = Lexer::new(graph.language.lexical()).tokens(&statement);
    let words: Vec<&str> = statement.split_whitespace().collect();
    let line = words.join(" ").replace(&format!(", {}", lists.close), &format!(" {}", lists.close));
    let has_comment = tokens.any(|token| token.kind == TokenKind::Comment);
    if has_comment || line.chars().count() > SHORT_LINE { statement } else { line }
}

/// Returns a statement without some names of its list.
fn without_listed(
    graph: &BindingGraph,
    statement: &str,
    gone: &[String],
    place: NarrowedPlace,
) -> Option<String> {
    if place == NarrowedPlace::Beside {
        return crate::resolve::symbol::copy_without_names(graph.language, statement, gone);
    }
    let mut text = statement.to_owned();
    let mut edits = crate::resolve::symbol::without_names(graph.language, statement, gone)?;
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    for edit in edits {
        text.replace_range(edit.range, &edit.text);
    }
    Some(text)
}

/// Returns a name in a list, with its alias.
fn listed_name(text: &str, at: usize) -> String {
    let begin = text[..at].rfind(['{', ',']).map_or(0, |at| at + 1);
    let end = text[at..].find([',', '}']).map_or(text.len(), |end| at + end);
    let own = &text[begin..end];
    // A single colon separates a name from its alias; two colons are part of a path.
    let own = if own.contains("::") { own.to_owned() } else { own.replace(':', " : ") };
    own.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a statement with another module path.
pub(super) fn respelled(text: &str, written: &str, spelled: &str) -> String {
    let quoted = |quote: &char| format!("{quote}{written}{quote}");
    match ['"', '\''].into_iter().find(|quote| text.contains(&quoted(quote))) {
        Some(quote) => text.replacen(&quoted(&quote), &format!("{quote}{spelled}{quote}"), 1),
        None => text.to_owned(),
    }
}

/// Returns the lines of a top-level statement that has them to itself, with the blank lines that only separated it.
pub(super) fn line_of(graph: &BindingGraph, statement: &Range<usize>) -> Option<Range<usize>> {
    let outer = outermost(graph, statement.start)?;
    let start = graph.text[..statement.start].rfind('\n').map_or(0, |at| at + 1);
    let end = graph.text[statement.end..].find('\n').map_or(graph.text.len(), |at| statement.end + at + 1);
    let rest = graph.text[statement.end..end].trim();
    let lexical = &graph.language.manifest().lexical;
    let is_alone = graph.text[start..statement.start].trim().is_empty()
        && (rest.is_empty() || lexical.begins_with_line_comment(rest));
    let is_apart = start == 0 || graph.text[..start].ends_with("\n\n");
    let mut end = end;
    while let Some(line) =
        graph.text[end..].split_inclusive('\n').next().filter(|line| is_apart && line.trim().is_empty())
    {
        end += line.len();
    }
    (outer.byte_range() == *statement && is_alone).then_some(start..end)
}

/// Returns the edits of a file, where removals of adjacent lines are combined, and include the blank lines that only
/// separated these.
pub(super) fn tidied(graph: &BindingGraph, mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut done: Vec<Edit> = Vec::new();
    for edit in edits {
        match done.last_mut() {
            Some(last)
                if last.text.is_empty()
                    && edit.text.is_empty()
                    && !edit.range.is_empty()
                    && last.range.end == edit.range.start =>
            {
                last.range.end = edit.range.end;
            }
            _ => done.push(edit),
        }
    }
    // Removes blank lines that would remain at the end of the file.
    let before = done.iter().rev().nth(1).map_or(0, |edit| edit.range.end);
    if let Some(last) = done.last_mut()
        && last.text.is_empty()
        && last.range.end == graph.text.len()
    {
        while graph.text[..last.range.start].ends_with("\n\n") && before < last.range.start {
            last.range.start -= 1;
        }
    }
    let starts: Vec<usize> = done.iter().map(|edit| edit.range.start).collect();
    for edit in done.iter_mut().filter(|edit| edit.text.is_empty() && !edit.range.is_empty()) {
        let is_apart = edit.range.start == 0 || graph.text[..edit.range.start].ends_with("\n\n");
        while let Some(line) = graph.text[edit.range.end..].split_inclusive('\n').next()
            && is_apart
            && line.trim().is_empty()
            && !starts.iter().any(|at| (edit.range.end..edit.range.end + line.len()).contains(at))
        {
            edit.range.end += line.len();
        }
    }
    done
}

/// Returns the range of the import statement that binds a name, or else of the name itself.
pub(super) fn bound_by(graph: &BindingGraph, rules: &MoveRules, id: BindingId) -> Range<usize> {
    let name = &graph.bindings[id].name;
    let calls = rules.exports.iter().flat_map(|gives| &gives.calls);
    let is_call =
        |outer: &Node<'_>| calls.clone().any(|kind| kind == outer.kind()) && is_single(graph, *outer);
    let is_import = |outer: &Node<'_>| is_of(outer, &rules.statements) || is_call(outer);
    let is_imported = graph.bindings[id].import.is_some();
    outermost(graph, name.start)
        .filter(|outer| is_imported && is_import(outer))
        .map_or_else(|| name.clone(), |outer| outer.byte_range())
}

/// Returns the top-level statement that contains a byte offset; items in a macro count as such statements.
pub(super) fn outermost(graph: &BindingGraph, byte: usize) -> Option<Node<'_>> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(byte, byte)?;
    let mut around: Vec<Node<'_>> = std::iter::successors(Some(node), Node::parent)
        .take_while(|around| around.id() == node.id() || around.id() != root.id())
        .collect();
    let mut found = around.pop()?;
    while graph.is_item_macro(found)
        && let [.., item, braces] = around[..]
        && found.child_by_field_name("body") == Some(braces)
    {
        found = item;
        around.truncate(around.len() - 2);
    }
    Some(found)
}
