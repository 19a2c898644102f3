//! The table of codes: stable names, each with its exit status.

use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $status:literal;)*) => {
        /// A stable, documented error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The name that messages, JSON and tests use.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The exit status of a run that ends with this error: 1 refused, 2 malformed, 3 I/O.
            #[must_use]
            pub const fn exit_status(self) -> u8 {
                match self { $(Code::$variant => $status,)* }
            }
        }
    };
}

codes! {
    /// The lines of a marker stand nowhere in the file.
    MarkerNotFound = "marker-not-found", 1;
    /// The lines of a marker stand in several places.
    MarkerAmbiguous = "marker-ambiguous", 1;
    /// The marker stands in the file, but not with its `before` or `after`.
    ContextMismatch = "context-mismatch", 1;
    /// The file has no such symbol.
    SymbolNotFound = "symbol-not-found", 1;
    /// The file has several such symbols.
    SymbolAmbiguous = "symbol-ambiguous", 1;
    /// The old lines of a hunk stand nowhere in the file.
    HunkNotFound = "hunk-not-found", 1;
    /// The old lines of a hunk stand in several places.
    HunkAmbiguous = "hunk-ambiguous", 1;
    /// The change stands in the file already.
    AlreadyApplied = "already-applied", 1;
    /// Two hunks of one section change the same lines.
    Overlap = "overlap", 1;
    /// The file that the operation names does not exist.
    FileMissing = "file-missing", 1;
    /// A file stands where the operation wants to make one.
    FileExists = "file-exists", 1;
    /// The path leaves the root, or names something a patch may not touch.
    PathRefused = "path-refused", 1;
    /// The file holds NUL bytes or UTF-16, or the patch is binary.
    NotText = "not-text", 1;
    /// The file changed between reading and writing.
    ChangedMeanwhile = "changed-meanwhile", 1;
    /// The definition is another than `expect` says.
    ChangedDefinition = "changed-definition", 1;
    /// The payload is not what the operation replaces.
    PayloadMismatch = "payload-mismatch", 1;
    /// Something else has the name that a definition is to have.
    NameTaken = "name-taken", 1;
    /// The number of places is not the one that the operation says.
    CountMismatch = "count-mismatch", 1;
    /// Where a definition ends cannot be determined.
    UncertainExtent = "uncertain-extent", 1;
    /// The operation needs a language that the program does not read.
    UnsupportedLanguage = "unsupported-language", 1;
    /// To read the file as source code would take too long.
    TooCostly = "too-costly", 1;
    /// It cannot be shown which names mean a definition.
    Unproven = "unproven", 1;
    /// Files would import one another in a circle.
    ImportCycle = "import-cycle", 1;
    /// The changed file has syntax errors that it did not have before.
    NewSyntaxError = "new-syntax-error", 1;
    /// The format that was asked for cannot say what the patch does.
    NotExpressible = "not-expressible", 1;
    /// No record of a run is there by which it could be undone.
    NoUndoRecord = "no-undo-record", 1;
    /// The command line is wrong.
    Usage = "usage", 2;
    /// The patch cannot be understood.
    Malformed = "malformed", 2;
    /// The text is none of the formats, or several of them.
    UnknownFormat = "unknown-format", 2;
    /// The disk, or the operating system, refused.
    Io = "io", 3;
    /// Another run holds the root.
    Locked = "locked", 3;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
