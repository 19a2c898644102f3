//! Classifies single words of a comment that may stand for omitted code.

/// The class of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// More of the same: `rest`, `remaining`.
    Rest,
    /// Earlier code: `existing`.
    Before,
    /// No change: `unchanged`, `omitted`.
    Kept,
    /// Other things: `other`, `more`.
    Other,
    /// Code in general: `code`, `implementation`.
    Code,
    /// A unit of code: `function`, `file`.
    Whole,
    /// A part of code: `methods`, `imports`.
    Part,
    /// A filler between these words: `the`, `of`, `remains`.
    Filler,
    /// Any other word, which has a meaning of its own.
    Own,
}

impl Word {
    /// Returns the class of a word in lower case.
    pub(super) fn of(word: &str) -> Self {
        let is = |list: &str| list.split_ascii_whitespace().any(|own| own == word);
        match word {
            _ if is(REST) => Self::Rest,
            _ if is(BEFORE) => Self::Before,
            _ if is(KEPT) => Self::Kept,
            _ if is(OTHER) => Self::Other,
            _ if is(CODE) => Self::Code,
            _ if is(WHOLES) => Self::Whole,
            _ if is(PARTS) => Self::Part,
            _ if is(FILLERS) => Self::Filler,
            _ => Self::Own,
        }
    }
}

const REST: &str = "rest remainder remaining";
const BEFORE: &str = "existing original previous";
const KEPT: &str = "unchanged unmodified untouched omitted elided snip snipped truncated skipped intact";
const OTHER: &str = "other others more additional further same everything keep leave all etc";
const CODE: &str = "code implementation implementations logic";
const WHOLES: &str = "file function functions method methods class classes body module script content contents \
                      component program";
const PARTS: &str = "field fields import imports statement statements test tests case cases prop props property \
                     properties attribute attributes definition definitions declaration declarations constructor \
                     parameter parameters argument arguments option options config configuration setup \
                     initialization handler handlers route routes variable variables constant constants member \
                     members entry entries item items styles markup elements components modules section block loop \
                     helpers types interfaces struct enum variants rules dependencies includes docstring comments \
                     parts stuff things hooks state return render validation processing error handling fixtures \
                     settings keys values checks conditions branches assertions migrations models views \
                     initialisation endpoints getters setters accessors overrides";
const FILLERS: &str = "the this that these those of in for and or to from with it is are be as at here go goes remain \
                       remains stay stays continue continues above below before after else exactly any your my our \
                       its left kept follow follows has have been was were current now until end";
