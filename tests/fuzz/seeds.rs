//! The inputs that fuzzing begins with, made out of the cases of `tests/cases`.

use std::collections::BTreeSet;
use std::path::Path;

use chunk::ir::{Action, Format, Locator, Marker, Operation, Patch};
use chunk::parse::{ReadOptions, format_of, parse_some};

use crate::bodies::CUT;
use crate::support::case::{Case, Folder, find};
use crate::support::document;
use crate::support::snapshot::Entry;

/// Every case that can be read.
pub(crate) fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    find(&root).iter().map(Folder::load).collect()
}

/// The seeds of a target.
pub(crate) fn seeds(target: &str, cases: &[Case]) -> BTreeSet<Vec<u8>> {
    let of_format =
        |format| cases.iter().filter(move |case| format_of(&case.patch) == Some(format)).map(patch);
    match target {
        "chunk_yaml" => of_format(Format::Chunk).collect(),
        "unified" => of_format(Format::Unified).collect(),
        "apply_patch" => of_format(Format::ApplyPatch).collect(),
        "file_changes" => of_format(Format::FileChanges).collect(),
        "search_replace" | "json_edits" => written(target),
        "detect" => cases.iter().map(patch).collect(),
        "match_lines" => cases.iter().flat_map(searches).collect(),
        "symbols_py" => sources(cases, &["py", "pyi"]),
        "symbols_cpp" => sources(cases, &["h", "hpp", "cpp", "cc"]),
        "symbols_rs" => sources(cases, &["rs"]),
        "path_check" => paths(cases),
        "apply_tree" => cases.iter().map(whole).collect(),
        "journal_replay" => crate::bodies::journal_seeds(),
        _ => panic!("there is no target {target}"),
    }
}

/// The patches of the documents in a folder of cases.
fn written(folder: &str) -> BTreeSet<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    document::find(&root).into_iter().map(|(_, case)| case.patch).collect()
}

fn patch(case: &Case) -> Vec<u8> {
    case.patch.clone()
}

/// The patch and the tree of a case.
fn whole(case: &Case) -> Vec<u8> {
    let mut input = case.patch.clone();
    for (path, entry) in &case.input.0 {
        input.push(CUT);
        input.extend(path.bytes());
        match entry {
            Entry::Folder => input.push(b'/'),
            Entry::Link(target) => input.extend(format!(" -> {target}").bytes()),
            Entry::File { bytes, .. } => {
                input.push(b'\n');
                input.extend(bytes);
            }
        }
    }
    input
}

/// The paths in the trees and patches of the cases, refused ones among them.
fn paths(cases: &[Case]) -> BTreeSet<Vec<u8>> {
    let mut paths: BTreeSet<Vec<u8>> = BTreeSet::new();
    for case in cases {
        paths.extend(case.input.0.keys().map(|path| path.clone().into_bytes()));
        let Ok(patch) = parse_some(&case.patch, ReadOptions::default()) else { continue };
        paths.extend(patch.operations.iter().map(|operation| operation.path.to_string().into_bytes()));
        let refused = patch.refused.iter().filter_map(|problem| problem.operation.as_ref());
        paths.extend(refused.map(|operation| operation.path.clone().into_bytes()));
    }
    paths
}

/// The files of a language, each with a payload of a case behind it.
fn sources(cases: &[Case], extensions: &[&str]) -> BTreeSet<Vec<u8>> {
    let mut sources = BTreeSet::new();
    for case in cases {
        let patch = parse_some(&case.patch, ReadOptions::default()).ok();
        for (path, entry) in &case.input.0 {
            let is_one = path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension));
            let Entry::File { bytes, .. } = entry else { continue };
            if is_one {
                let mut input = bytes.clone();
                for payload in patch.iter().flat_map(|patch| payloads(patch, path)) {
                    input.push(CUT);
                    input.extend(payload.bytes());
                }
                sources.insert(input);
            }
        }
    }
    sources
}

fn payloads(patch: &Patch, path: &str) -> Vec<String> {
    let of_path = patch.operations.iter().filter(|operation| operation.path.as_str() == path);
    let payload = |operation: &Operation| match &operation.action {
        Action::Edit { change, .. } => change.payload().map(|payload| payload.lines.join("\n")),
        _ => None,
    };
    of_path.filter_map(payload).collect()
}

/// What `match_lines` reads, for every marker and every hunk of a case.
fn searches(case: &Case) -> Vec<Vec<u8>> {
    let Ok(patch) = parse_some(&case.patch, ReadOptions::default()) else { return Vec::new() };
    patch.operations.iter().filter_map(|operation| search(case, operation)).collect()
}

fn search(case: &Case, operation: &Operation) -> Option<Vec<u8>> {
    let path = operation.path.as_str();
    let Some(Entry::File { bytes, .. }) = case.input.0.get(path) else { return None };
    let (marker, payload, hunks) = match &operation.action {
        Action::Edit { at: Locator::Lines(marker), change, .. } => {
            (marker.clone(), change.payload(), String::new())
        }
        Action::Update { hunks, .. } => (Marker::default(), None, hunks.iter().map(hunk).collect()),
        _ => return None,
    };
    let payload = payload.map_or(String::new(), |payload| payload.lines.join("\n"));
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let parts = [
        extension.as_bytes(),
        bytes,
        marker.before.lines.join("\n").as_bytes(),
        marker.lines.lines.join("\n").as_bytes(),
        marker.after.lines.join("\n").as_bytes(),
        payload.as_bytes(),
        hunks.as_bytes(),
    ]
    .join(&CUT);
    Some(parts)
}

fn hunk(hunk: &chunk::ir::Hunk) -> String {
    use chunk::ir::Tag;
    let anchor = hunk.anchors.last().map(String::as_str).unwrap_or_default();
    let number = hunk.line_hint.map_or(String::new(), |line| format!("-{line} +{line} @@ "));
    let mut text = format!("@@ {number}{anchor}\n");
    for line in &hunk.lines {
        text.push(match line.tag {
            Tag::Context => ' ',
            Tag::Removed => '-',
            Tag::Added => '+',
        });
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}
