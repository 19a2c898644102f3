//! Limits on the size and the lifetime of records.

use std::time::Duration;

#[cfg(feature = "disk")]
use super::NoRecord;

/// The maximum number of records of one root. If there are more, the newest are kept.
pub const MAX_RECORDS: usize = 100;

/// The number of records that are kept if there are more than [`MAX_RECORDS`].
pub const KEPT_RECORDS: usize = 50;

/// The maximum size of a record in bytes; larger runs are not recorded.
pub const MAX_RECORD_BYTES: u64 = 32 << 20;

/// The maximum total size in bytes of the records of one root. If it is exceeded, the newest are kept.
pub const MAX_BYTES_OF_ROOT: u64 = 64 << 20;

/// The total size in bytes of the records that are kept if [`MAX_BYTES_OF_ROOT`] is exceeded.
pub const KEPT_BYTES: u64 = 32 << 20;

/// The maximum number of roots with records; those changed longest ago are removed first, but none within [`SAFE`].
pub const MAX_ROOTS: usize = 128;

/// The maximum total size in bytes of the records of all roots, not counting those of the last few runs and those
/// within [`SAFE`].
pub const MAX_BYTES: u64 = 512 << 20;

/// The time after a run on a root during which runs on other roots do not cause the removal of its records.
pub const SAFE: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the reason why a run that replaces or removes too much is not recorded.
#[cfg(feature = "disk")]
pub(super) fn too_large() -> NoRecord {
    NoRecord::Because(format!("its record would be larger than {} MiB", MAX_RECORD_BYTES >> 20))
}
