//! Why a definition cannot be renamed, and how that is told.

use crate::diag::Code;

pub use crate::resolve::bindings::Doubt;

/// Why a definition cannot be renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameProblem {
    /// Where names are bound in the language is not known.
    NotKnown,
    /// The file cannot be parsed in reasonable time.
    TooCostly,
    /// The file has a syntax error.
    SyntaxError {
        /// Where it begins.
        at: usize,
    },
    /// The definition has no name of its own.
    NoName,
    /// The old or the new name means something to the language, or is none.
    BadName {
        /// The name.
        name: String,
    },
    /// The new name is in use.
    Taken {
        /// Where.
        places: Vec<usize>,
    },
    /// There are places of which it cannot be shown whether they mean the definition.
    Unproven {
        /// Where, and why.
        doubts: Vec<(usize, Doubt)>,
    },
}

impl RenameProblem {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Taken { .. } => Code::NameTaken,
            Self::BadName { .. } => Code::PayloadMismatch,
            Self::NotKnown
            | Self::TooCostly
            | Self::SyntaxError { .. }
            | Self::NoName
            | Self::Unproven { .. } => Code::Unproven,
        }
    }

    /// The sentence that tells it of the definition `address`; `line` gives the line of a byte.
    #[must_use]
    pub fn message(&self, address: &str, new_name: &str, line: impl Fn(usize) -> usize) -> String {
        match self {
            Self::NotKnown => format!("`rename_symbol` does not support the language of `{address}`"),
            Self::TooCostly => format!("the file of `{address}` cannot be parsed in reasonable time"),
            Self::SyntaxError { at } => {
                format!("the file of `{address}` has a syntax error on line {}", line(*at))
            }
            Self::NoName => format!("`{address}` has no plain name of its own"),
            Self::BadName { name } => format!("`{name}` cannot be used as a name here"),
            Self::Taken { places } => {
                let first = places.first().map_or(0, |at| line(*at));
                format!("`{new_name}` is in use already, on line {first}")
            }
            Self::Unproven { doubts } => {
                let (at, doubt) = doubts.first().copied().unwrap_or((0, Doubt::Unclear));
                let more = match doubts.len() {
                    0 | 1 => String::new(),
                    more => format!(", and {} more", more - 1),
                };
                format!(
                    "cannot decide which names mean `{address}`: line {} {}{more}",
                    line(at),
                    doubt.label()
                )
            }
        }
    }

    /// The places that it speaks of, each with its label.
    #[must_use]
    pub fn places(&self) -> Vec<(usize, &'static str)> {
        match self {
            Self::Taken { places } => places.iter().map(|at| (*at, "has the new name")).collect(),
            Self::Unproven { doubts } => doubts.iter().map(|(at, doubt)| (*at, doubt.label())).collect(),
            Self::SyntaxError { at } => vec![(*at, "")],
            Self::NotKnown | Self::TooCostly | Self::NoName | Self::BadName { .. } => Vec::new(),
        }
    }

    /// What to do next.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            Self::BadName { .. } => "give a name that means nothing to the language, by `new_name:`",
            Self::NoName => {
                "rename its class where it has that name, or use `replace_text` with `symbol:` for each place"
            }
            Self::Taken { .. } => "choose another `new_name:`",
            _ => "use `replace_text` with `symbol:` for each definition in which the name stands",
        }
    }
}
