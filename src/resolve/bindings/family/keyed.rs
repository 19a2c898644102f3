//! String keys of objects whose classes store their fields by string: `movie["name"]`.

use tree_sitter::Node;

use crate::lang::{KeyedRules, field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::arity::parameters_of;
use crate::resolve::bindings::used::{Target, Use, Verdict};

/// The maximum nesting depth of literals that is followed outwards.
const MOST_AROUND: usize = 6;

/// Sets the verdicts of strings that are keys, if the definition is a field that is accessed by string.
pub(in crate::resolve::bindings) fn judge_key_strings(project: &Project, target: &Target, uses: &mut [Use]) {
    let Some(rules) = &project.rules.keyed else { return };
    let Container::Class(class) = &target.own.container else { return };
    if !project.is_keyed(class) {
        return;
    }
    for one in uses.iter_mut().filter(|one| one.role == NameRole::Text) {
        let Some(graph) = project.graph(one.file) else { continue };
        let asked = AskedKey { project, graph, file: one.file, rules };
        let Some(owner) = asked.owner(one) else { continue };
        one.verdict = match owner {
            InferredType::Object(class) => match project.member(&class, &target.own.name, space::ALL, 0) {
                Found::Definition(key, ..) if target.keys.contains(&key) => Verdict::Certain,
                Found::Definition(..) | Found::Nowhere => Verdict::Unrelated,
                _ => Verdict::Undecidable(Doubt::Quoted),
            },
            // It is declared as another kind of object.
            InferredType::MapOf(..) | InferredType::ContainerOf(_) => Verdict::Unrelated,
            _ => Verdict::Undecidable(Doubt::Quoted),
        };
    }
}

/// A string that may be a key.
struct AskedKey<'k> {
    project: &'k Project,
    graph: &'k BindingGraph,
    file: FileId,
    rules: &'k KeyedRules,
}

impl<'k> AskedKey<'k> {
    fn is(kinds: &[String], node: Node<'_>) -> bool {
        is_of(node, kinds)
    }

    /// Returns the type of the object of which a string is a key; `None` if it is no key.
    fn owner(&self, one: &Use) -> Option<InferredType> {
        let graph = self.graph;
        let node = graph.tree.root_node().descendant_for_byte_range(one.range.start, one.range.end)?;
        let is_string = |node: &Node<'_>| Self::is(&graph.rules().strings, *node);
        let string = std::iter::successors(Some(node), Node::parent).take(2).find(is_string)?;
        let around = graph.slice(&string.byte_range()).trim_matches(['"', '\'']);
        if around != graph.slice(&one.range) {
            return None;
        }
        let above = string.parent()?;
        if Self::is(&self.rules.accesses, above) {
            return self.kind(field(above, "value").filter(|value| value.end_byte() <= one.range.start)?);
        }
        if Self::is(&self.rules.tests, above) {
            let object = string.next_named_sibling()?;
            let between = graph.slice(&(string.end_byte()..object.start_byte()));
            let is_asked = between.split_whitespace().next_back() == Some(self.rules.word.as_str());
            return self.kind(object).filter(|_| is_asked);
        }
        if field(above, "key") == Some(string) {
            return Some(self.expected(above.parent()?, 0).unwrap_or(InferredType::Unknown));
        }
        let is_first = above.named_child(0) == Some(string);
        let call = above.parent().filter(|call| is_first && field(*call, "arguments") == Some(above))?;
        let function = field(call, "function")?;
        let called = field(function, "attribute").map(|name| graph.slice(&name.byte_range()))?;
        let is_known = self.rules.calls.iter().any(|own| own == called);
        self.kind(field(function, "object").filter(|_| is_known)?)
    }

    fn kind(&self, node: Node<'_>) -> Option<InferredType> {
        self.kind_of_value(node, 0).or_else(|| self.kind_by_names(node))
    }

    /// Returns the type of the value of a key.
    fn kind_of_value(&self, node: Node<'_>, steps: usize) -> Option<InferredType> {
        let is_taker = Self::is(&self.rules.accesses, node) && steps < MOST_AROUND;
        let (value, key) = (field(node, "value").filter(|_| is_taker)?, field(node, "subscript")?);
        let owner = self.kind_of_value(value, steps + 1).or_else(|| self.kind_by_names(value))?;
        matches!(&owner, InferredType::Object(class) if self.project.is_keyed(class))
            .then(|| self.expected_at(owner, key))?
    }

    fn kind_by_names(&self, node: Node<'_>) -> Option<InferredType> {
        let place = Place { file: self.file, byte: node.start_byte() };
        Some(self.project.kind_of(place, &expr(self.graph.rules(), &self.graph.text, node, 0), 0))
    }

    /// Returns the type of an object, given the node of its declared type.
    fn object(&self, declared: Node<'_>) -> InferredType {
        let place = Place { file: self.file, byte: declared.start_byte() };
        let spelled = expr(self.graph.rules(), &self.graph.text, declared, 0);
        self.project.object_of(place, &spelled, 0)
    }

    /// Returns the expected type of a literal, from the code around it.
    fn expected(&self, literal: Node<'_>, steps: usize) -> Option<InferredType> {
        let above = literal.parent().filter(|_| steps < MOST_AROUND)?;
        if let Some(declared) = field(above, "type") {
            return Some(self.object(declared));
        }
        if field(above, "right") == Some(literal) {
            // The type of an undeclared variable follows from its values.
            return self.kind(field(above, "left")?).filter(|kind| *kind != InferredType::Plain);
        }
        if let Some(key) = field(above, "key").filter(|_| field(above, "value") == Some(literal)) {
            return self.expected_at(self.expected(above.parent()?, steps + 1)?, key);
        }
        if Self::is(&self.rules.value_lists, above) {
            return match self.expected(above, steps + 1)? {
                InferredType::ContainerOf(held) => Some(*held),
                _ => None,
            };
        }
        let returns = self.graph.rules().results.as_ref().map_or(&[][..], |rules| rules.returns.as_slice());
        if Self::is(returns, above) {
            let mut around = std::iter::successors(above.parent(), Node::parent);
            let function = around.find(|node| field(*node, "parameters").is_some())?;
            return Some(self.object(field(function, "return_type")?));
        }
        self.expected_as_argument(literal, above)
    }

    /// Returns the expected type of the value of a key in an object.
    fn expected_at(&self, owner: InferredType, key: Node<'_>) -> Option<InferredType> {
        match owner {
            InferredType::MapOf(_, held) => Some(*held),
            InferredType::Object(class) => {
                let name = self.graph.slice(&key.byte_range()).trim_matches(['"', '\'']);
                match self.project.member(&class, name, space::ALL, 0) {
                    Found::Definition(_, file, id) => self.declared(file, id),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn declared(&self, file: FileId, id: usize) -> Option<InferredType> {
        let binding = &self.project.graph(file)?.bindings[id];
        let place = Place { file, byte: binding.name.start };
        Some(self.project.object_of(place, binding.declared.as_ref()?, 0))
    }

    /// Returns the expected type of an argument of a function call.
    fn expected_as_argument(&self, value: Node<'_>, above: Node<'_>) -> Option<InferredType> {
        let named = field(above, "name").filter(|_| field(above, "value") == Some(value));
        let argument = if named.is_some() { above } else { value };
        let list = argument.parent()?;
        let call = list.parent().filter(|call| field(*call, "arguments") == Some(list))?;
        let InferredType::Function(file, id) = self.kind(field(call, "function")?)? else { return None };
        let graph = self.project.graph(file)?;
        let (_, parameters) = parameters_of(graph, &graph.bindings[id].name)?;
        let mut cursor = parameters.walk();
        let all: Vec<Node<'_>> =
            parameters.named_children(&mut cursor).filter(|node| !node.is_extra()).collect();
        let own_name = |parameter: Node<'k>| {
            field(parameter, "name").or_else(|| parameter.named_child(0)).unwrap_or(parameter)
        };
        let parameter = match named {
            Some(name) => {
                let name = self.graph.slice(&name.byte_range());
                all.into_iter().find(|one| graph.slice(&own_name(*one).byte_range()) == name)?
            }
            None => {
                let mut cursor = list.walk();
                let mut values = list.named_children(&mut cursor).filter(|node| !node.is_extra());
                let at = values.position(|node| node == value)?;
                let first = all.first().map(|one| graph.slice(&own_name(*one).byte_range()));
                let receivers = graph.rules().receivers.iter().chain(&graph.rules().own_class);
                let has_object = receivers.into_iter().any(|own| Some(own.as_str()) == first);
                *all.get(at + usize::from(has_object))?
            }
        };
        self.declared(file, *graph.by_byte.get(&own_name(parameter).start_byte())?)
    }
}
