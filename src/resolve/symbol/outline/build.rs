//! Makes an outline from a parsed text. Function bodies are only walked for outlines of all names.

use tree_sitter::{Node, Tree, TreeCursor};

use crate::lang::{Language, Manifest, Role, SymbolRules, Syntax, field, kind_of};

use super::code_end::CodeEnds;
use super::definition::{
    Surroundings, block_word, count_fields, is_block_word, leading_attributes, named_scope, read_definition,
    read_scope, scope_named,
};
use super::items::{FILE, Item, ItemId, Outline, OutlineScope};
use super::minor_names::{
    body_with_minor_names, called_value, counts_in_function, declared_each, read_module, read_small,
};
use super::name::declared_names;
use super::signature::function_declarator;
use super::value::{DefinitionBody, value};

/// A container whose children are still to be walked.
struct PendingContainer<'tree> {
    body: DefinitionBody<'tree>,
    item: ItemId,
    /// The properties of its surroundings that apply to the definition in it.
    around: Surroundings,
    /// The number of containers around it.
    depth: usize,
    /// Its position relative to functions.
    place: FunctionRelation,
}

/// The position of a container relative to functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FunctionRelation {
    /// Outside of all functions.
    Outside,
    /// The body of an anonymous function that is called in place or is an argument of a call.
    Nameless,
    /// The body of a function, or a block in it without a scope of its own.
    Body,
    /// A class in a function.
    Inner,
}

/// The text that is walked.
struct WalkContext<'t> {
    language: &'static Language,
    text: &'t str,
    ends: CodeEnds,
}

/// A child of a container.
#[derive(Clone, Copy)]
struct WalkedChild<'w, 'tree> {
    language: &'static Language,
    text: &'w str,
    container: &'w PendingContainer<'tree>,
    node: Node<'tree>,
    /// The kind of minor name (field, constant, …) that it declares, if the outline contains such names.
    kind: Option<&'static str>,
}

/// The maximum nesting of containers: a full name is as long as its definition is deep, and a text of nothing but
/// opening brackets must not cost the square of its length.
const MAX_CONTAINER_DEPTH: usize = 250;

/// The maximum nesting of calls that are walked, which also limits long chains of calls on one object.
const MAX_CALL_DEPTH: usize = 120;

impl Outline {
    /// Makes the outline of a parsed text.
    pub(in crate::resolve::symbol) fn new(
        language: &'static Language,
        tree: &Tree,
        text: &str,
        reach: OutlineScope,
    ) -> Self {
        let root = tree.root_node();
        let errors = Syntax::errors(tree).into_iter().map(|range| range.start).collect();
        let mut outline = Self::empty(language, text.len(), errors, reach);
        outline.has_error = root.has_error();
        outline.is_broken = root.is_error();
        let mut walked = WalkContext { language, text, ends: CodeEnds::default() };
        let mut pending = vec![PendingContainer {
            body: DefinitionBody::whole(root),
            item: FILE,
            around: Surroundings::default(),
            depth: 0,
            place: FunctionRelation::Outside,
        }];
        while let Some(container) = pending.pop() {
            if container.depth > MAX_CONTAINER_DEPTH {
                outline.is_truncated = true;
                continue;
            }
            outline.walk(&mut walked, &container, &mut pending);
        }
        outline.finish();
        outline
    }

    /// Adds the children of one container.
    fn walk<'tree>(
        &mut self,
        walked: &mut WalkContext<'_>,
        container: &PendingContainer<'tree>,
        pending: &mut Vec<PendingContainer<'tree>>,
    ) {
        let DefinitionBody { node, range } = &container.body;
        let text = walked.text;
        let query = walked.language.symbol_query();
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let node = cursor.node();
            let role = match query.role_of_node(node).unwrap_or(Role::Other) {
                Role::Block if block_word(node, text, &walked.language.manifest().symbols).is_some() => {
                    Role::Module
                }
                role => role,
            };
            let is_inside = range.start <= node.start_byte() && node.end_byte() <= range.end;
            let language = walked.language;
            let is_mute = !node.is_named() && !node.is_missing() && is_mute(node, text);
            if is_inside && !is_mute && !is_block_word(node, text, &language.manifest().symbols) {
                let (role, kind) = self.kinds_of(language, container, &cursor, role);
                let child = WalkedChild { language, text, container, node, kind };
                pending.extend(self.take_in(child, role, &mut walked.ends));
            }
            more = cursor.goto_next_sibling();
        }
    }

    /// Returns the role of a child, and the kind of minor name that it declares, if the outline contains such names.
    fn kinds_of(
        &self,
        language: &'static Language,
        container: &PendingContainer<'_>,
        cursor: &TreeCursor<'_>,
        role: Role,
    ) -> (Role, Option<&'static str>) {
        if self.scope == OutlineScope::Definitions {
            return (role, None);
        }
        let each = container.around.declarator_kind.filter(|_| cursor.field_name() == Some("declarator"));
        let other = language.name_query().role_of_node(cursor.node());
        match (each, other) {
            (Some(kind), _) => (role, Some(kind)),
            (None, Some(Role::Named(kind))) => (role, Some(kind)),
            (None, Some(other)) => (other, None),
            (None, None) if role == Role::Module => (role, language.module_kind()),
            (None, None) => (role, None),
        }
    }

    /// Adds one child, and returns it for a later walk if it is a container.
    fn take_in<'tree>(
        &mut self,
        child: WalkedChild<'_, 'tree>,
        role: Role,
        ends: &mut CodeEnds,
    ) -> Option<PendingContainer<'tree>> {
        let WalkedChild { language, text, container, node, .. } = child;
        let has_values = !matches!(container.place, FunctionRelation::Body | FunctionRelation::Nameless);
        let is_in_call = self.item(container.item).role == Role::Call;
        let kind = child.kind.filter(|_| has_values && !is_in_call);
        let child = WalkedChild { kind, ..child };
        let mut place = container.place;
        let rules = &language.manifest().symbols;
        let mut item = Item::container(ends.range(node, text), container.item);
        item.role = match role_of_node(role, node, text, language.manifest()) {
            _ if node.is_error() || node.is_missing() => Role::Broken,
            Role::Definition(capture) if is_in_call => nameless(capture, rules),
            role @ (Role::Call | Role::Comment) => role,
            _ if is_in_call => Role::Other,
            role => role,
        };
        let called = if role == Role::Valued && item.role == Role::Other && !is_in_call {
            called_value(node, language).filter(|_| self.class_of_members(container.item).is_none())
        } else {
            None
        };
        if called.is_some() {
            item.role = Role::Call;
            item.scope = named_scope(node, text, rules).map(Box::new);
        }
        item.has_error = node.has_error() || node.is_error() || node.is_missing();
        let mut around = Surroundings::default();
        let inside = match item.role {
            Role::Definition(capture) => {
                let body;
                (body, place) = self.define(&mut item, child, capture);
                body
            }
            Role::Declaration => {
                around = self.around(container, node, text);
                item.definition = language
                    .declaration_capture()
                    .filter(|_| function_declarator(node, rules).is_some())
                    .and_then(|capture| read_definition(capture, node, text, rules, &around))
                    .map(Box::new);
                item.role = if item.definition.is_some() { item.role } else { Role::Wrapper };
                let count = count_fields(node, "declarator");
                // A type without a name cannot be used elsewhere.
                around.is_shared = count > 1 || count == 1 && !is_of_nameless(node);
                // A single name is read below; several names are members of a list.
                around.declarator_kind = kind.filter(|_| count > 1 || has_body(node));
                around.objects = declared_each(node, rules).map(|name| text[name].to_owned()).collect();
                Some(DefinitionBody::whole(node)).filter(|_| item.definition.is_none())
            }
            Role::Module => {
                item.scope = Some(Box::new(read_scope(node, text, rules)));
                let is_block = language.symbol_query().role_of_node(node) == Some(Role::Block);
                field(node, "body").or(Some(node).filter(|_| is_block)).map(DefinitionBody::whole)
            }
            Role::Head => {
                around.own_parameters.clone_from(&container.around.own_parameters);
                let list = field(node, "parameters").map(|list| declared_names(&text[list.byte_range()]));
                around.own_parameters.extend(list.unwrap_or_default());
                Some(DefinitionBody::whole(node))
            }
            Role::Typedef => {
                around.alias = field(node, "declarator").map(|name| text[name.byte_range()].to_owned());
                Some(DefinitionBody::whole(node))
            }
            Role::Wrapper => {
                around = container.around.clone();
                around.is_shared |= has_comma(node);
                around.attributes = around.attributes.or_else(|| Some(leading_attributes(node, rules)));
                Some(DefinitionBody::whole(node))
            }
            // The called function, or the arguments.
            Role::Transparent if is_in_call => {
                place = if place == FunctionRelation::Outside { FunctionRelation::Nameless } else { place };
                DefinitionBody::of(node, rules)
            }
            Role::Call if container.depth > MAX_CALL_DEPTH => None,
            Role::Block => {
                place = if place == FunctionRelation::Outside { FunctionRelation::Nameless } else { place };
                Some(DefinitionBody::whole(node))
            }
            Role::Transparent | Role::Call => Some(DefinitionBody::whole(called.unwrap_or(node))),
            Role::Group => DefinitionBody::in_round_brackets(node),
            Role::Other
            | Role::Valued
            | Role::Named(_)
            | Role::Comment
            | Role::Attribute
            | Role::Hidden
            | Role::Import
            | Role::Broken => None,
        };
        let inside = self.read_name(&mut item, inside, &around, child);
        if !matches!(container.place, FunctionRelation::Outside | FunctionRelation::Nameless)
            && let Some(definition) = &mut item.definition
        {
            definition.is_minor = true;
        }
        item.holds(inside.as_ref().map(|body| {
            let end = ends.range(body.node, text).end;
            body.range.start..end.min(body.range.end)
        }));
        if item.role == Role::Module && inside.as_ref().is_some_and(|body| body.node == node) {
            item.begin_with_word(text);
        }
        let id = self.add(item);
        inside.map(|body| PendingContainer { body, item: id, around, depth: container.depth + 1, place })
    }

    /// Reads a definition; returns its body if that is to be walked, and the body's position relative to functions.
    fn define<'tree>(
        &self,
        item: &mut Item,
        child: WalkedChild<'_, 'tree>,
        capture: &'static str,
    ) -> (Option<DefinitionBody<'tree>>, FunctionRelation) {
        let WalkedChild { language, text, container, node, .. } = child;
        let rules = &language.manifest().symbols;
        let mut place = container.place;
        let around = self.around(container, node, text);
        let found = read_definition(capture, node, text, rules, &around);
        // A block among members is the result of a syntax error.
        item.definition = found.filter(|found| !found.is_block || !self.is_member(container)).map(Box::new);
        let is_in_function = matches!(place, FunctionRelation::Body | FunctionRelation::Nameless);
        // A type that a typedef only names is at most declared incidentally.
        let is_only_named = self.item(container.item).role == Role::Typedef && field(node, "body").is_none();
        if is_only_named || is_in_function && !counts_in_function(capture, language.manifest()) {
            item.definition = None;
        }
        let body = if rules.containers.iter().any(|kind| kind == capture) {
            place = match place {
                FunctionRelation::Outside | FunctionRelation::Nameless => FunctionRelation::Outside,
                FunctionRelation::Body | FunctionRelation::Inner => FunctionRelation::Inner,
            };
            DefinitionBody::of(node, rules)
        } else if self.scope == OutlineScope::AllNames {
            let is_function = rules.function_captures.iter().any(|kind| kind == capture);
            place = if is_function { FunctionRelation::Body } else { place };
            let body = body_with_minor_names(node, capture, language);
            if let Some(definition) = item.definition.as_mut().filter(|_| body.is_some()) {
                definition.is_function_around = is_function;
            }
            body
        } else if rules.minor_containers.iter().any(|kind| kind == capture) {
            DefinitionBody::of(node, rules)
        } else {
            None
        };
        // The values of an anonymous enumeration belong to the enclosing scope.
        let enum_word = language.manifest().view.preprocessor.as_ref().map(|masks| masks.enum_word.as_str());
        let is_list =
            || enum_word.is_some_and(|word| !word.is_empty() && text[node.byte_range()].starts_with(word));
        let is_list = self.scope == OutlineScope::AllNames && is_list();
        let is_walked = item.definition.is_some() || is_list || self.open_nameless(item, child, capture);
        (body.filter(|_| is_walked), place)
    }

    /// Returns whether the members of an anonymous type have addresses: they belong to the only object that is declared
    /// with the type, or to the enclosing scope if there is none.
    fn open_nameless(&self, item: &mut Item, child: WalkedChild<'_, '_>, capture: &'static str) -> bool {
        let WalkedChild { language, container, node, .. } = child;
        let rules = &language.manifest().symbols;
        let is_open = self.scope == OutlineScope::AllNames
            && container.place != FunctionRelation::Body
            && !rules.declarators.is_empty()
            && rules.containers.iter().any(|kind| kind == capture)
            && field(node, "name").is_none();
        match &container.around.objects[..] {
            _ if !is_open => false,
            [] => true,
            [object] => {
                item.scope = Some(Box::new(scope_named(object, rules)));
                true
            }
            _ => false,
        }
    }

    /// Reads the name of an item that is not a definition itself; returns its body.
    fn read_name<'tree>(
        &self,
        item: &mut Item,
        inside: Option<DefinitionBody<'tree>>,
        own: &Surroundings,
        child: WalkedChild<'_, 'tree>,
    ) -> Option<DefinitionBody<'tree>> {
        let WalkedChild { language, text, container, node, kind } = child;
        let rules = &language.manifest().symbols;
        let Some(kind) = kind.filter(|_| item.definition.is_none() && item.role != Role::Broken) else {
            return inside;
        };
        if own.declarator_kind.is_some() {
            return inside;
        }
        if let Some(scope) = item.scope.as_ref().filter(|_| item.role != Role::Call) {
            item.definition = read_module(kind, node, scope.parts.clone(), rules).map(Box::new);
            return inside;
        }
        let around = self.around(container, node, text);
        let Some(mut found) = read_small(kind, node, text, rules, &around) else { return inside };
        found.is_shared |= is_chained(node);
        // The statement is about the type that it defines together with the name.
        if item.role == Role::Typedef && has_body(node) {
            return inside;
        }
        // What a called function contains is no member of the name that its result is assigned to.
        found.is_function_around = item.role == Role::Call;
        item.definition = Some(Box::new(found));
        // The node of a directive includes the line ending.
        item.trim_end(text);
        if item.role == Role::Call {
            return inside;
        }
        if item.role != Role::Hidden {
            item.role = Role::Named(kind);
        }
        field(node, "body").map(DefinitionBody::whole)
    }

    /// Returns whether the children of a container are in a definition; a module does not count, though it has a name.
    fn is_member(&self, container: &PendingContainer<'_>) -> bool {
        let is_module = self.item(container.item).role == Role::Module;
        (!is_module && self.definition(container.item).is_some())
            || self.enclosing_definition(container.item).is_some()
    }

    /// Returns the surroundings of a definition that is a child of `container`.
    fn around(&self, container: &PendingContainer<'_>, node: Node<'_>, text: &str) -> Surroundings {
        let mut around = container.around.clone();
        let item = self.item(container.item);
        if item.role == Role::Head {
            text[item.range.start..node.start_byte()].clone_into(&mut around.decorators);
        }
        around
    }
}

/// Returns the role of a definition that is called in place or is an argument of a call: a function is an anonymous
/// container there.
fn nameless(capture: &str, rules: &SymbolRules) -> Role {
    let is_function = rules.function_captures.iter().any(|kind| kind == capture);
    if is_function { Role::Transparent } else { Role::Other }
}

/// Returns the role of a node whose kind alone does not determine it.
fn role_of_node(role: Role, node: Node<'_>, text: &str, manifest: &'static Manifest) -> Role {
    match role {
        Role::Wrapper if is_import(node, text, manifest) => Role::Import,
        Role::Valued => {
            let capture = value(node, &manifest.symbols).and_then(|value| {
                manifest.symbols.values.get(kind_of(value)).and_then(|capture| manifest.capture(capture))
            });
            capture.map_or(Role::Other, Role::Definition)
        }
        // The named type is defined elsewhere, or has no members.
        Role::Typedef if !has_body(node) => {
            let capture = manifest.symbols.typedef_capture.as_deref();
            capture.and_then(|capture| manifest.capture(capture)).map_or(role, Role::Definition)
        }
        Role::Group if DefinitionBody::in_round_brackets(node).is_none() => Role::Wrapper,
        role => role,
    }
}

/// Returns whether a statement assigns names to nothing but the results of imports.
fn is_import(node: Node<'_>, text: &str, manifest: &Manifest) -> bool {
    let Some(calls) = manifest.imports.as_ref().map(|rules| &rules.calls).filter(|calls| !calls.is_empty())
    else {
        return false;
    };
    let mut cursor = node.walk();
    let mut values = node.named_children(&mut cursor).map(|child| field(child, "value"));
    let is_call = |value: Option<Node<'_>>| {
        let value = value.map_or("", |value| &text[value.byte_range()]);
        calls.iter().any(|call| value.strip_prefix(call.as_str()).is_some_and(|rest| rest.starts_with('(')))
    };
    node.named_child_count() > 0 && values.all(is_call)
}

/// Returns whether a node contains the definition of the type that it names.
fn has_body(node: Node<'_>) -> bool {
    field(node, "type").and_then(|named| field(named, "body")).is_some()
}

/// Returns whether a statement declares something with an anonymous type that it defines.
fn is_of_nameless(node: Node<'_>) -> bool {
    has_body(node) && field(node, "type").is_some_and(|own| field(own, "name").is_none())
}

/// Returns whether a statement assigns one value to several names: `a = b = 1`.
fn is_chained(node: Node<'_>) -> bool {
    let value = node.named_child(0).and_then(|own| Some((kind_of(own), field(own, "right")?.kind())));
    value.is_some_and(|(own, value)| own == value)
}

/// Returns whether a statement contains a comma-separated list.
fn has_comma(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if kind_of(cursor.node()) == "," {
            return true;
        }
        more = cursor.goto_next_sibling();
    }
    false
}

/// Returns whether a token only delimits or separates the children of a container.
fn is_mute(node: Node<'_>, text: &str) -> bool {
    matches!(kind_of(node), "{" | "}") || text[node.byte_range()].trim().is_empty()
}
