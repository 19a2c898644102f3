//! Finds where the project defines a name.

use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::memmem;

use crate::diag::{Code, Diagnostic};
use crate::ir::PatchPath;
use crate::lang::{Language, Macros};
use crate::plan::symbol::address::last_word;
use crate::plan::tree::overlay::Overlay;
use crate::plan::tree::project::find_files;
use crate::resolve::symbol::Symbols;
use crate::text::Buffer;
use crate::text::normal::is_word_char;
use crate::vfs::ReadTree;

/// Limits for similar names: the minimum similarity, and the number of most similar words of the project that are
/// searched for among its definitions.
const ALIKE: f64 = 0.6;
const LOOKED_FOR: usize = 20;

/// The maximum number of similar names that are reported.
const TOLD: usize = 5;

/// The maximum length of names that are compared, because the cost is quadratic.
const MAX_NAME_LEN: usize = 200;

/// A definition of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedDefinition {
    /// The file.
    pub path: PatchPath,
    /// Its address.
    pub address: String,
    /// Its kind.
    pub kind: String,
    /// Its first and last line, from 1.
    pub lines: (usize, usize),
}

/// Returns the definitions of a name in all files of the project, including constants, fields and macros.
///
/// # Errors
/// The root cannot be listed, or nothing has the name.
pub fn find(tree: &dyn ReadTree, name: &str, macros: &Macros) -> Result<Vec<NamedDefinition>, Diagnostic> {
    let overlay = Overlay::new(tree);
    let project = SourceFiles::of(&overlay, macros)?;
    let last = last_word(name);
    let namesakes = project.definitions_of(last);
    let found: Vec<NamedDefinition> = namesakes.iter().filter(|one| one.is_called(name)).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let near = if namesakes.is_empty() { project.definitions_near(last) } else { namesakes };
    let told = |one: &NamedDefinition| format!("`{}` ({}, line {})", one.address, one.path, one.lines.0);
    let told: Vec<String> = near.iter().take(TOLD).map(told).collect();
    let mut refusal =
        Diagnostic::error(Code::SymbolNotFound, format!("no file of the project defines `{name}`"));
    if !told.is_empty() {
        refusal = refusal.with_help(format!("did you mean {}?", told.join(" or ")));
    }
    Err(refusal)
}

/// Like [`find`], but returns an empty list if nothing is found.
pub(in crate::plan) fn find_if_any(tree: &dyn ReadTree, name: &str, macros: &Macros) -> Vec<NamedDefinition> {
    let overlay = Overlay::new(tree);
    let Ok(project) = SourceFiles::of(&overlay, macros) else { return Vec::new() };
    let namesakes = project.definitions_of(last_word(name));
    namesakes.into_iter().filter(|one| one.is_called(name)).collect()
}

/// Returns whether a file defines a name.
pub(in crate::plan) fn is_defined_in(
    tree: &dyn ReadTree,
    path: &PatchPath,
    name: &str,
    macros: &Macros,
) -> bool {
    let overlay = Overlay::new(tree);
    let file = SourceFiles { overlay: &overlay, paths: vec![path.clone()], macros };
    file.definitions_of(last_word(name)).iter().any(|one| one.is_called(name))
}

impl NamedDefinition {
    /// Returns whether its address ends with `name`, which may omit parameters and accessors.
    fn is_called(&self, name: &str) -> bool {
        let bare = self.address.split(['(', '@']).next().unwrap_or_default();
        name == last_word(name) || self.address.ends_with(name) || bare.ends_with(name)
    }
}

/// The files of a project that are searched for definitions.
struct SourceFiles<'a> {
    overlay: &'a Overlay<'a, 'a>,
    paths: Vec<PatchPath>,
    macros: &'a Macros,
}

impl<'a> SourceFiles<'a> {
    fn of(overlay: &'a Overlay<'a, 'a>, macros: &'a Macros) -> Result<Self, Diagnostic> {
        let paths = find_files(overlay, &["*".to_owned()]).map_err(|refusal| {
            let first = refusal.problems.into_iter().next();
            first.unwrap_or_else(|| Diagnostic::error(Code::Io, "the root cannot be listed"))
        })?;
        Ok(Self { overlay, paths, macros })
    }

    /// Returns the definitions of a name.
    fn definitions_of(&self, last: &str) -> Vec<NamedDefinition> {
        self.definitions_in(self.paths.iter(), last)
    }

    /// Returns the definitions of a name in some of the files.
    fn definitions_in<'p>(
        &self,
        paths: impl Iterator<Item = &'p PatchPath>,
        last: &str,
    ) -> Vec<NamedDefinition> {
        let finder = memmem::Finder::new(last.as_bytes());
        let mut found = Vec::new();
        for path in paths {
            let Some(language) = path.extension().and_then(Language::by_extension) else { continue };
            let Some(bytes) = self.overlay.peek(path).filter(|bytes| finder.find(bytes).is_some()) else {
                continue;
            };
            let Ok(buffer) = Buffer::share(&bytes) else { continue };
            let mut symbols = Symbols::with_macros(language, self.macros.clone());
            let mut of_file = symbols.all(&buffer).to_vec();
            of_file.extend(symbols.minor_named(&buffer, last));
            of_file.sort_by_key(|symbol| (symbol.range.start, Reverse(symbol.range.end)));
            let of_name = of_file.into_iter().filter(|symbol| last_word(&symbol.address) == last);
            found.extend(of_name.map(|symbol| NamedDefinition {
                path: path.clone(),
                address: symbol.address,
                kind: symbol.kind,
                lines: (symbol.lines.0 + 1, symbol.lines.1 + 1),
            }));
        }
        found
    }

    /// Returns the definitions with names similar to one that nothing has, most similar first. Each file is read once
    /// for its words.
    fn definitions_near(&self, name: &str) -> Vec<NamedDefinition> {
        let plain = |name: &str| name.replace('_', "").to_lowercase();
        let wanted = plain(name);
        // For each word, its similarity and the files that contain it; no files for a word that is not similar.
        let mut words: HashMap<String, (f64, Vec<&PatchPath>)> = HashMap::new();
        let is_source = |path: &&PatchPath| path.extension().and_then(Language::by_extension).is_some();
        for path in self.paths.iter().filter(is_source) {
            let Some(bytes) = self.overlay.peek(path) else { continue };
            for word in String::from_utf8_lossy(&bytes).split(|sign| !is_word_char(sign)) {
                // A word that is much longer or shorter is not similar, whatever its letters.
                let (least, most) = (word.len().min(name.len()), word.len().max(name.len()));
                if least * 2 < most || most > MAX_NAME_LEN {
                    continue;
                }
                if !words.contains_key(word) {
                    let likeness = strsim::normalized_damerau_levenshtein(&wanted, &plain(word));
                    words.insert(word.to_owned(), (likeness, Vec::new()));
                }
                if let Some((_, files)) = words.get_mut(word).filter(|(likeness, _)| *likeness >= ALIKE)
                    && files.last() != Some(&path)
                {
                    files.push(path);
                }
            }
        }
        let mut near: Vec<_> = words.into_iter().filter(|(_, (_, files))| !files.is_empty()).collect();
        near.sort_by(|(left, (like, _)), (right, (other, _))| {
            other.total_cmp(like).then_with(|| left.cmp(right))
        });
        let mut found = Vec::new();
        for (word, (_, files)) in near.into_iter().take(LOOKED_FOR) {
            if found.len() < TOLD {
                found.extend(self.definitions_in(files.into_iter(), &word));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::MemoryTree;

    #[track_caller]
    fn check(file: &str, text: &str, name: &str, expected: &[&str]) {
        let tree = MemoryTree::new().with_file(file, text);
        match find(&tree, name, &Macros::default()) {
            Ok(found) => {
                let addresses: Vec<&str> = found.iter().map(|one| one.address.as_str()).collect();
                assert_eq!(addresses, expected);
            }
            Err(told) => {
                assert_eq!((told.code, expected), (Code::SymbolNotFound, &[][..]));
            }
        }
    }

    #[test]
    fn what_no_file_defines_is_refused_with_names_that_come_near() {
        #[track_caller]
        fn check(name: &str, expected: &[&str]) {
            let tree = MemoryTree::new()
                .with_file(
                    "a.py",
                    "LIMIT = 3\n\n\nclass Basket:\n    def add_total(self):\n        local = self.totals\n",
                )
                .with_file("b.ts", "export function parseOrder() {}\n");
            let told = find(&tree, name, &Macros::default()).expect_err("nothing has the name");
            assert_eq!(
                (told.code, told.help),
                (Code::SymbolNotFound, expected.iter().map(|one| (*one).to_owned()).collect())
            );
        }
        check("add_totl", &["did you mean `Basket.add_total` (a.py, line 5)?"]);
        check("addTotal", &["did you mean `Basket.add_total` (a.py, line 5)?"]);
        check("Bag.add_total", &["did you mean `Basket.add_total` (a.py, line 5)?"]);
        check("parse_order", &["did you mean `parseOrder` (b.ts, line 1)?"]);
        check("limit", &["did you mean `LIMIT` (a.py, line 1)?"]);
        // It is used, not defined.
        check("totals", &[]);
        check("unheard", &[]);
    }

    #[test]
    fn the_end_of_an_address_may_leave_out_what_tells_overloads_apart() {
        let text = "struct A { void run(int x); void run(char x); };\nvoid run(int x);\n";
        check("a.h", text, "A::run", &["A::run(int)", "A::run(char)"]);
        let text = "class A:\n    @property\n    def p(self):\n        return 1\n\n    @p.setter\n    def p(self, p):\n        pass\n";
        check("a.py", text, "A.p", &["A.p@getter", "A.p@setter"]);
        check("a.py", text, "A.p@setter", &["A.p@setter"]);
        check("a.py", text, "B.p", &[]);
    }

    #[test]
    fn constants_fields_and_macros_are_found_too() {
        let text =
            "LIMIT = 3\nLOW, HIGH = 1, 2\n\n\nclass A:\n    size = 1\n\n    def LIMIT(self):\n        pass\n";
        check("a.py", text, "LIMIT", &["LIMIT", "A.LIMIT"]);
        check("a.py", text, "HIGH", &["HIGH"]);
        check("a.py", text, "A.size", &["A.size"]);
        let text = "#define MAX 3\nstruct s { int width; };\nenum { RED };\nnamespace ns { }\n";
        check("a.cpp", text, "MAX", &["MAX"]);
        check("a.cpp", text, "width", &["s::width"]);
        check("a.cpp", text, "RED", &["RED"]);
        check("a.cpp", text, "ns", &["ns"]);
        check("a.cpp", text, "max", &[]);
    }
}
