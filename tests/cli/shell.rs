//! What the program does for shells, terminals and hooks.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

const PATCH: &str = "operations:\n  - path: a.py\n    op: replace_text\n    marker: return math.flor(x)\n    payload: return math.floor(x)\n";

fn sample() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    fs::create_dir(folder.path().join("work")).expect("ours");
    fs::write(folder.path().join("work/a.py"), "def f(x):\n    return math.flor(x)\n").expect("ours");
    fs::write(folder.path().join("p.yaml"), PATCH).expect("ours");
    folder
}

fn command(folder: &TempDir, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder.path().join("work")).env("XDG_STATE_HOME", folder.path().join("state"));
    command.env_remove("NO_COLOR").env("TERM", "xterm").stdin(Stdio::null());
    command
}

fn chunk(folder: &TempDir, args: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_chunk"));
    command(folder, program).args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    let folder = sample();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = chunk(&folder, &["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success(), "{shell}");
        for word in ["apply", "check", "convert", "undo", "dry-run"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("a shell");
    let script = chunk(&folder, &["completions", "bash"]).stdout;
    bash.stdin.take().expect("it is piped").write_all(&script).expect("it reads");
    assert!(bash.wait().expect("it ends").success(), "the script is no bash");
    assert_eq!(chunk(&folder, &["completions", "csh"]).status.code(), Some(2));
}

#[test]
fn manual_pages_have_the_options_of_their_command() {
    let folder = sample();
    let page = text(&chunk(&folder, &["man"]).stdout);
    assert!(page.contains(".TH chunk 1") && page.contains("apply"), "{page}");
    let page = text(&chunk(&folder, &["man", "apply"]).stdout);
    assert!(page.contains("verify\\-syntax") && page.contains("Exit status"), "{page}");
    let output = chunk(&folder, &["man", "nothing"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`apply`"));
}

#[test]
fn help_knows_the_topics_of_the_guide() {
    let folder = sample();
    assert_eq!(text(&chunk(&folder, &["help", "format"]).stdout), chunk::guide::page());
    assert!(text(&chunk(&folder, &["help", "replace_text"]).stdout).starts_with("# replace_text\n"));
    assert!(text(&chunk(&folder, &["help", "apply"]).stdout).contains("--dry-run"));
    assert_eq!(chunk(&folder, &["help", "nothing"]).status.code(), Some(2));
}

#[test]
fn a_coloured_dry_run_marks_the_words_that_changed() {
    let folder = sample();
    let output = chunk(&folder, &["diff", "--color", "always", "../p.yaml"]);
    let diff = text(&output.stdout);
    assert!(diff.contains("\x1b[31m-    return math.\x1b[7mflor\x1b[27m(x)\x1b[0m\n"), "{diff:?}");
    assert!(diff.contains("\x1b[32m+    return math.\x1b[7mfloor\x1b[27m(x)\x1b[0m\n"), "{diff:?}");
    for args in [&["diff", "../p.yaml"][..], &["diff", "--color", "never", "../p.yaml"]] {
        assert!(!text(&chunk(&folder, args).stdout).contains('\x1b'), "{args:?}");
    }
    let json = chunk(&folder, &["diff", "--color", "always", "--json", "../p.yaml"]);
    let object: Value = serde_json::from_slice(&json.stdout).expect("an object");
    assert!(!object["diff"].as_str().expect("a diff").contains('\x1b'));
}

/// Runs the program on a terminal, where there is a program that makes one; gives back what it shows.
fn on_terminal(folder: &TempDir, args: &str) -> Option<String> {
    let line = format!("{} {args}", env!("CARGO_BIN_EXE_chunk"));
    let mut script = command(folder, Path::new("script"));
    let output = script.args(["-qec", &line, "/dev/null"]).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_long_run_shows_on_a_terminal_that_it_goes_on() {
    let folder = sample();
    let root = fs::File::open(folder.path().join("work")).expect("it is there");
    root.lock().expect("nobody has it");
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1700));
        drop(root);
    });
    let Some(shown) = on_terminal(&folder, "apply ../p.yaml") else {
        eprintln!("`script` is missing: a terminal is not tried");
        return;
    };
    release.join().expect("it sleeps");
    assert!(shown.contains("applying the patch… 1 s"), "{shown:?}");
    assert!(shown.contains("\r\x1b[KSuccess."), "the line is cleared: {shown:?}");
    // A short one shows nothing of the kind.
    let shown = on_terminal(&folder, "undo --dry-run").expect("it was there");
    assert!(!shown.contains('…') && shown.contains("\x1b[31m-"), "{shown:?}");
}

fn yaml(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    serde_yaml::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is YAML")
}

/// Runs a line of a shell as a hook or an action does, with the program on the path.
fn shell(folder: &TempDir, line: &str, arguments: &[&str]) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_chunk"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let line = format!("{line} {}", arguments.join(" "));
    command(folder, Path::new("bash")).args(["-c", &line]).env("PATH", path).output().expect("a shell")
}

#[test]
fn the_hook_checks_every_patch_that_it_is_given() {
    let folder = sample();
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hook = &hooks[0];
    for field in ["id", "name", "description", "entry", "language", "files"] {
        assert!(hook[field].is_string(), "{field}");
    }
    let entry = hook["entry"].as_str().expect("a command");
    assert!(shell(&folder, entry, &["../p.yaml", "../p.yaml"]).status.success());
    fs::write(folder.path().join("bad.yaml"), PATCH.replace("flor", "ceil")).expect("ours");
    let output = shell(&folder, entry, &["../bad.yaml", "../p.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("marker-not-found"));
    assert!(fs::read_to_string(folder.path().join("work/a.py")).expect("ours").contains("flor"));
}

#[test]
fn the_action_runs_what_it_says() {
    let folder = sample();
    let action = yaml("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_array().expect("a list");
    let last = steps.last().expect("a step");
    let line = last["run"].as_str().expect("a command");
    let run = |command: &str, patch: &str| {
        let set = format!("export COMMAND={command} ROOT=. PATCH_FILE={patch};");
        shell(&folder, &format!("{set} {line}"), &[])
    };
    for (variable, input) in [("COMMAND", "command"), ("ROOT", "root"), ("PATCH_FILE", "patch")] {
        let value = format!("${{{{ inputs.{input} }}}}");
        assert_eq!(last["env"][variable], value.as_str(), "inputs reach the shell as variables only");
        assert!(action["inputs"][input]["description"].is_string());
    }
    let output = run("check", "../p.yaml");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run("apply", "../p.yaml");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run("check", "../none.yaml");
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).starts_with("::error "), "{}", text(&output.stdout));
}
