//! Replaces a heading: its lines, and the comment after them.

use super::view::DefinitionView;
use crate::resolve::symbol::payload::parse::PayloadProperties;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::text::normal::{find_word, indentation, is_word_char};
use crate::text::{CommentScanner, LexState};

/// A heading as a payload gives it.
pub(super) struct NewHeading {
    /// Its lines, without `comment`, and without the token that introduces the body unless that belongs to the heading.
    pub(in crate::resolve::symbol) lines: Vec<String>,
    /// The comment after it, with preceding blanks; empty if there is none.
    comment: String,
}

impl DefinitionView<'_> {
    /// Parses the heading of a payload. Its final token is kept if it belongs to the heading: a semicolon after the
    /// declaration of a parameter between heading and body.
    pub(super) fn read_heading(
        &self,
        payload: &[String],
    ) -> Result<(NewHeading, PayloadProperties), PayloadProblem> {
        let close = self.file.manifest().symbols.head_close.as_str();
        let (bare, own) =
            (self.new_heading(payload, &["{", ";", close]), self.new_heading(payload, &["{", close]));
        if own.lines != bare.lines
            && let Ok(facts) = self.read_signature(&own.lines)
            && (facts.definition.frame.body.is_some() || declares_parameters(&own.lines, &facts))
        {
            return Ok((own, facts));
        }
        let facts = self.read_signature(&bare.lines)?;
        let named = self.under_its_name(&bare.lines, &facts)?;
        let Some(lines) = named.or_else(|| self.under_its_words(&bare.lines)) else {
            return Ok((bare, facts));
        };
        let facts = self.read_signature(&lines)?;
        Ok((NewHeading { lines, ..bare }, facts))
    }

    /// Puts the heading of an anonymous function after the name that the function is assigned to in the file: only the
    /// function is to be changed. `None` if the payload has a name, or the file has none.
    fn under_its_name(
        &self,
        payload: &[String],
        facts: &PayloadProperties,
    ) -> Result<Option<Vec<String>>, PayloadProblem> {
        let Some(nameless) = self.file.manifest().symbols.nameless.as_deref() else { return Ok(None) };
        let own = self.file.outline.definition(self.id).and_then(|own| own.parts.last());
        let Some(own) = own.map(|part| part.name.as_str()).filter(|own| *own != nameless) else {
            return Ok(None);
        };
        let is_nameless = facts.definition.parts.last().is_some_and(|part| part.name == nameless)
            && !payload.iter().any(|line| find_word(line, nameless).is_some());
        if !is_nameless {
            return Ok(None);
        }
        let head = self.head(self.head_end());
        let name_end = find_word(&head, own).map(|at| at + own.len());
        let value = name_end.and_then(|end| {
            let rest = head[end..].trim_start();
            let is_key = rest.starts_with(':') && !rest.replace("=>", "").contains('=');
            let value = rest.strip_prefix('=').filter(|_| !rest.starts_with("=>"));
            let value = value.or_else(|| rest.strip_prefix(':').filter(|_| is_key))?;
            Some(head.len() - value.trim_start().len())
        });
        let value = value.filter(|at| !head[..*at].contains('\n')).ok_or(PayloadProblem::NoDefinition)?;
        let mut lines = payload.to_vec();
        if let Some(first) = lines.first_mut() {
            *first = format!("{}{}", &head[..value], first.trim_start());
        }
        Ok(Some(lines))
    }

    /// Puts the heading of a function that is the value of a variable after the keywords that declare the variable in
    /// the file: without them, it would be an assignment. `None` if the payload begins with its own keywords.
    fn under_its_words(&self, payload: &[String]) -> Option<Vec<String>> {
        let outline = self.file.outline;
        let own = outline.definition(self.id).filter(|own| own.capture == "function")?;
        // Members are declared without such keywords.
        if outline.definition(outline.item(self.id).parent).is_some() {
            return None;
        }
        let name = own.parts.last()?.name.as_str();
        let first = payload.first()?;
        let rest = first.trim_start().strip_prefix(name)?.trim_start();
        let is_value = rest.starts_with('=') && !rest.starts_with("=>") || rest.starts_with(':');
        let head = self.head(self.head_end());
        let words = &head[..find_word(&head, name)?];
        let are_words = !words.is_empty() && words.chars().all(|char| is_word_char(char) || char == ' ');
        if !is_value || !are_words {
            return None;
        }
        let mut lines = payload.to_vec();
        *lines.first_mut()? = format!("{}{words}{}", indentation(first), first.trim_start());
        Some(lines)
    }

    /// Returns the heading of a payload without the given tokens that introduce the body.
    fn new_heading(&self, payload: &[String], marks: &[&str]) -> NewHeading {
        let close = self.file.manifest().symbols.head_close.as_str();
        let bare = |text: &str| {
            let text = text.trim_end();
            let mut marks = marks.iter().filter(|mark| !mark.is_empty());
            marks.find_map(|mark| text.strip_suffix(*mark)).unwrap_or(text).trim_end().to_owned()
        };
        let mut lines = payload.to_vec();
        let comment = self.comment_behind(&lines, marks).unwrap_or_default();
        if let Some(last) = lines.last_mut() {
            last.truncate(last.len() - comment.len());
        }
        while let Some(last) = lines.last_mut() {
            *last = bare(last);
            if !last.is_empty() {
                break;
            }
            lines.pop();
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(close);
        }
        NewHeading { lines, comment }
    }

    /// Returns the comment at the end of the last line, if nothing could follow it, or a token that introduces the body
    /// precedes it.
    fn comment_behind(&self, lines: &[String], marks: &[&str]) -> Option<String> {
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let (last, before) = lines.split_last()?;
        let mut state = LexState::default();
        for line in before {
            scanner.scan(line, &mut state);
        }
        let mut probe = state.clone();
        let code = scanner.scan(last, &mut state).code.into_owned();
        let code = code.trim_end();
        if code.trim().is_empty() || !last.starts_with(code) || last.trim_end().len() == code.len() {
            return None;
        }
        let is_open = !scanner.scan(&format!("{last} x"), &mut probe).code.ends_with(" x");
        let is_led_over = marks.iter().any(|mark| !mark.is_empty() && code.ends_with(*mark));
        (is_open || is_led_over).then(|| last.trim_end()[code.len()..].to_owned())
    }

    /// Adds the comment to the heading's lines, after the token that introduces the body, and returns the end of the
    /// replaced text: the comment replaces the existing one. `None` if the body begins on that line.
    pub(super) fn with_comment(
        &self,
        mut lines: Vec<String>,
        heading: &NewHeading,
        end: usize,
    ) -> Option<(Vec<String>, usize)> {
        if heading.comment.is_empty() {
            let end = self.behind_comment_of_gone_part(&lines, end);
            return Some((lines, end));
        }
        let buffer = self.file.buffer;
        let rest = buffer.slice(end..buffer.line_range(buffer.line_of(end)).end.max(end)).into_owned();
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let mut state = LexState::default();
        let code = scanner.scan(&rest, &mut state).code.trim_end().to_owned();
        let leads_over = matches!(code.trim_start(), "" | "{" | ";" | "=");
        if !leads_over || state != LexState::default() || !rest.starts_with(&code) {
            return None;
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(&code);
            last.push_str(&heading.comment);
        }
        Some((lines, end + rest.trim_end().len()))
    }

    /// Returns the end of the comment after the last line of the old heading, if that line is not in the new one: the
    /// comment was about the part that goes, such as a bound or a base. Returns `end` if there is no such comment.
    fn behind_comment_of_gone_part(&self, lines: &[String], end: usize) -> usize {
        let buffer = self.file.buffer;
        let line = buffer.line_of(end);
        if line == buffer.line_of(self.place.declaration) {
            return end;
        }
        let start = buffer.line_start(line);
        let part = buffer.slice(start..end).into_owned();
        let rest = buffer.slice(end..buffer.line_range(line).end.max(end)).into_owned();
        let mut state = LexState::default();
        let scanned = CommentScanner::new(&self.file.manifest().lexical).scan(&rest, &mut state);
        let is_comment = scanned.has_comment && matches!(scanned.code.trim(), "" | ",");
        let mut words = part.split(|char| !is_word_char(char)).filter(|word| !word.is_empty());
        let is_gone = words.any(|word| lines.iter().all(|line| find_word(line, word).is_none()));
        let is_whole = state == LexState::default();
        if is_comment && is_whole && is_gone { end + rest.trim_end().len() } else { end }
    }

    /// Moves the opening bracket of the body to its own line below a clause that requires it, and back to the last line
    /// if the clause was removed.
    pub(super) fn with_brace(&self, mut lines: Vec<String>, end: usize) -> (Vec<String>, usize) {
        let words = &self.file.manifest().symbols.brace_below;
        let begins = |line: &str| {
            let word = line.trim_start().split(|char| !is_word_char(char)).next().unwrap_or_default();
            words.iter().any(|own| own == word)
        };
        let has_clause = |lines: &[String]| lines.iter().skip(1).any(|line| begins(line));
        let buffer = self.file.buffer;
        let line = buffer.line_of(end);
        let rest = buffer.slice(end..buffer.line_range(line).end.max(end)).into_owned();
        if has_clause(&lines) && rest.trim() == "{" {
            let indent = lines.first().map_or("", |first| indentation(first)).to_owned();
            lines.push(indent + "{");
            return (lines, end + rest.trim_end().len());
        }
        let head: Vec<String> = self.head(end).lines().map(str::to_owned).collect();
        let below = (rest.trim().is_empty() && line + 1 < buffer.line_count()).then(|| buffer.line(line + 1));
        if let Some(below) = below.filter(|below| below.trim() == "{" && has_clause(&head))
            && !has_clause(&lines)
            && let Some(last) = lines.last_mut()
        {
            last.push_str(" {");
            return (lines, buffer.line_start(line + 1) + below.trim_end().len());
        }
        (lines, end)
    }
}

/// Returns whether parameters that are listed by name only are declared after the list, each with its type.
fn declares_parameters(heading: &[String], facts: &PayloadProperties) -> bool {
    let heading = heading.join("\n");
    let name = facts.definition.parts.last().map_or("", |part| part.name.as_str());
    let behind = find_word(&heading, name).and_then(|at| heading[at..].split_once('('));
    let Some((names, rest)) = behind.and_then(|(_, behind)| behind.split_once(')')) else { return false };
    let mut names = names.split(',').map(str::trim);
    let rest = rest.trim_start();
    let is_declared = |name: &str| find_word(rest, name).is_some_and(|at| at > 0);
    names.clone().all(|name| name.chars().all(is_word_char))
        && rest.starts_with(is_word_char)
        && names.any(is_declared)
}
