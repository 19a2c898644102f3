//! The tools that change files, or show what would change.

use std::collections::BTreeMap;
use std::path::Path;

use chunk::diag::{Diagnostic, PatchPlace};
use chunk::engine::{self, DiffDetail, ExpectedFile, Options, SyntaxCheck};
use chunk::ir::{
    Action, Destination, Existing, Folders, Format, IfAlreadyMade, Operation, Origin, Patch, PatchPath,
    PathStyle, Payload,
};
use chunk::parse::ReadOptions;
use chunk::report::RunMode;
use chunk::report::human::PatchText;

use super::answer::Answer;
use super::arguments::{
    PatchArguments, RemoveArguments, RenameArguments, UndoArguments, WriteArguments, expected, format, path,
};
use super::context::Context;

/// The patch text for tools that are not called with a patch.
const NO_PATCH: PatchText<'static> = PatchText { name: "<none>", bytes: b"" };

/// The maximum number of runs that `undo` lists.
const MAX_LISTED_RUNS: usize = 20;

/// Answers `apply_patch`, and `check_patch`, which never writes.
pub(super) fn patch(context: &Context, args: PatchArguments, mode: RunMode) -> Result<Answer, Diagnostic> {
    let mode = if args.dry_run == Some(true) { RunMode::DryRun } else { mode };
    let expected = all_expected(context, args.expect.unwrap_or_default())?;
    let seen = context.seen.files();
    let options = Options {
        reading: ReadOptions { format: format(args.format.as_deref())?, ..ReadOptions::default() },
        syntax: args.verify_syntax.map_or(SyntaxCheck::Warn, |word| word.check()),
        detail: DiffDetail::Counts,
        expected: &expected,
        seen: &seen,
        undo: context.state.as_deref(),
        ..Options::default()
    };
    let bytes = args.patch.as_bytes();
    let report = match mode {
        RunMode::DryRun => engine::preview_in(&context.root, bytes, &options),
        RunMode::Real => context.interrupts.guard(|stop| {
            let mut options = options;
            options.commit.stop = Some(stop);
            engine::apply_in(&context.root, bytes, &options)
        }),
    };
    Ok(Answer::of_report(report, PatchText { name: "<patch>", bytes }))
}

fn all_expected(
    context: &Context,
    hashes: BTreeMap<String, String>,
) -> Result<Vec<ExpectedFile>, Diagnostic> {
    hashes.iter().map(|(path, hash)| expected(path, hash, &context.seen)).collect()
}

/// Answers `write_file`.
pub(super) fn write(context: &Context, args: WriteArguments) -> Result<Answer, Diagnostic> {
    let action =
        Action::Create { payload: content(&args.content), existing: Existing::Overwrite, mode: None };
    carry_out(context, "write_file", &args.path, args.expect.as_deref(), action)
}

/// Answers `rename_file`.
pub(super) fn rename(context: &Context, args: RenameArguments) -> Result<Answer, Diagnostic> {
    let to = Destination::Move(path(&args.to)?);
    let action = Action::Update { hunks: Vec::new(), to, mode: None, base: None };
    carry_out(context, "rename_file", &args.from, args.expect.as_deref(), action)
}

/// Answers `remove_file`.
pub(super) fn remove(context: &Context, args: RemoveArguments) -> Result<Answer, Diagnostic> {
    let action = Action::Delete { folders: Folders::Refuse, hunks: Vec::new() };
    carry_out(context, "remove_file", &args.path, args.expect.as_deref(), action)
}

/// Applies one operation on a whole file.
fn carry_out(
    context: &Context,
    name: &str,
    written: &str,
    hash: Option<&str>,
    action: Action,
) -> Result<Answer, Diagnostic> {
    let path = path(written)?;
    let expected: Vec<ExpectedFile> =
        hash.map(|hash| expected(written, hash, &context.seen)).transpose()?.into_iter().collect();
    let options = Options {
        syntax: SyntaxCheck::Warn,
        detail: DiffDetail::Counts,
        expected: &expected,
        undo: context.state.as_deref(),
        ..Options::default()
    };
    let report = context.interrupts.guard(|stop| {
        let mut options = options;
        options.commit.stop = Some(stop);
        engine::apply_read_in(&context.root, &single(name, path, action), &options, RunMode::Real)
    });
    Ok(Answer::of_report(report, NO_PATCH))
}

/// Returns a patch of one operation.
fn single(name: &str, path: PatchPath, action: Action) -> Patch {
    let origin = Origin { index: 1, name: name.to_owned(), place: PatchPlace::default(), fields: Vec::new() };
    let operation = Operation {
        origin,
        path,
        path_style: PathStyle::Exact,
        if_already_made: IfAlreadyMade::default(),
        action,
    };
    Patch::of(Format::Chunk, vec![operation])
}

/// Returns the content of a file as a payload, with its line endings as sent, including whether it ends in one.
fn content(text: &str) -> Payload {
    let (mut lines, mut crlf) = (Vec::new(), Vec::new());
    for line in text.split_inclusive('\n') {
        let (text, is_crlf) = match (line.strip_suffix("\r\n"), line.strip_suffix('\n')) {
            (Some(text), _) => (text, true),
            (None, Some(text)) => (text, false),
            (None, None) => (line, false),
        };
        lines.push(text.to_owned());
        crlf.push(is_crlf);
    }
    if !crlf.contains(&true) {
        crlf = Vec::new();
    }
    let no_final_newline = !text.is_empty() && !text.ends_with('\n');
    Payload { lines, no_final_newline, crlf, ..Payload::default() }
}

/// Answers `undo`.
pub(super) fn undo(context: &Context, args: &UndoArguments) -> Result<Answer, Diagnostic> {
    let options =
        Options { detail: DiffDetail::Counts, undo: context.state.as_deref(), ..Options::default() };
    if args.list == Some(true) {
        return list(&context.root, &options);
    }
    let report = context.interrupts.guard(|stop| {
        let mut options = options;
        options.commit.stop = Some(stop);
        engine::undo_in(&context.root, args.id.as_deref(), RunMode::Real, &options)
    });
    let reversed = report.reversed;
    let answer = Answer::of_report(report, NO_PATCH);
    Ok(match reversed {
        Some(reversed) => answer.with_line(&format!(
            "Undid run {}; earlier runs that can be undone: {}.\n",
            reversed.id, reversed.left
        )),
        None => answer,
    })
}

fn list(root: &Path, options: &Options<'_>) -> Result<Answer, Diagnostic> {
    let records = engine::records_in(root, options)?;
    let mut text = String::new();
    let mut runs = Vec::new();
    for record in records.iter().take(MAX_LISTED_RUNS) {
        let files: Vec<String> =
            record.files.iter().flatten().map(|(letter, path)| format!("{letter} {path}")).collect();
        let fate = if record.is_in_force { "" } else { " (undone)" };
        let name = record.name;
        let what = name.undoes.map_or(String::new(), |undoes| format!(" undid {undoes}:"));
        text.push_str(&format!("{}{fate}{what} {}\n", name.id, files.join(", ")));
        runs.push(
            serde_json::json!({"id": name.id.to_string(), "undone": !record.is_in_force, "files": files}),
        );
    }
    if text.is_empty() {
        text.push_str("No run on this root left a record.\n");
    }
    Ok(Answer::of(text, serde_json::json!({ "runs": runs })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_content(text: &str, lines: &[&str], crlf: &[bool], no_final_newline: bool) {
        let payload = content(text);
        assert_eq!(payload.lines, lines);
        assert_eq!((payload.crlf.as_slice(), payload.no_final_newline), (crlf, no_final_newline));
    }

    #[test]
    fn content_is_kept_as_it_was_sent() {
        check_content("", &[], &[], false);
        check_content("\n", &[""], &[], false);
        check_content("a\nb\n", &["a", "b"], &[], false);
        check_content("a\nb", &["a", "b"], &[], true);
        check_content("a\r\nb\n", &["a", "b"], &[true, false], false);
        check_content("a\r", &["a\r"], &[], true);
        check_content("a\r\nb\r\n", &["a", "b"], &[true, true], false);
    }
}
