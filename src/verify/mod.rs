//! Checks that a changed file has no syntax errors that it did not have before.
