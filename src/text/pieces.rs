//! The pieces that an edited text is made of: what is left of the first text, what came, and what went.
//!
//! Edits never reorder a text, so the pieces stand in the order of both texts at once, and either can be searched.
//!
//! Invariant: the lengths of kept and removed pieces add up to the first text, those of kept and added ones to the text
//! as it is now.
//! Invariant: an edit costs the pieces that it touches and a pass over the chunks, never a pass over the pieces.

use std::ops::Range;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Text of the first text that is still there.
    Kept,
    /// Text that the edits of this number brought.
    Added(usize),
    /// Text of the first text that the edits of this number removed.
    Removed(usize),
}

/// Neighbouring bytes with one fate.
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

/// How many bytes lie before a place, or in a run of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Extent {
    /// Bytes of the text as it is now.
    now: usize,
    /// Bytes of the first text.
    origin: usize,
    /// Bytes of both.
    kept: usize,
}

impl Extent {
    const fn plus(self, other: Self) -> Self {
        Self { now: self.now + other.now, origin: self.origin + other.origin, kept: self.kept + other.kept }
    }
}

/// Pieces that lie side by side, and their lengths together.
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

/// A byte of either text, and the piece that it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PiecePlace {
    /// What the piece is.
    pub(super) kind: PieceKind,
    /// The byte in the first text; where the piece was added, the byte at which it was.
    pub(super) origin: usize,
    /// The byte in the text as it is now; where the piece was removed, the byte at which it was.
    pub(super) now: usize,
    /// How many bytes of both texts lie before it.
    pub(super) kept: usize,
    /// How many bytes of the piece follow, this one among them.
    pub(super) rest: usize,
}

/// How many pieces a chunk holds at most.
const CHUNK: usize = 128;

/// All pieces of a text.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    chunks: Vec<PieceGroup>,
    /// How many bytes there are up to the end of each chunk: many places are asked for between two edits.
    ends: Vec<Extent>,
}

impl Pieces {
    /// Those of a text of this length that nothing has changed yet.
    pub(super) fn new(length: usize) -> Self {
        let whole = PieceGroup::new(&[Piece { kind: PieceKind::Kept, len: length }]);
        Self { ends: vec![whole.extent], chunks: vec![whole] }
    }

    /// Replaces bytes of the text as it is now by others.
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

    /// How many bytes there are before a chunk.
    fn end_before(&self, chunk: usize) -> Extent {
        chunk.checked_sub(1).map_or(Extent::default(), |above| self.ends[above])
    }

    /// The chunk in which a range of the text as it is now begins, and its first byte. What is empty begins where the text
    /// before it ends; what is not leaves alone what was removed there.
    fn chunk_of(&self, range: &Range<usize>) -> (usize, usize) {
        let needed = range.start + usize::from(!range.is_empty());
        let found = self.ends.partition_point(|end| end.now < needed);
        let chunk = found.min(self.chunks.len().saturating_sub(1));
        (chunk, self.end_before(chunk).now)
    }

    /// The place of a byte of the text as it is now; `None` behind its end.
    pub(super) fn at_now(&self, byte: usize) -> Option<PiecePlace> {
        self.find(byte, |extent| extent.now)
    }

    /// The place of a byte of the first text; `None` behind its end.
    pub(super) fn at_origin(&self, byte: usize) -> Option<PiecePlace> {
        self.find(byte, |extent| extent.origin)
    }

    /// The place of the byte, counted from 0, among those that both texts have; `None` behind the last one.
    pub(super) fn at_kept(&self, kept: usize) -> Option<PiecePlace> {
        self.find(kept, |extent| extent.kept)
    }

    /// The bytes, as they are now, of what was added; `None` if anything was removed.
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

    /// The numbers of the edits that changed anything within some bytes of the first text, in order.
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

    /// Whether no edit has another number.
    pub(super) fn are_all_of(&self, number: usize) -> bool {
        self.edited().all(|(own, _)| own == number)
    }

    /// Whether all pieces of the edits of this number lie among some bytes of the first text.
    pub(super) fn all_of(&self, number: usize, origin: &Range<usize>) -> bool {
        let is_inside = |place: Range<usize>| origin.start <= place.start && place.end <= origin.end;
        self.edited().filter(|(own, _)| *own == number).all(|(_, place)| is_inside(place))
    }

    /// What edits changed: their numbers, and the bytes of the first text that went, or at which something came.
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

    /// The place of a byte in the text that `side` measures.
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

/// The place of the byte `inner` of a piece.
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

/// Pieces after an edit of the bytes that are now in `range`.
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

/// Adds a piece behind others, to the last one where both are alike.
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

    /// The same by the slowest way: one entry a byte.
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
