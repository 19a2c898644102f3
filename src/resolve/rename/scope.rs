//! The scopes of a text and the names in them.

use std::collections::HashMap;
use std::ops::Range;

use super::callable::{CallArguments, Callable};
use super::hidden::HiddenModule;
use tree_sitter::Node;

use crate::lang::NameUse;

/// The index of a scope.
pub(super) type TextScopeId = usize;

/// The scope of the whole file.
pub(super) const FILE: TextScopeId = 0;

/// How many scopes may lie in each other.
const DEEPEST: usize = 250;

/// What a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    File,
    Module,
    Class,
    Function,
    Clause,
}

/// A scope.
#[derive(Debug)]
pub(super) struct TextScope<'t> {
    pub(super) sort: ScopeKind,
    pub(super) parent: TextScopeId,
    /// The scopes that may lie around it instead of its parent.
    pub(super) or_in: Vec<TextScopeId>,
    /// In how many scopes it lies.
    depth: usize,
    /// The name of a class, where its functions see it.
    pub(super) name: Option<&'t str>,
    /// Whether a macro makes it a function.
    pub(super) is_of_macro: bool,
    /// Whether it is that of an enumeration: where its names are brought in, they hide others.
    pub(super) is_enum: bool,
    /// Whether the scope around it is one that stands in another file.
    pub(super) is_hidden: bool,
    /// What a class inherits from, with the bytes at which that stands.
    pub(super) bases: Vec<(usize, &'t str)>,
    /// The names that it binds, with the bytes at which that is done.
    pub(super) binds: HashMap<&'t str, Vec<usize>>,
    /// How many of those are functions.
    pub(super) functions: HashMap<&'t str, usize>,
    /// The names that it binds from some place on.
    pub(super) locals: HashMap<&'t str, usize>,
    /// The names that it declares to be what a file or a module around has.
    pub(super) linked: HashMap<&'t str, usize>,
    /// What is known of the types of the variables that it binds, in file order.
    pub(super) objects: HashMap<&'t str, Vec<DeclaredObject<'t>>>,
    /// Other names of modules, with what they stand for, where that is known.
    pub(super) aliases: HashMap<&'t str, Option<TextScopeId>>,
    /// The names that it takes over from elsewhere, with the bytes at which that is done, and their paths.
    pub(super) taken_over: HashMap<&'t str, (usize, &'t str)>,
    /// The modules whose names it brings in.
    pub(super) opened: Vec<TextScopeId>,
    /// Where it brings in names without saying which.
    pub(super) wildcard: Option<usize>,
}

/// Where a name is declared, and what is known of its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredObject<'t> {
    pub(super) at: usize,
    pub(super) is_parameter: bool,
    pub(super) object: Option<TypedVariable<'t>>,
}

/// A variable whose type is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedVariable<'t> {
    pub(super) of: &'t str,
    /// How many pointers lead to it.
    pub(super) pointers: usize,
    /// Whether that is what a function gives back.
    pub(super) is_call: bool,
    /// What it is given first.
    pub(super) value: Option<&'t str>,
    /// Whether it is given what that holds, one after the other.
    pub(super) is_element: bool,
}

/// A name at a place.
#[derive(Debug, Clone)]
pub(super) struct NameAtPlace<'t> {
    pub(super) range: Range<usize>,
    pub(super) name: &'t str,
    pub(super) is: NameUse,
    pub(super) scope: TextScopeId,
    /// What stands where the object stands whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it: then it is no function.
    pub(super) is_scope: bool,
    /// What is declared by it, where that is a function.
    pub(super) declares: Option<Callable>,
    /// What it is called with.
    pub(super) arguments: Option<CallArguments<'t>>,
    /// Whether nothing else is declared with it.
    pub(super) is_lone: bool,
    /// Whether it is another word for the type of its name beside it.
    pub(super) is_repeated: bool,
    /// Whether an initialiser of a constructor gives it a value: a member, whatever the parameters are called.
    pub(super) is_initialised: bool,
    /// Whether it is declared to be what some file or module has of the name.
    pub(super) is_linked: bool,
}

impl NameAtPlace<'_> {
    /// How many arguments it is called with, where they can be counted.
    pub(super) fn argument_count(&self) -> Option<usize> {
        self.arguments.as_ref()?.count
    }
}

/// Stands for all spaces of names, where a name means the same in each of them.
pub(super) const EVERY_SPACE: &str = "*";

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
pub(super) struct TextNames<'t> {
    pub(super) scopes: Vec<TextScope<'t>>,
    /// The names that were asked for, in file order.
    uses: Vec<NameAtPlace<'t>>,
    /// Which of the uses have a name.
    of_name: HashMap<&'t str, Vec<usize>>,
    mentions: HashMap<&'t str, Vec<Mention>>,
    /// Names that may be any, for they are spelled in another way.
    pub(super) respelled: Vec<usize>,
    /// The comments and strings that speak of a name.
    pub(super) prose: HashMap<&'t str, Vec<Range<usize>>>,
    /// The classes and modules of each scope by their names.
    pub(super) inner: HashMap<(TextScopeId, &'t str), Vec<TextScopeId>>,
    /// Where the names are known that heads of statements declare, by the bytes at which they are declared.
    pub(super) heads: HashMap<usize, Range<usize>>,
    /// The modules that macros open and close; what stands in them is in the scope of the file.
    pub(super) hidden_modules: &'t [HiddenModule],
    /// Whether scopes lie so deep in each other that looking names up would cost too much.
    pub(super) is_too_deep: bool,
}

impl<'t> TextNames<'t> {
    /// The names of a text in which none has been found yet.
    pub(super) fn new(hidden_modules: &'t [HiddenModule]) -> Self {
        Self {
            scopes: vec![TextScope::new(ScopeKind::File, FILE)],
            uses: Vec::new(),
            of_name: HashMap::new(),
            mentions: HashMap::new(),
            respelled: Vec::new(),
            prose: HashMap::new(),
            inner: HashMap::new(),
            heads: HashMap::new(),
            hidden_modules,
            is_too_deep: false,
        }
    }

    /// Forgets what other names of modules stand for, where that depends on conditions.
    pub(super) fn forget_aliases(&mut self, is_open: impl Fn(&str) -> bool) {
        for scope in &mut self.scopes {
            for (name, module) in &mut scope.aliases {
                *module = module.filter(|_| !is_open(name));
            }
        }
    }

    /// Takes in a name that was asked for.
    pub(super) fn take(&mut self, one: NameAtPlace<'t>) {
        self.of_name.entry(one.name).or_default().push(self.uses.len());
        self.uses.push(one);
    }

    /// The uses of a name, in file order.
    pub(super) fn uses_of(&self, name: &str) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.of_name.get(name).into_iter().flatten().map(|at| &self.uses[*at])
    }

    /// Takes note of text that is no code and has a name.
    pub(super) fn mention(&mut self, name: &'t str, mention: Mention) {
        self.mentions.entry(name).or_default().push(mention);
    }

    /// Where text that is no code has a name.
    pub(super) fn mentions_of(&self, name: &str) -> Vec<Mention> {
        let respelled = self.respelled.iter().map(|at| Mention::Unread(*at));
        self.mentions.get(name).into_iter().flatten().copied().chain(respelled).collect()
    }

    /// Takes in a scope.
    pub(super) fn push(&mut self, mut scope: TextScope<'t>) -> TextScopeId {
        scope.depth = self.scopes[scope.parent].depth + 1;
        self.is_too_deep |= scope.depth > DEEPEST;
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    /// The scopes around a scope, itself first.
    pub(super) fn around(&self, scope: TextScopeId) -> impl Iterator<Item = TextScopeId> {
        std::iter::successors(Some(scope), |at| (*at != FILE).then(|| self.scopes[*at].parent))
    }

    /// Whether a name is that of a module, of which there may be several parts.
    pub(super) fn opens_module(&self, one: &NameAtPlace<'t>) -> bool {
        let opened = self.inner.get(&(one.scope, one.name)).into_iter().flatten();
        one.is == NameUse::Binding && opened.into_iter().any(|at| self.is_module(*at))
    }

    /// Whether a scope is a module; an enumeration is none.
    fn is_module(&self, scope: TextScopeId) -> bool {
        self.scopes[scope].sort == ScopeKind::Module && !self.scopes[scope].is_enum
    }

    /// The innermost module around a scope, or the scope itself; the file where there is none.
    pub(super) fn module_around(&self, scope: TextScopeId) -> TextScopeId {
        self.around(scope).find(|at| self.is_module(*at)).unwrap_or(FILE)
    }

    /// The names of the modules around a scope, outermost first; `None` where one has no name. The parameters of a template
    /// are none.
    pub(super) fn modules_around(&self, scope: TextScopeId) -> Option<Vec<&'t str>> {
        let is_named = |at: &TextScopeId| *at != FILE && self.scopes[*at].sort != ScopeKind::Clause;
        let around = self.around(scope).filter(is_named);
        let name = |at: TextScopeId| {
            self.inner.iter().find(|(_, opened)| opened.contains(&at)).map(|((_, name), _)| *name)
        };
        let mut names: Vec<&str> = around.map(name).collect::<Option<_>>()?;
        names.reverse();
        Some(names)
    }

    /// The first scope around a scope, itself included, that is no clause.
    pub(super) fn beyond_clauses(&self, scope: TextScopeId) -> TextScopeId {
        self.around(scope).find(|at| self.scopes[*at].sort != ScopeKind::Clause).unwrap_or(FILE)
    }
}

impl TextScope<'_> {
    pub(super) fn new(sort: ScopeKind, parent: TextScopeId) -> Self {
        Self {
            sort,
            parent,
            or_in: Vec::new(),
            depth: 0,
            name: None,
            is_of_macro: false,
            is_hidden: false,
            is_enum: false,
            bases: Vec::new(),
            binds: HashMap::new(),
            functions: HashMap::new(),
            locals: HashMap::new(),
            linked: HashMap::new(),
            objects: HashMap::new(),
            aliases: HashMap::new(),
            taken_over: HashMap::new(),
            opened: Vec::new(),
            wildcard: None,
        }
    }

    /// Whether a name in a function is that of a variable with a type.
    pub(super) fn has_variable(&self, name: &str) -> bool {
        let is_variable = |own: &DeclaredObject<'_>| own.object.is_some();
        let own =
            self.objects.get(name).filter(|_| matches!(self.sort, ScopeKind::Function | ScopeKind::Clause));
        own.is_some_and(|own| own.iter().any(is_variable))
    }

    /// Whether a name is that of functions alone, in which no other name is looked up.
    pub(super) fn has_only_functions(&self, name: &str) -> bool {
        let count = self.functions.get(name).copied().unwrap_or_default();
        count > 0
            && self.binds.get(name).is_some_and(|bound| bound.len() == count)
            && !self.locals.contains_key(name)
    }

    /// The module that a name of it is another name of.
    pub(super) fn aliased(&self, name: &str) -> Option<TextScopeId> {
        self.aliases.get(name).copied().flatten()
    }

    /// Whether the name is bound in it, from its beginning or from some place on.
    pub(super) fn has(&self, name: &str) -> bool {
        self.binds.contains_key(name) || self.locals.contains_key(name)
    }
}

/// What a name is.
pub(super) struct PlaceRoleOfName<'t, 'tree> {
    pub(super) is: NameUse,
    /// What stands where the object stands whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it.
    pub(super) is_scope: bool,
    /// Whether it belongs to another space of names than what is renamed.
    pub(super) is_apart: bool,
    /// The node with the parameters of the function that it names.
    pub(super) callable: Option<Node<'tree>>,
    /// Whether nothing else is declared with it.
    pub(super) is_lone: bool,
    /// Whether it is another word for the type of its name beside it.
    pub(super) is_repeated: bool,
    /// The scope whose head it stands in.
    pub(super) names: Option<TextScopeId>,
    /// The variable that it names.
    pub(super) object: Option<TypedVariable<'t>>,
    /// What it is called with.
    pub(super) arguments: Option<CallArguments<'t>>,
    /// Whether it is declared to be what some file or module has of the name.
    pub(super) is_linked: bool,
    /// Whether a class declares it for the module around, where nothing sees it by that.
    pub(super) is_outward: bool,
}

impl<'t, 'tree> PlaceRoleOfName<'t, 'tree> {
    pub(super) const fn plain(is: NameUse) -> Self {
        Self {
            is,
            owner: None,
            is_by_pointer: false,
            is_scope: false,
            is_apart: false,
            callable: None,
            is_lone: false,
            is_repeated: false,
            names: None,
            object: None,
            arguments: None,
            is_linked: false,
            is_outward: false,
        }
    }
}

pub(super) const fn is_declaration(is: NameUse) -> bool {
    matches!(is, NameUse::Definition | NameUse::Binding | NameUse::Forward)
}
