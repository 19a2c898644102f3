//! File metadata from the system.

use std::os::fd::AsFd;

use rustix::fs::{self, AtFlags, FileType, RawMode};
use rustix::io::Errno;

use crate::vfs::{Kind, Look, Owner, Stamp};

/// Returns the kind of file that a mode denotes.
pub(super) const fn kind_of(mode: RawMode) -> Kind {
    of_type(FileType::from_raw_mode(mode))
}

/// Returns the kind of file for a type from a folder listing.
pub(super) const fn of_type(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

/// Returns the state of an open file.
pub(super) fn of_handle(file: impl AsFd) -> Result<Look, Errno> {
    look(file, "", AtFlags::EMPTY_PATH)
}

/// Returns the state of a name in a folder, without following a link.
pub(super) fn of_name(folder: impl AsFd, name: &str) -> Result<Look, Errno> {
    look(folder, name, AtFlags::SYMLINK_NOFOLLOW)
}

#[cfg(target_os = "linux")]
fn look(at: impl AsFd, name: &str, flags: AtFlags) -> Result<Look, Errno> {
    use rustix::fs::StatxFlags;
    match fs::statx(&at, name, flags, StatxFlags::BASIC_STATS | StatxFlags::MNT_ID) {
        Ok(found) => Ok(of_statx(&found)),
        Err(Errno::NOSYS | Errno::PERM) => look_plainly(at, name, flags),
        Err(error) => Err(error),
    }
}

#[cfg(target_os = "linux")]
fn of_statx(found: &fs::Statx) -> Look {
    let device = fs::makedev(found.stx_dev_major, found.stx_dev_minor);
    let has_mount = found.stx_mask & fs::StatxFlags::MNT_ID.bits() != 0;
    let stamp = Stamp {
        device,
        mount: if has_mount { found.stx_mnt_id } else { device },
        inode: found.stx_ino,
        size: found.stx_size,
        modified: nanoseconds(found.stx_mtime.tv_sec, found.stx_mtime.tv_nsec),
        changed: nanoseconds(found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec),
        fresh: false,
        extended: true,
    };
    Look {
        kind: kind_of(found.stx_mode.into()),
        mode: u32::from(found.stx_mode) & 0o7777,
        owner: Owner { user: found.stx_uid, group: found.stx_gid },
        links: found.stx_nlink.into(),
        stamp,
    }
}

#[cfg(not(target_os = "linux"))]
fn look(at: impl AsFd, name: &str, flags: AtFlags) -> Result<Look, Errno> {
    look_plainly(at, name, flags)
}

/// Without `statx`, mounts can only be distinguished by their devices.
#[allow(clippy::unnecessary_cast, reason = "the types of these fields differ from system to system")]
fn look_plainly(at: impl AsFd, name: &str, flags: AtFlags) -> Result<Look, Errno> {
    let found = if name.is_empty() { fs::fstat(at)? } else { fs::statat(at, name, flags)? };
    let stamp = Stamp {
        device: found.st_dev as u64,
        mount: found.st_dev as u64,
        inode: found.st_ino as u64,
        size: found.st_size as u64,
        modified: nanoseconds(found.st_mtime as i64, found.st_mtime_nsec as u32),
        changed: nanoseconds(found.st_ctime as i64, found.st_ctime_nsec as u32),
        fresh: false,
        extended: true,
    };
    Ok(Look {
        kind: kind_of(found.st_mode),
        mode: found.st_mode as u32 & 0o7777,
        owner: Owner { user: found.st_uid, group: found.st_gid },
        links: found.st_nlink as u64,
        stamp,
    })
}

fn nanoseconds(seconds: i64, rest: u32) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(rest)
}

/// The coarsest resolution of file times, in nanoseconds: a tick of the slowest clock, with a margin.
const GRAIN: i128 = 20_000_000;

/// Returns whether a file read now was changed so recently that another change might have the same time.
pub(super) fn is_fresh(stamp: &Stamp) -> bool {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(true, |now| stamp.modified + GRAIN > now.as_nanos() as i128)
}
