//! What is known of the folders above the root: whether they contain certain names, and how the user would write their
//! paths.

/// A folder above the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OuterFolder {
    /// For each requested name, whether the folder contains it.
    pub has: Vec<bool>,
    /// The path of the folder, as the user would write it.
    pub name: String,
    /// The path of the root relative to the folder.
    pub way_down: String,
}

/// The files that a repository around the root ignores because of settings outside the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excluded {
    /// Texts in the syntax of a `.gitignore` file at the top of the repository; later ones take precedence.
    pub texts: Vec<String>,
    /// The path of the root relative to the top of the repository; empty if it is the top.
    pub way_down: String,
}
