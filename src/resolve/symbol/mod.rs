//! Symbols: definitions found by their address.
