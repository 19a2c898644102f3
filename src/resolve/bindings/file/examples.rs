//! Examples in documentation comments: code that tests compile, each block as a program of its own.

use std::sync::Arc;

use crate::lang::{DocExamples, LocalRules};

/// Returns the text of a file with nothing but the code of its examples, each in a block; `None` if it has none. Every
/// byte of that code is at its own place.
pub(in crate::resolve::bindings) fn examples_of(rules: &LocalRules, text: &str) -> Option<Arc<str>> {
    let uses = rules.doc_uses.as_ref()?;
    let examples = uses.examples.as_ref()?;
    memchr::memmem::find(text.as_bytes(), examples.fence.as_bytes())?;
    let blank = |byte: u8| if byte == b'\n' || byte == b'\r' { byte } else { b' ' };
    let mut shown: Vec<u8> = text.bytes().map(blank).collect();
    let mut block: Option<CodeBlock> = None;
    let mut has_code = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(content) = documented(&uses.openings, line) else {
            block = None;
            continue;
        };
        let place = start + line.len() - content.len();
        let plain = content.trim_start();
        if let Some(words) = plain.strip_prefix(examples.fence.as_str()) {
            let fence = place + content.len() - plain.len();
            match block.take() {
                Some(CodeBlock { open: Some(open), code }) => {
                    shown[open] = b'{';
                    for (place, code) in code {
                        shown[place..place + code.len()].copy_from_slice(code.as_bytes());
                    }
                    shown[fence] = b'}';
                    has_code = true;
                }
                Some(CodeBlock { open: None, .. }) => {}
                None => {
                    let open = is_compiled(examples, words).then_some(fence);
                    block = Some(CodeBlock { open, code: Vec::new() });
                }
            }
        } else if let Some(block) = &mut block {
            // A hidden line is code, too.
            let code = plain.trim_end();
            let hidden = code.strip_prefix(examples.hidden.as_str());
            let code = hidden.filter(|rest| rest.is_empty() || rest.starts_with(' ')).unwrap_or(code);
            block.code.push((code.as_ptr() as usize - text.as_ptr() as usize, code));
        }
    }
    let shown = String::from_utf8(shown).ok().filter(|_| has_code)?;
    Some(shown.into())
}

/// A block between fences in a comment.
struct CodeBlock<'t> {
    /// The byte offset of the fence above it, if tests compile it.
    open: Option<usize>,
    /// The lines of code, each with its byte offset.
    code: Vec<(usize, &'t str)>,
}

/// Returns the content of a line of documentation.
fn documented<'t>(openings: &[String], line: &'t str) -> Option<&'t str> {
    let line = line.trim_start();
    let content = openings.iter().find_map(|own| line.strip_prefix(own.as_str()))?;
    // A longer row of signs is no documentation.
    (!content.starts_with('/')).then_some(content)
}

/// Returns whether tests compile the code behind a fence with some words.
fn is_compiled(examples: &DocExamples, words: &str) -> bool {
    let mut words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.all(|word| examples.words.iter().any(|own| own == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[test]
    fn only_the_code_of_examples_is_shown_at_its_place() {
        let rules = Language::by_name("rust").and_then(Language::local_rules).expect("registered");
        let text = "/// A.\n///\n/// ```\n/// # use a::b;\n/// b(1);\n/// ```\n/// ```text\n/// b\n/// ```\nfn b() {}\n";
        let shown = examples_of(rules, text).expect("an example");
        assert_eq!(shown.len(), text.len());
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert_eq!(words, ["{", "use", "a::b;", "b(1);", "}"]);
        assert_eq!(shown.find("b(1)"), text.find("b(1)"));
        assert_eq!(examples_of(rules, "/// ```ignore\n/// b();\n/// ```\n"), None);
    }
}
