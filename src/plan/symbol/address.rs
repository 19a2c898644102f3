//! Names in addresses.

use crate::resolve::bindings::{bare_address, is_name_char};

/// Returns the last name of an address.
pub(in crate::plan) fn last_word(address: &str) -> &str {
    let plain = bare_address(address).trim_end_matches('>');
    plain.rsplit(|char| !is_name_char(char)).next().unwrap_or_default()
}
