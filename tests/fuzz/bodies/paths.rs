//! Paths: which ones a patch may name, by rules written down a second time.

use chunk::ir::{
    Action, Existing, Format, IfAlreadyMade, Operation, Origin, PatchPath, PathProblem, PathStyle,
};
use chunk::ir::{Patch, Payload};
use chunk::plan::plan;
use chunk::report::diff;
use chunk::vfs::MemoryTree;

/// A path is accepted if the rules say so; then it stays below the root, and a diff carries it.
pub(super) fn path_check(input: &[u8]) {
    let Ok(written) = std::str::from_utf8(input) else { return };
    let parsed = PatchPath::parse(written);
    assert_eq!(parsed.is_ok(), is_plain(written), "{written:?} gives {parsed:?}");
    match parsed {
        Ok(path) => {
            check_accepted(&path);
            check_in_a_diff(&path);
        }
        Err(problem) => check_advice(&problem, written),
    }
}

/// The rules: relative, no way up, no spelling of another system, nothing that is not for patches, short enough.
fn is_plain(written: &str) -> bool {
    let mut names = written.split('/').filter(|name| !name.is_empty() && *name != ".").peekable();
    let length: usize = names.clone().map(|name| name.len() + 1).sum();
    let first = names.peek().copied().unwrap_or_default();
    let drive = first.starts_with(|first: char| first.is_ascii_alphabetic()) && first[1..].starts_with(':');
    let is_for_patches = |name: &str| {
        let name = name.to_ascii_lowercase();
        name != ".." && name != ".git" && name != ".chunk-txn"
    };
    let is_foreign = drive || written.chars().any(|char| char.is_control() || char == '\\');
    !(is_foreign || written.starts_with('/') || written.ends_with('/') || length > 4096)
        && names.peek().is_some()
        && names.all(is_for_patches)
}

fn check_accepted(path: &PatchPath) {
    let text = path.as_str();
    assert_eq!(PatchPath::parse(text).as_ref(), Ok(path), "read again");
    assert!(path.components().all(|name| !matches!(name, "" | "." | "..")), "{text}");
    assert!(
        std::path::Path::new(text)
            .components()
            .all(|part| { matches!(part, std::path::Component::Normal(_)) })
    );
    assert_eq!(path.components().next_back(), Some(path.file_name()));
    let above = path.parent().map_or_else(String::new, |parent| format!("{parent}/"));
    assert_eq!(format!("{above}{}", path.file_name()), text);
    if let Some(rest) = path.strip_first() {
        assert!(text.ends_with(&format!("/{rest}")));
        // What is behind a first component must be a path of its own right, but for a drive letter that becomes one.
        assert!(!rest.as_str().is_empty() && !rest.as_str().starts_with('/'));
    }
}

/// A file of that name is made by a patch, and by the diff that tells of it.
fn check_in_a_diff(path: &PatchPath) {
    let empty = MemoryTree::new();
    let made = plan(&patch_that_makes(path), &empty).expect("nothing is in the way");
    let diff = diff::join(&diff::sections(&made, &empty));
    let mut tree = MemoryTree::new();
    let report = chunk::engine::apply(&diff, &chunk::engine::Options::default(), &mut tree);
    assert!(report.is_ok(), "{:?}\n{}", report.errors, String::from_utf8_lossy(&diff));
    let files: Vec<String> = tree.files().into_keys().collect();
    assert_eq!(files, [path.as_str()], "{}", String::from_utf8_lossy(&diff));
}

fn patch_that_makes(path: &PatchPath) -> Patch {
    let payload = Payload { lines: vec!["text".to_owned()], ..Payload::default() };
    let origin = Origin {
        index: 1,
        name: "create_file".to_owned(),
        place: chunk::diag::PatchPlace::new(1, 1),
        fields: Vec::new(),
    };
    let action = Action::Create { payload, existing: Existing::Refuse, mode: None };
    let operation = Operation {
        origin,
        path: path.clone(),
        path_style: PathStyle::Exact,
        if_already_made: IfAlreadyMade::default(),
        action,
    };
    Patch::of(Format::Chunk, vec![operation])
}

/// A path that a refusal tells to write is one that may be written.
fn check_advice(problem: &PathProblem, written: &str) {
    assert!(!problem.to_string().is_empty());
    let advice = problem.advice(written).unwrap_or_default();
    if let Some(path) = advice.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`')) {
        assert!(is_plain(path), "advice for {written:?}: {path:?}");
    }
}
