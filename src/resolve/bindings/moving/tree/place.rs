//! Determines the places of files in the module tree, and the visibility of items in it.

use tree_sitter::Node;

use crate::lang::TreeRules;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP};
use crate::resolve::bindings::lookup::module_tree::{ModulePath, around, name_of, visibility_node};
use crate::resolve::bindings::lookup::results::folder_of;
use crate::resolve::bindings::moving::narrow::outermost;
use crate::resolve::bindings::project::Project;
use crate::text::Edit;
use crate::text::normal::{find_words, is_word_char};

/// Splits the path of an import into its parts, without a `self` that stands for the module before it.
pub(super) fn parts_of(path: &[String]) -> Vec<String> {
    let parts = path.iter().flat_map(|part| part.split("::")).map(|part| part.trim().to_owned());
    let mut parts: Vec<String> = parts.collect();
    if parts.len() > 1 && parts.last().is_some_and(|last| last == "self") {
        parts.pop();
    }
    parts
}

/// Returns the path of a module from `crate`, as code writes it.
pub(super) fn spelled(path: &[String]) -> String {
    std::iter::once("crate").chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
}

/// Returns the file that must declare the module of a file path, in the crate of another file.
pub(super) fn parent_of(project: &Project, path: &str, from: FileId) -> Option<FileId> {
    let root = project.crate_root(from);
    let is_head = |file: &FileId| {
        let name = project.sources[*file].path.file_name();
        ["lib.rs", "main.rs"].contains(&name) && folder_of(project.path(*file)) == folder_of(path)
    };
    let parent = Some(root).filter(is_head).filter(|_| !path.ends_with("/mod.rs"));
    let parent = parent.or_else(|| project.parent_of_path(path))?;
    (project.crate_root(parent) == root && project.path(parent) != path).then_some(parent)
}

/// Returns whether a name in a path may stand for a module: it is written like one, or a declaration or an import gives
/// the name to something.
pub(super) fn may_name_module(project: &Project, name: &str) -> bool {
    let is_named = |text: &str, at: usize| {
        let before = text[..at].trim_end();
        ["as", "mod"].iter().any(|word| {
            let rest = before.strip_suffix(word);
            rest.is_some_and(|rest| !rest.ends_with(is_word_char))
        })
    };
    let is_given = |file: FileId| {
        let text = &project.sources[file].text;
        find_words(text, name).any(|at| is_named(text, at))
    };
    !name.starts_with(char::is_uppercase) || project.files_with(name).into_iter().any(is_given)
}

/// Returns the visibility keywords that make an item of a module visible to the given modules.
pub(super) fn visibility_for(module: &[String], users: &[ModulePath]) -> &'static str {
    let near = around(module);
    let is_near = !near.is_empty() && users.iter().all(|user| user.starts_with(near));
    if is_near { "pub(super)" } else { "pub(crate)" }
}

/// Returns the item that declares the name at a byte offset: the statement of the file that contains it, or, in a block
/// whose items have their own visibility, one of these.
pub(super) fn visible_item<'g>(rules: &TreeRules, graph: &'g BindingGraph, byte: usize) -> Option<Node<'g>> {
    let outer = outermost(graph, byte)?;
    if outer.kind() != rules.foreign_block {
        return Some(outer);
    }
    let body = outer.child_by_field_name("body")?;
    let mut cursor = body.walk();
    body.named_children(&mut cursor).find(|item| item.byte_range().contains(&byte) && !item.is_extra())
}

/// Returns the edit that sets the visibility keywords of an item.
pub(super) fn set_visibility(rules: &TreeRules, item: Node<'_>, word: &str) -> Edit {
    match visibility_node(rules, item) {
        Some(words) => Edit { range: words.byte_range(), text: word.to_owned() },
        None => Edit { range: item.start_byte()..item.start_byte(), text: format!("{word} ") },
    }
}

/// Returns the statement by which a file declares a module with a file of its own.
pub(super) fn declaration<'g>(rules: &TreeRules, graph: &'g BindingGraph, name: &str) -> Option<Node<'g>> {
    let bound = graph.bound(TOP, name).iter().map(|id| &graph.bindings[*id]);
    let own = bound.filter(|one| one.kind == BindingKind::Module && one.body_scope.is_none());
    own.filter_map(|one| item_at(graph, one.name.start, &rules.module)).next()
}

/// Returns the node of a kind that contains a byte offset.
pub(super) fn item_at<'g>(graph: &'g BindingGraph, byte: usize, kind: &str) -> Option<Node<'g>> {
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte)?;
    std::iter::successors(Some(node), |node| node.parent()).find(|node| node.kind() == kind)
}

/// Returns the edit that declares a module among the others of a file, in their order if they are sorted.
pub(super) fn declared(
    rules: &TreeRules,
    graph: &BindingGraph,
    name: &str,
    words: &str,
    conditions: &[String],
) -> Edit {
    let newline = super::super::exports::newline(graph);
    let above: String = conditions.iter().map(|one| format!("{one}{newline}")).collect();
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let items: Vec<Node<'_>> = root.named_children(&mut cursor).collect();
    let is_file = |node: &&Node<'_>| {
        let is_module = node.kind() == rules.module && node.child_by_field_name("body").is_none();
        is_module && node.start_position().row == node.end_position().row
    };
    let named = |node: &Node<'_>| {
        let name = node.child_by_field_name("name");
        name.map_or("", |name| graph.slice(&name.byte_range())).to_owned()
    };
    // The macros of such a module are visible in the modules below it.
    let gives_macros = |node: &&Node<'_>| gives_macros(rules, graph, **node);
    let mut all: Vec<Node<'_>> = items.iter().filter(is_file).copied().collect();
    // These modules are placed before the uses of their macros, and not with the other modules.
    if all.iter().any(|node| !gives_macros(&node)) {
        all.retain(|node| !gives_macros(&node));
    }
    let space = if words.is_empty() { "" } else { " " };
    let text = format!("{above}{words}{space}mod {name};");
    let run = run_for(rules, &all, words);
    let Some(last) = run.last() else {
        let is_head = |node: &&Node<'_>| !node.is_extra() && !node.kind().starts_with("inner_attribute");
        let first = items.iter().find(is_head);
        let above = first.and_then(|first| items.iter().rfind(|item| item.end_byte() <= first.start_byte()));
        return match (first, above) {
            (Some(first), None) => {
                let at = first.start_byte();
                Edit { range: at..at, text: format!("{text}{newline}{newline}") }
            }
            (_, Some(above)) => {
                let is_closed = graph.text[..above.end_byte()].ends_with('\n');
                let text = match is_closed {
                    true => format!("{newline}{text}{newline}"),
                    false => format!("{newline}{newline}{text}"),
                };
                Edit { range: above.end_byte()..above.end_byte(), text }
            }
            (None, None) => {
                let end = graph.text.len();
                Edit { range: end..end, text: format!("{text}{newline}") }
            }
        };
    };
    let is_sorted = run.windows(2).all(|pair| named(&pair[0]) < named(&pair[1]));
    let before = run.iter().find(|node| is_sorted && named(node).as_str() > name);
    let last_macros = items.iter().rfind(gives_macros);
    if let Some(macros) = last_macros
        && before.unwrap_or(last).start_byte() <= macros.start_byte()
    {
        return super::super::exports::insert_below_edit(graph, *macros, &text);
    }
    match before {
        Some(next) if next.id() == run[0].id() => {
            // Attributes above the first module belong to it.
            let attributes = |node: &Node<'_>| node.kind() == rules.attribute;
            let mut first = *next;
            while let Some(above) = first.prev_named_sibling().filter(attributes) {
                first = above;
            }
            let at = first.start_byte();
            Edit { range: at..at, text: format!("{text}{newline}") }
        }
        Some(next) => {
            let above = run.iter().rfind(|node| node.end_byte() <= next.start_byte()).unwrap_or(last);
            super::super::exports::insert_below_edit(graph, *above, &text)
        }
        None => super::super::exports::insert_below_edit(graph, *last, &text),
    }
}

/// Returns whether a module makes its macros visible in the modules below it (`#[macro_use]`).
fn gives_macros(rules: &TreeRules, graph: &BindingGraph, node: Node<'_>) -> bool {
    let is_attribute = |node: &Node<'_>| node.kind() == rules.attribute;
    let mut above = std::iter::successors(node.prev_named_sibling(), |node| node.prev_named_sibling())
        .take_while(is_attribute);
    node.kind() == rules.module && above.any(|node| graph.slice(&node.byte_range()).contains("macro_use"))
}

/// Returns the run of adjacent module declarations to which a new one belongs: the first run, or, if all its modules
/// differ from the new one in being public or private, the first later run that has one of the new one's kind.
fn run_for<'r, 't>(rules: &TreeRules, all: &'r [Node<'t>], words: &str) -> &'r [Node<'t>] {
    let is_next = |one: &Node<'_>, other: &Node<'_>| other.start_position().row == one.end_position().row + 1;
    let is_public = |node: &Node<'_>| visibility_node(rules, *node).is_some();
    let is_dressed =
        |node: &Node<'_>| node.prev_named_sibling().is_some_and(|above| above.kind() == rules.attribute);
    let mut runs = all.chunk_by(is_next);
    let first = runs.next().unwrap_or_default();
    let is_other = |node: &Node<'_>| is_public(node) == words.is_empty();
    if !first.iter().all(is_other) {
        return first;
    }
    let is_of_sort = |run: &&[Node<'_>]| run.iter().any(|node| !is_other(node) && !is_dressed(node));
    runs.find(is_of_sort).unwrap_or(first)
}

/// Returns the lines above an item with the conditions under which it is compiled.
pub(super) fn conditions(rules: &TreeRules, graph: &BindingGraph, item: Node<'_>) -> Vec<String> {
    let is_attribute = |node: &Node<'_>| node.kind() == rules.attribute || node.is_extra();
    let above =
        std::iter::successors(item.prev_sibling(), |node| node.prev_sibling()).take_while(is_attribute);
    let texts = above.map(|node| graph.slice(&node.byte_range()).trim_end().to_owned());
    let mut found: Vec<String> = texts.filter(|text| is_condition(text)).collect();
    found.reverse();
    found
}

/// Returns whether an attribute is a condition for the compilation of an item.
pub(super) fn is_condition(attribute: &str) -> bool {
    attribute.starts_with("#[cfg(")
}

/// Returns the macros around the declarations of a module and of those around it: they may compile it conditionally.
pub(super) fn macros_around_module(project: &Project, rules: &TreeRules, file: FileId) -> Vec<String> {
    let Some(parent) = project.tree_parent(file) else { return Vec::new() };
    let mut found = macros_around_module(project, rules, parent);
    if let (Some(name), Some(graph)) = (name_of(project.path(file)), project.graph(parent))
        && let Some(item) = declaration(rules, graph, name)
    {
        found.extend(graph.item_macros_around(item));
    }
    found
}

/// Returns the conditions under which a module is compiled.
pub(super) fn conditions_of(project: &Project, rules: &TreeRules, file: FileId) -> Vec<String> {
    let Some(parent) = project.tree_parent(file) else { return Vec::new() };
    let mut found = conditions_of(project, rules, parent);
    let name = name_of(project.path(file));
    if let (Some(name), Some(graph)) = (name, project.graph(parent))
        && let Some(item) = declaration(rules, graph, name)
    {
        found.extend(conditions(rules, graph, item));
    }
    found
}
