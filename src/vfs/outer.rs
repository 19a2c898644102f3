//! What is known of the folders above the root: that some names are there, and what a user types for them.

/// A folder above the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OuterFolder {
    /// For each name that was asked for, whether it is there.
    pub has: Vec<bool>,
    /// How a user names the folder.
    pub name: String,
    /// The path of the root from there.
    pub way_down: String,
}

/// What a repository around the root leaves out of the project, as its owner says outside of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excluded {
    /// Lines as in a `.gitignore` file at the top of the repository; those of a later text go before.
    pub texts: Vec<String>,
    /// The path of the root from the top of the repository; empty where it is that.
    pub way_down: String,
}
