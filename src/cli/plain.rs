//! Parses the plain forms of `chunk apply`, without describing every option to the parser first.
//!
//! Describing and matching the options of `chunk apply` takes a sixth of the instructions of a small patch, and more of
//! the memory pages that it touches.
//!
//! Invariant: the result is the same as that of the parser; all other forms are left to the parser.

use std::ffi::OsString;
use std::path::PathBuf;

use super::args::{ApplyArgs, ColourArg, FormatArg, FuzzArg, MessageFormat, PatchArgs};

/// Returns the arguments of `chunk apply`, if they are a patch and the options below, each at most once; `None`
/// otherwise.
pub(super) fn apply(arguments: &[OsString]) -> Option<ApplyArgs> {
    let [_, command, rest @ ..] = arguments else { return None };
    if command != "apply" {
        return None;
    }
    let mut args = usual();
    let mut root = None;
    let mut rest = rest.iter();
    while let Some(argument) = rest.next() {
        match argument.to_str()? {
            "--json" => once(&mut args.patch.json)?,
            "--no-undo" => once(&mut args.no_undo)?,
            "--dry-run" => once(&mut args.dry_run)?,
            "-q" | "--quiet" => once(&mut args.quiet)?,
            "--root" if root.is_none() => root = Some(value(rest.next()?)?),
            _ if args.patch.patch.is_none() => args.patch.patch = Some(value(argument)?),
            _ => return None,
        }
    }
    args.patch.root = root.unwrap_or(args.patch.root);
    Some(args)
}

/// Sets a switch; returns `None` if it is already set.
fn once(switch: &mut bool) -> Option<()> {
    (!std::mem::replace(switch, true)).then_some(())
}

/// Returns a path that cannot be mistaken for an option.
fn value(argument: &OsString) -> Option<PathBuf> {
    let text = argument.to_str()?;
    let is_plain = text == "-" || !text.is_empty() && !text.starts_with('-');
    is_plain.then(|| PathBuf::from(argument))
}

/// Returns the arguments of `chunk apply` without options.
fn usual() -> ApplyArgs {
    ApplyArgs {
        patch: PatchArgs {
            patch: None,
            root: PathBuf::from("."),
            format: FormatArg::Auto,
            strip: None,
            reverse: false,
            fuzz: FuzzArg::Default,
            repeat: false,
            json: false,
            message_format: MessageFormat::Human,
            answer_limit: 2000,
            macros: Vec::new(),
            color: ColourArg::Auto,
            verify_syntax: None,
        },
        dry_run: false,
        check: false,
        diff: false,
        no_undo: false,
        sync: false,
        quiet: false,
        verbose: false,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::args::{Command, CommandLine};
    use crate::cli::lazy::Lazy;

    /// Compares with the parser; returns whether the arguments were parsed here.
    #[track_caller]
    fn check(line: &[&str]) -> bool {
        let arguments: Vec<OsString> =
            ["chunk", "apply"].iter().chain(line).map(|word| OsString::from(*word)).collect();
        let Some(read) = apply(&arguments) else { return false };
        match CommandLine::try_parse_from(&arguments).map(|line| line.command) {
            Ok(Command::Apply(Lazy(parsed))) => assert_eq!(format!("{read:?}"), format!("{parsed:?}")),
            other => panic!("{line:?}: {other:?}"),
        }
        true
    }

    #[test]
    fn the_parser_reads_the_same() {
        let words =
            ["--json", "-q", "--quiet", "--no-undo", "--dry-run", "--root", "-", "a.patch", "--", "", "-v"];
        assert!(check(&[]));
        assert!(check(&["--root", "folder", "a.patch", "--json"]));
        let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
        for _ in 0..3 {
            let longer = |line: &Vec<&'static str>| {
                words.iter().map(|word| [&line[..], &[*word]].concat()).collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(longer).collect();
            for line in &lines {
                check(line);
            }
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_parser() {
        for line in [
            &["--help"][..],
            &["--root=a"],
            &["a", "b"],
            &["-qv"],
            &["--root", "--json"],
            &["--json", "--json"],
            &[""],
        ] {
            assert!(!check(line), "{line:?}");
        }
    }
}
