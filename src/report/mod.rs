//! Tells what happened: text, JSON, or a diff.
