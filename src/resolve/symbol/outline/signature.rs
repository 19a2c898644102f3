//! Parameter lists, which distinguish functions with one name.

use std::fmt;

use tree_sitter::Node;

use crate::lang::{SameParameters, SymbolRules, Syntax, field, is_of, kind_of, view};

use super::name::{is_word_char, split_list, squeeze};
use super::value::value;

/// The types of a function's parameters and its qualifiers; names, default values, comments and spacing are ignored.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve) struct Signature {
    /// The type of each parameter.
    pub(in crate::resolve::symbol) parameters: Vec<String>,
    /// `const`, `&` and similar qualifiers.
    pub(in crate::resolve::symbol) qualifiers: String,
    /// The parameters as an address spells them, if that is more than their types.
    spelled: Vec<String>,
    /// Whether these are the arguments of a macro that defines a function.
    is_call: bool,
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters && self.qualifiers == other.qualifiers
    }
}

impl Eq for Signature {}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = if self.spelled.is_empty() { &self.parameters } else { &self.spelled };
        let parameters: Vec<String> = parameters.iter().map(|parameter| as_written(parameter)).collect();
        write!(f, "({})", parameters.join(", "))?;
        if self.qualifiers.is_empty() { Ok(()) } else { write!(f, " {}", self.qualifiers) }
    }
}

/// The parts of a function declarator.
#[derive(Debug)]
pub(super) struct Declarator<'tree> {
    /// The node that contains the parameters.
    pub(super) callable: Node<'tree>,
    /// The byte range of the name.
    pub(in crate::resolve::symbol) name: std::ops::Range<usize>,
}

/// Parses the declarator of a function; `None` if the node declares no function.
pub(super) fn function_declarator<'tree>(
    node: Node<'tree>,
    rules: &SymbolRules,
) -> Option<Declarator<'tree>> {
    let mut callable = None;
    let mut name_start = None;
    let mut at = field(node, "declarator");
    while let Some(here) = at {
        let is_prefix = is_of(here, &rules.declarators);
        let is_callable = is_of(here, &rules.callables);
        if is_callable {
            callable = Some(here);
        } else if !is_prefix && name_start.is_none() {
            name_start = Some(here.start_byte());
        }
        at = field(here, "declarator")
            .or_else(|| field(here, "name").filter(|_| !is_prefix && !is_callable))
            .or_else(|| if is_prefix { first_named(here) } else { None });
    }
    let callable = callable?;
    let end = name_end(callable)?;
    // A conversion operator has its parameters in a separate node after the name.
    let start = if callable.start_byte() < end { callable.start_byte() } else { name_start? };
    (start < end).then_some(Declarator { callable, name: start..end })
}

/// Returns the node with the parameters of a function that has no declarator: the function's own, or the assigned
/// value.
pub(super) fn callable_itself<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let holds = |node: &Node<'_>| is_of(*node, &rules.callables);
    Some(node).filter(holds).or_else(|| value(node, rules).filter(holds))
}

/// Returns the end of the code before the parameters, without comments.
fn name_end(callable: Node<'_>) -> Option<usize> {
    let mut end = None;
    let mut cursor = callable.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if cursor.field_name() == Some("parameters") {
            return Some(end.unwrap_or(cursor.node().start_byte()));
        }
        if !cursor.node().is_extra() {
            end = Some(cursor.node().end_byte());
        }
        more = cursor.goto_next_sibling();
    }
    None
}

fn last_named(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    cursor.goto_last_child().then(|| cursor.node()).filter(Node::is_named)
}

fn first_named(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if cursor.node().is_named() && !cursor.node().is_extra() {
            return Some(cursor.node());
        }
        more = cursor.goto_next_sibling();
    }
    None
}

/// Restores the `*` of anonymous pointers to members in a parameter, for which the parser was given `_`.
fn as_written(parameter: &str) -> String {
    let mut written = String::with_capacity(parameter.len());
    for (at, char) in parameter.char_indices() {
        let is_pointer =
            char == '_' && parameter[..at].ends_with("::") && !parameter[at + 1..].starts_with(is_word_char);
        written.push(if is_pointer { '*' } else { char });
    }
    written
}

impl Signature {
    /// Reads the signature from a function's declarator.
    pub(in crate::resolve) fn of(callable: Node<'_>, text: &str, rules: &SymbolRules) -> Self {
        let mut signature = Self::default();
        let mut qualifiers = Vec::new();
        let mut cursor = callable.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let node = cursor.node();
            if cursor.field_name() == Some("parameters") {
                (signature.parameters, signature.spelled) = parameters(node, text, rules);
            } else if is_of(node, &rules.qualifiers) {
                qualifiers.push(&text[node.byte_range()]);
            }
            more = cursor.goto_next_sibling();
        }
        signature.qualifiers = qualifiers.join(" ");
        signature
    }

    /// Returns whether both have the same parameters, if one may qualify names by the enclosing `modules` and the other
    /// not.
    pub(in crate::resolve) fn is_same_within(&self, other: &Self, modules: &[&str]) -> bool {
        let bare = |parameter: &String| {
            let is_in = |path: &str, at: usize| {
                modules
                    .iter()
                    .any(|module| path[at..].strip_prefix(module).is_some_and(|rest| rest.starts_with("::")))
            };
            let mut written = String::with_capacity(parameter.len());
            let mut at = 0;
            while let Some(char) = parameter[at..].chars().next() {
                let is_start = !written.ends_with(is_word_char);
                match parameter[at..].find("::").filter(|_| is_start && is_in(parameter, at)) {
                    Some(length) => at += length + 2,
                    None => {
                        written.push(char);
                        at += char.len_utf8();
                    }
                }
            }
            written
        };
        self == other
            || self.qualifiers == other.qualifiers
                && self.parameters.len() == other.parameters.len()
                && self.parameters.iter().map(bare).eq(other.parameters.iter().map(bare))
    }

    /// Makes a signature from the arguments, in parentheses, of a macro that defines a function: as they are written.
    pub(super) fn of_call(list: &str) -> Self {
        let inner = list.trim().strip_prefix('(').and_then(|list| list.strip_suffix(')')).unwrap_or(list);
        let mut arguments: Vec<String> = vec![String::new()];
        let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
        for char in inner.chars() {
            match (quote, char) {
                (Some(open), _) => {
                    quote = quote.filter(|_| is_escaped || char != open);
                    is_escaped = !is_escaped && char == '\\';
                }
                (None, '"' | '\'') => quote = Some(char),
                (None, '(' | '[' | '{' | '<') => depth += 1,
                (None, ')' | ']' | '}' | '>') => depth = depth.saturating_sub(1),
                (None, ',') if depth == 0 => {
                    arguments.push(String::new());
                    continue;
                }
                (None, _) => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(char);
            }
        }
        let plain = |argument: &String| match argument.contains(['"', '\'']) {
            true => argument.trim().to_owned(),
            false => squeeze(argument),
        };
        Self { parameters: arguments.iter().map(plain).collect(), is_call: true, ..Self::default() }
    }

    /// Returns whether these are the arguments of a macro, and begin with those of `list` (without blanks) but are
    /// more.
    pub(in crate::resolve::symbol) fn is_call_that_begins(&self, list: &str) -> bool {
        let begins = |given: &str| squeeze(&self.to_string()).starts_with(&format!("{given},"));
        self.is_call && list.len() > 2 && list.strip_suffix(')').is_some_and(begins)
    }

    /// Returns whether a macro defines the function.
    pub(in crate::resolve::symbol) const fn is_call(&self) -> bool {
        self.is_call
    }

    /// Returns whether a list in parentheses, without blanks, contains exactly the types of the parameters:
    /// `(number,any?)`.
    pub(in crate::resolve::symbol) fn has_types(&self, list: &str) -> bool {
        let types = list.strip_prefix('(').and_then(|list| list.strip_suffix(')'));
        let is_type = |(own, given): (&String, &str)| {
            let optional = own.strip_prefix('?');
            own == given || optional.is_some_and(|own| given.strip_suffix('?') == Some(own))
        };
        types.is_some_and(|types| {
            let types = split_list(types);
            types.len() == self.parameters.len() && self.parameters.iter().zip(types).all(is_type)
        })
    }

    /// Returns whether the parameters without a type have the same names as in a signature that an address spells: a
    /// name alone may have been meant as a type.
    pub(in crate::resolve::symbol) fn is_named_like(&self, wanted: &Self) -> bool {
        let is_bare = |kind: &String| !kind.contains(is_word_char);
        let spelled = self.spelled.iter().zip(&wanted.spelled);
        self.parameters.iter().zip(spelled).all(|(kind, (own, wanted))| !is_bare(kind) || own == wanted)
    }

    /// Returns whether the parameters begin with the types of the other signature, and the qualifiers are equal.
    pub(in crate::resolve::symbol) fn begins_with(&self, other: &Self) -> bool {
        self.qualifiers == other.qualifiers && self.parameters.starts_with(&other.parameters)
    }

    /// Returns whether no call could distinguish the two.
    pub(in crate::resolve::symbol) fn is_one_with(&self, other: &Self, rules: &SymbolRules) -> bool {
        let is_same = |same: &SameParameters| {
            let plain =
                |parameters: &[String]| parameters.iter().map(|own| same.plain(own)).collect::<Vec<_>>();
            self.qualifiers == other.qualifiers
                && self.parameters.len() == other.parameters.len()
                && plain(&self.parameters) == plain(&other.parameters)
        };
        self == other || rules.same_parameters.as_ref().is_some_and(is_same)
    }

    /// Returns the number of parameters.
    pub(in crate::resolve) const fn count(&self) -> usize {
        self.parameters.len()
    }

    /// Parses the signature in an address: `(int, const Foo&) const`.
    pub(in crate::resolve::symbol) fn read(list: &str, syntax: &mut Syntax) -> Option<Self> {
        let language = syntax.language();
        let rules = &language.manifest().symbols;
        let probe = rules.signature_probe.as_ref()?;
        let text = format!("{}{list}{}", probe.open, probe.close);
        let text = view(&language.manifest().view, &text).into_owned();
        let tree = syntax.parse(&text).ok()?;
        let root = tree.root_node();
        if root.has_error() {
            let is_list = list.trim().starts_with('(') && list.trim().ends_with(')');
            let may_be_call = is_list && language.manifest().view.preprocessor.is_some();
            return may_be_call.then(|| Self::of_call(list));
        }
        let declaration = first_named(root)?;
        let declarator = function_declarator(declaration, rules).map(|found| found.callable);
        Some(Self::of(declarator.or_else(|| callable_itself(declaration, rules))?, &text, rules))
    }
}

/// Returns the types of the parameters, and their spelling in addresses if that differs.
fn parameters(list: Node<'_>, text: &str, rules: &SymbolRules) -> (Vec<String>, Vec<String>) {
    let mut found = Vec::new();
    let mut spelled = Vec::new();
    let mut cursor = list.walk();
    let mut more = cursor.goto_first_child();
    while more {
        let node = cursor.node();
        if !node.is_extra() && (node.is_named() || !matches!(kind_of(node), "(" | ")" | ",")) {
            let own = parameter(node, text, rules);
            if rules.named_parameters {
                spelled.push(named(node, &own, text, rules));
            }
            found.push(own);
        }
        more = cursor.goto_next_sibling();
    }
    if found.len() == 1 && rules.empty_parameter == found.first().cloned() {
        found.clear();
        spelled.clear();
    }
    (found, spelled)
}

/// Returns a parameter with its name, and its type as written: `a: any`, `b?: string | null`. The name is omitted if it
/// is a pattern.
fn named(node: Node<'_>, kind: &str, text: &str, rules: &SymbolRules) -> String {
    let name = parameter_name(node, rules).map_or("", |name| &text[name.byte_range()]);
    if name.is_empty() || !name.chars().all(|char| is_word_char(char) || matches!(char, '.' | '$')) {
        return kind.to_owned();
    }
    let (optional, kind) = kind.strip_prefix('?').map_or(("", kind), |kind| ("?", kind));
    if kind.is_empty() {
        return format!("{name}{optional}");
    }
    let written =
        field(node, "type").map_or("", |node| text[node.byte_range()].trim_start_matches(':').trim());
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    // A type that contains comments is given without them.
    let kind = if squeeze(&written) == kind { written } else { kind.to_owned() };
    format!("{name}{optional}: {kind}")
}

/// The node fields of a parameter's default value.
const DEFAULTS: &[&str] = &["default_value", "value"];

/// Returns the type of a parameter: its tokens without the name and the default value.
fn parameter(node: Node<'_>, text: &str, rules: &SymbolRules) -> String {
    let name = parameter_name(node, rules).map(|name| name.id());
    let default = DEFAULTS.iter().find_map(|name| field(node, name)).map(|node| node.id());
    let passed = nearest_declarator(node, rules).id();
    let mut tokens = String::new();
    let mut cursor = node.walk();
    // The ids of the enclosing nodes, outermost first: finding the parent of a node would start at the root.
    let mut around: Vec<usize> = Vec::new();
    loop {
        let here = cursor.node();
        let depth = around.len();
        let is_default = Some(here.id()) == default || (depth == 1 && kind_of(here) == "=");
        let is_extra = here.is_extra() || (depth <= 2 && is_of(here, &rules.parameter_extras));
        let is_own = || {
            around.last() == Some(&passed)
                && rules.parameter_qualifiers.iter().any(|own| *own == text[here.byte_range()])
        };
        if !is_extra && !is_default && Some(here.id()) != name && !is_own() {
            if cursor.goto_first_child() {
                around.push(here.id());
                continue;
            }
            tokens.push(' ');
            tokens.push_str(&text[here.byte_range()]);
        }
        // The cursor does not leave its start node.
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return squeeze(&tokens);
            }
            around.pop();
        }
    }
}

/// Returns the declarator of a parameter that is nearest to its name, or the parameter itself: qualifiers there apply
/// to the passed value itself.
fn nearest_declarator<'tree>(parameter: Node<'tree>, rules: &SymbolRules) -> Node<'tree> {
    let mut at = parameter;
    loop {
        let is_prefix = || is_of(at, &rules.declarators);
        let next = field(at, "declarator").or_else(|| if is_prefix() { first_named(at) } else { None });
        match next.filter(|next| next.child_count() > 0) {
            Some(next) => at = next,
            None => return at,
        }
    }
}

fn parameter_name<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let named = || PARAMETER_NAMES.iter().find_map(|name| field(node, name));
    // A variadic parameter may have its name one node deeper.
    let deeper = || {
        if field(node, "type").is_none() {
            last_named(node).and_then(|last| field(last, "name"))
        } else {
            None
        }
    };
    declared_leaf(node, rules).or_else(named).or_else(deeper)
}

/// The node fields of the name of a parameter that has no declarator.
const PARAMETER_NAMES: &[&str] = &["name", "pattern"];

/// Returns the name inside the nested declarators of a node.
pub(super) fn declared_leaf<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let mut at = field(node, "declarator")?;
    loop {
        let is_prefix = || is_of(at, &rules.declarators);
        let next = field(at, "declarator").or_else(|| if is_prefix() { first_named(at) } else { None });
        match next {
            Some(next) => at = next,
            None => return (at.child_count() == 0 && at.is_named()).then_some(at),
        }
    }
}
