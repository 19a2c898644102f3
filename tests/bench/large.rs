//! Many files, long files and long patches, generated line by line.

use std::fmt::Write as _;

/// A file before and after a change.
pub(crate) struct Change {
    pub(crate) path: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// Changes of files, and patches that make them.
pub(crate) struct Changes {
    pub(crate) files: Vec<Change>,
    pub(crate) diff: String,
    pub(crate) chunk_yaml: String,
    pub(crate) envelope: String,
}

/// The lines of a file; no two lines of all files are alike.
fn lines(file: usize, count: usize) -> Vec<String> {
    let line = |n: usize| {
        let indentation = "    ".repeat(n % 3);
        format!("{indentation}value_{file}_{n} = compute(total_{n}, {file}) + {}", n * 7919 % 1_000_003)
    };
    (0..count).map(line).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// How many lines one hunk of [`changes`] removes, and how many stand around them.
const CONTEXT: usize = 3;

impl Changes {
    fn new() -> Self {
        Self {
            files: Vec::new(),
            diff: String::new(),
            chunk_yaml: "operations:\n".to_owned(),
            envelope: "*** Begin Patch\n".to_owned(),
        }
    }

    /// Adds a file in which `length` lines are replaced at each of some places.
    fn add(&mut self, path: &str, old: &[String], places: impl Iterator<Item = usize>, length: usize) {
        let mut new = old.to_vec();
        write!(self.diff, "--- a/{path}\n+++ b/{path}\n").expect("a string");
        writeln!(self.envelope, "*** Update File: {path}").expect("a string");
        for at in places {
            let (from, to) = (at - CONTEXT, at + length + CONTEXT);
            for line in &mut new[at..at + length] {
                *line = format!("changed = {}", line.trim());
            }
            let prefixed = |mark: char, lines: &[String]| -> String {
                lines.iter().map(|line| format!("{mark}{line}\n")).collect()
            };
            let hunk = [
                prefixed(' ', &old[from..at]),
                prefixed('-', &old[at..at + length]),
                prefixed('+', &new[at..at + length]),
                prefixed(' ', &old[at + length..to]),
            ]
            .concat();
            write!(self.diff, "@@ -{0},{1} +{0},{1} @@\n{hunk}", from + 1, to - from).expect("a string");
            write!(self.envelope, "@@\n{hunk}").expect("a string");
            let (marker, payload) = (old[at].trim(), &new[at]);
            write!(
                self.chunk_yaml,
                "  - path: {path}\n    op: replace_text\n    marker: {marker}\n    payload: {payload}\n    options: {{indent: none}}\n"
            )
            .expect("a string");
        }
        self.files.push(Change { path: path.to_owned(), before: text(old), after: text(&new) });
    }

    fn finished(mut self) -> Self {
        self.envelope.push_str("*** End Patch\n");
        self
    }
}

/// One line in each of many small files.
pub(crate) fn many_files(count: usize) -> Changes {
    let mut changes = Changes::new();
    for file in 0..count {
        let path = format!("folder{}/file{file}.py", file % 50);
        changes.add(&path, &lines(file, 60), std::iter::once(30), 1);
    }
    changes.finished()
}

/// Ten lines, far apart in a text of some size.
pub(crate) fn large_file(size: usize) -> Changes {
    let old = lines(0, size / text(&lines(0, 1_000)).len().div_ceil(1_000));
    let step = old.len() / 11;
    let mut changes = Changes::new();
    changes.add("input.txt", &old, (1..=10).map(|number| number * step), 1);
    changes.finished()
}

/// Half of all lines, in each of many files: the diff is longer than the files.
pub(crate) fn long_diff(count: usize) -> Changes {
    let mut changes = Changes::new();
    for file in 0..count {
        let path = format!("folder{}/file{file}.txt", file % 60);
        changes.add(&path, &lines(file, 200), (CONTEXT..180).step_by(14), 7);
    }
    changes.finished()
}

/// Lines that do not stand in a text of some size, though something like them does.
pub(crate) fn hopeless(size: usize) -> Changes {
    let old = lines(0, size / text(&lines(0, 1_000)).len().div_ceil(1_000));
    let at = old.len() / 2;
    let near: Vec<String> = old[at..at + 3].iter().map(|line| line.replace("compute", "computed")).collect();
    let before = text(&old);
    let marker: String = near.iter().map(|line| format!("      {}\n", line.trim())).collect();
    let hunk = format!("-{}\n+gone\n {}\n {}\n", near[0], near[1], near[2]);
    Changes {
        files: vec![Change { path: "input.py".to_owned(), after: before.clone(), before }],
        diff: format!("--- a/input.py\n+++ b/input.py\n@@ -{0},3 +{0},3 @@\n{hunk}", at + 1),
        chunk_yaml: format!(
            "operations:\n  - path: input.py\n    op: replace_text\n    marker: |\n{marker}    payload: gone\n"
        ),
        envelope: format!("*** Begin Patch\n*** Update File: input.py\n@@\n{hunk}*** End Patch\n"),
    }
}

/// Hunks that leave out the comments of the lines that they stand for.
pub(crate) fn last_rung(hunks: usize) -> Changes {
    let plain = lines(0, hunks * 40);
    let noted = |line: &String| format!("{line}  # a note that the patch leaves out");
    let mut changes = Changes::new();
    changes.add("input.py", &plain, (0..hunks).map(|hunk| hunk * 40 + 20), 1);
    let mut changes = changes.finished();
    let is_changed = |number: usize| number % 40 == 20;
    let before: Vec<String> = plain.iter().map(noted).collect();
    let mut after = before.clone();
    for (number, line) in plain.iter().enumerate().filter(|(number, _)| is_changed(*number)) {
        after[number] = format!("changed = {}", line.trim());
    }
    changes.files = vec![Change { path: "input.py".to_owned(), before: text(&before), after: text(&after) }];
    changes
}
