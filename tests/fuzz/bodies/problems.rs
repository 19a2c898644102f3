//! What every refusal must tell.

use chunk::diag::{Code, Diagnostic};

/// The number of lines of a patch: a place may also be the end of the text, behind its last line end.
fn last_line(patch: &[u8]) -> usize {
    patch.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 2
}

/// Checks the reasons why a patch cannot be read: codes of that stage, each with a line of the patch.
pub(super) fn check_unread(patch: &[u8], problems: &[Diagnostic]) {
    assert!(!problems.is_empty(), "a refusal says why");
    for problem in problems {
        assert!(
            matches!(problem.code, Code::Malformed | Code::UnknownFormat | Code::PathRefused | Code::NotText),
            "{problem:?}"
        );
        check(patch, problem);
        assert!(problem.patch.is_some(), "a place in the patch: {problem:?}");
    }
}

/// Checks what holds for every problem: a sentence, and places that exist.
pub(super) fn check(patch: &[u8], problem: &Diagnostic) {
    assert!(!problem.message.trim().is_empty(), "a sentence: {problem:?}");
    if let Some(place) = problem.patch {
        assert!((1..=last_line(patch)).contains(&place.line), "a line of the patch: {problem:?}");
    }
    for place in &problem.places {
        assert!(1 <= place.line && place.line <= place.last_line, "lines of the file: {problem:?}");
    }
}

/// Checks that what is said stays in proportion to the patch.
pub(super) fn check_is_bounded(patch: &[u8], problems: &[Diagnostic]) {
    let said =
        |problem: &Diagnostic| problem.message.len() + problem.help.iter().map(String::len).sum::<usize>();
    let said: usize = problems.iter().map(said).sum();
    assert!(said <= 4096 + 256 * patch.len(), "{said} bytes are said of {} bytes", patch.len());
}
