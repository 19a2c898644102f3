//! `chunk symbols` and `chunk show`: what symbol operations can name.

use super::args::{ShowArgs, SymbolsArgs};

pub(crate) fn list(_args: &SymbolsArgs) -> u8 {
    0
}

pub(crate) fn show(_args: &ShowArgs) -> u8 {
    0
}
