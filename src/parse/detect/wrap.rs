//! What stands around a patch: Markdown fences and heredocs.

/// An open Markdown fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) struct Fence {
    mark: u8,
    length: usize,
    /// How many blanks stand before it; the lines inside may have them too.
    pub(in crate::parse) margin: usize,
}

/// What a line is to Markdown's fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FenceLine {
    /// It has an info string, and so can only open a fence.
    Opening(Fence),
    /// It has none, and so may also close one.
    Bare(Fence),
}

impl Fence {
    /// The fence that a line opens, if none is open above it.
    pub(in crate::parse) fn opened_by(text: &str) -> Option<Self> {
        read_fence(text).map(|line| match line {
            FenceLine::Opening(fence) | FenceLine::Bare(fence) => fence,
        })
    }

    /// Whether a line, taken without the fence's margin, closes it.
    pub(in crate::parse) fn is_closed_by(&self, text: &str) -> bool {
        match read_fence(text) {
            Some(FenceLine::Bare(other)) => {
                other.margin == 0 && self.mark == other.mark && other.length >= self.length
            }
            _ => false,
        }
    }
}

/// Reads three or more backticks or tildes, with or without a word behind them.
fn read_fence(text: &str) -> Option<FenceLine> {
    let fence = text.trim_start_matches(' ');
    let mark = *fence.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = fence.bytes().take_while(|byte| *byte == mark).count();
    let info = fence[length..].trim();
    if length < 3 || (mark == b'`' && info.contains('`')) {
        return None;
    }
    let fence = Fence { mark, length, margin: text.len() - fence.len() };
    Some(if info.is_empty() { FenceLine::Bare(fence) } else { FenceLine::Opening(fence) })
}

/// Whether the first and the last line of a text are one fence around all the others.
///
/// Fences may stand inside: one with an info string opens, one without closes what is open.
pub(in crate::parse) fn is_one_fence<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
    let Some(first) = lines.next().and_then(|line| Fence::opened_by(line).filter(|fence| fence.margin == 0))
    else {
        return false;
    };
    let mut open = vec![first];
    for line in lines {
        match open.last() {
            None => return false,
            Some(innermost) if innermost.is_closed_by(line) => {
                open.pop();
            }
            Some(_) => {
                if let Some(FenceLine::Opening(inner)) =
                    read_fence(line).filter(|_| line.starts_with(['`', '~']))
                {
                    open.push(inner);
                }
            }
        }
    }
    open.is_empty()
}

/// The word that ends the heredoc which a line opens: `cat <<'EOF'`, `apply_patch <<EOF`, `<<-"X" | sh`.
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
    // `<<PKGBUILDDIR>>` is a placeholder of build logs, which stand in the descriptions of patches.
    let is_placeholder = after_word.starts_with(">>");
    let goes_on = rest.starts_with(['|', '>', '&']);
    (is_word && !is_placeholder && (goes_on || rest.chars().all(|char| matches!(char, ')' | '"' | '\''))))
        .then_some(word)
}

/// Whether a line ends the heredoc; blanks around the word, and the quote or bracket of a call around it, are taken.
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

    #[track_caller]
    fn check_one_fence(text: &str, expected: bool) {
        assert_eq!(is_one_fence(text.lines()), expected);
    }

    #[test]
    fn one_fence_is_told_from_two() {
        check_one_fence("```py\na\n```", true);
        check_one_fence("~~~\na\n~~~", true);
        check_one_fence("```\na\n```\nb\n```sh\nc\n```", false);
        check_one_fence("```md\n```sh\na\n```\nb\n```", true);
        check_one_fence("````md\n```\na\n```\n````", true);
        check_one_fence("```py\na", false);
        check_one_fence("a\n```", false);
    }

    #[test]
    fn a_fence_is_closed_by_its_like() {
        let fence = Fence::opened_by("  ````diff").expect("a fence");
        assert_eq!(fence.margin, 2);
        assert!(fence.is_closed_by("````"));
        assert!(fence.is_closed_by("`````  "));
        assert!(!fence.is_closed_by("```"));
        assert!(!fence.is_closed_by("~~~~"));
        assert!(!fence.is_closed_by("````x"));
        assert_eq!(Fence::opened_by("```a`b"), None);
        assert_eq!(Fence::opened_by("``"), None);
    }
}
