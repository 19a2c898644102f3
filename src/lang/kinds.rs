//! Queries so plain that a table of node kinds says the same.
//!
//! To compile a query, tree-sitter analyses the whole grammar: some 10 ms for a large one, longer than it takes to parse
//! a file of 20 KB. A pattern that names one node and nothing below it, such as `(comment) @comment` or
//! `[(struct_item) (enum_item)] @type`, asks for no analysis. A test compiles every query all the same, and compares.

use tree_sitter::Language;

/// Which capture each kind of node has.
#[derive(Debug)]
pub(super) struct Kinds {
    /// The names of the captures, each once.
    pub(super) captures: Vec<String>,
    /// For each kind, by its number, the index of its capture.
    by_kind: Vec<Option<usize>>,
}

impl Kinds {
    /// Reads a query; `None` if it holds anything but plain patterns of named nodes.
    pub(super) fn read(grammar: &Language, query: &str) -> Option<Self> {
        let text: String =
            query.lines().flat_map(|line| [line.split(';').next().unwrap_or(""), "\n"]).collect();
        let text =
            ["(", ")", "[", "]"].iter().fold(text, |text, mark| text.replace(mark, &format!(" {mark} ")));
        let mut words = text.split_whitespace();
        let mut kinds = Self { captures: Vec::new(), by_kind: vec![None; grammar.node_kind_count()] };
        while let Some(open) = words.next() {
            let named = match open {
                "(" => vec![one_node(&mut words)?],
                "[" => alternatives(&mut words)?,
                _ => return None,
            };
            let capture = kinds.capture(words.next()?.strip_prefix('@')?);
            for name in named {
                let place = kinds.by_kind.get_mut(kind_of(grammar, name)?)?;
                // Which of two captures comes first is for the real query to say.
                if place.replace(capture).is_some() {
                    return None;
                }
            }
        }
        Some(kinds)
    }

    /// The index of the capture of a kind.
    pub(super) fn capture_of(&self, kind: u16) -> Option<usize> {
        self.by_kind.get(usize::from(kind)).copied().flatten()
    }

    /// The index of a capture of this name.
    fn capture(&mut self, name: &str) -> usize {
        self.captures.iter().position(|own| own == name).unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        })
    }
}

/// The kind behind an opening bracket that is closed right after it.
fn one_node<'q>(words: &mut impl Iterator<Item = &'q str>) -> Option<&'q str> {
    let name = words.next()?;
    (words.next()? == ")").then_some(name)
}

/// The kinds up to the closing bracket of a list.
fn alternatives<'q>(words: &mut impl Iterator<Item = &'q str>) -> Option<Vec<&'q str>> {
    let mut names = Vec::new();
    loop {
        match words.next()? {
            "(" => names.push(one_node(words)?),
            "]" => return Some(names),
            _ => return None,
        }
    }
}

/// The number of a kind; none for a name that stands for several kinds.
fn kind_of(grammar: &Language, name: &str) -> Option<usize> {
    let kind = grammar.id_for_node_kind(name, true);
    (kind != 0 && !grammar.node_kind_is_supertype(kind)).then_some(usize::from(kind))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[track_caller]
    fn check(query: &str, expected: Option<&[(&str, &str)]>) {
        let grammar = crate::lang::Language::by_name("rust").expect("registered").grammar();
        let found = Kinds::read(&grammar, query).map(|kinds| {
            let named = |kind: u16| {
                let name = grammar.node_kind_for_id(kind)?;
                Some((name, kinds.captures.get(kinds.capture_of(kind)?)?.clone()))
            };
            (0..grammar.node_kind_count() as u16).filter_map(named).collect::<BTreeSet<_>>()
        });
        let expected =
            expected.map(|list| list.iter().map(|(kind, name)| (*kind, (*name).to_owned())).collect());
        assert_eq!(found, expected, "{query}");
    }

    #[test]
    fn plain_patterns_make_a_table() {
        check("; nothing\n", Some(&[]));
        check("(impl_item)@impl ; (mod_item) @x", Some(&[("impl_item", "impl")]));
        check(
            "[(struct_item) (enum_item)] @type\n(mod_item) @module",
            Some(&[("struct_item", "type"), ("enum_item", "type"), ("mod_item", "module")]),
        );
    }

    #[test]
    fn all_else_is_for_the_compiler() {
        for query in [
            "(impl_item",
            "(impl_item)",
            "(no_such_kind) @x",
            "(impl_item) @a @b",
            "(impl_item) @a (impl_item) @b",
            "(impl_item (identifier)) @a",
            "(impl_item type: (_)) @a",
            "(_) @a",
            "\"impl\" @a",
            "[\"impl\" (mod_item)] @a",
            "((impl_item) @a (#eq? @a \"x\"))",
            "(_expression) @a",
        ] {
            check(query, None);
        }
    }
}
