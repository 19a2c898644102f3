//! Writes fields of CHUNK YAML.

#![allow(dead_code, reason = "each check uses its share")]

/// A field of an operation as a block scalar that keeps every line as it is.
pub(crate) fn block_scalar(name: &str, text: &[String]) -> Vec<String> {
    if text.is_empty() {
        return vec![format!("    {name}: \"\"")];
    }
    let keep = if text.last().is_some_and(|line| line.trim().is_empty()) { "+" } else { "-" };
    let mut lines = vec![format!("    {name}: |2{keep}")];
    let indented = |line: &String| if line.is_empty() { String::new() } else { format!("      {line}") };
    lines.extend(text.iter().map(indented));
    lines
}
