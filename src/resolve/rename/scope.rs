//! The scopes of a text and the names in them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::callable::Callable;
use crate::lang::{NameUse, Sense};

/// The index of a scope.
pub(super) type ScopeId = usize;

/// The scope of the whole file.
pub(super) const FILE: ScopeId = 0;

/// How many scopes may lie in each other.
const DEEPEST: usize = 250;

/// What a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    File,
    Module,
    Class,
    Function,
    Clause,
    Block,
}

/// A scope.
#[derive(Debug)]
pub(super) struct Scope<'t> {
    pub(super) sort: Sort,
    pub(super) parent: ScopeId,
    /// The scopes that may lie around it instead of its parent.
    pub(super) or_in: Vec<ScopeId>,
    /// In how many scopes it lies.
    depth: usize,
    /// The bytes of the node that opens it, decorators included.
    pub(super) range: Range<usize>,
    /// Where its body begins.
    pub(super) body: usize,
    /// The name of a class, where its functions see it.
    pub(super) name: Option<&'t str>,
    /// Whether it is a function with the object of a class, one without, or one with the object of the function around.
    pub(super) is_method: bool,
    pub(super) is_static: bool,
    pub(super) is_arrow: bool,
    /// Whether the scope around it is one that stands in another file.
    pub(super) is_hidden: bool,
    /// What a class inherits from, with the bytes at which that stands.
    pub(super) bases: Vec<(usize, &'t str)>,
    /// The type that a block of functions is given to, and whether they are those of a trait.
    pub(super) given_to: Option<&'t str>,
    pub(super) is_of_trait: bool,
    /// The names that it binds, with the bytes at which that is done.
    pub(super) binds: HashMap<&'t str, Vec<usize>>,
    /// The names that it binds from some place on.
    pub(super) locals: HashMap<&'t str, usize>,
    /// What is known of the types of the variables that it binds.
    pub(super) objects: HashMap<&'t str, Vec<Option<Object<'t>>>>,
    /// The parameters of a function.
    pub(super) parameters: Vec<&'t str>,
    /// Where it brings in names without saying which.
    pub(super) wildcard: Option<usize>,
    /// Whether it brings in the names of the scope around.
    pub(super) sees_parent: bool,
}

/// A variable whose type is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Object<'t> {
    pub(super) of: &'t str,
    pub(super) is_pointer: bool,
}

/// A name at a place.
#[derive(Debug, Clone)]
pub(super) struct Use<'t> {
    pub(super) range: Range<usize>,
    pub(super) name: &'t str,
    pub(super) is: NameUse,
    pub(super) sense: Sense,
    /// Whether all that is bound so is one thing.
    pub(super) is_again: bool,
    /// Whether it names a member, too.
    pub(super) is_shorthand: bool,
    /// Whether it means something else if it begins with a small letter.
    pub(super) is_never_small: bool,
    pub(super) scope: ScopeId,
    /// What stands where the object stands whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it: then it is no function.
    pub(super) is_scope: bool,
    /// What is declared by it, where that is a function.
    pub(super) declares: Option<Callable>,
    /// How many arguments it is called with, where they can be counted.
    pub(super) arguments: Option<usize>,
}

impl Use<'_> {
    /// Whether both are bound to one thing.
    pub(super) fn is_one_with(&self, other: &Self) -> bool {
        let is_again = self.is_again && other.is_again && self.scope == other.scope && self.is == other.is;
        is_again || self.range == other.range
    }
}

/// A name in text that is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mention {
    /// A string, or a comment, speaks of it.
    Prose(usize),
    /// A string is just the name, or is code.
    Quoted(usize),
    /// A word of text that is not parsed.
    Unread(usize),
}

/// All that is known of the names of a text.
#[derive(Debug)]
pub(super) struct Names<'t> {
    pub(super) scopes: Vec<Scope<'t>>,
    /// The names that were asked for, in file order.
    pub(super) uses: Vec<Use<'t>>,
    pub(super) mentions: Vec<Mention>,
    /// The comments and strings that speak of the name.
    pub(super) prose: Vec<Range<usize>>,
    /// The classes that stand in the file itself, the last one of each name.
    pub(super) classes: HashMap<&'t str, ScopeId>,
    /// The classes and modules of each scope by their names.
    pub(super) inner: HashMap<(ScopeId, &'t str), Vec<ScopeId>>,
    /// The types that the file itself defines.
    pub(super) types: HashSet<&'t str>,
    /// Where members are reached by names that are calculated.
    pub(super) computed: Vec<usize>,
    /// Whether scopes lie so deep in each other that looking names up would cost too much.
    pub(super) is_too_deep: bool,
}

impl<'t> Names<'t> {
    /// The names of a text of this many bytes in which none has been found yet.
    pub(super) fn new(len: usize) -> Self {
        Self {
            scopes: vec![Scope::new(Sort::File, FILE, 0..len)],
            uses: Vec::new(),
            mentions: Vec::new(),
            prose: Vec::new(),
            classes: HashMap::new(),
            inner: HashMap::new(),
            types: HashSet::new(),
            computed: Vec::new(),
            is_too_deep: false,
        }
    }

    /// Takes in a scope.
    pub(super) fn push(&mut self, mut scope: Scope<'t>) -> ScopeId {
        scope.depth = self.scopes[scope.parent].depth + 1;
        self.is_too_deep |= scope.depth > DEEPEST;
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    /// The scopes around a scope, itself first.
    pub(super) fn around(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |at| (*at != FILE).then(|| self.scopes[*at].parent))
    }

    /// The first scope around a scope, itself included, that is neither a clause nor a block.
    pub(super) fn beyond_clauses(&self, scope: ScopeId) -> ScopeId {
        let is_beyond = |at: &ScopeId| !matches!(self.scopes[*at].sort, Sort::Clause | Sort::Block);
        self.around(scope).find(is_beyond).unwrap_or(FILE)
    }
}

impl Scope<'_> {
    pub(super) fn new(sort: Sort, parent: ScopeId, range: Range<usize>) -> Self {
        Self {
            sort,
            parent,
            or_in: Vec::new(),
            depth: 0,
            body: range.start,
            range,
            name: None,
            is_method: false,
            is_static: false,
            is_arrow: false,
            is_hidden: false,
            bases: Vec::new(),
            given_to: None,
            is_of_trait: false,
            binds: HashMap::new(),
            locals: HashMap::new(),
            objects: HashMap::new(),
            parameters: Vec::new(),
            wildcard: None,
            sees_parent: false,
        }
    }

    /// Whether the name is bound in it, from its beginning or from some place on.
    pub(super) fn has(&self, name: &str) -> bool {
        self.binds.contains_key(name) || self.locals.contains_key(name)
    }
}
