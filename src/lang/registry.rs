//! The languages that are compiled in: one registration line each.

use std::sync::OnceLock;

use super::Manifest;

/// A registered language. Its manifest is read when it is first asked for.
#[derive(Debug)]
pub struct Language {
    manifest_text: &'static str,
    manifest: OnceLock<Manifest>,
}

static LANGUAGES: [Language; 3] = [
    Language::new(include_str!("../../grammars/python.yaml")),
    Language::new(include_str!("../../grammars/cpp.yaml")),
    Language::new(include_str!("../../grammars/rust.yaml")),
];

impl Language {
    const fn new(manifest_text: &'static str) -> Self {
        Self { manifest_text, manifest: OnceLock::new() }
    }

    /// Every registered language.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// The manifest.
    ///
    /// # Panics
    /// Never: a test reads every manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.manifest.get_or_init(|| {
            serde_yaml::from_str(self.manifest_text).expect("a test reads every manifest that is compiled in")
        })
    }

    /// The language that a patch calls `name`, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        LANGUAGES.iter().find(|language| {
            let manifest = language.manifest();
            manifest.name == name || manifest.aliases.contains(&name)
        })
    }

    /// The language of files with this extension, in any case.
    #[must_use]
    pub fn by_extension(extension: &str) -> Option<&'static Self> {
        let extension = extension.to_lowercase();
        LANGUAGES.iter().find(|language| language.manifest().extensions.contains(&extension))
    }

    /// The language whose operations carry `tag`.
    #[must_use]
    pub fn by_tag(tag: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.manifest().op_tag == tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manifest_can_be_read() {
        for language in Language::all() {
            assert!(!language.manifest().extensions.is_empty());
        }
        assert_eq!(Language::by_name("CPP").map(|found| found.manifest().name.as_str()), Some("c++"));
    }
}
