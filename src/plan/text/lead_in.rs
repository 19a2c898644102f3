//! Finds the lead-in of a definition: what is directly above it and belongs to it, namely attributes, documentation,
//! comments, or a signature.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::line_words::{
    acts_on_one_line, begins_doc_string, begins_heading, begins_with_defining_word, defines, gives_value,
    has_own_block, is_attribute, is_branch, is_comment, is_comment_text, is_definition, is_doc_comment,
    is_doc_string, is_overload, name_in,
};
use crate::lang::Language;
use crate::resolve::symbol::{banner_end, is_about_section};
use crate::text::normal::{find_word, indentation, is_blank, trim};
use crate::text::{Buffer, CommentScanner, LexRules, LexState, Lexer, TokenKind};

/// The maximum number of lines of a comment or list of arguments whose start is searched for.
pub(super) const MAX_SEARCH_LINES: usize = 200;

/// The maximum number of comment and blank lines between an attribute and its definition that are examined.
const MAX_BETWEEN: usize = 40;

/// Characters of which one is in the last line of a construct that spans several lines by brackets or quotes.
const CLOSING: [char; 7] = [')', ']', '}', '"', '\'', '`', '>'];

/// Which lines above a line belong to it.
#[derive(Clone, Copy)]
pub(super) struct LeadInRule {
    pub(super) attributes: bool,
    pub(super) docs: bool,
    /// Comments of any kind.
    pub(super) comments: bool,
    /// Comments above another branch of a `switch`.
    pub(super) branches: bool,
    /// Comments above any line with deeper lines below it: in a language whose words are unknown, such a line is taken
    /// for a definition.
    pub(super) bodies: bool,
    /// Comments above a line that has no neighbor below, and above a definition with its body on the line.
    pub(super) lines: bool,
    /// Comments above a line that has no neighbor below, in any language.
    pub(super) alone: bool,
}

impl LeadInRule {
    /// Documentation, and nothing else.
    pub(super) const DOCS: Self = Self {
        attributes: false,
        docs: true,
        comments: false,
        branches: false,
        bodies: false,
        lines: false,
        alone: false,
    };

    /// Returns the rule for lines that are inserted before a heading, in a language with a grammar (`is_known`) or
    /// without. A payload that is only an attribute joins those of the heading, and one that is only a comment precedes them.
    pub(super) fn of((rules, is_known): (&LexRules, bool), payload: &[String], heading: &str) -> Self {
        let brings_code = brings_code(rules, payload, heading);
        let own = head_of(rules, payload);
        let head = own.map(|at| trim(&payload[at]));
        let last = payload.iter().rev().map(|line| trim(line)).find(|line| !line.is_empty());
        let is_definition = |head: &str| {
            payload.len() > 1 && is_definition(head) || defines(rules, head) || gives_value(head)
        };
        let is_whole = head.is_some_and(is_definition) || last.is_some_and(|last| last.ends_with([';', '}']));
        let has_body = || own.is_some_and(|own| has_body(&payload[own..]));
        Self {
            attributes: brings_code || are_remarks(rules, payload),
            docs: brings_code,
            comments: brings_code && is_whole,
            branches: brings_code && head.is_some_and(is_branch),
            bodies: !is_known && brings_code && has_body(),
            lines: !is_known && brings_code,
            alone: false,
        }
    }
}

/// Returns the line above a place that is an attribute or a template head of the line below the place; comments and, for
/// an attribute of a known language, blank lines may be between them.
pub(super) fn attribute_above(
    buffer: &Buffer,
    (rules, language): (&LexRules, Option<&'static Language>),
    at: usize,
) -> Option<usize> {
    let lines = LeadInLines::new(buffer, rules, language);
    let is_passed = |line: &usize| {
        let text = buffer.line(*line);
        is_blank(&text) || is_comment_text(rules, trim(&text))
    };
    let below = (at..buffer.line_count()).take(MAX_SEARCH_LINES).find(|line| !is_passed(line))?;
    let above = (farthest(at)..at).rev().find(|line| !is_passed(line))?;
    let heading = lines.code(below);
    let (_, part) = lines.part(above, (indentation(&heading), &heading))?;
    let is_near = (above + 1..below).all(|line| !is_blank(&buffer.line(line)));
    let is_marked = || language.is_some() && is_attribute(rules, trim(&lines.code(above)));
    (part == LeadInPart::Attribute && (is_near || is_marked())).then_some(above)
}

/// Returns whether lines may be a definition, judged by the first words of their code.
pub(super) fn may_be_definition(rules: &LexRules, payload: &[String]) -> bool {
    head_of(rules, payload)
        .map(|at| trim(&payload[at]))
        .is_none_or(|head| is_definition(head) || defines(rules, head) || begins_with_defining_word(head))
}

/// Returns whether the lines are comments for readers. One for a tool, such as `# type: ignore`, may be about the line
/// below it.
fn are_remarks(rules: &LexRules, payload: &[String]) -> bool {
    let solid = || payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let is_of_tool = |line: &str| {
        let words =
            line.trim_start_matches(|sign: char| !sign.is_alphanumeric() && sign != '@' && sign != ' ');
        let first = words.split_whitespace().next().unwrap_or_default();
        let is_sign = words.len() < line.len() && !words.starts_with(' ') && !is_doc_comment(rules, line);
        is_sign
            || first
                .trim_end_matches([',', '.', ';'])
                .contains(|sign: char| !sign.is_alphanumeric() && sign != '\'')
    };
    solid().next().is_some()
        && head_of(rules, payload).is_none()
        && !solid().any(|line| is_attribute(rules, line))
        && !solid().filter(|line| is_comment(rules, line)).any(is_of_tool)
}

/// Returns whether the lines contain more than a lead-in of the heading below them.
fn brings_code(rules: &LexRules, payload: &[String], heading: &str) -> bool {
    let Some(last) = payload.iter().rposition(|line| !is_blank(line)) else { return false };
    let text = trim(&payload[last]);
    let filled = payload.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
    let own = filled.min_by_key(|own| own.len()).unwrap_or_default();
    let is_comment_end = rules.block_comments.as_ref().is_some_and(|block| text.ends_with(&block.close));
    let scanner = CommentScanner::new(rules);
    let lines = LeadInLines { rules, scanner, language: None, lines: LinesAbove::Payload(payload) };
    !is_comment_end && !is_comment(rules, text) && lines.part(last, (own, heading)).is_none()
}

/// Returns the line of a payload that begins its code, after attributes and comments.
fn head_of(rules: &LexRules, payload: &[String]) -> Option<usize> {
    let lexer = Lexer::new(rules);
    let mut state = LexState::default();
    payload.iter().position(|line| {
        let text = trim(line);
        let is_inner = !state.is_code();
        lexer.marks(line, &mut state, |_, _| {});
        let is_above = is_attribute(rules, text) || is_comment(rules, text) || is_doc_string(rules, text);
        !text.is_empty() && !is_inner && !is_above && !text.starts_with('*')
    })
}

/// Returns whether the first of some lines has deeper lines below it, and no line is less deep.
fn has_body(lines: &[String]) -> bool {
    let mut deep = lines.iter().filter(|line| !is_blank(line)).map(|line| indentation(line).len());
    let Some(head) = deep.next() else { return false };
    deep.clone().next().is_some_and(|own| own > head) && deep.all(|own| own >= head)
}

/// The kind of a piece above a definition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeadInPart {
    Attribute,
    /// A comment or string that is documentation by its delimiters.
    Docs {
        is_line: bool,
    },
    Comment,
}

/// Where lines come from.
#[derive(Clone, Copy)]
enum LinesAbove<'a> {
    File(&'a Buffer),
    Payload(&'a [String]),
}

/// Lines with the rules of their language for lead-ins.
pub(super) struct LeadInLines<'a> {
    rules: &'a LexRules,
    scanner: CommentScanner<'a>,
    language: Option<&'static Language>,
    lines: LinesAbove<'a>,
}

impl<'a> LeadInLines<'a> {
    /// Returns the lines of a file.
    pub(super) fn new(buffer: &'a Buffer, rules: &'a LexRules, language: Option<&'static Language>) -> Self {
        Self { rules, scanner: CommentScanner::new(rules), language, lines: LinesAbove::File(buffer) }
    }

    /// Returns whether a comment is a directive for the line below it, whatever that is.
    fn is_directive(&self, text: &str) -> bool {
        let begins = |all: &[String]| all.iter().any(|begin| text.starts_with(begin.as_str()));
        let symbols = self.language.map(|language| &language.manifest().symbols);
        let is_known =
            symbols.is_some_and(|rules| begins(&rules.directives) && !begins(&rules.section_comments));
        begins(&self.rules.lead_in.directives) || is_known && acts_on_one_line(text)
    }

    fn line(&self, at: usize) -> Cow<'a, str> {
        match self.lines {
            LinesAbove::File(buffer) => buffer.line(at),
            LinesAbove::Payload(lines) => Cow::Borrowed(lines[at].as_str()),
        }
    }

    fn count(&self) -> usize {
        match self.lines {
            LinesAbove::File(buffer) => buffer.line_count(),
            LinesAbove::Payload(lines) => lines.len(),
        }
    }

    /// Returns the line that attributes on line `at` belong to, which may be that line itself.
    pub(super) fn heading(&self, at: usize) -> Cow<'a, str> {
        let own = self.code(at);
        let deep = indentation(&own).to_owned();
        let is_attribute =
            |line: &Cow<'_, str>| indentation(line) == deep && is_attribute(self.rules, trim(line));
        // Below an attribute, a comment is about the same definition.
        let is_between = |line: &Cow<'_, str>| {
            is_blank(line) || indentation(line) == deep && is_comment(self.rules, trim(line))
        };
        let mut below = at;
        while below < self.count() && below - at < MAX_SEARCH_LINES {
            let line = self.code(below);
            below = match () {
                () if is_attribute(&line) => self.end_of_open(below) + 1,
                () if below > at && self.language.is_some() && is_between(&line) => below + 1,
                () => break,
            };
        }
        let heading = (below < self.count()).then(|| self.code(below));
        heading.filter(|line| indentation(line) == deep && !is_blank(line)).unwrap_or(own)
    }

    /// Returns a line without the comment behind its code.
    fn code(&self, at: usize) -> Cow<'a, str> {
        let end = |line: &str| self.scanner.without_trailing_comment(line).len();
        match self.line(at) {
            Cow::Borrowed(line) => Cow::Borrowed(&line[..end(line)]),
            Cow::Owned(mut line) => {
                line.truncate(end(&line));
                Cow::Owned(line)
            }
        }
    }

    /// Returns the line that closes the brackets which a line opens; that line itself if it opens none.
    fn end_of_open(&self, first: usize) -> usize {
        let lexer = Lexer::new(self.rules);
        let (mut state, mut depth) = (LexState::default(), 0_isize);
        let mut lines = (first..self.count()).take(MAX_SEARCH_LINES);
        let end = lines.find(|at| {
            lexer.marks(&self.line(*at), &mut state, |kind, _| match kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth -= 1,
                _ => {}
            });
            depth <= 0 && state.is_code()
        });
        end.unwrap_or(first)
    }

    /// Returns the first of the lines directly above line `first` that belong to `heading`, which is that line or one
    /// below it.
    pub(super) fn start(&self, first: usize, heading: &str, rule: LeadInRule) -> usize {
        let (deep, text) = (indentation(heading), trim(heading));
        if is_attribute(self.rules, text) || is_comment(self.rules, text) || text.starts_with([')', ']', '}'])
        {
            return first;
        }
        let is_deeper = |below: usize| {
            let below = self.line(below);
            !is_blank(&below) && indentation(&below).len() > deep.len()
        };
        let is_definition = is_definition(text) || defines(self.rules, text);
        let comments = rule.comments && is_definition
            || rule.branches && is_branch(text)
            || rule.bodies && first + 1 < self.count() && is_deeper(first + 1)
            || rule.alone && self.is_alone(first, deep)
            || rule.lines && (has_own_block(text) || self.rules.lead_in.lines && self.is_alone(first, deep));
        // `at` is the first line that belongs to the heading; what is between it and `top` does if an attribute is above.
        let (mut at, mut top, mut is_sure, mut is_apart) = (first, first, false, false);
        let mut run: Vec<usize> = Vec::new();
        let is_near = |top: usize, at: usize| first - top < MAX_SEARCH_LINES && at - top < MAX_BETWEEN;
        while let Some(above) = top.checked_sub(1).filter(|_| is_near(top, at)) {
            if is_blank(&self.line(above)) && self.language.is_some() {
                let is_detached = comments && is_definition && !is_sure && top == at;
                match self.detached_docs(above, deep).filter(|_| is_detached) {
                    Some(start) => (at, top, is_sure) = (start, start, true),
                    None => (top, is_apart) = (above, true),
                }
                continue;
            }
            let Some((start, part)) = self.part(above, (deep, heading)) else { break };
            if part != LeadInPart::Attribute && self.is_about_section(start) {
                break;
            }
            let is_marked = || is_attribute(self.rules, trim(&self.code(start)));
            let belongs = match part {
                LeadInPart::Attribute if !rule.attributes || is_apart && !is_marked() => break,
                LeadInPart::Attribute => true,
                LeadInPart::Docs { .. } => (rule.docs || comments) && top == at,
                LeadInPart::Comment => comments && top == at,
            };
            top = start;
            if !belongs {
                continue;
            }
            // A line of slashes is no documentation.
            let is_rule = || trim(&self.line(start)).starts_with("////");
            is_sure |= match part {
                LeadInPart::Attribute | LeadInPart::Docs { is_line: false } => true,
                LeadInPart::Docs { is_line: true } => !is_rule(),
                LeadInPart::Comment => false,
            };
            is_apart = false;
            match part {
                LeadInPart::Attribute => run.clear(),
                LeadInPart::Docs { .. } | LeadInPart::Comment => run.push(start),
            }
            at = start;
        }
        at = self.below_banner((at, &run), text);
        // The first comment of a file is about the file.
        if at == 0 && !is_sure { first } else { at }
    }

    /// Returns whether the comment that begins on a line is about the section that follows, and not about a definition.
    fn is_about_section(&self, line: usize) -> bool {
        match (self.lines, self.language) {
            (LinesAbove::File(buffer), Some(language)) => {
                is_about_section(buffer, line, &language.manifest().symbols)
            }
            _ => false,
        }
    }

    /// Returns the first line of the comments above a heading that belong to it, below the heading of a section. `run` has
    /// the first lines of all comments from line `at`, the lowest first.
    fn below_banner(&self, (at, run): (usize, &[usize]), heading: &str) -> usize {
        let Some(language) = self.language.filter(|_| !run.is_empty()) else { return at };
        let mut lines: Vec<usize> = Vec::new();
        let mut comments: Vec<String> = Vec::new();
        let last = (at..self.count()).take_while(|line| is_comment_text(self.rules, trim(&self.line(*line))));
        let end = last.last().map_or(at, |last| last + 1).max(run[0] + 1);
        for line in at..end {
            let text = self.line(line);
            match comments.last_mut().filter(|_| !is_comment(self.rules, trim(&text))) {
                Some(block) => *block = format!("{block}\n{}", trim(&text)),
                None => {
                    lines.push(line);
                    comments.push(trim(&text).to_owned());
                }
            }
        }
        let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
        let name = name_in(heading).unwrap_or_default();
        let count = banner_end(&comments, &name, language.manifest());
        lines.get(count).copied().unwrap_or(end)
    }

    /// Returns the first line of the documentation that blank lines, the last of which is `blank`, separate from a
    /// definition: a block comment whose words show that it documents code.
    fn detached_docs(&self, blank: usize, deep: &str) -> Option<usize> {
        let rules = self.language?.manifest().symbols.detached_docs.as_ref()?;
        let last = (farthest(blank)..blank).rev().find(|line| !is_blank(&self.line(*line)))?;
        let close = &self.rules.block_comments.as_ref()?.close;
        if !trim(&self.line(last)).ends_with(close) {
            return None;
        }
        let start = self.above(farthest(last)..=last, deep, |text| text.starts_with(&rules.mark))?;
        let text: Vec<String> = (start..=last).map(|line| self.line(line).into_owned()).collect();
        let text = text.join("\n");
        let has = |words: &[String]| words.iter().any(|word| find_word(&text, word).is_some());
        (has(&rules.code_words) && !has(&rules.other_words)).then_some(start)
    }

    /// Returns whether no line directly follows that a comment above line `at` may also be about.
    fn is_alone(&self, at: usize, deep: &str) -> bool {
        let below = if at + 1 < self.count() { self.line(at + 1) } else { Cow::Borrowed("") };
        let text = trim(&below);
        text.is_empty()
            || indentation(&below).len() < deep.len()
            || is_comment(self.rules, text)
            || is_attribute(self.rules, text)
            || is_doc_string(self.rules, text)
            || begins_doc_string(self.rules, text)
    }

    /// Returns the first line and the kind of a piece that ends with line `last` and may belong to the heading below,
    /// which has the indentation `deep`.
    fn part(&self, last: usize, (deep, heading): (&str, &str)) -> Option<(usize, LeadInPart)> {
        let (rules, own) = (self.rules, self.code(last));
        let text = trim(&own);
        if text.is_empty() {
            return None;
        }
        if let Some(block) = rules.block_comments.as_ref().filter(|block| text.ends_with(&block.close)) {
            let start = self.above(farthest(last)..=last, deep, |text| text.starts_with(&block.open))?;
            let opening = self.line(start);
            let part = match is_doc_comment(rules, trim(&opening)) {
                true => LeadInPart::Docs { is_line: false },
                false if self.is_directive(trim(&opening)) => LeadInPart::Attribute,
                false => LeadInPart::Comment,
            };
            return Some((start, part));
        }
        if indentation(&own) == deep {
            let is_of_head =
                || begins_heading(rules, text, trim(heading)) || is_overload(rules, text, trim(heading));
            if is_attribute(rules, text) || self.is_directive(text) || is_of_head() {
                return Some((last, LeadInPart::Attribute));
            }
            if is_comment(rules, text) {
                let docs = self.doc_comment(last, deep);
                let part = docs.map_or(LeadInPart::Comment, |_| LeadInPart::Docs { is_line: true });
                return Some((docs.unwrap_or(last), part));
            }
            if is_doc_string(rules, text) {
                return Some((last, LeadInPart::Docs { is_line: false }));
            }
        }
        if let Some(start) = self.signature(last, (deep, heading)) {
            return Some((start, LeadInPart::Docs { is_line: false }));
        }
        if let Some(start) = self.template_head(last, deep) {
            return Some((start, LeadInPart::Attribute));
        }
        if indentation(&own) == deep && !text.ends_with([')', ']', '"', '\'', '>']) {
            return None;
        }
        let opens = |text: &str| is_attribute(rules, text) || begins_doc_string(rules, text);
        // Without such a character, only deeper lines can continue what began above.
        let from = if text.contains(CLOSING) { farthest(last) } else { self.less_deep(last, deep)? };
        let start = self.above(from..=last, deep, opens).filter(|start| *start < last)?;
        let is_attribute = is_attribute(rules, trim(&self.line(start)));
        let part = if is_attribute { LeadInPart::Attribute } else { LeadInPart::Docs { is_line: false } };
        Some((start, part))
    }

    /// Returns the first line of documentation that ends with a line comment on `last`; the first line decides whether
    /// it is documentation.
    fn doc_comment(&self, last: usize, deep: &str) -> Option<usize> {
        let lines = (farthest(last)..=last).rev();
        let mut comments = lines.take_while(|at| {
            let line = self.line(*at);
            indentation(&line) == deep && self.rules.begins_with_line_comment(&line)
        });
        comments.find(|at| is_doc_comment(self.rules, trim(&self.line(*at))))
    }

    /// Returns the last of some lines that has the indentation `deep`, satisfies `is_first`, and begins a piece that
    /// ends with the last line.
    fn above(
        &self,
        lines: RangeInclusive<usize>,
        deep: &str,
        is_first: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let last = *lines.end();
        let mut begins = lines.rev().filter(|at| {
            let line = self.line(*at);
            indentation(&line) == deep && is_first(trim(&line))
        });
        begins.find(|start| self.is_one(*start, last))
    }

    /// Returns the nearest line, at or above `last`, that is blank or not deeper than `deep`.
    fn less_deep(&self, last: usize, deep: &str) -> Option<usize> {
        (farthest(last)..=last).rev().find(|at| {
            let line = self.line(*at);
            is_blank(&line) || indentation(&line).len() <= deep.len()
        })
    }

    /// Returns whether some lines are one piece: a string, a comment or a bracket is open at the end of each line but
    /// the last, or the lines below an attribute are deeper and continue it.
    fn is_one(&self, start: usize, last: usize) -> bool {
        let lexer = Lexer::new(self.rules);
        let (mut state, mut depth) = (LexState::default(), 0_isize);
        let mut is_open = |at: usize| {
            lexer.marks(&self.line(at), &mut state, |kind, _| match kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth -= 1,
                _ => {}
            });
            depth > 0 || !state.is_code()
        };
        // All lines must be read to know what is open at the last one.
        let is_held = (start..last).filter(|at| !is_open(*at)).count() == 0;
        if is_open(last) {
            return false;
        } else if is_held {
            return true;
        }
        let first = self.line(start);
        let opens_block = [" do", " then", "->", "=", "{", ":"].iter().any(|end| trim(&first).ends_with(end));
        let is_deeper = |at: usize| {
            let line = self.line(at);
            !is_blank(&line) && indentation(&line).len() > indentation(&first).len()
        };
        (!opens_block || trim(&first).ends_with("::"))
            && is_attribute(self.rules, trim(&first))
            && (start + 1..=last).all(is_deeper)
    }

    /// Returns the first line of a template head, possibly of several lines or with a `requires` clause, that ends with
    /// line `last`.
    fn template_head(&self, last: usize, deep: &str) -> Option<usize> {
        let own = self.line(last);
        let may_end = trim(&own).ends_with('>') || trim(&own).starts_with("requires ");
        let begins =
            |text: &str| text.strip_prefix("template").is_some_and(|rest| trim(rest).starts_with('<'));
        let mut lines = (farthest(last)..=last).rev().filter(|_| self.rules.splices && may_end);
        let start = lines.find(|at| {
            let line = self.line(*at);
            is_blank(&line)
                || line.contains([';', '{', '}'])
                || indentation(&line) == deep && begins(trim(&line))
        })?;
        begins(trim(&self.line(start))).then_some(start)
    }

    /// Returns the first line of the separate type signature of a heading that ends with line `last`.
    fn signature(&self, last: usize, (deep, heading): (&str, &str)) -> Option<usize> {
        let sign = self.rules.lead_in.signature.as_deref()?;
        let name = heading.split_whitespace().next()?;
        let first = self.less_deep(last, deep)?;
        let line = self.line(first);
        let rest = trim(&line).strip_prefix(name).map(trim)?;
        let is_sign = |text: &str| text.strip_prefix(sign).is_some_and(|rest| rest.starts_with(' '));
        let goes_on = || rest.is_empty() && is_sign(trim(&self.line((first + 1).min(last))));
        (indentation(&line) == deep && (is_sign(rest) || goes_on())).then_some(first)
    }
}

/// Returns the first line at which the start of what ends on `last` may be.
const fn farthest(last: usize) -> usize {
    last.saturating_sub(MAX_SEARCH_LINES)
}
