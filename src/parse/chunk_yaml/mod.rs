//! CHUNK YAML, the primary format.
