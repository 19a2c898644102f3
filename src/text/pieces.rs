//! The pieces of an edited text: kept, added and removed runs of bytes.
//!
//! Edits never reorder a text, so the pieces are in the order of the original text and of the current text at once, and
//! can be searched by offsets in either.
//!
//! Invariant: the lengths of kept and removed pieces add up to the original text, and those of kept and added pieces to
//! the current text.
//!
//! Invariant: an edit costs time for the pieces that it touches and for one pass over the chunks, never for a pass over
//! all pieces.

use std::ops::Range;

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Text of the original that is still present.
    Kept,
    /// Text that the edits with this number inserted.
    Added(usize),
    /// Text of the original that the edits with this number removed.
    Removed(usize),
}

/// A run of adjacent bytes of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    kind: PieceKind,
    len: usize,
}

impl Piece {
    const fn extent(self) -> Extent {
        let Self { kind, len } = self;
        match kind {
            PieceKind::Kept => Extent { now: len, origin: len, kept: len },
            PieceKind::Added(_) => Extent { now: len, origin: 0, kept: 0 },
            PieceKind::Removed(_) => Extent { now: 0, origin: len, kept: 0 },
        }
    }
}

/// The numbers of bytes before a position, or in a run of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Extent {
    /// The number of bytes in the current text.
    now: usize,
    /// The number of bytes in the original text.
    origin: usize,
    /// The number of bytes in both texts.
    kept: usize,
}

impl Extent {
    const fn plus(self, other: Self) -> Self {
        Self { now: self.now + other.now, origin: self.origin + other.origin, kept: self.kept + other.kept }
    }
}

/// A chunk of adjacent pieces, with their total length.
#[derive(Debug, Clone)]
struct PieceGroup {
    pieces: Vec<Piece>,
    extent: Extent,
}

impl PieceGroup {
    fn new(pieces: &[Piece]) -> Self {
        let extent = pieces.iter().fold(Extent::default(), |sum, piece| sum.plus(piece.extent()));
        Self { pieces: pieces.to_vec(), extent }
    }
}

/// A byte of either text, and the piece that contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PiecePlace {
    /// The kind of the piece.
    pub(super) kind: PieceKind,
    /// The offset of the byte in the original text; for an added piece, the offset where it was inserted.
    pub(super) origin: usize,
    /// The offset of the byte in the current text; for a removed piece, the offset where it was removed.
    pub(super) now: usize,
    /// The number of kept bytes before the byte.
    pub(super) kept: usize,
    /// The number of bytes from this one to the end of the piece.
    pub(super) rest: usize,
}

/// The maximum number of pieces in a chunk.
const CHUNK: usize = 128;

/// All pieces of a text.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    chunks: Vec<PieceGroup>,
    /// The numbers of bytes up to the end of each chunk, for the many searches between two edits.
    ends: Vec<Extent>,
}

impl Pieces {
    /// Creates the pieces of an unchanged text with this length.
    pub(super) fn new(length: usize) -> Self {
        let whole = PieceGroup::new(&[Piece { kind: PieceKind::Kept, len: length }]);
        Self { ends: vec![whole.extent], chunks: vec![whole] }
    }

    /// Replaces a byte range of the current text by `length` bytes, with edit number `number`.
    pub(super) fn replace(&mut self, range: &Range<usize>, length: usize, number: usize) {
        let (first, before) = self.chunk_of(range);
        let mut end = before;
        let mut behind = first;
        while behind < self.chunks.len() && (behind == first || end < range.end) {
            end += self.chunks[behind].extent.now;
            behind += 1;
        }
        let old: Vec<Piece> =
            self.chunks[first..behind].iter().flat_map(|chunk| &chunk.pieces).copied().collect();
        let new = replaced(&old, range.start - before..range.end - before, length, number);
        let count = new.len().div_ceil(CHUNK).max(1);
        let new = new.chunks(new.len().div_ceil(count).max(1)).map(PieceGroup::new);
        self.chunks.splice(first..behind, new);
        self.ends.truncate(first);
        let mut end = self.end_before(first);
        for chunk in &self.chunks[first..] {
            end = end.plus(chunk.extent);
            self.ends.push(end);
        }
    }

    /// Returns the numbers of bytes before a chunk.
    fn end_before(&self, chunk: usize) -> Extent {
        chunk.checked_sub(1).map_or(Extent::default(), |above| self.ends[above])
    }

    /// Returns the chunk in which a range of the current text begins, and the chunk's first byte. An empty range begins
    /// at the end of the text before it; for any other range, removed pieces at its start are skipped.
    fn chunk_of(&self, range: &Range<usize>) -> (usize, usize) {
        let needed = range.start + usize::from(!range.is_empty());
        let found = self.ends.partition_point(|end| end.now < needed);
        let chunk = found.min(self.chunks.len().saturating_sub(1));
        (chunk, self.end_before(chunk).now)
    }

    /// Returns the position of a byte of the current text; `None` after its end.
    pub(super) fn at_now(&self, byte: usize) -> Option<PiecePlace> {
        self.find(byte, |extent| extent.now)
    }

    /// Returns the position of a byte of the original text; `None` after its end.
    pub(super) fn at_origin(&self, byte: usize) -> Option<PiecePlace> {
        self.find(byte, |extent| extent.origin)
    }

    /// Returns the position of the kept byte with index `kept`, from 0; `None` after the last one.
    pub(super) fn at_kept(&self, kept: usize) -> Option<PiecePlace> {
        self.find(kept, |extent| extent.kept)
    }

    /// Returns the byte ranges of added text in the current text; `None` if anything was removed.
    pub(super) fn additions(&self) -> Option<Vec<Range<usize>>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut now = 0;
        for piece in self.chunks.iter().flat_map(|chunk| &chunk.pieces) {
            match (piece.kind, found.last_mut()) {
                (PieceKind::Removed(_), _) => return None,
                (PieceKind::Added(_), Some(last)) if last.end == now => last.end += piece.len,
                (PieceKind::Added(_), _) => found.push(now..now + piece.len),
                (PieceKind::Kept, _) => {}
            }
            now += piece.extent().now;
        }
        Some(found)
    }

    /// Returns the numbers of the edits that changed anything in a byte range of the original text, in order.
    pub(super) fn changers(&self, origin: &Range<usize>) -> Vec<usize> {
        let mut numbers: Vec<usize> = self
            .edited()
            .filter(|(_, place)| match place.is_empty() {
                true => origin.start < place.start && place.start < origin.end,
                false => origin.start < place.end && place.start < origin.end,
            })
            .map(|(number, _)| number)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns whether all edits have this number.
    pub(super) fn all_changes_by(&self, number: usize) -> bool {
        self.edited().all(|(own, _)| own == number)
    }

    /// Returns whether all changes with this number are in a byte range of the original text.
    pub(super) fn changes_within(&self, number: usize, origin: &Range<usize>) -> bool {
        let is_inside = |place: Range<usize>| origin.start <= place.start && place.end <= origin.end;
        self.edited().filter(|(own, _)| *own == number).all(|(_, place)| is_inside(place))
    }

    /// Returns the number of each change with the byte range that it removed from the original text; the range is empty
    /// for an insertion.
    fn edited(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let pieces = self.chunks.iter().flat_map(|chunk| &chunk.pieces);
        pieces
            .scan(0, |at, piece| {
                let start = *at;
                *at += piece.extent().origin;
                Some((piece.kind, start..*at))
            })
            .filter_map(|(kind, place)| match kind {
                PieceKind::Added(number) | PieceKind::Removed(number) => Some((number, place)),
                PieceKind::Kept => None,
            })
    }

    /// Returns the position of a byte in the text that `side` measures.
    fn find(&self, byte: usize, side: impl Fn(Extent) -> usize) -> Option<PiecePlace> {
        let chunk = self.ends.partition_point(|end| side(*end) <= byte);
        let mut before = self.end_before(chunk);
        for piece in &self.chunks.get(chunk)?.pieces {
            if byte < side(before) + side(piece.extent()) {
                return Some(place(*piece, before, byte - side(before)));
            }
            before = before.plus(piece.extent());
        }
        None
    }
}

/// Returns the position of the byte with offset `inner` in a piece.
fn place(piece: Piece, before: Extent, inner: usize) -> PiecePlace {
    let (origin, now) = match piece.kind {
        PieceKind::Kept => (inner, inner),
        PieceKind::Added(_) => (0, inner),
        PieceKind::Removed(_) => (inner, 0),
    };
    PiecePlace {
        kind: piece.kind,
        origin: before.origin + origin,
        now: before.now + now,
        kept: before.kept + if piece.kind == PieceKind::Kept { inner } else { 0 },
        rest: piece.len - inner,
    }
}

/// Returns the pieces after an edit of a byte range of the current text.
fn replaced(old: &[Piece], range: Range<usize>, length: usize, number: usize) -> Vec<Piece> {
    let mut new = Vec::with_capacity(old.len() + 3);
    let mut now = 0;
    let mut is_placed = false;
    for piece in old {
        let len = piece.extent().now;
        let cut = |byte: usize| byte.clamp(now, now + len) - now;
        let (start, end) = (cut(range.start), cut(range.end));
        now += len;
        if len == 0 {
            push(&mut new, *piece);
            continue;
        }
        push(&mut new, Piece { kind: piece.kind, len: start });
        if piece.kind == PieceKind::Kept {
            push(&mut new, Piece { kind: PieceKind::Removed(number), len: end - start });
        }
        if !is_placed && now >= range.end {
            push(&mut new, Piece { kind: PieceKind::Added(number), len: length });
            is_placed = true;
        }
        push(&mut new, Piece { kind: piece.kind, len: len - end });
    }
    if !is_placed {
        push(&mut new, Piece { kind: PieceKind::Added(number), len: length });
    }
    new
}

/// Appends a piece, or extends the last piece if both have the same kind.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match pieces.last_mut() {
        _ if piece.len == 0 => {}
        Some(last) if last.kind == piece.kind => last.len += piece.len,
        _ => pieces.push(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A slow reference implementation with one entry per byte.
    #[derive(Debug, Clone)]
    struct Bytes(Vec<(PieceKind, Option<usize>)>);

    impl Bytes {
        fn new(length: usize) -> Self {
            Self((0..length).map(|at| (PieceKind::Kept, Some(at))).collect())
        }

        fn replace(&mut self, range: &Range<usize>, length: usize, number: usize) {
            let added = std::iter::repeat_n((PieceKind::Added(number), None), length);
            self.0.splice(range.clone(), added);
        }
    }

    proptest! {
        #[test]
        fn each_byte_keeps_its_origin(
            length in 0_usize..300,
            edits in prop::collection::vec((0_usize..400, 0_usize..9, 0_usize..9), 0..400),
        ) {
            let mut pieces = Pieces::new(length);
            let mut bytes = Bytes::new(length);
            for (number, (start, removed, added)) in edits.into_iter().enumerate() {
                let start = start.min(bytes.0.len());
                let end = (start + removed).min(bytes.0.len());
                pieces.replace(&(start..end), added, number);
                bytes.replace(&(start..end), added, number);
            }
            for (now, (kind, origin)) in bytes.0.iter().enumerate() {
                let place = pieces.at_now(now).expect("within the text");
                prop_assert_eq!(place.kind, *kind);
                prop_assert_eq!(place.now, now);
                if let Some(origin) = origin {
                    prop_assert_eq!(place.origin, *origin);
                    prop_assert_eq!(pieces.at_origin(*origin), Some(place));
                }
            }
            prop_assert!(pieces.at_now(bytes.0.len()).is_none());
            for origin in 0..length {
                let place = pieces.at_origin(origin).expect("within the first text");
                let is_kept = bytes.0.iter().any(|(_, one)| *one == Some(origin));
                prop_assert_eq!(place.kind == PieceKind::Kept, is_kept);
            }
            prop_assert!(pieces.at_origin(length).is_none());
        }
    }
}
