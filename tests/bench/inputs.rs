//! Generated files, and one change of each in every format.

use std::fmt::Write as _;

use super::large::Change;

/// A file before and after a change of one method.
pub(crate) struct Edit {
    pub(crate) path: &'static str,
    pub(crate) before: String,
    pub(crate) after: String,
    /// The old and new text of the lines that change; the old ones stand in the file once.
    old: String,
    new: String,
    /// What a symbol operation needs: its name, the address, and the new definition.
    symbol: Option<(&'static str, String, String)>,
}

/// A language's way to write the n-th class with ten methods.
struct Style {
    path: &'static str,
    op: &'static str,
    class: fn(usize) -> String,
    end: &'static str,
    method: fn(usize, usize, &str) -> String,
    address: fn(usize, usize) -> String,
}

const METHODS: usize = 10;

fn python_method(class: usize, method: usize, body: &str) -> String {
    format!(
        "    def method_{method}(self, value):\n        \"\"\"Method {method} of class {class}.\"\"\"\n        total = self.base + value  # {class}.{method}\n        for item in range(value):\n            total += item * {method}\n        return {body}\n\n"
    )
}

const PYTHON: Style = Style {
    path: "input.py",
    op: "replace_py_method",
    class: |n| format!("class Class{n}:\n    def __init__(self, base):\n        self.base = base\n\n"),
    end: "\n",
    method: python_method,
    address: |class, method| format!("Class{class}.method_{method}"),
};

const CPP: Style = Style {
    path: "input.cpp",
    op: "replace_cpp_method",
    class: |n| {
        format!(
            "template <typename T>\nclass Class{n} {{\npublic:\n    explicit Class{n}(T base) : base_(base) {{}}\n\n"
        )
    },
    end: "private:\n    T base_;\n};\n\n",
    method: |class, method, body| {
        format!(
            "    /// Method {method} of class {class}.\n    int method_{method}(const std::vector<int> &values) const\n    {{\n        int total = {class};\n        for (auto value : values) {{\n            total += value * {method}; // {class}.{method}\n        }}\n        return {body};\n    }}\n\n"
        )
    },
    address: |class, method| format!("Class{class}::method_{method}"),
};

const RUST: Style = Style {
    path: "input.rs",
    op: "replace_rs_method",
    class: |n| format!("pub struct Class{n} {{\n    base: i64,\n}}\n\nimpl Class{n} {{\n"),
    end: "}\n\n",
    method: |class, method, body| {
        format!(
            "    /// Method {method} of class {class}.\n    pub fn method_{method}(&self, values: &[i64]) -> i64 {{\n        let mut total = self.base;\n        for value in values {{\n            total += value * {method}; // {class}.{method}\n        }}\n        {body}\n    }}\n\n"
        )
    },
    address: |class, method| format!("Class{class}::method_{method}"),
};

impl Style {
    /// The text of classes up to a size; the method at `changed` has another body.
    fn text(&self, classes: usize, changed: &[((usize, usize), &str)]) -> String {
        let mut text = String::new();
        for class in 0..classes {
            text.push_str(&(self.class)(class));
            for method in 0..METHODS {
                let body = changed.iter().find(|(place, _)| *place == (class, method)).map(|(_, body)| *body);
                text.push_str(&(self.method)(class, method, body.unwrap_or(&plain(class, method))));
            }
            text.push_str(self.end);
        }
        text
    }

    /// How many classes make a size.
    fn classes(&self, size: usize) -> usize {
        (size / self.text(100, &[]).len().div_ceil(100)).max(1)
    }

    fn edit(&self, size: usize) -> Edit {
        let classes = self.classes(size);
        let (class, method) = (classes / 2, 5);
        let new = "total + 7";
        let definition = (self.method)(class, method, new);
        // Comments above a definition stay where they are.
        let definition: String = definition
            .lines()
            .filter(|line| !line.trim_start().starts_with("///"))
            .map(|line| format!("{line}\n"))
            .collect();
        Edit {
            path: self.path,
            before: self.text(classes, &[]),
            after: self.text(classes, &[((class, method), new)]),
            old: line_with(&(self.method)(class, method, &plain(class, method)), &plain(class, method)),
            new: line_with(&definition, new),
            symbol: Some((self.op, (self.address)(class, method), dedent(definition.trim_end()))),
        }
    }
}

/// The body of a method that nothing changes: no two are alike.
fn plain(class: usize, method: usize) -> String {
    format!("total - {}", class * METHODS + method)
}

fn line_with(text: &str, part: &str) -> String {
    text.lines().find(|line| line.contains(part)).expect("the body is a line").to_owned()
}

fn dedent(text: &str) -> String {
    text.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect()
}

fn indent(text: &str, by: &str) -> String {
    text.lines()
        .fold(String::new(), |out, line| if line.is_empty() { out + "\n" } else { out + by + line + "\n" })
}

pub(crate) fn python_file(size: usize) -> Edit {
    PYTHON.edit(size)
}

pub(crate) fn cpp_file(size: usize) -> Edit {
    CPP.edit(size)
}

pub(crate) fn rust_file(size: usize) -> Edit {
    RUST.edit(size)
}

pub(crate) fn small_file() -> Edit {
    PYTHON.edit(5_000)
}

/// Operations of four sorts, spread over one Python file: methods replaced, lines replaced, inserted and deleted.
pub(crate) fn many_operations(size: usize, count: usize) -> (Edit, String) {
    let classes = PYTHON.classes(size).max(count.div_ceil(METHODS));
    let mut patch = String::from("operations:\n");
    let mut before = String::new();
    let mut after = String::new();
    let step = (classes * METHODS / count).max(1);
    let mut made = 0;
    for class in 0..classes {
        for text in [&mut before, &mut after] {
            text.push_str(&(PYTHON.class)(class));
        }
        for method in 0..METHODS {
            let old = python_method(class, method, &plain(class, method));
            let is_chosen = made < count && (class * METHODS + method).is_multiple_of(step);
            let new = if is_chosen { operation(made, class, method, &old, &mut patch) } else { old.clone() };
            made += usize::from(is_chosen);
            before.push_str(&old);
            after.push_str(&new);
        }
        for text in [&mut before, &mut after] {
            text.push_str(PYTHON.end);
        }
    }
    let edit =
        Edit { path: PYTHON.path, before, after, old: String::new(), new: String::new(), symbol: None };
    (edit, patch)
}

/// Writes one operation, and returns what it makes of the method.
fn operation(number: usize, class: usize, method: usize, old: &str, patch: &mut String) -> String {
    let body = format!("return {}", plain(class, method));
    let mut write = |text: String| patch.push_str(&text);
    write(format!("  - path: {}\n", PYTHON.path));
    match number % 4 {
        0 => {
            let new = python_method(class, method, "total + 1");
            let payload = indent(&dedent(new.trim_end()), "      ");
            write(format!(
                "    op: replace_py_method\n    symbol: {}\n    payload: |-\n{payload}",
                (PYTHON.address)(class, method)
            ));
            new
        }
        1 => {
            write(format!("    op: replace_text\n    marker: {body}\n    payload: return total + 2\n"));
            old.replace(&body, "return total + 2")
        }
        2 => {
            write(format!("    op: insert_text_before\n    marker: {body}\n    payload: total *= 2\n"));
            old.replace(&body, &format!("total *= 2\n        {body}"))
        }
        _ => {
            write(format!("    op: delete_text\n    marker: {body}\n"));
            old.replace(&format!("        {body}\n"), "")
        }
    }
}

impl Edit {
    /// The change of the one file.
    pub(crate) fn files(&self) -> [Change; 1] {
        [Change { path: self.path.to_owned(), before: self.before.clone(), after: self.after.clone() }]
    }

    pub(crate) fn chunk_yaml(&self) -> String {
        let (old, new) = (self.old.trim(), self.new.trim());
        format!(
            "operations:\n  - path: {}\n    op: replace_text\n    marker: |-\n      {old}\n    payload: |-\n      {new}\n",
            self.path
        )
    }

    /// The statement that changes, before and after, as a pattern for a tool that rewrites code.
    pub(crate) fn pattern(&self) -> (&str, &str) {
        (self.old.trim(), self.new.trim())
    }

    pub(crate) fn symbol_yaml(&self) -> String {
        let (op, address, definition) = self.symbol.as_ref().expect("the edit is one of a definition");
        let mut text = format!(
            "operations:\n  - path: {}\n    op: {op}\n    symbol: {address}\n    payload: |-\n",
            self.path
        );
        write!(text, "{}", indent(definition, "      ")).expect("a string");
        text
    }

    pub(crate) fn unified(&self) -> String {
        format!("--- a/{0}\n+++ b/{0}\n{1}", self.path, self.hunk(true))
    }

    pub(crate) fn envelope(&self) -> String {
        format!("*** Begin Patch\n*** Update File: {}\n{}*** End Patch\n", self.path, self.hunk(false))
    }

    pub(crate) fn file_changes(&self) -> String {
        format!(
            "<FILE_CHANGES>\n<FILE_PATCH file_path=\"{}\">\n{}</FILE_PATCH>\n</FILE_CHANGES>\n",
            self.path,
            self.hunk(true)
        )
    }

    /// The change as a hunk with three lines of context, as git would write it.
    fn hunk(&self, numbers: bool) -> String {
        let lines: Vec<&str> = self.before.lines().collect();
        let at = lines.iter().position(|line| *line == self.old).expect("the old line is in the file");
        let (from, to) = (at.saturating_sub(3), (at + 4).min(lines.len()));
        let mut text = if numbers {
            format!("@@ -{0},{1} +{0},{1} @@\n", from + 1, to - from)
        } else {
            "@@\n".to_owned()
        };
        for (number, line) in lines.iter().enumerate().take(to).skip(from) {
            if number == at {
                write!(text, "-{}\n+{}\n", self.old, self.new).expect("a string");
            } else {
                writeln!(text, " {line}").expect("a string");
            }
        }
        text
    }
}
