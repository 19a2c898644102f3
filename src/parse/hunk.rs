//! Bodies of hunks, shared by three formats.
