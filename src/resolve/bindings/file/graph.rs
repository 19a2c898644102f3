//! What one file says of names: scopes, what they bind, and the names that are asked for.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::lang::{Language, LocalRules, is_of};
use crate::text::WordPlaces;

/// The number of a file of the project.
pub(in crate::resolve::bindings) type FileId = usize;
/// The number of a scope in its file.
pub(in crate::resolve::bindings) type ScopeId = usize;
/// The number of a binding in its file.
pub(in crate::resolve::bindings) type BindingId = usize;

/// The scope of the file itself.
pub(in crate::resolve::bindings) const TOP: ScopeId = 0;

/// The kinds of names: one scope may bind a name once for each.
pub(in crate::resolve::bindings) mod space {
    pub(in crate::resolve::bindings) const VALUE: u8 = 1;
    pub(in crate::resolve::bindings) const TYPE: u8 = 2;
    pub(in crate::resolve::bindings) const MACRO: u8 = 4;
    pub(in crate::resolve::bindings) const FIELD: u8 = 8;
    pub(in crate::resolve::bindings) const ALL: u8 = 15;
    /// Members of a class itself, where its objects may have others of the same name.
    pub(in crate::resolve::bindings) const STATIC: u8 = 16;
}

/// One file, read.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct Graph {
    pub(in crate::resolve::bindings) language: &'static Language,
    pub(in crate::resolve::bindings) text: Arc<str>,
    /// Where its words stand.
    pub(in crate::resolve::bindings) words: WordPlaces,
    /// The bindings in the order of their names, once somebody asked.
    pub(in crate::resolve::bindings) in_order: OnceCell<Vec<BindingId>>,
    /// Whether it is a script (see `is_script`), once somebody asked.
    pub(in crate::resolve::bindings) is_script: OnceCell<bool>,
    /// The scopes of classes, once somebody asked.
    pub(super) class_scopes: OnceCell<ClassScopes>,
    pub(in crate::resolve::bindings) tree: tree_sitter::Tree,
    pub(in crate::resolve::bindings) scopes: Vec<Scope>,
    pub(in crate::resolve::bindings) bindings: Vec<Binding>,
    /// The bindings by the bytes of their names.
    pub(in crate::resolve::bindings) by_byte: HashMap<usize, BindingId>,
    /// The imports whose names stand at these bytes: the module, as far as it stands before.
    pub(in crate::resolve::bindings) imported: HashMap<usize, Vec<String>>,
    /// Names of arguments and the like, which are no variables.
    pub(in crate::resolve::bindings) labels: HashMap<usize, Option<Expr>>,
    /// Names that stand for a field and a variable at once, and the class of the field.
    pub(in crate::resolve::bindings) shorthands: HashMap<usize, Option<Expr>>,
    /// The parts of the paths of imports before the names, with what stands before each.
    pub(super) segments: HashMap<usize, Vec<String>>,
    /// Names of members that stand for a variable at once, where an object is made.
    pub(in crate::resolve::bindings) given_fields: HashMap<usize, BindingId>,
    /// What other files see, by the names that they see, where it has such names of its own.
    pub(in crate::resolve::bindings) exports: HashMap<String, Vec<BindingId>>,
    /// The object that is all that other files see.
    pub(in crate::resolve::bindings) given_object: Option<ScopeId>,
    /// The value that others see instead of names, and the byte where it begins.
    pub(in crate::resolve::bindings) given_value: Option<(usize, Expr)>,
    /// Names that are known outside of the project.
    pub(in crate::resolve::bindings) fixed: HashSet<usize>,
    /// Declarations for other modules, which are none of the file's own.
    pub(in crate::resolve::bindings) elsewhere: Vec<Range<usize>>,
    /// Strings whose text is code.
    pub(in crate::resolve::bindings) quoted: Vec<Range<usize>>,
    /// The arguments of macros that read as expressions, and may be something else.
    pub(in crate::resolve::bindings) loose: Vec<Range<usize>>,
    /// What stands in a scope and is read in the one around it.
    pub(in crate::resolve::bindings) outside: HashMap<ScopeId, Vec<Range<usize>>>,
    /// The parts of that which see the type parameters of the scope all the same.
    pub(in crate::resolve::bindings) headings: HashMap<ScopeId, Vec<Range<usize>>>,
    /// The classes without names, by where they begin.
    pub(in crate::resolve::bindings) anonymous: HashMap<usize, BindingId>,
    /// Where variables are of another type than where they are bound.
    pub(in crate::resolve::bindings) narrowed: HashMap<BindingId, Vec<(Range<usize>, Expr)>>,
    /// Where a field has another type than it is declared to have, by the path that leads to it.
    pub(in crate::resolve::bindings) narrowed_fields: HashMap<String, Vec<(Range<usize>, Expr)>>,
    /// Where the names are seen that tests bind.
    pub(in crate::resolve::bindings) seen: HashMap<BindingId, Vec<Range<usize>>>,
    /// Members that stand outside of their classes and are seen behind an object only, by their names.
    pub(in crate::resolve::bindings) outside_members: HashMap<String, Vec<BindingId>>,
    /// Imports of packages whose names only the packages tell.
    pub(in crate::resolve::bindings) packages: Vec<BindingId>,
    /// The package that the file says it belongs to.
    pub(in crate::resolve::bindings) package: Option<String>,
    /// Whether annotations are read only later.
    pub(in crate::resolve::bindings) is_deferred: bool,
}

/// The scopes of classes by the names of the classes.
#[derive(Debug, Default)]
pub(in crate::resolve::bindings) struct ClassScopes {
    by_name: HashMap<String, Vec<ScopeId>>,
    /// Those of which only the project tells whose they are: they are given to another name of a class.
    others: Vec<ScopeId>,
}

/// A scope.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct Scope {
    pub(in crate::resolve::bindings) sort: Sort,
    /// The node.
    pub(in crate::resolve::bindings) kind: Box<str>,
    pub(in crate::resolve::bindings) parent: Option<ScopeId>,
    pub(in crate::resolve::bindings) range: Range<usize>,
    /// The binding whose body it is.
    pub(in crate::resolve::bindings) of: Option<BindingId>,
    pub(in crate::resolve::bindings) binds: HashMap<String, Vec<BindingId>>,
    /// The modules all of whose names are seen here.
    pub(in crate::resolve::bindings) wildcards: Vec<Vec<String>>,
    /// What the class inherits from.
    pub(in crate::resolve::bindings) bases: Vec<Expr>,
    /// Those of them that stand for a member of their own name.
    pub(in crate::resolve::bindings) names: Vec<Expr>,
    /// The type that a block of functions is given to.
    pub(in crate::resolve::bindings) subject: Option<Expr>,
    /// The trait whose functions a block gives to a type.
    pub(in crate::resolve::bindings) of_trait: Option<Expr>,
    /// The types of fields without names.
    pub(in crate::resolve::bindings) row: Option<Expr>,
    /// Whether its members may be given to types that are none of the project's.
    pub(in crate::resolve::bindings) is_given: bool,
    /// Names that mean those of the file.
    pub(in crate::resolve::bindings) outward: Vec<String>,
    /// Names that mean those of a function around.
    pub(in crate::resolve::bindings) outer: Vec<String>,
}

/// What a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Sort {
    File,
    Module,
    Class,
    Function,
    Block,
}

/// What is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum BindingKind {
    Function,
    Class,
    Type,
    Module,
    Macro,
    Variable,
    Parameter,
    Field,
    /// A field that is asked for as a function, too.
    Component,
    /// A parameter of a type.
    Generic,
    Import,
}

impl BindingKind {
    /// The kinds of names that it is one of.
    pub(in crate::resolve::bindings) const fn space(self) -> u8 {
        match self {
            Self::Function | Self::Variable | Self::Parameter => space::VALUE,
            Self::Field | Self::Component => space::VALUE | space::FIELD,
            Self::Class | Self::Generic => space::VALUE | space::TYPE,
            Self::Type | Self::Module => space::TYPE,
            Self::Macro => space::MACRO,
            Self::Import => space::ALL,
        }
    }
}

/// A name that is bound.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct Binding {
    pub(in crate::resolve::bindings) name: Range<usize>,
    pub(in crate::resolve::bindings) kind: BindingKind,
    pub(in crate::resolve::bindings) scope: ScopeId,
    /// The byte from which on it is seen.
    pub(in crate::resolve::bindings) from: usize,
    /// The byte at which what it is given has been read, where statements run in order.
    pub(in crate::resolve::bindings) runs: usize,
    /// The scope of its body.
    pub(in crate::resolve::bindings) opens: Option<ScopeId>,
    /// The type that is written beside it, or what a function gives back.
    pub(in crate::resolve::bindings) declared: Option<Expr>,
    /// What it is given.
    pub(in crate::resolve::bindings) value: Option<Expr>,
    /// The class that stands before its name.
    pub(in crate::resolve::bindings) subject: Option<Expr>,
    /// What takes the function and gives back what the name then means.
    pub(in crate::resolve::bindings) takers: Vec<Expr>,
    /// The path of what it stands for, of an import.
    pub(in crate::resolve::bindings) import: Option<Vec<String>>,
    /// Whether it is one declaration of several, and not the definition.
    pub(in crate::resolve::bindings) is_declared_only: bool,
}

/// An expression or a type, as far as it leads to a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Expr {
    Name(Range<usize>),
    Member(Box<Expr>, Range<usize>),
    Path(Option<Box<Expr>>, Range<usize>),
    Call(Box<Expr>),
    Make(Box<Expr>),
    Generic(Box<Expr>, Box<Expr>),
    /// Several values or types in a row.
    Row(Vec<Expr>),
    /// One of those.
    Part(Box<Expr>, usize),
    /// What is in an option, a list and the like.
    Held(Box<Expr>),
    /// What something is held under.
    Key(Box<Expr>),
    /// The class of a value, behind the name of the function that was asked for it.
    ClassOf(Box<Expr>, Range<usize>),
    /// What a function gives back that puts values of this kind into something new, behind its name.
    Gathered(Box<Expr>, Range<usize>),
    /// Values of one type in a list.
    List(Vec<Expr>),
    /// A type whose objects hold others.
    Holder(Box<Expr>),
    /// A type whose objects hold others, behind that of what they are held under.
    Table(Box<Expr>, Box<Expr>),
    /// A class without a name, which begins at a byte.
    Class(usize),
    /// A function without a name, and what it gives back.
    Function(Box<Expr>),
    /// A type that a string spells.
    Spelled(Range<usize>),
    /// The module of a path.
    Module(Range<usize>),
    /// One of several types.
    Either(Vec<Expr>),
    Literal,
    /// Which of the things in a list, from one to another.
    Slice,
    /// The value that stands for none.
    Nothing,
    Other,
}

impl Graph {
    pub(in crate::resolve::bindings) fn rules(&self) -> &'static LocalRules {
        self.language.local_rules().expect("a graph is made of languages with rules")
    }

    pub(in crate::resolve::bindings) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The name of a binding; a class without one goes by its number.
    pub(in crate::resolve::bindings) fn name_of(&self, id: BindingId) -> std::borrow::Cow<'_, str> {
        let name = &self.bindings[id].name;
        if name.is_empty() { format!("#{id}").into() } else { self.slice(&self.marked(name)).into() }
    }

    /// A name, with the mark that stands before it where only its class sees it.
    pub(in crate::resolve::bindings) fn marked(&self, range: &Range<usize>) -> Range<usize> {
        let mark = self.rules().shapes.as_ref().and_then(|shapes| shapes.private_mark.as_deref());
        match mark {
            Some(mark) if self.text.get(..range.start).is_some_and(|before| before.ends_with(mark)) => {
                range.start - mark.len()..range.end
            }
            _ => range.clone(),
        }
    }

    /// The innermost scope around a byte.
    pub(in crate::resolve::bindings) fn scope_at(&self, byte: usize) -> ScopeId {
        let behind = self.scopes.partition_point(|scope| scope.range.start <= byte);
        let mut at = behind.saturating_sub(1);
        while at != TOP && self.scopes[at].range.end <= byte {
            at = self.scopes[at].parent.unwrap_or(TOP);
        }
        while self.is_outside(at, byte) {
            at = self.scopes[at].parent.unwrap_or(TOP);
        }
        at
    }

    /// Whether a scope is that of a function or a block.
    pub(in crate::resolve::bindings) fn is_inner(&self, scope: ScopeId) -> bool {
        matches!(self.scopes[scope].sort, Sort::Function | Sort::Block)
    }

    /// Whether what stands in a scope is read in the one around it.
    pub(in crate::resolve::bindings) fn is_outside(&self, scope: ScopeId, byte: usize) -> bool {
        self.outside.get(&scope).is_some_and(|ranges| ranges.iter().any(|range| range.contains(&byte)))
    }

    /// The scopes around a byte, each with whether only its type parameters are seen there.
    pub(in crate::resolve::bindings) fn scopes_seen(
        &self,
        byte: usize,
    ) -> impl Iterator<Item = (ScopeId, bool)> + '_ {
        let behind = self.scopes.partition_point(|scope| scope.range.start <= byte);
        let is_in = move |scope: &ScopeId| *scope == TOP || byte < self.scopes[*scope].range.end;
        let is_heading = move |scope: ScopeId| {
            let ranges = self.headings.get(&scope);
            ranges.is_some_and(|ranges| ranges.iter().any(|range| range.contains(&byte)))
        };
        self.around(behind.saturating_sub(1)).filter(is_in).filter_map(move |scope| {
            match self.is_outside(scope, byte) {
                false => Some((scope, false)),
                true => is_heading(scope).then_some((scope, true)),
            }
        })
    }

    /// Whether a binding has taken effect where a byte stands, in a scope of some sort that is seen there.
    pub(in crate::resolve::bindings) fn is_in_effect(&self, id: BindingId, sort: Sort, byte: usize) -> bool {
        if self.seen.get(&id).is_some_and(|ranges| !ranges.iter().any(|range| range.contains(&byte))) {
            return false;
        }
        match sort {
            Sort::File | Sort::Module => true,
            Sort::Class => !self.rules().in_order || self.runs_from(id) <= byte,
            Sort::Function | Sort::Block => self.bindings[id].from <= byte,
        }
    }

    /// Whether the members of a class can be seen by their names alone in a scope of this kind.
    pub(in crate::resolve::bindings) fn is_seen_in(&self, scope: ScopeId) -> bool {
        let rules = self.rules();
        rules.seen_members || rules.seen_in.iter().any(|kind| **kind == *self.scopes[scope].kind)
    }

    /// Whether what stands in a scope does not see the members of the classes around it.
    pub(in crate::resolve::bindings) fn is_shut(&self, scope: ScopeId) -> bool {
        match self.scopes[scope].sort {
            Sort::Function => true,
            Sort::Class | Sort::Block => self.rules().in_order && !self.is_seen_in(scope),
            Sort::File | Sort::Module => false,
        }
    }

    /// The kinds of names that a binding is one of.
    pub(in crate::resolve::bindings) fn space_of(&self, id: BindingId) -> u8 {
        let rules = self.rules();
        if rules.one_space {
            return self.shape_space(id);
        }
        match self.bindings[id].kind {
            BindingKind::Field if rules.fields_apart => space::FIELD,
            BindingKind::Variable | BindingKind::Parameter if rules.functions_apart => space::FIELD,
            BindingKind::Class | BindingKind::Generic if rules.functions_apart => space::TYPE,
            kind => kind.space(),
        }
    }

    /// The byte from which on a binding counts where statements run in order.
    pub(in crate::resolve::bindings) fn runs_from(&self, id: BindingId) -> usize {
        let binding = &self.bindings[id];
        let end = binding.opens.map_or(binding.name.end, |scope| self.scopes[scope].range.end);
        end.max(binding.runs)
    }

    /// Whether what is declared at a byte is another module's.
    pub(in crate::resolve::bindings) fn is_elsewhere(&self, byte: usize) -> bool {
        self.elsewhere.iter().any(|range| range.contains(&byte))
    }

    /// Whether a name is known outside of the project.
    pub(in crate::resolve::bindings) fn is_fixed(&self, byte: usize) -> bool {
        self.fixed.contains(&byte) || self.is_elsewhere(byte)
    }

    /// A scope and those around it.
    pub(in crate::resolve::bindings) fn around(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(scope), |scope| self.scopes[*scope].parent)
    }

    /// The places of a whole word.
    pub(in crate::resolve::bindings) fn places_of<'g>(
        &'g self,
        word: &'g str,
    ) -> impl Iterator<Item = usize> + 'g {
        self.words.of(&self.text, word)
    }

    /// The bindings whose names stand in a range, in file order.
    pub(in crate::resolve::bindings) fn bound_in(&self, range: &Range<usize>) -> &[BindingId] {
        let all = self.in_order.get_or_init(|| {
            let mut all: Vec<BindingId> = (0..self.bindings.len()).collect();
            all.sort_by_key(|id| self.bindings[*id].name.start);
            all
        });
        let before = |byte: usize| all.partition_point(|id| self.bindings[*id].name.start < byte);
        &all[before(range.start)..before(range.end.max(range.start))]
    }

    /// The bindings of a name in a scope.
    pub(in crate::resolve::bindings) fn bound<'g>(&'g self, scope: ScopeId, name: &str) -> &'g [BindingId] {
        self.scopes[scope].binds.get(name).map_or(&[], Vec::as_slice)
    }

    /// The scopes that may be of a class of a name, in file order.
    pub(in crate::resolve::bindings) fn scopes_of_classes(&self, name: &str) -> Vec<ScopeId> {
        let ClassScopes { by_name, others } = self.class_scopes.get_or_init(|| self.class_scopes());
        let mut found: Vec<ScopeId> =
            by_name.get(name).into_iter().flatten().chain(others).copied().collect();
        found.sort_unstable();
        found
    }

    fn class_scopes(&self) -> ClassScopes {
        // What is bound as something else may stand for a class of another name.
        let is_plain = |id: &BindingId| self.bindings[*id].kind == BindingKind::Class;
        let plain: HashSet<std::borrow::Cow<'_, str>> =
            (0..self.bindings.len()).filter(is_plain).map(|id| self.name_of(id)).collect();
        let not_plain = (0..self.bindings.len()).filter(|id| !is_plain(id)).map(|id| self.name_of(id));
        let strange: HashSet<std::borrow::Cow<'_, str>> =
            not_plain.filter(|name| plain.contains(name)).collect();
        let mut found = ClassScopes::default();
        for (at, scope) in self.scopes.iter().enumerate().filter(|(_, scope)| scope.sort == Sort::Class) {
            let name = match (&scope.subject, scope.of) {
                (Some(subject), _) => {
                    subject_name(subject).map(|range| std::borrow::Cow::Borrowed(self.slice(range)))
                }
                (None, Some(of)) => Some(self.name_of(of)),
                (None, None) => continue,
            };
            let is_own = |name: &std::borrow::Cow<'_, str>| {
                scope.subject.is_none() || plain.contains(name) && !strange.contains(name)
            };
            match name.filter(is_own) {
                Some(name) => found.by_name.entry(name.into_owned()).or_default().push(at),
                None => found.others.push(at),
            }
        }
        found
    }

    /// The kinds of names that the first part of a path is one of, where types and variables have names of their own: a
    /// type never begins with a variable.
    pub(in crate::resolve::bindings) fn path_space(&self, first: &Range<usize>) -> u8 {
        let node = self.tree.root_node().descendant_for_byte_range(first.start, first.end);
        let is_type = node.is_some_and(|node| is_of(node, &self.rules().type_words));
        if is_type { space::TYPE } else { space::FIELD | space::TYPE }
    }

    /// The class around a byte.
    pub(in crate::resolve::bindings) fn class_around(&self, byte: usize) -> Option<ScopeId> {
        self.around(self.scope_at(byte)).find(|scope| self.scopes[*scope].sort == Sort::Class)
    }
}

/// The plain name of the type that a block is given to.
fn subject_name(subject: &Expr) -> Option<&Range<usize>> {
    match subject {
        Expr::Name(range) | Expr::Path(None, range) => Some(range),
        Expr::Generic(of, _) => subject_name(of),
        _ => None,
    }
}
