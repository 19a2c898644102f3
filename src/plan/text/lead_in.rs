//! Finds the lead-in of a definition: what is directly above it and belongs to it, namely attributes, documentation,
//! comments, or a signature.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::lang::Language;
use crate::text::normal::{indentation, is_blank, is_word_char, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, TokenKind};

/// The maximum number of lines of a comment or list of arguments whose start is searched for.
pub(super) const MAX_SEARCH_LINES: usize = 200;

/// Words that begin a statement with a block that is not a definition.
const STATEMENTS: [&str; 20] = [
    "if", "for", "foreach", "while", "switch", "else", "elif", "try", "do", "with", "match", "case",
    "return", "catch", "except", "finally", "loop", "default", "when", "unless",
];

/// Words that begin a definition with a body, whatever its line ends with.
const DEFINING: [&str; 15] = [
    "func",
    "fn",
    "def",
    "class",
    "type",
    "struct",
    "enum",
    "union",
    "interface",
    "trait",
    "impl",
    "mod",
    "module",
    "namespace",
    "function",
];

/// Words that begin the definition of a value or alias.
const VALUES: [&str; 7] = ["const", "constexpr", "var", "let", "static", "typedef", "using"];

/// Words that may precede the words that begin a definition.
const MODIFIERS: [&str; 11] = [
    "pub",
    "export",
    "default",
    "public",
    "private",
    "protected",
    "abstract",
    "final",
    "async",
    "static",
    "declare",
];

/// Characters of which one is in the last line of a construct that spans several lines by brackets or quotes.
const CLOSING: [char; 7] = [')', ']', '}', '"', '\'', '`', '>'];

/// The maximum number of words before a name that are examined for what a definition is.
const MAX_WORDS: usize = 6;

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

/// Returns the line directly above a place that is an attribute or a template head of the line below the place.
pub(super) fn attribute_above(buffer: &Buffer, rules: &LexRules, at: usize) -> Option<usize> {
    let above = at.checked_sub(1).filter(|_| at < buffer.line_count())?;
    let below = buffer.line(at);
    let lines = LeadInLines::new(buffer, rules, None);
    let is_apart = is_blank(&below) || is_comment(rules, trim(&buffer.line(above)));
    let (_, part) = lines.part(above, (indentation(&below), &below)).filter(|_| !is_apart)?;
    (part == LeadInPart::Attribute).then_some(above)
}

/// Returns whether lines may be a definition, judged by the first words of their code.
pub(super) fn may_be_definition(rules: &LexRules, payload: &[String]) -> bool {
    head_of(rules, payload).map(|at| trim(&payload[at])).is_none_or(|head| {
        let word = head.split(|sign| !is_word_char(sign)).next().unwrap_or_default();
        is_definition(head) || defines(rules, head) || VALUES.contains(&word) || MODIFIERS.contains(&word)
    })
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
    let lines = LeadInLines { rules, language: None, lines: LinesAbove::Payload(payload) };
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
#[derive(Clone, Copy)]
pub(super) struct LeadInLines<'a> {
    rules: &'a LexRules,
    language: Option<&'static Language>,
    lines: LinesAbove<'a>,
}

impl<'a> LeadInLines<'a> {
    /// Returns the lines of a file.
    pub(super) const fn new(
        buffer: &'a Buffer,
        rules: &'a LexRules,
        language: Option<&'static Language>,
    ) -> Self {
        Self { rules, language, lines: LinesAbove::File(buffer) }
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
        let own = self.line(at);
        let deep = indentation(&own).to_owned();
        let is_attribute =
            |line: &Cow<'_, str>| indentation(line) == deep && is_attribute(self.rules, trim(line));
        let mut below = at;
        while below < self.count() && below - at < MAX_SEARCH_LINES && is_attribute(&self.line(below)) {
            below = self.end_of_open(below) + 1;
        }
        let heading = (below < self.count()).then(|| self.line(below));
        heading.filter(|line| indentation(line) == deep && !is_blank(line)).unwrap_or(own)
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
        let comments = rule.comments && (is_definition(text) || defines(self.rules, text))
            || rule.branches && is_branch(text)
            || rule.bodies && first + 1 < self.count() && is_deeper(first + 1)
            || rule.alone && self.is_alone(first, deep)
            || rule.lines && (has_own_block(text) || self.rules.lead_in.lines && self.is_alone(first, deep));
        let (mut at, mut is_sure) = (first, false);
        while let Some(above) = at.checked_sub(1).filter(|_| first - at < MAX_SEARCH_LINES) {
            let Some((start, part)) = self.part(above, (deep, heading)) else { break };
            let belongs = match part {
                LeadInPart::Attribute => rule.attributes,
                LeadInPart::Docs { .. } => rule.docs || comments,
                LeadInPart::Comment => comments,
            };
            if !belongs {
                break;
            }
            // A line of slashes is no documentation.
            let is_rule = || trim(&self.line(start)).starts_with("////");
            is_sure |= match part {
                LeadInPart::Attribute | LeadInPart::Docs { is_line: false } => true,
                LeadInPart::Docs { is_line: true } => !is_rule(),
                LeadInPart::Comment => false,
            };
            at = start;
        }
        // The first comment of a file is about the file.
        if at == 0 && !is_sure { first } else { at }
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
        let (rules, own) = (self.rules, self.line(last));
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

/// Returns whether a line seems to begin a definition with a block, judged by its words.
pub(super) fn is_definition(text: &str) -> bool {
    text.starts_with(is_word_char)
        && !is_statement(text)
        && (text.ends_with(['{', ':', '(', ',']) || text.ends_with(')'))
        && (text.contains('(') || text.ends_with(['{', ':']))
        && !text.ends_with(");")
}

/// Returns whether a line is a definition with its body in braces on the line.
fn has_own_block(text: &str) -> bool {
    let Some((heading, _)) = text.split_once('{').filter(|_| text.ends_with('}')) else { return false };
    let heading = heading.trim_end();
    !heading.is_empty() && !heading.contains('=') && !heading.ends_with([':', ',']) && !is_statement(text)
}

/// Returns whether the first word of a line shows a definition with a body.
fn defines(rules: &LexRules, text: &str) -> bool {
    let mut words = text.split(|sign: char| !is_word_char(sign));
    let first = words.find(|word| !MODIFIERS.contains(word));
    let heads = &rules.lead_in.heads;
    first.is_some_and(|word| DEFINING.contains(&word)) && words.next().is_some()
        || !heads.is_empty() && begins_with_head(heads, text)
}

/// Returns whether a line begins with a sign of a definition, or one of its first words is one.
fn begins_with_head(heads: &[String], text: &str) -> bool {
    let before = text.split(['(', '=', '{', ':', '"']).next().unwrap_or_default();
    let mut words = before.split_whitespace().take(MAX_WORDS);
    let is_sign = |head: &&String| !head.starts_with(is_word_char) && text.starts_with(head.as_str());
    words.any(|word| heads.iter().any(|head| head == word)) || heads.iter().any(|head| is_sign(&head))
}

/// Returns whether a line gives a value to a name.
fn gives_value(text: &str) -> bool {
    let name = text.split([' ', ':']).next().unwrap_or_default();
    let is_word = !name.is_empty() && name.chars().all(is_word_char) && !is_statement(text);
    is_word && (VALUES.contains(&name) || MODIFIERS.contains(&name) || text.contains(" = "))
        || text.starts_with("#define")
}

/// Returns whether a line begins with a word of a statement that is not a definition.
fn is_statement(text: &str) -> bool {
    STATEMENTS.contains(&text.split(|sign| !is_word_char(sign)).next().unwrap_or_default())
}

/// Returns whether a line begins a branch of a `switch` or a `match`.
fn is_branch(text: &str) -> bool {
    text.starts_with("case ") || text.starts_with("default:") || text.contains(" => ")
}

/// Returns whether two lines seem to be headings of the same definition, judged by the name before the first bracket or
/// sign.
pub(super) fn is_alike(one: &str, other: &str) -> bool {
    let name = |line: &str| {
        if let Some(rest) = trim(line).strip_prefix("#define ") {
            return rest.trim_start().split(|sign| !is_word_char(sign)).next().map(str::to_owned);
        }
        let head = line.split(['(', '{', '=', ':', ';']).next().unwrap_or_default();
        head.rsplit(|sign| !is_word_char(sign)).find(|word| !word.is_empty()).map(str::to_owned)
    };
    name(one).is_some() && name(one) == name(other)
}

/// Returns whether a line is a decorator, an annotation or an attribute, or begins one.
pub(super) fn is_attribute(rules: &LexRules, text: &str) -> bool {
    let is_name = |rest: &str| rest.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
    let is_bare = |rest: &str| {
        !rest.starts_with("interface ") && !rest.ends_with(['{', '}', ';']) || begins_call(rules, rest)
    };
    text.strip_prefix('@').is_some_and(|rest| is_name(rest) && is_bare(rest))
        || text.starts_with("#[")
        || rules.splices && (text == "extern \"C\"" || is_marking_macro(text))
        || rules.lead_in.attributes.iter().any(|mark| is_own_attribute(rules, mark, text))
}

/// Returns whether a text is a name and arguments that continue on the next line.
fn begins_call(rules: &LexRules, text: &str) -> bool {
    let name = text.trim_start_matches(|sign| is_word_char(sign) || sign == '.');
    let (mut depth, mut is_closed) = (0_isize, false);
    Lexer::new(rules).marks(name, &mut LexState::default(), |kind, _| match kind {
        TokenKind::Open(_) => depth += 1,
        TokenKind::Close(_) => {
            depth -= 1;
            is_closed |= depth == 0;
        }
        _ => {}
    });
    name.starts_with('(') && depth > 0 && !is_closed
}

/// Returns whether a directive for tools acts on one line, and not on all lines up to another directive.
fn acts_on_one_line(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let has = |words: &[String], all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
    let words: Vec<String> = words.by_ref().collect();
    !has(&words, &["on", "off", "begin", "end", "start", "stop", "enable", "skip_file"])
        && (!has(&words, &["disable"]) || has(&words, &["next", "line"]))
}

/// Returns whether a line has nothing but the first words of the heading of a definition, whose name is below: modifiers,
/// or the type of a result.
fn begins_heading(rules: &LexRules, text: &str, heading: &str) -> bool {
    let Some(block) = rules.block_comments.as_ref().filter(|block| block.open == "/*") else { return false };
    if text.split_whitespace().all(|word| MODIFIERS.contains(&word)) {
        return true;
    }
    if text.ends_with(" =") {
        return defines(rules, heading) && !is_comment(rules, text);
    }
    let behind_comment =
        text.strip_prefix(block.open.as_str()).and_then(|rest| rest.split_once(block.close.as_str()));
    let text = behind_comment.map_or(text, |(_, rest)| trim(rest));
    let is_of_types = |text: &str| {
        let text = text.replace("::", "").replace("\"C\"", "");
        let is_sign = |sign: char| {
            is_word_char(sign) || [' ', '*', '&', '<', '>', ',', '~', '?', '[', ']'].contains(&sign)
        };
        text.starts_with(|sign: char| is_word_char(sign) || sign == '*' || sign == '~')
            && text.chars().all(is_sign)
    };
    // A macro in capitals may be a statement.
    let is_type = text.contains(char::is_lowercase) && !is_statement(text) && !text.ends_with(',');
    let is_named = heading.split_once('(').is_some_and(|(name, _)| is_of_types(name.trim_end()));
    rules.lead_in.split_heads
        && is_type
        && is_of_types(text)
        && !is_statement(heading)
        && (is_named || defines(rules, heading))
}

/// Returns whether a line declares a function that the heading declares once more, with other parameters.
fn is_overload(rules: &LexRules, text: &str, heading: &str) -> bool {
    let name = |line: &str| {
        let (name, rest) = line.split_once(['(', '<'])?;
        let has_name = name.ends_with(is_word_char) && !is_statement(name);
        (has_name && !rest.is_empty()).then(|| name.to_owned())
    };
    let has_type = text.rsplit_once(')').is_some_and(|(_, behind)| behind.starts_with(':'));
    let is_declared = has_type || defines(rules, text) && text.ends_with(");");
    rules.lead_in.overloads
        && is_declared
        && heading.ends_with('{')
        && name(text).is_some_and(|own| name(heading) == Some(own))
}

/// Words in the names of macros that precede a definition and qualify it.
const MARKING: [&str; 9] =
    ["API", "ATTRIBUTE", "CONSTEXPR", "DEPRECATED", "EXPORT", "INLINE", "NODISCARD", "NORETURN", "VISIBLE"];

/// Returns whether a line consists of the name of such a macro.
fn is_marking_macro(text: &str) -> bool {
    text.chars().all(|sign| sign == '_' || sign.is_ascii_uppercase() || sign.is_ascii_digit())
        && text.split('_').any(|word| MARKING.contains(&word))
}

/// Returns whether a line is, or begins, an attribute with a mark of the language. An attribute in brackets must have
/// nothing after it, or it would belong to what follows on the line.
fn is_own_attribute(rules: &LexRules, mark: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(mark) else { return false };
    if text.ends_with(['{', ';']) && !begins_call(rules, rest) {
        return false;
    }
    if mark.ends_with('<') && !mark.starts_with('[') {
        return !text.contains('>') || text.ends_with('>');
    }
    let (mut depth, mut end) = (0_isize, None);
    if mark.starts_with('[') {
        Lexer::new(rules).marks(text, &mut LexState::default(), |kind, range| match kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => {
                depth -= 1;
                end = end.or(Some(range.end).filter(|_| depth == 0));
            }
            _ => {}
        });
    }
    let rest = end.and_then(|end| text.get(end..)).unwrap_or_default().trim();
    rest.is_empty() || rules.begins_with_line_comment(rest)
}

/// Returns whether a line is a comment, or begins with one.
pub(super) fn is_comment(rules: &LexRules, text: &str) -> bool {
    rules.begins_with_line_comment(text)
        || rules.block_comments.as_ref().is_some_and(|block| text.starts_with(&block.open))
}

/// Returns whether a comment documents what is below it, judged by its first characters.
fn is_doc_comment(rules: &LexRules, text: &str) -> bool {
    let is_banner = |mark: &str| text[mark.len()..].starts_with(|sign| mark.ends_with(sign));
    ["/**", "///"].iter().any(|mark| text.starts_with(mark))
        || rules.lead_in.docs.iter().any(|mark| text.starts_with(mark.as_str()) && !is_banner(mark))
}

/// Returns whether a line is a string that documents what is below it.
fn is_doc_string(rules: &LexRules, text: &str) -> bool {
    rules.lead_in.doc_strings.iter().any(|quotes| {
        let inner = text.strip_prefix(quotes.as_str()).and_then(|rest| rest.strip_suffix(quotes.as_str()));
        inner.is_some_and(|inner| !inner.starts_with(quotes.as_str()))
    })
}

/// Returns whether a line begins a string that documents what is below it.
fn begins_doc_string(rules: &LexRules, text: &str) -> bool {
    rules.lead_in.doc_strings.iter().any(|quotes| text.starts_with(quotes.as_str()))
}
