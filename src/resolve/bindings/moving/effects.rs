//! Finds side effects of moved code while it is loaded, other than binding its names: it may register itself somewhere.
//!
//! In a file that no other file loads, these effects would be lost.

use std::ops::Range;

use tree_sitter::Node;

use super::DefinitionMove;
use super::files::Files;
use super::order::runs_at_load;
use super::required_imports::is_run_block;
use crate::lang::{EffectRules, field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, TOP, space};
use crate::resolve::bindings::lookup::results::{Found, Module, Place};

const UNLOADED: &str = "runs when the old file is loaded, but nothing would load the new one";

impl DefinitionMove<'_> {
    /// Reports the side effects of the moved code, if no file loads the target file.
    pub(super) fn doubt_unloaded(&mut self) {
        let files = self.files;
        let Some(rules) = &files.rules.effects else { return };
        let is_loaded = |load: &super::Load| load.to == files.to_path && load.from != load.to;
        if self.question.is_kept || self.loads.iter().any(is_loaded) || self.is_started() {
            return;
        }
        let moved: Vec<Range<usize>> = self.moved().iter().cloned().collect();
        let places = files.effects(rules, (files.from, files.graph), &moved);
        if places.is_empty() || self.is_loaded_there(rules) {
            return;
        }
        let spots = places.into_iter().map(|at| self.spot(files.from, at, UNLOADED));
        let spots: Vec<_> = spots.collect();
        self.done.unproven.extend(spots);
    }

    /// Returns whether tools load the target file because of its name.
    fn is_started(&self) -> bool {
        let own = self.files.graph.rules();
        let name = self.files.to_path.rsplit('/').next().unwrap_or_default();
        let of_tests = own.fixtures.as_ref();
        own.index_files.iter().any(|index| index == name)
            || of_tests.is_some_and(|rules| rules.shared == name || name.starts_with(&rules.users))
            || own.is_entry_file(name)
    }

    /// Returns whether the target file exists and is loaded: by another file, as a program, or, as its own side effects
    /// suggest, in another way.
    fn is_loaded_there(&self, rules: &EffectRules) -> bool {
        let files = self.files;
        let (Some(to), Some(graph)) = (files.to, self.target_graph()) else { return false };
        let root = graph.tree.root_node();
        let is_program =
            || root.children(&mut root.walk()).any(|node| is_run_block(graph, node.start_byte()));
        let (folder, name) = files.to_path.rsplit_once('/').unwrap_or(("", files.to_path));
        let stem = name.split('.').next().unwrap_or(name);
        let words = [stem, folder.rsplit('/').next().unwrap_or_default()];
        let mut others = words.into_iter().flat_map(|word| files.project.files_with(word));
        let is_import = |file: FileId| {
            let graph = files.project.graph(file).filter(|_| file != to);
            graph.is_some_and(|graph| {
                !self.imports_of(file, graph).is_empty() || self.brings_whole(file, graph)
            })
        };
        is_program()
            || !files.effects(rules, (to, graph), std::slice::from_ref(&(0..graph.text.len()))).is_empty()
            || others.any(is_import)
    }

    /// Returns whether a top-level statement of a file names the target file as its module.
    fn brings_whole(&self, file: FileId, graph: &BindingGraph) -> bool {
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let names_it = |node: Node<'_>| {
            let written = field(node, &self.files.rules.module_field)?;
            let written = graph.slice(&written.byte_range()).trim_matches(['"', '\'']);
            (self.files.project.module(file, written)? == Module::File(self.files.to?, TOP)).then_some(())
        };
        root.children(&mut cursor).any(|node| names_it(node).is_some())
    }
}

impl Files<'_> {
    /// Returns the byte offsets at which code in the ranges may register itself somewhere while it is loaded.
    fn effects(
        &self,
        rules: &EffectRules,
        (file, graph): (FileId, &BindingGraph),
        ranges: &[Range<usize>],
    ) -> Vec<usize> {
        let mut found = Vec::new();
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        for range in ranges {
            cursor.reset(root);
            let mut is_there = cursor.goto_first_child_for_byte(range.start).is_some();
            while is_there && cursor.node().start_byte() < range.end {
                self.take_effects(rules, (file, graph), cursor.node(), &mut found);
                is_there = cursor.goto_next_sibling();
            }
        }
        found
    }

    fn take_effects(
        &self,
        rules: &EffectRules,
        (file, graph): (FileId, &BindingGraph),
        top: Node<'_>,
        found: &mut Vec<usize>,
    ) {
        let mut cursor = top.walk();
        let mut depth = 0_usize;
        loop {
            let node = cursor.node();
            let is_decorator = depth <= 2 && is_of(node, &rules.decorators);
            if (is_decorator || is_of(node, &rules.calls) && is_handed_code(rules, node))
                && runs_at_load(graph, self.rules, node.start_byte())
                && !self.is_harmless(rules, (file, graph), node)
            {
                found.push(node.start_byte());
            }
            // The arguments of a decorator are already covered by it.
            if !is_decorator && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() || cursor.node().id() == top.id() {
                    return;
                }
                depth -= 1;
            }
        }
    }

    /// Returns whether a called function or decorator is known to have no side effects, or its own code shows that.
    fn is_harmless(
        &self,
        rules: &EffectRules,
        (file, graph): (FileId, &BindingGraph),
        node: Node<'_>,
    ) -> bool {
        let is_decorator = is_of(node, &rules.decorators);
        let first = if is_decorator { node.named_child(0) } else { Some(node) };
        let is_call = |node: Node<'_>| is_of(node, &rules.calls);
        let (mut called, mut calls) = (first, 0);
        while let Some(call) = called.filter(|node| is_call(*node)) {
            called = field(call, "function").or_else(|| field(call, "constructor"));
            calls += 1;
        }
        let Some(called) = called else { return false };
        let text = graph.slice(&called.byte_range());
        let head = text.split('.').next().unwrap_or(text);
        let import = graph.bound(TOP, head).iter().find_map(|id| graph.bindings[*id].import.as_ref());
        let whole = match import {
            Some(path) => format!("{}{}", path.join("."), &text[head.len()..]),
            None => text.to_owned(),
        };
        let is_it = |known: &String| match known.strip_prefix('*') {
            Some(member) => text.ends_with(member),
            None if known.ends_with(['.', '/']) => whole.starts_with(known.as_str()),
            None => whole == *known,
        };
        if rules.harmless.iter().any(is_it) {
            return true;
        }
        let place = Place { file, byte: called.start_byte() };
        let levels = calls + usize::from(is_decorator);
        match self.project.resolve(place, &expr(graph.rules(), &graph.text, called, 0), space::VALUE, 0) {
            Found::Definition(_, file, id) => self.project.graph(file).is_some_and(|graph| {
                let name = &graph.bindings[id].name;
                let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
                node.and_then(|node| node.parent()).is_some_and(|node| only_wraps(graph, node, levels))
            }),
            _ => false,
        }
    }
}

/// Returns whether an argument of a call is a function or other code.
fn is_handed_code(rules: &EffectRules, call: Node<'_>) -> bool {
    let Some(arguments) = field(call, "arguments") else { return false };
    let mut cursor = arguments.walk();
    arguments.named_children(&mut cursor).any(|node| is_of(node, &rules.code))
}

/// Returns whether a chain of `calls` calls, each of the previous result, does nothing but create functions.
fn only_wraps(graph: &BindingGraph, function: Node<'_>, calls: usize) -> bool {
    let Some(body) = field(function, "body").filter(|_| calls > 0) else { return calls == 0 };
    let returns = graph.rules().results.as_ref().map_or(&[][..], |rules| rules.returns.as_slice());
    let text = graph.language.manifest().symbols.string_statement.as_deref();
    let is_string = |node: Node<'_>| is_of(node, &graph.rules().strings);
    let is_plain = |node: Node<'_>| {
        let first = node.named_child(0);
        let inner = field(node, "definition").unwrap_or(node);
        if is_of(node, returns) {
            return first.is_none_or(|value| value.named_child_count() == 0);
        }
        node.is_extra()
            || Some(node.kind()) == text && first.is_some_and(is_string)
            || field(inner, "name").is_some() && only_wraps(graph, inner, calls - 1)
    };
    let mut cursor = body.walk();
    body.named_children(&mut cursor).all(is_plain)
}
