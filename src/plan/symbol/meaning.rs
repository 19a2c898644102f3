//! Determines what an address meant when the patch began.
//!
//! If an earlier operation renames, moves, removes or rewrites the definition that an address named at the beginning,
//! the address never falls to another definition that the file had. Definitions that the patch itself added are found
//! by their current names. Numbers behind `#` count the definitions of the file before the patch.

use crate::diag::{Code, FilePlace};
use crate::ir::{MemberPlace, PatchPath, SymbolTarget};
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{Identity, Purpose};
use crate::text::History;

/// An address, and the purpose for which its definition is searched for.
#[derive(Clone, Copy)]
pub(in crate::plan) struct AskedSymbol<'a> {
    pub(in crate::plan) language: &'static Language,
    pub(in crate::plan) target: &'a SymbolTarget,
    pub(in crate::plan) purpose: Purpose<'a>,
}

/// An address whose definition was changed or removed by an earlier operation.
pub(in crate::plan) struct ChangedAddress {
    /// The address as the patch spells it.
    wanted: String,
    /// The line (from 0) of the definition when the patch began.
    line: usize,
    /// The operation that changed or removed it.
    operation: String,
    /// Its current address and line, if it still exists.
    now: Option<(String, usize)>,
    /// Another definition that the address would match now: its address when the patch began, and its line.
    other: Option<(String, usize)>,
}

impl ChangedAddress {
    /// Returns the help for the next step.
    pub(in crate::plan) fn help(&self) -> Vec<String> {
        let now = self.now.as_ref().map(|(address, line)| match &self.other {
            None => format!(
                "{} changed `{}`: it is now `{address}` (line {})",
                self.operation,
                self.wanted,
                line + 1
            ),
            Some(_) => format!("that definition is now `{address}` (line {})", line + 1),
        });
        let gone = || {
            format!("{} removed `{}` (line {} before the patch)", self.operation, self.wanted, self.line + 1)
        };
        let now = now.or_else(|| self.other.is_none().then(gone));
        let other = self.other.as_ref().filter(|(address, _)| *address != self.wanted);
        let other = other.map(|(address, line)| format!("`symbol: {address}` selects line {}", line + 1));
        now.into_iter().chain(other).collect()
    }

    /// Builds the refusal of an operation whose address would match another definition.
    pub(in crate::plan) fn refusal(
        &self,
        document: &Document<'_>,
        path: &PatchPath,
        target: &SymbolTarget,
    ) -> Refusal {
        let Self { wanted, line, operation, other, .. } = self;
        let mut message = format!(
            "`{wanted}` named the definition on line {} before the patch, which {operation} \
             renamed, moved or deleted",
            line + 1
        );
        if let Some((address, line)) = other {
            message.push_str(&format!("; `{address}` on line {} is a different one", line + 1));
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

/// Returns the current address of the definition that a numbered address named when the patch began, or an error if
/// that definition no longer exists; `None` if the address named none.
pub(super) fn resolve_numbered(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
) -> Option<Result<SymbolTarget, ChangedAddress>> {
    let (given, has_number) = document.symbols(asked.language).1.address_of_target(asked.target);
    if !has_number || asked.purpose.names_member() {
        return None;
    }
    let was = original_definition(document, asked)?;
    let place = document.history().1.place_of_origin(was.byte());
    let (buffer, symbols) = document.symbols(asked.language);
    let now = symbols.namesakes_at(buffer, &was, place);
    let history = document.history().1;
    let mut same: Vec<&Identity> = now.iter().filter(|one| is_same(history, one, &was, given)).collect();
    if same.len() > 1 {
        let (original, symbols) = document.original(asked.language);
        let peers = symbols.namesakes(original, &was);
        let history = document.history().1;
        // If one text replaced several definitions, they are paired in order.
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
        None => Err(changed_addresses(document, asked, was, None)),
    })
}

/// Returns the current address of a definition that was named with its parameters, if an earlier operation changed the
/// parameters but not the name: nothing else can be meant.
pub(in crate::plan) fn of_other_parameters(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
) -> Option<SymbolTarget> {
    asked.target.symbol.as_ref().filter(|symbol| symbol.contains('('))?;
    let was = original_definition(document, asked)?;
    let name = bare_address(&was.address).to_owned();
    let (now, _) = changed_addresses(document, asked, was, None).now?;
    (bare_address(&now) == name).then(|| SymbolTarget { symbol: Some(now), ..asked.target.clone() })
}

/// Refuses a definition if the address named another definition when the patch began.
pub(in crate::plan) fn check(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    found: &Identity,
) -> Result<(), ChangedAddress> {
    let Some(was) = original_definition(document, asked) else { return Ok(()) };
    let given = document.symbols(asked.language).1.address_of_target(asked.target).0;
    if is_same(document.history().1, found, &was, given) {
        return Ok(());
    }
    let (original, symbols) = document.original(asked.language);
    let had = symbols.namesakes(original, found);
    let history = document.history().1;
    let other = had.into_iter().find(|one| one.ends_as(found, given) && is_same(history, found, one, given));
    match other {
        Some(other) => Err(changed_addresses(document, asked, was, Some((other, found)))),
        // The patch itself gave the definition its current name.
        None => Ok(()),
    }
}

/// Returns what changed or removed the definition that an address named when the patch began and no longer names.
pub(in crate::plan) fn lost(document: &mut Document<'_>, asked: AskedSymbol<'_>) -> Option<ChangedAddress> {
    let was = original_definition(document, asked)?;
    let history = document.history().1;
    was.bytes
        .iter()
        .any(|byte| history.removed_by(*byte).is_some())
        .then(|| changed_addresses(document, asked, was, None))
}

/// Returns the definition that an address named when the patch began. If the payload excludes it, so that none is
/// chosen, the address alone decides.
fn original_definition(document: &mut Document<'_>, asked: AskedSymbol<'_>) -> Option<Identity> {
    let AskedSymbol { language, target, purpose } = asked;
    let (original, symbols) = document.original(language);
    let by_address = matches!(purpose, Purpose::Replace(_)).then_some(Purpose::Rename);
    [purpose].into_iter().chain(by_address).find_map(|purpose| symbols.identify(original, target, purpose))
}

/// Returns whether a definition already existed when the patch began, as `was`, or has replaced that definition under
/// its name.
fn is_same(history: &mut History, now: &Identity, was: &Identity, given: usize) -> bool {
    history.origin_of_byte(now.byte()) == Some(was.byte())
        || (history.is_in_place_of(now.byte(), was.byte()) && now.ends_as(was, given))
}

fn changed_addresses(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    was: Identity,
    other: Option<(Identity, &Identity)>,
) -> ChangedAddress {
    let (buffer, symbols) = document.symbols(asked.language);
    let all = symbols.identities(buffer, &was);
    let other = other.map(|(before, now)| (before.address, buffer.line_of(now.byte())));
    let (buffer, history) = document.history();
    let by = was.bytes.iter().find_map(|byte| history.removed_by(*byte));
    let follows = |history: &mut History, now: &Identity| {
        history.origin_of_byte(now.byte()) == Some(was.byte())
            || (history.is_in_place_of(now.byte(), was.byte())
                && history.inserted_by(now.byte()) == history.removed_by(was.byte()))
    };
    let now = all.iter().find(|one| follows(history, one));
    let now = now.map(|one| (one.address.clone(), buffer.line_of(one.byte())));
    let line = history.original().line_of(was.byte());
    ChangedAddress {
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

/// Returns the address as the patch spells it.
pub(in crate::plan) fn spelled(target: &SymbolTarget) -> String {
    let fields = [target.class.as_deref(), target.method.as_deref()];
    target.symbol.clone().unwrap_or_else(|| fields.into_iter().flatten().collect::<Vec<_>>().join("."))
}
