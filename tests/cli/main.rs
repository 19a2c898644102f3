//! The program as a user meets it: its command line, `chunk undo`, and paths that try to leave the root.

mod commands;
mod names;
mod paths;
mod undo;
