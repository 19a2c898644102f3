//! Markdown fences: recognizes lines that open or close one, and texts that are completely within one.

/// An open Markdown fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    mark: u8,
    length: usize,
    /// The number of spaces before it; the lines inside may also have them.
    pub(super) margin: usize,
}

/// A line that may open or close a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FenceLine {
    /// It has an info string, so it can only open a fence.
    Opening(Fence),
    /// It has no info string, so it may also close a fence.
    Bare(Fence),
}

impl Fence {
    /// Returns the fence that a line opens, if none is open above it.
    pub(super) fn opened_by(text: &str) -> Option<Self> {
        read_fence(text).map(|line| match line {
            FenceLine::Opening(fence) | FenceLine::Bare(fence) => fence,
        })
    }

    /// Returns whether its line underlines a line of `above` characters above it, as headings are underlined in prose.
    pub(super) fn underlines(&self, text: &str, above: usize) -> bool {
        self.mark == b'~' && self.length > 3 && text.chars().count() == above && text.len() == self.length
    }

    /// Returns whether a line, without the fence's margin, closes it.
    pub(super) fn is_closed_by(&self, text: &str) -> bool {
        match read_fence(text) {
            Some(FenceLine::Bare(other)) => {
                other.margin == 0 && self.mark == other.mark && other.length >= self.length
            }
            _ => false,
        }
    }
}

/// Parses three or more backticks or tildes, with or without an info string.
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

/// Returns whether the first and the last line of a text are one fence around all other lines.
///
/// Fences may be inside: one with an info string opens a fence, one without closes the innermost open fence.
pub(super) fn is_one_fence<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

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
