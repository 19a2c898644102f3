//! What happens to patches on their way: each kind of damage that is seen in practice, and the dangers.

mod anchors;
mod blanks;
mod comments;
mod danger;
mod indent;
mod numbers;
mod spelling;
mod spoilt;

use crate::draft::{Draft, Format};
use crate::rng::Rng;

/// A kind of damage.
pub struct Damage {
    pub name: &'static str,
    pub group: Group,
    /// Whether a format can suffer it.
    pub concerns: fn(Format) -> bool,
    /// Does it; `false` if this draft has nothing to be damaged.
    pub make: fn(&mut Draft, &mut Rng) -> bool,
}

/// What should come of a damaged patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The same as of the patch without the damage, while it has one place.
    Harmless,
    /// A refusal: there is no right place.
    Dangerous,
    /// A refusal: the patch fits several places.
    Ambiguous,
    /// A refusal, because the text is not whole.
    Broken,
    /// The same as of the patch without the damage, or a refusal.
    Spoilt,
}

fn all(_: Format) -> bool {
    true
}

fn hunks(format: Format) -> bool {
    !format.gives_texts()
}

fn diffs(format: Format) -> bool {
    format == Format::Unified
}

fn enveloped(format: Format) -> bool {
    matches!(format, Format::ApplyPatch | Format::FileChanges | Format::JsonEdits)
}

const fn harmless(
    name: &'static str,
    concerns: fn(Format) -> bool,
    make: fn(&mut Draft, &mut Rng) -> bool,
) -> Damage {
    Damage { name, group: Group::Harmless, concerns, make }
}

const fn dangerous(
    name: &'static str,
    concerns: fn(Format) -> bool,
    make: fn(&mut Draft, &mut Rng) -> bool,
) -> Damage {
    Damage { name, group: Group::Dangerous, concerns, make }
}

const fn spoilt(name: &'static str, make: fn(&mut Draft, &mut Rng) -> bool) -> Damage {
    Damage { name, group: Group::Spoilt, concerns: all, make }
}

/// Every kind of damage, in the order of the table.
pub const ALL: &[Damage] = &[
    harmless("none", all, |_, _| true),
    harmless("line numbers off by 50", hunks, numbers::off_by_fifty),
    harmless("line numbers all 1", hunks, numbers::all_one),
    harmless("wrong counts", hunks, numbers::wrong_counts),
    harmless("no numbers", hunks, numbers::none),
    harmless("one line of context", all, numbers::one_context_line),
    harmless("hunks reversed", all, numbers::reversed),
    harmless("indented with tabs", all, indent::with_tabs),
    harmless("dedented", all, indent::dedented),
    harmless("trailing blanks lost", all, blanks::trailing_lost),
    harmless("trailing blanks added", all, blanks::trailing_added),
    harmless("blank context bare", hunks, blanks::bare),
    harmless("blank context dropped", all, blanks::dropped),
    harmless("blank context added", all, blanks::added),
    harmless("comments dropped", all, comments::dropped),
    harmless("comments reworded", all, comments::reworded),
    harmless("curly quotes, dashes", all, spelling::typographic),
    harmless("no-break spaces", all, spelling::no_break_spaces),
    harmless("CRLF patch, LF file", all, |draft, _| {
        draft.spelling.crlf = true;
        true
    }),
    harmless("LF patch, CRLF file", all, |draft, _| {
        draft.file_crlf = true;
        true
    }),
    harmless("no leading blank", hunks, spelling::no_leading_blank),
    harmless("patch lacks final newline", all, spelling::patch_lacks_newline),
    harmless("file lacks final newline", all, spelling::file_lacks_newline),
    harmless("fence with prose", all, spelling::fenced),
    harmless("heredoc", all, spelling::heredoc),
    harmless("no a/ b/", diffs, |draft, _| {
        draft.spelling.no_prefixes = true;
        true
    }),
    harmless("prose behind @@", hunks, anchors::prose),
    harmless("absent anchor", hunks, anchors::absent),
    harmless("anchor behind the place", hunks, anchors::behind),
    harmless("stacked anchors", |format| format == Format::ApplyPatch, anchors::stacked),
    Damage { name: "fits twice", group: Group::Ambiguous, concerns: all, make: danger::fits_twice },
    dangerous("file moved on", all, danger::moved_on),
    dangerous("one token different", all, danger::one_token),
    dangerous("text only in a comment", all, danger::commented_out),
    dangerous("look-alike, true place gone", all, danger::look_alike),
    dangerous("one bad hunk among good", all, danger::one_bad_hunk),
    dangerous("additions without a place", hunks, danger::bare_additions),
    dangerous("already applied", all, danger::already_applied),
    Damage { name: "cut off", group: Group::Broken, concerns: enveloped, make: danger::cut_off },
    spoilt("escaped as HTML", spoilt::escaped),
    spoilt("lines bear numbers", spoilt::numbered),
    spoilt("dots for context", spoilt::elided),
    spoilt("context line twice", spoilt::stuttered),
    spoilt("two hunks merged", spoilt::merged),
    spoilt("context line wrapped", spoilt::wrapped),
    spoilt("made-up line at the end", spoilt::made_up_end),
    spoilt("half of the indentation", spoilt::half_indented),
    spoilt("one level too deep", spoilt::one_level_deeper),
];
