//! Finds what must be known about other definitions when some move to another file.

use std::collections::HashSet;
use std::ops::Range;

use crate::diag::Code;
use crate::ir::{Action, Change, Locator, OldName, PatchPath, SymbolPlace, SymbolTarget};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::resolve_symbol;
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MAX_LISTED_PLACES, MovedRange, Moving};
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{MoveProblem, Source, bare_address, early_names, relocate};
use crate::resolve::symbol::{Purpose, SymbolInfo};
use crate::text::normal::find_word;

/// The maximum number of definitions that a message suggests to move together.
const MAX_SUGGESTED: usize = 8;

/// Definitions that belong to moved types but stay.
pub(super) struct LeftBehind {
    /// Their addresses.
    pub(in crate::plan) left: Vec<String>,
    /// The addresses of all definitions that would move together.
    pub(in crate::plan) all: Vec<String>,
}

impl LeftBehind {
    /// Returns the help about moving them, too.
    pub(in crate::plan) fn help(&self) -> String {
        format!("`{}` also moves what belongs to it", list(&self.all))
    }

    /// Returns the note about a move that left them.
    pub(in crate::plan) fn note(&self, from: &PatchPath) -> Warning {
        let left: Vec<String> =
            self.left.iter().take(MAX_LISTED_PLACES).map(|address| format!("`{address}`")).collect();
        let verb = if left.len() == 1 { "stays" } else { "stay" };
        let too = if left.len() == 1 { "it" } else { "them" };
        Warning::Mentioned(format!(
            "{} {verb} in `{from}`; to move {too}, too, run `chunk undo` and write `{}`",
            left.join(", "),
            list(&self.all)
        ))
    }
}

/// Formats addresses as the field that names several.
fn list(addresses: &[String]) -> String {
    let is_plain =
        |address: &String| !address.contains([',', '[', ']', '{', '}', '#', ':', '"', '\'', '&', '*']);
    let quoted = |address: &String| match is_plain(address) {
        true => address.clone(),
        false => format!("\"{}\"", address.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    format!("symbols: [{}]", addresses.iter().map(quoted).collect::<Vec<_>>().join(", "))
}

/// Adapts a refusal to an operation that names several definitions.
pub(super) fn in_list(refusal: Refusal, moving: &Moving<'_>, symbol: &SymbolTarget) -> Refusal {
    let mut refusal = refusal;
    let is_list = moving.operation.origin.has_field("symbols");
    for problem in refusal.problems.iter_mut().filter(|problem| problem.code == Code::SymbolAmbiguous) {
        let address = |select: &String| select.strip_prefix("symbol: ").map(str::to_owned);
        let several: Vec<String> =
            problem.places.iter().filter_map(|place| place.select.as_ref().and_then(address)).collect();
        // An address may have meant all functions of the name, but not those of several classes.
        let is_of_one_name = || {
            let first = several.first().map(|one| bare_address(one));
            several.iter().all(|one| one.contains('(') && Some(bare_address(one)) == first)
        };
        if !is_list && !is_of_one_name() {
            continue;
        }
        let each = |own: &&SymbolTarget| match own.symbol == symbol.symbol {
            true => several.clone(),
            false => own.symbol.iter().cloned().collect(),
        };
        let all: Vec<String> = moving.symbols.iter().flat_map(each).collect();
        problem.help.retain(|_| !is_list);
        problem.help.push(format!("`{}` moves them all", list(&all)));
    }
    refusal
}

/// Definitions that have to move together.
pub(in crate::plan) struct Companions {
    /// Their addresses, in file order.
    pub(super) all: Vec<String>,
    /// Whether users reach them through the old file, so that it must import them.
    needs_reexport: bool,
}

impl Companions {
    /// Returns the addresses, if nothing else than moving them together is required.
    pub(super) fn alone(self) -> Option<Vec<String>> {
        (!self.needs_reexport).then_some(self.all)
    }

    /// Returns what to write in the operation.
    pub(super) fn help(&self) -> String {
        let also = if self.needs_reexport { ", with `reexport: true` for users of the old file" } else { "" };
        format!("also move what it needs: `{}`{also}", list(&self.all))
    }
}

impl Run<'_, '_> {
    /// Returns the definitions that have to move together so that no import cycle arises; `None` if that is not known to
    /// help.
    pub(in crate::plan) fn required_companions(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
        mut more: Vec<String>,
    ) -> Option<Companions> {
        let (path, macros) = (&moving.operation.path, self.macros.clone());
        let mut all = found.to_vec();
        while !more.is_empty() && all.len() + more.len() <= MAX_SUGGESTED {
            for name in std::mem::take(&mut more) {
                let target = SymbolTarget { symbol: Some(name), ..SymbolTarget::default() };
                let found =
                    resolve_symbol(self.document(moving.at).ok()?, path, &target, Purpose::Delete).ok()?;
                let range = found.site.as_ref().map_or(found.definition.clone(), |site| site.range.clone());
                all.push((found, range));
            }
            all.sort_by_key(|(_, range)| range.start);
            let is_proven = |moving: &Moving<'_>| {
                relocate(&texts.move_question(&macros, moving, &all))
                    .is_ok_and(|done| done.is_some_and(|done| done.unproven.is_empty()))
            };
            match relocate(&texts.move_question(&macros, moving, &all)) {
                Ok(Some(done)) => {
                    let needs_reexport = !done.unproven.is_empty();
                    let old_place = OldName::KeptAsAlias;
                    if needs_reexport && !is_proven(&Moving { old_place, ..*moving }) {
                        return None;
                    }
                    let all = all.into_iter().map(|(found, _)| found.address).collect();
                    return Some(Companions { all, needs_reexport });
                }
                Err(MoveProblem::Cycle { needs, .. }) => more = needs,
                _ => return None,
            }
        }
        None
    }

    /// Moves definitions together with those that nothing else uses: `all` are the addresses of both.
    pub(super) fn move_with_companions(
        &mut self,
        moving: &Moving<'_>,
        found: &[MovedRange],
        all: &[String],
    ) -> Result<EditOutcome, Refusal> {
        let asked = |address: &String| found.iter().position(|(own, _)| own.address == *address);
        let mut all = all.to_vec();
        if !found.is_sorted_by_key(|(_, range)| range.start) {
            // The order of the patch stays; what comes along is first, since the others need it.
            all.sort_by_key(|address| asked(address).map_or(0, |at| at + 1));
        }
        let all = &all;
        let targets: Vec<SymbolTarget> = all
            .iter()
            .map(|address| match asked(address) {
                Some(at) => moving.symbols[at].clone(),
                None => SymbolTarget { symbol: Some(address.clone()), ..SymbolTarget::default() },
            })
            .collect();
        let symbols: Vec<&SymbolTarget> = targets.iter().collect();
        let mut done = self.move_to_other(&Moving { symbols: &symbols, ..*moving })?;
        let more = all.iter().filter(|address| asked(address).is_none());
        let more: Vec<String> = more.map(|address| format!("`{address}`")).collect();
        let verb = if more.len() == 1 {
            "is moved as well: nothing else uses it"
        } else {
            "are moved as well: nothing else uses them"
        };
        done.warnings.push(Warning::Mentioned(format!("{} {verb}", more.join(", "))));
        Ok(done)
    }

    /// Returns the definitions in file order, if in the order of the patch one of them would use another one before it
    /// is bound while the file is loaded, or name it before it is declared; `None` if the order of the patch works.
    pub(super) fn loadable_order<'m>(
        &mut self,
        moving: &Moving<'m>,
        language: &'static Language,
        found: &[MovedRange],
    ) -> Option<Vec<&'m SymbolTarget>> {
        if found.is_sorted_by_key(|(_, range)| range.start) {
            return None;
        }
        let buffer = self.document(moving.at).ok()?.buffer().clone();
        let mut order: Vec<usize> = (0..found.len()).collect();
        let in_file_order = |mut order: Vec<usize>| -> Vec<&'m SymbolTarget> {
            order.sort_by_key(|at| found[*at].1.start);
            order.into_iter().map(|at| moving.symbols[at]).collect()
        };
        if includes_text(language) {
            let names = |(_, range): &MovedRange, other: &MovedRange| {
                find_word(&buffer.slice(range.clone()), last_word(&other.0.address)).is_some()
            };
            let mut each = found.iter().enumerate();
            let is_early = each.any(|(at, one)| found[at + 1..].iter().any(|later| names(one, later)));
            return is_early.then(|| in_file_order(order));
        }
        // If the old file defers the evaluation of annotations, it says so above the code, wherever that moves.
        let late = language.local_rules().and_then(|rules| rules.deferred_by.as_deref());
        let late = late.filter(|late| buffer.slice(0..buffer.len()).contains(late)).unwrap_or_default();
        let is_loadable = |order: &[usize]| {
            let each = order.iter().map(|at| buffer.slice(found[*at].1.clone()));
            let code: String = each.map(|text| format!("{}\n", text.trim_end())).collect();
            let text = format!("{late}\n{code}");
            let source = Source { path: moving.to.clone(), text: text.into() };
            early_names(language, &self.macros, (&source, &self.overlay.graphs())).is_empty()
        };
        if is_loadable(&order) {
            return None;
        }
        order.sort_by_key(|at| found[*at].1.start);
        is_loadable(&order).then(|| in_file_order(order))
    }

    /// Returns the definitions that belong to moved types but stay, and the addresses of all that would move together.
    pub(super) fn left_behind(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        found: &[MovedRange],
    ) -> Option<LeftBehind> {
        let document = self.document(moving.at).ok()?;
        let (buffer, symbols) = document.symbols(language);
        let mut left: Vec<String> = Vec::new();
        for (own, _) in found {
            let more = symbols.belongings(buffer, own).into_iter();
            left.extend(more.filter(|address| !found.iter().any(|(other, _)| other.address == *address)));
        }
        if left.is_empty() {
            return None;
        }
        let later = removed_by_later_operations(moving);
        left.retain(|address| !later.contains(address));
        let target =
            |address: &String| SymbolTarget { symbol: Some(address.clone()), ..SymbolTarget::default() };
        let blocks: Vec<Range<usize>> = left
            .iter()
            .filter_map(|address| {
                resolve_symbol(document, &moving.operation.path, &target(address), Purpose::Read).ok()
            })
            .map(|block| block.definition)
            .collect();
        // Members of a block move with it.
        let is_in_block =
            |own: &Range<usize>| blocks.iter().any(|block| block.start <= own.start && own.end <= block.end);
        let own = found.iter().filter(|(found, _)| !is_in_block(&found.definition));
        let all = own.map(|(found, _)| found.address.clone()).chain(left.iter().cloned()).collect();
        (!left.is_empty()).then_some(LeftBehind { left, all })
    }

    /// Returns the place before the definition of the target file that contains a byte.
    pub(super) fn place_before(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        byte: usize,
    ) -> Result<Option<SymbolPlace>, Refusal> {
        let (buffer, symbols) = self.document_at(moving.at, moving.to)?.symbols(language);
        let line = buffer.line_of(byte);
        let is_around = |symbol: &&SymbolInfo| (symbol.lines.0..=symbol.lines.1).contains(&line);
        let around = symbols.all(buffer).iter().find(is_around).cloned();
        // A variable that is made there.
        let around = around.or_else(|| symbols.minor_names(buffer).iter().find(is_around).cloned());
        let before =
            |address| SymbolPlace::Before(SymbolTarget { symbol: Some(address), ..SymbolTarget::default() });
        Ok(around.map(|symbol| before(symbol.address)))
    }
}

/// Returns the addresses that later operations of the patch remove from the file.
fn removed_by_later_operations(moving: &Moving<'_>) -> HashSet<String> {
    let later = moving.operations.iter().skip(moving.at + 1);
    let own = later.filter(|one| one.path == moving.operation.path);
    let symbols = own.flat_map(|one| match &one.action {
        Action::MoveSymbol { symbol, more, to: Some(to), .. } if *to != one.path => {
            std::iter::once(symbol).chain(more).collect()
        }
        Action::Edit { at: Locator::Symbol(symbol), change: Change::Delete, .. } => vec![symbol],
        _ => Vec::new(),
    });
    symbols.map(spelled).collect()
}
