//! Reads the properties of one definition: its name, its parameters, its decorators.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{KindPlace, Manifest, SymbolRules, field, is_of, kind_of};

use super::name::{
    NamePart, block_header, declared_names, impl_parts, is_operator, is_word_char, plain_part, read_path,
};
use super::signature::{Signature, callable_itself, declared_leaf, function_declarator};
use super::value::{DefinitionBody, is_tried, value};

/// A definition, or a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Definition {
    /// The query capture that marks it.
    pub(in crate::resolve::symbol) capture: &'static str,
    /// Its name with the qualifiers written there, outermost first.
    pub(in crate::resolve::symbol) parts: Vec<NamePart>,
    /// Other names of the same definition.
    pub(in crate::resolve::symbol) aliases: Vec<String>,
    /// Its parameters, in languages with overloads.
    pub(in crate::resolve::symbol) signature: Option<Signature>,
    /// Whether it only declares what is, or may be, defined elsewhere.
    pub(in crate::resolve::symbol) is_declaration: bool,
    /// Whether it belongs to the class, not to an object of the class.
    pub(in crate::resolve::symbol) is_static: bool,
    /// Whether it is a block of functions of a type, such as `impl`.
    pub(in crate::resolve::symbol) is_block: bool,
    /// Whether it is a function with its own parameter list.
    pub(in crate::resolve::symbol) is_callable: bool,
    /// Whether it is a name that is assigned a function or similar, whose parts it has.
    pub(in crate::resolve::symbol) is_assigned_function: bool,
    /// Whether a terminator that follows it belongs to it.
    pub(in crate::resolve::symbol) takes_terminator: bool,
    /// The accessor of a property that it is.
    pub(in crate::resolve::symbol) accessor: Option<String>,
    /// Whether its statement declares something else too.
    pub(in crate::resolve::symbol) is_shared: bool,
    /// The length in bytes of the attributes at its start, with the blanks after them.
    pub(in crate::resolve::symbol) attributes: usize,
    /// The length in bytes of the attributes at the start of the enclosing statement.
    pub(in crate::resolve::symbol) outer_attributes: usize,
    /// The number of bytes before its body; its whole length if it has none.
    pub(in crate::resolve::symbol) heading: usize,
    /// Its heading and its body, as byte offsets from its start.
    pub(in crate::resolve::symbol) frame: Frame,
    /// Whether its name is also a use of something else.
    pub(in crate::resolve::symbol) is_use: bool,
    /// Whether it is only in outlines of all names: a minor name such as a field, or a definition in the body of a
    /// function.
    pub(in crate::resolve::symbol) is_minor: bool,
    /// Whether its children are in the body of a function, and are no members.
    pub(super) is_function_around: bool,
}

/// The parts of a definition, as byte offsets from the start of its node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::resolve::symbol) struct Frame {
    /// The end of the heading: after the last token before the body, without initializers, or before the terminator.
    pub(in crate::resolve::symbol) head_end: usize,
    /// The text between heading and body: the initializers of a constructor, or what a function without a body is set
    /// to (`= 0`).
    pub(in crate::resolve::symbol) initialisers: Option<Range<usize>>,
    /// The body, with its brackets.
    pub(in crate::resolve::symbol) body: Option<Range<usize>>,
    /// Whether the body is the first part of a `try` statement, and handlers follow it.
    pub(in crate::resolve::symbol) has_handlers: bool,
}

impl Frame {
    /// Reads the parts of a node.
    pub(in crate::resolve::symbol) fn of(node: Node<'_>, rules: &SymbolRules) -> Self {
        let from = node.start_byte();
        let within = |node: Node<'_>| node.start_byte() - from..node.end_byte() - from;
        let body = DefinitionBody::of(node, rules).map(DefinitionBody::bracketed);
        let mut frame =
            Self { body: body.as_ref().map(|body| body.start - from..body.end - from), ..Self::default() };
        let body = body.map_or(usize::MAX, |body| body.start);
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let here = cursor.node();
            if here.start_byte() >= body {
                break;
            }
            if is_tried(here, rules) {
                frame.has_handlers = here.end_byte() > body;
                break;
            }
            if here.end_byte() > body || is_set(here, rules) {
                // The assigned value has the body, or replaces it.
                more = cursor.goto_first_child();
                continue;
            }
            if is_of(here, &rules.bodies) {
                break;
            }
            let is_value = frame.initialisers.is_some() && !here.is_extra() && kind_of(here) != ";";
            if is_of(here, &rules.initialisers) || kind_of(here) == "=" && is_called(here, rules) {
                frame.initialisers = Some(within(here));
            } else if let Some(own) = frame.initialisers.as_mut().filter(|_| is_value) {
                own.end = within(here).end;
            } else if !here.is_extra() && kind_of(here) != ";" {
                frame.head_end = within(here).end;
            }
            more = cursor.goto_next_sibling();
        }
        frame
    }

    /// Moves all parts by the number of bytes that were added before the node.
    pub(in crate::resolve::symbol) fn shift(&mut self, by: usize) {
        self.head_end += by;
        for range in self.initialisers.iter_mut().chain(&mut self.body) {
            *range = range.start + by..range.end + by;
        }
    }
}

/// Returns whether a declarator contains a function and what it is set to, such as `= 0`.
fn is_set(node: Node<'_>, rules: &SymbolRules) -> bool {
    is_of(node, &rules.declarators)
        && node
            .named_child(0)
            .and_then(|name| name.next_sibling())
            .is_some_and(|next| kind_of(next) == "=" && is_called(next, rules))
}

/// Returns whether the node is directly preceded by a function name with its parameters.
fn is_called(node: Node<'_>, rules: &SymbolRules) -> bool {
    let mut before = node.prev_named_sibling();
    while let Some(inner) = before.filter(|inner| is_of(*inner, &rules.declarators)) {
        before = inner.child_by_field_name("declarator").or_else(|| inner.named_child(0));
    }
    before.is_some_and(|inner| is_of(inner, &rules.callables))
}

impl Definition {
    /// Creates a minor definition that has nothing but a name, such as a field.
    pub(in crate::resolve::symbol) fn minor(
        capture: &'static str,
        parts: Vec<NamePart>,
        aliases: Vec<String>,
        heading: usize,
        frame: Frame,
    ) -> Self {
        Self {
            capture,
            parts,
            aliases,
            signature: None,
            is_declaration: false,
            is_static: false,
            is_block: false,
            is_callable: false,
            is_assigned_function: false,
            takes_terminator: true,
            accessor: None,
            is_shared: false,
            attributes: 0,
            outer_attributes: 0,
            heading,
            frame,
            is_minor: true,
            is_use: false,
            is_function_around: false,
        }
    }

    /// Returns whether it is a plain value, such as a field.
    pub(in crate::resolve::symbol) const fn is_value(&self) -> bool {
        self.is_minor && self.frame.body.is_none()
    }

    /// Returns whether it is only a declaration, or a function without a body.
    pub(in crate::resolve::symbol) fn is_bodiless(&self, manifest: &Manifest) -> bool {
        let is_function = || {
            let mut kinds = manifest.kinds.values();
            kinds.any(|rule| rule.capture == self.capture && rule.place != KindPlace::Any)
        };
        self.is_declaration || (self.frame.body.is_none() && !self.is_assigned_function && is_function())
    }

    /// Returns the last part of its name, and its aliases.
    pub(in crate::resolve::symbol) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.parts.last().map(|part| part.name.as_str());
        let inner = self.parts.last().and_then(|part| part.inner.as_deref());
        let aliases = self.aliases.iter().map(String::as_str).chain(inner);
        own.into_iter().chain(aliases.filter(move |alias| Some(*alias) != own))
    }
}

/// A scope that is no definition; addresses may leave out the parts that are marked as optional.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct OptionalScope {
    /// Its name; empty for an anonymous scope.
    pub(in crate::resolve::symbol) parts: Vec<NamePart>,
}

/// The properties of the statements around a definition.
#[derive(Debug, Clone, Default)]
pub(super) struct Surroundings {
    /// The parameters declared by the enclosing template heads.
    pub(super) own_parameters: Vec<String>,
    /// The name that a typedef gives to the definition.
    pub(in crate::resolve::symbol) alias: Option<String>,
    /// Whether the enclosing statement declares variables too.
    pub(in crate::resolve::symbol) is_shared: bool,
    /// The text of the decorators.
    pub(in crate::resolve::symbol) decorators: String,
    /// The length in bytes of the attributes at the start of the enclosing statement.
    pub(in crate::resolve::symbol) attributes: Option<usize>,
    /// The kind of each minor name that the enclosing statement declares.
    pub(super) declarator_kind: Option<&'static str>,
    /// The names that the enclosing statement declares.
    pub(super) objects: Vec<String>,
}

/// Reads a definition; `None` if the node defines nothing with a name.
pub(super) fn read_definition(
    capture: &'static str,
    node: Node<'_>,
    text: &str,
    rules: &SymbolRules,
    around: &Surroundings,
) -> Option<Definition> {
    let alias = declared_leaf(node, rules).filter(|_| rules.typedef_capture.as_deref() == Some(capture));
    let name = name_of(node, rules).or(alias);
    let declarator = if name.is_none() { function_declarator(node, rules) } else { None };
    let callable = declarator.as_ref().map(|found| found.callable).or_else(|| callable_itself(node, rules));
    let is_block = rules.trait_impl.is_some() && name.is_none() && declarator.is_none();
    let own = own_parameters(node, text, around);
    let mut aliases = Vec::new();
    let mut parts = receiver(node, text, rules)?;
    parts.extend(if let Some(name) = name {
        aliases.extend(around.alias.clone());
        qualified(&text[name.byte_range()], &own, rules)
    } else if let Some(declarator) = declarator {
        let start = operator_start(&text[node.start_byte()..declarator.name.start], rules);
        let start = start.map_or(declarator.name.start, |start| node.start_byte() + start);
        let name = unbracketed(text[start..declarator.name.end].trim());
        // `(*handler)(int)` is a variable.
        if name.starts_with('(') {
            return None;
        }
        qualified(name, &own, rules)
    } else if is_block {
        let of_trait = field(node, "trait").map(|node| text[node.byte_range()].to_owned());
        let target = &text[field(node, "type")?.byte_range()];
        // After a syntax error, the type may be the heading of another block, which is no name.
        if rules.trait_impl.as_ref().is_some_and(|words| block_header(target, words).is_some()) {
            return None;
        }
        impl_parts(target, of_trait.as_deref(), &own, rules)
    } else {
        vec![plain_part(around.alias.as_deref().or(rules.nameless.as_deref())?, &own, rules)]
    });
    for part in &mut parts {
        part.optional |= rules.optional_names.contains(&part.name);
    }
    let body = body_start(node, rules);
    let has_body = body.is_some();
    // A name with a value is defined by that value.
    let has_value = rules.value_fields.iter().any(|name| field(node, name).is_some());
    if parts.is_empty() || (around.is_shared && !has_body) {
        return None;
    }
    if let (Some(last), Some(name)) = (parts.last_mut(), name)
        && rules.export_objects.iter().any(|word| *word == text[name.byte_range()])
    {
        let inner = value(node, rules).and_then(|value| field(value, "name"));
        last.inner = inner.map(|inner| text[inner.byte_range()].to_owned());
    }
    let own_name = parts.last().map(|part| part.name.clone()).unwrap_or_default();
    if let (Some(words), Some(last)) = (rules.open_scopes.get(kind_of(node)), parts.last_mut()) {
        last.optional = !has_word_before_name(node, words);
    }
    Some(Definition {
        capture,
        parts,
        aliases,
        signature: callable.filter(|_| rules.overloads).map(|callable| Signature::of(callable, text, rules)),
        is_declaration: (rules.separate_declarations && !has_body && !has_value && alias.is_none())
            || is_decorated_as(&around.decorators, &rules.overload_decorators),
        is_static: has_word_before_name(node, &rules.static_words),
        is_block,
        is_callable: callable.is_some(),
        is_assigned_function: value(node, rules).is_some(),
        takes_terminator: callable.is_none() || !has_body || has_value,
        accessor: accessor(&around.decorators, &own_name, rules).or_else(|| accessor_by_word(node, rules)),
        is_shared: around.is_shared
            || (count_fields(node, "declarator") > 1 && has_flat_comma(&text[node.byte_range()])),
        attributes: leading_attributes(node, rules),
        outer_attributes: around.attributes.unwrap_or_default(),
        heading: body.unwrap_or(node.end_byte()) - node.start_byte(),
        frame: Frame::of(node, rules),
        is_minor: false,
        is_use: false,
        is_function_around: false,
    })
}

/// Returns the name node of a definition.
fn name_of<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    field(node, "name").or_else(|| rules.name_fields.iter().find_map(|name| field(node, name)))
}

/// Returns the receiver type of a function; `None` if the receiver contains no type name.
fn receiver(node: Node<'_>, text: &str, rules: &SymbolRules) -> Option<Vec<NamePart>> {
    let Some(rule) = &rules.receiver else { return Some(Vec::new()) };
    let Some(place) = field(node, &rule.field) else { return Some(Vec::new()) };
    let mut cursor = place.walk();
    while kind_of(cursor.node()) != rule.name {
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return None;
            }
        }
    }
    Some(vec![plain_part(&text[cursor.node().byte_range()], &[], rules)])
}

/// Returns the type parameters that the definition, or a head around it, declares.
fn own_parameters(node: Node<'_>, text: &str, around: &Surroundings) -> Vec<String> {
    let mut own = around.own_parameters.clone();
    if let Some(list) = field(node, "type_parameters") {
        own.extend(declared_names(&text[list.byte_range()]));
    }
    own
}

/// Returns where a name ending with the operator keyword begins, in the text before the node that the grammar takes for
/// the name: it parses `Foo::operator` in `Foo::operator bool()` as a type.
fn operator_start(before: &str, rules: &SymbolRules) -> Option<usize> {
    let word = rules.operator_word.as_deref()?;
    let before = before.trim_end();
    let qualifiers = before.strip_suffix(word)?.trim_end();
    if !qualifiers.ends_with("::") {
        return None;
    }
    let mut depth = 0_usize;
    let outside = |(_, byte): &(usize, u8)| {
        match byte {
            b'>' => depth += 1,
            b'<' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && byte.is_ascii_whitespace()
    };
    let blank = qualifiers.bytes().enumerate().collect::<Vec<_>>().into_iter().rev().find(outside);
    Some(blank.map_or(0, |(at, _)| at + 1))
}

/// Returns the name in `(max)(int, int)`, which is in parentheses to prevent the expansion of a macro.
fn unbracketed(name: &str) -> &str {
    let inner = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    inner.filter(|inner| !inner.is_empty() && inner.chars().all(is_word_char)).unwrap_or(name)
}

/// Parses a qualified name without its own type parameters.
pub(super) fn qualified_name(name: &str, rules: &SymbolRules) -> Vec<NamePart> {
    qualified(name, &[], rules)
}

/// Parses a qualified name; arguments that are the definition's own type parameters are no specialization.
fn qualified(name: &str, own: &[String], rules: &SymbolRules) -> Vec<NamePart> {
    let mut parts = read_path(name, rules);
    for part in &mut parts {
        if let Some(args) = part.args.take() {
            *part = plain_part(&format!("{}{args}", part.name), own, rules);
        }
    }
    // The `<` of `operator<` is no bracket, and the name of an operator is kept as written.
    if parts.is_empty() && is_operator(name, rules) {
        parts.push(plain_part(name, &[], rules));
    }
    parts
}

fn body_start(node: Node<'_>, rules: &SymbolRules) -> Option<usize> {
    if let Some(body) = DefinitionBody::of(node, rules) {
        return Some(body.range.start);
    }
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if is_of(cursor.node(), &rules.bodies) {
            return Some(cursor.node().start_byte());
        }
        more = cursor.goto_next_sibling();
    }
    None
}

/// Returns how many children of a node are in a field.
pub(super) fn count_fields(node: Node<'_>, name: &str) -> usize {
    let mut cursor = node.walk();
    let mut count = 0;
    let mut more = cursor.goto_first_child();
    while more {
        count += usize::from(cursor.field_name() == Some(name));
        more = cursor.goto_next_sibling();
    }
    count
}

/// Returns whether the text contains a comma outside of all brackets. `-> decltype(f(), int())` is one declarator, not
/// two.
fn has_flat_comma(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b',' && depth == 0
    })
}

/// Returns the number of bytes from the start of `node` to the first child that is no attribute.
pub(super) fn leading_attributes(node: Node<'_>, rules: &SymbolRules) -> usize {
    if rules.leading_attributes.is_empty() {
        return 0;
    }
    let is_in = |list: &[String], node: Node<'_>| is_of(node, list);
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        let here = cursor.node();
        if cursor.depth() == 1 && is_in(&rules.attribute_holders, here) {
            more = cursor.goto_first_child();
            continue;
        }
        if !here.is_extra() && !is_in(&rules.leading_attributes, here) {
            return here.start_byte() - node.start_byte();
        }
        more = cursor.goto_next_sibling() || (cursor.goto_parent() && cursor.goto_next_sibling());
    }
    0
}

/// Returns whether one of the given keywords precedes the name.
fn has_word_before_name(node: Node<'_>, words: &[String]) -> bool {
    if words.is_empty() {
        return false;
    }
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more && cursor.field_name() != Some("name") {
        if words.iter().any(|word| word == kind_of(cursor.node())) {
            return true;
        }
        more = cursor.goto_next_sibling();
    }
    false
}

/// Returns the accessor kind that a keyword before the name gives to a definition.
fn accessor_by_word(node: Node<'_>, rules: &SymbolRules) -> Option<String> {
    if rules.accessors.iter().all(|rule| rule.words.is_empty()) {
        return None;
    }
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more && cursor.field_name() != Some("name") {
        let word = kind_of(cursor.node());
        let rule = rules.accessors.iter().find(|rule| rule.words.iter().any(|one| one == word));
        if let Some(rule) = rule {
            return Some(rule.name.clone());
        }
        more = cursor.goto_next_sibling();
    }
    None
}

/// Returns the accessor kind that the decorators give to a definition.
fn accessor(decorators: &str, own_name: &str, rules: &SymbolRules) -> Option<String> {
    let rule = rules.accessors.iter().find(|rule| is_decorated_as(decorators, &rule.decorators));
    rule.map(|rule| rule.name.clone()).or_else(|| {
        // `@size.expression` above `size` marks another accessor, even of an unknown kind.
        let has_any = rules.accessors.iter().any(|rule| !rule.decorators.is_empty());
        let mut words = decorator_names(decorators).filter(|_| has_any).filter_map(|name| {
            let word = name.strip_prefix(own_name)?.strip_prefix('.')?;
            (!word.is_empty() && word.chars().all(is_word_char)).then(|| word.to_owned())
        });
        words.next()
    })
}

/// Returns the names of the decorators, without their arguments.
fn decorator_names(decorators: &str) -> impl Iterator<Item = &str> {
    decorators.lines().filter_map(|line| line.trim_start().strip_prefix('@')).map(|line| {
        let end = line.find(|char: char| char == '(' || char == '#' || char.is_whitespace());
        &line[..end.unwrap_or(line.len())]
    })
}

/// Returns whether the decorators include one of `wanted`; `*.setter` matches all names with that ending.
fn is_decorated_as(decorators: &str, wanted: &[String]) -> bool {
    decorator_names(decorators).any(|name| {
        wanted.iter().any(|pattern| match pattern.strip_prefix('*') {
            Some(ending) => name.ends_with(ending),
            None => name == pattern,
        })
    })
}

/// Reads the name of a scope.
pub(super) fn read_scope(node: Node<'_>, text: &str, rules: &SymbolRules) -> OptionalScope {
    let name = field(node, "name").map(|name| &text[name.byte_range()]);
    let name = name.or_else(|| block_word(node, text, rules));
    let mut parts = name.map_or_else(Vec::new, |name| read_path(name, rules));
    for part in &mut parts {
        part.optional = true;
    }
    OptionalScope { parts }
}

/// Returns the keyword before a block that makes the block a module. If the grammar does not know such blocks, the view
/// has a `;` between keyword and block.
pub(super) fn block_word<'r>(node: Node<'_>, text: &str, rules: &'r SymbolRules) -> Option<&'r str> {
    let before = text[..node.start_byte()].trim_end_matches([' ', '\t']);
    let before =
        before.strip_suffix(';').filter(|rest| rest.len() + 1 == node.start_byte()).unwrap_or(before);
    let ends_so =
        |word: &&String| before.strip_suffix(word.as_str()).is_some_and(|rest| !rest.ends_with(is_word_char));
    rules.block_modules.iter().find(ends_so).map(String::as_str)
}

/// Returns whether a node is the keyword before such a block.
pub(super) fn is_block_word(node: Node<'_>, text: &str, rules: &SymbolRules) -> bool {
    let word = text[node.byte_range()].trim_end_matches(';');
    rules.block_modules.iter().any(|own| own == word)
        && text[node.end_byte()..].trim_start_matches([' ', '\t']).starts_with('{')
}

/// Returns the scope of what a function contains that is called in place and whose result is assigned to a name; `None`
/// if the target is more than a name.
pub(super) fn named_scope(node: Node<'_>, text: &str, rules: &SymbolRules) -> Option<OptionalScope> {
    let name = &text[name_of(node, rules)?.byte_range()];
    let is_plain = name.chars().all(|sign| is_word_char(sign) || matches!(sign, '$' | '.'));
    is_plain.then(|| OptionalScope { parts: qualified_name(name, rules) })
}

/// Returns the scope of the members of an object whose type is anonymous.
pub(super) fn scope_named(object: &str, rules: &SymbolRules) -> OptionalScope {
    OptionalScope { parts: qualified_name(object, rules) }
}

/// Returns whether two full names are equal; those of two definitions are compared innermost first (`path_upwards`).
pub(in crate::resolve::symbol) fn is_same_path<'p>(
    first: impl Iterator<Item = &'p NamePart>,
    second: impl Iterator<Item = &'p NamePart>,
) -> bool {
    let names = |part: &'p NamePart| (&part.name, &part.args, &part.of_trait);
    first.map(names).eq(second.map(names))
}
