//! What becomes of the uses of a definition that moves.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use tree_sitter::Node;

use super::bring::{Files, outermost};
use super::needs::seen;
use super::spell::Example;
use crate::resolve::bindings::Known;
use crate::resolve::bindings::graph::{Expr, FileId, Graph, TOP};
use crate::resolve::bindings::judge::{Use, Verdict};
use crate::resolve::bindings::lookup::Place;
use crate::resolve::bindings::modules::Module;
use crate::resolve::bindings::role::Role;
use crate::resolve::bindings::types::Kind;

const ASSIGNED: &str = "gives the name in the old file another value";
const BY_STRING: &str = "names it in the old file by a string";
const SECOND: &str = "another definition of the name";
const OTHER_NAME: &str = "has another name for it in the file that it goes to";
const NO_WAY: &str = "cannot be rewritten to import it from the other file";

/// What all uses of the definitions come to.
#[derive(Debug, Default)]
pub(super) struct Users {
    /// Imports of other files, by file and first byte of the statement: the statement, and the names in it.
    pub(super) imports: BTreeMap<(FileId, usize), (Range<usize>, Vec<Named>)>,
    /// The names that the old file still has uses of.
    pub(super) kept: HashSet<String>,
    /// Uses that hold only if the old file still gives the name away.
    pub(super) through: Vec<(String, FileId, usize)>,
    /// Uses that cannot be decided.
    pub(super) unproven: Vec<(FileId, usize, &'static str)>,
}

/// A name that an import brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    /// The name that it gets there.
    pub(super) alias: Option<String>,
    pub(super) at: usize,
}

impl Users {
    /// Takes in the uses of one definition.
    pub(super) fn take(&mut self, files: &Files<'_>, known: &Known, ranges: &[Range<usize>]) {
        for one in &known.uses {
            let Some(graph) = known.project.graph(one.file) else {
                if one.verdict != Verdict::Unrelated {
                    self.unproven.push((one.file, one.range.start, "in text that is not parsed"));
                }
                continue;
            };
            let is_moved = one.file == files.from && ranges.iter().any(|own| own.contains(&one.range.start));
            match one.verdict {
                Verdict::Undecidable(doubt) => self.unproven.push((one.file, one.range.start, doubt.label())),
                Verdict::Certain if !is_moved => self.certain(files, known, graph, one),
                Verdict::Certain | Verdict::Unrelated | Verdict::Mention => {}
            }
        }
    }

    fn certain(&mut self, files: &Files<'_>, known: &Known, graph: &Graph, one: &Use) {
        let name = &known.old;
        let mut doubt = |label| self.unproven.push((one.file, one.range.start, label));
        match &one.role {
            Role::Imported(path) => {
                let module = path.first().and_then(|written| known.project.module(one.file, written));
                if one.file != files.from && module == Some(Module::File(files.from, TOP)) {
                    self.import(files, graph, one, name);
                }
            }
            Role::Bound(id) if graph.bindings[*id].import.is_some() => {}
            Role::Bound(_) => doubt(SECOND),
            Role::Reached => doubt(BY_STRING),
            Role::Member(of) if is_old_file(files, known, one, of) => {
                if is_assigned(files, graph, one.range.start) {
                    doubt(ASSIGNED);
                } else {
                    self.through.push((name.clone(), one.file, one.range.start));
                }
            }
            Role::Member(_) => {}
            _ if one.file == files.from => {
                self.kept.insert(name.clone());
            }
            _ if Some(one.file) == files.to => {}
            // Without an import of its own the name comes by one of all names.
            _ if seen(graph, one.range.start, name).is_none() => {
                self.through.push((name.clone(), one.file, one.range.start));
            }
            _ => {}
        }
    }

    fn import(&mut self, files: &Files<'_>, graph: &Graph, one: &Use, name: &str) {
        let Some(statement) = statement_at(files, graph, one.range.start) else {
            self.unproven.push((one.file, one.range.start, NO_WAY));
            return;
        };
        let behind = graph.text.get(one.range.end..statement.end_byte()).unwrap_or_default();
        let mut words = behind.split_whitespace();
        let alias = match (words.next(), words.next()) {
            (Some("as"), Some(alias)) => Some(alias.trim_matches([',', ')', ';', '}']).to_owned()),
            _ => None,
        };
        if Some(one.file) == files.to && alias.as_ref().is_some_and(|alias| alias != name) {
            self.unproven.push((one.file, one.range.start, OTHER_NAME));
            return;
        }
        let named = Named { name: name.to_owned(), alias, at: one.range.start };
        let key = (one.file, statement.start_byte());
        self.imports.entry(key).or_insert_with(|| (statement.byte_range(), Vec::new())).1.push(named);
    }
}

/// The edits of the imports of other files, what those files load afterwards, and what cannot be rewritten.
pub(super) struct Rewritten {
    pub(super) edits: Vec<(FileId, Range<usize>, String)>,
    /// Files that load the new one.
    pub(super) loads: Vec<(FileId, usize)>,
    /// Statements that load the old one no more.
    pub(super) gone: Vec<(FileId, usize)>,
    pub(super) unproven: Vec<(FileId, usize, &'static str)>,
}

/// Rewrites imports of the old file.
pub(super) fn rewrite(files: &Files<'_>, users: &Users) -> Rewritten {
    let mut done = Rewritten { edits: Vec::new(), loads: Vec::new(), gone: Vec::new(), unproven: Vec::new() };
    for ((file, start), (statement, names)) in &users.imports {
        let Some(graph) = files.project.graph(*file) else { continue };
        let edits = match Some(*file) == files.to {
            true => drop_names(graph, statement, names),
            false => {
                done.loads.push((*file, *start));
                redirect(files, graph, *file, statement, names)
            }
        };
        match edits {
            Some((edits, is_whole)) => {
                done.edits.extend(edits.into_iter().map(|(range, text)| (*file, range, text)));
                done.gone.extend(is_whole.then_some((*file, *start)));
            }
            None => done.unproven.push((*file, names.first().map_or(*start, |name| name.at), NO_WAY)),
        }
    }
    done
}

/// The edits of one statement, and whether nothing of it is left.
type Edits = Option<(Vec<(Range<usize>, String)>, bool)>;

/// Takes names out of an import of the file that they come to.
fn drop_names(graph: &Graph, statement: &Range<usize>, names: &[Named]) -> Edits {
    if let Some(edits) = without(graph, statement, names) {
        return Some((edits, false));
    }
    // Only at the top may a statement go and leave nothing.
    let outer = outermost(graph, statement.start)?;
    let start = graph.text[..statement.start].rfind('\n').map_or(0, |at| at + 1);
    let end = graph.text[statement.end..].find('\n').map_or(graph.text.len(), |at| statement.end + at + 1);
    let is_alone = graph.text[start..statement.start].trim().is_empty()
        && graph.text[statement.end..end]
            .trim_start()
            .split('#')
            .next()
            .is_some_and(|rest| rest.trim().is_empty());
    // Blank lines that only kept it apart go with it.
    let is_apart = start == 0 || graph.text[..start].ends_with("\n\n");
    let mut end = end;
    while let Some(line) =
        graph.text[end..].split_inclusive('\n').next().filter(|line| is_apart && line.trim().is_empty())
    {
        end += line.len();
    }
    (outer.byte_range() == *statement && is_alone).then(|| (vec![(start..end, String::new())], true))
}

/// Lets an import of the old file bring some names from the new one.
fn redirect(
    files: &Files<'_>,
    graph: &Graph,
    file: FileId,
    statement: &Range<usize>,
    names: &[Named],
) -> Edits {
    let node = statement_at(files, graph, statement.start)?;
    let module = node.child_by_field_name(&files.rules.module_field)?;
    let written = graph.slice(&module.byte_range());
    let bare = written.trim_matches(['"', '\'']);
    let example = Example { written: bare, leads_to: files.project.path(files.from) };
    let spelled = files.project.spell(files.project.path(file), files.to_path, Some(&example))?;
    let quoted = written.replacen(bare, &spelled, 1);
    match without(graph, statement, names) {
        None => Some((vec![(module.byte_range(), quoted)], true)),
        Some(mut edits) => {
            let line = graph.text[..statement.start].rfind('\n').map_or(0, |at| at + 1);
            let indent = graph.text.get(line..statement.start)?;
            let end =
                graph.text[statement.end..].find('\n').map_or(graph.text.len(), |at| statement.end + at);
            let rest = graph.text.get(statement.end..end)?.trim_start_matches(';').trim();
            let is_alone = indent.trim().is_empty() && (rest.is_empty() || rest.starts_with(['#', '/']));
            let shown = |named: &Named| match &named.alias {
                Some(alias) => files.rules.renamed.replace("{old}", &named.name).replace("{new}", alias),
                None => named.name.clone(),
            };
            let list: Vec<String> = names.iter().map(shown).collect();
            let text = files.rules.from.replace("{module}", &quoted).replace("{names}", &list.join(", "));
            let newline = if graph.text.contains("\r\n") { "\r\n" } else { "\n" };
            let end = if graph.text[..end].ends_with('\r') { end - 1 } else { end };
            edits.push((end..end, format!("{newline}{indent}{text}")));
            is_alone.then_some((edits, false))
        }
    }
}

/// The edits that take names out of an import; `None` if none would be left.
fn without(graph: &Graph, statement: &Range<usize>, names: &[Named]) -> Option<Vec<(Range<usize>, String)>> {
    let text = graph.slice(statement);
    let gone: Vec<String> = names
        .iter()
        .map(|named| match &named.alias {
            Some(alias) => format!("{} as {alias}", named.name),
            None => named.name.clone(),
        })
        .collect();
    let edits = crate::resolve::symbol::without_names(graph.language, text, &gone)?;
    let moved = |edit: crate::text::Edit| {
        (statement.start + edit.range.start..statement.start + edit.range.end, edit.text)
    };
    Some(edits.into_iter().map(moved).collect())
}

/// The import that a byte is in.
fn statement_at<'g>(files: &Files<'_>, graph: &'g Graph, byte: usize) -> Option<Node<'g>> {
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte)?;
    std::iter::successors(Some(node), |node| node.parent()).find(|node| files.is_import(*node))
}

/// Whether what stands before a member is the old file.
fn is_old_file(files: &Files<'_>, known: &Known, one: &Use, of: &Expr) -> bool {
    let place = Place { file: one.file, byte: one.range.start };
    matches!(known.project.kind_of(place, of, 0), Kind::Module(Module::File(file, TOP)) if file == files.from)
}

/// Whether a member is given a value.
fn is_assigned(files: &Files<'_>, graph: &Graph, byte: usize) -> bool {
    let Some(node) = graph.tree.root_node().descendant_for_byte_range(byte, byte + 1) else { return false };
    let mut above = std::iter::successors(node.parent(), |node| node.parent()).take(3);
    above.any(|node| {
        let is_kind = files.rules.assignments.iter().any(|kind| kind == node.kind());
        let left = node.child_by_field_name("left").or_else(|| node.named_child(0));
        is_kind && left.is_some_and(|left| left.byte_range().contains(&byte))
    })
}
