//! Further parts of statements, such as `else` and `when 2`, and the words that end one: each is as deep as what it goes on
//! with, and not as the lines of the block beside it.
//!
//! Invariant: nothing is parsed, and only lines next to the place are looked at.

use crate::text::normal::{first_word, indentation, is_blank, is_word_char, open_brackets, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, begins_block, opens_element};

/// So far from a place nobody looks for the statement that a clause is of.
const FAR: usize = 200;

/// What begins a line that ends a block, in any language.
const ENDS_BLOCK: [&str; 5] = ["}", ")", "]", "</", "\\end{"];

/// Words that begin a statement with further parts, besides those of any block.
const HEADS: [&str; 12] = [
    "try",
    "match",
    "select",
    "receive",
    "switch",
    "sub",
    "procedure",
    "#if",
    "ifdef",
    "ifndef",
    "ifeq",
    "ifneq",
];

/// What the words of a language say of the parts of statements; of a language without such words nothing.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Clauses<'r> {
    rules: Option<&'r LexRules>,
    /// Whether brackets have told already how deep a payload is.
    knows_brackets: bool,
}

/// How the first line of a payload was written.
#[derive(Clone, Copy)]
pub(in crate::plan) struct WrittenDepth {
    /// At the margin.
    pub(in crate::plan) is_cut: bool,
    /// At another depth than it comes to.
    pub(in crate::plan) is_moved: bool,
}

impl WrittenDepth {
    /// The depth of lines that come otherwise than they were written.
    pub(in crate::plan) fn of(written: &[String], lines: &[String]) -> Self {
        let first = |lines: &[String]| {
            let solid = lines.iter().find(|line| !is_blank(line));
            solid.map(|line| indentation(line).to_owned()).unwrap_or_default()
        };
        Self { is_cut: first(written).is_empty(), is_moved: first(written) != first(lines) }
    }
}

/// What a line is for the statement around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartRole {
    /// It begins a statement of several lines.
    Head,
    /// A further part of one.
    Clause,
    /// It ends one with a word.
    End,
    /// It ends a bracket, an element or an environment.
    Bracket,
    Plain,
}

impl<'r> Clauses<'r> {
    /// Those of a file.
    pub(in crate::plan) const fn of(rules: Option<&'r LexRules>, knows_brackets: bool) -> Self {
        Self { rules, knows_brackets }
    }

    /// Lines that come before line `at`, with the parts of statements as deep as those; `None` if all are.
    pub(in crate::plan) fn placed(
        self,
        buffer: &Buffer,
        at: usize,
        (lines, depth): (&[String], WrittenDepth),
    ) -> Option<Vec<String>> {
        let roles = self.roles(lines);
        match self.outer_part(&roles)? {
            0 => {
                let (first, role) = roles[0];
                let own = &lines[first];
                if self.is_before_like(buffer, at, (own, role)) {
                    return None;
                }
                let above = Above::of(self, buffer, at)?;
                let base = self.base(&above, (own, role), depth)?;
                moved(lines, own, &base)
            }
            number => self.placed_within(buffer, at, (lines, &roles, number)),
        }
    }

    /// Whether a part comes before another one that is as deep.
    fn is_before_like(self, buffer: &Buffer, at: usize, (own, role): (&str, PartRole)) -> bool {
        let below = if at < buffer.line_count() { buffer.line(at) } else { return false };
        role == PartRole::Clause
            && self.role(trim(&below)) == PartRole::Clause
            && indentation(&below) == indentation(own)
    }

    /// The same of lines that begin with others than a part of a statement.
    pub(in crate::plan) fn inner(self, buffer: &Buffer, at: usize, lines: &[String]) -> Option<Vec<String>> {
        let roles = self.roles(lines);
        let number = self.outer_part(&roles).filter(|number| *number > 0)?;
        self.placed_within(buffer, at, (lines, &roles, number))
    }

    fn placed_within(
        self,
        buffer: &Buffer,
        at: usize,
        (lines, roles, number): (&[String], &[(usize, PartRole)], usize),
    ) -> Option<Vec<String>> {
        let (first, role) = roles[number];
        let (own, column) = (&lines[first], indentation(&lines[first]).len());
        let above = Above::of(self, buffer, at).filter(|_| role != PartRole::Bracket)?;
        let mut before = roles[..number].iter().map(|(line, _)| indentation(&lines[*line]).len());
        let is_deeper = before.clone().all(|own| own > column);
        let body = indentation(&above.body).len();
        let limit = match self.role(trim(&above.body)) {
            _ if !is_deeper => column,
            PartRole::Head | PartRole::Clause => body + 1,
            _ => body,
        };
        let head = self.outer_line(buffer, at, limit)?;
        let base = match trim(own) {
            text if is_branch_label(text) && !is_branch(&head) => above.branch.clone()?,
            _ => indentation(&head).to_owned(),
        };
        let is_of_head = is_branch_label(trim(own))
            || matches!(self.role(trim(&head)), PartRole::Head | PartRole::Clause)
                && self.fits(trim(own), trim(&head));
        if !is_of_head || base.len() >= column {
            return None;
        }
        if is_deeper {
            return moved(lines, own, &base);
        }
        let begins_none = || roles[..number].iter().all(|(line, _)| !has_head_word(&lines[*line]));
        let is_flat =
            before.clone().next_back() == Some(column) && before.all(|own| own >= column) && begins_none();
        is_flat.then(|| self.moved_out(lines, &roles[number..], &base)).flatten()
    }

    /// Whether a part may belong to what a line begins: a pattern comes below another one.
    fn fits(self, part: &str, head: &str) -> bool {
        !self.is_arrow(part) || self.is_arrow(head)
    }

    /// The nearest line above a place that is less deep than so many columns.
    fn outer_line(self, buffer: &Buffer, at: usize, column: usize) -> Option<String> {
        lines_above(buffer, at).find(|line| indentation(line).len() < column)
    }

    /// Lines at the margin that begin with a further part of a statement, behind lines of its block.
    pub(in crate::plan) fn behind(self, buffer: &Buffer, at: usize, lines: &[String]) -> Option<Vec<String>> {
        let roles = self.roles(lines);
        let (first, role) =
            *roles.first().filter(|(_, role)| matches!(role, PartRole::Clause | PartRole::End))?;
        let own = &lines[first];
        let above = Above::of(self, buffer, at).filter(|_| indentation(own).is_empty())?;
        let deep = indentation(&above.body).to_owned() + own;
        let base = self.base(&above, (&deep, role), WrittenDepth { is_cut: true, is_moved: true })?;
        moved(lines, own, &base)
    }

    /// What each line of code is, by its number.
    fn roles(self, lines: &[String]) -> Vec<(usize, PartRole)> {
        let lexer = self.rules.map(Lexer::new);
        let mut state = LexState::default();
        let mut roles = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let (is_inner, mut has_code) = (!state.is_code(), true);
            if let Some(lexer) = &lexer {
                let is_comment = |own: &str| lexer.rules().begins_with_line_comment(own);
                has_code = !is_comment(line);
                lexer.marks(line, &mut state, |_, _| {});
            }
            if !is_inner && has_code && !is_blank(line) {
                roles.push((at, self.role(trim(line))));
            }
        }
        roles
    }

    /// The first part of a statement that begins above some lines, by its number among them.
    fn outer_part(self, roles: &[(usize, PartRole)]) -> Option<usize> {
        let mut open = 0_usize;
        roles.iter().position(|(_, role)| {
            match role {
                PartRole::Head => open += 1,
                PartRole::End if open > 0 => {
                    open -= 1;
                    return false;
                }
                PartRole::Clause | PartRole::End | PartRole::Bracket => return open == 0,
                PartRole::Plain => {}
            }
            false
        })
    }

    fn role(self, text: &str) -> PartRole {
        let Some(rules) = self.rules else { return self.bracket(text) };
        match () {
            () if rules.begins_clause(text) || self.is_arrow(text) => PartRole::Clause,
            () if rules.ends_statement(text) => PartRole::End,
            () if self.is_head(text, rules) => PartRole::Head,
            () => self.bracket(text),
        }
    }

    fn bracket(self, text: &str) -> PartRole {
        let ends = !self.knows_brackets && ENDS_BLOCK.iter().any(|sign| text.starts_with(sign));
        if ends { PartRole::Bracket } else { PartRole::Plain }
    }

    /// Whether a line is a pattern, below which stands what is done with what it fits.
    fn is_arrow(self, text: &str) -> bool {
        let is_function = |text: &str| {
            text.split(|sign| !is_word_char(sign)).any(|word| ["fn", "fun"].contains(&word))
                || text.contains('\\')
        };
        let ends = self.rules.map_or(&[][..], |rules| &rules.clause_ends);
        ends.iter().any(|sign| text.ends_with(sign)) && open_brackets(text) == 0 && !is_function(text)
    }

    fn is_head(self, text: &str, rules: &LexRules) -> bool {
        // `x = if y`
        let value = text.rsplit_once("= ").map_or("", |(_, value)| value);
        let begins = |text: &str| {
            let lower = text.to_ascii_lowercase();
            begins_block(text)
                || HEADS
                    .iter()
                    .any(|head| lower.starts_with(head) && !lower[head.len()..].starts_with(is_word_char))
        };
        let last = text.trim_end_matches(';').rsplit(|sign| !is_word_char(sign)).next().unwrap_or_default();
        (begins(text) || !value.is_empty() && begins(value))
            && !rules.ends.iter().any(|own| own.eq_ignore_ascii_case(last))
    }

    /// How deep a part is that begins a payload, and comes as deep as `own`; `None` if it may stay there.
    fn base(self, above: &Above, (own, role): (&str, PartRole), depth: WrittenDepth) -> Option<String> {
        let (text, deep) = (trim(own), indentation(own).len());
        let body = trim(&above.body);
        let is_opener = body.ends_with(['{', '(', '[', ':']) || opens_element(body);
        let is_inside = deep >= indentation(&above.body).len();
        let has_ends = self.rules.is_some_and(|rules| !rules.ends.is_empty());
        let is_alike = || {
            let alike = |head: &str| {
                self.is_arrow(head) && self.is_arrow(text) || first_word(head) == first_word(text)
            };
            above.role == PartRole::Clause && alike(&above.head_text)
        };
        match role {
            PartRole::Bracket => {
                Some(above.head.clone()).filter(|_| depth.is_moved && is_inside && !is_opener)
            }
            // What a bracket ends, this goes on with.
            _ if body.starts_with('}') => None,
            // A directive is as deep as the one that it goes on with, whatever the code is.
            _ if text.starts_with('#') => {
                above.directive.clone().filter(|base| deep > base.len() && (depth.is_cut || depth.is_moved))
            }
            // Behind a part without lines of its own comes the next one, and nothing else before the end of all.
            _ if depth.is_cut && has_ends && self.role(body) == PartRole::Clause => {
                Some(indentation(&above.body).to_owned())
            }
            _ if self.role(body) == PartRole::Clause || depth.is_cut && self.role(body) == PartRole::Head => {
                Some(indentation(&above.body).to_owned()).filter(|_| is_inside)
            }
            // A branch in another one would have a `switch` of its own around it.
            _ if is_branch_label(text) => above.branch.clone().filter(|branch| deep > branch.len()),
            _ if !self.fits(text, &above.head_text) => None,
            _ => Some(above.head.clone()).filter(|head| is_inside || is_alike() && deep < head.len()),
        }
    }

    /// Lines of which the parts of a statement from above move to a depth, with the lines that are deeper, and all behind its
    /// end; others as deep as the first part belong to the block.
    fn moved_out(self, lines: &[String], roles: &[(usize, PartRole)], base: &str) -> Option<Vec<String>> {
        let margin = indentation(&lines[roles[0].0]).to_owned();
        let mut all = lines.to_vec();
        let (mut moves, mut is_over, mut open) = (true, false, 0_usize);
        let mut roles = roles.iter().peekable();
        // A comment belongs to the code below it.
        let mut pending = roles.peek()?.0;
        while pending > 0 && self.is_comment_at(&lines[pending - 1], &margin) {
            pending -= 1;
        }
        let mut move_lines = |range: std::ops::Range<usize>, moves: bool| -> Option<()> {
            for line in range.filter(|line| moves && !is_blank(&lines[*line])) {
                all[line] = base.to_owned() + lines[line].strip_prefix(margin.as_str())?;
            }
            Some(())
        };
        while let Some((at, role)) = roles.next() {
            let end = roles.peek().map_or(lines.len(), |(next, _)| *next);
            if indentation(&lines[*at]) == margin {
                let is_part = open == 0 && matches!(role, PartRole::Clause | PartRole::End);
                moves = is_over || is_part;
                is_over |= open == 0 && *role == PartRole::End;
                match role {
                    PartRole::Head => open += 1,
                    PartRole::End => open = open.saturating_sub(1),
                    _ => {}
                }
            }
            move_lines(pending..end, moves)?;
            pending = end;
        }
        Some(all)
    }

    fn is_comment_at(self, line: &str, margin: &str) -> bool {
        indentation(line) == margin && self.rules.is_some_and(|rules| rules.begins_with_line_comment(line))
    }
}

/// Whether a word of a line may begin a block, wherever it stands.
fn has_head_word(line: &str) -> bool {
    let mut words = line.split(|sign| !is_word_char(sign)).filter(|word| !word.is_empty());
    open_brackets(line) > 0 || words.any(|word| HEADS.contains(&word) || begins_block(word))
}

/// Whether a line begins a branch of a `switch`.
fn is_branch(line: &str) -> bool {
    ["case", "default"].contains(&first_word(trim(line)))
}

/// Whether a line is a label of a `switch`.
fn is_branch_label(text: &str) -> bool {
    is_branch(text) && text.ends_with(':')
}

/// What stands above a place.
struct Above {
    /// The line above.
    body: String,
    /// The indentation of the nearest one above that which is less deep, what it says and what it is.
    head: String,
    head_text: String,
    role: PartRole,
    /// The indentation of the branch of a `switch` around that line, if no other block is around it.
    branch: Option<String>,
    /// The indentation of the directive with a condition that is open there.
    directive: Option<String>,
}

impl Above {
    fn of(clauses: Clauses<'_>, buffer: &Buffer, at: usize) -> Option<Self> {
        let mut above = lines_above(buffer, at);
        let body = above.next()?;
        let mut least = indentation(&body).len();
        // Each less deep than all below it.
        let mut outer = above.filter(|line| {
            let is_outer = indentation(line).len() < least;
            least = least.min(indentation(line).len());
            is_outer
        });
        let first = outer.next().unwrap_or_default();
        let head = indentation(&first).to_owned();
        let role = clauses.role(trim(&first));
        let head_text = trim(&first).to_owned();
        let branch =
            std::iter::once(first).chain(outer).find(|line: &String| is_branch(line) || line.ends_with('{'));
        let branch = branch.filter(|line| is_branch(line)).map(|line| indentation(&line).to_owned());
        let directive = open_directive(buffer, at);
        Some(Self { body, head, head_text, role, branch, directive })
    }
}

/// The indentation of the nearest directive above a place that has a further part, and is not over.
fn open_directive(buffer: &Buffer, at: usize) -> Option<String> {
    let mut closed = 0_usize;
    let open = lines_above(buffer, at).find(|line| match trim(line) {
        text if text.starts_with("#endif") => {
            closed += 1;
            false
        }
        text if text.starts_with("#if") => {
            closed = closed.wrapping_sub(1);
            closed == usize::MAX
        }
        _ => false,
    })?;
    Some(indentation(&open).to_owned())
}

fn lines_above(buffer: &Buffer, at: usize) -> impl Iterator<Item = String> {
    let lines = (at.saturating_sub(FAR)..at).rev().map(|line| buffer.line(line).into_owned());
    lines.filter(|line| !is_blank(line))
}

/// Lines of which one moves to a depth, and the others with it; `None` if one is less deep than that.
fn moved(lines: &[String], first: &str, base: &str) -> Option<Vec<String>> {
    let margin = indentation(first);
    if !lines.iter().all(|line| is_blank(line) || line.starts_with(margin)) {
        return None;
    }
    let moved = |line: &String| match line.strip_prefix(margin).filter(|rest| !is_blank(rest)) {
        Some(rest) => base.to_owned() + rest,
        None => String::new(),
    };
    Some(lines.iter().map(moved).collect())
}
