//! Detects replacements that a regular expression has made.

use regex::{Regex, escape};

use crate::text::regex::compile;

/// Returns the expression that finds replaced places: the literal text of the replacement, with the pattern of each
/// group in place of its name, and lines of any depth. Returns `None` if the replacement has no letter or digit of its
/// own, because such an expression would prove nothing.
pub(super) fn pattern_of_replaced(find: &str, regex: &Regex, replace: &str) -> Option<Regex> {
    let groups = groups_of(find);
    let mut pattern = String::new();
    let mut says_something = false;
    let mut rest = replace;
    while let Some(at) = rest.find('$') {
        let (text, behind) = rest.split_at(at);
        says_something |= text.contains(char::is_alphanumeric);
        pattern.push_str(&escape(text));
        if let Some(behind) = behind.strip_prefix("$$") {
            pattern.push_str("\\$");
            rest = behind;
            continue;
        }
        let (name, behind) = group_name(&behind[1..])?;
        let number = match name.parse::<usize>() {
            Ok(number) => Some(number),
            Err(_) => regex.capture_names().position(|own| own == Some(name)),
        };
        // A group that does not exist stands for nothing.
        let group = match number {
            Some(0) => Some(find),
            Some(number) => groups.get(number - 1).copied(),
            None => None,
        };
        group.iter().for_each(|group| pattern.push_str(&format!("(?:{group})")));
        rest = behind;
    }
    says_something |= rest.contains(char::is_alphanumeric);
    pattern.push_str(&escape(rest));
    let pattern = pattern.replace('\n', "\\r?\n[ \\t]*");
    says_something.then(|| compile(&pattern).ok()).flatten()
}

/// Puts the numbers of groups in a replacement in braces, so that a number ends with its digits: `$1_file` is the first
/// group and `_file`.
pub(super) fn with_bounded_numbers(replace: &str) -> String {
    let mut text = String::new();
    let mut rest = replace;
    while let Some((before, behind)) = rest.split_once('$') {
        text.push_str(before);
        let digits = behind.len() - behind.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        rest = match (behind.strip_prefix('$'), digits) {
            (Some(behind), _) => {
                text.push_str("$$");
                behind
            }
            (None, 0) => {
                text.push('$');
                behind
            }
            (None, _) => {
                text.push_str(&format!("${{{}}}", &behind[..digits]));
                &behind[digits..]
            }
        };
    }
    text + rest
}

/// Describes a problem with the groups that a replacement names, and what to write instead.
pub(super) fn group_problem(regex: &Regex, replace: &str) -> Option<(String, String)> {
    let mut rest = replace;
    let mut names_group = false;
    while let Some((_, behind)) = rest.split_once('$') {
        if let Some(behind) = behind.strip_prefix('$') {
            rest = behind;
            continue;
        }
        rest = behind;
        let Some((name, behind)) = group_name(behind) else { continue };
        let is_there = match name.parse::<usize>() {
            Ok(number) => number < regex.captures_len(),
            Err(_) => regex.capture_names().any(|own| own == Some(name)),
        };
        if !is_there {
            let help = format!("write `$$` for a dollar sign, as in `$${name}`");
            return Some((format!("`replace` names the group `{name}`, which `find` does not have"), help));
        }
        names_group = true;
        rest = behind;
    }
    let numbered = |number: usize| format!("\\{number}");
    let old = (1..regex.captures_len().min(10)).find(|number| replace.contains(&numbered(*number)));
    old.filter(|_| !names_group).map(|number| {
        let help =
            format!("write `${{{number}}}` for the group; if you mean the text, write the group as `(?:…)`");
        (format!("`\\{number}` in `replace` is not a group reference"), help)
    })
}

/// Splits text after a `$` into the name or number of a group and the rest; `None` if the `$` is literal text.
fn group_name(text: &str) -> Option<(&str, &str)> {
    if let Some(braced) = text.strip_prefix('{') {
        return braced.split_once('}');
    }
    let end = text.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Returns the contents of each numbered group of an expression, in order.
fn groups_of(find: &str) -> Vec<&str> {
    let bytes = find.as_bytes();
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let (mut at, mut in_class) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' if !in_class => {
                in_class = true;
                // A bracket at the start of a class is literal.
                at += usize::from(bytes.get(at + 1) == Some(&b'^'));
                at += usize::from(bytes.get(at + 1) == Some(&b']'));
            }
            b']' => in_class = false,
            b'(' if !in_class => {
                let own = start_of_group(&find[at + 1..]).map(|skipped| {
                    found.push((at + 1 + skipped, find.len()));
                    found.len() - 1
                });
                open.push(own);
            }
            b')' if !in_class => {
                if let Some(Some(own)) = open.pop() {
                    found[own].1 = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.into_iter().map(|(start, end)| find.get(start..end).unwrap_or_default()).collect()
}

/// Returns the length of the head of a numbered group, such as `?P<name>`; `None` if the group has no number.
fn start_of_group(text: &str) -> Option<usize> {
    let Some(rest) = text.strip_prefix('?') else { return Some(0) };
    let name = rest.strip_prefix("P<").or_else(|| rest.strip_prefix('<'))?;
    Some(text.len() - name.len() + name.find('>')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(find: &str, replace: &str, expected: Option<&str>) {
        let regex = compile(find).expect("an expression");
        let found = pattern_of_replaced(find, &regex, replace);
        assert_eq!(found.as_ref().map(Regex::as_str), expected);
    }

    #[test]
    fn groups_stand_for_what_they_match() {
        check(r"log\((\w+), (\w+)\)", "warn($2, $1)", Some(r"warn\((?:\w+), (?:\w+)\)"));
        check(r"(?P<name>[a-z(]+)=(?:x)(\))", "set ${name} $2", Some(r"set (?:[a-z(]+) (?:\))"));
        check(r"a(b(c))", "d$$$1-$2", Some(r"d\$(?:b(c))\-(?:c)"));
    }

    #[test]
    fn signs_alone_say_nothing() {
        check(r"(\w+), (\w+)", "$2, $1", None);
        check("a+", "", None);
        check("a+", "b", Some("b"));
    }
}
