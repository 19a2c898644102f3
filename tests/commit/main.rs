//! What a commit leaves behind: all of a plan or nothing, whatever fails, and whenever.

mod attributes;
mod crash;
mod disk;
mod faults;
mod injected;
mod killed;
mod random;
mod refusals;
mod support;
mod undo;
