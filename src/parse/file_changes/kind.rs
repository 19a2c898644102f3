//! The table of directives, used by the parser and its messages.

/// A known directive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DirectiveKind {
    /// The name of its tag.
    pub(super) name: &'static str,
    /// What it does.
    pub(super) verb: DirectiveVerb,
    /// The required attributes.
    pub(super) attributes: &'static [&'static str],
    /// Whether it has content.
    pub(super) takes_content: bool,
    /// Whether each line of its content has a prefix, so that no line can look like a tag.
    pub(super) is_prefixed: bool,
    /// Whether its content may contain directives of the same name, which are text.
    pub(super) nests: bool,
}

/// What a directive does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DirectiveVerb {
    New,
    Patch,
    Append,
    Rename,
    Copy,
    Delete,
}

const FILE: &[&str] = &["file_path"];
const FROM_TO: &[&str] = &["from_path", "to_path"];

/// All directives.
pub(super) const KINDS: &[DirectiveKind] = &[
    text("FILE_NEW", DirectiveVerb::New),
    DirectiveKind { is_prefixed: true, nests: false, ..text("FILE_PATCH", DirectiveVerb::Patch) },
    text("FILE_APPEND", DirectiveVerb::Append),
    plain("FILE_RENAME", DirectiveVerb::Rename, FROM_TO),
    plain("FILE_COPY", DirectiveVerb::Copy, FROM_TO),
    plain("FILE_DELETE", DirectiveVerb::Delete, FILE),
];

const fn text(name: &'static str, verb: DirectiveVerb) -> DirectiveKind {
    DirectiveKind { name, verb, attributes: FILE, takes_content: true, is_prefixed: false, nests: true }
}

const fn plain(
    name: &'static str,
    verb: DirectiveVerb,
    attributes: &'static [&'static str],
) -> DirectiveKind {
    DirectiveKind { name, verb, attributes, takes_content: false, is_prefixed: false, nests: false }
}

/// Names that authors use for these directives.
const SYNONYMS: &[(&str, &str)] = &[
    ("FILE_ADD", "FILE_NEW"),
    ("FILE_CREATE", "FILE_NEW"),
    ("FILE_WRITE", "FILE_NEW"),
    ("FILE_CHANGE", "FILE_PATCH"),
    ("FILE_EDIT", "FILE_PATCH"),
    ("FILE_MODIFY", "FILE_PATCH"),
    ("FILE_UPDATE", "FILE_PATCH"),
    ("FILE_MOVE", "FILE_RENAME"),
    ("FILE_REMOVE", "FILE_DELETE"),
];

/// Names that authors use for these attributes.
const ATTRIBUTE_SYNONYMS: &[(&str, &[&str])] = &[
    ("from_path", &["from", "old_path", "source"]),
    ("to_path", &["to", "new_path", "target", "destination"]),
];

/// Returns the value of an attribute, under its own name or under one that authors use for it.
pub(super) fn value_of<'a>(attributes: &[(&'a str, &'a str)], name: &str) -> Option<&'a str> {
    let value = |name: &str| attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    let others =
        ATTRIBUTE_SYNONYMS.iter().find(|(own, _)| *own == name).map_or(&[][..], |(_, others)| others);
    value(name).or_else(|| others.iter().find_map(|other| value(other)))
}

/// Returns the directive with a name, or the reason why there is none.
pub(super) fn find_kind(name: &str) -> Result<&'static DirectiveKind, String> {
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| format!("unknown directive `<{name}>`"))
}

/// Returns the directive whose name is most similar to a misspelled one, if it is similar enough.
pub(super) fn nearest_kind(name: &str) -> Option<&'static DirectiveKind> {
    let name = name.to_ascii_uppercase();
    if let Some((_, ours)) = SYNONYMS.iter().find(|(other, _)| *other == name) {
        return KINDS.iter().find(|kind| kind.name == *ours);
    }
    let distance = |kind: &&DirectiveKind| strsim::levenshtein(&name, kind.name);
    KINDS.iter().min_by_key(distance).filter(|kind| distance(kind) <= 3)
}
