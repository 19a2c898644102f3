//! What the documents say is so: the commands of the README, the table of codes in docs/errors.md.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::path::Path;
use std::process::Command;

use chunk::diag::Code;

const README: &str = include_str!("../../README.md");
const ERRORS: &str = include_str!("../../docs/errors.md");

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
fn the_patch_on_the_page_is_the_one_that_is_applied() {
    let patch = include_str!("../../fixtures/shop.yaml");
    assert!(README.contains(&format!("```yaml\n{patch}```\n")), "fixtures/shop.yaml is another");
}

#[test]
fn every_code_is_documented_with_its_status() {
    for code in Code::ALL {
        let row = format!("| `{code}` | {} | ", code.exit_status());
        assert!(ERRORS.contains(&row), "docs/errors.md has no row that begins {row}");
    }
    let rows = ERRORS.lines().filter(|line| line.starts_with("| `") && line.contains("` | "));
    let codes = rows.filter(|row| row.split(" | ").nth(1).is_some_and(|status| status.parse::<u8>().is_ok()));
    assert_eq!(codes.count(), Code::ALL.len(), "docs/errors.md documents a code that does not exist");
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
    let pages = crate::support::document::documents(&repository.join("docs"));
    let others =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| repository.join(name));
    for document in pages.iter().chain(&others) {
        let text = fs::read_to_string(document).expect("the document is there");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            if target.contains("://") {
                continue;
            }
            let name = document.display();
            let folder = document.parent().expect("it is in a folder");
            let target = if target.is_empty() { document.clone() } else { folder.join(target) };
            assert!(target.exists(), "{name} links to `{link}`");
            let is_there = heading.is_empty() || anchors(&target).iter().any(|anchor| anchor == heading);
            assert!(is_there, "{name} links to `{link}`, and there is no such heading");
        }
    }
}

/// The anchors that the headings of a document have on a page: in small letters, with hyphens for blanks.
fn anchors(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).expect("the document is there");
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    let keep = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    headings
        .map(|title| {
            title.trim_start_matches('#').trim().to_lowercase().chars().filter(keep).collect::<String>()
        })
        .map(|title| title.replace(' ', "-"))
        .collect()
}
