//! What a tree must support so that `commit` can change it.

use std::io;

use super::{Kind, Location, ReadTree, Stamp, TreeError};

/// The state of a place; a symbolic link there is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The kind of file.
    pub kind: Kind,
    /// Its permission bits, including set-user-id, set-group-id and sticky.
    pub mode: u32,
    /// Its owner.
    pub owner: Owner,
    /// The number of its hard links.
    pub links: u64,
    /// The stamp by which a later look recognizes that it is unchanged.
    pub stamp: Stamp,
}

/// The owner of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Owner {
    /// The user ID.
    pub user: u32,
    /// The group ID.
    pub group: u32,
}

/// The permission bits of a file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewMode {
    /// `0666`, reduced by the umask.
    Plain,
    /// `0777`, reduced by the umask.
    Executable,
    /// Exactly these bits, whatever the umask.
    Exact(u32),
}

/// Everything but the content of a file that is written.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    /// Its permission bits.
    pub mode: NewMode,
    /// The user to whom the file is to belong; `None` for the user who runs the program.
    pub user: Option<u32>,
    /// The group to which the file is to belong; `None` for the default, which depends on the folder and on the user
    /// who runs the program.
    pub group: Option<u32>,
    /// Its extended attributes (including access control lists).
    pub extended: Extended<'a>,
}

/// The extended attributes of a file that is written.
#[derive(Debug, Clone, Copy)]
pub enum Extended<'a> {
    /// The ones that the system sets.
    None,
    /// The ones of another file.
    Of(&'a Location),
    /// The given ones.
    These(&'a [ExtendedAttribute]),
}

/// An extended attribute: its name and its value.
pub type ExtendedAttribute = (String, Vec<u8>);

/// Who may access a folder that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Only its owner.
    Owner,
    /// Everyone whom the umask allows.
    Umask,
}

/// Whether a rename may replace a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The new name must be free.
    Nothing,
    /// A file that has the new name is replaced.
    File,
}

/// A function that writes the content of a file to the given writer.
pub type Fill<'a> = &'a mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>;

/// A tree that can be changed, by operations as small as system calls.
///
/// Every method either succeeds completely or changes nothing, except that [`WriteTree::stage`] may leave a partly
/// written file in the transaction folder. A method that the file system does not support fails with
/// [`io::ErrorKind::Unsupported`].
///
/// # Errors
/// All methods return the errors of the system, [`TreeError::Missing`] if the place does not exist, and
/// [`TreeError::Refused`] if a component of its path is a link or not a folder.
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait WriteTree: ReadTree {
    /// Returns the ID of the user on whose behalf files are written.
    fn user(&self) -> u32;

    /// Returns the ID of the mount of the root.
    fn root_mount(&self) -> u64;

    /// Returns the state of a place; `None` if it is free.
    fn look(&mut self, at: &Location) -> Result<Option<Look>, TreeError>;

    /// Returns the bytes of the regular file at a place.
    fn bytes(&mut self, at: &Location) -> Result<Vec<u8>, TreeError>;

    /// Returns the names in the folder at a place, sorted, with their kinds.
    fn names(&mut self, at: &Location) -> Result<Vec<(String, Kind)>, TreeError>;

    /// Writes a new file; the name must be free. Returns its state.
    fn stage(
        &mut self,
        at: &Location,
        attributes: &Attributes<'_>,
        fill: Fill<'_>,
    ) -> Result<Look, TreeError>;

    /// Renames `from` to `to`.
    fn rename(&mut self, from: &Location, to: &Location, over: Over) -> Result<(), TreeError>;

    /// Exchanges the files at two places in one step.
    fn exchange(&mut self, one: &Location, other: &Location) -> Result<(), TreeError>;

    /// Gives a file a second name (a hard link), which must be free.
    fn link(&mut self, from: &Location, to: &Location) -> Result<(), TreeError>;

    /// Removes a file or a link.
    fn unlink(&mut self, at: &Location) -> Result<(), TreeError>;

    /// Makes a folder; the name must be free.
    fn make_folder(&mut self, at: &Location, access: Access) -> Result<(), TreeError>;

    /// Sets the permission bits of a folder.
    fn set_folder_mode(&mut self, at: &Location, mode: u32) -> Result<(), TreeError>;

    /// Makes a symbolic link; the name must be free. Returns its state.
    fn make_link(&mut self, at: &Location, target: &[u8]) -> Result<Look, TreeError>;

    /// Returns the extended attributes of the regular file at a place, except those that the system sets itself.
    fn extended(&mut self, at: &Location) -> Result<Vec<ExtendedAttribute>, TreeError>;

    /// Removes an empty folder.
    fn remove_folder(&mut self, at: &Location) -> Result<(), TreeError>;

    /// Writes everything that the file system of a place has buffered to its storage medium.
    fn sync(&mut self, at: &Location) -> Result<(), TreeError>;
}
