//! The alias that keeps the old name of a definition.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{LocalRules, is_of};
use crate::resolve::bindings::RenameOptions;
use crate::resolve::bindings::file::graph::{
    Binding, BindingGraph, BindingId, BindingKind, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Module, Place};
use crate::resolve::bindings::problem::LabeledPlace;
use crate::resolve::bindings::renamed_definition::{FileEdits, RenamedDefinition};
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::normal::is_word_char;

impl RenamedDefinition {
    /// Returns the alias for the old name, and the range after the definition at which it is inserted.
    pub(in crate::resolve::bindings) fn alias(&self, new_name: &str) -> Option<(Range<usize>, String)> {
        self.alias_of((self.file, self.id), new_name)
    }

    /// Returns the same for the stub of the module, or for the module if the definition is in the stub.
    pub(in crate::resolve::bindings) fn alias_beside(
        &self,
        new_name: &str,
    ) -> Option<(FileId, (Range<usize>, String))> {
        let home = self.project.graph(self.file)?.bindings[self.id].scope;
        let module = self.project.declared_module(self.file);
        let other = if module == self.file { self.project.stub_of(self.file)? } else { module };
        let id = *self.project.graph(other)?.bound(TOP, &self.old).last().filter(|_| home == TOP)?;
        Some((other, self.alias_of((other, id), new_name)?))
    }

    /// Returns the names that other files give the definition themselves where they import it, or give it on, if they are its
    /// old name: `import load from "./x"`, `exports.load = require("./x").load`.
    pub(in crate::resolve::bindings) fn kept(&self, wish: &RenameOptions<'_>) -> Vec<LabeledPlace> {
        let is_kept = |one: &&Use| {
            let is_other = one.file != self.file && one.verdict != Verdict::Certain;
            let graph = self.project.graph(one.file).filter(|_| is_other);
            let Some((graph, id)) =
                graph.and_then(|graph| Some((graph, graph.by_byte.get(&one.range.start)?)))
            else {
                return false;
            };
            let binding = &graph.bindings[*id];
            let is_given_on = || graph.exports.values().flatten().any(|given| given == id);
            let found = match &binding.value {
                _ if binding.scope != TOP => return false,
                _ if binding.import.is_some() => self.project.target_of_alias(one.file, *id, 1),
                Some(value) if is_given_on() => self.project.resolve(
                    Place { file: one.file, byte: binding.name.start },
                    value,
                    space::ALL,
                    1,
                ),
                _ => return false,
            };
            let is_itself = matches!(&found, Found::Definition(key, ..) if self.target.keys.contains(key));
            // The export may give it another name.
            let given = || self.project.followed(found);
            let is_it = |(file, id)| self.target.keys.contains(&self.project.key_of(file, id, 0));
            is_itself || given().is_some_and(is_it)
        };
        let spot = |one: &Use| LabeledPlace {
            path: self.project.sources[one.file].path.clone(),
            at: one.range.start,
            label: "",
        };
        let spots = self.uses.iter().filter(|_| !self.target.is_member).filter(is_kept).map(spot);
        spots.filter(|spot| (wish.is_wanted)(&spot.path)).collect()
    }

    fn alias_of(&self, (file, id): (FileId, BindingId), new_name: &str) -> Option<(Range<usize>, String)> {
        let graph = self.project.graph(file)?;
        let (rules, binding) = (graph.rules(), &graph.bindings[id]);
        let is_at_top = matches!(graph.scopes[binding.scope].sort, Sort::File | Sort::Module);
        if self.target.is_member && !rules.aliases.contains_key("method")
            || rules.explicit_overrides && !is_at_top
        {
            return None;
        }
        let statement = statement(graph, binding)?;
        let head = graph.text.get(statement.start_byte()..binding.name.start)?;
        let visibility = visibility(rules, head);
        let is_listed = self.is_listed(graph);
        // The object that a file exports contains the new name.
        if !is_listed && graph.exports.contains_key(&self.old) {
            return None;
        }
        let is_shown = is_listed || visibility.is_some_and(|_| !has_word(head, &rules.nameless_export_words));
        let is_file = graph.scopes[binding.scope].sort == Sort::File;
        let kind = self.kind_of_alias(graph);
        let shown = rules.exported_aliases.get(kind).filter(|_| is_shown && is_file);
        if shown.is_none()
            && rules.shared_type_value_definitions
            && binding.kind != BindingKind::Function
            && has_parameters(graph, binding)
        {
            return None;
        }
        let visibility = match visibility {
            Some(word) if is_shown => format!("{word} "),
            _ => String::new(),
        };
        let line = graph.text[..statement.start_byte()].rfind('\n').map_or(0, |at| at + 1);
        let indent = graph.text.get(line..statement.start_byte())?;
        let indent = &indent[..indent.len() - indent.trim_start().len()];
        let newline = if graph.text.contains("\r\n") { "\r\n" } else { "\n" };
        let blanks = &graph.language.manifest().symbols.blank_lines;
        let gap = match kind {
            "method" | "variable" => 0,
            // Stubs declare names without blank lines between them.
            _ if self.project.end_of_stub(file).is_some() => 0,
            _ if is_file => blanks.outside,
            _ => 1,
        };
        let mut text = newline.repeat(gap);
        for line in shown.or_else(|| rules.aliases.get(kind))?.lines() {
            let line = line.replace("{old}", &self.old).replace("{new}", new_name);
            text += &format!("{newline}{indent}{}", line.replace("{visibility}", &visibility));
        }
        let end = statement.end_byte();
        Some((end..end, text))
    }

    /// Adds the old name beside the new one where files reexport it.
    pub(in crate::resolve::bindings) fn add_old_names(&self, edits: &mut FileEdits, new_name: &str) {
        let both_of = |file: FileId, own: &[(Range<usize>, String)]| -> Vec<Option<String>> {
            let both = own.iter().map(|(range, text)| {
                let is_name = text == new_name;
                is_name.then(|| self.with_old_name(file, range, text)).flatten()
            });
            both.collect()
        };
        let all: HashMap<FileId, Vec<Option<String>>> =
            edits.iter().map(|(file, own)| (*file, both_of(*file, own))).collect();
        let is_quoted = |both: &str| both.contains(['"', '\'']);
        let brings = |both: &[Option<String>]| both.iter().flatten().any(|both| !is_quoted(both));
        let bringing = all.iter().filter(|(_, both)| brings(both)).map(|(file, _)| *file);
        let having: HashSet<FileId> = bringing.chain([self.file]).collect();
        for (file, both) in all {
            // A list of names may only contain names that the file has.
            let has_it = self.has_old_name(file, &having);
            for ((_, text), both) in edits.get_mut(&file).into_iter().flatten().zip(both) {
                if let Some(both) = both.filter(|both| has_it || !is_quoted(both)) {
                    *text = both;
                }
            }
        }
    }

    /// Returns whether a file still has the old name: it is one of `having`, or has a wildcard import from one.
    fn has_old_name(&self, file: FileId, having: &HashSet<FileId>) -> bool {
        let mut open = vec![file];
        let mut seen = HashSet::from([file]);
        while let Some(file) = open.pop() {
            if having.contains(&file) {
                return true;
            }
            let Some(graph) = self.project.graph(file) else { continue };
            for path in &graph.scopes[TOP].wildcards {
                match self.project.import(Place { file, byte: 0 }, path, Lookup::of(space::TYPE, 1)) {
                    Found::Module(Module::File(other, TOP)) if seen.insert(other) => open.push(other),
                    _ => {}
                }
            }
        }
        false
    }

    /// Returns the new name followed by the old one, where a statement or a list exports the name: importers of the old
    /// name still find it.
    fn with_old_name(&self, file: FileId, range: &Range<usize>, new_name: &str) -> Option<String> {
        let graph = self.project.graph(file)?;
        let (before, behind) = (graph.text.get(..range.start)?, graph.text.get(range.end..)?);
        let old = &self.old;
        let quote = before.chars().next_back().filter(|quote| matches!(quote, '"' | '\''));
        if let Some(quote) = quote.filter(|quote| behind.starts_with(*quote)) {
            let is_list = self.is_in_list_of_names(graph, before);
            let gap = gap_between(before.strip_suffix(quote)?, behind.strip_prefix(quote)?);
            return is_list.then(|| format!("{new_name}{quote}{gap}{quote}{old}"));
        }
        let rules = graph.rules();
        let is_file =
            rules.reexporting_files.iter().any(|name| name == self.project.sources[file].path.file_name());
        let words = rules.export_keywords.iter().chain(rules.importing_words.iter().filter(|_| is_file));
        // The text between the keyword and the name, in one statement.
        let statement = words.filter_map(|words| {
            let at = before.rfind(words.as_str())?;
            let rest = &before[at + words.len()..];
            let begins = before[..at].trim_end_matches([' ', '\t']).ends_with(['\n', ';', '{']) || at == 0;
            let path = rest.split('{').next().unwrap_or_default().trim();
            let is_path = is_file || path == "type" || !path.contains(char::is_whitespace);
            let is_plain = rest
                .chars()
                .all(|char| is_word_char(char) || char.is_whitespace() || "{(,:.*".contains(char));
            // In the file of the definition, the alias is exported by itself.
            let is_own = file == self.file && !path.contains(':');
            (begins && rest.starts_with([' ', '{']) && is_plain && is_path && !is_own).then_some(rest)
        });
        let rest = statement.min_by_key(|rest| rest.len())?;
        let in_list = rest.contains(['{', '(']) || is_file && !rest.contains('\n');
        let is_renamed = behind.trim_start().starts_with("as ") || rest.trim_end().ends_with(" as");
        match (in_list, rest.ends_with(':')) {
            _ if is_renamed => None,
            (true, _) => Some(format!("{new_name}{}{old}", gap_between(before, behind))),
            (false, true) => Some(format!("{{{new_name}, {old}}}")),
            (false, false) => None,
        }
    }

    /// Returns whether a text ends inside a list of the names that a module exports.
    fn is_in_list_of_names(&self, graph: &BindingGraph, before: &str) -> bool {
        let line = before.rfind(['[', '(']).map_or(before, |at| &before[..at]);
        let name = line.trim_end().trim_end_matches(['=', '+']).trim_end();
        graph.rules().exports.as_ref().is_some_and(|list| name.ends_with(list.as_str()))
    }

    /// Returns the key of the alias template for the kind of the definition.
    fn kind_of_alias(&self, graph: &BindingGraph) -> &'static str {
        match graph.bindings[self.id].kind {
            BindingKind::Function if self.target.is_member => "method",
            BindingKind::Function => "function",
            BindingKind::Class
                if graph.rules().shared_type_value_definitions && graph.space_of(self.id) == space::TYPE =>
            {
                "type"
            }
            BindingKind::Class => "class",
            BindingKind::Type => "type",
            BindingKind::Macro => "macro",
            _ => "variable",
        }
    }

    /// Returns whether the file exports the name in a list.
    fn is_listed(&self, graph: &BindingGraph) -> bool {
        let root = graph.tree.root_node();
        let is_of_list = |range: &Range<usize>| {
            let node = root.descendant_for_byte_range(range.start, range.end);
            let parent = node.and_then(|node| node.parent());
            parent.is_some_and(|parent| is_of(parent, &graph.rules().export_list_nodes))
        };
        let mut own = self.uses.iter().filter(|one| one.file == self.file && one.verdict == Verdict::Certain);
        own.any(|one| is_of_list(&one.range))
    }
}

/// Returns the outermost node around the name of a definition that contains nothing but the declaration.
fn statement<'g>(graph: &'g BindingGraph, binding: &Binding) -> Option<Node<'g>> {
    let root = graph.tree.root_node();
    let home = &graph.scopes[binding.scope];
    let mut node = root.descendant_for_byte_range(binding.name.start, binding.name.end)?;
    while let Some(parent) = node.parent() {
        let is_home = parent.id() == root.id()
            || parent.start_byte() <= home.range.start
                && parent.end_byte() >= home.range.end.min(root.end_byte())
                // The only statement of a scope is as long as the scope.
                && parent.parent().is_none_or(|outer| outer.byte_range() != parent.byte_range())
            || ["block", "_list", "body"].iter().any(|end| parent.kind().ends_with(end));
        if is_home {
            break;
        }
        node = parent;
    }
    Some(node)
}

/// Returns the visibility modifier at the beginning of a definition.
fn visibility<'t>(rules: &LocalRules, head: &'t str) -> Option<&'t str> {
    let word = rules.visibility.iter().find(|word| {
        let rest = head.strip_prefix(word.as_str());
        rest.is_some_and(|rest| !rest.starts_with(is_word_char))
    })?;
    let rest = &head[word.len()..];
    let more = if rest.starts_with('(') { rest.find(')').map_or(0, |at| at + 1) } else { 0 };
    Some(&head[..word.len() + more])
}

fn has_word(text: &str, words: &[String]) -> bool {
    text.split(|char: char| !is_word_char(char)).any(|one| words.iter().any(|word| word == one))
}

/// Returns whether a type has type parameters.
fn has_parameters(graph: &BindingGraph, binding: &Binding) -> bool {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(binding.name.start, binding.name.end);
    let parent = node.and_then(|node| node.parent());
    parent.is_some_and(|parent| crate::lang::field(parent, "type_parameters").is_some())
}

/// Returns the separator for a second name in a list: a line break if the first one is on a line of its own.
fn gap_between(before: &str, behind: &str) -> String {
    let indent = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let rest = behind.lines().next().unwrap_or_default().trim();
    let is_alone = before.contains('\n') && indent.trim().is_empty() && matches!(rest, "" | ",");
    let newline = if before.ends_with(&format!("\r\n{indent}")) { "\r\n" } else { "\n" };
    if is_alone { format!(",{newline}{indent}") } else { ", ".to_owned() }
}
