//! No type name is declared twice in the library, so that a name tells what it is in every file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::circles::rust_files;

#[test]
fn no_type_name_is_declared_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut declared: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in rust_files(&root) {
        let text = fs::read_to_string(&file).expect("a source file");
        for name in type_names(&text) {
            declared.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(declared.len() > 100, "the sources were found");
    declared.retain(|_, files| files.len() > 1);
    assert!(declared.is_empty(), "{declared:#?}");
}

#[test]
fn a_type_name_is_told_from_other_words() {
    let text =
        "pub(super) struct One<'a> {\n    type Two;\n}\nenum Three {}\ntype Four = One;\n// struct Five\n";
    assert_eq!(type_names(text).collect::<Vec<&str>>(), ["One", "Three", "Four"]);
}

/// The names of the types that a file declares, in functions as well; a type of a trait belongs to that.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
        let is_type = match words.next()? {
            "struct" | "enum" | "trait" | "union" => true,
            "type" => !line.starts_with(' '),
            _ => false,
        };
        let name = words.next().filter(|_| is_type)?;
        name.split(|char: char| !char.is_alphanumeric()).next()
    })
}
