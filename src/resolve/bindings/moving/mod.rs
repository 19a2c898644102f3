//! What moving definitions to another file takes: the imports that come along, and those that must follow.
//!
//! `needs` reads which names of its file the moved code has, `bring` finds the imports by which it has them in the other
//! file, `users` what becomes of its uses, and `cycle` whether files would then load one another in a circle.
//!
//! Invariant: a name that cannot be shown to mean the same afterwards is listed, never passed over.

mod bring;
mod cycle;
mod needs;
mod order;
mod spell;
mod users;
mod write;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::graph::{FileId, Graph};
use super::judge::Verdict;
use super::{Known, ProjectFiles, Question, RenameProblem, Spot};
use crate::ir::PatchPath;
use crate::resolve::symbol::SymbolMatch;
use crate::text::{Edit, EditSet};

use bring::{Brought, Files, Hindrance, Statement, Supply, shown};
use cycle::Loads;
use needs::{Needs, needs};
pub use order::early_names;
use spell::Example;
use users::{Users, rewrite};

/// Definitions of one file that go to another one.
pub struct MoveQuestion<'q> {
    /// The files, in the language of both.
    pub files: ProjectFiles<'q>,
    /// The file that they are in.
    pub from: &'q PatchPath,
    /// The file that they go to.
    pub to: &'q PatchPath,
    /// The definitions, each with the bytes that go.
    pub found: &'q [(SymbolMatch, Range<usize>)],
    /// Whether the old file goes on giving them away.
    pub is_kept: bool,
    /// Whether they become members of something.
    pub become_members: bool,
}

/// Imports below a heading of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A line that belongs below a heading.
    Below {
        /// The heading.
        heading: String,
        /// The line.
        line: String,
    },
    /// A statement that comes along as it is.
    Whole(String),
}

/// What a move takes beside the move itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relocation {
    /// What changes in each file before anything moves.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// The imports that the other file needs.
    pub imports: Vec<String>,
    /// The same with what else stands at the top, as the beginning of a new file.
    pub head: Vec<String>,
    /// Those that cannot stand among its others.
    pub blocks: Vec<Block>,
    /// The imports that the old file needs.
    pub kept: Vec<String>,
    /// What cannot be shown to mean the same afterwards.
    pub unproven: Vec<Spot>,
    /// The names of imports that the old file may need no more.
    pub idle: Vec<String>,
    /// How many uses of each name must lead to its definition afterwards, file by file.
    pub uses: Vec<(String, BTreeMap<PatchPath, usize>)>,
}

/// Why definitions cannot move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveProblem {
    /// It is not known what a definition's name means.
    Rename(RenameProblem),
    /// A name that they need means something else in the other file.
    Taken {
        /// The name.
        name: String,
        /// Where.
        place: Spot,
    },
    /// Files would load one another in a circle.
    Cycle {
        /// The files of the circle; the first one is the last one, too.
        files: Vec<String>,
        /// Places because of which.
        places: Vec<Spot>,
    },
}

/// Works out what moving definitions takes.
///
/// # Errors
/// A name would be taken for another one, or files would load one another in a circle.
pub fn relocate(question: &MoveQuestion<'_>) -> Result<Option<Relocation>, MoveProblem> {
    let Some(rules) = question.files.language.local_rules().and_then(|rules| rules.moves.as_ref()) else {
        return Ok(None);
    };
    let mut all: Vec<Known> = Vec::new();
    for (found, _) in question.found {
        let asked = Question { files: question.files.clone(), path: question.from, found };
        all.push(Known::of(asked).map_err(MoveProblem::Rename)?);
    }
    let Some(first) = all.first() else { return Ok(None) };
    let Some(graph) = first.project.graph(first.file) else { return Ok(None) };
    if all.iter().any(|known| known.target.is_member) {
        return Ok(None);
    }
    let files = Files {
        project: &first.project,
        graph,
        rules,
        from: first.file,
        to: first.project.file(question.to.as_str()),
        example: shown(&first.project, graph, first.file),
        to_path: question.to.as_str(),
    };
    let mut mover = Mover {
        files: &files,
        question,
        all: &all,
        done: Relocation::default(),
        loads: Vec::new(),
        statements: Vec::new(),
    };
    mover.bring()?;
    mover.follow()?;
    Ok(Some(mover.done))
}

/// An import that a move adds: the file, the one that it loads, and where the reason is.
struct Load {
    from: String,
    to: String,
    because: Option<(FileId, usize)>,
}

struct Mover<'m> {
    files: &'m Files<'m>,
    question: &'m MoveQuestion<'m>,
    all: &'m [Known],
    done: Relocation,
    loads: Vec<Load>,
    statements: Vec<Statement>,
}

impl Mover<'_> {
    fn ranges(&self) -> Vec<Range<usize>> {
        self.question.found.iter().map(|(_, range)| range.clone()).collect()
    }

    fn spot(&self, file: FileId, at: usize, label: &'static str) -> Spot {
        Spot { path: self.files.project.sources[file].path.clone(), at, label }
    }

    fn target_graph(&self) -> Option<&Graph> {
        self.files.project.graph(self.files.to?)
    }

    /// The imports that come along.
    fn bring(&mut self) -> Result<(), MoveProblem> {
        let files = self.files;
        let ranges = self.ranges();
        let own = files.graph.is_deferred;
        let other = self.target_graph().is_some_and(|graph| graph.is_deferred);
        let needs = needs(files.graph, files.rules, &ranges, own || other);
        if own && !other && needs.has_annotations {
            let first = files.graph.rules().deferred_by.clone();
            self.statements.extend(first.map(|whole| Statement { at: 0, parts: Err(whole) }));
        }
        for at in &needs.assigned {
            let spot = self.spot(files.from, *at, "gives a name of its file another value");
            self.done.unproven.push(spot);
        }
        for known in self.all {
            let outer = bring::outermost(files.graph, known.target.byte);
            let is_conditional = |kind: &str| files.rules.fillers.iter().any(|filler| filler == kind);
            if outer.is_some_and(|outer| is_conditional(outer.kind())) {
                let spot = self.spot(files.from, known.target.byte, "is defined under a condition");
                self.done.unproven.push(spot);
            }
        }
        self.respell_inner(&needs);
        let supplies = self.supplies(&needs)?;
        self.take_supplies(supplies);
        self.write_imports();
        self.idle(&needs, &ranges);
        Ok(())
    }

    /// Imports within the moved code that count from its folder on.
    fn respell_inner(&mut self, needs: &Needs) {
        let mut edits = Vec::new();
        for (range, written) in &needs.imports {
            match self.files.project.respell(self.files.from, self.files.to_path, written) {
                Some(spelled) if spelled != *written => {
                    edits.push(Edit { range: range.clone(), text: spelled });
                }
                Some(_) => {}
                None => {
                    let spot = self.spot(self.files.from, range.start, "counts from the folder of its file");
                    self.done.unproven.push(spot);
                }
            }
        }
        if !edits.is_empty() {
            let edits = EditSet::new(edits).unwrap_or_default();
            self.done.edits.push((self.question.from.clone(), edits));
        }
    }

    fn supplies(&mut self, needs: &Needs) -> Result<Vec<(Supply, usize)>, MoveProblem> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for need in needs.names.values() {
            match self.files.supply(need, &mut known) {
                Ok(supply) => found.extend(supply.map(|supply| (supply, need.at))),
                Err(Hindrance::Unproven(label)) => {
                    let spot = self.spot(self.files.from, need.at, label);
                    self.done.unproven.push(spot);
                }
                Err(Hindrance::Taken(at)) => {
                    let file = self.files.to.unwrap_or(self.files.from);
                    let place = self.spot(file, at, "means something else here");
                    return Err(MoveProblem::Taken { name: need.name.clone(), place });
                }
            }
        }
        Ok(found)
    }

    /// Puts down what comes along; what only types have, and would close a circle, below its heading.
    fn take_supplies(&mut self, supplies: Vec<(Supply, usize)>) {
        let to = self.files.to_path;
        let from = self.files.project.path(self.files.from).to_owned();
        let heading = self.files.rules.type_only.clone();
        for (supply, at) in supplies {
            let hides = supply.is_type_only && supply.loads.contains(&from);
            for brought in supply.brought {
                match (brought, &heading) {
                    (Brought::Statement(line), Some(heading)) if hides => {
                        let whole = self.files.rules.type_only_import.clone();
                        self.statements.extend(whole.map(|whole| Statement { at: 0, parts: Err(whole) }));
                        let line = line.text(self.files.rules);
                        self.done.blocks.push(Block::Below { heading: heading.clone(), line });
                    }
                    (Brought::Statement(line), _) => self.statements.push(line),
                    (Brought::TypeOnly { heading, line }, _) => {
                        let line = line.text(self.files.rules);
                        self.done.blocks.push(Block::Below { heading, line });
                    }
                    (Brought::Verbatim(text), _) => self.done.blocks.push(Block::Whole(text)),
                }
            }
            if !hides {
                let because = Some((self.files.from, at));
                let loads = supply.loads.into_iter();
                self.loads.extend(loads.map(|path| Load { from: to.to_owned(), to: path, because }));
            }
        }
        let mut known = HashSet::new();
        self.done.blocks.retain(|block| known.insert(format!("{block:?}")));
    }

    /// The imports of the old file that nothing but the moved code has.
    fn idle(&mut self, needs: &Needs, ranges: &[Range<usize>]) {
        let graph = self.files.graph;
        let is_moved = |at: usize| ranges.iter().any(|range| range.contains(&at));
        for need in needs.names.values() {
            let imports = need.bound.iter().all(|id| graph.bindings[*id].import.is_some());
            let mut words = crate::text::normal::words_at(&graph.text, &need.name);
            let is_bound = |at: usize| need.bound.iter().any(|id| graph.bindings[*id].name.contains(&at));
            if imports && !need.bound.is_empty() && words.all(|at| is_moved(at) || is_bound(at)) {
                self.done.idle.push(need.name.clone());
            }
        }
    }

    /// What becomes of the uses.
    fn follow(&mut self) -> Result<(), MoveProblem> {
        let files = self.files;
        let ranges = self.ranges();
        let mut users = Users::default();
        for known in self.all {
            users.take(files, known, &ranges);
        }
        if self.question.become_members {
            self.refuse_all_uses();
            return Ok(());
        }
        if self.question.is_kept {
            users.kept = self.all.iter().map(|known| known.old.clone()).collect();
            let to = files.to;
            users.imports.retain(|(file, _), _| Some(*file) == to);
        }
        for (name, file, at) in &users.through {
            if !users.kept.contains(name) {
                let label = "reaches it through the old file; `reexport: true` keeps that working";
                let spot = self.spot(*file, *at, label);
                self.done.unproven.push(spot);
            }
        }
        let rewritten = rewrite(files, &users);
        for (file, at, label) in users.unproven.iter().chain(&rewritten.unproven) {
            let spot = self.spot(*file, *at, label);
            self.done.unproven.push(spot);
        }
        self.keep(&users);
        let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for (file, range, text) in rewritten.edits {
            by_file.entry(file).or_default().push(Edit { range, text });
        }
        for (file, edits) in by_file {
            let path = files.project.sources[file].path.clone();
            self.done.edits.push((path, EditSet::new(edits).unwrap_or_default()));
        }
        let mut loads = Loads::new(files.project, files.rules);
        for (file, at) in &rewritten.loads {
            let runs = files.project.graph(*file).is_some_and(|graph| loads.runs(*file, graph, *at));
            if runs {
                let (from, to) = (files.project.path(*file).to_owned(), files.to_path.to_owned());
                self.loads.push(Load { from, to, because: Some((*file, *at)) });
            }
        }
        loads.gone = rewritten.gone.iter().copied().collect();
        self.done.unproven.sort();
        self.done.unproven.dedup();
        self.count(&users);
        self.check_cycles(loads)
    }

    /// Lists every use of what becomes a member.
    fn refuse_all_uses(&mut self) {
        let ranges = self.ranges();
        for known in self.all {
            for one in known.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
                let is_moved =
                    one.file == self.files.from && ranges.iter().any(|own| own.contains(&one.range.start));
                if !is_moved {
                    let spot = self.spot(one.file, one.range.start, "would have to name a member");
                    self.done.unproven.push(spot);
                }
            }
        }
    }

    /// The import that the old file needs.
    fn keep(&mut self, users: &Users) {
        if users.kept.is_empty() {
            return;
        }
        let files = self.files;
        let from = files.project.path(files.from);
        let like = files.example.as_ref().map(|(written, to)| Example { written, leads_to: to });
        let spelled = files.project.spell(from, files.to_path, like.as_ref());
        let Some(module) = spelled.or_else(|| files.project.spell(from, files.to_path, None)) else {
            let spot = self.spot(files.from, 0, "cannot name the other file in an import");
            self.done.unproven.push(spot);
            return;
        };
        let kept = self.all.iter().map(|known| known.old.as_str()).filter(|name| users.kept.contains(*name));
        let names: Vec<&str> = kept.collect();
        self.done.kept.push(files.text_from(&module, &names.join(", ")));
        let (from, to) = (from.to_owned(), files.to_path.to_owned());
        self.loads.push(Load { from, to, because: None });
    }

    /// Counts the uses that must lead to the definitions afterwards.
    fn count(&mut self, users: &Users) {
        let ranges = self.ranges();
        for known in self.all {
            let mut counts: BTreeMap<PatchPath, usize> = BTreeMap::new();
            let is_kept = users.kept.contains(&known.old);
            if is_kept {
                counts.insert(self.question.from.clone(), 1);
            }
            for one in known.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
                let is_moved =
                    one.file == self.files.from && ranges.iter().any(|own| own.contains(&one.range.start));
                if !is_moved && Some(one.file) != self.files.to {
                    *counts.entry(known.project.sources[one.file].path.clone()).or_default() += 1;
                }
            }
            self.done.uses.push((known.old.clone(), counts));
        }
    }

    fn check_cycles(&mut self, mut loads: Loads<'_>) -> Result<(), MoveProblem> {
        let new: Vec<Load> = std::mem::take(&mut self.loads);
        for load in &new {
            loads.new.entry(load.from.clone()).or_default().push(load.to.clone());
        }
        for load in new {
            if load.from == load.to || loads.has(&load.from, &load.to) {
                continue;
            }
            if let Some(files) = loads.cycle(&load.from, &load.to) {
                let because = load.because.map(|(file, at)| self.spot(file, at, "needs the import"));
                return Err(MoveProblem::Cycle { files, places: because.into_iter().collect() });
            }
        }
        Ok(())
    }
}
