//! "Did you mean": the names that come nearest to what was written.

/// What other formats and tools call our fields and operations.
const SYNONYMS: &[(&str, &str)] = &[
    ("action", "op"),
    ("add_file", "create_file"),
    ("after_context", "after"),
    ("anchor", "marker"),
    ("append", "append_text"),
    ("before_context", "before"),
    ("changes", "operations"),
    ("code", "payload"),
    ("content", "payload"),
    ("context_after", "after"),
    ("context_before", "before"),
    ("create", "create_file"),
    ("delete", "delete_text"),
    ("edits", "operations"),
    ("file", "path"),
    ("filename", "path"),
    ("file_path", "path"),
    ("find", "marker"),
    ("function", "symbol"),
    ("insert", "insert_text_after"),
    ("insert_after", "insert_text_after"),
    ("insert_before", "insert_text_before"),
    ("lang", "language"),
    ("name", "symbol"),
    ("new", "payload"),
    ("new_text", "payload"),
    ("note", "comment"),
    ("old", "marker"),
    ("old_text", "marker"),
    ("operation", "op"),
    ("ops", "operations"),
    ("pattern", "marker"),
    ("prepend", "prepend_text"),
    ("reason", "comment"),
    ("remove_file", "delete_file"),
    ("replace", "replace_text"),
    ("replacement", "payload"),
    ("search", "marker"),
    ("summary", "description"),
    ("target", "marker"),
    ("text", "payload"),
    ("type", "op"),
    ("write_file", "create_file"),
];

/// The candidate that `written` was probably meant to be.
pub(super) fn nearest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let written = written.trim().to_lowercase().replace(['-', ' '], "_");
    if written.len() > 64 {
        return None;
    }
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == written).map(|(_, ours)| *ours);
    if let Some(found) = synonym.and_then(|ours| candidates.iter().find(|name| **name == ours)) {
        return Some(found);
    }
    let distance = |name: &str| strsim::osa_distance(&written, name);
    let best = candidates.iter().copied().min_by_key(|name| distance(name))?;
    (distance(best) <= (best.len() / 3).max(1)).then_some(best)
}

/// "; did you mean `x`?", or nothing.
pub(super) fn did_you_mean(written: &str, candidates: &[&str]) -> String {
    nearest(written, candidates).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Names as a list in backticks.
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The beginning of a line, for a message.
pub(super) fn excerpt(line: &str) -> String {
    const MOST: usize = 50;
    let line = line.trim();
    if line.chars().count() <= MOST {
        return line.to_owned();
    }
    line.chars().take(MOST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Option<&str>) {
        let names = ["path", "op", "payload", "marker", "replace_text", "delete_text"];
        assert_eq!(nearest(written, &names), expected);
    }

    #[test]
    fn near_names_and_the_words_of_others_are_understood() {
        check("playload", Some("payload"));
        check("Payload", Some("payload"));
        check("marker_", Some("marker"));
        check("Op", Some("op"));
        check("replace-txt", Some("replace_text"));
        check("content", Some("payload"));
        check("find", Some("marker"));
        check("frobnicate", None);
        check(&"x".repeat(100_000), None);
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(excerpt("  short "), "short");
        assert_eq!(excerpt(&"é".repeat(80)).chars().count(), 50);
    }
}
