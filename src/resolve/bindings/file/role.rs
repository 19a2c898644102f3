//! The roles of names at their places.

use std::ops::Range;

use tree_sitter::Node;

use super::expr::{chain, expr, field_of_rule, name_of_rule, names_before};
use super::graph::{BindingGraph, BindingId, Expr, space};
use crate::lang::{Expression, ExpressionKind, ModuleStyle, field, is_of, module_before};
use crate::text::normal::is_word_char;

/// The number of ancestors of a string that are examined.
const MOST_ABOVE: usize = 8;

/// The role of a name at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum NameRole {
    /// The name is bound there.
    Bound(BindingId),
    /// The name is imported from the module before it.
    Imported(Vec<String>),
    /// The name is in the path of a module.
    ModulePath,
    /// The name is that of an argument or a key, of the given callee or object.
    Label(Option<Expr>),
    /// The name is that of a member of an object, and of the variable that is its value.
    Given(BindingId),
    /// The name is unqualified.
    Plain,
    /// The name is a member of an object, or of the path before it.
    Member(Expr),
    /// The name is in code that is not parsed, after the given text.
    Token(TokenBefore),
    /// The name is in a comment.
    Comment,
    /// The name is in a comment that names something for code outside of the project.
    Ordered,
    /// The name is in a string.
    Text,
    /// The name is in the arguments of an attribute, after the given path.
    Attribute(Vec<String>),
    /// The name is that of an attribute or a derive, after the given path.
    Applied(Vec<String>),
    /// The name is in the braces of a format string of a macro; the value says whether that is certain.
    Formatted(bool),
    /// The name is a whole string in a list of the file's exports.
    Exported,
    /// The name is a whole string passed to a function that looks up names by strings, with the object in which it is
    /// looked up; or the end of a path in such a string.
    Reached(Option<Expr>),
    /// The name is in a string that contains code.
    Quoted,
    /// The role is unknown.
    Unread,
}

/// The text before a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum TokenBefore {
    Nothing,
    /// An object and the operator for member access.
    Object,
    /// A path, as segments.
    Path(Vec<String>),
    /// A path that begins with an unknown type, such as a macro parameter.
    Type,
}

impl BindingGraph {
    /// Returns the role of the name at a range.
    pub(in crate::resolve::bindings) fn role(&self, range: &Range<usize>) -> NameRole {
        if let Some(path) = self.imported.get(&range.start) {
            return NameRole::Imported(path.clone());
        }
        if let Some(module) = module_before(&self.language.manifest().view, &self.text, range.start) {
            return NameRole::Imported(vec![module.to_owned()]);
        }
        if let Some(id) = self.by_byte.get(&range.start)
            && self.bindings[*id].name == *range
        {
            return NameRole::Bound(*id);
        }
        if let Some(callee) = self.labels.get(&range.start) {
            return match callee {
                // A pattern refers to members, whatever the arguments of its class are called.
                Some(class) if self.is_in_pattern(range) => NameRole::Member(class.clone()),
                callee => NameRole::Label(callee.clone()),
            };
        }
        let is_in = |quoted: &&Range<usize>| quoted.start <= range.start && range.end <= quoted.end;
        if let Some(quoted) = self.code_strings.iter().find(is_in) {
            let of = self.dotted_before(quoted.start, range.start);
            return of.map_or(NameRole::Quoted, NameRole::Member);
        }
        let root = self.tree.root_node();
        let Some(node) = root.descendant_for_byte_range(range.start, range.end) else {
            return NameRole::Unread;
        };
        let rules = self.rules();
        let marked = &self.marked(range);
        if let Some(path) = self.segments.get(&range.start) {
            return if path.is_empty() {
                NameRole::Plain
            } else {
                NameRole::Token(TokenBefore::Path(path.clone()))
            };
        }
        let above: Vec<Node<'_>> =
            std::iter::successors(Some(node), |node| node.parent()).take(MOST_ABOVE).collect();
        // `from`, `is` and `match` are keywords in some places, and names in others.
        let is_keyword = !node.is_named() && node.byte_range() == *range && node.kind() == self.slice(range);
        if is_keyword || above.iter().take(2).any(|node| is_of(node, &rules.built_in_types)) {
            return NameRole::Label(None);
        }
        if above.iter().take(3).any(|node| is_of(node, &rules.comments)) {
            let comment = above.iter().find(|node| is_of(*node, &rules.comments));
            let text = comment.map_or("", |node| self.slice(&node.byte_range()));
            let is_order = rules.binding_comments.iter().any(|order| text.starts_with(order.as_str()));
            return if is_order { NameRole::Ordered } else { NameRole::Comment };
        }
        if let Some(attribute) = above.iter().find(|node| is_of(*node, &rules.attributes)) {
            return self.in_attribute(attribute, range);
        }
        if !rules.format_macros.is_empty() && self.names_filled_in(range, &above) {
            return NameRole::Label(None);
        }
        let text = self.slice(range);
        if node.byte_range() != *marked || above.iter().take(2).any(|node| is_of(node, &rules.strings)) {
            if above.iter().take(3).any(|node| is_of(node, &rules.strings)) {
                return self.string_role(range, &above);
            }
            // A part of a literal is no name: `'e'` is a character, as `1e` is a number.
            if is_of(node, &rules.literals) || self.is_part_of_name(node) || self.is_part_of_tag(node) {
                return NameRole::Label(None);
            }
            return if word_is_blank(text) { NameRole::Unread } else { self.token(range) };
        }
        let Some(parent) = node.parent() else { return NameRole::Unread };
        if is_of(parent, &rules.tokens) || parent.is_error() {
            return self.token(range);
        }
        if is_of(parent, &rules.jsx_paths) {
            return NameRole::Label(None);
        }
        if is_of(parent, &rules.jsx_tags) && text.starts_with(char::is_lowercase) {
            return NameRole::Label(None);
        }
        if is_of(parent, &rules.jsx_attributes) && self.is_plain_tag(parent) {
            return NameRole::Label(None);
        }
        if is_of(parent, &rules.jsx_attributes) {
            return NameRole::Label(Some(Expr::Other));
        }
        let rule = rules.expressions.iter().find(|rule| rule.kind == parent.kind());
        if rule.is_some_and(|rule| rule.is == ExpressionKind::Chain) {
            return chain(names_before(parent, range.start)).map_or(NameRole::Plain, NameRole::Member);
        }
        let is_name = |rule: &&Expression| {
            name_of_rule(rule, parent).is_some_and(|name| name.id() == node.id())
                && matches!(
                    rule.is,
                    ExpressionKind::Member
                        | ExpressionKind::Path
                        | ExpressionKind::Invoke
                        | ExpressionKind::Reference
                )
        };
        let is_member = || rule.is_some_and(|rule| rule.is == ExpressionKind::Member && is_name(&rule));
        if self.is_loose_at(range.start) && !is_member() {
            return self.token(range);
        }
        match rule.filter(is_name) {
            Some(rule) => {
                let of = match &rule.operand {
                    Some(of) => field_of_rule(rule, parent, of),
                    None => parent.named_child(0).filter(|first| first.id() != node.id()),
                };
                match of {
                    Some(of) => NameRole::Member(expr(rules, &self.text, of, 0)),
                    None if rule.is == ExpressionKind::Path => {
                        NameRole::Token(TokenBefore::Path(vec![String::new()]))
                    }
                    None => NameRole::Plain,
                }
            }
            None => NameRole::Plain,
        }
    }

    /// Returns the dotted names that end at a byte offset, beginning at `from` at the earliest; `None` if there are
    /// none.
    fn dotted_before(&self, from: usize, end: usize) -> Option<Expr> {
        let before = self.text.get(from..end)?;
        let names = before.trim_end_matches(|char| is_word_char(char) || char == '.');
        let mut at = from + names.len();
        chain(self.text[at..end].strip_suffix('.')?.split('.').map(|name| {
            let range = at..at + name.len();
            at = range.end + 1;
            range
        }))
    }

    /// Returns whether a label is in a class pattern.
    fn is_in_pattern(&self, range: &Range<usize>) -> bool {
        let label = self.tree.root_node().descendant_for_byte_range(range.start, range.end);
        let kind = label.and_then(|label| label.parent()).map(|parent| parent.kind());
        self.rules().pattern_labels.iter().any(|one| Some(one.as_str()) == kind)
    }

    /// Returns whether a node is a name of which a word is only a part, separated by a sign.
    fn is_part_of_name(&self, node: Node<'_>) -> bool {
        let signs = &self.rules().name_signs;
        let name = self.slice(&node.byte_range());
        node.is_named()
            && node.child_count() == 0
            && name.contains(|char| signs.contains(&char))
            && name.chars().all(|char| is_word_char(char) || signs.contains(&char))
    }

    /// Returns whether an argument belongs to a tag of the platform; a tag with signs in its name may belong to the
    /// project.
    fn is_plain_tag(&self, argument: Node<'_>) -> bool {
        let tag = argument.parent().and_then(|tag| field(tag, "name"));
        tag.is_some_and(|tag| {
            let name = self.slice(&tag.byte_range());
            name.starts_with(|char: char| char.is_ascii_lowercase()) && name.chars().all(is_word_char)
        })
    }

    /// Returns whether a node is the name of a tag or of an attribute, of which a word is only a part: `aria-label`.
    fn is_part_of_tag(&self, node: Node<'_>) -> bool {
        let rules = self.rules();
        let parent = node.parent().map_or("", |parent| parent.kind());
        let mut kinds = rules.jsx_tags.iter().chain(&rules.jsx_attributes).chain(&rules.jsx_paths);
        node.is_named() && node.child_count() == 0 && kinds.any(|kind| kind == parent)
    }

    fn string_role(&self, range: &Range<usize>, above: &[Node<'_>]) -> NameRole {
        let rules = self.rules();
        let quote = |char: char| matches!(char, '"' | '\'' | '`');
        let before = self.text[..range.start].chars().next_back();
        let after = self.text[range.end..].chars().next();
        if let Some(is_sure) = self.formatted(range, above) {
            return NameRole::Formatted(is_sure);
        }
        if self.is_module_path(range, above) {
            return NameRole::ModulePath;
        }
        let ends = after.is_some_and(quote);
        let is_whole = ends && before.is_some_and(quote);
        let is_last = ends && before == Some('.');
        if !is_whole && !is_last {
            return NameRole::Text;
        }
        for node in above {
            if is_whole
                && let Some(exports) = &rules.exports
                && let Some(left) = field(*node, "left").or_else(|| field(*node, "object"))
                && self.slice(&left.byte_range()) == exports
            {
                return NameRole::Exported;
            }
            if is_whole
                && let Some(left) = field(*node, "left")
                && rules.member_lists.iter().any(|list| self.slice(&left.byte_range()) == list)
                && let Some(class) = above
                    .iter()
                    .filter(|one| one.end_byte() > node.end_byte())
                    .find_map(|one| field(*one, "name"))
            {
                return NameRole::Member(Expr::Name(class.byte_range()));
            }
            let call = rules.expressions.iter().find(|rule| rule.kind == node.kind());
            let called = |rule: &Expression| match rule.is {
                ExpressionKind::Call => rule.operand.as_ref().and_then(|of| field(*node, of)),
                ExpressionKind::Invoke => rule.name.as_ref().and_then(|name| field(*node, name)),
                _ => None,
            };
            if let Some(of) = call.and_then(called)
                && of.end_byte() <= range.start
            {
                let called = self.slice(&of.byte_range());
                let is_dynamic = rules.dynamic.iter().any(|word| {
                    called
                        .strip_suffix(word.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                });
                return match is_dynamic {
                    true => NameRole::Reached(self.object_before(range, node).filter(|_| is_whole)),
                    false => NameRole::Text,
                };
            }
        }
        NameRole::Text
    }

    /// Returns the first argument of a call, if a string is the second one.
    fn object_before(&self, string: &Range<usize>, call: &Node<'_>) -> Option<Expr> {
        let values = field(*call, "arguments")?;
        let mut cursor = values.walk();
        let mut values = values.named_children(&mut cursor).filter(|value| !value.is_extra());
        let (first, second) = (values.next()?, values.next()?);
        let is_second = second.start_byte() < string.start && string.end < second.end_byte();
        is_second.then(|| expr(self.rules(), &self.text, first, 0))
    }

    /// Returns whether a word is in the path of a module that is imported or reexported.
    fn is_module_path(&self, range: &Range<usize>, above: &[Node<'_>]) -> bool {
        let rules = self.rules();
        let is_path = |node: &Node<'_>| {
            let statement = field(*node, "source").filter(|_| rules.modules == ModuleStyle::Files);
            let called = field(*node, "function").filter(|function| {
                let name = self.slice(&function.byte_range());
                function.end_byte() <= range.start && rules.module_calls.iter().any(|call| call == name)
            });
            statement
                .is_some_and(|source| source.start_byte() <= range.start && range.end <= source.end_byte())
                || called.is_some()
        };
        above.iter().take(4).any(is_path)
    }

    /// Returns the text before a byte offset, without trailing whitespace and comments.
    pub(in crate::resolve::bindings) fn code_before(&self, byte: usize) -> &str {
        let root = self.tree.root_node();
        let is_comment = |node: &Node<'_>| is_of(node, &self.rules().comments);
        let mut before = self.text[..byte].trim_end();
        while let Some(last) = before.len().checked_sub(1) {
            let node = root.descendant_for_byte_range(last, last + 1);
            let around = std::iter::successors(node, |node| node.parent()).take(3);
            let Some(comment) = around.filter(is_comment).last() else { break };
            before = self.text[..comment.start_byte().min(last)].trim_end();
        }
        before
    }

    /// Returns the role of a word in code that is not parsed.
    fn token(&self, range: &Range<usize>) -> NameRole {
        let before = self.code_before(range.start);
        if self.text[..range.start].ends_with('$') {
            return NameRole::Label(None);
        }
        if let Some(path) = before.strip_suffix("::") {
            let own = &path[path_start(path)..];
            if path.ends_with('>') || own.starts_with('$') && own != "$crate" && !own.contains("::") {
                return NameRole::Token(TokenBefore::Type);
            }
            return NameRole::Token(TokenBefore::Path(own.split("::").map(str::to_owned).collect()));
        }
        let is_range = before.ends_with("..");
        let gives = self.rules().result_token.as_ref().is_some_and(|sign| before.ends_with(sign.as_str()));
        if (before.ends_with('.') && !is_range) || before.ends_with("->") && !gives {
            return NameRole::Token(TokenBefore::Object);
        }
        NameRole::Token(TokenBefore::Nothing)
    }

    /// Returns the namespaces to which a name may belong at its place.
    pub(in crate::resolve::bindings) fn wanted(&self, range: &Range<usize>) -> u8 {
        let rules = self.rules();
        if rules.shared_type_value_definitions {
            return self.shape_wanted(range);
        }
        if !rules.separate_type_namespace {
            return space::ALL;
        }
        if rules.separate_function_namespace {
            return self.wanted_by_node(range);
        }
        let after = self.text[range.end..].trim_start();
        let is_object = || {
            let before = self.code_before(range.start);
            before.ends_with('.') && !before.ends_with("..")
        };
        if rules.separate_field_namespace && is_object() {
            return if after.starts_with('(') || after.starts_with("::") {
                space::VALUE
            } else {
                space::FIELD
            };
        }
        if after.starts_with('!') && !after.starts_with("!=") {
            return space::MACRO;
        }
        if after.starts_with("::") && !after.starts_with("::<") {
            return space::TYPE;
        }
        let root = self.tree.root_node();
        let node = root.descendant_for_byte_range(range.start, range.end);
        // `pub(in crate::shop)` names a module.
        let visibility = rules.tree.as_ref().map(|tree| tree.visibility.as_str());
        let around = std::iter::successors(node, Node::parent).take(MOST_ABOVE);
        if around.into_iter().any(|node| Some(node.kind()) == visibility) {
            return space::TYPE;
        }
        match node {
            Some(node) if is_of(node, &rules.type_words) => {
                let is_label = self.labels.contains_key(&range.start);
                if !is_label && is_type_argument(node) { space::VALUE | space::TYPE } else { space::TYPE }
            }
            // A token that is not parsed may belong to any of them.
            Some(node)
                if self.is_loose_at(range.start)
                    || node.parent().is_some_and(|above| is_of(above, &rules.tokens)) =>
            {
                if after.starts_with('(') { space::VALUE } else { space::VALUE | space::TYPE }
            }
            _ => space::VALUE,
        }
    }
}

impl BindingGraph {
    /// Returns whether a member is at a place where only a field is possible: after an object, and not called.
    pub(in crate::resolve::bindings) fn is_field_place(&self, range: &Range<usize>) -> bool {
        self.rules().separate_field_namespace && self.wanted(range) == space::FIELD
    }

    /// Returns whether a name is that of a tag.
    pub(in crate::resolve::bindings) fn is_tag(&self, range: &Range<usize>) -> bool {
        let tags = &self.rules().jsx_tags;
        let root = self.tree.root_node();
        let node = root.descendant_for_byte_range(range.start, range.end);
        let parent = node.filter(|_| !tags.is_empty()).and_then(|node| node.parent());
        parent.is_some_and(|parent| is_of(parent, tags))
    }

    /// Returns the namespaces of a name, in languages where a type and a value of one name are one definition.
    fn shape_wanted(&self, range: &Range<usize>) -> u8 {
        let rules = self.rules();
        let root = self.tree.root_node();
        let Some(node) = root.descendant_for_byte_range(range.start, range.end) else { return space::ALL };
        let is_of = |kinds: &[String], kind: &str| kinds.iter().any(|one| one == kind);
        let parent = node.parent().map_or("", |parent| parent.kind());
        match () {
            () if rules.type_words.is_empty() || is_of(&rules.type_and_value_nodes, parent) => {
                space::ALL | space::STATIC
            }
            () if is_of(&rules.type_words, node.kind()) => space::TYPE,
            () => space::VALUE | space::STATIC,
        }
    }

    /// Returns the namespaces of a name, in languages with separate ones for functions, variables and types.
    fn wanted_by_node(&self, range: &Range<usize>) -> u8 {
        let rules = self.rules();
        let root = self.tree.root_node();
        let Some(node) = root.descendant_for_byte_range(range.start, range.end) else { return space::ALL };
        if is_of(node, &rules.type_words) {
            return space::TYPE;
        }
        if let Some(id) = self.by_byte.get(&range.start) {
            return self.space_of(*id);
        }
        let Some(parent) = node.parent() else { return space::ALL };
        if is_of(parent, &rules.strings) {
            return space::ALL;
        }
        let rule = rules.expressions.iter().find(|rule| rule.kind == parent.kind());
        let is_name =
            |rule: &&Expression| name_of_rule(rule, parent).is_some_and(|name| name.id() == node.id());
        match rule.filter(is_name).map(|rule| rule.is) {
            Some(ExpressionKind::Invoke | ExpressionKind::Reference) => space::VALUE,
            _ if parent.kind().contains("constructor") => space::TYPE,
            _ if self.labels.contains_key(&range.start) => space::FIELD | space::VALUE,
            _ => space::FIELD | space::TYPE,
        }
    }
}

fn word_is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Returns whether a node, or the path that it ends, is a type argument, which may be a constant.
fn is_type_argument(node: Node<'_>) -> bool {
    let whole = std::iter::successors(Some(node), |node| {
        node.parent().filter(|above| field(*above, "name").is_some_and(|name| name.id() == node.id()))
    });
    let above = whole.last().and_then(|whole| whole.parent());
    above
        .and_then(|list| field(list.parent()?, "type_arguments"))
        .zip(above)
        .is_some_and(|(own, list)| own == list)
}

/// Returns the byte offset of the path at the end of a text that is not parsed.
pub(super) fn path_start(text: &str) -> usize {
    let is_part = |char: char| is_word_char(char) || matches!(char, ':' | '$');
    text.char_indices().rev().find(|(_, char)| !is_part(*char)).map_or(0, |(at, char)| at + char.len_utf8())
}
