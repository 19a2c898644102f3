//! Readings of a text whose macros and conditional text a grammar cannot know.
//!
//! In a reading directives are blank, one branch of each conditional text is left, and macros in declarations are blank.
//! Everything keeps its place, so that a span in a reading is a span in the text.
//!
//! What is a macro is told by how it is written and where it stands, by the rules of the language's manifest. Nothing is
//! expanded: that would take the definitions, which stand in other files.

mod branches;
mod lone;
mod macros;
mod result;
mod rules;
mod scan;
mod skeleton;
mod statement;
mod surface;
#[cfg(test)]
mod tests;
mod token;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use super::Manifest;
use super::bodies::laid_out;
use lone::lone_macros;
use result::hides_type;
use scan::{ScannedMask, scan};
use surface::{Surface, blank, surface};

pub use branches::{Branches, Condition};
pub use macros::Macros;
pub use rules::MaskRules;
pub use scan::BracketScope;

/// How much of a text a reading shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// All of it.
    Full,
    /// All of it but comments.
    Code,
    /// What an outline is made of: comments, the bodies of functions, and what else says nothing of it are blank.
    Outline,
}

/// One way to read a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// As long as the text, with the same line ends.
    pub text: String,
    /// The macros in declarations that are blank, in file order.
    pub macros: Vec<Range<usize>>,
    /// The macros that stand alone, in file order.
    pub alone: Vec<Range<usize>>,
    /// What macros that make functions are called with, brackets included, where the reading shows it otherwise.
    pub calls: Vec<Range<usize>>,
    /// What is blank since it says nothing of names and extents, in file order: each to the end of its last token.
    pub dispensable: Vec<Range<usize>>,
    /// Functions and other statements, macros before them included, in file order.
    pub statements: Vec<Range<usize>>,
    /// Classes and modules, in the order of their braces.
    pub scopes: Vec<BracketScope>,
    /// Whether each bracket has its counterpart; bodies are shown where not.
    pub is_balanced: bool,
}

/// What a text holds that must be read in other ways.
#[derive(Debug)]
pub struct Survey<'t> {
    text: &'t str,
    rules: Cow<'t, MaskRules>,
    surface: Surface,
    branches: Branches,
    /// What each reading leaves out, and what was found in it.
    passes: Vec<(Vec<Range<usize>>, ScannedMask)>,
    unread: Vec<Range<usize>>,
}

impl<'t> Survey<'t> {
    /// Looks through a text in which `macros` are some, too; `None` where the language has no macros, or conditional text
    /// does not end.
    #[must_use]
    pub fn new(manifest: &'t Manifest, macros: &Macros, text: &'t str) -> Option<Self> {
        let rules = macros.added_to(manifest.view.masks.as_ref()?);
        let surface = surface(text, &manifest.lexical, &rules);
        let branches = Branches::new(&surface.directives)?;
        let starts: Vec<usize> = surface.directives.iter().map(|directive| directive.range.start).collect();
        let (readings, mut unread) = branches.readings();
        // What may be in a comment without an end, nobody can tell.
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
        Some(Self { text, rules, passes, branches, unread, surface })
    }

    /// The text itself.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Whether the text itself is as good as any reading: no macro stands in a declaration, and each directive stands
    /// between two.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.passes.iter().all(|(_, found)| found.marks.is_empty() && found.is_balanced && !found.is_cut)
    }

    /// The readings, in which every branch of conditional text is shown at least once, up to a limit.
    pub fn readings(&self, detail: Detail) -> impl Iterator<Item = Reading> {
        self.passes.iter().filter_map(move |(left_out, found)| self.reading(left_out, found, detail))
    }

    /// Whether both bytes stand in the same branch of conditional text.
    #[must_use]
    pub fn is_in_one_branch(&self, first: usize, second: usize) -> bool {
        self.branches.is_in_one(first, second)
    }

    /// The insides of the bodies of functions, of all readings, as far as it is certain where they end.
    #[must_use]
    pub fn certain_bodies(&self) -> Vec<Range<usize>> {
        let mut bodies: Vec<Range<usize>> =
            self.passes.iter().flat_map(|(_, found)| &found.bodies).cloned().collect();
        if self.passes.len() > 1 {
            bodies.sort_by_key(|body| (body.start, body.end));
            bodies.dedup();
        }
        // Readings may see different ends.
        if bodies.windows(2).any(|two| two[1].start < two[0].end) {
            return Vec::new();
        }
        laid_out(self.text, &bodies, &self.rules.directive)
    }

    /// Text that is in no reading, though it could be.
    #[must_use]
    pub fn unread(&self) -> &[Range<usize>] {
        &self.unread
    }

    /// What a reading shows as blank since it says nothing of names and extents.
    fn dispensable(&self, found: &ScannedMask, detail: Detail) -> Vec<Range<usize>> {
        if detail != Detail::Outline || !found.is_balanced {
            return Vec::new();
        }
        let code = |range: &Range<usize>| {
            let bytes = self.surface.bytes.get(range.clone()).unwrap_or_default();
            range.start..range.start + bytes.trim_ascii_end().len()
        };
        let mut ranges: Vec<Range<usize>> = found.dispensable.iter().map(code).collect();
        ranges.sort_by_key(|range| range.start);
        ranges
    }

    fn reading(&self, left_out: &[Range<usize>], found: &ScannedMask, detail: Detail) -> Option<Reading> {
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
            found.bodies.iter().for_each(|range| empty(&mut bytes, range.clone()));
            found.dispensable.iter().for_each(|range| blank(&mut bytes, range.clone()));
        }
        let marks = &found.marks;
        marks.left_out().for_each(|range| blank(&mut bytes, range.clone()));
        // An outline has no use for them; else they tell which names are parameters.
        if detail != Detail::Full {
            marks.declarations.iter().for_each(|range| blank(&mut bytes, range.clone()));
        }
        marks.arguments.iter().for_each(|range| spell(&mut bytes, range.clone()));
        for range in &marks.parameters {
            put(&mut bytes, range.clone(), self.rules.template_parameter.as_bytes());
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
            alone,
            calls: marks.calls.clone(),
            dispensable: self.dispensable(found, detail),
            statements: found.statements.clone(),
            scopes: found.scopes.clone(),
            is_balanced: found.is_balanced,
        })
    }

    /// Puts types in the place of macros that hide those of functions.
    fn show_types(&self, bytes: &mut [u8], left_out: &[Range<usize>], found: &ScannedMask, detail: Detail) {
        let rules = &self.rules;
        if rules.hidden_type.is_none() && rules.hidden_type_of_call.is_none() {
            return;
        }
        let macros = &found.marks.macros;
        // Comments, where they are shown, part nothing.
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
            // A constructor stands in its class.
            let is_at_margin = range.start == 0 || self.text[..range.start].ends_with('\n');
            call.ends_with(')') && (is_at_margin || rules.names_type(call))
        };
        for range in macros {
            let of_call = rules.hidden_type_of_call.as_ref().filter(|_| is_given(range));
            if let Some(result) = rules.hidden_type.as_ref().or(of_call)
                && hides_type(&bare, range, &rules.specifiers)
            {
                put(bytes, range.clone(), result.as_bytes());
            }
        }
    }
}

/// A copy with blanks in the place of some ranges.
fn without(bytes: &[u8], ranges: &[Range<usize>]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    ranges.iter().for_each(|range| blank(&mut out, range.clone()));
    out
}

/// Blanks the inside of a body but for a semicolon: braces around nothing would be read as a value.
fn empty(bytes: &mut [u8], range: Range<usize>) {
    blank(bytes, range.clone());
    if let Some(first) = bytes.get_mut(range).and_then(|inside| inside.iter_mut().find(|byte| **byte == b' '))
    {
        *first = b';';
    }
}

/// Makes a word of what stands in a range, blanks what stands on further lines.
fn spell(bytes: &mut [u8], range: Range<usize>) {
    let end = memchr::memchr2(b'\n', b'\r', &bytes[range.clone()]).map_or(range.end, |at| range.start + at);
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    bytes[range.start..end].iter_mut().filter(|byte| !is_word(**byte)).for_each(|byte| *byte = b'_');
    if let Some(first) = bytes[range.start..end].first_mut().filter(|first| first.is_ascii_digit()) {
        *first = b'_';
    }
    blank(bytes, end..range.end);
}

/// Puts a text in the place of a longer one.
fn put(bytes: &mut [u8], range: Range<usize>, instead: &[u8]) {
    if instead.len() <= range.len() {
        blank(bytes, range.clone());
        if let Some(place) = bytes.get_mut(range.start..range.start + instead.len()) {
            place.copy_from_slice(instead);
        }
    }
}
