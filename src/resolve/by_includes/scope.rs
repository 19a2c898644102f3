//! The scopes of a text and the names in them.

use std::collections::HashMap;
use std::ops::Range;

use super::callable::{CallArguments, Callable};
use super::macro_module::MacroModule;
use tree_sitter::Node;

use crate::lang::NameUse;

/// The index of a scope.
pub(super) type TextScopeId = usize;

/// The scope of the whole file.
pub(super) const FILE: TextScopeId = 0;

/// The maximum nesting depth of scopes.
const DEEPEST: usize = 250;

/// The kind of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    File,
    Module,
    Class,
    Function,
    TemplateClause,
}

/// A scope.
#[derive(Debug)]
pub(super) struct TextScope<'t> {
    pub(super) kind: ScopeKind,
    pub(super) parent: TextScopeId,
    /// The scopes that may be around it instead of its parent.
    pub(super) or_in: Vec<TextScopeId>,
    /// The nesting depth of the scope.
    depth: usize,
    /// The name of a class, as its functions see it.
    pub(super) name: Option<&'t str>,
    /// Whether a macro generates the function.
    pub(super) is_of_macro: bool,
    /// Whether it is the scope of an enumeration: if its names are brought in, they hide others.
    pub(super) is_enum: bool,
    /// Whether the scope around it is in another file.
    pub(super) is_hidden: bool,
    /// The bases of a class, with their byte offsets.
    pub(super) bases: Vec<(usize, &'t str)>,
    /// The names that it binds, with the byte offsets of the bindings.
    pub(super) bindings: HashMap<&'t str, Vec<usize>>,
    /// The number of functions among the bindings of each name.
    pub(super) functions: HashMap<&'t str, usize>,
    /// The names that it binds from a byte offset on.
    pub(super) locals: HashMap<&'t str, usize>,
    /// The names that it declares as those of a file or a module around.
    pub(super) linked: HashMap<&'t str, usize>,
    /// The declared types of the variables that it binds, in file order.
    pub(super) objects: HashMap<&'t str, Vec<DeclaredObject<'t>>>,
    /// Aliases of modules, with their targets if known.
    pub(super) aliases: HashMap<&'t str, Option<TextScopeId>>,
    /// The names of its using-declarations, with their byte offsets and paths.
    pub(super) using_declarations: HashMap<&'t str, (usize, &'t str)>,
    /// The modules whose names it brings in.
    pub(super) using_directives: Vec<TextScopeId>,
    /// The byte offset where it brings in unknown names.
    pub(super) wildcard: Option<usize>,
}

/// A declaration of a name, with its type if known.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredObject<'t> {
    pub(super) at: usize,
    pub(super) is_parameter: bool,
    pub(super) object: Option<TypedVariable<'t>>,
}

/// The written type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypedVariable<'t> {
    pub(super) of: &'t str,
    /// The number of pointers to the type.
    pub(super) pointers: usize,
    /// Whether it is the return type of a function.
    pub(super) is_call: bool,
    /// The initial value.
    pub(super) value: Option<&'t str>,
    /// Whether the variable is an element of the value, in a loop.
    pub(super) is_element: bool,
}

/// A name at a place, with its role.
#[derive(Debug, Clone)]
pub(super) struct NameAtPlace<'t> {
    pub(super) range: Range<usize>,
    pub(super) name: &'t str,
    pub(super) name_use: NameUse,
    pub(super) scope: TextScopeId,
    /// The text of the object whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it, so that it is not a function.
    pub(super) is_scope: bool,
    /// The function that it declares.
    pub(super) declares: Option<Callable>,
    /// The arguments with which it is called.
    pub(super) arguments: Option<CallArguments<'t>>,
    /// Whether nothing else is declared with it.
    pub(super) is_sole_declarator: bool,
    /// Whether it is an alias for the type of the same name beside it.
    pub(super) is_type_alias_of_tag: bool,
    /// Whether an initializer of a constructor initializes it: it is then a member, whatever the names of the
    /// parameters are.
    pub(super) is_initialised: bool,
    /// Whether it is declared as the name of something in a file or module.
    pub(super) is_linked: bool,
}

impl NameAtPlace<'_> {
    /// Returns the number of arguments with which it is called, if they can be counted.
    pub(super) fn argument_count(&self) -> Option<usize> {
        self.arguments.as_ref()?.count
    }
}

/// The name of all name spaces together, for names with the same meaning in each of them.
pub(super) const EVERY_SPACE: &str = "*";

/// An occurrence of a name in text that is not code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mention {
    /// A string or a comment mentions it.
    Prose(usize),
    /// A string consists of the name, or contains code.
    Quoted(usize),
    /// A word of text that is not parsed.
    Unparsed(usize),
}

/// The names and scopes of a text.
#[derive(Debug)]
pub(super) struct TextNames<'t> {
    pub(super) scopes: Vec<TextScope<'t>>,
    /// The requested names, in file order.
    uses: Vec<NameAtPlace<'t>>,
    /// The indexes of the uses of each name.
    of_name: HashMap<&'t str, Vec<usize>>,
    mentions: HashMap<&'t str, Vec<Mention>>,
    /// Names that may be any, because they are spelled with escapes.
    pub(super) respelled: Vec<usize>,
    /// The comments and strings that mention a name.
    pub(super) prose: HashMap<&'t str, Vec<Range<usize>>>,
    /// The classes and modules of each scope by their names.
    pub(super) inner: HashMap<(TextScopeId, &'t str), Vec<TextScopeId>>,
    /// The visibility ranges of names that heads of statements declare, by the byte offsets of the declarations.
    pub(super) heads: HashMap<usize, Range<usize>>,
    /// The modules that macros open and close; their contents are in the scope of the file.
    pub(super) hidden_modules: &'t [MacroModule],
    /// Whether scopes are nested so deeply that looking up names would be too expensive.
    pub(super) is_too_deep: bool,
}

impl<'t> TextNames<'t> {
    /// Creates the names of a text without any name yet.
    pub(super) fn new(hidden_modules: &'t [MacroModule]) -> Self {
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

    /// Removes the targets of module aliases that depend on conditions.
    pub(super) fn forget_aliases(&mut self, is_open: impl Fn(&str) -> bool) {
        for scope in &mut self.scopes {
            for (name, module) in &mut scope.aliases {
                *module = module.filter(|_| !is_open(name));
            }
        }
    }

    /// Adds a requested name.
    pub(super) fn take(&mut self, one: NameAtPlace<'t>) {
        self.of_name.entry(one.name).or_default().push(self.uses.len());
        self.uses.push(one);
    }

    /// Returns the uses of a name, in file order.
    pub(super) fn uses_of(&self, name: &str) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.of_name.get(name).into_iter().flatten().map(|at| &self.uses[*at])
    }

    /// Adds an occurrence of a name in text that is not code.
    pub(super) fn mention(&mut self, name: &'t str, mention: Mention) {
        self.mentions.entry(name).or_default().push(mention);
    }

    /// Returns the occurrences of a name in text that is not code.
    pub(super) fn mentions_of(&self, name: &str) -> Vec<Mention> {
        let respelled = self.respelled.iter().map(|at| Mention::Unparsed(*at));
        self.mentions.get(name).into_iter().flatten().copied().chain(respelled).collect()
    }

    /// Adds a scope.
    pub(super) fn push(&mut self, mut scope: TextScope<'t>) -> TextScopeId {
        scope.depth = self.scopes[scope.parent].depth + 1;
        self.is_too_deep |= scope.depth > DEEPEST;
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    /// Returns the scopes around a scope, itself first.
    pub(super) fn around(&self, scope: TextScopeId) -> impl Iterator<Item = TextScopeId> {
        std::iter::successors(Some(scope), |at| (*at != FILE).then(|| self.scopes[*at].parent))
    }

    /// Returns whether a name is that of a module, which may have several parts.
    pub(super) fn opens_module(&self, one: &NameAtPlace<'t>) -> bool {
        let opened = self.inner.get(&(one.scope, one.name)).into_iter().flatten();
        one.name_use == NameUse::Binding && opened.into_iter().any(|at| self.is_module(*at))
    }

    /// Returns whether a scope is a module; enumerations do not count.
    fn is_module(&self, scope: TextScopeId) -> bool {
        self.scopes[scope].kind == ScopeKind::Module && !self.scopes[scope].is_enum
    }

    /// Returns the innermost module around a scope, or the scope itself; the file if there is none.
    pub(super) fn module_around(&self, scope: TextScopeId) -> TextScopeId {
        self.around(scope).find(|at| self.is_module(*at)).unwrap_or(FILE)
    }

    /// Returns the names of the modules around a scope, outermost first, without template parameters; `None` if one has
    /// no name.
    pub(super) fn modules_around(&self, scope: TextScopeId) -> Option<Vec<&'t str>> {
        let is_named = |at: &TextScopeId| *at != FILE && self.scopes[*at].kind != ScopeKind::TemplateClause;
        let around = self.around(scope).filter(is_named);
        let name = |at: TextScopeId| {
            self.inner.iter().find(|(_, opened)| opened.contains(&at)).map(|((_, name), _)| *name)
        };
        let mut names: Vec<&str> = around.map(name).collect::<Option<_>>()?;
        names.reverse();
        Some(names)
    }

    /// Returns the first scope around a scope, itself included, that is not a clause.
    pub(super) fn beyond_template_clauses(&self, scope: TextScopeId) -> TextScopeId {
        self.around(scope).find(|at| self.scopes[*at].kind != ScopeKind::TemplateClause).unwrap_or(FILE)
    }
}

impl TextScope<'_> {
    pub(super) fn new(sort: ScopeKind, parent: TextScopeId) -> Self {
        Self {
            kind: sort,
            parent,
            or_in: Vec::new(),
            depth: 0,
            name: None,
            is_of_macro: false,
            is_hidden: false,
            is_enum: false,
            bases: Vec::new(),
            bindings: HashMap::new(),
            functions: HashMap::new(),
            locals: HashMap::new(),
            linked: HashMap::new(),
            objects: HashMap::new(),
            aliases: HashMap::new(),
            using_declarations: HashMap::new(),
            using_directives: Vec::new(),
            wildcard: None,
        }
    }

    /// Returns whether a name in a function is that of a variable with a type.
    pub(super) fn has_variable(&self, name: &str) -> bool {
        let is_variable = |own: &DeclaredObject<'_>| own.object.is_some();
        let own = self
            .objects
            .get(name)
            .filter(|_| matches!(self.kind, ScopeKind::Function | ScopeKind::TemplateClause));
        own.is_some_and(|own| own.iter().any(is_variable))
    }

    /// Returns whether a name is only that of functions, in which no other name is looked up.
    pub(super) fn has_only_functions(&self, name: &str) -> bool {
        let count = self.functions.get(name).copied().unwrap_or_default();
        count > 0
            && self.bindings.get(name).is_some_and(|bound| bound.len() == count)
            && !self.locals.contains_key(name)
    }

    /// Returns the module for which a name of the scope is an alias.
    pub(super) fn aliased(&self, name: &str) -> Option<TextScopeId> {
        self.aliases.get(name).copied().flatten()
    }

    /// Returns whether the name is bound in the scope, from its beginning or from some place on.
    pub(super) fn has(&self, name: &str) -> bool {
        self.bindings.contains_key(name) || self.locals.contains_key(name)
    }
}

/// The role of a name.
pub(super) struct SyntacticRole<'t, 'tree> {
    pub(super) name_use: NameUse,
    /// The text of the object whose member it is, or the path before it.
    pub(super) owner: Option<&'t str>,
    /// Whether the object is a pointer.
    pub(super) is_by_pointer: bool,
    /// Whether another name is looked up in it.
    pub(super) is_scope: bool,
    /// Whether it belongs to another name space than the renamed definition.
    pub(super) is_in_other_namespace: bool,
    /// The node with the parameters of the function that it names.
    pub(super) callable: Option<Node<'tree>>,
    /// Whether nothing else is declared with it.
    pub(super) is_sole_declarator: bool,
    /// Whether it is an alias for the type of the same name beside it.
    pub(super) is_type_alias_of_tag: bool,
    /// The scope whose head contains it.
    pub(super) heads_scope: Option<TextScopeId>,
    /// The variable that it names.
    pub(super) object: Option<TypedVariable<'t>>,
    /// The arguments with which it is called.
    pub(super) arguments: Option<CallArguments<'t>>,
    /// Whether it is declared as the name of something in a file or module.
    pub(super) is_linked: bool,
    /// Whether a class declares it for the module around, where the declaration does not make it visible.
    pub(super) is_outward: bool,
}

impl<'t, 'tree> SyntacticRole<'t, 'tree> {
    pub(super) const fn plain(is: NameUse) -> Self {
        Self {
            name_use: is,
            owner: None,
            is_by_pointer: false,
            is_scope: false,
            is_in_other_namespace: false,
            callable: None,
            is_sole_declarator: false,
            is_type_alias_of_tag: false,
            heads_scope: None,
            object: None,
            arguments: None,
            is_linked: false,
            is_outward: false,
        }
    }
}

pub(super) const fn is_declaration(is: NameUse) -> bool {
    matches!(is, NameUse::Definition | NameUse::Binding | NameUse::Declaration)
}
