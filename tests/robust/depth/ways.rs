//! The ways in which a writer shows how deep code stands.
//!
//! A way is left out for a change that it would spell just as the first way does.

use super::change::{Change, depth};
use super::write::{Style, Written};

/// What ways have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Marker and payload were written together: one shift leads from both to the file.
    Together,
    /// One of the two is as in the file, the other lost what its own lines share.
    Crossed,
    /// Each lost what its own lines share, and that is not the same.
    Apart,
    /// First lines lost their indentation.
    FirstLine,
    /// A whole definition is replaced.
    Definition,
    /// Code is left out, and a comment says so: it must be refused.
    Elided,
}

impl Group {
    pub const ALL: [Self; 6] =
        [Self::Together, Self::Crossed, Self::Apart, Self::FirstLine, Self::Definition, Self::Elided];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Together => "marker and payload written together",
            Self::Crossed => "one as in the file, the other cut",
            Self::Apart => "each cut for itself",
            Self::FirstLine => "first lines not indented",
            Self::Definition => "whole definitions",
            Self::Elided => "code left out (to be refused)",
        }
    }

    pub fn wants_refusal(self) -> bool {
        self == Self::Elided
    }
}

/// A way of showing depth.
pub struct Way {
    pub name: &'static str,
    pub group: Group,
    /// Marker and payload in this way; `None` if it makes no difference, or none can be made.
    pub write: fn(&Change) -> Option<Written>,
}

const fn way(name: &'static str, group: Group, write: fn(&Change) -> Option<Written>) -> Way {
    Way { name, group, write }
}

/// Every way, in the order of the table.
pub const WAYS: &[Way] = &[
    way("as in the file, |2-", Group::Together, |change| as_is(change, Style::Indicated)),
    way("as in the file, |-", Group::Together, |change| {
        (margin(&change.marker) + margin(&change.payload) > 0).then(|| as_is(change, Style::Plain))?
    }),
    way("as in the file, JSON", Group::Together, |change| as_is(change, Style::Json)),
    way("common part cut, |2-", Group::Together, |change| both_cut(change, Style::Indicated)),
    way("common part cut, |-", Group::Together, |change| both_cut(change, Style::Plain)),
    way("common part cut, JSON", Group::Together, |change| both_cut(change, Style::Json)),
    way("one level too deep, |2-", Group::Together, |change| {
        let deeper = |text: &[String]| each(text, |line| format!("{}{line}", change.step));
        written(deeper(&change.marker), deeper(&change.payload), Style::Indicated)
    }),
    way("two blanks a level for four", Group::Together, |change| restyled(change, "  ")),
    way("a tab a level for four blanks", Group::Together, |change| restyled(change, "\t")),
    way("marker cut, |2-", Group::Crossed, |change| marker_cut(change, Style::Indicated)),
    way("marker cut, JSON", Group::Crossed, |change| marker_cut(change, Style::Json)),
    way("payload cut, |2-", Group::Crossed, |change| payload_cut(change, Style::Indicated)),
    way("payload cut, JSON", Group::Crossed, |change| payload_cut(change, Style::Json)),
    way("each cut for itself, |-", Group::Apart, |change| each_cut(change, Style::Plain)),
    way("each cut for itself, JSON", Group::Apart, |change| each_cut(change, Style::Json)),
    way("marker's first line, |2-", Group::FirstLine, |change| {
        written(first_cut(&change.marker)?, change.payload.clone(), Style::Indicated)
    }),
    way("payload's first line, |2-", Group::FirstLine, |change| {
        written(change.marker.clone(), first_cut(&change.payload)?, Style::Indicated)
    }),
    way("both first lines, |2-", Group::FirstLine, |change| both_first(change, Style::Indicated)),
    way("both first lines, JSON", Group::FirstLine, |change| both_first(change, Style::Json)),
    way("definition as in the file, |2-", Group::Definition, |change| as_is(change, Style::Indicated)),
    way("definition as in the file, JSON", Group::Definition, |change| as_is(change, Style::Json)),
    way("definition cut, |-", Group::Definition, |change| payload_cut(change, Style::Plain)),
    way("definition's first line, JSON", Group::Definition, |change| {
        written(Vec::new(), first_cut(&change.payload)?, Style::Json)
    }),
    way("code left out of both", Group::Elided, |change| {
        let (marker, payload, count) = longest_shared(change)?;
        let comment = placeholder(change, &change.marker[marker])?;
        let without = |text: &[String], at: usize| spliced(text, at, count, &comment);
        written(without(&change.marker, marker), without(&change.payload, payload), Style::Indicated)
    }),
    way("code left out of the payload", Group::Elided, |change| {
        let (_, payload, count) = longest_shared(change)?;
        let comment = placeholder(change, &change.payload[payload])?;
        written(change.marker.clone(), spliced(&change.payload, payload, count, &comment), Style::Indicated)
    }),
];

fn written(marker: Vec<String>, payload: Vec<String>, style: Style) -> Option<Written> {
    Some(Written { marker, payload, style })
}

fn as_is(change: &Change, style: Style) -> Option<Written> {
    written(change.marker.clone(), change.payload.clone(), style)
}

fn both_cut(change: &Change, style: Style) -> Option<Written> {
    let all: Vec<String> = change.marker.iter().chain(&change.payload).cloned().collect();
    let common = margin(&all);
    (common > 0).then(|| written(cut(&change.marker, common), cut(&change.payload, common), style))?
}

fn marker_cut(change: &Change, style: Style) -> Option<Written> {
    let own = margin(&change.marker);
    (own > 0).then(|| written(cut(&change.marker, own), change.payload.clone(), style))?
}

fn payload_cut(change: &Change, style: Style) -> Option<Written> {
    let own = margin(&change.payload);
    (own > 0).then(|| written(change.marker.clone(), cut(&change.payload, own), style))?
}

fn each_cut(change: &Change, style: Style) -> Option<Written> {
    let (marker, payload) = (margin(&change.marker), margin(&change.payload));
    (marker != payload).then(|| written(cut(&change.marker, marker), cut(&change.payload, payload), style))?
}

fn both_first(change: &Change, style: Style) -> Option<Written> {
    written(first_cut(&change.marker)?, first_cut(&change.payload)?, style)
}

/// The indentation that all lines share, in bytes; 0 where they mix tabs and blanks there.
fn margin(text: &[String]) -> usize {
    let mut solid = text.iter().filter(|line| !line.trim().is_empty());
    let Some(first) = solid.next() else { return 0 };
    let shared = |least: &str, line: &String| -> usize {
        least.bytes().zip(line.bytes()).take_while(|(one, other)| one == other).count()
    };
    let mut least = &first[..depth(first)];
    for line in solid {
        least = &least[..shared(least, line)];
    }
    least.len()
}

fn each(text: &[String], change: impl Fn(&str) -> String) -> Vec<String> {
    text.iter().map(|line| if line.trim().is_empty() { line.clone() } else { change(line) }).collect()
}

fn cut(text: &[String], by: usize) -> Vec<String> {
    each(text, |line| line[by..].to_owned())
}

/// A text whose first line lost its indentation; `None` if it has none, or if nothing stands below it.
fn first_cut(text: &[String]) -> Option<Vec<String>> {
    let first = text.iter().position(|line| !line.trim().is_empty())?;
    let has_more = text[first + 1..].iter().any(|line| !line.trim().is_empty());
    (has_more && depth(&text[first]) > 0).then_some(())?;
    let mut text = text.to_vec();
    text[first] = text[first].trim_start_matches([' ', '\t']).to_owned();
    Some(text)
}

/// Both texts in another style, in a file of four blanks a level; only where all lines stand at whole levels.
fn restyled(change: &Change, step: &str) -> Option<Written> {
    let lines = || change.marker.iter().chain(&change.payload).filter(|line| !line.trim().is_empty());
    let is_whole = |line: &String| depth(line).is_multiple_of(4) && !line[..depth(line)].contains('\t');
    let shows = change.marker.iter().any(|line| depth(line) > 0);
    (change.step == "    " && shows && lines().all(is_whole)).then_some(())?;
    let redone = |text: &[String]| each(text, |line| step.repeat(depth(line) / 4) + &line[depth(line)..]);
    written(redone(&change.marker), redone(&change.payload), Style::Indicated)
}

/// The longest run of lines with text that marker and payload share, between their first and last lines.
fn longest_shared(change: &Change) -> Option<(usize, usize, usize)> {
    let inner = |&(marker, payload, count): &(usize, usize, usize)| {
        let skip = usize::from(marker == 0 || payload == 0);
        let is_last = marker + count == change.marker.len() || payload + count == change.payload.len();
        (marker + skip, payload + skip, count.saturating_sub(skip + usize::from(is_last)))
    };
    let has_code = |&(marker, _, count): &(usize, usize, usize)| {
        let is_code = |line: &&String| line.trim().chars().filter(|char| char.is_alphanumeric()).count() > 3;
        change.marker[marker..marker + count].iter().filter(is_code).count() >= 2
    };
    change.shared.iter().map(inner).filter(|run| run.2 >= 2).filter(has_code).max_by_key(|run| run.2)
}

/// The comment that stands for left out code, as deep as a line.
fn placeholder(change: &Change, like: &str) -> Option<String> {
    let comment = match change.path.rsplit('.').next()? {
        "py" | "pyi" => "# ... existing code ...",
        "rs" | "c" | "h" | "cc" | "cpp" | "hpp" | "go" | "java" | "js" | "jsx" | "ts" | "tsx" => {
            "// ... existing code ..."
        }
        _ => return None,
    };
    Some(format!("{}{comment}", &like[..depth(like)]))
}

fn spliced(text: &[String], at: usize, count: usize, line: &str) -> Vec<String> {
    let mut text = text.to_vec();
    text.splice(at..at + count, [line.to_owned()]);
    text
}
