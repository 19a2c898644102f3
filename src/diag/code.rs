//! The table of diagnostic codes: stable names, each with its exit status.

use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $status:literal;)*) => {
        /// A stable, documented error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// Returns the name that messages, JSON and tests use.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Returns the exit status of a run that ends with this error: 1 for refused, 2 for malformed, 3 for I/O.
            #[must_use]
            pub const fn exit_status(self) -> u8 {
                match self { $(Code::$variant => $status,)* }
            }
        }
    };
}

codes! {
    /// The lines of a marker do not occur in the file.
    MarkerNotFound = "marker-not-found", 1;
    /// The lines of a marker occur in several places.
    MarkerAmbiguous = "marker-ambiguous", 1;
    /// The marker occurs in the file, but without its `before` or `after` lines.
    ContextMismatch = "context-mismatch", 1;
    /// The file has no symbol with this address.
    SymbolNotFound = "symbol-not-found", 1;
    /// The file has several symbols with this address.
    SymbolAmbiguous = "symbol-ambiguous", 1;
    /// The old lines of a hunk do not occur in the file.
    HunkNotFound = "hunk-not-found", 1;
    /// The old lines of a hunk occur in several places.
    HunkAmbiguous = "hunk-ambiguous", 1;
    /// The change has already been made in the file.
    AlreadyApplied = "already-applied", 1;
    /// Two hunks of one section change the same lines.
    Overlap = "overlap", 1;
    /// The file that the operation names does not exist.
    FileMissing = "file-missing", 1;
    /// The path at which the operation would create a file already exists.
    FileExists = "file-exists", 1;
    /// The path leaves the root, or names something that a patch may not change.
    PathRefused = "path-refused", 1;
    /// The file contains NUL bytes or UTF-16, or the patch is binary.
    NotText = "not-text", 1;
    /// The file changed between reading and writing.
    ChangedMeanwhile = "changed-meanwhile", 1;
    /// The definition differs from what `expect` specifies.
    ChangedDefinition = "changed-definition", 1;
    /// The payload does not fit what the operation replaces.
    PayloadMismatch = "payload-mismatch", 1;
    /// Another declaration already has the new name of a definition.
    NameTaken = "name-taken", 1;
    /// The number of matches differs from the one that the operation specifies.
    CountMismatch = "count-mismatch", 1;
    /// The end of a definition cannot be determined.
    UncertainExtent = "uncertain-extent", 1;
    /// The operation requires a language that is not supported.
    UnsupportedLanguage = "unsupported-language", 1;
    /// Parsing the file as source code would take too long.
    TooCostly = "too-costly", 1;
    /// It cannot be proven which names refer to a definition.
    Unproven = "unproven", 1;
    /// Files would import each other in a cycle.
    ImportCycle = "import-cycle", 1;
    /// The changed file has new syntax errors.
    NewSyntaxError = "new-syntax-error", 1;
    /// The requested format cannot express what the patch does.
    NotExpressible = "not-expressible", 1;
    /// There is no record of a run that could be undone.
    NoUndoRecord = "no-undo-record", 1;
    /// The command line is wrong.
    Usage = "usage", 2;
    /// The patch cannot be parsed.
    Malformed = "malformed", 2;
    /// The text matches none of the formats, or several.
    UnknownFormat = "unknown-format", 2;
    /// The file system or the operating system returned an error.
    Io = "io", 3;
    /// Another run has locked the root.
    Locked = "locked", 3;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
