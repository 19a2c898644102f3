//! Recognizes comments that head a section of a file, such as `/* ==== Errors ==== */`: they do not belong to the
//! definition below.

use crate::lang::Manifest;

/// The characters of which rules (separator lines) consist.
const RULE: [char; 8] = ['-', '=', '*', '#', '~', '_', '+', '/'];

/// The characters of a rule that a title may follow on its line without another rule after it.
const OPENING_RULE: [char; 4] = ['-', '=', '#', '~'];

/// The maximum length of a title, in characters; a longer text is a sentence.
const MAX_TITLE_LEN: usize = 60;

/// Returns how many of the adjacent comments above a definition, from the top, belong to a section heading or precede
/// it; `name` is the name of the definition, which section titles do not contain.
#[must_use]
pub fn banner_end(comments: &[&str], name: &str, manifest: &Manifest) -> usize {
    let kinds: Vec<BannerKind> = comments.iter().map(|text| kind(text, name, manifest)).collect();
    // A rule above other comments may be the upper edge of their frame.
    if kinds == [BannerKind::Rule] {
        return 1;
    }
    (1..=kinds.len()).rev().find(|end| ends_in_banner(&kinds[..*end])).unwrap_or(0)
}

/// The role that a comment may have in a section heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BannerKind {
    /// A complete heading.
    Banner,
    /// A line of rule characters only.
    Rule,
    /// A line with a title.
    Title,
    Other,
}

/// Returns whether comments end with a section heading: one comment, or a title between two rules or above one.
fn ends_in_banner(kinds: &[BannerKind]) -> bool {
    matches!(
        kinds,
        [.., BannerKind::Banner]
            | [.., BannerKind::Rule, BannerKind::Title, BannerKind::Rule]
            | [BannerKind::Title, BannerKind::Rule]
            | [.., BannerKind::Rule | BannerKind::Banner, BannerKind::Rule]
    )
}

fn kind(text: &str, name: &str, manifest: &Manifest) -> BannerKind {
    let lexical = &manifest.lexical;
    let is_title = |text: &str| is_title(text) && !has_word(text, name);
    let block = lexical.block_comments.as_ref();
    let inner = block.and_then(|block| {
        text.strip_prefix(block.open.as_str())?.trim_end().strip_suffix(block.close.as_str())
    });
    if let Some(inner) = inner {
        let lines: Vec<&str> = inner.lines().map(str::trim).collect();
        return match lines.as_slice() {
            [only] if is_rule(only) || between_rules(only).is_some_and(is_title) => BannerKind::Banner,
            [first, middle @ .., last] if is_rule(first) && is_rule(last) => {
                let mut texts = middle.iter().map(|line| line.trim_matches(RULE).trim());
                let mut titles = texts.by_ref().filter(|text| !text.is_empty());
                let title = titles.next();
                let is_banner = title.is_none_or(is_title) && titles.next().is_none();
                if is_banner { BannerKind::Banner } else { BannerKind::Other }
            }
            _ => BannerKind::Other,
        };
    }
    let mark = lexical.line_comments.iter().filter(|mark| text.starts_with(mark.as_str()));
    let Some(mark) = mark.max_by_key(|mark| mark.len()) else { return BannerKind::Other };
    let rest = text[mark.len()..].trim_end();
    if is_rule(rest.trim_start()) {
        return BannerKind::Rule;
    }
    // A comment that begins with more slashes than documentation and ends with a rule is drawn, with or without a
    // title.
    let drawn = text.trim_end().trim_start_matches('/');
    if text.len() - drawn.len() > 3 && drawn.len() - drawn.trim_end_matches(RULE).len() >= 3 {
        let title = drawn.trim_end_matches(RULE).trim();
        return match title.is_empty() {
            true => BannerKind::Rule,
            false if is_title(title) => BannerKind::Banner,
            false => BannerKind::Other,
        };
    }
    // `///` and the like are documentation.
    if !rest.starts_with([' ', '\t']) && !rest.starts_with(OPENING_RULE) {
        return BannerKind::Other;
    }
    let rest = rest.trim_start();
    let opened = rest.trim_start_matches(OPENING_RULE);
    let is_opened = rest.len() - opened.len() >= 3 && opened.starts_with(' ');
    if between_rules(rest).is_some_and(is_title) || (is_opened && is_title(opened)) {
        BannerKind::Banner
    } else if is_title(rest) {
        BannerKind::Title
    } else {
        BannerKind::Other
    }
}

/// Returns whether a line consists of rule characters.
fn is_rule(line: &str) -> bool {
    line.len() >= 4 && line.chars().all(|char| RULE.contains(&char))
}

/// Returns the text between two rules.
fn between_rules(line: &str) -> Option<&str> {
    let behind = line.trim_start_matches(RULE);
    let between = behind.trim_end_matches(RULE);
    (line.len() - behind.len() >= 3 && behind.len() - between.len() >= 3).then_some(between)
}

/// Returns whether a text is a few words, and neither a sentence nor a documentation tag.
fn is_title(text: &str) -> bool {
    let text = text.trim();
    let is_short = !text.is_empty() && text.chars().count() <= MAX_TITLE_LEN;
    is_short && !text.ends_with(['.', ',', ';', '!', '?']) && !text.starts_with(['@', '\\', ':'])
}

fn has_word(text: &str, word: &str) -> bool {
    !word.is_empty()
        && text.split(|char: char| !(char.is_alphanumeric() || char == '_')).any(|own| own == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check(language: &str, comments: &[&str], expected: usize) {
        let manifest = Language::by_name(language).expect("registered").manifest();
        assert_eq!(banner_end(comments, "run", manifest), expected, "{comments:?}");
    }

    #[test]
    fn headings_of_sections_are_no_documentation() {
        check("c++", &["/*===   Errors   ===*/"], 1);
        check("c++", &["/*-****************\n*  Errors\n******************/"], 1);
        check("c++", &["// ----- errors -----", "/// Runs it."], 1);
        check("c++", &["//----------", "// Errors", "//----------"], 3);
        check("c++", &["////////////"], 1);
        check("typescript", &["/////////////////", "////  base   ////", "/////////////////"], 3);
        check(
            "typescript",
            &["/////////////////", "////         ////", "////  base   ////", "/////////////////"],
            4,
        );
        check("c++", &["////////////////   ERRORS   ////////////////"], 1);
        check("python", &["# --- helpers"], 1);
        check("python", &["# Helpers", "# -------"], 2);
        check("rust", &["// Other.", "// === errors ==="], 2);
    }

    #[test]
    fn documentation_in_a_frame_is_documentation() {
        check("c++", &["/******************\n * Runs it.\n ******************/"], 0);
        check("c++", &["/******************\n * run\n ******************/"], 0);
        check("c++", &["/******************\n * Runs it\n * and more\n ******************/"], 0);
        check("c++", &["/** Runs it */"], 0);
        check("c++", &["// *** hold the lock"], 0);
        check("c++", &["// Adds two", "// numbers", "// ----"], 0);
        check("c++", &["//----------", "// Runs it."], 0);
        check("rust", &["/// ---"], 0);
        check("c++", &["//----- run() -----"], 0);
    }
}
