//! What is read and written down again does the same.

use chunk::engine::{self, Options};
use chunk::ir::PathStyle;
use chunk::parse::{self, Direction, ReadOptions};
use chunk::vfs::MemoryTree;
use chunk::write::{self, Notation};

use super::case::Case;

/// Writes the patch of a case that applies down anew, in its own notation, and applies that.
///
/// # Errors
/// It makes another tree, or cannot be written.
pub fn check(
    case: &Case,
    options: &Options<'_>,
    before: &MemoryTree,
    after: &MemoryTree,
) -> Result<(), String> {
    let patch = parse::parse_some(&case.patch, options.reading).map_err(|errors| format!("{errors:?}"))?;
    // Only the tree tells what such paths stand for.
    if patch.operations.iter().any(|own| own.path_style != PathStyle::Exact) {
        return Ok(());
    }
    let notation = Notation::of(patch.format, &case.patch);
    if notation == Notation::Unwritten {
        return Ok(());
    }
    let text = write::patch(&patch, notation).ok_or("the patch cannot be written down again")?;
    let mut tree = before.clone();
    let reading = ReadOptions { format: Some(patch.format), strip: None, direction: Direction::Forward };
    let report = engine::apply(&text, &Options { reading, ..*options }, &mut tree);
    let shown = String::from_utf8_lossy(&text);
    if !report.is_ok() {
        return Err(format!("written down again, it is refused: {:?}\n{shown}", report.errors));
    }
    let same = tree.files() == after.files();
    if same { Ok(()) } else { Err(format!("written down again, it makes another tree\n{shown}")) }
}
