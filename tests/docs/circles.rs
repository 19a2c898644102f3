//! No files of the library use each other in a circle.
//!
//! Read from the sources: every path that begins with `crate`, `super`, `self` or a module of the file, in a `use` or in
//! the code. A name that a module gives on (`pub use`) leads to the file that has it. That a module uses those it is made of
//! does not count.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The names of a module, from the root of the crate on.
type Module = Vec<String>;

/// What the files say, by their modules.
#[derive(Default)]
struct Sources {
    /// The paths that each file uses.
    used: HashMap<Module, Vec<Vec<String>>>,
    /// The names that each module gives on, and where it has them.
    given_on: HashMap<Module, HashMap<String, Vec<String>>>,
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Sources::default();
    for file in rust_files(&root) {
        let module = module_of(file.strip_prefix(&root).expect("it is below"));
        sources.add(module, &fs::read_to_string(&file).expect("a source file"));
    }
    assert!(sources.used.len() > 100, "the sources were found");
    assert_eq!(sources.circle(), None);
}

#[test]
fn a_circle_is_noticed() {
    let circle = |files: &[(&str, &str)]| {
        let mut sources = Sources::default();
        for (path, text) in files {
            sources.add(module_of(Path::new(path)), text);
        }
        sources.circle()
    };
    let both = [("a.rs", "use crate::b::{C, d::E};\n"), ("b.rs", "fn f() { super::a::g() }\n")];
    assert_eq!(circle(&both), Some("a -> b -> a".to_owned()));
    assert_eq!(circle(&both[..1]), None);
    let given_on = [
        ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\nuse c::C;\n"),
        ("a/b.rs", "use super::c::C;\n"),
        ("a/c.rs", "use crate::a::B;\n"),
    ];
    assert_eq!(circle(&given_on), Some("a::b -> a::c -> a::b".to_owned()));
    assert_eq!(circle(&given_on[..2]), None);
    let to_itself = [("a.rs", "use crate::a::B;\n// use crate::b::C;\n"), ("b.rs", "use crate::a::B;\n")];
    assert_eq!(circle(&to_itself), None);
}

impl Sources {
    fn add(&mut self, module: Module, text: &str) {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        let (mut used, mut given_on) = (paths_in(&code), HashMap::new());
        for (at, _) in code.match_indices("use ") {
            let before = code[..at].lines().last().unwrap_or_default();
            let is_statement = before.is_empty() || before.starts_with("pub") || code[..at].ends_with('\n');
            let Some(end) = code[at..].find(';').filter(|_| is_statement) else { continue };
            let paths = expanded(&code[at + "use ".len()..at + end]);
            match before.starts_with("pub") && !code[..at].ends_with('\n') {
                true => {
                    given_on.extend(paths.into_iter().filter_map(|path| Some((path.last()?.clone(), path))))
                }
                false => used.extend(paths),
            }
        }
        self.used.insert(module.clone(), used);
        self.given_on.insert(module, given_on);
    }

    /// The file that a path in a module leads to.
    fn target(&self, module: &Module, path: &[String], steps: usize) -> Option<Module> {
        let first = path.first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => module.clone(),
            _ => Some(module.clone()).filter(|own| self.used.contains_key(&below(own, first)))?,
        };
        let mut rest = if first == "crate" || first == "self" { &path[1..] } else { path };
        while let Some((_, behind)) = rest.split_first().filter(|(first, _)| *first == "super") {
            at.pop();
            rest = behind;
        }
        while let Some((first, behind)) = rest.split_first() {
            let inner = below(&at, first);
            if !self.used.contains_key(&inner) {
                break;
            }
            (at, rest) = (inner, behind);
        }
        let given_on = rest.first().and_then(|name| self.given_on.get(&at)?.get(name));
        match given_on.filter(|_| steps > 0) {
            Some(path) => self.target(&at, path, steps - 1),
            None => self.used.contains_key(&at).then_some(at),
        }
    }

    /// The first circle, as its modules.
    fn circle(&self) -> Option<String> {
        let mut modules: Vec<&Module> = self.used.keys().collect();
        modules.sort();
        let edges: HashMap<&Module, Vec<Module>> =
            modules.iter().map(|module| (*module, self.targets(module))).collect();
        let mut done = HashSet::new();
        modules.into_iter().find_map(|module| {
            let circle = walk(module, &edges, &mut Vec::new(), &mut done)?;
            Some(circle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" -> "))
        })
    }

    fn targets(&self, module: &Module) -> Vec<Module> {
        let all = self.used[module].iter().filter_map(|path| self.target(module, path, 5));
        // The root of the crate, and what the module is made of, do not count.
        let mut all: Vec<Module> =
            all.filter(|target| !target.is_empty() && !target.starts_with(module)).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// A circle that can be reached from a module, whose way is that of `open` modules.
fn walk(
    at: &Module,
    edges: &HashMap<&Module, Vec<Module>>,
    open: &mut Vec<Module>,
    done: &mut HashSet<Module>,
) -> Option<Vec<Module>> {
    if let Some(first) = open.iter().position(|module| module == at) {
        return Some(open[first..].iter().chain([at]).cloned().collect());
    }
    if !done.insert(at.clone()) {
        return None;
    }
    open.push(at.clone());
    let circle = edges.get(at).into_iter().flatten().find_map(|next| walk(next, edges, open, done));
    open.pop();
    circle
}

fn below(module: &Module, name: &str) -> Module {
    let mut inner = module.clone();
    inner.push(name.to_owned());
    inner
}

/// The paths in a text that begin with `crate` or `super`.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == ':';
    let all = code.split(|char: char| !is_part(char));
    let all = all.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    all.map(|word| word.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()).collect()
}

/// The paths of a `use` tree, without other names for them.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let names = |text: &str| -> Vec<String> {
        let plain = text.split(" as ").next().unwrap_or_default();
        plain.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let Some((before, inside)) = tree.trim().split_once('{') else { return vec![names(tree.trim())] };
    let inside = inside.trim_end().trim_end_matches('}');
    let mut depth = 0;
    let parts = inside.split(|char: char| {
        depth += i32::from(char == '{') - i32::from(char == '}');
        char == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty()).flat_map(expanded);
    parts.map(|path| names(before).into_iter().chain(path).collect()).collect()
}

fn module_of(path: &Path) -> Module {
    let mut names: Module =
        path.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| last == "mod" || last == "lib");
    names
}

/// The files of the library, without tests and the command line.
pub(super) fn rust_files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut work = vec![root.to_owned()];
    while let Some(folder) = work.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
            match path.is_dir() {
                true if !is_test => work.push(path),
                false if !is_test && path.extension().is_some_and(|end| end == "rs") => found.push(path),
                _ => {}
            }
        }
    }
    found
}
