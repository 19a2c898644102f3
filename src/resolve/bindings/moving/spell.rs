//! Determines the module path by which one file imports another.

use crate::lang::{ExportRules, ModuleStyle};
use crate::resolve::bindings::file::graph::FileId;
use crate::resolve::bindings::lookup::modules::join;
use crate::resolve::bindings::lookup::results::folder_of;
use crate::resolve::bindings::project::Project;

/// An import that resolves to a known file, as an example of how paths are written.
pub(super) struct Example<'e> {
    /// The module path as written.
    pub(super) written: &'e str,
    /// The file that it resolves to.
    pub(super) leads_to: &'e str,
}

impl Project {
    /// Returns the module path of the file `to` in the file `from`, in the style of an example; `None` if it cannot be
    /// determined.
    pub(super) fn spell(&self, from: &str, to: &str, like: Option<&Example<'_>>) -> Option<String> {
        match self.style {
            ModuleStyle::Dotted => self.spell_dotted(from, to, like),
            ModuleStyle::Files => self.spell_file(from, to, like),
            ModuleStyle::Tree | ModuleStyle::Folder | ModuleStyle::Package => None,
        }
    }

    fn spell_dotted(&self, from: &str, to: &str, like: Option<&Example<'_>>) -> Option<String> {
        let target = self.module_parts(to);
        match like {
            Some(like) if like.written.starts_with('.') => self.relative(from, &target, true),
            Some(like) => {
                let known = self.module_parts(like.leads_to);
                let written: Vec<&str> = like.written.split('.').map(str::trim).collect();
                let root = known.len().checked_sub(written.len())?;
                let is_below = known[root..] == written[..] && target.len() > root;
                (is_below && target[..root] == known[..root]).then(|| target[root..].join("."))
            }
            None if self.is_package(folder_of(from)) => {
                self.relative(from, &target, false).or_else(|| self.absolute(from, &target))
            }
            None => self.absolute(from, &target),
        }
    }

    /// Returns the path from the innermost folder that is not a package.
    fn absolute(&self, from: &str, target: &[&str]) -> Option<String> {
        let mut root = folder_of(from);
        while self.is_package(root) {
            root = folder_of(root);
        }
        let root: Vec<&str> = parts_of(root);
        (target.len() > root.len() && target.starts_with(&root)).then(|| target[root.len()..].join("."))
    }

    /// Returns the path relative to a package that contains both files.
    fn relative(&self, from: &str, target: &[&str], is_shown: bool) -> Option<String> {
        let base = parts_of(folder_of(from));
        let shared = base.iter().zip(target).take_while(|(one, other)| one == other).count();
        // Dots may lead at most to the outermost package.
        let mut outermost = folder_of(from);
        while self.is_package(folder_of(outermost)) && !outermost.is_empty() {
            outermost = folder_of(outermost);
        }
        let least = parts_of(outermost).len();
        let is_inside = shared >= least || is_shown && !self.is_package(folder_of(from)) && shared > 0;
        let dots = ".".repeat(base.len() - shared + 1);
        is_inside.then(|| format!("{dots}{}", target[shared..].join(".")))
    }

    /// Returns the names with which import paths of two files may begin.
    pub(super) fn roots(&self, paths: [&str; 2]) -> Vec<String> {
        let of = |path: &str| -> Vec<String> {
            let mut parts = self.module_parts(path);
            // Within a package, absolute imports do not begin with the name of a file.
            if self.is_package(folder_of(path)) {
                parts.truncate(parts_of(folder_of(path)).len());
            }
            parts.into_iter().map(str::to_owned).collect()
        };
        let mut roots: Vec<String> = paths.into_iter().flat_map(of).collect();
        roots.sort();
        roots.dedup();
        roots
    }

    pub(super) fn is_package(&self, folder: &str) -> bool {
        self.rules.index_files.iter().any(|index| self.file(&join(folder, index)).is_some())
    }

    /// Returns the parts of a module path, folders included.
    fn module_parts<'p>(&self, path: &'p str) -> Vec<&'p str> {
        let mut parts = parts_of(path);
        let is_index = parts.last().is_some_and(|last| self.rules.index_files.iter().any(|own| own == last));
        if let Some(last) = parts.pop().filter(|_| !is_index) {
            let end = self.rules.file_ends.iter().find_map(|end| last.strip_suffix(end.as_str()));
            parts.push(end.unwrap_or(last));
        }
        parts
    }

    /// Returns the module path of an import as another file must write it.
    pub(super) fn respell(&self, from: FileId, to: &str, written: &str) -> Option<String> {
        let written: String = written.split_whitespace().collect();
        if !written.starts_with('.') || folder_of(self.path(from)) == folder_of(to) {
            return Some(written);
        }
        match self.style {
            ModuleStyle::Dotted => {
                let rest = written.trim_start_matches('.');
                let mut folder = folder_of(self.path(from));
                for _ in 1..written.len() - rest.len() {
                    folder = folder_of(folder);
                }
                let mut target = parts_of(folder);
                target.extend(rest.split('.').filter(|name| !name.is_empty()));
                self.relative(to, &target, true)
            }
            ModuleStyle::Files => {
                let mut parts = parts_of(folder_of(self.path(from)));
                for part in written.split('/') {
                    match part {
                        "." | "" => {}
                        ".." => drop(parts.pop()),
                        name => parts.push(name),
                    }
                }
                Some(relative_path(folder_of(to), &parts))
            }
            _ => None,
        }
    }

    /// Returns a file path that is relative to the folder of one file as a file of another folder must write it; `None`
    /// if it leads out of the project.
    pub(super) fn respell_path(&self, from: FileId, to: &str, written: &str) -> Option<String> {
        let mut parts = parts_of(folder_of(self.path(from)));
        for part in written.split('/') {
            match part {
                "." | "" => {}
                ".." => drop(parts.pop()?),
                name => parts.push(name),
            }
        }
        let path = relative_path(folder_of(to), &parts);
        let is_bare = !written.starts_with('.');
        Some(path.strip_prefix("./").filter(|_| is_bare).unwrap_or(&path).to_owned())
    }

    fn spell_file(&self, from: &str, to: &str, like: Option<&Example<'_>>) -> Option<String> {
        let (bare, end) = self.without_end(to)?;
        // A package's own name gives access only to its exports.
        let like = like.filter(|like| !self.names_own_package(from, like.written));
        let shown = like.and_then(|like| {
            let name = like.written.rsplit('/').next()?;
            name.rfind('.').map(|at| &name[at..]).filter(|end| is_code_end(end))
        });
        let is_index =
            self.rules.index_files.iter().any(|index| to.rsplit('/').next() == Some(index.as_str()));
        // An index file is named by its folder, unless imports name such files in full.
        let names_index = shown.is_some()
            || like.is_some_and(|like| like.written.rsplit('/').next() == bare.rsplit('/').next());
        let mut target = parts_of(bare);
        let is_folder = is_index && !names_index;
        if is_folder {
            target.pop();
        }
        let ending = match shown {
            Some(".js" | ".jsx" | ".mjs" | ".cjs") => built_end(end),
            Some(_) => end,
            // No resolver adds these.
            None => Some(built_end(end)).filter(|end| *end != ".js").unwrap_or_default(),
        };
        // A file outside of the folders that aliases name is imported by its relative path.
        let mapped = like.filter(|like| !like.written.starts_with('.'));
        let path = match mapped.and_then(|like| self.mapped_path(like, &target)) {
            Some(path) => path,
            None if is_folder => relative_path(folder_of(from), &target).trim_end_matches('/').to_owned(),
            None => {
                let (last, folder) = target.split_last()?;
                let folder = relative_path(folder_of(from), folder);
                format!("{}/{last}", folder.trim_end_matches('/'))
            }
        };
        Some(format!("{path}{ending}"))
    }

    /// Returns a path without its extension, and the extension.
    fn without_end<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        let ends = self.rules.file_ends.iter().filter(|end| path.ends_with(end.as_str()));
        let end = ends.max_by_key(|end| end.len())?;
        Some(path.split_at(path.len() - end.len()))
    }

    /// Returns the path of a file under the alias that the example shows for a folder above it.
    fn mapped_path(&self, like: &Example<'_>, target: &[&str]) -> Option<String> {
        let bare = |path: &str| {
            let end = path.rfind('.').filter(|at| is_code_end(&path[*at..]));
            path[..end.unwrap_or(path.len())].to_owned()
        };
        let (written, known) = (bare(like.written), bare(like.leads_to));
        let (written, mut known) = (parts_of(&written), parts_of(&known));
        let is_index =
            self.rules.index_files.iter().any(|index| like.leads_to.rsplit('/').next() == Some(index));
        if is_index && written.last() != known.last() {
            known.pop();
        }
        let shared =
            written.iter().rev().zip(known.iter().rev()).take_while(|(one, other)| one == other).count();
        let (before, root) = (&written[..written.len() - shared], &known[..known.len() - shared]);
        let is_below = shared > 0 && !before.is_empty() && target.starts_with(root);
        is_below.then(|| [before, &target[root.len()..]].concat().join("/"))
    }
}

/// Returns the extension that a file has after compilation.
fn built_end(end: &str) -> &'static str {
    match end {
        ".mts" | ".d.mts" | ".mjs" => ".mjs",
        ".cts" | ".d.cts" | ".cjs" => ".cjs",
        _ => ".js",
    }
}

/// Returns whether an extension belongs to a source file, and is not part of a name.
fn is_code_end(end: &str) -> bool {
    [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"].contains(&end)
}

/// Returns the parts of a path; empty for the empty path.
fn parts_of(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}

/// Returns a path relative to a folder.
fn relative_path(folder: &str, target: &[&str]) -> String {
    let base = parts_of(folder);
    let shared = base.iter().zip(target).take_while(|(one, other)| one == other).count();
    let ups = base.len() - shared;
    let start = if ups == 0 { "./".to_owned() } else { "../".repeat(ups) };
    format!("{start}{}", target[shared..].join("/"))
}

/// Returns an import statement in which the type keyword before every name is replaced by a single one for the
/// statement.
pub(super) fn typed(text: &str, rules: &ExportRules) -> String {
    let mark = format!("{} ", rules.type_word);
    let (Some(open), Some(close)) = (text.find('{'), text.find('}')) else { return text.to_owned() };
    let (before, inner, behind) = (&text[..open], &text[open + 1..close], &text[close..]);
    let names: Vec<&str> = inner.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_plain = before.split_whitespace().count() == 1;
    if names.is_empty() || !is_plain || !names.iter().all(|name| name.starts_with(&mark)) {
        return text.to_owned();
    }
    format!("{before}{mark}{{{}{behind}", inner.replace(&mark, ""))
}
