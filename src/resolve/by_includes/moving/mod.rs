//! Determines what code needs that moves to another file, in languages whose files include the text of others: the
//! includes that come along, and the names that its new file would not see.
//!
//! `needs` finds the names that the moved code takes from elsewhere, `declared` what each file declares for others,
//! `system` which files from outside the project provide a name. `capture` finds macros of the new file that would
//! replace a name, `order` uses above the new place, `once` what each file that includes a header would define again,
//! `held` directives that hold until another one; `users` what files that use the code include from then on.
//! `independent` counts definitions that move one by one and need none of that.
//!
//! Invariant: a name that cannot be shown to mean the same after the move is reported, never ignored.

mod capture;
mod declared;
mod held;
mod include_lines;
mod independent;
mod needs;
mod once;
mod order;
mod supply;
mod system;
mod users;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use super::includes::SourceId;
use super::macro_uses::reach;
use super::shared::IncludeProject;
use crate::ir::PatchPath;
use crate::lang::{Language, NameRules};
use crate::resolve::bindings::{CarriedImports, LabeledPlace, MoveProblem, MoveQuestion, RenameProblem};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::contains;
use declared::FileDeclarations;
use include_lines::IncludeLine;
pub use independent::count_independent;
use system::{OpenedNames, SystemNames};
pub use users::includes_for_users;

/// Code that moves between files which include others.
struct IncludedMove<'q> {
    question: &'q MoveQuestion<'q>,
    project: IncludeProject<'q>,
    language: &'static Language,
    rules: &'static NameRules,
    from: SourceId,
    /// The target file, if it exists.
    to: Option<SourceId>,
    /// The files whose text the old file contains, itself among them.
    seen_from: BTreeSet<SourceId>,
    /// The files whose text the target file contains, itself among them.
    seen_to: BTreeSet<SourceId>,
    /// The definitions that move together, and their ranges.
    found: &'q [(SymbolMatch, Range<usize>)],
    ranges: Vec<Range<usize>>,
    declared: RefCell<HashMap<SourceId, Rc<FileDeclarations>>>,
    lines: RefCell<HashMap<SourceId, Rc<Vec<IncludeLine<'q>>>>>,
    opened: RefCell<HashMap<SourceId, Vec<OpenedNames>>>,
    system: SystemNames,
    /// The headers from outside the project that the old file includes.
    headers_from: OnceCell<BTreeSet<&'q str>>,
    /// The number of names whose uses were searched for.
    searched: Cell<usize>,
    /// The end of the last declaration of the target file that the moved code needs.
    last_needed: Cell<usize>,
}

/// Determines the includes that moved code needs in its new file, and what that file would not see.
///
/// # Errors
/// The files cannot be read, or a macro of the other file has a name of the code.
pub fn carry_by_includes(question: &MoveQuestion<'_>) -> Result<CarriedImports, MoveProblem> {
    let moved = IncludedMove::of(question).map_err(MoveProblem::Rename)?;
    moved.check_captured()?;
    let mut done = CarriedImports::default();
    moved.supply(&mut done).map_err(MoveProblem::Rename)?;
    moved.find_order(&mut done);
    done.repeated = moved.defined_repeatedly();
    done.hidden.extend(moved.held_otherwise());
    done.hidden.sort();
    done.hidden.dedup();
    Ok(done)
}

impl<'q> IncludedMove<'q> {
    fn of(question: &'q MoveQuestion<'q>) -> Result<Self, RenameProblem> {
        let project = IncludeProject::of(&question.files)?;
        let from = project.file(question.from).ok_or(RenameProblem::NotKnown)?;
        let to = project.file(question.to);
        let language = project.language_of(from);
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        Ok(Self {
            question,
            language,
            rules,
            from,
            to,
            seen_from: reach(&project.includes, from),
            seen_to: to.map(|to| reach(&project.includes, to)).unwrap_or_default(),
            found: question.found,
            ranges: question.found.iter().map(|(_, range)| range.clone()).collect(),
            declared: RefCell::default(),
            lines: RefCell::default(),
            opened: RefCell::default(),
            system: SystemNames::new(),
            headers_from: OnceCell::new(),
            searched: Cell::default(),
            last_needed: Cell::default(),
            project,
        })
    }

    fn is_moved(&self, at: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&at))
    }

    fn text(&self) -> &'q str {
        self.project.text(self.from)
    }

    /// Returns what a file declares for the files that include it.
    fn declarations(&self, file: SourceId) -> Rc<FileDeclarations> {
        if let Some(known) = self.declared.borrow().get(&file) {
            return Rc::clone(known);
        }
        let language = self.project.language_of(file);
        let read =
            Rc::new(FileDeclarations::of(language, self.question.files.macros, self.project.text(file)));
        self.declared.borrow_mut().insert(file, Rc::clone(&read));
        read
    }

    fn place(&self, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.question.from.clone(), at, label }
    }

    /// Returns whether a file is one whose text others include.
    fn is_header(&self, path: &PatchPath) -> bool {
        path.extension().is_some_and(|own| contains(&self.rules.header_extensions, own))
    }
}
