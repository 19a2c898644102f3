//! The part of a manifest that describes moves of definitions to another file.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// Rules for moves where files form a tree of modules, and each name declares its visibility.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRules {
    /// Node kinds of names.
    pub names: Vec<String>,
    /// The node kind of an import.
    pub import: String,
    /// Macros that take a path which is relative to the folder of the file.
    pub file_macros: Vec<String>,
    /// The node kind of a list of names in an import.
    pub list: String,
    /// The node kind of a wildcard in an import.
    pub wildcard: String,
    /// The node kind of an attribute above a statement.
    pub attribute: String,
    /// The node kind of a module declaration.
    pub module: String,
    /// The node kind of a visibility modifier.
    pub visibility: String,
    /// Node kinds of types whose fields may have restricted visibility.
    pub types: Vec<String>,
    /// The node kind of a named field of such a type.
    pub field: String,
    /// The node kind of a list of unnamed fields.
    pub unnamed_fields: String,
    /// The node kind of a block of members of a type; a block with the field `trait` implements a trait, and has no
    /// members of its own.
    pub block: String,
    /// The node kind of a block that declares items of other languages, each with its own visibility.
    pub foreign_block: String,
    /// The node kind of a trait.
    pub trait_item: String,
    /// Node kinds in which all names are traits.
    pub bounds: Vec<String>,
    /// The node kind of a path.
    pub path: String,
    /// The node kind of an expression that constructs an object from its fields.
    pub object: String,
    /// Node kinds of members in a block.
    pub members: Vec<String>,
    /// Functions that are called on types, and rarely on traits.
    pub constructors: Vec<String>,
    /// Names that are in scope everywhere.
    pub prelude: Vec<String>,
    /// The first components of paths of the standard library.
    pub standard: Vec<String>,
    /// Macros of the standard library whose uses need no trait in scope.
    pub traitless_macros: Vec<String>,
    /// Traits of the standard library, each with the members that require its import.
    pub traits: BTreeMap<String, Vec<String>>,
}

/// How imports follow a definition to another file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRules {
    /// Node kinds of imports.
    pub statements: Vec<String>,
    /// The field of an import that names the module.
    pub module_field: String,
    /// The template of an import of `{names}` from a `{module}`.
    pub from: String,
    /// The template of an item in that list that gives the name `{old}` the alias `{new}`.
    pub renamed: String,
    /// The template of an import of whole modules, `{names}`.
    #[serde(default)]
    pub whole: Option<String>,
    /// Node kinds of type annotations.
    #[serde(default)]
    pub annotations: Vec<String>,
    /// Node kinds of scopes like functions that run where they are.
    #[serde(default)]
    pub immediate: Vec<String>,
    /// Names, and members, whose meaning depends on the file that contains them.
    #[serde(default)]
    pub own_module: Vec<String>,
    /// Names among [`Self::own_module`] that do not depend on the file if they are called with at least this number of
    /// arguments: `eval(code, names)`.
    #[serde(default)]
    pub own_unless_given: BTreeMap<String, usize>,
    /// Names among [`Self::own_module`] that refer to the current scope, which is that of the file only outside
    /// functions and classes.
    #[serde(default)]
    pub own_at_top: Vec<String>,
    /// Calls that assign a value to what a string argument names.
    #[serde(default)]
    pub setters: Vec<String>,
    /// Expressions with names of [`Self::own_module`] that depend only on the folder of the file.
    #[serde(default)]
    pub own_folder: Vec<String>,
    /// Calls that take the path of a module as an import does, beside those that load a module: `jest.mock`.
    #[serde(default)]
    pub path_calls: Vec<String>,
    /// Constructors that take a path and the file which the path is relative to.
    #[serde(default)]
    pub based_paths: Vec<BasedPath>,
    /// Functions and constructors that take a path which may be relative to the file, to the page, or to the working
    /// directory.
    #[serde(default)]
    pub open_paths: Vec<String>,
    /// The statement that contains imports which are needed for types only.
    #[serde(default)]
    pub type_only: Option<String>,
    /// The import that this statement requires.
    #[serde(default)]
    pub type_only_import: Option<String>,
    /// Node kinds of statements that may be beside imports in such a statement, or below a condition.
    #[serde(default)]
    pub fillers: Vec<String>,
    /// Node kinds that assign values to names.
    #[serde(default)]
    pub assignments: Vec<String>,
    /// The member of a class that runs when one of its objects is called.
    #[serde(default)]
    pub call_member: Option<String>,
    /// Whether a function may import modules when it runs.
    #[serde(default)]
    pub in_functions: bool,
    /// How a file exports names; `None` where all names are visible to other files.
    #[serde(default)]
    pub exports: Option<ExportRules>,
    /// How files import by calls and export by lists.
    #[serde(default)]
    pub by_calls: Option<CallRules>,
    /// The effects of code that runs while its file is loaded, beside binding names.
    #[serde(default)]
    pub effects: Option<EffectRules>,
}

/// A constructor of an object from a path that is relative to a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BasedPath {
    /// The constructor: `URL`.
    pub by: String,
    /// The argument that stands for the file: `import.meta.url`.
    pub base: String,
}

/// Which members of a class are visible to other packages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PackageVisibility {
    /// The keyword of members that are visible everywhere.
    pub all: String,
    /// The keyword of members that are also visible to classes which inherit from their class.
    pub subclasses: String,
    /// The keyword of members that are not visible to the rest of their package.
    pub own: String,
    /// Node kinds in which members without such a keyword are visible everywhere.
    pub open: Vec<String>,
    /// Node kinds of constructors.
    pub constructors: Vec<String>,
    /// Node kinds in which the name of a class refers to its constructors.
    pub constructor_calls: Vec<String>,
    /// Node kinds in which the name of a base class refers to its constructors.
    pub inherited_in: Vec<String>,
    /// Keywords before a nested class that has no access to an object of the outer class.
    pub free: Vec<String>,
    /// The keyword among these that only declares this.
    pub free_word: String,
    /// Keywords of classes out of which a nested class may be moved.
    pub classes: Vec<String>,
}

/// How files declare the conditions under which they are compiled: by their names, or in comments above their code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FileConditions {
    /// The suffix of the names of files that belong only to the tests of their folder.
    pub tests: String,
    /// The character before each word of a file name that is a condition.
    pub sign: String,
    /// Words for operating systems.
    pub systems: Vec<String>,
    /// Words for architectures, which follow those for systems.
    pub machines: Vec<String>,
    /// Conditions that hold wherever one of some others does.
    pub implied: BTreeMap<String, Vec<String>>,
    /// The sign before a condition that must not hold.
    pub negation: String,
    /// The kinds of comments that declare conditions; of several kinds in a file, the first one counts.
    pub comments: Vec<ConditionComment>,
    /// The beginning of the line above which such comments must be.
    pub until: String,
    /// Beginnings of import paths that are not available under all conditions.
    pub system_imports: Vec<String>,
}

/// A kind of comment that declares under which conditions its file is compiled.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionComment {
    /// The beginning of the comment.
    pub begins: String,
    /// The operator between conditions of which all must hold.
    pub and: String,
    /// The operator between conditions of which one must hold.
    pub or: String,
}

impl ConditionComment {
    /// Returns the conditions in a comment without its beginning; alternatives are one condition.
    fn parts<'t>(&self, row: &'t str) -> Vec<&'t str> {
        match row.contains(self.or.as_str()) {
            true => vec![row],
            false => row.split(self.and.as_str()).map(str::trim).collect(),
        }
    }
}

impl FileConditions {
    /// Returns the conditions of a file, all of which must hold; the condition of tests contains the folder.
    #[must_use]
    pub fn of(&self, path: &str, text: &str) -> BTreeSet<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').next().unwrap_or_default();
        let mut found = BTreeSet::new();
        let stem = match stem.strip_suffix(self.tests.as_str()) {
            Some(rest) => {
                found.insert(format!("{}{folder}", self.tests));
                rest
            }
            None => stem,
        };
        let mut words = stem.split(self.sign.as_str()).skip(1).collect::<Vec<&str>>().into_iter().rev();
        let mut last = words.next();
        let is_one = |all: &[String], word: Option<&str>| all.iter().any(|one| Some(one.as_str()) == word);
        if is_one(&self.machines, last) {
            found.extend(last.map(str::to_owned));
            last = words.next();
        }
        found.extend(last.filter(|_| is_one(&self.systems, last)).map(str::to_owned));
        let head = || text.lines().map(str::trim).take_while(|line| !line.starts_with(&self.until));
        let said = self.comments.iter().find_map(|kind| {
            let rows = head().filter_map(|line| line.strip_prefix(kind.begins.as_str()));
            let parts: Vec<&str> = rows.flat_map(|row| kind.parts(row.trim())).collect();
            (!parts.is_empty()).then_some(parts)
        });
        found.extend(said.into_iter().flatten().map(str::to_owned));
        found
    }

    /// Those of some conditions that need not hold where all of some others do.
    #[must_use]
    pub fn not_implied(&self, asked: &BTreeSet<String>, known: &BTreeSet<String>) -> BTreeSet<String> {
        asked.iter().filter(|one| !self.holds(one, known)).cloned().collect()
    }

    /// Whether a condition holds wherever all of some others do, as far as that is told.
    fn holds(&self, condition: &str, known: &BTreeSet<String>) -> bool {
        let choice = self.comments.iter().find(|kind| condition.contains(kind.or.as_str()));
        let is_chosen = |kind: &ConditionComment| {
            let holds = |part: &str| self.holds_alone(part.trim(), known);
            condition.split(kind.or.as_str()).any(|one| one.split(kind.and.as_str()).all(holds))
        };
        self.holds_alone(condition, known) || choice.is_some_and(is_chosen)
    }

    fn holds_alone(&self, condition: &str, known: &BTreeSet<String>) -> bool {
        let implies = |one: &String| one == condition || self.is_implied(condition, one);
        // A file is compiled for one system, and for what that is one of.
        let is_system = |one: &str| self.systems.iter().any(|system| system == one);
        let excludes = |other: &str| {
            let mut systems = known.iter().filter(|one| is_system(one));
            is_system(other) && systems.any(|one| one != other && !self.are_related(one, other))
        };
        let negated = condition.strip_prefix(self.negation.as_str()).filter(|_| !self.negation.is_empty());
        known.iter().any(implies) || negated.is_some_and(excludes)
    }

    fn is_implied(&self, condition: &str, by: &str) -> bool {
        self.implied.get(condition).is_some_and(|all| all.iter().any(|one| one == by))
    }

    fn are_related(&self, one: &str, other: &str) -> bool {
        self.is_implied(one, other) || self.is_implied(other, one)
    }

    /// Returns whether a condition is that of tests.
    #[must_use]
    pub fn is_of_tests(&self, condition: &str) -> bool {
        !self.tests.is_empty() && condition.starts_with(&self.tests)
    }
}

/// The effects that code may have while it is loaded, beside binding names: it may register itself elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EffectRules {
    /// Node kinds of decorators, which are called with the definition below them.
    pub decorators: Vec<String>,
    /// Node kinds of calls.
    pub calls: Vec<String>,
    /// Node kinds of functions and classes as arguments, with which a call may do anything.
    pub code: Vec<String>,
    /// Functions without other effects: whole names, all names of a module (`functools.`), or a member (`*.map`).
    pub harmless: Vec<String>,
}

/// How a file imports by calls, and exports by lists.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRules {
    /// The template of a statement that imports `{names}` from a `{module}`.
    pub from: String,
    /// The template of an item in this list that gives the name `{old}` the alias `{new}`.
    pub renamed: String,
    /// The template of a list that exports `{names}`.
    pub list: String,
    /// The template of a statement that exports one `{name}`.
    pub entry: String,
}

/// How a file exports names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRules {
    /// Node kinds of statements that export names.
    pub statements: Vec<String>,
    /// Node kinds of statements that may bind the module which a call loads.
    pub calls: Vec<String>,
    /// The keyword before an exported definition.
    pub word: String,
    /// The keyword for an export without a name.
    pub nameless: String,
    /// The template of an import of such an export as `{name}` from a `{module}`.
    pub import_nameless: String,
    /// The template of a statement that re-exports `{names}` of a `{module}`.
    pub from: String,
    /// The second keyword of an import, or export, of types only.
    pub type_word: String,
    /// Node kinds of definitions that are types only.
    pub types: Vec<String>,
    /// Node kinds of members whose values are computed later than their class.
    pub later: Vec<String>,
    /// Settings of the project that, with the value `true`, require imports and exports of types only to be marked.
    pub type_settings: Vec<String>,
}
