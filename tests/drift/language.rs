//! The languages that the benchmark reads.

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    Python,
    Rust,
    Cpp,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::Python, Self::Rust, Self::Cpp];

    pub fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "py" => Some(Self::Python),
            "rs" => Some(Self::Rust),
            "h" | "hpp" | "cc" | "cpp" => Some(Self::Cpp),
            _ => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Rust => "rust",
            Self::Cpp => "c++",
        }
    }

    /// What stands in the names of its operations.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::Rust => "rs",
            Self::Cpp => "cpp",
        }
    }

    /// Whether a text that begins like this is a comment to the end of its line.
    pub fn is_comment(self, text: &str) -> bool {
        match self {
            Self::Python => text.starts_with('#'),
            Self::Rust | Self::Cpp => {
                text.starts_with("//") || (text.starts_with("/*") && text.find("*/") == Some(text.len() - 2))
            }
        }
    }

    /// The sorts of comment that stand among the attributes or decorators of a definition: its documentation, others.
    pub fn comments_above(self, definition: &str) -> Vec<&'static str> {
        let mut found = Vec::new();
        for line in definition.lines().map(str::trim) {
            match line {
                _ if line.starts_with("///") || line.starts_with("/**") => found.push("documentation"),
                _ if self.is_comment(line) => found.push("comment"),
                _ if line.is_empty() || line.starts_with("#[") || line.starts_with('@') => {}
                _ => break,
            }
        }
        found
    }
}
