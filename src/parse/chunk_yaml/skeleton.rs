//! What is left for the YAML library once the dialect has taken its texts out: structure, quoted strings, placeholders.
//!
//! Invariant: the skeleton holds no plain scalar but `null`, so the library never guesses a type.
//! Invariant: every place in the skeleton can be turned into the place in the patch that it came from.

use crate::diag::PatchPlace;
use crate::ir::Fragment;

/// What a placeholder begins with: a private character, so that no honest text looks like one. A dishonest one does no
/// harm either, since a placeholder counts only at the place where the dialect wrote it.
const PLACEHOLDER: char = '\u{E000}';

/// A small YAML text with placeholders, and the texts that they stand for.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    yaml: String,
    line: usize,
    column: usize,
    anchors: Vec<Anchor>,
    texts: Vec<Held>,
}

/// A text, and where its placeholder stands.
#[derive(Debug)]
struct Held {
    line: usize,
    column: usize,
    text: Fragment,
}

/// A place of the skeleton whose place in the patch is known; what follows on its line is as far from both.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    line: usize,
    column: usize,
    place: PatchPlace,
}

impl Skeleton {
    /// The YAML text.
    pub(super) fn yaml(&self) -> &str {
        &self.yaml
    }

    /// Begins a line that is indented by `indent` blanks.
    pub(super) fn start_line(&mut self, indent: usize) {
        if self.line > 0 {
            self.yaml.push('\n');
        }
        self.line += 1;
        self.yaml.extend(std::iter::repeat_n(' ', indent));
        self.column = indent + 1;
    }

    /// Writes structure that has no place of its own.
    pub(super) fn raw(&mut self, text: &str) {
        self.yaml.push_str(text);
        self.column += text.chars().count();
    }

    /// Copies text that stands at `place` in the patch.
    pub(super) fn copy(&mut self, text: &str, place: PatchPlace) {
        self.anchors.push(Anchor { line: self.line, column: self.column, place });
        self.raw(text);
    }

    /// Writes a key so that it stays a string, whatever it looks like.
    pub(super) fn key(&mut self, key: &str, place: PatchPlace) {
        let quoted = format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""));
        self.copy(&quoted, place);
    }

    /// Writes `null` for a value that stands at `place`.
    pub(super) fn null(&mut self, place: PatchPlace) {
        self.copy("null", place);
    }

    /// Keeps a text, and writes the placeholder for it.
    pub(super) fn text(&mut self, text: Fragment, place: PatchPlace) {
        self.texts.push(Held { line: self.line, column: self.column, text });
        self.copy(&format!("\"{PLACEHOLDER}{}\"", self.texts.len() - 1), place);
    }

    /// The place in the patch for a line and a column, from 1, of the skeleton.
    pub(super) fn place(&self, line: usize, column: usize) -> PatchPlace {
        let behind = self.anchors.partition_point(|anchor| (anchor.line, anchor.column) <= (line, column));
        match behind.checked_sub(1).and_then(|at| self.anchors.get(at)) {
            Some(anchor) if anchor.line == line => {
                PatchPlace::new(anchor.place.line, anchor.place.column + column - anchor.column)
            }
            Some(anchor) => anchor.place,
            None => PatchPlace::default(),
        }
    }

    /// Takes out the text that the scalar at this line and column of the skeleton stands for, if it is a placeholder.
    pub(super) fn take_text(&mut self, scalar: &str, line: usize, column: usize) -> Option<Fragment> {
        let index: usize = scalar.strip_prefix(PLACEHOLDER)?.parse().ok()?;
        let held = self.texts.get_mut(index)?;
        ((held.line, held.column) == (line, column)).then(|| std::mem::take(&mut held.text))
    }
}
