//! The lexical rules of a language, as data of its manifest.

use serde::Deserialize;

use super::stops::KnownStops;
use crate::text::normal::{first_word, is_word_char, open_brackets};

/// The syntax of comments, strings and brackets, and further rules for lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LexRules {
    /// The openings of line comments.
    #[serde(default)]
    pub line_comments: Vec<String>,
    /// Whether a line comment begins only at the start of a line or after white space.
    #[serde(default)]
    pub comments_after_blank: bool,
    /// Texts that look like the opening of a line comment but are not one, such as `#[` of an attribute.
    #[serde(default)]
    pub not_comments: Vec<String>,
    /// The syntax of block comments.
    #[serde(default)]
    pub block_comments: Option<BlockComment>,
    /// The syntax of comments that consist of whole lines.
    #[serde(default)]
    pub line_block_comments: Option<LineBlockComment>,
    /// The kinds of strings; of two openings with a common prefix the longer one must be first.
    #[serde(default)]
    pub strings: Vec<StringRule>,
    /// The kinds of interpolations, at most sixteen; of two openings with a common prefix the longer one must be first.
    #[serde(default)]
    pub interpolations: Vec<Interpolation>,
    /// The syntax of strings without escapes.
    #[serde(default)]
    pub raw_strings: Option<RawStrings>,
    /// How `'x'` is read.
    #[serde(default)]
    pub char_literal: CharLiteral,
    /// How `/x/` is read.
    #[serde(default)]
    pub regex: Option<RegexRule>,
    /// The syntax of elements, such as `<p>text</p>`, that are values; `None` if the language has none.
    #[serde(default)]
    pub markup: Option<MarkupRule>,
    /// The syntax of file names in angle brackets.
    #[serde(default)]
    pub headers: Option<HeaderRule>,
    /// Whether a backslash at the end of a line joins it to the next one, including in comments.
    #[serde(default)]
    pub splices: bool,
    /// Whether a backslash at the end of a line joins it to the next one, in code only.
    #[serde(default)]
    pub continues: bool,
    /// Whether lines that begin with a tab are the commands of the rule above, as in makefiles.
    #[serde(default)]
    pub recipes: bool,
    /// Whether only spaces may indent lines, as in YAML.
    #[serde(default)]
    pub blanks_only: bool,
    /// Whether a backslash also escapes the next character in code.
    #[serde(default)]
    pub code_escapes: bool,
    /// The kinds of here-documents.
    #[serde(default)]
    pub heredocs: Vec<HeredocRule>,
    /// Whether the lines below `|` or `>` at the end of a line are text as long as they are indented deeper.
    #[serde(default)]
    pub block_scalars: bool,
    /// Words or tokens that begin a further clause of a statement, with the indentation of its first line.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// Tokens that end the first line of such a clause, after a pattern.
    #[serde(default)]
    pub pattern_ends: Vec<String>,
    /// Words that end a statement, with the indentation of its first line.
    #[serde(default)]
    pub end_words: Vec<String>,
    /// Whether keys with values occur only below the heading of a block, indented deeper than the heading, and only the
    /// indentation ends a block.
    #[serde(default)]
    pub keys_in_blocks: bool,
    /// Whether keywords are case-insensitive.
    #[serde(default)]
    pub any_case: bool,
    /// Whether the file contains only values, whose members and items are separated by commas.
    #[serde(default)]
    pub is_data: bool,
    /// Whether a comma follows the last item of a list.
    #[serde(default)]
    pub last_comma: LastComma,
    /// The layout of statements, if brackets alone show the blocks of the language; otherwise `None`.
    #[serde(default)]
    pub nesting: Option<NestingSyntax>,
    /// Whether the bracket that opens a body is always on the line of its heading.
    #[serde(default)]
    pub heading_braces: bool,
    /// The syntax of lines directly above a definition that belong to it.
    #[serde(default)]
    pub lead_in: LeadInSyntax,
    /// The bytes at which a lexer looks closer, which follow from the rules.
    #[serde(skip)]
    pub stops: KnownStops,
}

/// The layout of statements in a language with brackets. The numbers are steps that lines are deeper, in sources of the
/// usual style, for files that do not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NestingSyntax {
    /// How statements end.
    pub statements: StatementBoundary,
    /// Whether `<` behind a name at the end of a line is a bracket.
    #[serde(default)]
    pub angles: bool,
    /// Whether blocks are indented with tabs.
    #[serde(default)]
    pub tabs: bool,
    /// How deep `case` is below its `switch`.
    #[serde(default)]
    pub case: Option<usize>,
    /// How deep a line is below an opening bracket that is the last sign of its line.
    #[serde(default)]
    pub hanging: Option<usize>,
    /// How deep the first line is that continues a statement.
    #[serde(default)]
    pub continued: Option<usize>,
}

/// How the statements of a language with brackets end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatementBoundary {
    /// At a semicolon, or behind a block.
    Semicolon,
    /// Also at the end of a line that does not go on.
    Line,
    /// At a semicolon, or behind a block, of which no statement is the rest.
    Rule,
    /// There are only values, which commas separate.
    Comma,
}

/// The syntax of lines directly above a definition that belong to it, beside comments, `@name` and `#[…]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeadInSyntax {
    /// The beginnings of attributes on lines of their own.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// The beginnings of doc comments, beside `/**` and `///`.
    #[serde(default)]
    pub docs: Vec<String>,
    /// The quotes of strings that are documentation.
    #[serde(default)]
    pub doc_strings: Vec<String>,
    /// The text after the name in a signature on lines of its own.
    #[serde(default)]
    pub signature: Option<String>,
    /// Words of which one is among the first words of a definition, or characters that a definition begins with.
    #[serde(default)]
    pub heads: Vec<String>,
    /// The beginnings of directives that act on the line below them, whatever that is.
    #[serde(default)]
    pub directives: Vec<String>,
    /// Whether the heading of a definition may begin on lines above its name, with the type of its result.
    #[serde(default)]
    pub split_heads: bool,
    /// Whether a function may be declared several times above its body, each time with other parameters.
    #[serde(default)]
    pub overloads: bool,
    /// Whether a comment belongs to the line below it, whatever that is, unless the comment may also be about another
    /// line that directly follows.
    #[serde(default)]
    pub lines: bool,
}

/// Whether a comma follows the last item of a list whose closing bracket is on the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastComma {
    /// The comma is optional.
    #[default]
    Free,
    /// The comma is required.
    Always,
    /// The comma is forbidden.
    Never,
}

impl LexRules {
    /// Returns whether a line may contain the start of a comment: it contains the first byte of an opening.
    #[must_use]
    pub fn may_begin_comment(&self, line: &str) -> bool {
        let block = self.block_comments.as_ref().map(|block| &block.open);
        let lines = self.line_block_comments.iter().flat_map(|lines| &lines.open);
        let mut marks = self.line_comments.iter().chain(block).chain(lines);
        marks.any(|mark| memchr::memchr(mark.as_bytes()[0], line.as_bytes()).is_some())
    }

    /// Returns whether a text begins with a line comment, after optional white space.
    #[must_use]
    pub fn begins_with_line_comment(&self, text: &str) -> bool {
        self.is_line_comment(text.trim_start())
    }

    /// Returns whether a comment may begin with a word, such as `REM`.
    #[must_use]
    pub fn has_comment_words(&self) -> bool {
        let block = self.block_comments.iter().map(|block| &block.open);
        let lines = self.line_block_comments.iter().flat_map(|block| &block.open);
        self.line_comments.iter().chain(block).chain(lines).any(|mark| mark.starts_with(is_word_char))
    }

    /// Returns whether a line begins a further clause of a statement.
    #[must_use]
    pub fn begins_clause(&self, text: &str) -> bool {
        self.begins_with_one(&self.clauses, text) && self.may_be_case(text)
    }

    /// Returns whether a line begins with a word that ends a statement.
    #[must_use]
    pub fn ends_statement(&self, text: &str) -> bool {
        self.begins_with_one(&self.end_words, text)
    }

    /// Returns whether a line continues a statement that begins above it, or ends one with a word.
    #[must_use]
    pub fn begins_part(&self, text: &str) -> bool {
        self.begins_clause(text) || self.ends_statement(text)
    }

    /// Returns whether a line begins with one of some words or tokens.
    fn begins_with_one(&self, words: &[String], text: &str) -> bool {
        let word = first_word(text);
        words.iter().any(|own| match own.starts_with(is_word_char) {
            true if self.any_case => word.eq_ignore_ascii_case(own),
            true => word == own,
            false => text.strip_prefix(own.as_str()).is_some_and(|rest| !rest.starts_with(is_word_char)),
        })
    }

    /// Returns whether `case` or `default` at the start of a line begins a clause, and is not in a list of names or in
    /// the heading of a class.
    fn may_be_case(&self, text: &str) -> bool {
        !["case", "default"].contains(&first_word(text))
            || !self.end_words.is_empty()
            || text.ends_with(':')
            || text.contains("=>")
    }

    /// Returns whether a line begins with a pattern that is followed by the code for matching values, on the line or
    /// below.
    #[must_use]
    pub fn begins_branch(&self, text: &str) -> bool {
        let is_function = || {
            let mut words = text.split(|sign| !is_word_char(sign));
            words.any(|word| ["fn", "fun"].contains(&word))
        };
        let is_arrow = || self.pattern_ends.iter().any(|sign| text.contains(sign.as_str())) && !is_function();
        // `a) x ;;`
        let is_of_case = self.end_words.iter().any(|own| own == "esac");
        is_arrow() || is_of_case && !text.starts_with(')') && open_brackets(text) < 0
    }

    /// Returns whether a text begins with the opening of a line comment.
    pub(super) fn is_line_comment(&self, text: &str) -> bool {
        let begins = |marks: &[String]| marks.iter().any(|mark| text.starts_with(mark.as_str()));
        begins(&self.line_comments) && !begins(&self.not_comments)
    }
}

/// The syntax of regular expressions between slashes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegexRule {
    /// Words after which a slash begins a regular expression; after any other word it is a division.
    pub after_words: Vec<String>,
    /// Keywords after whose parentheses a statement begins.
    #[serde(default)]
    pub after_conditions: Vec<String>,
}

/// The syntax of elements that are values.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkupRule {
    /// Words after a name in angle brackets that show that the brackets contain type parameters.
    #[serde(default)]
    pub parameter_words: Vec<String>,
    /// Whether braces in the text of an element contain code; braces in a tag always do.
    #[serde(default = "yes")]
    pub code_in_text: bool,
    /// The openings and ends of passages without tags in the text of an element.
    #[serde(default)]
    pub raw_text_marks: Vec<(String, String)>,
    /// Elements whose text contains no tags except their end tag.
    #[serde(default)]
    pub raw_elements: Vec<String>,
}

impl MarkupRule {
    /// Returns the rules for documents: HTML, XML, and similar text with tags that is not code.
    #[must_use]
    pub fn document() -> Self {
        let passages = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        Self {
            parameter_words: Vec::new(),
            code_in_text: false,
            raw_text_marks: passages.map(|(open, close)| (open.to_owned(), close.to_owned())).into(),
            raw_elements: ["script", "style"].map(str::to_owned).into(),
        }
    }
}

/// The syntax of block comments.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockComment {
    /// The opening.
    pub open: String,
    /// The end.
    pub close: String,
    /// Whether block comments nest.
    pub nest: bool,
}

/// The syntax of comments that consist of whole lines, from a line that begins with an opening word at the margin to a
/// line that begins with the closing word there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineBlockComment {
    /// The words of which one begins the first line.
    pub open: Vec<String>,
    /// The word that begins the last line.
    pub close: String,
}

impl LineBlockComment {
    /// Returns whether a line is the first line of such a comment.
    #[must_use]
    pub fn begins(&self, line: &str) -> bool {
        self.open.iter().any(|own| begins_with(line, own))
    }

    /// Returns whether a line is the last line of such a comment.
    #[must_use]
    pub fn ends(&self, line: &str) -> bool {
        begins_with(line, &self.close)
    }
}

/// Returns whether a line begins with a whole word.
fn begins_with(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word_char))
}

/// The syntax of a kind of strings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringRule {
    /// The opening.
    pub open: String,
    /// The end.
    pub close: String,
    /// Whether the string may continue on the next line.
    pub spans: Spans,
    /// Whether a backslash escapes the next character.
    #[serde(default = "yes")]
    pub escapes: bool,
    /// Texts in the string that begin with its end but do not end it, such as a doubled quote.
    #[serde(default)]
    pub literal: Vec<String>,
    /// Whether a string cannot begin directly after a letter or a digit, as in `don't`.
    #[serde(default)]
    pub not_after_word: bool,
}

impl StringRule {
    /// Creates a rule for strings with escapes between two equal quotes.
    #[must_use]
    pub fn between(quotes: &str, spans: Spans) -> Self {
        let quotes = quotes.to_owned();
        Self {
            open: quotes.clone(),
            close: quotes,
            spans,
            escapes: true,
            literal: Vec::new(),
            not_after_word: false,
        }
    }
}

/// The syntax of here-documents: text on the following lines, up to a word that the announcing line names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeredocRule {
    /// The token before the word.
    pub open: String,
    /// Whether white space may be between the token and the word.
    #[serde(default)]
    pub blanks: bool,
    /// Whether the word must be preceded by a quote or a sign (`-`, `~`), or be in capitals; otherwise it is a value.
    #[serde(default)]
    pub requires_mark: bool,
    /// Whether the ending word may be indented without a sign in the announcement, and code may follow it.
    #[serde(default)]
    pub indented_end: bool,
    /// Whether only tabs may stand before the word that ends the text, where a sign says that it may be indented.
    #[serde(default)]
    pub tabs: bool,
    /// The characters before the word that disable interpolations in the text.
    #[serde(default)]
    pub literal_marks: Vec<char>,
}

/// The syntax of interpolations: code inside a string, such as `${name}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interpolation {
    /// The opening.
    pub open: String,
    /// The closing bracket; without one, the interpolation is the name after the opening.
    #[serde(default)]
    pub close: Option<char>,
    /// The tokens that join a further name to such a name, and the brackets that may follow it.
    #[serde(default)]
    pub joins: Vec<String>,
    /// The openings of the strings and here-documents that have these interpolations; empty for all.
    #[serde(default)]
    pub quotes: Vec<String>,
    /// The prefixes before the quotes of such strings, in lower case; empty for all. `""` stands for no prefix.
    #[serde(default)]
    pub prefixes: Vec<String>,
    /// Texts in such a string that look like the start of an interpolation but are not one.
    #[serde(default)]
    pub literal: Vec<String>,
    /// Whether a backslash before the opening makes it text.
    #[serde(default = "yes")]
    pub escapes: bool,
    /// Whether a colon and a format for the value may follow the code.
    #[serde(default)]
    pub format: bool,
}

const fn yes() -> bool {
    true
}

/// Whether a string may continue on the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spans {
    /// It may.
    Lines,
    /// Only after a backslash at the end of the line.
    Backslash,
    /// It may not.
    Never,
}

/// The syntax of strings without escapes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawStrings {
    /// The prefixes before the quote.
    pub prefixes: Vec<String>,
    /// How the end is recognized.
    pub style: RawStyle,
}

/// How the end of a raw string is recognized.
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
    /// Not a literal, or covered by a string rule.
    #[default]
    None,
    /// One character or escape; otherwise the quote is a token of its own, as in a lifetime.
    One,
    /// All text up to the next quote on the line, except inside a number, as in `1'000`.
    Many,
}

/// The syntax of file names in angle brackets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderRule {
    /// The character that the line begins with.
    pub mark: String,
    /// The directives that follow it.
    pub words: Vec<String>,
}
