//! The fields of an operation: one table for the dialect parser, the lowering and the hints.

/// A field of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Path,
    Op,
    Comment,
    Marker,
    Before,
    After,
    Payload,
    Class,
    Method,
    Symbol,
    Symbols,
    Position,
    BeforeMember,
    AfterMember,
    To,
    BeforeSymbol,
    AfterSymbol,
    IntoClass,
    NewName,
    Reexport,
    Unproven,
    Mentions,
    KeepAlias,
    Paths,
    Find,
    Replace,
    Count,
    Word,
    Regex,
    In,
    Expect,
    Options,
}

impl Field {
    /// All fields, in the order in which they are listed to the user.
    pub(super) const ALL: &'static [Self] = &[
        Self::Path,
        Self::Paths,
        Self::Op,
        Self::Comment,
        Self::Class,
        Self::Method,
        Self::Symbol,
        Self::Symbols,
        Self::Position,
        Self::BeforeMember,
        Self::AfterMember,
        Self::To,
        Self::BeforeSymbol,
        Self::AfterSymbol,
        Self::IntoClass,
        Self::NewName,
        Self::Reexport,
        Self::Unproven,
        Self::Mentions,
        Self::KeepAlias,
        Self::Find,
        Self::Replace,
        Self::Count,
        Self::Word,
        Self::Regex,
        Self::In,
        Self::Before,
        Self::Marker,
        Self::After,
        Self::Payload,
        Self::Expect,
        Self::Options,
    ];

    /// Returns its name in a patch.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Op => "op",
            Self::Comment => "comment",
            Self::Marker => "marker",
            Self::Before => "before",
            Self::After => "after",
            Self::Payload => "payload",
            Self::Class => "class",
            Self::Method => "method",
            Self::Symbol => "symbol",
            Self::Symbols => "symbols",
            Self::Position => "position",
            Self::BeforeMember => "before_member",
            Self::AfterMember => "after_member",
            Self::To => "to",
            Self::BeforeSymbol => "before_symbol",
            Self::AfterSymbol => "after_symbol",
            Self::IntoClass => "into_class",
            Self::NewName => "new_name",
            Self::Reexport => "reexport",
            Self::Unproven => "unproven",
            Self::Mentions => "mentions",
            Self::KeepAlias => "keep_alias",
            Self::Paths => "paths",
            Self::Find => "find",
            Self::Replace => "replace",
            Self::Count => "count",
            Self::Word => "word",
            Self::Regex => "regex",
            Self::In => "in",
            Self::Expect => "expect",
            Self::Options => "options",
        }
    }

    /// Returns the field with this name.
    pub(super) fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }
}

/// The fields of the root.
pub(super) const ROOT: &[&str] = &["description", "language", "macros", "operations"];

/// The keys of `options`.
pub(super) const OPTIONS: &[&str] = &["indent", "decorators", "repeat", "existing", "merge"];

/// The kind of a field's value, as far as the parsing of its lines depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldShape {
    /// Lines of source code: unless it is a block or quoted, the value must be on the field's own line.
    Source,
    /// Prose for people, which may continue on the next lines.
    Prose,
    /// One line of text.
    Line,
    /// A list or a mapping.
    Nested,
    /// The field is unknown.
    Unknown,
}

/// Returns the shape of the field `name`, at any level.
pub(super) fn shape(name: &str) -> FieldShape {
    match name {
        "marker" | "before" | "after" | "payload" | "expect" | "find" | "replace" => FieldShape::Source,
        "comment" | "description" => FieldShape::Prose,
        "operations" | "options" | "macros" | "paths" | "symbols" => FieldShape::Nested,
        "path" | "op" | "class" | "method" | "symbol" | "position" | "before_member" | "after_member"
        | "to" | "before_symbol" | "after_symbol" | "into_class" | "new_name" | "unproven" | "mentions"
        | "keep_alias" | "reexport" | "count" | "word" | "regex" | "in" | "language" | "indent"
        | "decorators" | "repeat" | "existing" | "merge" => FieldShape::Line,
        _ => FieldShape::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_shape() {
        let names = Field::ALL.iter().map(|field| field.name()).chain(ROOT.iter().copied());
        for name in names.chain(OPTIONS.iter().copied()) {
            assert_ne!(shape(name), FieldShape::Unknown, "{name}");
        }
        for field in Field::ALL {
            assert_eq!(Field::find(field.name()), Some(*field));
        }
    }
}
