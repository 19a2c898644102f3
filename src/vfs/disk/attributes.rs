//! Mode, owner and extended attributes of files that are written.

use std::os::fd::AsFd;

use rustix::buffer::spare_capacity;
use rustix::fs::{self, Gid, Mode, Uid, XattrFlags};
use rustix::io::Errno;

use crate::vfs::{ExtendedAttribute, Look, NewMode, Owner};

/// Returns whether a file may have extended attributes.
pub(super) fn are_there(file: impl AsFd) -> bool {
    // If the system does not say, the file is assumed to have some: the attributes are queried again when they are
    // needed.
    fs::flistxattr_query(file).map_or(true, |length| length > 0)
}

/// Returns the mode with which to create a file. It is never wider than the final mode.
pub(super) fn creation_mode(mode: NewMode) -> Mode {
    Mode::from_raw_mode(match mode {
        NewMode::Plain => 0o666,
        NewMode::Executable => 0o777,
        NewMode::Exact(mode) => mode & 0o777,
    })
}

/// Sets the owner of a file that was just created; returns whether it had to be changed.
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

/// Sets the permission bits that are missing after creation: those that the umask removed, and the special bits.
pub(super) fn set_mode(file: impl AsFd, now: &Look, mode: NewMode, was_given: bool) -> Result<(), Errno> {
    match mode {
        // A change of owner clears set-user-id and set-group-id, so the mode seen before may be outdated.
        NewMode::Exact(mode) if was_given || now.mode != mode => fs::fchmod(file, Mode::from_raw_mode(mode)),
        _ => Ok(()),
    }
}

/// Copies all extended attributes, including access control lists.
pub(super) fn copy_extended(from: impl AsFd, to: impl AsFd) -> Result<(), Errno> {
    for name in names(&from)?.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let value = value(&from, name)?;
        match fs::fsetxattr(&to, name, &value, XattrFlags::empty()) {
            // The labels of the system follow its own rules, which may not allow a program to set them.
            Err(_) if is_of_the_system(name) => {}
            other => other?,
        }
    }
    Ok(())
}

/// Returns all extended attributes except the labels of the system.
pub(super) fn read_extended(file: impl AsFd) -> Result<Vec<ExtendedAttribute>, Errno> {
    let names = names(&file)?;
    let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty() && !is_of_the_system(name));
    let names = names.filter_map(|name| std::str::from_utf8(name).ok());
    names.map(|name| Ok((name.to_owned(), value(&file, name.as_bytes())?))).collect()
}

/// Sets extended attributes of a file.
pub(super) fn write_extended(file: impl AsFd, attributes: &[ExtendedAttribute]) -> Result<(), Errno> {
    let mut each = attributes.iter();
    each.try_for_each(|(name, value)| fs::fsetxattr(&file, name.as_str(), value, XattrFlags::empty()))
}

/// Returns whether an extended attribute is a label by which the system itself protects files.
fn is_of_the_system(name: &[u8]) -> bool {
    name.starts_with(b"security.") || name.starts_with(b"trusted.")
}

fn names(file: impl AsFd) -> Result<Vec<u8>, Errno> {
    grow(|buffer| fs::flistxattr(&file, spare_capacity(buffer)))
}

fn value(file: impl AsFd, name: &[u8]) -> Result<Vec<u8>, Errno> {
    grow(|buffer| fs::fgetxattr(&file, name, spare_capacity(buffer)))
}

/// Repeats a call with a growing buffer until the result fits: it may grow between a query of its size and reading it.
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
