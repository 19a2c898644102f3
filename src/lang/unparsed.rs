//! The comments of files whose language has no grammar, from `src/lang/plain.yaml`.

use std::sync::OnceLock;

use super::Language;
use crate::text::LexRules;

/// A group of files with the same comment syntax.
#[derive(Debug)]
struct UnparsedFiles {
    /// The extensions of these files in lower case; `names` are names of whole files, in lower case too.
    extensions: &'static [&'static str],
    names: &'static [&'static str],
    directives: &'static [&'static str],
    lexical_text: &'static str,
    lexical: OnceLock<LexRules>,
}

impl UnparsedFiles {
    const fn new(
        extensions: &'static [&'static str],
        names: &'static [&'static str],
        directives: &'static [&'static str],
        lexical_text: &'static str,
    ) -> Self {
        Self { extensions, names, directives, lexical_text, lexical: OnceLock::new() }
    }

    fn lexical(&self) -> &LexRules {
        self.lexical.get_or_init(|| {
            serde_json::from_str(self.lexical_text).expect("a test reads all rules that are compiled in")
        })
    }
}

static UNPARSED_FILES: [UnparsedFiles; include!(concat!(env!("OUT_DIR"), "/comments.count"))] =
    include!(concat!(env!("OUT_DIR"), "/comments.rs"));

/// The comment syntax of a file, as its name shows it.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommentSyntax {
    /// The language of the file, if it has a grammar.
    pub language: Option<&'static Language>,
    /// The syntax of its comments.
    pub lexical: Option<&'static LexRules>,
    /// Beginnings of lines that are at the margin whatever surrounds them.
    pub directives: &'static [&'static str],
}

impl CommentSyntax {
    /// Returns the comment rules of the file with a path, or with a name alone.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension);
        match extension.and_then(Language::by_extension) {
            Some(language) => Self::of_language(language),
            None => {
                let plain = unparsed_files(path);
                let directives = plain.map_or(&[][..], |plain| plain.directives);
                Self { language: None, lexical: plain.map(UnparsedFiles::lexical), directives }
            }
        }
    }

    fn of_language(language: &'static Language) -> Self {
        let (lexical, directives) = (Some(language.lexical()), language.directives());
        Self { language: Some(language), lexical, directives }
    }

    /// Returns `self`, or the comment syntax of `language` if the file's name shows none.
    #[must_use]
    pub fn or(self, language: Option<&'static Language>) -> Self {
        let named = || language.map_or(Self::default(), Self::of_language);
        match self.language {
            Some(_) => self,
            None => {
                let named = named();
                let directives = if self.lexical.is_some() { self.directives } else { named.directives };
                Self { language, lexical: self.lexical.or(named.lexical), directives }
            }
        }
    }
}

fn unparsed_files(path: &str) -> Option<&'static UnparsedFiles> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_of = |own: &&UnparsedFiles| {
        own.names.contains(&&*name) || extension.is_some_and(|extension| own.extensions.contains(&extension))
    };
    UNPARSED_FILES.iter().find(is_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rules_can_be_read() {
        for plain in &UNPARSED_FILES {
            let _ = plain.lexical();
        }
    }

    #[test]
    fn no_extension_is_one_of_a_language() {
        for extension in UNPARSED_FILES.iter().flat_map(|plain| plain.extensions) {
            assert!(Language::by_extension(extension).is_none(), "{extension}");
        }
    }

    #[test]
    fn a_path_is_known_by_its_last_name() {
        assert!(CommentSyntax::of("deep/Makefile").lexical.is_some());
        assert!(CommentSyntax::of("Makefile/x").lexical.is_none());
    }
}
