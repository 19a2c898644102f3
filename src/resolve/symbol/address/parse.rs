//! Parses addresses: the names by which a patch refers to definitions.

use std::borrow::Cow;

use crate::ir::SymbolTarget;
use crate::lang::SymbolRules;

use crate::resolve::symbol::outline::name::{NamePart, is_operator, is_word_char, quoted_length, read_path};

/// A parsed address.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::resolve::symbol) struct Address {
    /// The parts of the name, outermost first.
    pub(in crate::resolve::symbol) parts: Vec<NamePart>,
    /// Whether it begins with `::`, and thus with the outermost part of the name.
    pub(super) is_rooted: bool,
    /// The parameter list after the name and the text after that, as written.
    pub(in crate::resolve::symbol) signature: Option<String>,
    /// The word after `@`.
    pub(in crate::resolve::symbol) accessor: Option<String>,
    /// The ordinal after `#`: a number in file order, from 1.
    pub(in crate::resolve::symbol) ordinal: Option<usize>,
    /// The ordinal after the `#` of the class of a member.
    pub(super) owner_ordinal: Option<usize>,
}

impl Address {
    /// Returns whether it contains more than the name of the definition.
    pub(in crate::resolve::symbol) const fn is_exact(&self) -> bool {
        self.signature.is_some()
            || self.accessor.is_some()
            || self.ordinal.is_some()
            || self.owner_ordinal.is_some()
    }

    /// Returns the name of the enclosing class, if the last part but one is a plain name.
    pub(in crate::resolve::symbol) fn owner(&self) -> Option<&str> {
        let owner = self.parts.iter().rev().nth(1).map(|part| part.name.as_str());
        owner.filter(|name| !name.is_empty() && name.chars().all(is_word_char))
    }

    /// Returns the address of the class, if it has an ordinal.
    pub(super) fn numbered_owner(&self) -> Option<Self> {
        let (_, owner) = self.parts.split_last()?;
        self.owner_ordinal?;
        Some(Self { parts: owner.to_vec(), ordinal: self.owner_ordinal, ..Self::default() })
    }
}

/// Two fields of an operation that name different definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Disagreement {
    /// The text of one field.
    pub(in crate::resolve::symbol) first: String,
    /// The text of the other field.
    pub(in crate::resolve::symbol) second: String,
}

/// Parses the address that the fields of `target` give together.
///
/// `class` and `method` form one address; a `symbol` beside them must name the same definition, but may be the longer
/// or the shorter of the two. A `symbol` beside a `class` alone names the class or a member of it.
pub(in crate::resolve::symbol) fn read_target(
    target: &SymbolTarget,
    rules: &SymbolRules,
) -> Result<Address, Disagreement> {
    let class = target.class.as_deref().map(|text| read(text, rules));
    let method = target.method.as_deref().map(|text| read(text, rules));
    let symbol = target.symbol.as_deref().map(|text| read(text, rules));
    let has_method = method.is_some();
    let fields = match (class, method) {
        (Some(class), Some(method)) => Some(below(class, method)),
        (class, method) => class.or(method),
    };
    match (fields, symbol) {
        (Some(fields), Some(symbol)) => agreed(fields, symbol, has_method).ok_or_else(|| Disagreement {
            first: spelled_fields(target),
            second: target.symbol.clone().unwrap_or_default(),
        }),
        (fields, symbol) => Ok(fields.or(symbol).unwrap_or_default()),
    }
}

fn below(class: Address, method: Address) -> Address {
    // `class: Foo` with `method: Foo.run` names the class twice.
    if class.parts.len() < method.parts.len() && method.parts.starts_with(&class.parts) {
        return method;
    }
    let parts = class.parts.into_iter().chain(method.parts).collect();
    Address { parts, is_rooted: class.is_rooted, owner_ordinal: class.ordinal, ..method }
}

fn spelled_fields(target: &SymbolTarget) -> String {
    let fields = [target.class.as_deref(), target.method.as_deref()];
    fields.into_iter().flatten().collect::<Vec<_>>().join(" + ")
}

/// Combines two forms of an address; `None` if they name different definitions.
fn agreed(fields: Address, symbol: Address, has_method: bool) -> Option<Address> {
    if !has_method {
        // The class, or a member of the class.
        let owner = symbol.parts.split_last().map_or(&[][..], |(_, owner)| owner);
        let is_member = is_tail(&fields.parts, owner) || is_tail(owner, &fields.parts);
        let is_class = is_tail(&symbol.parts, &fields.parts) || is_tail(&fields.parts, &symbol.parts);
        if is_class && symbol.parts.len() <= fields.parts.len() {
            return Some(fields);
        }
        if is_class {
            return Some(symbol);
        }
        return is_member.then(|| below(fields, tail_of(symbol)));
    }
    let longer = if fields.parts.len() >= symbol.parts.len() { &fields } else { &symbol };
    let shorter = if fields.parts.len() >= symbol.parts.len() { &symbol } else { &fields };
    if !is_tail(&longer.parts, &shorter.parts) {
        return None;
    }
    Some(Address {
        parts: longer.parts.clone(),
        is_rooted: longer.is_rooted,
        signature: either(&fields.signature, &symbol.signature)?,
        accessor: either(&fields.accessor, &symbol.accessor)?,
        ordinal: either(&fields.ordinal, &symbol.ordinal)?,
        owner_ordinal: either(&fields.owner_ordinal, &symbol.owner_ordinal)?,
    })
}

fn tail_of(symbol: Address) -> Address {
    let parts = symbol.parts.last().cloned().into_iter().collect();
    Address { parts, ..symbol }
}

fn is_tail(whole: &[NamePart], tail: &[NamePart]) -> bool {
    whole.ends_with(tail)
}

/// Returns the value that either side gives; `None` if both give one and they differ.
#[expect(clippy::option_option, reason = "the outer one is the verdict, the inner one the value")]
fn either<T: Clone + PartialEq>(first: &Option<T>, second: &Option<T>) -> Option<Option<T>> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => None,
        (first, second) => Some(first.clone().or_else(|| second.clone())),
    }
}

/// Parses one address.
pub(in crate::resolve::symbol) fn read(text: &str, rules: &SymbolRules) -> Address {
    let text = without_receiver(text.trim());
    let is_rooted = text.starts_with("::");
    let (text, ordinal) = split_ordinal(&text);
    let (text, accessor) = split_accessor(text);
    let (name, signature) = split_signature(text, rules);
    let (owner, member) = split_owner(name);
    let (owner, owner_ordinal) = split_ordinal(owner);
    let parts = read_path(owner, rules).into_iter().chain(read_path(member, rules)).collect();
    Address { parts, is_rooted, signature, accessor, ordinal, owner_ordinal }
}

/// Normalizes the address of a method: `Foo.run` for `(*Foo).run` and `(f *Foo) run`; and for `Foo#run`, as in Javadoc.
fn without_receiver(text: &str) -> Cow<'_, str> {
    let is_name = |text: &str| text.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    let found = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).and_then(|(owner, member)| {
        let owner = owner.split_once('[').map_or(owner, |(name, _)| name).trim();
        let name = owner.rsplit([' ', '*']).next().unwrap_or_default();
        let is_type = owner.contains('*') || owner != name;
        let member = member.strip_prefix('.').or_else(|| member.strip_prefix(' ')).map(str::trim_start)?;
        let is_member = is_type && is_name(name) && name.chars().all(is_word_char) && is_name(member);
        is_member.then(|| format!("{name}.{member}"))
    });
    let by_sign = || {
        let (owner, member) = text.split_once('#')?;
        // `r#gen` is a raw identifier in Rust.
        let is_raw = owner.strip_suffix('r').is_some_and(|before| !before.ends_with(is_word_char));
        let is_member = owner.ends_with(is_word_char) && !is_raw && is_name(member);
        is_member.then(|| format!("{owner}.{member}"))
    };
    found.or_else(by_sign).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Splits a name after the ordinal of a class: `Foo#2.run` into `Foo#2` and `run`.
fn split_owner(name: &str) -> (&str, &str) {
    let found = name.rfind('#').and_then(|at| {
        let digits = name[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let (owner, member) = name.split_at(at + 1 + digits);
        let member = member.strip_prefix("::").or_else(|| member.strip_prefix('.'))?;
        (digits > 0).then_some((owner, member))
    });
    found.unwrap_or((name, ""))
}

fn split_ordinal(text: &str) -> (&str, Option<usize>) {
    match text.rsplit_once('#') {
        Some((rest, digits)) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            // A number that is too large selects nothing.
            (rest.trim_end(), Some(digits.parse().unwrap_or(usize::MAX)))
        }
        _ => (text, None),
    }
}

/// Splits the word after `@` from the name: an accessor kind, or a kind.
fn split_accessor(text: &str) -> (&str, Option<String>) {
    let is_word = |name: &str| !name.is_empty() && name.chars().all(is_word_char);
    match text.rsplit_once('@') {
        Some((rest, name)) if is_word(name.trim()) => (rest.trim_end(), Some(name.trim().to_owned())),
        _ => (text, None),
    }
}

/// Splits the parameter list from the name.
fn split_signature<'a>(text: &'a str, rules: &SymbolRules) -> (&'a str, Option<String>) {
    // `impl Fn() for Foo` and `<Foo as Fn()>` keep their parentheses: only a list at the end of a plain name counts.
    let Some(open) = parameter_list(text, rules) else { return (text, None) };
    let signature = rules.overloads.then(|| text[open..].to_owned());
    (text[..open].trim_end(), signature)
}

/// Returns the byte offset of the parameter list: the first parenthesis outside of angle and square brackets and
/// operator names.
fn parameter_list(text: &str, rules: &SymbolRules) -> Option<usize> {
    if let Some(words) = &rules.trait_impl {
        // `impl Area for ()` ends with a type.
        let is_block =
            text.strip_prefix(words.block.as_str()).is_some_and(|rest| rest.starts_with([' ', '<']));
        return text.ends_with("()").then(|| text.len() - 2).filter(|_| !is_block);
    }
    let mut angle = 0usize;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let starts_word = at == 0 || !is_word_char(char::from(bytes[at - 1]));
        if angle == 0
            && starts_word
            && let Some(length) = text.get(at..).and_then(quoted_length)
        {
            at += length;
            continue;
        }
        if angle == 0 && starts_word && text.is_char_boundary(at) && is_operator(&text[at..], rules) {
            let word = rules.operator_word.as_deref().map_or(0, str::len);
            let blanks = text[at + word..].len() - text[at + word..].trim_start().len();
            let symbol = at + word + blanks;
            // The parentheses of the call operator belong to its name.
            let from = if text[symbol..].starts_with("()") { symbol + 2 } else { symbol };
            return text[from..].find('(').map(|found| from + found);
        }
        match bytes[at] {
            b'<' | b'[' => angle += 1,
            b'>' | b']' => angle = angle.saturating_sub(1),
            b'(' if angle == 0 => return (at > 0).then_some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check_address(language: &str, text: &str, expected: &str) {
        let rules = &Language::by_name(language).expect("registered").manifest().symbols;
        let address = read(text, rules);
        let parts: Vec<_> = address.parts.iter().map(|part| part.spelled(None)).collect();
        let signature = address.signature.unwrap_or_default();
        let accessor = address.accessor.map(|name| format!("@{name}")).unwrap_or_default();
        let ordinal = address.ordinal.or(address.owner_ordinal);
        let ordinal = ordinal.map(|number| format!("#{number}")).unwrap_or_default();
        assert_eq!(format!("{}|{signature}|{accessor}|{ordinal}", parts.join(" ")), expected);
    }

    #[test]
    fn parameters_accessors_and_numbers_stand_behind_the_name() {
        check_address("c++", "Foo::value( int a ) const", "Foo value|( int a ) const||");
        check_address("c++", "value()#2", "value|()||#2");
        check_address("c++", "Foo::operator()(int)", "Foo operator()|(int)||");
        check_address("c++", "Foo::operator()", "Foo operator()|||");
        check_address("c++", "operator bool() const", "operator bool|() const||");
        check_address("c++", "f<void(int)>", "f<void(int)>|||");
        check_address("c++", "ns::Foo#2::value(int)", "ns Foo value|(int)||#2");
        check_address("python", "Foo#3.run", "Foo run|||#3");
        check_address("python", "Foo.x@setter", "Foo x||@setter|");
        check_address("python", "Foo.run()", "Foo run|||");
        check_address("rust", "Foo::run()", "Foo run|||");
        check_address("rust", "impl Area for ()", "()|||");
    }

    #[track_caller]
    fn check_target(class: &str, method: &str, symbol: &str, expected: Option<&str>) {
        let rules = &Language::by_name("c++").expect("registered").manifest().symbols;
        let field = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let target = SymbolTarget {
            language: None,
            kind: None,
            class: field(class),
            method: field(method),
            symbol: field(symbol),
            place: crate::diag::PatchPlace::default(),
            expect: None,
            decorators: crate::ir::Decorators::KeepIfAbsent,
        };
        let found = read_target(&target, rules)
            .ok()
            .map(|address| address.parts.iter().map(|part| part.spelled(None)).collect::<Vec<_>>().join(" "));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn fields_must_name_the_same() {
        check_target("Foo", "value", "", Some("Foo value"));
        check_target("Foo", "value", "Foo::value", Some("Foo value"));
        check_target("Foo", "value", "ns::Foo::value", Some("ns Foo value"));
        check_target("Foo", "Foo::value", "", Some("Foo value"));
        check_target("Foo", "", "Foo::value", Some("Foo value"));
        check_target("Foo", "", "ns::Foo", Some("ns Foo"));
        check_target("Foo", "value", "Bar::value", None);
        check_target("Foo", "value", "Foo::other", None);
    }
}
