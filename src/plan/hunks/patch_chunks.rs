//! Applies hunks to one text, for callers that manage their files themselves.

use super::update::apply_hunks;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Hunk, RepeatedLines};
use crate::lang::CommentSyntax;
use crate::plan::explain::HunkOwner;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::AdditionRule;

/// Applies hunks to a text and gives the changed text; line ends, a byte order mark and a missing final newline stay.
///
/// The hunks are found, and refused, just as those of a patch. `file` is what messages call the text; its extension
/// tells whose comments the hunks may lack. A hunk with nothing but added lines goes where its line number says, and
/// under the line that its `@@` names if no such hunk has a number.
///
/// ```
/// use chunk::ir::Hunk;
/// use chunk::parse::{file_patch::FilePatch, parse_patch};
/// use chunk::plan::patch_chunks;
///
/// let patch = "--- a/add.ts\n+++ b/add.ts\n@@\n-  return a + b\n+  return b + a\n";
/// let FilePatch::Update { path, chunks, .. } = parse_patch(patch).unwrap().remove(0) else { panic!() };
/// let hunks: Vec<Hunk> = chunks.into_iter().map(Hunk::from).collect();
/// let input = "function add(a, b) {\r\n  return a + b\r\n}\r\n";
/// assert_eq!(patch_chunks(&path, input, &hunks).unwrap(), "function add(a, b) {\r\n  return b + a\r\n}\r\n");
/// ```
///
/// # Errors
/// Every hunk that has no place in the text, or several; or the text is binary.
pub fn patch_chunks(file: &str, input: &str, hunks: &[Hunk]) -> Result<String, Vec<Diagnostic>> {
    patched(file, input, hunks).map_err(|refusal| refusal.problems)
}

fn patched(file: &str, input: &str, hunks: &[Hunk]) -> Result<String, Refusal> {
    let no_text = |problem: &dyn std::fmt::Display| {
        Refusal::new(Code::NotText, format!("`{file}` is not text: {problem}"))
    };
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let mut document = Document::open_for_hunks(&input.into(), CommentSyntax::of(name), hunks)
        .map_err(|problem| no_text(&problem))?;
    let section = HunkOwner { path: file, operation: None, again: RepeatedLines::Refuse, is_exchange: false };
    apply_hunks(&mut document, section, hunks, additions_of(hunks))?;
    // A hunk from a diff may add bytes that are not UTF-8.
    String::from_utf8(document.into_text().encode())
        .map_err(|_| no_text(&"the hunks add bytes that are not UTF-8"))
}

/// Returns where hunks that only add lines may go: hunks do not know their format, but only diffs number all of them.
fn additions_of(hunks: &[Hunk]) -> AdditionRule {
    let has_number = |hunk: &Hunk| hunk.old().next().is_none() && hunk.line_hint.is_some();
    if hunks.iter().any(has_number) { AdditionRule::ByNumber } else { AdditionRule::UnderAnchor }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Action;
    use crate::parse::parse;

    /// Applies the hunks of a patch of one file; returns the text, or the codes and messages.
    fn patch(patch: &str, file: &str, input: &str) -> Result<String, Vec<String>> {
        let patch = parse(patch.as_bytes(), None).expect("a patch");
        let [operation] = &patch.operations[..] else { panic!("one operation") };
        let Action::Update { hunks, .. } = &operation.action else { panic!("an update") };
        patch_chunks(file, input, hunks).map_err(|problems| {
            problems.iter().map(|problem| format!("{} {}", problem.code, problem.message)).collect()
        })
    }

    #[track_caller]
    fn check(hunks: &str, file: &str, input: &str, expected: Result<&str, &[&str]>) {
        for header in ["--- a/x\n+++ b/x\n", "*** Begin Patch\n*** Update File: x\n"] {
            let end = if header.starts_with('*') { "*** End Patch\n" } else { "" };
            let found = patch(&format!("{header}{hunks}{end}"), file, input);
            let expected = expected
                .map(str::to_owned)
                .map_err(|messages| messages.iter().map(|message| (*message).to_owned()).collect());
            assert_eq!(found, expected, "{header}");
        }
    }

    #[test]
    fn the_text_keeps_its_spelling() {
        check("@@\n-b\n+c\n", "x", "\u{feff}a\r\nb", Ok("\u{feff}a\r\nc"));
        check("@@\n a\n+b\n", "x", "a\r\nc\r\n", Ok("a\r\nb\r\nc\r\n"));
        check("@@\n-b\n+c\n", "x", "a\rb\r", Ok("a\rc\r"));
        check("@@\n-a\n", "x", "a\n", Ok(""));
    }

    #[test]
    fn all_rungs_are_tried() {
        check("@@\n-f(1)\n+f(2)\n", "a/b.py", "if a:\n    f(1)  # once\n", Ok("if a:\n    f(2)\n"));
        check("@@\n-say(\"a\")\n+say(\"b\")\n", "x", "say(\u{201c}a\u{201d})\n", Ok("say(\"b\")\n"));
    }

    #[test]
    fn comments_are_those_of_the_extension() {
        let message = "hunk-not-found hunk 1 is not in `b.txt`: 0 of 1 lines match at line 1";
        check("@@\n-f(1)\n+f(2)\n", "b.txt", "f(1)  # once\n", Err(&[message]));
        check("@@\n-f(1)\n+f(2)\n", "C:\\a.d\\b.py", "f(1)  # once\n", Ok("f(2)\n"));
    }

    #[test]
    fn every_hunk_without_a_place_is_told() {
        check(
            "@@\n-x\n+y\n@@\n-b\n+B\n@@\n-c\n+d\n",
            "/any name",
            "a\nb\nb\nd\n",
            Err(&[
                "hunk-not-found the old lines of hunk 1 are not in `/any name`",
                "hunk-ambiguous hunk 2 matches 2 places in `/any name`",
                "already-applied the change of hunk 3 is already in `/any name`",
            ]),
        );
    }

    #[test]
    fn additions_go_by_number_or_under_their_anchor() {
        let numbered = "--- a/x\n+++ b/x\n@@ -1,0 +2 @@\n+b\n";
        assert_eq!(patch(numbered, "x", "a\nc\n"), Ok("a\nb\nc\n".to_owned()));
        let anchored = "*** Begin Patch\n*** Update File: x\n@@ a\n+b\n*** End Patch\n";
        assert_eq!(patch(anchored, "x", "a\nc\n"), Ok("a\nb\nc\n".to_owned()));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let problem = "not-text `x` is not text: it contains a NUL byte";
        check("@@\n-a\n+b\n", "x", "a\n\0", Err(&[problem]));
        let patch = parse(b"--- a/x\n+++ b/x\n@@\n-a\n+caf\xe9\n", None).expect("a patch");
        let Action::Update { hunks, .. } = &patch.operations[0].action else { panic!("an update") };
        let problems = patch_chunks("x", "a\n", hunks).expect_err("no string can hold it");
        assert_eq!(problems[0].code, Code::NotText);
    }
}
