//! What a manifest says of definitions that move to another file.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// What a move takes where files are a tree of modules, and each name says from how far it is seen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRules {
    /// Nodes of names.
    pub names: Vec<String>,
    /// The node of an import.
    pub import: String,
    /// Macros that are given a path, from the folder of the file on.
    pub file_macros: Vec<String>,
    /// The node of a list of names in it.
    pub list: String,
    /// The node that stands for all names of something in it.
    pub all: String,
    /// The node of what stands above a statement and concerns it.
    pub attribute: String,
    /// The node that declares a module.
    pub module: String,
    /// The node that says from how far something is seen.
    pub visibility: String,
    /// Nodes of types that may have fields which are not seen from everywhere.
    pub types: Vec<String>,
    /// The node of a field of those that has a name.
    pub field: String,
    /// The node of a list of fields without names.
    pub row: String,
    /// The node of a block of members of a type; one with the field `trait` has none of its own.
    pub block: String,
    /// The node of a trait.
    pub trait_item: String,
    /// Nodes in which only traits are named.
    pub bounds: Vec<String>,
    /// The node of a path.
    pub path: String,
    /// The node of an object that is made by its fields.
    pub object: String,
    /// Nodes of members in such a block.
    pub members: Vec<String>,
    /// Functions that are called behind types, and hardly behind traits.
    pub makers: Vec<String>,
    /// Names that are seen everywhere.
    pub prelude: Vec<String>,
    /// The names by which the paths of the standard library begin.
    pub standard: Vec<String>,
    /// Macros of the standard library that need no trait where they are used.
    pub plain_macros: Vec<String>,
    /// The traits of the standard library, each with the members for the sake of which it is imported.
    pub traits: BTreeMap<String, Vec<String>>,
}

/// How imports follow a definition to another file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRules {
    /// The nodes of imports.
    pub statements: Vec<String>,
    /// Their field that names the module.
    pub module_field: String,
    /// An import of `{names}` from a `{module}`.
    pub from: String,
    /// A name of that list which gets another one: `{old}` and `{new}`.
    pub renamed: String,
    /// An import of whole modules, `{names}`.
    #[serde(default)]
    pub whole: Option<String>,
    /// Nodes of types beside names.
    #[serde(default)]
    pub annotations: Vec<String>,
    /// Names, and members, that mean the file that they stand in.
    #[serde(default)]
    pub own_module: Vec<String>,
    /// Those of them that mean no file once they are called with as many values: `eval(code, names)`.
    #[serde(default)]
    pub own_unless_given: BTreeMap<String, usize>,
    /// Those of them that mean the scope at hand, which is the file's outside of functions and classes alone.
    #[serde(default)]
    pub own_at_top: Vec<String>,
    /// Calls that give what a string names another value.
    #[serde(default)]
    pub setters: Vec<String>,
    /// Code with such a name that means no more than the folder of the file.
    #[serde(default)]
    pub own_folder: Vec<String>,
    /// Calls that are given a module as an import is, beside those that load one: `jest.mock`.
    #[serde(default)]
    pub path_calls: Vec<String>,
    /// What is made of a path and the file from which that counts.
    #[serde(default)]
    pub based_paths: Vec<BasedPath>,
    /// What is called or made with a path that may count from the file, from the page, or from where the program runs.
    #[serde(default)]
    pub open_paths: Vec<String>,
    /// The statement below which imports stand that only types have.
    #[serde(default)]
    pub type_only: Option<String>,
    /// What must be imported for it.
    #[serde(default)]
    pub type_only_import: Option<String>,
    /// Nodes of statements that may stand beside imports in such a statement, or below a condition.
    #[serde(default)]
    pub fillers: Vec<String>,
    /// Nodes that give names other values.
    #[serde(default)]
    pub assignments: Vec<String>,
    /// The member of a class that runs when one of its objects is called.
    #[serde(default)]
    pub call_member: Option<String>,
    /// Whether a function may import what it needs when it runs.
    #[serde(default)]
    pub in_functions: bool,
    /// How a file says which of its names others see; they see all of them where absent.
    #[serde(default)]
    pub gives: Option<GiveRules>,
    /// How files do both by calls and lists.
    #[serde(default)]
    pub by_calls: Option<CallRules>,
    /// What code does while it is loaded, beside binding names.
    #[serde(default)]
    pub effects: Option<EffectRules>,
}

/// What is made of a path that counts from a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BasedPath {
    /// What makes it: `URL`.
    pub by: String,
    /// What stands for the file beside the path: `import.meta.url`.
    pub base: String,
}

/// Which members of classes other packages see.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PackageSight {
    /// The word before those that all see.
    pub all: String,
    /// The word before those that classes which inherit see, too.
    pub heirs: String,
    /// The word before those that not even the package sees.
    pub own: String,
    /// Nodes in which all see what has no such word.
    pub open: Vec<String>,
    /// Nodes of what makes objects.
    pub makers: Vec<String>,
    /// Nodes in which the name of a class asks for those.
    pub made_in: Vec<String>,
    /// Nodes in which it does for a class that inherits.
    pub inherited_in: Vec<String>,
    /// Words before the name of a class in another one that has nothing of the objects of that.
    pub free: Vec<String>,
    /// The one of them that says so.
    pub free_word: String,
    /// Words before the name of a class around which may be left.
    pub classes: Vec<String>,
}

/// How files say under which conditions they are compiled: by their names, or above their code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FileConditions {
    /// The end of the names of those that only the tests of their folder have.
    pub tests: String,
    /// The sign before each word of a name that is a condition.
    pub sign: String,
    /// Such words for systems.
    pub systems: Vec<String>,
    /// Such words for machines, which stand behind those.
    pub machines: Vec<String>,
    /// Conditions that hold wherever one of some others does.
    pub implied: BTreeMap<String, Vec<String>>,
    /// The sign before a condition that must not hold.
    pub negation: String,
    /// The comments that say so; of several kinds the first one holds.
    pub comments: Vec<ConditionComment>,
    /// What the line begins with above which those comments stand.
    pub until: String,
    /// What paths of imports begin with that are not there under all conditions.
    pub system_imports: Vec<String>,
}

/// A kind of comment that says under which conditions its file is compiled.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionComment {
    /// What it begins with.
    pub begins: String,
    /// The sign between conditions of which all must hold.
    pub and: String,
    /// The sign between those of which one must.
    pub or: String,
}

impl ConditionComment {
    /// The conditions of a comment without its beginning: a choice is one.
    fn parts<'t>(&self, row: &'t str) -> Vec<&'t str> {
        match row.contains(self.or.as_str()) {
            true => vec![row],
            false => row.split(self.and.as_str()).map(str::trim).collect(),
        }
    }
}

impl FileConditions {
    /// The conditions of a file, all of which must hold; that of the tests names the folder.
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
    pub fn beyond(&self, asked: &BTreeSet<String>, known: &BTreeSet<String>) -> BTreeSet<String> {
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
            is_system(other) && systems.any(|one| one != other && !self.is_kin(one, other))
        };
        let negated = condition.strip_prefix(self.negation.as_str()).filter(|_| !self.negation.is_empty());
        known.iter().any(implies) || negated.is_some_and(excludes)
    }

    fn is_implied(&self, condition: &str, by: &str) -> bool {
        self.implied.get(condition).is_some_and(|all| all.iter().any(|one| one == by))
    }

    fn is_kin(&self, one: &str, other: &str) -> bool {
        self.is_implied(one, other) || self.is_implied(other, one)
    }

    /// Whether a condition is that of the tests.
    #[must_use]
    pub fn is_of_tests(&self, condition: &str) -> bool {
        !self.tests.is_empty() && condition.starts_with(&self.tests)
    }
}

/// What code may do while it is loaded, beside binding names: tell others of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EffectRules {
    /// Nodes above a definition that are called with it.
    pub decorators: Vec<String>,
    /// Nodes of calls.
    pub calls: Vec<String>,
    /// Nodes of code, with which a call may do anything.
    pub code: Vec<String>,
    /// What is known to do nothing else: whole names, all of a module (`functools.`), or a member (`*.map`).
    pub harmless: Vec<String>,
}

/// How a file has names of others by calls, and gives its own by lists.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRules {
    /// What brings `{names}` of a `{module}` in.
    pub from: String,
    /// A name of that list which gets another one: `{old}` and `{new}`.
    pub renamed: String,
    /// A list that gives `{names}`.
    pub list: String,
    /// What gives one `{name}`.
    pub entry: String,
}

/// How a file says which of its names others see.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveRules {
    /// The nodes of statements that do so.
    pub statements: Vec<String>,
    /// The nodes of statements that may bind what a call loads.
    pub calls: Vec<String>,
    /// The word before a definition that others see.
    pub word: String,
    /// The word for what is given without a name.
    pub nameless: String,
    /// An import of that by a `{name}` from a `{module}`.
    pub import_nameless: String,
    /// A statement that gives `{names}` of a `{module}` on.
    pub from: String,
    /// The word behind the first one of a statement that brings in, or gives on, types only.
    pub type_word: String,
    /// Nodes of definitions that are nothing but types.
    pub types: Vec<String>,
    /// Nodes of members whose values are made later than their class.
    pub later: Vec<String>,
    /// Settings of the project, each at its value `true`, for which a statement must say that it concerns types only.
    pub type_settings: Vec<String>,
}
