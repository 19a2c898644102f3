//! The `*** Begin Patch` envelope.
