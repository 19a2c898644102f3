//! The readings of a text that are parsed, and the parts that none of them shows.

use std::cell::OnceCell;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::macro_module::{MacroModule, hidden_modules};
use crate::lang::{
    ByteChange, Detail, Language, NameRules, Preprocessor, Syntax, TooCostly, changes, field, view,
};
use crate::resolve::bindings::{Graphs, RenameProblem};
use crate::resolve::symbol::macro_lines;
use crate::text::normal::{contains, find_words, is_word_char};
use crate::text::{Edit, WordPlaces};

/// The length in bytes below which a text is parsed from scratch for each reading.
const SHORTEST_CHANGED: usize = 16 << 10;

/// A reading of a text, with its tree.
pub(super) struct ParsedReading {
    pub(super) text: String,
    pub(super) tree: Tree,
    /// The ranges of functions and other statements in the file, a module or a class, as brackets show them.
    statements: Vec<Range<usize>>,
    /// The ranges of the braces of classes and modules.
    braces: Vec<Range<usize>>,
    /// Whether a macro is alone on a line, where it may open a module.
    pub(super) may_hide_modules: bool,
    /// The modules that macros open and close: `NS_BEGIN(detail)`.
    pub(super) hidden_modules: Vec<MacroModule>,
    /// The places of its words.
    pub(super) words: WordPlaces,
    flaws: OnceCell<Vec<SyntaxFlaw>>,
    lost_bodies: OnceCell<Vec<Range<usize>>>,
}

/// A place where the tree has an error.
struct SyntaxFlaw {
    range: Range<usize>,
    /// Whether only the grammar requires the missing part.
    is_of_grammar: bool,
    /// The argument list that contains the place, if there is one: the tree around that list is reliable.
    given: Option<Range<usize>>,
}

/// The unreliable parts of a text.
#[derive(Default)]
pub(super) struct BrokenText {
    /// The ranges in which the meaning of names is unknown.
    pub(super) parts: Vec<Range<usize>>,
    /// The byte offset of a syntax error near which a name may be declared, so that its meaning elsewhere is unknown,
    /// too.
    pub(super) declares: Option<usize>,
}

impl ParsedReading {
    /// Returns whether a syntax error may hide the meaning of one of these words.
    fn has_error(&self, words: [&str; 2], gaps: &[String]) -> bool {
        let mut known = None;
        let mut is_apart = |flaw: &SyntaxFlaw| {
            if let Some(given) = &flaw.given {
                return words.iter().all(|word| !self.says(given, word)).then_some(());
            }
            let around = self.statement(&flaw.range)?;
            let (_, is_apart) = known
                .take_if(|(of, _)| *of == around)
                .unwrap_or_else(|| (around, words.iter().all(|word| !self.says(around, word))));
            known = Some((around, is_apart));
            is_apart.then_some(())
        };
        let mut flaws = self.flaws(gaps).iter().filter(|flaw| !flaw.is_of_grammar);
        flaws.any(|flaw| is_apart(flaw).is_none())
    }

    /// Returns where names of these words are unreliable because of a syntax error nearby.
    pub(super) fn broken(&self, words: [&str; 2], rules: &NameRules) -> BrokenText {
        let gaps = &rules.required_by_grammar_only;
        if !self.has_error(words, gaps) {
            return BrokenText::default();
        }
        let mut declares = None;
        let says = |range: &Range<usize>| words.iter().any(|word| self.says(range, word));
        let mut parts: Vec<Range<usize>> =
            self.lost_bodies().iter().filter(|body| says(body)).cloned().collect();
        for flaw in self.flaws(gaps).iter().filter(|flaw| !flaw.is_of_grammar) {
            if let Some(given) = &flaw.given {
                parts.extend(says(given).then(|| given.clone()));
                continue;
            }
            let near = self.near(&flaw.range);
            let is_apart = !says(&near);
            let part = match self.statement(&flaw.range) {
                // A name that is declared near the error may be used anywhere in the body.
                Some(around) => self.body(&flaw.range, around).unwrap_or_else(|| around.clone()),
                None if is_apart => continue,
                None => {
                    if declares.is_none() && self.may_declare(&near, words, rules) {
                        declares = Some(flaw.range.start);
                    }
                    near.clone()
                }
            };
            let is_in_body = part.start <= near.start && near.end <= part.end;
            if !(is_in_body && is_apart) && parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        BrokenText { parts, declares }
    }

    /// Returns whether one of the words may be declared in a range: after a type, judged by its tokens.
    fn may_declare(&self, range: &Range<usize>, words: [&str; 2], rules: &NameRules) -> bool {
        let Some(text) = self.text.get(range.clone()) else { return true };
        let declares = |at: usize| declares_at(text, at, rules) && !self.is_extra(range.start + at);
        words.iter().any(|word| find_words(text, word).any(declares))
    }

    /// Returns whether a word is a local that the function around it declares before it, judged by tokens; a
    /// declaration at `own` does not count.
    pub(super) fn is_local(&self, at: usize, word: &str, own: Option<usize>, rules: &NameRules) -> bool {
        let Some(around) = self.statement(&(at..at + word.len())) else { return false };
        let Some(text) = self.text.get(around.clone()) else { return false };
        let declares = |local: usize| {
            let place = around.start + local;
            let is_inside = place <= at && Some(place) != own && text[..local].contains('{');
            is_inside && declares_at(text, local, rules) && !self.is_extra(place)
        };
        find_words(text, word).any(declares)
    }

    /// Returns the statements or declarations that contain a range, and those next to them.
    fn near(&self, range: &Range<usize>) -> Range<usize> {
        let root = self.tree.root_node();
        // A missing part is after a byte, and has no node.
        let from = if range.is_empty() { range.start.saturating_sub(1) } else { range.start };
        let Some(mut node) = root.descendant_for_byte_range(from, range.end) else {
            return 0..self.text.len();
        };
        let is_list = |kind: &str| {
            kind.ends_with("compound_statement")
                || kind.ends_with("_list") && !kind.ends_with("argument_list")
        };
        while let Some(parent) = node.parent() {
            if !node.is_error() && (parent.id() == root.id() || is_list(parent.kind())) {
                break;
            }
            if parent.id() == root.id() {
                break;
            }
            node = parent;
        }
        let start = node.prev_named_sibling().map_or(node.start_byte(), |before| before.start_byte());
        let end = node.next_named_sibling().map_or(node.end_byte(), |after| after.end_byte());
        start.min(range.start)..end.max(range.end)
    }

    /// Returns the outermost body in a statement that contains a range.
    fn body(&self, range: &Range<usize>, statement: &Range<usize>) -> Option<Range<usize>> {
        let mut node = self.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
        let mut found = None;
        while let Some(parent) = node.parent().filter(|parent| parent.start_byte() >= statement.start) {
            let is_body = field(parent, "body").is_some_and(|body| body.id() == node.id());
            if is_body && !parent.is_error() && node.end_byte() <= statement.end {
                found = Some(node.byte_range());
            }
            if parent.is_error() {
                found = None;
            }
            node = parent;
        }
        found
    }

    /// Returns the syntax errors, in file order.
    fn flaws(&self, gaps: &[String]) -> &[SyntaxFlaw] {
        self.flaws.get_or_init(|| self.find_flaws(gaps))
    }

    fn find_flaws(&self, gaps: &[String]) -> Vec<SyntaxFlaw> {
        let mut found = Vec::new();
        let mut around: Vec<Node<'_>> = Vec::new();
        let mut cursor = self.tree.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                let is_gap = around.last().is_some_and(|above| contains(gaps, above.kind()));
                let given =
                    around.iter().find(|above| above.is_error() || above.kind().ends_with("argument_list"));
                let given = given.filter(|above| !above.is_error()).map(Node::byte_range);
                found.push(SyntaxFlaw {
                    range: node.byte_range(),
                    is_of_grammar: node.is_missing() && is_gap || given.is_some() && self.ends_type(node),
                    given,
                });
            }
            if node.has_error() && cursor.goto_first_child() {
                around.push(node);
                continue;
            }
            while !cursor.goto_next_sibling() {
                around.pop();
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }

    /// Returns whether the only problem with an argument is that it is a type that ends with pointer signs:
    /// `va_arg(all, item **)`.
    fn ends_type(&self, error: Node<'_>) -> bool {
        let signs = self.text.get(error.byte_range()).unwrap_or_default();
        let [before, behind] = [&self.text[..error.start_byte()], &self.text[error.end_byte()..]];
        let is_of_signs = signs.chars().all(|char| char == '*' || char.is_whitespace());
        let is_behind_sign = !signs.is_empty() || before.trim_end().ends_with('*');
        is_of_signs && is_behind_sign && behind.trim_start().starts_with([',', ')'])
    }

    /// Returns whether another reading is equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.text == other.text
            && self.may_hide_modules == other.may_hide_modules
            && self.hidden_modules == other.hidden_modules
    }

    /// Returns the statement that contains a range.
    fn statement(&self, range: &Range<usize>) -> Option<&Range<usize>> {
        let behind = self.statements.partition_point(|one| one.start <= range.start);
        let around = behind.checked_sub(1).and_then(|at| self.statements.get(at));
        around.filter(|around| range.end <= around.end)
    }

    fn says(&self, range: &Range<usize>, word: &str) -> bool {
        let is_code = |at: usize| !self.is_extra(range.start + at);
        self.text.get(range.clone()).is_none_or(|text| find_words(text, word).any(is_code))
    }

    /// Returns whether a byte offset is in a comment.
    fn is_extra(&self, at: usize) -> bool {
        self.tree.root_node().descendant_for_byte_range(at, at + 1).is_some_and(|node| node.is_extra())
    }

    /// Returns the braces of classes and modules for which the tree has no node.
    fn lost_bodies(&self) -> &[Range<usize>] {
        self.lost_bodies.get_or_init(|| self.find_lost_bodies())
    }

    fn find_lost_bodies(&self) -> Vec<Range<usize>> {
        let root = self.tree.root_node();
        let is_lost = |braces: &&Range<usize>| {
            let node = root.descendant_for_byte_range(braces.start, braces.end);
            let mut same =
                std::iter::successors(node, Node::parent).take_while(|node| node.byte_range() == **braces);
            same.all(|node| node.is_error())
        };
        self.braces.iter().filter(is_lost).cloned().collect()
    }
}

/// Returns all readings of a text: one branch of conditional text at a time, without macros. `known` may contain the
/// trees.
pub(super) fn readings(
    syntax: &mut Syntax,
    known: &Graphs,
    text: &str,
) -> Result<Vec<ParsedReading>, RenameProblem> {
    read_all(syntax, text, |syntax, text, read: &[ParsedReading]| {
        let last = read.last().filter(|_| text.len() >= SHORTEST_CHANGED);
        match last.and_then(|last| Some((last, changes(&last.text, text)?))) {
            Some((last, changes)) => syntax.parse_changed((&last.text, &last.tree), &changes, text),
            None => known.parse(syntax, text),
        }
    })
}

/// Like [`readings`], for a text to which edits were applied.
pub(super) fn readings_after(
    syntax: &mut Syntax,
    before: &[ParsedReading],
    edits: &[Edit],
    text: &str,
) -> Result<Vec<ParsedReading>, RenameProblem> {
    let changes: Vec<ByteChange> = edits.iter().map(|edit| (edit.range.clone(), edit.text.len())).collect();
    read_all(syntax, text, |syntax, text, read: &[ParsedReading]| {
        let own = before.get(read.len()).filter(|_| text.len() >= SHORTEST_CHANGED);
        match own.filter(|own| edited(&own.text, edits) == text) {
            Some(own) => syntax.parse_changed((&own.text, &own.tree), &changes, text),
            None => syntax.parse(text),
        }
    })
}

/// Returns a text with edits, which are in order.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(text.get(done..edit.range.start).unwrap_or_default());
        out.push_str(&edit.text);
        done = edit.range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

fn read_all(
    syntax: &mut Syntax,
    text: &str,
    mut parse: impl FnMut(&mut Syntax, &str, &[ParsedReading]) -> Result<Tree, TooCostly>,
) -> Result<Vec<ParsedReading>, RenameProblem> {
    let language = syntax.language();
    let survey = Preprocessor::new(language.manifest(), syntax.macros(), text);
    let mut read: Vec<ParsedReading> = Vec::new();
    let mut add = |text: &str, may_hide_modules, hidden_modules, statements, braces| {
        let text = view(&language.manifest().view, text).into_owned();
        let tree = match read.iter().find(|reading| reading.text == text) {
            Some(same) => same.tree.clone(),
            None => parse(syntax, &text, &read).map_err(|TooCostly| RenameProblem::TooCostly)?,
        };
        read.push(ParsedReading {
            text,
            tree,
            statements,
            braces,
            may_hide_modules,
            hidden_modules,
            words: WordPlaces::default(),
            flaws: OnceCell::new(),
            lost_bodies: OnceCell::new(),
        });
        Ok(())
    };
    let Some(survey) = survey else {
        add(text, false, Vec::new(), Vec::new(), Vec::new())?;
        return Ok(read);
    };
    for shown in survey.readings(Detail::Full) {
        let may_hide_modules = !macro_lines(text, &shown).is_empty();
        let braces = shown.scopes.into_iter().map(|scope| scope.braces).collect();
        let macros = shown.macros.iter().chain(&shown.statement_macros).map(|range| range.start);
        let hidden_modules = hidden_modules(text, macros.collect());
        add(&shown.text, may_hide_modules, hidden_modules, shown.statements, braces)?;
    }
    Ok(read)
}

/// Returns whether a word follows a type, judged by its tokens.
fn declares_at(text: &str, at: usize, rules: &NameRules) -> bool {
    let before = text[..at].trim_end();
    match &before[before.trim_end_matches(is_word_char).len()..] {
        "" => {
            let is_behind_sign = before.ends_with(['*', '&', '>', '{', '}', ';']) && !before.ends_with("->");
            before.is_empty() || is_behind_sign
        }
        word => !contains(&rules.value_words, word),
    }
}

/// Returns the branches that no compiler reads.
pub(super) fn dead_parts(language: &Language, text: &str) -> Vec<Range<usize>> {
    let Some(masks) = &language.manifest().view.preprocessor else { return Vec::new() };
    let mut parts = Vec::new();
    // The start of each open branch, if it is dead.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let Some(directive) = line.trim_start().strip_prefix(masks.directive.as_str()) else { continue };
        let mut words = directive.split_whitespace();
        let word = words.next().unwrap_or_default();
        let is_opened = contains(&masks.opens, word);
        if !is_opened && !contains(&masks.alternatives, word) && word != masks.close {
            continue;
        }
        if !is_opened && let Some(Some(from)) = open.pop() {
            parts.push(from..start);
        }
        if word != masks.close {
            let is_dead = is_opened
                && words.next().is_some_and(|value| contains(&masks.dead, value))
                && words.next().is_none();
            open.push(is_dead.then_some(end));
        }
    }
    parts.sort_unstable_by_key(|part| part.start);
    parts
}
