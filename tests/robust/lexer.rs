//! A plain scanner of comments, written for the benchmark alone: it must not share the faults of the one it judges.
//!
//! It knows three languages and gives up (`Language::Unsure`) on texts with raw strings.

/// A language whose comments the benchmark can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Python,
    Cpp,
    Rust,
    /// One of the three whose text holds what the scanner does not know, or another one whose comments are stripped.
    Unsure,
    /// None whose comments anybody strips.
    Other,
}

/// What a line begins in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    #[default]
    Code,
    /// A string that goes on over lines, by its quote and how many of them.
    Text(char, usize),
    Block(usize),
}

/// A line as it reads without comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanned {
    pub begins: State,
    pub ends: State,
    pub code: String,
    /// Where a comment begins that ends with the line, as a byte offset.
    pub comment_at: Option<usize>,
}

impl Language {
    /// The language of a file, unless its text holds what the scanner does not know.
    pub fn of(path: &str, text: &[String]) -> Self {
        let has =
            |needles: &[&str]| text.iter().any(|line| needles.iter().any(|needle| line.contains(needle)));
        match path.rsplit('.').next() {
            Some("py" | "pyi") => Self::Python,
            Some("rs") if has(&["r#\"", " r\"", "(r\"", "br\""]) => Self::Unsure,
            Some("rs") => Self::Rust,
            Some("c" | "h" | "cc" | "cpp" | "hpp" | "cxx" | "hh") if has(&["R\""]) => Self::Unsure,
            Some("c" | "h" | "cc" | "cpp" | "hpp" | "cxx" | "hh") => Self::Cpp,
            Some("go" | "java" | "js" | "ts") => Self::Unsure,
            _ => Self::Other,
        }
    }

    /// What begins a comment that ends with the line.
    pub fn comment(self) -> Option<&'static str> {
        match self {
            Self::Python => Some("#"),
            Self::Cpp | Self::Rust => Some("//"),
            Self::Unsure | Self::Other => None,
        }
    }
}

/// Scans a whole text.
pub fn scan_all(language: Language, lines: &[String]) -> Vec<Scanned> {
    let mut state = State::Code;
    let scanned = lines.iter().map(|line| {
        let scanned = scan(language, line, state);
        state = scanned.ends;
        scanned
    });
    scanned.collect()
}

/// Scans one line.
pub fn scan(language: Language, line: &str, begins: State) -> Scanned {
    let mut scanned = Scanned { begins, ends: begins, code: String::new(), comment_at: None };
    if language.comment().is_none() {
        scanned.code = line.to_owned();
        return scanned;
    }
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    let mut at = 0;
    while at < chars.len() {
        let rest = &line[chars[at].0..];
        let step = match scanned.ends {
            State::Code => in_code(language, rest, &line[..chars[at].0], &mut scanned, chars[at].0),
            State::Text(quote, count) => in_text(rest, quote, count, &mut scanned),
            State::Block(depth) => in_block(language, rest, depth, &mut scanned),
        };
        match step {
            Some(step) => at += step,
            None => break,
        }
    }
    end_of_line(language, line, &mut scanned);
    scanned
}

/// Passes over some characters of code and returns how many; `None` where a comment takes the rest of the line.
fn in_code(
    language: Language,
    rest: &str,
    before: &str,
    scanned: &mut Scanned,
    offset: usize,
) -> Option<usize> {
    if language.comment().is_some_and(|comment| rest.starts_with(comment)) {
        scanned.comment_at = Some(offset);
        return None;
    }
    if language != Language::Python && rest.starts_with("/*") {
        scanned.ends = State::Block(1);
        return Some(2);
    }
    let first = rest.chars().next()?;
    let is_quote = first == '"' || first == '\'' && language == Language::Python;
    let passed = if is_quote {
        let triple = language == Language::Python && rest.starts_with(&first.to_string().repeat(3));
        let count = if triple { 3 } else { 1 };
        scanned.ends = State::Text(first, count);
        count
    } else if first == '\'' {
        char_literal(rest, before)
    } else {
        1
    };
    scanned.code.extend(rest.chars().take(passed));
    Some(passed)
}

/// The length of a character literal in characters; 1 for a quote that begins none.
fn char_literal(rest: &str, before: &str) -> usize {
    let chars: Vec<char> = rest.chars().take(12).collect();
    if before.ends_with(|char: char| char.is_alphanumeric()) && !before.ends_with(['u', 'U', 'L', 'b']) {
        return 1;
    }
    match chars.get(1) {
        Some('\\') => chars.iter().skip(3).position(|char| *char == '\'').map_or(1, |end| end + 4),
        Some(_) if chars.get(2) == Some(&'\'') => 3,
        _ => 1,
    }
}

fn in_text(rest: &str, quote: char, count: usize, scanned: &mut Scanned) -> Option<usize> {
    let passed = if rest.starts_with('\\') {
        2
    } else if rest.starts_with(&quote.to_string().repeat(count)) {
        scanned.ends = State::Code;
        count
    } else {
        1
    };
    scanned.code.extend(rest.chars().take(passed));
    Some(passed)
}

fn in_block(language: Language, rest: &str, depth: usize, scanned: &mut Scanned) -> Option<usize> {
    if rest.starts_with("*/") {
        scanned.ends = if depth == 1 { State::Code } else { State::Block(depth - 1) };
        scanned.code.push(' ');
        return Some(2);
    }
    if language == Language::Rust && rest.starts_with("/*") {
        scanned.ends = State::Block(depth + 1);
        return Some(2);
    }
    Some(1)
}

/// A string that may not go on over lines ends with its line.
fn end_of_line(language: Language, line: &str, scanned: &mut Scanned) {
    let State::Text(_, count) = scanned.ends else { return };
    let goes_on = count == 3 || language == Language::Rust || line.ends_with('\\');
    if !goes_on {
        scanned.ends = State::Code;
    }
}
