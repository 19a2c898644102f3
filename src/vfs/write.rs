//! What a tree must be able to do so that `commit` can change it.

use std::io;

use super::{Kind, Location, ReadTree, Stamp, TreeError};

/// What a look at a place shows, a link there not being followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// What it is.
    pub kind: Kind,
    /// Its permission bits, with set-user-id, set-group-id and sticky.
    pub mode: u32,
    /// Whose it is.
    pub owner: Owner,
    /// How many names it has.
    pub links: u64,
    /// By what a later look can tell that it is still the same.
    pub stamp: Stamp,
}

/// Whose a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Owner {
    /// The user.
    pub user: u32,
    /// The group.
    pub group: u32,
}

/// The permission bits of a file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewMode {
    /// What the umask leaves of `0666`.
    Plain,
    /// What the umask leaves of `0777`.
    Executable,
    /// These, whatever the umask.
    Exact(u32),
}

/// All but the content of a file that is written.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    /// Its permission bits.
    pub mode: NewMode,
    /// The user to give it to; `None` leaves it to the one who runs the program.
    pub user: Option<u32>,
    /// The group to give it to; `None` leaves it to the folder and the one who runs the program.
    pub group: Option<u32>,
    /// The extended attributes (access control lists among them) that it gets.
    pub extended: Extended<'a>,
}

/// The extended attributes of a file that is written.
#[derive(Debug, Clone, Copy)]
pub enum Extended<'a> {
    /// Those that the system gives.
    None,
    /// Those of another file.
    Of(&'a Location),
    /// These.
    These(&'a [ExtendedAttribute]),
}

/// An extended attribute: its name and its value.
pub type ExtendedAttribute = (String, Vec<u8>);

/// Who may use a folder that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Its owner alone.
    Owner,
    /// Whoever the umask leaves.
    Umask,
}

/// Whether a rename may replace something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The new name must be free.
    Nothing,
    /// A file that has the new name gives way.
    File,
}

/// Writes the content of a file into what it is given.
pub type Fill<'a> = &'a mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>;

/// A tree that can be changed, in steps as small as system calls.
///
/// Every method either does the whole of its one thing or none of it, except that [`WriteTree::stage`] may leave a
/// half-written file in the transaction folder. A method that the file system lacks fails with
/// [`io::ErrorKind::Unsupported`].
///
/// # Errors
/// All methods fail with what the system says, with [`TreeError::Missing`] where nothing stands at the place, and with
/// [`TreeError::Refused`] where a link or no folder is on the way to it.
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait WriteTree: ReadTree {
    /// The user on whose behalf files are written.
    fn user(&self) -> u32;

    /// The mount that the root itself is on.
    fn root_mount(&self) -> u64;

    /// What stands at a place; `None` if nothing does.
    fn look(&mut self, at: &Location) -> Result<Option<Look>, TreeError>;

    /// The bytes of the regular file at a place.
    fn bytes(&mut self, at: &Location) -> Result<Vec<u8>, TreeError>;

    /// The names in the folder at a place, sorted.
    fn names(&mut self, at: &Location) -> Result<Vec<(String, Kind)>, TreeError>;

    /// Writes a new file; the name must be free.
    fn stage(
        &mut self,
        at: &Location,
        attributes: &Attributes<'_>,
        fill: Fill<'_>,
    ) -> Result<Look, TreeError>;

    /// Gives what stands at `from` the name `to`.
    fn rename(&mut self, from: &Location, to: &Location, over: Over) -> Result<(), TreeError>;

    /// Lets what stands at two places change places, in one step.
    fn exchange(&mut self, one: &Location, other: &Location) -> Result<(), TreeError>;

    /// Gives a file a second name, which must be free.
    fn link(&mut self, from: &Location, to: &Location) -> Result<(), TreeError>;

    /// Removes a file or a link.
    fn unlink(&mut self, at: &Location) -> Result<(), TreeError>;

    /// Makes a folder; the name must be free.
    fn make_folder(&mut self, at: &Location, access: Access) -> Result<(), TreeError>;

    /// Gives a folder its permission bits.
    fn set_folder_mode(&mut self, at: &Location, mode: u32) -> Result<(), TreeError>;

    /// Makes a symbolic link; the name must be free.
    fn make_link(&mut self, at: &Location, target: &[u8]) -> Result<Look, TreeError>;

    /// The extended attributes of the regular file at a place, but for those that the system gives by itself.
    fn extended(&mut self, at: &Location) -> Result<Vec<ExtendedAttribute>, TreeError>;

    /// Removes an empty folder.
    fn remove_folder(&mut self, at: &Location) -> Result<(), TreeError>;

    /// Brings all that was written to the file system of a place onto its medium.
    fn sync(&mut self, at: &Location) -> Result<(), TreeError>;
}
