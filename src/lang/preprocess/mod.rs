//! Readings of a text with macros and conditional text, which a grammar cannot interpret.
//!
//! In a reading, directives are blank, one branch of each conditional text remains, and macros in declarations are
//! blank. All other text keeps its byte offset, so that a range in a reading is a range in the text.
//!
//! Macros are recognized by their spelling and their context, according to the language's manifest. Nothing is
//! expanded: that would require the definitions, which are in other files.

mod branches;
mod lone;
mod macros;
mod outline_blanking;
mod result;
mod rules;
mod scan;
mod statement;
mod surface;
#[cfg(test)]
mod tests;
mod token;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use super::Manifest;
use super::bodies::confirmed_by_layout;
use lone::lone_macros;
use result::hides_type;
use scan::{ScanResult, scan};
use surface::{BlankedText, blank, blank_comments_and_directives};

pub use branches::{BranchInfo, Branches};
pub use macros::Macros;
pub use rules::PreprocessorRules;
pub use scan::BracketScope;

/// The parts of a text that a reading shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The whole text.
    Full,
    /// The text without comments.
    Code,
    /// The text of an outline: comments, the bodies of functions, and other text without names or extents are blank.
    Outline,
}

/// One way of reading a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The text of the reading, with the length and the line endings of the original.
    pub text: String,
    /// The blank macros in declarations, in file order.
    pub macros: Vec<Range<usize>>,
    /// The macros that are statements, in file order.
    pub statement_macros: Vec<Range<usize>>,
    /// The arguments, brackets included, of macros that define functions, where the reading shows them differently.
    pub calls: Vec<Range<usize>>,
    /// Ranges that are blank because they contain no names or extents, in file order; each ends with its last token.
    pub not_in_outline: Vec<Range<usize>>,
    /// Functions and other statements, including macros before them, in file order.
    pub statements: Vec<Range<usize>>,
    /// Classes and modules, in the order of their braces.
    pub scopes: Vec<BracketScope>,
    /// Whether all brackets pair; if not, bodies are not blank.
    pub is_balanced: bool,
}

/// The directives and macros of a text, from which its readings are made.
#[derive(Debug)]
pub struct Preprocessor<'t> {
    text: &'t str,
    rules: Cow<'t, PreprocessorRules>,
    surface: BlankedText,
    branches: Branches,
    /// The ranges that each reading leaves out, with the result of scanning the rest.
    scanned_readings: Vec<(Vec<Range<usize>>, ScanResult)>,
    unread: Vec<Range<usize>>,
}

impl<'t> Preprocessor<'t> {
    /// Surveys a text, with `macros` as further macros; returns `None` if the language has no macros, or conditional
    /// text is not closed.
    #[must_use]
    pub fn new(manifest: &'t Manifest, macros: &Macros, text: &'t str) -> Option<Self> {
        let rules = macros.added_to(manifest.view.preprocessor.as_ref()?);
        let surface = blank_comments_and_directives(text, &manifest.lexical, &rules);
        let branches = Branches::new(&surface.directives)?;
        let starts: Vec<usize> = surface.directives.iter().map(|directive| directive.range.start).collect();
        let (readings, mut unread) = branches.readings();
        // The contents of a comment without an end cannot be determined.
        if let Some(range) = &surface.unclosed {
            unread.retain(|branch| branch.start < range.start);
            unread.push(range.clone());
        }
        let look = |left_out: Vec<Range<usize>>| {
            let bytes = without(&surface.bytes, &left_out);
            let found = scan(text, &bytes, &starts, &surface.literals, &manifest.view, &rules);
            (left_out, found)
        };
        let passes = readings.into_iter().map(look).collect();
        Some(Self { text, rules, scanned_readings: passes, branches, unread, surface })
    }

    /// Returns the text.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Returns whether the text itself can serve as a reading: no macro is in a declaration, and each directive is
    /// between declarations.
    #[must_use]
    pub fn is_unmodified(&self) -> bool {
        self.scanned_readings
            .iter()
            .all(|(_, found)| found.marks.is_empty() && found.is_balanced && !found.has_inner_directive)
    }

    /// Returns the readings; every branch of conditional text is in at least one, unless the maximum number is reached.
    pub fn readings(&self, detail: Detail) -> impl Iterator<Item = Reading> {
        self.scanned_readings
            .iter()
            .filter_map(move |(left_out, found)| self.reading(left_out, found, detail))
    }

    /// Returns whether both bytes are in the same branch of conditional text.
    #[must_use]
    pub fn in_same_branch(&self, first: usize, second: usize) -> bool {
        self.branches.in_same_branch(first, second)
    }

    /// Returns the contents of function bodies in all readings, as far as their ends are certain.
    #[must_use]
    pub fn verified_bodies(&self) -> Vec<Range<usize>> {
        let mut bodies: Vec<Range<usize>> =
            self.scanned_readings.iter().flat_map(|(_, found)| &found.bodies).cloned().collect();
        if self.scanned_readings.len() > 1 {
            bodies.sort_by_key(|body| (body.start, body.end));
            bodies.dedup();
        }
        // Readings may disagree on where a body ends.
        if bodies.windows(2).any(|two| two[1].start < two[0].end) {
            return Vec::new();
        }
        confirmed_by_layout(self.text, &bodies, &self.rules.directive)
    }

    /// Returns the ranges that no reading contains, although they could be read.
    #[must_use]
    pub fn unread(&self) -> &[Range<usize>] {
        &self.unread
    }

    /// Returns the ranges that are blank in a reading because they contain no names or extents.
    fn not_in_outline(&self, found: &ScanResult, detail: Detail) -> Vec<Range<usize>> {
        if detail != Detail::Outline || !found.is_balanced {
            return Vec::new();
        }
        let code = |range: &Range<usize>| {
            let bytes = self.surface.bytes.get(range.clone()).unwrap_or_default();
            range.start..range.start + bytes.trim_ascii_end().len()
        };
        let mut ranges: Vec<Range<usize>> = found.not_in_outline.iter().map(code).collect();
        ranges.sort_by_key(|range| range.start);
        ranges
    }

    fn reading(&self, left_out: &[Range<usize>], found: &ScanResult, detail: Detail) -> Option<Reading> {
        let mut bytes = match detail {
            Detail::Outline | Detail::Code => without(&self.surface.bytes, left_out),
            Detail::Full => {
                let mut bytes = without(self.text.as_bytes(), left_out);
                self.surface.blanked.iter().for_each(|range| blank(&mut bytes, range.clone()));
                let code = without(&self.surface.bytes, left_out);
                let all = found.bodies.iter().flat_map(|body| lone_macros(&code, body, &self.rules));
                all.for_each(|lone| lone.hide(&mut bytes));
                bytes
            }
        };
        if detail == Detail::Outline && found.is_balanced {
            found.bodies.iter().for_each(|range| blank_body(&mut bytes, range.clone()));
            found.not_in_outline.iter().for_each(|range| blank(&mut bytes, range.clone()));
        }
        let marks = &found.marks;
        marks.left_out().for_each(|range| blank(&mut bytes, range.clone()));
        // An outline does not use them; in a full reading they show which names are parameters.
        if detail != Detail::Full {
            marks.declarations.iter().for_each(|range| blank(&mut bytes, range.clone()));
        }
        marks.arguments.iter().for_each(|range| make_word(&mut bytes, range.clone()));
        for range in &marks.parameters {
            overwrite(&mut bytes, range.clone(), self.rules.template_parameter.as_bytes());
        }
        self.show_types(&mut bytes, left_out, found, detail);
        let mut macros = marks.macros.clone();
        macros.sort_by_key(|range| range.start);
        let mut alone = marks.statements.clone();
        alone.sort_by_key(|range| range.start);
        let text = String::from_utf8(bytes).ok()?;
        Some(Reading {
            text,
            macros,
            statement_macros: alone,
            calls: marks.calls.clone(),
            not_in_outline: self.not_in_outline(found, detail),
            statements: found.statements.clone(),
            scopes: found.scopes.clone(),
            is_balanced: found.is_balanced,
        })
    }

    /// Replaces macros that hide the type of a function by a type.
    fn show_types(&self, bytes: &mut [u8], left_out: &[Range<usize>], found: &ScanResult, detail: Detail) {
        let rules = &self.rules;
        if rules.hidden_type.is_none() && rules.hidden_type_of_call.is_none() {
            return;
        }
        let macros = &found.marks.macros;
        // Comments, where they are visible, separate nothing.
        let bare = match detail {
            Detail::Full => {
                let mut bare = without(&self.surface.bytes, left_out);
                let blanked = found.marks.left_out().chain(&found.marks.declarations);
                blanked.for_each(|range| blank(&mut bare, range.clone()));
                bare
            }
            Detail::Outline | Detail::Code => bytes.to_vec(),
        };
        let is_given = |range: &Range<usize>| {
            let call = self.text.get(range.clone()).unwrap_or_default();
            // A constructor is inside its class, so not at the margin.
            let is_at_margin = range.start == 0 || self.text[..range.start].ends_with('\n');
            call.ends_with(')') && (is_at_margin || rules.names_type(call))
        };
        for range in macros {
            let of_call = rules.hidden_type_of_call.as_ref().filter(|_| is_given(range));
            if let Some(result) = rules.hidden_type.as_ref().or(of_call)
                && hides_type(&bare, range, &rules.specifiers)
            {
                overwrite(bytes, range.clone(), result.as_bytes());
            }
        }
    }
}

/// Returns a copy of `bytes` in which some ranges are blank.
fn without(bytes: &[u8], ranges: &[Range<usize>]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    ranges.iter().for_each(|range| blank(&mut out, range.clone()));
    out
}

/// Blanks the contents of a body except for a semicolon: empty braces would be parsed as a value.
fn blank_body(bytes: &mut [u8], range: Range<usize>) {
    blank(bytes, range.clone());
    if let Some(first) = bytes.get_mut(range).and_then(|inside| inside.iter_mut().find(|byte| **byte == b' '))
    {
        *first = b';';
    }
}

/// Turns the text in a range into one word, and blanks the rest after its first line.
fn make_word(bytes: &mut [u8], range: Range<usize>) {
    let end = memchr::memchr2(b'\n', b'\r', &bytes[range.clone()]).map_or(range.end, |at| range.start + at);
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    bytes[range.start..end].iter_mut().filter(|byte| !is_word(**byte)).for_each(|byte| *byte = b'_');
    if let Some(first) = bytes[range.start..end].first_mut().filter(|first| first.is_ascii_digit()) {
        *first = b'_';
    }
    blank(bytes, end..range.end);
}

/// Replaces the text in a range by a text of at most the same length.
fn overwrite(bytes: &mut [u8], range: Range<usize>, instead: &[u8]) {
    if instead.len() <= range.len() {
        blank(bytes, range.clone());
        if let Some(place) = bytes.get_mut(range.start..range.start + instead.len()) {
            place.copy_from_slice(instead);
        }
    }
}
