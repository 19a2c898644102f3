//! Moves definitions between files that import by calls and export by an object, such as `module.exports = { … }`.
//!
//! Such a call returns the exports at that time: in an import cycle, some may still be missing.

use std::ops::Range;

use tree_sitter::Node;

use super::exports::{ExportForm, newline};
use super::files::Files;
use super::narrow::{line_of, outermost};
use super::style::{entries, entry_in, gives_one_value, is_by_statements, is_declaration, list_of, value_at};
use super::users::CollectedUses;
use super::{DefinitionMove, MoveProblem};
use crate::lang::CallRules;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId};
use crate::text::Edit;
use crate::text::normal::find_words;

const NO_LIST: &str = "exports a value of its own, to which no name can be added";

/// Returns the edits that remove the entries at some byte offsets from an export list, and add names; `None` if the
/// list would be empty.
fn relisted(graph: &BindingGraph, list: Node<'_>, gone: &[usize], new: &[String]) -> Option<Vec<Edit>> {
    let all = entries(list);
    let is_gone = |node: &Node<'_>| gone.contains(&node.start_byte());
    let edit = |range, text: String| Edit { range, text };
    let Some(last) = all.last() else {
        let inner = list.start_byte() + 1..list.end_byte() - 1;
        return (!new.is_empty()).then(|| vec![edit(inner, format!(" {} ", new.join(", ")))]);
    };
    if all.iter().all(is_gone) {
        let range = all[0].start_byte()..last.end_byte();
        return (!new.is_empty()).then(|| vec![edit(range, new.join(", "))]);
    }
    let mut edits = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let run = all[at..].iter().take_while(|node| is_gone(node)).count();
        if run > 0 {
            let range = match all.get(at + run) {
                Some(next) => all[at].start_byte()..start_with_comments(*next),
                None => all[at - 1].end_byte()..all[at + run - 1].end_byte(),
            };
            edits.push(edit(range, String::new()));
        }
        at += run + 1;
    }
    if new.is_empty() {
        return Some(edits);
    }
    let end = last.end_byte();
    let behind = &graph.text[end..list.end_byte()];
    let has_comma = behind.trim_start().starts_with(',');
    let line = graph.text[..last.start_byte()].rfind('\n').map_or(0, |at| at + 1);
    let indent = graph.text[line..last.start_byte()].to_owned();
    let is_below = indent.trim().is_empty() && list.start_position().row < last.start_position().row;
    let between = if is_below { format!("{}{indent}", newline(graph)) } else { " ".to_owned() };
    let names: Vec<String> = new.iter().map(|name| format!("{between}{name}")).collect();
    let names = names.join(",");
    if has_comma {
        let comma = end + behind.find(',').unwrap_or_default() + 1;
        let rest = graph.text[comma..list.end_byte()].find(['\r', '\n']).filter(|_| is_below);
        let at = comma + rest.unwrap_or_default();
        edits.push(edit(at..at, format!("{names},")));
    } else {
        edits.push(edit(end..end, ",".to_owned()));
        let rest = behind.find(['\r', '\n']).filter(|_| is_below).unwrap_or_default();
        edits.push(edit(end + rest..end + rest, names));
    }
    Some(joined(edits))
}

/// Combines adjacent edits at the same byte offset.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut done: Vec<Edit> = Vec::new();
    for edit in edits {
        match done.last_mut() {
            Some(last) if last.range.end == edit.range.start && edit.range.is_empty() => {
                last.text.push_str(&edit.text);
            }
            _ => done.push(edit),
        }
    }
    done
}

/// Returns the byte offset of the comments on lines of their own above an entry, or else of the entry.
fn start_with_comments(entry: Node<'_>) -> usize {
    let mut first = entry;
    while let Some(above) = first.prev_sibling().filter(|node| node.is_extra()) {
        let is_apart =
            above.prev_sibling().is_none_or(|own| own.end_position().row < above.start_position().row);
        if !is_apart {
            break;
        }
        first = above;
    }
    first.start_byte()
}

impl Files<'_> {
    /// Returns the rules for imports by calls, if the old file uses them.
    pub(super) const fn calls(&self) -> Option<&CallRules> {
        self.rules.by_calls.as_ref()
    }

    /// Returns whether the target file may import by calls as well: a file whose name ends in `.cjs` must do so.
    pub(super) fn is_by_calls_there(&self) -> bool {
        let is_other = self.target().is_some_and(|graph| is_by_statements(graph, self.rules));
        let from = self.project.path(self.from);
        !is_other
            && !self.to_path.ends_with(".mjs")
            && (!from.ends_with(".cjs") || self.to_path.ends_with(".cjs"))
    }

    /// Returns whether the name at a byte offset of the old file is only part of an export.
    pub(super) fn is_listed(&self, form: &ExportForm, byte: usize) -> bool {
        let ExportForm::Listed(at) = form else { return false };
        let is_in_statement = || {
            let [one, other] = [*at, byte].map(|at| outermost(self.graph, at));
            let is_same = one.zip(other).is_some_and(|(one, other)| one.id() == other.id());
            is_same && list_of(self.graph).is_none_or(|(_, list)| !list.byte_range().contains(&byte))
        };
        *at == byte || self.calls().is_some() && is_in_statement()
    }

    /// Returns the directive at the top of the old file, such as `"use strict"`.
    fn directive(&self) -> Option<String> {
        let root = self.graph.tree.root_node();
        let first = root.named_children(&mut root.walk()).find(|node| !node.is_extra())?;
        let text = self.graph.slice(&first.byte_range());
        let known = &self.graph.language.manifest().imports.as_ref()?.common_header;
        known.iter().any(|header| text.trim_end_matches(';') == header).then(|| text.to_owned())
    }

    /// Returns the edits by which a file no longer exports some names, and exports others; if the file has no export
    /// list, the latter are returned as lines for its end.
    fn relist(
        &self,
        graph: &BindingGraph,
        gone: &[usize],
        new: &[String],
    ) -> Option<(Vec<Edit>, Vec<String>)> {
        let list = list_of(graph);
        let (listed, alone): (Vec<usize>, Vec<usize>) =
            gone.iter().partition(|at| list.is_some_and(|(_, list)| list.byte_range().contains(*at)));
        let mut edits = Vec::new();
        for at in alone {
            let range = line_of(graph, &outermost(graph, at)?.byte_range())?;
            edits.push(Edit { range, text: String::new() });
        }
        let Some((statement, list)) = list else { return Some((edits, self.given_lines(graph, new))) };
        match relisted(graph, list, &listed, new) {
            Some(own) => edits.extend(own),
            None if listed.is_empty() => {}
            // A variable holds the list as well.
            None if is_declaration(graph, statement) => {
                edits.push(Edit { range: list.byte_range(), text: "{}".to_owned() });
            }
            None => edits.push(Edit { range: line_of(graph, &statement.byte_range())?, text: String::new() }),
        }
        Some((edits, Vec::new()))
    }

    /// Returns the lines by which a file without an export list exports names, in the style of `graph`.
    fn given_lines(&self, graph: &BindingGraph, names: &[String]) -> Vec<String> {
        let Some(rules) = self.calls() else { return Vec::new() };
        let entry = entry_in(graph, rules);
        names.iter().map(|name| entry.replace("{name}", name)).collect()
    }

    /// Returns the lines by which a new file exports names.
    fn new_lines(&self, names: &[String]) -> Vec<String> {
        match self.calls() {
            Some(rules) if !rules.list.is_empty() && !names.is_empty() => {
                vec![rules.list.replace("{names}", &names.join(", "))]
            }
            _ => self.given_lines(self.graph, names),
        }
    }
}

impl DefinitionMove<'_> {
    /// Returns whether the moved code exports a name itself: `const f = (exports.f = …)`.
    fn gives_within(&self, name: &str) -> bool {
        let files = self.files;
        let Some(rules) = files.calls() else { return false };
        if !entry_in(files.graph, rules).contains('=') {
            return false;
        }
        let heads: Vec<String> =
            files.graph.rules().own_exports.iter().map(|own| format!("{own}.{name}")).collect();
        let is_assigned = |text: &str, head: &str| {
            find_words(text, head).any(|at| {
                let behind = text[at + head.len()..].trim_start();
                behind.starts_with('=') && !behind.starts_with("==")
            })
        };
        let is_given = |(_, range): &(_, Range<usize>)| {
            let text = files.graph.slice(range);
            heads.iter().any(|head| is_assigned(text, head))
        };
        self.question.found.iter().any(is_given)
    }

    /// Adds the exports that other files need, and returns the edits of the target file for that.
    pub(super) fn give_by_list(
        &mut self,
        users: &mut CollectedUses,
    ) -> Result<Vec<(FileId, Edit)>, MoveProblem> {
        let files = self.files;
        let forms: Vec<ExportForm> = self.all.iter().map(|known| files.export_form(known.id)).collect();
        let listed: Vec<usize> = forms
            .iter()
            .filter_map(|form| match form {
                ExportForm::Listed(at) => Some(*at),
                _ => None,
            })
            .collect();
        let is_given = |form: &ExportForm| matches!(form, ExportForm::Listed(_) | ExportForm::Word);
        let is_kept = self.question.is_kept;
        if is_kept {
            let given = self.all.iter().zip(&forms).filter(|(_, form)| is_given(form));
            users.kept.extend(given.map(|(known, _)| known.old.clone()));
        } else {
            users.collect_whole_module_uses(files, None, forms.iter().any(is_given));
            users.listed.extend(&listed);
        }
        let new: Vec<String> = self
            .all
            .iter()
            .zip(&forms)
            .filter(|(known, form)| match form {
                ExportForm::Word => false,
                _ if self.gives_within(&known.old) => false,
                ExportForm::Listed(_) => true,
                _ => users.kept.contains(&known.old),
            })
            .map(|(known, _)| known.old.clone())
            .collect();
        let shown = self.shown.iter().map(|id| files.graph.slice(&files.graph.bindings[*id].name).to_owned());
        self.done.shown = shown.collect();
        self.done.shown.sort();
        self.done.shown.dedup();
        let (mut shown, gone) = (self.done.shown.clone(), if is_kept { Vec::new() } else { listed });
        let own = self.all.iter().zip(&forms).filter(|(_, form)| is_kept && **form == ExportForm::Word);
        shown.extend(own.map(|(known, _)| known.old.clone()));
        let is_closed = !shown.is_empty() && gives_one_value(files.graph);
        match files.relist(files.graph, &gone, &shown).filter(|_| !is_closed) {
            Some((edits, lines)) => {
                self.own_edits.extend(edits);
                let end = files.graph.text.len();
                let text: String =
                    lines.iter().map(|line| format!("{line}{}", newline(files.graph))).collect();
                self.own_edits.extend((!text.is_empty()).then_some(Edit { range: end..end, text }));
            }
            None => {
                let at = gone.first().copied().unwrap_or_else(|| value_at(files.graph));
                let spot = self.spot(files.from, at, NO_LIST);
                self.done.unproven.push(spot);
            }
        }
        let Some((graph, to)) = files.target().zip(files.to) else {
            self.done.given = files.new_lines(&new);
            if let Some(directive) = files.directive() {
                self.done.head.splice(0..0, [directive, String::new()]);
            }
            return Ok(Vec::new());
        };
        let list = list_of(graph);
        let gives_itself =
            forms.contains(&ExportForm::Word) || self.all.iter().any(|known| self.gives_within(&known.old));
        if new.is_empty() && !gives_itself {
            return Ok(Vec::new());
        }
        let is_closed = gives_one_value(graph) || gives_itself && list.is_some();
        match files.relist(graph, &[], &new).filter(|_| !is_closed) {
            Some((edits, lines)) => {
                self.done.given = lines;
                self.list_at = list.map(|(statement, _)| statement.start_byte());
                Ok(edits.into_iter().map(|edit| (to, edit)).collect())
            }
            None => {
                let spot = self.spot(to, value_at(graph), NO_LIST);
                self.done.unproven.push(spot);
                Ok(Vec::new())
            }
        }
    }
}
