//! Collects what moved code uses from its module: names, members of types, and paths that begin with `self` or `super`.

use crate::lang::is_of;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use tree_sitter::Node;

use super::TreeMove;
use super::place::spelled;
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{
    DefinitionId, Found, InferredType, Module, Place, folder_of,
};
use crate::resolve::bindings::moving::narrow::outermost;
use crate::text::Edit;
use crate::text::normal::{find_word, find_words, is_word_char};

/// What moved code uses from its module.
#[derive(Debug, Default)]
pub(super) struct TreeNeeds {
    /// The used names that the file binds at its top level, with the byte offset of the first use.
    pub(super) names: BTreeMap<String, usize>,
    /// The used names that it does not bind.
    pub(super) unknown: BTreeSet<String>,
    /// The used macros that it does not bind, with the byte offset of the first use.
    pub(super) macros: BTreeMap<String, usize>,
    /// The used members, with the ways in which they are accessed.
    pub(super) members: HashMap<String, Vec<MemberUse>>,
    /// The names that paths through modules lead to, each with its module.
    pub(super) in_modules: Vec<(Module, String)>,
    /// The owners of members that are types or traits named by paths into other crates.
    pub(super) foreign: BTreeSet<String>,
    /// Whether one of the members may belong to a trait from outside of the project.
    pub(super) may_ask_traits: bool,
    /// The paths that mean something else in another module: the edit of the prefix, and the new path up to the first
    /// name after it.
    pub(super) respelled: Vec<(Edit, Vec<String>)>,
    /// The byte offsets of such paths that cannot be rewritten.
    pub(super) unproven: Vec<usize>,
    /// The edits of relative file paths that change with the folder.
    pub(super) files: Vec<Edit>,
    /// The byte offsets of uses whose file path is unknown.
    pub(super) unknown_files: Vec<usize>,
}

/// How code accesses a member.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MemberUse {
    /// The name of the member's type; `None` if it is unknown.
    pub(super) of: Option<String>,
    /// Whether the type is not a type of the project, so that only a trait of the project can add the member.
    pub(super) is_foreign: bool,
    /// Whether it is at a place where only a field can be.
    pub(super) is_field: bool,
    /// Whether the member is inherent to its type, so that no trait must be visible for it.
    pub(super) is_inherent: bool,
}

impl MemberUse {
    /// Returns whether it may be an inherent member of a type of the project.
    pub(super) fn may_be(&self, of: &str, is_field: bool) -> bool {
        !self.is_foreign && self.is_field == is_field && self.of.as_ref().is_none_or(|own| own == of)
    }
}

/// Returns the innermost module of a file around a byte offset.
pub(in crate::resolve::bindings::moving) fn inner_module(graph: &BindingGraph, byte: usize) -> ScopeId {
    let mut around = graph.around(graph.scope_at(byte));
    around.find(|at| matches!(graph.scopes[*at].sort, Sort::Module | Sort::File)).unwrap_or(TOP)
}

/// Returns the scope in which a name at a byte offset is bound, with its bindings of the kind that is expected there.
pub(in crate::resolve::bindings::moving) fn binding_scope(
    graph: &BindingGraph,
    byte: usize,
    name: &str,
) -> Option<(ScopeId, Vec<BindingId>)> {
    let wanted = graph.wanted(&(byte..byte + name.len()));
    graph.around(graph.scope_at(byte)).find_map(|scope| {
        let is_function = matches!(graph.scopes[scope].sort, Sort::Function | Sort::Block);
        let is_class = graph.scopes[scope].sort == Sort::Class;
        let is_seen = |id: &BindingId| {
            let binding = &graph.bindings[*id];
            graph.space_of(*id) & wanted != 0
                && (!is_function || binding.visible_from <= byte)
                && (!is_class || binding.kind == BindingKind::Generic)
        };
        let bound: Vec<BindingId> = graph.bound(scope, name).iter().copied().filter(is_seen).collect();
        (!bound.is_empty()).then_some((scope, bound))
    })
}

/// Returns the number of inner modules around a byte offset.
fn depth_at(graph: &BindingGraph, byte: usize) -> usize {
    graph.around(graph.scope_at(byte)).filter(|at| graph.scopes[*at].sort == Sort::Module).count()
}

impl TreeMove<'_> {
    pub(super) fn needs(&self) -> TreeNeeds {
        let mut found = TreeNeeds::default();
        for leaf in leaves(self.graph, |range| self.moved.touches(range)) {
            self.take_leaf(leaf, &mut found);
        }
        self.take_hidden(&mut found);
        found
    }

    /// Returns whether the remaining code may use a member of a trait from outside of the project.
    pub(super) fn rest_may_ask_traits(&self) -> bool {
        let mut found = TreeNeeds::default();
        leaves(self.graph, |_| true).into_iter().filter(|leaf| !self.moved.touches(&leaf.byte_range())).any(
            |leaf| {
                self.take_leaf(leaf, &mut found);
                found.may_ask_traits
            },
        )
    }

    /// Notes macros that are parsed as arrays, so that their names are not in the tree.
    fn take_hidden(&self, found: &mut TreeNeeds) {
        let text = &self.project.sources[self.from].text;
        for name in &self.graph.rules().array_macros {
            let mut places = find_words(text, name);
            let is_called = |at: &usize| text[at + name.len()..].starts_with('!') && self.moved.holds(*at);
            if let Some(at) = places.find(is_called).filter(|_| !self.graph.bound(TOP, name).is_empty()) {
                found.names.entry(name.clone()).or_insert(at);
            }
        }
    }

    fn take_leaf(&self, leaf: Node<'_>, found: &mut TreeNeeds) {
        let range = leaf.byte_range();
        let text = self.graph.slice(&range);
        if matches!(text, "self" | "super") {
            self.relative(&range, text, found);
            return;
        }
        let rules = self.graph.rules();
        if rules.strings.iter().any(|kind| Some(kind.as_str()) == leaf.parent().map(|node| node.kind()))
            || is_of(leaf, &rules.strings)
        {
            self.formatted(&range, found);
            self.path_in_attribute(&range, found);
            return;
        }
        if !is_of(leaf, &self.rules.names) {
            return;
        }
        if self.rules.file_macros.iter().any(|own| own == text) {
            self.named_file(&range, found);
        }
        let field = |of| MemberUse { of, is_field: true, ..MemberUse::default() };
        let place = Place { file: self.from, byte: range.start };
        if let Some(of) = self.graph.shorthands.get(&range.start) {
            member(text, field(self.type_name(place, of.as_ref())), found);
        }
        match self.graph.role(&range) {
            NameRole::Plain | NameRole::Token(TokenBefore::Nothing) => self.name(&range, found),
            NameRole::Attribute(path) if path.is_empty() => self.name(&range, found),
            NameRole::Applied(path) if path.is_empty() => self.applied(&range, found),
            NameRole::Given(_) => {
                self.name(&range, found);
                member(text, field(None), found);
            }
            NameRole::Member(of) => {
                let is_field = self.graph.is_field_place(&range);
                match self.project.kind_of(place, &of, 0) {
                    InferredType::Object(key) | InferredType::Class(key) => {
                        let of = Some(key.name.to_string());
                        let own = self.project.member(&key, text, space::ALL, 0);
                        let is_inherent = self.is_inherent(&own);
                        let asked = MemberUse { of, is_field, is_inherent, ..MemberUse::default() };
                        member(text, asked, found);
                        found.may_ask_traits |=
                            !matches!(own, Found::Definition(..)) && self.is_asked(&range);
                    }
                    InferredType::Module(module) => found.in_modules.push((module, text.to_owned())),
                    kind => {
                        let owner = self.foreign_owner(&range);
                        found.foreign.extend(owner.clone());
                        let is_foreign = self.is_foreign(&kind, &of, &range);
                        let asked = MemberUse { of: owner, is_foreign, is_field, is_inherent: false };
                        member(text, asked, found);
                        found.may_ask_traits |= self.is_asked(&range) && !self.is_of_standard(&of, leaf);
                    }
                }
            }
            NameRole::Token(_) => {
                let is_field = self.graph.is_field_place(&range);
                member(text, MemberUse { is_field, ..MemberUse::default() }, found);
                found.may_ask_traits |= self.is_asked(&range);
            }
            NameRole::Label(of) => member(text, field(self.type_name(place, of.as_ref())), found),
            _ => {}
        }
    }

    /// Notes the file path that is passed to a macro.
    fn named_file(&self, name: &Range<usize>, found: &mut TreeNeeds) {
        let text = &self.project.sources[self.from].text;
        let to = self.question.to.as_str();
        let Some(rest) = text[name.end..].strip_prefix('!') else { return };
        if folder_of(self.project.path(self.from)) == folder_of(to) {
            return;
        }
        let inner = rest.trim_start().trim_start_matches(['(', '[', '{']);
        let (open, close) = (text.len() - inner.len(), inner.find([')', ']', '}']).unwrap_or(inner.len()));
        let known = inner.trim_start().strip_prefix('"').and_then(|path| path.split_once('"')).filter(
            |(path, behind)| {
                !path.contains('\\')
                    && behind.trim_start().trim_start_matches(',').trim_start().starts_with([')', ']', '}'])
            },
        );
        let Some((path, _)) = known else {
            // A composed path begins with an absolute folder from the environment.
            if find_word(&text[open..open + close], "env").is_none() {
                found.unknown_files.push(name.start);
            }
            return;
        };
        if path.starts_with('/') {
            return;
        }
        let start = text.len() - inner.trim_start().len() + 1;
        match self.project.respell_path(self.from, to, path) {
            Some(text) => found.files.push(Edit { range: start..start + path.len(), text }),
            None => found.unknown_files.push(name.start),
        }
    }

    /// Notes the name of an attribute or derive of the moved code.
    fn applied(&self, range: &Range<usize>, found: &mut TreeNeeds) {
        let name = self.graph.slice(range);
        if !self.graph.bound(TOP, name).is_empty() {
            found.names.entry(name.to_owned()).or_insert(range.start);
        } else if self.graph.text[..range.start].trim_end().ends_with(['(', ',']) {
            // Many attributes are only read by a derive macro, and are not imported.
            found.unknown.insert(name.to_owned());
        }
    }

    /// Notes a path in a string of an attribute.
    fn path_in_attribute(&self, range: &Range<usize>, found: &mut TreeNeeds) {
        let whole = self.graph.slice(range);
        let text = whole.trim_matches('"');
        let start = range.start + (whole.len() - whole.trim_start_matches('"').len());
        let last = start + text.trim_end_matches(is_word_char).len()..start + text.len();
        let NameRole::Attribute(path) = self.graph.role(&last) else { return };
        let first = path.first().map_or_else(|| self.graph.slice(&last), String::as_str);
        if !text.starts_with(first) || first.is_empty() {
            return;
        }
        let head = start..start + first.len();
        match first {
            "self" | "super" => self.relative(&head, first, found),
            _ => self.name(&head, found),
        }
    }

    /// Returns whether the type of an accessed member is not a type of the project, and cannot stand for one.
    pub(super) fn is_foreign(&self, kind: &InferredType, of: &Expr, range: &Range<usize>) -> bool {
        let is_path = self.graph.text[..range.start].ends_with("::");
        match kind {
            InferredType::Plain
            | InferredType::ContainerOf(_)
            | InferredType::MapOf(..)
            | InferredType::Tuple(_) => true,
            // An object may dereference to a type of the project, but a path cannot.
            InferredType::External => is_path,
            _ => is_path && self.names_standard(of),
        }
    }

    /// Returns the type or trait before a member in a path that begins outside of the file: `unicode::Width::of`.
    fn foreign_owner(&self, range: &Range<usize>) -> Option<String> {
        let path = self.graph.text[..range.start].strip_suffix("::")?;
        let path = &path[path.trim_end_matches(|char| is_word_char(char) || char == ':').len()..];
        let (outer, owner) = path.rsplit_once("::")?;
        let first = outer.split("::").next().filter(|first| first.starts_with(char::is_lowercase))?;
        let is_own = matches!(first, "crate" | "self" | "super") || !self.graph.bound(TOP, first).is_empty();
        (!is_own && owner.starts_with(char::is_uppercase)).then(|| owner.to_owned())
    }

    /// Returns whether a member is in an inherent implementation that applies to all instances of its type.
    fn is_inherent(&self, found: &Found) -> bool {
        let Found::Definition(key, file, id) = found else { return false };
        let Some(graph) = self.project.graph(*file) else { return false };
        let Some(block) = outermost(graph, graph.bindings[*id].name.start) else { return false };
        let of = block.child_by_field_name("type").filter(|_| block.kind() == self.rules.block);
        let Some(of) = of.filter(|_| block.child_by_field_name("trait").is_none()) else { return false };
        let (_, arguments) = parted_type(graph.slice(&of.byte_range()));
        let body = block.child_by_field_name("body").map_or(of.end_byte(), |body| body.start_byte());
        let parameters = block.child_by_field_name("type_parameters");
        let parameters = parameters.map_or("", |node| graph.slice(&node.byte_range()));
        let has_conditions = !graph.text[of.end_byte()..body].trim().is_empty();
        arguments.is_empty()
            || !has_conditions
                && is_any_of(&arguments, parameters)
                && (!is_bounded(parameters) || self.is_bounded_so(key, parameters))
    }

    /// Returns whether the class of a member has exactly these type parameters, with the same bounds.
    fn is_bounded_so(&self, member: &DefinitionId, parameters: &str) -> bool {
        let Some(Found::Definition(_, file, id)) = member.class().map(|class| self.project.binding_of(class))
        else {
            return false;
        };
        let Some(graph) = self.project.graph(file) else { return false };
        let item = outermost(graph, graph.bindings[id].name.start);
        let own = item.and_then(|item| item.child_by_field_name("type_parameters"));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        own.is_some_and(|own| words(graph.slice(&own.byte_range())) == words(parameters))
    }

    /// Returns whether a member is at a place where a trait member can be: a field access is not.
    fn is_asked(&self, range: &Range<usize>) -> bool {
        let (before, after) = (&self.graph.text[..range.start], &self.graph.text[range.end..]);
        // Functions of a module do not come from traits; but types in lower case are those of the language.
        if let Some(owner) = before.strip_suffix("::") {
            let whole = &owner[owner.trim_end_matches(|char| is_word_char(char) || char == ':').len()..];
            // Functions with a path of the standard library come from there.
            if whole
                .split("::")
                .next()
                .is_some_and(|first| self.rules.standard.iter().any(|one| one == first))
            {
                return false;
            }
            let owner = &owner[owner.trim_end_matches(is_word_char).len()..];
            let is_of_language = self.rules.prelude.iter().any(|known| known == owner)
                && !self.rules.standard.iter().any(|known| known == owner);
            if owner.starts_with(char::is_lowercase) && !is_of_language {
                return false;
            }
        }
        !before.trim_end().ends_with('.') || after.trim_start().starts_with(['(', ':'])
    }

    /// Returns whether a member is known to be inherent to a type of the standard library.
    fn is_of_standard(&self, of: &Expr, member: Node<'_>) -> bool {
        let graph = self.graph;
        let is_type = match of {
            Expr::Literal => true,
            Expr::Name(range) => match binding_scope(graph, range.start, graph.slice(range)) {
                Some((_, ids)) if let [id] = ids[..] => {
                    let declared = graph.bindings[id].declared.as_ref();
                    declared.is_some_and(|declared| self.names_standard(declared))
                }
                _ => false,
            },
            _ => false,
        };
        // An awaited result belongs to another trait, whatever the member's name.
        let statement = std::iter::successors(Some(member), |node| node.parent()).take(4).last();
        let is_awaited = statement.is_none_or(|node| graph.slice(&node.byte_range()).ends_with(".await"));
        is_type && !is_awaited && graph.language.knows_member(graph.slice(&member.byte_range()))
    }

    /// Returns whether a type belongs to the language or its standard library.
    fn names_standard(&self, declared: &Expr) -> bool {
        let graph = self.graph;
        let (Expr::Name(_) | Expr::Path(..) | Expr::Generic(..)) = declared else {
            return *declared == Expr::Literal;
        };
        let Some(root) = path_root(declared).map(|root| graph.slice(root)) else { return false };
        let import = graph.bound(TOP, root).iter().find(|id| graph.bindings[**id].import.is_some());
        match import.map(|id| self.path_of_import(*id, 0)) {
            Some(path) => {
                let path = path.unwrap_or_default();
                path.first().is_some_and(|first| self.rules.standard.contains(first))
            }
            None => graph.bound(TOP, root).is_empty() && self.rules.prelude.iter().any(|own| own == root),
        }
    }

    /// Returns the name of a written type, if it is a type of the project.
    pub(super) fn type_name(&self, place: Place, of: Option<&Expr>) -> Option<String> {
        match self.project.resolve(place, of?, space::TYPE, 0) {
            Found::Definition(key, ..) => Some(key.name.to_string()),
            _ => None,
        }
    }

    fn name(&self, range: &Range<usize>, found: &mut TreeNeeds) {
        let name = self.graph.slice(range);
        let is_macro = self.graph.text[range.end..].starts_with('!');
        let bound = binding_scope(self.graph, range.start, name);
        // The parsed text may lack the `!` after a macro name.
        if bound.is_none() && self.project.sources[self.from].text[range.end..].starts_with('!') {
            found.macros.entry(name.to_owned()).or_insert(range.start);
        }
        match bound {
            Some((TOP, _)) => {
                found.names.entry(name.to_owned()).or_insert(range.start);
            }
            // The expansion of a macro may need an import.
            None if is_macro => {
                if !self.rules.traitless_macros.iter().any(|plain| plain == name) {
                    member(name, MemberUse { is_foreign: true, ..MemberUse::default() }, found);
                    found.may_ask_traits = true;
                }
            }
            None => {
                found.unknown.insert(name.to_owned());
            }
            Some(_) => {}
        }
    }

    /// Notes the names in a format string.
    fn formatted(&self, range: &Range<usize>, found: &mut TreeNeeds) {
        let text = self.graph.slice(range);
        for (at, _) in text.match_indices('{') {
            let inner = &text[at + 1..];
            let end = inner.find(|char| !is_word_char(char)).unwrap_or(inner.len());
            let word = range.start + at + 1..range.start + at + 1 + end;
            let is_name = inner.starts_with(|char: char| char.is_alphabetic() || char == '_');
            if is_name && matches!(self.graph.role(&word), NameRole::Formatted(_)) {
                let name = self.graph.slice(&word);
                if binding_scope(self.graph, word.start, name).is_some_and(|(scope, _)| scope == TOP) {
                    found.names.entry(name.to_owned()).or_insert(word.start);
                }
            }
        }
    }

    /// Notes a path that begins with `self` or `super`.
    fn relative(&self, range: &Range<usize>, text: &str, found: &mut TreeNeeds) {
        let before = self.graph.text[..range.start].trim_end();
        let mut end = range.end;
        let after = |end: usize| self.graph.text[end..].strip_prefix("::");
        if before.ends_with("::") || after(end).is_none() {
            return;
        }
        let mut ups = usize::from(text == "super");
        while text == "super"
            && let Some(rest) = after(end)
            && rest.starts_with("super")
            && !rest["super".len()..].starts_with(is_word_char)
        {
            ups += 1;
            end += "::super".len();
        }
        let depth = depth_at(self.graph, range.start);
        if depth > 0 && (text == "self" || ups < depth) {
            return;
        }
        let ups = ups - depth.min(ups);
        let rest = after(end).unwrap_or_default();
        let name = &rest[..rest.find(|char| !is_word_char(char)).unwrap_or(rest.len())];
        if ups == 0 && self.is_moved_name(name) {
            return;
        }
        match self.old.len().checked_sub(ups) {
            Some(kept) if !name.is_empty() => {
                let text = spelled(&self.old[..kept]);
                let outer = std::iter::once("crate").chain(self.old[..kept].iter().map(String::as_str));
                let path = outer.chain([name]).map(str::to_owned).collect();
                found.respelled.push((Edit { range: range.start..end, text }, path));
            }
            _ => found.unproven.push(range.start),
        }
    }

    /// Returns whether a name belongs to a moved definition.
    pub(super) fn is_moved_name(&self, name: &str) -> bool {
        let bound = self.graph.bound(TOP, name);
        !bound.is_empty() && bound.iter().all(|id| self.moved.holds(self.graph.bindings[*id].name.start))
    }
}

/// Splits a type into its name and its type arguments.
fn parted_type(text: &str) -> (&str, Vec<&str>) {
    let Some((name, rest)) = text.split_once('<') else { return (text, Vec::new()) };
    (name, parts_in_brackets(rest))
}

/// Splits the text after an opening angle bracket into the parts of the list, up to the closing bracket.
fn parts_in_brackets(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, char) in text.char_indices() {
        match char {
            '<' | '(' | '[' => depth += 1,
            '>' if text[..at].ends_with('-') => {}
            '>' | ')' | ']' if depth > 0 => depth -= 1,
            ',' | '>' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|part| !part.is_empty());
    found
}

/// Returns whether the arguments of a type are distinct type parameters.
fn is_any_of(arguments: &[&str], parameters: &str) -> bool {
    let parameters = parts_in_brackets(parameters.trim_start_matches('<'));
    let name = |part: &&str| {
        let part = part.split([':', '=']).next().unwrap_or_default().trim();
        part.strip_prefix("const ").unwrap_or(part).trim().to_owned()
    };
    let names: Vec<String> = parameters.iter().map(name).collect();
    let is_one = |at: usize| {
        let own = arguments[at];
        own == "'_" || names.iter().any(|name| name == own) && !arguments[..at].contains(&own)
    };
    (0..arguments.len()).all(is_one)
}

/// Returns whether at least one type parameter is restricted by bounds.
fn is_bounded(parameters: &str) -> bool {
    parts_in_brackets(parameters.trim_start_matches('<')).iter().any(|part| {
        let bounds = part.split_once(':').map_or("", |(_, bounds)| bounds.trim());
        !part.starts_with(['\'', '#']) && !part.starts_with("const ") && !matches!(bounds, "" | "?Sized")
    })
}

fn member(name: &str, asked: MemberUse, found: &mut TreeNeeds) {
    let known = found.members.entry(name.to_owned()).or_default();
    if !known.contains(&asked) {
        known.push(asked);
    }
}

/// Returns the leaf nodes in the wanted ranges.
pub(super) fn leaves<'g>(
    graph: &'g BindingGraph,
    is_wanted: impl Fn(&Range<usize>) -> bool,
) -> Vec<Node<'g>> {
    let mut found = Vec::new();
    let mut cursor = graph.tree.root_node().walk();
    loop {
        let node = cursor.node();
        let is_in = is_wanted(&node.byte_range());
        if is_in && node.child_count() == 0 && !node.is_extra() {
            found.push(node);
        }
        if is_in && !node.is_extra() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}
