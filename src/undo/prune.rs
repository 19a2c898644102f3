//! Keeps the records within their bounds.

use super::shelf::{ALL, Listing, below, draft_spot, list, now, parse};
use super::{Id, MOST_BYTES, MOST_BYTES_OF_A_ROOT, MOST_RECORDS, MOST_ROOTS, Name, Trouble};
use crate::ir::PatchPath;
use crate::vfs::{Spot, WriteTree};

/// How old a record that never became valid must be before it is taken for the remains of a run that died.
const STALE: u64 = 60 * 60 * 1000;
/// To list the records of all roots costs some time: it is done for large records, and now and then.
const LARGE: u64 = 1 << 20;
const NOW_AND_THEN: u64 = 16;

/// Removes what is too much, after the record `new` was added to what `listing` holds.
pub(super) fn prune(
    folder: &PatchPath,
    listing: &Listing,
    new: Name,
    is_first: bool,
    tree: &mut dyn WriteTree,
) -> Result<(), Trouble> {
    let mut names = listing.names.clone();
    names.push(new);
    for name in too_many(&names) {
        let _ = tree.unlink(&Spot::Path(below(folder, &name.to_string())?));
    }
    let long_ago = now().saturating_sub(STALE);
    for draft in listing.drafts.iter().filter(|draft| draft.milliseconds() < long_ago) {
        let _ = tree.unlink(&draft_spot(folder, *draft)?);
    }
    if is_first || new.size > LARGE || new.id.milliseconds() % NOW_AND_THEN == 0 {
        prune_roots(folder, new.size > LARGE || !is_first, tree)?;
    }
    Ok(())
}

/// The oldest of one root's records, so that the others are within their bounds; the last one always stays.
fn too_many(names: &[Name]) -> &[Name] {
    let mut bytes = 0;
    let kept = names.iter().rev().take(MOST_RECORDS).take_while(|name| {
        bytes += name.size;
        bytes <= MOST_BYTES_OF_A_ROOT
    });
    let kept = kept.count().max(1);
    &names[..names.len().saturating_sub(kept)]
}

/// The records of one root, among those of others.
struct Root {
    last: Option<Id>,
    bytes: u64,
    folder: PatchPath,
    listing: Listing,
}

/// Removes all records of the roots that were changed longest ago, so that the others are within the bounds of all.
fn prune_roots(own: &PatchPath, count_bytes: bool, tree: &mut dyn WriteTree) -> Result<(), Trouble> {
    let Ok(names) = tree.names(&Spot::Path(parse(ALL)?)) else { return Ok(()) };
    if !count_bytes && names.len() <= MOST_ROOTS {
        return Ok(());
    }
    // Some more than need be, so that the next new root does not have to do this again.
    let most_roots = if names.len() > MOST_ROOTS { MOST_ROOTS / 4 * 3 } else { MOST_ROOTS };
    let mut roots = Vec::new();
    for (name, _) in names {
        let folder = parse(&format!("{ALL}/{name}"))?;
        let Ok(listing) = list(&folder, tree) else { continue };
        let bytes = listing.names.iter().map(|name| name.size).sum();
        roots.push(Root { last: listing.names.last().map(|name| name.id), bytes, folder, listing });
    }
    roots.sort_by_key(|root| (root.folder == *own, root.last));
    let (mut count, mut bytes) = (roots.len(), roots.iter().map(|root| root.bytes).sum::<u64>());
    for root in roots.iter().filter(|root| root.folder != *own) {
        if count <= most_roots && bytes <= MOST_BYTES {
            break;
        }
        clear(root, tree)?;
        count -= 1;
        bytes -= root.bytes;
    }
    Ok(())
}

/// Removes a root's records with their folder, unless something else lies there.
fn clear(root: &Root, tree: &mut dyn WriteTree) -> Result<(), Trouble> {
    for name in &root.listing.names {
        let _ = tree.unlink(&Spot::Path(below(&root.folder, &name.to_string())?));
    }
    for draft in &root.listing.drafts {
        let _ = tree.unlink(&draft_spot(&root.folder, *draft)?);
    }
    let _ = tree.remove_folder(&Spot::from(&root.folder));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_records_go_first_and_the_last_one_stays() {
        let name = |id: u64, size| Name { id: Id::next(id, None), size, undoes: None };
        let many: Vec<Name> = (0..MOST_RECORDS as u64 + 3).map(|id| name(id, 1)).collect();
        assert_eq!(too_many(&many), &many[..3]);
        assert_eq!(too_many(&many[..5]), &[]);
        let large = [name(1, 1), name(2, MOST_BYTES_OF_A_ROOT / 2), name(3, MOST_BYTES_OF_A_ROOT / 2)];
        assert_eq!(too_many(&large), &large[..1]);
        let huge = [name(1, 1), name(2, MOST_BYTES_OF_A_ROOT + 1)];
        assert_eq!(too_many(&huge), &huge[..1]);
    }
}
