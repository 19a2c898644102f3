//! Why a payload does not fit, and how that is told.

/// What an import is called in messages, with its article.
pub(in crate::resolve::symbol) const IMPORT: &str = "an import";

/// What a payload is called that defines nothing where it is to come.
pub(in crate::resolve::symbol) const STATEMENT: &str = "statement";

/// Why a payload is not what an operation replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayloadProblem {
    /// It has a syntax error, on this line of it (from 0).
    SyntaxError {
        /// The line.
        line: usize,
    },
    /// It is to be a heading, and has a syntax error, on this line of it (from 0).
    HeadingError {
        /// The line.
        line: usize,
    },
    /// It is to be a heading, and more follows.
    SeveralHeadings,
    /// It is to be a heading, and brings a body as well.
    HeadingWithBody,
    /// It is written as what stands in a class or an object, and is to stand in none; or the other way round.
    OtherStanding {
        /// Whether it is to stand in one.
        in_class: bool,
    },
    /// It ends in a comment, and the body begins on that line.
    CommentOverBody,
    /// It defines nothing.
    NoDefinition,
    /// Its first definition is of another kind: the capture's name.
    OtherKind {
        /// What it is.
        found: String,
    },
    /// It brings what cannot be a member of a class or its like: the capture's name.
    NoMember {
        /// What it is.
        found: String,
    },
    /// It brings what cannot stand beside the definition: the capture's name.
    NoNeighbour {
        /// What it is.
        found: String,
    },
    /// It declares a function once more, and was to come behind the body.
    BehindBody,
    /// It is a function for a type that has no block of its own for functions.
    NoBlock {
        /// The word that such a block begins with.
        word: String,
    },
    /// It brings members of a type and functions that stand outside of it.
    TwoPlaces,
    /// It is qualified, but stands inside its class; or the other way round.
    Qualified {
        /// The name in the payload.
        payload: String,
        /// How it must be written.
        wanted: String,
    },
    /// It is something else than an import on this line of it (from 0).
    NoImport {
        /// The line.
        line: usize,
    },
    /// It holds nothing.
    Empty,
    /// It begins as documentation does, and goes on otherwise.
    NoDocs,
    /// It is to come to documentation that is several strings, one behind the other.
    JoinedDocs,
    /// It is a method of another type, or of one that has none.
    OtherOwner {
        /// The type that it names.
        payload: String,
        /// The one that the operation names.
        wanted: String,
    },
    /// It is to be a body, and is the whole definition, heading included.
    WholeDefinition,
    /// It cannot stand at the edge of the body where it was to come.
    NoStatement,
    /// Lines behind the value that a body ends in.
    BehindValue {
        /// The first line of that.
        text: String,
        /// Its number, from 0.
        line: usize,
    },
    /// Lines before a statement that begins in a branch of a condition and ends below it.
    InBranch {
        /// The first line of that.
        text: String,
        /// Its number, from 0.
        line: usize,
        /// The line of the condition, from 0.
        condition: usize,
    },
    /// It ends in a section of a class, and what comes below it would be in that, too.
    ChangesSection {
        /// The label of the section.
        label: String,
        /// What comes below it.
        text: String,
        /// The line of that, from 0.
        line: usize,
    },
    /// Its brackets reach over its edges.
    Unbalanced,
    /// It would take out of all proportion to parse.
    TooCostly,
    /// It makes another accessor of a property than the address names.
    OtherAccessor {
        /// What the payload is.
        payload: String,
        /// What the address says.
        wanted: String,
    },
}

impl PayloadProblem {
    /// The sentence that tells it of a payload for the definition at an address; `article` is what it should be.
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
                format!("the payload for `{wanted}` is written as what stands in no class or object")
            }
            Self::OtherStanding { in_class: false } => {
                format!("the payload for `{wanted}` is written as what stands in a class or an object")
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

    /// What to do next.
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

/// A kind with its article.
pub(in crate::resolve::symbol) fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {kind}")
}
