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
    /// It defines a type alone, and omits a name that the typedef around the type declares.
    OmitsName {
        /// The name.
        name: String,
        /// The keyword of the statement.
        word: String,
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
                format!("the payload for the heading of `{wanted}` also has a body")
            }
            Self::OtherStanding { in_class: true } => {
                format!("the payload for `{wanted}` is written like a definition outside of a class")
            }
            Self::OtherStanding { in_class: false } => {
                format!("the payload for `{wanted}` is written like a member of a class")
            }
            Self::CommentOverBody => {
                format!(
                    "the body of `{wanted}` begins on the line of its heading, where a comment is \
                     not possible"
                )
            }
            Self::NoDocs => format!("the payload for `{wanted}` is more than documentation"),
            Self::JoinedDocs => {
                format!("the documentation of `{wanted}` consists of several adjacent strings")
            }
            Self::OtherOwner { payload, wanted: own } if payload == own => {
                format!("`{own}` has no methods with bodies of their own")
            }
            Self::OtherOwner { payload, wanted: own } => {
                format!("the payload is a method of `{payload}`, not of `{own}`")
            }
            Self::OmitsName { name, .. } => {
                format!("the payload for `{wanted}` omits the name `{name}`, which its statement declares")
            }
            Self::WholeDefinition => {
                format!("the payload for the body of `{wanted}` is the whole definition")
            }
            Self::NoStatement => {
                format!("the payload would be a syntax error at this end of the body of `{wanted}`")
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
                    "the payload for `{wanted}` ends below `{label}`, which would then also apply \
                     to `{text}` (line {line})"
                )
            }
            Self::Empty => format!("the payload for `{wanted}` is empty"),
            Self::TooCostly => {
                format!("the payload for `{wanted}` cannot be parsed in reasonable time")
            }
            Self::Unbalanced => {
                format!("the payload for `{wanted}` has an unmatched bracket")
            }
            Self::NoDefinition => format!("the payload for `{wanted}` is not {article}"),
            Self::OtherKind { found } => {
                format!("the payload for `{wanted}` is {}, not {article}", with_article(found))
            }
            Self::NoMember { found } => {
                format!("the payload for `{wanted}` is {}, which cannot be a member", with_article(found))
            }
            Self::NoNeighbour { found } => {
                format!("the payload for `{wanted}` is {}, which cannot be next to it", with_article(found))
            }
            Self::BehindBody => {
                format!(
                    "the payload for `{wanted}` declares a function whose body is there, and must \
                     be above it"
                )
            }
            Self::NoBlock { word } => {
                format!("`{wanted}` has no block `{word} {wanted}` to contain the payload")
            }
            Self::TwoPlaces => {
                format!(
                    "the payload for `{wanted}` has both members of the type and methods, which \
                     go after it"
                )
            }
            Self::Qualified { payload, .. } => {
                format!("the payload's name `{payload}` does not match the place of `{wanted}`")
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
                    "wrap the payload in `{word} {wanted} {{ … }}`, and insert that after it with \
                     `insert_after_symbol`"
                ));
            }
            Self::NoMember { .. } => {
                return Some(format!(
                    "to insert it after the definition, use `insert_after_symbol` with `symbol: \
                     {wanted}`"
                ));
            }
            Self::SyntaxError { .. } if article == IMPORT => {
                return Some(format!("write each import as a whole statement, starting with `{wanted}`"));
            }
            Self::OtherOwner { payload, wanted } if payload != wanted => {
                return Some(format!("name `{payload}` as the class"));
            }
            Self::OmitsName { name, word } => {
                return Some(format!(
                    "write the whole statement, `{word} … {name};`; to remove the name, use `replace_text`"
                ));
            }
            Self::SyntaxError { .. } => "write the whole definition, from its first to its last line",
            Self::NoNeighbour { found } if found == STATEMENT => {
                "write a member, without the end of a statement"
            }
            Self::NoNeighbour { .. } => "to insert it at a valid place of its class, use `insert_into_class`",
            Self::BehindBody => "insert it above the body, with `insert_before_symbol` or `before_member`",
            Self::TwoPlaces => "insert the members and the methods in separate operations",
            Self::HeadingError { .. } => {
                "write only the heading, with or without what opens the body, or use \
                 `replace_symbol` for the whole definition"
            }
            Self::SeveralHeadings => {
                "write one heading without its body; for several, such as overloads, use \
                 `replace_symbol` with the body"
            }
            Self::HeadingWithBody => {
                "write only the heading, or use `replace_symbol` for the whole definition"
            }
            Self::OtherStanding { .. } => {
                "begin it with the words that the definition begins with in the file"
            }
            Self::CommentOverBody => {
                "leave the comment out, or use `replace_symbol` for the whole definition"
            }
            Self::Empty => "to delete a definition, use `delete_symbol`",
            Self::Unbalanced => "close every bracket within the payload",
            Self::NoDocs => "write only the text, or the text with all of its comment signs or quotes",
            Self::JoinedDocs => "replace all of it with `replace_docstring`",
            Self::OtherOwner { .. } => {
                "write only the text between the brackets, or name a type that has methods"
            }
            Self::WholeDefinition => {
                "leave the heading out, or use `replace_symbol` for the whole definition"
            }
            Self::NoStatement => {
                "the body may end in the value it returns; use `insert_text_before` with that line as the marker"
            }
            Self::BehindValue { .. } | Self::InBranch { .. } => {
                "use `insert_text_before` with that line as the marker"
            }
            Self::ChangesSection { .. } => "leave the label out, or choose the end of a section as the place",
            Self::NoImport { .. } => {
                "write each import on its own lines, and nothing else; to insert one below a \
                 condition, use `insert_text_after` with the last import as its marker"
            }
            Self::TooCostly => "use `replace_text` with the lines as a marker",
            Self::NoDefinition if article != IMPORT => {
                "to replace only the body, use `replace_body`; to replace it with something else, \
                 use `replace_text` with its lines as the `marker`"
            }
            Self::OtherKind { .. } if article != IMPORT => {
                "to replace it with something else, use `replace_text` with its lines as the \
                 `marker`"
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
