//! Evidence against an undecidable use referring to the definition.
//!
//! A patch may accept all such uses at once. Those that are kept even then do not look like uses of the definition:
//! they are on an object of another class, have other arguments, or use a name that others also have, with nothing
//! around them that is connected to the class.

use crate::lang::is_of;
use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::possible::asks_outside;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, Sort};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{DefinitionId, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::arity::Arity;
use crate::resolve::bindings::types::expected::TypedNode;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict, is_member};
use crate::text::normal::{find_words, is_word_char};

/// The maximum length of a declaration that is examined, in bytes.
const MOST_DECLARATION: usize = 300;
/// The maximum number of declarations that are followed.
const MOST_STEPS: usize = 6;
/// The minimum length of a variable's name that indicates a class whose longer name contains it.
const SHORTEST_PART: usize = 4;
/// The minimum length of a variable's name that is an abbreviation of a class name.
const SHORTEST_ABBREVIATION: usize = 3;

/// Whether the code around an object connects it to a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connection {
    For,
    Against,
    None,
}

impl Connection {
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::None { other() } else { self }
    }
}

/// The facts about the definition that are needed for all uses.
struct Evidence<'p> {
    project: &'p Project,
    target: &'p Target,
    /// The classes with the definition, and their subclasses.
    classes: Vec<DefinitionId>,
    /// Whether the standard library has members of the name.
    is_known: bool,
    /// The files in which other classes have a member of the name.
    rivals: HashSet<FileId>,
    /// The arities of those members; `None` if one of them is unknown.
    taken_by_rivals: Option<Vec<Arity>>,
    arity: Option<Arity>,
    /// Whether a protocol that may require the definition is also implemented outside of the project.
    is_asked_outside: bool,
    is_of_enum: bool,
}

/// Marks the undecidable uses that probably do not refer to the definition.
pub(in crate::resolve::bindings) fn mark_unlikely(
    project: &Project,
    target: &Target,
    name: &str,
    uses: &mut [Use],
) {
    let alike = crate::resolve::bindings::types::alike::plainly_alike(project, target, uses);
    let own: Vec<DefinitionId> =
        target.keys.iter().chain(&alike).filter_map(DefinitionId::class).cloned().collect();
    let heirs = project.all_subclasses_of(&own);
    let graph = project.graph(target.file);
    let rivals = rivals(project, &[&target.keys, &alike, &target.related.keys().cloned().collect()], uses);
    let weighing = Evidence {
        project,
        target,
        classes: own.iter().cloned().chain(heirs).collect(),
        is_known: graph.is_some_and(|graph| graph.language.knows_member(name)),
        taken_by_rivals: rivals.iter().map(|(graph, one)| Arity::at(graph, &one.range)).collect(),
        rivals: rivals.iter().map(|(_, one)| one.file).collect(),
        arity: Arity::of(project, target, uses),
        is_asked_outside: asks_outside(project, target),
        is_of_enum: target
            .keys
            .iter()
            .any(|key| crate::resolve::bindings::types::shapes::is_of_enum(project, key)),
    };
    for one in uses.iter_mut() {
        // A use that is certain only because nothing else has the name becomes doubtful if the number of arguments
        // differs.
        let is_open = matches!(one.verdict, Verdict::Undecidable(_))
            || one.verdict == Verdict::Certain && matches!(one.meaning, Meaning::Unknown(_));
        if is_open && weighing.has_other_count(one) {
            let is_checked = project.rules.arity.as_ref().is_some_and(|rules| rules.checked);
            one.is_unlikely = true;
            one.verdict = match is_checked {
                true => Verdict::Unrelated,
                false => Verdict::Undecidable(Doubt::Count),
            };
            continue;
        }
        let Verdict::Undecidable(doubt) = one.verdict else { continue };
        one.is_unlikely = match (&one.meaning, doubt) {
            (Meaning::Possible(..), Doubt::Quoted) if weighing.is_given_to_keys(one) => false,
            (Meaning::Is(key), _) if target.related.contains_key(key) => {
                weighing.is_unlikely_relative(key, doubt)
            }
            (Meaning::Is(key), Doubt::Shape | Doubt::Converted) => !alike.contains(key),
            _ => weighing.is_unlikely(one),
        };
    }
    follow_declared(project, target, name, uses);
}

/// Marks a key of an object with a declared class as unlikely if the member of that class is unlikely.
fn follow_declared(project: &Project, target: &Target, name: &str, uses: &mut [Use]) {
    let unlikely: HashSet<DefinitionId> =
        uses.iter().filter(|one| one.is_unlikely).filter_map(key_of).cloned().collect();
    for one in
        uses.iter_mut().filter(|one| matches!(one.verdict, Verdict::Undecidable(_)) && !one.is_unlikely)
    {
        let Some(key) = key_of(one).filter(|key| target.related.contains_key(*key)) else { continue };
        let Some(class) = key.class() else { continue };
        let above = project.ancestry(class).0;
        let mut declared = above.iter().filter(|base| *base != class);
        one.is_unlikely = declared.any(|base| {
            let is_it = |key: &&DefinitionId| *key.name == *name && key.class() == Some(base);
            unlikely.iter().any(|key| is_it(&key))
        });
    }
}

fn key_of(one: &Use) -> Option<&DefinitionId> {
    if let Meaning::Is(key) = &one.meaning { Some(key) } else { None }
}

/// Returns the members of the same name that belong to other classes, each with the graph of its file.
fn rivals<'p, 'u>(
    project: &'p Project,
    own: &[&HashSet<DefinitionId>],
    uses: &'u [Use],
) -> Vec<(&'p BindingGraph, &'u Use)> {
    let rival = |one: &'u Use| {
        let (NameRole::Bound(id) | NameRole::Given(id)) = one.role else { return None };
        let is_own = matches!(&one.meaning, Meaning::Is(key) if own.iter().any(|keys| keys.contains(key)));
        let graph = project.graph(one.file).filter(|graph| !is_own && is_member(graph, id))?;
        Some((graph, one))
    };
    uses.iter().filter_map(rival).collect()
}

impl Evidence<'_> {
    /// Returns whether a use is called with a number of arguments that the definition does not accept.
    fn has_other_count(&self, one: &Use) -> bool {
        let is_call = self.target.is_member && matches!(one.role, NameRole::Member(_));
        // After a path, the receiver may be one of the arguments.
        let is_object = |graph: &&BindingGraph| !graph.code_before(one.range.start).ends_with("::");
        let graph = self.project.graph(one.file).filter(|_| is_call).filter(is_object);
        let arity = self.arity.as_ref();
        graph.zip(arity).is_some_and(|(graph, arity)| !arity.takes(graph, &one.range))
    }

    fn is_unlikely(&self, one: &Use) -> bool {
        let Some(graph) = self.project.graph(one.file) else { return false };
        match &one.role {
            NameRole::Member(of) | NameRole::Reached(Some(of)) if !self.target.is_member => {
                let is_any = one.verdict == Verdict::Undecidable(Doubt::OtherObject) && self.is_known;
                is_any || is_behind_type(graph, of, &one.range)
            }
            // A value of an enumeration is accessed only through the enumeration.
            NameRole::Member(_) | NameRole::Reached(_) if self.is_of_enum => true,
            NameRole::Member(of) | NameRole::Reached(Some(of)) => self.is_other_object(graph, one, of),
            NameRole::Token(TokenBefore::Object) | NameRole::Text if self.target.is_member => {
                let before = graph.text[..one.range.start].trim_end_matches(['.', '?', '>', '-']);
                let before = before.trim_end_matches(')').trim_end_matches('(');
                let is_key = one.role == NameRole::Text && self.names_class(key_owner(graph, &one.range));
                let owner = last_word(before);
                // In a string, only the name of the object indicates its class.
                let is_named = || match one.role {
                    NameRole::Text => self.is_named_in_part(owner),
                    _ => self.is_named_alike(owner),
                };
                self.is_contested(one) && !is_key && !is_named()
            }
            _ => false,
        }
    }

    /// Returns whether a string is given to what takes the names of the members of one of the classes.
    fn is_given_to_keys(&self, one: &Use) -> bool {
        let graph = self.project.graph(one.file);
        let string = graph.and_then(|graph| graph.string_around(&one.range));
        graph.zip(string).is_some_and(|(graph, string)| {
            self.project.has_taker_of_keys(TypedNode::new(one.file, graph, string), &self.classes)
        })
    }

    /// Returns whether a member that may belong together with the definition probably does not.
    fn is_unlikely_relative(&self, key: &DefinitionId, doubt: Doubt) -> bool {
        let is_tied = |class: &DefinitionId| {
            self.project.scopes_of_class(class).iter().any(|(file, scope)| {
                let Some(graph) = self.project.graph(*file) else { return false };
                let here = &graph.scopes[*scope];
                here.bases
                    .iter()
                    .any(|base| self.connection(graph, here.range.start, base, 0) == Connection::For)
                    || self.is_made_one(graph, &here.range)
            })
        };
        match doubt {
            // A type that requires members which other types also have is probably meant for those. A structural
            // interface is matched by all of its functions, which is sufficient evidence.
            Doubt::Shape | Doubt::Converted if self.project.rules.structural => false,
            Doubt::Shape | Doubt::Converted => self.is_known || self.is_asked_outside,
            Doubt::Either => false,
            _ => {
                let is_contested = self.is_known || !self.rivals.is_empty();
                is_contested && !key.class().is_some_and(is_tied)
            }
        }
    }

    /// Returns whether other classes also have members of the name.
    fn is_contested(&self, one: &Use) -> bool {
        let is_at_home = one.file == self.target.file && !self.rivals.contains(&one.file);
        self.is_known || !self.rivals.is_empty() && !is_at_home
    }

    fn is_other_object(&self, graph: &BindingGraph, one: &Use, of: &Expr) -> bool {
        let place = Place { file: one.file, byte: one.range.start };
        match self.project.kind_of(place, of, 0) {
            // An alias for a union has no members of its own.
            InferredType::Object(class) | InferredType::Class(class)
                if !self.is_trait() && !self.project.scopes_of_class(&class).is_empty() =>
            {
                !self.is_above(&class)
            }
            // The name of the variable may say more than the origin of its value.
            InferredType::ExternalResult if self.project.rules.explicit_overrides => {
                self.connection(graph, one.range.start, of, 0) != Connection::For
            }
            InferredType::ExternalResult => true,
            InferredType::Either(classes) => !classes.iter().any(|class| self.is_above(class)),
            _ if !self.is_contested(one) => false,
            _ => match self.connection(graph, one.range.start, of, 0) {
                Connection::For => false,
                Connection::None => !self.is_alone_in_taking(graph, one),
                Connection::Against => true,
            },
        }
    }

    /// Returns whether a use has a number of arguments that no member of the name in another class accepts.
    fn is_alone_in_taking(&self, graph: &BindingGraph, one: &Use) -> bool {
        let others = self.taken_by_rivals.as_ref().filter(|others| !others.is_empty() && !self.is_known);
        others.is_some_and(|others| others.iter().all(|other| !other.takes(graph, &one.range)))
    }

    /// Returns whether other types may have the definition without declaring it.
    fn is_trait(&self) -> bool {
        let mut scopes = self.classes.iter().flat_map(|class| self.project.scopes_of_class(class).to_vec());
        scopes
            .any(|(file, scope)| self.project.graph(file).is_some_and(|graph| graph.scopes[scope].is_blanket))
    }

    /// Returns whether the code after an object names the class, as in `{ … } as Store`.
    fn is_made_one(&self, graph: &BindingGraph, object: &Range<usize>) -> bool {
        let node = graph.tree.root_node().descendant_for_byte_range(object.start, object.end);
        let above = std::iter::successors(node, Node::parent).take(MOST_STEPS);
        let around = above.take_while(|node| node.start_byte() == object.start).last();
        let behind =
            around.map_or(object.end..object.end, |node| object.end..node.end_byte().max(object.end));
        self.names_class_in(graph, &behind)
    }

    /// Returns whether a class is one of those with the definition, or one of their bases.
    fn is_above(&self, class: &DefinitionId) -> bool {
        self.classes.iter().any(|own| self.project.ancestry(own).0.contains(class))
    }

    /// Returns whether the code around an object connects it to the class.
    fn connection(&self, graph: &BindingGraph, byte: usize, of: &Expr, steps: usize) -> Connection {
        if steps > MOST_STEPS {
            return Connection::None;
        }
        match of {
            Expr::Name(range) => self.connection_of_variable(graph, byte, range, steps),
            Expr::Member(_, range) => {
                let name = graph.slice(range);
                let texts: Vec<_> = fields(graph, name)
                    .filter_map(|id| Some((graph, declaration(graph, &graph.bindings[id].name)?)))
                    .collect();
                let is_given = |id: BindingId| {
                    let binding = &graph.bindings[id];
                    let value = binding.value.as_ref();
                    let value = value.filter(|value| matches!(value, Expr::Call(_) | Expr::Name(_)));
                    value.is_some_and(|value| {
                        self.connection(graph, binding.name.start, value, steps + 1) == Connection::For
                    })
                };
                match self.connection_of_texts(&texts) {
                    Connection::Against if fields(graph, name).any(is_given) => Connection::For,
                    tie => tie.or(|| self.connection_of_name(name)),
                }
            }
            Expr::Path(..) => self.connection_of_name(""),
            Expr::Make(inner)
            | Expr::Generic(inner, _)
            | Expr::ElementOf(inner)
            | Expr::ErrorOf(inner)
            | Expr::Awaited(inner)
            | Expr::GivenTo(_, _, inner)
            | Expr::TupleElement(inner, _) => self.connection(graph, byte, inner, steps + 1),
            Expr::Call(inner) => self.connection_of_call(graph, byte, inner, steps),
            _ => Connection::None,
        }
    }

    fn connection_of_variable(
        &self,
        graph: &BindingGraph,
        byte: usize,
        range: &Range<usize>,
        steps: usize,
    ) -> Connection {
        // Recursive declarations would never end.
        if steps > MOST_STEPS {
            return Connection::None;
        }
        let name = graph.slice(range);
        if self.names_class(name) {
            return Connection::For;
        }
        let Some(id) = variable(graph, byte, name) else { return self.connection_of_name(name) };
        let binding = &graph.bindings[id];
        let declared_at = declaration(graph, &binding.name).unwrap_or_default();
        if self.names_class_in(graph, &declared_at) {
            return Connection::For;
        }
        let declared = binding.declared.as_ref().map(names_in).unwrap_or_default();
        let is_parameter = |name: &Range<usize>| {
            variable(graph, byte, graph.slice(name))
                .is_some_and(|id| graph.bindings[id].kind == BindingKind::Generic)
        };
        if !declared.iter().all(is_parameter) {
            return Connection::Against;
        }
        if binding.kind == BindingKind::Parameter && self.is_from_fixture(name) {
            return Connection::For;
        }
        // A decorated function stands for what its decorators make of it.
        if !binding.decorators.is_empty() {
            let is_for = |taker: &Expr| {
                let called = if let Expr::Call(of) = taker { of } else { taker };
                self.connection_of_call(graph, byte, called, steps + 1) == Connection::For
            };
            return if binding.decorators.iter().any(is_for) { Connection::For } else { Connection::None };
        }
        let value =
            binding.value.as_ref().map(|value| self.connection(graph, binding.name.start, value, steps + 1));
        let behind = binding.name.end..declared_at.end;
        let of_parts = || match binding.value {
            Some(Expr::Other) => self.connection_of_words(graph, byte, &behind, steps),
            _ => Connection::None,
        };
        value.unwrap_or(Connection::None).or(of_parts).or(|| self.connection_of_name(name))
    }

    /// Returns whether a parameter of a name gets the result of a fixture function of that name, which names the class.
    fn is_from_fixture(&self, name: &str) -> bool {
        let Some(rules) = &self.project.rules.fixtures else { return false };
        let is_for = |file: FileId| {
            let Some(graph) = self.project.graph(file) else { return false };
            let mut bound = (0..graph.scopes.len()).flat_map(|at| graph.bound(at, name));
            bound.any(|id| {
                let head = self.project.head_of(file, *id);
                let body = graph.bindings[*id].body_scope.map(|scope| graph.scopes[scope].range.clone());
                let is_named = || body.is_some_and(|body| self.names_class_in(graph, &body));
                find_words(head, &rules.word).next().is_some() && (self.names_class(head) || is_named())
            })
        };
        self.project.files_with(name).into_iter().any(is_for)
    }

    /// Returns whether a variable in a piece of code is connected to the class.
    fn connection_of_words(
        &self,
        graph: &BindingGraph,
        byte: usize,
        code: &Range<usize>,
        steps: usize,
    ) -> Connection {
        let text = graph.slice(code);
        let mut at = code.start;
        let words = text.split_inclusive(|char| !is_word_char(char)).filter_map(|part| {
            let start = at;
            at += part.len();
            let word = part.trim_end_matches(|char| !is_word_char(char));
            let is_variable = !word.is_empty() && !graph.text[..start].ends_with('.');
            is_variable.then(|| start..start + word.len())
        });
        let words: Vec<Range<usize>> = words.take(MOST_STEPS).collect();
        let is_bound = |word: &Range<usize>| variable(graph, byte, graph.slice(word)).is_some();
        let mut ties = words.iter().filter(|word| is_bound(word));
        let is_tied = ties
            .any(|word| self.connection_of_variable(graph, code.start, word, steps + 2) == Connection::For);
        if is_tied { Connection::For } else { Connection::None }
    }

    fn connection_of_call(&self, graph: &BindingGraph, byte: usize, of: &Expr, steps: usize) -> Connection {
        if steps > MOST_STEPS {
            return Connection::None;
        }
        let (owner, range) = match of {
            Expr::Member(owner, range) | Expr::Path(Some(owner), range) => (Some(&**owner), range),
            Expr::Name(range) if is_variable(graph, byte, graph.slice(range)) => {
                return self.connection_of_variable(graph, byte, range, steps + 1);
            }
            Expr::Name(range) | Expr::Path(None, range) => (None, range),
            Expr::Generic(inner, _) => return self.connection_of_call(graph, byte, inner, steps + 1),
            _ => return Connection::None,
        };
        if names_in(of).iter().any(|range| self.names_class(graph.slice(range))) {
            return Connection::For;
        }
        let name = graph.slice(range);
        let files = self.project.files_with(name).into_iter().filter_map(|file| self.project.graph(file));
        let results =
            files.flat_map(|graph| results_of(graph, name).into_iter().map(move |range| (graph, range)));
        let results: Vec<(&BindingGraph, Range<usize>)> = results.collect();
        let of_owner =
            || owner.map_or(Connection::None, |owner| self.connection(graph, byte, owner, steps + 1));
        match self.connection_of_texts(&results) {
            // Another class may have a function with the name of one of the standard library.
            Connection::Against if graph.language.knows_member(name) && of_owner() == Connection::For => {
                Connection::For
            }
            tie => tie.or(of_owner),
        }
    }

    /// Returns whether declarations name the class.
    fn connection_of_texts(&self, texts: &[(&BindingGraph, Range<usize>)]) -> Connection {
        match () {
            () if texts.iter().any(|(graph, range)| self.names_class_in(graph, range)) => Connection::For,
            () if texts.is_empty() => Connection::None,
            () => Connection::Against,
        }
    }

    fn connection_of_name(&self, name: &str) -> Connection {
        if self.is_named_alike(name) { Connection::For } else { Connection::None }
    }

    /// Returns whether a piece of code names one of the classes, other than a standard library class of the same name.
    fn names_class_in(&self, graph: &BindingGraph, code: &Range<usize>) -> bool {
        self.classes.iter().any(|class| {
            let mut words = find_words(graph.slice(code), &class.name);
            words.any(|at| !is_of_standard(graph, code.start + at))
        })
    }

    /// Returns whether a text names one of the classes.
    fn names_class(&self, text: &str) -> bool {
        self.classes.iter().any(|class| find_words(text, &class.name).next().is_some())
    }

    /// Returns whether the name of a variable ends with the name of one of the classes, ignoring case and underscores,
    /// or, unless the standard library has members of the definition's name, with a part of one.
    fn is_named_alike(&self, name: &str) -> bool {
        let name = plain(name);
        let is_alike = |class: &DefinitionId| {
            let class = plain(&class.name);
            !class.is_empty() && !name.is_empty() && name.ends_with(&class)
        };
        !self.is_known && self.is_named_in_part(&name) || self.classes.iter().any(is_alike)
    }

    /// Returns whether the name of a variable ends with the name of one of the classes, or is a part or an abbreviation
    /// of it.
    fn is_named_in_part(&self, name: &str) -> bool {
        let name = plain(name);
        self.classes.iter().map(|class| plain(&class.name)).any(|class| {
            let is_part = name.len() >= SHORTEST_PART && class.contains(&name);
            !class.is_empty()
                && !name.is_empty()
                && (name.ends_with(&class) || is_part || is_abbreviation(&name, &class))
        })
    }
}

/// Returns whether a name follows a path segment that is written like a type, and not like a module.
fn is_behind_type(graph: &BindingGraph, of: &Expr, range: &Range<usize>) -> bool {
    let is_path = graph.text[..range.start].ends_with("::");
    let last = match of {
        Expr::Name(range) | Expr::Path(_, range) => graph.slice(range),
        Expr::Generic(of, _) => return is_behind_type(graph, of, range),
        _ => "",
    };
    is_path && last.starts_with(char::is_uppercase)
}

/// Returns whether a word is the beginning of a longer one, or the longer one without some letters, including its
/// vowels: `ctx` and `env`.
fn is_abbreviation(short: &str, word: &str) -> bool {
    let mut rest = word.chars();
    let is_in_order = short.chars().all(|char| rest.any(|other| other == char));
    let has_vowel = short.chars().skip(1).any(|char| "aeiou".contains(char));
    let is_start = word.starts_with(short);
    short.len() >= SHORTEST_ABBREVIATION
        && (is_start || is_in_order && !has_vowel && short.chars().next() == word.chars().next())
}

/// Returns the code of the object or type of which a string is a key.
fn key_owner<'g>(graph: &'g BindingGraph, range: &Range<usize>) -> &'g str {
    let root = graph.tree.root_node();
    let keyed = graph.rules().shapes.as_ref().map_or(&[][..], |rules| &rules.keyed_by);
    let node = root.descendant_for_byte_range(range.start, range.end);
    let mut above = std::iter::successors(node, Node::parent).take(MOST_STEPS);
    let owner = above.find(|node| is_of(node, keyed));
    let owner =
        owner.and_then(|node| if node.kind().ends_with("arguments") { node.parent() } else { Some(node) });
    owner.map_or("", |node| graph.slice(&node.byte_range()))
}

/// Returns the binding of a variable that is in effect at a byte offset.
fn variable(graph: &BindingGraph, byte: usize, name: &str) -> Option<BindingId> {
    let mut around = graph.around(graph.scope_at(byte)).map(|at| graph.bound(at, name));
    let nearest = around.find(|ids| !ids.is_empty())?;
    let before = nearest.iter().filter(|id| graph.bindings[**id].name.start <= byte);
    // A comprehension binds its variable after the use.
    before.copied().max_by_key(|id| graph.bindings[*id].name.start).or_else(|| nearest.first().copied())
}

/// Returns the fields of a name in a file.
fn fields<'g>(graph: &'g BindingGraph, name: &'g str) -> impl Iterator<Item = BindingId> + 'g {
    let classes = graph.scopes.iter().enumerate().filter(|(_, scope)| scope.sort == Sort::Class);
    classes.flat_map(move |(at, _)| graph.bound(at, name).iter().copied())
}

/// Returns the range of the statement or the parameter that declares a name.
fn declaration(graph: &BindingGraph, name: &Range<usize>) -> Option<Range<usize>> {
    let root = graph.tree.root_node();
    let mut node = root.descendant_for_byte_range(name.start, name.end)?;
    let is_edge = |node: &Node<'_>| {
        let kind = node.kind();
        let is_list =
            ["block", "body", "parameters", "_list", "arguments"].iter().any(|end| kind.ends_with(end));
        is_list || node.byte_range().len() > MOST_DECLARATION
    };
    while let Some(parent) = node.parent().filter(|parent| !is_edge(parent) && parent.parent().is_some()) {
        node = parent;
    }
    Some(node.byte_range())
}

/// Returns whether a word is qualified with a module of the standard library.
fn is_of_standard(graph: &BindingGraph, at: usize) -> bool {
    let Some(before) = graph.text[..at].strip_suffix('.') else { return false };
    let import =
        variable(graph, at, last_word(before)).and_then(|id| graph.bindings[id].import.as_ref()?.first());
    let module = import.map(|path| path.split(['.', ':', '/']).next().unwrap_or_default());
    module.is_some_and(|module| graph.language.knows_member(&format!("module:{module}")))
}

/// Returns whether a name refers to a variable or a parameter at a byte offset.
fn is_variable(graph: &BindingGraph, byte: usize, name: &str) -> bool {
    let kind = variable(graph, byte, name).map(|id| graph.bindings[id].kind);
    matches!(kind, Some(BindingKind::Variable | BindingKind::Parameter))
}

/// Returns the ranges of the declared result types of the functions of a name in a file.
fn results_of(graph: &BindingGraph, name: &str) -> Vec<Range<usize>> {
    let bound = (0..graph.scopes.len()).flat_map(|at| graph.bound(at, name));
    let functions = bound.filter(|id| graph.bindings[**id].kind == BindingKind::Function);
    let declared = functions.filter_map(|id| graph.bindings[*id].declared.as_ref());
    let declared = declared.filter(|declared| **declared != Expr::Other);
    let whole = declared.map(|declared| {
        let names = names_in(declared);
        let start = names.iter().map(|name| name.start).min().unwrap_or_default();
        start..names.iter().map(|name| name.end).max().unwrap_or_default()
    });
    whole.collect()
}

/// Returns the names in an expression or a type.
fn names_in(expr: &Expr) -> Vec<Range<usize>> {
    match expr {
        Expr::Name(range) | Expr::Path(None, range) | Expr::QuotedType(range) => vec![range.clone()],
        Expr::Member(of, range) | Expr::Path(Some(of), range) => {
            let mut names = names_in(of);
            names.push(range.clone());
            names
        }
        Expr::Generic(one, other) | Expr::MapOf(one, other) => [names_in(one), names_in(other)].concat(),
        Expr::ContainerOf(of) | Expr::Make(of) | Expr::ElementOf(of) => names_in(of),
        Expr::Tuple(parts) | Expr::List(parts) | Expr::Table(parts) | Expr::Either(parts) => {
            parts.iter().flat_map(names_in).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns a name in lower case and without underscores, for comparison.
fn plain(text: &str) -> String {
    text.replace(['_', '#'], "").to_lowercase()
}

/// Returns the last word of a text.
fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_word_char).len()..]
}
