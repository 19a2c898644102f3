//! Where code looks up names that it composes at run time, read from the texts: `getattr(one, "get_" + word)`,
//! `globals()["get_" + word]`, `` one[`get${word}`] ``.
//!
//! Most files of a large project contain such look-ups, and hardly any of them matters: so no file is parsed here.

use crate::lang::LocalRules;
use crate::resolve::bindings::file::graph::FileId;
use crate::resolve::bindings::lookup::results::{DynamicName, LookupScope};
use crate::resolve::bindings::project::Project;
use crate::text::normal::is_word_char;

/// The number of bytes before a look-up that are searched for the assignment of the variable with the name.
const MOST_BEFORE: usize = 1_000;

/// The number of bytes of the longest expression that is read.
const LONGEST: usize = 400;

/// The signs and words outside of literals that choose between several values.
const CHOICES: [&str; 5] = ["?", "||", " if ", " or ", " and "];

/// Returns the look-ups of names that begin or end with a literal.
pub(in crate::resolve::bindings) fn dynamic_names(project: &Project) -> &[DynamicName] {
    project.dynamic_names.get_or_init(|| {
        let sources = project.sources.iter().enumerate();
        let read = |(file, source): (FileId, &crate::resolve::bindings::Source)| {
            LookupReader { rules: project.rules, file, text: &source.text }.all()
        };
        sources.flat_map(read).collect()
    })
}

/// Reads the look-ups of a text.
struct LookupReader<'t> {
    rules: &'static LocalRules,
    file: FileId,
    text: &'t str,
}

impl<'t> LookupReader<'t> {
    fn all(&self) -> Vec<DynamicName> {
        let mut found = self.by_calls();
        found.extend(self.in_tables());
        if self.rules.shapes.is_some() {
            found.extend(self.by_subscripts());
        }
        found
    }

    /// Reads the calls of functions that take names: `getattr(one, name)`, `methodcaller(name)`.
    fn by_calls(&self) -> Vec<DynamicName> {
        let mut found = Vec::new();
        for word in &self.rules.dynamic {
            let call = format!("{word}(");
            for byte in memchr::memmem::find_iter(self.text.as_bytes(), call.as_bytes()) {
                let given = arguments(&self.text[byte + call.len()..]);
                let made = |at: &usize| given.get(*at).map(|one| self.names_in(byte, one));
                let by_name =
                    [1, 0].into_iter().find_map(|at| Some((at, made(&at).filter(|made| !made.is_empty())?)));
                let Some((at, names)) = by_name else { continue };
                let object = given.first().filter(|_| at == 1);
                let within =
                    object.map_or(LookupScope::Unsaid, |of| LookupScope::ObjectFrom(self.place_of(of)));
                found.extend(names.into_iter().map(|name| self.lookup(byte, within, &name)));
            }
        }
        found
    }

    /// Reads the look-ups in tables of names: `globals()[name]`, `vars(one).get(name)`, `one.__dict__[name]`.
    fn in_tables(&self) -> Vec<DynamicName> {
        let mut found = Vec::new();
        for table in &self.rules.name_tables {
            for byte in crate::text::normal::find_words(self.text, table) {
                let behind = &self.text[byte + table.len()..];
                let (within, behind) = match behind.strip_prefix('(') {
                    Some(inner) => {
                        let of = arguments(inner).first().copied().unwrap_or_default();
                        let end = of.as_ptr() as usize - inner.as_ptr() as usize + of.len();
                        let Some(behind) =
                            inner.get(end..).and_then(|rest| rest.trim_start().strip_prefix(')'))
                        else {
                            continue;
                        };
                        let object = LookupScope::ObjectFrom(self.place_of(of));
                        (if of.is_empty() { LookupScope::File } else { object }, behind)
                    }
                    None if self.text[..byte].ends_with('.') => (LookupScope::ObjectTo(byte - 1), behind),
                    None => continue,
                };
                let call = || behind.strip_prefix('.')?.trim_start_matches(is_word_char).strip_prefix('(');
                let Some(given) = behind.strip_prefix('[').or_else(call) else { continue };
                let name = arguments(given).first().copied().unwrap_or_default();
                let names = self.names_in(byte, name);
                found.extend(names.into_iter().map(|name| self.lookup(byte, within, &name)));
            }
        }
        found
    }

    /// Reads members in brackets: `one["get" + word]`.
    fn by_subscripts(&self) -> Vec<DynamicName> {
        let mut found = Vec::new();
        for byte in memchr::memchr_iter(b'[', self.text.as_bytes()) {
            let before = self.text[..byte].strip_suffix("?.").unwrap_or(&self.text[..byte]);
            if !before.ends_with(|char| is_word_char(char) || [')', ']', '$'].contains(&char)) {
                continue;
            }
            if let [key] = arguments(&self.text[byte + 1..]).as_slice() {
                let within = LookupScope::ObjectTo(before.len());
                let names = self.names_in(byte, key);
                found.extend(names.into_iter().map(|name| self.lookup(byte, within, &name)));
            }
        }
        found
    }

    /// Returns the names that an expression composes itself, or that are composed where its variable is assigned.
    fn names_in(&self, byte: usize, code: &'t str) -> Vec<ComposedName<'t>> {
        let is_name = !code.is_empty() && code.chars().all(is_word_char);
        let code = if is_name { assigned(&self.text[..byte], code).unwrap_or(code) } else { code };
        composed(code, &self.rules.class_names)
    }

    fn lookup(&self, byte: usize, within: LookupScope, name: &ComposedName<'_>) -> DynamicName {
        let object = name.object.map(|object| self.place_of(object)..self.place_of(object) + object.len());
        DynamicName { file: self.file, byte, start: name.start.into(), end: name.end.into(), within, object }
    }

    /// Returns the byte offset of a part of the text.
    fn place_of(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }
}

/// A name that code composes.
struct ComposedName<'t> {
    /// The fixed beginning.
    start: &'t str,
    /// The fixed end.
    end: &'t str,
    /// The object whose class name is the rest of the name.
    object: Option<&'t str>,
}

/// A string literal in an expression, with the code before and behind it.
#[derive(Clone, Copy)]
struct StringPart<'t> {
    before: &'t str,
    /// The text between the quotes.
    inner: &'t str,
    behind: &'t str,
}

impl<'t> StringPart<'t> {
    fn is_continued(&self) -> bool {
        self.behind.starts_with('+') || self.behind.starts_with(".concat(")
    }

    /// Returns the text before the first inserted value and the rest; `None` without an inserted value.
    fn cut(&self) -> Option<(&'t str, &'t str)> {
        let (sign, other) = if self.is_template() { ("${", "${") } else { ("{", "%") };
        let at = self.inner.find(sign).into_iter().chain(self.inner.find(other)).min()?;
        Some(self.inner.split_at(at))
    }

    fn is_template(&self) -> bool {
        self.before.ends_with('`')
    }

    /// Returns the fixed beginning of the name that begins with the literal; empty if there is none. Of a path only
    /// the last name counts.
    fn start(&self) -> &'t str {
        let fixed = match self.cut() {
            Some((fixed, _)) => fixed,
            None if self.is_continued() => self.inner,
            None => return "",
        };
        let last = fixed.rsplit('.').next().unwrap_or(fixed);
        let is_path = fixed.chars().all(|char| is_word_char(char) || char == '.');
        if self.is_joined() || !is_path { "" } else { last }
    }

    /// Returns the fixed end of the name that ends with the literal; empty if there is none.
    fn end(&self) -> &'t str {
        if self.is_continued() {
            return "";
        }
        let end = match self.cut() {
            None if self.is_joined() => self.inner,
            None => return "",
            Some((_, rest)) => {
                let closed = rest.rfind('}').map(|at| at + 1);
                // The conversion letter behind a percent sign, and the name before that, are no part of the name.
                let letter = rest.rfind('%').filter(|_| self.behind.starts_with('%')).map(|at| {
                    let name = rest[at..].find(')').filter(|_| rest[at + 1..].starts_with('(')).unwrap_or(0);
                    at + name + 2
                });
                closed.max(letter).and_then(|at| rest.get(at..)).unwrap_or_default()
            }
        };
        if end.chars().all(is_word_char) { end } else { "" }
    }

    /// Returns whether something is put before the literal.
    fn is_joined(&self) -> bool {
        let code = self.before.trim_end_matches(['"', '\'', '`']);
        let letters = code.trim_end_matches(|char: char| char.is_ascii_alphabetic());
        letters.trim_end().ends_with('+')
    }

    /// Returns the object whose class name completes the name that begins with the literal.
    fn object(&self, class_names: &[String]) -> Option<&'t str> {
        let (added, is_closed) = match self.cut() {
            Some((_, rest)) => {
                let inner = rest.trim_start_matches('$').strip_prefix('{')?;
                (inner.strip_suffix('}').filter(|added| !added.contains('}'))?, true)
            }
            None => (self.behind.strip_prefix('+')?.trim_start(), false),
        };
        class_names.iter().find_map(|pattern| object_of_class_name(added, pattern, is_closed))
    }
}

/// Returns the names that an expression composes.
fn composed<'t>(code: &'t str, class_names: &[String]) -> Vec<ComposedName<'t>> {
    let (literals, plain) = literals(code);
    let (Some(first), Some(last)) = (literals.first(), literals.last()) else { return Vec::new() };
    let name = |first: &StringPart<'t>, last: &StringPart<'t>| {
        let (start, end) = (first.start(), last.end());
        let object = if start.is_empty() { None } else { first.object(class_names) };
        (!start.is_empty() || !end.is_empty()).then_some(ComposedName { start, end, object })
    };
    match CHOICES.iter().any(|choice| plain.contains(choice)) {
        true => literals.iter().filter_map(|one| name(one, one)).collect(),
        false => name(first, last).into_iter().collect(),
    }
}

/// Returns the string literals of an expression, except those in brackets of elements, and the code without literals.
fn literals(code: &str) -> (Vec<StringPart<'_>>, String) {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(char) = code[at..].chars().next() {
        let next = at + char.len_utf8();
        if let Some(inner) = inside_quotes(code, at) {
            let end = next + inner.len() + 1;
            if depth == 0 {
                found.push(StringPart { before: &code[..next], inner, behind: code[end..].trim_start() });
            }
            at = end;
            continue;
        }
        match char {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => plain.push(char),
        }
        at = next;
    }
    (found, plain)
}

/// Returns the text of the string literal that begins at a byte offset.
fn inside_quotes(code: &str, at: usize) -> Option<&str> {
    let quote = code[at..].chars().next().filter(|char| ['"', '\'', '`'].contains(char))?;
    let inner = &code[at + 1..];
    let mut is_escaped = false;
    for (end, char) in inner.char_indices().take(LONGEST) {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if quote != '`' => return None,
            char if char == quote => return Some(&inner[..end]),
            _ => {}
        }
    }
    None
}

/// Returns the first two arguments at the beginning of a text; none that has no end within [`LONGEST`] bytes.
fn arguments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(length) = end_of_value(&text[start..], ValueEnd::Closed).filter(|_| found.len() < 2) {
        found.push(text[start..start + length].trim());
        if !text[start + length..].starts_with(',') {
            break;
        }
        start += length + 1;
    }
    found
}

/// What ends an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueEnd {
    /// A comma, or the bracket around it.
    Closed,
    /// These, a semicolon or the end of the line.
    Line,
}

/// Returns the number of bytes of the expression at the beginning of a text.
fn end_of_value(text: &str, end: ValueEnd) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(char) = text[at..].chars().next().filter(|_| at < LONGEST) {
        match char {
            ',' | ')' | ']' | '}' if depth == 0 => return Some(at),
            ';' | '\n' if depth == 0 && end == ValueEnd::Line => return Some(at),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        at += inside_quotes(text, at).map_or(char.len_utf8(), |inner| inner.len() + 2);
    }
    (end == ValueEnd::Line && at >= text.len()).then_some(at)
}

/// Returns the value of the last assignment to a variable before a look-up.
fn assigned<'t>(before: &'t str, name: &str) -> Option<&'t str> {
    let far = before.len().saturating_sub(MOST_BEFORE);
    let near = &before[(far..=before.len()).find(|at| before.is_char_boundary(*at))?..];
    let value = |at: usize| {
        let behind = near[at + name.len()..].trim_start_matches(' ');
        // A declared type may be between the name and its value.
        let declared = behind.strip_prefix(':').map(|rest| {
            let end = rest.find(['=', '\n', ',', ')']).unwrap_or(rest.len());
            &rest[end..]
        });
        let value = declared.unwrap_or(behind).strip_prefix('=')?;
        let is_free = !near[..at].ends_with(|char| is_word_char(char) || char == '.');
        (is_free && !value.starts_with(['=', '>'])).then_some(value)
    };
    let value = near.match_indices(name).filter_map(|(at, _)| value(at)).last()?.trim_start();
    Some(&value[..end_of_value(value, ValueEnd::Line)?])
}

/// Returns the object whose class name is read by code of the form `pattern`, in which `{}` stands for the object.
fn object_of_class_name<'t>(code: &'t str, pattern: &str, is_closed: bool) -> Option<&'t str> {
    let (before, behind) = pattern.split_once("{}")?;
    let code = code.strip_prefix(before)?;
    let (object, rest) = code.split_at(code.find(behind)?);
    let is_plain = !object.is_empty() && object.chars().all(|char| is_word_char(char) || char == '.');
    let rest = rest[behind.len()..].trim_end();
    let is_all = rest.is_empty() || !is_closed && rest.starts_with([',', ')']);
    (is_plain && is_all).then_some(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the fixed beginning and end of each name that an expression composes.
    fn ends(code: &str) -> Vec<(&str, &str)> {
        composed(code, &[]).into_iter().map(|name| (name.start, name.end)).collect()
    }

    #[test]
    fn the_fixed_ends_of_composed_names_are_read() {
        assert_eq!(ends(r#""get_" + word"#), [("get_", "")]);
        assert_eq!(ends(r#"word + "_value""#), [("", "_value")]);
        assert_eq!(ends(r#""get_" + word + "_value""#), [("get_", "_value")]);
        assert_eq!(ends(r#"f"get_{word}_value""#), [("get_", "_value")]);
        assert_eq!(ends(r#""get_%s_value" % word"#), [("get_", "_value")]);
        assert_eq!(ends(r#""get_%(word)s" % all"#), [("get_", "")]);
        assert_eq!(ends("`get${word}Value`"), [("get", "Value")]);
        assert_eq!(ends(r#""shop.get_" + word"#), [("get_", "")]);
        assert_eq!(ends(r#"old ? "get" + word : "set" + word"#), [("get", ""), ("set", "")]);
        assert!(ends(r#""get""#).is_empty());
        assert!(ends(r#"all["get_" + word]"#).is_empty());
        assert!(ends(r#""/get/" + word"#).is_empty());
    }

    #[test]
    fn the_value_of_a_variable_is_that_of_its_last_assignment() {
        assert_eq!(assigned("name = 1\nname = \"get_\" + word\n", "name"), Some("\"get_\" + word"));
        assert_eq!(assigned("const name: string = `get${word}`;\n", "name"), Some("`get${word}`"));
        assert_eq!(assigned("one.name = 1\nname == 2\nrename = 3\n", "name"), None);
    }
}
