//! Moves definitions together with the imports that they need, and changes the imports of their users.

use std::collections::BTreeMap;

use super::accessors::accessors_of;
use super::companions::{Companions, in_list};
use super::group::PlannedMove;
use super::guard::{Guard, guard_like};
use super::licence::licence_of;
use super::moves::{MoveTrail, OrderCrossing};
use super::relocated::{named, notes, other_language, refusal, unproven, unproven_but};
use super::scopes::ScopeRefusal;
use super::textual;
use crate::diag::{Code, FilePlace};
use crate::ir::{PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::lang::{Language, LocalRules, ModuleStyle};
use crate::plan::done::EditOutcome;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::already_applied;
use crate::plan::symbol::changed_meaning;
use crate::plan::symbol::import_blocks;
use crate::plan::symbol::imports;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MAX_LISTED_PLACES, MovedRange, Moving};
use crate::plan::tree::project::find_files;
use crate::plan::users::uses::{ProjectTexts, share_definitions};
use crate::resolve::bindings::{
    CarriedImports, LabeledPlace, MoveProblem, MoveQuestion, NamedUse, Relocation, Source, Verdict,
    early_names, find_uses, package_of_folder, relocate,
};
use crate::resolve::symbol::{Purpose, wrapped};
use crate::text::normal::is_word_char;
use crate::text::{Buffer, Edit, EditSet, LineEnd};

/// Names that a file uses before it binds them, with the byte offsets of these uses.
type EarlyNames = (&'static Language, BTreeMap<String, Vec<usize>>);

impl Run<'_, '_> {
    /// Moves definitions within their file or, with what they need, to another file.
    pub(in crate::plan) fn move_symbols(&mut self, moving: &Moving<'_>) -> Result<EditOutcome, Refusal> {
        let mut symbols = Vec::new();
        for symbol in moving.symbols {
            symbols.extend(accessors_of(self.document(moving.at)?, &moving.operation.path, symbol));
        }
        let symbols: Vec<&SymbolTarget> = symbols.iter().map(AsRef::as_ref).collect();
        let moving = &Moving { symbols: &symbols, ..*moving };
        if let Some(done) = self.move_inner(moving)? {
            return Ok(done);
        }
        self.move_told_apart(moving)
    }

    pub(super) fn move_told_apart(&mut self, moving: &Moving<'_>) -> Result<EditOutcome, Refusal> {
        if moving.is_here() {
            let left = self.scope_left(moving)?;
            let is_inner = moving.unproven == Unproven::Refuse && self.are_inner_functions(moving)?;
            let lost = self.members_lost(moving)?;
            let sections = self.sections(moving)?;
            let mut done = self.move_here(moving)?;
            let has_moved =
                |left: &ScopeRefusal| done.is_renamed || !left.is_renamed && done.matched.is_some();
            if let Some(left) = left.filter(has_moved) {
                return Err(left.refusal);
            }
            let has_moved = done.is_renamed;
            // An inner function is still called by its unqualified name.
            done.is_renamed &= !is_inner;
            if !done.is_renamed {
                done.warnings.extend(self.hidden_more(moving, &sections)?);
            }
            self.tell_of_members(moving, lost.filter(|_| has_moved), &mut done)?;
            return Ok(done);
        }
        let is_first =
            !self.document_at(moving.at, moving.to).is_ok_and(|target| !target.buffer().is_empty());
        let end = self.document(moving.at)?.buffer().line_end(0);
        let locals = self.locals_left(moving)?;
        let lost = self.members_lost(moving)?;
        let mut done = self.move_to_other(moving)?;
        let has_moved = done.matched.is_some();
        if let Some(refusal) = locals.filter(|_| has_moved) {
            return Err(refusal);
        }
        self.tell_of_members(moving, lost.filter(|_| has_moved), &mut done)?;
        self.looked_over_project(moving.at);
        // A target file without lines takes the line endings of the old file.
        if is_first && end == LineEnd::CrLf {
            let target = self.document_at(moving.at, moving.to)?;
            target.apply(with_crlf(target.buffer()));
        }
        Ok(done)
    }

    /// Moves definitions within their file; refuses a place before what they need, or after what needs them, while the
    /// file is loaded.
    fn move_here(&mut self, moving: &Moving<'_>) -> Result<EditOutcome, Refusal> {
        let is_asked = moving.unproven == Unproven::Refuse;
        let before = if is_asked { self.early_if_order_matters(moving)? } else { None };
        let (done, crossed) = self.move_each(moving)?;
        let names =
            || done.matched.iter().flat_map(|all| all.split(", ")).map(|name| format!("`{name}`")).collect();
        if let Some(name) = crossed.early_macro.filter(|_| is_asked) {
            let names: Vec<String> = names();
            return Err(textual::refusal(moving, &name, &names.join(", ")));
        }
        if !crossed.passed.is_empty() && is_asked {
            let names: Vec<String> = names();
            self.check_declared(moving, &crossed.passed, &names.join(", "))?;
        }
        if let Some((language, before)) = before {
            let names: Vec<String> = names();
            self.check_order(moving, language, &before, &names.join(", "))?;
        }
        Ok(done)
    }

    /// Returns the names that the file uses, while it is loaded, before it binds them, if a move within the file may
    /// add to them.
    fn early_if_order_matters(&mut self, moving: &Moving<'_>) -> Result<Option<EarlyNames>, Refusal> {
        let language = language_of(self.document(moving.at)?, moving.to, None)?;
        let is_in_order = language.local_rules().is_some_and(LocalRules::binds_in_order);
        if !is_in_order || self.keeps_order(moving)? {
            return Ok(None);
        }
        let text = self.document(moving.at)?.buffer().to_string();
        let source = Source { path: moving.to.clone(), text: text.into() };
        Ok(Some((language, early_names(language, &self.macros, (&source, &self.overlay.graphs())))))
    }

    pub(super) fn move_to_other(&mut self, moving: &Moving<'_>) -> Result<EditOutcome, Refusal> {
        let Moving { at, operation, .. } = *moving;
        self.plan_moves(moving);
        let planned = self.moves.take(at);
        let Some((language, mut found)) = self.found(moving)? else { return self.move_all(moving) };
        let order = self.loadable_order(moving, language, &found);
        if order.is_some() {
            found.sort_by_key(|(_, range)| range.start);
        }
        let moving = &Moving { symbols: order.as_deref().unwrap_or(moving.symbols), ..*moving };
        self.check_left_behind(moving, language, &found)?;
        let name = found.first().map_or("", |(found, _)| last_word(&found.address));
        let left = self.left_behind(moving, language, &found);
        let left_note = left.as_ref().map(|left| left.note(&operation.path));
        if let Some(planned) = planned {
            let mut done = self.move_all(moving)?;
            match &planned {
                PlannedMove::Relocated(relocation) => self.bring(moving, language, false, relocation)?,
                PlannedMove::Carried(carried) => done.warnings.extend(self.carry(moving, language, carried)?),
            }
            done.warnings.extend(left_note);
            return Ok(done);
        }
        let texts = ProjectTexts::read(&self.overlay, language, &[&operation.path], &[name])?;
        let taking_along = |mut refusal: Refusal| {
            let unproven = refusal.problems.iter_mut().filter(|problem| problem.code == Code::Unproven);
            unproven.zip(&left).for_each(|(problem, left)| problem.help.insert(0, left.help()));
            refusal
        };
        self.check_mangled(moving, &texts, &found)?;
        let relocation = self.relocation(moving, &texts, &found).map_err(taking_along)?;
        let lone = relocation.as_ref().map(|relocation| relocation.lone.clone()).unwrap_or_default();
        if !lone.is_empty()
            && let Some(all) =
                self.required_companions(moving, &texts, &found, lone).and_then(Companions::alone)
        {
            return self.move_with_companions(moving, &found, &all);
        }
        let carried = match &relocation {
            Some(_) => None,
            None => self.carried(moving, &texts, &found)?,
        };
        if relocation.is_none() && moving.unproven == Unproven::Refuse {
            self.check_reached(moving, &texts)?;
        }
        let is_new = self.make_target(moving, &texts, relocation.as_ref(), carried.as_ref())?;
        let Some(relocation) = relocation else {
            let done = self.move_with_imports(moving, &texts, &found, carried.as_ref());
            let mut done = done.map_err(taking_along)?;
            done.warnings.extend(left_note);
            return Ok(done);
        };
        let place = match (moving.place, relocation.first_use.filter(|_| !is_new)) {
            (SymbolPlace::End, Some(byte)) => self.place_before(moving, language, byte)?,
            _ => None,
        };
        let moving = &Moving { place: place.as_ref().unwrap_or(moving.place), ..*moving };
        let is_own = |path: &PatchPath| *path == operation.path || path == moving.to;
        let (own, others): (Vec<_>, Vec<_>) =
            relocation.edits.iter().cloned().partition(|(path, _)| is_own(path));
        for (path, edits) in own {
            self.document_at(at, &path)?.apply(edits);
        }
        let before = self.early(moving, language);
        let mut done = self.move_all(moving)?;
        self.bring(moving, language, is_new, &relocation)?;
        self.put_at_end(moving, &relocation.given)?;
        if moving.unproven == Unproven::Refuse {
            self.check_order(moving, language, &before, &named(&found))?;
        }
        for (path, edits) in others {
            self.overlay.mention(&path);
            self.document_at(at, &path)?.apply(edits);
            self.unnamed.push(path);
        }
        for (path, statements) in &relocation.brought {
            self.overlay.mention(path);
            let document = self.document_at(at, path)?;
            let language = language_of(document, path, None)?;
            // One by one, so that names of one module are combined.
            for statement in statements {
                let imports = (std::slice::from_ref(statement), relocation.roots.as_slice());
                imports::bring(document, path, language, imports)?;
            }
            if !self.unnamed.contains(path) {
                self.unnamed.push(path.clone());
            }
        }
        if moving.unproven == Unproven::Refuse {
            self.check_uses(moving, language, &relocation)?;
        }
        done.warnings.extend(notes(&texts, operation, &found, &relocation));
        done.warnings.extend(left_note);
        Ok(done)
    }

    /// Refuses to move what a moved definition has left behind under its address: the members of a type, or the
    /// declaration of the module that contains it.
    fn check_left_behind(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        found: &[MovedRange],
    ) -> Result<(), Refusal> {
        for (symbol, (found, _)) in moving.symbols.iter().zip(found) {
            let is_block =
                changed_meaning::is_block_of(language, found, "") && spelled(symbol) != found.address;
            let mut is_module = || -> Result<bool, Refusal> {
                let buffer = self.document(moving.at)?.buffer();
                Ok(found.kind == "module" && buffer.slice(found.definition.clone()).trim_end().ends_with(';'))
            };
            if !is_block && !is_module()? {
                continue;
            }
            let Ok(target) = self.document_at(moving.at, moving.to) else { continue };
            let missing = Refusal::new(Code::SymbolNotFound, "its type does not exist there".to_owned());
            let source = &moving.operation.path;
            let refusal =
                already_applied::refusal_if_moved(target, (symbol, source), moving.to, moving.place, missing);
            if refusal.problems.iter().any(|problem| problem.code == Code::AlreadyApplied) {
                return Err(refusal);
            }
        }
        Ok(())
    }

    /// Creates the target file with its imports, if it does not exist.
    fn make_target(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        relocation: Option<&Relocation>,
        carried: Option<&CarriedImports>,
    ) -> Result<bool, Refusal> {
        let language = texts.language;
        let there = Language::by_extension(moving.to.extension().unwrap_or_default());
        let Some(there) = there.filter(|_| *moving.place == SymbolPlace::End) else { return Ok(false) };
        if self.overlay.exists(moving.to)? {
            return Ok(false);
        }
        if !share_definitions(there, language) {
            return Err(other_language(moving));
        }
        let head = match relocation {
            Some(relocation) => relocation.head.clone(),
            None => match self.header_of_neighbour(moving, texts)? {
                Some(header) => {
                    let together = carried.map_or(&[] as &[String], |carried| &carried.together);
                    let blank = (!together.is_empty()).then(String::new);
                    std::iter::once(header).chain(blank).chain(together.iter().cloned()).collect()
                }
                None => self.guard_of_neighbour(moving, language)?,
            },
        };
        let buffer = self.document(moving.at)?.buffer();
        let licence = licence_of(buffer, language);
        let gap = if licence.is_empty() || head.is_empty() { "" } else { "\n" };
        let text: String = head.iter().map(|line| format!("{}\n", wrapped(language, buffer, line))).collect();
        let text = licence + gap + &text;
        self.overlay.write(moving.to, Vec::new(), None)?;
        if !text.is_empty() {
            // The text is inserted as an edit, so that it is reported like the rest of the operation.
            self.document_at(moving.at, moving.to)?.apply(EditSet::one(0..0, text));
        }
        // Imports are added first; otherwise, comments of the moved definitions would be taken for the head of the
        // file.
        if let Some(carried) = carried.filter(|carried| !carried.needed.is_empty()) {
            let document = self.document_at(moving.at, moving.to)?;
            imports::bring(document, moving.to, there, (&carried.needed, &[]))?;
        }
        Ok(true)
    }

    /// Returns the line by which a file of the same folder and kind declares what it belongs to, such as its package,
    /// or by which any file of that kind declares how it is read.
    fn header_of_neighbour(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
    ) -> Result<Option<String>, Refusal> {
        let language = texts.language;
        let Moving { at, to, .. } = *moving;
        let from = &moving.operation.path;
        if from.extension() != to.extension() {
            return Ok(None);
        }
        let is_beside = from.parent() == to.parent();
        let (buffer, symbols) = self.document(at)?.symbols(language);
        let masks = language.manifest().view.preprocessor.as_ref();
        // A directive does not depend on the folder.
        let is_common = |line: &String| {
            is_beside
                || line.starts_with(['\'', '"'])
                || masks.is_some_and(|masks| line.starts_with(&masks.directive))
        };
        let header = symbols.common_header(buffer);
        let style = language.local_rules().map(|rules| rules.modules);
        if !is_beside && header.is_some() && style == Some(ModuleStyle::Folder) {
            return self.header_of_folder(to, texts);
        }
        if let Some(own) = header.as_deref().filter(|_| !is_beside)
            && language.local_rules().is_some_and(|rules| rules.modules == ModuleStyle::Package)
        {
            return Ok(of_package(own, from, to));
        }
        Ok(header.filter(is_common))
    }

    /// The line by which the files of a folder say their package; where there are none, that has the name of the folder, or
    /// the one that ends the path of its module.
    fn header_of_folder(&self, to: &PatchPath, texts: &ProjectTexts) -> Result<Option<String>, Refusal> {
        let language = texts.language;
        let rules = language.manifest().imports.as_ref();
        let Some(word) = rules.and_then(|rules| rules.common_header.first()) else { return Ok(None) };
        let folder = to.parent().map(|folder| format!("{folder}/")).unwrap_or_default();
        let ends = language.local_rules().map_or(&[][..], |rules| &rules.entry_file_suffixes);
        let is_test = |path: &PatchPath| ends.iter().any(|end| path.as_str().ends_with(end.as_str()));
        let begins = format!("{word} ");
        let beside =
            find_files(&self.overlay, &[format!("{folder}*.{}", to.extension().unwrap_or_default())])?;
        let is_beside = |path: &&PatchPath| path.parent() == to.parent() && !is_test(path);
        let lines = beside.iter().filter(is_beside).filter_map(|path| {
            let bytes = self.overlay.peek(path)?;
            let text = String::from_utf8_lossy(&bytes);
            let mut own = text.lines().filter(|line| line.starts_with(&begins));
            own.next().map(|line| line.trim_end().to_owned())
        });
        let own = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let module = texts.package_path(to).filter(|_| own.is_empty()).unwrap_or_default();
        let mut parts = module.rsplit('/').map(|part| part.split(".v").next().unwrap_or_default());
        let is_version = |part: &&str| {
            let number = part.strip_prefix('v');
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let name =
            if own.is_empty() { parts.find(|part| !is_version(part)).unwrap_or_default() } else { own };
        let name: String = name.chars().filter(|char| is_word_char(*char)).collect();
        let is_name = name.starts_with(|char: char| is_word_char(char) && !char.is_numeric());
        Ok(lines.into_iter().next().or_else(|| is_name.then(|| format!("{begins}{name}"))))
    }

    /// Returns the lines of an include guard for a new header, after that of the old one.
    fn guard_of_neighbour(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
    ) -> Result<Vec<String>, Refusal> {
        let Moving { at, to, .. } = *moving;
        let from = &moving.operation.path;
        let masks =
            language.manifest().view.preprocessor.as_ref().filter(|_| from.extension() == to.extension());
        let Some(sign) = masks.and_then(|masks| masks.directive.chars().next()) else {
            return Ok(Vec::new());
        };
        let guard = guard_like(self.document(at)?.buffer(), from, to, sign);
        Ok(guard.map_or_else(Vec::new, |Guard { open: [condition, name], close }| {
            vec![condition, name, String::new(), close]
        }))
    }

    /// Finds the definitions in the current text, each with the bytes that are removed; `None` if one is not found.
    pub(super) fn found(
        &mut self,
        moving: &Moving<'_>,
    ) -> Result<Option<(&'static Language, Vec<MovedRange>)>, Refusal> {
        let operation = moving.operation;
        let mut all = Vec::new();
        for symbol in moving.symbols {
            match resolve_symbol(self.document(moving.at)?, &operation.path, symbol, Purpose::Delete) {
                Ok(found) => {
                    let range =
                        found.site.as_ref().map_or(found.definition.clone(), |site| site.range.clone());
                    all.push((found, range));
                }
                // A file that does not exist cannot contain it from an earlier run.
                Err(refusal) if !self.overlay.exists(moving.to)? => {
                    return Err(in_list(refusal, moving, symbol));
                }
                Err(_) => return Ok(None),
            }
        }
        let document = self.document(moving.at)?;
        Ok(Some((language_of(document, &operation.path, None)?, all)))
    }

    /// Moves the definitions one after the other.
    pub(super) fn move_all(&mut self, moving: &Moving<'_>) -> Result<EditOutcome, Refusal> {
        Ok(self.move_each(moving)?.0)
    }

    /// Like [`Self::move_all`], and returns what may afterwards be bound or declared after its use.
    fn move_each(&mut self, moving: &Moving<'_>) -> Result<(EditOutcome, OrderCrossing), Refusal> {
        let mut trail = MoveTrail::default();
        let mut order: Vec<&SymbolTarget> = moving.symbols.to_vec();
        if moving.comes_in_reverse() {
            order.reverse();
        }
        let mut all = Vec::new();
        for symbol in order {
            let done = self.move_one(moving, symbol, &mut trail);
            all.push(done.map_err(|refusal| in_list(refusal, moving, symbol))?);
        }
        if moving.comes_in_reverse() {
            all.reverse();
        }
        let mut all = all.into_iter();
        let mut done = all.next().unwrap_or_default();
        for other in all {
            done.is_renamed |= other.is_renamed;
            done.warnings.extend(other.warnings);
            let addresses = done.matched.into_iter().chain(other.matched).collect::<Vec<_>>();
            done.matched = Some(addresses.join(", "));
        }
        Ok((done, trail.crossed))
    }

    /// Determines what must change besides the move itself; `None` if that is unknown.
    fn relocation(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<Option<Relocation>, Refusal> {
        let macros = self.macros.clone();
        let owner = self.owner_there(moving, found)?;
        let question = MoveQuestion { owner, ..texts.move_question(&macros, moving, found) };
        let relocation = match relocate(&question) {
            Ok(relocation) => relocation,
            Err(problem) => {
                let mut refusal = refusal(texts, moving, found, &problem);
                if let MoveProblem::Cycle { needs, .. } = problem
                    && let Some(companions) = self.required_companions(moving, texts, found, needs)
                    && let Some(first) = refusal.problems.first_mut()
                {
                    first.help = vec![companions.help()];
                }
                return Err(refusal);
            }
        };
        if let Some(relocation) = relocation.as_ref().filter(|_| moving.unproven == Unproven::Refuse)
            && !relocation.unproven.is_empty()
        {
            // It may be proven once what only the moved code uses moves as well.
            let lone = relocation.lone.clone();
            let mut together = || self.required_companions(moving, texts, found, lone.clone())?.alone();
            if !lone.is_empty() && together().is_some() {
                return Ok(Some(relocation.clone()));
            }
            let told = unproven(texts, moving.operation, found, &relocation.unproven);
            return Err(unproven_but(told, moving.reexport_help()));
        }
        Ok(relocation)
    }

    /// Returns a byte in the target block of members in another file, if they keep their qualified names there.
    fn owner_there(&mut self, moving: &Moving<'_>, found: &[MovedRange]) -> Result<Option<usize>, Refusal> {
        let is_member = |one: &MovedRange| one.0.identity.names.len() > 1;
        if !found.iter().any(is_member) {
            return Ok(None);
        }
        let Some((owner, byte)) = self.class_there(moving)? else { return Ok(None) };
        let is_own =
            |one: &MovedRange| one.0.identity.names.split_last().is_some_and(|(_, own)| *own == owner[..]);
        Ok(found.iter().all(is_own).then_some(byte))
    }

    /// The names of the block that definitions go to in another file, and a byte in it; no names are those of the file.
    pub(super) fn class_there(
        &mut self,
        moving: &Moving<'_>,
    ) -> Result<Option<(Vec<String>, usize)>, Refusal> {
        let (target, is_beside) = match moving.place {
            SymbolPlace::Into(owner, _) => (owner, false),
            SymbolPlace::Before(beside) | SymbolPlace::After(beside) => (beside, true),
            SymbolPlace::End => return Ok(None),
        };
        if !self.overlay.exists(moving.to)? {
            return Ok(None);
        }
        let document = self.document_at(moving.at, moving.to)?;
        document.catch_up();
        let Ok(there) = resolve_symbol(document, moving.to, target, Purpose::Read) else { return Ok(None) };
        let mut owner = there.identity.names;
        owner.truncate(owner.len() - usize::from(is_beside));
        let byte = if is_beside { there.declaration } else { there.definition.end.saturating_sub(1) };
        Ok(Some((owner, byte)))
    }

    /// Returns the names that the other file uses, while it is loaded, before it binds them.
    fn early(&self, moving: &Moving<'_>, language: &'static Language) -> BTreeMap<String, Vec<usize>> {
        let bytes = self.overlay.peek(moving.to).unwrap_or_default();
        let source = Source { path: moving.to.clone(), text: String::from_utf8_lossy(&bytes).into() };
        early_names(language, &self.macros, (&source, &self.overlay.graphs()))
    }

    /// Refuses to move code before what it needs, or after what needs it, while the file is loaded.
    fn check_order(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        before: &BTreeMap<String, Vec<usize>>,
        names: &str,
    ) -> Result<(), Refusal> {
        let more =
            |(name, places): &(String, Vec<usize>)| places.len() > before.get(name).map_or(0, Vec::len);
        let early = self.early(moving, language);
        let Some((name, places)) = early.into_iter().find(more) else { return Ok(()) };
        let buffer = self.document_at(moving.at, moving.to)?.buffer();
        let shown = places.iter().filter(|byte| **byte < buffer.len()).map(|byte| {
            let line = buffer.line_of(*byte);
            FilePlace::related(moving.to.as_str(), line, buffer.line(line).into_owned())
        });
        let shown: Vec<FilePlace> = shown.take(MAX_LISTED_PLACES).collect();
        let message =
            format!("with {names} at that place, `{}` would use `{name}` before it is bound", moving.to);
        Err(Refusal::new(Code::Unproven, message)
            .with_places(shown)
            .with_help(
                "choose another place with `before_symbol:` or `after_symbol:`, or list what it \
                 needs first",
            )
            .at(moving.operation.origin.field("to")))
    }

    /// Adds imports where they are now needed.
    fn bring(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        is_new: bool,
        relocation: &Relocation,
    ) -> Result<(), Refusal> {
        let Moving { at, operation, .. } = *moving;
        let from = &operation.path;
        // The target file may have its own dialect.
        let there = language_of(self.document_at(at, moving.to)?, moving.to, None)?;
        // A new file already begins with its imports.
        let is_headed = is_new && !relocation.head.is_empty();
        for (path, statements) in [(moving.to, &relocation.imports), (from, &relocation.kept)] {
            if !(statements.is_empty() || is_headed && path == moving.to) {
                let imports = (statements.as_slice(), relocation.roots.as_slice());
                let language = if path == moving.to { there } else { language };
                imports::bring(self.document_at(at, path)?, path, language, imports)?;
            }
        }
        for block in relocation.blocks.iter().filter(|_| !is_headed) {
            import_blocks::put_block(self.document_at(at, moving.to)?, there, block);
        }
        for block in &relocation.kept_blocks {
            import_blocks::put_block(self.document_at(at, from)?, language, block);
        }
        Ok(())
    }

    /// Adds the lines by which the other file exports the definitions at its end.
    fn put_at_end(&mut self, moving: &Moving<'_>, lines: &[String]) -> Result<(), Refusal> {
        let Some(first) = lines.first() else { return Ok(()) };
        let document = self.document_at(moving.at, moving.to)?;
        document.catch_up();
        let text = document.buffer().to_string();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let is_alike = |line: &str| {
            let word = |text: &str| text.split_inclusive("exports.").next().map(str::to_owned);
            word(line) == word(first)
        };
        let own: String = lines.iter().map(|line| format!("{line}{newline}")).collect();
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { newline };
        let blank = if text.lines().next_back().is_some_and(is_alike) { "" } else { newline };
        document.apply(EditSet::one(text.len()..text.len(), format!("{end}{blank}{own}")));
        Ok(())
    }

    /// Verifies that the uses which resolved to the definitions still resolve to them at their new place.
    fn check_uses(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        relocation: &Relocation,
    ) -> Result<(), Refusal> {
        let Moving { at, operation, .. } = *moving;
        let macros = self.macros.clone();
        for (symbol, (name, before)) in moving.symbols.iter().zip(&relocation.uses) {
            if before.is_empty() {
                continue;
            }
            let plain = SymbolTarget { expect: None, ..(*symbol).clone() };
            let document = self.document_at(at, moving.to)?;
            let found = resolve_symbol(document, moving.to, &plain, Purpose::Read)?;
            let texts = ProjectTexts::read(&self.overlay, language, &[moving.to], &[name])?;
            let uses = find_uses(texts.question(&macros, moving.to, &found)).unwrap_or_default();
            for (path, count) in before {
                let own = uses.iter().filter(|one| one.path == *path);
                let left = own.clone().filter(|one| one.verdict == Verdict::Certain).count();
                // In a tree of modules, the move itself writes the paths; only a use that resolves to something else
                // contradicts it.
                let is_tree = language.local_rules().is_some_and(|rules| rules.tree.is_some());
                let is_lost = |verdict| match is_tree {
                    true => verdict == Verdict::Unrelated,
                    false => !matches!(verdict, Verdict::Certain | Verdict::Mention),
                };
                if left < *count && own.clone().any(|one| is_lost(one.verdict)) {
                    let lost = own.filter(|one| is_lost(one.verdict));
                    let spot = |one: &NamedUse| LabeledPlace {
                        path: path.clone(),
                        at: one.range.start,
                        label: "would no longer lead to it",
                    };
                    let spots: Vec<LabeledPlace> = lost.map(spot).collect();
                    let told = unproven(&texts, operation, &[(found, 0..0)], &spots);
                    return Err(unproven_but(told, moving.reexport_help()));
                }
            }
        }
        Ok(())
    }
}

/// Returns the edits after which every line ends in CRLF.
fn with_crlf(buffer: &Buffer) -> EditSet {
    let text = buffer.slice(0..buffer.len());
    let is_bare = |at: &usize| !text[..*at].ends_with('\r');
    let bare = text.match_indices('\n').map(|(at, _)| at).filter(is_bare);
    let edits = bare.map(|at| Edit { range: at..at, text: "\r".to_owned() });
    EditSet::new(edits.collect()).unwrap_or_default()
}

/// Returns the package declaration of a file, adapted to the folder of another file.
fn of_package(own: &str, from: &PatchPath, to: &PatchPath) -> Option<String> {
    let (word, rest) = own.split_once(' ')?;
    let end = rest.find(';').unwrap_or(rest.len());
    let package = package_of_folder(rest[..end].trim(), from, to)?;
    Some(format!("{word} {package}{}", &rest[end..]))
}
