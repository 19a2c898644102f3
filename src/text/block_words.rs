//! Finds the first line of blocks that end with a word or a tag, in languages without a manifest.

use super::normal::{first_word, indentation, is_blank, is_word_char, trim};

/// Words that begin headings of blocks, in languages with words at the end of blocks.
const HEADS: [&str; 20] = [
    "def", "class", "module", "function", "macro", "if", "unless", "elif", "elsif", "elseif", "else", "for",
    "foreach", "while", "until", "case", "when", "begin", "rescue", "ensure",
];

/// Words that end such headings.
const HEAD_ENDS: [&str; 5] = ["do", "then", "else", "begin", "repeat"];

/// Modifiers before the keyword of a heading.
const BEFORE_HEADS: [&str; 2] = ["local", "private"];

/// Words that begin a further clause of a block that another line has opened.
const PARTS: [&str; 9] = ["else", "elif", "elsif", "elseif", "when", "rescue", "ensure", "catch", "after"];

/// Words that begin a block in the actions of Go's templates (`{{- if .Values.tls }}`).
const ACTIONS: [&str; 5] = ["if", "range", "with", "define", "block"];

/// The maximum number of lines above a line that are searched for the start of its block.
const MAX_SEARCH_LINES: usize = 2000;

/// Returns whether a line of an unknown language opens a block below it: it is the opening tag of an element, or
/// contains a word of a heading.
#[must_use]
pub fn begins_block(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.find(|word| !BEFORE_HEADS.contains(word)).unwrap_or_default();
    let last = lower.split_whitespace().last().unwrap_or_default();
    // `each do |item|`
    let has_parameters = lower.ends_with('|') && lower.contains(" do |");
    let is_head =
        HEADS.contains(&first_word(first)) && !lower.ends_with([';', '}', '.', ',']) && last != "end";
    opens_element(text) || HEAD_ENDS.contains(&last) || has_parameters || is_head
}

/// Returns whether a line is the opening tag of an element that continues below.
#[must_use]
pub fn opens_element(text: &str) -> bool {
    text.starts_with('<') && text.ends_with('>') && !text.ends_with("/>") && !text.contains("</")
}

/// Returns the line that opens the block which line `at` ends with a word (`end`, `endif`, `fi`, `done`) or a tag;
/// `None` if the line ends no block, or the block begins above all lines.
#[must_use]
pub fn beginning_of_block(lines: &[&str], at: usize) -> Option<usize> {
    let end = BlockEnd::of(lines[at])?;
    let mut inner = 0;
    for line in (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().filter(|line| !is_blank(lines[*line])) {
        if BlockEnd::of(lines[line]).as_ref() == Some(&end) {
            inner += 1;
        } else if end.is_begun_by(lines, line, at) {
            match inner {
                0 => return Some(line),
                _ => inner -= 1,
            }
        }
    }
    None
}

/// Returns the line that opens the region which the comment on line `at` ends by its words: `region` and `endregion`,
/// `off` and `on`, `<fold>` and `</fold>`; `None` if the line ends no region, or the region begins above all lines.
#[must_use]
pub fn ends_pair(lines: &[&str], at: usize) -> Option<usize> {
    let end = NoteWords::of(lines[at]);
    if !end.ends() {
        return None;
    }
    let mut inner = 0;
    for line in (at.saturating_sub(MAX_SEARCH_LINES)..at).rev() {
        let own = NoteWords::of(lines[line]);
        if own.words == end.words && own.is_closing_tag == end.is_closing_tag {
            inner += 1;
        } else if own.signs == end.signs && own.is_ended_by(&end) {
            match inner {
                0 => return Some(line),
                _ => inner -= 1,
            }
        }
    }
    None
}

/// Words of comments that open a region, each with the word that ends the region.
const PAIRS: [[&str; 2]; 10] = [
    ["begin", "end"],
    ["start", "end"],
    ["start", "stop"],
    ["open", "close"],
    ["off", "on"],
    ["disable", "enable"],
    ["push", "pop"],
    ["save", "restore"],
    ["enter", "leave"],
    ["if", "fi"],
];

/// The words of a comment.
struct NoteWords {
    /// The first character before the words.
    signs: Option<char>,
    is_closing_tag: bool,
    words: Vec<String>,
}

impl NoteWords {
    fn of(line: &str) -> Self {
        let text = trim(line);
        let start = text.find(|sign: char| sign.is_alphabetic()).unwrap_or(text.len());
        let words = text[start..].split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty());
        Self {
            signs: text[..start].chars().next(),
            is_closing_tag: text[..start].ends_with("</"),
            words: words.map(str::to_ascii_lowercase).collect(),
        }
    }

    fn ends(&self) -> bool {
        let is_end = |word: &String| word.starts_with("end") || PAIRS.iter().any(|[_, end]| end == word);
        self.is_closing_tag || self.words.iter().any(is_end)
    }

    /// Returns whether the comment `end` ends the region that this comment opens: it contains the ending word where
    /// this one contains the opening word, or this comment begins with a word that follows `end` in the other.
    fn is_ended_by(&self, end: &Self) -> bool {
        let is_pair = |(one, other): (&String, &String)| {
            PAIRS.iter().any(|[begin, end]| begin == one && end == other)
                || other.strip_prefix("end").is_some_and(|rest| !rest.is_empty() && rest == one)
        };
        let is_tag = end.is_closing_tag && self.words.first() == end.words.first();
        let at = self.words.iter().zip(&end.words).position(|(one, other)| one != other);
        let at = at.filter(|at| is_pair((&self.words[*at], &end.words[*at])));
        let names = |word: &String| end.words.iter().any(|own| own == word);
        let is_named = end.words.iter().any(|word| word == "end") && self.words.first().is_some_and(names);
        is_tag || at.is_some() || is_named && !self.ends()
    }
}

/// Returns whether a line ends a block with a word (`end`, `endif`, `fi`, `done`) or a tag.
#[must_use]
pub fn ends_block(line: &str) -> bool {
    BlockEnd::of(line).is_some()
}

/// The end of a block.
#[derive(Debug, PartialEq, Eq)]
enum BlockEnd {
    /// `end` alone, with this indentation.
    Word(String),
    /// A word that begins with `end` (`endif`), or a word after `end` (`END IF`, `\end{list}`): the block begins with
    /// the rest.
    Of(String),
    /// The word of the heading spelled backwards (`fi`, `esac`), or another word (`done`): the block begins with one of
    /// these words.
    Headed(&'static [&'static str]),
    /// A tag: the first character before its name, and the name.
    Tag(char, String),
}

impl BlockEnd {
    fn of(line: &str) -> Option<Self> {
        let text = trim(line);
        let start = text.find(|sign: char| sign.is_alphabetic())?;
        let (signs, rest) = text.split_at(start);
        let word = first_word(rest).to_ascii_lowercase();
        if signs.ends_with('/') {
            let sign = signs.chars().next().filter(|sign| ['<', '{', '['].contains(sign))?;
            return Some(Self::Tag(sign, word));
        }
        // Accepts `#endif`, `{% endif %}` and `\end{list}`, but neither comments nor list items.
        if !signs.trim_end().chars().all(|sign| "#{%-\\@<~".contains(sign)) {
            return None;
        }
        let behind = rest[word.len()..].trim_start_matches([' ', '{']);
        match word.as_str() {
            "end" => match first_word(behind).to_ascii_lowercase() {
                own if own.is_empty() => Some(Self::Word(indentation(line).to_owned())),
                own => Some(Self::Of(own)),
            },
            "fi" => Some(Self::Headed(&["if"])),
            "esac" => Some(Self::Headed(&["case"])),
            "done" => Some(Self::Headed(&["do", "for", "while", "until", "select"])),
            _ => word.strip_prefix("end").map(|own| Self::Of(own.trim_start_matches('_').to_owned())),
        }
    }

    /// Returns whether line `line` opens the block that line `at` ends in this way.
    fn is_begun_by(&self, lines: &[&str], line: usize, at: usize) -> bool {
        let own = lines[line];
        let text = trim(own);
        let start = text.find(|sign: char| sign.is_alphabetic()).unwrap_or(text.len());
        let (signs, rest) = text.split_at(start);
        let lower = rest.to_ascii_lowercase();
        let first = first_word(&lower);
        match self {
            Self::Word(margin) => {
                let below = lines[line + 1..at].iter().find(|below| !is_blank(below));
                let is_deeper = below.is_some_and(|below| indentation(below).len() > indentation(own).len());
                // The depth of an action says nothing.
                if [lines[at], own].iter().all(|line| trim(line).starts_with("{{")) {
                    return ACTIONS.contains(&first);
                }
                indentation(own) == margin && !PARTS.contains(&first) && (is_deeper || begins_block(text))
            }
            Self::Of(name) => {
                let mut words = lower.split(|sign| !is_word_char(sign));
                first.starts_with(name.as_str()) || words.nth(1) == Some(name) && !PARTS.contains(&first)
            }
            Self::Headed(words) => words.contains(&first),
            Self::Tag(sign, name) => {
                let is_whole = text.ends_with("/>") || text.contains("</");
                signs.starts_with(*sign) && !signs.contains('/') && first == name && !is_whole
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn begins(text: &str, line: Option<usize>) {
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(beginning_of_block(&lines, lines.len() - 1), line, "{text}");
    }

    #[test]
    fn a_block_ends_with_a_word_or_a_tag() {
        begins("#ifdef B\nint b;\n#endif", Some(0));
        begins("it do\n  z\nend", Some(0));
        begins("if c\nthen\nd\nfi", Some(0));
        begins("for j in c; do\nd\ndone", Some(0));
        begins("IF c THEN\nd;\nEND IF;", Some(0));
        begins("\\begin{list}\n\\item b\n\\end{list}", Some(0));
        begins("{% if b %}\n<p>\n{% endif %}", Some(0));
        begins("{#if b}\n<p>\n{/if}", Some(0));
        begins("{{- if .b }}\nb: 1\n{{- else }}\nb: 2\n{{- end }}", Some(0));
        begins("<div>\n<p>a</p>\n</div>", Some(0));
        begins("if(B)\nset(X 2)\nendif()", Some(0));
    }

    #[test]
    fn a_block_may_begin_above_all_lines() {
        begins("  z\nend", None);
        begins("a\nend", None);
        begins("rescue\n  z\nend", None);
        begins("if a\n  b\nend\nend", None);
        begins("if a\nfi\nfi", None);
        begins("endpoint = 1\nlast", None);
        begins("<b>a</b>\n</div>", None);
    }
}
