//! Markers and hunks: whole lines found by their text.
