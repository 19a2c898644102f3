//! Cases written in Markdown: the examples of the pages in `docs`, and the documents below `tests/cases`.
//!
//! A line that ends in a colon stands directly above each fenced block and says what it is:
//!
//! - `` `src/shop.py`: `` is a file before the patch, for all patches up to the next heading;
//! - `Patch:` is a patch;
//! - `` Patch, with `--strip 1`: `` is a patch that needs more arguments;
//! - `` `src/shop.py` afterwards: `` is a file after the patch above it; files that are not shown stay as they are;
//! - `Standard error:` is the whole of standard error, word for word;
//! - `` `src/shop.py` is gone. ``, `Nothing changes.` and `` Refused with `marker-ambiguous`. `` are lines of their own;
//!   several codes have blanks between them;
//! - `Applies twice: reason.` is a line of its own, too: the patch changes its own result, and that is right.
//!
//! Other fenced blocks in `console`, `json` and `text` are no examples.

use std::fs;
use std::path::{Path, PathBuf};

use super::case::{Case, Outcome};
use super::snapshot::{Entry, Snapshot};

/// The cases of every Markdown document below `root`, each document named by its path there.
pub fn find(root: &Path) -> Vec<(String, Case)> {
    read(&documents(root), root)
}

/// The examples of the pages in the folder `docs` of the repository, each page named by its path in the repository.
pub fn pages(repository: &Path) -> Vec<(String, Case)> {
    read(&documents(&repository.join("docs")), repository)
}

fn read(documents: &[PathBuf], root: &Path) -> Vec<(String, Case)> {
    let name = |path: &Path| path.strip_prefix(root).expect("found below it").display().to_string();
    documents.iter().flat_map(|path| examples(path, &name(path))).collect()
}

/// Every Markdown document below `root`, in the order of their paths.
pub fn documents(root: &Path) -> Vec<PathBuf> {
    let mut documents = Vec::new();
    let mut work = vec![root.to_owned()];
    while let Some(folder) = work.pop() {
        // A folder with a patch is a case of its own, whatever else it holds.
        if folder.join("patch").is_file() {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// Every example of a document with its name: the document's, the line, the heading.
pub fn examples(path: &Path, document: &str) -> Vec<(String, Case)> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut reader = Reader { document: document.to_owned(), ..Reader::default() };
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(fence) = fence_of(line) else {
            reader.prose(line);
            continue;
        };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != fence).collect();
        let language = line.trim_start_matches('`');
        if reader.is_example(language) {
            reader.block(&body, number + 1);
        }
    }
    reader.finish();
    reader.examples
}

/// The backticks that begin a fenced block, and end it.
fn fence_of(line: &str) -> Option<&str> {
    let ticks = line.len() - line.trim_start_matches('`').len();
    (ticks >= 3).then(|| &line[..ticks])
}

#[derive(Default)]
struct Reader {
    document: String,
    heading: String,
    /// The last line that is not blank: the label of the block below it.
    label: String,
    before: Snapshot,
    open: Option<Example>,
    examples: Vec<(String, Case)>,
}

struct Example {
    name: String,
    patch: String,
    after: Snapshot,
    refused: Option<String>,
    stderr: Option<String>,
    args: Vec<String>,
    twice: Option<String>,
    /// Whether the document says what comes of the patch.
    is_judged: bool,
}

impl Reader {
    /// Whether a block in this language, below the last label, belongs to an example.
    fn is_example(&self, language: &str) -> bool {
        let is_labelled =
            self.label == "Standard error:" || is_patch(&self.label) || quoted(&self.label).is_some();
        !matches!(language, "console" | "json" | "text") || !self.document.starts_with("docs/") && is_labelled
    }

    fn prose(&mut self, line: &str) {
        if let Some(heading) = line.strip_prefix('#') {
            self.finish();
            self.heading = heading.trim_start_matches('#').trim().to_owned();
            self.before = Snapshot::default();
        }
        if let Some(path) = quoted(line).filter(|path| line == format!("`{path}` is gone.")) {
            self.remove(path);
        }
        if let Some(code) = line.strip_prefix("Refused with ").and_then(quoted)
            && let Some(example) = &mut self.open
        {
            example.refused = Some(code.to_owned());
            example.is_judged = true;
        }
        if line == "Nothing changes."
            && let Some(example) = &mut self.open
        {
            example.is_judged = true;
        }
        if let Some(reason) = line.strip_prefix("Applies twice: ")
            && let Some(example) = &mut self.open
        {
            example.twice = Some(reason.to_owned());
        }
        if !line.trim().is_empty() {
            line.clone_into(&mut self.label);
        }
    }

    fn block(&mut self, body: &[&str], line: usize) {
        let text: String = body.iter().map(|line| format!("{line}\n")).collect();
        let label = std::mem::take(&mut self.label);
        let document = self.document.clone();
        match quoted(&label) {
            _ if label == "Standard error:" => self.example(line).stderr = Some(text),
            args if is_patch(&label) => self.begin(text, args.unwrap_or_default(), line),
            Some(path) if label == format!("`{path}`:") => {
                self.finish();
                put(&mut self.before, path, text);
            }
            Some(path) if label == format!("`{path}` afterwards:") => {
                let example = self.example(line);
                example.is_judged = true;
                put(&mut example.after, path, text);
            }
            _ => panic!("{document}:{line}: the line above does not say what the block is: {label}"),
        }
    }

    /// The example that a block belongs to.
    fn example(&mut self, line: usize) -> &mut Example {
        let document = &self.document;
        self.open.as_mut().unwrap_or_else(|| panic!("{document}:{line}: after which patch?"))
    }

    fn begin(&mut self, patch: String, args: &str, line: usize) {
        self.finish();
        self.open = Some(Example {
            name: format!("{}:{line} {}", self.document, self.heading),
            patch,
            after: self.before.clone(),
            refused: None,
            stderr: None,
            args: args.split_whitespace().map(str::to_owned).collect(),
            twice: None,
            is_judged: false,
        });
    }

    fn remove(&mut self, path: &str) {
        let Some(example) = &mut self.open else { return };
        example.is_judged = true;
        example.after.0.remove(path);
        // A folder that the patch empties goes, too.
        let mut folder = path;
        while let Some((parent, _)) = folder.rsplit_once('/') {
            if example.after.0.keys().any(|path| path.starts_with(&format!("{parent}/"))) {
                break;
            }
            example.after.0.remove(parent);
            folder = parent;
        }
    }

    fn finish(&mut self) {
        let Some(example) = self.open.take() else { return };
        assert!(example.is_judged, "{}: nothing says what comes of the patch", example.name);
        let expected = match example.refused {
            Some(codes) => Outcome::Refused(codes.split_whitespace().map(str::to_owned).collect()),
            None => Outcome::Tree(example.after),
        };
        let case = Case {
            patch: example.patch.into_bytes(),
            input: self.before.clone(),
            expected: Some(expected),
            now: None,
            stderr: example.stderr,
            args: example.args,
            twice: example.twice,
        };
        self.examples.push((example.name, case));
    }
}

/// Whether a label is that of a patch.
fn is_patch(label: &str) -> bool {
    label == "Patch:" || label.starts_with("Patch, with `") && label.ends_with("`:")
}

/// The first text between backticks.
fn quoted(line: &str) -> Option<&str> {
    line.split('`').nth(1)
}

fn put(tree: &mut Snapshot, path: &str, text: String) {
    for (end, _) in path.match_indices('/') {
        tree.0.insert(path[..end].to_owned(), Entry::Folder);
    }
    tree.0.insert(path.to_owned(), Entry::File { bytes: text.into_bytes(), mode: 0o644 });
}
