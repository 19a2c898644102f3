//! The front ends, and what tells their formats apart.

use std::collections::HashSet;
use std::fmt::Write as _;

use chunk::ir::{Format, Patch};
use chunk::parse::{Direction, ReadOptions, format_of, parse_some};

use super::problems;

pub(super) fn chunk_yaml(input: &[u8]) {
    parse(input, Format::Chunk);
}

pub(super) fn unified(input: &[u8]) {
    parse(input, Format::Unified);
}

pub(super) fn apply_patch(input: &[u8]) {
    parse(input, Format::ApplyPatch);
}

pub(super) fn file_changes(input: &[u8]) {
    parse(input, Format::FileChanges);
}

pub(super) fn search_replace(input: &[u8]) {
    parse(input, Format::SearchReplace);
}

pub(super) fn json_edits(input: &[u8]) {
    parse(input, Format::JsonEdits);
}

/// A text is read as one format: the same twice, in bounds, or refused with reasons that have a place.
fn parse(input: &[u8], format: Format) {
    let forward = ReadOptions { format: Some(format), ..ReadOptions::default() };
    let readings = [forward, ReadOptions { strip: Some(1), direction: Direction::Reverse, ..forward }];
    // Only of a diff can be asked to be read in another way.
    let count = if format == Format::Unified { 2 } else { 1 };
    for reading in &readings[..count] {
        let read = parse_some(input, *reading);
        assert_eq!(read, parse_some(input, *reading), "read twice");
        match &read {
            Ok(patch) => check_patch(input, patch, format),
            Err(problems) => {
                problems::check_unread(input, problems);
                problems::check_is_bounded(input, problems);
            }
        }
    }
}

/// A patch has the asked format, operations in order, each with a line of the text, and is no larger than its text
/// explains.
fn check_patch(input: &[u8], patch: &Patch, format: Format) {
    assert_eq!(patch.format, format);
    let is_empty = patch.operations.is_empty() && patch.refused.is_empty();
    assert!(!is_empty || format == Format::Chunk, "a patch without an operation is malformed");
    let lines = input.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    let mut numbers = HashSet::new();
    for operation in &patch.operations {
        let origin = &operation.origin;
        assert!(origin.index > 0 && numbers.insert(origin.index), "each has its number: {origin:?}");
        assert!((1..=lines).contains(&origin.place.line), "{origin:?} of {lines} lines");
    }
    for problem in patch.refused.iter().chain(&patch.warnings) {
        problems::check(input, problem);
    }
    problems::check_is_bounded(input, &patch.refused);
    problems::check_is_bounded(input, &patch.warnings);
    let size = shown_size(patch);
    assert!(size <= 65_536 + 2048 * input.len(), "a patch of {size} bytes out of {}", input.len());
}

/// How much text it takes to show a value.
fn shown_size(value: &impl std::fmt::Debug) -> usize {
    struct Counter(usize);
    impl std::fmt::Write for Counter {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // Counting cannot fail.
    let _ = write!(counter, "{value:?}");
    counter.0
}

/// The format that a text shows is the one that it is read in, and naming that format changes nothing.
pub(super) fn detect(input: &[u8]) {
    let format = format_of(input);
    assert_eq!(format, format_of(input), "told twice");
    let read = parse_some(input, ReadOptions::default());
    assert_eq!(read, parse_some(input, ReadOptions::default()), "read twice");
    match &read {
        Ok(patch) => {
            assert_eq!(Some(patch.format), format);
            check_patch(input, patch, patch.format);
            let named = parse_some(input, ReadOptions { format, ..ReadOptions::default() });
            assert_eq!(named.as_ref().map(|named| &named.operations), Ok(&patch.operations), "format named");
        }
        Err(problems) => {
            problems::check_unread(input, problems);
            problems::check_is_bounded(input, problems);
        }
    }
}
