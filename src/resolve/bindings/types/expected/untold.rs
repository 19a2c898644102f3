//! Values that are given to what nothing tells the type of, in files that spell a type of the names of members.

use std::rc::Rc;

use tree_sitter::Node;

use super::spelled::{children, generic};
use super::{CandidateClasses, MOST_ABOVE, MOST_AROUND, TypedNode, has_operator};
use crate::lang::{ExpressionKind, field, is_of};
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId, TOP, space};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType};
use crate::resolve::bindings::project::Project;

/// The number of functions that are followed, one called by the other.
const MOST_CALLED: usize = 3;

impl Project {
    /// The classes of whose members a file spells the names as a type: in itself, or by types that it has from others.
    pub(in crate::resolve::bindings) fn classes_of_keys(&self, file: FileId) -> Rc<Vec<DefinitionId>> {
        if let Some(known) = self.classes_of_keys.borrow().get(&file) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_classes_of_keys(file));
        self.classes_of_keys.borrow_mut().insert(file, Rc::clone(&found));
        found
    }

    fn find_classes_of_keys(&self, file: FileId) -> Vec<DefinitionId> {
        let mut found = Vec::new();
        let Some(graph) = self.graph(file) else { return found };
        self.add_classes_of_keys(TypedNode::new(file, graph, graph.tree.root_node()), &mut found);
        let imported = |id: &BindingId| {
            graph.bindings[*id].kind == BindingKind::Import && graph.bindings[*id].scope == TOP
        };
        for id in (0..graph.bindings.len()).filter(imported) {
            let Some((file, id)) = self.followed(self.target_of_alias(file, id, 1)) else { continue };
            let Some(graph) = self.graph(file) else { continue };
            let name = &graph.bindings[id].name;
            let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
            let Some(declared) = node.and_then(|node| node.parent()) else { continue };
            if let Some(value) =
                field(declared, "value").filter(|_| graph.bindings[id].kind == BindingKind::Type)
                && let Some(owners) = self.owners_of_keys(TypedNode::new(file, graph, value), 1)
            {
                found.extend(owners.classes);
            }
            self.add_classes_of_keys(TypedNode::new(file, graph, declared), &mut found);
        }
        found
    }

    fn add_classes_of_keys<'p>(&'p self, within: TypedNode<'p>, found: &mut Vec<DefinitionId>) {
        let Some(rules) = within.rules() else { return };
        let mut left = vec![within.node];
        while let Some(node) = left.pop() {
            if is_of(node, &rules.key_queries)
                && let Some(owners) = self.owners_of_keys(within.at(node), 1)
            {
                found.extend(owners.classes);
            }
            let mut cursor = node.walk();
            left.extend(node.named_children(&mut cursor));
        }
    }

    /// Whether a value is given to a function, compared or kept where nothing tells the type that it is to be of.
    pub(in crate::resolve::bindings) fn is_untold<'p>(&'p self, value: TypedNode<'p>) -> bool {
        let is_open =
            |spelled| self.alternatives_of(spelled, 1).iter().any(|leaf| self.is_parameter_of_types(*leaf));
        self.expected(value, 0).is_none_or(is_open) && self.has_untold_taker(value)
    }

    fn has_untold_taker<'p>(&'p self, value: TypedNode<'p>) -> bool {
        match taker(value) {
            Some(Taker::Call(call)) => self.is_untold_callee(call),
            Some(Taker::Tag(tag)) => self.is_own_value(tag),
            Some(Taker::Beside(_)) => true,
            None => false,
        }
    }

    /// Whether what takes a value is declared with the names of the members of one of these classes: `setKey("name")`
    /// behind `const [key, setKey] = useState<keyof Item>("id")`.
    pub(in crate::resolve::bindings) fn has_taker_of_keys<'p>(
        &'p self,
        value: TypedNode<'p>,
        classes: &[DefinitionId],
    ) -> bool {
        let is_one = |owners: CandidateClasses| owners.classes.iter().any(|class| classes.contains(class));
        if self.owners_by_arguments(value).is_some_and(is_one) {
            return true;
        }
        let root = match taker(value) {
            Some(Taker::Call(call)) => call.child("function").or_else(|| call.child("constructor")),
            Some(Taker::Tag(other) | Taker::Beside(other)) => Some(other),
            None => None,
        };
        let Some(root) = root else { return false };
        let Some(name) = path_root(&root.expr()).cloned() else { return false };
        let found = self.resolve(root.place(), &Expr::Name(name), space::VALUE, 1);
        let declared = self.followed(found).and_then(|found| self.declaration(found));
        declared.is_some_and(|declared| self.spells_keys(declared, classes, 0))
    }

    /// The declaration of a variable or a function, with its type and its value.
    fn declaration(&self, (file, id): (FileId, BindingId)) -> Option<TypedNode<'_>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let mut around = std::iter::successors(node.parent(), Node::parent).take(MOST_ABOVE);
        let is_whole = |above: &Node<'_>| {
            ["value", "type"].iter().any(|of| field(*above, of).is_some())
                || field(*above, "name") == Some(node)
        };
        Some(TypedNode::new(file, graph, around.find(is_whole)?))
    }

    /// Whether code spells the names of the members of one of these classes as a type, in itself or in a function that it
    /// calls.
    fn spells_keys<'p>(&'p self, code: TypedNode<'p>, classes: &[DefinitionId], steps: usize) -> bool {
        let Some(rules) = code.rules().filter(|_| steps < MOST_CALLED) else { return false };
        let is_one = |owners: CandidateClasses| owners.classes.iter().any(|class| classes.contains(class));
        let mut left = vec![code.node];
        while let Some(node) = left.pop() {
            let part = code.at(node);
            let may_be_type = node.named_child_count() == 0 || is_of(node, &rules.key_queries);
            if may_be_type && self.owners_of_keys(part, 1).is_some_and(is_one) {
                return true;
            }
            if let Some(callee) = part.child("function")
                && let InferredType::Function(file, id) = self.kind_of(callee.place(), &callee.expr(), 1)
                && let Some(called) = self.declaration((file, id)).filter(|called| called.node != code.node)
                && self.spells_keys(called, classes, steps + 1)
            {
                return true;
            }
            let mut cursor = node.walk();
            left.extend(node.named_children(&mut cursor));
        }
        false
    }

    /// Whether the project says what a value is, not the language or what it runs in.
    fn is_own_value(&self, value: TypedNode<'_>) -> bool {
        let expr = value.expr();
        let Some(root) = path_root(&expr) else { return true };
        let is_global = value.graph.rules().globals.iter().any(|own| own == value.graph.slice(root));
        let place = value.place();
        let found = self.resolve(place, &Expr::Name(root.clone()), space::VALUE, 1);
        !is_global && found != Found::Nowhere
    }

    /// Whether a call may be of what takes the names of members.
    fn is_untold_callee<'p>(&'p self, call: TypedNode<'p>) -> bool {
        let Some(callee) = call.child("function").or_else(|| call.child("constructor")) else { return true };
        if !self.is_own_value(callee) {
            return false;
        }
        let object = callee.child("object").and_then(|object| self.declared_type(object, 1));
        object.is_none_or(|declared| {
            self.alternatives_of(declared, 1).iter().any(|leaf| self.may_hold_keys(*leaf))
        })
    }

    fn may_hold_keys<'p>(&'p self, leaf: TypedNode<'p>) -> bool {
        let is_one =
            |part: TypedNode<'p>| self.owners_of_keys(part, 1).is_some() || self.is_parameter_of_types(part);
        is_one(leaf)
            || self.element_type(leaf, 1).is_some_and(is_one)
            || generic(leaf)
                .is_some_and(|(_, all)| children(all.node).into_iter().any(|one| is_one(all.at(one))))
    }
}

/// What a value is given to, or compared with.
enum Taker<'p> {
    /// The call of a function.
    Call(TypedNode<'p>),
    /// The name of a tag.
    Tag(TypedNode<'p>),
    /// What it is assigned to, or compared with.
    Beside(TypedNode<'p>),
}

/// Returns what takes a value, by itself or as a part of another value.
fn taker(value: TypedNode<'_>) -> Option<Taker<'_>> {
    let (rules, shapes) = (value.rules()?, value.graph.rules().shapes.as_ref()?);
    let returns = value.graph.rules().results.as_ref().map_or(&[][..], |rules| rules.returns.as_slice());
    let mut inner = value;
    for _ in 0..MOST_AROUND {
        let above = inner.node.parent()?;
        let outer = inner.at(above);
        if let Some(call) = above.parent().filter(|call| field(*call, "arguments") == Some(above)) {
            return Some(Taker::Call(outer.at(call)));
        }
        if is_of(above, &value.graph.rules().jsx_attributes) {
            return field(above.parent()?, "name").map(|name| Taker::Tag(outer.at(name)));
        }
        if inner.is_in(above, "value") && is_of(above, &rules.cases) {
            let asked = above.parent().and_then(|body| body.parent()).and_then(|whole| field(whole, "value"));
            return Some(Taker::Beside(asked.map_or(outer, |asked| outer.at(asked))));
        }
        if let (Some(left), Some(right)) = (outer.child("left"), outer.child("right")) {
            let is_assigned = field(above, "operator").is_none();
            if is_assigned || has_operator(outer, &rules.compared) {
                return Some(Taker::Beside(if left.node == inner.node { right } else { left }));
            }
        }
        if is_of(above, returns) {
            let mut around = std::iter::successors(Some(above), Node::parent);
            inner = outer.at(around.find(|node| field(*node, "body").is_some())?);
            continue;
        }
        let is_part = outer.is(ExpressionKind::Operand)
            || is_of(above, &rules.lists)
            || is_of(above, &shapes.literals)
            || is_of(above, &rules.choices) && !inner.is_in(above, "condition")
            || inner.is_in(above, "body") && is_of(above, &shapes.arrows)
            || inner.is_in(above, "value") && field(above, "key").is_some()
            || has_operator(outer, &rules.fallbacks)
            || above.parent().is_some_and(|tag| is_of(tag, &value.graph.rules().jsx_attributes));
        if !is_part {
            return None;
        }
        inner = outer;
    }
    None
}
