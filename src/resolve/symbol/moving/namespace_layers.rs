//! The namespaces around a definition that moves, which are written around it again if the target does not have them.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{BranchInfo, Branches, Manifest, Role};
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, Lifted};

use crate::resolve::symbol::extent::comment::is_one_comment;
use crate::resolve::symbol::extent::item_macros::item_macros_around;
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline};
use crate::resolve::symbol::outline::name::{NamePart, is_word_char};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::{SymbolMatch, Symbols};

/// Words in the name of a macro that may open a scope, and in that of its counterpart.
const OPENS: [&str; 4] = ["begin", "open", "start", "enter"];
const CLOSES: [&str; 5] = ["end", "close", "stop", "leave", "exit"];

/// The namespaces around a definition, as written in its file.
#[derive(Debug, Clone, Default)]
pub struct NamespaceLayers {
    /// The namespaces, outermost first.
    pub(super) layers: Vec<NamespaceLayer>,
    /// The indentation of the definition.
    indent: String,
    /// The macros before it that may open further scopes.
    pub(in crate::resolve::symbol) macros: Vec<OpenMacro>,
}

/// A macro on a line of its own that may open a scope.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct OpenMacro {
    /// Its line, without surrounding blanks and comments.
    pub(in crate::resolve) line: String,
    /// Its line number (from 0), unless the caller uses other positions.
    pub(in crate::resolve) at: usize,
    /// The position of its counterpart.
    pub(in crate::resolve) closed_at: Option<usize>,
}

impl OpenMacro {
    pub(in crate::resolve::symbol) fn name(&self) -> &str {
        macro_of(&self.line)
    }
}

/// A heading that opens a scope, and its closing line.
#[derive(Debug, Clone)]
pub(super) struct NamespaceLayer {
    /// The names of the scope; empty for an anonymous namespace.
    pub(in crate::resolve::symbol) parts: Vec<NamePart>,
    heading: Vec<String>,
    closing: String,
    indent: String,
    /// Whether a blank line follows the heading.
    is_apart_above: bool,
    /// Whether a blank line precedes the closing line.
    is_apart_below: bool,
    /// Whether its heading is a macro.
    is_macro: bool,
}

/// The reason for which the surroundings of a definition cannot be written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnrepeatableReason {
    /// It is in a block that sets the linkage.
    Linkage,
    /// The heading of its namespace is conditional.
    Conditional,
}

impl UnrepeatableReason {
    /// Returns the reason, as it follows the address of the definition in a message.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Linkage => "is in a block that sets its linkage",
            Self::Conditional => "is in a namespace whose heading is conditional",
        }
    }
}

impl NamespaceLayers {
    /// Returns the names of the scopes that the first `layers` layers open.
    pub(in crate::resolve::symbol) fn names(&self, layers: usize) -> Vec<&str> {
        let layers = self.layers[..layers].iter().filter(|layer| !layer.is_macro);
        layers.flat_map(|layer| names(&layer.parts)).collect()
    }

    /// Returns the number of layers that are macros.
    pub(super) fn macro_layers(&self) -> usize {
        self.layers.iter().take_while(|layer| layer.is_macro).count()
    }

    /// Returns the number of macros that the definition and a place have in common, if the place has no others.
    pub(super) fn shared_macros(&self, there: &[OpenMacro]) -> Option<usize> {
        let is_same = |(one, other): (&OpenMacro, &OpenMacro)| one.line == other.line;
        let is_start = there.len() <= self.macros.len() && self.macros.iter().zip(there).all(is_same);
        is_start.then_some(there.len())
    }

    /// Returns the lines of the definition within all layers except the first `present` ones, which exist already.
    #[must_use]
    pub fn wrapped(&self, lifted: &Lifted, present: usize) -> Lifted {
        let layers = &self.layers[present..];
        let Some(first) = layers.first() else { return lifted.clone() };
        let depth = |indent: &str| indent.strip_prefix(first.indent.as_str()).unwrap_or_default().to_owned();
        let blank = |is_apart: bool| is_apart.then(String::new);
        let before = layers.iter().flat_map(|layer| {
            let heading = layer.heading.iter().map(|line| depth(&layer.indent) + line);
            heading.chain(blank(layer.is_apart_above)).collect::<Vec<_>>()
        });
        let after = layers.iter().rev().flat_map(|layer| {
            blank(layer.is_apart_below).into_iter().chain([depth(&layer.indent) + &layer.closing])
        });
        lifted.between(before.collect(), &depth(&self.indent), after.collect())
    }
}

impl NamespaceLayer {
    fn read(file: Outlined<'_>, id: ItemId) -> Option<Self> {
        let item = file.outline.item(id);
        let inside = item.inside.clone().filter(|inside| file.buffer.is_enclosed(inside, "{", "}"))?;
        let indent = indentation(&file.buffer.line(file.buffer.line_of(item.range.start))).to_owned();
        let head = file.buffer.slice(item.range.start..inside.start + 1);
        let bare = |line: &str| line.strip_prefix(indent.as_str()).unwrap_or(line).trim_end().to_owned();
        let heading: Vec<String> = head.lines().map(bare).collect();
        let (first, last) = (file.buffer.line_of(inside.start), file.buffer.line_of(inside.end - 1));
        let rest = file
            .buffer
            .slice(inside.end..file.buffer.line_range(last).end.max(inside.end))
            .trim_end()
            .to_owned();
        let comment = if is_one_comment(rest.trim_start(), file.manifest()) { rest.as_str() } else { "" };
        let is_apart = |line: usize| first < line && line < last && is_blank(&file.buffer.line(line));
        let behind =
            file.buffer.slice(inside.start + 1..file.buffer.line_range(first).end.max(inside.start + 1));
        let ends_line = is_blank(&behind) || is_one_comment(behind.trim(), file.manifest());
        let begins_line = is_blank(&file.buffer.slice(file.buffer.line_start(last)..inside.end - 1));
        Some(Self {
            parts: item.scope.as_ref().map(|scope| scope.parts.clone()).unwrap_or_default(),
            closing: format!("}}{comment}"),
            is_apart_above: ends_line && is_apart(first + 1),
            is_apart_below: begins_line && is_apart(last.saturating_sub(1)),
            heading,
            indent,
            is_macro: false,
        })
    }

    /// Returns the layer that a macro opens; `None` if its counterpart is unknown.
    fn of_macro(buffer: &Buffer, one: &OpenMacro) -> Option<Self> {
        let close = one.closed_at?;
        let is_apart = |line: usize| one.at < line && line < close && is_blank(&buffer.line(line));
        Some(Self {
            parts: Vec::new(),
            heading: vec![buffer.line(one.at).trim().to_owned()],
            closing: buffer.line(close).trim().to_owned(),
            indent: String::new(),
            is_apart_above: is_apart(one.at + 1),
            is_apart_below: is_apart(close.saturating_sub(1)),
            is_macro: true,
        })
    }
}

impl Symbols {
    /// Returns the namespaces around a definition; none around a member, which stays in its class.
    ///
    /// # Errors
    /// They cannot be written again.
    pub fn around(
        &self,
        buffer: &Buffer,
        found: &SymbolMatch,
    ) -> Result<NamespaceLayers, UnrepeatableReason> {
        let Some((outline, id)) = self.item_of(buffer, found) else { return Ok(NamespaceLayers::default()) };
        let manifest = self.language().manifest();
        let whole = outline.item(outline.outermost(id)).range.clone();
        let Some(modules) = modules_around(outline, outline.outermost(id))? else {
            return Ok(NamespaceLayers::default());
        };
        let branches = self.branches(buffer).ok_or(UnrepeatableReason::Conditional)?;
        let own = branches.around(whole.start);
        let macros = open_macros(outline, buffer, whole.start);
        let outermost = modules.first().map_or(whole.start, |module| outline.item(*module).range.start);
        let is_outside = |one: &OpenMacro| buffer.line_start(one.at) < outermost;
        let of_macros =
            macros.iter().map(|one| NamespaceLayer::of_macro(buffer, one).filter(|_| is_outside(one)));
        let mut layers: Vec<NamespaceLayer> = of_macros.collect::<Option<_>>().unwrap_or_default();
        if let Some(innermost) = layers.last_mut() {
            innermost.is_apart_above |= innermost.is_apart_below;
        }
        for module in modules {
            let range = outline.item(module).range;
            let is_plain = own.starts_with(&branches.around(range.start))
                && branches.in_same_branch(range.start, range.end.saturating_sub(1));
            let layer = NamespaceLayer::read(self.outlined(outline, buffer), module).filter(|layer| {
                let mark = manifest.view.preprocessor.as_ref().map(|masks| masks.directive.as_str());
                let is_directive = |line: &String| mark.is_some_and(|mark| line.starts_with(mark));
                is_plain && !layer.heading.iter().any(is_directive)
            });
            layers.push(layer.ok_or(UnrepeatableReason::Conditional)?);
        }
        let indent = indentation(&buffer.line(buffer.line_of(whole.start))).to_owned();
        Ok(NamespaceLayers { layers, indent, macros })
    }
}

impl Symbols {
    /// Returns the conditionals, or macros, around the code after a byte offset, outermost first, as text for messages;
    /// an include guard around the file is left out.
    #[must_use]
    pub fn conditions_behind(&self, buffer: &Buffer, byte: usize) -> Vec<String> {
        let manifest = self.language().manifest();
        if let Some(rules) = &manifest.view.item_blocks {
            let outline = self.known.as_ref().map(|known| &known.outline);
            return outline.map_or_else(Vec::new, |outline| {
                item_macros_around(self.outlined(outline, buffer), rules, byte)
            });
        }
        let Some(branches) = self.branches(buffer) else { return Vec::new() };
        // A directive that begins at the byte offset is after it.
        let Some(before) = byte.checked_sub(1) else { return Vec::new() };
        let told = |one: BranchInfo| {
            let own = directive(buffer, &one.directive, manifest);
            if one.directive == one.opening {
                return own;
            }
            format!("{own} of {}", directive(buffer, &one.opening, manifest))
        };
        conditions(branches, manifest, buffer, before).into_iter().map(told).collect()
    }
}

/// Returns a directive without the comment after it.
fn directive(buffer: &Buffer, range: &Range<usize>, manifest: &Manifest) -> String {
    let text = buffer.slice(range.clone());
    let line = text.lines().next().unwrap_or_default();
    let lexical = &manifest.lexical;
    let marks = lexical.line_comments.iter().chain(lexical.block_comments.iter().map(|block| &block.open));
    let end = marks.filter_map(|mark| line.find(mark.as_str())).min().unwrap_or(line.len());
    format!("`{}`", line[..end].split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the namespaces around an item, outermost first; `None` if it is a member of something else.
pub(in crate::resolve::symbol) fn modules_around(
    outline: &Outline,
    id: ItemId,
) -> Result<Option<Vec<ItemId>>, UnrepeatableReason> {
    let mut found = Vec::new();
    let mut at = outline.item(id).parent;
    while at != FILE {
        let item = outline.item(at);
        match item.role {
            Role::Module => found.push(at),
            Role::Transparent => {}
            Role::Wrapper => return Err(UnrepeatableReason::Linkage),
            _ => return Ok(None),
        }
        at = item.parent;
    }
    found.reverse();
    Ok(Some(found))
}

/// Returns the names of a scope, an empty one for an anonymous scope.
pub(in crate::resolve::symbol) fn names(parts: &[NamePart]) -> Vec<&str> {
    if parts.is_empty() { vec![""] } else { parts.iter().map(|part| part.name.as_str()).collect() }
}

/// Returns the conditionals around a byte offset, except for an include guard.
pub(in crate::resolve::symbol) fn conditions(
    branches: &Branches,
    manifest: &Manifest,
    buffer: &Buffer,
    byte: usize,
) -> Vec<BranchInfo> {
    let mut found = branches.around(byte);
    found.retain(|one| !is_guard(one, manifest, buffer));
    found
}

/// Returns whether a conditional is an include guard.
pub(in crate::resolve::symbol) fn is_guard(
    condition: &BranchInfo,
    manifest: &Manifest,
    buffer: &Buffer,
) -> bool {
    let Some(rules) = manifest.imports.as_ref().filter(|_| condition.is_only) else { return false };
    let directive = buffer.slice(condition.directive.clone());
    let defines = |line: &str| rules.guard_defines.as_ref().is_some_and(|defines| line.starts_with(defines));
    rules.guard_opens.iter().any(|open| directive.starts_with(open.as_str()))
        && first_line_in(buffer, &condition.range).is_some_and(|line| defines(line.trim_start()))
}

/// Returns the first non-blank line in a range.
fn first_line_in<'b>(buffer: &'b Buffer, range: &Range<usize>) -> Option<Cow<'b, str>> {
    let lines = buffer.lines_of(range).map(|line| {
        let own = buffer.line_range(line);
        buffer.slice(own.start.max(range.start)..own.end.clamp(range.start, range.end))
    });
    lines.into_iter().find(|line| !is_blank(line))
}

/// Returns the macros on lines of their own before a byte offset that may open a scope which is not closed before it.
pub(super) fn open_macros(outline: &Outline, buffer: &Buffer, byte: usize) -> Vec<OpenMacro> {
    let before = |at: usize| buffer.line_start(at) < byte;
    let mut open = macro_scopes(outline, buffer);
    open.retain(|one| before(one.at) && one.closed_at.is_none_or(|close| !before(close)));
    open
}

/// Returns all macros on lines of their own that may open a scope, in file order.
pub(super) fn macro_scopes(outline: &Outline, buffer: &Buffer) -> Vec<OpenMacro> {
    let mut starts: Vec<usize> =
        outline.macros.iter().flatten().chain(&outline.standalone_macros).map(|one| one.start).collect();
    starts.sort_unstable();
    let lines = starts.into_iter().map(|start| buffer.line_of(start));
    scope_macros(lines.map(|at| (at, buffer.line(at))))
}

/// Returns the macros that may open a scope among some lines, which are given with their positions and in file order.
pub(in crate::resolve) fn scope_macros<'l>(
    lines: impl Iterator<Item = (usize, Cow<'l, str>)>,
) -> Vec<OpenMacro> {
    let mut found: Vec<OpenMacro> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, line) in lines {
        let name = macro_of(&line);
        let lower = name.to_lowercase();
        let has = |words: &[&str]| lower.split('_').any(|word| words.contains(&word));
        if name.is_empty() || !name.chars().all(is_word_char) {
            continue;
        }
        if has(&OPENS) {
            open.push(found.len());
            let line = line.split("//").next().unwrap_or_default().trim().to_owned();
            found.push(OpenMacro { line, at, closed_at: None });
        } else if has(&CLOSES)
            && let Some(last) = open.pop()
        {
            found[last].closed_at = Some(at);
        }
    }
    found
}

/// Returns the name of the macro on a line.
fn macro_of(line: &str) -> &str {
    line.split('(').next().unwrap_or_default().trim().trim_end_matches(';')
}
