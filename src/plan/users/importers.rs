//! Which files still import one that `delete_file` takes away.
//!
//! Patches in other formats read no file that they do not name; and only files whose text has the name of the module count.

use std::collections::BTreeMap;

use super::callers::note;
use super::uses::{Texts, brings_in_text};
use crate::ir::{Action, Operation, PatchPath};
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::renaming::rename::listed;
use crate::plan::run::Run;
use crate::resolve::bindings::{Source, Spot, importers};
use crate::text::Buffer;

/// So many files are looked for of those that a patch takes away in one language.
const MOST_GONE: usize = 64;

/// A source file that is gone.
struct GoneFile<'p> {
    operation: &'p Operation,
    /// As it was before the patch.
    source: Source,
}

impl<'p> Run<'p, '_> {
    /// Notes, for each source file that the patch deletes, the files that still import it.
    pub(in crate::plan) fn note_importers(&mut self) {
        for (_, (language, gone)) in self.gone_files() {
            let stems: Vec<&str> = gone.iter().map(|one| stem(&one.source.path)).collect();
            let Ok(mut texts) = Texts::read(&self.overlay, language, &[], &stems) else { return };
            let paths: Vec<&PatchPath> = gone.iter().map(|one| &one.source.path).collect();
            let found: Vec<Vec<Spot>> = match brings_in_text(language) {
                true => paths.iter().map(|path| texts.including(path)).collect(),
                false => {
                    texts.add_sources(gone.iter().map(|one| one.source.clone()));
                    importers(texts.files(&self.macros), &paths)
                }
            };
            for (one, mut spots) in gone.iter().zip(found) {
                // What goes as well is left behind by nobody.
                spots.retain(|spot| !paths.contains(&&spot.path));
                spots.dedup_by_key(|spot| (spot.path.clone(), texts.line_of(spot)));
                if !spots.is_empty() {
                    let places = listed(&texts, &spots, "place", "places");
                    let text = format!("`{}` is gone, and is still imported in {places}", one.source.path);
                    self.warnings.push(note(one.operation, Warning::Failing(text)));
                }
            }
        }
    }

    /// The source files that are gone, by their languages.
    fn gone_files(&mut self) -> BTreeMap<&'static str, (&'static Language, Vec<GoneFile<'p>>)> {
        let mut found: BTreeMap<&'static str, (&'static Language, Vec<GoneFile<'p>>)> = BTreeMap::new();
        let operations: &'p [Operation] = self.operations;
        for operation in operations {
            let Action::Delete { .. } = &operation.action else { continue };
            let path = &operation.path;
            let language = path.extension().and_then(Language::by_extension);
            let Some(language) = language else { continue };
            let (_, gone) = found.entry(language.folder()).or_insert_with(|| (language, Vec::new()));
            if gone.len() >= MOST_GONE || self.overlay.exists(path).unwrap_or(true) {
                continue;
            }
            let Ok(file) = self.overlay.tree().read(path) else { continue };
            let Ok(buffer) = Buffer::share(&file.bytes) else { continue };
            let text = buffer.slice(0..buffer.len()).into();
            gone.push(GoneFile { operation, source: Source { path: path.clone(), text } });
        }
        found.retain(|_, (_, gone)| !gone.is_empty());
        found
    }
}

/// The word that every import of a file has.
fn stem(path: &PatchPath) -> &str {
    path.file_name().split('.').next().unwrap_or_default()
}
