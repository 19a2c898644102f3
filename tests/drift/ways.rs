//! The ways in which a change is carried over to another release: `chunk` in three forms, and other programs.

use std::process::{Command, Stdio};

use crate::change::Case;
use crate::forms;
use crate::run::{Chunk, Outcome, Tool as _, in_folder};

/// A way of carrying a change over.
pub struct Way {
    pub name: &'static str,
    /// Whether it must be right.
    pub is_judged: bool,
    patch: fn(&Case<'_>) -> Option<Vec<u8>>,
    /// The command line of another program.
    command: Option<&'static str>,
}

impl Way {
    /// What becomes of a case, with the patch that was made for it.
    pub fn run(&self, case: &Case<'_>) -> Option<(Vec<u8>, Outcome)> {
        let patch = (self.patch)(case)?;
        let ours = case.ours.as_bytes();
        let outcome = match self.command {
            None => Chunk.run(case.path, ours, &patch),
            Some(command) => {
                let inputs = [
                    ("patch", patch.as_slice()),
                    ("base", case.base.as_bytes()),
                    ("theirs", case.theirs.as_bytes()),
                ];
                in_folder(command, case.path, ours, &inputs)
                    .unwrap_or_else(|error| Outcome::Broke(error.to_string()))
            }
        };
        Some((patch, outcome))
    }
}

const OWN: [Way; 3] = [
    Way { name: "chunk symbol", is_judged: true, patch: |case| Some(forms::symbol(case)), command: None },
    Way { name: "chunk scoped", is_judged: true, patch: |case| Some(forms::scoped(case)), command: None },
    Way { name: "chunk diff", is_judged: false, patch: forms::diff, command: None },
];

const OTHERS: [(&str, &str, &str); 3] = [
    ("patch", "GNU patch", "patch -p1 -s -f --no-backup-if-mismatch -i {patch}"),
    ("git", "git apply", "git apply {patch}"),
    ("git", "git merge-file", "git merge-file -q {file} {base} {theirs}"),
];

/// The ways, those of other programs only if they are wanted and installed.
pub fn ways(with_others: bool) -> Vec<Way> {
    let is_installed = |program: &str| {
        let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let others = OTHERS.into_iter().filter(|(program, ..)| with_others && is_installed(program));
    let others = others.map(|(_, name, command)| Way {
        name,
        is_judged: false,
        patch: forms::diff,
        command: Some(command),
    });
    OWN.into_iter().chain(others).collect()
}
