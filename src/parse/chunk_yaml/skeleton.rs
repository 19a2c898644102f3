//! The parts of a patch that the YAML library parses: quoted strings with escapes, and collections in braces and
//! brackets.
//!
//! The skeleton is a YAML list of only these values, in the order of the patch. Plain texts in them are taken out, and
//! every scalar, including keys, is quoted and begins with a number and a semicolon: `"17;path"`. The number determines
//! the place of the scalar in the patch, and the text for which it stands if it is a placeholder. So the library never
//! guesses a type, no text of a patch can be mistaken for a placeholder, and the library need not keep track of places
//! (it can, but that would take most of the time).
//!
//! Invariant: every place in the skeleton can be mapped to the place in the patch from which it was made.

use crate::diag::PatchPlace;
use crate::ir::Fragment;

/// A small YAML text with placeholders, and the texts for which they stand.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    yaml: String,
    values: usize,
    line: usize,
    column: usize,
    origins: Origins,
}

/// The places and texts in the patch from which the skeleton was made.
#[derive(Debug, Default)]
pub(super) struct Origins {
    anchors: Vec<SkeletonPlace>,
    scalars: Vec<Scalar>,
}

/// A place in the skeleton whose place in the patch is known; text that follows on its line is at the same distance
/// from both.
#[derive(Debug, Clone, Copy)]
struct SkeletonPlace {
    line: usize,
    column: usize,
    place: PatchPlace,
}

/// A key or a scalar value.
#[derive(Debug)]
struct Scalar {
    place: PatchPlace,
    stands_for: ScalarMeaning,
}

/// The meaning of a scalar in the skeleton.
#[derive(Debug)]
enum ScalarMeaning {
    /// The text after its number.
    Itself,
    /// A text that was taken out.
    Text(Fragment),
    /// No value.
    Null,
}

/// A scalar in the patch.
#[derive(Debug, PartialEq)]
pub(super) struct PatchScalar<'a> {
    /// Its place.
    pub(super) place: PatchPlace,
    /// Its content; `None` for no value.
    pub(super) says: Option<ScalarText<'a>>,
}

/// The content of a scalar.
#[derive(Debug, PartialEq)]
pub(super) enum ScalarText<'a> {
    /// A text parsed by the library.
    Quoted(&'a str),
    /// A text parsed by the dialect parser.
    Text(Fragment),
}

impl Skeleton {
    /// Returns the YAML text and its origins; `None` if nothing has been written.
    pub(super) fn finish(self) -> Option<(String, Origins)> {
        (self.values > 0).then_some((self.yaml, self.origins))
    }

    /// Begins a value; returns its index in the list.
    pub(super) fn begin(&mut self) -> usize {
        self.start_line("- ");
        self.values += 1;
        self.values - 1
    }

    /// Continues a value on a new line.
    pub(super) fn go_on(&mut self) {
        self.start_line("    ");
    }

    fn start_line(&mut self, beginning: &str) {
        if self.line > 0 {
            self.yaml.push('\n');
        }
        self.line += 1;
        self.yaml.push_str(beginning);
        self.column = beginning.len() + 1;
    }

    /// Writes structure without a place of its own.
    pub(super) fn raw(&mut self, text: &str) {
        self.yaml.push_str(text);
        self.column += if text.is_ascii() { text.len() } else { text.chars().count() };
    }

    /// Copies text from `place` in the patch.
    pub(super) fn copy(&mut self, text: &str, place: PatchPlace) {
        self.origins.anchors.push(SkeletonPlace { line: self.line, column: self.column, place });
        self.raw(text);
    }

    /// Writes a plain key.
    pub(super) fn key(&mut self, key: &str, place: PatchPlace) {
        self.open_scalar("\"", ScalarMeaning::Itself, place);
        if key.contains(['"', '\\']) {
            self.raw(&key.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            self.raw(key);
        }
        self.raw("\"");
    }

    /// Writes a placeholder for no value.
    pub(super) fn null(&mut self, place: PatchPlace) {
        self.open_scalar("\"", ScalarMeaning::Null, place);
        self.raw("\"");
    }

    /// Keeps a text, and writes a placeholder for it.
    pub(super) fn text(&mut self, text: Fragment, place: PatchPlace) {
        self.open_scalar("\"", ScalarMeaning::Text(text), place);
        self.raw("\"");
    }

    /// Begins a scalar whose content is copied after its opening quote.
    pub(super) fn quoted(&mut self, quote: &str, place: PatchPlace) {
        self.open_scalar(quote, ScalarMeaning::Itself, place);
    }

    fn open_scalar(&mut self, quote: &str, stands_for: ScalarMeaning, place: PatchPlace) {
        self.copy(quote, place);
        let number = self.origins.scalars.len().to_string();
        self.raw(&number);
        self.raw(";");
        self.origins.scalars.push(Scalar { place, stands_for });
    }
}

impl Origins {
    /// Returns the place in the patch for a line and a column of the skeleton, both from 1.
    pub(super) fn place(&self, line: usize, column: usize) -> PatchPlace {
        let behind = self.anchors.partition_point(|anchor| (anchor.line, anchor.column) <= (line, column));
        match behind.checked_sub(1).and_then(|at| self.anchors.get(at)) {
            Some(anchor) if anchor.line == line => {
                PatchPlace::new(anchor.place.line, anchor.place.column + column - anchor.column)
            }
            Some(anchor) => anchor.place,
            None => PatchPlace::new(1, 1),
        }
    }

    /// Returns the origin of a scalar that the library has parsed. Its text is moved out, so it can be found only once.
    pub(super) fn find<'a>(&mut self, scalar: &'a str) -> Option<PatchScalar<'a>> {
        let (number, rest) = scalar.split_once(';')?;
        let scalar = self.scalars.get_mut(number.parse::<usize>().ok()?)?;
        let says = match std::mem::replace(&mut scalar.stands_for, ScalarMeaning::Itself) {
            ScalarMeaning::Itself => Some(ScalarText::Quoted(rest)),
            ScalarMeaning::Text(text) => Some(ScalarText::Text(text)),
            ScalarMeaning::Null => None,
        };
        Some(PatchScalar { place: scalar.place, says })
    }
}
