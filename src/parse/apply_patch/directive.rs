//! The lines of an envelope that begin with `***`.

/// A directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PatchDirective<'a> {
    /// `*** Begin Patch`
    Begin,
    /// `*** End Patch`
    End,
    /// `*** Add File: path`
    Add(&'a str),
    /// `*** Delete File: path`
    Delete(&'a str),
    /// `*** Update File: path`
    Update(&'a str),
    /// `*** Move to: path`
    MoveTo(&'a str),
    /// `*** End of File`
    EndOfFile,
}

/// The spelling of a directive, and how it is made from the path after it.
struct DirectiveSpelling {
    words: &'static str,
    make: for<'a> fn(&'a str) -> PatchDirective<'a>,
    takes_path: bool,
}

const SPELLINGS: &[DirectiveSpelling] = &[
    DirectiveSpelling { words: "Begin Patch", make: |_| PatchDirective::Begin, takes_path: false },
    DirectiveSpelling { words: "End Patch", make: |_| PatchDirective::End, takes_path: false },
    DirectiveSpelling { words: "Add File", make: |path| PatchDirective::Add(path), takes_path: true },
    DirectiveSpelling { words: "Delete File", make: |path| PatchDirective::Delete(path), takes_path: true },
    DirectiveSpelling { words: "Update File", make: |path| PatchDirective::Update(path), takes_path: true },
    DirectiveSpelling { words: "Move to", make: |path| PatchDirective::MoveTo(path), takes_path: true },
    DirectiveSpelling { words: "End of File", make: |_| PatchDirective::EndOfFile, takes_path: false },
];

/// Parses a directive; surrounding white space and a closing `***` are tolerated.
pub(super) fn read_directive(text: &str) -> Option<PatchDirective<'_>> {
    let text = text.trim().strip_prefix("***")?.trim_start();
    let text = text.strip_suffix("***").map_or(text, str::trim_end);
    SPELLINGS.iter().find_map(|spelling| {
        let rest = text.strip_prefix(spelling.words)?.trim_start();
        let path = rest.strip_prefix(':').map(str::trim);
        match (spelling.takes_path, path) {
            (true, Some(path)) => Some((spelling.make)(path)),
            (false, None) if rest.is_empty() => Some((spelling.make)("")),
            (false, Some("")) => Some((spelling.make)("")),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<PatchDirective<'_>>) {
        assert_eq!(read_directive(text), expected);
    }

    #[test]
    fn blanks_and_closing_stars_are_tolerated() {
        check("*** Begin Patch", Some(PatchDirective::Begin));
        check("*** Begin Patch ***", Some(PatchDirective::Begin));
        check("  *** End Patch  ", Some(PatchDirective::End));
        check("***  Add File :  a b.txt ", Some(PatchDirective::Add("a b.txt")));
        check("*** Update File: a.py ***", Some(PatchDirective::Update("a.py")));
        check("*** Move to:b", Some(PatchDirective::MoveTo("b")));
        check("*** Delete File:", Some(PatchDirective::Delete("")));
        check("*** End of File", Some(PatchDirective::EndOfFile));
    }

    #[test]
    fn other_lines_are_none() {
        check("*** Begin Patches", None);
        check("*** Rename File: a", None);
        check("*** Add File a", None);
        check("** Begin Patch", None);
        check("*** End Patch now", None);
    }
}
