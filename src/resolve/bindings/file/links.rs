//! References in documentation that tools resolve, such as `{@link Shape#area(int)}`.

use std::ops::Range;

use tree_sitter::Node;

use super::graph::{BindingGraph, BindingKind, Expr, FileId, Sort, space};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, Place};
use crate::resolve::bindings::project::Project;
use crate::text::normal::is_word_char;

/// A name in a reference.
struct Link<'g> {
    comment: Node<'g>,
    /// The path up to and including the name, or the path of the class if the name is a member.
    path: Range<usize>,
    is_member: bool,
}

impl<'g> Link<'g> {
    /// Returns the reference to which a name in a comment belongs.
    fn at(graph: &'g BindingGraph, range: &Range<usize>) -> Option<Self> {
        let rules = graph.rules().doc_links.as_ref()?;
        let root = graph.tree.root_node();
        let comment = root.descendant_for_byte_range(range.start, range.end)?;
        if !graph.slice(&comment.byte_range()).starts_with(rules.opening.as_str()) {
            return None;
        }
        let text = &graph.text[comment.start_byte()..range.end];
        let is_part = |char: char| is_word_char(char) || ['.', '#', '$'].contains(&char);
        let start_of = |end: usize| text[..end].trim_end_matches(is_part).len();
        let is_behind_tag = |start: usize| {
            let before = text[..start].trim_end_matches([' ', '\t']);
            before.len() < start && rules.tags.iter().any(|tag| before.ends_with(tag.as_str()))
        };
        let start = start_of(text.len());
        let is_type_of_parameter = || {
            let open = text[..start].rfind('(')?;
            let member = start_of(open);
            let is_plain = !text[open..start].contains([')', '}', '\n']);
            (is_plain && text[member..open].contains('#') && is_behind_tag(member)).then_some(())
        };
        if !is_behind_tag(start) {
            is_type_of_parameter()?;
        }
        let first = comment.start_byte() + start;
        let member = text[start..].find('#').map(|at| first + at);
        let path = first..member.unwrap_or(range.end);
        Some(Self { comment, path, is_member: member.is_some() })
    }

    /// Returns the class whose member the reference names: the one in the path, or the one that contains or follows the
    /// comment.
    fn class(&self, project: &Project, graph: &BindingGraph, file: FileId) -> Option<DefinitionId> {
        let found = match self.path.is_empty() {
            false => self.named(project, graph, file),
            true => {
                let place = Place { file, byte: self.comment.start_byte() };
                project.class_at(documented(graph, file, self.comment).unwrap_or(place), 0)
            }
        };
        match found {
            Found::Definition(key, ..) => Some(key),
            _ => None,
        }
    }

    /// Resolves the path in the class that the comment documents, or at the comment.
    fn named(&self, project: &Project, graph: &BindingGraph, file: FileId) -> Found {
        let path = path(graph, &self.path);
        let place = Place { file, byte: self.comment.start_byte() };
        let inner = documented(graph, file, self.comment);
        let spelled = Expr::QuotedType(self.path.clone());
        let inner = inner.map(|place| project.resolve(place, &spelled, space::TYPE, 0));
        match inner {
            Some(found @ Found::Definition(..)) => found,
            _ => project.resolve(place, &path, space::TYPE, 0),
        }
    }
}

/// Returns a place in the class that a comment documents.
fn documented(graph: &BindingGraph, file: FileId, comment: Node<'_>) -> Option<Place> {
    let documented = comment.next_named_sibling()?.byte_range();
    let mut scopes = graph.scopes.iter().filter(|scope| documented.contains(&scope.range.start));
    let own = scopes.next().filter(|scope| scope.sort == Sort::Class)?;
    Some(Place { file, byte: own.range.start + 1 })
}

/// Returns the component of a class that the comment above the class documents by a tag: `@param amount`.
fn documented_part(project: &Project, file: FileId, range: &Range<usize>) -> Option<DefinitionId> {
    let graph = project.graph(file)?;
    let tag = &graph.rules().doc_links.as_ref()?.part_tag;
    let before = graph.text[..range.start].trim_end_matches([' ', '\t']);
    let comment = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
    let is_tagged = !tag.is_empty() && before.ends_with(tag.as_str());
    let place = documented(graph, file, comment).filter(|_| is_tagged)?;
    let Found::Definition(class, ..) = project.class_at(place, 0) else { return None };
    match project.member(&class, graph.slice(range), space::FIELD, 0) {
        Found::Definition(key, file, id) => {
            let kind = project.graph(file)?.bindings[id].kind;
            (kind == BindingKind::Component).then_some(key)
        }
        _ => None,
    }
}

/// Returns the names of a path in documentation.
fn names<'g>(graph: &'g BindingGraph, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> + 'g {
    let mut end = range.start;
    let names = graph.slice(range).split_inclusive(PATH_SIGNS).map(move |part| {
        let start = end;
        end += part.len();
        start..start + part.trim_end_matches(PATH_SIGNS).len()
    });
    names.filter(|name| !name.is_empty())
}

/// Returns a path of names as an expression.
fn path(graph: &BindingGraph, range: &Range<usize>) -> Expr {
    let join = |of: Option<Expr>, name: Range<usize>| match of {
        Some(of) => Some(Expr::Member(Box::new(of), name)),
        None => Some(Expr::Name(name)),
    };
    names(graph, range).fold(None, join).unwrap_or(Expr::Other)
}

/// Returns the definition to which a name in a documentation comment refers.
pub(in crate::resolve::bindings) fn linked(
    project: &Project,
    file: FileId,
    range: &Range<usize>,
) -> Option<DefinitionId> {
    let graph = project.graph(file)?;
    if graph.rules().doc_links.is_none() {
        return of_path(project, graph, file, range);
    }
    let Some(link) = Link::at(graph, range) else { return documented_part(project, file, range) };
    let found = match link.is_member {
        true => {
            let class = link.class(project, graph, file)?;
            let name = graph.slice(range);
            let is_call = graph.text[range.end..].starts_with('(');
            let spaces = if is_call { &[space::VALUE][..] } else { &[space::FIELD, space::VALUE] };
            let mut found = spaces.iter().map(|wanted| project.member(&class, name, *wanted, 0));
            found.find(|found| matches!(found, Found::Definition(..)))?
        }
        false => link.named(project, graph, file),
    };
    match found {
        Found::Definition(key, ..) => Some(key),
        _ => None,
    }
}

/// Returns the definition of the last name of a path that documentation writes like code: `[Shape::area]`, `{@link
/// Shape.area}`.
fn of_path(
    project: &Project,
    graph: &BindingGraph,
    file: FileId,
    range: &Range<usize>,
) -> Option<DefinitionId> {
    let comment = graph.documentation(range)?;
    let text = &graph.text[comment.start_byte()..range.end];
    let before = text.trim_end_matches(is_path_char);
    let first = comment.start_byte() + before.len();
    if !graph.refers_behind(before) || !ends_reference(&graph.text[range.end..]) {
        return None;
    }
    let join = |of: Option<Expr>, name: Range<usize>| match of {
        Some(of) => Some(Expr::Path(Some(Box::new(of)), name)),
        None => Some(Expr::Name(name)),
    };
    let path = names(graph, &(first..range.end)).fold(None, join)?;
    let outer = Place { file, byte: comment.start_byte() };
    // `Self` is the type that the comment documents, or the class that contains it.
    let places = [documented(graph, file, comment), Some(outer)];
    let spaces = [space::VALUE, space::TYPE, space::FIELD];
    let found = places
        .iter()
        .flatten()
        .flat_map(|place| spaces.iter().map(|wanted| project.resolve(*place, &path, *wanted, 0)));
    found.into_iter().find_map(|found| match found {
        Found::Definition(key, ..) => Some(key),
        _ => None,
    })
}

/// The separators of names in a documentation path.
const PATH_SIGNS: [char; 3] = ['.', ':', '#'];

/// Returns whether a reference may end before a text, or continue with a member.
fn ends_reference(behind: &str) -> bool {
    let behind = behind.strip_prefix("()").unwrap_or(behind);
    let goes_on = behind.strip_prefix(PATH_SIGNS).is_some_and(|next| next.starts_with(is_path_char));
    let behind = behind.strip_prefix('`').unwrap_or(behind);
    goes_on || behind.is_empty() || behind.starts_with([']', ')', '}', '|', '\n', '\r', ' '])
}

fn is_path_char(char: char) -> bool {
    is_word_char(char) || PATH_SIGNS.contains(&char)
}

/// Returns whether a name in a comment is a reference, or part of one.
pub(super) fn is_link(graph: &BindingGraph, range: &Range<usize>) -> bool {
    Link::at(graph, range).is_some()
}

/// Returns the number of parameters that a reference to a function lists.
pub(in crate::resolve::bindings) fn count_of_types(
    graph: &BindingGraph,
    range: &Range<usize>,
) -> Option<usize> {
    let list = graph.text[range.end..].strip_prefix('(')?;
    let list = list[..list.find(')')?].trim();
    Some(if list.is_empty() { 0 } else { list.split(',').count() })
}

/// Returns the definition whose own documentation begins with a name: that of the first line after the comment.
pub(in crate::resolve::bindings) fn introduced(
    project: &Project,
    file: FileId,
    range: &Range<usize>,
) -> Option<DefinitionId> {
    let graph = project.graph(file)?;
    let rules = graph.rules().doc_names.as_ref()?;
    let (above, rest) = graph.text.split_at(range.start);
    let (above, line) = above.rsplit_once('\n').unwrap_or(("", above));
    let before = line.trim_start().strip_prefix(rules.mark.as_str())?.trim();
    let is_first = before.is_empty() || rules.articles.iter().any(|article| article == before);
    let is_comment = |line: &str| line.trim_start().starts_with(rules.mark.as_str());
    let behind = rest[range.len()..].trim_start_matches(['.', ',', ':']);
    let is_word = behind.is_empty() || behind.starts_with(char::is_whitespace) || behind.starts_with("'s ");
    if !is_first || !is_word || above.lines().next_back().is_some_and(is_comment) {
        return None;
    }
    let mut start = range.start;
    let below = rest.split_inclusive('\n').find(|line| {
        let is_below = start > range.start && !is_comment(line);
        start += if is_below { 0 } else { line.len() };
        is_below
    })?;
    let name = graph.slice(range);
    let is_it = |id: &&usize| graph.slice(&graph.bindings[**id].name) == name;
    let id = graph.bound_in(&(start..start + below.len())).iter().find(is_it)?;
    Some(project.key_of(file, *id, 0))
}
