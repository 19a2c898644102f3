//! Finds the uses of a definition and renames them, in languages whose files include the text of other files.
//!
//! `project` judges each file together with what it includes (`includes`, `unit`, `defines`), as a compiler would read
//! it. Such a text is parsed (`readings`) once for all names that are searched for together (`shared`, `read_text`,
//! `asked_words`), the name of the definition is found (`definition_name`), one walk collects scopes and names (`scan`,
//! with `role` and `bind`), `judge` decides about each name with the members of a class that its functions see
//! (`resolve_name`, `members`, `path`, `reach` and `new_name_conflicts`) and with what calls find elsewhere
//! (`by_arguments`), `likely` lists the evidence against an undecided use, and `proof` checks the result.
//!
//! Where a file has a single scope, `tokens` reports names that the syntax tree does not show, and members.
//!
//! Names of macros are matched as words, in every file that sees their definition (`macro_uses`); names in macro bodies
//! are not parsed (`macro_bodies`).
//!
//! `moving` finds what code needs that moves to another file, with the same graph of includes.
//!
//! Nothing is guessed: undecided uses are listed.
//!
//! Invariant: after the rename, a text has the same tree as before, except for the name.

mod asked_words;
mod bind;
mod by_arguments;
mod callable;
mod declarations_only;
mod defines;
mod definition_name;
mod family;
pub(super) mod found_uses;
mod includes;
mod judge;
mod judged;
mod likely;
mod macro_bodies;
mod macro_module;
mod macro_uses;
mod members;
mod moving;
mod new_name_conflicts;
mod not_included;
mod object;
mod over_files;
mod path;
mod project;
mod proof;
mod reach;
mod read_text;
mod readings;
mod requested;
mod resolve_name;
mod role;
mod scan;
mod scope;
mod shared;
mod tokens;
mod unit;
pub(super) mod unparsed;

pub use moving::{carry_by_includes, count_independent, includes_for_users};
pub use over_files::{
    find_places_by_includes, find_uses_by_includes, find_uses_each_by_includes, is_overload,
    rename_by_includes, rename_each_by_includes,
};
