//! Updates the uses of moved definitions in the package that they move to, where names have no qualifier.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::MoveProblem;
use super::carried_imports::{CarriedRow, ImportCollector};
use super::needs::visible_bindings;
use super::to_package::Following;
use crate::lang::ModuleStyle;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{BindingId, Expr, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, Found, Module, Place, folder_of};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::Edit;

/// The package that the moved code goes to: that of the file, or the one of the folder of a new file.
pub(super) fn package_there(carrier: &ImportCollector<'_>) -> Option<Container> {
    let (project, to) = (carrier.project, carrier.question.to.as_str());
    if let Some(home) = project.file(to).and_then(|file| project.package_of(file)) {
        return Some(home);
    }
    let space = (project.style == ModuleStyle::Folder).then(|| project.package_in(folder_of(to)))?;
    space.map(|space| Container::Space(space.as_str().into()))
}

/// Returns the problem that another file of that package has the name of a moved definition.
pub(super) fn taken_beside(carrier: &ImportCollector<'_>, home: &Container) -> Option<MoveProblem> {
    let project = carrier.project;
    let Container::Space(space) = home else { return None };
    let package = space.rsplit(':').next().unwrap_or_default();
    carrier.question.found.iter().filter(|(found, _)| found.identity.names.len() == 1).find_map(
        |(found, _)| {
            let name = found.identity.names.first()?;
            if project.rules.special_free.contains(name) {
                return None;
            }
            let all = project.places_in_space(home, name);
            let (file, at) =
                all.into_iter().find(|(file, _)| project.path(*file) != carrier.question.to.as_str())?;
            let path = project.sources[file].path.clone();
            let place = LabeledPlace { path, at, label: "has the same name" };
            Some(MoveProblem::TakenInPackage { name: name.clone(), package: package.to_owned(), place })
        },
    )
}

/// What becomes of uses of definitions in the files of the package that they go to, where these say the package that they
/// leave before the name.
pub(super) fn remove_qualifiers(
    carrier: &ImportCollector<'_>,
    project: &Rc<Project>,
    home: &Container,
) -> Following {
    let mut done = Following::default();
    if project.style != ModuleStyle::Folder {
        return done;
    }
    let mut by_file: BTreeMap<FileId, BTreeMap<usize, Edit>> = BTreeMap::new();
    for (found, _) in carrier.question.found {
        let from = carrier.question.from;
        let Ok(known) = RenamedDefinition::in_project(Rc::clone(project), from, found, false) else {
            continue;
        };
        for one in &known.uses {
            if let Some(start) = qualifier(carrier, home, one) {
                let edit = Edit { range: start..one.range.start, text: String::new() };
                by_file.entry(one.file).or_default().insert(start, edit);
            }
        }
    }
    for (file, uses) in &by_file {
        let idle = idle(carrier, *file, uses);
        if !idle.is_empty() {
            done.dropped.insert(project.sources[*file].path.clone(), idle);
        }
    }
    done.with(project, by_file)
}

/// Returns the byte offset of the package qualifier of a use, if it can be removed.
fn qualifier(carrier: &ImportCollector<'_>, home: &Container, one: &Use) -> Option<usize> {
    let project = carrier.project;
    let graph = project.graph(one.file)?;
    if one.verdict != Verdict::Certain || project.space_of(one.file, graph, TOP).as_ref() != Some(home) {
        return None;
    }
    let NameRole::Member(Expr::Name(root)) = graph.role(&one.range) else { return None };
    let place = Place { file: one.file, byte: root.start };
    let found = project.resolve(place, &Expr::Name(root.clone()), graph.wanted(&root), 0);
    let is_package = matches!(found, Found::Module(Module::Space(_)));
    let is_hidden = visible_bindings(graph, root.start, graph.slice(&one.range)).is_some();
    (is_package && !is_hidden).then_some(root.start)
}

/// The imports of a file all of whose uses begin where something is taken out.
fn idle(carrier: &ImportCollector<'_>, file: FileId, uses: &BTreeMap<usize, Edit>) -> Vec<String> {
    let Some(graph) = carrier.project.graph(file) else { return Vec::new() };
    let row = CarriedRow::default();
    let there = ImportCollector { file, graph, ranges: &[], row: &row, ..*carrier };
    let is_idle = |id: &BindingId| {
        let names = there.names_of(*id);
        let mut own = names.iter().flat_map(|name| there.uses(*id, name).to_vec()).peekable();
        own.peek().is_some() && own.all(|at| uses.contains_key(&at))
    };
    let path = carrier.project.path(file);
    there.imports().filter(is_idle).filter_map(|id| there.statement(&[id], path)).collect()
}
