//! Adversarial patches, files and surroundings: the program ends in time, within its memory, with a status of its own, and
//! changes nothing unless it says so.
//!
//! Inputs are made here. By default they are small enough for a build without optimisation; `CHUNK_HOSTILE=all` makes
//! them as large as they are meant, for a program that was built with it and is named by `CHUNK_PROGRAM`.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

mod files;
mod nested;
mod patches;
mod support;
mod system;
