//! Tests that a parse without the bodies of functions gives the same outline as a full parse.

use crate::resolve::symbol::outline::items::FILE;
use std::path::{Path, PathBuf};

use super::*;
use crate::resolve::symbol::outline::readings::{ParsedOutline, read, read_fully};

/// The number of sources that were compared, by result.
#[derive(Debug, Default)]
struct Compared {
    files: usize,
    /// The sources for which a parse without bodies was sufficient.
    bodiless: usize,
    /// The sources counted in `bodiless` in which a full parse finds syntax errors.
    broken: usize,
    items: usize,
    bytes: usize,
    bytes_bodiless: usize,
}

/// Lists the items of an outline, one per line, with their extents and parts. Readings without macros contain no
/// comments and incomplete headings: for these, only the extents of definitions are listed.
fn listed(known: &ParsedOutline, is_masked: bool) -> Vec<String> {
    let outline = &known.outline;
    let mut found = Vec::new();
    if is_masked {
        let listed = outline.definitions().into_iter();
        return listed.map(|(id, own)| format!("{:?} {:?}", own.parts, outline.item(id).range)).collect();
    }
    let mut pending = vec![(FILE, 0)];
    while let Some((id, depth)) = pending.pop() {
        let item = outline.item(id);
        found.push(format!(
            "{depth} {:?} {:?} {:?} {:?} {:?} {} {}",
            item.role,
            item.range,
            item.inside,
            item.definition,
            item.scope,
            item.has_uncertain_extent,
            item.spans_branches
        ));
        pending.extend(outline.children(id).iter().rev().map(|child| (*child, depth + 1)));
    }
    found
}

/// Compares the outlines of one source.
fn compare(path: &Path, text: &str, compared: &mut Compared) -> Result<(), String> {
    let extension = path.extension().and_then(|found| found.to_str()).unwrap_or_default();
    let Some(language) = Language::by_extension(extension) else { return Ok(()) };
    let mut syntax = Syntax::new(language);
    let Ok(known) = read(&mut syntax, text, OutlineScope::Definitions) else { return Ok(()) };
    compared.files += 1;
    compared.bytes += text.len();
    if !known.is_bodiless {
        return Ok(());
    }
    compared.bodiless += 1;
    compared.bytes_bodiless += text.len();
    let Ok(full) = read_fully(&mut syntax, text, OutlineScope::Definitions) else { return Ok(()) };
    compared.broken += usize::from(full.outline.has_error);
    let is_masked = full.outline.macros.is_some();
    let (short, full) = (listed(&known, is_masked), listed(&full, is_masked));
    compared.items += full.len();
    let differing = short.iter().zip(&full).find(|(one, other)| one != other);
    match differing {
        Some((one, other)) => Err(format!("{}\n  without {one}\n  with    {other}", path.display())),
        None if short.len() != full.len() => {
            Err(format!("{}: {} {}", path.display(), short.len(), full.len()))
        }
        None => Ok(()),
    }
}

/// Returns the files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| !path.is_symlink()) {
            if path.is_dir() {
                pending.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// `BODIES_CORPUS=DIR:DIR cargo test --lib bodiless -- --nocapture` adds the sources in other folders, and prints the
/// counts.
#[test]
fn outlines_are_the_same_without_bodies() {
    let more = std::env::var("BODIES_CORPUS").unwrap_or_default();
    let own = ["src", "tests", "fixtures"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let folders = own.into_iter().chain(more.split(':').filter(|text| !text.is_empty()).map(PathBuf::from));
    let mut compared: std::collections::BTreeMap<&str, Compared> = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for path in folders.flat_map(|folder| sources(&folder)) {
        let extension = path.extension().and_then(|found| found.to_str()).unwrap_or_default();
        let Some(language) = Language::by_extension(extension) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let own = compared.entry(language.manifest().name.as_str()).or_default();
        wrong.extend(compare(&path, &text, own).err());
    }
    if !more.is_empty() {
        compared.iter().for_each(|(language, own)| println!("{language}: {own:?}"));
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}
