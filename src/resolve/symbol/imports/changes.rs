//! Adds imports to a file and removes them; edits the name lists of single imports.

use std::ops::{ControlFlow, Range};

use super::file::{ImportEdits, ImportsAround, ImportsFile, WantedImport};
use crate::lang::{ImportRules, Language, Role, Syntax, TooCostly, view};
use crate::resolve::symbol::address::info::dedented;
use crate::text::normal::is_word_char;
use crate::text::{Buffer, Edit};

use super::edits::Additions;
use super::group;
use super::index::ImportIndex;
use super::list_edits;
use super::lists::{NameList, lists};
use super::removals::Removals;
use super::statement_change::StatementChange;
use crate::resolve::symbol::outline::items::{FILE, Outline};
use crate::resolve::symbol::payload::problem::{IMPORT, PayloadProblem};
use crate::resolve::symbol::{SymbolProblem, Symbols};

impl Symbols {
    /// Parses a payload that consists of imports only; lines as in a grouped import may be given alone.
    fn imports_of(&mut self, payload: &[String]) -> Result<Vec<WantedImport>, SymbolProblem> {
        let rules = self.import_rules()?;
        let lines: Vec<String> = dedented(payload).into_iter().map(str::to_owned).collect();
        let mut read = read_payload(self.language(), &lines);
        if let (Err(_), Some(whole)) = (&read, group::as_statements(&lines, rules)) {
            read = read_payload(self.language(), &whole).or(read);
        }
        let wanted = rules.begins.first().cloned().unwrap_or_default();
        read.map_err(|problem| SymbolProblem::PayloadMismatch { wanted, article: IMPORT.to_owned(), problem })
    }

    /// Returns the edits that add the imports of a payload that the file does not have.
    ///
    /// # Errors
    /// The payload contains something else, the language has no imports, or the file cannot be parsed.
    pub fn add_imports(&mut self, buffer: &Buffer, payload: &[String]) -> Result<ImportEdits, SymbolProblem> {
        self.add_imports_of(buffer, payload, ImportsAround::default())
    }

    /// Like [`Self::add_imports`], with knowledge of the project.
    ///
    /// # Errors
    /// As above.
    pub fn add_imports_of(
        &mut self,
        buffer: &Buffer,
        payload: &[String],
        around: ImportsAround<'_>,
    ) -> Result<ImportEdits, SymbolProblem> {
        let statements = self.imports_of(payload)?;
        let statements = self.each_alone(buffer, statements)?;
        self.edit_imports(buffer, around, |file, index| Additions::new(file, index).all(&statements))
    }

    /// Splits statements that import several things into one statement for each, unless the file has statements with
    /// several.
    fn each_alone(
        &self,
        buffer: &Buffer,
        statements: Vec<WantedImport>,
    ) -> Result<Vec<WantedImport>, SymbolProblem> {
        let rules = self.import_rules()?;
        let several = |wanted: &WantedImport| match (wanted.attributes.as_slice(), wanted.lines.as_slice()) {
            ([], [line]) => parted(line, rules),
            _ => None,
        };
        if statements.iter().all(|wanted| several(wanted).is_none()) {
            return Ok(statements);
        }
        let mut has_some = false;
        buffer.each_line(0, |_, line| {
            has_some = line.contains(',') && parted(line, rules).is_some();
            if has_some { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if has_some {
            return Ok(statements);
        }
        let each = |wanted: WantedImport| match several(&wanted) {
            Some(lines) => lines.into_iter().map(|line| WantedImport::plain(vec![line])).collect(),
            None => vec![wanted],
        };
        Ok(statements.into_iter().flat_map(each).collect())
    }

    /// Returns the edits that remove the imports of a payload.
    ///
    /// # Errors
    /// As above.
    pub fn remove_imports(
        &mut self,
        buffer: &Buffer,
        payload: &[String],
    ) -> Result<ImportEdits, SymbolProblem> {
        let statements: Vec<Vec<String>> =
            self.imports_of(payload)?.into_iter().map(|wanted| wanted.lines).collect();
        let around = self.known.as_ref().and_then(|known| known.imports.as_ref());
        let (roots, stem) = around.map(|index| index.around()).unwrap_or_default();
        let around = ImportsAround { roots: &roots, stem: &stem };
        self.edit_imports(buffer, around, |file, index| Removals::new(file, index).all(&statements))
    }

    /// Returns the edits that `work` computes for the imports of a file; the import index is kept for later calls.
    fn edit_imports(
        &mut self,
        buffer: &Buffer,
        around: ImportsAround<'_>,
        work: impl FnOnce(&ImportsFile<'_>, &ImportIndex) -> (ImportEdits, Option<StatementChange>),
    ) -> Result<ImportEdits, SymbolProblem> {
        let rules = self.import_rules()?;
        let kept = self.known.as_mut().and_then(|known| known.imports.take());
        let touched = self.known.as_mut().map(|known| known.outline.take_touched_imports());
        let file = ImportsFile { around, ..self.file_of_imports(buffer, rules)? };
        let kept = kept.and_then(|index| index.update(&file, &touched.unwrap_or_default()));
        let index = kept.unwrap_or_else(|| ImportIndex::new(&file));
        let (edits, growth) = work(&file, &index);
        if let Some(known) =
            self.known.as_mut().filter(|known| known.is_unmodified && !known.outline.has_error)
        {
            known.imports = Some(index.expect_edits(&known.outline, (&edits.edits, growth)));
        }
        Ok(edits)
    }

    /// Returns the first line (from 0) below the imports at the top of a file, or below the file header if it has no
    /// imports, and whether it has imports.
    ///
    /// # Errors
    /// As above.
    pub fn end_of_imports(&mut self, buffer: &Buffer) -> Result<(usize, bool), SymbolProblem> {
        let rules = self.import_rules()?;
        let file = self.file_of_imports(buffer, rules)?;
        Ok(Additions::new(&file, &ImportIndex::new(&file)).end())
    }

    /// Returns the first line of what a file has in common with the others of its folder, such as its package clause.
    pub fn common_header(&mut self, buffer: &Buffer) -> Option<String> {
        let rules = self.import_rules().ok()?;
        let file = self.file_of_imports(buffer, rules).ok()?;
        let items = file.outline.children(FILE).iter().map(|id| file.outline.item(*id));
        let texts =
            items.filter(|item| item.role != Role::Comment).map(|item| buffer.slice(item.range.clone()));
        let is_common = |text: &str| rules.common_header.iter().any(|start| text.starts_with(start.as_str()));
        let header = texts.into_iter().find(|text| is_common(text))?;
        header.lines().next().map(|line| line.trim_end().to_owned())
    }

    /// Returns the file with the outline of its unmodified text, including all conditional branches.
    fn file_of_imports<'s>(
        &'s mut self,
        buffer: &'s Buffer,
        rules: &'static ImportRules,
    ) -> Result<ImportsFile<'s>, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let is_plain = self.known.as_ref().is_some_and(|known| known.is_unmodified);
        if !is_plain {
            self.ensure_unmodified(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        }
        let language = self.language();
        let known = self.known.as_ref();
        let outline =
            known.and_then(|known| known.current_plain().filter(|_| !is_plain)).unwrap_or(self.outline());
        Ok(ImportsFile { outline, buffer, language, rules, around: ImportsAround::default() })
    }

    fn import_rules(&self) -> Result<&'static ImportRules, SymbolProblem> {
        self.language().manifest().imports.as_ref().ok_or(SymbolProblem::NoImports)
    }
}

/// Splits a statement that imports several things without brackets; `None` for any other statement.
fn parted(line: &str, rules: &ImportRules) -> Option<Vec<String>> {
    rules.lists.as_ref().filter(|lists| lists.bare)?;
    let (word, names) = line.trim_end().split_once(' ')?;
    let is_name = |char: char| is_word_char(char) || matches!(char, '.' | ' ');
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let is_whole = rules.begins.iter().chain(&rules.item_words).filter(|own| *own == word).count() == 2
        && names.iter().all(|name| !name.is_empty() && name.chars().all(is_name));
    (is_whole && names.len() > 1).then(|| names.iter().map(|name| format!("{word} {name}")).collect())
}

fn read_payload(language: &'static Language, lines: &[String]) -> Result<Vec<WantedImport>, PayloadProblem> {
    let text = lines.join("\n") + "\n";
    let seen = view(&language.manifest().view, &text);
    let tree = Syntax::new(language).parse(&seen).map_err(|TooCostly| PayloadProblem::TooCostly)?;
    let buffer = Buffer::of_text(&text);
    let line_of = |byte: usize| buffer.line_of(byte.min(text.len()));
    if let Some(error) = Syntax::errors(&tree).first() {
        return Err(PayloadProblem::SyntaxError { line: line_of(error.start) });
    }
    let outline = Outline::new(
        language,
        &tree,
        &seen,
        crate::resolve::symbol::outline::items::OutlineScope::Definitions,
    );
    let mut found: Vec<(usize, Range<usize>)> = Vec::new();
    // The line on which attributes of the next import begin.
    let mut attributes: Option<usize> = None;
    for id in outline.children(FILE) {
        let item = outline.item(*id);
        let last = item.range.end.saturating_sub(1).max(item.range.start);
        let own = line_of(item.range.start)..line_of(last) + 1;
        let is_behind = found.last().is_some_and(|(_, above)| above.end > own.start);
        match item.role {
            Role::Import if is_behind => return Err(PayloadProblem::NoImport { line: own.start }),
            Role::Import => found.push((attributes.take().unwrap_or(own.start), own)),
            Role::Attribute if !is_behind => {
                attributes.get_or_insert(own.start);
            }
            Role::Comment | Role::Other if is_behind => {}
            _ => return Err(PayloadProblem::NoImport { line: own.start }),
        }
    }
    if found.is_empty() {
        return Err(PayloadProblem::Empty);
    }
    if let Some(line) = attributes {
        return Err(PayloadProblem::NoImport { line });
    }
    let rules = language.manifest().imports.as_ref();
    let each = |(above, own): (usize, Range<usize>)| {
        let attributes = lines[above..own.start].to_vec();
        let lines = lines[own].to_vec();
        let group =
            rules.and_then(|rules| group::members(&lines.join("\n"), rules, &language.manifest().lexical));
        match group {
            Some(members) => {
                let each = members.into_iter().map(|(_, text)| WantedImport::plain(vec![text]));
                each.collect()
            }
            None => vec![WantedImport { attributes, lines }],
        }
    };
    Ok(found.into_iter().flat_map(each).collect())
}

/// Returns the edits that remove names from an import; `None` if no name would be left. Aliases and comments of the
/// names are removed too.
#[must_use]
pub fn without_names(language: &'static Language, text: &str, gone: &[String]) -> Option<Vec<Edit>> {
    let manifest = language.manifest();
    let rules = manifest.imports.as_ref()?;
    let lists = lists(text, rules, &manifest.lexical);
    let has = |list: &&NameList| list.names.iter().any(|name| gone.iter().any(|own| own == name.text));
    let list = lists.iter().find(has)?;
    let gone = list.places_of(|name| gone.iter().any(|own| own == name));
    list_edits::remove(text, list, &gone, (rules, manifest))
}

/// Returns an import without some names, to be inserted beside the import that keeps these: comments that remain there
/// are not copied.
#[must_use]
pub fn copy_without_names(language: &'static Language, text: &str, gone: &[String]) -> Option<String> {
    let manifest = language.manifest();
    let rules = manifest.imports.as_ref()?;
    let has = |list: &NameList| list.names.iter().any(|name| gone.iter().any(|own| own == name.text));
    let list = lists(text, rules, &manifest.lexical).into_iter().find(has)?;
    let comes = |at: usize| !gone.iter().any(|own| own == list.names.at(at).text);
    let mut text = without_comments(text, &list, list.comments_that_stay(text, &comes, manifest));
    let mut edits = without_names(language, &text, gone)?;
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    edits.into_iter().for_each(|edit| text.replace_range(edit.range, &edit.text));
    Some(text)
}

/// Returns the names that an import lists, if one of `some` has comments.
#[must_use]
pub fn names_with_comments(language: &'static Language, text: &str, some: &[String]) -> Option<Vec<String>> {
    let manifest = language.manifest();
    let lists = lists(text, manifest.imports.as_ref()?, &manifest.lexical);
    let list = lists.first()?;
    let own = list.places_of(|name| some.iter().any(|own| own == name));
    let has = own.iter().any(|at| list.comments_of(text, *at, manifest).is_some());
    has.then(|| list.names.iter().map(|name| name.text.to_owned()).collect())
}

/// Returns the list of an import whose brackets are at the given bytes, and the indexes of its names at the given byte
/// offsets.
fn names_at(
    language: &'static Language,
    text: &str,
    (brackets, names): (&Range<usize>, &[usize]),
) -> Option<(NameList, Vec<usize>)> {
    let manifest = language.manifest();
    let all = lists(text, manifest.imports.as_ref()?, &manifest.lexical);
    let list = all.into_iter().find(|list| list.brackets.as_ref() == Some(brackets))?;
    let is_one = |at: &usize| names.iter().any(|byte| list.names.at(*at).range.contains(byte));
    let found: Vec<usize> = (0..list.names.len()).filter(is_one).collect();
    Some((list, found))
}

/// Returns the edits that remove names, given by byte offsets, from the list of an import whose brackets are at the
/// given bytes; the brackets are kept. `None` if no name would be left.
#[must_use]
pub fn without_names_at(
    language: &'static Language,
    text: &str,
    (brackets, names): (&Range<usize>, &[usize]),
) -> Option<Vec<Edit>> {
    let (list, gone) = names_at(language, text, (brackets, names))?;
    list_edits::remove_listed(text, &list, &gone, language.manifest())
}

/// Returns the comments that move with names, given as above, if all these names are removed from a list: for each name
/// its byte offset, the lines above it, and the text after it with preceding blanks.
#[must_use]
pub fn comments_of_names_at(
    language: &'static Language,
    text: &str,
    (brackets, names): (&Range<usize>, &[usize]),
) -> Vec<(usize, Vec<String>, String)> {
    let Some((list, gone)) = names_at(language, text, (brackets, names)) else { return Vec::new() };
    let comes = |at: usize| gone.binary_search(&at).is_ok();
    let stays = list.comments_that_stay(text, &comes, language.manifest());
    let text = &blanked(text, &stays);
    let own = |at: &usize| {
        let comments = list.comments_of(text, *at, language.manifest())?;
        let byte = names.iter().find(|byte| list.names.at(*at).range.contains(byte))?;
        Some((*byte, comments.above, comments.behind))
    };
    gone.iter().filter_map(own).collect()
}

/// Returns a text with some byte ranges replaced by blanks.
fn blanked(text: &str, ranges: &[Range<usize>]) -> String {
    let mut done = text.to_owned();
    for range in ranges {
        let blanks: String =
            text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        done.replace_range(range.clone(), &blanks);
    }
    done
}

/// Returns an import without some comments in one of its lists.
fn without_comments(text: &str, list: &NameList, comments: Vec<Range<usize>>) -> String {
    let mut done = text.to_owned();
    let open = list.brackets.as_ref().filter(|_| !comments.is_empty());
    for comment in comments.into_iter().rev() {
        let line = text[..comment.start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[comment.end..].find('\n').map_or(text.len(), |end| comment.end + end + 1);
        let before = text[line..comment.start].trim_end();
        let is_own_line = before.is_empty() && text[comment.end..end].trim().is_empty();
        done.replace_range(if is_own_line { line..end } else { line + before.len()..comment.end }, "");
    }
    // No blank line is left below the opening bracket.
    if let Some(open) = open {
        let inside = open.start + 1;
        let rest = &done[inside..];
        let blanks = rest.len() - rest.trim_start().len();
        let first = rest.find('\n').filter(|first| *first < blanks);
        let last = rest[..blanks].rfind('\n');
        if let (Some(first), Some(last)) = (first, last) {
            done.replace_range(inside + first..inside + last, "");
        }
    }
    done
}
