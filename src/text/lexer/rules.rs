//! What the lexer knows of a language, as data of its manifest.

use serde::Deserialize;

use crate::text::normal::{first_word, is_word_char, open_brackets};

/// What tells comments, strings and brackets from each other.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LexRules {
    /// What begins a comment that ends with the line.
    #[serde(default)]
    pub line_comments: Vec<String>,
    /// Whether such a comment begins only at the start of a line or behind a blank.
    #[serde(default)]
    pub comments_after_blank: bool,
    /// What seems to begin one and does not, such as `#[` of an attribute.
    #[serde(default)]
    pub not_comments: Vec<String>,
    /// Comments with an end of their own.
    #[serde(default)]
    pub block_comments: Option<BlockComment>,
    /// Comments of whole lines.
    #[serde(default)]
    pub comment_lines: Option<CommentLines>,
    /// Strings; of two that begin alike the longer one stands first.
    #[serde(default)]
    pub strings: Vec<StringRule>,
    /// Code within strings, at most sixteen; of two that begin alike the longer one stands first.
    #[serde(default)]
    pub holes: Vec<Hole>,
    /// Strings without escapes.
    #[serde(default)]
    pub raw_strings: Option<RawStrings>,
    /// How `'x'` is read.
    #[serde(default)]
    pub char_literal: CharLiteral,
    /// How `/x/` is read.
    #[serde(default)]
    pub regex: Option<RegexRule>,
    /// Elements, such as `<p>text</p>`, that are values; absent where they are none.
    #[serde(default)]
    pub markup: Option<MarkupRule>,
    /// Names of files that stand in angle brackets.
    #[serde(default)]
    pub headers: Option<HeaderRule>,
    /// Whether a backslash at the end of a line joins it to the next one, in a comment, too.
    #[serde(default)]
    pub splices: bool,
    /// Whether it does so in code only.
    #[serde(default)]
    pub continues: bool,
    /// Whether lines that begin with a tab are the commands of the rule above.
    #[serde(default)]
    pub recipes: bool,
    /// Whether a backslash takes the meaning from what follows in code, too.
    #[serde(default)]
    pub code_escapes: bool,
    /// Text on the lines below, up to a word.
    #[serde(default)]
    pub heredocs: Vec<HeredocRule>,
    /// Whether the lines below `|` or `>` at the end of a line are text as long as they are deeper.
    #[serde(default)]
    pub block_scalars: bool,
    /// Words, or signs, that begin a further part of a statement, as deep as its first line.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// Signs that end the first line of such a part, behind a pattern.
    #[serde(default)]
    pub clause_ends: Vec<String>,
    /// Words that end a statement, as deep as its first line.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Whether keys with values stand below the heading of a block only, deeper than that, and nothing else ends a block.
    #[serde(default)]
    pub keys_in_blocks: bool,
    /// Whether words mean the same in capitals.
    #[serde(default)]
    pub any_case: bool,
    /// Whether nothing but values stands in the file, members and items, which commas part.
    #[serde(default)]
    pub is_data: bool,
    /// Whether the last item of a list has a comma.
    #[serde(default)]
    pub last_comma: LastComma,
    /// What stands directly above a definition and belongs to it.
    #[serde(default)]
    pub above: AboveRules,
}

/// How that is written which stands directly above a definition and belongs to it, besides comments, `@name` and `#[…]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboveRules {
    /// What an attribute begins with, on lines of its own.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// What a comment begins with that is documentation, besides `/**` and `///`.
    #[serde(default)]
    pub docs: Vec<String>,
    /// The quotes of strings that are documentation.
    #[serde(default)]
    pub doc_strings: Vec<String>,
    /// What stands behind the name in a signature on lines of its own.
    #[serde(default)]
    pub signature: Option<String>,
    /// Words, one of which is among the first ones of a definition, or signs that it begins with.
    #[serde(default)]
    pub heads: Vec<String>,
    /// Whether a comment belongs to the line below it, whatever that is, if no other one is directly below that.
    #[serde(default)]
    pub lines: bool,
}

/// Whether a comma stands behind the last item of a list, where the bracket is on the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastComma {
    /// As the writer likes.
    #[default]
    Free,
    /// It must.
    Always,
    /// It must not.
    Never,
}

impl LexRules {
    /// Whether a comment may begin in a line: the first byte of what begins one is in it.
    #[must_use]
    pub fn may_begin_comment(&self, line: &str) -> bool {
        let block = self.block_comments.as_ref().map(|block| &block.open);
        let lines = self.comment_lines.iter().flat_map(|lines| &lines.open);
        let mut marks = self.line_comments.iter().chain(block).chain(lines);
        marks.any(|mark| memchr::memchr(mark.as_bytes()[0], line.as_bytes()).is_some())
    }

    /// Whether a text begins with a comment that ends with its line, blanks before it left aside.
    #[must_use]
    pub fn begins_with_line_comment(&self, text: &str) -> bool {
        self.is_line_comment(text.trim_start())
    }

    /// Whether a line begins a further part of a statement.
    #[must_use]
    pub fn begins_clause(&self, text: &str) -> bool {
        self.begins_with_one(&self.clauses, text) && self.may_be_case(text)
    }

    /// Whether a line begins with a word that ends a statement.
    #[must_use]
    pub fn ends_statement(&self, text: &str) -> bool {
        self.begins_with_one(&self.ends, text)
    }

    /// Whether a line goes on with a statement that begins above it, or ends one by a word.
    #[must_use]
    pub fn begins_part(&self, text: &str) -> bool {
        self.begins_clause(text) || self.ends_statement(text)
    }

    /// Whether a line begins with one of some words, or signs.
    fn begins_with_one(&self, words: &[String], text: &str) -> bool {
        let word = first_word(text);
        words.iter().any(|own| match own.starts_with(is_word_char) {
            true if self.any_case => word.eq_ignore_ascii_case(own),
            true => word == own,
            false => text.strip_prefix(own.as_str()).is_some_and(|rest| !rest.starts_with(is_word_char)),
        })
    }

    /// Whether `case` begins a part of a statement: in a list of names and in the heading of a class it does not.
    fn may_be_case(&self, text: &str) -> bool {
        !["case", "default"].contains(&first_word(text))
            || !self.ends.is_empty()
            || text.ends_with(':')
            || text.contains("=>")
    }

    /// Whether a line begins with a pattern, behind which, or below, stands what is done with what it fits.
    #[must_use]
    pub fn begins_branch(&self, text: &str) -> bool {
        let is_function = || {
            let mut words = text.split(|sign| !is_word_char(sign));
            words.any(|word| ["fn", "fun"].contains(&word))
        };
        let is_arrow = || self.clause_ends.iter().any(|sign| text.contains(sign.as_str())) && !is_function();
        // `a) x ;;`
        let is_of_case = self.ends.iter().any(|own| own == "esac");
        is_arrow() || is_of_case && !text.starts_with(')') && open_brackets(text) < 0
    }

    /// Whether a text begins with what begins a comment that ends with its line.
    pub(super) fn is_line_comment(&self, text: &str) -> bool {
        let begins = |marks: &[String]| marks.iter().any(|mark| text.starts_with(mark.as_str()));
        begins(&self.line_comments) && !begins(&self.not_comments)
    }
}

/// Regular expressions between slashes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegexRule {
    /// Words behind which a value begins, and so a slash begins one; behind any other it divides.
    pub after_words: Vec<String>,
    /// Words behind whose round brackets a statement begins.
    #[serde(default)]
    pub after_conditions: Vec<String>,
}

/// Elements that are values.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkupRule {
    /// Words behind a name in angle brackets that make parameters of what is there.
    #[serde(default)]
    pub parameter_words: Vec<String>,
    /// Whether braces in the text of an element hold code; those in a tag always do.
    #[serde(default = "yes")]
    pub code_in_text: bool,
    /// What stands in the text of an element and holds no tags: how it begins and ends.
    #[serde(default)]
    pub passages: Vec<(String, String)>,
    /// Elements whose text holds no tags but the one that ends them.
    #[serde(default)]
    pub raw: Vec<String>,
}

impl MarkupRule {
    /// Text with tags that is no code: HTML, XML, and what is written like them.
    #[must_use]
    pub fn document() -> Self {
        let passages = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        Self {
            parameter_words: Vec::new(),
            code_in_text: false,
            passages: passages.map(|(open, close)| (open.to_owned(), close.to_owned())).into(),
            raw: ["script", "style"].map(str::to_owned).into(),
        }
    }
}

/// A comment with an end of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockComment {
    /// What begins it.
    pub open: String,
    /// What ends it.
    pub close: String,
    /// Whether one may hold another.
    pub nest: bool,
}

/// A comment of whole lines, from one that begins with a word at the margin to one that begins with another one there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentLines {
    /// What its first line begins with: one of these.
    pub open: Vec<String>,
    /// What its last line begins with.
    pub close: String,
}

impl CommentLines {
    /// Whether a line is the first one of such a comment.
    #[must_use]
    pub fn begins(&self, line: &str) -> bool {
        self.open.iter().any(|own| begins_with(line, own))
    }

    /// Whether a line is the last one of such a comment.
    #[must_use]
    pub fn ends(&self, line: &str) -> bool {
        begins_with(line, &self.close)
    }
}

/// Whether a line begins with a word.
fn begins_with(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word_char))
}

/// A string.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringRule {
    /// What begins it.
    pub open: String,
    /// What ends it.
    pub close: String,
    /// Whether it may go on on the next line.
    pub spans: Spans,
    /// Whether a backslash takes the meaning from what follows.
    #[serde(default = "yes")]
    pub escapes: bool,
    /// What is text in it, though it begins with what ends it, such as a doubled quote.
    #[serde(default)]
    pub literal: Vec<String>,
    /// Whether none begins directly behind a letter or a digit, as in `don't`.
    #[serde(default)]
    pub apart: bool,
}

impl StringRule {
    /// A string between two of the same quotes, with escapes.
    #[must_use]
    pub fn between(quotes: &str, spans: Spans) -> Self {
        let quotes = quotes.to_owned();
        Self { open: quotes.clone(), close: quotes, spans, escapes: true, literal: Vec::new(), apart: false }
    }
}

/// A here-document: text on the lines below, up to the word that the line names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeredocRule {
    /// What stands before the word.
    pub open: String,
    /// Whether blanks may stand between the two.
    #[serde(default)]
    pub blanks: bool,
    /// Whether the word has a quote or a sign (`-`, `~`) before it, or is in capitals: others are values.
    #[serde(default)]
    pub marked: bool,
    /// Whether the word that ends the text may be indented without a sign that says so, and code go on behind it.
    #[serde(default)]
    pub loose_end: bool,
    /// Whether only tabs may stand before the word that ends the text, where a sign says that it may be indented.
    #[serde(default)]
    pub tabs: bool,
    /// The signs before the word that make all of the text plain, without code in it.
    #[serde(default)]
    pub plain: Vec<char>,
}

/// Code within a string, such as `${name}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// What begins it.
    pub open: String,
    /// The bracket that ends it; without one it is the name that stands there.
    #[serde(default)]
    pub close: Option<char>,
    /// What joins a further name to such a name, and the brackets that may stand behind it.
    #[serde(default)]
    pub joins: Vec<String>,
    /// The quotes of the strings that have such, and what begins such here-documents; empty for any.
    #[serde(default)]
    pub quotes: Vec<String>,
    /// The letters before the quotes, in lower case; empty for any. `""` is for none.
    #[serde(default)]
    pub prefixes: Vec<String>,
    /// What is text in such a string, though a hole seems to begin in it.
    #[serde(default)]
    pub literal: Vec<String>,
    /// Whether a backslash before it makes text of it.
    #[serde(default = "yes")]
    pub escapes: bool,
    /// Whether text that says how the value is shown may stand behind a colon.
    #[serde(default)]
    pub format: bool,
}

const fn yes() -> bool {
    true
}

/// Whether a string may go on on the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spans {
    /// Yes.
    Lines,
    /// Only behind a backslash at the end of the line.
    Backslash,
    /// No.
    Never,
}

/// Strings without escapes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawStrings {
    /// What stands before the quote.
    pub prefixes: Vec<String>,
    /// How the end is told.
    pub style: RawStyle,
}

/// How a raw string tells its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RawStyle {
    /// `r##"` … `"##`
    Hashes,
    /// `R"name(` … `)name"`
    Delimiter,
}

/// How `'x'` is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CharLiteral {
    /// It is not known (or a string rule has it).
    #[default]
    None,
    /// One character or escape; else the quote stands alone, as in a lifetime.
    One,
    /// Up to the next quote on the line, but not within a number, as in `1'000`.
    Many,
}

/// Names of files in angle brackets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderRule {
    /// What the line begins with.
    pub mark: String,
    /// The words behind it.
    pub words: Vec<String>,
}
