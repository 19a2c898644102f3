//! C++ by its brackets: where classes and functions with a body stand, and what they are called.
//!
//! It knows as much as a careful reader without a compiler: scopes, headings up to a brace, the name in front of a
//! parameter list. What it cannot name is left out. It shares no code with chunk's grammars.

mod heading;

use std::ops::Range;

use crate::definition::Definition;
use crate::support::cpp_text::{blank, end_of_directive, skip_text};

use heading::{
    Opened, behind_templates, ends_in_word, find_word, function, is_word, opened, without_brackets,
};

/// The definitions of a text that have a body.
pub fn definitions(text: &str) -> Vec<Definition> {
    let mut reader = Reader { code: code(text), found: Vec::new() };
    reader.scope(0, &Scope { path: Vec::new(), in_class: false });
    reader.found
}

/// The text with blanks in the place of strings, comments and directives, and of all branches but the first of an `#if`
/// whose branches do not close what they open.
fn code(text: &str) -> Vec<u8> {
    let mut code = text.as_bytes().to_vec();
    let mut open: Vec<Vec<Range<usize>>> = Vec::new();
    let mut is_line_start = true;
    let mut at = 0;
    while at < code.len() {
        if code[at] == b'#' && is_line_start {
            let end = end_of_directive(text.as_bytes(), at);
            let word = text[at + 1..end].trim_start();
            if word.starts_with("if") {
                open.push(Vec::new());
            } else if let Some(branch) = open.last_mut().and_then(|branches| branches.last_mut())
                && (word.starts_with("el") || word.starts_with("endif"))
            {
                branch.end = at;
            }
            if word.starts_with("if") || word.starts_with("el") {
                open.iter_mut().next_back().into_iter().for_each(|branches| branches.push(end..end));
            } else if word.starts_with("endif") {
                keep_one_branch(&mut code, &open.pop().unwrap_or_default());
            }
            blank(&mut code, at..end);
            at = end;
            continue;
        }
        let end = skip_text(text.as_bytes(), at).map(|end| end.min(code.len()));
        // An empty string is kept: it may be a part of a name, as in `operator""_x`.
        if let Some(end) = end.filter(|end| text.get(at..*end) != Some("\"\"")) {
            blank(&mut code, at..end);
        }
        let next = end.unwrap_or(at + 1);
        is_line_start =
            code[at] == b'\n' || (is_line_start && code[at..next].iter().all(u8::is_ascii_whitespace));
        at = next;
    }
    code
}

fn keep_one_branch(code: &mut [u8], branches: &[Range<usize>]) {
    let count = |branch: &Range<usize>, wanted: u8| {
        code[branch.clone()].iter().filter(|byte| **byte == wanted).count()
    };
    let is_closed = |branch| {
        [(b'(', b')'), (b'[', b']'), (b'{', b'}')]
            .iter()
            .all(|(open, close)| count(branch, *open) == count(branch, *close))
    };
    if !branches.iter().all(is_closed) {
        branches.iter().skip(1).for_each(|branch| blank(code, branch.clone()));
    }
}

struct Scope {
    path: Vec<String>,
    in_class: bool,
}

struct Reader {
    code: Vec<u8>,
    found: Vec<Definition>,
}

impl Reader {
    /// Reads the statements of a scope; returns the byte behind its closing brace.
    fn scope(&mut self, start: usize, scope: &Scope) -> usize {
        let mut at = start;
        loop {
            while self.code.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b';') {
                at += 1;
            }
            match self.code.get(at) {
                None => return at,
                Some(b'}') => return at + 1,
                Some(_) => at = self.statement(at, scope),
            }
        }
    }

    /// Reads one statement or definition; returns the byte behind it.
    fn statement(&mut self, start: usize, scope: &Scope) -> usize {
        let mut start = start;
        let mut at = start;
        while let Some(byte) = self.code.get(at).copied() {
            match byte {
                b'(' | b'[' => at = self.closed(at),
                b';' => {
                    self.declared(start..at, scope);
                    return at + 1;
                }
                b'}' => return at,
                b':' if self.code[at + 1..].starts_with(b":") => at += 2,
                b':' if scope.in_class && is_label(&self.code[start..at]) => {
                    at += 1;
                    start = at;
                }
                b'{' if self.is_value(start, at) => at = self.closed(at),
                b'{' => {
                    start = self.behind_lone_macros(start, at);
                    return self.opened(start..at, scope);
                }
                _ => at += 1,
            }
        }
        at
    }

    /// The byte behind the bracket that closes the one at `open`.
    fn closed(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (at, byte) in self.code.iter().enumerate().skip(open) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.code.len()
    }

    /// Whether a brace opens a value: behind `=`, or in the initialisers of a constructor.
    fn is_value(&self, start: usize, brace: usize) -> bool {
        let heading = text(&self.code[start..brace]);
        let top = without_brackets(behind_templates(&heading).unwrap_or_default()).replace("::", "  ");
        if top.replace("==", "").contains('=') && find_word(&top, "operator").is_none() {
            return true;
        }
        let in_initialisers = top.split_once(')').is_some_and(|(_, behind)| behind.contains(':'));
        let is_named = heading.trim_end().ends_with(|char| is_word(char) || char == '>');
        in_initialisers && is_named && !ends_in_word(&heading, &["const", "noexcept", "override", "try"])
    }

    /// Where a heading begins behind macros that have lines for themselves: such as open namespaces, or bring members.
    fn behind_lone_macros(&self, start: usize, brace: usize) -> usize {
        let mut start = start;
        loop {
            start += self.code[start..brace].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_in_name =
                |byte: &&u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || **byte == b'_';
            let mut end = start + self.code[start..brace].iter().take_while(is_in_name).count();
            if end < start + 3 {
                return start;
            }
            if self.code[end] == b'(' {
                end = self.closed(end);
            }
            match self.code.get(end..brace).and_then(|rest| rest.iter().position(|byte| *byte == b'\n')) {
                Some(length) if self.code[end..end + length].trim_ascii().is_empty() => start = end,
                _ => return start,
            }
        }
    }

    /// Notes a function that is only declared, since it shares its name with those that are defined.
    fn declared(&mut self, range: Range<usize>, scope: &Scope) {
        let heading = text(&self.code[range.clone()]);
        let plain = behind_templates(&heading).unwrap_or_default();
        let first = plain.split(|char| !is_word(char)).next().unwrap_or_default();
        let is_other = ["friend", "using", "typedef", "static_assert", "template", "return"].contains(&first)
            || plain
                .split('(')
                .next()
                .is_some_and(|before| before.contains('=') && !before.contains("operator"));
        if let Some(Opened::Function { name, tail }) = function(plain).filter(|_| !is_other) {
            self.add_function(name, tail, range, scope, false);
        }
    }

    /// Reads what a heading opens; returns the byte behind it.
    fn opened(&mut self, heading: Range<usize>, scope: &Scope) -> usize {
        let brace = heading.end;
        let text = text(&self.code[heading.clone()]);
        match opened(&text) {
            Opened::Names(names, in_class) => {
                let path = [scope.path.clone(), names].concat();
                let address = path.join("::");
                let mut end = self.scope(brace + 1, &Scope { path, in_class });
                if in_class {
                    end =
                        self.code[end..].iter().position(|byte| *byte == b';').map_or(end, |at| end + at + 1);
                    self.found.push(Definition {
                        kind: "class",
                        path: address,
                        tail: String::new(),
                        range: heading.start..end,
                        has_body: true,
                    });
                }
                end
            }
            Opened::Function { name, tail } => {
                let end = self.closed(brace);
                self.add_function(name, tail, heading.start..end, scope, true);
                end
            }
            Opened::Other => self.closed(brace),
        }
    }

    fn add_function(
        &mut self,
        name: String,
        tail: String,
        range: Range<usize>,
        scope: &Scope,
        has_body: bool,
    ) {
        let kind = if scope.in_class || name.contains("::") { "method" } else { "function" };
        let path = [scope.path.clone(), vec![name]].concat().join("::");
        self.found.push(Definition { kind, path, tail, range, has_body });
    }
}

fn text(code: &[u8]) -> String {
    String::from_utf8_lossy(code).into_owned()
}

/// Whether a text in front of a colon is an access label, or a macro for one.
fn is_label(code: &[u8]) -> bool {
    text(code).trim().chars().all(is_word)
}
