//! The macros around items. What a macro does to its items is unknown: it may compile them conditionally, change them, or
//! accept only some.

use crate::lang::{ItemBlockRules, Role};
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;

/// The number of items of a kind that show that a macro accepts any number of them.
const SEVERAL: usize = 2;

/// Returns the macros around a byte offset, and their branches, outermost first, as text for messages.
pub(in crate::resolve::symbol) fn item_macros_around(
    file: Outlined<'_>,
    rules: &ItemBlockRules,
    byte: usize,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = FILE;
    loop {
        let children = file.outline.children(at);
        let behind = children.partition_point(|id| file.outline.item(*id).range.start < byte);
        let last = behind.checked_sub(1).filter(|last| file.outline.item(children[*last]).range.end > byte);
        let Some(inner) = last else { return found };
        if let Some(own) = macro_heading(file, rules, children[inner]) {
            // A branch is compiled where those before it are not.
            let is_branch = !own.ends_with(&rules.mark);
            let before = children[..inner].iter().filter(|_| is_branch);
            let before: Vec<String> = before
                .filter_map(|other| Some(format!("`{}`", macro_heading(file, rules, *other)?)))
                .collect();
            let of = if before.is_empty() { String::new() } else { format!(" of {}", before.join(", ")) };
            found.push(format!("`{own}`{of}"));
        }
        at = children[inner];
    }
}

/// A macro directly around an item that may not accept all items.
pub(in crate::resolve::symbol) struct SelectiveMacro<'f> {
    file: Outlined<'f>,
    /// The item, with its attributes.
    item: ItemId,
    /// The block of items that contains it.
    braces: ItemId,
    /// Whether it accepts any number of items of a kind.
    is_list: bool,
    /// Its name, with the mark of macros.
    pub(in crate::resolve::symbol) name: String,
}

impl<'f> SelectiveMacro<'f> {
    /// Returns the macro directly around a definition; `None` if there is none, or it accepts all items.
    pub(in crate::resolve::symbol) fn around(file: Outlined<'f>, id: ItemId) -> Option<Self> {
        let rules = file.manifest().view.item_blocks.as_ref()?;
        let item = file.outline.outermost(id);
        let braces = file.outline.item(item).parent;
        let parent = |id: ItemId| file.outline.item(id).parent;
        let block = parent(braces);
        let own = macro_heading(file, rules, block).filter(|_| braces != FILE)?;
        // A branch has no name.
        let name =
            if own.ends_with(&rules.mark) { own } else { macro_heading(file, rules, parent(parent(block)))? };
        let path = name.trim_end_matches(rules.mark.as_str());
        let is_list = rules.is_list(path);
        // A condition for all items of a macro is an attribute at their beginning.
        let first = file.outline.children(braces).first().map(|first| file.outline.item(*first).range.start);
        let inner_attribute = format!("{}{}", rules.attribute, rules.mark);
        let is_open = first.is_some_and(|first| file.buffer.has_at(first, &inner_attribute));
        (!is_open && rules.may_refuse(path)).then_some(Self { file, item, braces, is_list, name })
    }

    /// Returns whether the macro may not accept a new definition of a kind: it has no items of that kind, or only one.
    pub(in crate::resolve::symbol) fn may_refuse(&self, capture: &str) -> bool {
        let of_kind = self.definitions().filter(|own| *own == capture);
        let least = if self.is_list { 1 } else { SEVERAL };
        of_kind.take(least).count() < least
    }

    /// Returns whether the item is the only one, without which the macro may be invalid.
    pub(in crate::resolve::symbol) fn needs_item(&self) -> bool {
        !self.is_list && self.definitions().take(SEVERAL).count() < SEVERAL
    }

    /// Returns the kinds of the items in the macro.
    fn definitions(&self) -> impl Iterator<Item = &'static str> {
        let outline = self.file.outline;
        let own = std::iter::once(self.item);
        let others = outline.children(self.braces).iter().copied().filter(|id| *id != self.item);
        own.chain(others).filter_map(|id| outline.definition(id)).map(|found| found.capture)
    }
}

/// Returns the words before the brace of a block of items, on one line, if they are those of a macro or its branch.
fn macro_heading(file: Outlined<'_>, rules: &ItemBlockRules, id: ItemId) -> Option<String> {
    let item = file.outline.item(id);
    let is_block = |id: &&ItemId| file.outline.item(**id).role == Role::Transparent;
    let braces =
        file.outline.children(id).iter().find(is_block).filter(|_| item.role == Role::Transparent)?;
    let words = file.buffer.slice(item.range.start..file.outline.item(*braces).range.start);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty() && !words.starts_with('{') && rules.is_macro(&words)).then_some(words)
}
