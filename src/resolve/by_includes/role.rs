//! Determines the role of a name by its place in the tree.

use tree_sitter::Node;

use super::callable::CallArguments;
use super::path::PathTarget;
use super::scan::{NodeFrame, Scan};
use super::scope::{EVERY_SPACE, ScopeKind, SyntacticRole, TextScopeId, TypedVariable};
use crate::lang::{NamePlace, NameUse, field};
use crate::text::normal::contains;

/// The maximum number of nodes between a name and the node that determines its role.
const LONGEST_WAY: usize = 100;

/// Facts about the nodes between a name and the node that determines its role.
#[derive(Default)]
struct PassedNodes<'tree> {
    has_arguments: bool,
    is_type: bool,
    /// Whether the name is a scope in which another name is looked up.
    is_scope: bool,
    callable: Option<Node<'tree>>,
    /// The callable node if the name is that of a function, and not of a pointer to one.
    function: Option<Node<'tree>>,
    pointers: usize,
    /// Whether the declared type is the written type except for pointers and calls.
    is_plain: bool,
    /// The initial value.
    value: Option<Node<'tree>>,
}

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    /// Returns the role of a name in a field of the innermost frame.
    pub(super) fn role(
        &self,
        name: Node<'tree>,
        field_of_name: Option<&'tree str>,
    ) -> SyntacticRole<'t, 'tree> {
        let mut passed = PassedNodes { is_plain: true, ..PassedNodes::default() };
        let mut own_field = field_of_name;
        let mut path = None;
        let mut at = self.frames.len();
        while let Some(frame) = at.checked_sub(1).and_then(|at| self.frames.get(at)) {
            at -= 1;
            if self.frames.len() - at > LONGEST_WAY {
                return SyntacticRole::plain(NameUse::Undetermined);
            }
            let kind = frame.node.kind();
            if contains(&self.rules.paths, kind) {
                path = Some(frame.node.start_byte());
                passed.is_scope |= own_field == Some("scope");
                passed.is_plain = false;
                own_field = frame.field;
                continue;
            }
            let place = self.place(at, own_field);
            if place.is_none() && contains(&self.rules.transparent_nodes, kind) {
                self.pass(frame, own_field, &mut passed);
                own_field = frame.field;
                continue;
            }
            let is_outward = frame.is_outward && own_field == Some("declarator");
            if frame.is_opaque || is_outward && (path.is_some() || passed.function.is_none()) {
                return SyntacticRole::plain(NameUse::Undetermined);
            }
            let is_called = contains(&self.rules.calls, kind) && own_field == Some("function");
            let arguments =
                if is_called { CallArguments::of(frame.node, self.text, self.rules) } else { None };
            if passed.is_scope && path == Some(name.start_byte()) {
                return SyntacticRole { is_scope: true, ..SyntacticRole::plain(NameUse::Reference) };
            }
            if let Some(path) = path.filter(|start| *start < name.start_byte()) {
                let before = self.text.get(path..name.start_byte()).unwrap_or_default();
                let owner = before.rfind("::").and_then(|end| before.get(..end + 2));
                // `int (A::*size)()` declares a pointer to a member.
                if owner.is_some_and(|owner| before[owner.len()..].contains('*')) {
                    let is_called = self.text[name.end_byte()..].trim_start().starts_with('(');
                    let is = if is_called { NameUse::Undetermined } else { NameUse::Binding };
                    return SyntacticRole::plain(is);
                }
                let callable = passed.callable.filter(|_| place.is_some() && !passed.is_scope);
                let is_scope = passed.is_scope;
                return SyntacticRole {
                    owner,
                    callable,
                    arguments,
                    is_scope,
                    ..SyntacticRole::plain(NameUse::Qualified)
                };
            }
            return match place {
                Some(place) if self.is_block_of_macro(frame, place, &passed) => {
                    SyntacticRole::plain(NameUse::Undetermined)
                }
                Some(place) => {
                    let role = self.role_at(frame, place, &passed);
                    let above = at.checked_sub(1).map(|above| self.frames[above].node);
                    let is_lone = above.is_some_and(|above| field(above, "declarator").is_none());
                    let beside = place.repeats.as_ref().and_then(|beside| field(frame.node, beside));
                    let beside = beside.and_then(|beside| field(beside, "name"));
                    let is_repeated = passed.callable.is_none()
                        && passed.pointers == 0
                        && beside.is_some_and(|beside| self.said(beside) == self.said(name));
                    SyntacticRole {
                        is_outward,
                        arguments: arguments.or_else(|| self.arguments_behind(at)),
                        is_sole_declarator: is_lone,
                        is_type_alias_of_tag: is_repeated,
                        ..role
                    }
                }
                None if self.is_of_macro(at, own_field) => SyntacticRole::plain(NameUse::Undetermined),
                None => SyntacticRole {
                    arguments,
                    is_in_other_namespace: self.space.is_some_and(|space| space != EVERY_SPACE),
                    ..SyntacticRole::plain(NameUse::Reference)
                },
            };
        }
        SyntacticRole {
            is_in_other_namespace: self.space.is_some_and(|space| space != EVERY_SPACE),
            ..SyntacticRole::plain(NameUse::Reference)
        }
    }

    fn said(&self, node: Node<'tree>) -> Option<&'t str> {
        self.text.get(node.byte_range())
    }

    fn place(&self, at: usize, own_field: Option<&str>) -> Option<&NamePlace> {
        let frame = &self.frames[at];
        let above = at.checked_sub(1).and_then(|above| self.frames.get(above));
        let fits = |place: &&NamePlace| {
            place.parent == frame.node.kind()
                && place.field.as_deref().is_none_or(|name| own_field == Some(name))
                && place
                    .under
                    .as_ref()
                    .is_none_or(|kind| above.is_some_and(|above| above.node.kind() == kind))
                && place.with.as_ref().is_none_or(|name| field(frame.node, name).is_some())
                && !place.without.as_ref().is_some_and(|sign| {
                    field(frame.node, "operator").is_some_and(|operator| operator.kind() == sign)
                })
        };
        self.rules.places.iter().find(fits)
    }

    /// Records a node that passes its place on.
    fn pass(&self, frame: &NodeFrame<'tree>, own_field: Option<&str>, passed: &mut PassedNodes<'tree>) {
        let kind = frame.node.kind();
        let is_callable = self.language.manifest().symbols.callables.iter().any(|one| one == kind);
        passed.has_arguments |= contains(&self.rules.templates, kind);
        passed.is_type |= contains(&self.rules.types, kind);
        passed.pointers += usize::from(contains(&self.rules.pointers, kind));
        let is_declared = own_field == Some("declarator");
        let is_call = is_callable && is_declared && passed.callable.is_none() && passed.pointers == 0;
        passed.is_plain &= contains(&self.rules.pointers, kind)
            || contains(&self.rules.type_preserving_declarators, kind)
            || is_call;
        passed.value = passed.value.or_else(|| field(frame.node, "value").filter(|_| is_declared));
        if is_callable && own_field == Some("declarator") {
            passed.callable = Some(frame.node);
            let own = field(frame.node, "declarator");
            passed.function = own.filter(|own| contains(&self.rules.words, own.kind())).map(|_| frame.node);
        }
    }

    /// Returns the arguments of the call whose function is a frame.
    fn arguments_behind(&self, frame: usize) -> Option<CallArguments<'t>> {
        let above = frame.checked_sub(1).and_then(|above| self.frames.get(above))?;
        let is_called =
            contains(&self.rules.calls, above.node.kind()) && self.frames[frame].field == Some("function");
        if is_called { CallArguments::of(above.node, self.text, self.rules) } else { None }
    }

    fn role_at(
        &self,
        frame: &NodeFrame<'tree>,
        place: &NamePlace,
        passed: &PassedNodes<'tree>,
    ) -> SyntacticRole<'t, 'tree> {
        let owner = match &place.owner {
            Some(owner) => field(frame.node, owner),
            None if place.is == NameUse::Member => self.initialised(frame.node),
            None => None,
        };
        let is = match place.is {
            NameUse::Member if passed.is_type => NameUse::Reference,
            // `template <> struct Foo<int>` does not define another `Foo`.
            NameUse::Definition | NameUse::Declaration | NameUse::Binding if passed.has_arguments => {
                NameUse::Reference
            }
            is => is,
        };
        let owner = owner.and_then(|owner| Some((owner.end_byte(), self.text.get(owner.byte_range())?)));
        let is_by_pointer = owner.zip(self.rules.arrow.as_deref()).is_some_and(|((end, _), arrow)| {
            self.text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(arrow))
        });
        let callable = passed.callable.filter(|callable| !self.is_given_values(frame, *callable));
        SyntacticRole {
            owner: owner.map(|(_, text)| text),
            is_by_pointer,
            is_in_other_namespace: place.space.as_deref() != self.space
                && self.space != Some(EVERY_SPACE)
                && (place.is != NameUse::Undetermined || place.space.is_some()),
            callable,
            heads_scope: frame.opens.filter(|_| place.is == NameUse::Definition),
            object: self.object(frame, passed, callable.is_some()),
            is_linked: place.is == NameUse::Binding && self.is_linked(frame, passed),
            ..SyntacticRole::plain(is)
        }
    }

    /// Returns the variable that a list of initial values with this designator initializes.
    fn initialised(&self, designator: Node<'tree>) -> Option<Node<'tree>> {
        let list = designator.parent()?.parent()?;
        let variable = field(list.parent()?, "declarator")?;
        contains(&self.rules.words, variable.kind()).then_some(variable)
    }

    /// Returns the type of a variable by its declaration.
    fn object(
        &self,
        frame: &NodeFrame<'tree>,
        passed: &PassedNodes<'tree>,
        is_call: bool,
    ) -> Option<TypedVariable<'t>> {
        let of = field(frame.node, self.rules.typed.as_ref()?).filter(|_| passed.is_plain)?;
        let passed_on = field(frame.node, "right");
        let value = passed.value.or(passed_on).and_then(|value| self.text.get(value.byte_range()));
        Some(TypedVariable {
            of: self.type_name(of, frame.node)?,
            pointers: passed.pointers,
            is_call,
            value,
            is_element: passed.value.is_none() && passed_on.is_some(),
        })
    }

    /// Returns the spelling of a type elsewhere: a type that the declaration defines is spelled by its name, or by the
    /// first name that the declaration gives it.
    fn type_name(&self, of: Node<'tree>, declaration: Node<'tree>) -> Option<&'t str> {
        let is_defined = field(of, "body").is_some();
        let first = || field(declaration, "declarator").filter(|one| contains(&self.rules.words, one.kind()));
        let name = if is_defined { field(of, "name").or_else(first) } else { None };
        self.said(name.unwrap_or(of))
    }

    /// Returns whether a declaration refers to something in a file or module, wherever the declaration is: with a word
    /// for that, or as a function.
    fn is_linked(&self, frame: &NodeFrame<'tree>, passed: &PassedNodes<'tree>) -> bool {
        let mut cursor = frame.node.walk();
        let mut parts = frame.node.children(&mut cursor);
        parts.any(|part| self.said(part).is_some_and(|said| contains(&self.rules.fixed_by, said)))
            || passed.function.is_some_and(|function| !self.may_be_given_values(frame, function))
    }

    /// Returns whether the apparent parameters of a function may be values, each a name.
    fn may_be_given_values(&self, frame: &NodeFrame<'tree>, callable: Node<'tree>) -> bool {
        let is_value = |name: &str| {
            !matches!(self.names.resolve_path(name, frame.scope), PathTarget::To(_) | PathTarget::ToOneOf(_))
        };
        self.names_given(callable).is_some_and(|names| !names.is_empty() && names.into_iter().all(is_value))
    }

    /// Returns the apparent parameters of a function, if each is only a name.
    fn names_given(&self, callable: Node<'tree>) -> Option<Vec<&'t str>> {
        let list = field(callable, "parameters")?;
        let mut cursor = list.walk();
        let given = list.named_children(&mut cursor).filter(|one| !one.is_extra());
        let name = |one: Node<'tree>| {
            let plain = field(one, "type").filter(|_| field(one, "declarator").is_none())?;
            contains(&self.rules.words, plain.kind()).then(|| self.said(plain)).flatten()
        };
        given.map(name).collect()
    }

    /// Returns whether an apparent function declaration in a function is an object that is constructed from variables:
    /// `Slice rest(name);`.
    fn is_given_values(&self, frame: &NodeFrame<'tree>, callable: Node<'tree>) -> bool {
        let around = self.names.beyond_template_clauses(frame.scope);
        if self.names.scopes[around].kind != ScopeKind::Function {
            return false;
        }
        let is_variable = |name: &str| {
            self.names.around(frame.scope).any(|at| {
                let here = &self.names.scopes[at];
                here.locals.contains_key(name)
                    || here.objects.get(name).is_some_and(|all| all.iter().all(|one| one.object.is_some()))
            })
        };
        self.names_given(callable).is_some_and(|names| names.into_iter().any(is_variable))
    }

    /// Returns whether an apparent function without parameters in a function is a macro with a block: its name is then
    /// the argument of the macro, as in `case_of(name) { … }`.
    fn is_block_of_macro(
        &self,
        frame: &NodeFrame<'tree>,
        place: &NamePlace,
        passed: &PassedNodes<'tree>,
    ) -> bool {
        let sort = |scope: TextScopeId| self.names.scopes[scope].kind;
        place.is == NameUse::Definition
            && passed.callable.is_none()
            && frame.opens.is_some_and(|opened| sort(opened) == ScopeKind::Function)
            && self.names.around(frame.scope).any(|scope| sort(scope) == ScopeKind::Function)
    }

    /// Returns whether a name in the frame is an argument of what looks like a macro, which may use it as text.
    fn is_of_macro(&self, frame: usize, own_field: Option<&str>) -> bool {
        let above = frame.checked_sub(1).and_then(|above| self.frames.get(above));
        let is_argument = own_field.is_none() && self.frames[frame].field == Some("arguments");
        let call = above.filter(|above| is_argument && contains(&self.rules.calls, above.node.kind()));
        let called = call.and_then(|call| field(call.node, "function"));
        let called = called.and_then(|called| self.text.get(called.byte_range())).unwrap_or_default();
        let is_check = self.rules.checking_macros.iter().any(|start| called.starts_with(start.as_str()));
        called.len() > 1 && !called.contains(char::is_lowercase) && !is_check
    }
}
