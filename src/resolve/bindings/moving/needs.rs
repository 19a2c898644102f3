//! Collects the names that moved code uses from the file around it.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::narrow::outermost;
use super::style::gives_itself;
use crate::lang::{BasedPath, MoveRules, field, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, ScopeId, Sort, TOP};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::used::Use;
use crate::text::normal::is_word_char;

/// The maximum length in bytes of a member expression that is compared with those that refer to the file itself.
const MAX_OWN_MODULE_LEN: usize = 40;

/// A name that moved code uses and does not define itself.
#[derive(Debug, Clone)]
pub(super) struct RequiredName {
    pub(super) name: String,
    /// The bindings of the name in the file; empty if the file does not bind it.
    pub(super) bound: Vec<BindingId>,
    /// The byte offset of the first use.
    pub(super) at: usize,
    /// Whether all uses are in types that are evaluated later or never.
    pub(super) is_type_only: bool,
    /// Whether at least one use is in such a type.
    pub(super) has_types: bool,
    /// The byte offsets of the uses that are evaluated when the code runs.
    pub(super) runs: Vec<usize>,
}

/// What moved code requires from the file around it.
#[derive(Debug, Default)]
pub(super) struct CodeRequirements {
    pub(super) names: BTreeMap<String, RequiredName>,
    /// The byte offsets at which moved code assigns to names of the file.
    pub(super) assigned: Vec<usize>,
    /// The module paths of imports in the moved code: range and text.
    pub(super) imports: Vec<(Range<usize>, String)>,
    /// The byte offsets of paths in the moved code that may or may not be relative to the file.
    pub(super) unresolved_paths: Vec<usize>,
    /// Whether the moved code has annotations that are evaluated at run time.
    pub(super) has_annotations: bool,
    /// Whether some of these annotations may mean something else if they are evaluated immediately, which holds for all
    /// except built-in names of the language.
    pub(super) has_unresolved_annotations: bool,
}

/// Returns the bindings to which a name at a byte offset resolves, with their scope.
pub(super) fn visible_bindings(
    graph: &BindingGraph,
    byte: usize,
    name: &str,
) -> Option<(ScopeId, Vec<BindingId>)> {
    let rules = graph.rules();
    let mut is_inside = false;
    let wanted = graph.wanted(&(byte..byte + name.len()));
    for (at, is_heading) in graph.visible_scopes(byte) {
        let here = &graph.scopes[at];
        let is_open = graph.shows_members(at);
        // In languages where members are never visible by their bare names, other bindings of a class are visible; and
        // a type does not shadow a value.
        let is_other = |id: &BindingId| {
            let is_member = || graph.bindings[*id].kind != BindingKind::Generic && !is_open;
            rules.shapes.is_some()
                && at != TOP
                && (here.sort == Sort::Class && is_member() || graph.space_of(*id) & wanted == 0)
        };
        let is_hidden =
            here.sort == Sort::Class && is_inside && !rules.unqualified_members && rules.shapes.is_none();
        // In its own class, too, a member is seen behind an object only, where that does not run as statements do.
        let hides_members = here.sort == Sort::Class && !is_open && !rules.in_order;
        is_inside |= !is_heading && graph.hides_members(at);
        if is_hidden {
            continue;
        }
        let is_seen = |id: &BindingId| {
            graph.is_in_effect(*id, here.sort, byte)
                && !((is_heading || hides_members) && graph.bindings[*id].kind != BindingKind::Generic)
        };
        let bound = graph.bound(at, name).iter().copied();
        let bound: Vec<BindingId> = bound
            .filter(|id| is_seen(id) && !is_other(id) && graph.bindings[*id].subject.is_none())
            .collect();
        if !bound.is_empty() {
            return Some((at, bound));
        }
    }
    None
}

/// Collects what the moved ranges need from the file; `is_deferred` says whether annotations will be evaluated later.
pub(super) fn needs(
    graph: &BindingGraph,
    rules: &MoveRules,
    moved: &MovedBytes,
    is_deferred: bool,
) -> CodeRequirements {
    let mut found = CodeRequirements::default();
    let mut reader = NeedsReader { graph, rules, moved, is_deferred, found: &mut found };
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let mut behind = 0;
    for range in moved.iter() {
        // Start at the range instead of stepping over all preceding nodes.
        cursor.reset(root);
        let mut is_there = cursor.goto_first_child_for_byte(range.start.max(behind)).is_some();
        while is_there && cursor.node().start_byte() < range.end {
            reader.statement(cursor.node());
            behind = cursor.node().end_byte();
            is_there = cursor.goto_next_sibling();
        }
    }
    found
}

struct NeedsReader<'r> {
    graph: &'r BindingGraph,
    rules: &'r MoveRules,
    moved: &'r MovedBytes,
    is_deferred: bool,
    found: &'r mut CodeRequirements,
}

impl NeedsReader<'_> {
    /// Reads the moved part of a top-level statement.
    fn statement(&mut self, top: Node<'_>) {
        let (rules, type_words) = (self.rules, &self.graph.rules().type_words);
        let mut cursor = top.walk();
        let mut types = 0_usize;
        loop {
            let node = cursor.node();
            let is_in = self.moved.touches(&node.byte_range());
            let is_type = is_of(node, &rules.annotations);
            let is_type =
                is_type || type_words.iter().any(|kind| rules.exports.is_some() && kind == node.kind());
            if is_in {
                self.node(node, types > 0 || is_type);
            }
            if is_in && cursor.goto_first_child() {
                types += usize::from(is_type);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                let above = cursor.node().kind();
                types -= usize::from(rules.annotations.iter().any(|kind| kind == above));
            }
        }
    }

    fn holds(&self, byte: usize) -> bool {
        self.moved.holds(byte)
    }

    fn node(&mut self, node: Node<'_>, is_type: bool) {
        let range = node.byte_range();
        let is_own_list = || {
            let outer = outermost(self.graph, range.start);
            outer.is_some_and(|outer| outer.start_byte() == range.start && gives_itself(self.graph, outer))
        };
        if !self.holds(range.start) || self.rules.by_calls.is_some() && is_own_list() {
            return;
        }
        if is_type {
            self.found.has_annotations = true;
            self.found.has_unresolved_annotations |= self.is_unresolved(node);
        }
        self.tag(node);
        if is_of(node, &self.rules.statements)
            && let Some(module) = node.child_by_field_name(&self.rules.module_field)
        {
            let range = unquoted(self.graph, module.byte_range());
            let text = self.graph.slice(&range).to_owned();
            self.found.imports.push((range, text));
        }
        self.called(node);
        self.documented(node);
        self.own_member(node);
        if self.graph.code_strings.contains(&range) {
            self.quoted(&range);
            return;
        }
        let text = self.graph.slice(&range);
        if node.child_count() > 0 || !is_name(text) {
            return;
        }
        if self.graph.rules().receivers.iter().any(|own| own == text)
            && self.rules.own_module.iter().any(|own| own == text)
        {
            if self.has_no_object(range.start) {
                self.need_at(text.to_owned(), Vec::new(), range.start);
            }
            return;
        }
        match self.graph.role(&range) {
            NameRole::Plain | NameRole::Given(_) | NameRole::Token(TokenBefore::Nothing) => {
                self.name(&range, is_type && self.is_deferred);
                if self.rules.exports.is_some() && is_changed(self.rules, node) {
                    self.changed(&range);
                }
            }
            NameRole::Bound(id) => {
                let binding = &self.graph.bindings[id];
                let is_outward = binding.scope == TOP && self.graph.scope_at(range.start) != TOP;
                let is_function = |at: usize| self.graph.scopes[at].sort == Sort::Function;
                let is_inside = self.graph.around(self.graph.scope_at(range.start)).any(is_function);
                if is_outward && is_inside && binding.body_scope.is_none() {
                    self.found.assigned.push(range.start);
                }
            }
            _ => {}
        }
    }

    /// Returns whether a part of an annotation is more than a name that the file does not bind.
    fn is_unresolved(&self, node: Node<'_>) -> bool {
        let range = node.byte_range();
        match node.child_count() {
            0 => {
                let name = self.graph.slice(&range);
                !is_name(name) || visible_bindings(self.graph, range.start, name).is_some()
            }
            1 => false,
            _ => true,
        }
    }

    /// Notes the module path that a call receives, or the folder part of it if the rest is known only at run time.
    fn called(&mut self, node: Node<'_>) {
        let rules = self.graph.rules();
        let is_string = self.rules.exports.is_some() && is_of(node, &rules.strings);
        let Some(above) = node.parent().filter(|_| is_string) else { return };
        let is_first = above.named_child(0).is_some_and(|first| first.id() == node.id());
        if is_first && above.kind() == "arguments" && self.is_unresolved_path(above, node) {
            self.found.unresolved_paths.push(node.start_byte());
        }
        let list = above.parent().filter(|list| is_first && list.kind() == "arguments");
        let called = |list: Node<'_>| {
            let called = self.called_by(list)?;
            // Also matches members, such as `require.resolve`.
            let is_one = |own: &String| {
                called.strip_prefix(own.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            let names_path = self.rules.path_calls.iter().any(|own| own == called);
            (names_path || rules.module_calls.iter().any(is_one) || self.is_based(list)).then_some(())
        };
        let is_whole = above.kind() == "arguments" || self.follows_types(node);
        if !self.follows_types(node)
            && list.filter(|_| !is_whole).or(is_whole.then_some(above)).and_then(called).is_none()
        {
            return;
        }
        let text = self.graph.slice(&(node.start_byte() + 1..node.end_byte() - 1));
        let known = text.find("${").filter(|_| node.named_child_count() > 0).unwrap_or(text.len());
        let end = match is_whole && known == text.len() {
            // The trailing slash of a folder path is kept.
            true => Some(text.trim_end_matches('/').len()),
            false => text[..known].rfind('/'),
        };
        if let Some(end) = end {
            let range = node.start_byte() + 1..node.start_byte() + 1 + end;
            self.found.imports.push((range.clone(), self.graph.slice(&range).to_owned()));
        }
    }

    /// Returns the text of the function or constructor that is called with an argument list.
    fn called_by(&self, list: Node<'_>) -> Option<&str> {
        let call = list.parent()?;
        let called = call.child_by_field_name("function").or_else(|| call.child_by_field_name("constructor"));
        let called = self.graph.slice(&called?.byte_range());
        // Type arguments are not part of the name.
        Some(called.split('<').next().unwrap_or(called))
    }

    /// Returns whether arguments are a path and a base that refers to the file: `new URL("./a", import.meta.url)`.
    fn is_based(&self, list: Node<'_>) -> bool {
        let (Some(first), Some(second)) = (list.named_child(0), list.named_child(1)) else { return false };
        let path = self.graph.slice(&first.byte_range()).trim_matches(['"', '\'', '`']);
        let is_of_folder = path.starts_with("./") || path.starts_with("../");
        // A path that ends in a dot is a folder, and would need a trailing slash elsewhere.
        let is_clear = is_of_folder && !path.trim_end_matches('/').ends_with('.');
        let is_maker = |own: &BasedPath| {
            Some(own.by.as_str()) == self.called_by(list)
                && own.base == self.graph.slice(&second.byte_range())
        };
        let is_string = is_of(first, &self.graph.rules().strings);
        is_clear && is_string && self.rules.based_paths.iter().any(is_maker)
    }

    /// Returns whether a string is a relative path that is passed to a function of which it is unknown whether it
    /// resolves the path relative to the file.
    fn is_unresolved_path(&self, list: Node<'_>, string: Node<'_>) -> bool {
        let path = self.graph.slice(&(string.start_byte() + 1..string.end_byte()));
        let called = self.called_by(list).map(|called| called.rsplit('.').next().unwrap_or(called));
        (path.starts_with("./") || path.starts_with("../"))
            && called.is_some_and(|called| self.rules.open_paths.iter().any(|own| own == called))
    }

    /// Returns whether a string is the argument of a path call with type arguments, which grammars parse as a
    /// comparison: `vi.importActual<typeof import("./a")>("./a")`.
    fn follows_types(&self, string: Node<'_>) -> bool {
        let line = self.graph.text[..string.start_byte()].rfind('\n').map_or(0, |end| end + 1);
        let before = &self.graph.text[line..string.start_byte()];
        let is_given = |own: &String| {
            before.rfind(&format!("{own}<")).is_some_and(|at| !before[at..before.len() - 1].contains(">("))
        };
        before.ends_with(">(") && self.rules.path_calls.iter().any(is_given)
    }

    /// Notes an assignment to a name of the file that does not move.
    fn changed(&mut self, range: &Range<usize>) {
        let seen = visible_bindings(self.graph, range.start, self.graph.slice(range));
        let is_own = |id: &BindingId| self.holds(self.graph.bindings[*id].name.start);
        if seen.is_some_and(|(scope, bound)| scope == TOP && !bound.iter().any(is_own)) {
            self.found.assigned.push(range.start);
        }
    }

    /// Reads the names in a string that contains code, such as a quoted annotation.
    fn quoted(&mut self, range: &Range<usize>) {
        let text = self.graph.slice(range);
        let mut start = None;
        let mut words = Vec::new();
        for (at, char) in text.char_indices().chain([(text.len(), ' ')]) {
            match (start, is_word_char(char)) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    let is_member = text[..from].ends_with('.');
                    if !is_member && is_name(&text[from..at]) {
                        words.push(range.start + from..range.start + at);
                    }
                    start = None;
                }
                _ => {}
            }
        }
        for word in words {
            self.name(&word, true);
        }
    }

    /// Notes the imports that documentation uses: tools resolve its references, and run its examples.
    fn documented(&mut self, node: Node<'_>) {
        let rules = self.graph.rules();
        if !rules.comments.iter().chain(&rules.strings).any(|kind| kind == node.kind()) {
            return;
        }
        for path in self.graph.paths_looked_up_in(node) {
            self.found.imports.push((path.clone(), self.graph.slice(&path).to_owned()));
        }
        for range in self.graph.looked_up_in(node) {
            let bound = self.graph.bound(TOP, self.graph.slice(&range));
            if !bound.is_empty() && bound.iter().all(|id| self.graph.bindings[*id].import.is_some()) {
                self.name(&range, self.rules.exports.is_some());
            }
        }
    }

    /// Whether the object at hand at a byte is that of the file, as it is outside of functions and classes.
    fn has_no_object(&self, byte: usize) -> bool {
        let shapes = self.graph.rules().shapes.as_ref();
        let is_passed = |kind: &str| {
            shapes.is_some_and(|rules| rules.arrows.iter().chain(&rules.literals).any(|own| own == kind))
        };
        let has_object = |at: ScopeId| {
            let scope = &self.graph.scopes[at];
            matches!(scope.sort, Sort::Function | Sort::Class) && !is_passed(&scope.kind)
        };
        !self.graph.around(self.graph.scope_at(byte)).any(|at| at != TOP && has_object(at))
    }

    /// Notes a member expression that refers to the file itself, such as `import.meta.url`.
    fn own_member(&mut self, node: Node<'_>) {
        let range = node.byte_range();
        let text = if node.child_count() > 0 { self.graph.slice(&range) } else { return };
        let is_base = |list: Node<'_>| list.kind() == "arguments" && self.is_based(list);
        if node.prev_named_sibling().is_some() && node.parent().is_some_and(is_base) {
            return;
        }
        if text.len() <= MAX_OWN_MODULE_LEN && self.rules.own_module.iter().any(|own| own == text) {
            self.need_at(text.to_owned(), Vec::new(), range.start);
        }
    }

    /// Notes the name that a tag requires in addition to the names in it.
    fn tag(&mut self, node: Node<'_>) {
        let Some(name) = jsx_factory_import(self.graph, node) else { return };
        let bound: Vec<BindingId> = self.graph.bound(TOP, name).to_vec();
        self.need_at(name.to_owned(), bound, node.start_byte());
    }

    /// Notes a use that is evaluated when the code runs.
    fn need_at(&mut self, name: String, bound: Vec<BindingId>, at: usize) {
        let need = self.found.names.entry(name.clone()).or_insert_with(|| RequiredName {
            name,
            bound,
            at,
            is_type_only: false,
            has_types: false,
            runs: Vec::new(),
        });
        need.is_type_only = false;
        need.runs.push(at);
    }

    fn name(&mut self, range: &Range<usize>, is_type_only: bool) {
        let name = self.graph.slice(range);
        let bound = match visible_bindings(self.graph, range.start, name) {
            Some((TOP, bound)) => bound,
            Some(_) => return,
            None => Vec::new(),
        };
        if bound.iter().any(|id| self.holds(self.graph.bindings[*id].name.start)) {
            return;
        }
        let need = self.found.names.entry(name.to_owned()).or_insert_with(|| RequiredName {
            name: name.to_owned(),
            bound,
            at: range.start,
            is_type_only,
            has_types: false,
            runs: Vec::new(),
        });
        need.is_type_only &= is_type_only;
        need.has_types |= is_type_only;
        if !is_type_only {
            need.runs.push(range.start);
        }
    }
}

/// Returns the imported name that a tag is compiled to a use of, such as `React` for JSX; `None` if the node is not a
/// tag, or the file does not import such a name.
pub(super) fn jsx_factory_import<'g>(graph: &'g BindingGraph, node: Node<'_>) -> Option<&'g str> {
    let rules = graph.rules();
    let is_import = |id: &BindingId| graph.bindings[*id].import.is_some();
    let is_tag = is_of(node, &rules.jsx_tags);
    let mut makers = rules.jsx_factories.iter().filter(|name| graph.bound(TOP, name).iter().any(is_import));
    makers.next().filter(|_| is_tag).map(String::as_str)
}

/// Returns whether a name is the target of an assignment.
pub(super) fn is_changed(rules: &MoveRules, node: Node<'_>) -> bool {
    node.parent().is_some_and(|above| {
        let first = above.child_by_field_name("left").or_else(|| above.named_child(0));
        is_of(above, &rules.assignments) && first.is_some_and(|first| first.id() == node.id())
    })
}

/// Returns whether a member is the target of an assignment.
pub(super) fn is_assigned(rules: &MoveRules, graph: &BindingGraph, byte: usize) -> bool {
    let Some(node) = graph.tree.root_node().descendant_for_byte_range(byte, byte + 1) else { return false };
    let mut above = std::iter::successors(node.parent(), |node| node.parent()).take(3);
    above.any(|node| {
        let is_kind = is_of(node, &rules.assignments);
        let left = node.child_by_field_name("left").or_else(|| node.named_child(0));
        is_kind && left.is_some_and(|left| left.byte_range().contains(&byte))
    })
}

/// Returns whether a string is an argument of a call of `word`, or of a member of that name.
pub(super) fn is_given_to(graph: &BindingGraph, one: &Use, word: &str) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(one.range.start, one.range.end);
    let above = std::iter::successors(node, |node| node.parent());
    let called =
        above.filter_map(|node| field(node, "function")).find(|called| called.end_byte() <= one.range.start);
    let rest = called.and_then(|called| graph.slice(&called.byte_range()).strip_suffix(word));
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|char: char| char.is_numeric())
        && text.chars().all(|char| is_word_char(char) || char == '$')
}

/// Returns the range of a string without its quotes.
fn unquoted(graph: &BindingGraph, range: Range<usize>) -> Range<usize> {
    let has_quotes = graph.slice(&range).starts_with(['"', '\'']);
    if has_quotes { range.start + 1..range.end - 1 } else { range }
}
