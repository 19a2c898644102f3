//! What a move to another file asks for, and what it takes.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ir::{Operation, PatchPath};
use crate::resolve::bindings::{ProjectFiles, RenameProblem, Spot};
use crate::resolve::symbol::SymbolMatch;
use crate::text::EditSet;

/// Definitions of one file that go to another one.
pub struct MoveQuestion<'q> {
    /// The files, in the language of both.
    pub files: ProjectFiles<'q>,
    /// The file that they are in.
    pub from: &'q PatchPath,
    /// The file that they go to.
    pub to: &'q PatchPath,
    /// The definitions, each with the bytes that go.
    pub found: &'q [(SymbolMatch, Range<usize>)],
    /// Whether the old file goes on giving them away.
    pub is_kept: bool,
    /// Whether they become members of something.
    pub become_members: bool,
    /// Where they stay members of what they are members of: a byte inside of the block of it that they go to.
    pub owner: Option<usize>,
    /// Where they become members of a class: a byte inside of it.
    pub class_there: Option<usize>,
    /// All operations of the patch, which may write what the move takes.
    pub operations: &'q [Operation],
}

/// Imports below a heading of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportBlock {
    /// A line that belongs below a heading.
    Below {
        /// The heading.
        heading: String,
        /// The line.
        line: String,
    },
    /// A statement that comes along as it is.
    Whole(String),
}

/// What a move takes beside the move itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relocation {
    /// What changes in each file before anything moves.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// The imports that the other file needs.
    pub imports: Vec<String>,
    /// The same with what else stands at the top, as the beginning of a new file.
    pub head: Vec<String>,
    /// Those that cannot stand among its others.
    pub blocks: Vec<ImportBlock>,
    /// The imports that the old file needs.
    pub kept: Vec<String>,
    /// Those of them that cannot stand among its others.
    pub kept_blocks: Vec<ImportBlock>,
    /// The names that functions import when they run, each with the file of the functions.
    pub late: Vec<(String, String)>,
    /// The names by which imports begin that lead to files of the project.
    pub roots: Vec<String>,
    /// The imports that other files need.
    pub brought: BTreeMap<PatchPath, Vec<String>>,
    /// What cannot be shown to mean the same afterwards.
    pub unproven: Vec<Spot>,
    /// The names of imports that the old file may need no more.
    pub idle: Vec<String>,
    /// The names of the old file that others see from now on.
    pub shown: Vec<String>,
    /// Those of them that nothing but the moved code has.
    pub lone: Vec<String>,
    /// The lines at the end of the other file by which it gives the definitions.
    pub given: Vec<String>,
    /// The names that the old file gives no more, although it is what others load who load its package.
    pub lost: Vec<String>,
    /// The first byte of the other file that has one of them while it is loaded.
    pub first_use: Option<usize>,
    /// How many uses of each name must lead to its definition afterwards, file by file.
    pub uses: Vec<(String, BTreeMap<PatchPath, usize>)>,
}

impl Relocation {
    /// Whether nothing changes but the imports of the other file.
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

/// Why definitions cannot move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveProblem {
    /// It is not known what a definition's name means.
    Rename(RenameProblem),
    /// A name that they need means something else in the other file.
    Taken {
        /// The name.
        name: String,
        /// Where.
        place: Spot,
    },
    /// The package that it goes to has something else of its name.
    TakenInPackage {
        /// The name.
        name: String,
        /// The package.
        package: String,
        /// Where.
        place: Spot,
    },
    /// It is part of what runs its file as a program.
    RunBlock {
        /// The definition.
        place: Spot,
    },
    /// It is declared for other modules.
    Elsewhere {
        /// The definition.
        place: Spot,
    },
    /// It declares the module of a file, which a declaration in the other file would not find.
    FileModule {
        /// The declaration.
        place: Spot,
        /// The file.
        file: String,
    },
    /// Files would load one another in a circle.
    Cycle {
        /// The files of the circle; the first one is the last one, too.
        files: Vec<String>,
        /// Places because of which.
        places: Vec<Spot>,
        /// The definitions of the old file that the moved code needs when it is loaded.
        needs: Vec<String>,
    },
}
