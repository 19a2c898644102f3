//! The program as a user meets it: its command line, `chunk undo`, other names and formats, and paths that try to leave the root.

mod commands;
mod doors;
mod names;
mod paths;
mod undo;
