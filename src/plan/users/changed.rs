//! A definition that a patch changed, and that others may name.

use crate::ir::Operation;
use crate::lang::Language;
use crate::resolve::symbol::CallChange;
use crate::text::Buffer;
use crate::text::normal::is_word_char;

/// The most bytes behind a name in which the arguments of a call are looked for.
const LONGEST_CALL: usize = 400;

/// In longer lines, in bytes, no call is read.
const LONGEST_LINE: usize = 4096;

/// A definition whose users may have to follow.
pub(in crate::plan) struct Changed<'p> {
    pub(super) operation: &'p Operation,
    pub(super) address: String,
    pub(super) name: String,
    pub(super) language: &'static Language,
    pub(super) is_gone: bool,
    /// Whether it is a class of which the function that makes its objects was changed.
    pub(super) is_maker: bool,
    /// The parameters that calls see before and after, where that says which of them may stay.
    pub(super) calls: Option<CallChange>,
    /// Whether all calls may stay, and only what else declares it must follow.
    pub(super) keeps_calls: bool,
}

impl Changed<'_> {
    /// Whether a call, of which the name stands at a byte, gives what the function asks for now.
    pub(super) fn is_kept_at(&self, buffer: &Buffer, byte: usize) -> bool {
        let Some(calls) = &self.calls else { return false };
        let start = buffer.line_start(buffer.line_of(byte));
        let end = byte + self.name.len();
        let last = buffer.line_of((end + LONGEST_CALL).min(buffer.len()));
        let is_in_line = last == buffer.line_of(byte);
        let cut = buffer.line_start(if is_in_line { last + 1 } else { last }).max(end);
        if cut - start > LONGEST_LINE {
            return false;
        }
        let before = buffer.slice(start..byte).into_owned();
        let owner = before.strip_suffix('.').map(|owner| owner.rsplit(|char| !is_word_char(char)).next());
        // A class gives its members no object: the call does.
        let is_class = |owner: Option<&str>| owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
        if !self.is_maker && owner.is_some_and(is_class) {
            return false;
        }
        calls.keeps(&buffer.slice(end..cut))
    }
}
