//! Heredocs around a patch.

/// Returns the word that ends the heredoc which a line opens: `cat <<'EOF'`, `apply_patch <<EOF`, `<<-"X" | sh`.
pub(super) fn opened_heredoc(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("<<")?;
    let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
    let (word, after_word) = match rest.as_bytes().first()? {
        quote @ (b'\'' | b'"') => rest[1..].split_once(char::from(*quote))?,
        b'\\' => split_word(&rest[1..]),
        _ => split_word(rest),
    };
    let is_word = !word.is_empty() && split_word(word).1.is_empty();
    let rest = after_word.trim();
    // `<<PKGBUILDDIR>>` is a placeholder in build logs, which occur in patch descriptions.
    let is_placeholder = after_word.starts_with(">>");
    let goes_on = rest.starts_with(['|', '>', '&']);
    (is_word && !is_placeholder && (goes_on || rest.chars().all(|char| matches!(char, ')' | '"' | '\''))))
        .then_some(word)
}

/// Returns whether a line ends the heredoc; white space around the word, and a quote or parenthesis that closes a
/// surrounding call, are allowed.
pub(super) fn closes_heredoc(text: &str, word: &str) -> bool {
    let rest = text.trim().strip_prefix(word);
    rest.is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b'"' | b'\'' | b')' | b';')))
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_heredoc(text: &str, expected: Option<&str>) {
        assert_eq!(opened_heredoc(text), expected);
    }

    #[test]
    fn heredocs_are_opened_in_every_usual_way() {
        check_heredoc("cat <<'EOF'", Some("EOF"));
        check_heredoc("$ apply_patch <<EOF", Some("EOF"));
        check_heredoc("<<EOF", Some("EOF"));
        check_heredoc("cat <<-\"PATCH_1\" | git apply", Some("PATCH_1"));
        check_heredoc("cat > x.diff << \\EOF", Some("EOF"));
        check_heredoc("cat <<'EOF' > x.diff", Some("EOF"));
        check_heredoc("std::cout << x;", None);
        check_heredoc("cat <<EOF >> x.diff", Some("EOF"));
        check_heredoc("dir: /<<PKGBUILDDIR>>/src", None);
        check_heredoc("<<PKGBUILDDIR>>", None);
        check_heredoc("a << b c", None);
        check_heredoc("a flag is (1 << bit). It was 0", None);
        check_heredoc("run(\"cat <<EOF\")", Some("EOF"));
        check_heredoc("<<", None);
        check_heredoc("x << 'y", None);
    }

    #[test]
    fn the_word_closes_a_heredoc() {
        assert!(closes_heredoc("EOF", "EOF"));
        assert!(closes_heredoc("EOF\"", "EOF"));
        assert!(!closes_heredoc("+EOF", "EOF"));
        assert!(!closes_heredoc("EOF2", "EOF"));
    }
}
