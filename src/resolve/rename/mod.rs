//! Which uses of a name mean a definition, and what renaming it takes, in a language whose files bring in the text of
//! others.
//!
//! `project` judges each file together with what it brings in (`includes`, `unit`, `defines`), as a compiler would read
//! it. Such a text is parsed (`readings`) once for all names that are looked for together (`shared`, `read_text`,
//! `asked_words`), the name of the definition is found (`own_name`), one walk collects scopes and
//! names (`scan`, with `role` and `bind`), `judge` decides of each name with the members of a class in sight of its
//! functions (`sight`, `members`, `path`, `reach` and `taken`) and with what calls find elsewhere (`by_arguments`), `likely`
//! tells what speaks against a use that is not decided, and `proof` looks at what came of it.
//!
//! Where a file has one scope for all, `tokens` tell of names that no tree shows, and of members.
//!
//! Names of macros are words, wherever their definition is brought in (`macro_uses`); names in their bodies are not parsed
//! (`macro_bodies`).
//!
//! Nothing is guessed: what cannot be decided is listed.
//!
//! Invariant: a text afterwards has the tree that it had before, but for the name.

mod asked_words;
mod bind;
mod by_arguments;
mod callable;
mod defines;
mod family;
pub(super) mod found_uses;
mod heads;
mod hidden;
mod includes;
mod judge;
mod judged;
mod likely;
mod macro_bodies;
mod macro_uses;
mod members;
mod object;
mod over_files;
mod own_name;
mod path;
mod project;
mod proof;
mod reach;
mod read_text;
mod readings;
mod role;
mod scan;
mod scope;
mod shared;
mod sight;
mod stranger;
mod taken;
mod tokens;
mod unit;
pub(super) mod unread;

pub use over_files::{
    find_places_by_includes, find_uses_by_includes, is_overload, rename_by_includes, rename_each_by_includes,
};
