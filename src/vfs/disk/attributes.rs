//! Mode, owner and extended attributes of files that are written.

use std::os::fd::AsFd;

use rustix::buffer::spare_capacity;
use rustix::fs::{self, Gid, Mode, Uid, XattrFlags};
use rustix::io::Errno;

use crate::vfs::{ExtendedAttribute, Look, NewMode, Owner};

/// Whether a file may have extended attributes.
pub(super) fn are_there(file: impl AsFd) -> bool {
    // A system that does not say is taken at its worst: the attributes are asked for again when they matter.
    fs::flistxattr_query(file).map_or(true, |length| length > 0)
}

/// The mode to create a file with. Never wider than the one it gets in the end.
pub(super) fn creation_mode(mode: NewMode) -> Mode {
    Mode::from_raw_mode(match mode {
        NewMode::Plain => 0o666,
        NewMode::Executable => 0o777,
        NewMode::Exact(mode) => mode & 0o777,
    })
}

/// Gives a file that was just created to whom it is to belong.
pub(super) fn give(
    file: impl AsFd,
    now: Owner,
    user: Option<u32>,
    group: Option<u32>,
) -> Result<bool, Errno> {
    let user = user.filter(|user| *user != now.user).map(Uid::from_raw);
    let group = group.filter(|group| *group != now.group).map(Gid::from_raw);
    if user.is_some() || group.is_some() {
        fs::fchown(file, user, group)?;
    }
    Ok(user.is_some() || group.is_some())
}

/// Sets the permission bits that creation left out: those that the umask took, and the special ones.
pub(super) fn set_mode(file: impl AsFd, now: &Look, mode: NewMode, was_given: bool) -> Result<(), Errno> {
    match mode {
        // A change of owner takes away set-user-id and set-group-id, so what was seen before it may no longer hold.
        NewMode::Exact(mode) if was_given || now.mode != mode => fs::fchmod(file, Mode::from_raw_mode(mode)),
        _ => Ok(()),
    }
}

/// Copies every extended attribute, access control lists among them.
pub(super) fn copy_extended(from: impl AsFd, to: impl AsFd) -> Result<(), Errno> {
    for name in names(&from)?.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let value = value(&from, name)?;
        match fs::fsetxattr(&to, name, &value, XattrFlags::empty()) {
            // The system's own labels follow its own rules, which may well not let a program set them.
            Err(_) if is_of_the_system(name) => {}
            other => other?,
        }
    }
    Ok(())
}

/// Every extended attribute that is not the system's own.
pub(super) fn read_extended(file: impl AsFd) -> Result<Vec<ExtendedAttribute>, Errno> {
    let names = names(&file)?;
    let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty() && !is_of_the_system(name));
    let names = names.filter_map(|name| std::str::from_utf8(name).ok());
    names.map(|name| Ok((name.to_owned(), value(&file, name.as_bytes())?))).collect()
}

/// Gives a file extended attributes.
pub(super) fn write_extended(file: impl AsFd, attributes: &[ExtendedAttribute]) -> Result<(), Errno> {
    let mut each = attributes.iter();
    each.try_for_each(|(name, value)| fs::fsetxattr(&file, name.as_str(), value, XattrFlags::empty()))
}

/// Whether an extended attribute is a label by which the system itself guards files.
fn is_of_the_system(name: &[u8]) -> bool {
    name.starts_with(b"security.") || name.starts_with(b"trusted.")
}

fn names(file: impl AsFd) -> Result<Vec<u8>, Errno> {
    grow(|buffer| fs::flistxattr(&file, spare_capacity(buffer)))
}

fn value(file: impl AsFd, name: &[u8]) -> Result<Vec<u8>, Errno> {
    grow(|buffer| fs::fgetxattr(&file, name, spare_capacity(buffer)))
}

/// Calls with ever more room until what is asked for fits: it may grow between asking for its size and reading it.
fn grow(mut call: impl FnMut(&mut Vec<u8>) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut buffer = Vec::with_capacity(1 << 10);
    loop {
        buffer.clear();
        match call(&mut buffer) {
            Ok(_) => return Ok(buffer),
            // The kernel's own limit is 64 KiB.
            Err(Errno::RANGE) if buffer.capacity() < 1 << 20 => buffer.reserve(buffer.capacity() * 2),
            Err(Errno::NOTSUP) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
    }
}
