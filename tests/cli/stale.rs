//! Replacements that give the hash of a definition which has changed since: records of earlier runs hold its text.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

const DEPOT: &str = "\
class Depot:
    # Reads one file.
    def load(self, path):
        text = self.read(path)
        count = len(text)
        self.note(count)

        return text

    def note(self, count):
        self.count = count
";

/// A root with one file, and beside it a place for the state folder and for patches.
struct Shed {
    folder: TempDir,
    name: &'static str,
}

/// A status, and what was said.
type Outcome = (i32, String);

impl Shed {
    fn new(name: &'static str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        fs::create_dir(folder.path().join("root")).expect("ours");
        let shed = Self { folder, name };
        fs::write(shed.file(), text).expect("ours");
        shed
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("root").join(self.name)
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).expect("it is there")
    }

    fn run(&self, args: &[&str]) -> Outcome {
        let mut chunk = Command::new(env!("CARGO_BIN_EXE_chunk"));
        chunk.args(args).current_dir(self.folder.path().join("root"));
        let output = chunk.env("XDG_STATE_HOME", self.folder.path().join("state")).output();
        let output = output.expect("the program starts");
        let told =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().expect("no signal ended it"), told)
    }

    fn patched(&self, command: &[&str], patch: &str) -> Outcome {
        fs::write(self.folder.path().join("patch.yaml"), patch).expect("ours");
        self.run(&[command, &["../patch.yaml"]].concat())
    }

    fn hash(&self, address: &str) -> String {
        let (_, listed) = self.run(&["symbols", "--json", "--all", self.name]);
        let listed: Value = serde_json::from_str(&listed).expect("an object");
        let symbols = listed["symbols"].as_array().expect("a list");
        let found = symbols.iter().find(|symbol| symbol["address"] == address).expect("it is listed");
        found["hash"].as_str().expect("text").to_owned()
    }

    /// What somebody else does, which leaves a record.
    #[track_caller]
    fn change(&self, old: &str, new: &str) {
        let text = |text: &str| serde_json::to_string(text).expect("text");
        let (name, old, new) = (self.name, text(old), text(new));
        let patch = format!(
            "operations:\n  - path: {name}\n    op: substitute\n    find: {old}\n    replace: {new}\n"
        );
        let (status, told) = self.patched(&["apply"], &patch);
        assert_eq!(status, 0, "{told}");
    }

    /// An operation on a definition of which a hash was seen.
    fn operation(&self, (op, symbol, hash): (&str, &str, &str), more: &str, payload: &str) -> String {
        let payload: String = payload.lines().map(|line| format!("      {line}\n")).collect();
        let name = self.name;
        format!(
            "  - path: {name}\n    op: {op}\n    symbol: {symbol}\n    expect: \"{hash}\"\n{more}    payload: |-\n{payload}"
        )
    }

    /// A replacement by `payload`, for a text with this hash.
    fn replacement(&self, symbol: &str, hash: &str, payload: &str) -> String {
        format!("operations:\n{}", self.operation(("replace_symbol", symbol, hash), "", payload))
    }

    #[track_caller]
    fn check_merged(&self, patch: &str, expected: &str) {
        let (status, told) = self.patched(&["check"], patch);
        assert!(status == 0 && told.contains("both changes were merged"), "{told}");
        let (status, told) = self.patched(&["apply"], patch);
        assert_eq!((status, self.text().as_str()), (0, expected), "{told}");
        assert!(told.contains("both changes were merged"), "{told}");
        let (status, told) = self.patched(&["apply"], patch);
        assert_eq!((status, self.text().as_str()), (1, expected), "a second time: {told}");
        assert!(told.contains("error[already-applied]"), "{told}");
    }

    #[track_caller]
    fn check_refused(&self, patch: &str) -> String {
        let before = self.text();
        let (status, told) = self.patched(&["apply"], patch);
        assert_eq!((status, self.text()), (1, before), "{told}");
        assert!(told.starts_with("error[changed-definition]"), "{told}");
        told
    }
}

const LOAD: &str = "\
def load(self, path):
    text = self.read(path)
    count = len(text)
    self.note(count)

    return text.strip()
";

#[test]
fn a_replacement_is_merged_with_what_has_changed_since_its_hash_was_seen() {
    let shed = Shed::new("depot.py", DEPOT);
    let hash = shed.hash("Depot.load");
    shed.change("self.read(path)", "self.read(path, strict=True)");
    let merged =
        DEPOT.replace("read(path)", "read(path, strict=True)").replace("return text", "return text.strip()");
    let patch = shed.replacement("Depot.load", &hash, LOAD);
    let (status, diff) = shed.patched(&["convert", "--to", "unified"], &patch);
    assert!(status == 0 && diff.contains("+        return text.strip()\n"), "{diff}");
    shed.check_merged(&patch, &merged);
}

#[test]
fn the_body_and_the_comments_above_are_merged_too() {
    let shed = Shed::new("depot.py", DEPOT);
    let hash = shed.hash("Depot.load");
    shed.change("def load(self, path):", "def load(self, path, strict):");
    let body: String =
        LOAD.lines().skip(1).map(|line| format!("{}\n", line.get(4..).unwrap_or_default())).collect();
    let patch = format!("operations:\n{}", shed.operation(("replace_body", "Depot.load", &hash), "", &body));
    let (status, told) = shed.patched(&["apply"], &patch);
    let expected =
        DEPOT.replace("path):\n", "path, strict):\n").replace("return text", "return text.strip()");
    assert_eq!((status, shed.text()), (0, expected.clone()), "{told}");
    // The comment counts where the payload has one; the hash is of what stands below.
    let shed = Shed::new("depot.py", DEPOT);
    shed.change("return text", "return (text)");
    let patch = shed.replacement(
        "Depot.load",
        &hash,
        &format!("# Reads a file.\n{}", LOAD.replace("text.strip()", "text")),
    );
    let expected = DEPOT.replace("return text", "return (text)").replace("one file", "a file");
    shed.check_merged(&patch, &expected);
}

#[test]
fn both_changes_of_the_same_lines_are_shown() {
    let shed = Shed::new("depot.py", DEPOT);
    let hash = shed.hash("Depot.load");
    shed.change("return text", "return text.lower()");
    let told = shed.check_refused(&shed.replacement("Depot.load", &hash, LOAD));
    assert!(told.contains("the file has `return text.lower()`"), "{told}");
    assert!(told.contains("the payload has `return text.strip()`"), "{told}");
}

#[test]
fn nothing_is_merged_for_those_who_want_none_or_where_the_text_is_not_known() {
    let shed = Shed::new("depot.py", DEPOT);
    let hash = shed.hash("Depot.load");
    shed.change("self.read(path)", "self.read(path, strict=True)");
    let refuse = "    options: {merge: refuse}\n";
    let operation = shed.operation(("replace_symbol", "Depot.load", &hash), refuse, LOAD);
    let told = shed.check_refused(&format!("operations:\n{operation}"));
    assert!(!told.contains("both change"), "{told}");
    // What goes is not merged.
    let deletion = format!(
        "operations:\n  - path: depot.py\n    op: delete_symbol\n    symbol: Depot.load\n    expect: \"{hash}\"\n"
    );
    shed.check_refused(&deletion);
    // The hash of another definition, and one that nothing had.
    for hash in [shed.hash("Depot.note").as_str(), "0123456789abcdef"] {
        shed.check_refused(&shed.replacement("Depot.load", hash, LOAD));
    }
    // Records that cannot be read hold nothing.
    for file in fs::read_dir(shed.folder.path().join("state/chunk/undo")).expect("there are records") {
        let path = file.expect("an entry").path();
        let mut bytes = fs::read(&path).expect("ours");
        bytes[200] ^= 1;
        fs::write(&path, bytes).expect("ours");
    }
    shed.check_refused(&shed.replacement("Depot.load", &hash, LOAD));
    // An editor leaves no record.
    let shed = Shed::new("depot.py", DEPOT);
    fs::write(shed.file(), DEPOT.replace("read(path)", "read(path, strict=True)")).expect("ours");
    shed.check_refused(&shed.replacement("Depot.load", &hash, LOAD));
}

#[test]
fn texts_of_several_runs_ago_are_known_and_those_that_were_undone() {
    let shed = Shed::new("depot.py", DEPOT);
    let first = shed.hash("Depot.load");
    shed.change("count = len(text)", "count = len(text) + 1");
    let second = shed.hash("Depot.load");
    shed.change("self.count = count", "self.count += count");
    shed.change("# Reads one", "# Loads one");
    shed.change("def load(self, path)", "def load(self, path: str)");
    let merged = shed.text().replace("return text", "return text.strip()");
    let newer = LOAD.replace("len(text)", "len(text) + 1");
    for (hash, payload) in [(&first, LOAD), (&second, newer.as_str())] {
        shed.check_merged(&shed.replacement("Depot.load", hash, payload), &merged);
        assert_eq!(shed.run(&["undo"]).0, 0);
    }
    // What an undo took away is in its own record.
    let shed = Shed::new("depot.py", DEPOT);
    shed.change("count = len(text)", "count = len(text) + 1");
    assert_eq!((shed.hash("Depot.load"), shed.run(&["undo"]).0), (second.clone(), 0));
    shed.change("self.read(path)", "self.read(path, strict=True)");
    let expected = shed.text().replace("return text", "return text.strip()");
    let (status, told) = shed.patched(&["apply"], &shed.replacement("Depot.load", &second, &newer));
    assert_eq!((status, shed.text()), (0, expected), "{told}");
}

#[test]
fn several_definitions_of_a_file_are_merged_and_sent_twice() {
    let rust = "\
/// One.
pub fn one(at: usize) -> usize {
    let found = at + 1;
    log(found);

    found
}

#[must_use]
fn two() -> usize {
    let first = one(1);

    first + one(2)
}
";
    let shed = Shed::new("lib.rs", rust);
    let (one, two) = (shed.hash("one"), shed.hash("two"));
    shed.change("at + 1", "at + ONE");
    shed.change("one(1)", "one(7)");
    let payload =
        "pub fn one(at: usize) -> usize {\n    let found = at + 1;\n    log(found);\n\n    found * 2\n}\n";
    let operations = [
        shed.operation(("replace_symbol", "one", &one), "", payload),
        shed.operation(("replace_body", "two", &two), "", "let first = one(1);\n\nfirst + one(3)\n"),
        "  - path: lib.rs\n    op: substitute\n    find: \" * 2\"\n    replace: \" * 3\"\n".to_owned(),
    ];
    let patch = format!("operations:\n{}", operations.concat());
    let expected = rust
        .replace("at + 1", "at + ONE")
        .replace("one(1)", "one(7)")
        .replace("    found\n", "    found * 3\n")
        .replace("one(2)", "one(3)");
    shed.check_merged(&patch, &expected);
}

#[test]
fn a_hash_of_a_known_text_shows_what_has_changed_since() {
    let shed = Shed::new("a.py", "def f(a):\n    x = 1\n    return a + x\n");
    let hash = shed.hash("f");
    shed.change("x = 1", "x = 10");
    let told_of = |op: &str, more: &str| {
        let patch = format!(
            "operations:\n  - path: a.py\n    op: {op}\n    symbol: f\n    expect: \"{hash}\"\n{more}"
        );
        let (status, told) = shed.patched(&["apply"], &patch);
        assert_eq!(status, 1, "{told}");
        assert!(told.starts_with("error[changed-definition]"), "{told}");
        told
    };
    for (op, more) in [
        ("delete_symbol", ""),
        ("rename_symbol", "    new_name: g\n"),
        ("insert_after_symbol", "    payload: \"def g(): pass\"\n"),
    ] {
        let told = told_of(op, more);
        assert!(told.contains("-    x = 1") && told.contains("+    x = 10"), "{op}: {told}");
    }
}
