//! Names that code builds at run time, and the definitions that are reached by them.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::judge;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, DynamicName, Found, InferredType, Place,
};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;

/// The number of bytes before a call that are searched for the assignment of the variable with the name.
const MOST_BEFORE: usize = 1_000;

/// The maximum number of subclasses of a class that are examined.
const MAX_SUBCLASSES: usize = 500;

/// Returns the names that code builds at run time, as far as they begin with a literal.
///
/// This examines only the texts: most files of a large project contain such calls, and hardly any of them matters.
pub(in crate::resolve::bindings) fn dynamic_names(project: &Project) -> &[DynamicName] {
    project.dynamic_names.get_or_init(|| read_dynamic_names(project))
}

/// A name that code builds.
struct MadeName<'t> {
    /// The fixed beginning.
    start: &'t str,
    /// The fixed end.
    end: &'t str,
    /// The object whose class name is the rest of the name.
    object: Option<&'t str>,
}

fn read_dynamic_names(project: &Project) -> Vec<DynamicName> {
    let mut found = Vec::new();
    for word in &project.rules.dynamic {
        let call = format!("{word}(");
        let finder = memchr::memmem::Finder::new(call.as_bytes());
        for (file, source) in project.sources.iter().enumerate() {
            for byte in finder.find_iter(source.text.as_bytes()) {
                let arguments = &source.text[byte + call.len()..];
                let code = assigned(&source.text[..byte], arguments).unwrap_or(arguments);
                let made = first_literal(code, &project.rules.class_names);
                let position = |part: &str| part.as_ptr() as usize - source.text.as_ptr() as usize;
                found.extend(made.map(|made| DynamicName {
                    file,
                    byte,
                    start: made.start.into(),
                    end: made.end.into(),
                    receiver: is_second(arguments).then(|| position(arguments.trim_start())),
                    object: made.object.map(|object| position(object)..position(object) + object.len()),
                }));
            }
        }
    }
    found
}

/// Returns the code of the last assignment to the variable that is the second argument, or the first if there is only
/// one.
fn assigned<'t>(before: &'t str, arguments: &str) -> Option<&'t str> {
    let line = &arguments[..arguments.find(['\n', ')']).unwrap_or(arguments.len())];
    let mut parts = line.split(',').map(str::trim);
    let first = parts.next()?;
    let name = parts.next().unwrap_or(first);
    let is_name = !name.is_empty() && name.chars().all(is_word_char);
    let far = before.len().saturating_sub(MOST_BEFORE);
    let near = &before[(far..before.len()).find(|at| before.is_char_boundary(*at))?..];
    let is_given = |at: &usize| {
        let behind = near[at + name.len()..].trim_start_matches(' ');
        !near[..*at].ends_with(is_word_char) && behind.starts_with('=') && !behind.starts_with("==")
    };
    let at = near.match_indices(name).filter(|_| is_name).map(|(at, _)| at).filter(is_given).last()?;
    near[at + name.len()..].trim_start_matches(' ').strip_prefix('=')
}

/// Returns the name built from the first literal in the arguments of a call, if more text is appended to it.
fn first_literal<'t>(arguments: &'t str, class_names: &[String]) -> Option<MadeName<'t>> {
    let line = &arguments[..arguments.find('\n').unwrap_or(arguments.len())];
    let rest = &line[..line.find(')').unwrap_or(line.len())];
    let literal = &line[rest.find(['"', '\''])? + 1..];
    let end = literal.find(|char| !is_word_char(char)).unwrap_or(literal.len());
    let behind = literal[end..].trim_start_matches(['"', '\'']).trim_start();
    if end == 0 || !behind.starts_with(['{', '%', '+']) {
        return None;
    }
    let is_quote = |rest: &str| rest.starts_with(['"', '\'']);
    let added = match behind.strip_prefix('{') {
        Some(inner) => inner.split_once('}').filter(|(_, rest)| is_quote(rest)).map(|(name, _)| name),
        None => behind.strip_prefix('+').map(str::trim_start),
    };
    let is_closed = behind.starts_with('{');
    let object = added.and_then(|added| {
        let of = |pattern: &String| object_of_class_name(added, pattern, is_closed);
        class_names.iter().find_map(of)
    });
    Some(MadeName { start: &literal[..end], end: last_part(line, literal), object })
}

/// Returns the word at the end of a literal after the last inserted value, if nothing is appended to the literal.
fn last_part<'t>(line: &str, literal: &'t str) -> &'t str {
    let quote = line[..line.len() - literal.len()].chars().next_back();
    let Some((inside, behind)) = quote.and_then(|quote| literal.split_once(quote)) else { return "" };
    // More text may follow, on the same line or on the next one.
    let is_filled = !inside.contains('%') || behind.trim_start().starts_with('%');
    if behind.contains(['+', '"', '\'']) || !inside.contains(['%', '{']) || !is_filled {
        return "";
    }
    let outside = inside.trim_end_matches(is_word_char);
    let last = &inside[outside.len()..];
    // The conversion letter after a percent sign is no part of the name.
    match outside.ends_with('%') || outside.ends_with(')') && outside.contains("%(") {
        true => last.get(1..).unwrap_or_default(),
        false => last,
    }
}

/// Returns whether the name is the second argument.
fn is_second(arguments: &str) -> bool {
    let line = &arguments[..arguments.find('\n').unwrap_or(arguments.len())];
    let first = &line[..line.find(['"', '\'']).unwrap_or(line.len())];
    first.contains(',')
}

/// Returns whether the object in which a name is looked up may have a member of the definition's class: it is not known
/// to be a module, or an object of a class that shares no subclass with it.
pub(in crate::resolve::bindings) fn may_ask(project: &Project, made: &DynamicName, target: &Target) -> bool {
    let (Some(at), Some(graph)) = (made.receiver, project.graph(made.file)) else { return true };
    let node = graph.tree.root_node().named_descendant_for_byte_range(at, at);
    let is_argument = |node: &Node<'_>| node.start_byte() == at && !node.kind().ends_with("_list");
    let above = std::iter::successors(node, Node::parent).take_while(is_argument);
    let Some(node) = above.last() else { return true };
    let of = expr(graph.rules(), &graph.text, node, 0);
    match project.kind_of(Place { file: made.file, byte: made.byte }, &of, 0) {
        InferredType::Module(_) => false,
        InferredType::Object(asked) | InferredType::Class(asked) => {
            let (above, open) = project.ancestry(&asked);
            let may_be = |class: &DefinitionId| {
                above.contains(class) || shares_subclass(project, class, &asked) || open == Open::Unknown
            };
            target.keys.iter().any(|key| match &key.container {
                Container::Class(class) => may_be(class),
                Container::Scope(..) | Container::Space(_) => true,
            })
        }
        _ => true,
    }
}

/// Returns the object whose class name is read by code of the form `pattern`, in which `{}` stands for the object.
fn object_of_class_name<'t>(code: &'t str, pattern: &str, is_closed: bool) -> Option<&'t str> {
    let (before, behind) = pattern.split_once("{}")?;
    let code = code.strip_prefix(before)?;
    let (object, rest) = code.split_at(code.find(behind)?);
    let is_plain = !object.is_empty() && object.chars().all(|char| is_word_char(char) || char == '.');
    let rest = &rest[behind.len()..];
    let is_all = rest.is_empty() || !is_closed && rest.starts_with([',', ')']);
    (is_plain && is_all).then_some(object)
}

/// Returns the prefixes of words that end with a name and are definitions or members somewhere.
pub(in crate::resolve::bindings) fn starts_of_members<'p>(
    project: &'p Project,
    name: &str,
) -> HashSet<&'p str> {
    let finder = memchr::memmem::Finder::new(name.as_bytes());
    let mut found = HashSet::new();
    for source in &project.sources {
        for at in finder.find_iter(source.text.as_bytes()) {
            if !source.text[at + name.len()..].starts_with(is_word_char) {
                let before = &source.text[..at];
                let outside = before.trim_end_matches(is_word_char);
                if outside.ends_with(['.', ' ']) && !outside.ends_with(" as ") {
                    found.insert(&before[outside.len()..]);
                }
            }
        }
    }
    found
}

/// Returns whether a name that ends with the name of a class is called for objects of that class.
pub(in crate::resolve::bindings) fn is_called_by_class(
    project: &Project,
    made: &DynamicName,
    name: &str,
) -> bool {
    let Some(class) = name.strip_prefix(&*made.start).filter(|_| made.object.is_some()) else { return false };
    let has_class = |file: FileId| {
        let graph = project.graph(file);
        graph.is_some_and(|graph| {
            graph.bound(TOP, class).iter().any(|id| graph.bindings[*id].kind == BindingKind::Class)
        })
    };
    !class.is_empty() && project.files_with(class).into_iter().any(has_class)
}

/// Returns whether a class or one of its subclasses also inherits from another class; true if there are too many to
/// examine.
fn shares_subclass(project: &Project, class: &DefinitionId, other: &DefinitionId) -> bool {
    let mut heirs = vec![class.clone()];
    let mut next = 0;
    while let Some(heir) = heirs.get(next) {
        if project.ancestry(heir).0.contains(other) || heirs.len() > MAX_SUBCLASSES {
            return true;
        }
        let more = project.subclasses_of(heir);
        heirs.extend(more.into_iter().filter(|heir| !heirs.contains(heir)).collect::<Vec<_>>());
        next += 1;
    }
    false
}

/// Returns the parts of member names that are the name of a class, if code appends the class name to the fixed
/// beginning of these names; `None` if some of the members may be called for another reason.
pub(in crate::resolve::bindings) fn named_by_class(
    project: &Project,
    target: &Target,
    made: &DynamicName,
    uses: &[Use],
) -> Option<Vec<Use>> {
    let is_other = |one: &Use| {
        let NameRole::Bound(id) = one.role else { return false };
        let is_class =
            project.graph(one.file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Class);
        is_class && !matches!(&one.meaning, Meaning::Is(key) if target.keys.contains(key))
    };
    let object = made.object.clone().filter(|_| target.kind == BindingKind::Class)?;
    if uses.iter().any(is_other) {
        return None;
    }
    let place = Place { file: made.file, byte: made.byte };
    let Found::Definition(asking, ..) = project.class_at(place, 0) else { return None };
    let word = format!("{}{}", made.start, target.own.name);
    let mut found = Vec::new();
    let mut is_said = is_given_object(project, target, place, object);
    for one in judge::uses(project, &word, space::ALL) {
        match (&one.role, &one.meaning) {
            (NameRole::Bound(id), Meaning::Is(DefinitionId { container: Container::Class(of), .. })) => {
                if !project.ancestry(of).0.contains(&asking) {
                    return None;
                }
                is_said |= takes_object(project, target, one.file, *id)?;
            }
            (NameRole::Member(_), _) => {}
            (NameRole::Comment | NameRole::Text, _) => continue,
            _ => return None,
        }
        found.push(Use {
            range: one.range.start + made.start.len()..one.range.end,
            role: NameRole::Label(None),
            meaning: Meaning::Not,
            ..one
        });
    }
    let verdict = if is_said { Verdict::Certain } else { Verdict::Undecidable(Doubt::Dynamic) };
    let is_bound = !found.is_empty();
    is_bound.then(|| found.into_iter().map(|one| Use { verdict, ..one }).collect())
}

/// Returns whether an object has the class, or one of its bases, as declared class.
fn is_given_object(project: &Project, target: &Target, place: Place, object: Range<usize>) -> bool {
    match project.kind_of(Place { byte: object.start, ..place }, &Expr::Name(object), 0) {
        InferredType::Object(key) => project.ancestry(&target.own).0.contains(&key),
        _ => false,
    }
}

/// Returns whether the first parameter of a method after the receiver is declared as an object of the class;
/// `Some(false)` if it has no declared type or the member has no body, `None` if there is no such parameter or it has
/// another type.
fn takes_object(project: &Project, target: &Target, file: FileId, id: BindingId) -> Option<bool> {
    let graph = project.graph(file)?;
    // The parameters of a function that a call makes are unknown.
    let Some(scope) = graph.bindings[id].body_scope else { return Some(false) };
    let mut parameters: Vec<BindingId> = graph.scopes[scope].binds.values().flatten().copied().collect();
    parameters.retain(|id| graph.bindings[*id].kind == BindingKind::Parameter);
    parameters.sort_by_key(|id| graph.bindings[*id].name.start);
    let given = parameters.get(1).map(|id| &graph.bindings[*id])?;
    let Some(declared) = &given.declared else { return Some(false) };
    match project.class_of(Place { file, byte: given.name.start }, declared, 1) {
        Found::Definition(key, ..) if key == target.own => Some(true),
        _ => None,
    }
}
