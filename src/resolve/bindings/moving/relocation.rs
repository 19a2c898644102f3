//! The input and the result of a move to another file.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ir::{Operation, PatchPath};
use crate::resolve::bindings::{LabeledPlace, ProjectFiles, RenameProblem};
use crate::resolve::symbol::SymbolMatch;
use crate::text::EditSet;

/// Definitions of one file to be moved to another one.
pub struct MoveQuestion<'q> {
    /// The project's files, in the language of both files.
    pub files: ProjectFiles<'q>,
    /// The file that contains the definitions.
    pub from: &'q PatchPath,
    /// The target file.
    pub to: &'q PatchPath,
    /// The definitions, each with the range of bytes to be moved.
    pub found: &'q [(SymbolMatch, Range<usize>)],
    /// Whether the old file continues to export the definitions.
    pub is_kept: bool,
    /// Whether the definitions become members.
    pub become_members: bool,
    /// For members that stay members of the same owner: a byte offset within the owner's block in the target file.
    pub owner: Option<usize>,
    /// Where they become members of a class: a byte inside of it.
    pub class_there: Option<usize>,
    /// All operations of the patch, some of which may already write the edits that the move requires.
    pub operations: &'q [Operation],
}

/// Imports that need a block of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportBlock {
    /// A line that belongs below a heading.
    Below {
        /// The heading.
        heading: String,
        /// The line.
        line: String,
    },
    /// A statement that is copied unchanged.
    Whole(String),
}

/// The edits that a move requires in addition to moving the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relocation {
    /// The edits of each file before the text is moved.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// The imports that the target file needs.
    pub imports: Vec<String>,
    /// The same imports with other lines of the file's head, as the beginning of a new file.
    pub head: Vec<String>,
    /// The imports of the target file that need a block of their own.
    pub blocks: Vec<ImportBlock>,
    /// The imports that the old file needs.
    pub kept: Vec<String>,
    /// The imports of the old file that need a block of their own.
    pub kept_blocks: Vec<ImportBlock>,
    /// The names that are imported inside functions, each with the file of the functions.
    pub late: Vec<(String, String)>,
    /// The names with which import paths begin that resolve to files of the project.
    pub roots: Vec<String>,
    /// The imports that other files need.
    pub brought: BTreeMap<PatchPath, Vec<String>>,
    /// Places that cannot be shown to mean the same after the move.
    pub unproven: Vec<LabeledPlace>,
    /// The names of imports that the old file may no longer need.
    pub idle: Vec<String>,
    /// The names of the old file that are newly exported.
    pub shown: Vec<String>,
    /// The newly exported names that only the moved code uses.
    pub lone: Vec<String>,
    /// The lines at the end of the target file that export the definitions.
    pub given: Vec<String>,
    /// The names that the old file no longer exports although it is an entry point of its package.
    pub lost: Vec<String>,
    /// The byte offset of the first use in the target file that is evaluated while the file is loaded.
    pub first_use: Option<usize>,
    /// For each name, the number of uses that must resolve to its definition after the move, by file.
    pub uses: Vec<(String, BTreeMap<PatchPath, usize>)>,
}

impl Relocation {
    /// Returns whether only the imports of the target file change.
    pub(super) fn is_imports_only(&self) -> bool {
        self.edits.is_empty()
            && self.blocks.is_empty()
            && self.kept.is_empty()
            && self.kept_blocks.is_empty()
            && self.late.is_empty()
            && self.brought.is_empty()
            && self.unproven.is_empty()
            && self.idle.is_empty()
            && self.shown.is_empty()
            && self.given.is_empty()
            && self.lost.is_empty()
            && self.first_use.is_none()
    }
}

/// Why definitions cannot be moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveProblem {
    /// The uses of a definition cannot be determined.
    Rename(RenameProblem),
    /// A name that the definitions use means something else in the target file.
    Taken {
        /// The name.
        name: String,
        /// The place of the other meaning.
        place: LabeledPlace,
    },
    /// The target package already has another definition of the name.
    TakenInPackage {
        /// The name.
        name: String,
        /// The package.
        package: String,
        /// The other definition.
        place: LabeledPlace,
    },
    /// The definition is in the block that only runs if the file is the main program.
    RunBlock {
        /// The definition.
        place: LabeledPlace,
    },
    /// The definition is declared for other modules.
    Elsewhere {
        /// The definition.
        place: LabeledPlace,
    },
    /// It declares the module of a file, which a declaration in the target file would not find.
    FileModule {
        /// The declaration.
        place: LabeledPlace,
        /// The module's file.
        file: String,
    },
    /// The files would import each other in a cycle.
    Cycle {
        /// The files of the cycle; the first one is repeated at the end.
        files: Vec<String>,
        /// The places that require the imports of the cycle.
        places: Vec<LabeledPlace>,
        /// The definitions of the old file that the moved code needs while it is loaded.
        needs: Vec<String>,
    },
}
