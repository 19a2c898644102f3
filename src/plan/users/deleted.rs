//! Files that a patch deletes, and that others import.

use crate::ir::{Action, Operation, PatchPath};
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::renaming::rename::listed;
use crate::plan::run::Run;
use crate::resolve::bindings::{Source, importers};
use crate::text::Buffer;

use super::uses::Texts;

/// Where more files are deleted, nobody looks for what imports them.
const MOST: usize = 200;

impl Run<'_, '_> {
    /// Notes, for each file that was deleted, where others import it.
    pub(in crate::plan) fn note_importers(&mut self) {
        let operations = self.operations;
        let mut all: Vec<(&'static Language, Vec<(&Operation, Source)>)> = Vec::new();
        for operation in operations {
            let Some((language, source)) = self.deleted(operation) else { continue };
            match all.iter_mut().find(|(own, _)| std::ptr::eq(*own, language)) {
                Some((_, gone)) => gone.push((operation, source)),
                None => all.push((language, vec![(operation, source)])),
            }
        }
        all.retain(|(_, gone)| gone.len() <= MOST);
        for (language, gone) in all {
            let Ok(texts) = Texts::read(&self.overlay, language, &[], &[]) else { continue };
            let mut files = texts.files(&self.macros);
            files.sources.extend(gone.iter().map(|(_, source)| source.clone()));
            let paths: Vec<&PatchPath> = gone.iter().map(|(_, source)| &source.path).collect();
            let found = importers(files, &paths).unwrap_or_default();
            for ((operation, source), mut spots) in gone.iter().zip(found) {
                spots.retain(|spot| !paths.contains(&&spot.path));
                if spots.is_empty() {
                    continue;
                }
                let places = listed(&texts, &spots, "place", "places");
                let message = format!("`{}` is gone, and still imported in {places}", source.path);
                let note = Warning::Failing(message).into_diagnostic();
                self.warnings.push(note.of(operation.reference()).at(operation.origin.place));
            }
        }
    }

    /// The text of a file that an operation has deleted, and that nothing has made again, where files import others.
    fn deleted(&mut self, operation: &Operation) -> Option<(&'static Language, Source)> {
        let Action::Delete { .. } = &operation.action else { return None };
        let path = &operation.path;
        if self.overlay.exists(path).unwrap_or(true) {
            return None;
        }
        let bytes = self.overlay.tree().read(path).ok()?.bytes;
        let buffer = Buffer::share(&bytes).ok()?;
        let language = Language::of_buffer(path.extension()?, &buffer)?;
        language.local_rules()?;
        let text = buffer.slice(0..buffer.len()).into();
        Some((language, Source { path: path.clone(), text }))
    }
}
