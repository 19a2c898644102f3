//! Other ways in and out: the program under the name `apply_patch`, and `chunk convert`.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const ENVELOPE: &str = "\
*** Begin Patch
*** Delete File: old.txt
*** Update File: a.txt
@@
-one
+eins
*** Add File: src/new.txt
+new
*** End Patch";

/// A folder `work` with two files, and a folder for links and records beside it.
fn sample() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("ours");
    std::fs::write(work.join("a.txt"), "one\ntwo\n").expect("ours");
    std::fs::write(work.join("old.txt"), "old\n").expect("ours");
    folder
}

fn run(program: &Path, folder: &TempDir, args: &[&str], input: Option<&str>) -> Output {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder.path().join("work"))
        .env("XDG_STATE_HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read may have ended.
    drop(child.stdin.take().map(|mut stdin| stdin.write_all(input.unwrap_or_default().as_bytes())));
    child.wait_with_output().expect("it ends")
}

fn apply_patch(folder: &TempDir, args: &[&str], input: Option<&str>) -> (i32, String, String) {
    let link = folder.path().join("apply_patch");
    if !link.exists() {
        symlink(env!("CARGO_BIN_EXE_chunk"), &link).expect("ours");
    }
    told(run(&link, folder, args, input))
}

fn chunk(folder: &TempDir, args: &[&str], input: &str) -> (i32, String, String) {
    told(run(Path::new(env!("CARGO_BIN_EXE_chunk")), folder, args, Some(input)))
}

fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn read(folder: &TempDir, path: &str) -> String {
    std::fs::read_to_string(folder.path().join("work").join(path)).unwrap_or_default()
}

#[test]
fn as_apply_patch_it_takes_an_argument_or_standard_input() {
    for (args, input) in [(&[ENVELOPE][..], None), (&[][..], Some(ENVELOPE))] {
        let folder = sample();
        let (status, stdout, stderr) = apply_patch(&folder, args, input);
        assert_eq!((status, stderr.as_str()), (0, ""));
        let list = "Success. Updated the following files:\nA src/new.txt\nM a.txt\nD old.txt\n";
        assert!(stdout.starts_with(list), "{stdout}");
        assert!(stdout.ends_with("    -one\n    +eins\n"), "{stdout}");
        assert_eq!(
            (read(&folder, "a.txt"), read(&folder, "src/new.txt")),
            ("eins\ntwo\n".into(), "new\n".into())
        );
        assert_eq!(read(&folder, "old.txt"), "");
        assert_eq!(chunk(&folder, &["undo"], "").0, 0);
        assert_eq!(read(&folder, "old.txt"), "old\n");
    }
}

#[test]
fn as_apply_patch_it_takes_a_heredoc_and_names_a_moved_file_by_its_new_path() {
    let folder = sample();
    let patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-one\n+1\n*** End Patch\nEOF\n";
    let (status, stdout, _) = apply_patch(&folder, &[patch], None);
    assert_eq!(status, 0);
    assert!(stdout.starts_with("Success. Updated the following files:\nM b.txt\n"), "{stdout}");
}

#[test]
fn as_apply_patch_it_ends_with_1_for_a_wrong_patch_and_2_for_a_wrong_call() {
    let folder = sample();
    let absent = ENVELOPE.replace("-one", "-three");
    let (status, stdout, stderr) = apply_patch(&folder, &[&absent], None);
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error[hunk-not-found]: "), "{stderr}");
    assert!(stderr.ends_with("no file was changed\n"), "{stderr}");
    for wrong in
        ["no patch", "*** Begin Patch\n*** End Patch", "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n"]
    {
        let (status, stdout, stderr) = apply_patch(&folder, &[wrong], None);
        assert_eq!((status, stdout.as_str()), (1, ""), "{wrong}");
        assert!(stderr.starts_with("error["), "{stderr}");
    }
    let usage = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n";
    assert_eq!(apply_patch(&folder, &[ENVELOPE, "more"], None), (2, String::new(), usage.to_owned()));
    assert_eq!(apply_patch(&folder, &[], Some("")), (2, String::new(), usage.to_owned()));
    assert_eq!(read(&folder, "a.txt"), "one\ntwo\n");
    assert_eq!(read(&folder, "old.txt"), "old\n");
}

#[test]
fn a_patch_is_converted_to_every_format() {
    let folder = sample();
    let patch = ENVELOPE.replace("*** Delete File: old.txt\n", "");
    let convert = |to: &str| {
        let (status, stdout, stderr) = chunk(&folder, &["convert", "--to", to], &patch);
        assert_eq!((status, stderr.as_str()), (0, ""), "{to}");
        stdout
    };
    assert_eq!(
        convert("search-replace"),
        "a.txt\n<<<<<<< SEARCH\none\ntwo\n=======\neins\ntwo\n>>>>>>> REPLACE\n\n\
         src/new.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n\n"
    );
    assert_eq!(
        convert("chunk"),
        "operations:\n  - path: a.txt\n    op: replace_text\n    marker: |2-\n      one\n      two\n    payload: |2-\n      \
         eins\n      two\n  - path: src/new.txt\n    op: create_file\n    payload: |2-\n      new\n"
    );
    assert_eq!(
        convert("apply-patch"),
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+eins\n two\n*** Add File: src/new.txt\n+new\n*** End Patch\n"
    );
    assert_eq!(
        convert("file-changes"),
        "<FILE_CHANGES>\n<FILE_PATCH file_path=\"a.txt\">\n@@ -1,2 +1,2 @@\n-one\n+eins\n two\n</FILE_PATCH>\n\
         <FILE_NEW file_path=\"src/new.txt\">\nnew\n</FILE_NEW>\n</FILE_CHANGES>\n"
    );
    assert!(convert("unified").starts_with("diff --git a/a.txt b/a.txt\n"));
    assert_eq!(read(&folder, "a.txt"), "one\ntwo\n");
}

#[test]
fn what_a_format_cannot_say_is_not_converted() {
    let folder = sample();
    let (status, stdout, stderr) = chunk(&folder, &["convert", "--to", "search-replace"], ENVELOPE);
    assert_eq!((status, stdout.as_str()), (1, ""));
    let message = "error[not-expressible]: the patch removes `old.txt`, which the format \
                   search-replace cannot express";
    assert!(stderr.starts_with(message), "{stderr}");
    let mode = "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n";
    let (status, _, stderr) = chunk(&folder, &["convert", "--to", "apply-patch"], mode);
    assert_eq!(status, 1);
    assert!(stderr.contains("changes the mode of `a.txt`"), "{stderr}");
    let absent = ENVELOPE.replace("-one", "-three");
    let (status, _, stderr) = chunk(&folder, &["convert", "--to", "chunk"], &absent);
    assert_eq!(status, 1);
    assert!(stderr.starts_with("error[hunk-not-found]"), "{stderr}");
}
