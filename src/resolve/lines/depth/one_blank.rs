//! Corrects added lines that are one space off a level of the file, because a space was lost or added by mistake.
//!
//! Invariant: a line moves only to the nearest level, and only if it begins a statement there that fits below the line
//! above.

use super::columns::{columns, window};
use super::flow::{CLOSING, Fit, OpeningDepth, continues, is_label};
use super::layout::Layout;
use super::line::code_of;
use super::odd::RemainingLines;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, LexState, Lexer, LineEdits, step_within};

/// The widths of steps in spaces for which a single space more or less is noticeable.
const STEPS: [usize; 2] = [4, 8];

/// The minimum number of indented lines near a place that show its levels.
const LEAST: usize = 3;

/// The indent levels of the lines around a place.
#[derive(Clone, Copy)]
enum LevelUnit {
    /// Each level is one tab.
    Tabs,
    /// Each level is this number of spaces.
    Blanks(usize),
}

impl LevelUnit {
    /// Returns the levels that nearly all lines around a place fit.
    fn near(buffer: &Buffer, at: usize) -> Option<Self> {
        let near = window(buffer, &(at..at));
        let own: Vec<String> = near
            .clone()
            .map(|line| buffer.line(line))
            .filter(|line| !is_blank(line) && !trim(line).starts_with('*'))
            .map(|line| indentation(&line).to_owned())
            .filter(|own| !own.is_empty())
            .collect();
        let levels = match own.iter().filter(|own| own.starts_with('\t')).count() * 2 > own.len() {
            true => Self::Tabs,
            false => Self::Blanks(step_within(buffer, near).0),
        };
        let is_at = |own: &&String| levels.level(own).is_some();
        let count = own.iter().filter(is_at).count();
        (count >= LEAST && count * 10 >= own.len() * 9).then_some(levels)
    }

    /// Returns the level of an indentation; `None` if it is between levels.
    fn level(self, own: &str) -> Option<usize> {
        match self {
            Self::Tabs => own.bytes().all(|byte| byte == b'\t').then_some(own.len()),
            Self::Blanks(step) => (own.bytes().all(|byte| byte == b' ') && own.len().is_multiple_of(step))
                .then_some(own.len() / step),
        }
    }

    /// Returns the level from which an indentation differs by one space.
    fn beside(self, own: &str) -> Option<usize> {
        match self {
            Self::Tabs => {
                let tabs = own.bytes().take_while(|byte| *byte == b'\t').count();
                let is_blanks = own[tabs..].bytes().all(|byte| byte == b' ');
                match own.len() - tabs {
                    1 => Some(tabs),
                    blanks if STEPS.contains(&(blanks + 1)) => Some(tabs + 1),
                    _ => None,
                }
                .filter(|_| is_blanks)
            }
            Self::Blanks(step) if STEPS.contains(&step) && own.bytes().all(|byte| byte == b' ') => {
                match own.len() % step {
                    1 => Some(own.len() / step),
                    rest if rest + 1 == step => Some(own.len() / step + 1),
                    _ => None,
                }
            }
            Self::Blanks(_) => None,
        }
    }

    fn spelled(self, level: usize) -> String {
        match self {
            Self::Tabs => "\t".repeat(level),
            Self::Blanks(step) => " ".repeat(step * level),
        }
    }
}

/// Moves added lines that are one space off a level to that level.
pub fn level_lines(buffer: &Buffer, index: &mut LineIndex<'_>, layout: Layout, edits: &mut LineEdits<'_>) {
    let may_be = |line: &str| {
        let own = indentation(line);
        !is_blank(line)
            && (own.ends_with(' ') && own.contains('\t') || own.len() % 2 == 1 && !own.ends_with('\t'))
    };
    let is_any = edits.texts_of_added().any(may_be);
    let Some(lexer) = index.scanner().filter(|_| is_any).map(|scanner| Lexer::new(scanner.rules())) else {
        return;
    };
    let kept = RemainingLines::of(buffer, edits);
    let added = edits.added_by_place();
    let mut levelled: Vec<(usize, String)> = Vec::new();
    let mut last_at = None;
    let mut above = None;
    let mut state = LexState::default();
    for (at, number, text) in added {
        if last_at != Some(at) {
            let nearest = kept.above(at);
            if last_at.is_none_or(|last| nearest.is_some_and(|line| line >= last)) {
                state = index.state_before(buffer, at);
                above = nearest.map(|line| {
                    let own = buffer.line(line);
                    let code = code_of(Some(&lexer), &own, &mut index.state_before(buffer, line));
                    (indentation(&own).to_owned(), code)
                });
            }
            last_at = Some(at);
        }
        let is_code = state.is_code();
        let code = code_of(Some(&lexer), &text, &mut state);
        let is_comment = code.is_empty() && lexer.rules().begins_with_line_comment(&text);
        if !is_code || code.is_empty() && !is_comment {
            continue;
        }
        let mut own = indentation(&text).to_owned();
        if let Some(above) = &above
            && let Some(levels) = LevelUnit::near(buffer, at)
            && let Some(level) = levels.beside(&own)
            && fits(layout, levels, above, (level, if is_comment { "comment" } else { &code }))
        {
            let text = format!("{}{}", levels.spelled(level), &text[own.len()..]);
            own = levels.spelled(level);
            levelled.push((number, text));
        }
        if !is_comment {
            above = Some((own, code));
        }
    }
    levelled.iter().for_each(|(number, text)| edits.rewrite(*number, text.clone()));
}

/// Returns whether a line of code begins a statement, or ends a block, that may be at a level below the line above it.
fn fits(layout: Layout, levels: LevelUnit, above: &(String, String), (level, code): (usize, &str)) -> bool {
    let begins = !continues(code)
        && !is_label(code)
        && !layout.is_directive(code)
        && (code.starts_with('}') || !code.starts_with(CLOSING))
        && code.starts_with(|sign: char| sign.is_alphanumeric() || "_$@\"'(}{".contains(sign));
    let is_whole = matches!(layout.opening(&above.1), OpeningDepth::No | OpeningDepth::Block);
    let depth = |level: usize| columns(&levels.spelled(level), 4);
    let Some(over) = levels.level(&above.0).filter(|_| begins && is_whole) else { return false };
    let step = depth(1);
    layout.fit((depth(over), &above.1), (depth(level), code), usize::try_from(step).unwrap_or(4))
        >= Fit::Possible
}
