//! The folder that holds the records of one root: `chunk/undo/KEY` below the user's state folder.
//!
//! It is reached as paths of a patch are, through no link, and used only if it is the user's own and closed to others.
//! It is a tree like any other, so that a test can let every call to it fail.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::codec::{decode, encode};
use super::prune::prune;
use super::store::Missing;
use super::{Id, LARGEST_RECORD, Name, Record, Trouble};
use crate::commit::Digest;
use crate::ir::PatchPath;
use crate::vfs::{Access, Attributes, DiskTree, Extended, Kind, NewMode, Over, Spot, TreeError, WriteTree};

/// The folder of all records below the state folder.
pub(super) const ALL: &str = "chunk/undo";
/// What the name of a record ends in that is not valid yet.
const DRAFT: &str = ".draft";

/// The records of one root.
pub(super) struct Shelf {
    tree: Box<dyn WriteTree>,
    /// What the user knows the state folder as.
    shown: String,
    /// The root, as records name it.
    root: String,
    /// The number that stands for the root in the name of the folder.
    key: u64,
}

/// What lies on a shelf.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The records, the oldest first.
    pub(super) names: Vec<Name>,
    /// The names of records that are not valid yet, or never came to be.
    pub(super) drafts: Vec<Id>,
}

/// A record that is written and not valid yet.
#[derive(Debug)]
pub(super) struct Draft {
    name: Name,
    /// What lay there before it.
    listing: Listing,
    /// Whether it is the first one of its root.
    is_first: bool,
}

impl Shelf {
    /// Opens the state folder. With `Missing::Make` the folder of the records is there afterwards.
    pub(super) fn open(state: &Path, root: &Path, missing: Missing) -> Result<Self, Trouble> {
        let shown = state.join(ALL).display().to_string();
        let told = |error: TreeError| told(&shown, &error);
        let root = root.canonicalize().map_err(|error| told(error.into()))?;
        let tree = match (DiskTree::open_own(state), missing) {
            (Err(TreeError::Missing), Missing::Leave) => return Err(Trouble::Nowhere),
            (Err(TreeError::Missing), Missing::Make) if is_inside(state, &root) => {
                return Err(Trouble::Nowhere);
            }
            (Err(TreeError::Missing), Missing::Make) => DiskTree::open_or_make_own(state).map_err(told)?,
            (other, _) => other.map_err(told)?,
        };
        let key = Digest::of(root.as_os_str().as_encoded_bytes());
        let mut shelf = Self { tree: Box::new(tree), shown, root: root.to_string_lossy().into_owned(), key };
        if missing == Missing::Make && !shelf.is_there(&shelf.folder()?)? {
            if is_inside(state, &root) {
                return Err(Trouble::Nowhere);
            }
            shelf.make()?;
        }
        Ok(shelf)
    }

    /// The records of a root below a state folder that is any tree.
    pub(super) fn over(tree: Box<dyn WriteTree>, root: &str) -> Self {
        let key = Digest::of(root.as_bytes());
        Self { tree, shown: ALL.to_owned(), root: root.to_owned(), key }
    }

    /// What lies here.
    pub(super) fn list(&mut self) -> Result<Listing, Trouble> {
        let folder = self.folder()?;
        if !self.is_there(&folder)? {
            return Err(Trouble::Nowhere);
        }
        self.listing(&folder)
    }

    fn listing(&mut self, folder: &PatchPath) -> Result<Listing, Trouble> {
        list(folder, &mut *self.tree).map_err(|error| told(&self.shown, &error))
    }

    /// Reads a record.
    pub(super) fn read(&mut self, name: Name) -> Result<Record, Trouble> {
        let folder = self.folder()?;
        if !self.is_there(&folder)? {
            return Err(Trouble::Nowhere);
        }
        let spot = Spot::Path(below(&folder, &name.to_string())?);
        let look = self.tree.look(&spot).map_err(|error| told(&self.shown, &error))?;
        let look = look.ok_or(Trouble::Nowhere)?;
        if look.kind != Kind::File || look.owner.user != self.tree.user() || look.mode & 0o077 != 0 {
            return Err(Trouble::Because("it is not the user's alone".to_owned()));
        }
        let bytes = self.tree.bytes(&spot).map_err(|error| told(&self.shown, &error))?;
        decode(&bytes)
            .ok_or_else(|| Trouble::Because("it is damaged, or of another version of chunk".to_owned()))
    }

    /// Writes a record under a name that nobody reads.
    pub(super) fn draft(&mut self, mut record: Record) -> Result<Draft, Trouble> {
        let folder = self.folder()?;
        if !self.is_there(&folder)? {
            self.make()?;
        }
        let listing = self.listing(&folder)?;
        record.root.clone_from(&self.root);
        let bytes = encode(&record)?;
        let size = bytes.len() as u64;
        if size > LARGEST_RECORD {
            return Err(too_large());
        }
        let last = listing.names.last().map(|name| name.id).max(listing.drafts.iter().max().copied());
        let name = Name { id: Id::next(now(), last), size, undoes: record.undoes };
        let draft = Draft { name, is_first: listing.names.is_empty(), listing };
        let spot = draft_spot(&folder, name.id)?;
        let wanted =
            Attributes { mode: NewMode::Exact(0o600), user: None, group: None, extended: Extended::None };
        if let Err(error) = self.tree.stage(&spot, &wanted, &mut |out| out.write_all(&bytes)) {
            self.discard(&draft);
            return Err(told(&self.shown, &error));
        }
        Ok(draft)
    }

    /// Makes a draft valid, and lets the oldest records go.
    pub(super) fn publish(&mut self, draft: Draft) -> Result<Id, Trouble> {
        let folder = self.folder()?;
        let from = draft_spot(&folder, draft.name.id)?;
        let to = Spot::Path(below(&folder, &draft.name.to_string())?);
        if let Err(error) = self.tree.rename(&from, &to, Over::Nothing) {
            self.discard(&draft);
            return Err(told(&self.shown, &error));
        }
        // What cannot be cleared away now goes another time.
        let _ = prune(&folder, &draft.listing, draft.name, draft.is_first, &mut *self.tree);
        Ok(draft.name.id)
    }

    /// Removes a draft.
    pub(super) fn discard(&mut self, draft: &Draft) {
        let folder = self.folder();
        if let Ok(spot) = folder.and_then(|folder| draft_spot(&folder, draft.name.id)) {
            let _ = self.tree.unlink(&spot);
        }
    }

    fn folder(&self) -> Result<PatchPath, Trouble> {
        parse(&format!("{ALL}/{:016x}", self.key))
    }

    /// Whether a folder is there; it is used only if it is the user's own and closed to others.
    fn is_there(&mut self, folder: &PatchPath) -> Result<bool, Trouble> {
        match self.tree.look(&Spot::from(folder)).map_err(|error| told(&self.shown, &error))? {
            None => Ok(false),
            Some(look)
                if look.kind == Kind::Folder
                    && look.owner.user == self.tree.user()
                    && look.mode & 0o077 == 0 =>
            {
                Ok(true)
            }
            Some(_) => Err(Trouble::Because(format!(
                "`{}` is not a folder of the user's own that is closed to others",
                self.shown
            ))),
        }
    }

    /// Makes the folder, with those above it.
    fn make(&mut self) -> Result<(), Trouble> {
        let folder = self.folder()?;
        let above: Vec<PatchPath> = std::iter::successors(Some(folder), PatchPath::parent).collect();
        for level in above.iter().rev() {
            if !self.is_there(level)? {
                let made = self.tree.make_folder(&Spot::from(level), Access::Owner);
                made.map_err(|error| told(&self.shown, &error))?;
            }
        }
        Ok(())
    }
}

/// What lies in a folder of records. Names that no record has are left alone.
pub(super) fn list(folder: &PatchPath, tree: &mut dyn WriteTree) -> Result<Listing, TreeError> {
    let mut listing = Listing::default();
    for (name, _) in tree.names(&Spot::from(folder))? {
        match (Name::parse(&name), name.strip_suffix(DRAFT).and_then(Id::parse)) {
            (Some(name), _) => listing.names.push(name),
            (None, Some(draft)) => listing.drafts.push(draft),
            (None, None) => {}
        }
    }
    listing.names.sort_unstable();
    Ok(listing)
}

/// The place of a draft.
pub(super) fn draft_spot(folder: &PatchPath, id: Id) -> Result<Spot, Trouble> {
    below(folder, &format!("{id}{DRAFT}")).map(Spot::Path)
}

/// A path below a folder of records.
pub(super) fn below(folder: &PatchPath, name: &str) -> Result<PatchPath, Trouble> {
    parse(&format!("{folder}/{name}"))
}

/// A path of the store; every one is such as a patch may name, too.
pub(super) fn parse(path: &str) -> Result<PatchPath, Trouble> {
    PatchPath::parse(path).map_err(|problem| Trouble::Because(problem.to_string()))
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Why a run is not recorded that replaces or removes too much.
pub(super) fn too_large() -> Trouble {
    Trouble::Because(format!("its record would be larger than {} MiB", LARGEST_RECORD >> 20))
}

fn told(shown: &str, error: &TreeError) -> Trouble {
    Trouble::Because(format!("`{shown}`: {error}"))
}

/// Whether a folder, which need not be there yet, lies in another.
fn is_inside(folder: &Path, root: &Path) -> bool {
    let there = folder.ancestors().find_map(|above| above.canonicalize().ok());
    there.is_some_and(|there| there.starts_with(root))
}
