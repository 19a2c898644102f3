/// A style.
#[derive(Clone)]
#[allow(missing_copy_implementations)] // it will grow
pub struct Style {
    bold: bool,
}

impl Style {
    /// The first.
    pub fn first(&self) -> bool {
        self.bold
    }
}
