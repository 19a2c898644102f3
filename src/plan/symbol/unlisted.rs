//! Searches the text for names that are not symbols, on lines that look like definitions.

use crate::diag::{Code, Diagnostic, FilePlace};
use crate::ir::{PatchPath, SymbolTarget};
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::resolve::symbol::SymbolProblem;
use crate::text::normal::{find_words, is_word_char, word_at_end};
use crate::text::{Buffer, Bytes, CommentScanner, LexState};

use super::address::last_word;

/// Words that precede a use of a name.
const USING: [&str; 19] = [
    "return", "new", "throw", "raise", "await", "yield", "in", "of", "is", "as", "not", "and", "or", "else",
    "case", "delete", "typeof", "goto", "assert",
];

/// The help for a name that is not a symbol.
const AS_TEXT: &str = "use a text operation with the intended lines as its `marker`";

/// The help for a name that is only imported.
pub(in crate::plan) const AS_IMPORT: &str =
    "to remove the import, use `remove_import`; the definition is in another file";

/// The start of a help which assumes that the operation was applied before.
const DONE_BEFORE: &str = "if the patch was applied before";

/// The maximum number of bytes of earlier versions that are searched for a name.
const MAX_EARLIER_BYTES: usize = 4 << 20;

/// Words in the parentheses of a visibility modifier.
const PATHS: [&str; 4] = ["crate", "super", "self", "in"];

/// The maximum number of lines of an import.
const MAX_LINES: usize = 100;

/// Returns the problem without definitions of similar names, if the file imports exactly the wanted name.
pub(in crate::plan) fn without_alike(
    problem: &SymbolProblem,
    buffer: &Buffer,
    language: &'static Language,
) -> Option<SymbolProblem> {
    let SymbolProblem::NotFound { wanted, nearest, other, hidden: None, .. } = problem else { return None };
    let is_imported = || importing_line(buffer, last_word(wanted), language).is_some();
    if nearest.is_empty() || !other.is_empty() || !is_imported() {
        return None;
    }
    let mut problem = problem.clone();
    if let SymbolProblem::NotFound { nearest, .. } = &mut problem {
        nearest.clear();
    }
    Some(problem)
}

/// Removes, from the refusal of a deletion whose target is missing, the help which assumes that an earlier run deleted
/// it. The help stays if there are signs of that: an earlier version of the file has the name, or the address is
/// numbered.
pub(in crate::plan) fn without_guess(
    mut refusal: Refusal,
    (path, target): (&PatchPath, &SymbolTarget),
    earlier: impl Iterator<Item = Bytes>,
) -> Refusal {
    let says_done = |help: &String| help.starts_with(DONE_BEFORE);
    let is_guess =
        |problem: &Diagnostic| problem.code == Code::SymbolNotFound && problem.help.iter().any(says_done);
    if !refusal.problems.iter().any(is_guess) {
        return refusal;
    }
    let wanted = [&target.method, &target.symbol, &target.class].into_iter().flatten().next();
    let name = wanted.map_or("", |wanted| last_word(wanted));
    let mut left = MAX_EARLIER_BYTES;
    let mut texts = earlier.take_while(|bytes| {
        left = left.saturating_sub(bytes.len());
        left > 0
    });
    let has_name = |bytes: Bytes| {
        std::str::from_utf8(&bytes)
            .is_ok_and(|text| !name.is_empty() && find_words(text, name).next().is_some())
    };
    // A numbered address shows that the writer saw more definitions of the name than there are.
    let is_counted = wanted.is_some_and(|wanted| {
        wanted.rsplit_once('#').is_some_and(|(_, number)| number.parse::<usize>().is_ok())
    });
    if is_counted || texts.any(has_name) {
        return refusal;
    }
    for problem in refusal.problems.iter_mut().filter(|problem| is_guess(problem)) {
        problem.help.retain(|help| !says_done(help));
        for help in &mut problem.help {
            *help = help.strip_prefix("otherwise ").unwrap_or(help).to_owned();
        }
        if problem.help.is_empty() {
            problem.help.push(format!("`chunk symbols {path}` lists all addresses"));
        }
    }
    refusal
}

/// Adds to the diagnostic of a symbol that is missing, without a similar one, where the file has the name. Returns
/// `true` if the name is something else, so that no similar symbol is meant.
pub(in crate::plan) fn note_unlisted(
    diagnostic: &mut Diagnostic,
    problem: &SymbolProblem,
    (path, buffer): (&PatchPath, &Buffer),
    (language, small): (&'static Language, &[String]),
) -> bool {
    let SymbolProblem::NotFound { wanted, nearest, other, members, article, hidden: None, .. } = problem
    else {
        return false;
    };
    if !other.is_empty() {
        return false;
    }
    if let Some(line) = importing_line(buffer, last_word(wanted), language) {
        diagnostic.message.push_str(&format!("; line {} only imports the name", line + 1));
        diagnostic.places.insert(0, FilePlace::related(path.as_str(), line, buffer.line(line).into_owned()));
        diagnostic.help.retain(|help| !help.starts_with(DONE_BEFORE));
        diagnostic.help.push(AS_IMPORT.to_owned());
        return false;
    }
    let line = defining_line(buffer, last_word(wanted), language);
    if nearest.iter().any(|(one, _)| line.is_some_and(|line| (one.lines.0..=one.lines.1).contains(&line))) {
        return false;
    }
    if let Some(line) = line {
        diagnostic.message.push_str(&format!("; line {} has the name, but not as a symbol", line + 1));
        diagnostic.places.insert(0, FilePlace::related(path.as_str(), line, buffer.line(line).into_owned()));
        // The name is in the file, so no earlier run has removed it.
        diagnostic.help.retain(|help| !help.starts_with(DONE_BEFORE));
        diagnostic.help.push(AS_TEXT.to_owned());
    } else if members.is_none() && nearest.is_empty() && article == "a symbol" {
        diagnostic.help.push(match small {
            [] => format!("the file has no symbols: {AS_TEXT}"),
            names => format!("the file has {}", names.join(", ")),
        });
    }
    line.is_some()
}

/// Returns the first line of an import or re-export that contains a name.
fn importing_line(buffer: &Buffer, name: &str, language: &'static Language) -> Option<usize> {
    let begins = &language.manifest().imports.as_ref()?.begins;
    let scanner = CommentScanner::new(&language.manifest().lexical);
    let mut state = LexState::default();
    // The number of open brackets of the current import, and the number of its lines so far.
    let mut open: Option<(isize, usize)> = None;
    (0..buffer.line_count()).filter(|_| !name.is_empty()).find(|line| {
        let text = buffer.line(*line);
        let is_code = !state.is_string();
        let code = scanner.scan(&text, &mut state).code;
        let mut words =
            code.split(|char: char| !is_word_char(char) && char != '#').filter(|word| !word.is_empty());
        let is_given_on = code.starts_with("export") && code.contains(" from ");
        let is_import = words.next().is_some_and(|first| {
            let first = if first == "pub" {
                words.find(|word| !PATHS.contains(word)).unwrap_or(first)
            } else {
                first
            };
            begins.iter().any(|word| word == first)
        });
        if open.is_none() && is_code && (is_import || is_given_on) {
            open = Some((0, 0));
        }
        let Some((depth, lines)) = open else { return false };
        let count = |brackets: [char; 2]| code.matches(brackets).count() as isize;
        let depth = depth + count(['(', '{']) - count([')', '}']);
        open = (depth > 0 && lines < MAX_LINES).then_some((depth, lines + 1));
        find_words(&code, name).any(|at| code[..at].matches(['"', '\'']).count().is_multiple_of(2))
    })
}

/// Returns the first line whose code looks like a definition of a name: after another word, or at the start of the line
/// before a colon or an equals sign.
pub(super) fn defining_line(buffer: &Buffer, name: &str, language: &'static Language) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    let scanner = CommentScanner::new(&language.manifest().lexical);
    let mut state = LexState::default();
    (0..buffer.line_count()).find(|line| {
        let text = buffer.line(*line);
        let is_code = !state.is_string();
        let code = scanner.scan(&text, &mut state).code;
        is_code && code.match_indices(name).any(|(at, _)| defines(&code, at, name))
    })
}

fn defines(code: &str, at: usize, name: &str) -> bool {
    let (before, behind) = (&code[..at], &code[at + name.len()..]);
    if before.ends_with(is_word_char) || behind.starts_with(is_word_char) {
        return false;
    }
    // A name in a string is text.
    if before.matches(['"', '\'', '`']).count() % 2 == 1 {
        return false;
    }
    let (before, next) = (before.trim_end(), behind.trim_start());
    if before.is_empty() {
        return next.starts_with(':') && !next.starts_with("::")
            || next.starts_with('=') && !next.starts_with("==");
    }
    let word = word_at_end(before);
    let is_alone = before.len() < at;
    is_alone && word.starts_with(|char: char| char.is_alphabetic() || char == '_') && !USING.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, expected: bool) {
        let at = code.find("eq").expect("it is there");
        assert_eq!(defines(code, at, "eq"), expected, "{code}");
    }

    #[test]
    fn definitions_are_told_from_uses() {
        check("  eq: function() {", true);
        check("struct eq {", true);
        check("  eq = 1", true);
        check("def eq(a):", true);
        check("return eq(a)", false);
        check("a.eq(b)", false);
        check("eq(b)", false);
        check("eq == b", false);
        check("eq::b", false);
        check("the 'seq eq'", false);
        check("if (eq)", false);
        check("equal eq2", false);
    }
}
