//! Tags, which are like those of XML, but without escapes in their content.

/// The maximum number of attributes of a tag; none needs more than two.
const ATTRIBUTE_LIMIT: usize = 16;

/// An opening tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpeningTag<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its attributes, in order.
    pub(super) attributes: Vec<(&'a str, &'a str)>,
    /// Whether it ends in `/>`.
    pub(super) is_self_closing: bool,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// The reason why a tag cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum TagProblem {
    #[error("its `>` is missing")]
    Unfinished,
    #[error("the attribute `{0}` has no value in quotes")]
    NoValue(String),
    #[error("the attribute `{0}` is given twice")]
    Twice(String),
    #[error("it has too many attributes")]
    TooMany,
    #[error("expected an attribute, found {0}")]
    Stray(String),
}

/// Parses the opening tag at the beginning of a text; attributes may be on lines of their own.
///
/// # Errors
/// Fails if the tag has no end, or contains something that is not an attribute.
pub(super) fn read_tag(text: &str) -> Result<OpeningTag<'_>, TagProblem> {
    let rest = text.strip_prefix('<').unwrap_or(text);
    let (name, mut rest) = split_name(rest);
    let mut attributes: Vec<(&str, &str)> = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        let is_self_closing = rest.starts_with("/>");
        if is_self_closing || rest.starts_with('>') {
            let length = text.len() - rest.len() + 1 + usize::from(is_self_closing);
            return Ok(OpeningTag { name, attributes, is_self_closing, length });
        }
        let (attribute, value, behind) = read_attribute(rest)?;
        if attributes.iter().any(|(other, _)| *other == attribute) {
            return Err(TagProblem::Twice(attribute.to_owned()));
        }
        if attributes.len() == ATTRIBUTE_LIMIT {
            return Err(TagProblem::TooMany);
        }
        attributes.push((attribute, value));
        rest = behind;
    }
}

/// Parses `name="value"` or `name='value'`; a value must end on its line.
fn read_attribute(text: &str) -> Result<(&str, &str, &str), TagProblem> {
    let (name, rest) = split_name(text);
    if name.is_empty() {
        return Err(match text.chars().next() {
            Some(char) if char != '<' => TagProblem::Stray(format!("`{char}`")),
            _ => TagProblem::Unfinished,
        });
    }
    let no_value = || TagProblem::NoValue(name.to_owned());
    let value = rest.trim_ascii_start().strip_prefix('=').ok_or_else(no_value)?.trim_ascii_start();
    let quote = value.chars().next().filter(|char| matches!(char, '"' | '\'')).ok_or_else(no_value)?;
    let inner = &value[1..];
    let end =
        inner.find([quote, '\n']).filter(|end| inner[*end..].starts_with(quote)).ok_or_else(no_value)?;
    Ok((name, &inner[..end], &inner[end + 1..]))
}

fn split_name(text: &str) -> (&str, &str) {
    let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    text.split_at(text.find(|char| !is_part(char)).unwrap_or(text.len()))
}

/// Returns the name of the closing tag at the beginning of a text, and the length of the tag in bytes.
pub(super) fn read_closing(text: &str) -> Option<(&str, usize)> {
    let (name, rest) = split_name(text.strip_prefix("</")?);
    let behind = rest.trim_start_matches([' ', '\t']).strip_prefix('>')?;
    (!name.is_empty()).then_some((name, text.len() - behind.len()))
}

/// Returns whether a line begins with an opening or closing tag, valid or not.
pub(super) fn begins_tag(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else { return false };
    rest.strip_prefix('/').unwrap_or(rest).starts_with(|char: char| char.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, TagProblem>) {
        let found = read_tag(text).map(|tag| {
            let attributes: Vec<_> =
                tag.attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            let end = if tag.is_self_closing { "/" } else { "" };
            format!("{}{}{end} |{}", tag.name, attributes.concat(), &text[tag.length..])
        });
        assert_eq!(found, expected.map(str::to_owned));
    }

    #[test]
    fn tags_are_read() {
        check("<FILE_NEW file_path=\"a b.c\">x", Ok("FILE_NEW file_path=a b.c |x"));
        check("<FILE_RENAME to_path='b' from_path = \"a\" />", Ok("FILE_RENAME to_path=b from_path=a/ |"));
        check("<FILE_DELETE file_path='it\"s'/>\n", Ok("FILE_DELETE file_path=it\"s/ |\n"));
        check("<FILE_COPY\n  from_path=\"a\"\n  to_path=\"b\"\n/>", Ok("FILE_COPY from_path=a to_path=b/ |"));
        check("<FILE_DELETE file_path=\"\"/>", Ok("FILE_DELETE file_path=/ |"));
    }

    #[test]
    fn unreadable_tags_say_why() {
        check("<FILE_NEW file_path=a>", Err(TagProblem::NoValue("file_path".into())));
        check("<FILE_NEW file_path>", Err(TagProblem::NoValue("file_path".into())));
        check("<FILE_NEW file_path=\"a\n\">", Err(TagProblem::NoValue("file_path".into())));
        check("<FILE_NEW a=\"1\" a=\"2\">", Err(TagProblem::Twice("a".into())));
        check("<FILE_NEW ?>", Err(TagProblem::Stray("`?`".into())));
        check("<FILE_NEW", Err(TagProblem::Unfinished));
    }

    #[test]
    fn closing_tags_are_read() {
        assert_eq!(read_closing("</FILE_NEW>x"), Some(("FILE_NEW", 11)));
        assert_eq!(read_closing("</FILE_NEW >"), Some(("FILE_NEW", 12)));
        assert_eq!(read_closing("</>"), None);
        assert_eq!(read_closing("<FILE_NEW>"), None);
        assert!(begins_tag("</a") && begins_tag("<A") && !begins_tag("<!-- a -->") && !begins_tag("< a"));
    }
}
