struct Price(u32);

impl PartialEq<u32> for Price {
    fn eq(&self, other: &u32) -> bool {
        self.0 == *other
    }
}

impl PartialEq for Price {
    fn eq(&self, other: &Price) -> bool {
        other.0 == self.0
    }
}
