//! The patterns that operations will look for, so that one pass over a text finds the places of all of them.

use super::rung::Form;
use crate::ir::{Fragment, Hunk, Marker, Tag};
use crate::text::normal::trim;

/// A pattern whose lines will be looked up.
#[derive(Debug, Clone, Copy)]
pub enum Announced<'p> {
    /// The hunks of a section.
    Hunks(&'p [Hunk]),
    /// A text within lines, and its replacement.
    Text(&'p Fragment, &'p Fragment),
    /// A marker with its context, and the payload that may already have replaced it.
    Marker(&'p Marker, &'p [String]),
}

/// The part of the announced lines that is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// The old lines and the markers: usually nothing else is looked up.
    Likely,
    /// Also new lines that may already be in the file, anchors, and context lines read without a prefix.
    All,
}

impl<'p> Announced<'p> {
    /// Calls `visit` with every line that may be looked up in `form`, and with whether it is the first line of a
    /// pattern.
    pub(super) fn each_line(self, form: Form, share: Share, visit: &mut dyn FnMut(&'p str, bool)) {
        match self {
            // The text need not be a whole line.
            Self::Text(..) => {}
            Self::Hunks(hunks) => hunks.iter().for_each(|hunk| each_line_of_hunk(hunk, form, share, visit)),
            Self::Marker(marker, payload) => {
                each(marker.pattern(), visit);
                if matches!(form, Form::Trimmed | Form::Code) && share == Share::All {
                    each(payload.iter().map(String::as_str), visit);
                }
            }
        }
    }
}

impl<'p> Announced<'p> {
    /// Returns the trimmed lines by which a marker identifies its place; lines without words only if there are no
    /// others.
    pub(super) fn named_lines(self) -> impl Iterator<Item = &'p str> {
        let marker = if let Self::Marker(marker, _) = self { Some(marker) } else { None };
        let lines = move || marker.into_iter().flat_map(|marker| marker.pattern().map(trim));
        let has_words = |line: &str| line.contains(char::is_alphanumeric);
        let tells = lines().any(has_words);
        lines().filter(move |line| !line.is_empty() && (!tells || has_words(line)))
    }

    /// Returns the texts that will be looked for within lines.
    pub(super) fn texts(self) -> impl Iterator<Item = &'p str> {
        let both = if let Self::Text(find, replace) = self { Some([find, replace]) } else { None };
        both.into_iter().flatten().filter_map(|text| text.lines.first().map(String::as_str))
    }
}

fn each_line_of_hunk<'p>(hunk: &'p Hunk, form: Form, share: Share, visit: &mut dyn FnMut(&'p str, bool)) {
    each(hunk.old().map(|line| line.text.as_str()), visit);
    if share == Share::Likely {
        return;
    }
    each(hunk.lines.iter().filter_map(|line| line.unstripped()), visit);
    // New lines that may already be in the file are looked up with and without comments; anchors are compared with
    // trimmed lines.
    if matches!(form, Form::Trimmed | Form::Code) {
        each(hunk.lines.iter().filter(|line| line.tag == Tag::Added).map(|line| line.text.as_str()), visit);
    }
    if form == Form::Trimmed {
        each(hunk.anchors.iter().map(String::as_str), visit);
    }
}

fn each<'p>(lines: impl Iterator<Item = &'p str>, visit: &mut dyn FnMut(&'p str, bool)) {
    lines.enumerate().for_each(|(at, line)| visit(line, at == 0));
}
