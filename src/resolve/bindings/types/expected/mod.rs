//! The expected type of a value, from declarations around it: of a variable, a parameter, or the result of a function.

mod given;
mod owners;
mod spelled;
mod untold;

use tree_sitter::Node;

use crate::lang::{ExpectedRules, ExpressionKind, field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, Expr, FileId, space};
use crate::resolve::bindings::lookup::results::{Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

pub(in crate::resolve::bindings) use owners::CandidateClasses;

/// The maximum number of steps to find a type, through nested values and aliases.
const MOST_AROUND: usize = 12;
/// The number of ancestors of a variable's name that are searched for its type.
const MOST_ABOVE: usize = 4;

/// A value or a type as written in a file.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::bindings) struct TypedNode<'p> {
    pub(in crate::resolve::bindings) file: FileId,
    pub(in crate::resolve::bindings) graph: &'p BindingGraph,
    pub(in crate::resolve::bindings) node: Node<'p>,
    /// The source of the type arguments for the type parameters in it.
    type_arguments: TypeArguments<'p>,
}

/// Where the type arguments for type parameters come from.
#[derive(Debug, Clone, Copy)]
enum TypeArguments<'p> {
    Nothing,
    /// The arguments of the enclosing generic type.
    Arguments(FileId, &'p BindingGraph, Node<'p>),
    /// The call of the function with these parameters.
    Call(FileId, &'p BindingGraph, Node<'p>, Node<'p>),
}

impl<'p> TypedNode<'p> {
    pub(in crate::resolve::bindings) const fn new(
        file: FileId,
        graph: &'p BindingGraph,
        node: Node<'p>,
    ) -> Self {
        Self { file, graph, node, type_arguments: TypeArguments::Nothing }
    }

    /// Returns the same context with another node of the file.
    const fn at(self, node: Node<'p>) -> Self {
        Self { node, ..self }
    }

    fn text(self) -> &'p str {
        self.graph.slice(&self.node.byte_range())
    }

    pub(in crate::resolve::bindings) fn place(self) -> Place {
        Place { file: self.file, byte: self.node.start_byte() }
    }

    fn rules(self) -> Option<&'static ExpectedRules> {
        self.graph.rules().expected.as_ref()
    }

    pub(in crate::resolve::bindings) fn expr(self) -> Expr {
        expr(self.graph.rules(), &self.graph.text, self.node, 0)
    }

    pub(in crate::resolve::bindings) fn child(self, name: &str) -> Option<Self> {
        Some(self.at(field(self.node, name)?))
    }

    fn is_in(self, above: Node<'p>, name: &str) -> bool {
        field(above, name) == Some(self.node)
    }

    fn is(self, kind: ExpressionKind) -> bool {
        let mut rules = self.graph.rules().expressions.iter();
        rules.any(|rule| rule.is == kind && rule.kind == self.node.kind())
    }
}

impl Project {
    /// Returns the type that a value is expected to have by the declarations around it.
    pub(in crate::resolve::bindings) fn expected<'p>(
        &'p self,
        value: TypedNode<'p>,
        steps: usize,
    ) -> Option<TypedNode<'p>> {
        let (rules, steps) = (value.rules()?, steps + 1);
        let above = value.node.parent().filter(|_| steps < MOST_AROUND)?;
        let outer = value.at(above);
        let is_first = above.named_child(0) == Some(value.node);
        if (outer.is(ExpressionKind::Operand) || outer.is(ExpressionKind::Construct)) && is_first {
            return match spelled::children(above).get(1) {
                Some(declared) => Some(value.at(*declared)),
                None => self.expected(outer, steps),
            };
        }
        if is_of(above, &rules.choices) {
            let is_result = !value.is_in(above, "condition");
            return is_result.then(|| self.expected(outer, steps))?;
        }
        if is_of(above, &rules.lists) {
            return self.element_type(self.expected(outer, steps)?, steps);
        }
        if value.is_in(above, "value") {
            if let Some(declared) = outer.child("type") {
                return Some(declared);
            }
            if let Some(key) = outer.child("key") {
                let object = self.expected(outer.at(above.parent()?), steps)?;
                return self.member_type(object, key_name(key)?, steps);
            }
            let whole = above.parent().filter(|_| is_of(above, &rules.cases)).and_then(|body| body.parent());
            return self.declared_type(outer.at(whole?).child("value")?, steps);
        }
        if value.is_in(above, "right") {
            return self.expected_beside(outer, steps);
        }
        if value.is_in(above, "left") {
            let is_compared = has_operator(outer, &rules.compared);
            return is_compared.then(|| self.declared_type(outer.child("right")?, steps))?;
        }
        let returns = value.graph.rules().results.as_ref().map_or(&[][..], |rules| rules.returns.as_slice());
        if is_of(above, returns) {
            let mut around = std::iter::successors(above.parent(), Node::parent);
            let is_function =
                |node: &Node<'_>| field(*node, "parameters").is_some() || field(*node, "parameter").is_some();
            return self.result_type(outer.at(around.find(is_function)?), steps);
        }
        if value.is_in(above, "body") {
            return self.result_type(outer, steps);
        }
        if above.parent().is_some_and(|call| field(call, "arguments") == Some(above)) {
            return self.parameter_type(value, steps);
        }
        self.attribute_type(value, steps)
    }

    /// Returns the expected type of the right side of an assignment, a comparison or a fallback.
    fn expected_beside<'p>(&'p self, outer: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let rules = outer.rules()?;
        let left = outer.child("left")?;
        if has_operator(outer, &rules.fallbacks) {
            return self.expected(outer, steps).or_else(|| self.declared_type(left, steps));
        }
        let is_given = field(outer.node, "operator").is_none() && field(outer.node, "body").is_none();
        (is_given || has_operator(outer, &rules.compared)).then(|| self.declared_type(left, steps))?
    }

    /// Returns the declared type of the value that a function returns.
    fn result_type<'p>(&'p self, function: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let declared = match function.child("return_type") {
            Some(declared) => declared,
            None => self.function_type(self.expected(function, steps)?, steps)?.child("return_type")?,
        };
        let words = &function.graph.rules().results.as_ref()?.later;
        let body = field(function.node, "body")?;
        let head = function.graph.text.get(function.node.start_byte()..body.start_byte())?;
        let is_later = head.split_whitespace().any(|word| words.iter().any(|later| later == word));
        match is_later {
            true => self.awaited_type(declared, steps),
            false => Some(declared),
        }
    }

    /// Returns the declared type of a variable or of a member of an object.
    fn declared_type<'p>(&'p self, value: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        if steps > MOST_AROUND {
            return None;
        }
        if value.is(ExpressionKind::Operand) {
            return self.declared_type(value.at(value.node.named_child(0)?), steps + 1);
        }
        if value.is(ExpressionKind::Construct) && field(value.node, "constructor").is_none() {
            return spelled::children(value.node).get(1).map(|declared| value.at(*declared));
        }
        let expr = value.expr();
        match &expr {
            Expr::Name(name) => {
                if let Some(id) = value.graph.by_byte.get(&name.start) {
                    return self.type_of_binding((value.file, *id), steps);
                }
                let found = self.resolve(value.place(), &expr, space::VALUE, 1);
                self.type_of_binding(self.followed(found)?, steps)
            }
            Expr::Member(of, name) => {
                let (InferredType::Object(class) | InferredType::Class(class)) =
                    self.kind_of(value.place(), of, 1)
                else {
                    return None;
                };
                match self.member(&class, value.graph.slice(name), space::ALL, 1) {
                    Found::Definition(_, file, id) => self.type_of_binding((file, id), steps),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the declared type of a variable, a parameter or a field, or the matching part of the type of the pattern
    /// that binds it.
    fn type_of_binding<'p>(&'p self, (file, id): (FileId, BindingId), steps: usize) -> Option<TypedNode<'p>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let name = TypedNode::new(file, graph, node);
        let above = node.parent()?;
        if let Some(declared) = field(above, "type") {
            return Some(name.at(declared));
        }
        let rules = name.rules()?;
        if graph.rules().arity.as_ref().is_some_and(|rules| is_of(above, &rules.open)) {
            return Some(name.at(field(above.parent()?, "type")?));
        }
        let mut around = std::iter::successors(Some(above), Node::parent).take(MOST_ABOVE);
        let pattern = around.find(|node| is_of(node, &rules.patterns))?;
        let key = field(above, "key").unwrap_or(node);
        self.member_type(self.pattern_type(name.at(pattern), steps)?, name.at(key).text(), steps + 1)
    }

    /// Returns the type of the value that a pattern destructures.
    pub(super) fn pattern_type<'p>(&'p self, pattern: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let above = pattern.node.parent().filter(|_| steps < MOST_AROUND)?;
        let outer = pattern.at(above);
        if let Some(declared) = outer.child("type") {
            return Some(declared);
        }
        if pattern.is_in(above, "name") {
            return self.declared_type(outer.child("value")?, steps + 1);
        }
        self.type_of_parameter(outer, steps + 1)
    }

    /// Returns the type of a parameter, from the expected type of its function.
    fn type_of_parameter<'p>(&'p self, parameter: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let list = parameter.node.parent()?;
        let function = list.parent().filter(|function| field(*function, "parameters") == Some(list))?;
        let mut cursor = list.walk();
        let mut all = list.named_children(&mut cursor).filter(|node| !node.is_extra());
        let number = all.position(|node| node == parameter.node)?;
        let expected = self.expected(parameter.at(function), steps)?;
        match self.function_type(expected, steps) {
            Some(function) => self.nth_parameter(function, number, steps),
            None if number == 0 => self.props_of_type(expected, steps),
            None => None,
        }
    }
}

/// Returns the name of a key, unless it is computed.
fn key_name<'p>(key: TypedNode<'p>) -> Option<&'p str> {
    let text = key.text().trim_matches(['"', '\'']);
    (!text.starts_with('[')).then_some(text)
}

/// Returns whether an expression has one of the given operators.
fn has_operator(node: TypedNode<'_>, operators: &[String]) -> bool {
    let operator = node.child("operator").map_or("", |operator| operator.text());
    operators.iter().any(|one| one == operator)
}
