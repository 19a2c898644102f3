//! Shapes.

use std::fmt;

/// A square.
#[derive(Debug, Clone)]
pub struct Square<T> {
    side: T,
}

pub enum Kind {
    Flat,
    Round { radius: u32 },
}

/// Has an area.
pub trait Area {
    fn area(&self) -> u32;

    fn twice(&self) -> u32 {
        self.area() * 2
    }
}

impl<T: Copy> Square<T> {
    /// Makes one.
    #[must_use]
    pub const fn new(side: T) -> Self {
        Self { side }
    }

    pub fn area(&self) -> T {
        self.side // wrong
    }
}

impl Area for Square<u32> {
    fn area(&self) -> u32 {
        self.side * self.side
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

mod tools {
    pub fn clamp<'a>(text: &'a str) -> &'a str {
        r#"} fn fake() {"#;
        text
    }
}

lazy! {
    fn in_macro() {}
}
