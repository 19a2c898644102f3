/// A style of text.
#[derive(Clone)]
pub struct Style {
    bold: u8,
}

impl Style {
    #[doc(alias = "head")] // as elsewhere
    /// The first.
    pub fn first(&self) -> bool {
        self.bold > 0
    }
}
