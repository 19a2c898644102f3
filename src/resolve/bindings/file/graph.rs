//! The names of one file: its scopes, their bindings, and the references.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use crate::lang::{Language, LocalRules, is_of};
use crate::text::WordPlaces;

/// The index of a file of the project.
pub(in crate::resolve::bindings) type FileId = usize;
/// The index of a scope in its file.
pub(in crate::resolve::bindings) type ScopeId = usize;
/// The index of a binding in its file.
pub(in crate::resolve::bindings) type BindingId = usize;

/// The scope of the file itself.
pub(in crate::resolve::bindings) const TOP: ScopeId = 0;

/// The namespaces of names, as bits: a scope may bind a name once in each.
pub(in crate::resolve::bindings) mod space {
    pub(in crate::resolve::bindings) const VALUE: u8 = 1;
    pub(in crate::resolve::bindings) const TYPE: u8 = 2;
    pub(in crate::resolve::bindings) const MACRO: u8 = 4;
    pub(in crate::resolve::bindings) const FIELD: u8 = 8;
    pub(in crate::resolve::bindings) const ALL: u8 = 15;
    /// Static members of a class, where its objects may have members of the same name.
    pub(in crate::resolve::bindings) const STATIC: u8 = 16;
}

/// The names of one file.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct BindingGraph {
    pub(in crate::resolve::bindings) language: &'static Language,
    pub(in crate::resolve::bindings) text: Arc<str>,
    /// The positions of its words.
    pub(in crate::resolve::bindings) words: WordPlaces,
    /// The bindings sorted by the position of their names; filled on first use.
    pub(in crate::resolve::bindings) in_order: OnceCell<Vec<BindingId>>,
    /// Whether the file is a script (see `is_script`); filled on first use.
    pub(in crate::resolve::bindings) is_script: OnceCell<bool>,
    /// The scopes of classes; filled on first use.
    pub(super) class_scopes: OnceCell<ClassScopes>,
    pub(in crate::resolve::bindings) tree: tree_sitter::Tree,
    pub(in crate::resolve::bindings) scopes: Vec<Scope>,
    pub(in crate::resolve::bindings) bindings: Vec<Binding>,
    /// The bindings by the byte offset of their name.
    pub(in crate::resolve::bindings) by_byte: HashMap<usize, BindingId>,
    /// Imported names by byte offset, with the path of the module as far as it precedes the name.
    pub(in crate::resolve::bindings) imported: HashMap<usize, Vec<String>>,
    /// The names of arguments, fields and the like, which are no variables, by byte offset.
    pub(in crate::resolve::bindings) labels: HashMap<usize, Option<Expr>>,
    /// Names that refer to a field and a variable at once (shorthands), with the class of the field.
    pub(in crate::resolve::bindings) shorthands: HashMap<usize, Option<Expr>>,
    /// The segments of import paths before the imported names, each with the path that precedes it.
    pub(super) segments: HashMap<usize, Vec<String>>,
    /// Member names that also refer to a variable, in expressions that make an object.
    pub(in crate::resolve::bindings) field_variables: HashMap<usize, BindingId>,
    /// The bindings that the file exports, by exported name, if it exports names explicitly.
    pub(in crate::resolve::bindings) exports: HashMap<String, Vec<BindingId>>,
    /// The object that is the only export of the file.
    pub(in crate::resolve::bindings) exported_object: Option<ScopeId>,
    /// The value that the file exports instead of names, and the byte offset at which it begins.
    pub(in crate::resolve::bindings) exported_value: Option<(usize, Expr)>,
    /// The byte offsets of names that are known outside of the project.
    pub(in crate::resolve::bindings) fixed: HashSet<usize>,
    /// Ranges that declare members of other modules, which do not belong to this file.
    pub(in crate::resolve::bindings) foreign_declarations: Vec<Range<usize>>,
    /// Strings whose text is code.
    pub(in crate::resolve::bindings) code_strings: Vec<Range<usize>>,
    /// Macro arguments that can be parsed as expressions, but may be something else.
    pub(in crate::resolve::bindings) unparsed_arguments: Vec<Range<usize>>,
    /// Ranges inside a scope that are resolved in the enclosing scope.
    pub(in crate::resolve::bindings) enclosing_ranges: HashMap<ScopeId, Vec<Range<usize>>>,
    /// The parts of the `enclosing_ranges` that still see the type parameters of the scope.
    pub(in crate::resolve::bindings) headings: HashMap<ScopeId, Vec<Range<usize>>>,
    /// The classes without names, by the byte offset at which they begin.
    pub(in crate::resolve::bindings) anonymous: HashMap<usize, BindingId>,
    /// Ranges in which a variable has a narrower type than where it is bound.
    pub(in crate::resolve::bindings) narrowed: HashMap<BindingId, Vec<(Range<usize>, Expr)>>,
    /// Ranges in which a field has another type than declared, by the path that leads to it.
    pub(in crate::resolve::bindings) narrowed_fields: HashMap<String, Vec<(Range<usize>, Expr)>>,
    /// The ranges in which names bound by tests are visible.
    pub(in crate::resolve::bindings) visible_ranges: HashMap<BindingId, Vec<Range<usize>>>,
    /// Members defined outside of their classes and visible only through an object, by name.
    pub(in crate::resolve::bindings) outside_members: HashMap<String, Vec<BindingId>>,
    /// Imports of packages whose names are known only from the packages themselves.
    pub(in crate::resolve::bindings) packages: Vec<BindingId>,
    /// The package that the file declares.
    pub(in crate::resolve::bindings) package: Option<String>,
    /// Whether annotations are evaluated lazily.
    pub(in crate::resolve::bindings) is_deferred: bool,
}

/// The scopes of classes, by class name.
#[derive(Debug, Default)]
pub(in crate::resolve::bindings) struct ClassScopes {
    by_name: HashMap<String, Vec<ScopeId>>,
    /// Scopes whose class only the project can determine: they belong to another name of a class.
    others: Vec<ScopeId>,
}

/// A scope.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct Scope {
    pub(in crate::resolve::bindings) sort: Sort,
    /// The kind of its node.
    pub(in crate::resolve::bindings) kind: Box<str>,
    pub(in crate::resolve::bindings) parent: Option<ScopeId>,
    pub(in crate::resolve::bindings) range: Range<usize>,
    /// The binding whose body it is.
    pub(in crate::resolve::bindings) of: Option<BindingId>,
    pub(in crate::resolve::bindings) binds: HashMap<String, Vec<BindingId>>,
    /// The modules whose names are all imported into this scope.
    pub(in crate::resolve::bindings) wildcards: Vec<Vec<String>>,
    /// The base classes of the class.
    pub(in crate::resolve::bindings) bases: Vec<Expr>,
    /// The bases that are embedded: each is also a member under the name of its type.
    pub(in crate::resolve::bindings) embedded: Vec<Expr>,
    /// The type to which a block of functions (`impl`) belongs.
    pub(in crate::resolve::bindings) subject: Option<Expr>,
    /// The trait that the block implements.
    pub(in crate::resolve::bindings) of_trait: Option<Expr>,
    /// The types of unnamed fields.
    pub(in crate::resolve::bindings) tuple: Option<Expr>,
    /// Whether its members may be given to types outside of the project.
    pub(in crate::resolve::bindings) is_blanket: bool,
    /// Names declared to refer to the file's scope (`global`).
    pub(in crate::resolve::bindings) globals: Vec<String>,
    /// Names declared to refer to an enclosing function (`nonlocal`).
    pub(in crate::resolve::bindings) nonlocals: Vec<String>,
}

/// The kind of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Sort {
    File,
    Module,
    Class,
    Function,
    Block,
}

/// The kind of a binding.
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
    /// A field that can also be called as a function.
    Component,
    /// A type parameter.
    Generic,
    Import,
}

impl BindingKind {
    /// Returns the namespaces to which a binding of this kind belongs, as bits.
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

/// A binding of a name.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct Binding {
    pub(in crate::resolve::bindings) name: Range<usize>,
    pub(in crate::resolve::bindings) kind: BindingKind,
    pub(in crate::resolve::bindings) scope: ScopeId,
    /// The byte offset from which on the name is visible.
    pub(in crate::resolve::bindings) visible_from: usize,
    /// The byte offset at which its value has been evaluated, where statements run in order.
    pub(in crate::resolve::bindings) effective_from: usize,
    /// The scope of the body of the binding.
    pub(in crate::resolve::bindings) body_scope: Option<ScopeId>,
    /// The declared type, or the declared result type of a function.
    pub(in crate::resolve::bindings) declared: Option<Expr>,
    /// The assigned value.
    pub(in crate::resolve::bindings) value: Option<Expr>,
    /// The class before the name, of a member that is defined outside of its class.
    pub(in crate::resolve::bindings) subject: Option<Expr>,
    /// The decorators: what they return replaces the function as the meaning of the name.
    pub(in crate::resolve::bindings) decorators: Vec<Expr>,
    /// The path of the imported item, of an import.
    pub(in crate::resolve::bindings) import: Option<Vec<String>>,
    /// Whether it is a mere declaration, and not the definition.
    pub(in crate::resolve::bindings) is_declared_only: bool,
}

/// An expression or a type, as far as it is needed to find a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Expr {
    Name(Range<usize>),
    Member(Box<Expr>, Range<usize>),
    Path(Option<Box<Expr>>, Range<usize>),
    Call(Box<Expr>),
    Make(Box<Expr>),
    Generic(Box<Expr>, Box<Expr>),
    /// A tuple: several values or types.
    Tuple(Vec<Expr>),
    /// An element of a tuple, by index.
    TupleElement(Box<Expr>, usize),
    /// The content of an option, a list and the like.
    ElementOf(Box<Expr>),
    /// The type of the keys of a container.
    KeyOf(Box<Expr>),
    /// The error of a result.
    ErrorOf(Box<Expr>),
    /// The value of a future.
    Awaited(Box<Expr>),
    /// A parameter of an anonymous function that a call gets: the called function, the positions of the argument and of
    /// the parameter, and the value of the parameter if the called function does not belong to the project.
    GivenTo(Box<Expr>, (usize, usize), Box<Expr>),
    /// The class of a value, with the name of the function that returns it.
    ClassOf(Box<Expr>, Range<usize>),
    /// The result of a function that collects values of this kind into a new container, with the name of the function.
    Collected(Box<Expr>, Range<usize>),
    /// A list of values of one type.
    List(Vec<Expr>),
    /// The values of a table that is written out.
    Table(Vec<Expr>),
    /// The type of a container with these elements.
    ContainerOf(Box<Expr>),
    /// The type of a map: key type and element type.
    MapOf(Box<Expr>, Box<Expr>),
    /// A class without a name, by the byte offset at which it begins.
    Class(usize),
    /// A function without a name, with its result.
    Function(Box<Expr>),
    /// A type that is written in a string.
    QuotedType(Range<usize>),
    /// The module at a path.
    Module(Range<usize>),
    /// One of several types.
    Either(Vec<Expr>),
    Literal,
    /// A slice index: a range of elements of a list.
    Slice,
    /// The null value.
    Null,
    Other,
}

impl BindingGraph {
    pub(in crate::resolve::bindings) fn rules(&self) -> &'static LocalRules {
        self.language.local_rules().expect("a graph is made of languages with rules")
    }

    pub(in crate::resolve::bindings) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Returns the name of a binding; a class without a name gets its number.
    pub(in crate::resolve::bindings) fn name_of(&self, id: BindingId) -> std::borrow::Cow<'_, str> {
        let name = &self.bindings[id].name;
        if name.is_empty() { format!("#{id}").into() } else { self.slice(&self.marked(name)).into() }
    }

    /// Extends the range of a name by the mark for private members that precedes it.
    pub(in crate::resolve::bindings) fn marked(&self, range: &Range<usize>) -> Range<usize> {
        let mark = self.rules().shapes.as_ref().and_then(|shapes| shapes.private_mark.as_deref());
        match mark {
            Some(mark) if self.text.get(..range.start).is_some_and(|before| before.ends_with(mark)) => {
                range.start - mark.len()..range.end
            }
            _ => range.clone(),
        }
    }

    /// Returns the innermost scope around a byte offset.
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

    /// Returns whether a scope is that of a function or a block.
    pub(in crate::resolve::bindings) fn is_inner(&self, scope: ScopeId) -> bool {
        matches!(self.scopes[scope].sort, Sort::Function | Sort::Block)
    }

    /// Returns whether a byte offset inside a scope is resolved in the enclosing scope.
    pub(in crate::resolve::bindings) fn is_outside(&self, scope: ScopeId, byte: usize) -> bool {
        self.enclosing_ranges
            .get(&scope)
            .is_some_and(|ranges| ranges.iter().any(|range| range.contains(&byte)))
    }

    /// Returns the scopes visible at a byte offset, from the inside out, each with whether only its type parameters are
    /// visible.
    pub(in crate::resolve::bindings) fn visible_scopes(
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

    /// Returns whether a binding is in effect at a byte offset, in a visible scope of the given sort.
    pub(in crate::resolve::bindings) fn is_in_effect(&self, id: BindingId, sort: Sort, byte: usize) -> bool {
        if self
            .visible_ranges
            .get(&id)
            .is_some_and(|ranges| !ranges.iter().any(|range| range.contains(&byte)))
        {
            return false;
        }
        match sort {
            Sort::File | Sort::Module => true,
            Sort::Class => !self.rules().in_order || self.in_effect_from(id) <= byte,
            Sort::Function | Sort::Block => self.bindings[id].visible_from <= byte,
        }
    }

    /// Returns whether the members of a class are visible unqualified in a scope of this kind.
    pub(in crate::resolve::bindings) fn shows_members(&self, scope: ScopeId) -> bool {
        let rules = self.rules();
        rules.unqualified_members
            || rules.unqualified_member_scopes.iter().any(|kind| **kind == *self.scopes[scope].kind)
    }

    /// Returns whether code in a scope does not see the members of the enclosing classes.
    pub(in crate::resolve::bindings) fn hides_members(&self, scope: ScopeId) -> bool {
        match self.scopes[scope].sort {
            Sort::Function => true,
            Sort::Class | Sort::Block => self.rules().in_order && !self.shows_members(scope),
            Sort::File | Sort::Module => false,
        }
    }

    /// Returns the namespaces to which a binding belongs.
    pub(in crate::resolve::bindings) fn space_of(&self, id: BindingId) -> u8 {
        let rules = self.rules();
        if rules.shared_type_value_definitions {
            return self.shape_space(id);
        }
        match self.bindings[id].kind {
            BindingKind::Field if rules.separate_field_namespace => space::FIELD,
            BindingKind::Variable | BindingKind::Parameter if rules.separate_function_namespace => {
                space::FIELD
            }
            BindingKind::Class | BindingKind::Generic if rules.separate_function_namespace => space::TYPE,
            kind => kind.space(),
        }
    }

    /// Returns the byte offset from which on a binding is in effect, where statements run in order.
    pub(in crate::resolve::bindings) fn in_effect_from(&self, id: BindingId) -> usize {
        let binding = &self.bindings[id];
        let end = binding.body_scope.map_or(binding.name.end, |scope| self.scopes[scope].range.end);
        end.max(binding.effective_from)
    }

    /// Returns whether a declaration at a byte offset belongs to another module.
    pub(in crate::resolve::bindings) fn is_foreign_declaration(&self, byte: usize) -> bool {
        self.foreign_declarations.iter().any(|range| range.contains(&byte))
    }

    /// Returns whether a name is known outside of the project.
    pub(in crate::resolve::bindings) fn is_fixed(&self, byte: usize) -> bool {
        self.fixed.contains(&byte) || self.is_foreign_declaration(byte)
    }

    /// Returns a scope and its enclosing scopes, from the inside out.
    pub(in crate::resolve::bindings) fn around(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        std::iter::successors(Some(scope), |scope| self.scopes[*scope].parent)
    }

    /// Returns the byte offsets of a whole word.
    pub(in crate::resolve::bindings) fn places_of<'g>(
        &'g self,
        word: &'g str,
    ) -> impl Iterator<Item = usize> + 'g {
        self.words.of(&self.text, word)
    }

    /// Returns the bindings whose names are in a range, in file order.
    pub(in crate::resolve::bindings) fn bound_in(&self, range: &Range<usize>) -> &[BindingId] {
        let all = self.in_order.get_or_init(|| {
            let mut all: Vec<BindingId> = (0..self.bindings.len()).collect();
            all.sort_by_key(|id| self.bindings[*id].name.start);
            all
        });
        let before = |byte: usize| all.partition_point(|id| self.bindings[*id].name.start < byte);
        &all[before(range.start)..before(range.end.max(range.start))]
    }

    /// Returns the bindings of a name in a scope.
    pub(in crate::resolve::bindings) fn bound<'g>(&'g self, scope: ScopeId, name: &str) -> &'g [BindingId] {
        self.scopes[scope].binds.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the scopes that may belong to a class of a name, in file order.
    pub(in crate::resolve::bindings) fn scopes_of_classes(&self, name: &str) -> Vec<ScopeId> {
        let ClassScopes { by_name, others } = self.class_scopes.get_or_init(|| self.class_scopes());
        let mut found: Vec<ScopeId> =
            by_name.get(name).into_iter().flatten().chain(others).copied().collect();
        found.sort_unstable();
        found
    }

    fn class_scopes(&self) -> ClassScopes {
        // A binding of another kind may be an alias of a class with another name.
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

    /// Returns the namespaces of the first segment of a path, in languages that separate types from variables: a type
    /// never begins with a variable.
    pub(in crate::resolve::bindings) fn path_space(&self, first: &Range<usize>) -> u8 {
        let node = self.tree.root_node().descendant_for_byte_range(first.start, first.end);
        let is_type = node.is_some_and(|node| is_of(node, &self.rules().type_words));
        if is_type { space::TYPE } else { space::FIELD | space::TYPE }
    }

    /// Returns the string around a word.
    pub(in crate::resolve::bindings) fn string_around(&self, word: &Range<usize>) -> Option<Node<'_>> {
        let is_string = |node: &Node<'_>| is_of(node, &self.rules().strings);
        let node = self.tree.root_node().descendant_for_byte_range(word.start, word.end);
        std::iter::successors(node, Node::parent).take(2).find(is_string)
    }

    /// Returns the scope of the innermost class around a byte offset.
    pub(in crate::resolve::bindings) fn class_around(&self, byte: usize) -> Option<ScopeId> {
        self.around(self.scope_at(byte)).find(|scope| self.scopes[*scope].sort == Sort::Class)
    }
}

/// Returns the range of the plain name of the type to which a block belongs.
fn subject_name(subject: &Expr) -> Option<&Range<usize>> {
    match subject {
        Expr::Name(range) | Expr::Path(None, range) => Some(range),
        Expr::Generic(of, _) => subject_name(of),
        _ => None,
    }
}
