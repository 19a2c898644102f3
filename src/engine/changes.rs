//! Applies directives that were extracted from a `<FILE_CHANGES>` block earlier.

#[cfg(feature = "disk")]
use std::path::Path;

#[cfg(feature = "disk")]
use super::folder::run_in;
use super::{Options, PatchRun, apply_read, unrecorded};
use crate::diag::Diagnostic;
use crate::ir::{Format, Patch};
use crate::parse::file_changes::{FileChanges, FileDirective};
use crate::report::{Report, RunMode};
use crate::vfs::WriteTree;
use crate::write::Notation;

/// The results of a list of directives.
#[derive(Debug, Clone, PartialEq)]
pub struct ApplyChangesStatus {
    /// The result of each directive, in order.
    pub infos: Vec<ApplyChangesInfo>,
    /// The report of the whole run, in the form that all runs use.
    pub report: Report,
}

/// The result of one directive.
#[derive(Debug, Clone, PartialEq)]
pub struct ApplyChangesInfo {
    /// The name of its tag.
    pub kind: String,
    /// The file that it names, if any; for a move or copy, the original.
    pub file_path: Option<String>,
    /// Whether it was applied.
    pub outcome: DirectiveOutcome,
}

/// Whether a directive was applied.
#[derive(Debug, Clone, PartialEq)]
pub enum DirectiveOutcome {
    /// The directive was applied.
    Applied,
    /// No problem of the directive is known, but another one failed, so nothing was written.
    Withheld,
    /// The directive cannot be applied, so nothing was written.
    Failed(Vec<Diagnostic>),
}

impl ApplyChangesStatus {
    /// Returns whether all directives were applied; otherwise, none was.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.report.is_ok()
    }

    fn of(changes: &FileChanges, report: Report) -> Self {
        let mut failures: Vec<Vec<Diagnostic>> = vec![Vec::new(); changes.directives.len()];
        for error in &report.errors {
            let at = error.operation.as_ref().and_then(|operation| operation.index.checked_sub(1));
            if let Some(own) = at.and_then(|at| failures.get_mut(at)) {
                own.push(error.clone());
            }
        }
        let outcome = |failures: Vec<Diagnostic>| match (failures.is_empty(), report.is_ok()) {
            (false, _) => DirectiveOutcome::Failed(failures),
            (true, true) => DirectiveOutcome::Applied,
            (true, false) => DirectiveOutcome::Withheld,
        };
        let info = |(directive, failures): (&FileDirective, Vec<Diagnostic>)| ApplyChangesInfo {
            kind: directive.kind().to_owned(),
            file_path: directive.file_path().map(str::to_owned),
            outcome: outcome(failures),
        };
        Self { infos: changes.into_iter().zip(failures).map(info).collect(), report }
    }
}

impl ApplyChangesInfo {
    /// Returns whether the directive was applied.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.outcome == DirectiveOutcome::Applied
    }

    /// Returns the reason why it was not applied, in one sentence.
    #[must_use]
    pub fn error_msg(&self) -> Option<&str> {
        match &self.outcome {
            DirectiveOutcome::Applied => None,
            DirectiveOutcome::Withheld => Some("nothing was written, since the whole was refused"),
            DirectiveOutcome::Failed(problems) => problems.first().map(|problem| problem.message.as_str()),
        }
    }
}

/// Applies directives to a tree, either all of them or none, and returns the result of each.
///
/// The line numbers of problems are relative to the content of the directive.
///
/// ```
/// use chunk::engine::{Options, apply_file_changes};
/// use chunk::parse::file_changes::{Remainder, extract_file_changes};
/// use chunk::vfs::MemoryTree;
///
/// let reply = "\
/// <FILE_CHANGES>
/// <FILE_NEW file_path=\"new.txt\">one</FILE_NEW>
/// <FILE_DELETE file_path=\"old.txt\" />
/// </FILE_CHANGES>";
/// let (changes, _) = extract_file_changes(reply, Remainder::Drop).unwrap();
///
/// let mut tree = MemoryTree::new();
/// let status = apply_file_changes(&changes, &Options::default(), &mut tree);
/// let errors: Vec<_> = status.infos.iter().map(|info| info.error_msg()).collect();
/// assert_eq!(errors, [Some("nothing was written, since the whole was refused"), Some("`old.txt` does not exist")]);
/// assert!(tree.files().is_empty());
///
/// let mut tree = MemoryTree::new().with_file("old.txt", "two\n");
/// assert!(apply_file_changes(&changes, &Options::default(), &mut tree).is_ok());
/// assert_eq!(tree.files()["new.txt"], b"one\n");
/// ```
#[must_use]
pub fn apply_file_changes(
    changes: &FileChanges,
    options: &Options<'_>,
    tree: &mut dyn WriteTree,
) -> ApplyChangesStatus {
    let report = match to_patch(changes) {
        Ok(patch) => apply_read(run_of(&patch, options), tree, &mut unrecorded(options)),
        Err(report) => report,
    };
    ApplyChangesStatus::of(changes, report)
}

/// Applies directives to the folder `root`, either all of them or none, and returns the result of each. The line
/// numbers of problems are relative to the content of the directive.
#[cfg(feature = "disk")]
#[must_use]
pub fn apply_file_changes_in(
    root: &Path,
    changes: &FileChanges,
    options: &Options<'_>,
) -> ApplyChangesStatus {
    let report = match to_patch(changes) {
        Ok(patch) => run_in(root, run_of(&patch, options), RunMode::Real),
        Err(report) => report,
    };
    ApplyChangesStatus::of(changes, report)
}

const fn run_of<'r>(patch: &'r Patch, options: &'r Options<'r>) -> PatchRun<'r> {
    PatchRun::new(patch, Notation::FileChanges, options)
}

fn to_patch(changes: &FileChanges) -> Result<Patch, Report> {
    changes.to_patch().map_err(|errors| Report {
        format: Some(Format::FileChanges),
        operation_count: changes.directives.len(),
        ..Report::failed(RunMode::Real, errors)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use crate::parse::file_changes::{Remainder, extract_file_changes};
    use crate::vfs::MemoryTree;

    /// Returns a tree of two files.
    fn tree() -> MemoryTree {
        MemoryTree::new().with_file("a.txt", "one\ntwo\n").with_file("b.txt", "three\r\n")
    }

    /// Applies the directives of a body; checks the outcome of each, and that the envelope as a patch has the same
    /// effect.
    #[track_caller]
    fn check(body: &str, expected: &[&str]) -> MemoryTree {
        let envelope = format!("<FILE_CHANGES>\n{body}</FILE_CHANGES>\n");
        let (changes, _) = extract_file_changes(&envelope, Remainder::Drop).expect("all tags are closed");
        let mut changed = tree();
        let status = apply_file_changes(&changes, &Options::default(), &mut changed);
        let told: Vec<String> = status.infos.iter().map(describe).collect();
        assert_eq!(told, expected);
        let mut other = tree();
        let report = engine::apply(envelope.as_bytes(), &Options::default(), &mut other);
        assert_eq!(changed.files(), other.files());
        assert_eq!(messages(&status.report), messages(&report));
        assert_eq!(status.report.exit_status(), report.exit_status());
        changed
    }

    fn describe(info: &ApplyChangesInfo) -> String {
        let path = info.file_path.as_deref().unwrap_or("-");
        format!("{} {path}: {}", info.kind, info.error_msg().unwrap_or("done"))
    }

    fn messages(report: &Report) -> Vec<&str> {
        report.errors.iter().map(|error| error.message.as_str()).collect()
    }

    #[test]
    fn each_directive_has_its_own_outcome() {
        let body = "<FILE_PATCH file_path=\"a.txt\">\n@@\n-one\n+1\n</FILE_PATCH>\n\
            <FILE_APPEND file_path=\"b.txt\">\nfour\n</FILE_APPEND>\n\
            <FILE_COPY from_path=\"a.txt\" to_path=\"c.txt\" />\n\
            <FILE_RENAME from_path=\"b.txt\" to_path=\"d.txt\" />\n";
        let done = ["FILE_PATCH a.txt: done", "FILE_APPEND b.txt: done"];
        let tree = check(body, &[done[0], done[1], "FILE_COPY a.txt: done", "FILE_RENAME b.txt: done"]);
        assert_eq!(tree.files()["c.txt"], b"1\ntwo\n");
        assert_eq!(tree.files()["d.txt"], b"three\r\nfour\r\n");
    }

    #[test]
    fn one_failure_withholds_the_others() {
        let withheld = "nothing was written, since the whole was refused";
        let body = "<FILE_NEW file_path=\"n\">x</FILE_NEW>\n\
            <FILE_DELETE file_path=\"gone\" />\n\
            <FILE_PATCH file_path=\"a.txt\">\n@@\n-zero\n+0\n@@\n-zwo\n+2\n</FILE_PATCH>\n";
        let tree = check(
            body,
            &[
                &format!("FILE_NEW n: {withheld}"),
                "FILE_DELETE gone: `gone` does not exist",
                "FILE_PATCH a.txt: the old lines of hunk 1 are not in `a.txt`",
            ],
        );
        assert_eq!(tree, super::tests::tree());
    }

    #[test]
    fn what_cannot_be_read_fails_and_withholds_the_others() {
        let withheld = "nothing was written, since the whole was refused";
        check(
            "<FILE_DELETE file_path=\"a.txt\" />\n<FILE_MOVE file_path=\"b.txt\" />\n<WRITE />\n\
             <FILE_DELETE file_path=\"../x\" />\n",
            &[
                &format!("FILE_DELETE a.txt: {withheld}"),
                "FILE_MOVE b.txt: unknown directive `<FILE_MOVE>`",
                "WRITE -: unknown directive `<WRITE>`",
                "FILE_DELETE ../x: FILE_DELETE may not touch `../x`: the path has a `..`",
            ],
        );
    }

    #[test]
    fn line_ends_of_a_content_are_those_of_the_file() {
        let tree = check("<FILE_NEW file_path=\"n\">\na\r\nb\r\n</FILE_NEW>\n", &["FILE_NEW n: done"]);
        assert_eq!(tree.files()["n"], b"a\r\nb\r\n");
        let tree = check(
            "<FILE_PATCH file_path=\"a.txt\">\r\n@@\r\n-one\r\n+1\r\n</FILE_PATCH>\r\n",
            &["FILE_PATCH a.txt: done"],
        );
        assert_eq!(tree.files()["a.txt"], b"1\ntwo\n");
    }

    #[test]
    fn nothing_is_nothing_to_do() {
        let mut changed = tree();
        let status = apply_file_changes(&FileChanges::default(), &Options::default(), &mut changed);
        assert!(status.is_ok() && status.infos.is_empty());
        assert_eq!(changed, tree());
    }

    #[test]
    fn a_folder_is_changed_under_its_lock() {
        let root = tempfile::tempdir().expect("a folder");
        let (changes, _) = extract_file_changes(
            "<FILE_CHANGES><FILE_NEW file_path=\"a/b\">x</FILE_NEW></FILE_CHANGES>",
            Remainder::Drop,
        )
        .expect("all tags are closed");
        let status = apply_file_changes_in(root.path(), &changes, &Options::default());
        assert!(status.is_ok(), "{:?}", status.report.errors);
        assert_eq!(std::fs::read(root.path().join("a/b")).expect("it was written"), b"x\n");
        let status = apply_file_changes_in(&root.path().join("none"), &changes, &Options::default());
        assert_eq!(status.infos[0].outcome, DirectiveOutcome::Withheld);
        assert_eq!(status.report.exit_status(), 3);
    }
}
