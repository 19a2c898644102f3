//! The reasons for which a symbol operation is refused, and their messages.

use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace, PlaceRole};
use crate::text::{Buffer, Method, align};

use similar::DiffOp;

use crate::resolve::symbol::address::info::{SymbolInfo, dedented, is_hash};
use crate::resolve::symbol::outline::hidden::HiddenName;
use crate::resolve::symbol::payload::problem::{PayloadProblem, with_article};

/// The help if a definition cannot be added at the end of a file.
pub const OTHER_PLACE: &str = "add `after_symbol:` or `into_class:` with an address; create a new \
                               file first, with its namespaces";

/// The reason why an address does not yield one definition.
#[derive(Debug, Clone, PartialEq)]
pub enum SymbolProblem {
    /// No definition of the wanted kind has the name.
    NotFound {
        /// The address as written in the patch.
        wanted: String,
        /// The kind that was looked for, with its article: `a method`.
        article: String,
        /// The definitions with the most similar names, with their similarity.
        nearest: Vec<(SymbolInfo, f64)>,
        /// The container that may be meant (the class that was named, else the file), and the names of its members.
        members: Option<(String, Vec<String>)>,
        /// Whether `members` are those of a class that was named and exists.
        of_class: bool,
        /// Definitions of the name that have another kind or other parameters.
        other: Vec<SymbolInfo>,
        /// Whether the address names an existing function as the enclosing scope, which contains none of `other`.
        is_elsewhere: bool,
        /// The operation that accepts the first of `other`, if that is of another kind than this operation accepts.
        operation: Option<String>,
        /// The name's place in a macro, which is not parsed as code.
        hidden: Option<HiddenName>,
    },
    /// No definition that can be parsed has the name, but it occurs in text that cannot be parsed.
    Unread {
        /// The address as written in the patch.
        wanted: String,
        /// The byte offset of the name.
        at: usize,
    },
    /// No definition in the file can be read.
    Unreadable {
        /// The first and the last unreadable line, from 0.
        lines: (usize, usize),
    },
    /// Several definitions match equally well.
    Ambiguous {
        /// The address as written in the patch.
        wanted: String,
        /// All matches, each with an address that selects it.
        candidates: Vec<SymbolInfo>,
    },
    /// The payload has the heading of another definition than the one that the address names.
    OtherHeading {
        /// The address as written in the patch.
        wanted: String,
        /// The definition that the address names, followed by those that have the payload's heading, each with an
        /// address that selects it.
        candidates: Vec<SymbolInfo>,
    },
    /// The payload is not what the operation replaces.
    PayloadMismatch {
        /// The address as written in the patch.
        wanted: String,
        /// The kind that the operation replaces, with its article.
        article: String,
        /// What is wrong with the payload.
        problem: PayloadProblem,
    },
    /// The definition differs from what `expect` gives.
    ChangedDefinition {
        /// The definition.
        symbol: SymbolInfo,
        /// Its current text.
        current: Vec<String>,
        /// What the patch expects: lines, or a hash.
        expected: Vec<String>,
    },
    /// The fields of the operation name different definitions.
    Disagree {
        /// The address from the one field.
        first: String,
        /// The address from the other field.
        second: String,
    },
    /// A syntax error makes the extent of the definition uncertain.
    Uncertain {
        /// The definition.
        symbol: SymbolInfo,
        /// The byte offset of the error.
        error: usize,
    },
    /// The definition begins in a conditional branch and ends outside of it.
    Parted {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The statement of the definition declares something else too.
    Shared {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The member below the definition takes its value from it.
    GivesValue {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The definition would take another value from what is inserted above it.
    TakesValue {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The only definition of the name has other parameters than the payload, but text that cannot be parsed may define
    /// another one.
    MayHaveAnother {
        /// The definition, with an address that contains its parameters.
        symbol: SymbolInfo,
        /// The byte offset of the name in that text.
        unread: usize,
    },
    /// The definition has no body, or none that can contain members.
    NoBody {
        /// The definition.
        symbol: SymbolInfo,
    },
    /// The file contains several blocks of the module.
    SeveralModules {
        /// Its address.
        wanted: String,
        /// The first lines of the blocks, from 0.
        lines: Vec<usize>,
    },
    /// The place after the last definition cannot be determined: all definitions of the file are nested, or the end of
    /// the last one is uncertain.
    NoEnd {
        /// The address of the last definition that is certain.
        last: Option<String>,
    },
    /// A macro may open a namespace around one of the two places of a moved definition.
    OpenMacro {
        /// The name of the macro.
        name: String,
    },
    /// The documentation rules of the language are unknown.
    NoDocs,
    /// The import syntax of the language is unknown.
    NoImports,
    /// The address is only the last name of the definition to be removed: after the removal, it may name another one.
    LastNameOnly {
        /// The address as written in the patch.
        wanted: String,
        /// The definition.
        symbol: SymbolInfo,
    },
    /// There are macros on lines of their own above a definition to be removed.
    MacroAbove {
        /// The definition.
        symbol: SymbolInfo,
        /// The byte range of the macros.
        range: std::ops::Range<usize>,
    },
    /// The macro around the definition may not accept the items in the payload.
    SelectiveMacro {
        /// The definition.
        symbol: SymbolInfo,
        /// The name of the macro, with its mark.
        of_macro: String,
    },
    /// The definition is the only item of a macro that may need one.
    OnlyItem {
        /// The definition.
        symbol: SymbolInfo,
        /// The name of the macro, with its mark.
        of_macro: String,
    },
    /// The file cannot be parsed in reasonable time.
    TooCostly,
}

/// The maximum number of members or candidates in a message.
const MAX_SHOWN_NAMES: usize = 20;

/// The maximum number of suggested names in a message.
pub(super) const NAMED: usize = 5;

/// The maximum number of lines of a definition that is compared with the expected one: the cost can be quadratic.
const COMPARED: usize = 2_000;

impl SymbolProblem {
    /// Returns the stable code of the problem.
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
            Self::SelectiveMacro { .. } | Self::OnlyItem { .. } => Code::Unproven,
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

    /// Returns the message about the problem in the file at `path`.
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
                match other.first().is_some_and(|one| one.kind == "module") {
                    true => format!("`{wanted}` in {path} is the declaration of a module, without its code"),
                    false => {
                        format!("`{wanted}` in {path} is {kind}, into which this operation cannot insert")
                    }
                }
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
                    .take(MAX_SHOWN_NAMES)
                    .map(|one| format!("line {} `{}`", one.lines.0 + 1, one.address))
                    .collect();
                format!("`{wanted}` has {} definitions in {path}: {}", candidates.len(), places.join(", "))
            }
            Self::OtherHeading { wanted, candidates } => {
                let (first, others) = candidates.split_at(candidates.len().min(1));
                let named = |one: &SymbolInfo| format!("`{}` on line {}", one.address, one.lines.0 + 1);
                let first = first.iter().map(|one| one.lines.0 + 1).next().unwrap_or_default();
                let others: Vec<String> = others.iter().take(MAX_SHOWN_NAMES).map(named).collect();
                let others = others.join(", ");
                format!(
                    "`{wanted}` selects line {first} of {path}, but the payload has the heading \
                     of {others}"
                )
            }
            Self::PayloadMismatch { wanted, article, problem } => problem.message(wanted, article),
            Self::ChangedDefinition { symbol, .. } => {
                format!("`{}` in {path} does not match `expect`", symbol.address)
            }
            Self::Disagree { first, second } => format!("`{first}` and `{second}` name different symbols"),
            Self::Unread { wanted, at } => format!(
                "{path} has no `{wanted}`, except possibly on line {}, which cannot be parsed \
                 because of a syntax error",
                line(buffer, *at)
            ),
            Self::Unreadable { lines: (first, last) } => format!(
                "no definition of {path} can be parsed: there are syntax errors on lines {}-{}",
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
                    "`{}` in {path} begins in a branch of a condition, and ends outside it",
                    symbol.address
                )
            }
            Self::Shared { symbol } => {
                format!("the statement of `{}` in {path} also declares something else", symbol.address)
            }
            Self::GivesValue { symbol } => {
                format!("the code below `{}` in {path} takes its value from it", symbol.address)
            }
            Self::TakesValue { symbol } => {
                format!("`{}` in {path} takes its value from the code above it", symbol.address)
            }
            Self::MayHaveAnother { symbol, unread } => format!(
                "`{}` in {path} has other parameters than the payload, and line {}, which cannot \
                 be parsed, may define another one of that name",
                symbol.address,
                line(buffer, *unread)
            ),
            Self::NoBody { symbol } => {
                format!("`{}` in {path} has no body to insert it into", symbol.address)
            }
            Self::SeveralModules { wanted, lines } => {
                let lines: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
                format!("`{wanted}` has several blocks in {path}, on lines {}", lines.join(", "))
            }
            Self::OpenMacro { name } => {
                format!("`{name}` may open a namespace, so the one at the end of {path} is unknown")
            }
            Self::NoEnd { .. } => format!("cannot determine the last definition of {path}"),
            Self::NoImports => format!("import operations do not support the language of {path}"),
            Self::NoDocs => format!("`replace_docstring` does not support the language of {path}"),
            Self::MacroAbove { symbol, range } => format!(
                "cannot determine whether the macro on line {} of {path} belongs to `{}`",
                line(buffer, range.start),
                symbol.address
            ),
            Self::LastNameOnly { wanted, symbol } => format!(
                "`{wanted}` is only the last name of `{}` in {path}; removing a definition \
                 requires its whole address, so that a second run cannot remove another one",
                symbol.address
            ),
            Self::SelectiveMacro { symbol, of_macro } => format!(
                "`{}` is in `{of_macro}` in {path}, which may not accept what the payload adds",
                symbol.address
            ),
            Self::OnlyItem { symbol, of_macro } => {
                format!("`{}` is the only item of `{of_macro}` in {path}, which may need one", symbol.address)
            }
            Self::TooCostly => format!("{path} cannot be parsed in reasonable time"),
        }
    }

    /// Returns the help: what to do next.
    #[must_use]
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::NotFound { wanted, nearest, members, other, operation, hidden, .. } => {
                let mut help = Vec::new();
                if let (Some(operation), Some(one)) = (operation, other.first()) {
                    help.push(format!(
                        "{operation} with `symbol: {}` selects the one on line {}",
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
                                "to insert statements into `{}`, use `insert_into_body` with it \
                                 as the `symbol`",
                                one.address
                            )
                        }
                        true if one.kind == "module" => format!(
                            "the code of `{}` is in another file: name that file as the `path`, and use \
                             `append_text`, or insert next to one of its symbols",
                            one.address
                        ),
                        true => "insert members next to its existing ones, with \
                                 `insert_after_symbol` or `insert_text_after`"
                            .to_owned(),
                        false => format!("`{}` exists as {kind} (line {line})", one.address),
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
                let help = format!("read the definition again; its hash is now {}", symbol.hash);
                difference(expected, current).into_iter().chain([help]).collect()
            }
            Self::NoBody { .. } => {
                vec![
                    "use a text operation with a line of the definition as its `marker`, or \
                     replace the definition with `replace_symbol`"
                        .to_owned(),
                ]
            }
            Self::SelectiveMacro { of_macro, .. } => vec![format!(
                "name a definition outside of `{of_macro}`; if it belongs inside, use `insert_text_after`"
            )],
            Self::OnlyItem { of_macro, .. } => {
                vec![format!("use `delete_text` with all lines of `{of_macro}` as the marker")]
            }
            Self::MacroAbove { .. } => {
                vec!["use `delete_text` with all lines to delete as the marker".to_owned()]
            }
            Self::SeveralModules { .. } => {
                vec!["use `insert_after_symbol` with a definition in the block you mean".to_owned()]
            }
            Self::NoEnd { last: Some(last) } => {
                vec![format!(
                    "add `after_symbol:` or `into_class:` with an address, such as `after_symbol: \
                     {last}`"
                )]
            }
            Self::NoEnd { last: None } => {
                vec!["add `after_symbol:` or `into_class:` with an address".to_owned()]
            }
            Self::OpenMacro { .. } => vec![OTHER_PLACE.to_owned()],
            Self::NoImports => vec!["use `insert_text_before` or `insert_text_after`".to_owned()],
            Self::Uncertain { .. } => {
                vec!["use `replace_text` with the lines as a marker, or fix that line first".to_owned()]
            }
            Self::Parted { .. } => vec!["use `replace_text` with the lines as a marker".to_owned()],
            Self::TakesValue { symbol } => vec![format!(
                "give `{}` an explicit value first, or choose a constant after it",
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
                "`symbol: {}` selects line {} anyway; for another one, use `replace_text`",
                symbol.address,
                symbol.lines.0 + 1
            )],
            Self::LastNameOnly { symbol, .. } => vec![format!("write `symbol: {}`", symbol.address)],
            Self::Disagree { .. } => vec!["write either `symbol`, or `class` and `method`".to_owned()],
            // Each listed place says how to select it.
            Self::Ambiguous { .. } | Self::OtherHeading { .. } => Vec::new(),
        }
    }

    /// Returns the places in the file that the message refers to.
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
                // A definition of another kind is not selected by the address that was given.
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
                candidates.iter().take(MAX_SHOWN_NAMES).map(candidate).collect()
            }
            Self::ChangedDefinition { symbol, .. }
            | Self::Uncertain { symbol, .. }
            | Self::Parted { symbol }
            | Self::MayHaveAnother { symbol, .. }
            | Self::MacroAbove { symbol, .. }
            | Self::SelectiveMacro { symbol, .. }
            | Self::OnlyItem { symbol, .. }
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

    /// Returns the whole diagnostic, with `place` as its position in the patch.
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
    /// Removes from the diagnostic of a deletion what would make another definition be deleted instead.
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
                        .push(format!("otherwise check whether you mean one of these: {}", near.join(", ")));
                }
            }
            Self::ChangedDefinition { .. } => diagnostic.help.insert(0, DONE_BEFORE.to_owned()),
            Self::LastNameOnly { symbol, .. } => {
                diagnostic.repair = None;
                diagnostic.help =
                    vec![DONE_BEFORE.to_owned(), format!("otherwise write `symbol: {}`", symbol.address)];
            }
            _ => {}
        }
    }
}

/// Replaces the field name `symbol` in a diagnostic by the field in which the operation takes its address.
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

/// The possible reason why a definition to be removed does not exist.
const DONE_BEFORE: &str = "if the patch was applied before, it is already gone: leave the \
                           operation out";

/// Returns the field that selects one of several candidates: `class` for a class that shares its address with
/// functions.
pub(super) fn field_of(one: &SymbolInfo, candidates: &[SymbolInfo]) -> &'static str {
    let is_function_too = |other: &SymbolInfo| {
        other.address.strip_prefix(&one.address).is_some_and(|rest| rest.starts_with('('))
    };
    if candidates.iter().any(is_function_too) { "class" } else { "symbol" }
}

/// Returns the field with the address of a candidate.
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

/// Returns the beginning of the difference between a definition and the expected text; `None` if the expectation is no
/// text or too long.
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
    let lines: Vec<String> = steps.into_iter().flatten().flat_map(lines_of).take(MAX_SHOWN_NAMES).collect();
    Some(format!("expected (-) and actual (+):\n{}", lines.join("\n")))
}
