//! Finds the place for a new member of a class or similar container.

use crate::ir::MemberPlace;
use crate::lang::Role;

use super::arriving::{ArrivingMembers, NewMember};
use super::member_slot::{MemberSlot, SlotPlace};
use super::payload_check;
use super::slot_in_body::{find_slot, slot_of_module};
use super::terminator::TerminatorSide;
use crate::resolve::symbol::address::choose::{Choice, Selector, choose, containers};
use crate::resolve::symbol::address::info::describe;
use crate::resolve::symbol::address::namesake::{NewDefinition, TargetScope};
use crate::resolve::symbol::address::parse;
use crate::resolve::symbol::address::request::Request;
use crate::resolve::symbol::address::search;
use crate::resolve::symbol::extent::sibling_context::{PayloadLines, is_definition, sibling_context};
use crate::resolve::symbol::extent::span::span;

use crate::resolve::symbol::outline::items::{FILE, ItemId, OutlineScope};
use crate::resolve::symbol::outline::name::is_word_char;
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::are_one_property;
use crate::resolve::symbol::outline::signature::Signature;
use crate::resolve::symbol::part::new_body::below_heading;
use crate::resolve::symbol::part::parts::without_blank_edges;
use crate::resolve::symbol::payload::parse::{ExpectedDefinition, PayloadProperties, read_payload};
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, Symbols};

impl Symbols {
    /// Returns whether the outline shows no children of a non-empty body, as outlines of definitions do not contain
    /// enumerators unless the text was parsed unmodified.
    fn leaves_out_members(&self, file: Outlined<'_>, class: ItemId) -> bool {
        let item = file.outline.item(class);
        let Some(inside) = item.inside.as_ref().filter(|_| file.outline.children(class).is_empty()) else {
            return false;
        };
        let text = file.buffer.slice(inside.clone());
        self.scope == OutlineScope::Definitions && text.contains(|char: char| is_word_char(char))
    }

    /// Finds the class that an address names, and the place in it for a payload, which may repeat the heading of the
    /// class.
    pub(in crate::resolve::symbol) fn member_place(
        &self,
        file: Outlined<'_>,
        new: &NewMember<'_>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let Some(inner) = self.below_own_heading(file, new) else {
            let found = self.place_of(file, new);
            let Some(ended) = self.with_end(file, (&new.request.selector, new.payload), &found) else {
                return found;
            };
            let found = self.place_of(file, &NewMember { payload: &ended, ..*new })?;
            return Ok(SymbolMatch { inner_members: Some(ended), ..found });
        };
        let mut found = self.place_of(file, &NewMember { payload: &inner, ..*new })?;
        found
            .notes
            .push(format!("the payload repeats the heading of `{}`, which is left out", found.address));
        found.inner_members = Some(inner);
        Ok(found)
    }

    /// Returns the members in a payload that repeats the exact heading of the addressed class.
    fn below_own_heading(&self, file: Outlined<'_>, new: &NewMember<'_>) -> Option<Vec<String>> {
        let payload = without_blank_edges(new.payload);
        containers(file.outline, &new.request.selector).into_iter().find_map(|id| {
            let item = file.outline.item(id);
            let inside = item.inside.as_ref()?;
            let head = file.buffer.slice(item.range.start..inside.start).into_owned();
            let inner = below_heading(&head, payload, self.language().manifest())?;
            (!head.trim().is_empty() && !inner.is_empty()).then_some(inner)
        })
    }

    fn place_of(&self, file: Outlined<'_>, new: &NewMember<'_>) -> Result<SymbolMatch, SymbolProblem> {
        let NewMember { request, at, payload } = *new;
        if let Some(method) = self.outside_method(payload) {
            return self.method_place(file, new, &method);
        }
        if self.goes_on_outside(payload) {
            return Err(request.mismatch(PayloadProblem::TwoPlaces));
        }
        let (class, newcomers) = match self.choose_container(file, request, at, payload) {
            Ok(class) => class,
            Err(problem) => {
                return match self.module(file, request, payload)? {
                    Some((module, newcomers)) => self.module_place(file, new, module, &newcomers),
                    None => Err(problem),
                };
            }
        };
        if self.leaves_out_members(file, class) {
            return Err(search::nothing(request.wanted()));
        }
        let at = self.edge_on_line(file, class, at).unwrap_or(at);
        let arriving =
            ArrivingMembers { symbols: self, file, new: NewMember { at, ..*new }, class, newcomers };
        arriving.place()
    }

    /// Returns the one container of the address that has a body in which the payload is valid. Among a type and its
    /// `impl` blocks, the payload and the neighboring member determine which one is meant.
    pub(in crate::resolve::symbol) fn choose_container(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        at: &MemberPlace,
        payload: &[String],
    ) -> Result<(ItemId, Vec<NewDefinition>), SymbolProblem> {
        let all = containers(file.outline, &request.selector);
        let is_block = |id: &ItemId| file.outline.definition(*id).is_some_and(|found| found.is_block);
        let all: Vec<ItemId> =
            all.into_iter().filter(|id| !request.selector.names_block || is_block(id)).collect();
        let has_room = |id: &ItemId| find_slot(file, *id, &MemberPlace::End, 0).is_some();
        let bodies: Vec<ItemId> = all.iter().copied().filter(has_room).collect();
        let Some(first) = bodies.first() else {
            let problem = self.lacks_block(payload, PayloadProblem::SyntaxError { line: 0 });
            if matches!(problem, PayloadProblem::NoBlock { .. }) && !all.is_empty() {
                return Err(request.mismatch(problem));
            }
            return Err(match describe(file, &all).into_iter().next() {
                Some(symbol) => SymbolProblem::NoBody { symbol },
                None => search::not_found(file, &request.selector, request.wanted(), &[]),
            });
        };
        let verdict = |id: ItemId| match self.side_of_terminator(file, id, payload) {
            Some((_, newcomers)) => Ok(newcomers),
            None => payload_check::check(file, id, &self.syntax, payload),
        };
        let mut fitting: Vec<(ItemId, Vec<NewDefinition>)> =
            bodies.iter().filter_map(|id| Some((*id, verdict(*id).ok()?))).collect();
        let mut beside =
            (0..fitting.len()).filter(|own| self.choose_neighbour(file, fitting[*own].0, at).is_ok());
        if let (Some(own), None) = (beside.next(), beside.next()) {
            fitting = vec![fitting.swap_remove(own)];
        }
        match (fitting.pop(), fitting.is_empty()) {
            (Some(only), true) => Ok(only),
            (None, _) => verdict(*first)
                .map(|newcomers| (*first, newcomers))
                .map_err(|problem| request.mismatch(self.lacks_block(payload, problem))),
            (Some((last, _)), false) => {
                let several: Vec<ItemId> = fitting.iter().map(|(id, _)| *id).chain([last]).collect();
                Err(SymbolProblem::Ambiguous {
                    wanted: request.wanted(),
                    candidates: describe(file, &several),
                })
            }
        }
    }

    /// Returns the problem with a payload that is not valid in a type: if it is a function, the type lacks an `impl`
    /// block.
    fn lacks_block(&self, payload: &[String], problem: PayloadProblem) -> PayloadProblem {
        let rules = &self.language().manifest().symbols;
        let (Some(words), PayloadProblem::SyntaxError { .. }) = (&rules.trait_impl, &problem) else {
            return problem;
        };
        let facts = read_payload(&mut self.syntax.fresh(), payload, ExpectedDefinition::default());
        let is_function = |facts: &PayloadProperties| {
            rules.function_captures.iter().any(|capture| capture == facts.definition.capture)
        };
        match facts.is_ok_and(|facts| facts.error.is_none() && is_function(&facts)) {
            true => PayloadProblem::NoBlock { word: words.block.clone() },
            false => problem,
        }
    }

    /// Converts a place beside the first or last member of a one-line body to the start or end of the body.
    fn edge_on_line(
        &self,
        file: Outlined<'_>,
        class: ItemId,
        at: &MemberPlace,
    ) -> Option<&'static MemberPlace> {
        let (MemberPlace::Before(_) | MemberPlace::After(_)) = at else { return None };
        let inside = file.outline.item(class).inside?;
        let is_on_line =
            file.buffer.lines_of(&inside).len() == 1 && file.buffer.is_enclosed(&inside, "{", "}");
        let id = self.choose_neighbour(file, class, at).ok().filter(|_| is_on_line)?;
        let own = file.outline.outermost(id);
        let mut members =
            file.outline.children(class).iter().copied().filter(|one| is_definition(file.outline, *one));
        let is_edge = match at {
            MemberPlace::Before(_) => members.next() == Some(own),
            _ => members.next_back() == Some(own),
        };
        let edge = if matches!(at, MemberPlace::Before(_)) { &MemberPlace::Start } else { &MemberPlace::End };
        is_edge.then_some(edge)
    }

    /// Returns the member of a class beside which something is inserted; among adjacent accessors of one property, the
    /// one on that side.
    pub(in crate::resolve::symbol) fn choose_neighbour(
        &self,
        file: Outlined<'_>,
        class: ItemId,
        at: &MemberPlace,
    ) -> Result<ItemId, SymbolProblem> {
        let (member, takes_last) = match at {
            MemberPlace::Before(member) => (member, false),
            MemberPlace::After(member) => (member, true),
            MemberPlace::Start | MemberPlace::End => return Ok(class),
        };
        let mut ids = self.members_named(file, Some(class), member)?;
        ids.sort_by_key(|id| file.outline.item(*id).range.start);
        if ids.len() > 1 && !are_one_property(file.outline, &ids) {
            return Err(self.ambiguous_member(file, &ids, member));
        }
        Ok(if takes_last { ids[ids.len() - 1] } else { ids[0] })
    }

    /// Returns the only member of a class that an address names.
    pub(super) fn choose_member(
        &self,
        file: Outlined<'_>,
        class: Option<ItemId>,
        member: &str,
    ) -> Result<ItemId, SymbolProblem> {
        match self.members_named(file, class, member)?[..] {
            [only] => Ok(only),
            ref several => Err(self.ambiguous_member(file, several, member)),
        }
    }

    fn ambiguous_member(&self, file: Outlined<'_>, several: &[ItemId], member: &str) -> SymbolProblem {
        let candidates = describe(file, several);
        SymbolProblem::Ambiguous { wanted: member.to_owned(), candidates }
    }

    /// Returns the members of a class that an address names, which may be several.
    fn members_named(
        &self,
        file: Outlined<'_>,
        class: Option<ItemId>,
        member: &str,
    ) -> Result<Vec<ItemId>, SymbolProblem> {
        self.members_of(file, class, member, false)
    }

    /// Like [`Self::members_named`], or only those that are minor names, such as fields.
    pub(super) fn members_of(
        &self,
        file: Outlined<'_>,
        class: Option<ItemId>,
        member: &str,
        only_small: bool,
    ) -> Result<Vec<ItemId>, SymbolProblem> {
        let manifest = self.language().manifest();
        let address = parse::read(member, &manifest.symbols);
        let mut syntax = self.syntax.fresh();
        let list = address.signature.as_deref();
        let wish = Selector {
            signature: list.and_then(|list| Signature::read(list, &mut syntax)),
            within: class,
            only_minor: only_small,
            ..Selector::of(&address)
        };
        match choose(file.outline, &wish) {
            Choice::One(id) => Ok(vec![id]),
            Choice::None { other_variants } => {
                Err(search::not_found(file, &wish, member.to_owned(), &other_variants))
            }
            Choice::Several { listed, .. } => Ok(listed),
        }
    }

    /// Returns on which side of the terminator, which separates functions from members such as the constants of an
    /// enum, a payload belongs; `None` if there is no such terminator and none is needed.
    pub(super) fn side_of_terminator(
        &self,
        file: Outlined<'_>,
        class: ItemId,
        payload: &[String],
    ) -> Option<(TerminatorSide, Vec<NewDefinition>)> {
        let rules = &self.language().manifest().symbols;
        let terminator = rules.terminator.as_deref()?;
        let capture = file.outline.definition(class)?.capture;
        rules.terminated.iter().find(|one| *one == capture)?;
        let is_empty =
            file.outline.children(class).iter().all(|id| file.outline.item(*id).role == Role::Comment);
        if is_empty && payload_check::check(file, class, &self.syntax, payload).is_ok() {
            return None;
        }
        let has_sign =
            file.outline.children(class).iter().any(|id| file.outline.item(*id).role == Role::Transparent);
        // After the terminator, a constant with a block would be parsed as a constructor.
        let before = has_sign.then(|| payload_check::check_before(file, class, &self.syntax, payload).ok());
        if let Some(newcomers) = before.flatten() {
            return Some((TerminatorSide::Before, newcomers));
        }
        let behind = payload_check::check_behind(file, class, terminator, &self.syntax, payload);
        behind.ok().map(|newcomers| (TerminatorSide::Behind, newcomers))
    }

    /// Returns the method that a payload defines, if it names its type itself and so is placed outside of it.
    pub(in crate::resolve::symbol) fn outside_method(&self, payload: &[String]) -> Option<PayloadProperties> {
        self.language().manifest().symbols.receiver.as_ref()?;
        let mut syntax = self.syntax.fresh();
        let facts = read_payload(&mut syntax, payload, ExpectedDefinition::default()).ok()?;
        (facts.definition.parts.len() > 1).then_some(facts)
    }

    /// Returns whether such a method follows other lines of the payload.
    fn goes_on_outside(&self, payload: &[String]) -> bool {
        let manifest = self.language().manifest();
        let (Some(_), Some(mend)) = (&manifest.symbols.receiver, &manifest.view.recovery) else {
            return false;
        };
        let first_word = |line: &String| {
            let word = line.trim_start().split(|char| !is_word_char(char)).next().unwrap_or_default();
            mend.body_words.iter().any(|own| own == word)
        };
        let start = payload.iter().position(first_word);
        start.is_some_and(|start| self.outside_method(&payload[start..]).is_some())
    }

    /// Returns the place of a method that is defined outside of its type: after the last method of the type, else after
    /// the type.
    fn method_place(
        &self,
        file: Outlined<'_>,
        new: &NewMember<'_>,
        method: &PayloadProperties,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let NewMember { request, at, payload } = *new;
        let manifest = self.language().manifest();
        let class = match choose(file.outline, &request.selector) {
            Choice::One(id) => id,
            _ => {
                return Err(search::not_found(file, &request.selector, request.wanted(), &[]));
            }
        };
        let own = file.outline.definition(class).and_then(|found| found.parts.last());
        let owner = method.definition.parts.iter().rev().nth(1);
        let (Some(own), Some(owner)) = (own, owner) else {
            return Err(request.mismatch(PayloadProblem::NoDefinition));
        };
        if own.name != owner.name || self.has_no_methods(file, class) {
            let payload = owner.name.clone();
            return Err(request.mismatch(PayloadProblem::OtherOwner { payload, wanted: own.name.clone() }));
        }
        let newcomers = payload_check::check(file, FILE, &self.syntax, payload)
            .map_err(|problem| request.mismatch(problem))?;
        let mut found = self.matched(file, request, class)?;
        let arena = TargetScope { container: FILE, at: file.buffer.len(), own: &[] };
        found.newcomers = self.newcomers(file, &newcomers, arena);
        let is_method = |id: &ItemId| {
            file.outline.definition(*id).is_some_and(|found| {
                found.parts.len() > 1
                    && found.parts.iter().rev().nth(1).is_some_and(|part| part.name == own.name)
            })
        };
        let methods: Vec<ItemId> =
            file.outline.definitions().into_iter().map(|(id, _)| id).filter(is_method).collect();
        let beside = match at {
            MemberPlace::Before(member) | MemberPlace::After(member) => {
                let path = format!("{}{}{member}", own.name, manifest.separator);
                Some(self.choose_member(file, None, &path)?)
            }
            MemberPlace::Start => None,
            MemberPlace::End => methods.last().copied(),
        };
        let in_group = file.outline.item(file.outline.item(class).parent).role == Role::Group;
        match beside {
            None if in_group => {
                let group = &file.outline.item(file.outline.item(class).parent).range;
                let line = file.buffer.line_of(group.end.saturating_sub(1)) + 1;
                let gap = manifest.symbols.blank_lines.outside;
                let place = SlotPlace::Lines { at: line, above: gap, below: 0 };
                let indent = Some(String::new());
                found.member_slot = Some(MemberSlot {
                    place,
                    indent,
                    class: group.start,
                    separator: None,
                    payload_separator: None,
                    parted_bracket: None,
                });
            }
            beside => {
                let id = beside.unwrap_or(class);
                let place = span(file, id);
                found.site = Some(sibling_context(file, id, &place));
                found.declaration = place.declaration;
            }
        }
        Ok(found)
    }

    /// Returns whether the type is of a kind that has no methods.
    fn has_no_methods(&self, file: Outlined<'_>, class: ItemId) -> bool {
        let item = file.outline.item(class);
        let receiver = self.language().manifest().symbols.receiver.as_ref();
        let words = receiver.map(|receiver| receiver.without.as_slice()).unwrap_or_default();
        let head = file
            .buffer
            .slice(item.range.start..item.inside.as_ref().map_or(item.range.end, |inside| inside.start));
        words.iter().any(|word| head.split_whitespace().any(|own| own == word))
    }

    /// Returns the one module of an address that has a body in which the payload is valid.
    fn module(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        payload: &[String],
    ) -> Result<Option<(ItemId, Vec<NewDefinition>)>, SymbolProblem> {
        let wanted: Vec<&str> =
            request.selector.address.parts.iter().map(|part| part.name.as_str()).collect();
        let is_named = |id: &ItemId| {
            let item = file.outline.item(*id);
            let path = file.outline.path(*id);
            let names: Vec<&str> = path.iter().map(|part| part.name.as_str()).collect();
            item.role == Role::Module
                && item.scope.as_ref().is_some_and(|scope| !scope.parts.is_empty())
                && item.definition.as_ref().is_none_or(|own| own.is_minor)
                && names.ends_with(&wanted)
        };
        let has_room = |id: &ItemId| find_slot(file, *id, &MemberPlace::End, 0).is_some();
        let mut all: Vec<ItemId> = file.outline.ids().into_iter().filter(is_named).filter(has_room).collect();
        if let Some(number) = request.selector.address.ordinal {
            all.sort_by_key(|id| file.outline.item(*id).range.start);
            all = all.get(number.wrapping_sub(1)).copied().into_iter().collect();
        }
        match all.as_slice() {
            [] => Ok(None),
            [only] => payload_check::check(file, *only, &self.syntax, payload)
                .map(|newcomers| Some((*only, newcomers)))
                .map_err(|problem| request.mismatch(problem)),
            several => {
                let lines = several
                    .iter()
                    .map(|id| file.buffer.line_of(file.outline.item(*id).range.start))
                    .collect();
                Err(SymbolProblem::SeveralModules { wanted: request.wanted(), lines })
            }
        }
    }

    /// Returns the place in a module.
    fn module_place(
        &self,
        file: Outlined<'_>,
        new: &NewMember<'_>,
        module: ItemId,
        newcomers: &[NewDefinition],
    ) -> Result<SymbolMatch, SymbolProblem> {
        let NewMember { request, at, payload } = *new;
        let manifest = self.language().manifest();
        let item = file.outline.item(module);
        let mut found = SymbolMatch::empty(item.range.clone(), item.range.start);
        found.address = request.wanted();
        let inside = item.inside.as_ref().map_or(item.range.start, |inside| inside.start);
        found.newcomers =
            self.newcomers(file, newcomers, TargetScope { container: module, at: inside, own: &[] });
        match at {
            MemberPlace::Start | MemberPlace::End => {
                found.member_slot = slot_of_module(file, module, at);
            }
            MemberPlace::Before(member) | MemberPlace::After(member) => {
                let path = format!("{}{}{member}", request.wanted(), manifest.separator);
                let id = self.choose_member(file, None, &path)?;
                let place = span(file, id);
                let brings_definitions = newcomers.iter().any(|newcomer| !newcomer.is_value());
                let arrivals = PayloadLines { lines: payload, brings_definitions };
                found.site = Some(sibling_context(file, id, &place).beside(file, id, &arrivals));
                found.declaration = place.declaration;
            }
        }
        Ok(found)
    }
}
