//! Continuations of statements, such as `else` and `when 2`, and words that end a statement: each gets the depth of the
//! statement that it continues, and not that of the block lines beside it.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use crate::text::normal::{first_word, indentation, is_blank, is_word_char, open_brackets, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, begins_block, opens_element};

/// The maximum number of lines that are searched for the statement of a clause.
const MAX_SEARCH_LINES: usize = 200;

/// Prefixes of lines that end a block, in any language.
const ENDS_BLOCK: [&str; 5] = ["}", ")", "]", "</", "\\end{"];

/// Words that begin a statement with clauses, besides those that begin a block in general.
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

/// The words of a language that continue or end statements; nothing for a language without such words.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Clauses<'r> {
    rules: Option<&'r LexRules>,
    /// Whether the depth of a payload was already determined by brackets.
    knows_brackets: bool,
}

/// The depth at which the first line of a payload was written.
#[derive(Clone, Copy)]
pub(in crate::plan) struct WrittenDepth {
    /// Whether it was written at the margin.
    pub(in crate::plan) is_cut: bool,
    /// Whether it was written at another depth than it gets.
    pub(in crate::plan) is_moved: bool,
}

impl WrittenDepth {
    /// Compares the written lines of a payload with the lines as they are to be inserted.
    pub(in crate::plan) fn of(written: &[String], lines: &[String]) -> Self {
        let first = |lines: &[String]| {
            let solid = lines.iter().find(|line| !is_blank(line));
            solid.map(|line| indentation(line).to_owned()).unwrap_or_default()
        };
        Self { is_cut: first(written).is_empty(), is_moved: first(written) != first(lines) }
    }
}

/// The role of a line in the statement around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartRole {
    /// The line begins a statement of several lines.
    Head,
    /// The line continues a statement.
    Clause,
    /// The line ends a statement with a word.
    End,
    /// The line closes a bracket, an element or an environment.
    Bracket,
    Plain,
}

impl<'r> Clauses<'r> {
    /// Returns the rules for a file.
    pub(in crate::plan) const fn of(rules: Option<&'r LexRules>, knows_brackets: bool) -> Self {
        Self { rules, knows_brackets }
    }

    /// Returns the lines to be inserted before line `at`, with clauses moved to the depth of their statements; `None`
    /// if nothing moves.
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

    /// Returns whether a clause is inserted before another clause of the same depth.
    fn is_before_like(self, buffer: &Buffer, at: usize, (own, role): (&str, PartRole)) -> bool {
        let below = if at < buffer.line_count() { buffer.line(at) } else { return false };
        role == PartRole::Clause
            && self.role(trim(&below)) == PartRole::Clause
            && indentation(&below) == indentation(own)
    }

    /// Like [`Self::placed`], for lines that do not begin with a clause but contain one further down.
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

    /// Returns whether a clause may continue the statement that a line begins: a pattern only follows another pattern.
    fn fits(self, part: &str, head: &str) -> bool {
        !self.is_arrow(part) || self.is_arrow(head)
    }

    /// Returns the nearest line above a place whose indentation is less than `column` bytes.
    fn outer_line(self, buffer: &Buffer, at: usize, column: usize) -> Option<String> {
        lines_above(buffer, at).find(|line| indentation(line).len() < column)
    }

    /// Places lines written at the margin that begin with a clause or an end, after lines of the statement's block.
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

    /// Returns the role of each line of code, with its index.
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

    /// Returns the index in `roles` of the first clause or end whose statement begins above the lines.
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

    /// Returns whether a line is a pattern that is followed by the code for what matches it.
    fn is_arrow(self, text: &str) -> bool {
        let is_function = |text: &str| {
            text.split(|sign| !is_word_char(sign)).any(|word| ["fn", "fun"].contains(&word))
                || text.contains('\\')
        };
        let ends = self.rules.map_or(&[][..], |rules| &rules.pattern_ends);
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
            && !rules.end_words.iter().any(|own| own.eq_ignore_ascii_case(last))
    }

    /// Returns the indentation for a clause that begins a payload, if it differs from that of `own`; `None` if the
    /// clause may keep that.
    fn base(self, above: &Above, (own, role): (&str, PartRole), depth: WrittenDepth) -> Option<String> {
        let (text, deep) = (trim(own), indentation(own).len());
        let body = trim(&above.body);
        let is_opener = body.ends_with(['{', '(', '[', ':']) || opens_element(body);
        let is_inside = deep >= indentation(&above.body).len();
        let has_ends = self.rules.is_some_and(|rules| !rules.end_words.is_empty());
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
            // A clause after a closing `}` continues what the bracket ends, and is placed by it.
            _ if body.starts_with('}') => None,
            // A directive has the depth of the directive that it continues, whatever the depth of the code.
            _ if text.starts_with('#') => {
                above.directive.clone().filter(|base| deep > base.len() && (depth.is_cut || depth.is_moved))
            }
            // A clause without a body can only be followed by the next clause or the end of the statement.
            _ if depth.is_cut && has_ends && self.role(body) == PartRole::Clause => {
                Some(indentation(&above.body).to_owned())
            }
            _ if self.role(body) == PartRole::Clause || depth.is_cut && self.role(body) == PartRole::Head => {
                Some(indentation(&above.body).to_owned()).filter(|_| is_inside)
            }
            // A branch within another branch would have its own `switch` around it.
            _ if is_branch_label(text) => above.branch.clone().filter(|branch| deep > branch.len()),
            _ if !self.fits(text, &above.head_text) => None,
            _ => Some(above.head.clone()).filter(|head| is_inside || is_alike() && deep < head.len()),
        }
    }

    /// Moves the clauses of a statement that begins above the lines to the indentation `base`, together with their
    /// deeper lines and with everything after the end of the statement. Other lines at the depth of the first clause
    /// belong to the block and stay.
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

/// Returns whether a line opens brackets or contains a word that may begin a block.
fn has_head_word(line: &str) -> bool {
    let mut words = line.split(|sign| !is_word_char(sign)).filter(|word| !word.is_empty());
    open_brackets(line) > 0 || words.any(|word| HEADS.contains(&word) || begins_block(word))
}

/// Returns whether a line begins a branch of a `switch`.
fn is_branch(line: &str) -> bool {
    ["case", "default"].contains(&first_word(trim(line)))
}

/// Returns whether a line is a label of a `switch`.
fn is_branch_label(text: &str) -> bool {
    is_branch(text) && text.ends_with(':')
}

/// The lines above a place.
struct Above {
    /// The nearest non-blank line above.
    body: String,
    /// The indentation, the text and the role of the nearest less indented line above `body`.
    head: String,
    head_text: String,
    role: PartRole,
    /// The indentation of the `switch` branch around `body`, if no other block is between them.
    branch: Option<String>,
    /// The indentation of the conditional directive that is open at the place.
    directive: Option<String>,
}

impl Above {
    fn of(clauses: Clauses<'_>, buffer: &Buffer, at: usize) -> Option<Self> {
        let mut above = lines_above(buffer, at);
        let body = above.next()?;
        let mut least = indentation(&body).len();
        // Each of these lines is less indented than all lines below it.
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

/// Returns the indentation of the nearest conditional directive above a place that is not closed before it.
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
    let lines = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().map(|line| buffer.line(line).into_owned());
    lines.filter(|line| !is_blank(line))
}

/// Moves all lines so that `first` gets the indentation `base`; `None` if a line is less indented than `first`.
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
