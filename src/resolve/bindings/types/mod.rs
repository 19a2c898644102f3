//! Types: those of expressions, and the members of classes, functions and types.

pub(super) mod alike;
mod alternatives;
pub(super) mod arity;
mod calls;
pub(super) mod classes;
pub(super) mod converted;
pub(super) mod expected;
mod foreign;
mod kind;
mod lists;
mod loosened;
mod makers;
mod object;
mod on_functions;
pub(super) mod overloads;
mod results;
pub(super) mod shapes;
pub(super) mod structural;
mod variable;
mod visibility;
