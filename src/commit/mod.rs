//! Writes a plan: stage, rename, tidy; on any error everything is as it was.
