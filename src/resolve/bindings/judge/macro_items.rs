//! Members that a macro defines in the blocks that call it: `impl Buf for Box<T> { forward!(); }`.

use std::ops::Range;

use tree_sitter::Node;

use super::used_name::UsedName;
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, ScopeId, Sort, space};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{Found, InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Meaning;
use crate::text::normal::{find_words, is_word_char};

/// The maximum number of brackets around a name in a macro.
const MOST_DEPTH: usize = 12;

/// Returns the meaning of the name of a member that a macro defines, or of a member of the current object in one, if all
/// blocks that call the macro agree on it.
pub(super) fn member_in_macro(used: UsedName<'_>, role: &NameRole) -> Option<Meaning> {
    let UsedName { project, graph, range, .. } = used;
    let is_item = match role {
        NameRole::Token(TokenBefore::Nothing) => true,
        NameRole::Token(TokenBefore::Object) => false,
        _ => return None,
    };
    let name = graph.slice(range);
    let (tokens, inner) = tokens_of_branch(graph, range)?;
    let is_meant = match is_item {
        true => inner.is_none() && is_named_as_item(graph, range.start),
        false => is_of_receiver(graph, (tokens, inner?), range.start),
    };
    let mut blocks = calling_blocks(project, name_of_macro(graph, tokens).filter(|_| is_meant)?)?.into_iter();
    let mut meaning_in_next = || {
        let (place, scope) = blocks.next()?;
        let block = CallingBlock { project, graph: project.graph(place.file)?, place, scope };
        Some(if is_item { block.member(name) } else { block.member_of_receiver(name) })
    };
    let first = meaning_in_next()??;
    std::iter::from_fn(meaning_in_next).all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// Returns whether the word before a name introduces a definition.
fn is_named_as_item(graph: &BindingGraph, start: usize) -> bool {
    let before = graph.text[..start].trim_end();
    let word = before.rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
    graph.rules().binding_words.iter().any(|known| known == word)
}

/// Returns the tokens of the result of a branch of a macro around a name, and those in them that have the name.
fn tokens_of_branch<'g>(
    graph: &'g BindingGraph,
    range: &Range<usize>,
) -> Option<(Node<'g>, Option<Node<'g>>)> {
    let rules = graph.rules();
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
    let mut tokens = node.parent().filter(|tokens| is_of(*tokens, &rules.tokens))?;
    let mut inner = None;
    for _ in 0..MOST_DEPTH {
        let above = tokens.parent()?;
        if field(above, "right") == Some(tokens) {
            return Some((tokens, inner));
        }
        // What is repeated is on the level around.
        if !graph.slice(&tokens.byte_range()).starts_with('$') {
            inner = Some(tokens);
        }
        tokens = Some(above).filter(|above| is_of(*above, &rules.tokens))?;
    }
    None
}

/// Returns whether the object before the operator that ends at a byte offset is the receiver of a function which a branch
/// of a macro defines; its body is among the tokens of the branch.
fn is_of_receiver(graph: &BindingGraph, (branch, body): (Node<'_>, Node<'_>), start: usize) -> bool {
    let rules = graph.rules();
    let object = graph.text[..start].trim_end().trim_end_matches('.').trim_end();
    let object = object.trim_end_matches([')', '*', '&']);
    let word = object.rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
    let before = object[..object.len() - word.len()].trim_end_matches(['(', '*', '&']);
    let is_receiver = |word: &str| rules.receivers.iter().any(|receiver| receiver == word);
    if !is_receiver(word) || before.ends_with('.') {
        return false;
    }
    let heading = &graph.text[branch.start_byte() + 1..body.start_byte()];
    let heading = heading.rfind(['}', ';']).map_or(heading, |end| &heading[end + 1..]);
    let mut parts = heading.split(|char| !is_word_char(char));
    let introduced = parts.clone().find(|word| rules.binding_words.iter().any(|known| known == word));
    // Another function in the body has a receiver of its own.
    let is_only = |word| find_words(&graph.text[body.start_byte()..start], word).next().is_none();
    introduced.is_some_and(is_only) && parts.any(is_receiver)
}

/// Returns the name of the macro to whose branch some tokens belong.
fn name_of_macro<'g>(graph: &'g BindingGraph, branch: Node<'_>) -> Option<&'g str> {
    let whole = branch.parent().and_then(|rule| rule.parent())?;
    let id = graph.by_byte.get(&field(whole, "name")?.start_byte())?;
    let is_macro = graph.bindings[*id].kind == BindingKind::Macro;
    is_macro.then(|| graph.slice(&graph.bindings[*id].name))
}

/// Returns the blocks of classes whose members a macro defines, each with the place of the call; `None` if the macro is
/// used in another way, or if there are several of its name.
fn calling_blocks(project: &Project, name: &str) -> Option<Vec<(Place, usize)>> {
    let mut blocks = Vec::new();
    let mut definitions = 0;
    for file in project.files_with(name) {
        let graph = project.graph(file)?;
        for at in graph.places_of(name) {
            let range = at..at + name.len();
            match graph.role(&range) {
                NameRole::Comment | NameRole::Text => continue,
                NameRole::Bound(id) if graph.bindings[id].kind == BindingKind::Macro => {
                    definitions += 1;
                    continue;
                }
                _ => {}
            }
            let scope = graph.scope_at(at);
            let is_call = graph.text[range.end..].trim_start().starts_with('!');
            if !is_call || graph.scopes[scope].sort != Sort::Class || is_in_tokens(graph, at) {
                return None;
            }
            blocks.push((Place { file, byte: at }, scope));
        }
    }
    (definitions == 1).then_some(blocks)
}

/// Returns whether a byte offset is in the arguments or the definition of a macro.
fn is_in_tokens(graph: &BindingGraph, at: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(at, at + 1);
    std::iter::successors(node, Node::parent).any(|node| is_of(node, &graph.rules().tokens))
}

/// A block of a class that calls a macro.
struct CallingBlock<'p> {
    project: &'p Project,
    graph: &'p BindingGraph,
    place: Place,
    scope: ScopeId,
}

impl CallingBlock<'_> {
    /// Returns what a member of a name is in the block, if it implements a trait.
    fn member(&self, name: &str) -> Option<Meaning> {
        let here = &self.graph.scopes[self.scope];
        let place = Place { byte: here.range.start, ..self.place };
        match self.project.resolve(place, here.of_trait.as_ref()?, space::TYPE, 1) {
            Found::Definition(of_trait, ..) => {
                let (file, id) = self.project.own_member(&of_trait, name, space::VALUE)?;
                Some(Meaning::Is(self.project.key_of(file, id, 0)))
            }
            Found::External => Some(Meaning::Not),
            _ => None,
        }
    }

    /// Returns what a member of a name is of the objects for which the block is.
    fn member_of_receiver(&self, name: &str) -> Option<Meaning> {
        let here = &self.graph.scopes[self.scope];
        let place = Place { byte: here.range.start, ..self.place };
        let InferredType::Object(class) = self.project.object_of(place, here.subject.as_ref()?, 1) else {
            return None;
        };
        match self.project.member(&class, name, space::VALUE, 1) {
            Found::Definition(key, ..) => Some(Meaning::Is(key)),
            _ => None,
        }
    }
}
