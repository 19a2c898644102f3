//! Finds the last statement of a body: whether it is a jump, and what belongs to it.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::view::DefinitionView;
use crate::lang::{Detail, Preprocessor, SymbolRules, Syntax, TooCostly, field};
use crate::text::least_indent;
use crate::text::normal::{contains, indentation, is_blank, is_word_char, trim};

/// The maximum nesting of branches.
const MAX_BRANCH_DEPTH: usize = 30;

/// The last statement of a body.
pub(super) struct LastStatement {
    /// The start of what belongs to it: its attributes, and the values that replace it under another condition.
    pub(super) lead: usize,
    /// Its own start.
    pub(super) start: usize,
    /// The byte offset after it.
    pub(super) end: usize,
    /// Whether it always leaves the body, so that code after it is never executed.
    pub(super) is_leaving: bool,
    /// Whether it is the value of the body.
    pub(super) is_value: bool,
}

/// Statements that may leave a `switch` or `match`.
const JUMPS: [&str; 2] = ["break_statement", "goto_statement"];

impl DefinitionView<'_> {
    /// Returns the last statement of a body, without comments, in the first reading of conditional text.
    pub(super) fn last_statement(&self, body: &Range<usize>) -> Option<LastStatement> {
        let manifest = self.file.manifest();
        if manifest.symbols.terminating_statements.is_empty() {
            return None;
        }
        let start = self.place.declaration;
        let mut text = self.file.buffer.slice(start..body.end.max(start)).into_owned();
        let inner = body.start.checked_sub(start)?..text.trim_end().len();
        text.push_str(&self.behind(body));
        let mut syntax = self.symbols.syntax.fresh();
        let survey = Preprocessor::new(manifest, syntax.macros(), &text);
        let reading = survey.and_then(|survey| survey.readings(Detail::Full).next());
        let reading = reading.filter(|reading| reading.text != text);
        let found = reading.and_then(|reading| self.last_in(&mut syntax, &reading.text, &inner).0);
        // Code after a directive is only present under a condition.
        let ends_body = |last: &Range<usize>| {
            let masks = manifest.view.preprocessor.as_ref();
            let directive = masks.map_or("", |masks| masks.directive.as_str());
            let mut lines = text[last.end..inner.end.max(last.end)].lines();
            directive.is_empty() || !lines.any(|line| trim(line).starts_with(directive))
        };
        let found = found.filter(|(last, found)| ends_body(last) && found.is_leaving);
        let (found, is_read) = match found {
            Some(found) => (Some(found), true),
            None => self.last_in(&mut syntax, &text, &inner),
        };
        let found = found.map(|(last, found)| LastStatement {
            lead: start + found.lead,
            start: start + last.start,
            end: start + last.end,
            ..found
        });
        match found {
            Some(found) if is_read || found.is_leaving => Some(found),
            found => self.last_line(body).or(found),
        }
    }

    /// Returns the last statement according to the lines of a body in which the grammar finds errors: a jump keyword
    /// with the indentation of the body, followed only by deeper lines and closing brackets.
    fn last_line(&self, body: &Range<usize>) -> Option<LastStatement> {
        let buffer = self.file.buffer;
        let (first, last) = (buffer.line_of(body.start), buffer.line_of(body.end));
        let inner = first + 1..last;
        let own: Vec<String> = inner.clone().map(|line| buffer.line(line).into_owned()).collect();
        let rules = self.file.manifest().row_rules();
        let base = least_indent(&own, rules)?;
        let is_comment = |line: &str| rules.lexical.begins_with_line_comment(line);
        let mut outer = inner.zip(&own).rev().filter(|(_, line)| {
            let is_outer = indentation(line) == base.as_str();
            !is_blank(line) && is_outer && !trim(line).starts_with([')', ']']) && !is_comment(line)
        });
        let (line, text) = outer.find(|(_, line)| !trim(line).starts_with("})"))?;
        let leaving = &self.file.manifest().symbols.terminating_statements;
        let word = trim(text).split(|char| !is_word_char(char)).next().unwrap_or_default();
        let is_leaving = leaving.iter().any(|kind| kind.split_once('_').is_some_and(|(own, _)| own == word));
        let start = buffer.line_start(line) + indentation(text).len();
        is_leaving.then_some(LastStatement { lead: start, start, end: start, is_leaving, is_value: false })
    }

    /// Returns the last statement of the body at a range of the text, with its byte range, and whether the text was
    /// parsed without errors.
    fn last_in(
        &self,
        syntax: &mut Syntax,
        text: &str,
        inner: &Range<usize>,
    ) -> (Option<(Range<usize>, LastStatement)>, bool) {
        match syntax.parse(text) {
            Ok(tree) => (self.last_of(&tree, text, inner), !tree.root_node().has_error()),
            Err(TooCostly) => (None, false),
        }
    }

    fn last_of(
        &self,
        tree: &Tree,
        text: &str,
        inner: &Range<usize>,
    ) -> Option<(Range<usize>, LastStatement)> {
        let rules = &self.file.manifest().symbols;
        let mut block = tree.root_node().descendant_for_byte_range(inner.start, inner.end)?;
        // The node of a body with one statement may have the same range.
        while let Some(around) = block.parent().filter(|around| around.byte_range() == block.byte_range()) {
            block = around;
        }
        let returns = block.parent().is_some_and(|around| field(around, "return_type").is_some());
        if let Some(body) = field(block, "body") {
            block = body;
        }
        let mut last = last_child(block)?;
        if last.kind().ends_with("_list") {
            last = last_child(last)?;
        }
        last = self.above_definitions(last, (text, rules)).unwrap_or(last);
        if last.has_error() {
            return None;
        }
        // A labeled statement is executed like the statement itself.
        while field(last, "label").is_some()
            && let Some(labelled) = last_child(last).filter(|inner| inner.end_byte() == last.end_byte())
        {
            last = labelled;
        }
        let lead = lead_of(last, text, rules);
        // An attribute may be part of the statement's node.
        while last.named_child(0).is_some_and(|first| contains(&rules.statement_attributes, first.kind()))
            && let Some(inner) = last_child(last).filter(|inner| inner.end_byte() == last.end_byte())
        {
            last = inner;
        }
        let own = &text[last.byte_range()];
        let closes = |end: &String| own.ends_with(end.as_str()) || own.ends_with('}') && !returns;
        let is_item = self.is_item(last);
        let found = LastStatement {
            lead,
            start: last.start_byte(),
            end: last.end_byte(),
            is_leaving: always_leaves(last, (text, rules), 0),
            is_value: !is_item && rules.statement_terminator.as_ref().is_some_and(|end| !closes(end)),
        };
        Some((last.byte_range(), found))
    }

    /// Returns the statement above the definitions at the end of a body, if it is a jump: such definitions are valid
    /// even if they are never reached.
    fn above_definitions<'tree>(
        &self,
        last: Node<'tree>,
        (text, rules): (&str, &SymbolRules),
    ) -> Option<Node<'tree>> {
        let mut above = std::iter::successors(Some(last), |node| sibling_above(*node));
        let found = above.find(|node| !self.is_item(*node)).filter(|found| *found != last)?;
        always_leaves(found, (text, rules), 0).then_some(found)
    }

    /// Returns whether a statement defines something; expressions may also have a name, such as that of the type that
    /// they construct.
    pub(super) fn is_item(&self, node: Node<'_>) -> bool {
        let locals = self.symbols.language().local_rules();
        let is_expression =
            locals.is_some_and(|locals| locals.expressions.iter().any(|own| own.kind == node.kind()));
        field(node, "name").is_some() && !is_expression
    }
}

/// Returns the start of what belongs to a last statement: its attributes, and the values before it if each of them is
/// conditional and so is the last statement in some builds.
fn lead_of(last: Node<'_>, text: &str, rules: &SymbolRules) -> usize {
    let (mut lead, mut is_conditional) = with_attributes(last, text, rules);
    while is_conditional
        && let Some(above) = sibling_above(lead)
        && is_last_there(above, text, rules)
        && let (top, true) = with_attributes(above, text, rules)
    {
        (lead, is_conditional) = (top, true);
    }
    lead.start_byte()
}

/// Returns the first of the attributes above a statement, or the statement itself, and whether one of them is a
/// condition.
fn with_attributes<'tree>(node: Node<'tree>, text: &str, rules: &SymbolRules) -> (Node<'tree>, bool) {
    let (mut top, mut is_conditional) = (node, false);
    while let Some(above) =
        sibling_above(top).filter(|above| contains(&rules.statement_attributes, above.kind()))
    {
        let own = &text[above.byte_range()];
        is_conditional |= rules.conditional_attributes.iter().any(|mark| own.starts_with(mark.as_str()));
        top = above;
    }
    (top, is_conditional)
}

/// Returns the preceding sibling that is not a comment.
fn sibling_above(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::successors(node.prev_named_sibling(), Node::prev_named_sibling).find(|above| !above.is_extra())
}

/// Returns whether a body that ends with this statement would end with a value or a jump.
fn is_last_there(node: Node<'_>, text: &str, rules: &SymbolRules) -> bool {
    let Some(sign) = &rules.statement_terminator else { return false };
    let mut inner = node;
    while !inner.kind().ends_with("block")
        && inner.named_child_count() == 1
        && let Some(child) = inner.named_child(0)
    {
        inner = child;
    }
    let end = if inner.kind().ends_with("block") { last_child(inner) } else { Some(inner) };
    let is_statement = |node: Node<'_>| text[node.byte_range()].ends_with(sign.as_str());
    always_leaves(node, (text, rules), 0) || !is_statement(node) && end.is_some_and(|end| !is_statement(end))
}

/// Returns the last child that is not a comment.
pub(super) fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).last()
}

/// Returns whether a statement is a call that never returns.
pub(super) fn leaves_by_call(text: &str, calls: &[String]) -> bool {
    calls.iter().any(|call| text.starts_with(call.as_str()))
}

/// Returns whether code after a statement is never executed: it is a jump, or ends with one in each of its branches.
pub(super) fn always_leaves(node: Node<'_>, (text, rules): (&str, &SymbolRules), depth: usize) -> bool {
    let leaves = |inner: Option<Node<'_>>| {
        depth < MAX_BRANCH_DEPTH && inner.is_some_and(|inner| always_leaves(inner, (text, rules), depth + 1))
    };
    let kind = node.kind();
    if contains(&rules.terminating_statements, kind)
        || leaves_by_call(&text[node.byte_range()], &rules.diverging_calls)
    {
        return true;
    }
    let mut cursor = node.walk();
    let others: Vec<Node<'_>> = node.children_by_field_name("alternative", &mut cursor).collect();
    match (field(node, "consequence"), others.last()) {
        // If the last one is `elif` and not `else`, the code after it may be executed.
        (Some(first), Some(last)) => {
            let branch = |other: &Node<'_>| {
                leaves(field(*other, "consequence").filter(|_| other != last).or(Some(*other)))
            };
            leaves(Some(first)) && others.iter().all(branch)
        }
        (Some(_), None) => false,
        _ if contains(&rules.choices, kind) => {
            is_exhaustive(node, (text, rules))
                && cases_run(node, rules).into_iter().all(|case| leaves(last_child(case)))
                && !breaks(node)
        }
        _ if contains(&rules.tries, kind) => try_leaves(node, leaves),
        _ if contains(&rules.conditional_nodes, kind) => {
            let alternative = field(node, "alternative");
            let branch = |branch: Node<'_>| match contains(&rules.conditional_nodes, branch.kind()) {
                true => leaves(Some(branch)),
                false => leaves(last_child(branch)),
            };
            let mut cursor = node.walk();
            let own = node.named_children(&mut cursor).filter(|child| !child.is_extra());
            let own = own.filter(|child| Some(*child) != alternative).last();
            alternative.is_some_and(branch) && leaves(own)
        }
        _ if kind.ends_with("block")
            || kind.ends_with("compound_statement")
            || kind.ends_with("statement_list")
            || kind == "else_clause" =>
        {
            leaves(last_child(node))
        }
        // A `switch` or a jump such as `throw` may be an expression.
        _ if node.named_child_count() == 1 => node.named_child(0).is_some_and(|child| {
            contains(&rules.terminating_statements, child.kind())
                || contains(&rules.choices, child.kind()) && leaves(Some(child))
        }),
        _ => false,
    }
}

/// Returns whether a `try` statement leaves the body on each of its paths.
fn try_leaves<'tree>(node: Node<'tree>, leaves: impl Fn(Option<Node<'tree>>) -> bool) -> bool {
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.named_children(&mut cursor).filter(|part| !part.is_extra()).collect();
    let begins = |part: &Node<'_>, word: &str| part.kind().starts_with(word);
    let at_end = parts.iter().find(|part| begins(part, "finally"));
    let otherwise = parts.iter().find(|part| begins(part, "else"));
    let is_body = |part: &Node<'_>| field(node, "body") == Some(*part);
    let part_leaves = |part: &Node<'tree>| match is_body(part) {
        true => leaves(Some(*part)) || otherwise.is_some_and(|other| leaves(Some(*other))),
        false => leaves(last_child(*part)),
    };
    let is_way = |part: &&Node<'tree>| is_body(part) || begins(part, "except") || begins(part, "catch");
    at_end.is_some_and(|part| leaves(last_child(*part))) || parts.iter().filter(is_way).all(part_leaves)
}

/// Returns whether a `switch` has a default case.
fn is_exhaustive(choice: Node<'_>, (text, rules): (&str, &SymbolRules)) -> bool {
    let begins = |own: &str| rules.default_cases.iter().any(|start| own.starts_with(start.as_str()));
    cases(choice).into_iter().any(|case| begins(&text[case.byte_range()]))
}

/// Returns the cases that have their own statements: in languages with fallthrough, a case without statements continues
/// with the next one.
fn cases_run<'tree>(choice: Node<'tree>, rules: &SymbolRules) -> Vec<Node<'tree>> {
    let mut cases = cases(choice);
    let last = cases.pop();
    cases.retain(|case| !rules.cases_fall_through || case.named_child_count() > 1);
    cases.extend(last);
    cases
}

/// Returns the cases of a `switch` or `match`.
fn cases(node: Node<'_>) -> Vec<Node<'_>> {
    let block = field(node, "body").unwrap_or(node);
    let mut cursor = block.walk();
    let is_case = |child: &Node<'_>| {
        let kind = child.kind();
        !child.is_extra() && ["case", "default", "group", "rule"].iter().any(|word| kind.contains(word))
    };
    block.named_children(&mut cursor).filter(is_case).collect()
}

/// Returns whether a jump may continue after the `switch`.
fn breaks(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    loop {
        if JUMPS.contains(&cursor.node().kind()) {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() || cursor.node() == node {
                return false;
            }
        }
    }
}
