//! Parameter lists: by what functions of one name are told apart.

use std::fmt;

use tree_sitter::Node;

use crate::lang::{SameParameters, SymbolRules, Syntax, field, is_of, kind_of, view};

use super::name::{is_word_char, split_list, squeeze};
use super::value::value;

/// The types of a function's parameters and its qualifiers; names, defaults, comments and spacing do not count.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve) struct Signature {
    /// One type a parameter.
    pub(in crate::resolve::symbol) parameters: Vec<String>,
    /// `const`, `&` and their like.
    pub(in crate::resolve::symbol) qualifiers: String,
    /// The parameters as an address spells them, where that is not by their types alone.
    spelled: Vec<String>,
    /// Whether these are the arguments of a macro that makes a function.
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

/// What a declarator says: the name, and for a function its parameters.
#[derive(Debug)]
pub(super) struct Declarator<'tree> {
    /// The node that holds the parameters.
    pub(super) callable: Node<'tree>,
    /// The bytes of the name.
    pub(in crate::resolve::symbol) name: std::ops::Range<usize>,
}

/// Reads the declarator of a function; `None` if the node declares none.
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
    // A conversion has its parameters in a node of their own, behind the name.
    let start = if callable.start_byte() < end { callable.start_byte() } else { name_start? };
    (start < end).then_some(Declarator { callable, name: start..end })
}

/// The node with the parameters of a function that has no declarator: its own, or what its name is given.
pub(super) fn callable_itself<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let holds = |node: &Node<'_>| is_of(*node, &rules.callables);
    Some(node).filter(holds).or_else(|| value(node, rules).filter(holds))
}

/// The end of what stands before the parameters, comments left out.
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

/// A parameter with the pointers to members that have no name, of which the parser sees another sign.
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
    /// The signature of a function's declarator.
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

    /// Whether both have the same parameters, where one of them may spell the modules around itself or the other.
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

    /// What a macro that makes a function is called with, in brackets: its arguments as they are written.
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

    /// Whether these are the arguments of a macro, and more of them than `list` has, which is squeezed.
    pub(in crate::resolve::symbol) fn is_call_that_begins(&self, list: &str) -> bool {
        let begins = |given: &str| squeeze(&self.to_string()).starts_with(&format!("{given},"));
        self.is_call && list.len() > 2 && list.strip_suffix(')').is_some_and(begins)
    }

    /// Whether a macro makes the function.
    pub(in crate::resolve::symbol) const fn is_call(&self) -> bool {
        self.is_call
    }

    /// Whether a list in brackets, without blanks, holds the types of the parameters and nothing else: `(number,any?)`.
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

    /// Whether those parameters that have no type have the same names as in a signature that an address spells: a name
    /// alone may have been meant for a type.
    pub(in crate::resolve::symbol) fn is_named_like(&self, wanted: &Self) -> bool {
        let is_bare = |kind: &String| !kind.contains(is_word_char);
        let spelled = self.spelled.iter().zip(&wanted.spelled);
        self.parameters.iter().zip(spelled).all(|(kind, (own, wanted))| !is_bare(kind) || own == wanted)
    }

    /// Whether the types of another one come first here, and the qualifiers are the same.
    pub(in crate::resolve::symbol) fn begins_with(&self, other: &Self) -> bool {
        self.qualifiers == other.qualifiers && self.parameters.starts_with(&other.parameters)
    }

    /// Whether no call could tell both apart.
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

    /// How many parameters there are.
    pub(in crate::resolve) const fn count(&self) -> usize {
        self.parameters.len()
    }

    /// The signature that an address spells: `(int, const Foo&) const`.
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
            let may_be_call = is_list && language.manifest().view.masks.is_some();
            return may_be_call.then(|| Self::of_call(list));
        }
        let declaration = first_named(root)?;
        let declarator = function_declarator(declaration, rules).map(|found| found.callable);
        Some(Self::of(declarator.or_else(|| callable_itself(declaration, rules))?, &text, rules))
    }
}

/// The types of the parameters, and how an address spells them if not by these.
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

/// A parameter with its name, and its type as it is written: `a: any`, `b?: string | null`. A pattern is left out.
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
    // Comments would be in the way.
    let kind = if squeeze(&written) == kind { written } else { kind.to_owned() };
    format!("{name}{optional}: {kind}")
}

/// The fields of a parameter's default.
const DEFAULTS: &[&str] = &["default_value", "value"];

/// The type of a parameter: its tokens without the name and the default.
fn parameter(node: Node<'_>, text: &str, rules: &SymbolRules) -> String {
    let name = parameter_name(node, rules).map(|name| name.id());
    let default = DEFAULTS.iter().find_map(|name| field(node, name)).map(|node| node.id());
    let passed = nearest_declarator(node, rules).id();
    let mut tokens = String::new();
    let mut cursor = node.walk();
    // The nodes around, outermost first: a node would look for the one around it from the root.
    let mut around: Vec<usize> = Vec::new();
    loop {
        let here = cursor.node();
        let depth = around.len();
        let is_default = Some(here.id()) == default || (depth == 1 && kind_of(here) == "=");
        let is_extra = here.is_extra() || (depth <= 2 && is_of(here, &rules.parameter_extras));
        let is_own = || {
            around.last() == Some(&passed)
                && rules.own_words.iter().any(|own| *own == text[here.byte_range()])
        };
        if !is_extra && !is_default && Some(here.id()) != name && !is_own() {
            if cursor.goto_first_child() {
                around.push(here.id());
                continue;
            }
            tokens.push(' ');
            tokens.push_str(&text[here.byte_range()]);
        }
        // The cursor does not leave the node that it began at.
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return squeeze(&tokens);
            }
            around.pop();
        }
    }
}

/// The declarator of a parameter that stands nearest to its name, or the parameter itself: what is said there is said of what
/// is passed.
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
    // What takes any number of arguments may have its name one node deeper.
    let deeper = || {
        if field(node, "type").is_none() {
            last_named(node).and_then(|last| field(last, "name"))
        } else {
            None
        }
    };
    declared_leaf(node, rules).or_else(named).or_else(deeper)
}

/// The fields of a parameter's name where it has no declarator.
const PARAMETER_NAMES: &[&str] = &["name", "pattern"];

/// The name that a node's declarator comes down to.
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
