//! A definition that a patch changed and that other code may name.

use crate::ir::Operation;
use crate::lang::Language;
use crate::resolve::symbol::CallChange;
use crate::text::Buffer;
use crate::text::normal::is_word_char;

/// The maximum number of bytes behind a name that are searched for the arguments of a call.
const MAX_CALL_LEN: usize = 400;

/// The maximum length, in bytes, of a line in which calls are parsed.
const MAX_LINE_LEN: usize = 4096;

/// A changed definition whose users may need changes.
pub(in crate::plan) struct Changed<'p> {
    pub(super) operation: &'p Operation,
    pub(super) address: String,
    pub(super) name: String,
    pub(super) language: &'static Language,
    pub(super) is_gone: bool,
    /// Whether it is a class whose constructor was changed.
    pub(super) is_maker: bool,
    /// The parameters for callers before and after, if they decide which calls remain valid.
    pub(super) calls: Option<CallChange>,
    /// Whether all calls remain valid, and only other declarations must change.
    pub(super) keeps_calls: bool,
}

impl Changed<'_> {
    /// Returns whether the call whose name is at `byte` passes what the function requires now.
    pub(super) fn is_kept_at(&self, buffer: &Buffer, byte: usize) -> bool {
        let Some(calls) = &self.calls else { return false };
        let start = buffer.line_start(buffer.line_of(byte));
        let end = byte + self.name.len();
        let last = buffer.line_of((end + MAX_CALL_LEN).min(buffer.len()));
        let is_in_line = last == buffer.line_of(byte);
        let cut = buffer.line_start(if is_in_line { last + 1 } else { last }).max(end);
        if cut - start > MAX_LINE_LEN {
            return false;
        }
        let before = buffer.slice(start..byte).into_owned();
        let owner = before.strip_suffix('.').map(|owner| owner.rsplit(|char| !is_word_char(char)).next());
        // A member called through its class gets no object implicitly: the call passes it.
        let is_class = |owner: Option<&str>| owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
        if !self.is_maker && owner.is_some_and(is_class) {
            return false;
        }
        calls.keeps(&buffer.slice(end..cut))
    }
}
