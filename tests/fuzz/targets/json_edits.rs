//! `chunk_fuzz::run` says what is checked.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| chunk_fuzz::run("json_edits", input));
