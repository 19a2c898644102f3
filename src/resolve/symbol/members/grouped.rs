//! Fits a payload beside a member of a grouped statement, such as `const ( … )`: inside the group it has no keyword,
//! elsewhere it does.

use crate::lang::{Role, Syntax};
use crate::text::Buffer;

use super::payload_check;
use super::payload_check::word_of;
use crate::resolve::symbol::address::info::opening;
use crate::resolve::symbol::address::namesake::NewDefinition;
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline, OutlineScope};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::part::replacement::KeywordChange;
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// The form in which a payload fits beside a definition.
pub(in crate::resolve::symbol) struct Grouped {
    pub(in crate::resolve::symbol) definitions: Vec<NewDefinition>,
    /// The keyword changes that its lines need.
    pub(in crate::resolve::symbol) keyword_changes: Vec<KeywordChange>,
    /// The grouped statement beside which the payload is placed, instead of inside.
    pub(in crate::resolve::symbol) statement: Option<ItemId>,
}

/// Determines how a payload fits beside `id`.
///
/// # Errors
/// It does not fit.
pub(in crate::resolve::symbol) fn fit(
    file: Outlined<'_>,
    id: ItemId,
    syntax: &Syntax,
    payload: &[String],
) -> Result<Grouped, PayloadProblem> {
    let around = file.outline.item(id).parent;
    let check = |container, payload: &[String]| payload_check::check(file, container, syntax, payload);
    let as_is = |brought| Grouped { definitions: brought, keyword_changes: Vec::new(), statement: None };
    if !file.manifest().contexts.contains_key("group") {
        return match check(around, payload) {
            Err(problem @ PayloadProblem::NoMember { .. }) => {
                let class = file.outline.class_of_members(around).unwrap_or(around);
                beside(file, class, |container| check(container, payload)).ok_or(problem)
            }
            checked => checked.map(as_is),
        };
    }
    let in_words = |openings: Vec<KeywordChange>, container| {
        let brought = check(container, &opened(payload, &openings)).ok().filter(|all| !all.is_empty())?;
        Some(Grouped { definitions: brought, keyword_changes: openings, statement: None })
    };
    if file.outline.item(around).role != Role::Group {
        let brought = check(around, payload)?;
        let word = opening(file.outline, id, file.buffer).filter(|_| brought.is_empty());
        let openings = word.and_then(|word| without_word(syntax, &word, payload));
        return Ok(openings
            .and_then(|openings| in_words(openings, around))
            .unwrap_or_else(|| as_is(brought)));
    }
    let problem = match check(around, payload) {
        Ok(brought) => return Ok(as_is(brought)),
        Err(problem) => problem,
    };
    let word = word_of(file, around);
    let openings = with_words(syntax, payload).filter(|all| all.iter().all(|one| one.remove == word));
    if let Some(found) = openings.and_then(|openings| in_words(openings, around)) {
        return Ok(found);
    }
    beside(file, around, |container| check(container, payload)).ok_or(problem)
}

/// Returns the place beside a statement inside which the payload is not valid.
fn beside(
    file: Outlined<'_>,
    around: ItemId,
    check: impl Fn(ItemId) -> Result<Vec<NewDefinition>, PayloadProblem>,
) -> Option<Grouped> {
    let statement = file.outline.outermost(around);
    let brought = check(file.outline.item(statement).parent).ok()?;
    Some(Grouped { definitions: brought, keyword_changes: Vec::new(), statement: Some(statement) })
}

/// Returns the note about a payload that is not valid inside a statement.
pub(in crate::resolve::symbol) fn note(file: Outlined<'_>, statement: ItemId, address: &str) -> String {
    let start = file.outline.item(statement).range.start;
    let head = file.buffer.line(file.buffer.line_of(start)).trim().to_owned();
    let close = if head.ends_with('(') { ')' } else { '}' };
    format!("placed next to `{head} … {close}`, not inside it with `{address}`, where it is not valid")
}

fn opened(payload: &[String], openings: &[KeywordChange]) -> Vec<String> {
    let mut lines = payload.to_vec();
    openings.iter().for_each(|one| one.change(&mut lines));
    lines
}

/// Returns the keywords of a payload that consists of statements with one definition each, as changes that remove them.
fn with_words(syntax: &Syntax, payload: &[String]) -> Option<Vec<KeywordChange>> {
    let (outline, buffer) = outline(syntax, payload.join("\n") + "\n")?;
    let (mut openings, mut children) = (Vec::new(), outline.children(FILE).iter());
    let is_told = children.all(|id| match outline.item(*id).role {
        Role::Comment => true,
        Role::Wrapper => {
            let own = outline.children(*id).iter().find(|one| outline.definition(**one).is_some());
            let line = buffer.line_of(outline.item(*id).range.start);
            let word = own.and_then(|own| opening(&outline, *own, &buffer));
            word.map(|drop| openings.push(KeywordChange { line, remove: drop, add: String::new() })).is_some()
        }
        _ => false,
    });
    (is_told && !openings.is_empty()).then_some(openings)
}

/// Returns the changes that add a keyword to a payload that consists of members of a statement with this keyword.
fn without_word(syntax: &Syntax, word: &str, payload: &[String]) -> Option<Vec<KeywordChange>> {
    let (outline, buffer) = outline(syntax, format!("{word} (\n{}\n)\n", payload.join("\n")))?;
    let mut openings = Vec::new();
    for (id, _) in outline.definitions() {
        let item = outline.item(id);
        let line = buffer.line_of(item.range.start).checked_sub(1)?;
        if outline.item(item.parent).role != Role::Group {
            return None;
        }
        openings.push(KeywordChange { line, remove: String::new(), add: format!("{word} ") });
    }
    (!openings.is_empty()).then_some(openings)
}

/// Returns the outline of a text; `None` if it contains a syntax error.
pub(super) fn outline(syntax: &Syntax, text: String) -> Option<(Outline, Buffer)> {
    let mut syntax = syntax.fresh();
    let tree = syntax.parse(&text).ok().filter(|tree| !tree.root_node().has_error())?;
    Some((Outline::new(syntax.language(), &tree, &text, OutlineScope::AllNames), Buffer::of_text(&text)))
}
