//! The texts that are parsed, and what none of them shows.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::problem::RenameProblem;
use super::scope::Mention;
use crate::lang::{Detail, Language, Survey, Syntax, view};
use crate::resolve::symbol::words_of_macros;
use crate::text::normal::{word_at, words_at};

/// A text as it is parsed, with its tree.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) tree: Tree,
    /// Functions and other statements that stand in the file, a module or a class, as brackets show them.
    statements: Vec<Range<usize>>,
    /// The braces of classes and modules.
    braces: Vec<Range<usize>>,
    /// Whether a macro has a line for itself: it may open a module.
    pub(super) may_hide_modules: bool,
}

impl Reading {
    /// The first syntax error that may hide what one of these words means.
    pub(super) fn error(&self, words: [&str; 2], gaps: &[String]) -> Option<usize> {
        let mut errors = Syntax::errors(&self.tree);
        errors.retain(|error| !self.is_of_grammar(error, gaps));
        let is_known = errors.is_empty() || self.braces.iter().all(|braces| self.has_body(braces));
        let mut first = errors.into_iter().filter(|error| !is_known || !self.is_apart(error, words));
        first.next().map(|error| error.start)
    }

    /// Whether something is missing in a node in which the grammar alone wants it.
    fn is_of_grammar(&self, error: &Range<usize>, gaps: &[String]) -> bool {
        let node = self.tree.root_node().descendant_for_byte_range(error.start, error.end);
        let around = std::iter::successors(node, Node::parent).find(|node| !node.is_missing());
        error.is_empty() && around.is_some_and(|node| gaps.iter().any(|kind| kind == node.kind()))
    }

    /// Whether a syntax error lies in a statement that has none of the words.
    fn is_apart(&self, error: &Range<usize>, words: [&str; 2]) -> bool {
        let behind = self.statements.partition_point(|one| one.start <= error.start);
        let around = behind.checked_sub(1).and_then(|at| self.statements.get(at));
        let around = around.filter(|around| error.end <= around.end);
        let text = around.and_then(|around| self.text.get(around.clone()));
        text.is_some_and(|text| words.iter().all(|word| word_at(text, word).is_none()))
    }

    /// Whether the tree has a node with just these braces.
    fn has_body(&self, braces: &Range<usize>) -> bool {
        let brace = self.tree.root_node().descendant_for_byte_range(braces.start, braces.start + 1);
        let body = brace.and_then(|brace| brace.parent());
        body.is_some_and(|body| body.byte_range() == *braces && !body.is_error())
    }
}

/// Every way to read a text: one branch of conditional text at a time, without macros.
pub(super) fn readings(
    language: &'static Language,
    syntax: &mut Syntax,
    text: &str,
) -> Result<Vec<Reading>, RenameProblem> {
    let survey = Survey::new(language.manifest(), syntax.macros(), text);
    let Some(survey) = survey else {
        return Ok(vec![reading(language, syntax, text)?]);
    };
    let mut read = Vec::new();
    for shown in survey.readings(Detail::Full) {
        let may_hide_modules = !words_of_macros(text, &shown).is_empty();
        let statements = shown.statements;
        let braces = shown.scopes.into_iter().map(|scope| scope.braces).collect();
        read.push(Reading {
            statements,
            braces,
            may_hide_modules,
            ..reading(language, syntax, &shown.text)?
        });
    }
    Ok(read)
}

fn reading(language: &'static Language, syntax: &mut Syntax, text: &str) -> Result<Reading, RenameProblem> {
    let text = view(&language.manifest().view, text).into_owned();
    let tree = syntax.parse(&text).map_err(|_| RenameProblem::TooCostly)?;
    Ok(Reading { text, tree, statements: Vec::new(), braces: Vec::new(), may_hide_modules: false })
}

/// The places of a word that are in none of the ranges that were read, and what they are.
pub(super) fn unread(language: &Language, text: &str, word: &str, read: &[Range<usize>]) -> Vec<Mention> {
    let mut read: Vec<&Range<usize>> = read.iter().collect();
    read.sort_unstable_by_key(|range| range.start);
    let mut shown = 0;
    let mut at_range = 0;
    let mut found = Vec::new();
    for at in words_at(text, word) {
        while let Some(range) = read.get(at_range).filter(|range| range.start <= at) {
            shown = shown.max(range.end);
            at_range += 1;
        }
        if shown < at + word.len() {
            let is_prose = is_prose(language, text, at);
            found.push(if is_prose { Mention::Prose(at) } else { Mention::Unread(at) });
        }
    }
    found
}

/// Whether a word on a line of directives names a file, or stands in a comment.
fn is_prose(language: &Language, text: &str, at: usize) -> bool {
    let manifest = language.manifest();
    let before = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let directive = manifest.view.masks.as_ref().map_or("", |masks| masks.directive.as_str());
    let lexical = &manifest.lexical;
    let blocks = lexical.block_comments.iter().map(|block| &block.open);
    let is_comment = lexical.line_comments.iter().chain(blocks).any(|mark| before.contains(mark.as_str()));
    let before = before.trim_start();
    !directive.is_empty()
        && before.starts_with(directive)
        && (is_comment
            || manifest
                .imports
                .iter()
                .flat_map(|imports| &imports.begins)
                .any(|word| before.starts_with(word.as_str())))
}
