//! What an address meant when the patch began.
//!
//! An address that named a definition then never falls to another one that the file had, because an earlier operation
//! renamed, moved, removed or rewrote the first; what the patch itself brought goes by the name that it has. A number
//! behind `#` counts as the patch found the file.

use crate::diag::{Code, FilePlace};
use crate::ir::{MemberPlace, PatchPath, SymbolTarget};
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{Identity, Purpose};
use crate::text::History;

/// An address, and what a definition is looked for with it.
#[derive(Clone, Copy)]
pub(in crate::plan) struct AskedSymbol<'a> {
    pub(in crate::plan) language: &'static Language,
    pub(in crate::plan) target: &'a SymbolTarget,
    pub(in crate::plan) purpose: Purpose<'a>,
}

/// An address whose definition an earlier operation took.
pub(in crate::plan) struct TakenAddress {
    /// The address as the patch gives it.
    wanted: String,
    /// The line, from 0, of the definition when the patch began.
    line: usize,
    /// What took it.
    operation: String,
    /// What it is called now, and its line, if it is still there.
    now: Option<(String, usize)>,
    /// The definition that the address would fall to, by the address that it had, and its line.
    other: Option<(String, usize)>,
}

impl TakenAddress {
    /// What to do next.
    pub(in crate::plan) fn help(&self) -> Vec<String> {
        let now = self.now.as_ref().map(|(address, line)| match &self.other {
            None => format!(
                "{} changed `{}`: it is `{address}` now (line {})",
                self.operation,
                self.wanted,
                line + 1
            ),
            Some(_) => format!("that definition is `{address}` now (line {})", line + 1),
        });
        let gone = || {
            format!(
                "{} took `{}` away (line {} before the patch)",
                self.operation,
                self.wanted,
                self.line + 1
            )
        };
        let now = now.or_else(|| self.other.is_none().then(gone));
        let other = self.other.as_ref().filter(|(address, _)| *address != self.wanted);
        let other = other.map(|(address, line)| format!("`symbol: {address}` selects line {}", line + 1));
        now.into_iter().chain(other).collect()
    }

    /// The refusal of an operation that would fall to another definition.
    pub(in crate::plan) fn refusal(
        &self,
        document: &Document<'_>,
        path: &PatchPath,
        target: &SymbolTarget,
    ) -> Refusal {
        let Self { wanted, line, operation, other, .. } = self;
        let mut message = format!(
            "`{wanted}` named the definition on line {} when the patch began, which {operation} took",
            line + 1
        );
        if let Some((address, line)) = other {
            message.push_str(&format!("; `{address}` on line {} is another one", line + 1));
        }
        let places = other.iter().map(|(address, line)| FilePlace {
            symbol: Some(address.clone()),
            select: Some(format!("symbol: {address}")),
            ..FilePlace::related(path.as_str(), *line, document.buffer().line(*line).into_owned())
        });
        let mut refusal = Refusal::new(Code::SymbolNotFound, message)
            .with_places(places.collect())
            .with_repair(self.now.as_ref().map(|(address, _)| serde_json::json!({ "symbol": address })))
            .at(target.place);
        for help in self.help() {
            refusal = refusal.with_help(help);
        }
        refusal
    }
}

/// Where the definition is now that a numbered address named when the patch began; `None` if it named none.
pub(super) fn of_number(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
) -> Option<Result<SymbolTarget, TakenAddress>> {
    let (given, has_number) = document.symbols(asked.language).1.address_of_target(asked.target);
    if !has_number || asked.purpose.names_member() {
        return None;
    }
    let was = at_first(document, asked)?;
    let place = document.history().1.place_of_origin(was.byte());
    let (buffer, symbols) = document.symbols(asked.language);
    let now = symbols.namesakes_at(buffer, &was, place);
    let history = document.history().1;
    let mut same: Vec<&Identity> = now.iter().filter(|one| is_same(history, one, &was, given)).collect();
    if same.len() > 1 {
        let (original, symbols) = document.original(asked.language);
        let peers = symbols.namesakes(original, &was);
        let history = document.history().1;
        // A text that came in the place of several: the first is the first.
        let before: Vec<&Identity> =
            peers.iter().filter(|one| same.iter().any(|now| is_same(history, now, one, given))).collect();
        let at = before.iter().position(|one| **one == was);
        same = if before.len() == same.len() {
            at.and_then(|at| same.get(at).copied()).into_iter().collect()
        } else {
            vec![]
        };
    }
    Some(match same.first() {
        Some(now) => Ok(SymbolTarget {
            class: None,
            method: None,
            symbol: Some(now.address.clone()),
            ..asked.target.clone()
        }),
        None => Err(taken(document, asked, was, None)),
    })
}

/// The address now of the definition that one with parameters named when the patch began, where an earlier operation gave it
/// other parameters and left its name: nothing else can be meant.
pub(in crate::plan) fn of_other_parameters(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
) -> Option<SymbolTarget> {
    asked.target.symbol.as_ref().filter(|symbol| symbol.contains('('))?;
    let was = at_first(document, asked)?;
    let name = bare_address(&was.address).to_owned();
    let (now, _) = taken(document, asked, was, None).now?;
    (bare_address(&now) == name).then(|| SymbolTarget { symbol: Some(now), ..asked.target.clone() })
}

/// Refuses a definition that the address did not name when the patch began, if it named another one then.
pub(in crate::plan) fn check(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    found: &Identity,
) -> Result<(), TakenAddress> {
    let Some(was) = at_first(document, asked) else { return Ok(()) };
    let given = document.symbols(asked.language).1.address_of_target(asked.target).0;
    if is_same(document.history().1, found, &was, given) {
        return Ok(());
    }
    let (original, symbols) = document.original(asked.language);
    let had = symbols.namesakes(original, found);
    let history = document.history().1;
    let other = had.into_iter().find(|one| one.ends_as(found, given) && is_same(history, found, one, given));
    match other {
        Some(other) => Err(taken(document, asked, was, Some((other, found)))),
        // The patch gave it the name that it is called by.
        None => Ok(()),
    }
}

/// What took the definition that an address named when the patch began and that it does not name now.
pub(in crate::plan) fn lost(document: &mut Document<'_>, asked: AskedSymbol<'_>) -> Option<TakenAddress> {
    let was = at_first(document, asked)?;
    let history = document.history().1;
    was.bytes
        .iter()
        .any(|byte| history.removed_by(*byte).is_some())
        .then(|| taken(document, asked, was, None))
}

/// The definition that an address named when the patch began. Where the payload spoke for another one, so that none was
/// chosen, it is the one that the address named by itself.
fn at_first(document: &mut Document<'_>, asked: AskedSymbol<'_>) -> Option<Identity> {
    let AskedSymbol { language, target, purpose } = asked;
    let (original, symbols) = document.original(language);
    let by_address = matches!(purpose, Purpose::Replace(_)).then_some(Purpose::Rename);
    [purpose].into_iter().chain(by_address).find_map(|purpose| symbols.identify(original, target, purpose))
}

/// Whether a definition is the one that was there when the patch began, or has come in its place under its name.
fn is_same(history: &mut History, now: &Identity, was: &Identity, given: usize) -> bool {
    history.origin_of_byte(now.byte()) == Some(was.byte())
        || (history.is_in_place_of(now.byte(), was.byte()) && now.ends_as(was, given))
}

fn taken(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    was: Identity,
    other: Option<(Identity, &Identity)>,
) -> TakenAddress {
    let (buffer, symbols) = document.symbols(asked.language);
    let all = symbols.identities(buffer, &was);
    let other = other.map(|(before, now)| (before.address, buffer.line_of(now.byte())));
    let (buffer, history) = document.history();
    let by = was.bytes.iter().find_map(|byte| history.removed_by(*byte));
    let follows = |history: &mut History, now: &Identity| {
        history.origin_of_byte(now.byte()) == Some(was.byte())
            || (history.is_in_place_of(now.byte(), was.byte())
                && history.brought_by(now.byte()) == history.removed_by(was.byte()))
    };
    let now = all.iter().find(|one| follows(history, one));
    let now = now.map(|one| (one.address.clone(), buffer.line_of(one.byte())));
    let line = history.original().line_of(was.byte());
    TakenAddress {
        wanted: match asked.purpose {
            Purpose::AddMember(MemberPlace::Before(member) | MemberPlace::After(member), _) => member.clone(),
            _ => spelled(asked.target),
        },
        line,
        operation: by.map_or_else(|| "an earlier operation".to_owned(), |by| document.operation(by)),
        now,
        other,
    }
}

/// The address as the patch gives it.
pub(in crate::plan) fn spelled(target: &SymbolTarget) -> String {
    let fields = [target.class.as_deref(), target.method.as_deref()];
    target.symbol.clone().unwrap_or_else(|| fields.into_iter().flatten().collect::<Vec<_>>().join("."))
}
