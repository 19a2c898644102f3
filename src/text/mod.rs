//! Pure text: a buffer that keeps the spelling of a file, its edits, lines, comments and indentation.
//!
//! This module knows nothing about patches, paths or syntax trees.
//!
//! Invariant: offsets are bytes of the buffer's UTF-8 text from 0, and lines are numbered from 0; only [`Buffer`]
//! handles rope characters.
//!
//! Invariant: decoding and encoding a file without an edit in between yields the same bytes.

mod align;
mod block_words;
mod brackets;
mod buffer;
mod bytes;
mod closing;
mod comments;
mod common;
mod cut_off;
mod edit;
mod edited;
mod flat;
mod history;
mod indent;
mod last_code;
mod levels;
pub mod lexer;
mod lift;
mod line_edit;
mod merge;
mod nesting;
pub mod normal;
mod piece_order;
mod pieces;
mod placeholder;
pub mod regex;
mod reindent;
mod required_indentation;
mod shared_slice;
mod sized_rope;
mod spelling;
mod three_way;
mod word_places;

pub(crate) use align::{Method, align, align_numbers, numbered};
pub use block_words::{beginning_of_block, begins_block, ends_block, ends_pair, opens_element};
pub use brackets::{arguments_end, bracket_surplus, lone_bracket, opens_alike, with_surplus};
pub use buffer::Buffer;
pub use bytes::Bytes;
pub use closing::{restore_closing_line, restore_last_return, restore_last_statement};
pub use comments::{CommentScanner, ScannedLine};
pub use common::{common_first_lines, common_last_lines, common_prefix, common_suffix};
pub use cut_off::{MissingPart, cut_off, cut_off_above};
pub use edit::{Edit, EditSet, Overlap};
pub use edited::EditedText;
pub use history::History;
pub use indent::{IndentStyle, is_step_clear, step_within, usual_step};
pub use last_code::LastCode;
pub use levels::{BlockSigns, BrokenLine, Clause, LevelErrors};
pub use lexer::{
    HeredocRule, LastComma, LexRules, LexState, Lexer, LineBlockComment, NestingSyntax, Spans,
    StatementBoundary, StringRule, Token, TokenKind,
};
pub use lift::Lifted;
pub use line_edit::{FinalNewline, LineEdits, NewLine};
pub use merge::{CodeLength, Merged, Quoted, in_line_with, merge, moved_along, partners};
pub use nesting::{Nested, NestingRules, begins_at_margin, nested};
pub use piece_order::{PieceOrder, PieceSide};
pub use placeholder::{CommentSigns, Placeholder, loses_lines, may_be_placeholders, placeholders};
pub use reindent::{
    IndentUnit, InsertionSite, MarginRule, RowRules, at_margin_readings, least_indent, level_text, reindent,
};
pub use required_indentation::{
    MakeContext, begins_rules, with_backslashes, with_recipe_tabs, with_required_indentation,
};
pub use shared_slice::SharedSlice;
pub use spelling::{BOM_CHAR, DecodedText, LineEnd, NotText, decode_stray, encode_stray, feeds};
pub use three_way::{ThreeWay, has_change, merge_lines};
pub use word_places::WordPlaces;
