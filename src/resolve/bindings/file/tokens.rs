//! Names in text that is not parsed: attributes, and the arguments of macros.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::graph::{BindingGraph, BindingId, BindingKind, FileId, Sort, space};
use super::role::{NameRole, TokenBefore, path_start};
use crate::lang::{field, is_of};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Use};
use crate::text::normal::{find_words, is_word_char};

/// The maximum number of enclosing nodes of a name that are examined.
const MOST_DEPTH: usize = 60;

/// Returns the byte offsets of uses of a name in macro arguments that also seem to bind it.
pub(in crate::resolve::bindings) fn unsure(graph: &BindingGraph, name: &str) -> HashSet<usize> {
    let rules = graph.rules();
    if rules.binding_words.is_empty() {
        return HashSet::new();
    }
    let mut binding = HashSet::new();
    let mut all = Vec::new();
    for at in graph.places_of(name) {
        let Some(tokens) = graph.tokens_around(at) else { continue };
        if graph.seems_bound(&(at..at + name.len())) {
            binding.insert(tokens);
        }
        all.push((at, tokens));
    }
    all.into_iter().filter(|(_, tokens)| binding.contains(tokens)).map(|(at, _)| at).collect()
}

/// Returns whether a use is a bare token in the arguments of a macro of the project, which may access it as a member of
/// an object.
pub(in crate::resolve::bindings) fn is_given_to_own_macro(project: &Project, one: &Use) -> bool {
    let Some(graph) = project.graph(one.file) else { return false };
    let is_bare = one.role == NameRole::Token(TokenBefore::Nothing);
    let place = Place { file: one.file, byte: one.range.start };
    is_bare && own_macro(project, graph, place, &one.range).is_some()
}

/// Returns whether a bare token may be the name of a field: a field has that name, and the token is given to a macro
/// of the project that takes names, and not only expressions.
pub(in crate::resolve::bindings) fn may_name_field(
    project: &Project,
    graph: &BindingGraph,
    place: Place,
    range: &Range<usize>,
) -> bool {
    let has_field = || {
        let name = graph.slice(range);
        project.files_with(name).into_iter().filter_map(|file| project.graph(file)).any(|graph| {
            let mut bound = graph.places_of(name).filter_map(|at| graph.by_byte.get(&at));
            bound.any(|id| graph.bindings[*id].kind == BindingKind::Field)
        })
    };
    own_macro(project, graph, place, range).is_some_and(|(file, id)| {
        let Some(graph) = project.graph(file) else { return true };
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let whole = node.and_then(|node| node.parent()).map_or(name.clone(), |whole| whole.byte_range());
        let taken = &graph.rules().name_fragments;
        taken.iter().any(|fragment| graph.slice(&whole).contains(fragment.as_str()))
    }) && has_field()
}

/// Returns the macro of the project whose arguments contain a bare token.
fn own_macro(
    project: &Project,
    graph: &BindingGraph,
    place: Place,
    range: &Range<usize>,
) -> Option<(FileId, BindingId)> {
    if graph.text[range.end..].trim_start().starts_with(['(', ':']) {
        return None;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end);
    // Arguments that are expressions are parsed as those of a call.
    let called = std::iter::successors(node, Node::parent).find_map(|node| {
        let called = field(node, "function").filter(|called| called.end_byte() <= range.start);
        let is_macro = |called: &Node<'_>| graph.text[called.end_byte()..].starts_with('!');
        field(node, "macro").or_else(|| called.filter(is_macro))
    })?;
    let name = graph.slice(&called.byte_range());
    let path: Vec<String> = name.split("::").map(|part| part.trim().to_owned()).collect();
    match project.import(place, &path, Lookup::of(space::MACRO, 0)) {
        Found::Definition(_, file, id) => Some((file, id)),
        // A macro of another file is also visible without a path, or in the root of its crate.
        _ => defined_macro(project, path.last()?),
    }
}

/// Returns the first macro of a name that a file of the project defines.
fn defined_macro(project: &Project, name: &str) -> Option<(FileId, BindingId)> {
    let files = project.files_with(name).into_iter();
    files.filter_map(|file| Some((file, project.graph(file)?))).find_map(|(file, graph)| {
        let mut bound = graph.places_of(name).filter_map(|at| graph.by_byte.get(&at));
        let id = bound.find(|id| graph.bindings[**id].kind == BindingKind::Macro)?;
        Some((file, *id))
    })
}

/// Returns whether a use is in the arguments of a macro outside of functions, where macros generate definitions.
pub(in crate::resolve::bindings) fn is_given_to_definer(project: &Project, one: &Use) -> bool {
    if one.role != NameRole::Token(TokenBefore::Nothing) || one.meaning != Meaning::Unknown(Doubt::Macro) {
        return false;
    }
    let Some(graph) = project.graph(one.file) else { return false };
    let is_outside = |at: usize| matches!(graph.scopes[at].sort, Sort::File | Sort::Module);
    graph.around(graph.scope_at(one.range.start)).all(is_outside)
}

/// Returns whether a use is a bare token, neither accessed as a member nor followed by a value.
pub(in crate::resolve::bindings) fn stands_alone(project: &Project, one: &Use) -> bool {
    let Some(graph) = project.graph(one.file) else { return false };
    let after = graph.text[one.range.end..].trim_start();
    let is_key = after.starts_with(':') && !after.starts_with("::");
    one.role == NameRole::Token(TokenBefore::Nothing) && !is_key && !after.starts_with('(')
}

impl BindingGraph {
    /// Returns the byte offset at which the arguments of the outermost macro around a byte offset begin.
    fn tokens_around(&self, at: usize) -> Option<usize> {
        let rules = self.rules();
        let mut node = self.tree.root_node().descendant_for_byte_range(at, at)?;
        let mut outermost =
            self.unparsed_arguments.iter().find(|loose| loose.contains(&at)).map(|loose| loose.start);
        for _ in 0..MOST_DEPTH {
            if is_of(node, &rules.tokens) {
                outermost = Some(outermost.map_or(node.start_byte(), |known| known.min(node.start_byte())));
            }
            match node.parent() {
                Some(parent) => node = parent,
                None => break,
            }
        }
        outermost
    }

    /// Returns whether the tokens around a byte offset declare a name as a type parameter: `<E: Error>`.
    pub(in crate::resolve::bindings) fn declares_generic(&self, at: usize, name: &str) -> bool {
        let Some(start) = self.tokens_around(at) else { return false };
        let node = self.tree.root_node().descendant_for_byte_range(start, start + 1);
        let end = node.and_then(|node| node.parent()).map_or(self.text.len(), |tokens| tokens.end_byte());
        let tokens = self.text.get(start..end).unwrap_or_default();
        find_words(tokens, name).any(|at| {
            let before = tokens[..at].trim_end();
            let after = tokens[at + name.len()..].trim_start();
            let is_listed =
                after.starts_with([',', '>', '=']) || after.starts_with(':') && !after.starts_with("::");
            before.ends_with(['<', ',']) && is_listed
        })
    }

    /// Returns whether a name is a field in a literal or a pattern, parsed or not.
    fn is_field_key(&self, range: &Range<usize>) -> bool {
        let is_parsed = self.rules().separate_field_namespace && self.labels.contains_key(&range.start);
        is_parsed || self.literal_around(range).is_some()
    }

    /// Returns the path before the braces around a name that may be a field, in tokens that are not parsed:
    /// `Error::Full { limit: 4, .. }`.
    pub(in crate::resolve::bindings) fn literal_around(&self, range: &Range<usize>) -> Option<Vec<String>> {
        let rules = self.rules();
        let before = self.code_before(range.start);
        let after = self.text[range.end..].trim_start();
        let is_key = after.starts_with([',', '}']) || after.starts_with(':') && !after.starts_with("::");
        if !rules.separate_field_namespace || !is_key || !before.ends_with(['{', ',']) {
            return None;
        }
        let is_tokens = |node: &Node<'_>| is_of(node, &rules.tokens);
        let node = self.tree.root_node().descendant_for_byte_range(range.start, range.end);
        let braces = std::iter::successors(node, Node::parent).find(is_tokens)?.start_byte();
        let head = self.text[braces..].starts_with('{').then(|| self.code_before(braces))?;
        let path = &head[path_start(head)..];
        let is_name = path.ends_with(is_word_char);
        is_name.then(|| path.split("::").map(|part| part.trim().to_owned()).collect())
    }

    /// Returns whether a byte offset is in macro arguments that may be no expressions.
    pub(super) fn is_loose_at(&self, byte: usize) -> bool {
        self.unparsed_arguments.iter().any(|loose| loose.contains(&byte))
    }

    /// Returns whether a name among tokens seems to be bound there or to be the name of an argument, judged by its
    /// neighbors.
    fn seems_bound(&self, range: &Range<usize>) -> bool {
        let before = self.text[..range.start].trim_end();
        let after = self.text[range.end..].trim_start();
        // `|&key|` binds a name, too.
        let before = before.trim_end_matches('&').trim_end();
        let start = before.char_indices().rev().find(|(_, char)| !is_word_char(*char));
        let word = &before[start.map_or(0, |(at, char)| at + char.len_utf8())..];
        let is_path = before.ends_with("::");
        let is_member = before.ends_with('.');
        let is_argument = after.starts_with(':') && !after.starts_with("::")
            || after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
        self.rules().binding_words.iter().any(|known| known == word)
            || before.ends_with('|') && after.starts_with(['|', ','])
            || after.starts_with("in ")
            || is_argument && !is_path && !is_member && !self.is_field_key(range)
    }

    /// Returns the role of a word in an attribute.
    pub(super) fn in_attribute(&self, attribute: &Node<'_>, range: &Range<usize>) -> NameRole {
        let rules = self.rules();
        let whole = attribute.byte_range();
        let before = &self.text[whole.start..range.start];
        let around = heads_around(before);
        let is_of = |words: &[String], head: &str| words.iter().any(|word| word == head);
        // A wrapper for other attributes (`cfg_attr`) is ignored.
        let mut heads =
            around.iter().skip_while(|(head, values)| *values > 0 && is_of(&rules.attribute_choices, head));
        let head = heads.next().map(|(head, _)| *head);
        let is_applied =
            head.is_none_or(|head| is_of(&rules.attribute_lists, head)) && heads.next().is_none();
        if is_applied && !is_given_in(before) {
            return NameRole::Applied(parts_of(path_before(before)));
        }
        let own = self.text[whole.clone()].trim_start_matches(['#', '!', '[', ' ']);
        let own = &own[..own.find(|char| !is_word_char(char)).unwrap_or(own.len())];
        if is_of(&rules.unrelated_attributes, head.unwrap_or(own)) {
            return NameRole::Label(None);
        }
        let inner = attribute.named_child(0);
        let arguments = inner.and_then(|inner| field(inner, "arguments").or_else(|| field(inner, "value")));
        if arguments.is_none_or(|arguments| range.start < arguments.start_byte()) {
            return NameRole::Label(None);
        }
        let path = path_before(before);
        let edge =
            before[..before.len() - if path.is_empty() { 0 } else { path.len() + 2 }].chars().next_back();
        let is_quoted = before.matches('"').count() % 2 == 1;
        let is_all = edge == Some('"') && self.text[range.end..].starts_with('"');
        if is_quoted && !is_all {
            let is_name = edge == Some('{');
            return if is_name { NameRole::Attribute(Vec::new()) } else { NameRole::Text };
        }
        NameRole::Attribute(parts_of(path))
    }

    /// Returns whether a word is the name of an argument of a formatting macro, `size = 3`, or refers to one inside the
    /// format string.
    pub(super) fn names_filled_in(&self, range: &Range<usize>, above: &[Node<'_>]) -> bool {
        let rules = self.rules();
        let call = above.iter().find(|node| field(**node, "function").is_some());
        let called = call.and_then(|call| field(*call, "function"));
        let Some((call, called)) = call.zip(called).filter(|(_, called)| self.fills_in(called)) else {
            return false;
        };
        let Some(given) = field(*call, "arguments") else { return false };
        let mut cursor = given.walk();
        // A comparison also has a left side.
        let is_given = |name: &Node<'_>| {
            let behind = self.text[name.end_byte()..].trim_start();
            behind.starts_with('=') && !behind.starts_with("==")
        };
        let mut names =
            given.named_children(&mut cursor).filter_map(|one| field(one, "left")).filter(is_given);
        let is_in_string = above.iter().take(3).any(|node| is_of(node, &rules.strings));
        called.end_byte() <= range.start
            && match is_in_string {
                true => {
                    self.is_filled_in(range)
                        && names.any(|name| self.slice(&name.byte_range()) == self.slice(range))
                }
                false => names.any(|name| name.byte_range() == *range),
            }
    }

    /// Returns whether a callee is a formatting macro.
    fn fills_in(&self, called: &Node<'_>) -> bool {
        let name = self.slice(&called.byte_range());
        let last = name.rsplit("::").next().unwrap_or(name);
        self.text[called.end_byte()..].starts_with('!')
            && self.rules().format_macros.iter().any(|format| format == last)
    }

    /// Returns whether a word in a string is the name of a formatted value, `{size}`, or of its width, `{name:size$}`.
    /// Doubled braces are escapes.
    fn is_filled_in(&self, range: &Range<usize>) -> bool {
        let before = &self.text[..range.start];
        let Some(open) = before.rfind(['{', '}', '"']).filter(|at| before[*at..].starts_with('{')) else {
            return false;
        };
        let above = &before[..=open];
        let is_open = (above.len() - above.trim_end_matches('{').len()) % 2 == 1;
        let (inner, after) = (&before[open + 1..], &self.text[range.end..]);
        is_open
            && match inner {
                "" => after.starts_with(['}', ':']),
                _ => after.starts_with('$') && inner.contains(':'),
            }
    }

    /// Returns whether a word in a string is a name that a macro formats: `Some(true)` if that is certain.
    pub(in crate::resolve::bindings) fn formatted(
        &self,
        range: &Range<usize>,
        above: &[Node<'_>],
    ) -> Option<bool> {
        let rules = self.rules();
        if rules.format_macros.is_empty() || !self.is_filled_in(range) {
            return None;
        }
        let is_tokens = |node: &Node<'_>| is_of(node, &rules.tokens);
        if above.iter().any(is_tokens) || self.is_loose_at(range.start) {
            return Some(false);
        }
        let called = above.iter().find_map(|node| field(*node, "function"))?;
        self.text[called.end_byte()..].starts_with('!').then(|| self.fills_in(&called))
    }
}

/// Returns the names whose parentheses are open at the end of the text of an attribute, each with the number of values
/// before in its parentheses.
fn heads_around(text: &str) -> Vec<(&str, usize)> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut quoted = false;
    for (at, char) in text.char_indices() {
        match char {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => {
                let path = &text[..at];
                let path = &path[path.trim_end_matches(|char| is_word_char(char) || char == ':').len()..];
                open.push((path.split("::").next().unwrap_or_default(), 0));
            }
            ')' => {
                open.pop();
            }
            ',' => {
                if let Some((_, values)) = open.last_mut() {
                    *values += 1;
                }
            }
            _ => {}
        }
    }
    open
}

/// Returns whether the text of an attribute ends in a value: after `=`, or in a string.
fn is_given_in(text: &str) -> bool {
    let last = text.rfind(['(', ',', '[']).map_or(text, |at| &text[at..]);
    text.matches('"').count() % 2 == 1 || last.contains('=')
}

/// Returns the path at the end of a text, without the final `::`.
fn path_before(text: &str) -> &str {
    let is_part = |char: char| is_word_char(char) || char == ':';
    let path = text.strip_suffix("::").and_then(|path| path.rsplit(|char| !is_part(char)).next());
    path.unwrap_or_default()
}

fn parts_of(path: &str) -> Vec<String> {
    path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
