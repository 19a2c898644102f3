//! Reads files into one allocation, with as few system calls as possible.

use std::os::fd::OwnedFd;

use rustix::buffer::spare_capacity;
use rustix::io::{Errno, read, retry_on_intr};

use crate::vfs::{MAX_FILE_BYTES, TreeError};

/// Reads an open file from its current position to its end; `size` is its reported size in bytes.
pub(super) fn whole(file: &OwnedFd, size: u64) -> Result<Vec<u8>, TreeError> {
    let mut bytes = Vec::new();
    // One byte more than the size: a read that leaves it free has reached the end, so no second read is needed.
    let mut wanted = size.saturating_add(1);
    loop {
        reserve(&mut bytes, wanted)?;
        let free = bytes.capacity() - bytes.len();
        let got =
            retry_on_intr(|| read(file, spare_capacity(&mut bytes))).map_err(|e| TreeError::Io(e.into()))?;
        let is_short = got < free && bytes.len() as u64 >= size;
        if got == 0 || is_short {
            return Ok(bytes);
        }
        // The file has grown, or the system returns it in pieces.
        if bytes.len() == bytes.capacity() {
            wanted = (bytes.len() as u64).saturating_mul(2);
        }
    }
}

/// Reserves space for `wanted` bytes in total; fails for sizes above [`MAX_FILE_BYTES`], or if there is not enough
/// memory.
fn reserve(bytes: &mut Vec<u8>, wanted: u64) -> Result<(), TreeError> {
    let Some(wanted) = usize::try_from(wanted).ok().filter(|_| wanted <= MAX_FILE_BYTES) else {
        return Err(TreeError::Refused(format!("it is larger than {} GiB", MAX_FILE_BYTES >> 30)));
    };
    bytes.try_reserve_exact(wanted - bytes.len()).map_err(|_| TreeError::Io(Errno::NOMEM.into()))
}
