//! What operations will look for, so that one pass over a text finds the places of all of it.

use super::rung::Form;
use crate::ir::{Fragment, Hunk, Marker, Tag};
use crate::text::normal::trim;

/// Patterns whose lines will be looked for.
#[derive(Debug, Clone, Copy)]
pub enum Announced<'p> {
    /// The hunks of a section.
    Hunks(&'p [Hunk]),
    /// A text within lines, and the one that takes its place.
    Text(&'p Fragment, &'p Fragment),
    /// A marker with its context, and the payload that may stand in its place already.
    Marker(&'p Marker, &'p [String]),
}

/// How much of what is announced is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// The old lines and the markers: mostly nothing else is asked for.
    Likely,
    /// New lines that may stand there already, anchors, and lines as they read without a prefix, too.
    All,
}

impl<'p> Announced<'p> {
    /// Calls `visit` with every line that may be asked for in `form`, and whether a pattern begins with it.
    pub(super) fn each_line(self, form: Form, share: Share, visit: &mut dyn FnMut(&'p str, bool)) {
        match self {
            // It need not be all of a line.
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
    /// The lines, trimmed, by which a marker names its place; those without words only if it has no others.
    pub(super) fn named_lines(self) -> impl Iterator<Item = &'p str> {
        let marker = if let Self::Marker(marker, _) = self { Some(marker) } else { None };
        let lines = move || marker.into_iter().flat_map(|marker| marker.pattern().map(trim));
        let has_words = |line: &str| line.contains(char::is_alphanumeric);
        let tells = lines().any(has_words);
        lines().filter(move |line| !line.is_empty() && (!tells || has_words(line)))
    }

    /// The texts that will be looked for within lines.
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
    // Whether new lines stand there already is asked with their comments and without; where anchors do, of trimmed lines.
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
