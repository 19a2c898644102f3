//! `chunk undo`, as a user meets it.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A root with one file, `a.py`, and beside it a place for the state folder.
struct Desk {
    folder: TempDir,
}

struct Done {
    status: i32,
    stdout: String,
    stderr: String,
}

const OLD: &str = "def a():\n    return 1\n";
const NEW: &str = "def a():\n    return 2\n";

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        fs::create_dir(folder.path().join("root")).expect("ours");
        let desk = Self { folder };
        desk.write(OLD);
        desk
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("home/state")
    }

    fn write(&self, text: &str) {
        fs::write(self.root().join("a.py"), text).expect("ours");
    }

    fn text(&self) -> String {
        fs::read_to_string(self.root().join("a.py")).expect("it is there")
    }

    fn run(&self, args: &[&str], input: &str) -> Done {
        self.run_with(args, input, |command| command.env("XDG_STATE_HOME", self.state()))
    }

    fn run_with(
        &self,
        args: &[&str],
        input: &str,
        prepare: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Done {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command.args(args).current_dir(self.root());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = prepare(&mut command).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // A program that reads nothing may have ended by now.
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Done {
            status: output.status.code().expect("no signal ended it"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Applies the change from `return OLD` to `return NEW`; nothing is said but that it was done.
    fn apply(&self, old: u32, new: u32) {
        let done = self.run(&["apply", "--answer-limit", "0"], &patch(old, new));
        let success = "Success. Updated the following files:\nM a.py\n";
        assert_eq!((done.status, done.stdout.as_str(), done.stderr.as_str()), (0, success, ""));
    }

    /// The files of records, one for a root.
    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.state().join("chunk/undo")).into_iter().flatten();
        files.map(|entry| entry.expect("an entry").path()).collect()
    }

    /// The lines of the list of records.
    fn records(&self) -> Vec<String> {
        self.run(&["undo", "--list"], "").stdout.lines().map(str::to_owned).collect()
    }
}

fn patch(old: u32, new: u32) -> String {
    format!(
        "operations:\n  - path: a.py\n    op: replace_text\n    marker: return {old}\n    payload: return {new}\n"
    )
}

fn object(done: &Done) -> Value {
    assert_eq!(done.stderr, "");
    serde_json::from_str(&done.stdout).expect("one object")
}

#[test]
fn the_last_run_is_undone_then_the_one_before() {
    let desk = Desk::new();
    desk.apply(1, 2);
    desk.apply(2, 3);
    for (text, left) in [(NEW, "1 earlier run can be undone"), (OLD, "no earlier run can be undone")] {
        let done = desk.run(&["undo"], "");
        assert_eq!((done.status, done.stderr.as_str()), (0, ""));
        let success = "Success. Updated the following files:\nM a.py\nUndid run ";
        assert!(done.stdout.starts_with(success), "{}", done.stdout);
        assert!(done.stdout.ends_with(&format!("Z; {left}.\n")), "{}", done.stdout);
        assert_eq!(desk.text(), text);
    }
    let done = desk.run(&["undo"], "");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert!(done.stderr.starts_with("error[no-undo-record]: every run on `.` "), "{}", done.stderr);
}

#[test]
fn the_report_names_the_record_and_an_undo_can_be_undone() {
    let desk = Desk::new();
    let applied = object(&desk.run(&["apply", "--json"], &patch(1, 2)));
    let id = applied["undo"].as_str().expect("the name of a record");
    let undone = object(&desk.run(&["undo", id, "--json"], ""));
    assert_eq!((desk.text().as_str(), &undone["ok"]), (OLD, &Value::Bool(true)));
    assert_eq!(undone["files"][0]["path"], "a.py");
    let redo = undone["undo"].as_str().expect("the name of a record");
    assert_eq!(desk.run(&["undo", redo], "").status, 0);
    assert_eq!(desk.text(), NEW);
    let listed = object(&desk.run(&["undo", "--list", "--json"], ""));
    let records = listed["records"].as_array().expect("a list");
    let fates: Vec<_> = records.iter().map(|record| (&record["undoes"], &record["undone"])).collect();
    let (yes, no) = (&Value::Bool(true), &Value::Bool(false));
    assert_eq!(fates, [(&redo.into(), no), (&id.into(), yes), (&Value::Null, no)]);
    let text = desk.run(&["undo", "--list"], "").stdout;
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with(id) && line.ends_with("M a.py")),
        "{text}"
    );
}

#[test]
fn a_verbose_run_says_what_takes_it_back() {
    let desk = Desk::new();
    let done = desk.run(&["apply", "-v"], &patch(1, 2));
    let line = done.stderr.lines().last().expect("a line");
    let id = line.strip_prefix("`chunk undo ").and_then(|rest| rest.strip_suffix("` undoes this"));
    assert_eq!(desk.run(&["undo", id.expect(line)], "").status, 0);
    assert_eq!(desk.text(), OLD);
}

#[test]
fn a_dry_run_prints_a_diff_and_writes_nothing() {
    let desk = Desk::new();
    desk.apply(1, 2);
    let done = desk.run(&["undo", "--dry-run"], "");
    let diff = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n def a():\n-    return 2\n+    return 1\n";
    assert_eq!((done.status, done.stdout.as_str(), desk.text().as_str()), (0, diff, NEW));
    assert_eq!(
        (done.stderr.as_str(), desk.records().len()),
        ("would update 1 file (+1 -1); nothing was written\n", 1)
    );
}

#[test]
fn a_file_that_has_changed_since_is_not_touched() {
    let desk = Desk::new();
    desk.apply(1, 2);
    desk.write("mine\n");
    let done = desk.run(&["undo"], "");
    assert_eq!((done.status, desk.text().as_str()), (1, "mine\n"));
    assert!(
        done.stderr.starts_with("error[changed-meanwhile]: `a.py` is not as the run left it: "),
        "{}",
        done.stderr
    );
    let object = object(&desk.run(&["undo", "--json"], ""));
    assert_eq!((&object["exit"], &object["errors"][0]["code"]), (&1.into(), &"changed-meanwhile".into()));
    assert_eq!(object["undo"], Value::Null);
}

#[test]
fn a_file_that_was_taken_back_by_other_means_is_told_apart() {
    let desk = Desk::new();
    let old = desk.text();
    desk.apply(1, 2);
    let patch = "operations:\n- path: a.py\n  op: append_text\n  payload: x = 1\n- path: b.py\n  op: create_file\n  payload: x = 1\n";
    let before = desk.text();
    assert_eq!(desk.run(&["apply"], patch).status, 0);
    desk.write(&before);
    let done = desk.run(&["undo"], "");
    let told = "error[changed-meanwhile]: `a.py` is not as the run left it: it is as it was \
                before the run; nothing was changed\n |\n = help: a run is undone as a whole or \
                not at all; `b.py` can still be restored";
    assert!(done.status == 1 && done.stderr.starts_with(told), "{}", done.stderr);
    fs::remove_file(desk.root().join("b.py")).expect("ours");
    let done = desk.run(&["undo"], "");
    assert!(done.stderr.contains(" = help: nothing is left to undo; "), "{}", done.stderr);
    assert!(done.stderr.contains("`chunk undo "), "{}", done.stderr);
    // The run before can be undone still.
    let id =
        done.stderr.rsplit("`chunk undo ").next().and_then(|rest| rest.split('`').next()).expect("an id");
    assert_eq!(desk.run(&["undo", id], "").status, 0);
    assert_eq!(desk.text(), old);
}

#[test]
fn the_run_before_a_stale_one_is_named() {
    let desk = Desk::new();
    desk.apply(1, 2);
    let patch = "operations:\n- path: b.py\n  op: create_file\n  payload: x = 1\n";
    assert_eq!(desk.run(&["apply"], patch).status, 0);
    desk.run(&["apply"], "operations:\n- path: b.py\n  op: append_text\n  payload: y = 1\n");
    desk.write("mine\n");
    fs::write(desk.root().join("b.py"), "x = 2\n").expect("ours");
    let done = desk.run(&["undo"], "");
    assert!(!done.stderr.contains("an earlier run"), "{}", done.stderr);
    desk.write(NEW);
    let done = desk.run(&["undo"], "");
    let told = "an earlier run, which changed `a.py`, can be undone without it: `chunk undo ";
    assert!(done.status == 1 && done.stderr.contains(told), "{}", done.stderr);
    assert!(done.stderr.contains("no later run did that: take the change back"), "{}", done.stderr);
}

#[test]
fn the_later_runs_that_are_in_the_way_are_named() {
    let desk = Desk::new();
    desk.apply(1, 2);
    desk.apply(2, 3);
    let records = desk.run(&["undo", "--list"], "").stdout;
    let ids: Vec<&str> = records.lines().filter_map(|line| line.split(' ').next()).collect();
    let [later, first] = ids[..] else { panic!("{records}") };
    let done = desk.run(&["undo", first], "");
    let told = format!("a later run changed these files, which must be undone first: `chunk undo {later}`");
    assert!(done.status == 1 && done.stderr.contains(&told), "{}", done.stderr);
    assert_eq!(desk.run(&["undo", later], "").status, 0);
    assert_eq!(desk.run(&["undo", first], "").status, 0);
}

#[test]
fn a_record_that_is_not_there_is_told() {
    let desk = Desk::new();
    for (args, what) in [
        (&["undo"][..], "no run on `.` left a record"),
        (&["undo", "zz"], "`zz` is not a record of a run on `.`"),
        (&["undo", "../x"], "`../x` is not a record of a run on `.`"),
    ] {
        let done = desk.run(args, "");
        assert_eq!((done.status, done.stdout.as_str()), (1, ""));
        assert!(done.stderr.starts_with(&format!("error[no-undo-record]: {what}\n")), "{}", done.stderr);
    }
    assert_eq!(desk.run(&["undo", "--list"], "").stdout, "");
    assert!(!desk.state().exists(), "to look for records made a folder");
}

#[test]
fn the_records_of_one_root_are_not_those_of_another() {
    let desk = Desk::new();
    desk.apply(1, 2);
    fs::create_dir(desk.root().join("inner")).expect("ours");
    assert_eq!(desk.run(&["undo", "--root", "inner"], "").status, 1);
    // Another way to the same root is the same root.
    symlink(desk.root(), desk.folder.path().join("way")).expect("ours");
    assert_eq!(desk.run(&["undo", "--root", "../way"], "").status, 0);
    assert_eq!(desk.text(), OLD);
}

#[test]
fn records_are_for_the_user_alone() {
    let desk = Desk::new();
    desk.apply(1, 2);
    let records = desk.files();
    assert_eq!(records.len(), 1);
    let mode = |path: &Path| path.symlink_metadata().expect("it is there").mode() & 0o777;
    assert_eq!(mode(&records[0]), 0o600);
    for folder in records[0]
        .ancestors()
        .skip(1)
        .take_while(|folder| folder.ends_with("home") || folder.starts_with(desk.state()))
    {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    fs::set_permissions(&records[0], fs::Permissions::from_mode(0o644)).expect("ours");
    let done = desk.run(&["undo"], "");
    assert_eq!((done.status, desk.text().as_str()), (3, NEW));
    assert!(done.stderr.contains("other users can access it"), "{}", done.stderr);
}

#[test]
fn a_damaged_record_changes_nothing() {
    let desk = Desk::new();
    desk.apply(1, 2);
    let record = desk.files().remove(0);
    let mut bytes = fs::read(&record).expect("ours");
    // In the old text, before the checksum and the last line.
    let last = bytes.len() - 60;
    bytes[last] ^= 1;
    fs::write(&record, bytes).expect("ours");
    let done = desk.run(&["undo"], "");
    assert_eq!((done.status, desk.text().as_str()), (3, NEW));
    assert!(done.stderr.contains("it is damaged"), "{}", done.stderr);
}

#[test]
fn without_a_record_nothing_is_written_and_nothing_said() {
    let desk = Desk::new();
    let done = desk.run(&["apply", "--no-undo", "--json"], &patch(1, 2));
    assert_eq!(object(&done)["undo"], Value::Null);
    for (old, new, set) in [(2, 3, "inside"), (3, 4, "home inside"), (4, 5, "none"), (5, 6, "relative")] {
        let done = desk.run_with(&["apply"], &patch(old, new), |command| {
            command.env_remove("XDG_STATE_HOME").env_remove("HOME");
            match set {
                "inside" => command.env("XDG_STATE_HOME", desk.root().join("new/state")),
                "home inside" => command.env("HOME", desk.root()),
                "relative" => command.env("XDG_STATE_HOME", "state"),
                _ => command,
            }
        });
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{set}");
        assert_eq!(fs::read_dir(desk.root()).expect("ours").count(), 1, "{set}");
    }
    // A refusal and a dry run leave no record either.
    assert_eq!(desk.run(&["apply"], &patch(1, 2)).status, 1);
    assert_eq!(desk.run(&["apply", "--dry-run"], &patch(6, 7)).status, 0);
    assert!(!desk.state().exists());
}

/// Applies a patch with a state folder that cannot be used: it is applied, with one warning.
#[track_caller]
fn check_unusable(desk: &Desk, expected: &str) {
    let done = desk.run(&["apply"], &patch(1, 2));
    assert_eq!((done.status, desk.text().as_str()), (0, NEW), "{}", done.stderr);
    let first = done.stderr.lines().next().unwrap_or_default();
    assert!(first.starts_with("warning[io]: this run cannot be undone: `"), "{}", done.stderr);
    assert!(first.contains(expected), "{}", done.stderr);
}

#[test]
fn a_state_folder_that_cannot_be_used_is_a_warning() {
    let desk = Desk::new();
    fs::create_dir_all(desk.state().parent().expect("it has one")).expect("ours");
    fs::write(desk.state(), "a file").expect("ours");
    check_unusable(&desk, "not a folder");

    let desk = Desk::new();
    fs::create_dir_all(desk.state()).expect("ours");
    symlink(desk.folder.path(), desk.state().join("chunk")).expect("ours");
    check_unusable(&desk, "`chunk` is a symbolic link");

    let desk = Desk::new();
    fs::create_dir_all(desk.state().join("chunk/undo")).expect("ours");
    check_unusable(&desk, "other users can access it");

    let desk = Desk::new();
    fs::create_dir_all(desk.state()).expect("ours");
    if std::os::unix::fs::chown(desk.state(), Some(12345), None).is_ok() {
        check_unusable(&desk, "belongs to another user");
    }
}

#[test]
fn a_state_folder_that_cannot_be_written_is_a_warning() {
    let desk = Desk::new();
    fs::create_dir_all(desk.state()).expect("ours");
    fs::set_permissions(desk.state(), fs::Permissions::from_mode(0o500)).expect("ours");
    if fs::write(desk.state().join("probe"), "").is_ok() {
        eprintln!("not tested: root can write everywhere");
        return;
    }
    check_unusable(&desk, "permission denied");
}

#[test]
fn a_run_that_is_too_large_to_record_is_applied_with_a_warning() {
    let desk = Desk::new();
    let large = usize::try_from(chunk::undo::MAX_RECORD_BYTES).expect("it fits") + 1;
    fs::write(desk.root().join("large"), "x".repeat(large)).expect("ours");
    let delete = "operations:\n  - {path: large, op: delete_file}\n";
    let done = desk.run(&["apply"], delete);
    assert_eq!(done.status, 0);
    assert!(
        done.stderr
            .starts_with("warning[io]: this run cannot be undone: its record would be larger than 32 MiB"),
        "{}",
        done.stderr
    );
    assert!(!desk.root().join("large").exists());
    assert_eq!(desk.files(), Vec::<PathBuf>::new());
}

#[test]
fn binary_files_links_and_empty_folders_come_back() {
    let desk = Desk::new();
    let old = desk.root().join("old");
    fs::create_dir_all(old.join("empty")).expect("ours");
    fs::write(old.join("binary"), b"\0\xff\n\0").expect("ours");
    fs::set_permissions(old.join("binary"), fs::Permissions::from_mode(0o4711)).expect("ours");
    fs::set_permissions(old.join("empty"), fs::Permissions::from_mode(0o1770)).expect("ours");
    symlink("../a.py", old.join("link")).expect("ours");
    let patch = "<FILE_CHANGES>\n<FILE_DELETE file_path=\"old\" />\n</FILE_CHANGES>\n";
    assert_eq!(desk.run(&["apply"], patch).status, 0);
    assert!(!old.exists());
    assert_eq!(desk.run(&["undo"], "").status, 0);
    assert_eq!(fs::read(old.join("binary")).expect("it is back"), b"\0\xff\n\0");
    let mode = |name: &str| old.join(name).metadata().expect("it is back").mode() & 0o7777;
    assert_eq!((mode("binary"), mode("empty")), (0o4711, 0o1770));
    assert_eq!(fs::read_link(old.join("link")).expect("it is back"), Path::new("../a.py"));
}

/// Operations that build on one another: once all are done, none of them finds its place.
const CHAIN: &str = "operations:\n  - path: a.py\n    op: insert_after_symbol\n    symbol: a\n    payload: |-\n      \
                     def b():\n          return a()\n  - path: a.py\n    op: rename_symbol\n    symbol: a\n    new_name: c\n";

#[test]
fn a_patch_of_the_last_run_is_known_again() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["apply"], CHAIN).status, 0);
    let after = desk.text();
    for args in [&["apply"][..], &["apply", "--dry-run"]] {
        let again = desk.run(args, CHAIN);
        assert_eq!(again.status, 1);
        assert!(
            again.stderr.contains("error[already-applied]: the last run already applied this patch"),
            "{}",
            again.stderr
        );
        assert!(!again.stderr.contains("symbol-not-found"), "{}", again.stderr);
    }
    assert_eq!(desk.text(), after);
    // The files are not as the run left them.
    desk.write(&format!("{after}\n\nX = 1\n"));
    let changed = desk.run(&["apply"], CHAIN);
    assert!(changed.stderr.contains("error[symbol-not-found]"), "{}", changed.stderr);
}

#[test]
fn a_patch_each_of_whose_operations_is_known_again_has_one_answer() {
    let desk = Desk::new();
    let patch = "operations:\n  - path: a.py\n    op: append_text\n    payload: x = 1\n  - path: a.py\n    op: append_text\n    \
                 payload: y = 1\n";
    assert_eq!(desk.run(&["apply"], patch).status, 0);
    let again = desk.run(&["apply"], patch);
    assert_eq!(again.status, 1);
    assert_eq!(again.stderr.matches("error[already-applied]").count(), 1, "{}", again.stderr);
    assert!(again.stderr.contains("the last run already applied this patch"), "{}", again.stderr);
    // Another one that does the same is told of what it does.
    let other = desk.run(&["apply"], &format!("{patch}\n"));
    assert!(other.stderr.contains("are already in `"), "{}", other.stderr);
}

#[test]
fn another_patch_than_that_of_the_last_run_is_refused_for_what_it_is() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["apply"], CHAIN).status, 0);
    let other = desk.run(&["apply"], &CHAIN.replace("return a()", "return 3"));
    assert!(other.stderr.contains("error[symbol-not-found]"), "{}", other.stderr);
    let file = desk.run(&["apply"], "operations:\n  - path: b.py\n    op: delete_file\n");
    assert!(file.stderr.contains("error[file-missing]"), "{}", file.stderr);
}

#[test]
fn a_file_that_the_last_run_moved_is_known_again() {
    let desk = Desk::new();
    fs::write(desk.root().join("A.java"), "class A {\n    int x;\n}\n").expect("ours");
    let chain = "operations:\n  - path: A.java\n    op: insert_into_class\n    class: A\n    payload: int y;\n  - path: A.java\n    \
                 op: rename_symbol\n    symbol: A\n    new_name: Q\n";
    let first = desk.run(&["apply"], chain);
    assert_eq!(first.status, 0, "{}", first.stderr);
    let again = desk.run(&["apply"], chain);
    assert!(
        again.stderr.contains("error[already-applied]: the last run already applied this patch"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_patch_that_would_fit_again_elsewhere_is_known_again() {
    let desk = Desk::new();
    let both = "def a():\n    open()\n    close()\n    return 1\n\n\ndef b():\n    open()\n    close()\n    return 2\n";
    desk.write(both);
    let patch = "--- a/a.py\n+++ b/a.py\n@@ -9 +8,0 @@\n-    close()\n";
    assert_eq!(desk.run(&["apply"], patch).status, 0);
    let after = desk.text();
    for args in [&["apply"][..], &["check"], &["diff"]] {
        let again = desk.run(args, patch);
        assert_eq!(again.status, 1, "{args:?}");
        assert!(again.stderr.contains("error[already-applied]: the last run"), "{}", again.stderr);
        assert_eq!(desk.text(), after);
    }
    // Another run in between: nothing tells of the patch, and its files may be others.
    assert_eq!(desk.run(&["apply", "--repeat"], patch).status, 0);
    assert_ne!(desk.text(), after);
    // What was taken back may come again.
    assert_eq!(desk.run(&["undo"], "").status, 0);
    assert_eq!(desk.run(&["undo"], "").status, 0);
    assert_eq!(desk.text(), both);
    assert_eq!(desk.run(&["apply"], patch).status, 0);
}
