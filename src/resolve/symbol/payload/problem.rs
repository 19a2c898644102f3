//! The reasons for which a payload does not fit, and their messages.

/// The name of an import in messages, with its article.
pub(in crate::resolve::symbol) const IMPORT: &str = "an import";

/// The name in messages of a payload that defines nothing.
pub(in crate::resolve::symbol) const STATEMENT: &str = "statement";

/// The reason for which a payload is not what an operation requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayloadProblem {
    /// It contains a syntax error.
    SyntaxError {
        /// The payload line (from 0) of the error.
        line: usize,
    },
    /// It must be a heading, and contains a syntax error.
    HeadingError {
        /// The payload line (from 0) of the error.
        line: usize,
    },
    /// It must be a heading, and more follows.
    SeveralHeadings,
    /// It must be a heading, and also has a body.
    HeadingWithBody,
    /// It is written like a member of a class or object, and must not be one; or the other way round.
    OtherStanding {
        /// Whether it must be a member.
        in_class: bool,
    },
    /// It ends with a comment, and the body begins on that line.
    CommentOverBody,
    /// It defines nothing.
    NoDefinition,
    /// Its first definition is of another kind.
    OtherKind {
        /// The capture of that kind.
        found: String,
    },
    /// It contains something that cannot be a member of a class.
    NoMember {
        /// The capture of its kind.
        found: String,
    },
    /// It contains something that is not valid beside the definition.
    NoNeighbour {
        /// The capture of its kind, or `STATEMENT`.
        found: String,
    },
    /// It is another declaration of a function, and would be after the function's body.
    BehindBody,
    /// It is a function for a type that has no `impl` block.
    NoBlock {
        /// The keyword of such a block.
        word: String,
    },
    /// It contains members of a type and functions that belong outside of the type.
    TwoPlaces,
    /// Its name is qualified, but it is inside of its class; or the other way round.
    Qualified {
        /// The name in the payload.
        payload: String,
        /// The name that is required.
        wanted: String,
    },
    /// One of its lines is no import.
    NoImport {
        /// The payload line, from 0.
        line: usize,
    },
    /// It is empty.
    Empty,
    /// It begins like documentation, and contains something else.
    NoDocs,
    /// It would extend documentation that consists of several adjacent strings.
    JoinedDocs,
    /// It is a method of another type, or of one that has no methods.
    OtherOwner {
        /// The type that it names.
        payload: String,
        /// The type that the operation names.
        wanted: String,
    },
    /// It must be a body, and is the whole definition, with its heading.
    WholeDefinition,
    /// It is not valid at that end of the body.
    NoStatement,
    /// It would follow the value at the end of a body.
    BehindValue {
        /// The first line of the value.
        text: String,
        /// The number of that line, from 0.
        line: usize,
    },
    /// It would precede a statement that begins in a conditional branch and ends below it.
    InBranch {
        /// The first line of the statement.
        text: String,
        /// The number of that line, from 0.
        line: usize,
        /// The line of the conditional, from 0.
        condition: usize,
    },
    /// It ends in a section of a class that would then include the member below.
    ChangesSection {
        /// The label of the section.
        label: String,
        /// The line of that member.
        text: String,
        /// The number of that line, from 0.
        line: usize,
    },
    /// Its brackets do not match.
    Unbalanced,
    /// It is too costly to parse.
    TooCostly,
    /// It is another accessor of a property than the address names.
    OtherAccessor {
        /// The accessor kind of the payload.
        payload: String,
        /// The accessor kind in the address.
        wanted: String,
    },
}

impl PayloadProblem {
    /// Returns the message about a payload for the definition at the address `wanted`; `article` is what it should be.
    pub(in crate::resolve::symbol) fn message(&self, wanted: &str, article: &str) -> String {
        match self {
            Self::SyntaxError { line } | Self::HeadingError { line } => {
                format!("the payload for `{wanted}` has a syntax error on its line {}", line + 1)
            }
            Self::NoImport { line } => {
                format!("the payload for `{wanted}` is not {article} on its line {}", line + 1)
            }
            Self::SeveralHeadings => {
                format!("the payload for the heading of `{wanted}` is more than one heading")
            }
            Self::HeadingWithBody => {
                format!("the payload for the heading of `{wanted}` has a body as well")
            }
            Self::OtherStanding { in_class: true } => {
                format!("the payload for `{wanted}` is written like a definition outside of a class")
            }
            Self::OtherStanding { in_class: false } => {
                format!("the payload for `{wanted}` is written like a member of a class")
            }
            Self::CommentOverBody => {
                format!(
                    "the body of `{wanted}` begins on the line of its heading: no comment can stand there"
                )
            }
            Self::NoDocs => format!("the payload for `{wanted}` is more than documentation"),
            Self::JoinedDocs => {
                format!("the documentation of `{wanted}` is several strings one behind the other")
            }
            Self::OtherOwner { payload, wanted: own } if payload == own => {
                format!("`{own}` has no methods with bodies of their own")
            }
            Self::OtherOwner { payload, wanted: own } => {
                format!("the payload is a method of `{payload}`, not of `{own}`")
            }
            Self::WholeDefinition => {
                format!("the payload for the body of `{wanted}` is the whole definition")
            }
            Self::NoStatement => {
                format!(
                    "the payload cannot stand at this end of the body of `{wanted}`: it would be a syntax error"
                )
            }
            Self::BehindValue { text, line } => {
                let line = line + 1;
                format!(
                    "the body of `{wanted}` ends in its value, `{text}` (line {line}): nothing can follow it"
                )
            }
            Self::InBranch { text, line, condition } => {
                let (line, condition) = (line + 1, condition + 1);
                format!(
                    "the body of `{wanted}` ends in `{text}` (line {line}), which begins in a branch of the condition on line {condition}"
                )
            }
            Self::ChangesSection { label, text, line } => {
                let line = line + 1;
                format!(
                    "the payload for `{wanted}` ends below `{label}`, which would hold `{text}` (line {line}), too"
                )
            }
            Self::Empty => format!("the payload for `{wanted}` is empty"),
            Self::TooCostly => {
                format!("the payload for `{wanted}` cannot be parsed in reasonable time")
            }
            Self::Unbalanced => {
                format!("the payload for `{wanted}` has a bracket without its counterpart")
            }
            Self::NoDefinition => format!("the payload for `{wanted}` is not {article}"),
            Self::OtherKind { found } => {
                format!("the payload for `{wanted}` is {}, not {article}", with_article(found))
            }
            Self::NoMember { found } => {
                format!("the payload for `{wanted}` is {}, which cannot be a member", with_article(found))
            }
            Self::NoNeighbour { found } => {
                format!("the payload for `{wanted}` is {}, which cannot stand beside it", with_article(found))
            }
            Self::BehindBody => {
                format!(
                    "the payload for `{wanted}` declares a function that has its body there, and must stand above it"
                )
            }
            Self::NoBlock { word } => {
                format!("`{wanted}` has no block `{word} {wanted}` that could hold the payload")
            }
            Self::TwoPlaces => {
                format!(
                    "the payload for `{wanted}` has members of the type and methods, which come behind it"
                )
            }
            Self::Qualified { payload, .. } => {
                format!("the payload's name `{payload}` does not fit the place of `{wanted}`")
            }
            Self::OtherAccessor { payload, wanted: other } => {
                format!("the payload for `{wanted}` is a {payload}, not a {other}")
            }
        }
    }

    /// Returns the help.
    pub(in crate::resolve::symbol) fn help(&self, wanted: &str, article: &str) -> Option<String> {
        let fixed = match self {
            Self::Qualified { wanted, .. } => return Some(format!("write `{wanted}` in the payload")),
            Self::NoBlock { word } => {
                return Some(format!(
                    "write `{word} {wanted} {{ … }}` around the payload, and put that behind it by `insert_after_symbol`"
                ));
            }
            Self::NoMember { .. } => {
                return Some(format!("`insert_after_symbol` with `symbol: {wanted}` puts it beside"));
            }
            Self::SyntaxError { .. } if article == IMPORT => {
                return Some(format!("give each import as a whole, from `{wanted}` on"));
            }
            Self::OtherOwner { payload, wanted } if payload != wanted => {
                return Some(format!("name `{payload}` as the class"));
            }
            Self::SyntaxError { .. } => "give the whole definition, from its first to its last line",
            Self::NoNeighbour { found } if found == STATEMENT => {
                "give a member, without what ends a statement"
            }
            Self::NoNeighbour { .. } => "`insert_into_class` puts it where its class has room for it",
            Self::BehindBody => "put it above the body, by `insert_before_symbol` or `before_member`",
            Self::TwoPlaces => "give the members and the methods in an operation each",
            Self::HeadingError { .. } => {
                "give the heading alone, with or without what leads over to the body, or the whole definition to \
                 `replace_symbol`"
            }
            Self::SeveralHeadings => {
                "give one heading without its body; several, such as overloads, go to `replace_symbol`, with the body"
            }
            Self::HeadingWithBody => "give the heading alone, or the whole definition to `replace_symbol`",
            Self::OtherStanding { .. } => {
                "begin it with the words that the definition begins with in the file"
            }
            Self::CommentOverBody => {
                "leave the comment out, or give the whole definition to `replace_symbol`"
            }
            Self::Empty => "`delete_symbol` takes a definition out",
            Self::Unbalanced => "give each bracket its counterpart within the payload",
            Self::NoDocs => "give the text alone, or with all of its comment signs or quotes",
            Self::JoinedDocs => "give all of its text to `replace_docstring`",
            Self::OtherOwner { .. } => "give the text between the brackets, or name a type that has methods",
            Self::WholeDefinition => {
                "leave the heading out, or use `replace_symbol` for the whole definition"
            }
            Self::NoStatement => {
                "the body may end in the value it returns; use `insert_text_before` with that line as the marker"
            }
            Self::BehindValue { .. } | Self::InBranch { .. } => {
                "use `insert_text_before` with that line as the marker"
            }
            Self::ChangesSection { .. } => "leave the label out, or name the end of a section as the place",
            Self::NoImport { .. } => {
                "give each import lines of its own, and nothing else; `insert_text_after` takes one below a condition, with \
                 the last import as its marker"
            }
            Self::TooCostly => "use `replace_text` with the lines as a marker",
            Self::NoDefinition if article != IMPORT => {
                "`replace_body` takes a body alone; to put something else in its place, use `replace_text` with its lines \
                 as the `marker`"
            }
            Self::OtherKind { .. } if article != IMPORT => {
                "to put something else in its place, use `replace_text` with its lines as the `marker`"
            }
            Self::NoDefinition | Self::OtherKind { .. } | Self::OtherAccessor { .. } => return None,
        };
        Some(fixed.to_owned())
    }
}

/// Returns a kind with its article.
pub(in crate::resolve::symbol) fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {kind}")
}
