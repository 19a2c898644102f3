//! The texts that `read_file` has returned recently. With them, an edit that was made for such a text can be merged
//! with later changes, or its refusal can show these.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use chunk::engine::{Fingerprint, SeenFile};
use chunk::ir::PatchPath;
use chunk::vfs::Bytes;

/// The maximum number of bytes that are kept; the oldest texts are dropped first.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// Texts by path and fingerprint.
#[derive(Debug, Default)]
pub(super) struct Seen(Mutex<SeenTexts>);

#[derive(Debug, Default)]
struct SeenTexts {
    entries: VecDeque<(PatchPath, Fingerprint, Bytes)>,
    size: usize,
}

impl Seen {
    /// Adds a text, unless it is too long.
    pub(super) fn add(&self, path: &PatchPath, fingerprint: Fingerprint, text: &[u8]) {
        if text.len() > MAX_KEPT_BYTES / 4 || self.text(path, fingerprint).is_some() {
            return;
        }
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.size += text.len();
        texts.entries.push_back((path.clone(), fingerprint, text.to_vec().into()));
        while texts.size > MAX_KEPT_BYTES {
            let Some((_, _, oldest)) = texts.entries.pop_front() else { break };
            texts.size -= oldest.len();
        }
    }

    /// Returns the text with a fingerprint.
    pub(super) fn text(&self, path: &PatchPath, fingerprint: Fingerprint) -> Option<Vec<u8>> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entries = texts.entries.iter().rev();
        entries.find(|(of, found, _)| of == path && *found == fingerprint).map(|(_, _, text)| text.to_vec())
    }

    /// Returns the whole texts of files, the newest last.
    pub(super) fn files(&self) -> Vec<SeenFile> {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = texts.entries.iter().filter(|(_, found, _)| matches!(found, Fingerprint::File(_)));
        whole.map(|(path, _, bytes)| SeenFile { path: path.clone(), bytes: bytes.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_text_is_forgotten_first() {
        let seen = Seen::default();
        let path = PatchPath::parse("a").expect("a path");
        let texts: Vec<Vec<u8>> = (0..20_u8).map(|fill| vec![fill; MAX_KEPT_BYTES / 10]).collect();
        for text in &texts {
            seen.add(&path, Fingerprint::of_file(text), text);
        }
        let known = |text: &Vec<u8>| seen.text(&path, Fingerprint::of_file(text)).is_some();
        assert!(known(&texts[19]) && known(&texts[11]) && !known(&texts[0]));
    }
}
