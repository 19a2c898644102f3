//! Modules as values: whether an object of unknown type may be a module, because code passes the module on or loads it
//! by a name that it composes.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{ExpressionKind, ModuleStyle, field, is_of};
use crate::resolve::bindings::file::expr::{expr, name_of_rule};
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, FileId, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::modules::path_from;
use crate::resolve::bindings::lookup::results::{Found, InferredType, Module, Place, folder_of};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Target;
use crate::text::normal::{find_words, is_word_char};

/// The possible delimiters of strings.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// The beginnings of import paths that the settings of a project lead to its own files.
const MAPPED: [char; 4] = ['@', '~', '#', '/'];

impl BindingGraph {
    /// Returns whether all uses of a value are known: it is assigned to a variable, or one of its members is accessed
    /// (the one called `name`, if given).
    fn is_followed(&self, value: Node<'_>, name: Option<&str>) -> bool {
        let rules = self.rules();
        let is_variable = |node: Option<Node<'_>>| {
            node.is_some_and(|node| {
                self.by_byte.contains_key(&node.start_byte()) && node.named_child_count() == 0
            })
        };
        let mut node = value;
        while let Some(parent) = node.parent() {
            let is_in = |name: &str| field(parent, name).is_some_and(|inner| inner.id() == node.id());
            if is_in("right") && is_variable(field(parent, "left")) {
                return true;
            }
            let rule = rules.expressions.iter().find(|rule| rule.kind == parent.kind());
            match rule.map(|rule| rule.is) {
                Some(ExpressionKind::Content | ExpressionKind::Operand) => node = parent,
                Some(ExpressionKind::Member) => {
                    let member = rule.and_then(|rule| name_of_rule(rule, parent));
                    return member.is_some_and(|member| {
                        name.is_none_or(|name| self.slice(&member.byte_range()) == name)
                    });
                }
                _ => return is_in("value") && is_variable(field(parent, "name")),
            }
        }
        true
    }
}

impl Project {
    /// Returns whether an object of unknown class in a file may be a module that exports a definition: the file loads
    /// the module as a value whose use cannot be followed, or by a name that it composes.
    pub(in crate::resolve::bindings) fn may_hold_module(
        &self,
        file: FileId,
        target: &Target,
        name: &str,
    ) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let root = graph.tree.root_node();
        let rules = graph.rules();
        let words = rules.module_calls.iter().chain(&rules.module_tables);
        let mut places =
            words.flat_map(|word| find_words(&graph.text, word).map(move |at| at..at + word.len()));
        places.any(|range| {
            let called = root.descendant_for_byte_range(range.start, range.end);
            let mut above = std::iter::successors(called, Node::parent);
            let Some(call) = above.find(|node| node.end_byte() > range.end) else { return false };
            match expr(rules, &graph.text, call, 0) {
                Expr::Module(written) => {
                    self.exports_definition(file, graph.slice(&written), target, name)
                        && !graph.is_followed(call, Some(name))
                }
                _ => self.may_load(file, range, target, name),
            }
        })
    }

    /// Returns whether a function or a table of modules, whose name is at a range, gives the module of a definition:
    /// `(path)`, `[path]`.
    fn may_load(&self, file: FileId, loader: Range<usize>, target: &Target, name: &str) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let behind = &graph.text[loader.end..];
        let Some(path) = behind.strip_prefix(['(', '[']).or_else(|| behind.strip_prefix(".get(")) else {
            return false;
        };
        let path = path.trim_start();
        let end = |sign: char| [',', ')', ']', ' ', '\n'].contains(&sign);
        let own = self.rules.moves.as_ref().map_or(&[][..], |moves| &moves.own_module);
        let word = &path[..path.find(end).unwrap_or(path.len())];
        if own.iter().any(|own| own == word) {
            return file == target.file;
        }
        // The letter before the quote of a string is no part of it.
        let inner = path.trim_start_matches(|char: char| char.is_ascii_alphabetic()).strip_prefix(QUOTES);
        let Some(inner) = inner else { return self.exports(&Module::File(target.file, TOP), target, name) };
        let is_part = |char: char| is_word_char(char) || ['.', '/', '-', '@', '~', '#'].contains(&char);
        let fixed = &inner[..inner.find(|char| !is_part(char)).unwrap_or(inner.len())];
        let rest = inner[fixed.len()..].trim_start_matches(QUOTES).trim_start();
        match rest.starts_with([')', ']', ',']) {
            // What a call with a whole path loads is known.
            true => {
                let is_table = self.rules.module_tables.iter().any(|own| own == graph.slice(&loader));
                is_table && self.exports_definition(file, fixed, target, name)
            }
            false => self.may_begin_path(file, fixed, target),
        }
    }

    /// Returns whether an import path in a file that begins with a text may lead to the file of a definition.
    fn may_begin_path(&self, file: FileId, fixed: &str, target: &Target) -> bool {
        let path = self.path(target.file);
        if self.style == ModuleStyle::Files {
            let folder = fixed.rsplit_once('/').map_or("", |(folder, _)| folder);
            return fixed.is_empty()
                || fixed.starts_with(MAPPED)
                || fixed.starts_with('.')
                    && path.starts_with(&path_from(folder_of(self.path(file)), folder));
        }
        match fixed.rsplit_once('.') {
            None | Some(("", _)) => true,
            Some((package, _)) => match self.module(file, package) {
                Some(Module::Folder(folder)) => path.starts_with(&folder),
                Some(Module::File(index, _)) => path.starts_with(folder_of(self.path(index))),
                _ => false,
            },
        }
    }

    /// Returns whether the module of an import path exports a definition.
    fn exports_definition(&self, from: FileId, written: &str, target: &Target, name: &str) -> bool {
        self.module(from, written).is_some_and(|module| self.exports(&module, target, name))
    }

    fn exports(&self, module: &Module, target: &Target, name: &str) -> bool {
        let is_it = matches!(
            self.in_module(module, name, space::ALL, 0),
            Found::Definition(key, ..) if target.keys.contains(&key) && !self.is_only_called(target, name)
        );
        is_it && self.exposes_member(module, name)
    }

    /// Returns whether a module with a single object or value as export shows a name as a member of it; true for other
    /// modules.
    fn exposes_member(&self, module: &Module, name: &str) -> bool {
        let Module::File(file, TOP) = *module else { return true };
        let Some(graph) = self.graph(file) else { return true };
        let is_one = graph.exported_object.is_some() || graph.exported_value.is_some();
        // `api.merge = merge` adds it to the object later.
        let is_set = |at: usize| {
            let behind = graph.text[at + name.len()..].trim_start();
            graph.text[..at].ends_with('.') && behind.starts_with('=') && !behind.starts_with("==")
        };
        !is_one || self.exported_as(file, name, space::ALL, 0).is_some() || graph.places_of(name).any(is_set)
    }

    /// Returns whether a file that exports only by assignments does nothing with a definition but call it: then no
    /// object of other files can have it.
    fn is_only_called(&self, target: &Target, name: &str) -> bool {
        let Some(graph) = self.graph(target.file).filter(|graph| !graph.exports.contains_key(name)) else {
            return false;
        };
        let gives = graph.rules().moves.as_ref().and_then(|moves| moves.exports.as_ref());
        let root = graph.tree.root_node();
        let is_statement = |node: Node<'_>| gives.is_none_or(|gives| is_of(node, &gives.statements));
        if root.named_children(&mut root.walk()).any(is_statement) {
            return false;
        }
        let is_called = |at: usize| graph.text[at + name.len()..].trim_start().starts_with('(');
        let is_other = |at: usize| {
            let role = graph.role(&(at..at + name.len()));
            matches!(role, NameRole::Member(_) | NameRole::Text | NameRole::Comment)
        };
        let mut uses = find_words(&graph.text, name).filter(|at| *at != target.byte);
        uses.all(|at| is_other(at) || is_called(at))
    }

    /// Returns whether objects anywhere may have the exports of a module, including a definition: a file imports the
    /// whole module under one name, and passes that on as a value or makes a type from it.
    pub(in crate::resolve::bindings) fn is_given_as_object(&self, target: &Target, name: &str) -> bool {
        let has_values = matches!(self.style, ModuleStyle::Files | ModuleStyle::Dotted);
        if !has_values || target.is_member {
            return false;
        }
        let path = self.path(target.file);
        let is_index = self.rules.index_files.iter().any(|index| path.ends_with(index.as_str()));
        let spelled = if is_index { folder_of(path) } else { path };
        let last = spelled.rsplit('/').next().and_then(|last| last.split('.').next()).unwrap_or_default();
        let finder = memchr::memmem::Finder::new(last.as_bytes());
        let may_name = |file: &FileId| finder.find(self.sources[*file].text.as_bytes()).is_some();
        (0..self.sources.len()).filter(may_name).any(|file| {
            let Some(graph) = self.graph(file) else { return false };
            let imports = graph.bindings.iter().enumerate().filter(|(_, binding)| binding.import.is_some());
            let modules = imports.filter_map(|(id, binding)| match self.follow(file, id, space::ALL, 0) {
                Found::Module(module) => Some((graph.slice(&binding.name), module)),
                _ => None,
            });
            modules.into_iter().any(|(word, module)| {
                // Its name may follow that of the package around it.
                let is_around = || matches!(self.submodule(&module, last), Some(inner) if self.exports(&inner, target, name));
                let words = if self.exports(&module, target, name) { vec![word] } else { Vec::new() };
                let words = if words.is_empty() && is_around() { vec![last] } else { words };
                words.into_iter().any(|word| self.is_passed_on(file, word, target, name))
            })
        })
    }

    /// Returns whether a file uses a word that names a module with a definition as an object, other than as the start
    /// of a path or the value of a variable.
    fn is_passed_on(&self, file: FileId, word: &str, target: &Target, name: &str) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let root = graph.tree.root_node();
        graph.places_of(word).map(|at| at..at + word.len()).any(|range| {
            let Some(node) = root.descendant_for_byte_range(range.start, range.end) else { return false };
            let whole = match graph.role(&range) {
                NameRole::Plain => node,
                NameRole::Member(_) => node.parent().unwrap_or(node),
                _ => return false,
            };
            let is_listed =
                whole.parent().is_some_and(|parent| is_of(parent, &graph.rules().export_list_nodes));
            let place = Place { file, byte: range.start };
            let kind = || self.kind_of(place, &expr(graph.rules(), &graph.text, whole, 0), 0);
            !is_listed
                && !graph.is_followed(whole, None)
                && !self.is_kept_by_call(place, whole)
                && matches!(kind(), InferredType::Module(module) if self.exports(&module, target, name))
        })
    }

    /// Returns whether a value is given to a function from outside of the project, together with nothing that could
    /// get it from there.
    fn is_kept_by_call(&self, place: Place, value: Node<'_>) -> bool {
        let call = value.parent().and_then(|list| Some((list, list.parent()?)));
        let call = call.filter(|(list, call)| field(*call, "arguments") == Some(*list));
        let (Some((list, call)), Some(graph)) = (call, self.graph(place.file)) else { return false };
        let Some(function) = field(call, "function") else { return false };
        let of = expr(graph.rules(), &graph.text, function, 0);
        let called = graph.slice(&function.byte_range());
        let mut cursor = list.walk();
        let mut others = list.named_children(&mut cursor).filter(|other| *other != value);
        let is_own = |other: Node<'_>| self.is_own(place, &expr(graph.rules(), &graph.text, other, 0), 0);
        let is_outside = || self.kind_of(place, &of, 0).is_foreign();
        let is_named = |word: &String| {
            called.strip_suffix(word.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        graph.rules().dynamic.iter().any(is_named) || is_outside() && !others.any(is_own)
    }
}
