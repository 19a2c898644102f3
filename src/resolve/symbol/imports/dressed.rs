//! Adds imports below attributes, and takes names out of imports below conditional ones.
//!
//! Invariant: a name joins only a list below the same attributes.

use std::collections::HashSet;

use super::edits::{Additions, NewNames, NewStatement};
use super::file::{ImportEdits, ImportId, WantedImport};
use super::items::{Modifiers, items};
use super::list_comments::StatementComments;
use crate::resolve::symbol::outline::items::ItemId;
use crate::text::Edit;

impl Additions<'_> {
    /// Adds an import with attributes to lists below the same ones; returns the statement that is still needed.
    pub(super) fn add_dressed(
        &self,
        wanted: &WantedImport,
        names: &mut NewNames,
        brought: &mut HashSet<String>,
        done: &mut ImportEdits,
    ) -> Option<NewStatement> {
        let WantedImport { attributes, lines: statement } = wanted;
        let whole = statement.join("\n");
        let (text, above) = (self.file.squeezed(&whole), self.file.squeezed(&attributes.join("\n")));
        let own = self.file.squeezed(&format!("{}\n{whole}", attributes.join("\n")));
        let all = items(&text, self.file.rules, Modifiers::Keep);
        let is_below = |own: &ImportId| self.index.properties(*own).attributes.as_ref() == Some(&above);
        let there = |item: &String| -> Vec<ImportId> {
            self.index.imports_of(item, false).iter().copied().filter(is_below).collect()
        };
        let key = |item: &String| format!("{above}\n{item}");
        let is_missing = |item: &&String| there(item).is_empty() && !brought.contains(&key(item));
        let missing: Vec<String> = all.iter().filter(is_missing).cloned().collect();
        let same = self.index.dressed(self.file, &own);
        if same.is_some() || missing.is_empty() && !all.is_empty() || brought.contains(&own) {
            let last = all.last().and_then(|item| self.index.last_of(self.file, &there(item)));
            done.idle.push((text, same.or(last).map(|there| self.line(there))));
            return None;
        }
        let said = StatementComments::of(&whole, self.file.rules, self.file.language.manifest());
        let names_before = names.clone();
        let mut rest = missing.clone();
        rest.retain(|item| !self.add_to_list(names, (&above, item), &said));
        brought.extend(missing.iter().map(key).chain([own]));
        if rest.is_empty() && !all.is_empty() {
            return None;
        }
        let part = if rest.len() == all.len() { None } else { self.only(&whole, &rest) };
        if part.is_none() {
            *names = names_before;
        }
        let lines = part.unwrap_or_else(|| statement.clone());
        Some(self.place(&text, attributes.iter().cloned().chain(lines).collect()))
    }

    /// Returns the edit that takes an item out of a statement below a conditional attribute that imports others, too,
    /// if nothing else imports the item; `None` if the statement cannot be divided or another edit changes it.
    pub(super) fn take_out(&self, item: &str, changed: &HashSet<ItemId>) -> Option<(ItemId, Edit)> {
        let there = self.index.imports_of(item, false);
        let [only] = there else { return None };
        let facts = self.index.properties(*only);
        let statement = self.index.statement(*only);
        if !facts.is_conditional || facts.items[0].len() < 2 || changed.contains(&statement) {
            return None;
        }
        let range = self.file.outline.item(statement).range.clone();
        let whole = self.file.buffer.slice(range.clone()).into_owned();
        let all = items(&self.file.squeezed(&whole), self.file.rules, Modifiers::Keep);
        let rest: Vec<String> = all.into_iter().filter(|own| own != item).collect();
        let lines = self.only(&whole, &rest)?;
        let text = lines.join("\n");
        let left = items(&self.file.squeezed(&text), self.file.rules, Modifiers::Keep);
        (left.len() == rest.len() && left.iter().all(|own| rest.contains(own)))
            .then_some((statement, Edit { range, text }))
    }
}
