//! The program as a user meets it: its command line, `chunk undo`, other names and formats, its server, and paths that try to leave the root.

mod commands;
mod doors;
mod history;
mod mcp;
mod names;
mod outside;
mod paths;
mod shell;
mod stale;
mod undo;
