//! What is written down is so: the commands of the README, the tables of `docs`, the JSON schema, the order of the
//! stages and the folders of the languages, all read from the repository.

mod circles;
mod documents;
mod languages;
mod layers;
mod schema;
#[path = "../support/mod.rs"]
mod support;
mod type_names;
