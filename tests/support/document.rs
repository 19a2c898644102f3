//! The examples of FORMAT.md, as cases.
//!
//! A line that ends in a colon stands directly above each fenced block and says what it is:
//!
//! - `` `src/shop.py`: `` is a file before the patch, for all patches up to the next heading;
//! - `Patch:` is a patch;
//! - `` `src/shop.py` afterwards: `` is a file after the patch above it; files that are not shown stay as they are;
//! - `` `src/shop.py` is gone. `` and `` Refused with `marker-ambiguous`. `` are lines of their own.
//!
//! Fenced blocks in `console`, `json` and `text` are no examples.

use std::fs;
use std::path::Path;

use super::case::{Case, Outcome};
use super::snapshot::{Entry, Snapshot};

/// Every example of a document with its name: the document's, the line, the heading.
pub fn examples(path: &Path) -> Vec<(String, Case)> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut reader = Reader::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(fence) = fence_of(line) else {
            reader.prose(line);
            continue;
        };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != fence).collect();
        let language = line.trim_start_matches('`');
        if !matches!(language, "console" | "json" | "text") {
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
}

impl Reader {
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
        }
        if !line.trim().is_empty() {
            line.clone_into(&mut self.label);
        }
    }

    fn block(&mut self, body: &[&str], line: usize) {
        let text: String = body.iter().map(|line| format!("{line}\n")).collect();
        let label = std::mem::take(&mut self.label);
        match quoted(&label) {
            _ if label == "Patch:" => self.begin(text, line),
            Some(path) if label == format!("`{path}`:") => {
                self.finish();
                put(&mut self.before, path, text);
            }
            Some(path) if label == format!("`{path}` afterwards:") => {
                let example =
                    self.open.as_mut().unwrap_or_else(|| panic!("FORMAT.md:{line}: after which patch?"));
                put(&mut example.after, path, text);
            }
            _ => panic!("FORMAT.md:{line}: the line above does not say what the block is: {label}"),
        }
    }

    fn begin(&mut self, patch: String, line: usize) {
        self.finish();
        let name = format!("FORMAT.md:{line} {}", self.heading);
        self.open = Some(Example { name, patch, after: self.before.clone(), refused: None });
    }

    fn remove(&mut self, path: &str) {
        let Some(example) = &mut self.open else { return };
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
        let expected = match example.refused {
            Some(code) => Outcome::Refused(vec![code]),
            None => Outcome::Tree(example.after),
        };
        let case = Case {
            patch: example.patch.into_bytes(),
            input: self.before.clone(),
            expected: Some(expected),
            now: None,
            stderr: None,
            args: Vec::new(),
        };
        self.examples.push((example.name, case));
    }
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
