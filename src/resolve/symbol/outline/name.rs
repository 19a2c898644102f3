//! Qualified names and their parts.

use crate::lang::{SymbolRules, TraitImplWords};
pub(in crate::resolve::symbol) use crate::text::normal::is_word_char;

/// One part of a qualified name: `Foo`, `Foo<int>`, `operator ()`, `<Foo as Display>`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::resolve::symbol) struct NamePart {
    /// The name without arguments.
    pub(in crate::resolve::symbol) name: String,
    /// Its arguments with the brackets, without blanks; `None` if they are only the definition's own parameters.
    pub(in crate::resolve::symbol) args: Option<String>,
    /// Arguments that are the definition's own parameters: `Foo<T>` is the primary `Foo`, but may be addressed like
    /// this.
    pub(in crate::resolve::symbol) own_args: Option<String>,
    /// The trait that the block implements for the type.
    pub(in crate::resolve::symbol) of_trait: Option<String>,
    /// Whether an address may leave the part out.
    pub(in crate::resolve::symbol) optional: bool,
    /// The inner name of the assigned value: `App` in `module.exports = class App {}`.
    pub(in crate::resolve::symbol) inner: Option<String>,
}

impl NamePart {
    /// Returns whether a part of an address names this part of a definition.
    pub(in crate::resolve::symbol) fn is_named_by(&self, wanted: &Self, rules: &SymbolRules) -> bool {
        (self.name == wanted.name || self.inner.as_ref() == Some(&wanted.name))
            && match &wanted.args {
                None => self.args.is_none() || !rules.distinct_specialisations,
                Some(_) => wanted.args == self.args || wanted.args == self.own_args,
            }
            && match (&wanted.of_trait, &self.of_trait) {
                (Some(wanted), Some(own)) => is_same_trait(wanted, own),
                (Some(_), None) => false,
                (None, _) => true,
            }
    }

    /// Returns the part as an address spells it.
    pub(in crate::resolve::symbol) fn spelled(&self, words: Option<&TraitImplWords>) -> String {
        let plain = self.plain();
        match (&self.of_trait, words) {
            (Some(of_trait), Some(words)) => format!("<{plain} {} {of_trait}>", words.cast),
            _ => plain,
        }
    }
}

impl NamePart {
    /// Returns the name with its arguments.
    pub(in crate::resolve::symbol) fn plain(&self) -> String {
        format!("{}{}", self.name, self.args.as_deref().unwrap_or_default())
    }

    /// Returns the part with its own parameters as arguments: `Foo<T>` if `Foo` would name `Foo<u8>` too.
    pub(in crate::resolve::symbol) fn with_own_args(&self) -> Self {
        Self { args: self.args.clone().or_else(|| self.own_args.clone()), ..self.clone() }
    }
}

/// Returns whether a wanted trait name matches: `Display` names `fmt::Display`, `From` names `From<u8>`.
fn is_same_trait(wanted: &str, own: &str) -> bool {
    let plain = |text: &str| text.split('<').next().unwrap_or_default().to_owned();
    let last = |text: &str| plain(text).rsplit("::").next().unwrap_or_default().to_owned();
    wanted == own
        || (!wanted.contains('<') && wanted == plain(own))
        || (!plain(wanted).contains("::") && wanted.contains('<') && own.ends_with(&format!("::{wanted}")))
        || (!wanted.contains("::") && !wanted.contains('<') && wanted == last(own))
}

/// Splits a qualified name at `.`, `::` and `/` outside of brackets and operators, and parses each part.
pub(in crate::resolve::symbol) fn read_path(text: &str, rules: &SymbolRules) -> Vec<NamePart> {
    let mut parts = Vec::new();
    for piece in split_path(text, rules) {
        parts.extend(read_part(piece, rules));
    }
    parts
}

/// Parses one part; a trait implementation for a qualified type also yields the qualifiers, as optional parts.
fn read_part(piece: &str, rules: &SymbolRules) -> Vec<NamePart> {
    if let Some(words) = &rules.trait_impl {
        if let Some(header) = block_header(piece, words) {
            let (of_trait, target) =
                split_word(header, &words.target).map_or((None, header), |(a, b)| (Some(a), b));
            return impl_parts(target, of_trait, &[], rules);
        }
        let inner = piece.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        if let Some((target, of_trait)) = inner.and_then(|inner| split_word(inner, &words.cast)) {
            return impl_parts(target, Some(of_trait), &[], rules);
        }
    }
    vec![plain_part(piece, &[], rules)]
}

/// Returns the name parts of an `impl` block for `target`. `own` are the block's own parameters.
pub(super) fn impl_parts(
    target: &str,
    of_trait: Option<&str>,
    own: &[String],
    rules: &SymbolRules,
) -> Vec<NamePart> {
    // `&m::Foo` is not `Foo`: a type that is no plain name is not split.
    let is_plain = target.trim_start().starts_with(|char: char| is_word_char(char) || char == ':');
    let pieces = if is_plain { split_path(target, rules) } else { vec![target] };
    let mut parts: Vec<NamePart> = pieces.iter().map(|piece| plain_part(piece, own, rules)).collect();
    let count = parts.len();
    for part in parts.iter_mut().take(count.saturating_sub(1)) {
        part.optional = true;
    }
    if let Some(last) = parts.last_mut() {
        last.of_trait = of_trait.map(squeeze);
    }
    parts
}

/// Parses a part without a trait. `own` are the parameters of the definition: `Foo<T>` below `template <class T>` is
/// `Foo`.
pub(super) fn plain_part(piece: &str, own: &[String], rules: &SymbolRules) -> NamePart {
    let text = squeeze(piece);
    if is_operator(&text, rules) {
        return NamePart { name: text, ..NamePart::default() };
    }
    match text.find('<') {
        Some(open) if open > 0 && text.ends_with('>') => {
            let args = text[open..].to_owned();
            let listed = split_list(&args[1..args.len() - 1]);
            let is_own = !own.is_empty()
                && listed.iter().all(|arg| own.iter().any(|name| name == arg.trim_end_matches("...").trim()));
            let name = text[..open].to_owned();
            if is_own {
                NamePart { name, own_args: Some(args), ..NamePart::default() }
            } else {
                NamePart { name, args: Some(args), ..NamePart::default() }
            }
        }
        _ => NamePart { name: text, ..NamePart::default() },
    }
}

/// Returns the text after `impl` and its own parameters, if `piece` begins like this.
pub(super) fn block_header<'a>(piece: &'a str, words: &TraitImplWords) -> Option<&'a str> {
    let rest = piece.trim_start().strip_prefix(words.block.as_str())?;
    if !rest.starts_with([' ', '<', '\t']) {
        return None;
    }
    let rest = rest.trim_start();
    let after = if rest.starts_with('<') { &rest[bracket_end(rest)..] } else { rest };
    Some(after.trim().trim_start_matches('!'))
}

/// Splits a text at a word outside of brackets.
fn split_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut depth = Depth::default();
    for (at, byte) in text.bytes().enumerate() {
        if depth.is_flat()
            && byte.is_ascii_whitespace()
            && text[at..].trim_start().starts_with(word)
            && let rest = &text[at..].trim_start()[word.len()..]
            && rest.starts_with(char::is_whitespace)
        {
            return Some((text[..at].trim(), rest.trim()));
        }
        depth.step(text.as_bytes(), at);
    }
    None
}

/// The bracket depth of a scan. The `>` of `->` closes nothing.
#[derive(Debug, Default)]
pub(super) struct Depth {
    count: usize,
}

impl Depth {
    pub(super) const fn is_flat(&self) -> bool {
        self.count == 0
    }

    /// Updates the depth by the byte at `at`.
    pub(in crate::resolve::symbol) fn step(&mut self, bytes: &[u8], at: usize) {
        match bytes[at] {
            b'<' | b'(' | b'[' | b'{' => self.count += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' | b'}' => self.count = self.count.saturating_sub(1),
            _ => {}
        }
    }
}

/// Returns the byte offset after the bracket that closes the one at the start of `text`.
fn bracket_end(text: &str) -> usize {
    let mut depth = Depth::default();
    for at in 0..text.len() {
        depth.step(text.as_bytes(), at);
        if depth.is_flat() {
            return at + 1;
        }
    }
    text.len()
}

/// Splits a qualified name at its separators.
fn split_path<'a>(text: &'a str, rules: &SymbolRules) -> Vec<&'a str> {
    if rules.trait_impl.as_ref().is_some_and(|words| block_header(text, words).is_some()) {
        return vec![text.trim()];
    }
    let mut pieces = Vec::new();
    let mut depth = Depth::default();
    let mut start = 0;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if depth.is_flat() && at == start && is_operator(&text[start..], rules) {
            break;
        }
        if at == start
            && let Some(length) = quoted_length(&text[at..])
        {
            at += length;
            continue;
        }
        let width = if depth.is_flat() { separator_width(&bytes[at..]) } else { 0 };
        if width > 0 {
            pieces.push(text[start..at].trim());
            at += width;
            // Blanks after a separator belong to no part.
            at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            start = at;
        } else {
            depth.step(bytes, at);
            at += 1;
        }
    }
    pieces.push(text[start..].trim());
    // `::Foo` is the same as `Foo`.
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns the length in bytes of a quoted name at the start of a text; separators in it have no effect.
pub(in crate::resolve::symbol) fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return None,
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn separator_width(rest: &[u8]) -> usize {
    match rest {
        [b':', b':', ..] => 2,
        // An ellipsis is no separator.
        [b'.', b'.', ..] => 0,
        [b'.' | b'/', ..] => 1,
        _ => 0,
    }
}

/// Returns whether a name begins with the operator keyword.
pub(in crate::resolve::symbol) fn is_operator(text: &str, rules: &SymbolRules) -> bool {
    rules.operator_word.as_deref().is_some_and(|word| {
        text.strip_prefix(word).is_some_and(|rest| !rest.is_empty() && !rest.starts_with(is_word_char))
    })
}

/// Splits a text at the commas outside of brackets.
pub(in crate::resolve::symbol) fn split_list(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut depth = Depth::default();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b',' && depth.is_flat() {
            pieces.push(text[start..at].trim());
            start = at + 1;
        }
        depth.step(text.as_bytes(), at);
    }
    if !text[start..].trim().is_empty() {
        pieces.push(text[start..].trim());
    }
    pieces
}

/// Returns the names that a parameter list in angle brackets declares: `<class T, int N = 3>`, `<'a, T: Clone, const N:
/// usize>`.
pub(super) fn declared_names(list: &str) -> Vec<String> {
    let inner = list.trim().trim_start_matches('<').trim_end_matches('>');
    split_list(inner).into_iter().filter_map(declared_name).collect()
}

fn declared_name(part: &str) -> Option<String> {
    let part = part.split('=').next().unwrap_or_default();
    let colon = part.find(':').filter(|at| !part[*at..].starts_with("::"));
    let part = part[..colon.unwrap_or(part.len())].trim();
    let start = part
        .rfind(|char: char| !is_word_char(char) && char != '\'')
        .map_or(0, |at| at + part[at..].chars().next().map_or(0, char::len_utf8));
    let name = &part[start..];
    (!name.is_empty()).then(|| name.to_owned())
}

/// Removes white space, except for one blank between two words.
pub(in crate::resolve::symbol) fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for char in text.chars() {
        if char.is_whitespace() {
            gap = true;
        } else {
            if gap && is_word_char(char) && out.ends_with(is_word_char) {
                out.push(' ');
            }
            gap = false;
            out.push(char);
        }
    }
    out
}

/// Returns the name of the macro at the start of a text.
pub(in crate::resolve::symbol) fn macro_name(text: &str) -> String {
    text.chars().take_while(|char| super::name::is_word_char(*char)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check_path(language: &str, text: &str, expected: &[&str]) {
        let rules = &Language::by_name(language).expect("registered").manifest().symbols;
        let words = rules.trait_impl.as_ref();
        let parts: Vec<_> = read_path(text, rules).iter().map(|part| part.spelled(words)).collect();
        assert_eq!(parts, expected);
    }

    #[test]
    fn every_separator_parts_a_path() {
        check_path("python", "Outer.Inner/run", &["Outer", "Inner", "run"]);
        check_path("python", "pkg::Foo", &["pkg", "Foo"]);
        check_path("c++", "::ns::Foo < int , A::B >::value", &["ns", "Foo<int,A::B>", "value"]);
    }

    #[test]
    fn a_name_in_quotes_is_one_part() {
        check_path("typescript", "Modules.\"fs/promises\"", &["Modules", "\"fs/promises\""]);
        check_path("typescript", "'a.b'::\".c\"/d", &["'a.b'", "\".c\"", "d"]);
        check_path("rust", "'a.b", &["'a", "b"]);
    }

    #[test]
    fn an_operator_runs_to_the_end() {
        check_path("c++", "Foo.operator/", &["Foo", "operator/"]);
        check_path("c++", "Foo::operator std::string", &["Foo", "operator std::string"]);
        check_path("c++", "Foo::operator  ==", &["Foo", "operator=="]);
        check_path("c++", "Foo::operators.run", &["Foo", "operators", "run"]);
        check_path("python", "operator.add", &["operator", "add"]);
    }

    #[test]
    fn blocks_of_traits_are_one_part() {
        check_path("rust", "impl fmt::Display for Foo", &["<Foo as fmt::Display>"]);
        check_path("rust", "impl<T> Foo<T>", &["Foo<T>"]);
        check_path("rust", "<Foo as From<u8>>::from", &["<Foo as From<u8>>", "from"]);
        check_path("rust", "implement::run", &["implement", "run"]);
    }

    #[test]
    fn declared_names_are_the_parameters() {
        assert_eq!(declared_names("<class T, std::size_t N = 3, typename... Ts>"), ["T", "N", "Ts"]);
        assert_eq!(declared_names("<'a, T: Clone + 'a, const N: usize>"), ["'a", "T", "N"]);
    }
}
