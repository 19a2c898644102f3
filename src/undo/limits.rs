//! How much is recorded, and for how long.

use std::time::Duration;

#[cfg(feature = "disk")]
use super::Trouble;

/// How many records of one root there are at most. When there are more, the newest stay.
pub const MOST_RECORDS: usize = 100;

/// How many of them stay then.
pub const KEPT_RECORDS: usize = 50;

/// The size in bytes from which on a run is not recorded.
pub const LARGEST_RECORD: u64 = 32 << 20;

/// How many bytes the records of one root take together at most. When they take more, the newest stay.
pub const MOST_BYTES_OF_A_ROOT: u64 = 64 << 20;

/// How many bytes of them stay then.
pub const KEPT_BYTES: u64 = 32 << 20;

/// How many roots have records; those that were changed longest ago go first, and none within [`SAFE`].
pub const MOST_ROOTS: usize = 128;

/// How many bytes the records of all roots take together, give or take those of the last few runs and of [`SAFE`].
pub const MOST_BYTES: u64 = 512 << 20;

/// For so long after a run on a root no runs on others push its records out.
pub const SAFE: Duration = Duration::from_secs(24 * 60 * 60);

/// Why a run is not recorded that replaces or removes too much.
#[cfg(feature = "disk")]
pub(super) fn too_large() -> Trouble {
    Trouble::Because(format!("its record would be larger than {} MiB", LARGEST_RECORD >> 20))
}
