//! What the documents say is so: the commands of the README, the table of codes in FORMAT.md.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::path::Path;
use std::process::Command;

use chunk::diag::Code;

const README: &str = include_str!("../../README.md");
const FORMAT: &str = include_str!("../../FORMAT.md");

#[test]
fn the_first_command_of_the_readme_prints_what_it_says() {
    let block = README.split("```console\n$ ").nth(1).expect("a first command");
    let block = block.split("```").next().expect("text before the fence");
    let (command, expected) = block.split_once('\n').expect("a command, then what it prints");
    let folder = tempfile::tempdir().expect("there is room");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(repository.join("fixtures"), folder.path().join("fixtures")).expect("ours");
    let program = format!("'{}'", env!("CARGO_BIN_EXE_chunk"));
    let command = command.replace("cargo run --quiet --", &program);
    assert!(command.contains(&program), "the program is run by cargo");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder.path())
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn every_code_is_documented_with_its_status() {
    for code in Code::ALL {
        let row = format!("| `{code}` | {} | ", code.exit_status());
        assert!(FORMAT.contains(&row), "FORMAT.md has no row that begins {row}");
    }
    let rows = FORMAT.lines().filter(|line| line.starts_with("| `") && line.contains("` | "));
    let codes = rows.filter(|row| row.split(" | ").nth(1).is_some_and(|status| status.parse::<u8>().is_ok()));
    assert_eq!(codes.count(), Code::ALL.len(), "FORMAT.md documents a code that does not exist");
}

#[test]
fn the_patch_of_the_guide_applies() {
    use chunk::engine::{Options, apply};
    let page = chunk::guide::page();
    let patch = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a patch");
    let before = "LIMIT = 9\n\n\nclass Basket:\n    def total(self):\n        total = 0\n        # All of them.\n        for item in self.items:\n            total += item.price\n        return min(total, LIMIT)\n\n    def size(self):\n        return 0\n";
    let after = "import math\n\nMAX_ITEMS = 9\n\n\nclass Basket:\n    def total(self):\n        total = self.base\n        # All of them.\n        for item in self.items:\n            total += item.price\n        return min(total, MAX_ITEMS)\n\n    def clear(self):\n        self.items = []\n\n    def size(self):\n        return sum(item.count for item in self.items)\n";
    let mut tree = chunk::vfs::MemoryTree::new().with_file("src/shop.py", before);
    let report = apply(patch.as_bytes(), &Options::default(), &mut tree);
    assert!(report.is_ok(), "{:?}", report.errors);
    assert_eq!(String::from_utf8_lossy(&tree.files()["src/shop.py"]), after);
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in ["README.md", "FORMAT.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(repository.join(document)).expect("the document is there");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let inside = !target.is_empty() && !target.contains("://");
            assert!(!inside || repository.join(target).exists(), "{document} links to `{link}`");
        }
    }
}
