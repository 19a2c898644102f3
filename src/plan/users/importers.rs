//! Finds the files that still import a file which `delete_file` removes.
//!
//! Only files whose text contains the name of the module count. Patches in other formats read no file that they do not
//! name.

use std::collections::BTreeMap;

use super::callers::note;
use super::uses::{ProjectTexts, includes_text};
use crate::ir::{Action, Operation, PatchPath};
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::renaming::notes::listed;
use crate::plan::run::Run;
use crate::resolve::bindings::{LabeledPlace, Source, importers};
use crate::text::Buffer;

/// The maximum number of removed files of one language whose importers are searched for.
const MAX_REMOVED_FILES: usize = 64;

/// A removed source file.
struct GoneFile<'p> {
    operation: &'p Operation,
    /// The file before the patch.
    source: Source,
}

impl<'p> Run<'p, '_> {
    /// Adds a note, for each source file that the patch deletes, about the files that still import it.
    pub(in crate::plan) fn note_importers(&mut self) {
        for (_, (language, gone)) in self.gone_files() {
            let stems: Vec<&str> = gone.iter().map(|one| stem(&one.source.path)).collect();
            let Ok(mut texts) = ProjectTexts::read(&self.overlay, language, &[], &stems) else { return };
            let paths: Vec<&PatchPath> = gone.iter().map(|one| &one.source.path).collect();
            let found: Vec<Vec<LabeledPlace>> = match includes_text(language) {
                true => paths.iter().map(|path| texts.including(path)).collect(),
                false => {
                    texts.add_sources(gone.iter().map(|one| one.source.clone()));
                    importers(texts.files(&self.macros), &paths)
                }
            };
            for (one, mut spots) in gone.iter().zip(found) {
                // Imports in files that are deleted, too, do not matter.
                spots.retain(|spot| !paths.contains(&&spot.path));
                spots.dedup_by_key(|spot| (spot.path.clone(), texts.line_of(spot)));
                if !spots.is_empty() {
                    let places = listed(&texts, &spots, "place", "places");
                    let text =
                        format!("`{}` was removed, but is still imported in {places}", one.source.path);
                    self.warnings.push(note(one.operation, Warning::Failing(text)));
                }
            }
        }
    }

    /// Returns the removed source files, by their languages.
    fn gone_files(&mut self) -> BTreeMap<&'static str, (&'static Language, Vec<GoneFile<'p>>)> {
        let mut found: BTreeMap<&'static str, (&'static Language, Vec<GoneFile<'p>>)> = BTreeMap::new();
        let operations: &'p [Operation] = self.operations;
        for operation in operations {
            let Action::Delete { .. } = &operation.action else { continue };
            let path = &operation.path;
            let language = path.extension().and_then(Language::by_extension);
            let Some(language) = language else { continue };
            let (_, gone) = found.entry(language.folder()).or_insert_with(|| (language, Vec::new()));
            if gone.len() >= MAX_REMOVED_FILES || self.overlay.exists(path).unwrap_or(true) {
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

/// Returns the word that every import of a file contains.
fn stem(path: &PatchPath) -> &str {
    path.file_name().split('.').next().unwrap_or_default()
}
