//! The bytes at which the lexer looks closer, found once for the rules of a language.

use std::sync::OnceLock;

/// The flag of bytes that may begin a token other than code, in any code.
pub(super) const ALWAYS: u8 = 1;
/// The flag of bytes that may begin such a token inside an interpolation.
pub(super) const IN_INTERPOLATION: u8 = 2;
/// The flag of brackets, for sinks that receive brackets.
pub(super) const BRACKET: u8 = 4;

/// The bytes that are more than plain code in some language.
#[derive(Debug)]
pub(super) struct Stops {
    flags: [u8; 256],
    /// The bytes that may begin a token other than code, if they are few enough to be searched for at once.
    pub(super) openers: Option<[u8; 3]>,
}

impl Stops {
    /// Returns the flags of a byte.
    #[inline]
    pub(super) const fn flags(&self, byte: u8) -> u8 {
        self.flags[byte as usize]
    }
}

/// Returns the bytes that may begin a token other than code, if they are few.
fn few_openers(flags: &[u8; 256]) -> Option<[u8; 3]> {
    let mut bytes = (0..=u8::MAX).filter(|byte| flags[usize::from(*byte)] & ALWAYS != 0);
    let first = bytes.next()?;
    let (second, third) = (bytes.next().unwrap_or(first), bytes.next().unwrap_or(first));
    bytes.next().is_none().then_some([first, second, third])
}

/// The stops of rules, from the first lexer on that reads by them: a run makes a lexer for every file.
#[derive(Debug, Default)]
pub struct KnownStops(OnceLock<Box<Stops>>);

impl KnownStops {
    /// Returns the stops; `find` finds the flags of all bytes.
    pub(super) fn or_find(&self, find: impl FnOnce() -> [u8; 256]) -> &Stops {
        self.0.get_or_init(|| {
            let flags = find();
            Box::new(Stops { flags, openers: few_openers(&flags) })
        })
    }
}

/// A copy of rules may be changed, so it finds its own stops.
impl Clone for KnownStops {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Rules are equal whether or not they have been used.
impl PartialEq for KnownStops {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownStops {}
