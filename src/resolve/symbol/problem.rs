//! Why a symbol operation is refused, and how that is told.

use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace, PlaceRole};
use crate::text::{Buffer, Method, align};

use similar::DiffOp;

use crate::resolve::symbol::address::info::{SymbolInfo, dedented, is_hash};
use crate::resolve::symbol::outline::hidden::HiddenName;
use crate::resolve::symbol::payload::problem::{PayloadProblem, with_article};

/// What helps where the end of a file is no place for a definition.
pub const OTHER_PLACE: &str = "give `after_symbol:` or `into_class:` with an address; a file that is not there yet is written first, with its namespaces";

/// Why an address does not give one definition.
#[derive(Debug, Clone, PartialEq)]
pub enum SymbolProblem {
    /// Nothing of the kind has the name.
    NotFound {
        /// The address as the patch gives it.
        wanted: String,
        /// What was looked for, with its article: `a method`.
        article: String,
        /// The definitions whose names come nearest, with their likeness.
        nearest: Vec<(SymbolInfo, f64)>,
        /// What holds definitions that may be meant (the class that was named, else the file), and their names.
        members: Option<(String, Vec<String>)>,
        /// Whether these are the members of a class that was named and is there.
        of_class: bool,
        /// Definitions of the name that are of another kind, or have other parameters.
        other: Vec<SymbolInfo>,
        /// Whether what the address names around it is there, and has none of these in it.
        is_elsewhere: bool,
        /// The operation that takes the first of these, should it be of another kind than this one takes.
        operation: Option<String>,
        /// The place of the name in a macro, which is not parsed as code.
        hidden: Option<HiddenName>,
    },
    /// No definition that can be read has the name, but text that cannot be read has it.
    Unread {
        /// The address as the patch gives it.
        wanted: String,
        /// The byte of the name.
        at: usize,
    },
    /// Nothing of the file can be read.
    Unreadable {
        /// The lines, from 0, the first and the last one.
        lines: (usize, usize),
    },
    /// Several definitions fit equally well.
    Ambiguous {
        /// The address as the patch gives it.
        wanted: String,
        /// All of them, each with an address that selects it.
        candidates: Vec<SymbolInfo>,
    },
    /// The payload has the heading of another definition than the one that the address names first.
    OtherHeading {
        /// The address as the patch gives it.
        wanted: String,
        /// The one that the address names first, and those that have the heading, each with an address that selects it.
        candidates: Vec<SymbolInfo>,
    },
    /// The payload is not what the operation replaces.
    PayloadMismatch {
        /// The address as the patch gives it.
        wanted: String,
        /// What the operation replaces, with its article.
        article: String,
        /// What is wrong.
        problem: PayloadProblem,
    },
    /// The definition is another than `expect` says.
    ChangedDefinition {
        /// The definition.
        symbol: SymbolInfo,
        /// Its text now.
        current: Vec<String>,
        /// What the patch expects: lines, or a hash.
        expected: Vec<String>,
    },
    /// The fields of the operation name different definitions.
    Disagree {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// A syntax error makes the extent of the definition uncertain.
    Uncertain {
        /// The definition.
        symbol: SymbolInfo,
        /// The byte of the error.
        error: usize,
    },
    /// The definition begins in a branch of a condition, and ends outside of it.
    Parted {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The statement of the definition declares something else as well.
    Shared {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// What stands below the definition has no value without it.
    GivesValue {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// What comes above the definition would give it another value.
    TakesValue {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The only definition of the name has other parameters than the payload, but text that cannot be read may define
    /// another one.
    MayHaveAnother {
        /// The definition, with an address that has its parameters.
        symbol: SymbolInfo,
        /// The byte of the name in that text.
        unread: usize,
    },
    /// The definition has no body, or none that could hold members.
    NoBody {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// A module of the name stands in the file more than once.
    SeveralModules {
        /// Its address.
        wanted: String,
        /// The lines on which the blocks begin, from 0.
        lines: Vec<usize>,
    },
    /// All definitions of the file stand in something, so what stands behind the last one is not plain.
    NoEnd {
        /// The address of the last one that is certain.
        last: Option<String>,
    },
    /// A macro may open a namespace around one of the two places of a definition that moves.
    OpenMacro {
        /// Its name.
        name: String,
    },
    /// How definitions of the language are documented is not known.
    NoDocs,
    /// How imports of the language are written is not known.
    NoImports,
    /// The address is only the last name of the definition that is to go: once that is gone, it may name another one.
    LastNameOnly {
        /// The address as the patch gives it.
        wanted: String,
        /// The definition.
        symbol: SymbolInfo,
    },
    /// Macros stand on lines of their own above a definition that is to go.
    MacroAbove {
        /// The definition.
        symbol: SymbolInfo,
        /// The bytes of the macros.
        range: std::ops::Range<usize>,
    },
    /// The file cannot be parsed in reasonable time.
    TooCostly,
}

/// How many members or candidates a message names.
const SHOWN: usize = 20;

/// How many names that may be meant a message gives.
pub(super) const NAMED: usize = 5;

/// Definitions of up to so many lines are compared with what was expected: a comparison can cost their square.
const COMPARED: usize = 2_000;

impl SymbolProblem {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::NotFound { .. } => Code::SymbolNotFound,
            Self::Uncertain { .. }
            | Self::Parted { .. }
            | Self::Unread { .. }
            | Self::Unreadable { .. }
            | Self::Shared { .. }
            | Self::GivesValue { .. }
            | Self::TakesValue { .. }
            | Self::MacroAbove { .. }
            | Self::OpenMacro { .. }
            | Self::NoEnd { .. } => Code::UncertainExtent,
            Self::NoDocs | Self::NoImports => Code::UnsupportedLanguage,
            Self::TooCostly => Code::TooCostly,
            Self::Ambiguous { .. }
            | Self::OtherHeading { .. }
            | Self::MayHaveAnother { .. }
            | Self::LastNameOnly { .. }
            | Self::SeveralModules { .. } => Code::SymbolAmbiguous,
            Self::PayloadMismatch { .. } | Self::NoBody { .. } => Code::PayloadMismatch,
            Self::ChangedDefinition { .. } => Code::ChangedDefinition,
            Self::Disagree { .. } => Code::Malformed,
        }
    }

    /// The sentence that tells it of the file at `path`.
    #[must_use]
    pub fn message(&self, path: &str, buffer: &Buffer) -> String {
        match self {
            Self::NotFound { wanted, article, other, operation: Some(_), .. } if !other.is_empty() => {
                let kind = other.first().map_or_else(String::new, |one| with_article(&one.kind));
                format!("`{wanted}` in {path} is {kind}, not {article}")
            }
            Self::NotFound { wanted, other, .. }
                if other.first().is_some_and(|one| one.address == *wanted) =>
            {
                let kind = other.first().map_or_else(String::new, |one| with_article(&one.kind));
                format!("`{wanted}` in {path} is {kind}, into which this operation puts nothing")
            }
            Self::NotFound { wanted, article, hidden, .. } => {
                let noun = article.split_once(' ').map_or(article.as_str(), |(_, noun)| noun);
                let inside = hidden.as_ref().map(|found| {
                    let (line, name) = (line(buffer, found.at), &found.of_macro);
                    format!("; line {line} has the name inside the macro `{name}`, which is not parsed")
                });
                format!("{path} has no {noun} `{wanted}`{}", inside.unwrap_or_default())
            }
            Self::Ambiguous { wanted, candidates } => {
                let places: Vec<_> = candidates
                    .iter()
                    .take(SHOWN)
                    .map(|one| format!("line {} `{}`", one.lines.0 + 1, one.address))
                    .collect();
                format!("`{wanted}` has {} definitions in {path}: {}", candidates.len(), places.join(", "))
            }
            Self::OtherHeading { wanted, candidates } => {
                let (first, others) = candidates.split_at(candidates.len().min(1));
                let named = |one: &SymbolInfo| format!("`{}` on line {}", one.address, one.lines.0 + 1);
                let first = first.iter().map(|one| one.lines.0 + 1).next().unwrap_or_default();
                let others: Vec<String> = others.iter().take(SHOWN).map(named).collect();
                let others = others.join(", ");
                format!(
                    "`{wanted}` names line {first} of {path}, but the payload has the heading of {others}"
                )
            }
            Self::PayloadMismatch { wanted, article, problem } => problem.message(wanted, article),
            Self::ChangedDefinition { symbol, .. } => {
                format!("`{}` in {path} is not what `expect` says", symbol.address)
            }
            Self::Disagree { first, second } => format!("`{first}` and `{second}` name different symbols"),
            Self::Unread { wanted, at } => format!(
                "{path} has no `{wanted}` outside of line {}, which cannot be read because of a syntax error",
                line(buffer, *at)
            ),
            Self::Unreadable { lines: (first, last) } => format!(
                "no definition of {path} can be read: the syntax errors on lines {}-{} leave none",
                first + 1,
                last + 1
            ),
            Self::Uncertain { symbol, error } => format!(
                "cannot determine where `{}` in {path} ends: there is a syntax error on line {}",
                symbol.address,
                line(buffer, *error)
            ),
            Self::Parted { symbol } => {
                format!(
                    "`{}` in {path} begins in a branch of a condition, and ends outside of it",
                    symbol.address
                )
            }
            Self::Shared { symbol } => {
                format!("the statement of `{}` in {path} declares something else as well", symbol.address)
            }
            Self::GivesValue { symbol } => {
                format!("what stands below `{}` in {path} takes its value from it", symbol.address)
            }
            Self::TakesValue { symbol } => {
                format!("`{}` in {path} takes its value from what stands above it", symbol.address)
            }
            Self::MayHaveAnother { symbol, unread } => format!(
                "`{}` in {path} has other parameters than the payload, and line {}, which cannot be read, may define \
                 another of the name",
                symbol.address,
                line(buffer, *unread)
            ),
            Self::NoBody { symbol } => {
                format!("`{}` in {path} has no body of its own that could take it", symbol.address)
            }
            Self::SeveralModules { wanted, lines } => {
                let lines: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
                format!("`{wanted}` has several blocks in {path}, on lines {}", lines.join(", "))
            }
            Self::OpenMacro { name } => {
                format!("`{name}` may open a namespace that is not the same at the end of {path}")
            }
            Self::NoEnd { .. } => format!("cannot determine what the last definition of {path} is"),
            Self::NoImports => format!("import operations do not support the language of {path}"),
            Self::NoDocs => format!("`replace_docstring` does not support the language of {path}"),
            Self::MacroAbove { symbol, range } => format!(
                "cannot determine whether the macro on line {} of {path} belongs to `{}`",
                line(buffer, range.start),
                symbol.address
            ),
            Self::LastNameOnly { wanted, symbol } => format!(
                "`{wanted}` is only the last name of `{}` in {path}; what takes a definition out needs its whole \
                 address, so that a second run cannot take another one",
                symbol.address
            ),
            Self::TooCostly => format!("{path} cannot be parsed in reasonable time"),
        }
    }

    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::NotFound { wanted, nearest, members, other, operation, hidden, .. } => {
                let mut help = Vec::new();
                if let (Some(operation), Some(one)) = (operation, other.first()) {
                    help.push(format!(
                        "{operation} with `symbol: {}` takes the one on line {}",
                        one.address,
                        one.lines.0 + 1
                    ));
                    return help;
                }
                help.extend(other.first().map(|one| {
                    let (kind, line) = (with_article(&one.kind), one.lines.0 + 1);
                    match one.address == *wanted {
                        true if matches!(one.kind.as_str(), "method" | "function") => {
                            format!(
                                "`insert_into_body` puts statements into `{}`, given as its `symbol`",
                                one.address
                            )
                        }
                        true => {
                            "put members beside others of it, by `insert_after_symbol` or `insert_text_after`"
                                .to_owned()
                        }
                        false => format!("`{}` is there as {kind} (line {line})", one.address),
                    }
                }));
                help.extend(
                    nearest.first().map(|(one, _)| {
                        format!("did you mean `{}` (line {})?", one.address, one.lines.0 + 1)
                    }),
                );
                help.extend(members.as_ref().map(|(owner, names)| member_list(owner, names)));
                help.extend(hidden.as_ref().map(|_| "use `replace_text` for text inside a macro".to_owned()));
                help
            }
            Self::PayloadMismatch { problem, wanted, article } => {
                problem.help(wanted, article).into_iter().collect()
            }
            Self::ChangedDefinition { symbol, current, expected } => {
                let help = format!("look at the definition as it is now; its hash is {}", symbol.hash);
                difference(expected, current).into_iter().chain([help]).collect()
            }
            Self::NoBody { .. } => {
                vec![
                    "use an operation on text with a line of the definition as its `marker`, or replace the \
                      definition by `replace_symbol`"
                        .to_owned(),
                ]
            }
            Self::MacroAbove { .. } => {
                vec!["use `delete_text` with all lines that are to go as a marker".to_owned()]
            }
            Self::SeveralModules { .. } => {
                vec!["give `insert_after_symbol` with a definition of the block that is meant".to_owned()]
            }
            Self::NoEnd { last: Some(last) } => {
                vec![format!(
                    "give `after_symbol:` or `into_class:` with an address, such as `after_symbol: {last}`"
                )]
            }
            Self::NoEnd { last: None } => {
                vec!["give `after_symbol:` or `into_class:` with an address".to_owned()]
            }
            Self::OpenMacro { .. } => vec![OTHER_PLACE.to_owned()],
            Self::NoImports => vec!["use `insert_text_before` or `insert_text_after`".to_owned()],
            Self::Uncertain { .. } => {
                vec!["use `replace_text` with the lines as a marker, or fix that line first".to_owned()]
            }
            Self::Parted { .. } => vec!["use `replace_text` with the lines as a marker".to_owned()],
            Self::TakesValue { symbol } => vec![format!(
                "give `{}` a value of its own first, or name a constant behind it",
                symbol.address
            )],
            Self::Unread { .. }
            | Self::Unreadable { .. }
            | Self::Shared { .. }
            | Self::GivesValue { .. }
            | Self::NoDocs
            | Self::TooCostly => {
                vec!["use `replace_text` with the lines as a marker".to_owned()]
            }
            Self::MayHaveAnother { symbol, .. } => vec![format!(
                "`symbol: {}` selects line {} all the same; for another use `replace_text`",
                symbol.address,
                symbol.lines.0 + 1
            )],
            Self::LastNameOnly { symbol, .. } => vec![format!("write `symbol: {}`", symbol.address)],
            Self::Disagree { .. } => vec!["give either `symbol`, or `class` and `method`".to_owned()],
            // Each of their places says what selects it.
            Self::Ambiguous { .. } | Self::OtherHeading { .. } => Vec::new(),
        }
    }

    /// The places in the file that it speaks of.
    #[must_use]
    pub fn places(&self, path: &str, buffer: &Buffer) -> Vec<FilePlace> {
        let place = |one: &SymbolInfo, role, likeness| FilePlace {
            path: path.to_owned(),
            line: one.lines.0 + 1,
            last_line: one.lines.1 + 1,
            text: buffer.line(one.lines.0).into_owned(),
            columns: Vec::new(),
            symbol: Some(one.address.clone()),
            label: if one.is_declaration { "only declared here".to_owned() } else { String::new() },
            likeness,
            select: Some(format!("symbol: {}", one.address)),
            role,
        };
        match self {
            Self::NotFound { wanted, nearest, other, operation, .. } => {
                // What is of another kind is not selected by the address that was given.
                let others = other.iter().map(|one| {
                    let found = place(one, PlaceRole::Related, None);
                    let select =
                        found.select.clone().filter(|_| operation.is_some() || one.address != *wanted);
                    FilePlace { select, ..found }
                });
                others
                    .chain(
                        nearest.iter().map(|(one, likeness)| place(one, PlaceRole::Nearest, Some(*likeness))),
                    )
                    .collect()
            }
            Self::Ambiguous { candidates, .. } | Self::OtherHeading { candidates, .. } => {
                let candidate = |one| FilePlace {
                    select: Some(selecting(one, candidates)),
                    ..place(one, PlaceRole::Candidate, None)
                };
                candidates.iter().take(SHOWN).map(candidate).collect()
            }
            Self::ChangedDefinition { symbol, .. }
            | Self::Uncertain { symbol, .. }
            | Self::Parted { symbol }
            | Self::MayHaveAnother { symbol, .. }
            | Self::MacroAbove { symbol, .. }
            | Self::LastNameOnly { symbol, .. }
            | Self::NoBody { symbol }
            | Self::GivesValue { symbol }
            | Self::TakesValue { symbol }
            | Self::Shared { symbol } => {
                vec![place(symbol, PlaceRole::Related, None)]
            }
            Self::PayloadMismatch { .. }
            | Self::Disagree { .. }
            | Self::Unread { .. }
            | Self::Unreadable { .. }
            | Self::SeveralModules { .. }
            | Self::NoEnd { .. }
            | Self::OpenMacro { .. }
            | Self::NoDocs
            | Self::NoImports
            | Self::TooCostly => Vec::new(),
        }
    }

    /// The whole diagnostic, pointing at `place` in the patch.
    #[must_use]
    pub fn diagnostic(&self, path: &str, buffer: &Buffer, place: PatchPlace) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::error(self.code(), self.message(&format!("`{path}`"), buffer)).at(place);
        diagnostic.help = self.help();
        diagnostic.places = self.places(path, buffer);
        if let Self::NotFound { nearest, .. } = self
            && let Some((one, _)) = nearest.first()
        {
            diagnostic.repair = Some(serde_json::json!({ "symbol": one.address }));
        }
        if let Self::LastNameOnly { symbol, .. } = self {
            diagnostic.repair = Some(serde_json::json!({ "symbol": symbol.address }));
        }
        diagnostic
    }
}

impl SymbolProblem {
    /// Takes from a diagnostic of something that is to go what would make another definition go in its stead.
    pub fn advise_deletion(&self, diagnostic: &mut Diagnostic) {
        match self {
            Self::NotFound { nearest, other, .. } => {
                diagnostic.repair = None;
                diagnostic.places.iter_mut().for_each(|place| place.select = None);
                diagnostic.help = vec![DONE_BEFORE.to_owned()];
                let near = other.iter().chain(nearest.iter().map(|(one, _)| one)).take(NAMED);
                let near: Vec<String> =
                    near.map(|one| format!("`{}` (line {})", one.address, one.lines.0 + 1)).collect();
                if !near.is_empty() {
                    diagnostic
                        .help
                        .push(format!("else see whether one of these is meant: {}", near.join(", ")));
                }
            }
            Self::ChangedDefinition { .. } => diagnostic.help.insert(0, DONE_BEFORE.to_owned()),
            Self::LastNameOnly { symbol, .. } => {
                diagnostic.repair = None;
                diagnostic.help =
                    vec![DONE_BEFORE.to_owned(), format!("else write `symbol: {}`", symbol.address)];
            }
            _ => {}
        }
    }
}

/// Gives addresses in the field of the operation that takes them, where a diagnostic says `symbol`.
pub fn tell_field(diagnostic: &mut Diagnostic, field: &str) {
    if field == "symbol" {
        return;
    }
    let own = format!("{field}: ");
    for place in &mut diagnostic.places {
        place.select = place.select.take().map(|select| select.replacen("symbol: ", &own, 1));
    }
    for help in &mut diagnostic.help {
        *help = help.replacen("`symbol: ", &format!("`{own}"), 1);
    }
    if let Some(serde_json::Value::Object(repair)) = &mut diagnostic.repair
        && let Some(address) = repair.remove("symbol")
    {
        repair.insert(field.to_owned(), address);
    }
}

/// What may be the case where something that is to go is not there.
const DONE_BEFORE: &str = "if the patch was applied before, it is gone already: leave the operation out";

/// The field that selects one of several candidates: a class that shares its address with functions is told as one.
pub(super) fn field_of(one: &SymbolInfo, candidates: &[SymbolInfo]) -> &'static str {
    let is_function_too = |other: &SymbolInfo| {
        other.address.strip_prefix(&one.address).is_some_and(|rest| rest.starts_with('('))
    };
    if candidates.iter().any(is_function_too) { "class" } else { "symbol" }
}

/// The field with the address.
fn selecting(one: &SymbolInfo, candidates: &[SymbolInfo]) -> String {
    format!("{}: {}", field_of(one, candidates), one.address)
}

fn line(buffer: &Buffer, byte: usize) -> usize {
    buffer.line_of(byte) + 1
}

fn member_list(owner: &str, names: &[String]) -> String {
    let more = if names.len() > NAMED { ", …" } else { "" };
    format!("{owner} has: {}{more}", names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "))
}

/// How a definition differs from what was expected, if that is text; of a long difference the beginning.
#[must_use]
pub fn difference(expected: &[String], current: &[String]) -> Option<String> {
    let is_other = is_hash(expected) || expected.len() == 1 && current.len() > 1;
    let (expected, current) = (dedented(expected), dedented(current));
    if is_other || expected.len().max(current.len()) > COMPARED {
        return None;
    }
    let signed = |sign: char, lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| format!("{sign}{line}")).collect()
    };
    let lines_of = |op: DiffOp| match op {
        DiffOp::Equal { .. } => signed(' ', &expected[op.old_range()]),
        _ => [signed('-', &expected[op.old_range()]), signed('+', &current[op.new_range()])].concat(),
    };
    let steps = similar::group_diff_ops(align(Method::Shortest, &expected, &current), 1);
    let lines: Vec<String> = steps.into_iter().flatten().flat_map(lines_of).take(SHOWN).collect();
    Some(format!("what was expected (-) and what is there (+):\n{}", lines.join("\n")))
}
