//! Finds the definition that an operation names, or explains why it cannot be determined.

use std::ops::Range;

use super::address::last_word;
use super::meaning::{self, AskedSymbol};
use super::unlisted;
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{MemberPlace, Operation, PatchPath, SymbolTarget};
use crate::lang::Language;
use crate::plan::correction::Correction;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{Purpose, Suggestion, SymbolMatch, SymbolProblem, tell_field};
use crate::text::normal::{find_word, is_blank, is_word_char};

/// Returns the language in which an operation reads its file: the one in the operation's name, else the one of the
/// file's extension, else the one of the patch.
pub(in crate::plan) fn language_of(
    document: &Document<'_>,
    path: &PatchPath,
    name: Option<&str>,
) -> Result<&'static Language, Refusal> {
    let by_name = name.and_then(Language::by_name);
    let of_file = || Language::of_buffer(path.extension()?, document.buffer());
    // The file's own dialect takes precedence over the language that it is a dialect of.
    let is_of = |named: &Language| {
        path.extension().and_then(Language::by_extension).is_some_and(|own| own.shares_operations(named))
    };
    let dialect =
        by_name.and_then(|named| of_file().filter(|own| own.shares_operations(named) || is_of(named)));
    let language = dialect.or(by_name).or_else(of_file).or_else(|| document.comments());
    language.ok_or_else(|| {
        let message = format!("symbol operations do not support the language of `{path}`");
        Refusal::new(Code::UnsupportedLanguage, message).with_help(format!(
            "use a text operation (`replace_text`, `insert_text_after`, …); symbol operations \
             support {}",
            Language::all().iter().map(Language::folder).collect::<Vec<_>>().join(", ")
        ))
    })
}

/// Returns the language of a file in which a definition limits a text search.
pub(in crate::plan) fn language_of_scope(
    document: &Document<'_>,
    path: &PatchPath,
    scope: &SymbolTarget,
) -> Result<&'static Language, Refusal> {
    language_of(document, path, scope.language.as_deref()).map_err(|refusal| {
        refusal.with_help_for(
            Code::UnsupportedLanguage,
            "leave `symbol` out to search the whole file; if several places match, each is listed \
             with what selects it",
        )
    })
}

/// Returns the lines of the definition in which a marker is to be searched for.
pub(in crate::plan) fn scope_lines(
    document: &mut Document<'_>,
    operation: &Operation,
    scope: &SymbolTarget,
) -> Result<Range<usize>, Refusal> {
    let definition = definition_of_scope(document, operation, scope)?;
    Ok(document.buffer().lines_of(&definition))
}

/// Returns the byte range of the definition in which parts of lines are to be searched for: its whole lines, but of a
/// line that it shares with other code only its own part and the separator behind it.
pub(in crate::plan) fn scope_range(
    document: &mut Document<'_>,
    operation: &Operation,
    scope: &SymbolTarget,
) -> Result<Range<usize>, Refusal> {
    let own = definition_of_scope(document, operation, scope)?;
    let buffer = document.buffer();
    let lines = buffer.lines_of(&own);
    let (first, last) = (buffer.line_start(lines.start), buffer.line_start(lines.end));
    let start = if is_blank(&buffer.slice(first..own.start)) { first } else { own.start };
    let behind = buffer.slice(own.end..last.max(own.end));
    let rest = behind.trim_start_matches([' ', '\t']).trim_start_matches([',', ';']);
    let end = if is_blank(rest) { last } else { own.end + behind.len() - rest.len() };
    Ok(start..end.max(own.end))
}

/// Returns the byte range of the definition that limits a search.
fn definition_of_scope(
    document: &mut Document<'_>,
    operation: &Operation,
    scope: &SymbolTarget,
) -> Result<Range<usize>, Refusal> {
    language_of_scope(document, &operation.path, scope)?;
    let found = resolve_symbol(document, &operation.path, scope, Purpose::Read).map_err(|refusal| {
        refusal.with_help_for(Code::UncertainExtent, "leave `symbol` out to search the whole file")
    })?;
    Ok(found.definition)
}

/// Finds the definition that an operation names.
pub(in crate::plan) fn resolve_symbol(
    document: &mut Document<'_>,
    path: &PatchPath,
    target: &SymbolTarget,
    purpose: Purpose<'_>,
) -> Result<SymbolMatch, Refusal> {
    let language = language_of(document, path, target.language.as_deref())?;
    let asked = AskedSymbol { language, target, purpose };
    let moved = if document.is_changed() { meaning::resolve_numbered(document, asked) } else { None };
    let mut moved = match moved {
        Some(Err(taken)) => return Err(taken.refusal(document, path, target)),
        Some(Ok(moved)) => Some(moved),
        None => None,
    };
    let (buffer, symbols) = document.symbols(language);
    let mut found = symbols.resolve(buffer, moved.as_ref().unwrap_or(target), purpose);
    if let Err(problem) = &found
        && document.is_changed()
        && problem.code() == Code::SymbolNotFound
        && let Some(now) = meaning::of_other_parameters(document, asked)
    {
        let (buffer, symbols) = document.symbols(language);
        found = symbols.resolve(buffer, &now, purpose);
        moved = Some(now);
    }
    let found = match found {
        Ok(found) => found,
        Err(problem) => return Err(unresolved(document, path, asked, &problem)),
    };
    if document.is_changed() && moved.is_none() {
        meaning::check(document, asked, &found.identity)
            .map_err(|taken| taken.refusal(document, path, target))?;
    }
    if purpose == Purpose::Delete && found.by_last_name && target.expect.is_none() {
        let (buffer, symbols) = document.symbols(language);
        let wanted = [&target.symbol, &target.class, &target.method].into_iter().flatten().next().cloned();
        if let Some(problem) = symbols.last_name_only(buffer, wanted.unwrap_or_default(), &found) {
            return Err(unresolved(document, path, asked, &problem));
        }
    }
    Ok(found)
}

/// Builds the refusal of an address that does not name exactly one definition.
fn unresolved(
    document: &mut Document<'_>,
    path: &PatchPath,
    asked: AskedSymbol<'_>,
    problem: &SymbolProblem,
) -> Refusal {
    let AskedSymbol { target, purpose, language } = asked;
    if let Some(refusal) = of_other_language(path, target) {
        return refusal;
    }
    let is_changed = document.is_changed() && problem.code() == Code::SymbolNotFound;
    let taken = if is_changed { meaning::lost(document, asked) } else { None };
    if let Some(taken) = taken {
        return taken.refusal(document, path, target);
    }
    let small = small_names(document, language, problem);
    let buffer = document.buffer();
    let imported = unlisted::without_alike(problem, buffer, language);
    let problem = imported.as_ref().unwrap_or(problem);
    let refused = |problem: &SymbolProblem| {
        let place = place_of(document, target, purpose, problem);
        let mut diagnostic = problem.diagnostic(path.as_str(), buffer, place);
        if purpose == Purpose::Delete {
            problem.advise_deletion(&mut diagnostic);
        }
        let is_other = unlisted::note_unlisted(&mut diagnostic, problem, (path, buffer), (language, &small));
        let field = address_field(target, purpose, problem);
        tell_field(&mut diagnostic, field);
        tell_class_of_member(&mut diagnostic, field, problem);
        if field == "symbol"
            && let Some(serde_json::Value::Object(repair)) = &mut diagnostic.repair
        {
            // Beside the suggested address, the given `class` and `method` would be malformed, because they differ from
            // it.
            let fields = [("class", &target.class), ("method", &target.method)];
            let given = fields.into_iter().filter(|(_, value)| value.is_some());
            repair.extend(given.map(|(field, _)| (field.to_owned(), serde_json::Value::Null)));
        }
        let others = if is_other { Vec::new() } else { readdressed(target, purpose, problem) };
        Refusal::from(diagnostic).with_corrections(others)
    };
    refused(problem)
}

/// Returns the refusal of an operation for one language on a file of another language.
fn of_other_language(path: &PatchPath, target: &SymbolTarget) -> Option<Refusal> {
    let asked = Language::by_name(target.language.as_deref()?)?;
    let own = Language::by_extension(path.extension()?)?;
    if own.shares_operations(asked) {
        return None;
    }
    let name = |language: &Language| language.manifest().name.clone();
    let message = format!("`{path}` is a {} file, and the operation is for {}", name(own), name(asked));
    let tag = &own.manifest().op_tag;
    let help = format!("use `replace_symbol`, or the operation with `_{tag}_` in its name");
    Some(Refusal::new(Code::SymbolNotFound, message).with_help(help).at(target.place))
}

/// The maximum number of names in a message.
const MAX_SHOWN_NAMES: usize = 5;

/// Returns constants, fields and the like in the file, which are not definitions, if nothing in it resembles the wanted
/// name.
fn small_names(
    document: &mut Document<'_>,
    language: &'static Language,
    problem: &SymbolProblem,
) -> Vec<String> {
    match problem {
        SymbolProblem::NotFound { nearest, other, members: None, .. }
            if nearest.is_empty() && other.is_empty() =>
        {
            let (buffer, symbols) = document.symbols(language);
            symbols
                .minor_names(buffer)
                .into_iter()
                .take(MAX_SHOWN_NAMES)
                .map(|one| format!("`{}`", one.address))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns corrections with the definitions that may be meant instead.
fn readdressed(target: &SymbolTarget, purpose: Purpose<'_>, problem: &SymbolProblem) -> Vec<Correction> {
    let names_member = member_field(purpose, problem).is_some();
    // A definition to be deleted may be gone because of an earlier run: another definition must not be deleted instead.
    let may_be_gone = purpose == Purpose::Delete
        && matches!(problem, SymbolProblem::NotFound { .. } | SymbolProblem::LastNameOnly { .. });
    if names_member || may_be_gone {
        return Vec::new();
    }
    let to = |likely: &Suggestion| {
        let named = Some(likely.address.clone());
        let bare = SymbolTarget { class: None, method: None, symbol: None, ..target.clone() };
        let of_any_kind = SymbolTarget { kind: None, language: None, ..bare.clone() };
        let own = if likely.is_of_other_kind { of_any_kind } else { bare };
        match likely.field {
            "class" => SymbolTarget { class: named, ..own },
            _ => SymbolTarget { symbol: named, ..own },
        }
    };
    let mut likely = problem.likely();
    // If the payload contains the name as it was given, the name is new and not a slip.
    if let (SymbolProblem::NotFound { wanted, other, .. }, Purpose::Replace(payload)) = (problem, purpose)
        && other.is_empty()
    {
        let name = wanted.rsplit(|char: char| !is_word_char(char)).find(|name| !name.is_empty());
        let has = |line: &String| name.is_some_and(|name| find_word(line, name).is_some());
        if payload.iter().any(has) {
            likely.clear();
        }
    }
    likely.iter().map(|own| Correction::Address(Box::new((target.clone(), to(own))))).collect()
}

/// Returns the place in the patch of the field that a problem is about.
fn place_of(
    document: &Document<'_>,
    target: &SymbolTarget,
    purpose: Purpose<'_>,
    problem: &SymbolProblem,
) -> PatchPlace {
    let field = match problem {
        SymbolProblem::ChangedDefinition { .. } => "expect",
        SymbolProblem::Disagree { .. } => "symbol",
        _ if let Some(field) = member_field(purpose, problem) => field,
        // The class exists but has no such member.
        SymbolProblem::NotFound { of_class: true, .. } if target.method.is_some() => "method",
        _ => return target.place,
    };
    document.field(field, target.place)
}

/// Returns the field that names the member, if the problem is about that member.
fn member_field(purpose: Purpose<'_>, problem: &SymbolProblem) -> Option<&'static str> {
    let (SymbolProblem::NotFound { wanted, .. } | SymbolProblem::Ambiguous { wanted, .. }) = problem else {
        return None;
    };
    let Purpose::AddMember(at, _) = purpose else { return None };
    // Members of modules are searched for by their whole address.
    let is_it = |member: &String| {
        wanted
            .strip_suffix(member.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with([':', '.', '/']))
    };
    match at {
        MemberPlace::Before(member) if is_it(member) => Some("before_member"),
        MemberPlace::After(member) if is_it(member) => Some("after_member"),
        _ => None,
    }
}

/// Names the class of a member that the wanted class does not have: no address selects it there.
fn tell_class_of_member(diagnostic: &mut Diagnostic, field: &str, problem: &SymbolProblem) {
    let SymbolProblem::NotFound { other, .. } = problem else { return };
    let Some(first) = other.first().filter(|_| field.ends_with("_member")) else { return };
    diagnostic.places.iter_mut().for_each(|place| place.select = None);
    diagnostic.repair = None;
    let address = bare_address(&first.address);
    let owner = address.strip_suffix(last_word(address)).unwrap_or_default().trim_end_matches([':', '.']);
    if !owner.is_empty() {
        diagnostic.help.insert(0, format!("`class: {owner}` inserts beside `{address}`"));
    }
}

/// Returns the field that would have to contain the address that solves the problem.
fn address_field(target: &SymbolTarget, purpose: Purpose<'_>, problem: &SymbolProblem) -> &'static str {
    let is_class_only = target.class.is_some() && target.symbol.is_none() && target.method.is_none();
    let is_class = is_class_only && matches!(purpose, Purpose::AddMember(..));
    member_field(purpose, problem).unwrap_or(if is_class { "class" } else { "symbol" })
}
