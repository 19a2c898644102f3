//! The `<FILE_CHANGES>` envelope.
