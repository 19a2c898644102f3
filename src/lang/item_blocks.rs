//! Shows the items in the braces of macros as items: `cfg_unix! { fn run() {} }` is parsed as `extern { fn run() {} }`.
//!
//! A grammar reads the arguments of a macro as tokens, so what is defined there would have no address. A macro counts
//! only where items may be, and where its braces contain nothing but items: the grammar decides that, in a parse of the
//! braces alone. The conditional branches of a macro, as in `if #[cfg(unix)] { … } else { … }`, are blocks of their own.
//!
//! Invariant: the text that is shown has the length of the original, and its lines end at the same bytes; nothing but what
//! precedes opening braces differs. A sign stands there for the word that the grammar needs, which may be longer than the
//! name of the macro.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::error_recovery::{BracketMap, BracketPair, blank, is_word_byte};
use super::{ItemBlockRules, Language, Syntax};

/// The maximum nesting of macros whose items are shown.
const MAX_DEPTH: usize = 6;

/// The maximum number of parses that find the macros without items.
const MAX_ROUNDS: usize = 4;

/// A block of items in a macro: the braces of the macro, or of a branch in it.
#[derive(Debug)]
struct ItemBlock {
    /// What is before the opening brace.
    head: Range<usize>,
    /// The index of the macro that the block belongs to.
    of_macro: usize,
}

/// A macro that may contain items.
#[derive(Debug)]
struct ItemMacro {
    /// From its name to its closing brace.
    range: Range<usize>,
    /// The index of the macro around it.
    parent: Option<usize>,
}

/// Returns the text with the items in the braces of macros shown as items.
#[must_use]
pub fn item_blocks<'t>(language: &'static Language, text: &'t str) -> Cow<'t, str> {
    let manifest = language.manifest();
    let Some(rules) = &manifest.view.item_blocks else { return Cow::Borrowed(text) };
    if !has_candidate(rules, text) || memchr::memmem::find(text.as_bytes(), rules.sign.as_bytes()).is_some() {
        return Cow::Borrowed(text);
    }
    let recovery = manifest.view.recovery.clone().unwrap_or_default();
    let Some(brackets) = BracketMap::new(&manifest.lexical, &recovery, text) else {
        return Cow::Borrowed(text);
    };
    let mut found =
        ItemMacros::search(rules, &brackets, &|heading| brackets.opens_container(heading, &recovery));
    found.retain_items(language, text);
    if found.macros.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(found.shown(text)) }
}

/// Returns whether an item of a text may begin with a path, the mark of macros and a brace.
fn has_candidate(rules: &ItemBlockRules, text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins_item = |mark: usize| {
        let before = bytes[..path_start(rules, bytes, mark)].iter().rev();
        let last = before.copied().find(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|last| matches!(last, b'\n' | b';' | b'{' | b'}' | b']' | b'/'))
    };
    memchr::memmem::find_iter(bytes, &rules.mark).any(|mark| {
        let behind = &bytes[mark + rules.mark.len()..];
        behind.get(blanks(behind)) == Some(&b'{') && begins_item(mark)
    })
}

/// Returns the start of the path that ends at a byte offset.
fn path_start(rules: &ItemBlockRules, bytes: &[u8], end: usize) -> usize {
    let is_part = |byte: &&u8| is_word_byte(**byte) || rules.separator.as_bytes().contains(*byte);
    end - bytes[..end].iter().rev().take_while(is_part).count()
}

/// Returns the number of blanks at the start of a text.
fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The macros of a text that may contain items, and their blocks.
struct ItemMacros<'s> {
    rules: &'s ItemBlockRules,
    brackets: &'s BracketMap<'s>,
    /// In file order.
    macros: Vec<ItemMacro>,
    blocks: Vec<ItemBlock>,
}

impl<'s> ItemMacros<'s> {
    /// Searches where items may be: in the file, in the blocks for which `is_container` accepts the heading, and in such
    /// macros.
    fn search(
        rules: &'s ItemBlockRules,
        brackets: &'s BracketMap<'s>,
        is_container: &dyn Fn(Range<usize>) -> bool,
    ) -> Self {
        let mut found = Self { rules, brackets, macros: Vec::new(), blocks: Vec::new() };
        let bare = brackets.bare();
        // The closing braces of the containers around, each with the macro that it belongs to.
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        let mut branches = HashSet::new();
        let (mut at, mut start) = (0, None);
        while at < bare.len() {
            at += blanks(&bare[at..]);
            let Some(byte) = bare.get(at) else { break };
            let from = *start.get_or_insert(at);
            let parent = open.last().and_then(|(_, parent)| *parent);
            if open.last().is_some_and(|(close, _)| *close == at) {
                open.pop();
                start = None;
            } else if *byte == b';' {
                start = None;
            } else if let Some(pair) = brackets.pair_at(at) {
                let is_brace = *byte == b'{';
                if is_brace && (branches.remove(&at) || is_container(from..at)) {
                    open.push((pair.close, parent));
                } else if is_brace && let Some(own) = found.add(from, pair, parent, &mut branches) {
                    open.push((pair.close, Some(own)));
                } else {
                    at = pair.close;
                }
                start = start.filter(|_| !is_brace);
            }
            at += 1;
        }
        found
    }

    /// Adds the macro whose braces are `pair`, in a statement that begins at `from`, and returns its index; `None` if it
    /// is no macro, or something else than an attribute precedes it. The opening braces of its branches are added to
    /// `branches`.
    fn add(
        &mut self,
        from: usize,
        pair: BracketPair,
        parent: Option<usize>,
        branches: &mut HashSet<usize>,
    ) -> Option<usize> {
        let bare = self.brackets.bare();
        let path = bare[from..pair.open].trim_ascii_end().strip_suffix(self.rules.mark.as_bytes())?;
        let end = from + path.len();
        let start = path_start(self.rules, bare, end).max(from);
        let before = bare[from..start].trim_ascii();
        let is_attribute = before.starts_with(self.rules.attribute.as_bytes()) && before.ends_with(b"]");
        let depth = std::iter::successors(parent, |at| self.macros[*at].parent).count();
        if start == end || !(before.is_empty() || is_attribute) || depth >= MAX_DEPTH {
            return None;
        }
        let of_macro = self.macros.len();
        let parts = self.branches(pair.open + 1..pair.close).unwrap_or_default();
        branches.extend(parts.iter().map(|(_, braces)| braces.open));
        self.macros.push(ItemMacro { range: start..pair.close + 1, parent });
        let heads = [(start, pair)].into_iter().chain(parts);
        self.blocks.extend(heads.map(|(start, braces)| ItemBlock { head: start..braces.open, of_macro }));
        Some(of_macro)
    }

    /// Returns the starts of the heads of branches, with their braces, if there is nothing else in a range.
    fn branches(&self, within: Range<usize>) -> Option<Vec<(usize, BracketPair)>> {
        let ItemBlockRules { attribute, condition, otherwise, .. } = self.rules;
        let bare = &self.brackets.bare()[..within.end];
        let skip = |at: usize| at + blanks(&bare[at..]);
        let behind = |at: usize, word: &str| {
            let rest = bare[at..].strip_prefix(word.as_bytes())?;
            (!rest.first().copied().is_some_and(is_word_byte)).then(|| skip(at + word.len()))
        };
        let mut found: Vec<(usize, BracketPair)> = Vec::new();
        let mut at = skip(within.start);
        while at < within.end {
            let head = at;
            at = if found.is_empty() { head } else { behind(head, otherwise)? };
            match behind(at, condition) {
                Some(own) => {
                    let bracket =
                        own + bare[own..].starts_with(attribute.as_bytes()).then_some(attribute.len())?;
                    at = skip(self.brackets.pair_at(bracket)?.close + 1);
                }
                None if found.is_empty() => return None,
                None => {}
            }
            let braces = self.brackets.pair_at(at).filter(|pair| bare[pair.open] == b'{')?;
            found.push((head, braces));
            at = skip(braces.close + 1);
        }
        Some(found)
    }

    /// Returns the text with all blocks shown as blocks of items.
    fn shown(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let sign = self.rules.sign.as_bytes();
        for ItemBlock { head, .. } in &self.blocks {
            blank(&mut bytes, head.clone());
            bytes[head.start..head.start + sign.len()].copy_from_slice(sign);
        }
        String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
    }

    /// Removes the macros in which the grammar finds something else than items.
    fn retain_items(&mut self, language: &'static Language, text: &str) {
        let excluded = self.rules.excluded.iter();
        let excluded = excluded.flat_map(|word| memchr::memmem::find_iter(text.as_bytes(), word.as_bytes()));
        let excluded: HashSet<usize> = excluded.filter_map(|byte| self.innermost(byte)).collect();
        self.remove(&excluded);
        let mut syntax = Syntax::new(language);
        for _ in 0..MAX_ROUNDS {
            if self.macros.is_empty() {
                return;
            }
            let Some(refused) = self.refused(&mut syntax, text) else { break };
            // What is beside a macro that has been read without an error has no influence on it.
            let is_final = refused.iter().all(|index| self.macros[*index].parent.is_none());
            self.remove(&refused);
            if is_final {
                return;
            }
        }
        self.macros.clear();
    }

    /// Returns the macros in which the grammar finds something else than items, of nested ones the innermost; `None` if
    /// that cannot be determined in reasonable time.
    fn refused(&self, syntax: &mut Syntax, text: &str) -> Option<HashSet<usize>> {
        let outermost = || (0..self.macros.len()).filter(|index| self.macros[*index].parent.is_none());
        let mut alone = self.shown(text).into_bytes();
        let mut done = 0;
        for index in outermost() {
            let range = &self.macros[index].range;
            blank(&mut alone, done..range.start);
            done = range.end;
        }
        blank(&mut alone, done..text.len());
        let tree = syntax.parse_sparse(std::str::from_utf8(&alone).ok()?).ok()?;
        let root = tree.root_node();
        let mut cursor = root.walk();
        let sound = root.children(&mut cursor).filter(|node| !node.has_error());
        let sound: HashSet<Range<usize>> = sound.map(|node| node.byte_range()).collect();
        let errors = Syntax::errors(&tree);
        let mut refused = HashSet::new();
        for index in outermost().filter(|index| !sound.contains(&self.macros[*index].range)) {
            let range = &self.macros[index].range;
            let first = errors.partition_point(|error| error.start < range.start);
            let inside = errors[first..].iter().take_while(|error| error.start < range.end);
            let before = refused.len();
            refused.extend(inside.filter_map(|error| self.innermost(error.start)));
            if refused.len() == before {
                refused.insert(index);
            }
        }
        Some(refused)
    }

    /// Returns the innermost macro that contains a byte.
    fn innermost(&self, byte: usize) -> Option<usize> {
        let last = self.macros.partition_point(|own| own.range.start <= byte).checked_sub(1);
        std::iter::successors(last, |at| self.macros[*at].parent).find(|at| self.macros[*at].range.end > byte)
    }

    /// Removes macros, with those in them.
    fn remove(&mut self, refused: &HashSet<usize>) {
        let mut kept: Vec<ItemMacro> = Vec::new();
        // The new index of each macro.
        let mut moved: Vec<Option<usize>> = Vec::new();
        for (index, own) in std::mem::take(&mut self.macros).into_iter().enumerate() {
            let parent = own.parent.map(|parent| moved[parent]);
            let stays = !refused.contains(&index) && parent != Some(None);
            moved.push(stays.then_some(kept.len()));
            if stays {
                kept.push(ItemMacro { parent: parent.flatten(), ..own });
            }
        }
        self.macros = kept;
        self.blocks.retain_mut(|block| {
            let index = moved[block.of_macro];
            block.of_macro = index.unwrap_or_default();
            index.is_some()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let language = Language::by_name("rust").expect("registered");
        let shown = item_blocks(language, text);
        assert_eq!(shown, expected);
        assert_eq!(shown.len(), text.len());
        let tree = Syntax::new(language).parse(&shown).expect("cheap");
        assert!(!tree.root_node().has_error(), "{}", tree.root_node().to_sexp());
        assert_eq!(tree.root_node().end_byte(), text.len());
    }

    #[test]
    fn only_items_are_shown() {
        check("s! { struct A; }\n", "ǁ { struct A; }\n");
        check("#[a]\na::b! {\n}\nfn f() {}\n", "#[a]\nǁ    {\n}\nfn f() {}\n");
        check("a! { b }\nc! { mod d; }\n", "a! { b }\nǁ { mod d; }\n");
        check("a! { b! { c } fn f() {} }\n", "ǁ { b! { c } fn f() {} }\n");
        check("a! { static ref B: u8 = 1; }\n", "a! { static ref B: u8 = 1; }\n");
        check("fn f() {\n    a! { fn g() {} }\n}\n", "fn f() {\n    a! { fn g() {} }\n}\n");
        check("// a! { fn g() {} }\n", "// a! { fn g() {} }\n");
    }

    #[test]
    fn branches_are_blocks() {
        check("c! {if #[a] { fn f() {} }else{ fn f() {} }}\n", "ǁ {ǁ      { fn f() {} }ǁ  { fn f() {} }}\n");
        check("c! { if a { fn f() {} } }\n", "c! { if a { fn f() {} } }\n");
    }
}
