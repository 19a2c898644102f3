//! Tells the four formats apart and takes off what stands around a patch.
