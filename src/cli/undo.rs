//! `chunk undo`: reverses a run, or lists the runs that can be reversed.

use chunk::engine::{self, DiffDetail, Options, RecordInfo};
use chunk::report::diff::coloured;
use chunk::report::human::{self, Colour};
use chunk::report::{Report, Reversed, RunMode, json};
use serde_json::json;

use super::args::{ColourArg, UndoArgs};
use super::usage::NO_PATCH;
use super::{output, signals, usage};

/// The maximum number of paths of a run that the list shows.
const MAX_SHOWN_PATHS: usize = 4;

/// Runs the command and returns the exit status.
pub(crate) fn run(args: &UndoArgs) -> u8 {
    let state = engine::state_folder();
    let options = Options { undo: state.as_deref(), ..Options::default() };
    if args.list { list(args, &options) } else { undo(args, options) }
}

fn undo(args: &UndoArgs, mut options: Options<'_>) -> u8 {
    let mode = if args.dry_run { RunMode::DryRun } else { RunMode::Real };
    options.detail = match (mode, args.json) {
        (RunMode::DryRun, _) => DiffDetail::Diff,
        (RunMode::Real, true) => DiffDetail::Counts,
        (RunMode::Real, false) => DiffDetail::Names,
    };
    if mode == RunMode::Real {
        options.commit.stop = Some(signals::flag());
    }
    let report = engine::undo_in(&args.root, args.id.as_deref(), mode, &options);
    print_report(&report, args.json, args.color);
    report.exit_status()
}

fn print_report(report: &Report, json: bool, color: ColourArg) {
    if json {
        return output::out(json::object(report, NO_PATCH));
    }
    let problems = report.warnings.iter().chain(&report.errors);
    problems.for_each(|problem| output::err(&human::diagnostic(problem, NO_PATCH, output::colour(color))));
    if report.is_ok() && report.mode == RunMode::Real {
        output::out(human::success(report, human::Verbosity::Files));
        report.reversed.iter().for_each(|reversed| output::out(what_was_undone(reversed)));
    }
    let diff = report.diff.as_deref().unwrap_or_default();
    match output::colour_of_output(color) {
        Colour::On => output::out(coloured(diff)),
        Colour::Off => output::out(diff),
    }
    if report.is_ok() && report.mode == RunMode::DryRun {
        output::err(&human::dry_run(report));
    }
}

/// Returns a line on which run was reversed, and how many earlier runs can still be reversed.
fn what_was_undone(reversed: &Reversed) -> String {
    let left = match reversed.left {
        0 => "no earlier run can be undone".to_owned(),
        1 => "1 earlier run can be undone".to_owned(),
        left => format!("{left} earlier runs can be undone"),
    };
    format!("Undid run {} of {}; {left}.\n", reversed.id, time(reversed.id.milliseconds()))
}

fn list(args: &UndoArgs, options: &Options<'_>) -> u8 {
    match engine::records_in(&args.root, options) {
        Ok(records) => {
            output::out(if args.json { object(&records) } else { records.iter().map(line).collect() });
            0
        }
        Err(error) => usage::failed(vec![error], args.json),
    }
}

/// Returns the line of a record: its name, its time, whether it is a reversal or was reversed, and what it changed.
fn line(record: &RecordInfo) -> String {
    let name = record.name;
    let what = name.undoes.map_or(String::new(), |undoes| format!("  undid {undoes}"));
    let fate = if record.is_in_force { "" } else { "  (undone)" };
    let files = match &record.files {
        None => "  (damaged)".to_owned(),
        Some(files) => {
            let shown: Vec<String> =
                files.iter().take(MAX_SHOWN_PATHS).map(|(letter, path)| format!("{letter} {path}")).collect();
            let more = files.len().saturating_sub(MAX_SHOWN_PATHS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("  {}{more}", shown.join(", "))
        }
    };
    format!("{}  {}{what}{fate}{files}\n", name.id, time(name.id.milliseconds()))
}

fn object(records: &[RecordInfo]) -> String {
    let record = |record: &RecordInfo| {
        let file = |(letter, path): &(char, String)| json!({"status": letter, "path": path});
        json!({
            "id": record.name.id.to_string(),
            "time": time(record.name.id.milliseconds()),
            "undoes": record.name.undoes.map(|id| id.to_string()),
            "undone": !record.is_in_force,
            "files": record.files.as_ref().map(|files| files.iter().map(file).collect::<Vec<_>>()),
        })
    };
    let records: Vec<_> = records.iter().map(record).collect();
    format!("{}\n", json!({"version": 1, "ok": true, "exit": 0, "records": records}))
}

/// Formats a time in milliseconds since 1970 as `2026-11-22T03:04:05Z`.
fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from March 1 of the year 0, so that a leap day is the last day of a year.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) =
        if month < 10 { (year + era * 400, month + 3) } else { (year + era * 400 + 1, month - 9) };
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(time(seconds * 1000), expected);
        }
    }
}
