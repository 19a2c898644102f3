//! Earlier versions of a file, for operations that were made for one of them.

use crate::lang::{Language, Macros};
use crate::resolve::symbol::Symbols;
use crate::text::{Buffer, Bytes};

/// The maximum number of bytes of earlier versions that are read, because each version is parsed; later ones are
/// ignored.
const MAX_EARLIER_BYTES: usize = 4 << 20;

/// Earlier versions of one file, each read once for all operations.
#[derive(Default)]
pub(in crate::plan) struct EarlierTexts {
    known: Vec<EarlierText>,
    /// The number of versions that were read so far, including those that are not kept.
    taken: usize,
    /// The size in bytes of the versions that are kept.
    size: usize,
}

struct EarlierText {
    bytes: Bytes,
    buffer: Buffer,
    symbols: Vec<(&'static Language, Symbols)>,
}

impl EarlierTexts {
    /// Returns the result of `find` in the first version, parsed as `language`, for which it returns something. `texts`
    /// must be the same in every call.
    pub(in crate::plan) fn find<T>(
        &mut self,
        texts: impl Iterator<Item = Bytes>,
        (language, macros): (&'static Language, &Macros),
        find: impl Fn(&Buffer, &mut Symbols) -> Option<T>,
    ) -> Option<T> {
        let find = |text: &mut EarlierText| {
            find(&text.buffer, symbols_in(&mut text.symbols, language, macros, false))
        };
        if let Some(found) = self.known.iter_mut().find_map(find) {
            return Some(found);
        }
        for bytes in texts.skip(self.taken) {
            if self.size >= MAX_EARLIER_BYTES {
                break;
            }
            self.taken += 1;
            let is_known = self.known.iter().any(|text| *text.bytes == *bytes);
            let Some(buffer) = Buffer::share(&bytes).ok().filter(|_| !is_known) else { continue };
            self.size += bytes.len();
            let mut text = EarlierText { bytes, buffer, symbols: Vec::new() };
            let found = find(&mut text);
            self.known.push(text);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Returns the symbols for one language, which are created if they are not in `known` yet.
pub(super) fn symbols_in<'s>(
    known: &'s mut Vec<(&'static Language, Symbols)>,
    language: &'static Language,
    macros: &Macros,
    is_edited: bool,
) -> &'s mut Symbols {
    let at = match known.iter().position(|(own, _)| std::ptr::eq(*own, language)) {
        Some(at) => at,
        None => {
            let mut symbols = Symbols::with_macros(language, macros.clone());
            if is_edited {
                symbols.is_of_edited_text();
            }
            known.push((language, symbols));
            known.len() - 1
        }
    };
    &mut known[at].1
}
