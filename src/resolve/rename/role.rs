//! What a name is by its place in the tree.

use tree_sitter::Node;

use super::callable::arguments;
use super::has;
use super::scan::{Frame, Scan};
use super::scope::{Object, ScopeId};
use crate::lang::{NamePlace, NameUse, Sense, SightRules, field};

/// How many nodes may lie between a name and the node that says what it is.
const LONGEST_WAY: usize = 100;

/// What a name is.
pub(super) struct Role<'t, 'tree> {
    pub(super) is: NameUse,
    /// What stands where the object stands whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it.
    pub(super) is_scope: bool,
    /// Whether it belongs to another space of names than what is renamed.
    pub(super) is_apart: bool,
    pub(super) sense: Option<Sense>,
    /// Whether all that is bound so is one thing.
    pub(super) is_again: bool,
    /// Whether it means something else if it begins with a small letter.
    pub(super) is_never_small: bool,
    /// The node with the parameters of the function that it names.
    pub(super) callable: Option<Node<'tree>>,
    /// The scope whose head it stands in.
    pub(super) names: Option<ScopeId>,
    /// The variable that it names.
    pub(super) object: Option<Object<'t>>,
    /// The end of its declaration.
    pub(super) end: Option<usize>,
    /// How many arguments it is called with.
    pub(super) arguments: Option<usize>,
}

impl<'t, 'tree> Role<'t, 'tree> {
    pub(super) const fn plain(is: NameUse) -> Self {
        Self {
            is,
            owner: None,
            is_by_pointer: false,
            is_scope: false,
            is_apart: false,
            sense: None,
            is_again: false,
            is_never_small: false,
            callable: None,
            names: None,
            object: None,
            end: None,
            arguments: None,
        }
    }
}

/// What lies between a name and the node that says what it is.
#[derive(Default)]
struct Way<'tree> {
    has_arguments: bool,
    is_type: bool,
    /// Whether it is a scope in which another name is looked up.
    is_scope: bool,
    callable: Option<Node<'tree>>,
    pointers: usize,
    /// Whether the type of what is declared is its own but for pointers.
    is_plain: bool,
}

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    /// What a name is that stands in a field of the innermost frame.
    pub(super) fn role(&self, name: Node<'tree>, field_of_name: Option<&'tree str>) -> Role<'t, 'tree> {
        let is_first = self.frames.last().is_some_and(|frame| frame.node.start_byte() == name.start_byte());
        let mut way = Way { is_plain: true, ..Way::default() };
        let mut own_field = field_of_name;
        let mut path = None;
        let mut at = self.frames.len();
        while let Some(frame) = at.checked_sub(1).and_then(|at| self.frames.get(at)) {
            at -= 1;
            if self.frames.len() - at > LONGEST_WAY {
                return Role::plain(NameUse::Unsure);
            }
            let kind = frame.node.kind();
            let sight = self.rules.sight.as_ref();
            if sight.is_some_and(|sight| has(&sight.paths, kind)) {
                path = Some(frame.node.start_byte());
                way.is_scope |= own_field == Some("scope");
                way.is_plain = false;
                own_field = frame.field;
                continue;
            }
            let place = self.place(at, own_field, (name, is_first));
            if place.is_none() && has(&self.rules.through, kind) {
                self.pass(frame, own_field, &mut way);
                own_field = frame.field;
                continue;
            }
            if frame.is_opaque {
                return Role::plain(NameUse::Unsure);
            }
            let is_called =
                sight.is_some_and(|sight| has(&sight.calls, kind)) && own_field == Some("function");
            let arguments = sight.filter(|_| is_called).and_then(|sight| arguments(frame.node, sight));
            if way.is_scope && path == Some(name.start_byte()) {
                return Role { is_scope: true, ..Role::plain(NameUse::Reference) };
            }
            if let Some(path) = path.filter(|start| *start < name.start_byte()) {
                let before = self.text.get(path..name.start_byte()).unwrap_or_default();
                let owner = before.rfind("::").and_then(|end| before.get(..end + 2));
                let callable = way.callable.filter(|_| place.is_some() && !way.is_scope);
                let is_scope = way.is_scope;
                return Role { owner, callable, arguments, is_scope, ..Role::plain(NameUse::Qualified) };
            }
            return match place {
                Some(place) => self.role_at(frame, place, &way),
                None if self.is_of_macro(at, own_field) => Role::plain(NameUse::Unsure),
                None => Role { arguments, is_apart: self.space.is_some(), ..Role::plain(NameUse::Reference) },
            };
        }
        Role { is_apart: self.space.is_some(), ..Role::plain(NameUse::Reference) }
    }

    fn place(
        &self,
        at: usize,
        own_field: Option<&str>,
        (name, is_first): (Node<'_>, bool),
    ) -> Option<&NamePlace> {
        let frame = &self.frames[at];
        let above = at.checked_sub(1).and_then(|above| self.frames.get(above));
        let fits = |place: &&NamePlace| {
            place.parent == frame.node.kind()
                && (!place.first || is_first)
                && place
                    .small
                    .is_none_or(|small| self.text.get(name.byte_range()).map(is_small) == Some(small))
                && place.beside.as_ref().is_none_or(|kind| has_child(frame.node, kind))
                && place.field.as_ref().is_none_or(|name| name == own_field.unwrap_or_default())
                && place
                    .under
                    .as_ref()
                    .is_none_or(|kind| above.is_some_and(|above| above.node.kind() == kind))
                && place.without.as_ref().is_none_or(|name| field(frame.node, name).is_none())
                && place.with.as_ref().is_none_or(|name| field(frame.node, name).is_some())
        };
        self.rules.places.iter().find(fits)
    }

    /// Takes note of a node that passes its place on.
    fn pass(&self, frame: &Frame<'tree>, own_field: Option<&str>, way: &mut Way<'tree>) {
        let Some(sight) = &self.rules.sight else { return };
        let kind = frame.node.kind();
        let is_callable = self.language.manifest().symbols.callables.iter().any(|one| one == kind);
        way.has_arguments |= has(&sight.instances, kind);
        way.is_type |= has(&sight.types, kind);
        way.pointers += usize::from(has(&sight.pointers, kind));
        way.is_plain &= has(&sight.pointers, kind) || has(&sight.plain, kind);
        if is_callable && own_field == Some("declarator") {
            way.callable = Some(frame.node);
        }
    }

    fn role_at(&self, frame: &Frame<'tree>, place: &NamePlace, way: &Way<'tree>) -> Role<'t, 'tree> {
        let owner = place.owner.as_ref().and_then(|owner| field(frame.node, owner));
        let is_field = self.rules.fields_apart && frame.field != Some("function");
        let is = match place.is {
            NameUse::Member if is_field => NameUse::Label,
            NameUse::Member if way.is_type => NameUse::Reference,
            // `template <> struct Foo<int>` defines no other `Foo`.
            NameUse::Definition | NameUse::Forward | NameUse::Binding if way.has_arguments => {
                NameUse::Reference
            }
            is => is,
        };
        let owner = owner.and_then(|owner| Some((owner.end_byte(), self.text.get(owner.byte_range())?)));
        let sight = self.rules.sight.as_ref();
        let arrow = sight.and_then(|sight| sight.arrow.as_deref());
        let is_by_pointer = owner.zip(arrow).is_some_and(|((end, _), arrow)| {
            self.text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(arrow))
        });
        Role {
            owner: owner.map(|(_, text)| text),
            is_by_pointer,
            is_apart: place.space.as_deref() != self.space
                && (place.is != NameUse::Unsure || place.space.is_some()),
            sense: place.sense,
            is_again: place.again,
            is_never_small: place.small == Some(false),
            callable: way.callable,
            names: frame.opens.filter(|_| place.is == NameUse::Definition),
            object: match sight {
                Some(sight) => self.object(frame, sight, way),
                None => self.plain_object(frame, place),
            },
            end: Some(frame.node.end_byte()),
            ..Role::plain(is)
        }
    }

    /// What a place tells of the type of a variable.
    fn plain_object(&self, frame: &Frame<'tree>, place: &NamePlace) -> Option<Object<'t>> {
        let of = field(frame.node, place.typed.as_ref()?)?;
        Some(Object { of: self.text.get(of.byte_range())?, is_pointer: false })
    }

    fn object(&self, frame: &Frame<'tree>, sight: &SightRules, way: &Way<'tree>) -> Option<Object<'t>> {
        let of = field(frame.node, sight.typed.as_ref()?).filter(|_| way.is_plain && way.pointers <= 1)?;
        Some(Object { of: self.text.get(of.byte_range())?, is_pointer: way.pointers == 1 })
    }

    /// Whether a name that stands in the frame is an argument of what looks like a macro: that may take it as text.
    fn is_of_macro(&self, frame: usize, own_field: Option<&str>) -> bool {
        let Some(sight) = &self.rules.sight else { return false };
        let above = frame.checked_sub(1).and_then(|above| self.frames.get(above));
        let is_argument = own_field.is_none() && self.frames[frame].field == Some("arguments");
        let call = above.filter(|above| is_argument && has(&sight.calls, above.node.kind()));
        let called = call.and_then(|call| field(call.node, "function"));
        let called = called.and_then(|called| self.text.get(called.byte_range())).unwrap_or_default();
        called.len() > 1 && !called.contains(char::is_lowercase)
    }
}

/// Whether a name begins with a small letter.
pub(super) fn is_small(name: &str) -> bool {
    name.starts_with(|char: char| char.is_ascii_lowercase())
}

fn has_child(node: Node<'_>, kind: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == kind)
}
