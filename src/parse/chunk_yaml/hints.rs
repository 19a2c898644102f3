//! "Did you mean": finds the names that are most similar to a given text.

/// Names that other formats, tools and operations use for these fields and operations. If a word has several meanings,
/// the first one allowed at the place counts.
const SYNONYMS: &[(&str, &str)] = &[
    ("action", "op"),
    ("add_file", "create_file"),
    ("after_context", "after"),
    ("anchor", "marker"),
    ("append", "append_text"),
    ("before_context", "before"),
    ("body", "payload"),
    ("changes", "operations"),
    ("class_name", "class"),
    ("code", "payload"),
    ("code", "replace"),
    ("content", "payload"),
    ("content", "replace"),
    ("context_after", "after"),
    ("context_before", "before"),
    ("create", "create_file"),
    ("delete", "delete_text"),
    ("destination", "to"),
    ("destination_file", "to"),
    ("docstring", "payload"),
    ("edits", "operations"),
    ("file", "path"),
    ("file_path", "path"),
    ("filename", "path"),
    ("find", "marker"),
    ("from", "marker"),
    ("from", "find"),
    ("from", "symbol"),
    ("function", "symbol"),
    ("import", "payload"),
    ("imports", "payload"),
    ("insert", "insert_text_after"),
    ("insert_after", "insert_text_after"),
    ("insert_before", "insert_text_before"),
    ("lang", "language"),
    ("marker", "find"),
    ("method_name", "symbol"),
    ("name", "symbol"),
    ("new", "payload"),
    ("new", "new_name"),
    ("new", "replace"),
    ("new_code", "payload"),
    ("new_content", "payload"),
    ("new_path", "to"),
    ("new_string", "payload"),
    ("new_string", "replace"),
    ("new_symbol", "new_name"),
    ("new_text", "payload"),
    ("new_text", "replace"),
    ("note", "comment"),
    ("old", "marker"),
    ("old", "find"),
    ("old", "symbol"),
    ("old_code", "marker"),
    ("old_name", "symbol"),
    ("old_string", "marker"),
    ("old_string", "find"),
    ("old_symbol", "symbol"),
    ("old_text", "marker"),
    ("old_text", "find"),
    ("operation", "op"),
    ("ops", "operations"),
    ("pattern", "marker"),
    ("pattern", "find"),
    ("payload", "replace"),
    ("prepend", "prepend_text"),
    ("reason", "comment"),
    ("remove_file", "delete_file"),
    ("replace", "replace_text"),
    ("replace", "payload"),
    ("replacement", "payload"),
    ("replacement", "replace"),
    ("search", "marker"),
    ("search", "find"),
    ("signature", "payload"),
    ("summary", "description"),
    ("target", "marker"),
    ("target", "symbol"),
    ("target", "find"),
    ("target_file", "to"),
    ("text", "payload"),
    ("text", "replace"),
    ("to", "new_name"),
    ("to", "replace"),
    ("type", "op"),
    ("where", "position"),
    ("with", "payload"),
    ("with", "replace"),
    ("write_file", "create_file"),
];

/// Returns the candidate that was probably meant by `written`.
pub(super) fn nearest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let written = written.trim().to_lowercase().replace(['-', ' '], "_");
    if written.len() > 64 {
        return None;
    }
    let mut meanings = SYNONYMS.iter().filter(|(other, _)| *other == written).map(|(_, ours)| *ours);
    if let Some(found) = meanings.find_map(|ours| candidates.iter().copied().find(|name| *name == ours)) {
        return Some(found);
    }
    let distance = |name: &str| strsim::osa_distance(&written, name);
    let best = candidates.iter().copied().min_by_key(|name| distance(name))?;
    (distance(best) <= (best.len() / 3).max(1)).then_some(best)
}

/// Returns "; did you mean `x`?", or an empty text.
pub(super) fn did_you_mean(written: &str, candidates: &[&str]) -> String {
    nearest(written, candidates).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Returns names as a list in backticks.
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the beginning of a line, for a message.
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
