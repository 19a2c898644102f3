//! The diagnostics of the parsers.

use crate::diag::{Code, Diagnostic, OperationRef, PatchPlace};
use crate::ir::{Origin, Patch, PatchPath, PathProblem};
use crate::text::encode_stray;

/// The maximum number of characters that a message quotes of a line.
const QUOTE_LIMIT: usize = 60;

/// Returns the error that a patch cannot be parsed at a line.
pub(super) fn malformed(line: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Malformed, message).at(PatchPlace::new(line, 1))
}

/// Handles the problems found in a patch: if something cannot be parsed, they are errors; operations that must not be
/// applied are kept in [`Patch::refused`], so that the rest can still be examined.
///
/// # Errors
/// Returns all problems, if one of them is that the patch cannot be parsed.
pub(super) fn with_problems(patch: Patch, problems: Vec<Diagnostic>) -> Result<Patch, Vec<Diagnostic>> {
    if problems.iter().any(|problem| problem.code.exit_status() > 1 || problem.operation.is_none()) {
        return Err(problems);
    }
    Ok(Patch { refused: problems, ..patch })
}

/// Quotes a line for a message, without surrounding white space, and truncated if it is long.
pub(super) fn quote(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(QUOTE_LIMIT) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// Parses a path that an operation names.
///
/// # Errors
/// Fails if the path leaves the root, or names something that a patch may not change.
pub(super) fn read_path(written: &str, origin: &Origin) -> Result<PatchPath, Diagnostic> {
    let operation = origin.name.as_str();
    let refused = |message: String| {
        let reference = reference(origin, written);
        Diagnostic::error(Code::PathRefused, message).at(origin.place).of(reference)
    };
    let advised = |mut problem: Diagnostic, why: &PathProblem| {
        problem.help.extend(why.advice(written));
        problem
    };
    if !is_utf8(written) {
        return Err(refused("a path of the patch is not UTF-8".to_owned()));
    }
    PatchPath::parse(written).map_err(|problem| {
        let message = match &problem {
            PathProblem::Empty => format!("{operation} names no file: the path is empty"),
            PathProblem::Control => format!("the path of {operation} is not valid: {problem}"),
            _ => format!("{operation} may not touch {}: {problem}", quote(written)),
        };
        advised(refused(message), &problem)
    })
}

/// Returns the reference to an operation whose path may be invalid.
pub(super) fn reference(origin: &Origin, path: &str) -> OperationRef {
    OperationRef { index: origin.index, name: origin.name.clone(), path: path.to_owned() }
}

/// Returns whether no character stands for a stray byte.
fn is_utf8(text: &str) -> bool {
    *encode_stray(text) == *text.as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Result<&str, &str>) {
        let origin =
            Origin { index: 1, name: "Add File".into(), place: PatchPlace::new(3, 1), fields: Vec::new() };
        let found = read_path(written, &origin);
        let found = found.as_ref().map(PatchPath::as_str).map_err(|problem| {
            assert_eq!(problem.code, Code::PathRefused);
            problem.message.as_str()
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn a_path_is_read_or_refused_in_one_sentence() {
        check("./src/a.py", Ok("src/a.py"));
        check("", Err("Add File names no file: the path is empty"));
        check("../a", Err("Add File may not touch `../a`: the path has a `..`"));
        check("a\tb", Err("the path of Add File is not valid: the path has a control character"));
        check("caf\u{10FFE9}", Err("a path of the patch is not UTF-8"));
    }

    #[test]
    fn a_long_line_is_quoted_in_part() {
        assert_eq!(quote("  ab "), "`ab`");
        assert_eq!(quote(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
    }
}
