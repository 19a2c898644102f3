//! Types: those of expressions, and the members of classes, functions and types.

pub(super) mod alike;
mod alternatives;
pub(super) mod arity;
mod blanket;
mod calls;
pub(super) mod classes;
mod containers;
pub(super) mod converted;
mod delegates;
pub(super) mod expected;
mod foreign;
mod given_functions;
mod kind;
mod lists;
mod loosened;
mod makers;
mod module_values;
mod object;
mod on_functions;
pub(super) mod overloads;
mod parameters;
mod results;
pub(super) mod shapes;
pub(super) mod structural;
mod variable;
mod visibility;
mod written_out;
