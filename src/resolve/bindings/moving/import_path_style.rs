//! Determines how the other files of a project write the module paths of nearby files.

use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::graph::{FileId, TOP};
use crate::resolve::bindings::lookup::modules::quoted_value;
use crate::resolve::bindings::lookup::results::{Module, folder_of};
use crate::resolve::bindings::project::Project;

/// The text that precedes the path in an import.
const BEFORE_PATHS: [&str; 4] = ["from", "import", "require(", "import("];

/// Returns an import by a relative path, as the nearest files write it (files of the same kind first), with the file
/// that it resolves to; if no file has such an import, the form with extension that native ES modules require.
pub(super) fn relative_import(project: &Project, file: FileId) -> Option<(String, String)> {
    if project.style != ModuleStyle::Files {
        return None;
    }
    let own = project.path(file);
    let kind = |file: FileId| {
        let end = project.path(file).rsplit('.').next().unwrap_or_default();
        (end, project.sources[file].text.contains("require("))
    };
    let nearness = |other: &FileId| {
        let shared = own.bytes().zip(project.path(*other).bytes()).take_while(|(one, other)| one == other);
        (kind(*other) != kind(file), std::cmp::Reverse(shared.count()))
    };
    let mut others: Vec<FileId> = (0..project.sources.len()).filter(|other| *other != file).collect();
    others.sort_by_key(nearness);
    others.into_iter().find_map(|other| import_in(project, other)).or_else(|| in_full(project, own))
}

/// Returns an import by the package's name, with the file that it resolves to, if most imports in the files of the same
/// folder are written like that, or else in the package around it.
pub(super) fn absolute_import(project: &Project, file: FileId) -> Option<(String, String)> {
    let own = folder_of(project.path(file));
    let mut root = own;
    while !root.is_empty() && project.is_package(folder_of(root)) {
        root = folder_of(root);
    }
    let package = root.rsplit('/').next().filter(|name| !name.is_empty())?;
    let is_inside = |path: &str| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    let inside = (0..project.sources.len()).filter(|other| is_inside(project.path(*other)));
    let (beside, others): (Vec<FileId>, Vec<FileId>) =
        inside.partition(|other| folder_of(project.path(*other)) == own);
    let habit = |files: &[FileId]| {
        let (mut relative, mut absolute) = (0_usize, Vec::new());
        for other in files {
            for line in project.sources[*other].text.lines() {
                let mut words = line.split_whitespace();
                let (Some("from" | "import"), Some(module)) = (words.next(), words.next()) else { continue };
                relative += usize::from(module.starts_with('.'));
                let rest = module.strip_prefix(package);
                if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
                    absolute.push((*other, module));
                }
            }
        }
        (relative + absolute.len() > 0).then_some((relative, absolute))
    };
    let (relative, absolute) = habit(&beside).or_else(|| habit(&others))?;
    let leads = |(other, module): (FileId, &str)| match project.module(other, module)? {
        Module::File(to, TOP) => Some((module.to_owned(), project.path(to).to_owned())),
        _ => None,
    };
    if absolute.len() > relative { absolute.into_iter().find_map(leads) } else { None }
}

/// Returns whether a string that follows the text `before` is the path of an import.
pub(in crate::resolve::bindings) fn is_import_path(before: &str) -> bool {
    BEFORE_PATHS.iter().any(|word| before.trim_end_matches(' ').ends_with(word))
}

/// Returns the first import of a file by a relative path, with the file that it resolves to.
fn import_in(project: &Project, file: FileId) -> Option<(String, String)> {
    let text = &project.sources[file].text;
    text.match_indices(['"', '\'']).find_map(|(at, quote)| {
        let rest = text.get(at + 1..)?;
        if !rest.starts_with('.') || !is_import_path(&text[..at]) {
            return None;
        }
        let written = rest.get(..rest.find(['\n', '"', '\''])?)?;
        let is_closed = rest.get(written.len()..)?.starts_with(quote);
        match project.module(file, written).filter(|_| is_closed)? {
            Module::File(to, TOP) if to != file => Some((written.to_owned(), project.path(to).to_owned())),
            _ => None,
        }
    })
}

/// Returns the path, with extension, of a file that is loaded as an ES module.
fn in_full(project: &Project, path: &str) -> Option<(String, String)> {
    let nearest = project
        .manifests
        .iter()
        .filter(|one| one.path.file_name() == "package.json")
        .filter(|one| path.starts_with(folder_of(one.path.as_str())))
        .max_by_key(|one| one.path.as_str().len());
    let is_module =
        nearest.and_then(|one| quoted_value(&one.text, "\"type\"")).is_some_and(|kind| kind == "module");
    let is_loaded = path.ends_with(".mjs") || path.ends_with(".js") && is_module;
    let name = path.rsplit('/').next()?;
    is_loaded.then(|| (format!("./{name}"), path.to_owned()))
}
