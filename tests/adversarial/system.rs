//! Surroundings that were made to hurt: descriptors, pipes, limits, files that cannot be read or written.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::support::Desk;

const PATCH: &str = "operations:\n- {path: a.txt, op: replace_text, marker: one, payload: two}\n";

fn desk() -> Desk {
    let desk = Desk::with(&[("a.txt", b"one\n")]);
    fs::write(desk.beside("p"), PATCH).expect("ours");
    desk
}

fn text(desk: &Desk) -> String {
    fs::read_to_string(desk.root().join("a.txt")).expect("it is there")
}

#[test]
fn descriptors_that_are_closed() {
    for closed in ["0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"] {
        for args in [&["apply", "../p"][..], &["apply", "--json", "../p"], &["apply", "-v", "--diff", "../p"]]
        {
            let desk = desk();
            let ended = desk.run_in_shell(&format!(r#"exec "$0" "$@" {closed}"#), args);
            assert_eq!((ended.status, text(&desk).as_str()), (0, "two\n"), "{closed} {args:?}");
            assert_eq!(desk.run(&["undo"]).status, 0, "{closed} {args:?}");
            assert_eq!(text(&desk), "one\n", "{closed} {args:?}");
        }
        let refused = desk();
        fs::write(refused.beside("p"), PATCH.replace("one", "three")).expect("ours");
        let ended = refused.run_in_shell(&format!(r#"exec "$0" "$@" {closed}"#), &["apply", "../p"]);
        assert_eq!(ended.status, 1, "{closed}");
    }
}

#[test]
fn a_reader_that_has_gone() {
    for args in [&["apply", "../p"][..], &["apply", "--json", "--diff", "../p"], &["symbols", "b.py"]] {
        let desk = desk();
        fs::write(desk.root().join("b.py"), "def f(): pass\n".repeat(20_000)).expect("ours");
        // The status of the program, not that of the last command of the pipe.
        let line = r#"{ "$0" "$@"; echo $? >../status; } | true"#;
        desk.run_in_shell(line, args);
        let status = fs::read_to_string(desk.beside("status")).expect("the shell wrote it");
        assert_eq!(status.trim(), "0", "{args:?}");
    }
}

#[test]
fn a_disk_that_is_full() {
    // The limit on the size of files stands for the disk: new files are larger, the old one is not.
    let desk = desk();
    let large = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** Add File: b\n".to_owned()
        + &"+a line of twenty chars\n".repeat(2_000)
        + "*** End Patch\n";
    fs::write(desk.beside("p"), large).expect("ours");
    let ended = desk.run_in_shell(r#"ulimit -f 16; exec "$0" "$@""#, &["apply", "../p"]);
    assert_eq!((ended.status, text(&desk).as_str()), (3, "one\n"));
    // Only the record does not fit: the change is made, with a warning.
    let delete = "operations:\n- {path: b, op: delete_file}\n";
    fs::write(desk.beside("p"), delete).expect("ours");
    fs::write(desk.root().join("b"), "x".repeat(100_000)).expect("ours");
    let ended = desk.run_in_shell(r#"ulimit -f 16; exec "$0" "$@""#, &["apply", "../p"]);
    assert!(ended.stderr.starts_with("warning[io]: this run cannot be undone: "), "{}", ended.stderr);
    assert_eq!((ended.status, desk.root().join("b").exists()), (0, false));
}

#[test]
fn a_file_system_that_is_full() {
    let desk = desk();
    let mount = desk.root().join("small");
    fs::create_dir(&mount).expect("ours");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&mount).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("not tested: nothing can be mounted here");
        return;
    }
    let body = "+a line of twenty chars\n".repeat(10_000);
    let patch = format!(
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** Add File: small/b\n{body}*** End Patch\n"
    );
    let result = std::panic::catch_unwind(|| {
        assert_eq!(desk.patch(&["apply"], patch).status, 3);
        assert_eq!((text(&desk).as_str(), fs::read_dir(&mount).expect("ours").count()), ("one\n", 0));
    });
    assert!(Command::new("umount").arg(&mount).status().expect("umount is there").success());
    result.expect("the checks hold");
}

#[test]
fn files_and_folders_that_must_not_be_written() {
    let desk = desk();
    let file = desk.root().join("a.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("ours");
    assert_eq!(desk.run(&["apply", "../p"]).status, 3);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("ours");
    fs::set_permissions(desk.root(), fs::Permissions::from_mode(0o555)).expect("ours");
    if fs::write(desk.root().join("probe"), "").is_ok() {
        eprintln!("not tested for a folder: root can write everywhere");
        fs::remove_file(desk.root().join("probe")).expect("ours");
    } else {
        assert_eq!(desk.run(&["apply", "../p"]).status, 3);
    }
    fs::set_permissions(desk.root(), fs::Permissions::from_mode(0o755)).expect("ours");
    let change = |flag: &str| Command::new("chattr").arg(flag).arg(&file).output();
    if !change("+i").is_ok_and(|output| output.status.success()) {
        eprintln!("not tested for a file that cannot be changed: no right to make one");
        return;
    }
    let result = std::panic::catch_unwind(|| assert_eq!(desk.run(&["apply", "../p"]).status, 3));
    assert!(change("-i").expect("it was there before").status.success());
    result.expect("the check holds");
}

#[test]
fn patches_that_are_no_files() {
    let desk = desk();
    let fifo = |path: &std::path::Path| {
        mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o644), 0).expect("a pipe");
    };
    fifo(&desk.beside("fifo"));
    assert_eq!(desk.run(&["apply", "."]).status, 3);
    assert_eq!(desk.run(&["apply", "../none"]).status, 3);
    assert_eq!(desk.run(&["apply", "/dev/null"]).status, 2);
    // Without end: the program must not wait for it, nor read it all into memory.
    assert_eq!(desk.run(&["apply", "/dev/zero"]).status, 2);
    assert_eq!(desk.run_in_shell(r#"exec "$0" "$@" </dev/zero"#, &["apply"]).status, 2);
    assert!(matches!(desk.run(&["symbols", "/dev/zero"]).status, 1..=3));
    // A pipe is a patch like any other.
    let line = r#"cat ../p >../fifo & exec "$0" "$@""#;
    assert_eq!(desk.run_in_shell(line, &["apply", "../fifo"]).status, 0);
    assert_eq!(text(&desk), "two\n");
}

#[test]
fn targets_that_are_no_files() {
    let desk = desk();
    let root = desk.root();
    mknodat(CWD, root.join("fifo"), FileType::Fifo, Mode::from_raw_mode(0o644), 0).expect("a pipe");
    let zero = rustix::fs::makedev(1, 5);
    let device = mknodat(CWD, root.join("zero"), FileType::CharacterDevice, Mode::from_raw_mode(0o666), zero);
    if device.is_err() {
        eprintln!("not tested for a device: only root can make one");
    }
    fs::create_dir(root.join("folder")).expect("ours");
    for name in ["fifo", "zero", "folder"] {
        for operation in ["op: delete_file", "op: create_file, payload: x", "op: append_text, payload: x"] {
            let patch = format!("operations:\n- {{path: {name}, {operation}}}\n");
            if name != "zero" || device.is_ok() {
                assert_eq!(desk.patch(&["apply"], patch).status, 1, "{name} {operation}");
            }
        }
    }
}
