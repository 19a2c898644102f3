//! Binds names in the scopes to which they belong.

use std::ops::Range;

use super::scan::{NodeFrame, Scan};
use super::scope::{DeclaredObject, ScopeKind, SyntacticRole, TextScopeId};
use crate::lang::{NameUse, field};
use crate::text::normal::contains;

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    /// Returns the scope to which a name belongs; the role of the name may change with it.
    pub(super) fn settle(
        &mut self,
        name: &'t str,
        role: &mut SyntacticRole<'t, 'tree>,
        (scope, start): (TextScopeId, usize),
        function: Option<TextScopeId>,
    ) -> TextScopeId {
        let beyond = self.names.beyond_template_clauses(scope);
        let is_in_path =
            self.frames.last().is_some_and(|frame| contains(&self.rules.module_paths, frame.node.kind()));
        if is_in_path && role.name_use == NameUse::Binding {
            match self.module_in_path(start, beyond) {
                Some(around) => return around,
                None => *role = SyntacticRole::plain(NameUse::Undetermined),
            }
        }
        let sort = self.names.scopes[beyond].kind;
        let class = role.heads_scope.filter(|class| self.names.scopes[*class].kind == ScopeKind::Class);
        if let Some(class) = class {
            self.names.scopes[class].name = Some(name);
            self.names.inner.entry((beyond, name)).or_default().push(class);
        }
        match role.name_use {
            NameUse::Parameter => match function {
                Some(function) => return function,
                // A caught value is visible from there on; in a declaration nothing sees the name.
                None if sort == ScopeKind::Function || scope != beyond => role.name_use = NameUse::Local,
                None => role.name_use = NameUse::Label,
            },
            _ if role.is_outward => return self.names.module_around(beyond),
            NameUse::Definition | NameUse::Binding | NameUse::Declaration => {
                let is_maker = self.names.scopes[beyond].name == Some(name);
                if sort == ScopeKind::Function && role.name_use != NameUse::Declaration {
                    if role.is_linked {
                        let own = &mut self.names.scopes[beyond];
                        own.linked.entry(name).or_insert(start);
                        // It may be an object that is made from a call: `Sink sink(made());`.
                        let declared = DeclaredObject { at: start, is_parameter: false, object: role.object };
                        own.objects.entry(name).or_default().push(declared);
                        return self.names.module_around(beyond);
                    }
                    role.name_use = NameUse::Local;
                } else if is_maker && class.is_none() {
                    *role = SyntacticRole::plain(NameUse::Reference);
                }
                return beyond;
            }
            _ => {}
        }
        scope
    }

    /// Returns the module around the one whose name is at a byte offset, in the head of a definition that names both:
    /// `namespace a::b { }`.
    fn module_in_path(&self, start: usize, scope: TextScopeId) -> Option<TextScopeId> {
        let is_path = |frame: &&NodeFrame<'tree>| contains(&self.rules.module_paths, frame.node.kind());
        let path = self.frames.iter().rev().take_while(is_path).last()?;
        let definition = self.frames.iter().rev().find(|frame| !is_path(frame))?;
        let before = self.text.get(path.node.start_byte()..start)?;
        let parts = before.split("::").map(str::trim).filter(|part| !part.is_empty());
        let inner =
            |at: Option<TextScopeId>, part: &str| self.names.inner.get(&(at?, part))?.first().copied();
        contains(&self.rules.modules, definition.node.kind())
            .then(|| parts.fold(Some(scope), inner))
            .flatten()
    }

    /// Binds a name, if its role binds it.
    pub(super) fn bind(
        &mut self,
        name: &'t str,
        role: &SyntacticRole<'t, 'tree>,
        scope: TextScopeId,
        start: usize,
    ) {
        if role.name_use == NameUse::Local
            && let Some(known) = self.known_behind_enum(start).or_else(|| self.known_by_head(start))
        {
            self.names.heads.insert(start, known);
        }
        let own = &mut self.names.scopes[scope];
        if role.callable.is_some()
            && matches!(role.name_use, NameUse::Declaration | NameUse::Definition | NameUse::Binding)
        {
            *own.functions.entry(name).or_default() += 1;
        }
        match role.name_use {
            NameUse::Declaration if own.kind == ScopeKind::Class && role.is_sole_declarator => {
                own.bindings.entry(name).or_default().push(start);
                return;
            }
            NameUse::Definition | NameUse::Binding | NameUse::Parameter => {
                own.bindings.entry(name).or_default().push(start);
            }
            NameUse::Local => {
                own.locals.entry(name).or_insert(start);
            }
            _ => return,
        }
        let is_parameter = role.name_use == NameUse::Parameter;
        let declared = DeclaredObject { at: start, is_parameter, object: role.object };
        own.objects.entry(name).or_default().push(declared);
    }

    /// Returns the range in which a value of an enumeration in a function is visible: after it, in the block around.
    fn known_behind_enum(&self, start: usize) -> Option<Range<usize>> {
        let at = self.frames.iter().rposition(|frame| contains(&self.rules.enums, frame.node.kind()))?;
        let [_, _list, _value] = &self.frames[at..] else { return None };
        let is_block = |frame: &&NodeFrame<'tree>| self.text[frame.node.start_byte()..].starts_with('{');
        let block = self.frames[..at].iter().rev().find(is_block)?;
        Some(start..block.node.end_byte())
    }

    /// Returns the range in which a name that the head of a statement declares is visible.
    fn known_by_head(&self, start: usize) -> Option<Range<usize>> {
        for frame in self.frames.iter().rev() {
            let rules = self.rules.heads.iter().filter(|rule| rule.kind == frame.node.kind());
            for rule in rules {
                let head = field(frame.node, &rule.field);
                if head.is_some_and(|head| head.byte_range().contains(&start)) {
                    let behind = rule.scope_field.as_ref().and_then(|behind| field(frame.node, behind));
                    return Some(behind.map_or(start, |behind| behind.end_byte())..frame.node.end_byte());
                }
            }
            if frame.field == Some("body") {
                return None;
            }
        }
        None
    }
}
