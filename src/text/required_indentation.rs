//! Lines whose indentation has a fixed meaning, whatever the lines around them: recipes of makefiles, here-documents,
//! comments of whole lines, and lines that a backslash joins.

use std::borrow::Cow;

use super::lexer::{HeredocRule, LexRules, LexState, LineBlockComment};
use super::normal::{indentation, is_blank, trim, trim_end, trim_start};
use super::{Buffer, CommentScanner};

/// Words that begin a line of a makefile which is not a command.
const MAKE_WORDS: [&str; 14] = [
    "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "include", "-include", "sinclude", "define",
    "endef", "export", "unexport", "vpath",
];

/// Ends of a statement, or of its heading, that consists of joined lines.
const ENDS: [&str; 4] = [";", "; do", "; then", "{"];

/// The maximum number of lines above a place that are searched for an enclosing `define`.
const MAX_SEARCH_LINES: usize = 500;

/// The context of lines in a makefile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MakeContext {
    /// The file, as far as the line above shows it.
    File,
    /// A recipe: a line of it, or its rule, is directly above.
    Recipe,
    /// The text of a `define`, which is not parsed as rules.
    Text,
}

impl MakeContext {
    /// Returns the context before line `at`.
    #[must_use]
    pub fn of(buffer: &Buffer, at: usize) -> Self {
        let word = |line: usize| {
            let line = buffer.line(line);
            let mut words = line.split_whitespace().filter(|word| !["override", "export"].contains(word));
            words.next().filter(|word| ["define", "endef"].contains(word)).map(str::to_owned)
        };
        let mut edges = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().filter_map(word);
        if edges.next().is_some_and(|word| word == "define") {
            return Self::Text;
        }
        let Some(above) = at.checked_sub(1).map(|line| buffer.line(line)) else { return Self::File };
        let is_rule = indentation(&above).is_empty() && MakeLine::of(&above) == MakeLine::Rule;
        let goes_on = trim_end(&above).ends_with('\\');
        let is_recipe = above.starts_with('\t') && !is_blank(&above) || is_rule && !goes_on;
        if is_recipe { Self::Recipe } else { Self::File }
    }
}

/// Returns the lines of a payload with the indentation that their file requires. `written` are the lines of the
/// payload, and `settled` the same lines after reindentation; lines with a fixed indentation take precedence.
#[must_use]
pub fn with_required_indentation(
    written: &[String],
    settled: Vec<String>,
    (rules, place): (&LexRules, MakeContext),
) -> Vec<String> {
    if written.len() != settled.len() {
        return settled;
    }
    let is_make = rules.recipes && place != MakeContext::Text;
    let settled = if is_make { with_recipes(written, settled, place) } else { settled };
    let settled = with_heredocs(written, settled, &rules.heredocs);
    match &rules.line_block_comments {
        Some(rule) => with_comment_lines(written, settled, rule),
        None => settled,
    }
}

/// Returns the lines with whole-line comments at the margin: anywhere else they are not comments.
fn with_comment_lines(written: &[String], mut settled: Vec<String>, rule: &LineBlockComment) -> Vec<String> {
    let mut at = 0;
    while let Some(line) = written.get(at) {
        let margin = indentation(line);
        let first = at;
        at += 1;
        if !rule.begins(&line[margin.len()..]) {
            continue;
        }
        let Some(end) = (at..written.len()).find(|end| rule.ends(trim(&written[*end]))) else { break };
        for (own, out) in written[first..=end].iter().zip(&mut settled[first..=end]) {
            *out = own.strip_prefix(margin).unwrap_or(own).to_owned();
        }
        at = end + 1;
    }
    settled
}

/// Words that begin a line of a make conditional, which may be between the lines of a recipe.
const CONDITIONS: [&str; 6] = ["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"];

/// Returns whether a line is part of a make conditional; after a tab it would be a command.
fn is_condition(line: &str) -> bool {
    let first = trim(line).split_whitespace().next().unwrap_or_default();
    !line.starts_with('\t') && CONDITIONS.contains(&first)
}

/// The kind of a line in a makefile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MakeLine {
    /// The targets of a rule.
    Rule,
    /// An assignment, a directive or a comment.
    Plain,
    /// Any other line: a command.
    Command,
}

impl MakeLine {
    fn of(line: &str) -> Self {
        let text = trim(line);
        let first = text.split_whitespace().next().unwrap_or_default();
        if text.starts_with('#') || MAKE_WORDS.contains(&first) {
            return Self::Plain;
        }
        let Some(at) = text.find([':', '=']) else { return Self::Command };
        let (before, sign) = (trim_end(&text[..at]), &text[at..]);
        let is_assigned =
            sign.starts_with('=') || [":=", "::=", ":::="].iter().any(|own| sign.starts_with(own));
        let name = before.trim_end_matches(['?', '+', '!']);
        match is_assigned {
            true if !trim(name).is_empty() && !trim(name).contains(char::is_whitespace) => Self::Plain,
            // An option of a command, or a URL.
            false
                if sign.starts_with("://") || before.split_whitespace().any(|word| word.starts_with('-')) =>
            {
                Self::Command
            }
            false if !before.is_empty() && !before.contains(['"', '\'', '@', ';', '|', '&', '<', '>']) => {
                Self::Rule
            }
            _ => Self::Command,
        }
    }
}

/// Returns whether some of the lines begin rules of a makefile: rules are at the margin, which determines the
/// indentation of the other lines.
#[must_use]
pub fn begins_rules(lines: &[String], rules: &LexRules) -> bool {
    rules.recipes && margin_of_rules(lines, MakeContext::File).is_some()
}

/// Returns the common indentation of all lines, if one of them begins a rule there. In a recipe, a colon inside a word
/// belongs to a command, unless a recipe follows below it.
fn margin_of_rules(lines: &[String], place: MakeContext) -> Option<&str> {
    let mut solid = lines.iter().filter(|line| !is_blank(line));
    let margin = solid.clone().map(|line| indentation(line)).min_by_key(|own| own.len())?;
    let is_shared = !margin.contains('\t') && solid.clone().all(|line| line.starts_with(margin));
    let is_flat = solid.clone().all(|line| indentation(line) == margin);
    let parts_words = |line: &String| {
        let behind = line.split_once(':').map_or("", |(_, behind)| behind.trim_start_matches(':'));
        behind.is_empty() || behind.starts_with([' ', '\t'])
    };
    let is_clear = |line: &String| place != MakeContext::Recipe || !is_flat || parts_words(line);
    let is_rule =
        |line: &String| indentation(line) == margin && MakeLine::of(line) == MakeLine::Rule && is_clear(line);
    (is_shared && solid.any(is_rule)).then_some(margin)
}

/// Returns the lines of a makefile with rules at the margin, and their recipes after a tab, if any line begins a rule.
fn with_recipes(written: &[String], mut settled: Vec<String>, place: MakeContext) -> Vec<String> {
    let Some(margin) = margin_of_rules(written, place) else {
        return if place == MakeContext::Recipe { as_recipe(settled) } else { settled };
    };
    let inner = |line: &String| line.get(margin.len()..).unwrap_or_default().to_owned();
    let is_deep = |line: &String| inner(line).starts_with([' ', '\t']);
    let is_flat = !written.iter().any(|line| !is_blank(line) && is_deep(line));
    // The indentation of the first line of a recipe; the lines below it may be indented deeper.
    let mut step: Option<String> = None;
    let mut role = MakeRole::Outside;
    let (mut is_in_rule, mut goes_on, mut is_below_rule) = (place == MakeContext::Recipe, false, false);
    // Whether a blank line precedes: after it, a function may be called outside a recipe, which is at the margin, too.
    let mut is_parted = false;
    for (line, out) in written.iter().zip(&mut settled) {
        if is_blank(line) {
            (goes_on, is_parted) = (false, true);
            continue;
        }
        let own = inner(line);
        if !goes_on {
            let kind = MakeLine::of(&own);
            // Above the first rule, only a command certainly belongs to the recipe in the file.
            let is_deep = is_deep(line) && (is_below_rule || kind == MakeLine::Command);
            // A command is never at the margin.
            let is_lost = || indentation(&own).is_empty() && !calls_make_function(&own);
            let is_cut = || is_flat && !(is_parted && calls_make_function(&own)) || is_lost();
            let is_below = is_below_rule && kind == MakeLine::Command && is_cut();
            role = match () {
                () if is_condition(&own) => MakeRole::Outside,
                () if is_in_rule && (is_deep || is_below) => MakeRole::Command,
                // The line has the indentation of a command in the file.
                () if is_in_rule && kind == MakeLine::Command && out.starts_with('\t') => MakeRole::Unknown,
                () if is_deep && !is_below_rule => MakeRole::Unknown,
                () => MakeRole::Outside,
            };
            if role != MakeRole::Command {
                is_below_rule |= kind == MakeLine::Rule;
                is_parted &= kind != MakeLine::Rule;
                is_in_rule = kind == MakeLine::Rule || is_in_rule && kind == MakeLine::Plain;
                step = step.filter(|_| is_in_rule && kind != MakeLine::Rule);
            }
        }
        match role {
            // The file has the same line.
            MakeRole::Command if line == out && line.starts_with('\t') => {}
            MakeRole::Command => {
                let indent = step.get_or_insert_with(|| indentation(&own).to_owned());
                let rest = own.strip_prefix(indent.as_str()).unwrap_or_else(|| trim_start(&own));
                *out = format!("\t{rest}");
            }
            MakeRole::Outside => *out = own,
            MakeRole::Unknown => {}
        }
        goes_on = trim_end(line).ends_with('\\');
    }
    settled
}

/// The role of a line in a makefile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MakeRole {
    /// A command of a recipe.
    Command,
    /// A line outside recipes.
    Outside,
    /// A command whose rule is not among the lines.
    Unknown,
}

/// Returns the lines of a recipe with commands after a tab, whatever their indentation in the patch.
fn as_recipe(mut lines: Vec<String>) -> Vec<String> {
    let is_blank_deep =
        |line: &&String| indentation(line).starts_with(' ') && !indentation(line).contains('\t');
    let solid = || lines.iter().filter(|line| !is_blank(line));
    let Some(margin) = solid()
        .map(|line| indentation(line).len())
        .min()
        .filter(|_| solid().all(|line| is_blank_deep(&line)))
    else {
        return lines;
    };
    for line in lines.iter_mut().filter(|line| !is_blank(line)) {
        if !is_condition(line) && MakeLine::of(line) != MakeLine::Plain {
            *line = format!("\t{}", &line[margin..]);
        }
    }
    lines
}

/// Functions of make that are called for their effect, inside and outside recipes.
const CALLED: [&str; 6] = ["call ", "error ", "eval ", "foreach ", "info ", "warning "];

/// Returns the lines that a diff inserts before line `at` of a makefile, with tabs instead of spaces before commands;
/// `None` if no line changes. A recipe in a makefile is never indented by spaces.
#[must_use]
pub fn with_recipe_tabs(buffer: &Buffer, at: usize, lines: &[&str]) -> Option<Vec<String>> {
    let place = MakeContext::of(buffer, at);
    let is_of_blanks = at < buffer.line_count() && buffer.line(at).starts_with(' ');
    if place == MakeContext::Text || is_of_blanks || !lines.iter().any(|line| line.starts_with(' ')) {
        return None;
    }
    let mut is_in_rule = place == MakeContext::Recipe;
    let mut goes_on = at.checked_sub(1).is_some_and(|above| trim_end(&buffer.line(above)).ends_with('\\'));
    let mut step: Option<&str> = None;
    let mut put = Vec::with_capacity(lines.len());
    for line in lines.iter().copied() {
        let is_joined = std::mem::replace(&mut goes_on, trim_end(line).ends_with('\\'));
        let (kind, own) = (MakeLine::of(line), indentation(line));
        let is_kept = is_joined || is_blank(line) || line.starts_with('\t');
        let is_other = || is_condition(line) || calls_make_function(line);
        let text = match () {
            () if is_kept => line.to_owned(),
            () if is_in_rule && !own.is_empty() && kind == MakeLine::Command && !is_other() => {
                let step = *step.get_or_insert(own);
                format!("\t{}", line.strip_prefix(step).unwrap_or_else(|| trim_start(line)))
            }
            () => {
                is_in_rule = kind == MakeLine::Rule || is_in_rule && kind == MakeLine::Plain;
                line.to_owned()
            }
        };
        put.push(text);
    }
    (put != lines).then_some(put)
}

/// Returns whether a line calls such a function, and thus is not a command.
fn calls_make_function(line: &str) -> bool {
    let call = trim(line).strip_prefix("$(");
    call.is_some_and(|rest| CALLED.iter().any(|own| rest.starts_with(own)))
}

/// The lines with the text of here-documents as it is written, what ends it at the margin. Where tabs may stand before that,
/// and nothing else, the text keeps its depth if only tabs come before it.
fn with_heredocs(written: &[String], mut settled: Vec<String>, rules: &[HeredocRule]) -> Vec<String> {
    let mut at = 0;
    while let Some(line) = written.get(at) {
        at += 1;
        let Some((word, may_have_tabs)) = rules.iter().find_map(|rule| heredoc_word(line, rule)) else {
            continue;
        };
        let Some(end) = (at..written.len()).find(|end| trim(&written[*end]) == word) else { continue };
        let is_in_tabs = |line: &str| may_have_tabs && indentation(line).bytes().all(|sign| sign == b'\t');
        let first = std::mem::replace(&mut at, end + 1);
        if is_in_tabs(&settled[end]) {
            continue;
        }
        let margin = if is_in_tabs(&written[end]) { "" } else { indentation(&written[end]) };
        for (own, out) in written[first..=end].iter().zip(&mut settled[first..=end]) {
            *out = own.strip_prefix(margin).unwrap_or(own).to_owned();
        }
    }
    settled
}

/// The word that ends the text below a line, where it must stand at the margin, and whether it may stand behind tabs.
fn heredoc_word<'l>(line: &'l str, rule: &HeredocRule) -> Option<(&'l str, bool)> {
    let behind = &line[line.find(&rule.open)? + rule.open.len()..];
    let found = rule.read(behind).filter(|found| !found.may_be_indented || rule.tabs)?;
    Some((found.word, found.may_be_indented))
}

/// Returns the lines that are inserted before line `at` with a backslash at the end of each, if backslashes join the
/// lines there; `None` if there is none, or a comment would contain it.
#[must_use]
pub fn with_backslashes(
    buffer: &Buffer,
    at: usize,
    lines: &[String],
    (rules, state): (&LexRules, &LexState),
) -> Option<Vec<String>> {
    let above = buffer.line(at.checked_sub(1)?);
    let is_joined = rules.splices || rules.continues;
    if !is_joined || !above.ends_with('\\') || !state.is_code() || at >= buffer.line_count() {
        return None;
    }
    let goes_on = |line: &str| trim_end(line).ends_with('\\');
    // Without a preprocessor, the end of a statement ends the joined lines.
    let ends = |line: &String| ENDS.iter().any(|own| trim_end(line).ends_with(own));
    if !rules.splices && (lines.iter().any(ends) || rules.begins_with_line_comment(&buffer.line(at))) {
        return None;
    }
    // A directive begins new joined lines.
    if rules.splices && trim_start(&buffer.line(at)).starts_with('#') {
        return None;
    }
    if is_blank(&buffer.line(at)) || lines.is_empty() || lines.iter().all(|line| goes_on(line)) {
        return None;
    }
    let scanner = CommentScanner::new(rules);
    let mut own = LexState::default();
    let is_open = |line: &String| {
        let scanned = scanner.scan(line, &mut own);
        scanned.has_comment && !trim_end(line).ends_with("*/") || is_blank(line)
    };
    if lines.iter().any(is_open) {
        return None;
    }
    let column = column_of_backslashes(buffer, at);
    let blanks = blanks_before_backslash(&above);
    let joined = lines.iter().map(|line| {
        let text = trim_end(line);
        match (goes_on(line), column) {
            (true, _) => line.clone(),
            (false, Some(column)) if text.chars().count() < column => {
                format!("{text}{}\\", " ".repeat(column - text.chars().count()))
            }
            (false, Some(_)) => format!("{text} \\"),
            (false, None) => format!("{text}{blanks}\\"),
        }
    });
    Some(joined.collect())
}

/// Returns the white space before the backslash at the end of a line; one space if there are several.
fn blanks_before_backslash(line: &str) -> Cow<'static, str> {
    let code = line.trim_end_matches('\\');
    match &code[trim_end(code).len()..] {
        "\t" => "\t".into(),
        "" => "".into(),
        _ => " ".into(),
    }
}

/// Returns the column of the backslashes around line `at`, if several are aligned.
fn column_of_backslashes(buffer: &Buffer, at: usize) -> Option<usize> {
    let column = |line: usize| {
        let line = buffer.line(line);
        let code = line.strip_suffix('\\')?;
        let is_spread = code.ends_with("  ") && !code.contains('\t');
        Some((code.chars().count(), is_spread))
    };
    let above = at.checked_sub(2).and_then(column);
    let near = [above, at.checked_sub(1).and_then(column), column(at)];
    let (first, _) = near[1]?;
    let same = near.iter().flatten().filter(|(own, _)| *own == first);
    (same.clone().count() > 1 && same.clone().any(|(_, is_spread)| *is_spread)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn check(rules: &LexRules, written: &str, settled: &str, expected: &str) {
        let rules = (rules, MakeContext::File);
        assert_eq!(with_required_indentation(&lines(written), lines(settled), rules), lines(expected));
    }

    #[test]
    fn a_rule_stands_at_the_margin_and_its_recipe_behind_a_tab() {
        let make = LexRules { recipes: true, ..LexRules::default() };
        check(&make, "a: b\n    c\n    \td", "\ta: b\n\tc\n\t\td", "a: b\n\tc\n\t\td");
        check(&make, "a: b\nc -v", "a: b\nc -v", "a: b\n\tc -v");
        check(&make, "A = 1\n  B = 2", "A = 1\n  B = 2", "A = 1\n  B = 2");
        check(&make, "a: b \\\n   c\n\td", "a: b \\\n   c\n\td", "a: b \\\n   c\n\td");
        check(
            &make,
            "a: b\n  ifdef C\n\td\n  endif",
            "a: b\n\tifdef C\n\td\n\tendif",
            "a: b\n  ifdef C\n\td\n  endif",
        );
        check(&make, "@echo a: b", "\t@echo a: b", "\t@echo a: b");
    }

    #[test]
    fn a_command_may_have_a_colon_and_comes_behind_a_tab() {
        let make = LexRules { recipes: true, ..LexRules::default() };
        let check = |written: &str, settled: &str, expected: &str| {
            let rules = (&make, MakeContext::Recipe);
            assert_eq!(with_required_indentation(&lines(written), lines(settled), rules), lines(expected));
        };
        check("scp a b:/c", "\tscp a b:/c", "\tscp a b:/c");
        check("run -v a:/b c: d", "\trun -v a:/b c: d", "\trun -v a:/b c: d");
        check("    a\n      b", "    a\n      b", "\ta\n\t  b");
        check("clean: x", "\tclean: x", "clean: x");
        check("clean:x\n\trm y", "\tclean:x\n\t\trm y", "clean:x\n\trm y");
        check("  A = 1", "  A = 1", "  A = 1");
        check("    a\n\nb:\n    c", "    a\n\nb:\n    c", "\ta\n\nb:\n\tc");
    }

    #[test]
    fn a_diff_without_tabs_brings_commands_behind_tabs() {
        let check = |file: &str, added: &str, expected: &str| {
            let buffer = Buffer::decode(file.as_bytes()).expect("text");
            let lines: Vec<&str> = added.lines().collect();
            let put = with_recipe_tabs(&buffer, file.lines().count(), &lines);
            assert_eq!(
                put.unwrap_or_else(|| lines.iter().map(|line| (*line).to_owned()).collect()).join("\n"),
                expected
            );
        };
        check("a:\n", "    b\n      c", "\tb\n\t  c");
        check("a:\n\tb\n", "    c \\\n        d", "\tc \\\n        d");
        check("a:\n\tb \\\n", "    c", "    c");
        check("A = 1\n", "\nb:\n    c", "\nb:\n\tc");
        check("A = 1 \\\n", "    b", "    b");
        check("a:\n", "    $(info b)\n    A = 1\n    ifdef A", "    $(info b)\n    A = 1\n    ifdef A");
        check("define a\n", "    b", "    b");
    }

    #[test]
    fn what_ends_a_here_document_stands_at_the_margin() {
        let shell = LexRules {
            heredocs: vec![HeredocRule {
                literal_marks: Vec::new(),
                open: "<<".to_owned(),
                blanks: true,
                requires_mark: false,
                indented_end: false,
                tabs: true,
            }],
            ..LexRules::default()
        };
        check(&shell, "cat <<E\n  a\nE\nb", "  cat <<E\n    a\n  E\n  b", "  cat <<E\n  a\nE\n  b");
        check(&shell, "cat <<-E\n  a\nE", "  cat <<-E\n    a\n  E", "  cat <<-E\n  a\nE");
        check(&shell, "cat <<-E\n\ta\n\tE", "  cat <<-E\n    a\n    E", "  cat <<-E\n\ta\n\tE");
        check(&shell, "cat <<-E\n\ta\nE", "\tcat <<-E\n\t\ta\n\tE", "\tcat <<-E\n\t\ta\n\tE");
        check(&shell, "n=$((1 << two))\nb", "  n=$((1 << two))\n  b", "  n=$((1 << two))\n  b");
    }
}
