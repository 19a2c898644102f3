use std::fmt;

/// A box.
#[derive(Debug)]
pub struct Case {
    boxes: u8,
}

impl Case {
    /// Makes one.
    #[must_use]
    pub fn new() -> Self {
        Self { boxes: 0 }
    }

    #[inline]
    pub fn version() -> &'static str {
        "one
        two"
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.boxes)
    }
}

trait Store {
    fn store(&self);
    fn keep(&self) {}
}

#[cfg(test)]
mod tests {
    fn helper() {}
}
